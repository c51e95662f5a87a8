"""The picture of a game in real time: what stands beside the wells, below them and over them.

Apart from `scene`: this only draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ai.practice.race import RaceReport
from game.tetris.bests import Best
from game.tetris.guideline.real_time import TICKS, room_of
from gui.games.guideline.cells import SeatGeometry
from gui.play.live_plan import SPRINT_ROWS, ULTRA_SECONDS, names_of, stopwatch
from gui.play.timeline import axis_edge, draw_readout, readout_room
from gui.scenes.live import words
from gui.scenes.live.match import COUNT_SECONDS, Match
from gui.ui import icons
from gui.ui.canvas import Canvas, Point
from gui.ui.commands import Command
from gui.ui.controls import button, key_cap
from gui.ui.graph import ESTIMATE, Axis, Graph
from gui.ui.input import Bindings, label
from gui.ui.layout import LINE, TABLE_HEAD, Flow, Frame
from gui.ui.targets import Targets
from gui.ui.text import clock, counted, grouped
from gui.ui.theme import Rgb

_TEXT_LINE = 24.0

# The column: the figures of the seats, the books of engines, the best results, the keys.


def draw_figures(column: Flow, match: Match, bests: Sequence[Best], rank: int | None) -> None:
    """The statistics of the seats; at the end also `bests`, the best results, where this one has `rank` (from 0)."""
    if column.room < 2 * LINE:
        return
    names, amber = names_of(match.plan), column.canvas.theme.colour.amber_text
    if match.retry is not None:
        column.heading("Again", step=18)
        column.paragraph(words.retry_words(match.retry), "label", amber, lines=3, after=24)
    column.heading("Game", step=TABLE_HEAD if names else LINE)
    retried = [("Retried pieces", (grouped(match.retries),))] if match.plan.retry else []
    column.table([*words.figures(match.seats), *retried], names)
    if len(match.seats) == 1 and match.plan.person is not None and match.retry is None:
        column.paragraph(words.finesse_words(match.seats[0]), "label", amber, lines=2)
    _draw_standings(column, match)  # before the clears, which get more rows as the game goes on
    made = words.clears(match.kinds)
    if made and column.room > 60:
        column.y += 16
        column.heading("Clears")
        column.table(made)
    if match.phase == "over" and bests and column.room >= 60:
        column.y += 16
        column.heading("Your best")
        column.table(
            [
                (
                    f"{number}.{'  this game' if number - 1 == rank else ''}",
                    [words.result_words(match.plan, each)],
                )
                for number, each in enumerate(bests, 1)
            ]
        )


def _draw_standings(column: Flow, match: Match) -> None:
    """Draw the book that each engine entered or left last, and why."""
    items = [(each.player.name, each.standing) for each in match.engines.values() if each.standing]
    if items and column.room >= 92:
        column.y += 16
        column.heading("Books and wells", step=16)
        for name, standing in items:
            column.paragraph(f"{name} · {standing}." if len(items) > 1 else f"{standing}.", lines=3)


def draw_race(column: Flow, report: RaceReport | None, failure: str) -> None:
    """Draw the fewest pieces with which the engine has dug the same rows."""
    column.heading("Kibitzer", step=LINE)
    amber = column.canvas.theme.colour.amber_text
    pieces = None if report is None else report.pieces
    label = "Engine" if report is None or not report.games else f"Best of {counted(report.games, 'game')}"
    column.line(label, "–" if pieces is None else counted(pieces, "piece"), ink=amber)
    if failure:
        column.paragraph(failure, "label", lines=2)
    column.y += 8


_LEAST_VOICE = 160.0  # units; with less the figures of the game go first


def draw_voice(column: Flow, match: Match) -> None:
    """Draw the kibitzer's words on the game by its aim: time and keys of a sprint, points, what engines are up to."""
    amber, mode = column.canvas.theme.colour.amber_text, match.plan.mode
    lines: list[tuple[str, str]] = []
    if mode == "sprint" and match.replay.count:
        lines = words.sprint_lines(match.sprint())
    elif mode == "ultra":
        lines = words.points_lines(match.points())
    elif mode == "free" and match.replay.count:
        lines = [("Room above the stack", counted(max(0, room_of(match.seats[0])), "row"))]
    engines = match.engines if match.plan.person is None else {}
    if column.room < _LEAST_VOICE or not (lines or engines):
        return
    column.heading("Kibitzer", step=LINE)
    for name, value in lines:
        column.line(name, value, ink=amber)
    names = names_of(match.plan)
    for at, engine in engines.items():
        seat = match.seats[at]
        advice = engine.advice if engine.about == seat.state.tally.placed else None
        if names:
            column.line(names[at], "", step=13)
        column.paragraph(words.intent_words(seat, advice), "label", amber, lines=1, after=16)
    column.y += 16


_KEYS = (("left", "right"), *((each,) for each in ("soft", "hard", "cw", "ccw", "hold", "pause", "restart")))


def draw_keys(column: Flow, bindings: Bindings) -> None:
    """The keys, if there is room for all of them: two of an action, one each if two actions share a line."""
    canvas = column.canvas
    if column.room < LINE * (1 + len(_KEYS)):
        return
    column.heading("Keys")
    for actions in _KEYS:
        text = ", ".join(map(label, actions)).capitalize()
        most = 1 if len(actions) > 1 else 2
        caps = [cap for action in actions for cap in bindings.keys(action)[:most]]
        canvas.text((column.left, column.y), text, "label", canvas.theme.colour.text3)
        right = column.right
        for cap in reversed(caps):
            wide = max(22.0, canvas.text_width(cap, "label") + 12)
            key_cap(canvas, (right - wide, column.y - 11), cap)
            right -= wide + 4
        column.y += LINE


# Over the wells: the countdown, the wait for an engine, the pause, and the end with its figures.

_WIDEST, _PAD, _BUTTON, _GAP = 480.0, 24.0, 36.0, 8.0


@dataclass(frozen=True)
class Card:
    """A card over the wells: headline, lines, rows of figures under the `names` of the seats, buttons."""

    title: str
    commands: Sequence[Command]
    lines: Sequence[str] = ()
    rows: words.Figures | None = None
    names: tuple[str, ...] = ()


def draw_card(canvas: Canvas, frame: Frame, targets: Targets, card: Card) -> None:
    """Draw a card in the middle of the wells; in a low window it shows fewer figures."""
    colour, style = canvas.theme.colour, canvas.theme.type["body"]
    x, y, width, height = frame.board
    wide = min(_WIDEST, width - 32)
    room = wide - 2 * _PAD
    lines = sum(len(canvas.renderer.wrap(line, style, room, canvas.scale)) for line in card.lines)
    buttons = (len(card.commands) + 1) // 2 * (_BUTTON + _GAP)
    bare = 2 * _PAD + 32 + _TEXT_LINE * lines + buttons + (8 if lines else 0)
    rows, head = card.rows or [], TABLE_HEAD if card.names else 0.0
    count = max(0, min(len(rows), int((height - 40 - bare - head) / LINE)))
    tall = bare + (head + count * LINE + 16 if count else 0.0)
    top = y + max(8.0, (height - tall) / 2)
    canvas.veil(frame.board, colour.room, 0.5)
    canvas.panel((x + (width - wide) / 2, top, wide, tall), colour.panel, radius=12, edge=colour.line2)
    column = Flow(canvas, targets, x + (width - room) / 2, top + _PAD + 12, room)
    canvas.text((column.left, column.y), canvas.fitted(card.title, "title", room), "title", colour.text)
    column.y += 16
    for line in card.lines:
        column.paragraph(line, after=0.0)
    if count:
        column.y += 16 + (8 if lines else 0)
        column.table(rows[:count], card.names)
    column.y = top + tall - _PAD - buttons + _GAP
    for number in range(0, len(card.commands), 2):
        boxes = column.split(2, _BUTTON)
        for place, each in enumerate(card.commands[number : number + 2]):
            first = number + place == 0
            button(
                canvas, targets, each.name, boxes[place], each.label, each.press, key=each.keys, primary=first
            )


def draw_countdown(canvas: Canvas, seats: Sequence[SeatGeometry], match: Match, *, still: bool) -> None:
    """The figure of the countdown in the middle of each well; it fades in unless movement is off (`still`)."""
    colour = canvas.theme.colour
    passed = (1 - match.count / COUNT_SECONDS % 1) * COUNT_SECONDS
    grown = 1.0 if still else min(1.0, passed / (canvas.theme.motion.short / 1000))
    for seat in seats:
        x, y = _middle(seat)
        canvas.disc((x, y), 40, colour.panel, edge=colour.line2, opacity=0.4 + 0.6 * grown)
        canvas.text(
            (x, y - 1), str(match.number), "display", colour.text, "middle", opacity=0.4 + 0.6 * grown
        )


def draw_waiting(canvas: Canvas, seats: Sequence[SeatGeometry], text: str) -> None:
    """A note across each well whose engine is not ready."""
    colour = canvas.theme.colour
    for seat in seats:
        x, y = _middle(seat)
        room = seat.well.right - seat.well.left - 24
        lines = canvas.renderer.wrap(text, canvas.theme.type["body"], room - 24, canvas.scale)[:4]
        tall = _TEXT_LINE * len(lines) + 56
        top = y - tall / 2
        canvas.panel((x - room / 2, top, room, tall), colour.panel, radius=8, edge=colour.line2)
        icons.brand(canvas, (x, top + 24), colour.text2, colour.panel)
        for number, line in enumerate(lines):
            canvas.text((x, top + 54 + _TEXT_LINE * number), line, "body", colour.text, "middle")


def _middle(seat: SeatGeometry) -> Point:
    x, y, width, height = seat.well.well
    return x + width / 2, y + height / 2


# The foot: clock, graph, and the buttons to pause, to restart, and to take pieces back.


@dataclass(frozen=True)
class Sign:
    """A sign beside the button that pauses, `place` radii of that to its right."""

    command: Command
    draw: Callable[[Canvas, Point, Rgb], object]
    place: float


_LENGTHS = tuple(30 * TICKS * 2**number for number in range(9))  # ticks that the graph may show
_TOPS = (10, 20, 40, 60, 100, 200, 400, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000)
_AXIS = 64.0
_APART = 17.0
_NAMED_ROOM = 200.0  # units of graph below which names would lie on the lines
_NAMED_FROM = 2 * TICKS  # before, names would overlap the words of the axis


def _aim_of(match: Match) -> tuple[int, float] | None:
    """Return where the line of the mode will end if the game goes on as it did: the tick and the value."""
    if match.phase == "over":
        return None
    if match.plan.mode == "ultra":
        points = match.points()
        return None if points is None else (ULTRA_SECONDS * TICKS, points.value)
    finish = match.sprint().finish if match.plan.mode == "sprint" else None
    return None if finish is None else (round(finish.value * TICKS), SPRINT_ROWS)


def draw_footer(
    canvas: Canvas, frame: Frame, match: Match, best: Best | None, *, voice: bool = False
) -> None:
    """The clock, and a line for each seat: what the mode counts. `best` is the person's best result so far.

    With a `voice` a dashed line leads on to where the game ends at this pace.
    """
    colour, mode, now = canvas.theme.colour, match.plan.mode, match.game.now
    limit = ULTRA_SECONDS * TICKS
    figure = clock(max(0, limit - now) / TICKS if mode == "ultra" else now / TICKS)
    figure = stopwatch(now) if mode in ("sprint", "dig") else figure
    draw_readout(canvas, frame, "Time left" if mode == "ultra" else "Time", figure, colour.text)
    lines = [match.history(seat) for seat in range(len(match.seats))]
    aim = _aim_of(match) if voice else None
    last = limit if mode == "ultra" else _at_least(_LENGTHS, max(now, aim[0] if aim else 0))
    most = max([line[-1][1] for line in lines] + ([round(aim[1])] if aim else []))
    goal = {"sprint": SPRINT_ROWS, "dig": match.plan.dig}.get(mode)
    top = _at_least(_TOPS, most) if goal is None else goal
    x, y, width, height = frame.timeline
    left, right = x + frame.margin + readout_room(frame), x + width - _AXIS
    if right - left <= 80:
        return
    axis = Axis(0.0, top, ((top, grouped(top)),))
    graph = Graph(canvas, (left, y + 22, right - left, height - 50), axis, last)
    graph.base(colour.line)
    graph.levels(axis_edge(frame))
    free = left + graph.name(0, words.UNITS[mode], "left") + 24
    for tick in (last // 2, last):
        if graph.x(tick) >= free:
            graph.name(tick, f"{tick // TICKS // 60}:{tick // TICKS % 60:02d}")
    if best is not None and mode == "sprint" and best.ticks <= last:
        graph.upright(best.ticks, colour.line2)
    end, inks = min(now, last), (colour.text, colour.text3)
    for line, ink in zip(lines, inks, strict=False):
        graph.steps(line, end, ink)
    if aim is not None:
        ends = [(end, lines[0][-1][1]), (min(aim[0], last), aim[1])]
        graph.line(ends, colour.amber_line, dash=ESTIMATE)
    names = names_of(match.plan) if now >= _NAMED_FROM and right - left >= _NAMED_ROOM else ()
    levels, reach = _apart([graph.y(line[-1][1]) for line in lines], graph), graph.x(end)
    for name, level, ink in zip(names, levels, inks, strict=False):
        fits = reach + 8 + canvas.text_width(name, "label") < right
        canvas.text((reach + (8 if fits else -8), level), name, "label", ink, "left" if fits else "right")


def _at_least(steps: Sequence[int], value: int) -> int:
    return next((each for each in steps if each >= value), steps[-1])


def _apart(levels: list[float], graph: Graph) -> list[float]:
    """The heights of names beside the ends of lines: a line of text apart, and off the axis."""
    least, most = graph.top + 6, graph.bottom - 10
    levels = [min(most, max(least, level)) for level in levels]
    if len(levels) == 2 and abs(levels[0] - levels[1]) < _APART:
        middle = min(most - _APART / 2, max(least + _APART / 2, sum(levels) / 2))
        ends = [middle - _APART / 2, middle + _APART / 2]
        return ends if levels[0] <= levels[1] else ends[::-1]
    return levels


def draw_buttons(
    canvas: Canvas, frame: Frame, targets: Targets, play: Command, signs: Sequence[Sign], *, running: bool
) -> None:
    """The buttons at the lower right: pause or play, where that is possible, and the `signs` beside it."""
    colour = canvas.theme.colour
    x, y, width, height = frame.transport
    middle, radius = (x + width / 2, y + height / 2), 17.0 if width < 300 else 22.0
    box = (middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius)
    if play.enabled:
        lit = targets.add(play.name, box, play.press, radius=radius, about=play.tip)
        canvas.disc(middle, radius, colour.line2 if lit else colour.raised)
        (icons.pause if running else icons.play)(canvas, middle, colour.text)
    for sign in signs:
        at = (middle[0] + sign.place * radius, middle[1])
        if not sign.command.enabled:
            sign.draw(canvas, at, colour.line2)
            continue
        box = (at[0] - 17, at[1] - 17, 34, 34)
        lit = targets.add(sign.command.name, box, sign.command.press, radius=6, about=sign.command.tip)
        sign.draw(canvas, at, colour.text if lit else colour.text2)
