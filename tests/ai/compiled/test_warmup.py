import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ai import registry
from ai.compiled import cache, child, sources, warmup
from ai.compiled.child import NOT_KEPT

SAYS = """
import sys
sys.stdout.write('{"done":0,"name":"one"}\\n')
sys.stdout.write('a library that prints\\n')
sys.stdout.write('{"done":1,"name":"two","modules":{"game0":1}}\\n')
sys.stdout.flush()
"""
ENDS_WELL = SAYS + """print('{"done":2,"name":"two","modules":{"game0":2}}')"""
DIES = SAYS + "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
RAISES = SAYS + "raise EOFError('pickle data was truncated')"
WAITS = SAYS + "sys.stdin.read(); import time\nwhile True: time.sleep(60)"

Play = Callable[..., list[str]]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Let the next children be these programs, one after the other; returns what was done to the cache."""
    done: list[str] = []
    folder = tmp_path / "kernels"
    folder.mkdir()
    (folder / "kernel.nbc").write_bytes(b"damaged")
    monkeypatch.setattr(cache, "_ensured", [cache.Cache(folder)])
    monkeypatch.setenv("KIBITZ_KERNELS", str(folder))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))

    def stage(*programs: str, games: int = 1) -> list[str]:
        following = iter(programs)
        monkeypatch.setattr(warmup, "groups", lambda: [(f"game{number}",) for number in range(games)])
        monkeypatch.setattr(warmup, "kernels_of", lambda modules: 2 // games)

        def start(job: warmup.Compiling) -> subprocess.Popen[str]:
            pipe = subprocess.PIPE
            done.append(f"start with {len(list(folder.iterdir()))} files")
            return subprocess.Popen(
                [sys.executable, "-c", next(following)],
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                text=True,
            )

        monkeypatch.setattr(warmup.Compiling, "_started", start)
        return done

    return stage


def test_progress_is_told_and_the_summary_kept(play: Play) -> None:
    play(ENDS_WELL)
    items: list[tuple[int, int, str]] = []
    finished = warmup.warm_up(lambda *step: items.append(step))
    assert finished.poll() == warmup.Progress(2, 2, "", finished=True, modules={"game0": 1.0})
    assert finished.summary.kernels == 2
    assert items[-1] == (2, 2, "")


def test_games_that_share_nothing_compile_in_parallel(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of two children waits until the other has begun."""
    meets = """
import pathlib, time
here = pathlib.Path(PLACE)
(here / ME).touch()
while not (here / OTHER).exists():
    time.sleep(0.01)
print('{"done":1,"name":""}')
"""
    folder = str(cache.ensure().folder)
    one, two = (
        f"PLACE, ME, OTHER = {folder!r}, {me!r}, {other!r}" + meets for me, other in (("a", "b"), ("b", "a"))
    )
    monkeypatch.setattr(warmup.os, "cpu_count", lambda: 2)
    play(one, two, games=2)
    finished = warmup.warm_up()
    assert finished.poll() == warmup.Progress(done=2, total=2, name="", finished=True)


def test_the_game_that_is_chosen_is_compiled_at_once(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """The only core is taken by a child that waits until the chosen game has begun."""
    folder = str(cache.ensure().folder)
    waits = f"""
import pathlib, time
while not (pathlib.Path({folder!r}) / "chosen").exists():
    time.sleep(0.01)
"""
    begins = f"import pathlib; (pathlib.Path({folder!r}) / 'chosen').touch()"
    monkeypatch.setattr(warmup.os, "cpu_count", lambda: 1)
    begun = play(waits, begins, ENDS_WELL, games=3)
    orders: list[tuple[str, ...]] = []
    start = warmup.Compiling._started
    monkeypatch.setattr(warmup.Compiling, "_started", lambda job: orders.append(job.modules) or start(job))
    monkeypatch.setitem(registry.GAMES, "chosen", replace(registry.GAMES["zuniq"], package="game2"))
    monkeypatch.setattr(warmup, "groups", lambda: [("game0.warm",), ("game1.warm",), ("game2.warm",)])
    running = warmup.start_warm_up()
    while not begun:
        running.wait(0.01)
    running.prefer("chosen")
    assert running.wait().error is None
    assert orders == [("game0.warm",), ("game2.warm",), ("game1.warm",)]


def test_every_game_with_an_engine_has_kernels_of_its_own_to_be_compiled_first() -> None:
    assert all(any(child.serves(group, game) for group in child.groups()) for game in registry.GAMES)


def test_how_far_the_kernels_of_one_game_are_is_told_by_itself(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(WAITS)
    monkeypatch.setattr(warmup, "module_of", {"chess": "game0", "go": "game1"}.get)
    running = warmup.start_warm_up()
    while running.poll().done < 1:
        running.wait(0.01)
    assert (running.poll().share_of("chess"), running.poll().share_of("go")) == (0.5, 0.0)
    running.stop()
    assert running.poll().share_of("go") == 1.0, "what is not compiled ahead is compiled when it is asked"


def test_one_child_that_dies_ends_all_and_they_start_again(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warmup.os, "cpu_count", lambda: 2)
    done = play(WAITS, DIES, ENDS_WELL, ENDS_WELL, games=2)
    finished = warmup.warm_up()
    assert finished.poll().error is None
    assert len(done) == 4


@pytest.mark.parametrize("bad", [DIES, RAISES])
def test_a_child_that_dies_costs_the_folder_and_is_started_once_more(play: Play, bad: str) -> None:
    done = play(bad, ENDS_WELL)
    finished = warmup.warm_up()
    assert finished.poll().error is None
    assert finished.summary is not None
    assert done == ["start with 1 files", "start with 0 files"]


def test_after_a_second_death_the_program_goes_on_without_a_cache(play: Play) -> None:
    done = play(DIES, RAISES)
    finished = warmup.warm_up()
    progress = finished.poll()
    assert progress.finished
    assert "pickle data was truncated" in progress.error
    assert finished.summary is None
    assert len(done) == 2
    assert cache.ensure().folder is None
    assert not cache.is_complete()


def test_a_full_disk_ends_it_at_once_and_costs_nothing_that_is_there(play: Play) -> None:
    sentence = "The folder /full cannot be written: No space left on device."
    full = f"import sys; print('warning: {sentence}', file=sys.stderr); sys.exit({NOT_KEPT})"
    done, folder = play(full), cache.ensure().folder
    finished = warmup.warm_up()
    assert finished.poll().error == sentence
    assert finished.summary is None
    assert done == ["start with 1 files"]
    assert cache.ensure().folder == folder
    assert folder is not None
    assert (folder / "kernel.nbc").exists()


def test_stopping_ends_the_child_and_keeps_what_it_had_compiled(play: Play) -> None:
    done = play(WAITS)
    running = warmup.start_warm_up()
    while running.poll().done < 1:
        running.wait(0.01)
    running.stop()
    assert running.poll().finished
    assert running.poll().error is None
    assert [job.status is not None for job in running._jobs.values()] == [True]
    assert done == ["start with 1 files"]
    assert cache.ensure().folder is not None


def test_polling_never_waits_for_the_child(play: Play) -> None:
    play(WAITS)
    running = warmup.start_warm_up()
    assert not running.poll().finished
    running.stop()


TWO_GAMES = """
import sys
from pathlib import Path
from ai.compiled import child, sources
sources.ROOT = Path(sys.argv[1])
sys.path.insert(0, sys.argv[1])
raise SystemExit(child.compile_all(sys.argv[2:]))
"""


CHESS = """
from ai.kernel import kernel
first, second = (kernel(lambda number, n=n: number + n) for n in range(2))
STEPS = [("Chess: openings", lambda: first(1)), ("Chess: endings", lambda: second(1))]
"""
GO = """
from ai.kernel import kernel
@kernel
def third(number):
    return number + 3
STEPS = [("Go: ladders", lambda: third(1))]
"""


def test_a_child_says_what_it_compiles_for_in_words_of_the_games(root: Path, tmp_path: Path) -> None:
    (tmp_path / "chess.py").write_text(CHESS)
    (tmp_path / "go.py").write_text(GO)
    variables = os.environ | {"KIBITZ_KERNELS": "off"}
    command = [sys.executable, "-c", TWO_GAMES, str(tmp_path), "chess", "go"]
    with subprocess.Popen(
        command, cwd=root, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        steps = [json.loads(line) for line in process.stdout]
    assert [step["done"] for step in steps] == [0, 0, 1, 1, 2, 2, 3]
    assert [step["name"] for step in steps] == [
        *["Chess: openings"] * 2,
        *["Chess: endings"] * 2,
        *["Go: ladders"] * 3,
    ]
    assert [step["modules"]["go"] for step in steps] == [0, 0, 0, 0, 0, 0, 1]


REPORT = """
import contextlib, io, json, sys
def used():
    from ai.kernel import DECLARED
    return [f"{one.called.py_func.__name__} {types}" for one in DECLARED for types in one.called.signatures]
"""
WARMS_UP = """
from ai.compiled import child
for group in child.groups():
    for _, step in child.steps(group):
        step()
print(json.dumps(used()))
"""
PLAYS = """
from cli.commands import run
board, *lines = sys.argv[1:]
with contextlib.redirect_stdout(io.StringIO()):
    for line in lines:
        assert run(line.replace("BOARD", board).split()) == 0
print(json.dumps(used()))
"""
LINES = """
zuniq perft 3
zuniq perft 2 --dots 8x8
zuniq solve --dots 3x4 --memory 1
zuniq solve --dots 3x4 --memory 1 --workers 2
zuniq check --dots 3x3
zuniq analyse --dots 9x9 --iterations 300
zuniq analyse --dots 4x4 --iterations 300
zuniq match kibitz playouts --games 2 --seed 1 --iterations 20
tetris moves BOARD --size 6x8 --piece T
tetris moves BOARD --size 6x8 --piece T --next O --levels 3
tetris moves BOARD --size 6x8 --piece I --sliding --evaluator dt-10
tetris classic --controller tengstrand-1.4 --rules spawn --sliding --next --size 8x8 --games 1 --seed 1
tetris classic --controller bcts --rules fahey --max-pieces 9 --generator tengstrand --games 1 --seed 1
tetris match stacker greedy --games 1 --seed 1 --nodes 600
tetris match four-wide:beginner@bt-loop stacker:club --games 1 --seed 2 --nodes 200
bridge play kibitz greedy --deals 1 --seed 1 --worlds 8
book lookup bt-loop EMPTY --queue LOSJZI --hold -
fourwide value --residual 3 --randomizer bag --hold --preview 0 --empty-hold
fourwide value --residual 3 --randomizer random --hold --preview 0 --empty-hold --walls 4 --attack tetrio
"""


def test_no_command_calls_a_kernel_that_the_warm_up_leaves_out(root: Path, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("x.xx..")
    empty = tmp_path / "empty.txt"
    empty.write_text("..........\n")
    arguments = [str(board), *LINES.strip().replace("EMPTY", str(empty)).splitlines()]
    program = [sys.executable, "-c", REPORT + WARMS_UP + PLAYS, *arguments]
    messages = subprocess.check_output(program, cwd=root).splitlines()
    warmed, played = (set(json.loads(line)) for line in messages)
    assert warmed
    assert sorted(played - warmed) == []


def test_every_game_s_kernels_have_a_way_of_being_compiled() -> None:
    names = [name for group in child.groups() for name, _ in child.steps(group)]
    assert names
    assert len(set(names)) == len(names)


def test_no_two_groups_write_the_cache_of_one_file() -> None:
    files = [
        {
            file
            for module in group
            for file in sources.kernels_behind(root_of(module))
            if sources.keeps_code(file)
        }
        for group in child.groups()
    ]
    assert len(files) > 1
    assert sum(map(len, files)) == len(set.union(*files))


def root_of(module: str) -> Path:
    return sources.ROOT.joinpath(*module.split(".")).with_suffix(".py")
