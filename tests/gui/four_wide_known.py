"""A combo's rules for the tests of four-wide, and lengths that are known."""

from __future__ import annotations

from ai.tetris.four_wide.lengths.lasting import Lasting
from game.tetris import streaks
from game.tetris.four_wide.model import Model

RULES = {"queue": "list:IOTSZJLIOTSZJL", "hold": "T", "previews": "3"}


class Known:
    """Lengths that are known, and combos that were played before."""

    def __init__(self) -> None:
        self.wanted: list[Model] = []

    def of(self, model: Model) -> Lasting | None:
        return Lasting([1.0, 0.5], 1, 0.5, 1.0)

    def want(self, model: Model, *, large: bool = False) -> None:
        self.wanted.append(model)

    def status(self, model: Model) -> str:
        return ""

    def share(self, model: Model) -> float | None:
        return None

    def failed(self, model: Model) -> bool:
        return False

    def begun(self, model: Model) -> bool:
        return False

    def again(self, model: Model) -> None:
        """Nothing has failed."""

    def stop(self) -> None:
        """Nothing is under way."""

    def streaks(self) -> streaks.Streaks:
        return streaks.read()


KNOWN = Known()
