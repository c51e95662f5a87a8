"""Plays the race that pictures show: `python assets/races/make.py`.

Four controllers on one seed, a few thousand pieces each, played by the engines. The same engines give the same file.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from ai import registry
from ai.compiled import cache
from ai.engine import RunOrder, Stretch
from game import saving
from gui.play.run_plan import Plan
from gui.scenes.run.runners import Race, RaceCourse

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent.parent))


cache.ensure()


CONTROLLERS = ("tengstrand-1.1", "dellacherie", "dt-20", "kibitz")
TABLE = {"size": "10x10", "rules": "spawn", "sliding": "off", "next": "off"}
SEED, PIECES = 2002, 16_000


def course(plan: Plan, controller: str) -> RaceCourse:
    """Return the controller's course by the plan."""
    order = RunOrder(game="classic", rules=dict(plan.rules), engine=controller, seed=plan.seed, pieces=PIECES)
    engine = registry.create(controller, "full", "classic")
    return RaceCourse(controller, joined(engine.run(order)))  # type: ignore[attr-defined]


def joined(stretches: Iterable[Stretch]) -> Stretch:
    """Stretches that follow each other as one, wherever the clock has cut them."""
    whole, *others = stretches
    for each in others:
        tucks = _tucks(whole) + _tucks(each) if whole.tucks or each.tucks else b""
        whole = msgspec.structs.replace(
            each,
            game=whole.game,
            first=whole.first,
            columns=whole.columns + each.columns,
            tucks=tucks,
            marks=whole.marks + each.marks,
            finished=whole.finished + each.finished,
        )
    return msgspec.structs.replace(whole, cpu=0.0)


def _tucks(stretch: Stretch) -> bytes:
    return stretch.tucks or bytes(len(stretch.columns))


def main() -> None:
    """Write the race."""
    plan = Plan.new(CONTROLLERS, TABLE, SEED)
    courses = tuple(course(plan, each) for each in CONTROLLERS)
    packed = msgspec.msgpack.encode(Race(dict(plan.rules), plan.seed, courses))
    saving.write(FOLDER / "four.race", zlib.compress(packed, 9))


if __name__ == "__main__":
    main()
