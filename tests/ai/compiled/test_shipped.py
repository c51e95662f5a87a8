"""Kernels that a wheel brings along are used where they fit and are whole, and cost nothing but time elsewhere."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ai.compiled import shipped

DOUBLE = """
from ai.kernel import kernel

@kernel
def double(number: int) -> int:
    return 2 * number
"""
CALL = """
import json, os, pathlib, sys
from ai.compiled import shipped, sources
sources.ROOT = pathlib.Path(sys.argv[1])  # the program's own sources
shipped.FILE = sources.ROOT / "kernels.zst"
"""
REPORT = """
from ai.compiled import cache
kept = cache.ensure()
from ai.doubled import double
print(json.dumps({
    "total": double(21), "loaded": sum(double.stats.cache_hits.values()), "complete": cache.is_complete(),
    "folder": str(kept.folder), "processor": os.environ.get("NUMBA_CPU_NAME"),
    "stamp": sources.stamp_of_all(), "made_for": shipped.made_for(),
}))
"""


class Program:
    """A program with one kernel below `ai`, and the file of kernels that it brings along."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / "kernels.zst"
        (folder / "ai").mkdir()
        (folder / "ai" / "doubled.py").write_text(DOUBLE)

    def run(self, kernels: Path, change: str = "", **variables: str) -> dict[str, object]:
        own = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        finds = f"import ai; ai.__path__.append({str(self.folder / 'ai')!r})"
        done = subprocess.run(
            [sys.executable, "-c", f"{CALL}\n{change}\n{finds}\n{REPORT}", str(self.folder)],
            cwd=Path(shipped.__file__).parents[2],
            env=own | {"KIBITZ_KERNELS": str(kernels)} | variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        answers: dict[str, object] = json.loads(done.stdout)
        assert answers["total"] == 42
        return answers


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Its kernel was compiled for the baseline processor and packed."""
    if not shipped.here():
        pytest.skip("this processor or system cannot use what a wheel brings along")
    program = Program(tmp_path_factory.mktemp("program"))
    kernels = tmp_path_factory.mktemp("kernels")
    answers = program.run(kernels, **shipped.SETTINGS)
    folder = Path(str(answers["folder"]))
    written = [path.relative_to(folder).as_posix() for path in folder.rglob("*.nb[ic]")]
    files = {name: (folder / name).read_bytes() for name in written}
    heading = shipped.Heading(tuple(answers["made_for"]), str(answers["stamp"]))
    shipped.write(program.file, heading, files)
    return program


def test_they_are_unpacked_and_used(program: Program, tmp_path: Path) -> None:
    answers = program.run(tmp_path)
    assert (answers["loaded"], answers["complete"], answers["processor"]) == (1, True, shipped.PROCESSOR)


def test_unpacked_once_they_are_loaded_from_the_folder(program: Program, tmp_path: Path) -> None:
    program.run(tmp_path)
    answers = program.run(tmp_path, change="shipped.files = None  # it is not asked again")
    assert (answers["loaded"], answers["complete"]) == (1, True)


def test_a_file_that_is_damaged_or_cut_short_is_not_believed(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "FILE", program.file)
    whole, heading = program.file.read_bytes(), shipped.heading()
    assert heading is not None
    assert len(shipped.files(heading.made_from)) == 2
    monkeypatch.setattr(shipped, "FILE", tmp_path / "kernels.zst")
    flipped = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(0, len(whole), 9)]
    for damaged in (*flipped, whole[:-1], whole[:-100], b""):
        shipped.FILE.write_bytes(damaged)
        assert shipped.heading() != heading or shipped.files(heading.made_from) == {}


def test_a_program_with_a_damaged_file_compiles(program: Program, tmp_path: Path) -> None:
    damaged = Program(tmp_path)
    damaged.file.write_bytes(program.file.read_bytes()[:-100])
    assert damaged.run(tmp_path / "kernels")["loaded"] == 0


@pytest.mark.parametrize(
    "change",
    [
        "shipped._abilities = lambda: set(shipped.ABILITIES.values()) - {'avx2'}",
        "shipped.made_for = lambda: ('other',)",
    ],
)
def test_another_processor_or_python_compiles_for_itself(
    program: Program, tmp_path: Path, change: str
) -> None:
    answers = program.run(tmp_path, change)
    assert (answers["loaded"], answers["processor"]) == (0, None)


def test_other_sources_are_compiled(program: Program, tmp_path: Path) -> None:
    newer = Program(tmp_path)
    newer.file.write_bytes(program.file.read_bytes())
    (tmp_path / "ai" / "doubled.py").write_text(DOUBLE.replace("2 * number", "number + number"))
    answers = newer.run(tmp_path / "kernels")
    assert (answers["loaded"], answers["processor"]) == (0, shipped.PROCESSOR)


def test_a_setting_of_numba_s_own_is_respected(program: Program, tmp_path: Path) -> None:
    assert program.run(tmp_path, NUMBA_BOUNDSCHECK="1")["loaded"] == 0


def test_a_damaged_kernel_in_the_folder_is_replaced(program: Program, tmp_path: Path) -> None:
    folder = Path(str(program.run(tmp_path)["folder"]))
    for path in folder.rglob("*.nbc"):
        path.write_bytes(b"damaged")
    assert program.run(tmp_path)["loaded"] == 0
    assert program.run(tmp_path)["loaded"] == 1


def test_the_digest_is_of_the_sources_not_of_their_folder(program: Program, tmp_path: Path) -> None:
    elsewhere = Program(tmp_path)
    elsewhere.file.write_bytes(program.file.read_bytes())
    assert elsewhere.run(tmp_path / "kernels")["loaded"] == 1
