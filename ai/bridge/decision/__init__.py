"""Decisions of the auction and the exchange, made from what one player has seen."""
