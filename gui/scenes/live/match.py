"""A game under way, without its picture: what passes with the time, tick by tick, whatever a frame takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol

import msgspec

from ai.engine import Limit, Value
from ai.messages import Question
from ai.tetris.guideline.stacker.levels import STRENGTHS
from game.advice import Advice
from game.errors import BadInput, IllegalMove
from game.tetris.guideline import Placement, State, Tally, letter, step
from game.tetris.guideline.attack import Clear
from game.tetris.guideline.movement import Action
from game.tetris.guideline.placement import FULL, NO_SPIN
from game.tetris.guideline.real_time import Beat, Event, Game, Replay, Seat, TargetController
from game.tetris.guideline.real_time.handling import HARD, LEFT, NONE, RIGHT
from gui.games.guideline import book_status
from gui.play.engine_room import EngineRoom, Thought, Trouble
from gui.play.engine_room import Event as EngineEvent
from gui.play.game_ui import known_choices
from gui.scenes.live.plan import LEVELLED, OUTSIDE, Player
from gui.ui.input import Fingers

# What an engine's answer is checked against while a game runs: quickly, a frame is sixteen milliseconds.


@dataclass(frozen=True)
class Analysis:
    """A position whose moves are looked at one by one, and never listed: all ways to all places take too long.

    A move has to name a piece that can be placed, where it lies and fits. Whether it can be brought there is found
    by the hand that tries.
    """

    state: State

    @property
    def game(self) -> str:
        return self.state.game

    @property
    def seats(self) -> tuple[str, ...]:
        return self.state.seats

    @property
    def rules(self) -> dict[str, str]:
        return self.state.here()

    @property
    def ply(self) -> int:
        return self.state.ply

    @property
    def to_move(self) -> int:
        return 0

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def winner(self) -> int | None:
        return self.state.winner

    def legal_moves(self) -> tuple[str, ...]:
        """None: they are not listed here."""
        return ()

    def play(self, move: str) -> Analysis:
        """Itself, if the move is one. Raises `IllegalMove`."""
        try:
            at = Placement.parse(move)
        except BadInput as error:
            raise IllegalMove(f"{error}.") from None
        field = self.state.field
        if at.piece not in self.state.choices:
            raise IllegalMove(f"{move} is not the piece to place.")
        if not field.fits(*at[:4]) or field.drop(*at[:4]) != at.y:
            raise IllegalMove(f"{move} does not lie on anything.")
        return self

    def view(self, seat: int) -> State:
        return self.state.view(seat)

    def digest(self) -> str:
        return self.state.digest()


# Who presses the buttons of a seat: a person's fingers, or a hand that does what an engine beside the window says.

GAME = "tetris"
UNHURRIED = 0.1  # seconds a piece for an engine that plays as fast as it goes
_SHARE = 0.6  # of the time for a piece that an engine may think; the rest is for its hand
_LEAST, _MOST = 0.05, 1.0
_CHANCES = 2  # times that the room gives up before a player does that has played; one that never has gets one


class SeatController(Protocol):
    """A player from the game's side: asked for buttons before every tick, told nothing but what it sees."""

    def look(self, seat: Seat) -> None:
        """See the game before a tick."""
        ...

    def buttons(self, seat: Seat) -> int:
        """What to hold in the next tick."""
        ...


class Person:
    """Whoever sits before the window, with keys, a gamepad, or the mouse.

    The mouse presses the same buttons: the piece goes towards the column that is pointed at, and what is tapped is
    pressed tick by tick, a drop once the piece is there.
    """

    def __init__(self, fingers: Fingers) -> None:
        self._fingers = fingers
        self._column: float | None = None  # where the middle of the piece is to go, in cells from the left
        self._taps: list[int] = []

    def look(self, seat: Seat) -> None:
        """A person looks without help."""

    def point(self, column: float | None) -> None:
        """Want the piece over a column; None where the pointer is not in the well."""
        self._column = column

    def tap(self, button: int) -> None:
        """Press a button with the mouse, and let it go."""
        self._taps.append(button)

    def clear(self) -> None:
        """Forget what the mouse has wanted."""
        self._column, self._taps = None, []

    def buttons(self, seat: Seat) -> int:
        held = self._fingers.pad.take()
        if held:
            self.clear()  # keys take the piece over
            return held
        if seat.piece is None:
            return NONE
        shift = self._shift(seat)
        tap = self._taps[0] if self._taps else NONE
        if tap & seat.before or (tap == HARD and shift):
            tap = NONE
        if tap:
            del self._taps[0]
        return tap | (NONE if shift & seat.before else shift)

    def _shift(self, seat: Seat) -> int:
        """The button that brings the piece nearer to the pointer; none where it is there, or cannot go on."""
        if self._column is None or seat.piece is None:
            return NONE
        cells = [x for x, _ in Placement(seat.piece, *seat.pose).cells]
        away = self._column - (min(cells) + max(cells) + 1) / 2
        if abs(away) <= 0.5:
            return NONE
        way: Action = "left" if away < 0 else "right"
        free = step(seat.state.field, seat.piece, seat.pose, way, seat.state.table.kicks)
        return NONE if free is None else LEFT if away < 0 else RIGHT


class EnginePlayer:
    """An engine's seat. It is asked as soon as a piece has locked; until it answers, its piece just falls.

    `ready`: it has answered once. `gone`: it cannot play on, for the reason in `words`, which wait to be said.
    """

    def __init__(self, room: EngineRoom, role: str, player: Player) -> None:
        self.player, self.role = player, role
        self.ready = self.gone = False
        self.words: list[str] = []
        self.facts: dict[str, float | str] = {}  # of its last opinion
        self.hand = TargetController(pace_of(player))
        self._room = room
        self._asked = -1  # the piece it was asked about
        self._generation = -1
        self._failures = 0
        self._missed = False
        self._trouble = ""
        self._said: Advice | None = None
        self.standing = ""  # which book it has entered or left last, and why

    def look(self, seat: Seat) -> None:
        """Ask where the next piece goes, unless that is known or has been asked."""
        if self.hand.lost and not self._missed:
            self._missed = True
            self.words.append(
                f"{self.player.name} chose an unreachable placement; the piece was dropped where it was."
            )
        placed = seat.state.tally.placed
        if seat.over or self.gone or self._asked == placed or not self.hand.waits(seat):
            return
        if self.player.engine == OUTSIDE and not self.player.command:
            self.gone = True
            self.words.append(f"{self.player.name} is not among the other bots of the settings.")
            return
        view = seat.view()
        self._asked = placed
        self._generation = self._room.ask(self.role, self._question(view.here()), Analysis(view))

    def buttons(self, seat: Seat) -> int:
        return self.hand.buttons(seat)

    def hear(self, event: EngineEvent, seat: Seat) -> None:
        """Take what the engine room says of this player's engine."""
        if isinstance(event, Thought) and event.generation == self._generation:
            self.facts = event.advice.facts
            self._remember(event.advice)
            self._tell_trouble(book_status.trouble(event.advice))
            if event.advice.done:
                self._take(event.advice, seat)
        elif isinstance(event, Trouble) and event.role == self.role:
            self._stumble(event)

    def rest(self, *, leave: bool = False) -> None:
        """Think no more until it is looked at again; another program ends, and so does one who leaves."""
        if leave or self.player.engine == OUTSIDE or self.gone:
            self._room.dismiss(self.role)
        else:
            self._room.stop(self.role)
        self._asked = -1

    def _take(self, advice: Advice, seat: Seat) -> None:
        self.ready, self._failures = True, 0
        if advice.choices and self._asked == seat.state.tally.placed:
            way = advice.facts.get("way")
            steps = tuple(way.split()) if isinstance(way, str) else None
            self.hand.aim(seat, Placement.parse(advice.choices[0].move), steps)

    def _remember(self, advice: Advice) -> None:
        """Keep in words which book was entered or left last, and why."""
        crossed = ", ".join(filter(None, book_status.crossing(self._said, advice)))
        name = book_status.name_of(advice)
        if crossed or (self._said is None and name):
            self.standing = crossed or f"{name}: entered"
        self._said = advice

    def _tell_trouble(self, trouble: str) -> None:
        """Say once that a book cannot be used."""
        if trouble and trouble != self._trouble:
            self._trouble = trouble
            self.words.append(f"{trouble}; {self.player.name} goes on without it.")

    def _stumble(self, event: Trouble) -> None:
        """A worker has failed: the room asks a new one; once it gives up, it is asked once more, then no more."""
        said = event.sentence.replace("The engine", self.player.name, 1)
        self.words.append(said if said.endswith((".", "…")) else f"{said}.")
        if event.final and event.generation == self._generation:
            self._failures += 1
            self._asked = -1
            self.gone = self._failures >= (_CHANCES if self.ready else 1)

    def _question(self, rules: dict[str, str]) -> Question:
        player = self.player
        options: dict[str, Value] = {"command": player.command} if player.engine == OUTSIDE else {}
        if player.book:
            options["book"] = player.book
        return Question(
            game=GAME,
            rules=rules,
            moves=(),
            seat=0,
            engine=player.engine,
            level=player.level or None,
            limit=Limit(seconds=thinking_time(self.hand.pace)),
            options={**options, "way": True},
        )


def pace_of(player: Player) -> float | None:
    """The pieces a second that an engine keeps to: as it was told, else as its level has it."""
    if player.pace is not None or player.engine not in LEVELLED:
        return player.pace
    return next((each.pace for each in STRENGTHS if each.name == player.level), None)


def thinking_time(pace: float | None) -> float:
    """Seconds that an engine has for a piece."""
    return UNHURRIED if pace is None else min(_MOST, max(_LEAST, _SHARE / pace))


Phase = Literal["preparing", "counting", "playing", "paused", "over"]
COUNTS, COUNT_SECONDS = 3, 0.5
_ROWS = ("", "Single", "Double", "Triple", "Tetris")
KINDS = (
    "Single",
    "Double",
    "Triple",
    "Tetris",
    "T-spin mini",
    "T-spin single",
    "T-spin double",
    "T-spin triple",
)
Told = list[tuple[int, Event]]


class Match:
    """A replay that grows, with the players who make it grow. It waits for engines, counts down, and plays.

    `stopped` says why a game ended in which nobody won or lost: a player could not go on.
    """

    def __init__(self, replay: Replay, controllers: Sequence[SeatController]) -> None:
        self.replay = replay
        self.controllers = tuple(controllers)
        self.phase: Phase = "preparing"
        self.stopped = ""
        self.count = 0.0  # seconds of the countdown that are left
        self.past = past_of(replay)
        self._beat = Beat()
        if self.game.over:
            self.phase = "over"

    @property
    def game(self) -> Game:
        return self.replay.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.game.seats

    @property
    def engines(self) -> dict[int, EnginePlayer]:
        """The engines that play, by seat."""
        return {at: each for at, each in enumerate(self.controllers) if isinstance(each, EnginePlayer)}

    @property
    def number(self) -> int:
        """The figure of the countdown, 3 to 1."""
        return max(1, min(COUNTS, int(self.count / COUNT_SECONDS - 1e-9) + 1))

    def pause(self) -> None:
        """Stand still, if the game has begun and is not over."""
        if self.phase in ("playing", "counting", "preparing"):
            self.phase = "paused"

    def go_on(self) -> None:
        """Play on after a pause, once it has been counted down."""
        if self.phase == "paused":
            self.phase = "preparing"

    def pass_time(self, seconds: float) -> Told:
        """What has happened in the ticks that are due, by seat."""
        told: Told = []
        if self.phase in ("preparing", "counting", "playing"):
            self._look()
        if self.phase == "preparing" and all(engine.ready for engine in self.engines.values()):
            self.phase, self.count = "counting", COUNTS * COUNT_SECONDS
        elif self.phase == "counting":
            self.count -= seconds
            if self.count <= 1e-9:
                self.phase, self._beat = "playing", Beat()
        elif self.phase == "playing":
            for _ in range(self._beat.due(seconds)):
                told += self._tick()
        self._end()
        return told

    def _tick(self) -> Told:
        """One tick: everybody looks, everybody presses."""
        seats = self.seats
        self._look()
        held = [controller.buttons(seat) for controller, seat in zip(self.controllers, seats, strict=True)]
        told = [(at, event) for at, events in enumerate(self.replay.tick(held)) for event in events]
        for at, event in told:
            if event.landing is not None and event.landing.rows:
                self.past.kinds[at].update(kinds_of(event.landing.clear))
                self.past.tallies[at].append((self.replay.ticks, self.seats[at].state.tally))
        return told

    def _look(self) -> None:
        for controller, seat in zip(self.controllers, self.seats, strict=True):
            controller.look(seat)

    def _end(self) -> None:
        gone = next((each for each in self.engines.values() if each.gone), None)
        if gone is not None and self.phase != "over" and not self.game.over:
            kept = " and is kept" if self.replay.count else ""
            self.stopped = f"{gone.player.name} cannot play on. The game ends here{kept}."
        if self.stopped or self.game.over:
            self.phase = "over"


def kinds_of(clear: Clear) -> list[str]:
    """The kind of a clear as statistics count it; none for no rows. A perfect clear counts beside it."""
    if not clear.rows:
        return []
    rows = _ROWS[clear.rows]
    spun = f"T-spin {rows.lower()}" if clear.spin == FULL else "T-spin mini"
    kind = rows if clear.spin == NO_SPIN else spun
    return [kind, "Perfect clear"] if clear.perfect else [kind]


class Past(NamedTuple):
    """What a game has brought so far, by seat: how often each kind of clear, and the counts after each that was one."""

    kinds: tuple[Counter[str], ...]
    tallies: tuple[list[tuple[int, Tally]], ...]  # with the tick of each


def past_of(replay: Replay) -> Past:
    """The past of a game that goes on: it is played through for that."""
    game = Game(replay.setup)
    past = Past(
        tuple(Counter[str]() for _ in game.seats), tuple([(0, seat.state.tally)] for seat in game.seats)
    )
    for tick in range(1, replay.ticks + 1):
        for at, events in enumerate(game.tick(replay.buttons_at(tick))):
            for event in events:
                if event.landing is not None and event.landing.rows:
                    past.kinds[at].update(kinds_of(event.landing.clear))
                    past.tallies[at].append((tick, game.seats[at].state.tally))
    return past


# The coach of somebody who plays alone: the engine's opinion on the piece in hand, while it falls.

ROLE = "kibitzer"
_NO_OPTIONS: Mapping[str, Value] = MappingProxyType({})
_MOST_HINTS = 5.0  # seconds for a piece; people seldom take longer in real time


class Coach:
    """Asks the stacker about each piece as soon as it can be thought about.

    `view` is the position that `advice` is about, `before` what was said of the piece before; `words` wait to be
    said.
    """

    def __init__(self, room: EngineRoom, seconds: float, options: Mapping[str, Value] = _NO_OPTIONS) -> None:
        self.advice: Advice | None = None
        self.before: Advice | None = None
        self.view: State | None = None
        self.words: list[str] = []
        self._room = room
        self._seconds, self._options = min(seconds, _MOST_HINTS), options
        self._about: tuple[int, bool] | None = (
            None  # the piece's number, and whether the hold was used for it
        )
        self._generation = -1

    def look(self, seat: Seat) -> None:
        """Ask about what is to be placed now, unless that was asked already."""
        about = (seat.state.tally.placed, seat.held)
        if seat.over or about == self._about:
            return
        again = self._about is not None and self._about[0] == about[0]
        if self.advice is not None and not again:
            self.before = self.advice
        self._about, self.advice = about, _still_known(self.advice, seat) if again else None
        if self.advice is not None:
            return
        self.view = view = seat.view()
        question = Question(
            game=GAME,
            rules=view.here(),
            moves=(),
            seat=0,
            engine="stacker",
            limit=Limit(seconds=self._seconds),
            options={**self._options, "book": "", "well": False} if seat.held else dict(self._options),
        )
        self._generation = self._room.ask(ROLE, question, Analysis(view))

    def remember(self, view: State, advice: Advice) -> None:
        """Hold an opinion that was had before."""
        self.view, self.advice = view, advice

    def hear(self, event: EngineEvent) -> None:
        """Take what the engine room says of the coach."""
        if isinstance(event, Thought) and event.generation == self._generation:
            self.advice = event.advice
        elif isinstance(event, Trouble) and event.role == ROLE:
            self.words.append(event.sentence)

    def rest(self) -> None:
        """Think no more until there is something to look at again."""
        self._room.stop(ROLE)
        self._about = None


def _still_known(advice: Advice | None, seat: Seat) -> Advice | None:
    """What was known before the hold was used and still holds: the best move is that of the piece in hand now."""
    if advice is None or not known_choices(advice) or not seat.held or seat.piece is None:
        return None
    possible = tuple(each for each in advice.choices if each.move.startswith(letter(seat.piece)))
    if not possible or possible[0] != advice.choices[0]:
        return None
    return msgspec.structs.replace(advice, choices=possible)
