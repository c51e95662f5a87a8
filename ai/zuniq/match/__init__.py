"""Matches: players of this house and programs that speak the CodeCup protocol, game after game."""

from ai.zuniq.match.games import MatchGame, MatchResult, play_match

__all__ = ["MatchGame", "MatchResult", "play_match"]
