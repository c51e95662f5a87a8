"""A new game of classic Tetris: to play, to watch or to race, on which board, by which rules, with which pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import pygame

from ai.tetris.classic.controllers import CONTROLLERS, find_controller
from game.config import Config, Value
from game.position import Position, open_position
from game.record import Seat
from game.session import Session
from game.tetris.classic import State
from game.tetris.classic.board import MAX_COLUMNS, MAX_ROWS, MIN_COLUMNS, MIN_ROWS, parse_size
from game.tetris.classic.generators import Kind
from game.tetris.classic.rules import RULE_NAMES
from gui.drawing.canvas import Box, Canvas
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.new_game.choices import KINDS, Turn
from gui.scenes.new_game.form import Form
from gui.scenes.new_game.seed import SeedChoice
from gui.scenes.run.lanes.plan import MOST_LANES, Plan, rule_words, start_of

Manner = Literal["play", "watch", "race"]
MANNERS: tuple[Manner, ...] = ("play", "watch", "race")
SIZES = ("10x20", "10x16", "10x12", "10x10", "10x8")
GENERATORS: tuple[Kind, ...] = ("uniform", "tengstrand")

_MANNER_WORDS = ("Play", "Watch", "Race")
_RULE_WORDS = ("Spawn", "Simplified", "Fahey")
_RULES_ABOUT = {
    "spawn": "Joakim Tengstrand’s own: pieces appear in the top row, and move and turn there.",
    "simplified": "That of the literature: any rotation in any column, dropped from above the stack.",
    "fahey": "Colin Fahey’s Standard Tetris: a piece is turned and moved one row below the top.",
}
_WHO = {"play": "Whose advice you see", "watch": "Who plays", "race": "Who plays: two to four"}
_START = {"play": "Start the game", "watch": "Watch", "race": "Start the race"}
_LEAST = 240.0  # units of width that a question needs beside another

_KIND = [game for game, _ in KINDS].index("classic")


class ClassicChoices:
    """One player, a board, rules, pieces."""

    game = "classic"

    def __init__(self, config: Config, manner: Manner = "play") -> None:
        chosen = config.classic
        self.manner: Manner = manner
        self.adviser: str = chosen.adviser
        self.controller: str = chosen.controller
        self.racers = chosen.race.split()
        self.columns, self.rows = parse_size(chosen.size)
        self.rules: str = chosen.rules
        self.sliding, self.next = chosen.sliding, chosen.next
        self.generator: Kind = "uniform"
        self.seed = SeedChoice(chosen.seed)
        self.instead = ""
        self._given: int | None = None  # a seed that came with a run is not a setting

    @classmethod
    def like(cls, config: Config, plan: Plan) -> ClassicChoices:
        """The choices that led to a run, to change some of them."""
        choices = cls(config, "race" if plan.race else "watch")
        if plan.race:
            choices.racers = list(plan.controllers)
        else:
            choices.controller = plan.controllers[0]
        table = State.open(plan.rules).table  # which knows what the rules leave out
        choices.columns, choices.rows = parse_size(table.size)
        choices.rules, choices.sliding, choices.next = table.name, table.sliding, table.preview
        choices.generator = plan.generator
        choices.seed, choices._given = SeedChoice(plan.seed), plan.seed
        return choices

    # -- choosing --

    def behave(self, manner: int) -> None:
        """Choose to play, to watch or to race."""
        self.manner = MANNERS[manner]

    def name(self, number: int) -> None:
        """Choose a controller; in a race, add one or take one away, never below two."""
        name = CONTROLLERS[number]
        if self.manner == "play":
            self.adviser = name
        elif self.manner == "watch":
            self.controller = name
        elif name in self.racers:
            self.racers = [each for each in self.racers if each != name or len(self.racers) <= 2]
        else:
            self.racers = [*self.racers[-(MOST_LANES - 1) :], name]

    def widen(self, by: int) -> None:
        """More or fewer columns."""
        self.columns = min(MAX_COLUMNS, max(MIN_COLUMNS, self.columns + by))

    def raise_by(self, by: int) -> None:
        """More or fewer rows."""
        self.rows = min(MAX_ROWS, max(MIN_ROWS, self.rows + by))

    def size(self, number: int) -> None:
        """Choose one of the usual boards."""
        self.columns, self.rows = parse_size(SIZES[number])

    def rule(self, number: int) -> None:
        """Choose a rule set."""
        self.rules = RULE_NAMES[number]

    def slide(self, on: int) -> None:
        """Let pieces slide under overhangs, or not."""
        self.sliding = bool(on)

    def look_ahead(self, on: int) -> None:
        """Show the next piece, or not."""
        self.next = bool(on)

    def draw_from(self, number: int) -> None:
        """Choose the generator of pieces."""
        self.generator = GENERATORS[number]

    def other_game(self, number: int) -> None:
        """Turn to the other game of Tetris."""
        self.instead = "" if KINDS[number][0] == self.game else KINDS[number][0]

    # -- what the scene asks for --

    @property
    def start_words(self) -> str:
        return _START[self.manner]

    @property
    def table(self) -> dict[str, str]:
        """The rules of the game, without its pieces."""
        return {
            "size": f"{self.columns}x{self.rows}",
            "rules": self.rules,
            "sliding": "on" if self.sliding and self.rules == "spawn" else "off",
            "next": "on" if self.next else "off",
        }

    @property
    def controllers(self) -> tuple[str, ...]:
        """Who plays, or whose advice is seen."""
        if self.manner == "race":
            return tuple(self.racers)
        return (self.adviser if self.manner == "play" else self.controller,)

    def begin(self, salon: Salon, back: Scene) -> Scene:
        if self.manner == "play":
            rules = start_of(self.table, self.seed.value, self.generator)
            return salon.doors.play(Session.new(self.game, rules, (Seat("You"),)), back)
        return salon.doors.run(Plan.new(self.controllers, self.table, self.seed.value, self.generator), back)

    def changes(self, config: Config) -> Mapping[str, Value]:
        before = config.classic
        found: dict[str, tuple[Value, Value]] = {
            "size": (f"{self.columns}x{self.rows}", before.size),
            "rules": (self.rules, before.rules),
            "sliding": (self.sliding, before.sliding),
            "next": (self.next, before.next),
            "seed": (before.seed if self.seed.value == self._given else self.seed.value, before.seed),
            "adviser": (self.adviser, before.adviser),
            "controller": (self.controller, before.controller),
            "race": (" ".join(self.racers), before.race),
        }
        return {f"classic.{key}": now for key, (now, then) in found.items() if now != then}

    def position(self) -> Position:
        return open_position(self.game, start_of(self.table, self.seed.value or 1, self.generator))

    def turn(self) -> Turn:
        return self.seed.turn()

    def key(self, event: pygame.event.Event, focus: str) -> bool:
        return self.seed.key(event)

    def keys(self) -> list[tuple[str, str]]:
        return self.seed.keys()

    # -- the picture --

    def fill(self, form: Form) -> None:
        form.pills("kind", [words for _, words in KINDS], _KIND, self.other_game)
        form.apart()
        form.pills("manner", _MANNER_WORDS, MANNERS.index(self.manner), self.behave)
        form.apart()
        form.heading(_WHO[self.manner])
        chosen = [CONTROLLERS.index(each) for each in self.controllers]
        form.pills("controller", CONTROLLERS, chosen, self.name)
        if self.manner != "race":
            form.note(f"{find_controller(self.controllers[0]).source}.")
        form.apart()
        self._fill_board(form)
        form.apart()
        form.heading("Rules")
        form.pills("rules", _RULE_WORDS, RULE_NAMES.index(self.rules), self.rule)
        form.note(_RULES_ABOUT[self.rules])
        form.apart()
        form.halves(self._fill_next, self._fill_sliding, _LEAST)
        form.apart()
        self._fill_pieces(form)

    def _fill_board(self, form: Form) -> None:
        form.heading("Board")
        now = f"{self.columns}x{self.rows}"
        words = [each.replace("x", " × ") for each in SIZES]
        form.pills("size", words, SIZES.index(now) if now in SIZES else None, self.size)
        form.halves(
            lambda part: part.stepper("columns", f"{self.columns} columns", self.widen, 104),
            lambda part: part.stepper("rows", f"{self.rows} rows", self.raise_by, 104),
            least=200,
        )

    def _fill_next(self, form: Form) -> None:
        form.heading("Next piece")
        form.pills("next", ("Hidden", "Shown"), int(self.next), self.look_ahead)

    def _fill_sliding(self, form: Form) -> None:
        form.heading("Sliding under overhangs")
        if self.rules == "spawn":
            form.pills("sliding", ("Off", "On"), int(self.sliding), self.slide)
        else:
            form.note("Only spawn rules know it.")

    def _fill_pieces(self, form: Form) -> None:
        form.heading("Pieces")
        form.pills(
            "generator",
            ("Kibitz’s generator", "Tengstrand’s generator"),
            GENERATORS.index(self.generator),
            self.draw_from,
        )
        self.seed.fill(form)
        self.seed.note(form)

    def draw_summary(self, canvas: Canvas, box: Box) -> None:
        x, y, width, _ = box
        colour = canvas.theme.colour
        words = rule_words(self.table)
        canvas.text((x, y), canvas.fitted(words, "label", width), "label", colour.text3)
        who = self.controllers
        first, second = {
            "play": ("You", f"advised by {who[0]}"),
            "watch": (who[0], "plays by itself"),
            "race": (", ".join(who[:2]), ", ".join(who[2:])),
        }[self.manner]
        style, ink = ("label", colour.text2) if self.manner == "race" else ("body", colour.text)
        canvas.text((x, y + 32), canvas.fitted(first, style, width), style, ink)
        canvas.text((x, y + 58), canvas.fitted(second, "label", width), "label", colour.text2)
