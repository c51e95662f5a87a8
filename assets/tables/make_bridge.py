"""Plays the match that the bridge table at home shows: `python assets/tables/make_bridge.py`.

North at full strength, South as a beginner might play, two deals; counted in deals looked at, so that the same
engine gives the same file. Every position has what the kibitzer says of it to the seat on the move. Pictures are taken
from it too.
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

SEED, WORLDS, ITERATIONS = 2026, 256, 40
CALLS = 5  # of an auction, so many are kept with what they are worth
RULES = {"deals": f"random:{SEED}", "dealer": "south", "match": "2 deals", "doubles": "on"}


def _shortened(advice: Advice, calls: bool) -> Advice:
    """The advice without the machine's speed, its lines short; of an auction only the best calls."""
    choices = advice.choices[:CALLS] if calls else advice.choices
    short = tuple(
        msgspec.structs.replace(each, line=each.line[:7] if rank == 0 else ())
        for rank, each in enumerate(choices)
    )
    return msgspec.structs.replace(advice, choices=short, evidence=without_speeds(advice.evidence))


def main() -> None:
    """Write the match."""
    kibitzer = registry.create("kibitz", "full", "bridge", seed=SEED)
    south = registry.create("kibitz", "beginner", "bridge", seed=SEED + 1)
    seats = (Seat("Kibitz", "engine", "kibitz", "full"), Seat("You"))
    session = Session.new("bridge", RULES, seats, SEED)
    while not session.position.over:
        position = session.position
        view = position.view(position.to_move)
        *_, advice = kibitzer.think(view, Limit(iterations=WORLDS))
        auction = len(position.legal_moves()) > 0 and getattr(position, "stage", "") == "auction"
        session.note(session.cursor, _shortened(advice, auction))
        move = advice.choices[0].move
        if position.to_move == 1 and not auction:
            *_, played = south.think(view, Limit(iterations=ITERATIONS))
            move = played.choices[0].move
        session.play(move)
    judge_moves(session)
    session.go_to(0)
    write_record(FOLDER / "bridge.kibitz", session.record("2026-11-20T09:30:00Z"))


if __name__ == "__main__":
    main()
