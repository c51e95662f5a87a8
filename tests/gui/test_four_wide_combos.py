"""Combos so far, what foresight is worth, and the graph of fields."""

from __future__ import annotations

from itertools import pairwise, product
from typing import ClassVar

import pytest

from ai.tetris.four_wide import lengths
from ai.tetris.four_wide.lengths import Job, LengthProgress
from ai.tetris.four_wide.solving import size
from game.tetris import streaks
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import State
from game.tetris.four_wide.well import continuations
from game.tetris.guideline.pieces import PIECES
from gui import destinations as to
from gui.scenes.four_wide.combos import CombosScene
from gui.scenes.four_wide.comparison import ComparisonScene
from gui.scenes.four_wide.fields import ANY, FieldsScene, Graph, graph_of, mosaic_of, tiles_of, way_between
from gui.scenes.four_wide.lengths import Lengths
from gui.ui.canvas import Box
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.gui.four_wide_known import KNOWN, RULES, Known

SIX = Model(6, reach="geo")  # whose graph is found soonest


def test_combos_so_far_stand_beside_the_exact_expectation(window: WholeWindow) -> None:
    model = Model(previews=3)
    for length in (3, 9):
        streaks.add(streaks.Streak(model.name, "you", length, 100.0, 0.25))
    opened = window(lambda context: CombosScene(context, context.scene(to.Home()), model, KNOWN))
    opened.frame(2)
    messages = opened.texts
    assert "expected 1.0" in messages
    assert messages[messages.index("Combos") - 1] == "2"
    assert messages[messages.index("Longest") - 1] == "9"
    assert messages[messages.index("Given away on average") - 1] == "25\u00a0%"


def test_a_damaged_list_of_combos_is_told(window: WholeWindow) -> None:
    model = Model(previews=3)
    streaks.add(streaks.Streak(model.name, "you", 3))
    file = next(iter(streaks.data_dir().glob("four-wide-combos.json")))
    file.write_bytes(file.read_bytes()[:-3])
    opened = window(lambda context: CombosScene(context, context.scene(to.Home()), model, KNOWN))
    opened.frame(2)
    assert "does not hold combos" in " ".join(opened.texts)


def test_only_what_takes_seconds_is_worked_out_unasked(
    window: WholeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Model] = []
    monkeypatch.setattr(Job, "start", lambda job: begun.append(job.model))
    works, large = Lengths(), Model(previews=6)
    opened = window(lambda context: CombosScene(context, context.scene(to.Home()), large, works))
    opened.frame(2)
    assert not begun
    opened.click_on("solve")
    assert begun == [large]
    other, small = Lengths(), Model(previews=3)
    window(lambda context: CombosScene(context, context.scene(to.Home()), small, other)).frame(2)
    assert begun == [large, small]


def test_foresight_is_compared_and_a_known_game_leads_to_its_combos(window: WholeWindow) -> None:
    opened = window(
        lambda context: ComparisonScene(context, context.scene(to.Home()), Model(previews=3), Known())
    )
    opened.frame(2)
    assert opened.texts.count("1.0") >= 14
    opened.click_on("random 2")
    scene = opened.scene
    assert isinstance(scene, CombosScene)
    assert scene.model == Model(randomizer="random", previews=2)


def test_an_unknown_table_is_worked_out_by_itself_one_game_after_another(
    window: WholeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Model] = []
    monkeypatch.setattr(Job, "start", lambda job: begun.append(job.model))
    opened = window(lambda context: ComparisonScene(context, context.scene(to.Home()), Model(), Lengths()))
    opened.frame(3)
    scene = opened.scene
    assert isinstance(scene, ComparisonScene)
    assert begun == [Model(randomizer="random", previews=0)]
    assert len(scene.waiting) == 12, "all but those with six previews"
    opened.press("b")
    assert not scene.waiting


class Working(Job):
    """A job that says what it is told to."""

    words: ClassVar[list[LengthProgress]] = []
    begun: ClassVar[list[Model]] = []
    stopped: ClassVar[list[Model]] = []

    def start(self) -> None:
        self.begun.append(self.model)

    def poll(self) -> LengthProgress:
        return self.words[0]

    def stop(self) -> None:
        self.stopped.append(self.model)


@pytest.fixture
def working(monkeypatch: pytest.MonkeyPatch) -> type[Working]:
    """Jobs that do nothing, as if they were large."""
    monkeypatch.setattr("ai.tetris.four_wide.lengths.Job", Working)
    Working.words, Working.begun, Working.stopped = [LengthProgress("solve", 7, share=0.4)], [], []
    return Working


def test_a_large_game_says_what_it_takes_can_be_stopped_and_gone_on_with(
    window: WholeWindow, working: type[Working]
) -> None:
    model, works = Model(previews=6), Lengths()
    opened = window(lambda context: CombosScene(context, context.scene(to.Home()), model, works))
    opened.frame(2)
    assert "16 million states, up to" in " ".join(opened.texts)
    opened.press("b")
    opened.frame(2)
    assert working.begun == [model]
    assert "sweep 7" in " ".join(opened.texts)
    assert "Stop" in opened.texts
    lengths.file_of(model).parent.mkdir(parents=True, exist_ok=True)
    lengths.file_of(model).with_suffix(".sweeps").write_bytes(b"values")
    opened.press("b")
    opened.frame(30)
    assert working.stopped == [model]
    assert working.begun == [model], "it is not begun again by itself"
    opened.click_on("solve")
    assert working.begun == [model, model]


def test_a_process_that_was_ended_is_told_and_can_be_begun_again(
    window: WholeWindow, working: type[Working]
) -> None:
    model, works = Model(previews=6), Lengths()
    opened = window(lambda context: ComparisonScene(context, context.scene(to.Home()), model, works))
    opened.press("b")
    working.begun, working.stopped = [], []
    opened.click_on("bag 6")
    opened.frame(2)
    working.words = [LengthProgress("done", error="the process that worked on it was ended")]
    opened.frame(2)
    scene = opened.scene
    assert isinstance(scene, ComparisonScene)
    assert not scene.waiting
    assert "was ended" in works.status(model)
    working.words = [LengthProgress("solve", 1)]
    opened.click_on("bag 6")
    opened.frame(2)
    assert working.begun == [model, model]
    opened.click_on("bag 6")
    assert working.stopped == [model]


def test_what_does_not_fit_into_memory_is_refused_before_it_begins(
    window: WholeWindow, working: type[Working], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(size, "free_memory", lambda: 250_000_000)
    opened = window(
        lambda context: CombosScene(context, context.scene(to.Home()), Model(previews=6), Lengths())
    )
    opened.press("b")
    opened.frame(2)
    assert not working.begun
    assert "4 previews can be done" in " ".join(opened.texts)


def test_games_of_six_cells_and_without_hold_are_compared_too(window: WholeWindow) -> None:
    opened = window(
        lambda context: ComparisonScene(context, context.scene(to.Home()), Model(previews=3), Known())
    )
    opened.press("6", "d")
    opened.frame(2)
    opened.click_on("bag 2")
    scene = opened.scene
    assert isinstance(scene, CombosScene)
    assert scene.model == Model(6, "bag", False, 2)


def whole(model: Model) -> Graph:
    """A graph of which every field was found."""
    result = graph_of(model)
    result.work()
    return result


def graph(window: WholeWindow, **rules: str) -> Window:
    state = State.open({**RULES, **rules})
    return window(lambda context: FieldsScene(context, context.scene(to.Home()), state))


def test_the_graph_shows_all_forty_fields(window: WholeWindow) -> None:
    opened = graph(window)
    opened.frame()
    assert len([name for name in opened.scene.targets.names() if name.startswith("field ")]) == 40


def test_the_graph_counts_the_pieces_that_lead_nowhere(window: WholeWindow) -> None:
    opened = graph(window)
    scene = opened.scene
    assert isinstance(scene, FieldsScene)
    for field in scene.graph.fields[::4]:
        lost = [piece for piece in range(7) if not continuations(field, piece)]
        scene.light(field)
        opened.press("a")
        line = next(words for words in opened.texts if " clear a line here" in words)
        assert line.startswith(f"{7 - len(lost)} of 7 pieces clear a line here and lead to ")
        assert f"nowhere with {', '.join(PIECES[piece] for piece in lost)} ·" in line
        opened.press(PIECES[lost[0]].lower())
        assert any(words.startswith(f"{PIECES[lost[0]]} leads nowhere") for words in opened.texts)


@pytest.mark.parametrize("box", [(24.0, 140.0, 1232.0, 568.0), (16.0, 140.0, 768.0, 400.0)])
def test_a_line_of_the_graph_touches_only_the_two_fields_that_it_links(box: Box) -> None:
    tiles = tiles_of(whole(Model()).fields, box, 3)
    for start, aside in product(tiles, (-0.45, 0.0, 0.45)):
        for end in tiles.keys() - {start}:
            for (x0, y0), (x1, y1) in pairwise(way_between(tiles[start], tiles[end], box, aside)):
                for field in tiles.keys() - {start, end}:
                    x, y, width, height = tiles[field]
                    beside = max(x0, x1) < x or min(x0, x1) > x + width
                    assert beside or max(y0, y1) < y or min(y0, y1) > y + height


def test_a_large_graph_is_shown_whole_and_can_be_walked(window: WholeWindow) -> None:
    fields = whole(SIX).fields
    opened = graph(window, residual="6", reach="geo")
    opened.press("a")
    opened.frame()
    scene = opened.scene
    assert isinstance(scene, FieldsScene)
    assert {f"field {field}" for field in fields} <= set(opened.scene.targets.names())
    assert len(fields) == 507
    after = next(field for field in scene.followers() if field != scene.here)
    opened.click_on(f"field {after}")
    assert scene.here == after


def test_of_a_large_graph_the_neighbourhood_can_be_shown(window: WholeWindow) -> None:
    whole(SIX)
    opened = graph(window, residual="6", reach="geo")
    opened.press("w")
    opened.frame()
    scene = opened.scene
    assert isinstance(scene, FieldsScene)
    near = {field for piece in range(7) for field in continuations(scene.here, piece, "geo")}
    assert set(scene.fields()) == near | {scene.here}
    shown = {name for name in scene.targets.names() if name.startswith("field ")}
    assert shown == {f"field {field}" for field in near | {scene.here}}


def test_tiles_of_the_whole_graph_do_not_lie_over_each_other() -> None:
    graph = whole(SIX)
    mosaic = mosaic_of(graph, (20.0, 100.0, 900.0, 480.0))
    assert mosaic is not None
    places = {(round(x, 3), round(y, 3)) for x, y, _, _ in mosaic.tiles.values()}
    assert len(places) == len(graph.fields)
    assert max(y + high for _, y, _, high in mosaic.tiles.values()) <= 580.0
    assert mosaic_of(graph, (0.0, 0.0, 200.0, 200.0)) is None, "nobody could hit such tiles"


def test_one_can_walk_the_graph_and_back(window: WholeWindow) -> None:
    opened = graph(window)
    scene = opened.scene
    assert isinstance(scene, FieldsScene)
    first = scene.here
    opened.press("i")
    after = next(iter(scene.followers()))
    opened.click_on(f"field {after}")
    assert scene.here == after
    opened.press("backspace")
    assert scene.here == first


def test_all_pieces_lead_where_each_of_them_leads(window: WholeWindow) -> None:
    scene = graph(window).scene
    assert isinstance(scene, FieldsScene)
    scene.choose(ANY)
    whole = scene.followers()
    for piece in range(7):
        scene.choose(piece)
        assert set(scene.followers()) == {field for field, pieces in whole.items() if piece in pieces}


@pytest.mark.parametrize("size", [(640, 480), (1920, 1080)])
def test_combos_and_graph_fit_every_window(window: WholeWindow, size: tuple[int, int]) -> None:
    model, state = Model(previews=3), State.open(RULES)
    window(lambda context: CombosScene(context, context.scene(to.Home()), model, KNOWN), size=size).frame(2)
    window(lambda context: FieldsScene(context, context.scene(to.Home()), state), size=size).frame(2)
    window(lambda context: ComparisonScene(context, context.scene(to.Home()), model, KNOWN), size=size).frame(
        2
    )
