"""A lesson in the panel and at the foot: the text of a step, what it asks for, what is said to the last try."""

from __future__ import annotations

from functools import partial
from typing import Any, Protocol

from game.lessons.lesson import AskNumber, Lesson, Option, Step
from game.session import Session
from gui.play.job import RoomJob
from gui.play.panel import PanelColumn
from gui.scenes.lessons.facts import filled
from gui.ui.canvas import Canvas
from gui.ui.commands import Command
from gui.ui.controls import button, heading
from gui.ui.layout import BUTTON_STEP, Flow, Frame
from gui.ui.scroll import Scroll
from gui.ui.targets import Targets
from gui.ui.text import grouped

DIGITS = "1234567890"
_STEP = 44.0  # units between two steps at the foot
_BESIDE = 3  # buttons that stand beside each other in a low window
_OPTION, _OPTION_LINE = 44.0, 22.0  # units of an answer of one line, and of each line more


class LessonState(Protocol):
    """A lesson at a step, as far as it is drawn, and what can be pressed in it."""

    lesson: Lesson
    number: int
    reached: int
    session: Session
    begin: int
    targets: Targets
    scroll: Scroll
    job: RoomJob[Any, Any]
    done: bool
    given: bool
    reply: str
    hint_texts: list[str]
    chosen_options: set[int]
    typed: str
    following: Lesson | None

    @property
    def step(self) -> Step: ...
    @property
    def ended(self) -> bool: ...
    def choose(self, number: int) -> None: ...
    def write(self, digit: str) -> None: ...
    def to_step(self, number: int) -> None: ...
    def buttons(self) -> list[Command]: ...


def draw_step(column: PanelColumn, scene: LessonState) -> None:
    """Draw the text of the step, what it asks for, and what is said to the last try."""
    canvas, colour = column.canvas, column.canvas.theme.colour
    column.y = column.top - (13 if column.tight else 1)
    heading(canvas, (column.left, column.y), f"Step {scene.number + 1} of {len(scene.lesson.steps)}")
    column.y += 12
    buttons = scene.buttons()
    beside = column.tight and len(buttons) <= _BESIDE
    reserved = BUTTON_STEP * (1 if beside else len(buttons)) + 8
    view = (
        column.left - column.inset,
        column.y,
        column.width + 2 * column.inset,
        max(0.0, column.bottom - reserved - column.y),
    )
    scene.scroll.follow(column.targets)
    with Flow.scrolling(
        canvas, column.targets, scene.scroll, view, inset=column.inset, above=8, below=8
    ) as flow:
        ask = scene.step.asks
        start = scene.session.position_at(scene.begin)  # a text has the figures of its beginning
        text, task = filled(scene.step.text, start), filled(scene.step.task, start)
        if column.tight:  # what is to be done is seen first, where not all is
            flow.paragraph(task, "strong", colour.text, after=6)
            flow.paragraph(text, "body", colour.text2, after=14)
        else:
            flow.paragraph(text, "body", colour.text2, after=6)
            flow.paragraph(task, "strong", colour.text, after=14)
        _draw_rows(flow, scene)
        if isinstance(ask, tuple):
            _draw_options(flow, scene, ask)
        elif isinstance(ask, AskNumber):
            _draw_number(flow, scene)
        _draw_reply(flow, scene)
        if scene.ended:
            _draw_end(flow, scene)
    column.y = column.bottom - reserved + 8
    boxes = column.split(len(buttons), 36.0) if beside else []
    for number, each in enumerate(buttons):
        primary = each is buttons[-1] and each.name != "show"
        if not beside:
            column.button(each.name, each.label, each.key, each.press, primary=primary)
            continue
        words = (
            each.label
            if canvas.text_width(each.label, "body") <= boxes[number][2] - 12
            else each.short or each.label
        )
        button(
            canvas,
            scene.targets,
            each.name,
            boxes[number],
            words,
            each.press,
            about=each.tip,
            primary=primary,
        )


def _draw_rows(flow: Flow, scene: LessonState) -> None:
    start = scene.session.position_at(scene.begin)
    for row in scene.step.rows:
        flow.y += 8
        flow.line(filled(row.label, start), filled(row.value, start), step=20)
    if scene.step.rows:
        flow.y += 8


def _draw_options(flow: Flow, scene: LessonState, options: tuple[Option, ...]) -> None:
    """The answers as rows, those that were chosen and are wrong faint, the right one with a tick."""
    canvas, colour, start = flow.canvas, flow.canvas.theme.colour, scene.session.position_at(scene.begin)
    style = canvas.theme.type["body"]
    for number, option in enumerate(options):
        lines = canvas.renderer.wrap(filled(option.text, start), style, flow.width - 28, canvas.scale)
        high = _OPTION + _OPTION_LINE * (len(lines) - 1)
        box = (flow.left, flow.y, flow.width, high - 8)
        tried = number in scene.chosen_options
        lit = scene.targets.add(
            f"option {number}", box, partial(scene.choose, number), radius=8, within=flow.view
        )
        right = tried and option.right
        fill = colour.raised if right or (lit and not tried and not scene.done) else None
        canvas.panel(box, fill, radius=8, edge=colour.text if right else colour.line2, width=1.2)
        ink = colour.text3 if tried and not option.right else colour.text
        for line, words in enumerate(lines):
            canvas.text((flow.left + 14, flow.y + 18 + _OPTION_LINE * line), words, "body", ink)
        flow.y += high
    flow.y += 8


def _draw_number(flow: Flow, scene: LessonState) -> None:
    """The number as it was written, and the digits to press."""
    canvas, colour = flow.canvas, flow.canvas.theme.colour
    shown = grouped(int(scene.typed)) if scene.typed else "–"
    canvas.text((flow.left, flow.y + 16), shown, "figure", colour.text)
    flow.y += 42
    keys = [*DIGITS, "back"]
    step = (flow.width + 6) / 6
    for number, key in enumerate(keys):
        row, place = divmod(number, 6)
        box = (flow.left + step * place, flow.y + 42 * row, step - 6, 36.0)
        press = partial(scene.write, key if key in DIGITS else "")
        lit = scene.targets.add(f"digit {key}", box, press, radius=8, within=flow.view)
        canvas.panel(box, colour.raised if lit else None, radius=8, edge=colour.line2, width=1.2)
        middle = (box[0] + box[2] / 2, box[1] + 18)
        if key in DIGITS:
            canvas.text(middle, key, "body", colour.text, "middle")
        else:
            x, y = middle
            canvas.stroke([(x + 7, y), (x - 7, y)], colour.text, 1.6)
            canvas.stroke([(x - 2, y - 5), (x - 7, y), (x - 2, y + 5)], colour.text, 1.6)
    flow.y += 92


def _draw_reply(flow: Flow, scene: LessonState) -> None:
    """Draw the answer to the last try, or the hints that were asked for."""
    colour = flow.canvas.theme.colour
    if scene.job.busy:
        flow.paragraph(scene.job.warming or "The other side thinks …", "body", colour.text3)
    elif scene.reply:
        flow.canvas.rule((flow.left, flow.y), (flow.right, flow.y), colour.line)
        flow.y += 12
        if scene.done and not (scene.step.move and scene.step.move.is_free):
            flow.canvas.text(
                (flow.left, flow.y + 10), "Like this." if scene.given else "Right.", "strong", colour.text
            )
            flow.y += 26
        flow.paragraph(scene.reply, "body", colour.text if scene.done else colour.text2, after=6)
    elif scene.hint_texts:
        flow.canvas.rule((flow.left, flow.y), (flow.right, flow.y), colour.line)
        flow.y += 12
        for each in scene.hint_texts:
            flow.paragraph(each, "body", colour.text2, after=4)
    elif scene.step.play is not None and scene.session.cursor > scene.begin and not scene.done:
        flow.paragraph("So far it holds. Go on.", "body", colour.text2)


def _draw_end(flow: Flow, scene: LessonState) -> None:
    """That the lesson is done, and what comes next."""
    flow.y += 8
    flow.paragraph("Lesson done.", "title", flow.canvas.theme.colour.text, after=2)
    if scene.following is not None:
        flow.paragraph(f"Next: {scene.following.title}", "body", flow.canvas.theme.colour.text2)


def draw_steps(canvas: Canvas, frame: Frame, scene: LessonState) -> None:
    """The steps of the lesson, and how far the person has come."""
    colour, steps = canvas.theme.colour, scene.lesson.steps
    middle = frame.foot + frame.timeline_height / 2
    right = (frame.width if frame.drawer else frame.column) - frame.margin
    wide = canvas.text_width(scene.lesson.title, "label")
    canvas.text(
        (frame.margin, middle - 24),
        canvas.fitted(scene.lesson.title, "label", right),
        "label",
        colour.text3,
    )
    figure = f"{scene.number + 1} of {len(steps)}"
    if frame.margin + wide + 90 < right:
        canvas.text((right, middle - 24), figure, "label", colour.text3, "right")
    step = min(_STEP, (right - frame.margin) / len(steps))
    for number in range(len(steps)):
        box = (frame.margin + step * number, middle - 10, step - min(8.0, step / 5), 26.0)
        open_step = number <= scene.reached
        here = number == scene.number
        lit = open_step and scene.targets.add(
            f"step {number + 1}", box, partial(scene.to_step, number), radius=6
        )
        over = number < scene.reached or (number == scene.reached and scene.done and here)
        fill = colour.text if here else colour.raised if over or lit else None
        canvas.panel(box, fill, radius=6, edge=colour.text3 if open_step else colour.line2, width=1.2)
        if step >= 22:
            ink = colour.panel if here else colour.text2 if open_step else colour.text3
            canvas.text((box[0] + box[2] / 2, middle + 3), str(number + 1), "label", ink, "middle")
