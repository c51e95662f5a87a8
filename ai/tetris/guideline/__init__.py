"""Engines of guideline Tetris."""
