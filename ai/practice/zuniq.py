"""Zuniq endings: positions of games in which few walls win, proved by the solver, and their play to the end.

The games are those of the engine against itself, too weak to be without mistakes, on boards from 4x4 to 6x6 dots.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import cycle
from random import Random
from typing import cast

from ai.engine import Limit
from ai.practice.making import Stream
from ai.zuniq.engine import Kibitz, Resistance
from ai.zuniq.levels import strength
from ai.zuniq.solver import Solver
from game.facts import ZuniqFacts
from game.position import Position
from game.practice.attempt import Answer
from game.practice.problem import Problem, Source, Win
from game.practice.sameness import identity
from game.zuniq import Grid, State

# one game after the other is played on these boards: small ones have few endings that differ
BOARDS = ("5x5", "5x6", "6x6", "4x5", "4x6", "5x6", "6x6", "4x4")
PLAYER = "casual"  # whose mistakes leave something to win
LEAST_WALLS, MOST_WALLS = 5, 34  # that may be drawn
LEAST_PLIES = 3  # of the play that follows
MANY_WALLS = 12  # where so many may be drawn two of them may win, else one
TABLE_BITS = 18
MOST_NODES = 20_000  # of the solver for a search, some 60 ms
SLICES_OF_DEFENCE = 60  # of the solver, to find the wall that makes it hardest: some tenth of a second


def problems(seed: int) -> Stream:
    """Endings, one of a game at the most, on one board after the other."""
    chance = Random(f"zuniq-endings {seed}")
    for dots in cycle(BOARDS):
        grid = Grid.parse(dots)
        solver, game = _solver(dots), _game(grid, chance.getrandbits(60))
        endings = _endings(game, solver)
        if not endings:
            yield None
            continue
        state, winning = chance.choice(endings)
        task = Win()
        yield Problem(
            id=identity(state, task),
            game="zuniq",
            start=state.setup,
            moves=state.move_texts,
            task=task,
            answers=winning,
            theme="one-wall",
            reason=(ZuniqFacts(winner=state.to_move),),
            lines={move: solver.line(state.play(move)) for move in winning},
            source=Source(
                kind="made", title=f"{strength(PLAYER).title} against itself", move=state.ply + 1, seed=seed
            ),
        )


def _game(grid: Grid, seed: int) -> list[State]:
    """The positions of a game, without the last one."""
    player, state, states = Kibitz(strength(PLAYER), seed=seed), State.start(grid), list[State]()
    while state.winner is None:
        states.append(state)
        *_, advice = player.think(state, Limit())
        state = state.play(advice.choices[0].move)
    return states


def _endings(game: list[State], solver: Solver) -> list[tuple[State, tuple[str, ...]]]:
    """The positions in which few of the walls win and there is still something to play, with these walls.

    From the end of the game on, as far as that is quickly proved.
    """
    endings = []
    for state in reversed(game):
        walls = len(state.legal)
        solution = next(solver.solve_slices(state, MOST_NODES)) if walls <= MOST_WALLS else None
        if solution is None:
            break
        few = 2 if walls >= MANY_WALLS else 1
        won = solution.winner == state.to_move
        if (
            won
            and walls >= LEAST_WALLS
            and len(solution.winning_moves) <= few
            and len(solver.line(state)) >= LEAST_PLIES
        ):
            endings.append((state, solution.winning_moves))
    return endings


@lru_cache(maxsize=4)
def _solver(dots: str) -> Solver:
    return Solver(Grid.parse(dots), TABLE_BITS)


def prove(problem: Problem) -> str:
    """Return what is wrong with the answers, proved by another solver; empty if nothing is."""
    state = cast(State, problem.open())
    solution = Solver(state.grid, TABLE_BITS).solve(state)
    if solution.winner != state.to_move:
        return "the position is lost"
    if set(solution.winning_moves) != set(problem.answers):
        return f"the walls that win are {' '.join(solution.winning_moves)}"
    return ""


def judge(problem: Problem, position: Position, move: str) -> Answer:
    """The judgement on a wall, with the wall that the other side draws then."""
    state = cast(State, position)
    after, solver = state.play(move), _solver(str(state.grid))
    if after.winner is not None:
        return Answer(grade="right", reason=problem.reason)
    if solver.wins(after):
        first = state.ply == cast(State, problem.open()).ply
        return Answer(
            grade="wrong",
            line=solver.line(after),
            better=problem.answers if first else solver.solve(state).winning_moves,
            reason=problem.reason,
        )
    return Answer(grade="on", replies=(_defence(after, solver),))


def _defence(state: State, solver: Solver) -> str:
    """The wall of a lost position after which the smallest share of the answers wins, as far as there is time."""
    resistance = Resistance(state, solver, state.legal)
    resistance.run(SLICES_OF_DEFENCE)
    wall = state.legal[0] if resistance.hardest is None else resistance.hardest
    return state.grid.names[wall]
