"""Faults of finesse in a game that is looked at: they become a deck of one's own, and practice begins with them."""

from __future__ import annotations

from collections.abc import Sequence

from game.errors import KibitzError
from game.practice.collection import Collection, Item
from game.practice.finesse import OWN_DECK, OWN_DETAIL, OWN_TITLE
from game.practice.problem import Problem
from gui.context import AppContext
from gui.play.problem_run import ProblemRun


def fault_run(context: AppContext, problems: Sequence[Problem]) -> ProblemRun | None:
    """A run through the faults of a game; None, with the reason said, where there is none."""
    if not problems:
        context.reply("No piece of this player took more keys than needed.")
        return None
    collection = context.lasting(Collection.of_user)
    try:
        collection.add_own(OWN_DECK, OWN_TITLE, OWN_DETAIL, problems)
    except KibitzError as error:
        context.reply(str(error))
        return None
    return ProblemRun(collection, OWN_TITLE, tuple(Item(OWN_DECK, each) for each in problems))
