"""Matches: Kibitz's own players and programs that speak the CodeCup protocol, game after game."""

from __future__ import annotations

import contextlib
import queue
import shlex
import shutil
import time
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

import msgspec

from ai import registry
from ai.engine import Advice, Engine, Limit
from ai.program import RunningProgram
from ai.zuniq import clock
from ai.zuniq.clock import GAME, Schedule, seconds_for_move
from game.advice import Choice
from game.errors import BadInput, IllegalMove
from game.zuniq.grid import WallMove
from game.zuniq.state import WIN, State, claim_bonus, points

# A program that speaks the CodeCup protocol, kept at arm's length: it may be slow, mad, or dead.

LONGEST_LINE = 200  # bytes; whoever writes more without a line end talks nonsense
START_UP = 20.0  # seconds before the first answer that cost nothing: loading, compiling


class Program(msgspec.Struct, frozen=True):
    """A command that exists: its words, and the text it was given as."""

    words: tuple[str, ...]
    text: str

    @classmethod
    def find(cls, words: Sequence[str], text: str) -> Program:
        """The program of a command line. Raises `BadInput` if there is none such."""
        if not words or shutil.which(words[0]) is None:
            name = words[0] if words else text
            raise BadInput(
                f"{name[:60]!r} is neither one of our players (kibitz, playouts, random) "
                "nor a program that can be started"
            )
        return cls(tuple(words), text)


class OutsidePlayer:
    """One game of one program. `ask` never raises and never waits longer than the clock allows."""

    def __init__(self, program: Program, seconds: float, free: float | None = None) -> None:
        """`free`: seconds before the first answer that cost nothing, None: `START_UP`."""
        self._left = seconds
        self._budget = seconds
        self._free = START_UP if free is None else free
        self._lines: queue.Queue[bytes | None] = queue.Queue(maxsize=100)
        self._program: RunningProgram | None = None
        self._trouble = ""
        try:
            self._program = RunningProgram(program.words, LONGEST_LINE, self._hear, self._end)
        except OSError as error:
            self._trouble = f"the program could not be started: {error.strerror}"

    def ask(self, line: str) -> tuple[str, str]:
        """The program's answer to `line`, or an empty answer and what went wrong."""
        started = time.monotonic()
        if self._trouble or not self._send(line):
            return "", self._trouble or self._ended()
        try:
            answer = self._lines.get(timeout=max(0.0, self._left) + self._free)
        except queue.Empty:
            return "", f"no answer within the {self._budget:g} s of its game"
        spent = time.monotonic() - started
        self._left -= max(0.0, spent - self._free)
        self._free = 0.0
        if answer is None:
            return "", self._ended()
        if self._left < 0:
            return "", f"its {self._budget:g} s are used up"
        return answer.decode("utf-8", "replace").strip(), ""

    def _send(self, line: str) -> bool:
        return self._program is not None and self._program.send(line.encode())

    def _ended(self) -> str:
        """Return how a program ended that no longer speaks."""
        assert self._program is not None
        return f"the program {self._program.ended()}"

    def close(self) -> None:
        """Say `Quit`, wait a moment, then end the program and what it has started."""
        if self._program is not None:
            self._program.close(b"Quit")

    def _hear(self, line: bytes) -> bool:
        """Keep a line; more than fits is a program that does not wait for its turn."""
        if self._lines.full():
            return False
        self._lines.put(line)
        return True

    def _end(self) -> None:
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait(None)


# An engine that plays a whole game by itself: its clock, its claims, and when it has seen enough.


class Player:
    """One side of one game. With `iterations` a move no clock is looked at and play is repeatable."""

    def __init__(
        self,
        engine: Engine,
        seconds: float = GAME,
        iterations: int | None = None,
        schedule: Schedule = "kibitz",
    ) -> None:
        self.left = seconds
        self._engine = engine
        self._game = seconds
        self._iterations = iterations
        self._schedule = schedule

    def move(self, state: State) -> str:
        """The move for the side to move, with `!` behind it where a claim pays."""
        started = time.monotonic()
        choice = self._by_count(state) if self._iterations else self._by_clock(state)
        self.left -= time.monotonic() - started
        seat, ply = state.to_move, state.ply + 1
        wall = state.grid.move(choice.move).wall
        claims = state.claims[seat] is None and clock.pays(seat, ply, choice.worth.value, choice.proof)
        return state.grid.text(WallMove(wall, claims))

    def _by_count(self, state: State) -> Choice:
        *_, last = self._engine.think(state, Limit(iterations=self._iterations))
        return last.choices[0]

    def _by_clock(self, state: State) -> Choice:
        seconds = seconds_for_move(state.ply + 1, self.left, self._schedule, self._game, state.grid.longest)
        started = time.monotonic()
        thoughts = self._engine.think(state, Limit(seconds=seconds))
        for advice in thoughts:
            if advice.done or _settled(advice, (time.monotonic() - started) / seconds):
                break
        thoughts.close()  # type: ignore[attr-defined]
        return advice.choices[0]


def _settled(advice: Advice, used: float) -> bool:
    """Return True if the time still left cannot bring another move to the top; `used` is the share gone, 0 to 1."""
    if len(advice.choices) == 1:
        return True
    first, second = advice.choices[0], advice.choices[1]
    if first.proof is not None or second.proof is not None or not 0.2 < used < 1:
        return False
    return (first.share - second.share) * used > 1 - used


# The two kinds of players of a match: engines of Kibitz, and commands.


class Forfeit(Exception):
    """A player that gave no legal answer; the message says what happened."""


class Side(Protocol):
    """One player in one game."""

    def move(self, state: State) -> str:
        """The move for the side to move, maybe with `!`. Raises `Forfeit`."""
        ...

    def close(self) -> None:
        """End the game for this player, whatever state it is in."""
        ...


class Budget(msgspec.Struct, frozen=True):
    """Budget of a player: iterations a move (for Kibitz's own players only), or seconds a game."""

    iterations: int | None = None
    seconds: float = GAME


class _EnginePlayer:
    def __init__(self, name: str, seed: int, budget: Budget) -> None:
        engine = registry.create(name, seed=seed)
        self._player = Player(engine, budget.seconds, budget.iterations)

    def move(self, state: State) -> str:
        move = self._player.move(state)
        if self._player.left < 0:
            raise Forfeit(f"no time left after ply {state.ply}")
        return move

    def close(self) -> None:
        pass


class _Outside:
    def __init__(self, program: Program, budget: Budget) -> None:
        self._player = OutsidePlayer(program, budget.seconds)

    def move(self, state: State) -> str:
        answer, trouble = self._player.ask(state.move_texts[-1] if state.moves else "Start")
        if trouble:
            raise Forfeit(trouble)
        return answer

    def close(self) -> None:
        self._player.close()


def opener(text: str, budget: Budget) -> Callable[[int], Side]:
    """The maker of a player for one game from a seed: the player of Kibitz called `text`, or else the command.

    Raises `BadInput` for a command that cannot be split or whose program does not exist.
    """
    if text in {entry.name for entry in registry.entries("zuniq")}:
        return lambda seed: _EnginePlayer(text, seed, budget)
    program = program_of(text)
    return lambda seed: _Outside(program, budget)


def program_of(command: str) -> Program:
    """The program of a command line. Raises `BadInput` for one that cannot be split or does not exist."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput(f"the command {command[:60]!r} cannot be read: {error}") from None
    return Program.find(words, command)


# The referee: plays the games of a match by the rules, scores them as CodeCup did, swaps the colours.

Name = Literal["a", "b"]
Progress = Callable[[int, "MatchGame"], None]


class MatchGame(msgspec.Struct, frozen=True):
    """One game: who was White, the moves (`!` marks claims), the winner, the points of both.

    `reason` is None for a game that was played out, else what the loser did wrong.
    """

    white: Name
    moves: tuple[str, ...]
    winner: Name
    points_a: float
    points_b: float
    reason: str | None = None


class MatchResult(msgspec.Struct, frozen=True):
    """All games of a match between the players given as `a` and `b`, and the sums."""

    a: str
    b: str
    wins_a: int
    wins_b: int
    points_a: float
    points_b: float
    games: tuple[MatchGame, ...]


def play_match(
    a: str,
    b: str,
    games: int,
    seed: int,
    iterations: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play `games` games between `a` and `b`, White in turns; `a` begins.

    A player is `kibitz`, `playouts`, `random` or a command line. `iterations` a move, if given, limit
    Kibitz's own players, which then look at no clock and play alike for the same `seed`; `seconds` a game
    (30 if None) rule all others. Raises `BadInput` for a player that cannot be had. `progress` is called
    after each game with its number, from 1.
    """
    budget = Budget(iterations, GAME if seconds is None else seconds)
    open_a, open_b = opener(a, budget), opener(b, budget)
    played: list[MatchGame] = []
    for number in range(games):
        base = (seed * 1_000_003 + number) * 2
        white: Name = "a" if number % 2 == 0 else "b"
        played.append(_game(open_a, open_b, white, base))
        if progress:
            progress(number + 1, played[-1])
    return result_of(a, b, played)


def result_of(a: str, b: str, played: Sequence[MatchGame]) -> MatchResult:
    """The result of a match as far as it was played."""
    return MatchResult(
        a=a,
        b=b,
        wins_a=sum(game.winner == "a" for game in played),
        wins_b=sum(game.winner == "b" for game in played),
        points_a=sum(game.points_a for game in played),
        points_b=sum(game.points_b for game in played),
        games=tuple(played),
    )


def _game(open_a: Callable[[int], Side], open_b: Callable[[int], Side], white: Name, seed: int) -> MatchGame:
    sides: list[Side] = []
    try:
        sides.append(open_a(seed))
        sides.append(open_b(seed + 1))
        state, loser, reason = _play_out(sides if white == "a" else sides[::-1])
    finally:
        for side in sides:
            side.close()
    seat_of_a = 0 if white == "a" else 1
    if reason is None:
        earned = points(state)
        assert earned is not None
    else:
        earned = _forfeit_points(state, loser)
        reason = f"{'a' if loser == seat_of_a else 'b'}: {reason}"
    winner: Name = "a" if loser != seat_of_a else "b"
    return MatchGame(white, state.move_texts, winner, earned[seat_of_a], earned[1 - seat_of_a], reason)


def _play_out(seats: list[Side]) -> tuple[State, int, str | None]:
    """The last position, the seat that lost, and why if not by the rules; `seats` are White and Black."""
    state = State.start()
    while state.winner is None:
        try:
            state = state.play(seats[state.to_move].move(state))
        except Forfeit as forfeit:
            return state, state.to_move, str(forfeit)
        except IllegalMove as error:
            return state, state.to_move, f"illegal move: {error}"
    return state, 1 - state.winner, None


def _forfeit_points(state: State, loser: int) -> tuple[float, float]:
    """A win, with the bonus of a claim made before, against nothing."""
    claim = state.claims[1 - loser]
    won = WIN + (claim_bonus(1 - loser, claim) if claim is not None else 0.0)
    return (0.0, won) if loser == 0 else (won, 0.0)


__all__ = ["MatchGame", "MatchResult", "play_match"]
