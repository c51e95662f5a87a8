"""Themes of mistakes where engines are at hand: those of a card in bridge's play stage come from the solver as well."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from game.bridge import State as Bridge
from game.bridge.cards import parse_card
from game.position import Position
from game.practice.mistake_theme import is_card, theme_of_mistake

if TYPE_CHECKING:
    from ai.bridge.solver.solver import Solver

_TABLE_BITS = 16


def theme_of(position: Position, played: str, best: str, *, exact: bool = False) -> str:
    """The theme of a mistake, one of `game.practice.themes`."""
    here = position.board.endgame if isinstance(position, Bridge) else None
    if here is None or not (is_card(played) and is_card(best)):
        return theme_of_mistake(position, played, best, exact=exact)
    from ai.bridge.engine import technique_of

    return technique_of(here, parse_card(played), parse_card(best), _solver())


@lru_cache(maxsize=1)
def _solver() -> Solver:
    from ai.bridge.solver.solver import Solver

    return Solver(table_bits=_TABLE_BITS)
