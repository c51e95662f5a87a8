"""Solves boards of Zuniq and writes `solved.json` and files of results: `python assets/zuniq/make.py [DOTS ...]`.

Without sizes it solves every board of up to 32 walls, and 2x12, in some minutes. It goes on from what `zuniq solve` has
kept in the cache folder; boards already in the file stay as they are. Seconds are CPU time of one core. The results
that took most work are written beside the table, so that the engine knows them from the start.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent.parent))

from ai.zuniq.long_solve import LongSolver, bytes_wanted  # noqa: E402
from ai.zuniq.results import KeptResults, SolvedPosition, results_path, work_of  # noqa: E402
from game import saving  # noqa: E402
from game.zuniq import Grid, State  # noqa: E402
from game.zuniq.solved import PATH, SolvedBoard, boards  # noqa: E402
from game.zuniq.state import WHITE  # noqa: E402

MOST_WALLS = 32
SHIPPED_FROM = 300_000  # positions that a board takes: the engine solves smaller ones while one looks
MOST_SHIPPED = 1 << 15  # results, 512 kB


def main(sizes: list[str]) -> None:
    """Solve what is asked for and write the files."""
    grids = [Grid.parse(size) for size in sizes] or [
        Grid(rows, columns)
        for rows in range(2, 6)
        for columns in range(rows, 13 if rows == 2 else 10)
        if Grid(rows, columns).walls <= MOST_WALLS or (rows, columns) == (2, 12)
    ]
    solved_boards = {board.dots: board for board in boards()}
    for grid in grids:
        answer = _solve(grid)
        solution = answer.solution
        board = SolvedBoard(
            str(grid),
            "white" if solution.winner == WHITE else "black",
            solution.winning_moves,
            solution.nodes,
            round(answer.seconds, 2),
        )
        solved_boards[board.dots] = board
        print(board, flush=True)
        table = sorted(solved_boards.values(), key=lambda each: (Grid.parse(each.dots).walls, each.dots))
        saving.save(PATH, b"[\n" + b",\n".join(msgspec.json.encode(each) for each in table) + b"\n]\n")


def _solve(grid: Grid) -> SolvedPosition:
    state = State.start(grid)
    results = KeptResults(results_path(grid), grid)
    solver = LongSolver(grid, bytes_wanted(state), 1, results)
    answer = solver.solve(state, lambda _: False)
    assert answer is not None
    if not results.answers:
        solver.keep(answer)
    if answer.solution.nodes >= SHIPPED_FROM:
        _ship(results, grid)
    return answer


def _ship(results: KeptResults, grid: Grid) -> None:
    """Write the results that took most work."""
    rows, least = results.rows, 0
    while (work_of(rows) >= least).sum() > MOST_SHIPPED:
        least += 1
    rows = rows[work_of(rows) >= least]
    path = FOLDER / f"{grid}.results"
    path.unlink(missing_ok=True)
    KeptResults(path, grid).add(
        rows, SolvedPosition("", results.answers[str(State.start(grid))].solution, 0.0)
    )
    print(f"{path.name}: {len(rows)} results of 2^{least} positions or more")


if __name__ == "__main__":
    main(sys.argv[1:])
