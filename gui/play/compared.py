"""A try beside what really happened: figures side by side, and which is better."""

from __future__ import annotations

from game.guided.live_takeover import LiveTakeover
from game.guided.takeover import Takeover
from game.position import Position
from game.tetris.guideline.real_time.game import Game
from gui.play.game_ui import Language
from gui.play.panel import PanelColumn
from gui.ui.layout import TABLE_HEAD, Flow

_ROW, _HEAD = 28.0, 36.0
BETTER = {1: "better", 0: "the same", -1: "worse"}


def compared_height(language: Language, position: Position) -> float:
    """The room that `draw_compared` takes."""
    rows = len(language.compared(position))
    return _HEAD + (TABLE_HEAD + _ROW * rows if len(position.seats) == 1 else _ROW)


def draw_compared(column: PanelColumn, language: Language, position: Position, takeover: Takeover) -> None:
    """Draw the figures of a try, of the game as it went after as many moves, and of the best try."""
    then, best = takeover.then(position.ply), takeover.best(position.ply)
    column.y += 12 if column.y > column.top else 0
    better = takeover.better(position) if position.ply > takeover.past.ply else None
    column.heading(
        "Against what happened",
        BETTER[better] if better is not None else "",
        brief="Compared",
        step=_HEAD - 4,
    )
    if len(position.seats) > 1:
        end = takeover.then(takeover.end)
        column.line("Then", language.result(end) or f"ended at {language.place(end)}")
        return
    column.table(*side_by_side(language, position, then, best))


def side_by_side(
    language: Language, position: Position, then: Position, best: Position | None
) -> tuple[list[tuple[str, tuple[str, ...]]], list[str]]:
    """The rows of figures of a try, of the game as it went, and of the best try, and the names above them."""
    columns = [("You", position), ("Then", then), *([] if best is None else [("Best", best)])]
    figures = [dict(language.compared(each)) for _, each in columns]
    rows = [(label, tuple(each.get(label, "–") for each in figures)) for label in figures[0]]
    return rows, [name for name, _ in columns]


def draw_compared_live(column: Flow, language: Language, game: Game, takeover: LiveTakeover) -> None:
    """Draw the same figures of a try in real time, after as much time."""
    better = takeover.better(game) if game.now else None
    column.heading(
        "Against what happened",
        BETTER[better] if better is not None else "",
        brief="Compared",
        step=_HEAD - 4,
    )
    column.table(*compared_rows(language, game, takeover))


def compared_rows(
    language: Language, game: Game, takeover: LiveTakeover
) -> tuple[list[tuple[str, tuple[str, ...]]], list[str]]:
    """Their rows, and the names above them."""
    now, state = game.now, game.seats[0].state
    return side_by_side(language, state, takeover.then(now), takeover.best(now))


def summary(language: Language, position: Position, takeover: Takeover) -> str:
    """The result of a try against the game as it went, as a sentence; empty where there is none."""
    return summary_of(takeover.better(position))


def summary_of(better: int | None) -> str:
    """The result of a comparison as a sentence; empty where there is none."""
    if better is None:
        return ""
    words = {1: "You did better than what happened.", 0: "You did as well as what happened."}
    return words.get(better, "What happened was better.")
