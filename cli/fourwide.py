"""Commands of four-wide: value, build."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from cli.grammar import Groups, command, group
from cli.terminal import Bar, interruptible, show, warn

if TYPE_CHECKING:
    from ai.tetris.four_wide.layout import Layout
    from game.tetris.four_wide.model import Model


def add_commands(commands: Groups) -> None:
    """Add `fourwide` with all it can do."""
    below = group(commands, "fourwide", "four-wide: the longest expected combo, solved")
    _add_model(command(below, "value", "solve a game and print what it is worth", value))
    build = _add_model(
        command(below, "build", "solve a game and keep its policy for the window", build_policy)
    )
    build.add_argument(
        "-o", dest="file", type=Path, metavar="FILE", help="another file than that of the window"
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
    document = interruptible(lambda: _value(_model(arguments)))
    show(arguments.json, document, [f"{name:<12} {_readable(fact)}" for name, fact in document.items()])
    return 0


def _value(model: Model) -> dict[str, object]:
    from ai.compiled import cache

    warn(cache.ensure().notice)
    from ai.tetris.four_wide.figures import figures_of
    from ai.tetris.four_wide.minimize import classes_of
    from ai.tetris.four_wide.policy_file import pack
    from ai.tetris.four_wide.work import prepare, solved

    started = time.process_time()
    layout = prepare(model)
    _announce(layout)
    with Bar(model.name, "rounds") as bar:
        classes, _ = classes_of(layout, lambda count: bar.at(0, 0, f"{count:,} classes"))
    with Bar(model.name, "sweeps") as bar:
        solution = solved(layout, lambda _, number, change: bar.at(number, 0, f"change {change:.1e}"))
    figures = figures_of(solution)
    return {
        "fields": layout.fields,
        "states": model.sequences * model.holds * layout.fields,
        "classes": classes,
        "value": figures.value,
        "mean": figures.mean,
        "max": figures.maximum,
        "fresh": figures.fresh,
        "per_field": {f"0x{field:x}": mean for field, mean in sorted(figures.per_field.items())},
        "error": solution.error,
        "iterations": solution.iterations,
        "seconds": round(time.process_time() - started, 3),
        "bytes": len(pack(solution)),
    }


def _announce(layout: Layout) -> None:
    from ai.tetris.four_wide.work import bytes_needed

    if bytes_needed(layout) > 500_000_000:
        warn(
            f"{layout.states:,} states stand for all; {bytes_needed(layout) / 1e9:.1f} GB of memory at the most"
        )


def build_policy(arguments: argparse.Namespace) -> int:
    """Solve a game and write its policy file."""
    model = _model(arguments)
    from ai.compiled import cache

    warn(cache.ensure().notice)
    from ai.tetris.four_wide.work import build

    started = time.process_time()
    with Bar(model.name, "sweeps") as bar:
        path, solution = interruptible(
            lambda: build(model, lambda _, number, change: bar.at(number, 0, f"{change:.1e}"), arguments.file)
        )
    document = {
        "name": model.name,
        "file": str(path),
        "bytes": path.stat().st_size,
        "error": solution.error,
        "iterations": solution.iterations,
        "seconds": round(time.process_time() - started, 3),
    }
    show(arguments.json, document, [f"{name:<12} {_readable(fact)}" for name, fact in document.items()])
    return 0


def _readable(fact: object) -> str:
    if isinstance(fact, dict):
        return f"{len(fact)} fields, {min(fact.values()):.6f} to {max(fact.values()):.6f}"
    if isinstance(fact, float):
        return f"{fact:,.9f}" if fact >= 0.001 else f"{fact:.2e}"
    return f"{fact:,}" if isinstance(fact, int) else "none" if fact is None else str(fact)
