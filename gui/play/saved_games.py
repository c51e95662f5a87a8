"""The saved games as a list shows them: read beside the window, and said in a few words."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from game import library, transfer
from game.errors import KibitzError
from game.library import Saved
from game.record import Record, Seat, read_record, replayed
from game.session import Session
from gui.games.registry import ui_of
from gui.play.autosave import Autosave
from gui.play.live_plan import outcome, plan_of
from gui.ui.text import counted

# -- words --

_CANNOT_BE_OPENED = "{} cannot be opened: {}"
_NOT_FINISHED = "not finished"
_CLASSIC_WATCHED = "Classic, watched"
_CLASSIC = "Classic"
_COACH = "Coach"
_DEAL = "1 deal"
_MATCH = "Match"
_ZUNIQ = "Zuniq"
_BRIDGE = "Bridge"
_TETRIS = "Tetris"
_THE_BOARD = "the board"
_A_DRAW = "a draw"
_YOU_WON = "you won"
_YOU_LOST = "you lost"

_MOST_READ = 16  # games, each with all its positions: more than a list shows at once
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


Result = Literal["won", "lost", "drawn", "over", "unfinished"]


@dataclass(frozen=True)
class OpenedGame:
    """A game that was read to its end, or the reason why that cannot be done; `ending` is how it has ended."""

    session: Session | None
    record: Record | None = None
    reason: str = ""
    ending: str = ""


@dataclass(frozen=True)
class Summary:
    """What a list says of a game: its length and how it ended, in words, and which `result` that is for the person.

    `over` is that of a game without a person, or without a winner, that has come to its end.
    """

    length: str
    ending: str
    result: Result

    @property
    def words(self) -> str:
        """`29 walls, you won`; of a game in real time `you win, 90 pieces`."""
        return ", ".join(each for each in (self.length, self.ending) if each)


def open_saved(saved: Saved) -> OpenedGame:
    """Read one game of the shelf, every move of it."""
    if saved.record is None:
        return OpenedGame(None, reason=saved.reason)
    try:
        record = saved.record if replayed(saved.record) else read_record(saved.path)
        session = Session.resume(record)
        if record.live is not None:
            return OpenedGame(session, record, ending=outcome(plan_of(record), record.live.game))
        last = session.position_at(session.length)
        return OpenedGame(session, record, ending=ui_of(last.game).result(last))
    except KibitzError as error:
        return OpenedGame(None, reason=_CANNOT_BE_OPENED.format(saved.path, error))


_summaries: dict[tuple[Path, float], Summary | None] = {}  # by file and its time


class SavedGames:
    """The saved games, the one that began last first. A game is read when it is first asked for."""

    def __init__(self) -> None:
        self.games: tuple[Saved, ...] = ()
        self._reader: ThreadPoolExecutor | None = None
        self._reading: dict[str, Future[OpenedGame]] = {}

    def look(self, autosave: Autosave, present: Session | None = None) -> None:
        """See what is there now: games kept by name, and those that can be continued, but not the one at hand.

        What was kept of such a game earlier on is left out, unless a person has named the file.
        """
        running = autosave.games()
        records = [each.record for each in running if each.record is not None]
        if present is not None:
            records.append(present.record())
            here = autosave.path(present.position.game, present.created)
            running = [each for each in running if each.path != here]
        newer = {library.file_name(each.game, each.created): each for each in records}
        kept = [each for each in library.saved_games() if not _begins(each, newer.get(each.path.name))]
        self.games = tuple(sorted([*running, *kept], key=lambda each: -each.began))
        self._reading = {}

    def opened(self, saved: Saved, *, wait: bool = False) -> OpenedGame | None:
        """The game, once it has been read; with `wait`, at the price of a moment."""
        name = str(saved.path)
        if name not in self._reading:
            self._reader = self._reader or ThreadPoolExecutor(1, thread_name_prefix="shelf")
            self._reading[name] = self._reader.submit(open_saved, saved)
        reading = self._reading[name] = self._reading.pop(name)  # the last of them was asked for last
        while len(self._reading) > _MOST_READ:
            self._reading.pop(next(iter(self._reading))).cancel()
        return reading.result() if wait or reading.done() else None

    def summary(self, saved: Saved) -> Summary | None:
        """What a list says of a game, once it has been read; None for one that cannot be opened, too."""
        key = (saved.path, saved.changed)
        if key not in _summaries:
            opened = self.opened(saved)
            if opened is None:
                return None
            session, record = opened.session, opened.record
            _summaries[key] = summary_of(session, record) if session and record else None
        return _summaries[key]

    def known(self, saved: Saved) -> Summary | None:
        """The summary, where the game was read already."""
        return _summaries.get((saved.path, saved.changed))

    def read_on(self) -> bool:
        """Let the next game without a summary be read beside the window; whether there is one."""
        missing = (each for each in self.games if (each.path, each.changed) not in _summaries)
        following = next(missing, None)
        if following is not None:
            self.summary(following)
        return following is not None

    def pulse(self) -> Hashable:
        """How many games were read, see `Scene.pulse`."""
        return len(_summaries), sum(each.done() for each in self._reading.values())

    def close(self) -> None:
        """Read no more."""
        if self._reader is not None:
            self._reader.shutdown(wait=False, cancel_futures=True)
            self._reader = None
        done = {name: each for name, each in self._reading.items() if each.done() and not each.cancelled()}
        self._reading = done


def _begins(saved: Saved, record: Record | None) -> bool:
    return saved.record is not None and record is not None and library.begins(saved.record, record)


# -- words --


def who(seat: Seat) -> str:
    """A player in a few words: `You`, `Kibitz, club`."""
    strength = f", {seat.level}" if seat.kind == "engine" and seat.level not in ("", "full") else ""
    return f"{seat.name}{strength}"


def title_of(record: Record) -> str:
    """The game's title, or who played whom."""
    return record.title or players_of(record)


def players_of(record: Record) -> str:
    """Who played whom: `You – Kibitz, club`."""
    return " – ".join(who(seat) for seat in record.seats)


def date_of(saved: Saved) -> str:
    """When the game began, as `20 Nov 2026, 09:30` in local time; of a file without a date, its own."""
    local = datetime.fromtimestamp(saved.began, UTC).astimezone()
    return f"{local.day} {_MONTHS[local.month - 1]} {local.year}, {local:%H:%M}"


def summary_of(session: Session, record: Record) -> Summary:
    """What a list says of a game that was read to its end."""
    extent = record.extent.replace(",", "\u2009")
    if record.run is not None:
        return Summary(extent, "", "over")
    if record.live is not None:
        game = record.live.game
        ending = outcome(plan_of(record), game) or _NOT_FINISHED
        winner = game.winner if len(record.seats) > 1 else None
        return Summary(extent, _lowered(ending), _result(record.seats, winner, over=game.over))
    last = session.position_at(session.length)
    return Summary(
        length_of(session), ending_of(session), _result(session.seats, last.winner, over=last.over)
    )


def _lowered(words: str) -> str:
    return words[:1].lower() + words[1:] if words.startswith(("You", "A ", "Not", "The", "Topped")) else words


def _result(seats: Sequence[Seat], winner: int | None, *, over: bool) -> Result:
    """How a game has ended for the only person in it."""
    person = person_in(seats)
    if not over:
        return "unfinished"
    if len(seats) > 1 and winner is None:
        return "drawn"
    if len(seats) == 1 or person is None:
        return "over"
    return "won" if winner == person else "lost"


def person_in(seats: Sequence[Seat]) -> int | None:
    """The seat of the only person; None where there is none, or more than one."""
    people = [number for number, seat in enumerate(seats) if seat.kind == "human"]
    return people[0] if len(people) == 1 else None


_LIVE = {"versus": "Versus", "free": "Free play", "sprint": "Sprint", "ultra": "Ultra"}


def mode_of(record: Record) -> str:
    """The kind of game in a word or two: `Sprint`, `Classic, watched`, `6×6 dots`, `4 deals`."""
    if record.live is not None:
        return _LIVE[plan_of(record).mode]
    if record.game == "classic":
        return _CLASSIC_WATCHED if record.run is not None else _CLASSIC
    if record.game == "tetris":
        return _COACH
    if record.game == "four-wide":
        return "Four-wide"
    if record.game == "zuniq":
        return f"{record.rules.get('dots', '6x6').replace('x', '×')} dots"
    match = record.rules.get("match", "")
    return _DEAL if match == "1 deals" else match or _MATCH


def family_of(record: Record) -> str:
    """The game as home names it: `Tetris`, `Zuniq` or `Bridge`."""
    return {"zuniq": _ZUNIQ, "bridge": _BRIDGE}.get(record.game, _TETRIS)


def opponents_of(record: Record) -> tuple[str, ...]:
    """Whom the person has played; of a game without one, nobody."""
    person = person_in(record.seats)
    if person is None:
        return ()
    return tuple(seat.name for number, seat in enumerate(record.seats) if number != person)


def length_of(session: Session) -> str:
    """How much has been played, in the game's own words: `29 walls`, `2 deals`."""
    return ui_of(session.position.game).extent(session.position_at(session.length))


def place_of(session: Session) -> str:
    """Where a game stands, in its own words: `wall 12`, `deal 2, trick 5`."""
    return ui_of(session.position.game).place(session.position)


def text_words(session: Session) -> str:
    """What the text of a game holds: `29 walls`, `the board`, `4 boards`."""
    boards = transfer.boards_in(session)
    if boards is not None:
        return counted(boards, "board")
    return _THE_BOARD if transfer.is_board(session) else length_of(session)


def ending_of(session: Session) -> str:
    """Who has won, or that nobody has yet: `you won`, `White won`, `not finished`."""
    last = session.position_at(session.length)
    if not last.over:
        return _NOT_FINISHED
    if last.winner is None:
        return "over" if len(session.seats) == 1 else _A_DRAW
    person = person_in(session.seats)
    if person is not None and len(session.seats) > 1:
        return _YOU_WON if last.winner == person else _YOU_LOST
    return f"{last.seats[last.winner].capitalize()} won"
