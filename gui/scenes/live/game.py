"""A game of guideline Tetris in real time, as it is played: what happens to it, and what a person may do."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from game.errors import KibitzError
from game.record import Record
from game.tetris import bests
from game.tetris.bests import Best, Bests
from game.tetris.guideline.real_time import NAMES, TICKS, Event, Replay
from gui.context import AppContext, Scene
from gui.play.players import adviser_options
from gui.scenes.live.footer import History
from gui.scenes.live.match import Coach, EnginePlayer, Match, Person, Phase, SeatController, Told
from gui.scenes.live.plan import Plan, record_of
from gui.scenes.live.wells import Well
from gui.scenes.live.words import clear_words, title_of
from gui.ui.commands import Command
from gui.ui.input import Bindings, Fingers, Gamepads, handling_of

# Which sound belongs to what happens in a game in real time.

_HANDS = {"shift": "shift", "turn": "turn", "spin": "spin", "hold": "hold", "drop": "drop"}
_ROWS = ("", "single", "double", "triple", "tetris")


def sounds_of(events: Iterable[Event], *, hands: bool) -> list[str]:
    """The sounds of one seat's events in a frame, each once; with `hands` those of the piece on its way too."""
    found: list[str] = []
    for event in events:
        landing = event.landing
        if landing is not None and landing.rows:
            clear = landing.clear
            found.append("perfect" if clear.perfect else "tetris" if clear.difficult else _ROWS[clear.rows])
        elif event.kind == "lock" and hands and "drop" not in found:
            found.append("lock")
        elif event.kind == "rise":
            found.append("rise")
        elif hands and event.kind in _HANDS:
            found.append(_HANDS[event.kind])
    return list(dict.fromkeys(found))


SETTLING = 0.7  # seconds from the end of a game to its card, so that nobody presses what has just appeared
KEPT_FROM = 10  # pieces: a game of fewer is forgotten when the same is begun again at once
_SAVE_EVERY = 5.0  # seconds of play between two saves, at least
_SAVE_SHARE = 20.0  # a save may take this part of the time between two
_MARK = 120  # ticks; a replay knows each such moment, and is cut there for nothing
_RUNNING = ("preparing", "counting", "playing")


class LiveGame(Scene):
    """The game without its picture, which `LiveScene` draws. Every key does the same there and here."""

    name = "live"
    title = "Tetris"

    def __init__(
        self,
        context: AppContext,
        back: Scene | None,
        plan: Plan,
        replay: Replay | None = None,
        created: str = "",
    ) -> None:
        """`replay` is a game to go on with; `created` that of the record it comes from. Raises `BadInput`."""
        super().__init__(context, back)
        self.plan = plan
        self.hints = context.config.play.hints if plan.hints is None else plan.hints
        self.panel_open = False
        self.gamepads = Gamepads()
        self.bindings = Bindings.of(context.config)
        self.fingers = Fingers(self.bindings)
        self.bests = Bests() if plan.trial is None else _kept(context)
        self._whole = replay is None or bool(created)  # nothing of it was played by somebody else, or twice
        self._begin(replay or Replay(plan.setup(handling_of(context.config))), created)

    def _begin(self, replay: Replay, created: str = "") -> None:
        """Sit down at a game."""
        self.match = Match(replay, [self._controller(number) for number in range(len(self.plan.players))])
        self.wells = [Well() for _ in self.plan.players]
        self.coach = self._coach()
        self.waited = self.ended = 0.0  # seconds that engines have been waited for; since the end
        self.rank: int | None = None
        self._counted = 0  # the figure of the countdown that was heard last
        self.created = created or self.context.autosave.begin()
        self._saved_ticks, self._unsaved = replay.ticks if created else 0, 0.0

    def _controller(self, number: int) -> SeatController:
        player = self.plan.players[number]
        if player.person:
            return Person(self.fingers)
        return EnginePlayer(self.context.room, f"seat-{number}", player)

    def _coach(self) -> Coach | None:
        if not self.plan.coached or not self.hints:
            return None
        config = self.context.config
        return Coach(self.context.room, config.engine.hint_seconds, adviser_options(config, "tetris"))

    @property
    def running(self) -> bool:
        """Whether the game goes on, or is about to."""
        return self.match.phase in _RUNNING

    @property
    def held_up(self) -> bool:
        """Whether a game of engines waits for their kernels to be compiled."""
        return self.context.warming is not None and bool(self.match.engines)

    @property
    def settled(self) -> bool:
        """Whether the game is over, and has been for a moment."""
        return self.match.phase == "over" and self.ended >= SETTLING

    @property
    def playing_hand(self) -> bool:
        """Whether keys belong to the piece."""
        return self.running and self.plan.person is not None

    @property
    def person(self) -> Person | None:
        """Whoever plays before the window, as long as the piece is in their hand."""
        controllers = self.match.controllers if self.match.phase == "playing" else ()
        return next((each for each in controllers if isinstance(each, Person)), None)

    def _let_go(self) -> None:
        """Nothing is held or wanted any more."""
        self.fingers.clear()
        if self.person is not None:
            self.person.clear()

    def history(self, seat: int) -> History:
        """What the graph at the foot shows of a seat: rows, points or attack after each clear."""
        kind = {"sprint": "cleared", "ultra": "points"}.get(self.plan.mode, "attack")
        return [(tick / TICKS, getattr(tally, kind)) for tick, tally in self.match.past.tallies[seat]]

    @property
    def best(self) -> Best | None:
        """The person's best result in this trial so far."""
        return None if self.plan.trial is None else next(iter(self.bests.of(self.plan.trial)), None)

    # -- what the window does --

    def entered(self) -> None:
        super().entered()
        self.gamepads.start()
        self.bindings = Bindings.of(self.context.config)
        self.fingers.rebind(self.bindings)
        for trouble in self.bindings.troubles:
            self.context.notify(trouble)

    def left(self) -> None:
        self._let_go()
        self.match.pause()
        self._rest(leave=self.next is self.back)
        if not self.match.game.over:
            self._save()
        self.gamepads.stop()

    def _record(self, ticks: int | None = None) -> Record:
        """The game up to now, or to a tick, as a record."""
        replay = self.match.replay
        seats = tuple(player.seat() for player in self.plan.players)
        played = replay.cut(replay.ticks if ticks is None else ticks)
        return record_of(played, seats, title_of(self.plan), self.created)

    def _save(self) -> None:
        """Save the game as it stands, once a piece has locked."""
        if self.match.replay.count:
            self._saved_ticks = self.match.replay.ticks
            self.context.autosave.save(self._record())

    def _save_now_and_then(self, seconds: float) -> None:
        """Save the game while it goes on."""
        autosave, ticks = self.context.autosave, self.match.replay.ticks // _MARK * _MARK
        self._unsaved += seconds
        due = (
            not self.match.game.over
            and self._unsaved >= max(_SAVE_EVERY, _SAVE_SHARE * autosave.seconds)
            and not autosave.busy
        )
        if due and self.match.replay.ply_at(ticks) and ticks > self._saved_ticks:
            self._saved_ticks, self._unsaved = ticks, 0.0
            autosave.save(self._record(ticks))

    def _rest(self, *, leave: bool = False) -> None:
        for engine in self.match.engines.values():
            engine.rest(leave=leave)
        if self.coach is not None:
            self.coach.rest()

    def handle(self, event: pygame.event.Event) -> Scene | None:
        """Keys and gamepads reach the piece before anything else, and without a frame in between."""
        plugged = self.gamepads.handle(event)
        if plugged:
            self.context.reply(plugged)
        if event.type == pygame.WINDOWFOCUSLOST and self.plan.person is not None:
            self.pause()
        held = self.fingers.holds(event)
        pressed = self.fingers.handle(event)
        if "restart" in pressed and self.match.phase != "preparing":
            self.restart()
        elif "pause" in pressed:
            self.toggle()
        elif not (
            self._is_bound(event) and (held or self.playing_hand)
        ):  # a held key does nothing in a dialog
            return super().handle(event)
        return self.next

    def _is_bound(self, event: pygame.event.Event) -> bool:
        """Whether an event is a key of the piece, held ones that repeat included."""
        return event.type == pygame.KEYDOWN and self.fingers.means(event) in NAMES

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            for seat, engine in self.match.engines.items():
                engine.hear(event, self.match.seats[seat])
            if self.coach is not None:
                self.coach.hear(event)
        self._play(seconds)
        self._save_now_and_then(seconds)
        self._tell()
        return self.next

    def _play(self, seconds: float) -> None:
        """Let the time pass for the game and for its picture."""
        before = self.match.phase
        if not self.held_up:
            for well in self.wells:
                well.pass_time(seconds)
            told = self.match.pass_time(seconds)
            for seat, event in told:
                self._see(seat, event)
            self._sound(told, before)
        self.waited = self.waited + seconds if self.match.phase == "preparing" else 0.0
        if self.coach is not None and self.running and self.context.warming is None:
            self.coach.look(self.match.seats[0])
        if self.match.phase == "over":
            self.ended = 0.0 if before != "over" else self.ended + seconds
            if before != "over":
                self._finish()

    def _see(self, seat: int, event: Event) -> None:
        landing = event.landing
        self.wells[seat].see(event, clear_words(landing) if landing is not None else ())

    def _sound(self, told: Told, before: Phase) -> None:
        """Let be heard what has happened at the person's seat; of engines that are watched, what they clear."""
        person = self.plan.person
        heard = [event for seat, event in told if person in (None, seat)]
        sounds = sounds_of(heard, hands=person is not None)
        phase, number = self.match.phase, self.match.number
        if phase == "counting" and (before != phase or number != self._counted):
            sounds.append("count")
        elif phase == "playing" and before == "counting":
            sounds.append("go")
        elif phase == "over" and before != phase and person is not None and not self.match.stopped:
            goal = self.match.game.winner == person or self.match.seats[person].ending == "time"
            sounds.append("won" if goal else "lost")
        self._counted = number
        for name in sounds:
            self.context.sound(name)

    def _tell(self) -> None:
        """Say what engines have to say."""
        speakers: list[list[str]] = [engine.words for engine in self.match.engines.values()]
        if self.coach is not None:
            speakers.append(self.coach.words)
        for said in speakers:
            for word in said:
                self.context.notify(word)
            said.clear()

    def _finish(self) -> None:
        """The game is over: keep it, and the result where it is one of the best."""
        self.fingers.clear()
        self._rest()
        if self.match.stopped:
            self._save()
        elif self.match.replay.count:
            self.context.autosave.finish(self._record())
        seat = self.match.seats[0]
        trial = self.plan.trial
        wanted = "goal" if trial == "sprint" else "time"
        if trial is None or not (self.plan.fair and self._whole) or seat.ending != wanted:
            return
        tally = seat.state.tally
        result = Best(self.match.game.now, tally.points, tally.placed, tally.cleared, self.created)
        try:
            self.bests, self.rank = bests.add(trial, result)
        except KibitzError as error:
            self.context.notify(str(error))

    # -- what a person may do --

    def pause(self) -> None:
        """Stand still; nothing is lost."""
        self._let_go()
        self.match.pause()
        if self.match.phase == "paused":
            self._save()

    def toggle(self) -> None:
        """Pause, or go on."""
        if self.match.phase == "paused":
            self.match.go_on()
        elif self.match.phase == "over":
            self.restart()
        else:
            self.pause()

    def restart(self) -> None:
        """The same again with other pieces, at once. A game that has got somewhere is kept."""
        if self.match.replay.count and not self.match.game.over:
            enough = self.match.replay.count >= KEPT_FROM
            (self.context.autosave.finish if enough else self.context.autosave.drop)(self._record())
        self.fingers.clear()
        try:
            self._begin(Replay(self.plan.setup(handling_of(self.context.config))))
            self._whole = True
        except KibitzError as error:
            self.context.reply(str(error))

    def toggle_hints(self) -> None:
        """Show or hide what the coach says."""
        if not self.plan.coached:
            return
        self.hints = not self.hints
        if self.coach is not None:
            self.coach.rest()
        self.coach = self._coach()

    def toggle_panel(self) -> None:
        """Open or close the column in a narrow window."""
        self.panel_open = not self.panel_open

    def look_back(self) -> None:
        """See the game again from its start."""
        replay = self.match.replay
        if not replay.count:
            self.context.reply("There is nothing to look back at yet.")
            return
        try:
            self.go(self.context.router.opened(self._record(), self))
        except KibitzError as error:
            self.context.reply(str(error))

    def new_game(self) -> None:
        """Choose another mode, or somebody else to play."""
        self.go(self.context.router.new_game(self.back or self, "tetris"))

    def escape(self) -> None:
        """One step back: from the game to its pause, from there to where one came from."""
        if self.running:
            self.pause()
        else:
            self.go_back()

    def commands(self) -> list[Command]:
        words = self.bindings.words
        person = self.plan.person is not None
        piece = [(words(name), said) for name, said in PIECE_KEYS]
        piece += [
            ("Mouse", "the piece follows the pointer; a click drops, wheel and right button turn"),
            ("Click on HOLD", "hold; the middle button does the same"),
        ]
        bound = [(words("pause"), "pause, and go on"), (words("restart"), "begin again at once")]
        return [
            *(Command(keys, None, said) for keys, said in [*(piece if person else []), *bound]),
            Command("H", self.toggle_hints, "show or hide hints" if self.plan.coached else ""),
            Command("L", self.look_back, "look back, in a pause and at the end", enabled=not self.running),
            Command("N", self.new_game, "a new game, in a pause and at the end", enabled=not self.running),
            Command("K", self.toggle_panel, "open or close the column in a narrow window"),
            Command("Esc", self.escape),
            Command("Space", self.toggle, enabled=not person),
            *super().commands(),
        ]


PIECE_KEYS = (
    ("left", "to the left"),
    ("right", "to the right"),
    ("soft", "soft drop"),
    ("hard", "hard drop"),
    ("cw", "turn right"),
    ("ccw", "turn left"),
    ("flip", "turn around"),
    ("hold", "hold"),
)


def _kept(context: AppContext) -> Bests:
    """The best results so far; none where they cannot be read, which is said."""
    try:
        return bests.read()
    except KibitzError as error:
        context.notify(str(error))
        return Bests()
