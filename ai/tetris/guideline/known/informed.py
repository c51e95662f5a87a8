"""An engine that asks what is known before it searches."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Literal, Protocol, cast

import msgspec

from ai.engine import Advice, Choice, Engine, Limit
from game.advice import Source, Worth
from game.facts import Evidence, KnownFacts, joined, read
from game.position import Position
from game.tetris.guideline import State

# What knowledge beside search looks like: it answers at once, or is silent and may say why.


class Knowledge(Protocol):
    """Something that knows the moves of some positions and says nothing about all others."""

    def look(self, state: State) -> Advice:
        """Advice on what a player may see of a game under way: known choices best first, or none.

        `source` is "book" or "policy". `Choice.known` is what the move is worth by it. Without choices `KnownFacts` may
        say why.
        """
        ...


def known_move(move: str, worth: Worth, line: tuple[str, ...] = ()) -> Choice:
    """A choice whose worth is known; no search has ordered it."""
    return Choice(move, Worth("order", 0.0), line=line, known=worth)


def known(source: Source, choices: tuple[Choice, ...], *facts: Evidence) -> Advice:
    """The advice of one who knows."""
    return Advice(choices, source, choices[0].known, True, joined(facts))


def silent(source: Literal["book", "policy"], why: str, *facts: Evidence) -> Advice:
    """The advice of one who knows nothing here; `why` as in `KnownFacts`, empty for no reason worth telling.

    The reason is told of the source, too: others may be silent for other reasons.
    """
    own = (
        KnownFacts(silent=why, book_silent=why)
        if source == "book"
        else KnownFacts(silent=why, policy_silent=why)
    )
    return Advice((), source, None, True, joined(facts, (own,)))


class KnowledgeEngine:
    """The engine inside, behind knowledge that is asked in order; the first that speaks is heard.

    What is known is the move, and is said at once as the last word. With `compare` the search goes on behind it:
    known choices stay in front from its first word on, and all others follow as estimates. The worth of a choice is
    then the search's, for known choices too; what the knowledge itself says of a choice is in `Choice.known`.
    """

    def __init__(self, engine: Engine, *knowledge: Knowledge, compare: bool = False) -> None:
        self._engine, self._knowledge, self._compare = engine, knowledge, compare

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield what is known, and what the engine inside yields where nothing is or where it is compared."""
        state = cast(State, view)
        spoken, facts = (None, ()) if state.over else self._look(state)
        if spoken is not None and not self._compare:
            yield _joined(spoken, Advice((), spoken.source, done=True))
            return
        with closing(_generator(self._engine.think(view, limit))) as thoughts:
            for advice in thoughts:
                if read(facts if spoken is None else spoken.evidence, KnownFacts).preparing:
                    spoken, facts = self._look(state)
                yield advice.adding(*facts) if spoken is None else _joined(spoken, advice)

    def warm_up(self) -> None:
        """Compile what thinking and knowing need."""
        for each in (self._engine, *self._knowledge):
            warm_up = getattr(each, "warm_up", None)
            if warm_up is not None:
                warm_up()

    def _look(self, state: State) -> tuple[Advice | None, tuple[Evidence, ...]]:
        """The first advice that knows a move; else what the silent ones said, their reasons in one sentence."""
        facts, reasons = tuple[Evidence, ...](), list[str]()
        for each in self._knowledge:
            advice = each.look(state)
            if advice.choices:
                return advice, facts
            reasons.append(advice.read(KnownFacts).silent)
            facts = joined(advice.evidence, facts)
        why = KnownFacts(silent="; ".join(filter(None, reasons)))
        return None, joined(facts, (why,))


def _generator(thoughts: Iterator[Advice]) -> Generator[Advice]:
    """The same thoughts as what can be closed, whatever the engine gave; closing it closes them."""
    yield from thoughts


def _joined(spoken: Advice, searched: Advice) -> Advice:
    """Return the known choices in front of the searched ones, each with the search's worth."""
    choices = {choice.move: choice for choice in searched.choices}
    front = tuple(_ordered(choice, choices.get(choice.move)) for choice in spoken.choices)
    moves = {choice.move for choice in front}
    behind = tuple(choice for move, choice in choices.items() if move not in moves)
    evidence = joined(searched.evidence, spoken.evidence)
    return Advice(front + behind, spoken.source, front[0].worth, searched.done, evidence)


def _ordered(choice: Choice, searched: Choice | None) -> Choice:
    """A known choice with the search's worth, and with the search's line where it has none itself."""
    if searched is None:
        return choice
    return msgspec.structs.replace(choice, worth=searched.worth, line=choice.line or searched.line)
