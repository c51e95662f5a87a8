"""The book explorer: a book walked through piece by piece, its runs and moves beside the board, its map, its size."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.tetris.guideline import PIECES
from gui.drawing.canvas import Box, Canvas, Point
from gui.drawing.letters import counted
from gui.face import Look
from gui.frame.choices import PILL, draw_choices
from gui.frame.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.frame.drawer import draw_drawer
from gui.frame.layout import Frame
from gui.frame.panel import Column
from gui.frame.scroll import Scroll
from gui.frame.targets import inside
from gui.frame.timeline import draw_timeline
from gui.frame.transport import draw_transport, transport_keys
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.books import slots
from gui.scenes.books.board import BookBoard
from gui.scenes.books.chart import draw_legend
from gui.scenes.books.choice import ROW, draw_choice
from gui.scenes.books.deck import BOARD, PAGES, VIEWS, BooksDeck
from gui.scenes.books.facts import draw_facts, draw_title
from gui.scenes.books.leaves import draw_leaves
from gui.scenes.books.sizes import draw_sizes
from gui.widgets.text_line import TextLine

_BESIDE = 304.0  # the width of the words beside the board, where there is room
_ROOMY = 800.0
_LOW = 320.0  # units of a board's height below which a title over it would cost too much


class BooksScene(BooksDeck):
    """One window into the books."""

    name = "books"
    title = "Books"

    def __init__(self, salon: Salon, back: Scene | None, name: str = "", seed: int | None = None) -> None:
        self.board = BookBoard()
        self.shelf, self.pages = Scroll(), Scroll()
        self.line = TextLine("Path of a book, or drop the file here", self._written)
        self._reached = ""
        self._dragging = self._writes = False
        super().__init__(salon, back, name, seed)

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.DROPFILE:
            self.open_path(event.file)
        elif self.view == "Books" and self.line.handle(event):
            pass
        elif event.type == pygame.KEYDOWN:
            self._key_event(event)
        elif hasattr(event, "pos"):
            self._mouse_event(event, (event.pos[0] / self.salon.scale, event.pos[1] / self.salon.scale))
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event)
        return self.next

    def _wheel(self, event: pygame.event.Event) -> None:
        scroll = next((each for each in self._scrolls() if inside(self.targets.pointer, each.view)), None)
        if scroll is not None:
            scroll.handle(event, self.salon.scale)
        elif self.view == "Board":
            self.board.handle(event, self.salon.scale, True)

    def _scrolls(self) -> list[Scroll]:
        """The lists that can be seen."""
        over = {"Books": [self.shelf], "Sizes": [self.pages]}.get(self.view, [])
        return [self.lists.scroll, *over]

    def _mouse_event(self, event: pygame.event.Event, at: Point) -> None:
        if event.type == pygame.MOUSEBUTTONUP:
            self._dragging = False
        if event.type == pygame.MOUSEMOTION and self._dragging and event.buttons[0]:
            self._scrub(at)
        if any(scroll.handle(event, self.salon.scale) for scroll in self._scrolls()):
            return
        self.targets.pointer = at
        target = self.targets.under_pointer
        over_board = target is not None and target.name == BOARD
        if event.type == pygame.MOUSEBUTTONDOWN and over_board and self.slot is not None:
            self.stop_writing()
            return
        self.targets.handle(event, self.salon.scale)
        if self.view == "Board" and (over_board or event.type == pygame.MOUSEMOTION):
            self._offer(event)

    def _offer(self, event: pygame.event.Event) -> None:
        """Let the hand have an event; it may drop the piece."""
        move = self.board.handle(event, self.salon.scale, self.targets.focused(BOARD))
        if move is not None:
            self.put(move)

    def _key_event(self, event: pygame.event.Event) -> None:
        on_board = self.view == "Board" and self.targets.focused(BOARD)
        if self.slot is not None and self._write_key(event):
            return
        if on_board and self.slot is None and self.board.takes(event, on_board):
            self._offer(event)
        elif event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._scrolls()[-1].handle(event, self.salon.scale)
        elif not self._step_row(event) and not self.targets.handle(event, self.salon.scale):
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

    def key(self, event: pygame.event.Event) -> None:
        actions: dict[int, Callable[[], object]] = {
            **transport_keys(self),
            pygame.K_b: partial(self.open_view, "Books"),
            pygame.K_o: self.open_file,
            pygame.K_m: partial(self.open_view, "Board" if self.view == "Map" else "Map"),
            pygame.K_g: partial(self.open_view, "Board" if self.view == "Sizes" else "Sizes"),
            pygame.K_v: self.next_view,
            pygame.K_d: self.deal,
            pygame.K_q: self.write_queue,
            pygame.K_e: self.toggle_order,
            pygame.K_f: self.toggle_filter,
            pygame.K_n: lambda: self.open_page((self.page + 1) % len(PAGES)),
            pygame.K_h: self.toggle_hints,
            pygame.K_k: self.toggle_panel,
            pygame.K_p: self.toggle,
            pygame.K_u: self.back_step,
            pygame.K_BACKSPACE: self.back_step,
            pygame.K_r: self.redo,
        }
        action = actions.get(event.key)
        if action is not None and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            action()
        elif event.key == pygame.K_ESCAPE and self.panel_open:
            self.panel_open = False
        elif event.key == pygame.K_ESCAPE and self.view != "Board" and self.walk is not None:
            self.open_view("Board")
        else:
            super().key(event)

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("Period", "play the book’s move; where it has none, repeat the step you took back"),
            ("Comma, Home", "a step back, to the empty board"),
            ("U, R", "take a step back, repeat it"),
            ("P", "let the book play"),
            ("D", "deal another queue"),
            ("Q", "write the queue: I O T L J S Z, arrows; Backspace empties the hold"),
            ("O", "open a book from a file"),
            ("V, B, M, G", "the next view; books, map, sizes"),
            ("N", "the next page of the panel: runs, moves, position"),
            ("E, F", "sort runs by queues or share; only the run of this queue"),
            *self.board.keys(),
        ]

    def open_file(self) -> None:
        """Let the path of a book be written."""
        self.open_view("Books")
        self._writes = True  # the line takes the keyboard once it has a place

    def _press_timeline(self) -> None:
        self._dragging = True
        self._scrub(self.targets.pointer)

    def _scrub(self, at: Point) -> None:
        if self._span is not None:
            self._go_to(self._span.ply_at(at))

    def _written(self, text: str) -> None:
        if text.strip():
            self.open_path(text)

    # -- living --

    def update(self, seconds: float) -> Scene | None:
        self.salon.room.poll()
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
            self.shelf.show(int(number) * ROW, ROW)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self.salon.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame)
        step = self.walk.here if self.walk is not None else None
        self.lists.show(None if step is None else step.entry, None if step is None else step.run)
        self._draw_view(canvas, frame)
        self.lists.forget()
        name = self.volume.title if self.volume is not None else ""
        draw_bar(canvas, frame, self, self.title, name)
        self._span = draw_timeline(canvas, frame, self.targets, self.course(), self._press_timeline)
        draw_transport(canvas, frame, self.targets, self)
        if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
            draw_leaves(self, Column(canvas, frame, self.targets))
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
            "Walk through the book",
            "The map of its positions  (M)",
            "What it weighs  (G)",
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
        look = Look(
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
            slots.draw_deal(canvas, self.targets, geometry, step, self.deal)
        slots.draw_slots(canvas, self.targets, geometry, step, self.slot, self.take_slot)
        if self.slot is not None:
            can = self.walk.possible(max(0, self.slot))
            slots.draw_palette(canvas, self.targets, box, geometry, can, self.write)

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
