"""A new game of four-wide: who plays, with how much in sight, by which rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import pygame

from game.chance.seeds import any_seed
from game.config import Config, Value
from game.config.settings import FourWideCells, FourWidePlayer, FourWideTurns
from game.position import Position, open_position
from game.record import Seat
from game.session import Session
from game.tetris.four_wide.model import MOST_PREVIEWS, RANDOMIZERS, Randomizer
from gui.drawing.canvas import Box, Canvas
from gui.drawing.letters import counted
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.new_game.choices import KINDS, Turn
from gui.scenes.new_game.form import Form
from gui.scenes.new_game.seed import SeedChoice

REACHES: tuple[FourWideTurns, ...] = get_args(FourWideTurns)  # by which a person can play
_CELLS: dict[FourWideCells, int] = {"three": 3, "six": 6}
RESIDUALS = tuple(_CELLS.values())
_KIND = [game for game, _ in KINDS].index("four-wide")
_SEATS = get_args(FourWidePlayer)
_PLAYERS = ("With hints", "Without hints", "Watch the best", "Watch the rule of thumb")
_ABOUT = (
    "Every placement shows how long the combo is still to be expected.",
    "You play; what a choice has cost is said once it is made. H shows the hints.",
    "The solved game plays: nobody lasts longer on average.",
    "A player without a table: it clears as far as it sees.",
)
_ENGINES = {2: ("The solved game", "four-wide"), 3: ("Rule of thumb", "mobility")}
_PIECE_WORDS = ("Any piece", "Bags of 7")
_QUEUES: dict[Randomizer, str] = {"random": "uniform", "bag": "seven_bag"}
_LEAST = 240.0  # units of width that a question needs beside another


class FourWideChoices:
    """A player, a model, a seed."""

    game = "four-wide"

    def __init__(self, config: Config) -> None:
        chosen = config.four_wide
        self.player = _SEATS.index(chosen.player)
        self.residual, self.previews, self.hold = _CELLS[chosen.cells], chosen.previews, chosen.hold
        self.randomizer: Randomizer = chosen.pieces
        self.reach: FourWideTurns = chosen.turns
        self.seed = SeedChoice(chosen.seed)
        self.instead = ""

    # -- choosing --

    def seat(self, number: int) -> None:
        """Choose who plays."""
        self.player = number

    def leave(self, number: int) -> None:
        """Choose the cells at the start."""
        self.residual = RESIDUALS[number]

    def see(self, by: int) -> None:
        """Show more or fewer previews."""
        self.previews = min(MOST_PREVIEWS, max(0, self.previews + by))

    def keep(self, on: int) -> None:
        """Allow the hold, or not."""
        self.hold = bool(on)

    def draw_from(self, number: int) -> None:
        """Choose how pieces are drawn."""
        self.randomizer = RANDOMIZERS[number]

    def kick(self, number: int) -> None:
        """Choose how turns give way."""
        self.reach = REACHES[number]

    def other_game(self, number: int) -> None:
        """Turn to another game of Tetris."""
        self.instead = "" if number == _KIND else KINDS[number][0]

    # -- what the scene asks for --

    @property
    def start_words(self) -> str:
        return "Watch" if self.player in _ENGINES else "Start the combo"

    def start_of(self, seed: int) -> dict[str, str]:
        """The rules of a game with the pieces of `seed`; of 0, with pieces drawn anew."""
        return {
            "residual": str(self.residual),
            "randomizer": self.randomizer,
            "hold": "on" if self.hold else "off",
            "previews": str(self.previews),
            "reach": self.reach,
            "queue": f"{_QUEUES[self.randomizer]}:{seed or any_seed()}",
        }

    def begin(self, salon: Salon, back: Scene) -> Scene:
        seat = Seat("You")
        if self.player in _ENGINES:
            name, engine = _ENGINES[self.player]
            seat = Seat(name, "engine", engine, "full")
        session = Session.new(self.game, self._start(), (seat,))
        return salon.doors.play(session, back, hints=self.player != 1)

    def _start(self) -> dict[str, str]:
        """The rules of the game that begins; of starts drawn by chance one that a piece can go on from."""
        while True:
            start = self.start_of(self.seed.value)
            if self.seed.value or open_position(self.game, start).legal_moves():
                return start

    def changes(self, config: Config) -> Mapping[str, Value]:
        before, words = config.four_wide, {cells: word for word, cells in _CELLS.items()}
        found: dict[str, tuple[Value, Value]] = {
            "player": (_SEATS[self.player], before.player),
            "previews": (self.previews, before.previews),
            "hold": (self.hold, before.hold),
            "cells": (words[self.residual], before.cells),
            "turns": (self.reach, before.turns),
            "pieces": (self.randomizer, before.pieces),
        }
        return {f"four_wide.{key}": now for key, (now, then) in found.items() if now != then}

    def position(self) -> Position:
        return open_position(self.game, self.start_of(self.seed.value or 1))

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
        form.pills("player", _PLAYERS, self.player, self.seat)
        form.note(_ABOUT[self.player])
        form.apart()
        form.halves(self._fill_previews, self._fill_hold, _LEAST)
        form.apart()
        form.halves(self._fill_residual, self._fill_turns, _LEAST)
        form.apart()
        form.heading("Pieces")
        form.pills("pieces", _PIECE_WORDS, RANDOMIZERS.index(self.randomizer), self.draw_from)
        self.seed.fill(form)
        self.seed.note(form)

    def _fill_previews(self, form: Form) -> None:
        form.heading("Pieces shown")
        form.stepper("previews", f"{self.previews} next" if self.previews else "none", self.see, 96)

    def _fill_hold(self, form: Form) -> None:
        form.heading("Hold")
        form.pills("hold", ("Off", "On"), int(self.hold), self.keep)

    def _fill_residual(self, form: Form) -> None:
        form.heading("Cells at the start")
        form.pills(
            "residual", [str(cells) for cells in RESIDUALS], RESIDUALS.index(self.residual), self.leave
        )

    def _fill_turns(self, form: Form) -> None:
        form.heading("Turns")
        form.pills("reach", ("SRS", "SRS, half turns"), REACHES.index(self.reach), self.kick)

    def draw_summary(self, canvas: Canvas, box: Box) -> None:
        x, y, width, _ = box
        colour = canvas.theme.colour
        rules = [
            f"{self.residual} cells",
            counted(self.previews, "preview"),
            "hold" if self.hold else "no hold",
        ]
        canvas.text((x, y), canvas.fitted(", ".join(rules), "label", width), "label", colour.text3)
        who = _ENGINES[self.player][0] if self.player in _ENGINES else "You"
        canvas.text((x, y + 32), canvas.fitted(who, "body", width), "body", colour.text)
        second = "plays by itself" if self.player in _ENGINES else _PLAYERS[self.player].lower()
        canvas.text((x, y + 58), canvas.fitted(second, "label", width), "label", colour.text2)
