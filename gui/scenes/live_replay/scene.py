"""The replay of a game in real time: wells side by side, figures that follow the playhead, and the engine's opinion."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import pygame

from ai.engine import Limit, Value
from ai.messages import Question
from game import transfer
from game.advice import Advice
from game.config import Config
from game.config import Value as Setting
from game.errors import KibitzError
from game.record import Record
from game.tetris.guideline import Landing, State
from game.tetris.guideline.real_time import HANDLINGS, Event, Seat
from gui.context import AppContext, Scene
from gui.games.guideline.render_state import SeatState
from gui.games.guideline.seat_view import draw_seat
from gui.games.guideline.words import said
from gui.games.registry import ui_of
from gui.play.advice_feed import KIBITZER
from gui.play.engine_room import EngineRoom, Thought, Trouble
from gui.play.game_ui import Opinion, PanelColumn
from gui.play.players import adviser, adviser_options
from gui.play.transport import draw_transport
from gui.scenes.live.plan import Player, plan_of
from gui.scenes.live.wells import Well, boxes, with_opinion
from gui.scenes.live.words import rate_words
from gui.scenes.live_replay.history import TIMELINE, MatchHistory, Rails, draw_graph, draw_spans, figures
from gui.scenes.live_replay.playhead import Playhead
from gui.ui import widgets
from gui.ui.canvas import Canvas
from gui.ui.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.ui.commands import Command
from gui.ui.controls import button, heading
from gui.ui.input import handling_of
from gui.ui.layout import NARROW_PANEL, PANEL, Frame, draw_drawer

# What the engine would have done: asked about the piece that is in hand where the playhead stands.

REST_SECONDS = 0.1
_MOST_KEPT = 400
_NOTICED = 0.05  # rows; behind a book's move there may be one that the search thinks more of
Key = tuple[int, int, int]  # the seat, its pieces so far, and the rows that have come up


class Onlooker:
    """Asks one question at a time, and keeps what was said of each piece."""

    def __init__(
        self, room: EngineRoom, engine: str, seconds: float, options: Sequence[Mapping[str, Value]] = ()
    ) -> None:
        """`options` of the engine by seat; a seat may have followed a book of its own."""
        self._room, self._engine, self._seconds, self._options = room, engine, seconds, options
        self._said: OrderedDict[Key, Advice] = OrderedDict()
        self._asked: tuple[Key, int] | None = None
        self._seen: Key | None = None
        self._rested = 0.0
        self.failed = ""

    def advice(self, number: int, seat: Seat) -> Advice | None:
        """What was said of the piece in hand of a seat."""
        return self._said.get(key_of(number, seat))

    def update(self, number: int, seat: Seat, seconds: float, *, wanted: bool) -> None:
        """Ask about a seat's piece, if that is wanted and not known."""
        key = key_of(number, seat)
        if key != self._seen:
            self._seen, self._rested = key, 0.0
            self.stop()
        self._rested += seconds
        known = self._said.get(key)
        if not wanted or self.failed or self._asked is not None or self._rested < REST_SECONDS:
            return
        if (known is not None and known.done) or seat.over:
            return
        view = seat.view()
        if not view.over:
            self._asked = (key, self._room.ask(KIBITZER, self._question(number, view), view))

    def _question(self, number: int, view: State) -> Question:
        limit = Limit(seconds=self._seconds)
        told = view.table.hold and number < len(self._options)  # a hold that was used is no hold for a book
        return Question(
            game="tetris", rules=view.here(), moves=(), seat=0, engine=self._engine, limit=limit,
            options=dict(self._options[number]) if told else {},
        )  # fmt: skip

    def hear(self, event: object) -> None:
        """Take in what the engine says."""
        if self._asked is None or not isinstance(event, Thought | Trouble) or event.role != KIBITZER:
            return
        key, generation = self._asked
        if event.generation != generation:
            return
        if isinstance(event, Trouble):
            if event.final:
                self.failed, self._asked = event.sentence, None
            return
        self._said[key] = event.advice
        if len(self._said) > _MOST_KEPT:
            self._said.popitem(last=False)
        if event.advice.done:
            self._asked = None

    def stop(self) -> None:
        """Think no more."""
        if self._asked is not None:
            self._asked = None
            self._room.stop(KIBITZER)


def key_of(number: int, seat: Seat) -> Key:
    """What a question is about: the piece, and how its field has come about."""
    tally = seat.state.tally
    return number, 2 * tally.placed + seat.held, tally.risen


def verdict(advice: Advice, landing: Landing) -> str:
    """How the piece that was really placed stands among the choices: `the best`, `number 3, 0.4 rows less`."""
    placed = landing.placement
    for rank, choice in enumerate(advice.choices, 1):
        if choice.move == str(placed.canonical()):
            if rank == 1:
                return "the engine’s choice"
            less = advice.choices[0].score - choice.score
            return f"number {rank}, {less:.1f} rows less" if less > _NOTICED else f"number {rank}"
    return "not considered"


# What can be done with a game in real time that is looked at: go anywhere in it, take a seat, carry it elsewhere.


def _opponent(player: Player) -> Player:
    """Who plays the other seat: the engine that did, or ours in place of a person."""
    return player if not player.person else Player("Stacker", "stacker", "club")


def _options(config: Config, player: Player) -> Mapping[str, Setting]:
    """What is asked about a player's pieces: with the book that the player followed, if it was an engine with one."""
    options = adviser_options(config, "tetris")
    return {**options, "book": player.book} if player.book else options


GATHER_SECONDS = 0.004  # of a frame, for the graph as long as it is not complete
ASK_UP_TO = 1.0  # the speed up to which the engine is asked while the game plays
_SPANS = 72.0
_BUTTONS = 44.0


class ReplayScene(Scene):
    """A game in real time, looked at again."""

    name = "replay"
    title = "Tetris"
    clocked = ""  # what the clock below the wells counts, where that may be in doubt

    def __init__(self, context: AppContext, back: Scene | None, record: Record) -> None:
        super().__init__(context, back)
        assert record.live is not None
        self.record = record
        self.replay = record.live
        self.head = Playhead(self.replay, self.replay.tick_of(min(record.cursor, self.replay.count)))
        self.chronicle = MatchHistory(self.replay)
        self.onlooker = Onlooker(
            context.room,
            adviser(context.config, "tetris"),
            context.config.engine.hint_seconds,
            [_options(context.config, player) for player in plan_of(record).players],
        )
        self.wells = [Well() for _ in self.seats]
        self.chosen = 0
        self.hints = context.hints("replay")
        self.panel_open = False
        self._recall()
        self.ui = ui_of("tetris")
        self.targets.focus = "play"
        self._pointed: str | None = None
        self._rails: Rails | None = None
        self._dragging = False

    @property
    def seats(self) -> list[Seat]:
        """The seats where the playhead stands."""
        return list(self.head.game.seats)

    @property
    def seat(self) -> Seat:
        """The seat that is looked at."""
        return self.head.game.seats[self.chosen]

    def names(self) -> tuple[str, ...]:
        """The players' names, told apart where they are the same."""
        names = [seat.name for seat in self.record.seats]
        if len(set(names)) == len(names):
            return tuple(names)
        levels = [seat.level.capitalize() for seat in self.record.seats]
        return tuple(levels) if len(set(levels)) == len(levels) else ("Left", "Right")

    # -- the transport --

    @property
    def playing(self) -> bool:
        return self.head.playing

    @playing.setter
    def playing(self, plays: bool) -> None:
        self.head.playing = plays

    @property
    def speed(self) -> float:
        return self.head.speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self.head.speed = speed

    def first(self) -> None:
        self.seek(0)

    def last(self) -> None:
        self.seek(self.replay.ticks)

    def back_step(self) -> None:
        self._step(-1)

    def on_step(self) -> None:
        self._step(1)

    def _step(self, by: int) -> None:
        self.playing = False
        self.head.step(by)
        self._recall()

    def tick_on(self, by: int) -> None:
        """Go a single tick on, or back."""
        self.playing = False
        self.seek(self.head.tick + by)

    def toggle(self) -> None:
        if not self.playing and self.head.ended:
            self.first()
        self.playing = not self.playing

    def faster(self) -> None:
        self.head.faster()

    def slower(self) -> None:
        """Go down one speed."""
        self.head.slower()

    def seek(self, tick: int) -> None:
        """Show another tick."""
        self.head.seek(tick)
        self._recall()

    def pass_time(self, seconds: float) -> None:
        """Let the game and what is said of it go on."""
        for well in self.wells:
            well.pass_time(seconds)
        for number, event in self.head.pass_time(seconds):
            self._see(number, event)

    def _see(self, number: int, event: Event) -> None:
        self.wells[number].see(event, said(event.landing))

    def _recall(self) -> None:
        """What a player would have seen said just now: the clear of a moment ago."""
        for number, seat in enumerate(self.head.game.seats):
            self.wells[number] = well = Well()
            landing = seat.state.last
            if landing is not None and seat.piece is None and not seat.over:
                well.see(Event("lock", 0, landing), said(landing))

    # -- what else --

    def choose(self, number: int) -> None:
        """Look at a seat."""
        if number < len(self.wells):
            self.chosen = number

    def other(self) -> None:
        """Look at the other seat."""
        self.choose((self.chosen + 1) % len(self.wells))

    def toggle_hints(self) -> None:
        """Show or hide what the engine would have done."""
        self.hints = not self.hints
        self.context.keep_hints("replay", self.hints)

    def take_over(self) -> None:
        """Play on from here in real time, in the seat that is looked at."""
        self.playing = False
        if self.head.game.over:
            self.context.reply("This game is over here: go back a piece to play on.")
            return
        plan = plan_of(self.record)
        players = tuple(
            Player() if number == self.chosen else _opponent(player)
            for number, player in enumerate(plan.players)
        )
        own = handling_of(self.context.config)
        handlings = tuple(own if player.person else HANDLINGS["engine"] for player in players)
        try:
            branch = self.replay.branch(self.head.tick, handlings)
            scene = self.context.router.live(replace(plan, players=players), self, branch)
        except KibitzError as error:
            self.context.reply(str(error))
            return
        self.go(scene)

    def to_sandbox(self) -> None:
        """Carry the position of the seat that is looked at to the sandbox."""
        self.playing = False
        self.go(self.context.router.sandbox(self.seat.by_pieces(), self))

    def copy(self) -> None:
        """Put the game on the clipboard as a fumen."""
        try:
            text = transfer.fumen_of(self.record)
        except KibitzError as error:
            self.context.reply(str(error))
            return
        copied = widgets.put(text)
        self.context.reply("Copied the game as a fumen." if copied else "There is no clipboard here.")

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.MOUSEBUTTONUP:
            self._dragging = False
        if event.type == pygame.MOUSEMOTION and self._dragging and event.buttons[0]:
            self._scrub((event.pos[0] / self.context.scale, event.pos[1] / self.context.scale))
        return super().handle(event)

    def commands(self) -> list[Command]:
        return [
            Command("Shift+Comma, Shift+Period", (partial(self.tick_on, -1), partial(self.tick_on, 1))),
            Command(
                "Comma, Period",
                (self.back_step, self.on_step),
                "to the piece before, to the next piece; with Shift a single tick",
            ),
            Command("Plus, Minus", (self.faster, self.slower), "from an eighth of the speed to eight times"),
            Command(
                "1, 2",
                (partial(self.choose, 0), partial(self.choose, 1)),
                "look at the left player, at the right one",
            ),
            Command("H", self.toggle_hints, "show or hide what the engine would have done"),
            Command("P", self.take_over, "play on from here in this seat"),
            Command("B", self.to_sandbox, "this position in the sandbox"),
            Command("C, Ctrl+C", self.copy, "copy the game as a fumen"),
            Command("K", self._toggle_panel),
            Command("Space", self.toggle),
            Command("Home, End", (self.first, self.last)),
            *super().commands(),
        ]

    def _toggle_panel(self) -> None:
        self.panel_open = not self.panel_open

    def _press_timeline(self) -> None:
        self._dragging = True
        self._scrub(self.targets.pointer)

    def _scrub(self, at: tuple[float, float]) -> None:
        if self._rails is not None and self.targets.focus == TIMELINE:
            self.seek(self._rails.tick(at))

    # -- living --

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self.onlooker.hear(event)
        self.pass_time(seconds)
        self.chronicle.work(GATHER_SECONDS)
        calm = not self.playing or self.speed <= ASK_UP_TO
        wanted = self.hints and calm and self.context.warming is None
        self.onlooker.update(self.chosen, self.seat, seconds, wanted=wanted)
        return self.next

    def left(self) -> None:
        self.playing = False
        self.onlooker.stop()

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self._frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame)
        self._draw_wells(canvas, frame)
        draw_bar(canvas, frame, self, self.title, self.bar_detail(), self._pace_words())
        marks = [self.replay.tick_of(chapter.ply) for chapter in self.record.chapters]
        self._rails = draw_graph(
            canvas,
            frame,
            self.targets,
            self.chronicle,
            self.head.tick,
            marks,
            self._press_timeline,
            self.clocked,
        )
        draw_transport(canvas, frame, self.targets, self)
        if draw_drawer(canvas, frame, self.targets, self._toggle_panel, is_open=self.panel_open):
            self.draw_column(PanelColumn(canvas, frame, self.targets))
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _frame(self, canvas: Canvas) -> Frame:
        """The frame; two wells need the whole of a narrow window, and the column is a drawer then."""
        frame = self.context.frame(canvas)
        if len(self.wells) > 1 and frame.panel_width < PANEL:
            return Frame(frame.width, frame.height, True, min(NARROW_PANEL, frame.width - 48))
        return frame

    def bar_detail(self) -> str:
        """What the bar says behind the game's name."""
        return self.record.title or "Replay"

    def _pace_words(self) -> str:
        advice = self.onlooker.advice(self.chosen, self.seat) if self.hints else None
        rate = advice.facts.get("nodes_per_second") if advice is not None else None
        if not isinstance(rate, (int, float)) or rate < 1:
            return ""
        return f"search {rate_words(rate)} nodes/s"

    def _draw_wells(self, canvas: Canvas, frame: Frame) -> None:
        for number, box in enumerate(boxes(frame, len(self.wells))):
            self.targets.add(f"seat {number}", box, partial(self.choose, number))
            draw_seat(canvas, box, self._look(number))

    def _look(self, number: int) -> SeatState:
        seat = self.head.game.seats[number]
        motion = 0.0 if self.context.still else self.context.theme.motion.long / 1000
        look = self.wells[number].look(seat, motion)
        if number == self.chosen:
            look = with_opinion(look, self._advice(), self._pointed)
        game = self.head.game
        return replace(
            look,
            name=self.names()[number] if len(self.wells) > 1 else "",
            focused=number == self.chosen,
            over=game.over and seat.over and game.winner != number,
        )

    def _advice(self) -> Advice | None:
        return self.onlooker.advice(self.chosen, self.seat) if self.hints else None

    # -- the panel --

    def draw_column(self, column: PanelColumn) -> None:
        """The engine's opinion, the figures, and the ways from here."""
        self._draw_ways(column)
        self._draw_opinion(column)
        self._draw_figures(column)

    def _draw_opinion(self, column: PanelColumn) -> None:
        if self.hints and not self.seat.over:
            view = self.seat.view()
            advice = self.onlooker.advice(self.chosen, self.seat)
            opinion = Opinion(self.ui, view, advice, True, self._waiting())
            column.best(opinion, lambda choice: None, self._point, self.toggle_hints)
            self._draw_verdict(column)
            column.y += 26

    def _point(self, move: str | None) -> None:
        self._pointed = move

    def _draw_verdict(self, column: PanelColumn) -> None:
        """How the piece that was really placed stands among the best."""
        advice = self.onlooker.advice(self.chosen, self.seat)
        placed = self.chronicle.after(self.chosen, self.head.tick)
        if advice is None or placed is None or column.y + 20 > column.bottom:
            return
        canvas, colour = column.canvas, column.canvas.theme.colour
        words = f"Placed: {verdict(advice, placed.landing)}"
        canvas.text(
            (column.left, column.y), canvas.fitted(words, "label", column.width), "label", colour.text2
        )
        column.y += 8

    def _draw_figures(self, column: PanelColumn) -> None:
        if column.y + 60 > column.bottom:
            return
        heading(column.canvas, (column.left, column.y), "Up to here")
        names = self.names() if len(self.wells) > 1 else ()
        rows, bottom = figures(self.seats), column.bottom
        room = bottom - column.y - 30 - 28 * len(rows) - (26 if names else 0)
        if room >= _SPANS + 16 or (not self.hints and bottom - column.y > 300):
            bottom -= _SPANS + 16
        column.y += 28
        with column.keeping(column.bottom - bottom):
            column.table(rows, names)
        if bottom < column.bottom:
            pieces = self.chronicle.upto(self.chosen, self.head.tick)
            name = f", {self.names()[self.chosen]}" if names else ""
            draw_spans(column.canvas, (column.left, column.y + 4, column.width, _SPANS), pieces, name)

    def _draw_ways(self, column: PanelColumn) -> None:
        """The buttons at the foot of the panel, whose bottom rises."""
        ways = (
            ("take over", "Play on", "Play on from here in this seat  (P)", self.take_over),
            ("sandbox", "Sandbox", "This position in the sandbox  (B)", self.to_sandbox),
            ("copy", "Copy", "Copy the game as a fumen  (C)", self.copy),
        )
        each = (column.width - 12) / len(ways)
        for number, (name, words, about, press) in enumerate(ways):
            box = (column.left + number * (each + 6), column.bottom - _BUTTONS, each, 36.0)
            button(column.canvas, column.targets, name, box, words, press, about=about)
        column.bottom -= _BUTTONS + 10

    def _waiting(self) -> str:
        if self.playing and self.speed > ASK_UP_TO:
            return "Too fast for an opinion."
        if self.context.warming is not None:
            return "The engines are being prepared …"
        warming = self.context.room.state(KIBITZER) in ("starting", "warming")
        return self.onlooker.failed or ("The engine is warming up …" if warming else "Thinking …")


# A game in real time looked at again: piece by piece, tick by tick, slowly, and with an engine's opinion.

__all__ = ["ReplayScene"]
