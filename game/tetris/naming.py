"""Names of placements, as people read them: `J flat, columns 8-10, tip down`; at classic Tetris `column 8`.

A name says as much as is needed to tell a placement from those `among` which it stands, as in a list.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.errors import BadInput
from game.tetris.classic import SHAPES
from game.tetris.classic import Placement as ClassicPlacement
from game.tetris.classic import State as ClassicState
from game.tetris.guideline.pieces import Cells, letter
from game.tetris.guideline.placement import Placement

_SPUN = ("", "mini", "spin")


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
    others = [other for other in map(_parsed, among) if other is not None and other != at]
    beside = [other for other in others if other.piece == at.piece and _columns(other) == _columns(at)]
    alike = [other for other in beside if other.orientation == at.orientation]
    turned = len(beside) > len(alike)
    name, (lies, tip), columns = letter(at.piece), _lies(at.cells), _columns(at)
    tip = "" if tip == "up" and not turned else tip
    row, spun = f"row {1 + min(y for _, y in at.cells)}", _SPUN[at.spin]
    higher = row if any(other.y != at.y and other.spin == at.spin for other in alike) else ""
    long = f"{name} {lies}".strip()
    many = f"column{'s' if '-' in columns else ''} {columns}"
    parts = [f"tip {tip}" if tip else "", spun, higher]
    least = [
        tip if turned else "",
        spun if any(other[:4] == at[:4] for other in alike) else "",
        row if any(other.y != at.y for other in alike) else "",
    ]
    return (
        ", ".join(filter(None, (long, many, *parts))),
        ", ".join(filter(None, (long, columns, *parts))),
        " ".join(filter(None, (name, columns, tip, spun, higher))),
        " ".join(filter(None, (name, columns, *least))),
    )


def _parsed(move: str) -> Placement | None:
    """The placement in the one form for equal cells; None for what is none."""
    try:
        return Placement.parse(move.rstrip("!")).canonical()
    except BadInput:
        return None


def _columns(at: Placement) -> str:
    left, right = at.cells[0][0] + 1, at.cells[-1][0] + 1
    return f"{left}-{right}" if right > left else str(left)


def _lies(cells: Cells) -> tuple[str, str]:
    """`flat` or `tall`, empty for an O, and where the tip of a J, L or T points; rows count upwards."""
    columns, rows = ([cell[side] for cell in cells] for side in (0, 1))
    wide, high = (max(side) - min(side) for side in (columns, rows))
    if wide == high:
        return "", ""
    along, across = (columns, rows) if wide > high else (rows, columns)
    lies, ends = ("flat", ("down", "up")) if wide > high else ("tall", ("left", "right"))
    alone = [each for each in set(across) if across.count(each) == 1]
    if len(set(along)) != 3 or not alone:  # an I has no tip; an S or a Z has two cells on either side
        return lies, ""
    return lies, ends[alone[0] == max(across)]


def classic_name(state: ClassicState, move: str, among: Iterable[str] = ()) -> str:
    """The name of a placement at classic Tetris, by its leftmost column counted from 1: `column 8`.

    `column 8, tucked in` after a slide; where another one begins in the same column also how the piece lies.
    """
    return classic_forms(state, move, among)[0]


def classic_forms(state: ClassicState, move: str, among: Iterable[str] = ()) -> tuple[str, ...]:
    """The same, ever shorter: `column 8, tip left, tucked in`, `8 left`."""
    at = ClassicPlacement.parse(move)
    others = [other for other in map(ClassicPlacement.parse, among) if other != at and other.x == at.x]
    lies = tip = row = ""
    if state.piece is not None and any(other.rotation != at.rotation for other in others):
        lies, tip = _lies(tuple((x, -y) for x, y in SHAPES[state.piece][at.rotation]))
    if any(other.rotation == at.rotation for other in others):
        row = f"row {state.board.height - at.y - _high(state, at) + 1}"
    tucked = "tucked in" if state.table.sliding and not falls_straight(state, at) else ""
    long = (f"column {at.x + 1}", f"tip {tip}" if tip else lies, tucked, row)
    return ", ".join(filter(None, long)), " ".join(filter(None, (str(at.x + 1), tip or lies, row)))


def _high(state: ClassicState, at: ClassicPlacement) -> int:
    return 0 if state.piece is None else 1 + max(y for _, y in SHAPES[state.piece][at.rotation])


def falls_straight(state: ClassicState, at: ClassicPlacement) -> bool:
    """Whether the current piece gets to `at` by a straight fall from above the board."""
    if state.piece is None:
        return True
    way = (at._replace(y=y) for y in range(at.y))
    return all(state.board.fits(state.piece, *each) for each in way)
