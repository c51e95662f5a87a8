"""Fields to try the rules on: heaps by chance, tall ones, and stacks as they come about in play."""

import random
from collections.abc import Iterator

from game.tetris.guideline import Field, reachable


def heaps(count: int, seed: int, tallest: int = 22) -> Iterator[Field]:
    """Fields with rows filled by chance, a few cells missing in each or most of them."""
    dice = random.Random(seed)
    for _ in range(count):
        share = 0.3 + 0.65 * dice.random()
        rows = [
            sum(1 << x for x in range(10) if dice.random() < share)
            for _ in range(int(dice.random() * tallest))
        ]
        yield Field.of([row - 1 if row == 1023 else row for row in rows])


def stacks(count: int, seed: int) -> Iterator[Field]:
    """Fields of games by chance, played with some care."""
    dice, field = random.Random(seed), Field.empty()
    for _ in range(count):
        places = reachable(field, int(dice.random() * 7))
        tried = [places[int(dice.random() * len(places))] for _ in range(8)] if places else []
        if not tried or field.height > 16:
            field = Field.empty()
            continue
        field = min((field.place(*at[:4])[0] for at in tried), key=_roughness)
        yield field


def _roughness(field: Field) -> int:
    return sum(height**2 for height in field.heights) + 20 * (sum(field.heights) - field.cells)
