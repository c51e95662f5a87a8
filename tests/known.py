"""Known results of other programs (`tests/vectors`), and files that are damaged in every way."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from game.tetris.guideline.openers.source import Source, read
from tests.sweep import drawn


def vectors(name: str) -> Any:
    return json.loads((Path(__file__).parent / "vectors" / f"{name}.json").read_text(encoding="utf-8"))


def opener() -> Source:
    """A small book of lines: the Perfect Clear Opener."""
    return read(Path(__file__).parent / "vectors" / "opener.txt")


def damaged(whole: bytes) -> Iterator[bytes]:
    """`whole` cut off at every place, and with each of its bits flipped; in a sweep of some cases two of each byte."""
    yield from (whole[:length] for length in range(len(whole)))
    changed = bytearray(whole)
    for place in range(len(whole)):
        for bit in drawn(range(8), 2):
            changed[place] ^= 1 << bit
            yield bytes(changed)
            changed[place] ^= 1 << bit
