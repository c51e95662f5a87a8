"""The plan of a game in real time: mode, players, rules."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import PurePath
from random import Random
from typing import Literal, get_args

from ai import names as engine_names
from game.chance import any_seed
from game.config import Randomizer
from game.errors import BadInput
from game.record import Head, Record, Seat
from game.tetris.bests import Trial
from game.tetris.guideline import State
from game.tetris.guideline.bags import BAGS_OF_SEVEN
from game.tetris.guideline.cheese import cheese, hole_below
from game.tetris.guideline.real_time import GAME, HANDLINGS, TICKS, Game, Handling, Replay, Setup, Timing
from game.tetris.guideline.rules import Rules
from gui.ui.text import counted

Mode = Literal["versus", "free", "sprint", "ultra", "dig"]
MODES: tuple[Mode, ...] = ("versus", "free", "sprint", "ultra", "dig")
RETRIED: tuple[Mode, ...] = ("sprint", "free")  # modes in which a piece may come back
SPRINT_ROWS, ULTRA_SECONDS = 40, 120
LEVELLED = (
    engine_names.STACKER,
    engine_names.FOUR_WIDE,
)  # engines that have the levels and paces of the stacker
HAVE_LEVELS = (*LEVELLED, engine_names.PARTNER)  # engines whose level is told beside their name
_DRAWN = ("queue", "garbage")  # drawn anew for each game
_RUNS_SCRIPTS = re.compile(r"(?:python|node|java|wine|bash|sh|env)[0-9.]*(?:\.exe)?")
_LETTERS = 80  # of a name in a record


@dataclass(frozen=True)
class Player:
    """Player of a seat: a person, or an `engine` of the registry at `level`.

    `pace` is pieces a second at most, None for what the level has, or as fast as it goes. `command` starts the
    program of the engine `outside`. `book`: the opening books that the engine looks into first.
    """

    name: str = "You"
    engine: str = ""
    level: str = ""
    pace: float | None = None
    command: str = ""
    book: str = ""

    @property
    def person(self) -> bool:
        return not self.engine

    @classmethod
    def outside(cls, command: str, pace: float | None = None) -> Player:
        """Another program that speaks the Tetris Bot Protocol, named after its file."""
        return cls(program_of(command), engine_names.OUTSIDE, "full", pace, command)

    def seat(self) -> Seat:
        """The player as a record stores them."""
        name = self.name[:_LETTERS]
        if self.person:
            return Seat(name)
        return Seat(name, "engine", self.engine, self.level, book=self.book)


PERSON = Player()
STACKER = Player("Stacker", engine_names.STACKER, "club")


@dataclass(frozen=True)
class Plan:
    """A kind of game that can be played again with other pieces.

    `rules` are those of `State.open` but for queue, garbage and the goal of a mode, `pieces` how the queue is drawn.
    `timing` is a name or text of `Timing.parse`; `level` 1 to 20 has that level's gravity in its place. `seed` 0
    draws one for each game. `hints`: whether the coach speaks, None for what the settings say; it never does in a
    game against the clock, or against somebody. `book`: the opening books that the coach looks into first.
    `cheese`: rows of garbage that the game begins with, drawn anew each time. `retry`: whether a piece that took more
    keys than needed comes back.
    """

    mode: Mode = "versus"
    players: tuple[Player, ...] = (PERSON, STACKER)
    rules: Mapping[str, str] = field(default_factory=dict)
    pieces: Randomizer = "seven_bag"
    timing: str = "guideline"
    level: int = 0
    seed: int = 0
    hints: bool | None = None
    book: str = ""
    cheese: int = 0
    retry: bool = False

    @property
    def coached(self) -> bool:
        """True if a coach may look on."""
        return self.mode == "free" and self.person is not None

    @property
    def has_advice(self) -> bool:
        """True if the kibitzer may say how a game stands towards its aim: not in one against somebody."""
        return len(self.players) == 1 or self.person is None

    @property
    def takes_back(self) -> bool:
        """True if pieces may be taken back: alone, and not against the clock."""
        return self.coached and len(self.players) == 1

    @property
    def dig(self) -> int:
        """The rows of garbage to dig away; 0 where that is not the aim."""
        return int(self.rules.get("dig", "0"))

    @property
    def person(self) -> int | None:
        """The seat of the person; None where engines play by themselves."""
        return next((number for number, each in enumerate(self.players) if each.person), None)

    @property
    def trial(self) -> Trial | None:
        """The list of best results that this game counts for: alone, against the clock; else None."""
        alone = len(self.players) == 1 and self.players[0].person
        return self.mode if alone and self.mode != "versus" and self.mode != "free" else None

    @property
    def fair(self) -> bool:
        """True if results can be compared: the field begins empty, nobody chose the pieces, and none comes back."""
        chosen = {"board", "queue", "combo", "chain", "cleared", "goal"} & set(self.rules)
        easier = self.dig > 0 and self.rules.get("messiness") != "100"
        return not (self.seed or self.retry or chosen or easier) and self.pieces in BAGS_OF_SEVEN

    def start(self) -> State:
        """The position in which each player begins. Raises `BadInput` for rules that cannot be."""
        seed = self.seed or any_seed()
        own = {"queue": f"{self.pieces}:{seed}", "garbage": str(seed)}
        if self.mode == "sprint":
            own["goal"] = str(SPRINT_ROWS)
        if self.cheese:
            messiness = Rules.open(self.rules).garbage.messiness
            board = cheese(self.cheese, messiness, Random(f"cheese {seed}"))
            own |= {"board": board, "garbage": f"{seed}/{hole_below(board)}"}
        return State.open({**own, **self.rules})

    def setup(self, handling: Handling) -> Setup:
        """A new game of this plan; a person plays with `handling`. Raises `BadInput` for rules that cannot be."""
        start = self.start()
        timing = Timing.parse(self.timing)
        if self.level:
            timing = timing.at_level(self.level)
        if self.mode == "ultra":
            timing = replace(timing, limit=ULTRA_SECONDS * TICKS)
        hands = tuple(handling if each.person else HANDLINGS["engine"] for each in self.players)
        return Setup(timing, (start,) * len(self.players), hands)


def record_of(
    replay: Replay, seats: tuple[Seat, ...], title: str = "", created: str = "", book: str = ""
) -> Record:
    """A game in real time as a record, opened at its end; `book` as in a plan."""
    return Record(
        game=GAME,
        rules=replay.rules,
        seats=seats,
        live=replay,
        cursor=replay.count,
        title=title,
        created=created,
        book=book,
    )


def plan_of(record: Record, commands: Sequence[str] = ()) -> Plan:
    """The plan for another game like that of `record`, which is `live`.

    Free play begins on the same board again, with its book where that is still there. What a record does not say about
    its players is as in a new game; the command of another program is the one of `commands` with that name.
    """
    assert record.live is not None
    from gui.play.openings import has_books

    setup = record.live.setup
    players = tuple(_player_of(seat, commands) for seat in record.seats)
    start = setup.starts[0]
    mode = _mode(len(players), start.rules.goal, start.rules.garbage.dig, setup.timing)
    drawn = start.garbage_rows if start.garbage_rows == start.field.height else 0
    rules = rules_of(start) if mode == "free" and not drawn else start.rules.named()
    if mode == "sprint" or not start.rules.goal:
        del rules["goal"]  # the mode says it by itself
    book = record.book if has_books(record.book) else ""
    return Plan(mode, players, rules, pieces_of(start), str(setup.timing), book=book, cheese=drawn)


def mode_of(head: Head) -> Mode:
    """The kind of game that `plan_of` would find; free play where the rules cannot be read."""
    rules = head.rules
    return _named_mode(
        len(head.seats), rules.get("goal", "0"), rules.get("dig", "0"), rules.get("timing", "cold-clear")
    )


@lru_cache(maxsize=64)
def _named_mode(players: int, goal: str, dig: str, timing: str) -> Mode:
    try:
        return _mode(players, int(goal), int(dig), Timing.parse(timing))
    except (BadInput, ValueError):
        return "free"


def _mode(players: int, goal: int, dig: int, timing: Timing) -> Mode:
    if dig:
        return "dig"
    if players > 1:
        return "versus"
    if goal == SPRINT_ROWS:
        return "sprint"
    return "ultra" if timing.limit == ULTRA_SECONDS * TICKS else "free"


def rules_of(start: State) -> dict[str, str]:
    """The rules of games that begin like `start`, with other pieces and garbage."""
    return {key: text for key, text in start.here().items() if key not in _DRAWN}


def pieces_of(start: State) -> Randomizer:
    """The randomizer of `start`; bags of seven if its pieces were written by hand."""
    return next((each for each in get_args(Randomizer) if each == start.queue.kind), "seven_bag")


def _player_of(seat: Seat, commands: Sequence[str]) -> Player:
    if seat.kind != "engine":
        return Player(seat.name)
    command = (
        next((each for each in commands if program_of(each) == seat.name), "")
        if seat.engine == engine_names.OUTSIDE
        else ""
    )
    from gui.play.openings import has_books

    return Player(
        seat.name, seat.engine, seat.level, None, command, seat.book if has_books(seat.book) else ""
    )


def program_of(command: str) -> str:
    """The name of another program: that of its file, or of its script if an interpreter runs it."""
    try:
        words: Sequence[str] = shlex.split(command)
    except ValueError:
        words = command.split()
    names = [PurePath(word).name for word in words if not word.startswith("-")]
    own = next((name for name in names if not _RUNS_SCRIPTS.fullmatch(name)), "".join(names[:1]))
    return own[:_LETTERS] or "another program"


# The players and the end of a game in a few words.

LEVELS = {"full": "full strength"}


def names_of(plan: Plan) -> tuple[str, ...]:
    """Short names that tell the players apart; none for a player alone."""
    names = [player.name for player in plan.players]
    if len(names) == 1:
        return ()
    if len(set(names)) == len(names):
        return tuple(names)
    return "Left", "Right"


def outcome(plan: Plan, game: Game, *, inside: bool = False) -> str:
    """Return how a game ended, in a few words; empty while it goes on. `inside` a sentence they begin small."""
    if not game.over:
        return ""
    if len(game.seats) > 1:
        if game.winner is None:
            return "a draw" if inside else "A draw"
        winner = plan.players[game.winner]
        if winner.person:
            return "you win" if inside else "You win"
        return f"{names_of(plan)[game.winner]} wins"
    ending = game.seats[0].ending
    if plan.mode in ("sprint", "dig") and ending == "goal":
        return stopwatch(game.now)
    if plan.mode == "ultra" and ending == "time":
        return counted(game.seats[0].state.tally.points, "point")
    ended = "topped out" if ending in ("block out", "lock out", "garbage") else "the end"
    return ended if inside else ended.capitalize()


def stopwatch(ticks: int) -> str:
    """Ticks as `0:58.32`."""
    minutes, rest = divmod(round(ticks * 100 / TICKS), 6000)
    return f"{minutes}:{rest // 100:02d}.{rest % 100:02d}"
