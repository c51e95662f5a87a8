"""The search for perfect clears as work for a worker.

Apart from `clear_search`: the search itself (`clear_finder`) uses that one, and is started from here.
"""

from __future__ import annotations

from collections.abc import Iterator

from ai.tetris.guideline.clear_search import MOST_WAYS, Clears, ClearSearch, placements_of
from ai.work import KeptEngines, Work
from game.errors import KibitzError
from game.tetris.guideline import PIECES


class ClearWork(Work[ClearSearch, Clears]):
    """A search for perfect clears. The rules say when a way is shown whether it can be played (`course_of`)."""

    kind = "clears"
    orders, reports = ClearSearch, Clears
    again = "searches once more"
    game = "tetris"

    def flaw(self, report: Clears) -> str | None:
        counts = (report.looked, report.rows, report.pieces, report.orders, report.queues)
        if min(counts) < 0 or len(report.ways) > MOST_WAYS or len(report.ways) != len(report.attack):
            return "lost count of its perfect clears"
        if not 0 <= report.solved <= report.queues:
            return "lost count of its queues"
        if not all(
            0 <= each <= report.queues for each in (*report.saves, *(one.queues for one in report.solutions))
        ):
            return "lost count of its queues"
        if len(report.solutions) > min(MOST_WAYS, report.pictures) or any(
            len(each) not in (0, len(PIECES))
            for each in (report.saves, *(one.saves for one in report.solutions))
        ):
            return "lost count of its solutions"
        if len(report.best) != len(report.successes) or not all(
            0 <= each <= report.futures for each in report.successes
        ):
            return "lost count of its chances"
        if report.in_a_row < 0 or not all(0 <= each.chance <= 1 and each.clears >= 0 for each in report.loop):
            return "lost count of its clears in a row"
        if not 0 <= report.progress <= 1:
            return "lost count of its work"
        try:
            moves = (each.move for each in report.loop)
            for way in (*report.ways, *report.best, *moves, *(one.way for one in report.solutions)):
                placements_of(way)
        except KibitzError as error:
            return f"found what is no perfect clear ({error})"
        return None

    @staticmethod
    def carry_out(order: ClearSearch, stored: KeptEngines) -> Iterator[Clears]:
        from ai.tetris.guideline.clear_finder import seek

        return seek(order)
