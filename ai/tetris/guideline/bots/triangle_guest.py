"""A foreign bot that speaks the Triangle adapter's protocol, kept at arm's length: it may be slow, mad, or dead.

It gets a `state` before each of its moves, has its time to think, and then answers `play` with keys. These are pressed
by the rules, one after the other.
"""

from __future__ import annotations

import time
from typing import cast

from ai.ladder.players import Forfeit
from ai.tetris.guideline.bots.outside import GRACE, START_UP, BotFailed, BotProcess
from game.errors import BadInput, IllegalMove
from game.position import Position
from game.tetris.guideline import State
from game.tetris.guideline.tbp import Message
from game.tetris.guideline.triangle import config_message, placement_of, play_message, state_message


class TriangleProcess(BotProcess):
    """Such a program from its start to its end."""

    def _agree(self, rules: Message) -> None:
        """Hear `info`, send `config`, which has no answer."""
        info = self._wait_for("info", START_UP)
        self.name = str(info.get("name", self.name))[:40]
        self.say(rules)

    def keys(self, play: Message, seconds: float) -> object:
        """Its keys, if they come in time. Raises `BotFailed`."""
        self._forget_unasked()
        self.say(play)
        return self._wait_for("move", seconds).get("keys")


class TriangleGuest:
    """The program of a command in one game; it begins with the first position."""

    def __init__(self, words: tuple[str, ...], seconds: float) -> None:
        self._words, self._seconds = words, seconds
        self._peer: TriangleProcess | None = None

    def move(self, position: Position) -> str:
        """The placement to which its keys lead. Raises `Forfeit`."""
        state = cast(State, position)
        try:
            patience = GRACE
            if self._peer is None:
                self._peer, patience = TriangleProcess(self._words, config_message(state)), START_UP
            self._peer.say(state_message(state))
            time.sleep(self._seconds)
            return str(placement_of(state.view(0), self._peer.keys(play_message(state), patience)))
        except (BotFailed, BadInput, IllegalMove) as error:
            raise Forfeit(str(error)) from None

    def close(self) -> None:
        """End the program."""
        if self._peer is not None:
            self._peer.close()
