"""Guideline Tetris in real time: ticks of 1/60 s whose only input is the buttons held."""

from game.tetris.guideline.real_time.controller import PersonHand, TargetController
from game.tetris.guideline.real_time.game import (
    GAME,
    Game,
    Moment,
    Projection,
    Setup,
    Sprint,
    TickClock,
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
    ButtonState,
    Handling,
    Input,
    Timing,
    buttons_of,
    names_of,
)
from game.tetris.guideline.real_time.replay import STRETCH as TICKS_A_LINE
from game.tetris.guideline.real_time.replay import InvalidTicks, Lock, Replay, Ticks, fault_of
from game.tetris.guideline.real_time.seat import Event, Seat, Statistics, spans

__all__ = [
    "GAME",
    "HANDLINGS",
    "INFINITE",
    "NAMES",
    "TICKS",
    "TICKS_A_LINE",
    "TIMINGS",
    "ButtonState",
    "Event",
    "Game",
    "Handling",
    "Input",
    "InvalidTicks",
    "Lock",
    "Moment",
    "PersonHand",
    "Projection",
    "Replay",
    "Seat",
    "Setup",
    "Sprint",
    "Statistics",
    "TargetController",
    "TickClock",
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
