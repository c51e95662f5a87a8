"""Commands of Kibitz itself: warmup, doctor, bench, config."""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from cli.grammar import Groups, command, group, whole_number
from cli.terminal import Bar, fail, note, show, warn
from game import log, places
from game.errors import BadInput
from game.words import counted

if TYPE_CHECKING:
    from bench.book_lookup import Speed
    from bench.cold_start import ColdStart
    from bench.judgement import Calibration
    from bench.library import LibrarySpeed
    from bench.row import Row


# What `doctor` looks at: versions, display, sound, folders, settings, and whether an engine starts.

ROOT = places.shipped()
PATIENCE = 120.0  # seconds a child may take: an engine may have to be compiled first


SCREEN = """
import json, pygame
pygame.display.init()
print(json.dumps([pygame.display.get_driver(), pygame.display.get_desktop_sizes()]))
"""
SOUND = """
import json, pygame
pygame.mixer.init()
print(json.dumps(list(pygame.mixer.get_init())))
"""
ENGINE = """
import json, time
start = time.perf_counter()
from ai.engine import Limit
from ai.registry import create
from game.games import open_position
advice = list(create("kibitz").think(open_position("zuniq", {"dots": "3x3"}), Limit(iterations=200)))
print(json.dumps([advice[-1].choices[0].move, time.perf_counter() - start]))
"""


class Findings(msgspec.Struct, frozen=True):
    """The facts by name, and a sentence for each thing that is wrong."""

    ok: bool
    facts: dict[str, str]
    problems: list[str]


def examine() -> Findings:
    """Look at everything; nothing here stops at what it finds."""
    facts: dict[str, str] = {}
    problems: list[str] = []
    for look in (_versions, _folders, _kernels, _settings, _screen, _sound, _engine):
        for name, fact, problem in look():
            if name:
                facts[name] = fact
            if problem:
                problems.append(problem)
    return Findings(not problems, facts, problems)


Finding = tuple[str, str, str | None]  # name and value of a fact, or an empty name; what is wrong, or None


def _versions() -> Iterator[Finding]:
    yield "python", f"{platform.python_version()} on {platform.platform(terse=True)}", None
    for library in log.LIBRARIES:
        version = log.version_of(library)
        yield (
            library,
            version or "missing",
            None if version else f"{library} is missing: install Kibitz again",
        )
    if log.version_of("pygame"):
        problem = "pygame and pygame-ce are both installed and write the same folder: pip uninstall pygame "
        yield "pygame", log.version_of("pygame") or "", problem + "pygame-ce, then install Kibitz again"


def _folders() -> Iterator[Finding]:
    for name, folder in [("saved games", places.data_dir()), ("settings", places.config_dir())]:
        yield name, str(folder), places.prepare(folder)
    yield "log", str(log.path()), places.prepare(log.path().parent)


def _kernels() -> Iterator[Finding]:
    from ai.compiled import cache

    result, damaged = cache.ensure(), cache.remove_damaged()
    state = "complete" if cache.is_complete() else "not complete; `warmup` compiles the rest"
    stored = f"{result.folder} ({cache.size() / 1e6:.1f} MB, {state})" if result.folder else "not kept"
    yield "kernels", stored, result.notice
    if damaged:
        yield "damaged", f"{damaged} kernels, removed; they will be compiled again", None


def _settings() -> Iterator[Finding]:
    from game import config

    problems = config.load()[1]
    yield "config", counted(len(problems), "problem") if problems else "right", None
    for problem in problems:
        yield "", "", problem


def _screen() -> Iterator[Finding]:
    answer = _child(SCREEN)
    if not isinstance(answer, str) and answer[0] not in ("dummy", "offscreen"):
        yield "display", f"{answer[0]}, {', '.join(f'{w}x{h}' for w, h in answer[1])}", None
        return
    why = answer if isinstance(answer, str) else f"{answer[0]} driver"
    yield "display", f"none ({why}); `screenshot` and `showcase --record` work without one", None


def _sound() -> Iterator[Finding]:
    answer = _child(SOUND)
    yield "sound", "none; the program runs without" if isinstance(answer, str) else f"{answer[0]} Hz", None


def _engine() -> Iterator[Finding]:
    """Check that a process of its own can load an engine and let it think."""
    answer = _child(ENGINE)
    if isinstance(answer, str):
        yield "engine", "does not start", f"the engine does not start ({answer})"
    else:
        yield "engine", f"answers {answer[1]:.1f} s after its process has started", None


def _child(program: str) -> list[Any] | str:
    """The JSON that a process of its own prints, or the reason why it prints nothing."""
    quiet = {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=os.environ | quiet,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {PATIENCE:.0f} s"
    except OSError as error:
        return error.strerror or str(error)
    if done.returncode == 0:
        answer: list[Any] = json.loads(done.stdout.splitlines()[-1])
        return answer
    last = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    return last[-1][:200] if last else f"ended with status {done.returncode}"


# The measurements in `bench/`: found without importing them, taken one at a time, printed as a table.

FOLDER = places.shipped("bench")


class Measurement(msgspec.Struct, frozen=True):
    """A measurement by its name on the command line, and what it measures."""

    name: str
    about: str


class Report(msgspec.Struct, frozen=True):
    """The figures of one measurement."""

    name: str
    about: str
    rows: list[Row]


def measurements() -> list[Measurement]:
    """Every measurement there is, by name."""
    return sorted(_modules(), key=lambda one: one.name)


def _modules() -> dict[Measurement, str]:
    """The module of each measurement: every file in `bench/` that gives itself a name."""
    results = {}
    for path in FOLDER.glob("*.py"):
        constants = _text_constants(path)
        if "NAME" in constants:
            results[Measurement(constants["NAME"], constants.get("ABOUT", ""))] = path.stem
    return results


def _text_constants(path: Path) -> dict[str, str]:
    return {
        node.targets[0].id: node.value.value
        for node in ast.parse(path.read_bytes()).body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


class Peer(msgspec.Struct, frozen=True):
    """A command that does the same work as a row (by default the first), and whether its time is its figure."""

    command: str
    row: str | None = None
    timed: bool = False


def measure(name: str, *, quick: bool, peer: Peer | None = None) -> Report:
    """Take the measurement called `name`, beside a peer's. Raises `BadInput` where there is none such."""
    for one, module in _modules().items():
        if one.name == name:
            rows: list[Row] = importlib.import_module(f"bench.{module}").run(quick)
            if peer is not None:
                beside = importlib.import_module("bench.peer").beside
                rows = beside(rows, peer.command, peer.row, timed=peer.timed)
            return Report(one.name, one.about, rows)
    known = ", ".join(one.name for one in measurements()) or "none; `bench/` is part of the source tree only"
    raise BadInput(f"no measurement is called {name!r}; known: {known}")


def measure_book(book: str, *, quick: bool) -> Speed:
    """Measure how fast a book answers. Raises `BadBook`, and `BadInput` where there are no measurements."""
    if not FOLDER.is_dir():
        raise BadInput("`bench/` is part of the source tree only")
    speed: Speed = importlib.import_module("bench.book_lookup").measured(book, quick=quick)
    return speed


def measure_judgement(
    game: str | None, replays: Path | None, moves: int | None, positions: int | None, *, quick: bool
) -> dict[str, Calibration]:
    """Measure whether reviews can be believed, by game. Raises `BadInput` for a game without a measurement."""
    if not FOLDER.is_dir():
        raise BadInput("`bench/` is part of the source tree only")
    module = importlib.import_module("bench.judgement")
    games = (game,) if game else module.GAMES
    shares: dict[str, Calibration] = module.measured(
        games, quick=quick, moves=moves, replays=replays, positions=positions, report=note
    )
    return shares


def measure_cold_start(game: str | None) -> dict[str, ColdStart]:
    """Measure the time to the first advice, by game. Raises `BadInput` for a game without engines."""
    if not FOLDER.is_dir():
        raise BadInput("`bench/` is part of the source tree only")
    module = importlib.import_module("bench.cold_start")
    if game is not None and game not in module.GAMES:
        raise BadInput(f"no game is called {game!r}; known: {', '.join(module.GAMES)}")
    starts: dict[str, ColdStart] = module.measured((game,) if game else module.GAMES)
    return starts


def measure_library(*, quick: bool) -> dict[int, LibrarySpeed]:
    """Return the speed of the window with many saved games, by their number."""
    module = importlib.import_module("bench.library")
    speeds: dict[int, LibrarySpeed] = module.measured(module.GAMES[:2] if quick else module.GAMES)
    return speeds


def measure_at_rest(*, quick: bool) -> dict[str, float]:
    """Return the share of a core that a window takes while nothing changes, by scene.

    Raises `BadInput` where there are no measurements.
    """
    if not FOLDER.is_dir():
        raise BadInput("`bench/` is part of the source tree only")
    percents: dict[str, float] = importlib.import_module("bench.at_rest").measured(quick=quick)
    return percents


def _shares(calibration: Calibration) -> str:
    first = []
    for mark, share in calibration.first_choice.items():
        low, high = calibration.first_choice_interval[mark]
        when = "the full time" if mark == "full" else f"{mark} s"
        first.append(f"{share:.3f} after {when} ({low:.3f} to {high:.3f})")
    faults = "no fault planted" if calibration.share_found is None else f"found {calibration.share_found:.3f}"
    return (
        f"blames itself {calibration.self_blame:.3f}, stands {calibration.stands:.3f}, {faults} "
        f"({counted(calibration.positions, 'position')}); first choices blamed {', '.join(first)} "
        f"in {counted(calibration.first_choice_positions, 'position')}"
    )


def table(report: Report) -> list[str]:
    """The figures for a person, each with its peer's, its aim and how it was taken."""
    lines = [report.about, ""]
    for row in report.rows:
        peer = f"   {row.peer}: {_figure(row.peer_value)}" if row.peer_value is not None else ""
        peer += f"   ratio {row.ratio:.3g}" if row.ratio is not None else ""
        aims = [
            f"aim {_figure(row.aim)}" if row.aim is not None else "",
            f"never below {_figure(row.least)}" if row.least is not None else "",
        ]
        text = "; ".join(part for part in (*aims, row.note) if part)
        lines.append(f"{row.what:<44} {_figure(row.value):>14} {row.unit}{peer}")
        if text:
            lines.append(f"    {text}")
    return lines


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.4g}"


def add_commands(commands: Groups) -> None:
    """Add `warmup`, `doctor`, `bench` and `config`."""
    command(commands, "warmup", "compile all engines now, so that nothing has to wait later", warmup)
    look = command(commands, "doctor", "check this installation and report what is wrong", doctor)
    look.add_argument(
        "--report", action="store_true", help="add the end of the log, for a report of a problem"
    )
    measure = command(commands, "bench", "list the measurements, or take one and compare", bench)
    measure.add_argument("name", nargs="?", metavar="NAME", help="the measurement to take")
    measure.add_argument(
        "of",
        nargs="?",
        metavar="OF",
        help="for book-lookup: the book to ask; for cold-start and judgement: the game",
    )
    measure.add_argument("--quick", action="store_true", help="a rough figure in seconds")
    measure.add_argument(
        "--peer",
        metavar="CMD",
        help="a command that does the same work; its figure is the last number that it prints, else its CPU time",
    )
    measure.add_argument(
        "--row", metavar="WHAT", help="with --peer: the row, by how its name begins (the first)"
    )
    measure.add_argument("--peer-time", action="store_true", help="with --peer: its CPU time is its figure")
    measure.add_argument(
        "--replays",
        type=Path,
        metavar="DIR",
        help="for judgement: people's games to judge, TETR.IO's or our own",
    )
    measure.add_argument(
        "--moves",
        type=whole_number(10, 10_000),
        metavar="N",
        help="for judgement: how many moves (240 to 1,000)",
    )
    measure.add_argument(
        "--positions",
        type=whole_number(0, 10_000),
        metavar="N",
        help="for judgement: in how many positions the coach's first choice is looked at (500)",
    )
    settings = group(commands, "config", "show, check or find the settings")
    command(settings, "show", "print every setting with the value in force", config_show)
    check = command(settings, "check", "report what is wrong with the settings", config_check)
    check.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the file to check (those in use)")
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
    stored = f"kept in {folder.folder}" if folder.folder else "not kept"
    line = f"{summary.kernels} kernels, {summary.seconds:.1f} s, {summary.bytes / 1e6:.1f} MB, {stored}"
    show(arguments.json, document, [line])
    return 0


def doctor(arguments: argparse.Namespace) -> int:
    """Print what was found, then what is wrong; 1 if anything is."""
    findings = examine()
    lines = [f"{name:<12} {value}" for name, value in findings.facts.items()]
    problems = [f"  - {problem}" for problem in findings.problems]
    lines += ["", "wrong:", *problems] if problems else ["", "nothing is wrong"]
    if arguments.report:
        lines += ["", f"the end of {log.path()}:", *log.last_lines()]
    show(arguments.json, findings, lines)
    return 0 if findings.ok else 1


def bench(arguments: argparse.Namespace) -> int:
    """List the measurements or take one."""
    from game.errors import BadInput

    if arguments.peer is None and (arguments.row is not None or arguments.peer_time):
        raise BadInput("--row and --peer-time are for --peer")
    if arguments.peer is not None:
        if arguments.name is None:
            raise BadInput("--peer needs the name of a measurement")
        if arguments.of is not None:
            raise BadInput(
                f"{arguments.name} {arguments.of} has no rows for a peer; leave {arguments.of} out"
            )
        peer = Peer(arguments.peer, arguments.row, arguments.peer_time)
        report = measure(arguments.name, quick=arguments.quick, peer=peer)
        show(arguments.json, report, table(report))
        return 0
    if arguments.name is None:
        results = measurements()
        show(arguments.json, results, [f"{one.name:<20} {one.about}" for one in results])
        return 0
    if arguments.name == "book-lookup":
        speed = measure_book(arguments.of or "bt-loop", quick=arguments.quick)
        show(
            arguments.json, speed, [f"{name:<14} {getattr(speed, name)}" for name in speed.__struct_fields__]
        )
        return 0
    if arguments.name == "judgement":
        shares = measure_judgement(
            arguments.of, arguments.replays, arguments.moves, arguments.positions, quick=arguments.quick
        )
        show(
            arguments.json,
            shares,
            [f"{game:<10} {_shares(calibration)}" for game, calibration in shares.items()],
        )
        return 0
    if arguments.name == "cold-start" and (arguments.json or arguments.of is not None):
        starts = measure_cold_start(arguments.of)
        show(
            arguments.json, starts, [f"{game:<10} {result.seconds:.2f} s" for game, result in starts.items()]
        )
        return 0
    if arguments.name == "library" and arguments.json and arguments.of is None:
        show(True, measure_library(quick=arguments.quick), [])
        return 0
    if arguments.name == "at-rest" and arguments.json and arguments.of is None:
        show(True, measure_at_rest(quick=arguments.quick), [])
        return 0
    if arguments.of is not None:
        raise BadInput(
            f"{arguments.name} takes nothing else; book-lookup takes a book, cold-start and judgement a game"
        )
    report = measure(arguments.name, quick=arguments.quick)
    show(arguments.json, report, table(report))
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
        text = f"{field.label}. {field.help} ({field.allowed})"
        lines.append(f"  {f'{name}: {config.text_of(value)}{own}':<40} # {text}")
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
