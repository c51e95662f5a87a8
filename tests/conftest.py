"""Settings of all tests: an empty home, no sound, and one folder of compiled kernels for all of them."""

import gc
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, nullcontext, suppress
from functools import cache
from importlib import import_module
from itertools import count, groupby
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

from game import places
from tests.lives import Lives
from tests.patience import SECONDS

HOME = tempfile.TemporaryDirectory(prefix="kibitz-tests-", ignore_cleanup_errors=True)
HOMES = count()

# Where Python may leave no bytecode beside the sources, it goes beside the kernels: else each of the hundreds of
# processes that tests start compiles all it imports anew (3.0 s of CPU, not 1.6), and pytest all tests (13 s, not 4).
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = sys.pycache_prefix or str(places.cache_dir() / "bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Set before anything imports numba or pygame. Kernels are compiled once and kept where they always are: their
# folder is named by their sources, so nothing stale can be found in it.
os.environ.setdefault("KIBITZ_KERNELS", str(places.cache_dir() / "numba"))
os.environ["KIBITZ_HOME"] = HOME.name
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ.setdefault("PYTEST_TIMEOUT", f"{2 * SECONDS:.0f}")  # of one test

# What a shell runs in the background ignores Ctrl-C, and so would all programs that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# A file's tests run in one process, so the files that take longest begin first: else the last one is waited for.
LONGEST = (
    "gui/test_rest.py",
    "gui/test_window.py",
    "gui/test_layout.py",
    "ai/tetris/guideline/test_optimum.py",
    "ai/tetris/guideline/test_later_clears.py",
    "gui/test_pictures.py",
    "gui/test_targets.py",
    "cli/test_maintenance.py",
    "cli/test_processes.py",
    "gui/test_captions.py",
    "gui/test_showcase_pace.py",
    "gui/test_lessons.py",
    "gui/test_downstack.py",
    "ai/test_review.py",
    "ai/practice",
    "ai/compiled",
    "test_architecture.py",
    "gui/test_film.py",
    "ai/tetris/test_marathon.py",
    "ai/zuniq/test_match.py",
    "cli/test_rules_for_all.py",
    "cli/test_book.py",
    "gui/test_engine_room.py",
    "ai/book",
    "ai/bridge",
)

# Files whose tests run in one process, since what takes longest is found once in a process and then known.
TOGETHER = (
    ("ai/tetris/guideline/test_optimum.py", "ai/tetris/guideline/test_later_clears.py"),  # the last levels
    # all scenes: books, rounds, decks
    (
        "gui/test_layout.py",
        "gui/test_targets.py",
        "gui/test_covered.py",
        "gui/test_key_list.py",
        "gui/test_books.py",
        "gui/test_book_walks.py",
        "gui/test_rest.py",
        "gui/test_pictures.py",
    ),
)

# Left out of `-m quick` with the longest ones: a few seconds of CPU each, or processes and engines of their own.
SLOW = (
    "ai/compiled", "ai/test_crafted_files", "ai/test_review", "ai/test_worker", "ai/tetris",
    "ai/zuniq/test_engine", "ai/zuniq/test_forms", "ai/zuniq/test_long_solve", "ai/zuniq/test_playouts",
    "ai/zuniq/test_resistance", "ai/zuniq/test_search", "ai/zuniq/test_solver", "ai/zuniq/test_wide",
    "cli", "game/bridge/test_view", "game/test_playthroughs", "game/tetris/guideline/fumen",
    "game/tetris/guideline/real_time/test_game", "game/tetris/guideline/real_time/test_target_controller",
    "game/tetris/guideline/test_counts", "game/tetris/guideline/test_movement",
    "game/tetris/guideline/test_state", "game/tetris/guideline/test_tbp", "game/tetris/test_rules",
    "game/tetris/test_run", "game/tetris/tetrio/test_export", "gui/test_bindings",
    "gui/test_book_showcase", "gui/test_book_walks", "gui/test_books", "gui/test_bridge",
    "gui/test_classic", "gui/test_engine_room_end", "gui/test_four_wide", "gui/test_games",
    "gui/test_guideline_coach", "gui/test_help", "gui/test_live", "gui/test_long_runs", "gui/test_memory",
    "gui/test_play", "gui/test_run", "gui/test_sandbox", "gui/test_settings", "gui/test_share",
    "gui/test_tables", "gui/test_tetrio", "gui/test_tour", "gui/test_warm_up", "gui/test_watching",
)  # fmt: skip


PREPARATION = """
import sys
from ai.compiled import cache
if not cache.is_complete():
    from main import main
    print("compiling the kernels once, some minutes on a slow machine", flush=True)
    sys.exit(main(["warmup"]))
"""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile all kernels before the clock of any test runs, where folders of tests are run that need them.

    In one process, before pytest-xdist starts others. A single file compiles what it calls by itself.
    """
    here = Path(__file__).parent
    given = [Path(str(each).partition("::")[0]).resolve() for each in session.config.args]
    if hasattr(session.config, "workerinput"):
        if here in given:
            _import_all(session.config)
        return
    folders = [path for path in given if path.is_dir() and not path.is_relative_to(here / "game")]
    if session.config.option.collectonly or not folders:
        return
    capture = session.config.pluginmanager.get_plugin("capturemanager")
    with capture.global_and_fixture_disabled() if capture else nullcontext():
        subprocess.run([sys.executable, "-c", PREPARATION], cwd=here.parent, check=False)


def _import_all(config: pytest.Config) -> None:
    """Import all tests, each process of pytest-xdist beginning with others, so that each file is compiled by one."""
    worker: dict[str, Any] = getattr(config, "workerinput", {})
    here, number, count = Path(__file__).parent, int(worker["workerid"][2:]), worker["workercount"]
    files = [path for path in sorted(here.rglob("test_*.py")) if not pytest_ignore_collect(path, config)]
    first = len(files) * number // count
    for path in files[first:] + files[:first]:
        with suppress(Exception, pytest.skip.Exception):  # the collection comes to it, too, and tells
            import_module(".".join(path.relative_to(here.parent).with_suffix("").parts))


class Scheduling(LoadFileScheduling):
    """Each file in one process, and those that share what they have found."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return next((group[0] for group in TOGETHER if file.endswith(group)), file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """Return the distribution of the tests to the processes, where no other one was asked for."""
    return Scheduling(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: those that wait for a window or a program leave theirs idle."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    """The longest files first; pytest-xdist keeps this order (`--no-loadscope-reorder`). What is quick is marked.

    Where array bounds are checked, kernels run many times as long: so a few of the like cases of each function.
    """
    if os.environ.get("NUMBA_BOUNDSCHECK") == "1" and config.option.markexpr == "kernel":
        items[:] = _few(items)
    items.sort(key=lambda item: _rank(item.path))
    for item in items:
        if not _place(item.path).startswith((*LONGEST, *SLOW)):
            item.add_marker("quick")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what `-m quick` and `-m kernel` leave out: each process would need some seconds for it."""
    if config.option.markexpr == "kernel" and collection_path.suffix == ".py":
        return "mark.kernel" not in collection_path.read_text(encoding="utf-8") or None
    left_out = config.option.markexpr == "quick" and _place(collection_path).startswith((*LONGEST, *SLOW))
    return left_out or None


def _few(items: list[pytest.Item]) -> list[pytest.Item]:
    """The first, the middle and the last case of each function that has more."""
    results = []
    for _, cases in groupby(items, lambda item: item.nodeid.partition("[")[0]):
        several = list(cases)
        results += [several[at] for at in sorted({0, len(several) // 2, len(several) - 1})]
    return results


@cache
def _rank(path: Path) -> int:
    return next((i for i, name in enumerate(LONGEST) if _place(path).startswith(name)), len(LONGEST))


@cache
def _place(path: Path) -> str:
    folder = Path(__file__).parent
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else ""


def pytest_collection_finish() -> None:
    """Look no more through what was collected when garbage is: nothing of it goes. And look less often."""
    gc.set_threshold(20_000, 20, 20)
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="module")
def _freeze() -> None:
    """Nor through what earlier tests have loaded: scenes collect garbage as they go, and numba makes that a second."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch) -> None:
    # not by `tmp_path_factory`, which looks at all earlier ones each time
    home = Path(HOME.name, str(next(HOMES)))
    home.mkdir()
    monkeypatch.setenv("KIBITZ_HOME", str(home))


@pytest.fixture
def root() -> Path:
    return Path(__file__).resolve().parent.parent


@pytest.fixture
def lives(tmp_path: Path) -> Iterator[Lives]:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    with closing(Lives(tmp_path / "lives")) as pipe:
        yield pipe


def pytest_sessionfinish() -> None:
    """Leave nothing behind among the temporary files."""
    HOME.cleanup()
