"""Plays the race that pictures show: `python assets/races/make.py`.

Four controllers on one seed, a few thousand pieces each, played by the engines. The same engines give the same file.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ai import registry
from ai.compiled import cache
from ai.engine import RunOrder
from gui.scenes.run.runners import Plan, Race, RaceCourse, joined, write_race

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent.parent))


cache.ensure()


CONTROLLERS = ("tengstrand-1.1", "dellacherie", "dt-20", "kibitz")
TABLE = {"size": "10x10", "rules": "spawn", "sliding": "off", "next": "off"}
SEED, PIECES = 2002, 16_000


def course(plan: Plan, controller: str) -> RaceCourse:
    """What a controller makes of the plan."""
    order = RunOrder(game="classic", rules=dict(plan.rules), engine=controller, seed=plan.seed, pieces=PIECES)
    engine = registry.create(controller, "full", "classic")
    return RaceCourse(controller, joined(engine.run(order)))  # type: ignore[attr-defined]


def main() -> None:
    """Write the race."""
    plan = Plan.new(CONTROLLERS, TABLE, SEED)
    courses = tuple(course(plan, each) for each in CONTROLLERS)
    write_race(FOLDER / "four.race", Race(dict(plan.rules), plan.seed, courses))


if __name__ == "__main__":
    main()
