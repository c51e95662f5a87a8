"""Openers that a person has drawn, in a fumen or the sandbox: they become books, which are trained like any other."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ai.book.file import own_files
from ai.book.work import BookOrder, BookWork, build_own
from ai.work import KeptEngines
from game.errors import BadBook, BadInput
from game.tetris.guideline import Placement, State, fumen
from game.tetris.guideline.openers.drawn import source_text
from game.tetris.guideline.openers.source import parse
from game.tetris.guideline.sandbox import page_of
from gui import destinations as to
from gui.scenes.books.book import own
from gui.scenes.books.values import EQUAL, BookValues
from gui.scenes.books.walk import Walk
from gui.scenes.guided.opener import OpenerScene
from gui.scenes.sandbox.scene import SandboxScene
from gui.ui import clipboard
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.gui.test_openers import by_the_book

FIRST = "I........./I......SS./I.....SST./I......ZTT/OOJ...ZZTL/OOJJJ.ZLLL"
THEN = FIRST.translate(str.maketrans("IOTLJSZ", "#######"))
SECOND = f"..OO....../..OO....../{THEN}"


def drawn(*boards: str) -> list[State]:
    return [State.open({"board": board}) for board in boards]


def fumen_of(*boards: str) -> str:
    return fumen.write([page_of(state) for state in drawn(*boards)])


def test_pages_are_lines_and_go_on_from_one_another() -> None:
    prefix = FIRST.replace("L", ".").replace("Z", ".")
    text = source_text(drawn(prefix, FIRST, SECOND.replace("OO....../..OO", "OO....../..OO")), "mine", "Mine")
    source = parse(text, "mine")
    assert source.title == "Mine"
    first, second = source.stages
    assert [len(line.pieces) for line in first.lines] == [7], (
        "a page that the next one goes on with is no line"
    )
    assert first.lines[0].value is None
    assert (second.position.cells, len(second.lines[0].pieces)) != (0, 7)
    assert second.lines[0].value == 1.0


@pytest.mark.parametrize(
    ("boards", "reason"),
    [
        (("xxxx......",), "no piece is drawn"),
        (("TTTT......",), "page 1: the cells in the colour of T are not one T"),
        (("IIIII.....",), "page 1: the cells in the colour of I are not one I"),
        ((FIRST, "xxxxIIII.."), "page 2 begins with a board to which no page before it leads"),
        (("/".join(["I........."] * 4 + ["x........."] * 8),), "page 1 is 12 rows high"),
    ],
)
def test_a_drawing_that_cannot_be_says_the_page_and_the_reason(boards: tuple[str, ...], reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        source_text(drawn(*boards), "mine", "Mine")


def built(window: Window) -> None:
    """Do the worker's part: the book is built, and the window hears of it."""
    order = window.room.orders["book"]
    assert isinstance(order, BookOrder)
    report = build_own(order.text, Path(order.file))
    window.room.reports("book", report)
    window.frame(2)


def choosing(window: Window) -> OpenerScene:
    assert isinstance(window.scene, OpenerScene)
    return window.scene


@pytest.mark.usefixtures("home", "small")
def test_a_pasted_opener_is_trained_and_every_cost_is_that_of_its_chance(window: WholeWindow) -> None:
    shown = window(
        lambda context: OpenerScene(context, context.scene(to.Home()), "okey-dpc", random.Random(5))
    )
    clipboard.put(fumen_of(FIRST))
    shown.click_on("paste")
    assert "Building" in shown.context.word()
    built(shown)
    scene = choosing(shown)
    (path,) = own_files()
    assert scene.lines is not None
    assert scene.lines.listed.path == path
    scene.lines.book.graph.work()
    shown.frame(2)
    shown.press("enter", "enter")
    assert scene.phase == "ask"
    (listed,) = own()
    values, chance = BookValues(listed.graph.chances, listed.ends), random.Random(3)
    wrong = 0
    for _ in range(60):
        walk = Walk(listed.reading, chance, lambda entry: None)
        while walk.here.move is not None and not values.ended(walk.here, walk.at):
            step = walk.here
            assert step.position is not None
            best = values.of_queue(step.position, step.seen)
            legal = [Placement.parse(each) for each in step.state.legal_moves()]
            for each in chance.sample(legal, min(4, len(legal))):
                cost = values.costs(step, each)
                assert cost == pytest.approx(
                    max(0.0, best - by_the_book(listed, values, walk, each)), abs=2 * EQUAL
                )
                wrong += cost > 0
            assert values.costs(step, walk.here.move) == 0.0
            walk.place(walk.here.move)
    assert wrong > 50


@pytest.mark.usefixtures("home", "small")
def test_the_board_of_the_sandbox_becomes_an_opener_by_keyboard_alone(window: WholeWindow) -> None:
    shown = window(lambda context: SandboxScene(context, context.scene(to.Home()), drawn(FIRST)[0]))
    shown.press("o", ctrl=True)
    shown.frame(2)
    choosing(shown)
    built(shown)
    assert choosing(shown).listed[-1].title == "Your opener 1"


@pytest.mark.usefixtures("home", "small")
def test_a_board_that_is_no_opener_stays_in_the_sandbox(window: WholeWindow) -> None:
    board = drawn("TTTT......")[0]
    shown = window(lambda context: SandboxScene(context, context.scene(to.Home()), board))
    shown.press("o", ctrl=True)
    shown.frame(2)
    assert isinstance(shown.scene, SandboxScene)
    assert shown.context.word() == "This is no opener: page 1: the cells in the colour of T are not one T."
    assert shown.scene.state.field == board.field


@pytest.mark.usefixtures("home", "small")
def test_a_bad_opener_leaves_what_was_there(window: WholeWindow) -> None:
    shown = window(
        lambda context: OpenerScene(context, context.scene(to.Home()), "okey-dpc", random.Random(5))
    )
    before = choosing(shown).listed
    for text in (fumen_of("TTTT......"), "v115@nonsense", "hello", ""):
        clipboard.put(text)
        shown.press("v", ctrl=True)
        assert shown.context.word()
        assert choosing(shown).listed == before
        assert "book" not in shown.room.orders
    assert not own_files()


def test_the_worker_gives_signs_of_life_while_it_builds(tmp_path: Path) -> None:
    text = source_text(drawn(FIRST), "mine", "Mine")
    order = BookOrder(text=text, file=str(tmp_path / "mine.kbook"))
    *signs, last = BookWork.carry_out(order, KeptEngines("ai.registry:create"))
    assert signs
    assert not any(each.done for each in signs)
    assert last.done
    assert 0.5 < last.value < 1
    with pytest.raises(BadBook, match="mine"):
        list(
            BookWork.carry_out(BookOrder(text="name: x", file=order.file), KeptEngines("ai.registry:create"))
        )
