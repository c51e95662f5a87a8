"""The picture of a game in real time: wells side by side, the column, the foot, and what lies over them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from game.position import Position
from game.tetris.guideline import COLUMNS, VISIBLE
from game.tetris.guideline.real_time import Replay
from game.tetris.guideline.real_time.handling import CCW, CW, HARD, HOLD
from gui.context import AppContext, Scene
from gui.games.guideline import book_status
from gui.games.guideline.cells import SeatGeometry
from gui.games.guideline.render_state import SeatState
from gui.games.guideline.seat_view import draw_seat
from gui.games.registry import ui_of
from gui.play.game_ui import Opinion, PanelColumn
from gui.scenes.live import words
from gui.scenes.live.footer import Footer, draw_buttons, draw_footer
from gui.scenes.live.game import LiveGame
from gui.scenes.live.match import COUNT_SECONDS, ROLE, Coach
from gui.scenes.live.panel import Card, draw_card, draw_countdown, draw_table, draw_waiting
from gui.scenes.live.plan import SPRINT_ROWS, ULTRA_SECONDS, Plan
from gui.scenes.live.wells import boxes, with_opinion
from gui.ui.canvas import Canvas, Point
from gui.ui.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.ui.commands import Command
from gui.ui.controls import heading, key_cap
from gui.ui.layout import NARROW_PANEL, PANEL, Frame, draw_drawer
from gui.ui.targets import inside
from gui.ui.text import clock

_MOUSE = {1: HARD, 2: HOLD, 3: CW}  # what the mouse's buttons press
_PATIENCE = 0.4  # seconds that engines are waited for before that is said
_KEYS = (
    (("left", "right"), "Left, right"),
    (("soft",), "Soft drop"),
    (("hard",), "Hard drop"),
    (("cw",), "Turn right"),
    (("ccw",), "Turn left"),
    (("hold",), "Hold"),
    (("pause",), "Pause"),
    (("restart",), "Begin anew"),
)
_UNITS = {"versus": "attack", "free": "attack", "sprint": "rows", "ultra": "points"}


class LiveScene(LiveGame):
    """A game in real time on the screen."""

    def __init__(
        self,
        context: AppContext,
        back: Scene | None,
        plan: Plan,
        replay: Replay | None = None,
        created: str = "",
    ) -> None:
        super().__init__(context, back, plan, replay, created)
        self.ui = ui_of("tetris")
        self._pointed: str | None = None
        self._seats: list[SeatGeometry] = []

    def handle(self, event: pygame.event.Event) -> Scene | None:
        return self.next if self._mouse(event) else super().handle(event)

    def _mouse(self, event: pygame.event.Event) -> bool:
        """Let the mouse play: the pointer chooses the column, buttons and wheel do the rest; whether it was used."""
        person, number = self.person, self.plan.person
        if person is None or number is None or number >= len(self._seats):
            return False
        seat, scale, pressed = self._seats[number], self.context.scale, event.type == pygame.MOUSEBUTTONDOWN
        if event.type == pygame.MOUSEMOTION:
            x, y = seat.place((event.pos[0] / scale, event.pos[1] / scale))
            person.point(x if -1 <= x <= COLUMNS + 1 and 0 <= y <= VISIBLE + 1 else None)
            return False
        at = (event.pos[0] / scale, event.pos[1] / scale) if pressed else self.targets.pointer
        x, y = seat.place(at)
        if self._over_button(at):
            return False
        if pressed and event.button in _MOUSE and inside(at, seat.hold_sign):
            person.tap(HOLD)
        elif pressed and event.button in _MOUSE and 0 <= x < COLUMNS and 0 <= y <= VISIBLE + 1:
            person.point(x)
            person.tap(_MOUSE[event.button])
        elif event.type == pygame.MOUSEWHEEL and event.y and 0 <= x < COLUMNS and 0 <= y <= VISIBLE + 1:
            person.tap(CW if event.y < 0 else CCW)
        else:
            return False
        return True

    def _over_button(self, at: Point) -> bool:
        return any(target.holds(at) for target in self.targets.all())

    def draw(self, canvas: Canvas) -> None:
        frame = self._frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame)
        card = self._card(figures=frame.drawer)
        self._draw_wells(canvas, frame, bare=card is not None)
        keys = self.bindings.words("pause"), self.bindings.words("restart")
        draw_footer(canvas, frame, self._footer())
        draw_buttons(canvas, frame, self.targets, self.toggle, self.restart, running=self.running, keys=keys)
        if card is not None:
            with self.targets.dialog():
                draw_card(canvas, frame, self.targets, card)
        draw_bar(canvas, frame, self, self.title, words.mode_words(self.plan), self._pace_words())
        if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
            self._draw_column(PanelColumn(canvas, frame, self.targets))
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _frame(self, canvas: Canvas) -> Frame:
        """The frame; two wells need the whole of a narrow window, and the column is a drawer then."""
        frame = self.context.frame(canvas)
        if len(self.wells) > 1 and frame.panel_width < PANEL:
            return Frame(frame.width, frame.height, True, min(NARROW_PANEL, frame.width - 48))
        return frame

    # -- the wells --

    def _draw_wells(self, canvas: Canvas, frame: Frame, *, bare: bool) -> None:
        """The wells with all around them; below a card `bare`, since words would shine through it."""
        places = boxes(frame, len(self.wells))
        looks = [_bare(self._look(number)) if bare else self._look(number) for number in range(len(places))]
        self._seats = drawn = [draw_seat(canvas, box, look) for box, look in zip(places, looks, strict=True)]
        if self.match.phase == "counting":
            self._draw_countdown(canvas, drawn)
        elif self.match.phase == "preparing" and self.waited >= _PATIENCE:
            late = [seat for number, seat in enumerate(drawn) if self._is_late(number)]
            draw_waiting(
                canvas, late, "The engines are being prepared …" if self.held_up else "Getting ready …"
            )

    def _look(self, number: int) -> SeatState:
        seat, player = self.match.seats[number], self.plan.players[number]
        motion = 0.0 if self.context.still else self.context.theme.motion.long / 1000
        look = self.wells[number].look(seat, motion)
        if self.coach is not None and self.coach.advice is not None and self.running:
            look = with_opinion(look, self.coach.advice, self._pointed)
        name = words.player_words(player) if len(self.wells) > 1 or not player.person else ""
        return replace(
            look,
            facts=words.beside_well(self.plan, seat),
            name=name,
            focused=player.person,
            over=self._fades(number),
        )

    def _fades(self, number: int) -> bool:
        """Whether a stack is drawn as one that has lost."""
        game = self.match.game
        return self.match.phase == "over" and game.seats[number].over and game.winner != number

    def _draw_countdown(self, canvas: Canvas, drawn: list[SeatGeometry]) -> None:
        passed = 1 - self.match.count / COUNT_SECONDS % 1
        motion = self.context.theme.motion.short / 1000 / COUNT_SECONDS
        grown = 1.0 if self.context.still else min(1.0, passed / motion)
        draw_countdown(canvas, drawn, str(self.match.number), grown)

    def _is_late(self, number: int) -> bool:
        """Whether a seat's engine has not answered yet."""
        engine = self.match.engines.get(number)
        return engine is not None and (self.held_up or not engine.ready)

    # -- cards --

    def _card(self, *, figures: bool) -> Card | None:
        """What lies over the wells; with the `figures` of the game where the column is not beside it."""
        if self.match.phase == "paused":
            return Card("Paused", (), None, (), self._commands("go on", "Go on", self.toggle))
        if self.settled:
            again = "Rematch" if len(self.wells) > 1 else "Again"
            rows = words.figures(self.match) if figures else None
            commands = self._commands("again", again, self.restart)
            names = self._names() if figures else ()
            return Card(words.headline(self.plan, self.match), self._lines(), rows, names, commands)
        return None

    def _names(self) -> tuple[str, ...]:
        return words.names_of(self.plan) if len(self.wells) > 1 else ()

    def _commands(self, name: str, said: str, press: Callable[[], object]) -> list[Command]:
        key = self.bindings.words("pause" if name == "go on" else "restart").partition(",")[0]
        commands = [Command(key, press, label=said, name=name)]
        if name == "go on":
            commands.append(
                Command(
                    self.bindings.words("restart").partition(",")[0],
                    self.restart,
                    label="Begin anew",
                    name="anew",
                )
            )
        return [
            *commands,
            Command("L", self.look_back, label="Look back", name="back"),
            Command("N", self.new_game, label="New game", name="new"),
            *([Command("", self.open_settings, label="Settings", name="set")] if name == "go on" else []),
            Command("Esc", self.go_back, label="Leave", name="leave"),
        ]

    def _lines(self) -> tuple[str, ...]:
        """What is said below the headline of the end: why, and how it compares."""
        best = self.best
        lines = [words.reason(self.match)]
        if self.rank is not None and best is not None:
            lines.append(
                "Your best so far."
                if self.rank == 0
                else f"Your number {self.rank + 1}; {words.best_words(self.plan, best)}."
            )
        elif best is not None:
            lines.append(words.best_words(self.plan, best).capitalize() + ".")
        return tuple(filter(None, lines))

    # -- column and foot --

    def _draw_column(self, column: PanelColumn) -> None:
        if self.plan.coached:
            self._draw_opinion(column)
        if self.match.game.now == 0 and self.plan.person is not None:
            self._draw_keys(column)
            return
        canvas = column.canvas
        heading(canvas, (column.left, column.y), "Game")
        names = self._names()
        rows = words.figures(self.match)
        top = (column.left, column.y + (26 if names else 28))
        column.y = draw_table(canvas, top, column.width, rows, column.bottom - 8, names)
        self._draw_standings(column)  # before the clears, whose rows grow more as the game goes on
        made = words.kinds(self.match)
        if made and column.y + 60 < column.bottom:
            column.y += 16
            heading(canvas, (column.left, column.y), "Clears")
            column.y = draw_table(canvas, (column.left, column.y + 28), column.width, made, column.bottom - 8)
        if self.match.phase == "over" and self.plan.trial is not None:
            self._draw_bests(column)
        elif self.plan.person is not None and not self.plan.coached:
            column.y += 16
            self._draw_keys(column)

    def _draw_standings(self, column: PanelColumn) -> None:
        """Which book each engine has entered or left last, and why."""
        told = [(each.player.name, each.standing) for each in self.match.engines.values() if each.standing]
        if not told or column.y + 92 > column.bottom:
            return
        canvas, colour = column.canvas, column.canvas.theme.colour
        column.y += 16
        heading(canvas, (column.left, column.y), "Books and wells")
        column.y += 16
        for name, standing in told:
            lines = min(3, int((column.bottom - column.y) / 24))
            if lines < 1:
                return
            sentence = f"{name} · {standing}." if len(told) > 1 else f"{standing}."
            place = (column.left, column.y, column.width, 0.0)
            column.y += canvas.paragraph(place, sentence, "body", colour.text2, lines) + 8

    def _draw_bests(self, column: PanelColumn) -> None:
        """The person's best results, this one marked where it is among them."""
        trial = self.plan.trial
        kept = () if trial is None else self.bests.of(trial)
        if not kept or column.y + 60 > column.bottom:
            return
        column.y += 16
        heading(column.canvas, (column.left, column.y), "Your best")
        rows: words.Figures = [
            (
                f"{number}.{'  this game' if number - 1 == self.rank else ''}",
                (words.result_words(self.plan, each),),
            )
            for number, each in enumerate(kept, 1)
        ]
        column.y = draw_table(
            column.canvas, (column.left, column.y + 28), column.width, rows, column.bottom - 8
        )

    def _draw_opinion(self, column: PanelColumn) -> None:
        coach = self.coach
        view: Position = (
            coach.view if coach is not None and coach.view is not None else self.match.seats[0].view()
        )
        advice = coach.advice if coach is not None else None
        state = self.context.room.state(ROLE)
        ready = "Thinking …" if state not in ("warming", "starting") else "The engine is warming up …"
        waiting = ready if self.running else ""
        opinion = Opinion(self.ui, view, advice, self.hints, waiting)
        column.best(opinion, lambda choice: None, self._point, self.toggle_hints)
        column.why(opinion)
        if coach is not None and self.hints and not self.match.seats[0].held:
            self._draw_crossing(column, coach)
        column.y += 30 if opinion.spoken is None else 24

    def _draw_crossing(self, column: PanelColumn, coach: Coach) -> None:
        """Which book was entered or left with the last piece, and why, where there is room for two lines."""
        words = ", ".join(filter(None, book_status.crossing(coach.before, coach.advice)))
        if words and column.y + 72 <= column.bottom:
            place = (column.left, column.y + 12, column.width, 0.0)
            ink = column.canvas.theme.colour.text2
            column.y += 12 + column.canvas.paragraph(place, f"{words}.", "body", ink, 2)

    def _point(self, move: str | None) -> None:
        self._pointed = move

    def _draw_keys(self, column: PanelColumn) -> None:
        """The keys of the piece, where there is room for all of them."""
        canvas, colour = column.canvas, column.canvas.theme.colour
        lines = [
            ([first for name in names for first in self._caps(name, len(names))], said)
            for names, said in _KEYS
        ]
        if column.y + 28 + 28 * len(lines) > column.bottom:
            return
        heading(canvas, (column.left, column.y), "Keys")
        column.y += 28
        for caps, said in lines:
            canvas.text((column.left, column.y), said, "label", colour.text3)
            right = column.right
            for cap in reversed(caps):
                wide = max(22.0, canvas.text_width(cap, "label") + 12)
                key_cap(canvas, (right - wide, column.y - 11), cap)
                right -= wide + 4
            column.y += 28

    def _caps(self, action: str, beside: int) -> list[str]:
        """The keys of an action, two at most, one where another action stands beside it."""
        return self.bindings.words(action).split(", ")[: 2 if beside == 1 else 1]

    def _pace_words(self) -> str:
        """How fast engines search, as far as they say so."""
        coach = self.coach.advice.facts if self.coach is not None and self.coach.advice is not None else {}
        facts = [engine.facts for engine in self.match.engines.values()] or [coach]
        rates = [each.get("nodes_per_second") for each in facts]
        known = [rate for rate in rates if isinstance(rate, float | int) and rate > 0]
        return f"search {words.rate_words(max(known))} nodes/s" if known and max(known) >= 1000 else ""

    def _footer(self) -> Footer:
        now = self.match.game.now / 60
        mode, best = self.plan.mode, self.best
        left = max(0.0, ULTRA_SECONDS - now)
        goal = best.ticks / 60 if best is not None and mode == "sprint" else None
        return Footer(
            label="Time left" if mode == "ultra" else "Time",
            figure=words.stopwatch(self.match.game.now)
            if mode == "sprint"
            else clock(left if mode == "ultra" else now),
            lines=[self.history(seat) for seat in range(len(self.wells))],
            ends=self._names() or ("",),
            now=now,
            unit=_UNITS[mode],
            top=SPRINT_ROWS if mode == "sprint" else 0,
            span=float(ULTRA_SECONDS) if mode == "ultra" else 0.0,
            goal=goal,
        )


def _bare(look: SeatState) -> SeatState:
    """A seat of the same size without words and pieces around its well."""
    name = " " if look.name else ""
    return replace(
        look, holds=False, previews=(), incoming=(), said=(), facts=(), name=name, marks=(), plan=()
    )
