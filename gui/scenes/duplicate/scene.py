"""The sheet of a duplicate match: both rounds beside each other, deal by deal."""

from __future__ import annotations

from functools import partial

import pygame

from game.bridge import State
from game.session import Session
from gui.bridge.reading import SOUTH, bridge, names_of, person_of
from gui.drawing.canvas import Box, Canvas
from gui.frame.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.frame.controls import button, heading
from gui.frame.layout import BAR, Frame
from gui.frame.scroll import Scroll
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.duplicate.sheet import Half, Line, Sheet, sheet_of, signed, total_words

_WIDTH, _HEAD, _ROW, _FOOT = 840.0, 132.0, 44.0, 64.0
_NUMBER, _GAIN, _BUTTON = 56.0, 88.0, 200.0
_BETWEEN = 40.0
_NARROW = 620.0  # below this width the columns have short names


class DuplicateScene(Scene):
    """What each side has made of the same cards. The match itself is played at its table."""

    name = "duplicate"
    title = "Both rounds"

    def __init__(self, salon: Salon, back: Scene | None, session: Session) -> None:
        super().__init__(salon, back)
        self.session = session
        self.scroll = Scroll()
        self.targets.focus = "play"

    @property
    def state(self) -> State:
        """The match as far as it has come."""
        return bridge(self.session.position_at(self.session.length))

    @property
    def sheet(self) -> Sheet:
        """What is on the sheet."""
        me = self._me
        return sheet_of(self.state, me, names_of(self.session.seats)) or Sheet((), 0, 0)

    @property
    def _me(self) -> int:
        person = person_of(self.session.seats)
        return SOUTH if person is None else person

    # -- what can be done --

    def play(self) -> None:
        """Back to the table, or to it for the first time."""
        if self.back is not None and self.back.name == "play":
            self.go_back()
        else:
            self.go(self.salon.doors.play(self.session, self.back or self))

    def review(self) -> None:
        """Look back at the match with its mistakes."""
        self.go(self.salon.doors.review(self.session, self))

    def look_at(self, number: int) -> None:
        """Look back at deal `number` of the match, at its end."""
        plies = range(self.session.length + 1)
        ends = (ply for ply in plies if len(bridge(self.session.position_at(ply)).results) >= number)
        self.session.go_to(next(ends, self.session.length))
        self.review()

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if self.scroll.handle(event, self.salon.scale):
            return self.next
        return super().handle(event)

    def key(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_p and not self.state.over:
            self.play()
        elif event.key == pygame.K_l and self.session.length:
            self.review()
        else:
            super().key(event)

    def keys(self) -> list[tuple[str, str]]:
        return [("P", "play on"), ("L", "look back at the match")]

    def update(self, seconds: float) -> Scene | None:
        self.salon.room.poll()
        return super().update(seconds)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame, sheet = self.salon.frame(canvas), self.sheet
        self.targets.begin()
        draw_grounds(canvas, frame, panel=False)
        width = min(_WIDTH, frame.width - 2 * frame.margin)
        x = (frame.width - width) / 2
        self._draw_head(canvas, (x, BAR, width, _HEAD), sheet)
        view = (x - 8, BAR + _HEAD, width + 16, frame.height - BAR - _HEAD - _FOOT)
        origin = self.scroll.fit(view, _ROW * len(sheet.lines) + 8)
        seen = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect(view))
        for number, line in enumerate(sheet.lines):
            self._draw_line(canvas, (x, origin + number * _ROW, width, _ROW), line)
        canvas.surface.set_clip(seen)
        self.scroll.draw(canvas)
        self._draw_foot(canvas, frame)
        canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
        draw_bar(canvas, frame, self, game="Honeymoon bridge", detail=self.title)
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _draw_head(self, canvas: Canvas, box: Box, sheet: Sheet) -> None:
        """How it stands, and the names of the columns."""
        x, y, width, height = box
        colour, names = canvas.theme.colour, names_of(self.session.seats)
        total = signed(sheet.total) if sheet.settled else ""
        room = width - canvas.text_width(total, "title") - 24
        canvas.paragraph((x, y + 28, room, 48), total_words(sheet, names, self._me), "body", colour.text, 2)
        canvas.text((x + width, y + 40), total, "title", colour.text, "right")
        at = y + height - 20
        first, second, gain = _columns(width)
        heading(canvas, (x, at), "Deal")
        long = width >= _NARROW
        heading(canvas, (x + first, at), "First round" if long else "First")
        heading(canvas, (x + second, at), "With the other’s cards" if long else "Then")
        canvas.text((x + gain + _GAIN, at), "GAIN", "caps", colour.text3, "right")
        canvas.rule((x, y + height - 2), (x + width, y + height - 2), colour.line2)

    def _draw_line(self, canvas: Canvas, box: Box, line: Line) -> None:
        x, y, width, height = box
        colour, middle = canvas.theme.colour, y + height / 2
        first, second, gain = _columns(width)
        canvas.text((x, middle), str(line.deal), "body", colour.text2)
        for column, half, number in ((first, line.first, line.deal), (second, line.second, line.again)):
            room: Box = (x + column, y, second - first - _BETWEEN, height)
            self._draw_half(canvas, room, half, number)
        if line.gain is not None:
            ink = colour.text if line.gain else colour.text2
            canvas.text((x + gain + _GAIN, middle), signed(line.gain), "strong", ink, "right")
        canvas.rule((x, y + height - 1), (x + width, y + height - 1), colour.line)

    def _draw_half(self, canvas: Canvas, box: Box, half: Half, number: int) -> None:
        """One half of a deal, which is number `number` of the match: the contract, how it ended, the points."""
        x, y, width, height = box
        colour, middle = canvas.theme.colour, y + height / 2
        if half.points is None:
            now = number == len(self.state.results) + 1
            words = "at the table" if now and not self.state.over else "–"
            canvas.text((x, middle), words, "label", colour.text2 if now else colour.text3)
            return
        points = signed(half.points)
        room = width - canvas.text_width(points, "body") - 12
        canvas.text((x + width, middle), points, "body", colour.text2, "right")
        canvas.text((x, middle), canvas.brief(half.short, "body", room), "body", colour.text)
        about = f"{half.words}. Look at it"
        name, look = f"deal {number}", partial(self.look_at, number)
        self.targets.add(name, box, look, radius=6, about=about, within=self.scroll.view)

    def _draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        colour, y = canvas.theme.colour, frame.height - _FOOT
        canvas.rule((0, y), (frame.width, y), colour.line)
        half = min(_BUTTON, (frame.width - 2 * frame.margin - 16) / 2)
        if not self.state.over:
            box: Box = (frame.width - frame.margin - half, y + 14, half, 36.0)
            words = "Play on" if self.session.length else "Play"
            button(canvas, self.targets, "play", box, words, self.play, key="P", primary=True)
        if self.session.length:
            box = (frame.margin, y + 14, half, 36.0)
            button(canvas, self.targets, "review", box, "Look back", self.review, key="L")


def _columns(width: float) -> tuple[float, float, float]:
    """Where the two rounds and the gain begin, from the left edge of the sheet."""
    room = (width - _NUMBER - _GAIN) / 2
    return _NUMBER, _NUMBER + room, width - _GAIN
