"""Measured attack of books: `python assets/books/make.py` writes `figures.json` beside this file.

Each book plays games by itself, with bags of seven by chance (seed 1), and the attack table of guideline Tetris. Of the
games that come to an end that the book counts: how many pieces and rows of attack, with the standard error; the usual
order of clears, and where in the game they come; and one such game, of which the shelf draws its picture.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections import Counter
from pathlib import Path

import msgspec

FILE = Path(__file__).resolve().with_name("figures.json")
sys.path.insert(0, str(FILE.parents[2]))

from ai.book.chances import BookChances, ends_of  # noqa: E402
from ai.book.file import names, path_of, stages_of  # noqa: E402
from ai.book.games import LONGEST, BookGame, played  # noqa: E402
from ai.book.reader import BookReader  # noqa: E402
from game import saving  # noqa: E402
from game.tetris.guideline import Landing  # noqa: E402
from game.tetris.guideline.openers.position import START  # noqa: E402

GAMES = 1_000


def bags(chance: random.Random, count: int) -> list[int]:
    """So many pieces from bags of seven, or a few more."""
    results = list[int]()
    while len(results) < count:
        results += chance.sample(range(7), 7)
    return results


def measured(name: str, games: int = GAMES) -> dict[str, object]:
    """The figures of a book."""
    reading, ends, chance = BookReader(path_of(name)), ends_of(stages_of(name)), random.Random(1)
    every = [played(reading, ends, bags(chance, LONGEST + 7)) for _ in range(games)]
    reached = [game for game in every if game.reached]
    ((usual, _),) = Counter(_order(game) for game in reached).most_common(1)
    alike = [game for game in reached if _order(game) == usual]
    sends = [
        [
            what,
            round(statistics.median(game.clears[at][0] for game in alike)),
            max(game.clears[at][2] for game in alike),
        ]
        for at, what in enumerate(usual)
    ]
    example = max(alike, key=lambda game: game.attack)
    start = reading.number(START)
    assert start is not None
    return {
        "aim": BookChances(reading, ends).here(start).aim,
        "games": games,
        "reached": len(reached) / games,
        "pieces": _mean([len(game.landings) for game in reached]),
        "attack": _mean([game.attack for game in reached]),
        "usual": len(alike) / len(reached),
        "sends": sends,
        "shown": max(range(len(example.landings)), key=lambda at: _shown(example.landings[at])),
        "moves": [str(landing.placement) for landing in example.landings],
    }


def _shown(landing: Landing) -> tuple[bool, int]:
    """The worth of a move for a picture: a spin that sends much, before a perfect clear, which leaves little to see."""
    return landing.clear.spin > 0 and landing.clear.rows > 0, landing.attack


def _order(game: BookGame) -> tuple[str, ...]:
    return tuple(what for _, what, _ in game.clears)


def _mean(numbers: list[int]) -> list[float]:
    """The mean and its standard error."""
    return [round(statistics.mean(numbers), 2), round(statistics.stdev(numbers) / len(numbers) ** 0.5, 2)]


if __name__ == "__main__":
    saving.write(
        FILE, msgspec.json.format(msgspec.json.encode({name: measured(name) for name in names()}), indent=1)
    )
