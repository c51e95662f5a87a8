"""A game of guideline Tetris in real time, as it is played: what happens to it, and what a person may do."""

from __future__ import annotations

import pygame

from game.errors import KibitzError
from game.record import Record
from game.tetris import bests
from game.tetris.bests import Best, Bests
from game.tetris.guideline.real_time import NAMES, TICKS, Event, Replay
from gui.input.bindings import Bindings, Fingers
from gui.input.gamepads import Gamepads
from gui.input.handling import handling_of
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.live.hearing import sounds_of
from gui.scenes.live.plan import Plan, record_of
from gui.scenes.live.ring.bout import Bout, Phase, Told
from gui.scenes.live.ring.coach import Coach
from gui.scenes.live.ring.players import EnginePlayer, Person, Sitter
from gui.scenes.live.strip import History
from gui.scenes.live.wells import Well
from gui.scenes.live.words import clear_words, title_of
from gui.table.seating import adviser_options

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
        self, salon: Salon, back: Scene | None, plan: Plan, replay: Replay | None = None, created: str = ""
    ) -> None:
        """`replay` is a game to go on with; `created` that of the record it comes from. Raises `BadInput`."""
        super().__init__(salon, back)
        self.plan = plan
        self.hints = salon.config.play.hints if plan.hints is None else plan.hints
        self.panel_open = False
        self.gamepads = Gamepads()
        self.bindings = Bindings.of(salon.config)
        self.fingers = Fingers(self.bindings)
        self.bests = Bests() if plan.trial is None else _kept(salon)
        self._whole = replay is None or bool(created)  # nothing of it was played by somebody else, or twice
        self._begin(replay or Replay(plan.setup(handling_of(salon.config))), created)

    def _begin(self, replay: Replay, created: str = "") -> None:
        """Sit down at a game."""
        self.bout = Bout(replay, [self._sitter(number) for number in range(len(self.plan.players))])
        self.wells = [Well() for _ in self.plan.players]
        self.coach = self._coach()
        self.waited = self.ended = 0.0  # seconds that engines have been waited for; since the end
        self.rank: int | None = None
        self._counted = 0  # the figure of the countdown that was heard last
        self.created = created or self.salon.autosave.begin()
        self._saved_ticks, self._unsaved = replay.ticks if created else 0, 0.0

    def _sitter(self, number: int) -> Sitter:
        player = self.plan.players[number]
        if player.person:
            return Person(self.fingers)
        return EnginePlayer(self.salon.room, f"seat-{number}", player)

    def _coach(self) -> Coach | None:
        if not self.plan.coached or not self.hints:
            return None
        config = self.salon.config
        return Coach(self.salon.room, config.engine.hint_seconds, adviser_options(config, "tetris"))

    @property
    def running(self) -> bool:
        """Whether the game goes on, or is about to."""
        return self.bout.phase in _RUNNING

    @property
    def held_up(self) -> bool:
        """Whether a game of engines waits for their kernels to be compiled."""
        return self.salon.warming is not None and bool(self.bout.engines)

    @property
    def settled(self) -> bool:
        """Whether the game is over, and has been for a moment."""
        return self.bout.phase == "over" and self.ended >= SETTLING

    @property
    def playing_hand(self) -> bool:
        """Whether keys belong to the piece."""
        return self.running and self.plan.person is not None

    @property
    def person(self) -> Person | None:
        """Whoever plays before the window, as long as the piece is in their hand."""
        sitters = self.bout.sitters if self.bout.phase == "playing" else ()
        return next((each for each in sitters if isinstance(each, Person)), None)

    def _let_go(self) -> None:
        """Nothing is held or wanted any more."""
        self.fingers.clear()
        if self.person is not None:
            self.person.clear()

    def history(self, seat: int) -> History:
        """What the graph at the foot shows of a seat: rows, points or attack after each clear."""
        kind = {"sprint": "cleared", "ultra": "points"}.get(self.plan.mode, "attack")
        return [(tick / TICKS, getattr(tally, kind)) for tick, tally in self.bout.past.tallies[seat]]

    @property
    def best(self) -> Best | None:
        """The person's best result in this trial so far."""
        return None if self.plan.trial is None else next(iter(self.bests.of(self.plan.trial)), None)

    # -- what the window does --

    def entered(self) -> None:
        super().entered()
        self.gamepads.start()
        self.bindings = Bindings.of(self.salon.config)
        self.fingers.rebind(self.bindings)
        for trouble in self.bindings.troubles:
            self.salon.say(trouble)

    def left(self) -> None:
        self._let_go()
        self.bout.pause()
        self._rest(leave=self.next is self.back)
        if not self.bout.game.over:
            self._save()
        self.gamepads.stop()

    def _record(self, ticks: int | None = None) -> Record:
        """The game up to now, or to a tick, as a record."""
        replay = self.bout.replay
        seats = tuple(player.seat() for player in self.plan.players)
        played = replay.cut(replay.ticks if ticks is None else ticks)
        return record_of(played, seats, title_of(self.plan), self.created)

    def _save(self) -> None:
        """Save the game as it stands, once a piece has locked."""
        if self.bout.replay.count:
            self._saved_ticks = self.bout.replay.ticks
            self.salon.autosave.save(self._record())

    def _save_now_and_then(self, seconds: float) -> None:
        """Save the game while it goes on."""
        autosave, ticks = self.salon.autosave, self.bout.replay.ticks // _MARK * _MARK
        self._unsaved += seconds
        due = (
            not self.bout.game.over
            and self._unsaved >= max(_SAVE_EVERY, _SAVE_SHARE * autosave.seconds)
            and not autosave.busy
        )
        if due and self.bout.replay.ply_at(ticks) and ticks > self._saved_ticks:
            self._saved_ticks, self._unsaved = ticks, 0.0
            autosave.save(self._record(ticks))

    def _rest(self, *, leave: bool = False) -> None:
        for engine in self.bout.engines.values():
            engine.rest(leave=leave)
        if self.coach is not None:
            self.coach.rest()

    def handle(self, event: pygame.event.Event) -> Scene | None:
        """Keys and gamepads reach the piece before anything else, and without a frame in between."""
        plugged = self.gamepads.handle(event)
        if plugged:
            self.salon.answer(plugged)
        if event.type == pygame.WINDOWFOCUSLOST and self.plan.person is not None:
            self.pause()
        held = self.fingers.holds(event)
        pressed = self.fingers.handle(event)
        if "restart" in pressed and self.bout.phase != "preparing":
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
        for event in self.salon.room.poll():
            for seat, engine in self.bout.engines.items():
                engine.hear(event, self.bout.seats[seat])
            if self.coach is not None:
                self.coach.hear(event)
        self._play(seconds)
        self._save_now_and_then(seconds)
        self._tell()
        return self.next

    def _play(self, seconds: float) -> None:
        """Let the time pass for the game and for its picture."""
        before = self.bout.phase
        if not self.held_up:
            for well in self.wells:
                well.pass_time(seconds)
            told = self.bout.pass_time(seconds)
            for seat, event in told:
                self._see(seat, event)
            self._sound(told, before)
        self.waited = self.waited + seconds if self.bout.phase == "preparing" else 0.0
        if self.coach is not None and self.running and self.salon.warming is None:
            self.coach.look(self.bout.seats[0])
        if self.bout.phase == "over":
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
        phase, number = self.bout.phase, self.bout.number
        if phase == "counting" and (before != phase or number != self._counted):
            sounds.append("count")
        elif phase == "playing" and before == "counting":
            sounds.append("go")
        elif phase == "over" and before != phase and person is not None and not self.bout.stopped:
            goal = self.bout.game.winner == person or self.bout.seats[person].ending == "time"
            sounds.append("won" if goal else "lost")
        self._counted = number
        for name in sounds:
            self.salon.sound(name)

    def _tell(self) -> None:
        """Say what engines have to say."""
        speakers: list[list[str]] = [engine.words for engine in self.bout.engines.values()]
        if self.coach is not None:
            speakers.append(self.coach.words)
        for said in speakers:
            for word in said:
                self.salon.say(word)
            said.clear()

    def _finish(self) -> None:
        """The game is over: keep it, and the result where it is one of the best."""
        self.fingers.clear()
        self._rest()
        if self.bout.stopped:
            self._save()
        elif self.bout.replay.count:
            self.salon.autosave.finish(self._record())
        seat = self.bout.seats[0]
        trial = self.plan.trial
        wanted = "goal" if trial == "sprint" else "time"
        if trial is None or not (self.plan.fair and self._whole) or seat.ending != wanted:
            return
        tally = seat.state.tally
        result = Best(self.bout.game.now, tally.points, tally.placed, tally.cleared, self.created)
        try:
            self.bests, self.rank = bests.add(trial, result)
        except KibitzError as error:
            self.salon.say(str(error))

    # -- what a person may do --

    def pause(self) -> None:
        """Stand still; nothing is lost."""
        self._let_go()
        self.bout.pause()
        if self.bout.phase == "paused":
            self._save()

    def toggle(self) -> None:
        """Pause, or go on."""
        if self.bout.phase == "paused":
            self.bout.go_on()
        elif self.bout.phase == "over":
            self.restart()
        else:
            self.pause()

    def restart(self) -> None:
        """The same again with other pieces, at once. A game that has got somewhere is kept."""
        if self.bout.replay.count and not self.bout.game.over:
            enough = self.bout.replay.count >= KEPT_FROM
            (self.salon.autosave.finish if enough else self.salon.autosave.drop)(self._record())
        self.fingers.clear()
        try:
            self._begin(Replay(self.plan.setup(handling_of(self.salon.config))))
            self._whole = True
        except KibitzError as error:
            self.salon.answer(str(error))

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
        replay = self.bout.replay
        if not replay.count:
            self.salon.answer("There is nothing to look back at yet.")
            return
        try:
            self.go(self.salon.doors.opened(self._record(), self))
        except KibitzError as error:
            self.salon.answer(str(error))

    def new_game(self) -> None:
        """Choose another mode, or somebody else to play."""
        self.go(self.salon.doors.new_game(self.back or self, "tetris"))

    def escape(self) -> None:
        """One step back: from the game to its pause, from there to where one came from."""
        if self.running:
            self.pause()
        else:
            self.go_back()

    def key(self, event: pygame.event.Event) -> None:
        actions = {pygame.K_ESCAPE: self.escape, pygame.K_h: self.toggle_hints, pygame.K_k: self.toggle_panel}
        if not self.running:
            actions |= {pygame.K_l: self.look_back, pygame.K_n: self.new_game}
        if self.plan.person is None:
            actions[pygame.K_SPACE] = self.toggle
        action = actions.get(event.key)
        if action is not None and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            action()
        else:
            super().key(event)

    def keys(self) -> list[tuple[str, str]]:
        words = self.bindings.words
        piece = [(words(name), said) for name, said in PIECE_KEYS] if self.plan.person is not None else []
        hints = [("H", "show or hide hints")] if self.plan.coached else []
        if piece:
            piece.append(
                ("Mouse", "the piece follows the pointer; a click drops, wheel and right button turn")
            )
            piece.append(("Click on HOLD", "hold; the middle button does the same"))
        return [
            *piece,
            (words("pause"), "pause, and go on"),
            (words("restart"), "begin again at once"),
            *hints,
            ("L", "look back, in a pause and at the end"),
            ("N", "a new game, in a pause and at the end"),
            ("K", "open or close the column in a narrow window"),
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


def _kept(salon: Salon) -> Bests:
    """The best results so far; none where they cannot be read, which is said."""
    try:
        return bests.read()
    except KibitzError as error:
        salon.say(str(error))
        return Bests()
