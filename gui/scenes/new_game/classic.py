"""A new game of classic Tetris: to play, to watch or to race, on which board, by which rules, with which pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ai.tetris.classic.controllers import CONTROLLERS, find_controller
from game.config import Config, field
from game.games import open_position
from game.position import Position
from game.record import Seat
from game.session import Session
from game.tetris.classic import State
from game.tetris.classic.board import MAX_COLUMNS, MAX_ROWS, MIN_COLUMNS, MIN_ROWS, parse_size
from game.tetris.classic.pieces import Kind
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.play.run_plan import MOST_RUNNERS, Plan, rule_words, rules_of, start_of
from gui.scenes.form import Form, Question
from gui.scenes.new_game.choices import Choices
from gui.ui.text import board_size

_YOU = "You"

Manner = Literal["play", "watch", "race"]
MANNERS: tuple[Manner, ...] = ("play", "watch", "race")
SIZES = ("10x20", "10x16", "10x12", "10x10", "10x8")
GENERATORS: tuple[Kind, ...] = ("uniform", "tengstrand")

_PATHS = {"play": "classic.adviser", "watch": "classic.controller", "race": "classic.race"}
_START = {"play": "Start the game", "watch": "Watch", "race": "Start the race"}


class ClassicChoices(Choices):
    """One player, a board, rules, pieces."""

    game = section = "classic"

    def __init__(self, config: Config, play_style: str = "play") -> None:
        super().__init__(config)
        self.play_style: Manner = next(each for each in MANNERS if each == play_style)
        self.generator: Kind = "uniform"

    @classmethod
    def of(cls, config: Config, like: Plan | None, play_style: str) -> ClassicChoices:
        return cls(config, play_style) if like is None else cls.like(config, like)

    @classmethod
    def like(cls, config: Config, plan: Plan) -> ClassicChoices:
        """The choices that led to a run, to change some of them."""
        choices = cls(config, "race" if plan.race else "watch")
        choices.set(_PATHS[choices.play_style], " ".join(plan.controllers))
        table = State.open(plan.rules).rules  # which knows what the rules leave out
        choices.set("classic.size", table.size)
        choices.set("classic.rules", table.name)
        choices.set("classic.sliding", table.sliding)
        choices.set("classic.next", table.preview)
        choices.generator = plan.generator
        choices.sow(plan.seed)
        return choices

    # -- choosing --

    def choose_play_style(self, play_style: int) -> None:
        self.play_style = MANNERS[play_style]

    def choose_controller(self, number: int) -> None:
        """Choose a controller; in a race, add one or take one away, never below two."""
        name, chosen = CONTROLLERS[number], list(self.controllers)
        if self.play_style != "race":
            chosen = [name]
        elif name in chosen:
            chosen = [each for each in chosen if each != name or len(chosen) <= 2]
        else:
            chosen = [*chosen[-(MOST_RUNNERS - 1) :], name]
        self.set(_PATHS[self.play_style], " ".join(chosen))

    def resize(self, columns: int, rows: int) -> None:
        """Choose the board, within its limits."""
        columns, rows = min(MAX_COLUMNS, max(MIN_COLUMNS, columns)), min(MAX_ROWS, max(MIN_ROWS, rows))
        self.set("classic.size", f"{columns}x{rows}")

    def choose_generator(self, number: int) -> None:
        self.generator = GENERATORS[number]

    # -- what the scene asks for --

    @property
    def start_words(self) -> str:
        return _START[self.play_style]

    @property
    def rules(self) -> dict[str, str]:
        """The rules of the game, without its pieces."""
        return rules_of(self.draft)

    @property
    def controllers(self) -> tuple[str, ...]:
        """Controllers that play, or whose advice is shown."""
        return tuple(str(self.value(_PATHS[self.play_style])).split())

    def begin(self, context: AppContext, back: Scene) -> Scene:
        if self.play_style == "play":
            rules = start_of(self.rules, self.seed, self.generator)
            return context.scene(to.Play(Session.new(self.game, rules, (Seat(_YOU),))), back)
        return context.scene(to.Run(Plan.new(self.controllers, self.rules, self.seed, self.generator)), back)

    def position(self) -> Position:
        return open_position(self.game, start_of(self.rules, self.seed or 1, self.generator))

    # -- the picture --

    def questions(self) -> Sequence[Question]:
        return [
            self.fill_kind,
            self._fill_play_style,
            self._fill_controllers,
            self._fill_board,
            "classic.rules",
            ("classic.next", self._fill_sliding),
            self._fill_pieces,
            self.fill_seed,
        ]

    def _fill_play_style(self, form: Form) -> None:
        words = [each.capitalize() for each in MANNERS]
        form.pills("manner", words, MANNERS.index(self.play_style), self.choose_play_style)

    def _fill_controllers(self, form: Form) -> None:
        form.question(field(_PATHS[self.play_style]).label)
        show = field("classic.adviser").show
        chosen = [CONTROLLERS.index(each) for each in self.controllers]
        form.pills("controller", [show(each) for each in CONTROLLERS], chosen, self.choose_controller)
        if self.play_style != "race":
            form.note(f"{find_controller(self.controllers[0]).source}.")

    def _fill_board(self, form: Form) -> None:
        size = self.draft.classic.size
        columns, rows = parse_size(size)
        words, now = (
            [board_size(each) for each in SIZES],
            SIZES.index(size) if size in SIZES else None,
        )
        label = field("classic.size").label
        form.one_of(label, "size", words, now, lambda i: self.resize(*parse_size(SIZES[i])))

        def across(part: Form) -> None:
            part.stepper("columns", f"{columns} columns", lambda by: self.resize(columns + by, rows), 104)

        def down(part: Form) -> None:
            part.stepper("rows", f"{rows} rows", lambda by: self.resize(columns, rows + by), 104)

        form.halves(across, down, least=200)

    def _fill_sliding(self, form: Form) -> None:
        if self.draft.classic.rules == "spawn":
            form.setting(self, "classic.sliding")
        else:
            form.question(field("classic.sliding").label)
            form.note("Only with Spawn rules.")

    def _fill_pieces(self, form: Form) -> None:
        names = ("Kibitz’s generator", "Tengstrand’s generator")
        form.one_of("Pieces", "generator", names, GENERATORS.index(self.generator), self.choose_generator)

    def summary(self) -> tuple[str, str, str]:
        who = [field("classic.adviser").show(each) for each in self.controllers]
        first, second = {
            "play": (_YOU, f"advised by {who[0]}"),
            "watch": (who[0], "plays by itself"),
            "race": (", ".join(who[:2]), ", ".join(who[2:])),
        }[self.play_style]
        return rule_words(self.rules), first, second
