from collections import Counter
from itertools import permutations

import pytest

from game.errors import BadInput
from game.tetris.guideline import PIECES, Queue
from game.tetris.guideline.bags import MOST_LISTED
from game.tetris.guideline.pieces import pieces_of

STREAMS = [
    "seven_bag:1",
    "seven_bag:18446744073709551615@11",
    "seven_bag:5@3/IOT",
    "fourteen_bag:3@9",
    "general_bag:TTIO:4@6",
    "general_bag:OTTI:4@6/TT",
    "uniform:6@40",
    "list:TIOSZLJTTII",
    "tetrio:1@9",
    "list:SS+tetrio:2147483648",
    "list:TTT+seven_bag:7@2",
    "list:J+uniform:7",
]


def drawn(text: str, count: int) -> list[int | None]:
    queue, results = Queue.parse(text), []
    for _ in range(count):
        results.append(queue.piece())
        queue = queue.after()
    return results


@pytest.mark.parametrize("text", STREAMS)
def test_a_queue_is_the_same_in_steps_and_at_once(text: str) -> None:
    queue = Queue.parse(text)
    assert drawn(text, 40) == [queue.piece(n) for n in range(40)]
    assert queue.pieces(40) == tuple(piece for piece in drawn(text, 40) if piece is not None)
    step = queue
    for n in range(40):
        later = queue.after(n)
        assert later == step
        assert [later.piece(k) for k in range(9)] == [queue.piece(n + k) for k in range(9)]
        assert Queue.parse(str(later)) == later
        assert later.bag_left() == queue.bag_left(n) or n < len(queue.listed)
        step = step.after()


def test_a_queue_is_written_as_short_as_can_be() -> None:
    assert str(Queue.parse("seven_bag:7").after(3).after(39)) == "seven_bag:7@42"
    assert str(Queue.parse("seven_bag:7@0/ZSJLTOI")) == "seven_bag:7"
    assert str(Queue.parse("list:ti").after()) == "list:I"
    assert str(Queue.parse("list:TI+seven_bag:7").after(2)) == "seven_bag:7"
    assert str(Queue.parse("list:TI").after(5)) == "list:"
    assert Queue.parse("general_bag:TOI:1") == Queue.parse("general_bag:IOT:1")


@pytest.mark.parametrize(
    ("text", "bag"),
    [("seven_bag:1", "IOTLJSZ"), ("fourteen_bag:1", "IOTLJSZ" * 2), ("general_bag:TTTI:1", "TTTI")],
)
def test_a_bag_gives_each_of_its_letters_once(text: str, bag: str) -> None:
    queue, size = Queue.parse(text), len(bag)
    orders = set()
    for start in range(0, size * 30, size):
        given = queue.after(start).pieces(size)
        assert sorted(given) == sorted(pieces_of(bag))
        orders.add(given)
    assert len(orders) > 3


def test_a_bag_that_was_begun_gives_what_is_left_and_then_full_ones() -> None:
    queue = Queue.parse("seven_bag:5@3/IOT")
    assert sorted(queue.pieces(3)) == sorted(pieces_of("IOT"))
    assert sorted(queue.after(3).pieces(7)) == list(range(7))
    assert sorted(queue.after(10).pieces(7)) == list(range(7))


def test_the_letters_left_in_the_bag() -> None:
    queue = Queue.parse("seven_bag:9")
    for n in range(30):
        coming = queue.after(n).pieces(7 - n % 7)
        assert queue.bag_left(n) == tuple(sorted(coming))
    assert Queue.parse("uniform:1").bag_left() is None
    assert Queue.parse("list:TI").bag_left() is None


def test_all_orders_of_a_bag_come_alike() -> None:
    orders = Counter(Queue.parse(f"general_bag:IOT:{seed}").pieces(3) for seed in range(6_000))
    assert set(orders) == set(permutations(range(3)))
    assert all(abs(count - 1_000) < 5 * (6_000 * 5 / 36) ** 0.5 for count in orders.values())


def test_all_pieces_come_alike_without_a_bag() -> None:
    counts = Counter(Queue.parse("uniform:1").pieces(7_000))
    assert set(counts) == set(range(7))
    assert all(abs(count - 1_000) < 5 * (7_000 * 6 / 49) ** 0.5 for count in counts.values())


# -- what is seen --


@pytest.mark.parametrize("text", [each for each in STREAMS if not each.startswith("list:TIO")])
def test_a_view_knows_the_shown_pieces_and_the_bag(text: str) -> None:
    queue = Queue.parse(text)
    for _ in range(16):
        seen = queue.view(6)
        assert seen.listed == queue.pieces(6)
        assert [seen.piece(n) for n in range(6, 12)] == [None] * 6
        assert seen.seed is None
        assert seen.view(6) == seen
        assert Queue.parse(str(seen)) == seen
        assert seen.left == (queue.bag_left(6) or seen.bag)
        queue = queue.after()


def test_two_games_that_look_alike_have_one_view() -> None:
    """The order in the bag and the seed are not given away."""
    views = {}
    for seed in range(100):
        queue = Queue.parse(f"list:TIOS+seven_bag:{seed}/LJZ")
        views[queue.pieces(7)] = queue.view(4)
    assert len(views) == 3 * 2
    assert set(views.values()) == {Queue.parse("list:TIOS+seven_bag:?/LJZ")}


def test_a_hidden_queue_takes_the_pieces_that_are_told() -> None:
    queue = Queue.parse("list:TIO+seven_bag:?/LJSZ")
    for piece in pieces_of("ZSJL"):
        queue = queue.with_piece(piece)
    assert queue == Queue.parse("list:TIOZSJL+seven_bag:?")
    with pytest.raises(BadInput, match="T cannot come: LJ are left in the bag"):
        Queue.parse("list:I+seven_bag:?/LJ").with_piece(2)
    with pytest.raises(BadInput, match="says itself what comes next"):
        Queue.parse("seven_bag:1").with_piece(2)
    assert Queue.parse("uniform:?").with_piece(2).with_piece(2) == Queue.parse("list:TT+uniform:?")


def test_listed_pieces_behind_those_shown_are_letters_of_the_bag() -> None:
    assert Queue.parse("list:TIOSZLJ+seven_bag:7").view(6) == Queue.parse("list:TIOSZL+seven_bag:?/J")
    assert Queue.parse("list:TIO+seven_bag:7/LJ").view(2) == Queue.parse("list:TI+seven_bag:?/OLJ")
    assert Queue.parse("list:TTTT+seven_bag:7").view(2) == Queue.parse("list:TT+seven_bag:?")
    assert Queue.parse("list:TIOS").view(2) == Queue.parse("list:TI")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no queue of pieces; write seven_bag:SEED"),
        ("seven_bag", "names no queue"),
        ("seven_bag:", "names no queue"),
        ("seven_bag:-1", "names no queue"),
        ("seven_bag:1@", "names no queue"),
        ("seven_bag:?@4", "names no queue"),
        ("seven_bag:1/", "names no queue"),
        ("eight_bag:1", "names no queue"),
        ("general_bag:1", "names no queue"),
        ("general_bag::1", "names no queue"),
        ("TIO", "names no queue"),
        ("list:T+list:I", "names no queue"),
        ("list:T+", "names no queue"),
        ("seven_bag:18446744073709551616", "is too large a seed"),
        ("seven_bag:1@9223372036854775808", "is too large a number of a piece"),
        ("seven_bag:1/TT", "TT cannot be left of a bag of IOTLJSZ"),
        ("general_bag:TI:1/O", "O cannot be left of a bag of IT"),
        ("uniform:1/T", "uniform pieces come from no bag"),
        ("list:TIX", "'X' is not a piece"),
        ("general_bag:" + "T" * 71 + ":1", "a bag of 71 pieces is too large"),
        ("list:" + "T" * (MOST_LISTED + 1), "a list of 10,001 pieces is too long"),
    ],
)
def test_what_names_no_queue(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Queue.parse(text)


def test_the_letters_are_those_of_the_pieces() -> None:
    assert Queue.parse(f"list:{PIECES.lower()}").pieces(7) == tuple(range(7))
