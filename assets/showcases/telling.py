"""The words of a showcase: chapters and remarks of its source, their figures filled in.

A source has no figure of its own. `{equity:.2f}` or `{queues}` stands for a fact of the position at which the words are
read: a remark has those of its ply, a title those of the moment that its chapter is about. A caption stands for a whole
chapter while the game goes on, so it has only what holds for the whole game. `gui.ui.filling` writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import msgspec

from game.errors import BadInput
from game.record import Chapter, ChapterEvent, Remark
from gui.ui.filling import fill

Facts = dict[str, object]


class ToldRemark(msgspec.Struct, forbid_unknown_fields=True):
    """A remark of the source: `at` counts pieces from the moment of its chapter; None is the chapter's beginning."""

    text: str
    at: int | None = None


class ToldChapter(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A chapter of the source.

    `at` is the number of a piece or the name of a moment, the `nth` of its kind; `lead` pieces before it the chapter
    begins. Its event are the last `moves` pieces up to the moment: each is shown in `slow` milliseconds, and their
    result for `rest`.
    """

    at: int | str
    title: str
    caption: str = ""
    remarks: list[ToldRemark] = []
    nth: int = 1
    lead: int = 0
    moves: int = 0
    slow: int = 3000
    rest: int = 2500


def tell(
    source: Sequence[ToldChapter],
    moment: Callable[[ToldChapter], int],
    facts: Callable[[int], Facts],
    whole: Facts,
    length: int,
) -> list[Chapter]:
    """The chapters of a game of `length` pieces; `moment` finds the ply that one is about, `facts` are those of a ply.

    Raises `BadInput`, which names the chapter, for a figure that is not a fact, and for what lies beyond the game or
    is out of order.
    """
    chapters: list[Chapter] = []
    for number, each in enumerate(source, 1):
        place = f"chapter {number} ({each.title!r})"
        try:
            chapters.append(_chapter(each, moment(each), facts, whole, length))
        except BadInput as error:
            raise BadInput(f"{place}: {error}") from None
        if number > 1 and chapters[-1].ply <= chapters[-2].ply:
            raise BadInput(
                f"{place}: it does not begin after the chapter before it, at ply {chapters[-2].ply}"
            )
    for number, (chapter, after) in enumerate(pairwise(chapters), 1):
        late = next((remark.ply for remark in chapter.remarks if remark.ply > after.ply), None)
        if late is not None:
            place = f"chapter {number} ({chapter.title!r})"
            raise BadInput(
                f"{place}: a remark on ply {late}, where the next chapter has begun, at {after.ply}"
            )
    return chapters


def _chapter(
    details: ToldChapter, moment: int, facts: Callable[[int], Facts], whole: Facts, length: int
) -> Chapter:
    """One chapter. Raises `BadInput` as `tell`."""
    if moment > length:
        raise BadInput(f"it is about ply {moment}, and the game ends at ply {length}")
    begin = max(0, moment - details.lead)
    remarks: list[Remark] = []
    for answer in details.remarks:
        ply = begin if answer.at is None else moment + answer.at
        if not (remarks[-1].ply + 1 if remarks else begin) <= ply <= length:
            raise BadInput(
                f"a remark would be on ply {ply}; those of a chapter ascend, here from {begin} to {length}"
            )
        remarks.append(Remark(ply, fill(answer.text, {**whole, **facts(ply)})))
    title, caption = fill(details.title, {**whole, **facts(moment)}), fill(details.caption, whole)
    if details.moves > moment - begin:
        raise BadInput(
            f"its event has {details.moves} moves, and it begins {moment - begin} before it is over"
        )
    event = (
        ChapterEvent(moment - details.moves, details.moves, slow=details.slow, rest=details.rest)
        if details.moves
        else None
    )
    return Chapter(begin, title, caption, tuple(remarks), event)
