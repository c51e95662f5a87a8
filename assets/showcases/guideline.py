"""Games of guideline Tetris as showcases: played by the stacker from their seeds, looked through, and told.

A game of its own goes piece by piece, with what the engine said of each; a duel is in real time. Thinking is counted in
nodes, so the same engine gives the same file. A caption belongs to a moment that is looked for in the game, and the
numbers in it are measured there: `{piece}`, `{attack}`, `{height}` …
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import msgspec

from ai import registry
from ai.engine import Engine, Limit
from ai.tetris.guideline.measured import Guided
from ai.tetris.guideline.stacker.engine import A_DRAW, GuidelineJudge
from game.advice import Advice
from game.position import Position
from game.record import Chapter, ChapterEvent, Record, Seat
from game.session import Session
from game.showcase import compose, told
from game.tetris.guideline import Landing, Placement, State
from game.tetris.guideline.attack import title
from game.tetris.guideline.real_time import GAME, Replay, Setup, TargetController

KEPT = 3  # choices of each piece
DRAWS = 16  # games that tell what a position is worth
Moment = Literal[
    "start", "perfect clear", "last perfect clear", "back-to-back", "strongest", "highest", "end"
]


class Told(msgspec.Struct, forbid_unknown_fields=True):
    """A chapter of the source: `at` names a moment or a clear (`T-spin double`), `lead` the pieces before it.

    Its event are the last `moves` pieces up to there, each shown in `slow` milliseconds.
    """

    at: str
    title: str
    caption: str
    lead: int = 0
    moves: int = 0
    slow: int = 3000
    rest: int = 2500


class Source(msgspec.Struct, forbid_unknown_fields=True):
    """What a person writes down: a seed, how many nodes a piece, the players, and the chapters.

    `pieces` at most of a game piece by piece; `ticks` at most of one in real time, with the pace of each seat.
    """

    title: str
    game: str
    seed: int
    nodes: int
    created: str
    seats: list[Seat]
    chapters: list[Told]
    pieces: int = 0
    pace: int = 900
    ticks: int = 0
    paces: list[float] = []


class Placed(NamedTuple):
    """A piece of the game: its ply once it lies, whose it was, what it did, and how high the stack is then."""

    ply: int
    seat: int
    landing: Landing
    height: int


def build(source: Source) -> Record:
    """The showcase of a source. Raises `BadInput` where its chapters do not fit the game."""
    return _duel(source) if source.game == GAME else _alone(source)


# -- piece by piece --


def _alone(source: Source) -> Record:
    session = Session.new("tetris", {"queue": f"seven_bag:{source.seed}"}, source.seats, source.seed)
    engine = Guided(_engine(source.seats[0], source.seed))
    placed: list[Placed] = []
    while session.length < source.pieces and not session.position.over:
        advice = _think(engine, session.position, source.nodes)
        session.note(session.cursor, _measured(session.position, advice))
        state = session.play(advice.choices[0].move)
        assert isinstance(state, State)
        assert state.last is not None
        placed.append(Placed(session.length, 0, state.last, state.field.height))
    session.go_to(0)
    return compose(session, source.title, _chapters(source, placed), source.created, source.pace)


def _engine(seat: Seat, seed: int) -> Engine:
    return registry.create(seat.engine, seat.level or None, "tetris", seed=seed)


def _think(engine: Engine, position: object, nodes: int) -> Advice:
    """The engine's last word after so many nodes, with its first choices, and without the speed of the machine."""
    assert isinstance(position, State)
    *_, advice = engine.think(position.view(0), Limit(iterations=nodes))
    facts = {key: value for key, value in advice.facts.items() if key != "nodes_per_second"}
    return msgspec.structs.replace(advice, choices=advice.choices[:KEPT], facts=facts)


def _measured(position: Position, advice: Advice) -> Advice:
    """The advice with what the position is worth, for the graph."""
    slices = GuidelineJudge().worth(position, advice.choices[0].move, DRAWS * A_DRAW, seed=position.ply)
    while True:
        try:
            next(slices)
        except StopIteration as ended:
            return msgspec.structs.replace(advice, facts={**advice.facts, **ended.value})


# -- in real time --


def _duel(source: Source) -> Record:
    rules = {"queue": f"seven_bag:{source.seed}", "garbage": str(source.seed)}
    replay = Replay(Setup.of(rules, "guideline", ("engine",) * len(source.seats)))
    hands = [TargetController(pace) for pace in source.paces]
    engines = [_engine(seat, source.seed + number) for number, seat in enumerate(source.seats)]
    placed: list[Placed] = []
    while replay.ticks < source.ticks and not replay.game.over:
        for seat, hand, engine in zip(replay.game.seats, hands, engines, strict=True):
            if hand.waits(seat) and not seat.view().over:
                hand.aim(seat, Placement.parse(_think(engine, seat.view(), source.nodes).choices[0].move))
        told_now = replay.tick(
            [hand.buttons(seat) for seat, hand in zip(replay.game.seats, hands, strict=True)]
        )
        for number, events in enumerate(told_now):
            for event in events:
                if event.kind == "lock" and event.landing is not None:
                    height = replay.game.seats[number].state.field.height
                    placed.append(Placed(len(placed) + 1, number, event.landing, height))
    record = Record(
        game=GAME,
        rules=replay.rules,
        seats=tuple(source.seats),
        seed=source.seed,
        created=source.created,
        live=replay,
    )
    return told(record, source.title, _chapters(source, placed))


# -- what is told --


def _chapters(source: Source, placed: Sequence[Placed]) -> list[Chapter]:
    """The chapters at their plies, with their numbers filled in; a moment that comes too early gives way."""
    chapters: list[Chapter] = []
    for each in source.chapters:
        found = _moment(each.at, placed)
        ply = max(0, found.ply - each.lead) if found is not None else 0
        if chapters:
            ply = max(ply, chapters[-1].ply + 1)
        event = None
        if found is not None and each.moves:
            begin = max(ply, found.ply - each.moves)
            event = ChapterEvent(begin, found.ply - begin, slow=each.slow, rest=each.rest)
        facts = _facts(found, placed)
        chapters.append(
            Chapter(
                ply, each.title.format(**facts), " ".join(each.caption.format(**facts).split()), event=event
            )
        )
    return chapters


def _moment(name: str, placed: Sequence[Placed]) -> Placed | None:
    """The piece that a moment is about; None for the start."""
    if name == "start":
        return None
    if name == "end":
        return placed[-1]
    if name == "strongest":
        return max(placed, key=lambda each: each.landing.attack)
    if name == "highest":
        return max(placed[:-20], key=lambda each: each.height)
    found = [each for each in placed if _SIGNS.get(name, _named(name))(each.landing)]
    if not found:
        raise SystemExit(f"there is no {name} in this game; choose another seed")
    return found[-1 if name.startswith("last") else 0]


def _named(name: str) -> Callable[[Landing], bool]:
    return lambda landing: title(landing.clear) == name


_SIGNS: dict[str, Callable[[Landing], bool]] = {
    "perfect clear": lambda landing: landing.clear.perfect,
    "last perfect clear": lambda landing: landing.clear.perfect,
    "back-to-back": lambda landing: landing.clear.back_to_back and landing.clear.rows > 0,
}


def _facts(found: Placed | None, placed: Sequence[Placed]) -> dict[str, object]:
    """The numbers that captions may have."""
    ply = found.ply if found is not None else 0
    until = [each for each in placed if each.ply <= ply]
    return {
        "piece": ply,
        "pieces": len(placed),
        "attack": found.landing.attack if found is not None else 0,
        "height": found.height if found is not None else 0,
        "clear": title(found.landing.clear) if found is not None else "",
        "side": ("left", "right")[found.seat] if found is not None else "",
        "total": sum(each.landing.attack for each in until),
        "spins": sum(1 for each in until if each.landing.clear.spin and each.landing.clear.rows),
        "perfect": sum(1 for each in until if each.landing.clear.perfect),
        "sent_left": sum(each.landing.sent for each in until if each.seat == 0),
        "sent_right": sum(each.landing.sent for each in until if each.seat == 1),
    }
