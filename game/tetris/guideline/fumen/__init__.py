"""Fumens: the text in which players hand each other Tetris boards, queues and games, page by page.

A game is written with one page a placement. Its comment is what the player saw, `#Q=[hold](current)previews`, and
behind a `;` what the placement did (`T-spin double`, `Tetris`). A fumen says nothing of spins, so what was done is
read there; where nothing is said, a T that can be turned in has been.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from game.errors import BadInput
from game.tetris.guideline.attack import Clear, title
from game.tetris.guideline.bags import Queue
from game.tetris.guideline.fumen.text import MOST_PAGES, Drawing, Page, Quiz, is_fumen, read, write
from game.tetris.guideline.pieces import T, letter
from game.tetris.guideline.placement import FULL, MINI, NO_SPIN, Placement
from game.tetris.guideline.rules import Rules
from game.tetris.guideline.srs import SYSTEMS
from game.tetris.guideline.state import State

__all__ = [
    "Drawing",
    "Opening",
    "Page",
    "Quiz",
    "is_fumen",
    "opening_of",
    "page_of",
    "pages_of",
    "read",
    "write",
]

NOT_TURNED = "no spin"
_SPIN_TITLES = ((NOT_TURNED, NO_SPIN), (title(Clear(0, MINI)), MINI), (title(Clear(0, FULL)), FULL))


@dataclass(frozen=True)
class Opening:
    """A fumen as a game: its start, the placements from there, and what was left out, empty if nothing was."""

    start: State
    placements: tuple[Placement, ...]
    note: str = ""


# -- a game as pages --


def page_of(state: State) -> Page:
    """A position as one page: the field, hold, current piece and previews in the comment.

    Raises `BadInput` for a stack that is higher than a page.
    """
    return Page(Drawing.of(state.field, state.paint), comment=str(_quiz_of(state)))


def pages_of(states: Sequence[State]) -> tuple[Page, ...]:
    """One page for each placement between these states, each of which is one placement after the one before.

    A single state is a page without a piece. Raises `BadInput` for none or too many, and for a stack that is higher
    than a page.
    """
    if not 1 <= len(states) <= MOST_PAGES + 1:
        raise BadInput(
            f"a game of {len(states) - 1:,} placements is too long for a fumen of {MOST_PAGES:,} pages"
        )
    if len(states) == 1:
        return (page_of(states[0]),)
    return tuple(_page_between(before, after) for before, after in pairwise(states))


def _page_between(before: State, after: State) -> Page:
    """The page of the placement that leads from one state to the next."""
    landing = after.last
    if landing is None:
        raise BadInput(f"nothing is known of placement {before.ply + 1} of this game")
    text = title(landing.clear, landing.placement.piece)
    if landing.clear.spin == NO_SPIN and len(_ways(before, landing.placement)) > 1:
        text = f"{NOT_TURNED}, {text.lower()}" if text else NOT_TURNED
    drawing, quiz = Drawing.of(before.field, before.paint), _quiz_of(before)._replace(text=text)
    return Page(drawing, landing.placement._replace(spin=NO_SPIN), str(quiz))


def _quiz_of(state: State) -> Quiz:
    return Quiz(state.hold, state.piece, state.previews)


# -- pages as a game --


def opening_of(pages: Sequence[Page]) -> Opening:
    """The longest game in these pages, each following from the one before by the rules; of equals the first.

    The pieces are those of the quiz comments, or, where these do not fit, those that are placed, without a hold.
    Pages that lock no piece are passed over. Kicks are those of SRS, or, where these do not lead there, another
    system's. Without any piece it is a position to play from. Rows that are drawn full are left out.
    Raises `BadInput` for no page.
    """
    if not pages:
        raise BadInput("a fumen has at least one page")
    starts = [0, *(at for at in range(1, len(pages)) if not _follows(pages[at - 1], pages[at])), len(pages)]
    openings = [_opening(pages, first, end) for first, end in pairwise(starts)]
    return max(openings, key=lambda opening: len(opening.placements))


def _follows(before: Page, page: Page) -> bool:
    """Return True if a page shows what the one before leaves, and nothing but its piece changed that."""
    return not (before.rise or before.mirror) and page.drawing.field == before.after.field


def _opening(pages: Sequence[Page], first: int, end: int) -> Opening:
    """The game that begins with the page `first`, before the page `end`."""
    run = pages[first:end]
    walks: list[_Walk] = []
    for start, seen in _starts(run):
        walks.append(_walk(run, start, seen=seen))
        if not walks[-1].reason:
            break
    start, order, placements, reason = max(walks, key=lambda walk: (not walk.reason, len(walk.placements)))
    note = "" if len(run) == len(pages) and not reason else f"pages {first + 1} to {end} of {len(pages)}"
    queue = Queue.of(order) if order else Queue()
    return Opening(replace(start, queue=queue), placements, f"{note}: {reason}" if reason else note)


def _starts(run: Sequence[Page]) -> Iterator[tuple[State, bool]]:
    """Yield the possible starts of the game, the likeliest first, and whether its quizzes are to be believed."""
    drawing = run[0].drawing.cleared()
    field, paint = drawing.field, drawing.paint
    quiz = (Quiz.parse(run[0].comment) or Quiz(None, None)).settled()
    placed = tuple(page.placement.piece for page in run if page.placement and page.lock)
    for system in SYSTEMS:
        yield State(Rules(kicks=system), field, Queue.of(quiz.pieces), quiz.hold, paint=paint), True
        yield State(Rules(kicks=system), field, Queue.of(placed), paint=paint), False


class _Walk(NamedTuple):
    """Start of a game, all pieces of its queue, its placements, and why it ends before the last page."""

    start: State
    order: tuple[int, ...]
    placements: tuple[Placement, ...]
    reason: str


def _walk(pages: Sequence[Page], start: State, *, seen: bool) -> _Walk:
    """The game from `start` on; with `seen` the queue grows by what the comment of each page shows."""
    state, reason = start, ""
    drawn: list[int] = []
    placements: list[Placement] = []
    for page in pages:
        state = _with_seen(state, page) if seen else state
        if page.placement is None or not page.lock:
            continue
        at = _spun(state, page.placement, page.comment)
        reason = _why_not(state, page, at)
        if reason:
            break
        after = state.put(at)
        drawn += state.queue.listed[: len(state.queue.listed) - len(after.queue.listed)]
        placements.append(at)
        state = after
    return _Walk(start, (*drawn, *state.queue.listed), tuple(placements), reason)


def _why_not(state: State, page: Page, at: Placement) -> str:
    """Return why the placement of a page is not one of the game that has come to `state`; empty if it is."""
    if page.drawing.field != state.field:
        return f"{letter(at.piece)} is placed among full rows"
    return (state.why_not(at) or "").rstrip(".")


def _with_seen(state: State, page: Page) -> State:
    """The state with the pieces that the page's quiz shows, if these only add to those known."""
    quiz = Quiz.parse(page.comment)
    known, shown = state.queue.listed, quiz.pieces if quiz else ()
    grows = len(shown) > len(known) and shown[: len(known)] == known
    return replace(state, queue=Queue.of(shown)) if grows else state


def _spun(state: State, at: Placement, comment: str) -> Placement:
    """The placement with the spin that the comment says, or else with the best one that it can have."""
    quiz = Quiz.parse(comment)
    text = quiz.text if quiz else comment
    reported = next((spin for words, spin in _SPIN_TITLES if text.startswith(words)), None)
    ways = _ways(state, at)
    return at._replace(spin=reported if reported in ways else max(ways, default=NO_SPIN))


def _ways(state: State, at: Placement) -> tuple[int, ...]:
    """The spins that the placement can have; only a T has more than one."""
    if at.piece != T:
        return (NO_SPIN,)
    return tuple(
        spin for spin in (NO_SPIN, MINI, FULL) if state.rules.allows(state.field, at._replace(spin=spin))
    )
