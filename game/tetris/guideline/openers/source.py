"""Sources of opening books: text that a person can read and draw, one stage after the other.

    name: bt-loop                       title, credit and `then: dpc` (the stages of another file follow) likewise
    goal: T-spins in four bags          a sentence: what it builds; `after:` how it goes on, `suits:` for whom it is
    stage: T-spin double, second bag    what it is for
    bag: all                            or letters; one letter alone is a piece carried over into a full bag,
                                        `IOL and T` one that is carried into what is left of a bag
    |XXX.....X.|                        rows from the top; none for the empty board; blanks do not count
    |XXXXXXX.XX|
    place: Ie95 On04 ~Sn53              which cells, never in which order; `= 1` behind it: the line ends, worth that
    clear: 7                            every perfect clear with seven pieces of the bag, each letter once;
    clear: 4 with the carried piece     that piece is one more copy of its letter
    optimum: 2,051,229 of 2,116,800     best play for a perfect clear from the empty board, and in how many of all
                                        cases it succeeds

A placement is piece, orientation (n e s w), column and row of its centre. `~` is a piece that lay below others in the
picture. The drawing may hold letters instead: cells with the same letter are one piece to be placed. A `#` begins a
comment. All stages stand for their mirror images too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from game.errors import BadBook, BadInput
from game.saving import load, text_of
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.position import (
    FULL_BAG,
    HEIGHT,
    NO_EXTRA,
    Position,
    above,
    bit,
    cells_at,
    full_rows,
    letters_of,
    placement_at,
    rows_of,
)
from game.tetris.guideline.pieces import PIECES, piece_of

LONGEST_SOURCE = 1_000_000  # letters
_KEYS = (
    "name",
    "title",
    "credit",
    "goal",
    "after",
    "suits",
    "then",
    "stage",
    "bag",
    "place",
    "clear",
    "optimum",
)
_PLACEMENT = re.compile(r"(~?)([IOTLJSZ])([nesw])([0-9])([0-9])")
_OPTIMUM = re.compile(r"([0-9,]{1,20}) of ([0-9,]{1,20})")
_CLEAR = re.compile(r"([0-9]{1,2})( with the carried piece)?")
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_FILLED, _EMPTY = "Xx#", ".-_"


class DrawnPiece(NamedTuple):
    """A piece on its cells; `tucked`: it lay below others in the picture."""

    piece: int
    cells: int
    tucked: bool


class Line(NamedTuple):
    """Pieces to be placed in any order that works, and what the end is worth: 0..1, None where it goes on."""

    pieces: tuple[DrawnPiece, ...]
    value: float | None


class Clear(NamedTuple):
    """All perfect clears with so many pieces; `carried`: the extra letter is one more copy."""

    pieces: int
    carried: bool


class Share(NamedTuple):
    """In how many of all cases something succeeds."""

    numerator: int
    denominator: int

    def __str__(self) -> str:
        return f"{self.numerator:,} of {self.denominator:,}"


@dataclass(frozen=True)
class Stage:
    """Task of one position. With an `optimum` that is best play from there, and nothing else."""

    title: str
    position: Position
    lines: tuple[Line, ...]
    clear: Clear | None
    optimum: Share | None = None


@dataclass(frozen=True)
class Source:
    """A whole book as people write it. `goal`, `after` and `suits`: what it builds, how it goes on, for whom it is."""

    name: str
    title: str
    credit: str
    stages: tuple[Stage, ...]
    goal: str = ""
    after: str = ""
    suits: str = ""

    @property
    def optimum(self) -> Share | None:
        """In how many cases the book succeeds, where it is one of best play; then it has one stage."""
        return self.stages[0].optimum if self.stages else None


@dataclass
class _Draft:
    """A stage that is being read."""

    title: str
    line: int
    bag: tuple[int, int] | None = None
    rows: list[tuple[int, str]] = field(default_factory=list)
    places: list[tuple[int, int, str]] = field(default_factory=list)
    clear: tuple[int, Clear] | None = None
    optimum: tuple[int, Share] | None = None


def read(path: Path, *, own: bool = False) -> Source:
    """The source in a file, with those it names by `then`, or `own`: without them.

    Raises `BadBook` with file, line and column.
    """
    if own:
        return parse(_text(path), str(path), lambda name: Source(name, name, "", ()))
    return _read(path, ())


def _text(path: Path) -> str:
    try:
        return text_of(load(path, LONGEST_SOURCE), str(path))
    except BadInput as error:
        raise BadBook(str(error)) from None


def _read(path: Path, before: tuple[str, ...]) -> Source:
    return parse(
        _text(path),
        str(path),
        lambda name: _read(path.with_name(f"{name}.txt"), (*before, path.stem)),
        before,
    )


def parse(
    text: str, place: str, follow: Callable[[str], Source] | None = None, before: tuple[str, ...] = ()
) -> Source:
    """The source of a text; `place` names it in messages, `follow` reads those named by `then`. Raises `BadBook`."""
    return _Reader(text, place, follow, before).source()


class _Reader:
    def __init__(
        self, text: str, place: str, follow: Callable[[str], Source] | None, before: tuple[str, ...]
    ) -> None:
        if len(text) > LONGEST_SOURCE:
            raise BadBook(f"{place}: {len(text):,} letters are too many; at most {LONGEST_SOURCE:,} are read")
        self.text, self.place, self.follow, self.before = text, place, follow, before
        self.facts: dict[str, str] = {}
        self.drafts: list[_Draft] = []
        self.more: list[Stage] = []

    def wrong(self, line: int, column: int, reason: str) -> BadBook:
        return BadBook(f"{self.place}:{line}:{column}: {reason}")

    def source(self) -> Source:
        for number, raw in enumerate(self.text.splitlines(), 1):
            bare = raw.partition("#")[0] if "|" not in raw else raw
            if bare.strip():
                self._line(number, bare)
        if "name" not in self.facts:
            raise self.wrong(1, 1, "a book needs a line `name: bt-loop`")
        if not self.drafts and not self.more:
            raise self.wrong(1, 1, "there is no stage; one begins with `stage: TITLE`")
        stages = tuple(self._stage(draft) for draft in self.drafts)
        name = self.facts["name"]
        facts = self.facts.get("title", name), self.facts.get("credit", "")
        stages += tuple(self.more)
        if len(stages) > 1:
            for draft in self.drafts:
                if draft.optimum is not None:
                    raise self.wrong(draft.optimum[0], 1, "best play has no other stages beside it")
        generator = (self.facts.get(key, "") for key in ("goal", "after", "suits"))
        return Source(name, *facts, stages, *generator)

    def _line(self, number: int, raw: str) -> None:
        column = len(raw) - len(raw.lstrip()) + 1
        if raw.lstrip().startswith("|"):
            self._draft(number, column).rows.append((number, raw))
            return
        key, colon, rest = raw.strip().partition(":")
        if not colon or key not in _KEYS:
            known = ", ".join(f"{name}:" for name in _KEYS)
            raise self.wrong(
                number, column, f"{key[:20]!r} does not start a line; {known} and rows between | do"
            )
        at, rest = raw.index(":") + 2 + len(rest) - len(rest.lstrip()), rest.strip()
        if not rest:
            raise self.wrong(number, at, f"nothing follows `{key}:`")
        if key == "stage":
            self.drafts.append(_Draft(rest, number))
        elif key == "bag":
            self._draft(number, column).bag = self._bag(number, at, rest)
        elif key == "place":
            self._draft(number, column).places.append((number, at, rest))
        elif key == "clear":
            self._draft(number, column).clear = number, self._clear(number, at, rest)
        elif key == "optimum":
            self._draft(number, column).optimum = number, self._optimum(number, at, rest)
        else:
            self._fact(number, at, key, rest)

    def _fact(self, number: int, at: int, key: str, rest: str) -> None:
        if key in ("name", "then") and not NAME.fullmatch(rest):
            raise self.wrong(number, at, f"{rest[:40]!r} is not a name; small letters, digits and - make one")
        if key == "then":
            if self.follow is None or rest in (*self.before, self.facts.get("name")):
                raise self.wrong(number, at, f"{rest} cannot follow here: it leads back to itself")
            self.more += self.follow(rest).stages
        elif key in self.facts:
            raise self.wrong(number, at, f"`{key}:` is given twice")
        else:
            self.facts[key] = rest

    def _draft(self, number: int, column: int) -> _Draft:
        if not self.drafts:
            raise self.wrong(number, column, "no stage has begun; `stage: TITLE` begins one")
        return self.drafts[-1]

    # -- the parts of a stage --

    def _bag(self, number: int, at: int, text: str) -> tuple[int, int]:
        letters, carried, extra = text.partition(" and ")
        if carried and (len(extra) != 1 or extra not in PIECES):
            at += len(letters) + len(carried)
            raise self.wrong(
                number, at, f"{extra[:20]!r} is not a piece; behind `and` stands the one carried over"
            )
        bag = FULL_BAG if letters == "all" else self._letters(number, at, letters)
        if carried:
            return bag, piece_of(extra)
        return (bag, NO_EXTRA) if bag & bag - 1 else (FULL_BAG, bag.bit_length() - 1)

    def _letters(self, number: int, at: int, text: str) -> int:
        bag = 0
        for column, letter in enumerate(text, at):
            if letter not in PIECES:
                raise self.wrong(
                    number, column, f"{letter!r} is not a piece; the bag is `all` or some of {PIECES}"
                )
            if bag >> piece_of(letter) & 1:
                raise self.wrong(number, column, f"{letter} is in this bag twice")
            bag |= 1 << piece_of(letter)
        return bag

    def _clear(self, number: int, at: int, text: str) -> Clear:
        match = _CLEAR.fullmatch(text)
        if not match or not 1 <= int(match[1]) <= 14:
            raise self.wrong(
                number, at, f"{text[:40]!r} should be 1 to 14 pieces: `7`, or `4 with the carried piece`"
            )
        return Clear(int(match[1]), match[2] is not None)

    def _optimum(self, number: int, at: int, text: str) -> Share:
        match = _OPTIMUM.fullmatch(text)
        share = (
            Share(*(int(part.replace(",", "") or "0") for part in match.groups())) if match else Share(0, 0)
        )
        if not 0 < share.numerator <= share.denominator:
            raise self.wrong(number, at, f"{text[:40]!r} is not a share such as `2,051,229 of 2,116,800`")
        return share

    def _stage(self, draft: _Draft) -> Stage:
        if draft.bag is None:
            raise self.wrong(draft.line, 1, "this stage needs a line `bag: all` or `bag: LETTERS`")
        cells, picture = self._rows(draft.rows)
        position = Position(cells, *draft.bag)
        lines = [self._place(*place, position) for place in draft.places]
        if picture:
            self._check(draft.rows[0][0], 1, picture, position)
            lines.append(Line(tuple(picture), None))
        if draft.optimum is not None:
            if lines or draft.clear or position != Position(0, FULL_BAG):
                raise self.wrong(
                    draft.optimum[0], 1, "best play is known from the empty board with a full bag, by itself"
                )
            return Stage(draft.title, position, (), None, draft.optimum[1])
        if not lines and draft.clear is None:
            raise self.wrong(
                draft.line,
                1,
                "this stage says nothing; it needs `place:`, `clear:`, `optimum:` or letters drawn",
            )
        if draft.clear is not None:
            self._check_clear(*draft.clear, position)
        return Stage(draft.title, position, tuple(lines), draft.clear and draft.clear[1])

    def _rows(self, rows: list[tuple[int, str]]) -> tuple[int, list[DrawnPiece]]:
        """The filled cells of a drawing, and the pieces whose letters it has."""
        if len(rows) > HEIGHT:
            raise self.wrong(rows[HEIGHT][0], 1, f"a book's boards have {HEIGHT} rows at most")
        cells, drawn, seen = 0, dict[str, int](), dict[str, tuple[int, int]]()
        for y, (number, raw) in enumerate(reversed(rows)):
            column = raw.index("|") + 2
            inner, bar, rest = raw[column - 1 :].partition("|")
            marks = [(at, mark) for at, mark in enumerate(inner, column) if not mark.isspace()]
            if not bar or rest.strip() or len(marks) != COLUMNS:
                raise self.wrong(
                    number, column - 1, f"this row has {len(marks)} cells; it needs 10 between | and |"
                )
            for x, (at, mark) in enumerate(marks):
                if mark in _FILLED:
                    cells |= bit(x, y)
                elif mark in PIECES:
                    drawn[mark] = drawn.get(mark, 0) | bit(x, y)
                    seen.setdefault(mark, (number, at))
                elif mark not in _EMPTY:
                    raise self.wrong(
                        number, at, f"{mark!r} is not a cell; . is empty, X filled, a letter a piece"
                    )
        if full := full_rows(cells):
            raise self.wrong(
                rows[full.bit_length() - 1 - HEIGHT + len(rows)][0], 1, "this row is full; it would be gone"
            )
        every = sum(drawn.values())
        for letter, at_cells in drawn.items():
            if placement_at(piece_of(letter), at_cells) is None:
                raise self.wrong(*seen[letter], f"the cells with {letter} are not one {letter}")
        pieces = [
            DrawnPiece(piece_of(name), at, bool(above(at) & every & ~at))
            for name, at in sorted(drawn.items())
        ]
        return cells, pieces

    def _place(self, number: int, at: int, text: str, position: Position) -> Line:
        words, equals, worth = text.partition("=")
        value, pieces = None, []
        if equals:
            value = self._value(number, at + len(words) + 1, worth)
        for match in re.finditer(r"\S+", words):
            result = _PLACEMENT.fullmatch(match[0])
            if not result:
                raise self.wrong(
                    number, at + match.start(), f"{match[0][:20]!r} is not a placement such as Ie95 or ~Sn53"
                )
            piece, orientation = piece_of(result[2]), "nesw".index(result[3])
            cells = cells_at(piece, orientation, int(result[4]), int(result[5]))
            if cells is None:
                raise self.wrong(
                    number, at + match.start(), f"{match[0]} does not lie within the {HEIGHT} rows"
                )
            pieces.append(DrawnPiece(piece, cells, bool(result[1])))
            self._check(number, at + match.start(), pieces, position)
        if not pieces:
            raise self.wrong(number, at, "no piece is placed here")
        return Line(tuple(pieces), value)

    def _value(self, number: int, at: int, text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 < value <= 1:
            raise self.wrong(number, at + 1, f"{text.strip()[:20]!r} is not a value between 0 and 1")
        return value

    def _check(self, number: int, at: int, pieces: list[DrawnPiece], position: Position) -> None:
        """The last piece lies on free cells and can still come."""
        *others, last = pieces
        taken = position.cells
        for other in others:
            taken |= other.cells
        letter = PIECES[last.piece]
        if taken & last.cells:
            raise self.wrong(number, at, f"{letter} lies on cells that are filled already")
        copies = (position.bag >> last.piece & 1) + (position.extra == last.piece)
        if sum(1 for one in pieces if one.piece == last.piece) > copies:
            raise self.wrong(
                number, at, f"{letter} cannot come (again): the bag has {letters_of(position.bag)}"
            )

    def _check_clear(self, number: int, clear: Clear, position: Position) -> None:
        filled = position.cells.bit_count() + 4 * clear.pieces
        lowest = rows_of(position.cells)
        height = HEIGHT - ((lowest & -lowest).bit_length() - 1) if lowest else 0
        if filled % COLUMNS or not height <= filled // COLUMNS <= HEIGHT:
            raise self.wrong(
                number,
                8,
                f"{clear.pieces} pieces and {position.cells.bit_count()} cells are {filled}; "
                f"a perfect clear needs full rows, {max(height, 1)} to {HEIGHT} of them",
            )
        if clear.carried and position.extra == NO_EXTRA:
            raise self.wrong(number, 8, "no piece is carried into this stage; its bag is not a single letter")
