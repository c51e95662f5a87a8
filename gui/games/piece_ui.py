"""Placing a piece in both games of Tetris when there is no clock: keys, pointer, wheel, click."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any, Generic, TypeVar

import pygame

from game.config import Config
from game.position import Position
from gui.play.game_ui import BoardUI, Language
from gui.ui.canvas import Point
from gui.ui.input import Bindings, key_name
from gui.ui.keyboard import HERE, placed

Game = TypeVar("Game", bound=Position)
Place = TypeVar("Place")
Control = TypeVar("Control", bound="PieceInput[Any, Any]")


class PieceInput(ABC, Generic[Game, Place]):
    """Moves the piece of one `state`, only as the rules allow: keys step it, the pointer aims it.

    The `aim` is the placement nearest to the pointer. Keys continue from above the aim.
    """

    turns = 4  # orientations of the piece

    def __init__(self, state: Game) -> None:
        self.state = state
        self.aim: Place | None = None
        self.touched = False  # whether a key has moved the piece
        self._turn = 0
        self._pointer: Point | None = None

    @property
    @abstractmethod
    def move(self) -> str | None:
        """The move if the piece were dropped now; None if it may not."""

    def refusal(self) -> str:
        """Return why the piece may not be dropped now, as a sentence; empty where nobody need be told."""
        return ""

    @abstractmethod
    def step(self, action: Any) -> bool:
        """Move or turn the piece one step; whether the rules allow it."""

    @abstractmethod
    def _possible(self) -> Sequence[Place]:
        """Return the places at which the piece can be placed."""

    @abstractmethod
    def _turn_of(self, place: Place) -> int: ...

    @abstractmethod
    def _distance(self, place: Place, x: float, y: float) -> tuple[float, ...]:
        """Return the distance of a placement from the pointer."""

    @abstractmethod
    def _carry(self, aim: Place) -> None:
        """Hold the piece above the aim."""

    def point(self, pointer: Point) -> None:
        """Aim at the placement nearest to `pointer`, in cells of the well."""
        self._pointer = pointer
        self._take_aim()

    def turn(self, by: int) -> None:
        """Aim with the next possible turn of the piece; `by` = -1 for the previous one."""
        possible = {self._turn_of(each) for each in self._possible()}
        if possible:
            turned = ((self._turn + by * number) % self.turns for number in range(1, self.turns + 1))
            self._turn = next(turn for turn in turned if turn in possible)
            self._take_aim()

    def release(self) -> None:
        """The pointer has left: keys count again."""
        self.aim = self._pointer = None

    def _take_aim(self) -> None:
        possible = self._possible()
        if self._pointer is None or not possible:
            return
        x, y = self._pointer
        turned = [each for each in possible if self._turn_of(each) == self._turn]
        aim = min(turned or possible, key=lambda each: self._distance(each, x, y))
        if aim != self.aim:
            self.aim, self._turn = aim, self._turn_of(aim)
            self._carry(aim)


_DROPS = (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER)
_STANDARD = {
    "left": (pygame.K_LEFT,), "right": (pygame.K_RIGHT,), "soft": (pygame.K_DOWN,), "hard": (pygame.K_SPACE,),
    "cw": (pygame.K_UP, pygame.K_x), "ccw": (pygame.K_z,), "flip": (pygame.K_a,), "hold": (pygame.K_c,),
}  # fmt: skip
_STANDARD_CODES = {code for codes in _STANDARD.values() for code in codes}
_HELD = ("shift", "ctrl", "alt", "system")  # keys that are held with others mean nothing by themselves here
MODIFIED = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


class PieceBoard(BoardUI, Generic[Game, Control]):
    """A board on which a piece is placed: the pointer chooses the place, wheel and right button turn, a click drops.

    `steps` are the keys that move the piece, `right_button` is the turn of that button.
    """

    steps: Mapping[int, Any]
    right_button = 1

    def __init__(self) -> None:
        self._control: Control | None = None
        self._open = False
        self._pointer: Point | None = None  # in cells; None once keys are used
        self._shown: str | None = None  # the move that the panel points at
        self._bindings: Bindings | None = None  # None: the standard keys

    def bind(self, config: Config) -> None:
        self._bindings = Bindings.of(config) if config.keys != Config().keys else None

    def code(self, event: pygame.event.Event) -> int:
        """The standard key that a pressed key stands for, by the settings of real-time games; 0 for none."""
        code = placed(event)
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return int(event.key)
        if self._bindings is not None:
            name = key_name(code)
            action = "" if name.endswith(_HELD) else self._bindings.action(name)
            standard = _STANDARD.get(action or "")
            if standard is not None:
                return standard[0]
        elif code in _STANDARD_CODES:
            return code
        return 0 if event.key in _STANDARD_CODES else int(event.key)

    def action(self, event: pygame.event.Event) -> str:
        """The action of a key on the piece: `left`, `cw`, …; empty for nothing."""
        return str(self.steps.get(self.code(event), ""))

    def named(self, *actions: str, standard: str) -> str:
        """The keys of some actions for the help; `standard` is how the standard ones are written."""
        if self._bindings is None and not self.letters:
            return standard
        bindings = self._bindings or Bindings.of(Config())
        return ", ".join(bindings.words(action) for action in actions)

    @property
    def letters(self) -> str:
        """Letters that lie where a US keyboard has the keys of the piece: commands behind them need Shift."""
        bindings = self._bindings or Bindings.of(Config())
        names = [name for name, action in bindings.actions.items() if action in _STANDARD and len(name) == 1]
        here = {HERE.key(ord(name)) for name in names} - set(map(ord, names))
        return "".join(letter for letter in ascii_lowercase if ord(letter) in here)

    @abstractmethod
    def _place(self, point: Point) -> Point | None:
        """A point in cells of the well; None far from it."""

    @abstractmethod
    def _board(self, position: Position) -> Game:
        """The state in which the piece is moved."""

    @abstractmethod
    def _take(self, state: Game) -> Control:
        """A new input for the piece of a state."""

    def see(self, position: Position, *, open_hand: bool) -> None:
        """A new piece is aimed where the pointer is."""
        state, control = self._board(position), self._control
        self._open = open_hand and not position.over
        if control is None or (control.state is not state and control.state != state):
            self._control = control = self._take(state)
        if self._open and self._pointer is not None and control.aim is None:
            control.point(self._pointer)

    def highlight(self, move: str | None) -> None:
        self._shown = move

    @property
    def pointed(self) -> str | None:
        control = self._control
        if control is None or not self._open or (self._pointer is None and not control.touched):
            return None
        return control.move

    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        if event.type != pygame.KEYDOWN or event.mod & MODIFIED or not self._open:
            return False
        code = self.code(event)
        return code in (*self.steps, pygame.K_SPACE) or (focused and code in _DROPS)

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        control, self.refusal = self._control, ""
        if event.type == pygame.KEYDOWN:
            return self._key(control, event) if control is not None and self.takes(event, focused) else None
        if control is None or not self._open:
            return None
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self._pointer = self._place((event.pos[0] / scale, event.pos[1] / scale))
            if self._pointer is None:
                control.release()
            else:
                control.point(self._pointer)
        if self._pointer is None:
            return None
        if event.type == pygame.MOUSEWHEEL and event.y:
            control.turn(1 if event.y < 0 else -1)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(control, event.button)
        return None

    def _press(self, control: Control, button: int) -> str | None:
        if button == 3:
            control.turn(self.right_button)
        return self._drop(control) if button == 1 else None

    def _key(self, control: Control, event: pygame.event.Event) -> str | None:
        code = self.code(event)
        if code in _DROPS:
            return self._drop(control)
        self._pointer = None
        control.touched = control.step(self.steps[code]) or control.touched
        return None

    def _drop(self, control: Control) -> str | None:
        move: str | None = control.move
        if move is None:
            self.refusal = control.refusal()
        return move


class PieceLanguage(Language):
    """Language that the games share in which a piece is placed."""

    title = "Tetris"
    best_heading = "Best moves"
    move_word = "piece"
    invitation = "Place another piece here"

    def longest(self, position: Position) -> int:
        """A round number beyond the current ply: the game has no last move."""
        return round(doubled(50, position.ply + 1))


def doubled(first: float, value: float) -> float:
    """`first`, doubled until it is at least `value`: the end of a scale that seldom changes."""
    while first < value:
        first *= 2
    return first
