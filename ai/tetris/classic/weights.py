"""The weights of our own controller, by rule set and feature; the highest weighted sum is best.

Each feature has two: for a stack that is lower than half the board, and for one as high or higher. Found by
`bench/classic_tuning.py`; docs/classic.md tells how, and what they are worth.
"""

from __future__ import annotations

from game.tetris.classic.rules import RuleName

Weights = dict[str, tuple[float, float]]

_SPAWN: Weights = {
    "landing_height": (-1.73, -1.73),
    "eroded": (1.71, 1.71),
    "row_transitions": (-2.80, -2.80),
    "column_transitions": (-4.50, -4.50),
    "holes": (2.39, 2.39),
    "hole_depth": (-0.65, -0.65),
    "well_1": (-2.21, -2.21),
    "well_2": (-4.12, -4.12),
    "well_3": (-4.09, -4.09),
    "well_4": (-3.34, -3.34),
    "spoilt_1": (-13.39, -13.39),
    "spoilt_2": (-10.47, -10.47),
    "spoilt_3": (-10.71, -10.71),
    "spoilt_4": (-10.62, -10.62),
    "lid_1": (0.49, 0.49),
    "lid_2": (0.04, 0.04),
    "lid_3": (-1.81, -1.81),
    "lid_4": (-1.97, -1.97),
    "step_0": (0.07, 0.07),
    "step_1": (1.09, 1.09),
    "step_2": (0.49, 0.49),
    "uneven": (-0.40, -0.40),
    "blocked": (-15.41, -15.41),
    "near_top": (-2.08, -2.08),
    "deep": (-2.15, -2.15),
    "wide_2": (-1.15, -1.15),
    "wide_3": (-1.26, -1.26),
}
_SIMPLIFIED: Weights = {
    "landing_height": (-2.59, -2.48),
    "eroded": (1.24, 1.24),
    "row_transitions": (-2.36, -2.15),
    "column_transitions": (-4.66, -5.13),
    "holes": (1.30, 1.42),
    "hole_depth": (-0.47, -0.47),
    "well_1": (-2.60, -2.67),
    "well_2": (-3.66, -3.75),
    "well_3": (-3.52, -3.52),
    "well_4": (-2.76, -2.76),
    "spoilt_1": (-10.99, -11.23),
    "spoilt_2": (-8.73, -8.73),
    "spoilt_3": (-9.87, -9.82),
    "spoilt_4": (-9.91, -9.91),
    "lid_1": (-0.06, -0.24),
    "lid_2": (-0.56, -0.38),
    "lid_3": (-2.02, -1.71),
    "lid_4": (-2.25, -1.43),
    "step_0": (1.18, 1.09),
    "step_1": (1.86, 1.86),
    "step_2": (0.16, 0.16),
    "uneven": (-0.32, -0.28),
}
KIBITZ: dict[RuleName, Weights] = {"spawn": _SPAWN, "fahey": _SPAWN, "simplified": _SIMPLIFIED}
