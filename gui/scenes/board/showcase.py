"""A showcase being watched: chapters, captions, the stored opinions, any pace, from any point."""

from __future__ import annotations

import pygame

from game import showcase as showcases
from game.advice import Choice
from game.record import Chapter
from game.review import values
from game.session import Session
from game.showcase import Showcase
from gui.drawing.canvas import Box, Canvas
from gui.frame.controls import chip, heading
from gui.frame.layout import Frame
from gui.frame.panel import Column
from gui.frame.timeline import Course
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.board.board_scene import BoardScene
from gui.table.seating import seats_for

_CAPTION = 304.0  # the width of the caption's column where there is room beside the board


class ShowcaseScene(BoardScene):
    """Plays a record by the showcase's own schedule; no engine thinks meanwhile."""

    name = "showcase"

    def __init__(self, salon: Salon, back: Scene | None, shown: Showcase) -> None:
        super().__init__(salon, back, Session.resume(shown.record))
        self.shown = shown
        self.seconds = 0.0
        self.playing = True

    @classmethod
    def named(cls, salon: Salon, back: Scene | None, name: str) -> ShowcaseScene:
        """The showcase called `name`. Raises `KibitzError` where it cannot be shown."""
        return cls(salon, back, showcases.load(name))

    def bar_detail(self) -> str:
        return f"Showcase · {self.shown.title}"

    def pace_words(self) -> str:
        return ""

    # -- time --

    def update(self, seconds: float) -> Scene | None:
        if self.playing:
            self.at(self.seconds + seconds * self.speed)
            self.playing = self.seconds < self.shown.seconds
        return super().update(seconds)

    def at(self, seconds: float) -> None:
        """Show the moment `seconds` after the start."""
        self.seconds = max(0.0, min(seconds, self.shown.seconds))
        ply, before = self.shown.at(self.seconds).ply, self.session.cursor
        self.session.go_to(ply)
        if ply == before + 1:
            self.grow()

    def seek(self, ply: int) -> None:
        self.at(self.shown.when(max(0, min(ply, self.session.length))))

    def toggle(self) -> None:
        if not self.playing and self.seconds >= self.shown.seconds:
            self.at(0.0)
        self.playing = not self.playing

    def back_step(self) -> None:
        self.playing = False
        super().back_step()

    def on_step(self) -> None:
        self.playing = False
        super().on_step()

    def to_chapter(self, chapter: Chapter) -> None:
        """Go on from the beginning of a chapter."""
        self.at(next(start for start, each in self.shown.chapter_times if each == chapter))

    def play_on(self) -> None:
        """Take the seat of the side to move, against the engine."""
        seats = seats_for(self.salon.config, self.session.position)
        branch = self.session.take_over(self.session.cursor, seats)
        self.go(self.salon.doors.play(branch, self.back or self))

    def key(self, event: pygame.event.Event) -> None:
        times = self.shown.chapter_times
        if event.key == pygame.K_p:
            self.play_on()
        elif event.unicode.isdigit() and 0 < int(event.unicode) <= len(times):
            self.to_chapter(times[int(event.unicode) - 1][1])
        else:
            super().key(event)

    def keys(self) -> list[tuple[str, str]]:
        return [("P", "play on from here"), ("1 to 9", "to a chapter"), *super().keys()]

    # -- the picture --

    def _chapter(self) -> Chapter | None:
        return self.shown.at(self.seconds).chapter

    def board_box(self, frame: Frame) -> Box:
        x, y, width, height = frame.board
        if width < 800:
            return frame.board
        return (x + _CAPTION - 24, y, width - _CAPTION + 24, height)

    def draw_beside(self, canvas: Canvas, frame: Frame) -> None:
        chapter = self._chapter()
        if chapter is None or frame.board[2] < 800:
            return
        colour = canvas.theme.colour
        number = self.session.chapters.index(chapter) + 1
        left, width = frame.margin * 2, _CAPTION - frame.margin - 24
        wrapped = self.salon.letters.wrap(chapter.caption, canvas.theme.type["body"], width, canvas.scale)
        y = frame.board[1] + max(24.0, (frame.board[3] - 110 - 24 * len(wrapped)) / 2)
        canvas.text((left, y), f"Chapter {number} of {len(self.session.chapters)}", "label", colour.text3)
        y += 20
        for line in self.salon.letters.wrap(chapter.title, canvas.theme.type["figure"], width, canvas.scale):
            canvas.text((left, y + 14), line, "figure", colour.text)
            y += 34
        y += 12 + canvas.paragraph((left, y + 8, width, 0), chapter.caption, "body", colour.text2)
        self._draw_source(canvas, (left, y + 28), width)

    def _draw_source(self, canvas: Canvas, at: tuple[float, float], width: float) -> None:
        """What was thought of the position, in a chip, a figure and a few words."""
        advice = self.advice()
        if advice is None or not advice.choices:
            return
        best, colour = advice.choices[0], canvas.theme.colour
        x = at[0] + chip(canvas, at, "Solved" if advice.proven else "Search", proven=advice.proven) + 12
        x += (
            canvas.text((x, at[1]), best.proof or self.face.figure(best.score), "strong", colour.amber_text)
            + 8
        )
        name = self.face.move_words(self.session.position, best.move)
        words = canvas.fitted(f"with {name}", "label", at[0] + width - x)
        canvas.text((x, at[1]), words, "label", colour.text3)

    def shown_choices(self) -> tuple[Choice, ...]:
        advice = self.advice()
        return advice.choices[:3] if advice is not None and not self.session.position.over else ()

    def draw_column(self, column: Column) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        heading(canvas, (column.left, column.y), "Chapters")
        column.y += 37
        now = self._chapter()
        for number, (start, chapter) in enumerate(self.shown.chapter_times, 1):
            if column.y + 40 > column.bottom - 60:
                break
            self._chapter_row(column, number, start, chapter, chapter == now)
        if column.frame.board[2] < 800 and now is not None:
            column.y += 4
            room = max(1, int((column.bottom - column.y - 60) / 24))
            column.y += canvas.paragraph(
                (column.left, column.y, column.width, 0), now.caption, "body", colour.text2, room
            )
            column.y += 16
        else:
            self._facts(column)
        column.y = max(column.y + 8, 0)
        if not self.session.position.over:
            column.button("play on", "Play on from here", "P", self.play_on)

    def _chapter_row(self, column: Column, number: int, start: float, chapter: Chapter, now: bool) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        inset = 16.0 if column.frame.margin >= 24 else 10.0
        box = (column.left - inset, column.y - 20, column.width + 2 * inset, 40.0)
        hovered = self.targets.add(f"chapter {number}", box, lambda: self.to_chapter(chapter), radius=8)
        if now or hovered:
            canvas.panel(box, colour.raised, radius=8)
        ink, style = (colour.text, "strong") if now else (colour.text2, "body")
        canvas.text((column.left + 12, column.y), str(number), "label", colour.text3, "middle")
        time = ink if now else colour.text3
        used = canvas.text((column.right, column.y), _minutes(start), "label", time, "right")
        title = canvas.fitted(chapter.title, style, column.width - 52 - used)
        canvas.text((column.left + 40, column.y), title, style, ink)
        column.y += 40

    def _facts(self, column: Column) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        rows = [
            *((side, seat.name) for side, seat in zip(self.sides(), self.session.seats, strict=True)),
            (f"{self.face.move_word.capitalize()}s", f"{self.session.cursor} of {self.session.length}"),
        ]
        if column.bottom - column.y < 60 + 32 * len(rows):
            return
        column.y += 26
        heading(canvas, (column.left, column.y), "The game")
        column.y += 30
        for label, value in rows:
            canvas.text((column.left, column.y), label, "label", colour.text3)
            canvas.text((column.right, column.y), value, "body", colour.text, "right")
            column.y += 32

    def course(self) -> Course:
        said = values(self.session)
        return Course(
            values=said,
            axis=self.face.axis(said),
            cursor=self.session.cursor,
            last=max(1, self.session.length),
            label=f"Time, of {_minutes(self.shown.seconds)}",
            figure=_minutes(self.seconds),
            marks=tuple((chapter.ply, chapter.title) for chapter in self.session.chapters),
            opinion=False,
            drawn_to=self.session.cursor,
        )


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
