"""Stacker, the engine of guideline Tetris, behind the face of every engine, in strengths from beginner to full."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from random import Random
from typing import cast

from ai.engine import Advice, Choice, Limit
from ai.tetris.guideline.stacker.levels import FULL, Strength
from ai.tetris.guideline.stacker.search import MOST_FIELDS, BeamSearch, RootMove
from ai.tetris.guideline.stacker.weights import DEFAULT, Weights
from game.facts import SearchFacts, Told
from game.position import Position
from game.tetris.guideline import State

SLICE_SECONDS = 0.015  # of search between two looks at the clock
FIRST_SLICE, LEAST_SLICE, MOST_SLICE = 2_000, 500, 20_000  # nodes
SPEAK_SECONDS = 0.03  # between two pieces of advice
MOST_NODES = 3_000_000  # a piece, where no limit is given; what comes after seldom changes anything
WARM_NODES = 500
LINES = 5  # choices that come with what follows them
FIELDS_A_SECOND = 500_000  # of the search for perfect clears
NODES_A_FIELD = 4


class Stacker:
    """The search of `search.py`. The score of a choice is in rows of attack, higher is better.

    It counts what a line sends, and what the field behind it is worth. `seed` makes what is counted in nodes
    repeatable; without one the levels that err vary.
    """

    def __init__(self, level: Strength = FULL, weights: Weights = DEFAULT, seed: int | None = None) -> None:
        self.level = level
        self._brain = BeamSearch(weights)
        self._taste = Random(secrets.randbits(63) if seed is None else seed)
        self._slice = FIRST_SLICE

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield advice every 30 ms or so, the last with `done`; `iterations` of the limit are nodes."""
        state = cast(State, view)
        if state.over:
            yield Advice((), "rule", 0.0, done=True)
            return
        started = spoken = time.perf_counter()
        most = self._most_nodes(limit)
        self._brain.look_at(state, self.level.known, self._most_fields(limit))
        last = False
        while not last:
            before = time.perf_counter()
            more = self._brain.run(min(self._slice, most - self._brain.nodes))
            now = time.perf_counter()
            if limit.iterations is None:
                self._pace(now - before)
            last = not more or self._brain.nodes >= most
            last = last or (limit.seconds is not None and now - started + SLICE_SECONDS / 2 >= limit.seconds)
            if last or now - spoken >= SPEAK_SECONDS or spoken == started:
                yield self._advice(state, now - started, done=last)
                spoken = time.perf_counter()

    def warm_up(self) -> None:
        """Compile what thinking needs, on a field that the pieces in sight empty: such ways are walked, too."""
        self._brain.look_at(State.open({"board": "xxx....xxx", "queue": "list:IOTSZLJ"}).view(0))
        self._brain.run(WARM_NODES)

    def _most_nodes(self, limit: Limit) -> int:
        counts = [count for count in (limit.iterations, self.level.nodes) if count is not None]
        return max(1, min(counts, default=MOST_NODES))

    def _most_fields(self, limit: Limit) -> int:
        """The fields that are looked at for perfect clears: a tenth of the time, or one for a few nodes."""
        if limit.iterations is None and limit.seconds is not None:
            return min(MOST_FIELDS, int(limit.seconds * FIELDS_A_SECOND / 10))
        return min(MOST_FIELDS, self._most_nodes(limit) // NODES_A_FIELD)

    def _pace(self, seconds: float) -> None:
        """Fit the slices to the machine; a compiling first slice says nothing of it."""
        wanted = int(self._slice * SLICE_SECONDS / max(seconds, 1e-6))
        self._slice = max(LEAST_SLICE, min(MOST_SLICE, 2 * self._slice, wanted))

    def _advice(self, state: State, seconds: float, *, done: bool) -> Advice:
        found = self._brain.found()
        if done:
            found = self.level.order(found, self._taste)
        choices = _choices(found) or tuple(Choice(move, 0.0, "lost") for move in state.legal_moves())
        return Advice(choices, "search", choices[0].score, done, self._facts(seconds))

    def _facts(self, seconds: float) -> Told:
        nodes = self._brain.nodes
        return SearchFacts(
            nodes=float(nodes),
            nodes_per_second=nodes / seconds if seconds > 0 else 0.0,
            depth=float(self._brain.depth),
            pieces_per_second=self.level.pace,
        ).told()


def _choices(found: list[RootMove]) -> tuple[Choice, ...]:
    """What was found, as texts, the first ones with their lines: a record keeps all of this, at every piece.

    A line that was given up early is not worth more than those before it.
    """
    choices: list[Choice] = []
    least = float("inf")
    for each in found:
        least = min(least, each.value)
        line = tuple(map(str, each.line)) if len(choices) < LINES else ()
        choices.append(Choice(str(each.at), least, f"{least:+z.1f}", line=line))
    return tuple(choices)
