"""Plays the combo on a board that pictures of the coach show: `python assets/tables/make_four_wide_well.py`.

A four-wide well in the middle of the board, which the solved game knows, until its walls end, and some pieces more.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent.parent))

from ai.compiled import cache  # noqa: E402  # the root comes into the path first

cache.ensure()

from ai.engine import Limit  # noqa: E402
from ai.tetris.guideline.known.informed import KnowledgeEngine  # noqa: E402
from ai.tetris.guideline.known.well import Well  # noqa: E402
from ai.tetris.guideline.stacker.engine import Stacker  # noqa: E402
from game.advice import Advice  # noqa: E402
from game.config import Config  # noqa: E402
from game.facts import without_speeds  # noqa: E402
from game.record import Seat, write_record  # noqa: E402
from game.session import Session  # noqa: E402
from gui.scenes.new_game.guideline import GuidelineChoices  # noqa: E402

SEED, PIECES, NODES, CHOICES = 25, 24, 60_000, 5


def main() -> None:
    """Write the game."""
    choices = GuidelineChoices(Config(), "coach")
    choices.set("tetris.board", "four-wide")
    engine = KnowledgeEngine(Stacker(seed=SEED), Well(), compare=True)
    engine.warm_up()
    session = Session.new("tetris", choices.start_of(SEED), (Seat("You"),))
    while session.length < PIECES and not session.position.over:
        *_, advice = engine.think(session.position.view(0), Limit(iterations=NODES))
        session.note(session.length, _shortened(advice))
        session.play(advice.choices[0].move)
    session.go_to(0)
    write_record(FOLDER / "four-wide-well.kibitz", session.record("2026-11-20T21:00:00Z"))


def _shortened(advice: Advice) -> Advice:
    """The advice with its first placements, and without the speed of the machine."""
    evidence = without_speeds(advice.evidence)
    return msgspec.structs.replace(advice, choices=advice.choices[:CHOICES], evidence=evidence)


if __name__ == "__main__":
    main()
