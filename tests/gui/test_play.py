"""Playing at the table: walls by mouse, by arrows and by name, and everything that can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from ai.engine import Limit
from ai.zuniq.engine import Kibitz
from ai.zuniq.solver import solve
from game.advice import Advice, Choice, Proof, Worth
from game.record import Seat
from game.session import Session
from game.showcase import Showcase
from game.zuniq import State
from gui import destinations, screenshot
from gui.games.zuniq.board_view import Geometry
from gui.play.game_ui import RenderState
from gui.scenes.board_scene import BoardScene
from gui.scenes.play import PlayScene
from gui.ui.canvas import Point
from gui.ui.layout import Frame
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

LATE = (
    "E5v A2h B3h C4v E5h C1v E3h F3h B5h A3h D5v D1v B5v C5h D4h C1h A4v F5h C4h A5h A5v B6v E3v D2h C2h A4h B2h "
    "C6v D2v C3v B4v"
)
PERSON, ENGINE = Seat("You"), Seat("Kibitz", "engine", "kibitz", "club", 30.0)


def played(session: Session) -> list[str]:
    """The moves up to the cursor."""
    return [move.text for move in session.moves[: session.cursor]]


def proof_of(proof: Proof, *moves: str) -> Advice:
    """An engine's word that these moves win or lose."""
    score = 1.0 if proof == "win" else 0.0
    return Advice(
        tuple(Choice(move, Worth("win", score), 0.5, proof) for move in moves),
        "search",
        Worth("win", score),
        True,
    )


class Table:
    """A window on a game in play."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.room = window.room

    @property
    def scene(self) -> PlayScene:
        assert isinstance(self.window.scene, PlayScene)
        return self.window.scene

    @property
    def moves(self) -> list[str]:
        return played(self.scene.session)

    def place(self, name: str) -> Point:
        """Return the middle of a wall on the screen."""
        session = self.scene.session
        frame = self.window.context.frame(self.window.context.canvas(self.window.app.surface))
        geometry = Geometry.fit(session.position.grid, self.scene.board_box(frame))  # type: ignore[attr-defined]
        return geometry.middle(geometry.grid.wall(name))


Sit = Callable[..., Table]


@pytest.fixture
def sit(window: WholeWindow) -> Sit:
    def begin(*seats: Seat, dots: str = "4x4", moves: str = "", hints: bool = True) -> Table:
        session = Session.new("zuniq", {"dots": dots}, seats or (PERSON, PERSON))
        for move in moves.split():
            session.play(move)
        return Table(
            window(
                lambda context: PlayScene(context, context.scene(destinations.Home()), session, hints=hints)
            )
        )

    return begin


# -- drawing a wall --


def test_a_click_draws_the_wall_under_the_pointer(sit: Sit) -> None:
    table = sit()
    table.window.click(table.place("B2v"))
    table.window.click(table.place("A1h"))
    assert table.moves == ["B2v", "A1h"]


def test_arrows_and_enter_draw_the_wall_under_the_cursor(sit: Sit) -> None:
    table = sit()
    table.window.press("up", *["up"] * 6, *["left"] * 4)
    assert "A1h closes nothing." in table.window.texts
    table.window.press("right", "down", "enter")
    assert table.moves == ["A2v"]


def test_a_name_draws_its_wall_whatever_has_the_focus(sit: Sit) -> None:
    table = sit()
    table.window.press("c", "3")
    assert any(words.startswith("C3…") for words in table.window.texts)
    table.window.press("v")
    table.window.walk_to("speed")
    table.window.press("a", "1", "h")
    assert table.moves == ["C3v", "A1h"]
    assert table.scene.hints, "the H of a name shows and hides nothing"


def test_names_reach_every_wall_of_the_largest_board(sit: Sit) -> None:
    table = sit(dots="9x9")
    table.window.press("h", "9", "v", "i", "8", "h")
    assert table.moves == ["H9v", "I8h"]
    assert table.scene.hints, "a row's letter belongs to the board as long as the board has the focus"
    table.window.click(table.place("E9v"))
    table.window.click(table.place("I1h"))
    assert table.moves[2:] == ["E9v", "I1h"]


def test_a_wall_typed_in_the_engines_turn_is_refused_with_a_word(sit: Sit) -> None:
    table = sit(PERSON, ENGINE, moves="A1h")
    table.window.press("c", "1", "h")
    assert table.moves == ["A1h"]
    assert table.scene.hints, "the H of a name hides nothing"
    assert "It is Black’s turn. C1h was not drawn." in table.window.texts
    table.scene.session.play("C3v")
    table.window.frame(2)
    table.window.press("c", "1", "h")
    assert table.moves == ["A1h", "C3v", "C1h"]


def test_a_wall_typed_in_the_past_on_the_engines_turn_is_refused_with_a_word(sit: Sit) -> None:
    table = sit(PERSON, ENGINE, moves="A1h C3v")
    table.scene.controller.go_to(1)
    table.window.frame(2)
    table.window.press("c", "1", "h")
    assert table.moves == ["A1h"]
    assert "It is Black’s turn. C1h was not drawn." in table.window.texts


def test_a_name_half_typed_can_be_given_up(sit: Sit) -> None:
    table = sit(moves="A1h")
    table.window.press("c", "3", "backspace")
    assert table.moves == ["A1h"], "Backspace takes back the letters, not the wall"
    table.window.press("c", "escape", "v")
    assert table.moves == ["A1h"]
    assert isinstance(table.window.scene, PlayScene)


def test_an_illegal_wall_is_refused_and_the_reason_shown(sit: Sit) -> None:
    table = sit(moves="A1h A1v B1h A2v A2h B2h")  # a zone of one at the left; A3v would close another
    table.window.move(table.place("A3v"))
    assert "A3v would close a zone of 1, and 1 is taken." in table.window.texts
    table.window.click(table.place("A3v"))
    table.window.press("a", "3", "v")
    assert len(table.moves) == 6
    assert "A3v would close a zone of 1, and 1 is taken." in table.window.texts


def test_nothing_is_said_of_the_wall_that_was_just_drawn(sit: Sit) -> None:
    table = sit(moves="A1h B1h")
    table.window.press("c", "3", "v")
    assert table.moves[-1] == "C3v"
    table.scene.session.play("D2h")
    table.window.frame()
    assert "C3v is drawn already." not in table.window.texts
    table.window.click(table.place("C3v"))
    assert "C3v is drawn already." in table.window.texts


def test_a_wall_that_is_drawn_cannot_be_drawn_again(sit: Sit) -> None:
    table = sit(moves="A1h B1h")
    table.window.click(table.place("A1h"))
    assert table.moves == ["A1h", "B1h"]
    assert "A1h is drawn already." in table.window.texts


def test_a_claim_goes_with_the_next_wall(sit: Sit) -> None:
    table = sit(moves="A1h A2h A3h B1v B4v C1v D1h D2h", dots="5x5")
    table.window.press("!")
    table.window.press("d", "3", "h")
    table.window.press("e", "1", "h")
    assert table.moves[-2:] == ["D3h!", "E1h"]


def test_a_claim_can_be_taken_back_before_the_wall(sit: Sit) -> None:
    table = sit(moves="A1h A2h A3h B1v B4v C1v D1h D2h", dots="5x5")
    table.window.click_on("claim")
    table.window.click_on("claim")
    table.window.press("d", "3", "h")
    assert table.moves[-1] == "D3h"


def test_a_wall_of_the_list_carries_the_claim_and_the_screen_tells_of_it(sit: Sit) -> None:
    table = sit(moves="A1h A2h A3h B1v B4v C1v D1h D2h", dots="5x5")
    table.room.says("kibitzer", "D3h", "E1h")
    table.window.frame()
    table.window.press("!")
    table.window.click_on("choice 1")
    assert table.moves[-1] == "D3h!"
    table.window.move((10, 400))
    assert "White claimed the win with wall 9." in table.window.texts
    assert table.window.texts.count("!") == 2, "on the wall itself, and on Black's button"
    table.window.press("u")
    table.window.frame()
    assert table.window.texts.count("!") == 1


@pytest.mark.parametrize("proof", ["win", "loss"])
def test_what_is_proven_is_filled_on_the_board_whoever_wins(sit: Sit, proof: Proof) -> None:
    table = sit(moves="A1h A2h")
    advice = Advice(
        tuple(Choice(move, Worth("win", 0.0), 0.5, proof) for move in ("C3v", "B2v")),
        "search",
        Worth("win", 0.0),
    )
    table.scene.session.note(2, advice)
    table.window.frame()
    for name in ("C3v", "B2v"):
        colour = table.window.app.surface.get_at(table.window.pixel(table.place(name)))[:3]
        assert colour == table.window.context.theme.colour.amber


# -- the engine --


def test_the_engine_replies_and_its_reply_is_drawn(sit: Sit) -> None:
    table = sit(PERSON, ENGINE)
    table.window.click(table.place("A1h"))
    assert ("player-1", ("A1h",)) in table.room.asked
    table.room.says("player-1", "B1h")
    table.window.wait(0.6)
    assert table.moves == ["A1h", "B1h"]


def test_nobody_draws_for_the_engine(sit: Sit) -> None:
    table = sit(ENGINE, PERSON)
    table.window.click(table.place("A1h"))
    table.window.press("b", "2", "v")
    assert table.moves == []


def test_the_kibitzers_best_wall_is_drawn_by_pressing_its_row(sit: Sit) -> None:
    table = sit(PERSON, ENGINE)
    table.window.frame()
    table.room.says("kibitzer", "C2h", "A1h", value=0.6, done=False)
    table.window.frame(2)
    table.window.click_on("choice 1")
    assert table.moves == ["C2h"]


def test_nobody_is_said_to_win_before_there_is_a_figure(sit: Sit) -> None:
    table = sit(PERSON, ENGINE)
    table.window.frame()
    assert "Chance to win" in table.window.texts
    assert not {"White wins", "Black wins"} & set(table.window.texts)
    table.room.says("kibitzer", "C2h", value=0.6)
    table.window.frame(2)
    assert {"White wins", "60\u00a0%"} <= set(table.window.texts)


def test_hints_are_all_or_the_graph_alone_or_none(sit: Sit) -> None:
    table = sit(PERSON, ENGINE)
    table.window.frame()
    table.room.says("kibitzer", "C2h", value=0.6)
    table.window.frame(2)
    assert [choice.move for choice in table.scene.shown_choices()] == ["C2h"]
    table.window.press("h")
    assert table.scene.shown_choices() == ()
    assert "choice 1" not in table.scene.targets.names()
    assert table.scene.course().values == (0.6,)
    assert any(words.startswith("Hints are hidden.") for words in table.window.texts)
    table.window.click_on("hints")
    assert table.scene.course().values == (), "nothing is told"
    assert "choice 1" not in table.scene.targets.names()
    table.window.click_on("hints")
    assert "choice 1" in table.scene.targets.names()


def test_without_hints_no_figure_graph_or_verdict_tells_who_wins(sit: Sit) -> None:
    table = sit(moves="A1h C3v C1h")
    session = table.scene.session
    session.note(2, proof_of("loss", *session.position_at(2).legal_moves()))
    session.note(0, proof_of("win", "B1h"))
    session.note(1, proof_of("win", "B1h"))
    table.window.frame()
    assert {"proven", "Black wins"} <= set(table.window.texts)
    assert table.scene.course().mistakes == (1,)
    table.window.press("h", "h")
    table.window.click_on("moves")
    assert not {"proven", "Black wins", "??"} & set(table.window.texts)
    assert table.scene.course().mistakes == ()
    assert table.scene.judgements() == ()
    assert not table.scene.controller.play_style.kibitz
    assert not table.scene.controller.play_style.judges
    table.window.press("h")
    table.window.frame()
    assert {"proven", "??"} <= set(table.window.texts)


def test_whether_a_move_kept_a_proven_win_is_asked_at_once_whoever_played_it(sit: Sit) -> None:
    table = sit(PERSON, ENGINE, moves="A1h")
    start = table.scene.session.position_at(0)
    table.scene.session.note(0, proof_of("loss", *start.legal_moves()))
    table.scene.session.note(1, proof_of("win", "C3v"))
    table.scene.session.play("C1v")
    table.window.frame(2)
    assert ("reviewer", ("A1h",)) in table.room.asked
    assert table.scene.course().values == (0.0, 0.0, None)
    assert table.scene.course().estimates == {2}, "dashed, behind walls that are proved"
    table.window.press("u")
    table.scene.session.play("C3v")
    before = len(table.room.asked)
    table.window.frame(3)
    assert ("reviewer", ("A1h",)) not in table.room.asked[before:], "C3v is proved to win"


def test_a_claim_is_not_offered_where_the_loss_is_proved_and_told(sit: Sit) -> None:
    table = sit(moves="A1h A2h A3h B1v B4v C1v D1h D2h", dots="5x5")
    table.window.frame()
    assert "claim" in table.scene.targets.names()
    table.scene.session.note(8, proof_of("loss", *table.scene.session.position.legal_moves()))
    table.window.frame(2)
    assert "claim" not in table.scene.targets.names()
    table.window.press("!", "d", "3", "h")
    assert table.moves[-1] == "D3h", "no claim"
    table.window.press("u")
    table.window.press("h", "h")
    assert "claim" in table.scene.targets.names(), "that it is missing would tell the loss"


# -- back and forth --


def test_undo_and_redo_without_limit(sit: Sit) -> None:
    table = sit(moves="A1h B1h C1h")
    table.window.press("u", "u", "u", "u")
    assert table.moves == []
    table.window.press("r", "r", "r", "r")
    assert table.moves == ["A1h", "B1h", "C1h"]


def test_the_timeline_is_scrubbed_with_the_mouse(sit: Sit) -> None:
    table = sit(moves="A1h B1h C1h D1h")
    course = table.scene.course()
    graph = course.graph(table.window.context.canvas(table.window.app.surface), Frame.of(1280, 720))
    y = (graph.top + graph.bottom) / 2
    table.window.click((graph.x(2), y))
    assert table.moves == ["A1h", "B1h"]
    table.window.drag((graph.x(2), y), (graph.x(3), y), (graph.x(1), y))
    assert table.moves == ["A1h"]
    table.window.move((graph.x(4), y))
    assert table.moves == ["A1h"], "let go is let go"


def test_the_transport_steps_and_jumps_by_keys_and_buttons(sit: Sit) -> None:
    table = sit(moves="A1h B1h C1h")
    steps = ((",", "back", 2), ("home", "first", 0), (".", "on", 1), ("end", "last", 3))
    for key, _, left in steps:
        table.window.press(key)
        assert len(table.moves) == left
    for _, button, left in steps:
        table.window.click_on(button)
        assert len(table.moves) == left


def test_another_wall_in_the_past_begins_another_game_there(sit: Sit) -> None:
    table = sit(moves="A1h B1h C1h")
    table.window.press("u", "u")
    table.window.click(table.place("D1h"))
    assert table.moves == ["A1h", "D1h"]
    assert table.scene.session.length == 2


# -- around the board --


def test_a_finished_game_says_who_won_and_offers_to_look_back(sit: Sit) -> None:
    table = sit(dots="2x2", moves="A1h A1v A2v")
    table.window.press("b", "1", "h")
    assert table.scene.controller.over
    assert any(words.startswith("Black wins with wall 4") for words in table.window.texts)
    table.window.press("l")
    assert table.window.scene.name == "review"
    table.window.press("escape")
    assert table.window.scene.name == "play"


def test_help_lies_over_the_game_and_goes(sit: Sit) -> None:
    table = sit(moves="A1h")
    table.window.press("?")
    assert table.window.scene.name == "help"
    table.window.press("escape")
    assert table.moves == ["A1h"]


def test_escape_leaves_the_table_and_the_game_waits_at_home(sit: Sit) -> None:
    table = sit(PERSON, ENGINE, moves="A1h B1h")
    table.window.press("escape")
    assert table.window.scene.name == "home"
    assert [move.text for move in table.window.autosaved().moves] == ["A1h", "B1h"]
    table.window.press("c")
    assert table.moves == ["A1h", "B1h"]


def test_a_game_against_somebody_is_left_for_a_new_one_only_once_that_is_confirmed(sit: Sit) -> None:
    table = sit(PERSON, ENGINE, moves="A1h B1h")
    table.window.press("n")
    assert "Press N again to leave this game. Games keeps it." in table.window.texts
    assert table.window.scene is table.scene
    table.window.press("n")
    assert table.window.scene.name == "new_game"
    assert len(table.window.autosaved().moves) == 2


def test_the_choices_of_another_game_lead_back_to_the_one_in_progress(sit: Sit) -> None:
    table = sit(moves="A1h B1h")
    game, home = table.scene, table.scene.back
    table.window.press("n", "n", "escape")
    assert table.window.scene is game
    table.window.click(table.place("C1h"))
    assert table.moves == ["A1h", "B1h", "C1h"]
    table.window.press("n", "n", "s")
    assert table.scene is not game
    assert table.scene.back is home, "a game that has begun does not lie over the one before"


def test_a_window_made_smaller_shows_the_same_game(sit: Sit) -> None:
    table = sit(moves="A1h")
    for size in ((640, 480), (1920, 1080), (300, 200)):
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
        table.window.frame(2)
        table.window.click(table.place("A2h" if size[0] == 640 else "B2h" if size[0] == 1920 else "C2h"))
    assert table.moves == ["A1h", "A2h", "B2h", "C2h"]
    assert table.window.app.surface.get_size() == (640, 480), "smaller than that it does not get"


def test_f12_saves_what_is_on_the_screen(sit: Sit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    table = sit(moves="A1h")
    before = table.window.app.surface.copy()
    table.window.press("f12")
    [picture] = (tmp_path / "data" / "screenshots").glob("*.png")
    saved = pygame.image.load(str(picture))
    assert pygame.image.tobytes(saved, "RGB") == pygame.image.tobytes(before, "RGB")
    assert picture.name in table.window.context.word()


def test_a_key_that_repeats_while_its_work_lasts_does_it_once(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[pygame.Surface] = []

    def as_png(surface: pygame.Surface) -> bytes:
        saved.append(surface)
        return b"a picture"

    monkeypatch.setattr("gui.app.as_png", as_png)
    table = sit(moves="A1h")
    for _ in range(5):  # all that came while a picture was saved, with the release behind them
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F12, unicode="", mod=0))
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_F12, mod=0))
    table.window.frame()
    assert len(saved) == 1
    table.window.press("f12")
    assert len(saved) == 2


def test_while_an_engine_gets_ready_the_column_says_so(sit: Sit) -> None:
    full = Seat("Kibitz", "engine", "kibitz", "full", 30.0)
    table = sit(full, full)
    for role, words in (("player-0", "The engine is warming up …"), ("nobody", "Thinking …")):
        table.room.warming = {role}
        table.window.frame(2)
        assert words in table.window.texts


@pytest.mark.parametrize("size", [(640, 480), (1024, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scene", ["play", "review", "tetris-coach", "classic-play"])
def test_the_board_marks_the_moves_of_the_list(
    scene: str, size: tuple[int, int], window: WholeWindow, shown: Showcase, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = window(lambda context: screenshot.sight(scene, context, shown), size=size)
    board, drawn = opened.scene, list[RenderState]()
    assert isinstance(board, BoardScene)
    draw = board.ui.board.draw
    monkeypatch.setattr(
        board.ui.board, "draw", lambda canvas, box, look: (drawn.append(look), draw(canvas, box, look))
    )
    opened.press("k") if "choice 1" not in board.targets.names() else None
    opened.frame(2)
    listed = [name for name in board.targets.names() if name.startswith("choice ")]
    assert listed
    assert len(drawn[-1].choices) == min(len(listed), len(board.shown_choices()))


def test_every_wall_that_wins_is_named(sit: Sit) -> None:
    table = sit(dots="6x6", moves=LATE)
    state = table.scene.session.position
    assert isinstance(state, State)
    *_, advice = Kibitz(seed=1).think(state, Limit(every=True))
    winning = set(solve(state).winning_moves)
    best, *others = (choice.move for choice in advice.choices if choice.proof == "win")
    assert {best, *others} == winning
    _, reason = table.scene.ui.language.why(state, advice)
    assert f"After {best} " in reason
    assert reason.endswith(f" 4 other walls win too. They are {', '.join(others)}.")
