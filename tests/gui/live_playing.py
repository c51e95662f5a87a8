"""A game in real time played from a test: keys as they go down and up, and engines that only drop their pieces."""

from __future__ import annotations

import pygame

from ai.work import Question
from game.advice import Advice, Choice, Worth
from game.position import Position
from game.tetris.guideline import Placement, State
from gui.context import AppContext, Scene
from gui.play.engine_room import Event, Reported, WorkerFailure
from gui.play.live_plan import Plan, Player
from gui.scenes.home import HomeScene
from gui.scenes.live.scene import LiveScene
from tests.gui.driving import FRAME, QuietRoom, Window

ALONE = (Player(),)
DROPPER = Player("Dropper", "stacker", "full", pace=4.0)


class DroppingRoom(QuietRoom):
    """A room whose engines lay every piece flat where the stack is lowest. `mute` ones say nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.mute: set[str] = set()
        self.questions: list[tuple[str, Question]] = []
        self.dismissed: list[str] = []

    def ask(self, role: str, question: Question) -> int:
        generation = super().ask(role, question)
        self.questions.append((role, question))
        if role not in self.mute:
            state = State.open(question.rules)
            choices = () if state.over else (Choice(lowest(state), Worth("order", 0.0)),)
            advice = Advice(choices, "search", Worth("order", 0.0), True)
            self._events.append(Reported(role, generation, advice, 0.01))
        return generation

    def fails(self, role: str, *, final: bool = True) -> None:
        """The room gives an engine up."""
        clause = "ended by itself. It has failed 3 times and is not asked again."
        self._events.append(WorkerFailure(role, self._generation[role], clause, final))

    def dismiss(self, role: str) -> None:
        self.dismissed.append(role)

    @property
    def unheard(self) -> list[Event]:
        return self._events


def lowest(state: Position) -> str:
    """A flat placement of the current piece that ends lowest."""
    assert isinstance(state, State)
    piece = state.piece
    assert piece is not None
    fits = [x for x in range(10) if state.field.fits(piece, 0, x, 21)]
    rest = {x: state.field.drop(piece, 0, x, 21) for x in fits}
    x = min(fits, key=lambda each: (rest[each], each))
    return str(Placement(piece, 0, x, rest[x]).canonical())


def sit_down(window: Window, plan: Plan, room: DroppingRoom | None = None) -> LiveScene:
    """Begin a game in a window, with engines that drop, or of another room; the countdown is still to come."""
    window.context.room = window.room = room or DroppingRoom()  # type: ignore[assignment]

    def build(context: AppContext) -> Scene:
        return LiveScene(context, HomeScene(context), plan)

    window.begin(build)
    scene = window.scene
    assert isinstance(scene, LiveScene)
    return scene


def start(window: Window, plan: Plan) -> LiveScene:
    """Begin a game and wait for the end of its countdown."""
    scene = sit_down(window, plan)
    count_down(window, scene)
    return scene


def count_down(window: Window, scene: LiveScene) -> None:
    """Let frames pass that nobody draws until the game is played; then it is seen."""
    for _ in range(200):
        if scene.match.phase == "playing":
            window.frame(seconds=0.0)
            return
        scene.update(FRAME)
    raise AssertionError(f"the game is still {scene.match.phase}")


def play_on(scene: LiveScene, seconds: float, frame: float = FRAME) -> None:
    """Let time pass in frames that nobody draws, until the game is over."""
    for _ in range(round(seconds / frame)):
        if scene.match.phase == "over":
            return
        scene.update(frame)


def down(key: int) -> None:
    """A key goes down; the next frame sees it."""
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0, scancode=0))


def up(key: int) -> None:
    """A key comes up."""
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, unicode="", mod=0, scancode=0))


def tap(window: Window, *keys: int) -> None:
    """Press and let go between two frames, one key a frame, with a frame between them."""
    for key in keys:
        down(key)
        up(key)
        window.frame(2, FRAME)


def drop_pieces(window: Window, scene: LiveScene, count: int) -> None:
    """Drop pieces, left and right by turns so that the stack does not grow too fast."""
    locked = scene.match.replay.count
    for number in range(count):
        side = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP)[number % 3]
        while scene.match.seats[0].piece is None and not scene.match.game.over:
            window.frame()
        for _ in range(number % 5):
            tap(window, side)
        tap(window, pygame.K_SPACE)
    assert scene.match.replay.count >= locked + count


SPRINT = Plan("sprint", ALONE, seed=7)
VERSUS = Plan("versus", (Player(), DROPPER), seed=7)
WATCH = Plan("versus", (DROPPER, Player("Other", "stacker", "club", pace=3.0)), seed=7)
