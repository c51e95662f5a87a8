"""The page on which a book is chosen: what each builds, sends and leads to, and a line for a file that is not there.

Apart from `scene`: cards that are drawn, while `scene` decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from game.tetris.guideline.openers.chance import BookChance, Over
from gui.games.guideline.seat_view import draw_bare
from gui.scenes.books.book import ListedBook, Measured, byte_words
from gui.ui.canvas import Box, Canvas
from gui.ui.commands import Tip
from gui.ui.controls import pill
from gui.ui.scroll import Scroll
from gui.ui.targets import Targets
from gui.ui.text import counted

_LINE, _WIDEST = 40.0, 960.0
_GAP, _PAD = 10.0, 14.0
_PICTURE, _ROWS, _NARROW = 110.0, 10, 420.0
_TEXT, _TITLE = 21.0, 32.0
_PILL, _PILL_HIGH = 96.0, 28.0


class _Card(NamedTuple):
    """The lines of a card, each with its style and whether it is bright, and the height that they take."""

    lines: list[tuple[str, str, bool]]
    height: float


class BookList:
    """The books to choose from, and the place of each in the list that `scroll` moves."""

    def __init__(self) -> None:
        self.scroll = Scroll()
        self._places: list[tuple[float, float]] = []

    def reveal(self, number: int) -> None:
        """Scroll to a book."""
        if number < len(self._places):
            self.scroll.show(*self._places[number])

    def draw(
        self,
        canvas: Canvas,
        targets: Targets,
        box: Box,
        listed_books: Sequence[ListedBook],
        chosen: int | None,
        choose: Callable[[int], object],
        watch: Callable[[int], Callable[[], object] | None],
    ) -> None:
        """The books in `box`; `watch` gives what a press on the button of a showcase does, None without one."""
        x, y, width, height = box
        width = min(width, _WIDEST)
        wide = width >= _NARROW
        inner = width - 2 * _PAD - (_PICTURE + _PAD if wide else 0.0)
        cards = [_card(canvas, listed, inner) for at, listed in enumerate(listed_books)]
        high = [max(card.height, _ROWS * _PICTURE / 10 + 2 * _PAD if wide else 0.0) for card in cards]
        tops = [sum(high[:number]) + _GAP * number for number in range(len(cards))]
        self._places = [(top, each + _GAP) for top, each in zip(tops, high, strict=True)]
        view = (x - 8, y, width + 16, height)
        start = self.scroll.fit(view, sum(high) + _GAP * len(cards))
        with canvas.clipped(view):
            for number, listed in enumerate(listed_books):
                place = (x, start + tops[number], width, high[number])
                if place[1] + place[3] < view[1] or place[1] > view[1] + view[3]:
                    continue
                lit = targets.add(f"book {number}", place, partial(choose, number), radius=8, within=view)
                _draw_card(canvas, place, listed, cards[number], lit=lit, here=number == chosen, wide=wide)
                if (press := watch(number)) is not None:
                    at = (x + width - _PILL - _PAD, place[1] + _PAD - 4, _PILL, _PILL_HIGH)
                    about = Tip(f"Watch a game of {listed.title}", "W")
                    pill(canvas, targets, f"watch {number}", at, "Watch it", False, press, about, within=view)
        self.scroll.draw(canvas)


def _card(canvas: Canvas, listed: ListedBook, width: float) -> _Card:
    """Return the text of a card, broken into lines."""
    header, source, measured = listed.header, listed.source, listed.figures
    if header is None:
        paragraphs = [("label", listed.reason, False)]
    else:
        aim = "finished line" if measured is None else measured.aim
        paragraphs = [
            ("body", source.goal if source else "", True),
            ("label", BookChance(header.value, aim, Over.GAMES).sentence, True),
            ("label", "" if measured is None else sends_words(measured), False),
            ("label", f"Then: {source.after}" if source and source.after else "", False),
            ("label", f"For: {source.suits}" if source and source.suits else "", False),
        ]
        if source is None:
            sizes = f"{counted(header.positions, 'position')}, {byte_words(listed.bytes)}"
            paragraphs.append(("label", sizes, False))
    lines = [
        (style, line, bright)
        for style, words, bright in paragraphs
        if words
        for line in canvas.renderer.wrap(words, canvas.theme.type[style], width, canvas.scale)
    ]
    return _Card(lines, 2 * _PAD + _TITLE + _TEXT * len(lines))


def sends_words(measured: Measured) -> str:
    """Return the measured attack of a book, and when it comes."""
    usual = ", ".join(f"{what} with piece {piece:.0f}" for what, piece, _ in measured.sends)
    attack = f"{measured.attack[0]:.1f} rows of attack in {measured.pieces[0]:.0f} pieces"
    return f"Sends {attack} on average. Most often: {usual}."


def _draw_card(
    canvas: Canvas, box: Box, listed: ListedBook, card: _Card, *, lit: bool, here: bool, wide: bool
) -> None:
    """A book with its picture and what it says, or why it is none."""
    colour = canvas.theme.colour
    x, y, width, _ = box
    edge = colour.text if here else colour.line
    canvas.panel(box, colour.raised if lit else colour.panel, radius=8, edge=edge, width=1.5 if here else 1.0)
    left = x + _PAD
    if wide:
        if listed.figures is not None:
            look = listed.figures.picture
            draw_bare(canvas, (left, y + _PAD, _PICTURE, _ROWS * _PICTURE / 10), look, rows=_ROWS)
        left += _PICTURE + _PAD
    at, room = y + _PAD + 10, x + width - left - _PAD
    ink = colour.text3 if listed.header is None else colour.text
    canvas.text((left, at), canvas.fitted(listed.title, "title", room - _PILL), "title", ink)
    at += _TITLE
    for style, words, bright in card.lines:
        canvas.text((left, at), words, style, colour.text2 if bright else colour.text3)
        at += _TEXT
