"""Honeymoon bridge: an auction, an exchange of thirteen tricks, and thirteen tricks that count."""

from game.bridge.auction import SEATS, Auction, Contract
from game.bridge.board import Board, Result
from game.bridge.deal import Deal, Deals
from game.bridge.endgame import Endgame
from game.bridge.exchange import Holdings, Trick
from game.bridge.rules import Rules
from game.bridge.state import Observation, State, consistent, observe, rules_of

__all__ = [
    "SEATS",
    "Auction",
    "Board",
    "Contract",
    "Deal",
    "Deals",
    "Endgame",
    "Holdings",
    "Observation",
    "Result",
    "Rules",
    "State",
    "Trick",
    "consistent",
    "observe",
    "rules_of",
]
