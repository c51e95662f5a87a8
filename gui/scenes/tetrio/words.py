"""Words for rounds of TETR.IO: how they ended, and the figures players compare."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ai.book.stages import BookProgress
from game.tetris.naming import name_of
from game.tetris.tetrio import Figures, Result
from game.tetris.tetrio.mistakes import THEMES, Mistakes
from game.words import counted
from gui.play.openings import opening as opening_title
from gui.ui.text import percent

_ENDINGS = {
    "winner": "won",
    "topout": "topped out",
    "garbagesmash": "topped out by garbage",
    "forfeit": "gave up",
    "clear": "finished",
    "topout_clear": "finished",
    "lost": "lost",
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

LOST = "Attack lost in 100 pieces"
_THEMES = {
    "attack": "Attack missed", "chain": "Back-to-back ended", "holes": "Cells covered",
    "rises": "Garbage let in", "t": "T used up", "i": "I used up", "slots": "T-spin slot given up",
    "wells": "Column left for an I", "height": "Stacked higher", "bumps": "Uneven surface",
    "other": "Seen by search only",
}  # fmt: skip


def ending_of(one: Result) -> str:
    """The end of a player's round, as the file says: `topped out by garbage`."""
    return _ENDINGS.get(one.reason, one.reason)


# what the figures of a match are, the most important first: how each is counted, and how it is written
FIGURES: dict[str, tuple[Callable[[Figures], float], str]] = {
    "APM": (lambda each: each.apm, ".1f"),
    "PPS": (lambda each: each.pps, ".2f"),
    "VS": (lambda each: each.vs, ".1f"),
    "Attack/piece": (lambda each: each.app, ".2f"),
    "Keys/piece": (lambda each: each.kpp, ".2f"),
    "Fewest keys": (lambda each: each.finesse, "%"),
    "Finesse faults": (lambda each: each.faults, ".0f"),
    "Pieces": (lambda each: each.pieces, ".0f"),
    "Rows": (lambda each: each.lines, ".0f"),
    "Attack": (lambda each: each.attack, ".0f"),
    "Rows sent": (lambda each: each.sent, ".0f"),
    "Garbage cleared": (lambda each: each.cleared, ".0f"),
}


def written(label: str, value: float) -> str:
    """A figure as it is written; of any other label a whole number, of a cost with a decimal."""
    style = FIGURES[label][1] if label in FIGURES else ".1f" if label == LOST else ".0f"
    return percent(value) if style == "%" else format(value, style)


def rows_of(figures: Sequence[Figures]) -> list[tuple[str, tuple[str, ...]]]:
    """The figures of players side by side, the most important first."""
    return [
        (label, tuple(written(label, count(each)) for each in figures))
        for label, (count, _) in FIGURES.items()
    ]


def brief_files(names: Sequence[str]) -> dict[str, str]:
    """Names that tell files apart: their names without their endings, and without what all begin with."""
    plain = {name: name.partition(".ttr")[0] for name in dict.fromkeys(names)}
    first, last = min(plain.values(), default=""), max(plain.values(), default="")
    shared = 0
    while first != last and first[shared : shared + 1] == last[shared : shared + 1]:
        shared += 1
    return {name: each[shared:] or each for name, each in plain.items()}


def clears_of(figures: Sequence[Figures]) -> list[tuple[str, tuple[str, ...]]]:
    """The number of clears of each kind; kinds that nobody made are left out."""
    return [
        (words, tuple(str(each.clears.get(name, 0)) for each in figures))
        for name, words in CLEARS.items()
        if any(each.clears.get(name) for each in figures)
    ]


def mistakes_of(mistakes: Sequence[Mistakes]) -> list[tuple[str, tuple[str, ...]]]:
    """The mistakes of players side by side: degrees, and what they cost."""
    lines = {
        "Accuracy": [percent(each.accuracy) if each.pieces else "–" for each in mistakes],
        "Blunders": [str(each.blunders) for each in mistakes],
        "Mistakes": [str(each.mistakes) for each in mistakes],
        "Inaccuracies": [str(each.inaccuracies) for each in mistakes],
        "Attack lost": [f"{each.cost:.1f}" for each in mistakes],
        "In 100 pieces": [f"{each.cost_a_hundred:.1f}" if each.pieces else "–" for each in mistakes],
    }
    return [(label, tuple(values)) for label, values in lines.items()]


def themes_of(mistakes: Sequence[Mistakes]) -> list[tuple[str, tuple[str, ...]]]:
    """The most frequent faults of these moves, and how often; themes that nobody met are left out."""
    return [
        (_THEMES[theme], tuple(str(each.themes.get(theme, 0)) for each in mistakes))
        for theme in THEMES
        if any(each.themes.get(theme) for each in mistakes)
    ]


def brief_of(mistakes: Mistakes) -> str:
    """A round's mistakes in a line: `2 blunders   3 mistakes   91 %`."""
    if not mistakes.pieces:
        return ""
    items = (
        counted(mistakes.blunders, "blunder"),
        counted(mistakes.mistakes, "mistake"),
        percent(mistakes.accuracy),
    )
    return "   ".join(items)


_RATES = {"aggregatestats.apm": "APM", "aggregatestats.pps": "PPS", "aggregatestats.vsscore": "VS"}


def difference_words(one: Result) -> str:
    """The differences from the file's own figures, as a sentence; empty where nothing does."""
    if one.matches:
        return ""
    if not one.compared:
        return f"The file has no figures for {one.name or 'this player'} to compare with."
    items = [_RATES.get(name, name.replace(".", " ")) for name in one.differs]
    names = ", ".join(items[:4]) + (" …" if len(items) > 4 else "")
    trust = "Trust the placements up to the first one that looks wrong."
    if all(name in _RATES for name in one.differs):
        trust = "The placements are right."
    return f"{one.name or 'This player'}: these figures differ from the file: {names}. {trust}"


def opening_words(player: str, opening: BookProgress) -> str:
    """The book a player followed, how far, and how they left it."""
    stage = f" ({opening.stage})" if opening.stage else ""
    words = f"{player} followed {opening_title(opening.book).title} for {opening.pieces} pieces{stage}."
    if opening.left:
        words += f" Left with piece {opening.pieces + 1}: {name_of(opening.left, filter(None, (opening.instead,)))}."
    return words + (f" The book has {name_of(opening.instead, (opening.left,))}." if opening.instead else "")
