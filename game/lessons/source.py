"""The files of lessons, `assets/lessons/NAME.yaml`: all that ship, and one by its name."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import yaml

from game.errors import BadInput
from game.lessons.lesson import Lesson
from game.places import shipped
from game.saving import load

FOLDER = shipped("assets", "lessons")
SUFFIX = ".yaml"
_MOST_BYTES = 200_000
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # all values are text: `on` is no switch here
_KINDS = {
    "str": "a text",
    "bool": "true or false",
    "int": "a whole number",
    "array": "a list",
    "object": "named values",
}
# in the order in which they are learned; others come behind these
ORDER = (
    "zuniq", "zuniq-parity", "classic", "guideline", "attack", "four-wide",
    "bridge-play", "bridge-auction", "bridge-exchange",
    "runs", "bridge-edges", "equity", "minimise", "card-numbers",
)  # fmt: skip


def names(folder: Path = FOLDER) -> list[str]:
    """The names of all lessons, in the order in which they are learned."""
    known = {name: place for place, name in enumerate(ORDER)}
    files = (path.stem for path in folder.glob(f"*{SUFFIX}"))
    return sorted(files, key=lambda name: (known.get(name, len(known)), name))


def lesson(name: str, folder: Path = FOLDER) -> Lesson:
    """The lesson of this name, checked. Raises `BadInput`."""
    known = names(folder)
    if name not in known:
        raise BadInput(f"there is no lesson {name[:40]!r}; the lessons are {', '.join(known) or 'none'}")
    return read(folder / f"{name}{SUFFIX}")


def lessons(folder: Path = FOLDER) -> tuple[list[Lesson], list[str]]:
    """All lessons that can be read, and what is wrong with the others."""
    results: list[Lesson] = []
    problems: list[str] = []
    for name in names(folder):
        try:
            results.append(read(folder / f"{name}{SUFFIX}"))
        except BadInput as error:
            problems.append(str(error))
    return results, problems


def read(path: Path) -> Lesson:
    """The lesson in a file. Raises `BadInput`, which names file and line."""
    try:
        text = load(path, _MOST_BYTES).decode("utf-8")
    except OSError as error:
        raise BadInput(f"{path.name} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path.name} is not UTF-8 text") from None
    try:
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise BadInput(f"{path.name}{line}: {error.problem}") from None
    except (yaml.YAMLError, RecursionError):
        raise BadInput(f"{path.name} is not YAML") from None
    if not isinstance(root, yaml.MappingNode):
        raise BadInput(f"{path.name} has no title, game and steps")
    try:
        content = msgspec.convert(_plain(root), Lesson, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"{path.name}, {_placed(str(error), root)}") from None
    result = msgspec.structs.replace(content, name=path.stem)
    try:
        result.check()
    except BadInput as error:
        step = re.match(r"step (\d+)", str(error))
        at = f"line {_line(root, f'steps[{int(step[1]) - 1}]')}, " if step else ""
        raise BadInput(f"{path.name}, {at}{error}") from None
    return result


def _plain(node: yaml.Node) -> object:
    """A node as plain values, every scalar a text with its folded lines joined. Raises `ValidationError`."""
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): _plain(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_plain(each) for each in node.value]
    return " ".join(str(node.value).split())


def _line(node: yaml.Node, place: str) -> int:
    """The line of a place such as `steps[3].text`, or of the last part of it that is there."""
    for part in re.findall(r"\w+|\[\d+\]|\[\.\.\.\]", place):
        below: yaml.Node | None = None
        if isinstance(node, yaml.MappingNode):
            below = next((value for key, value in node.value if key.value == part), None)
        elif isinstance(node, yaml.SequenceNode) and part[1:-1].isdigit():
            number = int(part[1:-1])
            below = node.value[number] if number < len(node.value) else None
        if below is None:
            break
        node = below
    return int(node.start_mark.line) + 1


def _placed(reason: str, root: yaml.Node) -> str:
    """The error in a value of a file, its place first."""
    what, _, place = reason.partition(" - at `$")
    place = place.strip(".`")
    missing = re.fullmatch(r"Object missing required field `(.*)`", what)
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", what)
    kind = re.match(r"Expected `(\w+)", what)
    longer = re.match(r"Expected `str` of length <= (\d+)", what)
    if missing:
        what = f"there is no {missing[1]}"
    elif unknown:
        what = f"{unknown[1]!r} means nothing here"
    elif longer:
        what = f"a text has at most {longer[1]} letters"
    elif kind:
        what = f"{_KINDS.get(kind[1], kind[1])} is needed"
    return f"line {_line(root, place)}: {f'{place}: ' if place else ''}{what}"
