"""A game that is played or looked at: its positions, the place in them, and what was said about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from game.advice import Advice, AdviceStore
from game.errors import BadInput
from game.position import Position, open_position
from game.record import DEFAULT_PACE, Chapter, Move, Note, Record, Seat, positions, why_unfit


@dataclass(frozen=True)
class Snapshot:
    """What a view draws: the position at `cursor` (0 to `length` plies) and what belongs to it.

    `last_move` led here, `next_move` waits for redo; both are None where there is none. `chapter` is the
    one that was entered last at or before the cursor.
    """

    position: Position
    cursor: int
    length: int
    seats: tuple[Seat, ...]
    last_move: str | None
    next_move: str | None
    advice: Advice | None
    chapter: Chapter | None


class Session:
    """A game with unlimited undo and redo. It reads no clock, starts no thread and draws nothing.

    Moves that were undone are kept until another move is played in their place. `opinions` are the best founded
    ones, by ply; they go with the moves that led there.
    """

    def __init__(self, start: Position, seats: Sequence[Seat], seed: int = 0, title: str = "") -> None:
        """A new game from `start`. Raises `BadInput` if the number of `seats` is not the game's.

        `created` is when it began, as in a record; empty until the game is saved for the first time.
        """
        if len(seats) != len(start.seats):
            raise BadInput(f"{start.game} has {len(start.seats)} seats, not {len(seats)}")
        self.seats = tuple(seats)
        self.seed = seed
        self.title = title
        self.pace = DEFAULT_PACE
        self.created = ""
        self._positions: list[Position] = [start]
        self._moves: list[Move] = []
        self.opinions = AdviceStore[int]()
        self._chapters: list[Chapter] = []
        self._cursor = 0
        self._changes = 0

    @classmethod
    def new(cls, game: str, rules: Mapping[str, str], seats: Sequence[Seat], seed: int = 0) -> Self:
        """A new game by name. Raises `BadInput` for a game, rules or seats that are not possible."""
        return cls(open_position(game, rules), seats, seed)

    @classmethod
    def resume(cls, record: Record) -> Self:
        """The game of `record`, at its cursor. Raises `BadRecord` for an illegal move.

        Of a run it is a game of its own, that starts where the run was looked at; so it is of a game in real time,
        whose left seat then goes on piece by piece.
        """
        if record.live is not None:
            here = record.live.position(record.cursor).live.seats[0].by_pieces().here()
            return cls.new("tetris", here, record.seats[:1], record.seed)
        if record.run is not None:
            return cls(record.run.branch(record.cursor), record.seats, record.seed, record.title)
        states = positions(record)
        session = cls(states[0], record.seats, record.seed, record.title)
        session.pace, session.created = record.pace, record.created
        session._positions = states
        session._moves = list(record.moves)
        session.opinions = AdviceStore((note.ply, note.advice) for note in record.notes)
        session._chapters = list(record.chapters)
        session._cursor = record.cursor
        return session

    # -- where we are --

    @property
    def position(self) -> Position:
        """The position at the cursor."""
        return self._positions[self._cursor]

    @property
    def cursor(self) -> int:
        """The ply of the position that is looked at."""
        return self._cursor

    @property
    def length(self) -> int:
        """The number of moves, those undone included."""
        return len(self._moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, those undone included."""
        return tuple(self._moves)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters in the order of their plies."""
        return tuple(self._chapters)

    @property
    def seat(self) -> Seat:
        """Who is to move at the cursor."""
        return self.seats[self.position.to_move]

    def position_at(self, ply: int) -> Position:
        """The position at `ply`, 0 to `length`. Raises `BadInput` for another ply."""
        if not 0 <= ply <= self.length:
            raise BadInput(f"this game has no ply {ply}; it goes from 0 to {self.length}")
        return self._positions[ply]

    def used(self, seat: int) -> int:
        """The milliseconds that `seat` has used for its moves up to the cursor."""
        before = zip(self._positions, self._moves[: self._cursor], strict=False)
        return sum(move.ms for position, move in before if position.to_move == seat)

    def snapshot(self) -> Snapshot:
        """The values that a view draws now."""
        here = self._cursor
        return Snapshot(
            position=self.position,
            cursor=here,
            length=self.length,
            seats=self.seats,
            last_move=self._moves[here - 1].text if here else None,
            next_move=self._moves[here].text if here < self.length else None,
            advice=self.opinions.get(here),
            chapter=next((c for c in reversed(self._chapters) if c.ply <= here), None),
        )

    @property
    def version(self) -> tuple[int, int]:
        """Changes with each move that is played or forgotten, and with each opinion that is kept."""
        return self._changes, self.opinions.version

    # -- playing --

    def play(self, move: str, ms: int = 0) -> Position:
        """The position after `move`, which took its player `ms` milliseconds. Raises `IllegalMove`.

        The moves undone stay if `move` is the first of them; otherwise they go, with all that was said there.
        """
        after = self.position.play(move)
        here = self._cursor
        if here == self.length or self._moves[here].text != move:
            self._cut(here)
            self._positions.append(after)
            self._moves.append(Move(move, ms))
        else:
            self._moves[here] = Move(move, ms)
        self._changes += 1
        self._cursor += 1
        return self.position

    def _cut(self, ply: int) -> None:
        """Forget everything after `ply`."""
        del self._positions[ply + 1 :]
        del self._moves[ply:]
        self.opinions.drop([at for at in self.opinions if at > ply])
        self._chapters = [chapter for chapter in self._chapters if chapter.ply <= ply]

    def undo(self, seat: int | None = None) -> bool:
        """Go back one move, or until `seat` is to move; False, with nothing done, where that cannot be."""
        return self._step(range(self._cursor - 1, -1, -1), seat)

    def redo(self, seat: int | None = None) -> bool:
        """Go forward one move, or until `seat` is to move; False, with nothing done, where that cannot be."""
        return self._step(range(self._cursor + 1, self.length + 1), seat)

    def _step(self, plies: Sequence[int], seat: int | None) -> bool:
        for ply in plies:
            if seat is None or self._positions[ply].to_move == seat:
                self._cursor = ply
                return True
        return False

    def go_to(self, ply: int) -> int:
        """The ply reached: `ply` itself, or the nearest one that the game has."""
        self._cursor = max(0, min(ply, self.length))
        return self._cursor

    def take_over(self, ply: int, seats: Sequence[Seat]) -> Session:
        """A new game that goes on from `ply` with other `seats`; this one stays. Raises `BadInput`."""
        self.position_at(ply)
        branch = Session(self._positions[0], seats, self.seed)
        branch._positions = self._positions[: ply + 1]
        branch._moves = self._moves[:ply]
        branch.opinions = AdviceStore((at, said) for at, said in self.opinions.items() if at <= ply)
        branch._cursor = ply
        return branch

    # -- what is said --

    def note(self, ply: int, advice: Advice) -> bool:
        """Keep `advice` for `ply` unless a better founded one is kept already; True if it was kept.

        Advice that names an illegal move, or comes late for a ply that is gone, is passed over.
        """
        if not 0 <= ply <= self.length or not advice.choices or why_unfit(advice, self._positions[ply]):
            return False
        return self.opinions.keep(ply, advice)

    def tell(self, chapter: Chapter) -> None:
        """Add a chapter, for a showcase. Raises `BadInput` for a ply that the game does not have."""
        self.position_at(chapter.ply)
        self._chapters = sorted([*self._chapters, chapter], key=lambda each: each.ply)

    # -- keeping --

    def record(self, created: str = "") -> Record:
        """The whole game as a record; `created` is UTC as `2026-11-20T09:30:00Z`, by default the game's own."""
        start = self._positions[0]
        return Record(
            game=start.game,
            rules=start.rules,
            seats=self.seats,
            moves=tuple(self._moves),
            cursor=self._cursor,
            notes=tuple(Note(ply, self.opinions[ply]) for ply in sorted(self.opinions)),
            chapters=tuple(self._chapters),
            seed=self.seed,
            title=self.title,
            created=created or self.created,
            pace=self.pace,
        )

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions, from the start to the last move kept."""
        return tuple(self._positions)
