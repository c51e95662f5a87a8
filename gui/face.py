"""What a game brings to the window: a board that draws itself, a hand that chooses moves, and its words.

The scenes know no game. They hold a face and a session, and the face knows no scene.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import pygame

from game.advice import Advice, Choice
from game.position import Position
from gui.drawing.canvas import Box, Canvas, Point


@dataclass(frozen=True)
class Look:
    """What one frame of a board shows.

    `choices` are the opinions to draw, none where hints are hidden; `grown` is how far the last move's
    motion has come (0 to 1); `open_hand` whether a person may choose a move now; `focused` whether the
    keyboard is on the board.
    """

    position: Position
    choices: tuple[Choice, ...] = ()
    grown: float = 1.0
    open_hand: bool = False
    focused: bool = False


@dataclass(frozen=True)
class Deed:
    """Something more that a player may do now: a button in the panel with its key."""

    name: str
    words: str
    key: str
    act: Callable[[], None]


class Face(Protocol):
    """A game's board view and controller for one scene."""

    title: str
    best_heading: str
    move_word: str

    def draw(self, canvas: Canvas, box: Box, look: Look) -> None:
        """Draw the board into `box`."""
        ...

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        """The move that this event chooses, as text; None if it chooses none."""
        ...

    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        """Whether the board wants this key for itself: arrows while `focused`, the rest of a move being typed."""
        ...

    def highlight(self, move: str | None) -> None:
        """Show a move of the panel on the board, as if pointed at."""
        ...

    def detail(self, position: Position) -> str:
        """Whose turn it is, or how the game has ended."""
        ...

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        """What the advice rests on in a few words, and the reason for the best move in two sentences."""
        ...

    def deeds(self, position: Position) -> list[Deed]:
        """What the player to move may do besides a move."""
        ...

    def result(self, position: Position) -> str:
        """How a finished game has ended, with the points; empty while it goes on."""
        ...

    def longest(self, position: Position) -> int:
        """The number of moves after which the game is over for certain: the timeline's right end."""
        ...

    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        """Draw a short sign of a seat's colour, its left end at `at`, 28 units wide."""
        ...

    def keys(self) -> list[tuple[str, str]]:
        """The board's own keys."""
        ...
