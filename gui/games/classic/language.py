"""The language of classic Tetris, and its rows of the panel with the terms of the equity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.advice import Advice, Choice
from game.facts import ClassicFacts
from game.position import Position
from game.review import Judgement
from game.tetris.classic import Placement, State, letter
from game.tetris.naming import classic_forms, classic_name
from gui.games.classic import panel, words
from gui.games.classic.cells import piece_cells
from gui.games.classic.equity import Part, two_digits
from gui.games.piece_ui import PieceLanguage, doubled
from gui.games.well import draw_icon, extent
from gui.play.game_ui import Opinion
from gui.play.panel import PanelColumn
from gui.play.sources import moves_of
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.graph import Axis
from gui.ui.text import counted, grouped

_SOURCES = {"rule": "Rule", "search": "Search"}
_I_PIECE = 0
_SMALL_CELL, _SMALL_PIECE = 9.0, 30.0  # a cell of a small piece, and the longest piece
_BESIDE_ICON = 30.0  # units from the left of a row to its words
_LEAST_TOP = 10.0  # that the graph shows at least


class ClassicLanguage(PieceLanguage):
    """Names, figures and sentences of classic Tetris. `parts` of the equity are those that its board shows."""

    choice_lines = 1
    cost_unit = "equity"

    def __init__(self, parts: set[Part]) -> None:
        self.parts = parts

    # -- the panel --

    def draw_choice(
        self, canvas: Canvas, box: Box, position: Position, choice: Choice, advice: Advice | None
    ) -> None:
        """The piece as it would lie, its column, and the rows that it would clear."""
        state = classic(position)
        x, middle, colour = box[0], box[1] + box[3] / 2, canvas.theme.colour
        if state.piece is None:
            return
        cells = piece_cells(state.piece, Placement.parse(choice.move).rotation)
        cell = min(_SMALL_CELL, _SMALL_PIECE / max(extent(cells)))
        draw_icon(canvas, (x + 8, middle), cells, letter(state.piece), cell)
        rows, room = words.cleared_by(state, choice.move), box[2] - _BESIDE_ICON
        details = (f"clears {rows}", counted(rows, "row")) if rows else ("",)
        taken = canvas.text_width(details[-1], "label") + 12 if rows else 0.0
        forms = classic_forms(state, choice.move, moves_of(advice))
        fitting = (form for form in forms if canvas.text_width(form, "body") <= room - taken)
        name = next(fitting, canvas.fitted(forms[-1], "body", room))
        used = canvas.text((x + _BESIDE_ICON, middle), name, "body", colour.text)
        for text in details:
            if used + 12 + canvas.text_width(text, "label") <= room:
                canvas.text((x + box[2], middle), text, "label", colour.text3, "right")
                break

    def draw_why(self, column: PanelColumn, opinion: Opinion) -> bool:
        position, advice = opinion.position, opinion.spoken
        assert advice is not None, "there is something to explain"
        controller, state = advice.read(ClassicFacts).evaluator, classic(position)
        asked = next((each for each in advice.choices if each.move == opinion.about), advice.choices[0])
        return panel.equity(
            column,
            state,
            controller,
            asked,
            name="move 1"
            if asked is advice.choices[0]
            else classic_name(state, asked.move, moves_of(advice)),
            source=_SOURCES.get(advice.source, "Rule"),
            ground=words.ground(advice, controller),
            parts=self.parts,
            toggle=lambda part: self.parts.symmetric_difference_update({part}),
        )

    # -- words --

    def detail(self, position: Position) -> str:
        return words.detail(classic(position))

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        controller = advice.read(ClassicFacts).evaluator
        return words.ground(advice, controller), words.reason(classic(position), advice, controller)

    def compare(self, position: Position, advice: Advice, move: str, after: Advice | None = None) -> str:
        return words.compare(classic(position), advice, move)

    def rules(self, position: Position) -> tuple[str, str]:
        table = classic(position).rules
        slide = "Pieces can slide sideways under others." if table.sliding else "Pieces fall straight down."
        play = (
            f"The board is {table.width} by {table.height}. All pieces are equally likely. "
            f"Choose a rotation and a column. {slide} Full rows disappear; the game is over "
            "when a piece cannot be placed."
        )
        score = (
            "The score is the number of rows cleared. The equity of a board is the sum that "
            "its controller computes: lower is better."
        )
        return play, score

    def figure(self, value: float) -> str:
        return two_digits(value)

    def axis(self, values: Sequence[float | None]) -> Axis:
        messages = [value for value in values if value is not None]
        top, lowest = doubled(_LEAST_TOP, max(messages, default=0.0)), min(messages, default=0.0)
        bottom = -doubled(_LEAST_TOP, -lowest) if lowest < 0 else 0.0
        middle = (top + bottom) / 2
        return Axis(bottom, top, tuple((value, f"{value:g}") for value in (top, middle, bottom)))

    def reading(self, position: Position, *, seat: int | None = 0) -> str:
        return "Best move, equity"

    def move_words(self, position: Position, move: str, among: Iterable[str] = ()) -> str:
        return classic_name(classic(position), move, among)

    def loss_words(self, position: Position, judgement: Judgement) -> str:
        name = classic_name(classic(position), judgement.move, filter(None, (judgement.better,)))
        return f"{name}, cost {two_digits(judgement.loss)} equity"

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        state = classic(position)
        return (
            ("Pieces", grouped(state.placed)),
            ("Rows", grouped(state.cleared)),
            ("Stack", f"{state.board.height - state.board.top} of {state.board.height}"),
            ("Cells", grouped(state.board.cells)),
        )

    def result(self, position: Position) -> str:
        return words.result(classic(position))

    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        draw_icon(canvas, (at[0] + 14, at[1]), piece_cells(_I_PIECE, 0), letter(_I_PIECE), 7)


def classic(position: Position) -> State:
    """The position, which is one of classic Tetris."""
    assert isinstance(position, State)
    return position
