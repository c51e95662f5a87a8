"""The mistakes of a player over a round, a match or many files: their degrees, what they cost, and of what kind.

What is counted has been judged elsewhere (`ai/review`). Apart from `figures`: those follow from the replay alone.
"""

from __future__ import annotations

import msgspec

from game.advice import Verdict
from game.review import DEGREES
from game.tetris.guideline import State
from game.tetris.guideline.features import theme_of
from game.tetris.tetrio.figures import Sums

THEMES = ("attack", "chain", "holes", "rises", "t", "i", "slots", "wells", "height", "bumps", "other")


class Mistakes(Sums):
    """Sums over judged pieces.

    `cost` is in rows of attack over the two bags that follow, of everything from an inaccuracy on. `themes` counts the
    same moves by what is worse about them above all (`game.tetris.guideline.features`).
    """

    pieces: int = 0
    inaccuracies: int = 0
    mistakes: int = 0
    blunders: int = 0
    cost: float = 0.0
    themes: dict[str, int] = msgspec.field(default_factory=dict)

    def add(self, state: State, played: str, best: str, verdict: Verdict, cost: float) -> None:
        """Count one more placement, as it was judged; one of which nothing is known does not count."""
        if verdict == "unknown":
            return
        self.pieces += 1
        if verdict not in DEGREES:
            return
        self.inaccuracies += verdict == "inaccuracy"
        self.mistakes += verdict == "mistake"
        self.blunders += verdict == "blunder"
        self.cost += cost
        theme = theme_of(state, played, best)
        self.themes[theme] = self.themes.get(theme, 0) + 1

    @property
    def flagged(self) -> int:
        """Inaccuracies, mistakes and blunders together."""
        return self.inaccuracies + self.mistakes + self.blunders

    @property
    def accuracy(self) -> float:
        """The share of the judged pieces that were as good as the best, 0 to 1; 1 where none was judged."""
        return 1 - self.flagged / self.pieces if self.pieces else 1.0

    @property
    def cost_a_hundred(self) -> float:
        """Rows of attack given away in a hundred pieces."""
        return 100 * self.cost / self.pieces if self.pieces else 0.0

    def document(self) -> dict[str, object]:
        """As it is printed and saved; costs in rows of attack."""
        return {
            "pieces": self.pieces,
            "accuracy": round(self.accuracy, 4),
            "blunders": self.blunders,
            "mistakes": self.mistakes,
            "inaccuracies": self.inaccuracies,
            "cost": round(self.cost, 2),
            "themes": {theme: self.themes[theme] for theme in THEMES if theme in self.themes},
        }
