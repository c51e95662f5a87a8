"""Commands of practice: decks of problems."""

from __future__ import annotations

from cli import practice_decks
from cli.grammar import Groups, group


def add_commands(commands: Groups) -> None:
    """Add `practice` with all it can do."""
    practice_decks.add_commands(group(commands, "practice", "problems to practise, in decks"))
