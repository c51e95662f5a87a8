"""Tuning of the weights of guideline Tetris' search, and a test that tells two sets of weights apart.

**Climbing.** A candidate is the best set so far with some weights changed by chance: each with chance 0.3, by a normal
share of itself (sigma 0.3). It plays **under pressure**: alone, but every 6 pieces 3 rows of garbage begin to wait,
their holes from the seed, whatever it sends; a game has 120 pieces, and a field full early has attacked no more.
What counts is the rows of attack by 120 pieces. Candidate and best play the same seeds, and the test is sequential:
after every 4 seeds, if the mean of the differences lies more than 1.5 standard errors below 0, or 40 seeds are played
without its lying 2 above 0, the candidate is dropped; at 2 above 0, after 12 seeds or more, it is the new best.

**Duels.** Two sets play versus games with the same pieces, one after the other with seats exchanged, and garbage both
ways. After 200 pieces, if both still stand, the one that has attacked more has won. The sequential probability ratio
test asks whether the first wins 50 % or 60 % of the games that are not drawn; it ends when either is 19 times as likely
as the other.

**Comparing** plays several sets under pressure on the same seeds, and prints the mean of each with what it gained on
the default. The best of many is flattered by chance: it has to hold on seeds of its own (`--seed`).

`python3 -m bench.stacker_tuning climb --minutes 20 --seed 1` prints every new best as it is found.
`python3 -m bench.stacker_tuning compare '{"covered": -0.1}' '{"well": 0.8}' --games 36 --seed 9000` compares.
`python3 -m bench.stacker_tuning duel '{"height": -0.5}' '{}' --games 400` plays weights that differ from the default.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Callable, Sequence
from random import Random

import msgspec

from ai.engine import Limit
from ai.tetris.guideline.stacker.engine import Stacker
from ai.tetris.guideline.stacker.weights import DEFAULT, Weights
from game.tetris.guideline import State

NODES = 5_000  # a piece
PIECES, EVERY, ROWS = 120, 6, 3
CHANCE, SIGMA = 0.3, 0.3
BATCH, LEAST, MOST = 4, 12, 40  # seeds
DROP, TAKE = -1.5, 2.0  # standard errors
LIKELY, EVEN, ODDS = 0.6, 0.5, math.log(19)
MOST_ROUNDS = 200

Play = Callable[[Weights, int], float]


def under_pressure(weights: Weights, seed: int, nodes: int = NODES) -> float:
    """Rows of attack a piece in a game with garbage, a field that is full attacking no more."""
    engine, limit = Stacker(weights=weights, seed=0), Limit(iterations=nodes)
    state = State.open({"queue": f"seven_bag:{seed}", "previews": "5", "garbage": str(seed)})
    while not state.over and state.tally.placed < PIECES:
        *_, last = engine.think(state.view(0), limit)
        state = state.play(last.choices[0].move)
        if state.tally.placed % EVERY == 0:
            state = state.receive(ROWS)
    return state.tally.attack / PIECES


def changed(weights: Weights, rng: Random) -> Weights:
    """A candidate near `weights`."""

    def other(value: float) -> float:
        moved = value if rng.random() > CHANCE else value * (1 + rng.gauss(0, SIGMA)) + rng.gauss(0, 0.02)
        return round(moved, 4)

    changes: dict[str, float | tuple[float, ...]] = {}
    for name in Weights.__struct_fields__:
        value = getattr(weights, name)
        if name != "attack":  # the unit
            changes[name] = tuple(map(other, value)) if isinstance(value, tuple) else other(value)
    return msgspec.structs.replace(weights, **changes)


def climb(seed: int, minutes: float, start: Weights = DEFAULT) -> Weights:
    """Climb for so long from `start`; prints every new best with its gain over the one before."""
    rng, best, known = Random(seed), start, dict[int, float]()
    ends, tried = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < ends:
        candidate, tried = changed(best, rng), tried + 1
        first = rng.randrange(10**6)
        gains: list[float] = []
        while (verdict := _verdict(gains)) is None and time.monotonic() < ends:
            seeds = range(first + len(gains), first + len(gains) + BATCH)
            gains += [under_pressure(candidate, each) - under_pressure(best, each) for each in seeds]
        if verdict:
            best = candidate
            known[tried] = statistics.mean(gains)
            print(
                f"{tried}: +{known[tried]:.4f} in {len(gains)} games",
                msgspec.json.encode(best).decode(),
                flush=True,
            )
    print(f"{tried} candidates tried", flush=True)
    return best


def _verdict(gains: list[float]) -> bool | None:
    """Return True if a candidate is taken (True) or dropped; None while more has to be played."""
    if len(gains) < BATCH:
        return None
    error = statistics.stdev(gains) / math.sqrt(len(gains)) or 1e-9
    mean = statistics.mean(gains) / error
    if mean < DROP:
        return False
    if mean > TAKE and len(gains) >= LEAST:
        return True
    return False if len(gains) >= MOST else None


def compare(sets: Sequence[str], games: int, seed: int, nodes: int) -> None:
    """Print the score under pressure of the default weights, and what others gain on the same seeds."""
    seeds = range(seed, seed + games)
    base = [under_pressure(DEFAULT, each, nodes) for each in seeds]
    print(f"{statistics.mean(base):.4f} +- {_error(base):.4f}  default", flush=True)
    for text in sets:
        results = [under_pressure(read(text), each, nodes) for each in seeds]
        gains = [new - old for new, old in zip(results, base, strict=True)]
        gain = f"{statistics.mean(gains):+.4f} +- {_error(gains):.4f}"
        print(f"{statistics.mean(results):.4f} {gain}  {text}", flush=True)


def _error(values: Sequence[float]) -> float:
    """The standard error of their mean."""
    return statistics.stdev(values) / math.sqrt(len(values))


def duel(a: Weights, b: Weights, games: int, nodes: int = NODES) -> tuple[int, int, str]:
    """Games won by both, and what the sequential test says."""
    wins, evidence = [0, 0], 0.0
    for number in range(games):
        seats = (a, b) if number % 2 == 0 else (b, a)
        winner = versus(seats, 1_000 + number // 2, nodes)
        if winner is not None:
            first = (winner == 0) == (number % 2 == 0)
            wins[not first] += 1
            evidence += math.log(LIKELY / EVEN if first else (1 - LIKELY) / EVEN)
        if abs(evidence) > ODDS:
            return wins[0], wins[1], "better" if evidence > 0 else "not better"
    return wins[0], wins[1], "undecided"


def versus(seats: tuple[Weights, Weights], seed: int, nodes: int) -> int | None:
    """The seat that wins; None where both lose at once or have attacked alike."""
    engines = [Stacker(weights=weights, seed=0) for weights in seats]
    states = [State.open({"queue": f"seven_bag:{seed}", "garbage": str(2 * seed + seat)}) for seat in (0, 1)]
    for _ in range(MOST_ROUNDS):
        for seat, engine in enumerate(engines):
            *_, last = engine.think(states[seat].view(0), Limit(iterations=nodes))
            states[seat] = states[seat].play(last.choices[0].move)
        sent = [state.last.sent if state.last else 0 for state in states]
        states = [states[0].receive(sent[1]), states[1].receive(sent[0])]
        over = [state.over for state in states]
        if any(over):
            return None if all(over) else over.index(False)
    a, b = (state.tally.attack for state in states)
    return None if a == b else int(b > a)


def main() -> None:
    """Climb or play a duel, as the command line asks."""
    parser = argparse.ArgumentParser(description="weights of guideline Tetris' search")
    ways = parser.add_subparsers(dest="way", required=True)
    up = ways.add_parser("climb")
    up.add_argument("--minutes", type=float, default=20.0)
    up.add_argument("--seed", type=int, default=1)
    up.add_argument("--start", default="{}", help="weights that differ, as JSON")
    two = ways.add_parser("duel")
    two.add_argument("a", help="weights that differ from the default, as JSON")
    two.add_argument("b")
    two.add_argument("--games", type=int, default=400)
    two.add_argument("--nodes", type=int, default=NODES)
    several = ways.add_parser("compare")
    several.add_argument("weights", nargs="+", help="weights that differ from the default, as JSON")
    several.add_argument("--games", type=int, default=MOST)
    several.add_argument("--seed", type=int, default=1)
    several.add_argument("--nodes", type=int, default=NODES)
    asked = parser.parse_args()
    if asked.way == "climb":
        climb(asked.seed, asked.minutes, read(asked.start))
    elif asked.way == "compare":
        compare(asked.weights, asked.games, asked.seed, asked.nodes)
    else:
        print(*duel(read(asked.a), read(asked.b), asked.games, asked.nodes))


def read(text: str) -> Weights:
    """The weights of a JSON object; those not named are the default."""
    return msgspec.json.decode(text, type=Weights)


if __name__ == "__main__":
    main()
