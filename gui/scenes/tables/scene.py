"""The database scene: two pages, the levels with their sizes, and a position looked up."""

from __future__ import annotations

from functools import partial

import pygame

from ai.bridge.tables.index import LEVELS, STRAINS, Strain, arithmetic
from ai.engine import Limit
from ai.messages import Question
from game.bridge import rules_of
from game.bridge.endgame import Endgame
from game.errors import KibitzError
from game.position import open_position, opening_of
from gui.context import AppContext, Scene
from gui.play.engine_room import Thought, Trouble
from gui.play.job import RoomJob
from gui.scenes.tables.levels import Line, Tables, Task, lines_of, total
from gui.scenes.tables.lookup import LookupResult, draw_found, solved
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import PILL, bar_of_progress, button, draw_choices
from gui.ui.layout import BAR, Flow
from gui.ui.scroll import Scroll
from gui.ui.text import grouped
from gui.ui.widgets import TextLine

EXAMPLE = "KQJT.A.K.JT A9..A.AKQ98 S"  # the one of the article that describes this table
PAGES = ("Levels", "Look up")
ROLE = "look-up"
_STRAINS = ("Trumps", "No trumps", "Both")
_PRESETS = (8, 10, 11, 12, 13)
_SECONDS = 5.0  # an engine's time for a position, of which it needs hardly any
_ABOUT = "Two hands and a strain; the first hand leads. With ‘led’ a trick is in progress."

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

    def __init__(self, context: AppContext, back: Scene | None, tables: Tables, position: str = "") -> None:
        super().__init__(context, back)
        self.tables = tables
        self.page = 1 if position else 0
        self.strain = 2
        self.level = 10
        self.found: LookupResult | None = None
        self.reason = ""
        self.line = TextLine("", self.look_up)
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
        """Whether all chosen levels are built."""
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
            self.found = LookupResult(endgame, arithmetic(endgame), source="Looking …")
        else:
            self.found = LookupResult(endgame, arithmetic(endgame), worth.tricks, worth.cards, worth.source)

    def _ask(self, endgame: Endgame) -> int:
        """Let an engine solve what no level on disk reaches."""
        position = open_position("bridge", rules_of(endgame))
        seat, limit = position.to_move, Limit(seconds=_SECONDS)
        rules = opening_of(position.view(seat)) or {}
        question = Question(game="bridge", rules=rules, moves=(), seat=seat, engine="kibitz", limit=limit)
        return self.context.room.ask(ROLE, question, position)

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
        self.line.update(seconds)
        for event in self.context.room.poll():
            if isinstance(event, Trouble):
                self.context.notify(event.sentence)
            heard, endgame = self._solving.hear(event), self._solving.order
            if isinstance(heard, Thought) and heard.advice.choices and endgame is not None:
                self.found = solved(endgame, heard.advice)
        if self._wanted is not None and self.context.warming is None:
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
        said = canvas.fitted(self.tables.status, "label", side.width)
        canvas.text((side.left, side.y - 20), said, "label", colour.text2)
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
        said = self.tables.status or f"{size_words(self.tables.free())} free"
        said += "" if self.tables.status or not missing else f", {size_words(missing)} still to be written"
        said = canvas.fitted(said, "label", width)
        canvas.text((x, flow.y - 18), said, "label", canvas.theme.colour.text3)
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
            said = canvas.fitted(self._built_words, "body", box[2])
            canvas.text((box[0], box[1] + box[3] / 2), said, "body", canvas.theme.colour.text)
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
        heads = ("", "Positions", "Plain", "Packed")
        if width >= 560:
            heads = ("Level", "Positions", "Plain bytes", "Packed")
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
            said = _about(canvas, line.expected, "label", ends)
            canvas.text((ends[3], y), said, "label", colour.text3, "right")
        start = ends[3] + 20
        if line.share is not None and not line.whole:
            bar_of_progress(canvas, (start, y - 3, right - start, 6), line.share)
            return
        said = "damaged" if line.damaged else "built" if line.whole else "part" if line.built else ""
        canvas.text((start, y), said, "label", colour.text if line.damaged else colour.text2)

    def _draw_sum(self, canvas: Canvas, lines: list[Line], y: float, ends: list[float]) -> None:
        """What the chosen levels come to."""
        colour, whole = canvas.theme.colour, sum(line.positions for line in lines)
        for end, words in zip(ends, (f"1–{self.level}", grouped(whole), size_words(whole)), strict=False):
            canvas.text((end, y), words, "body", colour.text, "right")
        size = total(line.size for line in lines)
        if size is not None:
            said = size_words(size) if self._whole(lines) else _about(canvas, size, "strong", ends)
            canvas.text((ends[3], y), said, "strong", colour.text, "right")

    def _draw_look_up(self, canvas: Canvas, box: Box) -> None:
        colour = canvas.theme.colour
        y, width, height = box[1], min(box[2], _LINE_WIDEST), box[3]
        x = box[0] + (box[2] - width) / 2
        canvas.panel((x, y, width, PILL), colour.well, radius=8, edge=colour.line2)
        self.line.place(canvas, (x + 2, y + 2, width - 4, PILL - 4))
        self.line.draw(canvas)
        ink = colour.text if self.reason else colour.text3
        said = canvas.fitted(self.reason or _ABOUT, "label", width)
        canvas.text((x, y + PILL + 16), said, "label", ink)
        if self.found is not None:
            view = (x - 8, y + PILL + 32, width + 16, height - PILL - 32)
            with Flow.scrolling(canvas, self.targets, self.scroll, view, above=0.0, below=8.0) as flow:
                draw_found(flow, self.found)


def _about(canvas: Canvas, size: int, style: str, ends: list[float]) -> str:
    """A size that is not exact; where the column has no room to say so, the size alone."""
    said = f"about {size_words(size)}"
    return said if canvas.text_width(said, style) <= ends[3] - ends[2] - 8 else size_words(size)
