"""Wanted saves: what a player wants to have left after a perfect clear, in the words that players use.

T           T can be kept
LS          one clear leaves both L and S
T || S      one of them; T && S: either can be kept, by the same clear or another one; !T: T cannot be kept
^T          some clear does not leave T
(T || S)    brackets as usual; && binds before ||
/L[^J]*$/   a regular expression that the letters left, in the order TILJSZO, match
T, I || L   wishes by priority: the second counts where the first cannot be had; #name behind one names it
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.errors import BadInput
from game.tetris.guideline.pieces import PIECES

ORDER = "TILJSZO"  # in which letters that are left are written
_TOKEN = re.compile(r"\s*(\|\||&&|\||&|[!^()]|/[^/]*/|[A-Za-z]+)")
_FORMS = "write wanted saves like T, LS, T || (I && L), !O or ^S; by priority with commas between them"

Test = Callable[[Sequence[str]], bool]


@dataclass(frozen=True)
class Wish:
    """One wanted save: its name, and a test of everything that can be left, each as letters in the order above."""

    name: str
    holds: Test


def wishes_of(text: str) -> tuple[Wish, ...]:
    """The wanted saves of a text, the most wanted first. Raises `BadInput`."""
    return tuple(_wish(each) for each in _split(text))


def left_over(letters: Sequence[int]) -> str:
    """The letters that are left, as the tests read them."""
    return "".join(sorted((PIECES[piece] for piece in letters), key=ORDER.index))


def _split(text: str) -> list[str]:
    """The wishes, parted by commas that stand in no regular expression."""
    parts = re.findall(r"(?:/[^/]*/|[^,/])+|/", text)
    if not any(part.strip() for part in parts):
        raise BadInput(f"there is no wanted save; {_FORMS}")
    return parts


def _wish(text: str) -> Wish:
    expression, _, name = text.partition("#")
    reader = _Reader(expression.strip())
    test = reader.alternatives()
    reader.end()
    return Wish(name.strip() or expression.strip(), test)


class _Reader:
    """Reads an expression token by token."""

    def __init__(self, text: str) -> None:
        self._text, self._tokens, at = text, list[str](), 0
        while at < len(text):
            token = _TOKEN.match(text, at)
            if token is None:
                raise BadInput(
                    f"{text[at : at + 20]!r} in the wanted save {text[:60]!r} is not understood; {_FORMS}"
                )
            self._tokens.append(token[1])
            at = token.end()

    def _next(self, *tokens: str) -> bool:
        if self._tokens and self._tokens[0] in tokens:
            self._tokens.pop(0)
            return True
        return False

    def end(self) -> None:
        """Nothing may be left. Raises `BadInput`."""
        if self._tokens:
            raise BadInput(
                f"{self._tokens[0]!r} is too much in the wanted save {self._text[:60]!r}; {_FORMS}"
            )

    def alternatives(self) -> Test:
        tests = [self._both()]
        while self._next("||", "|"):
            tests.append(self._both())
        return tests[0] if len(tests) == 1 else lambda saves: any(test(saves) for test in tests)

    def _both(self) -> Test:
        tests = [self._one()]
        while self._next("&&", "&"):
            tests.append(self._one())
        return tests[0] if len(tests) == 1 else lambda saves: all(test(saves) for test in tests)

    def _one(self) -> Test:
        if self._next("!"):
            inner = self._one()
            return lambda saves: not inner(saves)
        if self._next("^"):
            avoided = self._one()
            return lambda saves: any(not avoided([each]) for each in saves)
        if self._next("("):
            inside = self.alternatives()
            if not self._next(")"):
                raise BadInput(f"a bracket is not closed in the wanted save {self._text[:60]!r}")
            return inside
        if not self._tokens or (not self._tokens[0][0].isalpha() and self._tokens[0][0] != "/"):
            raise BadInput(f"a piece is missing in the wanted save {self._text[:60]!r}; {_FORMS}")
        token = self._tokens.pop(0)
        return _matching(token[1:-1]) if token[0] == "/" else _leaving(token)


def _matching(expression: str) -> Test:
    try:
        pattern = re.compile(expression)
    except re.error as error:
        raise BadInput(f"/{expression[:40]}/ is not a regular expression: {error}") from None
    return lambda saves: any(pattern.search(each) is not None for each in saves)


def _leaving(letters: str) -> Test:
    for letter in letters.upper():
        if letter not in PIECES:
            raise BadInput(f"{letter!r} in the wanted save is not a piece; the pieces are {' '.join(PIECES)}")
    wanted = Counter(letters.upper())
    return lambda saves: any(not wanted - Counter(each) for each in saves)
