"""Zuniq in the window: the board, its cursor, and what the panel says about it."""
