"""The Tetris Bot Protocol's messages that say what a position is: `rules` and `start`, both ways.

Messages are JSON objects as dictionaries. Unknown attributes are ignored. A `start` holds the pieces that are
shown, the current one first, and what the bag still holds behind them; the seed stays hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from game.errors import BadInput
from game.tetris.guideline.bags import MOST_IN_A_BAG, Letters, Queue
from game.tetris.guideline.field import COLUMNS, ROWS, Field
from game.tetris.guideline.pieces import PIECES, piece_of
from game.tetris.guideline.rules import Rules
from game.tetris.guideline.state import MOST_IN_A_ROW, State

Message = dict[str, Any]
GARBAGE_CELL = "G"
_UNKNOWN = {"type": "unknown"}


def rules_message(state: State) -> Message:
    """The message `rules` of a game: the name of its randomizer."""
    return {"type": "rules", "randomizer": _randomizer_name(state.queue)}


def start_message(state: State) -> Message:
    """The message `start` of what the player to move may know."""
    seen = state.view(0)
    return {
        "type": "start",
        "hold": None if seen.hold is None else PIECES[seen.hold],
        "queue": [PIECES[piece] for piece in seen.queue.listed],
        "combo": seen.combo,
        "back_to_back": seen.back_to_back,
        "board": [_row_cells(row) for row in seen.field.rows],
        "randomizer": _randomizer(seen.queue),
    }


def state_of(message: Mapping[str, Any], rules: Rules | None = None) -> State:
    """The position of a message `start`. Raises `BadInput` with what is wrong in it.

    A missing hold, combo, back-to-back or randomizer is taken as none. The queue may be empty. An empty bag is a
    full one, and a letter in the queue that the bag could not have given is believed all the same.
    """
    hold = message.get("hold")
    combo, back_to_back = message.get("combo", 0), message.get("back_to_back", False)
    if type(combo) is not int or not 0 <= combo <= MOST_IN_A_ROW:
        raise BadInput(f'"combo" is a number of clears from 0 on, not {_shown(combo)}')
    if type(back_to_back) is not bool:
        raise BadInput(f'"back_to_back" is true or false, not {_shown(back_to_back)}')
    queue = _queue(message.get("randomizer"), _letters(message.get("queue"), "queue"))
    return State(
        rules or Rules(),
        _field(message.get("board")),
        queue,
        None if hold is None else _piece(hold, "hold"),
        combo,
        int(back_to_back),
    )


# -- from a position --


def _randomizer_name(queue: Queue) -> str:
    if queue.kind in ("seven_bag", "uniform"):
        return queue.kind
    return "unknown" if queue.kind == "list" else "general_bag"


def _randomizer(seen: Queue) -> Message:
    """Return the pieces behind the visible queue."""
    name = _randomizer_name(seen)
    if name == "seven_bag":
        return {"type": name, "bag_state": [PIECES[piece] for piece in seen.left]}
    if name == "general_bag":
        return {"type": name, "current_bag": _counts(seen.left), "filled_bag": _counts(seen.bag)}
    return {"type": name}


def _counts(letters: Letters) -> dict[str, int]:
    results = Counter(letters)
    return {each: results[piece] for piece, each in enumerate(PIECES)}


def _row_cells(row: int) -> list[str | None]:
    return [GARBAGE_CELL if row >> x & 1 else None for x in range(COLUMNS)]


# -- from a message --


def _field(board: object) -> Field:
    """The field of 40 lists of 10 cells, the bottom row first; full rows are taken out."""
    if not isinstance(board, list) or len(board) != ROWS:
        raise BadInput(f'"board" is a list of {ROWS} rows, the bottom row first')
    return Field(tuple(_row(row, y) for y, row in enumerate(board))).cleared()


def _row(cells: object, y: int) -> int:
    if not isinstance(cells, list) or len(cells) != COLUMNS:
        raise BadInput(f'row {y} of "board" is not a list of {COLUMNS} cells')
    for cell in cells:
        if cell is not None and (not isinstance(cell, str) or len(cell) != 1):
            raise BadInput(f'row {y} of "board" has {_shown(cell)}; a cell is null, a piece letter or "G"')
    return sum(1 << x for x, cell in enumerate(cells) if cell is not None)


def _queue(randomizer: object, listed: Letters) -> Queue:
    """The shown pieces, and what the randomizer's state says of those behind them."""
    state = randomizer if isinstance(randomizer, dict) else _UNKNOWN
    name = state.get("type")
    if name == "seven_bag":
        left = _letters(state.get("bag_state", []), "bag_state")
        return Queue.seen("seven_bag", listed, left)
    if name == "general_bag":
        left, bag = (_bag(state.get(key), key) for key in ("current_bag", "filled_bag"))
        if not bag:
            raise BadInput('"filled_bag" is empty; it holds at least one piece')
        return Queue.seen("general_bag", listed, left, bag)
    # of an unknown randomizer nothing can be said: every piece may come at any time
    return Queue.seen("uniform", listed)


def _bag(counts: object, name: str) -> Letters:
    """The letters of counts by letter."""
    if not isinstance(counts, dict):
        raise BadInput(f'"{name}" gives a number for each piece')
    results: list[int] = []
    for each, count in counts.items():
        if type(count) is not int or not 0 <= count <= MOST_IN_A_BAG:
            raise BadInput(
                f'"{name}" has {_shown(count)} of {_shown(each)}; it goes from 0 to {MOST_IN_A_BAG}'
            )
        results += [_piece(each, name)] * count
    return tuple(sorted(results))


def _letters(letters: object, name: str) -> Letters:
    if not isinstance(letters, list):
        raise BadInput(f'"{name}" is a list of pieces, not {_shown(letters)}')
    return tuple(_piece(each, name) for each in letters)


def _piece(each: object, name: str) -> int:
    if not isinstance(each, str) or each not in tuple(PIECES):
        raise BadInput(
            f'"{name}" has {_shown(each)}, which is not a piece; the pieces are {" ".join(PIECES)}'
        )
    return piece_of(each)


def _shown(result: object) -> str:
    return repr(result)[:30]
