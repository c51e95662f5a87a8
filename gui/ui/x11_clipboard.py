"""Long text from the clipboard of X11, which comes in parts (INCR) that SDL 2 does not wait for.

A connection of its own to the server, by libxcb: unlike Xlib it has no handlers that a whole process shares, and no
error ends the program. ICCCM 2.7.2 says how the parts come: the owner names the type INCR, and each time the property
is taken away it puts the next part there; an empty one is the last.
"""

from __future__ import annotations

import ctypes
import select
import sys
import time
from collections.abc import Iterator
from typing import Any

_LIBRARY = "libxcb.so.1"
_PART_SECONDS = 1.0  # without an answer for so long, no more comes
_INPUT_ONLY, _EVENT_MASK, _PROPERTY_CHANGE = 2, 1 << 11, 1 << 22
_PROPERTY_NOTIFY, _SELECTION_NOTIFY = 28, 31
_EVENT_BYTES = 32
_WHOLE = 1 << 28  # words of four bytes, more than any property has


class _Cookie(ctypes.Structure):
    _fields_ = [("sequence", ctypes.c_uint)]


class _Screens(ctypes.Structure):
    _fields_ = [("screen", ctypes.POINTER(ctypes.c_uint32)), ("left", ctypes.c_int), ("index", ctypes.c_int)]


def text(most: int) -> str:
    """The text on the clipboard, so many bytes at most; empty where there is none, or no X11."""
    try:
        xcb = ctypes.CDLL(_LIBRARY)
    except OSError:
        return ""
    client = _Client(xcb)
    try:
        return client.text(most).decode(errors="replace")
    finally:
        client.close()


class _Client:
    """A window that nobody sees, which asks for the clipboard."""

    def __init__(self, xcb: ctypes.CDLL) -> None:
        self._xcb = xcb
        self._free = ctypes.CDLL(None).free
        self._free.argtypes = [ctypes.c_void_p]
        self._of("connect").restype = ctypes.c_void_p
        self._connection = ctypes.c_void_p(self._of("connect")(None, None))

    def close(self) -> None:
        self._of("disconnect")(self._connection)

    def text(self, most: int) -> bytes:
        """Return the clipboard as UTF-8; empty where there is no text, or where its owner falls silent."""
        if self._call("connection_has_error"):
            return b""
        clipboard, utf8, in_parts = map(self._atom, (b"CLIPBOARD", b"UTF8_STRING", b"INCR"))
        if not self._word(self._ask("get_selection_owner", clipboard), 8):
            return b""
        window = self._window()
        self._call("convert_selection", window, clipboard, utf8, utf8, 0)
        if not any(self._handle(event, _SELECTION_NOTIFY, 20, utf8) for event in self._events()):
            return b""
        kind, data = self._property(window, utf8)
        if kind != in_parts:
            return data[:most]
        whole = bytearray()
        for event in self._events():
            if (
                self._handle(event, _PROPERTY_NOTIFY, 8, utf8) and not event[16]
            ):  # 0: it is there, not taken away
                _, part = self._property(window, utf8)
                whole += part
                if not part or len(whole) >= most:
                    return bytes(whole[:most])
        return b""

    def _of(self, name: str) -> Any:
        return getattr(self._xcb, f"xcb_{name}")

    def _call(self, name: str, *arguments: object) -> Any:
        return self._of(name)(self._connection, *arguments)

    def _window(self) -> int:
        self._of("get_setup").restype = ctypes.c_void_p
        self._of("setup_roots_iterator").restype = _Screens
        root = self._of("setup_roots_iterator")(ctypes.c_void_p(self._call("get_setup"))).screen[0]
        window = int(self._call("generate_id"))
        wanted = (ctypes.c_uint32 * 1)(_PROPERTY_CHANGE)
        self._call("create_window", 0, window, root, 0, 0, 1, 1, 0, _INPUT_ONLY, 0, _EVENT_MASK, wanted)
        return window

    def _atom(self, name: bytes) -> int:
        return self._word(self._ask("intern_atom", 0, len(name), name), 8)

    def _ask(self, request: str, *arguments: object) -> bytes:
        """The first bytes of the answer to a request; zeros where there is none."""
        answer = self._answer(request, *arguments)
        return self._taken(answer) if answer else bytes(_EVENT_BYTES)

    def _answer(self, request: str, *arguments: object) -> int | None:
        self._of(request).restype = _Cookie
        self._of(f"{request}_reply").restype = ctypes.c_void_p
        answer: int | None = self._call(f"{request}_reply", self._call(request, *arguments), None)
        return answer

    def _taken(self, answer: int) -> bytes:
        """The first bytes of an answer or an event, which is given back."""
        raw = ctypes.string_at(answer, _EVENT_BYTES)
        self._free(answer)
        return raw

    @staticmethod
    def _word(raw: bytes, at: int) -> int:
        return int.from_bytes(raw[at : at + 4], sys.byteorder)

    def _handle(self, event: bytes, kind: int, at: int, word: int) -> bool:
        """Return True if an event is of this kind, with this word at its place."""
        return event[0] & 0x7F == kind and self._word(event, at) == word

    def _property(self, window: int, name: int) -> tuple[int, bytes]:
        """The type and the bytes of a property, which is taken away."""
        answer = self._answer("get_property", 1, window, name, 0, 0, _WHOLE)
        if not answer:
            return 0, b""
        self._of("get_property_value").restype = ctypes.c_void_p
        value, length = (
            self._of(f"get_property_value{each}")(ctypes.c_void_p(answer)) for each in ("", "_length")
        )
        content = ctypes.string_at(value, length)
        return self._word(self._taken(answer), 8), content

    def _events(self) -> Iterator[bytes]:
        """The events as they come, until none comes for a while."""
        self._of("poll_for_event").restype = ctypes.c_void_p
        file, silent_at = self._call("get_file_descriptor"), time.monotonic() + _PART_SECONDS
        while not self._call("connection_has_error"):
            self._call("flush")
            event = self._call("poll_for_event")
            if event:
                yield self._taken(event)
                silent_at = time.monotonic() + _PART_SECONDS
            elif not select.select([file], [], [], max(0.0, silent_at - time.monotonic()))[0]:
                return
