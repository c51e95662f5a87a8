"""The players of a ladder: by a word of the command line, or from a YAML file.

players:
- name: Club
engine: stacker         # an engine of Kibitz, with a level and books if wanted
level: club
nodes: 2000             # a move; or seconds
- name: Guest
command: ./bot --fast   # a program that speaks a protocol of the game
protocol: triangle      # the game's first one if not named
seconds: 0.1
rules:                      # as in a saved game, where they are not the usual ones
kicks: srs+
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import yaml

from game.errors import BadInput
from game.saving import load, text_of
from game.words import counted

MOST_BYTES = 64 << 10
MOST_PLAYERS = 64
MOST_NAME = 40
MOST_NODES, MOST_SECONDS = 10**9, 86_400.0
_FIELDS = ("name", "engine", "level", "books", "command", "protocol", "nodes", "seconds")


class Player(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player: an engine of ours at a level, or a command; `nodes` a move or `seconds`, else as the ladder says."""

    name: str
    engine: str = ""
    level: str = ""
    books: str = ""
    command: str = ""
    protocol: str = ""
    nodes: int | None = None
    seconds: float | None = None

    @property
    def budget(self) -> str:
        """Its own budget in words; empty where it has none."""
        if self.nodes is not None:
            return counted(self.nodes, "node")
        return "" if self.seconds is None else f"{self.seconds:g} s"


class Pool(NamedTuple):
    """Players, and the rules by which they play where these are not the usual ones."""

    players: tuple[Player, ...]
    rules: dict[str, str]


def player_of(word: str) -> Player:
    """The engine of `kibitz:club/2000`, `stacker@bt-loop` or `kibitz/0.5s`: level, books, nodes or seconds a move.

    The word is its name. Raises `BadInput`.
    """
    text, slash, budget = word.strip().partition("/")
    text, _, books = text.partition("@")
    engine, _, level = text.partition(":")
    nodes, seconds = None, None
    if slash and budget.endswith("s"):
        seconds = _seconds(budget[:-1], word)
    elif slash:
        nodes = _nodes(budget, word)
    if not engine or len(word.strip()) > MOST_NAME:
        raise BadInput(f"{word[:60]!r} is not a player; write ENGINE, ENGINE:LEVEL or ENGINE:LEVEL/NODES")
    return Player(word.strip(), engine, level, books, nodes=nodes, seconds=seconds)


def checked(players: Sequence[Player]) -> tuple[Player, ...]:
    """The players of a ladder. Raises `BadInput` where there are too few or too many, or two have one name."""
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise BadInput(f"a ladder needs 2 to {MOST_PLAYERS} players, not {len(players)}")
    names = [player.name for player in players]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(f"two players are called {twice!r}; give each a name of its own")
    return tuple(players)


def read_pool(path: Path) -> Pool:
    """The pool of a YAML file. Raises `BadInput` with file, line and what is wrong there."""
    text = text_of(load(path, MOST_BYTES), path.name)
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f", line {mark.line + 1}" if mark else ""
        raise BadInput(f"{path.name}{line} is not YAML: {error.problem or error.context}") from None
    except (yaml.YAMLError, RecursionError, ValueError):
        raise BadInput(f"{path.name} is not YAML") from None
    reader = _Reader(path.name)
    parts = reader.mapping(root, "a pool", ("players", "rules"))
    listed = parts.get("players")
    if not isinstance(listed, yaml.SequenceNode):
        raise reader.wrong(listed or root, "a pool has a list of players")
    players = [reader.player(each) for each in listed.value]
    rules = reader.mapping(parts["rules"], "rules") if "rules" in parts else {}
    try:
        every = checked(players)
    except BadInput as error:
        raise reader.wrong(listed, str(error)) from None
    return Pool(every, {key: reader.text(node, key) for key, node in rules.items()})


class _Reader:
    """Reads the nodes of one file; what is wrong is told with its line."""

    def __init__(self, name: str) -> None:
        self._name = name

    def wrong(self, node: yaml.Node | None, reason: str) -> BadInput:
        line = f", line {node.start_mark.line + 1}" if node is not None and node.start_mark else ""
        return BadInput(f"{self._name}{line}: {reason}")

    def mapping(
        self, node: yaml.Node | None, what: str, allowed: Sequence[str] | None = None
    ) -> dict[str, yaml.Node]:
        if not isinstance(node, yaml.MappingNode):
            raise self.wrong(node, f"{what} is a list of keys with values")
        results: dict[str, yaml.Node] = {}
        for key, below in node.value:
            name = self.text(key, "a key")
            if allowed is not None and name not in allowed:
                raise self.wrong(key, f"{name!r} is not known; {what} has {', '.join(allowed)}")
            if name in results:
                raise self.wrong(key, f"{name!r} stands twice")
            results[name] = below
        return results

    def text(self, node: yaml.Node, key: str) -> str:
        if not isinstance(node, yaml.ScalarNode):
            raise self.wrong(node, f"{key} is one value, not a list")
        return str(node.value)

    def player(self, node: yaml.Node) -> Player:
        parts = self.mapping(node, "a player", _FIELDS)
        texts = {key: self.text(below, key) for key, below in parts.items()}
        for key in ("nodes", "seconds"):
            if key in texts:
                self._number(parts[key], key, texts[key])
        engine, command = texts.get("engine", ""), texts.get("command", "")
        if bool(engine) == bool(command):
            raise self.wrong(node, "a player has either an engine or a command")
        if command and (texts.get("level") or texts.get("books")):
            raise self.wrong(node, "levels and books belong to an engine, not to a command")
        if engine and texts.get("protocol"):
            raise self.wrong(parts["protocol"], "a protocol belongs to a command, not to an engine")
        if "nodes" in texts and ("seconds" in texts or command):
            raise self.wrong(parts["nodes"], "nodes are for an engine, and not together with seconds")
        name = texts.get("name") or engine or command
        if not name.isprintable() or len(name) > MOST_NAME:
            raise self.wrong(
                parts.get("name", node), f"a name has 1 to {MOST_NAME} letters; give the player one"
            )
        return Player(
            name,
            engine,
            texts.get("level", ""),
            texts.get("books", ""),
            command,
            texts.get("protocol", ""),
            int(texts["nodes"]) if "nodes" in texts else None,
            float(texts["seconds"]) if "seconds" in texts else None,
        )

    def _number(self, node: yaml.Node, key: str, text: str) -> None:
        try:
            _nodes(text, text) if key == "nodes" else _seconds(text, text)
        except BadInput as error:
            raise self.wrong(node, str(error)) from None


def _nodes(text: str, shown: str) -> int:
    if not re.fullmatch(r"[0-9]{1,10}", text) or not 1 <= int(text) <= MOST_NODES:
        raise BadInput(f"{shown[:40]!r} has no number of nodes from 1 to {MOST_NODES:,}")
    return int(text)


def _seconds(text: str, shown: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or not 0 < float(text) <= MOST_SECONDS:
        raise BadInput(f"{shown[:40]!r} has no number of seconds above 0 and up to {MOST_SECONDS:,.0f}")
    return float(text)


def words_of(rules: Mapping[str, str]) -> str:
    """Rules in one line."""
    return ", ".join(f"{key} {text}" for key, text in rules.items())
