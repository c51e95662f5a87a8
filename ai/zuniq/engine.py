"""Kibitz, the Zuniq engine, behind the face of every engine, in strengths from beginner to full."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from random import Random
from typing import cast

import msgspec

from ai.engine import Advice, Choice, Limit
from ai.zuniq.levels import FULL, Strength, worth
from ai.zuniq.mcts.prover import Prover, Resistance
from ai.zuniq.mcts.search import Search, SearchResult, SearchSettings
from ai.zuniq.results import shipped_rows
from ai.zuniq.topology import MOST_OPEN, WORD_WALLS
from game.advice import Proof
from game.config import Zuniq
from game.facts import Told, ZuniqFacts
from game.position import Position
from game.zuniq.grid import Grid
from game.zuniq.state import SEATS, State

STEP = 4_000  # iterations in a slice, some 10 ms
PROVING_STEP, PROOFS = 1_000, 8  # near the end: iterations in a slice, and slices of the prover after it
STEP_SECONDS = 0.03  # what a slice of search and one of proofs may take together
SPEAK_SECONDS = 0.03  # between two pieces of advice
_RANKS: dict[Proof | None, int] = {"win": 0, None: 1, "loss": 2}
MOST_OTHERS = 400_000  # positions that the prover expands for the other walls of a won position, some second
LINES = 5  # choices that come with the play behind them
WARMING = SearchSettings(edges=20_000, nodes=300, solver_bits=16)


class Kibitz:
    """The tree search with its proofs; it keeps its tree as long as a game goes on.

    `seed` makes everything that is counted in iterations repeatable; without one the engine varies.
    """

    def __init__(
        self, level: Strength = FULL, settings: SearchSettings | None = None, seed: int | None = None
    ) -> None:
        self.level = level
        self.settings = settings or SearchSettings()
        self._seed = secrets.randbits(63) if seed is None else seed
        self._taste = Random(self._seed)
        self._search: Search | None = None
        self._prover: Prover | None = None
        self._resistance: Resistance | None = None
        self._others: dict[int, bool] = {}  # whether other walls win, too, once one is known to
        self._begun_at = -1  # the prover's positions when it began with them

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield advice every 30 ms or so, the last with `done`.

        The first choice is the move to play. Without a limit a level for people stops at its own number of
        iterations, the full level only when the result is proven.
        """
        state = cast(State, view)
        if state.winner is not None:
            yield Advice((), "rule", 0.0, done=True, facts=ZuniqFacts(result=_result(state.winner)).told())
            return
        search = self._look_at(state)
        prover = self._prover_for(state)
        most = self._most_iterations(limit)
        self._resistance = None
        self._others, self._begun_at = {}, -1
        started = spoken = time.monotonic()
        last = False
        while not last:
            last = self._step(search, prover, most, every=limit.every)
            now = time.monotonic()
            last = last or (limit.seconds is not None and now - started + STEP_SECONDS >= limit.seconds)
            if last or now - spoken >= SPEAK_SECONDS or spoken == started:
                yield self._advice(search, prover, now - started, last)
                spoken = now

    def _step(self, search: Search, prover: Prover | None, most: int | None, *, every: bool) -> bool:
        """A slice of thought, counted so that it repeats; True once there is no more to find."""
        if search.proof is None:
            self._look(search, prover, most)
        if search.proof == "loss" and prover is not None:
            return self._resist(search, prover)
        if search.proof == "win" and prover is not None and every:
            return self._prove_others(search, prover)
        return search.proof is not None or (most is not None and search.iterations >= most)

    def _look(self, search: Search, prover: Prover | None, most: int | None) -> None:
        """A slice of the search, then one of the prover, which takes nine tenths of the time."""
        step = self.level.iterations or (STEP if prover is None else PROVING_STEP)
        search.run(step if most is None else min(step, most - search.iterations))
        if prover is None or search.proof is not None:
            return
        solved = prover.run(PROOFS, search.undecided())
        if solved is not None:
            search.settle(*solved)
            self._others[solved[0]] = solved[1]

    def _prove_others(self, search: Search, prover: Prover) -> bool:
        """A slice of proving the other walls of a position that is won; True when all are proved, or time is up."""
        if self._begun_at < 0:
            self._begun_at = prover.nodes
        order = [wall for wall in search.undecided() if wall not in self._others]
        if not order or prover.nodes - self._begun_at >= MOST_OTHERS:
            return True
        solved = prover.run(PROOFS, order)
        if solved is not None:
            wall, wins = solved
            self._others[wall] = wins
        return False

    def _resist(self, search: Search, prover: Prover) -> bool:
        """A slice of weighing how hard each losing move makes it for the other side; True when weighed."""
        if self._resistance is None:
            order = [found.wall for found in search.found()]
            self._resistance = Resistance(search.state, prover.solver, order)
        return self._resistance.run(PROOFS)

    def _prover_for(self, state: State) -> Prover | None:
        """The prover, turned to `state`, where that is near enough to the end and the level may use it."""
        search = self.search
        if self.level.iterations is not None:
            return None
        wide = state.grid.walls > WORD_WALLS  # there most walls that are open late have been dead for long
        most = MOST_OPEN if wide else self.settings.prove_from
        if search.open_walls > most and not len(shipped_rows(state.grid)):
            return None
        if self._prover is None:
            self._prover = Prover(state, self.settings.solver_bits)
        else:
            self._prover.look_at(state)
        return self._prover

    def warm_up(self) -> None:
        """Compile what thinking needs, on a board that says nothing about the game to come."""
        search = Search(State.start(Grid(2, 2)), WARMING)
        search.run(1)
        search.collect()
        Prover(search.state, WARMING.solver_bits).run(1, search.undecided())
        search.settle(search.undecided()[0], False)

    @property
    def search(self) -> Search:
        """The search as the last thought left it; only there after the first."""
        assert self._search is not None
        return self._search

    def _look_at(self, state: State) -> Search:
        if self._search is None:
            self._search = Search(state, self.settings, self._seed)
        else:
            self._search.look_at(state)
        if self.level.iterations is not None:
            self._search.forget()
        return self._search

    def _most_iterations(self, limit: Limit) -> int | None:
        counts = [count for count in (limit.iterations, self.level.iterations) if count is not None]
        return max(1, min(counts)) if counts else None

    def _advice(self, search: Search, prover: Prover | None, seconds: float, last: bool) -> Advice:
        found = sorted(map(self._with_proof, search.found(LINES)), key=lambda each: _RANKS[each.proof])
        if last:
            found = self.level.order(found, self._taste)
        if self._resistance is not None:
            hardest = self._resistance.hardest
            found.sort(key=lambda each: each.wall != hardest)
        total = max(1, sum(each.visits for each in found))
        choices = tuple(_choice(search.state, each, total) for each in found)
        return Advice(choices, "search", choices[0].score, last, _facts(search, prover, seconds))

    def _with_proof(self, found: SearchResult) -> SearchResult:
        """A wall with what was proved of it beside the tree."""
        if found.proof is not None or found.wall not in self._others:
            return found
        return msgspec.structs.replace(found, proof="win" if self._others[found.wall] else "loss")


def settings_of(section: Zuniq) -> SearchSettings:
    """The search settings in the configuration's section on Zuniq."""
    return SearchSettings(
        edges=section.edges,
        nodes=section.nodes,
        exploration=section.exploration,
        border_from_white=section.border_from_white,
        border_from_black=section.border_from_black,
        solver_bits=section.solver_bits,
    )


def _choice(state: State, found: SearchResult, total: int) -> Choice:
    names = state.grid.names
    score = worth(found)
    return Choice(
        move=names[found.wall],
        score=score,
        label=found.proof or f"{100 * score:.0f} %",
        share=found.visits / total,
        proof=found.proof,
        line=tuple(names[wall] for wall in found.line),
    )


def _facts(search: Search, prover: Prover | None, seconds: float) -> Told:
    result = ""
    if search.proof is not None:
        result = _result(search.state.to_move if search.proof == "win" else 1 - search.state.to_move)
    return ZuniqFacts(
        iterations=float(search.iterations),
        iterations_per_second=search.iterations / seconds if seconds > 0 else 0.0,
        nodes=float(search.nodes),
        depth=float(search.depth),
        memory_mb=search.bytes / 2**20,
        solved_nodes=None if prover is None else float(prover.nodes),
        result=result,
    ).told()


def _result(winner: int) -> str:
    return f"{SEATS[winner].capitalize()} wins"


# A position weighed with a counted budget: the same numbers on every run with the same seed.


class AnalysedMove(msgspec.Struct, frozen=True):
    """One legal move: visits, the mover's chance of winning (0 to 1), and `proven` where it is certain."""

    move: str
    visits: int
    win_rate: float
    proven: Proof | None


class Analysis(msgspec.Struct, frozen=True):
    """What a search found: its iterations, the positions it holds, and all legal moves, best first."""

    iterations: int
    nodes: int
    choices: tuple[AnalysedMove, ...]


def analyse(state: State, iterations: int, seed: int = 0, settings: SearchSettings | None = None) -> Analysis:
    """The search's opinion on `state` after at most `iterations`; fewer if the result is proven before."""
    engine = Kibitz(settings=settings, seed=seed)
    for _ in engine.think(state, Limit(iterations=iterations)):
        pass
    if state.winner is not None:
        return Analysis(0, 0, ())
    search = engine.search
    choices = tuple(
        AnalysedMove(
            state.grid.names[each.wall],
            each.visits,
            each.value if each.proof is None else float(each.proof == "win"),
            each.proof,
        )
        for each in search.found()
    )
    return Analysis(search.iterations, search.nodes, choices)
