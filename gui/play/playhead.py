"""A place in something that was played: moves, ticks, pieces or versions, gone through by command or in time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Hashable, Sequence
from functools import partial

from game.record import Chapter
from game.session import Session
from game.showcase import Pace, Showcase, TourPart
from game.tetris.guideline.real_time import TICKS
from gui.ui import icons
from gui.ui.canvas import Canvas
from gui.ui.commands import BOARDS, Command, Tip
from gui.ui.layout import Frame
from gui.ui.targets import Targets

_PLAY_AND_PAUSE = "play and pause"

OWN = 0.0  # in place of a speed: a pace that a showcase brings along
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
_PACES: dict[Pace, str] = {
    "hold": "Time to read",
    "slow": "Slow motion",
    "rest": "Result",
    "run": "Playing",
    "flight": "Fast forward",
}
_AGAIN = 2.0  # seconds of a chapter after which a step back leads to its beginning
_FRACTIONS = {0.125: "⅛×", 0.25: "¼×", 0.5: "½×"}


class Playhead(ABC):
    """The place that is shown, from `begin` to `end`. Time moves it on while it is `playing`.

    A subclass says what was played: where it stands (`at`), where it ends, and how a place is shown. Where more can
    be played than is there already, it overrides `play`. At speed 1, `pace` places go by in a second.
    """

    speeds: tuple[float, ...] = SPEEDS
    pace = 1.0
    place_word = "move"
    play_tip = Tip("Play and pause", "Space")

    playing = False
    speed = 1.0
    _due = 0.0  # places that should have been played by now

    # -- what was played --

    @property
    @abstractmethod
    def at(self) -> int:
        """The place that is shown."""

    @property
    def begin(self) -> int:
        """The first place."""
        return 0

    @property
    @abstractmethod
    def end(self) -> int:
        """The last place."""

    @property
    def known(self) -> int:
        """The last place that can be shown by now."""
        return self.end

    @property
    def ended(self) -> bool:
        """True if the end is shown and nothing follows."""
        return self.at >= self.end

    @property
    def idle(self) -> bool:
        """True if there is nothing to play and to pause."""
        return False

    @abstractmethod
    def show(self, at: int) -> None:
        """Show a place from `begin` to `end`."""

    def play(self, places: int) -> int:
        """Play on by so many places, or by as many as are there; returns how many those were."""
        places = min(places, self.known - self.at)
        if places > 0:
            self.show(self.at + places)
        return places

    # -- what a person does --

    def seek(self, at: int) -> None:
        """Show a place, or the nearest there is."""
        self._due = 0.0
        self.show(min(max(self.begin, at), self.known))

    def first(self) -> None:
        self.seek(self.begin)

    def last(self) -> None:
        self.seek(self.end)

    def step(self, by: int) -> None:
        """Stop, and go on by so many places, or back."""
        self.playing = False
        self.seek(self.at + by)

    def back_step(self) -> None:
        self.step(-1)

    def on_step(self) -> None:
        self.step(1)

    def toggle(self) -> None:
        """Play or pause; from the end it begins again."""
        if not self.playing and self.ended:
            self.first()
        self.playing = not self.playing
        self._due = 0.0

    def set_speed(self, speed: float) -> None:
        """Play on at one of the `speeds`."""
        self.speed = speed

    def faster(self) -> None:
        """Take the next speed; the fastest stays."""
        self.set_speed(self.speeds[min(len(self.speeds) - 1, self.speeds.index(self.speed) + 1)])

    def next_speed(self) -> None:
        """Take the next speed; after the fastest comes the slowest, so that one button reaches all."""
        self.set_speed(self.speeds[(self.speeds.index(self.speed) + 1) % len(self.speeds)])

    def slower(self) -> None:
        """Take the speed below."""
        self.set_speed(self.speeds[max(0, self.speeds.index(self.speed) - 1)])

    def commands(self, play: str = _PLAY_AND_PAUSE) -> list[Command]:
        """All that with its keys; `play` is the line of the help for playing."""
        one = f"one {self.place_word}"
        return [
            Command("Space", self.toggle, play, scope=BOARDS),
            Command(
                "Comma, Period", (self.back_step, self.on_step), f"{one} back, {one} forward", scope=BOARDS
            ),
            Command("Home, End", (self.first, self.last), "to the start, to the end", scope=BOARDS),
            Command("Plus, Minus", (self.faster, self.slower), "faster, slower", scope=BOARDS),
        ]

    @property
    def speed_words(self) -> str:
        """The speed on its button: `1×` or `½×`."""
        return _FRACTIONS.get(self.speed, f"{self.speed:g}×")

    @property
    def speed_tip(self) -> Tip:
        """Return the tooltip of that button."""
        return Tip("Speed", "Plus, Minus")

    @property
    def pace_words(self) -> str:
        """Return the words for the pace at the place that is shown, where the pace changes by itself."""
        return ""

    # -- time --

    def pulse(self) -> Hashable:
        """Return the visible part of its state, see `Scene.pulse`."""
        return self.at, self.known, self.playing, self.speed

    def update(self, seconds: float) -> None:
        """Let time pass: play on, and stop at the end."""
        if not self.playing:
            return
        # for places that were not there yet: what was missed is not caught up with
        waited = min(self._due, 1.0)
        self._due = waited + seconds * self.speed * self.pace
        self._due -= self.play(int(self._due))
        self.playing = self.playing and not self.ended


class TickPlayhead(Playhead):
    """A tick of a game in real time; a step goes from one piece that locks to the next.

    A subclass says in which ticks pieces have just locked (`locked`), in order.
    """

    speeds = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
    pace = float(TICKS)
    place_word = "piece"

    @property
    @abstractmethod
    def locked(self) -> Sequence[int]:
        """The ticks in which a piece has just locked, in order."""

    def step(self, by: int) -> None:
        """Stop, and go on (1) or back (-1) to the tick in which a piece locked; beyond them are the two ends."""
        self.playing = False
        if by > 0:
            self.seek(next((tick for tick in self.locked if tick > self.at), self.end))
        else:
            self.seek(next((tick for tick in reversed(self.locked) if tick < self.at), self.begin))

    def step_tick(self, by: int) -> None:
        """Stop, and go a single tick on, or back."""
        super().step(by)

    def commands(self, play: str = _PLAY_AND_PAUSE) -> list[Command]:
        ticks = (partial(self.step_tick, -1), partial(self.step_tick, 1))
        own = Command("Shift+Comma, Shift+Period", ticks, "one tick back or forward", scope=BOARDS)
        return [own, *super().commands(play)]


class SessionPlayhead(Playhead):
    """A place in a game: its plies."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def at(self) -> int:
        return self.session.cursor

    @property
    def begin(self) -> int:
        return self.session.begin

    @property
    def end(self) -> int:
        return self.session.length

    def show(self, at: int) -> None:
        self.session.go_to(at)


class Scheduled(Playhead):
    """A playhead that follows the schedule of the showcase that is `shown`. `seconds` is where that stands."""

    shown: Showcase
    seconds = 0.0
    playing = True

    @property
    def rate(self) -> float:
        """The seconds of the schedule that pass in a second."""
        return self.speed or 1.0

    @property
    def part(self) -> TourPart:
        """The part of the showcase that is under way."""
        return self.shown.part(self.seconds)

    @property
    def waiting(self) -> bool:
        """True if it plays and stands still, so that something can be read or looked at."""
        return self.playing and self.part.pace in ("hold", "rest")

    @property
    def chapter(self) -> Chapter | None:
        """The current chapter."""
        return self.part.chapter

    @property
    def tenths(self) -> int:
        """The place on the showcase's timeline, in tenths of a second: it goes on with each second and each part."""
        return int(10 * max(int(self.seconds), self.part.start))

    def show_tenths(self, tenths: int) -> None:
        """Show a place on the timeline."""
        self.show_moment(tenths / 10)

    @property
    def chapter_tenths(self) -> list[int]:
        """Return where the chapters begin on the timeline."""
        return [int(10 * seconds) for seconds, _ in self.shown.chapter_times]

    def show_moment(self, seconds: float) -> None:
        """Show the moment `seconds` after the start, or the nearest there is."""
        self.seconds = min(max(0.0, seconds), self.shown.seconds)
        super().seek(self.shown.at(self.seconds))

    def seek(self, at: int) -> None:
        super().seek(at)
        self.seconds = self.shown.settled(self.at)

    def last(self) -> None:
        self.show_moment(self.shown.seconds)

    def to_chapter(self, number: int) -> None:
        """Go on from the beginning of a chapter, the first being 0."""
        self.show_moment(self.shown.chapter_times[number][0])

    def turn_chapter(self, by: int) -> None:
        """Go on from the next chapter, or from the beginning of this one, and from there to the one before."""
        starts = [seconds for seconds, _ in self.shown.chapter_times]
        here = bisect_right(starts, self.seconds) - 1
        if by < 0 and self.seconds - starts[here] > _AGAIN:
            by = 0
        self.to_chapter(min(max(0, here + by), len(starts) - 1))

    @property
    def pace_words(self) -> str:
        """Return the words for the pace of the showcase here."""
        return "" if self.ended else _PACES[self.part.pace]

    @property
    def ended(self) -> bool:
        return self.seconds >= self.shown.seconds

    def pulse(self) -> Hashable:
        # a timeline tells the time to the second; what is slow moves in each frame
        time = self.seconds if self.part.pace == "slow" else int(self.seconds)
        return super().pulse(), time, self.part.start

    def update(self, seconds: float) -> None:
        if self.playing:
            self.seconds = min(self.seconds + seconds * self.rate, self.shown.seconds)
            self.play(self.shown.at(self.seconds) - self.at)
            self.playing = not self.ended

    def commands(self, play: str = _PLAY_AND_PAUSE) -> list[Command]:
        chapters = tuple(partial(self.to_chapter, number) for number in range(len(self.shown.chapter_times)))
        turns = (partial(self.turn_chapter, -1), partial(self.turn_chapter, 1))
        return [
            Command("1 to 9", chapters[:9], "to a chapter"),
            Command("Page up, Page down", turns, "one chapter back, one forward"),
            *super().commands(play),
        ]


# The transport: to the beginning, a step back, play or pause, a step on, to the end, and the speed.

_jump_back, _jump_on = partial(icons.jump, direction=-1), partial(icons.jump, direction=1)
_step_back, _step_on = partial(icons.step, direction=-1), partial(icons.step, direction=1)


def draw_transport(canvas: Canvas, frame: Frame, targets: Targets, head: Playhead) -> None:
    """The buttons at the lower right. Where there is nothing that could be played, there is no button for it."""
    colour, (x, y, width, height) = canvas.theme.colour, frame.transport
    middle, compact = y + height / 2, width < 300
    margin, wide, radius = (14.0, 44.0, 17.0) if compact else (24.0, 56.0, 22.0)
    start, end = x + margin + 9, x + width - margin - wide - (20 if compact else 42)
    for name, share, press, icon, about in (
        ("first", 0.0, head.first, _jump_back, Tip("To the start", "Home")),
        ("back", 0.235, head.back_step, _step_back, Tip("One move back", ",")),
        ("play", 0.5, head.toggle, icons.pause if head.playing else icons.play, head.play_tip),
        ("on", 0.765, head.on_step, _step_on, Tip("One move forward", ".")),
        ("last", 1.0, head.last, _jump_on, Tip("To the end", "End")),
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
            canvas.text((at[0], middle + radius + 10), head.pace_words, "label", colour.text3, "middle")
    box = (x + width - margin - wide, middle - 16, wide, 32.0)
    lit = targets.add("speed", box, head.next_speed, radius=8, about=head.speed_tip)
    canvas.panel(box, colour.raised if lit else None, radius=8, edge=colour.line2, width=1.2)
    style = "body" if canvas.text_width(head.speed_words, "body") <= wide - 8 else "label"
    canvas.text((box[0] + wide / 2, middle), head.speed_words, style, colour.text, "middle")
