"""The input at the falling piece: keys and mouse lead to placements that the rules allow, and to all of them."""

from __future__ import annotations

import random
from dataclasses import replace

import pygame
import pytest

from game.record import Seat
from game.session import Session
from game.tetris.classic import Placement, State
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games.classic.cells import Geometry
from gui.games.classic.ui import ClassicUI
from gui.games.classic.view import ClassicInput, way_of
from gui.play.game_ui import RenderState
from gui.scenes.play import PlayScene
from tests.gui.classic_boards import BOX, STACK, canvas, key, motion, press, state
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

TUCK = "..........\n.xxx......\n...x......\nxxxxx.xxxx"  # a room under an overhang, open to the right
KINDS = [("spawn", "off"), ("spawn", "on"), ("simplified", "off"), ("fahey", "off")]
HAND_KEYS = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_x, pygame.K_z, pygame.K_DOWN)


def at_the_table(of: State, *, open_hand: bool = True) -> ClassicUI:
    """A game UI that has drawn `of` once."""
    ui = ClassicUI()
    look_at(ui, of, open_hand=open_hand)
    return ui


def look_at(ui: ClassicUI, of: State, *, open_hand: bool = True) -> None:
    """A frame."""
    ui.board.see(of, open_hand=open_hand)
    ui.board.draw(canvas(), BOX, RenderState(of, open_hand=open_hand))


def typed(ui: ClassicUI, *codes: int) -> str | None:
    """The last answer to these keys."""
    answer = None
    for code in codes:
        answer = ui.board.handle(key(code), 1.0, True)
    return answer


def well() -> Geometry:
    return Geometry.fit(10, 20, BOX, 1.0, beside=0.0)


def over(x: float, y: float) -> tuple[float, float]:
    """The middle of a cell in pixels."""
    return well().middle(x, y)


def test_space_drops_the_piece_where_it_started(dummy: None) -> None:
    assert typed(at_the_table(state()), pygame.K_SPACE) == "0,4,18"


def test_arrows_move_the_piece_and_up_turns_it(dummy: None) -> None:
    ui = at_the_table(state())
    assert typed(ui, pygame.K_LEFT, pygame.K_LEFT, pygame.K_UP, pygame.K_SPACE) == "3,2,17"


def test_x_turns_as_up_does_and_enter_drops_as_space_does(dummy: None) -> None:
    ui = at_the_table(state())
    assert typed(ui, pygame.K_x, pygame.K_RETURN) == "3,4,17"


def test_the_authors_pieces_turn_one_way_only(dummy: None) -> None:
    assert typed(at_the_table(state()), pygame.K_z, pygame.K_SPACE) == "0,4,18"
    assert typed(at_the_table(state(rules="simplified")), pygame.K_z, pygame.K_SPACE) == "1,3,17"


def test_a_wall_stops_the_piece(dummy: None) -> None:
    ui = at_the_table(state())
    assert typed(ui, *[pygame.K_LEFT] * 12, pygame.K_SPACE) == "0,0,18"


def test_down_goes_one_row_only_where_pieces_slide_below(dummy: None) -> None:
    sliding = state(TUCK, sliding="on", pieces="list:I")
    down = [pygame.K_DOWN] * 18
    ui = at_the_table(sliding)
    assert typed(ui, *[pygame.K_RIGHT] * 2, *down, *[pygame.K_LEFT] * 6, pygame.K_SPACE) == "0,4,18"
    held = at_the_table(state(TUCK, pieces="list:I"))
    assert typed(held, *[pygame.K_RIGHT] * 2, *down, pygame.K_LEFT, pygame.K_SPACE) == "0,6,18"


def test_the_pointer_takes_the_nearest_column_and_a_click_drops(dummy: None) -> None:
    ui = at_the_table(state())
    assert ui.board.handle(motion(over(8, 12)), 1.0, True) is None
    assert ui.board.handle(press(over(8, 12)), 1.0, True) == "0,7,18"
    assert ui.board.handle(press(over(9.4, 3)), 1.0, True) == "0,7,18"
    assert ui.board.handle(press(over(0, 3)), 1.0, True) == "0,0,18"


def test_the_wheel_and_the_right_button_turn_what_the_pointer_aims(dummy: None) -> None:
    ui = at_the_table(state())
    ui.board.handle(motion(over(5, 12)), 1.0, True)
    ui.board.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1), 1.0, True)
    ui.board.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=1, y=0), 1.0, True)  # sideways
    assert ui.board.handle(press(over(5, 12)), 1.0, True) == "1,4,17"
    ui.board.handle(press(over(5, 12), button=3), 1.0, True)
    ui.board.handle(press(over(5, 12), button=3), 1.0, True)
    assert ui.board.handle(press(over(5, 12)), 1.0, True) == "3,4,17"


def test_the_pointer_finds_a_place_under_an_overhang_where_pieces_slide() -> None:
    control = ClassicInput(state(TUCK, sliding="on", pieces="list:I"))
    control.turn(1)
    control.turn(1)
    control.point((4.6, 18.5))
    assert control.target is not None
    assert control.target.y == 18


def test_keys_go_on_from_where_the_pointer_held_the_piece(dummy: None) -> None:
    ui = at_the_table(state())
    ui.board.handle(motion(over(8, 12)), 1.0, True)
    assert typed(ui, pygame.K_LEFT, pygame.K_SPACE) == "0,6,18"


def test_a_pointer_outside_the_well_holds_nothing(dummy: None) -> None:
    ui = at_the_table(state())
    ui.board.handle(motion(over(8, 12)), 1.0, True)
    assert ui.board.handle(press((900.0, 400.0)), 1.0, True) is None
    assert typed(ui, pygame.K_SPACE) == "0,7,18"


def test_a_scale_of_two_means_the_same_place(dummy: None) -> None:
    ui = at_the_table(state())
    x, y = over(8, 12)
    assert ui.board.handle(press((2 * x, 2 * y)), 2.0, True) == "0,7,18"


def test_the_next_piece_is_aimed_where_the_pointer_still_is(dummy: None) -> None:
    start = state()
    ui = at_the_table(start)
    move = ui.board.handle(press(over(8, 12)), 1.0, True)
    assert move is not None
    following = start.play(move)
    look_at(ui, following)
    dropped = ui.board.handle(press(over(8, 12)), 1.0, True)
    assert dropped in following.legal_moves()
    assert Placement.parse(str(dropped)).x == 7


@pytest.mark.parametrize(("rules", "sliding"), KINDS)
def test_whatever_the_hand_does_the_move_is_legal(rules: str, sliding: str, dummy: None) -> None:
    chance = random.Random(7)
    for piece in "IZSJLTO":
        of = state(STACK, rules=rules, sliding=sliding, pieces=f"list:{piece}")
        ui, legal = at_the_table(of), of.legal_moves()
        for _ in range(60):
            if chance.random() < 0.7:
                typed(ui, chance.choice(HAND_KEYS))
            else:
                ui.board.handle(motion(over(chance.uniform(-1, 10), chance.uniform(0, 19))), 1.0, True)
                ui.board.handle(
                    pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=chance.choice((-1, 1))), 1.0, True
                )
            assert typed(ui, pygame.K_SPACE) in legal


@pytest.mark.parametrize(("rules", "sliding"), KINDS)
def test_the_pointer_reaches_every_column_and_rotation(rules: str, sliding: str) -> None:
    for piece in "IZSJLTO":
        of = state(STACK, rules=rules, sliding=sliding, pieces=f"list:{piece}")
        control, results = ClassicInput(of), set()
        for _ in range(4):
            control.turn(1)
            for half in range(21):
                control.point((half / 2, 0.0))
                assert control.target is not None
                results.add(control.target[:2])
        assert results == {at[:2] for at in of.placements}


@pytest.mark.parametrize("rules", ["spawn", "fahey"])
def test_what_is_held_falls_to_what_is_aimed_at(rules: str) -> None:
    of = state(STACK, rules=rules)
    control = ClassicInput(of)
    for column in range(10):
        control.point((column + 0.5, 10.0))
        aim = control.aim
        control.release()
        assert control.target == aim


def test_a_piece_that_can_fall_straight_does_so_also_where_it_might_slide() -> None:
    of = state(STACK, sliding="on")
    assert of.piece is not None
    for at in of.placements:
        way = way_of(of.rules, of.board, of.piece, at)
        assert way[0] == of.rules.start(of.piece)
        assert way[-1] == at
        if at in straight(of):
            assert {each[:2] for each in way if each.y > 0} == {at[:2]}


def straight(of: State) -> tuple[Placement, ...]:
    """Return where the piece can go without sliding."""
    assert of.piece is not None
    return replace(of.rules, sliding=False).placements(of.board, of.piece)


# -- whose keys they are --


def test_a_closed_hand_chooses_nothing_and_leaves_its_keys_alone(dummy: None) -> None:
    ui = at_the_table(state(), open_hand=False)
    assert not any(ui.board.takes(key(code), True) for code in (*HAND_KEYS, pygame.K_SPACE, pygame.K_RETURN))
    assert typed(ui, pygame.K_SPACE) is None
    assert ui.board.handle(press(over(5, 5)), 1.0, True) is None


def test_enter_belongs_to_a_button_while_that_has_the_focus_and_space_to_the_piece(dummy: None) -> None:
    ui = at_the_table(state())
    assert ui.board.takes(key(pygame.K_LEFT), False)
    assert ui.board.takes(key(pygame.K_SPACE), False)
    assert not ui.board.takes(key(pygame.K_RETURN), False)
    assert ui.board.takes(key(pygame.K_RETURN), True)


def test_keys_with_control_are_not_the_boards(dummy: None) -> None:
    ui = at_the_table(state())
    assert not ui.board.takes(key(pygame.K_z, pygame.KMOD_CTRL), True)
    assert not ui.board.takes(key(pygame.K_1, pygame.KMOD_ALT), True)


def test_a_lost_board_has_no_hand(dummy: None) -> None:
    lost = state("\n".join(["xxx.xxxxxx", "xxxxxxxxx."] * 10))
    assert lost.lost
    ui = at_the_table(lost)
    assert not ui.board.takes(key(pygame.K_SPACE), True)
    assert ClassicInput(lost).target is None


def test_keys_switch_the_parts_of_the_equity(dummy: None) -> None:
    ui = at_the_table(state(), open_hand=False)
    typed(ui, pygame.K_1)
    assert ui.board.parts == {"structure", "hollows"}
    typed(ui, pygame.K_e)
    assert ui.board.parts == set()
    typed(ui, pygame.K_e)
    assert ui.board.parts == {"height", "structure", "hollows"}
    typed(ui, pygame.K_2, pygame.K_3)
    assert ui.board.parts == {"height"}


# -- at a table --


@pytest.fixture
def table(window: WholeWindow) -> Window:
    """A game of a person, with nobody thinking."""

    def build(context: AppContext) -> Scene:
        session = Session.new("classic", {"pieces": "list:TSZIO"}, (Seat("You"),))
        return PlayScene(context, context.scene(to.Home()), session, hints=False)

    return window(build)


def playing(table: Window) -> PlayScene:
    assert isinstance(table.scene, PlayScene)
    return table.scene


def played(table: Window) -> list[str]:
    return [move.text for move in playing(table).session.moves]


def test_at_a_table_space_drops_the_piece_and_u_takes_it_back(table: Window) -> None:
    table.press("left", "space")
    table.frame(20)
    assert played(table) == ["0,3,18"]
    table.press("u")
    table.frame(2)
    assert playing(table).session.cursor == 0


def test_at_a_table_a_click_on_the_well_drops_the_piece_there(table: Window) -> None:
    here = Geometry.fit(10, 20, BOX, 1.0, beside=0.0)
    table.frame(2)
    table.click(here.middle(1, 10))
    table.frame(20)
    assert played(table) == ["0,0,18"]


def test_a_piece_that_is_still_falling_hinders_nobody(table: Window) -> None:
    table.press("space")
    table.press("right", "space")
    table.frame(20)
    assert len(played(table)) == 2


def test_the_help_names_the_keys_of_the_hand(table: Window) -> None:
    named = {each.keys for each in playing(table).commands() if each.help}
    assert {"Left, Right", "Space or Enter", "E"} <= named
