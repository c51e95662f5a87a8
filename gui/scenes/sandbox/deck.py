"""What can be done in the sandbox, whatever it looks like: tools, pages, the transport through all versions."""

from __future__ import annotations

from game.tetris.guideline import Placement, State
from gui.faces import face_of
from gui.frame.scroll import Scroll
from gui.frame.timeline import Span
from gui.frame.transport import next_speed, slower
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.sandbox.desk import Desk, Tool
from gui.scenes.sandbox.easel import Easel
from gui.scenes.sandbox.minds import Adviser, Solver
from gui.table.seating import adviser, adviser_options

BOARD = "board"
PAGES = ("Moves", "Clears", "Pieces")
MOVES, CLEARS, PIECES = range(3)


class SandboxDeck(Scene):
    """One desk, and who looks at it."""

    def __init__(self, salon: Salon, back: Scene | None, start: State) -> None:
        super().__init__(salon, back)
        self.desk = Desk(start, salon.answer)
        self.easel = Easel(self.desk)
        self.face = face_of("tetris")
        self.adviser = Adviser(
            salon.room,
            adviser(salon.config, "tetris"),
            salon.config.engine.hint_seconds,
            adviser_options(salon.config, "tetris"),
        )
        self.solver = Solver(salon.room)
        self.hints = True
        self.page = MOVES
        self.playing = False
        self.speed = 1.0
        self.panel_open = False
        self.scroll = Scroll()
        self.targets.focus = BOARD
        self._grown = 1.0
        self._waited = 0.0  # seconds since the engine's last own placement
        self._dragging = False
        self._narrow = False
        self._span: Span | None = None

    # -- what can be done --

    @property
    def state(self) -> State:
        """The position that is seen."""
        return self.desk.state

    def choose_tool(self, tool: Tool) -> None:
        """Take another tool into the hand; the keyboard is on the board then."""
        self.desk.tool = tool
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
        if self.desk.put(Placement.parse(move)):
            self._grown = 1.0 if self.salon.still else 0.0

    def walk(self) -> None:
        """Lay the perfect clear that is shown into the history, to be stepped through."""
        rest = self.solver.rest(self.state)
        if not rest:
            self.salon.answer("Choose a perfect clear to walk through: they are on the page Clears.")
            return
        self.playing = False
        self.desk.replace(rest)

    def toggle_hints(self) -> None:
        """Show or hide what the engines say."""
        self.hints = not self.hints

    # -- the transport: the versions of the board --

    def first(self) -> None:
        self.desk.go_to(0)

    def last(self) -> None:
        self.desk.go_to(self.desk.history.last)

    def back_step(self) -> None:
        self.playing = False
        self.desk.undo()
        self._grown = 1.0

    def on_step(self) -> None:
        self.desk.redo()
        self._grown = 0.0 if self.state.last is not None and not self.salon.still else 1.0

    def toggle(self) -> None:
        """Let the engine play on from here, or stop it."""
        self.playing, self._waited = not self.playing, 0.0

    def faster(self) -> None:
        self.speed = next_speed(self.speed)

    def slower(self) -> None:
        """Go down one speed."""
        self.speed = slower(self.speed)

    def _play_on(self, seconds: float) -> None:
        """Step through what follows; behind the last version place what the engine likes best."""
        self._waited += seconds
        if self._waited < 1.0 / self.speed:
            return
        if self.desk.history.at < self.desk.history.last:
            self._waited = 0.0
            self.on_step()
            return
        advice = self.adviser.advice(self.state)
        if self.state.over or self.desk.flaw:
            self.playing = False
        elif advice is not None and advice.choices:
            self._waited = 0.0
            self.put(advice.choices[0].move)
