"""Patterns of queues in the words of solution-finder: `*p7`, `[IOT]p2,*p4`, `T,*!`, `[^T]!`, one or several.

pattern   part, then the next one; commas and blanks between parts may be left out
part      a letter; or * (any of the seven), [IOT] (any of these), [^T] (any but these), with pN behind it for N
different ones of them in any order, or ! for all of them in any order
several   patterns of equal length, with ; or a new line between them; what is behind a # is not read
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from math import perm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.errors import BadInput
from game.tetris.guideline.pieces import PIECES, piece_of

MOST_QUEUES = 400_000  # that a pattern may stand for
LONGEST = 24  # letters
_PART = re.compile(r"[\s,]*(?:(?P<letter>[A-Za-z])|(?P<any>\*)|\[(?P<sign>\^?)(?P<letters>[^\]\[]*)\])\s*")
_COUNT = re.compile(r"(?:[pP]\s*(?P<count>\d+)|(?P<all>!))")
_QUIZ = re.compile(r"#Q=\[(?P<held>\w?)\]\((?P<current>\w?)\)(?P<rest>\w*)")
_FORMS = "a pattern is written like *p7, [IOT]p2,*p4, T,*! or [^T]!, several with ; between them"


class Part(NamedTuple):
    """So many different ones of some pieces, in any order."""

    pieces: tuple[int, ...]
    drawn: int


@dataclass(frozen=True)
class Pattern:
    """All the queues that one of the `alternatives` gives."""

    alternatives: tuple[tuple[Part, ...], ...]

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """The pattern that a text stands for. Raises `BadInput`."""
        lines = [line.strip().strip("'\"") for line in re.split(r"[;\n]", text)]
        alternatives = tuple(_parts(line) for line in lines if _without_comment(line))
        if not alternatives:
            raise BadInput(f"there is no pattern; {_FORMS}")
        lengths = sorted({sum(part.drawn for part in parts) for parts in alternatives})
        if len(lengths) > 1:
            raise BadInput(
                f"the patterns have {lengths[0]} and {lengths[-1]} pieces; all must have the same number"
            )
        if lengths[0] > LONGEST:
            raise BadInput(f"a pattern has at most {LONGEST} pieces, this one has {lengths[0]}")
        return cls(alternatives)

    @property
    def length(self) -> int:
        """The number of letters of each queue."""
        return sum(part.drawn for part in self.alternatives[0])

    @property
    def most(self) -> int:
        """The number of queues, those counted twice that two alternatives give."""
        return sum(prod(perm(len(part.pieces), part.drawn) for part in parts) for parts in self.alternatives)

    @cached_property
    def queues(self) -> NDArray[np.int8]:
        """All different queues, [number, letter], in the order of the letters. Raises `BadInput` for too many."""
        if self.most > MOST_QUEUES:
            raise BadInput(
                f"the pattern stands for {self.most:,} queues; {MOST_QUEUES:,} at most can be looked at"
            )
        rows = [row for parts in self.alternatives for row in _dealt(parts)]
        return np.unique(np.array(rows, np.int8).reshape(-1, self.length), axis=0)

    def first(self, count: int) -> NDArray[np.int8]:
        """All different beginnings of so many letters."""
        return np.unique(self.queues[:, :count], axis=0)


def name_of(queue: NDArray[np.int8]) -> str:
    """The letters of a queue."""
    return "".join(PIECES[piece] for piece in queue.tolist())


def _without_comment(line: str) -> str:
    return "" if line.startswith("#") and not line.startswith("#Q=") else line


def _dealt(parts: tuple[Part, ...]) -> Iterator[tuple[int, ...]]:
    for choice in product(*(permutations(part.pieces, part.drawn) for part in parts)):
        yield tuple(piece for some in choice for piece in some)


def _parts(line: str) -> tuple[Part, ...]:
    """The parts of one pattern. Raises `BadInput`."""
    if quiz := _QUIZ.match(line):
        line = quiz["held"] + quiz["current"] + quiz["rest"] + line[quiz.end() :].split("#")[0].strip()
    text, at, parts = line.split("#")[0].rstrip(" \t\r,"), 0, list[Part]()
    while at < len(text):
        part = _PART.match(text, at)
        if part is None:
            raise BadInput(
                f"{text[at : at + 20].strip()!r} in the pattern {text[:60]!r} is no piece; {_FORMS}"
            )
        at, pieces = part.end(), _pieces_of(part)
        count = None if part["letter"] else _COUNT.match(text, at)
        if count is None:
            parts.append(Part(pieces, 1))
            continue
        at = count.end()
        number = len(pieces) if count["all"] else int(count["count"])
        if not 1 <= number <= len(pieces):
            raise BadInput(
                f"{part[0].strip(' ,')}{count[0]} in the pattern asks for {number} of {len(pieces)} pieces"
            )
        parts.append(Part(pieces, number))
    return tuple(parts)


def _pieces_of(part: re.Match[str]) -> tuple[int, ...]:
    """The pieces that a part can be. Raises `BadInput`."""
    if part["any"]:
        return tuple(range(len(PIECES)))
    if part["letter"]:
        return (piece_of(part["letter"]),)
    named = [piece_of(letter) for letter in re.sub(r"[\s,]", "", part["letters"])]
    if len({*named}) < len(named):
        raise BadInput(f"[{part['letters']}] in the pattern names a piece twice")
    pieces = tuple(piece for piece in range(len(PIECES)) if piece not in named) if part["sign"] else (*named,)
    if not pieces:
        raise BadInput(f"{part[0].strip(' ,')} in the pattern leaves no piece to choose from")
    return pieces
