"""The four-wide policy behind the interface of every engine: each placement with the clears still to come."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import cast

from ai.engine import Choice, Limit
from ai.review.verdict import Comparison, Judge, Slices
from ai.tetris.four_wide.catalogue import PolicyCatalogue
from ai.tetris.four_wide.policy import Policy
from game.advice import Advice, Unit, Worth
from game.facts import KnownFacts, PolicyFacts
from game.position import Position
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import State, move_of
from game.tetris.four_wide.well import Drop, continuations, height_of

# A player without a table: it clears as far as it sees, and likes fields that many pieces can continue.
#
# A baseline, and an opponent to beat: 1,000 a placement over all pieces that are seen, then 100 times the number
# of pieces that can continue the field, plus what the held piece can do (the share of the 40 fields of three
# cells that it continues, in percent). First of equals: the current piece before the held one, then low fields.

A_PLACEMENT, A_PIECE = 1_000, 100
HELD = (100, 25, 55, 55, 55, 27, 27)  # by piece I O T L J S Z


def choose(state: State) -> Drop | None:
    """The placement this player makes; None where nothing clears a line."""
    ranked = sorted(state.useful, key=lambda drop: (drop.piece != state.piece, _size(drop.after)))
    return max(ranked, key=lambda drop: _score(state, drop), default=None)  # the first of equals


def in_sight(state: State, drop: Drop) -> int:
    """Return how many pieces in sight clear a line one after the other, this one included."""
    return _score(state, drop) // A_PLACEMENT


def _score(state: State, drop: Drop) -> int:
    held = state.hold if drop.piece == state.piece or state.hold is None else state.piece
    return A_PLACEMENT + _look(drop.after, held, state.previews, state.model)


@cache
def _look(field: int, hold: int | None, queue: tuple[int, ...], model: Model) -> int:
    """The most that the pieces of the queue can bring."""
    if not queue:
        return _rest(field, hold, model)
    current, further = queue[0], queue[1:]
    scores = [
        A_PLACEMENT + _look(after, held, further, model)
        for piece, held in ((current, hold), (hold, current))
        if piece is not None
        for after in continuations(field, piece, model.reach, model.lines)
    ]
    return max(scores, default=_rest(field, hold, model))


def _rest(field: int, hold: int | None, model: Model) -> int:
    pieces = sum(1 for piece in range(7) if continuations(field, piece, model.reach, model.lines))
    return A_PIECE * pieces + (HELD[hold] if hold is not None else 0)


def _size(field: int) -> tuple[int, int]:
    """Low fields first, then those that are small as numbers."""
    return height_of(field), field


PATIENCE = 0.5  # seconds between two words while a policy is being made


class FourWide:
    """The optimum. The worth of a choice is the number of clears to come, its own included.

    A policy that is not there yet is made at first use where that takes seconds; larger ones are made on
    demand, and until then the one with most previews that there is has to do: its values are those of a
    player who sees that much.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._shelf = PolicyCatalogue()

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield what can be said at once, now and then while a policy is being made, and what it says then."""
        state = cast(State, view)
        if state.over:
            yield Advice((), "rule", done=True)
            return
        walls = state.walls is not None
        while self._shelf.prepare(state.model, walls=walls) and not self._shelf.failed(state.model):
            yield self._opinion(state, done=False)
            self._shelf.wait(PATIENCE)
        yield self._opinion(state, done=True)

    def _opinion(self, state: State, *, done: bool) -> Advice:
        policy = self._shelf.nearest(state.model, walls=state.walls is not None)
        return by_mobility(state, done=done) if policy is None else advice_of(state, policy, done=done)


def advice_of(state: State, policy: Policy, *, done: bool = True) -> Advice:
    """Return a policy's values of every placement; one that clears no line ends the combo and is worth 0.

    Between walls of finite height the policy has to know those. The facts then are the greatest possible chance to
    reach their end, after the best placement, and the rows that are left.
    """
    previews, current = policy.model.previews, state.piece
    assert current is not None
    queue, rest = state.previews[:previews], state.bag_rest(previews)
    options = policy.options(state.field, current, state.hold, queue, rest, state.walls)
    worth = {(option.piece, option.field): option.value for option in options}
    useful = set(state.useful)
    scored = [(worth[drop.piece, drop.after] if drop in useful else 0.0, drop) for drop in state.placements]
    scored.sort(key=lambda each: -each[0])
    choices = tuple(Choice(move_of(drop), Worth("clears", value)) for value, drop in scored)
    ended = state.walls is not None and options
    facts = PolicyFacts(
        previews=float(previews),
        error=policy.error,
        walls=float(state.walls) if state.walls is not None and ended else None,
        chance=options[0].chance if ended else None,
    )
    simpler = KnownFacts(simplified=policy.model != state.model)
    return Advice(
        choices, "policy", choices[0].worth, done, (facts, *([simpler] if simpler.simplified else []))
    )


def by_mobility(state: State, *, done: bool) -> Advice:
    """Return the choice of the player without a table, which counts the clears in sight."""
    drop = choose(state)
    if drop is None:
        return Advice((), "rule", done=done)
    clears = Worth("clears", float(in_sight(state, drop)))
    return Advice((Choice(move_of(drop), clears),), "rule", clears, done=done)


class Mobility:
    """The baseline behind the interface of every engine."""

    def __init__(self, seed: int | None = None) -> None:
        pass

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield its one choice."""
        yield by_mobility(cast(State, view), done=True)


# Two placements of four-wide compared: by the solved game, where it is solved for this player.


class FourWideJudge(Judge):
    """Clears to come on average."""

    def __init__(self) -> None:
        self._engine = FourWide()

    def unit(self, position: Position) -> Unit:
        return "clears"

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        *_, last = self._engine.think(position.view(0), Limit())
        return last

    def doubt(self, position: Position, advice: Advice) -> float | None:
        return 0.0 if advice.source == "policy" else None

    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        yield
        advice = self.advise(position, budget, seed)
        clears = {each.move: each.worth.value for each in advice.choices}
        if advice.source != "policy" or played not in clears:
            return None
        return Comparison(clears[better] - clears[played], of=max(1e-9, clears[better]))
