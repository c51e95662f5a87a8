"""A deck: a named list of problems, and the file in which it ships and is shared.

A file is UTF-8 text, a JSON object a line behind its CRC-32 as 8 hex digits, so that a damaged line is known for
itself and all others can still be read:

    9a3f00c1 {"format":"kibitz-deck","version":1,"name":"zuniq-endings","title":"Zuniq endings","problems":430}
    07d2e6b4 {"id":"90c1…","game":"zuniq",…}
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from game.errors import BadDeck, BadInput
from game.practice.problem import Problem
from game.saving import load, save
from game.words import counted

SUFFIX = ".deck"
FORMAT, VERSION = "kibitz-deck", 1
MOST_BYTES = 64 << 20
MOST_PROBLEMS = 100_000
_NAME = "^[a-z0-9]+(-[a-z0-9]+)*$"


class Header(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="format",
    tag=FORMAT,
):
    """The first line: everything about a deck but its problems. `made` is the command that made it."""

    version: int
    name: Annotated[str, Meta(pattern=_NAME, max_length=40)]
    title: Annotated[str, Meta(max_length=80)]
    problems: Annotated[int, Meta(ge=0, le=MOST_PROBLEMS)]
    made: Annotated[str, Meta(max_length=400)] = ""
    detail: Annotated[str, Meta(max_length=80)] = ""


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """A deck: its short name with hyphens, its title and a few words for lists, and its problems.

    `damage` is one sentence where not all of its file could be read.
    """

    name: str
    title: str
    problems: tuple[Problem, ...]
    made: str = ""
    detail: str = ""
    damage: str = ""

    @property
    def games(self) -> tuple[str, ...]:
        """The games of its problems, each once."""
        return tuple(dict.fromkeys(each.game for each in self.problems))


_ENCODER = msgspec.json.Encoder(order="deterministic")
_HEADER = msgspec.json.Decoder(Header)
_PROBLEM = msgspec.json.Decoder(Problem)


def write_deck(path: Path, deck: Deck) -> None:
    """Put a deck at `path`, whole or not at all. Raises `NotSaved`, or `BadDeck` for what is no deck."""
    save(path, deck_bytes(deck))


def deck_bytes(deck: Deck) -> bytes:
    """A deck as its file has it. Raises `BadDeck` for what would not be read again."""
    if not re.fullmatch(_NAME, deck.name):
        raise BadDeck(
            f"{deck.name[:40]!r} is not a name of a deck; write small letters and hyphens: my-deck."
        )
    header = Header(VERSION, deck.name, deck.title, len(deck.problems), deck.made, deck.detail)
    return sealed(header) + b"".join(sealed(each) for each in deck.problems)


def read_deck(path: Path) -> Deck:
    """The deck at `path`; what cannot be read is left out and named in `damage`.

    Raises `BadDeck` for a file that is not a deck at all, `BadInput` for one that cannot be read.
    """
    return deck_of(load(path, MOST_BYTES), path.name)


def deck_of(data: bytes, name: str) -> Deck:
    """The deck of a file's bytes; `name` is what messages call it. Raises `BadDeck`."""
    lines = data.split(b"\n")
    head = unsealed(lines[0])
    try:
        header = _HEADER.decode(b"" if head is None else head)
    except msgspec.DecodeError:
        if _is_newer(head):
            raise BadDeck(f"{name} was made by a newer Kibitz.") from None
        raise BadDeck(f"{name} is not a deck of problems.") from None
    if header.version > VERSION:
        raise BadDeck(f"{name} was made by a newer Kibitz.")
    problems: dict[str, Problem] = {}
    first_bad = count = 0
    for number, line in enumerate(lines[1:], 2):
        if not line and number == len(lines):
            break
        content = _problem(line)
        if content is None:
            first_bad = first_bad or number
        elif count < MOST_PROBLEMS:
            problems.setdefault(content.id, content)
            count += 1
    damage = ""
    if first_bad or count != header.problems or data[-1:] != b"\n":
        where = f"line {first_bad}" if first_bad else "the end"
        read = f"{count} of {counted(header.problems, 'problem')} can be read"
        damage = f"{name} is damaged at {where}; {read}."
    return Deck(
        name=header.name, title=header.title, problems=tuple(problems.values()), made=header.made,
        detail=header.detail, damage=damage,
    )  # fmt: skip


def checked(deck: Deck) -> Deck:
    """The deck, each problem of which is possible by the rules of its game. Raises `BadDeck` with the first reason."""
    for problem in deck.problems:
        problem.check()
    return deck


def decks_in(folder: Path) -> Iterator[Path]:
    """The files of decks in a folder, in the order of their names."""
    if folder.is_dir():
        yield from sorted(folder.glob(f"*{SUFFIX}"))


def problem_bytes(problem: Problem) -> bytes:
    """A problem as JSON, the same for equal problems."""
    return _ENCODER.encode(problem)


def problem_of(data: bytes) -> Problem:
    """The problem of JSON. Raises `BadInput`."""
    try:
        return _PROBLEM.decode(data)
    except msgspec.DecodeError:
        raise BadInput("this is not a problem of practice") from None


def _problem(line: bytes) -> Problem | None:
    body = unsealed(line)
    try:
        return None if body is None else problem_of(body)
    except BadInput:
        return None


def sealed(value: msgspec.Struct) -> bytes:
    """A line of a file: a value as JSON behind its sum."""
    body = _ENCODER.encode(value)
    return b"%08x %s\n" % (zlib.crc32(body), body)


def unsealed(line: bytes) -> bytes | None:
    """The JSON of a line without its line feed; None where its sum is wrong."""
    mark, _, body = line.partition(b" ")
    return body if mark == b"%08x" % zlib.crc32(body) else None


def _is_newer(head: bytes | None) -> bool:
    try:
        content = msgspec.json.decode(b"" if head is None else head)
    except msgspec.DecodeError:
        return False
    version = (
        content.get("version") if isinstance(content, dict) and content.get("format") == FORMAT else None
    )
    return isinstance(version, int) and version > VERSION
