"""Size of a game and the memory that solving it takes, known before anything is made. Loads no numba."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import comb, factorial, perm

from ai.memory import free_memory
from game.errors import BadInput
from game.tetris.four_wide.model import Model
from game.words import counted

# by residual cells: where one line is cleared, where any
FIELDS = {3: (40, 40), 5: (228, 232), 6: (507, 517)}
STATE_BYTES = (
    19  # that a state takes which stands for others: two passes of 64 bits, and a number for its class
)
LENGTHS_BYTES = 18  # and beside its best placements, 4 a draw, while the lengths of combos are followed
QUICK = {3: 5, 5: 2, 6: 2}  # by residual cells: the most previews with which a game is solved in seconds
LARGE = 400_000_000  # bytes of memory from which it is worth a word
BASE_BYTES = 170_000_000  # of a process that has loaded the kernels


def situations(model: Model) -> int:
    """Return the number of situations that stand for all of a model; it counts a few mirror images twice."""
    own_images = (3 / 7) ** model.previews  # three pieces of seven look in a mirror as they are
    return round(_up_to_exchange(model) * (1 + own_images) / 2)


def _up_to_exchange(model: Model) -> int:
    """The situations, held piece and first preview in any order counted once (see `kernels.situations`)."""
    k = model.previews
    if not (model.hold and k):
        return model.sequences * model.holds
    if model.randomizer == "random":
        return int(7 ** (k - 1)) * _pairs(7)
    whole = 0
    for dealt in range(1, 8):
        if k <= dealt:
            whole += comb(7, dealt) * perm(dealt, k - 1) * _pairs(dealt - k + 1)
        else:
            older = k - dealt - 1
            whole += comb(7, dealt) * factorial(dealt) * perm(7, older) * _pairs(7 - older)
    return whole


def _pairs(first: int) -> int:
    """In how many ways two pieces are at hand of which one is one of `first`, in any order."""
    return first * (first + 1) // 2 + (7 - first) * first


def states(model: Model) -> int:
    """Return the number of states that stand for all of a model, as `situations` counts them."""
    return situations(model) * FIELDS[model.residual][model.lines == "any"]


def draws(model: Model) -> float:
    """Return the mean number of pieces that may be drawn."""
    return 7.0 if model.randomizer == "random" else 4.0


def bytes_to_solve(model: Model) -> int:
    """The memory of a process that solves a model and counts its classes, at the most."""
    return BASE_BYTES + STATE_BYTES * states(model) + round(70 * situations(model))


def bytes_to_start_empty(model: Model) -> int:
    """The same where it is also derived what it is worth to begin with nothing in hold."""
    empty = states(replace(model, hold=False))
    beside = BASE_BYTES + 8 * states(model) + round((16 + 8 * draws(model)) * empty)
    return max(bytes_to_solve(model), beside)


def bytes_between_walls(model: Model) -> int:
    """The memory of a process that solves a model between walls of finite height, at the most."""
    layers = 2 if model.lines == "one" else 4
    beside = BASE_BYTES + 8 * (2 + layers) * states(model) + round(70 * situations(model))
    return max(bytes_to_solve(model), beside)


def bytes_to_start_empty_between_walls(model: Model) -> int:
    """The same where it is also derived what it is worth to begin with nothing in hold."""
    bare = replace(model, hold=False)
    return bytes_between_walls(model) + round((40 + 24 * draws(model)) * states(bare))


def bytes_for_profiles(model: Model) -> int:
    """The memory of a process that works out the values between all walls, at the most."""
    return BASE_BYTES + 80 * states(model) + round(70 * situations(model))


def bytes_to_follow(model: Model) -> int:
    """The memory of a process that derives the lengths of combos, at the most."""
    return BASE_BYTES + round((LENGTHS_BYTES + 4 * draws(model)) * states(model) + 70 * situations(model))


def bytes_to_work_out(model: Model) -> int:
    """The memory of a process that solves a model and derives the lengths of its combos, at the most."""
    return max(bytes_to_solve(model), bytes_to_follow(model))


def demand_memory(model: Model, need: Callable[[Model], int] = bytes_to_solve) -> None:
    """Raises `BadInput` with the nearest that can be done where memory does not suffice for a model."""
    wanted, free = need(model), free_memory()
    if free is None or wanted <= free:
        return
    fewer = (replace(model, previews=previews) for previews in reversed(range(model.previews)))
    nearest = next((other.previews for other in fewer if need(other) <= free), None)
    offer = (
        "nothing of this kind can be done"
        if nearest is None
        else f"{counted(nearest, 'preview')} can be done"
    )
    raise BadInput(
        f"{model.name} needs {wanted / 1e9:.1f} GB of memory, {free / 1e9:.1f} GB are free; {offer}"
    )
