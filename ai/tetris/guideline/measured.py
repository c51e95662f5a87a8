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
from numpy.typing import NDArray

from ai.engine import Advice, Engine, Limit
from ai.tetris.guideline.known.sight import sight_of
from ai.tetris.guideline.moves import shortest_path
from ai.tetris.guideline.perfect_clear import ClearShares, clear_shares
from ai.tetris.guideline.stacker.engine import A_DRAW, LEAST_DRAWS, LONG_SEARCH, PlayingOn, Stacker
from game.advice import Choice, ClearShare, Worth
from game.facts import PathFacts
from game.position import Position
from game.tetris.guideline import Placement, State

LEAST_SECONDS = 0.3  # with less time nothing is played on
CHOICES = 3  # that are played on in any case
SOON = 8  # draws behind each before the list is sure and the search goes on
MOST_DRAWS = 32  # some 0.5 rows of standard error
_WORSE = 1.0  # rows less, by two standard errors, with which a choice is not played on any further
_SEED = 0x6B69_6269_747A  # the same pieces each time that one looks at a position


class Measured:
    """The engine inside, and beside it, for the same time, what its best choices come to: these are put in that order.

    Played on are its first choices, all that were first before, and what a review of this position would compare them
    with. Once the search is as long as the one that has to agree with a review, they come first.

    Nothing is measured of what is known, or where there is less time than `LEAST_SECONDS`. A limit in nodes measures as
    often as a review with that budget does.
    """

    def __init__(self, engine: Engine, rival_nodes: int) -> None:
        """`rival_nodes` is how long a review searches for the moves that it compares."""
        self._engine, self._rival_nodes = engine, rival_nodes
        self._playing = PlayingOn()

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield what the engine inside yields, with what has been measured by then."""
        state, started = cast(State, view).view(0), time.perf_counter()
        by_nodes = limit.iterations is not None
        most = MOST_DRAWS if limit.iterations is None else max(LEAST_DRAWS, limit.iterations // A_DRAW)
        measures = by_nodes or limit.seconds is None or limit.seconds >= LEAST_SECONDS

        def in_time() -> bool:
            return measures and (limit.seconds is None or time.perf_counter() - started < limit.seconds)

        table: _Table | None = None
        advice: Advice | None = None
        for advice in self._engine.think(view, limit):
            if advice.source != "search" or not advice.choices:
                yield advice
                continue
            if table is None:
                # looking for clears takes a moment, and seconds in a new process
                yield _first_report(advice, measures)
                table = _Table(state, self._playing, self._rival(state) if measures and not by_nodes else ())
            table.see(advice)
            long_enough = not by_nodes and advice.effort >= LONG_SEARCH
            yield table.with_measurements(
                advice, looking=measures and not (long_enough and table.is_drawn(SOON))
            )
            while long_enough and in_time() and table.draw(SOON):
                yield table.with_measurements(advice, looking=True)
        if advice is None or table is None or advice.source != "search" or not advice.choices:
            return
        while in_time() and table.draw(most):
            yield table.with_measurements(advice, looking=not table.is_drawn(SOON))
        yield table.with_measurements(advice, done=True)

    def warm_up(self) -> None:
        """Compile what thinking needs; playing on needs no more."""
        warm_up = getattr(self._engine, "warm_up", None)
        if warm_up is not None:
            warm_up()

    def _rival(self, state: State) -> tuple[str, ...]:
        """Return the moves with which a review would compare a placement."""
        *_, advice = Stacker(seed=1).think(state, Limit(iterations=self._rival_nodes))
        return tuple(each.move for each in advice.choices[:1])


class _Table:
    """The choices that are played on, with the attack of each game behind them: the same pieces behind all."""

    def __init__(self, state: State, playing: PlayingOn, rivals: tuple[str, ...]) -> None:
        self._state, self._playing = state, playing
        self._first = list(rivals)  # what was first at some time
        self._moves: list[str] = []  # to be played on, in the order of the search
        self._attacks: dict[str, list[float]] = {}
        self._clears = _clears(state)
        self._shares = dict[str, ClearShare]()

    def see(self, advice: Advice) -> None:
        """Take the choices of the search."""
        moves = [choice.move for choice in advice.choices]
        self._first = [*dict.fromkeys((*self._first, moves[0]))]
        wanted = {*moves[:CHOICES], *self._first}
        self._moves = [move for move in moves if move in wanted]
        if self._clears is not None:
            for move in moves:
                if move not in self._shares:
                    self._shares[move] = _share(self._clears, move)

    def draw(self, most: int) -> bool:
        """Play one game on behind whichever choice has been played on least; False where none needs it."""
        missing = self._missing(most)
        if not missing:
            return False
        move = min(missing, key=lambda each: len(self._attacks.get(each, ())))
        played = self._attacks.setdefault(move, [])
        played.append(self._playing.attack(self._state, move, _SEED + len(played)))
        return True

    def is_drawn(self, most: int) -> bool:
        """Return True if each choice has been played on so often, or needs not be."""
        return not self._missing(most)

    def _missing(self, most: int) -> list[str]:
        lead = self._order()[:1]
        return [
            move
            for move in self._moves
            if len(self._attacks.get(move, ())) < most and not (lead and self._is_worse(move, lead[0]))
        ]

    def _is_worse(self, move: str, lead: str) -> bool:
        if len(self._attacks.get(move, ())) < SOON:
            return False
        less = self._less(lead, move)
        return float(less.mean()) >= _WORSE and float(less.mean()) > 2 * _error(less)

    def _less(self, better: str, other: str) -> NDArray[np.float64]:
        """By how much less attack another choice comes to, in the games that both have."""
        one, two = self._attacks[better], self._attacks[other]
        both = min(len(one), len(two))
        return np.subtract(one[:both], two[:both], dtype=np.float64)

    def _order(self) -> list[str]:
        """The choices that have been played on often enough, the best first; as good ones as the search has them."""
        measured = [move for move in self._moves if len(self._attacks.get(move, ())) >= LEAST_DRAWS]
        if not measured:
            return []
        lead = measured[0]
        for move in measured[1:]:
            lead = move if self._less(lead, move).mean() < 0 else lead
        return sorted(measured, key=lambda each: (float(self._less(lead, each).mean()), each != lead))

    def with_measurements(self, advice: Advice, *, looking: bool = False, done: bool = False) -> Advice:
        """The advice in the order and with the figures of what was measured, as far as there are games enough."""
        order, worth = self._order(), advice.worth
        by_move = {choice.move: self._with_share(choice) for choice in advice.choices}
        if order:
            best = np.array(self._attacks[order[0]])
            worth = Worth("attack", float(best.mean()), _error(best))
            for move in order[1:]:
                less = self._less(order[0], move)
                measured = Worth("attack", float(less.mean()), _error(less))
                by_move[move] = msgspec.structs.replace(by_move[move], less=measured)
            shown = {*list(by_move)[:CHOICES]}
            front = [move for move in order if move in shown or not self._is_worse(move, order[0])]
            by_move = {move: by_move[move] for move in (*front, *by_move)}
        choices = tuple(by_move.values())
        return msgspec.structs.replace(
            advice, choices=choices, worth=worth, done=done and advice.done, looking=looking
        )

    def _with_share(self, choice: Choice) -> Choice:
        share = self._shares.get(choice.move)
        return choice if share is None else msgspec.structs.replace(choice, clear=share)


def _first_report(advice: Advice, measures: bool) -> Advice:
    """The advice before anything is measured."""
    return msgspec.structs.replace(advice, done=False, looking=measures)


def _share(clears: ClearShares, move: str) -> ClearShare:
    """Return the facts of a choice about the perfect clear in sight."""
    at = Placement.parse(move)
    count = clears.placements.get((at.piece, at.cells), 0)
    return ClearShare(count, clears.futures, clears.pieces)


def _clears(state: State) -> ClearShares | None:
    """The perfect clear that is most likely; None where there is none, or the pieces to come are not known enough."""
    sight = sight_of(state)
    if isinstance(sight, str) or state.rules.gravity == "20g":
        return None
    return clear_shares(
        state.field,
        len(sight.pieces),
        lambda unseen: [future.pieces for future in sight.futures(unseen)],
        state.rules.kicks,
    )


def _error(values: NDArray[np.float64]) -> float:
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
    at, table = Placement.parse(advice.choices[0].move), state.rules
    way = shortest_path(state.field, at, table.kicks, table.start, table.gravity, table.spins)
    if way is None:
        return advice
    return advice.adding(PathFacts(way=tuple(way)))
