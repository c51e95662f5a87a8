"""Positions of guideline Tetris for tests of the window, and what they look like there."""

from __future__ import annotations

import pygame

from game.record import Seat
from game.session import Session
from game.tetris.guideline import Placement, State
from gui import destinations as to
from gui.context import AppContext
from gui.games.guideline.cells import SeatGeometry
from gui.scenes.play import PlayScene
from gui.stage import sheet
from gui.ui.canvas import Canvas
from gui.ui.text import TextRenderer
from gui.ui.theme import Rgb, theme

BOX = (0.0, 48.0, 928.0, 576.0)
# the board of a T-spin double: the T goes in facing south, its centre in column 2
SLOT = "##........\n#...######\n##.#######"


def state(queue: str = "TIOSZLJ", **rules: str) -> State:
    """A position with these pieces, the rules of a new game but for those named."""
    return State.open({"queue": f"list:{queue}", **rules})


def session(queue: str = "TIOSZLJ", *moves: str, **rules: str) -> Session:
    """A person's game that has come so far."""
    game = Session.new("tetris", {"queue": f"list:{queue}", **rules}, (Seat("You"),))
    for move in moves:
        game.play(move)
    return game


def canvas(size: tuple[int, int] = (1280, 720), scale: float = 1.0, *, patterned: bool = False) -> Canvas:
    """An empty canvas in the colours of the room."""
    surface, look = sheet(size), theme("dark", patterned)
    surface.fill(look.colour.room)
    return Canvas(surface, scale, look, TextRenderer())


def colour_at(on: Canvas, geometry: SeatGeometry, x: float, y: float) -> Rgb:
    """The pixel in the middle of a cell."""
    at = geometry.middle(x, y)
    red, green, blue, _ = on.surface.get_at((on.px(at[0]), on.px(at[1])))
    return red, green, blue


def ink(letter: str) -> Rgb:
    """The colour of a piece's cells, or of garbage."""
    return theme("dark").pieces[letter].fill


def at(text: str) -> Placement:
    return Placement.parse(text)


def table(context: AppContext, game: Session, *, hints: bool = True) -> PlayScene:
    """The coach's table with this game on it."""
    return PlayScene(context, context.scene(to.Home()), game, hints=hints)


def event(kind: int, point: tuple[float, float], button: int = 1) -> pygame.event.Event:
    """The pointer moves to, or presses on, a point in units of scale 1."""
    pos = (round(point[0]), round(point[1]))
    if kind == pygame.MOUSEMOTION:
        return pygame.event.Event(kind, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
    return pygame.event.Event(kind, pos=pos, button=button)
