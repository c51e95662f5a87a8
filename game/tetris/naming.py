"""Names of placements, as people read them: `J flat, columns 8-10, tip down`, the same in every game of Tetris.

A name says as much as is needed to tell a placement from those `among` which it stands, as in a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from game.errors import BadInput
from game.tetris.classic import SHAPES
from game.tetris.classic import Placement as ClassicPlacement
from game.tetris.classic import State as ClassicState
from game.tetris.classic import letter as classic_letter
from game.tetris.guideline.pieces import Cells, letter
from game.tetris.guideline.placement import Placement

_SPUN = ("", "mini", "spin")


class _Lying(NamedTuple):
    """A piece that lies somewhere: its letter, its cells by column, rows upwards, and how it got there in a word."""

    piece: str
    cells: Cells
    way: str = ""

    @property
    def columns(self) -> str:
        """From 1: `8-10`, or a single one."""
        left, right = self.cells[0][0] + 1, self.cells[-1][0] + 1
        return f"{left}-{right}" if right > left else str(left)

    @property
    def row(self) -> int:
        """Its lowest row, from 1."""
        return 1 + min(y for _, y in self.cells)

    @property
    def shape(self) -> Cells:
        """Its cells, wherever it lies."""
        left, low = self.cells[0][0], self.row - 1
        return tuple((x - left, y - low) for x, y in self.cells)


def name_of(move: str, among: Iterable[str] = ()) -> str:
    """The name of a guideline or four-wide placement, columns from 1: `J flat, columns 8-10`, `O, columns 5-6`.

    Behind it stands where the tip of a J, L or T points, unless it is up, and `spin` or `mini` where it is turned in.
    """
    return forms_of(move, among)[0]


def forms_of(move: str, among: Iterable[str] = ()) -> tuple[str, ...]:
    """The same, ever shorter: `J flat, columns 8-10, tip down`, `J flat, 8-10, tip down`, `J 8-10 down`, `J 8-10`.

    The last one leaves out what tells it from none of the others.
    """
    at = _parsed(move)
    if at is None:
        return (move,)
    return _forms(at, [other for other in map(_parsed, among) if other is not None])


def classic_name(state: ClassicState, move: str, among: Iterable[str] = ()) -> str:
    """The name of a placement of the current piece at classic Tetris: `I upright, column 1`, `I flat, columns 1-4`.

    Behind it stands `tucked in` after a slide.
    """
    return classic_forms(state, move, among)[0]


def classic_forms(state: ClassicState, move: str, among: Iterable[str] = ()) -> tuple[str, ...]:
    """The same, ever shorter, as `forms_of`."""
    if state.piece is None:
        return (move,)
    at, others = ClassicPlacement.parse(move), map(ClassicPlacement.parse, among)
    alike = [each for each in others if each[:2] == at[:2] or _columns(state, each) == _columns(state, at)]
    return _forms(_lying(state, at), [_lying(state, each) for each in alike])


def _columns(state: ClassicState, at: ClassicPlacement) -> tuple[int, int]:
    """The columns of the current piece, the first and the last."""
    assert state.piece is not None
    return at.x, at.x + max(x for x, _ in SHAPES[state.piece][at.rotation])


def _lying(state: ClassicState, at: ClassicPlacement) -> _Lying:
    assert state.piece is not None
    cells = ((at.x + x, state.board.height - 1 - at.y - y) for x, y in SHAPES[state.piece][at.rotation])
    tucked = state.rules.sliding and not falls_straight(state, at)
    return _Lying(classic_letter(state.piece), tuple(sorted(cells)), "tucked in" if tucked else "")


def falls_straight(state: ClassicState, at: ClassicPlacement) -> bool:
    """Return True if the current piece gets to `at` by a straight fall from above the board."""
    if state.piece is None:
        return True
    way = (at._replace(y=y) for y in range(at.y))
    return all(state.board.fits(state.piece, *each) for each in way)


def _parsed(move: str) -> _Lying | None:
    """A placement, the same for equal cells; None for what is none."""
    try:
        at = Placement.parse(move).canonical()
    except BadInput:
        return None
    return _Lying(letter(at.piece), tuple(sorted(at.cells)), _SPUN[at.spin])


def _forms(at: _Lying, among: Sequence[_Lying]) -> tuple[str, ...]:
    """The name of a piece as long as needed, and ever shorter."""
    others = [other for other in among if other.piece == at.piece and other.columns == at.columns]
    alike = [other for other in others if other.shape == at.shape and other != at]
    turned = any(other.shape != at.shape for other in others)
    lies, tip = _lies(at.cells)
    tip = "" if tip == "up" and not turned else tip
    row = f"row {at.row}" if any(other.row != at.row for other in alike) else ""
    higher = row if any(other.row != at.row and other.way == at.way for other in alike) else ""
    reported = any(other.row == at.row for other in alike)  # by the way alone
    long = f"{at.piece} {lies}".strip()
    many = f"column{'s' if '-' in at.columns else ''} {at.columns}"
    parts = [f"tip {tip}" if tip else "", at.way, higher]
    least = [tip if turned else "", at.way if reported else "", row]
    return (
        ", ".join(filter(None, (long, many, *parts))),
        ", ".join(filter(None, (long, at.columns, *parts))),
        " ".join(filter(None, (at.piece, at.columns, tip, at.way, higher))),
        " ".join(filter(None, (at.piece, at.columns, *least))),
    )


def _lies(cells: Cells) -> tuple[str, str]:
    """`flat` or `upright`, empty for an O, and where the tip of a J, L or T points; rows count upwards."""
    columns, rows = ([cell[side] for cell in cells] for side in (0, 1))
    wide, high = (max(side) - min(side) for side in (columns, rows))
    if wide == high:
        return "", ""
    along, across = (columns, rows) if wide > high else (rows, columns)
    lies, ends = ("flat", ("down", "up")) if wide > high else ("upright", ("left", "right"))
    alone = [each for each in set(across) if across.count(each) == 1]
    if len(set(along)) != 3 or not alone:  # an I has no tip; an S or a Z has two cells on either side
        return lies, ""
    return lies, ends[alone[0] == max(across)]
