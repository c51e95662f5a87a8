"""Every version of an edited position, and the place among them: undo and redo without an end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from game.tetris.guideline.state import State

MOST = 6_000  # versions that are kept, more than a fumen has pages; then the oldest go


@dataclass(frozen=True)
class History:
    """The `versions` of a position, oldest first; `at` is the one that is seen.

    Changes with the same `stroke`, as while a brush is held down, are one version.
    """

    versions: tuple[State, ...]
    at: int = 0
    stroke: str = ""

    @classmethod
    def of(cls, *versions: State) -> Self:
        """The history of these versions, seen at the first. There must be one at least."""
        return cls(versions)

    @property
    def present(self) -> State:
        """The version that is seen."""
        return self.versions[self.at]

    @property
    def last(self) -> int:
        """The place of the newest version."""
        return len(self.versions) - 1

    def put(self, state: State, stroke: str = "") -> History:
        """The history with one more version in place of those undone; the same where nothing has changed."""
        if same(state, self.present):
            return self
        grows = not stroke or stroke != self.stroke
        kept = self.versions[: self.at + 1] if grows else self.versions[: self.at]
        kept = (*kept, state)[-MOST:]
        return History(kept, len(kept) - 1, stroke)

    def settled(self) -> History:
        """The history after whose last change another one begins, whatever its stroke."""
        return replace(self, stroke="") if self.stroke else self

    def go_to(self, at: int) -> History:
        """The history seen at another version, or at the nearest there is."""
        return History(self.versions, min(max(at, 0), self.last))


def same(one: State, other: State) -> bool:
    """Whether two positions look the same, the colours of their cells included."""
    return one == other and one.paint.short(one.field) == other.paint.short(other.field)
