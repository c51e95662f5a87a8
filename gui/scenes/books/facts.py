"""What is known of the position on the board: its stage, the letters to come, its counts, and the run of its queue."""

from __future__ import annotations

from game.tetris.guideline.openers.position import NO_EXTRA
from game.tetris.guideline.openers.prefixes import prefix_of
from game.tetris.guideline.pieces import PIECES
from gui.drawing.canvas import Box, Canvas
from gui.drawing.letters import grouped
from gui.frame.controls import chip, heading
from gui.scenes.books.glyphs import columns, draw_pieces
from gui.scenes.books.walking.outlook import Figures, Outcome, percent
from gui.scenes.books.walking.walk import Step
from gui.tetris.guideline.words import move_words

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
        return "The stack is higher than ten rows. No book has boards so high."
    if step.entry is None or run is None:
        return "The book does not have this position. Go a step back, or find another way on the map."
    entry = step.entry
    first, last = entry.starts[run], entry.ends[run] - 1
    queues = last - first + 1
    prefix = prefix_of(entry.position, first, last)
    covered = f"The run {prefix} covers {grouped(queues)} of {grouped(entry.total)} queues"
    if queues == entry.total:
        covered = f"One run covers all {grouped(queues)} queues"
    elif queues == 1:
        covered = f"The run {prefix} is this one queue"
    move = entry.moves[run]
    if move is None:
        return f"{covered}. For these the book has no move: none of its lines can be kept up with them."
    return f"{covered}. The book’s move is {move_words(str(move))}."


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
        return "E(V) where it leads"
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
