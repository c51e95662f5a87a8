"""Texts whose figures are facts: `{queues}` or `{equity:.2f}` stands for a fact of what is shown, and none is typed.

Counts have gaps at the thousands as in the window, and chances are written as there. `{rows:word}` is a count as a
word, `{rows:Word}` at the beginning of a sentence. A digit within a word, as in the name of a wall, is no figure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter

from game.errors import BadInput
from gui.ui.text import as_figure, chance_words, grouped

Facts = Mapping[str, object]

_UNITS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_TEENS = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_DIGIT = re.compile(r"(?<![A-Za-z])\d")


class Chance(float):
    """A chance, 0 to 1: written as the window writes it."""


def fill(text: str, facts: Facts) -> str:
    """A text with its facts. Raises `BadInput` for an unknown one, and for a figure that is typed."""
    parts = []
    for words, name, form in _fields(text):
        if _DIGIT.search(words):
            raise BadInput(f"{words.strip()!r} has a figure; write the fact that it is: {_listed(facts)}")
        parts.append(words)
        if name is None:
            continue
        if name not in facts:
            raise BadInput(f"there is no fact {name!r} here; known: {_listed(facts)}")
        try:
            parts.append(_written(facts[name], form))
        except ValueError:
            raise BadInput(f"{{{name}:{form}}} cannot be written; the fact is {facts[name]!r}") from None
    return "".join(parts)


def names_in(text: str) -> set[str]:
    """The names of the facts in a text. Raises `BadInput` for one that cannot be read."""
    return {name for _, name, _ in _fields(text) if name is not None}


def _fields(text: str) -> list[tuple[str, str | None, str]]:
    try:
        parts = list(Formatter().parse(" ".join(text.split())))
    except ValueError as error:
        raise BadInput(f"{text.strip()!r}: {error}") from None
    return [(words, name, form or "") for words, name, form, _ in parts]


def _listed(facts: Facts) -> str:
    return ", ".join(sorted(facts))


def _written(fact: object, form: str) -> str:
    """A fact as the window writes it, or in a `form` of Python's or of ours."""
    if isinstance(fact, Chance):
        return chance_words(fact)
    if form in ("word", "Word") and isinstance(fact, int):
        return in_words(fact).capitalize() if form == "Word" else in_words(fact)
    if isinstance(fact, int) and not form:
        return as_figure(grouped(fact))
    return as_figure(format(fact, form)) if isinstance(fact, float) else format(fact, form)


def in_words(number: int) -> str:
    """A number below a hundred as a word, 0 as `no`; a larger one in figures."""
    if number < 20:
        return (*_UNITS, *_TEENS)[number]
    if number >= 100:
        return grouped(number)
    tens, rest = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_UNITS[rest]}" if rest else "")
