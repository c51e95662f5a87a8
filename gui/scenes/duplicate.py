"""A duplicate match on one sheet: every deal from both sides, and who has made more of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import pygame

from game.bridge import Result, State
from game.bridge.duplicate import pairs
from game.session import Session
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games.bridge.visible_state import SOUTH, bridge, names_of, person_of
from gui.games.bridge.words import bid, made_words
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import button, heading
from gui.ui.layout import BAR, Frame
from gui.ui.scroll import Scroll
from gui.ui.text import MINUS, counted, grouped

_WIDTH, _HEAD, _ROW, _FOOT = 840.0, 132.0, 44.0, 64.0
_NUMBER, _GAIN, _BUTTON = 56.0, 88.0, 200.0
_BETWEEN = 40.0
_NARROW = 620.0  # below this width the columns have short names


class PlayedDeal(NamedTuple):
    """Deal number `deal` of the match: who had which contract and how it ended, in short and in full, and the points.

    `points` are the person's less the other's; None where it was not played yet.
    """

    deal: int
    short: str = ""
    words: str = ""
    points: int | None = None


class Line(NamedTuple):
    """A deal: both halves, and what the person has gained in them; None until both were played."""

    first: PlayedDeal
    second: PlayedDeal
    gain: int | None


class DuplicateScore(NamedTuple):
    """All lines, the sum of the gains, and how many deals it counts."""

    lines: Sequence[Line]
    total: int
    settled: int


def sheet_of(state: State, me: int, names: tuple[str, str]) -> DuplicateScore | None:
    """The sheet of a duplicate match as the seat `me` reads it; None for any other match."""
    lines = [
        Line(
            _half(pair.deal, pair.first, me, names),
            _half(pair.again, pair.second, me, names),
            pair.gain(me) if pair.settled else None,
        )
        for pair in pairs(state)
    ]
    settled = [line.gain for line in lines if line.gain is not None]
    return DuplicateScore(lines, sum(settled), len(settled)) if lines else None


def signed(points: int) -> str:
    """Points with their sign: `+140`, `−50`, `0`."""
    return f"{'+' if points > 0 else MINUS if points < 0 else ''}{grouped(abs(points))}"


def total_words(sheet: DuplicateScore, names: tuple[str, str], me: int) -> str:
    """The state of the match, in a sentence: You are 140 points ahead with the same cards."""
    if not sheet.settled:
        return "Each deal is played twice. The score compares what you both make of the same cards."
    if not sheet.total:
        return "Both of you have the same number of points."
    ahead = names[me] if sheet.total > 0 else names[1 - me]
    verb = "are" if ahead == "You" else "is"
    return f"{ahead} {verb} {counted(abs(sheet.total), 'point')} ahead with the same cards."


def _half(deal: int, result: Result | None, me: int, names: tuple[str, str]) -> PlayedDeal:
    if result is None:
        return PlayedDeal(deal)
    points, contract, short = result.points[me] - result.points[1 - me], result.contract, "passed"
    if contract is not None:
        over = result.tricks[contract.declarer] - contract.needs
        ending = f"+{over}" if over > 0 else f"{MINUS}{-over}" if over < 0 else "="
        short = f"{names[contract.declarer]} {bid(contract)} {ending}"
        if not contract.bid:
            short = f"{bid(contract)} {counted(result.tricks[me], 'trick')}"
    return PlayedDeal(deal, short, made_words(result, names), points)


class DuplicateScene(Scene):
    """The sheet of what each side has made of the same cards. The match itself is played at its table."""

    name = "duplicate"
    title = "Both rounds"
    keys_title = "Bridge: both rounds"

    def __init__(self, context: AppContext, back: Scene | None, session: Session) -> None:
        super().__init__(context, back)
        self.session = session
        self.scroll = Scroll()
        self.targets.focus = "play"
        person = person_of(session.seats)
        self.me = SOUTH if person is None else person

    @property
    def state(self) -> State:
        """The match as far as it has come."""
        return bridge(self.session.position_at(self.session.length))

    # -- what can be done --

    def play(self) -> None:
        """Back to the table, or to it for the first time."""
        if self.back is not None and self.back.name == "play":
            self.go_back()
        else:
            self.go(to.Play(self.session), self.back)

    def review(self) -> None:
        """Look back at the match with its mistakes."""
        self._look_back(self.session)

    def _look_back(self, session: Session) -> None:
        if session.secrecy.why:
            self.context.reply(session.secrecy.why)
        else:
            self.go(to.Review(session))

    def look_at(self, number: int) -> None:
        """Look back at deal `number` of the match, at its end."""
        plies = range(self.session.length + 1)
        ends = (ply for ply in plies if len(bridge(self.session.position_at(ply)).results) >= number)
        look = self.session.look()
        look.go_to(next(ends, look.length))
        self._look_back(look)

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if self.scroll.handle(event, self.context.scale):
            return self.next
        return super().handle(event)

    def commands(self) -> list[Command]:
        return [
            Command("P", self.play, "play on", enabled=not self.state.over),
            Command("L", self.review, "look back at the match", enabled=self.session.length > 0),
            *super().commands(),
        ]

    def update(self, seconds: float) -> Scene | None:
        self.context.room.poll()
        return super().update(seconds)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        state, names = self.state, names_of(self.session.seats)
        sheet = sheet_of(state, self.me, names) or DuplicateScore((), 0, 0)
        now = None if state.over else len(state.results) + 1
        with page(canvas, self, panel=False) as frame:
            width = min(_WIDTH, frame.width - 2 * frame.margin)
            x = (frame.width - width) / 2
            self._draw_head(canvas, (x, BAR, width, _HEAD), sheet, names)
            view = (x - 8, BAR + _HEAD, width + 16, frame.height - BAR - _HEAD - _FOOT)
            origin = self.scroll.fit(view, _ROW * len(sheet.lines) + 8)
            with canvas.clipped(view):
                for number, line in enumerate(sheet.lines):
                    self._draw_line(canvas, (x, origin + number * _ROW, width, _ROW), line, now)
            self.scroll.draw(canvas)
            self._draw_foot(canvas, frame, over=state.over)
            canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
            draw_bar(canvas, frame, self, game="Honeymoon bridge", detail=self.title)

    def _draw_head(self, canvas: Canvas, box: Box, sheet: DuplicateScore, names: tuple[str, str]) -> None:
        """The state of the match, and the names of the columns."""
        x, y, width, height = box
        colour, at, long = canvas.theme.colour, y + height - 20, width >= _NARROW
        total = signed(sheet.total) if sheet.settled else ""
        room = width - canvas.text_width(total, "title") - 24
        canvas.paragraph((x, y + 28, room, 48), total_words(sheet, names, self.me), "body", colour.text, 2)
        canvas.text((x + width, y + 40), total, "title", colour.text, "right")
        first, second = _columns(width)
        heading(canvas, (x, at), "Deal")
        heading(canvas, (x + first, at), "First round" if long else "First")
        heading(canvas, (x + second, at), "With the other’s cards" if long else "Second")
        canvas.text((x + width, at), "GAIN", "caps", colour.text3, "right")
        canvas.rule((x, y + height - 2), (x + width, y + height - 2), colour.line2)

    def _draw_line(self, canvas: Canvas, box: Box, line: Line, now: int | None) -> None:
        """A deal; `now` is the number of the one that is being played."""
        x, y, width, height = box
        colour, middle = canvas.theme.colour, y + height / 2
        first, second = _columns(width)
        canvas.text((x, middle), str(line.first.deal), "body", colour.text2)
        for column, half in ((first, line.first), (second, line.second)):
            self._draw_half(canvas, (x + column, y, second - first - _BETWEEN, height), half, now)
        if line.gain is not None:
            ink = colour.text if line.gain else colour.text2
            canvas.text((x + width, middle), signed(line.gain), "strong", ink, "right")
        canvas.rule((x, y + height - 1), (x + width, y + height - 1), colour.line)

    def _draw_half(self, canvas: Canvas, box: Box, half: PlayedDeal, now: int | None) -> None:
        """One half of a deal: the contract, how it ended, the points."""
        x, y, width, height = box
        colour, middle = canvas.theme.colour, y + height / 2
        if half.points is None:
            words, ink = ("at the table", colour.text2) if half.deal == now else ("–", colour.text3)
            canvas.text((x, middle), words, "label", ink)
            return
        used = canvas.text((x + width, middle), signed(half.points), "body", colour.text2, "right")
        canvas.text((x, middle), canvas.brief(half.short, "body", width - used - 12), "body", colour.text)
        name, look = f"deal {half.deal}", partial(self.look_at, half.deal)
        about = half.words if self.session.secrecy.why else f"{half.words}. Look back at it"
        self.targets.add(name, box, look, radius=6, about=about, within=self.scroll.view)

    def _draw_foot(self, canvas: Canvas, frame: Frame, *, over: bool) -> None:
        y = frame.height - _FOOT
        canvas.rule((0, y), (frame.width, y), canvas.theme.colour.line)
        half = min(_BUTTON, (frame.width - 2 * frame.margin - 16) / 2)
        if not over:
            box: Box = (frame.width - frame.margin - half, y + 14, half, 36.0)
            words = "Play on" if self.session.length else "Play"
            button(canvas, self.targets, "play", box, words, self.play, key="P", primary=True)
        if self.session.length and not self.session.secrecy.why:
            box = (frame.margin, y + 14, half, 36.0)
            button(canvas, self.targets, "review", box, "Look back", self.review, key="L")


def _columns(width: float) -> tuple[float, float]:
    """The places where the two rounds begin, from the left edge of the sheet."""
    return _NUMBER, _NUMBER + (width - _NUMBER - _GAIN) / 2
