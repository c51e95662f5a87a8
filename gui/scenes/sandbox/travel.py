"""What comes to the sandbox and goes from it: fumens by clipboard and file, and games that begin here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game import transfer
from game.errors import KibitzError
from game.record import Seat
from game.saving import load, save
from game.session import Session
from game.tetris.guideline import State, fumen
from game.tetris.guideline.sandbox import page_of, states_of
from gui.drawing.canvas import Canvas
from gui.frame.controls import button
from gui.frame.layout import Frame
from gui.frame.panel import Column
from gui.widgets import clipboard
from gui.widgets.text_line import TextLine

if TYPE_CHECKING:
    from gui.scenes.sandbox.scene import SandboxScene

_HEIGHT, _STEP = 36.0, 42.0
_LINE = 60.0
_NAME = "board.txt"


class Travel:
    """The ways in and out of one sandbox."""

    def __init__(self, scene: SandboxScene) -> None:
        self.scene = scene
        self.line = TextLine("Path of a file with a fumen, or drop the file here", self._written)
        self.saving: bool | None = (
            None  # whether the line is about to save, or to open; None: there is no line
        )
        self._replace: Path | None = None
        self._shown = False
        self._first = ""  # what stands in the line at first

    # -- fumens --

    def copy(self) -> None:
        """Put the board on the clipboard."""
        self._copy((self.scene.state,), "the board as a fumen")

    def copy_all(self) -> None:
        """Put all versions up to this one on the clipboard, a page each."""
        history = self.scene.desk.history
        states = history.versions[: history.at + 1]
        self._copy(states, f"{len(states)} version{'s' * (len(states) > 1)} as a fumen")

    def _copy(self, states: tuple[State, ...], what: str) -> None:
        try:
            text = fumen.write([page_of(state) for state in states])
        except KibitzError as error:
            self._answer(f"This cannot be a fumen: {error}.")
            return
        copied = clipboard.put(text)
        self._answer(
            f"Copied {what}." if copied else "There is no clipboard here. S saves the fumen in a file."
        )

    def paste(self) -> None:
        """Show what the fumen on the clipboard does."""
        text = clipboard.get()
        if text.strip():
            self.take(text)
        else:
            self._answer("There is no fumen on the clipboard.")

    def take(self, text: str) -> bool:
        """Let the pages of a fumen follow; whether it could be read. A board as rows of text is read as well."""
        try:
            states = _read(text, self.scene.state)
        except KibitzError as error:
            self._answer(f"This cannot be read: {error}.")
            return False
        self.scene.desk.replace(states)
        self._answer(f"{len(states)} pages. Period and comma turn them." if len(states) > 1 else "One page.")
        return True

    def open_path(self, text: str) -> None:
        """Read the fumen in a file that a person has named or dropped."""
        try:
            data = load(transfer.path_of(text), transfer.MOST_BYTES)
            if self.take(data.decode("utf-8-sig")):
                self.leave()
        except UnicodeDecodeError:
            self._answer("This file holds no fumen.")
        except (KibitzError, OSError, ValueError) as error:
            self._answer(str(error))

    def ask_open(self) -> None:
        """Ask for the file to open."""
        self._ask(saving=False, text="")
        self._answer("Write the path of a file with a fumen, or drop the file here.")

    def ask_save(self) -> None:
        """Ask where to save the board."""
        self._ask(saving=True, text=str(_home() / _NAME))
        self._answer("Write where to save the board as a fumen.")

    def _ask(self, *, saving: bool, text: str) -> None:
        self.saving, self._replace = saving, None
        self._first = text

    def _written(self, text: str) -> None:
        if self.saving:
            self._save(text)
        elif text.strip():
            self.open_path(text)
        else:
            self.leave()

    def _save(self, text: str) -> None:
        try:
            path = transfer.path_of(text)
            path = path if path.suffix else path.with_name(path.name + transfer.TEXT_SUFFIX)
            if path.exists() and path != self._replace:
                self._replace = path
                self.line.write()
                self._answer(f"{path.name} is there already. Enter once more replaces it.")
                return
            save(path, f"{fumen.write([page_of(self.scene.state)])}\n".encode())
        except (KibitzError, OSError, ValueError) as error:
            self._answer(str(error))
            return
        self.leave()
        self._answer(f"Saved as {path}.")

    # -- games --

    def play(self) -> None:
        """Play from here, piece by piece, with the coach."""
        start = self._start()
        if start is not None:
            session = Session(start, (Seat("You"),))
            self.scene.go(self.scene.salon.doors.play(session, self.scene))

    def play_live(self) -> None:
        """Play from here in real time."""
        from game.tetris.guideline.real_time import Replay, Setup, Timing
        from gui.input.handling import handling_of
        from gui.scenes.live import Plan, Player
        from gui.scenes.live.plan import pieces_of, rules_of

        start = self._start()
        if start is None:
            return
        plan = Plan("free", (Player(),), rules_of(start), pieces_of(start))
        try:
            setup = Setup(Timing.parse(plan.timing), (start,), (handling_of(self.scene.salon.config),))
            live = self.scene.salon.doors.live(plan, self.scene, Replay(setup))
        except KibitzError as error:
            self._answer(str(error))
            return
        self.scene.go(live)

    def _start(self) -> State | None:
        """A game that begins here; where none can, the reason is said."""
        if self.scene.desk.flaw:
            self._answer(self.scene.desk.flaw)
            return None
        start = State.open(self.scene.state.here())
        if start.over:
            self._answer("No piece can be placed here: there is no game to begin.")
            return None
        return start

    def _answer(self, sentence: str) -> None:
        self.scene.salon.answer(sentence)

    # -- the line and the buttons --

    def handle(self, event: pygame.event.Event) -> bool:
        """React to a dropped file and to what is written."""
        if event.type == pygame.DROPFILE:
            self.open_path(event.file)
            return True
        if self.saving is None:
            return False
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.leave()
            return True
        return self.line.handle(event)

    def update(self, seconds: float) -> None:
        """Let the line live."""
        self.line.update(seconds)

    def leave(self) -> None:
        """Put the line away."""
        self.line.clear()
        self.saving = self._replace = None
        self._shown = False

    def draw(self, canvas: Canvas, frame: Frame) -> None:
        """The line over the foot of the board, as long as something is asked."""
        if self.saving is None:
            return
        colour = canvas.theme.colour
        x, y, width, height = frame.board
        box = (x, y + height - _LINE, width, _LINE)
        canvas.fill(box, colour.panel)
        canvas.rule((x, box[1]), (x + width, box[1]), colour.line)
        left = frame.margin + canvas.text(
            (frame.margin, box[1] + _LINE / 2), "Save as" if self.saving else "Open", "label", colour.text3
        )
        place = (left + 12, box[1] + 12, width - left - 12 - frame.margin, _HEIGHT)
        self.scene.targets.add("path", place, self.line.write, radius=8)
        self.line.place(canvas, place)
        if not self._shown:
            self._shown = True
            self.line.write(self._first)
        self.line.draw(canvas)

    def draw_ways(self, column: Column) -> None:
        """The buttons at the foot of the panel, whose bottom rises."""
        ways = (
            ("play from here", "Play", "Play from here with the coach  (P)", self.play),
            ("play live", "Live", "Play from here in real time  (L)", self.play_live),
            ("open", "Open", "Open a file with a fumen  (O)", self.ask_open),
            ("copy", "Copy", "Copy the board as a fumen  (Ctrl+C)", self.copy),
            ("paste", "Paste", "Paste a fumen  (Ctrl+V)", self.paste),
            ("save", "Save", "Save the board as a fumen  (S)", self.ask_save),
        )
        each = (column.width - 12) / 3
        top = column.bottom - 2 * _STEP - 2
        for number, (name, words, about, press) in enumerate(ways):
            box = (column.left + number % 3 * (each + 6), top + number // 3 * _STEP, each, _HEIGHT)
            button(column.canvas, column.targets, name, box, words, press, about=about)
        column.bottom = top - 8


def _home() -> Path:
    """The person's own folder, or the present one where none is known."""
    try:
        return Path.home()
    except RuntimeError:
        return Path()


def _read(text: str, like: State) -> tuple[State, ...]:
    """The positions that a fumen shows, or the one of a board as text. Raises `BadInput`."""
    if fumen.is_fumen(text):
        return states_of(fumen.read(text), like)
    opened = State.open({**like.here(), "board": text.strip().replace("\r", "")})
    return (opened,)
