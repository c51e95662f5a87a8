"""The sandbox: paint a board, write what comes, place pieces, and see what the engines say, as it changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from pathlib import Path

import pygame

from ai.practice.orders import ClearOrder, MistakeReport
from ai.practice.work import ClearMaking
from game import transfer
from game.errors import BadInput, KibitzError, NotSaved
from game.facts import Effort
from game.practice.collection import Collection, Item
from game.practice.history import MISTAKES
from game.record import Seat
from game.review import value_of
from game.saving import load, save, text_of
from game.session import Session
from game.tetris.guideline import Placement, State, fumen, letter
from game.tetris.guideline.openers.drawn import source_text
from game.tetris.guideline.sandbox import page_of, read_positions, without_full_rows
from gui import destinations as to
from gui.context import AppContext, Scene, Shared
from gui.games.guideline.cells import SeatGeometry
from gui.games.guideline.render_state import rows_above
from gui.games.guideline.words import detail
from gui.games.registry import ui_of
from gui.play.board_input import BOARD, BoardInput
from gui.play.game_ui import Opinion, RenderState
from gui.play.job import RoomJob
from gui.play.kibitzer import draw_best, draw_game, draw_why, listed
from gui.play.panel import PanelColumn
from gui.play.players import adviser, adviser_options
from gui.play.playhead import Playhead, draw_transport
from gui.play.problem_run import ProblemRun
from gui.play.sources import certain, known_choices
from gui.play.timeline import ValueCurve, draw_timeline
from gui.scenes.form import Form
from gui.scenes.live.words import rate_words
from gui.scenes.sandbox import panel
from gui.scenes.sandbox.analysis import Adviser, Solver
from gui.scenes.sandbox.board_editor import BoardEditor
from gui.scenes.sandbox.editor import TOOLS, EditorModel, Tool
from gui.scenes.sandbox.panel import ROOMY, Tools
from gui.scenes.sandbox.panel import WIDTH as TOOLS_WIDTH
from gui.scenes.sandbox.setups import SetupFinder, draw_setups, source_of
from gui.ui import clipboard
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import BOARDS, Command, Tip, run_key
from gui.ui.controls import button
from gui.ui.layout import Flow, Frame, draw_drawer
from gui.ui.popup import PathLine
from gui.ui.scroll import Scroll
from gui.ui.targets import inside
from gui.ui.text import counted
from gui.ui.text_entry import TextEntry

_YOU = "You"

PAGES = ("Moves", "Clears", "Setups", "Pieces")
MOVES, CLEARS, SETUPS, PIECES = range(4)
_LINE, _BUTTON = 60.0, 36.0
_TALL_PANEL = 480.0  # the height of a panel with a row more
_ROOMY_PANEL = 330.0  # the height of a panel whose every page has the buttons at its foot


class ImportExport:
    """The ways in and out of one sandbox: fumens by clipboard and file, and games that begin here."""

    def __init__(self, scene: SandboxScene) -> None:
        self.scene = scene
        self._reply = scene.context.reply
        self.line = PathLine(
            "A fumen, or the path of a file with one",
            self.open_path,
            self._save,
            self._reply,
            _home,
        )
        self.asking = False  # whether the line is there

    # -- fumens --

    def copy(self) -> None:
        """Put the board on the clipboard."""
        self._copy((self.scene.state,), "the board as a fumen")

    def copy_all(self) -> None:
        """Put all versions up to this one on the clipboard, a page each."""
        history = self.scene.editor.history
        states = history.versions[: history.at + 1]
        self._copy(states, f"{counted(len(states), 'version')} as a fumen")

    def _copy(self, states: tuple[State, ...], what: str) -> None:
        self.put(partial(_fumen_of, states), what)

    def put(self, write: Callable[[], str], what: str) -> None:
        """Put a text on the clipboard."""
        try:
            text = write()
        except KibitzError as error:
            self._reply(f"This cannot be copied: {error}.")
            return
        copied = clipboard.put(text)
        self._reply(
            f"Copied {what}." if copied else "There is no clipboard here. S saves the fumen in a file."
        )

    def paste(self) -> None:
        """Show what the fumen on the clipboard does."""
        text = clipboard.get()
        if text.strip():
            self.take(text)
        else:
            self._reply("There is no fumen on the clipboard.")

    def take(self, text: str) -> bool:
        """Let the pages of a fumen follow; whether it could be read. A board as rows of text is read as well."""
        try:
            states = read_positions(text, self.scene.state)
        except KibitzError as error:
            self._reply(f"This cannot be read: {error}.")
            return False
        self.scene.editor.replace(states)
        self._reply(f"{len(states)} pages. Period and comma turn them." if len(states) > 1 else "One page.")
        return True

    def open_path(self, text: str) -> None:
        """Read the fumen in a file that a person has named or dropped; a fumen itself may stand in its place."""
        if fumen.is_fumen(text):
            if self.take(text):
                self.leave()
            return
        try:
            data = load(_home() / transfer.path_of(text), transfer.MOST_BYTES) if text.strip() else None
            if data is None or self.take(text_of(data, text)):
                self.leave()
        except (KibitzError, OSError, ValueError) as error:
            self._reply(str(error))

    def ask_open(self) -> None:
        """Ask for the file to open."""
        self.asking = True
        self.line.clear()
        self.line.write("")
        self._reply("Write a fumen or the path of a file with one, or drop the file here.")

    def ask_save(self) -> None:
        self.asking = True
        self.line.ask_save(_home() / "board.txt")
        self._reply("Write where to save the board as a fumen.")

    def _save(self, path: Path) -> None:
        save(path, f"{fumen.write([page_of(self.scene.state)])}\n".encode())
        self.asking = False

    def train(self) -> None:
        """Have the opener that is drawn trained, as a book of the person's own."""
        history = self.scene.editor.history
        try:
            text = _fumen_of(history.versions[history.at : history.at + 1])
        except KibitzError as error:
            self._reply(f"This cannot be a fumen: {error}.")
            return
        try:
            source_text(read_positions(text, State()), "", "")
        except KibitzError as error:
            self._reply(f"This is no opener: {error}.")
            return
        self.scene.go(to.Openers(drawn=text))

    # -- games --

    def play(self) -> None:
        """Play from here, piece by piece, with the coach."""
        start = self._start()
        if start is not None:
            session = Session(start, (Seat(_YOU),))
            self.scene.go(self.scene.context.scene(to.Play(session, book=self.scene.book), self.scene))

    def play_live(self) -> None:
        """Play from here in real time."""
        from game.tetris.guideline.real_time import Replay, Setup, Timing
        from gui.play.live_plan import Plan, Player, pieces_of, rules_of
        from gui.ui.input import handling_of

        start = self._start()
        if start is None:
            return
        plan = Plan("free", (Player(),), rules_of(start), pieces_of(start))
        try:
            setup = Setup(Timing.parse(plan.timing), (start,), (handling_of(self.scene.context.config),))
            live = self.scene.context.scene(to.Live(plan, Replay(setup)), self.scene)
        except KibitzError as error:
            self._reply(str(error))
            return
        self.scene.go(live)

    def _start(self) -> State | None:
        """A game that begins here; where none can, the reason is said."""
        flaw = self.scene.editor.flaw
        start = None if flaw else State.open(self.scene.state.here())
        if start is None or start.over:
            self._reply(flaw or "No piece can be placed here: there is no game to begin.")
            return None
        return start

    # -- the line --

    def handle(self, event: pygame.event.Event) -> bool:
        """React to a dropped file and to what is written."""
        if event.type == pygame.DROPFILE:
            self.open_path(event.file)
            return True
        if self.asking and event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.leave()
            return True
        return self.asking and self.line.handle(event)

    def leave(self) -> None:
        """Put the line away."""
        self.line.clear()
        self.asking = False

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        """The line over the foot of the board, as long as something is asked."""
        if not self.asking:
            return
        colour = canvas.theme.colour
        x, y, width, height = frame.board
        top = y + height - _LINE
        canvas.fill((x, top, width, _LINE), colour.panel)
        canvas.rule((x, top), (x + width, top), colour.line)
        used = canvas.text((frame.margin, top + _LINE / 2), self.line.label, "label", colour.text3)
        left = frame.margin + used + 12
        place = (left, top + 12, width - left - frame.margin, _BUTTON)
        self.scene.targets.add("path", place, self.line.write, radius=8)
        self.line.draw(canvas, place)


def _home() -> Path:
    """The person's own folder, or the present one where none is known."""
    try:
        return Path.home()
    except RuntimeError:
        return Path()


def _fumen_of(states: Sequence[State]) -> str:
    """The fumen with a page for each of these boards. Raises `BadInput`."""
    return fumen.write([page_of(state) for state in states])


def _height_of_ways(frame: Frame) -> float:
    """The height of the buttons at the foot of the panel."""
    return (3 if frame.panel[3] >= _TALL_PANEL else 2) * (_BUTTON + 6) + 10


class VersionPlayhead(Playhead):
    """A version of the board. Behind the last one `follow` plays on; it says whether it could."""

    place_word = "version"

    def __init__(self, editor: EditorModel, follow: Callable[[], bool]) -> None:
        self.editor = editor
        self.follow = follow

    @property
    def at(self) -> int:
        return self.editor.history.at

    @property
    def end(self) -> int:
        return self.editor.history.last

    @property
    def ended(self) -> bool:
        return False

    def show(self, at: int) -> None:
        self.editor.go_to(at)

    def play(self, places: int) -> int:
        if places and self.at < self.end:
            self.show(self.at + 1)
            return places
        return places if places and self.follow() else 0


class SandboxScene(Scene):
    """One editor, its tools and its readers. Everything that is done here can be undone, and nothing is ever over."""

    name = "sandbox"
    title = "Tetris"
    keys_title = "Sandbox"
    shares = True

    def __init__(self, context: AppContext, back: Scene | None, start: State, book: str = "") -> None:
        """`book` is the one that was chosen for this board."""
        super().__init__(context, back)
        self.book = book
        self.editor = EditorModel(start, context.reply)
        self.board_editor = BoardEditor(self.editor)
        self.ui = ui_of("tetris")
        self.input = BoardInput(self.ui.board, self.targets, self.put, context.reply)
        self.adviser = Adviser(
            context.room,
            adviser(context.config, "tetris"),
            context.config.engine.hint_seconds,
            adviser_options(context.config, "tetris", book),
        )
        self.solver = Solver(context.room)
        self.pattern = TextEntry("A pattern, such as *p7", self._ask_pattern)
        self.pattern.edited.put(self.solver.pattern)
        self.finder = SetupFinder(context.room)
        self.setup_pattern = TextEntry("A pattern, such as *p7", self._ask_setup_pattern)
        self.setup_pattern.edited.put(self.finder.pattern)
        self.making: RoomJob[ClearOrder, MistakeReport] = RoomJob(context.room, "clears", ClearMaking)
        self.hints = True
        self.page = MOVES
        self.head = VersionPlayhead(self.editor, self.follow)
        self.panel_open = False
        self.scroll = Scroll()
        self.targets.focus = BOARD
        self._grown = 1.0
        self._seen = 0  # the version of the last frame
        self.files = ImportExport(self)

    # -- what can be done --

    @property
    def state(self) -> State:
        return self.editor.state

    def shared(self) -> Shared:
        history = self.editor.history
        states = history.versions[: history.at + 1]
        text = partial(_fumen_of, states)
        try:
            session = transfer.from_text(text())
        except KibitzError:
            session = None
        if session is None or not session.length:
            why = (
                "A film needs placements one after the other. Place a piece, or walk through a perfect clear."
            )
            return Shared(None, 0, text, why)
        return Shared(session.record(), session.length, text)

    def choose_tool(self, tool: Tool) -> None:
        """Take another tool into the hand; the keyboard is on the board then."""
        self.editor.tool = tool
        self.targets.focus, self.targets.ring = BOARD, False
        if tool == "queue":
            self.page = PIECES
        elif self.page == PIECES:
            self.page = MOVES

    def open_page(self, page: int) -> None:
        """Turn the panel to another page."""
        self.page = page
        self.scroll.offset = 0.0
        self.panel_open = True

    def put(self, move: str) -> None:
        """Place a piece as a move says."""
        self.editor.put(Placement.parse(move))

    def walk(self) -> None:
        """Lay the perfect clear that is shown into the history, to be stepped through."""
        rest = self.finder.rest(self.state) if self.page == SETUPS else self.solver.rest(self.state)
        if not rest:
            self.context.reply("Choose what to walk through on the page Clears or Setups.")
            return
        self.head.playing = False
        self.editor.replace(rest)

    # -- what is chosen on the pages Clears and Setups --

    @property
    def _chosen(self) -> tuple[State, ...]:
        """The positions from the board on to the end of the way that is shown."""
        if self.page == SETUPS:
            return self.finder.rest(self.state)
        rest = self.solver.rest(self.state)
        return (self.state, *rest) if rest else ()

    @property
    def actions(self) -> panel.Actions:
        """Buttons for the way that is shown."""
        problem = ("Practise", "Practise it: find a perfect clear from here", self.practise)
        return (
            ("Walk", Tip("Walk through it, piece by piece", "W"), self.walk),
            *((problem,) if self.page == CLEARS else ()),
            ("Fumen", "Copy it as a fumen, a page for each piece", self.copy_way),
            ("Book", "Copy it as a stage of an opening book’s source", self.copy_source),
        )

    def copy_way(self) -> None:
        """Put the way that is shown on the clipboard, a page for each piece."""
        if self._chosen:
            states = self._chosen
            self.files.put(lambda: fumen.write(fumen.pages_of(states)), "the way as a fumen")

    def copy_source(self) -> None:
        """Put the way that is shown on the clipboard, as a stage of an opening book’s source."""
        states = self._chosen
        if states:
            placed = [state.last.placement for state in states[1:] if state.last is not None]
            way = "/".join(map(str, placed))
            self.files.put(partial(source_of, states[0].field, way), "the way as the source of a book")

    def practise(self) -> None:
        """Make a problem of the board with the pieces of the way that is shown, and begin it."""
        states = self._chosen
        if states:
            pieces = "".join(
                letter(state.last.placement.piece) for state in states[1:] if state.last is not None
            )
            rules = {key: text for key, text in self.state.here().items() if key != "hold"}
            self.making.start(ClearOrder(setup={**rules, "queue": f"list:{pieces}"}))
            self.context.reply("Making a problem of it …")

    def _begin_problem(self, report: MistakeReport) -> None:
        """Keep the problem that was made, and begin it."""
        if not report.problems:
            self.context.reply(f"This is no problem: {report.refused[0]}.")
            return
        collection = Collection.of_user()
        try:
            collection.history.add(report.problems)
        except NotSaved as error:
            self.context.notify(str(error))
        items = tuple(Item(MISTAKES, problem) for problem in report.problems)
        run = ProblemRun(collection, "Your board", items)
        self.go(self.context.scene(to.Problem(run), self))

    @property
    def _asked(self) -> TextEntry | None:
        """The line for a pattern that the page has."""
        if self.page == SETUPS:
            return self.setup_pattern
        return self.pattern if self.page == CLEARS and self.solver.pieces == "pattern" else None

    def _ask_setup_pattern(self, text: str) -> None:
        try:
            self.finder.ask_pattern(text)
        except BadInput as error:
            self.context.reply(f"This is not a pattern: {error}.")
            self.setup_pattern.correct()

    def _ask_pattern(self, text: str) -> None:
        try:
            self.solver.ask_pattern(text)
        except BadInput as error:
            self.context.reply(f"This is not a pattern: {error}.")
            self.pattern.correct()

    def toggle_hints(self) -> None:
        self.hints = not self.hints

    def follow(self) -> bool:
        """Place what the engine likes best behind the last version; False where it has said nothing yet."""
        advice = self.adviser.store.get(self.state)
        if self.state.over or self.editor.flaw:
            self.head.playing = False
        elif advice is not None and advice.choices:
            self.editor.put(Placement.parse(advice.choices[0].move))
            return True
        return False

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        asked = self._asked
        if self.files.handle(event) or (asked is not None and asked.handle(event)):
            return self.next
        if event.type == pygame.KEYDOWN:
            self._key_event(event)
        elif hasattr(event, "pos"):
            self._mouse_event(event, (event.pos[0] / self.context.scale, event.pos[1] / self.context.scale))
        elif event.type == pygame.MOUSEWHEEL and not self._scrolls(event) and self.editor.tool == "place":
            self.input.offer(event, self.context.scale)
        return self.next

    def _scrolls(self, event: pygame.event.Event) -> bool:
        over = inside(self.targets.pointer, self.scroll.view)
        return self.page != MOVES and over and self.scroll.handle(event, self.context.scale)

    def _mouse_event(self, event: pygame.event.Event, at: Point) -> None:
        if self.page != MOVES and self.scroll.handle(event, self.context.scale):
            return
        self.targets.pointer = at
        if self.board_editor.mouse(event, at, over_board=self.input.under_pointer):
            self.targets.focus, self.targets.ring = BOARD, False
        elif self.editor.tool == "place":
            self.input.mouse(event, self.context.scale)
        else:
            self.targets.handle(event, self.context.scale)

    def _key_event(self, event: pygame.event.Event) -> None:
        arrow = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key, 0)
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and run_key(self.bound(), event):
            return
        if self.editor.tool == "place" and self.input.key(event, self.context.scale):
            return
        if self.input.focused and self.board_editor.key(event):
            self.targets.ring = False
        elif arrow and self.page == CLEARS and panel.arrows_through_ways(self.solver, self.targets, arrow):
            pass
        elif not self.targets.handle(event, self.context.scale):
            self.key(event)

    def entered(self) -> None:
        super().entered()
        self.ui.board.bind(self.context.config)

    def rules(self) -> tuple[str, str] | None:
        return self.ui.language.rules(self.state)

    def commands(self) -> list[Command]:
        files, editor = self.files, self.editor
        return [
            *self._tool_commands(),
            *panel.commands_of(editor),
            Command("V", lambda: self.open_page((self.page + 1) % len(PAGES)), "the next page of the panel"),
            Command("W", self.walk, "walk through the perfect clear or setup shown"),
            Command("P, L", (files.play, files.play_live), "play from here with the coach, or in real time"),
            Command("Ctrl+C, Ctrl+V", (files.copy, files.paste), "copy and paste a fumen"),
            Command("Ctrl+Shift+C", files.copy_all, "copy all versions"),
            Command(
                "Ctrl+Shift+Z, Ctrl+Y, Ctrl+Z", (editor.redo, editor.redo, editor.undo), label="Redo and undo"
            ),
            Command("Ctrl+O", files.train, "train the opener that is drawn"),
            Command("O, S", (files.ask_open, files.ask_save), "open or save a fumen in a file"),
            Command("H", self.toggle_hints, scope=BOARDS),
            Command("U, R", (self.head.back_step, self.head.on_step), scope=BOARDS),
            Command("K", self.toggle_panel, scope=BOARDS),
            *self.head.commands(""),
            *super().commands(),
        ]

    def _tool_commands(self) -> list[Command]:
        """The tools, and the keys of the one that is in the hand."""
        paint, place, write = (partial(self.choose_tool, tool) for tool in TOOLS)
        tools = Command("B, D, Q", (paint, place, write), "paint the board, place the piece, write the queue")
        if self.editor.tool == "place":
            return [tools, *self.input.commands()]
        if self.editor.tool == "queue":
            words = "write hold and queue; with Shift, arrows move a piece"
            return [tools, Command("I O T L J S Z", None, words), Command("Esc", paint)]
        return [
            tools,
            Command("1 to 9", None, "colours of the brush: I O T L J S Z, grey, eraser"),
            Command("Space, Backspace", None, "paint or erase the cell; with Shift, arrows paint"),
        ]

    # -- living --

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self.adviser.take(event)
            self.solver.take(event)
            self.finder.take(event)
            problem = self.making.hear(event)
            if problem is not None and problem.done:
                self._begin_problem(problem)
        ready = not self.board_editor.busy
        self.adviser.update(self.state, seconds, wanted=ready and (self.hints or self.head.playing))
        self.solver.preparing = self.context.preparing("tetris")
        self.solver.update(self.state, seconds, wanted=ready and self.hints and self.page == CLEARS)
        self.finder.preparing = self.solver.preparing
        self.finder.update(self.state, seconds, wanted=ready and self.hints and self.page == SETUPS)
        if self.adviser.failure:
            self.head.playing = False
        self.head.update(seconds)
        if self.head.at != self._seen:
            placed = self.head.at == self._seen + 1 and self.state.last is not None
            self._grown = 0.0 if placed else 1.0
            if placed:
                self.context.sound(
                    self.ui.board.sound(self.state, self.state), self.context.config.sound.moves
                )
        self._seen = self.head.at
        length = self.context.theme.motion.long / 1000
        self._grown = 1.0 if self.context.still else min(1.0, self._grown + seconds / length)
        self.scroll.follow(self.targets)
        self.refresh()
        return self.next

    def pulse(self) -> Hashable:
        return self.head.pulse(), self._grown

    def refresh(self) -> None:
        self.input.see(self.state, open_hand=self._placing)

    @property
    def _placing(self) -> bool:
        """True if the next piece can be placed on the board."""
        return self.editor.tool == "place" and not self.editor.flaw

    def left(self) -> None:
        self.head.playing = False
        self.adviser.stop()
        self.solver.stop()
        self.finder.stop()
        self.making.stop()
        self.files.leave()
        self.pattern.leave()
        self.setup_pattern.leave()
        if self.editor.history.last:
            self._save()

    def _save(self) -> None:
        """Save the board for the next time, without its full rows."""
        try:
            start = State.open(without_full_rows(self.state).here())
        except KibitzError as error:
            self.context.notify(str(error))
        else:
            self.context.autosave.save_board(Session(start, (Seat(_YOU),)).record())

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, board=BOARD) as frame:
            self.input.add(frame.board)
            place = self._draw_tools(canvas, frame)
            self._draw_board(canvas, frame, frame.uncovered(place, panel_open=self.panel_open))
            draw_bar(canvas, frame, self, self.title, "Sandbox", self._pace_words())
            draw_timeline(canvas, frame, self.targets, self._course(), self.editor.go_to)
            draw_transport(canvas, frame, self.targets, self.head)
            self.files.draw(canvas, frame)
            if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
                self._draw_panel(canvas, frame)

    def _draw_tools(self, canvas: Canvas, frame: Frame) -> Box:
        """The tools at the left or on top; returns what is left for the board."""
        x, y, width, height = frame.board
        tools, used = Tools(canvas, self.targets, self.editor, self.choose_tool), frame.margin + TOOLS_WIDTH
        if width < ROOMY:
            flow = Flow(canvas, self.targets, frame.margin, y + 8, width - 2 * frame.margin)
            tools.draw_footer(flow)
            return (x, flow.y, width, height - (flow.y - y))
        tools.draw_column((frame.margin, y + 16, TOOLS_WIDTH, height - 24))
        return (x + used, y, width - used, height)

    def _draw_board(self, canvas: Canvas, frame: Frame, box: Box) -> None:
        solving = self.hints and self.page in (CLEARS, SETUPS)
        advice = self.adviser.store.get(self.state) if self.hints and not solving else None
        look = RenderState(
            position=self.state,
            choices=advice.choices[: self._listed(canvas, frame)] if advice is not None else (),
            grown=self._grown,
            open_hand=self._placing,
            focused=self.input.focused,
            certain=certain(advice),
            known=known_choices(advice),
            ranks=self.ui.language.ranks(self.state, advice),
        )
        self.ui.board.draw(canvas, box, look)
        above = rows_above(self.state.rules.start)
        self.board_editor.geometry = SeatGeometry.fit(box, canvas.scale, above=above)
        if solving and self._grown >= 1.0:
            shown = self.finder if self.page == SETUPS else self.solver
            self.board_editor.draw_steps(canvas, shown.steps(self.state))
        self.board_editor.draw(canvas, focused=self.input.focused)
        if self.editor.tool != "place":
            self.board_editor.add_slots(self.targets)

    def _listed(self, canvas: Canvas, frame: Frame) -> int:
        """Return how many of the best moves the panel lists: the board marks no others."""
        column = PanelColumn(canvas, frame, self.targets)
        if self.page != MOVES:
            return listed(column, self.ui.language)
        with column.keeping(_height_of_ways(frame)):
            return listed(column, self.ui.language)

    def _pace_words(self) -> str:
        advice = self.adviser.store.get(self.state) if self.hints else None
        rate = advice.read(Effort).nodes_per_second if advice is not None else None
        if not isinstance(rate, (int, float)) or rate < 1:
            return ""
        return f"search {rate_words(rate)} nodes/s"

    def _course(self) -> ValueCurve:
        history = self.editor.history
        values = tuple(
            value_of(self.adviser.store.get(state)) if self.hints else None for state in history.versions
        )
        here = values[history.at]
        return ValueCurve(
            values=values,
            axis=self.ui.language.axis(values),
            cursor=history.at,
            last=max(1, history.last),
            label=self.ui.language.reading(self.state) if here is not None else "Step",
            figure=self.ui.language.figure(here) if here is not None else str(history.at),
            word=f"step {history.at}" if history.last else "",
        )

    # -- the panel --

    def _draw_panel(self, canvas: Canvas, frame: Frame) -> None:
        column = PanelColumn(canvas, frame, self.targets)
        column.y -= 15
        about = [Tip(f"{name}", "V") for name in PAGES]
        panel.draw_row(column, "page", PAGES, (self.page,), self.open_page, about)
        column.y += 4
        if self.page == MOVES or frame.panel[3] >= _ROOMY_PANEL:
            self._draw_ways(column)
        if self.page == MOVES:
            column.y += 15
            self._draw_moves(column)
            return
        view = (frame.column + 8, column.y, frame.panel_width - 16, column.room)
        how = {"inset": frame.margin - 8, "above": 0.0, "below": 0.0}
        with Form.scrolling(canvas, self.targets, self.scroll, view, **how) as form:
            if self.page == CLEARS:
                panel.draw_clears(
                    form, self.solver, self.pattern, self.state, self._no_search(), self.actions
                )
            elif self.page == SETUPS:
                hidden = "" if self.hints else self._no_search()
                arrays = self.finder, self.setup_pattern, self.state, hidden, self.actions
                draw_setups(form, *arrays, lambda: self.go(to.Books(setups=True)))
            else:
                panel.draw_pieces(form, self.editor, with_rows=frame.board[2] < ROOMY)

    def _draw_ways(self, column: PanelColumn) -> None:
        """The buttons at the foot of the panel, above which it ends."""
        files = self.files
        ways = (
            ("play from here", "Play", Tip("Play from here with the coach", "P"), files.play),
            ("play live", "Live", Tip("Play from here in real time", "L"), files.play_live),
            ("open", "Open", Tip("Open a file with a fumen", "O"), files.ask_open),
            ("copy", "Copy", Tip("Copy the board as a fumen", "Ctrl+C"), files.copy),
            ("paste", "Paste", Tip("Paste a fumen", "Ctrl+V"), files.paste),
            ("save", "Save", Tip("Save the board as a fumen", "S"), files.ask_save),
        )
        tall = column.frame.panel[3] >= _TALL_PANEL
        column.bottom -= _height_of_ways(column.frame)
        column.floor = column.bottom
        foot = Flow(column.canvas, column.targets, column.left, column.bottom + 8, column.width)
        words = "Train this opener" if tall else "Train"
        train = ("train", words, Tip("Your own opening book of this board", "Ctrl+O"), files.train)
        rows = (ways[:3], ways[3:], (train,)) if tall else ((*ways[:2], train), ways[2:])
        for row in rows:
            for box, (name, words, about, press) in zip(foot.split(len(row), _BUTTON, 6), row, strict=True):
                button(column.canvas, column.targets, name, box, words, press, about=about)

    def _no_search(self) -> str:
        """Return why there is no search for perfect clears; empty where they are."""
        if not self.hints:
            return "Hints are hidden. H shows them."
        return self.editor.flaw

    def _draw_moves(self, column: PanelColumn) -> None:
        state = self.state
        advice = self.adviser.store.get(state)
        opinion = Opinion(state, advice, self.hints, self._waiting())
        if not (self.editor.flaw or state.over):
            draw_best(
                column, self.ui.language, opinion, lambda choice: self.put(choice.move), self.toggle_hints
            )
            draw_why(column, self.ui, opinion)
        draw_game(
            column, self.ui.language, state, [], self.editor.flaw or (detail(state) if state.over else "")
        )

    def _waiting(self) -> str:
        return self.adviser.waiting(self.context, "tetris")
