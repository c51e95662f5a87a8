"""What stands on the tables at home: for each game what it shows of itself, and what can be done at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from game.advice import Advice, Choice
from game.config import Config
from game.position import Position, open_position
from game.record import Seat
from game.session import Session
from game.showcase import Showcase
from gui.salon import Doors
from gui.scene import Scene
from gui.scenes.run.lanes.plan import Plan, rules_of, start_of
from gui.table.seating import new_seats

PLIES_A_SECOND = 1.5
_SHOWN_PIECES = 900  # of a long game: the table begins anew after ten minutes
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
        self._session = Session.resume(shown.record) if shown is not None else None

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


class ClassicTable:
    """Plays the beginning of the long game that is a showcase, each piece where its controller puts it."""

    game = "classic"
    title = "Tetris"
    short = "Classic"

    def __init__(self, shown: Showcase | None) -> None:
        self._run = shown.record.run if shown is not None else None
        self._moment: tuple[int, Moment] | None = None

    def moment(self, clock: float, *, still: bool) -> Moment:
        if self._run is None:
            return Moment(open_position(self.game, {}), None)
        most = min(_SHOWN_PIECES, self._run.count - 1)
        ply = most // 4 if still else int(clock * PLIES_A_SECOND) % most
        if self._moment is None or self._moment[0] != ply:
            choice = Choice(str(self._run.placement(ply)), 0.0, "1", 1.0)
            advice = Advice((choice,), "rule", 0.0, True, {})
            self._moment = (ply, Moment(self._run.position(ply), advice))
        return self._moment[1]

    def ways(self, config: Config, doors: Doors, home: Scene) -> Sequence[Way]:
        def coach() -> Scene:
            rules = start_of(rules_of(config), config.classic.seed)
            return doors.play(Session.new(self.game, rules, (Seat("You"),)), home, hints=True)

        return (
            Way("play", "Play", lambda: doors.new_game(home, self.game), "Choose board, rules and pieces"),
            Way("coach", "Coach", coach, "A game at once, with hints"),
            Way("watch", "Watch", lambda: doors.run(Plan.by(config), home), config.classic.controller),
            Way(
                "race",
                "Race",
                lambda: doors.run(Plan.by(config, race=True), home),
                "Controllers side by side on the same pieces",
            ),
        )


def tables(shown: Sequence[Showcase]) -> tuple[Table, ...]:
    """All tables, each with the first showcase of its game."""
    of = {each.game: each for each in reversed(shown)}
    return ClassicTable(of.get("classic")), ZuniqTable(of.get("zuniq"))
