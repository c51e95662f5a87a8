"""Solving a model and deriving its lengths beside a running window. Loads no numba."""

from __future__ import annotations

from dataclasses import asdict

import msgspec

from ai import child
from game.tetris.four_wide.model import Model

_PROGRAM = "import sys; from ai.tetris.four_wide.lengths.child import main; sys.exit(main(sys.argv[1:]))"


class Word(msgspec.Struct, frozen=True):
    """What is being done (`solve`, `lengths`, `done` at the end), how many steps of it, or why it has ended.

    `share` says how far solving has come: how small changes are, on a logarithmic scale from 0 to 1.
    """

    doing: str
    steps: int = 0
    error: str = ""
    share: float = 0.0

    @property
    def finished(self) -> bool:
        """Whether this is the last word."""
        return self.doing == "done"


class Job(child.Job[Word, Word]):
    """The work on one model. What is not finished when it is stopped can be gone on with."""

    patience = 30.0  # longer than a sweep may go on in the child

    def __init__(self, model: Model) -> None:
        super().__init__(_PROGRAM, asdict(model), msgspec.json.Decoder(Word), Word("solve"))
        self.model = model

    def _after(self, document: Word) -> Word:
        return document

    def _end(self, error: str) -> Word:
        word = self.poll()
        return word if word.finished else Word("done", error=error)
