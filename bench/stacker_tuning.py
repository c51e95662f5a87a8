"""Tuning of the weights of guideline Tetris' search, and tests that tell two sets of weights apart.

**SPSA** (Spall 1992: simultaneous perturbation stochastic approximation). A step moves all weights at once, each up or
down by chance, by SHARE of itself (LEAST at least, LEAST_OF_CLEARS where it is that of a placement), and lets the set
moved that way play a game of a ladder against the one moved the other way. The winner pulls the weights to its side.
Moves become smaller with the steps, and so do the pulls, by the exponents that Spall recommends; the rate is such that
one win early on moves a weight by RATE of that share. A result is the mean of the second half of all steps, since
single steps are noise. Games are those of a ladder (two boards with the same pieces send each other garbage) with few
nodes; a game that is not over after MOST_ROUNDS pieces is a draw. The file is written after every batch of steps, and
the same command goes on from there; with the same seed and batch the same file comes out, however many processes play.

**Duels** play the same games between two sets, or between keeping and not keeping the tree, and print the difference of
ratings with its 95 % interval, as `ladder` does.

**Comparing** plays several sets **under pressure** on the same seeds: alone, but every 6 pieces 3 rows of garbage begin
to wait, their holes from the seed, whatever it sends; a game has 120 pieces, and a field full early has attacked no
more. It prints the rows of attack a piece of each with what it gained on the default. The best of many is flattered by
chance: it has to hold on seeds of its own (`--seed`).

`python3 -m bench.stacker_tuning spsa season-2.json --rules season-2 --steps 4000 --jobs 2` tunes, and goes on.
`python3 -m bench.stacker_tuning duel '{"height": -0.5}' '{}' --games 400 --seed 9000` plays weights that differ from
the default; `season-2.json` in place of such an object takes the result of a tuning.
`python3 -m bench.stacker_tuning compare '{"covered": -0.1}' '{"well": 0.8}' --games 36 --seed 9000` compares.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from ai.engine import Limit
from ai.tetris.guideline.stacker.engine import NODES_A_FIELD, Stacker
from ai.tetris.guideline.stacker.search import MOST_FIELDS, BeamSearch
from ai.tetris.guideline.stacker.weights import DEFAULT, Weights, place_of
from game import saving
from game.ladder.rating import Score, ratings
from game.tetris.guideline import Placement, State

NODES = 1_500  # a piece
MOST_ROUNDS = 400
PIECES, EVERY, ROWS, MOST = 120, 6, 3, 40
SHARE, LEAST, LEAST_OF_CLEARS = 0.25, 0.05, 0.25
RATE = 0.02  # of that share: by so much a win moves a weight at first
STABLE = 0.1  # part of all steps after which moves and pulls begin to shrink
BATCH = 16  # steps between which the weights stay, so that their games can be played side by side
MOVES, PULLS = 0.101, 0.602  # exponents
STRIDE = 1_000_003  # between the seeds of two runs
SEASON_2 = {
    "kicks": "srs+", "start": "21", "spins": "all-mini+", "attack": "tetr.io-2", "cap": "8", "messiness": "0",
    "change": "100", "opener": "14",
}  # fmt: skip
RULES: Mapping[str, Mapping[str, str]] = {
    "default": {},
    "season-2": SEASON_2,
    "unblocked": SEASON_2 | {"blocking": "off"},  # clears do not hold waiting garbage back
}


def under_pressure(weights: Weights, seed: int, nodes: int) -> float:
    """Rows of attack a piece in a game with garbage, a field that is full attacking no more."""
    engine, limit = Stacker(weights=weights, seed=0), Limit(iterations=nodes)
    state = State.open({"queue": f"seven_bag:{seed}", "previews": "5", "garbage": str(seed)})
    while not state.over and state.tally.placed < PIECES:
        *_, last = engine.think(state.view(0), limit)
        state = state.play(last.choices[0].move)
        if state.tally.placed % EVERY == 0:
            state = state.receive(ROWS)
    return state.tally.attack / PIECES


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


class Side(NamedTuple):
    """A player: its weights, and whether it keeps what it has searched from piece to piece."""

    weights: Weights
    keeps: bool = True


class Order(NamedTuple):
    """A game to be played: `nodes` a piece, or as many as take `seconds` of the processor, with all besides."""

    sides: tuple[Side, Side]
    seed: int
    nodes: int
    rules: str
    seconds: float = 0.0


def played(order: Order) -> float:
    """The points of the first side in a game of a ladder."""
    sides, seed, rules = order.sides, order.seed, RULES[order.rules]
    states = [
        State.open({"queue": f"seven_bag:{seed}", "garbage": str(2 * seed + seat)} | dict(rules))
        for seat in (0, 1)
    ]
    searches = [BeamSearch(side.weights) for side in sides]
    for _ in range(MOST_ROUNDS):
        lost = [False, False]
        for seat, search in enumerate(searches):
            at = _chosen(search, states[seat].view(0), sides[seat].keeps, order)
            lost[seat] = at is None and states[seat].over
            if not lost[seat]:
                at = at or states[seat].placements[0]
                states[seat] = states[seat].lock(at, held=at.piece != states[seat].piece)
        sent = [() if state.last is None else state.last.packets for state in states]
        for seat in (0, 1):
            for rows in sent[1 - seat]:
                states[seat] = states[seat].receive(rows)
            lost[seat] |= states[seat].halted is not None
        if any(lost):
            return 0.5 if all(lost) else float(lost[1])
    return 0.5


def _chosen(search: BeamSearch, view: State, keeps: bool, order: Order) -> Placement | None:
    """The placement that a side makes."""
    ends = time.process_time() + order.seconds if order.seconds else 0.0
    search.look_at(view, clears=min(MOST_FIELDS, order.nodes // NODES_A_FIELD), keep_on=keeps)
    goes_on = search.run(order.nodes)
    while goes_on and order.seconds and time.process_time() < ends:
        goes_on = search.run(order.nodes)
    return search.first()


Player = Callable[[Iterable[Order]], Iterable[float]]


class Tuning(msgspec.Struct):
    """A tuning as far as it is: the weights by name and place, and their sums over the second half of all steps."""

    rules: str
    nodes: int
    seed: int
    steps: int
    done: int
    points: list[float]
    weights: list[float]
    sums: list[float]
    summed: int = 0

    @classmethod
    def begin(cls, rules: str, nodes: int, seed: int, steps: int) -> Tuning:
        """A new one, from the default weights."""
        start = DEFAULT.words().tolist()
        return cls(rules, nodes, seed, steps, 0, [], start, [0.0] * len(start))

    @property
    def result(self) -> Weights:
        """The mean weights of the steps behind the first half, the last ones before that."""
        values = [each / self.summed for each in self.sums] if self.summed else self.weights
        return Weights.of([round(value, 3) for value in values])

    def moved(self, step: int) -> tuple[list[float], list[int]]:
        """By how much each weight is moved in a step, and to which side."""
        signs = Random(f"{self.seed} {step}").choices((-1, 1), k=len(self.weights))
        shrunk = (1 + step / (STABLE * self.steps)) ** -MOVES
        return [shrunk * unit for unit in units()], signs

    def go_on(self, play: Player) -> None:
        """Take the steps of a batch."""
        steps = range(self.done, min(self.steps, self.done + BATCH))
        results = list(play(self.order(step) for step in steps))
        for step, won in zip(steps, results, strict=True):
            sizes, signs = self.moved(step)
            rate = RATE * (1 + step / (STABLE * self.steps)) ** (2 * MOVES - PULLS)
            for at, (size, sign) in enumerate(zip(sizes, signs, strict=True)):
                self.weights[at] += rate * size * sign * (2 * won - 1)
            self.points.append(won)
            if 2 * step >= self.steps:
                self.sums = [total + value for total, value in zip(self.sums, self.weights, strict=True)]
                self.summed += 1
        self.done += len(steps)

    def order(self, step: int) -> Order:
        """The game of a step."""
        sizes, signs = self.moved(step)
        shifts = [size * sign for size, sign in zip(sizes, signs, strict=True)]
        up, down = (
            Side(Weights.of([value + way * shift for value, shift in zip(self.weights, shifts, strict=True)]))
            for way in (1, -1)
        )
        return Order((up, down), self.seed * STRIDE + step, self.nodes, self.rules)


def units() -> list[float]:
    """By how much each weight is moved at first; not at all that of the rows sent, which is the unit of all."""
    clears = place_of("plain")
    results = [
        max(LEAST if at < clears else LEAST_OF_CLEARS, SHARE * abs(value))
        for at, value in enumerate(DEFAULT.words().tolist())
    ]
    results[place_of("attack")] = 0.0
    return results


def spsa(file: Path, rules: str, nodes: int, seed: int, steps: int, jobs: int) -> None:
    """Tune, or go on with the tuning of a file."""
    tuning = Tuning.begin(rules, nodes, seed, steps)
    if file.exists():
        tuning = msgspec.json.decode(file.read_bytes(), type=Tuning)
    if (tuning.rules, tuning.nodes, tuning.seed, tuning.steps) != (rules, nodes, seed, steps):
        raise SystemExit(
            f"error: {file} has a tuning with other rules, nodes, seed or steps; name another file"
        )
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        while tuning.done < tuning.steps:
            tuning.go_on(partial(pool.map, played) if jobs > 1 else partial(map, played))
            saving.write(file, msgspec.json.encode(tuning))
            if tuning.done % (4 * BATCH) == 0:
                print(f"{tuning.done} of {tuning.steps} steps", flush=True)
    print(msgspec.json.encode(tuning.result).decode())


def duel(order: Order, games: int) -> None:
    """Play games between two sides, every second one with the seats exchanged, and print what that says."""
    results: list[Score] = []
    for number in range(games):
        a, b = order.sides if number % 2 == 0 else order.sides[::-1]
        won = played(order._replace(sides=(a, b), seed=order.seed * STRIDE + number // 2))
        results.append(Score(0, 1, won if number % 2 == 0 else 1 - won))
        rated = ratings(2, results)
        if rated is not None and (number % 10 == 9 or number == games - 1):
            low, value, high = (2 * each for each in (rated[0].low, rated[0].value, rated[0].high))
            total = sum(each.points for each in results)
            print(f"{total:g} of {number + 1}, {value:+.0f} ({low:+.0f} to {high:+.0f})", flush=True)


def main() -> None:
    """Tune, compare or play a duel, as the command line asks."""
    parser = argparse.ArgumentParser(prog="python3 -m bench.stacker_tuning")
    ways = parser.add_subparsers(dest="way", required=True)
    tune, two, several = (ways.add_parser(name) for name in ("spsa", "duel", "compare"))
    tune.add_argument("file", type=Path, help="the tuning as far as it is")
    tune.add_argument("--steps", type=int, default=4_000)
    tune.add_argument("--jobs", type=int, default=1, help="games side by side")
    two.add_argument("a", help="weights that differ from the default, as JSON, or the file of a tuning")
    two.add_argument("b")
    two.add_argument("--games", type=int, default=400)
    two.add_argument(
        "--forget", action="store_true", help="B keeps nothing of its search from piece to piece"
    )
    more = "go on for so many of the processor's milliseconds a piece, by so many nodes at a time"
    two.add_argument("--milliseconds", type=float, default=0.0, help=more)
    several.add_argument("weights", nargs="+", help="weights that differ from the default, as JSON")
    several.add_argument("--games", type=int, default=MOST)
    for each in (tune, two):
        each.add_argument("--rules", choices=RULES, default="default")
    for each in (tune, two, several):
        each.add_argument("--seed", type=int, default=1)
        each.add_argument("--nodes", type=int, default=NODES)
    asked = parser.parse_args()
    if asked.way == "spsa":
        spsa(asked.file, asked.rules, asked.nodes, asked.seed, asked.steps, asked.jobs)
    elif asked.way == "compare":
        compare(asked.weights, asked.games, asked.seed, asked.nodes)
    else:
        a, b = (read(text) for text in (asked.a, asked.b))
        sides = (Side(a), Side(b, not asked.forget))
        duel(Order(sides, asked.seed, asked.nodes, asked.rules, asked.milliseconds / 1000), asked.games)


def read(text: str) -> Weights:
    """The weights of a JSON object, the default ones where it names none, or those of the file of a tuning."""
    if not text.startswith("{"):
        return msgspec.json.decode(Path(text).read_bytes(), type=Tuning).result
    changes = msgspec.to_builtins(DEFAULT) | msgspec.json.decode(text)
    return msgspec.convert(changes, Weights)


if __name__ == "__main__":
    main()
