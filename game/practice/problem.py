"""A problem to practise: a position, a task, all good answers, the reason, and what becomes of other moves.

Tasks are data. Their sentences are made where they are shown (`words` of practice in the window and on the command
line).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from game.advice import Worth
from game.errors import BadDeck, BadInput, IllegalMove
from game.facts import Evidence
from game.games import open_position
from game.position import Position, plain
from game.practice.themes import theme

Text: TypeAlias = Annotated[str, Meta(max_length=200)]
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Moves: TypeAlias = tuple[MoveText, ...]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
MOST_MOVES = 2_000


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="task"):
    """The task of a problem. One move answers it unless its class says that it is played to the end."""


class Best(Task, frozen=True, tag="best"):
    """Find the best move."""


class Choose(Task, frozen=True, tag="choose"):
    """Choose the better one of these moves, two or more."""

    moves: Annotated[Moves, Meta(min_length=2, max_length=8)]


class Win(Task, frozen=True, tag="win"):
    """Win against the best defence, played to the end."""


class Tricks(Task, frozen=True, tag="tricks"):
    """Make so many tricks with all cards known, played to the end against the best defence."""

    tricks: Count


class Clear(Task, frozen=True, tag="clear"):
    """Make a perfect clear with so many pieces at the most, played to the end."""

    pieces: Count


class Attack(Task, frozen=True, tag="attack"):
    """Send so many rows at least with so many pieces, played to the end."""

    rows: Count
    pieces: Count


class Dig(Task, frozen=True, tag="dig"):
    """Clear so many rows of garbage with so many pieces at the most, played to the end."""

    rows: Count
    pieces: Count


class Keys(Task, frozen=True, tag="keys"):
    """Bring the piece to `placement` with the fewest keys, `keys` of them."""

    placement: MoveText
    keys: Count


class Combo(Task, frozen=True, tag="combo"):
    """Keep the combo where it lasts longest: the placement with the most clears to come."""


class Call(Task, frozen=True, tag="call"):
    """Find the call."""


class Exchange(Task, frozen=True, tag="exchange"):
    """Find the card for this trick of the exchange."""


class Recall(Task, frozen=True, tag="recall"):
    """Remember the cards: the answers are cards that the other hand can still hold."""

    suit: Annotated[str, Meta(pattern="^[SHDC]?$")] = ""


AnyTask: TypeAlias = (
    Best | Choose | Win | Tricks | Clear | Attack | Dig | Keys | Combo | Call | Exchange | Recall
)
TO_THE_END = (Win, Tricks, Clear, Attack, Dig)  # tasks that are more than one move


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Origin of a problem: made by a deck's maker with a seed, or a move of a game, a replay, or a book.

    `title` names the game or the opponent, `date` is UTC as in a record, `move` counts from 1.
    """

    kind: Literal["made", "game", "replay", "book"] = "made"
    title: Text = ""
    date: Annotated[str, Meta(max_length=40)] = ""
    move: Count = 0
    player: Text = ""
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 0


class Problem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A problem of one game; where a problem comes from more than once, its `id` is the same (`sameness`).

    The problem begins in the position that `start` opens, after `moves`. `answers` are all equally good first moves,
    the one that is shown first; `fine` are worse but hold what the task asks, and never wrong. `reason` is the
    evidence for the answers. After a move `lines` has the play that follows: the best play of an answer, the
    refutation of another move. `costs` says what a move gives away, with its error; `worth` is that of the answers,
    where it is known, as an advice on the position has it. A `duel` was measured with `nodes` a move, all else is
    proved. `played` is the move that was played in the game, empty where none was.
    """

    id: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    game: Annotated[str, Meta(max_length=20)]
    start: Annotated[
        dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=12_000)]],
        Meta(max_length=32),
    ]
    task: AnyTask
    answers: Annotated[Moves, Meta(min_length=1, max_length=400)]
    moves: Annotated[Moves, Meta(max_length=MOST_MOVES)] = ()
    fine: Annotated[Moves, Meta(max_length=400)] = ()
    theme: Annotated[str, Meta(max_length=20)] = "other"
    reason: tuple[Evidence, ...] = ()
    lines: dict[MoveText, Annotated[Moves, Meta(max_length=200)]] = {}
    costs: dict[MoveText, Worth] = {}
    worth: Worth | None = None
    proof: Literal["proved", "duel"] = "proved"
    nodes: Annotated[int, Meta(ge=0, le=10**12)] = 0
    played: Annotated[str, Meta(max_length=40)] = ""
    source: Source = Source()

    @property
    def to_the_end(self) -> bool:
        """True if it takes more than one move, each of which is judged by `ai.practice.answer`."""
        return isinstance(self.task, TO_THE_END)

    def open(self) -> Position:
        """The position in which the problem begins. Raises `BadDeck`."""
        try:
            position = open_position(self.game, self.start)
            for move in self.moves:
                position = position.play(move)
        except (BadInput, IllegalMove) as error:
            raise BadDeck(f"Problem {self.id} has no position: {str(error).rstrip('.')}.") from None
        return position

    def check(self) -> None:
        """Check that its position is one of the game, and its moves are legal there. Raises `BadDeck`."""
        try:
            theme(self.theme)
        except BadInput as error:
            raise BadDeck(f"Problem {self.id}: {error}.") from None
        position = self.open()
        if position.over:
            raise BadDeck(f"Problem {self.id} begins where its game is over.")
        if isinstance(self.task, Recall):
            return  # its answers are no moves
        named = (*self.answers, *self.fine, *self.lines, *self.costs)
        if isinstance(self.task, Choose):
            named += self.task.moves
        for move in dict.fromkeys(named):
            try:
                after = position.play(move)
                for reply in self.lines.get(move, ()):
                    after = after.play(reply)
            except IllegalMove as error:
                raise BadDeck(f"Problem {self.id}, {move}: {str(error).rstrip('.')}.") from None
        if set(self.answers) & set(self.fine):
            raise BadDeck(f"Problem {self.id} calls a move both an answer and only fine.")

    def grade(self, move: str) -> Literal["right", "fine", "wrong"]:
        """The grade of a first move by what the problem lists, for tasks of one move."""
        position = self.open()
        tried = plain(position, move)
        if tried in [plain(position, each) for each in self.answers]:
            return "right"
        return "fine" if tried in [plain(position, each) for each in self.fine] else "wrong"
