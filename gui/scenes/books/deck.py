"""What can be done in the explorer, whichever key or target asks for it."""

from __future__ import annotations

import random
from typing import Literal

from ai.book.reading import Entry
from game.errors import BadBook, IllegalMove
from game.tetris.guideline import PIECES, Placement
from gui.face import Axis
from gui.frame.timeline import Course, Span
from gui.frame.transport import SPEEDS, next_speed, slower
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.books.chart import Chart, bag_words
from gui.scenes.books.lists import Lists
from gui.scenes.books.slots import EMPTY_HOLD, places
from gui.scenes.books.walking.atlas import Atlas
from gui.scenes.books.walking.outlook import Outcome, outcome, percent
from gui.scenes.books.walking.shelf import Volume, shipped, written
from gui.scenes.books.walking.walk import Walk

View = Literal["Books", "Board", "Map", "Sizes"]
VIEWS: tuple[View, ...] = ("Books", "Board", "Map", "Sizes")
PAGES = ("Runs", "Moves", "Position")
BOARD = "board"
_PACE = 0.9  # seconds from one move of the book to the next
_AXIS = Axis(0.0, 1.0, ((1.0, "100"), (0.5, "50"), (0.0, "0")))
_SLICE = 0.004  # seconds of a frame in which the map is drawn up


class BooksDeck(Scene):
    """The book that is open, the walk through it, and the moves of a person."""

    def __init__(self, salon: Salon, back: Scene | None, name: str = "", seed: int | None = None) -> None:
        super().__init__(salon, back)
        self.chance = random.Random(seed)
        self.volumes: list[Volume] = shipped()
        self.chosen: int | None = None
        self.walk: Walk | None = None
        self.atlas: Atlas | None = None
        self.chart, self.lists = Chart(), Lists()
        self.view: View = "Books"
        self.page = 0
        self.hints, self.playing, self.panel_open = True, False, False
        self.speed = 1.0
        self.slot: int | None = None  # the place of the queue that is being written
        self._clock = 0.0
        self._grown = 1.0
        self._span: Span | None = None
        names = [volume.path.stem for volume in self.volumes]
        sound = [number for number, volume in enumerate(self.volumes) if not volume.reason]
        if name in names:
            sound.insert(0, names.index(name))
        if sound:
            self.choose(sound[0])

    # -- books --

    @property
    def volume(self) -> Volume | None:
        """The book that is open."""
        return None if self.chosen is None else self.volumes[self.chosen]

    def choose(self, number: int) -> None:
        """Open a book of the shelf at the empty board; of one that is none, say why."""
        volume = self.volumes[number]
        try:
            reading = None if volume.reason else volume.reading
        except BadBook as error:  # its head was sound, or it has changed since it was put on the shelf
            self.volumes[number] = volume = Volume(volume.path, reason=str(error))
            reading = None
        if reading is None:
            self.salon.answer(volume.reason)
            return
        if number != self.chosen:
            self.chosen = number
            self.walk = Walk(reading, self.chance)
            self.atlas = Atlas(reading, volume.stages)
            self.slot = None
            self._settled()
        self.open_view("Board")

    def open_path(self, text: str) -> None:
        """Open the file that a person has named or dropped; it stands on the shelf from then on."""
        volume = written(text)
        known = next((at for at, each in enumerate(self.volumes) if each.path == volume.path), None)
        if known is not None and self.volumes[known].reason:
            self.volumes[known] = volume
        elif known is None and not volume.reason:
            known = len(self.volumes)
            self.volumes.append(volume)
        if volume.reason or known is None:
            self.salon.answer(volume.reason)
        else:
            self.choose(known)

    # -- looking --

    def open_view(self, view: View) -> None:
        """Show the shelf, the board, the map or the sizes; without a book there is only the shelf."""
        self.view = view if self.walk is not None else "Books"
        self.slot = None
        if self.view == "Board":
            self.targets.focus = BOARD
        elif self.view == "Books":
            self.targets.focus = f"book {self.chosen or 0}"
        elif self.view == "Map" and self.place is not None:
            self.targets.focus = f"position {self.place}"
        else:
            self.targets.focus = f"view {VIEWS.index(self.view)}"

    def next_view(self) -> None:
        """The view behind this one."""
        self.open_view(VIEWS[(VIEWS.index(self.view) + 1) % len(VIEWS)])

    def open_page(self, page: int) -> None:
        """Show a page of the panel."""
        self.page = page
        self.lists.scroll.offset = 0.0
        self.panel_open = True

    def toggle_hints(self) -> None:
        """Show or hide what the book says."""
        self.hints = not self.hints

    def toggle_panel(self) -> None:
        """Open or close the panel, where it is a drawer."""
        self.panel_open = not self.panel_open

    def toggle_order(self) -> None:
        """Sort runs by their queues, or by how many these are."""
        self.lists.by_share = not self.lists.by_share
        self.lists.scroll.offset = 0.0

    def toggle_filter(self) -> None:
        """Show only the run of the queue on the board, or all."""
        self.lists.filtered = not self.lists.filtered

    @property
    def entry(self) -> Entry | None:
        """What the book has for the position on the board."""
        return None if self.walk is None else self.walk.here.entry

    @property
    def place(self) -> int | None:
        """Where the position on the board stands in the file."""
        if self.walk is None or self.walk.here.position is None:
            return None
        return self.walk.reading.number(self.walk.here.position)

    def outcome(self, move: Placement) -> Outcome:
        """What a move of the book leads to from here."""
        assert self.volume is not None
        assert self.entry is not None
        return outcome(self.volume, self.entry.position, move)

    @property
    def stage(self) -> str:
        """What is to be done here, as far as it is told."""
        volume, atlas, place = self.volume, self.atlas, self.place
        if volume is None or self.walk is None:
            return ""
        for step in reversed(self.walk.steps[: self.walk.at + 1]):
            if step.position is not None and step.position in volume.stages:
                return volume.stages[step.position]
        found = atlas.stage.get(place, "") if atlas is not None and place is not None else ""
        return found or bag_words(self.walk.at)

    # -- going --

    def put(self, text: str) -> None:
        """Place the piece in hand."""
        if self.walk is None:
            return
        move = Placement.parse(text)
        try:
            self.walk.here.state.put(move)
        except IllegalMove as error:
            self.salon.answer(str(error))
            return
        self.walk.place(move)
        self._moved()

    def follow_run(self, run: int) -> None:
        """Do what a run says."""
        if self.walk is not None and self.walk.follow(run):
            self._moved()
        else:
            self.salon.answer("This run has no move. Its first queue is on the board.")

    def follow_move(self, move: Placement) -> None:
        """Make one of the book's moves, with a queue for which it is meant."""
        entry = self.entry
        if self.walk is None or entry is None:
            return
        runs = [run for run, each in enumerate(entry.moves) if each == move]
        if self.walk.here.run not in runs:
            widest = max(runs, key=lambda run: (entry.ends[run] - entry.starts[run], -run))
            self.walk.lay_out(entry.starts[widest])
        self.follow()

    def follow(self) -> bool:
        """Do what the book says to the queue on the board; False where it is silent."""
        step = self.walk.here if self.walk is not None else None
        if step is None or step.run is None or step.move is None:
            return False
        self.follow_run(step.run)
        return True

    def jump(self, place: int) -> None:
        """Stand at a position of the map."""
        if self.walk is not None and self.atlas is not None and place in self.atlas.depth:
            if place != self.place:
                self.walk.jump(self.atlas.path(place))
            self._settled()
            self.targets.focus = f"position {place}"

    def deal(self) -> None:
        """Another queue, by chance."""
        if self.walk is not None:
            self.walk.deal()
            self._settled()

    def _moved(self) -> None:
        self._grown = 0.0
        self.slot = None
        self._laid_out()

    def _settled(self) -> None:
        self._grown, self.playing = 1.0, False
        self._laid_out()

    def _laid_out(self) -> None:
        """Other pieces are visible, or another board: have the lists follow."""
        if self.walk is not None:
            self.lists.forget()
            self.lists.show(self.walk.here.entry, self.walk.here.run)
            self.lists.reveal(self.walk.here.run)

    # -- writing the queue --

    def take_slot(self, slot: int) -> None:
        """Write at a slot of the visible pieces from now on."""
        self.slot, self.playing = slot, False
        self.open_board()

    def open_board(self) -> None:
        """Have the keyboard on the board."""
        self.view, self.targets.focus, self.targets.ring = "Board", BOARD, False

    def write_queue(self) -> None:
        """Begin to write the queue, or end it."""
        if self.walk is not None:
            first = 1 if self.walk.here.state.hold is not None else 0
            self.take_slot(first)

    def stop_writing(self) -> None:
        """The keyboard is the piece's again."""
        self.slot = None

    def step_slot(self, by: int) -> None:
        """Write at the next slot, or at the one before."""
        if self.walk is not None and self.slot is not None:
            slots = places(self.walk.here)
            at = slots.index(self.slot) if self.slot in slots else 0
            self.slot = slots[(at + by) % len(slots)]

    def write(self, piece: int) -> None:
        """Put a piece into the slot, and go on to the next one; say so where it cannot come."""
        if self.walk is None or self.slot is None:
            return
        place = max(0, self.slot)
        if not self.walk.write(place, piece):
            can = ", ".join(PIECES[each] for each in self.walk.possible(place))
            self.salon.answer(f"{PIECES[piece]} cannot come here; the bags can deal {can}.")
            return
        if self.slot == EMPTY_HOLD:
            self.walk.hold(held=True)
            self.slot = 0
        if self.slot < places(self.walk.here)[-1]:
            self.slot += 1
        self._settled()

    def empty_hold(self) -> None:
        """Take the piece out of hold, to the front of the queue."""
        if self.walk is not None and self.slot is not None and self.walk.here.state.hold is not None:
            self.walk.hold(held=False)
            self.slot = EMPTY_HOLD
            self._settled()

    # -- the transport --

    def first(self) -> None:
        self._go_to(0)

    def last(self) -> None:
        self._go_to(len(self.walk.steps) if self.walk is not None else 0)

    def back_step(self) -> None:
        self._go_to(self.walk.at - 1 if self.walk is not None else 0)

    def on_step(self) -> None:
        """What the book says or, where it says nothing, the step that was taken back."""
        self.playing = False
        if not self.follow() and not self._step_again():
            self._say_silent()

    def redo(self) -> None:
        """The step that was taken back, whoever made it."""
        self.playing = False
        self._step_again()

    def _step_again(self) -> bool:
        """Take the next step of the walk again; False at its end."""
        if self.walk is None or self.walk.at + 1 >= len(self.walk.steps):
            return False
        self.walk.go_to(self.walk.at + 1)
        self._moved()
        return True

    def _go_to(self, at: int) -> None:
        if self.walk is not None:
            self.walk.go_to(at)
            self.slot = None
            self._settled()

    def _say_silent(self) -> None:
        known = self.entry is not None
        self.salon.answer(
            "The book has no move for this queue. D deals another one."
            if known
            else "Here the book has ended."
        )

    def toggle(self) -> None:
        self.playing = not self.playing and self.walk is not None
        self._clock = 0.0
        if self.playing and self.view == "Books":
            self.open_view("Board")

    def faster(self) -> None:
        self.speed = next_speed(self.speed)

    def slower(self) -> None:
        self.speed = slower(self.speed) if self.speed > SPEEDS[0] else self.speed

    def live(self, seconds: float) -> None:
        """Let time pass: the map is drawn up, a move falls, the book plays on."""
        if self.atlas is not None and not self.atlas.done:
            self.atlas.work(_SLICE)
        length = self.salon.theme.motion.long / 1000
        self._grown = 1.0 if self.salon.still else min(1.0, self._grown + seconds / length)
        if self.playing:
            self._clock += seconds * self.speed
            if self._clock >= _PACE:
                self._clock = 0.0
                self._play_on()

    def _play_on(self) -> None:
        if not self.follow():
            self.playing = False
            self._say_silent()

    # -- the timeline --

    def course(self) -> Course:
        """The value of each position of the walk, by the pieces placed."""
        steps = self.walk.steps if self.walk is not None else []
        values = tuple(None if step.entry is None else step.entry.value for step in steps)
        cursor = self.walk.at if self.walk is not None else 0
        here = values[cursor] if values else None
        longest = len(self.atlas.layers) - 1 if self.atlas is not None and self.atlas.done else 0
        return Course(
            values=values if self.hints else (None,) * len(values),
            axis=_AXIS,
            cursor=cursor,
            last=max(7, longest, len(steps) - 1),
            label="E(V) here"
            if here is not None and self.hints
            else "Not in the book"
            if here is None
            else "E(V)",
            figure="–" if here is None or not self.hints else percent(here, 2),
            word=f"piece {cursor}" if cursor else "",
        )
