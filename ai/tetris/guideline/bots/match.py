"""Matches of guideline Tetris: two seats with the same pieces that send each other garbage, game after game.

The game goes piece by piece: in each round both sides think about their own field, then both placements are made, then
what was sent is on its way. So nobody moves first, and a piece takes everybody the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

import msgspec

from ai import registry
from ai.book.book import Book
from ai.book.file import names_of, path_of
from ai.engine import Advice, Engine, Limit
from ai.tetris.guideline.bots.bot import prepare
from ai.tetris.guideline.bots.outside import BotFailed, OutsideBot
from game.errors import BadInput, IllegalMove
from game.tetris.guideline import State

GAME = "tetris"
MOST_ROUNDS = 2_000  # pieces a side; then nobody has won
SECONDS = 0.1  # a piece, where nothing is said
Name = Literal["a", "b"]


class Side(msgspec.Struct, frozen=True):
    """One player's part in a game: pieces placed, rows cleared, rows of attack, those sent, garbage that came up."""

    pieces: int
    cleared: int
    attack: int
    sent: int
    risen: int
    moves: tuple[str, ...]


class MatchGame(msgspec.Struct, frozen=True):
    """One game: its seed, the winner (None: nobody), how the loser's field ended or what the loser did wrong."""

    seed: int
    winner: Name | None
    reason: str
    a: Side
    b: Side


class MatchResult(msgspec.Struct, frozen=True):
    """All games of a match between the players given as `a` and `b`, and who won how many."""

    a: str
    b: str
    wins_a: int
    wins_b: int
    games: tuple[MatchGame, ...]


class Budget(msgspec.Struct, frozen=True):
    """Budget of a player for a piece: nodes (for Kibitz's own engines only), or seconds."""

    nodes: int | None = None
    seconds: float = SECONDS

    def limit(self, house: bool) -> Limit:
        """As engines take it; counted in nodes no clock is looked at."""
        return Limit(iterations=self.nodes) if house and self.nodes else Limit(seconds=self.seconds)


class Player(Protocol):
    """One player in one game."""

    def move(self, state: State) -> str:
        """The placement for this position. Raises `BotFailed`."""
        ...

    def close(self) -> None:
        """End the game for this player, whatever state it is in."""
        ...


def play_match(
    a: str,
    b: str,
    games: int,
    seed: int,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: Callable[[int, MatchGame], None] | None = None,
) -> MatchResult:
    """Play `games` games between `a` and `b`.

    A player is an engine's name, maybe with a level and opening books (`stacker:club@bt-loop,okey-dpc`), or a command
    line that speaks the Tetris Bot Protocol. `nodes` a piece, if given, limit Kibitz's own engines, which then play
    alike for the same `seed`; `seconds` a piece (0.1 if None) rule all others. `progress` is called after each game
    with its number, from 1. Raises `BadInput` for a player that cannot be had, `BadBook` for a book.
    """
    budget = Budget(nodes, SECONDS if seconds is None else seconds)
    open_a, open_b = opener(a, budget), opener(b, budget)
    played: list[MatchGame] = []
    for number in range(games):
        played.append(_game(open_a, open_b, seed * 1_000_003 + number))
        if progress:
            progress(number + 1, played[-1])
    return result_of(a, b, played)


def result_of(a: str, b: str, played: Sequence[MatchGame]) -> MatchResult:
    """The result of a match as far as it was played."""
    wins = [sum(game.winner == name for game in played) for name in ("a", "b")]
    return MatchResult(a, b, wins[0], wins[1], tuple(played))


def opener(text: str, budget: Budget) -> Callable[[int], Player]:
    """Return a function that makes a player for one game from a seed: the engine called `text`, or else the command.

    Raises `BadInput` for an unknown level, and for a command that cannot be read or whose program does not exist;
    `BadBook` for a book that cannot be read.
    """
    own, _, books = text.partition("@")
    name, _, level = own.partition(":")
    names = [entry.name for entry in registry.entries(GAME)]
    if name in names:
        options = _options(name, books)
        prepare(registry.create(name, level or None, GAME, seed=0, **options))
        return lambda seed: _EnginePlayer(
            registry.create(name, level or None, GAME, seed=seed, **options), budget.limit(True)
        )
    try:
        OutsideBot(text)
    except BadInput as error:
        raise BadInput(f"{error}, and not one of our engines ({', '.join(names)})") from None
    return lambda seed: _EnginePlayer(OutsideBot(text), budget.limit(False))


def _options(name: str, books: str) -> dict[str, str]:
    """The option of an engine that has books to look into. Raises `BadInput` and `BadBook`."""
    if not books:
        return {}
    if not registry.find(name, GAME).books:
        raise BadInput(f"{name} uses no books")
    for each in names_of(books):
        Book(path_of(each))
    return {"book": books}


class _EnginePlayer:
    """A player that is an engine: one of Kibitz, or a foreign one behind the same face."""

    def __init__(self, engine: Engine, limit: Limit) -> None:
        self._engine, self._limit = engine, limit

    def move(self, state: State) -> str:
        last: Advice | None = None
        for last in self._engine.think(state.view(0), self._limit):
            if last.done:
                break
        if last is None or not last.choices:
            raise BotFailed("gave up")
        return last.choices[0].move

    def close(self) -> None:
        if isinstance(self._engine, OutsideBot):
            self._engine.close()


# -- a game --


def _game(open_a: Callable[[int], Player], open_b: Callable[[int], Player], seed: int) -> MatchGame:
    players: list[Player] = []
    try:
        players += [open_a(2 * seed), open_b(2 * seed + 1)]
        return _play_out(players, seed)
    finally:
        for player in players:
            player.close()


def _play_out(players: list[Player], seed: int) -> MatchGame:
    states = [State.open({"queue": f"seven_bag:{seed}", "garbage": str(2 * seed + each)}) for each in (0, 1)]
    moves: tuple[list[str], list[str]] = ([], [])
    for _ in range(MOST_ROUNDS):
        troubles = [_move(players[each], states, each, moves[each]) for each in (0, 1)]
        if any(troubles):
            return _ended(seed, states, moves, troubles)
        for each in (0, 1):
            landing = states[1 - each].last
            states[each] = states[each].receive(landing.sent if landing else 0)
        endings: list[str] = [state.ending or "" for state in states]
        if any(endings):
            return _ended(seed, states, moves, endings)
    return _ended(seed, states, moves, ["", ""])


def _move(player: Player, states: list[State], each: int, moves: list[str]) -> str:
    """Let one side make its placement; what went wrong, nothing mostly."""
    try:
        move = player.move(states[each])
        states[each] = states[each].play(move)
    except (BotFailed, IllegalMove) as error:
        return str(error)
    moves.append(move)
    return ""


def _ended(
    seed: int, states: list[State], moves: tuple[list[str], list[str]], troubles: list[str]
) -> MatchGame:
    """Return the report of a game: a player who alone has trouble has lost."""
    losers = [name for name, trouble in zip("ab", troubles, strict=True) if trouble]
    winner: Name | None = None
    if len(losers) == 1:
        winner = "b" if losers[0] == "a" else "a"
    messages = [f"{name}: {trouble}" for name, trouble in zip("ab", troubles, strict=True) if trouble]
    reason = "; ".join(messages) or f"nobody lost within {MOST_ROUNDS:,} pieces"
    a, b = (_side(state, moves[each]) for each, state in enumerate(states))
    return MatchGame(seed, winner, reason, a, b)


def _side(state: State, moves: list[str]) -> Side:
    tally = state.tally
    return Side(tally.placed, tally.cleared, tally.attack, tally.sent, tally.risen, tuple(moves))
