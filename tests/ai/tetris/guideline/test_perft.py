import pytest

from ai.tetris.guideline.moves import perft
from game.tetris.guideline import Field, reachable
from game.tetris.guideline.pieces import pieces_of

pytestmark = pytest.mark.kernel

EMPTY = Field.empty()


@pytest.mark.parametrize(
    ("piece", "count"), [("I", 17), ("O", 9), ("T", 34), ("L", 34), ("J", 34), ("S", 17), ("Z", 17)]
)
def test_single_pieces_on_an_empty_field(piece: str, count: int) -> None:
    assert perft(EMPTY, pieces_of(piece), 1) == count


@pytest.mark.parametrize(
    ("depth", "count"), [(0, 1), (1, 17), (2, 153), (3, 5_266), (4, 188_374), (5, 3_497_187)]
)
def test_the_published_counts(depth: int, count: int) -> None:
    assert perft(EMPTY, pieces_of("IOLJSZT"), depth) == count


# two fields of the middle game with overhangs, bottom row last
OVERHANGS = "...X....../.XXX....X./XXXX..XXXX/XXX..XXXXX/XXXX.XXXXX/XXXX.XXXXX/XX.XXXXXXX"
HOLES = "X........./XX......XX/XXX...XXX./XX...XXXXX/XXX.XXX.XX/XXXXXX..XX/X.XXXXX.XX/XXXXXXXX.X"


@pytest.mark.parametrize(
    ("board", "queue", "counts"),
    [
        (OVERHANGS, "IOLJSZ", (206_158, 3_886_249)),
        (OVERHANGS, "TLSZJO", (412_227, 15_676_286)),
        (HOLES, "IOLJSZ", (209_011, 4_078_137)),
        (HOLES, "TLSZJO", (479_605, 18_474_596)),
    ],
)
def test_counts_among_overhangs(board: str, queue: str, counts: tuple[int, int]) -> None:
    field = Field.parse(board)
    assert (perft(field, pieces_of(queue), 4), perft(field, pieces_of(queue), 5)) == counts


def test_a_queue_of_one_letter() -> None:
    # others count 48 fewer: theirs start in row 19 only, and five upright I in the middle are in the way there
    assert perft(EMPTY, pieces_of("IIIIII"), 6) == 33_325_345 + 48


def sequences(field: Field, queue: str, hold: str | None, depth: int) -> set[tuple[object, ...]]:
    """All sequences of placed cells by the rules of holding, hold None: nothing can be held."""
    if not depth:
        return {()}
    options: set[tuple[str, str, str | None]] = set()
    if queue:
        options.add((queue[0], queue[1:], hold))
    if hold:  # "-": an empty hold
        if hold == "-" and len(queue) > 1:
            options.add((queue[1], queue[2:], queue[0]))
        elif hold != "-":
            options.add((hold, queue[1:], queue[:1] or "-"))
    results: set[tuple[object, ...]] = set()
    for placed, rest, held in options:
        for cells in {at[:4] for at in reachable(field, pieces_of(placed)[0])}:
            for more in sequences(field.place(*cells)[0], rest, held, depth - 1):
                results.add((cells, *more))
    return results


@pytest.mark.parametrize(
    ("queue", "hold", "depth"),
    [
        ("IT", None, 2),
        ("IO", "-", 2),
        ("OOS", "-", 3),
        ("OI", "O", 3),
        ("SZ", "O", 2),
        ("O", "I", 2),
        ("O", "I", 3),
        ("O", "-", 2),
    ],
)
def test_holding_counts_as_the_rules_have_it(queue: str, hold: str | None, depth: int) -> None:
    # a well: few placements, quickly found
    field = Field.of([0b1101001111, 0b1100000111, *[0b1110000111] * 18])
    piece = pieces_of(hold)[0] if hold and hold != "-" else None
    count = perft(field, pieces_of(queue), depth, holding=hold is not None, hold=piece)
    assert count == len(sequences(field, queue, hold, depth))
