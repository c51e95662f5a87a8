"""The games and their rules, one row each. What opens and judges them is in `ai.registry`, how they look in `gui`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.advice import Unit
from game.errors import BadInput
from game.position import Position


@dataclass(frozen=True)
class Game:
    """A game: `open` builds its starting state under rules, and raises `BadInput` for rules that cannot be.

    `title` is its short name, `family` what it is one of. `unit` is what a position is worth in. `by_rule`: one advice
    scores all moves by the same rule, so that no move has to be judged. `by_moves` names the game that one in real time
    becomes when it is taken move by move; empty for a game that is played so.
    """

    name: str
    title: str
    family: str
    unit: Unit
    open: Callable[[Mapping[str, str]], Position]
    by_rule: bool = False
    by_moves: str = ""


def _open_zuniq(rules: Mapping[str, str]) -> Position:
    from game.zuniq import Grid, State

    return State.start(Grid.parse(rules.get("dots", "6x6")))


def _open_classic(rules: Mapping[str, str]) -> Position:
    from game.tetris.classic import State

    return State.open(rules)


def _open_guideline(rules: Mapping[str, str]) -> Position:
    from game.tetris.guideline import State

    return State.open(rules)


def _open_four_wide(rules: Mapping[str, str]) -> Position:
    from game.tetris.four_wide.state import State

    return State.open(rules)


def _open_bridge(rules: Mapping[str, str]) -> Position:
    from game.bridge import State

    return State.open(rules)


def _open_live(rules: Mapping[str, str]) -> Position:
    from game.tetris.guideline.real_time import Game, Moment, Setup

    return Moment(Game(Setup.open(rules)))


GAMES: dict[str, Game] = {
    each.name: each
    for each in (
        Game("zuniq", "Zuniq", "Zuniq", "win", _open_zuniq),
        Game("bridge", "Bridge", "Bridge", "tricks", _open_bridge),
        Game("tetris", "Guideline", "Tetris", "attack", _open_guideline),
        Game("four-wide", "Four-wide", "Tetris", "clears", _open_four_wide, by_rule=True),
        Game("classic", "Classic", "Tetris", "equity", _open_classic, by_rule=True),
        Game("tetris-live", "Guideline", "Tetris", "attack", _open_live, by_moves="tetris"),
    )
}


def games() -> tuple[str, ...]:
    """The names of all games that are played move by move."""
    return tuple(each.name for each in GAMES.values() if not each.by_moves)


def game_of(name: str) -> Game:
    """The game of this name. Raises `BadInput` for one unknown here."""
    if name not in GAMES:
        raise BadInput(f"unknown game {name!r}; known: {', '.join(GAMES)}")
    return GAMES[name]


def by_moves(name: str) -> str:
    """The name of the game that `name` is when it is taken move by move. Raises `BadInput`."""
    return game_of(name).by_moves or name


def open_position(game: str, rules: Mapping[str, str]) -> Position:
    """The starting state of `game` under `rules`. Raises `BadInput` for a game or rule unknown here."""
    return game_of(game).open(rules)
