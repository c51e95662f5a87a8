"""Every book on one queue: its chance with the six pieces in sight, and what it makes of the queue, played out.

Apart from `scene`: the games and the table, while `scene` decides.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ai.book.games import LONGEST, BookGame, played
from game.errors import BadBook
from game.tetris.guideline import PIECES
from game.tetris.guideline.openers.chance import BookChance, Over, aim_of
from game.tetris.guideline.openers.position import START
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES
from gui.games.guideline.cells import draw_icon
from gui.play.job import Slices
from gui.scenes.books.book import ListedBook, percent
from gui.scenes.books.walk import numbered
from gui.ui.canvas import Canvas
from gui.ui.layout import Flow
from gui.ui.text import counted

_ICON, _CELL = 34.0, 6.0
_ROW, _TABLE = 84.0, 640.0
_SLICE = 0.002


class Compared(NamedTuple):
    """A book's play of a queue: its game, and its chance with the first six pieces, once that is known."""

    game: BookGame
    chance: BookChance | None


class Comparison:
    """The queue that all books play, and what came of it, book by book."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.queue: tuple[int, ...] = ()
        self.results: dict[ListedBook, Compared] = {}
        self._work = Slices(iter(()))
        self._books: list[ListedBook] = []

    def deal(self) -> None:
        """Take another queue, of bags of seven."""
        bags = [
            self._chance.sample(range(len(PIECES)), len(PIECES)) for _ in range(LONGEST // len(PIECES) + 2)
        ]
        self.play(tuple(piece for bag in bags for piece in bag))

    def play(self, queue: Sequence[int]) -> None:
        """Let all books play this queue."""
        self.queue, self.results = tuple(queue), {}
        self._work = Slices(self._compared())

    def work(self, books: Sequence[ListedBook], seconds: float) -> None:
        """Go on for so long with these books."""
        sound = [listed for listed in books if not listed.reason]
        if not self.queue:
            self._books = sound
            self.deal()
        if sound != self._books:
            self._books = sound
            self.play(self.queue)
        self._work.work(seconds)

    @property
    def taken(self) -> int:
        """Number of steps that were taken, so that a change can be seen."""
        return self._work.taken

    def _compared(self) -> Iterator[None]:
        """First the games, which are short, then the chances."""
        books = list[ListedBook]()
        for listed in self._books:
            try:
                self.results[listed] = Compared(played(listed.reading, listed.ends, self.queue), None)
            except BadBook:
                continue
            books.append(listed)
            yield
        for listed in books:
            while not listed.counting.done:
                listed.counting.work(_SLICE)
                yield
            self.results[listed] = self.results[listed]._replace(chance=chance_of(listed, self.queue))
            yield


def chance_of(listed: ListedBook, queue: Sequence[int]) -> BookChance | None:
    """The chance of a book at the start with the first six pieces of a queue."""
    chances, entry = listed.chances, listed.reading.find(START)
    place, at = (
        listed.reading.number(START),
        numbered((START.bag, START.extra), tuple(queue[:VISIBLE_PIECES])),
    )
    if entry is None or place is None or at is None or not chances.known:
        return None
    return BookChance(float(chances.of_queues(entry)[0][at]), aim_of(chances.aims(place)), Over.QUEUE)


def draw_comparison(flow: Flow, comparison: Comparison, books: Sequence[ListedBook]) -> None:
    """The queue, and a row for each book."""
    canvas, colour = flow.canvas, flow.canvas.theme.colour
    flow.paragraph(
        "All books play this queue. The chance counts the first six pieces as seen and the rest as unknown.",
        "label", colour.text3, after=10,
    )  # fmt: skip
    shown = min(14, int(flow.width / _ICON))
    for number, piece in enumerate(comparison.queue[:shown]):
        at = (flow.left + (number + 0.5) * _ICON, flow.y + 14)
        draw_icon(canvas, at, piece, _CELL, fade=0.0 if number < VISIBLE_PIECES else 0.55)
    flow.y += 38
    flow.button("deal all", "Deal another queue", "D", comparison.deal)
    flow.y += 8
    for listed in books:
        if listed.reason:
            continue
        _draw_row(canvas, flow, listed, comparison.results.get(listed))


def _draw_row(canvas: Canvas, flow: Flow, listed: ListedBook, compared: Compared | None) -> None:
    """A book: the chance, attack and pieces at the right, and below how the game went."""
    colour, y = canvas.theme.colour, flow.y
    canvas.rule((flow.left, y), (flow.right, y), colour.line)
    canvas.text((flow.left, y + 20), listed.title, "strong", colour.text)
    if compared is None:
        canvas.text((flow.right, y + 20), "…", "body", colour.text3, "right")
        flow.y += _ROW
        return
    game, chance = compared
    counting = f"chance {percent(listed.counting.share, 0)} worked out"
    figure = counting if chance is None else chance.figure
    style, ink = ("label", colour.text3) if chance is None else ("title", colour.amber_text)
    used = canvas.text((flow.right, y + 20), figure, style, ink, "right")
    if chance is not None:
        text = canvas.fitted(f"for a {chance.aim}", "label", flow.width / 2 - used)
        canvas.text((flow.right - used - 8, y + 21), text, "label", colour.text3, "right")
    sent = f"{counted(game.attack, 'row')} of attack in {counted(len(game.landings), 'piece')}"
    flow.y += 34
    flow.paragraph(f"{sent}. {_ending(game)}", "label", colour.text2, after=12)


def _ending(game: BookGame) -> str:
    """Return how a game went."""
    clears = ", ".join(f"{what} with piece {at}" for at, what, _ in game.clears)
    text = f"{clears[:1].upper()}{clears[1:]}. " if clears else ""
    if game.reached:
        return f"{text}The end of the book is reached."
    return f"{text}Then the book has no move: no line can be completed with these pieces."
