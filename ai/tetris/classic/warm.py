"""Calls that compile every kernel of classic Tetris: once each, with the types that are used."""

from __future__ import annotations

from collections.abc import Callable

from ai.tetris.classic.play import Player, judged_moves, ranked_moves
from game.tetris.classic import State

SMALL = State.open({"size": "6x6"})
CONTROLLER = "tengstrand-1.1"  # all controllers share all kernels: a number tells them apart


def _warm_judgement() -> None:
    ranked_moves(SMALL, CONTROLLER)


def _warm_looking_ahead() -> None:
    for _ in judged_moves(SMALL, CONTROLLER, levels=2):
        pass


def _warm_play() -> None:
    Player(CONTROLLER, SMALL.rules).go(1)


STEPS: list[tuple[str, Callable[[], None]]] = [
    ("Classic Tetris: judging placements", _warm_judgement),
    ("Classic Tetris: looking ahead", _warm_looking_ahead),
    ("Classic Tetris: whole games", _warm_play),
]
