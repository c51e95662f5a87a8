"""What is known of the position on the board: its stage, the letters to come, its counts, and the run of its queue.

Apart from `scene`: rows that are drawn, while `scene` decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ai.book.reading import Entry
from game.tetris.guideline import CELLS, Placement, letter
from game.tetris.guideline.openers.position import NO_EXTRA
from game.tetris.guideline.openers.sequences import ANY_QUEUE, Pieces, Prefix, prefix_of, written
from game.tetris.guideline.pieces import PIECES
from gui.games.guideline.cells import draw_icon
from gui.games.guideline.words import move_words
from gui.scenes.books.sizes import byte_words
from gui.scenes.books.walk import Figures, Option, Outcome, Row, Step, Volume, options, percent, rows
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.controls import badge, chip, heading
from gui.ui.scroll import Scroll
from gui.ui.targets import Targets
from gui.ui.text import counted, grouped
from gui.ui.widgets import TextLine

# Queues as rows of small pieces.

_SIZES = (5.5, 5.0, 4.5, 4.0, 3.5)  # units of a cell: the largest of which all pieces fit
_BETWEEN, _BAR, _DASH = (
    1.1,
    2.4,
    3.4,
)  # in cells: between pieces, around the bar behind the first two, for a dash
_LONGEST = 30.0
_LEGIBLE = 4  # pixels of a cell
_EDGED = 5  # pixels of a cell from which it has an edge


def draw_prefix(canvas: Canvas, at: Point, prefix: Prefix, room: float) -> None:
    """The beginning of queues from `at` on, which is its left end and its middle; as letters where there is no room."""
    colour = canvas.theme.colour
    if not (prefix.common or prefix.first):
        canvas.text(at, ANY_QUEUE[0].upper() + ANY_QUEUE[1:], "body", colour.text)
        return
    legible = [size for size in _SIZES if canvas.px(size) >= _LEGIBLE]
    cell = next((size for size in legible if _width(prefix, size) <= room), 0.0)
    if not cell:
        canvas.text(at, canvas.fitted(_compact(prefix), "label", room), "label", colour.text)
        return
    x = _draw(canvas, at, prefix.common, 0, cell)
    if prefix.first:
        x = _draw(canvas, (x, at[1]), prefix.first, len(prefix.common), cell)
        canvas.text((x + _DASH * cell / 2 - _BETWEEN * cell / 2, at[1]), "–", "label", colour.text3, "middle")
        _draw(canvas, (x + _DASH * cell, at[1]), prefix.last, len(prefix.common), cell)


def _draw(canvas: Canvas, at: Point, pieces: Pieces, before: int, cell: float) -> float:
    """Pieces from `at` on, `before` others having come; returns where the next one would begin."""
    x, y = at
    for place, piece in enumerate(pieces, before):
        if place == 2:
            canvas.rule((x + 0.2 * cell, y - 7), (x + 0.2 * cell, y + 7), canvas.theme.colour.line2)
            x += (_BAR - _BETWEEN) * cell
        wide = columns(piece) * cell
        _draw_piece(canvas, (x + wide / 2, y), piece, cell)
        x += wide + _BETWEEN * cell
    return x


def _draw_piece(canvas: Canvas, middle: Point, piece: int, cell: float) -> None:
    """A piece; one too small for edges in their darker colour where the ground is light."""
    side = canvas.px(cell)
    if side >= _EDGED or canvas.theme.name == "dark":
        draw_icon(canvas, middle, piece, cell)
        return
    cells, ink = CELLS[piece][0], canvas.theme.pieces[letter(piece)].edge
    rows = [y for _, y in cells]
    left = canvas.px(middle[0]) - columns(piece) * side // 2 - min(x for x, _ in cells) * side
    bottom = canvas.px(middle[1]) - (max(rows) - min(rows) + 1) * side // 2 + max(rows) * side
    for x, y in cells:
        canvas.surface.fill(ink, (left + x * side, bottom - y * side, side - 1, side - 1))


def _width(prefix: Prefix, cell: float) -> float:
    every = prefix.common + prefix.first + prefix.last
    cells = sum(columns(piece) + _BETWEEN for piece in every) + (_DASH if prefix.first else 0.0)
    bars = (len(prefix.common) > 2) + sum(
        len(prefix.common) <= 2 < len(prefix.common) + len(part) for part in (prefix.first, prefix.last)
    )
    return (cells + bars * (_BAR - _BETWEEN)) * cell


def _compact(prefix: Prefix) -> str:
    """A prefix as letters, as short as it can be read."""
    ends = dict.fromkeys((prefix.common + prefix.first, prefix.common + prefix.last))
    return "–".join(written(end).replace(" ", "") for end in ends)


def draw_pieces(canvas: Canvas, at: Point, pieces: Sequence[int], cell: float) -> float:
    """Pieces in a row from `at` on; returns where they end."""
    return _draw(canvas, at, tuple(pieces), 3, cell)


def draw_lying(canvas: Canvas, middle: Point, move: Placement) -> None:
    """A piece as it will lie, no larger than a row of a list lets it be."""
    cells = CELLS[move.piece][move.orientation]
    longer = 1 + max(max(at) - min(at) for at in zip(*cells, strict=True))
    draw_icon(canvas, middle, move.piece, min(10.0, _LONGEST / longer), orientation=move.orientation)


def columns(piece: int) -> int:
    """The width of a piece as it appears, in cells."""
    across = [x for x, _ in CELLS[piece][0]]
    return 1 + max(across) - min(across)


_LINE = 28.0
_TALLEST = 2  # lines of a title


def draw_title(canvas: Canvas, box: Box, above: str, title: str) -> float:
    """The stage, with the book's name over it; returns the height used."""
    colour = canvas.theme.colour
    x, y, width, _ = box
    canvas.text((x, y + 10), canvas.fitted(above, "label", width), "label", colour.text3)
    lines = canvas.letters.wrap(title, canvas.theme.type["title"], width, canvas.scale)[:_TALLEST]
    for number, line in enumerate(lines):
        canvas.text((x, y + 38 + 28 * number), canvas.fitted(line, "title", width), "title", colour.text)
    return 38.0 + 28 * len(lines)


def draw_facts(
    canvas: Canvas, box: Box, step: Step, figures: Figures | None, run: int | None, led: Outcome | None
) -> float:
    """Letters, counts, and what the book says to the queues of a `run`; returns the height used."""
    x, y, width, height = box
    heading(canvas, (x, y + 10), "Still to come")
    _draw_letters(canvas, (x, y + 24, width, 28), *step.bag)
    y += 64
    for label, value in counts(figures):
        if y + _LINE > box[1] + height:
            return y - box[1]
        canvas.text((x, y + 10), label, "label", canvas.theme.colour.text3)
        canvas.text((x + width, y + 10), value, "body", canvas.theme.colour.text, "right")
        y += _LINE
    y += 8
    words = saying(step, run)
    room = int((box[1] + height - y - 44) // 24)
    if room > 0:
        y += _draw_saying(canvas, (x, y, width, 0), step, led, words, room)
    return y - box[1]


def counts(figures: Figures | None) -> list[tuple[str, str]]:
    """The position's figures with their names."""
    if figures is None:
        return []
    share = percent(figures.having / figures.queues)
    return [
        ("Queues that can come", grouped(figures.queues)),
        ("… with a move", f"{grouped(figures.having)} · {share}"),
        ("Runs", grouped(figures.runs)),
        ("Moves", grouped(figures.moves)),
    ]


def saying(step: Step, run: int | None) -> str:
    """What the book does with the queues of a run, in a sentence or two."""
    if step.position is None:
        return "The stack is higher than ten rows, the limit of every book."
    if step.entry is None or run is None:
        return "The book does not have this position. Take a step back, or choose a position on the map."
    entry = step.entry
    first, last = entry.starts[run], entry.ends[run] - 1
    queues = last - first + 1
    prefix = prefix_of(entry.position, first, last)
    covered = f"For {grouped(queues)} of {grouped(entry.total)} queues, {prefix},"
    if queues == entry.total:
        covered = f"For all {grouped(queues)} queues"
    elif queues == 1:
        covered = f"Only for the queue {prefix}"
    move = entry.moves[run]
    if move is None:
        return f"{covered} the book has no move: none of its lines can be completed with these pieces."
    return f"{covered} the book plays {move_words(str(move))}."


def _draw_saying(canvas: Canvas, box: Box, step: Step, led: Outcome | None, words: str, lines: int) -> float:
    """The chip, what the move leads to, and the sentence."""
    colour = canvas.theme.colour
    x, y, width, _ = box
    used = 0.0
    if step.entry is not None:
        wide = chip(canvas, (x, y + 14), "Book", proven=led is not None)
        at = x + wide + 12
        if led is not None and led.value is not None:
            at += canvas.text((at, y + 14), percent(led.value), "strong", colour.amber_text) + 8
        said = "no move for these queues" if led is None else led_words(led)
        canvas.text((at, y + 14), canvas.fitted(said, "label", x + width - at), "label", colour.text3)
        used = 36.0
    return used + canvas.paragraph((x, y + used, width, 0), words, "body", colour.text2, lines)


def led_words(led: Outcome) -> str:
    """What the figure of a move is."""
    if led.words == "leads on":
        return "chance after it"
    return led.words


def _draw_letters(canvas: Canvas, box: Box, bag: int, extra: int) -> None:
    """The letters that can come, and one that can come twice; what is out of the bag is left as a gap in the row."""
    colour = canvas.theme.colour
    x, y, width, height = box
    letters = [piece for piece in range(7) if bag >> piece & 1]
    room = sum(map(columns, letters)) + 1.1 * len(letters) + (12 if extra != NO_EXTRA else 0)
    cell = max(3.5, min(8.0, width / max(1.0, room)))
    x = draw_pieces(canvas, (x, y + height / 2), letters, cell)
    if extra != NO_EXTRA:
        x += 4
        canvas.rule((x, y + 4), (x, y + height - 4), colour.line2)
        words = f"{PIECES[extra]} twice" if bag >> extra & 1 else f"and {PIECES[extra]}"
        canvas.text((x + 10, y + height / 2), words, "label", colour.text2)


# The panel of the explorer: the runs of a position and its moves, of which only those in sight are drawn.

ROW = 60.0
_ICON, _RANK = 44.0, 32.0
_INSET = 16.0


class Lists:
    """The rows of one position in the order that was asked for, its `figures`, the move of the row `pointed` at."""

    def __init__(self) -> None:
        self.scroll = Scroll()
        self.by_share = False
        self.filtered = False
        self.pointed: Placement | None = None
        self.pointed_run: int | None = None
        self.runs: list[Row] = []
        self.options: list[Option] = []
        self.figures: Figures | None = None
        self._asked: tuple[Entry | None, int | None, bool, bool] | None = None

    def show(self, entry: Entry | None, run: int | None) -> None:
        """Have the rows of a position, whose queue on the board belongs to `run`."""
        asked = (entry, run if self.filtered else None, self.by_share, self.filtered)
        if asked == self._asked:
            return
        if self._asked is None or asked[0] != self._asked[0]:
            self.scroll.offset = 0.0
        self._asked = asked
        every = [] if entry is None else rows(entry)
        self.options = options(every)
        having = sum(option.queues for option in self.options)
        self.figures = None if entry is None else Figures(entry.total, having, len(every), len(self.options))
        self.runs = [row for row in every if not self.filtered or row.run == run]
        if self.by_share:
            self.runs.sort(key=lambda row: (-row.queues, row.run))

    def forget(self) -> None:
        """No row is pointed at, until the rows are drawn again."""
        self.pointed = self.pointed_run = None

    def reveal(self, run: int | None) -> None:
        """Scroll to a run."""
        place = next((number for number, row in enumerate(self.runs) if row.run == run), None)
        if place is not None:
            self.scroll.show(place * ROW, ROW)

    def beside(self, name: str, by: int) -> str | None:
        """The row above or below that of a target, scrolled into sight; None where there is none, or for no row."""
        rows_ = [f"run {row.run}" for row in self.runs] if name.startswith("run ") else self._moves()
        place = rows_.index(name) + by if name in rows_ else -1
        if not 0 <= place < len(rows_):
            return None
        self.scroll.show(place * ROW, ROW)
        return rows_[place]

    def _moves(self) -> list[str]:
        return [f"move {option.rank}" for option in self.options]

    # -- drawing --

    def draw_runs(
        self,
        canvas: Canvas,
        targets: Targets,
        view: Box,
        entry: Entry,
        here: int | None,
        outcome: Callable[[Placement], Outcome],
        follow: Callable[[int], object],
    ) -> None:
        """The runs; that of the queue on the board, `here`, is lit."""
        for place, box in self._seen(canvas, view, len(self.runs)):
            row = self.runs[place]
            lit = _lit(targets, f"run {row.run}", box, partial(follow, row.run), view)
            if lit or row.run == here:
                self._ground(canvas, box, marked=row.run == here)
            if lit:
                self.pointed, self.pointed_run = row.move, row.run
            self._draw_run(canvas, box, entry, row, None if row.move is None else outcome(row.move))
        self._close(canvas, view)

    def draw_moves(
        self,
        canvas: Canvas,
        targets: Targets,
        view: Box,
        entry: Entry,
        outcome: Callable[[Placement], Outcome],
        follow: Callable[[Placement], object],
    ) -> None:
        """The moves of the position, ranked by how many queues each is for."""
        for place, box in self._seen(canvas, view, len(self.options)):
            option = self.options[place]
            name = f"move {option.rank}"
            if _lit(targets, name, box, partial(follow, option.move), view):
                self._ground(canvas, box, marked=False)
                self.pointed = option.move
            badge(canvas, (box[0] + _INSET + 12, box[1] + ROW / 2), option.rank, proven=True)
            words = f"{_queues(option.queues)}, {percent(option.queues / entry.total)}"
            inner = (box[0] + _RANK, box[1], box[2] - _RANK, box[3])
            self._draw_words(canvas, inner, option.move, outcome(option.move), words)
        self._close(canvas, view)

    def _seen(self, canvas: Canvas, view: Box, count: int) -> list[tuple[int, Box]]:
        """The rows in sight; arrows reach those beyond."""
        top = self.scroll.fit(view, count * ROW)
        first = max(0, int((view[1] - top) // ROW))
        last = min(count, int((view[1] + view[3] - top) // ROW) + 1)
        self._clip = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect(view).clip(self._clip))
        return [(place, (view[0], top + place * ROW, view[2], ROW)) for place in range(first, last)]

    def _close(self, canvas: Canvas, view: Box) -> None:
        canvas.surface.set_clip(self._clip)
        self.scroll.draw(canvas)

    @staticmethod
    def _ground(canvas: Canvas, box: Box, *, marked: bool) -> None:
        colour = canvas.theme.colour
        canvas.panel(box, colour.raised, radius=8)
        if marked:  # an edge that amber has drawn: this is what the book says to the queue on the board
            canvas.panel((box[0], box[1] + 12, 3, box[3] - 24), colour.amber_line, radius=1.5)

    @staticmethod
    def _draw_run(canvas: Canvas, box: Box, entry: Entry, row: Row, led: Outcome | None) -> None:
        colour = canvas.theme.colour
        x, right, middle = box[0] + _INSET, box[0] + box[2] - _INSET, box[1] + ROW / 2
        used = _draw_value(canvas, (right, middle - 11), led)
        prefix = prefix_of(entry.position, row.first, row.last)
        draw_prefix(canvas, (x + _ICON, middle - 11), prefix, right - x - _ICON - used - 12)
        share = f"{grouped(row.queues)} · {percent(row.queues / entry.total, 2)}"
        used = canvas.text((right, middle + 13), share, "label", colour.text3, "right")
        room = right - x - _ICON - used - 8
        if row.move is None:
            canvas.text((x + 16, middle), "–", "body", colour.text3, "middle")
            canvas.text(
                (x + _ICON, middle + 13), canvas.fitted("no move", "label", room), "label", colour.text3
            )
            return
        draw_lying(canvas, (x + 16, middle), row.move)
        name = canvas.brief(move_words(str(row.move)), "label", room)
        canvas.text((x + _ICON, middle + 13), name, "label", colour.text2)

    @staticmethod
    def _draw_words(canvas: Canvas, box: Box, move: Placement, led: Outcome, words: str) -> None:
        """A move with its name, what it leads to, and `words` below."""
        colour = canvas.theme.colour
        x, right, middle = box[0] + _INSET, box[0] + box[2] - _INSET, box[1] + ROW / 2
        draw_lying(canvas, (x + 12, middle), move)
        used = _draw_value(canvas, (right, middle - 11), led)
        x += 40
        name = canvas.brief(move_words(str(move)), "body", right - x - used - 8)
        canvas.text((x, middle - 11), name, "body", colour.text)
        said = words if led.words == "leads on" else f"{led.words} · {words}"
        if canvas.text_width(said, "label") > right - x:
            said = words
        canvas.text((x, middle + 12), canvas.fitted(said, "label", right - x), "label", colour.text3)


def _lit(targets: Targets, name: str, box: Box, press: Callable[[], object], view: Box) -> bool:
    """Whether the pointer or the keyboard is on a row; one of which less than half is in sight is only drawn."""
    if not view[1] <= box[1] + box[3] / 2 < view[1] + view[3]:
        return False
    hovered = targets.add(name, box, press, radius=8, within=view)
    return hovered or (targets.ring and targets.focused(name))


def _draw_value(canvas: Canvas, at: tuple[float, float], led: Outcome | None) -> float:
    """What a move leads to, in amber, its right end at `at`; returns its width."""
    if led is None or led.value is None:
        return 0.0
    return canvas.text(at, percent(led.value), "strong", canvas.theme.colour.amber_text, "right")


def _queues(count: int) -> str:
    return counted(count, "queue")


# The page on which a book is chosen: what is on the shelf, and a line for a file that is not.

CHOICE_ROW = 68.0
_CHOICE_LINE, _WIDEST = 40.0, 720.0


def draw_choice(
    canvas: Canvas,
    targets: Targets,
    box: Box,
    volumes: Sequence[Volume],
    chosen: int | None,
    choose: Callable[[int], object],
    scroll: Scroll,
    line: TextLine,
) -> None:
    """The books from the top of `box` down, and the line at its foot."""
    x, y, width, height = box
    width = min(width, _WIDEST)
    heading(canvas, (x, y + 10), "Books")
    canvas.text((x + width, y + 10), "Chance from the start", "label", canvas.theme.colour.text3, "right")
    view = (x - 8, y + 28, width + 16, height - _CHOICE_LINE - 44)
    top = scroll.fit(view, len(volumes) * CHOICE_ROW)
    seen = canvas.surface.get_clip()
    canvas.surface.set_clip(canvas.rect(view).clip(seen))
    for number, volume in enumerate(volumes):
        place = (x, top + number * CHOICE_ROW, width, CHOICE_ROW - 8)
        lit = targets.add(f"book {number}", place, partial(choose, number), radius=8, within=view)
        _draw_volume(canvas, place, volume, lit=lit, here=number == chosen)
    canvas.surface.set_clip(seen)
    scroll.draw(canvas)
    place = (x, y + height - _CHOICE_LINE, width, _CHOICE_LINE)
    line.place(canvas, place)
    targets.add("path", place, line.write, radius=4)
    line.draw(canvas)


def _draw_volume(canvas: Canvas, box: Box, volume: Volume, *, lit: bool, here: bool) -> None:
    """A book with its figures, or why it is none."""
    colour = canvas.theme.colour
    x, y, width, height = box
    edge = colour.text if here else colour.line
    canvas.panel(box, colour.raised if lit else colour.panel, radius=8, edge=edge, width=1.5 if here else 1.0)
    inner, right = x + 16, x + width - 16
    header = volume.header
    if header is None:
        canvas.text(
            (inner, y + 20), canvas.fitted(volume.title, "strong", width - 32), "strong", colour.text3
        )
        canvas.text((inner, y + 42), canvas.fitted(volume.reason, "label", width - 32), "label", colour.text2)
        return
    used = canvas.text((right, y + height / 2), percent(header.value, 2), "title", colour.amber_text, "right")
    room = width - 48 - used
    canvas.text((inner, y + 20), canvas.fitted(volume.title, "strong", room), "strong", colour.text)
    parts = [
        counted(header.positions, "position"),
        counted(header.runs, "run"),
        byte_words(volume.bytes),
    ]
    while len(parts) > 1 and canvas.text_width(" · ".join(parts), "label") > room:
        parts.pop(-2)
    canvas.text((inner, y + 42), canvas.fitted(" · ".join(parts), "label", room), "label", colour.text3)
