"""Policy files: the value of every state of a model, to be looked up without solving it again.

How a file lies is in `ai/mapped.py`. Its body is three arrays, little-endian: the situations (32 bits each), the
different values (64 bits), and for each state the number of its value (16 bits). A model of more than 65,536 different
values has the values themselves instead of the latter two (32-bit floats). The header names the model and the sizes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai import mapped
from ai.tetris.four_wide.solving.solve import Solution
from game import atomic
from game.errors import BadTable
from game.tetris.four_wide.model import Model

FORM = mapped.Form(b"KIBITZ4W", 1, "policy file", BadTable)
ALIKE = 1e-9  # values that differ by less, as a share, are one: the solver knows no better
MOST_KINDS = 1 << 16
_PART = 1_000_000  # states at a time, for which there is room more than once


class Header(msgspec.Struct, frozen=True):
    """What a policy file says of itself; `error` is the bound on the solver's error."""

    model: Model
    situations: int
    kinds: int
    states: int
    error: float


class Contents(NamedTuple):
    """What is in a policy file: `states` are numbers of `kinds`, or values where there are no kinds."""

    model: Model
    error: float
    keys: NDArray[np.uint32]
    kinds: NDArray[np.float64]
    states: NDArray[np.uint16] | NDArray[np.float32]


def pack(solution: Solution) -> bytes:
    """A solution as the bytes of a policy file; the same solution gives the same bytes."""
    return b"".join(_parts(solution))


def write(path: Path, solution: Solution) -> int:
    """Put a solution into a file, whole or not at all; its size in bytes. Raises `OSError`."""
    with atomic.writing(path) as file:
        return sum(file.write(part) for part in _parts(solution))


def size_of(solution: Solution) -> int:
    """The bytes of a solution's policy file."""
    layout, kinds = solution.layout, _kinds(solution.values)
    words = 2 if len(kinds) else 4
    text = msgspec.json.encode(_header(solution, len(kinds)))
    parts = (len(text), 4 * len(layout.keys), kinds.nbytes, words * layout.states)
    return mapped.START + sum(size + -size % mapped.ALIGNED for size in parts)


def read(path: Path) -> Contents:
    """What is in a policy file, mapped into memory once all of it was checked. Raises `BadTable`."""
    return mapped.read(path, FORM, Header, _contents)


def _contents(header: Header, body: mapped.Bytes, size: int) -> Contents:
    sizes = [4 * header.situations, 8 * header.kinds, (2 if header.kinds else 4) * header.states]
    if len(body) != sum(size + -size % mapped.ALIGNED for size in sizes):
        raise ValueError("its length is not what it says")
    parts, place = [], 0
    for size, kind in zip(sizes, ("<u4", "<f8", "<u2" if header.kinds else "<f4"), strict=True):
        parts.append(body[place : place + size].view(kind))
        place += size + -size % mapped.ALIGNED
    keys, kinds, states = parts
    if len(kinds) and len(states) and states.max() >= len(kinds):
        raise ValueError("a state has a value that is not there")
    if not _are_values(kinds if len(kinds) else states) or (kinds[1:] <= kinds[:-1]).any():
        raise ValueError("its values are none")
    if not 0 <= header.error < np.inf:
        raise ValueError("its error is none")
    return Contents(header.model, header.error, keys, kinds, states)


def _are_values(numbers: NDArray[Any]) -> bool:
    """Whether these are finite and not below 0; it is no value that a state cannot have."""
    return bool(not len(numbers) or (numbers.min() >= 0 and numbers.max() < np.inf))


def _parts(solution: Solution) -> list[mapped.Part]:
    """The content of a file, one part after the other."""
    kinds = _kinds(solution.values)
    states = _numbered(solution.values, kinds) if len(kinds) else solution.values.astype("<f4")
    arrays = (solution.layout.keys.astype("<u4"), kinds.astype("<f8"), states)
    return mapped.parts_of(FORM, _header(solution, len(kinds)), [each.view(np.uint8).data for each in arrays])


def _header(solution: Solution, kinds: int) -> Header:
    layout = solution.layout
    return Header(layout.model, len(layout.keys), kinds, layout.states, solution.error)


def _kinds(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The different values, rising; none where there are more than a file can number."""
    in_order, found, before, count = np.sort(values), [], -1.0, 0
    for first in range(0, len(in_order), _PART):
        part = in_order[first : first + _PART]
        steps = np.diff(part, prepend=before) > ALIKE * np.maximum(1.0, part)
        found.append(part[steps])
        before, count = part[-1], count + len(found[-1])
        if count > MOST_KINDS:
            return np.zeros(0)
    return np.concatenate(found)


def _numbered(values: NDArray[np.float64], kinds: NDArray[np.float64]) -> NDArray[np.uint16]:
    """For each value the number of its kind: the largest that is not above it."""
    numbers = np.empty(len(values), "<u2")
    for first in range(0, len(values), _PART):
        part = values[first : first + _PART]
        numbers[first : first + _PART] = np.searchsorted(kinds, part, "right") - 1
    return numbers
