"""Fumens as text: `v115@…` and the older `v110@…` are read, by themselves or in a link, and `v115@…` is written.

A page is its drawing as differences to what the page before leaves, in runs of equal ones, then a number for its piece
and flags, then its comment if it has one of its own.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple
from urllib.parse import unquote

from game.errors import BadInput
from game.tetris.guideline.field import BARE, COLUMNS, NO_PAINT, UNKNOWN, Field, Paint
from game.tetris.guideline.pieces import EAST, NORTH, PIECES, SOUTH, WEST, I, O, S, Z, piece_of, pieces_of
from game.tetris.guideline.placement import Placement

# What a page of a fumen shows: 23 rows of ten coloured cells, and the row of garbage that waits below them.
#
# A cell is 0 if empty, 1 to 7 for the colours of I L O Z T J S, 8 for grey. Columns x from the left, rows y from the
# bottom, both from 0; the waiting row is row -1.

HEIGHT = 23
CELLS = (HEIGHT + 1) * COLUMNS
LETTERS = "_ILOZTJSX"
GREY = LETTERS.index("X")
COLOUR = tuple(map(LETTERS.index, PIECES))  # by piece
_ROW = bytes(COLUMNS)
_LETTERS = str.maketrans(".x#", "_XX")
_PAINTS = LETTERS.replace("_", BARE).replace("X", UNKNOWN)


@dataclass(frozen=True)
class Drawing:
    """240 cells in the order of reading, top row first; the last ten are the waiting row. Raises `BadInput`."""

    cells: bytes = bytes(CELLS)

    def __post_init__(self) -> None:
        if len(self.cells) != CELLS or max(self.cells) > GREY:
            raise BadInput(f"a page of a fumen has {CELLS} cells with colours 0 to {GREY}")

    @classmethod
    def parse(cls, text: str, waiting: str = "") -> Drawing:
        """The drawing of text rows, top row first, with the letters `_ILOZTJSX`; those above are empty."""
        letters = "".join(text.split())
        written = letters.rjust(HEIGHT * COLUMNS, "_") + waiting.ljust(COLUMNS, "_")
        if len(letters) % COLUMNS or len(written) != CELLS or not set(written) <= set(LETTERS):
            raise BadInput(
                f"a drawing has rows of {COLUMNS} letters out of {LETTERS}, at most {HEIGHT} of them"
            )
        return cls(bytes(map(LETTERS.index, written)))

    @classmethod
    def of(cls, field: Field, paint: Paint = NO_PAINT) -> Drawing:
        """The field in its colours, in grey where none is known. Raises `BadInput` where it is higher than a page."""
        if field.height > HEIGHT:
            raise BadInput(f"the stack is {field.height} rows high; a page of a fumen shows {HEIGHT}")
        letters = paint.short(field).replace("/", "").translate(_LETTERS)
        return cls.parse(letters)

    def __str__(self) -> str:
        """The rows from the highest filled one on, at least the bottom row, and below them the waiting one if any."""
        height = max(self.field.height, 1)
        shown = [*self.rows[height - 1 :: -1], *([self.waiting] if any(self.waiting) else [])]
        return "\n".join("".join(LETTERS[cell] for cell in row) for row in shown)

    @cached_property
    def rows(self) -> tuple[bytes, ...]:
        """The 23 rows, the bottom row first."""
        return tuple(self.cells[at : at + COLUMNS] for at in range(CELLS - 2 * COLUMNS, -1, -COLUMNS))

    @property
    def waiting(self) -> bytes:
        """The row of garbage below the floor."""
        return self.cells[-COLUMNS:]

    @cached_property
    def field(self) -> Field:
        """The cells without their colours; rows that are drawn full are full."""
        return Field.of([sum(1 << x for x in range(COLUMNS) if row[x]) for row in self.rows])

    @property
    def paint(self) -> Paint:
        """The colours of the cells; grey says nothing."""
        return Paint(tuple("".join(_PAINTS[cell] for cell in row) for row in self.rows[: self.field.height]))

    def with_piece(self, at: Placement) -> Drawing:
        """The drawing with the piece in its colour, over whatever is there. Its cells must lie on the page."""
        cells = bytearray(self.cells)
        for x, y in at.cells:
            cells[(HEIGHT - 1 - y) * COLUMNS + x] = COLOUR[at.piece]
        return Drawing(bytes(cells))

    def cleared(self) -> Drawing:
        """The drawing without its full rows; everything above them has moved down."""
        return self._with_rows([row for row in self.rows if not all(row)], self.waiting)

    def risen(self) -> Drawing:
        """The drawing after the waiting row has come up."""
        return self._with_rows([self.waiting, *self.rows], _ROW)

    def mirrored(self) -> Drawing:
        """The drawing with left and right exchanged, colours as they are; the waiting row stays."""
        return self._with_rows([row[::-1] for row in self.rows], self.waiting)

    def _with_rows(self, rows: Sequence[bytes], waiting: bytes) -> Drawing:
        """The drawing of these rows, the bottom row first; those that do not fit any more are cut off."""
        whole = [*rows[:HEIGHT], *[_ROW] * (HEIGHT - len(rows))]
        return Drawing(b"".join(reversed(whole)) + waiting)


# The numbers in a fumen: base 64 digits, the code of a piece on a page, and the letters of a comment.

DIGITS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
MOST_COMMENT = 4095  # letters once escaped: what two digits can count
LOCK_OFF, COMMENT, COLOURS, MIRROR, RISE = 16, 8, 4, 2, 1
_KNOWN_FLAGS = LOCK_OFF | COMMENT | COLOURS | MIRROR | RISE
_VALUE = {digit: value for value, digit in enumerate(DIGITS)}
_PIECE = {COLOUR[piece]: piece for piece in range(7)}
_ORIENTATION = (SOUTH, EAST, NORTH, WEST)  # its own inverse
# what is to be added to a fumen's centre to get the one about which SRS turns
_TO_CENTRE = {
    (I, SOUTH): (1, 0),
    (I, WEST): (0, -1),
    (O, NORTH): (0, -1),
    (O, SOUTH): (1, 0),
    (O, WEST): (1, -1),
    (S, NORTH): (0, -1),
    (S, EAST): (-1, 0),
    (Z, NORTH): (0, -1),
    (Z, WEST): (1, 0),
}
# four letters make a number of five digits; the base is one more than there are letters
_CODE_LETTERS = "".join(map(chr, range(ord(" "), ord("~") + 1)))
_BASE = len(_CODE_LETTERS) + 1
_PLAIN = frozenset(string.ascii_letters + string.digits + "@*_+-./")
_ESCAPED = re.compile(r"%u([0-9A-Fa-f]{4})|%([0-9A-Fa-f]{2})")


class Digits:
    """Base 64 digits that are read one number after the other."""

    def __init__(self, text: str) -> None:
        """Raises `BadInput` for a letter that is no digit."""
        strange = next((letter for letter in text if letter not in _VALUE), None)
        if strange is not None:
            raise BadInput(f"{strange!r} cannot stand in a fumen; its letters are A-Z a-z 0-9 + / and ?")
        self._values = [_VALUE[letter] for letter in text]
        self._at = 0

    @property
    def left(self) -> bool:
        """True if there are more."""
        return self._at < len(self._values)

    def number(self, count: int) -> int:
        """The number of the next `count` digits, the lowest first. Raises `BadInput` where they end."""
        digits = self._values[self._at : self._at + count]
        if len(digits) < count:
            raise BadInput("the fumen ends in the middle of it")
        self._at += count
        return sum(digit << 6 * place for place, digit in enumerate(digits))


def digits_of(number: int, count: int) -> list[int]:
    """The `count` digits of a number, the lowest first."""
    return [number >> 6 * place & 63 for place in range(count)]


class Action(NamedTuple):
    """The piece of a page, or None, and its flags."""

    placement: Placement | None
    flags: int


def action_of(code: int, cells: int) -> Action:
    """Return the action in a page's three digits, on a page of so many cells. Raises `BadInput`."""
    flags, place = divmod(code >> 5, cells)
    if flags > _KNOWN_FLAGS:
        raise BadInput("it has flags that no fumen has")
    colour = code & 7
    if not colour:
        return Action(None, flags)
    piece, orientation = _PIECE[colour], _ORIENTATION[code >> 3 & 3]
    dx, dy = _TO_CENTRE.get((piece, orientation), (0, 0))
    row, x = divmod(place, COLUMNS)
    at = Placement(piece, orientation, x + dx, cells // COLUMNS - 2 - row + dy)
    if not on_page(at):
        raise BadInput("its piece lies beyond the border")
    return Action(at, flags)


def code_of(action: Action, cells: int) -> int:
    """The three digits of a page as a number. The piece must lie on the page."""
    at, flags = action
    if at is None:
        return flags * cells << 5
    dx, dy = _TO_CENTRE.get((at.piece, at.orientation), (0, 0))
    place = at.x - dx + (cells // COLUMNS - 2 - (at.y - dy)) * COLUMNS
    return (flags * cells + place) << 5 | _ORIENTATION[at.orientation] << 3 | COLOUR[at.piece]


def on_page(at: Placement) -> bool:
    """Return True if all cells of the piece are cells of a page."""
    return all(0 <= x < COLUMNS and 0 <= y < HEIGHT for x, y in at.cells)


def read_comment(digits: Digits) -> str:
    """The comment that comes next: its length, then its letters. Raises `BadInput`."""
    length = digits.number(2)
    letters = "".join(_four_letters(digits.number(5)) for _ in range(-(-length // 4)))
    return _unescaped(letters[:length])


def _four_letters(number: int) -> str:
    results = [number // _BASE**place % _BASE for place in range(4)]
    if number >= _BASE**4 or max(results) >= len(_CODE_LETTERS):
        raise BadInput("its comment has letters that do not exist")
    return "".join(_CODE_LETTERS[each] for each in results)


def comment_digits(comment: str) -> list[int]:
    """The length and the letters of a comment as digits. Raises `BadInput` for one that is too long."""
    letters = _escaped(comment)
    if len(letters) > MOST_COMMENT:
        raise BadInput(f"its comment needs {len(letters):,} letters; a fumen has room for {MOST_COMMENT:,}")
    results = digits_of(len(letters), 2)
    for at in range(0, len(letters), 4):
        four = enumerate(letters[at : at + 4])
        results += digits_of(sum(_CODE_LETTERS.index(letter) * _BASE**place for place, letter in four), 5)
    return results


def _escaped(text: str) -> str:
    """As JavaScript's `escape` does: in units of UTF-16, `%20` and `%u3042`."""
    data = text.encode("utf-16-le", "surrogatepass")
    units = (int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2))
    return "".join(_escaped_unit(unit) for unit in units)


def _escaped_unit(unit: int) -> str:
    if unit > 255:
        return f"%u{unit:04X}"
    return chr(unit) if chr(unit) in _PLAIN else f"%{unit:02X}"


def _unescaped(text: str) -> str:
    """The text again; half a sign becomes the replacement character."""
    units = _ESCAPED.sub(lambda match: chr(int(match[1] or match[2], 16)), text)
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


# The pieces in a comment: `#Q=[hold](current)queue`, and what follows after a `;`.
#
# Whoever reads a fumen takes the piece that a page locks out of the quiz, and the rest is the next page's comment if
# that has none of its own. What is done with a hold follows from the piece.

Pieces = tuple[int, ...]
_FORM = re.compile(r"#Q=\[([IOTLJSZ]?)\]\(([IOTLJSZ]?)\)([IOTLJSZ]*)", re.IGNORECASE)
_BLANKS = re.compile(r"[\s\ufeff]+")  # what JavaScript takes for white space


class Quiz(NamedTuple):
    """The piece in hold, the current one (None for none), those behind it, and the text that goes with them."""

    hold: int | None
    current: int | None
    queue: Pieces = ()
    text: str = ""

    @classmethod
    def parse(cls, comment: str) -> Quiz | None:
        """The quiz of a comment, among whose pieces blanks may stand; None for any other comment."""
        pieces, _, text = comment.partition(";")
        match = _FORM.fullmatch(_BLANKS.sub("", pieces))
        if not match:
            return None
        hold, current, queue = match.groups()
        return cls(_piece(hold), _piece(current), pieces_of(queue), text)

    def __str__(self) -> str:
        pieces = f"#Q=[{_letter(self.hold)}]({_letter(self.current)}){''.join(map(_letter, self.queue))}"
        return f"{pieces};{self.text}" if self.text else pieces

    @property
    def empty(self) -> bool:
        """True if no piece is left; then the text is the comment, and may be a quiz of its own."""
        return self.hold is None and self.current is None and not self.queue

    @property
    def pieces(self) -> Pieces:
        """The current piece and those behind it."""
        return self.queue if self.current is None else (self.current, *self.queue)

    def settled(self) -> Quiz:
        """The same pieces with a current one as long as any is left: the first of the queue, or the one in hold."""
        if self.current is not None or self.empty:
            return self
        if self.hold is not None:
            return self._replace(hold=None, current=self.hold)
        return self._replace(current=self.queue[0], queue=self.queue[1:])

    def after(self, piece: int) -> Quiz:
        """The quiz once `piece` has been placed; the same one where it could not come."""
        ahead = self.queue[0] if self.queue else None
        if piece == self.current:
            return self._replace(current=ahead, queue=self.queue[1:])
        if piece == self.hold:
            return self._replace(hold=self.current, current=ahead, queue=self.queue[1:])
        if piece != ahead or None not in (self.hold, self.current):
            return self
        following = self.queue[1] if len(self.queue) > 1 else None
        hold = self.current if self.hold is None else self.hold
        return self._replace(hold=hold, current=following, queue=self.queue[2:])


def carried(comment: str, piece: int | None) -> str:
    """The comment of the page after one that has `comment` and locks `piece`, if that says nothing itself."""
    quiz = Quiz.parse(comment)
    if quiz is None:
        return comment
    if quiz.empty:
        return carried(quiz.text, piece)
    quiz = (quiz if piece is None else quiz.after(piece)).settled()
    return quiz.text if quiz.empty else str(quiz)


def _piece(letter: str) -> int | None:
    return piece_of(letter) if letter else None


def _letter(piece: int | None) -> str:
    return "" if piece is None else PIECES[piece]


# One page of a fumen: what is drawn, the piece that lies on it, and what is said.


@dataclass(frozen=True)
class Page:
    """A drawing, a piece on it or None, and a comment.

    `lock`: the piece locks and full rows go before the next page; only then `rise` lets the waiting row come up and
    `mirror` exchanges left and right. The spin of the placement is not kept in a fumen.
    """

    drawing: Drawing
    placement: Placement | None = None
    comment: str = ""
    lock: bool = True
    rise: bool = False
    mirror: bool = False

    @cached_property
    def after(self) -> Drawing:
        """Return the next page if nothing is drawn on it."""
        if not self.lock:
            return self.drawing
        drawing = self.drawing.with_piece(self.placement) if self.placement else self.drawing
        drawing = drawing.cleared()
        drawing = drawing.risen() if self.rise else drawing
        return drawing.mirrored() if self.mirror else drawing

    @property
    def carried(self) -> str:
        """The comment of the next page if that has none of its own."""
        return carried(self.comment, self.placement.piece if self.placement and self.lock else None)


MOST_LETTERS, MOST_PAGES = 1_000_000, 5_000
_MARK = re.compile(r"(?<![A-Za-z0-9])[vmd]([0-9]{3})@", re.IGNORECASE)
_PART = re.compile(r"\s*([A-Za-z0-9+/?]+)")
_CODED = re.compile(r".[a-z]*[A-Z0-9+/?]")  # a part of a fumen, as words hardly ever are
_AROUND = "&#()[]{}<>.,;:!\"'`|*"  # signs that end a fumen in a link or a sentence
_MOST_PARTS = 6  # that are tried with and without those behind them
_ESCAPED_IN_ESCAPED = 3  # times that a link may have escaped the signs of another link
_ROWS = {"115": CELLS // COLUMNS, "110": 22}  # the waiting row included
_NO_CHANGE = 8
_GROUP = 47  # letters between two question marks
_FRONT = "v115@"


def is_fumen(text: str) -> bool:
    """Return True if there is a fumen in a text: by itself, in a link, or among words."""
    return _MARK.search(_unquoted(text)) is not None


def read(text: str) -> tuple[Page, ...]:
    """The pages of a fumen, at least one; of several, those of all in their order.

    Blanks and question marks within it are passed over, as are words, brackets and the rest of a link around it.
    Raises `BadInput` with the page and what is wrong there.
    """
    if len(text) > MOST_LETTERS:
        raise BadInput(f"this fumen has {len(text):,} letters; at most {MOST_LETTERS:,} are read")
    plain = _unquoted(text)
    marks = list(_MARK.finditer(plain))
    if not marks:
        raise BadInput(f"a fumen begins with {_FRONT}")
    ends = [*(mark.start() for mark in marks[1:]), len(plain)]
    results: dict[tuple[str, str], tuple[Page, ...]] = {}  # once where a link stands in its own words
    for mark, end in zip(marks, ends, strict=True):
        rest = plain[mark.end() : end]
        if len(marks) == 1 or _PART.match(rest):
            digits, pages = _read_first(mark[1], rest)
            results[mark[1], digits] = pages
    every = tuple(page for pages in results.values() for page in pages)
    if not every:
        raise BadInput("this fumen is empty")
    _check_count(len(every))
    return every


def _unquoted(text: str) -> str:
    """The text with the signs that links have escaped."""
    for _ in range(_ESCAPED_IN_ESCAPED):
        text = unquote(text) if "%" in text else text
    return text


def _read_first(version: str, rest: str) -> tuple[str, tuple[Page, ...]]:
    """The digits and the pages of the fumen with which `rest` begins. Raises `BadInput`."""
    if version not in _ROWS:
        raise BadInput(f"this is a fumen of version {version}; versions 110 and 115 are read")
    error = BadInput("this fumen is empty")
    for digits in _candidates(rest):
        try:
            return digits, _read_digits(digits, _ROWS[version] * COLUMNS)
        except BadInput as reason:
            error = reason
    raise error


def _candidates(rest: str) -> Iterator[str]:
    """The digits with which a text can begin, the likeliest first; blanks may part them from each other and from words.

    All parts that look like digits of a fumen; then fewer of them; then one more on the next line. At last, where a
    sign that is no digit follows, the digits with this sign.
    """
    parts: list[str] = []
    at, likely = 0, 0
    while match := _PART.match(rest, at):
        new_line = "\n" in rest[at : match.start(1)]
        if parts and not _CODED.match(match[1]) and not new_line:
            break
        parts.append(match[1].replace("?", ""))
        at = match.end()
        if _CODED.match(match[1]) or len(parts) == 1:
            likely = len(parts)
        else:
            break
    counts = (*range(likely, max(0, likely - _MOST_PARTS), -1), len(parts))
    strange = rest[at : at + 1]
    for count in dict.fromkeys(count for count in counts if count):
        yield "".join(parts[:count])
    if strange.strip() and strange not in _AROUND:
        yield "".join(parts) + strange


def _read_digits(text: str, size: int) -> tuple[Page, ...]:
    """The pages of so many cells that these digits draw. Raises `BadInput`."""
    digits, pages = Digits(text), list[Page]()
    try:
        for page in _pages(digits, size):
            pages.append(page)
            _check_count(len(pages))
    except BadInput as error:
        raise BadInput(f"page {len(pages) + 1} of this fumen cannot be read: {error}") from None
    return tuple(pages)


def _check_count(pages: int) -> None:
    if pages > MOST_PAGES:
        raise BadInput(f"there are more than {MOST_PAGES:,} pages")


def _pages(digits: Digits, size: int) -> Iterator[Page]:
    """Page after page, each of `size` cells. Raises `BadInput` where they end too early."""
    drawing, comment, unchanged = Drawing(), "", 0
    while digits.left or unchanged:
        if unchanged:
            unchanged -= 1
        else:
            cells = _cells(digits, drawing.cells, size)
            unchanged = digits.number(1) if cells is None else 0
            drawing = drawing if cells is None else Drawing(cells)
        at, flags = action_of(digits.number(3), size)
        if flags & COMMENT:
            comment = read_comment(digits)
        rise, mirror = bool(flags & RISE), bool(flags & MIRROR)
        page = Page(drawing, at, comment, not flags & LOCK_OFF, rise, mirror)
        yield page
        drawing, comment = page.after, page.carried


def _cells(digits: Digits, before: bytes, size: int) -> bytes | None:
    """The cells after the differences that come next; None where there are none. Raises `BadInput`."""
    cells = bytearray(before)
    at = CELLS - size  # rows above an older, lower page stay as they are
    while at < CELLS:
        change, run = divmod(digits.number(2), size)
        end = at + run + 1
        if change == _NO_CHANGE and run + 1 == size:
            return None
        if end > CELLS:
            raise BadInput("it draws beyond the border")
        if change != _NO_CHANGE:
            cells[at:end] = _shifted(cells[at:end], change - _NO_CHANGE)
        at = end
    return bytes(cells)


def _shifted(cells: bytearray, by: int) -> bytes:
    if min(cells) + by < 0 or max(cells) + by > GREY:
        raise BadInput("it has a colour that does not exist")
    return bytes(cell + by for cell in cells)


def write(pages: Sequence[Page]) -> str:
    """The fumen of these pages, version 115. Raises `BadInput` for none, for too many and for what has no room."""
    if not 1 <= len(pages) <= MOST_PAGES:
        raise BadInput(f"a fumen of {len(pages):,} pages is not written; it has 1 to {MOST_PAGES:,}")
    digits: list[int] = []
    before, carried, counter = Drawing(), "", -1
    for number, page in enumerate(pages, 1):
        if page.drawing != before:
            digits += _differences(before.cells, page.drawing.cells)
            counter = -1
        elif counter >= 0 and digits[counter] < 63:
            digits[counter] += 1
        else:
            digits += [*digits_of(_run(0, CELLS), 2), 0]
            counter = len(digits) - 1
        try:
            digits += _action_digits(page, carried, first=number == 1)
        except BadInput as error:
            raise BadInput(f"page {number} cannot be written as a fumen: {error}") from None
        before, carried = page.after, page.carried
    text = _FRONT + "".join(DIGITS[digit] for digit in digits)
    return "?".join(text[at : at + _GROUP] for at in range(0, len(text), _GROUP))


def _differences(before: bytes, after: bytes) -> list[int]:
    """The digits of the runs of equal differences."""
    runs = [
        (change, len(list(run))) for change, run in groupby(b - a for a, b in zip(before, after, strict=True))
    ]
    if len(runs) == 1:  # in one piece some readers would take it for a page without a change
        runs = [(runs[0][0], CELLS // 2)] * 2
    return [digit for change, length in runs for digit in digits_of(_run(change, length), 2)]


def _run(change: int, length: int) -> int:
    return (change + _NO_CHANGE) * CELLS + length - 1


def _action_digits(page: Page, carried: str, *, first: bool) -> list[int]:
    """The digits of the piece, the flags and the comment; one that readers know already is left out."""
    if page.placement and not on_page(page.placement):
        raise BadInput("its piece lies beyond the border")
    # some readers drop the blanks of a comment that they carry on
    blanks = bool(_BLANKS.search(page.comment)) and Quiz.parse(page.comment) is not None
    own = page.comment != carried or blanks
    flags = COLOURS if first else 0
    flags |= COMMENT * own | RISE * page.rise | MIRROR * page.mirror
    flags |= LOCK_OFF * (not page.lock)
    digits = digits_of(code_of(Action(page.placement, flags), CELLS), 3)
    return digits + comment_digits(page.comment) if own else digits
