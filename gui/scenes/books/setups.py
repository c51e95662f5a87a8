"""The page of setups: those of the first perfect clear and of the second as small boards, ranked, with their figures.

Apart from `scene`: the question, the list and the setup that is looked at, while `scene` decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from ai.tetris.guideline.building_work import Building, BuildingWork, Built
from game.tetris.guideline import COLUMNS, PIECES
from game.tetris.guideline.ranked_setups import (
    FIRST,
    ORDERS,
    Order,
    Setup,
    ranked,
    ranked_setups,
    with_pieces,
)
from gui.games.guideline.cells import SeatGeometry, draw_icon, draw_piece
from gui.play.engine_room import EngineRoom, Event
from gui.play.job import RoomJob
from gui.play.panel import PanelColumn
from gui.scenes.books.book import percent
from gui.ui.canvas import Box, Canvas
from gui.ui.commands import Command
from gui.ui.controls import GAP, PILL, draw_choices, row_height
from gui.ui.layout import Flow
from gui.ui.scroll import Scroll
from gui.ui.targets import ARROWS, Targets
from gui.ui.text import counted, grouped
from gui.ui.text_entry import TextEntry

SIZES = (5, 6, 7)
_ORDERS = ("Build and clear", "Chance", "In a row")
_BY: tuple[Order, ...] = ("both", "chance", "clears")
_ABOUT = (
    "Chance to build it and to make the clear",
    "Chance of the clear once it is built",
    "Clears in a row from it, as a mean",
)
_ROWS = 4
_TILE, _BETWEEN, _CAPTION = 148.0, 12.0, 44.0  # least width of a board; between two; the words below one
_SMALLER = 0.55  # part of the panel's width that the picture takes where the window is low
_BESIDE = 20.0  # between two pieces that can be kept
_ENTRY, _ENTRY_WIDTH = 34.0, 280.0


class BuildFinder(RoomJob[Building, Built]):
    """The setups that a queue can build: asked of a worker."""

    def __init__(self, room: EngineRoom) -> None:
        super().__init__(room, "building", BuildingWork)
        self.result: Built | None = None

    def ask(self, start: str, queue: str) -> None:
        """Look for the setups from a start that a queue can build; an empty one stops."""
        self.result = None
        self.stop()
        if queue:
            self.start(Building(start=start, queue=queue))

    def take(self, event: Event) -> None:
        """Take in what has been found."""
        heard = self.hear(event)
        if heard is not None:
            self.result = heard


class SetupPage:
    """A question about the setups, those that answer it, and the one that is looked at."""

    def __init__(self, room: EngineRoom) -> None:
        self.finder = BuildFinder(room)
        self.entry = TextEntry("Only from my pieces: TIOSZLJ", self._write)
        self.scroll = Scroll()
        self.start, self.order, self.size = FIRST, _BY[0], 0
        self.letters = ""
        self.queue = ""
        self.chosen: Setup | None = None
        self.across = 1
        self._listed: tuple[object, list[Setup]] = (None, [])

    # -- what is asked --

    def choose_start(self, start: str) -> None:
        """Have the setups of another clear."""
        self.start = start
        self.entry.clear()
        self._write("")

    def next_start(self) -> None:
        """The setups from the start behind this one."""
        starts = [*ranked_setups().starts]
        self.choose_start(starts[(starts.index(self.start) + 1) % len(starts)])

    def sort_by(self, order: Order) -> None:
        """Rank them otherwise."""
        self.order = order
        self._asked()

    def next_order(self) -> None:
        """Rank them by the next figure."""
        self.sort_by(_BY[(_BY.index(self.order) + 1) % len(_BY)])

    def choose_size(self, size: int) -> None:
        """Have those of so many pieces, or of any number (0)."""
        self.size = 0 if size == self.size else size
        self._asked()

    def toggle_letter(self, letter: str) -> None:
        """Ask for setups with a piece, or no longer."""
        letters = self.letters.replace(letter, "") if letter in self.letters else self.letters + letter
        self.letters = letters
        self._asked()

    def _write(self, text: str) -> None:
        self.queue = "".join(text.upper().split())
        self.finder.ask(self.start, self.queue)
        self._asked()

    def _asked(self) -> None:
        """Look at the best of another question."""
        self.chosen, self.scroll.offset = None, 0.0

    def leave(self) -> None:
        """Give the keyboard back, and stop what is under way."""
        self.entry.leave()
        self.finder.stop()

    # -- what answers it --

    @property
    def setups(self) -> list[Setup]:
        """The setups that are listed, the best first."""
        result = self.finder.result
        ways = None if not self.queue else frozenset(() if result is None else result.ways)
        key = (self.start, self.order, self.size, self.letters, ways)
        if key != self._listed[0]:
            every = with_pieces(ranked_setups().of(self.start), self.letters)
            some = [
                each
                for each in every
                if self.size in (0, each.among.pieces) and (ways is None or each.row.way in ways)
            ]
            self._listed = key, ranked(some, self.order)
        return self._listed[1]

    @property
    def shown(self) -> Setup | None:
        """The setup that is looked at: the chosen one, else the best."""
        if self.chosen is not None:
            return self.chosen
        return self.setups[0] if self.setups else None

    def choose(self, setup: Setup) -> None:
        """Look at a setup."""
        self.chosen = setup

    def step(self, targets: Targets, event: pygame.event.Event) -> bool:
        """An arrow in the list, beyond the boards in sight too; whether there was one to go to."""
        number = targets.focus_of("setup")
        if number is None or event.key not in ARROWS:
            return False
        x, y = ARROWS[event.key]
        at = int(number) + x + self.across * y
        if not 0 <= at < len(self.setups):
            return False
        targets.focus, targets.ring = f"setup {at}", True
        self.choose(self.setups[at])
        return True

    @property
    def note(self) -> str:
        """The number of setups that are listed, or the reason there is none."""
        if self.queue and self.finder.failure:
            return self.finder.failure
        result, count = self.finder.result, len(self.setups)
        if self.queue and result is not None and result.reason:
            return result.reason
        if self.queue and self.finder.busy:
            return self.finder.warming or f"Building from {self.queue} … {counted(count, 'setup')} so far."
        total = sum(each.total for each in ranked_setups().starts[self.start].lists)
        if self.queue:
            return f"{self.queue} can build {counted(count, 'setup')} of those that are listed."
        share = ranked_setups().starts[self.start].share
        often = "" if self.start == FIRST else f" {percent(share)} of second clears start so, or mirrored."
        return f"{counted(count, 'setup')}, the best of {grouped(total)}.{often}"


# -- the list --


def draw_setups(
    canvas: Canvas, targets: Targets, page: SetupPage, view: Box, choose: Callable[[Setup], object]
) -> None:
    """The question, and the setups as small boards; a press on one chooses it."""
    with Flow.scrolling(canvas, targets, page.scroll, view, above=0.0, below=8.0) as flow:
        flow.width -= 8
        _draw_question(flow, page)
        flow.note(page.note)
        _draw_tiles(flow, page, choose)


def _draw_question(flow: Flow, page: SetupPage) -> None:
    starts = [*ranked_setups().starts]
    words = ["First clear", *starts[1:]]
    about = [
        "The first clear of a game",
        *(f"The second clear, from {each}: held | left of the bag" for each in starts[1:]),
    ]
    flow.pills(
        "start", words, starts.index(page.start), lambda number: page.choose_start(starts[number]), about
    )
    sizes, chosen = [f"{size} pieces" for size in SIZES], None
    if page.size:
        chosen = SIZES.index(page.size)
    by, size = partial(_sort, page), partial(_resize, page)
    canvas, targets = flow.canvas, flow.targets
    if row_height(canvas, [*_ORDERS, *sizes], flow.width - 2 * GAP) == PILL:
        wide = sum(canvas.text_width(word, "body") + 32 + GAP for word in _ORDERS) + 2 * GAP
        place, room = (flow.left + wide, flow.y), flow.width - wide
        draw_choices(canvas, targets, "size", place, room, sizes, chosen, size, within=flow.view)
        flow.pills("order", _ORDERS, _BY.index(page.order), by, _ABOUT)
    else:
        flow.pills("order", _ORDERS, _BY.index(page.order), by, _ABOUT)
        flow.pills("size", sizes, chosen, size)
    _draw_pieces(flow, page)


def _sort(page: SetupPage, number: int) -> None:
    page.sort_by(_BY[number])


def _resize(page: SetupPage, number: int) -> None:
    page.choose_size(SIZES[number])


def _draw_pieces(flow: Flow, page: SetupPage) -> None:
    """The pieces that a setup is to have, and the line for a queue, beside each other where there is room."""
    letters = {PIECES.index(letter) for letter in page.letters}
    wide = 7 * (44.0 + GAP)
    beside = flow.width - wide >= 180.0
    high = draw_choices(
        flow.canvas, flow.targets, "with", (flow.left, flow.y), flow.width if not beside else wide, [*PIECES],
        letters, lambda number: page.toggle_letter(PIECES[number]),
        about=[f"Only setups with {piece}" for piece in PIECES], within=flow.view,
    )  # fmt: skip
    if not beside:
        flow.y += high + GAP
    x = flow.left + wide if beside else flow.left
    box = (x, flow.y + (PILL - _ENTRY) / 2, min(_ENTRY_WIDTH, flow.right - x), _ENTRY)
    flow.targets.add(
        "queue", box, page.entry.write, radius=8, within=flow.view, about="Pieces in their order"
    )
    page.entry.draw(flow.canvas, box)
    flow.y += PILL + 12


def _draw_tiles(flow: Flow, page: SetupPage, choose: Callable[[Setup], object]) -> None:
    page.across = max(1, int((flow.width + _BETWEEN) / (_TILE + _BETWEEN)))
    width = (flow.width - (page.across - 1) * _BETWEEN) / page.across
    high = width * _ROWS / COLUMNS + _CAPTION
    step, setups = high + _BETWEEN, page.setups
    assert flow.view is not None
    first = max(0, int((flow.view[1] - flow.y) // step) - 1)
    last = int((flow.view[1] + flow.view[3] - flow.y) // step) + 2
    for row in range(first, min(last, -(-len(setups) // page.across))):
        for column, setup in enumerate(setups[row * page.across : (row + 1) * page.across]):
            box = (flow.left + column * (width + _BETWEEN), flow.y + row * step, width, high)
            press = partial(choose, setup)
            _draw_tile(flow, page, setup, row * page.across + column, box, press)
    flow.y += -(-len(setups) // page.across) * step


def _draw_tile(
    flow: Flow, page: SetupPage, setup: Setup, number: int, box: Box, press: Callable[[], object]
) -> None:
    canvas, colour = flow.canvas, flow.canvas.theme.colour
    about = setup.name or f"{setup.pieces}, built from {percent(setup.built)} of queues"
    lit = flow.targets.add(f"setup {number}", box, press, radius=6, within=flow.view, about=about)
    if lit or setup is page.shown:
        ground = (box[0] - 5, box[1] - 5, box[2] + 10, box[3] + 8)
        edge = colour.focus if setup is page.shown else None
        canvas.panel(ground, colour.raised, radius=6, edge=edge, width=2)
    draw_board(canvas, setup, (*box[:3], box[3] - _CAPTION))
    y = box[1] + box[3] - _CAPTION
    left, right = box[0], box[0] + box[2]
    chance, built = percent(setup.chance), f"{percent(setup.built, 0)} built"
    first, below, beside = {
        "both": (percent(setup.both), built, chance),
        "chance": (chance, built, percent(setup.both)),
        "clears": (f"{setup.clears:.1f} in a row", built, chance),
    }[page.order]
    used = canvas.text((right, y + 12), first, "strong", colour.amber_text, "right")
    name = canvas.fitted(setup.name or setup.pieces, "label", right - left - used - 8)
    canvas.text((left, y + 12), name, "label", colour.text2)
    used = canvas.text((right, y + 31), beside, "label", colour.text3, "right")
    canvas.text((left, y + 31), canvas.fitted(below, "label", right - left - used - 8), "label", colour.text3)


def draw_board(canvas: Canvas, setup: Setup, box: Box) -> None:
    """The picture of a setup, with the rows that go while it is built."""
    colour = canvas.theme.colour
    geometry = SeatGeometry.bare(box, canvas.scale, rows=_ROWS)
    (left, top), cell = geometry.corner(0, _ROWS - 1), geometry.cell
    well = (left, top, COLUMNS * cell, _ROWS * cell)
    canvas.fill(well, colour.well)
    canvas.panel(
        (well[0] - 1, well[1] - 1, well[2] + 2, well[3] + 2), None, radius=2, edge=colour.line2, width=1
    )
    for letter, cells in setup.picture:
        draw_piece(canvas, geometry, cells, letter)


# -- one setup --


def draw_setup(column: PanelColumn, page: SetupPage, commands: Sequence[Command]) -> None:
    """The setup that is looked at: its picture, its figures, what it can keep, and what can be done with it."""
    setup = page.shown
    if setup is None:
        column.note("Looking …" if page.finder.busy else "No setup is listed for this question.")
        return
    canvas, colour = column.canvas, column.canvas.theme.colour
    column.at_foot(commands)
    column.y -= 12
    width = column.width * (_SMALLER if column.tight else 1.0)
    high = width * _ROWS / COLUMNS
    draw_board(canvas, setup, (column.left, column.y, width, high))
    column.y += high + 22
    title = setup.name or f"Setup of {counted(setup.among.pieces, 'piece')}"
    canvas.text((column.left, column.y), canvas.fitted(title, "title", column.width), "title", colour.text)
    column.y += 30
    _draw_order(column, setup)
    amber = colour.amber_text
    solved = setup.solved
    orders = "" if solved is None else f" ({grouped(solved[0])} of {grouped(solved[1])})"
    column.line("Chance", f"{percent(setup.chance, 2)}{orders}", ink=amber)
    column.line("Built, any way", f"{percent(setup.built, 2)} of queues")
    column.line("Built and cleared", percent(setup.both, 2), ink=amber)
    column.line("Clears in a row", f"{setup.clears:.2f}", ink=amber)
    if setup.cleared:
        column.line("Rows cleared on the way", str(setup.cleared))
    if setup.row.ranks:
        ranks = dict(zip(ORDERS, setup.row.ranks, strict=True))
        column.line("Rank", f"{grouped(ranks['chance'])} by chance, {grouped(ranks['both'])} by both")
    _draw_saves(column, setup)


def _draw_order(column: PanelColumn, setup: Setup) -> None:
    """Its pieces in an order in which they can be placed."""
    if column.tight:
        return
    step = min(40.0, column.width / len(setup.way))
    for number, at in enumerate(setup.way):
        middle = (column.left + (number + 0.5) * step, column.y + 4)
        draw_icon(column.canvas, middle, at.piece, min(7.0, step / 5), orientation=at.orientation)
    column.y += 34


def _draw_saves(column: PanelColumn, setup: Setup) -> None:
    """The pieces that can be kept, with the share of queues."""
    if column.room < 70:
        return
    column.y += 4
    column.heading("Can keep")
    saves = [*setup.saves.items()]
    canvas, colour = column.canvas, column.canvas.theme.colour
    wide = (column.width - 2 * _BESIDE) / 3
    for number, (letter, share) in enumerate(saves):
        if column.room < 16:
            return
        x = column.left + (wide + _BESIDE) * (number % 3)
        draw_icon(canvas, (x + 12, column.y), PIECES.index(letter), 5.5)
        canvas.text((x + wide, column.y), percent(share, 0), "body", colour.text, "right")
        if number % 3 == 2 or number == len(saves) - 1:
            column.y += 26


def actions(
    copy: Callable[[], object],
    sandbox: Callable[[], object],
    train: Callable[[], object],
    *,
    enabled: bool = True,
) -> tuple[Command, ...]:
    """Commands for a setup."""
    return (
        Command(
            "T", sandbox, "open the setup in the sandbox", label="Sandbox", name="to sandbox", enabled=enabled
        ),
        Command(
            "Y", train, "practise to build the setup", label="Practise", name="practise", enabled=enabled
        ),
        Command(
            "Ctrl+C", copy, "copy the setup’s fumen", label="Copy fumen", name="copy fumen", enabled=enabled
        ),
    )
