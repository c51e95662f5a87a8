"""Parts that watching and racing share: runners that play, values of their boards, and the frame around them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from game.chance import any_seed
from game.errors import BadInput
from game.record import Record, Seat
from game.session import Session
from game.tetris.classic.board import Board
from game.tetris.classic.state import State
from gui import destinations as to
from gui.context import AppContext, Scene, Shared
from gui.games.classic.ui import ClassicUI
from gui.play.engine_room import Event, Reported, WorkerFailure
from gui.play.panel import PanelColumn
from gui.play.playhead import Scheduled, draw_transport
from gui.play.run_plan import Plan, rule_words, title_of
from gui.play.timeline import axis_edge, draw_readout, readout_room
from gui.scenes.run.playhead import Curve, RunPlayhead, stretch_around
from gui.scenes.run.runners import Runner, Standing
from gui.ui.canvas import Canvas, Point
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import BOARDS, Command
from gui.ui.graph import Axis, Graph
from gui.ui.layout import Frame, draw_drawer
from gui.ui.text import grouped, short_count
from gui.ui.theme import Rgb, mix

CURVE_SECONDS = 0.002  # of a frame, for equities that the graph still lacks
_PAGE = 200  # pieces that a page key goes on where no other game begins


Played = tuple[int, int, int]  # a runner, its game, and pieces of it


class RunScene(Scene):
    """A run being watched. Subclasses draw the boards and the panel."""

    shares = True
    title = "Tetris"

    def __init__(self, context: AppContext, back: Scene | None, plan: Plan, head: RunPlayhead) -> None:
        super().__init__(context, back)
        self.plan = plan
        self.head = head
        self.runners = head.runners
        self.chosen = 0  # the runner that is looked at
        self._created: dict[int, str] = {}  # by game, once it was saved; a race is one
        self.targets.focus = "play"
        self._shown: dict[int, tuple[int, State, Standing]] = {}  # by runner: its place, and what is there
        self._left: dict[int, int] = {}  # in the same way: the pieces that are kept for the next time
        self._seen = head.at  # the place of the last frame
        self._grown = 1.0  # how far the last piece has come
        self._window = (0, 1)  # the places that the graph shows
        self.ui = ClassicUI()
        self.curves = [Curve(runner.history, self.measure_of(runner)) for runner in self.runners]
        self.patience = CURVE_SECONDS  # for what the graph still lacks, in each frame
        if not all(runner.ended for runner in self.runners):
            context.at_end.append(self.put_away)

    # -- what is shown --

    @property
    def runner(self) -> Runner:
        """The runner that is looked at."""
        return self.runners[self.chosen]

    @property
    def curve(self) -> Curve:
        """The equities of the runner that is looked at."""
        return self.curves[self.chosen]

    def place(self, runner: int) -> int:
        """The place that is shown of a runner: the playhead's, or at full speed whatever is newest."""
        count, lead = self.runners[runner].count, self.runners[runner].lead
        return count if self.head.racing else min(self.head.at + lead, count)

    @property
    def counted_at(self) -> int:
        """The place that all figures of the runner that is looked at belong to."""
        return self.place(self.chosen)

    def rules(self) -> tuple[str, str] | None:
        return self.ui.language.rules(self.state())

    def state(self, runner: int | None = None) -> State:
        """The position of a runner, by default the one looked at, under the playhead."""
        return self._snapshot(runner)[1]

    def standing(self, runner: int | None = None) -> Standing:
        """The score of a runner at the same place."""
        return self._snapshot(runner)[2]

    def _snapshot(self, runner: int | None) -> tuple[int, State, Standing]:
        """Place, position and score of a runner: every figure on the screen comes from here."""
        number = self.chosen if runner is None else runner
        at, history = self.place(number), self.runners[number].history
        if number not in self._shown or self._shown[number][0] != at:
            state = history.position(at)
            self._shown[number] = (at, state, history.standing(at, state))
        return self._shown[number]

    def marks(self) -> tuple[int, ...]:
        """The places that are marked on the whole run: where games begin."""
        lead = self.runner.lead
        starts = self.runner.history.starts(self.head.begin + lead, self.head.front + lead)
        return tuple(start - lead for start in starts)

    @property
    def moving(self) -> bool:
        """True if the last piece is still on its way."""
        return self._grown < 1.0

    @property
    def grown(self) -> float:
        """Share of the last piece's motion that is done, eased."""
        return 1.0 - (1.0 - self._grown) ** 3

    # -- what can be done --

    def top_speed(self) -> None:
        """Play on as fast as it goes."""
        self.head.set_speed(self.head.speeds[-1])
        self.head.playing = True

    def page(self, direction: int) -> None:
        """Go to the next mark on the run, or the one before; where there are none, a stretch."""
        head, marks = self.head, self.marks()
        if not marks:
            head.seek(head.at + direction * _PAGE)
        elif direction > 0:
            head.seek(next((mark for mark in marks if mark > head.at), head.end))
        else:
            head.seek(next((mark for mark in reversed(marks) if mark < head.at), head.begin))

    def play_on(self) -> None:
        """Take over from the controller in the position that is shown."""
        state = self.state()
        if state.over:
            self.context.reply("The game is over here. Go back a piece to play on.")
            return
        self.head.playing = False
        self.go(to.Play(Session.new("classic", state.here(), (Seat("You"),))))

    def new_run(self) -> None:
        """Choose board, rules and controllers of another run; Esc there comes back here."""
        self.go(to.NewGame("classic", self.plan))

    def save(self) -> None:
        """Keep what is shown among the saved games: the game, of a race those of all."""
        games = [self._shown_game(number) for number, runner in enumerate(self.runners) if runner.count]
        if games:
            self.context.autosave.keep(self._record_of(games))

    def know(self, record: Record) -> None:
        """Take a record as that of the first game, or of the race: whatever is kept of it replaces it."""
        self._created[0] = record.created
        self._left[0] = sum(runner.count for runner in self.runners)

    def put_away(self) -> None:
        """Keep the game that is shown, and the one under way, which can be continued; of a race the latter of all."""
        for key, games in self._to_put_away():
            pieces = sum(self.runners[number].history.length_of(game) for number, game, _ in games)
            if pieces not in (0, self._left.get(key)):
                self._left[key] = pieces
                self.context.autosave.put_away(self._record_of(games))

    def _to_put_away(self) -> Iterator[tuple[int, list[Played]]]:
        """The games that can be left now, by their key in `_left`."""
        under_way = []
        for number, runner in enumerate(self.runners):
            shown, (game, length) = self._shown_game(number), runner.history.game_at(runner.count)
            if runner.count:
                under_way.append(shown if shown[1] == game else (number, game, length))
        if self.plan.race:
            yield 0, under_way
            return
        for game in dict.fromkeys([*self._left, *(each[1] for each in under_way), self._shown_game(0)[1]]):
            known = next((each for each in (*under_way, self._shown_game(0)) if each[1] == game), None)
            yield game, [known or (0, game, self.runner.history.length_of(game))]

    def _shown_game(self, number: int) -> Played:
        return number, *self.runners[number].history.game_at(self.place(number))

    def shared(self) -> Shared:
        if not self.runner.count:
            return Shared(None, 0, self._no_text, "No piece has been placed yet.")
        record = self._record_of([self._shown_game(self.chosen)])()
        return Shared(record, record.cursor, self._no_text)

    @staticmethod
    def _no_text() -> str:
        raise BadInput("A long run cannot be copied as text. Save it, and export it from Games.")

    def share(self) -> None:
        self.head.playing = False
        super().share()

    def _record_of(self, games: Sequence[Played]) -> Callable[[], Record]:
        """Return a function that makes the record of a game, or of a race of several; it may take seconds."""
        key = 0 if self.plan.race else games[0][1]
        if key not in self._created:
            self._created[key] = self.context.autosave.begin()
        created, parts = self._created[key], [self._part(*each) for each in games]

        def build() -> Record:
            first, *others = (part() for part in parts)
            record = replace(first, race=tuple(others), created=created)
            return replace(record, title=title_of(record))

        return build

    def _part(self, number: int, game: int, ply: int) -> Callable[[], Record]:
        """Return a function that makes the record of a runner's game, at `ply` pieces."""
        runner = self.runners[number]
        copied, earlier = runner.history.copied(game), runner.history.results_before(game)
        seat = Seat(runner.title, "engine", engine=runner.controller, level="full")
        seed = self.plan.seed if self.plan.race else 0

        def build() -> Record:
            run = copied()
            return Record(
                game="classic",
                rules=run.rules,
                seats=(seat,),
                run=run,
                cursor=ply,
                seed=seed,
                earlier=earlier,
            )

        return build

    def ways(self) -> list[Command]:
        """Return the commands that lead to other scenes."""
        return [
            Command("P", self.play_on, "play on from here yourself", "Play on", "play on"),
            Command("N", self.new_run, "another run", "New run", "new run", short="New"),
            Command("S", self.save, "save the game", "Save", "save"),
        ]

    def commands(self) -> list[Command]:
        turns = (partial(self.page, -1), partial(self.page, 1))
        games = Command("Page up, Page down", turns, "to the previous or the next game")
        pages = [] if isinstance(self.head, Scheduled) else [games]  # a showcase turns to its chapters
        return [
            *self.head.commands(),
            Command("M", self.top_speed, "at full speed"),
            *pages,
            *self.ways(),
            self.panel_command(),
            Command("U, R", (self.head.back_step, self.head.on_step), scope=BOARDS),
            *super().commands(),
        ]

    def go_back(self) -> None:
        super().go_back()
        if self.next is not self:
            self.leave()

    def leave(self) -> None:
        """Keep what was played, and let the workers go."""
        if self.put_away in self.context.at_end:
            self.context.at_end.remove(self.put_away)
            self.put_away()
        for runner in self.runners:
            runner.leave()

    # -- for subclasses --

    @abstractmethod
    def draw_boards(self, canvas: Canvas, frame: Frame) -> None:
        """Draw what stands in the middle."""

    @abstractmethod
    def draw_column(self, column: PanelColumn) -> None:
        """Fill the panel."""

    @abstractmethod
    def measure_of(self, runner: Runner) -> Callable[[Board], float]:
        """Return the values of a runner's boards for the graph."""

    @property
    @abstractmethod
    def reading(self) -> str:
        """The name of it."""

    @property
    @abstractmethod
    def ink(self) -> Rgb:
        """The colour of it: amber where it is an opinion."""

    @abstractmethod
    def figure(self, value: float) -> str:
        """A value of it as it is read."""

    @abstractmethod
    def axis(self, values: Sequence[float]) -> Axis:
        """The scale on which these values of it stand."""

    # -- time --

    def entered(self) -> None:
        super().entered()
        self._shown.clear()

    def left(self) -> None:
        for runner in self.runners:
            runner.rest()

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self.hear(event)
        self.head.update(seconds)
        self._move(seconds)
        self.head.drive()
        self.settle(self.patience)
        return self.next

    def pulse(self) -> Hashable:
        return self.head.pulse(), self._grown, tuple(curve.known for curve in self.curves)

    def hear(self, event: Event) -> None:
        """Take in what a worker says."""
        for runner in self.runners:
            runner.hear(event, self.context.now())
            if isinstance(event, Reported) and event.role == runner.role and runner.history.full:
                self.context.notify(
                    "This game is now too long to keep its moves. S saves it, N starts another run."
                )
        if isinstance(event, WorkerFailure):
            self.context.notify(event.sentence)

    def _move(self, seconds: float) -> None:
        """Let the last piece fall: in less time than it takes until the next one comes."""
        head, motion = self.head, self.context.theme.motion.long / 1000
        steps, self._seen = head.at - self._seen, head.at
        if self.context.still or not head.easy or steps not in (0, 1):
            self._grown = 1.0
        elif steps:
            self._grown = 0.0
        else:
            length = min(motion, 0.7 / head.speed) if head.playing and head.speed else motion
            self._grown = min(1.0, self._grown + seconds / length)

    def settle(self, seconds: float) -> None:
        """Measure the boards that the timeline shows, for no longer than that."""
        fast = self.head.fast_rate()
        self._window = first, last = stretch_around(self.head.at, fast)
        if fast or self.head.racing:
            for number, curve in enumerate(self.curves):
                curve.put(self.place(number), self.state(number).board)
            return
        for curve, runner in zip(self.curves, self.runners, strict=True):
            begin, end = max(first, self.head.begin) + runner.lead, min(last, self.head.end) + runner.lead
            at = self.head.at + runner.lead
            curve.work(begin, min(end, runner.count), at, seconds / len(self.runners))

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self) as frame:
            self.draw_boards(canvas, frame)
            draw_bar(canvas, frame, self, self.title, self.bar_detail(), self.pace_words())
            self._draw_timeline(canvas, frame)
            draw_transport(canvas, frame, self.targets, self.head)
            if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
                self.draw_column(PanelColumn(canvas, frame, self.targets))

    def bar_detail(self) -> str:
        """Return the text behind the game's name in the bar."""
        return f"Classic, {rule_words(self.plan.rules)}"

    def pace_words(self) -> str:
        """Return the text about the engine in the bar."""
        if self.preparing:
            return self.context.preparing("classic") or f"{self.runner.title} is being prepared …"
        if not self.head.racing or not self.runner.rate:
            return self.runner.title
        return f"{self.runner.title} · {grouped(_two_figures(self.runner.rate))} pieces/s"

    @property
    def preparing(self) -> bool:
        """True if nothing can be shown yet, since an engine is still being compiled."""
        return any(self.context.room.is_warming(runner.role) for runner in self.runners if runner.busy)

    def _draw_timeline(self, canvas: Canvas, frame: Frame) -> None:
        """Draw the values around the playhead, and the scrubber of the whole run below."""
        head, (first, last), lead = self.head, self._window, self.runner.lead
        at = self.counted_at - lead
        leads = [runner.lead for runner in self.runners]
        lines = [
            [(place - ahead, value) for place, value in curve.points(first + ahead, last + ahead)]
            for curve, ahead in zip(self.curves, leads, strict=True)
        ]
        lines.append(lines.pop(self.chosen))
        axis = self.axis([value for line in lines for _, value in line])
        scrubber = self.scrubber()
        graph, whole = _graphs(canvas, frame, (first, last), (scrubber.first, scrubber.last), axis)
        left, width = graph.left - 8, graph.right - graph.left + 16

        near = (left, graph.top - 8, width, graph.bottom - graph.top + 10)
        self.targets.add_slider(GRAPH, near, lambda point: head.seek(min(graph.place_at(point), head.end)))
        along = (left, whole.top - 10, width, 22)
        self.targets.add_slider(
            SCRUBBER, along, lambda point: scrubber.seek(whole.place_at(point)), "The whole run"
        )
        value = self.curve.value(at + lead)
        figure = "–" if value is None else self.figure(value)
        opinion = self.ink == canvas.theme.colour.amber_line
        draw_readout(
            canvas, frame, self.reading, figure, canvas.theme.colour.amber_text if opinion else self.ink
        )
        _draw_axes(frame, graph, lead)
        for number, line in enumerate(lines, 1):
            _draw_line(graph, line, self.ink, bright=number == len(lines))
        _draw_playhead(frame, graph, (at, lead), value, self.ink)
        _draw_scrubber(frame, whole, scrubber)

    def scrubber(self) -> Scrubber:
        """The whole run, piece by piece."""
        head = self.head

        def seek(place: int) -> None:
            head.seek(min(place, head.end))

        last = max(head.begin + 1, head.end)
        lead = self.runner.lead
        words = short_count(head.end + lead)
        return Scrubber(self.place(self.chosen) - lead, head.begin, last, self.marks(), words, seek)


class Scrubber(NamedTuple):
    """The bar of a whole run: the place on it, its ends, what is marked, the name of its end, and how to go there."""

    at: int
    first: int
    last: int
    marks: Sequence[int]
    words: str
    seek: Callable[[int], object]


def resumed(
    context: AppContext, record: Record, number: int = 0, *, live: bool = True
) -> tuple[Plan, Runner]:
    """A run that was left, with the plan by which it goes on; `number` is that of the runner. The record has a run.

    Nobody plays on where it is not `live`.
    """
    run = record.run
    assert run is not None
    plan = Plan((run.controller or record.seats[0].engine,), run.rules, record.seed or any_seed())
    return plan, Runner.resumed(context.room, f"run-{number}", plan, run, record.earlier, live=live)


GRAPH, SCRUBBER = "graph", "scrubber"
_WORDY = 240.0  # units of graph below which the place is not named
_MOST_MARKS = 60
_LINE, _FAINT = 1.75, 1.25


def _graphs(
    canvas: Canvas, frame: Frame, near: tuple[int, int], run: tuple[int, int], axis: Axis
) -> tuple[Graph, Graph]:
    """Return the graph and the scrubber of the whole run, for their first and last places."""
    x, y, width, height = frame.timeline
    wide, low = frame.width >= 900, height < 90
    left, right = x + frame.margin + readout_room(frame), x + width - (72 if wide else 64)
    top, bottom, track = (y + 10, y + height - 30, y + height - 13) if low else (y + 22, y + 56, y + 84)
    graph = Graph(canvas, (left, top, right - left, bottom - top), axis, near[1], near[0], fresh=True)
    along = (left, track, right - (0 if wide else 12) - left, 0.0)
    return graph, Graph(canvas, along, axis, run[1], run[0])


def _draw_axes(frame: Frame, graph: Graph, lead: int) -> None:
    """The scale, and the numbers of pieces of a runner that is so far ahead."""
    graph.levels(axis_edge(frame), ends_only=True)
    graph.base(graph.canvas.theme.colour.line)
    if frame.timeline_height < 90:
        return
    first, last = int(graph.first), int(graph.last)
    apart = graph.canvas.text_width(grouped(last + lead), "label") + 12
    parts = next((parts for parts in (2, 1) if (graph.right - graph.left) / parts >= apart), 0)
    for part in range(parts + 1):
        place = last if part == parts else first + (last - first) * part // parts
        beside = part == 0 and frame.width < 900  # there the figure ends near the graph
        graph.name(place, grouped(place + lead), "left" if beside else "middle", below=12)


def _draw_line(graph: Graph, line: Sequence[Point], ink: Rgb, *, bright: bool) -> None:
    if len(line) < 2:
        return
    if bright:
        graph.area(line, ink)
        graph.line(line, ink, _LINE)
    else:
        graph.line(line, mix(graph.canvas.theme.colour.room, ink, 0.45), _FAINT)


def _draw_playhead(frame: Frame, graph: Graph, place: tuple[int, int], value: float | None, ink: Rgb) -> None:
    """A line at the place, a point at its value, and the number of the piece: the place and the lead."""
    at, lead = place
    canvas, colour, low = graph.canvas, graph.canvas.theme.colour, frame.timeline_height < 90
    here = min(at, graph.last)
    graph.playhead(here, knob=0, above=0 if low else 4)
    if value is not None and at <= graph.last:
        graph.spot(here, value, ink, 5, edge=colour.room)
    if not low and graph.right - graph.left >= _WORDY:
        words, x = f"piece {grouped(at + lead)}", graph.x(here)
        before = x - 10 - canvas.text_width(words, "label") >= graph.left
        beside = (x - 10 if before else x + 10, graph.top - 9)
        canvas.text(beside, words, "label", colour.text, "right" if before else "left")


def _draw_scrubber(frame: Frame, whole: Graph, scrubber: Scrubber) -> None:
    marks = scrubber.marks if len(scrubber.marks) <= _MOST_MARKS else ()
    whole.scrubber(min(scrubber.at, whole.last), marks)
    ink = whole.canvas.theme.colour.text3
    whole.canvas.text((axis_edge(frame), whole.bottom), scrubber.words, "label", ink, "right")


def _two_figures(rate: float) -> int:
    """A rate rounded so that it can be read while it changes: 118 000, not 118 342."""
    unit = 1000 if rate >= 10_000 else 10
    return round(rate / unit) * unit
