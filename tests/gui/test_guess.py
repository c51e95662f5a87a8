"""Guessing the moves of a game: begun from everywhere, points for each, nothing shown before, left and taken up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pygame
import pytest

from game.advice import Advice, Choice, JudgedMove, Unit, Verdict, Worth
from game.record import Seat
from game.session import Session
from game.showcase import Showcase
from game.tetris.guideline import State
from game.tetris.tetrio import read, replay
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.scenes.guided.guess import GuessScene
from gui.scenes.live_replay import ReplayScene
from gui.scenes.review import ReviewScene
from gui.scenes.tetrio.round import RoundScene
from tests.game.tetris.tetrio.sample import FILE as SAMPLE
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.gui.test_live_replay import record as live_record

PIECES = "TIOLJSZTIO"


def stacked() -> Session:
    """Ten pieces dropped where they come; all were judged to be the best."""
    session = Session.new("tetris", {"queue": f"list:{PIECES}"}, [Seat("Ann")])
    while session.length < len(PIECES) - 1:
        legal = session.position.legal_moves()
        judge(session, legal[0], "best", legal[0])
        session.play(legal[0])
    return session


def judge(session: Session, move: str, verdict: Verdict, better: str, cost: float = 0.0) -> None:
    """Have a move judged in the position that a session is at; what was judged there before stays."""
    known = session.opinions_by_node.get(session.node)
    advice = known or Advice((Choice(better, Worth("attack", 1.0)),), "search", Worth("attack", 1.0), True)
    judged = {**advice.judged, move: JudgedMove(better, Worth("attack", cost), verdict)}
    session.note_at(session.node, msgspec.structs.replace(advice, judged=judged))


def guessing(window: Window) -> GuessScene:
    scene = window.scene
    assert isinstance(scene, GuessScene)
    return scene


def opened(window: WholeWindow, session: Session) -> Window:
    """A review of the game, in which the guessing begins."""
    session.go_to(0)
    shown = window(lambda context: ReviewScene(context, context.scene(to.Home()), session, is_stored=False))
    shown.press("f")
    assert guessing(shown).asking
    return shown


@pytest.mark.usefixtures("home", "small")
def test_by_keyboard_alone_with_points_for_each_move(window: WholeWindow) -> None:
    shown = opened(window, stacked())
    scene = guessing(shown)
    assert "What did Ann play?" in shown.texts
    assert scene.shown_choices() == ()
    before = scene.session.position
    assert isinstance(before, State)
    shown.press("space")  # the piece as it comes
    move = scene.guesses.guesses[0].move
    assert scene.session.position_at(1) == before.play(scene.line[1].text)
    look = scene.session.look()
    look.take(scene.line, 0)
    judge(look, move, "mistake", scene.line[1].text, cost=3.0)
    shown.frame(2)
    assert {"3 points", "10 points", "3 of 10"} <= set(shown.texts)
    assert any(words.startswith("mistake, ") and "3.0" in words for words in shown.texts)
    shown.press("v")
    assert scene.session.position == before.play(move)
    shown.press("v", "enter")
    assert scene.asking
    assert scene.session.cursor == 1


@pytest.mark.usefixtures("home")
def test_enter_goes_on_after_a_click_on_a_board_that_takes_no_move(window: WholeWindow) -> None:
    session = Session.new("zuniq", {"dots": "3x3"}, [Seat("Ann"), Seat("Bob")])
    for move in ("A1h", "A2h", "B1h", "B2h"):
        session.play(move)
    shown = opened(window, session)
    scene = guessing(shown)
    shown.press("s")
    assert scene.shown is not None
    shown.click_on("board")
    assert scene.shown is not None, "the second click of a double click does not skip the answer"
    shown.press("a", "2", "h")
    assert "Enter goes on to the next move." in shown.texts
    shown.press("enter")
    assert scene.shown is None


@pytest.mark.usefixtures("home")
def test_a_click_on_the_board_goes_on_after_the_answer(window: WholeWindow) -> None:
    session = Session.new("zuniq", {"dots": "3x3"}, [Seat("Ann"), Seat("Bob")])
    for move in ("A1h", "A2h", "B1h", "B2h"):
        session.play(move)
    shown = opened(window, session)
    scene = guessing(shown)
    shown.press("s")
    shown.wait(0.6)
    shown.click_on("board")
    assert scene.shown is None


@pytest.mark.usefixtures("home", "small")
def test_the_same_moves_give_all_points_and_the_end_tells_the_score(window: WholeWindow) -> None:
    shown = opened(window, stacked())
    scene = guessing(shown)
    while not scene.ended:
        scene.chosen(scene.line[scene.head.reached + 1].text)
        shown.frame()
        shown.click_on("next")
    assert {"90 of 90 points", "Ann has the same.", "9 of 9"} <= set(shown.texts)
    shown.click_on("guess 4")
    assert scene.session.cursor == 5
    shown.click_on("review")
    assert isinstance(shown.scene, ReviewScene)
    shown.press("escape")
    shown.press("a")
    assert guessing(shown).guesses.guesses == ()
    assert guessing(shown).session.cursor == 0


@pytest.mark.usefixtures("home", "small")
def test_nothing_is_shown_of_what_is_still_to_come(window: WholeWindow) -> None:
    shown = opened(window, stacked())
    scene = guessing(shown)
    shown.press("end", ".", ".")
    assert scene.session.cursor == 0
    shown.click_on("timeline")
    assert scene.session.cursor == 0
    assert not any(words in shown.texts for words in ("the best move", "10 points"))
    shown.press("s")
    shown.press("home", "end", ".")
    assert scene.session.cursor == 1
    assert scene.guesses.score.points == 0
    assert scene.guesses.score.theirs == 10


@pytest.mark.usefixtures("home", "small")
def test_it_is_left_and_gone_on_with_without_loss(window: WholeWindow) -> None:
    shown = opened(window, stacked())
    for _ in range(3):
        shown.press("space", "enter")
    before = guessing(shown).guesses
    assert len(before.guesses) == 3
    shown.press("escape")
    assert isinstance(shown.scene, ReviewScene)
    again = opened(window, stacked())
    assert guessing(again).guesses == before
    assert guessing(again).session.cursor == 3
    assert "0 of 3" in again.texts
    assert ("reviewer", ()) in again.room.asked  # about a guess that is not judged yet


@pytest.mark.usefixtures("small")
def test_a_damaged_file_is_named_and_the_game_begins_anew(window: WholeWindow, home: Path) -> None:
    shown = opened(window, stacked())
    shown.press("space", "escape")
    (file,) = (home / "data" / "guided").iterdir()
    file.write_bytes(file.read_bytes().replace(b'"move":"', b'"move":"no '))
    again = opened(window, stacked())
    assert "is damaged: it holds no guesses at this game" in again.context.word()
    assert guessing(again).guesses.guesses == ()


@pytest.mark.usefixtures("home")
def test_a_side_of_a_showcase_by_mouse_alone(window: WholeWindow, small: Showcase) -> None:
    shown = window(lambda context: context.scene(to.Show(small), context.scene(to.Home())))
    shown.click_on("guess")
    scene = guessing(shown)
    winner = scene.line[-1].position.winner
    assert scene.seat == winner
    shown.wait(1.0)
    assert scene.asking
    assert scene.session.position.to_move == winner
    shown.click_on("show")
    shown.click_on("next")
    shown.wait(1.0)  # the other side has drawn its wall
    assert scene.asking
    assert scene.head.reached == scene.guesses.guesses[0].ply + 2
    shown.click_on("other")
    assert guessing(shown).seat == 1 - scene.seat


@pytest.mark.usefixtures("home", "small")
def test_a_hand_that_the_side_could_not_see_stays_hidden(window: WholeWindow) -> None:
    session = Session.new("bridge", {"deals": "random:3@1"}, [Seat("Ann"), Seat("Bea")])
    while not session.position.over and session.length < 40:
        session.play(session.position.legal_moves()[0])
    session.go_to(0)
    shown = window(lambda context: GuessScene(context, None, session, 1))
    scene = guessing(shown)
    seen = scene.ui.privacy
    assert (seen.me, seen.hidden) == (1, True)  # type: ignore[attr-defined]
    shown.wait(2.0)
    assert scene.asking
    assert scene.session.position.to_move == 1


@pytest.mark.usefixtures("home", "small")
@pytest.mark.parametrize("build", ["tetrio", "live"])
def test_a_replay_leads_here_at_the_piece_in_hand(window: WholeWindow, build: str) -> None:
    def tetrio(context: AppContext) -> Scene:
        rounds = replay(read(SAMPLE))[0]
        return RoundScene(context, context.scene(to.Home()), rounds, "round 1")

    builds: dict[str, Callable[[AppContext], Scene]] = {
        "live": lambda context: ReplayScene(context, context.scene(to.Home()), live_record(2)),
        "tetrio": tetrio,
    }
    shown = window(builds[build])
    if isinstance(shown.scene, ReplayScene):
        shown.scene.history.work(60.0)
    shown.press(".", ".", ".")
    shown.press("f")
    scene = guessing(shown)
    assert scene.session.cursor == scene.guesses.begin > 0
    pygame.event.clear()
    assert scene.asking


@pytest.mark.usefixtures("home", "small")
@pytest.mark.parametrize("game", ["four-wide", "classic"])
def test_where_one_rule_scores_all_moves_one_advice_judges_both(window: WholeWindow, game: str) -> None:
    session = Session.new(game, {}, [Seat("Ann")])
    while session.length < 2 and not session.position.over:
        session.play(session.position.legal_moves()[0])
    shown = opened(window, session)
    scene = guessing(shown)
    played = scene.line[1].text
    other = next(move for move in scene.session.position.legal_moves() if move != played)
    scene.chosen(other)
    shown.frame(2)
    unit: Unit = "clears" if game == "four-wide" else "equity"
    choices = (
        Choice(played, Worth(unit, 20.0)),
        Choice(other, Worth(unit, 18.0 if unit == "clears" else 26.0)),
    )
    scene.session.note_at(scene.line[0], Advice(choices, "policy", choices[0].worth, True))
    shown.frame(2)
    score = scene.guesses.score
    assert (score.theirs, score.most) == (10, 10)
    assert score.points < 10
    assert any(words.startswith(("inaccuracy, ", "mistake, ", "blunder, ")) for words in shown.texts)
