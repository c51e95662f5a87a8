"""A game in real time looked at again: any piece and tick, any speed, figures up to there, opinions, and ways on."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
import pygame
import pytest

from game import library
from game.record import Record, Seat, write_record
from game.tetris.guideline import fumen
from game.tetris.guideline.real_time import GAME, TICKS, Replay, Setup, Statistics, TargetController
from game.tetris.guideline.real_time.handling import HARD
from gui.games.guideline import seat_view
from gui.play.advice_feed import JUDGE, KIBITZER
from gui.play.timeline import TIMELINE
from gui.scenes.games import GamesScene
from gui.scenes.live.scene import LiveScene
from gui.scenes.live_replay import ReplayPlayhead, ReplayScene
from gui.scenes.review import ReviewScene
from gui.ui import clipboard
from tests.gui.driving import FRAME, Window
from tests.gui.live_playing import down, tap, up
from tests.judging import blame

Look = Callable[..., tuple[Window, ReplayScene]]


@cache
def record(seats: int = 2) -> Record:
    """Ten seconds of players who put the first piece they can wherever it can lie."""
    rules = {"queue": "seven_bag:5", "garbage": "5"}
    replay = Replay(Setup.of(rules, "guideline", ("engine",) * seats))
    hands = [TargetController(2.0), TargetController(3.0)][:seats]
    for _ in range(600):
        for seat, hand in zip(replay.game.seats, hands, strict=True):
            if hand.waits(seat):
                hand.aim(seat, min(seat.view().placements, key=lambda at: (at.y, at.x)))
        replay.tick([hand.buttons(seat) for seat, hand in zip(replay.game.seats, hands, strict=True)])
    names = (Seat("You"), Seat("Stacker", "engine", "stacker", "club"))
    return Record(game=GAME, rules=replay.rules, seats=names[:seats], live=replay)


@pytest.fixture
def look(window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Look:
    """A window in which a game is looked at, and a home of its own."""
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))

    def open_one(seats: int = 2, **how: object) -> tuple[Window, ReplayScene]:
        shown = window(lambda context: ReplayScene(context, None, record(seats)), **how)
        assert isinstance(shown.scene, ReplayScene)
        shown.scene.history.work(60.0)
        return shown, shown.scene

    return open_one


def live(seats: int = 2) -> Replay:
    replay = record(seats).live
    assert replay is not None
    return replay


# -- going anywhere --


def test_each_step_is_a_piece_there_and_back(look: Look) -> None:
    shown, scene = look()
    ticks = sorted({live().tick_of(ply) for ply in range(9)})
    seen = [scene.head.at]
    for _ in ticks[1:]:
        shown.press(".")
        seen.append(scene.head.at)
    assert seen == ticks
    for tick in reversed(ticks[:-1]):
        shown.press(",")
        assert scene.head.at == tick


def test_a_step_back_between_two_pieces_goes_to_the_last_one(look: Look) -> None:
    shown, scene = look()
    scene.head.seek(live().tick_of(3) + 5)
    shown.press(",")
    assert scene.head.at == live().tick_of(3)


def test_the_ends_and_every_tick_can_be_reached(look: Look) -> None:
    shown, scene = look()
    shown.press("end")
    assert scene.head.at == live().ticks
    shown.press(",", shift=True)
    assert scene.head.at == live().ticks - 1
    shown.press("home")
    assert scene.head.at == 0
    shown.press(".", shift=True)
    assert scene.head.at == 1


def test_the_timeline_is_pressed_and_dragged(look: Look) -> None:
    shown, scene = look()
    box = next(each.box for each in scene.targets.all() if each.name == TIMELINE)

    def at(tick: int) -> tuple[float, float]:
        return box[0] + 8 + (box[2] - 16) * tick / scene.head.end, box[1] + box[3] / 2

    shown.click(at(300))
    assert abs(scene.head.at - 300) <= 1
    shown.drag(at(300), at(90))
    assert abs(scene.head.at - 90) <= 1


@pytest.mark.parametrize("speed", ReplayPlayhead.speeds)
def test_it_plays_at_every_speed_to_the_same_game(look: Look, speed: float) -> None:
    shown, scene = look()
    scene.head.speed = speed
    shown.press("space")
    for _ in range(13):
        shown.frame(seconds=0.07)
    assert abs(scene.head.at - (13 * 0.07 + FRAME) * 60 * speed) <= 1
    assert scene.head.game.digest() == live().at(scene.head.at).digest()


def test_speeds_go_from_an_eighth_to_eight_times(look: Look) -> None:
    shown, scene = look()
    for _ in range(9):
        shown.press("-")
    assert (scene.head.speed, scene.head.speed_words) == (0.125, "⅛×")
    for speed in ReplayPlayhead.speeds[1:]:
        shown.press("=")
        assert scene.head.speed == speed


def test_it_stops_at_the_end_and_begins_again(look: Look) -> None:
    shown, scene = look()
    scene.head.seek(live().ticks - 3)
    shown.press("space")
    shown.wait(0.5)
    assert (scene.head.at, scene.head.playing) == (live().ticks, False)
    shown.press("space")
    assert (scene.head.at < 10, scene.head.playing) == (True, True)


# -- what is shown --


def test_the_figures_follow_the_playhead(look: Look) -> None:
    shown, scene = look()
    scene.hints = False
    for ply in (4, 11):
        scene.head.seek(live().tick_of(ply))
        shown.frame()
        each = [Statistics.of(seat) for seat in live().at(live().tick_of(ply)).seats]
        assert all(f"{one.pieces_a_second:.2f}" in shown.texts for one in each)


def test_the_graph_knows_every_piece_of_both(look: Look) -> None:
    _, scene = look()
    locks = live().locks
    for number, pieces in enumerate(scene.history.seats):
        assert [piece.tick for piece in pieces] == [lock.tick for lock in locks if lock.seat == number]


def test_the_engine_is_asked_about_the_seat_that_is_looked_at(look: Look) -> None:
    shown, scene = look()
    scene.hints = True
    scene.head.seek(live().tick_of(4) + 12)
    shown.wait(0.5)
    asked = len(shown.room.asked)
    move = str(scene.seat.view().placements[0])
    shown.room.says(KIBITZER, move)
    shown.frame(2)
    heard = scene.advice()
    assert heard is not None
    assert [choice.move for choice in heard.choices] == [move]
    shown.press("2")
    assert scene.advice() is None
    shown.wait(0.5)
    assert (scene.chosen, len(shown.room.asked) > asked) == (1, True)


def test_the_book_that_a_player_followed_is_looked_into(look: Look) -> None:
    _, scene = look()
    names = (Seat("You"), Seat("Stacker", "engine", "stacker", "club", book="bt-loop"))
    replay = ReplayScene(scene.context, None, msgspec.structs.replace(record(), seats=names))
    books = []
    for number in (0, 1):
        replay.choose(number)
        books.append(replay.question().options["book"])
    assert books == [scene.context.config.tetris.book, "bt-loop"]


def test_what_was_really_placed_is_judged(look: Look) -> None:
    shown, scene = look()
    scene.hints = True
    scene.head.seek(live().tick_of(4) + 12)
    shown.wait(0.5)
    placed = scene.history.after(0, scene.head.at)
    assert placed is not None
    shown.room.says(KIBITZER, str(placed.landing.placement.canonical()))
    shown.frame(2)
    assert any("the engine’s choice" in line for line in shown.texts)


@pytest.mark.parametrize("size", [(1280, 720), (1100, 520)])
@pytest.mark.parametrize("seats", [1, 2])
def test_the_well_marks_no_move_that_the_column_does_not_list(
    look: Look, size: tuple[int, int], seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked: list[int] = []
    monkeypatch.setattr(seat_view, "draw_rank", lambda *args, **_: marked.append(args[3]))
    shown, scene = look(seats, size=size)
    scene.hints = True
    scene.head.seek(live(seats).tick_of(4) + 12)
    shown.wait(0.5)
    shown.room.says(KIBITZER, *(str(each) for each in scene.seat.view().placements[:9:2]))
    shown.frame(2)
    marked.clear()
    shown.frame()
    rows = [name for name in scene.targets.names() if name.startswith("choice ")]
    assert marked
    assert len(marked) <= len(rows)


def test_a_worse_piece_stands_beside_the_better_one_with_the_reason(look: Look) -> None:
    shown, scene = look()
    scene.hints = True
    scene.head.seek(live().tick_of(4) + 12)
    shown.wait(0.5)
    placed = scene.history.after(0, scene.head.at)
    assert placed is not None
    at = placed.landing.placement.canonical()
    other = next(str(each) for each in scene.seat.view().placements if each.piece == at.piece and each != at)
    shown.room.says(KIBITZER, other, str(at))
    shown.frame(2)
    look_at = scene._look(0, 3)
    assert look_at.fault is not None
    assert look_at.fault[0] == at
    assert any("the engine’s 2nd choice" in line for line in shown.texts)
    assert not any("rows less" in line for line in shown.texts), "a position score is not rows"


# -- ways on --


def test_every_piece_of_a_seat_can_be_judged(look: Look) -> None:
    shown, scene = look()
    scene.head.seek(live().tick_of(7))
    shown.press("2", "r")
    assert isinstance(shown.scene, ReviewScene)
    session = shown.scene.session
    own = sum(lock.seat == 1 for lock in live().locks)
    assert (session.length, session.cursor) == (own, sum(lock.seat == 1 for lock in live().locks[:7]))
    shown.press("escape")
    assert shown.scene is scene


@pytest.mark.parametrize("looks_elsewhere", [False, True])
def test_the_review_of_a_whole_game_begins_at_the_first_mistake(look: Look, looks_elsewhere: bool) -> None:
    shown, scene = look(1)
    scene.head.seek(scene.head.end)
    shown.press("r")
    review = shown.scene
    assert isinstance(review, ReviewScene)
    session, room = review.session, shown.room
    assert session.cursor == 0
    assert [moves for role, moves in room.asked if role == JUDGE][-1] == (), "judged from the start"
    if looks_elsewhere:
        shown.press(".")
    blame(session, 4, 3.0, session.moves[4].text, "attack")
    for ply in range(3):
        shown.frame()
        assert session.cursor == looks_elsewhere
        grave = ply == 2
        blame(session, ply, 3.0 * grave, session.moves[ply].text, "attack", "blunder" if grave else "fine")
    shown.frame(2)
    assert session.cursor == (1 if looks_elsewhere else 2)


def test_a_seat_is_taken_over_from_here(look: Look) -> None:
    shown, scene = look()
    scene.head.seek(live().tick_of(7))
    shown.press("2", "v")
    assert shown.scene is not scene
    assert shown.scene.back is scene
    taken = shown.scene.match.replay  # type: ignore[attr-defined]
    fields = [seat.state.field for seat in taken.at(0).seats]
    assert fields == [seat.state.field for seat in live().at(live().tick_of(7)).seats]
    assert [player.person for player in shown.scene.plan.players] == [False, True]  # type: ignore[attr-defined]


def test_a_key_that_opened_the_game_and_is_still_held_does_not_pause_it(look: Look) -> None:
    shown, scene = look(1)
    scene.head.seek(live(1).tick_of(5))
    down(pygame.K_p)
    shown.frame()
    game = shown.scene
    assert isinstance(game, LiveScene)
    for _ in range(3):  # as the keyboard repeats it
        down(pygame.K_p)
        shown.frame()
    assert game.match.phase == "counting"
    up(pygame.K_p)
    shown.frame()
    tap(shown, pygame.K_p)
    assert game.match.phase == "paused"


def test_the_position_goes_to_the_sandbox(look: Look) -> None:
    shown, scene = look(1)
    scene.head.seek(live(1).tick_of(5))
    shown.press("b")
    assert shown.scene.name == "sandbox"
    assert shown.scene.state.field == live(1).at(live(1).tick_of(5)).seats[0].state.field  # type: ignore[attr-defined]


def test_the_game_is_copied_as_a_fumen(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, _ = look(1)
    board: list[str] = []
    monkeypatch.setattr(clipboard, "put", lambda text: bool(board.append(text) or True))
    shown.press("c")
    assert len(fumen.read(board[0])) == live(1).count


def read(shown: Window) -> None:
    """Wait until the chosen game is read, and its result is known."""
    assert isinstance(shown.scene, GamesScene)
    shown.scene.session(wait=True)
    while shown.scene.games.read_on():
        shown.frame()
    shown.frame(3)


def test_the_shelf_opens_it_as_what_it_is(look: Look, window: Callable[..., Window]) -> None:
    library.games_dir().mkdir(parents=True)
    write_record(library.games_dir() / "game.kibitz", record())
    shown = window(lambda context: GamesScene(context))
    shown.frame()
    assert "play on" not in shown.scene.targets.names(), "one goes on from where one looks back"
    read(shown)
    assert "Copy a fumen" in shown.texts
    shown.press("l")
    assert isinstance(shown.scene, ReplayScene)


@pytest.mark.parametrize(("seconds", "text"), [(1, "Not finished"), (200, "Topped out")])
def test_the_shelf_says_how_it_has_ended(
    look: Look, window: Callable[..., Window], seconds: int, text: str
) -> None:
    replay, drop = Replay(Setup.of({"queue": "seven_bag:5"}, "guideline", ("engine",))), HARD
    while replay.ticks < seconds * TICKS and not replay.game.over:
        replay.tick((drop if replay.ticks % 2 else 0,))
    library.games_dir().mkdir(parents=True)
    stored = Record(game=GAME, rules=replay.rules, seats=(Seat("You"),), live=replay)
    write_record(library.games_dir() / "game.kibitz", stored)
    shown = window(lambda context: GamesScene(context))
    read(shown)
    assert text in shown.texts
    pieces = "1 piece" if replay.count == 1 else f"{replay.count} pieces"
    row = f"{pieces}, {text[0].lower()}{text[1:]}"
    assert any(words.endswith(row) for words in shown.texts), "its row in the list says it too"
    assert pieces in shown.texts, "and so does the panel"


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (3840, 2160)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 3.0])
def test_it_is_drawn_at_every_size(look: Look, size: tuple[int, int], scale: float) -> None:
    shown, scene = look(size=size, scale=scale, theme="light")
    scene.panel_open = True
    scene.head.seek(300)
    shown.frame(2)


def test_nothing_breaks_while_everything_is_pressed(look: Look) -> None:
    shown, scene = look()
    for _ in range(len(scene.targets.names())):
        shown.press("tab")
    for key in ("1", "2", "h", "h", "k", "left", "right", "up", "down", "space", ",", "."):
        shown.press(key)
    assert shown.scene is scene
