"""Handling in the settings: a known way of handling, or the person's own numbers."""

from __future__ import annotations

from game.config import Config, Value
from game.config import value as value_of
from game.tetris.guideline.real_time import HANDLINGS, INFINITE, Handling

STRAIGHT_DOWN = 41.0  # the soft drop factor of the settings that goes to the floor at once, as menus write it
OWN = "own"
_SECTION, _PRESET = "handling", "handling.preset"
_OFFERED = ("guideline", "cold-clear", "cold-clear-fast", "tetr.io")


def handling_of(config: Config) -> Handling:
    """How keys move pieces by the settings: one of the known ways, or the person's own numbers."""
    chosen = config.handling
    if chosen.preset != OWN:
        return HANDLINGS[chosen.preset]
    factor = INFINITE if chosen.soft_drop >= STRAIGHT_DOWN else round(chosen.soft_drop, 1)
    return Handling(chosen.das, chosen.arr, factor, chosen.cut, chosen.initial)


def changes(config: Config, path: str, new: Value) -> dict[str, Value]:
    """What else changes in the settings when `path` becomes `new`: name and numbers of the handling go together."""
    if path == _PRESET:
        return {path: new, **({} if new == OWN else _numbers(HANDLINGS[str(new)]))}
    if path.partition(".")[0] != _SECTION:
        return {path: new}
    after = {each: value_of(config, each) for each in _numbers(Handling())} | {path: new}
    name = next((each for each in _OFFERED if _numbers(HANDLINGS[each]) == after), OWN)
    return {path: new, _PRESET: name}


def _numbers(handling: Handling) -> dict[str, Value]:
    """A handling as the settings hold it."""
    factor = STRAIGHT_DOWN if handling.soft_drop == INFINITE else handling.soft_drop
    return {
        "handling.das": handling.das,
        "handling.arr": handling.arr,
        "handling.soft_drop": float(factor),
        "handling.cut": handling.cut,
        "handling.initial": handling.initial,
    }
