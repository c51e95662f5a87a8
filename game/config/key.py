"""The settings one by one: what each may be, read off the types of `game.config.settings`."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec

from game.config.leaves import written
from game.config.settings import Config, Section
from game.errors import BadConfig

Value = bool | int | float | str
Kind = Literal["bool", "int", "float", "choice", "text"]


class Key(msgspec.Struct, frozen=True):
    """One setting: dotted path, kind, range or choices (where it has them), default, and what it is for."""

    path: str
    kind: Kind
    default: Value
    about: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    form: str = ""

    @property
    def allowed(self) -> str:
        """What the value may be, as the end of a sentence."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "choice":
            return " or ".join((", ".join(self.choices[:-1]), self.choices[-1]))
        if self.kind == "text":
            return self.form
        number = "a whole number" if self.kind == "int" else "a number"
        return f"{number} from {self.low or 0:.12g} to {self.high or 0:.12g}"


@cache
def keys() -> tuple[Key, ...]:
    """Every setting, section by section."""
    return tuple(_key(section, field) for section in Config.__struct_fields__ for field in fields(section))


def fields(section: str) -> tuple[str, ...]:
    return section_type(section).__struct_fields__


@cache
def section_type(section: str) -> type[Section]:
    found: type[Section] = typing.get_type_hints(Config)[section]
    return found


@cache
def _leaf_type(path: str) -> Any:
    section, _, field = path.partition(".")
    return typing.get_type_hints(section_type(section), include_extras=True)[field]


def _key(section: str, field: str) -> Key:
    path = f"{section}.{field}"
    base, meta = get_args(_leaf_type(path))
    is_choice = get_origin(base) is Literal
    kinds: dict[object, Kind] = {bool: "bool", int: "int", float: "float", str: "text"}
    return Key(
        path=path,
        kind="choice" if is_choice else kinds[base],
        default=getattr(getattr(Config(), section), field),
        about=meta.description,
        low=meta.ge,
        high=meta.le,
        choices=get_args(base) if is_choice else (),
        form=meta.title or "",
    )


@cache
def _by_path() -> dict[str, Key]:
    return {key.path: key for key in keys()}


def _unknown(path: str) -> str:
    section, _, field = path.partition(".")
    if section not in Config.__struct_fields__:
        return f"{path} is no setting; allowed are the sections {', '.join(Config.__struct_fields__)}"
    if not field:
        return f"{path} holds no keys; allowed in it: {', '.join(fields(section))}"
    return f"{path} is no setting; allowed in {section}: {', '.join(fields(section))}"


def known(path: str) -> Key:
    try:
        return _by_path()[path]
    except KeyError:
        raise BadConfig(_unknown(path)) from None


_NUMBER = r"[-+]?(0|[1-9][0-9_]*)"
_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def as_kind(text: str, quoted: bool, kind: Kind) -> Value | None:
    """The value that `text` writes for a setting of this kind; None if it writes none.

    `012` and `12:30:00` are no numbers here, since YAML and people read different numbers from them.
    """
    if kind in ("choice", "text"):
        return text
    if quoted:
        return None
    if kind == "bool":
        return _WORDS.get(text.lower())
    if kind == "int":
        return int(text) if len(text) <= 20 and re.fullmatch(_NUMBER, text) else None
    is_number = len(text) <= 40 and re.fullmatch(_NUMBER + r"(\.[0-9]*)?([eE][-+]?[0-9]{1,3})?", text)
    return float(text) if is_number else None


def checked(key: Key, found: Value, shown: str) -> Value:
    """`found`, if the type and the range of `key` allow it. Raises `BadConfig`."""
    try:
        allowed: Value = msgspec.convert(found, _leaf_type(key.path))
    except msgspec.ValidationError:
        raise BadConfig(f"{key.path} is {shown}; allowed: {key.allowed}") from None
    return allowed


def template() -> str:
    """The text of the `config.yaml` that belongs to this program: every key, commented, with its default."""
    return "\n".join(_template_lines()) + "\n"


def _template_lines() -> Iterator[str]:
    yield "# Kibitz: every setting with its default, as game/config/settings.py has them."
    yield "# What you change for yourself belongs into your own file, which needs to hold only what differs:"
    yield "# `python main.py config path` says where it is, `config check` whether it is right."
    for section in Config.__struct_fields__:
        yield from ("", f"# {section_type(section).__doc__}", f"{section}:")
        for key in keys():
            if key.path.startswith(f"{section}."):
                yield f"  # {key.about} ({key.allowed})"
                yield f"  {key.path.partition('.')[2]}: {written(show(key.default))}"


def show(found: Value) -> str:
    """A value as YAML and as a message write it."""
    return str(found).lower() if isinstance(found, bool) else str(found)
