"""Practice: one thing to do, the decks below it, and what improves in the panel."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from datetime import date as Date
from datetime import datetime
from functools import partial
from pathlib import Path

import pygame

from ai.book import file as books
from ai.practice.orders import ClearOrder, MistakeReport
from ai.practice.work import ClearMaking
from game import transfer
from game.config import Value
from game.errors import KibitzError, NotSaved
from game.games import game_of
from game.practice import progress
from game.practice.collection import Collection, Day, Item, Standing
from game.practice.deck import SUFFIX, Deck
from game.practice.history import MISTAKES
from game.practice.themes import theme
from game.record import SUFFIX as RECORDS
from game.tetris.guideline import State
from game.tetris.tetrio.file import SUFFIXES as REPLAYS
from game.words import counted
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.play.file_practice import FilePractice, files_in, players_in
from gui.play.job import RoomJob
from gui.play.problem_run import ProblemRun
from gui.ui import clipboard
from gui.ui.canvas import Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command, Tip
from gui.ui.controls import bar_of_progress, button, heading, key_cap, key_width
from gui.ui.graph import Axis, Graph
from gui.ui.layout import BAR, Flow, Frame, draw_drawer
from gui.ui.popup import FileDialog, Popup
from gui.ui.scroll import Scroll

_ROW = 46.0
_MOST_LINES = 4  # themes in the panel
_SECONDS = 30  # that a problem takes, about
_WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")
_LOW = 560.0  # units of height below which the greeting is small


class PracticeScene(Scene):
    """The first scene of practice."""

    name = "practice"
    title = "Practice"

    def __init__(
        self,
        context: AppContext,
        back: Scene | None,
        collection: Collection,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(context, back)
        self._now = now
        self.collection = collection
        self.targets.focus = "start"
        self.targets.ring = True
        self.files = FileDialog(self.targets)
        self.names = Popup(self.targets)  # of players, to say which is the person
        self.clears: RoomJob[ClearOrder, MistakeReport] = RoomJob(context.room, "clears", ClearMaking)
        # makes problems of games and replays, also while other scenes are shown
        self.work = context.lasting(FilePractice, history=collection.history)
        self._seen = self.work.changes  # what of it is shown
        self.list = Scroll()
        self.day: Day = Day((), (), 0, 0)
        self.decks: tuple[Deck, ...] = ()
        self.standings: dict[str, Standing] = {}
        self.of_day: ProblemRun | None = None
        self.lines: list[progress.Line] = []
        self.days: tuple[int, ...] = ()
        self._look()

    def entered(self) -> None:
        super().entered()
        self.collection.history.refresh()
        self.collection.refresh()
        self._look()
        history = self.collection.history
        for notice in (history.notice, *self.collection.notices):
            if notice:
                self.context.notify(notice)
        history.notice, self.collection.notices[:] = "", []

    def left(self) -> None:
        self.files.close()
        self.names.close()
        self.clears.stop()

    def _look(self) -> None:
        """See what there is to do now."""
        collection, now = self.collection, self._now()
        self.day = collection.today(now)
        self.of_day = ProblemRun.of_day(collection, self._date())
        self.decks = tuple(deck for deck in collection.decks if deck.problems or deck.name == MISTAKES)
        self.standings = {deck.name: collection.standing(deck, now) for deck in self.decks}
        self.lines = progress.lines(collection.history, now)
        self.days = progress.days(collection.history, now)

    # -- what can be done --

    def start(self) -> None:
        """Today's problems; once they are done, ten more."""
        if self.day.left:
            self._begin(ProblemRun.today(self.collection))
            return
        more = self.collection.today(count=self.day.problems + 10)
        if more.left:
            self._begin(ProblemRun(self.collection, "More", more.left))
        else:
            self.context.reply("There are no more problems. Games, replays and decks can be added below.")

    def problem_of_the_day(self) -> None:
        """The problem that everybody has today."""
        run = ProblemRun.of_day(self.collection, self._date())
        if run is None:
            self.context.reply(
                "The decks that come with Kibitz cannot be read, so there is no problem of the day."
            )
        else:
            self._begin(run)

    @property
    def _openers(self) -> Command:
        return Command("O", self.openers, "opening books, asked piece by piece", "Openers", "openers")

    @property
    def _race(self) -> Command:
        return Command("R", self.downstack, "garbage dug with few pieces", "Downstack race", "race")

    def openers(self) -> None:
        """Opening books, asked piece by piece."""
        self.go(to.Openers())

    def downstack(self) -> None:
        """A race to dig rows of garbage away."""
        self.go(to.NewGame("tetris", play_style="dig"))

    def _date(self) -> Date:
        return datetime.fromtimestamp(self._now()).date()

    def practise(self, deck: Deck) -> None:
        """Ten problems of a deck."""
        items = self.collection.more(deck)
        if items:
            self._begin(ProblemRun(self.collection, deck.title, items))
        else:
            self.context.reply("No mistakes of yours are known yet. Review a game, or add games and replays.")

    def practise_theme(self) -> None:
        """Ten problems of the theme that stands first in the panel."""
        first = self._first_theme()
        if first is None:
            return
        items = [
            item
            for deck in self.decks
            for item in self.collection.more(deck, len(deck.problems))
            if item.problem.theme == first
        ]
        if items:
            self._begin(ProblemRun(self.collection, theme(first).title.capitalize(), tuple(items[:10])))

    def _first_theme(self) -> str | None:
        """The first theme of the panel of which there are problems."""
        known = {problem.theme for deck in self.decks for problem in deck.problems}
        return next((line.theme for line in self.lines if line.theme in known), None)

    def _begin(self, run: ProblemRun) -> None:
        try:
            self.go(to.Problem(run))
        except KibitzError as error:
            self.context.notify(str(error))

    def add_deck(self) -> None:
        """Choose the file of a deck, or of an export."""
        self.files.ask_file(Path.home(), (SUFFIX, ".practice"), self._take_deck)

    def _take_deck(self, path: Path) -> None:
        try:
            if path.name.endswith(SUFFIX):
                deck = self.collection.add(path)
                self.context.notify(f"Added {deck.title}, {counted(len(deck.problems), 'problem')}.")
            else:
                counts = self.collection.history.import_from(path)
                counts_text = (
                    f"{counted(counts.problems, 'problem')} and {counted(counts.attempts, 'attempt')}"
                )
                self.context.notify(f"Added {counts_text}.")
        except KibitzError as error:
            self.context.notify(str(error))
        self._look()

    def add_games(self) -> None:
        """Choose a game or a replay whose mistakes become problems."""
        self.files.ask_file(Path.home(), (RECORDS, *REPLAYS), self._take_games)

    def add_folder(self) -> None:
        """Choose a folder: its replays become problems, and so do those that come later."""
        self.files.ask_file(Path.home(), (RECORDS, *REPLAYS), self._take_games, takes_folder=True)

    def add_fumen(self) -> None:
        """Make a problem of the fumen, or the board, that was copied: find a perfect clear."""
        try:
            position = transfer.imported(clipboard.get()).session.position
        except KibitzError as error:
            self.context.reply(str(error))
            return
        if not isinstance(position, State):
            self.context.reply("Copy a fumen or a board of Tetris first; a perfect clear is then looked for.")
        else:
            self.clears.start(ClearOrder(setup=position.here()))
            self.context.reply("Looking for a perfect clear …")

    def _take_clear(self, report: MistakeReport) -> None:
        """Keep the problem of a fumen, and begin it."""
        if not report.problems:
            self.context.reply(f"This is no problem: {report.refused[0]}.")
            return
        try:
            self.collection.history.add(report.problems)
        except NotSaved as error:
            self.context.notify(str(error))
        items = tuple(Item(MISTAKES, problem) for problem in report.problems)
        self._begin(ProblemRun(self.collection, "Your fumen", items))

    def _take_games(self, path: Path) -> None:
        """Make problems of a file or a folder, once it is known who the person is."""
        try:
            files = files_in(path)
        except OSError as error:
            self.context.notify(f"{path} cannot be read: {error.strerror}.")
            return
        if not files:
            self.context.notify(f"{path.name} holds no games and no replays.")
            return
        names, known = players_in(files), self.context.config.practice.player
        if len(names) > 1 and known.casefold() not in [name.casefold() for name in names]:
            title = "Which player are you?"
            self.names.ask(title, names, None, lambda number: self._begin_files(path, files, names[number]))
        else:
            self._begin_files(path, files, known if len(names) != 1 else names[0])

    def _begin_files(self, path: Path, files: Sequence[Path], player: str) -> None:
        changes: dict[str, Value] = {"practice.player": player} if player else {}
        if path.is_dir():
            changes["practice.folder"] = str(path)
        if changes:
            self.context.change_all(changes)
        self.work.start(files, player)

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.DROPFILE:
            path = Path(event.file)
            (
                self._take_games
                if path.is_dir() or path.name.endswith((RECORDS, *REPLAYS))
                else self._take_deck
            )(path)
        if self.names.handle(event, self.context.scale):
            return self.next
        if self.files.handle(event, self.context.scale):
            return self.next
        if self.list.handle_mouse(event, self.context.scale, self.targets):
            return self.next
        return super().handle(event)

    def update(self, seconds: float) -> Scene | None:
        self.files.update()
        self.names.update()
        for event in self.context.room.poll():
            report = self.clears.hear(event)
            if report is not None:
                self._take_clear(report)
        changes = self.work.changes
        if changes != self._seen:
            self._seen = changes
            self._look()
        return self.next

    def pulse(self) -> Hashable:
        return self._working(), self._seen

    def _working(self) -> str:
        """The progress of the work on games and replays; empty where there is none."""
        return self.work.words

    def commands(self) -> list[Command]:
        return [
            Command("S", self.start, "start with today’s problems"),
            Command("D", self.problem_of_the_day, "the problem of the day, the same for everybody"),
            self._openers,
            self._race,
            Command("C", self.practise_theme, "practise the theme with the most mistakes"),
            Command("G", self.add_games, "add a game or a replay"),
            Command("F", self.add_folder, "add a folder of games and replays"),
            Command("Ctrl+V", self.add_fumen, "make a problem of a copied fumen"),
            Command("A", self.add_deck, "add a deck from a file"),
            self.panel_command(),
            *super().commands(),
        ]

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self) as frame:
            draw_bar(canvas, frame, self, "Practice")
            y = self._draw_today(canvas, frame)
            self._draw_decks(canvas, frame, y)
            self._draw_add(canvas, frame)
            if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
                self._draw_progress(canvas, frame)
            self.files.draw_over(canvas)
            self.names.draw_over(canvas)

    def _draw_today(self, canvas: Canvas, frame: Frame) -> float:
        colour, day = canvas.theme.colour, self.day
        x, small = frame.margin + (16 if frame.width >= 1100 else 0), frame.height < _LOW
        y = BAR + (26 if small else 52)
        canvas.text((x, y), self._greeting(), "figure" if small else "display", colour.text)
        y += 28 if small else 36
        canvas.text((x, y), self._about(day), "body", colour.text2)
        y += 18 if small else 31
        box = (x, y, 194.0, 38.0 if small else 46.0)
        words_on = "Start" if day.left and not day.done else "Go on" if day.left else "Ten more"
        button(canvas, self.targets, "start", box, words_on, self.start, primary=True)
        self._draw_day(canvas, (box[0] + box[2] + 8, y, box[3]))
        return y + box[3]

    def _draw_day(self, canvas: Canvas, place: tuple[float, float, float]) -> None:
        """The problem of the day beside the button: its key, and how it went."""
        if self.of_day is None:
            return
        colour, (x, y, height) = canvas.theme.colour, place
        result, middle = self.of_day.results[0], y + height / 2
        wide = canvas.text_width("Problem of the day", "body")
        key = self.targets.key("D")
        about = Tip("The same problem for everybody today", "D")
        box = (x, y, wide + key_width(canvas, key) + 36, height)
        lit = self.targets.add("problem of the day", box, self.problem_of_the_day, radius=8, about=about)
        if lit:
            canvas.panel(box, colour.raised, radius=8)
        canvas.text((x + 12, middle), "Problem of the day", "body", colour.text if lit else colour.text2)
        key_cap(canvas, (x + wide + 24, middle - 11), key)
        if result is not None:
            went = {"right": "right", "fine": "right", "wrong": "wrong at first", "shown": "shown"}[result]
            canvas.text((box[0] + box[2] + 8, middle), went, "label", colour.text3)

    def _greeting(self) -> str:
        day = self.day
        if not day.problems:
            return "No problems yet."
        if not day.left:
            good = sum(each.good for each in day.done)
            return f"Done for today: {good} of {len(day.done)} right."
        if day.done:
            return f"{counted(len(day.left), 'problem')} left today."
        return f"{counted(len(day.left), 'problem')} for today."

    def _about(self, day: Day) -> str:
        if not day.problems:
            return "Review a game of yours, or add games, replays or a deck below."
        if not day.left:
            return "They come back when it is time."
        parts = []
        if day.back:
            parts.append(f"{day.back} {'comes' if day.back == 1 else 'come'} back")
        if day.new:
            parts.append(f"{day.new} {'is' if day.new == 1 else 'are'} new")
        minutes = max(1, round(len(day.left) * _SECONDS / 60))
        number = _WORDS[minutes].lower() if minutes < len(_WORDS) else str(minutes)
        return f"{', '.join(parts)}. About {number} minute{'' if minutes == 1 else 's'}."

    def _draw_decks(self, canvas: Canvas, frame: Frame, y: float) -> None:
        x = frame.margin + (16 if frame.width >= 1100 else 0)
        y += 22 if frame.height < _LOW else 46
        heading(canvas, (x, y), "Decks")
        top = y + 14
        width = (frame.width if frame.drawer else frame.column) - 2 * (x - 8)
        view = (x - 8, top, width, max(0.0, frame.foot - 8 - top))
        self.list.follow(self.targets)
        with Flow.scrolling(canvas, self.targets, self.list, view, inset=16, above=26, below=0) as flow:
            for deck in self.decks:
                self._draw_deck(flow, deck)
            self._draw_game(flow, self._openers, counted(len(books.names()), "book"))
            self._draw_game(flow, self._race, "alone or against an engine")

    def _draw_deck(self, flow: Flow, deck: Deck) -> None:
        canvas, colour = flow.canvas, flow.canvas.theme.colour
        standing, left, width = self.standings[deck.name], flow.left, flow.width
        flow.row(f"deck {deck.name}", _ROW - 2, partial(self.practise, deck), inset=16.0)
        y, due = flow.y, f"{standing.due} due" if standing.due else "–"
        ink = colour.text if standing.due else colour.text3
        canvas.text((flow.right, y), due, "label" if width < 600 else "body", ink, "right")
        wide = width >= 700
        room = 210.0 if wide else width * 0.42
        canvas.text((left, y), canvas.fitted(deck.title, "body", room), "body", colour.text)
        count = self._count(deck)
        at = left + room + 12
        canvas.text((at, y), canvas.fitted(count, "label", 190), "label", colour.text2)
        if wide:
            detail = deck.detail or ", ".join(dict.fromkeys(game_of(game).title for game in deck.games))
            canvas.text((at + 200, y), canvas.fitted(detail, "label", 200), "label", colour.text3)
            box = (flow.right - 216, y - 2.5, 140.0, 5.0)
            bar_of_progress(canvas, box, standing.tried / standing.problems if standing.problems else 0.0)
        flow.y += _ROW

    def _draw_game(self, flow: Flow, command: Command, count: str) -> None:
        """A row like those of the decks, for what is dealt anew each time, so that none is due."""
        canvas, colour = flow.canvas, flow.canvas.theme.colour
        flow.row(command.name, _ROW - 2, command.press, inset=16.0, about=command.tip)
        canvas.text((flow.left, flow.y), command.label, "body", colour.text)
        wide = flow.width >= 700
        at = flow.left + (210.0 if wide else flow.width * 0.42) + 12
        canvas.text((at, flow.y), count, "label", colour.text2)
        if wide:
            canvas.text((at + 200, flow.y), command.help, "label", colour.text3)
        flow.y += _ROW

    def _count(self, deck: Deck) -> str:
        if deck.name != MISTAKES:
            return counted(len(deck.problems), "problem")
        games = {(each.source.title, each.source.date) for each in deck.problems}
        if not deck.problems:
            return "none yet"
        return f"{counted(len(deck.problems), 'problem')} of {counted(len(games), 'game')}"

    def _draw_add(self, canvas: Canvas, frame: Frame) -> None:
        colour, words_on = canvas.theme.colour, self._working()
        middle = frame.foot + frame.timeline_height / 2 - (16 if words_on else 6)
        x = frame.margin + (16 if frame.width >= 1100 else 0)
        right = frame.timeline[0] + frame.timeline[2] - frame.margin
        if words_on:
            text = canvas.fitted(words_on, "label", right - x)
            canvas.text((x, middle + 36), text, "label", colour.text3)
        x += canvas.text((x, middle), "Add", "body", colour.text2) + 26
        for name, text, press, about in (
            (
                "add games",
                "Games, replays …",
                self.add_games,
                Tip("A game or a replay: its mistakes become problems", "G"),
            ),
            ("add folder", "A folder", self.add_folder, Tip("A folder that is watched for new replays", "F")),
            (
                "add fumen",
                "A fumen",
                self.add_fumen,
                Tip("A perfect clear from the fumen that was copied", "Ctrl+V"),
            ),
            ("add deck", "A deck", self.add_deck, Tip("A deck or an export of practice from a file", "A")),
        ):
            wide = canvas.text_width(text, "body") + 32
            if x + wide > right:
                break
            button(canvas, self.targets, name, (x, middle - 18, wide, 36.0), text, press, about=about)
            x += wide + 11

    # -- what improves --

    def _draw_progress(self, canvas: Canvas, frame: Frame) -> None:
        colour = canvas.theme.colour
        flow = Flow(
            canvas, self.targets, frame.column + frame.margin, BAR + 31,
            frame.panel_width - 2 * frame.margin, frame.height - 24,
        )  # fmt: skip
        shown = self.lines[:_MOST_LINES]
        of_games = bool(shown) and not shown[0].tries
        flow.heading("Your mistakes" if of_games or not shown else "Your problems")
        canvas.text((flow.left, flow.y), self._trend(shown), "title", colour.text)
        flow.y += 28
        if shown:
            measure = "per 100 moves" if of_games else "wrong at first"
            text = f"{measure}, {_WORDS[progress.WEEKS].lower()} weeks"
            canvas.text((flow.left, flow.y), text, "label", colour.text3)
            flow.y += 33
        else:
            flow.y -= 12
            flow.paragraph(
                "Which themes become rarer over the weeks is shown here.", "body", colour.text3, after=20
            )
        low = frame.height < 640
        for line in shown[: 2 if low else _MOST_LINES]:
            self._draw_line(flow, line)
        self._draw_days(flow)
        first = self._first_theme()
        if first is not None and flow.room > 60:
            box = (flow.left, frame.height - 72, flow.width, 36.0)
            text = f"Practise {theme(first).title}"
            button(canvas, self.targets, "theme", box, text, self.practise_theme, key="C")

    def _trend(self, shown: Sequence[progress.Line]) -> str:
        if not shown:
            return "Nothing to compare yet"
        fell = sum(line.fell for line in shown)
        scale = sum(line.known[0] for line in shown) or 1.0
        if abs(fell) < 0.05 * scale:
            return "About the same"
        return "Getting rarer" if fell > 0 else "More often"

    def _draw_line(self, flow: Flow, line: progress.Line) -> None:
        """The theme, its first and last value, and the line between them."""
        canvas, colour = flow.canvas, flow.canvas.theme.colour
        known = line.known
        canvas.text((flow.left, flow.y), theme(line.theme).title, "body", colour.text)
        figures = [f"{100 * each:.0f}" if line.tries else f"{each:.1f}" for each in (known[0], known[-1])]
        unit = " %" if line.tries else ""
        canvas.text(
            (flow.right, flow.y), f"{figures[0]} to {figures[1]}{unit}", "body", colour.text2, "right"
        )
        box = (flow.left, flow.y + 18, flow.width - 6, 28.0)
        graph = Graph(canvas, box, Axis(0.0, max(*known, 1e-9)), max(1, len(line.values) - 1))
        points = [(week, value) for week, value in enumerate(line.values) if value is not None]
        canvas.rule((flow.left, graph.bottom + 4), (flow.right, graph.bottom + 4), colour.line)
        graph.line(points, colour.text, 1.25)
        graph.spot(*points[-1], colour.text, 3)
        flow.y += 84

    def _draw_days(self, flow: Flow) -> None:
        canvas, colour = flow.canvas, flow.canvas.theme.colour
        if flow.room < 140:
            return
        flow.y += 12
        flow.heading("Days", step=20)
        per_row = len(self.days) // 2
        side = min(17.0, flow.width / per_row - 4.5)
        step = side + (flow.width - per_row * side) / (per_row - 1)
        for number, count in enumerate(self.days):
            row, column = divmod(number, per_row)
            box = (flow.left + step * column, flow.y + 22 * row, side, side)
            canvas.panel(box, colour.text2 if count else None, radius=4, edge=None if count else colour.line2)
        flow.y += 60
