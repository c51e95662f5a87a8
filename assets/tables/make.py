"""Plays the game that the Tetris table at home shows: `python assets/tables/make.py`.

The stacker alone on one seed, counted in nodes, so that the same engine gives the same file. Pictures of the coach are
taken from it too.
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
from assets.tables.judging import judge_moves  # noqa: E402
from game.advice import Advice  # noqa: E402
from game.facts import without_speeds  # noqa: E402
from game.record import Seat, write_record  # noqa: E402
from game.session import Session  # noqa: E402

SEED, PIECES, NODES = 2026, 210, 60_000
ADVISED, CHOICES = 120, 3  # so many pieces have what was said of them, with so many placements each
SLIP, RANK = 31, 9  # the piece that is placed as a person might, so that there is something to find


def _shortened(advice: Advice, rank: int) -> Advice:
    """The advice with its first placements and the one that is played, and without the speed of the machine."""
    choices = (*advice.choices[:CHOICES], *(advice.choices[rank : rank + 1] if rank >= CHOICES else ()))
    return msgspec.structs.replace(advice, choices=choices, evidence=without_speeds(advice.evidence))


def main() -> None:
    """Write the game."""
    engine = registry.create("stacker", "full", "tetris", seed=SEED)
    seat = Seat("Stacker", "engine", "stacker", "full")
    session = Session.new("tetris", {"queue": f"seven_bag:{SEED}"}, (seat,), SEED)
    while session.length < PIECES and not session.position.over:
        *_, advice = engine.think(session.position.view(0), Limit(iterations=NODES))
        rank = RANK if session.length == SLIP else 0
        if session.length < ADVISED:
            session.note(session.length, _shortened(advice, rank))
        session.play(advice.choices[rank].move)
    judge_moves(session)
    session.go_to(0)
    write_record(FOLDER / "guideline.kibitz", session.record("2026-11-20T09:30:00Z"))


if __name__ == "__main__":
    main()
