"""The tables of bridge in the window: levels chosen, built and verified, positions looked up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ai.bridge.tables.index import STRAINS, Strain
from ai.bridge.tables.job import Progress
from game.advice import Advice, Choice, Worth
from game.bridge import Endgame
from game.bridge.cards import parse_card
from gui import destinations as to
from gui.play.engine_room import Reported
from gui.scenes.tables import (
    LevelState,
    PositionValue,
    Tables,
    TablesScene,
    Task,
    lines_of,
    size_words,
    solved,
)
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

SEED = "KQJT.A.K.JT A9..A.AKQ98 S"


class Builder:
    """A process that does nothing; `done` notes what it was to do."""

    def __init__(self) -> None:
        self.done: list[object] = []
        self.progress = Progress()

    def start(self) -> None:
        self.progress = Progress()

    def poll(self) -> Progress:
        return self.progress

    def stop(self) -> None:
        self.done.append("stop")


class Disk(Tables):
    """A disk with levels up to `built` on it."""

    def __init__(self, built: int = 3) -> None:
        super().__init__()
        self.built = built
        self.builder = Builder()
        self.done = self.builder.done

    def worker(self, task: Task) -> Builder:
        self.done.append(task)
        return self.builder

    def standing(self, level: int, strain: Strain) -> LevelState:
        if level == self.built + 1 and self.task == "build":
            return LevelState(share=0.5)
        return LevelState(100 * level, True) if level <= self.built else LevelState()

    def free(self) -> int:
        return 10**9

    def worth(self, endgame: Endgame) -> PositionValue | None:
        if endgame.cards_left > self.built:
            return None
        cards = tuple((card, endgame.worth(card)) for card in endgame.legal())
        return PositionValue(endgame.value, cards, "Table")


Open = Callable[..., tuple[Window, TablesScene, Disk]]


@pytest.fixture
def tables(window: WholeWindow) -> Open:
    def begin(position: str = "", built: int = 3, **how: object) -> tuple[Window, TablesScene, Disk]:
        disk = Disk(built)
        shown = window(lambda context: TablesScene(context, context.scene(to.Home()), disk, position), **how)
        assert isinstance(shown.scene, TablesScene)
        return shown, shown.scene, disk

    return begin


def test_sizes_are_told_in_powers_of_1024_as_the_seed_tells_them() -> None:
    assert size_words(8) == "8\u00a0B"
    assert size_words(2_870) == "2.80\u00a0KB"
    assert size_words(3_702_613_600) == "3.45\u00a0GB"


def test_a_level_is_whole_when_every_strain_is() -> None:
    lines = lines_of(Disk(3), STRAINS)
    assert [line.whole for line in lines[:4]] == [True, True, True, False]
    assert lines[0].positions == 12


def test_levels_are_chosen_by_a_click_and_by_keys(tables: Open) -> None:
    window, scene, _ = tables()
    window.click_on("level 7")
    assert scene.level == 7
    window.press("-")
    assert scene.level == 6
    window.walk_to("preset 4")
    window.press("enter")
    assert scene.level == 13


def test_building_begins_with_b_and_stops_with_b(tables: Open) -> None:
    window, _, disk = tables()
    window.click_on("strain 0")
    window.click_on("level 5")
    window.press("b", "b")
    assert disk.done == [Task("build", ("trump",), 5), "stop"]


def test_verifying_waits_for_building(tables: Open) -> None:
    window, _, disk = tables()
    window.press("b", "v")
    assert [done for done in disk.done if done != "stop"] == [Task("build", STRAINS, 10)]


def test_where_all_is_built_nothing_is_offered_to_build(tables: Open) -> None:
    window, _, disk = tables(built=10)
    window.frame(2)
    assert "build" not in window.scene.targets.names()
    assert "Levels 1 to 10 are built" in window.texts
    window.press("b")
    assert disk.done == []
    window.click_on("level 11")
    window.click_on("build")
    assert disk.done == [Task("build", STRAINS, 11)]


@pytest.mark.parametrize("size", [(640, 480), (1280, 720)])
def test_while_levels_are_verified_one_can_only_stop(tables: Open, size: tuple[int, int]) -> None:
    window, _, disk = tables(size=size)
    window.click_on("verify")
    window.frame(2)
    assert "build" not in window.scene.targets.names()
    window.click_on("verify")
    assert disk.done == [Task("verify", STRAINS), "stop"]


def test_where_nothing_is_built_nothing_is_offered_to_verify(tables: Open) -> None:
    window, _, _ = tables(built=0)
    window.frame(2)
    assert "verify" not in window.scene.targets.names()


def test_what_the_builder_says_is_told(tables: Open) -> None:
    window, _, disk = tables()
    window.press("b")
    disk.builder.progress = Progress(finished=True, error="The disk is full.")
    window.frame(2)
    assert "The disk is full." in window.texts


def test_a_position_on_disk_is_told_with_its_arithmetic(tables: Open) -> None:
    window, scene, _ = tables("A8...J K.A..K D")
    assert scene.page == 1
    assert scene.result is not None
    assert scene.result.value == 2
    assert {words for words in window.texts if "trick" in words} >= {"2 tricks for the hand on lead"}


def test_the_seeds_example_has_its_own_offset(tables: Open) -> None:
    window, scene, _ = tables(SEED)
    assert scene.result is not None
    assert scene.result.steps.string == 31372
    assert scene.result.steps.location.rank_major == 1_210_392
    assert any("1\u2009210\u2009392" in words for words in window.texts)


def test_beyond_the_levels_on_disk_an_engine_is_asked(tables: Open) -> None:
    window, scene, _ = tables("T..63. Q7.Q.8. H led C2", built=1)
    window.frame(2)
    assert [role for role, _ in window.room.asked] == ["look-up"]
    window.room.says("look-up", "SQ", "S7", value=4.0, unit="tricks")
    window.frame(2)
    assert scene.result is not None
    assert scene.result.value == 0, "four tricks of four for the second hand leave none to the first"
    assert scene.result.source == "Solved"


def test_the_tricks_of_the_second_hand_are_told_for_the_first() -> None:
    endgame = Endgame.parse("T..63. Q7.Q.8. H led C2")
    advice = Advice(
        (Choice("SQ", Worth("tricks", 1)), Choice("HQ", Worth("tricks", 4))),
        "search",
        Worth("tricks", 4),
        True,
        (),
    )
    assert dict(solved(endgame, advice).cards) == {parse_card("SQ"): 3, parse_card("HQ"): 0}


@pytest.mark.parametrize("text", ["", "AK", "A8...J K.A..K X", "AA... K...K S", "A8...J K.A.. D", "A" * 5000])
def test_what_is_no_position_is_said_in_a_sentence(tables: Open, text: str) -> None:
    window, scene, _ = tables()
    before = scene.result
    scene.look_up(text)
    window.frame(2)
    assert scene.reason
    assert "\n" not in scene.reason
    assert scene.result is before


def test_a_position_is_typed(tables: Open) -> None:
    window, scene, _ = tables()
    window.press("l")
    assert scene.page == 1
    assert scene.line.writing
    window.press("escape")
    assert isinstance(window.scene, TablesScene), "Esc leaves the line first"


@pytest.mark.parametrize("size", [(640, 480), (1280, 720)])
@pytest.mark.parametrize("scale", [0.75, 3.0])
@pytest.mark.parametrize("page", [0, 1])
def test_the_tables_fit_every_window(tables: Open, size: tuple[int, int], scale: float, page: int) -> None:
    window, scene, disk = tables(size=size, scale=scale)
    disk.begin(Task("build", STRAINS, 5))
    scene.turn(page)
    window.frame(3)


def test_an_old_answer_is_not_taken_for_a_new_question(tables: Open) -> None:
    window, scene, _ = tables("T..63. Q7.Q.8. H led C2", built=1)
    window.frame(2)
    scene.look_up("A8...J K.A..K D")
    window.frame(2)
    late = Advice((Choice("SQ", Worth("tricks", 3)),), "search", Worth("tricks", 3), True, ())
    window.room._events.append(Reported("look-up", 1, late, 0.1))
    window.frame(2)
    assert scene.result is not None
    assert scene.result.endgame == Endgame.parse("A8...J K.A..K D")
