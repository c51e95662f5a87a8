"""What plays the sounds. Everything that may take its time, or fail, happens beside the window's thread."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from pathlib import Path

import numpy as np
import pygame

from gui.sounds.notes import RATE, SOUNDS, samples

_BUFFER = 512  # samples: a sound is heard 12 ms after it was asked for
_CHANNELS = 12
_CARDS = Path("/proc/asound/cards")
_SERVERS = ("pulse/native", "pipewire-0")


def can_be_heard() -> bool:
    """Whether it is worth trying: without a device the system's own library would fill the terminal with errors."""
    if os.environ.get("SDL_AUDIODRIVER"):
        return True
    if sys.platform != "linux":
        return True
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or "/nonexistent")
    if os.environ.get("PULSE_SERVER") or any((runtime / server).exists() for server in _SERVERS):
        return True
    with suppress(OSError):
        return "no soundcards" not in _CARDS.read_text()
    return False


class Speaker:
    """Plays sounds by name; until it is ready, and where there is no device, nothing."""

    def __init__(self) -> None:
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._thread: threading.Thread | None = None

    @property
    def ready(self) -> bool:
        """Whether sounds can be heard."""
        return bool(self._sounds)

    def wake(self) -> None:
        """Get ready, if that was not tried before."""
        if self._thread is None and can_be_heard():
            self._thread = threading.Thread(target=self._prepare, name="speaker", daemon=True)
            self._thread.start()

    def play(self, name: str, volume: float) -> None:
        """Play a sound, 0 to 1 loud; as often as one likes, they mix."""
        sound = self._sounds.get(name)
        if sound is not None and volume > 0:
            sound.set_volume(volume)
            with suppress(pygame.error):
                sound.play()

    def wait(self, seconds: float) -> bool:
        """Whether it is ready, after waiting so long at most."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self.ready

    def close(self) -> None:
        """Be silent."""
        self._sounds = {}
        if self._thread is not None:
            self._thread.join(1.0)
        if pygame.mixer.get_init():
            pygame.mixer.quit()

    def _prepare(self) -> None:
        with suppress(pygame.error, OSError, RuntimeError):
            pygame.mixer.init(RATE, -16, 2, _BUFFER, allowedchanges=0)
            pygame.mixer.set_num_channels(_CHANNELS)
            made = {name: _sound(name) for name in SOUNDS}
            self._sounds = made


def _sound(name: str) -> pygame.mixer.Sound:
    """A sound for two channels."""
    wave = samples(name)
    return pygame.mixer.Sound(buffer=np.repeat(wave, 2).tobytes())
