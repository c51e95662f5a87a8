"""Parts that watching and racing share: runners that play, values of their boards, and the frame around them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from itertools import pairwise
from math import log10
from typing import NamedTuple

import pygame

from game.chance import any_seed
from game.errors import BadInput
from game.record import Record, Seat
from game.session import Session
from game.tetris.classic.board import Board
from game.tetris.classic.series import Spread
from game.tetris.classic.state import State
from gui.context import AppContext, Scene, Shared
from gui.games.classic.ui import ClassicUI
from gui.play.engine_room import Event, Reported, WorkerFailure
from gui.play.game_ui import Axis, PanelColumn, Span, draw_readout
from gui.play.playhead import Scheduled, draw_transport
from gui.play.run_plan import Plan, rule_words
from gui.scenes.run.playhead import Curve, RunPlayhead, stretch_around
from gui.scenes.run.runners import Runner, Standing
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import BOARDS, Command
from gui.ui.layout import Frame, draw_drawer
from gui.ui.picture_cache import pictures
from gui.ui.text import MINUS, counted, grouped, short_count
from gui.ui.theme import Rgb, mix

_YOU = "You"
_NEW = "New"

CURVE_SECONDS = 0.002  # of a frame, for equities that the graph still lacks
_PAGE = 200  # pieces that a page key goes on where no other game begins


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
        self._created: dict[tuple[int, int], str] = {}  # by runner and game, once it was saved
        self.targets.focus = "play"
        self._shown: dict[int, tuple[int, State, Standing]] = {}  # by runner: its place, and what is there
        self._left: dict[
            tuple[int, int], int
        ] = {}  # by runner and game: the pieces that are kept for the next time
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

    def rules(self) -> tuple[str, str] | None:
        return self.ui.rules(self.state())

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
        self.go(self.context.router.play(Session.new("classic", state.here(), (Seat(_YOU),)), self))

    def new_run(self) -> None:
        """Choose board, rules and controllers of another run; Esc there comes back here."""
        self.go(self.context.router.new_game(self, "classic", self.plan))

    def save(self) -> None:
        """Keep the game that is shown of each runner among the saved ones."""
        played = [number for number, runner in enumerate(self.runners) if runner.count]
        if played:
            shown = ((number, *self.runners[number].history.game_at(self.place(number))) for number in played)
            self.context.autosave.keep(*(self._game(*each) for each in shown))

    def know(self, number: int, record: Record) -> None:
        """Take a record as that of a runner's first game: whatever is kept of the game replaces it."""
        self._created[number, 0] = record.created
        self._left[number, 0] = self.runners[number].count

    def put_away(self) -> None:
        """Keep the game that is shown of each runner, and the one under way, which can be continued."""
        for number, runner in enumerate(self.runners):
            history, shown = runner.history, runner.history.game_at(self.place(number))
            games = dict.fromkeys(game for owner, game in self._left if owner == number)
            for game in {**games, history.game_at(history.count)[0]: None, shown[0]: None}:
                length = history.length_of(game)
                if length > self._left.get((number, game), 0):
                    self._left[number, game] = length
                    ply = shown[1] if game == shown[0] else length
                    self.context.autosave.put_away(self._game(number, game, ply))

    def shared(self) -> Shared:
        if not self.runner.count:
            return Shared(None, 0, self._no_text, "No piece has been placed yet.")
        record = self._game(self.chosen, *self.runner.history.game_at(self.place(self.chosen)))()
        return Shared(record, record.cursor, self._no_text)

    @staticmethod
    def _no_text() -> str:
        raise BadInput("A long run cannot be copied as text. Save it, and export it from Games.")

    def share(self) -> None:
        self.head.playing = False
        super().share()

    def _game(self, number: int, game: int, ply: int) -> Callable[[], Record]:
        """Return a function that makes the record of a runner's game, at `ply` pieces; it may take seconds."""
        runner = self.runners[number]
        if (number, game) not in self._created:
            self._created[number, game] = self.context.autosave.begin()
        created, copied = self._created[number, game], runner.history.copied(game)
        earlier = runner.history.results_before(game)
        seat = Seat(runner.title, "engine", engine=runner.controller, level="full")
        racing = len(self.runners) > 1
        kind, seed = ("Race: ", self.plan.seed) if racing else ("", 0)

        def build() -> Record:
            run = copied()
            title = f"{kind}{runner.title}, {counted(run.count, 'piece')}"
            return Record(
                game="classic",
                rules=run.rules,
                seats=(seat,),
                run=run,
                cursor=ply,
                seed=seed,
                title=title,
                created=created,
                earlier=earlier,
            )

        return build

    def ways(self) -> list[Command]:
        """Return the commands that lead to other scenes."""
        return [
            Command("P", self.play_on, "play on from here yourself", "Play on", "play on"),
            Command("N", self.new_run, "another run", "New run", "new run", short=_NEW),
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
            Command("K", self.toggle_panel, "show or hide the panel in a narrow window", scope=BOARDS),
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
        at = self.place(self.chosen) - lead
        leads = [runner.lead for runner in self.runners]
        lines = [
            [(place - ahead, value) for place, value in curve.points(first + ahead, last + ahead)]
            for curve, ahead in zip(self.curves, leads, strict=True)
        ]
        lines.append(lines.pop(self.chosen))
        axis = self.axis([value for line in lines for _, value in line])
        scrubber = self.scrubber()
        graph, whole = _spans(frame, (first, last), (scrubber.first, scrubber.last), axis)
        left, width = graph.left - 8, graph.right - graph.left + 16

        near = (left, graph.top - 8, width, graph.bottom - graph.top + 10)
        self.targets.add_slider(GRAPH, near, lambda point: head.seek(min(graph.ply_at(point), head.end)))
        along = (left, whole.top - 10, width, 22)
        self.targets.add_slider(
            SCRUBBER, along, lambda point: scrubber.seek(whole.ply_at(point)), "The whole run"
        )
        value = self.curve.value(at + lead)
        figure = "–" if value is None else self.figure(value)
        opinion = self.ink == canvas.theme.colour.amber_line
        draw_readout(
            canvas, frame, self.reading, figure, canvas.theme.colour.amber_text if opinion else self.ink
        )
        _draw_axes(canvas, frame, graph, lead)
        for number, line in enumerate(lines, 1):
            _draw_line(canvas, graph, line, self.ink, bright=number == len(lines))
        _draw_playhead(canvas, frame, graph, (at, lead), value, self.ink)
        _draw_scrubber(canvas, frame, whole, scrubber)

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


def resumed(context: AppContext, record: Record, number: int) -> tuple[Plan, Runner]:
    """A run that was left, with the plan by which it goes on; `number` is that of the runner. The record has a run."""
    run = record.run
    assert run is not None
    plan = Plan((run.controller or record.seats[0].engine,), run.rules, record.seed or any_seed())
    return plan, Runner.continued(context.room, f"run-{number}", plan, run, record.earlier)


GRAPH, SCRUBBER = "graph", "scrubber"
_WORDY = 240.0  # units of graph below which the place is not named
_MOST_MARKS = 60
_LINE, _FAINT = 1.75, 1.25


def _spans(frame: Frame, near: tuple[int, int], run: tuple[int, int], axis: Axis) -> tuple[Span, Span]:
    """Return the places of the graph and of the scrubber of the whole run, for their first and last places."""
    x, y, width, height = frame.timeline
    wide, low = frame.width >= 900, height < 90
    left, right = x + frame.margin + (152 if wide else 112), x + width - (72 if wide else 64)
    top, bottom, track = (y + 10, y + height - 30, y + height - 13) if low else (y + 22, y + 56, y + 84)
    graph = Span(left, right, top, bottom, near[1], axis, near[0])
    return graph, Span(left, right - (0 if wide else 12), track, track, run[1], axis, run[0])


def _edge(frame: Frame) -> float:
    """Return the right edge of the words beside the timeline."""
    return frame.timeline[0] + frame.timeline[2] - 24


def _draw_axes(canvas: Canvas, frame: Frame, graph: Span, lead: int) -> None:
    """The scale, and the numbers of pieces of a runner that is so far ahead."""
    colour, marks = canvas.theme.colour, graph.axis.marks
    for number, (value, words) in enumerate(marks):
        if number in (0, len(marks) - 1):
            canvas.text((_edge(frame), graph.y(value)), words, "label", colour.text3, "right")
        if value > graph.axis.bottom:
            _draw_dots(canvas, graph, graph.y(value), colour.line2)
    canvas.rule((graph.left, graph.bottom), (graph.right, graph.bottom), colour.line)
    if frame.timeline_height < 90:
        return
    apart = canvas.text_width(grouped(graph.last + lead), "label") + 12
    parts = next((parts for parts in (2, 1) if (graph.right - graph.left) / parts >= apart), 0)
    for part in range(parts + 1):
        place = graph.last if part == parts else graph.first + (graph.last - graph.first) * part // parts
        below = (graph.x(place), graph.bottom + 12)
        beside = part == 0 and frame.width < 900  # there the figure ends near the graph
        canvas.text(below, grouped(place + lead), "label", colour.text3, "left" if beside else "middle")


def _draw_dots(canvas: Canvas, graph: Span, y: float, ink: Rgb) -> None:
    """A dotted line along the whole graph, from a kept row of dots."""
    edge = max(1, canvas.px(1.2))
    look = (canvas.px(graph.right) - canvas.px(graph.left), edge, canvas.px(6), ink)
    row = pictures.get(("dots", look), lambda: _row_of_dots(*look))
    canvas.surface.blit(row, (canvas.px(graph.left), canvas.px(y - 0.6)))


def _row_of_dots(width: int, edge: int, step: int, ink: Rgb) -> pygame.Surface:
    row = pygame.Surface((max(1, width), edge))
    row.set_colorkey((1, 2, 3))
    row.fill((1, 2, 3))
    for x in range(0, width, max(edge + 1, step)):
        row.fill(ink, (x, 0, edge, edge))
    return row


def _draw_line(
    canvas: Canvas, graph: Span, line: Sequence[tuple[int, float]], ink: Rgb, *, bright: bool
) -> None:
    """A line straight onto the surface: it may be another one in every frame, so nothing of it is kept."""
    if len(line) < 2:
        return
    colour, scale, axis = canvas.theme.colour, canvas.scale, graph.axis
    left, low = graph.left * scale, graph.bottom * scale
    across = (graph.right - graph.left) * scale / max(1, graph.last - graph.first)
    up = (graph.bottom - graph.top) * scale / (axis.top - axis.bottom)
    points = [
        (left + (place - graph.first) * across, low - (min(axis.top, value) - axis.bottom) * up)
        for place, value in line
    ]
    if bright:
        _draw_area(canvas, points, low, ink)
    else:
        ink = mix(colour.room, ink, 0.45)
    width = max(1, round((_LINE if bright else _FAINT) * scale))
    for start, end in pairwise(points):
        pygame.draw.aaline(canvas.surface, ink, start, end, width)


def _draw_area(canvas: Canvas, points: list[Point], bottom: float, ink: Rgb) -> None:
    left, top = int(points[0][0]), int(min(y for _, y in points))
    size = (int(points[-1][0]) - left + 1, int(bottom) - top + 1)
    if min(size) < 2:
        return
    sheet = pygame.Surface(size)
    sheet.set_colorkey((0, 0, 0))
    inside = [(x - left, y - top) for x, y in points]
    pygame.draw.polygon(sheet, ink, [*inside, (inside[-1][0], size[1]), (inside[0][0], size[1])])
    sheet.set_alpha(round(0.12 * 255))
    canvas.surface.blit(sheet, (left, top))


def _draw_playhead(
    canvas: Canvas, frame: Frame, graph: Span, place: tuple[int, int], value: float | None, ink: Rgb
) -> None:
    """A line at the place, a point at its value, and the number of the piece: the place and the lead."""
    at, lead = place
    colour, x, low = canvas.theme.colour, graph.x(min(at, graph.last)), frame.timeline_height < 90
    canvas.rule((x, graph.top - (0 if low else 4)), (x, graph.bottom), colour.text, 1.2)
    if value is not None and at <= graph.last:
        canvas.disc((x, graph.y(value)), 5, ink, edge=colour.room, width=1.5)
    if not low and graph.right - graph.left >= _WORDY:
        words = f"piece {grouped(at + lead)}"
        before = x - 10 - canvas.text_width(words, "label") >= graph.left
        beside = (x - 10 if before else x + 10, graph.top - 9)
        canvas.text(beside, words, "label", colour.text, "right" if before else "left")


def _draw_scrubber(canvas: Canvas, frame: Frame, whole: Span, scrubber: Scrubber) -> None:
    colour, y, x = canvas.theme.colour, whole.top, whole.x(min(scrubber.at, whole.last))
    marks = scrubber.marks
    canvas.panel((whole.left, y - 2, whole.right - whole.left, 4), colour.line2, radius=2)
    if x > whole.left + 1:
        canvas.panel((whole.left, y - 2, x - whole.left, 4), colour.text2, radius=2)
    if len(marks) <= _MOST_MARKS:
        for mark in marks:
            canvas.fill((whole.x(mark) - 0.75, y - 4, 1.5, 8), colour.text3)
    canvas.disc((x, y), 6, colour.text)
    canvas.text((_edge(frame), y), scrubber.words, "label", colour.text3, "right")


def _two_figures(rate: float) -> int:
    """A rate rounded so that it can be read while it changes: 118 000, not 118 342."""
    unit = 1000 if rate >= 10_000 else 10
    return round(rate / unit) * unit


# Rows a game as a plot: a histogram, or the share of games that last longer, beside the exponential.

FOOT = 22.0  # units below the plot for the names of the rows
_LEFT = 44.0  # and at its left for the shares
_DASH = (4.0, 3.0)
_DASHES: tuple[tuple[float, float] | None, ...] = (None, (7.0, 4.0), (2.5, 2.5), (10.0, 3.0))


def draw_histogram(canvas: Canvas, box: Box, spread: Spread) -> None:
    """Draw how many games there are of each length, the expected numbers as a dashed line over the bars."""
    colour = canvas.theme.colour
    x, y, width, height = _inner(box)
    counts, expected = spread.counts(), spread.expected()
    most = max(1.0, float(max(counts)), max(expected))
    each = width / spread.bins
    gap = min(0.5, each / 8)
    for number, count in enumerate(counts):
        high = height * count / most
        if count:
            canvas.fill((x + number * each + gap, y + height - high, each - 2 * gap, high), colour.text3)
    line = [(x + (n + 0.5) * each, y + height * (1 - value / most)) for n, value in enumerate(expected)]
    canvas.curve(line, colour.text, 1.25, _DASH)
    canvas.text((x - 8, y), grouped(round(most)), "label", colour.text3, "right")
    canvas.text((x - 8, y + height), "0", "label", colour.text3, "right")
    _draw_foot(canvas, box, spread.end, (spread.mean,))


def draw_survival(canvas: Canvas, box: Box, spreads: Sequence[Spread], chosen: int = 0) -> None:
    """The share of games that last longer, on a logarithmic scale, where the exponential is a straight line.

    Of several controllers each has its own dashes; the chosen one is brighter and has the exponential.
    """
    colour = canvas.theme.colour
    x, y, width, height = _inner(box)
    end = max(spread.end for spread in spreads)
    tens = max(1, -_least_power(spreads))

    def at(rows: float, share: float) -> Point:
        return (x + width * min(1.0, rows / end), y + height * min(1.0, -log10(share) / tens))

    for power in range(tens + 1):
        level = y + height * power / tens
        if power < tens:
            canvas.dots((x, level), (x + width, level), colour.line2, step=6, size=1.2)
        canvas.text((x - 8, level), _share_words(power), "label", colour.text3, "right")
    straight = spreads[chosen]
    if straight.mean:
        rows = min(end, straight.mean * tens * 2.302585)
        ends = [at(0, 1.0), at(rows, straight.expected_survival(rows))]
        canvas.curve(ends, colour.text3, 1.25, _DASH)
    for number in sorted(range(len(spreads)), key=lambda n: n == chosen):
        ink = colour.text if number == chosen else mix(colour.panel, colour.text, 0.5)
        line = [at(rows, share) for rows, share in spreads[number].survival if share >= 10.0**-tens]
        canvas.curve(line, ink, 1.75, _DASHES[number % len(_DASHES)])
    _draw_foot(canvas, box, end, (straight.mean,))


def draw_dash(canvas: Canvas, at: Point, number: int, ink: Rgb, width: float = 26.0) -> None:
    """A short piece of the line that belongs to runner `number`, its left end at `at`."""
    canvas.curve([at, (at[0] + width, at[1])], ink, 1.75, _DASHES[number % len(_DASHES)])


def _inner(box: Box) -> Box:
    return (box[0] + _LEFT, box[1] + 8, box[2] - _LEFT - 4, box[3] - FOOT - 8)


def _least_power(spreads: Sequence[Spread]) -> int:
    """The power of ten at or below the smallest share that there is, at least a tenth."""
    games = max(spread.games for spread in spreads)
    return -max(1, len(str(max(1, games - 1))))


def _share_words(power: int) -> str:
    return ("100\u00a0%", "10\u00a0%", "1\u00a0%", "0.1\u00a0%")[power] if power < 4 else f"10^{MINUS}{power}"


def _draw_foot(canvas: Canvas, box: Box, end: float, means: Sequence[float]) -> None:
    """The axis of rows: its ends, and a mark at the mean."""
    colour = canvas.theme.colour
    x, y, width, height = _inner(box)
    bottom = y + height
    canvas.rule((x, bottom), (x + width, bottom), colour.line2)
    canvas.text((x, bottom + 15), "0", "label", colour.text3)
    words = f"{short_count(round(end))} row{'' if round(end) == 1 else 's'}"
    taken = canvas.text((x + width, bottom + 15), words, "label", colour.text3, "right")
    for mean in means:
        place = x + width * min(1.0, mean / end)
        if mean and place + 24 < x + width - taken and place > x + 36:
            canvas.rule((place, bottom - 4), (place, bottom + 4), colour.text)
            canvas.text((place, bottom + 15), "mean", "label", colour.text2, "middle")
