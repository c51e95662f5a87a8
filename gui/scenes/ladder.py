"""A ladder: who is how strong, and every game that says so."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from math import ceil
from pathlib import Path

import pygame

from game.errors import BadInput, KibitzError
from game.games import game_of, open_position
from game.ladder.folder import FILE, Ladder, LadderGame, Standing, known_ladders, read_ladder, record_path
from game.ladder.page import result_words, signed, verdict_words
from game.record import read_played
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import button, heading
from gui.ui.graph import Axis, Graph
from gui.ui.layout import BAR, Frame
from gui.ui.popup import Popup
from gui.ui.scroll import Scroll
from gui.ui.text import as_figure, counted

_WIDTH = 1040.0
_HEAD, _ROW, _SCALE, _GAME, _INSET = 84.0, 44.0, 40.0, 48.0, 16.0
_FOOT, _BUTTON, _RECORD = 64.0, 240.0, 44.0
_NAME, _RATING, _POINTS = 0.26, 76.0, 132.0  # columns: a share of the width, then units
_NARROW = 640.0  # units of width below which the points are left out
_BEYOND = 2  # rows out of sight at either end that the keyboard comes to
_LOOK_EVERY = 1.0  # seconds between two looks at a ladder that may be under way
_STEPS = (10, 25, 50, 100, 250, 500, 1000)  # of rating, between two marks


class LadderScene(Scene):
    """The ladder of `folder`, or the one that was played last. Raises `BadInput` for a folder without one.

    A press on a player leaves only its games in the list; a press on a game opens it. A ladder that is being played
    grows before one's eyes.
    """

    name = "ladder"
    title = "Ladder"

    def __init__(self, context: AppContext, back: Scene | None, folder: Path | None = None) -> None:
        super().__init__(context, back)
        self.scroll = Scroll()
        self.popup = Popup(self.targets)
        self.folder: Path | None = None
        self.ladder: Ladder | None = None
        self.only: str | None = None  # the player whose games are shown; None for all
        self._standings: list[Standing] = []
        self._games: list[LadderGame] = []
        self._budgets = dict[str, str]()  # by player
        self._alone = False  # every player has a board
        self._changed, self._since = 0, 0.0
        if folder is not None:
            self._take(folder)
        else:
            self._take_any(known_ladders())

    # -- what is here --

    def _take_any(self, folders: list[Path]) -> None:
        """Show the first of these ladders that can be read."""
        for folder in folders:
            try:
                self._take(folder)
            except BadInput as error:
                self.context.notify(str(error))
            else:
                return

    def _take(self, folder: Path) -> None:
        """Show the ladder of a folder. Raises `BadInput`."""
        folder = folder.parent if folder.name == FILE else folder
        changed = _changed(folder)
        self.show(read_ladder(folder), folder)
        self._changed = changed

    def show(self, ladder: Ladder, folder: Path) -> None:
        """Show a ladder that is at hand."""
        self.ladder, self.folder = ladder, folder
        if self.only not in [player.name for player in self.ladder.order.players]:
            self.only = None
        self._lay_out()

    def _lay_out(self) -> None:
        """Work out the table, and the games that are listed, the latest first."""
        if self.ladder is None:
            return
        names = [player.name for player in self.ladder.order.players]
        at = None if self.only is None else names.index(self.only)
        self._standings = self.ladder.standings()
        self._alone = len(open_position(self.ladder.order.game, {}).seats) == 1
        self._budgets = {player.name: _thin(player.budget) for player in self.ladder.order.players}
        self._games = [game for game in reversed(self.ladder.games) if at in (None, game.a, game.b)]

    # -- what can be done --

    def show_player(self, name: str) -> None:
        """Show only the games of a player, or all again."""
        self.only = None if self.only == name else name
        self._lay_out()

    def show_all(self) -> None:
        """Show the games of all players."""
        self.only = None
        self._lay_out()

    def look_at(self, game: LadderGame, which: int = 0) -> None:
        """Open a record of a game."""
        if self.folder is None or not game.records:
            return
        try:
            self.go(to.OpenGame(read_played(record_path(self.folder, game, which))))
        except KibitzError as error:
            self.context.reply(f"This game cannot be opened: {error}")

    def choose(self) -> None:
        """Ask for another ladder."""
        folders = known_ladders()
        if not folders:
            self.context.reply("No other ladder is in the folder of your games.")
            return

        def take(number: int) -> None:
            try:
                self._take(folders[number])
            except BadInput as error:
                self.context.reply(str(error))
            self.scroll.offset = 0.0

        now = folders.index(self.folder) if self.folder in folders else None
        self.popup.ask("Ladder", [folder.name for folder in folders], now, take)

    def commands(self) -> list[Command]:
        return [
            Command("Enter", None, "show only the games of a player, or open a game"),
            Command("O", self.choose, "open another ladder", "Another ladder", "another"),
            *([Command("A", self.show_all, "show all games", "All games", "all")] if self.only else []),
            *super().commands(),
        ]

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if self.popup.handle(event, self.context.scale):
            return self.next
        if event.type == pygame.DROPFILE:
            self._open(Path(event.file))
            return self.next
        if self.scroll.handle(event, self.context.scale):
            return self.next
        return super().handle(event)

    def _open(self, path: Path) -> None:
        try:
            self.go(to.File(path))
        except KibitzError as error:
            self.context.reply(f"This file cannot be opened: {error}")

    def update(self, seconds: float) -> Scene | None:
        self.popup.update()
        self.context.room.poll()
        self._since += seconds
        if self.folder is not None and self._since >= _LOOK_EVERY:
            self._since = 0.0
            if _changed(self.folder) not in (0, self._changed):
                self._look_again(self.folder)
        return super().update(seconds)

    def _look_again(self, folder: Path) -> None:
        try:
            self._take(folder)
        except BadInput as error:
            self._changed = _changed(folder)
            self.context.notify(str(error))

    def pulse(self) -> Hashable:
        return self._changed

    def refresh(self) -> None:
        self.scroll.follow(self.targets)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            game = "" if self.ladder is None else game_of(self.ladder.order.game).title
            width = min(_WIDTH, frame.width - 2 * frame.margin)
            box = ((frame.width - width) / 2, BAR, width, frame.height - BAR - _FOOT)
            if self.ladder is None:
                self._draw_nothing(canvas, box)
            else:
                self._draw_ladder(canvas, box, self.ladder)
            self._draw_foot(canvas, frame)
            canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
            draw_bar(canvas, frame, self, game=self.title, detail=game)
            self.popup.draw_over(canvas)

    def _draw_nothing(self, canvas: Canvas, box: Box) -> None:
        x, y, width, _ = box
        text = (
            "No ladder has been played yet. A ladder lets engines play each other and rates them. The command line "
            "plays one, and this page shows it while it grows:"
        )
        used = canvas.paragraph((x, y + 40, width, 0.0), text, "body", canvas.theme.colour.text2)
        canvas.text((x, y + 64 + used), "kibitz ladder zuniq --games 10", "body", canvas.theme.colour.text)

    def _draw_ladder(self, canvas: Canvas, box: Box, ladder: Ladder) -> None:
        x, y, width, height = box
        view = (x - 8, y, width + 16, height)
        test = verdict_words(ladder)
        head = _HEAD + (28.0 if test else 0.0)
        games = head + _ROW * len(self._standings) + _SCALE + 20
        origin = self.scroll.fit(view, games + 36 + _GAME * len(self._games) + 24)
        with canvas.clipped(view):
            self._draw_head(canvas, (x, origin, width, head), ladder, test)
            self._draw_table(canvas, (x, origin + head, width, _ROW * len(self._standings)))
            title = counted(len(self._games), "game") + (f" of {self.only}" if self.only else "")
            heading(canvas, (x, origin + games + 8), title)
            top = origin + games + 28
            first = max(0, int((y - top) // _GAME) - _BEYOND)
            last = int((y + height - top) // _GAME) + 1 + _BEYOND
            for at, game in enumerate(self._games[first:last], first):
                self._draw_game(canvas, (x, top + at * _GAME, width, _GAME - 4), ladder, game)
        self.scroll.draw(canvas)

    def _draw_head(self, canvas: Canvas, box: Box, ladder: Ladder, test: str) -> None:
        x, y, width, height = box
        colour, order = canvas.theme.colour, ladder.order
        name = self.folder.name if self.folder is not None else ""
        facts = f"{name} · {counted(len(ladder.games), 'game')} · seed {order.seed}. {_thin(order.budget)}"
        canvas.text((x, y + 30), canvas.brief(f"{facts.rstrip('. ')}.", "body", width), "body", colour.text2)
        if test:
            canvas.text((x, y + 58), canvas.brief(as_figure(test), "body", width), "body", colour.text)
        at = y + height - 16
        heading(canvas, (x, at), "Player")
        left, right = _plot(x, width)
        canvas.text((left - 16, at), "RATING", "caps", colour.text3, "right")
        if right - left > 220:
            canvas.text(((left + right) / 2, at), "95 % INTERVAL", "caps", colour.text3, "middle")
        if width >= _NARROW:
            canvas.text((x + width, at), "POINTS", "caps", colour.text3, "right")
        canvas.rule((x, y + height - 2), (x + width, y + height - 2), colour.line2)

    def _draw_table(self, canvas: Canvas, box: Box) -> None:
        """A row for each player, and on it the rating as a point on the line of its interval."""
        x, y, width, height = box
        colour, rows = canvas.theme.colour, self._standings
        left, right = _plot(x, width)
        graph = _graph(canvas, (left, y, right - left, height), rows)
        if graph is not None:
            self._draw_scale(graph)
        for at, row in enumerate(rows):
            middle, line = y + _ROW * (at + 0.5), (x - 8, y + _ROW * at, width + 16, _ROW)
            press = partial(self.show_player, row.name)
            about = "All games" if row.name == self.only else f"Only games of {row.name}"
            lit = self.targets.add(
                f"player {row.name}", line, press, radius=8, about=about, within=self.scroll.view
            )
            if lit or row.name == self.only:
                canvas.veil(line, colour.raised, 1.0 if row.name == self.only else 0.6)
            room = left - 16 - _RATING - x
            used = canvas.text((x, middle), canvas.brief(row.name, "body", room), "body", colour.text) + 12
            if room - used > 60:
                budget = canvas.brief(self._budgets[row.name], "label", room - used)
                canvas.text((x + used, middle), budget, "label", colour.text3)
            rating = as_figure(signed(row.rating)) or "–"
            canvas.text((left - 16, middle), rating, "strong", colour.text, "right")
            if width >= _NARROW:
                points = f"{row.points:g} of {row.games}"
                canvas.text((x + width, middle), points, "body", colour.text2, "right")
            if graph is not None and row.rating is not None:
                place = at + 0.5
                graph.line([(row.low95 or 0.0, place), (row.high95 or 0.0, place)], colour.text2, 2.0)
                graph.spot(row.rating, place, colour.text, 5.0)
            canvas.rule((x, y + _ROW * (at + 1) - 1), (x + width, y + _ROW * (at + 1) - 1), colour.line)

    @staticmethod
    def _draw_scale(graph: Graph) -> None:
        """Upright lines at round ratings, and the names of as many of them as have room below."""
        canvas, step = graph.canvas, _step(graph.last - graph.first)
        marks = [graph.first + step * number for number in range(int((graph.last - graph.first) / step) + 1)]
        room = max(canvas.text_width(as_figure(signed(mark)), "label") for mark in marks) + 8
        named = step * ceil(room / (graph.x(step) - graph.x(0)))
        for mark in marks:
            graph.upright(mark, canvas.theme.colour.line2 if mark == 0 else canvas.theme.colour.line)
            if mark % named == 0:
                graph.name(mark, as_figure(signed(mark)), below=18.0)

    def _draw_game(self, canvas: Canvas, box: Box, ladder: Ladder, game: LadderGame) -> None:
        """A game: the players, how it ended, and a button for each record where there are two."""
        x, y, width, height = box
        colour, middle, view = canvas.theme.colour, y + height / 2, self.scroll.view
        a, b = (ladder.order.players[each].name for each in (game.a, game.b))
        many = len(game.records) > 1
        right = x + width - (2 * _RECORD + 8 if many else 0.0)
        line = (x - 8, y, right - x, height)
        name = f"game {game.number}"
        lit = self.targets.add(
            name, line, partial(self.look_at, game), radius=8, about="Look at the game", within=view
        )
        if lit:
            canvas.veil(line, colour.raised, 0.6)
        for which in range(len(game.records) if many else 0):
            at = (right + 4 + which * (_RECORD + 4), y + 5, _RECORD, height - 10)
            press, about = partial(self.look_at, game, which), f"Look at {self._part(ladder, game, which)}"
            button(
                canvas, self.targets, f"{name} {which}", at, str(which + 1), press, about=about, within=view
            )
        left = x + canvas.text((x, middle), str(game.number + 1), "label", colour.text3) + 12
        left = max(left, x + 48)
        result = result_words(game.points).replace("-", "–")
        scores = "" if game.scores is None else f"{game.scores[0]:g} to {game.scores[1]:g}"
        taken = canvas.text((right - _INSET, middle), result, "strong", colour.text, "right") + _INSET
        if scores and width >= _NARROW:
            taken += 16 + canvas.text(
                (right - taken - 16, middle), as_figure(scores), "label", colour.text3, "right"
            )
        room = right - left - taken - 16
        used = canvas.text((left, middle), canvas.brief(f"{a} and {b}", "body", room), "body", colour.text)
        if game.reason and room - used > 120:
            words = canvas.brief(game.reason, "label", room - used - 16)
            canvas.text((left + used + 16, middle), words, "label", colour.text3)

    def _part(self, ladder: Ladder, game: LadderGame, which: int) -> str:
        """Words for one of two records of a game: the board of a player, or one way of a deal."""
        if self._alone:
            return f"{ladder.order.players[(game.a, game.b)[which]].name}’s board"
        return ("the first way", "the second way, with seats exchanged")[which]

    def _draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        y, right = frame.height - _FOOT, frame.width - frame.margin
        canvas.rule((0, y), (frame.width, y), canvas.theme.colour.line)
        for command in self.commands():
            if command.label:
                wide = min(_BUTTON, (frame.width - 2 * frame.margin - 16) / 2)
                right -= wide
                box = (right, y + 14, wide, 36.0)
                button(
                    canvas, self.targets, command.name, box, command.label, command.press, key=command.keys
                )
                right -= 16


def _thin(words: str) -> str:
    """Words with the window's thin space between thousands."""
    return words.replace(",", "\u2009")


def _plot(x: float, width: float) -> tuple[float, float]:
    """Return the ends of the plot, from left to right."""
    return x + max(180.0, width * _NAME) + _RATING, x + width - (_POINTS if width >= _NARROW else 16.0)


def _graph(canvas: Canvas, box: Box, rows: list[Standing]) -> Graph | None:
    """The graph of the ratings: a place is a rating, a value a row; None where there are none."""
    ends = [end for row in rows for end in (row.low95, row.high95) if end is not None]
    if not ends:
        return None
    step = _step(max(ends) - min(ends))
    first, last = step * (min(ends) // step), -step * (-max(ends) // step)
    return Graph(canvas, box, Axis(0.0, float(len(rows))), last, first, down=True)


def _step(span: float) -> int:
    """The distance of two marks, so that there are few enough."""
    return next((step for step in _STEPS if span <= 8 * step), _STEPS[-1])


def _changed(folder: Path) -> int:
    """Return the time at which the file of a ladder was written; 0 where it is gone."""
    try:
        return (folder / FILE).stat().st_mtime_ns
    except OSError:
        return 0
