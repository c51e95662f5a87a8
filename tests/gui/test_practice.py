"""Practice in the window: from Home to the tenth problem by keyboard alone and by mouse alone."""

from pathlib import Path

import pygame
import pytest

from game.advice import Worth
from game.bridge.endgame import Endgame
from game.bridge.state import rules_of
from game.position import open_position, plain
from game.practice.collection import decks_dir
from game.practice.deck import Deck, write_deck
from game.practice.history import History
from game.practice.problem import AnyTask, Best, Problem
from game.practice.sameness import identity
from gui.context import Scene
from gui.scenes.home import HomeScene
from gui.scenes.practice.problem import ProblemScene
from gui.scenes.practice.scene import PracticeScene
from tests.gui.driving import Window


def problem(game: str, start: dict[str, str], task: AnyTask, answers: tuple[str, ...], **more: object) -> Problem:
    here = open_position(game, start)
    return Problem(
        id=identity(here, task), game=game, start=start, task=task, answers=answers, **more,  # type: ignore[arg-type]
    )  # fmt: skip


def zuniq(number: int) -> Problem:
    """A board on which one wall is called the answer; its refutation is one wall long."""
    start = {"dots": f"4x{number + 3}"}
    legal = open_position("zuniq", start).legal_moves()
    lines = {legal[1]: (legal[0],)}
    costs = dict.fromkeys(legal[1:], Worth("win", 1.0))
    return problem("zuniq", start, Best(), legal[:1], lines=lines, costs=costs, theme="parity")


def bridge(number: int) -> Problem:
    start = rules_of(Endgame.parse(f"AK.{number + 2}.. .AK.{number + 2}. N"))
    return problem("bridge", start, Best(), ("SA", "SK"), theme="tricks", worth=Worth("tricks", 2.0))


def tetris(number: int) -> Problem:
    start = {"queue": f"list:T{'IOLJSZ'[number]}", "board": "xx........"}
    flat = next(each for each in open_position("tetris", start).legal_moves() if each.startswith("T north 3 "))
    return problem("tetris", start, Best(), (flat,), theme="holes", proof="duel", nodes=160_000)


@pytest.fixture
def decks() -> None:
    for name, made in (("zuniq", zuniq), ("bridge", bridge), ("tetris", tetris)):
        problems = tuple(made(number) for number in range(4))
        write_deck(decks_dir() / f"{name}.deck", Deck(name=name, title=name.title(), problems=problems))


def opened(window: Window) -> PracticeScene:
    scene = window.scene
    assert isinstance(scene, PracticeScene)
    return scene


def trying(window: Window) -> ProblemScene:
    scene = window.scene
    assert isinstance(scene, ProblemScene)
    return scene
