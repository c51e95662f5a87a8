"""Kibitz, the Zuniq engine, in strengths from beginner to full, with its proofs, and how it compares two walls."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from math import hypot, sqrt
from random import Random
from typing import cast

import msgspec

from ai.engine import Choice, Limit
from ai.review.verdict import Comparison, Judge, Proved, Proving, Slices
from ai.zuniq.levels import FULL, Strength, worth
from ai.zuniq.mcts.search import Search, SearchResult, SearchSettings
from ai.zuniq.results import shipped_rows
from ai.zuniq.solver import Solver
from ai.zuniq.topology import MOST_OPEN, WORD_WALLS, open_walls
from game.advice import Advice, Proof, Unit, Worth
from game.config import Zuniq
from game.facts import ZuniqFacts
from game.position import Position
from game.zuniq.grid import Grid
from game.zuniq.state import State

# Exact results for the moves of one position, in slices between those of the tree search.

SLICE = 1_000  # positions that the solver expands at a time
SLICE_SECONDS = 0.003  # about how long that takes


class Helper:
    """A solver in a thread of its own, which proves one wall at a time and shares its results with another solver."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver.sharing_table()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._replies_win: bool | None = None
        self.wall = -1  # the one in work

    def begin(self, state: State, wall: int) -> None:
        """Begin with the position after `wall`; what was in work must have been taken or stopped."""
        self._over.clear()
        self.wall, self._replies_win = wall, None
        self._thread = threading.Thread(
            target=self._prove, args=(state.draw(wall),), name="zuniq-proof", daemon=True
        )
        self._thread.start()

    def take(self) -> bool | None:
        """Return True if the wall wins, False if it loses, once that is found; then there is no work."""
        if self.wall < 0 or self._thread is None or self._thread.is_alive():
            return None
        self.wall = -1
        return None if self._replies_win is None else not self._replies_win

    def stop(self) -> None:
        """Leave what is in work; the table keeps what was found."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        self.wall = -1

    def wait(self, seconds: float) -> None:
        """Wait for the end of the work, but no longer."""
        if self._thread is not None:
            self._thread.join(seconds)

    @property
    def nodes(self) -> int:
        """The positions expanded for this wall so far."""
        return self._solver.nodes

    def _prove(self, after: State) -> None:
        for replies_win in self._solver.wins_slices(after, SLICE):
            self._replies_win = replies_win
            if self._over.is_set():
                break


class Prover:
    """Solves what each move of a position leads to, the most promising move first.

    The solver's table stays from one position to the next: what was proved, or nearly proved, of earlier
    ones helps with later ones. With more `threads` than one, as many walls are solved side by side, on boards of up to
    `WORD_WALLS` walls; `stop` ends the work of all but this thread.
    """

    def __init__(self, state: State, table_bits: int, solver: Solver | None = None, threads: int = 1) -> None:
        self._bits = table_bits
        self.solver = solver or Solver(state.grid, table_bits, shipped=True)
        self._helpers: list[Helper] = []
        self.look_at(state, threads)

    def look_at(self, state: State, threads: int = 1) -> None:
        """Turn to another position."""
        self.stop()
        if state.grid != self.solver.grid:
            self.solver, self._helpers = Solver(state.grid, self._bits, shipped=True), []
        others = threads - 1 if state.grid.walls <= WORD_WALLS else 0
        del self._helpers[others:]
        self._helpers += [Helper(self.solver) for _ in range(others - len(self._helpers))]
        self._state = state
        self._lost = self.solver.known(state) is False  # then so is every move, with no more work
        self._open = set(state.legal)
        self._wall = -1
        self._work: Iterator[bool | None] = iter(())
        self.nodes = 0

    def stop(self) -> None:
        """End what other threads do."""
        for each in self._helpers:
            each.stop()

    def known(self) -> dict[int, bool]:
        """The moves whose results are known without any work, and whether they win."""
        after = {wall: self.solver.known(self._state.draw(wall)) for wall in self._open}
        return {wall: not replies_win for wall, replies_win in after.items() if replies_win is not None}

    def run(self, slices: int, order: Sequence[int]) -> tuple[int, bool] | None:
        """A move whose result was found now, and whether it wins; None if none was.

        `order` names the walls worth looking at, best first; a wall that was begun is finished first.
        """
        for _ in range(slices):
            if self._wall not in self._open and not self._begin(order):
                solved = self._solved_by_helpers(order)
                if solved is None:
                    self._wait_for_helpers()
                return solved
            replies_win = next(self._work)
            self.nodes += SLICE
            if replies_win is not None:
                self._open.remove(self._wall)
                return self._wall, not replies_win
        return self._solved_by_helpers(order)

    def _begin(self, order: Sequence[int]) -> bool:
        self._wall = self._next(order)
        if self._wall < 0:
            return False
        after = self._state.draw(self._wall)
        self._work = iter((True,)) if self._lost else self.solver.wins_slices(after, SLICE)
        return True

    def _next(self, order: Sequence[int]) -> int:
        """The first wall that no thread has begun; -1 where there is none."""
        taken = {self._wall, *(each.wall for each in self._helpers)}
        return next((wall for wall in order if wall in self._open and wall not in taken), -1)

    def _solved_by_helpers(self, order: Sequence[int]) -> tuple[int, bool] | None:
        """A wall that another thread has solved, and whether it wins; threads without work begin with the next one."""
        for each in self._helpers:
            wall, wins = each.wall, each.take()
            if wins is not None:
                self.nodes += each.nodes
                self._open.remove(wall)
                return wall, wins
            if each.wall < 0 and (wall := self._next(order)) >= 0:
                each.begin(self._state, wall)
        return None

    def _wait_for_helpers(self) -> None:
        """Give other threads a moment, where there is nothing else to do."""
        for each in self._helpers:
            each.wait(SLICE_SECONDS)


# What to play where every move loses: the move after which the smallest share of the answers wins.

MOST_NODES = 100_000  # positions that the solver expands for one move to be found, some 0.3 s


class Resistance:
    """Weighs the moves of a lost position, in slices; `hardest` is the best wall so far, None at first.

    `order` names the moves, the most promising first: of equals the earlier one stays, and where positions are
    too many the later ones are not looked at.
    """

    def __init__(self, state: State, solver: Solver, order: Sequence[int]) -> None:
        self.hardest: int | None = None
        self.nodes = 0
        self._solver = solver
        self._work = self._weigh(state, order)

    def run(self, slices: int) -> bool:
        """Return True if all is weighed, or as much as may be, after so many more slices of the solver's work."""
        until = self.nodes + slices * SLICE
        while self.nodes < until:
            if next(self._work, True) or self.nodes >= MOST_NODES:
                return True
        return False

    def _weigh(self, state: State, order: Sequence[int]) -> Iterator[bool]:
        """Yield False after every answer, and within long ones."""
        most = -1.0
        for wall in order:
            after = state.draw(wall)
            errors = 0
            for answer in after.legal:
                counted = 0
                for won in self._solver.wins_slices(after.draw(answer), SLICE):
                    self.nodes += self._solver.nodes - counted
                    counted = self._solver.nodes
                    errors += won is True
                    yield False
            if errors > most * len(after.legal):
                most, self.hardest = errors / len(after.legal), wall


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

    `seed` makes everything that is counted in iterations repeatable; without one the engine varies. It knows what
    `solver` has found already, and goes on with it.
    """

    def __init__(
        self,
        level: Strength = FULL,
        settings: SearchSettings | None = None,
        seed: int | None = None,
        solver: Solver | None = None,
    ) -> None:
        self.level = level
        self.settings = settings or SearchSettings()
        self._seed = secrets.randbits(63) if seed is None else seed
        self._taste = Random(self._seed)
        self._search: Search | None = None
        self._prover: Prover | None = None
        self._solver = solver
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
            yield Advice((), "rule", done=True, evidence=(ZuniqFacts(winner=state.winner),))
            return
        search = self._look_at(state)
        prover = self._prover_for(state, 1 if limit.iterations is not None else self.settings.threads)
        most = self._most_iterations(limit)
        self._resistance = None
        self._others, self._begun_at = {} if prover is None else prover.known(), -1
        for wall, wins in self._others.items():
            search.settle(wall, wins)
        started = spoken = time.monotonic()
        last = False
        try:
            while not last:
                last = self._step(search, prover, most, every=limit.every)
                now = time.monotonic()
                last = last or (limit.seconds is not None and now - started + STEP_SECONDS >= limit.seconds)
                if last or now - spoken >= SPEAK_SECONDS or spoken == started:
                    yield self._advice(search, prover, now - started, last)
                    spoken = now
        finally:
            if prover is not None:
                prover.stop()

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
            order = [result.wall for result in search.results()]
            self._resistance = Resistance(search.state, prover.solver, order)
        return self._resistance.run(PROOFS)

    def _prover_for(self, state: State, threads: int) -> Prover | None:
        """The prover, turned to `state`, where that is near enough to the end and the level may use it."""
        search = self.search
        if self.level.iterations is not None:
            return None
        wide = state.grid.walls > WORD_WALLS  # there most walls that are open late have been dead for long
        most = MOST_OPEN if wide else self.settings.prove_from
        if search.open_walls > most and not len(shipped_rows(state.grid)):
            return None
        if self._prover is None:
            self._prover = Prover(state, self.settings.solver_bits, self._solver, threads)
        else:
            self._prover.look_at(state, threads)
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
        results = sorted(map(self._with_proof, search.results(LINES)), key=lambda each: _RANKS[each.proof])
        if last:
            results = self.level.order(results, self._taste)
        if self._resistance is not None:
            hardest = self._resistance.hardest
            results.sort(key=lambda each: each.wall != hardest)
        total = max(1, sum(each.visits for each in results))
        choices = _by_worth([_choice(search.state, each, total) for each in results])
        return Advice(choices, "search", choices[0].worth, last, (_facts(search, prover, seconds),))

    def _with_proof(self, result: SearchResult) -> SearchResult:
        """A wall with what was proved of it beside the tree."""
        if result.proof is not None or result.wall not in self._others:
            return result
        return msgspec.structs.replace(result, proof="win" if self._others[result.wall] else "loss")


def settings_of(section: Zuniq) -> SearchSettings:
    """The search settings in the configuration's section on Zuniq."""
    return SearchSettings(
        edges=section.edges,
        nodes=section.nodes,
        exploration=section.exploration,
        border_from_white=section.border_from_white,
        border_from_black=section.border_from_black,
        solver_bits=section.solver_bits,
        threads=section.threads,
    )


def _choice(state: State, result: SearchResult, total: int) -> Choice:
    names = state.grid.names
    return Choice(
        move=names[result.wall],
        worth=Worth("win", worth(result)),
        share=result.visits / total,
        proof=result.proof,
        line=tuple(names[wall] for wall in result.line),
    )


def _by_worth(choices: list[Choice]) -> tuple[Choice, ...]:
    """The first choice, and the others by what they are worth.

    A search looks most at its first choice. What it has looked at less is not said to be better.
    """
    first, *others = choices
    if first.proof is None:
        others = [
            msgspec.structs.replace(each, worth=first.worth)
            if each.proof is None and each.worth.better_than(first.worth)
            else each
            for each in others
        ]
    others.sort(key=lambda each: (_RANKS[each.proof], -each.worth.value))
    return (first, *others)


def _facts(search: Search, prover: Prover | None, seconds: float) -> ZuniqFacts:
    winner = None
    if search.proof is not None:
        winner = search.state.to_move if search.proof == "win" else 1 - search.state.to_move
    return ZuniqFacts(
        iterations=float(search.iterations),
        iterations_per_second=search.iterations / seconds if seconds > 0 else 0.0,
        nodes=float(search.nodes),
        depth=float(search.depth),
        memory_mb=search.bytes / 2**20,
        solved_nodes=None if prover is None else float(prover.nodes),
        winner=winner,
    )


# A position weighed with a counted budget: the same numbers on every run with the same seed.


class AnalysedMove(msgspec.Struct, frozen=True):
    """One legal move: visits, the mover's chance of winning (0 to 1), and `proven` where it is certain."""

    move: str
    visits: int
    win_rate: float
    proven: Proof | None


class Analysis(msgspec.Struct, frozen=True):
    """Result of a search: its iterations, the positions it holds, and all legal moves, best first."""

    iterations: int
    nodes: int
    choices: tuple[AnalysedMove, ...]


def analyse(
    state: State,
    iterations: int,
    seed: int = 0,
    settings: SearchSettings | None = None,
    tell: Callable[[int], None] | None = None,
) -> Analysis:
    """The search's opinion on `state` after at most `iterations`; fewer if the result is proven before.

    `tell` is called with the iterations that are done.
    """
    engine = Kibitz(settings=settings, seed=seed)
    for _ in engine.think(state, Limit(iterations=iterations)):
        if tell is not None and state.winner is None:
            tell(engine.search.iterations)
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
        for each in search.results()
    )
    return Analysis(search.iterations, search.nodes, choices)


# Two walls compared: the positions behind them are searched anew, each by itself, as often as the other.
#
# In both it is the other player's turn, so that both are valued by the same function. Near the end both are solved. A
# game that is judged from its end is proved backwards: what was found of the positions behind makes those before quick.

SEARCHES = 4  # independent ones behind each wall: their spread is a part of the error
PROVED_FROM = 36  # open walls: from there on the rest is mostly solved within a second
PROOF_NODES = 600_000  # behind a wall, about a second; more where the budget is larger
PROOFS_AN_ITERATION = 20
PATIENCE = 2  # times as many for one wall, once the other one is proved
BACKWARDS_NODES = 24_000_000  # for proving a game from its end, all its moves together: some 80 s of CPU
BACKWARDS_AN_ITERATION = 1_200  # less with a smaller budget than the usual one
NODES_A_SECOND = 300_000  # of CPU
BACKWARDS_SHARE = 0.5  # of the time for the whole game, if that is given
TABLE_BITS, BACKWARDS_BITS = 20, 24
SOLVED_WALLS = 32  # boards of so many walls are judged by proofs alone, from the first wall on
BIAS = (
    0.03  # what searches have in common: two walls at the normal budget and at eight times it differ so much
)


class ZuniqJudge(Judge):
    """Chances to win. It keeps what it has solved."""

    from_the_end = True

    def __init__(self) -> None:
        self._made: Solver | None = None
        self._tried: dict[frozenset[int], int] = {}  # the positions that took more than so many to be solved
        self._most = self._left = BACKWARDS_NODES
        self._game: tuple[int, ...] = ()
        self._begins = False

    def prepare(self, moves: int, budget: int, seconds: float | None) -> None:
        if seconds is None:
            self._most = min(BACKWARDS_NODES, BACKWARDS_AN_ITERATION * budget)
        else:
            self._most = min(BACKWARDS_NODES, int(BACKWARDS_SHARE * NODES_A_SECOND * seconds * moves))
        self._left, self._game, self._begins = self._most, (), True

    def unit(self, position: Position) -> Unit:
        return "win"

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        solver = self._solver(cast(State, position))
        *_, last = Kibitz(seed=seed, solver=solver).think(position, Limit(iterations=budget))
        return last

    def doubt(self, position: Position, advice: Advice) -> float | None:
        return 0.0 if advice.proven else BIAS

    def prove(self, position: Position, played: str, budget: int) -> Proving:
        """By solving the position behind the wall and, where that wall loses, the one before it.

        Where the position behind is known already, or is the last one of a game that is judged from its end, this may
        take what is left for the whole game.
        """
        state = cast(State, position)
        after = state.play(played)
        behind = after.winner is not None or self._solver(state).known(after) is not None
        behind |= self._begins and len(after.legal) <= PROVED_FROM
        self._begins = False
        if not behind and after.drawn in self._tried:  # then this one takes longer still
            self._tried.setdefault(state.drawn, self._tried[after.drawn])
            return None
        most = self._left_for(state) if behind else _proof_nodes(budget)
        replies_win = yield from self._wins(after, most, backwards=behind)
        if replies_win is None:
            return None
        wins = yield from self._wins(state, most, backwards=behind)  # at once if `played` wins
        if wins is None:
            return None
        return Proved(self._winning(state) or played, 1.0) if wins and replies_win else Proved(played)

    def _winning(self, state: State) -> str | None:
        """A wall of a won position that is known to win."""
        solver = self._solver(state)
        return next((move for move in state.legal_moves() if solver.known(state.play(move)) is False), None)

    def _left_for(self, state: State) -> int:
        """The positions that may still be expanded to prove the game of `state`; another game begins with all."""
        ply = min(state.ply, len(self._game))
        if state.moves[:ply] != self._game[:ply]:
            self._left = self._most
        self._game = state.moves
        return self._left

    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        state = cast(State, position)
        most, each = _proof_nodes(budget), max(1, budget // (2 * SEARCHES))
        after = [state.draw(state.grid.move(move).wall) for move in (better, played)]
        first = yield from self._wins(after[0], most)
        proved = [first, (yield from self._wins(after[1], most))]
        if (proved[0] is None) != (proved[1] is None):
            late = proved.index(None)
            proved[late] = yield from self._wins(after[late], PATIENCE * most)
        chances: list[list[float]] = []
        for behind, won in zip(after, proved, strict=True):
            chances.append([float(not won)] if won is not None else (yield from _chances(behind, each, seed)))
        return _compared(*chances)

    def _solver(self, state: State) -> Solver:
        """The solver for the board of `state`, with all it knows."""
        if self._made is None or self._made.grid != state.grid:
            large = SOLVED_WALLS < state.grid.walls <= WORD_WALLS
            self._made = Solver(state.grid, BACKWARDS_BITS if large else TABLE_BITS, shipped=True)
            self._tried.clear()
        return self._made

    def _wins(
        self, state: State, most: int, *, backwards: bool = False
    ) -> Generator[None, None, bool | None]:
        """Return True if the side to move wins; None where that is not solved with `most` positions."""
        if state.winner is not None:
            return state.winner == state.to_move
        solver, whole = self._solver(state), state.grid.walls <= SOLVED_WALLS
        if open_walls(state) > MOST_OPEN or self._tried.get(state.drawn, -1) >= most:
            return None
        if not whole and not backwards and len(state.legal) > PROVED_FROM:
            return solver.known(state)
        for won in solver.wins_slices(state):
            yield
            if won is not None or (solver.nodes > most and not whole):
                break
        if backwards:
            self._left -= solver.nodes
        if won is None:
            self._tried[state.drawn] = most
        return won


def _proof_nodes(budget: int) -> int:
    """The positions that may be expanded behind a wall."""
    return max(PROOF_NODES, PROOFS_AN_ITERATION * budget)


def _chances(after: State, iterations: int, seed: int) -> Generator[None, None, list[float]]:
    """The chance to win of who has just moved, by each search; a single one where it is proved."""
    results: list[float] = []
    for number in range(SEARCHES):
        yield
        best = analyse(after, iterations, seed + number).choices[0]
        if best.proven is not None:
            return [1.0 - best.win_rate]
        results.append(1.0 - best.win_rate)
    return results


def _compared(ours: list[float], theirs: list[float]) -> Comparison:
    """Two walls by their chances; a single chance is proved.

    Where one is proved and the other one is not, that one is still won or lost: its chance is as uncertain as a throw.
    """
    if len(ours) == len(theirs) == 1:
        return Comparison(ours[0] - theirs[0])
    count = max(len(ours), len(theirs))
    pairs = zip(ours * (count // len(ours)), theirs * (count // len(theirs)), strict=True)
    comparison = Comparison.of_samples([one - other for one, other in pairs])
    common = BIAS
    if len(ours) != len(theirs):
        chance = sum(ours if len(ours) == count else theirs) / count
        common = sqrt(chance * (1 - chance))
    return comparison._replace(error=hypot(comparison.error, common))
