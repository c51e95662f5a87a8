"""The database scene: two pages, the levels with their sizes, and a position looked up."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Literal, NamedTuple

import pygame

from ai.bridge.tables.folder import IN_MEMORY, Folder
from ai.bridge.tables.index import (
    LEVELS,
    STRAINS,
    Numbering,
    Strain,
    estimate,
    numbering,
    positions,
    strings,
)
from ai.bridge.tables.job import Build, Progress, Verify
from ai.engine import Limit
from ai.names import KIBITZ
from ai.work import Question, Thinking
from game import places
from game.advice import Advice
from game.bridge import rules_of
from game.bridge.cards import NO_TRUMPS, parse_card
from game.bridge.endgame import Endgame
from game.errors import BadTable, KibitzError
from game.games import open_position
from game.position import opening_of
from gui.context import AppContext, Scene
from gui.games.bridge.cards import card_words, draw_card
from gui.games.bridge.visible_state import in_order
from gui.play.engine_room import WorkerFailure
from gui.play.job import ProcessJob, RoomJob, Worker
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import PILL, bar_of_progress, button, chip, draw_choices
from gui.ui.layout import BAR, LINE, Flow
from gui.ui.scroll import Scroll
from gui.ui.text import SIGNS, counted, grouped
from gui.ui.text_entry import TextEntry

_NO_TRUMPS = "no trumps"
_POSITIONS = "Positions"
_PACKED = "Packed"

# The tables of bridge's play stage on this machine's disk: how levels stand, building, verifying, looking up.

_FRESH_SECONDS = 0.5  # how often the disk is looked at
_SAMPLE = 2_000  # entries of a level that a check derives again
_PLACES = tuple(product(range(1, LEVELS + 1), STRAINS))
_SOURCES = {"table": "Table", "search": "Solved"}


class LevelState(NamedTuple):
    """A level of a strain: its bytes on disk, whether it is whole, and how far it is being built, 0 to 1."""

    size: int = 0
    built: bool = False
    damaged: bool = False
    share: float | None = None


class PositionValue(NamedTuple):
    """Value of a position for the first hand, each card's tricks, and their source."""

    tricks: int
    cards: tuple[tuple[int, int], ...]
    source: str


class Task(NamedTuple):
    """Task of the job: build the levels from 1 up that are missing, or verify those on disk."""

    kind: Literal["build", "verify"]
    strains: tuple[Strain, ...]
    levels: int = 0


class Tables:
    """The tables on this machine's disk, and the job that builds or verifies them; nothing makes a frame wait."""

    def __init__(self) -> None:
        self._folder = Folder()
        self._job: ProcessJob[Task, Progress] = ProcessJob(self.worker)
        self._seen: tuple[float, dict[tuple[int, Strain], LevelState], int] | None = None

    def worker(self, task: Task) -> Worker[Progress]:
        """The process for a task."""
        if task.kind == "build":
            return Build(tuple(range(1, task.levels + 1)), task.strains, self._folder.path)
        return Verify(self._folder.path, _SAMPLE, task.strains)

    @property
    def folder(self) -> str:
        """Folder of the tables, as a person writes it."""
        return places.shown(self._folder.path)

    @property
    def task(self) -> str:
        """Current task: `build`, `verify`, or nothing."""
        return self._job.order.kind if self._job.busy and self._job.order else ""

    @property
    def status(self) -> str:
        """State of the work, in a few words; empty where nothing is."""
        progress = self._job.report
        if not self.task:
            return ""
        if progress is None or not progress.level:
            return "Getting ready …"
        kind = "trumps" if progress.strain == "trump" else _NO_TRUMPS
        doing = "Building" if self.task == "build" else "Checking"
        return f"{doing} level {progress.level}, {kind}, {round(progress.share * 100)} %"

    def standing(self, level: int, strain: Strain) -> LevelState:
        """Return the state of a level."""
        level_state, progress = self._look()[0][level, strain], self._job.report
        if self.task != "build" or progress is None or level_state.built:
            return level_state
        if (progress.level, progress.strain) == (level, strain):
            return level_state._replace(share=progress.share)
        return level_state

    def free(self) -> int:
        """The bytes that are free where the tables are."""
        return self._look()[1]

    def _look(self) -> tuple[dict[tuple[int, Strain], LevelState], int]:
        """Return the states of all levels, and the free space; looked at from time to time."""
        now = time.monotonic()
        if self._seen is None or now - self._seen[0] > _FRESH_SECONDS:
            levels = {place: self._stands(*place) for place in _PLACES}
            try:
                free = self._folder.free()
            except OSError:
                free = 0
            self._seen = now, levels, free
        return self._seen[1], self._seen[2]

    def _stands(self, level: int, strain: Strain) -> LevelState:
        state = self._folder.state(level, strain)
        return LevelState(self._folder.bytes(level, strain), state == "built", state == "damaged")

    def begin(self, task: Task) -> None:
        """Have a task done, in place of what is under way."""
        self.stop()
        self._job.start(task)

    def build_first(self) -> None:
        """Build the levels that every player wants, if they are missing and nothing else is under way."""
        if not self.task and not self._folder.path_of(IN_MEMORY, STRAINS[-1]).exists():
            self.begin(Task("build", STRAINS, IN_MEMORY))

    def stop(self) -> None:
        """End what is under way; what is finished stays."""
        self._job.stop()
        self._look_again()

    def _look_again(self) -> None:
        self._seen = None
        for place in _PLACES:
            self._folder.forget(*place)

    def poll(self) -> list[str]:
        """Sentences on what has ended since the last call."""
        ended, order = self._job.poll(), self._job.order
        if ended is None or order is None:
            return []
        self._look_again()
        if self._job.failure:
            return [self._job.failure]
        if order.kind == "build":
            return ["The levels are built."]
        return list(ended.problems) or ["All checked entries are correct."]

    def worth(self, endgame: Endgame) -> PositionValue | None:
        """The worth of a position by the levels on disk; None where they do not reach it."""
        try:
            solved = self._folder.probe(endgame)
        except BadTable:
            return None
        cards = tuple((each.card, each.tricks) for each in solved.cards)
        return PositionValue(solved.tricks, cards, _SOURCES[solved.source])


class Line(NamedTuple):
    """A level in the table, summed over the strains that are looked at."""

    level: int
    positions: int
    built: int  # bytes on disk
    whole: bool  # every strain is built
    damaged: bool
    expected: int | None  # bytes it would take, where that is known
    share: float | None  # how far it is being built

    @property
    def size(self) -> int | None:
        """The bytes it takes, or will take, where that is known."""
        return self.built if self.whole else self.expected


def lines_of(tables: Tables, strains: tuple[Strain, ...]) -> list[Line]:
    """All levels as they stand."""
    lines = []
    for level in range(1, LEVELS + 1):
        states = [tables.standing(level, strain) for strain in strains]
        building = any(state.share is not None for state in states)
        done = sum(1.0 if state.built else state.share or 0.0 for state in states)
        line = Line(
            level,
            sum(positions(level, strain) for strain in strains),
            sum(state.size for state in states),
            all(state.built for state in states),
            any(state.damaged for state in states),
            total(estimate(level, strain) for strain in strains),
            done / len(states) if building else None,
        )
        lines.append(line)
    return lines


def total(sizes: Iterable[int | None]) -> int | None:
    """The sum of sizes; None where one of them is not known."""
    listed = list(sizes)
    return None if None in listed else sum(size or 0 for size in listed)


# A position looked up: its cards, its bits, its rank, its place in the table, its value.

_BIT, _CARD = 30.0, 44.0  # units: the most for a bit, and the width of a card


@dataclass(frozen=True)
class LookupResult:
    """Result of looking up a position: its arithmetic, its value and each card's, and where they come from."""

    endgame: Endgame
    steps: Numbering
    value: int | None = None
    cards: tuple[tuple[int, int], ...] = ()
    source: str = ""


def solved(endgame: Endgame, advice: Advice) -> LookupResult:
    """Return an engine's result for a position, told for its first hand as the tables tell it."""
    size = endgame.cards_left
    own = [(parse_card(each.move), round(each.worth.value)) for each in advice.choices]
    if endgame.led is None:
        cards = tuple(own)
        value = max(tricks for _, tricks in cards)
    else:
        cards = tuple((card, size - tricks) for card, tricks in own)
        value = min(tricks for _, tricks in cards)
    return LookupResult(endgame, numbering(endgame), value, cards, "Solved")


def draw_found(flow: Flow, result: LookupResult) -> None:
    """Everything from the hands to the value, below each other."""
    colour, steps = flow.canvas.theme.colour, result.steps
    _draw_hands(flow, result)
    if result.endgame.led is not None:
        flow.y += 4
        words = "A trick is in progress. The steps below number the position before it."
        flow.paragraph(words, "label", colour.text2, after=-4)
    flow.y += 28
    _step(flow, "1 · bits", "each suit from its highest card: 1 is the leader’s, 0 the other’s")
    _draw_bits(flow, steps)
    flow.y += 36
    _step(flow, "2 · rank", "ones counted from the right: place p of the k-th one adds C(p, k)")
    _draw_rank(flow, steps)
    flow.y += 24
    _step(flow, "3 · place")
    _draw_place(flow, steps)
    flow.y += 12
    _step(flow, "4 · value", "" if result.value is not None else result.source, 104)
    if result.value is not None:
        _draw_value(flow, result)


def _step(flow: Flow, words: str, about: str = "", at: float = 92) -> None:
    """The name of a step, and what is done in it."""
    y, text = flow.y, flow.canvas.fitted(about, "label", flow.width - at)
    flow.canvas.text((flow.left + at, y), text, "label", flow.canvas.theme.colour.text3)
    flow.heading(words)


def _draw_hands(flow: Flow, result: LookupResult) -> None:
    """The hand on lead and the other, as cards: beside each other where there is room."""
    canvas, strain = flow.canvas, result.endgame.strain
    trumps = _NO_TRUMPS if strain == NO_TRUMPS else f"{SIGNS[strain]} are trumps"
    hands = ((result.endgame.first, f"on lead, {trumps}"), (result.endgame.second, "the other hand"))
    columns = 2 if flow.width >= 700 else 1
    for place, (hand, words) in enumerate(hands):
        if place % columns == 0:
            boxes = flow.split(columns, 22 + _CARD * 1.4, 8 if columns == 1 else 24)
        x, y, each, _ = boxes[place % columns]
        cards = in_order([card for card in range(52) if hand >> card & 1], strain)
        canvas.text((x, y + 10), words, "label", canvas.theme.colour.text3)
        step = min(_CARD + 6, (each - _CARD) / max(1, len(cards) - 1))
        for number, card in enumerate(cards):
            draw_card(canvas, (x + number * step, y + 22, _CARD, _CARD * 1.4), card)
    flow.y -= 0 if columns == 1 else 16


def _draw_bits(flow: Flow, steps: Numbering) -> None:
    """The string, suit by suit: 1 for each card of the hand on lead, 0 for each of the other."""
    canvas, colour, y = flow.canvas, flow.canvas.theme.colour, flow.y
    gaps = sum(1 for each in steps.segments if each.bits) - 1
    wide = min(_BIT, (flow.width - 16 * max(0, gaps)) / len(steps.bits))
    at = flow.left
    for segment in steps.segments:
        for rank, one in zip(segment.cards, segment.bits, strict=True):
            name = rank.replace("T", "10")
            words = f"{SIGNS['SHDC'.index(segment.suit)]}{name}" if wide >= 28 else name
            canvas.text((at + wide / 2, y), words, "label", colour.text2, "middle")
            cell, filled = (at + 1, y + 12, wide - 2, 28.0), one == "1"
            canvas.panel(cell, colour.text if filled else None, radius=4, edge=colour.line2, width=1.2)
            ink = colour.panel if filled else colour.text2
            canvas.text((at + wide / 2, y + 26), one, "strong", ink, "middle")
            at += wide
        at += 16 if segment.bits else 0
    lengths = ", ".join(str(len(segment.bits)) for segment in steps.segments)
    text = f"{steps.bits} = {grouped(steps.string)},  lengths {lengths}"
    canvas.text((flow.left, y + 58), canvas.fitted(text, "body", flow.width), "body", colour.text)
    flow.y += 58


def _draw_rank(flow: Flow, steps: Numbering) -> None:
    """The number of smaller strings, as a sum of binomials over the places of the ones."""
    colour = flow.canvas.theme.colour
    terms = " + ".join(f"C({term.place},{term.k})" for term in steps.terms)
    values = " + ".join(grouped(term.adds) for term in steps.terms)
    flow.y -= 14
    flow.paragraph(terms, "label", colour.text2, after=2)
    text = f"= {values} = {grouped(steps.location.rank)} of {grouped(strings(steps.location.level))}"
    flow.paragraph(text, "body", colour.text, after=0)


def _draw_place(flow: Flow, steps: Numbering) -> None:
    """The combination of lengths, and the offset in both orders."""
    canvas, colour, location = flow.canvas, flow.canvas.theme.colour, steps.location
    rank, size, combinations = grouped(location.rank), grouped(strings(location.level)), steps.combinations
    rows = (
        ("combination", f"{location.combination} of {combinations}"),
        ("in the file", f"{location.combination} × {size} + {rank} = {grouped(location.suit_major)}"),
        (
            "laid out flat",
            f"{rank} × {combinations} + {location.combination} = {grouped(location.rank_major)}",
        ),
    )
    flow.y -= 2
    for label, text in rows:
        canvas.text((flow.left, flow.y), label, "label", colour.text3)
        text = canvas.fitted(text, "body", flow.width - 104)
        canvas.text((flow.left + 104, flow.y), text, "body", colour.text)
        flow.y += LINE


def _draw_value(flow: Flow, result: LookupResult) -> None:
    """The tricks of the hand on lead, and those of every card."""
    canvas, colour, x = flow.canvas, flow.canvas.theme.colour, flow.left
    flow.y -= 2
    used = chip(canvas, (x, flow.y), result.source, proven=True)
    tricks = f"{counted(result.value or 0, 'trick')} for the hand on lead"
    canvas.text((x + used + 12, flow.y), tricks, "body", colour.text)
    flow.y += 30
    by_worth: dict[int, list[int]] = {}
    for card, worth in result.cards:
        by_worth.setdefault(worth, []).append(card)
    for worth in sorted(by_worth, reverse=True):
        canvas.text((x + 8, flow.y), str(worth), "strong", colour.amber_text, "middle")
        text = " ".join(card_words(card) for card in in_order(by_worth[worth], result.endgame.strain))
        canvas.text((x + 32, flow.y), canvas.fitted(text, "body", flow.width - 32), "body", colour.text)
        flow.y += LINE


EXAMPLE = "KQJT.A.K.JT A9..A.AKQ98 S"  # the one of the article that describes this table
PAGES = ("Levels", "Look up")
ROLE = "look-up"
_STRAINS = ("Trumps", "No trumps", "Both")
_PRESETS = (8, 10, 11, 12, 13)
_SECONDS = 5.0  # an engine's time for a position, of which it needs hardly any

_SIDE, _GAP, _WIDEST, _LINE_WIDEST = 344.0, 40.0, 1120.0, 860.0
_NARROW = 900.0
ROW, HEAD, SUM = 32.0, 36.0, 36.0
LEAST = 22.0  # units of a row; where there is less room, the table scrolls
_UNITS = ("B", "KB", "MB", "GB")
_ENDS = (0.10, 0.36, 0.58, 0.80)  # of the table's width: where the columns of figures end


def size_words(size: float) -> str:
    """A size as `58.3 MB`, in powers of 1024."""
    unit = 0
    while size >= 1000 and unit < len(_UNITS) - 1:
        size, unit = size / 1024, unit + 1
    digits = 0 if not unit or size >= 100 else 1 if size >= 10 else 2
    return f"{size:.{digits}f}\u00a0{_UNITS[unit]}"


def strains_of(choice: int) -> tuple[Strain, ...]:
    """The strains of a choice: trumps, no trumps, both."""
    return (STRAINS[choice],) if choice < len(STRAINS) else STRAINS


class TablesScene(Scene):
    """The tables of the play stage."""

    name = "tables"
    title = "Tables"
    keys_title = "Bridge: tables"

    def __init__(self, context: AppContext, back: Scene | None, tables: Tables, position: str = "") -> None:
        super().__init__(context, back)
        self.tables = tables
        self.page = 1 if position else 0
        self.strain = 2
        self.level = 10
        self.result: LookupResult | None = None
        self.reason = ""
        self.line = TextEntry("", self.look_up)
        self.scroll, self.rows = Scroll(), Scroll()
        self._wanted: Endgame | None = None  # what an engine is to solve
        self._solving = RoomJob(context.room, ROLE, self._ask)
        self.targets.focus = "page 0"
        self.look_up(position or EXAMPLE)

    # -- what can be done --

    @property
    def strains(self) -> tuple[Strain, ...]:
        """The strains that are chosen."""
        return strains_of(self.strain)

    def turn(self, page: int) -> None:
        """Show the levels, or the look-up."""
        self.page = page
        self.line.leave()

    def choose_strain(self, number: int) -> None:
        """Choose trumps, no trumps or both."""
        self.strain = number

    def choose_level(self, level: int) -> None:
        """Choose the levels from 1 to this one."""
        self.level = max(1, min(LEVELS, level))
        self.rows.show(HEAD + (self.level - 1) * LEAST, LEAST)

    def build(self) -> None:
        """Build the chosen levels that are missing; while a task goes on, stop it."""
        if self.tables.task:
            self.tables.stop()
        elif self._whole(lines_of(self.tables, self.strains)):
            self.context.reply(f"{self._built_words}.")
        else:
            self.tables.begin(Task("build", self.strains, self.level))

    def verify(self) -> None:
        """Check the levels on disk against the levels below; while that goes on, stop."""
        if self.tables.task == "verify":
            self.tables.stop()
        elif not self.tables.task:
            self.tables.begin(Task("verify", self.strains))

    def _whole(self, lines: list[Line]) -> bool:
        """Return True if all chosen levels are built."""
        return all(line.whole for line in lines[: self.level])

    @property
    def _built_words(self) -> str:
        return f"Levels 1 to {self.level} are built" if self.level > 1 else "Level 1 is built"

    def look_up(self, text: str) -> None:
        """Look up a position as a person writes it."""
        self.line.hint = text
        try:
            endgame = Endgame.parse(text)
            worth = self.tables.worth(endgame)
        except KibitzError as error:
            self.reason = str(error)
            return
        self.reason = ""
        self._solving.stop()
        self._wanted = endgame if worth is None else None
        if worth is None:
            self.result = LookupResult(endgame, numbering(endgame), source="Looking …")
        else:
            self.result = LookupResult(endgame, numbering(endgame), worth.tricks, worth.cards, worth.source)

    def _ask(self, endgame: Endgame) -> Thinking:
        """Let an engine solve what no level on disk reaches."""
        position = open_position("bridge", rules_of(endgame))
        seat, limit = position.to_move, Limit(seconds=_SECONDS)
        rules = opening_of(position.view(seat)) or {}
        question = Question(game="bridge", rules=rules, moves=(), seat=seat, engine=KIBITZ, limit=limit)
        return Thinking(question, position)

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        scale = self.context.scale
        if self.page == 1 and (self.line.handle(event) or self.scroll.handle(event, scale)):
            return self.next
        if self.page == 0 and self.rows.handle(event, scale):
            return self.next
        return super().handle(event)

    def commands(self) -> list[Command]:
        by_one = (partial(self.choose_level, self.level + 1), partial(self.choose_level, self.level - 1))
        return [
            Command("L", self._write, "look up a position: write two hands and a strain, then Enter"),
            Command("B", self.build, "build the chosen levels, or stop"),
            Command("V", self.verify, "verify the levels on disk, or stop"),
            Command("Plus, Minus", by_one, "one level more, one less"),
            *super().commands(),
        ]

    def _write(self) -> None:
        self.page = 1
        self.line.write()

    def left(self) -> None:
        self.line.leave()
        self._solving.stop()

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            if isinstance(event, WorkerFailure):
                self.context.notify(event.sentence)
            heard, endgame = self._solving.hear(event), self._solving.order
            if heard is not None and heard.choices and endgame is not None:
                self.result = solved(endgame, heard)
        if self._wanted is not None:
            self._solving.start(self._wanted)
            self._wanted = None
        for sentence in self.tables.poll():
            self.context.notify(sentence)
            self.look_up(self.line.hint)
        return super().update(seconds)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            wide = min(_WIDEST, frame.width - 2 * frame.margin)
            x, y = (frame.width - wide) / 2, BAR + 20.0
            draw_choices(canvas, self.targets, "page", (x, y), wide, PAGES, self.page, self.turn)
            body = (x, y + PILL + 20, wide, frame.height - y - PILL - 32)
            if self.page == 1:
                self._draw_look_up(canvas, body)
            elif wide >= _NARROW:
                self._draw_levels(canvas, body)
            else:
                self._draw_narrow(canvas, body)
            canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
            draw_bar(canvas, frame, self, game="Honeymoon bridge", detail="Tables")

    def _draw_levels(self, canvas: Canvas, box: Box) -> None:
        """The table, and at its right what is chosen, the room it takes, and what can be done."""
        colour, lines = canvas.theme.colour, lines_of(self.tables, self.strains)
        x, y, width, height = box
        table = (x + 12, y, width - _SIDE - _GAP - 12, height)
        self._draw_table(canvas, table, lines)
        folder = canvas.fitted(self.tables.folder, "label", table[2])
        canvas.text((x, y + height - 4), folder, "label", colour.text3)
        panel = (x + width - _SIDE, y, _SIDE, height)
        canvas.panel(panel, colour.panel, radius=12, edge=colour.line)
        side = Flow(canvas, self.targets, panel[0] + 24, y + 32, _SIDE - 48)
        side.heading("Strains", step=20)
        side.pills("strain", _STRAINS, self.strain, self.choose_strain)
        side.y += 20
        side.heading("Levels by disk space", step=20)
        sizes = [(level, total(line.size for line in lines[:level])) for level in _PRESETS]
        words = [f"1–{level}" + ("" if size is None else f", {size_words(size)}") for level, size in sizes]
        chosen = _PRESETS.index(self.level) if self.level in _PRESETS else None
        side.pills("preset", words, chosen, lambda number: self.choose_level(_PRESETS[number]))
        side.y += 24
        side.heading("Disk")
        free, missing = self.tables.free(), self._missing(lines)
        side.line("Free", size_words(free))
        side.line("Still to be written", "not known yet" if missing is None else size_words(missing))
        share = missing / free if missing and free else 0.0
        bar_of_progress(canvas, (side.left, side.y - 4, side.width, 6), share)
        side.y = y + height - 2 * PILL - 36
        text = canvas.fitted(self.tables.status, "label", side.width)
        canvas.text((side.left, side.y - 20), text, "label", colour.text2)
        boxes = [side.split(1, PILL, 12)[0] for _ in range(2)]
        self._draw_tasks(canvas, boxes, lines, f"Build levels 1 to {self.level}", "Verify what is built")

    def _draw_narrow(self, canvas: Canvas, box: Box) -> None:
        """The same in a narrow window: the strains above the table, the buttons below it."""
        lines = lines_of(self.tables, self.strains)
        x, y, width, height = box
        foot = 2 * PILL + 24.0
        draw_choices(canvas, self.targets, "strain", (x, y), width, _STRAINS, self.strain, self.choose_strain)
        view = (x, y + PILL + 8, width, height - PILL - 8 - foot)
        tall = max(view[3], HEAD + LEVELS * LEAST + SUM)
        top = self.rows.fit(view, tall)
        with canvas.clipped(view):
            table = (x + 12, top, width - 24 - (12 if tall > view[3] else 0), tall)
            self._draw_table(canvas, table, lines, view)
        self.rows.draw(canvas)
        flow = Flow(canvas, self.targets, x, y + height - foot + 36, width)
        missing = self._missing(lines)
        text = self.tables.status or f"{size_words(self.tables.free())} free"
        text += "" if self.tables.status or not missing else f", {size_words(missing)} still to be written"
        text = canvas.fitted(text, "label", width)
        canvas.text((x, flow.y - 18), text, "label", canvas.theme.colour.text3)
        self._draw_tasks(canvas, flow.split(2, PILL, 16), lines, f"Build 1 to {self.level}", "Verify")

    def _missing(self, lines: list[Line]) -> int | None:
        """The bytes that the chosen levels still have to write, where that is known."""
        return total(line.expected for line in lines[: self.level] if not line.whole)

    def _draw_tasks(
        self, canvas: Canvas, boxes: list[Box], lines: list[Line], build: str, verify: str
    ) -> None:
        """The buttons that build and verify, or stop that, where there is something to build or to verify."""
        task, box = self.tables.task, boxes[0]
        if not task and self._whole(lines):
            text = canvas.fitted(self._built_words, "body", box[2])
            canvas.text((box[0], box[1] + box[3] / 2), text, "body", canvas.theme.colour.text)
        elif task != "verify":
            words = "Stop building" if task else build
            button(canvas, self.targets, "build", box, words, self.build, key="B", primary=not task)
        if task == "verify" or (not task and any(line.built for line in lines)):
            words = "Stop verifying" if task else verify
            button(canvas, self.targets, "verify", boxes[1], words, self.verify, key="V")

    def _draw_table(self, canvas: Canvas, box: Box, lines: list[Line], within: Box | None = None) -> None:
        """The levels; the chosen ones are marked, a press on a row chooses it. It is seen through `within`."""
        colour = canvas.theme.colour
        x, y, width, height = box
        row = max(LEAST, min(ROW, (height - HEAD - SUM) / LEVELS))
        ends = [x + width * share for share in _ENDS]
        heads = ("", _POSITIONS, "Plain", _PACKED)
        if width >= 560:
            heads = ("Level", _POSITIONS, "Plain bytes", _PACKED)
        for end, words in zip(ends, heads, strict=True):
            canvas.text((end, y + 12), words, "label", colour.text3, "right")
        canvas.rule((x, y + 28), (x + width, y + 28), colour.line)
        at = y + HEAD + row / 2 - 4
        for line in lines:
            place = (x - 12, at - row / 2, width + 24, row)
            choose = partial(self.choose_level, line.level)
            if self.targets.add(f"level {line.level}", place, choose, radius=6, within=within):
                canvas.panel(place, colour.raised, radius=6)
            if line.level <= self.level:
                canvas.fill((x - 12, at - row / 2, 3, row), colour.text2)
            self._draw_line(canvas, line, at, x + width, ends)
            at += row
        canvas.rule((x, at - row / 2 + 2), (x + width, at - row / 2 + 2), colour.line)
        self._draw_sum(canvas, lines[: self.level], at + 6, ends)

    def _draw_line(self, canvas: Canvas, line: Line, y: float, right: float, ends: list[float]) -> None:
        colour = canvas.theme.colour
        ink = colour.text if line.level <= self.level else colour.text2
        canvas.text((ends[0], y), str(line.level), "body", ink, "right")
        canvas.text((ends[1], y), grouped(line.positions), "body", ink, "right")
        canvas.text((ends[2], y), size_words(line.positions), "body", colour.text2, "right")
        if line.built:
            canvas.text((ends[3], y), size_words(line.built), "body", colour.text, "right")
        elif line.expected is not None:
            text = _about(canvas, line.expected, "label", ends)
            canvas.text((ends[3], y), text, "label", colour.text3, "right")
        start = ends[3] + 20
        if line.share is not None and not line.whole:
            bar_of_progress(canvas, (start, y - 3, right - start, 6), line.share)
            return
        text = "damaged" if line.damaged else "built" if line.whole else "part" if line.built else ""
        canvas.text((start, y), text, "label", colour.text if line.damaged else colour.text2)

    def _draw_sum(self, canvas: Canvas, lines: list[Line], y: float, ends: list[float]) -> None:
        """Draw the sum of the chosen levels."""
        colour, whole = canvas.theme.colour, sum(line.positions for line in lines)
        for end, words in zip(ends, (f"1–{self.level}", grouped(whole), size_words(whole)), strict=False):
            canvas.text((end, y), words, "body", colour.text, "right")
        size = total(line.size for line in lines)
        if size is not None:
            text = size_words(size) if self._whole(lines) else _about(canvas, size, "strong", ends)
            canvas.text((ends[3], y), text, "strong", colour.text, "right")

    def _draw_look_up(self, canvas: Canvas, box: Box) -> None:
        colour = canvas.theme.colour
        y, width, height = box[1], min(box[2], _LINE_WIDEST), box[3]
        x = box[0] + (box[2] - width) / 2
        self.line.draw(canvas, (x, y, width, PILL))
        ink = colour.text if self.reason else colour.text3
        about = "Two hands and a strain; the first hand leads. With ‘led’ a trick is in progress."
        text = canvas.fitted(self.reason or about, "label", width)
        canvas.text((x, y + PILL + 16), text, "label", ink)
        if self.result is not None:
            view = (x - 8, y + PILL + 32, width + 16, height - PILL - 32)
            with Flow.scrolling(canvas, self.targets, self.scroll, view, above=0.0, below=8.0) as flow:
                draw_found(flow, self.result)


def _about(canvas: Canvas, size: int, style: str, ends: list[float]) -> str:
    """A size that is not exact; where the column has no room to say so, the size alone."""
    text = f"about {size_words(size)}"
    return text if canvas.text_width(text, style) <= ends[3] - ends[2] - 8 else size_words(size)
