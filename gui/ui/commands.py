"""Commands of a scene: one table from which its keys, the help and its buttons come."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

import pygame

Run = Callable[[], object]

KEYS: dict[str, tuple[int, ...]] = {
    "Comma": (pygame.K_COMMA,),
    "Period": (pygame.K_PERIOD,),
    "Plus": (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS),
    "Minus": (pygame.K_MINUS, pygame.K_KP_MINUS),
    "Left": (pygame.K_LEFT,),
    "Right": (pygame.K_RIGHT,),
    "Up": (pygame.K_UP,),
    "Down": (pygame.K_DOWN,),
    "Home": (pygame.K_HOME,),
    "End": (pygame.K_END,),
    "Space": (pygame.K_SPACE,),
    "Enter": (pygame.K_RETURN, pygame.K_KP_ENTER),
    "Esc": (pygame.K_ESCAPE,),
    "Backspace": (pygame.K_BACKSPACE,),
    "Delete": (pygame.K_DELETE,),
    "Page up": (pygame.K_PAGEUP,),
    "Page down": (pygame.K_PAGEDOWN,),
    "Insert": (pygame.K_INSERT,),
    **{f"F{number}": (getattr(pygame, f"K_F{number}"),) for number in range(1, 13)},
    **{f"Keypad {digit}": (getattr(pygame, f"K_KP{digit}"),) for digit in range(10)},
}
_MODIFIERS = (
    ("Ctrl", pygame.KMOD_CTRL | pygame.KMOD_META),
    ("Alt", pygame.KMOD_ALT),
    ("Shift", pygame.KMOD_SHIFT),
)
EVERYWHERE, BOARDS = "everywhere", "boards"  # scopes that scenes share
SHARED = {EVERYWHERE: "Everywhere", BOARDS: "All boards"}  # and what the settings call them


class Tip(NamedTuple):
    """The words of a tooltip, and the key that does the same, as commands name keys."""

    words: str
    key: str


@dataclass(frozen=True)
class Command:
    """Something that can be done: a key, a line of the help, a button, or all three.

    `keys` are named as the help shows them, split by commas: `L, Enter`, `1 to 9`, `I O T`, `Ctrl+C`; empty where
    only a button runs it. `run` has one action for all keys, or one for each in order; None for keys that another
    part of the scene handles. `help` says what they do; without it the help does not list them. `label` and `short`,
    where there is less room, are the words on a button, `name` is that of its target. `mark` is what the next
    move carries behind its name while this is on. A command that is not `enabled` does nothing, and is listed.
    `scope` is where a person changes its keys (see `gui.ui.keymap`): in its scene, or in all that share the command.
    """

    keys: str
    run: Run | tuple[Run, ...] | None
    help: str = ""
    label: str = ""
    name: str = ""
    short: str = ""
    mark: str = ""
    enabled: bool = True
    scope: str = ""

    @property
    def press(self) -> Run:
        """Function that its button runs."""
        assert self.run is not None
        return self.run[0] if isinstance(self.run, tuple) else self.run

    @property
    def key(self) -> str:
        """The key that a button shows where it has room for one: the last."""
        return single_keys(self.keys)[-1] if self.keys else ""

    @property
    def tip(self) -> Tip:
        """Tooltip of its button: the help or its words, with the key."""
        return Tip(f"{self.help[0].upper()}{self.help[1:]}" if self.help else self.label, self.keys)

    def action(self, event: pygame.event.Event) -> Run | None:
        """Return the function that this key event runs; None where it is no key of this command."""
        if not self.enabled or self.run is None:
            return None
        for number, key in enumerate(single_keys(self.keys)):
            if is_key(event, key):
                if not isinstance(self.run, tuple):
                    return self.run
                return self.run[number] if number < len(self.run) else None
        return None


def is_key(event: pygame.event.Event, name: str) -> bool:
    """Return True if a key event is the key of this name. Ctrl (or Cmd) and Alt must be as named.

    Shift only where it is.
    """
    *held, key = name.split("+") if name != "+" else [name]
    control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
    if (control, bool(event.mod & pygame.KMOD_ALT)) != ("Ctrl" in held, "Alt" in held):
        return False
    if "Shift" in held and not event.mod & pygame.KMOD_SHIFT:
        return False
    if key in KEYS:
        return event.key in KEYS[key]
    return bool(event.key == ord(key.lower()) or event.unicode == key) if len(key) == 1 else False


def run_key(commands: Iterable[Command], event: pygame.event.Event, *, shifted: bool = False) -> bool:
    """Run the first command that this key event belongs to; whether there was one.

    A key that is named with Shift goes before the same key without; `shifted` looks at no others.
    """
    listed = list(commands)
    if event.mod & pygame.KMOD_SHIFT:
        with_shift = [each for each in listed if "Shift+" in each.keys]
        if _run_first((replace(each, keys=_only_shifted(each.keys)) for each in with_shift), event):
            return True
    return not shifted and _run_first(listed, event)


def _run_first(commands: Iterable[Command], event: pygame.event.Event) -> bool:
    for command in commands:
        action = command.action(event)
        if action is not None:
            action()
            return True
    return False


def _only_shifted(keys: str) -> str:
    """The same keys, those without Shift being no keys at all; their number stays."""
    return ", ".join(key if "Shift+" in key else "Nothing" for key in single_keys(keys))


def key_of(event: pygame.event.Event) -> str | None:
    """The name of the key that an event presses, with what is held: `H`, `Ctrl+Shift+F5`; None without a name."""
    if event.type != pygame.KEYDOWN:
        return None
    name = next((name for name, codes in KEYS.items() if event.key in codes), "")
    letter = chr(event.key).upper() if 32 < event.key < 127 or 160 < event.key < 0x2000 else ""
    typed = event.unicode if len(event.unicode) == 1 and event.unicode.isprintable() else ""
    held = [word for word, mask in _MODIFIERS if event.mod & mask]
    if not name and not letter.isalnum() and typed and typed != " ":  # a sign, however it is typed
        name, held = typed.upper(), [word for word in held if word != "Shift"]
    name = name or letter
    return "+".join([*held, name]) if name else None


def single_keys(keys: str) -> list[str]:
    """The keys of `L, Enter`, of `1 to 9` and of `I O T`, each by itself."""
    results: list[str] = []
    for key in keys.split(", ") if keys else ():
        first, _, last = key.partition(" to ")
        if last:
            results += [str(digit) for digit in range(int(first), int(last) + 1)]
        else:
            results += [key] if key.rpartition("+")[2] in KEYS else key.split()
    return results
