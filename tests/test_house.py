"""The house stands as its plan says: imports run down, libraries stay on their floor, files stay small."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cli.commands import parser
from game import config
from gui.ui.input import ACTIONS

ROOT = Path(__file__).resolve().parent.parent
FLOORS = {"game": 0, "ai": 1, "gui": 2, "cli": 3, "main": 3}
ONLY_IN = {"numba": "ai", "llvmlite": "ai", "pygame": "gui", "pygame_gui": "gui"}
LONGEST_FILE, LONGEST_FUNCTION, MOST_FILES = 450, 60, 12


@cache
def tracked() -> tuple[Path, ...]:
    """Every file of the project: what git knows, or what an unpacked archive holds."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        found = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        found = [path for path in ROOT.rglob("*") if not any(part[0] == "." for part in path.parts[1:])]
    return tuple(path for path in found if path.is_file())


def sources() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py"]


def floor_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def house() -> list[Path]:
    """The files of the four floors."""
    return [path for path in sources() if floor_of(path) in FLOORS]


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> tuple[tuple[int, str], ...]:
    """Line and name of everything a file imports when it runs, inside functions too."""
    tree = ast.parse(path.read_bytes())
    for_types_only = {
        id(node)
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and ast.unparse(branch.test).endswith("TYPE_CHECKING")
        for statement in branch.body
        for node in ast.walk(statement)
    }
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if id(node) in for_types_only:
            continue
        if isinstance(node, ast.Import):
            found += ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: imports name the whole path"
            found += ((node.lineno, f"{node.module}.{name.name}") for name in node.names)
    return tuple(found)


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def test_imports_run_down_and_never_up() -> None:
    climbing = [
        f"{place(path, line)} imports {name}"
        for path in house()
        for line, name in imports(path)
        if FLOORS.get(name.split(".")[0], -1) > FLOORS[floor_of(path)]
    ]
    assert climbing == []


def test_libraries_stay_on_their_floor() -> None:
    strangers = [
        f"{place(path, line)} imports {name}"
        for path in house()
        for line, name in imports(path)
        if ONLY_IN.get(name.split(".")[0], floor_of(path)) != floor_of(path)
    ]
    assert strangers == []


def test_no_imports_run_in_a_circle() -> None:
    modules = {module_of(path): path for path in house()}
    graph = {
        name: sorted(
            {found for _, target in imports(path) if (found := _module_meant(target, modules)) != name}
        )
        for name, path in modules.items()
    }
    assert _a_circle(graph) is None


def _module_meant(target: str, modules: dict[str, Path]) -> str:
    """`a.b.c` may be the module `a.b.c` or the name `c` in the module `a.b`."""
    return target if target in modules else target.rpartition(".")[0]


def _a_circle(graph: dict[str, list[str]]) -> list[str] | None:
    """One circle as the modules on it, first one repeated at the end."""
    done: set[str] = set()
    for start in graph:
        trail, waiting = [start], [iter(graph[start])] if start not in done else []
        while waiting:
            following = next(waiting[-1], None)
            if following is None:
                waiting.pop()
                done.add(trail.pop())
            elif following in trail:
                return [*trail[trail.index(following) :], following]
            elif following in graph and following not in done:
                trail.append(following)
                waiting.append(iter(graph[following]))
    return None


def test_the_search_for_circles_finds_one() -> None:
    assert _a_circle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]
    assert _a_circle({"a": ["b", "c"], "b": ["c"], "c": []}) is None


def test_files_and_functions_stay_small() -> None:
    long = [
        f"{path.relative_to(ROOT)} has {lines} lines"
        for path in sources()
        if (lines := path.read_bytes().count(b"\n")) > LONGEST_FILE
    ]
    for path in house():
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    long.append(f"{place(path, node.lineno)} {node.name} has {length} lines")
    assert long == []


def test_a_folder_holds_at_most_a_dozen_files() -> None:
    crowded = {
        str(folder.relative_to(ROOT)): count
        for folder in {path.parent for path in house()}
        if folder != ROOT and (count := sum(1 for path in house() if path.parent == folder)) > MOST_FILES
    }
    assert crowded == {}


def test_nothing_is_left_unfinished() -> None:
    marks = ("TO" + "DO", "FIX" + "ME", "NotImplemented" + "Error", "XX" + "X:")
    unfinished = [
        place(path, number)
        for path in sources()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if any(mark in line for mark in marks)
    ]
    assert unfinished == []


def test_no_file_names_a_machine_or_a_registry() -> None:
    private = re.compile(
        "|".join(
            (
                r"(?<![\w.])/(?:work|root|Users)/",
                r"(?<![\w.])/home/(?!you\b)\w",
                "index" + "-url",
                "artifact" + "ory",
            )
        )
    )
    named = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        named += [place(path, n) for n, line in enumerate(text.splitlines(), 1) if private.search(line)]
    assert named == []


# -- what the papers say --


def papers() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".md"]


def commands_in(path: Path) -> list[str]:
    """The command lines in the fenced blocks of a paper, without comments."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    lines = (line.strip() for block in blocks for line in block.splitlines())
    return [found[1] for line in lines if (found := re.search(r"\bpython3? main\.py(?=\s|$)([^|>#]*)", line))]


def test_the_readme_says_how_to_start_and_how_to_test() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "python3 -m pip install -e . && python3 main.py" in text
    assert 'python3 -m pip install -e ".[test]" && python3 -m pytest' in text


def test_every_command_in_the_papers_is_one() -> None:
    assert commands_in(ROOT / "README.md")
    for paper in papers():
        for line in commands_in(paper):
            try:
                parser().parse_args(shlex.split(line))
            except SystemExit as end:
                assert end.code == 0, f"{paper.name}: main.py{line}"  # noqa: PT017


def test_every_command_is_named_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    usage = parser().format_help()
    names = re.findall(r"^    (\w+)(?:  |$)", usage, re.MULTILINE)
    assert {"play", "zuniq", "config"} <= set(names)
    assert [name for name in names if f" {name}" not in text and f"`{name}" not in text] == []


# -- the settings --


def settings_read(path: Path) -> Iterator[str]:
    """Every `section.key` that a file may read: it gets hold of the section, and reads such an attribute."""
    tree = ast.parse(path.read_bytes())
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    imported = {
        name.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name in node.names
    }
    for key in config.fields():
        section, _, field = key.path.partition(".")
        if field in read and (section in read or section.capitalize() in imported):
            yield key.path


def test_every_setting_is_used() -> None:
    files = [path for path in house() if path != ROOT / "game" / "config.py"]
    used = {key for path in files for key in settings_read(path)}
    used |= {f"keys.{action}" for action in ACTIONS}  # read by their names, see gui.ui.input
    assert [key.path for key in config.fields() if key.path not in used] == []


def test_the_levels_in_the_settings_are_those_of_the_engine() -> None:
    from ai.registry import find

    offered = [level.name for level in find("kibitz").levels]
    (key,) = [key for key in config.fields() if key.path == "zuniq.level"]
    assert list(key.choices) == offered


@pytest.mark.parametrize(
    "name", ["LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "config.yaml", ".ci/run"]
)
def test_what_belongs_to_every_house_is_there(name: str) -> None:
    assert (ROOT / name).stat().st_size > 100
