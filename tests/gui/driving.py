"""Driving the window from a test: a made-up game, engines that say what they are told, hands."""

from __future__ import annotations

import random
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from ai.engine import RunOrder
from ai.tetris.guideline.clear_search import Clears, ClearSearch
from ai.tetris.guideline.clear_work import ClearWork
from ai.work import Question, Thinking, Work
from game.advice import Advice, Choice, Unit, Worth
from game.facts import ZuniqFacts
from game.library import load
from game.record import Chapter, Record, Seat
from game.session import Session
from game.showcase import compose
from gui.app import _LONGEST_STEP, App
from gui.context import AppContext, Scene
from gui.play.engine_room import Event, Reported
from gui.stage import stage_context
from gui.ui.canvas import Point
from gui.ui.text import TextRenderer
from gui.ui.theme import Rgb, TypeStyle

ENGINE = Seat("Kibitz", "engine", "kibitz", "full", 30.0)
FRAME = 1 / 60
KEYS = {
    "tab": pygame.K_TAB,
    "enter": pygame.K_RETURN,
    "escape": pygame.K_ESCAPE,
    "space": pygame.K_SPACE,
    "left": pygame.K_LEFT,
    "right": pygame.K_RIGHT,
    "up": pygame.K_UP,
    "down": pygame.K_DOWN,
    "home": pygame.K_HOME,
    "end": pygame.K_END,
    "pagedown": pygame.K_PAGEDOWN,
    "page up": pygame.K_PAGEUP,
    "page down": pygame.K_PAGEDOWN,
    "backspace": pygame.K_BACKSPACE,
    "delete": pygame.K_DELETE,
    "f1": pygame.K_F1,
    "f12": pygame.K_F12,
    "²": pygame.K_BACKQUOTE,  # left of the digits on a French keyboard: a digit, but no number
}


def sample_game(dots: str = "6x6", seed: int = 5) -> Session:
    """A whole game by chance with an opinion on each position: searched first, proven from ply 26 on."""
    chance = random.Random(seed)
    session = Session.new("zuniq", {"dots": dots}, (ENGINE, ENGINE))
    white = 0.5
    while session.position.winner is None:
        moves = chance.sample(session.position.legal_moves(), min(5, len(session.position.legal_moves())))
        white = min(0.95, max(0.05, white + chance.uniform(-0.08, 0.08)))
        session.note(session.cursor, sample_advice(session, moves, white))
        session.play(moves[0] if session.cursor % 7 else moves[-1], ms=800)
    return session


def sample_advice(session: Session, moves: list[str], white: float) -> Advice:
    """An opinion on the session's position that prefers `moves` in their order."""
    value = white if session.position.to_move == 0 else 1 - white
    shares = (0.6, 0.2, 0.1, 0.06, 0.04)
    choices = [
        Choice(move, Worth("win", max(0.0, value - 0.03 * i)), shares[i]) for i, move in enumerate(moves)
    ]
    if session.cursor >= 26:
        choices[0] = Choice(moves[0], Worth("win", 1.0), 0.6, "win")
    facts = ZuniqFacts(iterations=123456.0, iterations_per_second=118342.0)
    return Advice(tuple(choices), "search", choices[0].worth, True, (facts,))


def sample_showcase(dots: str = "6x6", seed: int = 5) -> Record:
    """The record of such a game in three chapters."""
    session = sample_game(dots, seed)
    chapters = [
        Chapter(0, "Nothing is closed", "The border is open. Each wall narrows what may be closed later."),
        Chapter(session.length // 3, "The first zone", "From now on no second zone may have its size."),
        Chapter(2 * session.length // 3, "Counting to the end", "Who draws the last wall wins."),
    ]
    return compose(session, "A game by chance", chapters, "2026-11-20T09:30:00Z")


class QuietRoom:
    """An engine room without processes. `says` lets an engine speak in the next frame."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[str, ...]]] = []
        self.sought: list[ClearSearch] = []
        self.orders: dict[str, Any] = {}  # the last one by role
        self.closed = False
        self.warming: set[str] = set()  # roles
        self._generation: dict[str, int] = {}
        self._events: list[Event] = []
        self._heard = 0

    def ask(self, role: str, question: Question) -> int:
        self.asked.append((role, question.moves))
        self._generation[role] = len(self.asked)
        return len(self.asked)

    def begin(self, role: str, work: Work[Any, Any]) -> int:
        self.orders[role] = work.order
        if isinstance(work, Thinking):
            return self.ask(role, work.order)
        return self.seek(role, work.order) if isinstance(work, ClearWork) else self.run(role, work.order)

    def run(self, role: str, order: RunOrder) -> int:
        self._generation[role] = len(self._generation) + 10_000
        return self._generation[role]

    def seek(self, role: str, search: ClearSearch) -> int:
        self.sought.append(search)
        self._generation[role] = len(self.sought) + 20_000
        return self._generation[role]

    def finds(self, role: str, clears: Clears) -> None:
        """The search of `role` has found something."""
        self._events.append(Reported(role, self._generation[role], clears))

    def reports(self, role: str, report: Any) -> None:
        """The worker of `role` has something to report."""
        self._events.append(Reported(role, self._generation[role], report))

    def poll(self) -> list[Event]:
        events, self._events = self._events, []
        self._heard += len(events)
        return events

    def stop(self, role: str) -> None:
        pass

    def dismiss(self, role: str) -> None:
        pass

    @property
    def pulse(self) -> tuple[object, ...]:
        return self._heard, len(self.asked), len(self.sought), tuple(sorted(self.warming))

    def state(self, role: str) -> str:
        return "thinking"

    def is_warming(self, role: str) -> bool:
        return role in self.warming

    def close(self) -> None:
        self.closed = True

    def says(self, role: str, *moves: str, value: float = 0.5, unit: Unit = "win", done: bool = True) -> None:
        """The engine in `role` advises `moves`, the best first."""
        worth = Worth(unit, value)
        choices = tuple(Choice(move, worth, 1 / (2 + i)) for i, move in enumerate(moves))
        advice = Advice(choices, "search", worth, done, (ZuniqFacts(iterations=50_000.0),))
        self._events.append(Reported(role, self._generation[role], advice, 0.2))


class Noted(TextRenderer):
    """Letters that know what is written on each of their pictures, and what was written last."""

    def __init__(self) -> None:
        super().__init__()
        self.words: dict[int, str] = {}
        self.texts: list[str] = []

    def line(self, text: str, style: TypeStyle, colour: Rgb, scale: float) -> pygame.Surface:
        picture = super().line(text, style, colour, scale)
        if id(picture) not in self.words:  # forgotten with the picture: another may come to have its id
            weakref.finalize(picture, self.words.pop, id(picture), None)
        self.words[id(picture)] = text
        self.texts.append(text)
        return picture


class Window:
    """A window on no screen with one scene in it, and a person before it."""

    def __init__(
        self,
        build: Callable[[AppContext], Scene],
        size: tuple[int, int] = (1280, 720),
        theme: str = "dark",
        scale: float = 1.0,
    ) -> None:
        self.room = QuietRoom()
        self.context = stage_context(theme, scale)
        self.context.room = self.room  # type: ignore[assignment]
        self.context.renderer = self.letters = Noted()
        self._config = self.context.config
        self.app = App(self.context, pygame.display.set_mode(size, pygame.RESIZABLE))
        self.begin(build)

    def begin(self, build: Callable[[AppContext], Scene]) -> None:
        """Show a new scene, with the settings and the engines as they were at first."""
        pygame.event.clear()
        self.context.autosave.close()  # the home may be another one
        self.context.config = self._config
        self.app.show(build(self.context))
        self.frame(2)

    def autosaved(self) -> Record:
        """The game that was saved last while it was played."""
        record, reason = load(self.autosaves()[0])
        assert record is not None, reason
        return record

    def autosaves(self) -> list[Path]:
        """The files of the games that can be continued, the one that was played last first."""
        return [saved.path for saved in self.context.autosave.games()]

    @property
    def scene(self) -> Scene:
        assert self.app.scene is not None, "the window is closed"
        return self.app.scene

    def frame(self, times: int = 1, seconds: float = FRAME) -> None:
        """Let frames pass; whatever fails in one fails the test.

        Of many frames every fifth and the last two are drawn: drawing changes nothing (`test_pictures.py`).
        """
        for number in range(times):
            self.letters.texts.clear()
            if number % 5 == 0 or number >= times - 2 or self.app.scene is None:
                self.app.frame(seconds)
            else:
                self.app._pass(min(seconds, _LONGEST_STEP))
            assert not self.app._failed, "the window shows its error scene"

    @property
    def texts(self) -> list[str]:
        """Every line of text in the last frame."""
        return self.letters.texts

    def wait(self, seconds: float) -> None:
        """Let time pass in frames of a tenth of a second."""
        self.frame(round(seconds * 10), 0.1)

    def press(self, *keys: str, shift: bool = False, ctrl: bool = False) -> None:
        """Press and release keys one after the other, by name or by what they write."""
        mod = (pygame.KMOD_SHIFT if shift else 0) | (pygame.KMOD_CTRL if ctrl else 0)
        for key in keys:
            code = KEYS.get(key) or pygame.key.key_code(key)
            text = key if len(key) == 1 else ""
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=text, mod=mod, scancode=0))
            if text and not ctrl:  # as a real keyboard does, in the same moment
                pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
            pygame.event.post(pygame.event.Event(pygame.KEYUP, key=code, mod=mod, scancode=0))
            self.frame()

    def pixel(self, at: Point) -> tuple[int, int]:
        """The pixel of a point in logical units."""
        return round(at[0] * self.context.scale), round(at[1] * self.context.scale)

    def move(self, at: Point) -> None:
        """Move the pointer to a point in logical units."""
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEMOTION, pos=self.pixel(at), rel=(0, 0), buttons=(0, 0, 0))
        )
        self.frame()

    def click(self, at: Point) -> None:
        """Move the pointer there, press and let go."""
        self.move(at)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=self.pixel(at), button=1))
        self.frame()

    def drag(self, *points: Point) -> None:
        """Press at the first point, move over the others, let go at the last."""
        pixels = [self.pixel(at) for at in points]
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixels[0], button=1))
        for pos in pixels[1:]:
            pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 0), buttons=(1, 0, 0)))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixels[-1], button=1))
        self.frame()

    def click_on(self, name: str) -> None:
        """Click in the middle of a target; a list that scrolls is turned to it first."""
        self._turn_to(name)
        self.click(self.target(name))

    def _turn_to(self, name: str) -> None:
        for _ in range(40):
            target = next((each for each in self.scene.targets.all() if each.name == name), None)
            if target is None or target.within is None:
                return
            (_, top, _, high), middle = target.within, target.middle[1]
            if top <= middle <= top + high:
                return
            pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=1 if middle < top else -1, x=0))
            self.frame()

    def target(self, name: str) -> Point:
        """The middle of the target called `name`."""
        return next(target.middle for target in self.scene.targets.all() if target.name == name)

    def walk_to(self, name: str) -> None:
        """Press Tab until the focus is on `name`."""
        for _ in range(len(self.scene.targets.names()) + 1):
            if self.scene.targets.focused(name):
                return
            self.press("tab")
        raise AssertionError(f"Tab never came to {name!r}; it came to {self.scene.targets.names()}")
