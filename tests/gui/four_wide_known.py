"""A combo's rules for the tests of four-wide, and lengths that are known."""

from __future__ import annotations

from ai.tetris.four_wide.lengths import ComboLengths
from game.tetris import streaks
from game.tetris.four_wide.model import Model
from gui.screenshot_scenes import SavedLengths

RULES = {"queue": "list:IOTSZJLIOTSZJL", "hold": "T", "previews": "3"}


class Known(SavedLengths):
    """Lengths that are known, whatever the model, and the combos that were played before."""

    def __init__(self) -> None:
        super().__init__({}, streaks.Streaks())
        self.wanted: list[Model] = []

    def of(self, model: Model) -> ComboLengths | None:
        return ComboLengths([1.0, 0.5], 1, 0.5, 1.0)

    def want(self, model: Model, *, large: bool = False) -> None:
        self.wanted.append(model)

    def streaks(self) -> streaks.Streaks:
        return streaks.read()


KNOWN = Known()
