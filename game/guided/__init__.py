"""Guided play, as far as it is true whoever plays: guesses at the moves of a game, and a game that is played anew."""
