"""Guideline Tetris in real time: ticks of 1/60 s whose only input is the buttons held."""

from game.tetris.guideline.real_time.controller import TargetController
from game.tetris.guideline.real_time.game import (
    GAME,
    Beat,
    Game,
    Moment,
    Projection,
    Setup,
    Sprint,
    projected,
    room_of,
    sprint_of,
)
from game.tetris.guideline.real_time.handling import (
    HANDLINGS,
    INFINITE,
    NAMES,
    TICKS,
    TIMINGS,
    Handling,
    Pad,
    Timing,
    buttons_of,
    names_of,
)
from game.tetris.guideline.real_time.replay import STRETCH as TICKS_A_LINE
from game.tetris.guideline.real_time.replay import Lock, Mistimed, Replay, Ticks, fault_of
from game.tetris.guideline.real_time.seat import Event, Seat, Statistics, spans

__all__ = [
    "GAME",
    "HANDLINGS",
    "INFINITE",
    "NAMES",
    "TICKS",
    "TICKS_A_LINE",
    "TIMINGS",
    "Beat",
    "Event",
    "Game",
    "Handling",
    "Lock",
    "Mistimed",
    "Moment",
    "Pad",
    "Projection",
    "Replay",
    "Seat",
    "Setup",
    "Sprint",
    "Statistics",
    "TargetController",
    "Ticks",
    "Timing",
    "buttons_of",
    "fault_of",
    "names_of",
    "projected",
    "room_of",
    "spans",
    "sprint_of",
]
