"""Sounds: short, synthesised, and nothing that anybody needs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest

from gui.play.live_plan import Plan
from gui.ui import sounds
from gui.ui import sounds as speaker
from gui.ui.sounds import RATE, SOUNDS, Speaker, can_be_heard, samples
from tests.gui.driving import Window
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
def dummy_sound(monkeypatch: pytest.MonkeyPatch) -> Iterator[Speaker]:
    """A device that nobody hears."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    one = Speaker()
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
    one = Speaker()
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


def test_sounds_play_on_a_device_and_mix(dummy_sound: Speaker) -> None:
    assert os.environ["SDL_AUDIODRIVER"] == "dummy"
    dummy_sound.play("lock", 1.0)  # not ready yet, and no harm done
    dummy_sound.wake()
    assert dummy_sound.wait(20.0)
    for name in SOUNDS:
        dummy_sound.play(name, 0.5)
    assert pygame.mixer.get_busy()


def test_a_device_that_fails_is_silence(monkeypatch: pytest.MonkeyPatch, dummy_sound: Speaker) -> None:
    def fail(*_: object, **__: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    dummy_sound.wake()
    assert not dummy_sound.wait(20.0)
    dummy_sound.play("lock", 1.0)


class Heard(Speaker):
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
    assert sounds.Speaker is Speaker
