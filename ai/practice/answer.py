"""Judging what a person tries: by what the problem lists, or, in a problem played to the end, by exact play.

A judge of problems to the end is one function for a kind of task and a game, `judge(problem, position, move)`. It gets
the position before the move that was tried, and says whether that still holds, what refutes it, and what the other side
replies. Each is in the module that makes such problems, and is imported when it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from ai.practice.making import maker_of_task
from game.advice import Worth
from game.errors import BadInput
from game.position import Position, plain
from game.practice.attempt import Answer
from game.practice.problem import TO_THE_END, Choose, Problem, Task

_SEED = 6_000_011
JudgeToTheEnd = Callable[[Problem, Position, str], Answer]


def to_the_end(game: str, task: type[Task]) -> JudgeToTheEnd:
    """The judge of problems of this game and kind that are played to the end. Raises `BadInput` for none."""
    maker = maker_of_task(task)
    if maker is not None and task in TO_THE_END:
        return maker.judge
    raise BadInput(f"problems of {game!r} are not played to the end")


def answer(problem: Problem, played: Sequence[str]) -> Answer:
    """The judgement on the last of the moves played since the problem began, replies of the other side included.

    Raises `IllegalMove` for moves that the rules refuse.
    """
    position = problem.open()
    for move in played[:-1]:
        position = position.play(move)
    if problem.to_the_end:
        return to_the_end(problem.game, type(problem.task))(problem, position, played[-1])
    known = listed(problem, position, played[-1])
    return (
        known if is_listed(problem, position, played[-1]) else _measured(problem, position, played[-1], known)
    )


def at_once(problem: Problem, played: Sequence[str]) -> Answer | None:
    """The judgement on the last move where the problem itself has it, without an engine; None where it has not.

    Of a problem that is played to the end it has all first moves, and what follows the answers in its lines.
    """
    position = problem.open()
    for move in played[:-1]:
        position = position.play(move)
    if not problem.to_the_end:
        return listed(problem, position, played[-1]) if is_listed(problem, position, played[-1]) else None
    first = listed(problem, problem.open(), played[0])
    if len(played) == 1 and first.grade == "wrong":
        return first
    line = (played[0], *problem.lines.get(played[0], ()))
    if first.grade == "wrong" or tuple(played) != line[: len(played)]:
        return None
    mover, after, replies = position.to_move, position.play(played[-1]), list[str]()
    for move in line[len(played) :]:
        if after.over or after.to_move == mover:
            break
        replies.append(move)
        after = after.play(move)
    if after.over:
        return msgspec.structs.replace(first, grade="right", replies=tuple(replies), line=(), cost=None)
    if after.to_move != mover or len(played) + len(replies) >= len(line):
        return None  # the line ends here
    return Answer(grade="on", replies=tuple(replies))


def needs_engine(problem: Problem) -> bool:
    """Return True if there may be moves on which the problem itself does not say enough."""
    return problem.to_the_end or (problem.proof == "duel" and not isinstance(problem.task, Choose))


def is_listed(problem: Problem, position: Position, move: str) -> bool:
    """Return True if the problem says what a first move is worth; of what is proved it says that of all moves."""
    named = (*problem.answers, *problem.fine, *problem.costs)
    return problem.proof == "proved" or plain(position, move) in [plain(position, each) for each in named]


def _measured(problem: Problem, position: Position, move: str, known: Answer) -> Answer:
    """The judgement on a move that nobody looked at before, by a duel with the answer.

    It is wrong only where the difference is certain.
    """
    from ai.practice.mistakes import SURE
    from ai.registry import engines_of

    judge = engines_of(problem.game).judge()
    slices = judge.compare(
        position, problem.answers[0], move, 2 * engines_of(problem.game).normal, seed=_SEED
    )
    while True:
        try:
            next(slices)
        except StopIteration as ended:
            difference = ended.value
            break
    if difference is None:
        return known
    cost = Worth(judge.unit(position), round(difference.cost, 4), round(difference.error, 4))
    if difference.cost > SURE * difference.error:
        return msgspec.structs.replace(known, grade="wrong", cost=cost)
    return msgspec.structs.replace(known, grade="fine", cost=None)


def listed(problem: Problem, position: Position, move: str) -> Answer:
    """The judgement on a first move by what the problem lists."""
    position.play(move)  # refuses what is illegal
    move = plain(position, move)
    grade = problem.grade(move)
    return Answer(
        grade=grade,
        cost=problem.costs.get(move),
        line=problem.lines.get(move, ()),
        better=problem.answers,
        reason=problem.reason,
    )
