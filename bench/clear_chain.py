"""Number of perfect clears in a row with best play, by playing: each clear for itself, six pieces seen.

Method: seven-bags by chance (seed 7), hold, the board empty. The first clear is played by the shipped book; each later
one up to the eighth, with which the letters left of the bag begin anew, by its exact solution from what is held and
left (`later_clears`), which is made for all starts of a clear together. Among placements that are worth the same the
first is taken. A game ends with the first clear that does not come about, or behind the last one that is asked for.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ai.book.book import Book
from ai.book.file import path_of
from ai.tetris.guideline.kernels import optimum as kernels
from ai.tetris.guideline.kernels.optimum import BOX, COLUMNS, FIRST_BAG, KINDS
from ai.tetris.guideline.later_clears import (
    PIECES_OF_CLEAR,
    TOGETHER,
    LaterSearch,
    Solution,
    Start,
    after_letter,
    all_fields,
    all_fit,
    fields_folder,
    starts_of,
)
from ai.tetris.guideline.optimum import ArrayFolder
from bench.row import Row
from game.errors import BadInput
from game.tetris.guideline import Field
from game.tetris.guideline.openers.position import FULL_BAG
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES

NAME = "clear-chain"
ABOUT = "how many perfect clears in a row best play makes"
GAMES, CLEARS = 5_000, 8
LETTERS = 84  # of a game, enough for eight clears


class ChainState(NamedTuple):
    """A game between two clears: what is held, and how many letters have come; None held: a clear was missed."""

    held: int | None
    dealt: int


def run(quick: bool) -> list[Row]:
    """The share of games in which each clear comes about, and the mean number of clears in a row.

    `quick`: the first clear only; later ones take minutes and gigabytes. Raises `BadInput` where memory is too small.
    """
    clears, chance = 1 if quick else CLEARS, random.Random(7)
    queues = [_letters(chance) for _ in range(GAMES)]
    games = list(first_clears(queues))
    made = [[game.held is not None for game in games]]
    if not all(map(all_fit, range(2, clears + 1))):
        need = max(TOGETHER[clear] for clear in range(2, clears + 1)) / 1e9
        raise BadInput(f"this needs {need:.0f} GB of memory; --quick plays the first clear only")
    every = None if clears == 1 else all_fields(ArrayFolder(fields_folder()))
    rows = [_row(1, made[0], GAMES, "")]
    for clear in range(2, clears + 1):
        assert every is not None
        player = Player(LaterSearch(starts_of(clear)).solve_among(every))
        begun = sum(game.held is not None for game in games)
        games = [player.after(game, queue) for game, queue in zip(games, queues, strict=True)]
        made.append([game.held is not None for game in games])
        rows.append(_row(clear, made[-1], begun, f"; mean of all starts {player.solution.value:.4%}"))
    lengths = [sum(each) for each in zip(*made, strict=True)]
    error = statistics.stdev(lengths) / len(lengths) ** 0.5
    note = f"{GAMES:,} games, at most {clears} clears; standard error {error:.4f}"
    return [*rows, Row("clears in a row", round(statistics.mean(lengths), 4), "clears", note=note)]


def _row(clear: int, made: Sequence[bool], begun: int, more: str) -> Row:
    share = sum(made) / max(1, begun)
    error = (share * (1 - share) / max(1, begun)) ** 0.5
    note = f"{begun:,} games begin it; standard error {error:.2%}{more}"
    return Row(f"clear {clear}: games that make it", round(100 * share, 2), "%", note=note)


def _letters(chance: random.Random) -> list[int]:
    bag, results = list(range(KINDS)), list[int]()
    while len(results) < LETTERS:  # as many for --quick, which plays the same games
        chance.shuffle(bag)
        results += bag
    return results


def first_clears(queues: Sequence[Sequence[int]]) -> Iterator[ChainState]:
    """Yield the state of each game once the shipped book has played the first clear."""
    book = Book(path_of("perfect-clear"))
    for pieces in queues:
        field, hold, at = Field.empty(), None, 0
        for _ in range(PIECES_OF_CLEAR):
            left = sum(1 << piece for piece in pieces[at : at + KINDS - at % KINDS])
            move = book.answer(field, hold, pieces[at : at + VISIBLE_PIECES], left).move
            if move is None:
                break
            swaps, was_empty = move.piece != pieces[at], hold is None
            hold = pieces[at] if swaps else hold
            at += 2 if swaps and was_empty else 1
            field, _ = field.place(*move[:4])
        # with nothing held the next piece is at hand all the same
        held = pieces[at] if hold is None else hold
        yield ChainState(None if field.height or not at else held, PIECES_OF_CLEAR + 1)


class Player:
    """Best play of a later clear by its solution, move by move."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        _, ninth, self._eighth, _ = LaterSearch(starts_of(1)[:1]).last_levels()
        self._last = np.zeros(len(ninth.fields), np.int64)
        kernels.last_pieces(ninth.starts, ninth.at, self._last)

    def after(self, game: ChainState, queue: Sequence[int]) -> ChainState:
        """Return the state of a game once its next clear is played."""
        if game.held is None:
            return game
        end = game.dealt + PIECES_OF_CLEAR
        left = FULL_BAG
        for piece in queue[game.dealt - game.dealt % KINDS : game.dealt]:
            left = after_letter(left, piece)
        return ChainState(self.play(Start(game.held, left), queue[game.dealt : end]), end)

    def play(self, start: Start, letters: Sequence[int]) -> int | None:
        """Return the piece held once the ten letters that come have been played.

        None where the clear does not come about.
        """
        (held, left), field = start, 0
        for level in range(PIECES_OF_CLEAR):
            came, *behind = letters[level : level + VISIBLE_PIECES - 1]
            here, then, best = self.solution.levels[level], after_letter(left, came), (0, -1, -1)
            for edge in range(int(here.starts[field]), int(here.starts[field + 1])):
                placed, child = int(here.at[edge]) // (4 * COLUMNS * BOX), int(here.to[edge])
                if placed in (held, came):
                    remaining = came if placed == held else held
                    worth = self._worth(level, child, Start(remaining, then), behind)
                    if worth > best[0]:
                        best = worth, child, remaining
            if not best[0]:
                return None
            (_, field, held), left = best, then
        return held

    def _worth(self, level: int, child: int, then: Start, behind: Sequence[int]) -> int:
        """With how many orders of the letters not seen a field of the next level is emptied."""
        held = then.held
        if level == PIECES_OF_CLEAR - 1:
            return 1
        if level == PIECES_OF_CLEAR - 2:
            return int(self._last[child] >> held | self._last[child] >> behind[0]) & 1
        if level == PIECES_OF_CLEAR - 3:
            return int(self._eighth[child, held]) >> KINDS * behind[0] + behind[1] & 1
        if level == FIRST_BAG:
            word = int(self.solution.seventh[child, KINDS * held + behind[0]])
            return word >> KINDS * behind[1] + behind[2] & 1
        context = self.solution.contexts[level + 1].numbers[then]
        state = self.solution.levels[level + 1].state(child, context)
        if state is None:
            return 0
        ranks, left = list[tuple[int, int]](), then.left
        for letter in behind:
            ranks.append(((left & (1 << letter) - 1).bit_count(), left.bit_count()))
            left = after_letter(left, letter)
        if level == FIRST_BAG - 1:
            word = int(self.solution.sixth[state, _number(ranks[:2])])
            return word >> _number(ranks[2:]) & 1
        return int(self.solution.reduced[level + 1].counts(state)[_number(ranks)])


def _number(ranks: Sequence[tuple[int, int]]) -> int:
    number = 0
    for rank, count in ranks:
        number = number * count + rank
    return number
