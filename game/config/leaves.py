"""A small, safe corner of YAML: sections of plain values, read with the line of each.

Of YAML only this much is understood: one mapping of sections, each a mapping of keys to single values.
Values stay the text that was written, so that no rule of YAML turns `no`, `012`, `1e3` or `12:30:00` into
something else; the reader of a setting knows what it expects. Everything that makes YAML dangerous or
slow (anchors, tags, deep nesting, several documents, endless files) is refused before it costs anything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec
import yaml

from game.saving import opened

MAX_BYTES = 64 * 1024
DEPTH = 2  # sections, and keys inside them
MAX_NESTING = 8  # of a list or mapping in the place of a value, which is refused anyway


class Leaf(msgspec.Struct, frozen=True):
    """One value as written: its dotted path, its text, whether it was quoted, and its line (from 1).

    `text` is None where a list or a mapping stands in the place of a value.
    """

    path: str
    text: str | None
    quoted: bool
    line: int


class Trouble(msgspec.Struct, frozen=True):
    """What is wrong with a place of the file. Without a line it is the file as a whole."""

    line: int | None
    problem: str

    def __str__(self) -> str:
        return self.problem if self.line is None else f"line {self.line}: {self.problem}"


def read(path: Path) -> tuple[list[Leaf], list[Trouble]]:
    """The leaves of the file and what is wrong with it; a file that is not there has neither."""
    try:
        with opened(path) as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return [], []
    except (OSError, ValueError) as error:
        return [], [Trouble(None, f"cannot be read ({getattr(error, 'strerror', None) or error})")]
    if len(raw) > MAX_BYTES:
        return [], [Trouble(None, f"is larger than {MAX_BYTES // 1024} KB; settings need far less")]
    try:
        return parse(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return [], [Trouble(line, "is no UTF-8 text; save the file as UTF-8")]


def parse(text: str) -> tuple[list[Leaf], list[Trouble]]:
    """The leaves of a text and what is wrong with it. After an error of syntax there are no leaves."""
    reader = _Reader()
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            reader.take(event)
    except _Refused as refused:
        return [], [refused.trouble]
    except yaml.MarkedYAMLError as error:
        return [], [_syntax_trouble(error)]
    except (yaml.YAMLError, RecursionError) as error:
        return [], [Trouble(None, f"is no YAML ({_first_line(error)})")]
    return list(reader.leaves.values()), reader.troubles


def _syntax_trouble(error: yaml.MarkedYAMLError) -> Trouble:
    mark = error.problem_mark or error.context_mark
    reason = error.problem or error.context or "it cannot be read"
    return Trouble(mark.line + 1 if mark else None, f"is no YAML: {reason}")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or ["it cannot be read"])[0][:120]


class _Refused(Exception):
    def __init__(self, event: yaml.Event, problem: str) -> None:
        self.trouble = Trouble(_line(event), problem)


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


class _Reader:
    """Takes the parser's events one by one and builds no tree, so that depth costs nothing."""

    def __init__(self) -> None:
        self.leaves: dict[str, Leaf] = {}
        self.troubles: list[Trouble] = []
        self._keys: list[str | None] = []  # by depth: the key whose value comes next; None: a key comes
        self._seen: set[str] = set()
        self._passed_over = 0  # how many lists and mappings are open in the place of a single value
        self._documents = 0

    def take(self, event: yaml.Event) -> None:
        """Count one event in, or refuse the whole file."""
        self._refuse_tricks(event)
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self._open(event)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._close()
        elif isinstance(event, yaml.ScalarEvent) and not self._passed_over:
            self._scalar(event)

    def _refuse_tricks(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise _Refused(event, "a second document begins; one is allowed")
        if getattr(event, "anchor", None):  # an alias has one too
            raise _Refused(event, "anchors and aliases (& and *) are not allowed")
        if getattr(event, "tag", None) not in (None, "!"):
            raise _Refused(event, "tags (!) are not allowed")

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        is_list = isinstance(event, yaml.SequenceStartEvent)
        if self._passed_over:
            self._passed_over += 1
            if self._passed_over > MAX_NESTING:
                raise _Refused(event, "nested too deep; allowed are sections with keys and single values")
        elif not self._keys:
            if is_list:
                raise _Refused(event, "a list; allowed are sections with keys")
            self._keys.append(None)
        elif self._keys[-1] is None:
            raise _Refused(event, "a list or mapping stands where a key should be")
        elif is_list or len(self._keys) == DEPTH:
            self._leaf(None, False, event)
            self._passed_over = 1
        else:
            self._keys.append(None)

    def _close(self) -> None:
        if self._passed_over:
            self._passed_over -= 1
        else:
            self._keys.pop()
        if self._keys and not self._passed_over:
            self._keys[-1] = None

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        if not self._keys:
            if event.value:
                raise _Refused(event, f"{event.value[:40]!r}; allowed are sections with keys")
            return
        if self._keys[-1] is None:
            self._keys[-1] = event.value
            self._note_duplicate(event)
            return
        if len(self._keys) == DEPTH or event.value:  # an empty section says nothing and does no harm
            self._leaf(event.value, event.style is not None, event)
        self._keys[-1] = None

    def _note_duplicate(self, event: yaml.ScalarEvent) -> None:
        path = self._path()
        if path in self._seen:
            problem = f"{path} stands twice; write it once (the first value counts)"
            self.troubles.append(Trouble(_line(event), problem))
        self._seen.add(path)

    def _leaf(self, text: str | None, quoted: bool, event: yaml.Event) -> None:
        path = self._path()
        self.leaves.setdefault(path, Leaf(path, text, quoted, _line(event)))

    def _path(self) -> str:
        return ".".join(_readable(key) for key in self._keys if key is not None)


def _readable(key: str) -> str:
    """A key as a message may show it: short, on one line."""
    return key if 0 < len(key) <= 40 and key.isprintable() else repr(key[:40])


def write(values: Mapping[str, str], heading: str) -> str:
    """The text of a file with these values by path; `parse` reads the same leaves from it."""
    lines, open_section = [f"# {heading}"], ""
    for path, text in values.items():
        section, _, key = path.partition(".")
        if section != open_section:
            lines.append(f"{section}:")
            open_section = section
        lines.append(f"  {key}: {written(text)}")
    return "\n".join(lines) + "\n"


def written(value: str) -> str:
    """A value as YAML that reads as just that text: plain where that can be, else in quotes."""
    if re.fullmatch(r"[\w./][\w ./+-]*(?<! )", value, re.ASCII):
        return value
    return "'" + value.replace("'", "''") + "'"


def change(text: str, changes: Mapping[str, str | None]) -> str | None:
    """`text` with these values set, or taken out where None, and every other line left as it is.

    None where the text is written in a way that cannot be changed line by line.
    """
    leaves, troubles = parse(text)
    lines = text.splitlines()
    wanted = {leaf.path: leaf.text for leaf in leaves}
    for path, value in changes.items():
        at = next((leaf.line - 1 for leaf in leaves if leaf.path == path), None)
        _change_line(lines, at, path, value)
        wanted[path] = value
    changed = "\n".join(line for line in lines if line != _TAKEN_OUT) + "\n"
    found, new_troubles = parse(changed)
    same = {leaf.path: leaf.text for leaf in found} == {p: v for p, v in wanted.items() if v is not None}
    return changed if same and not troubles and not new_troubles else None


_TAKEN_OUT = "\0"  # no YAML text holds it


def _change_line(lines: list[str], at: int | None, path: str, value: str | None) -> None:
    section, _, key = path.partition(".")
    if at is not None:
        found = re.fullmatch(r"(\s+)([\w'\"]+)\s*:\s*[^#]*?(\s+#.*)?", lines[at])
        if found:
            lines[at] = _TAKEN_OUT if value is None else f"{found[1]}{key}: {written(value)}{found[3] or ''}"
    elif value is not None:
        heads = [
            n for n, line in enumerate(lines) if re.fullmatch(rf"{re.escape(section)}\s*:\s*(#.*)?", line)
        ]
        if not heads:
            lines.append(f"{section}:")
        indent = _indent_after(lines, heads[0]) if heads else "  "
        lines.insert(heads[0] + 1 if heads else len(lines), f"{indent}{key}: {written(value)}")


def _indent_after(lines: list[str], head: int) -> str:
    """The indentation of the first key below a section's head."""
    below = next((line for line in lines[head + 1 :] if line.strip() and line.strip()[0] != "#"), "")
    indent = below[: len(below) - len(below.lstrip())]
    return indent or "  "
