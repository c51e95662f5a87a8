"""The book explorer: a book walked through piece by piece, its runs and moves beside the board, its map, its size."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

import pygame

from game import showcase as showcases
from game.errors import BadBook, KibitzError
from game.tetris.guideline import PIECES, VISIBLE, Placement, State
from game.tetris.guideline.ranked_setups import Setup
from game.tetris.naming import name_of
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games.guideline.cells import SeatGeometry, draw_icon
from gui.games.guideline.render_state import SeatState, Suggestion
from gui.games.guideline.ui import GuidelineBoard
from gui.games.well import heart
from gui.play.board_input import BOARD, BoardInput
from gui.play.game_ui import RenderState
from gui.play.panel import PanelColumn
from gui.play.playhead import draw_transport
from gui.play.timeline import ValueCurve, draw_timeline
from gui.scenes.books.best_play import BestPlay, Choice
from gui.scenes.books.book import (
    EMPTY_HOLD,
    ListedBook,
    OpenBook,
    Option,
    Row,
    draw_sizes,
    own,
    shipped,
    written,
)
from gui.scenes.books.cards import BookList
from gui.scenes.books.chart import draw_legend, draw_map
from gui.scenes.books.compare import Comparison, draw_comparison
from gui.scenes.books.panel import (
    Page,
    PositionLists,
    draw_facts,
    draw_pages,
    draw_title,
    pages_of,
)
from gui.scenes.books.setups import SetupPage, actions, draw_setup, draw_setups
from gui.ui import clipboard
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import BOARDS, Command, Run, Tip
from gui.ui.controls import PILL, button, draw_choices, pill, row_height
from gui.ui.graph import Axis
from gui.ui.layout import Flow, Frame, draw_drawer
from gui.ui.scroll import Scroll
from gui.ui.targets import Targets, inside
from gui.ui.text import counted
from gui.ui.text_entry import TextEntry

# The board of the explorer: a piece to place, and the book's moves as filled outlines with their ranks.

_MOST = 5  # moves that are marked at once
_LEAST = 20.0
_SLOT_HEIGHT = 52.0
_TILE, _ASIDE = 40.0, 64.0  # units of a piece of the palette, and the room that a column of them needs
_BUTTON, _WIDE = 32.0, 66.0
_FAINT = 0.75  # how far a piece fades that cannot come


class BookBoard(GuidelineBoard):
    """The seat with the marks of a book, and the visible pieces as slots that can be written."""

    def __init__(self) -> None:
        super().__init__()
        self._marks: tuple[Suggestion, ...] = ()
        self._seen: tuple[Suggestion, ...] = ()

    def mark(
        self, options: Sequence[Option | Choice], placement: Placement | None, pointed: Placement | None
    ) -> None:
        """Mark moves, that for the queue on the board, `placement`, first; seen is only the one `pointed` at, if any.

        A move that lies on cells of one that comes before it is left out, and so is a placement without a chance.
        """
        hopeful = [each for each in options if isinstance(each, Option) or each.solved]
        marks: list[Suggestion] = []
        taken: set[tuple[int, int]] = set()
        for option in sorted(hopeful, key=lambda each: (not _same(each.move, placement), each.rank)):
            cells, first = option.move.cells, _same(option.move, placement)
            proven = isinstance(option, Option) or option.rank == 1
            if len(marks) < _MOST and taken.isdisjoint(cells):
                marks.append(Suggestion(option.move, option.rank, proven=proven, firm=float(first)))
                taken.update(cells)
        self._marks = tuple(marks)
        alone = [option for option in options if option.move == pointed]
        self._seen = tuple(Suggestion(each.move, each.rank, proven=True) for each in alone) or self._marks

    def _seat_look(self, state: State, look: RenderState) -> SeatState:
        seat = replace(super()._seat_look(state, look), metered=False)
        return seat if seat.landing is not None else replace(seat, marks=self._seen)

    def draw_controls(
        self,
        canvas: Canvas,
        targets: Targets,
        box: Box,
        book: OpenBook,
        take: Callable[[int], object],
        follow: Callable[[Placement], object],
    ) -> None:
        """Draw the controls that can be used once the piece has come.

        Ranks `follow` their moves, `take` begins to write a slot.
        """
        geometry = self._geometry
        if geometry is None or book.grown < 1.0:
            return
        self._add_marks(targets, geometry, follow)
        if book.slot is None:
            _draw_deal(canvas, targets, geometry, book)
        _draw_slots(canvas, targets, geometry, book, take)
        if book.slot is not None:
            _draw_palette(canvas, targets, box, geometry, book)

    def _add_marks(
        self, targets: Targets, geometry: SeatGeometry, follow: Callable[[Placement], object]
    ) -> None:
        well = geometry.well
        size = max(12.0, min(28.0, geometry.cell))
        view = (well.left, well.top, well.right - well.left, well.bottom - well.top)
        ranks = [mark.rank for mark in self._marks]
        for number, mark in enumerate(self._marks):
            if mark.rank in ranks[:number]:
                continue  # of equals the first can be pressed; the list has them all
            cells = [(x, VISIBLE - 1 - y) for x, y in mark.placement.cells]
            x, y = well.middle(*heart(cells))
            place, press = (x - size / 2, y - size / 2, size, size), partial(follow, mark.placement)
            about = f"Place {name_of(str(mark.placement))}"
            targets.add(f"mark {mark.rank}", place, press, radius=size / 2, about=about, within=view)


def _is_roomy(frame: Frame) -> bool:
    """Return True if what is said of the position stands beside its board."""
    return frame.board[2] >= _ROOMY


def _same(move: Placement, other: Placement | None) -> bool:
    """Return True if two placements are one, whatever the spin."""
    return other is not None and move[:4] == other[:4]


def _boxes(geometry: SeatGeometry, book: OpenBook) -> Iterator[tuple[int, Box]]:
    """Yield the boxes of the slots.

    The current piece is one only while pieces are written, since it is also over the well.
    """
    held = book.here.state.hold is not None
    yield (0 if held else EMPTY_HOLD), _beside(geometry, geometry.hold, 0)
    first = 1 if held else 0
    if book.slot is not None:
        x, y = geometry.corner(3, VISIBLE)
        wide = (4 if book.here.seen[first] == 0 else 3) * geometry.cell
        edge = max(4.0, _LEAST / 2 - geometry.cell)
        yield first, (x - edge, y - edge, wide + 2 * edge, max(_LEAST, 2 * (geometry.cell + edge)))
    for number in range(5 - first):
        yield first + 1 + number, _beside(geometry, geometry.queue, number)


def _beside(geometry: SeatGeometry, column: Box, number: int) -> Box:
    y = geometry.side_middle(column, number)[1]
    below = geometry.side_middle(column, number + 1)[1] - y
    height = max(_LEAST, min(below - 2, _SLOT_HEIGHT))
    return (column[0] - 6, y - height / 2, column[2] + 12, height)


def _draw_slots(
    canvas: Canvas, targets: Targets, geometry: SeatGeometry, book: OpenBook, take: Callable[[int], object]
) -> None:
    """The slots; the one that is being written has a frame."""
    colour = canvas.theme.colour
    held = book.here.state.hold is not None
    for place, box in _boxes(geometry, book):
        name = "hold" if place == EMPTY_HOLD or (place == 0 and held) else f"slot {place}"
        about = Tip("Put a piece into hold", "Q") if place == EMPTY_HOLD else Tip("Change this piece", "Q")
        lit = targets.add(name, box, partial(take, place), radius=8, about=about)
        if place == book.slot:
            canvas.panel(box, None, radius=8, edge=colour.focus, width=2)
        elif lit:
            canvas.panel(box, None, radius=8, edge=colour.line2)


def _draw_deal(canvas: Canvas, targets: Targets, geometry: SeatGeometry, book: OpenBook) -> None:
    """The button for another queue, below the last piece of this one, where there is room."""
    shown = 4 if book.here.state.hold is not None else 5
    x, _, width, _ = geometry.queue
    _, top, _, height = _beside(geometry, geometry.queue, shown - 1)
    y = top + height + 8
    if y + _BUTTON <= geometry.well.bottom:
        place = (x, y, max(width, _WIDE), _BUTTON)
        button(canvas, targets, "deal", place, "Deal", book.deal, about=Tip("Deal a random queue", "D"))


def _draw_palette(canvas: Canvas, targets: Targets, box: Box, geometry: SeatGeometry, book: OpenBook) -> None:
    """The seven pieces beside the queue, or over the well; faint where they cannot come."""
    colour = canvas.theme.colour
    right = geometry.queue[0] + geometry.queue[2]
    if box[0] + box[2] - right >= _ASIDE + 16:
        x, y = right + 12, geometry.well.top
        tile = min(_TILE, VISIBLE * geometry.cell / 7)
        tiles = [(x, y + number * tile, _ASIDE - 8, tile) for number in range(7)]
    else:
        tile = min(_TILE + 4, (box[2] - 16) / 7)
        middle = (geometry.well.left + geometry.well.right) / 2
        x = max(box[0] + 8, min(middle - 3.5 * tile, box[0] + box[2] - 7 * tile - 8))
        y = geometry.well.top + 3 * geometry.cell
        tiles = [(x + number * tile, y, tile, 36.0) for number in range(7)]
    ground = (x - 6, y - 6, tiles[-1][0] + tiles[-1][2] - x + 12, tiles[-1][1] + tiles[-1][3] - y + 12)
    canvas.panel(ground, colour.panel, radius=8, edge=colour.line2)
    can = book.walk.possible(max(0, book.slot or 0))
    for piece, place in enumerate(tiles):
        about = PIECES[piece] if piece in can else f"{PIECES[piece]} cannot come here"
        if targets.add(f"piece {PIECES[piece]}", place, partial(book.write, piece), radius=6, about=about):
            canvas.panel(place, colour.raised, radius=6)
        at = (place[0] + place[2] / 2, place[1] + place[3] / 2)
        draw_icon(canvas, at, piece, min(8.0, place[2] / 5.5), fade=0.0 if piece in can else _FAINT)


View = Literal["Books", "Board", "Map", "Compare", "Setups", "Sizes"]
VIEWS: tuple[View, ...] = ("Books", "Board", "Map", "Compare", "Setups", "Sizes")
_ABOUT: tuple[str | Tip, ...] = (
    Tip("Choose a book", "B"),
    "Play through the book",
    Tip("The map of its positions", "M"),
    Tip("All books on one queue", "J"),
    Tip("Setups of perfect clears, ranked", "S"),
    Tip("Its size on disk", "G"),
)
PATH = 40.0  # the height of the line for the path of a book
_AXIS = Axis(0.0, 1.0, ((1.0, "100"), (0.5, "50"), (0.0, "0")))
_SLICE = 0.004  # seconds of a frame in which the map is drawn up
_NO_CHOICES: list[Choice] = []
_BESIDE = 304.0  # the most width of the words beside the board, where there is room
_ROOMY = 520.0
_ASK, _ASKED = 96.0, 620.0  # the width of the button for its lines, and of a board that has room for it
_CLOSE = 4.0  # between the names of views where there is little room
_LOW = 320.0  # units of a board's height below which things stand closer
_TITLED = 440.0  # from which there is room for a title over it


class BooksScene(Scene):
    """One window into the books: the shelf, and the book that is open."""

    name = "books"
    title = "Books"
    keys_title = "Opening books"

    def __init__(
        self, context: AppContext, back: Scene | None, name: str = "", seed: int | None = None
    ) -> None:
        super().__init__(context, back)
        self.chance = random.Random(seed)
        self.listed_books: list[ListedBook] = [*shipped(), *own()]
        self.book: OpenBook | None = None
        self.board, self.lists = BookBoard(), PositionLists()
        self.input = BoardInput(self.board, self.targets, self._put, context.reply)
        self.best = BestPlay(context.room)
        self.book_list, self.sizes = BookList(), Scroll()
        self.path = TextEntry("Path of a book, or drop the file here", self._written)
        self.comparison, self.compared = Comparison(self.chance), Scroll()
        self.setups = SetupPage(context.room)
        self.view: View = "Books"
        self._page: Page = "Runs"
        self.hints, self.panel_open = True, False
        self._reached = ""
        names = [listed.path.stem for listed in self.listed_books]
        sound = [number for number, listed in enumerate(self.listed_books) if not listed.reason]
        if name in names:
            sound.insert(0, names.index(name))
        if sound:
            self.choose(sound[0])

    # -- books --

    @property
    def chosen(self) -> int | None:
        """The place of the open book on the shelf."""
        return None if self.book is None else self.listed_books.index(self.book.listed)

    def choose(self, number: int) -> None:
        """Open a book of the shelf at the empty board; of one that is none, say why."""
        listed = self.listed_books[number]
        try:
            if not listed.reason and number != self.chosen:
                before, self.book = self.book, OpenBook(listed, self.chance, self.context.reply)
                self.book.speed = self.book.speed if before is None else before.speed
                self.context.dismiss()  # what was said of another book goes with it
        except BadBook as error:  # its head was sound, or it has changed since it was put on the shelf
            self.listed_books[number] = listed = ListedBook(listed.path, reason=str(error))
        if listed.reason:
            self.context.reply(listed.reason)
        else:
            self.open_view("Board")
            self.refresh()

    def open_path(self, text: str) -> None:
        """Open the file that a person has named or dropped; it stands on the shelf from then on."""
        listed = written(text)
        known = next((at for at, each in enumerate(self.listed_books) if each.path == listed.path), None)
        if known is not None and self.listed_books[known].reason:
            self.listed_books[known] = listed
        elif known is None and not listed.reason:
            known = len(self.listed_books)
            self.listed_books.append(listed)
        if listed.reason or known is None:
            self.context.reply(listed.reason)
        else:
            self.choose(known)

    def _written(self, text: str) -> None:
        if text.strip():
            self.open_path(text)

    def open_file(self) -> None:
        """Let the path of a book be written."""
        self.open_view("Books")
        self.path.write()

    def _ask_this(self) -> None:
        """Be asked the lines of this book."""
        self.go(to.Openers("" if self.book is None else self.book.listed.path.stem))

    def train_drawn(self) -> None:
        """Train the opener on the clipboard, as a book of the person's own."""
        text = clipboard.get()
        if text.strip():
            self.go(to.Openers(drawn=text))
        else:
            self.context.reply("There is no fumen on the clipboard.")

    # -- looking --

    def open_view(self, view: View) -> None:
        """Show the shelf, the board, the map or the sizes; without a book there is only the shelf."""
        self.view = view if self.book is not None else "Books"
        self.targets.focus = f"view {VIEWS.index(self.view)}"
        if self.view == "Books":
            self.targets.focus = f"book {self.chosen or 0}"
        if self.book is None:
            return
        self.book.slot = None
        if self.view == "Board":
            self.targets.focus = BOARD
        elif self.view == "Compare":
            self.targets.focus = "deal all"
        elif self.view == "Setups":
            self.targets.focus = "setup 0"
        elif self.view == "Map" and self.book.place is not None:
            self.targets.focus = f"position {self.book.place}"

    def _deal(self) -> None:
        """Deal another queue, to the board or to all books."""
        if self.view == "Compare":
            self.comparison.deal()
        elif self.book is not None:
            self.book.deal()

    # -- setups --

    @property
    def _setup(self) -> Setup | None:
        """The setup that is looked at, where they are."""
        return self.setups.shown if self.view == "Setups" else None

    def choose_setup(self, setup: Setup) -> None:
        """Look at a setup, in the drawer where the window is narrow."""
        self.setups.choose(setup)
        self.panel_open = Frame.of(*self.context.size).drawer

    def copy_setup(self) -> None:
        """Put the setup's fumen on the clipboard."""
        if self._setup is not None:
            done = clipboard.put(self._setup.fumen)
            self.context.reply("Copied the fumen." if done else "There is no clipboard here.")

    def open_setup(self) -> None:
        """Open the setup in the sandbox, with the pieces that are left."""
        if self._setup is not None:
            self.go(to.Sandbox(State.open(self._setup.rules(self.chance.randrange(1 << 32)))))

    def practise_setup(self) -> None:
        """Be asked for the setup piece by piece."""
        if self._setup is not None:
            self.go(to.Openers(drawn=self._setup.fumen))

    def _watching(self, number: int) -> Callable[[], object] | None:
        """A press on the button of a book's showcase; None where it has none."""
        name = self.listed_books[number].path.stem
        shipped_book = self.listed_books[number].source is not None
        return partial(self.watch, name) if shipped_book and name in showcases.names() else None

    def watch(self, name: str) -> None:
        """Open the showcase of a book."""
        try:
            self.next = self.context.scene(to.Show(name), self)
        except KibitzError as error:
            self.context.reply(str(error))

    def _watch_this(self) -> None:
        """Open the showcase of the book that is open, or of the one that the keyboard is on."""
        number = self.targets.focus_of("book") if self.view == "Books" else None
        at = int(number) if number else self.chosen
        press = None if at is None else self._watching(at)
        if press is not None:
            press()

    def next_view(self) -> None:
        """The view behind this one."""
        self.open_view(VIEWS[(VIEWS.index(self.view) + 1) % len(VIEWS)])

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages of the panel."""
        frame = Frame.of(*self.context.size)
        return pages_of(self.book, beside=self.view == "Board" and _is_roomy(frame))

    @property
    def page(self) -> Page:
        """The page that is shown: the one chosen last, where there is one."""
        return self._page if self._page in self.pages else self.pages[0]

    def open_page(self, page: Page) -> None:
        """Show a page of the panel."""
        self._page = page
        self.lists.scroll.offset = 0.0
        self.panel_open = True

    def toggle_hints(self) -> None:
        """Show or hide what the book says."""
        self.hints = not self.hints

    def take_slot(self, slot: int) -> None:
        """Write at a slot of the visible pieces from now on, on the board."""
        if self.book is not None:
            self.book.slot, self.book.playing = slot, False
            self.view, self.targets.focus, self.targets.ring = "Board", BOARD, False

    def write_queue(self) -> None:
        """Begin to write the queue at the piece in hand, or the one that setups are built from."""
        if self.view == "Setups":
            self.setups.entry.write()
        elif self.book is not None:
            self.take_slot(1 if self.book.here.state.hold is not None else 0)

    def jump(self, place: int) -> None:
        """Stand at a position of the map."""
        if self.book is not None:
            self.book.jump(place)
            self.targets.focus = f"position {place}"

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        scale = self.context.scale
        if event.type == pygame.DROPFILE:
            self.open_path(event.file)
        elif (entry := self._entry) is not None and entry.handle(event):
            pass
        elif event.type == pygame.KEYDOWN:
            self._key_event(event)
        elif hasattr(event, "pos"):
            self._mouse_event(event, (event.pos[0] / scale, event.pos[1] / scale))
        elif event.type == pygame.MOUSEWHEEL:
            over = [each for each in self._scrolls() if inside(self.targets.pointer, each.view)]
            if over:
                over[0].handle(event, scale)
            elif self.view == "Board":
                self.input.offer(event, scale)
        return self.next

    @property
    def _entry(self) -> TextEntry | None:
        """The line to write in, where there is one."""
        return {"Books": self.path, "Setups": self.setups.entry}.get(self.view)

    def _scrolls(self) -> list[Scroll]:
        """The lists that can be seen."""
        over = {
            "Books": [self.book_list.scroll],
            "Sizes": [self.sizes],
            "Compare": [self.compared],
            "Setups": [self.setups.scroll],
        }.get(self.view, [])
        return over if self.view == "Setups" else [self.lists.scroll, *over]

    def _mouse_event(self, event: pygame.event.Event, at: Point) -> None:
        if any(scroll.handle(event, self.context.scale) for scroll in self._scrolls()):
            return
        self.targets.pointer = at
        if event.type == pygame.MOUSEBUTTONDOWN and self._writes and self.input.under_pointer:
            self._stop_writing()
        elif self.view == "Board":
            self.input.mouse(event, self.context.scale)
        else:
            self.targets.handle(event, self.context.scale)

    def _put(self, move: str) -> None:
        """Place the piece of the book's queue."""
        if self.book is not None:
            self.book.put(Placement.parse(move))

    def _key_event(self, event: pygame.event.Event) -> None:
        on_board = self.view == "Board" and self.input.focused
        if self._writes and self._write_key(event):
            return
        if on_board and not self._writes and self.input.key(event, self.context.scale):
            return
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._scrolls()[-1].handle(event, self.context.scale)
        elif self._enter_map(event) or (self.view == "Setups" and self.setups.step(self.targets, event)):
            pass
        elif not self._step_row(event) and not self.targets.handle(event, self.context.scale):
            self.key(event)

    def _enter_map(self, event: pygame.event.Event) -> bool:
        """An arrow where the map is seen and the keyboard is not in a list: it is on the position on the board then."""
        arrows = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)
        place = None if self.book is None else self.book.place
        if (
            self.view != "Map"
            or event.key not in arrows
            or place is None
            or any(self.targets.focus_of(kind) is not None for kind in ("position", "run", "move", "choice"))
        ):
            return False
        name = f"position {place}"
        at = (
            next((f"position {each}" for each in self.book.graph.children.get(place, ())), name)
            if self.book
            else name
        )
        self.targets.focus, self.targets.ring = at, True
        return True

    def _step_row(self, event: pygame.event.Event) -> bool:
        """An arrow up or down in a list, beyond its rows in sight too; whether there was one to go to."""
        by = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key, 0)
        name = self.lists.beside(self.targets.focus, by) if by else None
        if name is not None:
            self.targets.focus, self.targets.ring = name, True
        return name is not None

    @property
    def _writes(self) -> bool:
        """True if the queue is being written."""
        return self.book is not None and self.book.slot is not None

    def _stop_writing(self) -> None:
        """The keyboard is the piece's again."""
        if self.book is not None:
            self.book.slot = None

    def _write_key(self, event: pygame.event.Event) -> bool:
        """A key while the queue is written; whether it was used."""
        letter = event.unicode.upper()
        if self.book is None or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        if letter and letter in PIECES:
            self.book.write(PIECES.index(letter))
        elif event.key in (pygame.K_LEFT, pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN):
            self.book.step_slot(-1 if event.key in (pygame.K_LEFT, pygame.K_UP) else 1)
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self.book.empty_hold()
        elif event.key in (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_q):
            self._stop_writing()
        else:
            return False
        return True

    def entered(self) -> None:
        super().entered()
        self.board.bind(self.context.config)

    def commands(self) -> list[Command]:
        def view(name: View) -> Run:
            return partial(self.open_view, "Board" if self.view == name else name)

        book, lists = self.book, self.lists
        views = (
            self.next_view, partial(self.open_view, "Books"), view("Map"), view("Compare"), view("Setups"),
            view("Sizes"),
        )  # fmt: skip
        pages = self.pages
        next_page = partial(self.open_page, pages[(pages.index(self.page) + 1) % len(pages)])
        write = "change the queue: type I O T L J S Z; arrows move; Backspace empties the hold"
        sort = "sort runs by queue or by share, setups by the next figure"
        chosen = "show only the run of this queue, setups from the next start"
        on_setups = self.view == "Setups"
        return [
            *([] if book is None else book.commands(deal=self._deal)),
            *([] if book is None and self.view != "Setups" else [Command("Q", self.write_queue, write)]),
            Command("O", self.open_file, "open a book from a file"),
            Command("V, B, M, J, S, G", views, "the next view; books, map, compare, setups, sizes"),
            *actions(self.copy_setup, self.open_setup, self.practise_setup, enabled=self.view == "Setups"),
            Command("W", self._watch_this, "watch a game of this book"),
            Command("Ctrl+V", self.train_drawn, "train the opener of a copied fumen"),
            Command("L", self._ask_this, "be asked the lines of this book, piece by piece"),
            Command("N", next_page, "the next page of the panel: runs, moves, position, best play"),
            Command("E", self.setups.next_order if on_setups else lists.toggle_order, sort),
            Command("F", self.setups.next_start if on_setups else lists.toggle_filter, chosen),
            *self.input.commands(),
            Command("H", self.toggle_hints, scope=BOARDS),
            Command("K", self.toggle_panel, scope=BOARDS),
            Command("Esc", self.toggle_panel, enabled=self.panel_open),
            Command(
                "Esc", partial(self.open_view, "Board"), enabled=self.view != "Board" and book is not None
            ),
            *super().commands(),
        ]

    # -- living --

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self.best.take(event)
            self.setups.finder.take(event)
        if self.book is not None:
            if self.view == "Compare":
                self.comparison.work(self.listed_books, _SLICE)
            self.book.graph.work(_SLICE)
            length = self.context.theme.motion.long / 1000
            self.book.grown = 1.0 if self.context.still else min(1.0, self.book.grown + seconds / length)
            self.book.update(seconds)
            if self.book.playing and self.view == "Books":
                self.open_view("Board")
            seen = self.view == "Board" and self.hints and self.book.listed.optimum
            self.best.preparing = self.context.preparing("tetris")
            self.best.for_many = self.context.config.tetris.clears == "row"
            self.best.look(self.book.here, seconds, wanted=seen)
        self.refresh()
        return self.next

    def pulse(self) -> Hashable:
        book = self.book
        shown = (book.pulse(), book.grown, book.graph.taken) if book is not None else None
        return shown, self.comparison.taken, self.setups.note if self.view == "Setups" else ""

    def refresh(self) -> None:
        """Have lists and marks follow the board, what is pointed at, and the keyboard's focus."""
        if self.book is not None:
            here = self.book.here
            self.lists.show_choices(self.best.choices if self.solved else _NO_CHOICES)
            self.lists.show(here.entry, here.run)
            self.lists.point(self.targets)
            pointed = self.lists.pointed
            marked = self.lists.choices or self.lists.options
            self.board.mark(marked if self.hints else [], here.move, pointed and pointed.move)
            self.board.see(here.state, open_hand=self.book.slot is None)
        if self.view == "Setups":
            self.setups.scroll.follow(self.targets)
        if self.targets.focus != self._reached:
            self._reached = self.targets.focus
            kind, _, number = self._reached.partition(" ")
            if kind == "book" and number.isdigit():
                self.book_list.reveal(int(number))

    @property
    def solved(self) -> bool:
        """True if the page of best play is open, with its answer."""
        return self.page == "Best" and bool(self.best.choices)

    def left(self) -> None:
        self.best.stop()
        self.setups.leave()
        self.refresh()  # what is drawn below the help is what was left
        self.path.leave()
        if self.book is not None:
            self.book.playing = False

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        book = self.book
        with page(canvas, self, board=BOARD) as frame:
            self._draw_view(canvas, frame)
            draw_bar(canvas, frame, self, self.title, "" if book is None else book.listed.title)
            if book is not None:
                draw_timeline(canvas, frame, self.targets, self._curve(book), book.seek)
                draw_transport(canvas, frame, self.targets, book)
            if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
                column = PanelColumn(canvas, frame, self.targets)
                if self.view == "Setups":
                    draw_setup(
                        column,
                        self.setups,
                        actions(self.copy_setup, self.open_setup, self.practise_setup),
                    )
                elif book is None:
                    column.note("No book is open.")
                else:
                    draw_pages(
                        column,
                        book,
                        self.lists,
                        self.best,
                        self.pages,
                        self.page,
                        self.open_page,
                        hints=self.hints,
                    )

    def _curve(self, book: OpenBook) -> ValueCurve:
        """The value of each position of the walk, by the pieces placed."""
        every = [book.chance_at(at) for at in range(len(book.walk.steps))]
        values, here = tuple(None if each is None else each.value for each in every), book.chance
        longest = len(book.graph.layers) - 1 if book.graph.done else 0
        return ValueCurve(
            values=values if self.hints else (None,) * len(values),
            axis=_AXIS,
            cursor=book.at,
            last=max(7, longest, book.end),
            label="Chance here, any queue" if book.entry is not None else "Not in the book",
            figure="–" if here is None or not self.hints else here.figure,
            word=f"piece {book.at}" if book.at else "",
        )

    def _draw_view(self, canvas: Canvas, frame: Frame) -> None:
        """One of the views, chosen above it."""
        book, targets, margin = self.book, self.targets, frame.margin
        _, y, width, height = frame.board
        if self.view == "Board":
            self.input.add(frame.board)
        at, width, chosen = (
            (margin, y + (16 if height >= _LOW else 8)),
            width - 2 * margin,
            VIEWS.index(self.view),
        )
        self._draw_views(canvas, at, width, chosen)
        if self.view == "Board" and book is not None and width >= _ASKED:
            place = (margin + width - _ASK, at[1], _ASK, PILL)
            button(
                canvas, targets, "ask", place, "Ask me", self._ask_this, about=Tip("Be asked its lines", "L")
            )
        top = at[1] + PILL + (16 if height >= _LOW else 8)
        body = (margin, top, width, frame.foot - top - 12)
        if self.view == "Books" or book is None:
            self._draw_shelf(canvas, body)
        elif self.view == "Board":
            self._draw_board(canvas, frame, top, book)
        elif self.view == "Map":
            if width >= 700:
                draw_legend(canvas, (margin + width, at[1] + PILL / 2))
            draw_map(canvas, targets, body, book, self.jump)
        elif self.view == "Setups":
            draw_setups(
                canvas, targets, self.setups, (margin - 8, top, width + 16, body[3] + 12), self.choose_setup
            )
        else:
            view = (margin - 8, top, width + 16, body[3] + 12)
            scroll = self.sizes if self.view == "Sizes" else self.compared
            with Flow.scrolling(canvas, targets, scroll, view, above=0.0, below=8.0) as flow:
                flow.width -= 8
                if self.view == "Sizes":
                    draw_sizes(flow, book.walk.reading)
                else:
                    draw_comparison(flow, self.comparison, self.listed_books)

    def _draw_views(self, canvas: Canvas, at: Point, width: float, chosen: int) -> None:
        """The names of the views in one row, closer together where there is little room."""

        def choose(number: int) -> None:
            self.open_view(VIEWS[number])

        if row_height(canvas, VIEWS, width) == PILL:
            draw_choices(canvas, self.targets, "view", at, width, VIEWS, chosen, choose, about=_ABOUT)
            return
        each = (width + _CLOSE) / len(VIEWS)
        for number, (name, about) in enumerate(zip(VIEWS, _ABOUT, strict=True)):
            box, press = (at[0] + number * each, at[1], each - _CLOSE, PILL), partial(choose, number)
            pill(canvas, self.targets, f"view {number}", box, name, number == chosen, press, about)

    def _draw_shelf(self, canvas: Canvas, body: Box) -> None:
        """The books, and the line for the path of another."""
        x, y, width, height = body
        shelf = (x, y, width, height - PATH - 8)
        books, chosen = self.listed_books, self.chosen
        self.book_list.draw(canvas, self.targets, shelf, books, chosen, self.choose, self._watching)
        place = (x, y + height - PATH, min(width, 960.0), PATH)
        self.targets.add("path", place, self.path.write, radius=8)
        self.path.draw(canvas, place)

    def _draw_board(self, canvas: Canvas, frame: Frame, top: float, book: OpenBook) -> None:
        x, _, width, height = frame.board
        placed = f"{counted(book.at, 'piece')} placed"
        above = [f"{book.listed.title} · {placed}", placed]
        flow = Flow(canvas, self.targets, frame.margin, top, width - 2 * frame.margin)
        box: Box = (x, top - 8, width, frame.foot - top + 8)
        if _is_roomy(frame):
            beside = min(_BESIDE, 0.38 * width)
            box = (x + beside - 24, top - 8, width - beside + 24, frame.foot - top + 8)
            flow.y, flow.width, flow.bottom = top + 8, beside - 36, frame.foot - 16
            draw_title(flow, above, book.stage)
            flow.y += 16 if height >= _TITLED else 4
            self._draw_facts(flow, book)
        elif height >= _TITLED:
            draw_title(flow, above, book.stage)
            box = (x, flow.y, width, frame.foot - flow.y)
        focused, writing = self.input.focused, book.slot is not None
        look = RenderState(book.here.state, grown=book.grown, open_hand=not writing, focused=focused)
        self.board.draw(canvas, box, look)
        follow = book.put if self.solved else book.follow_move
        self.board.draw_controls(canvas, self.targets, box, book, self.take_slot, follow)

    def _draw_facts(self, flow: Flow, book: OpenBook) -> None:
        """Draw facts about the position, and about the run under the pointer or else that of the queue."""
        pointed = self.lists.pointed
        draw_facts(flow, book, pointed if isinstance(pointed, Row) else None, hints=self.hints)
