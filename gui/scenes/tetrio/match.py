"""A replay file of TETR.IO: its rounds as a list with both players' figures, and the figures of the whole match."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType

import msgspec
import pygame

from ai.book.stages import BookProgress
from game.errors import BadInput, NotSaved
from game.places import data_dir, shipped
from game.saving import save
from game.tetris.tetrio import Figures, Match, Result
from game.tetris.tetrio.mistakes import THEMES, Mistakes
from game.words import counted
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.play.openings import opening as opening_title
from gui.play.panel import PanelColumn
from gui.scenes.tetrio.judging import MatchJudge
from gui.scenes.tetrio.rounds import MatchRounds, Place
from gui.scenes.tetrio.words import (
    CLEARS,
    FIGURES,
    LOST,
    brief_files,
    brief_of,
    clears_of,
    difference_words,
    ending_of,
    mistakes_of,
    opening_words,
    rows_of,
    themes_of,
    written,
)
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import PILL, bar_of_progress, button, heading, pill
from gui.ui.graph import Axis, Graph
from gui.ui.layout import Flow, Frame, draw_drawer
from gui.ui.scroll import Scroll
from gui.ui.targets import inside
from gui.ui.text import clock

_ROW, _HEAD, _INSET = 72.0, 44.0, 16.0
_BUTTON = 44.0  # units of height that a row of buttons takes
_NARROWEST = 3.0  # units of width of a pair of bars
_THREE_LINES = 84.0  # units of height of a foot that holds so many
TABS = ("Figures", "Clears", "Mistakes")

_OPENED = ("book", "book_pieces", "book_stage", "book_left", "book_instead")


class MatchScene(Scene):
    """The rounds of a file or folder. They are played again while the first ones can be looked at."""

    name = "tetrio-match"
    title = "TETR.IO"
    keys_title = "TETR.IO: rounds"

    def __init__(self, context: AppContext, back: Scene | None, match: Match) -> None:
        super().__init__(context, back)
        self.match = match
        self.path = match.path or Path("replay.ttrm")
        self.rounds = MatchRounds(match)
        self.chosen = 0
        self.scroll = Scroll()
        self._reached = self.targets.focus = "round 0"
        self.judge = MatchJudge(context, self.rounds)
        self.tab = 0
        self.plotted = 0  # which of the figures of this tab the bars show
        self.table = Scroll()  # of the figures in the column
        self._brief = brief_files([*match.files, *(each.name for each in match.unread)])
        if self.match.warning:
            context.notify(self.match.warning[:1].upper() + self.match.warning[1:] + ".")

    # -- what can be done --

    def select(self, number: int) -> None:
        """Choose a round; once more opens it."""
        if number == self.chosen:
            self.watch()
        self.chosen = number

    def step(self, by: int) -> None:
        """Choose the round before or after."""
        self.chosen = min(max(0, self.chosen + by), len(self.rounds.names) - 1)
        self.targets.focus = f"round {self.chosen}"
        self.scroll.show(_HEAD + self.chosen * _ROW, _ROW)

    def watch(self) -> None:
        """Both wells of the chosen round, tick by tick."""
        detail = f"round {self.chosen + 1} of {len(self.rounds.names)}"
        try:
            self.go(to.TetrioRound(self.rounds.round(self.chosen), detail))
        except BadInput as error:
            self.context.reply(f"{error}.")

    def review(self, number: int) -> None:
        """Judge every piece of a player in the chosen round."""
        results = self.rounds.results.get(self.chosen, [])
        if number < len(results):
            title = f"{results[number].name}, round {self.chosen + 1}"
            try:
                session = self.judge.session((self.chosen, number), title)
            except BadInput as error:
                self.context.reply(f"{error}.")
                return
            self.go(to.Review(session))

    def find_mistakes(self) -> None:
        """Have every piece of every round judged, or pause; show what was found."""
        if self.tab != TABS.index("Mistakes"):
            self.show_tab(TABS.index("Mistakes"))
            if self.judge.running:
                return
        self.judge.toggle()

    def show_tab(self, number: int) -> None:
        """Show another kind of figures."""
        self.tab, self.plotted = number, 0

    def plot_next(self) -> None:
        """Let the bars show the next figure of this tab."""
        self.plotted = (self.plotted + 1) % max(1, len(self._plots()))

    def entered(self) -> None:
        super().entered()
        self.rounds.start()

    def left(self) -> None:
        self.judge.stop()
        self.rounds.stop()

    def export(self, suffix: str) -> None:
        """Write the figures of all rounds beside the replay, as CSV or JSON; of one that came along, at home."""
        self.rounds.finish()
        base = self.path.name.removesuffix(".gz").rpartition(".")[0] or self.path.name
        target = (
            self.path / f"figures{suffix}" if self.path.is_dir() else self.path.with_name(f"{base}{suffix}")
        )
        if target.is_relative_to(shipped("assets")):
            target = data_dir() / "figures" / target.name
        try:
            mistakes = self.judge.results
            write = figures_csv if suffix == ".csv" else figures_json
            save(target, write(self.rounds, mistakes))
        except NotSaved as error:
            self.context.reply(str(error))
            return
        words = counted(len(self.rounds.results), "round")
        if self.rounds.loading:
            words = f"the first {words} of {len(self.rounds.names):,} so far"
        self.context.reply(f"Saved the figures of {words} as {target}.")

    def commands(self) -> list[Command]:
        names = self._names()
        reviews = tuple(partial(self.review, number) for number in range(len(names)))
        keys = ", ".join(str(number + 1) for number in range(len(names)))
        return [
            *self.ways(),
            Command(keys, reviews, "judge every piece of the left player, or of the right one"),
            Command(
                "Up, Down", (partial(self.step, -1), partial(self.step, 1)), "the previous or the next round"
            ),
            Command("M", self.find_mistakes, "find the mistakes of all rounds, or pause"),
            Command("G", self.plot_next, "plot the next figure by round"),
            Command("V", partial(self.export, ".csv"), "save the figures as CSV"),
            Command("J", partial(self.export, ".json"), "save the figures as JSON"),
            self.panel_command(),
            *super().commands(),
        ]

    def ways(self) -> list[Command]:
        """Return the commands that lead to other scenes."""
        return [Command("W", self.watch, "watch the chosen round", "Watch", "watch")]

    def _names(self) -> list[str]:
        names = self.rounds.names[self.chosen]
        return [name or f"player {number}" for number, name in enumerate(names, 1)]

    # -- time --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        scale, over = self.context.scale, inside(self.targets.pointer, self.table.view)
        if (over or event.type == pygame.MOUSEBUTTONUP) and event.type != pygame.KEYDOWN:
            used = self.table.handle(event, scale)
        else:
            used = False
        if used or self.scroll.handle(event, scale):
            return self.next
        return super().handle(event)

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self.judge.take(event)
        for sentence in self.rounds.update():
            self.context.notify(sentence)
        if not self.rounds.loading:
            self.judge.update()
        if self.targets.focus != self._reached:  # the keyboard has come to another row: that round is chosen
            self._reached = self.targets.focus
            name, _, number = self._reached.partition(" ") if self._reached else ("", "", "")
            self.chosen = int(number) if name == "round" else self.chosen
        self.scroll.follow(self.targets)
        return self.next

    def pulse(self) -> Hashable:
        left = self.judge.seconds_left
        rounds = self.rounds
        return len(rounds.results), rounds.files_read, self.judge.judged, left is not None and int(left)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self) as frame:
            self._draw_rounds(canvas, frame)
            draw_bar(canvas, frame, self, self.title, self.path.name)
            self._draw_foot(canvas, frame)
            if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
                self._draw_column(PanelColumn(canvas, frame, self.targets))

    def _draw_rounds(self, canvas: Canvas, frame: Frame) -> None:
        x, y, width, height = frame.board
        view = (x + frame.margin - 8, y, width - 2 * frame.margin + 16, height)
        origin = self.scroll.fit(view, _HEAD + _ROW * len(self.rounds.names) + 16)
        with canvas.clipped(view):
            words = counted(len(self.rounds.names), "round")
            files, read = len(self._brief), self.rounds.files_read
            if read < files:
                words += f", {read:,} of {files:,} files read"
            heading(canvas, (view[0] + _INSET + 8, origin + 26), f"{words}{self._score()}")
            first = max(0, int((y - origin - _HEAD) // _ROW) - 1)  # one more at either end, for the keyboard
            last = int((y + height - origin - _HEAD) // _ROW) + 2
            for number in range(first, min(last, len(self.rounds.names))):
                box = (view[0] + 8, origin + _HEAD + number * _ROW, view[2] - 16, _ROW - 6)
                press = partial(self.select, number)
                lit = self.targets.add(f"round {number}", box, press, radius=8, within=view)
                if box[1] + box[3] > view[1] and box[1] < view[1] + view[3]:
                    self._draw_round(canvas, box, number, lit=lit)
        self.scroll.draw(canvas)

    def _score(self) -> str:
        """Return how many rounds each has won so far: `, 5 : 3`."""
        if len(self.rounds.sums) != 2 or self.rounds.loading:
            return ""
        return ", " + " : ".join(str(figures.wins) for figures in self.rounds.sums.values())

    def _draw_round(self, canvas: Canvas, box: Box, number: int, *, lit: bool) -> None:
        """A round: its number and length, then a line for each player with how it ended and the figures."""
        colour, (x, y, width, height) = canvas.theme.colour, box
        if lit or number == self.chosen:
            canvas.panel(box, colour.raised, radius=8)
        used = canvas.text((x + _INSET, y + 22), str(number + 1), "title", colour.text)
        if self.rounds.files:
            name = canvas.fitted(self._brief[self.rounds.files[number]], "label", 76 - used - 16)
            canvas.text((x + _INSET + used + 8, y + 22), name, "label", colour.text3)
        left = x + _INSET + 76
        if number not in self.rounds.results:
            words = "Being played again …" if self.rounds.loading else "The file could not be read again."
            names = " – ".join(self.rounds.names[number])
            taken = canvas.text((x + width - _INSET, y + height / 2), words, "label", colour.text3, "right")
            names = canvas.fitted(names, "body", x + width - 2 * _INSET - taken - left)
            canvas.text((left, y + height / 2), names, "body", colour.text3)
            return
        players = self.rounds.results[number]
        seconds = max(one.seconds for one in players)
        canvas.text((x + _INSET, y + height - 16), clock(seconds), "label", colour.text3)
        step = height / max(2, len(players))
        for line, one in enumerate(players[:4]):
            middle = y + step * (line + 0.5)
            text = self._row_words(number, line, one)
            taken = canvas.text((x + width - _INSET, middle), text, "label", colour.text2, "right") + 16
            ink = colour.text if one.alive else colour.text2
            name = one.name or f"player {line + 1}"
            mark = "" if one.matches or not one.compared else "   figures differ"
            room = width - (left - x) - _INSET - taken
            how = ending_of(one)
            for words in (f"{name}   {how}{mark}", f"{name}   {how}", f"{name}   {how.partition(' by ')[0]}"):
                if canvas.text_width(words, "body") <= room:
                    break
            canvas.text((left, middle), canvas.fitted(words, "body", room), "body", ink)

    def _row_words(self, number: int, side: int, one: Result) -> str:
        """A player's round in figures, or in mistakes where these are shown and known."""
        if TABS[self.tab] == "Mistakes" and (self.judge.results or self.judge.running):
            mistakes = self.judge.results.get((number, side))
            return "" if mistakes is None else brief_of(mistakes)
        figures = one.figures
        return f"{figures.apm:.1f} APM   {figures.pps:.2f} PPS   {figures.vs:.1f} VS"

    def _plots(self) -> dict[str, Callable[[int, int, Result], float]]:
        """Return the figures that the bars can show, by label: the value of a round, a side and a result."""
        if TABS[self.tab] == "Mistakes" and self.judge.results:
            none, results = Mistakes(), self.judge.results
            return {LOST: lambda number, side, _: results.get((number, side), none).cost_a_hundred}
        if TABS[self.tab] == "Clears":
            kinds = [
                name for name in CLEARS if any(each.clears.get(name) for each in self.rounds.sums.values())
            ]
            plots = {CLEARS[name]: partial(_clears, name) for name in kinds}
            return plots | ({"Pieces in a book": self._pieces_in_book} if self.rounds.openings else {})
        return {label: partial(_figure, count) for label, (count, _) in FIGURES.items()}

    def _pieces_in_book(self, number: int, _: int, one: Result) -> float:
        opening = self.rounds.openings.get((number, one.name))
        return 0.0 if opening is None else float(opening.pieces)

    def _draw_plot(self, canvas: Canvas, frame: Frame) -> None:
        """A pair of bars a round, one a player, as high as the highest. Its label leads to the next figure."""
        colour, (x, y, width, height) = canvas.theme.colour, frame.timeline
        plots = self._plots()
        if not plots:
            return
        label, value = list(plots.items())[self.plotted % len(plots)]
        left, right = x + frame.margin, x + width - frame.margin
        used = canvas.text_width(label, "label")
        if len(plots) > 1:
            self.targets.add("plot", (left - 8, y + 6, used + 16, 28), self.plot_next, radius=8)
        canvas.text((left, y + 20), label, "label", colour.text3)
        left += max(used, 110.0) + 24
        room = (right - left) / _NARROWEST  # rounds that have a pair of bars of their own
        group = -(-len(self.rounds.names) // max(1, int(room)))
        rates = _means(self.rounds.results, value, group)
        most = max((rate for pair in rates.values() for rate in pair), default=0.0)
        if not most:
            return
        if height >= _THREE_LINES:
            at = x + frame.margin
            canvas.text((at, y + 42), f"up to {written(label, most)}", "label", colour.text3)
        columns = -(-len(self.rounds.names) // group)
        graph = Graph(canvas, (left, y + 14, right - left, height - 48), Axis(0.0, most), columns)
        wide = min(18.0, (right - left) / columns / 3)
        gap = 2.0 if wide > 6 else 0.5
        graph.base(colour.line2)
        for number, pair in rates.items():
            start = graph.x(number + 0.5) - wide * len(pair) / 2
            for side, rate in enumerate(pair):
                ink = colour.text2 if side == 0 else colour.text3
                least = 1.0 if rate else 0.0
                graph.bar(start + side * wide, wide - gap, rate, ink, least)

    def _draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        """Draw the kind of match, and the progress of the replay."""
        colour, (x, y, _, height) = canvas.theme.colour, frame.timeline
        words = " · ".join(
            filter(None, (self.match.mode, self.match.played[:10], f"version {self.match.version}"))
        )
        canvas.text((x + frame.margin, y + height - 18), words, "label", colour.text3)
        self._draw_plot(canvas, frame)
        if self.rounds.loading:
            share = len(self.rounds.results) / len(self.rounds.names)
            bar_of_progress(canvas, (frame.transport[0] + 24, y - 2, frame.transport[2] - 48, 4), share)

    def _draw_column(self, column: PanelColumn) -> None:
        """Draw the commands for the chosen round, and the match's figures."""
        reviews = [
            Command(
                str(number + 1), partial(self.review, number), label=f"Review {name}", name=f"review {number}"
            )
            for number, name in enumerate(self._names()[:2])
        ]
        if column.tight:  # the figures need the room
            self._draw_buttons_apart(column, reviews)
            column.y = column.frame.panel[1] + 12
        else:
            column.heading(f"Round {self.chosen + 1}")
        if self.rounds.files:
            column.paragraph(self.rounds.files[self.chosen], "label", lines=1)
        if not column.tight:
            column.button("watch", "Watch both wells", "W", self.watch, primary=True)
            for each in reviews:
                column.button(each.name, each.label, each.keys, each.press)
            column.y += 12
        for one in self.rounds.results.get(self.chosen, []):
            if difference_words(one):
                column.paragraph(difference_words(one), "label", lines=4)
                column.y += 8
            opening = self.rounds.openings.get((self.chosen, one.name))
            if opening is not None:
                column.paragraph(opening_words(one.name, opening), "label", lines=4)
        if self.rounds.sums and column.room > 100:
            self._draw_figures(column)

    def _draw_buttons_apart(self, column: PanelColumn, reviews: Sequence[Command]) -> None:
        """The buttons beside the plot, where nothing else stands; in a drawer at its foot."""
        frame, ways = column.frame, self.ways()
        if frame.drawer:
            column.at_foot(reviews)
            column.at_foot(ways)
            return
        corner = Flow(column.canvas, column.targets, column.left, frame.foot + 8, column.width, frame.height)
        rows = [ways, reviews] if frame.timeline_height > 2 * _BUTTON else [[*ways, *reviews]]
        for row in rows:
            for each, box in zip(row, corner.split(len(row), _BUTTON - 8, 8), strict=True):
                words = each.short or each.label
                button(corner.canvas, corner.targets, each.name, box, words, each.press, about=each.tip)

    def _draw_figures(self, column: PanelColumn) -> None:
        """The figures of the match by player: counts, clears or mistakes, in a list that scrolls."""
        whole = "All files" if self.rounds.files else "The match"
        if not column.tight:
            column.heading(f"{whole} so far" if self.rounds.loading else whole, step=24)
        if column.tight:
            for number, box in enumerate(column.split(len(TABS), PILL)):
                press = partial(self.show_tab, number)
                on = number == self.tab
                pill(column.canvas, column.targets, f"tab {number}", box, TABS[number], on, press, "")
        else:
            column.pills("tab", TABS, self.tab, self.show_tab)
        view = (column.left - column.inset, column.y, column.width + 2 * column.inset, max(0.0, column.room))
        self.table.follow(column.targets)
        with Flow.scrolling(
            column.canvas, column.targets, self.table, view, inset=column.inset, above=14.0, below=4.0
        ) as flow:
            totals = self.rounds.sides()
            sides = {name: names for name, (names, _) in totals.items()}
            heads = list(sides) if len(sides) > 1 else ()
            if TABS[self.tab] == "Mistakes":
                self._draw_mistakes(flow, sides)
                return
            figures = [figures for _, figures in totals.values()]
            if TABS[self.tab] == "Figures":
                flow.table(rows_of(figures), heads)
                return
            flow.table(clears_of(figures), heads)
            flow.y += 12
            flow.heading("Opening books")
            self._draw_books(flow, sides)

    def _draw_books(self, flow: Flow, sides: Mapping[str, Sequence[str]]) -> None:
        """Draw how often each book was followed and how far, then where each of these rounds left it."""
        progress = self.rounds.openings
        if not progress:
            flow.paragraph("Nobody followed one of the books for five pieces or more.", "label")
            return
        rows = []
        for book in sorted({each.book for each in progress.values()}):
            items = []
            for names in sides.values():
                pieces = [
                    each.pieces for (_, name), each in progress.items() if each.book == book and name in names
                ]
                items.append(f"{len(pieces)}× to {max(pieces)}" if pieces else "–")
            rows.append((opening_title(book).title, tuple(items)))
        flow.table(rows, list(sides) if len(sides) > 1 else ())
        flow.y += 12
        for (number, name), opening in sorted(progress.items()):
            flow.paragraph(f"Round {number + 1}: {opening_words(name, opening)}", "label")

    def _draw_mistakes(self, flow: Flow, sides: Mapping[str, Sequence[str]]) -> None:
        """Draw how far the pieces are judged, and the mistakes found."""
        judge, colour = self.judge, flow.canvas.theme.colour
        pieces, judged = judge.pieces, judge.judged
        if not judge.finished:
            words = "Pause" if judge.running else "Go on" if judged else "Find the mistakes"
            flow.y -= 12
            flow.button("find mistakes", words, "M", self.find_mistakes, primary=not judged)
            flow.y += 12
        if not judged:
            flow.paragraph(
                f"Judges all {pieces:,} pieces with the engine. You can look at the rounds meanwhile.",
                "label",
            )
            return
        if not judge.finished:
            left = judge.seconds_left
            words = f"{judged:,} of {pieces:,} judged"
            flow.line(words, "" if left is None else f"{max(1, round(left / 60))} min left")
        if judge.failure:
            flow.paragraph(judge.failure, "label", colour.amber_text)
        mistakes = [
            Mistakes.sum(each for place, each in judge.results.items() if self._name_at(place) in names)
            for names in sides.values()
        ]
        if any(each.pieces for each in mistakes):
            flow.table(mistakes_of(mistakes), list(sides) if len(sides) > 1 else ())
            if any(each.flagged for each in mistakes):
                flow.y += 12
                flow.heading("What was worse")
                flow.table(themes_of(mistakes))

    def _name_at(self, place: tuple[int, int]) -> str:
        return self.rounds.results[place[0]][place[1]].name


def _clears(name: str, _: int, __: int, one: Result) -> float:
    return float(one.figures.clears.get(name, 0))


def _figure(count: Callable[[Figures], float], _: int, __: int, one: Result) -> float:
    return count(one.figures)


def _means(
    results: Mapping[int, Sequence[Result]], value: Callable[[int, int, Result], float], group: int
) -> dict[int, list[float]]:
    """Return the mean of `value` for both sides over each group of rounds that follow each other."""
    sums: dict[int, list[list[float]]] = {}
    for number, players in results.items():
        sides = sums.setdefault(number // group, [[] for _ in players[:2]])
        for side, one in enumerate(players[: len(sides)]):
            sides[side].append(value(number, side, one))
    return {number: [sum(each) / max(1, len(each)) for each in sides] for number, sides in sums.items()}


def _lines(rounds: MatchRounds, mistakes: Mapping[Place, Mistakes]) -> Iterator[dict[str, object]]:
    for number, players in sorted(rounds.results.items()):
        for side, one in enumerate(players):
            judged, figures = mistakes.get((number, side)), one.figures
            yield {
                "round": number + 1,
                "name": one.name,
                "won": one.alive,
                "reason": one.ended,
                "matches": one.matches,
                "seconds": round(figures.seconds, 3),
                "pieces": figures.pieces,
                "lines": figures.lines,
                "apm": round(figures.apm, 3),
                "pps": round(figures.pps, 4),
                "vs": round(figures.vs, 3),
                "attack": figures.attack,
                "sent": figures.sent,
                "attack_per_piece": round(figures.app, 4),
                "keys_per_piece": round(figures.kpp, 4),
                "finesse": round(figures.finesse, 4),
                "faults": figures.faults,
                **figures.clears,
                **_opened(rounds.openings.get((number, one.name))),
                **({} if judged is None else _mistaken(judged)),
            }


def _opened(opening: BookProgress | None) -> dict[str, object]:
    """Return the stored form of the book that a player followed.

    Its name, pieces, stage, the move that left it, the book's.
    """
    return dict(zip(_OPENED, opening or ("", 0, "", "", ""), strict=True))


def _mistaken(mistakes: Mistakes) -> dict[str, object]:
    """Return the stored form of a player's mistakes in a round.

    The names of the themes as in `tetris tetrio --mistakes`.
    """
    facts = mistakes.document()
    themes = {f"worse_{theme}": mistakes.themes.get(theme, 0) for theme in THEMES}
    return {
        name: facts[name] for name in ("accuracy", "blunders", "mistakes", "inaccuracies", "cost")
    } | themes


def figures_json(rounds: MatchRounds, mistakes: Mapping[Place, Mistakes] = MappingProxyType({})) -> bytes:
    """The figures of every player in every round, as a list; with the mistakes of rounds that are judged."""
    return msgspec.json.format(msgspec.json.encode(list(_lines(rounds, mistakes))), indent=2)


def figures_csv(rounds: MatchRounds, mistakes: Mapping[Place, Mistakes] = MappingProxyType({})) -> bytes:
    """The same as a table with a heading."""
    lines = list(_lines(rounds, mistakes))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, max(lines, key=len))
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue().encode()
