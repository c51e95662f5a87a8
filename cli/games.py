"""The games on the command line, one row each: what a review calls their moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.games import by_moves
from game.position import Position

Here = Callable[
    [], Position
]  # the position in which a move is played; it is worked out where it is asked for


def _as_written(here: Here, move: str, other: str) -> str:
    from game.position import plain

    return plain(here(), move)


def _placement(here: Here, move: str, other: str) -> str:
    from game.tetris.naming import name_of

    return name_of(move, (other,))


def _classic(here: Here, move: str, other: str) -> str:
    from game.tetris.classic import State
    from game.tetris.naming import classic_name

    state = here()
    assert isinstance(state, State)
    return classic_name(state, move, state.legal_moves())


def _card_or_call(here: Here, move: str, other: str) -> str:
    from gui.games.bridge.words import move_words

    return move_words(move)


@dataclass(frozen=True)
class GameWords:
    """Words of the command line for a game: `move_name` is the name of a move, told from the `other` one."""

    move_name: Callable[[Here, str, str], str] = _as_written


GAMES: dict[str, GameWords] = {
    "zuniq": GameWords(),
    "bridge": GameWords(_card_or_call),
    "tetris": GameWords(_placement),
    "four-wide": GameWords(_placement),
    "classic": GameWords(_classic),
}


def words_of(game: str) -> GameWords:
    """The words of a game; of one in real time, those of the game that it is move by move."""
    return GAMES[by_moves(game)]
