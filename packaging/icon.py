"""Draw the icon: `python packaging/icon.py` writes `assets/icon.png` and `packaging/io.github.kibitz.Kibitz.svg`.

Four dots of Zuniq with three walls between them; the fourth, which closes the zone, is in the colour of suggestions.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from gui.ui.theme import Rgb, theme  # noqa: E402

SIZE = 256
SMOOTH = 4  # drawn so many times as large
CORNER = 56
NEAR, FAR = 76, 180  # the dots
WIDTH, DOT = 22, 19
COLOURS = theme("dark", False).colour
WALLS = [  # from x, y to x, y; the suggestion last
    (NEAR, NEAR, FAR, NEAR, COLOURS.wall_white),
    (NEAR, NEAR, NEAR, FAR, COLOURS.wall_white),
    (NEAR, FAR, FAR, FAR, COLOURS.wall_white),
    (FAR, NEAR, FAR, FAR, COLOURS.amber),
]


def as_svg() -> str:
    """The icon as a scalable picture."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}">',
        f'  <rect width="{SIZE}" height="{SIZE}" rx="{CORNER}" fill="{_code(COLOURS.glow)}"/>',
        f'  <rect x="{NEAR}" y="{NEAR}" width="{FAR - NEAR}" height="{FAR - NEAR}" fill="{_code(COLOURS.zone)}"/>',
    ]
    lines += [
        f'  <path d="M{x} {y}L{to_x} {to_y}" stroke="{_code(ink)}" stroke-width="{WIDTH}" stroke-linecap="round"/>'
        for x, y, to_x, to_y, ink in WALLS
    ]
    lines += [
        f'  <circle cx="{x}" cy="{y}" r="{DOT}" fill="{_code(COLOURS.dot)}"/>'
        for x in (NEAR, FAR)
        for y in (NEAR, FAR)
    ]
    return "\n".join([*lines, "</svg>", ""])


def as_picture() -> Image.Image:
    """The same in pixels."""
    picture = Image.new("RGBA", (SIZE * SMOOTH, SIZE * SMOOTH))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((0, 0, SIZE * SMOOTH - 1, SIZE * SMOOTH - 1), CORNER * SMOOTH, COLOURS.glow)
    near, far, half, dot = (length * SMOOTH for length in (NEAR, FAR, WIDTH // 2, DOT))
    draw.rectangle((near, near, far, far), COLOURS.zone)
    for x, y, to_x, to_y, ink in WALLS:
        box = (x * SMOOTH - half, y * SMOOTH - half, to_x * SMOOTH + half, to_y * SMOOTH + half)
        draw.rounded_rectangle(box, half, ink)
    for x in (near, far):
        for y in (near, far):
            draw.ellipse((x - dot, y - dot, x + dot, y + dot), COLOURS.dot)
    return picture.resize((SIZE, SIZE), Image.Resampling.LANCZOS)


def _code(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


if __name__ == "__main__":
    as_picture().save(ROOT / "assets" / "icon.png", optimize=True)
    (ROOT / "packaging" / "io.github.kibitz.Kibitz.svg").write_text(as_svg(), encoding="utf-8")
