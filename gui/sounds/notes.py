"""The sounds as numbers: a few decaying sines each, worked out once, no files."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
}  # fmt: skip


def samples(name: str) -> NDArray[np.int16]:
    """A sound as samples of 16 bits, one channel. Raises `KeyError` for one that there is not."""
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
    seconds = np.arange(count) / RATE
    share = np.minimum(1.0, seconds / (3 * tone.decay))
    pitch = tone.pitch + ((tone.to or tone.pitch) - tone.pitch) * share
    wave = np.sin(2 * np.pi * np.cumsum(pitch) / RATE)
    if tone.rough:
        noise = np.random.default_rng(1).uniform(-1.0, 1.0, count)
        wave = (1 - tone.rough) * wave + tone.rough * noise
    loud: NDArray[np.float64] = tone.loud * np.exp(-seconds / tone.decay) * np.minimum(1.0, seconds / _ATTACK)
    return loud * wave
