"""A form: settings and other questions from top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, Protocol

from game import config as configuration
from game.config import Field, Value
from gui.play.openings import offered
from gui.ui.commands import Command
from gui.ui.controls import PILL, button, heading
from gui.ui.input import SECTION, keys_shown
from gui.ui.layout import Flow

_HEAD, _BETWEEN, _APART = 32.0, 8.0, 24.0
_HALF = 240.0  # the least width that a setting needs beside another
_BOOKS = ("tetris.book", "tetris.opponent_book")


class Option(NamedTuple):
    """One of the values that a setting offers: its label, and a sentence on what it means."""

    value: Value
    label: str
    note: str


class Draft(Protocol):
    """Settings that are being chosen."""

    def value(self, path: str) -> Value: ...
    def set(self, path: str, value: Value) -> None: ...


@dataclass(frozen=True)
class Setting:
    """A field of the schema in a draft: what New game and Settings show of it, and how they change it."""

    field: Field
    draft: Draft

    @property
    def value(self) -> Value:
        return self.draft.value(self.field.path)

    @property
    def options(self) -> tuple[Option, ...]:
        """Options to choose from; nothing for a number or a text that is typed."""
        field = self.field
        if field.path in _BOOKS:
            return tuple(Option(each.name, each.title, each.about) for each in offered(str(self.value)))
        return tuple(Option(each, field.show(each), field.notes.get(each, "")) for each in field.choices)

    @property
    def chosen(self) -> int:
        """The number of the option that is chosen."""
        return [each.value for each in self.options].index(self.value)

    @property
    def words(self) -> str:
        """Its value as the window shows it."""
        return self._show(self.value)

    def _show(self, value: Value) -> str:
        return keys_shown(str(value)) if self.field.section == SECTION else self.field.show(value)

    def set(self, value: Value) -> None:
        self.draft.set(self.field.path, value)

    def choose(self, number: int) -> None:
        self.set(self.options[number].value)

    def step(self, by: int) -> None:
        """Go to the next value on that side."""
        self.set(self.field.step(self.value, by))

    def reset(self) -> None:
        self.set(self.field.default)

    @property
    def default_words(self) -> str:
        """The default as the window shows it."""
        default = self.field.default
        return next((each.label for each in self.options if each.value == default), self._show(default))


class Form(Flow):
    """A flow with settings; `y` is the top of the next question, `view` where the form can be seen."""

    def question(self, words: str, sign: Callable[[float, float], object] | None = None) -> None:
        """The name of what follows, behind a sign 40 units wide where one is drawn."""
        if sign is not None:
            sign(self.left, self.y + 10)
        heading(self.canvas, (self.left + (40 if sign is not None else 0), self.y + 10), words)
        self.y += _HEAD

    def setting(
        self,
        draft: Draft,
        path: str,
        *,
        label: str = "",
        means: Mapping[Value, str] | None = None,
        name: str = "",
    ) -> None:
        """A setting with its label, its choices or a stepper, and what the choice means.

        While another choice is pointed at, what that means stands there: a hint beside the pointer would cover it.
        `label` replaces its own, `means` the sentences on its values; `name` is that of its targets.
        """
        setting, name = Setting(configuration.field(path), draft), name or path.partition(".")[2]
        offered = setting.options
        self.question(label or setting.field.label)
        if not offered:
            self.stepper(name, setting.words, setting.step, 128)
            return
        notes = [each.note if means is None else means[each.value] for each in offered]
        self.explained(name, [each.label for each in offered], setting.chosen, setting.choose, notes)

    def explained(
        self,
        name: str,
        words: Sequence[str],
        chosen: int,
        choose: Callable[[int], object],
        notes: Sequence[str],
    ) -> None:
        """One of several, and below it what the chosen one means, or the one that is pointed at."""
        pointed = self.pills(name, words, chosen, choose)
        if any(notes):
            self.note(notes[chosen if pointed is None else pointed], notes)

    def one_of(
        self, label: str, name: str, words: Sequence[str], chosen: int | None, choose: Callable[[int], object]
    ) -> None:
        """A choice that is no setting, with its label."""
        self.question(label)
        self.pills(name, words, chosen, choose)

    def ask(self, draft: Draft, *questions: Question) -> None:
        """Several questions one below the other; a pair stands side by side where there is room."""
        for number, each in enumerate(questions):
            if number:
                self.apart()
            self._ask(draft, each)

    def _ask(self, draft: Draft, question: Question) -> None:
        if isinstance(question, str):
            self.setting(draft, question)
        elif isinstance(question, tuple):
            first, second = (partial(Form._ask, draft=draft, question=each) for each in question)
            self.halves(first, second)
        else:
            question(self)

    def pairs(self, commands: Sequence[Command]) -> None:
        """Buttons with their keys, two beside each other."""
        for at in range(0, len(commands), 2):
            for box, each in zip(self.split(2, PILL), commands[at : at + 2], strict=False):
                button(
                    self.canvas,
                    self.targets,
                    each.name,
                    box,
                    each.label,
                    each.press,
                    key=each.keys,
                    within=self.view,
                )
        self.y += _BETWEEN

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
        left, right = replace(self, width=half), replace(self, left=self.right - half, width=half)
        first(left)
        second(right)
        self.y = max(left.y, right.y)


Question = str | Callable[[Form], object] | tuple["Question", "Question"]
