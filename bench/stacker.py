"""Speed of the search of guideline Tetris, and its attack when it plays alone.

Method: kernels are compiled before a clock starts; times are CPU seconds of this process, one core.

Nodes are placements tried: listed, placed, and judged unless the same position was met before. They are counted over
searches of 200,000 nodes each from the empty field and from a stacked one, six previews, the median of five.

A game alone has six previews, hold, seven-bags of seed 1, 2, …, Cold Clear's table of attacks, and no garbage. It
ends after 500 pieces, or when the field is full. The budget of a piece is either 100 ms of the clock, as a person's
opponent has it, or a number of nodes, which gives the same games on every machine.

`python3 -m bench.stacker --games 20 --pieces 500 --seconds 0.1` or `--nodes 20000` measures any of it.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from typing import NamedTuple

from ai.engine import Engine, Limit
from ai.tetris.guideline.stacker.engine import Stacker
from ai.tetris.guideline.stacker.search import BeamSearch
from bench.row import Row, rate
from game.tetris.guideline import State

NAME = "stacker"
ABOUT = "nodes a CPU second of guideline Tetris' search, and its attack a piece when it plays alone"

NODES = 200_000  # of one search
STACKED = "x........./xx.....xxx/xxx.xxxxxx/xx..xxxxxx/xxx.xxxxxx"
GAMES, PIECES, SECONDS = 20, 500, 0.1  # a quarter of an hour
SHORT_GAMES, SHORT_PIECES = 5, 150  # what `bench` plays
QUICK_GAMES, QUICK_PIECES = 2, 50


class Game(NamedTuple):
    """One game alone: pieces placed, rows of attack, how it ended (None: it did not), clears by kind."""

    pieces: int
    attack: int
    ending: str | None
    tetrises: int
    spins: int
    perfect: int


def run(quick: bool) -> list[Row]:
    """The figures; with `quick` from shorter runs."""
    games, pieces = (QUICK_GAMES, QUICK_PIECES) if quick else (SHORT_GAMES, SHORT_PIECES)
    return [*_speed_rows(quick), *_alone_rows(games, pieces, Limit(seconds=SECONDS))]


def _speed_rows(quick: bool) -> Iterator[Row]:
    runs, seconds = (3, 0.2) if quick else (5, 1.0)
    for name, board in (("empty", ""), ("stacked", STACKED)):
        state, brain = State.open({"board": board, "previews": "6", "hold": "T"}).view(0), BeamSearch()

        def look(state: State = state, brain: BeamSearch = brain) -> int:
            brain.look_at(state)
            brain.run(NODES)
            return brain.nodes

        note = f"searches of {NODES:,} nodes; median of {runs} runs of {seconds:g} CPU s"
        yield Row(
            f"nodes, {name} field",
            rate(look, seconds, runs),
            "a CPU second",
            aim=1.5e5,
            least=1.5e5,
            note=note,
        )


def _alone_rows(games: int, pieces: int, limit: Limit) -> Iterator[Row]:
    started = time.process_time()
    played = [alone(Stacker(seed=0), seed, pieces, limit) for seed in range(1, games + 1)]
    cpu = time.process_time() - started
    each = [game.attack / game.pieces for game in played]
    spread = statistics.stdev(each) if len(each) > 1 else 0.0
    budget = f"{limit.iterations:,} nodes" if limit.iterations else f"{limit.seconds:g} s"
    note = (
        f"{games} games of {pieces} pieces, {budget} a piece; least {min(each):.3f}, deviation {spread:.3f}"
    )
    yield Row("attack alone", statistics.mean(each), "rows a piece", aim=0.6, note=note)
    lasted = sum(game.ending is None for game in played)
    yield Row("games without topping out", lasted, f"of {games}", aim=games, note=f"{cpu:,.0f} CPU s")
    total = sum(game.pieces for game in played)
    for name in ("tetrises", "spins", "perfect"):
        yield Row(f"{name} in 100 pieces", 100 * sum(getattr(game, name) for game in played) / total, "")


def alone(engine: Engine, seed: int, pieces: int, limit: Limit) -> Game:
    """A game alone on the pieces of a seed."""
    state = State.open({"queue": f"seven_bag:{seed}", "previews": "6"})
    while not state.over and state.tally.placed < pieces:
        *_, last = engine.think(state.view(0), limit)
        state = state.play(last.choices[0].move)
    tally = state.tally
    return Game(tally.placed, tally.attack, state.ending, tally.tetrises, tally.spins, tally.perfect)


def main() -> None:
    """Measure games alone as the command line asks."""
    parser = argparse.ArgumentParser(description=ABOUT)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--pieces", type=int, default=PIECES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--nodes", type=int, default=None)
    asked = parser.parse_args()
    limit = Limit(iterations=asked.nodes) if asked.nodes else Limit(seconds=asked.seconds)
    for row in _alone_rows(asked.games, asked.pieces, limit):
        print(f"{row.what:<30} {row.value:>10.3f} {row.unit}   {row.note}")


if __name__ == "__main__":
    main()
