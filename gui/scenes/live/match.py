"""A game in progress, without its picture: who plays it, and what each tick brings."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from itertools import pairwise
from math import inf
from random import Random
from types import MappingProxyType
from typing import Literal, Protocol

import msgspec

from ai.engine import Limit, Value
from ai.names import OUTSIDE, PARTNER, STACKER
from ai.practice.race import RaceOrder, RaceReport, RaceWork
from ai.tetris.guideline.partner import levels as partners
from ai.tetris.guideline.stacker.levels import STRENGTHS
from ai.work import Question, Thinking
from game.advice import Advice
from game.errors import BadInput, IllegalMove
from game.facts import PathFacts
from game.tetris.guideline import Placement, State, letter, step
from game.tetris.guideline.attack import Clear
from game.tetris.guideline.movement import Action
from game.tetris.guideline.real_time import (
    Event,
    Game,
    Input,
    PersonHand,
    Projection,
    Replay,
    Seat,
    Sprint,
    TargetController,
    TickClock,
    projected,
    sprint_of,
)
from game.tetris.guideline.real_time.faults import Fault, fault_of
from game.tetris.guideline.real_time.handling import HARD, LEFT, NONE, RIGHT, TICKS
from gui.games.guideline import book_status
from gui.play.advice_feed import KIBITZER
from gui.play.engine_room import EngineRoom, Reported, WorkerFailure
from gui.play.engine_room import Event as EngineEvent
from gui.play.job import RoomJob
from gui.play.live_plan import LEVELLED, SPRINT_ROWS, ULTRA_SECONDS, Plan, Player
from gui.play.sources import known_choices
from gui.scenes.live import words
from gui.ui.input import ButtonInput

GAME = "tetris"
_COACH = Player("Coach", STACKER)
UNHURRIED = 0.1  # seconds a piece for an engine that plays as fast as it can
_SHARE = 0.6  # an engine may think for this part of the time for a piece; the rest is for pressing buttons
_LEAST, _MOST = 0.05, 1.0
_CHANCES = 2  # failures that end a player who has played before; one who never has gets one
_MOST_HINTS = 5.0  # seconds for a piece; people seldom take longer in real time
_NO_OPTIONS: Mapping[str, Value] = MappingProxyType({})
Notify = Callable[[str], object]  # tells a person something


class UnlistedPosition(State):
    """A position that checks moves one by one and never lists them: to find them all takes longer than a frame.

    A move must name a piece that can be placed, and a place where it fits and rests. Whether the piece can get there
    shows when the buttons are pressed.
    """

    @classmethod
    def of(cls, state: State) -> UnlistedPosition:
        return cls(*(getattr(state, field.name) for field in fields(state)))

    def legal_moves(self) -> tuple[str, ...]:
        return ()

    def play(self, move: str) -> UnlistedPosition:
        """Return the position itself if the move is legal. Raises `IllegalMove`."""
        try:
            at = Placement.parse(move)
        except BadInput as error:
            raise IllegalMove(f"{error}.") from None
        if at.piece not in self.choices:
            raise IllegalMove(f"{move} is not the piece to place.")
        if not self.field.fits(*at[:4]) or self.field.drop(*at[:4]) != at.y:
            raise IllegalMove(f"{move} would hang in the air.")
        return self


def _ask(
    room: EngineRoom, role: str, view: State, player: Player, seconds: float, options: Mapping[str, Value]
) -> int:
    """Ask the engine of a player what to do with the piece in hand; returns the question's generation."""
    question = Question(
        game=GAME,
        rules=view.here(),
        moves=(),
        seat=0,
        engine=player.engine,
        level=player.level or None,
        limit=Limit(seconds=seconds),
        options=dict(options),
    )
    return room.begin(role, Thinking(question, UnlistedPosition.of(view)))


class SeatController(Protocol):
    """A player as the match sees it: it looks at its seat before every tick and says which buttons it holds."""

    def look(self, seat: Seat) -> None:
        """See the game before a tick."""

    def buttons(self, seat: Seat) -> Input | int:
        """The input of the next tick."""
        ...


class Person:
    """The person at the window, with keys, a gamepad or the mouse.

    The mouse presses the same buttons: the piece moves towards the column under the pointer. Taps are pressed tick by
    tick; a drop waits until the piece is there.
    """

    def __init__(self, button_input: ButtonInput) -> None:
        self._button_input = button_input
        self._column: float | None = None  # where the middle of the piece is to go, in cells from the left
        self._taps: list[int] = []

    def look(self, seat: Seat) -> None:
        """Nothing to do: a person sees the screen."""

    def point(self, column: float | None) -> None:
        """Move the piece towards a column; None when the pointer leaves the well."""
        self._column = column

    def tap(self, button: int) -> None:
        """Press a button with the mouse and release it."""
        self._taps.append(button)

    def clear(self) -> None:
        """Forget what the mouse asked for."""
        self._column, self._taps = None, []

    def begin(self) -> None:
        """The game is played from now on: what was pressed and released before does not count."""
        self._button_input.state.settle()

    def buttons(self, seat: Seat) -> Input | int:
        held = self._button_input.state.take()
        if any(held):
            self.clear()  # keys override the mouse
            return held
        if seat.piece is None:
            return NONE
        shift = self._shift(seat)
        tap = self._taps[0] if self._taps else NONE
        if tap & seat.before or (tap == HARD and shift):
            tap = NONE
        elif tap:
            del self._taps[0]
        return tap | (NONE if shift & seat.before else shift)

    def _shift(self, seat: Seat) -> int:
        """The button that moves the piece towards the pointer; none if it is there or cannot move."""
        if self._column is None or seat.piece is None:
            return NONE
        cells = [x for x, _ in Placement(seat.piece, *seat.pose).cells]
        away = self._column - (min(cells) + max(cells) + 1) / 2
        if abs(away) <= 0.5:
            return NONE
        way: Action = "left" if away < 0 else "right"
        free = step(seat.state.field, seat.piece, seat.pose, way, seat.state.rules.kicks)
        return NONE if free is None else LEFT if away < 0 else RIGHT


class EnginePlayer:
    """An engine that plays a seat. It is asked when a piece locks; until it answers, its next piece just falls.

    `ready`: it has answered once. `gone`: it cannot play on, and has said why. `standing` says which book it entered
    or left last, and why. `about` is the piece that its last opinion is about, by the number of pieces before it.
    """

    def __init__(self, room: EngineRoom, role: str, player: Player, notify: Notify) -> None:
        self.player, self.role = player, role
        self.ready = self.gone = False
        self.advice: Advice | None = None  # its last opinion
        self.about = -1
        self.hand = hand_of(player)
        self.standing = ""
        self._room, self._notify = room, notify
        self._asked = -1  # the piece it was asked about
        self._generation = -1
        self._failures = 0
        self._missed = False
        self._trouble = ""

    def look(self, seat: Seat) -> None:
        """Ask where the next piece goes, unless the answer is known or awaited."""
        if self.hand.lost and not self._missed:
            self._missed = True
            self._notify(
                f"{self.player.name} chose an unreachable placement; the piece was dropped where it was."
            )
        placed = seat.state.tally.placed
        if seat.over or self.gone or self._asked == placed or not self.hand.waits(seat):
            return
        if self.player.engine == OUTSIDE and not self.player.command:
            self.gone = True
            self._notify(f"{self.player.name} is not among the other bots of the settings.")
            return
        self._asked = placed
        options: dict[str, Value] = {"command": self.player.command} if self.player.engine == OUTSIDE else {}
        if self.player.book:
            options["book"] = self.player.book
        limit, options["way"] = thinking_time(self.hand.pace), True
        self._generation = _ask(self._room, self.role, seat.view(), self.player, limit, options)

    def buttons(self, seat: Seat) -> int:
        return self.hand.buttons(seat)

    def hear(self, event: EngineEvent, seat: Seat) -> None:
        """Handle an event of the engine room."""
        if isinstance(event, Reported) and event.generation == self._generation:
            self._follow_books(event.report)
            self.about = self._asked
            if event.report.done:
                self._take(event.report, seat)
        elif isinstance(event, WorkerFailure) and event.role == self.role:
            self._stumble(event)

    def rest(self, *, leave: bool = False) -> None:
        """Stop thinking until the next look. External programs end, and so does the engine of a game that was left."""
        if leave or self.player.engine == OUTSIDE or self.gone:
            self._room.dismiss(self.role)
        else:
            self._room.stop(self.role)
        self._asked = -1

    def _take(self, advice: Advice, seat: Seat) -> None:
        self.ready, self._failures = True, 0
        if advice.choices and self._asked == seat.state.tally.placed:
            way = advice.read(PathFacts).way or None
            self.hand.aim(seat, Placement.parse(advice.choices[0].move), way)

    def _follow_books(self, advice: Advice) -> None:
        """Note which book was entered or left, and report a broken book once."""
        crossed, name = book_status.crossed(self.advice, advice), book_status.name_of(advice)
        if crossed or (self.advice is None and name):
            self.standing = crossed or f"Entered {name}"
        self.advice = advice
        trouble = book_status.trouble(advice)
        if trouble and trouble != self._trouble:
            self._trouble = trouble
            self._notify(f"{trouble}; {self.player.name} goes on without it.")

    def _stumble(self, event: WorkerFailure) -> None:
        """A worker has failed. The room tries again by itself; when it gives up, the engine gets one more chance."""
        text = event.of(self.player.name)
        self._notify(text if text.endswith((".", "…")) else f"{text}.")
        if event.final and event.generation == self._generation:
            self._failures += 1
            self._asked = -1
            self.gone = self._failures >= (_CHANCES if self.ready else 1)


def pace_of(player: Player) -> float | None:
    """The pieces a second that an engine plays: its own pace, else that of its level."""
    if player.pace is not None or player.engine not in LEVELLED:
        return player.pace
    return next((each.pace for each in STRENGTHS if each.name == player.level), None)


def hand_of(player: Player) -> TargetController:
    """The hand of an engine: a person's for the one that errs like people, else one that only keeps to a pace."""
    level = next((each for each in partners.LEVELS if each.name == player.level), None)
    if player.engine != PARTNER or level is None:
        return TargetController(pace_of(player))
    return PersonHand(level.habit, Random())


def thinking_time(pace: float | None) -> float:
    """The seconds in which an engine may think about a piece."""
    return UNHURRIED if pace is None else min(_MOST, max(_LEAST, _SHARE / pace))


class Coach:
    """Asks the stacker about each piece of a person who plays alone.

    `view` is the position that `advice` is about, `before` is the advice on the piece before.
    """

    def __init__(
        self, room: EngineRoom, seconds: float, notify: Notify, options: Mapping[str, Value] = _NO_OPTIONS
    ) -> None:
        self.advice: Advice | None = None
        self.before: Advice | None = None
        self.view: State | None = None
        self._room, self._notify = room, notify
        self._seconds, self._options = min(seconds, _MOST_HINTS), options
        self._about: tuple[int, bool] | None = (
            None  # the piece's number, and whether the hold was used for it
        )
        self._generation = -1

    def look(self, seat: Seat) -> None:
        """Ask about the current piece, unless that was asked already."""
        about = (seat.state.tally.placed, seat.held)
        if seat.over or about == self._about:
            return
        again = self._about is not None and self._about[0] == about[0]
        if self.advice is not None and not again:
            self.before = self.advice
        self._about, self.advice = about, _still_known(self.advice, seat) if again else None
        if self.advice is not None:
            return
        self.view = seat.view()
        options = {**self._options, "book": "", "well": False} if seat.held else self._options
        self._generation = _ask(self._room, KIBITZER, self.view, _COACH, self._seconds, options)

    def remember(self, view: State, advice: Advice) -> None:
        """Take an advice that is known already."""
        self.view, self.advice = view, advice

    def hear(self, event: EngineEvent) -> None:
        """Handle an event of the engine room."""
        if isinstance(event, Reported) and event.generation == self._generation:
            self.advice = event.report
        elif isinstance(event, WorkerFailure) and event.role == KIBITZER:
            self._notify(event.sentence)

    def rest(self) -> None:
        """Stop thinking until the next look."""
        self._room.stop(KIBITZER)
        self._about = None


class Race(RoomJob[RaceOrder, RaceReport]):
    """The engine's games on the board of a downstack race, played beside it. `report` is how they went so far."""

    def __init__(self, room: EngineRoom, start: State) -> None:
        super().__init__(room, "race", RaceWork)
        self.report: RaceReport | None = None
        self.start(RaceOrder(setup=start.here()))

    def take(self, event: EngineEvent) -> None:
        """Take in a report."""
        self.report = self.hear(event) or self.report


def _still_known(advice: Advice | None, seat: Seat) -> Advice | None:
    """A known advice that survives the use of the hold: its best move places the piece that is now current."""
    if advice is None or not known_choices(advice) or not seat.held or seat.piece is None:
        return None
    possible = tuple(each for each in advice.choices if each.move.startswith(letter(seat.piece)))
    if not possible or possible[0] != advice.choices[0]:
        return None
    return msgspec.structs.replace(advice, choices=possible)


Phase = Literal["preparing", "counting", "playing", "paused", "over"]
COUNTS, COUNT_SECONDS = 3, 0.5
SeatEvents = list[tuple[int, Event]]
_PART = 5 * TICKS  # points are counted in stretches of so many ticks, to be projected
History = list[tuple[int, int]]  # ticks, and the value from then on


class Match:
    """A replay that grows, and its players. A match waits for engines, counts down, and plays.

    `since`: seconds in this phase. `stopped`: why the game ended without a winner, if a player could not go on.
    Pieces that were taken back can be brought again until another one locks. `retry`: why the piece in hand came back,
    and `retries`: how often one did.
    """

    def __init__(self, plan: Plan, replay: Replay, controllers: Iterable[SeatController]) -> None:
        self.plan, self.replay = plan, replay
        self.controllers = tuple(controllers)
        self.phase: Phase = "over" if replay.game.over else "preparing"
        self.since = 0.0
        self.stopped = ""
        self.count = 0.0  # seconds of the countdown that are left
        self.retry: Fault | None = None
        self.retries = 0
        self._beat = TickClock()
        self._ahead: Replay | None = None  # the game with the pieces that were taken back
        self._clears: list[list[tuple[int, Clear]]] = [
            [] for _ in self.seats
        ]  # of each seat, with their ticks
        before = Game(replay.setup)
        self._history: list[History] = [[(0, self._figure(seat.state))] for seat in before.seats]
        self._read(before)

    def _read(self, game: Game) -> None:
        """Count the clears from a moment of the game on."""
        for tick in range(game.now + 1, self.replay.ticks + 1):
            self._note(game.tick(self.replay.buttons_at(tick)), game)

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
    def person(self) -> Person | None:
        """The person, while the game is being played."""
        if self.phase != "playing":
            return None
        return next((each for each in self.controllers if isinstance(each, Person)), None)

    @property
    def running(self) -> bool:
        """True if the game goes on or is about to."""
        return self.phase in ("preparing", "counting", "playing")

    @property
    def number(self) -> int:
        """The figure of the countdown, 3 to 1."""
        return max(1, min(COUNTS, int(self.count / COUNT_SECONDS - 1e-9) + 1))

    @property
    def kinds(self) -> tuple[Counter[str], ...]:
        """Count the clears of each kind for each seat."""
        return tuple(
            Counter(kind for _, clear in clears for kind in words.kinds_of(clear)) for clears in self._clears
        )

    # -- pieces taken back --

    @property
    def can_undo(self) -> bool:
        return self.replay.count > 0

    @property
    def can_redo(self) -> bool:
        return self._ahead is not None and self.replay.count < self._ahead.count

    def undo(self) -> None:
        """Take the last piece back: the game stands where the one before it had locked."""
        if not self.can_undo:
            return
        if self._ahead is None:
            self._ahead = self.replay
        self._go_to(self.replay, self.replay.tick_of(self.replay.count - 1))

    def redo(self) -> None:
        """Bring a piece again that was taken back."""
        if self._ahead is not None and self.can_redo:
            self._go_to(self._ahead, self._ahead.tick_of(self.replay.count + 1))

    def _go_to(self, source: Replay, tick: int) -> None:
        """Go on from a tick of a game that has all pieces of this one."""
        self.retry = None
        same = self.replay.tick_of(min(self.replay.count, source.ply_at(tick)))  # up to here they are one
        self.replay = source.cut(tick)
        for each in self._history:
            del each[bisect_right(each, (same, inf)) :]
        for clears in self._clears:
            del clears[sum(at <= same for at, _ in clears) :]
        self._read(self.replay.at(same))
        if self.phase == "over":
            self._enter("preparing")

    def history(self, seat: int) -> History:
        """Return the history of the mode's figure after each clear of a seat: rows, points or attack."""
        return self._history[seat]

    def _figure(self, state: State) -> int:
        """The figure of the mode: rows, points or attack."""
        if self.plan.mode == "dig":
            return state.dug
        if self.plan.mode == "sprint":
            return state.tally.cleared
        return state.tally.points if self.plan.mode == "ultra" else state.tally.attack

    def sprint(self) -> Sprint:
        """Return the state of a person's sprint."""
        locks = [lock.tick for lock in self.replay.locks if lock.seat == 0]
        return sprint_of(self.seats[0], SPRINT_ROWS, locks)

    def points(self) -> Projection | None:
        """The points at the end of a game of two minutes that goes on as it did; None while that is too early."""
        now, history = self.game.now, self.history(0)
        at = [bisect_right(history, (tick, inf)) - 1 for tick in range(0, now + 1, _PART)]
        parts = [float(history[after][1] - history[before][1]) for before, after in pairwise(at)]
        rest = projected(parts, max(0, ULTRA_SECONDS * TICKS - now) / _PART)
        return None if rest is None else rest._replace(value=history[-1][1] + rest.value)

    def pause(self) -> None:
        """Pause, unless the game is over."""
        if self.running:
            self._enter("paused")

    def go_on(self) -> None:
        """End a pause; a countdown follows."""
        if self.phase == "paused":
            self._enter("preparing")

    def _enter(self, phase: Phase) -> None:
        self.phase, self.since = phase, 0.0

    def pass_time(self, seconds: float) -> SeatEvents:
        """Play the ticks that are due; returns their events by seat."""
        items: SeatEvents = []
        before = self.phase
        if self.running:
            self._look()
        if self.phase == "preparing" and all(engine.ready for engine in self.engines.values()):
            self.phase, self.count = "counting", COUNTS * COUNT_SECONDS
        elif self.phase == "counting":
            self.count -= seconds
            if self.count <= 1e-9:
                self.phase, self._beat = "playing", TickClock()
                if self.person is not None:
                    self.person.begin()
        elif self.phase == "playing":
            for _ in range(self._beat.due(seconds)):
                items += self._tick()
        self._end()
        self.since = self.since + seconds if self.phase == before else 0.0
        return items

    def _tick(self) -> SeatEvents:
        """Play one tick."""
        seats = self.seats
        self._look()
        held = [controller.buttons(seat) for controller, seat in zip(self.controllers, seats, strict=True)]
        before = seats[0].state
        events = self.replay.tick(held)
        self._note(events, self.game)
        if any(event.kind == "lock" for each in events for event in each):
            self._ahead = None
            self._retry_from(before)
        return [(at, event) for at, each in enumerate(events) for event in each]

    def _retry_from(self, before: State) -> None:
        """Have the piece that has just locked come back where it took more keys than needed."""
        retry = fault_of(before, self.seats[0]) if self.plan.retry else None
        if retry is not None:
            self._go_to(self.replay, self.replay.tick_of(self.replay.count - 1))
            self.retries += 1
        self.retry = retry

    def _note(self, events: Iterable[list[Event]], game: Game) -> None:
        """Count the clears of a tick."""
        for at, each in enumerate(events):
            for event in each:
                if event.landing is not None and event.landing.rows:
                    self._clears[at].append((game.now, event.landing.clear))
                    self._history[at].append((game.now, self._figure(game.seats[at].state)))

    def _look(self) -> None:
        for controller, seat in zip(self.controllers, self.seats, strict=True):
            controller.look(seat)

    def _end(self) -> None:
        gone = next((each for each in self.engines.values() if each.gone), None)
        if gone is not None and self.phase != "over" and not self.game.over:
            self.stopped = words.stopped_by(gone.player.name, is_stored=self.replay.count > 0)
        if self.stopped or self.game.over:
            self.phase = "over"
