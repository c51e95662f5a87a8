"""Tetris: falling pieces of four cells; `classic` places one piece at a time, `guideline` is the modern game."""
