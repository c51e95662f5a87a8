"""The auction between two: bids, passes, and doubles where the rules have them.

The dealer begins. Each bid is higher than the one before, a pass after a bid ends the auction, and two passes
without a bid end the deal. Strains rise from clubs over diamonds, hearts and spades to no trumps.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from game.bridge.cards import NO_TRUMPS, STRAINS, SUIT_WORDS
from game.bridge.rules import Rules

PASS, DOUBLE, REDOUBLE = "pass", "double", "redouble"
SEATS = ("North", "South")
LEVELS = range(1, 8)
BOOK = 6  # tricks that a bid promises besides its level
RISING = "CDHSN"


class Contract(NamedTuple):
    """The declarer's promise: `level` 1 to 7 in a strain 0 to 4; `stake` is 1, 2 doubled, 4 redoubled.

    `bid` False: nobody has promised anything, the stock has named trumps, and most of the tricks win.
    """

    level: int
    strain: int
    declarer: int
    stake: int = 1
    bid: bool = True

    def __str__(self) -> str:
        return f"{self.level}{STRAINS[self.strain]}{'X' * (self.stake // 2)}"

    @property
    def needs(self) -> int:
        """The tricks that the declarer has promised, 7 to 13."""
        return BOOK + self.level


@dataclass(frozen=True)
class Auction:
    """The calls of a deal so far; seat 0 or 1 deals and calls first."""

    rules: Rules
    dealer: int
    calls: tuple[str, ...] = ()

    @property
    def to_call(self) -> int:
        """The seat whose call is next, or would be."""
        return (self.dealer + len(self.calls)) % 2

    @cached_property
    def last_bid(self) -> int | None:
        """The number of the last bid among the calls; None where there is none."""
        return next((at for at in range(len(self.calls) - 1, -1, -1) if self.calls[at][0] in "1234567"), None)

    @property
    def over(self) -> bool:
        """True if nobody calls any more."""
        if self.last_bid is None:
            return len(self.calls) == len(SEATS)
        return self.calls[-1] == PASS

    @property
    def passed_out(self) -> bool:
        """True if both have passed without a bid."""
        return self.over and self.last_bid is None

    @cached_property
    def standing(self) -> Contract | None:
        """The contract if no other bid follows; None without a bid."""
        if self.last_bid is None:
            return None
        level, strain = self.calls[self.last_bid][0], self.calls[self.last_bid][1]
        after = self.calls[self.last_bid + 1 :]
        stake = 4 if REDOUBLE in after else 2 if DOUBLE in after else 1
        declarer = (self.dealer + self.last_bid) % 2
        return Contract(int(level), STRAINS.index(strain), declarer, stake, self.rules.auction != "stock")

    @property
    def contract(self) -> Contract | None:
        """Contract of the deal; None while the auction goes on, and where it was passed out."""
        return self.standing if self.over else None

    def legal(self) -> tuple[str, ...]:
        """Every call that is possible now: pass, double and redouble, then the bids from the lowest."""
        if self.over:
            return ()
        bids = (f"{level}{strain}" for level in LEVELS for strain in RISING)
        return tuple(call for call in (PASS, DOUBLE, REDOUBLE, *bids) if self.why_not(call) is None)

    def why_not(self, call: str) -> str | None:
        """The reason why a call is not possible now, as a sentence; None if it is."""
        if self.over:
            return "The auction is over."
        if call == PASS:
            return None
        if call in (DOUBLE, REDOUBLE):
            return self._why_no_double(call)
        if not is_bid(call):
            return f"{call[:20]!r} is not a call; calls are 1C to 7N, pass, double and redouble."
        if call[1] == STRAINS[NO_TRUMPS] and not self.rules.notrump:
            return "These rules do not allow no-trump bids."
        if self.standing is not None and _height(call) <= _height(str(self.standing)):
            return f"{call} is not higher than {call_words(str(self.standing)[:2])}."
        return None

    def _why_no_double(self, call: str) -> str | None:
        if not self.rules.doubles:
            return "These rules do not allow doubles."
        contract = self.standing
        if contract is None:
            return f"There is no bid to {call}."
        mine = contract.declarer == self.to_call
        if call == DOUBLE:
            return (
                "You can double only the other player's bid, and only once."
                if mine or contract.stake > 1
                else None
            )
        return (
            None if mine and contract.stake == 2 else "You can redouble only when your own bid was doubled."
        )


def is_bid(call: str) -> bool:
    """Return True if a text is a bid, `1C` to `7N`."""
    return len(call) == 2 and call[0] in "1234567" and call[1] in RISING


def call_words(call: str) -> str:
    """A call in words: `3 hearts`, `1 no trump`, `pass`."""
    if not is_bid(call):
        return call
    words = SUIT_WORDS[STRAINS.index(call[1])]
    return f"{call[0]} {words.removesuffix('s') if call[0] == '1' else words}"


def _height(bid: str) -> tuple[int, int]:
    """Return the sort key of bids, lowest first."""
    return int(bid[0]), RISING.index(bid[1])


# What a deal is worth: by the laws of duplicate bridge, or by the rule of the original program.

TRICKS = 13
TRICK_VALUES = (30, 30, 20, 20, 30)  # spades, hearts, diamonds, clubs, no trumps
FIRST_AT_NO_TRUMPS = 10  # more than the others
GAME, PART_SCORE = 100, 50
FOR_THE_INSULT = {1: 0, 2: 50, 4: 100}  # by stake: making a doubled contract
A_TRICK_MORE = 10


class Scale(NamedTuple):
    """Scores that depend on the scoring and on vulnerability.

    `game`, `small_slam`, `grand_slam`: the bonuses. `overtrick`: each one when doubled. `undertrick`: each one when not
    doubled; `doubled`: the first, each of the next two, each further one. Redoubled, overtricks and undertricks count
    twice what they do doubled.
    """

    game: int
    small_slam: int
    grand_slam: int
    overtrick: int
    undertrick: int
    doubled: tuple[int, int, int]


# Laws of Duplicate Bridge 2017, law 77; the original program plays a house rule from Taiwan
LAWS = Scale(300, 500, 1000, 100, 50, (100, 200, 300))
LAWS_VULNERABLE = Scale(500, 750, 1500, 200, 100, (200, 300, 300))
ORIGINAL = Scale(300, 500, 1000, 100, 50, (100, 200, 200))


def scale_of(table: Rules) -> Scale:
    """The bonuses and penalties of a match in which contracts are scored."""
    if table.scoring == "duplicate":
        return ORIGINAL
    return LAWS_VULNERABLE if table.vulnerable else LAWS


def score(scale: Scale, contract: Contract, tricks: int) -> int:
    """The declarer's points for having taken `tricks` of the thirteen; below 0: so many to the defender."""
    over = tricks - contract.needs
    if over < 0:
        return -_penalty(scale, contract.stake, -over)
    value = TRICK_VALUES[contract.strain]
    promised = value * contract.level + (FIRST_AT_NO_TRUMPS if contract.strain == NO_TRUMPS else 0)
    promised *= contract.stake
    bonus = scale.game if promised >= GAME else PART_SCORE
    bonus += {6: scale.small_slam, 7: scale.grand_slam}.get(contract.level, 0) + FOR_THE_INSULT[
        contract.stake
    ]
    return promised + bonus + over * (value if contract.stake == 1 else scale.overtrick * contract.stake // 2)


def _penalty(scale: Scale, stake: int, down: int) -> int:
    """The points for so many undertricks."""
    if stake == 1:
        return scale.undertrick * down
    first, following, further = scale.doubled
    return (first + following * min(2, down - 1) + further * max(0, down - 3)) * stake // 2


def points(table: Rules, contract: Contract, tricks: tuple[int, int]) -> tuple[int, int]:
    """The points of North and South for a deal in which they took these tricks; one of them gets none."""
    if table.scoring == "tricks":
        north = A_TRICK_MORE * (tricks[0] - tricks[1])
    else:
        declarer = score(scale_of(table), contract, tricks[contract.declarer])
        north = declarer * (1 if contract.declarer == 0 else -1)
    return max(north, 0), max(-north, 0)


def double_changes(table: Rules, contract: Contract) -> tuple[int, int]:
    """The points that a double adds: for a declarer who just makes the contract, for the other if it goes one down."""
    scale, doubled = scale_of(table), contract._replace(stake=2 * contract.stake)
    made, down = contract.needs, contract.needs - 1
    gains = score(scale, doubled, made) - score(scale, contract, made)
    return gains, score(scale, contract, down) - score(scale, doubled, down)
