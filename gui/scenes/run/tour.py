"""A showcase of a long game: chapters, captions and a tour through them, or any pace from any piece."""

from __future__ import annotations

from functools import partial

import pygame

from game.record import Chapter, Record
from game.showcase import Leg, Showcase
from gui.context import AppContext, Scene
from gui.play.game_ui import PanelColumn
from gui.scenes.run.footer import STEP, draw_ways
from gui.scenes.run.playback import KEPT_SPEEDS, Playback
from gui.scenes.run.runners import Plan, Runner
from gui.scenes.run.watch import WatchScene
from gui.ui.canvas import Canvas
from gui.ui.commands import Command
from gui.ui.controls import heading
from gui.ui.layout import Frame
from gui.ui.text import grouped, short_count

# A long game that was kept: watched again from any piece, with nobody playing on.

EASY_SPEED = 4.0


class KeptScene(WatchScene):
    """One runner whose game is known to its end."""

    name = "kept"

    def __init__(self, context: AppContext, back: Scene | None, record: Record, pace: Playback) -> None:
        """Raises `BadRecord` where the run turns out to be no game."""
        run = record.run
        assert run is not None
        plan = Plan((run.controller or record.seats[0].engine,), run.rules, record.seed)
        super().__init__(context, back, plan, Runner.kept(context.room, "run-0", plan, run), pace)
        self.record = record
        self.remember({note.ply: note.advice for note in record.notes})
        self.pace.put(min(record.cursor, run.count))

    @classmethod
    def of(cls, context: AppContext, back: Scene | None, record: Record) -> KeptScene:
        """The game of a record that has a run, where it was left."""
        speed = context.config.classic.watch_speed or EASY_SPEED
        return cls(context, back, record, Playback(KEPT_SPEEDS, speed))

    @property
    def end(self) -> int:
        return self.runner.count

    def ticks(self) -> tuple[int, ...]:
        return tuple(chapter.ply for chapter in self.record.chapters if chapter.ply)

    def bar_detail(self) -> str:
        return self.record.title or super().bar_detail()

    def facts(self) -> tuple[tuple[str, str], ...]:
        board = self.state().board
        stack = f"{board.height - board.top} of {board.height}"
        return (*super().facts()[:2], ("Stack", stack), ("In all", short_count(self.runner.count)))

    def ways(self) -> tuple[Command, ...]:
        return tuple(way for way in super().ways() if way.name != "save")

    def save(self) -> None:
        self.context.reply("This game is kept already.")


TOUR = 0.0  # the showcase's own schedule, in place of a number of pieces a second
_CAPTION = 312.0  # the width of the caption's column where there is room beside the board
_ROOMY = 800.0
_CHAPTER_ROW = 36.0


class TourPlayback(Playback):
    """The playhead of a showcase, which may follow a schedule of its own: `seconds` since its start."""

    def __init__(self, shown: Showcase) -> None:
        super().__init__((TOUR, *KEPT_SPEEDS), 1.0)
        self.speed = TOUR
        self.shown = shown
        self.seconds = 0.0

    @property
    def unlimited(self) -> bool:
        return False

    @property
    def touring(self) -> bool:
        """Whether it follows the schedule."""
        return self.speed == TOUR

    @property
    def easy(self) -> bool:
        return not self.hurrying if self.touring else super().easy

    @property
    def leg(self) -> Leg:
        """The part of the tour under way."""
        return next(
            (leg for leg in self.shown.legs if self.seconds < leg.start + leg.seconds), self.shown.legs[-1]
        )

    @property
    def hurrying(self) -> bool:
        """Whether the schedule is between two chapters, where pieces fly by."""
        return self.playing and self.touring and self.leg.flight

    def rate(self, played: float) -> float:
        if self.hurrying:
            return (self.leg.last - self.leg.first) / self.leg.seconds
        return 0.0 if self.touring else super().rate(played)

    def advance(self, seconds: float, count: int) -> None:
        if not (self.playing and self.touring):
            super().advance(seconds, count)
            return
        self.seconds = min(self.seconds + seconds, self.shown.seconds)
        self._show(min(self.shown.at(self.seconds).ply, count))
        if self.seconds >= self.shown.seconds:
            self.playing = False

    def put(self, at: int) -> None:
        super().put(at)
        self.seconds = self.shown.when(self.at)

    @property
    def words(self) -> str:
        return "Tour" if self.touring else super().words

    @property
    def about(self) -> str:
        return "A tour through the chapters  (+ and −)" if self.touring else super().about


class TourScene(KeptScene):
    """The chapters in place of the ranked moves, the caption beside the board; H brings the moves back."""

    name = "tour"

    def __init__(self, context: AppContext, back: Scene | None, shown: Showcase) -> None:
        self.tour = TourPlayback(shown)
        super().__init__(context, back, shown.record, self.tour)
        self.shown = shown
        self.hints = False
        self.pace.put(0)
        self.playing = True

    # -- where it stands --

    @property
    def seconds(self) -> float:
        """Seconds since the start of the tour."""
        return self.tour.seconds

    def at(self, seconds: float) -> None:
        """Show the moment `seconds` after the start of the tour."""
        self.seek(self.shown.at(seconds).ply)
        self.tour.seconds = max(0.0, min(seconds, self.shown.seconds))

    @property
    def moving(self) -> bool:
        """Whether the last piece is still on its way."""
        return not self.resting

    @property
    def chapter(self) -> Chapter | None:
        """The chapter that is shown."""
        return next((each for each in reversed(self.record.chapters) if each.ply <= self.pace.at), None)

    def to_chapter(self, number: int) -> None:
        """Go on from the beginning of a chapter, the first being 0."""
        if number < len(self.record.chapters):
            self.seek(self.record.chapters[number].ply)

    def toggle(self) -> None:
        if not self.playing and self.tour.touring and self.tour.seconds >= self.shown.seconds:
            self.seek(0)
        super().toggle()

    def commands(self) -> list[Command]:
        chapters = tuple(partial(self.to_chapter, number) for number in range(9))
        about = "to a chapter; beside the moves: terms of the equity"
        return [Command("1 to 9", None if self.hints else chapters, about), *super().commands()]

    def handle(self, event: pygame.event.Event) -> Scene | None:
        digit = event.type == pygame.KEYDOWN and event.unicode.isdecimal()
        if digit and not self.hints:  # digits are chapters here, and terms of the equity beside the moves
            self.key(event)
            return self.next
        return super().handle(event)

    def bar_detail(self) -> str:
        return f"Showcase · {self.shown.title}"

    # -- the picture --

    @property
    def may_ask(self) -> bool:
        return super().may_ask and self.hints

    def beside(self, frame: Frame) -> float:
        return _CAPTION if frame.board[2] >= _ROOMY else super().beside(frame)

    def draw_side(self, canvas: Canvas, frame: Frame) -> None:
        chapter, ways = self.chapter, self.ways()
        if self.beside(frame) < _CAPTION or chapter is None:
            super().draw_side(canvas, frame)
            return
        colour, left = canvas.theme.colour, 2 * frame.margin
        width = _CAPTION - left - 16
        number = self.record.chapters.index(chapter) + 1
        wrapped = self.context.letters.wrap(chapter.caption, canvas.theme.type["body"], width, canvas.scale)
        y = frame.board[1] + max(24.0, (frame.board[3] - STEP * len(ways) - 110 - 24 * len(wrapped)) / 2)
        canvas.text((left, y), f"Chapter {number} of {len(self.record.chapters)}", "label", colour.text3)
        y += 20
        for line in self.context.letters.wrap(
            chapter.title, canvas.theme.type["figure"], width, canvas.scale
        ):
            canvas.text((left, y + 14), line, "figure", colour.text)
            y += 34
        room = max(1, int((frame.foot - 24 - STEP * len(ways) - y - 12) / 24))
        canvas.paragraph((left, y + 8, width, 0), chapter.caption, "body", colour.text2, room)
        at = (left, frame.foot - 16 - STEP * len(ways))
        draw_ways(canvas, self.targets, at, 160.0, ways)

    def draw_top(self, column: PanelColumn) -> None:
        if self.hints or self.plot:
            super().draw_top(column)
            return
        self.ui.highlight(None)
        heading(column.canvas, (column.left, column.y), "Chapters")
        column.y += 35
        now, most = self.chapter, max(2, int((column.bottom - column.y - 290) / _CHAPTER_ROW))
        chapters = list(enumerate(self.record.chapters, 1))
        middle = self.record.chapters.index(now) if now is not None else 0
        first = max(0, min(middle - most // 2, len(chapters) - most))
        for number, chapter in chapters[first : first + most]:
            self._draw_chapter(column, number, chapter, now=chapter == now)
        if column.frame.board[2] < _ROOMY and now is not None:
            room = max(1, int((column.bottom - column.y - 8) / 24))
            box = (column.left, column.y - 10, column.width, 0.0)
            ink = column.canvas.theme.colour.text2
            column.y += column.canvas.paragraph(box, now.caption, "body", ink, min(room, 6))

    def _draw_chapter(self, column: PanelColumn, number: int, chapter: Chapter, *, now: bool) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        inset = 16.0 if column.frame.margin >= 24 else 10.0
        box = (column.left - inset, column.y - 18, column.width + 2 * inset, _CHAPTER_ROW)
        lit = self.targets.add(f"chapter {number}", box, partial(self.to_chapter, number - 1), radius=8)
        if now or lit:
            canvas.panel(box, colour.raised, radius=8)
        ink, style = (colour.text, "strong") if now else (colour.text2, "body")
        canvas.text((column.left + 12, column.y), str(number), "label", colour.text3, "middle")
        place = short_count(chapter.ply) if chapter.ply >= 100_000 else grouped(chapter.ply)
        used = canvas.text((column.right, column.y), place, "label", colour.text3, "right")
        title = canvas.fitted(chapter.title, style, column.width - 52 - used)
        canvas.text((column.left + 40, column.y), title, style, ink)
        column.y += _CHAPTER_ROW
