"""Pages of HTML with boards drawn beside each other, each with a link and what is to be said of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from game.tetris.guideline import COLUMNS, PIECES, Field

if TYPE_CHECKING:
    from ai.tetris.guideline.pictures import Placed

LINK = "http://fumen.zui.jp/?"
_COLOURS = dict(
    zip(PIECES, ("#0f9bd7", "#e39f02", "#af298a", "#e35b02", "#2141c6", "#59b101", "#d70f37"), strict=True)
)
_SIDE = 16  # pixels of a cell in a drawing
_STYLE = (
    "<style>body{font:16px sans-serif;margin:2em;background:#16181d;color:#e8e8ea}a{color:#8ab4f8}"
    "h2{margin:1.5em 0 .5em}.all{display:flex;flex-wrap:wrap;gap:1em}figure{margin:0}"
    "figcaption{margin-top:.3em;font-size:.9em}.few{color:#ffc53d}</style>"
)
STAR = '<span class="few">★</span>'


class Figure(NamedTuple):
    """A board with pieces on it, its fumen, the name of the link to it, and what is said of it."""

    field: Field
    placed: Sequence[Placed]
    fumen: str
    name: str
    about: str
    starred: bool = False


def page(
    title: str, head: str, intro: str, groups: Iterable[tuple[str, Iterable[Figure]]], height: int
) -> str:
    """The page: a head, an introduction in HTML, and groups of figures, each `height` rows high."""
    parts = [
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        f"{_STYLE}</head><body>",
        f"<h1>{escape(head)}</h1>",
        f"<p>{intro}</p>",
    ]
    for heading, figures in groups:
        parts.append(f'<h2>{escape(heading)}</h2><div class="all">')
        for each in figures:
            star = f"{STAR} " if each.starred else ""
            parts.append(
                f"<figure>{_drawing(each, height)}<figcaption>{star}"
                f'<a href="{escape(LINK + each.fumen)}">{escape(each.name)}</a> {escape(each.about)}'
                "</figcaption></figure>"
            )
        parts.append("</div>")
    return "\n".join([*parts, "</body></html>", ""])


def _drawing(figure: Figure, height: int) -> str:
    """A drawing as SVG."""
    field = figure.field
    cells = {(x, y): "#5a5e66" for y in range(height) for x in range(COLUMNS) if field.filled(x, y)}
    for piece, where in figure.placed:
        cells |= dict.fromkeys(where, _COLOURS[PIECES[piece]])
    squares = "".join(
        f'<rect x="{x * _SIDE}" y="{(height - 1 - y) * _SIDE}" width="{_SIDE - 1}" height="{_SIDE - 1}" '
        f'fill="{colour}"/>'
        for (x, y), colour in sorted(cells.items())
    )
    return f'<svg width="{COLUMNS * _SIDE}" height="{height * _SIDE}">{squares}</svg>'
