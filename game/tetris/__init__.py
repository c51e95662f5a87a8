"""Tetris: falling pieces of four cells; `classic` places one piece at a time."""
