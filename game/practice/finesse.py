"""Problems of finesse: a piece is brought to a place with the fewest keys. Those of a game are its faults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.facts import KeysFacts
from game.practice.problem import Keys, Problem, Source
from game.practice.sameness import identity
from game.session import Session
from game.tetris.guideline import Placement, State
from game.tetris.guideline.finesse import cost_of, keys_to
from game.tetris.guideline.pieces import letter
from game.tetris.guideline.real_time import Replay
from game.tetris.guideline.real_time.faults import faults_in
from game.tetris.guideline.rules import DEFAULTS
from game.tetris.tetrio import Round
from game.tetris.tetrio.course import session_of

OWN_DECK = "your-finesse"
OWN_TITLE, OWN_DETAIL = "Your finesse", "pieces that took too many keys"
_MOVING = ("kicks", "start", "spins")  # rules that say how a piece can move


class Faulty(NamedTuple):
    """A piece of a game that took `used` keys, more than needed, on the board of `before`; its number from 1."""

    number: int
    before: State
    at: Placement
    used: int


def alone(state: State, piece: int) -> State:
    """The board of a state with this piece alone."""
    here = state.here()
    rules = {key: here[key] for key in ("board", *_MOVING) if key in here}
    return State.open({"queue": f"list:{letter(piece)}", "hold": "off", **rules})


def keys_problem(state: State, at: Placement, least: int, source: Source) -> Problem | None:
    """The problem to bring the only piece of a state to a place; None where that takes fewer than `least` keys."""
    keys = keys_to(state.field, at, state.rules.kicks, state.rules.start, state.rules.spins)
    if keys is None or cost_of(keys) < least:
        return None
    task = Keys(str(at), cost_of(keys))
    return Problem(
        id=identity(state, task),
        game="tetris",
        start={key: text for key, text in state.here().items() if DEFAULTS.get(key) != text},
        task=task,
        answers=(str(at),),
        theme="finesse",
        reason=(KeysFacts(keys=keys),),
        source=source,
    )


def faults_of_game(replay: Replay, number: int) -> Iterator[Faulty]:
    """The faults of a seat of a game in real time."""
    for _, fault in faults_in(replay, number):
        yield Faulty(fault.before.tally.placed + 1, fault.before, fault.at, fault.used)


def faults_of_round(one: Round, session: Session | None = None) -> Iterator[Faulty]:
    """The faults of a round of TETR.IO, as its own figures count them; `session` is the round as a game of ours."""
    game = session_of(one) if session is None else session
    for ply, (placed, move) in enumerate(zip(one.outcome.placements, game.moves, strict=False)):
        before = game.position_at(ply)
        if placed.keys and isinstance(before, State):
            yield Faulty(ply + 1, before, Placement.parse(move.text), placed.keys)


def problems_of(faults: Iterator[Faulty], source: Source) -> list[Problem]:
    """A problem of each fault whose piece can be placed with fewer keys than it took, each once."""
    results: dict[str, Problem] = {}
    for each in faults:
        origin = Source(
            kind=source.kind, title=source.title, date=source.date, move=each.number, player=source.player
        )
        made = keys_problem(alone(each.before, each.at.piece), each.at, 1, origin)
        if made is not None and isinstance(made.task, Keys) and made.task.keys < each.used:
            results.setdefault(made.id, made)
    return list(results.values())
