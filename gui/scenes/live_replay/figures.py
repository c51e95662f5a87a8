"""The figures of the players up to the playhead: how fast, how strong, how well, and each piece's seconds."""

from __future__ import annotations

from collections.abc import Sequence

from game.tetris.guideline.real_time import Seat, Statistics, spans
from gui.drawing.canvas import Box, Canvas
from gui.drawing.letters import grouped
from gui.scenes.live.words import Figures
from gui.scenes.live_replay.chronicle import Locked

_MOST_SECONDS = 2.0  # of a piece, for which a bar is as high as it can be
_BAR, _GAP = 3.0, 1.0


def figures(seats: Sequence[Seat]) -> Figures:
    """The statistics of all seats, the most telling first."""
    each = [Statistics.of(seat) for seat in seats]
    return [
        ("Pieces", tuple(grouped(one.pieces) for one in each)),
        ("Pieces/s", tuple(f"{one.pieces_a_second:.2f}" for one in each)),
        ("Attack/min", tuple(f"{one.attack_a_minute:.1f}" for one in each)),
        ("Attack/piece", tuple(f"{one.attack_a_piece:.2f}" for one in each)),
        ("Rows sent", tuple(grouped(one.tally.sent) for one in each)),
        ("T-spins", tuple(grouped(one.tally.spins + one.tally.minis) for one in each)),
        ("Tetrises", tuple(grouped(one.tally.tetrises) for one in each)),
        ("Best combo", tuple(str(max(0, one.tally.longest_combo - 1)) for one in each)),
        ("Back-to-backs", tuple(str(max(0, one.tally.longest_chain - 1)) for one in each)),
        ("Perfect clears", tuple(grouped(one.tally.perfect) for one in each)),
        ("Keys/piece", tuple(f"{one.keys_a_piece:.2f}" for one in each)),
        ("Rows", tuple(grouped(one.rows) for one in each)),
    ]


def draw_spans(canvas: Canvas, box: Box, pieces: Sequence[Locked], name: str) -> None:
    """The seconds that the last pieces of a seat took, a bar each; a line stands for their median."""
    colour = canvas.theme.colour
    x, y, width, height = box
    took = spans(tuple(piece.tick for piece in pieces))
    shown = took[-int(width / (_BAR + _GAP)) :]
    canvas.text((x, y + 8), f"Seconds a piece{name}", "label", colour.text3)
    base, high = y + height, height - 24
    canvas.rule((x, base), (x + width, base), colour.line2)
    if not shown:
        return
    middle = sorted(shown)[len(shown) // 2]
    canvas.text((x + width, y + 8), f"{middle:.2f}", "label", colour.text2, "right")
    for number, seconds in enumerate(shown):
        tall = max(1.0, high * min(1.0, seconds / _MOST_SECONDS))
        canvas.fill((x + number * (_BAR + _GAP), base - tall, _BAR, tall), colour.text3)
    level = base - high * min(1.0, middle / _MOST_SECONDS)
    canvas.dots((x, level), (x + width, level), colour.text2, step=5, size=1.2)
