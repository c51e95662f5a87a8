"""What a player counts on a board: the safe walls that are left, and the zones that are still possible."""

from __future__ import annotations

from game.zuniq.grid import OUTSIDE
from game.zuniq.state import State


def safe_walls(state: State) -> int:
    """How many walls can still be drawn one after the other without closing a zone.

    It does not matter in which order: a wall closes nothing as long as it joins two dots that no walls connect yet,
    and joining them all takes the same number of walls on every way.
    """
    grid, parents = state.grid, dict[tuple[int, int], tuple[int, int]]()

    def root(dot: tuple[int, int]) -> tuple[int, int]:
        while dot in parents:
            dot = parents[dot]
        return dot

    count = 0
    for walls in (sorted(state.drawn), state.legal):
        count = 0
        for wall in walls:
            one, other = map(root, grid.dots(wall))
            if one != other:
                parents[one] = other
                count += 1
    return count


def largest_zone(state: State) -> int:
    """The most cells that a zone can still have: those of the largest open region that no walls divide."""
    closed = {cell for zone in state.zones for cell in zone}
    sizes, left = [0], set(range(state.grid.cells)) - closed
    while left:
        waiting = [left.pop()]
        size = 0
        while waiting:
            size += 1
            cell = waiting.pop()
            for wall in state.grid.cell_walls[cell]:
                other = next(each for each in state.grid.sides[wall] if each != cell)
                if wall not in state.drawn and other != OUTSIDE and other in left:
                    left.remove(other)
                    waiting.append(other)
        sizes.append(size)
    return max(sizes)


def sizes_left(state: State) -> tuple[int, ...]:
    """The sizes that a zone can still have: not taken, and not too large."""
    return tuple(size for size in range(1, largest_zone(state) + 1) if size not in state.sizes)
