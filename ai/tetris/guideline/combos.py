"""The question of solution-finder's ren: the longest combo of a queue from a field; every piece clears rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ai.tetris.guideline.covering import landings
from ai.tetris.guideline.moves import placements
from game.errors import BadInput
from game.tetris.guideline import Field, Placement, System
from game.tetris.guideline.masks import (
    Mask,
    field_of_mask,
    full_rows,
    mask_of,
    mask_of_field,
    without_rows,
)

MOST_STATES = 2_000_000


class _State(NamedTuple):
    """The filled cells, the piece held, and how many letters of the queue have been drawn."""

    cells: Mask
    held: int | None
    drawn: int


class _Step(NamedTuple):
    """A piece on its cells, and the state that follows."""

    piece: int
    at: Mask
    after: _State


class Combos:
    """The longest combos of a queue, the held piece first if there is one. An empty hold can take the first piece."""

    def __init__(
        self,
        field: Field,
        queue: Sequence[int],
        hold: int | None = None,
        system: System = "srs",
        *,
        holding: bool = True,
    ) -> None:
        """Looks at every state of a combo. Raises `BadInput` where they are too many."""
        self._queue, self._system, self._holding = tuple(queue), system, holding
        self.start = _State(mask_of_field(field), hold, 0)
        self.looked = 0
        self._steps = dict[_State, tuple[_Step, ...]]()
        self._longest = dict[_State, tuple[int, int]]()

    def slices(self) -> Iterator[int]:
        """Look at all states, deepest first, with how many have been looked at. Raises `BadInput`."""
        waiting = [self.start]
        while waiting:
            state = waiting[-1]
            if state in self._longest:
                waiting.pop()
                continue
            if state not in self._steps:
                self._steps[state] = tuple(self._next(state))
                self.looked += 1
                if self.looked > MOST_STATES:
                    raise BadInput("too many ways to go on; ask for a shorter queue")
                if self.looked % 500 == 0:
                    yield self.looked
            ahead = [step.after for step in self._steps[state] if step.after not in self._longest]
            if ahead:
                waiting += ahead
                continue
            after = [self._longest[step.after] for step in self._steps[state]]
            most = max((length + 1 for length, _ in after), default=0)
            ways = sum(count for length, count in after if length + 1 == most) if most else 1
            self._longest[state] = (most, ways)
            waiting.pop()

    @property
    def clears(self) -> int:
        """The most pieces in a row that clear rows; the combo is one less."""
        return self._longest[self.start][0]

    @property
    def ways(self) -> int:
        """The number of different sequences of placements that last so long."""
        return self._longest[self.start][1] if self.clears else 0

    def longest(self) -> Iterator[tuple[Placement, ...]]:
        """Every sequence of placements of the longest combo."""
        if self.clears:
            yield from self._from(self.start)

    def _from(self, state: _State) -> Iterator[tuple[Placement, ...]]:
        most, _ = self._longest[state]
        if not most:
            yield ()
            return
        for piece, at, after in self._steps[state]:
            if self._longest[after][0] + 1 == most:
                first = _placement(state, piece, at, self._system)
                for rest in self._from(after):
                    yield (first, *rest)

    def _next(self, state: _State) -> Iterator[_Step]:
        """Every placement that clears rows; equal ones by hold or without are one."""
        for piece, held, drawn in self._choices(state):
            for at in landings(state.cells, piece, self._system):
                standing = state.cells | at
                gone = full_rows(standing)
                if gone:
                    yield _Step(piece, at, _State(without_rows(standing, gone), held, drawn))

    def _choices(self, state: _State) -> Iterator[tuple[int, int | None, int]]:
        """The pieces that can be placed, each with what is held and how much is drawn then."""
        queue, held, drawn = self._queue, state.held, state.drawn
        if drawn < len(queue):
            yield queue[drawn], held, drawn + 1
        if not self._holding:
            return
        if held is not None:
            if drawn < len(queue):
                if queue[drawn] != held:
                    yield held, queue[drawn], drawn + 1
            else:
                yield held, None, drawn
        elif drawn + 1 < len(queue) and queue[drawn] != queue[drawn + 1]:
            yield queue[drawn + 1], queue[drawn], drawn + 2


def _placement(state: _State, piece: int, at: Mask, system: System) -> Placement:
    """The placement of a piece on its cells, by a spin where it can be one."""
    same = (
        each for each in placements(field_of_mask(state.cells), piece, system) if mask_of(each.cells) == at
    )
    return max(same, key=lambda each: each.spin)
