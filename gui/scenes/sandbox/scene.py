"""The sandbox: paint a board, write what comes, place pieces, and see what the engines say, as it changes."""

from __future__ import annotations

from functools import partial

import pygame

from game.errors import KibitzError
from game.record import Seat
from game.session import Session
from game.tetris.guideline import State
from game.tetris.guideline.sandbox.board import without_full_rows
from gui.drawing.canvas import Box, Canvas, Point
from gui.face import Look, certain, known_choices
from gui.frame.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.frame.drawer import draw_drawer
from gui.frame.layout import BAR, Frame
from gui.frame.panel import Column, Opinion
from gui.frame.targets import inside
from gui.frame.timeline import Course, draw_timeline
from gui.frame.transport import draw_transport, transport_keys
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.live.words import rate_words
from gui.scenes.new_game.form import Form
from gui.scenes.sandbox import pages, tools, travel
from gui.scenes.sandbox.deck import BOARD, CLEARS, MOVES, PAGES, SandboxDeck
from gui.table.asking import KIBITZER
from gui.tetris.guideline.geometry import SeatGeometry
from gui.tetris.guideline.words import detail

_ABOVE = 2.2
_ROOMY = 330.0  # the height of a panel whose every page has the buttons at its foot
_PREPARED = "The engines are being prepared …"


class SandboxScene(SandboxDeck):
    """One desk, its tools and its readers. Everything that is done here can be undone, and nothing is ever over."""

    name = "sandbox"
    title = "Tetris"

    def __init__(self, salon: Salon, back: Scene | None, start: State) -> None:
        super().__init__(salon, back, start)
        self.travel = travel.Travel(self)
        self._reached = ""  # the target that the keyboard reached last

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if self.travel.handle(event):
            return self.next
        if event.type == pygame.KEYDOWN:
            self._key_event(event)
        elif hasattr(event, "pos"):
            self._mouse_event(event, (event.pos[0] / self.salon.scale, event.pos[1] / self.salon.scale))
        elif event.type == pygame.MOUSEWHEEL and not self._scrolls(event) and self.desk.tool == "place":
            self.face.handle(event, self.salon.scale, True)
        return self.next

    def _scrolls(self, event: pygame.event.Event) -> bool:
        over = inside(self.targets.pointer, self.scroll.view)
        return self.page != MOVES and over and self.scroll.handle(event, self.salon.scale)

    def _mouse_event(self, event: pygame.event.Event, at: Point) -> None:
        if event.type == pygame.MOUSEBUTTONUP:
            self._dragging = False
        if event.type == pygame.MOUSEMOTION and self._dragging and event.buttons[0]:
            self._scrub(at)
        if self.page != MOVES and self.scroll.handle(event, self.salon.scale):
            return
        self.targets.pointer = at
        target = self.targets.under_pointer
        over_board = target is not None and target.name == BOARD
        if self.easel.mouse(event, at, over_board=over_board):
            self.targets.focus, self.targets.ring = BOARD, False
            return
        self.targets.handle(event, self.salon.scale)
        if self.desk.tool == "place" and (over_board or event.type == pygame.MOUSEMOTION):
            self._offer(event)

    def _offer(self, event: pygame.event.Event) -> None:
        """Let the hand have an event; it may drop the piece."""
        move = self.face.handle(event, self.salon.scale, self.targets.focused(BOARD))
        if move is not None:
            self.put(move)

    def _key_event(self, event: pygame.event.Event) -> None:
        on_board = self.targets.focused(BOARD)
        arrow = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key, 0)
        if self._control(event):
            return
        if self.desk.tool == "place" and self.face.takes(event, on_board):
            self.targets.focus = BOARD
            self._offer(event)
        elif on_board and self.easel.key(event):
            self.targets.ring = False
        elif arrow and self.page == CLEARS and pages.arrows_through_ways(self.solver, self.targets, arrow):
            pass
        elif not self.targets.handle(event, self.salon.scale):
            self.key(event)

    def _control(self, event: pygame.event.Event) -> bool:
        """The keys with Ctrl: undo and redo, the clipboard, rows that move."""
        if not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return False
        actions = {
            pygame.K_z: self.desk.redo if event.mod & pygame.KMOD_SHIFT else self.desk.undo,
            pygame.K_y: self.desk.redo,
            pygame.K_c: self.travel.copy_all if event.mod & pygame.KMOD_SHIFT else self.travel.copy,
            pygame.K_v: self.travel.paste,
            pygame.K_UP: lambda: self.desk.shift("up"),
            pygame.K_DOWN: lambda: self.desk.shift("down"),
            pygame.K_LEFT: lambda: self.desk.shift("left"),
            pygame.K_RIGHT: lambda: self.desk.shift("right"),
            pygame.K_BACKSPACE: self.desk.clear,
        }
        action = actions.get(event.key)
        if action is not None:
            action()
        return action is not None

    def key(self, event: pygame.event.Event) -> None:
        actions = {
            **transport_keys(self),
            pygame.K_b: lambda: self.choose_tool("paint"),
            pygame.K_d: lambda: self.choose_tool("place"),
            pygame.K_q: lambda: self.choose_tool("queue"),
            pygame.K_v: lambda: self.open_page((self.page + 1) % len(PAGES)),
            pygame.K_h: self.toggle_hints,
            pygame.K_u: self.back_step,
            pygame.K_r: self.on_step,
            pygame.K_m: self.desk.mirror,
            pygame.K_g: self.desk.add_garbage,
            pygame.K_f: self.desk.clear_full_rows,
            pygame.K_w: self.walk,
            pygame.K_p: self.travel.play,
            pygame.K_l: self.travel.play_live,
            pygame.K_o: self.travel.ask_open,
            pygame.K_s: self.travel.ask_save,
            pygame.K_k: self._toggle_panel,
        }
        action = actions.get(event.key)
        if event.key == pygame.K_ESCAPE and self.desk.tool == "queue":
            self.choose_tool("paint")
        elif action is not None and not event.mod & pygame.KMOD_ALT:
            action()
        else:
            super().key(event)

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("B, D, Q", "paint the board, place the piece, write the queue"),
            ("1 to 9", "colours of the brush: I O T L J S Z, grey, eraser"),
            ("Space, Backspace", "paint or erase the cell; with Shift, arrows paint"),
            ("I O T L J S Z", "write hold and queue; with Shift, arrows move a piece"),
            ("Ctrl and arrows", "move all rows"),
            ("M, G, F", "mirror, a row of garbage, let full rows go"),
            ("Ctrl and Backspace", "empty the board"),
            ("V", "the next page of the panel"),
            ("W", "walk through the perfect clear that is shown"),
            ("P, L", "play from here with the coach, or in real time"),
            ("Ctrl and C, V", "copy and paste a fumen; with Shift all versions"),
            ("O, S", "open or save a fumen in a file"),
            *self.face.keys(),
        ]

    def _toggle_panel(self) -> None:
        self.panel_open = not self.panel_open

    def _press_timeline(self) -> None:
        self._dragging = True
        self._scrub(self.targets.pointer)

    def _scrub(self, at: Point) -> None:
        if self._span is not None:
            self.desk.go_to(self._span.ply_at(at))

    # -- living --

    def update(self, seconds: float) -> Scene | None:
        for event in self.salon.room.poll():
            self.adviser.hear(event)
            self.solver.hear(event)
        ready = self.salon.warming is None and not self.easel.busy
        self.adviser.update(self.state, seconds, wanted=ready and (self.hints or self.playing))
        self.solver.update(self.state, seconds, wanted=ready and self.hints and self.page == CLEARS)
        if self.adviser.failed and self.playing:
            self.playing = False
        if self.playing:
            self._play_on(seconds)
        length = self.salon.theme.motion.long / 1000
        self._grown = 1.0 if self.salon.still else min(1.0, self._grown + seconds / length)
        self.travel.update(seconds)
        self._follow_focus()
        return self.next

    def _follow_focus(self) -> None:
        """Bring what the keyboard has reached into sight, where it is on a page that scrolls."""
        if self.targets.focus == self._reached:
            return
        self._reached = self.targets.focus
        target = next((each for each in self.targets.all() if each.name == self._reached), None)
        if target is not None and target.within is not None and self.targets.ring:
            origin = self.scroll.view[1] - self.scroll.offset
            self.scroll.show(target.box[1] - origin, target.box[3])

    def left(self) -> None:
        self.playing = False
        self.adviser.stop()
        self.solver.stop()
        self.travel.leave()
        if self.desk.history.last:
            self._save()

    def _save(self) -> None:
        """Save the board for the next time, without its full rows."""
        try:
            start = State.open(without_full_rows(self.state).here())
        except KibitzError as error:
            self.salon.say(str(error))
        else:
            self.salon.autosave.save_board(Session(start, (Seat("You"),)).record())

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self.salon.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame)
        self.targets.add(BOARD, frame.board, lambda: None)
        self._draw_board(canvas, self._draw_tools(canvas, frame))
        draw_bar(canvas, frame, self, self.title, "Sandbox", self._pace_words())
        self._span = draw_timeline(canvas, frame, self.targets, self._course(), self._press_timeline)
        draw_transport(canvas, frame, self.targets, self)
        self.travel.draw(canvas, frame)
        if draw_drawer(canvas, frame, self.targets, self._toggle_panel, is_open=self.panel_open):
            self._draw_panel(canvas, frame)
        draw_word(canvas, frame, self)
        if not self.targets.focused(BOARD):
            self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _draw_tools(self, canvas: Canvas, frame: Frame) -> Box:
        """The tools at the left or on top; returns what is left for the board."""
        x, y, width, height = frame.board
        self._narrow = width < tools.ROOMY
        if self._narrow:
            top = y + 8
            inner = width - 2 * frame.margin
            tools.draw_strip(canvas, self.targets, (frame.margin, top), inner, self.desk, self.choose_tool)
            used = 8 + tools.strip_height(canvas, inner)
            return (x, y + used, width, height - used)
        at = (frame.margin, BAR + 16)
        tools.draw_column(canvas, self.targets, at, height - 24, self.desk, self.choose_tool)
        used = frame.margin + tools.WIDTH
        return (x + used, y, width - used, height)

    def _draw_board(self, canvas: Canvas, box: Box) -> None:
        solving = self.hints and self.page == CLEARS
        advice = self.adviser.advice(self.state) if self.hints and not solving else None
        placing = self.desk.tool == "place" and not self.desk.flaw
        look = Look(
            position=self.state,
            choices=advice.choices if advice is not None else (),
            grown=self._grown,
            open_hand=placing,
            focused=self.targets.focused(BOARD),
            certain=certain(advice),
            known=known_choices(advice),
        )
        self.face.draw(canvas, box, look)
        above = _ABOVE if self.state.table.start == "21" else 1.2
        self.easel.geometry = SeatGeometry.fit(box, canvas.scale, above=above)
        if solving and self._grown >= 1.0:
            self.easel.draw_steps(canvas, self.solver.steps(self.state))
        self.easel.draw(canvas, focused=self.targets.focused(BOARD))
        if self.desk.tool != "place":
            self.easel.add_slots(self.targets)

    def _pace_words(self) -> str:
        advice = self.adviser.advice(self.state) if self.hints else None
        rate = advice.facts.get("nodes_per_second") if advice is not None else None
        if not isinstance(rate, (int, float)) or rate < 1:
            return ""
        return f"search {rate_words(rate)} nodes/s"

    def _course(self) -> Course:
        history = self.desk.history
        values = tuple(
            advice.value if (advice := self.adviser.advice(state)) is not None and self.hints else None
            for state in history.versions
        )
        here = values[history.at]
        return Course(
            values=values,
            axis=self.face.axis(values),
            cursor=history.at,
            last=max(1, history.last),
            label=self.face.reading(self.state) if here is not None else "Step",
            figure=self.face.figure(here) if here is not None else str(history.at),
            word=f"step {history.at}" if history.last else "",
        )

    # -- the panel --

    def _draw_panel(self, canvas: Canvas, frame: Frame) -> None:
        column = Column(canvas, frame, self.targets)
        column.y -= 15
        each = (column.width - 12) / len(PAGES)
        for number, page in enumerate(PAGES):
            box = (column.left + number * (each + 6), column.y, each, 34.0)
            open_page = partial(self.open_page, number)
            tools.pill(
                canvas,
                self.targets,
                f"page {number}",
                box,
                page,
                number == self.page,
                open_page,
                f"{page}  (V)",
            )
        column.y += 48
        if self.page == MOVES or frame.panel[3] >= _ROOMY:
            self.travel.draw_ways(column)
        if self.page == MOVES:
            column.y += 15
            self._draw_moves(column)
            return
        view = (frame.column + 8, column.y, frame.panel_width - 16, column.bottom - column.y)
        origin = self.scroll.fit(view, self.scroll.content)
        seen = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect(view))
        form = Form(canvas, self.targets, view, column.left, origin, column.width)
        if self.page == CLEARS:
            pages.draw_clears(form, self.solver, self._no_search(), self.walk)
        else:
            pages.draw_pieces(form, self.desk, with_rows=self._narrow)
        canvas.surface.set_clip(seen)
        self.scroll.content = form.y - origin
        self.scroll.draw(canvas)

    def _no_search(self) -> str:
        """Why perfect clears are not looked for; empty where they are."""
        if not self.hints:
            return "Hints are hidden. H shows them."
        return self.desk.flaw or ("" if self.salon.warming is None else _PREPARED)

    def _draw_moves(self, column: Column) -> None:
        state = self.state
        advice = self.adviser.advice(state)
        opinion = Opinion(self.face, state, advice, self.hints, self._waiting())
        if not (self.desk.flaw or state.over):
            column.best(opinion, lambda choice: self.put(choice.move), self.face.highlight, self.toggle_hints)
            column.why(opinion)
        else:
            self.face.highlight(None)
        column.game(self.face, state, [], self.desk.flaw or (detail(state) if state.over else ""))

    def _waiting(self) -> str:
        if self.salon.warming is not None:
            return _PREPARED
        warming = self.salon.room.state(KIBITZER) in ("starting", "warming")
        return self.adviser.failed or ("The engine is warming up …" if warming else "Thinking …")
