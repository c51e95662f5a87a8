"""What can be done with a game in real time that is looked at: go anywhere in it, take a seat, carry it elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game import transfer
from game.config import Config, Value
from game.errors import KibitzError
from game.record import Record
from game.tetris.guideline.real_time import HANDLINGS, Event, Seat
from gui.input.handling import handling_of
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.live.plan import Player, plan_of
from gui.scenes.live.wells import Well
from gui.scenes.live.words import clear_words
from gui.scenes.live_replay.chronicle import Chronicle
from gui.scenes.live_replay.opinion import Onlooker
from gui.scenes.live_replay.playhead import Playhead
from gui.table.seating import adviser, adviser_options
from gui.widgets import clipboard


class ReplayDeck(Scene):
    """A record with a playhead. `chosen` is the seat that is looked at."""

    def __init__(self, salon: Salon, back: Scene | None, record: Record) -> None:
        super().__init__(salon, back)
        assert record.live is not None
        self.record = record
        self.replay = record.live
        self.head = Playhead(self.replay, self.replay.tick_of(min(record.cursor, self.replay.count)))
        self.chronicle = Chronicle(self.replay)
        self.onlooker = Onlooker(
            salon.room,
            adviser(salon.config, "tetris"),
            salon.config.engine.hint_seconds,
            [_options(salon.config, player) for player in plan_of(record).players],
        )
        self.wells = [Well() for _ in self.seats]
        self.chosen = 0
        self.hints = salon.hints("replay")
        self.panel_open = False
        self._recall()

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
        words = clear_words(event.landing) if event.landing is not None else ()
        self.wells[number].see(event, words)

    def _recall(self) -> None:
        """What a player would have seen said just now: the clear of a moment ago."""
        for number, seat in enumerate(self.head.game.seats):
            self.wells[number] = well = Well()
            landing = seat.state.last
            if landing is not None and seat.piece is None and not seat.over:
                well.see(Event("lock", 0, landing), clear_words(landing))

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
        self.salon.keep_hints("replay", self.hints)

    def take_over(self) -> None:
        """Play on from here in real time, in the seat that is looked at."""
        self.playing = False
        if self.head.game.over:
            self.salon.answer("This game is over here: go back a piece to play on.")
            return
        plan = plan_of(self.record)
        players = tuple(
            Player() if number == self.chosen else _opponent(player)
            for number, player in enumerate(plan.players)
        )
        own = handling_of(self.salon.config)
        handlings = tuple(own if player.person else HANDLINGS["engine"] for player in players)
        try:
            branch = self.replay.branch(self.head.tick, handlings)
            scene = self.salon.doors.live(replace(plan, players=players), self, branch)
        except KibitzError as error:
            self.salon.answer(str(error))
            return
        self.go(scene)

    def to_sandbox(self) -> None:
        """Carry the position of the seat that is looked at to the sandbox."""
        self.playing = False
        self.go(self.salon.doors.sandbox(self.seat.by_pieces(), self))

    def copy(self) -> None:
        """Put the game on the clipboard as a fumen."""
        try:
            text = transfer.fumen_of(self.record)
        except KibitzError as error:
            self.salon.answer(str(error))
            return
        copied = clipboard.put(text)
        self.salon.answer("Copied the game as a fumen." if copied else "There is no clipboard here.")


def _opponent(player: Player) -> Player:
    """Who plays the other seat: the engine that did, or ours in place of a person."""
    return player if not player.person else Player("Stacker", "stacker", "club")


def _options(config: Config, player: Player) -> Mapping[str, Value]:
    """What is asked about a player's pieces: with the book that the player followed, if it was an engine with one."""
    options = adviser_options(config, "tetris")
    return {**options, "book": player.book} if player.book else options
