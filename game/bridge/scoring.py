"""What a deal is worth: duplicate bridge between two, never vulnerable, as a house rule from Taiwan plays it."""

from __future__ import annotations

from game.bridge.auction import Contract
from game.bridge.cards import NO_TRUMPS
from game.bridge.rules import Scoring

TRICKS = 13
TRICK_VALUES = (30, 30, 20, 20, 30)  # spades, hearts, diamonds, clubs, no trumps
FIRST_AT_NO_TRUMPS = 10  # more than the others
GAME, PART_SCORE, GAME_BONUS = 100, 50, 300
SLAMS = {6: 500, 7: 1000}
FOR_THE_INSULT = {1: 0, 2: 50, 4: 100}  # by stake: making a doubled contract
OVERTRICK = {2: 100, 4: 200}  # by stake; undoubled it is the value of a trick
UNDERTRICKS = {1: (50, 50), 2: (100, 200), 4: (200, 400)}  # by stake: the first, each further one
A_TRICK_MORE = 10


def score(contract: Contract, tricks: int) -> int:
    """The declarer's points for having taken `tricks` of the thirteen; below 0: so many to the defender."""
    over = tricks - contract.needs
    if over < 0:
        first, further = UNDERTRICKS[contract.stake]
        return -first - further * (-over - 1)
    value = TRICK_VALUES[contract.strain]
    promised = value * contract.level + (FIRST_AT_NO_TRUMPS if contract.strain == NO_TRUMPS else 0)
    promised *= contract.stake
    bonus = GAME_BONUS if promised >= GAME else PART_SCORE
    bonus += SLAMS.get(contract.level, 0) + FOR_THE_INSULT[contract.stake]
    return promised + bonus + over * OVERTRICK.get(contract.stake, value)


def points(scoring: Scoring, contract: Contract, tricks: tuple[int, int]) -> tuple[int, int]:
    """The points of North and South for a deal in which they took these tricks; one of them gets none."""
    if scoring == "tricks":
        north = A_TRICK_MORE * (tricks[0] - tricks[1])
    else:
        north = score(contract, tricks[contract.declarer]) * (1 if contract.declarer == 0 else -1)
    return max(north, 0), max(-north, 0)
