"""Games of guideline Tetris as showcases: played by the stacker from their seeds, looked through, and told.

A game of its own goes piece by piece, with what the engine said of each; a duel is in real time. Thinking is counted in
nodes, so the same engine gives the same file. Chapters belong to moments that are looked for in the game; what is told
there has the facts of its position (`telling.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ai import registry
from ai.engine import Engine, Limit
from ai.tetris.guideline.measured import Guided
from ai.tetris.guideline.stacker.engine import A_DRAW, GuidelineJudge, Stacker
from assets.showcases.telling import Facts, ToldChapter, tell
from game.advice import Advice
from game.errors import BadInput
from game.facts import without_speeds
from game.position import Position
from game.record import Chapter, Record, Seat
from game.session import Session
from game.showcase import compose, with_chapters
from game.tetris.guideline import Landing, Placement, State
from game.tetris.guideline.attack import title
from game.tetris.guideline.real_time import GAME, Replay, Setup, Statistics, TargetController
from game.tetris.guideline.real_time.game import SIDES

CHOICES = 3  # choices of each piece
DRAWS = 16  # games that tell what a position is worth
LAST_PIECES = 20  # of a game in real time, which may be its end


class Source(msgspec.Struct, forbid_unknown_fields=True):
    """A source: a seed, how many nodes a piece, the players, and the chapters.

    `pieces` at most of a game piece by piece; `ticks` at most of one in real time, with the pace of each seat.
    Moments of chapters: `start`, `end`, `back-to-back`, a clear (`T-spin double`, `perfect clear`), the `last` clear of
    a kind, and in real time `highest`, the highest stack that came down again.
    """

    title: str
    game: str
    seed: int
    nodes: int
    created: str
    seats: list[Seat]
    chapters: list[ToldChapter]
    pieces: int = 0
    pace: int = 900
    ticks: int = 0
    paces: list[float] = []


def build(source: Source) -> Record:
    """The showcase of a source. Raises `BadInput` where its chapters do not fit the game."""
    return _duel(source) if source.game == GAME else _alone(source)


# -- piece by piece --


def _alone(source: Source) -> Record:
    session = Session.new("tetris", {"queue": f"seven_bag:{source.seed}"}, source.seats, source.seed)
    engine = Guided(_engine(source.seats[0], source.seed))
    while session.length < source.pieces and not session.position.over:
        advice = _think(engine, session.position, source.nodes)
        session.note(session.cursor, _measured(session.position, advice))
        session.play(advice.choices[0].move)
    session.go_to(0)
    return compose(session, source.title, chapters(source, session), source.created, source.pace)


def chapters(source: Source, session: Session) -> list[Chapter]:
    """The chapters of a game piece by piece. Raises `BadInput` for a moment there is not, and as `tell`."""
    landings = [state.last for state in _states(session)]
    return tell(
        source.chapters,
        lambda details: _moment(details, landings),
        lambda ply: facts_of(session, ply),
        whole_facts(session),
        session.length,
    )


def _engine(seat: Seat, seed: int) -> Engine:
    engine = registry.create(seat.engine, seat.level or None, "tetris", seed=seed)
    if isinstance(engine, Stacker):
        engine.keeps = False  # so that an opinion does not depend on those before it
    return engine


def _think(engine: Engine, position: object, nodes: int) -> Advice:
    """The engine's last word after so many nodes, with its first choices, and without the speed of the machine."""
    assert isinstance(position, State)
    *_, advice = engine.think(position.view(0), Limit(iterations=nodes))
    evidence = without_speeds(advice.evidence)
    return msgspec.structs.replace(advice, choices=advice.choices[:CHOICES], evidence=evidence)


def _measured(position: Position, advice: Advice) -> Advice:
    """The advice with what the position is worth, for the graph."""
    slices = GuidelineJudge().worth(position, advice.choices[0].move, DRAWS * A_DRAW, seed=position.ply)
    while True:
        try:
            next(slices)
        except StopIteration as ended:
            return msgspec.structs.replace(advice, worth=ended.value)


# -- in real time --


def _duel(source: Source) -> Record:
    rules = {"queue": f"seven_bag:{source.seed}", "garbage": str(source.seed)}
    replay = Replay(Setup.of(rules, "guideline", ("engine",) * len(source.seats)))
    hands = [TargetController(pace) for pace in source.paces]
    engines = [_engine(seat, source.seed + number) for number, seat in enumerate(source.seats)]
    while replay.ticks < source.ticks and not replay.game.over:
        for seat, hand, engine in zip(replay.game.seats, hands, engines, strict=True):
            if hand.waits(seat) and not seat.view().over:
                hand.aim(seat, Placement.parse(_think(engine, seat.view(), source.nodes).choices[0].move))
        replay.tick([hand.buttons(seat) for seat, hand in zip(replay.game.seats, hands, strict=True)])
    record = Record(
        game=GAME,
        rules=replay.rules,
        seats=tuple(source.seats),
        seed=source.seed,
        created=source.created,
        live=replay,
    )
    return with_chapters(record, source.title, duel_chapters(source, replay))


def duel_chapters(source: Source, replay: Replay) -> list[Chapter]:
    """The chapters of a game in real time. Raises `BadInput` for a moment there is not, and as `tell`."""
    landings, heights = list[Landing | None]([None]), [0]
    for ply in range(1, replay.count + 1):
        state = replay.position(ply).states[replay.locks[ply - 1].seat]
        landings.append(state.last)
        heights.append(state.field.height)

    def moment(details: ToldChapter) -> int:
        return _highest(heights) if details.at == "highest" else _moment(details, landings)

    last = replay.position(replay.count)
    whole: Facts = {"pieces": replay.count, "loser": SIDES[1 - (last.live.winner or 0)]}
    return tell(source.chapters, moment, lambda ply: _duel_facts(replay, ply), whole, replay.count)


def _highest(heights: Sequence[int]) -> int:
    """The ply of the highest stack; not of the last ones, which may be the end of the game."""
    return heights.index(max(heights[:-LAST_PIECES]))


def _duel_facts(replay: Replay, ply: int) -> Facts:
    """The game in real time at the tick in which piece `ply` has locked: by side, and of this piece."""
    moment = replay.position(ply)
    facts: Facts = {}
    for side, seat in zip(SIDES, moment.live.seats, strict=False):
        one = Statistics.of(seat)
        facts |= {
            f"pieces_{side}": one.pieces,
            f"pace_{side}": one.pieces_a_second,
            f"sent_{side}": one.tally.sent,
            f"height_{side}": seat.state.field.height,
        }
    if ply:
        number = replay.locks[ply - 1].seat
        state = moment.states[number]
        facts |= {"side": SIDES[number], "height": state.field.height} | _landed(state)
    return facts


# -- what is told --


def _states(session: Session) -> list[State]:
    states = [session.position_at(ply) for ply in range(session.length + 1)]
    return [state for state in states if isinstance(state, State)]


def _moment(details: ToldChapter, landings: Sequence[Landing | None]) -> int:
    """The ply that a chapter is about, behind its piece. Raises `BadInput` if there is none."""
    if details.at in ("start", "end"):
        return 0 if details.at == "start" else len(landings) - 1
    name = str(details.at)
    kind = name.removeprefix("last ")
    results = [ply for ply, landing in enumerate(landings) if landing is not None and _is(kind, landing)]
    if len(results) < details.nth:
        raise BadInput(f"there is no {name} number {details.nth} in this game; choose another seed")
    return results[-1 if name != kind else details.nth - 1]


def _is(name: str, landing: Landing) -> bool:
    if name == "perfect clear":
        return landing.clear.perfect
    if name == "back-to-back":
        return landing.clear.back_to_back and landing.clear.rows > 0
    return title(landing.clear) == name


def whole_facts(session: Session) -> Facts:
    """A whole game piece by piece."""
    return {"pieces": session.length, "all_attack": _states(session)[-1].tally.attack}


def facts_of(session: Session, ply: int) -> Facts:
    """A position of a game piece by piece, what its last piece did, and how far the next perfect clear is."""
    states = _states(session)
    state = states[ply]
    facts: Facts = {
        "piece": ply,
        "attack": state.tally.attack,
        "clears": state.tally.perfect,
        "spins": state.tally.spins + state.tally.minis,
        "cells": state.field.cells,
        "height": state.field.height,
    }
    ahead = (each for each in states[ply + 1 :] if each.last is not None and each.last.clear.perfect)
    cleared = next(ahead, None)
    if cleared is not None:
        to_clear = cleared.tally.placed - ply
        facts |= {"to_clear": to_clear, "missing": 4 * to_clear, "clear_piece": ply + to_clear}
    return facts | _landed(state)


def _landed(state: State) -> Facts:
    """Return the facts about the last piece."""
    last = state.last
    return {} if last is None else {"rows": last.clear.rows, "worth": last.attack}
