"""How the settings are said: titles, units, and the values that a slider or the arrows stop at."""

from __future__ import annotations

import re
from math import floor, log10

from game.config import Key, Value
from game.errors import BadInput
from gui.drawing.letters import grouped
from gui.input.handling import STRAIGHT_DOWN
from gui.input.names import shown as key_words
from gui.input.names import split

SECTIONS = {
    "display": "Display",
    "play": "Play",
    "sound": "Sound",
    "engine": "Engines",
    "zuniq": "Zuniq",
    "classic": "Classic Tetris",
    "tetris": "Guideline Tetris",
    "four_wide": "Four-wide",
    "handling": "Tetris: handling",
    "keys": "Tetris: keys",
    "bots": "Tetris: other bots",
    "bridge": "Honeymoon bridge",
}

_TITLES = {
    "display.fullscreen": "Whole screen",
    "play.duel_seconds": "Pace of engine games",
    "play.blunder_check": "Warn of mistakes",
    "engine.hint_seconds": "Time for hints",
    "zuniq.dots": "Board",
    "zuniq.seat": "Your side",
    "zuniq.game_seconds": "Engine’s clock",
    "zuniq.edges": "Moves in the tree",
    "zuniq.nodes": "Positions in the tree",
    "zuniq.solver_bits": "Endgame table",
    "zuniq.border_from_white": "Border walls as White",
    "zuniq.border_from_black": "Border walls as Black",
    "classic.size": "Board",
    "classic.next": "Next piece",
    "classic.watch_speed": "Pieces a second",
    "tetris.mode": "New game",
    "tetris.previews": "Pieces shown",
    "tetris.kicks": "Turns",
    "tetris.attack": "What a clear sends",
    "tetris.cap": "Garbage at once",
    "tetris.messiness": "Holes that jump",
    "tetris.board": "Board at the start",
    "tetris.level": "Speed of the fall",
    "tetris.pace": "Opponent’s pace",
    "tetris.book": "Opening book",
    "tetris.opponent_book": "Opponent’s book",
    "four_wide.previews": "Pieces shown",
    "four_wide.cells": "Cells at the start",
    "bridge.level": "Your opponent",
    "bridge.match": "Match",
    "bridge.lead": "Lead to the play",
    "bridge.notrump": "No-trump bids",
    "bridge.doubles": "Doubles",
    "handling.das": "Delay",
    "handling.arr": "Repeat",
    "handling.cut": "Pause of repeating",
    "handling.initial": "Early turns and holds",
    "keys.soft": "Soft drop",
    "keys.hard": "Hard drop",
    "keys.cw": "Turn right",
    "keys.ccw": "Turn left",
    "keys.flip": "Turn around",
}

_STOPS: dict[str, tuple[float, ...]] = {
    "display.scale": (0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75, 3.0),
    "play.replay_speed": (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0),
    "play.duel_seconds": (0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0),
    "sound.effects": (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
    "engine.hint_seconds": (1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0),
    "zuniq.game_seconds": (5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1200.0, 1800.0, 3600.0),
    "handling.das": (0, 17, 33, 50, 67, 83, 100, 117, 133, 150, 167, 183, 200, 250, 300, 400),
    "handling.arr": (0, 8, 17, 25, 33, 42, 50, 67, 83, 100, 150, 200),
    "handling.soft_drop": (1.0, 2.0, 5.0, 6.0, 10.0, 15.0, 20.0, 22.5, 30.0, 40.0, 41.0),
    "handling.cut": (0, 8, 17, 25, 33, 50, 67, 83, 100, 150, 200),
    "classic.watch_speed": (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 60.0, 125.0, 250.0, 500.0, 1000.0),
}
_MOST_STOPS = 41
_WIDE = 10.0  # where the largest value is so many times the smallest, the stops are round numbers
_UNITS = {"": 1.0, "s": 1.0, "ms": 1.0, "min": 60.0, "h": 3600.0, "%": 0.01, "×": 1.0, "x": 1.0}


def title(key: Key) -> str:
    """The name of a setting; one without a name of its own here is called as in the file."""
    plain = key.path.partition(".")[2].replace("_", " ")
    return _TITLES.get(key.path, plain[:1].upper() + plain[1:])


def about(key: Key) -> str:
    """What a setting is for, as a sentence without a full stop."""
    return (key.about[:1].upper() + key.about[1:]).replace("'", "’")


def choice_words(choice: str) -> str:
    """A choice of a menu as it is shown."""
    return choice[:1].upper() + choice[1:]


def shown(key: Key, value: Value) -> str:
    """A value with its unit, as short as it can be."""
    if key.path.startswith("keys."):
        return ", ".join(map(key_words, split(str(value))))
    if isinstance(value, str):
        return choice_words(value) if key.kind == "choice" else value
    if key.path in ("display.scale", "sound.effects"):
        return f"{value * 100:.4g}\u2009%"
    if key.path == "classic.watch_speed" and not value:
        return "no limit"
    if key.path == "handling.soft_drop" and value >= STRAIGHT_DOWN:
        return "to the floor"
    if key.path in ("play.replay_speed", "handling.soft_drop"):
        return f"{value:g}×"
    if key.path in ("handling.das", "handling.arr", "handling.cut"):
        return f"{value}\u2009ms"
    if key.path.endswith("_seconds"):
        return duration(float(value))
    return grouped(value) if isinstance(value, int) else f"{value:g}"


def duration(seconds: float) -> str:
    """A time as `30 s`, `2 min` or `1 h`; thin spaces before the units."""
    for unit, name in ((3600.0, "h"), (60.0, "min")):
        if seconds >= unit and seconds % unit == 0:
            return f"{seconds / unit:g}\u2009{name}"
    return f"{seconds:g}\u2009s"


def stops(key: Key, value: Value) -> tuple[float, ...]:
    """The values that a number stops at, ascending, the present one among them."""
    low, high = key.low or 0.0, key.high or 0.0
    found = _STOPS.get(key.path) or (
        _round(low, high) if low and high / low > _WIDE else _even(low, high, whole=key.kind == "int")
    )
    own = (key.default, value) if not isinstance(key.default, str) else (value,)
    return tuple(sorted({*(stop for stop in found if low < stop < high), low, high, *map(float, own)}))


def _round(low: float, high: float) -> tuple[float, ...]:
    """The round numbers 1, 2, 5, 10, 20, … between two that lie far apart."""
    first, last = floor(log10(low)), floor(log10(high))
    return tuple(digit * 10.0**power for power in range(first, last + 1) for digit in (1, 2, 5))


def _even(low: float, high: float, *, whole: bool) -> tuple[float, ...]:
    """At most 41 values at equal distances."""
    steps = min(_MOST_STOPS - 1, int(high - low)) if whole else _MOST_STOPS - 1
    values = [low + (high - low) * i / max(1, steps) for i in range(steps + 1)]
    return tuple(float(round(value)) if whole else value for value in values)


def as_value(key: Key, number: float) -> Value:
    """A number of the kind that the setting has."""
    return round(number) if key.kind == "int" else float(number)


def read(key: Key, text: str) -> Value:
    """The value that a person has typed, with or without its unit. Raises `BadInput` where it is none."""
    if key.kind in ("text", "choice"):
        return text.strip()
    plain = re.sub(r"[\s\u2009]", "", text).replace(",", ".")
    match = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{0,6})?)([a-z%×]*)", plain)
    if not match or match[2] not in _UNITS:
        raise BadInput(f"{title(key)}: {text.strip()[:40]!r} is no number; allowed is {key.allowed}.")
    return as_value(key, round(float(match[1]) * _UNITS[match[2]], 6))
