"""Commands of Tetris, the classic game and the modern one."""

from __future__ import annotations

from cli.grammar import Groups, group
from cli.tetris import bots, classic, guideline


def add_commands(commands: Groups) -> None:
    """Add `tetris` with all it can do."""
    about = "classic Tetris: judge, rank, play; guideline Tetris: placements, perfect clears, bots"
    below = group(commands, "tetris", about)
    for part in (classic, guideline, bots):
        part.add_commands(below)
