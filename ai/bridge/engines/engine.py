"""Kibitz, the player of honeymoon bridge, behind the face of every engine, in strengths from beginner to full.

Scores are from 0 to 1. In exchange and play a score is the tricks the seat to move takes in the whole play stage,
those already taken included, of thirteen; in the auction 0.5 + points / 4,000.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from random import Random
from typing import cast

import numpy as np

from ai.bridge.decision.bidder import Bidder, Called
from ai.bridge.decision.exchanger import Exchanger, Mind, Weighed
from ai.bridge.decision.utility import utility
from ai.bridge.engines import play_stage
from ai.bridge.engines.levels import FULL, POINTS_A_TRICK, Strength, erring
from ai.bridge.engines.rules_of_thumb import call_by_rule
from ai.bridge.solver.solver import Solver
from ai.bridge.tables.folder import ready_levels
from ai.engine import Advice, Choice, Limit
from game.bridge import Observation, State, observe
from game.bridge.cards import STRAINS, card_name, cards_of
from game.position import Position

SPEAK_SECONDS = 0.03  # between two pieces of advice
SLICE_SECONDS = 0.02  # what a batch of deals takes, roughly
MOST_WORLDS = 1_024  # of a decision, where no limit is given; what comes after seldom changes anything
CALL_WORLDS = 32  # of a call at any strength: in four deals a slam may be made by luck
POINTS, EVEN = 4_000.0, 0.5
TRICKS = 13


class Kibitz:
    """Samples deals in auction and exchange, and solves the play stage. `iterations` of a limit are deals.

    `seed` makes what is counted in deals repeatable; without one the engine varies.
    """

    def __init__(self, level: Strength = FULL, seed: int | None = None) -> None:
        self.level = level
        seed = secrets.randbits(63) if seed is None else seed
        self._taste = Random(seed)
        self._mind = Mind(seed)
        self._solver = Solver()

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield advice every 30 ms or so, the last with `done`; the first choice is the move to play."""
        state = cast(State, view)
        self._mind.levels = self._solver.levels = ready_levels()  # they change no value
        if state.over:
            yield Advice((), "rule", EVEN, done=True)
        elif state.stage == "play":
            yield play_stage.advise(state, self._solver, self.level, self._taste)
        elif state.stage == "auction" and not state.board.deal.stock:
            yield _by_rule(state)  # without an exchange there is nothing to make up
        elif state.stage == "auction":
            yield from self._think(
                _Calling(self._mind, observe(state), self._most(limit, CALL_WORLDS)), limit
            )
        else:
            yield from self._think(_Exchanging(self._mind, observe(state), self._most(limit)), limit)

    def warm_up(self) -> None:
        """Compile what thinking needs: a call, and a card of the exchange."""
        for auction in ("on", "off"):
            state = State.open({"auction": auction, "deals": "random:1", "seat": ""}).view(0)
            for _ in self.think(state, Limit(iterations=1)):
                pass

    def _most(self, limit: Limit, least: int = 1) -> int:
        own = MOST_WORLDS if self.level.worlds is None else max(least, self.level.worlds)
        return max(1, own if limit.iterations is None else min(own, limit.iterations))

    def _think(self, thought: _Calling | _Exchanging, limit: Limit) -> Iterator[Advice]:
        started = spoken = time.perf_counter()
        last = False
        while not last:
            last = not thought.run()
            now = time.perf_counter()
            last = last or (limit.seconds is not None and now - started + SLICE_SECONDS / 2 >= limit.seconds)
            if last or now - spoken >= SPEAK_SECONDS or spoken == started:
                choices = thought.choices()
                value = choices[0].score
                if last:
                    worths = thought.worths()
                    choices = tuple(erring(choices, worths, self.level.spread, self._taste))
                facts = thought.facts()
                facts["worlds_per_second"] = float(facts["worlds"]) / max(now - started, 1e-9)
                yield Advice(choices, "search", value, last, facts)
                spoken = time.perf_counter()


class _Calling:
    """A call being thought about, in the words of advice. `choices` looks, the others tell of what it saw."""

    def __init__(self, mind: Mind, seen: Observation, worlds: int) -> None:
        self._bidder = Bidder(mind, seen, worlds)
        self._found: list[Called] = []

    def run(self) -> bool:
        return self._bidder.run()

    def choices(self) -> tuple[Choice, ...]:
        self._found = self._bidder.found()
        return tuple(
            Choice(each.call, min(1.0, max(0.0, EVEN + each.points / POINTS)), _signed(each.points))
            for each in self._found
        )

    def worths(self) -> list[float]:
        return [each.points / POINTS_A_TRICK for each in self._found]

    def facts(self) -> dict[str, float | str]:
        """Deals looked at, tricks expected in each strain, and how often the best call is made if it is a bid."""
        bidder, best = self._bidder, self._found[0]
        facts: dict[str, float | str] = {"worlds": float(bidder.done)}
        if best.makes is not None:
            facts["makes"] = best.makes
        for strain in bidder.strains:
            facts[f"tricks {STRAINS[strain]}"] = float(np.mean(bidder.mine[: bidder.done, strain]))
        return facts


class _Exchanging:
    """A card of the exchange being thought about, in the words of advice; `choices` looks, as above."""

    def __init__(self, mind: Mind, seen: Observation, worlds: int) -> None:
        self._seen = seen
        self._exchanger = Exchanger(mind, seen, utility(seen), worlds)
        self._found: list[Weighed] = []
        self._points = seen.table.auction

    def run(self) -> bool:
        return self._exchanger.run()

    def choices(self) -> tuple[Choice, ...]:
        """Cards as they are ordered. One with more tricks but fewer points is not scored above those before it."""
        choices: list[Choice] = []
        least = 1.0
        self._found = self._exchanger.found()
        for each in self._found:
            least = min(least, each.tricks / TRICKS)
            choices.append(Choice(card_name(each.card), least, f"{each.tricks:.1f}"))
        return tuple(choices)

    def worths(self) -> list[float]:
        scale = POINTS_A_TRICK if self._points else 1.0
        return [each.worth / scale for each in self._found]

    def facts(self) -> dict[str, float | str]:
        """Deals looked at, the chance to make (or beat) the contract, and what is known of the other hand."""
        seen = self._seen
        facts: dict[str, float | str] = {"worlds": float(self._exchanger.done), "hidden": float(seen.hidden)}
        if seen.contract is not None:
            needs = seen.contract.needs if seen.declaring else TRICKS + 1 - seen.contract.needs
            facts["makes"] = float(self._exchanger.distribution()[needs:].sum())
        if seen.theirs:
            facts["known"] = " ".join(map(card_name, cards_of(seen.theirs)))
        return facts


def _by_rule(state: State) -> Advice:
    first = call_by_rule(observe(state))
    calls = (first, *(call for call in state.legal_moves() if call != first))
    return Advice(tuple(Choice(call, EVEN, "rule") for call in calls), "rule", EVEN, done=True)


def _signed(points: float) -> str:
    return f"{points:+.0f}".replace("-", "–").replace("+0", "0") if round(points) else "0"
