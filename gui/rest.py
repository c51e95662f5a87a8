"""The rule that decides when a frame is drawn: the window rests while its picture would stay the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from time import monotonic

_SETTLES = 3  # frames without a change after which the picture stands: what lies where is known a frame later
_ALERT = 1.0  # seconds after anything has changed in which more is expected
_FRAME, _NAP = 1 / 60, 1 / 20  # seconds between two looks beside the window: while more is expected, then
_LOOKS_AGAIN = 1.0  # seconds after which a picture at rest is drawn to see whether it still holds


class Rest:
    """Decides which frames are drawn.

    After anything that has happened (`stir`) or that shows in the `pulse` of the scene, frames are drawn until a few
    of them in a row have changed nothing: so movement goes on by itself until it ends. Then the window rests. One frame
    a second is drawn all the same, in case a scene has not announced a change.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._left = _SETTLES
        self._pulse: Hashable = None
        self._drawn = self._stirred = now()

    @property
    def awake(self) -> bool:
        """True if the next frame is drawn in any case."""
        return self._left > 0

    @property
    def nap(self) -> float:
        """The seconds for which to sleep where no event comes."""
        return _FRAME if self._now() - self._stirred < _ALERT else _NAP

    def stir(self) -> None:
        """Something has happened."""
        self._left, self._stirred = _SETTLES, self._now()

    def wants(self, pulse: Hashable) -> bool:
        """Return True if a frame has to be drawn now."""
        if pulse != self._pulse:
            self._pulse = pulse
            self.stir()
        return self.awake or self._now() - self._drawn >= _LOOKS_AGAIN

    def drew(self, *, changed: bool) -> None:
        """A frame was drawn, and has `changed` something on the screen."""
        self._drawn = self._now()
        if changed:
            self.stir()
        else:
            self._left = max(0, self._left - 1)
