"""Guideline Tetris in real time: against an engine, alone, against the clock, or two engines to watch."""
