"""The order of pieces: queues that anyone can draw again from a short text, from any place on.

`seven_bag:SEED`          one of each in random order, then the next bag
`fourteen_bag:SEED`       two of each
`general_bag:TTIO:SEED`   bags of these letters
`uniform:SEED`            each piece by itself
`tetrio:SEED`             one of each, in the order in which TETR.IO deals them with this seed
`list:TIOSZLJ`            these pieces, then none; `list:TI+seven_bag:7`: these pieces first

`SEED@N` is the stream after N pieces were drawn. `seven_bag:7@3/IOTL` says which letters are left in the current
bag (a bag in the middle that was edited, or begun elsewhere). `?` for a seed is a stream whose order is not known:
a player sees the pieces shown and what the bag still holds, and nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, get_args

from game.chance import Minstd, splitmix64
from game.errors import BadInput
from game.tetris.classic.pieces import uniform_piece
from game.tetris.guideline.pieces import PIECES, letter, pieces_of

Kind = Literal["seven_bag", "fourteen_bag", "general_bag", "uniform", "list", "tetrio"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Letters = tuple[int, ...]

MOST_LISTED = 10_000
MOST_IN_A_BAG = 70
_SEVEN = tuple(range(7))
_BAGS: dict[Kind, Letters] = {
    "seven_bag": _SEVEN,
    "fourteen_bag": tuple(sorted(_SEVEN * 2)),
    "tetrio": _SEVEN,
}
BAGS_OF_SEVEN: tuple[Kind, ...] = ("seven_bag", "tetrio")  # one of each piece
TETRIO_ORDER = pieces_of("ZLOSIJT")  # before a bag is shuffled
_STREAM = re.compile(r"(?:\?|([0-9]{1,20})(?:@([0-9]{1,20}))?)(?:/([A-Za-z]+))?")


@dataclass(frozen=True)
class Queue:
    """A queue of pieces from a place in it on; nothing changes when it is looked at.

    `listed` pieces come first. Then `kind` draws, from its piece `number` on: `bag` is the full bag, empty for
    `uniform` and `list`, and `left` the letters still in the current one, never none; both sorted. `seed` is 0 to
    2^64 - 1, or None where the order is not known. Raises `BadInput` for what cannot be.
    """

    kind: Kind = "seven_bag"
    seed: int | None = 1
    number: int = 0
    listed: Letters = ()
    bag: Letters = _BAGS["seven_bag"]
    left: Letters = _BAGS["seven_bag"]

    def __post_init__(self) -> None:
        if len(self.listed) > MOST_LISTED:
            raise BadInput(
                f"a list of {len(self.listed):,} pieces is too long; at most {MOST_LISTED:,} are read"
            )
        if len(self.bag) > MOST_IN_A_BAG:
            raise BadInput(
                f"a bag of {len(self.bag)} pieces is too large; at most {MOST_IN_A_BAG} are possible"
            )
        if self.kind == "tetrio" and self.seed is None:
            # whoever sees the pieces alone cannot tell them apart
            object.__setattr__(self, "kind", "seven_bag")
        if any(self.left.count(piece) > self.bag.count(piece) for piece in self.left):
            raise BadInput(f"{_word(self.left)} cannot be left of a bag of {_word(self.bag)}")

    @classmethod
    def parse(cls, text: str) -> Queue:
        """The queue of one of the forms above. Raises `BadInput`."""
        first, plus, rest = text.strip().partition("+")
        if not first.startswith("list:"):
            return _stream(text.strip())
        queue = _stream(rest) if plus else cls.of(())
        return replace(queue, listed=pieces_of(first.removeprefix("list:")))

    @classmethod
    def of(cls, listed: Letters | list[int]) -> Queue:
        """The queue that is a list of pieces 0 to 6 and then ends."""
        return cls("list", None, 0, tuple(listed), (), ())

    @classmethod
    def seen(cls, kind: Kind, listed: Letters, left: Letters = (), bag: Letters = ()) -> Queue:
        """The queue of which only the listed pieces are known, and the letters left in the bag behind them.

        An empty `left` is a full bag; `bag` is only needed for `general_bag`.
        """
        full = tuple(sorted(_BAGS.get(kind, bag)))
        return cls(kind, None, 0, listed, full, tuple(sorted(left)) or full)

    def __str__(self) -> str:
        before = "list:" + _word(self.listed) if self.listed or self.kind == "list" else ""
        return before if self.kind == "list" else before + ("+" if before else "") + self._stream_text()

    def _stream_text(self) -> str:
        text = self.kind + (f":{_word(self.bag)}" if self.kind == "general_bag" else "")
        if self.seed is None:
            return f"{text}:?" + (f"/{_word(self.left)}" if self.left != self.bag else "")
        text += f":{self.seed}" + (f"@{self.number}" if self.number else "")
        implied = _implied(self.kind, self.bag, self.seed, self.number)
        return text + (f"/{_word(self.left)}" if self.left != implied else "")

    def piece(self, n: int = 0) -> int | None:
        """The piece that comes after `n` others, 0 to 6; None where nothing is known or comes any more."""
        if n < len(self.listed):
            return self.listed[n]
        n -= len(self.listed)
        if self.seed is None:
            return None
        if not self.bag:
            return uniform_piece(self.seed, self.number + n)
        if self.kind == "tetrio":
            at = self.number + n
            return _tetrio_bag(self.seed, at // 7)[at % 7]
        left, number = self._bag_before(n)
        return _drawn(left, self.seed, number, self.number + n)[-1]

    def pieces(self, count: int) -> Letters:
        """The next `count` pieces, fewer where the queue ends."""
        generator = (self.piece(n) for n in range(count))
        return tuple(piece for piece in generator if piece is not None)

    def after(self, n: int = 1) -> Queue:
        """The queue once `n` pieces are drawn."""
        ahead, n = self.listed[n:], max(0, n - len(self.listed))
        if not n or self.seed is None:
            return replace(self, listed=ahead)
        if not self.bag:
            return replace(self, listed=ahead, number=self.number + n)
        if self.kind == "tetrio":
            number = self.number + n
            return replace(self, listed=ahead, number=number, left=_tetrio_left(self.seed, number))
        left, number = self._bag_before(n)
        left = _without(left, _drawn(left, self.seed, number, self.number + n - 1)) or self.bag
        return replace(self, listed=ahead, number=self.number + n, left=left)

    def bag_left(self, n: int = 0) -> Letters | None:
        """The letters that the bag can still give once `n` pieces are drawn, sorted and never none.

        Listed pieces behind the first `n` count as letters of the bag, as far as they fit into it. None where there
        is no bag, and where nothing is known about it.
        """
        hidden = self.listed[n:]
        if not hidden:
            known = self.bag and (self.seed is not None or n == len(self.listed))
            return self.after(n).left if known else None
        if self.left == self.bag:
            hidden = self._rest_of_bag(hidden)
        left = tuple(sorted(hidden if self.left == self.bag else hidden + self.left))
        fits = all(left.count(piece) <= self.bag.count(piece) for piece in left)
        return left if fits else None

    def _rest_of_bag(self, hidden: Letters) -> Letters:
        """The listed pieces without the whole bags at their end; all of them where these are no whole bags."""
        size = len(self.bag)
        rest = len(hidden) % size if size else 0
        bags = [hidden[at : at + size] for at in range(rest, len(hidden), size or 1)]
        if not size or any(tuple(sorted(bag)) != self.bag for bag in bags):
            return hidden
        return hidden[:rest] or self.bag

    def view(self, count: int) -> Queue:
        """The queue of which `count` pieces are known; behind them only the letters in the bag are."""
        shown = self.pieces(count)
        if self.kind == "list":
            return Queue.of(shown)
        if self.seed is None and count >= len(self.listed):
            return self
        return Queue(self.kind, None, 0, shown, self.bag, self.bag_left(count) or self.bag)

    def with_piece(self, piece: int) -> Queue:
        """The queue with one more known piece behind the listed ones, taken out of the bag.

        Raises `BadInput` where the seed says what comes, and for a letter that the bag cannot give.
        """
        if self.seed is not None:
            raise BadInput("this queue says itself what comes next")
        if self.bag and piece not in self.left:
            raise BadInput(f"{letter(piece)} cannot come: {_word(self.left)} are left in the bag")
        left = _without(self.left, (piece,)) if self.bag else ()
        return replace(self, listed=(*self.listed, piece), left=left or self.bag)

    def _bag_before(self, n: int) -> tuple[Letters, int]:
        """The letters in the bag that gives the drawn piece `n`, at its first draw from here on, and that number."""
        if n < len(self.left):
            return self.left, self.number
        first = self.number + len(self.left)
        return self.bag, first + (self.number + n - first) // len(self.bag) * len(self.bag)


def _drawn(left: Letters, seed: int, first: int, last: int) -> Letters:
    """The pieces `first` to `last` of a stream, all from one bag that holds `left` before them.

    Each is one of the letters left, with a number of its own: all orders of a bag come alike.
    """
    results: Letters = ()
    for number in range(first, last + 1):
        piece = left[((splitmix64(seed, number) >> 32) * len(left)) >> 32]
        left = _without(left, (piece,))
        results = (*results, piece)
    return results


def _without(letters: Letters, taken: Letters) -> Letters:
    """The letters less those taken, which must be among them."""
    items = list(letters)
    for piece in taken:
        items.remove(piece)
    return tuple(items)


def _left_at(bag: Letters, seed: int, number: int) -> Letters:
    """The letters left in the bag after `number` pieces, if the stream began with a full bag."""
    if not bag:
        return ()
    first = number - number % len(bag)
    return _without(bag, _drawn(bag, seed, first, number - 1))


@lru_cache(maxsize=256)
def _tetrio_bag(seed: int, number: int) -> Letters:
    """Bag `number` (from 0) of TETR.IO; each takes six random numbers."""
    return tuple(Minstd(seed, 6 * number).shuffle([*TETRIO_ORDER]))


def _tetrio_left(seed: int, number: int) -> Letters:
    """The letters left in the bag of TETR.IO once `number` pieces are drawn, never none."""
    return tuple(sorted(_tetrio_bag(seed, number // 7)[number % 7 :]))


def _implied(kind: Kind, bag: Letters, seed: int, number: int) -> Letters:
    """The letters left in the bag after `number` pieces, if nobody has edited it."""
    return _tetrio_left(seed, number) if kind == "tetrio" else _left_at(bag, seed, number)


def _stream(text: str) -> Queue:
    """The queue of a text without listed pieces. Raises `BadInput`."""
    name, _, rest = text.partition(":")
    kind = next((each for each in KINDS if each == name), None)
    letters = ""
    if kind == "general_bag":
        letters, _, rest = rest.partition(":")
    match = _STREAM.fullmatch(rest)
    if kind is None or kind == "list" or not match or (kind == "general_bag") != bool(letters):
        raise BadInput(
            f"{text[:60]!r} names no queue of pieces; write seven_bag:SEED, fourteen_bag:SEED, "
            "general_bag:LETTERS:SEED, uniform:SEED, tetrio:SEED, list:LETTERS or list:LETTERS+…"
        )
    bag = tuple(sorted(_BAGS.get(kind, pieces_of(letters))))
    seed = None if match[1] is None else _within(int(match[1]), 1 << 64, "seed")
    number = _within(int(match[2] or 0), 1 << 63, "number of a piece")
    if match[3] and not bag:
        raise BadInput("uniform pieces come from no bag; leave out what follows the '/'")
    if match[3] and kind == "tetrio":
        raise BadInput("the bags of TETR.IO follow from the seed; leave out what follows the '/'")
    implied = bag if seed is None else _implied(kind, bag, seed, number)
    return Queue(kind, seed, number, (), bag, tuple(sorted(pieces_of(match[3]))) if match[3] else implied)


def _word(pieces: Letters) -> str:
    return "".join(PIECES[piece] for piece in pieces)


def _within(number: int, end: int, what: str) -> int:
    if number >= end:
        raise BadInput(f"{number} is too large a {what}; it goes from 0 to {end - 1}")
    return number
