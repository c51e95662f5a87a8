"""Openers that a person has drawn, as the text of a source: boards in the colours of their pieces, a fumen page each.

Grey cells are there before; the cells in the colour of a piece are that piece. A page that begins with the board of an
earlier page, once its full rows are gone, goes on with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from game.errors import BadInput
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.position import (
    FULL_BAG,
    HEIGHT,
    NO_EXTRA,
    START,
    Position,
    above,
    bit,
    cleared,
    letters_of,
    placement_at,
)
from game.tetris.guideline.pieces import PIECES
from game.tetris.guideline.state import State

_ORIENTATIONS = "nesw"


class _Page(NamedTuple):
    """A drawing: its number from 1, the cells that are there before, and those of each piece."""

    number: int
    before: int
    pieces: dict[int, int]

    def goes_on(self, other: _Page | None) -> bool:
        """Return True if another page shows the same board with more pieces."""
        if other is None or other.before != self.before:
            return False
        return all(other.pieces.get(piece) == cells for piece, cells in self.pieces.items())


def source_text(states: Sequence[State], name: str, title: str) -> str:
    """The source of a book with these boards as lines; a line that no other goes on from is worth 1.

    Raises `BadInput` with the page and the reason.
    """
    pages = [_page(number, state) for number, state in enumerate(states, 1)]
    drawn = [page for page, after in zip_longest(pages, pages[1:]) if not page.goes_on(after)]
    drawn = [page for page in drawn if page.pieces]
    if not drawn:
        raise BadInput("no piece is drawn; paint each piece of the opener in its colour")
    known = {START.cells: START}
    lines: list[tuple[Position, str, int]] = []
    for page in drawn:
        position = known.get(page.before)
        if position is None:
            raise BadInput(f"page {page.number} begins with a board to which no page before it leads")
        after = _after(position, page)
        known.setdefault(after.cells, after)
        lines.append((position, _placements(page), after.cells))
    begun = {position.cells for position, _, _ in lines}
    results = [f"name: {name}", f"title: {title}", "credit: drawn by you"]
    for number, position in enumerate(dict.fromkeys(position for position, _, _ in lines)):
        results += [
            "",
            f"stage: {'The first bag' if position == START else f'Part {number + 1}'}",
            _bag(position),
        ]
        results += [f"|{row}|" for row in _rows(position.cells)]
        own = [line for line in lines if line[0] == position]
        results += [f"place: {text}{'' if end in begun else ' = 1'}" for _, text, end in own]
    return "\n".join(results) + "\n"


def _page(number: int, state: State) -> _Page:
    before, pieces = 0, dict[int, int]()
    if state.field.height > HEIGHT:
        raise BadInput(
            f"page {number} is {state.field.height} rows high; a book's boards have {HEIGHT} at most"
        )
    for y in range(state.field.height):
        for x in range(COLUMNS):
            letter = state.paint.letter(x, y)
            if not state.field.rows[y] >> x & 1:
                continue
            if letter in PIECES:
                piece = PIECES.index(letter)
                pieces[piece] = pieces.get(piece, 0) | bit(x, y)
            else:
                before |= bit(x, y)
    return _Page(number, before, pieces)


def _after(position: Position, page: _Page) -> Position:
    """The position once all pieces of a page lie. Raises `BadInput`."""
    cells, after = position.cells, position
    for piece, own in page.pieces.items():
        if placement_at(piece, own) is None:
            raise BadInput(
                f"page {page.number}: the cells in the colour of {PIECES[piece]} are not one {PIECES[piece]}"
            )
        if not (after.bag >> piece & 1 or after.extra == piece):
            letters = letters_of(position.bag)
            raise BadInput(f"page {page.number}: {PIECES[piece]} cannot come there; the bag has {letters}")
        cells |= own
        after = after.after(piece, 0)
    return after._replace(cells=cleared(cells))


def _placements(page: _Page) -> str:
    """The pieces of a page as a line of a source has them."""
    every, words = sum(page.pieces.values()), list[str]()
    for piece, own in sorted(page.pieces.items()):
        at = placement_at(piece, own)
        assert at is not None, "the page was checked"
        tucked = "~" if above(own) & every & ~own else ""
        words.append(f"{tucked}{PIECES[piece]}{_ORIENTATIONS[at.orientation]}{at.x}{at.y}")
    return " ".join(words)


def _bag(position: Position) -> str:
    letters = (
        "all"
        if position.bag == FULL_BAG
        else "".join(PIECES[each] for each in range(7) if position.bag >> each & 1)
    )
    return f"bag: {letters}" + ("" if position.extra == NO_EXTRA else f" and {PIECES[position.extra]}")


def _rows(cells: int) -> list[str]:
    """The rows of a board from the top, as a source draws them."""
    height = (
        0 if not cells else max(y for y in range(HEIGHT) for x in range(COLUMNS) if cells & bit(x, y)) + 1
    )
    return [
        "".join("X" if cells & bit(x, y) else "." for x in range(COLUMNS)) for y in reversed(range(height))
    ]
