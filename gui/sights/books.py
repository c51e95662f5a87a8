"""What is worth a picture in the book explorer: the beginning of a book, a place deep in it, its map and its size."""

from __future__ import annotations

from game.showcase import Showcase
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.books import BooksScene
from gui.scenes.home import HomeScene

_BOOK, _SEED = "bt-loop", 8  # what is dealt is the same in each picture
_DEEP, _MOVES = 21, 60  # pieces; at most so many moves of the book until a queue without one comes


def books(salon: Salon, _: Showcase) -> Scene:
    """The empty board of a book with its runs."""
    return _open(salon)


def books_deep(salon: Salon, _: Showcase) -> Scene:
    """A place far into the book, where the book itself has played."""
    return _walked(salon)


def books_map(salon: Salon, _: Showcase) -> Scene:
    """The map of all positions, that place lit."""
    scene = _walked(salon)
    scene.open_view("Map")
    return scene


def books_sizes(salon: Salon, _: Showcase) -> Scene:
    """What the book would weigh in other forms."""
    scene = _open(salon)
    scene.open_view("Sizes")
    return scene


def books_shelf(salon: Salon, _: Showcase) -> Scene:
    """The books to choose from."""
    scene = _open(salon)
    scene.open_view("Books")
    return scene


def _open(salon: Salon) -> BooksScene:
    scene = BooksScene(salon, HomeScene(salon), _BOOK, _SEED)
    assert scene.atlas is not None
    while not scene.atlas.done:
        scene.atlas.work(1.0)
    return scene


def _walked(salon: Salon) -> BooksScene:
    """The explorer some bags on; where the book is silent, with another queue."""
    scene = _open(salon)
    walk = scene.walk
    assert walk is not None
    for _ in range(_MOVES):
        if walk.at >= _DEEP:
            break
        if not scene.follow():
            scene.deal()
    scene.update(1.0)
    return scene
