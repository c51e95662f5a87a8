"""The book explorer: a book walked through piece by piece, its runs and moves beside the board, its map, its size."""

from __future__ import annotations

import random
from functools import partial
from typing import Literal

import pygame

from ai.book.reading import Entry
from game.errors import BadBook, IllegalMove
from game.tetris.guideline import PIECES, Placement
from gui.context import AppContext, Scene
from gui.play.game_ui import Axis, PanelColumn, RenderState, ValueCurve, draw_timeline
from gui.play.transport import SPEEDS, draw_transport, next_speed, slower
from gui.scenes.books import board
from gui.scenes.books.board import EMPTY_HOLD, BookBoard, places
from gui.scenes.books.chart import Chart, bag_words, draw_legend
from gui.scenes.books.panel import CHOICE_ROW, Lists, draw_choice, draw_facts, draw_title, saying
from gui.scenes.books.sizes import draw_sizes
from gui.scenes.books.walk import Atlas, Outcome, Volume, Walk, outcome, percent, shipped, written
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.ui.commands import Command, Run
from gui.ui.controls import PILL, draw_choices, pill
from gui.ui.layout import Frame, draw_drawer
from gui.ui.scroll import Scroll
from gui.ui.targets import inside
from gui.ui.text import counted, grouped
from gui.ui.widgets import TextLine

# What can be done in the explorer, whichever key or target asks for it.

View = Literal["Books", "Board", "Map", "Sizes"]
VIEWS: tuple[View, ...] = ("Books", "Board", "Map", "Sizes")
PAGES = ("Runs", "Moves", "Position")
BOARD = "board"
_PACE = 0.9  # seconds from one move of the book to the next
_AXIS = Axis(0.0, 1.0, ((1.0, "100"), (0.5, "50"), (0.0, "0")))
_SLICE = 0.004  # seconds of a frame in which the map is drawn up


# The panel of the explorer: pages of runs, of moves, and of the position's facts.

_PILL, _SMALL = 34.0, 30.0


def draw_leaves(deck: BooksScene, column: PanelColumn) -> None:
    """The pages' names, what can be chosen for the open one, and the page itself down to the foot of the panel."""
    canvas, colour = column.canvas, column.canvas.theme.colour
    column.y -= 15
    each = (column.width - 12) / len(PAGES)
    for number, page in enumerate(PAGES):
        box = (column.left + number * (each + 6), column.y, each, _PILL)
        turn = partial(deck.open_page, number)
        pill(canvas, column.targets, f"page {number}", box, page, number == deck.page, turn, f"{page}  (N)")
    column.y += _PILL + 12
    step = deck.walk.here if deck.walk is not None else None
    if step is None:
        canvas.paragraph((column.left, column.y, column.width, 0), "No book is open.", "body", colour.text3)
    elif deck.page == PAGES.index("Position"):
        _draw_position(deck, column)
    elif not deck.hints:
        words = "What the book says is hidden. H shows it."
        canvas.paragraph((column.left, column.y, column.width, 0), words, "body", colour.text3)
    elif step.entry is None:
        column.y += 16 + canvas.paragraph(
            (column.left, column.y, column.width, 0), saying(step, step.run), "body", colour.text2
        )
        if deck.walk is not None and deck.walk.at:
            column.button("step back", "Take the piece back", "U", deck.back_step)
    elif deck.page == PAGES.index("Moves"):
        count = len(deck.lists.options)
        _draw_count(column, f"{grouped(count)} move{'' if count == 1 else 's, by queues'}", "chance")
        view = _view(column)
        deck.lists.draw_moves(canvas, column.targets, view, step.entry, deck.outcome, deck.follow_move)
    else:
        _draw_order(deck, column)
        view = _view(column)
        deck.lists.draw_runs(
            canvas, column.targets, view, step.entry, step.run, deck.outcome, deck.follow_run
        )


def _view(column: PanelColumn) -> Box:
    inset = 16.0 if column.frame.margin >= 24 else 10.0
    return (column.left - inset, column.y, column.width + 2 * inset, column.bottom - column.y)


def _draw_order(deck: BooksScene, column: PanelColumn) -> None:
    """How the runs are sorted, and whether all of them are shown."""
    canvas, targets, lists = column.canvas, column.targets, deck.lists
    half = (column.width - 6) / 2
    boxes = [(column.left + number * (half + 6), column.y, half, _SMALL) for number in range(2)]
    order, about = "By share" if lists.by_share else "By queue", "Sort by queue, or by share  (E)"
    pill(canvas, targets, "order", boxes[0], order, False, deck.toggle_order, about)
    about = "Only the run of the queue on the board  (F)"
    pill(canvas, targets, "filter", boxes[1], "This queue", lists.filtered, deck.toggle_filter, about)
    column.y += _SMALL + 8
    entry = deck.entry
    count = 0 if entry is None else len(entry.starts)
    shown = f"{grouped(len(lists.runs))} of " if lists.filtered else ""
    _draw_count(column, f"{shown}{counted(count, 'run')}", "chance")


def _draw_count(column: PanelColumn, words: str, figure: str) -> None:
    canvas, colour = column.canvas, column.canvas.theme.colour
    used = canvas.text((column.right, column.y + 8), figure, "label", colour.text3, "right")
    canvas.text(
        (column.left, column.y + 8),
        canvas.fitted(words, "label", column.width - used - 8),
        "label",
        colour.text3,
    )
    column.y += 22


def _draw_position(deck: BooksScene, column: PanelColumn) -> None:
    assert deck.walk is not None
    box = (column.left, column.y, column.width, column.bottom - column.y - 56)
    title = deck.volume.title if deck.volume is not None else ""
    used = draw_title(column.canvas, box, title, deck.stage) + 16
    step = deck.walk.here
    led = None if step.move is None or not deck.hints else deck.outcome(step.move)
    draw_facts(
        column.canvas, (box[0], box[1] + used, box[2], box[3] - used), step, deck.lists.figures, step.run, led
    )
    column.y = column.bottom - 50
    column.button("another queue", "Deal another queue", "D", deck.deal)


_BESIDE = 304.0  # the width of the words beside the board, where there is room
_ROOMY = 800.0
_LOW = 320.0  # units of a board's height below which a title over it would cost too much


class BooksScene(Scene):
    """One window into the books."""

    name = "books"
    title = "Books"

    def __init__(
        self, context: AppContext, back: Scene | None, name: str = "", seed: int | None = None
    ) -> None:
        super().__init__(context, back)
        self.chance = random.Random(seed)
        self.volumes: list[Volume] = shipped()
        self.chosen: int | None = None
        self.walk: Walk | None = None
        self.atlas: Atlas | None = None
        self.chart, self.lists = Chart(), Lists()
        self.view: View = "Books"
        self.page = 0
        self.hints, self.playing, self.panel_open = True, False, False
        self.speed = 1.0
        self.slot: int | None = None  # the place of the queue that is being written
        self._clock = 0.0
        self._grown = 1.0
        names = [volume.path.stem for volume in self.volumes]
        sound = [number for number, volume in enumerate(self.volumes) if not volume.reason]
        if name in names:
            sound.insert(0, names.index(name))
        if sound:
            self.choose(sound[0])
        self.board = BookBoard()
        self.shelf, self.pages = Scroll(), Scroll()
        self.line = TextLine("Path of a book, or drop the file here", self._written)
        self._reached = ""
        self._writes = False

    # -- books --

    @property
    def volume(self) -> Volume | None:
        """The book that is open."""
        return None if self.chosen is None else self.volumes[self.chosen]

    def choose(self, number: int) -> None:
        """Open a book of the shelf at the empty board; of one that is none, say why."""
        volume = self.volumes[number]
        try:
            reading = None if volume.reason else volume.reading
        except BadBook as error:  # its head was sound, or it has changed since it was put on the shelf
            self.volumes[number] = volume = Volume(volume.path, reason=str(error))
            reading = None
        if reading is None:
            self.context.reply(volume.reason)
            return
        if number != self.chosen:
            self.chosen = number
            self.walk = Walk(reading, self.chance)
            self.atlas = Atlas(reading, volume.stages)
            self.slot = None
            self._settled()
        self.open_view("Board")

    def open_path(self, text: str) -> None:
        """Open the file that a person has named or dropped; it stands on the shelf from then on."""
        volume = written(text)
        known = next((at for at, each in enumerate(self.volumes) if each.path == volume.path), None)
        if known is not None and self.volumes[known].reason:
            self.volumes[known] = volume
        elif known is None and not volume.reason:
            known = len(self.volumes)
            self.volumes.append(volume)
        if volume.reason or known is None:
            self.context.reply(volume.reason)
        else:
            self.choose(known)

    # -- looking --

    def open_view(self, view: View) -> None:
        """Show the shelf, the board, the map or the sizes; without a book there is only the shelf."""
        self.view = view if self.walk is not None else "Books"
        self.slot = None
        if self.view == "Board":
            self.targets.focus = BOARD
        elif self.view == "Books":
            self.targets.focus = f"book {self.chosen or 0}"
        elif self.view == "Map" and self.place is not None:
            self.targets.focus = f"position {self.place}"
        else:
            self.targets.focus = f"view {VIEWS.index(self.view)}"

    def next_view(self) -> None:
        """The view behind this one."""
        self.open_view(VIEWS[(VIEWS.index(self.view) + 1) % len(VIEWS)])

    def open_page(self, page: int) -> None:
        """Show a page of the panel."""
        self.page = page
        self.lists.scroll.offset = 0.0
        self.panel_open = True

    def toggle_hints(self) -> None:
        """Show or hide what the book says."""
        self.hints = not self.hints

    def toggle_panel(self) -> None:
        """Open or close the panel, where it is a drawer."""
        self.panel_open = not self.panel_open

    def toggle_order(self) -> None:
        """Sort runs by their queues, or by how many these are."""
        self.lists.by_share = not self.lists.by_share
        self.lists.scroll.offset = 0.0

    def toggle_filter(self) -> None:
        """Show only the run of the queue on the board, or all."""
        self.lists.filtered = not self.lists.filtered

    @property
    def entry(self) -> Entry | None:
        """What the book has for the position on the board."""
        return None if self.walk is None else self.walk.here.entry

    @property
    def place(self) -> int | None:
        """Where the position on the board stands in the file."""
        if self.walk is None or self.walk.here.position is None:
            return None
        return self.walk.reading.number(self.walk.here.position)

    def outcome(self, move: Placement) -> Outcome:
        """What a move of the book leads to from here."""
        assert self.volume is not None
        assert self.entry is not None
        return outcome(self.volume, self.entry.position, move)

    @property
    def stage(self) -> str:
        """The title of the stage, where the source has one."""
        volume, atlas, place = self.volume, self.atlas, self.place
        if volume is None or self.walk is None:
            return ""
        for step in reversed(self.walk.steps[: self.walk.at + 1]):
            if step.position is not None and step.position in volume.stages:
                return volume.stages[step.position]
        found = atlas.stage.get(place, "") if atlas is not None and place is not None else ""
        return found or bag_words(self.walk.at)

    # -- going --

    def put(self, text: str) -> None:
        """Place the piece in hand."""
        if self.walk is None:
            return
        move = Placement.parse(text)
        try:
            self.walk.here.state.put(move)
        except IllegalMove as error:
            self.context.reply(str(error))
            return
        self.walk.place(move)
        self._moved()

    def follow_run(self, run: int) -> None:
        """Do what a run says."""
        if self.entry is not None and run >= len(self.entry.moves):
            return  # a press on what was drawn before a key led elsewhere, in the same frame
        if self.walk is not None and self.walk.follow(run):
            self._moved()
        else:
            self.context.reply("This run has no move. Its first queue is on the board.")

    def follow_move(self, move: Placement) -> None:
        """Make one of the book's moves, with a queue for which it is meant."""
        entry = self.entry
        if self.walk is None or entry is None:
            return
        runs = [run for run, each in enumerate(entry.moves) if each == move]
        if not runs:
            return  # likewise
        if self.walk.here.run not in runs:
            widest = max(runs, key=lambda run: (entry.ends[run] - entry.starts[run], -run))
            self.walk.lay_out(entry.starts[widest])
        self.follow()

    def follow(self) -> bool:
        """Do what the book says to the queue on the board; False where it is silent."""
        step = self.walk.here if self.walk is not None else None
        if step is None or step.run is None or step.move is None:
            return False
        self.follow_run(step.run)
        return True

    def jump(self, place: int) -> None:
        """Stand at a position of the map."""
        if self.walk is not None and self.atlas is not None and place in self.atlas.depth:
            if place != self.place:
                self.walk.jump(self.atlas.path(place))
            self._settled()
            self.targets.focus = f"position {place}"

    def deal(self) -> None:
        """Another queue, by chance."""
        if self.walk is not None:
            self.walk.deal()
            self._settled()

    def _moved(self) -> None:
        self._grown = 0.0
        self.slot = None
        self._laid_out()

    def _settled(self) -> None:
        self._grown, self.playing = 1.0, False
        self._laid_out()

    def _laid_out(self) -> None:
        """Other pieces are visible, or another board: have the lists follow."""
        if self.walk is not None:
            self.lists.forget()
            self.lists.show(self.walk.here.entry, self.walk.here.run)
            self.lists.reveal(self.walk.here.run)

    # -- writing the queue --

    def take_slot(self, slot: int) -> None:
        """Write at a slot of the visible pieces from now on."""
        self.slot, self.playing = slot, False
        self.open_board()

    def open_board(self) -> None:
        """Have the keyboard on the board."""
        self.view, self.targets.focus, self.targets.ring = "Board", BOARD, False

    def write_queue(self) -> None:
        """Begin to write the queue, or end it."""
        if self.walk is not None:
            first = 1 if self.walk.here.state.hold is not None else 0
            self.take_slot(first)

    def stop_writing(self) -> None:
        """The keyboard is the piece's again."""
        self.slot = None

    def step_slot(self, by: int) -> None:
        """Write at the next slot, or at the one before."""
        if self.walk is not None and self.slot is not None:
            slots = places(self.walk.here)
            at = slots.index(self.slot) if self.slot in slots else 0
            self.slot = slots[(at + by) % len(slots)]

    def write(self, piece: int) -> None:
        """Put a piece into the slot, and go on to the next one; say so where it cannot come."""
        if self.walk is None or self.slot is None:
            return
        place = max(0, self.slot)
        if not self.walk.write(place, piece):
            can = ", ".join(PIECES[each] for each in self.walk.possible(place))
            self.context.reply(f"{PIECES[piece]} cannot come here; the bags can deal {can}.")
            return
        if self.slot == EMPTY_HOLD:
            self.walk.hold(held=True)
            self.slot = 0
        if self.slot < places(self.walk.here)[-1]:
            self.slot += 1
        self._settled()

    def empty_hold(self) -> None:
        """Take the piece out of hold, to the front of the queue."""
        if self.walk is not None and self.slot is not None and self.walk.here.state.hold is not None:
            self.walk.hold(held=False)
            self.slot = EMPTY_HOLD
            self._settled()

    # -- the transport --

    def first(self) -> None:
        self._go_to(0)

    def last(self) -> None:
        self._go_to(len(self.walk.steps) if self.walk is not None else 0)

    def back_step(self) -> None:
        self._go_to(self.walk.at - 1 if self.walk is not None else 0)

    def on_step(self) -> None:
        """What the book says or, where it says nothing, the step that was taken back."""
        self.playing = False
        if not self.follow() and not self._step_again():
            self._say_silent()

    def redo(self) -> None:
        """The step that was taken back, whoever made it."""
        self.playing = False
        self._step_again()

    def _step_again(self) -> bool:
        """Take the next step of the walk again; False at its end."""
        if self.walk is None or self.walk.at + 1 >= len(self.walk.steps):
            return False
        self.walk.go_to(self.walk.at + 1)
        self._moved()
        return True

    def _go_to(self, at: int) -> None:
        if self.walk is not None:
            self.walk.go_to(at)
            self.slot = None
            self._settled()

    def _say_silent(self) -> None:
        if self.entry is not None:
            self.context.reply("The book has no move for this queue. D deals another one.")
        elif self.volume is not None:
            self.context.reply(
                f"This line of {self.volume.title} ends here."
                if self._by_book
                else f"You have left {self.volume.title}. U takes a step back."
            )

    @property
    def _by_book(self) -> bool:
        """Whether the last piece was placed as the book has it."""
        walk = self.walk
        last = walk.here.state.last if walk is not None and walk.at else None
        if walk is None or last is None:
            return False
        before = walk.steps[walk.at - 1].entry
        return before is not None and last.placement in before.moves

    def toggle(self) -> None:
        self.playing = not self.playing and self.walk is not None
        self._clock = 0.0
        if self.playing and self.view == "Books":
            self.open_view("Board")

    def faster(self) -> None:
        self.speed = next_speed(self.speed)

    def slower(self) -> None:
        self.speed = slower(self.speed) if self.speed > SPEEDS[0] else self.speed

    def live(self, seconds: float) -> None:
        """Let time pass: the map is drawn up, a move falls, the book plays on."""
        if self.atlas is not None and not self.atlas.done:
            self.atlas.work(_SLICE)
        length = self.context.theme.motion.long / 1000
        self._grown = 1.0 if self.context.still else min(1.0, self._grown + seconds / length)
        if self.playing:
            self._clock += seconds * self.speed
            if self._clock >= _PACE:
                self._clock = 0.0
                self._play_on()

    def _play_on(self) -> None:
        if not self.follow():
            self.playing = False
            self._say_silent()

    # -- the timeline --

    def course(self) -> ValueCurve:
        """The value of each position of the walk, by the pieces placed."""
        steps = self.walk.steps if self.walk is not None else []
        values = tuple(None if step.entry is None else step.entry.value for step in steps)
        cursor = self.walk.at if self.walk is not None else 0
        here = values[cursor] if values else None
        longest = len(self.atlas.layers) - 1 if self.atlas is not None and self.atlas.done else 0
        return ValueCurve(
            values=values if self.hints else (None,) * len(values),
            axis=_AXIS,
            cursor=cursor,
            last=max(7, longest, len(steps) - 1),
            label="Chance"
            if here is not None and self.hints
            else "Not in the book"
            if here is None
            else "Chance",
            figure="–" if here is None or not self.hints else percent(here, 2),
            word=f"piece {cursor}" if cursor else "",
        )

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.DROPFILE:
            self.open_path(event.file)
        elif self.view == "Books" and self.line.handle(event):
            pass
        elif event.type == pygame.KEYDOWN:
            self._key_event(event)
        elif hasattr(event, "pos"):
            self._mouse_event(event, (event.pos[0] / self.context.scale, event.pos[1] / self.context.scale))
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event)
        return self.next

    def _wheel(self, event: pygame.event.Event) -> None:
        scroll = next((each for each in self._scrolls() if inside(self.targets.pointer, each.view)), None)
        if scroll is not None:
            scroll.handle(event, self.context.scale)
        elif self.view == "Board":
            self.board.handle(event, self.context.scale, True)

    def _scrolls(self) -> list[Scroll]:
        """The lists that can be seen."""
        over = {"Books": [self.shelf], "Sizes": [self.pages]}.get(self.view, [])
        return [self.lists.scroll, *over]

    def _mouse_event(self, event: pygame.event.Event, at: Point) -> None:
        if any(scroll.handle(event, self.context.scale) for scroll in self._scrolls()):
            return
        self.targets.pointer = at
        target = self.targets.under_pointer
        over_board = target is not None and target.name == BOARD
        if event.type == pygame.MOUSEBUTTONDOWN and over_board and self.slot is not None:
            self.stop_writing()
            return
        self.targets.handle(event, self.context.scale)
        if self.view == "Board" and (over_board or event.type == pygame.MOUSEMOTION):
            self._offer(event)

    def _offer(self, event: pygame.event.Event) -> None:
        """Let the hand have an event; it may drop the piece."""
        move = self.board.handle(event, self.context.scale, self.targets.focused(BOARD))
        if move is not None:
            self.put(move)

    def _key_event(self, event: pygame.event.Event) -> None:
        on_board = self.view == "Board" and self.targets.focused(BOARD)
        if self.slot is not None and self._write_key(event):
            return
        if on_board and self.slot is None and self.board.takes(event, on_board):
            self._offer(event)
        elif event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._scrolls()[-1].handle(event, self.context.scale)
        elif not self._step_row(event) and not self.targets.handle(event, self.context.scale):
            self.key(event)

    def _step_row(self, event: pygame.event.Event) -> bool:
        """An arrow up or down in a list, beyond its rows in sight too; whether there was one to go to."""
        by = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key, 0)
        name = self.lists.beside(self.targets.focus, by) if by else None
        if name is not None:
            self.targets.focus, self.targets.ring = name, True
        return name is not None

    def _write_key(self, event: pygame.event.Event) -> bool:
        """A key while the queue is written; whether it was used."""
        letter = event.unicode.upper()
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        if letter and letter in PIECES:
            self.write(PIECES.index(letter))
        elif event.key in (pygame.K_LEFT, pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN):
            self.step_slot(-1 if event.key in (pygame.K_LEFT, pygame.K_UP) else 1)
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self.empty_hold()
        elif event.key in (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_q):
            self.stop_writing()
        else:
            return False
        return True

    def commands(self) -> list[Command]:
        def view(name: View) -> Run:
            return partial(self.open_view, "Board" if self.view == name else name)

        back_to_board = self.view != "Board" and self.walk is not None
        return [
            Command(
                "Period",
                self.on_step,
                "play the book’s move; where it has none, repeat the step you took back",
            ),
            Command("Comma, Home", (self.back_step, self.first), "a step back, to the empty board"),
            Command("U, R", (self.back_step, self.redo), "take a step back, repeat it"),
            Command("P", self.toggle, "let the book play"),
            Command("D", self.deal, "deal another queue"),
            Command(
                "Q",
                self.write_queue,
                "change the queue: type I O T L J S Z; arrows move; Backspace empties the hold",
            ),
            Command("O", self.open_file, "open a book from a file"),
            Command(
                "V, B, M, G",
                (self.next_view, partial(self.open_view, "Books"), view("Map"), view("Sizes")),
                "the next view; books, map, sizes",
            ),
            Command(
                "N",
                lambda: self.open_page((self.page + 1) % len(PAGES)),
                "the next page of the panel: runs, moves, position",
            ),
            Command(
                "E, F",
                (self.toggle_order, self.toggle_filter),
                "sort runs by queue or by share; show only the run of this queue",
            ),
            *(Command(keys, None, words) for keys, words in self.board.keys()),
            Command("Space", self.toggle),
            Command("End", self.last),
            Command("Plus, Minus", (self.faster, self.slower)),
            Command("Backspace", self.back_step),
            Command("H", self.toggle_hints),
            Command("K", self.toggle_panel),
            Command("Esc", self.toggle_panel, enabled=self.panel_open),
            Command("Esc", partial(self.open_view, "Board"), enabled=back_to_board),
            *super().commands(),
        ]

    def open_file(self) -> None:
        """Let the path of a book be written."""
        self.open_view("Books")
        self._writes = True  # the line takes the keyboard once it has a place

    def _written(self, text: str) -> None:
        if text.strip():
            self.open_path(text)

    # -- living --

    def update(self, seconds: float) -> Scene | None:
        self.context.room.poll()
        self.line.update(seconds)
        self.live(seconds)
        self._follow_focus()
        return self.next

    def left(self) -> None:
        self.playing = False
        self.line.leave()

    def _follow_focus(self) -> None:
        """Bring the book that the keyboard has reached into sight."""
        if self.targets.focus == self._reached:
            return
        self._reached = self.targets.focus
        kind, _, number = self._reached.partition(" ")
        if kind == "book" and number.isdigit():
            self.shelf.show(int(number) * CHOICE_ROW, CHOICE_ROW)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self.context.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame)
        step = self.walk.here if self.walk is not None else None
        self.lists.show(None if step is None else step.entry, None if step is None else step.run)
        self._draw_view(canvas, frame)
        self.lists.forget()
        name = self.volume.title if self.volume is not None else ""
        draw_bar(canvas, frame, self, self.title, name)
        draw_timeline(canvas, frame, self.targets, self.course(), self._go_to)
        draw_transport(canvas, frame, self.targets, self, play="Let the book play, or stop  (P)")
        if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
            draw_leaves(self, PanelColumn(canvas, frame, self.targets))
        draw_word(canvas, frame, self)
        if not self.targets.focused(BOARD):
            self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _draw_view(self, canvas: Canvas, frame: Frame) -> None:
        """The four views, chosen above them."""
        if self.view == "Board":
            self.targets.add(BOARD, frame.board, lambda: None)
        _, y, width, height = frame.board
        margin = frame.margin
        at, chosen = (margin, y + 16), VIEWS.index(self.view)
        if height < _LOW:
            at = (margin, y + 8)
        about = (
            "Choose a book  (B)",
            "Play through the book",
            "The map of its positions  (M)",
            "Its size on disk  (G)",
        )
        draw_choices(
            canvas, self.targets, "view", at, width - 2 * margin, VIEWS, chosen,
            lambda number: self.open_view(VIEWS[number]), about=about,
        )  # fmt: skip
        top = at[1] + PILL + (16 if height >= _LOW else 8)
        body = (margin, top, width - 2 * margin, frame.foot - top - 12)
        if self.view == "Books":
            draw_choice(
                canvas, self.targets, body, self.volumes, self.chosen, self.choose, self.shelf, self.line
            )
            if self._writes:
                self._writes = False
                self.line.write()
        elif self.view == "Board":
            self._draw_board(canvas, frame, top)
        elif self.view == "Map" and self.atlas is not None:
            if body[2] >= 600:
                draw_legend(canvas, (margin + body[2], at[1] + PILL / 2))
            self.chart.draw(canvas, self.targets, body, self.atlas, self.place, self.jump)
        elif self.view == "Sizes":
            self._draw_sizes(canvas, body)

    def _draw_sizes(self, canvas: Canvas, box: Box) -> None:
        if self.volume is None:
            return
        view = (box[0] - 8, box[1], box[2] + 16, box[3] + 12)
        top = self.pages.fit(view, self.pages.content)
        seen = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect(view).clip(seen))
        self.pages.content = 8 + draw_sizes(canvas, (box[0], top, box[2] - 8, box[3]), self.volume.reading)
        canvas.surface.set_clip(seen)
        self.pages.draw(canvas)

    def _draw_board(self, canvas: Canvas, frame: Frame, top: float) -> None:
        if self.walk is None:
            return
        x, y, width, height = frame.board
        roomy = width >= _ROOMY
        box: Box = (x, top - 8, width, frame.foot - top + 8)
        if roomy:
            box = (x + _BESIDE - 24, y, width - _BESIDE + 24, height)
            self._draw_beside(canvas, (frame.margin, top + 8, _BESIDE - 24, frame.foot - top - 24))
        elif height >= _LOW:
            used = draw_title(
                canvas, (frame.margin, top, width - 2 * frame.margin, 0), self._above(), self.stage
            )
            box = (x, top + used, width, frame.foot - top - used)
        step = self.walk.here
        self.board.mark(self.lists.options if self.hints else [], step.move, self.lists.pointed)
        look = RenderState(
            position=step.state,
            grown=self._grown,
            open_hand=self.slot is None,
            focused=self.targets.focused(BOARD),
        )
        self.board.draw(canvas, box, look)
        geometry = self.board.geometry
        if geometry is None or self._grown < 1.0:
            return
        self.board.add_marks(self.targets, self.follow_move)
        if self.slot is None:
            board.draw_deal(canvas, self.targets, geometry, step, self.deal)
        board.draw_slots(canvas, self.targets, geometry, step, self.slot, self.take_slot)
        if self.slot is not None:
            can = self.walk.possible(max(0, self.slot))
            board.draw_palette(canvas, self.targets, box, geometry, can, self.write)

    def _above(self) -> str:
        """The book, and how many pieces are placed."""
        assert self.volume is not None
        assert self.walk is not None
        count = self.walk.at
        return f"{self.volume.title} · {counted(count, 'piece')} placed"

    def _draw_beside(self, canvas: Canvas, box: Box) -> None:
        """What is known of the position, at the left of the board."""
        assert self.walk is not None
        x, y, width, height = box
        used = draw_title(canvas, box, self._above(), self.stage) + 16
        step = self.walk.here
        run = step.run if self.lists.pointed_run is None else self.lists.pointed_run
        move = None if step.entry is None or run is None else step.entry.moves[run]
        led = None if move is None else self.outcome(move)
        box = (x, y + used, width, height - used)
        draw_facts(canvas, box, step, self.lists.figures, run, led if self.hints else None)


# The book explorer: a book walked through piece by piece, its runs, the map of its positions, and its size.

__all__ = ["BooksScene"]
