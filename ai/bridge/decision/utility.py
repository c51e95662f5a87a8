"""What a player wants: tricks, or the points that they bring under the contract."""

from __future__ import annotations

import numpy as np

from ai.bridge.player.layout import RANKS, Numbers
from game.bridge import Contract, Observation
from game.bridge.rules import Scoring
from game.bridge.scoring import points


def points_by_tricks(scoring: Scoring, contract: Contract) -> Numbers:
    """[declarer's tricks, 0 to 13] the declarer's points less the defender's."""
    declared = contract._replace(declarer=0)
    both = (points(scoring, declared, (taken, RANKS - taken)) for taken in range(RANKS + 1))
    return np.array([mine - theirs for mine, theirs in both], np.float64)


def utility(seen: Observation) -> Numbers:
    """[my tricks, 0 to 13] what they are worth to the player: points, or tricks where nothing was bid for."""
    if not seen.table.auction or seen.contract is None:
        return np.arange(RANKS + 1.0)
    worth = points_by_tricks(seen.table.scoring, seen.contract)
    return worth if seen.declaring else -worth[::-1]
