"""A record as bytes, and bytes as a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from game.errors import BadRecord
from game.position import Position
from game.record import lines
from game.record.reading import Draft, known
from game.record.values import Record
from game.saving import save


def write_record(path: Path | str, record: Record, states: Sequence[Position] | None = None) -> None:
    """Save `record` at `path`, wholly or not at all. Raises `NotSaved`, or `BadRecord` as `format_record`."""
    save(Path(path), format_record(record, states))


def format_record(record: Record, states: Sequence[Position] | None = None) -> bytes:
    """The file that holds `record`; the same record always gives the same bytes.

    `states` are `positions(record)`, for a caller who has them already. Raises `BadRecord` for what could
    not be read again: a move or an advice that is illegal, a note on a ply that the game does not have, a
    text too long. Of a run only its beginning and its end are tried.
    """
    at = known(record) if states is None else states.__getitem__
    digests = {ply: at(ply).digest() for ply in lines.digest_plies(record)}
    try:
        encoded = [lines.encode(lines.header(record))]
        encoded += [lines.encode(entry) for entry in lines.entries(record, digests)]
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadRecord(f"This game cannot be written: {error}.") from None
    data = lines.seal(encoded)
    draft = Draft(data, "this game")
    if draft.record != record:
        raise BadRecord(
            "This game cannot be written: a note or a chapter is out of order or belongs to no ply."
        )
    draft.check_advice(at)
    return data
