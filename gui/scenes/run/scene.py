"""What watching and racing share: lanes that play, one playhead over all of them, timeline and transport."""

from __future__ import annotations

from abc import abstractmethod

import pygame

from game.record import Seat
from game.session import Session
from game.tetris.classic.state import State
from gui.drawing.canvas import Canvas
from gui.drawing.letters import grouped
from gui.engines.engine_room import Event, Ran, Thought, Trouble
from gui.frame.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.frame.drawer import draw_drawer
from gui.frame.layout import Frame
from gui.frame.panel import Column
from gui.frame.transport import draw_transport
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.run.keeping import Keeping, record_of
from gui.scenes.run.lanes.curve import PLAIN, Curve, stretch_around
from gui.scenes.run.lanes.lane import Lane
from gui.scenes.run.lanes.pace import Pace
from gui.scenes.run.lanes.plan import Plan, rule_words
from gui.scenes.run.strip import GRAPH, Rails, Strip, draw_strip
from gui.scenes.run.ways import Way
from gui.tetris.classic.face import ClassicFace

CURVE_SECONDS = 0.002  # of a frame, for equities that the graph still lacks
_CHUNK = 4096  # pieces that lanes side by side are ordered at a time, at least
_PAGE = 200


class RunScene(Scene):
    """A run being watched. Subclasses draw the boards and the panel."""

    title = "Tetris"

    def __init__(self, salon: Salon, back: Scene | None, plan: Plan, lanes: list[Lane], pace: Pace) -> None:
        super().__init__(salon, back)
        self.plan = plan
        self.lanes = lanes
        self.pace = pace
        self.chosen = 0  # the lane that is looked at
        self.panel_open = False
        self.face = ClassicFace()
        self.curves = [Curve(lane.tape, self.eye(lane)) for lane in lanes]
        self.keeping = Keeping()
        self.targets.focus = "play"
        self._kept: dict[int, tuple[int, State]] = {}
        self._grown = 1.0
        self._held = ""  # what is being dragged
        self.patience = CURVE_SECONDS  # for equities that the graph still lacks, in each frame
        self._window = (0, 1)
        self._rails: Rails | None = None

    # -- for subclasses --

    @abstractmethod
    def draw_boards(self, canvas: Canvas, frame: Frame) -> None:
        """Draw what stands in the middle."""

    @abstractmethod
    def draw_column(self, column: Column) -> None:
        """Fill the panel."""

    def eye(self, lane: Lane) -> str:
        """The evaluator through which a lane's boards are looked at: the plainest, the same for all."""
        return PLAIN

    def thought(self, event: Thought) -> None:
        """An adviser has said something."""

    def trouble(self, event: Trouble) -> None:
        """A worker has failed."""

    def think(self) -> None:
        """Ask an adviser, where there is something to ask."""

    def ticks(self) -> tuple[int, ...]:
        """The places that are marked on the whole run: where games begin."""
        return self.lane.tape.starts(self.begin, self.pace.front)

    # -- what is shown --

    @property
    def lane(self) -> Lane:
        """The lane that is looked at."""
        return self.lanes[self.chosen]

    @property
    def curve(self) -> Curve:
        return self.curves[self.chosen]

    @property
    def known(self) -> int:
        """The pieces that every lane has played."""
        return min(lane.count for lane in self.lanes)

    @property
    def begin(self) -> int:
        """The first place that can still be shown."""
        return max(lane.tape.first for lane in self.lanes)

    @property
    def ended(self) -> bool:
        """Whether nobody plays on, and the end is shown."""
        return all(lane.ended for lane in self.lanes) and self.pace.at >= self.known

    def state(self, lane: int | None = None) -> State:
        """The position of a lane, by default the one looked at, under the playhead."""
        number = self.chosen if lane is None else lane
        at = min(self.pace.at, self.lanes[number].count)
        kept = self._kept.get(number)
        if kept is None or kept[0] != at:
            kept = self._kept[number] = (at, self.lanes[number].position(at))
        return kept[1]

    @property
    def grown(self) -> float:
        """How far the motion of the last piece has come, eased."""
        return 1.0 - (1.0 - self._grown) ** 3

    @property
    def resting(self) -> bool:
        """Whether the last piece has come to rest."""
        return self._grown >= 1.0

    # -- the transport --

    @property
    def playing(self) -> bool:
        return self.pace.playing

    @playing.setter
    def playing(self, plays: bool) -> None:
        self.pace.playing = plays

    @property
    def speed(self) -> float:
        return self.pace.speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self.pace.speed = speed

    def toggle(self) -> None:
        if not self.playing and self.ended:
            self.first()
        self.playing = not self.playing

    def first(self) -> None:
        self.seek(self.begin)

    def last(self) -> None:
        self.seek(self.end)

    @property
    def end(self) -> int:
        """The right end of the whole run: how far it was shown."""
        return self.pace.front

    def back_step(self) -> None:
        self.playing = False
        self.seek(self.pace.at - 1)

    def on_step(self) -> None:
        self.pace.step()

    def faster(self) -> None:
        self.pace.faster()

    def slower(self) -> None:
        self.pace.slower()

    def seek(self, at: int) -> None:
        """Show another place; a run at full speed comes to rest there."""
        if self.pace.racing:
            self.playing = False
        self.pace.put(min(max(self.begin, at), self.known))
        self._grown = 1.0

    def page(self, direction: int) -> None:
        """Go to the next mark on the run, or the one before; where there are none, a stretch."""
        at, ticks = self.pace.at, (self.begin, *self.ticks())
        if len(ticks) == 1:
            self.seek(at + direction * _PAGE)
        elif direction > 0:
            self.seek(next((tick for tick in ticks if tick > at), self.end))
        else:
            self.seek(next((tick for tick in reversed(ticks) if tick < at), self.begin))

    # -- where one can go --

    def play_on(self) -> None:
        """Take over from the controller in the position that is shown."""
        state = self.state()
        if state.over:
            self.salon.answer("This game is over: go back a piece to play on.")
            return
        self.playing = False
        self.go(self.salon.doors.play(Session.new("classic", state.here(), (Seat("You"),)), self))

    def new_run(self) -> None:
        """Choose board, rules and controllers of another run."""
        self.go(self.salon.doors.new_game(self.back or self, "classic", self.plan))

    def ways(self) -> tuple[Way, ...]:
        """What leads away from here."""
        return (
            Way("play on", "Play on", "P", self.play_on),
            Way("new run", "New run", "N", self.new_run, short="New"),
            Way("save", "Save", "S", self.save),
        )

    def save(self) -> None:
        """Keep the game that is shown among the saved ones."""
        if self.lane.count:
            self.keeping.keep(record_of(self.lane.tape, min(self.pace.at, self.lane.count)))

    def go_back(self) -> None:
        super().go_back()
        if self.next is not self:
            for lane in self.lanes:
                lane.leave()

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.MOUSEBUTTONUP:
            self._held = ""
        elif event.type == pygame.MOUSEMOTION and self._held and event.buttons[0]:
            self._scrub((event.pos[0] / self.salon.scale, event.pos[1] / self.salon.scale))
        return super().handle(event)

    def _press(self, rail: str) -> None:
        self._held = rail
        self._scrub(self.targets.pointer)

    def _scrub(self, point: tuple[float, float]) -> None:
        if self._rails is None:
            return
        first, last = self._window if self._held == GRAPH else (self.begin, self.end)
        self.seek(min(self._rails.place(point, first, last), self.end))

    def key(self, event: pygame.event.Event) -> None:
        actions = {
            pygame.K_SPACE: self.toggle,
            pygame.K_COMMA: self.back_step,
            pygame.K_PERIOD: self.on_step,
            pygame.K_HOME: self.first,
            pygame.K_END: self.last,
            pygame.K_PAGEUP: lambda: self.page(-1),
            pygame.K_PAGEDOWN: lambda: self.page(1),
            pygame.K_PLUS: self.faster,
            pygame.K_EQUALS: self.faster,
            pygame.K_KP_PLUS: self.faster,
            pygame.K_MINUS: self.slower,
            pygame.K_KP_MINUS: self.slower,
            pygame.K_m: self.top_speed,
            pygame.K_k: self.toggle_panel,
            pygame.K_p: self.play_on,
            pygame.K_n: self.new_run,
            pygame.K_s: self.save,
        }
        action = actions.get(event.key)
        if action is not None and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            action()
        else:
            super().key(event)

    def top_speed(self) -> None:
        """Play on as fast as it goes."""
        self.speed = self.pace.speeds[-1]
        self.playing = True

    def toggle_panel(self) -> None:
        """Open or close the drawer where the window is narrow."""
        self.panel_open = not self.panel_open

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("Space", "play and pause"),
            ("Comma, Period", "one piece back, one piece on"),
            ("Plus, Minus", "faster, slower"),
            ("M", "as fast as it goes"),
            ("Home, End", "to the start, to the end"),
            ("Page keys", "to the game before, to the next"),
            ("P", "play on from here yourself"),
            ("N", "another run"),
            ("S", "save the game"),
            ("K", "open or close the column in a narrow window"),
        ]

    # -- a frame --

    def entered(self) -> None:
        super().entered()
        self._kept.clear()

    def left(self) -> None:
        for lane in self.lanes:
            lane.rest()
        for sentence in self.keeping.close():
            self.salon.say(sentence)

    def update(self, seconds: float) -> Scene | None:
        for event in self.salon.room.poll():
            self._hear(event)
        for sentence in self.keeping.poll():
            self.salon.answer(sentence)
        before = self.pace.at
        self.pace.advance(seconds, self.known)
        self._move(seconds, stepped=self.pace.at == before + 1)
        if self.salon.warming is None:
            self._drive()
            self.think()
        if self.playing and self.ended:
            self.playing = False
        self.settle(self.patience)
        return self.next

    def _hear(self, event: Event) -> None:
        if isinstance(event, Ran):
            now = self.salon.now()
            for lane in self.lanes:
                if lane.take(event, now) and lane.tape.full:
                    self.salon.say(
                        "This game has become too long to be kept. S saves it, N begins another run."
                    )
        elif isinstance(event, Thought):
            self.thought(event)
        elif isinstance(event, Trouble):
            self.salon.say(event.sentence)
            self.trouble(event)
            for lane in self.lanes:
                if event.final and event.role == lane.role:
                    lane.fail()

    def _move(self, seconds: float, *, stepped: bool) -> None:
        """Let the last piece fall: in less time than it takes until the next one comes."""
        if self.salon.still or not self.pace.easy:
            self._grown = 1.0
        elif stepped:
            self._grown = 0.0
        else:
            motion = self.salon.theme.motion.long / 1000
            length = min(motion, 0.7 / self.speed) if self.playing and self.speed else motion
            self._grown = min(1.0, self._grown + seconds / length)

    def _drive(self) -> None:
        """Have every lane play as far as is needed; side by side, none runs away from the others."""
        for lane in self.lanes:
            if not self.pace.racing:
                lane.drive(self.pace.wanted())
            elif len(self.lanes) == 1:
                lane.drive(None)
            else:
                slowest = min(each.rate for each in self.lanes)
                lane.drive(self.known + max(_CHUNK, int(slowest)))

    def settle(self, seconds: float) -> None:
        """Work out the equities that the timeline shows, for no longer than that."""
        rate = self.pace.rate(self.lane.rate)
        self._window = stretch_around(self.pace.at, rate)
        if rate or self.pace.racing:
            for number, curve in enumerate(self.curves):
                curve.put(self.pace.at, self.state(number).board)
            return
        first, last = self._window
        for curve, lane in zip(self.curves, self.lanes, strict=True):
            share = seconds / len(self.lanes)
            curve.work(max(first, self.begin), min(last, self.end, lane.count), self.pace.at, share)

    def draw(self, canvas: Canvas) -> None:
        frame = self.salon.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame)
        self.draw_boards(canvas, frame)
        draw_bar(canvas, frame, self, self.title, self.bar_detail(), self.pace_words())
        self._rails = draw_strip(canvas, frame, self.targets, self._strip(), self._press)
        draw_transport(canvas, frame, self.targets, self, self.pace.words, self.pace.about)
        if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
            self.draw_column(Column(canvas, frame, self.targets))
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def bar_detail(self) -> str:
        """What the bar says behind the game's name."""
        return f"Classic, {rule_words(self.plan.rules)}"

    def pace_words(self) -> str:
        """What the bar says of the engine."""
        if self.preparing:
            return f"{self.lane.controller} is being prepared …"
        if not self.pace.racing or not self.lane.rate:
            return self.lane.controller
        return f"{self.lane.controller} · {grouped(_two_figures(self.lane.rate))} pieces/s"

    @property
    def preparing(self) -> bool:
        """Whether nothing can be shown yet, since an engine is still being compiled."""
        states = [self.salon.room.state(lane.role) for lane in self.lanes if lane.busy]
        return any(state in ("starting", "warming") for state in states)

    def _strip(self) -> Strip:
        first, last = self._window
        at = min(self.pace.at, self.lane.count)
        known = [curve.points(first, min(last, self.end)) for curve in self.curves]
        known.append(known.pop(self.chosen))
        value = self.curve.value(at)
        return Strip(
            lines=tuple(known),
            axis=self.face.axis([value for line in known for _, value in line]),
            first=first,
            last=last,
            at=at,
            begin=self.begin,
            end=self.end,
            label=self.equity_words(),
            figure="–" if value is None else self.face.figure(value),
            word=f"piece {grouped(at)}",
            ticks=self.ticks(),
        )

    def equity_words(self) -> str:
        """The name of the figure at the left of the timeline."""
        return "Equity"


def _two_figures(rate: float) -> int:
    """A rate rounded so that it can be read while it changes: 118 000, not 118 342."""
    unit = 1000 if rate >= 10_000 else 10
    return round(rate / unit) * unit
