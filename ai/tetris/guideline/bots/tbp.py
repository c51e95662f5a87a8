"""Our side of the Tetris Bot Protocol."""

from __future__ import annotations

from dataclasses import replace

from ai.engine import Advice
from ai.tetris.guideline.bots.bot import AUTHOR, Bot, landed
from game.errors import BadInput
from game.facts import SearchFacts
from game.tetris.guideline import Placement, Queue, State, piece_of
from game.tetris.guideline.tbp import Message, state_of

MOST_MOVES = 40  # some front ends read a reply into 4,096 bytes; a move takes up to 75


class TbpBot(Bot):
    """A bot that suggests, and is told what is played."""

    asks, quits = "suggest", "quit"

    def introduce(self, version: str) -> None:
        self._say({"type": "info", "name": "Kibitz", "version": version, "author": AUTHOR, "features": []})

    def _obey(self, kind: object, message: Message) -> None:
        match kind:
            case "rules":
                self._say({"type": "ready"})  # every randomizer will do; one that is not known is unknown
            case "start":
                self._turn_to(None)
                state = state_of(message)
                self._turn_to(state)
                self._waiting = state.piece is None
            case "suggest":
                self._move()
            case "play":
                self._turn_to(played(self._position(), Placement.from_tbp(message.get("move"))))
            case "new_piece":
                self._new_piece(message)
            case "stop":
                self._turn_to(None)
            case "quit":
                self.running = False

    def _new_piece(self, message: Message) -> None:
        state, asked = self._position(), self._asked
        letter = message.get("piece")
        piece = piece_of(letter if isinstance(letter, str) else "?")
        self._turn_to(replace(state, queue=with_piece(state.queue, piece)))
        self._asked = asked

    def _answer(self, state: State, advice: Advice) -> None:
        """Suggest the choices, best first. Some front ends take the last of all, so the best is the last, too."""
        moves = [Placement.parse(choice.move).to_tbp() for choice in advice.choices]
        if len(moves) > 1:
            moves = [*moves[: MOST_MOVES - 1], moves[0]]
        facts = advice.read(SearchFacts)
        numbers = {"nodes": facts.nodes, "nps": facts.nodes_per_second, "depth": facts.depth}
        info = {name: int(value) for name, value in numbers.items() if value is not None}
        self._say({"type": "suggestion", "moves": moves, "move_info": {**info, "extra": advice.source}})


def played(state: State, at: Placement) -> State:
    """The position after a front end's move, in whatever way it came there. Raises `IllegalMove`."""
    return state.put(at) if state.why_not(at) is None else landed(state, at)


def with_piece(pieces: Queue, piece: int) -> Queue:
    """The queue with one piece more, also where the bag could not give it."""
    try:
        return pieces.with_piece(piece)
    except BadInput:
        return replace(pieces, listed=(*pieces.listed, piece))
