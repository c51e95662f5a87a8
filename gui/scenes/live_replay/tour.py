"""A showcase of a game in real time: chapters and captions beside the game, which waits while they are read."""

from __future__ import annotations

from functools import partial

from game.record import Chapter
from game.showcase import Showcase
from game.tetris.guideline.real_time import TICKS
from gui.context import AppContext, Scene
from gui.play.game_ui import PanelColumn
from gui.scenes.live.wells import SAID_SECONDS
from gui.scenes.live_replay.scene import ReplayScene
from gui.ui.canvas import Canvas
from gui.ui.commands import Command
from gui.ui.controls import heading
from gui.ui.text import clock

_ROW = 36.0
_BLINK = 0.1  # seconds around the moment in which a word goes
_FIGURES = 150.0  # the least room for figures below the caption


class LiveTourScene(ReplayScene):
    """A replay that follows the showcase's schedule; `seconds` is where that stands."""

    clocked = "Game time"  # the showcase takes longer: it waits while a chapter is read

    def __init__(self, context: AppContext, back: Scene | None, shown: Showcase) -> None:
        super().__init__(context, back, shown.record)
        self.shown = shown
        self.seconds = 0.0
        self.hints = False
        self.playing = True

    @property
    def moving(self) -> bool:
        """Whether the picture may change before the next tick: rows fade, or words go."""
        motion = self.context.theme.motion.long / 1000
        return any(
            well.since < motion or SAID_SECONDS - _BLINK < well.spoken < SAID_SECONDS + _BLINK
            for well in self.wells
        )

    @property
    def chapter(self) -> Chapter | None:
        """The chapter that is told."""
        return self.shown.at(self.seconds).chapter

    def at(self, seconds: float) -> None:
        """Show a place of the schedule."""
        self.seconds = min(max(0.0, seconds), self.shown.seconds)
        super().seek(self.shown.tick_at(self.seconds))

    def seek(self, tick: int) -> None:
        """Show another tick; the schedule goes on from there."""
        super().seek(tick)
        self.seconds = self._schedule_of(self.head.tick)

    def _step(self, by: int) -> None:
        super()._step(by)
        self.seconds = self._schedule_of(self.head.tick)

    def _schedule_of(self, tick: int) -> float:
        """When a tick is shown; behind the time for reading, where a chapter begins with it."""
        moments = self.shown.moments
        low = self.shown.when(self.replay.ply_at(tick))
        high = next((each.seconds for each in moments if each.seconds > low), self.shown.seconds)
        while high - low > 1e-3:
            middle = (low + high) / 2
            low, high = (middle, high) if self.shown.tick_at(middle) < tick else (low, middle)
        return high

    def pass_time(self, seconds: float) -> None:
        """Let the schedule go on, and the game with it."""
        for well in self.wells:
            well.pass_time(seconds)
        if not self.playing:
            return
        self.seconds = min(self.seconds + seconds * self.speed, self.shown.seconds)
        for number, event in self.head.play_to(self.shown.tick_at(self.seconds)):
            self._see(number, event)
        if self.seconds >= self.shown.seconds:
            self.playing = False

    def toggle(self) -> None:
        if not self.playing and self.seconds >= self.shown.seconds:
            self.at(0.0)
        self.playing = not self.playing

    def to_chapter(self, chapter: Chapter) -> None:
        """Go on from the beginning of a chapter."""
        self.at(next(start for start, each in self.shown.chapter_times if each == chapter))

    def commands(self) -> list[Command]:
        chapters = tuple(partial(self.to_chapter, place) for _, place in self.shown.chapter_times)
        own = [each for each in super().commands() if each.keys != "1, 2"]
        return [Command("1 to 9", chapters, "to a chapter"), *own]

    # -- the picture --

    def bar_detail(self) -> str:
        return f"Showcase · {self.shown.title}"

    def draw_column(self, column: PanelColumn) -> None:
        """The chapters, what is told now, and below it the figures or the engine's opinion."""
        self._draw_ways(column)
        canvas, colour = column.canvas, column.canvas.theme.colour
        heading(canvas, (column.left, column.y), "Chapters")
        column.y += 35
        now = self.chapter
        for number, chapter in enumerate(self.record.chapters, 1):
            if column.y + _ROW > column.bottom:
                return
            self._draw_chapter(canvas, column, number, chapter, here=chapter == now)
        column.y += 2
        room = int((column.bottom - column.y) / 24)
        if now is not None and room > 0:
            place = (column.left, column.y, column.width, 0.0)
            column.y += canvas.paragraph(place, now.caption, "body", colour.text2, room) + 28
        if self.hints:
            self._draw_opinion(column)
        if column.bottom - column.y >= _FIGURES:
            self._draw_figures(column)

    def _draw_chapter(
        self, canvas: Canvas, column: PanelColumn, number: int, chapter: Chapter, *, here: bool
    ) -> None:
        """A chapter with the time of the game at which it begins, as the clock below the wells has it."""
        colour = canvas.theme.colour
        inset = 16.0 if column.frame.margin >= 24 else 10.0
        box = (column.left - inset, column.y - _ROW / 2, column.width + 2 * inset, _ROW)
        lit = self.targets.add(f"chapter {number}", box, partial(self.to_chapter, chapter), radius=8)
        if here or lit:
            canvas.panel(box, colour.raised, radius=8)
        ink, style = (colour.text, "strong") if here else (colour.text2, "body")
        canvas.text((column.left + 12, column.y), str(number), "label", colour.text3, "middle")
        words = clock(self.replay.tick_of(chapter.ply) / TICKS)
        used = canvas.text((column.right, column.y), words, "label", ink if here else colour.text3, "right")
        title = canvas.fitted(chapter.title, style, column.width - 52 - used)
        canvas.text((column.left + 40, column.y), title, style, ink)
        column.y += _ROW
