"""The books there are to explore: those that are shipped, and files that a person opens."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ai.book.file import ENDING, FOLDER, names, path_of
from ai.book.reading import Reading
from game.errors import BadBook
from game.tetris.guideline.openers import source
from game.tetris.guideline.openers.position import Position, cleared
from game.transfer import path_of as file_of


@dataclass(frozen=True)
class Volume:
    """A book, or a file that is none and the reason why.

    `stages`: by position, what is to be done there, mirror images too; `ends`: what a line is worth that ends there.
    Both are empty where the text that the book was built from is not at hand.
    """

    path: Path
    reading: Reading | None = None
    reason: str = ""
    stages: dict[Position, str] = field(default_factory=dict)
    ends: dict[Position, float] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What the book is called; the name of a file that is none."""
        return self.reading.header.title if self.reading is not None else self.path.stem


def shipped() -> list[Volume]:
    """Every book in the house, also those that are damaged."""
    return [opened(path_of(name)) for name in names()]


def written(text: str) -> Volume:
    """The book in a file whose path a person has written or dropped."""
    path = Path(file_of(text))
    if path.suffix != ENDING:
        return Volume(path, reason=f"{path}: the file of a book ends in {ENDING}")
    return opened(path)


def opened(path: Path) -> Volume:
    """The book in a file."""
    try:
        reading = Reading(path)
    except BadBook as error:
        return Volume(path, reason=str(error))
    if path.parent != FOLDER:
        return Volume(path, reading)
    try:
        return Volume(path, reading, "", *_told(source.read(path.with_suffix(".txt"))))
    except BadBook:
        return Volume(path, reading)  # the titles are lost, the book is not


def _told(text: source.Source) -> tuple[dict[Position, str], dict[Position, float]]:
    """The titles of stages, and the positions in which lines end that say what they are worth."""
    stages, ends = dict[Position, str](), dict[Position, float]()
    for stage in text.stages:
        for position in (stage.position, stage.position.mirrored()):
            stages.setdefault(position, stage.title)
        for line in stage.lines:
            if line.value is not None:
                last = _after(stage.position, line)
                ends[last] = ends[last.mirrored()] = line.value
    return stages, ends


def _after(position: Position, line: source.Line) -> Position:
    """Where a line leads to: full rows of its picture are left standing until all its pieces lie."""
    cells, after = position.cells, position
    for piece in line.pieces:
        cells |= piece.cells
        after = after.after(piece.piece, 0)
    return after._replace(cells=cleared(cells))
