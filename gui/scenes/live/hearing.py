"""Which sound belongs to what happens in a game in real time."""

from __future__ import annotations

from collections.abc import Iterable

from game.tetris.guideline.real_time import Event

_HANDS = {"shift": "shift", "turn": "turn", "spin": "spin", "hold": "hold", "drop": "drop"}
_ROWS = ("", "single", "double", "triple", "tetris")


def sounds_of(events: Iterable[Event], *, hands: bool) -> list[str]:
    """The sounds of one seat's events in a frame, each once; with `hands` those of the piece on its way too."""
    found: list[str] = []
    for event in events:
        landing = event.landing
        if landing is not None and landing.rows:
            clear = landing.clear
            found.append("perfect" if clear.perfect else "tetris" if clear.difficult else _ROWS[clear.rows])
        elif event.kind == "lock" and hands and "drop" not in found:
            found.append("lock")
        elif event.kind == "rise":
            found.append("rise")
        elif hands and event.kind in _HANDS:
            found.append(_HANDS[event.kind])
    return list(dict.fromkeys(found))
