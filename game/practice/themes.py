"""Themes of problems: one list for all games. A mistake has the theme of what it gave away above all."""

from __future__ import annotations

from typing import NamedTuple

from game.errors import BadInput


class Theme(NamedTuple):
    """A theme: its name in files, and its title in lists."""

    name: str
    title: str


# Those of guideline Tetris begin with the differences that `game.tetris.guideline.features` computes.
THEMES = (
    Theme("attack", "attack"),
    Theme("chain", "back-to-back"),
    Theme("holes", "covered cells"),
    Theme("rises", "garbage let in"),
    Theme("t", "T spent"),
    Theme("i", "I spent"),
    Theme("slots", "broken slot"),
    Theme("wells", "columns for an I"),
    Theme("height", "height"),
    Theme("bumps", "uneven surface"),
    Theme("other", "found by search"),
    Theme("hold", "hold"),
    Theme("late-t", "late T"),
    Theme("under-garbage", "height under garbage"),
    Theme("missed-clear", "missed perfect clear"),
    Theme("spin", "T-spin"),
    Theme("combo", "combo"),
    Theme("perfect-clear", "perfect clear"),
    Theme("save", "piece saved"),
    Theme("dig", "digging"),
    Theme("finesse", "finesse"),
    Theme("rows", "rows cleared"),
    Theme("parity", "parity"),
    Theme("size", "size given away"),
    Theme("proof", "missed proof"),
    Theme("one-wall", "one wall wins"),
    Theme("bid-high", "bid too high"),
    Theme("bid-low", "bid too low"),
    Theme("bid", "bidding"),
    Theme("exchange", "exchange"),
    Theme("entry", "entry"),
    Theme("unblock", "unblocking"),
    Theme("count", "counting"),
    Theme("tricks", "tricks"),
)
_BY_NAME = {theme.name: theme for theme in THEMES}


def theme(name: str) -> Theme:
    """The theme of this name. Raises `BadInput`."""
    known = _BY_NAME.get(name)
    if known is None:
        raise BadInput(f"{name[:20]!r} is not a theme; the themes are {', '.join(_BY_NAME)}")
    return known
