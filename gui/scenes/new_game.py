"""A new game: who sits where, how strong, on which board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from ai import registry
from ai.registry import Entry, Level
from game.config import Value
from game.errors import KibitzError
from game.position import open_position
from game.record import Seat
from game.session import Session
from game.zuniq import Grid
from game.zuniq.grid import MAX_DOTS, MIN_DOTS
from gui.drawing.canvas import Box, Canvas, Point
from gui.faces import face_of
from gui.frame.choices import GAP, PILL, draw_choices
from gui.frame.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.frame.controls import button, heading
from gui.frame.layout import BAR, Frame
from gui.frame.scroll import Scroll
from gui.previews import draw_preview
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.setting_words import duration

YOU, GUEST, ENGINE = "You", "Guest", "Engine"
SITTERS = (YOU, GUEST, ENGINE)
CLOCKS = (10.0, 30.0, 60.0, 300.0, 900.0, 3600.0)
FULL = "full"

_CHOICES, _CARD, _GAP = 560.0, 320.0, 48.0
_FOOT, _FIVE, _TALL = 64.0, 5 * 44.0 + 4 * GAP, 560.0
_SIZES = [str(dots) for dots in range(MIN_DOTS, MAX_DOTS + 1)]


@dataclass(frozen=True)
class Sitter:
    """Who sits in a seat; `strength` is the engine's, by index, kept while a person sits there."""

    who: str
    strength: int


def strengths(game: str) -> list[tuple[Entry, Level]]:
    """Every engine at every level, as they are offered."""
    return [(entry, level) for entry in registry.entries(game) for level in entry.levels]


def strength_words(entry: Entry, level: Level) -> str:
    """The level's name, or the engine's where it has only one."""
    return level.title if len(entry.levels) > 1 else entry.title


class NewGameScene(Scene):
    """The choices of a new game on one quiet screen. They are remembered when the game begins."""

    name = "new_game"
    title = "New game"

    def __init__(self, salon: Salon, back: Scene | None, game: str) -> None:
        super().__init__(salon, back)
        self.game = game
        self.strengths = strengths(game)
        config = salon.config.zuniq
        names = [(entry.name, level.name) for entry, level in self.strengths]
        known = names.index(("kibitz", config.level)) if ("kibitz", config.level) in names else 0
        you, engine = Sitter(YOU, known), Sitter(ENGINE, known)
        self.sitters = [you, engine] if config.seat == "white" else [engine, you]
        self.grid = Grid.parse(config.dots)
        self.seconds = config.game_seconds
        self.face = face_of(game)
        self.names = open_position(game, {}).seats
        self.scroll = Scroll()
        self.targets.focus = "start"
        self._reached = "start"
        self._content = 0.0
        self._origin = 0.0

    # -- choosing --

    def sit(self, seat: int, who: int) -> None:
        """Put somebody into a seat; there is only one You."""
        chosen = SITTERS[who]
        other = self.sitters[1 - seat]
        if chosen == YOU and other.who == YOU:
            self.sitters[1 - seat] = replace(other, who=self.sitters[seat].who)
        self.sitters[seat] = replace(self.sitters[seat], who=chosen)

    def strengthen(self, seat: int, strength: int) -> None:
        """Choose how strong the engine in a seat is."""
        self.sitters[seat] = replace(self.sitters[seat], strength=strength)

    def swap(self) -> None:
        """Let both change their seats."""
        self.sitters.reverse()

    def size(self, rows: int, columns: int) -> None:
        """Choose the board, in dots."""
        self.grid = Grid(rows, columns)

    def time(self, seconds: float) -> None:
        """Choose how long a full engine may think in the whole game."""
        self.seconds = seconds

    @property
    def rules(self) -> dict[str, str]:
        """The rules of the game as its record has them."""
        return {"dots": str(self.grid)}

    @property
    def clocked(self) -> bool:
        """Whether an engine plays that uses its clock: levels below full stop by themselves."""
        return any(s.who == ENGINE and self.strengths[s.strength][1].name == FULL for s in self.sitters)

    def seats(self) -> tuple[Seat, ...]:
        """The seats as they go into the game's record."""
        return tuple(map(self._seat, self.sitters))

    def _seat(self, sitter: Sitter) -> Seat:
        if sitter.who != ENGINE:
            return Seat(name=sitter.who, kind="human")
        entry, level = self.strengths[sitter.strength]
        return Seat(entry.title, "engine", engine=entry.name, level=level.name, seconds=self.seconds)

    def start(self) -> None:
        """Begin the game, and remember what was chosen."""
        try:
            session = Session.new(self.game, self.rules, self.seats())
        except KibitzError as error:
            self.salon.answer(str(error))
            return
        changes = self._choices()
        if changes:
            self.salon.change_all(changes)
        self.go(self.salon.doors.play(session, self.back or self))

    def _choices(self) -> dict[str, Value]:
        """What differs from the settings and has a place in them."""
        config = self.salon.config.zuniq
        found: dict[str, Value] = {"zuniq.dots": str(self.grid)}
        before: dict[str, Value] = {"zuniq.dots": config.dots}
        if [s.who for s in self.sitters].count(YOU) == 1 and self.sitters[0].who != self.sitters[1].who:
            found["zuniq.seat"] = "white" if self.sitters[0].who == YOU else "black"
            before["zuniq.seat"] = config.seat
        engines = [self.strengths[s.strength] for s in self.sitters if s.who == ENGINE]
        if engines and engines[0][0].name == "kibitz":
            found["zuniq.level"] = engines[0][1].name
            before["zuniq.level"] = config.level
        if self.clocked:
            found["zuniq.game_seconds"], before["zuniq.game_seconds"] = self.seconds, config.game_seconds
        return {key: value for key, value in found.items() if value != before[key]}

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if self.scroll.handle(event, self.salon.scale):
            return self.next
        return super().handle(event)

    def key(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_s:
            self.start()
        elif event.key == pygame.K_x:
            self.swap()
        else:
            super().key(event)

    def keys(self) -> list[tuple[str, str]]:
        return [("S", "start the game"), ("X", "swap the seats"), ("Enter", "choose, or start")]

    def update(self, seconds: float) -> Scene | None:
        """Scroll to what the keyboard has reached."""
        if self.targets.focus != self._reached:
            self._reached = self.targets.focus
            found = next((each for each in self.targets.all() if each.name == self._reached), None)
            if found is not None and found.within is not None and self.targets.ring:
                self.scroll.show(found.box[1] - self._origin, found.box[3])
        return super().update(seconds)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self.salon.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame, panel=False)
        margin = frame.margin
        if frame.width >= _CHOICES + _CARD + _GAP + 2 * margin:
            left = (frame.width - _CHOICES - _GAP - _CARD) / 2
            self._draw_choices(canvas, (left, BAR, _CHOICES, frame.height - BAR))
            self._draw_card(canvas, frame, left + _CHOICES + _GAP)
        else:
            room = (margin, BAR, frame.width - 2 * margin, frame.height - BAR - _FOOT)
            self._draw_choices(canvas, room)
            self._draw_foot(canvas, frame)
        canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
        draw_bar(canvas, frame, self, game=self.face.title, detail=self.title)
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _draw_choices(self, canvas: Canvas, view: Box) -> None:
        """Everything that can be chosen, in a column that scrolls where it is too long."""
        x, _, width, _ = view
        reach = (x - 8, view[1], width + 16, view[3])
        air = min((view[3] - _TALL) / 2 - 24, view[3] - self._content)  # in line with the card's top
        self._origin = self.scroll.fit(reach, self._content) + max(0.0, air)
        seen = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect((x - 16, view[1], width + 32, view[3])))
        y = self._origin + 24
        for seat in range(2):
            y += self._draw_seat(canvas, seat, (x, y), width) + 24
        y += self._draw_sizes(canvas, (x, y), width)
        if self.clocked:
            y += 24 + self._draw_clock(canvas, (x, y + 24), width)
        self._content = y + 24 - self._origin
        canvas.surface.set_clip(seen)
        self.scroll.draw(canvas)

    def _pills(
        self,
        canvas: Canvas,
        name: str,
        at: Point,
        width: float,
        words: Sequence[str],
        chosen: int | None,
        choose: Callable[[int], object],
    ) -> float:
        view = self.scroll.view
        return draw_choices(canvas, self.targets, name, at, width, words, chosen, choose, within=view)

    def _draw_seat(self, canvas: Canvas, seat: int, at: Point, width: float) -> float:
        """Who sits there, and how strong an engine is; returns the height used."""
        colour, sitter = canvas.theme.colour, self.sitters[seat]
        x, y = at
        self.face.draw_tone(canvas, (x, y + 10), seat)
        heading(canvas, (x + 40, y + 10), self.names[seat])
        height = 32.0
        who, sit = SITTERS.index(sitter.who), partial(self.sit, seat)
        height += self._pills(canvas, f"seat {seat}", (x, y + height), width, SITTERS, who, sit)
        if sitter.who != ENGINE:
            return height
        words = [strength_words(*each) for each in self.strengths]
        strengthen = partial(self.strengthen, seat)
        height += 8
        height += self._pills(
            canvas, f"strength {seat}", (x, y + height), width, words, sitter.strength, strengthen
        )
        about = self.strengths[sitter.strength][1].about
        return height + 8 + canvas.paragraph((x, y + height + 8, width, 0), about, "label", colour.text3)

    def _draw_sizes(self, canvas: Canvas, at: Point, width: float) -> float:
        """Rows and columns of dots, side by side where there is room."""
        x, y = at
        rows, columns = self.grid.rows, self.grid.columns
        heading(canvas, (x, y + 10), "Rows of dots")
        self._pills(
            canvas,
            "rows",
            (x, y + 32),
            width,
            _SIZES,
            rows - MIN_DOTS,
            lambda i: self.size(i + MIN_DOTS, columns),
        )
        beside = width >= 2 * _FIVE + 24
        left, top = (x + _FIVE + 24, y) if beside else (x, y + 32 + PILL + 16)
        heading(canvas, (left, top + 10), "Columns")
        self._pills(
            canvas, "columns", (left, top + 32), width, _SIZES, columns - MIN_DOTS,
            lambda i: self.size(rows, i + MIN_DOTS),
        )  # fmt: skip
        return top - y + 32 + PILL

    def _draw_clock(self, canvas: Canvas, at: Point, width: float) -> float:
        x, y = at
        clocks = sorted({*CLOCKS, self.seconds})
        heading(canvas, (x, y + 10), "The engine’s clock")
        words, chosen = [duration(each) for each in clocks], clocks.index(self.seconds)
        return 32 + self._pills(
            canvas, "clock", (x, y + 32), width, words, chosen, lambda i: self.time(clocks[i])
        )

    def _draw_card(self, canvas: Canvas, frame: Frame, x: float) -> None:
        """The board as it will be, who sits at it, and the way to begin."""
        colour = canvas.theme.colour
        height = min(_TALL, frame.height - BAR - 48)
        y = BAR + (frame.height - BAR - height) / 2
        canvas.panel((x, y, _CARD, height), colour.panel, radius=12, edge=colour.line)
        side = min(_CARD - 48, height - 240)
        if side >= 80:
            box = (x + (_CARD - side) / 2, y + 24, side, side)
            draw_preview(canvas, box, open_position(self.game, self.rules))
        y += height - 192
        size = f"{self.grid.rows * self.grid.columns} dots, {self.grid.walls} walls"
        canvas.text((x + 24, y), size, "label", colour.text3)
        for seat, sitter in enumerate(self.sitters):
            self.face.draw_tone(canvas, (x + 24, y + 32 + 28 * seat), seat)
            words = canvas.fitted(self._name(sitter), "body", _CARD - 48 - 40)
            canvas.text((x + 64, y + 32 + 28 * seat), words, "body", colour.text)
        self._buttons(canvas, (x + 24, y + 88, _CARD - 48, 0))

    def _name(self, sitter: Sitter) -> str:
        if sitter.who != ENGINE:
            return sitter.who
        entry, level = self.strengths[sitter.strength]
        return f"{entry.title}, {level.title.lower()}" if len(entry.levels) > 1 else entry.title

    def _buttons(self, canvas: Canvas, box: Box) -> None:
        x, y, width, _ = box
        button(canvas, self.targets, "swap", (x, y, width, PILL), "Swap the seats", self.swap, key="X")
        button(
            canvas,
            self.targets,
            "start",
            (x, y + 44, width, PILL),
            "Start the game",
            self.start,
            primary=True,
        )

    def _draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        """The buttons at the bottom, where there is no room for the card."""
        y = frame.height - _FOOT
        canvas.rule((0, y), (frame.width, y), canvas.theme.colour.line)
        half = min(240.0, (frame.width - 2 * frame.margin - 16) / 2)
        swap = (frame.margin, y + (_FOOT - PILL) / 2, half, PILL)
        start = (frame.width - frame.margin - half, y + (_FOOT - PILL) / 2, half, PILL)
        button(canvas, self.targets, "swap", swap, "Swap the seats", self.swap, key="X")
        button(canvas, self.targets, "start", start, "Start the game", self.start, primary=True)
