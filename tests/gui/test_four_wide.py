"""Four-wide at the table: what each placement is worth, what the last one has cost, and the well between its walls."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as replace_fields

from ai import registry
from game.advice import Advice, Choice, Worth
from game.config import Config
from game.facts import KnownFacts, PolicyFacts
from game.games import games
from game.record import Seat
from game.session import Session
from game.tetris import streaks
from game.tetris.four_wide.state import State, move_of
from gui import destinations
from gui.context import AppContext, Scene
from gui.games.four_wide.language import share_words
from gui.games.four_wide.ui import FourWideUI
from gui.games.four_wide.well_view import LEFT, board_of, from_board, on_board, painted, seat_of
from gui.games.guideline import ui
from gui.games.guideline.cells import SeatGeometry
from gui.games.guideline.render_state import SeatState
from gui.games.guideline.seat_view import draw_seat
from gui.play.engine_room import Reported
from gui.play.game_ui import RenderState
from gui.play.players import adviser, adviser_options
from gui.play.sources import certain, known_choices
from gui.scenes.four_wide.play import FourWideScene, streak_of
from gui.ui.canvas import Box, Canvas
from gui.ui.text import clears_words
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.gui.four_wide_known import KNOWN, RULES
from tests.gui.guideline_seats import BOX, canvas, colour_at, ink


def session() -> Session:
    return Session.new("four-wide", RULES, (Seat("You"),))


def worth(state: State, *scores: float) -> Advice:
    """Return the policy's advice: these numbers for the useful placements in their order, 0 for all others."""
    given = dict(zip(state.useful, scores, strict=False))
    scored = sorted(((given.get(drop, 0.0), drop) for drop in state.placements), key=lambda each: -each[0])
    choices = tuple(Choice(move_of(drop), Worth("clears", value)) for value, drop in scored)
    return Advice(choices, "policy", choices[0].worth, True, (PolicyFacts(previews=3.0),))


def trained(window: WholeWindow, game: Session, *scores: float, hints: bool = True) -> Window:
    """A window on the trainer, where the policy has said this of the position."""

    def build(context: AppContext) -> Scene:
        return FourWideScene(context, context.scene(destinations.Home()), game, KNOWN, hints=hints)

    opened = window(build)
    room = opened.room
    position = game.position
    assert isinstance(position, State)
    room._events.append(Reported("kibitzer", room._generation["kibitzer"], worth(position, *scores), 0.2))
    opened.frame(2)
    return opened


def ui_of(opened: Window) -> FourWideUI:
    assert isinstance(opened.scene, FourWideScene)
    ui = opened.scene.ui
    assert isinstance(ui, FourWideUI)
    return ui


def moves_of(opened: Window) -> list[str]:
    assert isinstance(opened.scene, FourWideScene)
    return [move.text for move in opened.scene.session.moves]


def test_every_useful_placement_carries_its_number(window: WholeWindow) -> None:
    opened = trained(window, session(), 151.3, 88.0, 2.0, 1.0)
    state = opened.scene.session.position
    assert [clears_words(tag.choice.worth.value) for tag in ui_of(opened).board._tags] == [
        "151",
        "88.0",
        "2.0",
        "1.0",
    ][: len(state.useful)]


def test_numbers_do_not_lie_over_each_other(window: WholeWindow) -> None:
    boxes = [tag.box for tag in ui_of(trained(window, session(), 9.0, 8.0, 7.0, 6.0, 5.0, 4.0)).board._tags]
    for number, (x, y, width, high) in enumerate(boxes):
        for left, top, wide, tall in boxes[:number]:
            assert x + width <= left or left + wide <= x or y + high <= top or top + tall <= y


def test_hidden_hints_show_no_number(window: WholeWindow) -> None:
    opened = trained(window, session(), 151.3, 88.0, hints=False)
    assert not ui_of(opened).board._tags
    assert "88.0" not in opened.texts


def test_a_press_on_a_number_plays_its_placement(window: WholeWindow) -> None:
    game = session()
    opened = trained(window, game, 151.3, 88.0)
    tag = ui_of(opened).board._tags[1]
    expected = from_board(game.position, tag.choice.move)  # type: ignore[arg-type]
    x, y, width, high = tag.box
    opened.click((x + width / 2, y + high / 2))
    assert moves_of(opened) == [expected]


def test_a_piece_that_is_dropped_onto_a_wall_stays_and_the_window_says_why(window: WholeWindow) -> None:
    game = session()
    opened = trained(window, game, 151.3)
    opened.press("left", "left", "left", "left", "left", "space")
    assert moves_of(opened) == []
    assert "Pieces go between the walls, not onto them." in " ".join(opened.texts)


@pytest.mark.parametrize("hints", [True, False])
def test_what_the_last_choice_has_cost_is_said_with_hints_and_without(
    window: WholeWindow, hints: bool
) -> None:
    game = session()
    opened = trained(window, game, 100.0, 75.0, hints=hints)
    state = game.position
    assert isinstance(state, State)
    opened.scene.chosen(move_of(state.useful[1]))
    opened.frame(30)
    whole = " ".join(opened.texts)
    assert "gave away 25\u00a0% of the 100 clears to come" in whole
    assert ("better: " in whole) == hints


def test_the_best_choice_is_said_to_be_best(window: WholeWindow) -> None:
    game = session()
    opened = trained(window, game, 100.0, 75.0)
    state = game.position
    assert isinstance(state, State)
    opened.scene.chosen(move_of(state.useful[0]))
    opened.frame(30)
    assert ": best." in " ".join(opened.texts)


def test_a_share_is_said_as_people_say_it() -> None:
    assert [share_words(share) for share in (0.9956, 0.25, 0.004)] == [
        "nearly all",
        "25\u00a0%",
        "0.4\u00a0%",
    ]


def test_a_choice_is_taken_back_with_u(window: WholeWindow) -> None:
    game = session()
    opened = trained(window, game, 100.0, 75.0)
    state = game.position
    assert isinstance(state, State)
    opened.scene.chosen(move_of(state.useful[0]))
    assert game.cursor == 1
    opened.press("u")
    assert game.cursor == 0


def test_a_placement_that_ends_the_combo_says_so_before_it_is_dropped(window: WholeWindow) -> None:
    opened = trained(window, session(), 100.0)
    opened.press("up", "left")  # the I upright, beside the gap
    opened.frame(2)
    assert {"ends the combo", "ends it"} & set(opened.texts)


def test_a_choice_in_the_column_that_ends_the_combo_can_be_pointed_at(window: WholeWindow) -> None:
    opened = trained(window, session(), 151.3)
    opened.move(opened.target("choice 2"))
    opened.frame(2)
    assert isinstance(opened.scene, FourWideScene)
    assert [clears_words(tag.choice.worth.value) for tag in ui_of(opened).board._tags] == ["151"]


@pytest.mark.parametrize("known", [2, 0])
def test_only_what_is_known_is_filled_on_the_board(known: int, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[SeatState] = []

    def seen(to: Canvas, box: Box, look: SeatState) -> SeatGeometry:
        drawn.append(look)
        return draw_seat(to, box, look)

    monkeypatch.setattr(ui, "draw_seat", seen)
    state = session().position
    assert isinstance(state, State)
    choices = worth(state, 9.0, 8.0).choices
    FourWideUI().board.draw(canvas(), BOX, RenderState(position=state, choices=choices, known=known))
    assert [mark.proven for mark in drawn[-1].marks] == [known > 0, False]


def test_what_is_known_of_fewer_previews_is_drawn_as_an_estimate(window: WholeWindow) -> None:
    state = session().position
    assert isinstance(state, State)
    answers = dict[bool, tuple[bool, int, tuple[str, str]]]()
    for simpler in (False, True):
        facts = PolicyFacts(previews=2.0), KnownFacts(simplified=simpler)
        advice = Advice(worth(state, 9.0, 8.0).choices, "policy", Worth("clears", 9.0), True, facts)
        answers[simpler] = certain(advice), known_choices(advice), FourWideUI().language.why(state, advice)
    assert answers[False][:2] == (True, len(state.placements))
    assert answers[True][:2] == (False, 0)
    assert answers[True][2][0] == "of a player who sees 2"
    assert answers[True][2][1].startswith("An estimate: ")


def test_cells_that_remain_keep_the_colour_of_their_piece(window: WholeWindow) -> None:
    game = session()
    state = game.position
    assert isinstance(state, State)
    drop = next(drop for drop in state.useful if drop.piece == state.piece and drop.after & ~state.field)
    opened = trained(window, game, 100.0)
    opened.scene.chosen(move_of(drop))
    opened.frame(60)
    after = game.position
    assert isinstance(after, State)
    look = painted(SeatState.of(seat_of(after)), after)
    assert "I" in {look.paint.letter(LEFT + at % 4, at // 4) for at in range(16) if after.field >> at & 1}
    assert not look.field.rows[0] & ~(0b1111 << LEFT), "walls are no pieces"


def test_walls_are_darker_than_any_piece() -> None:
    on, ui = canvas(), FourWideUI()
    ui.board.draw(on, BOX, RenderState(position=session().position))
    assert ui.board._geometry is not None
    wall = colour_at(on, ui.board._geometry, 0.5, 9.2)
    assert max(wall) < min(max(ink(letter)) for letter in "IOTSZJL")


def test_a_placement_goes_to_the_board_and_back() -> None:
    state = session().position
    assert isinstance(state, State)
    field = board_of(state.field)
    for drop in state.placements:
        assert field.fits(*on_board(drop)[:4])
        assert from_board(state, str(on_board(drop))) == move_of(drop)


@pytest.mark.parametrize("size", [(640, 480), (1920, 1080)])
def test_the_trainer_fits_every_window(window: WholeWindow, size: tuple[int, int]) -> None:
    game = session()
    opened = window(
        lambda context: FourWideScene(context, context.scene(destinations.Home()), game, KNOWN, hints=True),
        size=size,
    )
    opened.press("k")
    opened.frame(3)


# -- the end of a combo --


def ended(window: WholeWindow) -> tuple[Window, Session]:
    """A person gives half away, then ends the combo."""
    game = session()
    opened = trained(window, game, 100.0, 50.0)
    state = game.position
    assert isinstance(state, State)
    opened.scene.chosen(move_of(state.useful[1]))
    after = game.position
    assert isinstance(after, State)
    useless = next(drop for drop in after.placements if drop not in after.useful)
    opened.scene.chosen(move_of(useless))
    opened.frame(30)
    return opened, game


def test_a_combo_that_has_ended_is_weighed_against_the_optimum(window: WholeWindow) -> None:
    opened, _ = ended(window)
    messages = opened.texts
    assert messages[messages.index("Expected at the start") - 1] == "100"
    assert messages[messages.index("Given away by choices") - 1] == "50\u00a0%"
    assert messages[messages.index("Best combos outlasted") - 1] == "62\u00a0%"
    assert messages[messages.index("Your mean over 1") - 1] == "1.0"


def test_a_combo_that_has_ended_is_kept_once(window: WholeWindow) -> None:
    opened, game = ended(window)
    opened.frame(30)
    model = game.position.model  # type: ignore[attr-defined]
    (streak,) = streaks.read().of(model.name, "you")
    assert (streak.length, streak.expected, streak.given, streak.hints) == (1, 100.0, 0.5, True)
    assert model in KNOWN.wanted


def test_a_combo_in_which_a_choice_was_taken_back_is_not_saved_streaks(window: WholeWindow) -> None:
    game = session()
    opened = trained(window, game, 100.0, 50.0)
    state = game.position
    assert isinstance(state, State)
    useless = next(drop for drop in state.placements if drop not in state.useful)
    opened.scene.chosen(move_of(state.useful[0]))
    opened.press("u")
    opened.scene.chosen(move_of(useless))
    opened.frame(30)
    assert game.position.over
    assert not streaks.read().streaks


def test_choices_nobody_has_weighed_give_nothing_away() -> None:
    game = session()
    state = game.position
    assert isinstance(state, State)
    game.play(move_of(state.useful[0]))
    assert (streak_of(game, False).expected, streak_of(game, False).given) == (0.0, 0.0)


def test_a_number_of_another_game_is_no_figure_before_this_one_is_solved() -> None:
    ui, game = FourWideUI(), session()
    state = game.position
    assert isinstance(state, State)
    solved, items = worth(state, 1156.0, 900.0), (KnownFacts(simplified=True),)
    passing = replace_fields(worth(state, 115.0, 90.0), done=False, evidence=items)
    for advice, label, figure, value in (
        (passing, "", "–", None),
        (
            replace_fields(passing, done=True),
            "115",
            "115",
            115.0,
        ),  # the last word, where no more can be known
        (solved, "1156", "1156", 1156.0),
    ):
        game.note(0, advice)
        course = ui.language.course(game, (), 50)
        assert (ui.language.choice_figure(advice.choices[0], advice)[0], course.figure) == (label, figure)
        assert course.values == (value,)


def test_no_combo_at_all_is_not_weighed_against_those_of_best_play(window: WholeWindow) -> None:
    game = session()
    opened = trained(window, game, 100.0, 50.0)
    assert isinstance(game.position, State)
    useless = next(drop for drop in game.position.placements if drop not in game.position.useful)
    assert isinstance(opened.scene, FourWideScene)
    opened.scene.chosen(move_of(useless))
    opened.frame(30)
    assert "Expected at the start" in opened.texts
    assert "Best combos outlasted" not in opened.texts


@pytest.mark.parametrize("game", games())
def test_the_adviser_of_every_game_takes_the_options_that_the_window_gives(game: str) -> None:
    assert registry.create(adviser(Config(), game), None, game, **adviser_options(Config(), game)) is not None
