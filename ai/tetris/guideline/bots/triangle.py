"""Our side of the Triangle adapter's protocol: a bot that keeps the game by itself and answers with keys.

The adapter tells the position only when garbage comes up. In between the bot's own placements and the pieces that are
added lead from one position to the next; garbage that waits comes up in no position that it was not told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ai.engine import Advice, Choice
from ai.tetris.guideline.bots.bot import AUTHOR, Bot, landed
from ai.tetris.guideline.bots.tbp import with_piece
from game.errors import BadInput
from game.tetris.guideline import Placement, State
from game.tetris.guideline.tbp import Message
from game.tetris.guideline.triangle import (
    HARD_DROP,
    LEAGUE,
    first_state,
    keys_of,
    pieces_of_message,
    rules_now,
    rules_of,
    state_of,
)


class TriangleBot(Bot):
    """A bot that plays by keys. Rules that it does not know end it with status 1."""

    asks = "play"

    def introduce(self, version: str) -> None:
        self._rules = LEAGUE
        self._say({"type": "info", "name": "Kibitz", "version": version, "author": AUTHOR})

    def _obey(self, kind: object, message: Message) -> None:
        match kind:
            case "config":
                self._config(message)
            case "state":
                asked = self._asked
                self._look(state_of(message, self._rules))
                self._asked = asked
            case "pieces":
                self._pieces(message)
            case "play":
                self._play(message)

    def _config(self, message: Message) -> None:
        try:
            self._rules = rules_of(message)
        except BadInput as error:
            self._complain(f"error: {error}")
            self.running, self.status = False, 1
            return
        self._look(first_state(message))

    def _pieces(self, message: Message) -> None:
        state, asked = self._position(), self._asked
        queue = state.queue
        for piece in pieces_of_message(message):
            queue = with_piece(queue, piece)
        if self._waiting or queue.pieces(1 + state.rules.previews) != state.queue.pieces(
            1 + state.rules.previews
        ):
            self._look(replace(state, queue=queue))
        else:  # nothing that a player sees has changed, so thinking goes on
            self._state = replace(state, queue=queue)
        self._asked = asked

    def _play(self, message: Message) -> None:
        state = self._position()
        self._rules = rules_now(self._rules, message)
        if state.rules != self._rules:
            self._look(replace(state, rules=self._rules))
        if state.ending is not None:
            self._say({"type": "move", "keys": [HARD_DROP]})  # the adapter waits for a move whatever it is
            return
        self._move()

    def _seen(self, state: State) -> State:
        """Return the position with the pieces that a player sees: messages may name more."""
        return state.view(0)

    def _answer(self, state: State, advice: Advice) -> None:
        at, keys = _first_that_keys_reach(state, advice.choices)
        self._say({"type": "move", "keys": keys})
        self._look(None if at is None else landed(state, at))

    def _look(self, state: State | None) -> None:
        self._turn_to(state)
        self._waiting = state is not None and state.piece is None


def _first_that_keys_reach(state: State, choices: Sequence[Choice]) -> tuple[Placement | None, list[str]]:
    """The best placement that keys lead to, and these keys; a hard drop at once where there is none."""
    for choice in choices:
        at = Placement.parse(choice.move)
        keys = keys_of(state, at)
        if keys is not None:
            return at, list(keys)
    return None, [HARD_DROP]
