"""The classic board as it is drawn: everything in its cell, its colour and its place, on any board in any box."""

from __future__ import annotations

import pygame
import pytest

from ai.tetris.classic.engine import worth_of_a_hole
from game.advice import Advice, Choice, Worth
from game.facts import ClassicFacts
from game.record import Record, Seat
from game.review import judge
from game.session import Session
from game.tetris.classic import Landing, Placement, State, letter
from game.tetris.classic.pieces import cells_at
from game.tetris.naming import classic_name
from gui.games.classic import panel, words
from gui.games.classic.cells import NARROW, SHORT, WHOLE, Geometry
from gui.games.classic.equity import PARTS, Part
from gui.games.classic.ui import ClassicUI
from gui.games.classic.view import Picture, draw_bare, draw_board, drawn_choices, middles, settled
from gui.games.registry import draw_mark, draw_preview, ui_of
from gui.games.well import dots_along, heart, outline_of
from gui.play.game_ui import Opinion, RenderState
from gui.play.panel import PanelColumn
from gui.stage import sheet, stage_context
from gui.ui.canvas import Box, Canvas
from gui.ui.targets import Targets
from gui.ui.theme import Rgb, ThemeName, mix
from tests.gui.classic_boards import (
    AUTHORS,
    BOX,
    STACK,
    by_chance,
    canvas,
    choices,
    motion,
    pixel,
    press,
    state,
)

THEMES: tuple[ThemeName, ...] = ("dark", "light")
SIZES = [(4, 4), (10, 20), (32, 40), (32, 4), (4, 40), (10, 5)]
BOXES: list[Box] = [BOX, (0.0, 48.0, 528.0, 456.0), (0.0, 48.0, 480.0, 240.0), (100.0, 0.0, 200.0, 300.0)]
T = 5


def near(first: Rgb, second: Rgb, most: int = 12) -> bool:
    return all(abs(a - b) <= most for a, b in zip(first, second, strict=True))


def ambers(of: Canvas) -> int:
    """The number of pixels in the kibitzer's own colour."""
    pixels = pygame.surfarray.array3d(of.surface).astype(int)
    return int((abs(pixels - of.theme.colour.amber_line).max(axis=2) < 6).sum())


# -- where things stand --


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_well_stands_in_its_box_with_what_is_beside_it(columns: int, rows: int, box: Box) -> None:
    for beside in (0.0, NARROW, SHORT, WHOLE):
        for scale in (0.5, 0.8, 1.0, 1.5, 3.0):
            here = Geometry.fit(columns, rows, box, scale, beside=beside)
            x, y, width, height = here.well
            right = here.beside + here.aside if here.aside else x + width
            assert box[0] - 1 / scale <= x
            assert box[1] <= y + 1e-6
            assert right <= box[0] + box[2] + 1 / scale
            assert y + height + here.below <= box[1] + box[3] + 1 / scale
            assert here.aside <= beside
            assert here.summit <= y + 1e-6


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.37, 3.0])
def test_every_cell_is_a_whole_number_of_pixels(scale: float) -> None:
    for columns, rows in SIZES:
        here = Geometry.fit(columns, rows, BOX, scale)
        for value in (here.left * scale, here.top * scale, here.cell * scale):
            assert value == pytest.approx(round(value))


def test_a_point_is_found_in_its_cell_and_beside_the_well() -> None:
    here = Geometry.fit(10, 20, BOX, 1.0)
    for cell in ((0, 0), (9, 19), (4, 7)):
        result = here.place(here.middle(*cell))
        assert result == pytest.approx((cell[0] + 0.5, cell[1] + 0.5))
    assert here.place((here.right + 3 * here.cell, here.top)) == pytest.approx((13, 0))


def test_the_well_does_not_move_with_what_is_on_the_board(dummy: None) -> None:
    pictures = [
        Picture(each, evaluator=AUTHORS) for each in (state(), state(STACK), by_chance(1), by_chance(9))
    ]
    assert len({draw_board(canvas(), BOX, each) for each in pictures}) == 1


# -- what is drawn --


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_keep_their_colours_and_what_rests_is_stone(theme: ThemeName, dummy: None) -> None:
    for piece in "IZSJLTO":
        of, sheet_ = state(STACK, pieces=f"list:{piece}"), canvas(theme)
        here = draw_board(sheet_, BOX, Picture(of))
        assert of.piece is not None
        for x, y in cells_at(of.piece, *of.rules.start(of.piece)):
            assert near(pixel(sheet_, here.middle(x, y)), sheet_.theme.pieces[piece].fill)
        for y in range(20):
            for x in range(10):
                if of.board.filled(x, y):
                    assert near(pixel(sheet_, here.middle(x, y)), sheet_.theme.stone)
        assert pixel(sheet_, here.middle(0, 5)) == sheet_.theme.colour.well


def test_a_ghost_is_a_veil_in_the_pieces_colour(dummy: None) -> None:
    sheet_, of = canvas(), state()
    here = draw_board(sheet_, BOX, Picture(of, held=Placement(0, 4, 0), ghost=Placement(0, 4, 18)))
    veil = mix(sheet_.theme.colour.well, sheet_.theme.pieces["T"].fill, 0.25)
    assert near(pixel(sheet_, here.middle(5, 18)), veil)
    assert near(pixel(sheet_, here.middle(5, 19)), veil)
    assert pixel(sheet_, here.middle(3, 18)) == sheet_.theme.colour.well


def test_without_opinions_nothing_is_amber(dummy: None) -> None:
    for of in (state(STACK), by_chance(2), state(STACK, next="on")):
        sheet_ = canvas()
        draw_board(sheet_, BOX, Picture(of, ghost=Placement(0, 4, 14)))
        assert ambers(sheet_) == 0


@pytest.mark.parametrize("theme", THEMES)
def test_the_contour_runs_along_the_top_of_every_column(theme: ThemeName, dummy: None) -> None:
    of, sheet_ = state(STACK), canvas(theme)
    here = draw_board(sheet_, BOX, Picture(of, evaluator=AUTHORS))
    for x, y in enumerate(of.board.outline):
        middle = here.corner(x + 0.5, y)
        assert pixel(sheet_, middle) == sheet_.theme.colour.amber_line


def test_each_part_of_the_equity_is_drawn_only_when_it_is_asked_for(dummy: None) -> None:
    of = state(STACK)

    def drawn(*parts: Part) -> int:
        sheet_ = canvas()
        here = draw_board(sheet_, BOX, Picture(of, evaluator=AUTHORS, parts=parts))
        tinted = not near(pixel(sheet_, here.middle(0, 18)), sheet_.theme.stone, 6)
        assert tinted == ("hollows" in parts)
        return ambers(sheet_)

    assert drawn() == 0
    assert all(0 < drawn(part) < drawn(*PARTS) for part in PARTS)


def test_the_best_placement_is_outlined_and_the_one_pointed_at_instead_of_it(dummy: None) -> None:
    of, edge = state(STACK), (8.5, 15)  # the upper edge of the nub of T at 3,8,14
    for shown, expected in ((None, True), ("3,8,14", True), ("1,0,9", False)):
        sheet_ = canvas()
        here = draw_board(sheet_, BOX, Picture(of, choices=choices(of), shown=shown))
        x, y = here.corner(*edge)
        column = [pixel(sheet_, (x, y + d)) for d in range(4)]
        assert (sheet_.theme.colour.amber_line in column) == expected


def test_outlined_placements_never_overlap() -> None:
    for seed in range(1, 8):
        of = by_chance(seed, pieces=12)
        assert of.piece is not None
        drawn = drawn_choices(of.piece, list(enumerate(choices(of), 1)), None, 3)
        cells = [cell for _, _, each in drawn for cell in each]
        assert len(set(cells)) == len(cells) == 4 * len(drawn)
        assert drawn[0][0] == 1


def test_the_outline_of_a_piece_surrounds_it_once() -> None:
    square = outline_of([(0, 0), (1, 0), (0, 1), (1, 1)])
    assert len(square) == 8
    assert len(outline_of([(0, 0), (1, 0), (2, 0), (1, 1)])) == 10


def test_the_way_goes_aside_in_the_start_row_and_then_straight_down() -> None:
    of = state(STACK)
    way = of.rules.path(of.board, T, Placement(3, 8, 14))
    assert way is not None
    points = middles(T, of.rules.start(T), way)
    assert points[:2] == [(5.5, 0.5), (9.5, 0.5)]
    assert points[-1] == (9.5, 15.5)
    assert {x for x, _ in points[1:]} == {9.5}


def test_a_way_begins_where_the_piece_is_held() -> None:
    of = state(STACK)
    way = of.rules.path(of.board, T, Placement(3, 8, 14))
    assert way is not None
    assert middles(T, Placement(0, 0, 0), way)[0] == (1.5, 0.5)


def test_dots_keep_their_distance_around_a_corner() -> None:
    assert dots_along([(0, 0), (10, 0), (10, 10)], 4) == [(0, 0), (4, 0), (8, 0), (10, 2), (10, 6)]


def test_the_heart_of_a_piece_is_its_middle_cell() -> None:
    assert heart([(0, 0), (1, 0), (2, 0), (1, 1)]) == (1, 0)


# -- motion and the end --


def test_the_last_piece_is_drawn_on_its_way_over_the_board_before_it(dummy: None) -> None:
    of = state(STACK).put(Placement(0, 5, 16))  # T fills row 17
    half = draw(of, 0.4)
    assert near(pixel(half[0], half[1].middle(6, 8)), half[0].theme.pieces["T"].fill)
    assert near(pixel(half[0], half[1].middle(0, 13)), half[0].theme.stone)
    there = draw(of, 0.8)
    assert near(pixel(there[0], there[1].middle(6, 16)), there[0].theme.pieces["T"].fill)
    fading = draw(of, 0.9)
    assert pixel(fading[0], fading[1].middle(0, 17)) != pixel(there[0], there[1].middle(0, 17))
    done = draw(of, 1.0)
    assert pixel(done[0], done[1].middle(0, 13)) == done[0].theme.colour.well
    assert near(pixel(done[0], done[1].middle(0, 14)), done[0].theme.stone)


def draw(of: State, grown: float) -> tuple[Canvas, Geometry]:
    sheet_ = canvas()
    return sheet_, draw_board(sheet_, BOX, Picture(of, grown=grown))


def test_the_piece_placed_last_is_known_from_the_others_until_the_equity_is_open(dummy: None) -> None:
    of = state(STACK).put(Placement(0, 5, 16))  # the lower cell of T went with row 17
    assert settled(Landing(of.board, T, Placement(0, 5, 16), (17,))) == [(5, 17), (6, 17), (7, 17)]
    sheet_, here = draw(of, 1.0)
    tint = mix(sheet_.theme.stone, sheet_.theme.pieces["T"].fill, 0.4)
    assert near(pixel(sheet_, here.middle(6, 17)), tint)
    assert near(pixel(sheet_, here.middle(8, 17)), sheet_.theme.stone)
    opened = canvas()
    draw_board(opened, BOX, Picture(of, evaluator=AUTHORS))
    assert near(pixel(opened, Geometry.fit(10, 20, BOX, 1.0).middle(6, 17)), opened.theme.stone)


def test_on_a_lost_board_all_steps_back_but_the_piece_that_has_no_room(dummy: None) -> None:
    lost = state("\n".join(["xxx.xxxxxx", "xxxxxxxxx."] * 10), pieces="list:T")
    sheet_ = canvas()
    here = draw_board(sheet_, BOX, Picture(lost, evaluator=AUTHORS, choices=()))
    assert near(pixel(sheet_, here.middle(5, 0)), sheet_.theme.pieces["T"].fill)
    assert sum(pixel(sheet_, here.middle(0, 10))) < sum(sheet_.theme.stone) * 0.7
    assert ambers(sheet_) == 0


def test_a_piece_that_hangs_above_the_board_is_shown_in_its_top_rows(dummy: None) -> None:
    of, sheet_ = state(rules="simplified"), canvas()
    here = draw_board(sheet_, BOX, Picture(of, held=Placement(1, 3, -3)))
    for y in range(3):
        assert near(pixel(sheet_, here.middle(3, y)), sheet_.theme.pieces["T"].fill)


def test_the_next_piece_stands_beside_the_well_where_the_rules_show_it(dummy: None) -> None:
    for shown in ("on", "off"):
        of, sheet_ = state(next=shown, pieces="list:TS"), canvas()
        here = draw_board(sheet_, BOX, Picture(of))
        green = sheet_.theme.pieces["S"].fill
        beside = range(int(here.beside), int(here.beside) + 90)
        is_found = any(near(pixel(sheet_, (x, here.summit + 45)), green) for x in beside)
        assert is_found == (shown == "on")


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (3840, 2160)])
@pytest.mark.parametrize("theme", THEMES)
def test_every_board_can_be_drawn_in_every_window(
    size: tuple[int, int], theme: ThemeName, dummy: None
) -> None:
    for columns, rows in SIZES:
        of = by_chance(2, f"{columns}x{rows}", pieces=20, next="on")
        context = stage_context(theme, 1.0)
        sheet_ = context.canvas(sheet(size))
        frame = context.frame(sheet_)
        here = draw_board(sheet_, frame.board, Picture(of, choices=choices(of), evaluator=AUTHORS))
        assert here.cell * sheet_.scale >= 4


# -- small boards --


def test_a_preview_shows_the_board_and_the_best_placement(dummy: None) -> None:
    of, sheet_ = state(STACK), canvas()
    draw_preview(sheet_, (0.0, 0.0, 120.0, 220.0), of, Advice(choices(of), "rule", Worth("equity", 0.0)))
    assert ambers(sheet_) > 20
    bare = canvas()
    draw_preview(bare, (0.0, 0.0, 120.0, 220.0), of)
    assert ambers(bare) == 0


def test_a_race_runner_shows_the_well_alone(dummy: None) -> None:
    of, sheet_ = state(STACK), canvas()
    here = draw_bare(sheet_, (20.0, 20.0, 200.0, 400.0), Picture(of))
    assert here.well == (20.0, 20.0, 200.0, 400.0)
    assert near(pixel(sheet_, here.middle(0, 19)), sheet_.theme.stone)


@pytest.mark.parametrize("size", ["10x20", "32x4", "4x40", "nonsense"])
def test_a_record_has_a_mark_whatever_it_says_of_its_size(size: str, dummy: None) -> None:
    record = Record(game="classic", rules={"size": size}, seats=(Seat("You"),))
    sheet_ = canvas()
    draw_mark(sheet_, (10.0, 10.0, 20.0, 20.0), record)
    marked = [
        (x, y)
        for x in range(8, 34)
        for y in range(8, 34)
        if pixel(sheet_, (x, y)) != sheet_.theme.colour.room
    ]
    assert len(marked) > 30
    assert all(9 <= x <= 30 and 9 <= y <= 30 for x, y in marked)


# -- the panel and the words --


def column(sheet_: Canvas, targets: Targets) -> PanelColumn:
    return PanelColumn(sheet_, stage_context("dark", 1.0).frame(sheet_), targets)


def test_the_bars_of_the_terms_switch_what_is_drawn(dummy: None) -> None:
    ui, targets, sheet_ = ClassicUI(), Targets(), canvas()
    of = state(STACK)
    advice = Advice(choices(of), "rule", Worth("equity", 27.75), True, (ClassicFacts(evaluator=AUTHORS),))
    assert ui.language.draw_why(column(sheet_, targets), Opinion(of, advice, True))
    assert targets.names() == ["term Hollows", "term Structure", "term Height"]
    next(each for each in targets.all() if each.name == "term Hollows").press()
    assert ui.board.parts == {"height", "structure"}
    next(each for each in targets.all() if each.name == "term Hollows").press()
    assert ui.board.parts == {"height", "structure", "hollows"}


def test_the_equity_block_leaves_room_for_the_game_below_it(dummy: None) -> None:
    for controller in (AUTHORS, "bcts", "dt-20"):
        for size, rows in (((640, 480), 3), ((1280, 720), 5)):
            here = column(canvas(size=size), Targets())
            here.y += 37 + 40 * rows  # the best moves
            assert panel.equity(here, state(STACK), controller, None)
            assert here.y + 30 + 28 + 28 < here.bottom


def test_where_there_is_no_room_nothing_is_drawn_and_words_can_say_it(dummy: None) -> None:
    sheet_ = canvas()
    here = column(sheet_, Targets())
    here.y = here.bottom - 100
    assert not panel.equity(here, state(STACK), AUTHORS, None)
    assert ambers(sheet_) == 0


def test_a_controller_without_terms_is_told_in_words(dummy: None) -> None:
    of, ui = state(STACK), ClassicUI()
    advice = Advice(choices(of), "rule", Worth("equity", 27.75), True, (ClassicFacts(evaluator="somebody"),))
    assert not ui.language.draw_why(column(canvas(), Targets()), Opinion(of, advice, True))
    assert ui.language.why(of, advice) == (
        "Somebody, lower is better",
        "T flat, columns 6-8, tip down, is next, 0.20 behind.",
    )


def test_the_reason_says_what_the_move_does_to_the_terms() -> None:
    of = state(STACK)
    advice = Advice(choices(of), "rule", Worth("equity", 27.75), True, (ClassicFacts(evaluator=AUTHORS),))
    ground, reason = ClassicUI().language.why(of, advice)
    assert ground == "Tengstrand 1.1, lower is better"
    assert reason == (
        "T upright, columns 9-10, tip left, takes 2.57 off structure and adds 0.15 to height. "
        "T flat, columns 6-8, tip down, is next, 0.20 behind."
    )


def test_a_tuck_is_told_from_a_fall_to_the_same_column() -> None:
    of = state("..........\n.xxx......\n...x......\nxxxxx.xxxx", sliding="on", pieces="list:I")
    items = {classic_name(of, str(at)) for at in of.placements if at.rotation == 0 and at.x == 4}
    assert items == {"I flat, columns 5-8"}
    under = state("xxxxx.....\n..........\nxxxxx.xxxx", sliding="on", pieces="list:I")
    tucked = [at for at in under.placements if at.rotation == 0 and at.y == 18 and at.x == 0]
    assert [classic_name(under, str(at)) for at in tucked] == ["I flat, columns 1-4, tucked in"]


def test_the_rows_that_a_move_clears_are_counted() -> None:
    of = state(STACK)
    assert [words.cleared_by(of, move) for move in ("0,5,16", "3,8,14", "0,0,0")] == [1, 0, 0]
    assert [words.cleared_by(of, each) for each in of.legal_moves()] == [
        of.cleared_by(each) for each in of.legal_moves()
    ]


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ({}, "Classic, 10 × 20, spawn rules"),
        ({"size": "7x12", "sliding": "on"}, "Classic, 7 × 12, spawn rules, sliding"),
        ({"rules": "fahey", "next": "on"}, "Classic, 10 × 20, Fahey rules, next piece"),
    ],
)
def test_the_bar_names_the_rules(rules: dict[str, str], text: str) -> None:
    assert ClassicUI().language.detail(state(**rules)) == text


def test_a_finished_game_says_how_it_ended() -> None:
    ui = ClassicUI()
    assert ui.language.result(state()) == ""
    ended = state(pieces="list:T").put(Placement(0, 4, 18))
    assert ui.language.result(ended) == "All pieces are placed: 1 piece, 0 rows"
    lost = by_chance(1, "4x5", pieces=99)
    assert lost.lost
    assert lost.piece is not None
    assert ui.language.result(lost).startswith(
        f"{letter(lost.piece)} cannot start. The game ends after {lost.ply} p"
    )


def test_the_graphs_scale_doubles_and_holds_what_is_below_nought() -> None:
    ui = ClassicUI()
    assert [mark for _, mark in ui.language.axis((3.0, 27.75, None)).marks] == ["40", "20", "0"]
    assert [mark for _, mark in ui.language.axis(()).marks] == ["10", "5", "0"]
    below = ui.language.axis((-3.0, 15.0))
    assert (below.bottom, below.top) == (-10.0, 20.0)


def test_what_a_bad_move_is_follows_the_unit_of_the_adviser() -> None:
    holes = [worth_of_a_hole(adviser) for adviser in (AUTHORS, "dellacherie", "bcts")]
    assert holes == sorted(holes)
    assert holes[0] > 0
    session = Session(state(), (Seat("You"),))
    first, *_, move = session.position.legal_moves()
    for hole, verdict in ((100.0, "fine"), (20.0, "inaccuracy"), (12.0, "mistake"), (5.0, "blunder")):
        choices = (Choice(first, Worth("equity", 10.0)), Choice(move, Worth("equity", 18.0)))
        game = Session(state(), (Seat("You"),))
        game.play(move)
        assert game.note(
            0, Advice(choices, "rule", Worth("equity", 10.0), evidence=(ClassicFacts(hole=hole),))
        )
        (judged,) = judge(game)
        assert judged is not None
        assert judged.verdict == verdict


def test_the_ui_is_found_by_the_games_name() -> None:
    ui = ui_of("classic")
    assert isinstance(ui, ClassicUI)
    assert ui.language.longest(state()) == 50


def test_the_board_follows_a_session(dummy: None) -> None:
    session = Session.new("classic", {"pieces": "list:TSZ"}, (Seat("You"),))
    ui = ClassicUI()
    for _ in range(3):
        ui.board.see(session.position, open_hand=True)
        ui.board.draw(canvas(), BOX, RenderState(session.position, open_hand=True))
        ui.board.handle(motion((300.0, 300.0)), 1.0, True)
        moved = session.position.legal_moves()[0]
        session.play(moved)
    ui.board.see(session.position, open_hand=True)
    assert session.position.over
    assert ui.board.handle(press((300.0, 300.0)), 1.0, True) is None


def test_the_board_numbers_its_outlines_as_the_list_does(dummy: None) -> None:
    of = state(STACK)
    first, second, third = (str(at) for at in of.placements[:3])
    advice = Advice(
        (
            Choice(first, Worth("equity", 4.001)),
            Choice(second, Worth("equity", 4.002)),
            Choice(third, Worth("equity", 4.2)),
        ),
        "rule",
        Worth("equity", 4.0),
    )
    numbers = ClassicUI().language.ranks(of, advice)
    assert numbers == (1, 1, 3)
    drawn = drawn_choices(of.piece or 0, list(zip(numbers, advice.choices, strict=True)), third, 3)
    assert [(rank, choice.move) for rank, choice, _ in drawn] == [(3, third)]
