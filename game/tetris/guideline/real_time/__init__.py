"""Guideline Tetris in real time: ticks of 1/60 s whose only input is the buttons held."""

from game.tetris.guideline.real_time.buttons import NAMES, Pad, buttons_of, names_of
from game.tetris.guideline.real_time.game import Beat, Game
from game.tetris.guideline.real_time.hand import Hand
from game.tetris.guideline.real_time.handling import HANDLINGS, INFINITE, TICKS, Handling
from game.tetris.guideline.real_time.moment import Moment
from game.tetris.guideline.real_time.replay import Replay
from game.tetris.guideline.real_time.seat import Event, Seat
from game.tetris.guideline.real_time.setup import GAME, Setup
from game.tetris.guideline.real_time.statistics import Statistics, spans
from game.tetris.guideline.real_time.stretch import STRETCH as TICKS_A_LINE
from game.tetris.guideline.real_time.stretch import Lock, Mistimed, Ticks, fault_of
from game.tetris.guideline.real_time.timing import TIMINGS, Timing

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
    "Hand",
    "Handling",
    "Lock",
    "Mistimed",
    "Moment",
    "Pad",
    "Replay",
    "Seat",
    "Setup",
    "Statistics",
    "Ticks",
    "Timing",
    "buttons_of",
    "fault_of",
    "names_of",
    "spans",
]
