"""The recipe for a new game, cooked: a game of a few lines gets a row in each table, and is a game like any other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pygame
import pytest

from ai import registry as engines
from ai.review.game import review_of
from cli import games as commands
from game import games
from game.advice import Advice, Choice
from game.position import Position
from game.record import Seat, read_record, write_record
from game.review import Judgement
from game.session import Session
from game.words import counted
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games import registry as looks
from gui.games.registry import GameLook
from gui.play.engine_room import EngineRoom
from gui.play.game_ui import BoardUI, GameUI, Language, RenderState
from gui.scenes import registry as scenes
from gui.scenes.form import Question
from gui.scenes.home import HomeScene
from gui.scenes.new_game.choices import Choices
from gui.scenes.registry import GameScenes
from gui.scenes.review import ReviewScene
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Command
from gui.ui.graph import Axis
from gui.ui.text import percent
from tests.ai.take_away import ENGINES, NAME, RULES, TakeAway
from tests.gui.asking import ENGINES as FOLDER
from tests.gui.conftest import WholeWindow


class HeapBoard(BoardUI):
    """Stones in a row; the keys 1 to 3 take so many."""

    def draw(self, canvas: Canvas, box: Box, look: RenderState) -> None:
        draw_heap(canvas, box, look.position, None)

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        letter = event.unicode if event.type == pygame.KEYDOWN else ""
        return letter if letter in ("1", "2", "3") else None

    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        return event.type == pygame.KEYDOWN and event.unicode in ("1", "2", "3")

    def highlight(self, move: str | None) -> None:
        return

    def keys(self) -> list[tuple[str, str]]:
        return [("1, 2, 3", "take so many stones")]

    def sound(self, before: Position, after: Position) -> str:
        return "card"


class HeapLanguage(Language):
    title, best_heading, move_word = "Take-away", "Best moves", "move"
    invitation, choice_lines = "Take stones to go on from here.", 1

    def detail(self, position: Position) -> str:
        return self.result(position) or f"{self.names(position)[position.to_move]} to move"

    def reading(self, position: Position, *, seat: int | None = 0) -> str:
        return "" if seat is None else f"{self.names(position)[seat]} wins"

    def result(self, position: Position) -> str:
        winner = position.winner
        return "" if winner is None else f"{self.names(position)[winner]} took the last stone"

    def rules(self, position: Position) -> tuple[str, str]:
        return "Take one, two or three stones in turn.", "Who takes the last stone wins."

    def move_words(self, position: Position, move: str, among: Iterable[str] = ()) -> str:
        return f"Take {move}"

    def longest(self, position: Position) -> int:
        assert isinstance(position, TakeAway)
        return position.ply + position.stones

    def figure(self, value: float) -> str:
        return percent(value)

    def axis(self, values: Sequence[float | None]) -> Axis:
        return Axis(0.0, 1.0, ((1.0, "First"), (0.0, "Second")))

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        return "counted", "A multiple of four is left to the other player."

    def loss_words(self, position: Position, judgement: Judgement) -> str:
        return f"{self.move_words(position, judgement.move)} gave the game away"

    def draw_choice(
        self, canvas: Canvas, box: Box, position: Position, choice: Choice, advice: Advice | None
    ) -> None:
        words, ink = self.move_words(position, choice.move), canvas.theme.colour.text
        canvas.text((box[0], box[1] + box[3] / 2), words, "body", ink)

    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        canvas.text(at, str(seat + 1), "label", canvas.theme.colour.text3)


def draw_heap(canvas: Canvas, box: Box, position: Position, advice: Advice | None) -> None:
    assert isinstance(position, TakeAway)
    canvas.text(
        (box[0], box[1] + box[3] / 2), counted(position.stones, "stone"), "title", canvas.theme.colour.text
    )


class HeapChoices(Choices):
    game, section, seeded = NAME, "play", ""
    first = True  # whether the person begins

    def position(self) -> Position:
        return games.open_position(NAME, {"stones": "6"})

    def begin(self, context: AppContext, back: Scene) -> Scene:
        seats = (Seat("You"), Seat("Counting", "engine", "counting", "full"))[:: 1 if self.first else -1]
        return context.scene(to.Play(Session(self.position(), seats), hints=True), back)

    def extra(self) -> Command:
        return Command("B", self.swap, label="The engine begins", name="swap")

    def keys(self) -> list[tuple[str, str]]:
        return []

    def swap(self) -> None:
        self.first = not self.first

    def questions(self) -> Sequence[Question]:
        return ()

    def summary(self) -> tuple[str, str, str]:
        return "Six stones", "You against the engine", ""


@pytest.fixture
def take_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """One row in each table: that is all that the recipe asks for besides the game itself."""
    monkeypatch.setitem(games.GAMES, NAME, RULES)
    monkeypatch.setitem(engines.GAMES, NAME, ENGINES)
    look = GameLook(
        "Take-away",
        lambda: GameUI(HeapBoard(), HeapLanguage()),
        preview=draw_heap,
        mark=lambda canvas, box, rules: canvas.panel(box, canvas.theme.colour.text3),
        mode=lambda head: counted(int(head.rules["stones"]), "stone"),
    )
    monkeypatch.setitem(looks.GAMES, NAME, look)
    monkeypatch.setitem(scenes.GAMES, NAME, GameScenes(HeapChoices.of, lambda config: [("Take-away", {})]))
    monkeypatch.setitem(commands.GAMES, NAME, commands.GameWords())


@pytest.fixture
def playing(monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineRoom]:
    """An engine room whose workers know the game."""
    monkeypatch.syspath_prepend(FOLDER)
    with EngineRoom(engines="take_away:create") as room:
        yield room


@pytest.mark.usefixtures("take_away", "home")
def test_a_game_in_the_tables_is_chosen_played_against_its_engine_and_looked_back_at(
    window: WholeWindow, playing: EngineRoom
) -> None:
    opened = window(HomeScene)
    opened.context.room = playing
    assert ("Take-away", "Take one, two or three stones in turn.\nWho takes the last stone wins.") in (
        opened.scene.rule_sections()
    )
    opened.begin(lambda context: context.scene(to.NewGame(NAME), opened.scene))
    assert "Six stones" in opened.texts
    opened.click_on("start")
    opened.frame()
    assert "6 stones" in opened.texts
    opened.press("1")  # leaves five, which loses
    session = opened.scene.session  # type: ignore[attr-defined]
    while session.length < 2:
        opened.frame(seconds=0.1)
    assert [move.text for move in session.moves] == ["1", "1"]
    opened.press("1")
    while session.length < 4:
        opened.frame(seconds=0.1)
    assert session.position.over
    opened.frame(4)
    assert "Second took the last stone" in opened.texts
    opened.begin(lambda context: context.scene(to.Review(session), HomeScene(context)))
    assert isinstance(opened.scene, ReviewScene)
    opened.frame(2)


@pytest.mark.usefixtures("take_away")
def test_its_record_is_saved_read_and_judged(tmp_path: Path) -> None:
    session = Session.new(NAME, {"stones": "6"}, (Seat("You"), Seat("Guest")))
    for move in ("1", "1", "3", "1"):
        session.play(move)
    write_record(tmp_path / "heap.kibitz", session.record())
    record = read_record(tmp_path / "heap.kibitz")
    assert (record.game, record.rules, Session.resume(record).position.over) == (NAME, {"stones": "6"}, True)
    judged = review_of(record, engines.engines_of(NAME).normal).positions
    assert [(each.verdict, each.best) for each in judged[:2]] == [("blunder", "2"), ("best", "1")]
