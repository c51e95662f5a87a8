"""The cost of every placement in a position, cheaply and always the same: what tells slips from fine placements."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ai.tetris.guideline.kernels.layout import placement_of
from ai.tetris.guideline.stacker.levels import ALL
from ai.tetris.guideline.stacker.search import BeamSearch
from ai.tetris.guideline.stacker.tree import NOTHING, ROOTS
from ai.tetris.guideline.stacker.weights import Weights
from game.tetris.guideline import Placement, State
from game.tetris.guideline.habits import DANGER, Situation
from game.tetris.guideline.slips import KINDS, Kind, slips

SIGHT = 4  # pieces: the one in hold, the current one and two previews, about as far as people plan
NODES = 4_000  # of either search
# The slips of people were counted by a search with these weights, and those of the partner are counted alike.
COUNTED_BY = Weights(
    height=0.0,
    high=-1.5,
    top=-5.0,
    bumps=-0.3,
    bumps_squared=-0.1,
    transitions=-0.2,
    cavities=-1.5,
    overhangs=-0.9,
    covered=-0.2,
    well=0.6,
    back_to_back=2.0,
    chained=0.0,
    slots=(0.1, 3.0, 6.0),
    far=0.6,
    plain=(0.0, -2.0, -2.5, -3.0, -0.5),
    mini=(0.0, -1.5, -2.0, -2.0, -0.5),
    full=(0.0, -1.0, 0.0, 0.0, 0.0),
    perfect=5.0,
    wasted=-2.5,
    tucked=-0.2,
)
_WEIGHED = 3.0  # rows of attack: what costs that many more tempts e times less
_UNSEEN = 50.0  # rows of attack: a placement that the plan does not know


class Judged(NamedTuple):
    """All placements of a position, the best first, with their costs in rows of attack.

    `kinds` are those that are slips. `plan` are the costs by a second search that sees all pieces shown: it knows
    better which of the fine placements to take, and which slip looks good.
    """

    costs: dict[Placement, float]
    kinds: dict[Placement, Kind]
    plan: dict[Placement, float]
    nodes: int = 0

    def of_kind(self, kind: Kind | None) -> list[Placement]:
        """The slips of a kind, or the fine placements."""
        return [at for at in self.costs if self.kinds.get(at) == kind]

    def planned(self, places: Iterable[Placement]) -> list[float]:
        """Their costs by the plan."""
        return [self.plan.get(at, _UNSEEN) for at in places]

    def situations(self, state: State) -> dict[Kind, Situation]:
        """The slips that are possible, and what makes each of them likely."""
        fine = self.of_kind(None)
        least = min(self.planned(fine))
        waiting, danger = state.garbage.waiting > 0, state.field.height >= DANGER
        results: dict[Kind, Situation] = {}
        for kind in KINDS:
            places = self.of_kind(kind)
            if places:
                worse = max(0.0, min(self.planned(places)) - least)
                results[kind] = Situation(len(fine), waiting, danger, math.exp(-worse / _WEIGHED))
        return results


class SlipJudge:
    """Searches a position twice with few nodes: as far as people plan, and with all pieces in sight.

    A placement costs what it is behind the best one, at the greatest depth at which the search has met it.
    """

    def __init__(self) -> None:
        self._search = _RepeatableSearch(COUNTED_BY)

    def judge(self, state: State) -> Judged:
        """All placements of a position as the player sees it; none where it is over."""
        view = state.view(0)
        if view.halted:
            return Judged({}, {}, {})
        costs = self._search.costs(view, SIGHT)
        nodes = self._search.nodes
        plan = self._search.costs(view, ALL)
        return Judged(costs, slips(costs, view.piece, view.field), plan, nodes + self._search.nodes)


class _RepeatableSearch(BeamSearch):
    """A search that finds the same whatever it has searched before."""

    def costs(self, state: State, sight: int) -> dict[Placement, float]:
        """The costs of all placements with so many pieces in sight, the best first."""
        self._epoch = 0
        self.look_at(state, sight, clears=0)
        tree = self._there()
        tree.seen[:] = 0
        self.run(NODES)
        best = tree.best[:, : int(tree.counters[ROOTS])]
        reached = best > NOTHING
        roots = np.flatnonzero(reached.any(axis=0))
        depths = best.shape[0] - 1 - reached[::-1].argmax(axis=0)[roots]
        behind = best.max(axis=1, initial=NOTHING)[depths] - best[depths, roots]
        order = np.lexsort((roots, -depths, behind))
        places = tree.lines[depths, roots, 0]
        return {placement_of(int(places[at])): float(behind[at]) for at in order}
