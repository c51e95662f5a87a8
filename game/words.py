"""Numbers with their nouns, and sentences, for everything that tells a person something."""

from __future__ import annotations


def ordinal(number: int) -> str:
    """The place of a number: `1st`, `2nd`, `11th`, `23rd`."""
    last = number % 10 if number % 100 not in (11, 12, 13) else 0
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def counted(count: float, noun: str, separator: str = ",") -> str:
    """A count with its noun, in the plural but for one: `1 deal`, `1,200 deals`, `0.5 points`, `2 inaccuracies`.

    `separator` stands between thousands.
    """
    number = f"{count:,}".replace(",", separator) if isinstance(count, int) else f"{count:g}"
    return f"{number} {noun if count == 1 else plural(noun)}"


def sentence(text: object) -> str:
    """A text, such as an error, as a sentence: with a capital and one full stop."""
    words = str(text).rstrip(".")
    return f"{words[:1].upper()}{words[1:]}."


def plural(noun: str) -> str:
    """A noun in the plural: `deals`, `inaccuracies`, `Tetrises`."""
    if noun[-1] == "s":
        return f"{noun}es"
    return f"{noun[:-1]}ies" if noun[-1] == "y" and noun[-2] not in "aeiou" else f"{noun}s"
