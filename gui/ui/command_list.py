"""The commands of all scenes, for the scene in which their keys are changed, and what may be changed.

Scenes know their commands only once they are open. So the list is a file, `assets/commands.json`, which
`python -m tests.gui.command_list` collects from all scenes; a test compares the two.

Apart from `keymap`, which every scene uses: the list is read only where keys are changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from game import places
from game.config import Shortcuts, field
from gui.ui.keymap import RESERVED, SECTION, Keymap, Place, scope_of

FILE = places.shipped("assets", "commands.json")


class Listed(msgspec.Struct, frozen=True):
    """A command with its default keys. The keys of one that is `fixed` belong to the board, or to a list."""

    keys: tuple[str, ...]
    words: str = ""
    scope: str = ""
    fixed: bool = False


class SceneCommands(msgspec.Struct, frozen=True):
    """What can be done in a scene."""

    name: str
    commands: tuple[Listed, ...]

    def keys(self) -> Iterator[tuple[Place, Listed]]:
        """Every key by its place, with its command."""
        for each in self.commands:
            for key in each.keys:
                yield (each.scope or scope_of(self.name), key), each


@cache
def load() -> tuple[SceneCommands, ...]:
    """The commands of all scenes."""
    return msgspec.json.decode(FILE.read_bytes(), type=tuple[SceneCommands, ...])


def title(scope: str) -> str:
    """What the settings call a scope."""
    return field(f"{SECTION}.{scope}").label


def by_scope(scenes: Sequence[SceneCommands]) -> dict[str, list[Listed]]:
    """The commands whose keys can be changed, by scope; one that several scenes share stands once."""
    found: dict[str, dict[tuple[str, ...], Listed]] = {name: {} for name in Shortcuts.__struct_fields__}
    known: set[Place] = set()
    for scene in scenes:
        for each in scene.commands:
            scope = each.scope or scope_of(scene.name)
            keys = tuple(key for key in each.keys if key not in RESERVED and (scope, key) not in known)
            if keys and each.words and not each.fixed:
                known |= {(scope, key) for key in keys}
                found[scope][keys] = msgspec.structs.replace(each, keys=keys)
    return {scope: list(rows.values()) for scope, rows in found.items() if rows}


def changed(
    scenes: Sequence[SceneCommands], keymap: Keymap, place: Place, key: str
) -> tuple[Keymap | None, str]:
    """The keys once `key` is that of a place, and what was done in a sentence; None where that cannot be.

    Where a command of the same scope has that key already, the two exchange their keys.
    """
    if key in RESERVED:
        return None, f"{key} moves or chooses in every scene. Choose another key."
    old, new = keymap.key(*place), keymap.with_key(place, key)
    clash = _clash(scenes, new, place)
    if clash is None:
        return new, ""
    scene, other, command = clash
    words = f"{key} is taken in “{title(scope_of(scene.name))}”: {command.words or command.keys[0]}."
    if command.fixed or other[0] != place[0]:
        return None, words
    exchanged = new.with_key(other, old)
    if _clash(scenes, exchanged, other) is not None or _clash(scenes, exchanged, place) is not None:
        return None, words
    return exchanged, f"{key} was the key of: {command.words}. That is {old} now."


def _clash(
    scenes: Sequence[SceneCommands], keymap: Keymap, place: Place
) -> tuple[SceneCommands, Place, Listed] | None:
    """A scene in which another command has the key of a place, and that command."""
    key = keymap.key(*place)
    for scene in scenes:
        listed = list(scene.keys())
        if place not in (at for at, _ in listed):
            continue
        for other, command in listed:
            now = other[1] if command.fixed else keymap.key(*other)
            if other != place and now == key and other[1] != place[1]:
                return scene, other, command
    return None
