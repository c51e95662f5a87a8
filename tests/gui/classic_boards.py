"""Boards of classic Tetris for the window's tests, choices on them, and a sheet to draw on."""

from __future__ import annotations

import random

import pygame

from ai.tetris.classic.evaluators import evaluate
from game.advice import Choice, Worth
from game.tetris.classic import State
from gui.stage import sheet, stage_context
from gui.ui.canvas import Box, Canvas
from gui.ui.theme import ThemeName

AUTHORS = "tengstrand-1.1"
BOX: Box = (0.0, 48.0, 928.0, 576.0)  # where a board stands at 1280 x 720
BLOG = "..........\n..........\n.x...xx...\n.xx.xx.x..\nxxxx.xxx.."
STACK = "x.xxx.....\nx.xxx.....\nxxxxx.....\nxxxxx...x.\nxxxxxx.xxx\nxxxxx.xxxx\nxxxxxx.xxx"


def state(board: str = "", **rules: str) -> State:
    """A start with `board` at the bottom, on 10x20 with the piece T where nothing else is said."""
    return State.open({"pieces": "list:TSZIO", "board": board.replace("\n", "/"), **rules})


def by_chance(seed: int, size: str = "10x20", pieces: int = 25, **rules: str) -> State:
    """A game that has been played by chance for some pieces, or to its end."""
    chance = random.Random(seed)
    played = State.open({"pieces": f"uniform:{seed}", "size": size, **rules})
    for _ in range(pieces):
        if played.over:
            break
        played = played.put(chance.choice(played.placements))
    return played


def choices(of: State, evaluator: str = AUTHORS) -> tuple[Choice, ...]:
    """Every placement with its equity, best first."""
    judged = sorted((evaluate(of.put(at).board, evaluator), at) for at in of.placements)
    return tuple(Choice(str(at), Worth("equity", equity)) for equity, at in judged)


def canvas(theme: ThemeName = "dark", size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> Canvas:
    """An empty sheet in the colour of the room."""
    context = stage_context(theme, scale)
    drawn = context.canvas(sheet(size))
    drawn.surface.fill(drawn.theme.colour.room)
    return drawn


def pixel(of: Canvas, at: tuple[float, float]) -> tuple[int, int, int]:
    """The colour at a point in logical units."""
    red, green, blue, _ = of.surface.get_at((of.px(at[0]), of.px(at[1])))
    return red, green, blue


def key(code: int, mod: int = 0) -> pygame.event.Event:
    """A key that is pressed."""
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="")


def motion(at: tuple[float, float]) -> pygame.event.Event:
    """The pointer moving to a point in pixels."""
    return pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))


def press(at: tuple[float, float], button: int = 1) -> pygame.event.Event:
    """A mouse button that is pressed."""
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button)
