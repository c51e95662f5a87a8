"""A new game is what was chosen: seats, strength, board and clock; and the choice is remembered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ai.tetris.classic.controllers import CONTROLLERS
from game import config
from game.record import Seat
from game.session import Session
from game.tetris.classic import game_seed
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.play.run_plan import Plan, rules_of
from gui.router import BUILDERS
from gui.scenes.new_game import NewGameScene
from gui.scenes.new_game.bridge import BridgeChoices
from gui.scenes.new_game.classic import ClassicChoices
from gui.scenes.new_game.zuniq import ZuniqChoices, strengths
from gui.scenes.registry import choices_of
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

Chosen = Callable[[], Session]


def choosing(context: AppContext) -> Scene:
    return NewGameScene(context, Scene(context), choices_of(context.config, "zuniq"))


def scene_of(window: Window) -> NewGameScene:
    assert isinstance(window.scene, NewGameScene)
    return window.scene


def zuniq_of(window: Window) -> ZuniqChoices:
    choices = scene_of(window).choices
    assert isinstance(choices, ZuniqChoices)
    return choices


def strength(name: str, level: str) -> int:
    """The number of a strength among those offered."""
    return [(entry.name, each.name) for entry, each in strengths("zuniq")].index((name, level))


def test_enter_begins_the_game_of_the_settings(window: WholeWindow, begun: list[Session]) -> None:
    window(choosing).press("enter")
    assert begun[0].seats == (Seat("You"), Seat("Kibitz", "engine", "kibitz", "club", 30.0))
    assert begun[0].position.setup == {"dots": "6x6"}


def test_swapped_seats_are_remembered(window: WholeWindow, begun: list[Session]) -> None:
    open_window = window(choosing)
    open_window.press("x", "s")
    assert [seat.kind for seat in begun[0].seats] == ["engine", "human"]
    assert config.load()[0].zuniq.seat == "black"


def test_the_board_and_the_level_are_remembered(window: WholeWindow, begun: list[Session]) -> None:
    open_window = window(choosing)
    open_window.click_on("rows 2")
    open_window.click_on("columns 3")
    open_window.click_on(f"strength 1 {strength('kibitz', 'beginner')}")
    open_window.click_on("start")
    assert begun[0].position.setup == {"dots": "4x5"}
    assert begun[0].seats[1].level == "beginner"
    assert (config.load()[0].zuniq.dots, config.load()[0].zuniq.level) == ("4x5", "beginner")


def test_every_engine_is_offered_with_what_to_expect(window: WholeWindow) -> None:
    choices = zuniq_of(window(choosing))
    assert {entry.name for entry, _ in choices.strengths} == {"kibitz", "playouts", "random"}
    assert all(level.about for _, level in choices.strengths)


def test_two_engines_and_two_people_can_play(window: WholeWindow, begun: list[Session]) -> None:
    open_window = window(choosing)
    open_window.click_on("seat 0 2")
    open_window.click_on(f"strength 0 {strength('random', 'full')}")
    open_window.click_on("start")
    assert [seat.engine for seat in begun[0].seats] == ["random", "kibitz"]
    people = window(choosing)
    people.click_on("seat 1 1")
    people.click_on("start")
    assert [seat.name for seat in begun[1].seats] == ["You", "Guest"]
    assert {seat.kind for seat in begun[1].seats} == {"human"}


def test_there_is_only_one_you(window: WholeWindow) -> None:
    open_window = window(choosing)
    open_window.click_on("seat 1 0")
    assert [controller.who for controller in zuniq_of(open_window).controllers] == ["Engine", "You"]


def test_the_strengths_of_two_engines_are_nobodys_opponent(window: WholeWindow, begun: list[Session]) -> None:
    open_window = window(choosing)
    open_window.click_on("seat 0 2")
    open_window.click_on(f"strength 0 {strength('kibitz', 'full')}")
    open_window.frame()  # a clock is asked for now, which moves what stands below
    open_window.click_on(f"strength 1 {strength('kibitz', 'expert')}")
    open_window.frame()
    open_window.click_on("game_seconds more")
    open_window.click_on("start")
    assert [seat.level for seat in begun[0].seats] == ["full", "expert"]
    assert config.load()[0].zuniq == config.Config().zuniq


def test_the_clock_is_asked_only_where_it_matters(window: WholeWindow, begun: list[Session]) -> None:
    open_window = window(choosing)
    assert "game_seconds more" not in open_window.scene.targets.names()
    open_window.click_on(f"strength 1 {strength('kibitz', 'full')}")
    open_window.frame()
    open_window.click_on("game_seconds more")
    open_window.click_on("start")
    assert begun[0].seats[1].seconds == 60.0
    assert config.load()[0].zuniq.game_seconds == 60.0


def test_the_keyboard_alone_chooses_everything(window: WholeWindow, begun: list[Session]) -> None:
    open_window = window(choosing, size=(640, 480), scale=3.0)
    open_window.walk_to("rows 0")
    open_window.frame(2)
    box = next(t.box for t in open_window.scene.targets.all() if t.name == "rows 0")
    view = scene_of(open_window).scroll.view
    assert view[1] <= box[1]
    assert box[1] + box[3] <= view[1] + view[3]
    open_window.press("enter")
    open_window.walk_to("start")
    open_window.press("enter")
    assert begun[0].position.setup == {"dots": "2x6"}


# -- classic Tetris --


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """The runs that were begun, instead of controllers that play."""
    plans: list[Plan] = []

    def run(context: AppContext, where: to.Run, back: Scene) -> Scene:
        plans.append(where.plan)
        return back

    monkeypatch.setitem(BUILDERS, to.Run, run)
    return plans


def classic(play_style: str = "play") -> Callable[[AppContext], Scene]:
    return lambda context: context.scene(to.NewGame("classic", play_style=play_style), Scene(context))


def press_pill(window: Window, name: str) -> None:
    """Walk to a choice with the keyboard, which scrolls to it, and press Enter."""
    window.walk_to(name)
    window.press("enter")


def test_a_game_of_tetris_is_what_was_chosen(window: WholeWindow, begun: list[Session]) -> None:
    opened = window(classic())
    for name in ("size 2", "columns less", "rules 1", "next 1", f"controller {CONTROLLERS.index('dt-20')}"):
        press_pill(opened, name)
    opened.press("4", "7", "1", "1", "2", "backspace", "s")
    rules = begun[0].position.setup
    assert rules["size"] == "9x12"
    assert (rules["rules"], rules["next"], rules["sliding"]) == ("simplified", "on", "off")
    assert rules["pieces"] == f"uniform:{game_seed(4711, 0)}"
    assert [seat.name for seat in begun[0].seats] == ["You"]
    stored = config.load()[0].classic
    assert (stored.size, stored.rules, stored.next, stored.seed, stored.adviser) == (
        "9x12",
        "simplified",
        True,
        0,
        "dt-20",
    )


def test_one_controller_is_watched_with_the_pieces_of_its_author(
    window: WholeWindow, runs: list[Plan]
) -> None:
    opened = window(classic("watch"))
    press_pill(opened, "generator 1")
    press_pill(opened, f"controller {CONTROLLERS.index('bcts')}")
    opened.press("1", "s")
    assert (runs[0].controllers, runs[0].rules["pieces"]) == (("bcts",), "tengstrand:1")
    assert config.load()[0].classic.controller == "bcts"


def test_a_race_has_two_to_four_controllers(window: WholeWindow, runs: list[Plan]) -> None:
    opened = window(classic("race"))
    choices = scene_of(opened).choices
    assert isinstance(choices, ClassicChoices)
    for name in list(choices.controllers):
        choices.choose_controller(CONTROLLERS.index(name))
    assert len(choices.controllers) == 2
    for name in ("bcts", "dt-10", "dellacherie"):
        opened.click_on(f"controller {CONTROLLERS.index(name)}")
    assert len(choices.controllers) == 4
    opened.press("s")
    assert runs[0].controllers == choices.controllers
    assert runs[0].controllers[-3:] == ("bcts", "dt-10", "dellacherie")


def test_only_spawn_rules_let_pieces_slide(window: WholeWindow, begun: list[Session]) -> None:
    opened = window(classic())
    press_pill(opened, "sliding 1")
    press_pill(opened, "rules 2")
    assert "sliding 0" not in opened.scene.targets.names()
    press_pill(opened, "start")
    assert begun[0].position.setup["sliding"] == "off"
    stored = config.load()[0].classic
    assert (stored.rules, stored.sliding) == ("fahey", True)
    assert rules_of(config.load()[0])["sliding"] == "off"


def test_without_a_seed_every_game_has_other_pieces(window: WholeWindow, begun: list[Session]) -> None:
    for _ in range(2):
        window(classic()).press("s")
    assert begun[0].position.setup["pieces"] != begun[1].position.setup["pieces"]


# -- seeds --


@pytest.mark.parametrize("game", ["bridge", "tetris", "four-wide", "classic"])
def test_a_seed_is_that_of_one_game(window: WholeWindow, begun: list[Session], game: str) -> None:
    def choose(context: AppContext) -> Scene:
        return context.scene(
            to.NewGame(game, play_style="play" if game == "classic" else "coach"), Scene(context)
        )

    for keys in ("d", "", ""):
        window(choose).press(*keys, "s")
    starts = [str(session.position.setup) for session in begun]
    assert len(set(starts)) == 3
    assert getattr(config.load()[0], game.replace("-", "_")).seed == 0


def test_0_alone_and_d_bring_another_seed_each_time(window: WholeWindow, begun: list[Session]) -> None:
    opened = window(lambda context: context.scene(to.NewGame("bridge"), Scene(context)))
    choices = scene_of(opened).choices
    assert isinstance(choices, BridgeChoices)
    seen = []
    for key in ("d", "0", "4", "0", "2", "d", "d", "7", "backspace"):
        opened.press(key)
        seen.append(choices.seed)
    drawn, again = seen[0], seen[6]
    assert seen == [drawn, 0, 4, 40, 402, 0, again, 7, 0]
    assert 0 not in (drawn, again)


def test_a_match_of_one_deal_is_written_so_everywhere(window: WholeWindow, begun: list[Session]) -> None:
    opened = window(lambda context: context.scene(to.NewGame("bridge"), Scene(context)))
    opened.click_on("match 0")
    assert any(text.startswith("1 deal,") for text in opened.texts)
    opened.press("s")
    assert config.load()[0].bridge.match == "1 deal"
    for written in ("1 deals", "1 deal"):
        choices = BridgeChoices(config.with_value(config.Config(), "bridge.match", written))
        assert (choices.draft.bridge.match, choices.position().setup["match"]) == ("1 deal", "1 deals")
        choices.deal_twice(1)
        assert choices.rules(1)["match"] == "2 deals"


def test_a_run_whose_rules_say_little_can_be_changed() -> None:
    plan = Plan(("tengstrand-1.1",), {"size": "6x9", "rules": "spawn", "pieces": "uniform:1"}, 1)
    choices = ClassicChoices.like(config.Config(), plan)
    chosen = choices.draft.classic
    assert (chosen.size, chosen.rules, chosen.sliding, chosen.next) == ("6x9", "spawn", False, False)


@pytest.mark.parametrize(("dots", "walls"), [("2x9", 25), ("9x9", 144), ("7x8", 97)])
def test_every_board_up_to_nine_by_nine_can_be_chosen(
    window: WholeWindow, begun: list[Session], dots: str, walls: int
) -> None:
    rows, columns = (int(number) - 2 for number in dots.split("x"))
    open_window = window(choosing)
    open_window.click_on(f"rows {rows}")
    open_window.click_on(f"columns {columns}")
    open_window.frame()
    open_window.click_on("start")
    assert begun[0].position.setup == {"dots": dots}
    assert len(begun[0].position.legal_moves()) == walls


@pytest.mark.parametrize(
    ("dots", "words"),
    [
        ("4x4", "Solved: with best play Black wins, whatever the first wall is."),
        ("3x3", "Solved: with best play White wins with 4 of the 12 first walls."),
        ("7x3", "Solved: with best play White wins with any first wall."),
    ],
)
def test_a_solved_board_is_said_to_be_solved(window: WholeWindow, dots: str, words: str) -> None:
    open_window = window(choosing)
    rows, columns = (int(number) - 2 for number in dots.split("x"))
    assert not any(text.startswith("Solved") for text in open_window.texts)
    open_window.click_on(f"rows {rows}")
    open_window.click_on(f"columns {columns}")
    open_window.frame()
    assert words in open_window.texts
