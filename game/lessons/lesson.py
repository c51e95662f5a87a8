"""A lesson: steps with a text and a position, and what the person is asked to do there.

A text has no figure of its own: `{safe}` or `{equity:.2f}` stands for a fact of the position that is shown
(`ai.lessons.facts`). A step without a `start` goes on where the one before it has ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from game.errors import BadInput, IllegalMove
from game.games import open_position
from game.position import Position
from game.practice.problem import AnyTask, MoveText, Problem

Words: TypeAlias = Annotated[str, Meta(min_length=1, max_length=400)]
Short: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Name: TypeAlias = Annotated[str, Meta(pattern="^[a-z][a-z_]{0,29}$")]
Moves: TypeAlias = Annotated[tuple[MoveText, ...], Meta(max_length=400)]
Group: TypeAlias = Literal["rules", "ideas"]
Values: TypeAlias = Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(min_length=1)]
Where: TypeAlias = dict[Name, Values]  # facts of a move, and the values that are wanted


class Reply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answer to a wrong move: to one of `moves`, or to one with these facts."""

    text: Words
    moves: Moves = ()
    where: Where = {}


class AskMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move on the board: one of `moves`, or any one with these facts; with neither, any move at all.

    A wrong move is answered by the first of the `replies` that is about it, or else by `otherwise`, and taken back.
    `right` is said to a right one; without it the lesson goes on at once. `then` is the move of the other side that
    follows, the first of these that is legal.
    """

    moves: Moves = ()
    where: Where = {}
    right: str = ""
    replies: tuple[Reply, ...] = ()
    otherwise: str = ""
    then: Moves = ()

    @property
    def is_free(self) -> bool:
        """True if any move will do."""
        return not self.moves and not self.where


class Option(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer to choose, and what is said to it."""

    text: Annotated[str, Meta(min_length=1, max_length=90)]
    reply: Words
    right: bool = False


class AskNumber(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number to guess: a fact of the position, at most `within` beside it."""

    fact: Name
    right: Words
    low: Words
    high: Words
    within: Annotated[int, Meta(ge=0, le=10**9)] = 0


class AskPlay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A task that is played to its end against the best defence; the first move is one of `moves`."""

    task: AnyTask
    moves: Annotated[tuple[MoveText, ...], Meta(min_length=1, max_length=60)]
    right: Words
    wrong: Words


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the table below a text."""

    label: Short
    value: Short


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A `text` that explains, the `task` in a sentence, and at most one thing to do; without one, just to go on.

    `start` are the rules of a new position, and `moves` are played there at once. `mark` are moves that are outlined,
    `open` names the rule whose judgement is opened up on the board. With `commands` the player's commands besides moves
    are there, as to claim the win.
    """

    task: Words
    text: Annotated[str, Meta(max_length=400)] = ""
    start: dict[str, str] = {}
    moves: Moves = ()
    mark: Moves = ()
    open: Annotated[str, Meta(max_length=40)] = ""
    rows: Annotated[tuple[Row, ...], Meta(max_length=6)] = ()
    move: AskMove | None = None
    choose: Annotated[tuple[Option, ...], Meta(min_length=2, max_length=4)] | None = None
    number: AskNumber | None = None
    play: AskPlay | None = None
    hints: Annotated[tuple[Words, ...], Meta(max_length=2)] = ()
    commands: bool = False

    @property
    def asks(self) -> AskMove | tuple[Option, ...] | AskNumber | AskPlay | None:
        """The thing to do; None where there is nothing but to go on."""
        return next((each for each in (self.move, self.choose, self.number, self.play) if each), None)

    @property
    def takes_moves(self) -> bool:
        """True if the person moves on the board."""
        return self.move is not None or self.play is not None

    @property
    def begins(self) -> bool:
        """True if the step has a position of its own."""
        return bool(self.start)

    def texts(self) -> Iterator[str]:
        """All words in which a fact can stand."""
        yield from (self.text, self.task)
        yield from self.hints
        for row in self.rows:
            yield from (row.label, row.value)
        match self.asks:
            case AskMove() as ask:
                yield from (ask.right, ask.otherwise, *(each.text for each in ask.replies))
            case AskNumber() as ask:
                yield from (ask.right, ask.low, ask.high)
            case AskPlay() as ask:
                yield from (ask.right, ask.wrong)
            case tuple() as options:
                for each in options:
                    yield from (each.text, each.reply)


class Follow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to go on with at the end: a new game, a deck or the theme of practice, a book, another place."""

    kind: Literal["game", "practise", "book", "openers", "showcase", "tables", "fields"]
    name: Annotated[str, Meta(max_length=40)] = ""
    words: Annotated[str, Meta(min_length=1, max_length=32)]


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson. `about` says in a line what one can do after it; with `hidden` cards are hidden as in a game."""

    title: Annotated[str, Meta(min_length=1, max_length=40)]
    about: Annotated[str, Meta(min_length=1, max_length=120)]
    game: Annotated[str, Meta(max_length=20)]
    group: Group
    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=40)]
    follows: Annotated[tuple[Follow, ...], Meta(min_length=1, max_length=4)]
    hidden: bool = False
    name: str = ""

    def begin(self, number: int) -> tuple[Position, tuple[str, ...]]:
        """The start of the position in which a step stands, and the moves that its file plays there.

        What persons have played since is not in it. Raises `BadInput`.
        """
        at = max(each for each in range(number + 1) if self.steps[each].begins)
        return open_position(self.game, self.steps[at].start), self.steps[at].moves

    def check(self) -> None:
        """Check that all positions and the moves in them are possible. Raises `BadInput`, which names the step."""
        if not self.steps[0].begins:
            raise BadInput("step 1 has no start: a lesson begins with a position")
        position: Position | None = None
        for number, step in enumerate(self.steps, 1):
            try:
                if step.begins:
                    position = open_position(self.game, step.start)
                    for move in step.moves:
                        position = position.play(move)
                elif step.moves:
                    raise BadInput("moves belong to a start")
                _check(step, position if step.begins else None)
            except (BadInput, IllegalMove) as error:
                raise BadInput(f"step {number}: {str(error).rstrip('.')}") from None


def _check(step: Step, position: Position | None) -> None:
    """Raises `BadInput` or `IllegalMove`. A position that goes on from persons' moves is not known here."""
    asks = (step.move, step.choose, step.number, step.play)
    if sum(each is not None for each in asks) > 1:
        raise BadInput("it asks for two things; give one of move, choose, number and play")
    if step.choose is not None and sum(each.right for each in step.choose) != 1:
        raise BadInput("exactly one of the answers to choose is right")
    if step.move is not None and (step.move.moves or step.move.where) and not step.move.otherwise:
        raise BadInput("there is no otherwise: a wrong move has to be answered")
    if position is None:
        return
    named = (*step.mark, *(step.move.moves if step.move else ()), *(step.play.moves if step.play else ()))
    for move in named:
        position.play(move)


def problem_of(game: str, start: Mapping[str, str], moves: Sequence[str], ask: AskPlay) -> Problem:
    """A task as a problem of practice, whose judge defends; `moves` are those since `start`."""
    return Problem(
        id="0" * 16, game=game, start=dict(start), moves=tuple(moves), task=ask.task, answers=ask.moves
    )
