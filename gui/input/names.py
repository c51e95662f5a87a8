"""Names for everything that can be pressed: `x`, `left shift`, `keypad 4`, `pad up`, `pad 0`.

A name is what the settings keep and what a person reads. Gamepads are told apart by nothing: whichever is there
may be used. Its directions are those of the cross and of the left stick.
"""

from __future__ import annotations

from functools import cache

import pygame

OR = " or "
PAD = "pad "
STICK = 0.5  # how far a stick is pushed for a direction
_DIRECTIONS = ("left", "right", "up", "down")
_WORDS = {
    "lshift": "left shift", "rshift": "right shift", "lctrl": "left ctrl", "rctrl": "right ctrl",
    "lalt": "left alt", "ralt": "right alt", "lgui": "left system", "rgui": "right system",
    "return": "enter", "pageup": "page up", "pagedown": "page down", "backquote": "backquote",
    "leftbracket": "left bracket", "rightbracket": "right bracket", "capslock": "caps lock",
}  # fmt: skip


@cache
def _named() -> dict[int, str]:
    """The names of the keys that have one, by their code."""
    found: dict[int, str] = {}
    for constant in sorted(name for name in dir(pygame) if name.startswith("K_")):
        plain = constant[2:].lower()
        if plain != "unknown":
            word = _WORDS.get(plain, plain.replace("kp_", "keypad ").replace("kp", "keypad "))
            found.setdefault(getattr(pygame, constant), word.replace("_", " "))
    return found


@cache
def _codes() -> dict[str, int]:
    return {name: code for code, name in _named().items()}


def key_name(code: int) -> str:
    """The name of a key of the keyboard."""
    return _named().get(code) or f"key {code}"


def known(name: str) -> bool:
    """Whether something is called so."""
    kind, _, rest = name.partition(" ")
    if f"{kind} " == PAD:
        return rest in _DIRECTIONS or (rest.isdecimal() and len(rest) <= 2)
    return name in _codes() or (kind == "key" and rest.isdecimal() and len(rest) <= 10)


def pressed(event: pygame.event.Event) -> str | None:
    """The name of what an event presses; None for other events. Directions are told by `Stick`."""
    if event.type == pygame.KEYDOWN:
        return key_name(event.key)
    return f"{PAD}{event.button}" if event.type == pygame.JOYBUTTONDOWN else None


def released(event: pygame.event.Event) -> str | None:
    """The name of what an event lets go."""
    if event.type == pygame.KEYUP:
        return key_name(event.key)
    return f"{PAD}{event.button}" if event.type == pygame.JOYBUTTONUP else None


def split(text: str) -> tuple[str, ...]:
    """The names in `left or pad left`."""
    return tuple(text.split(OR))


def shown(name: str) -> str:
    """A name as a person reads it on a key: `X`, `Left shift`, `Pad 0`."""
    return name[:1].upper() + name[1:]


class Stick:
    """The directions of gamepads' crosses and sticks as presses and releases of `pad left` to `pad down`."""

    def __init__(self) -> None:
        self._held: dict[tuple[int, str], str] = {}  # by gamepad and the part of it that is pushed

    def changes(self, event: pygame.event.Event) -> tuple[set[str], set[str]]:
        """The names that this event presses, and those that it lets go."""
        before = set(self._held.values())
        if event.type == pygame.JOYHATMOTION:
            self._put((event.instance_id, f"hat {event.hat} across"), event.value[0], "left", "right")
            self._put((event.instance_id, f"hat {event.hat} along"), -event.value[1], "up", "down")
        elif event.type == pygame.JOYAXISMOTION and event.axis in (0, 1):
            ends = ("left", "right") if event.axis == 0 else ("up", "down")
            self._put((event.instance_id, f"axis {event.axis}"), event.value, *ends)
        elif event.type == pygame.JOYDEVICEREMOVED:
            self._held = {at: name for at, name in self._held.items() if at[0] != event.instance_id}
        after = set(self._held.values())
        return after - before, before - after

    def _put(self, at: tuple[int, str], value: float, low: str, high: str) -> None:
        self._held.pop(at, None)
        if abs(value) >= STICK:
            self._held[at] = PAD + (low if value < 0 else high)
