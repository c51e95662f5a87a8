"""Plays the combo that pictures of four-wide show: `python assets/tables/make_four_wide.py`.

The solved game with three previews, and now and then the second best placement, as a person might take it.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

import msgspec

from ai.compiled import cache
from ai.engine import Limit
from ai.tetris.four_wide import catalogue
from ai.tetris.four_wide.chain import lengths_of
from ai.tetris.four_wide.engine import FourWide, Mobility
from ai.tetris.four_wide.lengths import ComboLengths
from ai.tetris.four_wide.policy import Policy
from game.record import Seat, write_record
from game.session import Session
from game.tetris.four_wide.model import RANDOMIZERS, Model
from game.tetris.four_wide.state import State
from game.tetris.streaks import Streak, Streaks

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent.parent))


cache.ensure()


RULES = {"previews": "3", "queue": "seven_bag:25"}
SLIPS = range(8, 60, 17)  # pieces at which the second best is taken, where it clears a line
CHOICES = 12


def main() -> None:
    """Write the combo, to its end."""
    engine = FourWide()
    session = Session.new("four-wide", RULES, (Seat("You"),))
    while not session.position.over:
        *_, advice = engine.think(session.position.view(0), Limit())
        session.note(session.cursor, msgspec.structs.replace(advice, choices=advice.choices[:CHOICES]))
        slips = session.cursor in SLIPS and advice.choices[1].worth.value > 0
        session.play(advice.choices[int(slips)].move)
    session.go_to(0)
    write_record(FOLDER / "four-wide.kibitz", session.record("2026-11-20T09:30:00Z"))
    _write_combos(engine)


def _write_combos(engine: FourWide) -> None:
    """Write the lengths of combos: best play's chances, combos that it played, and some of the rule of thumb."""
    model = Model(previews=3)
    known: dict[str, ComboLengths] = {}
    for previews, randomizer in product(range(5), RANDOMIZERS):
        each = Model(previews=previews, randomizer=randomizer)
        if not catalogue.file_of(each).exists():
            catalogue.build(each)
        known[each.name] = lengths_of(Policy.read(catalogue.file_of(each)))
    mean = known[model.name].mean
    best = [Streak(model.name, "policy", _length(engine, seed), mean) for seed in range(1, 121)]
    rule = [Streak(model.name, "rule", _length(Mobility(), seed), 0.0) for seed in range(1, 61)]
    both = {"lasting": known, "streaks": Streaks((*best, *rule))}
    (FOLDER / "four-wide-combos.json").write_bytes(msgspec.json.encode(both))


def _length(thinker: FourWide | Mobility, seed: int) -> int:
    """The combo that an engine reaches with the pieces of a seed."""
    state = State.open({"previews": "3", "queue": f"seven_bag:{seed}"})
    while not state.over:
        *_, advice = thinker.think(state.view(0), Limit())
        state = state.play(advice.choices[0].move)
    return state.combo


if __name__ == "__main__":
    main()
