"""A run under the hand: one playhead over all lanes, its transport, its keys, and the ways from here."""

from __future__ import annotations

import pygame

from game.record import Record, Seat
from game.session import Session
from game.tetris.classic.state import State
from gui.drawing.letters import counted
from gui.frame.transport import transport_keys
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.run.lanes.lane import Lane
from gui.scenes.run.lanes.pace import Pace
from gui.scenes.run.lanes.plan import Plan
from gui.scenes.run.strip import GRAPH, Rails
from gui.scenes.run.ways import Way

_PAGE = 200


class RunDeck(Scene):
    """What can be done with a run, whatever it looks like."""

    def __init__(self, salon: Salon, back: Scene | None, plan: Plan, lanes: list[Lane], pace: Pace) -> None:
        super().__init__(salon, back)
        self.plan = plan
        self.lanes = lanes
        self.pace = pace
        self.chosen = 0  # the lane that is looked at
        self.panel_open = False
        self._created: dict[tuple[int, int], str] = {}  # by lane and game, once it was saved
        self.targets.focus = "play"
        self._kept: dict[int, tuple[int, State]] = {}
        self._grown = 1.0  # how far the last piece has come
        self._held = ""  # what is being dragged
        self._window = (0, 1)
        self._rails: Rails | None = None

    # -- what is shown --

    @property
    def lane(self) -> Lane:
        """The lane that is looked at."""
        return self.lanes[self.chosen]

    @property
    def known(self) -> int:
        """The pieces that every lane has played."""
        return min(lane.count for lane in self.lanes)

    @property
    def begin(self) -> int:
        """The first place that can still be shown."""
        return max(lane.tape.first for lane in self.lanes)

    @property
    def ended(self) -> bool:
        """Whether nobody plays on, and the end is shown."""
        return all(lane.ended for lane in self.lanes) and self.pace.at >= self.known

    def place(self, lane: int) -> int:
        """The place that is shown of a lane: the playhead's, or at full speed whatever is newest."""
        count = self.lanes[lane].count
        return count if self.pace.racing else min(self.pace.at, count)

    def state(self, lane: int | None = None) -> State:
        """The position of a lane, by default the one looked at, under the playhead."""
        number = self.chosen if lane is None else lane
        at = self.place(number)
        kept = self._kept.get(number)
        if kept is None or kept[0] != at:
            kept = self._kept[number] = (at, self.lanes[number].position(at))
        return kept[1]

    def ticks(self) -> tuple[int, ...]:
        """The places that are marked on the whole run: where games begin."""
        return self.lane.tape.starts(self.begin, self.pace.front)

    # -- the transport --

    @property
    def playing(self) -> bool:
        return self.pace.playing

    @playing.setter
    def playing(self, plays: bool) -> None:
        self.pace.playing = plays

    @property
    def speed(self) -> float:
        return self.pace.speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self.pace.speed = speed

    def toggle(self) -> None:
        if not self.playing and self.ended:
            self.first()
        self.playing = not self.playing

    def first(self) -> None:
        self.seek(self.begin)

    def last(self) -> None:
        self.seek(self.end)

    @property
    def end(self) -> int:
        """The right end of the whole run: how far it was shown."""
        return self.pace.front

    def back_step(self) -> None:
        self.playing = False
        self.seek(self.pace.at - 1)

    def on_step(self) -> None:
        self.pace.step()

    def faster(self) -> None:
        self.pace.faster()

    def slower(self) -> None:
        self.pace.slower()

    def seek(self, at: int) -> None:
        """Show another place; a run at full speed comes to rest there."""
        if self.pace.racing:
            self.playing = False
        self.pace.put(min(max(self.begin, at), self.known))
        self._grown = 1.0

    def page(self, direction: int) -> None:
        """Go to the next mark on the run, or the one before; where there are none, a stretch."""
        at, ticks = self.pace.at, (self.begin, *self.ticks())
        if len(ticks) == 1:
            self.seek(at + direction * _PAGE)
        elif direction > 0:
            self.seek(next((tick for tick in ticks if tick > at), self.end))
        else:
            self.seek(next((tick for tick in reversed(ticks) if tick < at), self.begin))

    # -- where one can go --

    def play_on(self) -> None:
        """Take over from the controller in the position that is shown."""
        state = self.state()
        if state.over:
            self.salon.answer("This game is over: go back a piece to play on.")
            return
        self.playing = False
        self.go(self.salon.doors.play(Session.new("classic", state.here(), (Seat("You"),)), self))

    def new_run(self) -> None:
        """Choose board, rules and controllers of another run."""
        self.go(self.salon.doors.new_game(self.back or self, "classic", self.plan))

    def ways(self) -> tuple[Way, ...]:
        """What leads away from here."""
        return (
            Way("play on", "Play on", "P", self.play_on),
            Way("new run", "New run", "N", self.new_run, short="New"),
            Way("save", "Save", "S", self.save),
        )

    def save(self) -> None:
        """Keep the game that is shown among the saved ones."""
        lane = self.lane
        if not lane.count:
            return
        game, ply = lane.tape.game_at(min(self.pace.at, lane.count))
        created = self._created.setdefault((self.chosen, game), self.salon.autosave.begin())
        copied = lane.tape.copied(game)
        seat = Seat(lane.controller, "engine", engine=lane.controller, level="full")

        def build() -> Record:
            run = copied()
            title = f"{lane.controller}, {counted(run.count, 'piece')}"
            return Record(
                game="classic",
                rules=run.rules,
                seats=(seat,),
                run=run,
                cursor=ply,
                title=title,
                created=created,
            )

        self.salon.autosave.keep(build)

    def go_back(self) -> None:
        super().go_back()
        if self.next is not self:
            for lane in self.lanes:
                lane.leave()

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.MOUSEBUTTONUP:
            self._held = ""
        elif event.type == pygame.MOUSEMOTION and self._held and event.buttons[0]:
            self._scrub((event.pos[0] / self.salon.scale, event.pos[1] / self.salon.scale))
        return super().handle(event)

    def _press(self, rail: str) -> None:
        self._held = rail
        self._scrub(self.targets.pointer)

    def _scrub(self, point: tuple[float, float]) -> None:
        if self._rails is None:
            return
        first, last = self._window if self._held == GRAPH else (self.begin, self.end)
        self.seek(min(self._rails.place(point, first, last), self.end))

    def key(self, event: pygame.event.Event) -> None:
        actions = {
            **transport_keys(self),
            pygame.K_u: self.back_step,
            pygame.K_r: self.on_step,
            pygame.K_PAGEUP: lambda: self.page(-1),
            pygame.K_PAGEDOWN: lambda: self.page(1),
            pygame.K_m: self.top_speed,
            pygame.K_k: self.toggle_panel,
            pygame.K_p: self.play_on,
            pygame.K_n: self.new_run,
            pygame.K_s: self.save,
        }
        action = actions.get(event.key)
        if action is not None and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            action()
        else:
            super().key(event)

    def top_speed(self) -> None:
        """Play on as fast as it goes."""
        self.speed = self.pace.speeds[-1]
        self.playing = True

    def toggle_panel(self) -> None:
        """Open or close the drawer where the window is narrow."""
        self.panel_open = not self.panel_open

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("Space", "play and pause"),
            ("Comma, Period", "one piece back, one piece on"),
            ("Plus, Minus", "faster, slower"),
            ("M", "as fast as it goes"),
            ("Home, End", "to the start, to the end"),
            ("Page keys", "to the game before, to the next"),
            ("P", "play on from here yourself"),
            ("N", "another run"),
            ("S", "save the game"),
            ("K", "open or close the column in a narrow window"),
        ]
