"""A game of guideline Tetris, piece by piece: one seat, its field, hold, queue, and the rows that wait for it.

Moves travel as placements: `T south 4 1 full`. A hold is not said, it follows from the piece: the current one, or
the one in hold, or, where the hold is empty, the next one of the queue.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import field as optional
from functools import cached_property
from typing import Literal, NamedTuple

from game.errors import BadInput, IllegalMove
from game.tetris.guideline.attack import TETRIS, Clear, points
from game.tetris.guideline.bags import Queue
from game.tetris.guideline.field import COLUMNS, NO_PAINT, ROWS, Field, Paint
from game.tetris.guideline.garbage import MOST_WAITING, Garbage
from game.tetris.guideline.movement import locks_out, spawn
from game.tetris.guideline.pieces import letter, piece_of
from game.tetris.guideline.placement import FULL, MINI, SPINS, Placement
from game.tetris.guideline.rules import DEFAULTS, MOST_ROWS, Rules, number

STARTS_WITH = {
    "queue": "seven_bag:1",
    "board": "",
    "combo": "0",
    "chain": "0",
    "garbage": "1",
    "cleared": "0",
}
MOST_IN_A_ROW = 100_000
Ending = Literal["goal", "garbage", "no pieces", "block out", "lock out"]


class Landing(NamedTuple):
    """The move that led to a position.

    `field` was there before it, `rows` were full from the bottom, `held` says whether the hold was used; `attack` is
    what the clear was worth, `sent` what of it was not needed against waiting rows, `up` the garbage that came. `paint`
    is that of `field`. `packets` are the rows sent, by the batches as which they come to the other side.
    """

    field: Field
    placement: Placement
    rows: tuple[int, ...]
    held: bool
    clear: Clear
    attack: int
    sent: int
    up: tuple[int, ...]
    paint: Paint = NO_PAINT
    packets: tuple[int, ...] = ()


class Tally(NamedTuple):
    """Counts since the start: pieces placed, rows cleared, attack and what of it was sent, garbage, and so on.

    `spins` and `minis` are those with rows; `longest_combo` counts clears in a row, `longest_chain` difficult ones.
    """

    placed: int = 0
    cleared: int = 0
    attack: int = 0
    sent: int = 0
    risen: int = 0
    points: int = 0
    tetrises: int = 0
    spins: int = 0
    minis: int = 0
    perfect: int = 0
    holds: int = 0
    longest_combo: int = 0
    longest_chain: int = 0

    def with_landing(self, landing: Landing, level: int) -> Tally:
        """The counts once the piece has landed."""
        clear = landing.clear
        return Tally(
            self.placed + 1,
            self.cleared + clear.rows,
            self.attack + landing.attack,
            self.sent + landing.sent,
            self.risen + len(landing.up),
            self.points + points(clear, level),
            self.tetrises + (clear.rows == TETRIS),
            self.spins + (clear.spin == FULL and clear.rows > 0),
            self.minis + (clear.spin == MINI and clear.rows > 0),
            self.perfect + clear.perfect,
            self.holds + landing.held,
            max(self.longest_combo, clear.next_combo),
            max(self.longest_chain, clear.next_chain),
        )


class Choice(NamedTuple):
    """Queue and hold after a piece is taken: the hold, and the queue behind it."""

    hold: int | None
    queue: Queue


_RULES, _EMPTY, _QUEUE, _GARBAGE, _NOTHING = Rules(), Field.empty(), Queue(), Garbage(), Tally()


@dataclass(frozen=True)
class State:
    """A position of one seat.

    `queue` begins with the current piece, `hold` is a piece or None. `combo` counts the clears in a row so far,
    `chain` the difficult ones (back-to-back is on where it is not 0). `garbage` waits. `pushed_out`: garbage has
    pushed filled cells out at the top. `dug` counts the rows of garbage that were cleared, where that is the goal.
    `first` is the start, None at a start; `last` the move that led here; `paint`
    says what the cells of the field came from.
    """

    rules: Rules = _RULES
    field: Field = _EMPTY
    queue: Queue = _QUEUE
    hold: int | None = None
    combo: int = 0
    chain: int = 0
    garbage: Garbage = _GARBAGE
    tally: Tally = _NOTHING
    pushed_out: bool = False
    dug: int = 0
    first: State | None = optional(default=None, compare=False, repr=False)
    last: Landing | None = optional(default=None, compare=False, repr=False)
    paint: Paint = optional(default=NO_PAINT, compare=False, repr=False)

    @classmethod
    def open(cls, rules: Mapping[str, str]) -> State:
        """The start that `rules` describe; what is not named is as in `DEFAULTS` and `STARTS_WITH`.

        `board`: rows from the top, parted by `/`. `queue` as in `bags`. `hold`: a letter, `-` for an empty one,
        `off` for none at all. `garbage` as in `garbage`. `cleared`: rows that count for the goal. Raises `BadInput`.
        """
        known = {**DEFAULTS, **STARTS_WITH}
        for key in rules:
            if key not in known:
                raise BadInput(f"Tetris has no rule {key!r}; its rules are {', '.join(known)}")
        asked = {**known, **rules}
        table = Rules.open(asked)
        counted = number(asked, "cleared", 0, MOST_ROWS)
        return cls(
            table,
            Field.parse(asked["board"]),
            Queue.parse(asked["queue"]),
            None if asked["hold"] in ("off", "-") else piece_of(asked["hold"]),
            number(asked, "combo", 0, MOST_IN_A_ROW),
            number(asked, "chain", 0, MOST_IN_A_ROW),
            Garbage.parse(asked["garbage"]),
            Tally() if table.garbage.dig else Tally(cleared=counted),
            dug=counted if table.garbage.dig else 0,
            paint=Paint.parse(asked["board"]),
        )

    # -- the shared face of every game (game.position.Position) --

    @property
    def game(self) -> str:
        return "tetris"

    @property
    def seats(self) -> tuple[str, ...]:
        return ("player",)

    @property
    def setup(self) -> dict[str, str]:
        """The rules of the start of this game."""
        return (self.first or self).here()

    @property
    def ply(self) -> int:
        return self.tally.placed

    @property
    def to_move(self) -> int:
        return 0

    @property
    def winner(self) -> int | None:
        """0 once the goal is reached; else None."""
        return 0 if self.ending == "goal" else None

    @property
    def over(self) -> bool:
        """True if the game has ended, one way or another."""
        return self.ending is not None

    def legal_moves(self) -> tuple[str, ...]:
        return tuple(map(str, self.placements))

    def play(self, move: str) -> State:
        """The state after a placement such as `T south 4 1 full`. Raises `IllegalMove`."""
        try:
            return self.put(Placement.parse(move))
        except BadInput as error:
            raise IllegalMove(f"{error}.") from None

    def view(self, seat: int) -> State:
        """Return the state as the player may know it.

        Of the queue the pieces shown and the letters in the bag, of garbage how much.
        """
        queue = self.queue.view(1 + self.rules.previews)
        return replace(self, queue=queue, garbage=self.garbage.view(), first=None)

    def digest(self) -> str:
        """16 hex digits of rules, field, pieces, garbage and counts."""
        rules = self.here()
        if "board" in rules:
            rules["board"] = self.field.short
        text = f"{sorted(rules.items())}|{tuple(self.tally)}|{self.pushed_out}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    # -- guideline Tetris' own --

    @property
    def garbage_rows(self) -> int:
        """The number of the lowest rows that are garbage."""
        return self.paint.garbage_rows

    @property
    def piece(self) -> int | None:
        """The current piece, 0 to 6; None where the queue has ended."""
        return self.queue.piece()

    @property
    def previews(self) -> tuple[int, ...]:
        """The pieces shown behind the current one, as many as the rules say and the queue has."""
        return self.queue.pieces(1 + self.rules.previews)[1:]

    @property
    def back_to_back(self) -> bool:
        """True if the next difficult clear is worth more."""
        return self.chain > 0

    @cached_property
    def choices(self) -> dict[int, Choice]:
        """The pieces that can be placed now, the current one first, and what is left once each is taken."""
        choices = {} if self.piece is None else {self.piece: self.taken(held=False)}
        other = self.exchange
        if other is not None and other != self.piece:
            choices[other] = self.taken(held=True)
        return choices

    @property
    def exchange(self) -> int | None:
        """The piece that a hold brings: the one in hold or, where that is empty, the next one; None for none."""
        if not self.rules.hold:
            return None
        return self.queue.piece(1) if self.hold is None else self.hold

    def taken(self, held: bool) -> Choice:
        """Return the choice after the current piece is taken, or, with the hold used, the piece of `exchange`."""
        if not held:
            return Choice(self.hold, self.queue.after())
        return Choice(self.piece, self.queue.after(2 if self.hold is None else 1))

    @cached_property
    def ending(self) -> Ending | None:
        """The ending of the game; None while it goes on.

        Block out: the current piece cannot start. Lock out: nothing can lock with a cell in the visible rows.
        """
        return self.halted or (None if self._can_go_on() else "lock out")

    @cached_property
    def halted(self) -> Ending | None:
        """The ending of the game, wherever the next piece could lock; None while a piece can start."""
        if self.rules.goal and self.tally.cleared >= self.rules.goal:
            return "goal"
        if self.rules.garbage.dig and self.dug >= self.rules.garbage.dig:
            return "goal"
        if self.pushed_out:
            return "garbage"
        if not self.choices:
            return "no pieces"
        if self.piece is not None and spawn(self.field, self.piece, self.rules.start) is None:
            return "block out"
        return None

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """Everything that can be placed now, the current piece's first, each piece's sorted; empty when over."""
        if self.over:
            return ()
        return tuple(at for piece in self.choices for at in self.rules.placements(self.field, piece))

    def put(self, at: Placement) -> State:
        """The state after a placement, in any of its equal forms. Raises `IllegalMove`."""
        reason = self.why_not(at)
        if reason:
            raise IllegalMove(reason)
        return self.lock(at, held=at.piece != self.piece)

    def lock(self, at: Placement, held: bool, now: int | None = None) -> State:
        """The state after a placement to which a hand has just brought the piece; nothing is asked again.

        `held`: the hold was used for it, be it for an equal piece. `now`: the moment for which garbage is due, if not
        the number of the piece.
        """
        moment = self.tally.placed + 1 if now is None else now
        landing, field, garbage, paint, pushed_out = self._land(at, held, moment)
        hold, queue = self.taken(held)
        return replace(
            self,
            field=field,
            queue=queue,
            hold=hold,
            combo=landing.clear.next_combo,
            chain=landing.clear.next_chain,
            garbage=garbage,
            tally=self.tally.with_landing(landing, self.rules.level),
            pushed_out=pushed_out,
            dug=self._dug_with(landing.rows),
            first=self.first or self,
            last=landing,
            paint=paint,
        )

    def receive(self, rows: int, due: int = 0) -> State:
        """The state with rows of the other side waiting, which come up with piece number `due` at the earliest."""
        return replace(self, garbage=self.garbage.received(rows, due), first=self.first or self)

    def here(self) -> dict[str, str]:
        """The rules that open this very position as a start."""
        rules = self.rules.named() | {"queue": str(self.queue)}
        if self.hold is not None and self.rules.hold:
            rules["hold"] = letter(self.hold)
        own = {
            "board": self.paint.short(self.field),
            "combo": str(self.combo),
            "chain": str(self.chain),
            "garbage": str(self.garbage),
            "cleared": str(self._counted()),
        }
        return rules | {key: text for key, text in own.items() if text != STARTS_WITH[key]}

    def why_not(self, at: Placement) -> str | None:
        """The reason why a placement is not possible now, as a sentence; None if it is."""
        if self.ending is not None:
            return f"The game is over: {_WORDS[self.ending]}."
        if at.piece not in self.choices:
            held = ", or by the hold ".join(map(letter, self.choices))
            return f"{letter(at.piece)} is not the piece to place; it is {held}."
        return None if self.rules.allows(self.field, at) else self._misplaced(at)

    # -- inside --

    def _dug_with(self, rows: tuple[int, ...]) -> int:
        """The rows of garbage cleared so far and with these rows, where that is the goal."""
        lying = self.garbage_rows if rows and self.rules.garbage.dig else 0
        return self.dug + sum(y < lying for y in rows)

    def _counted(self) -> int:
        """The rows so far that count for the goal."""
        if self.rules.garbage.dig:
            return self.dug
        return self.tally.cleared if self.rules.goal else 0

    def _can_go_on(self) -> bool:
        """Return True if anything can lock in sight; a piece that just falls mostly can, and is quickly tried."""
        for piece in self.choices:
            start = spawn(self.field, piece, self.rules.start)
            if start and not locks_out(
                Placement(piece, start.orientation, start.x, self.field.drop(piece, *start))
            ):
                return True
        return any(self.rules.placements(self.field, piece) for piece in self.choices)

    def _land(self, at: Placement, held: bool, now: int) -> tuple[Landing, Field, Garbage, Paint, bool]:
        """Return the landing, the field, the garbage and the paint after it, and whether cells were pushed out."""
        landed = self.field.landed(*at[:4])
        rows, after = landed.full_rows, landed.cleared()
        table = self.rules.attack
        perfect = bool(rows) and after.height == 0
        clear = table.clear(len(rows), at.spin, self.chain, self.combo, perfect=perfect)
        fights = table.fights(clear)
        garbage, sent, up, packets = self.garbage.settled(self.rules.garbage, len(rows), fights, now)
        paint = self.paint.with_cells(at.cells, letter(at.piece)).without(rows)
        if self.rules.garbage.lonely and not self.garbage.recorded:
            garbage, up = self._by_itself(garbage, paint, len(rows), self._dug_with(rows), up, now)
        after, pushed_out = after.add_garbage(up)
        landing = Landing(self.field, at, rows, held, clear, sum(fights), sent, up, self.paint, packets)
        return landing, after, garbage, paint.pushed(up), pushed_out

    def _by_itself(
        self, garbage: Garbage, paint: Paint, cleared: int, dug: int, up: tuple[int, ...], now: int
    ) -> tuple[Garbage, tuple[int, ...]]:
        """Return the garbage and the rows that come up, with those that nobody has sent: cheese, and a wave."""
        rules = self.rules.garbage
        if not (cleared and rules.blocking):
            lying = paint.garbage_rows + len(up)
            missing = rules.cheese - lying
            if rules.dig:
                missing = min(missing, rules.dig - lying - dug)
            garbage, more = garbage.pushed(rules, max(0, missing))
            up += more
        if rules.every and (self.tally.placed + 1) % rules.every == 0:
            garbage = garbage.received(min(rules.wave, MOST_WAITING - garbage.waiting), now)
        return garbage, up

    def _misplaced(self, at: Placement) -> str:
        name = f"{letter(at.piece)} at {' '.join(str(at).split()[1:4])}"
        if any(not (0 <= x < COLUMNS and 0 <= y < ROWS) for x, y in at.cells):
            return f"{name} would lie beyond the border of the field."
        if not self.field.fits(*at[:4]):
            return f"{name} would lie on filled cells."
        rest = self.field.drop(*at[:4])
        if rest != at.y:
            return f"{name} would hang in the air; it falls to y = {rest}."
        if locks_out(at):
            return f"{name} would lock above the visible rows."
        spins = [spin for spin in range(len(SPINS)) if self.rules.allows(self.field, at._replace(spin=spin))]
        if not spins:
            return f"{name} cannot be reached from the start."
        how = " or ".join(SPINS[spin] for spin in spins)
        return f"{name} is not reached with the spin {SPINS[at.spin]!r} but with {how!r}."


_WORDS: dict[Ending, str] = {
    "goal": "its rows are cleared",
    "garbage": "garbage has pushed the stack out at the top",
    "no pieces": "no piece is left",
    "block out": "the next piece is blocked where it starts",
    "lock out": "nothing can lock within the visible rows",
}
