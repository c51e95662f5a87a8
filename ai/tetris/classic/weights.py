"""The weights of our own controller, by rule set and feature; the highest weighted sum is best.

Found by bench/classic_tuning.py; docs/classic.md tells how, and what they are worth.
"""

from __future__ import annotations

from game.tetris.classic.rules import RuleName

Weights = dict[str, float]

_SPAWN: Weights = {
    "landing_height": -2.01,
    "eroded": 1.46,
    "row_transitions": -2.84,
    "column_transitions": -4.63,
    "holes": 2.77,
    "hole_depth": -0.66,
    "well_1": -2.25,
    "well_2": -4.20,
    "well_3": -3.98,
    "well_4": -3.00,
    "spoilt_1": -13.53,
    "spoilt_2": -9.82,
    "spoilt_3": -10.42,
    "spoilt_4": -10.47,
    "lid_1": 1.11,
    "lid_2": 0.21,
    "lid_3": -1.99,
    "lid_4": -2.39,
    "step_0": 0.03,
    "step_1": 0.70,
    "step_2": 1.04,
    "uneven": -0.47,
    "blocked": -17.76,
    "near_top": -2.20,
    "deep": -2.01,
    "wide_2": -0.97,
    "wide_3": -1.27,
}
_SIMPLIFIED: Weights = {
    "landing_height": -2.72,
    "eroded": 1.25,
    "row_transitions": -2.18,
    "column_transitions": -5.07,
    "holes": 1.69,
    "hole_depth": -0.36,
    "well_1": -2.68,
    "well_2": -3.50,
    "well_3": -3.38,
    "well_4": -2.69,
    "spoilt_1": -11.18,
    "spoilt_2": -9.14,
    "spoilt_3": -9.64,
    "spoilt_4": -9.74,
    "lid_1": 0.06,
    "lid_2": -0.70,
    "lid_3": -1.84,
    "lid_4": -2.24,
    "step_0": 1.18,
    "step_1": 1.52,
    "step_2": 0.19,
    "uneven": -0.21,
}
WEIGHTS: dict[RuleName, Weights] = {"spawn": _SPAWN, "fahey": _SPAWN, "simplified": _SIMPLIFIED}
