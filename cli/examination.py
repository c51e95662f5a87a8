"""What `doctor` looks at: versions, display, sound, folders, settings, and whether an engine starts."""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from game import places
from game.words import counted

LIBRARIES = ("numpy", "numba", "llvmlite", "pygame-ce", "pygame_gui", "msgspec", "PyYAML", "platformdirs")
ROOT = Path(__file__).resolve().parent.parent
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
from game.position import open_position
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
    for library in LIBRARIES:
        version = _version(library)
        yield library, version or "missing", None if version else f"{library} is missing: pip install -e ."
    if _version("pygame"):
        problem = "pygame and pygame-ce are both installed and write the same folder: pip uninstall pygame "
        yield "pygame", _version("pygame") or "", problem + "pygame-ce, then pip install -e ."


def _version(library: str) -> str | None:
    try:
        return importlib.metadata.version(library)
    except importlib.metadata.PackageNotFoundError:
        return None


def _folders() -> Iterator[Finding]:
    for name, folder in [("saved games", places.data_dir()), ("settings", places.config_dir())]:
        yield name, str(folder), places.prepare(folder)


def _kernels() -> Iterator[Finding]:
    from ai.compiled import cache

    found = cache.ensure()
    state = "complete" if found.complete else "not complete; `warmup` compiles the rest"
    kept = f"{found.folder} ({cache.size() / 1e6:.1f} MB, {state})" if found.folder else "not kept"
    yield "kernels", kept, found.notice
    if found.damaged:
        yield "damaged", f"{len(found.damaged)} kernels, removed; they will be compiled again", None


def _settings() -> Iterator[Finding]:
    from game import config

    problems = config.load()[1]
    yield "config", counted(len(problems), "problem") if problems else "right", None
    for problem in problems:
        yield "", "", problem


def _screen() -> Iterator[Finding]:
    said = _child(SCREEN)
    if not isinstance(said, str) and said[0] not in ("dummy", "offscreen"):
        yield "display", f"{said[0]}, {', '.join(f'{w}x{h}' for w, h in said[1])}", None
        return
    why = said if isinstance(said, str) else f"{said[0]} driver"
    yield "display", f"none ({why}); `screenshot` and `showcase --record` work without one", None


def _sound() -> Iterator[Finding]:
    said = _child(SOUND)
    yield "sound", "none; the program runs without" if isinstance(said, str) else f"{said[0]} Hz", None


def _engine() -> Iterator[Finding]:
    """Whether a process of its own can load an engine and let it think."""
    said = _child(ENGINE)
    if isinstance(said, str):
        yield "engine", "does not start", f"the engine does not start ({said})"
    else:
        yield "engine", f"answers {said[1]:.1f} s after its process has started", None


def _child(program: str) -> list[Any] | str:
    """What a process of its own prints as JSON, or the reason why it prints nothing."""
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
