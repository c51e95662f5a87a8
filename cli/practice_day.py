"""The command of practice about the problem of a day."""

from __future__ import annotations

import argparse
from datetime import date as Date

from cli.grammar import Groups, command
from cli.practice_history import open_collection, question_of
from cli.terminal import show
from game.errors import BadInput


def add_commands(below: Groups) -> None:
    """Add it to the commands of practice."""
    daily = command(below, "day", "the problem of a day, the same for everybody", problem_of_day)
    daily.add_argument("date", metavar="DATE", nargs="?", help="such as 2026-11-27; today if not given")


def problem_of_day(arguments: argparse.Namespace) -> int:
    """The problem of a day, with its answers."""
    from game.practice.daily import day_of, problem_of

    day = day_of(arguments.date) if arguments.date else Date.today()
    item = problem_of(open_collection(), day)
    if item is None:
        raise BadInput("the decks that come with Kibitz cannot be read")
    problem = item.problem
    document = {"date": day.isoformat(), "deck": item.deck} | question_of(problem)
    show(arguments.json, document, [f"{day.isoformat()}  {item.deck}  {problem.id}  {problem.theme}"])
    return 0
