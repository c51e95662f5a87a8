"""The panel of the explorer: the runs of a position and its moves, of which only those in sight are drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ai.book.reading import Entry
from game.tetris.guideline import Placement
from game.tetris.guideline.openers.prefixes import prefix_of
from gui.drawing.canvas import Box, Canvas
from gui.drawing.letters import counted, grouped
from gui.frame.controls import badge
from gui.frame.scroll import Scroll
from gui.frame.targets import Targets
from gui.scenes.books.glyphs import draw_lying, draw_prefix
from gui.scenes.books.walking.outlook import Figures, Option, Outcome, Row, options, percent, rows
from gui.tetris.guideline.words import move_words

ROW = 60.0
_ICON, _RANK = 44.0, 32.0
_INSET = 16.0


class Lists:
    """The rows of one position in the order that was asked for, its `figures`, the move of the row `pointed` at."""

    def __init__(self) -> None:
        self.scroll = Scroll()
        self.by_share = False
        self.filtered = False
        self.pointed: Placement | None = None
        self.pointed_run: int | None = None
        self.runs: list[Row] = []
        self.options: list[Option] = []
        self.figures: Figures | None = None
        self._asked: tuple[Entry | None, int | None, bool, bool] | None = None

    def show(self, entry: Entry | None, run: int | None) -> None:
        """Have the rows of a position, whose queue on the board belongs to `run`."""
        asked = (entry, run if self.filtered else None, self.by_share, self.filtered)
        if asked == self._asked:
            return
        if self._asked is None or asked[0] != self._asked[0]:
            self.scroll.offset = 0.0
        self._asked = asked
        every = [] if entry is None else rows(entry)
        self.options = options(every)
        having = sum(option.queues for option in self.options)
        self.figures = None if entry is None else Figures(entry.total, having, len(every), len(self.options))
        self.runs = [row for row in every if not self.filtered or row.run == run]
        if self.by_share:
            self.runs.sort(key=lambda row: (-row.queues, row.run))

    def forget(self) -> None:
        """No row is pointed at, until the rows are drawn again."""
        self.pointed = self.pointed_run = None

    def reveal(self, run: int | None) -> None:
        """Scroll to a run."""
        place = next((number for number, row in enumerate(self.runs) if row.run == run), None)
        if place is not None:
            self.scroll.show(place * ROW, ROW)

    def beside(self, name: str, by: int) -> str | None:
        """The row above or below that of a target, scrolled into sight; None where there is none, or for no row."""
        rows_ = [f"run {row.run}" for row in self.runs] if name.startswith("run ") else self._moves()
        place = rows_.index(name) + by if name in rows_ else -1
        if not 0 <= place < len(rows_):
            return None
        self.scroll.show(place * ROW, ROW)
        return rows_[place]

    def _moves(self) -> list[str]:
        return [f"move {option.rank}" for option in self.options]

    # -- drawing --

    def draw_runs(
        self,
        canvas: Canvas,
        targets: Targets,
        view: Box,
        entry: Entry,
        here: int | None,
        outcome: Callable[[Placement], Outcome],
        follow: Callable[[int], object],
    ) -> None:
        """The runs; that of the queue on the board, `here`, is lit."""
        for place, box in self._seen(canvas, view, len(self.runs)):
            row = self.runs[place]
            lit = _lit(targets, f"run {row.run}", box, partial(follow, row.run), view)
            if lit or row.run == here:
                self._ground(canvas, box, marked=row.run == here)
            if lit:
                self.pointed, self.pointed_run = row.move, row.run
            self._draw_run(canvas, box, entry, row, None if row.move is None else outcome(row.move))
        self._close(canvas, view)

    def draw_moves(
        self,
        canvas: Canvas,
        targets: Targets,
        view: Box,
        entry: Entry,
        outcome: Callable[[Placement], Outcome],
        follow: Callable[[Placement], object],
    ) -> None:
        """The moves of the position, ranked by how many queues each is for."""
        for place, box in self._seen(canvas, view, len(self.options)):
            option = self.options[place]
            name = f"move {option.rank}"
            if _lit(targets, name, box, partial(follow, option.move), view):
                self._ground(canvas, box, marked=False)
                self.pointed = option.move
            badge(canvas, (box[0] + _INSET + 12, box[1] + ROW / 2), option.rank, proven=True)
            words = f"{_queues(option.queues)}, {percent(option.queues / entry.total)}"
            inner = (box[0] + _RANK, box[1], box[2] - _RANK, box[3])
            self._draw_words(canvas, inner, option.move, outcome(option.move), words)
        self._close(canvas, view)

    def _seen(self, canvas: Canvas, view: Box, count: int) -> list[tuple[int, Box]]:
        """The rows in sight; arrows reach those beyond."""
        top = self.scroll.fit(view, count * ROW)
        first = max(0, int((view[1] - top) // ROW))
        last = min(count, int((view[1] + view[3] - top) // ROW) + 1)
        self._clip = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect(view).clip(self._clip))
        return [(place, (view[0], top + place * ROW, view[2], ROW)) for place in range(first, last)]

    def _close(self, canvas: Canvas, view: Box) -> None:
        canvas.surface.set_clip(self._clip)
        self.scroll.draw(canvas)

    @staticmethod
    def _ground(canvas: Canvas, box: Box, *, marked: bool) -> None:
        colour = canvas.theme.colour
        canvas.panel(box, colour.raised, radius=8)
        if marked:  # an edge that amber has drawn: this is what the book says to the queue on the board
            canvas.panel((box[0], box[1] + 12, 3, box[3] - 24), colour.amber_line, radius=1.5)

    @staticmethod
    def _draw_run(canvas: Canvas, box: Box, entry: Entry, row: Row, led: Outcome | None) -> None:
        colour = canvas.theme.colour
        x, right, middle = box[0] + _INSET, box[0] + box[2] - _INSET, box[1] + ROW / 2
        used = _draw_value(canvas, (right, middle - 11), led)
        prefix = prefix_of(entry.position, row.first, row.last)
        draw_prefix(canvas, (x + _ICON, middle - 11), prefix, right - x - _ICON - used - 12)
        share = f"{grouped(row.queues)} · {percent(row.queues / entry.total, 2)}"
        used = canvas.text((right, middle + 13), share, "label", colour.text3, "right")
        room = right - x - _ICON - used - 8
        if row.move is None:
            canvas.text((x + 16, middle), "–", "body", colour.text3, "middle")
            canvas.text(
                (x + _ICON, middle + 13), canvas.fitted("no move", "label", room), "label", colour.text3
            )
            return
        draw_lying(canvas, (x + 16, middle), row.move)
        name = canvas.brief(move_words(str(row.move)), "label", room)
        canvas.text((x + _ICON, middle + 13), name, "label", colour.text2)

    @staticmethod
    def _draw_words(canvas: Canvas, box: Box, move: Placement, led: Outcome, words: str) -> None:
        """A move with its name, what it leads to, and `words` below."""
        colour = canvas.theme.colour
        x, right, middle = box[0] + _INSET, box[0] + box[2] - _INSET, box[1] + ROW / 2
        draw_lying(canvas, (x + 12, middle), move)
        used = _draw_value(canvas, (right, middle - 11), led)
        x += 40
        name = canvas.brief(move_words(str(move)), "body", right - x - used - 8)
        canvas.text((x, middle - 11), name, "body", colour.text)
        said = words if led.words == "leads on" else f"{led.words} · {words}"
        if canvas.text_width(said, "label") > right - x:
            said = words
        canvas.text((x, middle + 12), canvas.fitted(said, "label", right - x), "label", colour.text3)


def _lit(targets: Targets, name: str, box: Box, press: Callable[[], object], view: Box) -> bool:
    """Whether the pointer or the keyboard is on a row; one of which less than half is in sight is only drawn."""
    if not view[1] <= box[1] + box[3] / 2 < view[1] + view[3]:
        return False
    hovered = targets.add(name, box, press, radius=8, within=view)
    return hovered or (targets.ring and targets.focused(name))


def _draw_value(canvas: Canvas, at: tuple[float, float], led: Outcome | None) -> float:
    """What a move leads to, in amber, its right end at `at`; returns its width."""
    if led is None or led.value is None:
        return 0.0
    return canvas.text(at, percent(led.value), "strong", canvas.theme.colour.amber_text, "right")


def _queues(count: int) -> str:
    return counted(count, "queue")
