"""The numbers in a fumen: base 64 digits, the code of a piece on a page, and the letters of a comment."""

from __future__ import annotations

import re
import string
from typing import NamedTuple

from game.errors import BadInput
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.fumen.drawing import COLOUR, HEIGHT
from game.tetris.guideline.pieces import EAST, NORTH, SOUTH, WEST, I, O, S, Z
from game.tetris.guideline.placement import Placement

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
_LETTERS = "".join(map(chr, range(ord(" "), ord("~") + 1)))
_BASE = len(_LETTERS) + 1
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
        """Whether there are more."""
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
    """What a page's three digits say, on a page of so many cells. Raises `BadInput`."""
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
    """Whether all cells of the piece are cells of a page."""
    return all(0 <= x < COLUMNS and 0 <= y < HEIGHT for x, y in at.cells)


def read_comment(digits: Digits) -> str:
    """The comment that comes next: its length, then its letters. Raises `BadInput`."""
    length = digits.number(2)
    letters = "".join(_four_letters(digits.number(5)) for _ in range(-(-length // 4)))
    return _unescaped(letters[:length])


def _four_letters(number: int) -> str:
    found = [number // _BASE**place % _BASE for place in range(4)]
    if number >= _BASE**4 or max(found) >= len(_LETTERS):
        raise BadInput("its comment has letters that do not exist")
    return "".join(_LETTERS[each] for each in found)


def comment_digits(comment: str) -> list[int]:
    """The length and the letters of a comment as digits. Raises `BadInput` for one that is too long."""
    letters = _escaped(comment)
    if len(letters) > MOST_COMMENT:
        raise BadInput(f"its comment needs {len(letters):,} letters; a fumen has room for {MOST_COMMENT:,}")
    found = digits_of(len(letters), 2)
    for at in range(0, len(letters), 4):
        four = enumerate(letters[at : at + 4])
        found += digits_of(sum(_LETTERS.index(letter) * _BASE**place for place, letter in four), 5)
    return found


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
