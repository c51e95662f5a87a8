"""Boards for the tests of the kernels: played, crumbled and piled up, of all sizes, some of them near their end."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

import numpy as np

from ai.tetris.classic.kernels.layout import MOST_MOVES, board_words
from ai.tetris.classic.kernels.search import SearchBuffers, mind, rank
from ai.tetris.classic.play import Player
from game.tetris.classic.board import Board
from game.tetris.classic.pieces import HEIGHTS, WIDTHS, Pieces
from game.tetris.classic.rules import RuleName, Rules
from game.tetris.classic.state import State

SIZES = ((10, 20), (4, 4), (5, 7), (10, 10), (8, 12), (12, 16), (18, 8))
LARGEST = (32, 40)
RULES: tuple[tuple[RuleName, bool], ...] = (
    ("spawn", False),
    ("spawn", True),
    ("simplified", False),
    ("fahey", False),
)


def some_rules(number: int) -> Rules:
    """The `number`th of all rule sets on all sizes, again and again."""
    width, height = SIZES[number // len(RULES) % len(SIZES)]
    name, sliding = RULES[number % len(RULES)]
    return Rules(name, width, height, sliding)


def some_board(rules: Rules, source: random.Random) -> Board:
    """A board as a clumsy player leaves it, one of scattered cells, or one that is piled up high."""
    make = source.choice((_played, _played, _crumbled, _piled))
    return make(rules.width, rules.height, source)


@cache
def some_boards(count: int, seed: int) -> tuple[tuple[Rules, Board, int], ...]:
    """Rules, a board and a piece, `count` times; the last of the boards are as large as can be."""
    source, results = random.Random(seed), []
    for number in range(count):
        rules = some_rules(number)
        if number >= count - 4:
            rules = Rules(RULES[number % 2 * 2][0], *LARGEST)
        results.append((rules, some_board(rules, source), source.randrange(7)))
    return tuple(results)


def ranked(name: str, rules: Rules, board: Board, piece: int) -> tuple[list[int], list[int], SearchBuffers]:
    """Return the result of the kernel that ranks placements: the placements, their values, and all that it has written.

    Tests call the kernels that the program calls: others would have to be compiled for them alone.
    """
    buffers = mind(name, rules)
    buffers.boards[0] = board_words(board)
    count = rank(buffers, piece, np.zeros(MOST_MOVES, np.int64))
    return buffers.moves[0, :count].tolist(), buffers.values[:count].tolist(), buffers


def chosen(name: str, rules: Rules, board: Board, pieces: Sequence[int], levels: int = 1) -> Board:
    """The board after the move of a player who knows these pieces: the one at hand, and the next where it is shown."""
    player = Player(name, rules, levels)
    player.begin(State(rules, board, Pieces.of(pieces)))
    player.go(1)
    return player.board


def _played(width: int, height: int, source: random.Random) -> Board:
    """Each piece dropped where it lies best of a few tries, so that few holes are left and rows go."""
    board = Board.empty(width, height)
    for _ in range(source.randrange(1 + width * height // 3)):
        after = [tried for tried in _tries(board, source.randrange(7), source) if tried is not None]
        if not after:
            break
        board = min(after, key=_roughness)
    return board


def _tries(board: Board, piece: int, source: random.Random) -> Iterator[Board | None]:
    """The boards after some straight drops by chance; None where the piece does not get below the top."""
    for _ in range(6):
        rotation = source.randrange(len(WIDTHS[piece]))
        x = source.randrange(board.width - WIDTHS[piece][rotation] + 1)
        y = board.drop(piece, rotation, x, -HEIGHTS[piece][rotation])
        yield board.place(piece, rotation, x, y)[0] if y >= 0 else None


def _roughness(board: Board) -> int:
    outline = board.outline
    steps = sum(abs(left - right) for left, right in pairwise(outline))
    holes = sum(board.height - top for top in outline) - board.cells
    return steps + 4 * holes


def _crumbled(width: int, height: int, source: random.Random) -> Board:
    top, share = source.randrange(height), source.choice((0.3, 0.6, 0.85))
    rows = (sum((source.random() < share) << x for x in range(width)) for _ in range(height - top))
    return _without_full_rows(width, height, [*[0] * top, *rows])


def _piled(width: int, height: int, source: random.Random) -> Board:
    """Columns up to near the top, with a few holes in them."""
    tops = [source.randrange(min(height, 7)) + (source.random() < 0.1) * height // 2 for _ in range(width)]
    rows = [sum((y >= tops[x] and source.random() < 0.9) << x for x in range(width)) for y in range(height)]
    return _without_full_rows(width, height, rows)


def _without_full_rows(width: int, height: int, rows: list[int]) -> Board:
    return Board(width, height, tuple(rows)).cleared()
