"""Play of a clear by its solution in the loop, move by move, under the rules of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.tetris.guideline.kernels.loop import Nodes
from ai.tetris.guideline.kernels.optimum import BOX, COLUMNS, FIRST_BAG, WORD
from ai.tetris.guideline.later_clears import PIECES_OF_CLEAR, after_letter
from ai.tetris.guideline.loop_solver import LoopClear
from ai.tetris.guideline.moves import placements
from ai.tetris.guideline.optimum import placement_of_code
from game.errors import KibitzError
from game.tetris.guideline import Field

MISSED = -1


class LoopPlayer:
    """Best play of a clear (`LoopClear`)."""

    def __init__(self, clear: LoopClear, board: Field | None = None) -> None:
        """`board` is that on which the clear starts, if it is not empty."""
        self.clear, self.board = clear, Field.empty() if board is None else board
        self._contexts = [[*each.numbers] for each in clear.contexts]

    def play(self, start: int, letters: Sequence[int], begun: Nodes | None = None) -> int:
        """The piece held behind the clear that ten letters lead to, `MISSED` where it does not come about.

        Each placement has to be among those that the rules allow, and the board has to be empty in the end. `begun`:
        where the first placement leads, if it was chosen before.
        """
        clear, board, field, context = self.clear, self.board, 0, start
        for level in range(clear.first, clear.last_level):
            held, at = self._contexts[level][context].held, level - clear.first
            came, behind = letters[at], letters[at + 1 : at + clear.behind]
            edge = self._edge(level, field, context, came, behind)
            edges = clear.edges[level]
            if begun is not None and level == clear.first:
                edges = clear.every.levels[level].edges
                to = int(begun.fields[self._number(level, context, letters[: clear.behind])])
                edge = MISSED if to < 0 else edges.to.tolist().index(to)
            if edge < 0:
                return MISSED
            board = self._placed(board, int(edges.at[edge]))
            turn = 0 if int(edges.at[edge]) // (4 * COLUMNS * BOX) == held else 1
            field, context = int(edges.to[edge]), int(clear.contexts[level].after[context, came, turn])
        held, left = self._contexts[clear.last_level][context]
        for letter in letters[clear.last_level - clear.first :]:
            left = after_letter(left, letter)
        ways = self._ways(clear.last_level, field, held, [0] * clear.first + [*letters])
        way, last = max(ways, key=lambda each: int(clear.worth.ranks[left, each[1]]), default=((), MISSED))
        for code in way:
            board = self._placed(board, code)
        if last != MISSED and board.height:
            raise KibitzError("the board is not empty behind a clear")
        return last

    def _number(self, level: int, context: int, seen: Sequence[int]) -> int:
        """The number of letters seen from a level on."""
        number, left = 0, self._contexts[level][context].left
        for at, letter in enumerate(seen, level):
            below = left & self.clear.allowed[at - self.clear.first] & (1 << letter) - 1
            number = number * self.clear.choices[at] + below.bit_count()
            left = after_letter(left, letter)
        return number

    def _edge(self, level: int, field: int, context: int, came: int, behind: Sequence[int]) -> int:
        """The best edge, the first of several."""
        contexts, edges, later = (
            self.clear.contexts[level],
            self.clear.edges[level],
            self.clear.living[level + 1],
        )
        held, best, chosen = self._contexts[level][context].held, 0, MISSED
        for edge in range(int(edges.starts[field]), int(edges.starts[field + 1])):
            placed, child = int(edges.at[edge]) // (4 * COLUMNS * BOX), int(edges.to[edge])
            if placed not in (held, came):
                continue
            there = int(contexts.after[context, came, 0 if placed == held else 1])
            masks = later.masks[child].tolist()
            word, bit = divmod(there, WORD)
            if not masks[word] >> bit & 1:
                continue
            state = int(later.firsts[child]) + sum(each.bit_count() for each in masks[:word])
            state += (masks[word] & (1 << bit) - 1).bit_count()
            worth = int(self.clear.means[level + 1][state, self._number(level + 1, there, behind)])
            if worth > best:
                best, chosen = worth, edge
        return chosen

    def _ways(
        self, level: int, field: int, held: int, letters: Sequence[int]
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """The placements of all ways to empty a field with the letters to come, and what is held then."""
        if level == PIECES_OF_CLEAR:
            yield (), held
            return
        here = self.clear.edges[level] if level <= FIRST_BAG else self.clear.every.levels[level].edges
        for edge in range(int(here.starts[field]), int(here.starts[field + 1])):
            code = int(here.at[edge])
            for piece, other in {(held, letters[level]), (letters[level], held)}:
                if code // (4 * COLUMNS * BOX) == piece:
                    child = int(here.to[edge])
                    for way, last in self._ways(level + 1, child, other, letters):
                        yield (code, *way), last

    def _placed(self, board: Field, code: int) -> Field:
        at = placement_of_code(code, 0)
        if at[:4] not in {each[:4] for each in placements(board, at.piece)}:
            raise KibitzError(f"{at} cannot be placed")
        return board.place(*at[:4])[0]
