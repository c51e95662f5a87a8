"""The replay of a game in real time: wells side by side, figures that follow the playhead, and the engine's opinion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame

from game.advice import Advice
from game.record import Record
from gui.drawing.canvas import Canvas
from gui.faces import face_of
from gui.frame.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.frame.controls import button, heading
from gui.frame.drawer import draw_drawer
from gui.frame.layout import NARROW_PANEL, PANEL, Frame
from gui.frame.panel import Column, Opinion
from gui.frame.transport import draw_transport, transport_keys
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.live.table import draw_table
from gui.scenes.live.wells import boxes, with_opinion
from gui.scenes.live.words import rate_words
from gui.scenes.live_replay.deck import ReplayDeck
from gui.scenes.live_replay.figures import draw_spans, figures
from gui.scenes.live_replay.graph import TIMELINE, Rails, draw_graph
from gui.scenes.live_replay.opinion import verdict
from gui.table.asking import KIBITZER
from gui.tetris.guideline.look import SeatLook
from gui.tetris.guideline.seat import draw_seat

GATHER_SECONDS = 0.004  # of a frame, for the graph as long as it is not complete
ASK_UP_TO = 1.0  # the speed up to which the engine is asked while the game plays
_SPANS = 72.0
_BUTTONS = 44.0


class ReplayScene(ReplayDeck):
    """A game in real time, looked at again."""

    name = "replay"
    title = "Tetris"
    clocked = ""  # what the clock below the wells counts, where that may be in doubt

    def __init__(self, salon: Salon, back: Scene | None, record: Record) -> None:
        super().__init__(salon, back, record)
        self.face = face_of("tetris")
        self.targets.focus = "play"
        self._pointed: str | None = None
        self._rails: Rails | None = None
        self._dragging = False

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.MOUSEBUTTONUP:
            self._dragging = False
        if event.type == pygame.MOUSEMOTION and self._dragging and event.buttons[0]:
            self._scrub((event.pos[0] / self.salon.scale, event.pos[1] / self.salon.scale))
        return super().handle(event)

    def key(self, event: pygame.event.Event) -> None:
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        actions: dict[int, Callable[[], object]] = {
            **transport_keys(self),
            pygame.K_COMMA: partial(self.tick_on, -1) if shift else self.back_step,
            pygame.K_PERIOD: partial(self.tick_on, 1) if shift else self.on_step,
            pygame.K_1: partial(self.choose, 0),
            pygame.K_2: partial(self.choose, 1),
            pygame.K_h: self.toggle_hints,
            pygame.K_p: self.take_over,
            pygame.K_b: self.to_sandbox,
            pygame.K_c: self.copy,
            pygame.K_k: self._toggle_panel,
        }
        action = actions.get(event.key)
        if action is not None and not event.mod & pygame.KMOD_ALT:
            action()
        else:
            super().key(event)

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("Comma, Period", "to the piece before, to the next piece; with Shift a single tick"),
            ("+, −", "from an eighth of the speed to eight times"),
            ("1, 2", "look at the left player, at the right one"),
            ("H", "show or hide what the engine would have done"),
            ("P", "play on from here in this seat"),
            ("B", "this position in the sandbox"),
            ("C", "copy the game as a fumen"),
        ]

    def _toggle_panel(self) -> None:
        self.panel_open = not self.panel_open

    def _press_timeline(self) -> None:
        self._dragging = True
        self._scrub(self.targets.pointer)

    def _scrub(self, at: tuple[float, float]) -> None:
        if self._rails is not None and self.targets.focus == TIMELINE:
            self.seek(self._rails.tick(at))

    # -- living --

    def update(self, seconds: float) -> Scene | None:
        for event in self.salon.room.poll():
            self.onlooker.hear(event)
        self.pass_time(seconds)
        self.chronicle.work(GATHER_SECONDS)
        calm = not self.playing or self.speed <= ASK_UP_TO
        wanted = self.hints and calm and self.salon.warming is None
        self.onlooker.update(self.chosen, self.seat, seconds, wanted=wanted)
        return self.next

    def left(self) -> None:
        self.playing = False
        self.onlooker.stop()

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self._frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame)
        self._draw_wells(canvas, frame)
        draw_bar(canvas, frame, self, self.title, self.bar_detail(), self._pace_words())
        marks = [self.replay.tick_of(chapter.ply) for chapter in self.record.chapters]
        self._rails = draw_graph(
            canvas,
            frame,
            self.targets,
            self.chronicle,
            self.head.tick,
            marks,
            self._press_timeline,
            self.clocked,
        )
        draw_transport(canvas, frame, self.targets, self, self.head.words, "Speed  (+ and −)")
        if draw_drawer(canvas, frame, self.targets, self._toggle_panel, is_open=self.panel_open):
            self.draw_column(Column(canvas, frame, self.targets))
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _frame(self, canvas: Canvas) -> Frame:
        """The frame; two wells need the whole of a narrow window, and the column is a drawer then."""
        frame = self.salon.frame(canvas)
        if len(self.wells) > 1 and frame.panel_width < PANEL:
            return Frame(frame.width, frame.height, True, min(NARROW_PANEL, frame.width - 48))
        return frame

    def bar_detail(self) -> str:
        """What the bar says behind the game's name."""
        return self.record.title or "Replay"

    def _pace_words(self) -> str:
        advice = self.onlooker.advice(self.chosen, self.seat) if self.hints else None
        rate = advice.facts.get("nodes_per_second") if advice is not None else None
        if not isinstance(rate, (int, float)) or rate < 1:
            return ""
        return f"search {rate_words(rate)} nodes/s"

    def _draw_wells(self, canvas: Canvas, frame: Frame) -> None:
        for number, box in enumerate(boxes(frame, len(self.wells))):
            self.targets.add(f"seat {number}", box, partial(self.choose, number))
            draw_seat(canvas, box, self._look(number))

    def _look(self, number: int) -> SeatLook:
        seat = self.head.game.seats[number]
        motion = 0.0 if self.salon.still else self.salon.theme.motion.long / 1000
        look = self.wells[number].look(seat, motion)
        if number == self.chosen:
            look = with_opinion(look, self._advice(), self._pointed)
        game = self.head.game
        return replace(
            look,
            name=self.names()[number] if len(self.wells) > 1 else "",
            focused=number == self.chosen,
            over=game.over and seat.over and game.winner != number,
        )

    def _advice(self) -> Advice | None:
        return self.onlooker.advice(self.chosen, self.seat) if self.hints else None

    # -- the panel --

    def draw_column(self, column: Column) -> None:
        """The engine's opinion, the figures, and the ways from here."""
        self._draw_ways(column)
        self._draw_opinion(column)
        self._draw_figures(column)

    def _draw_opinion(self, column: Column) -> None:
        if self.hints and not self.seat.over:
            view = self.seat.view()
            advice = self.onlooker.advice(self.chosen, self.seat)
            opinion = Opinion(self.face, view, advice, True, self._waiting())
            column.best(opinion, lambda choice: None, self._point, self.toggle_hints)
            self._draw_verdict(column)
            column.y += 26

    def _point(self, move: str | None) -> None:
        self._pointed = move

    def _draw_verdict(self, column: Column) -> None:
        """How the piece that was really placed stands among the best."""
        advice = self.onlooker.advice(self.chosen, self.seat)
        placed = self.chronicle.after(self.chosen, self.head.tick)
        if advice is None or placed is None or column.y + 20 > column.bottom:
            return
        canvas, colour = column.canvas, column.canvas.theme.colour
        words = f"Placed: {verdict(advice, placed.landing)}"
        canvas.text(
            (column.left, column.y), canvas.fitted(words, "label", column.width), "label", colour.text2
        )
        column.y += 8

    def _draw_figures(self, column: Column) -> None:
        if column.y + 60 > column.bottom:
            return
        heading(column.canvas, (column.left, column.y), "Up to here")
        names = self.names() if len(self.wells) > 1 else ()
        rows, bottom = figures(self.seats), column.bottom
        room = bottom - column.y - 30 - 28 * len(rows) - (26 if names else 0)
        if room >= _SPANS + 16 or (not self.hints and bottom - column.y > 300):
            bottom -= _SPANS + 16
        y = draw_table(column.canvas, (column.left, column.y + 28), column.width, rows, bottom, names)
        if bottom < column.bottom:
            pieces = self.chronicle.upto(self.chosen, self.head.tick)
            name = f", {self.names()[self.chosen]}" if names else ""
            draw_spans(column.canvas, (column.left, y + 4, column.width, _SPANS), pieces, name)

    def _draw_ways(self, column: Column) -> None:
        """The buttons at the foot of the panel, whose bottom rises."""
        ways = (
            ("take over", "Play on", "Play on from here in this seat  (P)", self.take_over),
            ("sandbox", "Sandbox", "This position in the sandbox  (B)", self.to_sandbox),
            ("copy", "Copy", "Copy the game as a fumen  (C)", self.copy),
        )
        each = (column.width - 12) / len(ways)
        for number, (name, words, about, press) in enumerate(ways):
            box = (column.left + number * (each + 6), column.bottom - _BUTTONS, each, 36.0)
            button(column.canvas, column.targets, name, box, words, press, about=about)
        column.bottom -= _BUTTONS + 10

    def _waiting(self) -> str:
        if self.playing and self.speed > ASK_UP_TO:
            return "Too fast for an opinion."
        if self.salon.warming is not None:
            return "The engines are being prepared …"
        warming = self.salon.room.state(KIBITZER) in ("starting", "warming")
        return self.onlooker.failed or ("The engine is warming up …" if warming else "Thinking …")
