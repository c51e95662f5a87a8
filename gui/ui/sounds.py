"""Short sounds for what happens: synthesised, never needed, silent where there is nothing to play them on."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pygame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# The sounds as numbers: a few decaying sines each, worked out once, no files.

RATE = 44_100  # samples a second
_ATTACK = 0.003  # seconds in which a tone comes up, so that nothing clicks
_LOUDEST = 0.8


class Tone(NamedTuple):
    """A sine of `pitch` in hertz from `start` on, gone to a third after `decay`, both in seconds.

    It glides to `to` hertz, where that is not 0; `rough` is the share of noise in it.
    """

    pitch: float
    start: float = 0.0
    decay: float = 0.06
    loud: float = 1.0
    to: float = 0.0
    rough: float = 0.0


_C, _E, _G, _HIGH = 523.25, 659.25, 783.99, 1046.5
SOUNDS: dict[str, tuple[Tone, ...]] = {
    "shift": (Tone(340, decay=0.012, loud=0.22),),
    "turn": (Tone(480, decay=0.018, loud=0.3),),
    "spin": (Tone(620, decay=0.05, loud=0.45), Tone(930, 0.02, 0.05, 0.3)),
    "hold": (Tone(420, decay=0.03, loud=0.35, to=560),),
    "drop": (Tone(150, decay=0.05, loud=0.8, to=80, rough=0.25),),
    "lock": (Tone(190, decay=0.03, loud=0.45, to=130, rough=0.1),),
    "single": (Tone(_C, decay=0.09, loud=0.6),),
    "double": (Tone(_C, decay=0.08, loud=0.55), Tone(_E, 0.05, 0.1, 0.55)),
    "triple": (Tone(_C, decay=0.07, loud=0.5), Tone(_E, 0.05, 0.08, 0.5), Tone(_G, 0.1, 0.12, 0.5)),
    "tetris": (
        Tone(_C, decay=0.08, loud=0.5), Tone(_E, 0.05, 0.09, 0.5),
        Tone(_G, 0.1, 0.1, 0.5), Tone(_HIGH, 0.15, 0.2, 0.55),
    ),
    "perfect": (
        Tone(_C, decay=0.3, loud=0.35), Tone(_E, 0.04, 0.3, 0.35),
        Tone(_G, 0.08, 0.3, 0.35), Tone(_HIGH, 0.12, 0.4, 0.4), Tone(2 * _E, 0.2, 0.4, 0.3),
    ),
    "rise": (Tone(95, decay=0.12, loud=0.8, to=60, rough=0.35),),
    "count": (Tone(_E, decay=0.05, loud=0.4),),
    "go": (Tone(_HIGH, decay=0.12, loud=0.45),),
    "won": (Tone(_C, decay=0.25, loud=0.4), Tone(_G, 0.12, 0.3, 0.4), Tone(_HIGH, 0.24, 0.45, 0.4)),
    "lost": (Tone(330, decay=0.25, loud=0.45, to=247), Tone(220, 0.2, 0.4, 0.45, to=165)),
    "wall": (Tone(880, decay=0.015, loud=0.35), Tone(210, decay=0.04, loud=0.55, to=170, rough=0.15)),
    "zone": (Tone(210, decay=0.04, loud=0.5, rough=0.15), Tone(_E, 0.04, 0.1, 0.4), Tone(_G, 0.09, 0.16, 0.4)),
    "card": (Tone(1400, decay=0.02, loud=0.4, to=500, rough=0.85),),
    "trick": (Tone(1400, decay=0.02, loud=0.4, to=500, rough=0.85), Tone(300, 0.07, 0.05, 0.45, to=240, rough=0.3)),
    "call": (Tone(740, decay=0.025, loud=0.35),),
}  # fmt: skip
_PLACED = ("lock", "single", "double", "triple", "tetris")  # by the rows that a piece clears


def sound_of(rows: int, *, difficult: bool = False, perfect: bool = False) -> str:
    """The sound of a placed piece that clears 0 to 4 rows; `difficult` and `perfect` as in `attack.Clear`."""
    return "perfect" if perfect else "tetris" if difficult else _PLACED[rows]


def samples(name: str) -> NDArray[np.int16]:
    """A sound as samples of 16 bits, one channel. Raises `KeyError` for one that there is not."""
    import numpy as np

    tones = SOUNDS[name]
    length = max(tone.start + 5 * tone.decay for tone in tones)
    wave = np.zeros(round(length * RATE))
    for tone in tones:
        first = round(tone.start * RATE)
        wave[first:] += _tone(tone, len(wave) - first)
    wave *= np.minimum(1.0, np.arange(len(wave))[::-1] / (_ATTACK * RATE))
    peak = max(1.0, float(np.abs(wave).max()))
    return (wave / peak * _LOUDEST * 32767).astype(np.int16)


def _tone(tone: Tone, count: int) -> NDArray[np.float64]:
    import numpy as np

    seconds = np.arange(count) / RATE
    share = np.minimum(1.0, seconds / (3 * tone.decay))
    pitch = tone.pitch + ((tone.to or tone.pitch) - tone.pitch) * share
    wave = np.sin(2 * np.pi * np.cumsum(pitch) / RATE)
    if tone.rough:
        noise = np.random.default_rng(1).uniform(-1.0, 1.0, count)
        wave = (1 - tone.rough) * wave + tone.rough * noise
    loud: NDArray[np.float64] = tone.loud * np.exp(-seconds / tone.decay) * np.minimum(1.0, seconds / _ATTACK)
    return loud * wave


# What plays the sounds. Everything that may take its time, or fail, happens beside the window's thread.

_BUFFER = 512  # samples: a sound is heard 12 ms after it was asked for
_CHANNELS = 12
_CARDS = Path("/proc/asound/cards")
_SERVERS = ("pulse/native", "pipewire-0")


def can_be_heard() -> bool:
    """Return True if it is worth trying.

    Without a device the system's own library would fill the terminal with errors.
    """
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


class SoundPlayer:
    """Plays sounds by name; until it is ready, and where there is no device, nothing."""

    def __init__(self) -> None:
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._thread: threading.Thread | None = None

    @property
    def ready(self) -> bool:
        """True if sounds can be heard."""
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
        """Return True if it is ready, after waiting so long at most."""
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
    return pygame.mixer.Sound(buffer=samples(name).repeat(2).tobytes())


__all__ = ["SoundPlayer", "sound_of"]
