"""Commands of honeymoon bridge."""

from __future__ import annotations

from cli.bridge import playing, tables
from cli.grammar import Groups, group


def add_commands(commands: Groups) -> None:
    """Add `bridge` with all it can do."""
    below = group(commands, "bridge", "honeymoon bridge: tables, exact results, matches")
    for part in (tables, playing):
        part.add_commands(below)
