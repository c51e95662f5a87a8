"""Seats of a new game, their players and advisers, and the part that a person at the table may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ai.names import KIBITZ
from ai.registry import engines_of
from game.config import Config, Value
from game.facts import BookFacts
from game.position import Position
from game.record import Seat
from game.session import Session
from gui.games.registry import look_of, ui_of
from gui.play.game_ui import GameUI


def engine_seat(level: str, seconds: float | None) -> Seat:
    """A seat for our own engine at `level`, with `seconds` for the whole game."""
    return Seat(name="Kibitz", kind="engine", engine=KIBITZ, level=level, seconds=seconds)


def new_seats(person: int | None, level: str, seconds: float | None) -> Sequence[Seat]:
    """Two seats: the person in seat `person` (None: nobody), engines in the others."""
    engine = engine_seat(level, seconds)
    return [Seat(name="You") if seat == person else engine for seat in (0, 1)]


def seats_for(config: Config, position: Position) -> Sequence[Seat]:
    """The seats of a game that a person goes on with from `position`, as the side to move."""
    if len(position.seats) == 1:
        return [Seat(name="You")]
    return new_seats(position.to_move, *look_of(position.game).clock(config))


def player_name(seat: Seat) -> str:
    """The player's name, and the titles of the books it has of its own: `Stacker with BT Loop`."""
    from gui.play.openings import opening

    return f"{seat.name} with {opening(seat.book).title}" if seat.book else seat.name


def adviser(config: Config, game: str) -> str:
    """The engine that advises at a table of `game`."""
    return engines_of(game).adviser(config)


def adviser_options(config: Config, game: str, book: str = "") -> Mapping[str, Value]:
    """Return further options for the adviser, with `book` where it looks into books.

    `book` is the game's own, see `book_of`; a game that was begun without one has none, whatever the settings are.
    """
    row = engines_of(game)
    if not any(entry.books for entry in row.engines):
        return row.asked
    return {"book": book, "in_a_row": config.tetris.clears == "row", **row.asked}


def book_of(config: Config, session: Session, ply: int) -> str:
    """The book that was asked last in a game up to `ply`, with those that the settings have beside it.

    Empty where none was.
    """
    from ai.book.file import names_of

    asked = [
        name
        for at, advice in sorted(session.opinions.items())
        if at <= ply and (name := advice.read(BookFacts).book)
    ]
    chosen = config.tetris.book
    return "" if not asked else chosen if asked[-1] in names_of(chosen) else asked[-1]


# What a person at the table may not see yet: the cards of a deal that is still being played.


def why_hidden(session: Session, ui: GameUI | None = None) -> str:
    """The reason why a look back at the whole game would show what is hidden from a person in it; empty where not.

    `ui` is that of the table, which knows whether the result of the last deal has been read; without one, nobody
    has gone on to the next deal yet.
    """
    why, end = session.secrecy.why, session.position_at(session.length)
    if (
        why
        or ui is None
        or not ui.privacy.has_deals
        or not _has_people(session)
        or end.over
        or ui.privacy.waits(end)
    ):
        return why
    return "The cards of this deal are hidden until it is over. Then you can look back at it."


def seen_by_person(session: Session) -> Position:
    """Return the position at the cursor as a person in the game may see it; of two people, the one to move."""
    here = session.position
    if not session.secrecy.why:
        return here
    people = [number for number, seat in enumerate(session.seats) if seat.kind == "human"]
    return here.view(people[0] if len(people) == 1 else here.to_move)


def ends_between_deals(session: Session) -> bool:
    """Return True if the game's last position is a result that is followed by a deal nobody has called in."""
    ui, end = _at_the_table(session), session.position_at(session.length)
    return _has_people(session) and ui.privacy.waits(end)


def _has_people(session: Session) -> bool:
    return any(seat.kind == "human" for seat in session.seats)


def _at_the_table(session: Session) -> GameUI:
    """A game UI that sees what the players see, and has read no result."""
    ui = ui_of(session.position.game)
    ui.privacy.sit(session.seats, hidden=True)
    return ui
