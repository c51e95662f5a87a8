"""Rows on their way from the other side: they wait, are cancelled by one's own attack, and come up.

A **batch** is one attack of the other side. The oldest goes first, in cancelling and in coming up. Each garbage row
is full but for its hole; the hole stays in the column of the row before, or jumps to another one.

Holes are drawn in one of two ways. With a `messiness` alone it is one chance for every row, and a hole that jumps
comes to another column. With a `change` besides they are those of TETR.IO for the same seed: `messiness` is the chance
before each row, `change` the one after each batch, be it used up or cancelled, and a column can be drawn again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from game.chance import Minstd, splitmix64
from game.errors import BadInput
from game.tetris.guideline.field import COLUMNS, FULL_ROW, ROWS, VISIBLE

MOST_WAITING = 1_000  # rows; nobody has survived a twentieth of it
MOST_BATCHES = 200
MOST_OPENER = 1_000  # pieces
MOST_EVERY = 1_000  # pieces between two attacks that come by themselves
MOST_DIG = 1_000  # rows of garbage to dig away
MOST_CHEESE = VISIBLE - 2  # rows that always lie below the stack
MOST_RECORDED = 10_000  # pieces whose garbage can be given beforehand
_TEXT = re.compile(
    r"(?:\?|([0-9]{1,20})(?:@([0-9]{1,20}))?)(?:/([0-9]))?((?:\+[0-9]{1,4}(?:\.[0-9]{1,12})?)*)"
    r"(?:!([0-9]{1,4})(?:\.([0-9]{1,6}))?)?"
    r"(?:=((?:[0-9]{0,4}(?::[0-9]{1,40})?,)*[0-9]{0,4}(?::[0-9]{1,40})?))?"
)


@dataclass(frozen=True)
class GarbageRules:
    """Rules of garbage.

    `cap`: rows that may come up with one placement, 0 for none at all. `messiness`: the chance in percent that a
    hole jumps; `change`: the one between two attacks, drawn as TETR.IO draws it, None where that is no chance of its
    own. `blocking`: garbage waits while placements clear rows. `cancelling`: one's own attack takes waiting
    rows away before anything is sent; in the first `opener` pieces twice as many, as long as no fewer wait than were
    sent so far. Cold Clear's: 10, 30; its fast set 20, 0; TETR.IO's: 8, 0, a change of 100, its league an opener of 14.

    Three are for a player alone. `cheese`: as many rows of garbage stay below the stack, since new ones come up for
    those that were cleared. `wave`: rows of an attack that comes by itself after `every` so many pieces. `dig`: the
    rows of garbage to clear; once they are gone, the game has reached its goal. Raises `BadInput`.
    """

    cap: int = 10
    messiness: int = 30
    blocking: bool = True
    cancelling: bool = True
    change: int | None = None
    opener: int = 0
    cheese: int = 0
    wave: int = 0
    every: int = 0
    dig: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.cap <= ROWS:
            raise BadInput(f"a cap of {self.cap} rows is not possible; it goes from 0 to {ROWS}")
        if not 0 <= self.messiness <= 100:
            raise BadInput(f"a messiness of {self.messiness} is not possible; it goes from 0 to 100 percent")
        if not 0 <= (self.change or 0) <= 100:
            raise BadInput(f"a change of {self.change} is not possible; it goes from 0 to 100 percent")
        if not 0 <= self.opener <= MOST_OPENER:
            raise BadInput(
                f"an opener of {self.opener} pieces is not possible; it goes from 0 to {MOST_OPENER}"
            )
        if not 0 <= self.cheese <= MOST_CHEESE:
            raise BadInput(f"{self.cheese} rows of cheese are not possible; it goes from 0 to {MOST_CHEESE}")
        if not 0 <= self.wave <= ROWS:
            raise BadInput(f"a wave of {self.wave} rows is not possible; it goes from 0 to {ROWS}")
        if not 0 <= self.every <= MOST_EVERY:
            raise BadInput(
                f"a wave every {self.every} pieces is not possible; it goes from 0 to {MOST_EVERY}"
            )
        if not 0 <= self.dig <= MOST_DIG:
            raise BadInput(f"{self.dig} rows to dig are not possible; it goes from 0 to {MOST_DIG}")

    @property
    def lonely(self) -> bool:
        """True if garbage comes that nobody sends."""
        return self.cheese > 0 or (self.wave > 0 and self.every > 0)


COLD_CLEAR = GarbageRules()


class Batch(NamedTuple):
    """Rows of one attack, and the moment from which on they may come up: a tick, or a number of pieces."""

    rows: int
    due: int = 0


class RecordedGarbage(NamedTuple):
    """The garbage of one placement of a game that was played: rows waiting before it, holes of the rows after it."""

    waiting: int = 0
    holes: tuple[int, ...] = ()

    def __str__(self) -> str:
        return (str(self.waiting) if self.waiting else "") + (
            ":" + "".join(map(str, self.holes)) if self.holes else ""
        )


class GarbageOutcome(NamedTuple):
    """Effect of a placement on the garbage: what waits now, the rows sent, and the rows that come up, as bits.

    The first of `up` comes up first and ends highest. `packets` are the rows sent, by the batches they travel as.
    """

    garbage: Garbage
    sent: int
    up: tuple[int, ...]
    packets: tuple[int, ...] = ()


@dataclass(frozen=True)
class Garbage:
    """Waiting rows, the oldest batch first, and where the holes of the rows to come will be.

    `seed` and `number` (draws so far) decide the holes; a seed of None is not known, and the hole of the next row is
    then taken to be `hole`. `hole` is the column of the last row's hole, None before the first row. `recorded`: the
    garbage of the placements to come, as it was in a game that was played elsewhere; nothing else rises then.
    `opener`: the pieces left in which attack cancels twice, None where the rules say it; `sent`: the rows sent in it.
    Of holes that are drawn as in TETR.IO the `seed` is the state of the generator, and `number` stays 0.
    """

    seed: int | None = 1
    number: int = 0
    hole: int | None = None
    batches: tuple[Batch, ...] = ()
    recorded: tuple[RecordedGarbage, ...] = ()
    opener: int | None = None
    sent: int = 0

    def __post_init__(self) -> None:
        if len(self.recorded) > MOST_RECORDED:
            raise BadInput(
                f"garbage for {len(self.recorded):,} pieces is too much; at most {MOST_RECORDED:,} are read"
            )
        if len(self.batches) > MOST_BATCHES or self.waiting > MOST_WAITING:
            raise BadInput(f"{self.waiting:,} waiting rows are too many; at most {MOST_WAITING:,} can wait")

    @classmethod
    def of_game(cls, garbage: Sequence[RecordedGarbage]) -> Garbage:
        """The garbage of a game that was played, placement by placement."""
        return cls(recorded=tuple(garbage))._with_waiting()

    @classmethod
    def parse(cls, text: str) -> Garbage:
        """The garbage of `SEED[@N][/HOLE][+ROWS[.DUE]…]`, such as `7@12/3+4+2.600`. Raises `BadInput`.

        Behind a `!` follows the opener, pieces left and rows sent in it, such as `!9.3`. Behind a `=` follows what was
        `recorded`, a placement between two commas: rows waiting, `:` and the holes.
        """
        match = _TEXT.fullmatch(text.strip())
        if not match:
            raise BadInput(f"{text[:60]!r} is not garbage; write SEED@N/HOLE+ROWS+ROWS, such as 7@12/3+4+2")
        seed = None if match[1] is None else int(match[1])
        if (seed or 0) >= 1 << 64 or int(match[2] or 0) >= 1 << 63:
            raise BadInput(f"the seed or number of {text[:60]!r} is too large")
        waiting = (each.partition(".") for each in match[4].split("+")[1:])
        batches = tuple(Batch(int(rows), int(due or 0)) for rows, _, due in waiting)
        garbage = () if match[7] is None else tuple(map(_recorded, match[7].split(",")))
        hole, opener = (None if text is None else int(text) for text in (match[3], match[5]))
        return cls(seed, int(match[2] or 0), hole, batches, garbage, opener, int(match[6] or 0))

    def __str__(self) -> str:
        seed = "?" if self.seed is None else f"{self.seed}" + (f"@{self.number}" if self.number else "")
        hole = "" if self.hole is None else f"/{self.hole}"
        waiting = "".join(f"+{rows}" + (f".{due}" if due else "") for rows, due in self.batches)
        sent = f".{self.sent}" if self.sent else ""
        opener = "" if self.opener is None else f"!{self.opener}{sent}"
        text = "=" + ",".join(map(str, self.recorded)) if self.recorded else ""
        return seed + hole + waiting + opener + text

    @property
    def waiting(self) -> int:
        """The number of waiting rows."""
        return sum(batch.rows for batch in self.batches)

    def received(self, rows: int, due: int = 0) -> Garbage:
        """With an attack of the other side, which may come up from the moment `due` on."""
        return replace(self, batches=(*self.batches, Batch(rows, due))) if rows else self

    def cancelled(self, attack: int, rules: GarbageRules = COLD_CLEAR) -> tuple[Garbage, int]:
        """Return the garbage that still waits after one's own attack, and the rest of the attack."""
        after, batches = self, list(self.batches)
        twice = attack if self.pieces_of_opener(rules) and self.waiting >= self.sent else 0
        while batches and attack + twice:
            rows, due = batches.pop(0)
            taken = min(rows, attack)
            again = min(rows - taken, twice)
            attack, twice, rows = attack - taken, twice - again, rows - taken - again
            if rows:
                batches.insert(0, Batch(rows, due))
            else:
                after = after._batch_ended(rules)
        return replace(after, batches=tuple(batches)), attack

    def risen(self, rules: GarbageRules, now: int = 0) -> tuple[Garbage, tuple[int, ...]]:
        """Return the garbage that waits after rows have come up, and their bits.

        Those that are due, at most the cap.
        """
        batches, room = list(self.batches), rules.cap
        after, rising = self, list[int]()
        while batches and room and batches[0].due <= now:
            rows, due = batches.pop(0)
            taken = min(rows, room)
            room -= taken
            after, rows_up = after.pushed(rules, taken)
            rising += rows_up
            if rows > taken:
                batches.insert(0, Batch(rows - taken, due))
            else:
                after = after._batch_ended(rules)
        return replace(after, batches=tuple(batches)), tuple(rising)

    def pushed(self, rules: GarbageRules, rows: int) -> tuple[Garbage, tuple[int, ...]]:
        """Return the garbage after so many rows have come up, whatever waits, and their bits."""
        after, rising = self, list[int]()
        for _ in range(rows):
            after, row = after._next_row(rules)
            rising.append(row)
        return after, tuple(rising)

    def settled(
        self, rules: GarbageRules, cleared: int, fights: Sequence[int], now: int = 0
    ) -> GarbageOutcome:
        """Return the effect of a placement that cleared rows and attacks.

        It cancels, sends the rest, and garbage comes up.

        `fights` are the attacks of one placement, one after the other.
        """
        garbage, packets = self, list[int]()
        for attack in fights:
            left = attack
            if rules.cancelling:
                garbage, left = garbage.cancelled(attack, rules)
            if left:
                packets.append(left)
                if garbage.pieces_of_opener(rules):
                    garbage = replace(garbage, sent=garbage.sent + left)
        sent = sum(packets)
        if rules.change is None and packets:  # then all that a placement sends is one batch
            packets = [sent]
        if opener := self.pieces_of_opener(rules):
            garbage = replace(garbage, opener=opener - 1, sent=garbage.sent if opener > 1 else 0)
        up: tuple[int, ...] = ()
        if self.recorded:
            up = tuple(FULL_ROW ^ 1 << hole for hole in self.recorded[0].holes)
            garbage = replace(garbage, recorded=self.recorded[1:])._with_waiting()
        elif not (cleared and rules.blocking):
            garbage, up = garbage.risen(rules, now)
        return GarbageOutcome(garbage, sent, up, tuple(packets))

    def pieces_of_opener(self, rules: GarbageRules) -> int:
        """The pieces left in which attack cancels twice."""
        return rules.opener if self.opener is None else self.opener

    def view(self) -> Garbage:
        """Return the garbage as the player may know it: how much waits, but not where the holes will be."""
        return replace(self, seed=None, number=0, recorded=())

    def _with_waiting(self) -> Garbage:
        """With the rows that wait before the next placement told."""
        waiting = self.recorded[0].waiting if self.recorded else 0
        return replace(self, batches=(Batch(waiting),) if waiting else ())

    def _next_row(self, rules: GarbageRules) -> tuple[Garbage, int]:
        """The garbage once one row has come up, and the row."""
        if self.seed is None or rules.change is None:
            hole = self.hole if self.seed is None else self._next_hole(self.seed, rules.messiness)
            after = replace(self, number=self.number + 1, hole=hole or 0)
        else:
            random = Minstd(self.seed)
            jumps = self.hole is None or random() < rules.messiness / 100  # no draw before the first row
            after = replace(self, hole=random.below(COLUMNS) if jumps else self.hole, seed=random.state)
        return after, FULL_ROW ^ 1 << (after.hole or 0)

    def _next_hole(self, seed: int, messiness: int) -> int:
        """Two draws a row: does the hole jump, and where to."""
        jump, where = (splitmix64(seed, 2 * self.number + draw) >> 32 for draw in (0, 1))
        if self.hole is None:
            return where * COLUMNS >> 32
        if jump * 100 >> 32 >= messiness:
            return self.hole
        return (self.hole + 1 + (where * (COLUMNS - 1) >> 32)) % COLUMNS

    def _batch_ended(self, rules: GarbageRules) -> Garbage:
        """The garbage once a batch is used up, be it that it rose or was cancelled."""
        if self.seed is None or rules.change is None:
            return self
        random = Minstd(self.seed)
        hole = random.below(COLUMNS) if random() < rules.change / 100 else self.hole
        return replace(self, hole=hole, seed=random.state)


def _recorded(text: str) -> RecordedGarbage:
    waiting, _, holes = text.partition(":")
    return RecordedGarbage(int(waiting or 0), tuple(map(int, holes)))
