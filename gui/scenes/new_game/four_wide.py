"""A new game of four-wide: who plays, with how many previews, by which rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from ai.names import FOUR_WIDE, MOBILITY
from game.chance import any_seed
from game.config import FourWideCells, FourWidePieces
from game.games import open_position
from game.position import Position
from game.record import Seat
from game.session import Session
from game.tetris.four_wide.state import ENDLESS
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.scenes.form import Question
from gui.scenes.new_game.choices import Choices
from gui.ui.text import counted

_YOU = "You"

_CELLS: dict[FourWideCells, int] = dict(zip(get_args(FourWideCells), (3, 6), strict=True))
_ENGINES = {"best": FOUR_WIDE, "rule": MOBILITY}
_QUEUES: dict[FourWidePieces, str] = {"random": "uniform", "bag": "seven_bag"}


class FourWideChoices(Choices):
    """A player, a model, a seed."""

    game = "four-wide"
    section = "four_wide"

    @property
    def start_words(self) -> str:
        return "Watch" if self.draft.four_wide.player in _ENGINES else "Start the combo"

    def start_of(self, seed: int) -> dict[str, str]:
        """The rules of a game with the pieces of `seed`; of 0, with pieces drawn anew."""
        chosen = self.draft.four_wide
        return {
            "residual": str(_CELLS[chosen.cells]),
            "randomizer": chosen.pieces,
            "hold": "on" if chosen.hold else "off",
            "previews": str(chosen.previews),
            "reach": chosen.turns,
            "walls": chosen.walls,
            "queue": f"{_QUEUES[chosen.pieces]}:{seed or any_seed()}",
        }

    def begin(self, context: AppContext, back: Scene) -> Scene:
        player, seat = self.draft.four_wide.player, Seat(_YOU)
        if player in _ENGINES:
            seat = Seat(self.label("four_wide.player"), "engine", _ENGINES[player], "full")
        session = Session.new(self.game, self._start(), (seat,))
        return context.scene(to.Play(session, hints=player != "alone"), back)

    def _start(self) -> dict[str, str]:
        """The rules of the game that begins; of starts drawn by chance one that a piece can go on from."""
        while True:
            start = self.start_of(self.seed)
            if self.seed or open_position(self.game, start).legal_moves():
                return start

    def position(self) -> Position:
        return open_position(self.game, self.start_of(self.seed or 1))

    def questions(self) -> Sequence[Question]:
        return [
            self.fill_kind,
            "four_wide.player",
            ("four_wide.previews", "four_wide.hold"),
            ("four_wide.cells", "four_wide.turns"),
            "four_wide.walls",
            "four_wide.pieces",
            self.fill_seed,
        ]

    def summary(self) -> tuple[str, str, str]:
        chosen = self.draft.four_wide
        hold = "hold" if chosen.hold else "no hold"
        walls = "" if chosen.walls == ENDLESS else f", {chosen.walls} rows of walls"
        rules = f"{_CELLS[chosen.cells]} cells, {counted(chosen.previews, 'preview')}, {hold}{walls}"
        if chosen.player in _ENGINES:
            return rules, self.label("four_wide.player"), "plays by itself"
        return rules, _YOU, "with hints" if chosen.player == "hints" else "without hints"
