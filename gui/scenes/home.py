"""Home: the tables that play by themselves, the showcases, and the way back to the last game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple, Protocol

import pygame

from game import library
from game import showcase as showcases
from game.advice import Advice, Choice
from game.chance import any_seed
from game.config import Config
from game.errors import KibitzError
from game.library import Saved
from game.position import Position, open_position
from game.record import Record, Seat, read_record
from game.session import Session
from game.showcase import Showcase, minutes
from game.tetris.guideline.real_time import GAME
from gui.context import AppContext, Router, Scene
from gui.games.previews import draw_mark, draw_preview
from gui.games.registry import ui_of
from gui.play import saved_games
from gui.play.advice_feed import wake
from gui.play.players import new_seats
from gui.play.saved_games import open_saved
from gui.scenes.new_game.bridge import BridgeChoices
from gui.scenes.new_game.guideline import GuidelineChoices
from gui.ui import icons
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.ui.commands import Command
from gui.ui.controls import button, heading
from gui.ui.layout import BAR, Frame
from gui.ui.targets import Targets, inside

# What stands on the tables at home: for each game what it shows of itself, and what can be done at it.

PLIES_A_SECOND = 1.5
_QUIET = Path(__file__).resolve().parents[2] / "assets" / "tables" / "guideline.kibitz"
_REST = 2.0  # seconds for which a finished game is looked at


class Demo(NamedTuple):
    """A button of a table: its name, its words, what it leads to, and a few words about that."""

    name: str
    words: str
    lead: Callable[[], Scene]
    about: str


class Moment(NamedTuple):
    """What a table shows just now."""

    position: Position
    advice: Advice | None


class DemoBoard(Protocol):
    """A game at home. `title` is its name, `short` says what it is."""

    game: str
    title: str
    short: str

    def moment(self, clock: float, *, still: bool) -> Moment:
        """What is shown `clock` seconds after the start; its end, or a good moment, where nothing may move."""
        ...

    def ways(self, config: Config, router: Router, home: Scene) -> Sequence[Demo]:
        """The buttons, the most obvious first."""
        ...


class ZuniqDemo:
    """Plays the showcase of Zuniq over and over."""

    game = "zuniq"
    title = "Zuniq"
    short = "36 dots, 60 walls"

    def __init__(self, shown: Showcase | None) -> None:
        self._shown = shown
        self._session = _session_of(shown)

    def moment(self, clock: float, *, still: bool) -> Moment:
        shown, session = self._shown, self._session
        if shown is None or session is None:
            return Moment(open_position(self.game, {}), None)
        at = (clock * PLIES_A_SECOND) % (shown.seconds + _REST)
        ply = session.length if still else shown.at(at).ply
        return Moment(session.position_at(ply), session.opinions.get(ply))

    def ways(self, config: Config, router: Router, home: Scene) -> Sequence[Demo]:
        chosen = config.zuniq

        def begin(person: int | None, level: str) -> Scene:
            seats = new_seats(person, level, chosen.game_seconds)
            return router.play(Session.new(self.game, {"dots": chosen.dots}, seats), home, hints=True)

        mine = 0 if chosen.seat == "white" else 1
        return (
            Demo("play", "Play", lambda: router.new_game(home, self.game), "Choose seats, level and board"),
            Demo("coach", "Coach", lambda: begin(mine, chosen.level), "A game at once, with hints"),
            Demo("watch", "Watch", lambda: begin(None, "full"), "Two engines at full strength"),
        )


class TetrisDemo:
    """Plays a game of guideline Tetris over and over, each piece where the engine put it."""

    game = "tetris"
    title = "Tetris"
    short = "Guideline, classic"

    def __init__(self) -> None:
        self._session = quiet_game()

    def moment(self, clock: float, *, still: bool) -> Moment:
        session = self._session
        if not session.length:
            return Moment(session.position, None)
        ply = session.length // 3 if still else int(clock * PLIES_A_SECOND) % session.length
        choice = Choice(session.moves[ply].text, 0.0, "1", 1.0)
        return Moment(session.position_at(ply), Advice((choice,), "search", 0.0, True, {}))

    def ways(self, config: Config, router: Router, home: Scene) -> Sequence[Demo]:
        def begin(mode: str) -> Scene:
            return GuidelineChoices(config, mode).begin(home.context, home)

        return (
            Demo("play", "Play", lambda: router.new_game(home, self.game), "Choose mode, opponent and rules"),
            Demo("coach", "Coach", lambda: begin("coach"), "A game at once, with hints"),
            Demo("watch", "Watch", lambda: begin("watch"), "Two engines against each other"),
            Demo(
                "classic",
                "Classic",
                lambda: router.new_game(home, "classic"),
                "Play, watch or race classic Tetris",
            ),
        )


def _session_of(shown: Showcase | None) -> Session | None:
    """The game of a showcase; None where its moves are no game."""
    try:
        return None if shown is None else Session.resume(shown.record)
    except KibitzError:
        return None


@cache
def quiet_game() -> Session:
    """The game that is kept for this table; one without a piece where it cannot be read."""
    try:
        return Session.resume(read_record(_QUIET))
    except (KibitzError, OSError):
        return Session.new("tetris", {}, (Seat("Stacker", "engine", "stacker", "full"),))


def tables(shown: Sequence[Showcase]) -> tuple[DemoBoard, ...]:
    """All tables, each with the first showcase of its game, where it plays that."""
    of = {each.game: each for each in reversed(shown)}
    return TetrisDemo(), ZuniqDemo(of.get("zuniq"))


# The table of honeymoon bridge at home: it plays a match of two deals over and over.

_BRIDGE_DEMO = Path(__file__).resolve().parents[2] / "assets" / "tables" / "bridge.kibitz"
_BRIDGE_REST = 3.0  # seconds for which a finished match is looked at


class BridgeDemo:
    """Plays the match that is kept for it, card by card."""

    game = "bridge"
    title = "Bridge"
    short = "Honeymoon, two players"

    def moment(self, clock: float, *, still: bool) -> Moment:
        session = quiet_match()
        if session is None:
            return Moment(open_position(self.game, {}), None)
        at = (clock * PLIES_A_SECOND) % (session.length + _BRIDGE_REST * PLIES_A_SECOND)
        ply = session.length // 3 if still else min(session.length, int(at))
        return Moment(session.position_at(ply), session.opinions.get(ply))

    def ways(self, config: Config, router: Router, home: Scene) -> Sequence[Demo]:
        def coach() -> Scene:
            return router.play(BridgeChoices(config).session(), home, hints=True)

        def watch() -> Scene:
            rules = BridgeChoices(config).rules(any_seed())
            engine = Seat("Kibitz", "engine", "kibitz", "full")
            return router.play(Session.new(self.game, rules, (engine, engine)), home, hints=True)

        return (
            Demo(
                "play", "Play", lambda: router.new_game(home, self.game), "Choose opponent, match and rules"
            ),
            Demo("coach", "Coach", coach, "A match at once, with hints"),
            Demo("watch", "Watch", watch, "Two engines with all cards open"),
            Demo("tables", "Tables", lambda: router.tables(home), "The play stage, solved and stored"),
        )


@cache
def quiet_match() -> Session | None:
    """The match that is kept for this table; None where it cannot be read."""
    try:
        return Session.resume(read_record(_BRIDGE_DEMO))
    except (KibitzError, OSError):
        return None


# The shelf at home: opening books, other showcases and the last games as tiles, page by page where they are many.

ROW = 56.0  # the height of a tile
FOOTER = 20.0 + 12.0 + ROW  # a row of tiles with its headings
_TILE, _SHELF_GAP, _LINE = 229.0, 16.0, 12.0  # about the width of a tile, between tiles, between rows of them
_HEAD = 32.0
_TURN = 28.0  # the side of a button that turns the page
# in the order of the video in which they were shown first
_BOOKS = ("hachispin-dpc", "okey-dpc", "new-dt", "bt-loop", "perfect-clear")


class Tile(NamedTuple):
    """What stands on the shelf: the group and the name of its target, its words, a record to be hinted at."""

    group: str
    name: str
    title: str
    about: str
    press: Callable[[], None]
    record: Record | None = None


def showcase_tiles(shown: Sequence[Showcase], open_it: Callable[[str], Callable[[], None]]) -> list[Tile]:
    """The showcases, those of books first."""
    known = {name: place for place, name in enumerate(_BOOKS)}
    ordered = sorted(shown, key=lambda one: known.get(one.name, len(known)))
    return [
        Tile(
            "Opening books" if one.name in known else "Showcases",
            f"showcase {one.name}",
            one.title,
            minutes(one.seconds),
            open_it(one.name),
        )
        for one in ordered
    ]


def game_tiles(saved: Sequence[Saved], open_it: Callable[[Saved], Callable[[], None]]) -> list[Tile]:
    """The games that were kept."""
    return [
        Tile(
            "Last games",
            f"saved {each.path.name}",
            each.record.title or " – ".join(seat.name for seat in each.record.seats),
            each.record.created[:10],
            open_it(each),
            each.record,
        )
        for each in saved
        if each.record is not None
    ]


class RecentGames:
    """Tiles in rows; `page` is the one that is seen."""

    def __init__(self) -> None:
        self.page = 0
        self._pages = 1
        self._box: Box = (0.0, 0.0, 0.0, 0.0)

    def turn(self, by: int) -> None:
        """Go on by so many pages, around the end."""
        self.page = (self.page + by) % self._pages

    def under(self, at: tuple[float, float]) -> bool:
        """Whether a point is on the shelf."""
        return inside(at, self._box)

    def draw(self, canvas: Canvas, targets: Targets, box: Box, tiles: Sequence[Tile]) -> None:
        """Draw the page, in as many rows as there is room for."""
        x, y, width, height = self._box = box
        across = max(2, int((width + _SHELF_GAP) // (_TILE + _SHELF_GAP)))
        rows = max(1, int((height - _HEAD + _LINE) // (ROW + _LINE)))
        self._pages = max(1, -(-len(tiles) // (across * rows)))
        self.page = min(self.page, self._pages - 1)
        here = tiles[self.page * across * rows :][: across * rows]
        each = (width - _SHELF_GAP * (across - 1)) / across
        group = ""
        for number, tile in enumerate(here):
            row, place = divmod(number, across)
            left = x + place * (each + _SHELF_GAP)
            if tile.group != group and row == 0:
                heading(canvas, (left, y + 10), tile.group)
                group = tile.group
            where = (left, y + _HEAD + row * (ROW + _LINE), each, ROW)
            _draw_tile(canvas, targets, where, tile)
        if self._pages > 1:
            self._draw_turns(canvas, targets, (x + width, y + 10))

    def _draw_turns(self, canvas: Canvas, targets: Targets, at: tuple[float, float]) -> None:
        """Two angles with the page between them, at the right end of the headings."""
        right, y = at
        colour = canvas.theme.colour
        words = f"{self.page + 1} of {self._pages}"
        used = canvas.text_width(words, "label")
        places = (
            ("shelf back", -1, right - 1.5 * _TURN - used - 8, "The tiles before these  (Page up)"),
            ("shelf on", 1, right - _TURN / 2, "More tiles  (Page down)"),
        )
        for name, by, x, about in places:
            box = (x - _TURN / 2, y - _TURN / 2, _TURN, _TURN)
            lit = targets.add(name, box, partial(self.turn, by), radius=6, about=about)
            ink = colour.text if lit else colour.text2
            canvas.stroke([(x - 3 * by, y - 5), (x + 2 * by, y), (x - 3 * by, y + 5)], ink, 1.5)
        canvas.text((right - _TURN - 4, y), words, "label", colour.text3, "right")


def _draw_tile(canvas: Canvas, targets: Targets, box: Box, tile: Tile) -> None:
    """A sign, a title and, at the right end, a time."""
    colour = canvas.theme.colour
    x, y, width, height = box
    hovered = targets.add(tile.name, box, tile.press, radius=12)
    canvas.panel(box, colour.raised if hovered else colour.panel, radius=12, edge=colour.line)
    if tile.record is None:
        icons.play(canvas, (x + 24, y + height / 2), colour.text2, 0.8)
    else:
        draw_mark(canvas, (x + 14, y + 18, 20, 20), tile.record)
    room, used = width - 58, canvas.text_width(tile.about, "label") + 6
    style = "body" if canvas.text_width(tile.title, "body") + used <= room else "label"
    wide = canvas.text_width(tile.title, style)
    if tile.record is None or wide + used <= room or (wide > room and room - used >= 88):
        canvas.text((x + width - 14, y + height / 2), tile.about, "label", colour.text3, "right")
        room -= used
    canvas.text((x + 44, y + height / 2), canvas.fitted(tile.title, style, room), style, colour.text)


# Home: the tables side by side, below them showcases and the last games, at the foot the way back.

_FOOT = 64.0
_GAP = 16.0
_BUTTON, _LEAST_BUTTON = 36.0, 68.0
_NUMBERS = {1: "A table is playing.", 2: "Two tables are playing.", 3: "Three tables are playing."}


class HomeScene(Scene):
    """The first scene. Every table plays by itself."""

    name = "home"

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._shown, problems = showcases.load_all()
        for problem in problems:
            context.notify(problem)
        self.tables: tuple[DemoBoard, ...] = (*tables(self._shown), BridgeDemo())
        self.targets.focus = f"{self.tables[0].game} play"
        self.shelf = RecentGames()
        self.shelf_open = False  # in a low window: the showcases in place of the tables
        self._clock = 0.0
        self._last: Saved | None = None
        self._last_words = ""
        self._saved: Sequence[Saved] = ()

    def entered(self) -> None:
        super().entered()
        self.offer(*self._find_last(), library.saved_games())
        if self.context.warming is None:
            last = self._last.record if self._last is not None else None
            game = last.game if last is not None else self.tables[-1].game
            wake(self.context, "tetris" if game == GAME else game)

    def offer(self, last: Saved | None, words: str, saved: Sequence[Saved]) -> None:
        """Offer to continue the `last` game, where there is one, and to open those that were kept."""
        self._last, self._last_words = last, words
        self._saved = saved

    def _find_last(self) -> tuple[Saved | None, str]:
        """The game that was played last and is not over, with the words for it.

        A game in real time is not played through yet: what is wrong with it is said when it is continued.
        """
        for saved in self.context.autosave.games():
            if saved.record is None:
                _, reason = library.load(saved.path)
                self.context.notify(reason or saved.reason)
            elif saved.record.live is not None:
                return saved, f"Tetris, piece {saved.record.length}"
            else:
                opened = open_saved(saved)
                if opened.session is None:
                    self.context.notify(opened.reason)
                elif not opened.session.position_at(opened.session.length).over:
                    ui = ui_of(saved.record.game)
                    return saved, f"{ui.title}, {saved_games.place_of(opened.session)}"
        return None, ""

    def update(self, seconds: float) -> Scene | None:
        self._clock += seconds
        self.context.room.poll()
        return self.next

    # -- where one can go --

    def _continue(self) -> None:
        if self._last is not None:
            self._try(partial(self.context.router.continued, self._last.path, self))()
            if self.next is self:
                self.offer(*self._find_last(), self._saved)

    def _try(self, lead: Callable[[], Scene]) -> Callable[[], None]:
        """An action that goes where `lead` leads, or says why it cannot."""

        def press() -> None:
            try:
                self.go(lead())
            except KibitzError as error:
                self.context.notify(str(error))

        return press

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.MOUSEWHEEL and event.y and self.shelf.under(self.targets.pointer):
            self.shelf.turn(-1 if event.y > 0 else 1)
        return super().handle(event)

    def commands(self) -> list[Command]:
        return [
            Command("C", self._continue, "go on with the last game", enabled=self._last is not None),
            Command("B", lambda: self.go(self.context.router.books(self)), "walk through the opening books"),
            Command(
                "Page up, Page down",
                (partial(self.shelf.turn, -1), partial(self.shelf.turn, 1)),
                "more showcases and games",
            ),
            *super().commands(),
        ]

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self.context.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame, panel=False)
        draw_bar(canvas, frame, self)
        top = self._draw_greeting(canvas, frame)
        bottom = frame.height - _FOOT - 24
        footer = frame.height >= 460
        if footer or not self.shelf_open:
            self._draw_tables(canvas, frame, (top, bottom - (FOOTER + 32 if footer else 0)))
        if footer or self.shelf_open:
            y = bottom - FOOTER if footer else top + 8
            self._draw_shelf(canvas, (frame.margin, y, frame.width - 2 * frame.margin, bottom - y))
        self._draw_foot(canvas, frame, shelf=not footer)
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _draw_greeting(self, canvas: Canvas, frame: Frame) -> float:
        colour = canvas.theme.colour
        if frame.height < 460:
            return BAR + 8
        small = frame.height < 640 or frame.width < 900
        x, y = frame.margin, BAR
        style = "figure" if small else "display"
        canvas.text((x, y + (28 if small else 46)), _NUMBERS[len(self.tables)], style, colour.text)
        style = "body" if small else "lead"
        words = "Watch, take a seat, or ask for advice."
        canvas.text((x, y + (58 if small else 86)), words, style, colour.text3)
        return BAR + (80 if small else 128)

    def _draw_tables(self, canvas: Canvas, frame: Frame, span: tuple[float, float]) -> None:
        width = frame.width - 2 * frame.margin
        each = (width - _GAP * (len(self.tables) - 1)) / len(self.tables)
        for number, table in enumerate(self.tables):
            x = frame.margin + number * (each + _GAP)
            self._draw_table(canvas, (x, span[0], each, span[1] - span[0]), table)

    def _draw_table(self, canvas: Canvas, box: Box, table: DemoBoard) -> None:
        """The board above, below it the game's name and its buttons."""
        colour = canvas.theme.colour
        x, y, width, height = box
        inset, low = 24.0 if width >= 320 else 16.0, height < 260
        ways = {each.game: self._ways(each) for each in self.tables}
        most = max(map(len, ways.values()))  # as many lines at each table, so that names stand in line
        lines = self._lines_of_buttons(most, width - 2 * inset)
        title, margin = (40.0, 4.0) if low else (60.0, 12.0)
        words = y + height - title - lines * (_BUTTON + 8) - margin
        canvas.panel(box, colour.panel, radius=12, edge=colour.line)
        self._draw_picture(canvas, (x + 1, y + 1, width - 2, words - y - 1), table)
        middle = words + (20.0 if low else 32.0)
        used = canvas.text((x + inset, middle), table.title, "title", colour.text)
        if used + canvas.text_width(table.short, "label") + 24 < width - 2 * inset:
            canvas.text((x + width - inset, middle), table.short, "label", colour.text3, "right")
        across = -(-most // lines)
        each = min(112.0, (width - 2 * inset - 8 * (across - 1)) / across)
        for number, way in enumerate(ways[table.game]):
            line, place = divmod(number, across)
            where = (x + inset + place * (each + 8), words + title + line * (_BUTTON + 8), each, _BUTTON)
            button(
                canvas, self.targets, f"{table.game} {way.name}", where, way.words, self._try(way.lead),
                primary=number == 0, about=way.about,
            )  # fmt: skip

    def _ways(self, table: DemoBoard) -> Sequence[Demo]:
        return table.ways(self.context.config, self.context.router, self)

    def _draw_picture(self, canvas: Canvas, box: Box, table: DemoBoard) -> None:
        """The board of a table as it is now, on a ground with square corners below."""
        x, y, width, height = box
        if height < 40:
            return
        colour = canvas.theme.colour
        canvas.panel(box, colour.well, radius=12)
        canvas.fill((x, y + height - 12, width, 12), colour.well)
        canvas.rule((x, y + height), (x + width, y + height), colour.line)
        air = 10.0 if height >= 160 else 6.0
        moment = table.moment(self._clock, still=self.context.still)
        draw_preview(canvas, (x + air, y + air, width - 2 * air, height - 2 * air), *moment)

    def _lines_of_buttons(self, count: int, width: float) -> int:
        """In how many lines the buttons of a table stand."""
        across = max(1, int((width + 8) // (_LEAST_BUTTON + 8)))
        return -(-count // across)

    # -- showcases and saved games --

    def _draw_shelf(self, canvas: Canvas, box: Box) -> None:
        """The showcases, and behind them the last games."""
        router = self.context.router
        tiles = showcase_tiles(self._shown, lambda name: self._try(lambda: router.showcase(name, self)))
        tiles += game_tiles(
            self._saved, lambda saved: self._try(lambda: router.opened(read_record(saved.path), self))
        )
        self.shelf.draw(canvas, self.targets, box, tiles)

    def _turn(self) -> None:
        self.shelf_open = not self.shelf_open

    def _draw_foot(self, canvas: Canvas, frame: Frame, *, shelf: bool) -> None:
        colour = canvas.theme.colour
        y = frame.height - _FOOT
        canvas.rule((0, y), (frame.width, y), colour.line)
        middle, right = y + _FOOT / 2, frame.width - frame.margin
        links: list[tuple[str, Callable[[], None]]] = [
            ("Settings", self.open_settings),
            ("Games", lambda: self.go(self.context.router.games(self))),
            ("Books", lambda: self.go(self.context.router.books(self))),
        ]
        if saved_games:
            links.append(("Tables" if self.shelf_open else "Showcases", self._turn))
        for name, press in links:
            wide = canvas.text_width(name, "body")
            box = (right - wide - 8, middle - 20, wide + 16, 40.0)
            hovered = self.targets.add(f"foot {name}", box, press, radius=8)
            canvas.text((right, middle), name, "body", colour.text if hovered else colour.text2, "right")
            right -= wide + (40 if frame.width >= 640 else 24)
        if self._last is not None:
            self._draw_way_back(canvas, (frame.margin, middle), right - frame.margin)

    def _draw_way_back(self, canvas: Canvas, at: Point, room: float) -> None:
        """The last game, by name and move where there is room for them."""
        colour, what = canvas.theme.colour, self._last_words
        first, second = canvas.text_width("Continue", "body"), canvas.text_width(what, "body") + 12
        whole = first + second <= room
        box = (at[0] - 8, at[1] - 20, first + (second if whole else 0.0) + 16, 40.0)
        lit = self.targets.add("continue", box, self._continue, radius=8, about="" if whole else what)
        canvas.text(at, "Continue", "body", colour.text2 if lit or not whole else colour.text3)
        if whole:
            canvas.text((at[0] + first + 12, at[1]), what, "body", colour.text)


__all__ = ["HomeScene"]
