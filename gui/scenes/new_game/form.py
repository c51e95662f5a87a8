"""A form: headings, settings, rows of choices and words, from top to bottom in a column that scrolls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, Protocol

from game import config as configuration
from game.config import Field, Value
from gui.play.openings import offered
from gui.ui.controls import heading
from gui.ui.layout import Flow

_HEAD, _BETWEEN, _APART = 32.0, 8.0, 24.0
_HALF = 240.0  # the least width that a setting needs beside another
_BOOKS = ("tetris.book", "tetris.opponent_book")


class Option(NamedTuple):
    """One of the values that a setting offers: its label, and a sentence on what it means."""

    value: Value
    label: str
    note: str


def options(field: Field, value: Value) -> tuple[Option, ...]:
    """What a setting offers to choose from; nothing for a number or a text that is typed."""
    if field.path in _BOOKS:
        return tuple(Option(each.name, each.title, each.about) for each in offered(str(value)))
    return tuple(Option(each, field.show(each), field.notes.get(each, "")) for each in field.choices)


class Draft(Protocol):
    """Settings that are being chosen."""

    def value(self, path: str) -> Value: ...
    def set(self, path: str, value: Value) -> None: ...


class Form(Flow):
    """A flow with settings; `y` is the top of the next question, `view` where the form can be seen."""

    def question(self, words: str, sign: Callable[[float, float], object] | None = None) -> None:
        """The name of what follows, behind a sign 40 units wide where one is drawn."""
        if sign is not None:
            sign(self.left, self.y + 10)
        heading(self.canvas, (self.left + (40 if sign is not None else 0), self.y + 10), words)
        self.y += _HEAD

    def setting(
        self, draft: Draft, path: str, *, label: str = "", note: str | None = None, name: str = ""
    ) -> None:
        """A setting with its label, its choices or a stepper, and what the choice means.

        `label` and `note` replace its own; `name` is that of its targets.
        """
        field, value = configuration.field(path), draft.value(path)
        offered, name = options(field, value), name or path.partition(".")[2]
        self.question(label or field.label)
        if not offered:
            self.stepper(name, field.show(value), lambda by: draft.set(path, field.step(value, by)), 128)
            return
        chosen = [each.value for each in offered].index(value)
        self.pills(
            name, [each.label for each in offered], chosen, lambda i: draft.set(path, offered[i].value),
            about=[each.note for each in offered],
        )  # fmt: skip
        said = offered[chosen].note if note is None else note
        if said:
            self.note(said)

    def settings(self, draft: Draft, *paths: str | tuple[str, str]) -> None:
        """Several settings one below the other; a pair stands side by side where there is room."""
        for path in paths:
            if isinstance(path, str):
                self.setting(draft, path)
            else:
                first, second = path
                self.halves(lambda f: f.setting(draft, first), lambda f: f.setting(draft, second))  # noqa: B023
            self.apart()

    def apart(self) -> None:
        """The distance between two questions."""
        self.y += _APART - _BETWEEN

    def halves(
        self, first: Callable[[Form], object], second: Callable[[Form], object], least: float = _HALF
    ) -> None:
        """Two questions side by side where each has `least` units, else one below the other."""
        half = (self.width - _APART) / 2
        if half < least:
            first(self)
            self.apart()
            second(self)
            return
        left = replace(self, width=half)
        right = replace(self, left=self.left + half + _APART, width=half)
        first(left)
        second(right)
        self.y = max(left.y, right.y)
