"""Fumens as text: `v115@…` and the older `v110@…` are read, by themselves or in a link, and `v115@…` is written.

A page is its drawing as differences to what the page before leaves, in runs of equal ones, then a number for its piece
and flags, then its comment if it has one of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from urllib.parse import unquote

from game.errors import BadInput
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.fumen import codes
from game.tetris.guideline.fumen.codes import Action, Digits, action_of, code_of, digits_of
from game.tetris.guideline.fumen.drawing import CELLS, GREY, Drawing
from game.tetris.guideline.fumen.page import Page

MOST_LETTERS, MOST_PAGES = 1_000_000, 5_000
_MARK = re.compile(r"(?:^|[/?#=])\s*[vmd]([0-9]{3})@")
_ROWS = {"115": CELLS // COLUMNS, "110": 22}  # the waiting row included
_NO_CHANGE = 8
_GROUP = 47  # letters between two question marks
_FRONT = "v115@"


def is_fumen(text: str) -> bool:
    """Whether a text begins as a fumen, or is a link with one in it."""
    return _found(text) is not None


def read(text: str) -> tuple[Page, ...]:
    """The pages of a fumen, at least one. Raises `BadInput` with the page and what is wrong there.

    Blanks and question marks within it are passed over, as is what follows a `&` or `#` in a link.
    """
    if len(text) > MOST_LETTERS:
        raise BadInput(f"this fumen has {len(text):,} letters; at most {MOST_LETTERS:,} are read")
    match = _found(text)
    if match is None:
        raise BadInput(f"a fumen begins with {_FRONT}")
    if match[1] not in _ROWS:
        raise BadInput(f"this is a fumen of version {match[1]}; versions 110 and 115 are read")
    data = re.split("[&#]", match.string[match.end() :], maxsplit=1)[0]
    digits = Digits(re.sub(r"[?\s]+", "", data))
    if not digits.left:
        raise BadInput("this fumen is empty")
    pages: list[Page] = []
    try:
        for page in _pages(digits, _ROWS[match[1]] * COLUMNS):
            pages.append(page)
            if len(pages) > MOST_PAGES:
                raise BadInput(f"there are more than {MOST_PAGES:,} pages")
    except BadInput as error:
        raise BadInput(f"page {len(pages) + 1} of this fumen cannot be read: {error}") from None
    return tuple(pages)


def _found(text: str) -> re.Match[str] | None:
    """Where the digits begin; a link may have escaped the signs among them."""
    plain = text.strip()
    return _MARK.search(unquote(plain) if "%" in plain else plain)


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
        if flags & codes.COMMENT:
            comment = codes.read_comment(digits)
        rise, mirror = bool(flags & codes.RISE), bool(flags & codes.MIRROR)
        page = Page(drawing, at, comment, not flags & codes.LOCK_OFF, rise, mirror)
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
    text = _FRONT + "".join(codes.DIGITS[digit] for digit in digits)
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
    if page.placement and not codes.on_page(page.placement):
        raise BadInput("its piece lies beyond the border")
    # some readers drop the blanks of a comment that they carry on
    own = page.comment != carried or (bool(page.comment.split()[1:]) and page.comment.startswith("#Q="))
    flags = codes.COLOURS if first else 0
    flags |= codes.COMMENT * own | codes.RISE * page.rise | codes.MIRROR * page.mirror
    flags |= codes.LOCK_OFF * (not page.lock)
    digits = digits_of(code_of(Action(page.placement, flags), CELLS), 3)
    return digits + codes.comment_digits(page.comment) if own else digits
