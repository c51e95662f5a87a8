"""What is said of rounds of TETR.IO: how they ended, and the figures players compare."""

from __future__ import annotations

from collections.abc import Sequence

from ai.book.stages import Followed
from game.tetris.tetrio import Figures, Round

_ENDINGS = {
    "winner": "won",
    "topout": "topped out",
    "garbagesmash": "topped out by garbage",
    "forfeit": "gave up",
    "clear": "finished",
    "retry": "began again",
    "disconnect": "lost the connection",
}
CLEARS = {
    "singles": "Singles", "doubles": "Doubles", "triples": "Triples", "quads": "Quads",
    "minitspins": "T-spin minis, no rows", "realtspins": "T-spins, no rows",
    "minitspinsingles": "T-spin mini singles", "minitspindoubles": "T-spin mini doubles",
    "tspinsingles": "T-spin singles", "tspindoubles": "T-spin doubles", "tspintriples": "T-spin triples",
    "allclear": "All clears",
}  # fmt: skip


def ending_of(one: Round) -> str:
    """How a player's round ended: `topped out by garbage`."""
    return _ENDINGS.get(one.outcome.reason, one.outcome.reason)


def rows_of(figures: Sequence[Figures]) -> list[tuple[str, tuple[str, ...]]]:
    """The figures of players side by side, the most important first."""
    lines = {
        "APM": [f"{each.apm:.1f}" for each in figures],
        "PPS": [f"{each.pps:.2f}" for each in figures],
        "VS": [f"{each.vs:.1f}" for each in figures],
        "Attack/piece": [f"{each.app:.2f}" for each in figures],
        "Keys/piece": [f"{each.kpp:.2f}" for each in figures],
        "Fewest keys": [f"{each.finesse:.0%}" for each in figures],
        "Finesse faults": [str(each.faults) for each in figures],
        "Pieces": [str(each.pieces) for each in figures],
        "Rows": [str(each.lines) for each in figures],
        "Attack": [str(each.attack) for each in figures],
        "Rows sent": [str(each.sent) for each in figures],
        "Garbage cleared": [str(each.cleared) for each in figures],
    }
    return [(label, tuple(values)) for label, values in lines.items()]


def clears_of(figures: Sequence[Figures]) -> list[tuple[str, tuple[str, ...]]]:
    """How often each kind of clear was made; kinds that nobody made are left out."""
    return [
        (words, tuple(str(each.clears.get(name, 0)) for each in figures))
        for name, words in CLEARS.items()
        if any(each.clears.get(name) for each in figures)
    ]


def difference_words(one: Round) -> str:
    """What differs from the file's own figures, as a sentence; empty where nothing does."""
    if one.matches:
        return ""
    names = ", ".join(one.differs[:4]) + (" …" if len(one.differs) > 4 else "")
    who = one.player.name or "this player"
    return (
        f"The figures of {who} differ from the file’s ({names}). The placements are right up to the first one that "
        "looks wrong; figures are not."
    )


def opening_words(player: str, opening: Followed) -> str:
    """Which book a player followed, and how far."""
    stage = f", stage {opening.stage}" if opening.stage else ""
    return f"{player} followed the book {opening.book} for {opening.pieces} pieces{stage}."
