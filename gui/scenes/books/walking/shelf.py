"""The books there are to explore: those that are shipped, and files that a person opens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ai.book.file import ENDING, FOLDER, Header, names, path_of, read, stages_of
from ai.book.reading import Reading
from game.errors import BadBook
from game.tetris.guideline.openers.position import Position, cleared
from game.tetris.guideline.openers.source import Line, Stage
from game.transfer import path_of as file_of


@dataclass(frozen=True)
class Volume:
    """A book as it stands on the shelf, or a file that is none and the reason why; what is in it is read when asked."""

    path: Path
    header: Header | None = None
    bytes: int = 0
    reason: str = ""

    @property
    def title(self) -> str:
        """What the book is called; the name of a file that is none."""
        return self.header.title if self.header is not None else self.path.stem

    @cached_property
    def reading(self) -> Reading:
        """The book itself. Raises `BadBook`."""
        return Reading(self.path)

    @property
    def stages(self) -> dict[Position, str]:
        """By position, mirror images too, what is to be done there; none where the book's text is not at hand."""
        return self._told[0]

    @property
    def ends(self) -> dict[Position, float]:
        """What a line is worth by the position in which it ends, where the text says it."""
        return self._told[1]

    @cached_property
    def _told(self) -> tuple[dict[Position, str], dict[Position, float]]:
        return _told(stages_of(self.path.stem) if self.path.parent == FOLDER else ())


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
        contents = read(path)
    except BadBook as error:
        return Volume(path, reason=str(error))
    return Volume(path, contents.header, contents.bytes)


def _told(every: Iterable[Stage]) -> tuple[dict[Position, str], dict[Position, float]]:
    """The titles of stages, and the positions in which lines end that say what they are worth."""
    stages, ends = dict[Position, str](), dict[Position, float]()
    for stage in every:
        for position in (stage.position, stage.position.mirrored()):
            stages.setdefault(position, stage.title)
        for line in stage.lines:
            if line.value is not None:
                last = _after(stage.position, line)
                ends[last] = ends[last.mirrored()] = line.value
    return stages, ends


def _after(position: Position, line: Line) -> Position:
    """Where a line leads to: full rows of its picture are left standing until all its pieces lie."""
    cells, after = position.cells, position
    for piece in line.pieces:
        cells |= piece.cells
        after = after.after(piece.piece, 0)
    return after._replace(cells=cleared(cells))
