"""A person's best results against the clock, kept in one small file beside the saved games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from game import saving
from game.errors import BadInput, NotSaved
from game.places import data_dir, prepare

Trial = Literal["sprint", "ultra", "dig"]
MOST = 10  # of each trial, of races of each length
_MOST_RACES = 1_000
_MOST_BYTES = 64 * 1024


class Best(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One result: its ticks of 1/60 s, points, pieces and rows, and when it was reached, UTC as records write it.

    Of a downstack race `rows` are those of garbage.
    """

    ticks: Annotated[int, Meta(ge=1, le=10**8)]
    points: Annotated[int, Meta(ge=0, le=10**12)]
    pieces: Annotated[int, Meta(ge=1, le=10**7)]
    rows: Annotated[int, Meta(ge=0, le=10**7)]
    created: Annotated[str, Meta(max_length=20)] = ""


class Bests(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The best results of each trial, the best first."""

    sprint: Annotated[tuple[Best, ...], Meta(max_length=MOST)] = ()
    ultra: Annotated[tuple[Best, ...], Meta(max_length=MOST)] = ()
    dig: Annotated[tuple[Best, ...], Meta(max_length=_MOST_RACES)] = ()

    def of(self, trial: Trial, rows: int = 0) -> tuple[Best, ...]:
        """The results of a trial; of downstack races those with so many rows of garbage."""
        if trial == "dig":
            return tuple(each for each in self.dig if each.rows == rows)
        return self.sprint if trial == "sprint" else self.ultra

    def with_result(self, trial: Trial, best: Best) -> tuple[Bests, int | None]:
        """The list with one more result, and its rank from 0; None where it is not among the best."""
        # an equal one of before stays ahead
        ranked = sorted((*self.of(trial, best.rows), best), key=_order(trial))[:MOST]
        rank = next((at for at, each in enumerate(ranked) if each is best), None)
        others = [each for each in self.dig if each.rows != best.rows] if trial == "dig" else []
        return msgspec.structs.replace(self, **{trial: (*others, *ranked)}), rank


def _order(trial: Trial) -> Callable[[Best], int]:
    """Return the sort key for a game: the shorter time, the more points."""
    return (lambda best: -best.points) if trial == "ultra" else (lambda best: best.ticks)


def path() -> Path:
    """Return the path of the file."""
    return data_dir() / "tetris-bests.json"


def read() -> Bests:
    """Return the stored streaks; nothing where there is no file. Raises `BadInput` for one that cannot be believed."""
    file = path()
    if not file.exists():
        return Bests()
    try:
        return msgspec.json.decode(saving.load(file, _MOST_BYTES), type=Bests)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise BadInput(f"{file} does not hold best results; move it away to begin a new list.") from None


def add(trial: Trial, best: Best) -> tuple[Bests, int | None]:
    """Keep a result: the list with it, and its rank from 0, None where it is not among the best.

    Raises `BadInput` as `read`, and `NotSaved` where the list cannot be written; it is as before then.
    """
    bests, rank = read().with_result(trial, best)
    if rank is not None:
        reason = prepare(path().parent)
        if reason:
            raise NotSaved(reason)
        saving.save(path(), msgspec.json.format(msgspec.json.encode(bests)))
    return bests, rank
