"""Bridge with hidden cards: what to bid, and which card to play in the exchange.

Two casual players play deals. Where one of them has erred by a quick look, a long duel judges the choices; what it
cannot tell apart for certain is refused, as with the mistakes of a person (`mistakes`).
"""

from __future__ import annotations

from random import Random

import msgspec

from ai.bridge.engine import Kibitz
from ai.bridge.levels import strength
from ai.engine import Limit
from ai.practice.making import Stream
from ai.practice.mistakes import Mistake, Refused, problem_of
from ai.registry import engines_of
from ai.review.judge import Turn
from game.bridge import State
from game.practice.problem import Problem, Source

PLAYER = "casual"
QUICK = 60  # worlds of the quick look
LEAST = {"points": 30.0, "tricks": 0.3}  # that a move costs by it
SURE = 5.0  # standard errors
FROM_A_DEAL = 2
IN_TURNS = ("auction", "exchange")


def problems(seed: int) -> Stream:
    """A call, then a card, and so on, as they turn up in deals."""
    chance = Random(f"bridge-decisions {seed}")
    judge, number = engines_of("bridge").judge(), 0
    while True:
        state, left = (
            State.open({"deals": f"random:{chance.getrandbits(60)}", "match": "1 deals"}),
            FROM_A_DEAL,
        )
        player = Kibitz(strength(PLAYER), seed=chance.getrandbits(60))
        while left and state.stage in IN_TURNS:
            *_, advice = player.think(state.view(state.to_move), Limit())
            move, problem = advice.choices[0].move, None
            if state.stage == IN_TURNS[number % 2]:
                quick = judge.advise(state, QUICK, seed=chance.getrandbits(30))
                best, played = quick.choices[0], quick.choice(move)
                if played is None or best.worth.gain(played.worth) >= LEAST[best.worth.unit]:
                    mistake = Mistake(
                        Turn(state.ply, state.seats[state.to_move], state, move), best.move, Source()
                    )
                    problem = problem_of(mistake, judge)
                    if isinstance(problem, Refused) or not _is_sure(problem):
                        yield None
                    else:
                        number, left = number + 1, left - 1
                        yield _made(problem, seed)
            state = state.play(move)


def _is_sure(problem: Problem) -> bool:
    """Return True if every move that is called wrong is so by far: of many that are compared, one may be by chance."""
    return all(cost.value >= SURE * cost.error for cost in problem.costs.values())


def _made(problem: Problem, seed: int) -> Problem:
    source = Source(kind="made", title=f"{strength(PLAYER).title} against itself", seed=seed)
    return msgspec.structs.replace(problem, source=source, played="")
