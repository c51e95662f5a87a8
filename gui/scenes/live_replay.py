"""The replay of a game in real time: wells side by side, figures that follow the playhead, and the engine's opinion.

As a showcase it has chapters beside the game, and waits while they are read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import NamedTuple

import pygame

from ai.work import Question, Thinking
from game import transfer
from game.advice import Advice
from game.errors import KibitzError
from game.facts import Effort
from game.guided.live_takeover import LiveTakeover
from game.practice.finesse import faults_of_game, problems_of
from game.practice.problem import Source
from game.record import Record
from game.session import Session
from game.showcase import Showcase
from game.tetris.guideline import Landing, Placement
from game.tetris.guideline.real_time import HANDLINGS, Event, Replay, Seat, spans
from game.tetris.guideline.real_time.course import session_of
from game.tetris.guideline.real_time.game import Game
from game.words import ordinal
from gui import destinations as to
from gui.context import AppContext, Scene, Shared
from gui.games.guideline.render_state import SeatState
from gui.games.guideline.seat_view import draw_seat
from gui.games.registry import ui_of
from gui.play.advice_feed import AdviceFeed, question_on
from gui.play.chapters import ROW, ChapterPanel, Placing, draw_ways, next_showcase
from gui.play.fault_practice import fault_run
from gui.play.game_ui import Opinion
from gui.play.kibitzer import draw_best, draw_why, listed
from gui.play.live_plan import STACKER, Plan, Player, plan_of
from gui.play.panel import PanelColumn
from gui.play.players import player_name
from gui.play.playhead import Scheduled, TickPlayhead, draw_transport
from gui.scenes.live.wells import CLEAR_SECONDS, Well, boxes, draw_timeline, frame_of, with_opinion
from gui.scenes.live.words import figures, rate_words
from gui.ui import clipboard
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import BOARDS, Command
from gui.ui.input import handling_of
from gui.ui.layout import BUTTON_STEP, TABLE_HEAD, Frame, draw_drawer

# A game in real time looked at again: the game and its wells at one tick, and what happened in all of it.

_JUMP = 120  # ticks ahead from which looking is quicker than playing


class ReplayPlayhead(TickPlayhead):
    """A tick of a replay. `game` is the game there, to be looked at only; `wells` is what its picture remembers."""

    def __init__(self, replay: Replay, tick: int = 0) -> None:
        self.replay = replay
        self.show(tick)

    @property
    def at(self) -> int:
        return self.game.now

    @property
    def end(self) -> int:
        return self.replay.ticks

    def show(self, at: int) -> None:
        """Show a tick, with what a player would have seen said just then: the clear of a moment ago."""
        self.game: Game = self.replay.at(at)
        self.wells = [Well() for _ in self.game.seats]
        for well, seat in zip(self.wells, self.game.seats, strict=True):
            if seat.state.last is not None and seat.piece is None and not seat.over:
                well.see(Event("lock", 0, seat.state.last))

    def play(self, places: int) -> int:
        if places > _JUMP:
            return super().play(places)
        tick = min(self.at + places, self.end)
        while self.at < tick:
            items = self.game.tick(self.replay.buttons_at(self.at + 1))
            for well, events in zip(self.wells, items, strict=True):
                for event in events:
                    well.see(event)
        return places

    @property
    def locked(self) -> Sequence[int]:
        return [lock.tick for lock in self.replay.locks]


class ReplayTour(Scheduled, ReplayPlayhead):
    """The same as a showcase, which waits while a chapter is read."""

    def __init__(self, shown: Showcase) -> None:
        assert shown.record.live is not None
        self.shown = shown
        super().__init__(shown.record.live)


class Locked(NamedTuple):
    """A piece that has locked: when, what it did, and how high the stack was then."""

    tick: int
    landing: Landing
    height: int

    @property
    def attack(self) -> int:
        """The rows that its clear was worth."""
        return self.landing.attack


class MatchHistory:
    """The pieces of every seat in order, as far as the game was gone through: a little in each frame."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self._game = replay.at(0)
        self.seats: tuple[list[Locked], ...] = tuple([] for _ in self._game.seats)

    def work(self, seconds: float) -> None:
        """Go on for no longer than that."""
        began = perf_counter()
        while self._game.now < self.replay.ticks and perf_counter() - began < seconds:
            items = self._game.tick(self.replay.buttons_at(self._game.now + 1))
            for pieces, seat, events in zip(self.seats, self._game.seats, items, strict=True):
                for event in events:
                    if event.kind == "lock" and event.landing is not None:
                        pieces.append(Locked(self._game.now, event.landing, seat.state.field.height))

    @property
    def reached(self) -> int:
        """The tick up to which the game was gone through."""
        return self._game.now

    def upto(self, seat: int, tick: int) -> list[Locked]:
        """The pieces of a seat that have locked up to a tick."""
        return self.seats[seat][: self._count(seat, tick)]

    def after(self, seat: int, tick: int) -> Locked | None:
        """The next piece of a seat that locks after a tick; None where none does, or none is known yet."""
        return next(iter(self.seats[seat][self._count(seat, tick) :]), None)

    def _count(self, seat: int, tick: int) -> int:
        return bisect_right(self.seats[seat], tick, key=lambda piece: piece.tick)


Key = tuple[int, int, int]  # the seat, its pieces so far, and the rows that have come up


def key_of(number: int, seat: Seat) -> Key:
    """The subject of a question: the piece, and how its field has come about."""
    tally = seat.state.tally
    return number, 2 * tally.placed + seat.held, tally.risen


def verdict(advice: Advice, landing: Landing) -> str:
    """The place of the piece that was placed among the choices: `the engine’s 3rd choice, 0.4 ± 0.2 attack less`."""
    placed = str(landing.placement.canonical())
    rank = next((rank for rank, choice in enumerate(advice.choices) if choice.move == placed), None)
    if rank is None:
        return "not considered"
    if rank == 0:
        return "the engine’s choice"
    less = advice.choices[rank].less if advice.source == "search" else None
    return f"the engine’s {ordinal(rank + 1)} choice" + (
        "" if less is None else f", {less.value:.1f} ± {less.error:.1f} attack less"
    )


REST_SECONDS = 0.1  # that one looks at a piece before the engine is asked about it
GATHER_SECONDS = 0.004  # of a frame, for the graph as long as it is not complete
ASK_UP_TO = 1.0  # the speed up to which the engine is asked while the game plays
_BLINK = 0.1  # seconds around the moment in which a word goes
_SPANS = 72.0  # units for the seconds that each piece took
_UP_TO_HERE = (
    "Pieces", "Pieces/s", "Attack/min", "Attack/piece", "Rows sent", "T-spins", "Tetrises", "Best combo",
    "Back-to-backs", "Perfect clears", "Keys/piece", "Finesse faults", "Rows",
)  # fmt: skip
_SEAT = 0.95  # the width of a seat by its height, at least
_FIGURES = 150.0  # the least room for figures below a caption
_PLAYED = 64.0  # the room for the words on the piece that was placed, in two lines


class ReplayScene(Scene):
    """A game in real time, looked at again from anywhere, or shown chapter by chapter."""

    name = "replay"
    title = "Tetris"
    keys_title = "Replay in real time"
    shares = True

    def __init__(self, context: AppContext, back: Scene | None, shown: Record | Showcase) -> None:
        super().__init__(context, back)
        record = self.record = shown.record if isinstance(shown, Showcase) else shown
        assert record.live is not None
        self.replay = record.live
        self.head: ReplayPlayhead
        self.chapters: ChapterPanel | None = None
        if isinstance(shown, Showcase):
            self.head = tour = ReplayTour(shown)
            self.chapters = ChapterPanel(tour)
        else:
            self.head = ReplayPlayhead(
                self.replay, self.replay.tick_of(min(record.cursor, self.replay.count))
            )
        self.history = MatchHistory(self.replay)
        self.players = plan_of(record).players
        self.feed: AdviceFeed[Key] = AdviceFeed(
            context.room,
            self._ask,
            rest=REST_SECONDS,
        )
        self.chosen = 0
        self.hints = self.chapters is None and context.hints("replay") == "all"
        self.ui = ui_of("tetris")
        self.targets.focus = "play"
        self._pointed: str | None = None
        self._sessions: dict[int, Session] = {}  # by seat, to be reviewed; made when they are asked for

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats where the playhead stands."""
        return self.head.game.seats

    @property
    def seat(self) -> Seat:
        """The seat that is looked at."""
        return self.seats[self.chosen]

    def names(self) -> tuple[str, ...]:
        """The players' names, told apart where they are the same."""
        names = [player_name(seat) for seat in self.record.seats]
        if len(set(names)) == len(names):
            return tuple(names)
        levels = [seat.level.capitalize() for seat in self.record.seats]
        return tuple(levels) if len(set(levels)) == len(levels) else ("Left", "Right")

    # -- what can be done --

    def choose(self, number: int) -> None:
        """Look at a seat."""
        self.chosen = min(number, len(self.seats) - 1)

    def toggle_hints(self) -> None:
        """Show or hide what the engine would have done."""
        self.hints = not self.hints
        self.context.keep_hints("replay", "all" if self.hints else "none")

    def take_over(self) -> None:
        """Play on from here in real time, in the seat that is looked at, beside what happened in the game.

        Pieces and garbage are those of the game, and the garbage comes when it did.
        """
        if not self._goes_on():
            return
        try:
            takeover = LiveTakeover.of(self.replay, self.head.at, self.chosen)
            plan = Plan("free", (Player(),), hints=False)
            live = takeover.try_again(handling_of(self.context.config))
            self.go(to.Live(plan, live, takeover=takeover))
        except KibitzError as error:
            self.context.reply(str(error))

    def _goes_on(self) -> bool:
        """Return True if the game is not over where the playhead stands; else say so."""
        self.head.playing = False
        if self.head.game.over:
            self.context.reply("The game is over here. Go back a piece to play on.")
        return not self.head.game.over

    def against_engine(self) -> None:
        """Play on from here in real time, against the engine that was there, or ours."""
        if not self._goes_on():
            return
        others = (STACKER if player.person else player for player in self.players)
        players = tuple(Player() if number == self.chosen else each for number, each in enumerate(others))
        own = handling_of(self.context.config)
        try:
            branch = self.replay.branch(
                self.head.at, [own if player.person else HANDLINGS["engine"] for player in players]
            )
            plan = replace(plan_of(self.record), players=players)
            self.go(to.Live(plan, branch))
        except KibitzError as error:
            self.context.reply(str(error))

    def shared(self) -> Shared:
        ticks = [self.replay.tick_of(ply) for ply in range(self.replay.count + 1)]
        place = max(0, bisect_right(ticks, self.head.at) - 1)
        return Shared(self.record, place, partial(transfer.fumen_of, self.record))

    def session(self) -> Session:
        """The game of the seat that is looked at piece by piece, at the piece that is shown."""
        self.head.playing = False
        if self.chosen not in self._sessions:
            player = self.record.seats[self.chosen]
            self._sessions[self.chosen] = session_of(self.replay, self.chosen, player, self.record.title)
        session = self._sessions[self.chosen]
        session.go_to(min(len(self.history.upto(self.chosen, self.head.at)), session.length))
        return session

    def guess(self) -> None:
        """Guess the pieces that this player places from here on; at the end, all of them."""
        session = self.session()
        here = session.cursor if self.head.at < self.head.end else session.length
        self.go(to.Guess(session, begin=0 if here >= session.length else here))

    def review(self) -> None:
        """Every piece of the seat that is looked at judged."""
        session = self.session()
        ended = self.head.at == self.head.end
        self.go(to.Review(session, is_stored=False, to_mistake=ended))

    def finesse(self) -> None:
        """Practise the pieces of the seat that is looked at that took more keys than needed."""
        self.head.playing = False
        title = self.record.title or "Your game"
        source = Source(kind="game", title=title, date=self.record.created, player=self.names()[self.chosen])
        run = fault_run(self.context, problems_of(faults_of_game(self.replay, self.chosen), source))
        if run is not None:
            self.go(to.Problem(run))

    def to_sandbox(self) -> None:
        """Carry the position of the seat that is looked at to the sandbox."""
        self.head.playing = False
        self.go(to.Sandbox(self.seat.by_pieces()))

    def copy(self) -> None:
        """Put the game on the clipboard as a fumen."""
        try:
            copied = clipboard.put(transfer.fumen_of(self.record))
        except KibitzError as error:
            self.context.reply(str(error))
            return
        self.context.reply("Copied the game as a fumen." if copied else "There is no clipboard here.")

    def ways(self) -> list[Command]:
        """The buttons that lead away from here."""
        return [
            Command("R", self.review, "judge every piece of this player", "Review", "review"),
            Command("F", self.guess, "guess the pieces of this player from here", "Guess", "guess"),
            Command("P", self.take_over, "play on from here beside what happened", "Play on", "take over"),
            *(
                [
                    Command(
                        "V", self.against_engine, "play on from here against the engine", "Versus", "versus"
                    )
                ]
                if len(self.seats) > 1
                else []
            ),
            Command("X", self.finesse, "practise pieces that took too many keys", "Finesse", "finesse"),
            Command("B", self.to_sandbox, "this position in the sandbox", "Board", "sandbox"),
            Command("C, Ctrl+C", self.copy, "copy the game as a fumen", "Copy", "copy"),
        ]

    @property
    def ended(self) -> bool:
        """True if it is a showcase that is over."""
        return self.chapters is not None and self.head.ended and not self.head.playing

    def ways_on(self) -> list[Command]:
        """Once a showcase is over: again, on to another one, and into the seat that is looked at."""
        if self.chapters is None or not self.ended:
            return []
        words = f"Take {self.names()[self.chosen]}’s side"
        take = Command("T", self.take_side, "take this side in the last chapter", words, "take side")
        return [*next_showcase(self, self.chapters.head), take]

    def take_side(self) -> None:
        """Play on from the beginning of the last chapter in the seat that is looked at."""
        if self.chapters is not None:
            self.chapters.head.to_chapter(len(self.chapters.chapters) - 1)
            self.take_over()

    def handle(self, event: pygame.event.Event) -> Scene | None:
        scroll = self.chapters.scroll if self.chapters is not None else None
        if scroll is not None and scroll.handle_mouse(event, self.context.scale, self.targets):
            return self.next
        return super().handle(event)

    def commands(self) -> list[Command]:
        choose = (partial(self.choose, 0), partial(self.choose, 1))
        return [
            *self.head.commands(),
            *(
                []
                if self.chapters
                else [Command("1, 2", choose, "look at the left player, or at the right one")]
            ),
            Command("H", self.toggle_hints, "show or hide what the engine would have done", scope=BOARDS),
            *self.ways(),
            *(each for each in self.ways_on() if each.help),
            self.panel_command(),
            *super().commands(),
        ]

    def rules(self) -> tuple[str, str] | None:
        return self.ui.language.rules(self.seat.state)

    # -- time --

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self.feed.take(event)
        self._pointed = self.targets.pointed
        waiting = isinstance(self.head, ReplayTour) and self.head.waiting
        for well in self.head.wells:
            well.pass_time(seconds, waiting=waiting)
        self.head.update(seconds)
        self.refresh()
        self.history.work(GATHER_SECONDS)
        calm = not self.head.playing or self.head.speed <= ASK_UP_TO
        wanted = self.hints and calm
        known = self.seat.over or self.seat.view().over
        self.feed.look(key_of(self.chosen, self.seat), seconds, wanted=wanted and not known)
        return self.next

    def refresh(self) -> None:
        if self.chapters is not None:
            self.chapters.follow(self.targets)

    def left(self) -> None:
        self.head.playing = False
        self.feed.stop()

    @property
    def moving(self) -> bool:
        """True if the picture may change before the next tick: rows fade, or words go."""
        motion = self.context.theme.motion.long / 1000
        return any(
            well.since < motion or CLEAR_SECONDS - _BLINK < well.spoken < CLEAR_SECONDS + _BLINK
            for well in self.head.wells
        )

    def pulse(self) -> Hashable:
        moving = tuple((well.since, well.spoken) for well in self.head.wells) if self.moving else ()
        return self.head.pulse(), self.history.reached, moving

    # -- what the engine would have done --

    def _ask(self, key: Key) -> Thinking:
        return Thinking(self.question(), self.seat.view())

    def question(self) -> Question:
        """The question about the piece in hand."""
        return question_on(self.context.config, self.seat.view(), self.players[self.chosen].book)

    def advice(self) -> Advice | None:
        """The advice on the piece in hand, where hints are shown."""
        return self.feed.store.get(key_of(self.chosen, self.seat)) if self.hints else None

    def _waiting(self) -> str:
        if self.head.playing and self.head.speed > ASK_UP_TO:
            return "Too fast for an opinion."
        return self.feed.waiting(self.context, "tetris")

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, frame=frame_of(self.context, len(self.seats))) as frame:
            placing = self._placing(frame)
            board = placing.board if placing is not None else frame.board
            most = self._listed(PanelColumn(canvas, frame, self.targets))
            for number, box in enumerate(boxes(board, len(self.seats))):
                self.targets.add(f"seat {number}", box, partial(self.choose, number))
                draw_seat(canvas, box, self._look(number, most))
            if placing is not None and self.chapters is not None:
                if self.ended:
                    x, y, width, _ = placing.words
                    draw_ways(canvas, self.targets, (x, y + 12, width, 0.0), self.ways_on())
                else:
                    self.chapters.draw_small(canvas, placing)
            detail = self.record.title or "Replay"
            detail = f"Showcase · {detail}" if self.chapters else detail
            draw_bar(canvas, frame, self, self.title, detail, self._pace_words())
            draw_timeline(canvas, frame, self.targets, self.head, self.history.seats)
            draw_transport(canvas, frame, self.targets, self.head)
            if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
                self.draw_column(PanelColumn(canvas, frame, self.targets))

    def _placing(self, frame: Frame) -> Placing | None:
        """The words and the wells where they share the room; None where the panel has the words, or there are none."""
        if self.chapters is None or not frame.drawer:
            return None
        board = frame.uncovered(frame.board, panel_open=self.panel_open)
        return self.chapters.place(self.context, frame.margin, board, _SEAT * len(self.seats), 0.0)

    def _pace_words(self) -> str:
        advice = self.advice()
        rate = advice.read(Effort).nodes_per_second if advice is not None else None
        if not isinstance(rate, int | float) or rate < 1:
            return ""
        return f"search {rate_words(rate)} nodes/s"

    def _look(self, number: int, most: int) -> SeatState:
        game, seat = self.head.game, self.seats[number]
        motion = 0.0 if self.context.still else self.context.theme.motion.long / 1000
        look = self.head.wells[number].state(seat, motion)
        if number == self.chosen:
            look = with_opinion(look, self.advice(), self._pointed, most=most)
            placed = self.history.after(number, self.head.at)
            if look.marks and placed is not None and not self.head.playing:
                look = replace(look, fault=_placed(look, placed.landing.placement.canonical()))
        return replace(
            look,
            name=self.names()[number] if len(self.seats) > 1 else "",
            focused=number == self.chosen,
            over=game.over and seat.over and game.winner != number,
        )

    def _listed(self, column: PanelColumn) -> int:
        """Return how many of the best moves the column lists: the board marks no others."""
        below = column.height_at_foot(self.ways())
        if not column.frame.drawer:
            below += BUTTON_STEP * len(self.ways_on())
        with column.keeping(below):
            return listed(column, self.ui.language)

    # -- the panel --

    def draw_column(self, column: PanelColumn) -> None:
        """The chapters with the current caption, the engine's opinion, the figures, and the ways from here."""
        column.at_foot(self.ways())
        if not column.frame.drawer:
            column.buttons_at_foot(self.ways_on())
        if self.chapters is not None:
            column.heading("Chapters", step=35)
            wordy = not column.frame.drawer
            words = self.chapters.height(self.context, column.width) + 40 if wordy else 0.0
            self.chapters.draw_list(column, max(2 * ROW, column.room - words))
            column.y -= ROW / 2 - 8
            if wordy:
                self.chapters.draw_words(column, self.context)
            column.y += 28
        if self.hints and not self.seat.over:
            self._draw_opinion(column)
        if self.chapters is None or column.room >= _FIGURES:
            self._draw_figures(column)

    def _draw_opinion(self, column: PanelColumn) -> None:
        """The best moves, and how the piece that was really placed stands among them."""
        advice, placed = self.advice(), self.history.after(self.chosen, self.head.at)
        opinion = Opinion(self.seat.view(), advice, True, self._waiting())
        draw_best(column, self.ui.language, opinion, lambda choice: None, self.toggle_hints)
        if advice is not None and advice.choices and placed is not None:
            move, column.below = str(placed.landing.placement.canonical()), _PLAYED
            draw_why(
                column, self.ui, replace(opinion, about=None if move == advice.choices[0].move else move)
            )
            column.y += 20
        if advice is not None and placed is not None and column.room >= 20:
            colour, words = column.canvas.theme.colour, f"Played: {verdict(advice, placed.landing)}"
            column.y -= 10
            column.paragraph(words, "label", colour.text2, lines=2, after=0.0)
            column.y -= 2
        column.y += 26

    def _draw_figures(self, column: PanelColumn) -> None:
        if column.room < 60:
            return
        names = self.names() if len(self.seats) > 1 else ()
        rows = figures(self.seats, _UP_TO_HERE)
        left = column.room - 30 - 28 * len(rows) - (TABLE_HEAD if names else 0)
        graph = left >= _SPANS + 16 or (not self.hints and column.room > 300)
        column.heading("Up to here")
        with column.keeping(_SPANS + 16 if graph else 0.0):
            column.table(rows, names)
        if graph:
            name = f", {names[self.chosen]}" if names else ""
            box = (column.left, column.y + 4, column.width, _SPANS)
            draw_spans(column.canvas, box, self.history.upto(self.chosen, self.head.at), name)


def _placed(look: SeatState, at: Placement) -> tuple[Placement, str] | None:
    """The piece that was really placed, beside the better one; none where it is the best one."""
    return None if look.marks[0].placement == at else (at, "")


_MOST_SECONDS = 2.0  # of a piece, for which a bar is as high as it can be
_BAR, _GAP = 3.0, 1.0


def draw_spans(canvas: Canvas, box: Box, pieces: Sequence[Locked], name: str) -> None:
    """The seconds that the last pieces of a seat took, a bar each; a line stands for their median."""
    colour = canvas.theme.colour
    x, y, width, height = box
    shown = spans(tuple(piece.tick for piece in pieces))[-int(width / (_BAR + _GAP)) :]
    canvas.text((x, y + 8), f"Seconds a piece{name}", "label", colour.text3)
    base, high = y + height, height - 24
    canvas.rule((x, base), (x + width, base), colour.line2)
    if not shown:
        return
    middle = sorted(shown)[len(shown) // 2]
    canvas.text((x + width, y + 8), f"{middle:.2f}", "label", colour.text2, "right")
    for number, seconds in enumerate(shown):
        tall = max(1.0, high * min(1.0, seconds / _MOST_SECONDS))
        canvas.fill((x + number * (_BAR + _GAP), base - tall, _BAR, tall), colour.text3)
    level = base - high * min(1.0, middle / _MOST_SECONDS)
    canvas.dots((x, level), (x + width, level), colour.text2, step=5, size=1.2)
