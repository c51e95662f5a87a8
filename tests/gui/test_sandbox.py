"""The sandbox: painting, writing what comes, placing, perfect clears, fumens, and everything back again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from ai.book.file import path_of
from ai.compiled.warmup import Progress
from ai.practice.work import ClearMaking
from ai.tetris.guideline.clear_finder import seek
from ai.tetris.guideline.clear_search import Clears
from ai.tetris.guideline.known.books import Books
from ai.tetris.guideline.setup_work import SetupWork
from ai.work import KeptEngines
from game.practice.collection import Collection
from game.tetris.guideline import PIECES, State, fumen, letter
from game.tetris.guideline.openers.source import parse
from game.tetris.guideline.sandbox import page_of
from gui import destinations as to
from gui.play.advice_feed import KIBITZER
from gui.scenes.books.book import OpenBook, opened
from gui.scenes.live.scene import LiveScene
from gui.scenes.practice.problem import ProblemScene
from gui.scenes.sandbox import panel
from gui.scenes.sandbox.analysis import SOLVER
from gui.scenes.sandbox.editor import HOLD
from gui.scenes.sandbox.scene import SandboxScene
from gui.ui import clipboard
from gui.ui.text import chance_words
from tests.gui.driving import Window
from tests.gui.test_warm_up import Compiling

RULES = {"queue": "list:TIO+seven_bag:5", "hold": "S"}
SLOT = {"board": "xxxxxx..../xxxxxx....", "queue": "list:IIOO"}
WAYS = ("I north 7 0 none/I north 7 0 none", "O north 6 0 none/O north 8 0 none")
Bench = Callable[..., tuple[Window, SandboxScene]]


@pytest.fixture
def bench(window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A window with a sandbox, and a home of its own."""
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))

    def open_one(rules: dict[str, str] = RULES, **how: object) -> tuple[Window, SandboxScene]:
        shown = window(lambda context: SandboxScene(context, None, State.open(rules)), **how)
        assert isinstance(shown.scene, SandboxScene)
        return shown, shown.scene

    return open_one


def picture(scene: SandboxScene) -> str:
    return scene.state.paint.short(scene.state.field)


def queue(scene: SandboxScene, count: int = 3) -> str:
    return "".join(map(letter, scene.state.queue.pieces(count)))


def queue_left(scene: SandboxScene) -> str:
    return "".join(map(letter, scene.state.queue.left))


def middle(scene: SandboxScene, x: int, y: int) -> tuple[float, float]:
    assert scene.board_editor.geometry is not None
    return scene.board_editor.geometry.middle(x, y)


# -- painting --


def test_a_drag_paints_without_gaps_and_is_one_step(bench: Bench) -> None:
    shown, scene = bench()
    shown.drag(middle(scene, 0, 0), middle(scene, 6, 0))
    assert picture(scene) == "TTTTTTT..."
    shown.press("u")
    assert picture(scene) == ""
    shown.press("r")
    assert picture(scene) == "TTTTTTT..."


def test_a_stroke_that_begins_on_its_own_colour_erases(bench: Bench) -> None:
    shown, scene = bench({**RULES, "board": "TTTTTT...."})
    shown.drag(middle(scene, 1, 0), middle(scene, 3, 0))
    assert picture(scene) == "T...TT...."


def test_the_keyboard_paints_with_every_colour(bench: Bench) -> None:
    shown, scene = bench()
    shown.press("1", "space", "right", "8", "space", "right", "7", "space")
    assert picture(scene) == "....I#Z..."
    shown.press("backspace", "left")
    shown.press("right", shift=True)
    assert picture(scene) == "....I#...."


def test_rows_move_mirror_and_come_from_below(bench: Bench) -> None:
    shown, scene = bench({**RULES, "board": "L........."})
    shown.press("m")
    assert (picture(scene), scene.state.hold) == (".........J", PIECES.index("Z"))
    shown.press("left", ctrl=True)
    assert picture(scene) == "........J."
    shown.press("g")
    assert picture(scene) == "........J./####.#####"
    shown.press("backspace", ctrl=True)
    assert picture(scene) == ""


@pytest.mark.parametrize("name", ["up", "mirror", "garbage", "clear", "brush I", "brush .", "tool place"])
def test_every_tool_can_be_reached_with_tab_and_enter(bench: Bench, name: str) -> None:
    shown, scene = bench({**RULES, "board": "L........."})
    before = (picture(scene), scene.editor.brush, scene.editor.tool)
    shown.walk_to(name)
    shown.press("enter")
    assert (picture(scene), scene.editor.brush, scene.editor.tool) != before


def test_full_rows_keep_engines_and_pieces_away_and_say_so(bench: Bench) -> None:
    shown, scene = bench({**RULES, "board": "xxxxxxxxx."})
    shown.click(middle(scene, 9, 0))
    shown.wait(1)
    asked = len(shown.room.asked)
    shown.wait(2)
    assert len(shown.room.asked) == asked
    assert any("Row 1 is full" in line for line in shown.texts)
    shown.press("f")
    assert picture(scene) == ""


# -- writing --


def test_letters_write_the_queue_and_the_caret_goes_on(bench: Bench) -> None:
    shown, scene = bench()
    shown.press("q", "s", "z", "l")
    assert queue(scene) == "SZL"
    shown.press("backspace")
    assert queue(scene, 2) == "SZ"
    assert scene.editor.slot == 2


def test_an_impossible_queue_is_refused_with_a_line_and_nothing_changes(bench: Bench) -> None:
    shown, scene = bench()
    shown.press("q", "t", "t")
    before = queue(scene, 7)
    shown.press("t")
    assert "no bags of IOTLJSZ deal TTT" in shown.context.word()
    assert queue(scene, 7) == before


def test_a_piece_is_dragged_to_another_slot_and_carried_by_the_keyboard(bench: Bench) -> None:
    shown, scene = bench()
    shown.press("q")
    shown.drag(shown.target("slot 2"), shown.target("slot 1"))
    assert queue(scene) == "TOI"
    shown.press("left", shift=True)
    assert queue(scene) == "OTI"
    shown.drag(shown.target("hold"), shown.target("slot 1"))
    assert (queue(scene), scene.state.hold) == ("OSI", PIECES.index("T"))


def test_the_hold_is_written_and_emptied(bench: Bench) -> None:
    shown, scene = bench()
    shown.press("q", "left", "i")
    assert (scene.editor.slot, scene.state.hold) == (HOLD, 0)
    shown.press("i")
    assert scene.state.hold is None


def test_letters_in_the_bag_can_be_taken_out(bench: Bench) -> None:
    shown, scene = bench()
    shown.press("q")
    shown.walk_to("bag 3")
    shown.wait(0.1)
    shown.press("enter")
    assert queue_left(scene) == "JSZ", "T, I and O have come, and L was taken out"
    shown.press("enter")
    assert queue_left(scene) == "LJSZ"


# -- placing --


def test_pieces_are_placed_with_the_hand_of_a_game_and_taken_back(bench: Bench) -> None:
    shown, scene = bench({"queue": "list:OOOO"})
    shown.press("d", "left", "left", "left", "left", "space")
    assert picture(scene) == "OO......../OO........"
    shown.press("u")
    assert (picture(scene), queue(scene, 4)) == ("", "OOOO")


def test_the_engine_is_asked_once_the_hand_rests_and_its_move_can_be_played(bench: Bench) -> None:
    shown, scene = bench({"queue": "list:OOOO"})
    shown.wait(1)
    shown.room.says(KIBITZER, "O north 0 0 none", "O north 8 0 none")
    shown.frame(2)
    shown.click_on("choice 2")
    assert picture(scene) == "........OO/........OO"
    shown.press("h")
    assert scene.adviser.store.get(scene.state) is None


def test_what_an_engine_said_of_another_board_is_not_shown(bench: Bench) -> None:
    shown, scene = bench({"queue": "list:OOOO"})
    shown.wait(1)
    shown.click(middle(scene, 0, 0))
    shown.room.says(KIBITZER, "O north 0 0 none")
    shown.frame()
    assert scene.adviser.store.get(scene.state) is None


# -- perfect clears --


def test_a_search_is_begun_while_kernels_are_compiled_and_says_how_far_these_are(bench: Bench) -> None:
    shown, scene = bench(SLOT)
    scene.context.warming = Compiling(Progress(modules={"ai.tetris.guideline.warm": 0.4}))
    shown.room.warming = {SOLVER}
    shown.press("v")
    shown.wait(1)
    assert len(shown.room.sought) == 1
    assert "Preparing Guideline: 40 %" in shown.texts


def test_a_perfect_clear_is_listed_shown_and_walked_through(bench: Bench) -> None:
    shown, scene = bench(SLOT)
    shown.press("v")
    shown.wait(1)
    assert shown.room.sought[-1].rules["board"] == SLOT["board"]
    clears = Clears(looked=9, rows=2, pieces=2, orders=2, ways=WAYS, attack=(0, 10), done=True)
    shown.room.finds(SOLVER, clears)
    shown.frame(2)
    assert [step.number for step in scene.solver.steps(scene.state)] == [1, 2]
    shown.press("w")
    shown.press(".")
    assert picture(scene) == ""
    shown.press("home")
    assert picture(scene) == SLOT["board"]


OPENER = {"board": "xxxxx....x/xxxxxx...x/xxxxxxx..x/xxxxxx...x", "queue": "list:TIO"}


def ask_pattern(shown: Window, pattern: str) -> None:
    """Write a pattern on the page Clears."""
    shown.press("v")
    shown.click_on("pieces 3")
    shown.frame()
    shown.click_on("pattern")
    shown.press("a", ctrl=True)
    shown.press(*pattern)
    shown.press("enter")
    shown.wait(1)


def test_a_pattern_lists_its_solutions_by_the_piece_that_they_keep(bench: Bench) -> None:
    shown, scene = bench(OPENER, size=(1280, 1100))
    ask_pattern(shown, "*p4")
    order = shown.room.sought[-1]
    assert (order.pattern, order.bag) == ("*p4", "")
    *_, clears = seek(order)
    shown.room.finds(SOLVER, clears)
    shown.frame(2)
    assert "514 of 840 queues" in shown.texts
    assert f"Keeps O: 148 queues, {chance_words(148 / 840)}" in shown.texts
    most = max(range(len(clears.solutions)), key=lambda at: clears.solutions[at].saves[1])
    shown.click_on(f"solution O{most}")
    assert scene.solver.chosen == most
    assert [step.number for step in scene.solver.steps(scene.state)] == [1, 2, 3]
    shown.press("w", "end")
    assert picture(scene) == ""


def test_a_pattern_that_is_none_is_refused_and_stays_to_be_corrected(bench: Bench) -> None:
    shown, scene = bench(OPENER)
    ask_pattern(shown, "*p9")
    assert scene.solver.pattern == "*p7"
    assert scene.pattern.writing
    assert any("9 of 7 pieces" in line for line in shown.texts)


def test_the_exact_chance_of_the_first_perfect_clear_is_shown(bench: Bench) -> None:
    shown, _ = bench(SLOT)
    shown.press("v")
    shown.wait(1)
    best = ("L east 0 1 none", "J south 8 1 none")
    shown.room.finds(SOLVER, Clears(best=best, successes=(727, 700), futures=840, done=True))
    shown.frame(2)
    assert shown.texts.count("86.5\u00a0%") == 2  # the whole, and the best placement
    assert "83.3\u00a0%" in shown.texts
    assert "727 of 840 orders of what is not seen" in shown.texts


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 1.5), ((640, 480), 1.0)])
def test_a_certain_clear_is_told_without_anything_unseen(
    bench: Bench, size: tuple[int, int], scale: float
) -> None:
    shown, _ = bench(SLOT, size=size, scale=scale)
    shown.press("v")
    shown.wait(1)
    best = ("L east 0 1 none", "J south 8 1 none")
    shown.room.finds(SOLVER, Clears(best=best, successes=(1, 0), futures=1, done=True))
    shown.frame(2)
    assert "certain" in shown.texts
    assert "Every piece is seen." in shown.texts
    assert not [line for line in shown.texts if "not seen" in line]


def test_only_rows_that_pieces_can_fill_are_offered(bench: Bench) -> None:
    shown, scene = bench({"queue": "list:IIOO"})
    shown.press("v")
    offered = []
    for _ in range(8):
        shown.click_on("rows more")
        offered.append(scene.solver.rows_on(scene.state))
    assert offered == [2, 4, 6, 8, 10, 12, 12, 12]
    shown.click(middle(scene, 0, 0))
    shown.frame()
    assert scene.solver.rows_on(scene.state) == 0, "no pieces fill up 119 cells"
    assert "fewest" in shown.texts


def test_a_search_ends_as_soon_as_the_board_changes(bench: Bench) -> None:
    shown, scene = bench(SLOT)
    shown.press("v")
    shown.wait(1)
    shown.click(middle(scene, 0, 5))
    shown.room.finds(SOLVER, Clears(orders=1, ways=WAYS[:1], attack=(0,), done=True))
    shown.frame()
    assert scene.solver.clears is None
    shown.wait(1)
    assert len(shown.room.sought) == 2


def test_a_way_against_the_rules_is_never_shown(bench: Bench) -> None:
    shown, scene = bench(SLOT)
    shown.press("v")
    shown.wait(1)
    shown.room.finds(SOLVER, Clears(orders=1, ways=("T north 7 0 none",), attack=(0,), done=True))
    shown.frame(2)
    assert scene.solver.steps(scene.state) == ()
    assert any("perfect clear is wrong" in line for line in shown.texts)


def test_coverage_is_shown_as_it_comes(bench: Bench) -> None:
    shown, _ = bench(SLOT)
    shown.press("v")
    shown.click_on("pieces 1")
    shown.wait(1)
    assert shown.room.sought[-1].bag == PIECES
    shown.room.finds(SOLVER, Clears(looked=9, rows=2, pieces=2, queues=20, solved=10))
    shown.frame(2)
    assert "10 of 20 queues" in shown.texts
    assert "Listing the solutions …" in shown.texts


def test_the_bar_of_coverage_is_as_long_as_its_figure_says(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bars: list[float] = []
    monkeypatch.setattr(panel, "bar_of_share", lambda canvas, box, share: bars.append(share))
    shown, _ = bench(SLOT)
    shown.press("v")
    shown.click_on("pieces 1")
    shown.wait(1)
    clears = Clears(looked=9, rows=2, pieces=2, queues=100, solved=47, done=True)
    shown.room.finds(SOLVER, clears)
    shown.frame(2)
    assert bars[-1] == clears.solved / clears.queues
    assert chance_words(bars[-1]) in shown.texts


# -- ways in and out --


def test_a_fumen_goes_out_and_comes_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown, scene = bench({**RULES, "board": "TT......../###.######"})
    board: list[str] = []
    monkeypatch.setattr(clipboard, "put", lambda text: bool(board.append(text) or True))
    monkeypatch.setattr(clipboard, "get", lambda: board[-1])
    shown.press("c", ctrl=True)
    before = picture(scene)
    shown.press("backspace", ctrl=True)
    shown.press("v", ctrl=True)
    assert (picture(scene), queue(scene)) == (before, "TIO")
    (tmp_path / "board.txt").write_text(board[-1])
    shown.press("backspace", ctrl=True)
    scene.files.open_path(str(tmp_path / "board.txt"))
    assert picture(scene) == before


@pytest.mark.parametrize("text", ["", "v115@", "v115@zzzz!", "hello", "v115@vhAAgH" * 3 + "\0", "x" * 3_000])
def test_what_is_no_fumen_is_refused_in_a_line(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    shown, scene = bench()
    monkeypatch.setattr(clipboard, "get", lambda: text)
    shown.press("v", ctrl=True)
    assert shown.context.word()
    assert scene.editor.history.last == 0


def test_every_cut_of_a_fumen_is_read_or_refused(bench: Bench) -> None:
    _, scene = bench({**RULES, "board": "TT......../###.######"})
    whole = fumen.write([page_of(scene.state)])
    for end in range(len(whole)):
        scene.files.take(whole[:end])


def test_open_takes_a_fumen_in_place_of_a_path(bench: Bench) -> None:
    shown, scene = bench()
    board = State.open({"board": "xxxx....xx"})
    shown.press("o")
    assert scene.files.asking
    scene.files.open_path(fumen.write([page_of(board)]))
    shown.frame()
    assert picture(scene) == "####....##"
    assert not scene.files.asking
    shown.press("o")
    scene.files.open_path("no/such/file")
    shown.frame()
    assert scene.files.asking, "anything else is a path"


def test_a_board_is_saved_and_nothing_is_replaced_by_one_press(bench: Bench, tmp_path: Path) -> None:
    shown, scene = bench({**RULES, "board": "TT......../###.######"})
    file = tmp_path / "kept.txt"
    shown.press("s")
    for text in (str(file), str(tmp_path / "kept")):
        scene.files.line._done(text)
        assert "Saved" in shown.context.word() or "Press Enter again" in shown.context.word()
        shown.press("s")
    saved = file.read_text()
    shown.press("escape")
    assert fumen.is_fumen(saved)
    scene.files.ask_save()
    scene.files.line._done(str(tmp_path / "no" / "folder" / "\0"))
    assert file.read_text() == saved


def test_a_name_alone_is_a_file_in_the_person_s_folder(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    shown, scene = bench({**RULES, "board": "TT......../###.######"})
    shown.press("s")
    scene.files.line._done("kept.txt")
    assert (tmp_path / "kept.txt").is_file()
    assert not list((tmp_path / "work").iterdir())
    scene.files.ask_open()
    scene.files.line._done("kept.txt")
    assert not scene.files.asking, "it is found where it was saved"


def test_a_way_is_walked_although_rows_wait_to_come_up(bench: Bench) -> None:
    shown, scene = bench(SLOT)
    scene.editor.edit(lambda state: state.receive(4))
    shown.press("v")
    shown.wait(1)
    shown.room.finds(SOLVER, Clears(orders=1, ways=WAYS[:1], attack=(0,), done=True))
    shown.frame(2)
    assert len(scene.solver.steps(scene.state)) == 2


def test_a_game_in_real_time_begins_here(bench: Bench) -> None:
    shown, scene = bench({**RULES, "board": "TT......../###.######"})
    shown.press("l")
    live = shown.scene
    assert isinstance(live, LiveScene)
    assert live.match.replay.setup.starts[0].field == scene.state.field
    live.restart()
    assert live.match.replay.setup.starts[0].field == scene.state.field, "another game begins here too"


def test_a_game_begins_here_and_leads_back(bench: Bench) -> None:
    shown, scene = bench({**RULES, "board": "TT......../###.######"})
    shown.press("p")
    assert shown.scene is not scene
    assert shown.scene.back is scene


def test_the_board_of_last_time_is_there_again(bench: Bench) -> None:
    shown, scene = bench()
    shown.click(middle(scene, 0, 0))
    scene.left()
    again = shown.context.scene(to.Sandbox(), scene)
    assert isinstance(again, SandboxScene)
    assert (picture(again), queue(again)) == (picture(scene), queue(scene))


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (3840, 2160)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 3.0])
def test_it_is_drawn_at_every_size(bench: Bench, size: tuple[int, int], scale: float) -> None:
    shown, scene = bench(size=size, scale=scale, theme="light")
    for page in range(3):
        scene.open_page(page)
        shown.frame()


@pytest.mark.parametrize("name", ["perfect-clear", "new-dt"])
def test_with_a_book_the_sandbox_says_the_chance_that_the_book_has(
    window: Callable[..., Window], home: Path, name: str
) -> None:
    """The chance that the coach's book gives the queue is what the explorer of books works out for it."""
    explorer = OpenBook(opened(path_of(name)), Random(1), print)
    while not explorer.graph.counted:
        explorer.graph.work(0.1)
    books, state, sentences = Books([name]), State.open({"queue": "seven_bag:4"}), set[str]()
    for _ in range(4):
        shown = window(lambda context: SandboxScene(context, None, state, name))  # noqa: B023
        scene = shown.scene
        assert isinstance(scene, SandboxScene)
        advice = books.look(scene.state)
        assert scene.adviser.store.keep(scene.state, advice)
        shown.frame(2)
        lay_out(explorer, state)
        chance, held = explorer.queue_chance, state.hold is not None
        state = state.play(advice.choices[0].move)
        explorer.follow()
        if held:  # seven pieces are in sight: these six are left with the move made
            lay_out(explorer, state)
            chance = explorer.queue_chance
        assert chance is not None
        assert chance.figure in shown.texts
        assert chance.sentence in " ".join(shown.texts) or chance.value == 1.0
        sentences.add(chance.sentence)
    assert len(sentences) > 1


def lay_out(explorer: OpenBook, state: State) -> None:
    """Have the first six pieces in sight on the explorer's board."""
    held = () if state.hold is None else (state.hold,)
    explorer.walk.see((*held, *state.queue.pieces(6))[:6])
    explorer.settle()


# -- setups --


def setups_of(bench: Bench, board: str, pattern: str) -> tuple[Window, SandboxScene]:
    """The page Setups of a painted board, with what a worker finds."""
    shown, scene = bench({"board": board, "queue": "list:TIO"})
    scene.finder.ask_pattern(pattern)
    shown.click_on("page 2")
    shown.wait(1.0)
    for report in SetupWork.carry_out(shown.room.orders["setups"], KeptEngines("ai.registry")):
        shown.room.reports("setups", report)
        shown.frame()
    return shown, scene


def test_painted_cells_are_filled_by_setups_that_can_be_walked_through(bench: Bench) -> None:
    shown, scene = setups_of(bench, "iiii####o./iiii####o.", "[IJ]p2,[IJ]p2")
    results = scene.finder.results
    assert results is not None
    assert (results.queues, results.start) == (4, "....xxxx../....xxxx..")
    shown.click_on("setup 0")
    best = results.setups[0]
    assert [step.number for step in scene.finder.steps(scene.state)] == [*range(1, best.way.count("/") + 2)]
    assert "%" in "".join(shown.texts)
    shown.press("w")
    shown.press("end")
    assert scene.state.field.cells == 8 + 4 * (best.way.count("/") + 1) - 10 * best.cleared


def test_what_is_chosen_is_copied_as_a_fumen_and_as_the_source_of_a_book(bench: Bench) -> None:
    shown, scene = setups_of(bench, "ii..####../ii..####../iiii####..", "IOLJSTZ")
    way = scene.finder.results.setups[0].way  # type: ignore[union-attr]
    scene.copy_way()
    assert len(fumen.read(clipboard.get())) == way.count("/") + 1
    scene.copy_source()
    text = clipboard.get()
    (stage,) = parse(text, "my-setup").stages
    assert len(stage.lines[0].pieces) == way.count("/") + 1
    assert "|....XXXX..|" in text
    assert shown.scene is scene


def test_a_perfect_clear_becomes_a_problem(bench: Bench) -> None:
    shown, scene = bench(SLOT)
    shown.click_on("page 1")
    shown.wait(1.0)
    for clears in seek(shown.room.sought[-1]):
        shown.room.finds(SOLVER, clears)
        shown.frame()
    scene.practise()
    for report in ClearMaking.carry_out(shown.room.orders["clears"], KeptEngines("ai.registry")):
        shown.room.reports("clears", report)
    shown.frame(3)
    assert isinstance(shown.scene, ProblemScene)
    assert [each.theme for each in Collection.of_user().own.problems] == ["perfect-clear"]
