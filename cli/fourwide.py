"""Commands of four-wide: value, build."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from cli.grammar import Groups, command, group
from cli.terminal import Bar, interruptible, note, show, warn
from game.errors import BadInput

if TYPE_CHECKING:
    from ai.tetris.four_wide.solving.solve import Solution
    from game.tetris.four_wide.model import Model


def add_commands(commands: Groups) -> None:
    """Add `fourwide` with all it can do."""
    below = group(commands, "fourwide", "four-wide: the longest expected combo, solved")
    worth = _add_model(command(below, "value", "solve a game and print what it is worth", value))
    worth.add_argument(
        "--empty-hold", action="store_true", help="add the value of a start with nothing in hold"
    )
    worth.add_argument(
        "--walls",
        type=int,
        metavar="H",
        help="between walls of H rows, 1 to 40, which each clear lowers by one",
    )
    worth.add_argument(
        "--attack",
        metavar="TABLE",
        help="count the rows sent between walls: cold-clear, classic-guideline, modern-guideline, "
        "modern-guideline-late, tetr.io or tetr.io-2",
    )
    build = _add_model(
        command(
            below, "build", "solve a game and keep its policy, and the values between walls", build_policy
        )
    )
    build.add_argument(
        "-o", dest="file", type=Path, metavar="FILE", help="the file to write (the one the window reads)"
    )


def _add_model(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--residual", type=int, default=3, metavar="3|5|6", help="cells at the start (3)")
    parser.add_argument("--randomizer", default="bag", metavar="random|bag", help="how pieces come (bag)")
    parser.add_argument("--hold", action="store_true", help="a piece can be held")
    parser.add_argument(
        "--preview", type=int, default=0, metavar="N", help="pieces that are seen, 0 to 6 (0)"
    )
    parser.add_argument("--rules", default="srs", metavar="hd|srs|srs+|geo", help="how pieces move (srs)")
    parser.add_argument(
        "--lines", default="one", metavar="one|any", help="lines that a piece has to clear (one)"
    )
    return parser


def _model(arguments: argparse.Namespace) -> Model:
    from game.tetris.four_wide.model import Model

    return Model(
        arguments.residual,
        arguments.randomizer,
        arguments.hold,
        arguments.preview,
        arguments.rules,
        arguments.lines,
    )


def value(arguments: argparse.Namespace) -> int:
    """Sizes, values and the certified error of a game."""
    model = _model(arguments)
    if arguments.empty_hold and not model.hold:
        raise BadInput("--empty-hold is of games with --hold only")
    if arguments.walls is None:
        if arguments.attack is not None:
            raise BadInput("--attack is of games between walls only: name --walls H")
        document = interruptible(lambda: _value(model, arguments.empty_hold))
    else:
        asked = (arguments.walls, arguments.attack, arguments.empty_hold)
        document = interruptible(lambda: _value_between_walls(model, *asked))
    show(arguments.json, document, [f"{name:<12} {_readable(fact)}" for name, fact in document.items()])
    return 0


def _value(model: Model, empty_hold: bool) -> dict[str, object]:
    from ai.tetris.four_wide.solving.size import bytes_to_solve, bytes_to_start_empty

    started = time.process_time()
    solution, classes = _solved(model, bytes_to_start_empty if empty_hold else bytes_to_solve)
    from ai.tetris.four_wide import catalogue
    from ai.tetris.four_wide.policy import size_of

    document = _sizes(solution, classes) | _figures(solution)
    if empty_hold:
        from ai.tetris.four_wide.solving.solve import fresh_mean, with_empty_hold

        document["empty_hold"] = fresh_mean(with_empty_hold(solution))
    catalogue.finished(solution.layout)
    return document | {"seconds": round(time.process_time() - started, 3), "bytes": size_of(solution)}


def _value_between_walls(model: Model, walls: int, name: str | None, empty_hold: bool) -> dict[str, object]:
    """The value with best play, what play that is best without an end of the walls gets, and the chance of the end."""
    from ai.tetris.four_wide.solving.size import bytes_between_walls, bytes_to_start_empty_between_walls
    from game.tetris.four_wide.state import attack, chance, clears, demand_walls
    from game.tetris.guideline.attack import EARLIER_NAMES_OF_FOUR_WIDE, table_of

    demand_walls(walls)
    table = None if name is None else table_of(name, EARLIER_NAMES_OF_FOUR_WIDE)
    measure = clears(walls) if table is None else attack(model, walls, table)
    started = time.process_time()
    need = bytes_to_start_empty_between_walls if empty_hold else bytes_between_walls
    endless, classes = _solved(model, need)
    from ai.tetris.four_wide import catalogue
    from ai.tetris.four_wide.policy import size_of
    from ai.tetris.four_wide.solving.solve import fresh_mean, with_empty_hold
    from ai.tetris.four_wide.solving.walls import between_walls

    empty = with_empty_hold(endless) if empty_hold else None
    parts: list[dict[str, object]] = []
    with Bar(model.name, "rows") as bar:
        for number, (counted, as_endless) in enumerate(
            ((measure, False), (measure, True), (chance(walls), False))
        ):

            def report(row: int, before: int = number * walls) -> None:
                bar.at(before + row, 3 * walls, "")

            full, bare = between_walls(endless, counted, empty=empty, as_endless=as_endless, report=report)
            parts.append(_figures(full) | ({} if bare is None else {"empty_hold": fresh_mean(bare)}))
    best, followed, end = parts
    means = [name for name in ("value", "fresh", "empty_hold") if name in best]
    document = {"walls": walls, "attack": table and table.name} | _sizes(endless, classes) | best
    document["chance_of_the_end"] = {name: end[name] for name in means}
    document["infinite_policy"] = {name: followed[name] for name in means}
    document["loss"] = {name: _less(best[name], followed[name]) for name in means}
    catalogue.finished(endless.layout)
    return document | {"seconds": round(time.process_time() - started, 3), "bytes": size_of(endless)}


def _less(first: object, second: object) -> float | None:
    return first - second if isinstance(first, float) and isinstance(second, float) else None


def _solved(model: Model, need: Callable[[Model], int]) -> tuple[Solution, int]:
    """The solution between walls without an end, and the number of its classes."""
    from ai.compiled import cache

    _announce(model, need)
    warn(cache.ensure().notice)
    from ai.tetris.four_wide import catalogue

    layout = catalogue.prepare(model, need)
    with Bar(model.name, "rounds") as bar:
        rounds = count(1)
        classes = catalogue.counted(layout, lambda result: bar.at(next(rounds), 0, f"{result:,} classes"))
    with Bar(model.name, "sweeps") as bar:
        text = f"{classes:,} classes, largest change "
        solution = catalogue.solved(layout, lambda number, change: bar.at(number, 0, f"{text}{change:.1e}"))
    return solution, classes


def _sizes(solution: Solution, classes: int) -> dict[str, object]:
    layout, model = solution.layout, solution.layout.model
    states = model.sequences * model.holds * layout.fields
    return {"fields": layout.fields, "states": states, "classes": classes}


def _figures(solution: Solution) -> dict[str, object]:
    from ai.tetris.four_wide.solving.solve import figures_of

    figures = figures_of(solution)
    return {
        "value": figures.value,
        "mean": figures.mean,
        "max": figures.maximum,
        "fresh": figures.fresh,
        "per_field": {f"0x{field:x}": mean for field, mean in sorted(figures.per_field.items())},
        "error": solution.error,
        "iterations": solution.iterations,
    }


def _announce(model: Model, need: Callable[[Model], int]) -> None:
    """Say what memory a large game takes, before anything is made."""
    from ai.tetris.four_wide.solving.size import LARGE

    if need(model) >= LARGE:
        note(f"{model.name} takes up to {need(model) / 1e9:.1f} GB of memory")


def build_policy(arguments: argparse.Namespace) -> int:
    """Solve a game and write its policy file."""
    model = _model(arguments)
    from ai.compiled import cache
    from ai.tetris.four_wide.solving.size import bytes_to_solve

    _announce(model, bytes_to_solve)
    warn(cache.ensure().notice)
    from ai.tetris.four_wide import catalogue
    from ai.tetris.four_wide.policy import Policy
    from game.tetris.four_wide.state import MOST_WALLS

    started = time.process_time()
    with Bar(model.name, "sweeps") as bar:

        def report(number: int, change: float) -> None:
            bar.at(number, 0, f"largest change {change:.1e}")

        path, solution = interruptible(lambda: catalogue.build(model, report, arguments.file))
    with Bar(model.name, "rows of the walls") as bar:
        policy, beside = Policy.read(path), path.with_suffix(".walls")
        walls = interruptible(
            lambda: catalogue.build_walls(policy, lambda row: bar.at(row, MOST_WALLS), beside)
        )
    document = {
        "name": model.name,
        "file": str(path),
        "bytes": path.stat().st_size,
        "walls_file": str(walls),
        "walls_bytes": walls.stat().st_size,
        "error": solution.error,
        "iterations": solution.iterations,
        "seconds": round(time.process_time() - started, 3),
    }
    show(arguments.json, document, [f"{name:<12} {_readable(fact)}" for name, fact in document.items()])
    return 0


def _readable(fact: object) -> str:
    if isinstance(fact, dict) and "value" in fact:
        return ", ".join(f"{name} {_readable(each)}" for name, each in fact.items() if each is not None)
    if isinstance(fact, dict):
        return f"{len(fact)} fields, {min(fact.values()):.6f} to {max(fact.values()):.6f}"
    if isinstance(fact, float):
        return f"{fact:,.9f}" if fact >= 0.001 else f"{fact:.2e}"
    return f"{fact:,}" if isinstance(fact, int) else "none" if fact is None else str(fact)
