"""Solving a game of four-wide: values, classes, and what a run leaves that was ended."""
