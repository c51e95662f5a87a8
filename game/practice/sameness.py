"""Sameness of problems: mirror images and the same shape at another place are one problem.

Each game has images of a position, texts without what does not matter; the least of them names the problem. Two
problems of one name have the same answers up to the image.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations

import msgspec

from game.bridge import State as Bridge
from game.bridge.cards import NO_TRUMPS, cards_of, rank_of, suit_of
from game.position import Position
from game.practice.problem import AnyTask, Choose, Keys, Tricks
from game.tetris.classic import State as Classic
from game.tetris.classic.pieces import cells_at as classic_cells
from game.tetris.classic.pieces import letter as classic_letter
from game.tetris.classic.rules import Placement as ClassicPlacement
from game.tetris.four_wide.state import State as FourWide
from game.tetris.four_wide.well import WIDTH, height_of
from game.tetris.guideline import State as Guideline
from game.tetris.guideline.pieces import letter
from game.tetris.guideline.placement import Placement
from game.zuniq import State as Zuniq
from game.zuniq.grid import OUTSIDE

Cell = tuple[int, int]
_TWINS = str.maketrans("LJSZ", "JLZS")
_NAMES = frozenset((Choose, Keys))  # tasks that name placements


def identity(position: Position, task: AnyTask) -> str:
    """16 hex digits that name the problem with this task in this position."""
    text = min(_images(position, task))
    return hashlib.sha256(f"{position.game}|{type(task).__name__}|{text}".encode()).hexdigest()[:16]


def _images(position: Position, task: AnyTask) -> Iterable[str]:
    if isinstance(position, Guideline):
        return _guideline(position, task)
    if isinstance(position, Classic):
        return _classic(position, task)
    if isinstance(position, FourWide):
        return _four_wide(position, task)
    if isinstance(position, Zuniq):
        return [f"{_zuniq(position)}|{_plain(task)}"]
    if isinstance(position, Bridge):
        return _bridge(position, task)
    return [f"{position.digest()}|{_plain(task)}"]


def _plain(task: AnyTask) -> str:
    return msgspec.json.encode(task, order="deterministic").decode()


# -- Tetris: what can be seen, without empty columns at the sides and their mirror image --


def _tetris(
    width: int,
    cells: frozenset[Cell],
    pieces: str,
    rest: str,
    placements: list[frozenset[Cell]],
) -> Iterator[str]:
    """Images of cells (column, row from the bottom); `pieces` in sight, `placements` that the task names.

    Columns without a filled cell at one side may as well lie at the other.
    """
    for mirror in (False, True):

        def at(cell: Cell, mirror: bool = mirror) -> Cell:
            return (width - 1 - cell[0], cell[1]) if mirror else cell

        turned = [at(cell) for cell in cells]
        left = min((x for x, _ in turned), default=0)
        shown = sorted((x - left, y) for x, y in turned)
        named = sorted(sorted((x - left, y) for x, y in map(at, one)) for one in placements)
        yield f"{width}|{shown}|{pieces.translate(_TWINS) if mirror else pieces}|{rest}|{named}"


def _named_moves(task: AnyTask) -> tuple[str, ...]:
    if isinstance(task, Choose):
        return task.moves
    return (task.placement,) if isinstance(task, Keys) else ()


def _numbers(task: AnyTask) -> str:
    """The task without the placements that it names."""
    return "" if type(task) in _NAMES else _plain(task)


def _guideline(state: Guideline, task: AnyTask) -> Iterator[str]:
    cells = frozenset(
        (x, y) for y in range(state.field.height) for x in range(10) if state.field.filled(x, y)
    )
    hold = "-" if state.hold is None else letter(state.hold)
    seen = [state.piece, *state.previews]
    pieces = hold + "".join(letter(piece) for piece in seen if piece is not None)
    rest = f"{state.combo}|{state.chain > 0}|{state.garbage.view()!s}|{state.rules.named()}|{_numbers(task)}"
    placements = [frozenset(Placement.parse(move).cells) for move in _named_moves(task)]
    return _tetris(10, cells, pieces, rest, placements)


def _classic(state: Classic, task: AnyTask) -> Iterator[str]:
    width, height = state.board.width, state.board.height
    cells = frozenset(
        (x, height - 1 - y) for y in range(height) for x in range(width) if state.board.filled(x, y)
    )
    seen = [state.piece, state.next]
    pieces = "".join(classic_letter(piece) for piece in seen if piece is not None)
    placements = [
        frozenset((x, height - 1 - y) for x, y in classic_cells(state.piece, *ClassicPlacement.parse(move)))
        for move in _named_moves(task)
        if state.piece is not None
    ]
    rest = f"{height}|{state.rules.name}|{state.rules.sliding}|{_numbers(task)}"
    return _tetris(width, cells, pieces, rest, placements)


def _four_wide(state: FourWide, task: AnyTask) -> Iterator[str]:
    high = height_of(state.field)
    filled = [(x, y) for y in range(high) for x in range(WIDTH) if state.field >> (WIDTH * y + x) & 1]
    hold = "-" if state.hold is None else letter(state.hold)
    seen = [state.piece, *state.previews]
    pieces = hold + "".join(letter(piece) for piece in seen if piece is not None)
    rest = f"{state.model.name}|{state.walls}|{state.bag_rest()}|{_numbers(task)}"
    placements = [frozenset(Placement.parse(move).cells) for move in _named_moves(task)]
    # walls stand at both sides, so nothing can be moved aside
    return (
        f"{pieces.translate(_TWINS) if mirror else pieces}|{rest}|"
        f"{sorted((WIDTH - 1 - x, y) if mirror else (x, y) for x, y in filled)}|"
        f"{sorted(sorted((WIDTH - 1 - x, y) if mirror else (x, y) for x, y in one) for one in placements)}"
        for mirror in (False, True)
    )


# -- Zuniq: regions that still have walls to draw, wherever they lie and however they are turned --

_TURNS: tuple[Callable[[int, int], Cell], ...] = (
    lambda x, y: (x, y), lambda x, y: (-x, y), lambda x, y: (x, -y), lambda x, y: (-x, -y),
    lambda x, y: (y, x), lambda x, y: (-y, x), lambda x, y: (y, -x), lambda x, y: (-y, -x),
)  # fmt: skip


def _zuniq(state: Zuniq) -> str:
    """The position as its regions: cells joined by walls that are not drawn, and the sizes that are taken.

    A wall is known by the doubled coordinates of its middle; one at the border also by that.
    """
    grid = state.grid
    closed = frozenset().union(*state.zones)
    open_walls = [
        wall
        for wall in range(grid.walls)
        if wall not in state.drawn and not closed & {side for side in grid.sides[wall] if side != OUTSIDE}
    ]
    regions: dict[int, list[int]] = {}  # by its first cell: the walls of a region
    root = {side: side for wall in open_walls for side in grid.sides[wall] if side != OUTSIDE}

    def first_of(cell: int) -> int:
        while root[cell] != cell:
            cell = root[cell]
        return cell

    for wall in open_walls:
        first, second = grid.sides[wall]
        if OUTSIDE not in (first, second):
            root[first_of(first)] = first_of(second)
    for wall in open_walls:
        inner = next(side for side in grid.sides[wall] if side != OUTSIDE)
        regions.setdefault(first_of(inner), []).append(wall)
    shapes = sorted(min(_shape(state, walls, turn) for turn in _TURNS) for walls in regions.values())
    return f"{shapes}|{state.sizes}"


def _shape(state: Zuniq, walls: list[int], turn: Callable[[int, int], Cell]) -> list[tuple[int, int, bool]]:
    walls_turned = []
    for wall in walls:
        (row, column), (below, right) = state.grid.dots(wall)
        walls_turned.append((*turn(column + right, row + below), OUTSIDE in state.grid.sides[wall]))
    left, top = min(x for x, _, _ in walls_turned), min(y for _, y, _ in walls_turned)
    return sorted((x - left, y - top, border) for x, y, border in walls_turned)


# -- bridge: suits that are not trumps are alike, and of a card its place among those left --


def _bridge(state: Bridge, task: AnyTask) -> Iterator[str]:
    """With all cards known the cards left; else all that the player to move may know."""
    board, mover = state.board, state.to_move
    if not isinstance(task, Tricks) or board.contract is None:
        yield f"{state.view(mover if state.seat is None else state.seat).digest()}|{_plain(task)}"
        return
    hands = board.cards.hands
    of = {card: side for side in (0, 1) for card in cards_of(hands[side ^ mover])}
    if board.led is not None:
        of[board.led] = 2
    for order in permutations(range(4)):
        suits = []
        for suit in order:
            cards = sorted((card for card in of if suit_of(card) == suit), key=rank_of)
            trumps = "t" if suit == board.contract.strain else ""
            suits.append(trumps + "".join(str(of[card]) for card in cards))
        yield f"{suits}|{board.contract.strain == NO_TRUMPS}|{board.leader == mover}|{_plain(task)}"
