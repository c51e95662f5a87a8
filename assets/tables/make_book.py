"""Plays a game of the coach with an opening book: `python assets/tables/make_book.py`. Pictures are taken from it.

BT Loop through its perfect clear and on into the next round, until a queue comes for which it has no run. Beside it the
stacker searches, counted in nodes, so that the same book and the same engine give the same file.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent.parent))

from ai.compiled import cache  # noqa: E402  # the root comes into the path first

cache.ensure()

from ai import registry  # noqa: E402
from ai.engine import Limit  # noqa: E402
from game.advice import Advice  # noqa: E402
from game.facts import without_speeds  # noqa: E402
from game.record import Seat, write_record  # noqa: E402
from game.session import Session  # noqa: E402

BOOK, SEED, AFTER, NODES, CHOICES = "bt-loop", 39, 4, 60_000, 3


def _shortened(advice: Advice) -> Advice:
    """The advice with its first placements, and without the speed of the machine."""
    evidence = without_speeds(advice.evidence)
    return msgspec.structs.replace(advice, choices=advice.choices[:CHOICES], evidence=evidence)


def main() -> None:
    """Write the game: as long as the book has moves, and a few pieces more."""
    engine = registry.create("stacker", "full", "tetris", seed=SEED, book=BOOK, compare=True)
    session = Session.new("tetris", {"queue": f"seven_bag:{SEED}"}, (Seat("You"),), SEED)
    searched = 0
    while searched <= AFTER:
        *_, advice = engine.think(session.position.view(0), Limit(iterations=NODES))
        searched += advice.source == "search"
        session.note(session.length, _shortened(advice))
        if searched <= AFTER:
            session.play(advice.choices[0].move)
    session.go_to(0)
    write_record(FOLDER / f"{BOOK}.kibitz", session.record("2026-11-20T21:30:00Z"))


if __name__ == "__main__":
    main()
