"""`tetris pc-optimum --loop`: how many perfect clears in a row best play makes, by what is left over behind a clear."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from cli.terminal import Bar, announce_kernels, interruptible, note, show, warn
from game.errors import BadInput
from game.tetris.guideline.loop_values import (
    LETTERS_LEFT,
    SOLVED,
    LoopValues,
    loop_values,
    save_values,
    values_in,
)
from game.words import counted

CLEARS = 20  # of which chances are told unless said
_LETTERS = "letters left"


def clears_in_a_row(arguments: argparse.Namespace) -> int:
    """The values that come with the program, or new ones. Raises `BadInput` for what they do not say."""
    if arguments.first:
        raise BadInput("--first is for the first clear alone, without --loop")
    if arguments.solve is None and arguments.fresh:
        raise BadInput("--fresh is for what is solved; with --loop say --solve FILE")
    if arguments.see not in map(str, SOLVED):
        raise BadInput(
            f"the loop is solved with {' or '.join(map(str, SOLVED))} pieces seen, not {arguments.see}"
        )
    see = int(arguments.see)
    if arguments.solve is not None:
        _solve(Path(arguments.solve), see, fresh=arguments.fresh)
    values = loop_values(see) if arguments.solve is None else values_in(Path(arguments.solve))
    document = _document(values, arguments.clears or CLEARS, every=arguments.classes)
    show(arguments.json, document, _lines(document))
    return 0


def _solve(path: Path, see: int, *, fresh: bool) -> None:
    """Solve all clears of a cycle, round by round; the file has the values of play as it is known by then."""
    announce_kernels()
    from ai.tetris.guideline import later_clears, loop_solver
    from ai.tetris.guideline.optimum import ArrayFolder

    loop_solver.demand_memory()
    parts = ArrayFolder(loop_solver.loop_folder(), fresh=fresh)
    with Bar("clears in a row", "steps") as bar:
        fields = ArrayFolder(later_clears.fields_folder())
        every = interruptible(lambda: later_clears.all_fields(fields, bar.at))
        steps = loop_solver.steps(every, parts, bar.at, see=see)
        while (step := interruptible(lambda: next(steps, None))) is not None:
            words = f"round {step.round}, {counted(step.size, 'letter')} left: {counted(step.changed, 'start')} changed"
            if len(step.known) == len(LETTERS_LEFT):
                save_values(path, loop_solver.cycles_of(step.known), see)
                words += f"; {values_in(path).first:.4f} clears in a row"
            note(words)
    warn(parts.notice)


def _document(values: LoopValues, most: int, *, every: bool) -> dict[str, Any]:
    chances = values.chances(most)
    at, clears = 0, []
    for each in values.clears:
        these = slice(at, at := at + len(each.starts))
        worth = values.values[these]
        clears.append(
            {
                "clear": each.clear,
                "letters": values.left_before(each.clear),
                "starts": len(each.starts),
                "chance": round(float(chances[1][these].mean()), 9),
                "mean": round(float(worth.mean()), 9),
                "best": {"start": each.starts[int(worth.argmax())], "value": round(float(worth.max()), 9)},
                "worst": {"start": each.starts[int(worth.argmin())], "value": round(float(worth.min()), 9)},
            }
        )
    starts = [
        {
            "start": str(start),
            "value": round(float(values.values[number]), 9),
            "chance": round(float(chances[1][number]), 9),
            "chances": np.round(chances[1:, number], 9).tolist(),
        }
        for start, number in values.numbers.items()
    ]
    return {
        "see": values.see,
        "value": round(values.first, 9),
        "chances": np.round(chances[1:, values.firsts].mean(1), 9).tolist(),
        "clears": clears,
        "starts": starts if every else None,
    }


def _lines(document: dict[str, Any]) -> Iterator[str]:
    yield f"pieces seen     {document['see']}"
    yield f"clears in a row {document['value']:.6f}, from the empty board"
    yield ""
    yield "so many at least    chance"
    for clears, chance in enumerate(document["chances"], 1):
        yield f"{clears:>16} {chance:>9.4%}"
    yield ""
    yield f"clear  {_LETTERS}  starts  this clear  in a row  best                  worst"
    for each in document["clears"]:
        best, worst = (f"{each[side]['start']:<9} {each[side]['value']:>9.4f}" for side in ("best", "worst"))
        yield (
            f"{each['clear']:>5} {each['letters']:>13} {each['starts']:>7} {each['chance']:>11.4%} "
            f"{each['mean']:>9.4f}  {best}   {worst}"
        )
    if document["starts"] is not None:
        yield ""
        yield "held|left   in a row  this clear"
        for each in sorted(document["starts"], key=lambda one: -one["value"]):
            yield f"{each['start']:<9} {each['value']:>10.4f} {each['chance']:>11.4%}"
