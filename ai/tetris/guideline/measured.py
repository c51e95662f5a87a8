"""An engine that also says what its choices mean: attack, for which they are played on, and perfect clears in sight.

A search's own score orders placements, and no player can count it. What is told here can be counted: rows of attack in
the two bags from this piece on, the mean of games that are played on with the same pieces behind each choice.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import cast

import msgspec
import numpy as np

from ai.engine import Advice, Engine, Limit
from ai.tetris.guideline.known.books import sight_of
from ai.tetris.guideline.moves import shortest_path
from ai.tetris.guideline.perfect_clear import ClearShares, clear_shares
from ai.tetris.guideline.stacker.engine import A_DRAW, LEAST_DRAWS, PlayingOn
from game.facts import ClearFacts, LessFacts, MeasuredFacts, PathFacts, Told
from game.position import Position
from game.tetris.guideline import Placement, State

SEARCH_FIRST = 0.3  # seconds of search before anything is played on
CHOICES = 3  # that are played on
MOST_DRAWS = 32  # some 0.5 rows of standard error
_SEED = 0x6B69_6269_747A  # the same pieces each time that one looks at a position


class Measured:
    """The engine inside, and beside it, for the same time, what its best choices come to.

    Nothing is measured of what is known, or where there is less time than `SEARCH_FIRST`. A limit in nodes measures as
    often as a review with that budget does.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._playing = PlayingOn()

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield what the engine inside yields, with what has been measured by then."""
        state, found = cast(State, view).view(0), dict[str, list[float]]()
        clears, looked = None, False
        started, searched, measured = time.perf_counter(), 0.0, 0.0
        most = MOST_DRAWS if limit.iterations is None else max(LEAST_DRAWS, limit.iterations // A_DRAW)

        def out_of_time() -> bool:
            return limit.seconds is not None and time.perf_counter() - started >= limit.seconds

        advice: Advice | None = None
        for advice in self._engine.think(view, limit):
            if advice.source != "search" or not advice.choices:
                yield advice
                continue
            if not looked:
                # looking for clears takes a moment, and seconds in a new process
                yield _told(advice, found, None, done=False)
                clears, looked = _clears(state), True
            yield _told(advice, found, clears, done=False)
            searched = time.perf_counter() - started - measured
            while (
                limit.iterations is None
                and searched > SEARCH_FIRST
                and measured < searched
                and not out_of_time()
            ):
                before = time.perf_counter()
                if not self._draw(state, advice, found, most):
                    break
                measured += time.perf_counter() - before
                yield _told(advice, found, clears, done=False)
        if advice is None or advice.source != "search" or not advice.choices:
            return
        while (limit.iterations is not None or searched > SEARCH_FIRST) and not out_of_time():
            if not self._draw(state, advice, found, most):
                break
            yield _told(advice, found, clears, done=False)
        yield _told(advice, found, clears, done=True)

    def warm_up(self) -> None:
        """Compile what thinking needs; playing on needs no more."""
        warm_up = getattr(self._engine, "warm_up", None)
        if warm_up is not None:
            warm_up()

    def _draw(self, state: State, advice: Advice, found: dict[str, list[float]], most: int) -> bool:
        """Play one game on behind whichever of the best choices has been played on least; False once all are done."""
        moves = [choice.move for choice in advice.choices[:CHOICES]]
        move = min(moves, key=lambda each: len(found.get(each, ())))
        played = found.setdefault(move, [])
        if len(played) >= most:
            return False
        played.append(self._playing.attack(state, move, _SEED + len(played)))
        return True


def _clears(state: State) -> ClearShares | None:
    """The perfect clear that is most likely; None where there is none, or the pieces to come are not known enough."""
    sight = sight_of(state)
    if isinstance(sight, str) or state.table.gravity == "20g":
        return None
    return clear_shares(
        state.field,
        len(sight.pieces),
        lambda unseen: [future.pieces for future in sight.futures(unseen)],
        state.table.kicks,
    )


def _told(advice: Advice, found: dict[str, list[float]], clears: ClearShares | None, *, done: bool) -> Advice:
    """The advice with the figures on its first choices, as far as there are games enough."""
    facts = Told()
    best = np.array(found.get(advice.choices[0].move, ()))
    if len(best) >= LEAST_DRAWS:
        facts |= MeasuredFacts(attack=float(best.mean()), attack_error=_error(best)).told()
        for choice in advice.choices[1:CHOICES]:
            other = np.array(found.get(choice.move, ()))
            both = min(len(best), len(other))
            if both >= LEAST_DRAWS:
                less = best[:both] - other[:both]
                found_less = LessFacts(less=float(less.mean()), less_error=_error(less))
                facts |= found_less.told(behind=f" {choice.move}")
    if clears is not None:
        for choice in advice.choices:
            at = Placement.parse(choice.move.rstrip("!"))
            count = clears.placements.get((at.piece, at.cells), 0)
            told = ClearFacts(clears=count, futures=clears.futures, pieces=clears.pieces).told(
                behind=f" {choice.move}"
            )
            facts |= told
    return msgspec.structs.replace(advice, done=done and advice.done, facts={**advice.facts, **facts})


def _error(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """The standard error of the mean of whole numbers; a few that are equal do not tell of the next one."""
    return max(float(values.std(ddof=1) / len(values) ** 0.5), 1 / len(values))


# An engine that also says how its piece gets there: found by a kernel beside the window, not by the window.


class Guided:
    """The engine inside, whose last word has `PathFacts` where its best choice can be reached."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield what the engine inside yields."""
        for advice in self._engine.think(view, limit):
            yield _shown(cast(State, view), advice) if advice.done and advice.choices else advice


def _shown(state: State, advice: Advice) -> Advice:
    at, table = Placement.parse(advice.choices[0].move), state.table
    way = shortest_path(state.field, at, table.kicks, table.start, table.gravity, table.spins)
    if way is None:
        return advice
    return msgspec.structs.replace(advice, facts={**advice.facts, **PathFacts(way=" ".join(way)).told()})
