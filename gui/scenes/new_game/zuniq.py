"""A new game of Zuniq: who sits where, how strong, on which board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ai import registry
from ai.names import KIBITZ
from ai.registry import Entry, Level
from game.config import Config, Value
from game.games import open_position
from game.position import Position
from game.record import Seat
from game.session import Session
from game.zuniq import Grid
from game.zuniq.grid import MAX_DOTS, MIN_DOTS
from game.zuniq.solved import solved
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games.zuniq.language import ZuniqLanguage, words_of
from gui.scenes.form import Form, Question
from gui.scenes.new_game.choices import Choices
from gui.ui.commands import Command
from gui.ui.controls import GAP

YOU, GUEST, ENGINE = "You", "Guest", "Engine"
CONTROLLERS = (YOU, GUEST, ENGINE)
FULL = "full"

_FIVE = 5 * 44.0 + 4 * GAP
_SIZES = [str(dots) for dots in range(MIN_DOTS, MAX_DOTS + 1)]


@dataclass(frozen=True)
class SeatChoice:
    """Player in a seat; `strength` is the engine's, by index, kept while a person sits there."""

    who: str
    strength: int


def strengths(game: str) -> list[tuple[Entry, Level]]:
    """Every engine at every level, as they are offered."""
    return [(entry, level) for entry in registry.entries(game) for level in entry.levels]


class ZuniqChoices(Choices):
    """Two seats, a board, a clock."""

    game = section = "zuniq"
    seeded = ""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.strengths = strengths(self.game)
        names = [(entry.name, level.name) for entry, level in self.strengths]
        wanted = (KIBITZ, config.zuniq.level)
        known = names.index(wanted) if wanted in names else 0
        you, engine = SeatChoice(YOU, known), SeatChoice(ENGINE, known)
        self.controllers = [you, engine] if config.zuniq.seat == "white" else [engine, you]
        self.language = ZuniqLanguage()
        self.names = open_position(self.game, {}).seats

    # -- choosing --

    def sit(self, seat: int, who: int) -> None:
        """Put a player into a seat; there is only one You."""
        chosen = CONTROLLERS[who]
        other = self.controllers[1 - seat]
        if chosen == YOU and other.who == YOU:
            self.controllers[1 - seat] = replace(other, who=self.controllers[seat].who)
        self.controllers[seat] = replace(self.controllers[seat], who=chosen)

    def strengthen(self, seat: int, strength: int) -> None:
        """Choose how strong the engine in a seat is."""
        self.controllers[seat] = replace(self.controllers[seat], strength=strength)

    @property
    def rules(self) -> dict[str, str]:
        """The rules of the game as its record has them."""
        return {"dots": self.draft.zuniq.dots}

    @property
    def clocked(self) -> bool:
        """True if an engine plays that uses its clock: levels below full stop by themselves."""
        return any(s.who == ENGINE and self.strengths[s.strength][1].name == FULL for s in self.controllers)

    def seats(self) -> tuple[Seat, ...]:
        """The seats as they go into the game's record."""
        return tuple(map(self._seat, self.controllers))

    def _seat(self, controller: SeatChoice) -> Seat:
        if controller.who != ENGINE:
            return Seat(controller.who)
        entry, level = self.strengths[controller.strength]
        return Seat(entry.title, "engine", entry.name, level.name, self.draft.zuniq.game_seconds)

    # -- what the scene asks for --

    def begin(self, context: AppContext, back: Scene) -> Scene:
        return context.scene(to.Play(Session.new(self.game, self.rules, self.seats())), back)

    def changes(self, config: Config) -> Mapping[str, Value]:
        if [s.who for s in self.controllers].count(YOU) == 1:
            self.set("zuniq.seat", "white" if self.controllers[0].who == YOU else "black")
        engines = [self.strengths[s.strength] for s in self.controllers if s.who == ENGINE]
        if len(engines) == 1 and engines[0][0].name == KIBITZ:
            self.set("zuniq.level", engines[0][1].name)
        if len(engines) != 1:  # of two engines neither is a person's opponent
            self.set("zuniq.game_seconds", config.zuniq.game_seconds)
        return super().changes(config)

    def position(self) -> Position:
        return open_position(self.game, self.rules)

    def extra(self) -> Command:
        return Command("X", self.controllers.reverse, label="Swap the seats", name="swap")

    def keys(self) -> list[tuple[str, str]]:
        return [("X", "swap the seats")]

    # -- the picture --

    def questions(self) -> Sequence[Question]:
        seats = [partial(self._fill_seat, seat=seat) for seat in range(2)]
        return [*seats, self._fill_board, *(["zuniq.game_seconds"] if self.clocked else [])]

    def _fill_seat(self, form: Form, seat: int) -> None:
        """Fill in the player of a seat, and the strength of an engine."""
        controller = self.controllers[seat]
        form.question(self.names[seat], lambda x, y: self.language.draw_tone(form.canvas, (x, y), seat))
        form.pills(f"seat {seat}", CONTROLLERS, CONTROLLERS.index(controller.who), partial(self.sit, seat))
        if controller.who == ENGINE:
            words = [level.title if len(entry.levels) > 1 else entry.title for entry, level in self.strengths]
            notes = [f"{level.about}." for _, level in self.strengths]
            strengthen = partial(self.strengthen, seat)
            form.explained(f"strength {seat}", words, controller.strength, strengthen, notes)
        elif controller.who == GUEST:
            form.note("A guest is a second person at this screen.")

    def _fill_board(self, form: Form) -> None:
        grid = Grid.parse(self.draft.zuniq.dots)

        def size(name: str, now: int, other: str) -> Callable[[Form], None]:
            def choose(number: int) -> None:
                self.set("zuniq.dots", other.format(number + MIN_DOTS))

            return lambda part: part.one_of(f"{name} of dots", name.lower(), _SIZES, now - MIN_DOTS, choose)

        rows = size("Rows", grid.rows, f"{{}}x{grid.columns}")
        form.halves(rows, size("Columns", grid.columns, f"{grid.rows}x{{}}"), least=_FIVE)
        known = solved(grid)
        if known is not None:
            form.note(words_of(known))

    def summary(self) -> tuple[str, str, str]:
        grid = Grid.parse(self.draft.zuniq.dots)
        first, second = (
            f"{name.capitalize()}: {self._name(who)}"
            for name, who in zip(self.names, self.controllers, strict=True)
        )
        return f"{grid.rows * grid.columns} dots, {grid.walls} walls", first, second

    def _name(self, controller: SeatChoice) -> str:
        if controller.who != ENGINE:
            return controller.who
        entry, level = self.strengths[controller.strength]
        return f"{entry.title}, {level.title.lower()}" if len(entry.levels) > 1 else entry.title
