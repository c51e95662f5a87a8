"""A classic board as a picture: the well, the falling piece, the last one's motion, opinions, the equity."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from game.advice import Choice
from game.tetris.classic import Board, Landing, Placement, State
from gui.drawing.canvas import Box, Canvas
from gui.frame.controls import heading
from gui.tetris.classic import opinions
from gui.tetris.classic.cells import (
    Cell,
    draw_ghost,
    draw_piece,
    draw_settled,
    draw_small_piece,
    draw_stones,
    draw_well,
    extent,
    piece_cells,
)
from gui.tetris.classic.geometry import NARROW, SHORT, WHOLE, Geometry
from gui.tetris.classic.hand import way_of
from gui.tetris.classic.opened.account import account
from gui.tetris.classic.opened.legend import draw_legend
from gui.tetris.classic.opened.marks import PARTS, Account, Part
from gui.tetris.classic.opened.overlay import draw_letters, draw_overlay, warm_rows

_FALL = 0.8  # the share of a motion in which the piece falls; in the rest full rows fade
_NEXT_CELL, _NEXT_HEIGHT = 22.0, 96.0  # of the next piece, in units
_WAY_FROM = 8.0  # units of a cell: in smaller ones there is no room for a dotted line
_OUTLINES, _WITH_EQUITY = 3, 1  # placements that are outlined, and where the equity is open


@dataclass(frozen=True)
class Picture:
    """Everything a frame of the board shows.

    `choices` are the kibitzer's, best first; `evaluator` names the rule whose judgement is opened up, with
    the `parts` of it that are drawn; `grown` is how far the last piece has come; `held` is where a hand holds
    the falling piece and `ghost` where it would come to rest; `shown` is a move that is pointed at.
    """

    state: State
    choices: tuple[Choice, ...] = ()
    evaluator: str = ""
    parts: Collection[Part] = field(default=PARTS)
    grown: float = 1.0
    held: Placement | None = None
    ghost: Placement | None = None
    shown: str | None = None

    @property
    def landing(self) -> Landing | None:
        """The move that is still being drawn."""
        return self.state.last if self.grown < 1.0 else None

    @property
    def board(self) -> Board:
        """The board that is to be seen: the one before the last piece as long as that is on its way."""
        return self.landing.board if self.landing is not None else self.state.board


def draw_board(canvas: Canvas, box: Box, picture: Picture) -> Geometry:
    """Draw the whole board scene into `box`; returns where things stand."""
    state = picture.state
    open_up = picture.evaluator and picture.parts and not (state.lost and picture.landing is None)
    opened = account(picture.board, picture.evaluator) if open_up else None
    geometry = Geometry.fit(state.board.width, state.board.height, box, canvas.scale, beside=_beside(picture))
    _draw_within(canvas, geometry, picture, opened)
    taken = _draw_next(canvas, geometry, state) if state.table.preview else 0.0
    if opened is not None:
        draw_legend(canvas, geometry, opened, picture.parts, taken)
    return geometry


def draw_bare(canvas: Canvas, box: Box, picture: Picture, margin: float = 0.0) -> Geometry:
    """Draw the well alone, as large as it fits: for races, lists and small boards.

    Nothing is opened up, and of the choices only the best one is outlined, without its rank.
    """
    board = picture.state.board
    geometry = Geometry.bare(board.width, board.height, box, canvas.scale, margin)
    _draw_within(canvas, geometry, replace(picture, choices=()), None)
    piece = picture.state.piece
    if piece is not None and picture.choices and picture.landing is None:
        opinions.draw_opinion(canvas, geometry, opinions.cells_of(piece, picture.choices[0].move), 1.0)
    return geometry


def _beside(picture: Picture) -> float:
    """The width wanted beside the well; the same whatever is on the board, so that the well stands still."""
    if picture.evaluator and picture.parts:
        return WHOLE
    return SHORT if picture.state.table.preview else 0.0


def _draw_within(canvas: Canvas, geometry: Geometry, picture: Picture, opened: Account | None) -> None:
    draw_well(canvas, geometry)
    _draw_ghost(canvas, geometry, picture)
    draw_stones(canvas, geometry, picture.board.rows, warm_rows(opened, picture.parts))
    if opened is not None:
        draw_overlay(canvas, geometry, picture.board, opened, picture.parts)
    elif picture.landing is None and picture.state.last is not None:
        draw_settled(canvas, geometry, picture.state.last.piece, settled(picture.state.last))
    drawn = _draw_opinions(canvas, geometry, picture, opened is not None)
    if opened is not None and "structure" in picture.parts:
        falling = _falling_cells(picture)
        taken = falling.union(*drawn)
        draw_letters(canvas, geometry, opened.areas, taken, falling | {opinions.heart(c) for c in drawn})
    if picture.landing is not None:
        _draw_landing(canvas, geometry, picture.landing, picture.grown)
        if picture.grown < _FALL:  # the next piece appears when the last one has arrived
            return
    elif picture.state.lost:
        _draw_lost(canvas, geometry, picture.state)
        return
    _draw_falling(canvas, geometry, picture)


def settled(landing: Landing) -> list[Cell]:
    """The cells of a piece that has landed, where they are once the full rows have gone."""
    cells = piece_cells(landing.piece, *landing.placement)
    rows = landing.rows
    return [(x, y + sum(row > y for row in rows)) for x, y in cells if y not in rows]


def _falling_cells(picture: Picture) -> set[Cell]:
    """The cells where the falling piece is seen; above the board it hangs in the top rows."""
    piece = picture.state.piece
    if piece is None:
        return set()
    rotation, x, y = picture.held or picture.state.table.start(piece)
    return set(piece_cells(piece, rotation, x, max(0, y)))


def _draw_falling(canvas: Canvas, geometry: Geometry, picture: Picture) -> None:
    piece = picture.state.piece
    if piece is not None:
        rotation, x, y = picture.held or picture.state.table.start(piece)
        draw_piece(canvas, geometry, piece, rotation, x, max(0, y))


def _draw_ghost(canvas: Canvas, geometry: Geometry, picture: Picture) -> None:
    piece = picture.state.piece
    if piece is not None and picture.ghost is not None and picture.landing is None:
        draw_ghost(canvas, geometry, piece, piece_cells(piece, *picture.ghost))


def _draw_landing(canvas: Canvas, geometry: Geometry, landing: Landing, grown: float) -> None:
    """The last piece on its way down; where it has filled rows, these fade once it is there."""
    rotation, x, y = landing.placement
    share = min(1.0, grown / _FALL)
    draw_piece(canvas, geometry, landing.piece, rotation, x, y * share)
    if grown > _FALL:
        for row in landing.rows:
            veil = (grown - _FALL) / (1 - _FALL)
            canvas.veil(geometry.box(0, row, geometry.columns, 1), canvas.theme.colour.well, veil)


def _draw_lost(canvas: Canvas, geometry: Geometry, state: State) -> None:
    """A lost board: everything steps back but the piece that found no room."""
    canvas.veil(geometry.well, canvas.theme.colour.well, 0.55)
    assert state.piece is not None
    rotation, x, y = state.table.start(state.piece)
    draw_piece(canvas, geometry, state.piece, rotation, x, max(0, y))


def _draw_opinions(
    canvas: Canvas, geometry: Geometry, picture: Picture, opened: bool
) -> list[tuple[Cell, ...]]:
    """The best placements, or the one that is pointed at; returns the cells of each."""
    piece = picture.state.piece
    if piece is None or not picture.choices or picture.landing is not None or picture.state.lost:
        return []
    most = _WITH_EQUITY if opened else _OUTLINES
    drawn = opinions.drawn_choices(piece, picture.choices, picture.shown, most)
    if drawn:
        _draw_way(canvas, geometry, picture, piece, drawn[0][1])
    for rank, _, cells in reversed(drawn):
        firm = opinions.firmness(rank)
        opinions.draw_opinion(canvas, geometry, cells, firm)
        opinions.draw_rank(canvas, geometry, cells, rank, firm)
    return [cells for _, _, cells in drawn]


def _draw_way(canvas: Canvas, geometry: Geometry, picture: Picture, piece: int, choice: Choice) -> None:
    if geometry.cell >= _WAY_FROM:
        state, to = picture.state, Placement.parse(choice.move)
        way = way_of(state.table, state.board, piece, to)
        skip = frozenset(_falling_cells(picture) | set(piece_cells(piece, *to)))
        held = picture.held or state.table.start(piece)
        opinions.draw_way(canvas, geometry, piece, held, way, skip)


def _draw_next(canvas: Canvas, geometry: Geometry, state: State) -> float:
    """The next piece beside the well's top; returns the height it takes, 0 where there is no room."""
    if state.next is None or not geometry.aside:
        return 0.0
    cell = _NEXT_CELL if geometry.aside > NARROW else NARROW / 4
    cell = min(cell, max(8.0, geometry.cell))
    top = geometry.summit
    heading(canvas, (geometry.beside, top + 9), "Next")
    width, height = extent(state.next, 0)
    middle = (geometry.beside + width * cell / 2, top + 34 + height * cell / 2)
    draw_small_piece(canvas, middle, state.next, 0, cell)
    return _NEXT_HEIGHT
