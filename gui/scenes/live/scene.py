"""A game of guideline Tetris in real time: keys and mouse, saving, and drawing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from functools import partial

import pygame

from game import transfer
from game.advice import Choice, Worth
from game.errors import BadInput, KibitzError, NotSaved
from game.facts import Effort
from game.guided.live_takeover import LiveTakeover
from game.position import Position
from game.record import Record
from game.tetris import bests
from game.tetris.bests import Best, Bests
from game.tetris.guideline import COLUMNS, VISIBLE
from game.tetris.guideline.real_time import NAMES, TICKS, Event, Replay
from game.tetris.guideline.real_time.course import session_of
from game.tetris.guideline.real_time.game import Game
from game.tetris.guideline.real_time.handling import CCW, CW, HARD, HOLD
from gui import destinations as to
from gui.context import AppContext, Scene, Shared
from gui.games.guideline import book_status
from gui.games.guideline.cells import SeatGeometry
from gui.games.guideline.render_state import SeatState, marks_of, rows_above
from gui.games.guideline.seat_view import draw_seat
from gui.games.registry import ui_of
from gui.play.advice_feed import KIBITZER, waiting_words
from gui.play.compared import compared_rows, draw_compared_live, summary_of
from gui.play.engine_room import Event as RoomEvent
from gui.play.game_judge import GameJudge
from gui.play.game_ui import Opinion
from gui.play.kibitzer import draw_best, draw_why, listed
from gui.play.live_plan import Plan, names_of, outcome, record_of
from gui.play.mistake_practice import MistakePractice
from gui.play.panel import PanelColumn
from gui.play.players import adviser_options
from gui.scenes.live import view, words
from gui.scenes.live.match import Coach, EnginePlayer, Match, Person, Phase, Race, SeatController, SeatEvents
from gui.scenes.live.wells import CLEAR_SECONDS, Well, boxes, frame_of, with_opinion
from gui.ui import icons
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import BOARDS, Command
from gui.ui.input import ACTIONS, COMMANDS, Bindings, ButtonInput, Gamepads, handling_of, label
from gui.ui.layout import Frame, draw_drawer
from gui.ui.sounds import sound_of
from gui.ui.targets import inside

_LOG = logging.getLogger("kibitz.window")

_GO, _PLAYED_ON = "Go on", "Playing on"

SETTLING = 0.7  # seconds from the end of a game to its card, so that nobody presses a button by accident
KEPT_FROM = 10  # pieces; a shorter game is not saved when it is restarted
_PATIENCE = 0.4  # seconds before the window says that it waits for an engine
_ADVICE = 150.0  # units of height that the coach needs below the figures of a try
_LASTS = 1.0  # seconds within which a phase changes the picture by itself: more than SETTLING and _PATIENCE
_SAVE_EVERY = 5.0  # seconds of play between two saves, at least
_SAVE_SHARE = 20.0  # the time between two saves is at least so many times that of a save
_MARK = 120  # ticks; a replay can be cut at their multiples without cost
_MOUSE = {1: HARD, 2: HOLD, 3: CW}  # what the mouse's buttons press


class LiveScene(Scene):
    """A game in real time. `match` is the game itself, `wells` what the picture remembers of it."""

    name = "live"
    keys_title = "Tetris in real time"
    shares = True
    judge: GameJudge | None = None  # of a game that is over
    _at_end: Game | None = None  # a try when what happened was over, where it goes on behind that
    _photographed = False  # while a picture is taken: without the card of the pause
    title = "Tetris"

    def __init__(
        self,
        context: AppContext,
        back: Scene | None,
        plan: Plan,
        replay: Replay | None = None,
        created: str = "",
        takeover: LiveTakeover | None = None,
    ) -> None:
        """`replay` is a game to continue, `created` the time of the record it comes from.

        `takeover` is the round that it is played on from, with which it is compared. Raises `BadInput`.
        """
        super().__init__(context, back)
        self.plan, self.takeover = plan, takeover
        self.ui = ui_of("tetris")
        self.hints = context.config.play.hints == "all" if plan.hints is None else plan.hints
        self.gamepads = Gamepads()
        self.bindings = Bindings.of(context.config)
        self.button_input = ButtonInput(self.bindings)
        self.bests = self._read_bests()
        self._pointed: str | None = None
        self._whole = replay is None or bool(created)  # the person played all of it, once
        self._logged: Phase | None = None
        self.practice = MistakePractice(context)
        self._begin(replay or self._fresh(), created)

    def _fresh(self) -> Replay:
        """A new game of the plan, or a new try. Raises `BadInput`."""
        if self.takeover is not None:
            return self.takeover.try_again(handling_of(self.context.config))
        return Replay(self.plan.setup(handling_of(self.context.config)))

    def _begin(self, replay: Replay, created: str = "") -> None:
        """Begin a game, or continue one."""
        self.match = Match(self.plan, replay, map(self._controller, range(len(self.plan.players))))
        self.wells = [Well() for _ in self.plan.players]
        self.coach = self._coach()
        self.race = self._race()
        if self.judge is not None:
            self.judge.stop()
        self.judge = None
        self.rank: int | None = None
        self._counted = 0  # the figure of the countdown that sounded last
        self._at_end = None
        self.created = created or self.context.autosave.begin()
        self._saved_ticks, self._unsaved = replay.ticks if created else 0, 0.0
        if self.takeover is not None:
            self._guarded(partial(self.takeover.begun, self.created))

    def _controller(self, number: int) -> SeatController:
        player = self.plan.players[number]
        if player.person:
            return Person(self.button_input)
        return EnginePlayer(self.context.room, f"seat-{number}", player, self.context.notify)

    def _coach(self) -> Coach | None:
        if not self.plan.coached or not self.hints:
            return None
        config, room = self.context.config, self.context.room
        options = {
            **adviser_options(config, "tetris", self.plan.book),
            "measure": False,
        }  # pieces do not wait for that
        return Coach(room, config.engine.hint_seconds, self.context.notify, options)

    def _judge_of(self) -> GameJudge | None:
        """The judge of the person's pieces in a game that is over."""
        number = self.plan.person
        if number is None or not self.match.replay.count:
            return None
        seat = self.plan.players[number].seat()
        session = session_of(self.match.replay, number, seat, self._title)
        session.created = self.created
        return GameJudge(self.context, session) if session.length else None

    def _guarded(self, write: Callable[[], object]) -> None:
        """Write to a file; what cannot be saved is said."""
        try:
            write()
        except NotSaved as error:
            self.context.notify(str(error))

    def _take_try(self) -> None:
        """Keep this try if it is the best one."""
        if self.takeover is not None:
            self._guarded(partial(self.takeover.take, self.match.replay))

    @property
    def compared(self) -> Game:
        """The try as it is compared: up to the end of what happened, however long it goes on."""
        assert self.takeover is not None, "only a try is compared"
        if self.match.game.now <= self.takeover.end:
            return self.match.game
        if self._at_end is None:
            self._at_end = self.match.replay.at(self.takeover.end)
        return self._at_end

    def _pass_end(self) -> None:
        """The game that is played on from was over at this moment, and this one goes on."""
        assert self.takeover is not None, "only a try is compared"
        self._take_try()
        again = self.bindings.keys("restart")[0]
        better = summary_of(self.takeover.better(self.compared))
        self.context.reply(f"{better} It ended here; you play on. {again} tries again.")

    def _race(self) -> Race | None:
        """The engine's games on the same board, for a person who digs alone."""
        if self.plan.mode != "dig" or len(self.plan.players) > 1 or self.plan.person is None:
            return None
        return Race(self.context.room, self.match.replay.setup.starts[0])

    def _read_bests(self) -> Bests:
        """The best results so far; none, with a notice, if they cannot be read."""
        try:
            return Bests() if self.plan.trial is None else bests.read()
        except KibitzError as error:
            self.context.notify(str(error))
            return Bests()

    @property
    def best_results(self) -> tuple[Best, ...]:
        """The person's results in this trial, best first."""
        return () if self.plan.trial is None else self.bests.of(self.plan.trial, self.plan.dig)

    @property
    def voice(self) -> bool:
        """True if the kibitzer says how the game stands towards its aim."""
        return self.hints and self.plan.has_advice

    @property
    def settled(self) -> bool:
        """True if the game has been over for a moment."""
        return self.match.phase == "over" and self.match.since >= SETTLING

    def rules(self) -> tuple[str, str] | None:
        return self.ui.language.rules(self.match.seats[0].state)

    # -- time --

    @property
    def beat(self) -> float:
        return 1 / TICKS

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self._hear(event)
        self._pointed = self.targets.pointed
        if self.practice.ready and self.practice.run is not None:
            self.practice.ready = False
            self.go(to.Problem(self.practice.run))
        if self.judge is not None and not self.practice.busy:
            self.judge.work()
        self._play(seconds)
        self._save_now_and_then(seconds)
        if self._logged != self.match.phase:
            self._logged = self.match.phase
            _LOG.info("game %s", self._logged)
        return self.next

    def _hear(self, event: RoomEvent) -> None:
        """Pass an event of the engine room on to those who wait for it."""
        for seat, engine in self.match.engines.items():
            engine.hear(event, self.match.seats[seat])
        if self.coach is not None:
            self.coach.hear(event)
        if self.race is not None:
            self.race.take(event)
        if self.judge is not None:
            self.judge.hear(event)
        self.practice.hear(event)

    def pulse(self) -> Hashable:
        match = self.match
        words = any(min(well.since, well.spoken) < CLEAR_SECONDS for well in self.wells)
        moves = match.phase in ("counting", "playing") or words or match.since < _LASTS
        race = None if self.race is None else self.race.report
        return match.phase, match.game.now, match.since if moves else None, race, self._practise_words()

    def _play(self, seconds: float) -> None:
        """Let time pass for the game and its picture."""
        match, before, now = self.match, self.match.phase, self.match.game.now
        for well in self.wells:
            well.pass_time(seconds)
        retries = match.retries
        items = match.pass_time(seconds)
        for seat, event in items:
            self.wells[seat].see(event)
        if match.retry is not None and match.retries > retries:
            self._moved()
            if self.frame.drawer and not self.panel_open:
                self.context.reply(f"Again: {words.retry_words(match.retry)}")
        self._sound(items, before)
        if self.coach is not None and match.running:
            self.coach.look(match.seats[0])
        if match.phase == "over" != before:
            self._finish()
        elif self.takeover is not None and now < self.takeover.end <= match.game.now:
            self._pass_end()

    def _sound(self, items: SeatEvents, before: Phase) -> None:
        """Play the sounds of the person's seat, or the clears of engines that are watched."""
        match, person = self.match, self.plan.person
        heard = [event for seat, event in items if person in (None, seat)]
        sounds = sounds_of(heard, hands=person is not None)
        if match.phase == "counting" and (before != match.phase or match.number != self._counted):
            sounds.append("count")
        elif match.phase == "playing" and before == "counting":
            sounds.append("go")
        elif match.phase == "over" != before and person is not None and not match.stopped:
            goal = match.game.winner == person or match.seats[person].ending == "time"
            sounds.append("won" if goal else "lost")
        self._counted = match.number
        for name in sounds:
            self.context.sound(name, self.context.config.sound.effects)

    def _finish(self) -> None:
        """Save the finished game, and its result if it is one of the best."""
        self._take_try()
        self.button_input.clear()
        self._rest()
        self.judge = self._judge_of()
        if self.match.stopped:
            self._save()
        elif self.match.replay.count:
            self.context.autosave.finish(self._record())
        seat, trial = self.match.seats[0], self.plan.trial
        wanted = "time" if trial == "ultra" else "goal"
        if trial is None or not (self.plan.fair and self._whole) or seat.ending != wanted:
            return
        tally = seat.state.tally
        rows = self.plan.dig or tally.cleared
        result = Best(self.match.game.now, tally.points, tally.placed, rows, self.created)
        try:
            self.bests, self.rank = bests.add(trial, result)
        except KibitzError as error:
            self.context.notify(str(error))

    # -- saving --

    def _record(self, ticks: int | None = None) -> Record:
        """The game up to now or up to a tick, as a record."""
        replay = self.match.replay
        seats = tuple(player.seat() for player in self.plan.players)
        played = replay.cut(replay.ticks if ticks is None else ticks)
        return record_of(played, seats, self._title, self.created, self.plan.book)

    def mode_words(self) -> str:
        """The kind of game in the bar."""
        return words.mode_words(self.plan) if self.takeover is None else _PLAYED_ON

    @property
    def _title(self) -> str:
        """The title of the game in lists."""
        return words.title_of(self.plan) if self.takeover is None else _PLAYED_ON

    def _save(self) -> None:
        """Save the game, if a piece has locked."""
        if self.match.replay.count:
            self._saved_ticks = self.match.replay.ticks
            self.context.autosave.save(self._record())

    def _save_now_and_then(self, seconds: float) -> None:
        """Save the game from time to time while it goes on."""
        autosave, ticks = self.context.autosave, self.match.replay.ticks // _MARK * _MARK
        self._unsaved += seconds
        if self.match.game.over or autosave.busy:
            return
        due = self._unsaved >= max(_SAVE_EVERY, _SAVE_SHARE * autosave.seconds)
        if due and self.match.replay.ply_at(ticks) and ticks > self._saved_ticks:
            self._saved_ticks, self._unsaved = ticks, 0.0
            autosave.save(self._record(ticks))

    def _rest(self, *, leave: bool = False) -> None:
        for engine in self.match.engines.values():
            engine.rest(leave=leave)
        if self.coach is not None:
            self.coach.rest()
        if self.race is not None and leave:
            self.race.stop()
        if self.judge is not None:
            self.judge.stop()

    # -- events --

    def entered(self) -> None:
        super().entered()
        self.gamepads.start()
        self.bindings = Bindings.of(self.context.config)
        self.button_input.rebind(self.bindings)
        for trouble in self.bindings.troubles:
            self.context.notify(trouble)

    def left(self) -> None:
        self._stop()
        self._rest(leave=self.next is self.back)
        if not self.match.game.over:
            self._take_try()
            self._save()
        self.gamepads.stop()

    def _stop(self) -> None:
        """Pause once what was pressed since the last tick is played, and release all keys."""
        while self.match.phase == "playing" and self.match.person and self.button_input.state.waiting:
            self._play(1 / TICKS)
        self._let_go()
        self.match.pause()

    def _let_go(self) -> None:
        """Release all keys and forget the mouse."""
        self.button_input.clear()
        if self.match.person is not None:
            self.match.person.clear()

    def handle(self, event: pygame.event.Event) -> Scene | None:
        """Give events to the piece first, so that it reacts within the same frame."""
        if self._mouse(event):
            return self.next
        plugged = self.gamepads.handle(event)
        if plugged:
            self.context.reply(plugged)
        if event.type == pygame.WINDOWFOCUSLOST and self.plan.person is not None:
            self.pause()
        held = self.button_input.holds(event)
        pressed = self.button_input.handle(event)
        bound = event.type == pygame.KEYDOWN and self.button_input.means(event) in NAMES
        playing = self.match.running and self.plan.person is not None
        if "restart" in pressed and self.match.phase != "preparing":
            self.restart()
        elif "pause" in pressed:
            self.toggle()
        elif not (bound and (held or playing)):  # a held key does nothing in a dialog
            return super().handle(event)
        return self.next

    def _mouse(self, event: pygame.event.Event) -> bool:
        """Let the mouse play: the pointer chooses the column. Returns whether the event was used."""
        person, number, scale = self.match.person, self.plan.person, self.context.scale
        if person is None or number is None:
            return False
        seat, clicked = self.geometries[number], event.type == pygame.MOUSEBUTTONDOWN
        moved = event.type == pygame.MOUSEMOTION
        at = (event.pos[0] / scale, event.pos[1] / scale) if moved or clicked else self.targets.pointer
        x, y = seat.place(at)
        if moved:
            person.point(x if -1 <= x <= COLUMNS + 1 and 0 <= y <= VISIBLE + 1 else None)
            return False
        if any(target.holds(at) for target in self.targets.all()):
            return False
        within, pressed = 0 <= x < COLUMNS and 0 <= y <= VISIBLE + 1, clicked and event.button in _MOUSE
        if pressed and inside(at, seat.hold_sign):
            person.tap(HOLD)
        elif pressed and within:
            person.point(x)
            person.tap(_MOUSE[event.button])
        elif event.type == pygame.MOUSEWHEEL and event.y and within:
            person.tap(CW if event.y < 0 else CCW)
        else:
            return False
        return True

    # -- commands --

    def pause(self) -> None:
        """Pause and save."""
        self._stop()
        if self.match.phase == "paused":
            self._save()

    def toggle(self) -> None:
        """Pause or continue; a game that is over has nothing to go on with."""
        if self.match.phase == "paused":
            self.match.go_on()
        else:
            self.pause()

    def restart(self) -> None:
        """Start again with other pieces. A game that is not too short is saved."""
        if not self.match.game.over:
            self._take_try()
        if self.match.replay.count and not self.match.game.over:
            enough = self.match.replay.count >= KEPT_FROM
            (self.context.autosave.finish if enough else self.context.autosave.drop)(self._record())
        self.button_input.clear()
        try:
            self._begin(self._fresh())
            self._whole = True
        except KibitzError as error:
            self.context.reply(str(error))

    def undo(self) -> None:
        """Take the last piece back."""
        over = self.match.phase == "over"
        if not self.match.can_undo:
            return
        self.match.undo()
        if over:  # the game that is over is kept, this is another one
            self.created = self.context.autosave.begin()
        self._moved()

    def redo(self) -> None:
        """Bring a piece again that was taken back."""
        if self.match.can_redo:
            self.match.redo()
            self._moved()

    def _moved(self) -> None:
        """The game stands at another piece; keys that are still held do not count for it."""
        self._let_go()
        self.wells = [Well() for _ in self.wells]
        self.coach = self._coach()
        self._saved_ticks = 0

    def toggle_hints(self) -> None:
        """Show or hide what the kibitzer says."""
        if not self.plan.has_advice:
            return
        self.hints = not self.hints
        if self.coach is not None:
            self.coach.rest()
        self.coach = self._coach()

    def look_back(self) -> None:
        """Open the replay of this game."""
        if not self.match.replay.count:
            self.context.reply("There is nothing to look back at yet.")
            return
        try:
            self.go(to.OpenGame(self._record()))
        except KibitzError as error:
            self.context.reply(str(error))

    def practise(self) -> None:
        """Make problems of the mistakes in a game that is over, and practise them."""
        mistakes = [] if self.judge is None else self.judge.mistakes
        if self.judge is not None and mistakes and not self.practice.busy:
            self.judge.stop()
            self.practice.start(self.judge.session, mistakes)
        elif self.judge is not None and not mistakes:
            busy = "No mistake is known yet; your pieces are still being judged."
            self.context.reply(busy if self.judge.busy else "No mistakes are known here.")

    def _practise_words(self) -> str:
        """Words on the button that practises mistakes; empty where there is none."""
        judge = self.judge
        if judge is None or self.match.phase != "over":
            return ""
        if judge.mistakes or self.practice.busy:
            return self.practice.label(judge.mistakes)
        return f"Judging, {judge.done + 1} of {judge.moves} …" if judge.busy else ""

    def new_game(self) -> None:
        """Choose another mode or opponent; Esc there comes back. A match under way is left once N is pressed again."""
        key = self.context.keymap.key("live", "N")
        contest = len(self.wells) > 1 and self.plan.person is not None
        under_way = self.match.replay.count and not self.match.game.over
        question = f"Press {key} again to leave this match. Games keeps it."
        if not (under_way and contest) or self.context.confirmed(question):
            self.go(to.NewGame("tetris", after=self.back))

    def escape(self) -> None:
        """One step back: pause a running game, leave a paused one."""
        if self.match.running:
            self.pause()
        else:
            self.go_back()

    def commands(self) -> list[Command]:
        running, person = self.match.running, self.plan.person is not None
        table = self.match.game.seats[0].state.rules
        idle = {*([] if table.hold else ["hold"]), *(["flip"] if table.kicks == "srs" else [])}
        used = [each for each in (ACTIONS if person else COMMANDS) if each not in idle]
        listed = [(self.bindings.words(each), label(each).lower()) for each in used]
        listed += words.MOUSE_KEYS[: 2 if table.hold else 1] if person else ()
        return [
            *(Command(keys, None, text) for keys, text in listed),
            *(
                [Command("H", self.toggle_hints, "show or hide hints", scope=BOARDS)]
                if self.plan.has_advice
                else []
            ),
            *self._undo_commands(),
            Command("L", self.look_back, "look back, in a pause and at the end", enabled=not running),
            Command(
                "M",
                self.practise,
                "practise the mistakes of a game that is over",
                enabled=self.judge is not None,
            ),
            Command("N", self.new_game, "a new game, in a pause and at the end", enabled=not running),
            self.panel_command(),
            Command("Esc", self.escape),
            Command("Space", self.toggle, label="Pause or go on", enabled=not person),
            *super().commands(),
        ]

    def _undo_commands(self) -> list[Command]:
        if not self.plan.takes_back or self.takeover is not None:
            return []
        back, on = self.match.can_undo, self.match.can_redo
        return [
            Command("U, Backspace", self.undo, "take the last piece back", name="undo", enabled=back),
            Command("Y", self.redo, "bring it again", name="redo", enabled=on),
        ]

    # -- drawing --

    @property
    def frame(self) -> Frame:
        return frame_of(self.context, len(self.wells))

    @property
    def boxes(self) -> list[Box]:
        """Boxes of the seats."""
        return boxes(self.frame.board, len(self.wells))

    @property
    def geometries(self) -> list[SeatGeometry]:
        """Geometries of the cells of each seat."""
        named, scale = len(self.wells) > 1, self.context.scale
        return [
            SeatGeometry.fit(box, scale, above=rows_above(seat.state.rules.start), named=named)
            for box, seat in zip(self.boxes, self.match.seats, strict=True)
        ]

    def shared(self) -> Shared:
        if not self.match.replay.count:
            return Shared(None, 0, self._no_text, words.NO_FILM)
        record = self._record()
        return Shared(record, record.length, partial(transfer.fumen_of, record))

    @staticmethod
    def _no_text() -> str:
        raise BadInput(words.NO_FILM)

    def share(self) -> None:
        self.pause()
        super().share()

    def draw_shared(self, canvas: Canvas) -> None:
        self._photographed = True
        self.draw(canvas)
        self._photographed = False

    def draw(self, canvas: Canvas) -> None:
        running, keys = self.match.running, self.bindings.words
        over = self.match.phase == "over"
        play = Command(
            keys("pause"), self.toggle, label="Pause" if running else _GO, name="play", enabled=not over
        )
        restart = Command(keys("restart"), self.restart, label=label("restart"), name="restart")
        with page(canvas, self, frame=self.frame) as frame:
            card = None if self._photographed else self._card(figures=frame.drawer)
            most = listed(
                PanelColumn(canvas, frame, self.targets), self.ui.language
            )  # the wells mark no others
            self._draw_wells(canvas, most, bare=card is not None)
            best = next(iter(self.best_results), None)
            view.draw_footer(canvas, frame, self.match, best, voice=self.voice)
            signs = [view.Sign(restart, icons.back_turn, -3.2)]
            if undo := self._undo_commands():
                signs = [
                    view.Sign(restart, icons.back_turn, -4.6),
                    view.Sign(undo[0], partial(icons.step, direction=-1), -2.4),
                    view.Sign(undo[1], partial(icons.step, direction=1), 2.4),
                ]
            view.draw_buttons(canvas, frame, self.targets, play, signs, running=running)
            if card is not None:
                with self.targets.dialog():
                    view.draw_card(canvas, frame, self.targets, card)
            draw_bar(canvas, frame, self, self.title, self.mode_words(), self._pace_words())
            if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
                self._draw_column(PanelColumn(canvas, frame, self.targets))

    def _draw_wells(self, canvas: Canvas, most: int, *, bare: bool) -> None:
        """Draw the seats; under a card `bare`, since words would shine through it."""
        for number, box in enumerate(self.boxes):
            state = self._seat_state(number, most)
            draw_seat(canvas, box, _bare(state) if bare else state)
        if self.match.phase == "counting":
            view.draw_countdown(canvas, self.geometries, self.match, still=self.context.still)
        elif self.match.phase == "preparing" and self.match.since >= _PATIENCE:
            late = [seat for number, seat in enumerate(self.geometries) if self._is_late(number)]
            view.draw_waiting(canvas, late, self.context.preparing("tetris") or "Getting ready …")

    def _seat_state(self, number: int, most: int) -> SeatState:
        match, seat, player = self.match, self.match.seats[number], self.plan.players[number]
        motion = 0.0 if self.context.still else self.context.theme.motion.long / 1000
        state = self.wells[number].state(seat, motion)
        engine = match.engines.get(number)
        if match.retry is not None and match.running:
            place = Choice(str(match.retry.at), Worth("order", 0.0))
            state = replace(state, marks=marks_of((place,), known=1))
        elif self.coach is not None and match.running:
            state = with_opinion(state, self.coach.advice, self._pointed, most=most)
        elif self.voice and engine is not None and engine.about == seat.state.tally.placed and match.running:
            state = with_opinion(state, engine.advice, None, most=1)
        return replace(
            state,
            facts=words.beside_well(self.plan, seat),
            name=words.player_words(player) if len(self.wells) > 1 or not player.person else "",
            focused=player.person,
            over=match.phase == "over" and seat.over and match.game.winner != number,
        )

    def _is_late(self, number: int) -> bool:
        """Return True if a seat's engine has not answered yet."""
        engine = self.match.engines.get(number)
        return engine is not None and not engine.ready

    def _card(self, *, figures: bool) -> view.Card | None:
        """The card over the wells, if any; with `figures` of the game if there is no panel for them."""
        pause, again = (self.bindings.keys(action)[0] for action in ("pause", "restart"))
        ways = [
            Command("L", self.look_back, label="Look back", name="back"),
            Command("N", self.new_game, label="New game", name="new"),
            Command("Esc", self.go_back, label="Leave", name="leave"),
        ]
        if self.match.phase == "paused":
            go_on = Command(pause, self.toggle, label=_GO, name="go on")
            anew = Command(again, self.restart, label=label("restart"), name="anew")
            settings = Command("", self.open_settings, label="Settings", name="set")
            return view.Card("Paused", [go_on, anew, *ways[:2], settings, ways[2]])
        if not self.settled:
            return None
        rematch = "Rematch" if len(self.wells) > 1 else "Again" if self.takeover is None else "Try again"
        commands = [Command(again, self.restart, label=rematch, name="again"), *ways]
        if practise := self._practise_words():
            commands.insert(1, Command("M", self.practise, label=practise, name="practise"))
        match, best = self.match, next(iter(self.best_results), None)
        lines = [match.stopped or words.reason(match.game)]
        if match.plan.trial == "sprint" and not match.stopped:
            lines.append(words.lost_words(match.sprint()))
        if self.race is not None and match.game.winner is not None:
            lines.append(words.race_words(match.seats[0], self.race.report))
        if best is not None:
            lines.append(words.rank_words(self.plan, best, self.rank))
        title = "The game was stopped" if match.stopped else outcome(self.plan, match.game)
        if self.takeover is not None:
            lines.append(summary_of(self.takeover.better(self.compared)))
        if not figures:
            return view.Card(title, commands, lines)
        if self.takeover is not None:
            rows, names = compared_rows(self.ui.language, self.compared, self.takeover)
            return view.Card(title, commands, lines, rows, tuple(names))
        return view.Card(title, commands, lines, words.figures(match.seats), names_of(self.plan))

    def _draw_column(self, column: PanelColumn) -> None:
        match, person = self.match, self.plan.person is not None
        if self.takeover is not None:
            draw_compared_live(column, self.ui.language, self.compared, self.takeover)
            if self.compared is not match.game:
                column.paragraph("It ended here, and you play on.", "label", lines=1)
            column.y += 16
        if self.plan.coached and (self.takeover is None or column.room >= _ADVICE):
            self._draw_opinion(column)
        if match.game.now == 0 and person:
            view.draw_keys(column, self.bindings)
            return
        if self.race is not None:
            view.draw_race(column, self.race.report, self.race.failure)
        if self.voice:
            view.draw_voice(column, match)
        view.draw_figures(column, match, self.best_results, self.rank)
        ended = match.phase == "over" and self.plan.trial is not None
        if person and not self.plan.coached and not ended:
            column.y += 16
            view.draw_keys(column, self.bindings)

    def _draw_opinion(self, column: PanelColumn) -> None:
        coach, seat = self.coach, self.match.seats[0]
        position: Position = seat.view() if coach is None or coach.view is None else coach.view
        advice = coach.advice if coach is not None else None
        waiting = waiting_words(self.context, "tetris", KIBITZER)
        opinion = Opinion(position, advice, self.hints, waiting if self.match.running else "")
        draw_best(column, self.ui.language, opinion, lambda choice: None, self.toggle_hints)
        draw_why(column, self.ui, opinion)
        if coach is not None and self.hints and not seat.held:
            crossed = book_status.crossed(coach.before, advice)
            if crossed and column.room >= 72:
                column.y += 12
                column.paragraph(f"{crossed}.", lines=2, after=0.0)
        column.y += 30 if opinion.spoken is None else 24

    def _pace_words(self) -> str:
        """Return how fast the engines search, if they report it."""
        advice_list = [each.advice for each in self.match.engines.values()]
        if self.coach is not None:
            advice_list.append(self.coach.advice)
        fastest = max(
            (each.read(Effort).nodes_per_second or 0.0 for each in advice_list if each), default=0.0
        )
        return f"search {words.rate_words(fastest)} nodes/s" if fastest >= 1000 else ""


def _bare(seat: SeatState) -> SeatState:
    """A seat of the same size with nothing around its well."""
    name = " " if seat.name else ""
    return replace(
        seat, holds=False, previews=(), incoming=(), texts=(), facts=(), name=name, marks=(), plan=()
    )


# The sounds of a game in real time.

_HANDS = ("shift", "turn", "spin", "hold", "drop")


def sounds_of(events: Iterable[Event], *, hands: bool) -> list[str]:
    """The sounds of one seat's events in a frame, each once; with `hands` also those of moving the piece."""
    results: list[str] = []
    for event in events:
        landing = event.landing
        if landing is not None and landing.rows:
            clear = landing.clear
            results.append(sound_of(clear.rows, difficult=clear.difficult, perfect=clear.perfect))
        elif event.kind == "lock" and hands and "drop" not in results:
            results.append("lock")
        elif event.kind == "rise" or (hands and event.kind in _HANDS):
            results.append(event.kind)
    return list(dict.fromkeys(results))
