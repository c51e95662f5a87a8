"""Whether levels are what the rules say: every block against its checksum, and entries against the level below.

A sample is worked out by the plain rules, card by card; all entries of a level by the kernel that builds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from ai.bridge.tables.arithmetic import spot_of
from ai.bridge.tables.events import Check
from ai.bridge.tables.folder import Folder
from ai.bridge.tables.index import (
    LEVELS,
    STRAINS,
    Spot,
    Strain,
    combinations,
    positions,
    spot_at,
    string,
    strings,
)
from ai.bridge.tables.level_file import Bytes
from ai.bridge.tables.making.build import ranks
from ai.bridge.tables.making.fill import fill, new_scratch
from ai.bridge.tables.making.inner import inner
from ai.bridge.tables.making.shape import shape
from game.bridge.cards import NO_TRUMPS, bit, card_of
from game.bridge.endgame import Endgame
from game.errors import BadTable


def verify(
    folder: Folder, sample: int | None = None, seed: int = 1, strains: Sequence[Strain] = STRAINS
) -> Iterator[Check]:
    """Look at every level there is of these strains, up to the highest: all its blocks, and `sample` entries of each.

    `sample` None: all entries. A level that is missing below another one is a problem too. Raises `BadTable` where
    there is none at all.
    """
    highest = {strain: _highest(folder, strain) for strain in strains}
    if not any(highest.values()):
        raise BadTable(f"there are no tables in {folder.path}; `bridge build` makes them")
    for strain in strains:
        below: Bytes | None = np.zeros(1, np.uint8)
        for level in range(1, highest[strain] + 1):
            entries, problem = _read(folder, level, strain)
            if problem or entries is None:
                yield Check(level, strain, 1.0, problem)
            elif below is not None and sample is None:
                yield from _all(folder, level, strain, entries, below)
            elif below is not None:
                yield from _some(folder, level, strain, entries, below, sample or 0, Random(seed))
            else:
                yield Check(level, strain, 1.0)  # the level below is a problem already
            below = entries


def _highest(folder: Folder, strain: Strain) -> int:
    there = [level for level in range(1, LEVELS + 1) if folder.path_of(level, strain).exists()]
    return max(there, default=0)


def _read(folder: Folder, level: int, strain: Strain) -> tuple[Bytes | None, str | None]:
    try:
        return folder.level(level, strain).entries(), None
    except BadTable as error:
        return None, str(error)


def _all(folder: Folder, level: int, strain: Strain, entries: Bytes, below: Bytes) -> Iterator[Check]:
    """Every entry, by the kernel."""
    each, looked_up, scratch = strings(level), ranks(), new_scratch()
    again = np.empty(each, np.uint8)
    lengths = combinations(level, strain)
    for number, combination in enumerate(lengths):
        known = shape(level, strain, combination), looked_up, inner(combination[-1])
        fill(level, int(strain == "trump"), *known, below, again, scratch)
        stored = entries[number * each : (number + 1) * each]
        wrong = np.flatnonzero(stored != again)
        share = (number + 1) / len(lengths)
        if len(wrong):
            spot = Spot(level, strain, number, int(wrong[0]))
            yield Check(
                level,
                strain,
                share,
                _wrong(folder, spot, int(stored[spot.rank]), int(again[spot.rank]), len(wrong)),
            )
        yield Check(level, strain, share)


def _some(
    folder: Folder, level: int, strain: Strain, entries: Bytes, below: Bytes, sample: int, chance: Random
) -> Iterator[Check]:
    """Entries at random, by the rules."""
    for done in range(1, sample + 1):
        spot = spot_at(level, strain, chance.randrange(positions(level, strain)))
        true = _worth(endgame_at(spot), below)
        stored = int(entries[spot.suit_major])
        problem = _wrong(folder, spot, stored, true) if stored != true else None
        if problem or done % 64 == 0 or done == sample:
            yield Check(level, strain, done / sample, problem)


def _wrong(folder: Folder, spot: Spot, stored: int, true: int, count: int = 1) -> str:
    path = folder.path_of(spot.level, spot.strain)
    more = f" and {count - 1:,} more of its combination" if count > 1 else ""
    return (
        f"{path} is wrong: entry {spot.suit_major:,} is {stored}, by the level below {true}{more}; "
        "remove the file, and `bridge build` makes it anew"
    )


def endgame_at(spot: Spot) -> Endgame:
    """The position of an entry, each suit from its ace downwards; the first suit of the string is spades."""
    bits, hands = string(spot.level, spot.rank), [0, 0]
    for suit in reversed(range(4)):
        length = spot.lengths[suit]
        for place in range(length):  # from the lowest card
            hands[bits >> place & 1] |= bit(card_of(suit, 13 - length + place))
        bits >>= length
    return Endgame(hands[1], hands[0], NO_TRUMPS if spot.strain == "notrump" else 0)


def _worth(endgame: Endgame, below: Bytes) -> int:
    """The tricks of the hand on lead, from the level below, over every lead and every reply."""
    return max(_after(endgame.play(card), below) for card in endgame.legal())


def _after(led: Endgame, below: Bytes) -> int:
    found = []
    for card in led.legal():
        after = led.play(card)
        value = int(below[spot_of(after).suit_major]) if after.cards_left else 0
        found.append(after.cards_left - value if led.takes(card) else 1 + value)
    return min(found)
