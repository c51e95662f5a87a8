"""A seat of guideline Tetris as a picture: what is where, in which colour, and what an opinion looks like."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.advice import Choice, Worth
from game.tetris.guideline import Landing
from game.tetris.guideline.attack import Clear
from game.tetris.guideline.real_time import Replay, Setup
from gui.games.guideline.cells import SeatGeometry
from gui.games.guideline.render_state import (
    Incoming,
    SeatState,
    Suggestion,
    marks_of,
)
from gui.games.guideline.seat_view import draw_bare, draw_seat
from gui.games.guideline.words import names_of
from gui.scenes.live.wells import boxes
from gui.ui.layout import Frame
from tests.gui.driving import Noted
from tests.gui.guideline_seats import BOX, SLOT, at, canvas, colour_at, ink, state


def choices(*moves: str) -> tuple[Choice, ...]:
    return tuple(Choice(move, Worth("order", -float(rank))) for rank, move in enumerate(moves))


def test_cells_have_the_colours_of_the_pieces_they_came_from(dummy: None) -> None:
    on = canvas()
    board = state("OT", board="I........#").play("O north 4 0")
    geometry = draw_seat(on, BOX, SeatState.of(board))
    assert colour_at(on, geometry, 4, 0) == colour_at(on, geometry, 5, 1) == ink("O")
    assert colour_at(on, geometry, 0, 0) == ink("I")
    assert colour_at(on, geometry, 9, 0) == ink("garbage")
    assert colour_at(on, geometry, 1, 0) == on.theme.colour.well


def test_what_nobody_knows_the_colour_of_is_stone(dummy: None) -> None:
    on = canvas()
    geometry = draw_seat(on, BOX, SeatState.of(state(board="x.........")))
    assert colour_at(on, geometry, 0, 0) == on.theme.stone


def test_a_piece_starts_half_above_the_well_and_all_of_it_is_seen(dummy: None) -> None:
    on = canvas()
    geometry = draw_seat(on, BOX, SeatState.of(state("T")))
    assert colour_at(on, geometry, 4, 20) == colour_at(on, geometry, 3, 19) == ink("T")


def test_a_small_board_lowers_the_piece_into_sight(dummy: None) -> None:
    on = canvas()
    geometry = draw_bare(on, (0, 0, 200, 200), SeatState.of(state("T")), rows=13)
    assert colour_at(on, geometry, 4, 12) == colour_at(on, geometry, 3, 11) == ink("T")
    assert geometry.corner(0, 12)[1] >= 0


def test_the_ghost_is_a_veil_and_the_piece_fades_as_its_lock_comes(dummy: None) -> None:
    on = canvas()
    look = replace(SeatState.of(state("T")), ghost=at("T north 4 0"), lock_left=0.2)
    geometry = draw_seat(on, BOX, look)
    veil, held = colour_at(on, geometry, 4, 0), colour_at(on, geometry, 4, 19)
    assert on.theme.colour.well < veil < held < ink("T")


def test_an_estimate_is_an_outline_and_what_is_certain_is_filled(dummy: None) -> None:
    for proven in (False, True):
        on = canvas()
        mark = Suggestion(at("I north 1 0"), 1, proven)
        geometry = draw_seat(on, BOX, replace(SeatState.of(state("T")), marks=(mark,)))
        free = colour_at(on, geometry, 3, 0)
        assert (free != on.theme.colour.well) is proven
        assert on.theme.colour.amber_line in {
            tuple(on.surface.get_at((x, on.px(geometry.middle(0, 0)[1])))[:3])
            for x in range(on.px(geometry.well.left), on.px(geometry.well.left) + 6)
        }


def test_on_cells_that_are_too_small_for_a_ring_the_number_stands_above_the_outline(dummy: None) -> None:
    mark = Suggestion(at("I north 1 0"), 1)
    plain, numbered = canvas(), canvas()
    look = SeatState.of(state("T"))
    draw_seat(plain, (0, 0, 160, 160), replace(look, marks=(mark._replace(rank=0),)))
    geometry = draw_seat(numbered, (0, 0, 160, 160), replace(look, marks=(mark,)))
    assert geometry.cell < 9
    changed = [
        (x, y)
        for x in range(numbered.surface.get_width())
        for y in range(numbered.surface.get_height())
        if numbered.surface.get_at((x, y)) != plain.surface.get_at((x, y))
    ]
    left, top = geometry.corner(0, 0)
    assert changed
    assert all(left < x / numbered.scale < left + 4 * geometry.cell for x, _ in changed)
    assert all(top - 16 < y / numbered.scale < top for _, y in changed)


def test_the_best_three_are_marked_unless_a_better_one_hides_them() -> None:
    moves = ("T north 4 0 none", "T north 4 0 mini", "I north 1 0 none", "I east 9 2 none")
    assert [mark.rank for mark in marks_of(choices(*moves))] == [1, 3]
    (shown,) = marks_of(choices(*moves), shown=moves[3])
    assert (shown.rank, shown.placement) == (4, at(moves[3]))
    assert [mark.proven for mark in marks_of(choices(*moves[:1]), known=1)] == [True]


def test_a_move_is_seen_on_its_way_down_over_the_field_before_it(dummy: None) -> None:
    board = state("TO", board=SLOT).play("T south 2 1 full")
    assert board.last is not None
    falling, fading = (SeatState.of(board).in_motion(board.last, grown) for grown in (0.4, 0.9))
    on = canvas()
    geometry = draw_seat(on, BOX, falling)
    assert colour_at(on, geometry, 2, 0) == on.theme.colour.well
    assert colour_at(on, geometry, 4, 0) == ink("garbage")
    geometry = draw_seat(on, BOX, fading)
    assert on.theme.colour.well < colour_at(on, geometry, 2, 0) < ink("T")


def test_waiting_rows_stand_in_the_meter_filled_once_they_are_due(dummy: None) -> None:
    on = canvas()
    look = replace(SeatState.of(state("T")), incoming=(Incoming(2), Incoming(3, due=False)))
    geometry = draw_seat(on, BOX, look)
    x, y, width, height = geometry.meter

    def inside(rows: float) -> tuple[int, ...]:
        return tuple(on.surface.get_at((on.px(x + width / 2), on.px(y + height - rows * geometry.cell)))[:3])

    assert inside(1) == on.theme.pieces["garbage"].ink
    assert inside(3.5) == on.theme.colour.grid  # an outline, and the track in it
    assert inside(8) == on.theme.colour.grid


def test_a_seat_in_real_time_looks_the_same(dummy: None) -> None:
    rules = {"queue": "list:TIOSZLJ", "board": SLOT}
    replay = Replay(Setup.of(rules, "guideline", ("guideline",)))
    for _ in range(3):
        replay.tick((0,))
    seat = replay.game.seats[0]
    look, turn_based = SeatState.live(seat), SeatState.of(state(board=SLOT))
    assert look.falling is not None
    assert (look.field, look.previews, look.hold) == (turn_based.field, turn_based.previews, None)
    assert look.ghost == at("T north 4 2")


@pytest.mark.parametrize("patterned", [False, True])
def test_patterns_are_drawn_where_they_are_asked_for(dummy: None, patterned: bool) -> None:
    on = canvas(patterned=patterned)
    geometry = draw_seat(on, BOX, SeatState.of(state("OT", board="TTT.......")))
    at_rest = colour_at(on, geometry, 1, 0)
    assert at_rest == (on.theme.pieces["T"].ink if patterned else ink("T"))


# -- where things stand --


@pytest.mark.parametrize(
    ("box", "scale"),
    [((0, 48, 928, 576), 1.0), ((0, 0, 464, 576), 1.0), ((0, 40, 320, 300), 1.5), ((0, 0, 1400, 1900), 2.0)],
)
def test_everything_stays_within_its_box_and_nothing_overlaps(
    box: tuple[float, float, float, float], scale: float
) -> None:
    seat = SeatGeometry.fit(box, scale, named=True)
    hold, meter, queue, well = seat.hold, seat.meter, seat.queue, seat.well
    assert box[0] <= hold[0]
    assert hold[0] + hold[2] <= meter[0]
    assert meter[0] + meter[2] <= well.left
    assert well.right <= queue[0]
    assert queue[0] + queue[2] <= box[0] + box[2]
    assert box[1] <= seat.corner(0, 20)[1]
    assert well.bottom + 20 <= box[1] + box[3]
    assert (seat.cell * scale).is_integer()


def test_the_well_stands_as_the_design_has_it() -> None:
    seat = SeatGeometry.fit(BOX, 1.0)
    assert (seat.cell, seat.well.left + 5 * seat.cell) == (26, 464)
    assert (seat.big, seat.small) == (22, 16)


def test_a_point_names_its_cell_from_the_bottom() -> None:
    seat = SeatGeometry.fit(BOX, 1.0)
    assert [seat.cell_at(seat.middle(x, y)) for x, y in ((0, 0), (9, 19), (4, 20))] == [
        (0, 0),
        (9, 19),
        (4, 20),
    ]
    assert seat.cell_at((seat.well.left - 2, seat.well.bottom - 2)) is None
    assert seat.cell_at((seat.well.left + 2, seat.well.bottom + 2)) is None


def test_words_and_facts_stand_beside_the_well(dummy: None) -> None:
    look = SeatState(
        state().field, texts=("T-spin double", "Back-to-back"), facts=(("PPS", "2.10"),), name="You"
    )
    on, quiet = canvas(), canvas()
    draw_seat(on, BOX, look)
    draw_seat(quiet, BOX, replace(look, texts=(), facts=(), name=""))
    assert on.surface.get_buffer().raw != quiet.surface.get_buffer().raw


@pytest.mark.parametrize(("size", "scale"), [((480, 360), 2.0), ((640, 480), 1.0), ((1280, 720), 1.0)])
@pytest.mark.parametrize("seats", [1, 2])
def test_no_word_under_the_hold_is_broken(
    dummy: None, size: tuple[int, int], scale: float, seats: int
) -> None:
    on, letters = canvas((round(size[0] * scale), round(size[1] * scale)), scale), Noted()
    on.renderer = letters
    box = boxes(Frame.of(*size).board, seats)[0]
    for clear in (Clear(rows, spin, 2, 12, rows > 2) for rows in range(1, 5) for spin in range(3)):
        texts = names_of(Landing(state().field, at("T north 4 0"), (), False, clear, 10, 10, ()))
        draw_seat(on, box, replace(SeatState.of(state()), texts=texts))
        whole = {word for text in (*texts, "B2B", "Hold", "Next") for word in text.split()}
        assert {word for line in letters.texts for word in line.split()} <= whole
        left = " ".join(letters.texts)
        assert texts[0] in left
        for text in (*texts, "B2B"):
            left = left.replace(text, "", 1)
        assert set(left.split()) <= {"Hold", "Next"}, "nothing is there in part"
        letters.texts.clear()
