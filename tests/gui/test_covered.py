"""Words that used to be cut or covered: keys of many letters, names beside hints, messages, lists at 200 %."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game import showcase as showcases
from game.record import Seat
from game.session import Session
from game.showcase import Showcase
from gui import screenshot
from gui.context import Scene
from gui.games.zuniq.board_view import WALL, Geometry
from gui.scenes.play import PlayScene
from gui.scenes.review import ReviewScene
from gui.stage import stage_context
from gui.ui.layout import BAR
from gui.ui.targets import Target
from gui.ui.text import clears_words, percent
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Noted, Window
from tests.gui.test_layout import Paper, cut_off, lap, over_each_other, written_over

pytestmark = pytest.mark.usefixtures("read_once")

REFERENCE, SMALLEST = (1280, 720), (640, 480)
LONG = (
    "This cannot be read as a board: a fumen begins with v115@, and a field is rows of letters, one a line. "
    "A link with either of them, or a file, is accepted as well."
)


class Covered(Paper):
    """Forgets the lines that a ground covers later on."""

    def fill(self, color: Any, rect: Any = None, special_flags: int = 0) -> pygame.Rect:
        done = super().fill(color, rect, special_flags)
        self.lines = [line for line in self.lines if not line[0].colliderect(done)]
        return done


def sheet(size: tuple[int, int]) -> Covered:
    """A sheet on which the lines of text are noted."""
    paper = Covered(size, 0, 32)
    paper.letters, paper.lines = Noted(), []
    return paper


def drawn(scene: Scene, paper: Paper) -> None:
    """Draw twice, as a scene learns its size in its first frame; the lines are those of the second."""
    scene.context.renderer = paper.letters
    for _ in range(2):
        paper.lines.clear()
        scene.refresh()
        scene.draw(scene.context.canvas(paper))


def target(scene: Scene, name: str) -> Target:
    return next(each for each in scene.targets.all() if each.name == name)


def ink_of(paper: Paper, words: str) -> list[pygame.Rect]:
    """Return the boxes of these words."""
    return [ink for ink, text in paper.lines if text == words]


@pytest.mark.parametrize(("size", "scale"), [(REFERENCE, 1.0), (SMALLEST, 1.0), (REFERENCE, 2.0)])
def test_a_key_of_many_letters_has_room_in_its_column(
    size: tuple[int, int], scale: float, dummy: None
) -> None:
    session = Session.new("zuniq", {"dots": "9x9"}, (Seat("You"), Seat("Guest")))
    scene, paper = PlayScene(stage_context(scale=scale), None, session, hints=True), sheet(size)
    scene.panel_open = True
    drawn(scene, paper)
    canvas = scene.context.canvas(paper)
    (ink,) = ink_of(paper, "Shift+H")
    assert canvas.rect(target(scene, "hints").box).contains(ink)
    frame = scene.context.frame(canvas)
    assert target(scene, "hints").box[0] + target(scene, "hints").box[2] <= frame.width - frame.margin
    assert lap(target(scene, "hints").box, target(scene, "moves").box) < 0


@pytest.mark.parametrize(("size", "scale"), [(REFERENCE, 1.0), (SMALLEST, 1.0), (REFERENCE, 2.0)])
def test_the_name_of_a_wall_that_is_pointed_at_covers_no_hint_and_no_wall(
    size: tuple[int, int], scale: float, dummy: None, shown: Showcase
) -> None:
    scene, paper = screenshot.sight("play", stage_context(scale=scale), shown), sheet(size)
    assert isinstance(scene, PlayScene)
    drawn(scene, paper)
    hints = [choice.proof or percent(choice.worth.value) for choice in scene.shown_choices()]
    items = [figure for figure in hints if ink_of(paper, figure)]
    before = [words for _, words in paper.lines]
    canvas, state = scene.context.canvas(paper), scene.session.position
    geometry = Geometry.fit(state.grid, scene.board_box(scene.context.frame(canvas)))  # type: ignore[attr-defined]
    walls = [canvas.rect(geometry.wall_box(wall, WALL, 1.0)) for wall in state.drawn]  # type: ignore[attr-defined]
    for move in scene.session.position.legal_moves():
        paper.lines.clear()
        scene.ui.board.highlight(move)
        scene.draw(scene.context.canvas(paper))
        assert written_over(paper) == [], move
        assert all(ink.collidelist(walls) < 0 for ink in ink_of(paper, move)), move
        now = [words for _, words in paper.lines]
        assert all(now.count(each) == before.count(each) for each in items), move


def test_the_hints_keep_their_figures_at_200_percent(dummy: None, shown: Showcase) -> None:
    for name in ("play", "four-wide"):
        scene, paper = screenshot.sight(name, stage_context(scale=2.0), shown), sheet(REFERENCE)
        assert isinstance(scene, PlayScene)
        drawn(scene, paper)
        assert scene.context.frame(scene.context.canvas(paper)).drawer, "the list is not seen"
        for choice in scene.shown_choices()[:2]:
            figure = choice.proof or (
                clears_words(choice.worth.value) if name == "four-wide" else f"{100 * choice.worth.value:.0f}"
            )
            assert ink_of(paper, figure), (name, choice.move)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("four-wide-end", "Expected at the start"),
        ("bridge-result", "Mistakes"),
        ("tetrio-match", "APM"),
        ("sandbox", "T 2-4"),
        ("play", "D2h"),
    ],
)
def test_no_list_is_empty_or_covered_at_200_percent(
    name: str, words: str, dummy: None, shown: Showcase
) -> None:
    scene, paper = screenshot.sight(name, stage_context(scale=2.0), shown), sheet(REFERENCE)
    scene.panel_open = name != "bridge-result"
    drawn(scene, paper)
    frame = scene.context.frame(scene.context.canvas(paper))
    column = scene.context.canvas(paper).rect(frame.panel)
    seen = [(ink, text) for ink, text in paper.lines if ink.colliderect(column)]
    assert name == "play" or words in [message for _, message in seen], seen
    paper.lines = seen
    assert written_over(paper) == []
    assert cut_off(paper) == []
    names = scene.targets.names()
    in_column = set(names[names.index("panel") if "panel" in names else 0 :])
    assert [pair for pair in over_each_other(scene) if in_column.issuperset(pair)] == []


def test_a_board_stands_beside_the_open_drawer(dummy: None, shown: Showcase) -> None:
    for name, edge in (("play", "6"), ("tetris-coach", "Next"), ("sandbox", "Next"), ("bridge-play", "You")):
        scene, paper = screenshot.sight(name, stage_context(scale=2.0), shown), sheet(REFERENCE)
        scene.panel_open = True
        drawn(scene, paper)
        assert ink_of(paper, edge), name


def test_the_order_of_mistakes_is_not_under_the_button(dummy: None, shown: Showcase) -> None:
    scene, paper = screenshot.sight("bridge-review", stage_context(), shown), sheet(SMALLEST)
    assert isinstance(scene, ReviewScene)
    drawn(scene, paper)
    scene.list.offset = 0.0
    scene.draw(scene.context.canvas(paper))
    order, button = target(scene, "order 0").box, target(scene, "play on").box
    assert order[1] + order[3] <= scene.list.view[1] + scene.list.view[3] < button[1] - 4


def test_no_row_of_mistakes_is_cut_at_the_edge_of_the_column(dummy: None, shown: Showcase) -> None:
    scene, paper = screenshot.sight("bridge-review", stage_context(), shown), sheet(SMALLEST)
    assert isinstance(scene, ReviewScene)
    drawn(scene, paper)
    canvas = scene.context.canvas(paper)
    frame, view = scene.context.frame(canvas), canvas.rect(scene.list.view)
    edge = canvas.px(frame.width - frame.margin) + 1
    for offset in (0.0, 80.0, 160.0):
        scene.list.offset = offset
        paper.lines.clear()
        scene.draw(canvas)
        assert [text for ink, text in paper.lines if ink.colliderect(view) and ink.right > edge] == []


@pytest.mark.parametrize("name", ["sandbox", "play", "bridge-play"])
@pytest.mark.parametrize(("size", "scale"), [(REFERENCE, 1.0), (SMALLEST, 1.0), (REFERENCE, 2.0)])
def test_a_message_covers_neither_the_bar_s_words_nor_the_board(
    name: str, size: tuple[int, int], scale: float, dummy: None, shown: Showcase
) -> None:
    for message in ("Saved.", "The game could not be saved: the disk is full. Free some room on it.", LONG):
        scene, paper = screenshot.sight(name, stage_context(scale=scale), shown), sheet(size)
        scene.context.reply(message)
        drawn(scene, paper)
        canvas, box = scene.context.canvas(paper), target(scene, "word").box
        place = canvas.rect(box)
        items = [text for ink, text in paper.lines if place.contains(ink) and text in message]
        assert " ".join(items).split() == message.split(), "it is told in full"
        inside = [words for ink, words in paper.lines if ink.colliderect(place) and words not in message]
        if scale < 2 or message != LONG:
            assert set(inside) <= {"Share", "?"}
            assert box[1] + box[3] <= BAR


def test_what_a_choice_means_is_told_in_its_place_and_once(window: WholeWindow, shown: Showcase) -> None:
    opened: Window = window(lambda context: screenshot.sight("new-game-bridge", context, shown))
    opened.frame()
    assert "Looks at twenty deals for each card; rarely makes a mistake." in opened.texts
    opened.scene.targets.pointer = target(opened.scene, "level 0").middle
    opened.frame()
    under = opened.scene.targets.under_pointer
    assert under is not None
    assert under.name == "level 0"
    assert under.about == "", "no hint beside the pointer covers the sentence"
    assert "Looks at twenty deals for each card; rarely makes a mistake." not in opened.texts


def test_the_titles_of_showcases_are_written_alike(dummy: None) -> None:
    for size in (REFERENCE, (1010, 568), SMALLEST):
        scene, paper = (
            screenshot.sight("home", stage_context(), showcases.load("zuniq-duel")),
            sheet(size),
        )
        drawn(scene, paper)
        titles = {one.title for one in showcases.load_all()[0]}
        canvas = scene.context.canvas(paper)
        tiles = [
            (ink, words)
            for ink, words in paper.lines
            if words in titles and any(canvas.rect(each.box).contains(ink) for each in scene.targets.all())
        ]
        styles = {
            style
            for ink, words in tiles
            for style in ("body", "label")
            if abs(canvas.text_width(words, style) * scene.context.scale - ink.width) <= 3
        }
        assert not tiles or len(styles) == 1, (size, styles)
