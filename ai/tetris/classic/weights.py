"""The weights of our own controller, by rule set and feature; the highest weighted sum is best.

Each feature has two: for a stack that is lower than half the board, and for one as high or higher. Found by
`bench/classic_tuning.py`; docs/classic.md tells how, and what they are worth.
"""

from __future__ import annotations

from game.tetris.classic.rules import RuleName

Weights = dict[str, tuple[float, float]]

_SPAWN: Weights = {
    "landing_height": (-1.73, -1.73),
    "eroded": (1.71, 1.69),
    "row_transitions": (-2.72, -2.80),
    "column_transitions": (-4.81, -5.26),
    "holes": (2.63, 1.87),
    "hole_depth": (-0.65, -0.65),
    "well_1": (-2.21, -2.12),
    "well_2": (-4.12, -4.12),
    "well_3": (-4.09, -4.09),
    "well_4": (-3.42, -3.34),
    "spoilt_1": (-12.83, -13.39),
    "spoilt_2": (-10.41, -10.47),
    "spoilt_3": (-10.50, -10.71),
    "spoilt_4": (-11.03, -12.05),
    "lid_1": (0.45, 0.52),
    "lid_2": (-0.06, 0.04),
    "lid_3": (-1.70, -1.81),
    "lid_4": (-1.99, -1.84),
    "step_0": (0.08, 0.14),
    "step_1": (1.09, 1.11),
    "step_2": (0.42, 0.36),
    "uneven": (-0.40, -0.39),
    "blocked": (-18.48, -25.65),
    "near_top": (-1.98, -2.08),
    "deep": (-2.15, -2.26),
    "wide_2": (-1.17, -1.15),
    "wide_3": (-1.26, -1.26),
}
_SIMPLIFIED: Weights = {
    "landing_height": (-2.52, -2.48),
    "eroded": (0.73, 1.24),
    "row_transitions": (-2.55, -2.15),
    "column_transitions": (-4.66, -5.13),
    "holes": (1.30, 1.00),
    "hole_depth": (-0.57, -0.47),
    "well_1": (-2.41, -2.49),
    "well_2": (-3.66, -3.75),
    "well_3": (-3.69, -3.85),
    "well_4": (-2.76, -2.76),
    "spoilt_1": (-10.99, -10.42),
    "spoilt_2": (-8.18, -8.73),
    "spoilt_3": (-9.87, -9.82),
    "spoilt_4": (-9.91, -10.50),
    "lid_1": (0.65, -0.24),
    "lid_2": (-0.56, -0.38),
    "lid_3": (-2.02, -1.40),
    "lid_4": (-2.41, -1.43),
    "step_0": (1.18, 1.09),
    "step_1": (2.04, 1.86),
    "step_2": (0.16, 0.16),
    "uneven": (-0.32, -0.44),
}
KIBITZ: dict[RuleName, Weights] = {"spawn": _SPAWN, "fahey": _SPAWN, "simplified": _SIMPLIFIED}
