"""When a frame has to be drawn: the window rests as long as its picture would be the one that is seen already."""

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
    of them in a row have changed nothing: so movement goes on by itself until it ends. Then the window rests. What
    nobody has told of is found by a single frame now and then.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._left = _SETTLES
        self._pulse: Hashable = None
        self._drawn = self._stirred = now()

    @property
    def awake(self) -> bool:
        """Whether the next frame is to be drawn whatever happens."""
        return self._left > 0

    @property
    def nap(self) -> float:
        """The seconds for which to sleep where no event comes."""
        return _FRAME if self._now() - self._stirred < _ALERT else _NAP

    def stir(self) -> None:
        """Something has happened."""
        self._left, self._stirred = _SETTLES, self._now()

    def wants(self, pulse: Hashable) -> bool:
        """Whether to draw now."""
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
