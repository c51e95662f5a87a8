"""Worlds played to the end: the exchange by habit on both sides, the play stage by the exact solver.

A job is a row of words: the WORLD, the CARD that I play first, or none where the exchange is to begin, the STRAIN, the
DECLARER (0 is me), and then what came of it: MY_TRICKS in the play stage.
"""

from __future__ import annotations

from ai.bridge.codes import word_of_hands
from ai.bridge.player.exchange import HAND, KIND, LAST, lay, leader_after, play_out, set_out
from ai.bridge.player.layout import NO_CARD, NO_TRUMP, RANKS, Numbers, Words
from ai.bridge.player.weighing import Desk
from ai.bridge.solver.room import Levels, Room
from ai.bridge.solver.search import value_between
from ai.kernel import tight

WORLD, CARD, IN_STRAIN, DECLARED_BY, MY_TRICKS, JOB = range(6)


@tight
def settle(desk: Desk, jobs: Words, rule: int, room: Room, levels: Levels, weights: Numbers) -> None:
    """Do all jobs; `rule` says who leads to the play stage."""
    table = desk.table
    for job in range(len(jobs)):
        world, strain, declarer = desk.kept[jobs[job, WORLD]], jobs[job, IN_STRAIN], jobs[job, DECLARED_BY]
        stock = desk.stocks[world]
        if jobs[job, CARD] == NO_CARD:
            set_out(desk.tables[world, HAND], desk.tables[world, HAND + 1], stock, declarer, table)
            table[KIND] = desk.tables[world, KIND]
        else:
            for word in range(len(table)):
                table[word] = desk.tables[world, word]
            lay(table, stock, jobs[job, CARD], strain)
        play_out(table, stock, strain, weights, desk.place, desk.value)
        leader = leader_after(table[LAST], declarer, rule)
        word = word_of_hands(table[HAND + leader], table[HAND + 1 - leader], strain)
        taken = value_between(
            room, levels, word, 1 if strain == NO_TRUMP else 0, RANKS, (RANKS + 1) // 2, 0, RANKS
        )
        jobs[job, MY_TRICKS] = RANKS - taken if leader else taken
