"""A person's hand at the table: what is pointed at, by the mouse or by the keyboard, and what is chosen.

Apart from `ui`: how cards are chosen, which tests drive without a picture.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.bridge import State
from game.bridge.cards import card_name, parse_card
from gui.games.bridge.view import Drawn
from gui.games.bridge.visible_state import in_order, step_suit
from gui.games.bridge.words import is_card
from gui.ui.canvas import Point
from gui.ui.targets import ARROWS, ENTER, inside

_STRAINS = "cdhsn"
_CALLS = {"p": ("pass",), "x": ("double", "redouble")}


class BridgeInput:
    """The pointer, the cursor and a bid half typed. Moves are the rules' own text.

    What can be chosen is taken from the position by `see`; where it stands was drawn last (`drawn`).
    """

    def __init__(self) -> None:
        self.shown: str | None = None  # the move the panel points at
        self.claiming = False
        self.drawn = Drawn()
        self._point: Point = (-1.0, -1.0)  # the pointer
        self._cursor: str | None = None  # the keyboard's
        self._typed = ""
        self._state: State | None = None
        self._open = False

    def see(self, state: State | None, *, is_open: bool) -> None:
        """Take the position on the table, None for a result, and whether the person may move in it."""
        before, self._state, self._open = self._state, state, is_open
        if before is not state:
            self._typed, self.claiming = "", False
        if self._cursor not in self._moves():
            self._cursor = None

    @property
    def _under(self) -> str | None:
        """What is below the pointer."""
        return self._at(self._point)

    def pointed(self, focused: bool) -> str | None:
        """The move that stands out."""
        if self.shown is not None and self.shown in self._moves():
            return self.shown
        if focused and self._cursor is not None:
            return self._cursor
        return self._under

    @property
    def asked(self) -> str | None:
        """The legal move that a person points at on the table."""
        at = self._under if self._cursor is None else self._cursor
        return at if self._open and at in self._moves() else None

    @property
    def keyboard(self) -> bool:
        """Whether the keyboard's cursor is on the table."""
        return self._cursor is not None and self.shown is None

    def claim(self) -> None:
        """Ask how many tricks are claimed, or leave that."""
        self.claiming = not self.claiming
        self._cursor = None

    # -- events --

    def follow(self, event: pygame.event.Event, scale: float) -> None:
        """Only look where the pointer is."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self._point = (event.pos[0] / scale, event.pos[1] / scale)

    def goes_on(self, event: pygame.event.Event, scale: float, focused: bool) -> bool:
        """Whether this event presses the button of the result."""
        if event.type == pygame.KEYDOWN:
            return focused and event.key in ENTER
        self.follow(event, scale)
        return event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._under == "go on"

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        """The move that this event chooses; None if it chooses none."""
        self.follow(event, scale)
        if not self._open:
            return None
        if event.type == pygame.MOUSEMOTION:
            self._cursor = None
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._choose(self._under)
        elif event.type == pygame.KEYDOWN and (action := self._key(event, focused)) is not None:
            return action()
        return None

    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        """Whether this key is for the table: arrows and Enter also while the other thinks."""
        return self._key(event, focused) is not None

    def _key(self, event: pygame.event.Event, focused: bool) -> Callable[[], str | None] | None:
        """What a key does at the table; None where it is another's."""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return None
        letter, claiming = event.unicode.lower(), self.claiming and self._open
        if claiming and event.key == pygame.K_ESCAPE:
            return self.claim
        if claiming and letter.isascii() and letter.isdigit():
            return partial(self._number, letter)
        if self._typing and self._open:
            if self._typed and event.key in (pygame.K_ESCAPE, pygame.K_BACKSPACE):
                return partial(self._type, "")
            if letter in tuple("1234567"):
                return partial(self._type, letter)
            if letter in tuple(_STRAINS if self._typed else ()):
                return partial(self._call, self._typed + letter.upper())
            if letter in _CALLS:
                return partial(self._call, *_CALLS[letter])
        if (focused or claiming) and event.key in ARROWS:
            return partial(self._step, *ARROWS[event.key])
        if (focused or claiming) and event.key in ENTER:
            return lambda: self._choose(self._cursor)
        return None

    @property
    def _typing(self) -> bool:
        """Whether letters can name a call."""
        return self._state is not None and self._state.stage == "auction"

    def _type(self, level: str) -> None:
        """Begin to type a bid, or stop that."""
        self._typed = level
        if level:
            self._cursor = next((move for move in self._moves() if move.startswith(level)), self._cursor)

    def _call(self, *calls: str) -> str | None:
        """Make the first of these calls that is legal."""
        self._typed = ""
        return next(filter(None, map(self._choose, calls)), None)

    def _number(self, digit: str) -> None:
        """Point at as many tricks as were typed: 1 and 2 are twelve where so many are left, else two."""
        before = (self._cursor or "").removeprefix("claim ")
        wanted = (f"claim {before}{digit}", f"claim {digit}")
        self._cursor = next((move for move in wanted if move in self._moves()), self._cursor)

    # -- moves and places --

    def _moves(self) -> tuple[str, ...]:
        """The moves that can be chosen now: answers, calls, or cards as they stand from the left."""
        state = self._state
        if state is None:
            return ()
        if self.claiming:
            return state.claims()
        legal = state.legal_moves()
        if state.stage == "auction" or state.board.claimed is not None:
            return tuple(legal)
        contract = state.board.contract
        assert contract is not None, "cards are played once there is a contract"
        return tuple(map(card_name, in_order(map(parse_card, legal), contract.strain)))

    def _choose(self, move: str | None) -> str | None:
        return move if move is not None and move in self._moves() else None

    def _at(self, point: Point) -> str | None:
        """What is at a point: a move, legal or not, or the button that goes on."""
        drawn = self.drawn
        if drawn.button is not None:
            return "go on" if inside(point, drawn.button) else None
        if drawn.claim is not None and inside(point, drawn.claim.frame):
            return drawn.claim.at(point)
        if drawn.calls is not None:
            return drawn.calls.at(point)
        card = drawn.card_at(point)
        return None if card is None else self._choose(card_name(card))

    def _step(self, dx: int, dy: int) -> None:
        moves = self._moves()
        if not moves:
            return
        if self._cursor is None:
            self._cursor = self._choose(self._under) or moves[0]
        elif self._typing:
            calls = self.drawn.calls
            self._cursor = calls.step(self._cursor, (dx, dy), moves) if calls is not None else moves[0]
        elif dx:
            self._cursor = moves[(moves.index(self._cursor) + dx) % len(moves)]
        elif is_card(self._cursor):
            self._cursor = moves[step_suit(list(map(parse_card, moves)), moves.index(self._cursor), dy)]
