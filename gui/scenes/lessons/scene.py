"""All lessons: how far the person has come in each, and a look at the one that is pointed at."""

from __future__ import annotations

from functools import partial

import pygame

from game.errors import KibitzError
from game.lessons import source
from game.lessons.lesson import Group, Lesson
from game.lessons.order import following
from game.practice.collection import Collection
from game.words import counted
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games.registry import draw_preview, look_of
from gui.scenes.lessons.moves import session_of
from gui.ui.canvas import Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import button
from gui.ui.layout import BAR, Flow, Frame, draw_drawer
from gui.ui.scroll import Scroll

_ROW = 42.0
_LOW = 560.0  # units of height below which the greeting is small
_GROUPS: tuple[tuple[Group, str], ...] = (("rules", "Learn a game"), ("ideas", "Ideas behind the engines"))


class LessonsScene(Scene):
    """The lessons to choose from."""

    name = "lessons"
    title = "Lessons"

    def __init__(
        self, context: AppContext, back: Scene | None, collection: Collection, game: str = ""
    ) -> None:
        super().__init__(context, back)
        self.collection = collection
        self.list = Scroll()
        self.lessons, self.problems = source.lessons()
        for problem in self.problems:
            context.notify(problem)
        of_game = [each for each in self.lessons if each.game == game]
        first = next(iter([*(each for each in of_game if not self._is_done(each)), *of_game]), None)
        self.targets.focus = "start" if first is None else f"lesson {first.name}"
        self.targets.ring = True

    def entered(self) -> None:
        super().entered()
        self.collection.history.refresh()

    # -- what can be done --

    @property
    def following(self) -> Lesson | None:
        """The lesson to go on with; the first one again once all are done."""
        return following(self.lessons, self.collection.history) or next(iter(self.lessons), None)

    def start(self) -> None:
        """Go on with the lessons."""
        lesson = self.following
        if lesson is None:
            self.context.reply("No lesson can be read in this installation.")
        else:
            self.open(lesson)

    def open(self, lesson: Lesson) -> None:
        """Open a lesson where the person stopped."""
        try:
            self.go(to.Lesson(lesson.name))
        except KibitzError as error:
            self.context.notify(str(error))

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if self.list.handle_mouse(event, self.context.scale, self.targets):
            return self.next
        return super().handle(event)

    def commands(self) -> list[Command]:
        return [
            Command("S", self.start, "go on with the lessons"),
            self.panel_command(),
            *super().commands(),
        ]

    # -- the picture --

    @property
    def shown(self) -> Lesson | None:
        """The lesson that is looked at: the one pointed at, that with the focus, or the one to go on with."""
        under = self.targets.under_pointer
        names = [under.name if under is not None else "", self.targets.focus]
        known = {f"lesson {each.name}": each for each in self.lessons}
        return next((known[name] for name in names if name in known), self.following)

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self) as frame:
            draw_bar(canvas, frame, self, "Lessons")
            shown = self.shown
            y = self._draw_greeting(canvas, frame)
            self._draw_list(canvas, frame, y)
            self._draw_foot(canvas, frame)
            if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
                self._draw_shown(canvas, frame, shown)

    def _draw_greeting(self, canvas: Canvas, frame: Frame) -> float:
        colour, lesson = canvas.theme.colour, self.following
        x, small = self._left(frame), frame.height < _LOW
        y = BAR + (26 if small else 52)
        done = sum(self._is_done(each) for each in self.lessons)
        title = "All lessons done." if self.lessons and done == len(self.lessons) else "Learn by playing."
        canvas.text((x, y), title, "figure" if small else "display", colour.text)
        y += 28 if small else 36
        words = "Short steps on the real board. You can stop at any of them."
        right = (frame.width if frame.drawer else frame.column) - x
        canvas.text((x, y), canvas.fitted(words, "body", right - x), "body", colour.text2)
        y += 18 if small else 31
        box = (x, y, 194.0, 38.0 if small else 46.0)
        words = "Start" if lesson is None else self._begin_words(lesson)
        button(canvas, self.targets, "start", box, words, self.start, primary=True)
        if lesson is not None:
            room = right - box[0] - box[2] - 16
            canvas.text(
                (box[0] + box[2] + 16, y + box[3] / 2),
                canvas.fitted(lesson.title, "body", room),
                "body",
                colour.text2,
            )
        return y + box[3]

    def _left(self, frame: Frame) -> float:
        return frame.margin + (16 if frame.width >= 1100 else 0)

    def _is_done(self, lesson: Lesson) -> bool:
        learned = self.collection.history.learned(lesson.name)
        return learned is not None and learned.done

    def _standing(self, lesson: Lesson) -> str:
        """The progress in words: `done`, `step 3 of 8`, `8 steps`."""
        learned = self.collection.history.learned(lesson.name)
        if learned is not None and learned.step:
            return f"step {learned.step + 1} of {len(lesson.steps)}"
        return "done" if learned is not None and learned.done else counted(len(lesson.steps), "step")

    def _begin_words(self, lesson: Lesson) -> str:
        """Words on the button that opens a lesson."""
        learned = self.collection.history.learned(lesson.name)
        if learned is not None and learned.step:
            return "Go on"
        return "Again" if self._is_done(lesson) else "Start"

    def _draw_list(self, canvas: Canvas, frame: Frame, y: float) -> None:
        x = self._left(frame)
        top = y + (8 if frame.height < _LOW else 20)
        width = (frame.width if frame.drawer else frame.column) - 2 * (x - 8)
        view = (x - 8, top, width, max(0.0, frame.foot - 8 - top))
        self.list.follow(self.targets)
        with Flow.scrolling(canvas, self.targets, self.list, view, inset=16, above=14, below=0) as flow:
            for group, title in _GROUPS:
                listed = [each for each in self.lessons if each.group == group]
                if listed:
                    flow.heading(title, step=34)
                for lesson in listed:
                    self._draw_row(flow, lesson)
                flow.y += 10

    def _draw_row(self, flow: Flow, lesson: Lesson) -> None:
        canvas, colour = flow.canvas, flow.canvas.theme.colour
        flow.row(f"lesson {lesson.name}", _ROW - 2, partial(self.open, lesson), inset=16.0)
        y, done = flow.y, self._is_done(lesson)
        canvas.disc((flow.left + 8, y), 9, colour.text if done else None, edge=colour.line2, width=1.4)
        if done:
            x = flow.left + 8
            canvas.stroke([(x - 4, y), (x - 1, y + 3), (x + 4.5, y - 3.5)], colour.panel, 2.0)
        ink = colour.text3 if done else colour.text2
        used = canvas.text((flow.right, y), self._standing(lesson), "label", ink, "right")
        left = flow.left + 30
        room = flow.right - left - used - 16
        wide = flow.width >= 700
        title = canvas.fitted(lesson.title, "body", 210.0 if wide else room)
        canvas.text((left, y), title, "body", colour.text)
        if wide:
            at = left + 222
            about = canvas.fitted(lesson.about, "label", flow.right - at - used - 16)
            canvas.text((at, y), about, "label", colour.text3)
        flow.y += _ROW

    def _draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        done = sum(self._is_done(each) for each in self.lessons)
        middle = frame.foot + frame.timeline_height / 2
        words = f"{done} of {counted(len(self.lessons), 'lesson')} done" if self.lessons else "No lessons"
        canvas.text((self._left(frame), middle), words, "label", canvas.theme.colour.text3)

    def _draw_shown(self, canvas: Canvas, frame: Frame, lesson: Lesson | None) -> None:
        """The board with which a lesson begins, what it is about, and the button that opens it."""
        flow = Flow(
            canvas, self.targets, frame.column + frame.margin, BAR + 31,
            frame.panel_width - 2 * frame.margin, frame.height - 24,
        )  # fmt: skip
        if lesson is None:
            return
        colour = canvas.theme.colour
        flow.heading(look_of(lesson.game).title, step=20)
        side = min(flow.width, flow.room - 210)
        if side >= 100:
            try:
                position = session_of(lesson, 0).position
            except KibitzError:
                return
            draw_preview(canvas, (flow.left + (flow.width - side) / 2, flow.y, side, side), position)
            flow.y += side + 16
        flow.paragraph(lesson.title, "title", colour.text, lines=2, after=4)
        flow.paragraph(lesson.about, "body", colour.text2, lines=3, after=4)
        canvas.text((flow.left, flow.y + 8), self._standing(lesson), "label", colour.text3)
        if flow.room > 90:
            box = (flow.left, frame.height - 60, flow.width, 36.0)
            button(canvas, self.targets, "open", box, self._begin_words(lesson), partial(self.open, lesson))
