"""The rules for spins: kernels, slow rules and the engine of TETR.IO agree, in what spins, sends and continues."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ai.tetris.guideline.kernels.layout import placement_of
from ai.tetris.guideline.moves import placements, shortest_path
from ai.tetris.guideline.stacker.search import BeamSearch
from ai.tetris.guideline.stacker.tree import CHAIN, COMBO, LINE
from ai.tetris.guideline.stacker.weights import Weights
from game.tetris.guideline import PIECES, Field, Placement, State, path, reachable
from game.tetris.guideline.movement import Gravity, Start
from game.tetris.guideline.pieces import T
from game.tetris.guideline.spins import SPIN_RULES, SpinRule
from game.tetris.guideline.srs import System
from game.tetris.tetrio import Engine, Options
from game.tetris.tetrio.engine import centre
from game.tetris.tetrio.options import SEASONS
from game.tetris.tetrio.options import SPIN_RULES as TETRIO_RULES
from tests.game.tetris.guideline.heaps import heaps, stacks

pytestmark = pytest.mark.kernel

Ways = tuple[System, Start, Gravity]
WAYS: tuple[Ways, ...] = (
    ("srs", "19", "0g"),
    ("srs+180", "19", "20g"),
    ("srs+", "21", "0g"),
    ("srs+", "21", "20g"),
)
# an S, J, L, Z or T turns into these
POCKETS = (
    ".xx.......\nx...xxxxxx\nxxx.xxxxxx",
    "x.........\n...xxxxxxx\nx..xxxxxxx\nxx.xxxxxxx",
    "xx.......x\nx..xxxxxxx\n..xxxxxxxx\nx.xxxxxxxx",
    "xx........\nx...xxxxxx\nxx.xxxxxxx",
    "..xx......\n...x......\nxx.xxxxxxx\nx..xxxxxxx\nxx.xxxxxxx",
)
ATTACK_ONLY = Weights(
    **dict.fromkeys(("high", "top", "bumps", "bumps_squared", "transitions", "cavities", "overhangs"), 0.0),
    **dict.fromkeys(("covered", "well", "back_to_back", "far", "perfect", "wasted", "tucked"), 0.0),
    slots=(0.0,) * 3, plain=(0.0,) * 5, mini=(0.0,) * 5, full=(0.0,) * 5,
)  # fmt: skip


def fields(seed: int) -> list[Field]:
    pockets = [Field.parse(rows) for rows in POCKETS]
    pockets += [field.mirrored() for field in pockets]
    return [*heaps(2, seed, 16), *stacks(3, seed), *heaps(2, seed + 1, 30), *pockets]


@pytest.mark.parametrize("rule", SPIN_RULES)
def test_kernels_find_the_spins_of_the_rules(rule: SpinRule) -> None:
    spun: set[tuple[bool, int]] = set()
    turn = SPIN_RULES.index(rule)  # every rule meets every field and piece, each in another way
    for number, field in enumerate(fields(turn)):
        for piece in range(7):
            ways = WAYS[(number + piece + turn) % len(WAYS)]
            results = placements(field, piece, *ways, rule)
            assert results == reachable(field, piece, *ways, rule), (str(field), PIECES[piece], ways)
            spun |= {(piece == T, at.spin) for at in results if at.spin}
    other = {"all": 2, "all+": 2, "all-mini": 1, "all-mini+": 1, "mini-only": 1}.get(rule, 0)
    assert {spin for of_a_t, spin in spun if not of_a_t} == ({other} if other else set())
    ts = {spin for of_a_t, spin in spun if of_a_t}
    assert ts == ({"none": set(), "mini-only": {1}}.get(rule, {1, 2}))


@pytest.mark.parametrize("rule", ["all-mini+", "all", "mini-only", "none"])
def test_kernels_find_shortest_ways_to_spins(rule: SpinRule) -> None:
    dice, asked = random.Random(4), 0
    for field in fields(seed=5):
        for piece in range(7):
            spins = [at for at in reachable(field, piece, "srs+", "21", "0g", rule) if at.spin]
            for at in [*spins, *reachable(field, piece, "srs+", "21", "0g", rule)[:1]]:
                if dice.random() < 0.2:
                    slow = path(field, at, "srs+", "21", "0g", rule)
                    fast = shortest_path(field, at, "srs+", "21", "0g", rule)
                    assert slow
                    assert len(slow) == len(fast or ()), (str(field), at)
                    asked += 1
    assert asked > 20


def sampled(state: State, dice: random.Random) -> list[Placement]:
    """Some placements: all with a spin or a clear, and a few others."""
    return [
        at
        for at in state.placements
        if at.spin or state.field.landed(*at[:4]).full_rows or dice.random() < 0.1
    ]


# -- what a placement sends: our game, the search of stacker, and the engine of TETR.IO --

BOARDS = (
    "",
    "xxx.......\nxxx...xxxx",
    "xxxxxx....",
    "x.........\n" + "xxxxxxxxx.\n" * 4,
    "xxxxx.....\nxxxxx.....",
    *POCKETS,
)


def engine_at(state: State, at: Placement, options: Options, multiplier: float) -> Engine:
    """The engine of TETR.IO where this placement has locked."""
    engine = Engine(options)
    engine.board = list(state.field.rows)
    engine.combo, engine.btb, engine.multiplier = state.combo, state.chain, multiplier
    dx, dy = centre(at.piece, at.orientation)
    engine.piece, engine.orientation, engine.x = at.piece, at.orientation, at.x - dx
    engine.u, engine.spin = float(39 - (at.y - dy)), at.spin
    engine._lock(hard=True)
    return engine


@pytest.mark.parametrize("season", SEASONS)
@pytest.mark.parametrize(
    ("spins", "percent"), [("T-spins", 100), ("all-mini+", 100), ("all", 135), ("all+", 250)]
)
def test_every_lock_sends_the_same_everywhere(season: str, spins: str, percent: int) -> None:
    dice, brain = random.Random(spins + season), BeamSearch(ATTACK_ONLY)
    options = Options(
        seed=1, spinbonuses=spins, nolockout=True, allow180=True, hasgarbage=True, **SEASONS[season]
    )
    met: set[str] = set()
    for game in range(len(BOARDS)):
        rules = {"kicks": "srs+", "start": "21", "spins": spins.lower(), "attack": season}
        rules |= {
            "multiplier": str(percent),
            "hold": "off",
            "board": BOARDS[game % len(BOARDS)].replace("\n", "/").strip("/"),
        }
        state = State.open(
            rules | {"queue": f"list:I+seven_bag:{game + 1}", "chain": str((0, 1, 9, 5, 4, 6)[game % 6])}
        )
        for _ in range(7):
            if state.over:
                break
            brain.look_at(state, 1, clears=0)
            brain.run(1)
            tree = brain._there()
            searched = {
                placement_of(int(tree.nodes[1, slot, LINE])): (
                    round(float(tree.rewards[1, slot]), 6),
                    int(tree.nodes[1, slot, CHAIN]),
                    int(tree.nodes[1, slot, COMBO]),
                )
                for slot in map(int, tree.order[1, : int(tree.sizes[1])])
            }  # fmt: skip
            assert searched
            clearing = []
            for at in sampled(state, dice):
                after = state.put(at)
                landing = after.last
                assert landing is not None
                engine = engine_at(state, at, options, percent / 100)
                there = engine.placements[-1]
                assert (there.attack, engine.btb, engine.combo) == (
                    landing.attack,
                    after.chain,
                    after.combo,
                ), at
                if at in searched:  # of placements that lead to the same, the search keeps one
                    assert searched[at] == (landing.attack, after.chain, after.combo), at
                met |= {"spin"} if at.spin and at.piece != T else set()
                if landing.rows:
                    clearing.append(at)
                    met |= {"perfect"} if landing.clear.perfect else set()
                    met |= {"chain"} if landing.clear.back_to_back else set()
                    met |= {"over"} if state.chain > 4 and not after.chain else set()
            state = state.put(dice.choice(clearing or list(state.placements)))
    assert {"perfect", "chain", "over"} <= met
    assert ("spin" in met) == (spins != "T-spins")


def test_the_rules_are_those_of_tetrio() -> None:
    ours = {rule.lower() for rule in TETRIO_RULES}
    assert set(SPIN_RULES) <= ours
    assert np.all([rule == rule.lower() for rule in SPIN_RULES])
