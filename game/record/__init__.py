"""The one file format for saved games, replays and showcases (`.kibitz`); `lines.py` shows how it looks."""

from game.record.reading import Verdict, glance, parse_record, positions, read_record, verify, verify_file
from game.record.values import DEFAULT_PACE, SUFFIX, Chapter, Move, Note, Record, Seat
from game.record.writing import format_record, write_record

__all__ = [
    "DEFAULT_PACE",
    "SUFFIX",
    "Chapter",
    "Move",
    "Note",
    "Record",
    "Seat",
    "Verdict",
    "format_record",
    "glance",
    "parse_record",
    "positions",
    "read_record",
    "verify",
    "verify_file",
    "write_record",
]
