"""The configuration: built-in defaults, then `config.yaml` beside `main.py`, then the user's own file.

A bad entry never stops the program: it is named in one message (file, line, key, what was found, what is
allowed) and the value of the layer below is used. The user's file holds only what differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from game import atomic, places
from game.config import leaves
from game.config.key import Value, as_kind, checked, keys, known, show
from game.config.settings import Config
from game.errors import BadConfig

SHIPPED = Path(__file__).resolve().parents[2] / "config.yaml"
HEADING = "Kibitz: what differs from the defaults. `main.py config show` lists every key and what it may be."
MOST_MESSAGES = 20  # of one file; a file of junk has thousands

# -- reading --


def user_file() -> Path:
    """Where the user's own file is, or would be."""
    return places.config_dir() / "config.yaml"


def load() -> tuple[Config, list[str]]:
    """The configuration in force, and one message for each entry that could not be used."""
    values, messages = _read_layers((SHIPPED, user_file()))
    return _build(values), messages


def check(path: Path) -> list[str]:
    """What is wrong with a configuration file, one message each; empty if nothing is."""
    return _read_file(path)[1]


def _read_layers(files: tuple[Path, ...]) -> tuple[dict[str, Value], list[str]]:
    values: dict[str, Value] = {}
    messages: list[str] = []
    for file in files:
        found, problems = _read_file(file)
        values |= found
        messages += problems
    return values, messages


def _read_file(path: Path) -> tuple[dict[str, Value], list[str]]:
    """The good values of a file by path, and the messages about the others."""
    found, troubles = leaves.read(path)
    values: dict[str, Value] = {}
    for leaf in found:
        try:
            values[leaf.path] = _value_of(leaf)
        except BadConfig as error:
            troubles.append(leaves.Trouble(leaf.line, str(error)))
    troubles.sort(key=lambda trouble: trouble.line or 0)
    messages = [f"{path}{', ' if trouble.line else ' '}{trouble}" for trouble in troubles[:MOST_MESSAGES]]
    if len(troubles) > MOST_MESSAGES:
        messages.append(f"{path} has {len(troubles) - MOST_MESSAGES} more entries that cannot be used")
    return values, messages


def _value_of(leaf: leaves.Leaf) -> Value:
    key = known(leaf.path)
    found = None if leaf.text is None else as_kind(leaf.text, leaf.quoted, key.kind)
    if found is None:
        raise BadConfig(f"{leaf.path} is {_quote(leaf)}; allowed: {key.allowed}")
    return checked(key, found, _quote(leaf))


def _quote(leaf: leaves.Leaf) -> str:
    if leaf.text is None:
        return "a list or a mapping"
    short = leaf.text if len(leaf.text) <= 40 else leaf.text[:40] + "…"
    if not leaf.text:
        return "empty"
    return repr(short) if leaf.quoted or not short.isprintable() else short


def _build(values: Mapping[str, Value]) -> Config:
    config = Config()
    for path, found in values.items():
        config = _replaced(config, path, found)
    return config


def _replaced(config: Config, path: str, new: Value) -> Config:
    section, _, field = path.partition(".")
    inner = msgspec.structs.replace(getattr(config, section), **{field: new})
    return msgspec.structs.replace(config, **{section: inner})


# -- values --


def value(config: Config, path: str) -> Value:
    """The value at a dotted path such as `display.scale`. Raises `BadConfig` for a path unknown here."""
    key = known(path)
    section, _, field = key.path.partition(".")
    found: Value = getattr(getattr(config, section), field)
    return found


def with_value(config: Config, path: str, new: Value) -> Config:
    """`config` with another value at `path`. Raises `BadConfig` where the value is not allowed."""
    key = known(path)
    return _replaced(config, path, checked(key, new, show(new)))


# -- writing --


def save(changes: Mapping[str, Value]) -> list[str]:
    """Put `changes` into the user's file, which keeps its other entries and holds only what differs.

    Returns what a person should know: where a file that held mistakes was kept before it was written anew.
    Raises `BadConfig` where a value is not allowed or the file cannot be written.
    """
    wanted = {path: checked(known(path), new, show(new)) for path, new in changes.items()}
    base = _build(_read_layers((SHIPPED,))[0])
    edits = {path: None if new == value(base, path) else show(new) for path, new in wanted.items()}
    file = user_file()
    try:
        kept, problems = _read_file(file)
        notices = [_keep_broken(file)] if problems else []
        text = None if problems or not file.exists() else leaves.change(file.read_text("utf-8-sig"), edits)
        atomic.write(file, (text or _whole(kept, edits)).encode())
    except OSError as error:
        raise BadConfig(f"{file} cannot be written ({error.strerror or error})") from None
    return notices


def _whole(kept: Mapping[str, Value], edits: Mapping[str, str | None]) -> str:
    texts: dict[str, str | None] = {**{path: show(old) for path, old in kept.items()}, **edits}
    ordered = {key.path: text for key in keys() if (text := texts.get(key.path)) is not None}
    return leaves.write(ordered, HEADING)


def _keep_broken(file: Path) -> str:
    """Copy a file with mistakes beside itself under a new name, and say so."""
    number = 1
    while (copy := file.with_name(f"{file.stem}-broken-{number}{file.suffix}")).exists():
        number += 1
    atomic.write(copy, file.read_bytes())
    return f"{file} held entries that could not be used; it was kept as {copy.name} and written anew"
