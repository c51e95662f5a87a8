"""Pages to try fumens on, and the same pages as another program has them."""

import random
from collections.abc import Sequence
from typing import Any

import py_fumen_py as peer
from hypothesis import strategies as st

from game.tetris.guideline import Placement
from game.tetris.guideline.fumen import Drawing, Page
from game.tetris.guideline.fumen.text import on_page
from game.tetris.guideline.pieces import PIECES

_SHARES = ((0,), (0, 0, 0, 0, 8), (0, 1, 2, 3, 4, 5, 6, 7, 8), (5,))


def _drawn(seed: int) -> Drawing:
    """A drawing by chance: empty, with some grey cells, with all colours, or all in one colour."""
    dice = random.Random(seed)
    return Drawing(bytes(dice.choices(_SHARES[seed % len(_SHARES)], k=240)))


drawings = st.integers(0, 1 << 32).map(_drawn)
placements = st.builds(
    Placement, st.integers(0, 6), st.integers(0, 3), st.integers(0, 9), st.integers(0, 22), st.just(0)
).filter(on_page)
comments = st.one_of(
    st.text(st.characters(exclude_categories=("Cs",)), max_size=9),
    st.builds(
        "#Q=[{}]({}){}{}".format,
        st.sampled_from(("", "T")),
        st.sampled_from(("", "I", "j")),
        st.text(st.sampled_from("IOTLJSZ"), max_size=4),
        st.sampled_from(("", ";", ";x y", ";#Q=[](S)O;")),
    ),
)
switches = st.booleans()


@st.composite
def courses(draw: st.DrawFn, pages: st.SearchStrategy[Page], most: int = 6) -> tuple[Page, ...]:
    """Pages of which many go on from the page before, as in a game."""
    course: list[Page] = []
    for page in draw(st.lists(pages, min_size=1, max_size=most)):
        goes_on = course and draw(st.integers(0, 3))
        course.append(Page(course[-1].after, *_rest(page)) if goes_on else page)
    return tuple(course)


def _rest(page: Page) -> tuple[Any, ...]:
    return page.placement, page.comment, page.lock, page.rise, page.mirror


def as_peer(pages: Sequence[Page]) -> list[peer.Page]:
    """Our pages as the peer has them."""
    return [_as_peer(page, number == 0) for number, page in enumerate(pages)]


def _as_peer(page: Page, first: bool) -> peer.Page:
    rows = [[peer.Mino(cell) for cell in row] for row in page.drawing.rows]
    field = peer.Field(rows, [[peer.Mino(cell) for cell in page.drawing.waiting]])
    flags = peer.Flags(lock=page.lock, mirror=page.mirror, colorize=first, rise=page.rise)
    at = page.placement
    piece = at and peer.Operation(
        peer.Mino[PIECES[at.piece]], peer.Rotation((2, 1, 0, 3)[at.orientation]), at.x, at.y
    )
    return peer.Page(field=field, operation=piece, comment=page.comment, flags=flags)


def seen_by_peer(text: str) -> list[tuple[list[bytes], list[tuple[int, int]], bool, bool]]:
    """Rows, the waiting one first, cells of the piece, lock and mirror of each page, as the peer reads them."""
    return [
        (
            [bytes(row) for row in page.field[-1:23]],
            sorted((x, y) for x, y in page.operation.shape()) if page.operation else [],
            page.flags.lock,
            page.flags.mirror,
        )
        for page in peer.decode(text)
    ]


def seen_by_us(pages: Sequence[Page]) -> list[tuple[list[bytes], list[tuple[int, int]], bool, bool]]:
    """The same of our pages."""
    return [
        (
            [page.drawing.waiting, *page.drawing.rows],
            list(page.placement.cells) if page.placement else [],
            page.lock,
            page.mirror,
        )
        for page in pages
    ]
