"""Judging a game: the best move is searched for, then compared with the one that was played on equal terms.

A search looks deeper at the move it likes, so its own numbers are no fair comparison, and the best of many noisy
numbers is too good to be true. Therefore both moves get the same fresh budget, from the same samples where there is
chance or hidden cards; and what looks like a mistake is looked at once more with four times the budget before it is
called one. What can be proved is not compared. Everything that is counted in nodes is the same on every run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar, cast

import msgspec

from ai.engine import Limit
from ai.review.verdict import AGAIN, Comparison, Judge, Review, degree, summary_of, tells
from game.advice import Advice, Verdict, Worth
from game.errors import BadInput
from game.games import open_position
from game.position import Position, plain
from game.record import Record, positions
from game.review import DEGREES, Judged, recommends
from game.tetris.guideline.real_time import Replay
from game.tetris.tetrio import Round
from game.tetris.tetrio.course import session_of

# a judged move; some tenths of a second each
NORMAL = {
    "zuniq": 20_000,
    "bridge": 240,
    "tetris": 20_000,
    "tetris-live": 20_000,
    "classic": 1,
    "four-wide": 1,
}
_MOST_PACE = 4  # times more or less than the first move's budget that later ones may have
_SECOND_LOOK, _OTHER_LOOK = 1_000_003, 2_000_003  # so far apart that no seed is used twice
_FAVOURITES = 3  # of the search that are compared, where those before turned out to be lost
_LEAST_ERROR = 1e-6  # of what is not exact, as it is told
# budgets that take about a second a judged move, on average
_A_SECOND = {
    "zuniq": 100_000, "bridge": 2_000, "tetris": 40_000, "tetris-live": 40_000, "classic": 1, "four-wide": 1
}  # fmt: skip


_NOTHING_YET = Advice((), "search")
Progress = Callable[[int], object]
Found = TypeVar("Found")


def judge_of(game: str) -> Judge:
    """The judge of a game. Raises `BadInput` where there is none."""
    if game == "zuniq":
        from ai.zuniq.engine import ZuniqJudge

        return ZuniqJudge()
    if game == "bridge":
        from ai.bridge.engine import BridgeJudge

        return BridgeJudge()
    if game in ("tetris", "tetris-live"):
        from ai.tetris.guideline.stacker.engine import GuidelineJudge

        return GuidelineJudge()
    if game == "classic":
        from ai.tetris.classic.engine import ClassicJudge

        return ClassicJudge()
    if game == "four-wide":
        from ai.tetris.four_wide.engine import FourWideJudge

        return FourWideJudge()
    raise BadInput(f"games of {game!r} cannot be reviewed")


def budget_of(game: str, seconds: float | None = None) -> int:
    """Nodes, iterations or worlds a judged move: the normal number, or about what `seconds` allow."""
    if seconds is None:
        return NORMAL[game]
    return max(1, int(_A_SECOND[game] * seconds))


class Turn(NamedTuple):
    """A move of a game, and the position in which `seat` made it; `advice`: what the record says of it."""

    ply: int
    seat: str
    position: Position
    move: str
    advice: Advice | None = None


def turns_of(record: Record) -> Iterator[Turn]:
    """The moves of a game in the order of play; in real time, the pieces in the order in which they locked.

    Raises `BadInput` for a long run, and `BadRecord` for a game that cannot be played.
    """
    if record.run is not None:
        raise BadInput(
            f"A run of {record.extent} is too long for a review; play on from a piece of it, and review that."
        )
    if record.live is not None:
        yield from _turns_in_real_time(record.live)
        return
    advice_list = {note.ply: note.advice for note in record.notes}
    for ply, (position, move) in enumerate(zip(positions(record), record.moves, strict=False)):
        yield Turn(ply, position.seats[position.to_move], position, move.text, advice_list.get(ply))


def turns_of_round(players: Sequence[Round]) -> list[Turn]:
    """The pieces of a round of TETR.IO in the order in which they were locked; of equal ticks as the file has them.

    A piece that our rules do not know ends its player's part, as in the window.
    """
    results: list[tuple[int, Turn]] = []
    for name, one in zip(names_of(players), players, strict=True):
        session = session_of(one)
        for placed, node in zip(one.outcome.placements, session.line[1:], strict=False):
            assert node.parent is not None, "a piece was placed in a position"
            results.append((placed.tick, Turn(node.parent.ply, name, node.parent.position, node.text)))
    return [turn for _, turn in sorted(results, key=lambda each: each[0])]


def names_of(players: Sequence[Round]) -> list[str]:
    """Return different names for all players of a round."""
    names: list[str] = []
    for one in players:
        name = one.player.name or "player"
        names.append(name if name not in names else f"{name} ({len(names) + 1})")
    return names


def _turns_in_real_time(replay: Replay) -> Iterator[Turn]:
    """Each piece with the position at the moment when it came, before the hold was used for it."""
    game, ply = replay.at(0), 0
    waiting = [seat.untouched() for seat in game.seats]
    names = replay.position(0).seats
    while game.now < replay.ticks:
        for number, events in enumerate(game.tick(replay.buttons_at(game.now + 1))):
            for event in events:
                if event.kind == "lock" and event.landing is not None:
                    yield Turn(ply, names[number], waiting[number], str(event.landing.placement))
                    ply += 1
                    waiting[number] = game.seats[number].untouched()


def judge_move(judge: Judge, turn: Turn, budget: int) -> Judged:
    """Return the cost of a move to its player.

    `budget`: nodes, iterations or worlds for the search and for the comparison.
    """
    slices = judging(judge, turn, budget)
    while True:
        try:
            next(slices)
        except StopIteration as ended:
            return cast(Judged, ended.value)


def judging(judge: Judge, turn: Turn, budget: int, first: str = "") -> Generator[Advice, None, Judged]:
    """`judge_move` in slices: yields the advice on the position each time, and returns what was found.

    What looks like a mistake is told at once, and looked at again. `first` is the move to compare with, where a coach
    has found one by comparing; else it is searched for.
    """
    ply, seat, position, played, answer = turn
    unit = judge.unit(position)

    def judged(best: str, comparison: Comparison, verdict: Verdict, source: str) -> Judged:
        cost = round(max(0.0, comparison.cost), 6)
        error = 0.0 if comparison.exact else max(_LEAST_ERROR, round(comparison.error, 6))
        return Judged(
            ply=ply, mover=seat, played=played, best=best, cost=cost, unit=unit, error=error,
            verdict=verdict, source=source,  # type: ignore[arg-type]
        )  # fmt: skip

    if answer is not None and recommends(answer, played):
        return judged(played, Comparison(0.0), "best", answer.source)
    proved = yield from _meanwhile(_NOTHING_YET, judge.prove(position, played, budget))
    comparison: Comparison | None = None
    for look in range(_FAVOURITES):
        advice = _led_by(judge.advise(position, budget, seed=2 * ply + 1 + look * _OTHER_LOOK), first)
        yield advice
        if not advice.choices or position.over:
            return judged(played, Comparison(0.0), "unknown", advice.source)
        if proved is not None:
            comparison = Comparison(proved.cost)
            return judged(
                proved.best, comparison, degree(comparison, unit) if proved.cost else "best", "exact"
            )
        best, error = advice.choices[0].move, judge.doubt(position, advice)
        if plain(position, best) == plain(position, played):
            if error is None:
                return judged(played, Comparison(0.0), "unknown", advice.source)
            return judged(played, Comparison(0.0, error), "best", advice.source if error else "exact")
        comparison = yield from _comparing(judge, turn, advice, budget, 2 * ply + 2)
        if comparison is None or not comparison.exact or comparison.cost > 0 or error == 0:
            break
        comparison = (
            None  # both are won, or both lost, which says nothing of the others: the engine knows that now
        )
    if comparison is None:
        return judged(best, Comparison(0.0), "unknown", advice.source)
    if not comparison.exact and (degree(comparison, unit) != "fine" or not tells(comparison, unit)):
        so_far = judged(best, comparison, degree(comparison, unit), advice.source).judged_moves(looking=True)
        advice = msgspec.structs.replace(advice, judged={**advice.judged, **so_far})
        yield advice
        again = yield from _comparing(judge, turn, advice, AGAIN * budget, 2 * ply + _SECOND_LOOK)
        comparison = again or comparison
        blamed = degree(comparison, unit) in DEGREES and not comparison.exact
        if blamed and judge.stands_by(position, played, budget, 2 * ply + _SECOND_LOOK):
            return judged(best, comparison, "close", advice.source)
    if comparison.exact and comparison.cost <= 0:
        return judged(played, comparison, "best", "exact")
    return judged(best, comparison, degree(comparison, unit), "exact" if comparison.exact else advice.source)


def _comparing(
    judge: Judge, turn: Turn, advice: Advice, budget: int, seed: int
) -> Generator[Advice, None, Comparison | None]:
    slices = judge.compare(turn.position, advice.choices[0].move, turn.move, budget, seed)
    return (yield from _meanwhile(advice, slices))


def _meanwhile(advice: Advice, slices: Generator[None, None, Found]) -> Generator[Advice, None, Found]:
    """Return the results of the slices; `advice` is said after each."""
    while True:
        try:
            next(slices)
        except StopIteration as ended:
            return cast(Found, ended.value)
        yield advice


def _led_by(advice: Advice, first: str) -> Advice:
    """The advice with that choice in front, if it has it."""
    choices = sorted(advice.choices, key=lambda each: each.move != first)
    return msgspec.structs.replace(advice, choices=tuple(choices)) if first else advice


@lru_cache(maxsize=1)
def _kept_judge(game: str) -> Judge:
    """The judge of one reviewer after the other: what it has proved of a game helps with the next move of it."""
    return judge_of(game)


class Reviewer:
    """An engine that judges the move that was played in a position; its advice carries what it has found.

    `iterations` of the limit are the budget. Options: `played`, the move; `ply`, which tells the random numbers of one
    judgement from those of another; `first`, the coach's first choice, if it was compared with others.
    """

    def __init__(self, game: str, played: str, ply: int = 0, first: str = "") -> None:
        self._judge, self._played, self._ply = _kept_judge(game), played, ply
        self._first = first

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield the advice on the position, at last with what the move has cost."""
        turn = Turn(self._ply, view.seats[view.to_move], view, self._played)
        budget = limit.iterations or NORMAL[view.game]
        slices = judging(self._judge, turn, budget, self._first)
        advice = None
        while True:
            try:
                advice = msgspec.structs.replace(next(slices), done=False)
            except StopIteration as ended:
                judged = cast(Judged, ended.value)
                break
            yield advice
        if advice is None:
            return
        advice = msgspec.structs.replace(advice, judged={**advice.judged, **judged.in_advice})
        if advice.choices:
            slices_of_worth = self._judge.worth(view, judged.best, budget, 2 * self._ply + 2)
            while True:
                try:
                    next(slices_of_worth)
                except StopIteration as ended:
                    worth = cast(Worth | None, ended.value)
                    advice = advice if worth is None else msgspec.structs.replace(advice, worth=worth)
                    break
                yield advice
        yield msgspec.structs.replace(advice, done=True)


def review_of(
    record: Record, budget: int, seconds: float | None = None, progress: Progress | None = None
) -> Review:
    """Judge every move of a game. Raises `BadInput` or `BadRecord` for a game that cannot be reviewed.

    `seconds` is what is said of the budget, if that was given in seconds; `progress` is told the moves judged so far.
    """
    return _review(record.game, _seats(record), turns_of(record), budget, seconds, progress)


def review_of_match(
    rounds: Sequence[Sequence[Round]],
    budget: int,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Review:
    """`review_of` for a match of TETR.IO: every piece of both players, round by round."""
    names = [name for players in rounds for name in names_of(players)]
    turns = (turn for players in rounds for turn in turns_of_round(players))
    return _review("tetris", names, turns, budget, seconds, progress)


def _review(
    game: str, seats: Iterable[str], turns: Iterable[Turn], budget: int, seconds: float | None,
    progress: Progress | None,
) -> Review:  # fmt: skip
    """The moves are numbered as they come."""
    judge, judged, next_budget, spent, took = judge_of(game), list[Judged](), budget, 0, 0.0
    numbered: Iterable[tuple[int, Turn]] = enumerate(turns)
    if judge.from_the_end:
        numbered = list(numbered)[::-1]
        judge.prepare(len(numbered), budget, seconds)
    for done, (number, turn) in enumerate(numbered, 1):
        begun = time.perf_counter()
        judged.append(msgspec.structs.replace(judge_move(judge, turn, next_budget), ply=number))
        if seconds is not None and judged[-1].source not in ("exact", "book", "policy"):
            # keep to the time by the pace so far; moves that are known or proved tell nothing of it
            spent, took = spent + next_budget, took + time.perf_counter() - begun
            next_budget = min(_MOST_PACE * budget, max(1, budget // _MOST_PACE, int(spent / took * seconds)))
        if progress is not None:
            progress(done)
    judged.sort(key=lambda each: each.ply)
    if not judged:
        raise BadInput("there are no moves to judge")
    counted = {"nodes": float(budget)} if seconds is None else {"seconds": seconds}
    named = tuple(dict.fromkeys([*seats, *(each.mover for each in judged)]))
    return Review(game=game, budget=counted, positions=tuple(judged), summary=summary_of(judged, named))


def _seats(record: Record) -> tuple[str, ...]:
    live = record.live
    return open_position(record.game, record.rules).seats if live is None else live.position(0).seats
