"""The map of a book: which positions lead to which, by the pieces placed. It is drawn up in slices, between frames."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count

from ai.book.reading import Reading
from game.tetris.guideline.openers.position import START, Position, cells_at

_AT_ONCE = 8  # positions between two looks at the clock


class Atlas:
    """Positions by their places in the file; each stands for its mirror image, too.

    `layers`: the positions by pieces placed, those worth most first in a layer that is `done`. `children` and
    `parents` of a position; `stage`: what is to be done there or was to be done where the stage began.
    """

    def __init__(self, reading: Reading, stages: dict[Position, str]) -> None:
        self.reading = reading
        self.layers: list[list[int]] = []
        self.children: dict[int, tuple[int, ...]] = {}
        self.parents: dict[int, list[int]] = {}
        self.depth: dict[int, int] = {}
        self.stage: dict[int, str] = {}
        self.done = False
        self._stages = stages
        self._work = self._explored()

    def work(self, seconds: float) -> None:
        """Go on for so long at most, a hundredth of a frame more or less."""
        until = time.perf_counter() + seconds
        while not self.done and time.perf_counter() < until:
            for _ in range(_AT_ONCE):
                next(self._work, None)

    @property
    def share(self) -> float:
        """How much of the book is on the map."""
        return len(self.children) / max(1, len(self.reading))

    def path(self, place: int) -> list[int]:
        """The places on a shortest way from the empty board."""
        way = [place]
        while self.depth[way[-1]]:
            way.append(next(each for each in self.parents[way[-1]] if self.depth[each] < self.depth[way[-1]]))
        return way[::-1]

    def _explored(self) -> Iterator[None]:
        """Layer by layer: a position is known before those that it leads to."""
        start = self.reading.number(START)
        layer = [] if start is None else [start]
        for each in layer:
            self._enter(each, 0, "")
        for depth in count(1):
            if not layer:
                break
            self.layers.append(sorted(layer, key=lambda each: (-self.reading.places[each].value, each)))
            following: list[int] = []
            for place in self.layers[-1]:
                self.children[place] = found = self._children(place)
                for each in found:
                    self.parents.setdefault(each, []).append(place)
                    if each not in self.depth:
                        self._enter(each, depth, self.stage[place])
                        following.append(each)
                yield
            layer = following
        self.done = True

    def _enter(self, place: int, depth: int, before: str) -> None:
        self.depth[place] = depth
        self.stage[place] = self._stages.get(self.reading.places[place].position, before)

    def _children(self, place: int) -> tuple[int, ...]:
        entry = self.reading.entry(place)
        found = dict[int, None]()
        for move in dict.fromkeys(entry.moves):
            if move is not None:
                after = entry.position.after(move.piece, cells_at(*move[:4]) or 0)
                number = self.reading.number(after)
                if number is not None:
                    found[number] = None
        return tuple(found)
