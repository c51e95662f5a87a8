"""Messages of the Tetris Bot Protocol, as a front end sends them."""

from typing import Any

START: dict[str, Any] = {
    "type": "start",
    "hold": None,
    "queue": ["T", "I"],
    "combo": 0,
    "back_to_back": False,
    "board": [[None] * 10] * 40,
    "randomizer": {"type": "seven_bag", "bag_state": []},
}
