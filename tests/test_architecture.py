import ast
import gc
import re
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from ai.registry import find
from cli.commands import parser
from game import config
from game.games import GAMES
from gui import destinations as to
from gui.context import Destination
from gui.router import BUILDERS
from gui.ui.input import ACTIONS

ROOT = Path(__file__).resolve().parent.parent
LAYERS = {"game": 0, "ai": 1, "gui": 2, "cli": 3, "main": 3}
ONLY_IN = {"numba": "ai", "llvmlite": "ai", "pygame": "gui"}


@pytest.fixture(autouse=True, scope="module")
def _no_collector() -> Iterator[None]:
    """Leave syntax trees alone, of which nothing is garbage: looking through them takes as long as parsing."""
    gc.disable()
    yield
    gc.enable()


@cache
def tracked() -> tuple[Path, ...]:
    """Every file of the project: what git knows, or what an unpacked archive holds."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        paths = [path for path in ROOT.rglob("*") if not any(part[0] == "." for part in path.parts[1:])]
    return tuple(path for path in paths if path.is_file())


def sources() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py"]


def layer_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def layers() -> list[Path]:
    return [path for path in sources() if layer_of(path) in LAYERS]


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All that a file of Python says; one whole tree after the other costs seconds."""
    return tuple(ast.walk(ast.parse(path.read_bytes())))


@cache
def imports(path: Path, *, types: bool = False) -> tuple[tuple[int, str], ...]:
    """Line and name of everything a file imports when it runs, in functions too; with `types`, for types as well."""
    for_types_only = {
        id(node)
        for branch in nodes(path)
        if isinstance(branch, ast.If) and ast.unparse(branch.test).endswith("TYPE_CHECKING")
        for statement in branch.body
        for node in ast.walk(statement)
    }
    results: list[tuple[int, str]] = []
    for node in nodes(path):
        if id(node) in for_types_only and not types:
            continue
        if isinstance(node, ast.Import):
            results += ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: imports name the whole path"
            results += ((node.lineno, f"{node.module}.{name.name}") for name in node.names)
    return tuple(results)


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def test_imports_run_down_and_never_up() -> None:
    climbing = [
        f"{place(path, line)} imports {name}"
        for path in layers()
        for line, name in imports(path)
        if LAYERS.get(name.split(".")[0], -1) > LAYERS[layer_of(path)]
    ]
    assert climbing == []


def test_what_scenes_share_knows_no_scene() -> None:
    """Below `gui/scenes/`: `ui` knows no game, `games` and `play` no scene."""
    below = {
        "gui.ui": "gui.play",
        "gui.games": "gui.scenes",
        "gui.play": "gui.scenes",
        "gui.context": "gui.scenes",
    }
    climbing = [
        f"{place(path, line)} imports {name}"
        for path in layers()
        for part, above in below.items()
        for line, name in imports(path, types=True)
        if module_of(path).startswith(part) and name.startswith((above, "gui.scenes"))
    ]
    assert climbing == []


def test_libraries_stay_in_their_layer() -> None:
    strangers = [
        f"{place(path, line)} imports {name}"
        for path in layers()
        for line, name in imports(path)
        if ONLY_IN.get(name.split(".")[0], layer_of(path)) != layer_of(path)
    ]
    assert strangers == []


def test_no_imports_run_in_a_circle() -> None:
    modules = {module_of(path): path for path in layers()}
    graph = {
        name: sorted({_module_meant(target, modules) for _, target in imports(path, types=True)} - {name})
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


TABLES_OF_GAMES = {
    "game/games.py", "ai/registry.py", "gui/games/registry.py", "gui/scenes/registry.py", "cli/games.py",
    "game/practice/themes.py",  # which names the games of each theme
    "game/config.py",  # where `four-wide` is also a board to begin with
}  # fmt: skip


def asks_for_a_game(node: ast.AST) -> bool:
    """Return True for a comparison with the name of a game, a case of `match`, or a table by such names."""
    if isinstance(node, ast.Compare):
        return any(_names_a_game(each) for each in (node.left, *node.comparators))
    if isinstance(node, ast.MatchValue):
        return _names_a_game(node.value)
    if isinstance(node, ast.Dict):
        return _all_games(node.keys)
    return isinstance(node, ast.Tuple | ast.List | ast.Set) and _all_games(node.elts)


def _names_a_game(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and node.value in GAMES


def _all_games(parts: Sequence[ast.AST | None]) -> bool:
    return bool(parts) and all(map(_names_a_game, parts))


def test_only_the_tables_of_games_know_games_by_name() -> None:
    testing = [
        place(path, node.lineno)
        for path in layers()
        if path.relative_to(ROOT).as_posix() not in TABLES_OF_GAMES
        for node in nodes(path)
        if asks_for_a_game(node)
    ]
    assert testing == []


@pytest.mark.parametrize(
    "text",
    [
        "position.game == 'bridge'",
        "'zuniq' != head.game",
        "game in ('tetris', 'tetris-live')",
        "{'tetris': 0.25}.get(game, 1.2)",
        "match game:\n  case 'classic': pass",
    ],
)
def test_the_search_for_such_tests_finds_one(text: str) -> None:
    assert any(asks_for_a_game(node) for node in ast.walk(ast.parse(text)))


OLD_WORDS = """
salon doors sights face lore beside opened masonry bout sitter lanes tape brain desk easel minds travel
works shelf keeper keeping seating secrets manner strip leaves deed
"""
NO_NAMES = ("desk", "said", "told", "kept", "found")  # text, items, results: say which
NO_PART = "desk"  # nor as a part of a name


def names_in(path: Path) -> Iterator[tuple[int, str]]:
    """Line and name of everything that a file gives a name to: locals, arguments, attributes, functions, classes."""
    for node in nodes(path):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.lineno, node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.alias) and node.asname:
            yield node.lineno, node.asname


def test_no_name_is_one_of_the_old_private_words() -> None:
    words = set(OLD_WORDS.split())
    named = [
        place(path, 1)
        for path in layers()
        if path.stem in words or any(part in words for part in path.relative_to(ROOT).parts[:-1])
    ]
    named += [
        f"{place(path, node.lineno)} class {node.name}"
        for path in layers()
        for node in nodes(path)
        if isinstance(node, ast.ClassDef) and node.name.lower() in words
    ]
    named += [
        f"{place(path, line)} {name}"
        for path in sources()
        for line, name in names_in(path)
        if name.strip("_").lower() in NO_NAMES or NO_PART in name.lower().split("_")
    ]
    assert named == []


def test_the_map_of_modules_names_what_is_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:game|ai|gui|cli)/[\w/]*(?:\.py)?)`", text))
    assert len(named) > 30
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_the_documents_name_files_that_are_there() -> None:
    """A whole path, or the end of one: `docs/zuniq.md` says `mcts/tree.py`."""
    files = {path.relative_to(ROOT).as_posix() for path in tracked()}
    files |= {f"{folder.as_posix()}/" for file in files for folder in Path(file).parents[:-1]}
    missing = [
        f"{document.name}: {name}"
        for document in documents()
        for name in re.findall(r"`([a-z_][\w/]*(?:\.py|/))`", document.read_text(encoding="utf-8"))
        if not any(f"/{file}".endswith(f"/{name}") for file in files)
    ]
    assert [name for name in missing if "NAME" not in name] == []


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
    registry = "index" + "-url|" + "artifact" + "ory"
    private = re.compile(rf"(?<![\w.])/(?:work|root|Users)/|(?<![\w.])/home/(?!you\b)\w|{registry}")
    named = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        named += [place(path, n) for n, line in enumerate(text.splitlines(), 1) if private.search(line)]
    assert named == []


# -- what the documents say --


def documents() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".md"]


def commands_in(path: Path) -> list[str]:
    """The command lines in the fenced blocks of a document, without comments."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    lines = (line.strip() for block in blocks for line in block.splitlines())
    return [match[1] for line in lines if (match := re.search(r"\bpython3? main\.py(?=\s|$)([^|>#]*)", line))]


def test_the_readme_says_how_to_start_and_how_to_test() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "python3 -m pip install -e . && python3 main.py" in text
    assert 'python3 -m pip install -e ".[test]" && python3 -m pytest' in text


def test_every_command_in_the_documents_is_one() -> None:
    assert commands_in(ROOT / "README.md")
    for document in documents():
        for line in commands_in(document):
            try:
                parser().parse_args(shlex.split(line))
            except SystemExit as end:
                assert end.code == 0, f"{document.name}: main.py{line}"  # noqa: PT017


def test_every_command_has_an_example() -> None:
    text = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    usage = parser().format_help()
    names = re.findall(r"^    (\w+)(?:  |$)", usage, re.MULTILINE)
    assert {"play", "zuniq", "config"} <= set(names)
    assert [name for name in names if f" {name}" not in text and f"`{name}" not in text] == []


# -- the settings --


def settings_read(path: Path) -> Iterator[str]:
    """Every `section.key` that a file may read: it gets hold of the section, and reads such an attribute."""
    read = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
    imported = {name.name for node in nodes(path) if isinstance(node, ast.ImportFrom) for name in node.names}
    for key in config.fields():
        section, _, field = key.path.partition(".")
        if field in read and (section in read or section.capitalize() in imported):
            yield key.path


def test_every_setting_is_used() -> None:
    files = [path for path in layers() if path != ROOT / "game" / "config.py"]
    used = {key for path in files for key in settings_read(path)}
    used |= {f"keys.{action}" for action in ACTIONS}  # read by their names, see gui.ui.input
    used |= {key.path for key in config.fields("shortcuts")}  # and these, see gui.ui.keymap
    assert [key.path for key in config.fields() if key.path not in used] == []


def test_the_levels_in_the_settings_are_those_of_the_engine() -> None:
    offered = [level.name for level in find("kibitz").levels]
    (key,) = [key for key in config.fields() if key.path == "zuniq.level"]
    assert list(key.choices) == offered


def test_what_belongs_to_every_project_is_there() -> None:
    for name in ("LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "config.yaml", ".ci/run"):
        assert (ROOT / name).stat().st_size > 100, name


def test_every_destination_has_a_builder() -> None:
    destinations = {
        kind for kind in vars(to).values() if isinstance(kind, type) and issubclass(kind, Destination)
    }
    assert set(BUILDERS) == (destinations | set(Destination.__subclasses__())) - {Destination}
