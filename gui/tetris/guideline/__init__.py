"""Guideline Tetris in the window: a seat with its well, hold, queue and garbage; the hand; the coach's words."""
