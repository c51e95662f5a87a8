"""Setups that can be built from pieces in a known order, with hold: the fields that these pieces can make are found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from ai.tetris.guideline.first_clears import box_of
from ai.tetris.guideline.kernels.later import FULL
from ai.tetris.guideline.kernels.optimum import KINDS, WORD
from ai.tetris.guideline.later_clears import Start, after_letter, start_of
from ai.tetris.guideline.loop_solver import contexts_of
from ai.tetris.guideline.optimum import Search
from game.errors import BadInput
from game.tetris.guideline.field import Field
from game.tetris.guideline.pieces import PIECES
from game.tetris.guideline.placement import Placement
from game.tetris.guideline.ranked_setups import FIRST, way_of

LEAST = 5  # pieces of a setup
MOST = 7


def buildable(start: str, queue: Sequence[int], ways: Sequence[str]) -> list[int]:
    """Return the numbers of those ways whose field can be built from a queue; see `building`."""
    *_, results = building(start, queue, ways)
    return results


def building(start: str, queue: Sequence[int], ways: Sequence[str]) -> Iterator[list[int]]:
    """Yield the numbers of those ways whose field some placements of the queue lead to, more after each piece.

    The queue is what comes behind the piece held at the start; on the empty board of a game the first piece is as good
    as held. It may be longer than is needed. Raises `BadInput` for one that bags do not deal, or that is too short.
    """
    begin, letters = _dealt(start, queue)
    known = len(letters)
    allowed = [1 << letter for letter in letters[:MOST]] + [FULL] * (MOST + 1 - known)
    contexts = contexts_of([begin], allowed)
    search = Search()
    search.steps = [each.steps for each in contexts]
    pieces, results = (begin.held, *letters), list[int]()
    fields, masks = np.zeros(1, np.int64), np.ones((1, 1), np.int64)
    targets = [_target(way_of(each)) for each in ways]
    largest = max((needed.total() for _, needed in targets), default=0)
    for size in range(1, min(largest, known + 1) + 1):
        fields, masks = search.forward(size - 1, fields, masks)
        if size >= LEAST:
            fitting = [number for number, each in enumerate(targets) if each[1].total() == size]
            met = np.flatnonzero(np.isin(fields, [targets[number][0] for number in fitting]))
            words = dict(zip(fields[met].tolist(), masks[met].tolist(), strict=True))
            for number in fitting:
                cells, needed = targets[number]
                ours = _contexts(contexts[size].numbers, begin.left, pieces, needed)
                if cells in words and any(words[cells][each // WORD] >> each % WORD & 1 for each in ours):
                    results.append(number)
        yield results


def _contexts(
    numbers: Mapping[Start, int], left: int, pieces: Sequence[int], needed: Counter[int]
) -> list[int]:
    """The contexts in which the pieces that are needed have been placed: the other one that has come is held."""
    size = needed.total()
    if needed - Counter(pieces):
        return []
    for letter in pieces[1 : size + 1]:
        left = after_letter(left, letter)
    rest = Counter(pieces[: size + 1]) - needed
    if rest:
        wanted = [Start(piece, left) for piece in rest]
    else:  # the next letter is not known
        wanted = [Start(piece, after_letter(left, piece)) for piece in range(KINDS) if left >> piece & 1]
    return [numbers[each] for each in wanted if each in numbers]


def _target(way: Sequence[Placement]) -> tuple[int, Counter[int]]:
    """The field (bits) and the pieces of a way."""
    field = Field.empty()
    for at in way:
        field = field.place(*at[:4])[0]
    return box_of(field), Counter(at.piece for at in way)


def _dealt(start: str, queue: Sequence[int]) -> tuple[Start, list[int]]:
    """The start and the letters that come behind the piece held. Raises `BadInput`."""
    letters = list(queue)
    if start == FIRST:
        if len({*letters[:KINDS]}) < len(letters[:KINDS]):
            raise BadInput("a bag has each piece once; these are not the first pieces of a game")
        if len(letters) == KINDS - 1:
            letters += [piece for piece in range(KINDS) if piece not in letters]
        if len(letters) < KINDS:
            raise BadInput(f"{_named(queue)} is too short: type six or seven pieces of the first bag")
        begin = Start(letters[0], FULL & ~(1 << letters[0]))
        del letters[0]
    else:
        begin = start_of(start)
    left = begin.left
    for place, letter in enumerate(letters):
        if not left >> letter & 1:
            could = "".join(PIECES[each] for each in range(KINDS) if left >> each & 1)
            raise BadInput(
                f"{PIECES[letter]} cannot come as piece {place + 1} of {_named(letters)}; {could} could"
            )
        left = after_letter(left, letter)
    if len(letters) < LEAST:
        raise BadInput(f"{_named(queue)} is too short: type the {LEAST} pieces or more behind the piece held")
    return begin, letters


def _named(queue: Sequence[int]) -> str:
    return "".join(PIECES[piece] for piece in queue)
