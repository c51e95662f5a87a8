"""Tetris in the window."""
