"""The table of results: one bit for every position the search has decided, as long as there is room.

    word      bits 1..63: the key's       bit 0: 1 if the side to move wins       0: empty
    bucket    two words: first the newest, then the one it has pushed aside

The table never grows. Two positions with the same 63 bits would be taken for one; with 10^8 questions and a
full table of 2^22 words that is to be expected in one of some 20 000 searches.
"""

from __future__ import annotations

from ai.kernel import inlined
from ai.zuniq.topology import Words

UNKNOWN, LOSS, WIN = -1, 0, 1  # for the side to move


@inlined
def look_up(table: Words, key: int) -> int:
    """WIN or LOSS where the table knows it, else UNKNOWN."""
    slot = (key >> 1) & (len(table) - 2)
    first = table[slot]
    second = table[slot + 1]
    value = UNKNOWN
    if second | 1 == key | 1:
        value = second & 1
    if first | 1 == key | 1:
        value = first & 1
    return value


@inlined
def store(table: Words, key: int, value: int) -> None:
    """Keep a result; the bucket's older word makes room."""
    slot = (key >> 1) & (len(table) - 2)
    word = (key & ~1) | value
    if table[slot] | 1 != word | 1:
        table[slot + 1] = table[slot]
    table[slot] = word
