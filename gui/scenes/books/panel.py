"""Facts about the position on the board: its stage, the letters to come, its counts, its runs and its moves.

Apart from `scene`: rows that are drawn, while `scene` decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal, TypeVar

from ai.book.reader import Entry
from game.tetris.guideline import CELLS, Placement, letter
from game.tetris.guideline.openers.chance import PERFECT_CLEAR, BookChance, Over
from game.tetris.guideline.openers.position import NO_EXTRA
from game.tetris.guideline.openers.sequences import ANY_QUEUE, Pieces, Prefix, prefix_of, written
from game.tetris.guideline.pieces import PIECES
from game.tetris.naming import name_of
from gui.games.guideline.cells import draw_icon
from gui.games.guideline.words import brief_name
from gui.games.well import extent
from gui.play.panel import PanelColumn
from gui.scenes.books.best_play import BestPlay, Choice
from gui.scenes.books.book import (
    Figures,
    OpenBook,
    Option,
    Outcome,
    Row,
    options,
    percent,
    rows,
)
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Tip
from gui.ui.controls import badge, bar_of_progress, pill
from gui.ui.layout import LINE, Flow
from gui.ui.scroll import Scroll
from gui.ui.targets import Targets
from gui.ui.text import chance_words, counted, grouped

# Queues as rows of small pieces.

_SIZES = (5.5, 5.0, 4.5, 4.0, 3.5)  # units of a cell: the largest of which all pieces fit
_BETWEEN = 1.1  # cells between pieces
_BAR, _DASH = 2.4, 3.4  # cells around the bar behind the first two pieces, and for a dash
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
    wide, high = extent(cells)
    left = canvas.px(middle[0]) - wide * side // 2 - min(x for x, _ in cells) * side
    bottom = canvas.px(middle[1]) - high * side // 2 + max(y for _, y in cells) * side
    for x, y in cells:
        canvas.surface.fill(ink, (left + x * side, bottom - y * side, side - 1, side - 1))


def _width(prefix: Prefix, cell: float) -> float:
    every = prefix.common + prefix.first + prefix.last
    cells = sum(columns(piece) + _BETWEEN for piece in every) + (_DASH if prefix.first else 0.0)
    first = len(prefix.common)
    parts = (prefix.first, prefix.last)
    bars = (first > 2) + sum(first <= 2 < first + len(part) for part in parts)
    return (cells + bars * (_BAR - _BETWEEN)) * cell


def _compact(prefix: Prefix) -> str:
    """A prefix as letters, as short as it can be read."""
    ends = dict.fromkeys((prefix.common + prefix.first, prefix.common + prefix.last))
    return "–".join(written(end).replace(" ", "") for end in ends)


def draw_lying(canvas: Canvas, middle: Point, move: Placement) -> None:
    """A piece as it will lie, no larger than a row of a list lets it be."""
    longer = max(extent(CELLS[move.piece][move.orientation]))
    draw_icon(canvas, middle, move.piece, min(10.0, _LONGEST / longer), orientation=move.orientation)


def columns(piece: int) -> int:
    """The width of a piece as it appears, in cells."""
    return extent(CELLS[piece][0])[0]


_TALLEST = 2  # lines of a title


def draw_title(flow: Flow, above: Sequence[str], title: str) -> None:
    """The stage, with the book's name over it: the first of these forms that fits."""
    canvas, colour = flow.canvas, flow.canvas.theme.colour
    fitting = (text for text in above if canvas.text_width(text, "label") <= flow.width)
    text = next(fitting, canvas.fitted(above[-1], "label", flow.width))
    canvas.text((flow.left, flow.y + 10), text, "label", colour.text3)
    lines = canvas.renderer.wrap(title, canvas.theme.type["title"], flow.width, canvas.scale)[:_TALLEST]
    flow.y += 38
    for line in lines:
        canvas.text((flow.left, flow.y), canvas.fitted(line, "title", flow.width), "title", colour.text)
        flow.y += LINE


def draw_facts(flow: Flow, book: OpenBook, pointed: Row | None, *, hints: bool) -> None:
    """The chance, the letters, the counts, and what the book says to a run, down to where the flow ends.

    The run is the one `pointed` at, or else that of the queue on the board.
    """
    step, figures = book.here, book.figures
    if hints:
        _draw_chance(flow, book, pointed if pointed is not None and pointed.run != step.run else None)
    run = step.run if pointed is None else pointed.run
    canvas, lines = flow.canvas, max(1, min(5, int((flow.room - 4) // 24)))
    forms, style = [saying(book, run)], canvas.theme.type["body"]
    if step.entry is not None and run is not None and (move := step.entry.moves[run]) is not None:
        forms += [f"The book plays {name_of(str(move))}.", brief_name(canvas, str(move), "body", flow.width)]
    fitting = (
        text for text in forms if len(canvas.renderer.wrap(text, style, flow.width, canvas.scale)) <= lines
    )
    flow.paragraph(next(fitting, forms[-1]), lines=lines, after=10)
    for label, value in counts(step.entry, figures):
        if flow.room < 18 or not flow.line(label, value):
            return
    if flow.room >= 64:
        flow.y += 4
        flow.heading("Still to come", step=14)
        _draw_letters(flow, *step.bag)


def _draw_chance(flow: Flow, book: OpenBook, pointed: Row | None) -> None:
    """The chance of what is shown as a figure, of what it is, and the chance before the pieces were known."""
    canvas, colour = flow.canvas, flow.canvas.theme.colour
    here, queue, figures = book.chance, book.queue_chance, book.figures
    if here is None or queue is None or figures is None:
        if book.entry is not None and not book.graph.counted:
            flow.paragraph(
                f"Chances are being worked out, {percent(book.graph.share, 0)}.", "label", colour.text3
            )
        return
    shown = queue if pointed is None else figures.chance(pointed.span)
    at = flow.left + canvas.text((flow.left, flow.y + 18), shown.figure, "figure", colour.amber_text) + 10
    aim, over = f"for a {shown.aim}", f"with {'this queue' if pointed is None else 'these queues'}"
    if max(canvas.text_width(words, "label") for words in (aim, over)) <= flow.right - at:
        canvas.text((at, flow.y + 10), aim, "label", colour.text2)
        canvas.text((at, flow.y + 28), over, "label", colour.text3)
        flow.y += 46
    else:
        flow.y += 40
        flow.paragraph(f"{aim} {over}", "label", after=8)
    if flow.room >= _SENTENCED:
        flow.paragraph(here.sentence, "label", colour.text3, after=8)


def counts(entry: Entry | None, figures: Figures | None) -> list[tuple[str, str]]:
    """The position's figures with their names."""
    if entry is None:
        return []
    coming = [] if figures is None else [("… that come here", grouped(figures.coming))]
    return [
        ("Possible queues", grouped(entry.total)),
        *coming,
        ("Moves", grouped(len({move for move in entry.moves if move is not None}))),
    ]


def saying(book: OpenBook, run: int | None) -> str:
    """Return the book's answer to the queues of a run, in a sentence or two."""
    step = book.here
    if step.position is None:
        return "The stack is higher than ten rows, the limit of every book."
    if step.entry is None or run is None:
        return "The book does not have this position. Take a step back, or choose a position on the map."
    entry = step.entry
    first, last = entry.starts[run], entry.ends[run] - 1
    queues = last - first + 1
    prefix = prefix_of(entry.position, first, last)
    covered = f"For {counted(queues, 'queue')}, {prefix},"
    if queues == entry.total:
        covered = f"For all {grouped(queues)} queues"
    elif queues == 1:
        covered = f"For the queue {prefix} alone"
    move, figures = entry.moves[run], book.figures
    if move is not None:
        return f"{covered} the book plays {name_of(str(move))}."
    if figures is not None and not figures.often[first : last + 1].any():
        return f"{covered} there is no move: games by the book do not come here with them."
    return f"{covered} there is no move: no line of the book can be completed with these pieces."


def _draw_letters(flow: Flow, bag: int, extra: int) -> None:
    """The letters that can come, and one that can come twice; what is out of the bag is left as a gap in the row."""
    canvas, colour, y = flow.canvas, flow.canvas.theme.colour, flow.y + 14
    letters = tuple(piece for piece in range(7) if bag >> piece & 1)
    room = sum(map(columns, letters)) + 1.1 * len(letters) + (12 if extra != NO_EXTRA else 0)
    cell = max(3.5, min(8.0, flow.width / max(1.0, room)))
    x = _draw(canvas, (flow.left, y), letters, 3, cell)
    if extra != NO_EXTRA:
        x += 4
        canvas.rule((x, y - 10), (x, y + 10), colour.line2)
        words = f"{PIECES[extra]} twice" if bag >> extra & 1 else f"and {PIECES[extra]}"
        canvas.text((x + 10, y), words, "label", colour.text2)
    flow.y += 40


# The pages of the panel: the runs of a position and its moves, of which only those in sight are drawn.

Page = Literal["Runs", "Moves", "Position", "Best"]
ROW = 60.0
_ICON, _RANK, _NAME = 44.0, 32.0, 104.0  # the last: the least room for the name of a move
_INSET = 16.0
_PILL, _SMALL = 34.0, 30.0
_SENTENCED = 130.0  # units of room from which the chance before the pieces were known is told, too
_EXPLAINED = 260.0  # units of room for runs above which it is said what a run is
_PAGE = 76.0  # the least width of a page's name; else they stand in two rows
AnyRow = TypeVar("AnyRow", Row, Option, Choice)


def pages_of(book: OpenBook | None, *, beside: bool) -> tuple[Page, ...]:
    """The pages of the panel for a book; with what is said of the position `beside` its board it needs no page."""
    pages: tuple[Page, ...] = ("Runs", "Moves") if beside else ("Runs", "Moves", "Position")
    return (*pages, "Best") if book is not None and book.listed.optimum else pages


class PositionLists:
    """The rows of one position in the order that was asked for; `pointed` is the row under the pointer or the ring."""

    def __init__(self) -> None:
        self.scroll = Scroll()
        self.by_share = False
        self.filtered = False
        self.runs: list[Row] = []
        self.options: list[Option] = []
        self.choices: list[Choice] = []
        self.pointed: Row | Option | Choice | None = None
        self._shown: tuple[Entry | None, int | None, bool, bool] = (None, -1, False, False)

    def show(self, entry: Entry | None, run: int | None) -> None:
        """Have the rows of a position, whose queue on the board belongs to `run`, which is scrolled to."""
        before, self._shown = self._shown, (entry, run, self.by_share, self.filtered)
        if before[0] is entry and before[1:] == self._shown[1:]:
            return
        every = [] if entry is None else rows(entry)
        self.options = options(every)
        self.runs = [row for row in every if not self.filtered or row.run == run]
        if self.by_share:
            self.runs.sort(key=lambda row: (-row.queues, row.run))
        if before[0] is not entry:
            self.scroll.offset = 0.0
        if (before[0] is not entry or before[1] != run) and not self.choices:
            self.reveal(run)

    def show_choices(self, choices: list[Choice]) -> None:
        """Have the placements of best play, the best in sight; none where their page is not open."""
        if choices is not self.choices:
            self.choices = choices
            self.scroll.offset = 0.0 if choices else self.scroll.offset

    def point(self, targets: Targets) -> None:
        """Take note of the row that the pointer or the keyboard is on."""
        lit = {each.name for each in targets.all() if each.holds(targets.pointer)}
        lit |= {targets.focus} & set(targets.names()) if targets.ring else set()
        listed: list[Row | Option | Choice] = [*self.runs, *self.options, *self.choices]
        self.pointed = next((row for row in listed if row.name in lit), None) if lit else None

    def toggle_order(self) -> None:
        """Sort runs by their queues, or by how many these are."""
        self.by_share = not self.by_share
        self.scroll.offset = 0.0

    def toggle_filter(self) -> None:
        """Show only the run of the queue on the board, or all."""
        self.filtered = not self.filtered

    def reveal(self, run: int | None) -> None:
        """Scroll to a run."""
        place = next((number for number, row in enumerate(self.runs) if row.run == run), None)
        if place is not None:
            self.scroll.show(place * ROW, ROW)

    def beside(self, name: str, by: int) -> str | None:
        """The row above or below that of a target, scrolled into sight; None where there is none, or for no row."""
        listed: Sequence[Row | Option | Choice] = self.options
        if name.startswith(("run ", "choice ")):
            listed = self.runs if name.startswith("run ") else self.choices
        names = [each.name for each in listed]
        place = names.index(name) + by if name in names else -1
        if not 0 <= place < len(names):
            return None
        self.scroll.show(place * ROW, ROW)
        return names[place]


def draw_pages(
    column: PanelColumn,
    book: OpenBook,
    lists: PositionLists,
    best: BestPlay,
    pages: Sequence[Page],
    page: Page,
    turn: Callable[[Page], object],
    *,
    hints: bool,
) -> None:
    """The pages' names, what can be chosen for the open one, and the page itself down to the foot of the panel."""
    column.y -= 15
    choice = partial(pill, column.canvas, column.targets)
    across = len(pages) if column.width / len(pages) >= _PAGE else -(-len(pages) // 2)
    for first in range(0, len(pages), across):
        for name, box in zip(pages[first:], column.split(across, _PILL, 6), strict=False):
            choice(f"page {name}", box, name, name == page, partial(turn, name), Tip(f"{name}", "N"))
    column.y += 6
    step = book.here
    if page == "Position":
        with column.keeping(56):
            draw_title(column, [book.listed.title], book.stage)
            column.y += 16
            draw_facts(column, book, None, hints=hints)
        column.y = column.bottom - 50
        column.button("another queue", "Deal another queue", "D", book.deal)
    elif not hints:
        column.paragraph("What the book says is hidden. H shows it.", ink=column.canvas.theme.colour.text3)
    elif page == "Best":
        _draw_best_play(column, lists, book, best)
    elif step.entry is None:
        column.paragraph(saying(book, step.run), after=16)
        if book.at:
            column.button("step back", "Take the piece back", "U", book.back_step)
    elif page == "Moves":
        count = len(lists.options)
        _draw_count(column, f"{grouped(count)} move{'' if count == 1 else 's, by queues'}")
        _draw_moves(column, lists, book)
    else:
        _draw_order(column, lists, len(step.entry.starts))
        _draw_runs(column, lists, book, step.entry)


def _draw_order(column: PanelColumn, lists: PositionLists, count: int) -> None:
    """Draw the order of the runs, and whether all of them are shown."""
    boxes = column.split(2, _SMALL, 6)
    column.y += 2
    choice, order = partial(pill, column.canvas, column.targets), "By share" if lists.by_share else "By queue"
    choice("order", boxes[0], order, False, lists.toggle_order, Tip("Sort by queue, or by share", "E"))
    about = Tip("Only the run of the queue on the board", "F")
    choice("filter", boxes[1], "This queue", lists.filtered, lists.toggle_filter, about)
    shown = f"{grouped(len(lists.runs))} of " if lists.filtered else ""
    if column.room >= _EXPLAINED:
        column.paragraph(
            "A run is a row of queues with the same move.", "label", column.canvas.theme.colour.text3
        )
    _draw_count(column, f"{shown}{counted(count, 'run')}")


def _draw_count(column: PanelColumn, words: str, figures: str = "chance with these") -> None:
    column.y += 8
    column.line(words, figures, style="label", ink=column.canvas.theme.colour.text3, step=14)


def _draw_runs(column: PanelColumn, lists: PositionLists, book: OpenBook, entry: Entry) -> None:
    """The runs; that of the queue on the board is lit."""
    for row, box in _in_sight(column, lists, lists.runs):
        here = row.run == book.here.run
        _draw_ground(column, row.name, box, partial(book.follow_run, row.run), here=here)
        _draw_run(column.canvas, box, entry, row, book.figures)


def share_words(queues: int, figures: Figures | None, *spans: slice) -> str:
    """Return how many queues a row stands for, and of how many games that come here."""
    text = counted(queues, "queue")
    return text if figures is None else f"{text} · {percent(figures.share(*spans))} of games"


def _draw_moves(column: PanelColumn, lists: PositionLists, book: OpenBook) -> None:
    """The moves of the position, ranked by how many queues each is for."""
    among, figures = [str(option.move) for option in lists.options], book.figures
    for option, box in _in_sight(column, lists, lists.options):
        _draw_ground(column, option.name, box, partial(book.follow_move, option.move))
        badge(column.canvas, (box[0] + _INSET + 12, box[1] + ROW / 2), option.rank, proven=True)
        words = share_words(option.queues, figures, *option.runs)
        inner = (box[0] + _RANK, box[1], box[2] - _RANK, box[3])
        chance = None if figures is None else figures.chance(*option.runs)
        _draw_move(column.canvas, inner, option.move, among, book.outcome(option.move), chance, words)


def _draw_best_play(column: PanelColumn, lists: PositionLists, book: OpenBook, best: BestPlay) -> None:
    """The chance of the queue on the board with best play, and that of every legal placement."""
    canvas, colour, chance = column.canvas, column.canvas.theme.colour, best.chance
    column.y += 4
    if chance is None:
        column.paragraph(_waiting(book, best), ink=colour.text3)
        if best.busy and not best.warming:
            bar_of_progress(canvas, (column.left, column.y, column.width, 6), best.progress)
        return
    text = BookChance(chance, PERFECT_CLEAR, Over.QUEUE).sentence
    column.paragraph(text if book.chance is None else f"{text} {book.chance.sentence}")
    result = sum(choice.solved > 0 for choice in best.choices)
    _draw_count(column, f"{grouped(len(best.choices))} placements, {grouped(result)} with a chance", "")
    placement, among = book.here.move, [str(choice.move) for choice in best.choices]
    for choice, box in _in_sight(column, lists, best.choices):
        book_plays = placement is not None and placement[:4] == choice.move[:4]
        _draw_ground(column, choice.name, box, partial(book.put, choice.move), here=book_plays)
        if choice.solved:
            at = (box[0] + _INSET + 12, box[1] + ROW / 2)
            badge(canvas, at, choice.rank, proven=choice.rank == 1, firm=choice.solved / best.futures)
        words = f"{grouped(choice.solved)} of {counted(best.futures, 'order')}"
        if best.for_many and choice.clears is not None:
            words = f"{choice.clears:.1f} in a row · {words}"
        forms = (f"the book · {words}", words) if book_plays else (words,)
        inner = (box[0] + _RANK, box[1], box[2] - _RANK, box[3])
        worth = choice.solved / best.futures
        figure = chance_words(worth) if choice.solved else "0"
        _draw_placement(canvas, inner, choice.move, among, figure, forms)


def _waiting(book: OpenBook, best: BestPlay) -> str:
    """Return why no chances are shown; never empty."""
    if best.failure:
        return best.failure
    if best.warming:
        return best.warming
    if best.busy:
        return "Every way to the perfect clear is being solved for this queue …"
    if best.pending:
        return "Every placement is solved for this queue as soon as the board has been still for a moment."
    return "This board is not on the way to the first perfect clear."


def _draw_placement(
    canvas: Canvas, box: Box, move: Placement, among: Sequence[str], figure: str, forms: Sequence[str]
) -> None:
    """A placement with its name and its chance, and below the first of some words that fits."""
    colour = canvas.theme.colour
    x, right, middle = box[0] + _INSET, box[0] + box[2] - _INSET, box[1] + ROW / 2
    draw_lying(canvas, (x + 12, middle), move)
    ink = colour.text3 if figure == "0" else colour.amber_text
    used = canvas.text((right, middle - 11), figure, "strong", ink, "right")
    x += 40
    name = brief_name(canvas, str(move), "body", right - x - used - 8, among)
    canvas.text((x, middle - 11), name, "body", colour.text)
    fitting = (words for words in forms if canvas.text_width(words, "label") <= right - x)
    words = next(fitting, canvas.fitted(forms[-1], "label", right - x))
    canvas.text((x, middle + 12), words, "label", colour.text3)


def _in_sight(
    column: PanelColumn, lists: PositionLists, listed: Sequence[AnyRow]
) -> Iterator[tuple[AnyRow, Box]]:
    """The rows in sight, clipped to what is left of the panel; arrows reach those beyond."""
    inset = 16.0 if column.frame.margin >= 24 else 10.0
    view = (column.left - inset, column.y, column.width + 2 * inset, column.room)
    top = lists.scroll.fit(view, len(listed) * ROW)
    first = max(0, int((view[1] - top) // ROW))
    with column.canvas.clipped(view):
        for place, row in enumerate(listed[first : int((view[1] + view[3] - top) // ROW) + 1], first):
            yield row, (view[0], top + place * ROW, view[2], ROW)
    lists.scroll.draw(column.canvas)


def _draw_ground(
    column: PanelColumn, name: str, box: Box, press: Callable[[], object], *, here: bool = False
) -> None:
    """Let a row be pressed, if at least half of it is in sight; it is lit where it is pointed at, or `here`."""
    canvas, targets, colour = column.canvas, column.targets, column.canvas.theme.colour
    lit = False
    if column.y <= box[1] + box[3] / 2 < column.bottom:
        view = (box[0], column.y, box[2], column.room)
        lit = targets.add(name, box, press, radius=8, within=view) or (targets.ring and targets.focused(name))
    if lit or here:
        canvas.panel(box, colour.raised, radius=8)
    if here:  # an edge that amber has drawn: this is what the book says to the queue on the board
        canvas.panel((box[0], box[1] + 12, 3, box[3] - 24), colour.amber_line, radius=1.5)


def _draw_run(canvas: Canvas, box: Box, entry: Entry, row: Row, figures: Figures | None) -> None:
    colour = canvas.theme.colour
    x, right, middle = box[0] + _INSET, box[0] + box[2] - _INSET, box[1] + ROW / 2
    chance = None if figures is None or row.move is None else figures.chance(row.span)
    used = _draw_value(canvas, (right, middle - 11), chance)
    prefix = prefix_of(entry.position, row.first, row.last)
    draw_prefix(canvas, (x + _ICON, middle - 11), prefix, right - x - _ICON - used - 12)
    share = share_words(row.queues, figures, row.span)
    if right - x - _ICON - canvas.text_width(share, "label") < _NAME:
        share = share_words(row.queues, None)
    used = canvas.text((right, middle + 13), share, "label", colour.text3, "right")
    room = right - x - _ICON - used - 8
    if row.move is None:
        canvas.text((x + 16, middle), "–", "body", colour.text3, "middle")
        canvas.text((x + _ICON, middle + 13), canvas.fitted("no move", "label", room), "label", colour.text3)
        return
    draw_lying(canvas, (x + 16, middle), row.move)
    name = brief_name(canvas, str(row.move), "label", room)
    canvas.text((x + _ICON, middle + 13), name, "label", colour.text2)


def _draw_move(
    canvas: Canvas,
    box: Box,
    move: Placement,
    among: Sequence[str],
    led: Outcome,
    chance: BookChance | None,
    words: str,
) -> None:
    """A move with its name, its chance and what it leads to, and `words` below."""
    colour = canvas.theme.colour
    x, right, middle = box[0] + _INSET, box[0] + box[2] - _INSET, box[1] + ROW / 2
    draw_lying(canvas, (x + 12, middle), move)
    used = _draw_value(canvas, (right, middle - 11), chance)
    x += 40
    name = brief_name(canvas, str(move), "body", right - x - used - 8, among)
    canvas.text((x, middle - 11), name, "body", colour.text)
    text = words if led.goes_on else f"{led.words} · {words}"
    if canvas.text_width(text, "label") > right - x:
        text = words
    canvas.text((x, middle + 12), canvas.fitted(text, "label", right - x), "label", colour.text3)


def _draw_value(canvas: Canvas, at: tuple[float, float], chance: BookChance | None) -> float:
    """A chance in amber, its right end at `at`; returns its width."""
    if chance is None:
        return 0.0
    return canvas.text(at, chance.figure, "strong", canvas.theme.colour.amber_text, "right")
