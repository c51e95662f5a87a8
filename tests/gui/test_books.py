"""The book explorer: walking, writing queues, lists, the map, sizes, and files that are no books."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from ai.book.file import path_of
from ai.book.reading import Reading
from game.tetris.guideline import Placement, letter
from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA, START
from gui.scenes.books import BooksScene
from gui.scenes.books.chart import Plan
from gui.scenes.books.lists import ROW
from gui.scenes.books.sizes import byte_words, forms
from gui.scenes.books.walking import shelf
from gui.scenes.books.walking.atlas import Atlas
from gui.scenes.books.walking.letters import dealt, numbered, possible, with_piece
from gui.scenes.books.walking.outlook import options, outcome, percent, rows
from gui.scenes.books.walking.walk import Walk, child
from tests.gui.driving import Window

SEED = 8
Explorer = Callable[..., tuple[Window, BooksScene]]


@pytest.fixture
def explorer(window: Callable[..., Window], home: Path) -> Explorer:
    """A window with the explorer in it, the smallest book open."""

    def open_one(name: str = "perfect-clear", **how: object) -> tuple[Window, BooksScene]:
        shown = window(lambda salon: BooksScene(salon, None, name, SEED), **how)
        assert isinstance(shown.scene, BooksScene)
        return shown, shown.scene

    return open_one


def seen(scene: BooksScene) -> str:
    assert scene.walk is not None
    return "".join(map(letter, scene.walk.here.seen))


def lay_out(shown: Window, scene: BooksScene, text: str) -> None:
    """Have this queue on the board."""
    assert scene.walk is not None
    scene.walk._show(tuple("IOTLJSZ".index(each) for each in text))
    scene._settled()
    shown.frame()


def worth(scene: BooksScene) -> str:
    """What is promised at the start, as it is written."""
    assert scene.walk is not None
    return percent(scene.walk.reading.header.value, 2)


def known(scene: BooksScene, move: Placement) -> bool:
    """Whether a placement on the empty board leads to a position of the book."""
    assert scene.walk is not None
    return scene.walk.reading.number(child(START, move)) is not None


def playable(scene: BooksScene, *, move: bool) -> int:
    """A run of the position on the board with a move, or one without."""
    assert scene.entry is not None
    return next(run for run, each in enumerate(scene.entry.moves) if (each is not None) == move)


# -- walking --


def test_the_book_leads_to_its_perfect_clear(explorer: Explorer) -> None:
    shown, scene = explorer()
    walk = scene.walk
    assert walk is not None
    assert shown.said.count(worth(scene)) == 1
    while walk.here.entry is not None:
        if walk.here.move is None:
            scene.deal()
        shown.press(".")
    assert walk.here.position is not None
    assert (walk.here.position.cells, walk.at) == (0, 10)
    assert walk.steps[-1].state.last is not None
    assert walk.steps[-1].state.last.clear.perfect


def test_steps_can_be_taken_back_and_again(explorer: Explorer) -> None:
    shown, scene = explorer()
    assert scene.walk is not None
    scene.follow_run(playable(scene, move=True))
    scene.follow_run(playable(scene, move=True))
    boards = [step.state for step in scene.walk.steps]
    shown.press(",", ",")
    assert scene.walk.at == 0
    shown.press("r")
    assert (scene.walk.at, [step.state for step in scene.walk.steps]) == (1, boards)
    shown.press("home")
    assert scene.walk.here.state == boards[0]
    shown.press("end")
    assert scene.walk.here.state == boards[2]


def test_a_piece_is_placed_by_hand_and_the_book_says_where_it_ends(explorer: Explorer) -> None:
    shown, scene = explorer()
    assert scene.walk is not None
    shown.press("space")
    assert scene.walk.at == 1
    shown.press("u")
    strange = (at for at in scene.walk.here.state.placements if not known(scene, at))
    scene.put(str(next(strange)))
    assert scene.walk.here.entry is None
    shown.frame()
    assert any("does not have this position" in words for words in shown.said)
    shown.press(".")
    shown.frame()
    assert any("the book has ended" in words for words in shown.said)
    shown.click_on("step back")
    assert scene.walk.here.position == START


def test_a_press_on_a_mark_makes_that_move(explorer: Explorer) -> None:
    shown, scene = explorer()
    assert scene.walk is not None
    shown.frame(20)
    mark = [name for name in scene.targets.names() if name.startswith("mark ")][-1]
    move = scene.lists.options[int(mark.split()[1]) - 1].move
    shown.click_on(mark)
    assert scene.walk.here.state.last is not None
    assert scene.walk.here.state.last.placement == move


def test_the_book_plays_until_it_is_silent(explorer: Explorer) -> None:
    shown, scene = explorer()
    scene.speed = 8.0
    lay_out(shown, scene, "ZSJOLI")
    shown.press("p")
    shown.wait(4)
    assert not scene.playing
    assert scene.walk is not None
    assert scene.walk.here.move is None


# -- lists --


def test_a_press_on_a_run_lays_out_its_queue_and_goes_on(explorer: Explorer) -> None:
    shown, scene = explorer()
    assert scene.walk is not None
    run = next(row for row in scene.lists.runs if row.move is not None and row.run != scene.walk.here.run)
    scene.lists.reveal(run.run)
    shown.frame()
    shown.click_on(f"run {run.run}")
    before, after = scene.walk.steps
    assert run.first <= before.sequence <= run.last
    assert after.state.last is not None
    assert after.state.last.placement == run.move


def test_a_run_without_a_move_is_told_as_such(explorer: Explorer) -> None:
    shown, scene = explorer("new-dt")
    assert scene.walk is not None
    assert scene.atlas is not None
    while not scene.atlas.done:
        shown.frame()
    silent = (place for layer in scene.atlas.layers for place in layer if None in moves(scene, place))
    scene.jump(next(silent))
    before, run = scene.walk.at, playable(scene, move=False)
    scene.lists.reveal(run)
    shown.frame()
    assert "no move" in shown.said
    shown.click_on(f"run {run}")
    shown.frame()
    assert (scene.walk.at, scene.walk.here.run) == (before, run)
    assert any("has no move" in words for words in shown.said)


def moves(scene: BooksScene, place: int) -> tuple[Placement | None, ...]:
    assert scene.atlas is not None
    return scene.atlas.reading.entry(place).moves


def test_runs_are_sorted_by_share_and_filtered_to_the_queue(explorer: Explorer) -> None:
    shown, scene = explorer()
    assert scene.walk is not None
    first = [row.run for row in scene.lists.runs]
    assert first == sorted(first)
    shown.press("e")
    shares = [row.queues for row in scene.lists.runs]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == 2520
    shown.press("f")
    assert [row.run for row in scene.lists.runs] == [scene.walk.here.run]
    shown.press("d", "f", "e")
    assert [row.run for row in scene.lists.runs] == first


def test_arrows_walk_the_list_beyond_what_is_in_sight(explorer: Explorer) -> None:
    shown, scene = explorer()
    scene.lists.scroll.offset = 0.0
    shown.frame()
    runs = [name for name in scene.targets.names() if name.startswith("run ")]
    scene.targets.focus = runs[0]
    shown.press(*["down"] * (len(runs) + 2))
    assert scene.targets.focus == f"run {len(runs) + 2}"
    assert scene.targets.focus in scene.targets.names()
    assert scene.lists.scroll.offset > ROW
    shown.press("enter")
    shown.press("up", "up")


def test_only_rows_in_sight_are_drawn(explorer: Explorer) -> None:
    shown, scene = explorer("bt-loop")
    assert scene.atlas is not None
    scene.atlas.work(30.0)
    longest = max(range(len(scene.atlas.reading)), key=lambda place: len(moves(scene, place)))
    scene.jump(longest)
    shown.frame()
    assert len(scene.lists.runs) > 500
    assert 5 <= sum(name.startswith("run ") for name in scene.targets.names()) <= 12


# -- the queue --


@pytest.mark.parametrize("bag", [(FULL_BAG, NO_EXTRA), (FULL_BAG, 2), (0b1010100, NO_EXTRA), (0b11, 1)])
def test_a_written_queue_can_always_be_dealt(bag: tuple[int, int]) -> None:
    chance = random.Random(4)
    pieces = dealt(bag, chance)
    for _ in range(300):
        place, piece = chance.randrange(6), chance.randrange(7)
        written = with_piece(bag, pieces, place, piece)
        assert (written is not None) == (piece in possible(bag, pieces[:place]))
        if written is not None:
            assert (written[:place], written[place]) == (pieces[:place], piece)
            pieces = written
        assert numbered(bag, pieces) is not None


def test_the_queue_is_written_with_letters(explorer: Explorer) -> None:
    shown, scene = explorer()
    lay_out(shown, scene, "TZOSJL")
    shown.press("q", "i", "o", "z")
    assert seen(scene)[:3] == "IOZ"
    shown.press("i")
    assert any("I cannot come here" in words for words in shown.said)
    shown.press("left", "left", "l", "escape", "d")
    assert scene.slot is None


def test_the_hold_is_written_and_emptied(explorer: Explorer) -> None:
    shown, scene = explorer()
    assert scene.walk is not None
    lay_out(shown, scene, "TZOSJL")
    shown.click_on("hold")
    shown.press("s")
    assert scene.walk.here.state.hold == "IOTLJSZ".index("S")
    shown.press("left", "backspace")
    assert scene.walk.here.state.hold is None
    assert seen(scene)[0] == "S"


def test_a_piece_of_the_palette_is_written_with_the_mouse(explorer: Explorer) -> None:
    shown, scene = explorer()
    lay_out(shown, scene, "TZOSJL")
    shown.click_on("slot 1")
    shown.click_on("piece I")
    assert seen(scene)[:2] == "TI"
    shown.press("escape")
    shown.click_on("deal")
    assert scene.walk is not None
    assert scene.walk.at == 0


# -- the map --


@pytest.mark.parametrize("name", ["perfect-clear", "new-dt"])
def test_the_map_has_every_position_and_the_way_to_it(name: str) -> None:
    volume = shelf.opened(path_of(name))
    assert volume.reading is not None
    atlas, walk = Atlas(volume.reading, volume.stages), Walk(volume.reading, random.Random(1))
    while not atlas.done:
        atlas.work(0.01)
    assert sorted(place for layer in atlas.layers for place in layer) == list(range(len(volume.reading)))
    for place in random.Random(2).sample(range(len(volume.reading)), 40):
        walk.jump(atlas.path(place))
        assert walk.here.position is not None
        assert volume.reading.number(walk.here.position) == place
        assert len(walk.steps) == atlas.depth[place] + 1
        for before, after in zip(walk.steps, walk.steps[1:], strict=False):
            assert after.state.last is not None
            move = after.state.last.placement
            assert before.entry is not None
            assert move in before.entry.moves
            assert after.position == child(before.position, move)
            left = list(before.seen)
            left.remove(move.piece)
            assert after.seen[:5] == tuple(left) or set(after.seen[:2]) == set(left[:2])


def test_a_press_on_the_map_goes_there(explorer: Explorer) -> None:
    shown, scene = explorer()
    shown.press("m")
    assert scene.atlas is not None
    while not scene.atlas.done:
        shown.frame()
    shown.frame()
    place = scene.atlas.layers[6][3]
    x, y, width, height = scene.chart._rect(place)
    shown.click(((x + width / 2) / scene.salon.scale, (y + height / 2) / scene.salon.scale))
    assert scene.place == place
    parents = [f"position {each}" for each in scene.atlas.parents[place]]
    shown.frame()
    assert set(parents) <= set(scene.targets.names())
    scene.targets.focus = parents[0]
    shown.press("enter")
    assert f"position {scene.place}" == parents[0]
    shown.press("escape")
    assert scene.view == "Board"


def test_every_position_of_a_map_is_found_under_its_own_pixels() -> None:
    layers = [[0], [3, 1, 2], [*range(4, 104)]]
    plan = Plan.of(layers, (10, 20, 300, 200), (0, 0))
    for layer in plan.layers:
        for place, number in enumerate(layer.places):
            x, y, width, height = layer.rect(place, plan.floor)
            assert plan.at(x + width / 2, y + height / 2) == number
            assert y >= 20
    assert plan.at(5, 5) is None


# -- sizes --


def test_sizes_follow_from_the_counts_of_the_book() -> None:
    reading = Reading(path_of("bt-loop"))
    header = reading.header
    naive, maps, runs, ours = (form.bytes for form in forms(reading))
    assert naive == 32 * header.combinations
    assert maps == 72 * header.positions + 8 * header.combinations
    assert runs == 40 * header.positions + 8 * header.runs
    assert ours == path_of("bt-loop").stat().st_size
    assert naive > maps > runs > ours
    assert [byte_words(count) for count in (999, 139_152, 1_078_456, 83_032_320)] == [
        "999\u00a0B",
        "139\u00a0kB",
        "1.08\u00a0MB",
        "83.0\u00a0MB",
    ]


# -- what moves lead to --


def test_an_outcome_is_what_the_file_says_of_the_next_position() -> None:
    volume = shelf.opened(path_of("hachispin-dpc"))
    assert volume.reading is not None
    kinds: set[str] = set()
    for entry in list(volume.reading.entries())[::15]:
        for option in options(rows(entry)):
            led = outcome(volume, entry.position, option.move)
            kinds.add(led.words)
            after = volume.reading.number(child(entry.position, option.move))
            if led.words == "leads on":
                assert after is not None
                assert led.value == volume.reading.places[after].value
    assert kinds >= {"leads on", "perfect clear"}
    assert all(0 < value <= 1 for value in volume.ends.values())
    assert volume.ends


# -- files --


def test_a_damaged_book_is_told_in_one_line_and_the_others_open(
    explorer: Explorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = path_of("new-dt").read_bytes()
    broken = tmp_path / "broken.kbook"
    broken.write_bytes(content[:5000])
    whole = shelf.path_of
    monkeypatch.setattr(shelf, "names", lambda: ["broken", "perfect-clear"])
    monkeypatch.setattr(shelf, "path_of", lambda name: broken if name == "broken" else whole(name))
    shown, scene = explorer("")
    assert scene.volume is not None
    assert scene.volume.title == "Perfect Clear"
    shown.press("b")
    shown.click_on("book 0")
    shown.frame()
    assert sum("checksum" in words for words in shown.said) >= 1
    assert scene.volume.title == "Perfect Clear"
    shown.click_on("book 1")
    assert scene.view == "Board"


def test_a_book_file_is_opened_by_its_path_or_dropped(explorer: Explorer, tmp_path: Path) -> None:
    shown, scene = explorer()
    mine = tmp_path / "mine.kbook"
    mine.write_bytes(path_of("new-dt").read_bytes())
    shown.press("b")
    for path, expected in ((tmp_path / "none.kbook", 5), (tmp_path / "text.txt", 5), (mine, 6), (mine, 6)):
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
        shown.frame()
        assert len(scene.volumes) == expected
    assert scene.volume is not None
    assert (scene.volume.path, scene.volume.stages) == (mine, {})
    assert scene.view == "Board"
    shown.press("o")
    assert (scene.view, scene.line.writing) == ("Books", True)
    shown.press("escape", "escape")
    assert scene.view == "Board"
    while scene.follow():
        shown.frame()


def test_a_book_cut_off_anywhere_is_no_book(tmp_path: Path) -> None:
    content, path = path_of("new-dt").read_bytes(), tmp_path / "cut.kbook"
    for length in [*range(0, 400, 7), len(content) // 2, len(content) - 1]:
        path.write_bytes(content[:length])
        volume = shelf.opened(path)
        assert volume.reading is None
        assert volume.reason.count("\n") == 0
        assert str(path) in volume.reason


def test_without_any_book_there_is_the_shelf(explorer: Explorer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "names", list)
    shown, scene = explorer("")
    assert scene.view == "Books"
    shown.press("m", "g", "d", "q", ".", ",", "home", "end", "p", "f", "e", "n", "h", "v")
    assert scene.view == "Books"


# -- the window --


def test_the_window_reads_books_without_a_kernel() -> None:
    program = "import gui.scenes.books, sys; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_in_a_narrow_window_the_lists_are_a_drawer(explorer: Explorer) -> None:
    shown, scene = explorer(size=(640, 480), scale=1.5)
    assert not any(name.startswith("run ") for name in scene.targets.names())
    shown.press("k")
    assert any(name.startswith("run ") for name in scene.targets.names())
    shown.press("n", "n")
    shown.click_on("another queue")
    shown.press("escape")
    assert not scene.panel_open


def test_hidden_hints_hide_what_the_book_says(explorer: Explorer) -> None:
    shown, scene = explorer()
    shown.press("h")
    assert not any(name.startswith(("run ", "mark ")) for name in scene.targets.names())
    assert worth(scene) not in shown.said
    shown.press("h")
    assert worth(scene) in shown.said
