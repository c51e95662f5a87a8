"""Other keys for commands: which key a person has put in the place of which, scene by scene.

A command is known by its scope and by the key that it has by default. The scope is the scene, or one of the two that
scenes share: `BOARDS`, what all boards have (hints, undo, steps), and `EVERYWHERE`. The settings hold a text for
each scope, `M = N, T = Ctrl+F5`: what M does by default is done by N.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

import msgspec
import pygame

from game.config import SHORTCUT, Config, Shortcuts
from gui.ui.commands import BOARDS, EVERYWHERE, Command, key_of, single_keys

SECTION = "shortcuts"
# They move the focus, choose and go back in every scene and dialog.
RESERVED = frozenset(("Esc", "Enter", "Tab", "Shift+Tab", "Left", "Right", "Up", "Down"))
Place = tuple[str, str]  # a scope and a default key


def scope_of(scene: str) -> str:
    """The scope of a scene's own commands, as the settings call it."""
    return scene.replace("-", "_")


@dataclass(frozen=True)
class Keymap:
    """The keys that were changed, by scope and default key."""

    changed: Mapping[Place, str] = field(default_factory=dict)

    @classmethod
    def of(cls, config: Config) -> Keymap:
        """The keys of the settings."""
        return _keymap(config.shortcuts)

    def key(self, scope: str, default: str) -> str:
        """The key that does now what `default` does by default."""
        return self.changed.get((scope, default), default)

    def keys(self, scope: str, keys: str) -> str:
        """The same for the keys of a command, as the help shows them; unchanged ones as they are written."""
        singles = single_keys(keys)
        now = [self.key(scope, each) for each in singles]
        return keys if now == singles else ", ".join(now)

    def bound(self, commands: Iterable[Command], scene: str, taken: str = "") -> list[Command]:
        """The commands of a scene with their present keys.

        `taken` are letters that the board reads itself: the commands behind them are reached with Shift.
        """
        if not self.changed and not taken:
            return list(commands)
        results = []
        for each in commands:
            keys = self.keys(each.scope or scope_of(scene), each.keys)
            singles = single_keys(keys)
            with_shift = [_shifted(key, taken) for key in singles] if each.run is not None else singles
            keys = keys if with_shift == singles else ", ".join(with_shift)
            results.append(each if keys == each.keys else replace(each, keys=keys))
        return results

    def shown(self, commands: Iterable[Command], scene: str, taken: str = "") -> dict[str, str]:
        """Return the keys that a scene shows in place of the default keys in its text, by default key."""
        if not self.changed and not taken:
            return {}
        commands = list(commands)
        results: dict[str, str] = {}
        for before, after in zip(commands, self.bound(commands, scene, taken), strict=True):
            for default, key in zip(single_keys(before.keys), single_keys(after.keys), strict=True):
                results.setdefault(default, key)
        return results

    def with_key(self, place: Place, key: str) -> Keymap:
        """The same with another key in one place; its default takes the entry away."""
        rest = {each: now for each, now in self.changed.items() if each != place}
        return Keymap(rest if key == place[1] else {**rest, place: key})

    def settings(self) -> dict[str, str]:
        """All entries of the settings with these keys: what was not changed is empty."""
        results: dict[str, list[str]] = {name: [] for name in Shortcuts.__struct_fields__}
        for (scope, default), key in self.changed.items():
            results[scope].append(f"{default} = {key}")
        return {f"{SECTION}.{scope}": ", ".join(entries) for scope, entries in results.items()}


@lru_cache(maxsize=4)
def _keymap(chosen: Shortcuts) -> Keymap:
    changed: dict[Place, str] = {}
    for scope, text in msgspec.structs.asdict(chosen).items():
        for default, key in re.findall(rf"({SHORTCUT}) = ({SHORTCUT})(?:, |\Z)", text):
            if not {default, key} & RESERVED:
                changed.setdefault((scope, default), key)
    return Keymap(changed)


def _shifted(key: str, taken: str) -> str:
    return f"Shift+{key}" if len(key) == 1 and key.lower() in taken else key


def pressed_key(event: pygame.event.Event) -> str | None:
    """The name of the key that an event presses, such as `Ctrl+F5`; None where it cannot be that of a command."""
    name = key_of(event)
    return None if name is None or re.fullmatch(SHORTCUT, name) is None else name


__all__ = ["BOARDS", "EVERYWHERE", "RESERVED", "SECTION", "Keymap", "Place", "pressed_key", "scope_of"]
