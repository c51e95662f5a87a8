"""Who presses the buttons of a seat: a person's fingers, or a hand that does what an engine beside the window says."""

from __future__ import annotations

from typing import Protocol

from ai.engine import Limit, Value
from ai.messages import Question
from ai.tetris.guideline.stacker.levels import STRENGTHS
from game.advice import Advice
from game.tetris.guideline import Placement, step
from game.tetris.guideline.movement import Action
from game.tetris.guideline.real_time import Hand, Seat
from game.tetris.guideline.real_time.buttons import HARD, LEFT, NONE, RIGHT
from gui.engines.engine_room import EngineRoom, Event, Thought, Trouble
from gui.input.bindings import Fingers
from gui.scenes.live.plan import LEVELLED, OUTSIDE, Player
from gui.scenes.live.ring.glance import Glance
from gui.tetris.guideline import lore

GAME = "tetris"
UNHURRIED = 0.1  # seconds a piece for an engine that plays as fast as it goes
_SHARE = 0.6  # of the time for a piece that an engine may think; the rest is for its hand
_LEAST, _MOST = 0.05, 1.0
_CHANCES = 2  # times that the room gives up before a player does that has played; one that never has gets one


class Sitter(Protocol):
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
        self.hand = Hand(pace_of(player))
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
                f"{self.player.name} named a place that its piece could not reach; it was dropped."
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
        self._generation = self._room.ask(self.role, self._question(view.here()), Glance(view))

    def buttons(self, seat: Seat) -> int:
        return self.hand.buttons(seat)

    def hear(self, event: Event, seat: Seat) -> None:
        """Take what the engine room says of this player's engine."""
        if isinstance(event, Thought) and event.generation == self._generation:
            self.facts = event.advice.facts
            self._remember(event.advice)
            self._tell_trouble(lore.trouble(event.advice))
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
        crossed = ", ".join(filter(None, lore.crossing(self._said, advice)))
        name = lore.name_of(advice)
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
