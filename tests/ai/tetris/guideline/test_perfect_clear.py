from collections import Counter
from itertools import permutations

import pytest

from ai.tetris.guideline.perfect_clear import (
    Coverage,
    clear_shares,
    coverage,
    first_perfect_clear,
    least_rows,
    perfect_clears,
    pieces_needed,
    search,
)
from game.errors import BadInput
from game.tetris.guideline import Field, Placement, reachable
from game.tetris.guideline.pieces import pieces_of

pytestmark = pytest.mark.kernel

BAG = "IOTLJSZ"
OPENER = "XXXXX....X/XXXXXX...X/XXXXXXX..X/XXXXXX...X"
I_HELD = "XXXXX...../XXXXXX..../XXXXXXX.../XXXXXX...."
HACHISPIN = "XX.....X../X....XXXXX/XX...XXXXX"
OKEY = ".....XXXXX/X.....XXXX"
BT = (
    "XX......../XX......../XXX......X/XXXXXXX..X/XXXXXX...X/XXXXXXX.XX",
    "..XX....../XXXXX....X/XXXXXXX..X/XXXXXX...X/XXXXXXX.XX",
    "...XX...../...XX...../..XXX....X/XXXXXXX..X/XXXXXX...X/XXXXXXX.XX",
    "XX......../XXXXX....X/XXXXXXX..X/XXXXXX...X/XXXXXXX.XX",
)


def held(letter: str) -> int | None:
    return None if letter == "-" else pieces_of(letter)[0]


@pytest.mark.parametrize(
    ("board", "bag", "hold", "rows", "solved", "queues"),
    [
        (OPENER, BAG, "-", 4, 514, 840),
        (I_HELD, BAG, "I", 4, 711, 840),
        (HACHISPIN, BAG, "-", 4, 3_494, 5_040),
        (OKEY, "IOLJSZ", "-", 3, 720, 720),
        (BT[0], BAG, "-", 6, 5_038, 5_040),
        (BT[1], BAG, "-", 6, 4_704, 5_040),
        (BT[2], BAG, "-", 6, 4_738, 5_040),
        (BT[3], BAG, "-", 6, 3_508, 5_040),
    ],
)
def test_published_coverages(board: str, bag: str, hold: str, rows: int, solved: int, queues: int) -> None:
    field = Field.parse(board)
    assert least_rows(field) == rows
    assert coverage(field, pieces_of(bag), held(hold)) == Coverage(queues, solved)


def test_mirror_images_are_covered_alike() -> None:
    field = Field.parse(OPENER)
    assert coverage(field.mirrored(), pieces_of(BAG)) == coverage(field, pieces_of(BAG)) == Coverage(840, 514)


def test_coverage_counts_the_queues_that_have_a_perfect_clear() -> None:
    field, solved = Field.parse(OPENER), 0
    queues = list(permutations(pieces_of("IOTLJ"), 4))
    for queue in queues:
        solved += first_perfect_clear(field, queue) is not None
    assert coverage(field, pieces_of("IOTLJ")) == Coverage(len(queues), solved)
    assert 0 < solved < len(queues)


@pytest.mark.parametrize(
    "board", [OPENER, I_HELD, HACHISPIN, OKEY, "XX......../XX......../XXXX....../XXXXXXXX.."]
)
def test_fields_in_one_word_have_the_ways_of_the_general_search(board: str) -> None:
    field = Field.parse(board)
    rows = least_rows(field)
    supplies = [Counter(pieces_of(BAG))] * pieces_needed(field, rows)
    few, general = search(field, rows, supplies), search(field, rows, supplies, general=True)
    assert few.begins.tolist() == general.begins.tolist()
    assert sorted(few.edges[:, 1].tolist()) == sorted(general.edges[:, 1].tolist())


# -- against the rules --


def by_the_rules(field: Field, rows: int, letters: str, hold: str) -> set[tuple[tuple[int, ...], ...]]:
    """All sequences of (piece, orientation, x, y) that empty the rows, by the rules of holding."""
    options = set()
    if letters:
        options.add((letters[0], letters[1:], hold))
    if hold != "-":
        options.add((hold, letters[1:], letters[:1] or "-"))
    elif len(letters) > 1:
        options.add((letters[1], letters[2:], letters[0]))
    results: set[tuple[tuple[int, ...], ...]] = set()
    for placed, rest, stored in options:
        for at in {each[:4] for each in reachable(field, pieces_of(placed)[0])}:
            if max(y for _, y in Placement(*at).cells) >= rows:
                continue
            after, cleared = field.place(*at)
            if rows == cleared:
                results.add((at,))
            else:
                more = by_the_rules(after, rows - cleared, rest, stored)
                results |= {(at, *others) for others in more}
    return results


@pytest.mark.parametrize(
    ("board", "rows", "queue", "hold"),
    [
        ("xxxx....xx", 1, "OI", "-"),
        ("xxxx..xxxx/xxxx..xxxx", 2, "TO", "-"),
        ("xxxx....xx/xxxx....xx", 2, "OOI", "-"),
        ("xxxx....xx/xxxx....xx", 2, "LJ", "S"),
        ("xxx...xxxx/xxx...xxxx/xxxx..xxxx", 3, "LJO", "T"),
        ("xxxxx.xxxx/xxx...xxxx/xxxx....xx", 3, "TZ", "L"),
    ],
)
def test_all_perfect_clears_are_found(board: str, rows: int, queue: str, hold: str) -> None:
    field = Field.parse(board)
    placements = list(perfect_clears(field, pieces_of(queue), held(hold), rows))
    assert {tuple(at[:4] for at in sequence) for sequence in placements} == by_the_rules(
        field, rows, queue, hold
    )
    assert len(placements) == len(set(placements))


@pytest.mark.parametrize(
    ("board", "pieces", "letters"),
    [
        ("xxxx....../xxxx......", "OLJ", "IOTLJSZ"),
        ("xxxx....../xxxx......", "TLJ", "ISZ"),
        ("xxxxxx..../xxxxxx....", "OI", "IO"),
        ("xxxxxx..../xxxxxx....", "SZT", "T"),
    ],
)
def test_a_perfect_clear_is_counted_for_each_piece_that_can_come(
    board: str, pieces: str, letters: str
) -> None:
    """By all clears of each queue: with how many of them each first placement is the first of one."""
    field, seen = Field.parse(board), pieces_of(pieces)
    queues = [(*seen, each) for each in pieces_of(letters)]
    result = clear_shares(field, len(seen), lambda unseen: queues if unseen else [seen])
    wanted: Counter[tuple[int, object]] = Counter()
    needed = pieces_needed(field, 2)
    for queue in queues if needed + 1 > len(seen) else [seen]:
        firsts = {line[0] for line in perfect_clears(field, queue[1:], queue[0], 2)}
        wanted.update({(at.piece, at.cells) for at in firsts})
    assert (result.placements if result else {}) == dict(wanted)
    if result is not None:
        assert result.pieces == needed
        assert result.best == max(wanted.values()) / result.futures


def test_every_step_of_a_perfect_clear_can_be_played() -> None:
    field = Field.parse(BT[0])
    placements = first_perfect_clear(field, pieces_of("SZTIOLJ"))
    for at in placements:
        assert at in reachable(field, at.piece)
        field, _ = field.place(*at[:4])
    assert field == Field.empty()
    assert sorted(at.piece for at in placements) == list(range(7))


def test_more_rows_are_tried_while_there_are_pieces() -> None:
    field = Field.parse("xxxxxxxx../xxxxxxxx..")
    assert first_perfect_clear(field, pieces_of("IIIII")) is None
    assert first_perfect_clear(field, pieces_of("IIIIII"), rows=2) is None
    placements = first_perfect_clear(field, pieces_of("IIIIII"))
    assert placements is not None
    assert len(placements) == 6


# -- what cannot be asked --


def test_rows_and_pieces_have_to_fit() -> None:
    assert least_rows(Field.empty()) == 2
    assert pieces_needed(Field.empty(), 4) == 10
    field = Field.parse(OPENER)
    for rows in (3, 5, 13):
        with pytest.raises(BadInput, match="rows"):
            pieces_needed(field, rows)
    with pytest.raises(BadInput, match="odd number"):
        least_rows(Field.parse("x........."))
    with pytest.raises(BadInput, match="13 rows high"):
        least_rows(Field.of([1] * 12 + [3]))
    with pytest.raises(BadInput, match="take 3 pieces; the queue and the hold have 2"):
        first_perfect_clear(field, pieces_of("T"), 0)
    with pytest.raises(BadInput, match="take 3 pieces; the bag and the hold have 2"):
        coverage(field, pieces_of("TI"))


def test_a_search_that_would_take_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.tetris.guideline.perfect_clear.MOST_NODES", 1 << 12)
    assert first_perfect_clear(Field.parse(OPENER), pieces_of("LJIT")) is not None
    with pytest.raises(BadInput, match="too many ways"):
        coverage(Field.parse(BT[0]), pieces_of(BAG))
