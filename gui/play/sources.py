"""The source of an opinion: its word, whether it is certain, and the moves and stretches of a game that it knows."""

from __future__ import annotations

from game.advice import KNOWN_SOURCES, Advice
from game.facts import KnownFacts
from game.review import proved
from game.session import Session

SOURCES = {"book": "Book", "table": "Table", "policy": "Policy", "search": "Search", "rule": "Rule"}


def certain(advice: Advice | None) -> bool:
    """Return True if an opinion is known: it is proven, or from a book, a table or a policy of this game."""
    return advice is not None and (
        advice.proven or (advice.source in KNOWN_SOURCES and not advice.read(KnownFacts).simplified)
    )


def source_word(advice: Advice) -> str:
    """Return the source of an opinion, in a word."""
    return "Solved" if advice.proven and advice.source == "search" else SOURCES[advice.source]


def moves_of(advice: Advice | None) -> tuple[str, ...]:
    """The moves of all choices."""
    return () if advice is None else tuple(choice.move for choice in advice.choices)


def known_choices(advice: Advice | None) -> int:
    """Return how many of the choices in front are known: from a book, a table or a policy of this very game."""
    return 0 if advice is None or advice.read(KnownFacts).simplified else advice.known


def estimates(session: Session) -> frozenset[int]:
    """The plies of a line that are not proved, behind one that is."""
    known = proved(session)
    first = known.index(True) if True in known else len(known)
    return frozenset(ply for ply in range(first, len(known)) if not known[ply])


def known_stretches(session: Session) -> tuple[tuple[int, int], ...]:
    """The stretches of a game, from a ply up to another, in which its moves came from a book or a policy."""
    results: list[tuple[int, int]] = []
    for ply in sorted(session.opinions):
        if not session.opinions[ply].known:
            continue
        if results and results[-1][1] == ply:
            results[-1] = (results[-1][0], ply + 1)
        else:
            results.append((ply, ply + 1))
    return tuple(results)
