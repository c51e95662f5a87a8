"""Free play in real time: pieces taken back, boards out of fumens, garbage that comes by itself."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game import library
from game.record import read_record
from game.tetris.guideline import State, fumen
from game.tetris.guideline.sandbox import page_of
from gui.play.live_plan import Mode, Plan, plan_of
from gui.ui import clipboard
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.gui.live_playing import ALONE, count_down, down, drop_pieces, play_on, start, tap
from tests.gui.test_new_game_guideline import Begun, begun, choices, opened

__all__ = ["begun"]

FREE = Plan("free", ALONE, seed=7, hints=False)
CHEESE = Plan("free", ALONE, {"cheese": "6", "messiness": "100"}, seed=7, hints=False, cheese=6)


# -- pieces taken back --


def test_pieces_are_taken_back_and_brought_again(table: Window) -> None:
    scene = start(table, FREE)
    drop_pieces(table, scene, 5)
    fields = [scene.match.replay.position(ply).states[0].field for ply in range(6)]
    for left in (4, 3, 2):
        tap(table, pygame.K_u)
        assert scene.match.replay.count == left
        assert scene.match.seats[0].state.field == fields[left]
    tap(table, pygame.K_y)
    assert scene.match.seats[0].state.field == fields[3]
    tap(table, pygame.K_BACKSPACE, pygame.K_BACKSPACE, pygame.K_BACKSPACE, pygame.K_BACKSPACE)
    assert scene.match.replay.count == 0
    for _ in range(6):
        table.click_on("redo") if scene.match.can_redo else None
        table.frame(2)
    assert scene.match.seats[0].state.field == fields[5]
    scene.match.replay.prove()


def test_another_piece_ends_what_can_be_brought_again(table: Window) -> None:
    scene = start(table, FREE)
    drop_pieces(table, scene, 3)
    table.click_on("undo")
    assert scene.match.can_redo
    table.frame(3)
    tap(table, pygame.K_LEFT, pygame.K_LEFT, pygame.K_SPACE)
    assert scene.match.replay.count == 3
    assert not scene.match.can_redo


def test_a_drop_that_is_still_held_does_not_drop_the_piece_that_comes_back(table: Window) -> None:
    scene = start(table, FREE)
    drop_pieces(table, scene, 2)
    table.frame(10)
    down(pygame.K_SPACE)
    table.frame(3)
    assert scene.match.replay.count == 3
    tap(table, pygame.K_u)
    table.frame(30)
    assert scene.match.replay.count == 2


def test_a_game_that_is_over_goes_on_from_before_its_end_and_both_are_saved(table: Window) -> None:
    scene = start(table, FREE)
    while not scene.match.game.over:
        tap(table, pygame.K_SPACE)
    count = scene.match.replay.count
    table.frame(60)
    tap(table, pygame.K_u)
    count_down(table, scene)
    assert scene.match.replay.count == count - 1
    tap(table, pygame.K_SPACE)
    play_on(scene, 30)
    table.frame(5)
    table.context.autosave.flush()
    assert len(list(library.games_dir().glob("*.kibitz"))) == 2


def test_no_piece_is_taken_back_in_a_sprint(table: Window) -> None:
    scene = start(table, Plan("sprint", ALONE, seed=7))
    drop_pieces(table, scene, 2)
    tap(table, pygame.K_u)
    assert scene.match.replay.count == 2
    assert "undo" not in [target.name for target in scene.targets.all()]


# -- garbage that comes by itself --


def test_rows_of_garbage_are_there_from_the_start_and_stay(table: Window) -> None:
    scene = start(table, CHEESE)
    assert scene.match.seats[0].state.garbage_rows == 6
    for _ in range(25):
        if scene.match.game.over:
            break
        drop_pieces(table, scene, 1)
        state = scene.match.seats[0].state
        assert state.garbage_rows == 6 or (state.last is not None and state.last.rows)
    again = plan_of(scene._record())
    assert (again.mode, again.cheese, again.rules["cheese"]) == ("free", 6, "6")


def test_an_attack_comes_after_every_so_many_pieces() -> None:
    state = State.open({"queue": "seven_bag:3", "wave": "2", "every": "3", "messiness": "0"})
    waiting = []
    for _ in range(7):
        state = state.put(min(state.placements, key=lambda at: at.y))
        waiting.append((state.garbage.waiting, state.garbage_rows))
    assert waiting == [(0, 0), (0, 0), (2, 0), (0, 2), (0, 2), (2, 2), (0, 4)]


def test_garbage_that_comes_by_itself_is_saved_and_taken_up_again(table: Window) -> None:
    rules = {"cheese": "4", "wave": "2", "every": "3", "messiness": "100"}
    scene = start(table, Plan("free", ALONE, rules, seed=11, hints=False, cheese=4))
    drop_pieces(table, scene, 7)
    scene.pause()
    table.context.autosave.flush()
    (saved,) = table.context.autosave.games()
    record = read_record(saved.path)
    assert record.live is not None
    record.live.prove()
    assert record.live.game.digest() == scene.match.game.digest()
    assert plan_of(record).rules["wave"] == "2"
    record.live.tick((0,))


# -- boards of fumens --


def fumen_of(board: str, queue: str = "") -> str:
    rules = {"board": board} | ({"queue": queue} if queue else {})
    return fumen.write([page_of(State.open(rules))])


def test_a_fumen_on_the_clipboard_is_the_board_of_free_play(window: WholeWindow, begun: Begun) -> None:
    page = opened(window, "free")
    clipboard.put(fumen_of("ZZ......LL/.ZZ...LLLL", "list:TISOL"))
    page.press("v", ctrl=True)
    page.click_on("start")
    (plan,) = begun
    assert isinstance(plan, Plan)
    start = plan.start()
    assert start.field.short == "xx......xx/.xx...xxxx"
    assert "".join("IOTLJSZ"[each] for each in start.queue.pieces(5)) == "TISOL"


@pytest.mark.parametrize("text", ["v115@nonsense", "hello", "", "xxxx/xxxx"])
def test_a_bad_fumen_leaves_what_was_there(window: WholeWindow, begun: Begun, text: str) -> None:
    page = opened(window, "free")
    clipboard.put(fumen_of("xxxx......"))
    page.click_on("board 2")
    board = choices(page).pasted
    assert board is not None
    clipboard.put(text)
    page.press("v", ctrl=True)
    assert page.context.word()
    assert choices(page).pasted == board
    page.click_on("board 0")
    page.click_on("start")
    (plan,) = begun
    assert isinstance(plan, Plan)
    assert plan.start().field.height == 0


# -- a piece that took too many keys comes back --

RETRY = Plan("free", ALONE, seed=7, hints=False, retry=True)


@pytest.mark.parametrize("mode", ["free", "sprint"])
def test_a_piece_that_took_too_many_keys_comes_back(table: Window, mode: Mode) -> None:
    scene = start(table, replace(RETRY, mode=mode))
    table.frame(3)
    piece = scene.match.seats[0].piece
    assert piece is not None
    tap(table, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_SPACE)
    table.frame(3)
    retry = scene.match.retry
    assert retry is not None
    assert (scene.match.replay.count, scene.match.retries) == (0, 1)
    assert (retry.used, retry.fewest) == (3, ("left",))
    assert scene.match.seats[0].piece == piece
    assert any("3 keys; 1 would do: left." in each for each in table.texts)
    tap(table, pygame.K_LEFT, pygame.K_SPACE)
    table.frame(3)
    assert scene.match.replay.count == 1
    assert scene.match.retry is None
    assert scene.match.seats[0].faults == 0
    assert scene.match.replay.locks[0].tick == scene.match.replay.tick_of(1)
    scene.match.replay.prove()


def test_a_sprint_with_pieces_that_come_back_is_none_of_the_best() -> None:
    assert not replace(RETRY, mode="sprint").fair
    assert replace(RETRY, mode="sprint", seed=0, retry=False).fair
