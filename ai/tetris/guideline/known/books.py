"""Opening books as an engine asks them in play."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from ai.book.book import Answer, Book
from ai.book.file import path_of, stages_of
from ai.book.reading import Reading
from ai.engine import Advice, Choice
from ai.tetris.guideline.known.knowledge import Facts, known, silent
from ai.tetris.guideline.known.outlook import certain_clear, line
from ai.tetris.guideline.known.sight import Sight, sight_of
from ai.tetris.guideline.known.stages import Stages
from ai.tetris.guideline.moves import placements
from game.errors import BadBook
from game.tetris.guideline import Field, Placement, Rules, State
from game.tetris.guideline.openers.prefixes import prefix_of
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES, Sequence, number

_NEARLY = 0.999
TROUBLE = "trouble"  # the fact that says which books cannot be used, and why


class _Shelved:
    """A book with what is known about it besides."""

    def __init__(self, name: str) -> None:
        self.book = Book(path_of(name))

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.book.path)

    @cached_property
    def stages(self) -> Stages:
        return Stages(stages_of(self.book.header.name))


class _Found(NamedTuple):
    """A book's answer, and its move as the rules of the game have it."""

    shelved: _Shelved
    answer: Answer
    at: Placement


class Books:
    """Books in order: the first one that has a move is followed. One that cannot be read is left out and named.

    Facts where a book speaks: its name (`book`) and `title`; the `stage`, where the source says one; `value`, E(V)
    of the position; `run`, the sequences of the matching run in words; how many those are
    (`shared`) of all `queues` the position can have; `clear_in`, the pieces to a perfect clear that comes whatever
    the bag gives. Where all are silent: `title` of the first, and `silent`, why. Always: `trouble`.
    """

    def __init__(self, names: Iterable[str], *, explain: bool = True) -> None:
        """`names` of shipped books, or paths; without `explain` only name, title and value are told, sooner."""
        self._explain = explain
        self._shelf: list[_Shelved] = []
        self.troubles: list[str] = []
        for name in names:
            try:
                self._shelf.append(_Shelved(name))
            except BadBook as error:
                self.troubles.append(str(error))

    def look(self, state: State) -> Advice:
        """The book's move, or why there is none."""
        facts: Facts = {TROUBLE: "; ".join(self.troubles)} if self.troubles else {}
        if not self._shelf:
            return silent("book", "", facts)
        sight = sight_of(state)
        found = sight if isinstance(sight, str) else self._ask(sight, state.table)
        if isinstance(sight, str) or isinstance(found, str):
            return silent("book", str(found), {**facts, "title": self._shelf[0].book.header.title})
        return _advice(found, sight, facts) if self._explain else _brief(found, facts)

    def warm_up(self) -> None:
        """Compile what asking needs."""
        for each in self._shelf:
            each.book.answer(Field.empty(), None, range(6))

    def _ask(self, sight: Sight, rules: Rules) -> _Found | str:
        """What the first book says that has a move; else why none has, as a short clause."""
        reason = "this board is not in it"
        for each in self._shelf:
            answer = each.book.answer(*sight)
            if answer.move is None:
                reason = "these six pieces are in no run" if answer.found else reason
                continue
            at = _allowed(rules, sight.field, answer.move)
            if at is not None:
                return _Found(each, answer, at)
            reason = "its move cannot be made by the rules of this game"
        return reason


def _allowed(rules: Rules, field: Field, move: Placement) -> Placement | None:
    """A book's move with the spin that these rules give it: its own, or else the best; None if it is out of reach."""
    reached = placements(field, move.piece, rules.kicks, rules.start, rules.gravity)
    if move in reached:
        return move
    return max((at for at in reached if at[:4] == move[:4]), key=lambda at: at.spin, default=None)


def _brief(found: _Found, facts: Facts) -> Advice:
    """The move, and which book it is from."""
    value = found.answer.value or 0.0
    return known(
        "book",
        (Choice(str(found.at), value, percent(value)),),
        {**facts, **_named(found.shelved), "value": value},
    )


def _advice(found: _Found, sight: Sight, facts: Facts) -> Advice:
    """The move with what follows it, and all there is to say about it."""
    book, value = found.shelved.book, found.answer.value or 0.0
    told = {**facts, **_named(found.shelved), "value": value, **_about(found.shelved, sight)}
    sure = certain_clear(book, sight)
    if sure is not None:
        told["clear_in"] = float(sure)
    behind = tuple(str(at) for at in line(book, sight)[1:])
    chance = 1.0 if sure is not None else value
    return known("book", (Choice(str(found.at), chance, percent(chance), line=behind),), told)


def _named(shelved: _Shelved) -> Facts:
    return {"book": shelved.book.header.name, "title": shelved.book.header.title}


def _about(shelved: _Shelved, sight: Sight) -> Facts:
    """The stage that a position belongs to, and the run that its sequence is found in."""
    position = sight.position
    entry = None if position is None else shelved.reading.find(position)
    if position is None or entry is None:
        return {}
    (one, other), behind = sorted(sight.pieces[:2]), sight.pieces[2:VISIBLE_PIECES]
    at = number(
        position.bag, position.extra, Sequence(one, other, (behind[0], behind[1], behind[2], behind[3]))
    )
    stage = shelved.stages.title(position)
    facts: Facts = {"stage": stage} if stage else {}
    if at is None:
        return facts
    run = entry.run_of(at)
    first, end = entry.starts[run], entry.ends[run]
    words = str(prefix_of(position, first, end - 1))
    return {**facts, "run": words, "shared": float(end - first), "queues": float(entry.total)}


def percent(chance: float) -> str:
    """A chance with one digit behind the point; only what is certain is 100 %."""
    return "100 %" if chance >= 1 else f"{min(chance, _NEARLY):.1%}".replace("%", " %")
