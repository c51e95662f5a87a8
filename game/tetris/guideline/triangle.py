"""Messages of the Triangle adapter, through which bots play in custom rooms of TETR.IO: rules, positions and keys.

Messages are JSON objects as dictionaries. Rules have TETR.IO's names. Row 0 of a board is the bottom one; combo and
back-to-back count from -1, none. Unknown attributes are ignored, and what is missing is as in TETR.IO's league.

Three things differ from what the messages' names promise. The switch for charging is written `b2bCharing`. The cap in
`config` is the multiplier once more, so only that of `play` counts. And `config.queue` begins with the piece behind the
current one, which is in no message: it is the letter that the first bag lacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from game.errors import BadInput, IllegalMove
from game.tetris.guideline.attack import (
    CLASSIC_COMBOS,
    MODERN_COMBOS,
    MOST_MULTIPLIER,
    TETR_IO,
    TETR_IO_2,
    AttackTable,
)
from game.tetris.guideline.bags import Letters, Queue
from game.tetris.guideline.field import COLUMNS, ROWS, VISIBLE, Field
from game.tetris.guideline.finesse import Key, keys_to
from game.tetris.guideline.garbage import MOST_WAITING, Batch, Garbage, GarbageRules
from game.tetris.guideline.movement import Action, Reached, fall, spawn, step
from game.tetris.guideline.pieces import PIECES, piece_of
from game.tetris.guideline.placement import NO_SPIN, Placement
from game.tetris.guideline.rules import Rules
from game.tetris.guideline.spins import SpinRule
from game.tetris.guideline.srs import System
from game.tetris.guideline.state import MOST_IN_A_ROW, State
from game.tetris.guideline.tbp import Message

KICKS: dict[str, System] = {"SRS+": "srs+", "SRS": "srs"}
SPINS: dict[str, SpinRule] = {
    "none": "none",
    "T-spins": "t-spins",
    "T-spins+": "t-spins+",
    "all": "all",
    "all+": "all+",
    "all-mini": "all-mini",
    "all-mini+": "all-mini+",
    "mini-only": "mini-only",
}
# rows by the clears before, one clear later than in our tables; None: the combo multiplies
COMBOS: dict[str, tuple[int, ...] | None] = {
    "multiplier": None,
    "classic guideline": (0, *CLASSIC_COMBOS),
    "modern guideline": (0, *MODERN_COMBOS),
    "none": (0,),
}
CAP = 8  # rows, until a `play` says another one
MOST_QUEUE = 1_000  # pieces that are taken from a message
KEYS: dict[Key, str] = {
    "left": "moveLeft",
    "right": "moveRight",
    "left wall": "dasLeft",
    "right wall": "dasRight",
    "cw": "rotateCW",
    "ccw": "rotateCCW",
    "flip": "rotate180",
    "floor": "softDrop",
}
HOLD, HARD_DROP = "hold", "hardDrop"
_ONE_STEP: dict[str, Action] = {
    "moveLeft": "left",
    "moveRight": "right",
    "rotateCW": "cw",
    "rotateCCW": "ccw",
    "rotate180": "flip",
}
_AS_FAR_AS_IT_GOES: dict[str, Action] = {"dasLeft": "left", "dasRight": "right", "softDrop": "down"}
LEAGUE = Rules(
    kicks="srs+",
    start="21",
    spins="all-mini+",
    attack=TETR_IO_2,
    garbage=GarbageRules(cap=CAP, messiness=0, change=100),
)

Known = TypeVar("Known")


# -- messages of the host, read by a bot --


def rules_of(config: Mapping[str, object]) -> Rules:
    """The rules of a message `config`. Raises `BadInput` with what is not known here, and what is."""
    size = config.get("boardWidth", COLUMNS), config.get("boardHeight", VISIBLE)
    if size != (COLUMNS, VISIBLE):
        raise BadInput(
            f"a board of {_shown(size[0])}x{_shown(size[1])} cannot be played; known: {COLUMNS}x{VISIBLE}"
        )
    return replace(
        LEAGUE,
        kicks=_known(config, "kicks", KICKS, "SRS+"),
        spins=_known(config, "spins", SPINS, "all-mini+"),
        attack=_table_of(config),
    )


def rules_now(rules: Rules, play: Mapping[str, object]) -> Rules:
    """The rules with the multiplier and the cap that a message `play` says; both grow in a long game."""
    cap = _number(play, "garbageCap", rules.garbage.cap, ROWS)
    multiplier = _number(play, "garbageMultiplier", rules.attack.multiplier / 100, MOST_MULTIPLIER / 100)
    percent = 10 * round(10 * multiplier)  # it grows bit by bit, and for each an engine makes its tables anew
    return replace(rules, attack=rules.attack.times(percent), garbage=replace(rules.garbage, cap=int(cap)))


def first_state(config: Mapping[str, object]) -> State | None:
    """The position in which a game with this message `config` begins; None where it has no queue.

    The queue of the adapter begins behind the current piece, and ends with a bag. A queue that begins with a whole
    bag, or with none at all, is taken to begin with the current piece.
    """
    listed = _letters(config.get("queue", []), "queue")
    if not listed:
        return None
    return State(rules_of(config), queue=Queue.seen("seven_bag", _with_current(listed)))


def state_of(message: Mapping[str, object], rules: Rules) -> State:
    """The position of a message `state`. Raises `BadInput` with what is wrong in it."""
    current, hold = _letter(message.get("current"), "current"), message.get("hold")
    queue = _letters(message.get("queue", []), "queue")
    batches = tuple(Batch(rows) for rows in _amounts(message.get("garbage", [])) if rows)
    return State(
        rules,
        _field(message.get("board")),
        Queue.seen("seven_bag", (current, *queue)),
        None if hold is None else _letter(hold, "hold"),
        _count(message, "combo"),
        _count(message, "b2b"),
        Garbage(seed=None, batches=batches),
    )


def pieces_of_message(message: Mapping[str, object]) -> Letters:
    """The pieces that a message `pieces` adds to the queue. Raises `BadInput`."""
    return _letters(message.get("pieces"), "pieces")


def keys_of(state: State, at: Placement) -> tuple[str, ...] | None:
    """The fewest keys that put a piece there; None where none do, since a soft drop goes to the floor at once."""
    rules = state.rules
    keys = keys_to(state.field, at, rules.kicks, rules.start, rules.spins, sonic=True)
    if keys is None:
        return None
    hold = [HOLD] if at.piece != state.piece else []
    return (*hold, *(KEYS[key] for key in keys), HARD_DROP)


# -- messages of a bot, read by a host --


def config_message(state: State) -> Message:
    """The message `config` of a game that begins here, as the adapter writes it."""
    table = state.rules.attack
    return {
        "type": "config",
        "boardWidth": COLUMNS,
        "boardHeight": VISIBLE,
        "kicks": _named(KICKS, state.rules.kicks, "SRS"),
        "spins": _named(SPINS, state.rules.spins, "none"),
        "comboTable": _named(COMBOS, None if table.combo_share else table.combos, "classic guideline"),
        "b2bCharing": table.surge_at > 0,
        "b2bChargeAt": table.surge_at,
        "b2bChargeBase": table.surge_base,
        "b2bChaining": table.chain_growth > 0,
        "garbageMultiplier": table.multiplier / 100,
        "garbageCap": table.multiplier / 100,
        "garbageSpecialBonus": False,
        "pcB2b": int(table.perfect_chains),
        "pcGarbage": table.perfect,
        "queue": letters_of(state.view(0).queue.listed[1:]),
        "data": None,
    }


def state_message(state: State) -> Message:
    """The message `state` of what the player may know. Raises `IllegalMove` where the queue has ended."""
    seen = state.view(0)
    if not seen.queue.listed:
        raise IllegalMove("No piece is left.")
    return {
        "type": "state",
        "board": [[("gb" if row >> x & 1 else None) for x in range(COLUMNS)] for row in seen.field.rows],
        "current": letters_of(seen.queue.listed[:1])[0],
        "hold": None if seen.hold is None else letters_of([seen.hold])[0],
        "queue": letters_of(seen.queue.listed[1:]),
        "garbage": [batch.rows for batch in seen.garbage.batches],
        "combo": seen.combo - 1,
        "b2b": seen.chain - 1,
        "data": None,
    }


def play_message(state: State) -> Message:
    """The message `play`."""
    rules = state.rules
    return {
        "type": "play",
        "garbageMultiplier": rules.attack.multiplier / 100,
        "garbageCap": rules.garbage.cap,
        "data": None,
    }


def letters_of(pieces: Iterable[int]) -> list[str]:
    """Pieces as the adapter writes them."""
    return [PIECES[piece].lower() for piece in pieces]


def placement_of(state: State, keys: object) -> Placement:
    """The placement to which the keys of a message `move` lead, key by key. Raises `BadInput` and `IllegalMove`.

    A key that finds no room does nothing. The hold works once, and before or after any other key: the piece that it
    brings starts anew.
    """
    if (
        not isinstance(keys, Sequence)
        or isinstance(keys, str)
        or not all(isinstance(key, str) for key in keys)
    ):
        raise BadInput('"keys" is a list of keys')
    rules, piece, held = state.rules, state.piece, False
    if piece is None:
        raise IllegalMove("No piece is left.")
    at = _start(state, piece)
    for number, key in enumerate(keys, 1):
        if key == HARD_DROP:
            if number < len(keys):
                raise BadInput(f"{keys[number][:20]!r} comes behind the hard drop")
            pose, spin = fall(state.field, piece, at)
            return Placement(piece, *pose, spin)
        if key == HOLD:
            if held or state.exchange is None:
                continue
            piece, held = state.exchange, True
            at = _start(state, piece)
            continue
        action = _ONE_STEP.get(key) or _AS_FAR_AS_IT_GOES.get(key)
        if action is None:
            known = ", ".join((*_ONE_STEP, *_AS_FAR_AS_IT_GOES, HOLD, HARD_DROP))
            raise BadInput(f"{key[:20]!r} is not a key; the keys are {known}")
        while (moved := step(state.field, piece, at.pose, action, rules.kicks, rules.spins)) is not None:
            at = Reached(moved.pose, moved.spin)
            if key in _ONE_STEP:
                break
    raise BadInput(f"the keys do not end with {HARD_DROP!r}")


def _start(state: State, piece: int) -> Reached:
    pose = spawn(state.field, piece, state.rules.start)
    if pose is None:
        raise IllegalMove("The piece is blocked where it starts.")
    return Reached(pose, NO_SPIN)


# -- values of a message --


def _table_of(config: Mapping[str, object]) -> AttackTable:
    combos = _known(config, "comboTable", COMBOS, "multiplier")
    charging = config.get("b2bCharging", config.get("b2bCharing", True)) is True
    chaining = config.get("b2bChaining", False) is True
    return replace(
        TETR_IO,
        name="tetr.io room",
        back_to_back=int(charging or chaining),
        chain_growth=TETR_IO.chain_growth if chaining else 0.0,
        combos=(0,) if combos is None else combos,
        combo_share=TETR_IO.combo_share if combos is None else 0.0,
        combo_least=TETR_IO.combo_least if combos is None else 0.0,
        surge_at=int(_number(config, "b2bChargeAt", TETR_IO_2.surge_at, MOST_IN_A_ROW)) if charging else 0,
        surge_base=int(_number(config, "b2bChargeBase", TETR_IO_2.surge_base, ROWS)),
        perfect=int(_number(config, "pcGarbage", TETR_IO_2.perfect, MOST_WAITING)),
        perfect_chains=_number(config, "pcB2b", 1, MOST_IN_A_ROW) > 0,
        multiplier=round(100 * _number(config, "garbageMultiplier", 1, MOST_MULTIPLIER / 100)),
    )


def _known(config: Mapping[str, object], key: str, names: Mapping[str, Known], missing: str) -> Known:
    name = config.get(key, missing)
    if not isinstance(name, str) or name not in names:
        raise BadInput(f'"{key}" is {_shown(name)}, which is not known here; known: {", ".join(names)}')
    return names[name]


def _named(names: Mapping[str, Known], wanted: Known, other: str) -> str:
    return next((name for name, each in names.items() if each == wanted), other)


def _number(message: Mapping[str, object], key: str, missing: float, most: float) -> float:
    number = message.get(key, missing)
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= most:
        raise BadInput(f'"{key}" is {_shown(number)}; it is a number from 0 to {most:g}')
    return number


def _count(message: Mapping[str, object], key: str) -> int:
    """A number in a row that counts from -1, as we count it."""
    number = message.get(key, -1)
    if type(number) is not int or not -1 <= number < MOST_IN_A_ROW:
        raise BadInput(f'"{key}" is {_shown(number)}; it is a whole number from -1 on')
    return number + 1


def _amounts(garbage: object) -> list[int]:
    if not isinstance(garbage, list) or not all(
        type(rows) is int and 0 <= rows <= MOST_WAITING for rows in garbage
    ):
        raise BadInput(f'"garbage" is {_shown(garbage)}; it is a list of numbers of rows')
    return garbage


def _letter(name: object, key: str) -> int:
    if not isinstance(name, str) or name.upper() not in tuple(PIECES):
        raise BadInput(f'"{key}" has {_shown(name)}; the pieces are {" ".join(PIECES).lower()}')
    return piece_of(name.upper())


def _letters(names: object, key: str) -> Letters:
    if not isinstance(names, list):
        raise BadInput(f'"{key}" is {_shown(names)}; it is a list of pieces')
    return tuple(_letter(name, key) for name in names[:MOST_QUEUE])


def _field(board: object) -> Field:
    """The field of rows of cells, the bottom one first; a cell that is null is empty."""
    if not isinstance(board, list) or not VISIBLE <= len(board) <= 2 * ROWS:
        raise BadInput(f'"board" is a list of at least {VISIBLE} rows, the bottom row first')
    rows: list[int] = []
    for y, cells in enumerate(board):
        if not isinstance(cells, list) or len(cells) != COLUMNS:
            raise BadInput(f'row {y} of "board" is not a list of {COLUMNS} cells')
        rows.append(sum(1 << x for x, cell in enumerate(cells) if cell is not None))
    if any(rows[ROWS:]):
        raise BadInput(f'"board" has cells above row {ROWS - 1}')
    return Field.of(rows[:ROWS]).cleared()


def _with_current(listed: Letters) -> Letters:
    """The queue with the current piece before it, where that is the letter that its first bag lacks."""
    first, size = listed[: len(PIECES) - 1], len(PIECES)
    missing = set(range(size)) - set(first)
    lacks_one = len(listed) % size == size - 1 and len(missing) == 1
    bags = Counter(listed[size - 1 :])
    whole = set(bags.values()) <= {len(listed) // size}
    return (missing.pop(), *listed) if lacks_one and whole else listed


def _shown(value: object) -> str:
    return repr(value)[:40]
