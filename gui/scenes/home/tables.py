"""What stands on the tables at home: for each game what it shows of itself, and what can be done at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

from game.advice import Advice, Choice
from game.config import Config
from game.errors import KibitzError
from game.position import Position, open_position
from game.record import Seat, read_record
from game.session import Session
from game.showcase import Showcase
from gui.salon import Doors
from gui.scene import Scene
from gui.scenes.new_game.guideline import GuidelineChoices
from gui.table.seating import new_seats

PLIES_A_SECOND = 1.5
_QUIET = Path(__file__).resolve().parents[3] / "assets" / "tables" / "guideline.kibitz"
_REST = 2.0  # seconds for which a finished game is looked at


class Way(NamedTuple):
    """A button of a table: its name, its words, what it leads to, and a few words about that."""

    name: str
    words: str
    lead: Callable[[], Scene]
    about: str


class Moment(NamedTuple):
    """What a table shows just now."""

    position: Position
    advice: Advice | None


class Table(Protocol):
    """A game at home. `title` is its name, `short` says what it is."""

    game: str
    title: str
    short: str

    def moment(self, clock: float, *, still: bool) -> Moment:
        """What is shown `clock` seconds after the start; its end, or a good moment, where nothing may move."""
        ...

    def ways(self, config: Config, doors: Doors, home: Scene) -> Sequence[Way]:
        """The buttons, the most obvious first."""
        ...


class ZuniqTable:
    """Plays the showcase of Zuniq over and over."""

    game = "zuniq"
    title = "Zuniq"
    short = "36 dots, 60 walls"

    def __init__(self, shown: Showcase | None) -> None:
        self._shown = shown
        self._session = _session_of(shown)

    def moment(self, clock: float, *, still: bool) -> Moment:
        shown, session = self._shown, self._session
        if shown is None or session is None:
            return Moment(open_position(self.game, {}), None)
        at = (clock * PLIES_A_SECOND) % (shown.seconds + _REST)
        ply = session.length if still else shown.at(at).ply
        return Moment(session.position_at(ply), session.opinions.get(ply))

    def ways(self, config: Config, doors: Doors, home: Scene) -> Sequence[Way]:
        chosen = config.zuniq

        def begin(person: int | None, level: str) -> Scene:
            seats = new_seats(person, level, chosen.game_seconds)
            return doors.play(Session.new(self.game, {"dots": chosen.dots}, seats), home, hints=True)

        mine = 0 if chosen.seat == "white" else 1
        return (
            Way("play", "Play", lambda: doors.new_game(home, self.game), "Choose seats, level and board"),
            Way("coach", "Coach", lambda: begin(mine, chosen.level), "A game at once, with hints"),
            Way("watch", "Watch", lambda: begin(None, "full"), "Two engines at full strength"),
        )


class TetrisTable:
    """Plays a game of guideline Tetris over and over, each piece where the engine put it."""

    game = "tetris"
    title = "Tetris"
    short = "Guideline, classic"

    def __init__(self) -> None:
        self._session = quiet_game()

    def moment(self, clock: float, *, still: bool) -> Moment:
        session = self._session
        if not session.length:
            return Moment(session.position, None)
        ply = session.length // 3 if still else int(clock * PLIES_A_SECOND) % session.length
        choice = Choice(session.moves[ply].text, 0.0, "1", 1.0)
        return Moment(session.position_at(ply), Advice((choice,), "search", 0.0, True, {}))

    def ways(self, config: Config, doors: Doors, home: Scene) -> Sequence[Way]:
        def begin(mode: str) -> Scene:
            return GuidelineChoices(config, mode).begin(home.salon, home)

        return (
            Way("play", "Play", lambda: doors.new_game(home, self.game), "Choose mode, opponent and rules"),
            Way("coach", "Coach", lambda: begin("coach"), "A game at once, with hints"),
            Way("watch", "Watch", lambda: begin("watch"), "Two engines against each other"),
            Way(
                "classic",
                "Classic",
                lambda: doors.new_game(home, "classic"),
                "Play, watch or race classic Tetris",
            ),
        )


def _session_of(shown: Showcase | None) -> Session | None:
    """The game of a showcase; None where its moves are no game."""
    try:
        return None if shown is None else Session.resume(shown.record)
    except KibitzError:
        return None


@cache
def quiet_game() -> Session:
    """The game that is kept for this table; one without a piece where it cannot be read."""
    try:
        return Session.resume(read_record(_QUIET))
    except (KibitzError, OSError):
        return Session.new("tetris", {}, (Seat("Stacker", "engine", "stacker", "full"),))


def tables(shown: Sequence[Showcase]) -> tuple[Table, ...]:
    """All tables, each with the first showcase of its game, where it plays that."""
    of = {each.game: each for each in reversed(shown)}
    return TetrisTable(), ZuniqTable(of.get("zuniq"))
