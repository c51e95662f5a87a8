"""A person's hand at the table: what is pointed at, by the mouse or by the keyboard, and what is chosen.

Apart from `ui`: how cards are chosen, which tests drive without a picture.
"""

from __future__ import annotations

import pygame

from game.bridge.cards import card_name
from gui.games.bridge.view import Drawn, Picture, card_at
from gui.games.bridge.visible_state import step_suit
from gui.ui.canvas import Point
from gui.ui.targets import inside

_ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
_ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
_STRAINS = "cdhsn"


class BridgeInput:
    """The pointer, the cursor and a bid half typed. Moves are the rules' own text."""

    def __init__(self) -> None:
        self.shown: str | None = None  # the move the panel points at
        self.claiming = False
        self._point: Point = (-1.0, -1.0)  # the pointer
        self._under: str | None = None  # below it
        self._cursor: str | None = None  # the keyboard's
        self._typed = ""
        self._drawn: Drawn | None = None
        self._picture: Picture | None = None

    def take(self, drawn: Drawn, picture: Picture) -> None:
        """What was drawn, and what it shows: events are held against it."""
        before, self._drawn, self._picture = self._picture, drawn, picture
        if before is not None and before.sight.calls != picture.sight.calls:
            self._typed = ""
        if before is not None and before.sight != picture.sight:
            self.claiming = False
        if before is None or (before.sight, before.answers) != (picture.sight, picture.answers):
            self._under = self._at(self._point)
        if self._cursor is not None and self._cursor not in self._moves():
            self._cursor = None

    def pointed(self, focused: bool) -> str | None:
        """The move that stands out."""
        if self.shown is not None and self.shown in self._moves():
            return self.shown
        if focused and self._cursor is not None:
            return self._cursor
        return self._under

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
        if event.type == pygame.MOUSEMOTION:
            self._point_at(event, scale)

    def _point_at(self, event: pygame.event.Event, scale: float) -> None:
        self._point = (event.pos[0] / scale, event.pos[1] / scale)
        self._under = self._at(self._point)

    def goes_on(self, event: pygame.event.Event, scale: float, focused: bool) -> bool:
        """Whether this event presses the button of the result."""
        if event.type == pygame.KEYDOWN:
            return focused and event.key in _ENTER
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._at((event.pos[0] / scale, event.pos[1] / scale)) == "go on"
        return False

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        """The move that this event chooses; None if it chooses none."""
        if event.type == pygame.MOUSEMOTION:
            self.follow(event, scale)
            self._cursor = None
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._point_at(event, scale)
            return self._choose(self._under)
        elif event.type == pygame.KEYDOWN:
            return self._key(event, focused)
        return None

    def takes(self, event: pygame.event.Event, focused: bool, *, is_open: bool) -> bool:
        """Whether this key is for the table: arrows and Enter also while the other thinks."""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        if focused and (event.key in _ARROWS or event.key in _ENTER):
            return True
        if is_open and self.claiming and self._answers(event):
            return True
        if not is_open or not self._typing:
            return False
        letter = event.unicode.lower()
        if self._typed and (event.key in (pygame.K_ESCAPE, pygame.K_BACKSPACE) or letter in tuple(_STRAINS)):
            return True
        return letter in tuple("1234567px")

    def _answers(self, event: pygame.event.Event) -> bool:
        """Whether this key belongs to the question how many tricks are claimed, wherever the focus is."""
        known = event.key == pygame.K_ESCAPE or event.key in _ARROWS or event.key in _ENTER
        return known or (event.unicode.isascii() and event.unicode.isdigit())

    @property
    def _typing(self) -> bool:
        """Whether letters can name a call."""
        return self._drawn is not None and self._drawn.calls is not None

    def _key(self, event: pygame.event.Event, focused: bool) -> str | None:
        if self.claiming and event.key == pygame.K_ESCAPE:
            self.claim()
            return None
        if self.claiming and event.unicode.isascii() and event.unicode.isdigit():
            self._number(event.unicode)
            return None
        if self._typing and (called := self._type(event)) is not None:
            return called or None
        if focused and event.key in _ARROWS:
            self._step(*_ARROWS[event.key])
        elif focused and event.key in _ENTER:
            return self._choose(self._cursor)
        return None

    def _type(self, event: pygame.event.Event) -> str | None:
        """A call once it is typed whole; empty while it is not; None where the key is another's."""
        letter = event.unicode.lower()
        if self._typed and event.key in (pygame.K_ESCAPE, pygame.K_BACKSPACE):
            self._typed = ""
            return ""
        if letter and letter in "1234567":
            self._typed = letter
            self._cursor = next((move for move in self._moves() if move.startswith(letter)), self._cursor)
            return ""
        if self._typed and letter and letter in _STRAINS:
            call, self._typed = self._typed + letter.upper(), ""
            return self._choose(call) or ""
        if letter == "p":
            return self._choose("pass") or ""
        if letter == "x":
            return self._choose("double") or self._choose("redouble") or ""
        return None

    def _number(self, digit: str) -> None:
        """Point at as many tricks as were typed: 1 and 2 are twelve where so many are left, else two."""
        before = (self._cursor or "").removeprefix("claim ")
        wanted = (f"claim {before}{digit}", f"claim {digit}")
        self._cursor = next((move for move in wanted if move in self._moves()), self._cursor)

    # -- moves and places --

    def _moves(self) -> tuple[str, ...]:
        """The moves that can be chosen now, as they stand from the left."""
        picture, drawn = self._picture, self._drawn
        if picture is None or drawn is None:
            return ()
        if picture.answers:
            return tuple(picture.answers)
        if drawn.calls is not None:
            return tuple(picture.legal)
        names = map(card_name, sorted(drawn.cards, key=lambda card: drawn.cards[card][0]))
        return tuple(name for name in names if name in picture.legal)

    def _choose(self, move: str | None) -> str | None:
        return move if move is not None and move in self._moves() else None

    def _at(self, point: Point) -> str | None:
        """What is at a point: a move, legal or not, or the button that goes on."""
        drawn = self._drawn
        if drawn is None:
            return None
        if drawn.button is not None:
            return "go on" if inside(point, drawn.button) else None
        if drawn.claim is not None and inside(point, drawn.claim.box):
            return drawn.claim.at(point)
        if drawn.calls is not None:
            return drawn.calls.at(point)
        card = card_at(drawn, point)
        return None if card is None or card_name(card) not in self._moves() else card_name(card)

    def _step(self, dx: int, dy: int) -> None:
        moves, drawn = self._moves(), self._drawn
        if not moves or drawn is None:
            return
        if self._cursor is None:
            self._cursor = self._under if self._under in moves else moves[0]
            return
        if drawn.calls is not None and drawn.claim is None:
            self._cursor = self._next_call(self._cursor, dx, dy)
            return
        at = moves.index(self._cursor)
        if dx:
            self._cursor = moves[(at + dx) % len(moves)]
        elif drawn.claim is None:
            cards = ["SHDC".index(move[0]) * 13 for move in moves]
            self._cursor = moves[step_suit(cards, at, dy)]

    def _next_call(self, call: str, dx: int, dy: int) -> str:
        """The next call that is possible in a direction."""
        calls = self._drawn.calls if self._drawn is not None else None
        assert calls is not None, "an auction is on the table"
        at = call
        while True:
            following = calls.step(at, (dx, dy))
            if following == at:
                return call
            if following in self._moves():
                return following
            at = following
