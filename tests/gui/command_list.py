"""Collects the commands of all scenes, and what the settings call the scenes: `python -m tests.gui.command_list`.

They are written to `assets/commands.json` and `assets/scopes.json`. The settings keep the order that their scopes have;
those of new scenes come last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from game.bridge import duplicate
from game.config import SCOPES, SHORTCUT
from game.record import Seat
from game.session import Session
from game.showcase import Showcase
from gui import screenshot
from gui.context import Scene
from gui.scenes.duplicate import DuplicateScene
from gui.scenes.help import EVERYWHERE as HELD_EVERYWHERE
from gui.scenes.home import HomeScene
from gui.scenes.key_list import FILE, ListedCommand, SceneCommands
from gui.scenes.play import PlayScene
from gui.stage import headless, nobodys_home, stage_context
from gui.ui import commands
from gui.ui.commands import EVERYWHERE, SHARED, Command, single_keys
from gui.ui.keymap import RESERVED, scope_of
from tests.gui.driving import sample_showcase
from tests.gui.golden.make import prepared


class Collected(NamedTuple):
    """The commands of every scene, and the scopes by name with what the settings call them."""

    commands: tuple[SceneCommands, ...]
    scopes: dict[str, str]


def collect(shown: Showcase) -> Collected:
    """Collect them from every scene of which a picture can be made, in all states that the pictures show."""
    results: dict[str, list[Command]] = {}
    titles = dict(SHARED)
    for name in screenshot.scenes():
        scene = screenshot.sight(name, stage_context(), shown)
        items = scene.commands()
        if scene.name == "live":  # the keys of its pieces are settings of their own
            items = [each for each in items if each.run is not None]
        if scene.name not in ("help", "warm_up"):
            results.setdefault(scene.name, []).extend(items)
            titles[scope_of(scene.name)] = scene.keys_title or scene.title
    for scene in _bridge():
        results.setdefault(scene.name, []).extend(scene.commands())
        titles[scope_of(scene.name)] = scene.keys_title or scene.title
    order = sorted(results, key=lambda name: (name != "play", name))
    shared = [_row(_changeable(keys), words, scope=EVERYWHERE) for keys, words in HELD_EVERYWHERE]
    everywhere = [each for each in shared if each.keys]
    held = {key for each in everywhere for key in each.keys}
    known = [each for each in msgspec.json.decode(SCOPES.read_bytes(), type=dict[str, str]) if each in titles]
    return Collected(
        tuple(SceneCommands(name, (*_listed(results[name], held), *everywhere)) for name in order),
        {scope: titles[scope] for scope in (*known, *titles)},
    )


def _bridge() -> tuple[Scene, ...]:
    """A match in which every deal is played from both sides."""
    context, session = (
        stage_context(),
        Session.new("bridge", duplicate.rules({}, 1, 2), (Seat("You"), Seat("You"))),
    )
    play = PlayScene(context, HomeScene(context), session)
    return play, DuplicateScene(context, play, session)


def _listed(commands: Sequence[Command], held: set[str]) -> list[ListedCommand]:
    """Each key once. Where a command has no words, the help has them, or a command that does the same."""
    own = {key for each in commands if each.run is not None for key in _changeable(each.keys)}
    facts = {_keys(each.keys)[0]: each.help for each in commands if each.run is None and _keys(each.keys)}
    rows: list[ListedCommand] = []
    known = set(held)
    for each in sorted(commands, key=lambda one: (not one.help, not one.label)):
        if each.run is None:
            fixed = tuple(key for key in _keys(each.keys) if key not in own)
            row = _row(fixed, each.help, fixed=True)
            rows += [row] if fixed and row not in rows else []
            continue
        keys = tuple(key for key in _changeable(each.keys) if key not in known)
        known |= set(keys)
        words = each.help or next((facts[key] for key in keys if key in facts), each.label)
        same = None if words else _same(commands, rows, each)
        if same is not None and rows[same].scope != each.scope and keys:
            rows.append(_row(keys, rows[same].words, scope=each.scope))
        elif same is not None:
            rows[same] = msgspec.structs.replace(rows[same], keys=(*rows[same].keys, *keys))
        elif keys:
            rows.append(_row(keys, words, scope=each.scope))
    return rows


def _same(commands: Sequence[Command], rows: Sequence[ListedCommand], command: Command) -> int | None:
    """The row of a command of the same scope that does what this one does."""
    runs = _runs(command)
    for each in commands:
        if each.help and any(run in _runs(each) for run in runs):
            keys = set(_changeable(each.keys))
            return next((at for at, row in enumerate(rows) if not row.fixed and keys & set(row.keys)), None)
    return None


def _runs(command: Command) -> tuple[object, ...]:
    return command.run if isinstance(command.run, tuple) else (command.run,)


def _row(keys: tuple[str, ...], words: str, *, scope: str = "", fixed: bool = False) -> ListedCommand:
    return ListedCommand(keys, words[:1].upper() + words[1:], scope, fixed)


def _keys(keys: str) -> tuple[str, ...]:
    """The keys among the words of the help: `Left, Right`, `Space or Enter`, `C, then a number`.

    What comes after the first key of several has no other meaning meanwhile, and a wall’s name, `C 3 V`, gives way.
    """
    keys = "" if re.fullmatch("[A-Z] [0-9] [A-Z]", keys) else keys.partition(", then")[0]
    return tuple(key for key in single_keys(keys) if _is_key(key))


def _changeable(keys: str) -> tuple[str, ...]:
    return tuple(key for key in _keys(keys) if key not in RESERVED)


def _is_key(key: str) -> bool:
    named = key.rpartition("+")[2] in commands.KEYS or len(key.rpartition("+")[2]) == 1
    return named and re.fullmatch(SHORTCUT, key) is not None and not key.islower()


def main() -> None:
    """Write the file."""
    shown = Showcase("zuniq-duel", sample_showcase())
    prepared(shown)
    with headless(), nobodys_home():
        listed = collect(shown)
    for file, content in ((FILE, listed.commands), (SCOPES, listed.scopes)):
        file.write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")


if __name__ == "__main__":
    main()
