"""Reviewing a game: the moves of a record or a match in their order, and what each of them has cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from ai.registry import engines_of
from ai.review.judge import Turn, judge_move
from ai.review.verdict import Review, summary_of
from game.errors import BadInput
from game.games import open_position
from game.record import Record, positions
from game.review import Judged
from game.tetris.guideline.real_time import Replay
from game.tetris.tetrio import Round
from game.tetris.tetrio.course import session_of

_MOST_PACE = 4  # times more or less than the first move's budget that later ones may have
Progress = Callable[[int], object]


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
    judge, judged, next_budget, spent, took = engines_of(game).judge(), list[Judged](), budget, 0, 0.0
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
