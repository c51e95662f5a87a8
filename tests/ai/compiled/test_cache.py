import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ai.compiled import cache, sources

ADD = """
from ai.kernel import kernel

@kernel
def add(a: int, b: int) -> int:
    return a + b
"""
SUM = """
import numpy as np
from ai.kernel import kernel

@kernel
def add(a: int, b: int) -> int:
    numbers = np.empty(a, np.int64)
    numbers[0] = a + b
    return numbers[0]
"""
CHOOSE = """
import json, sys
from ai.compiled import cache
chosen = cache.ensure()
assert "numba" not in sys.modules
print(json.dumps({"total": 5, "folder": str(chosen.folder), "notice": chosen.notice}))
"""
CALL = """
import json, pathlib, sys
from ai.compiled import sources
sources.ROOT = pathlib.Path(sys.argv[1])  # the program's own sources: ours may change meanwhile
from ai.compiled import cache
import added
before = cache.ensure()
total = added.add(2, 3)
stats = added.add.stats if hasattr(added.add, "stats") else None
print(json.dumps({
    "total": total, "hits": sum(stats.cache_hits.values()) if stats else 0, "folder": str(before.folder),
    "notice": before.notice, "complete": cache.is_complete(),
}))
"""


class Place:
    """A folder for kernels, and a program with one kernel that uses it in a process of its own."""

    def __init__(self, folder: Path, program: Path) -> None:
        self.kernels, self.temporary, self.program = folder / "kernels", folder / "temporary", program
        self.temporary.mkdir()

    def run(self, code: str = CALL, **variables: str) -> dict[str, object]:
        environment = os.environ | {"KIBITZ_KERNELS": str(self.kernels), "TMPDIR": str(self.temporary)}
        environment |= {"PYTHONPATH": os.pathsep.join((str(sources.ROOT), str(self.program)))} | variables
        command = [sys.executable, "-c", code, str(self.program)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        self.errors = done.stderr
        answers: dict[str, object] = json.loads(done.stdout)
        assert answers["total"] == 5
        return answers

    @property
    def folder(self) -> Path:
        return next(self.kernels.iterdir())

    def entries(self) -> list[Path]:
        return sorted(self.kernels.rglob("*.nb[ic]"))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("program")
    (folder / "added.py").write_text(ADD)
    return folder


@pytest.fixture
def place(tmp_path: Path, program: Path) -> Place:
    return Place(tmp_path, program)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory, program: Path) -> Place:
    """A place whose kernel was compiled once, for all tests."""
    made = Place(tmp_path_factory.mktemp("compiled"), program)
    assert made.run()["hits"] == 0
    return made


@pytest.fixture
def filled(place: Place, compiled: Place) -> Place:
    shutil.copytree(compiled.kernels, place.kernels)
    return place


def test_two_processes_that_want_one_kernel_compile_it_once(place: Place) -> None:
    with ThreadPoolExecutor() as threads:
        messages = list(threads.map(lambda _: place.run(), range(2)))
    assert sorted(each["hits"] for each in messages) == [0, 1]
    assert len(place.entries()) == 2  # what it is, and where that is found


def test_a_kernel_is_compiled_once_and_found_again(place: Place) -> None:
    assert place.run()["hits"] == 0
    assert place.run()["hits"] == 1
    assert len(place.entries()) == 2


def test_a_kernel_that_makes_arrays_is_found_again_where_nothing_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "added.py").write_text(SUM)
    place = Place(tmp_path, tmp_path)
    assert [place.run()["hits"] for _ in range(2)] == [0, 1]


def test_a_damaged_entry_is_removed_and_compiled_again(filled: Place) -> None:
    for suffix, harm in (("*.nbc", "flip"), ("*.nbi", "truncate")):
        entry = next(filled.kernels.rglob(suffix))
        content = bytearray(entry.read_bytes())
        content[len(content) // 2] ^= 0x10
        half = content[: len(content) // 2]
        entry.write_bytes({"flip": bytes(content), "truncate": half}[harm])
        assert filled.run()["hits"] == 0, harm
    assert filled.run()["hits"] == 1


def test_an_entry_is_what_was_written_or_nothing(tmp_path: Path) -> None:
    entry = tmp_path / "add.1.nbc"
    cache.write(entry, b"code")
    assert cache.read(entry) == b"code"
    whole = entry.read_bytes()
    for length in range(len(whole)):
        entry.write_bytes(whole[:length])
        assert cache.read(entry) is None
        assert not entry.exists()
    for place in range(len(whole)):
        entry.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert cache.read(entry) is None
    assert cache.read(entry) is None  # it is gone
    assert list(tmp_path.iterdir()) == []


def test_all_is_there_until_one_is_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "_ensured", [cache.Cache(tmp_path)])
    folders = sorted(sources.folders())
    for name in folders:
        (tmp_path / name).mkdir()
        cache.write(tmp_path / name / "add.1.nbc", b"code")
    assert not cache.is_complete()
    cache.note_complete()
    assert cache.is_complete()
    assert cache.remove_damaged() == 0
    (tmp_path / folders[0] / "add.1.nbc").write_bytes(b"something else that is long enough")
    assert cache.remove_damaged() == 1
    assert not cache.is_complete()
    (tmp_path / cache.COMPLETE).write_text('{"made_from": "a"')
    assert not cache.is_complete()


def test_without_a_folder_that_can_be_written_the_temporary_files_serve(place: Place) -> None:
    place.kernels.write_text("a file stands here")
    answers = place.run()
    assert str(place.temporary) in str(answers["folder"])
    assert str(place.kernels) in str(answers["notice"])
    assert place.run()["hits"] == 1


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permission bits are those of POSIX")
def test_a_temporary_folder_that_others_can_write_is_never_used(place: Place) -> None:
    place.kernels.write_text("a file stands here")
    shared = place.temporary / f"kibitz-{os.getuid()}"
    shared.mkdir()
    shared.chmod(0o777)
    answers = place.run(CHOOSE)
    assert answers["folder"] == "None"
    assert "compiled again" in str(answers["notice"])
    assert list(shared.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permission bits are those of POSIX")
def test_kernels_that_others_can_write_are_not_believed(filled: Place) -> None:
    folder = filled.folder
    assert not folder.stat().st_mode & 0o077  # made for this user alone
    folder.chmod(0o755)
    within = next(path for path in folder.iterdir() if path.is_dir())
    for path in (within, filled.entries()[0], folder):
        assert cache.open_to_others(folder) is None
        before = path.stat().st_mode
        path.chmod(0o777)
        assert cache.open_to_others(folder) == path
        if path != folder:
            path.chmod(before)
    answers = filled.run(CHOOSE)
    assert str(answers["notice"]).startswith(f"Others may write to {folder}")
    assert str(filled.temporary) in str(answers["folder"])


def test_a_disk_that_fills_costs_one_line_and_time(filled: Place) -> None:
    pytest.importorskip("resource", reason="no limits of processes on this system")
    sizes = [entry.stat().st_size for entry in filled.entries()]
    for limit, telling in (
        (max(sizes) - 1, "compiled for this run alone"),
        (0, "compiled again at each start"),
    ):
        for entry in filled.entries():
            entry.unlink()
        full = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
        answers = filled.run(full + CALL.replace("before.notice", "cache.ensure().notice"))
        assert telling in str(answers["notice"])
        assert answers["hits"] == 0
        assert filled.errors.count("\n") == (limit > 0)


def test_what_was_left_half_written_goes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "_ensured", [cache.Cache(tmp_path)])
    within = tmp_path / next(iter(sources.folders()))
    within.mkdir()
    left, recent = (within / f"add.nbc.tmp.{name}" for name in ("old", "new"))
    for path in (left, recent):
        path.write_bytes(b"half")
    os.utime(left, (0, 0))
    cache.prune()
    assert not left.exists()
    assert recent.exists()


def test_off_keeps_nothing_and_says_nothing(place: Place) -> None:
    answers = place.run(CHOOSE, KIBITZ_KERNELS="off")
    assert (answers["folder"], answers["notice"]) == ("None", None)
    assert not place.kernels.exists()


def test_code_with_checked_bounds_has_a_folder_of_its_own(filled: Place) -> None:
    usual = filled.folder
    assert filled.run(CHOOSE, NUMBA_BOUNDSCHECK="1")["folder"] not in (None, str(usual))


def test_kernels_are_filed_by_every_source_they_can_be_made_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, text in {
        "ai/kernel.py": "from numba import njit\n",
        "ai/one/board.py": "from ai.kernel import kernel\nfrom ai.one import shape\n@kernel\n",
        "ai/one/shape.py": "import game.rules\nSIZE = 3\n",
        "ai/two/cards.py": "from ai.kernel import kernel\n@kernel\n",
        "game/rules.py": "LIMIT = 5\n",
        "ai/one/talk.py": "WORDS = 1\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    board, cards = tmp_path / "ai/one/board.py", tmp_path / "ai/two/cards.py"
    before, of_all = [sources.folder_of(board), sources.folder_of(cards)], sources.stamp_of_all()
    assert sources.folders() == set(before)
    assert before[0].startswith("ai.one.board-")
    for name, changes in [
        ("ai/one/board.py", [True, False]),
        ("ai/one/shape.py", [True, False]),
        ("game/rules.py", [True, False]),
        ("ai/kernel.py", [True, True]),
        ("ai/two/cards.py", [False, True]),
        ("ai/one/talk.py", [False, False]),
    ]:
        old = (tmp_path / name).read_text()
        (tmp_path / name).write_text(old + "MORE = 1\n")
        now = [sources.folder_of(board), sources.folder_of(cards)]
        assert [a != b for a, b in zip(before, now, strict=True)] == changes, name
        assert (sources.stamp_of_all() != of_all) == any(changes), name
        (tmp_path / name).write_text(old)
    assert sources.stamp_of_all() == of_all


def test_kernels_of_other_sources_stay_for_a_week(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    used = tmp_path / next(iter(sources.folders()))
    recent, stale = tmp_path / "ai.gone-1", tmp_path / "ai.gone-2"
    for folder, age in ((used, 100), (recent, 5), (stale, 8)):
        folder.mkdir()
        then = time.time() - age * 86_400
        os.utime(folder, (then, then))
    monkeypatch.setattr(cache, "_ensured", [cache.Cache(tmp_path)])
    cache.prune()
    assert sorted(tmp_path.iterdir()) == sorted([used, recent])


def test_only_the_oldest_folders_are_deleted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    current = tmp_path / f"{0:016x}"
    old = [tmp_path / f"{n:016x}" for n in range(1, 7)]
    for age, folder in enumerate([current, *old]):
        folder.mkdir()
        then = time.time() - age * 100_000
        os.utime(folder, (then, then))
    foreign = tmp_path / "somebody else's"
    foreign.mkdir()
    os.utime(foreign, (0, 0))
    monkeypatch.setattr(cache, "_ensured", [cache.Cache(current)])
    cache.prune()
    assert sorted(tmp_path.iterdir()) == sorted([current, *old[: cache.KEPT_FOLDERS], foreign])
