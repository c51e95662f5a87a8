"""The partner: chooses as the search does, and slips as people do."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from random import Random
from typing import cast

from ai.engine import Choice, Limit
from ai.tetris.guideline.partner.judging import Judged, SlipJudge
from game.advice import Advice, Worth
from game.facts import SearchFacts
from game.position import Position
from game.tetris.guideline import Placement, State
from game.tetris.guideline.habits import Habit, Situation
from game.tetris.guideline.slips import Kind


class Partner:
    """An engine with the habits of people at one speed. The worth of a choice is an order and counts nothing.

    A slip of each kind happens with its rate wherever one is possible; which one it is goes by its cost. Else it takes
    the fine placement that its plan prefers. `seed` makes it repeatable.
    """

    def __init__(self, habit: Habit, seed: int | None = None) -> None:
        self.habit = habit
        self._judge = SlipJudge()
        self._chance = Random(secrets.randbits(63) if seed is None else seed)

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield one advice; it takes a few milliseconds, whatever the limit is."""
        state = cast(State, view)
        if state.over:
            yield Advice((), "rule", done=True)
            return
        at, judged = self.decide(state)
        assert at is not None, "a game that is not over has a placement"
        order = [at, *(each for each in judged.costs if each != at)]
        most = 0.0
        choices = list[Choice]()
        for each in order:
            most = max(most, judged.costs.get(each, 0.0))
            choices.append(Choice(str(each), Worth("order", -most)))
        facts = SearchFacts(nodes=float(judged.nodes), pieces_per_second=self.habit.pace)
        yield Advice(tuple(choices), "search", choices[0].worth, True, (facts,))

    def decide(self, state: State) -> tuple[Placement | None, Judged]:
        """The placement that it takes in a position, and how all were judged; None where it has lost."""
        judged = self._judge.judge(state)
        if judged.costs:
            return self.choice(state, judged), judged
        return next(iter(state.placements), None), judged  # whatever it does, the game ends

    def choice(self, state: State, judged: Judged) -> Placement:
        """The placement that it takes: a slip, or the fine one that it has planned."""
        kind = self._kind(judged.situations(state))
        possible = judged.of_kind(kind)
        costs = judged.planned(possible)
        if kind is None:
            return possible[costs.index(min(costs))]
        slips = self.habit.habits.slips[kind]
        return self._chance.choices(possible, [slips.weight(each - min(costs)) for each in costs])[0]

    def _kind(self, situations: Mapping[Kind, Situation]) -> Kind | None:
        """The slip that happens; None mostly."""
        lot = self._chance.random()
        for kind, situation in situations.items():
            lot -= self.habit.rate(kind, situation)
            if lot < 0:
                return kind
        return None

    def warm_up(self) -> None:
        """Compile what thinking needs."""
        self._judge.judge(State.open({}))
