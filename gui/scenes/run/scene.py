"""What watching and racing share: lanes that play, what they think of their boards, and the frame around them."""

from __future__ import annotations

from abc import abstractmethod

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
from gui.scenes.run.deck import RunDeck
from gui.scenes.run.lanes.curve import PLAIN, Curve, stretch_around
from gui.scenes.run.lanes.lane import Lane
from gui.scenes.run.lanes.pace import Pace
from gui.scenes.run.lanes.plan import Plan, rule_words
from gui.scenes.run.strip import Strip, draw_strip
from gui.tetris.classic.face import ClassicFace

CURVE_SECONDS = 0.002  # of a frame, for equities that the graph still lacks
_CHUNK = 4096  # pieces that lanes side by side are ordered at a time, at least


class RunScene(RunDeck):
    """A run being watched. Subclasses draw the boards and the panel."""

    title = "Tetris"

    def __init__(self, salon: Salon, back: Scene | None, plan: Plan, lanes: list[Lane], pace: Pace) -> None:
        super().__init__(salon, back, plan, lanes, pace)
        self.face = ClassicFace()
        self.curves = [Curve(lane.tape, self.eye(lane)) for lane in lanes]
        self.patience = CURVE_SECONDS  # for equities that the graph still lacks, in each frame

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

    @property
    def curve(self) -> Curve:
        return self.curves[self.chosen]

    @property
    def grown(self) -> float:
        """How far the motion of the last piece has come, eased."""
        return 1.0 - (1.0 - self._grown) ** 3

    @property
    def resting(self) -> bool:
        """Whether the last piece has come to rest."""
        return self._grown >= 1.0

    # -- a frame --

    def entered(self) -> None:
        super().entered()
        self._kept.clear()

    def left(self) -> None:
        for lane in self.lanes:
            lane.rest()

    def update(self, seconds: float) -> Scene | None:
        for event in self.salon.room.poll():
            self._hear(event)
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
                curve.put(self.place(number), self.state(number).board)
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
            return f"{self.lane.title} is being prepared …"
        if not self.pace.racing or not self.lane.rate:
            return self.lane.title
        return f"{self.lane.title} · {grouped(_two_figures(self.lane.rate))} pieces/s"

    @property
    def preparing(self) -> bool:
        """Whether nothing can be shown yet, since an engine is still being compiled."""
        states = [self.salon.room.state(lane.role) for lane in self.lanes if lane.busy]
        return any(state in ("starting", "warming") for state in states)

    def _strip(self) -> Strip:
        first, last = self._window
        at = self.place(self.chosen)
        known = [curve.points(first, last) for curve in self.curves]
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
