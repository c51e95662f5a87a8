"""The chapters of a showcase: a list in which the current one is lit, and its words beside or below the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from game import showcase as showcases
from game.errors import KibitzError
from game.record import Chapter
from game.showcase import minutes
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.play.panel import PanelColumn
from gui.play.playhead import Scheduled
from gui.ui.canvas import Box, Canvas
from gui.ui.commands import Command
from gui.ui.controls import button
from gui.ui.layout import BUTTON_STEP
from gui.ui.scroll import Scroll
from gui.ui.targets import Targets

ROW = 36.0
_GAP = 8.0  # between a caption and a remark
_HEADER, _LINE, _AIR = 28.0, 20.0, 8.0  # of words on small room: number and title, a line, above and below
_NARROWEST, _WIDEST, _STEP = 176, 344, 24  # units that a column of words beside the board may have
_LEAST_BOARD, _SMALLEST_BOARD = 150.0, 100.0


class Placing(NamedTuple):
    """Places of the words of all chapters and of the board; the words are `beside` it, or below it."""

    words: Box
    board: Box
    beside: bool


class ChapterPanel:
    """The chapters of what a playhead follows."""

    def __init__(self, head: Scheduled) -> None:
        self.head = head
        self.scroll = Scroll()
        self._followed = (0, 0.0)  # the chapter that was brought into sight, in a view so high
        self._placed: tuple[object, Placing] | None = None  # for a box of the board, a scale and so on
        self._high: tuple[object, float] | None = None

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        return self.head.shown.record.chapters

    @property
    def number(self) -> int:
        """The number of the current chapter, the first being 0."""
        now = self.head.chapter
        return 0 if now is None else self.chapters.index(now)

    @property
    def current(self) -> Chapter:
        return self.chapters[self.number]

    @property
    def remark(self) -> str:
        """Return the remark on the position that is shown; empty if there is none."""
        return self.head.shown.remark(self.head.seconds)

    @property
    def text(self) -> str:
        """All words beside the position that is shown: the chapter's caption, then the remark, a paragraph each."""
        return "\n".join(filter(None, (self.current.caption, self.remark)))

    @property
    def texts(self) -> tuple[str, ...]:
        """The words of each chapter where most is said."""
        longest = (max((each.text for each in one.remarks), key=len, default="") for one in self.chapters)
        return tuple(
            "\n".join(filter(None, (one.caption, text)))
            for one, text in zip(self.chapters, longest, strict=True)
        )

    def follow(self, targets: Targets) -> None:
        """Bring into sight what the keyboard has come to, and the current chapter once it, or the view, is another."""
        self.scroll.follow(targets)
        now = self.number, self.scroll.view[3]
        if now != self._followed and self.scroll.content:
            row = self.scroll.content / len(self.chapters)
            self._followed = now
            self.scroll.show(self.number * row, row)
            self.scroll.offset = round(self.scroll.offset / row) * row  # no row is cut

    # -- the list --

    def draw_list(self, column: PanelColumn, height: float, row: float = ROW) -> None:
        """The chapters in so much height, the first one's middle at `y`; a list that is longer scrolls."""
        content = row * len(self.chapters)
        height = min(content, max(1.0, height // row) * row)
        view = (column.left - column.inset, column.y - row / 2, column.width + 2 * column.inset, height)
        top, begin = self.scroll.fit(view, content), column.y
        column.view = view
        with column.canvas.clipped(view):
            for number in range(len(self.chapters)):
                column.y = top + row * (number + 0.5)
                self._draw_row(column, number, row)
            self.scroll.draw(column.canvas)
        column.view, column.y = None, begin + height

    def _draw_row(self, column: PanelColumn, number: int, row: float) -> None:
        canvas, colour, now = column.canvas, column.canvas.theme.colour, number == self.number
        press = partial(self.head.to_chapter, number)
        column.row(f"chapter {number + 1}", row, press, chosen=now, inset=column.inset)
        ink, style = (colour.text, "strong") if now else (colour.text2, "body")
        begin = 40 if column.inset > 12 else 26
        canvas.text(
            (column.left + (begin - 16) / 2, column.y), str(number + 1), "label", colour.text3, "middle"
        )
        mark = colour.text if now else colour.text3
        begins = minutes(self.head.shown.chapter_times[number][0])
        used = canvas.text((column.right, column.y), begins, "label", mark, "right")
        title, room = self.chapters[number].title, column.width - begin - 8 - used
        if canvas.text_width(title, style) > room:
            style = "small" if now else "label"
        canvas.text((column.left + begin, column.y), canvas.fitted(title, style, room), style, ink)

    # -- the words --

    def height(self, context: AppContext, width: float) -> float:
        """The height of the words of the longest chapter in a column."""
        key = (width, context.scale, self.chapters)
        if self._high is None or self._high[0] != key:
            wrap, kind = context.renderer.wrap, context.theme.type["body"]
            most = max(len(wrap(text, kind, width, context.scale)) for text in self.texts)
            self._high = key, most * kind.line
        return self._high[1]

    def draw_current(self, canvas: Canvas, box: Box) -> float:
        """The current chapter with its words, in the middle of a box; returns the y below them.

        There is room for the longest remark of the chapter from its beginning, so that nothing moves when one comes.
        """
        x, y, width, height = box
        colour, chapter, kind = canvas.theme.colour, self.current, canvas.theme.type["body"]

        def lines(text: str) -> int:
            return len(canvas.renderer.wrap(text, kind, width, canvas.scale)) if text else 0

        held = max((lines(remark.text) for remark in chapter.remarks), default=0)
        caption = lines(chapter.caption)
        y += max(24.0, (height - 110 - 24 * (caption + held)) / 2)
        canvas.text((x, y), f"Chapter {self.number + 1} of {len(self.chapters)}", "label", colour.text3)
        y += 20
        for line in canvas.renderer.wrap(chapter.title, canvas.theme.type["figure"], width, canvas.scale):
            canvas.text((x, y + 14), line, "figure", colour.text)
            y += 34
        room = max(1, int((box[1] + height - 36 - y) / 24))
        y += 8
        y += canvas.paragraph((x, y, width, 0), chapter.caption, "body", colour.text2, room)
        if held:
            y += _GAP if caption else 0
            canvas.paragraph((x, y, width, 0), self.remark, "body", colour.text, max(1, room - caption))
            y += 24 * held
        return y + 4

    def draw_words(self, column: PanelColumn, context: AppContext) -> None:
        """The words of the current chapter in a column, with room for those of any other."""
        place = (column.left, column.y, column.width, 0.0)
        column.canvas.paragraph(place, self.text, "body", column.canvas.theme.colour.text2)
        column.y += self.height(context, column.width)

    def place(self, context: AppContext, margin: float, board: Box, aspect: float, extra: float) -> Placing:
        """Return the places of words in small letters and of the board, as large as it can be, in a small box.

        `aspect` is the board's width by its height, `extra` what stands below the words. It is the same for all
        chapters: the board stays where it is.
        """
        key = (board, aspect, extra, context.scale, self.chapters)
        if self._placed is None or self._placed[0] != key:
            placed = self._place(context, margin, board, aspect, extra)
            if placed.board[3] < _LEAST_BOARD:  # then what stands below the words is left out
                placed = self._place(context, margin, board, aspect, 0.0)
            self._placed = key, placed
        return self._placed[1]

    def _place(self, context: AppContext, margin: float, board: Box, aspect: float, extra: float) -> Placing:
        x, y, width, height = board
        kind = context.theme.type

        def needed(wide: float, *, beside: bool) -> float:
            def count(text: str, style: str) -> int:
                return len(context.renderer.wrap(text, kind[style], wide, context.scale))

            heads = [
                _LINE + kind["strong"].line * count(each.title, "strong") if beside else _HEADER
                for each in self.chapters
            ]
            words = [_LINE * count(text, "label") for text in self.texts]
            return max(map(sum, zip(heads, words, strict=True))) + extra + 2 * _AIR

        below = needed(width - 2 * margin, beside=False)
        low = min(height - below, width / aspect)
        columns = [
            wide
            for wide in range(_NARROWEST, _WIDEST + 1, _STEP)
            if needed(wide, beside=True) <= height and (width - wide - 2 * margin) / aspect > _LEAST_BOARD
        ]
        column = min(columns, default=0)
        narrow = min(height, (width - column - 2 * margin) / aspect) if column else 0.0
        if narrow >= low:
            left = x + margin
            used = column + 2 * margin
            board = (x + used, y, width - used, min(height, narrow))
            return Placing((left, y, column, height), board, beside=True)
        low = max(_SMALLEST_BOARD, height - below)
        words = (x + margin, y + low, width - 2 * margin, height - low)
        return Placing(words, (x, y, width, low), beside=False)

    def draw_small(self, canvas: Canvas, placing: Placing) -> float:
        """The current chapter in small letters; returns the y below its words."""
        (x, y, width, height), colour, chapter = placing.words, canvas.theme.colour, self.current
        of = f"Chapter {self.number + 1} of {len(self.chapters)}"
        y += _AIR
        if placing.beside:
            canvas.text((x, y + _LINE / 2), of, "label", colour.text3)
            y += _LINE
            y += canvas.paragraph((x, y, width, 0), chapter.title, "strong", colour.text)
        else:
            used = canvas.text((x, y + _LINE / 2), chapter.title, "strong", colour.text)
            canvas.text((x + used + 16, y + _LINE / 2), of, "label", colour.text3)
            y += _HEADER - 4
        room = max(1, int((placing.words[1] + height - y) / _LINE))
        return y + canvas.paragraph((x, y, width, 0), self.text, "label", colour.text2, room)


# What is offered once a showcase is over.


def next_showcase(scene: Scene, head: Scheduled) -> list[Command]:
    """Again from its beginning, and the showcase behind this one, to go back from it to where this one was opened."""
    following, context = showcases.after(head.shown.name), scene.context
    again = Command("Space", head.toggle, label="Watch again", name="again")
    if following is None:
        return [again]

    def go_on() -> None:
        try:
            scene.go(context.scene(to.Show(following.name), scene.back or context.scene(to.Home())))
        except KibitzError as error:
            context.reply(str(error))

    label = f"Next: {following.title}"
    return [again, Command("N", go_on, "the next showcase", label, "next")]


def draw_ways(
    canvas: Canvas, targets: Targets, box: Box, commands: Sequence[Command], wide: float = 200.0
) -> float:
    """Buttons in as many columns as have room in a box; returns the y below them."""
    x, y, width, _ = box
    columns = max(1, min(len(commands), int((width + _GAP) / (wide + _GAP))))
    each = (width - _GAP * (columns - 1)) / columns
    for number, command in enumerate(commands):
        row, column = divmod(number, columns)
        place = (x + column * (each + _GAP), y + row * BUTTON_STEP, each, 36.0)
        words = canvas.fitted(command.label, "body", each - 24)
        button(canvas, targets, command.name, place, words, command.press, about=command.tip)
    return y + BUTTON_STEP * -(-len(commands) // columns)
