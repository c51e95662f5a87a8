import pytest

from ai.tetris.guideline import clear_finder
from ai.tetris.guideline.clear_finder import seek
from ai.tetris.guideline.clear_search import Clears, ClearSearch, Solved, course_of
from ai.tetris.guideline.clear_work import ClearWork
from ai.tetris.guideline.known.books import Books
from ai.tetris.guideline.perfect_clear import coverage, perfect_clears
from game.errors import KibitzError
from game.tetris.guideline import Placement, State
from game.tetris.guideline.loop_values import Leftover, loop_values

pytestmark = pytest.mark.kernel
FOUR_WIDE = "xxxx....../xxxx....../xxxx....../xxxx......"
THREE_WIDE = "xxx....xxx/xxx....xxx/xxx....xxx/xxx....xxx"


def last_word(rules: dict[str, str], rows: int = 0, bag: str = "", pattern: str = "") -> Clears:
    order = ClearSearch(rules=rules, rows=rows, bag=bag, pattern=pattern)
    words = list(seek(order))
    assert [word.done for word in words] == [*[False] * (len(words) - 1), True]
    assert not [flaw for word in words if (flaw := ClearWork(order).flaw(word))]
    return words[-1]


def test_every_way_can_be_played_and_leaves_nothing() -> None:
    rules = {"board": FOUR_WIDE, "queue": "list:LJTSZOI"}
    clears = last_word(rules)
    start = State.open(rules)
    assert clears.ways
    for way, attack in zip(clears.ways, clears.attack, strict=True):
        end = course_of(start, way)[-1]
        assert (end.field.cells, end.tally.attack) == (0, attack)


def test_all_orders_are_counted_and_each_picture_is_listed_once() -> None:
    rules = {"board": FOUR_WIDE, "queue": "list:LJTSZOI"}
    state = State.open(rules)
    clears = last_word(rules)
    courses = list(perfect_clears(state.field, state.queue.listed))
    assert clears.orders == len(courses)
    assert 0 < len(clears.ways) <= len(courses)


def test_more_rows_are_tried_where_the_fewest_cannot_be_emptied() -> None:
    clears = last_word({"board": FOUR_WIDE, "queue": "list:ZSZSZSZSZSZSZ"})
    assert (clears.orders, clears.rows > 4) == (0, True)


def test_the_fewest_rows_of_a_bag_are_those_with_a_perfect_clear() -> None:
    clears = last_word({"board": "xxxxxx..../xxxxxx...."}, bag="IOTLJSZ")
    assert (clears.rows, clears.solved > 0) == (4, True), "no two pieces fill two rows"
    none = last_word({}, bag="IOTLJSZ")
    assert none.reason == (
        "No order makes a perfect clear in 2 rows; 4 rows take 10 pieces; bag and hold have 7."
    )


def test_one_row_is_told_in_the_singular() -> None:
    assert last_word({}, rows=1).reason.startswith("1 row has 10 empty cells; ")
    assert last_word({"board": "x........."}).reason.startswith("The board has 1 filled cell; ")


def test_a_bag_is_covered_as_often_as_the_count_says() -> None:
    rules = {"board": THREE_WIDE, "hold": "I"}
    clears, counted = last_word(rules, bag="IOTLJSZ"), coverage(State.open(rules).field, range(7), 0)
    assert (clears.solved, clears.queues) == (counted.solved, counted.queues)
    assert clears.missed


def test_the_solutions_of_a_pattern_can_be_played_and_say_what_they_keep() -> None:
    clears = last_word({"board": THREE_WIDE, "hold": "I"}, pattern="*p4")
    assert clears.pictures == len(clears.solutions) > 0
    assert max(sum(each.saves) - each.queues for each in clears.solutions) == 0
    assert sum(each.needed for each in clears.solutions) < len(clears.solutions)
    for each in clears.solutions:
        letters = "".join(text[0] for text in each.way.split("/"))
        start = State.open({"board": THREE_WIDE, "queue": f"list:{letters}"})
        assert not course_of(start, each.way)[-1].field.cells
    assert clears.solutions[0].queues == max(each.queues for each in clears.solutions)
    assert all(
        clears.saves[piece] >= max(each.saves[piece] for each in clears.solutions) for piece in range(7)
    )


def test_a_pattern_that_is_none_is_the_reason() -> None:
    assert "9 of 7 pieces" in last_word({"board": THREE_WIDE}, pattern="*p9").reason
    assert "have 3" in last_word({"board": THREE_WIDE}, pattern="*p3").reason


@pytest.mark.parametrize(
    ("rules", "bag", "reason"),
    [
        ({"board": "x........."}, "", "odd number"),
        ({"board": FOUR_WIDE, "queue": "list:IO"}, "", "take 6 pieces; hold and queue have 2"),
        ({"board": FOUR_WIDE}, "IO", "take 6 pieces; bag and hold have 2"),
        ({"board": FOUR_WIDE}, "IOTLJSZIOTLJSZ", "too many orders"),
        ({"board": "x"}, "", "Row 1 of the board"),
    ],
)
def test_what_cannot_be_searched_is_told_with_the_reason(
    rules: dict[str, str], bag: str, reason: str
) -> None:
    clears = last_word(rules, bag=bag)
    assert clears.done
    with pytest.raises(AssertionError, match=reason):
        raise AssertionError(clears.reason)


@pytest.mark.parametrize(
    "lie",
    [
        Clears(orders=-1),
        Clears(ways=("I north 1 0 none",)),
        Clears(ways=("I north",), attack=(0,)),
        Clears(queues=3, solved=4),
        Clears(queues=3, saves=(4, 0, 0, 0, 0, 0, 0)),
        Clears(queues=3, pictures=1, solutions=(Solved(way="I north 1 0 none", queues=4),)),
        Clears(queues=3, solutions=(Solved(way="I north 1 0 none", queues=1),)),
        Clears(queues=3, pictures=1, solutions=(Solved(way="I north", queues=1),)),
    ],
)
def test_words_that_cannot_be_are_found_out(lie: Clears) -> None:
    assert ClearWork(ClearSearch(rules={})).flaw(lie)


def test_a_way_that_is_none_is_refused_by_the_rules() -> None:
    start = State.open({"board": FOUR_WIDE, "queue": "list:IIII"})
    with pytest.raises(KibitzError):
        course_of(start, "I east 9 2 none")
    with pytest.raises(KibitzError):
        course_of(start, "T north 5 0 none")


def test_many_in_a_row_are_told_near_a_clear_and_on_the_empty_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book, state = Books(["perfect-clear"]), State.open({"queue": "seven_bag:8"})
    for _ in range(6):
        state = state.play(book.look(state).choices[0].move)
    loop = last_word(dict(state.here())).loop
    assert [each.clears for each in loop] == sorted((each.clears for each in loop), reverse=True)
    cells = {Placement.parse(move)[:4] for move in state.legal_moves()}  # a spin may be another one
    assert {Placement.parse(each.move)[:4] for each in loop} <= cells
    assert loop[0].chance == 1
    monkeypatch.setattr(clear_finder, "_solve", lambda *_: ())  # the ways to one clear, which takes seconds
    empty = last_word({"queue": "seven_bag:8@7", "hold": "T"})
    assert empty.in_a_row == loop_values().value(Leftover.parse("T|IOTLJSZ"))
    assert not empty.loop
