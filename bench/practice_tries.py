"""Time in which what a person tries at a problem is judged: exact kinds within 100 ms, duels within a second.

Method: 200 problems are drawn from the decks that ship. At each the shown answer is tried, with what follows it where
the problem is played to the end, and a legal move drawn at random. A try goes the way it goes in the window: what the
problem itself knows, and an engine's judgement where that is missing or says no refutation. The rows are CPU time of
one thread with warm kernels. A cold worker is measured apart: the CPU time from the start of a process to the end of
its first judgement, for a problem of each deck. The window starts that work when a problem opens, not at the try.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from ai.practice.answer import answer, at_once
from ai.practice.check import sample_of
from bench.row import Row
from game.places import shipped
from game.practice.deck import read_deck
from game.practice.problem import Problem, Recall

NAME = "practice-tries"
ABOUT = "how long the judgement on a try at a problem takes"

PROBLEMS, QUICK_PROBLEMS = 200, 10
AIMS = {"proved": 100.0, "duel": 1000.0}  # ms
SEED = 39
_COLD = """
import sys, time
from pathlib import Path
from ai.compiled import cache
cache.ensure()
from ai.practice.answer import answer
from game.practice.deck import read_deck
problem = read_deck(Path(sys.argv[1])).problems[0]
answer(problem, problem.answers[:1])
print(time.process_time())
"""


def run(quick: bool) -> list[Row]:
    """The median and the worst of each kind, deck by deck."""
    files = sorted(shipped("assets", "practice").glob("*.deck"))
    decks = [deck for deck in map(read_deck, files) if not isinstance(deck.problems[0].task, Recall)]
    name = {problem.id: deck.name for deck in decks for problem in deck.problems}
    problems = [problem for deck in decks for problem in deck.problems]
    times: dict[tuple[str, str], list[float]] = defaultdict(list)
    for deck in decks:
        list(tries(deck.problems[0], Random(SEED)))  # so that no kernel is cold
    for number, problem in enumerate(sample_of(problems, QUICK_PROBLEMS if quick else PROBLEMS, SEED)):
        times[name[problem.id], problem.proof] += tries(problem, Random(number))
    rows = []
    for (deck, proof), each in sorted(times.items()):
        note = f"{len(each)} tries, CPU time"
        rows += [
            Row(f"a try at {deck}, median", round(statistics.median(each), 2), "ms", note=note),
            Row(f"a try at {deck}, worst", round(max(each), 2), "ms", aim=AIMS[proof], note=note),
        ]
    for file in files[:1] if quick else [each for each in files if each.stem in name.values()]:
        rows.append(
            Row(
                f"the first try at {file.stem}", round(1000 * _cold(file)), "ms", note="new process, CPU time"
            )
        )
    return rows


def _cold(file: Path) -> float:
    """The CPU seconds of a process that judges the first answer of a deck."""
    done = subprocess.run(
        [sys.executable, "-c", _COLD, str(file)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def tries(problem: Problem, chance: Random) -> Iterator[float]:
    """The milliseconds of each try at a problem."""
    played: list[str] = []
    line = [problem.answers[0], *problem.lines.get(problem.answers[0], ())]
    position = problem.open()
    yield _timed(problem, [chance.choice(position.legal_moves())])
    mover = position.to_move
    for move in line if problem.to_the_end else line[:1]:
        if position.over:
            break
        played.append(move)
        if position.to_move == mover:
            yield _timed(problem, played)
        position = position.play(move)


def _timed(problem: Problem, played: Sequence[str]) -> float:
    began = time.process_time()
    known = at_once(problem, played)
    if known is None or (known.grade == "wrong" and problem.to_the_end and not known.line):
        answer(problem, played)
    return 1000 * (time.process_time() - began)
