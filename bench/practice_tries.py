"""Time in which what a person tries at a problem is judged: exact kinds within 100 ms, duels within a second.

Method: 200 problems are drawn from the decks that ship. At each the shown answer is tried, with what follows it where
the problem is played to the end, and before each of these moves a legal one drawn at random. A try goes the way it goes
in the window: by what the problem itself knows, else by an engine. A wrong first move is known at once; the line that
refutes it comes from the engine later, and has its own rows. The figures are CPU time of one thread with warm kernels.
A cold worker is measured apart: the CPU time from the start of a process to the end of its first judgement, for a
problem of each deck. The window starts that work when a problem opens, not at the try.
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
    times: dict[tuple[str, float], list[float]] = defaultdict(list)
    for deck in decks:
        list(tries(deck.problems[0], Random(SEED)))  # so that no kernel is cold
    for number, problem in enumerate(sample_of(problems, QUICK_PROBLEMS if quick else PROBLEMS, SEED)):
        for refuted, milliseconds in tries(problem, Random(number)):
            what = "a refutation at" if refuted else "a try at"
            times[f"{what} {name[problem.id]}", AIMS[problem.proof]].append(milliseconds)
    rows = []
    for (what, aim), each in sorted(times.items()):
        note = f"{len(each)} times, CPU time"
        rows += [
            Row(f"{what}, median", round(statistics.median(each), 2), "ms", note=note),
            Row(f"{what}, worst", round(max(each), 2), "ms", aim=aim, note=note),
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


def tries(problem: Problem, chance: Random) -> Iterator[tuple[bool, float]]:
    """The milliseconds of each try at a problem, and of each refutation, which are marked."""
    played: list[str] = []
    line = [problem.answers[0], *problem.lines.get(problem.answers[0], ())]
    position = problem.open()
    mover = position.to_move
    for move in line if problem.to_the_end else line[:1]:
        if position.over:
            break
        if position.to_move == mover:
            for tried in (chance.choice(position.legal_moves()), move):
                yield from _timed(problem, [*played, tried])
        played.append(move)
        position = position.play(move)


def _timed(problem: Problem, played: Sequence[str]) -> Iterator[tuple[bool, float]]:
    began = time.process_time()
    known = at_once(problem, played) or answer(problem, played)
    yield False, 1000 * (time.process_time() - began)
    if known.grade == "wrong" and problem.to_the_end and not known.line:
        began = time.process_time()
        answer(problem, played)
        yield True, 1000 * (time.process_time() - began)
