"""From the rules' states to the two words of the kernels."""

from __future__ import annotations

from game.zuniq import Grid, State


def board_of(state: State) -> tuple[int, int]:
    """The board (open, taken) of `state`, laid out as in `ai.zuniq.bridges`."""
    open_walls = (1 << state.grid.walls) - 1
    for wall in state.drawn:
        open_walls &= ~(1 << wall)
    for zone in state.zones:
        for cell in zone:
            for wall in state.grid.cell_walls[cell]:
                open_walls &= ~(1 << wall)
    return open_walls, sum(1 << size for size in state.sizes)


def wall_numbers(walls: int) -> list[int]:
    """The numbers in a set of walls, ascending."""
    return [wall for wall in range(walls.bit_length()) if walls >> wall & 1]


def wall_names(grid: Grid, walls: int) -> tuple[str, ...]:
    """The names of a set of walls, in the order of their numbers."""
    return tuple(grid.names[wall] for wall in wall_numbers(walls))
