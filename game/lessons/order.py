"""The lesson that comes next, in the list of lessons and at the end of each."""

from __future__ import annotations

from collections.abc import Sequence

from game.lessons.lesson import Lesson
from game.practice.history import History


def following(lessons: Sequence[Lesson], history: History) -> Lesson | None:
    """The lesson to go on with: the one begun last, else the first behind the one finished last that is not done.

    None once all are done.
    """
    known = {each.name: each for each in lessons}
    lines = [each for each in reversed(history.lessons) if each.key in known]
    done = {each.key for each in lines if each.done}
    begun = [known[each.key] for each in lines if each.step and not each.done]
    last = next((lessons.index(known[each.key]) + 1 for each in lines if each.done), 0)
    new = [each for each in (*lessons[last:], *lessons[:last]) if each.name not in done]
    return next(iter((*begun, *new)), None)
