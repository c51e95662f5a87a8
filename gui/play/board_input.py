"""Mouse and keys on a game's board, which become moves: in play and review, in practice, sandbox and books."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.position import Position
from gui.play.game_ui import BoardUI
from gui.ui.canvas import Box
from gui.ui.commands import Command
from gui.ui.targets import Targets

BOARD = "board"  # the name of its target


class BoardInput:
    """The board of a scene as one of its `targets`: it gets what happens over it, and the keys that it wants.

    `choose` is called with a move, `refuse` with the reason why a move that a person meant is none.
    """

    def __init__(
        self,
        board: BoardUI,
        targets: Targets,
        choose: Callable[[str], object],
        refuse: Callable[[str], object],
    ) -> None:
        self.board = board
        self._targets = targets
        self._choose = choose
        self._refuse = refuse

    @property
    def focused(self) -> bool:
        """True if the keyboard is on the board."""
        return self._targets.focused(BOARD)

    @property
    def under_pointer(self) -> bool:
        """True if the pointer is over the board, and over nothing that lies on it."""
        target = self._targets.under_pointer
        return target is not None and target.name == BOARD

    def add(self, box: Box) -> None:
        """Add the board to the targets of this frame."""
        self._targets.add(BOARD, box, lambda: None)

    def see(self, position: Position, *, open_hand: bool) -> None:
        """Take the position that is shown, and the move of the panel that a person points at."""
        self.board.see(position, open_hand=open_hand)
        self.board.highlight(self._targets.pointed)

    def mouse(self, event: pygame.event.Event, scale: float) -> None:
        """Let the targets have an event, and the board what happens over it and every motion."""
        self._targets.handle(event, scale)
        if event.type == pygame.MOUSEMOTION or self.under_pointer:
            self.offer(event, scale)

    def key(self, event: pygame.event.Event, scale: float) -> bool:
        """Let the board have a key that it wants, and with it the keyboard; whether it did."""
        if not self.board.takes(event, self.focused):
            return False
        self._targets.focus = BOARD
        self.offer(event, scale)
        return True

    def offer(self, event: pygame.event.Event, scale: float) -> None:
        """Let the board have an event; it may choose a move."""
        move = self.board.handle(event, scale, self.focused)
        if move is not None:
            self._choose(move)
        elif self.board.refusal:
            self._refuse(self.board.refusal)

    def commands(self) -> list[Command]:
        """The keys of the board for the help; none where no moves can be chosen on it."""
        return [Command(keys, None, words) for keys, words in self.board.keys()] if self.board.played else []
