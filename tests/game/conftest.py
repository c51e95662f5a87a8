"""A small game with everything in it: claims, an undone move, opinions, chapters."""

import pytest

from game.advice import Advice, Choice, Worth
from game.facts import ZuniqFacts
from game.record import Chapter, Record, Seat
from game.session import Session

MOVES = ("B2h!", "A2v", "A1h", "A1v", "B1h", "C2h!")


@pytest.fixture
def session() -> Session:
    """Six moves on a board of 3x4 dots, the last of them undone, with an opinion on plies 0 and 3."""
    seats = (Seat("Ada"), Seat("Kibitz", "engine", engine="kibitz", level="full", seconds=30.0))
    played = Session.new("zuniq", {"dots": "3x4"}, seats, seed=7)
    for number, move in enumerate(MOVES, 1):
        played.play(move, ms=number * 100)
    played.undo()
    best = Choice("A1v", Worth("win", 0.75), share=0.5, line=("B1h", "C2h"))
    won = Choice("B2h", Worth("win", 1.0), share=0.5, proof="win")
    facts = ZuniqFacts(iterations=1000.0)
    played.note(3, Advice((best,), "search", Worth("win", 0.75), evidence=(facts,)))
    played.note(0, Advice((won,), "table", Worth("win", 1.0), done=True))
    played.tell(Chapter(0, "Beginn", "Weiß eröffnet.\nZweite Zeile, „Anführung“, 零 🂡\u2028Ende."))
    played.tell(Chapter(4, "Ende"))
    return played


@pytest.fixture
def record(session: Session) -> Record:
    return session.record("2026-11-20T09:30:00Z")
