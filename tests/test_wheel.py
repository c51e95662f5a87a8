"""Contents of a wheel, which do not depend on the folder it was built in."""

import subprocess
import sys
import zipfile
from importlib.metadata import version

import pytest

from tests.test_architecture import ROOT, tracked

if int(version("setuptools").split(".")[0]) < 77:
    pytest.skip("building needs setuptools 77 or newer", allow_module_level=True)

CODE = ("ai", "assets", "bench", "books", "cli", "game", "gui")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    for path in tracked():
        copy = folder / "source" / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-build-isolation",
        "--no-deps",
        "--no-index",
        "-w",
        ".",
    ]
    done = subprocess.run([*command, "./source"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def test_all_is_below_one_package(wheel: zipfile.ZipFile) -> None:
    top = {name.split("/")[0] for name in wheel.namelist()}
    assert {name for name in top if not name.endswith(".dist-info")} == {"kibitz"}


def test_code_and_data_are_complete(wheel: zipfile.ZipFile) -> None:
    wanted = {
        f"kibitz/{path.relative_to(ROOT).as_posix()}"
        for path in tracked()
        if path.relative_to(ROOT).parts[0] in CODE
    }
    wanted |= {"kibitz/config.yaml", "kibitz/main.py", "kibitz/__main__.py", "kibitz/py.typed"}
    assert wanted - set(wheel.namelist()) == set()


def test_nothing_else_is_in_it(wheel: zipfile.ZipFile) -> None:
    known = {path.relative_to(ROOT).as_posix() for path in tracked()}
    names = [name.removeprefix("kibitz/") for name in wheel.namelist() if ".dist-info/" not in name]
    assert [name for name in names if name not in known and f"kibitz/{name}" not in known] == []


def test_it_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    text = wheel.read(name).decode()
    assert "\nLicense-Expression: MIT AND OFL-1.1\n" in text
    assert "\nDescription-Content-Type: text/markdown\n" in text
    assert "# Kibitz" in text
    assert (
        "kibitz = kibitz.__main__:main" in wheel.read(name.replace("METADATA", "entry_points.txt")).decode()
    )


def test_no_data_is_found_by_the_path_of_a_file() -> None:
    """`game.places.shipped` finds it: the one place that would have to know of another kind of package."""
    by_path = [
        path.relative_to(ROOT).as_posix()
        for path in tracked()
        if path.suffix == ".py"
        and path.relative_to(ROOT).parts[0] in ("ai", "cli", "game", "gui", "main.py")
        and "Path(__file__)" in path.read_text(encoding="utf-8")
    ]
    own_digest = [
        "ai/book/units.py",
        "ai/ladder/worker.py",
        "ai/tetris/guideline/later_clears.py",
        "ai/tetris/guideline/loop_solver.py",
        "ai/tetris/guideline/optimum.py",
        "ai/tetris/guideline/setup_ranking.py",
    ]  # these ask for that of their own code
    assert by_path == own_digest
