"""Stacker, the engine of guideline Tetris, behind the interface of every engine, in strengths from beginner to full."""

from __future__ import annotations

import secrets
import time
from collections.abc import Generator, Iterator
from dataclasses import replace
from random import Random
from typing import cast

from ai.engine import Choice, Limit
from ai.review.verdict import Comparison, Judge, Slices, degree
from ai.tetris.guideline.stacker.digging import Digger
from ai.tetris.guideline.stacker.levels import FULL, Strength
from ai.tetris.guideline.stacker.search import MOST_FIELDS, BeamSearch, RootMove
from ai.tetris.guideline.stacker.weights import DEFAULT, Weights
from game.advice import CONFIDENCE, Advice, Unit, Worth
from game.facts import SearchFacts
from game.position import Position
from game.review import AHEAD, DEGREES, THRESHOLDS
from game.tetris.guideline import Placement, State

SLICE_SECONDS = 0.015  # of search between two looks at the clock
FIRST_SLICE, LEAST_SLICE, MOST_SLICE = 2_000, 500, 20_000  # nodes
SPEAK_SECONDS = 0.03  # between two pieces of advice
MOST_NODES = 3_000_000  # a piece, where no limit is given; what comes after seldom changes anything
WARM_NODES = 500
LINES = 5  # choices that come with what follows them
FIELDS_A_SECOND = 500_000  # of the search for perfect clears
NODES_A_FIELD = 4


class Stacker:
    """The search of `search.py`. The worth of a choice orders placements and is shown nowhere.

    It counts what a line sends, and what the field behind it is worth. What was searched behind a placement is kept for
    the next piece. So what is counted in nodes repeats where the same positions were asked about before; `seed` is for
    the levels that err, which vary without one. With `keeps` off each position is searched for itself.
    """

    def __init__(self, level: Strength = FULL, weights: Weights = DEFAULT, seed: int | None = None) -> None:
        self.level = level
        self.keeps = True
        self._brain = BeamSearch(weights)
        self._taste = Random(secrets.randbits(63) if seed is None else seed)
        self._slice = FIRST_SLICE
        self._is_new = True
        self._digger: Digger | None = None  # in downstack races

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield advice every 30 ms or so, the last with `done`; `iterations` of the limit are nodes."""
        state = cast(State, view)
        if state.over:
            yield Advice((), "rule", done=True)
            return
        if self._is_new and limit.seconds is not None:
            yield from self._at_once(state, limit)
        self._is_new = False
        started = spoken = time.perf_counter()
        most = self._most_nodes(limit)
        self._brain.look_at(state, self.level.known, self._most_fields(limit), keep_on=self.keeps)
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

    def _at_once(self, state: State, limit: Limit) -> Iterator[Advice]:
        """A first opinion, which leaves out perfect clears: in a new process their kernels are still to be loaded.

        Then these are loaded, so that thinking loses no time to it.
        """
        self._brain.look_at(state, self.level.known, clears=0)
        self._brain.run(LEAST_SLICE)
        yield self._advice(state, 0.0, done=False)
        self._brain.look_at(state, self.level.known, self._most_fields(limit))

    def warm_up(self) -> None:
        """Compile what thinking needs, on a field that the pieces in sight empty: such ways are walked, too.

        What a first opinion needs comes first.
        """
        for clears in (0, MOST_FIELDS):
            state = State.open({"board": "xxx....xxx", "queue": "list:IOTSZLJ"})
            self._brain.look_at(state.view(0), clears=clears)
            self._brain.run(WARM_NODES)
        self._brain.look_at(state.view(0), clears=0, keep_on=True)

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
        root_moves = self._brain.moves()
        if state.rules.garbage.dig:
            self._digger = self._digger or Digger()
            root_moves = self._digger.order(state, root_moves)
        if done:
            root_moves = self.level.order(root_moves, self._taste)
        choices = _choices(root_moves) or tuple(
            Choice(move, Worth("order", 0.0)) for move in state.legal_moves()
        )
        return Advice(choices, "search", choices[0].worth, done, (self._facts(seconds),))

    def _facts(self, seconds: float) -> SearchFacts:
        nodes = self._brain.nodes
        return SearchFacts(
            nodes=float(nodes),
            nodes_per_second=nodes / seconds if seconds > 0 else 0.0,
            depth=float(self._brain.depth),
            pieces_per_second=self.level.pace,
        )


def _choices(root_moves: list[RootMove]) -> tuple[Choice, ...]:
    """Return the results as texts, the first ones with their lines: a record keeps all of this, at every piece.

    A line that was given up early is not worth more than those before it.
    """
    choices: list[Choice] = []
    least = float("inf")
    for each in root_moves:
        least = min(least, each.value)
        line = tuple(map(str, each.line)) if len(choices) < LINES else ()
        choices.append(Choice(str(each.at), Worth("order", least), line=line))
    return tuple(choices)


# Two placements compared by playing on: the same pieces come after both, and the attack that follows is counted.
#
# Behind each placement the engine plays two bags, piece by piece, as a strong player would: it sees what the player
# sees, and chooses anew once another piece is in sight. Pieces not seen yet are drawn from the bag as the player may
# expect them, several times, and both placements get the same draws. Garbage waits as the player sees it. A search's
# own score for a field is nothing a player could count; attack is.
#
# How strong the player is stays the same, whatever the budget: that buys draws. With 80 nodes a piece, or one plan for
# all pieces in sight, the same two placements differed by two rows from budget to budget, which no spread of draws
# shows.

NODES = 6_000  # of each placement that is played on with: some millisecond
A_DRAW = 3_300  # of the budget
LEAST_DRAWS, ENOUGH = 4, 12  # draws in any case, and before a placement that does no harm is left at that
LOST = 10.0  # rows of attack that a lost game counts for
LONG_SEARCH, NEAR = 640_000, 1.5  # nodes of the search that has to agree, and by how much of its score


class PlayingOn:
    """Plays a position on for two bags, each piece by a search of its own."""

    def __init__(self) -> None:
        self._search = BeamSearch()

    def attack(self, start: State, move: str, seed: int) -> float:
        """The rows of attack of two bags from `start` on, `move` first; a loss costs `LOST`.

        `seed` tells which pieces come behind those that are in sight.
        """
        state = drawn(start.put(Placement.parse(move)), seed)
        while state.tally.placed - start.tally.placed < AHEAD:
            at = None
            if not state.halted:
                self._search.look_at(state.view(0), clears=NODES // NODES_A_FIELD)
                self._search.run(NODES)
                at = self._search.first()
            if at is None and state.over:
                return self._won(start, state) - LOST * (state.ending not in ("goal", "no pieces"))
            at = at or state.placements[0]
            state = state.lock(at, held=at.piece != state.piece)  # kernels and rules agree on what can be
        return self._won(start, state)

    @staticmethod
    def _won(start: State, state: State) -> float:
        return float(state.tally.attack - start.tally.attack)


# Rows by which costs move, root mean square, from the normal budget to eight times that (`bench judgement`).
DOUBT = 1.35


class GuidelineJudge(Judge):
    """Rows of attack in the next two bags."""

    def __init__(self) -> None:
        self._playing = PlayingOn()
        self._position: Position | None = None
        self._attacks: dict[tuple[str, int], float] = {}  # from that position, by move and seed

    def _attack(self, position: Position, move: str, seed: int) -> float:
        """The attack with a move, played on once: the best move is compared with several others."""
        if position is not self._position:
            self._position, self._attacks = position, {}
        if (move, seed) not in self._attacks:
            view = cast(State, position).view(0)
            self._attacks[move, seed] = self._playing.attack(view, move, seed)
        return self._attacks[move, seed]

    def unit(self, position: Position) -> Unit:
        return "attack"

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        *_, last = Stacker(seed=seed).think(position.view(0), Limit(iterations=budget))
        return last

    def doubt(self, position: Position, advice: Advice) -> float | None:
        return DOUBT

    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        differences = list[float]()
        for draw in range(max(LEAST_DRAWS, budget // A_DRAW)):
            ours, theirs = (self._attack(position, move, (seed << 20) + draw) for move in (better, played))
            differences.append(ours - theirs)
            yield
            if draw >= ENOUGH and _is_harmless(Comparison.of_samples(differences, grain=1.0)):
                break
        return Comparison.of_samples(differences, grain=1.0)

    def worth(
        self, position: Position, move: str, budget: int, seed: int
    ) -> Generator[None, None, Worth | None]:
        results = list[float]()
        for draw in range(max(LEAST_DRAWS, budget // A_DRAW)):
            results.append(self._attack(position, move, (seed << 20) + draw))
            yield
        mean, error, _ = Comparison.of_samples(results, grain=1.0)
        return Worth("attack", mean, error)

    def stands_by(self, position: Position, played: str, budget: int, seed: int) -> bool:
        """Return True if a long search puts it first, or so little behind that search and comparison do not agree.

        As long whatever the budget: so it takes a part in nothing that a longer review finds out.
        """
        advice = self.advise(position, LONG_SEARCH, seed)
        own = advice.choice(played)
        return own is not None and advice.choices[0].worth.gain(own.worth) <= NEAR


def _is_harmless(comparison: Comparison) -> bool:
    """Return True if more draws would hardly make it a mistake, so that they can be saved."""
    most = comparison.cost + CONFIDENCE * comparison.error
    return most < THRESHOLDS["attack"][1] and degree(comparison, "attack") not in DEGREES


def drawn(state: State, seed: int) -> State:
    """The position with pieces drawn behind those that the player sees."""
    queue = state.view(0).queue
    return replace(state, queue=queue if queue.kind == "list" else replace(queue, seed=seed % (1 << 63)))
