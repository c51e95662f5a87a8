"""Combos so far: how far they got, beside the exact chances under best play."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ai.tetris.four_wide.lengths import ComboLengths
from game.config import field
from game.tetris.four_wide.model import Model
from game.tetris.streaks import Player, Streak
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.scenes.four_wide.lengths import Lengths, need_words, saved_streaks
from gui.ui.canvas import Anchor, Box, Canvas, Point
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import PILL, bar_of_progress, button, heading
from gui.ui.graph import Axis, Dash, Graph
from gui.ui.layout import BAR, LINE, Flow
from gui.ui.text import counted, grouped, percent

_MEAN = "Mean"

# The chance that a combo gets so far, on a logarithmic scale: under best play, and as combos went.

LEFT, FOOT = 56.0, 28.0  # units for the shares, and for the lengths
_LEAST_END = 20
_POINTS = 240
_APART = 8.0  # units between two lengths; where there are fewer, every second one is left out
_TENS = 3  # powers of ten that are shown
_DASH, _DOT = (7.0, 5.0), (2.0, 4.0)
_STROKES: tuple[Dash | None, ...] = (None, _DASH, _DOT)  # by place among those that are shown


def end_of(lasting: ComboLengths | None, combos: Sequence[Sequence[int]]) -> int:
    """A round length at which the axis ends: one in a thousand combos gets farther, or the longest that was played."""
    longest = max((length for lengths in combos for length in lengths), default=0)
    most = max(_LEAST_END, longest, lasting.reached(10.0**-_TENS) if lasting is not None else 0)
    size = int(10 ** (len(str(most)) - 1))
    return next(size * step for step in (1, 2, 3, 4, 5, 6, 8, 10) if size * step >= most)


def draw_plot(
    canvas: Canvas, box: Box, lasting: ComboLengths | None, combos: Sequence[Sequence[int]]
) -> None:
    """Best play in amber with its mean; each player's combos as steps with strokes of their own."""
    colour = canvas.theme.colour
    marks = tuple((10.0**-power, f"{100 / 10**power:g}\u00a0%") for power in range(_TENS + 1))
    axis, end = Axis(10.0**-_TENS, 1.0, marks, logarithmic=True), end_of(lasting, combos)
    inner = (box[0] + LEFT, box[1] + 8, box[2] - LEFT - 8, box[3] - FOOT - 8)
    graph = Graph(canvas, inner, axis, end, fresh=True)
    graph.levels(graph.left - 10)
    graph.base(colour.line2)
    _draw_foot(graph, end)
    for lengths, dash in zip(combos, _STROKES, strict=False):
        graph.line(_steps(lengths), colour.text2, 1.5, dash)
    if lasting is not None:
        shares = (
            (end * step / _POINTS, lasting.chance(round(end * step / _POINTS))) for step in range(_POINTS + 1)
        )
        graph.line([point for point in shares if point[1] >= axis.bottom], colour.amber_line, 2.0)
        mean = graph.x(min(end, lasting.mean))
        canvas.dots((mean, graph.top), (mean, graph.bottom), colour.amber_line, step=5, size=1.4)
        words = f"expected {grouped(lasting.mean, 1)}"
        canvas.text((mean + 8, graph.top + 10), words, "label", colour.amber_text)


def draw_stroke(canvas: Canvas, at: Point, number: int | None, width: float = 28.0) -> None:
    """A short piece of a line, for the legend: that of the player `number`, or best play's."""
    colour, ends = canvas.theme.colour, [at, (at[0] + width, at[1])]
    if number is None:
        canvas.curve(ends, colour.amber_line, 2.0)
    else:
        canvas.curve(ends, colour.text2, 1.5, _STROKES[number % len(_STROKES)])


def _draw_foot(graph: Graph, end: int) -> None:
    """The axis of lengths, in quarters or in halves."""
    words = [grouped(round(end * part / 4)) + (" clears" if part == 4 else "") for part in range(5)]
    width = graph.canvas.text_width
    needed = width(words[4], "label") + width(words[3], "label") / 2 + _APART
    for part, text in enumerate(words):
        graph.tick(end * part / 4, 0, 4, graph.canvas.theme.colour.line2)
        if needed <= (graph.right - graph.left) / 4 or part % 2 == 0:
            anchor: Anchor = "left" if not part else "right" if part == 4 else "middle"
            graph.name(end * part / 4, text, anchor, below=17)


def _steps(lengths: Sequence[int]) -> list[tuple[float, float]]:
    """(length, share of combos at least as long), a corner at every length that occurs."""
    whole, results, left = len(lengths), [(0.0, 1.0)], len(lengths)
    for length in sorted(set(lengths)):
        results.append((float(length), left / whole))
        left -= sum(each == length for each in lengths)
        if left:
            results.append((float(length), left / whole))
    return results


PLAYERS: tuple[tuple[Player, str], ...] = (
    ("you", "You"),
    ("policy", "The solved game"),
    ("rule", "Rule of thumb"),
)
_SIDE, _NARROW = 304.0, 860.0


class CombosScene(Scene):
    """One game's combos."""

    name = "combos"
    title = "Combos"
    keys_title = "Four-wide: combos"

    def __init__(self, context: AppContext, back: Scene | None, model: Model, lengths: Lengths) -> None:
        super().__init__(context, back)
        self.model = model
        self.lengths = lengths
        self._played: dict[Player, tuple[Streak, ...]] = {}
        self._trouble = ""
        self._stopped = False  # by the player, who will say when to go on

    def entered(self) -> None:
        super().entered()
        self._read()
        self.lengths.want(self.model)

    def _read(self) -> None:
        streaks, self._trouble = saved_streaks(self.lengths)
        self._played = {player: streaks.of(self.model.name, player) for player, _ in PLAYERS}

    def update(self, seconds: float) -> Scene | None:
        self.lengths.poll()
        if self.context.is_ready("four-wide") and not self._stopped:
            self.lengths.want(self.model)
        return super().update(seconds)

    def pulse(self) -> Hashable:
        return self.lengths.pulse()

    def solve(self) -> None:
        """Have best play worked out, however long it takes; stop, where that is under way."""
        if self.lengths.share(self.model) is not None:
            self._stopped = True
            self.lengths.stop()
        elif self.lengths.of(self.model) is None:
            self._stopped = False
            self.lengths.again(self.model)
            self.lengths.want(self.model, large=True)

    def compare(self) -> None:
        """The length with more in sight, or less."""
        self.go(to.Foresight(self.model), self.back)

    def commands(self) -> list[Command]:
        return [
            Command("B", self.solve, "work out how long best play lasts, stop, or go on"),
            Command("V", self.compare, "compare with more previews, or fewer"),
            *super().commands(),
        ]

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            x, y, width = frame.margin + 8, BAR + 24.0, frame.width - 2 * frame.margin - 16
            height = frame.height - y - 20
            heading(canvas, (x, y), "Share of combos that get this far")
            lasting = self.lengths.of(self.model)
            high = max(140.0, height * 0.5) if lasting else max(100.0, min(height * 0.5, height - 190))
            if width >= _NARROW:
                plot = (x, y + 20, width - _SIDE - 40, height - 20)
                side = Flow(canvas, self.targets, x + width - _SIDE, y, _SIDE, y + height)
            else:
                plot = (x, y + 20, width, high - 20)
                side = Flow(canvas, self.targets, x, y + plot[3] + 40, width, y + height)
            combos = [[each.length for each in self._played.get(player, ())] for player, _ in PLAYERS]
            draw_plot(canvas, plot, lasting, combos)
            self._draw_figures(side, lasting)
            canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
            draw_bar(
                canvas,
                frame,
                self,
                game="Four-wide",
                detail=f"Combos · {model_words(self.model)}",
            )

    def _draw_figures(self, side: Flow, lasting: ComboLengths | None) -> None:
        """Best play in figures, then what every player has made of it."""
        canvas, colour = side.canvas, side.canvas.theme.colour
        place = (side.left, side.bottom - PILL, side.width, PILL)
        button(canvas, self.targets, "compare", place, "What foresight is worth", self.compare, key="V")
        side.bottom -= PILL + 12
        draw_stroke(canvas, (side.right - 28, side.y), None)
        side.heading("Best play, exact")
        if lasting is None:
            self._draw_missing(side)
        else:
            side.line(_MEAN, f"{lasting.mean:.1f}", ink=colour.amber_text)
            for words, share in (("Half", 0.5), ("One in ten", 0.1), ("One in a hundred", 0.01)):
                side.line(f"{words} get to", grouped(lasting.reached(share)), ink=colour.amber_text)
        for number, (player, name) in enumerate(PLAYERS):
            played = self._played.get(player, ())
            if played and side.room > 3 * LINE:
                side.y += 16
                draw_stroke(canvas, (side.right - 28, side.y), number)
                side.heading(name)
                for fact in figures(played):
                    side.line(*fact)
        text = self._trouble or ("" if any(self._played.values()) else "Combos are saved when they end.")
        if text and side.room > LINE:
            canvas.paragraph((side.left, side.y + 4, side.width, 0), text, "body", colour.text3, 3)

    def _draw_missing(self, side: Flow) -> None:
        """The reason why there is nothing exact yet, the progress, and what can be done."""
        ink = side.canvas.theme.colour.text3
        status, share = self.lengths.status(self.model), self.lengths.share(self.model)
        need = need_words(self.model)
        side.y -= 8
        side.paragraph(status or f"Not worked out yet: {need}.", ink=ink, lines=5, after=16)
        if share is not None:
            bar_of_progress(side.canvas, (side.left, side.y, side.width, 6), share)
            side.y += 20
        elif status and side.room > 2 * LINE + PILL:
            side.y -= 8
            side.paragraph(f"It takes {need}.", "label", ink, lines=2, after=12)
        place = (side.left, side.y, side.width, PILL)
        words = "Work it out" if not status else "Try again"
        if share is not None:
            words = "Stop"
        elif self.lengths.begun(self.model):
            words = "Go on"
        button(side.canvas, self.targets, "solve", place, words, self.solve, key="B")
        side.y += PILL + 12


def figures(played: tuple[Streak, ...]) -> list[tuple[str, str]]:
    """A player's combos: how many, mean, longest, and what choices gave away of the expectation."""
    lengths = [each.length for each in played]
    known = [each.given for each in played if each.expected]
    results = [
        ("Combos", grouped(len(played))),
        (_MEAN, f"{sum(lengths) / len(lengths):.1f}"),
        ("Longest", grouped(max(lengths))),
    ]
    return [*results, ("Given away on average", percent(sum(known) / len(known)))] if known else results


def model_words(model: Model) -> str:
    """A game in a few words."""
    pieces = field("four_wide.pieces").show(model.randomizer).lower()
    seen = "no previews" if not model.previews else counted(model.previews, "preview")
    held = "hold" if model.hold else "no hold"
    return f"{model.residual} cells, {pieces}, {held}, {seen}, {model.reach.upper()}"
