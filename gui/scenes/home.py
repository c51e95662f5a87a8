"""Home: the tables that play by themselves, the showcases, and the way back to the last game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pygame

from ai.names import STACKER
from game import library
from game import showcase as showcases
from game.advice import Advice, Choice, Worth
from game.bridge import State as Match
from game.chance import any_seed
from game.errors import KibitzError
from game.games import open_position
from game.library import Saved, Summary
from game.places import shipped
from game.position import Position
from game.record import Seat, read_played
from game.session import Session
from game.showcase import Showcase, minutes
from game.tetris.guideline import State as Guideline
from game.tetris.guideline.real_time import GAME
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games.bridge.visible_state import SOUTH
from gui.games.registry import draw_mark, draw_preview, look_of, ui_of
from gui.play import saved_games
from gui.play.advice_feed import wake
from gui.play.players import engine_seat, new_seats
from gui.play.saved_games import SavedGames, date_of, family_of, mode_of, open_saved
from gui.ui import icons
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command, Tip
from gui.ui.controls import button, heading
from gui.ui.layout import BAR, Flow, Frame
from gui.ui.popup import FileDialog
from gui.ui.targets import Targets, inside
from gui.ui.text import counted, grouped

_PLAY = "Play"
_COACH = "Coach"
_A_GAME_AT_ONCE = "Start a game at once, with hints"
_WATCH = "Watch"
_BOOKS_BUTTON = "Books"
_TABLES_BUTTON = "Tables"
_SHOWCASES = "Showcases"
_CONTINUE = "Continue"

# What stands on the tables at home: for each game what it shows of itself, and what can be done at it.

PLIES_A_SECOND = 1.5
_TABLES = shipped("assets", "tables")
_REST = 2.0  # seconds for which a finished game is looked at
_HELD = range(5, 10)  # cards to choose from where nothing may move


class Demo(NamedTuple):
    """A button of a table: its name, its words, what it leads to, and a few words about that."""

    name: str
    words: str
    lead: Callable[[], Scene]
    about: str | Tip


class TableState(NamedTuple):
    """Current state of a table."""

    position: Position
    advice: Advice | None


@dataclass(frozen=True)
class DemoBoard:
    """A game at home that plays by itself, over and over. `title` is its name, `short` says what it is.

    `load` reads its game, which takes up to a second the first time. `ply` is the ply that is shown so many seconds
    after the start, `at_rest` the one where nothing may move. `ways` are the buttons, the most obvious first.
    `state_at` is a ply as it is shown. `dealt`: without its game there is nothing to show.
    """

    game: str
    title: str
    short: str
    load: Callable[[], Session | None]
    ply: Callable[[Session, float], int]
    at_rest: Callable[[Session], int]
    ways: Callable[[Scene], Sequence[Demo]]
    state_at: Callable[[Session, int], TableState]
    dealt: bool = False

    @property
    def session(self) -> Session | None:
        return self.load()

    def shown(self, clock: float, *, still: bool) -> int | None:
        """The ply that is shown then; None where there is no game."""
        session = self.session
        if session is None or not session.length:
            return None
        return self.at_rest(session) if still else self.ply(session, clock * PLIES_A_SECOND)

    def moment(self, clock: float, *, still: bool) -> TableState:
        """Return the state `clock` seconds after the start; its end, or a good moment, where nothing may move."""
        session, ply = self.session, self.shown(clock, still=still)
        if session is None or ply is None:
            return TableState(open_position(self.game, {}), None)
        return self.state_at(session, ply)


@lru_cache(maxsize=3)
def _state_at(session: Session, ply: int) -> TableState:
    """A ply of a game with what was said of it."""
    return TableState(session.position_at(ply), session.opinions.get(ply))


@lru_cache(maxsize=3)
def _from_south(session: Session, ply: int) -> TableState:
    """A ply of a match of bridge from South's side of the table."""
    here = session.position_at(ply)
    return TableState(here.view(SOUTH), session.opinions.get(ply) if here.to_move == SOUTH else None)


@lru_cache(maxsize=3)
def _as_placed(session: Session, ply: int) -> TableState:
    """A ply of a game of guideline Tetris, the piece where the engine put it."""
    placed = Choice(session.moves[ply].text, Worth("order", 0.0), 1.0)
    return TableState(session.position_at(ply), Advice((placed,), "search", None, True))


def tables(shown: Sequence[Showcase]) -> tuple[DemoBoard, ...]:
    """All tables; Zuniq plays its first showcase."""
    duel = _first(shown, "zuniq")

    def of_duel(session: Session, at: float) -> int:
        assert duel is not None
        return duel.at(at % (duel.seconds + _REST))

    def of_match(session: Session, at: float) -> int:
        shown = with_hands(session)
        return shown[(shown.index(in_play(session)) + int(at)) % len(shown)]

    def around(session: Session, at: float) -> int:
        return (highest(session) + int(at)) % session.length

    zuniq = cache(partial(_session_of, duel))
    return (
        DemoBoard(
            "tetris",
            "Tetris",
            "Guideline, classic, four-wide",
            quiet_game,
            around,
            highest,
            _tetris_ways,
            _as_placed,
        ),
        DemoBoard(
            "zuniq", "Zuniq", "36 dots, 60 walls", zuniq, of_duel, lambda s: s.length, _zuniq_ways, _state_at
        ),
        DemoBoard(
            "bridge",
            "Honeymoon bridge",
            "Bid, exchange, play",
            quiet_match,
            of_match,
            in_play,
            _bridge_ways,
            _from_south,
            dealt=True,
        ),
    )


@cache
def highest(session: Session) -> int:
    """The ply of a game of guideline Tetris at which most lies in the well."""
    states = ((ply, session.position_at(ply)) for ply in range(session.length))
    return max((s.field.height, -ply) for ply, s in states if isinstance(s, Guideline))[1] * -1


def with_hands(session: Session) -> Sequence[int]:
    """The plies of a match at which both hold cards, from the exchange on: the auction is words, a result a table."""
    return _with_hands(session, session.length)


@cache
def _with_hands(session: Session, length: int) -> tuple[int, ...]:
    states = ((ply, session.position_at(ply)) for ply in range(length))
    return tuple(
        ply for ply, each in states if isinstance(each, Match) and each.stage in ("exchange", "play")
    ) or (0,)


@cache
def in_play(session: Session) -> int:
    """The first ply of a match that is worth looking at by itself."""
    return next((ply for ply in with_hands(session) if _is_telling(session, ply)), with_hands(session)[0])


def _is_telling(session: Session, ply: int) -> bool:
    """Return True if South chooses among some cards, and not all are equal.

    What the table shows where nothing may move.
    """
    here, advice = session.position_at(ply), session.opinions.get(ply)
    assert isinstance(here, Match)
    if here.stage != "play" or here.to_move != SOUTH or advice is None or here.ply == 0:
        return False
    worths = [each.worth.rounded for each in advice.choices]
    return len(worths) in _HELD and worths.count(max(worths)) < len(worths)


def _tetris_ways(home: Scene) -> Sequence[Demo]:
    context = home.context

    def begin(mode: str) -> Scene:
        from gui.scenes.new_game.guideline import GuidelineChoices

        return GuidelineChoices(context.config, mode).begin(context, home)

    def four_wide() -> Scene:
        from gui.scenes.new_game.four_wide import FourWideChoices

        return FourWideChoices(context.config).begin(context, home)

    def race() -> Scene:
        from gui.scenes.new_game.classic import ClassicChoices

        return ClassicChoices(context.config, "race").begin(context, home)

    return (
        Demo(
            "play",
            _PLAY,
            lambda: context.scene(to.NewGame("tetris"), home),
            "Choose game, mode, opponent and rules",
        ),
        Demo("coach", _COACH, lambda: begin("coach"), _A_GAME_AT_ONCE),
        Demo("watch", _WATCH, lambda: begin("watch"), "Two engines against each other"),
        Demo("sprint", "Sprint", lambda: begin("sprint"), "40 rows against the clock"),
        Demo("four-wide", "Four-wide", four_wide, "Keep a combo going between walls"),
        Demo(
            "sandbox",
            "Sandbox",
            lambda: context.scene(to.Sandbox(), home),
            "A board to draw on, with analysis",
        ),
        Demo("race", "Race", race, "Controllers of classic Tetris side by side"),
        Demo(
            "books",
            _BOOKS_BUTTON,
            lambda: context.scene(to.Books(), home),
            Tip("Walk through the opening books", "B"),
        ),
    )


def _zuniq_ways(home: Scene) -> Sequence[Demo]:
    context, chosen = home.context, home.context.config.zuniq

    def begin(person: int | None, level: str) -> Scene:
        seats = new_seats(person, level, chosen.game_seconds)
        return context.scene(to.Play(Session.new("zuniq", {"dots": chosen.dots}, seats), hints=True), home)

    mine = 0 if chosen.seat == "white" else 1
    return (
        Demo(
            "play",
            _PLAY,
            lambda: context.scene(to.NewGame("zuniq"), home),
            "Choose seats, level and board",
        ),
        Demo("coach", _COACH, lambda: begin(mine, chosen.level), _A_GAME_AT_ONCE),
        Demo("watch", _WATCH, lambda: begin(None, "full"), "Two engines at full strength"),
    )


def _bridge_ways(home: Scene) -> Sequence[Demo]:
    context, config = home.context, home.context.config

    def coach() -> Scene:
        from gui.scenes.new_game.bridge import BridgeChoices

        return context.scene(to.Play(BridgeChoices(config).session(), hints=True), home)

    def watch() -> Scene:
        from gui.scenes.new_game.bridge import BridgeChoices

        engine = engine_seat("full", None)
        rules = BridgeChoices(config).rules(any_seed())
        return context.scene(to.Play(Session.new("bridge", rules, (engine, engine)), hints=True), home)

    return (
        Demo(
            "play",
            _PLAY,
            lambda: context.scene(to.NewGame("bridge"), home),
            "Choose opponent, match and rules",
        ),
        Demo("coach", _COACH, coach, "Start a match at once, with hints"),
        Demo("watch", _WATCH, watch, "Two engines with all cards open"),
        Demo(
            "tables",
            _TABLES_BUTTON,
            lambda: context.scene(to.Tables(), home),
            "The solved play stage, stored in tables",
        ),
        Demo(
            "deals",
            "Deal editor",
            lambda: context.scene(to.DealEditor(), home),
            "Deal the cards by hand, and play them",
        ),
    )


def _first(shown: Sequence[Showcase], game: str) -> Showcase | None:
    """The first showcase of a game."""
    return next((each for each in shown if each.game == game), None)


def _session_of(shown: Showcase | None) -> Session | None:
    """The game of a showcase; None where its moves are no game."""
    try:
        return None if shown is None else Session.resume(shown.record)
    except KibitzError:
        return None


def _shipped(name: str) -> Session | None:
    try:
        return Session.resume(read_played(_TABLES / f"{name}.kibitz"))
    except (KibitzError, OSError):
        return None


@cache
def quiet_game() -> Session:
    """The game of guideline Tetris that is kept for its table; one without a piece where it cannot be read."""
    alone = (Seat("Stacker", "engine", STACKER, "full"),)
    return _shipped("guideline") or Session.new("tetris", {}, alone)


@cache
def quiet_match() -> Session | None:
    """The match of bridge that is kept for its table; None where it cannot be read."""
    return _shipped("bridge")


# Showcases and the last games as tiles, page by page where they are many.

ROW = 56.0  # the height of a tile
FOOTER = 20.0 + 12.0 + ROW  # a row of tiles with its headings
_TILE, _TILE_GAP, _LINE = 229.0, 16.0, 12.0  # about the width of a tile, between tiles, between rows of them
_HEAD = 32.0
_LAST = 12  # games
_TURN = 28.0  # the side of a button that turns the page
_TURNS = 120.0  # what two of them take, with their words
# in the order of the video in which they were shown first
_BOOKS = ("hachispin-dpc", "okey-dpc", "new-dt", "bt-loop", "perfect-clear")


_TILE_INSETS = (
    36.0 + 6.0 + 12.0
)  # units of a showcase's tile left of its title, between title and time, and right


class Tile(NamedTuple):
    """A showcase with its length, or a saved game with its date: the group and the name of its target, its words."""

    group: str
    name: str
    title: str
    about: str
    lead: Callable[[], Scene]
    saved: Saved | None = None


def tiles_of(shown: Sequence[Showcase], saved: Sequence[Saved], home: Scene) -> list[Tile]:
    """The showcases, those of books first, then the games that were kept."""
    known = {name: place for place, name in enumerate(_BOOKS)}
    tiles: list[Tile] = []
    for one in sorted(shown, key=lambda one: known.get(one.name, len(known))):
        group, lead = (
            "Opening books" if one.name in known else _SHOWCASES,
            partial(home.context.scene, to.Show(one.name), home),
        )
        tiles.append(Tile(group, f"showcase {one.name}", one.title, minutes(one.seconds), lead))
    for each in saved:
        if each.head is not None:
            lead, name = partial(_open, each, home), f"saved {each.path.name}"
            title = each.head.title or family_of(each.head)
            tiles.append(Tile("Recent games", name, title, date_of(each), lead, each))
    return tiles


def _last_games() -> tuple[Saved, ...]:
    """The last games that can be opened, of those that the library knows."""
    return tuple(islice((each for each in library.index().games if each.head and not each.reason), _LAST))


def _open(saved: Saved, home: Scene) -> Scene:
    return home.context.scene(to.OpenGame(read_played(saved.path)), home)


class RecentGames:
    """Tiles in rows; `page` is the one that is seen."""

    def __init__(self) -> None:
        self.page = 0
        self.games = SavedGames()
        self._pages = 1
        self._names: list[str] = []  # of all tiles
        self._on_page = 1  # so many of them
        self._box: Box = (0.0, 0.0, 0.0, 0.0)

    def turn(self, by: int) -> None:
        """Go on by so many pages, around the end."""
        self.page = (min(self.page, self._pages - 1) + by) % self._pages

    def beyond(self, name: str, by: int) -> str | None:
        """The tile beside one at the end of the page, to which it turns; None for any other one."""
        after = self._names.index(name) + by if name in self._names else -1
        if not 0 <= after < len(self._names) or after // self._on_page == (after - by) // self._on_page:
            return None
        self.page = after // self._on_page
        return self._names[after]

    def under(self, at: tuple[float, float]) -> bool:
        """Return True if a point is over the tiles."""
        return inside(at, self._box)

    def draw(
        self, flow: Flow, height: float, tiles: Sequence[Tile], open_tile: Callable[[Tile], object]
    ) -> None:
        """Draw the page, in as many rows as there is room for."""
        canvas, targets = flow.canvas, flow.targets
        self._box = (flow.left, flow.y, flow.width, height)
        across = max(2, int((flow.width + _TILE_GAP) // (_TILE + _TILE_GAP)))
        rows = max(1, int((height - _HEAD + _LINE) // (ROW + _LINE)))
        self._pages = max(1, -(-len(tiles) // (across * rows)))
        self._names, self._on_page = [tile.name for tile in tiles], across * rows
        page = min(self.page, self._pages - 1)  # a larger window has fewer, and is not for ever
        here, group, top = tiles[page * across * rows :][: across * rows], "", flow.y + 10
        flow.y += _HEAD
        wide = (flow.width + _TILE_GAP) / across - _TILE_GAP
        style = _style_of(canvas, wide, [tile for tile in here if tile.saved is None])
        for first in range(0, len(here), across):
            for box, tile in zip(
                flow.split(across, ROW, _TILE_GAP), here[first : first + across], strict=False
            ):
                if tile.group != group and not first:
                    heading(canvas, (box[0], top), tile.group)
                    group = tile.group
                if tile.saved is None:
                    _draw_tile(canvas, targets, box, tile, style, partial(open_tile, tile))
                else:
                    summary = self.games.summary(tile.saved)
                    _draw_game(canvas, targets, box, tile, partial(open_tile, tile), summary)
            flow.y += _LINE - _TILE_GAP
        if self._pages > 1:
            words = f"{page + 1} of {self._pages}"
            draw_turns(canvas, targets, "shelf", (flow.right, top), words, self.turn)


def draw_turns(
    canvas: Canvas, targets: Targets, name: str, at: Point, words: str, turn: Callable[[int], None]
) -> None:
    """Two angles that turn pages, with `words` between them, left of `at`."""
    right, y = at
    colour = canvas.theme.colour
    used = canvas.text((right - _TURN - 4, y), words, "label", colour.text3, "right")
    places = (
        ("back", -1, right - 1.5 * _TURN - used - 8, Tip("Previous", "Page up")),
        ("on", 1, right - _TURN / 2, Tip("Next", "Page down")),
    )
    for way, by, x, about in places:
        box = (x - _TURN / 2, y - _TURN / 2, _TURN, _TURN)
        lit = targets.add(f"{name} {way}", box, partial(turn, by), radius=6, about=about)
        ink = colour.text if lit else colour.text2
        canvas.stroke([(x - 3 * by, y - 5), (x + 2 * by, y), (x - 3 * by, y + 5)], ink, 1.5)


def _style_of(canvas: Canvas, width: float, tiles: Sequence[Tile]) -> str:
    """The style of all titles, in tiles of this width: the usual one, if every title fits so."""
    needed = (
        canvas.text_width(each.title, "body") + canvas.text_width(each.about, "label") for each in tiles
    )
    return "body" if max(needed, default=0.0) + _TILE_INSETS <= width else "label"


def _draw_tile(
    canvas: Canvas, targets: Targets, box: Box, tile: Tile, style: str, press: Callable[[], object]
) -> None:
    """A sign, a title and, at the right end, a time."""
    colour = canvas.theme.colour
    x, y, width, height = box
    _draw_ground(canvas, targets, box, tile, press)
    icons.play(canvas, (x + 20, y + height / 2), colour.text2, 0.8)
    used = canvas.text((x + width - 12, y + height / 2), tile.about, "label", colour.text3, "right")
    words = canvas.fitted(tile.title, style, width - used - _TILE_INSETS)
    canvas.text((x + 36, y + height / 2), words, style, colour.text)


def _draw_game(
    canvas: Canvas,
    targets: Targets,
    box: Box,
    tile: Tile,
    press: Callable[[], object],
    summary: Summary | None,
) -> None:
    """Draw the game that was played, how it ended and against whom; when, where the pointer is."""
    colour, head = canvas.theme.colour, tile.saved.head if tile.saved is not None else None
    assert head is not None
    x, y, width, _ = box
    course = summary.words if summary is not None else counted(head.length, head.unit)
    ending = summary.ending if summary is not None else ""
    players = saved_games.players_of(head)
    about = ", ".join((players, course, tile.about))
    _draw_ground(canvas, targets, box, tile, press, about)
    draw_mark(canvas, (x + 14, y + 18, 20, 20), head)
    first = tile.title if head.title else f"{tile.title} · {mode_of(head)}"
    second = ending or course
    canvas.text((x + 44, y + 19), canvas.fitted(first, "body", width - 58), "body", colour.text)
    second = second[:1].upper() + second[1:]
    longer = f"{second}, {players}" if head.title else f"{second} · {players}"
    text = longer if canvas.text_width(longer, "label") <= width - 58 else second
    canvas.text((x + 44, y + 39), canvas.fitted(text, "label", width - 58), "label", colour.text3)


def _draw_ground(
    canvas: Canvas, targets: Targets, box: Box, tile: Tile, press: Callable[[], object], about: str = ""
) -> None:
    colour = canvas.theme.colour
    hovered = targets.add(tile.name, box, press, radius=12, about=about)
    canvas.panel(box, colour.raised if hovered else colour.panel, radius=12, edge=colour.line)


# Home: the tables side by side, below them showcases and the last games, at the foot the way back.

_FOOT = 64.0
_LOW = 560.0  # units of height below which the tables and the showcases take turns
_GREETED = 620.0  # units of height below which there is no greeting
_GAP = 16.0


class ButtonStyle(NamedTuple):
    """Look of the buttons of the tables: their height, what is left and right of their words, and the distances."""

    height: float
    around: float
    gap: float
    inset: float

    @classmethod
    def of(cls, box: Box) -> ButtonStyle:
        """The style for a table of this size."""
        return cls(32.0, 12.0, 8.0, 24.0) if box[2] >= 320 else cls(32.0, 8.0, 6.0, 16.0)

    @staticmethod
    def title_and_margin(height: float) -> tuple[float, float]:
        """Of a table this high: the height of its title, and what stays free below the buttons."""
        return (40.0, 4.0) if height < 260 else (56.0, 8.0)

    def height_of(self, lines: int, height: float) -> float:
        """Return the height of title and `lines` of buttons on a table this high."""
        return sum(self.title_and_margin(height)) + lines * (self.height + self.gap)

    def places(
        self, canvas: Canvas, ways: Sequence[Demo], width: float
    ) -> list[list[tuple[Demo, float, float]]]:
        """Line by line the buttons of a table `width` units wide, each with its x in the table and its width."""
        lines: list[list[tuple[Demo, float, float]]] = [[]]
        x = self.inset
        for way in ways:
            wide = canvas.text_width(way.words, "body") + 2 * self.around
            if lines[-1] and x + wide > width - self.inset:
                lines.append([])
                x = self.inset
            lines[-1].append((way, x, wide))
            x += wide + self.gap
        return lines


class HomeScene(Scene):
    """The first scene. Every table plays by itself."""

    name = "home"
    keys_title = "Home"

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._shown, problems = showcases.load_all()
        for problem in problems:
            context.notify(problem)
        self.tables: tuple[DemoBoard, ...] = tables(self._shown)
        self.targets.focus = f"{self.tables[0].game} play"
        self.tiles = RecentGames()
        self.tiles.page = context.home_page
        self.tiles_open = False  # in a low window: the showcases in place of the tables
        self.table = 0  # then the one that is shown
        self._clock = 0.0
        self._updates = 0
        self.ready: set[str] = set()  # the games of the tables that are read
        self.files = FileDialog(self.targets)
        self._last: Saved | None = None
        self._last_words = ""
        self._saved: Sequence[Saved] = ()
        self._seen = 0  # the changes of the library that are shown

    def entered(self) -> None:
        super().entered()
        library.index().look()
        self._seen = library.index().changes
        self.offer(*self._find_last(), _last_games())
        last = self._last.head if self._last is not None else None
        game = last.game if last is not None else self.tables[-1].game
        game = "tetris" if game == GAME else game
        if self.context.is_ready(game):
            wake(self.context, game)

    def left(self) -> None:
        self.context.home_page = self.tiles.page
        self.files.close()
        self.tiles.games.close()

    def offer(self, last: Saved | None, words: str, saved: Sequence[Saved]) -> None:
        """Offer to continue the `last` game, where there is one, and to open those that were kept."""
        self._last, self._last_words = last, words
        self._saved = saved

    def _find_last(self) -> tuple[Saved | None, str]:
        """The game that was played last and is not over, with the words for it.

        A game in real time or a run is not played through yet: what is wrong with it is said when it is continued.
        """
        for saved in self.context.autosave.games():
            head = saved.head
            if head is None:
                _, reason = library.load(saved.path)
                self.context.notify(reason or saved.reason)
            elif head.course != "moves":
                title = head.title if head.course == "live" and head.title else saved_games.name_of(head)
                return saved, f"{title}, piece {grouped(head.length)}"
            else:
                opened = open_saved(saved)
                if opened.session is None:
                    self.context.notify(opened.reason)
                elif not opened.session.position_at(opened.session.length).over:
                    session = opened.session
                    name = saved_games.name_of(head) or ui_of(head.game).language.title_of(session.position)
                    return saved, f"{name}, {saved_games.place_of(session)}"
        return None, ""

    def update(self, seconds: float) -> Scene | None:
        self.files.update()
        self._clock += seconds
        self._updates += 1
        if self._updates == 2:  # the window is on the screen
            Thread(target=self.load_tables, name="tables at home", daemon=True).start()
        self.tiles.games.read_on()
        library.index().read_on()
        if library.index().changes != self._seen:
            self._seen = library.index().changes
            self._saved = _last_games()
        self.context.room.poll()
        return self.next

    def pulse(self) -> Hashable:
        still = self.context.still
        plies = tuple(each.shown(self._clock, still=still) for each in self.tables if each.game in self.ready)
        return plies, self.tiles.games.pulse()

    def load_tables(self) -> None:
        """Read the games of the tables; until then nothing is played there."""
        for table in self.tables:
            table.load()
            self.ready.add(table.game)

    # -- where one can go --

    def _continue(self) -> None:
        if self._last is not None:
            self._try(partial(self.context.scene, to.Continue(self._last.path), self))
            if self.next is self:
                self.offer(*self._find_last(), self._saved)

    def _try(self, lead: Callable[[], Scene]) -> None:
        try:
            self.go(lead())
        except KibitzError as error:
            self.context.notify(str(error))

    def _open_tile(self, tile: Tile) -> None:
        self._try(tile.lead)

    def practise(self) -> None:
        """Open practice."""
        self.go(to.Practice())

    def learn(self) -> None:
        """Open the lessons."""
        self.go(to.Lessons())

    def open_replay(self) -> None:
        """Choose the file of a replay of TETR.IO."""
        from game.tetris.tetrio.file import NAMES

        self.files.ask_file(Path.home() / "Downloads", NAMES, self._open_file)

    def _open_file(self, path: Path) -> None:
        self._try(lambda: self.context.scene(to.File(path), self))

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.DROPFILE:
            self._open_file(Path(event.file))
        if self.files.handle(event, self.context.scale):
            return self.next
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            beside = self.tiles.beyond(self.targets.focus, 1 if event.key == pygame.K_RIGHT else -1)
            if beside is not None:
                self.targets.focus, self.targets.ring = beside, True
                return self.next
        if event.type == pygame.MOUSEWHEEL and event.y and self.tiles.under(self.targets.pointer):
            self.tiles.turn(-1 if event.y > 0 else 1)
        return super().handle(event)

    def commands(self) -> list[Command]:
        return [
            Command("C", self._continue, "continue the last game", enabled=self._last is not None),
            Command("B", lambda: self.go(to.Books()), "walk through the opening books"),
            Command("P", self.practise, "practise: problems that come back"),
            Command("L", self.learn, "lessons: learn a game by playing it"),
            Command("O", self.open_replay, "open a TETR.IO replay"),
            Command(
                "Page up, Page down",
                (partial(self._turn_page, -1), partial(self._turn_page, 1)),
                "more showcases and games",
            ),
            *super().commands(),
        ]

    def rule_sections(self) -> list[tuple[str, str]]:
        """The rules of every game, as it is usually played."""
        from gui.scenes.registry import GAMES

        return [
            (title, "\n".join(ui_of(game).language.rules(open_position(game, rules))))
            for game, scenes in GAMES.items()
            for title, rules in scenes.kinds(self.context.config)
        ]

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            draw_bar(canvas, frame, self)
            top = self._draw_greeting(canvas, frame)
            bottom = frame.height - _FOOT - 24
            footer = frame.height >= _LOW
            if footer or not self.tiles_open:
                self._draw_tables(canvas, frame, top, bottom - (FOOTER + 32 if footer else 0))
            if footer or self.tiles_open:
                y = bottom - FOOTER if footer else top + 8
                flow = Flow(canvas, self.targets, frame.margin, y, frame.width - 2 * frame.margin)
                shown = tiles_of(self._shown, self._saved, self)
                self.tiles.draw(flow, bottom - y, shown, self._open_tile)
            self._draw_foot(canvas, frame)
            self.files.draw_over(canvas)

    def _draw_greeting(self, canvas: Canvas, frame: Frame) -> float:
        colour = canvas.theme.colour
        if frame.height < _GREETED:
            return BAR + 16
        small = frame.height < 640 or frame.width < 900
        x, y = frame.margin, BAR
        style = "figure" if small else "display"
        playing = ("No game is", "One game is", "Two games are", "Three games are")[len(self.tables)]
        canvas.text((x, y + (28 if small else 46)), f"{playing} playing.", style, colour.text)
        style = "body" if small else "lead"
        words = "Watch, take a seat, or ask for advice."
        used = canvas.text((x, y + (58 if small else 86)), words, style, colour.text3)
        box = (frame.width - x - 168.0, y + (24 if small else 48), 168.0, 40.0)
        if box[0] > x + used + 24:
            about = "Problems that come back until you know better"
            button(canvas, self.targets, "practice", box, "Practice", self.practise, key="P", about=about)
            box = (box[0] - 168.0 - 12, *box[1:])
            if box[0] > x + used + 24:
                about = "Learn a game by playing it, step by step"
                button(canvas, self.targets, "lessons", box, "Lessons", self.learn, key="L", about=about)
        return BAR + (80 if small else 128)

    def _draw_tables(self, canvas: Canvas, frame: Frame, top: float, bottom: float) -> None:
        """The tables side by side; where their buttons would not fit, one at a time."""
        flow = Flow(canvas, self.targets, frame.margin, top, frame.width - 2 * frame.margin)
        boxes = flow.split(len(self.tables), bottom - top, _GAP)
        style = ButtonStyle.of(boxes[0])
        lines = max(len(style.places(canvas, table.ways(self), boxes[0][2])) for table in self.tables)
        if style.height_of(lines, bottom - top) <= bottom - top:
            for table, box in zip(self.tables, boxes, strict=True):
                self._draw_table(canvas, box, table, style, lines)
            return
        box = (flow.left, top, flow.width, bottom - top)
        table = self.tables[self.table % len(self.tables)]
        lines = len(style.places(canvas, table.ways(self), flow.width))
        self._draw_table(canvas, box, table, style, lines, alone=True)

    def _draw_table(
        self,
        canvas: Canvas,
        box: Box,
        table: DemoBoard,
        style: ButtonStyle,
        lines: int,
        *,
        alone: bool = False,
    ) -> None:
        """The board above, below it the game's name and its buttons in as many lines as at any table.

        `alone`: the other tables are on pages of their own.
        """
        colour = canvas.theme.colour
        x, y, width, height = box
        inset = style.inset
        room = width - 2 * inset
        title, _ = style.title_and_margin(height)
        words = y + height - style.height_of(lines, height)
        canvas.panel(box, colour.panel, radius=12, edge=colour.line)
        self._draw_picture(canvas, (x + 1, y + 1, width - 2, words - y - 1), table)
        middle = words + title / 2
        narrow = canvas.text_width(table.title, "title") > room - (_TURNS if alone else 0.0)
        name = table.game.capitalize() if narrow else table.title
        used = canvas.text((x + inset, middle), name, "title", colour.text)
        if alone:
            page = f"{self.table % len(self.tables) + 1} of {len(self.tables)}"
            draw_turns(canvas, self.targets, "table", (x + width - inset, middle), page, self._turn_table)
        elif used + canvas.text_width(table.short, "label") + 24 < room:
            canvas.text((x + width - inset, middle), table.short, "label", colour.text3, "right")
        for line, places in enumerate(style.places(canvas, table.ways(self), width)):
            top = words + title + line * (style.height + style.gap)
            for way, left, wide in places:
                name, press = f"{table.game} {way.name}", partial(self._try, way.lead)
                where = (x + left, top, wide, style.height)
                lit = self.targets.focused(name)
                button(canvas, self.targets, name, where, way.words, press, primary=lit, about=way.about)

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
        over = 2.0 if look_of(table.game).open_above else air
        box = (x + air, y + over, width - 2 * air, height - over - air)
        if table.game in self.ready:
            draw_preview(canvas, box, *table.moment(self._clock, still=self.context.still))
        elif not table.dealt:
            draw_preview(canvas, box, open_position(table.game, {}), None)

    def _turn_page(self, by: int) -> None:
        """More tiles; in a low window first the tiles themselves, in a very low one the next table."""
        if "table on" in self.targets.names():
            self._turn_table(by)
        elif self.context.size[1] < _LOW and not self.tiles_open:
            self.tiles_open = True
        else:
            self.tiles.turn(by)

    def _turn_table(self, by: int) -> None:
        self.table = (self.table + by) % len(self.tables)
        self.targets.focus = f"{self.tables[self.table].game} play"

    def _turn(self) -> None:
        self.tiles_open = not self.tiles_open

    def _draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        colour = canvas.theme.colour
        y = frame.height - _FOOT
        canvas.rule((0, y), (frame.width, y), colour.line)
        middle, right = y + _FOOT / 2, frame.width - frame.margin
        wide = frame.width >= 800
        links: list[tuple[str, Callable[[], None]]] = [
            *([("Settings", self.open_settings)] if wide else []),  # the wheel in the bar opens them, too
            ("Games", lambda: self.go(to.Games())),
            *([(_BOOKS_BUTTON, lambda: self.go(to.Books()))] if wide else []),  # Tetris has a button for them
            *(
                [("Practice", self.practise), ("Lessons" if wide else "Learn", self.learn)]
                if frame.height < _GREETED
                else []
            ),
            ("Open a replay" if wide else "Replay", self.open_replay),
        ]
        if frame.height < _LOW:
            links.append((_TABLES_BUTTON if self.tiles_open else _SHOWCASES, self._turn))
        for name, press in links:
            width = canvas.text_width(name, "body")
            box = (right - width - 8, middle - 20, width + 16, 40.0)
            hovered = self.targets.add(f"foot {name}", box, press, radius=8)
            canvas.text((right, middle), name, "body", colour.text if hovered else colour.text2, "right")
            right -= width + (40 if wide else 18)
        if self._last is not None:
            self._draw_way_back(canvas, (frame.margin, middle), right - frame.margin)

    def _draw_way_back(self, canvas: Canvas, at: Point, room: float) -> None:
        """The last game, by name and move where there is room for them."""
        colour, what = canvas.theme.colour, self._last_words
        first, second = canvas.text_width(_CONTINUE, "body"), canvas.text_width(what, "body") + 12
        whole = first + second <= room
        box = (at[0] - 8, at[1] - 20, first + (second if whole else 0.0) + 16, 40.0)
        lit = self.targets.add("continue", box, self._continue, radius=8, about="" if whole else what)
        canvas.text(at, _CONTINUE, "body", colour.text2 if lit or not whole else colour.text3)
        if whole:
            canvas.text((at[0] + first + 12, at[1]), what, "body", colour.text)
