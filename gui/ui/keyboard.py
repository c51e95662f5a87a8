"""The keyboard of this person: which key lies at which place, and what a press of it means.

A place is SDL's scancode, named by the key that a US keyboard has there. The keys of a piece go by place, so that they
lie well on every layout. Commands go by letter: Z is wherever this keyboard has it. Where it has no such letter, as
with a Russian layout, a command is at the letter's place.
"""

from __future__ import annotations

import ctypes
import string
from collections.abc import Callable
from contextlib import suppress

import pygame

_MASK = 1 << 30  # of the code of a key that types nothing: it is its scancode
# what a US keyboard has at the places of keys that type something
US: dict[int, int] = {
    **{4 + number: ord(letter) for number, letter in enumerate(string.ascii_lowercase)},
    **{30 + number: ord(digit) for number, digit in enumerate("1234567890")},
    **{40 + number: code for number, code in enumerate(b"\r\x1b\b\t -=[]\\")},
    **{51 + number: ord(sign) for number, sign in enumerate(";'`,./")},
    76: pygame.K_DELETE,
}
_PLACES = {code: place for place, code in US.items()}
_SHIFTED = dict(zip("1234567890-=[]\\;'`,./", '!@#$%^&*()_+{}|:"~<>?', strict=True))  # on a US keyboard
_NAMED_SIGNS = ",.+-=?!/*"  # signs that commands are called by

Ask = Callable[[int], int]


def us_code(place: int) -> int:
    """The code of the key that a US keyboard has at a place."""
    return US.get(place, place | _MASK)


def place_of(code: int) -> int | None:
    """The place at which a US keyboard has a key; None for a key that it does not have."""
    return code & ~_MASK if code & _MASK else _PLACES.get(code)


def placed(event: pygame.event.Event) -> int:
    """The code of the key that a US keyboard has where this key is."""
    place = getattr(event, "scancode", 0)
    return us_code(place) if place else int(event.key)


class Keyboard:
    """The layout. `ask` tells the code of the key at a place, 0 where it does not know; presses are believed more."""

    def __init__(self, ask: Ask | None) -> None:
        self._ask = ask
        self._seen: dict[int, int] = {}
        self._keys: dict[int, int] | None = None  # by place, those that type something; None: to be asked for

    def at(self, place: int) -> int:
        """The code of the key at a place."""
        if self._keys is None:
            self._keys = {each: self._code(each) for each in US}
        return self._keys.get(place) or self._code(place)

    def _code(self, place: int) -> int:
        return self._seen.get(place) or (self._ask(place) if self._ask else 0) or us_code(place)

    def key(self, code: int) -> int:
        """The code of the key that lies here where a US keyboard has `code`."""
        place = place_of(code)
        return code if place is None else self.at(place)

    def has(self, code: int) -> bool:
        """Return True if a key of this keyboard has a code."""
        return any(self.at(place) == code for place in US)

    def us_for(self, code: int) -> int:
        """The code of the key that a US keyboard has where this one has `code`."""
        return next((US[place] for place in US if self.at(place) == code), code)

    def see(self, event: pygame.event.Event) -> None:
        """Learn from a press; the layout may have changed."""
        if event.type == pygame.KEYMAPCHANGED:
            self._seen, self._keys = {}, None
        elif event.type == pygame.KEYDOWN:
            place = getattr(event, "scancode", 0)
            if place in US and self.at(place) != event.key:
                self._seen[place] = event.key
                self._keys = None

    def meant(self, event: pygame.event.Event) -> pygame.event.Event:
        """A press or release as commands understand it: a letter that this keyboard lacks is at its place."""
        if event.type not in (pygame.KEYDOWN, pygame.KEYUP):
            return event
        event = self._shifted(event)
        if pygame.K_0 <= event.key <= pygame.K_9:  # French and Czech keyboards type a digit with Shift
            return event if event.mod & pygame.KMOD_SHIFT else _typing(event, event.key)
        return event if _is_named(event.key) else self.by_place(event)

    def _shifted(self, event: pygame.event.Event) -> pygame.event.Event:
        """The same press with what it types: while text input is off, SDL leaves Shift out of account."""
        sign = getattr(event, "unicode", "")
        if sign not in _SHIFTED or not event.mod & pygame.KMOD_SHIFT or event.key != ord(sign):
            return event
        if any(
            self.at(place) != code for place, code in US.items()
        ):  # what another keyboard types is not known
            return event
        return pygame.event.Event(event.type, {**event.dict, "unicode": _SHIFTED[sign]})

    def by_place(self, event: pygame.event.Event) -> pygame.event.Event:
        """The same key as the one that a US keyboard has there, if this one has it nowhere."""
        code = placed(event)
        if code == event.key or not 32 < code < 127 or self.has(code):
            return event
        return _typing(event, code)


def _typing(event: pygame.event.Event, code: int) -> pygame.event.Event:
    """The same event for the key with another code, and what that types; with Ctrl it types nothing."""
    text, shift = getattr(event, "unicode", ""), event.mod & pygame.KMOD_SHIFT
    if text and text.isprintable() and not (shift and text.isascii()):
        text = chr(code).upper() if shift else chr(code)
    return pygame.event.Event(event.type, {**event.dict, "key": code, "unicode": text})


def _is_named(code: int) -> bool:
    """Return True if a command may be called by this key."""
    if not 0 < code < 127:
        return bool(code & _MASK)
    return chr(code).isalnum() or chr(code) in _NAMED_SIGNS or code <= 32


def _sdl() -> Ask | None:
    """SDL's own answer, from the library that pygame uses; pygame has no call for it."""
    for library in (pygame.key.__file__, "SDL2.dll"):
        with suppress(OSError, AttributeError, TypeError):
            ask = ctypes.CDLL(library).SDL_GetKeyFromScancode
            ask.argtypes, ask.restype = [ctypes.c_int], ctypes.c_int32
            return lambda place: int(ask(place))
    return None


HERE = Keyboard(_sdl())
