"""Themes of problems: one list for all games. A mistake has the theme of what it gave away above all."""

from __future__ import annotations

from typing import NamedTuple

from game.errors import BadInput


class Theme(NamedTuple):
    """A theme: its name in files, its title in lists, and the games that have it."""

    name: str
    title: str
    games: tuple[str, ...]


_TETRIS = ("tetris", "tetris-live")
_STACK = (*_TETRIS, "classic")
# Those of guideline Tetris begin with the differences that `game.tetris.guideline.features` computes.
THEMES = (
    Theme("attack", "attack", _TETRIS),
    Theme("chain", "back-to-back", _TETRIS),
    Theme("holes", "covered cells", _STACK),
    Theme("rises", "garbage let in", _TETRIS),
    Theme("t", "T spent", _TETRIS),
    Theme("i", "I spent", _TETRIS),
    Theme("slots", "broken slot", _TETRIS),
    Theme("wells", "columns for an I", _STACK),
    Theme("height", "height", _STACK),
    Theme("bumps", "uneven surface", _STACK),
    Theme("other", "found by search", (*_STACK, "zuniq", "bridge")),
    Theme("hold", "hold", _TETRIS),
    Theme("late-t", "late T", _TETRIS),
    Theme("under-garbage", "height under garbage", _TETRIS),
    Theme("missed-clear", "missed perfect clear", _TETRIS),
    Theme("spin", "T-spin", _TETRIS),
    Theme("combo", "combo", (*_TETRIS, "four-wide")),
    Theme("perfect-clear", "perfect clear", _TETRIS),
    Theme("save", "piece saved", _TETRIS),
    Theme("dig", "digging", _TETRIS),
    Theme("finesse", "finesse", _TETRIS),
    Theme("rows", "rows cleared", ("classic",)),
    Theme("parity", "parity", ("zuniq",)),
    Theme("size", "size given away", ("zuniq",)),
    Theme("proof", "missed proof", ("zuniq",)),
    Theme("one-wall", "one wall wins", ("zuniq",)),
    Theme("bid-high", "bid too high", ("bridge",)),
    Theme("bid-low", "bid too low", ("bridge",)),
    Theme("bid", "bidding", ("bridge",)),
    Theme("exchange", "exchange", ("bridge",)),
    Theme("entry", "entry", ("bridge",)),
    Theme("unblock", "unblocking", ("bridge",)),
    Theme("count", "counting", ("bridge",)),
    Theme("tricks", "tricks", ("bridge",)),
)
_BY_NAME = {theme.name: theme for theme in THEMES}


def theme(name: str) -> Theme:
    """The theme of this name. Raises `BadInput`."""
    found = _BY_NAME.get(name)
    if found is None:
        raise BadInput(f"{name[:20]!r} is not a theme; the themes are {', '.join(_BY_NAME)}")
    return found
