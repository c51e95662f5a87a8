"""What a player has seen, laid on the desk for the kernels."""

from __future__ import annotations

from ai.bridge.player.layout import ALL, NO_CARD, Words
from ai.bridge.player.weighing import Workspace
from ai.bridge.player.worlds import (
    CALLED,
    DONE,
    FOLLOW,
    KNOWN,
    LEAST,
    LEVEL,
    MINE,
    ON_SHOW,
    OWN,
    OWN_OPEN,
    OWN_SEEN,
    PASSED,
    PRIZE,
    STRAIN,
    THEIRS,
    THEY_LED,
    THEY_WON,
)
from game.bridge import Observation
from game.bridge.auction import PASS, RISING, is_bid
from game.bridge.cards import STRAINS


def lay_out(seen: Observation, desk: Workspace) -> int:
    """Fill the desk's sight, past and calls for an auction or an exchange; how many calls of the other there are."""
    sight = desk.sight
    sight[OWN], sight[OWN_SEEN] = seen.own, ALL & ~seen.unseen
    sight[KNOWN], sight[OWN_OPEN] = seen.theirs, _taken_openly(seen)
    sight[ON_SHOW] = NO_CARD if seen.upturned is None else seen.upturned
    sight[FOLLOW] = NO_CARD if seen.led is None else seen.led
    sight[DONE] = len(seen.tricks)
    sight[STRAIN] = 0 if seen.contract is None else seen.contract.strain
    for row, trick in zip(desk.past, seen.tricks, strict=False):
        they_led = trick.leader != seen.seat
        row[THEY_LED], row[THEY_WON] = they_led, trick.winner != seen.seat
        row[THEIRS], row[MINE] = (trick.led, trick.reply) if they_led else (trick.reply, trick.led)
        row[PRIZE] = trick.shown
    return _calls(seen, desk.calls)


def _taken_openly(seen: Observation) -> int:
    """The cards in the player's hand that the other has seen him take."""
    taken = 0
    for trick in seen.tricks:
        if trick.winner == seen.seat and trick.shown is not None:
            taken |= 1 << trick.shown
    return taken & seen.own


def _calls(seen: Observation, rows: Words) -> int:
    """Note the other's calls with what he could have bid; doubles say nothing here."""
    if not seen.table.bids:
        return 0
    count, standing = 0, None
    for at, call in enumerate(seen.calls):
        theirs = (seen.dealer + at) % 2 != seen.seat
        if theirs and (is_bid(call) or call == PASS) and count < len(rows):
            row, count = rows[count], count + 1
            least = [least_level(strain, standing, seen.table.notrump) for strain in range(len(STRAINS))]
            row[LEAST:] = least
            row[CALLED] = STRAINS.index(call[1]) if is_bid(call) else PASSED
            row[LEVEL] = int(call[0]) if is_bid(call) else min(least)
        if is_bid(call):
            standing = call
    return count


def least_level(strain: int, standing: str | None, notrump: bool = True) -> int:
    """The lowest level at which a strain outbids; 8 where there is none."""
    if STRAINS[strain] == "N" and not notrump:
        return 8
    if standing is None:
        return 1
    level = int(standing[0])
    return level if RISING.index(STRAINS[strain]) > RISING.index(standing[1]) else level + 1
