"""A new game of guideline Tetris is what was chosen: mode, sides, rules; and the choice is remembered."""

from __future__ import annotations

from typing import get_args

import pytest

from ai.tetris.guideline.partner.levels import LEVELS
from game import config
from game.position import Position
from game.session import Session
from game.tetris.four_wide.standing import standing
from game.tetris.guideline import Field, State
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.play.live_plan import Plan
from gui.play.openings import offered
from gui.play.players import player_name
from gui.router import BUILDERS
from gui.scenes.home import HomeScene
from gui.scenes.new_game import NewGameScene
from gui.scenes.new_game.guideline import MODES, NOBODY, GuidelineChoices, offers
from gui.scenes.registry import choices_of
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

KINDS = ("tetris", "four-wide", "classic")
Begun = list[object]


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Begun:
    """Return the game that was begun, instead of the scene in which it is played."""
    results: Begun = []

    for kind, part in ((to.Play, "session"), (to.Live, "plan"), (to.Sandbox, "state")):

        def note(context: AppContext, where: object, back: Scene, part: str = part) -> Scene:
            results.append(getattr(where, part))
            return back

        monkeypatch.setitem(BUILDERS, kind, note)
    return results


def choosing(mode: str, game: str = "tetris") -> object:
    def build(context: AppContext) -> Scene:
        return NewGameScene(context, HomeScene(context), choices_of(context.config, game, None, mode))

    return build


def opened(window: WholeWindow, mode: str) -> Window:
    return window(choosing(mode))  # type: ignore[arg-type]


def choices(of: Window) -> GuidelineChoices:
    assert isinstance(of.scene, NewGameScene)
    assert isinstance(of.scene.choices, GuidelineChoices)
    return of.scene.choices


def test_the_coach_sits_down_at_a_game_piece_by_piece(window: WholeWindow, begun: Begun) -> None:
    opened(window, "coach").press("4", "2", "enter")
    (session,) = begun
    assert isinstance(session, Session)
    assert session.position.setup["queue"] == "tetrio:42"
    assert [seat.name for seat in session.seats] == ["You"]


def test_rules_are_those_chosen_and_are_remembered(window: WholeWindow, begun: Begun) -> None:
    page = opened(window, "coach")
    for name in ("previews less", "previews less", "hold 0", "kicks 2", "attack 4", "pieces 2"):
        page.click_on(name)
    page.click_on("start")
    (session,) = begun
    assert isinstance(session, Session)
    rules = session.position.setup
    assert (rules["previews"], rules["hold"], rules["kicks"], rules["attack"]) == (
        "3",
        "off",
        "srs+",
        "tetr.io",
    )
    assert rules["queue"].startswith("fourteen_bag:")
    tetris = config.load()[0].tetris
    assert (tetris.previews, tetris.hold, tetris.kicks, tetris.attack, tetris.pieces) == (
        3, False, "srs+", "tetr.io", "fourteen_bag",
    )  # fmt: skip


def test_one_preset_is_all_rules_of_tetrio(window: WholeWindow, begun: Begun) -> None:
    page = opened(window, "versus")
    before = choices(page).draft.tetris
    page.click_on("preset 1")
    assert choices(page).draft.tetris != before
    page.click_on("preset 0")
    assert choices(page).draft.tetris == before
    page.click_on("preset 1")
    page.click_on("start")
    (plan,) = begun
    assert isinstance(plan, Plan)
    assert plan.pieces == "tetrio"
    wanted = {
        "kicks": "srs+", "spins": "all-mini+", "attack": "tetr.io-2", "cap": "8", "messiness": "0", "change": "100",
        "opener": "14", "multiplier": "100", "previews": "5", "hold": "-",
    }  # fmt: skip
    assert {name: plan.rules[name] for name in wanted} == wanted


def test_versus_is_you_on_the_left_against_the_engine(window: WholeWindow, begun: Begun) -> None:
    page = opened(window, "versus")
    page.click_on("right level 0")
    page.click_on("right pace more")
    page.click_on("start")
    (plan,) = begun
    assert isinstance(plan, Plan)
    assert plan.mode == "versus"
    assert [player.person for player in plan.players] == [True, False]
    engine = plan.players[1]
    assert (engine.engine, engine.level, engine.pace) == ("stacker", "beginner", 0.5)
    assert config.load()[0].tetris.opponent == "beginner"


def test_who_played_against_you_last_does_so_again(window: WholeWindow, begun: Begun) -> None:
    """In versus and in a race for themselves; every engine can be remembered, and a bot that is gone is forgotten."""
    names = [each.name for each in offers(config.with_value(config.Config(), "bots.first", "b"))]
    assert set(names) < set(get_args(config.Rival))
    assert set(get_args(config.Racer)) == {"nobody", *get_args(config.Rival)}
    page = opened(window, "versus")
    page.click_on(f"right {1 + names.index('partner')}")
    page.click_on("start")
    assert GuidelineChoices(config.load()[0], "versus").sides[1].offer.name == "partner"
    page = opened(window, "dig")
    assert choices(page).racing[1].offer == NOBODY
    page.click_on(f"against {1 + names.index('greedy')}")
    page.click_on("start")
    again = GuidelineChoices(config.load()[0], "dig")
    assert [again.racing[1].offer.name, again.sides[1].offer.name] == ["greedy", "partner"]
    gone = GuidelineChoices(config.with_value(config.Config(), "tetris.against", "third"), "versus")
    assert gone.sides[1].offer == gone.offers[0]


def test_the_strengths_of_two_engines_are_nobodys_opponent(window: WholeWindow, begun: Begun) -> None:
    page = opened(window, "versus")
    page.click_on("left 1")
    page.click_on("left level 0")
    page.click_on("right level 4")
    page.click_on("right pace more")
    page.click_on("start")
    (plan,) = begun
    assert isinstance(plan, Plan)
    assert [player.level for player in plan.players] == ["beginner", "full"]
    tetris, fresh = config.load()[0].tetris, config.Config().tetris
    assert (tetris.opponent, tetris.pace, tetris.opponent_book) == (
        fresh.opponent,
        fresh.pace,
        fresh.opponent_book,
    )


def test_the_coach_and_the_opponent_look_into_books_of_their_own(window: WholeWindow, begun: Begun) -> None:
    titles = [each.title for each in offered()]
    page = opened(window, "coach")
    page.click_on(f"book {titles.index('BT Loop')}")
    assert any("% of queues" in text for text in page.texts)
    page.click_on("previews less")
    assert any("needs hold" in message for message in page.texts)
    page.click_on("start")
    page = opened(window, "versus")
    page.click_on(f"right book {titles.index('Perfect Clear')}")
    page.click_on("start")
    plan = begun[-1]
    assert isinstance(plan, Plan)
    assert [player.book for player in plan.players] == ["", "perfect-clear"]
    assert player_name(plan.players[1].seat()) == "Stacker with Perfect Clear"
    tetris = config.load()[0].tetris
    assert (tetris.book, tetris.opponent_book) == ("bt-loop", "perfect-clear")


def test_there_is_only_one_you_and_either_side_is_yours(window: WholeWindow, begun: Begun) -> None:
    page = opened(window, "versus")
    page.click_on("right 0")
    page.click_on("start")
    (plan,) = begun
    assert isinstance(plan, Plan)
    assert [player.person for player in plan.players] == [False, True]


@pytest.mark.parametrize("mode", ["sprint", "ultra", "free"])
def test_alone_against_the_clock_or_with_the_coach(window: WholeWindow, begun: Begun, mode: str) -> None:
    page = opened(window, mode)
    page.click_on("level more")
    page.press("7")
    page.click_on("start")
    (plan,) = begun
    assert isinstance(plan, Plan)
    assert (plan.mode, len(plan.players), plan.level, plan.seed) == (mode, 1, 1, 7)
    assert plan.players[0].person


def test_watching_is_two_engines_or_one_alone(window: WholeWindow, begun: Begun) -> None:
    page = opened(window, "watch")
    page.click_on("start")
    page = opened(window, "watch")
    page.click_on("right 4")  # nobody
    page.click_on("start")
    both, alone = begun
    assert isinstance(both, Plan)
    assert isinstance(alone, Plan)
    assert (both.mode, len(both.players)) == ("versus", 2)
    assert (alone.mode, len(alone.players)) == ("free", 1)
    assert not any(player.person for player in (*both.players, *alone.players))


def test_other_programs_of_the_settings_are_offered() -> None:
    changed = config.with_value(config.Config(), "bots.first", "/opt/cold-clear --quiet")
    page = GuidelineChoices(changed, "versus")
    assert [offer.words for offer in page.offers][-1] == "cold-clear"
    page.seat(1, page.offers[-1])
    assert page.plan().players[1].command == "/opt/cold-clear --quiet"


def test_the_sandbox_opens_with_the_rules(window: WholeWindow, begun: Begun) -> None:
    page = opened(window, "sandbox")
    page.click_on("previews more")
    page.click_on("start")
    (state,) = begun
    assert isinstance(state, State)
    assert state.rules.previews == 6


def test_the_mode_is_remembered(window: WholeWindow, begun: Begun) -> None:
    page = opened(window, "")
    page.click_on(f"mode {MODES.index('ultra')}")
    page.click_on("start")
    assert config.load()[0].tetris.mode == "ultra"


def test_the_games_of_tetris_are_one_press_apart(window: WholeWindow) -> None:
    page = opened(window, "coach")
    for there in range(len(KINDS)):
        for back in range(len(KINDS)):
            for number in (there, back):
                page.click_on(f"kind {number}")
                page.frame()
                assert isinstance(page.scene, NewGameScene)
                assert page.scene.choices.game == KINDS[number]


@pytest.mark.parametrize("mode", MODES)
def test_the_card_shows_the_board_as_it_will_be(mode: str) -> None:
    position: Position = GuidelineChoices(config.Config(), mode).position()
    assert position.game == "tetris"
    assert not position.over


def test_the_keyboard_reaches_every_choice(window: WholeWindow) -> None:
    page = opened(window, "versus")
    for name in (
        "kind 1",
        "mode 6",
        "right level 4",
        "right pace more",
        "cap more",
        "messiness less",
        "seed more",
    ):
        page.walk_to(name)
        assert page.scene.targets.focused(name)


@pytest.mark.parametrize("mode", ["coach", "free", "sandbox"])
def test_a_four_wide_well_can_stand_at_the_start(window: WholeWindow, begun: Begun, mode: str) -> None:
    page = opened(window, mode)
    page.click_on("board 1")
    page.click_on("start")
    (game,) = begun
    assert isinstance(game, Session | Plan | State)
    rules = (
        game.rules
        if isinstance(game, Plan)
        else game.setup
        if isinstance(game, State)
        else game.position.setup
    )
    well = standing(Field.parse(rules["board"]))
    assert well is not None
    assert (well.left, well.walls, well.field) == (3, 20, 7)
    assert config.load()[0].tetris.board == "four-wide"


def test_a_sparring_partner_says_how_fast_it_is_and_how_often_it_slips(
    window: WholeWindow, begun: Begun
) -> None:
    page = opened(window, "versus")
    page.click_on("right 3")
    page.click_on("right level 3")
    slipping = 100 * LEVELS[3].habit.slipping.value
    note = f"Level 4: 1.5 pieces a second, slips with {slipping:.0f} % of pieces. Counted in real rounds."
    assert note in " ".join(page.texts)
    page.click_on("start")
    (plan,) = begun
    assert isinstance(plan, Plan)
    assert (plan.players[1].engine, plan.players[1].level) == ("partner", "club")
    assert config.load()[0].tetris.sparring == "club"
    assert config.load()[0].tetris.opponent == config.Config().tetris.opponent
