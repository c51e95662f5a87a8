"""Guided play: guessing the moves of a game."""
