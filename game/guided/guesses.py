"""Guesses at the moves of one side of a game: what each has cost, the points for that, and the file they are kept in.

There is one file for a game and a side in the folder `guided` of the user's data. It holds no more than was guessed, so
a game is gone on with wherever it is opened again.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from game.advice import Verdict, Worth
from game.errors import BadInput, IllegalMove
from game.places import data_dir
from game.review import Judgement
from game.saving import load, save
from game.session import Session

# Points for a move by the degree of what it has cost; a move on which nothing is known counts for nobody.
POINTS: dict[Verdict, int] = {
    "best": 10,
    "fine": 10,
    "close": 10,
    "inaccuracy": 6,
    "mistake": 3,
    "blunder": 0,
}
MOST = 10  # for one move
_MOST_BYTES = 4_000_000
_MOST_GUESSES = 20_000

MoveText = Annotated[str, Meta(max_length=40)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The judgement on a move: its degree, what it has cost, and the move that was found better."""

    verdict: Verdict
    cost: Worth
    better: MoveText = ""

    @classmethod
    def of(cls, judgement: Judgement | None) -> Mark | None:
        """The mark that a judgement gives; None while a second look is still to come."""
        if judgement is None or judgement.looking:
            return None
        cost = Worth(judgement.unit, judgement.loss, judgement.error)
        return cls(judgement.verdict, cost, judgement.better or "")

    @property
    def judgement(self) -> Judgement:
        """The judgement without its place in a game, for the words of its cost."""
        cost = self.cost
        return Judgement(
            0, 0, "", 0.0, 0.0, self.better, cost.value, cost.error, cost.unit, self.verdict
        )  # fmt: skip

    @property
    def points(self) -> int | None:
        """The points for the move; None where it could not be judged."""
        return POINTS.get(self.verdict)


class Guess(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A guess at the move at `ply`; `move` is empty where the person asked to be shown it.

    `mark` is the judgement on the guess, `theirs` that on the move that was played, as far as they are known.
    """

    ply: Count
    move: MoveText = ""
    same: bool = False
    mark: Mark | None = None
    theirs: Mark | None = None

    @property
    def judged(self) -> bool:
        """True if nothing more is to be found out about it."""
        return self.theirs is not None and (self.mark is not None or not self.move)

    @property
    def points(self) -> tuple[int, int] | None:
        """The points of the guess and of the move that was played; None as long as they cannot be compared."""
        theirs = None if self.theirs is None else self.theirs.points
        own = 0 if not self.move else None if self.mark is None else self.mark.points
        return None if own is None or theirs is None else (own, theirs)


class Score(msgspec.Struct, frozen=True):
    """The points of the guesses and of the moves that were played, of the same `most`; and how many were the same."""

    points: int
    theirs: int
    most: int
    same: int
    guesses: int
    open: int


class Guesses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The guesses at one side's moves from ply `begin` on, in their order; `reached` is the ply that was come to."""

    seat: Annotated[int, Meta(ge=0, le=3)]
    begin: Count = 0
    reached: Count = 0
    guesses: Annotated[tuple[Guess, ...], Meta(max_length=_MOST_GUESSES)] = ()
    version: Annotated[int, Meta(ge=1, le=1)] = 1

    @property
    def score(self) -> Score:
        """The score so far. Moves that could not be judged are not counted."""
        pairs = [each.points for each in self.guesses]
        known = [each for each in pairs if each is not None]
        return Score(
            points=sum(own for own, _ in known),
            theirs=sum(theirs for _, theirs in known),
            most=MOST * len(known),
            same=sum(each.same for each in self.guesses),
            guesses=len(self.guesses),
            open=sum(not each.judged for each in self.guesses),
        )

    def with_guess(self, guess: Guess) -> Guesses:
        """The same with one more guess, or with what is now known of one."""
        others = [each for each in self.guesses if each.ply != guess.ply]
        guesses = tuple(sorted([*others, guess], key=lambda each: each.ply))
        return msgspec.structs.replace(self, guesses=guesses, reached=max(self.reached, guess.ply + 1))

    def fits(self, session: Session) -> bool:
        """Return True if these can be guesses at a line of this game."""
        plies = [self.begin, self.reached, *(each.ply for each in self.guesses)]
        if self.seat >= len(session.seats) or max(plies) > session.length:
            return False
        try:
            for each in self.guesses:
                if each.move:
                    session.position_at(each.ply).play(each.move)
        except IllegalMove:
            return False
        return True


class GuessFile:
    """The file of the guesses at one side of a game."""

    def __init__(self, session: Session, seat: int) -> None:
        start, moves = session.position_at(0), [each.text for each in session.moves]
        named = msgspec.json.encode((start.game, start.setup, moves, seat), order="deterministic")
        self.session, self.seat = session, seat
        self.path: Path = data_dir() / "guided" / f"{hashlib.sha256(named).hexdigest()[:16]}.guesses"

    def read(self) -> Guesses | None:
        """The guesses that were kept; None where there are none. Raises `BadInput` for a file that holds others."""
        if not self.path.exists():
            return None
        try:
            stored = msgspec.json.decode(load(self.path, _MOST_BYTES), type=Guesses)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            stored = None
        if stored is None or stored.seat != self.seat or not stored.fits(self.session):
            raise BadInput(f"{self.path} is damaged: it holds no guesses at this game. They begin anew.")
        return stored

    def write(self, guesses: Guesses) -> None:
        """Keep the guesses. Raises `NotSaved`."""
        save(self.path, msgspec.json.encode(guesses))
