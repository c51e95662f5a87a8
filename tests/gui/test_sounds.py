"""Sounds: short, synthesised, and nothing that anybody needs."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.position import Position
from game.session import Session
from game.tetris.classic import State as Classic
from game.tetris.four_wide.state import State as FourWide
from game.tetris.guideline import State as Guideline
from game.zuniq import State as Zuniq
from gui.context import Scene
from gui.games.registry import ui_of
from gui.play.live_plan import Plan
from gui.scenes.review import ReviewScene
from gui.scenes.sandbox.scene import SandboxScene
from gui.ui import sounds
from gui.ui import sounds as speaker
from gui.ui.sounds import RATE, SOUNDS, SoundPlayer, can_be_heard, samples, sound_of
from tests.gui.conftest import WholeWindow
from tests.gui.driving import ENGINE, Window, sample_game
from tests.gui.live_playing import ALONE, count_down, play_on, sit_down, tap


@pytest.fixture
def no_sound(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A Linux machine without any sound."""
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    cards = tmp_path / "cards"
    cards.write_text("--- no soundcards ---\n")
    monkeypatch.setattr(speaker, "_CARDS", cards)
    monkeypatch.setattr(speaker.sys, "platform", "linux")


@pytest.fixture
def dummy_sound(monkeypatch: pytest.MonkeyPatch) -> Iterator[SoundPlayer]:
    """A device that nobody hears."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    one = SoundPlayer()
    yield one
    one.close()


@pytest.mark.parametrize("name", SOUNDS)
def test_every_sound_is_short_begins_and_ends_in_silence_and_is_not_too_loud(name: str) -> None:
    wave = samples(name)
    assert 0.02 < len(wave) / RATE < 2.5
    assert abs(int(wave[0])) < 400
    assert abs(int(wave[-1])) < 400
    assert np.abs(wave.astype(int)).max() <= 0.8 * 32767
    assert np.abs(wave.astype(int)).max() > 1000


def test_a_machine_without_sound_is_left_in_peace(no_sound: None) -> None:
    one = SoundPlayer()
    one.wake()
    assert not can_be_heard()
    assert not one.wait(0.0)
    one.play("lock", 1.0)
    assert pygame.mixer.get_init() is None
    one.close()


def test_a_card_or_a_sound_server_is_enough(
    no_sound: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not can_be_heard()
    (tmp_path / "pipewire-0").touch()
    assert can_be_heard()
    (tmp_path / "pipewire-0").unlink()
    (tmp_path / "cards").write_text(" 0 [PCH ]: HDA-Intel\n")
    assert can_be_heard()


def test_sounds_play_on_a_device_and_mix(dummy_sound: SoundPlayer) -> None:
    assert os.environ["SDL_AUDIODRIVER"] == "dummy"
    dummy_sound.play("lock", 1.0)  # not ready yet, and no harm done
    dummy_sound.wake()
    assert dummy_sound.wait(20.0)
    for name in SOUNDS:
        dummy_sound.play(name, 0.5)
    assert pygame.mixer.get_busy()


def test_a_device_that_fails_is_silence(monkeypatch: pytest.MonkeyPatch, dummy_sound: SoundPlayer) -> None:
    def fail(*_: object, **__: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    dummy_sound.wake()
    assert not dummy_sound.wait(20.0)
    dummy_sound.play("lock", 1.0)


class Heard(SoundPlayer):
    """A speaker that only notes what it is to play."""

    def __init__(self) -> None:
        super().__init__()
        self.played: list[tuple[str, float]] = []

    def wake(self) -> None:
        """It is awake."""

    def play(self, name: str, volume: float) -> None:
        assert name in SOUNDS
        self.played.append((name, volume))

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.played]


def test_what_a_person_does_is_heard_as_loud_as_the_settings_have_it(table: Window) -> None:
    scene = sit_down(table, Plan("sprint", ALONE, seed=7))
    table.context.speaker = heard = Heard()
    scene.restart()
    count_down(table, scene)
    assert heard.names == ["count", "count", "count", "go"]
    table.frame(3)
    heard.played.clear()
    tap(table, pygame.K_LEFT, pygame.K_UP, pygame.K_c, pygame.K_SPACE)
    assert heard.names == ["shift", "turn", "hold", "drop"]
    assert {volume for _, volume in heard.played} == {table.context.config.sound.effects}
    heard.played.clear()
    table.context.change("sound.effects", 0.0)
    play_on(scene, 2)
    tap(table, pygame.K_SPACE)
    assert heard.played == []


def test_the_window_has_a_speaker_and_pictures_have_none(table: Window) -> None:
    assert table.context.speaker is None
    assert sounds.SoundPlayer is SoundPlayer


def sounds_along(session: Session) -> list[str]:
    """The sounds of a game's moves from its start to its end."""
    ui = ui_of(session.position.game)
    ui.privacy.sit(session.seats, hidden=False)
    places = [session.position_at(ply) for ply in range(session.length + 1)]
    return [ui.board.sound(before, after) for before, after in pairwise(places)]


def test_a_wall_and_a_closed_zone_sound_different() -> None:
    session = sample_game("4x4")
    last = session.position_at(session.length)
    assert isinstance(last, Zuniq)
    results = sounds_along(session)
    assert set(results) == {"wall", "zone"}
    assert results.count("zone") <= len(last.zones)
    assert results[0] == "wall", "one wall closes nothing"


def test_calls_cards_and_tricks_have_their_sounds() -> None:
    chance = random.Random(3)
    session = Session.new("bridge", {"deals": "random:3", "match": "1 deals"}, (ENGINE, ENGINE))
    for call in ("1N", "pass"):
        session.play(call)
    for _ in range(52):
        session.play(chance.choice([card for card in session.position.legal_moves() if len(card) == 2]))
    assert session.position.over
    assert sounds_along(session) == ["call", "call"] + ["card", "trick"] * 26


@pytest.mark.parametrize(("rows", "name"), list(enumerate(("lock", "single", "double", "triple", "tetris"))))
def test_each_number_of_rows_has_its_sound(rows: int, name: str) -> None:
    assert sound_of(rows) == name
    assert name in SOUNDS
    assert sound_of(max(1, rows), difficult=True) == "tetris"
    assert sound_of(max(1, rows), difficult=True, perfect=True) == "perfect"


@pytest.mark.parametrize("game", ["classic", "tetris", "four-wide"])
def test_a_clear_is_heard_piece_by_piece(game: str) -> None:
    session = Session.new(game, {}, (ENGINE,))
    while not session.position.over and session.length < 30:
        here = session.position
        session.play(max(here.legal_moves(), key=lambda move: tidy(here.play(move))))
    results = sounds_along(session)
    assert "single" in results, "or nothing was tried"
    assert set(results) <= {"lock", "single", "double", "triple", "tetris", "perfect"}
    for ply, name in enumerate(results):
        rows = cleared(session.position_at(ply + 1)) - cleared(session.position_at(ply))
        assert (name != "lock") == (rows > 0)


def cleared(position: Position) -> int:
    """The rows that a game of Tetris has cleared."""
    if isinstance(position, Guideline):
        return position.tally.cleared
    if isinstance(position, FourWide):
        return position.combo
    assert isinstance(position, Classic)
    return position.cleared


def tidy(position: Position) -> tuple[int, ...]:
    """More of it where rows went, and where the stack is even: rows that are begun are filled first."""
    if isinstance(position, Guideline):
        return (cleared(position), sum(row.bit_count() ** 2 for row in position.field.rows))
    if isinstance(position, Classic):
        return (cleared(position), sum(row.bit_count() ** 2 for row in position.board.rows))
    return (cleared(position),)


def test_moves_are_heard_as_they_are_shown_and_have_a_volume_of_their_own(window: WholeWindow) -> None:
    open_window = window(lambda context: ReviewScene(context, Scene(context), sample_game("4x4")))
    open_window.context.speaker = heard = Heard()
    open_window.press("home")
    open_window.frame(2)
    heard.played.clear()
    open_window.press(".")
    open_window.frame(2)
    assert heard.played == [("wall", open_window.context.config.sound.moves)]
    open_window.press(",")
    open_window.frame(2)
    assert len(heard.played) == 1, "a move that is taken back is not heard"
    open_window.context.change("sound.moves", 0.0)
    open_window.press(".")
    open_window.frame(2)
    assert len(heard.played) == 1


def test_a_piece_placed_in_the_sandbox_is_heard_and_a_painted_cell_is_not(
    window: WholeWindow, home: Path
) -> None:
    open_window = window(lambda context: SandboxScene(context, Scene(context), Guideline.open({})))
    open_window.context.speaker = heard = Heard()
    scene = open_window.scene
    assert isinstance(scene, SandboxScene)
    scene.put(scene.state.legal_moves()[0])
    open_window.frame(2)
    assert heard.played == [("lock", open_window.context.config.sound.moves)]
    scene.editor.add_garbage()
    open_window.frame(2)
    open_window.press("u")
    open_window.frame(2)
    assert len(heard.played) == 1
