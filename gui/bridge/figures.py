"""The kibitzer's choices as figures on the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.advice import Choice
from game.bridge.cards import parse_card
from gui.bridge.column import TRICKS, is_card
from gui.bridge.sight import Sight
from gui.bridge.table.figures import Figure

_NEAR = 0.05 / TRICKS  # estimates this close are both called the best


class Figures(NamedTuple):
    """Whose cards they are on, the figures by card, the tricks both sides can expect, and whether that is certain."""

    mover: int | None
    by_card: dict[int, Figure]
    expected: tuple[float, float] | None
    proven: bool


def figures_of(sight: Sight, choices: Sequence[Choice]) -> Figures:
    """What `choices` say of the cards of the seat to move."""
    cards = [each for each in choices if is_card(each.move)]
    if not cards:
        return Figures(None, {}, None, False)
    best, worst = cards[0].score, cards[-1].score
    proven = sight.stage == "play"  # solved to the end
    near = 0.001 if proven else _NEAR
    by_card = {
        parse_card(each.move): Figure(
            f"{each.score * TRICKS:.{0 if proven else 1}f}",
            best - each.score <= near,
            proven,
            1.0 if best == worst else (each.score - worst) / (best - worst),
        )
        for each in cards
    }
    mine = best * TRICKS
    rest = sight.size - mine
    expected = (mine, rest) if sight.to_move == 0 else (rest, mine)
    return Figures(sight.to_move, by_card, expected, proven)
