"""The controllers of classic Tetris: their names, and where each comes from.

A controller places one piece at a time by a judgement of the board that would be left; the lowest value is the best.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.errors import BadInput

Family = Literal["tengstrand", "linear"]


@dataclass(frozen=True)
class Controller:
    """A controller: its name as people write it, how it judges, and whose it is."""

    name: str
    family: Family
    source: str


_KNOWN = (
    Controller("tengstrand-1.1", "tengstrand", "Joakim Tengstrand, 2001; tetrisanalyzer 1.1"),
    Controller("tengstrand-1.2", "tengstrand", "Joakim Tengstrand; the defaults of tetrisanalyzer 1.2"),
    Controller("tengstrand-1.3", "tengstrand", "Joakim Tengstrand; tetrisanalyzer 1.3"),
    Controller("tengstrand-1.4", "tengstrand", "Joakim Tengstrand; tetrisanalyzer 1.4.1"),
    Controller("dellacherie", "linear", "Pierre Dellacherie, 2003; as in Colin Fahey's Standard Tetris"),
    Controller("bcts", "linear", "Christophe Thiery and Bruno Scherrer, 2009"),
    Controller("dt-10", "linear", "Victor Gabillon, Mohammad Ghavamzadeh and Bruno Scherrer, 2013"),
    Controller("dt-20", "linear", "Victor Gabillon, Mohammad Ghavamzadeh and Bruno Scherrer, 2013"),
    Controller("kibitz", "linear", "our own; bench/classic_tuning.py finds its weights"),
)
CONTROLLERS = tuple(controller.name for controller in _KNOWN)


def find_controller(name: str) -> Controller:
    """The controller of this name. Raises `BadInput` naming the known ones."""
    for controller in _KNOWN:
        if controller.name == name:
            return controller
    raise BadInput(f"there is no controller {name[:40]!r}; known: {', '.join(CONTROLLERS)}")
