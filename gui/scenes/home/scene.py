"""Home: the tables side by side, below them showcases and the last games, at the foot the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game import library
from game import showcase as showcases
from game.errors import KibitzError
from game.library import Saved
from game.record import read_record
from game.tetris.guideline.real_time import GAME
from gui.drawing.canvas import Box, Canvas, Point
from gui.faces import face_of
from gui.frame.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.frame.controls import button
from gui.frame.layout import BAR, Frame
from gui.previews import draw_preview
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.home.bridge import BridgeTable
from gui.scenes.home.shelf import STRIP, Shelf, game_tiles, showcase_tiles
from gui.scenes.home.tables import Table, Way, tables
from gui.table import shelf
from gui.table.asking import wake
from gui.table.shelf import open_saved

_FOOT = 64.0
_GAP = 16.0
_BUTTON, _LEAST_BUTTON = 36.0, 68.0
_NUMBERS = {1: "A table is playing.", 2: "Two tables are playing.", 3: "Three tables are playing."}


class HomeScene(Scene):
    """The first scene. Every table plays by itself."""

    name = "home"

    def __init__(self, salon: Salon) -> None:
        super().__init__(salon)
        self._shown, problems = showcases.load_all()
        for problem in problems:
            salon.say(problem)
        self.tables: tuple[Table, ...] = (*tables(self._shown), BridgeTable())
        self.targets.focus = f"{self.tables[0].game} play"
        self.shelf = Shelf()
        self.shelf_open = False  # in a low window: the showcases in place of the tables
        self._clock = 0.0
        self._last: Saved | None = None
        self._last_words = ""
        self._saved: Sequence[Saved] = ()

    def entered(self) -> None:
        super().entered()
        self.offer(*self._find_last(), library.saved_games())
        if self.salon.warming is None:
            last = self._last.record if self._last is not None else None
            game = last.game if last is not None else self.tables[-1].game
            wake(self.salon, "tetris" if game == GAME else game)

    def offer(self, last: Saved | None, words: str, saved: Sequence[Saved]) -> None:
        """Offer to continue the `last` game, where there is one, and to open those that were kept."""
        self._last, self._last_words = last, words
        self._saved = saved

    def _find_last(self) -> tuple[Saved | None, str]:
        """The game that was played last and is not over, with the words for it.

        A game in real time is not played through yet: what is wrong with it is said when it is continued.
        """
        for saved in self.salon.autosave.games():
            if saved.record is None:
                _, reason = library.load(saved.path)
                self.salon.say(reason or saved.reason)
            elif saved.record.live is not None:
                return saved, f"Tetris, piece {saved.record.length}"
            else:
                opened = open_saved(saved)
                if opened.session is None:
                    self.salon.say(opened.reason)
                elif not opened.session.position_at(opened.session.length).over:
                    face = face_of(saved.record.game)
                    return saved, f"{face.title}, {shelf.place_of(opened.session)}"
        return None, ""

    def update(self, seconds: float) -> Scene | None:
        self._clock += seconds
        self.salon.room.poll()
        return self.next

    # -- where one can go --

    def _continue(self) -> None:
        if self._last is not None:
            self._try(partial(self.salon.doors.continued, self._last.path, self))()
            if self.next is self:
                self.offer(*self._find_last(), self._saved)

    def _try(self, lead: Callable[[], Scene]) -> Callable[[], None]:
        """An action that goes where `lead` leads, or says why it cannot."""

        def press() -> None:
            try:
                self.go(lead())
            except KibitzError as error:
                self.salon.say(str(error))

        return press

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.MOUSEWHEEL and event.y and self.shelf.under(self.targets.pointer):
            self.shelf.turn(-1 if event.y > 0 else 1)
        return super().handle(event)

    def key(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_c and self._last is not None:
            self._continue()
        elif event.key == pygame.K_b and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self.go(self.salon.doors.books(self))
        elif event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.shelf.turn(1 if event.key == pygame.K_PAGEDOWN else -1)
        else:
            super().key(event)

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("C", "go on with the last game"),
            ("B", "walk through the opening books"),
            ("Page up, Page down", "more showcases and games"),
        ]

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self.salon.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame, panel=False)
        draw_bar(canvas, frame, self)
        top = self._draw_greeting(canvas, frame)
        bottom = frame.height - _FOOT - 24
        strip = frame.height >= 460
        if strip or not self.shelf_open:
            self._draw_tables(canvas, frame, (top, bottom - (STRIP + 32 if strip else 0)))
        if strip or self.shelf_open:
            y = bottom - STRIP if strip else top + 8
            self._draw_shelf(canvas, (frame.margin, y, frame.width - 2 * frame.margin, bottom - y))
        self._draw_foot(canvas, frame, shelf=not strip)
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

    def _draw_table(self, canvas: Canvas, box: Box, table: Table) -> None:
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

    def _ways(self, table: Table) -> Sequence[Way]:
        return table.ways(self.salon.config, self.salon.doors, self)

    def _draw_picture(self, canvas: Canvas, box: Box, table: Table) -> None:
        """The board of a table as it is now, on a ground with square corners below."""
        x, y, width, height = box
        if height < 40:
            return
        colour = canvas.theme.colour
        canvas.panel(box, colour.well, radius=12)
        canvas.fill((x, y + height - 12, width, 12), colour.well)
        canvas.rule((x, y + height), (x + width, y + height), colour.line)
        air = 10.0 if height >= 160 else 6.0
        moment = table.moment(self._clock, still=self.salon.still)
        draw_preview(canvas, (x + air, y + air, width - 2 * air, height - 2 * air), *moment)

    def _lines_of_buttons(self, count: int, width: float) -> int:
        """In how many lines the buttons of a table stand."""
        across = max(1, int((width + 8) // (_LEAST_BUTTON + 8)))
        return -(-count // across)

    # -- showcases and saved games --

    def _draw_shelf(self, canvas: Canvas, box: Box) -> None:
        """The showcases, and behind them the last games."""
        doors = self.salon.doors
        tiles = showcase_tiles(self._shown, lambda name: self._try(lambda: doors.showcase(name, self)))
        tiles += game_tiles(
            self._saved, lambda saved: self._try(lambda: doors.opened(read_record(saved.path), self))
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
            ("Games", lambda: self.go(self.salon.doors.games(self))),
            ("Books", lambda: self.go(self.salon.doors.books(self))),
        ]
        if shelf:
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
