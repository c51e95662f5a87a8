"""Playing on from a game, measured by what really happened: side by side, tried again, the best try kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.guided.takeover import Takeover
from game.record import Seat
from game.session import Session
from game.tetris.guideline import State
from game.tetris.tetrio import read, replay
from gui import destinations as to
from gui.scenes.home import HomeScene
from gui.scenes.play import PlayScene
from gui.scenes.review import ReviewScene
from gui.scenes.tetrio.round import RoundScene
from tests.game.tetris.tetrio.sample import FILE as SAMPLE
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window, sample_game


def flat(*moves: str) -> Session:
    """A game of I pieces that lie flat, two of which fit into a row."""
    session = Session.new("tetris", {"queue": "list:IOIOIOIOIO", "board": "xxxxxx...."}, [Seat("Ann")])
    for move in moves:
        session.play(move)
    return session


def played_badly() -> Session:
    """Six pieces, each where it comes down first: nothing is cleared."""
    session = flat()
    while session.length < 6:
        session.play(session.position.legal_moves()[0])
    return session


def clearing(position: State) -> str:
    """The placement that clears the most rows, the lowest of those."""

    def worth(move: str) -> tuple[int, int]:
        after = position.play(move)
        return after.tally.cleared, -after.field.height

    return max(position.legal_moves(), key=worth)


def playing(window: Window) -> PlayScene:
    scene = window.scene
    assert isinstance(scene, PlayScene)
    return scene


def taken_over(window: WholeWindow, session: Session) -> Window:
    shown = window(lambda context: ReviewScene(context, context.scene(to.Home()), session, is_stored=False))
    shown.press("p")
    assert playing(shown).takeover is not None
    return shown


def play_well(window: Window, pieces: int) -> None:
    for _ in range(pieces):
        scene = playing(window)
        position = scene.session.position
        assert isinstance(position, State)
        scene.chosen(clearing(position))
        window.frame()


@pytest.mark.usefixtures("home", "small")
def test_the_figures_stand_side_by_side_and_a_better_try_is_kept(window: WholeWindow) -> None:
    session = played_badly()
    session.go_to(1)
    shown = taken_over(window, session)
    scene = playing(shown)
    before = scene.session.position
    play_well(shown, 3)
    assert {"Against what happened", "better", "You", "Then"} <= {
        each.capitalize() if each.isupper() else each for each in shown.texts
    }
    assert "Best" not in shown.texts
    best = scene.session.position
    shown.press("t")
    assert scene.session.position == before
    assert scene.session.length == 1
    assert "Best" in shown.texts
    for _ in range(3):
        scene.chosen(scene.session.position.legal_moves()[0])
        shown.frame()
    shown.click_on("try again")
    assert scene.takeover is not None
    assert scene.takeover.best(4) == best
    shown.press("escape")
    again = taken_over(window, session)
    takeover = playing(again).takeover
    assert takeover is not None
    assert takeover.best(4) == best


@pytest.mark.usefixtures("home", "small")
def test_where_the_game_came_to_its_end_it_is_told_which_was_better(window: WholeWindow) -> None:
    session = played_badly()
    session.go_to(3)
    shown = taken_over(window, session)
    play_well(shown, 3)
    shown.frame()
    takeover = playing(shown).takeover
    assert takeover is not None
    assert takeover.better(playing(shown).session.position) == 1
    assert any(words.startswith("You did better than what happened. T tries again.") for words in shown.texts)


@pytest.mark.usefixtures("home")
def test_behind_the_last_move_of_a_game_that_was_broken_off_nothing_is_compared() -> None:
    session = played_badly()
    takeover = Takeover.of(session, 2)
    longer = session.take_over(6, session.seats)
    assert takeover.better(longer.position) == 0
    longer.play(longer.position.legal_moves()[0])
    assert takeover.better(longer.position) is None


@pytest.mark.usefixtures("small")
def test_a_try_that_was_left_is_taken_up_with_what_it_is_measured_by(window: WholeWindow, home: Path) -> None:
    session = played_badly()
    session.go_to(2)
    shown = taken_over(window, session)
    play_well(shown, 2)
    shown.press("escape")
    shown.begin(HomeScene)
    (path,) = shown.autosaves()
    shown.scene.go(to.Continue(path))
    shown.frame(2)
    scene = playing(shown)
    assert scene.session.length == 4
    assert scene.takeover is not None
    assert scene.takeover.then(4) == session.position_at(4)
    shown.press("escape")
    (file,) = (home / "data" / "guided").glob("*.past")
    file.write_bytes(file.read_bytes()[:-9])
    shown.begin(HomeScene)
    shown.scene.go(to.Continue(shown.autosaves()[0]))
    shown.frame(2)
    assert playing(shown).takeover is None  # the game itself goes on


@pytest.mark.usefixtures("home", "small")
def test_the_review_of_a_round_of_tetrio_is_played_on_piece_by_piece(window: WholeWindow) -> None:
    rounds = replay(read(SAMPLE))[0]
    shown = window(lambda context: RoundScene(context, context.scene(to.Home()), rounds, "round 1"))
    for _ in range(6):
        shown.press(".")
    assert isinstance(shown.scene, RoundScene)
    session, (_, here) = shown.scene.session(), shown.scene.place
    shown.press("r")
    shown.press("p")
    scene = playing(shown)
    assert scene.takeover is not None
    for ply in range(here, min(here + 12, session.length)):
        assert scene.session.position == session.position_at(ply)
        scene.chosen(session.moves[ply].text)
        shown.frame()
    assert scene.takeover.better(scene.session.position) == 0


@pytest.mark.usefixtures("home", "small")
def test_against_another_side_the_results_are_compared(window: WholeWindow) -> None:
    session = sample_game("3x3")
    won = session.position_at(session.length).winner
    ply = next(each for each in range(session.length) if session.position_at(each).to_move != won)
    takeover = Takeover.of(session, ply)
    assert takeover.better(session.position_at(ply)) is None
    assert takeover.better(session.position_at(session.length)) == 0
    session.go_to(ply)
    shown = taken_over(window, session)
    assert "Against what happened" not in shown.texts
