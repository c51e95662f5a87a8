"""The palette: every colour, type size, distance and duration that the window uses, read from one file."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Literal

import msgspec
import yaml

from game import places
from game.config import Cells

Rgb = tuple[int, int, int]
ThemeName = Literal["dark", "light"]

_PALETTE_FILE = places.shipped("assets", "palette.yaml")


class Surfaces(msgspec.Struct, frozen=True):
    """The colours of one theme, by the names of `assets/palette.yaml`."""

    room: Rgb
    glow: Rgb
    panel: Rgb
    raised: Rgb
    well: Rgb
    grid: Rgb
    line: Rgb
    line2: Rgb
    text: Rgb
    text2: Rgb
    text3: Rgb
    focus: Rgb
    amber: Rgb
    amber_line: Rgb
    amber_text: Rgb
    amber_ink: Rgb
    zone: Rgb
    zone_text: Rgb
    dot: Rgb
    wall_white: Rgb
    wall_white_edge: Rgb
    wall_black: Rgb
    wall_black_edge: Rgb
    card: Rgb
    card_edge: Rgb
    card_ink: Rgb
    card_red: Rgb
    suit_red: Rgb
    back: Rgb
    back_line: Rgb
    shadow: Rgb


class TypeStyle(msgspec.Struct, frozen=True):
    """A way to set text: size and line height in logical units, letter tracking in logical units."""

    size: float
    weight: Literal["regular", "bold"]
    line: float
    tracking: float = 0.0
    case: Literal["upper", "as_written"] = "as_written"


class Motion(msgspec.Struct, frozen=True):
    """Durations of movement in milliseconds."""

    short: int
    long: int


class PieceInk(msgspec.Struct, frozen=True):
    """The colours of a piece, the same in both themes; `edge` surrounds its cells in the light one only.

    `pattern` is drawn in `ink` on each cell where patterns are asked for.
    """

    fill: Rgb
    ink: Rgb
    edge: Rgb
    pattern: str


class Pattern(msgspec.Struct, frozen=True):
    """Size of patterns, in parts of a cell: their strokes, from the middle to an end, a dot's radius."""

    stroke: float
    reach: float
    dot: float


class Theme(msgspec.Struct, frozen=True):
    """One theme with the pieces, the type and the motion that both share.

    `pieces` are named by their letters, and there is `garbage`; `stone` is a cell of classic Tetris that has come to
    rest. `cells`: how a cell is painted; `patterned`: with a pattern as well as a colour. `card_suits` are the inks of
    spades, hearts, diamonds and clubs on a card, `suit_signs` those in running text, None for the text's own. `ghost`
    is how firm the veil is where a piece would lock, 1 being usual; `lock_bar`: what is left of the lock delay is
    shown below the well.
    """

    name: ThemeName
    colour: Surfaces
    pieces: dict[str, PieceInk]
    stone: Rgb
    type: dict[str, TypeStyle]
    motion: Motion
    pattern: Pattern
    card_suits: tuple[Rgb, Rgb, Rgb, Rgb]
    suit_signs: tuple[Rgb | None, Rgb, Rgb, Rgb | None]
    patterned: bool = False
    cells: Cells = "rounded"
    ghost: float = 1.0
    lock_bar: bool = False


def _rgb(text: str) -> Rgb:
    """The channels (0–255) of `#RRGGBB`."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


@cache
def _palette() -> dict[str, Any]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast, where PyYAML has it
    loaded: dict[str, Any] = yaml.load(_PALETTE_FILE.read_text(encoding="utf-8"), loader)
    return loaded


def _piece_ink(entry: dict[str, str]) -> PieceInk:
    return PieceInk(
        fill=_rgb(entry["fill"]), ink=_rgb(entry["ink"]), edge=_rgb(entry["edge"]), pattern=entry["pattern"]
    )


_DARKER, _EDGE = 0.55, 0.35  # how far the ink and the edge of a skin lie from its fill towards black


def _in_skin(ink: PieceInk, fill: Rgb) -> PieceInk:
    black = (0, 0, 0)
    return PieceInk(fill, mix(fill, black, _DARKER), mix(fill, black, _EDGE), ink.pattern)


@cache
def theme(
    name: ThemeName,
    patterned: bool = False,
    *,
    cells: Cells = "rounded",
    skin: str = "kibitz",
    four_colours: bool = False,
    ghost: float = 1.0,
    lock_bar: bool = False,
) -> Theme:
    """The theme called `name`, from `assets/palette.yaml`, with what a person has chosen for pieces and suits."""
    palette = _palette()
    colour = Surfaces(**{key: _rgb(value) for key, value in palette[name].items()})
    pieces = {key: _piece_ink(value) for key, value in palette["pieces"].items()}
    fills = {} if skin == "kibitz" else palette["skins"][skin]
    pieces |= {key: _in_skin(pieces[key], _rgb(fill)) for key, fill in fills.items()}
    card, signs = palette["four_colours"]["card"], palette["four_colours"][name]
    clubs = _rgb(card["clubs"]) if four_colours else colour.card_ink
    diamonds = _rgb(card["diamonds"]) if four_colours else colour.card_red
    return Theme(
        name=name,
        colour=colour,
        pieces=pieces,
        stone=_rgb(palette["classic_cell"]),
        type={key: msgspec.convert(value, TypeStyle) for key, value in palette["type"].items()},
        motion=msgspec.convert(palette["motion"], Motion),
        pattern=msgspec.convert(palette["pattern"], Pattern),
        card_suits=(colour.card_ink, colour.card_red, diamonds, clubs),
        suit_signs=(
            None,
            colour.suit_red,
            _rgb(signs["diamonds"]) if four_colours else colour.suit_red,
            _rgb(signs["clubs"]) if four_colours else None,
        ),
        patterned=patterned,
        cells=cells,
        ghost=ghost,
        lock_bar=lock_bar,
    )


@lru_cache(maxsize=1024)  # every frame asks for the same colours
def mix(first: Rgb, second: Rgb, share: float) -> Rgb:
    """The colour that lies `share` (0 to 1) of the way from `first` to `second`."""
    r, g, b = (round(a + (z - a) * share) for a, z in zip(first, second, strict=True))
    return r, g, b
