"""Games that come and go: as text, and as a file that holds a record or a move list.

The text of a Zuniq game is its CodeCup move list; a board of another size than 6x6 is named in front of the
moves: `4x4: A1h B2v …`. The text of a game of classic Tetris is its board, as the commands read it; that of a
guideline one a fumen; read are also links to one, and a board as rows. That of a match of bridge is Portable Bridge
Notation; read are also LIN, two hands with their stock, and two hands with a strain as on the command line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from game.bridge import Board, Deal, Endgame, pbn, rules_of
from game.bridge import State as BridgeState
from game.bridge.cards import STRAINS
from game.errors import BadInput, BadRecord
from game.games import open_position
from game.position import Position
from game.record import MOST_TITLE, SUFFIX, Record, Seat, parse_played, positions, write_record
from game.saving import load, save, text_of, without_mark
from game.session import Session
from game.tetris.board_text import board_text
from game.tetris.classic import State as ClassicState
from game.tetris.guideline import State as GuidelineState
from game.tetris.guideline import fumen
from game.tetris.guideline.field_file import read_field
from game.tetris.guideline.real_time import Replay
from game.tetris.tetrio import Match
from game.tetris.tetrio import write as write_replay
from game.tetris.tetrio.export import Side, exported, exported_versus
from game.tetris.tetrio.file import check_link
from game.zuniq import Grid, State
from game.zuniq.state import is_move_list, read_move_list, write_move_list

TEXT_SUFFIX = ".txt"
TEXT_SUFFIXES = (TEXT_SUFFIX, ".pbn")
READ_SUFFIXES = (*TEXT_SUFFIXES, ".lin")
REPLAY_SUFFIXES = (".ttr", ".ttrm")
MOST_BYTES = 8 * 1024 * 1024
MOST_NAME = 80
JSON = re.compile(rb"\s*\{\s*[\"}]")  # how a record or a replay begins, and not a comment of PBN in braces
_HANDS = re.compile(r"\s*(?:[^\s.]*\.){3}[^\s.]*\s+(?:[^\s.]*\.){3}[^\s.]*\s+\S")


class Imported(NamedTuple):
    """A game out of a text or a file: at its end, or where its record was left.

    `notes` are sentences on what could not be used. `boards` are those of a file with several deals, none of which was
    played: each of them can be chosen, and the session is a match of them all.
    """

    session: Session
    record: Record | None = None
    notes: tuple[str, ...] = ()
    boards: pbn.BoardFile | None = None


def as_text(session: Session) -> str:
    """The moves of a Zuniq game, those undone included; the board of a classic one where it is looked at.

    A guideline game is a fumen with a page for each placement; of a match of bridge every finished board is told, and
    the cards of one that goes on are not. Raises `BadInput` for what has no text.
    """
    here, last = session.position, session.position_at(session.length)
    if isinstance(last, BridgeState):
        return _pbn(session)
    if isinstance(here, ClassicState):
        return str(here.board)
    if isinstance(last, GuidelineState):
        return _fumen(session.positions)
    if not isinstance(last, State):
        raise BadInput(f"Games of {last.game} cannot be copied as text.")
    return write_move_list(last) if last.grid == Grid() else str(last)


def is_board(session: Session) -> bool:
    """Return True if the text of a game is its board, not its moves."""
    position = session.position
    return isinstance(position, ClassicState) or (isinstance(position, GuidelineState) and not session.length)


def boards_in(session: Session) -> int | None:
    """Return how many finished boards the text of a match of bridge holds; None for any other game."""
    if not isinstance(session.position, BridgeState):
        return None
    return len(_boards(session))


def fumen_of(record: Record) -> str:
    """The fumen of a game of guideline Tetris, undone moves included. Raises `BadInput`, also for any other game.

    Of a game in real time these are the pages of the left seat, then those of the right one.
    """
    if record.live is not None:
        return _fumen(*_courses(record.live))
    if not isinstance(open_position(record.game, record.rules), GuidelineState):
        raise BadInput(f"Only games of guideline Tetris have a fumen; this one is of {record.game}.")
    return _fumen(positions(record))


def replay_of(game: Session | Record) -> Match:
    """A game of guideline Tetris as a replay of TETR.IO, undone moves included; one of two only in real time.

    Raises `BadInput` for any other game, and where TETR.IO cannot have it.
    """
    live = game.live if isinstance(game, Record) else None
    seats = game.seats
    created = game.created if isinstance(game, Record) else ""
    try:
        if live is not None and len(seats) > 1:
            return _replay_of_two(live, [seat.name for seat in seats], created)
        if live is not None:
            (course,), locks = _courses(live), [lock.tick for lock in live.locks]
        else:
            result = positions(game) if isinstance(game, Record) else game.positions
            course, locks = [each for each in result if isinstance(each, GuidelineState)], []
        if not course:
            raise BadInput("it is not one of guideline Tetris")
        return exported(course, seats[0].name, locks, created)
    except BadInput as error:
        raise BadInput(f"This game has no replay for TETR.IO: {error}.") from None


def _replay_of_two(live: Replay, names: Sequence[str], created: str) -> Match:
    left, right = (
        Side(name, course, [lock.tick for lock in live.locks if lock.seat == number])
        for number, (name, course) in enumerate(zip(names, _courses(live), strict=True))
    )
    winner = live.at(live.ticks).winner
    return exported_versus((left, right), live.ticks, live.setup.timing.travel, winner, created)


def may_have_replay(game: Session | Record) -> bool:
    """Return True if a game may be written as a replay of TETR.IO: its start and its players allow it."""
    start: Position | None = None
    if isinstance(game, Session):
        start = game.position_at(0)
    elif game.live is not None:
        start = game.live.setup.starts[0]
    return isinstance(start, GuidelineState) and start.queue.kind == "tetrio"


def _pbn(session: Session) -> str:
    """The finished boards of a match."""
    boards = _boards(session)
    if not boards and session.secrecy.comes_again:
        raise BadInput("Each deal of this match is played twice; the cards are told once the match is over.")
    if not boards:
        raise BadInput("No deal of this match has ended yet; its cards are told when it has.")
    return pbn.write(boards, [seat.name for seat in session.seats])


def _boards(session: Session) -> tuple[Board, ...]:
    """The finished boards that may be told."""
    if session.secrecy.comes_again:
        return ()
    return pbn.finished(state for state in session.positions if isinstance(state, BridgeState))


def _fumen(*courses: Sequence[Position]) -> str:
    """The fumen of guideline games that take these courses, one after the other. Raises `BadInput`."""
    try:
        games = [[each for each in course if isinstance(each, GuidelineState)] for course in courses]
        return fumen.write([page for game in games for page in fumen.pages_of(game)])
    except BadInput as error:
        raise BadInput(f"This game has no fumen: {error}.") from None


def _courses(live: Replay) -> list[list[GuidelineState]]:
    """The states of each seat of a game in real time, from lock to lock."""
    game = live.at(0)
    courses = [[seat.state] for seat in game.seats]
    for tick in range(1, live.ticks + 1):
        game.tick(live.buttons_at(tick))
        for course, seat in zip(courses, game.seats, strict=True):
            if seat.state.ply > course[-1].ply:
                course.append(seat.state)
    return courses


def from_text(text: str) -> Session:
    """The game in a text, at its end, as `imported` reads it."""
    return imported(text).session


def imported(text: str) -> Imported:
    """The game in a list of Zuniq walls, a fumen, a board, PBN, LIN or bridge hands, at its end.

    Where a fumen holds more than one game, its title says which pages these are. Raises `BadInput`, or `IllegalMove`
    with the first bad move.
    """
    if not text.strip():
        raise BadInput("There are no moves here.")
    if fumen.is_fumen(text):
        return Imported(_from_fumen(text))
    if pbn.is_deals(text):
        return _from_boards(pbn.boards_in(text))
    if _HANDS.match(text):
        return Imported(_from_hands(text))
    if board_text(text).has_ten_columns:
        return Imported(_from_board(text))
    if not is_move_list(text):
        raise BadInput(_unknown("this"))
    last = read_move_list(text)
    session = Session(State.start(last.grid), (Seat("White"), Seat("Black")))
    for move in last.move_texts:
        session.play(move)
    return Imported(session)


def _unknown(what: str) -> str:
    """A sentence that something cannot be read, and what can."""
    return (
        f"{what} is in no format that Kibitz knows: a saved game, a replay of TETR.IO, a fumen (v115@…), a board as "
        "rows, deals of bridge (PBN, LIN, two hands), or Zuniq walls (A1h B3v …)"
    )


def _from_board(text: str) -> Session:
    """A position of guideline Tetris on this board."""
    return Session(GuidelineState.open({"board": read_field(text).field.short}), [Seat("You")])


def _from_fumen(text: str) -> Session:
    """The longest game in a fumen, or the position on its first page."""
    opening = fumen.opening_of(fumen.read(text))
    title = f"A fumen, {opening.note}"[:MOST_TITLE] if opening.note else ""
    session = Session(opening.start, (Seat("You"),), title=title)
    for at in opening.placements:
        session.play(str(at))
    return session


def _from_boards(boards: pbn.BoardFile) -> Imported:
    """The match of the boards in a text, as far as they were played."""
    opening = boards.opening()
    notes = tuple(pbn.sentences(opening.notes))
    return Imported(session_of(opening), notes=notes, boards=boards if boards.to_choose else None)


def session_of(opening: pbn.Opening) -> Session:
    """The match of an opening, as far as it was played."""
    names = [name[:MOST_NAME] or seat for name, seat in zip(opening.names, opening.start.seats, strict=True)]
    session = Session(opening.start, [Seat(name) for name in names], public=True)
    for move in opening.moves:
        session.play(move)
    return session


def _from_hands(text: str) -> Session:
    """The match of one deal, or of one position of the play stage, that begins with these two hands."""
    words = text.split()
    if words[2].upper() in STRAINS:
        rules = rules_of(Endgame.parse(text), leader=1)
    else:
        rules = {"deals": f"list:{Deal.parse(text)}", "match": "1 deals", "scoring": "laws"}
    return Session(BridgeState.open(rules), [Seat("North"), Seat("South")], public=True)


def open_file(path: Path) -> tuple[Session, Record | None]:
    """The game in a file, and its record where it is one, as `file_at` reads it."""
    return file_at(path)[:2]


def file_at(path: Path) -> Imported:
    """The game in a file: a record, or else a text as `imported` reads it.

    Raises `BadRecord`, `BadInput` or `IllegalMove`.
    """
    return content_of(load(path, MOST_BYTES), str(path))


def game_in(data: bytes, name: str) -> tuple[Session, Record | None]:
    """`open_file` for the bytes of a file; `name` is what messages call it."""
    return content_of(data, name)[:2]


def content_of(data: bytes, name: str) -> Imported:
    """`file_at` for the bytes of a file; `name` is what messages call it."""
    if name.endswith(SUFFIX) or JSON.match(without_mark(data)):
        played = parse_played(data, name)
        return Imported(Session.resume(played), played.record)
    try:
        text = text_of(data, name)
    except BadInput:
        raise BadRecord(f"{_unknown(name)}.") from None
    return imported(text)


def save_file(path: Path, game: Session | Record, created: str = "") -> None:
    """Put the game at `path`: as text where its name ends in `.txt` or `.pbn`, else as a record.

    A name that ends in `.ttr` or `.ttrm` asks for a replay of TETR.IO. A run, or a game in real time, is given as its
    record, which is more than a session of it. Raises `NotSaved`, `BadRecord` or `BadInput`.
    """
    if path.suffix in REPLAY_SUFFIXES:
        match = replay_of(game)
        if len(match.rounds[0]) > 1 and path.suffix != REPLAY_SUFFIXES[1]:
            raise BadInput(f"A replay of two players has a name that ends in {REPLAY_SUFFIXES[1]}.")
        save(path, write_replay(match, several=path.suffix == REPLAY_SUFFIXES[1]))
    elif isinstance(game, Record):
        if path.suffix == TEXT_SUFFIX and game.live is not None:
            save(path, f"{fumen_of(game)}\n".encode())
            return
        if path.suffix in TEXT_SUFFIXES:
            raise BadInput(f"A game of {game.extent} has no move list; choose a name that ends in {SUFFIX}.")
        write_record(path, game)
    elif path.suffix in TEXT_SUFFIXES:
        save(path, f"{as_text(game)}\n".encode())
    else:
        write_record(path, game.played(created))


def path_of(text: str) -> Path:
    """The path that a person has written: `~` is the home, quotes are dropped, a `file:` address is read.

    Raises `BadInput`.
    """
    plain = text.strip().strip("'\"")
    check_link(plain)
    if plain.startswith("file://"):
        plain = unquote(plain.removeprefix("file://"))
    try:
        if plain and "\0" not in plain:
            return Path(plain).expanduser()
    except RuntimeError:
        pass
    raise BadInput(f"{plain[:60]!r} is not the path of a file.")
