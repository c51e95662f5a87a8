"""Handling in the settings: a preset, or the person's own numbers."""

from __future__ import annotations

from dataclasses import asdict

from game.config import Config, Value, field
from game.config import value as value_of
from game.tetris.guideline.real_time import HANDLINGS, INFINITE, Handling

OWN = "own"
_PRESET = field("handling.preset")
_STRAIGHT_DOWN = field("handling.soft_drop").high  # goes to the floor at once


def handling_of(config: Config) -> Handling:
    """How keys move pieces by the settings: a preset, or the person's own numbers."""
    chosen = config.handling
    if chosen.preset != OWN:
        return HANDLINGS[chosen.preset]
    factor = INFINITE if chosen.soft_drop >= _STRAIGHT_DOWN else round(chosen.soft_drop, 1)
    return Handling(chosen.das, chosen.arr, factor, chosen.cut, chosen.initial)


def changes(config: Config, path: str, new: Value) -> dict[str, Value]:
    """What else changes in the settings when `path` becomes `new`: preset and numbers of the handling go together."""
    presets = {str(name): _numbers(HANDLINGS[str(name)]) for name in _PRESET.choices if name != OWN}
    if path == _PRESET.path:
        return {path: new, **presets.get(str(new), {})}
    if not path.startswith("handling."):
        return {path: new}
    after = {each: value_of(config, each) for each in _numbers(Handling())} | {path: new}
    return {path: new, _PRESET.path: next((name for name in presets if presets[name] == after), OWN)}


def _numbers(handling: Handling) -> dict[str, Value]:
    """A handling as the settings hold it."""
    factor = _STRAIGHT_DOWN if handling.soft_drop == INFINITE else float(handling.soft_drop)
    return {f"handling.{name}": number for name, number in (asdict(handling) | {"soft_drop": factor}).items()}
