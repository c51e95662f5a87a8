"""Commands of the house itself: warmup, doctor, bench, config."""

from __future__ import annotations

import argparse
from pathlib import Path

from cli.grammar import Groups, command, group
from cli.terminal import Bar, fail, show, warn


def add_commands(commands: Groups) -> None:
    """Add `warmup`, `doctor`, `bench` and `config`."""
    command(commands, "warmup", "compile every engine now, so that nothing waits later", warmup)
    command(commands, "doctor", "look at this installation and say what is wrong with it", doctor)
    measure = command(commands, "bench", "list the measurements, or take one and compare", bench)
    measure.add_argument("name", nargs="?", metavar="NAME", help="the measurement to take")
    measure.add_argument("book", nargs="?", metavar="BOOK", help="for book-lookup: the book to ask")
    measure.add_argument("--quick", action="store_true", help="a rough figure in seconds")
    settings = group(commands, "config", "show, check or find the settings")
    command(settings, "show", "print every setting with the value in force", config_show)
    check = command(settings, "check", "say what is wrong with the settings", config_check)
    check.add_argument("file", nargs="?", type=Path, metavar="FILE", help="another file than those in use")
    command(settings, "path", "print where your own settings are kept", config_path)


def warmup(arguments: argparse.Namespace) -> int:
    """Compile every kernel, with a bar on a terminal."""
    from ai.compiled import cache
    from ai.compiled.warmup import warm_up

    folder = cache.ensure()
    warn(folder.notice)
    with Bar("compiling", "kernels") as bar:
        finished = warm_up(bar.at)
    summary = finished.summary
    if summary is None:
        return fail(finished.poll().error or "compiling was stopped")
    document = {
        "kernels": summary.kernels,
        "seconds": summary.seconds,
        "bytes": summary.bytes,
        "folder": str(folder.folder) if folder.folder else None,
    }
    kept = f"kept in {folder.folder}" if folder.folder else "not kept"
    line = f"{summary.kernels} kernels, {summary.seconds:.1f} s, {summary.bytes / 1e6:.1f} MB, {kept}"
    show(arguments.json, document, [line])
    return 0


def doctor(arguments: argparse.Namespace) -> int:
    """Print what was found, then what is wrong; 1 if anything is."""
    from cli.examination import examine

    found = examine()
    lines = [f"{name:<12} {value}" for name, value in found.facts.items()]
    problems = [f"  - {problem}" for problem in found.problems]
    lines += ["", "wrong:", *problems] if problems else ["", "nothing is wrong"]
    show(arguments.json, found, lines)
    return 0 if found.ok else 1


def bench(arguments: argparse.Namespace) -> int:
    """List the measurements or take one."""
    from cli import measuring
    from game.errors import BadInput

    if arguments.name is None:
        found = measuring.measurements()
        show(arguments.json, found, [f"{one.name:<20} {one.about}" for one in found])
        return 0
    if arguments.name == "book-lookup":
        speed = measuring.measure_book(arguments.book or "bt-loop", quick=arguments.quick)
        show(
            arguments.json, speed, [f"{name:<14} {getattr(speed, name)}" for name in speed.__struct_fields__]
        )
        return 0
    if arguments.book is not None:
        raise BadInput(f"{arguments.name} asks no book; book-lookup does")
    report = measuring.measure(arguments.name, quick=arguments.quick)
    show(arguments.json, report, measuring.table(report))
    return 0


def config_show(arguments: argparse.Namespace) -> int:
    """Print the configuration in force; entries that cannot be used are warnings."""
    from game import config

    current, notices = config.load()
    for notice in notices:
        warn(notice)
    lines, section = [], ""
    for field in config.fields():
        head, _, name = field.path.partition(".")
        if head != section:
            lines.append(f"{head}:")
            section = head
        value = config.value(current, field.path)
        own = "" if value == field.default else f" (default {config.text_of(field.default)})"
        said = f"{field.label}. {field.help} ({field.allowed})"
        lines.append(f"  {f'{name}: {config.text_of(value)}{own}':<40} # {said}")
    show(arguments.json, current, lines)
    return 0


def config_check(arguments: argparse.Namespace) -> int:
    """Say what is wrong with the files in use, or with another one."""
    from game import config
    from game.errors import BadInput

    given: Path | None = arguments.file
    if given is not None and not given.exists():
        raise BadInput(f"{given} does not exist")
    files = [given] if given else [file for file in (config.SHIPPED, config.user_file()) if file.exists()]
    problems = [problem for file in files for problem in config.check(file)]
    document = {"ok": not problems, "files": [str(file) for file in files], "problems": problems}
    show(arguments.json, document, [f"{file}: {'checked' if problems else 'right'}" for file in files])
    if not problems:
        return 0
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    if not arguments.json and more:
        show(False, None, problems)
    return fail(problems[0] + more)


def config_path(arguments: argparse.Namespace) -> int:
    """Print where the user's own file is, or would be."""
    from game import config

    file = config.user_file()
    show(arguments.json, {"path": str(file), "exists": file.exists()}, [str(file)])
    return 0
