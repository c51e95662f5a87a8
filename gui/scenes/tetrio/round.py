"""A round of a TETR.IO replay: both wells tick by tick, figures up to here, and what the engine would have done."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import partial

from ai.work import Thinking
from game import transfer
from game.advice import Advice
from game.errors import KibitzError
from game.guided.live_takeover import LiveTakeover
from game.practice.finesse import faults_of_round, problems_of
from game.practice.problem import Source
from game.session import Session
from game.tetris.guideline import State
from game.tetris.tetrio import Placed, Round
from game.tetris.tetrio.course import placement_of, session_of
from game.tetris.tetrio.engine import TICKS
from game.words import ordinal
from gui import destinations as to
from gui.context import AppContext, Scene, Shared
from gui.games.guideline.render_state import SeatState
from gui.games.guideline.seat_view import draw_seat
from gui.games.registry import ui_of
from gui.play.advice_feed import AdviceFeed, question_on
from gui.play.fault_practice import fault_run
from gui.play.filming import RoundFilm
from gui.play.game_ui import Opinion
from gui.play.kibitzer import draw_best, listed
from gui.play.live_plan import Plan, Player
from gui.play.panel import PanelColumn
from gui.play.playhead import draw_transport
from gui.scenes.live.wells import boxes, draw_timeline, frame_of, with_opinion
from gui.scenes.tetrio.playback import Playback
from gui.scenes.tetrio.words import difference_words, ending_of
from gui.ui import clipboard
from gui.ui.canvas import Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import BOARDS, Command
from gui.ui.input import handling_of
from gui.ui.layout import draw_drawer

REST_SECONDS = 0.15  # that one looks at a piece before the engine is asked about it
_Key = tuple[int, int]  # the player, and the pieces so far


class RoundScene(Scene):
    """One round, looked at again from any tick, by any of its players."""

    name = "tetrio-round"
    title = "TETR.IO"
    keys_title = "TETR.IO: round"
    shares = True
    moving = False  # between two ticks nothing changes

    def __init__(self, context: AppContext, back: Scene | None, rounds: list[Round], detail: str) -> None:
        super().__init__(context, back)
        self.rounds, self.detail = rounds, detail
        self.head = Playback(rounds)
        self.feed: AdviceFeed[_Key] = AdviceFeed(context.room, self._ask, rest=REST_SECONDS)
        self.chosen = 0
        self.hints = context.hints("replay") == "all"
        self.ui = ui_of("tetris")
        self.targets.focus = "play"
        self._pointed: str | None = None
        self._sessions: dict[int, Session] = {}

    @property
    def one(self) -> Round:
        """The player's round that is looked at."""
        return self.rounds[self.chosen]

    @property
    def place(self) -> _Key:
        """The subject of a question."""
        return self.chosen, self.head.wells[self.chosen].count

    def session(self) -> Session:
        """The chosen player's round as a game of ours; made when it is first asked for."""
        if self.chosen not in self._sessions:
            self._sessions[self.chosen] = session_of(self.one, f"{self.one.player.name}, {self.detail}")
        return self._sessions[self.chosen]

    def state(self) -> State | None:
        """The position before the piece in hand; None where our rules do not reach it."""
        session, (_, count) = self.session(), self.place
        position = session.position_at(count) if count <= session.length else None
        return position if isinstance(position, State) and not position.over else None

    # -- what can be done --

    def choose(self, number: int) -> None:
        """Look at a player."""
        self.chosen = min(number, len(self.rounds) - 1)

    def toggle_hints(self) -> None:
        """Show or hide what the engine would have done."""
        self.hints = not self.hints
        self.context.keep_hints("replay", "all" if self.hints else "none")

    def review(self) -> None:
        """Every piece of this player judged."""
        self.head.playing = False
        session = self.session()
        session.go_to(min(self.place[1], session.length))
        self.go(to.Review(session))

    def guess(self) -> None:
        """Guess the pieces that this player places from here on; at the end, all of them."""
        self.head.playing = False
        session, (_, here) = self.session(), self.place
        self.go(to.Guess(session, begin=0 if here >= session.length else here))

    def play_on(self) -> None:
        """Play on from here in real time, as this player, beside what happened in the round.

        Pieces and garbage are those of the round, and the garbage comes when it did.
        """
        self.head.playing = False
        try:
            takeover = LiveTakeover.of_round(self.one, self.session(), self.head.at)
            live = takeover.try_again(handling_of(self.context.config))
            self.go(to.Live(Plan("free", (Player(),), hints=False), live, takeover=takeover))
        except KibitzError as error:
            self.context.reply(str(error))

    def finesse(self) -> None:
        """Practise the pieces of this player that took more keys than needed."""
        self.head.playing = False
        source = Source(kind="replay", title=self.detail[:200], player=self.one.player.name[:200])
        run = fault_run(self.context, problems_of(faults_of_round(self.one, self.session()), source))
        if run is not None:
            self.go(to.Problem(run))

    def to_sandbox(self) -> None:
        """The position of the piece in hand on a board to draw on."""
        self.head.playing = False
        state = self.state()
        if state is None:
            self.context.reply("The round is over here. Go back a piece.")
            return
        self.go(to.Sandbox(replace(state.view(0), first=None)))

    def copy(self) -> None:
        """Put this player's round on the clipboard as a fumen."""
        try:
            copied = clipboard.put(transfer.as_text(self.session()))
        except KibitzError as error:
            self.context.reply(str(error))
            return
        self.context.reply("Copied the round as a fumen." if copied else "There is no clipboard here.")

    def shared(self) -> Shared:
        film = RoundFilm(self.rounds, self.detail)
        return Shared(film, film.place_at(self.head.at / TICKS), lambda: transfer.as_text(self.session()))

    def ways(self) -> list[Command]:
        """The buttons that lead away from here."""
        return [
            Command("R", self.review, "judge every piece of this player", "Review", "review"),
            Command("F", self.guess, "guess the pieces of this player from here", "Guess", "guess"),
            Command("P", self.play_on, "play on from here beside what happened", "Play on", "play on"),
            Command("X", self.finesse, "practise pieces that took too many keys", "Finesse", "finesse"),
            Command("B", self.to_sandbox, "this position in the sandbox", "Board", "sandbox"),
            Command("C, Ctrl+C", self.copy, "copy this player’s round as a fumen", "Copy", "copy"),
        ]

    def commands(self) -> list[Command]:
        choose = tuple(partial(self.choose, number) for number in range(len(self.rounds)))
        keys = ", ".join(str(number + 1) for number in range(len(self.rounds)))
        return [
            *self.head.commands(),
            Command(keys, choose, "look at the left player, or at the right one"),
            Command("H", self.toggle_hints, "show or hide what the engine would have done", scope=BOARDS),
            *self.ways(),
            self.panel_command(),
            *super().commands(),
        ]

    def rules(self) -> tuple[str, str] | None:
        return self.ui.language.rules(self.session().position_at(0))

    # -- time --

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self.feed.take(event)
        self._pointed = self.targets.pointed
        self.head.update(seconds)
        wanted = self.hints and not self.head.playing
        self.feed.look(self.place, seconds, wanted=wanted and self.state() is not None)
        return self.next

    def pulse(self) -> Hashable:
        return self.head.pulse()

    def left(self) -> None:
        self.head.playing = False
        self.feed.stop()

    def _ask(self, key: _Key) -> Thinking:
        state = self.state()
        assert state is not None, "only positions that can be played are asked about"
        view = state.view(0)
        return Thinking(question_on(self.context.config, view), view)

    def advice(self) -> Advice | None:
        """The advice on the piece in hand, where hints are shown and time stands still."""
        return self.feed.store.get(self.place) if self.hints and not self.head.playing else None

    def _waiting(self) -> str:
        if self.head.playing:
            return "Pause for the engine’s opinion."
        return self.feed.waiting(self.context, "tetris")

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, frame=frame_of(self.context, len(self.rounds))) as frame:
            most = self._listed(PanelColumn(canvas, frame, self.targets))
            for number, box in enumerate(boxes(frame.board, len(self.rounds))):
                self.targets.add(f"seat {number}", box, partial(self.choose, number))
                draw_seat(canvas, box, self._look(number, most))
            draw_bar(canvas, frame, self, self.title, self.detail)
            draw_timeline(canvas, frame, self.targets, self.head, [well.steps for well in self.head.wells])
            draw_transport(canvas, frame, self.targets, self.head)
            if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
                self._draw_column(PanelColumn(canvas, frame, self.targets))

    def _look(self, number: int, most: int) -> SeatState:
        look = self.head.wells[number].look()
        if number == self.chosen:
            look = with_opinion(look, self.advice(), self._pointed, most=most)
        ended = self.head.wells[number].engine.over or self.head.at >= self.head.end
        name = self.rounds[number].player.name
        words = f"{name} {ending_of(self.rounds[number].result())}" if ended else name
        return replace(look, name=words, focused=number == self.chosen, above=self.head.above)

    def _listed(self, column: PanelColumn) -> int:
        """Return how many of the best moves the column lists: the board marks no others."""
        with column.keeping(column.height_at_foot(self.ways())):
            return listed(column, self.ui.language)

    def _draw_column(self, column: PanelColumn) -> None:
        """The engine's opinion, and the figures of both players up to here."""
        column.at_foot(self.ways())
        state = self.state() if self.hints else None
        if state is not None:
            opinion = Opinion(state.view(0), self.advice(), True, self._waiting())
            draw_best(column, self.ui.language, opinion, lambda choice: None, self.toggle_hints)
            self._draw_placed(column)
            column.y += 26
        for one in self.rounds:
            words = difference_words(one.result())
            if words and column.room > 120:
                column.paragraph(words, "label", lines=4)
                column.y += 8
        rows = self._rows()
        column.heading("Up to here")
        column.table(rows, [one.player.name for one in self.rounds] if len(self.rounds) > 1 else ())

    def _draw_placed(self, column: PanelColumn) -> None:
        """The place of the piece that was placed among the engine's choices."""
        advice, (number, count) = self.advice(), self.place
        placements = self.rounds[number].outcome.placements
        if advice is None or count >= len(placements) or column.room < 20:
            return
        words = f"Played: {_standing(advice, placements[count])}"
        column.y -= 10
        column.paragraph(words, "label", lines=2, after=0.0)
        column.y -= 2

    def _rows(self) -> list[tuple[str, tuple[str, ...]]]:
        engines = [well.engine for well in self.head.wells]
        pieces = [len(engine.placements) for engine in engines]
        minutes = [engine.counter / TICKS / 60 for engine in engines]

        def rate(counts: list[int], each: list[float], digits: int, factor: float = 1.0) -> tuple[str, ...]:
            return tuple(
                f"{factor * count / time:.{digits}f}" if time else "–"
                for count, time in zip(counts, each, strict=True)
            )

        attack = [engine.attack for engine in engines]
        both = [engine.attack + engine.garbage_cleared for engine in engines]
        return [
            ("APM", rate(attack, minutes, 1)),
            ("PPS", rate(pieces, minutes, 2, 1 / 60)),
            ("VS", rate(both, minutes, 1, 100 / 60)),
            ("Pieces", tuple(map(str, pieces))),
            ("Attack", tuple(map(str, attack))),
            ("Rows sent", tuple(str(engine.sent) for engine in engines)),
            ("Back-to-back", tuple(str(max(0, engine.btb - 1)) for engine in engines)),
            ("Combo", tuple(str(max(0, engine.combo - 1)) for engine in engines)),
            ("Finesse faults", tuple(str(engine.faults) for engine in engines)),
        ]


def _standing(advice: Advice, placed: Placed) -> str:
    """The place of a placement among the choices: `the engine’s 3rd choice`."""
    move = str(placement_of(placed).canonical())
    rank = next((rank for rank, choice in enumerate(advice.choices, 1) if choice.move == move), None)
    if rank is None:
        return "not considered"
    return "the engine’s choice" if rank == 1 else f"the engine’s {ordinal(rank)} choice"
