"""Openers asked piece by piece: what is called wrong costs what it says, and a line is left and taken up again."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from ai.book.file import path_of
from ai.tetris.guideline.clear_search import Clears
from game.guided import openers
from game.tetris.guideline import Placement
from game.tetris.guideline.openers.position import bag_after
from gui import destinations as to
from gui.scenes.books.best_play import SOLVER
from gui.scenes.books.book import ListedBook, opened
from gui.scenes.books.scene import BooksScene
from gui.scenes.books.values import EQUAL, BookValues
from gui.scenes.books.walk import Walk, child, ordered, possible
from gui.scenes.guided.opener import OpenerScene
from gui.scenes.practice.scene import PracticeScene
from gui.ui.text import MINUS
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

# The books whose chances are worked out; in hachispin-dpc every wrong placement leads out of the book.
BOOKS = {"bt-loop": True, "hachispin-dpc": False, "new-dt": True, "okey-dpc": True}
QUESTIONS = 120  # of each


@cache
def counted(name: str) -> ListedBook:
    """A book with its chances and its map, which all tests of this file share."""
    listed = opened(path_of(name))
    listed.graph.work()
    return listed


@pytest.mark.parametrize("name", BOOKS)
def test_a_move_called_wrong_costs_what_it_says_and_no_other_is_called_wrong(name: str) -> None:
    """On random questions: the book's value of a queue is that behind its move, and costs follow from these."""
    listed, chance = counted(name), random.Random(7)
    values, chances = BookValues(listed.graph.chances, listed.ends), listed.graph.chances
    asked = wrong = others = 0
    while asked < QUESTIONS:
        walk = Walk(listed.reading, chance, lambda entry: chances.of_queues(entry)[1].tolist())
        while asked < QUESTIONS and walk.here.move is not None and walk.at < 20:
            if values.ended(walk.here, walk.at):
                break
            step, asked = walk.here, asked + 1
            position, move = step.position, step.move
            assert position is not None
            assert move is not None
            best = values.of_queue(position, step.seen)
            assert values.after(step, move) == pytest.approx(best, abs=2 * EQUAL)
            assert values.costs(step, move) == 0.0
            legal = [Placement.parse(each) for each in step.state.legal_moves()]
            assert step.entry is not None
            near = [each for each in legal if each in step.entry.moves]  # the book's with other queues
            for each in {*near, *chance.sample(legal, min(4, len(legal)))}:
                cost = values.costs(step, each)
                behind = by_the_book(listed, values, walk, each)
                assert cost == pytest.approx(max(0.0, best - behind), abs=2 * EQUAL)
                wrong += cost > 0
                others += cost > 0 and behind > 0
            walk.place(move)
    assert wrong > QUESTIONS
    assert (others > 0) is BOOKS[name]  # some stay in the book, and keep a part of the chance


def by_the_book(listed: ListedBook, values: BookValues, walk: Walk, move: Placement) -> float:
    """The chance behind a placement, piece by piece that can come, each asked of the walk itself."""
    step = walk.here
    assert step.position is not None
    after = child(step.position, move)
    ends = listed.ends or {}
    if not after.cells or after in ends:
        return ends.get(after, 1.0)
    if listed.reading.find(after) is None:
        return 0.0
    state = step.state.lock(move, held=move.piece != step.state.piece)
    five = (*(() if state.hold is None else (state.hold,)), *state.queue.listed)
    bag = bag_after(*step.bag, move.piece)
    letters = possible(bag, ordered(bag, five))
    chances = []
    for letter in letters:
        other = Walk(listed.reading, random.Random(0), lambda _: None)
        other.steps, other.at = list(walk.steps[: walk.at + 1]), walk.at
        other.put(move, letter)
        following = other.here.move
        chances.append(0.0 if following is None else values.after(other.here, following))
    return sum(chances) / len(chances)


def asking(window: Window) -> OpenerScene:
    scene = window.scene
    assert isinstance(scene, OpenerScene)
    return scene


def opened_at(window: WholeWindow, name: str) -> Window:
    counted(name)
    shown = window(lambda context: OpenerScene(context, context.scene(to.Home()), name, random.Random(5)))
    shown.frame(2)
    assert asking(shown).ready
    return shown


@pytest.mark.usefixtures("home", "small")
def test_the_line_is_shown_and_then_asked_by_keyboard_alone(window: WholeWindow) -> None:
    shown = opened_at(window, "okey-dpc")
    scene = asking(shown)
    shown.press("enter")
    assert scene.phase == "show"
    before, first = scene.here.seen, scene.here.move
    shown.wait(2.0)
    assert scene.here.seen != before
    shown.press("enter")
    assert scene.phase == "ask"
    assert (scene.here.seen, scene.here.move) == (before, first)
    assert scene.lines is not None
    values = scene.lines.values
    assert values is not None
    step = scene.here
    bad = next(each for each in step.state.legal_moves() if values.costs(step, Placement.parse(each)) > 0)
    scene.chosen(bad)
    shown.frame(2)
    assert scene.here.seen == before  # it is tried again
    assert any(words.startswith(MINUS) for words in shown.texts)
    shown.press("s")
    assert scene.results == [False]
    while scene.phase == "ask":
        scene.chosen(str(scene.here.move))
        shown.frame()
    assert scene.results[1:] == [True] * (len(scene.results) - 1)
    assert f"{len(scene.results) - 1} of {len(scene.results)} right at first." in shown.texts
    (asked,) = openers.read().asked
    assert not asked.right
    shown.press("b", "q", "v", "enter")
    assert scene.phase == "ask"  # at once, and the queue that went wrong
    assert sorted(scene.here.seen[:2]) == sorted(before[:2])
    assert scene.here.seen[2:] == before[2:]
    shown.press("b", "q", "n")
    assert sorted(scene.here.seen[:2]) == sorted(openers.mirrored(before)[:2])


@pytest.mark.usefixtures("home", "small")
def test_by_mouse_alone_and_a_line_that_was_left_is_taken_up(window: WholeWindow) -> None:
    shown = opened_at(window, "okey-dpc")
    scene = asking(shown)
    shown.click_on("way 1")
    shown.click_on("start")
    for _ in range(3):
        scene.chosen(str(scene.here.move))
        shown.frame()
    shown.click_on("show")
    state, results = scene.here.state, scene.results
    shown.press("escape", "escape")
    again = opened_at(window, "okey-dpc")
    again.click_on("start")
    other = asking(again)
    assert other.phase == "ask"
    assert other.here.state.field == state.field
    assert other.here.seen == scene.here.seen
    assert sorted(other.results) == sorted(results)


@pytest.mark.usefixtures("home", "small")
def test_best_play_is_judged_by_counting_every_placement(window: WholeWindow) -> None:
    shown = opened_at(window, "perfect-clear")
    scene = asking(shown)
    shown.press("v", "enter")
    shown.wait(0.5)
    right, wrong, *_ = [each for each in scene.here.state.legal_moves() if each != str(scene.here.move)]
    shown.room.finds(
        SOLVER,
        Clears(best=(right, str(scene.here.move), wrong), successes=(80, 80, 60), futures=100, done=True),
    )
    shown.frame(2)
    scene.chosen(wrong)
    shown.frame()
    assert f"{MINUS}20.0\u00a0%" in shown.texts
    assert any(words.startswith("60.0\u00a0% is still there") for words in shown.texts)
    scene.chosen(right)  # as good as the book's
    shown.frame()
    assert scene.results == [False]
    assert scene.book is not None
    assert scene.book.walk.at == 1


@pytest.mark.usefixtures("small")
def test_it_is_reached_from_books_and_from_practice(window: WholeWindow, home: Path) -> None:
    counted("new-dt")
    shown = window(lambda context: BooksScene(context, context.scene(to.Home()), "new-dt", seed=1))
    shown.click_on("ask")
    book = asking(shown).book
    assert book is not None
    assert book.listed.path.stem == "new-dt"
    (home / "data" / "guided").mkdir(parents=True)
    (home / "data" / "guided" / "openers.json").write_text('{"asked": 3}')
    shown = window(lambda context: context.scene(to.Practice(), context.scene(to.Home())))
    assert isinstance(shown.scene, PracticeScene)
    shown.press("o")
    assert asking(shown).training == openers.Training()
    assert "holds no openers" in shown.context.word()
    shown.press("escape")
    shown.move((400.0, 450.0))  # over the list, which scrolls
    shown.click_on("openers")
    assert asking(shown).listed
