"""Commands of practice: decks of problems, and a person's own."""

from __future__ import annotations

from cli import practice_day, practice_decks, practice_history
from cli.grammar import Groups, group


def add_commands(commands: Groups) -> None:
    """Add `practice` with all it can do."""
    below = group(commands, "practice", "problems to practise, in decks")
    practice_history.add_commands(below)
    practice_decks.add_commands(below)
    practice_day.add_commands(below)
