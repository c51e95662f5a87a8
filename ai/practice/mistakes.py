"""Problems out of mistakes: a judged move becomes one where it is proved, or a longer duel still finds the difference.

A duel has eight times the budget with which a review judges a move. What it finds must exceed three standard errors;
what lies within two is equally good, and so is an answer; in between the problem is refused.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar, cast

import msgspec

from ai.practice.mistake_themes import theme_of
from ai.practice.orders import MistakeOrder, MistakeReport
from ai.registry import engines_of
from ai.review.judge import Turn
from ai.review.verdict import Comparison, Judge, degree
from game.advice import Advice, Unit, Worth
from game.bridge import State as Bridge
from game.errors import IllegalMove
from game.facts import without_speeds
from game.position import Position, opening_of, plain
from game.practice.problem import MOST_MOVES, AnyTask, Best, Call, Combo, Exchange, Problem, Source
from game.practice.sameness import identity
from game.review import DEGREES
from game.tetris.four_wide.state import State as FourWide
from game.zuniq import State as Zuniq

LONGER = 8  # times the budget of a review
SURE, EQUAL = 3.0, 2.0  # standard errors: beyond it is worse, within it is as good
_BESIDE = 5  # of the search's choices that are compared with the best in a duel
_ONCE_MORE = 4  # times the budget for what lies in between
_LINE = 20  # moves of a line that are kept
_SEED = 4_000_037  # apart from those of reviews
Result = TypeVar("Result")
Steps = Generator[None, None, Result]


class Mistake(NamedTuple):
    """A move that a review calls a mistake: where it was played, what was better, and where it comes from."""

    turn: Turn
    best: str
    source: Source


class Refused(NamedTuple):
    """No problem was made of a mistake; `reason` is a clause."""

    reason: str


def problem_of(mistake: Mistake, judge: Judge | None = None) -> Problem | Refused:
    """The problem of a mistake, or why there is none."""
    slices = making(mistake, judge)
    while True:
        try:
            next(slices)
        except StopIteration as ended:
            return cast("Problem | Refused", ended.value)


def making(mistake: Mistake, judge: Judge | None = None) -> Steps[Problem | Refused]:
    """`problem_of` in slices, so that it can be stopped in between."""
    position, played = mistake.turn.position, plain(mistake.turn.position, mistake.turn.move)
    judge = judge or engines_of(position.game).judge()
    budget, unit = LONGER * engines_of(position.game).normal, judge.unit(position)
    best, looks = plain(position, mistake.best), _Looks(judge, position, budget)
    if played == best or len(position.legal_moves()) < 2:
        return Refused("there is no other move")
    first = yield from looks.between(best, played)
    if first is None:
        return Refused("the two moves cannot be compared")
    if not _is_worse(first):
        return Refused("a longer look finds no certain difference")
    if degree(first, unit) not in DEGREES:
        return Refused("the difference is too small")
    exact = first.exact
    advice = judge.advise(position, budget, seed=_SEED)
    yield
    others = [plain(position, each.move) for each in advice.choices]
    if exact:
        legal = (plain(position, move) for move in position.legal_moves())
        others = list(dict.fromkeys((*others, *legal)))
    else:
        others = others[: _BESIDE + 1]
    answers, costs = [best], {played: _cost(first, unit)}
    for move in others:
        if move in (best, played):
            continue
        result = yield from looks.between(best, move)
        if result is None:
            continue
        if not exact and result.cost < -SURE * result.error:
            return Refused("a better move was found")
        if result.exact and result.cost < 0:
            return Refused("a better move was found")
        if _is_equal(result):
            answers.append(move)
        elif _is_worse(result):
            costs[move] = _cost(result, unit)
        else:
            return Refused("another move may be as good")
    if len(answers) > max(3, len(position.legal_moves()) // 2):
        return Refused("too many moves are as good")
    task = _task(position)
    start = opening_of(position)
    moves = () if start is not None else _moves_to(position)
    if len(moves) > MOST_MOVES:
        return Refused("the game is too long")
    chosen = next((each for each in advice.choices if plain(position, each.move) == best), None)
    begin = () if chosen is None else chosen.line
    lines = {
        best: (yield from _following(judge, position, best, budget, begin, exact=exact)),
        played: (yield from _following(judge, position, played, budget, exact=exact)),
    }
    return Problem(
        id=identity(position, task),
        game=position.game,
        start=position.setup if start is None else start,
        moves=moves,
        task=task,
        answers=tuple(answers),
        theme=theme_of(position, played, best, exact=exact),
        reason=without_speeds(advice.evidence),
        lines={move: line for move, line in lines.items() if line},
        costs=costs,
        worth=_worth(advice, best, exact=exact),
        proof="proved" if exact else "duel",
        nodes=0 if exact else budget,
        played=played,
        source=mistake.source,
    )


def of_order(order: MistakeOrder, positions: Sequence[Position]) -> Iterator[MistakeReport]:
    """Problems of the mistakes in an order, the last one `done`; `positions` are those of the game by ply."""
    judge = engines_of(order.game).judge()
    report = MistakeReport(looked=0)
    for ply, best in order.mistakes:
        position = positions[ply]
        turn = Turn(ply, position.seats[position.to_move], position, order.moves[ply])
        source = msgspec.structs.replace(order.source, move=ply + 1)
        steps = making(Mistake(turn, best, source), judge)
        while True:
            yield report
            try:
                next(steps)
            except StopIteration as ended:
                made = cast("Problem | Refused", ended.value)
                break
        if isinstance(made, Refused):
            changes: dict[str, object] = {"refused": (*report.refused, made.reason)}
        else:
            changes = {"problems": (*report.problems, made)}
        report = msgspec.structs.replace(report, looked=report.looked + 1, **changes)
    yield msgspec.structs.replace(report, done=True)


class _Looks:
    """Comparisons with the best move, once more where they lie between equal and worse."""

    def __init__(self, judge: Judge, position: Position, budget: int) -> None:
        self._judge, self._position, self._budget = judge, position, budget

    def between(self, best: str, move: str) -> Steps[Comparison | None]:
        result = yield from self._judge.compare(self._position, best, move, self._budget, _SEED)
        if result is None or result.exact or _is_equal(result) or _is_worse(result):
            return result
        again = yield from self._judge.compare(
            self._position, best, move, _ONCE_MORE * self._budget, _SEED + 1
        )
        return again or result


def _is_equal(result: Comparison) -> bool:
    return result.cost == 0 if result.exact else abs(result.cost) <= EQUAL * result.error


def _is_worse(result: Comparison) -> bool:
    return result.cost > 0 if result.exact else result.cost > SURE * result.error


def _cost(result: Comparison, unit: Unit) -> Worth:
    return Worth(unit, round(result.cost, 4), round(result.error, 4))


def _task(position: Position) -> AnyTask:
    if isinstance(position, Bridge):
        if position.stage == "auction":
            return Call()
        return Exchange() if position.stage == "exchange" else Best()
    return Combo() if isinstance(position, FourWide) else Best()


def _moves_to(position: Position) -> tuple[str, ...]:
    """The moves that lead to a position of a game that starts nowhere but at its beginning."""
    return position.move_texts if isinstance(position, Zuniq) else ()


def _worth(advice: Advice, best: str, *, exact: bool) -> Worth | None:
    choice = advice.choice(best)
    if choice is None or not exact or choice.worth.unit == "order":
        return None
    return choice.worth


def _following(
    judge: Judge, position: Position, move: str, budget: int, begin: Sequence[str] = (), *, exact: bool
) -> Steps[tuple[str, ...]]:
    """The play that follows a move, as the engine has it; what is proved is played to the end.

    `begin` is what the engine has said of it before.
    """
    line = list(_legal_line(position, move, begin))
    here = position.play(move)
    for each in line:
        here = here.play(each)
    while not here.over and len(line) < _LINE and (exact or not line):
        yield
        advice = judge.advise(here, budget, seed=_SEED + 2)
        if not advice.choices:
            break
        first = advice.choices[0]
        more = (first.move, *_legal_line(here, first.move, first.line))
        for each in more[: _LINE - len(line)]:
            here = here.play(each)
            line.append(each)
    return tuple(line)


def _legal_line(position: Position, move: str, line: Sequence[str]) -> tuple[str, ...]:
    """As much of a line behind a move as the rules allow: what an engine plans may go beyond what it knows."""
    result: list[str] = []
    here = position.play(move)
    with suppress(IllegalMove):
        for each in line[:_LINE]:
            here = here.play(each)
            result.append(each)
    return tuple(result)
