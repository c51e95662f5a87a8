"""What watching and racing share: runners that play, what they think of their boards, and the frame around them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

import pygame

from ai.tetris.classic.evaluators import EVALUATORS, evaluate
from game.record import Record, Seat
from game.session import Session
from game.tetris.classic.board import Board
from game.tetris.classic.state import State
from gui.context import AppContext, Scene
from gui.games.classic.equity import account
from gui.games.classic.ui import ClassicUI
from gui.play.engine_room import Event, Ran, Thought, Trouble
from gui.play.game_ui import PanelColumn
from gui.play.transport import draw_transport
from gui.scenes.run.footer import GRAPH, Footer, Rails, draw_footer
from gui.scenes.run.playback import Playback
from gui.scenes.run.runners import Plan, RunHistory, Runner, round_up, rule_words
from gui.ui.canvas import Canvas
from gui.ui.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.ui.commands import Command
from gui.ui.layout import Frame, draw_drawer
from gui.ui.text import counted, grouped

# A run under the hand: one playhead over all runners, its transport, its keys, and the ways from here.

_PAGE = 200


# The equity of a runner's positions, worked out a few at a time: those that are looked at first come first.

STRETCH = 200  # positions that the graph shows
_QUARTER = 4  # the graph moves on by a part of its width at a time, so that it stands still in between
_MOST_KEPT = 1000
_FEW = 16
_FRAMES = 60
PLAIN = "tengstrand-1.1"


class Curve:
    """Equities by place on a history, lower being better."""

    def __init__(self, history: RunHistory, evaluator: str = PLAIN) -> None:
        self.evaluator = evaluator
        self._history = history
        self._values: dict[int, float] = {}

    def value(self, at: int) -> float | None:
        """The equity after `at` pieces, once it is known."""
        return self._values.get(at)

    def put(self, at: int, board: Board) -> None:
        """Work it out for the board that is there after `at` pieces."""
        if at not in self._values:
            self._values[at] = equity_of(board, self.evaluator)
            if len(self._values) > _MOST_KEPT:  # those that were worked out last are those that are looked at
                self._values = dict(list(self._values.items())[-_MOST_KEPT // 2 :])

    def now(self, at: int) -> float:
        """The same, worked out at once where it is not known."""
        at = min(at, self._history.count)
        if at not in self._values:
            self.put(at, self._history.position(at).board)
        return self._values[at]

    def points(self, first: int, last: int) -> list[tuple[int, float]]:
        """(place, equity) of all that is known between two places, in order."""
        return sorted((at, value) for at, value in self._values.items() if first <= at <= last)

    def work(
        self, first: int, last: int, at: int, seconds: float, clock: Callable[[], float] = perf_counter
    ) -> bool:
        """Work out what is missing between two places, what is near `at` first, for at most that long.

        Returns whether everything is known.
        """
        until = clock() + seconds
        for place in _outward(first, last, min(max(at, first), last)):
            if place not in self._values:
                if clock() >= until:
                    return False
                self.now(place)
        return True


def _outward(first: int, last: int, at: int) -> Iterator[int]:
    """All places from `first` to `last`: `at`, then a few at a time before it, then those behind it.

    These few ascend, since each position is at hand once the one before it is known.
    """
    yield at
    for begin in range(at - at % _FEW, first - _FEW, -_FEW):
        yield from range(max(first, begin), min(begin + _FEW, last + 1))
    yield from range(at + 1, last + 1)


def equity_of(board: Board, controller: str) -> float:
    """What a board is worth to a controller, lower being better: what can be opened up on it, summed."""
    if controller in EVALUATORS:
        return evaluate(board, controller)
    seen = account(board, controller)
    return seen.total if seen is not None else evaluate(board, PLAIN)


def stretch_around(at: int, rate: float = 0.0) -> tuple[int, int]:
    """The places between which the graph shows the equity: 200 pieces, or more where many go by in a frame."""
    span = STRETCH * max(1, int(round_up(max(1.0, rate / _FRAMES))))
    step = span // _QUARTER
    first = max(0, at // step * step - span + step)
    return first, first + span


CURVE_SECONDS = 0.002  # of a frame, for equities that the graph still lacks
_CHUNK = 4096  # pieces that runners side by side are ordered at a time, at least


class RunScene(Scene):
    """A run being watched. Subclasses draw the boards and the panel."""

    title = "Tetris"

    def __init__(
        self, context: AppContext, back: Scene | None, plan: Plan, runners: list[Runner], pace: Playback
    ) -> None:
        super().__init__(context, back)
        self.plan = plan
        self.runners = runners
        self.pace = pace
        self.chosen = 0  # the runner that is looked at
        self.panel_open = False
        self._created: dict[tuple[int, int], str] = {}  # by runner and game, once it was saved
        self.targets.focus = "play"
        self._kept: dict[int, tuple[int, State]] = {}
        self._grown = 1.0  # how far the last piece has come
        self._held = ""  # what is being dragged
        self._window = (0, 1)
        self._rails: Rails | None = None
        self.ui = ClassicUI()
        self.curves = [Curve(runner.history, self.eye(runner)) for runner in runners]
        self.patience = CURVE_SECONDS  # for equities that the graph still lacks, in each frame

    # -- what is shown --

    @property
    def runner(self) -> Runner:
        """The runner that is looked at."""
        return self.runners[self.chosen]

    @property
    def known(self) -> int:
        """The pieces that every runner has played."""
        return min(runner.count for runner in self.runners)

    @property
    def begin(self) -> int:
        """The first place that can still be shown."""
        return max(runner.history.first for runner in self.runners)

    @property
    def ended(self) -> bool:
        """Whether nobody plays on, and the end is shown."""
        return all(runner.ended for runner in self.runners) and self.pace.at >= self.known

    def place(self, runner: int) -> int:
        """The place that is shown of a runner: the playhead's, or at full speed whatever is newest."""
        count = self.runners[runner].count
        return count if self.pace.racing else min(self.pace.at, count)

    def state(self, runner: int | None = None) -> State:
        """The position of a runner, by default the one looked at, under the playhead."""
        number = self.chosen if runner is None else runner
        at = self.place(number)
        kept = self._kept.get(number)
        if kept is None or kept[0] != at:
            kept = self._kept[number] = (at, self.runners[number].position(at))
        return kept[1]

    def ticks(self) -> tuple[int, ...]:
        """The places that are marked on the whole run: where games begin."""
        return self.runner.history.starts(self.begin, self.pace.front)

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
            self.context.reply("This game is over: go back a piece to play on.")
            return
        self.playing = False
        self.go(self.context.router.play(Session.new("classic", state.here(), (Seat("You"),)), self))

    def new_run(self) -> None:
        """Choose board, rules and controllers of another run."""
        self.go(self.context.router.new_game(self.back or self, "classic", self.plan))

    def ways(self) -> tuple[Command, ...]:
        """What leads away from here."""
        return (
            Command("P", self.play_on, label="Play on", name="play on"),
            Command("N", self.new_run, label="New run", name="new run", short="New"),
            Command("S", self.save, label="Save", name="save"),
        )

    def save(self) -> None:
        """Keep the game that is shown among the saved ones."""
        runner = self.runner
        if not runner.count:
            return
        game, ply = runner.history.game_at(min(self.pace.at, runner.count))
        created = self._created.setdefault((self.chosen, game), self.context.autosave.begin())
        copied = runner.history.copied(game)
        seat = Seat(runner.controller, "engine", engine=runner.controller, level="full")

        def build() -> Record:
            run = copied()
            title = f"{runner.controller}, {counted(run.count, 'piece')}"
            return Record(
                game="classic",
                rules=run.rules,
                seats=(seat,),
                run=run,
                cursor=ply,
                title=title,
                created=created,
            )

        self.context.autosave.keep(build)

    def go_back(self) -> None:
        super().go_back()
        if self.next is not self:
            for runner in self.runners:
                runner.leave()

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.MOUSEBUTTONUP:
            self._held = ""
        elif event.type == pygame.MOUSEMOTION and self._held and event.buttons[0]:
            self._scrub((event.pos[0] / self.context.scale, event.pos[1] / self.context.scale))
        return super().handle(event)

    def _press(self, rail: str) -> None:
        self._held = rail
        self._scrub(self.targets.pointer)

    def _scrub(self, point: tuple[float, float]) -> None:
        if self._rails is None:
            return
        first, last = self._window if self._held == GRAPH else (self.begin, self.end)
        self.seek(min(self._rails.place(point, first, last), self.end))

    def commands(self) -> list[Command]:
        return [
            Command("Space", self.toggle, "play and pause"),
            Command("Comma, Period", (self.back_step, self.on_step), "one piece back, one piece on"),
            Command("Plus, Minus", (self.faster, self.slower), "faster, slower"),
            Command("M", self.top_speed, "as fast as it goes"),
            Command("Home, End", (self.first, self.last), "to the start, to the end"),
            Command(
                "Page up, Page down",
                (partial(self.page, -1), partial(self.page, 1)),
                "to the game before, to the next",
            ),
            Command("P", self.play_on, "play on from here yourself"),
            Command("N", self.new_run, "another run"),
            Command("S", self.save, "save the game"),
            Command("K", self.toggle_panel, "open or close the column in a narrow window"),
            Command("U, R", (self.back_step, self.on_step)),
            *super().commands(),
        ]

    def top_speed(self) -> None:
        """Play on as fast as it goes."""
        self.speed = self.pace.speeds[-1]
        self.playing = True

    def toggle_panel(self) -> None:
        """Open or close the drawer where the window is narrow."""
        self.panel_open = not self.panel_open

    # -- for subclasses --

    @abstractmethod
    def draw_boards(self, canvas: Canvas, frame: Frame) -> None:
        """Draw what stands in the middle."""

    @abstractmethod
    def draw_column(self, column: PanelColumn) -> None:
        """Fill the panel."""

    def eye(self, runner: Runner) -> str:
        """The evaluator through which a runner's boards are looked at: the plainest, the same for all."""
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
        for runner in self.runners:
            runner.rest()

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self._hear(event)
        before = self.pace.at
        self.pace.advance(seconds, self.known)
        self._move(seconds, stepped=self.pace.at == before + 1)
        if self.context.warming is None:
            self._drive()
            self.think()
        if self.playing and self.ended:
            self.playing = False
        self.settle(self.patience)
        return self.next

    def _hear(self, event: Event) -> None:
        if isinstance(event, Ran):
            now = self.context.now()
            for runner in self.runners:
                if runner.take(event, now) and runner.history.full:
                    self.context.notify(
                        "This game has become too long to be kept. S saves it, N begins another run."
                    )
        elif isinstance(event, Thought):
            self.thought(event)
        elif isinstance(event, Trouble):
            self.context.notify(event.sentence)
            self.trouble(event)
            for runner in self.runners:
                if event.final and event.role == runner.role:
                    runner.fail()

    def _move(self, seconds: float, *, stepped: bool) -> None:
        """Let the last piece fall: in less time than it takes until the next one comes."""
        if self.context.still or not self.pace.easy:
            self._grown = 1.0
        elif stepped:
            self._grown = 0.0
        else:
            motion = self.context.theme.motion.long / 1000
            length = min(motion, 0.7 / self.speed) if self.playing and self.speed else motion
            self._grown = min(1.0, self._grown + seconds / length)

    def _drive(self) -> None:
        """Have every runner play as far as is needed; side by side, none runs away from the others."""
        for runner in self.runners:
            if not self.pace.racing:
                runner.drive(self.pace.wanted())
            elif len(self.runners) == 1:
                runner.drive(None)
            else:
                slowest = min(each.rate for each in self.runners)
                runner.drive(self.known + max(_CHUNK, int(slowest)))

    def settle(self, seconds: float) -> None:
        """Work out the equities that the timeline shows, for no longer than that."""
        rate = self.pace.rate(self.runner.rate)
        self._window = stretch_around(self.pace.at, rate)
        if rate or self.pace.racing:
            for number, curve in enumerate(self.curves):
                curve.put(self.place(number), self.state(number).board)
            return
        first, last = self._window
        for curve, runner in zip(self.curves, self.runners, strict=True):
            share = seconds / len(self.runners)
            curve.work(max(first, self.begin), min(last, self.end, runner.count), self.pace.at, share)

    def draw(self, canvas: Canvas) -> None:
        frame = self.context.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame)
        self.draw_boards(canvas, frame)
        draw_bar(canvas, frame, self, self.title, self.bar_detail(), self.pace_words())
        self._rails = draw_footer(canvas, frame, self.targets, self._footer(), self._press)
        draw_transport(canvas, frame, self.targets, self, words=self.pace.words, about=self.pace.about)
        if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
            self.draw_column(PanelColumn(canvas, frame, self.targets))
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def bar_detail(self) -> str:
        """What the bar says behind the game's name."""
        return f"Classic, {rule_words(self.plan.rules)}"

    def pace_words(self) -> str:
        """What the bar says of the engine."""
        if self.preparing:
            return f"{self.runner.title} is being prepared …"
        if not self.pace.racing or not self.runner.rate:
            return self.runner.title
        return f"{self.runner.title} · {grouped(_two_figures(self.runner.rate))} pieces/s"

    @property
    def preparing(self) -> bool:
        """Whether nothing can be shown yet, since an engine is still being compiled."""
        states = [self.context.room.state(runner.role) for runner in self.runners if runner.busy]
        return any(state in ("starting", "warming") for state in states)

    def _footer(self) -> Footer:
        first, last = self._window
        at = self.place(self.chosen)
        known = [curve.points(first, last) for curve in self.curves]
        known.append(known.pop(self.chosen))
        value = self.curve.value(at)
        return Footer(
            lines=tuple(known),
            axis=self.ui.axis([value for line in known for _, value in line]),
            first=first,
            last=last,
            at=at,
            begin=self.begin,
            end=self.end,
            label=self.equity_words(),
            figure="–" if value is None else self.ui.figure(value),
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
