"""A game played by a book alone, from the empty board to an end that the book counts, or as far as it goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ai.book.reader import BookReader
from game.tetris.guideline import Landing, State
from game.tetris.guideline.attack import title
from game.tetris.guideline.bags import Queue
from game.tetris.guideline.field import Field
from game.tetris.guideline.openers.position import START, Position, bag_after, cells_of
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES, number
from game.tetris.guideline.openers.sequences import Sequence as PieceSequence
from game.tetris.guideline.rules import Rules

LONGEST = 60  # pieces; no line of a book is longer
RULES = Rules(previews=VISIBLE_PIECES - 1)


class BookGame(NamedTuple):
    """The effects of a book's moves one after the other; `reached`: it came to an end that the book counts."""

    landings: tuple[Landing, ...]
    reached: bool

    @property
    def attack(self) -> int:
        """The rows that it sent."""
        return sum(landing.attack for landing in self.landings)

    @property
    def clears(self) -> tuple[tuple[int, str, int], ...]:
        """The spins, Tetrises and perfect clears: the number of the piece, what it is called, what it sent."""
        return tuple(
            (at, name_of(landing), landing.attack)
            for at, landing in enumerate(self.landings, 1)
            if landing.clear.difficult or landing.clear.perfect
        )


def name_of(landing: Landing) -> str:
    """The name of what a placement cleared; empty for nothing."""
    return "perfect clear" if landing.clear.perfect else title(landing.clear, landing.placement.piece)


def opening(pieces: tuple[int, ...]) -> State:
    """The empty board with these pieces to come."""
    return State(RULES, Field.empty(), Queue.of(pieces), None)


def played(reading: BookReader, ends: Mapping[Position, float] | None, pieces: Sequence[int]) -> BookGame:
    """The game of a book with these pieces, six of which are seen; some more than `LONGEST` of them are enough."""
    state, bag = opening(tuple(pieces)), (START.bag, START.extra)
    landings = list[Landing]()
    while len(landings) < LONGEST:
        cells = cells_of(state.field)
        held = () if state.hold is None else (state.hold,)
        seen = (*held, *state.queue.listed)[:VISIBLE_PIECES]
        entry = None if cells is None else reading.find(Position(cells, *bag))
        if entry is None or len(seen) < VISIBLE_PIECES:
            break
        low, high = sorted(seen[:2])
        a, b, c, d = seen[2:]
        at = number(*bag, PieceSequence(low, high, (a, b, c, d)))
        move = None if at is None else entry.moves[entry.run_of(at)]
        if move is None:
            break
        state = state.lock(move, held=move.piece != state.piece)
        bag = bag_after(*bag, move.piece)
        assert state.last is not None
        landings.append(state.last)
        after = cells_of(state.field)
        if after == 0 or (after is not None and ends and Position(after, *bag) in ends):
            return BookGame(tuple(landings), reached=True)
    return BookGame(tuple(landings), reached=False)
