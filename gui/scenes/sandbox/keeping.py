"""The board of last time: kept when the sandbox is left, and there again when it is opened without another one."""

from __future__ import annotations

from contextlib import suppress

from game.errors import KibitzError
from game.library import autosave_path
from game.places import prepare
from game.record import Seat, read_record, write_record
from game.session import Session
from game.tetris.guideline import State
from game.tetris.guideline.sandbox import board

SLOT = "sandbox"


def keep(state: State) -> str:
    """Put the position into its slot; the reason, as a sentence, where that cannot be. Full rows are not kept."""
    path = autosave_path(SLOT)
    reason = prepare(path.parent)
    if reason:
        return reason
    try:
        start = State.open(board.without_full_rows(state).here())
        write_record(path, Session(start, (Seat("You"),)).record())
    except KibitzError as error:
        return str(error)
    return ""


def kept() -> State | None:
    """The position in the slot; None where there is none, or none that can be read."""
    with suppress(KibitzError, OSError):
        path = autosave_path(SLOT)
        if path.exists():
            return State.open(read_record(path).rules)
    return None
