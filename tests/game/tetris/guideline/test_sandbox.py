import pytest

from game.errors import BadInput
from game.tetris.guideline import PIECES, Field, State, fumen, letter, sandbox
from game.tetris.guideline.pieces import pieces_of
from game.tetris.guideline.sandbox import History, left_behind, page_of, states_of

BAG = tuple(range(7))
START = State.open({"queue": "seven_bag:7"})
DRAWN = State.open({"board": "TT......../###.######", "queue": "list:IOT+seven_bag:3", "hold": "L"})


def picture(state: State) -> str:
    return state.paint.short(state.field)


def queue(state: State, count: int = 7) -> str:
    return "".join(map(letter, state.queue.pieces(count)))


def word(results: tuple[int, ...]) -> str:
    return "".join(map(letter, results))


# -- the board --


def test_a_brush_fills_cells_with_its_colour_and_the_eraser_empties_them() -> None:
    state = sandbox.painted(START, [(0, 0), (1, 0), (9, 2)], "S")
    assert picture(state) == ".........S/........../SS........"
    state = sandbox.painted(state, [(1, 0), (9, 2)], sandbox.ERASER)
    assert picture(state) == "S........."


def test_painting_beyond_the_walls_does_nothing() -> None:
    assert sandbox.painted(START, [(-1, 0), (10, 3), (0, 40), (4, -2)], "T").field == Field.empty()


@pytest.mark.parametrize(
    ("way", "after"),
    [
        ("up", "TT......../###.######/.........."),
        ("down", "TT........"),
        ("left", "T........./##.######."),
        ("right", ".TT......./.###.#####"),
    ],
)
def test_all_rows_move_and_what_leaves_the_field_is_gone(way: sandbox.Shift, after: str) -> None:
    assert picture(sandbox.shifted(DRAWN, way)) == after


def test_the_mirror_turns_pieces_to_come_and_letters_in_the_bag_over_as_well() -> None:
    state = State.open({"board": "LS........", "queue": "list:LZ+seven_bag:3/JS", "hold": "S"})
    twin = sandbox.mirrored(state)
    assert (picture(twin), queue(twin, 2), twin.hold) == ("........ZJ", "JS", PIECES.index("Z"))
    assert word(twin.queue.left) == "LZ"
    assert sandbox.mirrored(twin) == state


def test_a_row_of_garbage_comes_from_below_with_its_hole() -> None:
    assert picture(sandbox.with_garbage(DRAWN, 5)) == "TT......../###.######/#####.####"


def test_full_rows_are_named_and_can_be_cleared() -> None:
    state = sandbox.painted(DRAWN, [(3, 0)], "I")
    assert sandbox.flaw_of_board(state) == "Row 1 is full. Open a cell of it, or clear it."
    assert picture(sandbox.without_full_rows(state)) == "TT........"
    assert sandbox.flaw_of_board(DRAWN) == ""


# -- what comes --


@pytest.mark.parametrize("text", ["IOTLJSZ", "TT", "IIO", "SZIOTLJSZ", "ZZIOTLJSZ"])
def test_queues_that_bags_deal_are_taken_wherever_in_a_bag_they_begin(text: str) -> None:
    assert queue(sandbox.with_listed(START, pieces_of(text)), len(text)) == text


@pytest.mark.parametrize("text", ["TTT", "IOIOI", "ZZIOTIL"])
def test_queues_that_no_bags_deal_are_refused_with_the_first_piece_that_cannot_be(text: str) -> None:
    with pytest.raises(BadInput, match="no bags of IOTLJSZ deal"):
        sandbox.with_listed(START, pieces_of(text))
    uniform = sandbox.with_kind(START, "uniform", 1)
    assert queue(sandbox.with_listed(uniform, pieces_of(text)), len(text)) == text


def test_behind_a_written_queue_its_bag_goes_on() -> None:
    state = sandbox.with_listed(START, pieces_of("IOTL"))
    assert word(state.queue.left) == "JSZ"
    assert sorted(queue(state)) == sorted(PIECES)


def test_a_letter_left_in_the_bag_is_taken_out_as_it_is_written() -> None:
    state = sandbox.with_left(sandbox.with_listed(START, ()), pieces_of("IOT"))
    state = sandbox.with_piece_at(state, 0, PIECES.index("O"))
    assert word(state.queue.left) == "IT"
    with pytest.raises(BadInput, match="Z cannot come: IT are left in the bag"):
        sandbox.with_piece_at(state, 1, PIECES.index("Z"))


def test_letters_that_have_come_cannot_be_left_in_the_bag() -> None:
    state = sandbox.with_listed(START, pieces_of("IOT"))
    assert word(sandbox.with_left(state, pieces_of("LJ")).queue.left) == "LJ"
    with pytest.raises(BadInput, match="cannot be left"):
        sandbox.with_left(state, pieces_of("IL"))


def test_a_replaced_piece_leaves_the_rest_of_the_queue_as_long_as_bags_can_deal_it() -> None:
    state = sandbox.with_listed(START, pieces_of("IOTLJSZ"))
    assert queue(sandbox.with_piece_at(state, 1, PIECES.index("S"))) == "ISTLJSZ"
    state = sandbox.with_listed(START, pieces_of("IOTLJSZIOTLJSZ"))
    after = sandbox.with_piece_at(state, 1, PIECES.index("I"))
    assert queue(after, 2) == "II"
    assert sorted(queue(after, 8)[1:]) == sorted(PIECES), "the rest is dealt anew, as one bag"


def test_pieces_can_be_taken_out_and_moved() -> None:
    state = sandbox.with_kind(sandbox.with_listed(START, pieces_of("IOT")), "list", 0)
    assert queue(sandbox.without_piece(state, 1)) == "IT"
    assert queue(sandbox.with_piece_moved(state, 2, 0)) == "TIO"
    with pytest.raises(BadInput, match="the queue ends after 3 pieces"):
        sandbox.with_piece_at(state, 5, 0)


def test_writing_down_what_is_dealt_changes_nothing_to_come() -> None:
    state = sandbox.written(START, 5)
    assert len(state.queue.listed) == 5
    assert queue(state, 30) == queue(START, 30)


def test_a_bag_of_two_each_deals_a_letter_twice_and_not_more_often() -> None:
    double = tuple(sorted(BAG * 2))
    assert word(left_behind(pieces_of("TT"), double)).count("T") == 0
    with pytest.raises(BadInput):
        left_behind(pieces_of("TTTTT"), double)


# -- versions --


def test_every_step_can_be_undone_and_redone_until_another_one_is_taken() -> None:
    history = History.of(START)
    for x in range(3):
        history = history.put(sandbox.painted(history.present, [(x, 0)], "T"))
    assert (history.at, history.last) == (3, 3)
    back = history.go_to(1)
    assert picture(back.present) == "T........."
    assert back.go_to(3).present == history.present
    assert back.put(sandbox.cleared(back.present)).last == 2


def test_one_stroke_of_the_brush_is_one_step_and_nothing_new_is_none() -> None:
    history = History.of(START)
    for x in range(5):
        history = history.put(sandbox.painted(history.present, [(x, 0)], "T"), stroke="1")
    assert history.last == 1
    assert history.settled().put(sandbox.painted(history.present, [(9, 0)], "T"), stroke="1").last == 2
    assert history.put(history.present) is history


def test_another_colour_is_a_step_although_the_field_stays() -> None:
    history = History.of(sandbox.painted(START, [(0, 0)], "T"))
    assert history.put(sandbox.painted(history.present, [(0, 0)], "S")).last == 1


# -- fumens --


def test_a_position_comes_back_from_its_fumen_with_colours_queue_and_hold() -> None:
    text = fumen.write([page_of(DRAWN)])
    (state,) = states_of(fumen.read(text), START)
    assert (picture(state), queue(state, 3), state.hold) == (picture(DRAWN), "IOT", DRAWN.hold)


def test_the_pages_of_a_game_are_its_positions_and_what_its_last_piece_leaves() -> None:
    start = State.open({"queue": "list:OOOOO"})
    states = [start]
    for move in ("O north 0 0 none", "O north 2 0 none", "O north 4 0 none", "O north 6 0 none"):
        states.append(states[-1].play(move))
    results = states_of(fumen.pages_of(states), START)
    assert [each.field for each in results] == [each.field for each in states]


def test_a_queue_in_a_fumen_that_no_bags_deal_ends_with_its_pieces() -> None:
    (state,) = states_of(fumen.read(fumen.write([fumen.Page(fumen.Drawing(), comment="#Q=[](T)TTT")])), START)
    assert str(state.queue) == "list:TTTT"
