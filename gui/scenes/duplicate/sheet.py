"""What stands on the sheet of a duplicate match: a line for each deal, and the sum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.bridge import Result, State
from game.bridge.duplicate import Pair, pairs
from gui.bridge.words import bid_of, made_words
from gui.drawing.letters import MINUS, counted, grouped


class Half(NamedTuple):
    """A deal as it was played once: who had which contract and how it ended, in short and in full, and the points.

    `points` are the person's less the other's; None where it was not played yet.
    """

    short: str
    words: str
    points: int | None


class Line(NamedTuple):
    """A deal: both halves, and what the person has gained in them; None until both were played."""

    deal: int
    again: int
    first: Half
    second: Half
    gain: int | None


class Sheet(NamedTuple):
    """All lines, the sum of the gains, and how many deals it counts."""

    lines: Sequence[Line]
    total: int
    settled: int


def sheet_of(state: State, me: int, names: tuple[str, str]) -> Sheet | None:
    """The sheet of a duplicate match as the seat `me` reads it; None for any other match."""
    found = pairs(state)
    if not found:
        return None
    lines = [_line(pair, me, names) for pair in found]
    settled = [line.gain for line in lines if line.gain is not None]
    return Sheet(lines, sum(settled), len(settled))


def signed(points: int) -> str:
    """Points with their sign: `+140`, `−50`, `0`."""
    return f"{'+' if points > 0 else MINUS if points < 0 else ''}{grouped(abs(points))}"


def total_words(sheet: Sheet, names: tuple[str, str], me: int) -> str:
    """How the match stands: `You lead by 140 points`."""
    if not sheet.settled:
        return "Every deal comes twice. What counts is what each of you makes of the same cards."
    if not sheet.total:
        return "As many points for both."
    ahead = names[me] if sheet.total > 0 else names[1 - me]
    verb = "are" if ahead == "You" else "is"
    return f"{ahead} {verb} {counted(abs(sheet.total), 'point')} ahead with the same cards."


def _line(pair: Pair, me: int, names: tuple[str, str]) -> Line:
    first, second = _half(pair.first, me, names), _half(pair.second, me, names)
    return Line(pair.deal, pair.again, first, second, pair.gain(me) if pair.settled else None)


def _half(result: Result | None, me: int, names: tuple[str, str]) -> Half:
    if result is None:
        return Half("", "", None)
    points = result.points[me] - result.points[1 - me]
    contract = result.contract
    if contract is None:
        return Half("passed", made_words(result, names), points)
    over = result.tricks[contract.declarer] - contract.needs
    ending = f"+{over}" if over > 0 else f"{MINUS}{-over}" if over < 0 else "="
    return Half(f"{names[contract.declarer]} {bid_of(contract)} {ending}", made_words(result, names), points)
