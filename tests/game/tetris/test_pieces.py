import pytest

from game.errors import BadInput
from game.tetris.classic import PIECES, SHAPES, letter, piece_of
from game.tetris.classic.pieces import HEIGHTS, MASKS, WIDTHS, Cells, cells_at
from game.tetris.classic.rules import PIVOTS

ALL = [(piece, rotation) for piece in range(7) for rotation in range(len(SHAPES[piece]))]


def connected(cells: Cells) -> bool:
    reached, waiting = set(), [cells[0]]
    while waiting:
        x, y = waiting.pop()
        if (x, y) in cells and (x, y) not in reached:
            reached.add((x, y))
            waiting += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return len(reached) == len(cells)


def test_nineteen_shapes_of_four_cells_that_hang_together() -> None:
    assert len(ALL) == len({SHAPES[piece][rotation] for piece, rotation in ALL}) == 19
    for piece, rotation in ALL:
        cells = SHAPES[piece][rotation]
        assert len(set(cells)) == 4
        assert connected(cells)


@pytest.mark.parametrize(("piece", "rotation"), ALL)
def test_a_bounding_box_is_as_small_as_can_be(piece: int, rotation: int) -> None:
    cells = SHAPES[piece][rotation]
    assert min(x for x, _ in cells) == min(y for _, y in cells) == 0
    assert (WIDTHS[piece][rotation], HEIGHTS[piece][rotation]) == tuple(
        max(each) + 1 for each in zip(*cells, strict=True)
    )
    filled = {(x, y) for y, row in enumerate(MASKS[piece][rotation]) for x in range(8) if row >> x & 1}
    assert filled == set(cells)


@pytest.mark.parametrize(("piece", "rotation"), ALL)
def test_the_next_rotation_is_a_quarter_turn_counter_clockwise(piece: int, rotation: int) -> None:
    width = WIDTHS[piece][rotation]
    turned = {(y, width - 1 - x) for x, y in SHAPES[piece][rotation]}
    assert turned == set(SHAPES[piece][(rotation + 1) % len(SHAPES[piece])])


@pytest.mark.parametrize(("piece", "rotation"), ALL)
def test_the_reference_cell_of_standard_tetris_belongs_to_the_piece(piece: int, rotation: int) -> None:
    assert PIVOTS[piece][rotation] in SHAPES[piece][rotation]


def test_letters_and_numbers_go_together() -> None:
    assert [piece_of(each) for each in PIECES] == list(range(7))
    assert [letter(piece_of(each.lower())) for each in PIECES] == list(PIECES)


@pytest.mark.parametrize("text", ["", "X", "TT", "7", "ß", "I Z"])
def test_other_letters_are_no_pieces(text: str) -> None:
    with pytest.raises(BadInput, match="is not a piece; the pieces are I O T L J S Z"):
        piece_of(text)


def test_cells_on_the_board() -> None:
    assert cells_at(piece_of("T"), 2, 7, 18) == ((8, 18), (7, 19), (8, 19), (9, 19))
