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
from game.tetris.guideline.slips import KINDS, Kind

_TRUSTED = 40  # positions that the usual odds are worth, against those that were met
_MOST = 0.9  # of a slip in one position
_CAUGHT_UP = 200  # positions in which what is expected comes back to the rate, once it is off


class Partner:
    """An engine with the habits of people at one speed. The worth of a choice is an order and counts nothing.

    Slips of each kind happen as often as people's where they are possible; which one it is goes by its cost. Else it
    takes the fine placement that its plan prefers. `seed` makes it repeatable.
    """

    def __init__(self, habit: Habit, seed: int | None = None) -> None:
        self.habit = habit
        self._judge = SlipJudge()
        self._chance = Random(secrets.randbits(63) if seed is None else seed)
        self._moments = {kind: Moments(kind, habit, self._chance) for kind in KINDS}

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
        """The slip that happens; None mostly. Of two that are due one waits for the next position that allows it."""
        due = [kind for kind, situation in situations.items() if self._moments[kind].is_due(situation)]
        if not due:
            return None
        self._moments[due[0]].take()
        return due[0]

    def usual(self, kind: Kind) -> float:
        """The mean odds of slips of a kind in the positions that it has met."""
        return self._moments[kind].usual

    def warm_up(self) -> None:
        """Compile what thinking needs."""
        self._judge.judge(State.open({}))


class Moments:
    """Times of the slips of one kind: as often as people's on the whole, at uneven times, and when they are likely.

    Every position in which one is possible adds what is to be expected of it, and one slip happens somewhere in each
    whole that comes together. What is usual changes as positions do, and is known too late; so each position also adds
    a little of what is missing to the rate. Over many rounds chance changes little about the number of slips.
    """

    def __init__(self, kind: Kind, habit: Habit, chance: Random) -> None:
        self._kind, self._habit, self._chance = kind, habit, chance
        self._rate = habit.rate(kind).value
        self._odds, self._positions = _TRUSTED * habit.usual(kind), float(_TRUSTED)
        self._met, self._expected, self._taken = 0, 0.0, 0
        self._next = chance.random()

    @property
    def usual(self) -> float:
        """The mean odds of the positions so far."""
        return self._odds / self._positions

    def is_due(self, situation: Situation) -> bool:
        """Count a position in which a slip is possible; whether it happens there."""
        odds = self._habit.odds(self._kind, situation)
        self._odds, self._positions = self._odds + odds, self._positions + 1
        self._met += 1
        missing = self._rate * self._met - self._expected
        here = self._rate * odds / self.usual + missing / _CAUGHT_UP
        self._expected += min(_MOST, max(0.0, here))
        return self._expected >= self._next

    def take(self) -> None:
        """The slip has happened."""
        self._taken += 1
        self._next = self._taken + self._chance.random()
