"""The transport: to the beginning, a step back, play or pause, a step on, to the end, and the speed."""

from __future__ import annotations

from functools import partial

from gui.play.playhead import Playhead
from gui.ui import icons
from gui.ui.canvas import Canvas
from gui.ui.layout import Frame
from gui.ui.targets import Targets

_jump_back, _jump_on = partial(icons.jump, direction=-1), partial(icons.jump, direction=1)
_step_back, _step_on = partial(icons.step, direction=-1), partial(icons.step, direction=1)


def draw_transport(canvas: Canvas, frame: Frame, targets: Targets, head: Playhead) -> None:
    """The buttons at the lower right. Where there is nothing that could be played, there is no button for it."""
    colour, (x, y, width, height) = canvas.theme.colour, frame.transport
    middle, compact = y + height / 2, width < 300
    margin, wide, radius = (14.0, 44.0, 17.0) if compact else (24.0, 56.0, 22.0)
    start, end = x + margin + 9, x + width - margin - wide - (20 if compact else 42)
    for name, share, press, icon, about in (
        ("first", 0.0, head.first, _jump_back, "To the start  (Home)"),
        ("back", 0.235, head.back_step, _step_back, "One move back  (,)"),
        ("play", 0.5, head.toggle, icons.pause if head.playing else icons.play, head.play_tip),
        ("on", 0.765, head.on_step, _step_on, "One move on  (.)"),
        ("last", 1.0, head.last, _jump_on, "To the end  (End)"),
    ):
        at = (start + (end - start) * share, middle)
        if name != "play":
            lit = targets.add(name, (at[0] - 14, middle - 17, 28, 34), press, radius=6, about=about)
            icon(canvas, at, colour.text if lit else colour.text2)
        elif head.idle:
            canvas.disc(at, radius, None, edge=colour.line)
            icons.play(canvas, at, colour.line2)
        else:
            box = (at[0] - radius, middle - radius, 2 * radius, 2 * radius)
            lit = targets.add(name, box, press, radius=radius, about=about)
            canvas.disc(at, radius, colour.line2 if lit else colour.raised)
            icon(canvas, at, colour.text)
    box = (x + width - margin - wide, middle - 16, wide, 32.0)
    lit = targets.add("speed", box, head.faster, radius=8, about=head.speed_tip)
    canvas.panel(box, colour.raised if lit else None, radius=8, edge=colour.line2, width=1.2)
    style = "body" if canvas.text_width(head.speed_words, "body") <= wide - 8 else "label"
    canvas.text((box[0] + wide / 2, middle), head.speed_words, style, colour.text, "middle")
