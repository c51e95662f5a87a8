"""The UI of classic Tetris: the board with its equity, its input, its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from game.advice import Advice, Choice
from game.facts import ClassicFacts
from game.position import Position
from game.review import Judgement
from game.tetris.classic import Placement, State, letter
from game.tetris.classic.rules import Action
from game.tetris.naming import classic_forms, classic_name
from gui.games.classic import panel, words
from gui.games.classic.cells import Geometry, piece_cells
from gui.games.classic.equity import PARTS, Part, two_digits
from gui.games.classic.view import ClassicInput, Picture, draw_board
from gui.games.piece_ui import MODIFIED, PieceUI, doubled
from gui.games.well import draw_icon, extent
from gui.play.game_ui import Opinion, PanelColumn, RenderState, moves_of
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.graph import Axis
from gui.ui.sounds import sound_of
from gui.ui.text import counted, grouped

_STEPS: dict[int, Action] = {
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "rotate",
    pygame.K_x: "rotate",
    pygame.K_z: "back",
    pygame.K_DOWN: "down",
}
_PARTS: dict[int, Part] = {pygame.K_1: "height", pygame.K_2: "structure", pygame.K_3: "hollows"}
_SOURCES = {"rule": "Rule", "search": "Search"}
_I_PIECE = 0
_SMALL_CELL, _SMALL_PIECE = 9.0, 30.0  # a cell of a small piece, and the longest piece
_BESIDE_ICON = 30.0  # units from the left of a row to its words
_LEAST_TOP = 10.0  # that the graph shows at least


class ClassicUI(PieceUI[State, ClassicInput]):
    """The board of one scene. `parts` of the equity are drawn on it."""

    choice_lines = 1
    cost_unit = "equity"
    aspect = 1.5
    steps = _STEPS
    right_button = -1

    def __init__(self) -> None:
        super().__init__()
        self.parts: set[Part] = set(PARTS)
        self._geometry: Geometry | None = None

    # -- drawing --

    def draw(self, canvas: Canvas, box: Box, look: RenderState) -> None:
        state = _classic(look.position)
        held = self._control if self._open and look.grown >= 1.0 else None
        picture = Picture(
            state=state,
            choices=look.choices,
            ranks=look.ranks,
            evaluator=look.evaluator,
            parts=frozenset(self.parts),
            grown=look.grown,
            held=None if held is None else held.at,
            ghost=None if held is None else held.target,
            shown=self._shown,
            fault=look.fault,
        )
        self._geometry = draw_board(canvas, box, picture)

    def toggle(self, part: Part) -> None:
        """Show or hide one part of the equity on the board."""
        self.parts ^= {part}

    def sound(self, before: Position, after: Position) -> str:
        return sound_of(_classic(after).cleared - _classic(before).cleared)

    # -- input --

    def _board(self, position: Position) -> State:
        return _classic(position)

    def _take(self, state: State) -> ClassicInput:
        return ClassicInput(state)

    def _place(self, point: Point) -> Point | None:
        if self._geometry is None:
            return None
        x, y = self._geometry.place(point)
        near = -1 <= x <= self._geometry.columns + 1 and -1 <= y <= self._geometry.rows + 1
        return (x, y) if near else None

    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        return self._opens(event) is not None or super().takes(event, focused)

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        opens = self._opens(event)
        if opens is None:
            return super().handle(event, scale, focused)
        self.parts = opens
        return None

    def _opens(self, event: pygame.event.Event) -> set[Part] | None:
        """The parts of the equity that are drawn after this event; None if it is not one of their keys."""
        if event.type != pygame.KEYDOWN or event.mod & MODIFIED:
            return None
        if event.key == pygame.K_e:
            return set() if self.parts else set(PARTS)
        return self.parts ^ {_PARTS[event.key]} if event.key in _PARTS else None

    # -- the panel --

    def draw_choice(
        self, canvas: Canvas, box: Box, position: Position, choice: Choice, advice: Advice | None
    ) -> None:
        """The piece as it would lie, its column, and the rows that it would clear."""
        state = _classic(position)
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
        controller, state = advice.read(ClassicFacts).evaluator, _classic(position)
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
            toggle=self.toggle,
        )

    # -- words --

    def detail(self, position: Position) -> str:
        return words.detail(_classic(position))

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        controller = advice.read(ClassicFacts).evaluator
        return words.ground(advice, controller), words.reason(_classic(position), advice, controller)

    def compare(self, position: Position, advice: Advice, move: str, after: Advice | None = None) -> str:
        return words.compare(_classic(position), advice, move)

    def rules(self, position: Position) -> tuple[str, str]:
        table = _classic(position).rules
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
        return classic_name(_classic(position), move, among)

    def loss_words(self, position: Position, judgement: Judgement) -> str:
        name = classic_name(_classic(position), judgement.move, filter(None, (judgement.better,)))
        return f"{name} cost {two_digits(judgement.loss)} equity"

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        state = _classic(position)
        return (
            ("Pieces", grouped(state.placed)),
            ("Rows", grouped(state.cleared)),
            ("Stack", f"{state.board.height - state.board.top} of {state.board.height}"),
            ("Cells", grouped(state.board.cells)),
        )

    def result(self, position: Position) -> str:
        return words.result(_classic(position))

    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        draw_icon(canvas, (at[0] + 14, at[1]), piece_cells(_I_PIECE, 0), letter(_I_PIECE), 7)

    def keys(self) -> list[tuple[str, str]]:
        return [
            (self.named("left", "right", standard="Left, Right"), "move the piece"),
            (
                self.named("cw", "ccw", standard="Up or X, Z"),
                "rotate it; Z the other way, where the rules allow it",
            ),
            (self.named("soft", standard="Down"), "one row down, where pieces slide"),
            (self.named("hard", standard="Space or Enter"), "drop it"),
            ("Mouse", "choose the column, rotate with the wheel or the right button, drop with a click"),
            ("E", "show or hide the terms of the equity on the board"),
            ("1, 2, 3", "its heights, its walled areas, its covered rows"),
        ]


def _classic(position: Position) -> State:
    assert isinstance(position, State)
    return position
