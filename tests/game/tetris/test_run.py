import random
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import BadInput, BadRecord, IllegalMove
from game.tetris.classic import PIECES, Board, Pieces, Placement, Rules, State
from game.tetris.classic.run import (
    LEAST,
    MARK,
    SKY,
    STRETCH,
    InvalidRun,
    Run,
    Stack,
    Stretch,
    alphabets,
    column_byte,
    decode,
    drawn,
    drops,
    encode,
    misplaced,
    pack,
    unpack,
)
from tests.game.tetris.courses import at_random, long_columns, long_run, marks, placed, run_of

GAMES = [
    {"pieces": "uniform:7"},
    {"size": "6x9", "pieces": "tengstrand:5", "next": "on"},
    {"size": "8x12", "sliding": "on", "pieces": "uniform:3@1000"},
    {"size": "10x10", "rules": "simplified", "pieces": "uniform:11"},
    {"size": "11x14", "rules": "fahey", "pieces": "uniform:2"},
    {"size": "18x22", "pieces": "uniform:4"},
    {"size": "4x4", "pieces": "uniform:9"},
    {"pieces": "list:IZSJLTOTTTOOIJ", "board": "x.xxxxxxxx/xx.xxxxxxx"},
]


@pytest.fixture(scope="module")
def long() -> Run:
    return long_run(2 * STRETCH + 700)


def same(one: State, other: State) -> bool:
    return (one, one.last, one.setup, one.digest()) == (other, other.last, other.setup, other.digest())


@pytest.mark.parametrize("rules", GAMES)
def test_every_position_of_a_run_is_that_of_the_rules(rules: dict[str, str]) -> None:
    states = at_random(State.open(rules), 50)
    run, dice = run_of(states), random.Random(1)
    assert (run.count, run.rules) == (len(states) - 1, states[0].setup)
    for ply in [*range(len(states)), *dice.sample(range(len(states)), len(states))]:
        assert same(run.position(ply), states[ply])
    read = Run.packed(states[0], run.stretches())
    assert all(same(read.position(ply), states[ply]) for ply in reversed(range(len(states))))
    assert read == run
    read.verify()


def test_a_run_may_come_in_parts_with_or_without_boards() -> None:
    start, columns = long_columns(700)
    whole, plain, marked = long_run(700), Run(start), Run(start)
    for first, end in pairwise((0, 1, 200, 512, 513, 700)):
        plain.append(columns[first:end])
        marked.append(columns[first:end], b"", marks(whole, first, end))
        assert same(plain.position(end), whole.position(end))
    for ply in (256, 257, 511, 512, 513, 700, 1):
        assert same(marked.position(ply), whole.position(ply))
    assert plain == marked == whole


def test_a_run_is_known_from_any_place_on(long: Run) -> None:
    read = Run.packed(long.start, long.stretches())
    near = [STRETCH - 1, STRETCH, STRETCH + 1, 2 * STRETCH]
    for ply in (long.count, 0, 1, *near, 300, 299, 301, 2 * STRETCH + MARK):
        assert same(read.position(ply), long.position(ply))
    assert read.placement(STRETCH) == long.placement(STRETCH)
    moved = read.position(STRETCH).put(read.placement(STRETCH))
    assert same(moved, read.position(STRETCH + 1))


def test_a_run_is_looked_through_from_its_start_to_its_end(long: Run) -> None:
    boards = {}
    for ply, stack in enumerate(long.stacks()):
        if ply % 100 == 0 or ply == long.count:
            boards[ply] = stack.board
    assert list(boards)[-1] == long.count
    assert all(long.position(ply).board == board for ply, board in boards.items())


def test_a_run_that_was_read_grows_on(long: Run) -> None:
    whole = run_of(at_random(State.open({"rules": "simplified", "size": "20x40"}), 40))
    states = [whole.position(ply) for ply in range(whole.count + 1)]
    read = Run.packed(states[0], run_of(states[:25]).stretches())
    columns, tucks = placed(states)
    read.append(columns[24:], tucks[24:])
    assert read == whole
    read = Run.packed(long.start, long.stretches())
    read.append(b"")
    assert read == long


def test_a_copy_does_not_grow_along() -> None:
    states = at_random(State.open({}), 30)
    columns, _ = placed(states)
    run = run_of(states[:11])
    copy = run.frozen()
    run.append(columns[10:])
    assert (copy.count, run.count) == (10, len(columns))
    assert same(copy.position(10), states[10])
    assert copy == run_of(states[:11])
    assert copy != run


def test_what_no_run_has_is_refused() -> None:
    run = run_of(at_random(State.open({}), 10))
    for ply in (-1, 11):
        with pytest.raises(BadInput, match="goes from 0 to 10"):
            run.position(ply)
    for tucks, boards in ((b"\0", b""), (b"", b"\0" * 80)):
        with pytest.raises(BadInput, match="a tuck for each piece"):
            run.append(b"\0\0", tucks, boards)


def test_what_no_game_can_be_is_found_where_it_is_looked_at(long: Run) -> None:
    broken = long.frozen()
    stretches = list(broken.stretches())
    pieces = drawn(long.start.pieces.after(STRETCH), STRETCH)
    stretches[1] = msgspec.structs.replace(stretches[1], columns=stretches[2].columns)
    read = Run.packed(long.start, tuple(stretches))
    assert same(read.position(2 * STRETCH + 5), long.position(2 * STRETCH + 5))
    with pytest.raises(BadRecord, match=rf"piece 2,049 of the run .*placements of {len(pieces):,} pieces"):
        read.position(STRETCH + 1)
    with pytest.raises(InvalidRun) as caught:
        read.verify()
    assert caught.value.ply == STRETCH + 1
    assert same(read.position(STRETCH), long.position(STRETCH))


def test_an_illegal_placement_is_found_by_its_number() -> None:
    states = at_random(State.open({"size": "4x6"}), 100)
    assert states[-1].lost
    columns, _ = placed(states)
    too_far = Run(states[0])
    too_far.append(columns + columns[:1])  # one more than the game had
    with pytest.raises(InvalidRun, match="has no placement") as caught:
        too_far.verify()
    assert caught.value.ply == len(columns) + 1
    assert same(too_far.position(len(columns)), states[-1])


def test_a_board_that_is_not_the_saved_one_is_found(long: Run) -> None:
    stretches = list(long.stretches())
    stretches[2] = msgspec.structs.replace(stretches[2], board=stretches[1].board)
    with pytest.raises(InvalidRun, match="board at ply 4,096"):
        Run.packed(long.start, tuple(stretches)).verify()
    stretches[2] = msgspec.structs.replace(stretches[2], board="x.x")
    with pytest.raises(BadRecord, match="3 cells"):
        Run.packed(long.start, tuple(stretches)).position(2 * STRETCH + 1)


def test_stretches_out_of_place_are_seen(long: Run) -> None:
    one, two, three = long.stretches()
    assert misplaced((one, two, three)) is None
    wrong = ((two,), (one, three), (one, two, two), (one, three, two))
    assert [misplaced(each) for each in wrong] == [0, 1, 2, 1]
    assert misplaced((one, msgspec.structs.replace(two, count=5), three)) == 1


# -- coding --


def test_a_piece_has_as_many_drops_as_the_literature_says() -> None:
    for rules in (Rules(), Rules("simplified"), Rules(sliding=True)):
        assert [len(each) for each in alphabets(rules)] == [17, 17, 17, 34, 34, 34, 9]


@pytest.mark.parametrize("rules", [Rules(), Rules("simplified"), Rules("fahey"), Rules(width=4, height=9)])
def test_under_a_free_sky_the_board_forbids_no_drop(rules: Rules) -> None:
    dice = random.Random(5)
    for _ in range(3):
        sky = max(4, SKY[rules.name])  # a piece is up to four rows high
        rows = [dice.randrange(1, (1 << rules.width) - 1) for _ in range(rules.height - sky)]
        board = Board(rules.width, rules.height, (*[0] * sky, *rows))
        assert Stack(board).calm(sky)
        assert not Stack(board).calm(sky + 1)
        for piece in range(len(PIECES)):
            legal = rules.placements(board, piece)
            coded = [encode(rules, board, piece, at) for at in legal]
            assert sorted(column for column, _ in coded) == list(alphabets(rules)[piece])
            for at, (column, tuck) in zip(legal, coded, strict=True):
                stack, drop = Stack(board), drops(rules)[piece][column]
                assert (drop.rotation, drop.x, stack.rest(drop)) == at
                stack.land(drop, at.y)
                assert stack.board == board.place(piece, *at)[0]
                assert tuple(stack.outline) == stack.board.outline
                assert decode(rules, board, piece, column, tuck) == at


@pytest.mark.parametrize(
    "rules", [Rules(), Rules("simplified"), Rules("fahey"), Rules(sliding=True, width=6)]
)
def test_wherever_a_piece_can_rest_without_a_tuck_it_may_be_dropped_from_above(rules: Rules) -> None:
    dice = random.Random(6)
    for _ in range(4):
        sky = dice.randrange(1, 4)
        rows = [dice.randrange(1, (1 << rules.width) - 1) for _ in range(rules.height - sky)]
        board = Board(rules.width, rules.height, (*[0] * sky, *rows))
        for piece in range(len(PIECES)):
            for at in rules.placements(board, piece):
                column, tuck = encode(rules, board, piece, at)
                drop = drops(rules)[piece][column]
                y = Stack(board).rest(drop)
                if not tuck and y >= LEAST[rules.name]:
                    assert Placement(drop.rotation, drop.x, y) == at
            if not SKY[rules.name]:
                resting = {
                    column for column, drop in drops(rules)[piece].items() if Stack(board).rest(drop) >= 0
                }
                assert resting == {column_byte(at, rules.width) for at in rules.placements(board, piece)}


def test_a_tuck_is_how_much_deeper_a_piece_slid() -> None:
    board = Board.parse("xxx.....\n........\n........", (8, 9))
    rules = Rules(width=8, height=9, sliding=True)
    under = Placement(0, 0, 8)
    assert encode(rules, board, 0, under) == (0, 3)
    assert decode(rules, board, 0, 0, 3) == under
    assert decode(rules, board, 0, 0, 0) == Placement(0, 0, 5)
    for column, tuck in ((0, 1), (5, 0), (127, 0)):
        with pytest.raises(IllegalMove):
            decode(rules, board, 0, column, tuck)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 10**6), max_size=100), st.integers(0, 10**6))
def test_placements_survive_being_packed(numbers: list[int], seed: int) -> None:
    letters = alphabets(Rules())
    pieces = drawn(Pieces("uniform", seed), len(numbers))
    columns = bytes(
        letters[piece][number % len(letters[piece])] for piece, number in zip(pieces, numbers, strict=True)
    )
    packed = pack(columns, pieces, letters)
    assert unpack(packed, pieces, letters) == columns
    for wrong in (packed + b"\0", packed[:-1] if packed else b"x"):
        with pytest.raises(BadInput):
            unpack(wrong, pieces, letters)


def test_a_number_too_large_is_no_stretch() -> None:
    letters = alphabets(Rules())
    with pytest.raises(BadInput, match="more than the placements"):
        unpack(b"\x1f", bytes([0]), letters)
    with pytest.raises(BadInput, match="I has no placement 99"):
        pack(bytes([99]), bytes([0]), letters)


def test_a_stretch_takes_little_more_than_half_a_byte_a_piece(long: Run) -> None:
    run = long_run(STRETCH, {"rules": "simplified", "size": "10x40"})
    packed: Stretch = run.stretches()[0]
    assert len(packed.columns) < 0.69 * STRETCH
