"""The input at a guideline piece: keys, mouse and hold lead to placements that the rules allow."""

from __future__ import annotations

import random

import pygame
import pytest

from game.tetris.guideline import State
from gui.games.guideline.render_state import SeatState
from gui.games.guideline.ui import GuidelineInput, GuidelineUI, in_hand
from gui.play.game_ui import RenderState
from tests.gui.classic_boards import key
from tests.gui.guideline_seats import BOX, SLOT, at, canvas, event, state

LEFT, RIGHT, UP, DOWN, SPACE = pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_SPACE
Z, X, A, C = pygame.K_z, pygame.K_x, pygame.K_a, pygame.K_c


def at_the_table(of: State, *, open_hand: bool = True) -> GuidelineUI:
    """A game UI that has drawn `of` once."""
    ui = GuidelineUI()
    look_at(ui, of, open_hand=open_hand)
    return ui


def look_at(ui: GuidelineUI, of: State, *, open_hand: bool = True) -> None:
    """A frame."""
    ui.board.see(of, open_hand=open_hand)
    ui.board.draw(canvas(), BOX, RenderState(of, open_hand=open_hand))


def typed(ui: GuidelineUI, *codes: int) -> str | None:
    """The last answer to these keys."""
    answer = None
    for code in codes:
        answer = ui.board.handle(key(code), 1.0, True)
    return answer


def over(ui: GuidelineUI, x: float, y: float) -> tuple[float, float]:
    """The middle of a cell."""
    assert ui.board._geometry is not None
    return ui.board._geometry.middle(x, y)


def click(ui: GuidelineUI, x: float, y: float, button: int = 1) -> str | None:
    """Point at a cell and press there."""
    ui.board.handle(event(pygame.MOUSEMOTION, over(ui, x, y)), 1.0, True)
    return ui.board.handle(event(pygame.MOUSEBUTTONDOWN, over(ui, x, y), button), 1.0, True)


def wheel(ui: GuidelineUI, by: int) -> None:
    ui.board.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=by), 1.0, True)


# -- keys --


def test_a_click_on_the_hold_swaps_the_piece_and_takes_that_back(dummy: None) -> None:
    ui = at_the_table(state("TI"))
    assert ui.board._geometry is not None
    assert ui.board._control is not None
    x, y, width, height = ui.board._geometry.hold_sign
    for held in (True, False):
        press = event(pygame.MOUSEBUTTONDOWN, (x + width / 2, y + height / 2), 1)
        assert ui.board.handle(press, 1.0, True) is None
        assert ui.board._control.held == held


def test_space_drops_the_piece_where_it_started(dummy: None) -> None:
    assert typed(at_the_table(state("T")), SPACE) == "T north 4 0 none"


def test_a_drop_above_the_visible_rows_is_refused_with_its_reason(dummy: None) -> None:
    ui = at_the_table(state("JT", board="/".join(["....##...."] * 20)))
    assert typed(ui, SPACE) is None
    assert "J would lock above the visible rows" in ui.board.refusal
    assert typed(ui, LEFT) is None
    assert not ui.board.refusal, "told once"


def test_arrows_move_and_z_and_x_turn(dummy: None) -> None:
    assert typed(at_the_table(state("T")), LEFT, LEFT, X, SPACE) == "T east 2 1 none"
    assert typed(at_the_table(state("T")), RIGHT, Z, SPACE) == "T west 5 1 none"
    assert typed(at_the_table(state("T")), UP, UP, SPACE) == "T south 4 1 none"


def test_a_half_turn_needs_rules_that_know_it(dummy: None) -> None:
    assert typed(at_the_table(state("T")), A, SPACE) == "T north 4 0 none"
    assert typed(at_the_table(state("T", kicks="srs+180")), A, SPACE) == "T south 4 1 none"


def test_a_wall_stops_the_piece(dummy: None) -> None:
    assert typed(at_the_table(state("T")), *[LEFT] * 12, SPACE) == "T north 1 0 none"


def test_a_piece_is_turned_into_its_slot(dummy: None) -> None:
    ui = at_the_table(state("T", board=SLOT))
    ui.board.handle(key(RIGHT), 1.0, True)
    down = pygame.event.Event(pygame.KEYDOWN, key=DOWN, unicode="", mod=pygame.KMOD_SHIFT, scancode=0)
    assert typed(ui, LEFT, X, LEFT, LEFT) is None
    ui.board.handle(down, 1.0, True)
    assert typed(ui, X, SPACE) == "T south 2 1 full"


def test_what_falls_after_the_turn_is_no_spin(dummy: None) -> None:
    control = GuidelineInput(state("T", board="#...######\n##.#######"))
    for action in ("cw", "left", "left", "cw"):
        assert control.step(action)
    assert control.target == at("T south 2 1 none")


def test_down_goes_one_row(dummy: None) -> None:
    control = GuidelineInput(state("T"))
    assert control.at is not None
    start = control.at.y
    assert control.step("down")
    assert control.at.y == start - 1
    assert control.sink()
    assert control.at == at("T north 4 0")
    assert not control.sink()


def test_at_20g_the_piece_is_always_on_the_floor() -> None:
    control = GuidelineInput(state("T", gravity="20g"))
    assert control.at == at("T north 4 0")
    control.step("cw")
    assert control.at == at("T east 3 1")  # kicked off the floor


def test_keys_are_left_to_others_while_nobody_may_place(dummy: None) -> None:
    ui = at_the_table(state("T"), open_hand=False)
    assert not ui.board.takes(key(LEFT), focused=True)
    assert typed(ui, SPACE) is None
    assert not at_the_table(state("T")).board.takes(key(pygame.K_RETURN), focused=False)


# -- hold --


def test_c_brings_the_piece_in_hold_and_takes_that_back(dummy: None) -> None:
    assert typed(at_the_table(state("TIO", hold="S")), C, SPACE) == "S north 4 0 none"
    assert typed(at_the_table(state("TIO", hold="S")), C, C, SPACE) == "T north 4 0 none"


def test_an_empty_hold_brings_the_next_piece(dummy: None) -> None:
    ui = at_the_table(state("TIO"))
    assert typed(ui, C, SPACE) == "I north 4 0 none"


def test_without_a_hold_or_with_an_equal_piece_c_does_nothing(dummy: None) -> None:
    assert typed(at_the_table(state("TIO", hold="off")), C, SPACE) == "T north 4 0 none"
    assert typed(at_the_table(state("TIO", hold="T")), C, SPACE) == "T north 4 0 none"


def test_hold_and_queue_show_what_a_hold_would_leave(dummy: None) -> None:
    position = state("TIOS", hold="-")
    control = GuidelineInput(position)
    control.swap()
    seat = in_hand(SeatState.of(position), position, control)
    assert (seat.hold, seat.previews, seat.hold_free) == (2, (1, 5), False)
    assert seat.falling is not None
    assert seat.falling.piece == 0


# -- the mouse --


def test_a_click_drops_at_the_nearest_place(dummy: None) -> None:
    assert click(at_the_table(state("I")), 7, 10) == "I north 6 0 none"
    ui = at_the_table(state("T"))
    assert click(ui, 0, 3) == "T north 1 0 none"
    assert click(ui, 9, 0) == "T north 8 0 none"


def test_the_wheel_and_the_right_button_turn(dummy: None) -> None:
    ui = at_the_table(state("T"))
    ui.board.handle(event(pygame.MOUSEMOTION, over(ui, 5, 8)), 1.0, True)
    wheel(ui, -1)
    wheel(ui, 0)  # sideways, as fingers on a pad do
    assert click(ui, 5, 8) == "T east 5 1 none"
    click(ui, 5, 8, button=3)
    assert click(ui, 5, 8) == "T south 5 1 none"
    wheel(ui, 1)
    wheel(ui, 1)
    assert click(ui, 5, 8) == "T north 5 0 none"


def test_the_middle_button_holds(dummy: None) -> None:
    ui = at_the_table(state("TI", hold="O"))
    click(ui, 4, 8, button=2)
    assert click(ui, 4, 8) == "O north 3 0 none"


def test_pointing_into_a_slot_turns_the_piece_in(dummy: None) -> None:
    ui = at_the_table(state("T", board=SLOT))
    click(ui, 2, 0, button=3)
    click(ui, 2, 0, button=3)
    assert click(ui, 2, 0) == "T south 2 1 full"


def test_beside_the_well_the_keys_hand_takes_over_again(dummy: None) -> None:
    ui = at_the_table(state("T"))
    ui.board.handle(event(pygame.MOUSEMOTION, over(ui, 0, 3)), 1.0, True)
    assert ui.board._geometry is not None
    ui.board.handle(event(pygame.MOUSEMOTION, (ui.board._geometry.well.right + 80, 300)), 1.0, True)
    assert typed(ui, RIGHT, SPACE) == "T north 2 0 none"


@pytest.mark.parametrize("gravity", ["0g", "20g"])
def test_whatever_is_pressed_only_legal_placements_come_out(gravity: str) -> None:
    chance = random.Random(7)
    position = State.open({"queue": "seven_bag:7", "gravity": gravity, "kicks": "srs+180"})
    for _ in range(60):
        if position.over:
            break
        control = GuidelineInput(position)
        for _ in range(chance.randrange(25)):
            command = chance.randrange(8)
            if command < 5:
                control.step(chance.choice(("left", "right", "cw", "ccw", "flip", "down")))
            elif command == 5:
                control.swap()
            elif command == 6:
                control.point((chance.uniform(-1, 11), chance.uniform(0, 20)))
            else:
                control.turn(chance.choice((-1, 1)))
        move = control.target or position.placements[0]
        position = position.play(str(move.canonical()))
