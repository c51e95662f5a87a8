"""A round in real time that is played on from one of its ticks, beside what really happened there.

Pieces are the same, and garbage comes when it did. Figures are compared after as much time, up to the end of the round.
A round of a game of ours is kept as its buttons, one of TETR.IO as its placements with their ticks, each with the best
try, in a file of the folder `guided`.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Protocol, Self, TypeAlias

import msgspec
from msgspec import Meta

from game.errors import BadInput, IllegalMove
from game.guided.takeover import MOST_BYTES, MOST_GAMES, Moves, Rank, folder
from game.saving import load, save
from game.session import Session
from game.tetris.guideline import State, Tally
from game.tetris.guideline.real_time import Handling, Replay, Seat, Setup
from game.tetris.guideline.real_time.game import Game
from game.tetris.guideline.real_time.replay import Ticks, fault_of
from game.tetris.tetrio import Round
from game.tetris.tetrio.taken_over import taken_over

_SUFFIX = ".round"
_FAR = 120  # ticks ahead from which looking is quicker than playing
_NOTHING = Tally()


class Tries(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The best try of a round that is played on, and the games of all tries."""

    best_rules: dict[str, str] = {}
    best: tuple[Ticks, ...] = ()
    games: Annotated[tuple[str, ...], Meta(max_length=MOST_GAMES)] = ()
    version: Annotated[int, Meta(ge=1, le=1)] = 1


class PlayedRound(Tries, frozen=True, forbid_unknown_fields=True):
    """The file of a round of ours: its buttons, the tick and seat from which it is played on, and the tries."""

    rules: dict[str, str]
    ticks: tuple[Ticks, ...]
    tick: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=0, le=1)]

    @property
    def named(self) -> tuple[object, ...]:
        """All that tells it from others."""
        return self.rules, self.ticks, self.tick, self.seat

    def opened(self) -> tuple[Setup, Course]:
        """The setup of a try, and the round as it went. Raises `BadInput` for one that cannot be."""
        played = _replay(self.rules, self.ticks)
        return _setup_of(played, self), PlayedCourse(played, self.tick, self.seat)


class PlacedRound(Tries, frozen=True, forbid_unknown_fields=True):
    """The file of a round of TETR.IO from a tick on: the setup of a try, the placements to come, and the tries.

    `start` is the position of the piece in hand, `locks` are the ticks after which each of `moves` has locked; the
    round ended after `end` ticks, and is `lost` where it was this player's end.
    """

    setup: dict[str, str]
    start: dict[str, str]
    moves: Moves
    locks: Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(max_length=20_000)]
    end: Annotated[int, Meta(ge=0)]
    lost: bool

    @property
    def named(self) -> tuple[object, ...]:
        """All that tells it from others."""
        return self.start, self.moves, self.locks, self.end

    def opened(self) -> tuple[Setup, Course]:
        """The setup of a try, and the round as it went. Raises `BadInput` for one that cannot be."""
        if len(self.locks) != len(self.moves):
            raise BadInput(f"{len(self.moves)} placements have {len(self.locks)} ticks")
        states = [State.open(self.start)]
        try:
            for move in self.moves:
                states.append(states[-1].play(move))
        except IllegalMove as error:
            raise BadInput(f"a placement is not possible: {error}") from None
        return Setup.open(self.setup), PlacedCourse(states, self.locks, self.end, is_lost=self.lost)


Past: TypeAlias = PlayedRound | PlacedRound


class Course(Protocol):
    """A round as it went, looked at by the ticks since it was taken over. `end` is the last of them."""

    @property
    def end(self) -> int: ...

    def state(self, ticks: int) -> State:
        """The state after so many ticks, or at the end, with figures that begin at nothing."""

    def rank(self, ticks: int) -> Rank:
        """The standing then; higher is better."""


class LiveTakeover:
    """A round in real time as it went, for those who play on in it from one of its ticks."""

    def __init__(self, past: Past, setup: Setup, then: Course) -> None:
        """`setup` is that of a try, `then` the round as it went. Raises `BadInput` for tries that cannot be."""
        self.past, self._setup, self._then = past, setup, then
        self._best = PlayedCourse(_replay(past.best_rules, past.best)) if past.best else None

    @classmethod
    def of(cls, replay: Replay, tick: int, seat: int) -> Self:
        """The rest of a round from a tick on, with the best try that was kept. Raises `BadInput`."""
        past = PlayedRound(rules=replay.rules, ticks=replay.stretches(), tick=tick, seat=seat)
        return cls._with_tries(past, _setup_of(replay, past), PlayedCourse(replay, tick, seat))

    @classmethod
    def of_round(cls, one: Round, session: Session, tick: int) -> Self:
        """The same of a player's round of TETR.IO, which is `session` piece by piece.

        Raises `BadInput` where our rules cannot go on with it.
        """
        rest = taken_over(one, session, tick)
        past = PlacedRound(
            setup=rest.setup.named(),
            start=rest.states[0].here(),
            moves=rest.moves,
            locks=rest.locks,
            end=rest.end,
            lost=rest.is_lost,
        )
        course = PlacedCourse(rest.states, rest.locks, rest.end, is_lost=rest.is_lost)
        return cls._with_tries(past, rest.setup, course)

    @classmethod
    def _with_tries(cls, past: Past, setup: Setup, then: Course) -> Self:
        try:
            stored = _read(_path(past))
            tries = {"best_rules": stored.best_rules, "best": stored.best, "games": stored.games}
            return cls(msgspec.structs.replace(past, **tries), setup, then)
        except BadInput:
            return cls(past, setup, then)

    @classmethod
    def of_game(cls, created: str) -> Self | None:
        """The comparison that a try begun at this time belongs to; None where there is none."""
        for path in sorted(folder().glob(f"*{_SUFFIX}")) if created else ():
            try:
                past = _read(path)
                if created in past.games:
                    return cls(past, *past.opened())
            except BadInput:
                continue
        return None

    @property
    def end(self) -> int:
        """The ticks after which the round ended; nothing is compared beyond."""
        return self._then.end

    def try_again(self, handling: Handling) -> Replay:
        """A new try: the same pieces, and the same garbage at the same time. Raises `BadInput`."""
        return Replay(replace(self._setup, handlings=(handling,)))

    def then(self, ticks: int) -> State:
        """The round as it stood after so many ticks, or at its end; figures begin at nothing."""
        return self._then.state(ticks)

    def best(self, ticks: int) -> State | None:
        """The best try after so many ticks, or at its end; None where there was none."""
        return None if self._best is None else self._best.state(min(ticks, self.end))

    def better(self, game: Game) -> int:
        """1 if a try is better than the round was after as long, -1 if worse, 0 if as good."""
        own, other = rank_of(game.seats[0]), self._then.rank(game.now)
        return (own > other) - (own < other)

    def begun(self, created: str) -> None:
        """Remember a try, so that it is compared when it is taken up again. Raises `NotSaved`."""
        if created and created not in self.past.games:
            games = (*self.past.games, created)[-MOST_GAMES:]
            self._write(msgspec.structs.replace(self.past, games=games))

    def take(self, replay: Replay) -> bool:
        """Keep a try, up to the end of the round, if it is the best one so far; whether it is. Raises `NotSaved`."""
        replay = replay.cut(min(replay.ticks, self.end))
        if not replay.count:
            return False
        if self._best is not None and self._worth(replay.game) <= self._worth(self._best.replay.game):
            return False
        self._best = PlayedCourse(replay)
        changes = {"best_rules": replay.rules, "best": replay.stretches()}
        self._write(msgspec.structs.replace(self.past, **changes))
        return True

    def _worth(self, game: Game) -> Rank:
        """A try by how good it is: one that came to an end counts more than one that was left."""
        seat = game.seats[0]
        whole = game.now == self.end or seat.ending in ("goal", "time")
        return (whole, *rank_of(seat), -game.now if seat.ending == "goal" else 0)

    def _write(self, past: Past) -> None:
        self.past = past
        save(_path(past), msgspec.json.encode(past))


class PlayedCourse:
    """A seat of a game in real time from a tick on, looked at tick by tick."""

    def __init__(self, replay: Replay, begin: int = 0, seat: int = 0) -> None:
        self.replay, self.begin, self._number = replay, begin, seat
        self._game = replay.at(begin)
        self._tally = self._game.seats[seat].state.tally

    @property
    def end(self) -> int:
        return self.replay.ticks - self.begin

    def rank(self, ticks: int) -> Rank:
        return rank_of(self._at(ticks), self._tally)

    def state(self, ticks: int) -> State:
        state = self._at(ticks).state
        return replace(state, tally=_since(state.tally, self._tally))

    def _at(self, ticks: int) -> Seat:
        tick = min(self.begin + max(0, ticks), self.replay.ticks)
        if tick < self._game.now or tick > self._game.now + _FAR:
            self._game = self.replay.at(tick)
        while self._game.now < tick:
            self._game.tick(self.replay.buttons_at(self._game.now + 1))
        return self._game.seats[self._number]


class PlacedCourse:
    """Placements with the ticks after which each of them has locked."""

    def __init__(self, states: Sequence[State], locks: Sequence[int], end: int, *, is_lost: bool) -> None:
        self._states, self._locks, self._end, self._is_lost = states, locks, end, is_lost

    @property
    def end(self) -> int:
        return self._end

    def rank(self, ticks: int) -> Rank:
        state = self.state(ticks)
        alive = not state.over and not (self._is_lost and ticks >= self._end)
        return _rank(state, alive=alive)

    def state(self, ticks: int) -> State:
        state = self._states[bisect_right(self._locks, ticks)]
        return replace(state, tally=_since(state.tally, self._states[0].tally))


def _setup_of(replay: Replay, past: PlayedRound) -> Setup:
    """The setup of a try, with a handling that each try replaces by its own."""
    return replay.alone(past.tick, past.seat, Handling()).setup


def _since(tally: Tally, before: Tally) -> Tally:
    """The counts since another moment; what is a record of the game stays."""
    counts = Tally(*(now - then for now, then in zip(tally, before, strict=True)))
    return counts._replace(longest_combo=tally.longest_combo, longest_chain=tally.longest_chain)


def rank_of(seat: Seat, before: Tally = _NOTHING) -> Rank:
    """A seat by how good it stands: alive, then what the game is about, then the height of the stack."""
    state = replace(seat.state, tally=_since(seat.state.tally, before))
    return _rank(state, alive=seat.ending in (None, "goal", "time"))


def _rank(state: State, *, alive: bool) -> Rank:
    """Aim of the game: rows where a number of them is its goal, else attack before rows."""
    tally, rules = state.tally, state.rules
    aim = (state.dug, tally.cleared) if rules.garbage.dig else (tally.cleared, tally.attack)
    if not (rules.goal or rules.garbage.dig):
        aim = (tally.attack, tally.cleared)
    return (alive, *aim, -state.field.height)


def _replay(rules: dict[str, str], ticks: tuple[Ticks, ...]) -> Replay:
    """The game of a file. Raises `BadInput`."""
    setup = Setup.open(rules)
    fault = fault_of(ticks, len(setup.starts))
    if fault is not None:
        raise BadInput(fault[1])
    replay = Replay.packed(setup, ticks)
    replay.prove()
    return replay


def _path(past: Past) -> Path:
    named = msgspec.json.encode(past.named, order="deterministic")
    return folder() / f"{hashlib.sha256(named).hexdigest()[:16]}{_SUFFIX}"


def _read(path: Path) -> Past:
    data = load(path, MOST_BYTES)
    try:
        return msgspec.json.decode(data, type=PlayedRound)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        pass
    try:
        return msgspec.json.decode(data, type=PlacedRound)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} is damaged: {error}.") from None
