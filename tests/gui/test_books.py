"""The book explorer: walking, writing queues, lists, the map, sizes, and files that are no books."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pygame
import pytest

from ai.book.file import path_of
from ai.tetris.guideline.clear_finder import seek
from ai.tetris.guideline.clear_search import Clears, LoopMove
from game.config import with_value
from game.tetris.guideline import PIECES, Placement, State, letter
from game.tetris.guideline.openers.chance import BookChance, Over
from game.tetris.guideline.openers.position import START
from gui.scenes.books import book as books_of
from gui.scenes.books.best_play import SOLVER
from gui.scenes.books.book import OpenBook, percent
from gui.scenes.books.chart import plan_in
from gui.scenes.books.panel import ROW
from gui.scenes.books.scene import BooksScene
from gui.scenes.books.walk import child
from gui.scenes.help import groups
from gui.ui.text import counted
from tests.gui.driving import Window

SEED = 8
Explorer = Callable[..., tuple[Window, BooksScene]]


@pytest.fixture
def explorer(window: Callable[..., Window], home: Path) -> Explorer:
    """A window with the explorer in it, the smallest book open."""

    def open_one(name: str = "perfect-clear", **how: object) -> tuple[Window, BooksScene]:
        shown = window(lambda context: BooksScene(context, None, name, SEED), **how)
        assert isinstance(shown.scene, BooksScene)
        return shown, shown.scene

    return open_one


def opened(scene: BooksScene) -> OpenBook:
    """The book that is open."""
    assert scene.book is not None
    return scene.book


def seen(scene: BooksScene) -> str:
    return "".join(map(letter, opened(scene).here.seen))


def lay_out(shown: Window, scene: BooksScene, text: str) -> None:
    """Have this queue on the board."""
    opened(scene).walk.see(tuple("IOTLJSZ".index(each) for each in text))
    opened(scene).settle()
    shown.frame()


def worth(scene: BooksScene) -> str:
    """Return the promise at the start, as text."""
    return percent(opened(scene).walk.reading.header.value, 2)


def known(scene: BooksScene, move: Placement) -> bool:
    """Return True if a placement on the empty board leads to a position of the book."""
    return opened(scene).walk.reading.number(child(START, move)) is not None


def playable(scene: BooksScene, *, move: bool) -> int:
    """A run of the position on the board with a move, or one without."""
    assert opened(scene).entry is not None
    return next(run for run, each in enumerate(opened(scene).entry.moves) if (each is not None) == move)


# -- walking --


def test_the_book_leads_to_its_perfect_clear(explorer: Explorer) -> None:
    shown, scene = explorer()
    book = opened(scene)
    walk = book.walk
    assert shown.texts.count(worth(scene)) == 1
    while walk.here.entry is not None:
        if walk.here.move is None:
            book.deal()
        shown.press(".")
    assert walk.here.position is not None
    assert (walk.here.position.cells, walk.at) == (0, 10)
    assert walk.steps[-1].state.last is not None
    assert walk.steps[-1].state.last.clear.perfect


def test_steps_can_be_taken_back_and_again(explorer: Explorer) -> None:
    shown, scene = explorer()
    book = opened(scene)
    book.follow_run(playable(scene, move=True))
    book.follow_run(playable(scene, move=True))
    boards = [step.state for step in book.walk.steps]
    shown.press(",", ",")
    assert book.walk.at == 0
    shown.press("r")
    assert (book.walk.at, [step.state for step in book.walk.steps]) == (1, boards)
    shown.press("home")
    assert book.walk.here.state == boards[0]
    shown.press("end")
    assert book.walk.here.state == boards[2]


def test_a_piece_is_placed_by_hand_and_the_book_says_where_it_ends(explorer: Explorer) -> None:
    shown, scene = explorer()
    book = opened(scene)
    shown.press("space")
    assert book.walk.at == 1
    shown.press("u")
    strange = (at for at in book.walk.here.state.placements if not known(scene, at))
    book.put(next(strange))
    assert book.walk.here.entry is None
    shown.frame()
    assert any("does not have this position" in words for words in shown.texts)
    shown.press(".")
    shown.frame()
    assert "You have left Perfect Clear. U takes a step back." in shown.texts
    shown.click_on("step back")
    assert book.walk.here.position == START


@pytest.mark.parametrize("key", [".", "p"])
def test_after_a_wrong_piece_and_a_step_back_the_book_plays_its_own_move(
    explorer: Explorer, key: str
) -> None:
    shown, scene = explorer()
    book = opened(scene)
    lay_out(shown, scene, "TIOSZL")
    walk = book.walk
    wanted = walk.here.move
    wrong = next(at for at in walk.here.state.placements if not known(scene, at))
    book.put(wrong)
    shown.press(",", "r")
    assert walk.here.state.last is not None
    assert walk.here.state.last.placement == wrong, "R repeats the step, whoever made it"
    shown.press(",", key)
    shown.wait(1.0)
    assert walk.at >= 1
    assert walk.steps[1].state.last is not None
    assert walk.steps[1].state.last.placement == wanted


def test_where_the_book_has_no_move_a_step_is_repeated(explorer: Explorer) -> None:
    shown, scene = explorer()
    book = opened(scene)
    for _ in range(2):
        book.put(next(at for at in book.walk.here.state.placements if not known(scene, at)))
    shown.press(",", ".")
    assert book.walk.at == 2


def test_a_press_on_a_mark_makes_that_move(explorer: Explorer) -> None:
    shown, scene = explorer()
    book = opened(scene)
    shown.frame(20)
    mark = [name for name in scene.targets.names() if name.startswith("mark ")][-1]
    move = scene.lists.options[int(mark.split()[1]) - 1].move
    shown.click_on(mark)
    assert book.walk.here.state.last is not None
    assert book.walk.here.state.last.placement == move


def test_a_press_on_a_mark_after_a_key_in_the_same_frame_makes_no_second_move(explorer: Explorer) -> None:
    _, scene = explorer()
    book = opened(scene)
    assert book.entry is not None
    drawn = [move for move in book.entry.moves if move is not None]
    book.follow_run(playable(scene, move=True))
    assert book.entry is not None
    book.follow_move(next(move for move in drawn if move not in book.entry.moves))
    book.follow_run(len(book.entry.moves))
    assert book.walk.at == 1


def test_the_book_plays_until_it_is_silent(explorer: Explorer) -> None:
    shown, scene = explorer()
    book = opened(scene)
    book.speed = 8.0
    lay_out(shown, scene, "ZSJOLI")
    shown.press("p")
    shown.wait(4)
    assert not book.playing
    assert book.walk.here.move is None


# -- lists --


def test_a_press_on_a_run_lays_out_its_queue_and_goes_on(explorer: Explorer) -> None:
    shown, scene = explorer()
    book = opened(scene)
    run = next(row for row in scene.lists.runs if row.move is not None and row.run != book.walk.here.run)
    scene.lists.reveal(run.run)
    shown.frame()
    shown.click_on(f"run {run.run}")
    before, after = book.walk.steps
    assert run.first <= before.sequence <= run.last
    assert after.state.last is not None
    assert after.state.last.placement == run.move


def test_a_run_without_a_move_is_told_as_such(explorer: Explorer) -> None:
    shown, scene = explorer("new-dt")
    book = opened(scene)
    book.graph.work()
    silent = (place for layer in book.graph.layers for place in layer if None in moves(scene, place))
    scene.jump(next(silent))
    shown.frame()
    before, run = book.walk.at, playable(scene, move=False)
    scene.lists.reveal(run)
    shown.frame()
    assert "no move" in shown.texts
    shown.click_on(f"run {run}")
    shown.frame()
    assert (book.walk.at, book.walk.here.run) == (before, run)
    assert any("there is no move" in words or "has no move" in words for words in shown.texts)


def moves(scene: BooksScene, place: int) -> tuple[Placement | None, ...]:
    return opened(scene).graph.reading.entry(place).moves


def test_runs_are_sorted_by_share_and_filtered_to_the_queue(explorer: Explorer) -> None:
    shown, scene = explorer()
    book = opened(scene)
    first = [row.run for row in scene.lists.runs]
    assert first == sorted(first)
    shown.press("e")
    shares = [row.queues for row in scene.lists.runs]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == 2520
    shown.press("f")
    assert [row.run for row in scene.lists.runs] == [book.walk.here.run]
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
    book = opened(scene)
    book.graph.work()
    longest = max(range(len(book.graph.reading)), key=lambda place: len(moves(scene, place)))
    scene.jump(longest)
    shown.frame()
    assert len(scene.lists.runs) > 500
    assert 5 <= sum(name.startswith("run ") for name in scene.targets.names()) <= 12


# -- the queue --


def test_the_queue_is_written_with_letters(explorer: Explorer) -> None:
    shown, scene = explorer()
    book = opened(scene)
    lay_out(shown, scene, "TZOSJL")
    shown.press("q", "i", "o", "z")
    assert seen(scene)[:3] == "IOZ"
    shown.press("i")
    assert any("I cannot come here" in words for words in shown.texts)
    shown.press("left", "left", "l", "escape", "d")
    assert book.slot is None


def test_the_hold_is_written_and_emptied(explorer: Explorer) -> None:
    shown, scene = explorer()
    book = opened(scene)
    lay_out(shown, scene, "TZOSJL")
    shown.click_on("hold")
    shown.press("s")
    assert book.walk.here.state.hold == "IOTLJSZ".index("S")
    shown.press("left", "backspace")
    assert book.walk.here.state.hold is None
    assert seen(scene)[0] == "S"


def test_a_piece_of_the_palette_is_written_with_the_mouse(explorer: Explorer) -> None:
    shown, scene = explorer()
    book = opened(scene)
    lay_out(shown, scene, "TZOSJL")
    shown.click_on("slot 1")
    shown.click_on("piece I")
    assert seen(scene)[:2] == "TI"
    shown.press("escape")
    shown.click_on("deal")
    assert book.walk.at == 0


# -- the map --


def test_a_press_on_the_map_goes_there(explorer: Explorer) -> None:
    shown, scene = explorer()
    book = opened(scene)
    shown.press("m")
    book.graph.work()
    shown.frame()
    place = book.graph.layers[6][3]
    box = next(target.box for target in scene.targets.all() if target.name == "map")
    plan = plan_in(scene.context.canvas(pygame.display.get_surface()), box, book.graph)
    x, y, width, height = plan.rects[place]
    shown.click(((x + width / 2) / scene.context.scale, (y + height / 2) / scene.context.scale))
    assert book.place == place
    parents = [f"position {each}" for each in book.graph.parents[place]]
    shown.frame()
    assert set(parents) <= set(scene.targets.names())
    scene.targets.focus = parents[0]
    shown.press("enter")
    assert f"position {book.place}" == parents[0]
    shown.press("escape")
    assert scene.view == "Board"


# -- files --


def test_a_damaged_book_is_told_in_one_line_and_the_others_open(
    explorer: Explorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = path_of("new-dt").read_bytes()
    broken = tmp_path / "broken.kbook"
    broken.write_bytes(content[:5000])
    whole = books_of.path_of
    monkeypatch.setattr(books_of, "names", lambda: ["broken", "perfect-clear"])
    monkeypatch.setattr(books_of, "path_of", lambda name: broken if name == "broken" else whole(name))
    shown, scene = explorer("")
    assert opened(scene).listed.title == "Perfect Clear"
    shown.press("b")
    shown.click_on("book 0")
    shown.frame()
    assert sum("checksum" in words for words in shown.texts) >= 1
    assert opened(scene).listed.title == "Perfect Clear"
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
        assert len(scene.listed_books) == expected
    assert (opened(scene).listed.path, opened(scene).listed.stages) == (mine, {})
    assert scene.view == "Board"
    shown.press("o")
    assert (scene.view, scene.path.writing) == ("Books", True)
    shown.press("escape", "escape")
    assert scene.view == "Board"
    while opened(scene).follow():
        shown.frame()


def test_without_any_book_there_is_the_shelf(explorer: Explorer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books_of, "names", list)
    shown, scene = explorer("")
    assert scene.view == "Books"
    shown.press("m", "g", "d", "q", ".", ",", "home", "end", "p", "f", "e", "n", "h", "v")
    assert scene.view == "Books"


# -- the shelf, and all books on one queue --


def test_a_card_says_what_a_book_is_for_and_opens_it_or_its_showcase(
    explorer: Explorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books_of, "names", lambda: ["perfect-clear", "new-dt"])
    shown, scene = explorer()
    shown.press("b")
    shown.frame()
    for number, listed in enumerate(scene.listed_books):
        text, source, figures = " ".join(shown.texts), listed.source, listed.figures
        assert source is not None
        assert figures is not None
        sent = f"{figures.attack[0]:.1f} rows of attack in {figures.pieces[0]:.0f} pieces"
        chance = BookChance(listed.reading.header.value, figures.aim, Over.GAMES).sentence
        for words in (listed.title, source.goal, chance, sent, source.after, source.suits):
            assert words.split()[0] in text
            assert words in text, words
        assert all(f"{what} with piece {place:.0f}" in text for what, place, _ in figures.sends)
        shown.click_on(f"watch {number}")
        assert shown.scene.name == "showcase"
        assert shown.scene.head.shown.name == listed.path.stem  # type: ignore[attr-defined]
        shown.press("escape")
        assert shown.scene is scene
        assert scene.view == "Books"
        shown.frame()
    shown.click_on("book 1")
    assert (scene.view, opened(scene).listed.title) == ("Board", scene.listed_books[1].title)


def test_all_books_play_one_queue(explorer: Explorer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books_of, "names", lambda: ["perfect-clear", "new-dt"])
    shown, scene = explorer()
    shown.press("j")
    assert scene.view == "Compare"
    queues = []
    for _ in range(2):
        shown.frame()
        while scene.comparison.results[scene.listed_books[0]].chance is None:
            scene.comparison.work(scene.listed_books, 0.1)
        shown.frame()
        queue = "".join(PIECES[piece] for piece in scene.comparison.queue)
        assert all(sorted(queue[at : at + 7]) == sorted(PIECES) for at in range(0, 56, 7))
        queues.append(queue)
        for listed in scene.listed_books:
            state = State.open({"queue": f"list:{queue}", "previews": "5"})
            for landing in scene.comparison.results[listed].game.landings:
                state = state.play(str(landing.placement))
            sent = (
                f"{counted(state.tally.attack, 'row')} of attack in {counted(state.tally.placed, 'piece')}."
            )
            assert sent in " ".join(shown.texts)
        shown.press("j")
        lay_out(shown, scene, queue[:6])
        chance = opened(scene).queue_chance
        assert chance is not None
        assert chance.figure in shown.texts
        shown.press("j")
        shown.frame()
        assert chance.figure in shown.texts, "the page of the board has the same chance"
        shown.press("d")
    assert queues[0] != queues[1]


# -- the window --


def test_in_a_narrow_window_the_lists_are_a_drawer(explorer: Explorer) -> None:
    shown, scene = explorer(size=(640, 480), scale=2.0)
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
    assert worth(scene) not in shown.texts
    shown.press("h")
    assert worth(scene) in shown.texts


def test_the_help_lies_over_the_position_that_was_come_to_in_the_same_frame(explorer: Explorer) -> None:
    shown, scene = explorer()
    book = opened(scene)
    run = playable(scene, move=True)
    before = scene.lists.runs
    book.follow_run(run)
    shown.press("?")
    assert scene.lists.runs != before


def test_the_help_names_each_key_once(explorer: Explorer) -> None:
    _, scene = explorer()
    rows = [row for title, rows in groups(scene) if title != "Everywhere" for row in rows]
    keys = [key for listed, _ in rows for key in re.split(", | or ", listed)]
    assert len(keys) == len(set(keys))
    assert "Space" in keys


def test_a_position_is_described_once(explorer: Explorer) -> None:
    """Beside the board where there is room, else on a page of the panel."""
    shown, scene = explorer()
    pages: list[str] = []
    for _ in range(4):
        pages.append(scene.page)
        assert shown.texts.count("Possible queues") == 1
        shown.press("n")
    assert pages == ["Runs", "Moves", "Best", "Runs"]
    shown.press("m")
    shown.click_on("page Position")
    shown.frame(2)
    assert shown.texts.count("Possible queues") == 1, "there is nothing beside the map"
    shown.press("m")
    assert scene.page == "Runs"
    shown, scene = explorer(size=(640, 480), scale=2.0)
    shown.press("n", "n")
    shown.frame(2)
    assert scene.page == "Position"
    assert "Deal another queue" in shown.texts


# -- best play --


def answered(
    shown: Window,
    scene: BooksScene,
    *solved: tuple[str, int],
    futures: int = 840,
    loop: Sequence[LoopMove] = (),
) -> None:
    """Let the engine say with how many orders these placements succeed."""
    shown.wait(1)
    texts, counts = zip(*solved, strict=True)
    report = Clears(best=texts, successes=counts, futures=futures, progress=1.0, loop=tuple(loop), done=True)
    shown.room.finds(SOLVER, report)
    shown.frame(2)


def test_best_play_lists_every_placement_with_its_chance(explorer: Explorer) -> None:
    shown, scene = explorer()
    lay_out(shown, scene, "IOTLJS")
    shown.click_on("page Best")
    shown.wait(1)
    assert shown.room.sought[-1].letters == "IOTLJSZ"
    assert shown.room.sought[-1].rules["queue"] == "list:IOTLJS"
    shown.room.finds(SOLVER, Clears(progress=0.3))
    shown.frame(2)
    assert "being solved" in " ".join(shown.texts)
    move = opened(scene).here.move
    assert move is not None
    others = ("O north 0 0 none", 777), ("I north 1 5 none", 0)
    answered(shown, scene, (str(move), 784), *others)
    start = "96.90\u00a0% of all games by the book come to a perfect clear."
    assert f"This queue: 93.3\u00a0% for a perfect clear. {start}" in " ".join(shown.texts)
    assert "3 placements, 2 with a chance" in shown.texts
    assert any(line.endswith("784 of 840 orders") for line in shown.texts)
    assert [each.rank for each in scene.best.choices] == [1, 2, 3]
    assert [mark.placement for mark in scene.board._marks] == [move, Placement.parse(others[0][0])]
    shown.move(shown.target("choice 2"))
    shown.frame(2)
    assert [mark.placement for mark in scene.board._seen] == [Placement.parse(others[0][0])]
    shown.click_on("choice 2")
    shown.frame(2)
    last = opened(scene).here.state.last
    assert last is not None
    assert last.placement == Placement.parse(others[0][0])
    asked = len(shown.room.sought)
    shown.press("u")
    shown.wait(1)
    assert len(shown.room.sought) == asked  # its answer is kept
    assert scene.best.chance == 784 / 840


@pytest.mark.parametrize(("clears", "is_shown"), [("row", True), ("one", False)])
def test_best_play_tells_clears_in_a_row_where_books_play_for_them(
    explorer: Explorer, clears: str, is_shown: bool
) -> None:
    shown, scene = explorer()
    shown.context.config = with_value(shown.context.config, "tetris.clears", clears)
    lay_out(shown, scene, "IOTLJS")
    shown.click_on("page Best")
    best = "I north 1 0 none"
    answered(shown, scene, (best, 784), ("O north 0 0 none", 777), loop=[LoopMove(best, 0.93, 164.25)])
    lines = [line for line in shown.texts if "orders" in line]
    assert any("784 of 840" in line for line in lines)
    assert ["in a row" in line for line in lines] == [is_shown, False]


def test_best_play_has_the_chance_that_the_book_has(explorer: Explorer) -> None:
    """The chance solved for the queue on the board is the one that the book's chances give, wherever the book leads."""
    shown, scene = explorer()
    shown.click_on("page Best")
    while not opened(scene).graph.counted:
        opened(scene).graph.work(0.1)
    compared = []
    for queue in ("LJTIZS", "TSZIJL"):
        opened(scene).seek(0)
        lay_out(shown, scene, queue)
        for at in range(6):
            move = opened(scene).here.move
            if move is None:
                break
            if at >= 2:  # before it takes long
                shown.wait(0.3)
                if scene.best.pending:
                    *_, last = seek(shown.room.sought[-1])
                    shown.room.finds(SOLVER, last)
                    shown.frame(2)
                chance = opened(scene).queue_chance
                assert chance is not None
                assert scene.best.chance == pytest.approx(chance.value, abs=1e-6)
                assert move[:4] in [each.move[:4] for each in scene.best.choices if each.rank == 1]
                assert BookChance(scene.best.chance, chance.aim, Over.QUEUE).sentence in " ".join(shown.texts)
                assert chance.figure in shown.texts
                compared.append(chance.value)
            opened(scene).follow()
    assert len(compared) >= 6
    assert min(compared) < 1


def test_a_certain_queue_and_an_engine_that_fails_are_told(explorer: Explorer) -> None:
    shown, scene = explorer()
    shown.click_on("page Best")
    answered(shown, scene, ("I north 1 0 none", 840))
    assert "a perfect clear is certain, whatever the bag gives" in " ".join(shown.texts)
    scene.best.fail("The engine has failed.")
    shown.press("d")
    shown.wait(0.1)
    assert scene.best.chance is None


def test_other_books_have_no_best_play(explorer: Explorer) -> None:
    shown, _ = explorer("new-dt")
    shown.wait(1)
    assert "Best" not in shown.texts
    assert shown.room.sought == []
