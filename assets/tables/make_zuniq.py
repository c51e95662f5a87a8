"""Plays the game of Zuniq that the picture of a review shows: `python assets/tables/make_zuniq.py` writes it again.

The first 31 walls are those of the sample game of CodeCup 2021; then a wall that loses, and the engine.
"""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent.parent))

from ai.compiled import cache  # noqa: E402  # the root comes into the path first

cache.ensure()

from ai import registry  # noqa: E402
from ai.engine import Limit  # noqa: E402
from assets.tables.judging import judge_moves  # noqa: E402
from game.position import plain  # noqa: E402
from game.record import Seat, write_record  # noqa: E402
from game.session import Session  # noqa: E402

BEGUN = (
    "E5v A2h B3h C4v E5h C1v E3h F3h B5h A3h D5v D1v B5v C5h D4h C1h A4v F5h C4h A5h A5v B6v E3v D2h C2h "
    "A4h B2h C6v D2v C3v B4v"
)
SLIP, ITERATIONS, SEED = "B1h", 20_000, 6


def main() -> None:
    """Write the game."""
    seats = (Seat("Kibitz", "engine", "kibitz", "club", 30.0), Seat("You"))
    session = Session.new("zuniq", {"dots": "6x6"}, seats, SEED)
    for wall in (*BEGUN.split(), SLIP):
        session.play(wall, 4_000)
    engine = registry.create("kibitz", "full", "zuniq", seed=SEED)
    while not session.position.over:
        *_, advice = engine.think(session.position, Limit(iterations=ITERATIONS))
        session.play(plain(session.position, advice.choices[0].move), 3_000)
    judge_moves(session)
    session.go_to(len(BEGUN.split()))
    write_record(FOLDER / "zuniq.kibitz", session.record("2026-11-20T12:30:00Z"))


if __name__ == "__main__":
    main()
