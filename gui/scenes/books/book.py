"""A book in the explorer: what its file says, the map of its positions, and the walk through it.

Apart from `scene`: the model that it shows and drives.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai.book.chances import BookChances, ends_of
from ai.book.file import ENDING, FOLDER, Header, description_of, names, own_files, path_of, read, stages_of
from ai.book.reader import BookReader, Entry
from game import places
from game.errors import BadBook, IllegalMove
from game.tetris.guideline import PIECES, Field, Placement, letter
from game.tetris.guideline.field import FULL_ROW, NO_PAINT
from game.tetris.guideline.openers.chance import BookChance, Over, aim_of
from game.tetris.guideline.openers.position import START, Position
from game.tetris.guideline.openers.source import Source, Stage
from game.tetris.guideline.openers.source import read as read_source
from game.transfer import path_of as file_of
from gui.games.guideline.render_state import SeatState
from gui.play.job import Slices
from gui.play.playhead import Playhead
from gui.scenes.books.walk import Step, Walk, child
from gui.ui.commands import BOARDS, Command, Tip
from gui.ui.layout import Flow
from gui.ui.text import grouped

# The books there are to explore: those that are shipped, and files that a person opens.


@dataclass(frozen=True)
class ListedBook:
    """A book as it stands on the shelf, or a file that is none and the reason why; what is in it is read when asked."""

    path: Path
    header: Header | None = None
    bytes: int = 0
    reason: str = ""

    @property
    def title(self) -> str:
        """Name of the book; the name of a file that is none."""
        return self.header.title if self.header is not None else self.path.stem

    @cached_property
    def reading(self) -> BookReader:
        """The book itself. Raises `BadBook`."""
        return BookReader(self.path)

    @cached_property
    def graph(self) -> BookGraph:
        """The map of the book, which is drawn up once. Raises `BadBook`."""
        return BookGraph(self)

    @cached_property
    def _source(self) -> tuple[Stage, ...]:
        """The stages of the book's text, where that is at hand."""
        if self.path.parent == FOLDER:
            return tuple(stages_of(self.path.stem))
        with suppress(BadBook):
            return read_source(self.path.with_suffix(".txt")).stages
        return ()

    @property
    def optimum(self) -> bool:
        """True if the book is best play for the first perfect clear."""
        return any(stage.optimum is not None for stage in self._source)

    @cached_property
    def stages(self) -> dict[Position, str]:
        """By position, mirror images too, what is to be done there; none where the book's text is not at hand."""
        results = dict[Position, str]()
        for stage in self._source:
            for position in (stage.position, stage.position.mirrored()):
                results.setdefault(position, stage.title)
        return results

    @cached_property
    def source(self) -> Source | None:
        """The book's text, which says what it is for, where it is at hand."""
        return description_of(self.path.stem) if self.path.parent == FOLDER else None

    @cached_property
    def figures(self) -> Measured | None:
        """Its measured attack; None for a book that was not measured."""
        return measured().get(self.path.stem) if self.path.parent == FOLDER else None

    @cached_property
    def chances(self) -> BookChances:
        """Its chances, which `counting` works out. Raises `BadBook`."""
        return BookChances(self.reading, self.ends)

    @cached_property
    def counting(self) -> Counting:
        """The work that the chances take."""
        return Counting(self.chances)

    @property
    def ends(self) -> dict[Position, float] | None:
        """Value of a line by the position in which it ends; None where the book's text is not at hand."""
        return ends_of(self._source) if self._source else None


class Counting(Slices):
    """The chances of a book being worked out; `share` is how far that is, 0 to 1."""

    def __init__(self, chances: BookChances) -> None:
        self.share = 0.0
        super().__init__(self._count(chances))

    def _count(self, chances: BookChances) -> Iterator[None]:
        for share in chances.worked():
            self.share = share
            yield


class Measured(msgspec.Struct, frozen=True, dict=True):
    """The figures of a book in games by itself that came to its end (`assets/books/make.py`).

    `pieces` and `attack` are means with their standard errors; `sends`: in the usual order of clears, which `usual` of
    these games have, the name of each, the piece that makes it, and its rows; `moves`: one such game, which is worth a
    picture before the move with the number `shown`, from 0.
    """

    aim: str
    games: int
    reached: float
    pieces: tuple[float, float]
    attack: tuple[float, float]
    usual: float
    sends: tuple[tuple[str, float, int], ...]
    shown: int
    moves: tuple[str, ...]

    @cached_property
    def picture(self) -> SeatState:
        """The board of that game, and the move that comes next as an outline."""
        field, paint = Field.empty(), NO_PAINT
        moves = [Placement.parse(move) for move in self.moves[: self.shown + 1]]
        for at in moves[:-1]:
            field, paint = field.landed(*at[:4]), paint.with_cells(at.cells, letter(at.piece))
            full = tuple(y for y, row in enumerate(field.rows) if row == FULL_ROW)
            field, paint = field.cleared(), paint.without(full)
        return SeatState(field, paint, ghost=moves[-1], metered=False)


@cache
def measured() -> dict[str, Measured]:
    """The figures of the shipped books by name."""
    path = places.shipped("assets", "books", "figures.json")
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Measured])


def shipped() -> list[ListedBook]:
    """Every book of Kibitz, also those that are damaged."""
    return [opened(path_of(name)) for name in names()]


def own() -> list[ListedBook]:
    """The books that a person has drawn."""
    return [opened(path) for path in own_files()]


def written(text: str) -> ListedBook:
    """The book in a file whose path a person has written or dropped."""
    path = Path(file_of(text))
    if path.suffix != ENDING:
        return ListedBook(path, reason=f"{path} is not a book: the name of a book file ends in {ENDING}")
    return opened(path)


def opened(path: Path) -> ListedBook:
    """The book in a file; with its map, if it was open before and has not changed."""
    state = None
    with suppress(OSError, ValueError):  # what is wrong with the file is said when it is read
        status = path.stat()
        state = status.st_ino, status.st_mtime_ns, status.st_size
    try:
        return _opened(path, state)
    except BadBook as error:
        return ListedBook(path, reason=str(error))


@lru_cache(maxsize=16)
def _opened(path: Path, state: object) -> ListedBook:
    contents = read(path)
    return ListedBook(path, contents.header, contents.bytes)


# What the book's moves lead to, in figures and words.


class Outcome(NamedTuple):
    """Outcome of a move, in a few words, and whether the book has a position behind it."""

    words: str
    goes_on: bool = False


class Figures(NamedTuple):
    """By queue of a position: its chance, and how often it comes, of the games that come there; `aim`: of what."""

    value: NDArray[np.floating[Any]]
    often: NDArray[np.floating[Any]]
    aim: str

    def chance(self, *spans: slice) -> BookChance:
        """The chance of some queues together, each as often as it comes; of queues that never come, evenly."""
        value, often = (np.concatenate([each[span] for span in spans]) for each in self[:2])
        whole = float(often.sum())
        mean = float(value @ often) / whole if whole else float(value.mean())
        return BookChance(mean, self.aim, Over.QUEUES)

    def share(self, *spans: slice) -> float:
        """Of the games that come there, how many have one of some queues."""
        return float(sum(self.often[span].sum() for span in spans))

    @property
    def coming(self) -> int:
        """Number of queues that come there in games by the book."""
        return int(np.count_nonzero(self.often))


class Option(NamedTuple):
    """One of a position's moves: its rank by queues from 1, of how many queues it is the move, and which runs."""

    rank: int
    move: Placement
    queues: int
    runs: tuple[slice, ...] = ()

    @property
    def name(self) -> str:
        """Name of its target."""
        return f"move {self.rank}"


class Row(NamedTuple):
    """A run: its number, its first sequence and its last one, its move, None without one."""

    run: int
    first: int
    last: int
    move: Placement | None

    @property
    def name(self) -> str:
        """Name of its target."""
        return f"run {self.run}"

    @property
    def queues(self) -> int:
        """Number of queues that share the run."""
        return self.last - self.first + 1

    @property
    def span(self) -> slice:
        """The sequences of the run."""
        return slice(self.first, self.last + 1)


def outcome(listed: ListedBook, position: Position, move: Placement) -> Outcome:
    """Return the outcome of a move of a book."""
    after = child(position, move)
    place = listed.reading.number(after)
    if position.cells and not after.cells:
        return Outcome("perfect clear")
    if after in (listed.ends or {}):
        return Outcome("the line ends" if place is None else "a line ends, another goes on")
    if place is None:
        return Outcome("the book ends")
    return Outcome("leads on", goes_on=True)


def rows(entry: Entry) -> list[Row]:
    """The runs of a position in the order of its queues."""
    bounds = zip(entry.starts, entry.ends, entry.moves, strict=True)
    return [Row(number, start, end - 1, move) for number, (start, end, move) in enumerate(bounds)]


def options(every: Sequence[Row]) -> list[Option]:
    """The moves of a position, those of most queues first."""
    spans: dict[Placement, list[Row]] = {}
    for row in every:
        if row.move is not None:
            spans.setdefault(row.move, []).append(row)
    queues = {move: sum(row.queues for row in results) for move, results in spans.items()}
    ranked = sorted(queues.items(), key=lambda each: (-each[1], each[0]))
    return [
        Option(rank, move, count, tuple(row.span for row in spans[move]))
        for rank, (move, count) in enumerate(ranked, 1)
    ]


def percent(value: float, digits: int = 1) -> str:
    """A share from 0 to 1 in per cent: `80.9 %`; nothing and all are whole numbers."""
    return f"{100 * value:.{digits if 0 < value < 1 else 0}f}\u00a0%"


# The map of a book: which positions lead to which, by the pieces placed. It is drawn up in slices, between frames.


class BookGraph(Slices):
    """Positions by their places in the file; each stands for its mirror image, too.

    `layers`: the positions by pieces placed, those worth most first in a layer that is `done`. `children` and
    `parents` of a position; `stage`: what is to be done there or was to be done where the stage began.
    """

    def __init__(self, listed: ListedBook) -> None:
        self.chances, self.reading, self._counting = listed.chances, listed.reading, listed.counting
        self.layers: list[list[int]] = []
        self.children: dict[int, tuple[int, ...]] = {}
        self.parents: dict[int, list[int]] = {}
        self.depth: dict[int, int] = {}
        self.stage: dict[int, str] = {}
        self._stages = listed.stages
        super().__init__(self._explored())

    @property
    def share(self) -> float:
        """Share of the chances and the map that is done, 0 to 1."""
        return (self._counting.share + len(self.children) / max(1, len(self.reading))) / 2

    @property
    def counted(self) -> bool:
        """True if the chances are known; the map may still be in work."""
        return self._counting.done

    def value(self, place: int) -> float:
        """The chance of a position; as the file tells it, where the ends of the book are not known."""
        known = self.chances.known
        return self.chances.of_position(place) if known else self.reading.places.value(place)

    def path(self, place: int) -> list[int]:
        """The places on a shortest way from the empty board."""
        way = [place]
        while self.depth[way[-1]]:
            way.append(next(each for each in self.parents[way[-1]] if self.depth[each] < self.depth[way[-1]]))
        return way[::-1]

    def _explored(self) -> Iterator[None]:
        """Layer by layer: a position is known before those that it leads to; first the chances of all."""
        while not self._counting.done:
            self._counting.work(0.0005)
            yield
        start = self.reading.number(START)
        layer = [] if start is None else [start]
        for each in layer:
            self._enter(each, 0, "")
        for depth in count(1):
            if not layer:
                break
            self.layers.append(sorted(layer, key=lambda each: (-self.value(each), each)))
            following: list[int] = []
            for place in self.layers[-1]:
                self.children[place] = results = self.chances.children(place)
                for each in results:
                    self.parents.setdefault(each, []).append(place)
                    if each not in self.depth:
                        self._enter(each, depth, self.stage[place])
                        following.append(each)
                yield
            layer = following

    def _enter(self, place: int, depth: int, before: str) -> None:
        self.depth[place] = depth
        self.stage[place] = self._stages.get(self.reading.places[place].position, before)


# A book that is open: where one stands in it, and all that can be done there.

EMPTY_HOLD = -1  # in place of the number of a visible piece: the hold, which is empty
BAG = 7
_PACE = 0.9  # seconds from one move of the book to the next


class OpenBook(Playhead):
    """The walk through a book, and its map. `say` is told what a person should read.

    `slot` is the visible piece that is being written, by its place; `grown` is how far the last piece has come, 0 to 1.
    """

    pace = 1 / _PACE
    play_tip = Tip("Let the book play, or stop", "P")

    def __init__(self, listed: ListedBook, chance: random.Random, say: Callable[[str], object]) -> None:
        self.listed = listed
        self.graph = listed.graph
        self.walk = Walk(listed.reading, chance, self._likely)
        self.slot: int | None = None
        self.grown = 1.0
        self._say = say
        self._figures: tuple[Position | None, Figures | None] = (None, None)

    # -- where one stands --

    @property
    def here(self) -> Step:
        """The step of the walk that is on the board."""
        return self.walk.here

    @property
    def entry(self) -> Entry | None:
        """The book's entry for the position on the board."""
        return self.here.entry

    @property
    def place(self) -> int | None:
        """Place in the file of the position on the board."""
        position = self.here.position
        return None if position is None else self.walk.reading.number(position)

    @property
    def stage(self) -> str:
        """The title of the stage, where the source has one."""
        for step in reversed(self.walk.steps[: self.at + 1]):
            if step.position is not None and step.position in self.listed.stages:
                return self.listed.stages[step.position]
        text = "" if self.place is None else self.graph.stage.get(self.place, "")
        return text or bag_words(self.at)

    @property
    def figures(self) -> Figures | None:
        """The chances of the queues here; None outside the book, and as long as they are not worked out."""
        entry, chances = self.entry, self.graph.chances
        if entry is None or self.place is None or not self.graph.counted or not chances.known:
            return None
        if self._figures[0] != entry.position:
            figures = Figures(*chances.of_queues(entry), aim_of(chances.aims(self.place)))
            self._figures = entry.position, figures
        return self._figures[1]

    def _likely(self, entry: Entry) -> list[float] | None:
        """Return how often each queue of a position comes; None if that is not known yet, or none does."""
        chances = self.graph.chances
        if not self.graph.counted or not chances.known:
            return None
        often: list[float] = chances.of_queues(entry)[1].tolist()
        return often if any(often) else None

    @property
    def chance(self) -> BookChance | None:
        """The chance of the games that come here, before their pieces are known."""
        return self.chance_at(self.at)

    def chance_at(self, at: int) -> BookChance | None:
        """The chance at a step of the walk."""
        position, chances = self.walk.steps[at].position, self.graph.chances
        place = None if position is None else self.walk.reading.number(position)
        if place is None or (
            place != self.walk.reading.number(START) and not (self.graph.counted and chances.known)
        ):
            return None
        return chances.here(place)

    @property
    def queue_chance(self) -> BookChance | None:
        """The chance with the six pieces in sight."""
        figures = self.figures
        return (
            None
            if figures is None
            else BookChance(float(figures.value[self.here.sequence]), figures.aim, Over.QUEUE)
        )

    @property
    def queue_comes(self) -> bool:
        """Return True if a game by the book comes here with the six pieces in sight, as far as is known."""
        figures = self.figures
        return figures is None or bool(figures.often[self.here.sequence])

    def outcome(self, move: Placement) -> Outcome:
        """Return the outcome of a move of the book from here."""
        assert self.entry is not None
        return outcome(self.listed, self.entry.position, move)

    # -- going --

    def _moved(self) -> None:
        self.grown, self.slot = 0.0, None

    def settle(self) -> None:
        """The board, or the queue, is another one: nothing moves, and the book stops playing."""
        self.grown, self.playing = 1.0, False

    def put(self, move: Placement) -> None:
        """Place the piece in hand."""
        try:
            self.here.state.put(move)
        except IllegalMove as error:
            self._say(str(error))
        else:
            self.walk.place(move)
            self._moved()

    def follow_run(self, run: int) -> None:
        """Do what a run says."""
        if self.entry is not None and run >= len(self.entry.moves):
            return  # a press on what was drawn before a key led elsewhere, in the same frame
        if self.walk.follow(run):
            self._moved()
        else:
            self._say("There is no move for this run. Its first queue is on the board.")

    def follow_move(self, move: Placement) -> None:
        """Make one of the book's moves, with a queue for which it is meant."""
        entry = self.entry
        runs = [] if entry is None else [run for run, each in enumerate(entry.moves) if each == move]
        if entry is None or not runs:
            return  # likewise
        if self.here.run not in runs:
            widest = max(runs, key=lambda run: (entry.ends[run] - entry.starts[run], -run))
            self.walk.lay_out(entry.starts[widest])
        self.follow()

    def follow(self) -> bool:
        """Do what the book says to the queue on the board; False where it is silent."""
        if self.here.run is None or self.here.move is None:
            return False
        self.follow_run(self.here.run)
        return True

    def jump(self, place: int) -> None:
        """Stand at a position of the map."""
        if place in self.graph.depth and place != self.place:
            self.walk.jump(self.graph.path(place))
            self.slot = None
        self.settle()

    def deal(self) -> None:
        """Another queue, by chance: one with which games come here, where that is known."""
        self.walk.deal()
        self.settle()

    # -- the queue --

    @property
    def slots(self) -> list[int]:
        """The places that can be written in their order: the hold, be it empty, and the visible pieces."""
        return [*([EMPTY_HOLD] if self.here.state.hold is None else []), *range(6)]

    def step_slot(self, by: int) -> None:
        """Write at the next slot, or at the one before."""
        at = self.slots.index(self.slot) if self.slot in self.slots else 0
        self.slot = self.slots[(at + by) % len(self.slots)]

    def write(self, piece: int) -> None:
        """Put a piece into the slot, and go on to the next one; say so where it cannot come."""
        if self.slot is None:
            return
        place = max(0, self.slot)
        if not self.walk.write(place, piece):
            can = ", ".join(PIECES[each] for each in self.walk.possible(place))
            self._say(f"{PIECES[piece]} cannot come here; the bags can deal {can}.")
            return
        if self.slot == EMPTY_HOLD:
            self.walk.hold(held=True)
        self.slot = min(place + 1, self.slots[-1])
        self.settle()

    def empty_hold(self) -> None:
        """Take the piece out of hold, to the front of the queue."""
        if self.here.state.hold is not None:
            self.walk.hold(held=False)
            self.slot = EMPTY_HOLD
            self.settle()

    # -- the transport --

    @property
    def at(self) -> int:
        return self.walk.at

    @property
    def end(self) -> int:
        return len(self.walk.steps) - 1

    @property
    def ended(self) -> bool:
        return False  # the book may go on from the last step

    def show(self, at: int) -> None:
        self.walk.go_to(at)
        self.slot = None
        self.settle()

    def play(self, places: int) -> int:
        for number in range(places):
            if not self.follow():
                self.playing = False
                self._say_silent()
                return number
        return places

    def commands(
        self, play: str = "let the book play", deal: Callable[[], object] | None = None
    ) -> list[Command]:
        on = "play the book’s move; where it has none, repeat the step you took back"
        return [
            Command("Period", self.on_step, on, scope=BOARDS),
            Command(
                "Comma, Home", (self.back_step, self.first), "a step back, to the empty board", scope=BOARDS
            ),
            Command("U, R", (self.back_step, self.redo), "take a step back, repeat it", scope=BOARDS),
            Command("P", self.toggle, play),
            Command("D", deal or self.deal, "deal another queue"),
            Command("Space", self.toggle, scope=BOARDS),  # where it does not drop the piece
            Command("End, Backspace", (self.last, self.back_step), scope=BOARDS),
            Command("Plus, Minus", (self.faster, self.slower), scope=BOARDS),
        ]

    def on_step(self) -> None:
        """Play the book's move or, where it has none, the step that was taken back."""
        self.playing = False
        if not self.follow() and not self._step_again():
            self._say_silent()

    def redo(self) -> None:
        """Play the step again that was taken back."""
        self.playing = False
        self._step_again()

    def _step_again(self) -> bool:
        """Take the next step of the walk again; False at its end."""
        if self.at >= self.end:
            return False
        self.walk.go_to(self.at + 1)
        self._moved()
        return True

    def _say_silent(self) -> None:
        """Tell why the book does not go on."""
        last = self.here.state.last if self.at else None
        before = self.walk.steps[self.at - 1].entry if self.at else None
        if self.entry is not None:
            self._say(f"{silence(self)} D deals another queue.")
        elif before is not None and last is not None and last.placement in before.moves:
            self._say(f"This line of {self.listed.title} ends here.")
        else:
            self._say(f"You have left {self.listed.title}. U takes a step back.")


def silence(book: OpenBook) -> str:
    """The reason why a book has no move for the queue on the board, in a sentence."""
    if book.queue_comes:
        return "The book has no move: none of its lines can be completed with these pieces."
    return "The book has no move: games by the book do not come here with this queue."


def bag_words(pieces: int) -> str:
    """Return the place in a book that names no stages."""
    return f"Bag {pieces // BAG + 1}"


# What a book would weigh in other forms, and what it does weigh: every figure comes from the book's own counts.

# bytes, as reckoned by the author of the first books
_ENTRY, _OUTER, _INNER, _POSITION, _RUN = (32, 72, 8, 40, 8)
_BAR, _HEAD, _GAP = 12.0, 28.0, 20.0
_LEAST = 2.0  # units of a bar, however short


class Form(NamedTuple):
    """A way to keep a book: its name, its bytes, and why it takes them."""

    name: str
    bytes: int
    reckoning: str
    why: str


def forms(reading: BookReader) -> tuple[Form, ...]:
    """From the plainest form to that of the file."""
    positions, runs, queues = reading.header.positions, reading.header.runs, reading.header.combinations
    each = max(1, positions)
    return (
        Form(
            "One map",
            _ENTRY * queues,
            f"{grouped(queues)} entries of {_ENTRY} bytes",
            (
                "One table from board, bag and queue to a move. Most of an entry is the "
                f"board, repeated for each of about {grouped(round(queues / each))} queues."
            ),
        ),
        Form(
            "A map of maps",
            _OUTER * positions + _INNER * queues,
            f"{grouped(positions)} positions of {_OUTER} bytes, {grouped(queues)} queues of {_INNER}",
            (
                "A table from board and bag to a second table, which leads from the queue to "
                "a move. The board is stored once, but every queue still has a move of its "
                "own."
            ),
        ),
        Form(
            "Runs",
            _POSITION * positions + _RUN * runs,
            f"{grouped(positions)} positions of {_POSITION} bytes, {grouped(runs)} runs of {_RUN}",
            (
                "A position has few moves, and the first pieces usually decide between them. "
                "Sorted by their pieces, queues with the same move are neighbours. A run "
                "stores where it begins, and one move for all its queues. There are "
                f"{runs / each:.1f} runs a position on average, found by binary search."
            ),
        ),
        Form(
            "This file",
            reading.bytes,
            f"{reading.bytes / each:.1f} bytes a position, {reading.bytes / max(1, runs):.2f} a run",
            (
                f"A mirrored board has the mirrored move, so {grouped(len(reading))} "
                f"positions stand for {grouped(positions)}. A queue is stored as its number "
                "among the possible ones, a move as its number among the moves of its "
                "position, and identical lists of runs are stored once."
            ),
        ),
    )


def byte_words(count: int) -> str:
    """A number of bytes to three digits: `83.0 MB`, `139 kB`."""
    for unit, size in (("MB", 1_000_000), ("kB", 1_000)):
        if count >= size:
            value = count / size
            return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f}\u00a0{unit}"
    return f"{count}\u00a0B"


def draw_sizes(flow: Flow, reading: BookReader) -> None:
    """The forms below each other, each as a bar on one scale, and the short bars once more."""
    results = forms(reading)
    whole, before = results[0].bytes, 0
    for form in results:
        _draw_form(flow, form, whole, before)
        before = form.bytes
    _draw_enlarged(flow, results[2:], whole)


def _draw_form(flow: Flow, form: Form, whole: int, before: int) -> None:
    canvas, colour, y = flow.canvas, flow.canvas.theme.colour, flow.y
    used = canvas.text((flow.right, y + 12), byte_words(form.bytes), "title", colour.text, "right")
    named = canvas.text((flow.left, y + 12), form.name, "strong", colour.text) + 12
    if before:
        less = f"÷ {before / form.bytes:.1f}"
        used += 16 + canvas.text((flow.right - used - 16, y + 13), less, "label", colour.text3, "right")
    beside = named + used + canvas.text_width(form.reckoning, "label") + 16 <= flow.width
    if beside:
        canvas.text((flow.left + named, y + 13), form.reckoning, "label", colour.text3)
    flow.y += _HEAD
    _draw_bar(flow, 0.0, form.bytes / whole)
    flow.y += 8
    if not beside:
        flow.paragraph(form.reckoning, "label", colour.text3, after=2)
    flow.paragraph(form.why, "label", after=_GAP)


def _draw_enlarged(flow: Flow, small: tuple[Form, ...], whole: int) -> None:
    """The short bars once more, so much larger that the longest of them is as wide as there is room."""
    canvas, colour = flow.canvas, flow.canvas.theme.colour
    most = max(form.bytes for form in small)
    named = 16 + max(canvas.text_width(form.name, "label") for form in small)
    times = (flow.width - named) / most / (flow.width / whole)
    canvas.rule((flow.left, flow.y - 8), (flow.right, flow.y - 8), colour.line)
    text = f"The last two, enlarged {times:.0f} times"
    canvas.text((flow.left, flow.y + 12), text, "label", colour.text3)
    flow.y += 28
    for form in small:
        canvas.text((flow.left, flow.y + _BAR / 2), form.name, "label", colour.text2)
        _draw_bar(flow, named, form.bytes / most)
        flow.y += 10


def _draw_bar(flow: Flow, inset: float, share: float) -> None:
    """A track from `inset` on to the right end, filled up to a share."""
    colour, wide = flow.canvas.theme.colour, flow.width - inset
    box = (flow.left + inset, flow.y, wide, _BAR)
    flow.canvas.panel(box, colour.line, radius=3)
    flow.canvas.panel((*box[:2], max(_LEAST, wide * share), _BAR), colour.text2, radius=3)
    flow.y += _BAR
