"""Classic Tetris: which of two placements is better. A duel decides: both are played on with the same pieces.

The other one is what a simpler rule would play. Ahead are six pieces, played by the rule that judges games; what counts
is the equity of the board then, over many draws of pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

from ai.engine import Limit
from ai.practice.making import Stream
from ai.registry import engines_of
from ai.review.verdict import Comparison
from ai.tetris.classic.engine import RULE, ClassicJudge, ControllerEngine, worth_of_a_hole
from ai.tetris.classic.play import Player, ranked_moves
from game.advice import Worth
from game.practice.problem import Choose, Problem, Source
from game.practice.sameness import identity
from game.tetris.classic import State
from game.tetris.classic.pieces import SHAPES, Pieces

SIMPLER = "dellacherie"  # the rule that plays, and errs
LONGEST, APART = 300, 7  # pieces of a game, and between two that are looked at
STRAYING, STRAYS = (
    0.25,
    6,
)  # share of the pieces that go to one of the next best places, so that boards get uneven
FROM_A_GAME = 4
LEAST_COST = 1.0  # covered cells, at sight
AHEAD = 6  # pieces that are played on
QUICK, DRAWS = 16, 96  # draws of pieces: in a first look, and in the duel
HOPE, SURE, EQUAL = (
    1.5,
    4.0,
    2.0,
)  # standard errors: to go on, to make a problem, and to call two placements equal
LOST = 200.0  # equity of a lost game


def problems(seed: int) -> Stream:
    """Positions of one game after the other."""
    chance = Random(f"classic {seed}")
    while True:
        left = FROM_A_GAME
        for number, state in enumerate(_game(chance)):
            if left == 0:
                break
            if number % APART == APART - 1:
                problem = _problem(state, seed, chance)
                left -= problem is not None
                yield problem


def _game(chance: Random) -> Iterator[State]:
    state = State.open({"pieces": f"uniform:{chance.getrandbits(60)}", "next": "on"})
    player = ControllerEngine(SIMPLER)
    for _ in range(LONGEST):
        if state.over:
            return
        yield state
        *_, advice = player.think(state.view(0), Limit(iterations=1))
        number = chance.randrange(STRAYS) if chance.random() < STRAYING else 0
        state = state.play(advice.choices[min(number, len(advice.choices) - 1)].move)


def _problem(state: State, seed: int, chance: Random) -> Problem | None:
    *_, simple = ControllerEngine(SIMPLER).think(state.view(0), Limit(iterations=1))
    advice = ClassicJudge().advise(state, engines_of("classic").normal, seed)
    best, draws = advice.choices[0], Random(chance.getrandbits(60))
    other = advice.choice(simple.choices[0].move)
    if other is None or other.move == best.move:
        return None
    if best.worth.gain(other.worth) < LEAST_COST * worth_of_a_hole(RULE):
        return None
    quick = _duel(state, best.move, other.move, draws, QUICK)
    if quick.cost < HOPE * quick.error:
        return None
    cost = _duel(state, best.move, other.move, draws, DRAWS)
    if cost.cost < SURE * cost.error:
        return None
    moves = (best.move, other.move) if chance.random() < 1 / 2 else (other.move, best.move)
    task, start = Choose(moves), state.here()
    return Problem(
        id=identity(State.open(start), task),
        game="classic",
        start=start,
        task=task,
        answers=(best.move,),
        theme="other",
        reason=advice.evidence,
        costs={other.move: Worth("equity", round(cost.cost, 2), round(cost.error, 2))},
        proof="duel",
        nodes=DRAWS * AHEAD,
        source=Source(kind="made", seed=seed),
    )


def _duel(state: State, better: str, worse: str, chance: Random, draws: int) -> Comparison:
    """By how much one placement is better than the other, with the same pieces behind both."""
    player, differences = Player(RULE, state.rules, 1), list[float]()
    for _ in range(draws):
        pieces = [chance.randrange(len(SHAPES)) for _ in range(AHEAD + 1)]
        ours, theirs = (_equity(player, state.play(move), pieces) for move in (better, worse))
        differences.append(theirs - ours)
    return Comparison.of_samples(differences)


def _equity(player: Player, state: State, pieces: list[int]) -> float:
    """The equity once the known piece and all but the last of `pieces` are played; lower is better."""
    known = [] if state.piece is None else [state.piece]
    player.begin(State(state.rules, state.board, Pieces.of([*known, *pieces])))
    player.go(len(known) + AHEAD - 1)
    after = player.state
    moves = () if player.over else ranked_moves(after, RULE, 1)
    return moves[0].equity if moves else LOST


def prove(problem: Problem) -> str:
    """Return what is wrong with the answer, by other draws and twice as many; empty if nothing is."""
    state, chance = cast(State, problem.open()), Random(f"again {problem.id}")
    best, wrong = problem.answers[0], next(iter(problem.costs))
    cost = _duel(state, best, wrong, chance, 2 * DRAWS)
    if cost.cost < -SURE * cost.error:
        return f"{wrong} is better"
    return f"{wrong} is as good" if cost.cost < EQUAL * cost.error else ""
