"""The database scene: two pages, the levels with their sizes, and a position looked up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from ai.bridge.tables.index import LEVELS, STRAINS, Strain, arithmetic, positions
from ai.engine import Limit
from ai.messages import Question
from game.bridge import rules_of
from game.bridge.endgame import Endgame
from game.errors import KibitzError
from game.position import open_position, opening_of
from gui.context import AppContext, Scene
from gui.play.engine_room import Thought, Trouble
from gui.play.job import RoomJob
from gui.scenes.tables.jobs import Standing, Tables, Task
from gui.scenes.tables.lookup import LookupResult, draw_found, solved
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.ui.commands import Command
from gui.ui.controls import PILL, button, draw_choices, heading
from gui.ui.layout import BAR, Frame
from gui.ui.scroll import Scroll
from gui.ui.targets import Targets
from gui.ui.text import grouped
from gui.ui.widgets import TextLine

# The table of levels: positions, their size as plain bytes and ours, what is built, what would be.

ROW, HEAD = 32.0, 36.0
LEAST = 22.0  # units of a row; where there is less room, the table scrolls
_UNITS = ("B", "KB", "MB", "GB")
BOTH = "both"


def size_words(size: float) -> str:
    """A size as `58.3 MB`, in powers of 1024."""
    unit = 0
    while size >= 1000 and unit < len(_UNITS) - 1:
        size, unit = size / 1024, unit + 1
    return (
        f"{size:.0f}\u00a0B"
        if not unit
        else f"{size:.{2 if size < 10 else 1 if size < 100 else 0}f}\u00a0{_UNITS[unit]}"
    )


def strains_of(choice: int) -> tuple[Strain, ...]:
    """The strains of a choice: trumps, no trumps, both."""
    return (STRAINS[choice],) if choice < len(STRAINS) else STRAINS


@dataclass(frozen=True)
class Line:
    """A level in the table, summed over the strains that are looked at."""

    level: int
    positions: int
    built: int  # bytes on disk
    whole: bool  # every strain is built
    damaged: bool
    expected: int | None  # bytes it would take, where that is known
    share: float | None  # how far it is being built


def lines_of(tables: Tables, strains: tuple[Strain, ...]) -> list[Line]:
    """All levels as they stand."""
    found = []
    for level in range(1, LEVELS + 1):
        states = [tables.standing(level, strain) for strain in strains]
        sizes = [tables.expected(level, strain) for strain in strains]
        known = [size for size in sizes if size is not None]
        found.append(
            Line(
                level,
                sum(positions(level, strain) for strain in strains),
                sum(state.size for state in states),
                all(state.built for state in states),
                any(state.damaged for state in states),
                sum(known) if len(known) == len(sizes) else None,
                _share(states),
            )
        )
    return found


def _share(states: list[Standing]) -> float | None:
    """How far a level is, where it is being built."""
    if all(state.share is None for state in states):
        return None
    return sum(1.0 if state.built else state.share or 0.0 for state in states) / len(states)


def draw_levels(
    canvas: Canvas,
    targets: Targets,
    box: Box,
    lines: list[Line],
    chosen: int,
    choose: Callable[[int], object],
    within: Box | None = None,
) -> None:
    """The table; the levels up to `chosen` are marked, a press on a row chooses it. It is seen through `within`."""
    colour = canvas.theme.colour
    x, y, width, height = box
    row = max(LEAST, min(ROW, (height - HEAD - 36) / LEVELS))
    ends = [x + width * share for share in (0.10, 0.36, 0.58, 0.80)]
    wide = width >= 560
    heads = ("Level", "Positions", "Plain bytes", "Packed") if wide else ("", "Positions", "Plain", "Packed")
    for end, words in zip(ends, heads, strict=True):
        canvas.text((end, y + 12), words, "label", colour.text3, "right")
    canvas.rule((x, y + 28), (x + width, y + 28), colour.line)
    at = y + HEAD + row / 2 - 4
    for line in lines:
        place = (x - 12, at - row / 2, width + 24, row)
        lit = targets.add(f"level {line.level}", place, partial(choose, line.level), radius=6, within=within)
        if lit:
            canvas.panel(place, colour.raised, radius=6)
        _draw_line(canvas, line, (x, at, width, row), ends, within=line.level <= chosen)
        at += row
    canvas.rule((x, at - row / 2 + 2), (x + width, at - row / 2 + 2), colour.line)
    _draw_sum(canvas, lines[:chosen], (x, at + 6, width, row), ends)


def least_height() -> float:
    """The height that the table needs."""
    return HEAD + LEVELS * LEAST + 36


def _draw_line(canvas: Canvas, line: Line, box: Box, ends: list[float], *, within: bool) -> None:
    colour = canvas.theme.colour
    x, y, width, row = box
    if within:
        canvas.fill((x - 12, y - row / 2, 3, row), colour.text2)
    ink = colour.text if within else colour.text2
    canvas.text((ends[0], y), str(line.level), "body", ink, "right")
    canvas.text((ends[1], y), grouped(line.positions), "body", ink, "right")
    canvas.text((ends[2], y), size_words(line.positions), "body", colour.text2, "right")
    if line.built:
        canvas.text((ends[3], y), size_words(line.built), "body", colour.text, "right")
    elif line.expected is not None:
        said = _about(canvas, line.expected, "label", ends)
        canvas.text((ends[3], y), said, "label", colour.text3, "right")
    start = ends[3] + 20
    room = x + width - start
    if line.share is not None and not line.whole:
        canvas.panel((start, y - 3, room, 6), colour.line2, radius=3)
        if line.share > 0:
            canvas.panel((start, y - 3, max(6.0, room * line.share), 6), colour.text, radius=3)
        return
    said = "damaged" if line.damaged else "built" if line.whole else "part" if line.built else ""
    canvas.text((start, y), said, "label", colour.text if line.damaged else colour.text2)


def _draw_sum(canvas: Canvas, lines: list[Line], box: Box, ends: list[float]) -> None:
    """What the chosen levels come to."""
    colour = canvas.theme.colour
    _, y, _, _ = box
    whole = sum(line.positions for line in lines)
    canvas.text((ends[0], y), f"1–{lines[-1].level}", "body", colour.text, "right")
    canvas.text((ends[1], y), grouped(whole), "body", colour.text, "right")
    canvas.text((ends[2], y), size_words(whole), "body", colour.text, "right")
    sizes = [line.built if line.whole else line.expected for line in lines]
    known = [size for size in sizes if size is not None]
    if known and len(known) == len(sizes):
        size, built = sum(known), all(line.whole for line in lines)
        said = size_words(size) if built else _about(canvas, size, "strong", ends)
        canvas.text((ends[3], y), said, "strong", colour.text, "right")


def _about(canvas: Canvas, size: int, style: str, ends: list[float]) -> str:
    """A size that is not exact; where the column has no room to say so, the size alone."""
    said = f"about {size_words(size)}"
    return said if canvas.text_width(said, style) <= ends[3] - ends[2] - 8 else size_words(size)


EXAMPLE = "KQJT.A.K.JT A9..A.AKQ98 S"  # the one of the article that describes this table
PAGES = ("Levels", "Look up")
_STRAINS = ("Trumps", "No trumps", "Both")
_SIDE, _GAP, _WIDEST = 344.0, 40.0, 1120.0
_NARROW = 900.0
_SECONDS = 5.0  # an engine's time for a position, of which it needs hardly any
ROLE = "look-up"
_PRESETS = (8, 10, 11, 12, 13)


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
        self.line = TextLine("two hands and a strain, such as " + EXAMPLE, self.look_up)
        self.scroll, self.rows = Scroll(), Scroll()
        self._content = 0.0
        self._asked = position or EXAMPLE
        self._writes = False
        self._wanted: Endgame | None = None  # what an engine is to solve
        self._solving = RoomJob(context.room, ROLE, self._ask)
        self.targets.focus = "page 0"
        self._look_up(self._asked)

    # -- what can be done --

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
        """Build the chosen levels, as far as they are not there; while that goes on, stop."""
        if self.tables.task:
            self.tables.stop()
        elif self._whole(lines_of(self.tables, strains_of(self.strain))):
            self.context.reply(f"{self._built_words}.")
        else:
            self.tables.begin(Task("build", strains_of(self.strain), self.level))

    def verify(self) -> None:
        """Check the levels on disk against the levels below; while that goes on, stop."""
        if self.tables.task == "verify":
            self.tables.stop()
        elif not self.tables.task:
            self.tables.begin(Task("verify", strains_of(self.strain)))

    def _whole(self, lines: list[Line]) -> bool:
        """Whether all chosen levels are built."""
        return all(line.whole for line in lines[: self.level])

    @property
    def _built_words(self) -> str:
        return f"Levels 1 to {self.level} are built" if self.level > 1 else "Level 1 is built"

    def look_up(self, text: str) -> None:
        """Look up a position typed in."""
        self._asked = text
        self._look_up(text)

    def _look_up(self, text: str) -> None:
        try:
            endgame = Endgame.parse(text)
            worth = self.tables.worth(endgame)
        except KibitzError as error:
            self.reason = str(error)
            return
        self.reason = ""
        self._solving.stop()
        if worth is None:
            self.found = LookupResult(endgame, arithmetic(endgame), source="Looking …")
            self._wanted = endgame
        else:
            self._wanted = None
            self.found = LookupResult(endgame, arithmetic(endgame), worth.tricks, worth.cards, worth.source)

    def _ask(self, endgame: Endgame) -> int:
        """Let an engine solve what no level on disk reaches."""
        position = open_position("bridge", rules_of(endgame))
        view = opening_of(position.view(position.to_move)) or {}
        question = Question(
            game="bridge",
            rules=view,
            moves=(),
            seat=position.to_move,
            engine="kibitz",
            limit=Limit(seconds=_SECONDS),
        )
        return self.context.room.ask(ROLE, question, position)

    def _hear(self) -> None:
        for event in self.context.room.poll():
            if isinstance(event, Trouble):
                self.context.notify(event.sentence)
            heard, endgame = self._solving.hear(event), self._solving.order
            if isinstance(heard, Thought) and heard.advice.choices and endgame is not None:
                self.found = solved(endgame, heard.advice)

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if self.page == 1 and (self.line.handle(event) or self.scroll.handle(event, self.context.scale)):
            return self.next
        if self.page == 0 and self.rows.handle(event, self.context.scale):
            return self.next
        return super().handle(event)

    def commands(self) -> list[Command]:
        return [
            Command("L", self._write, "look up a position: write two hands and a strain, then Enter"),
            Command("B", self.build, "build the chosen levels, or stop"),
            Command("V", self.verify, "verify the levels on disk, or stop"),
            Command(
                "Plus, Minus",
                (partial(self.choose_level, self.level + 1), partial(self.choose_level, self.level - 1)),
                "one level more, one less",
            ),
            *super().commands(),
        ]

    def _write(self) -> None:
        self.page = 1
        self._writes = True  # the line takes the keyboard once it has a place

    def left(self) -> None:
        self.line.leave()
        self._solving.stop()

    def update(self, seconds: float) -> Scene | None:
        self.line.update(seconds)
        self._hear()
        if self._wanted is not None and self.context.warming is None:
            self._solving.start(self._wanted)
            self._wanted = None
        for sentence in self.tables.poll():
            self.context.notify(sentence)
            self._look_up(self._asked)
        return super().update(seconds)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self.context.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame, panel=False)
        wide = min(_WIDEST, frame.width - 2 * frame.margin)
        x, y = (frame.width - wide) / 2, BAR + 20.0
        draw_choices(canvas, self.targets, "page", (x, y), wide, PAGES, self.page, self.turn)
        body = (x, y + PILL + 20, wide, frame.height - y - PILL - 32)
        if self.page == 0:
            self._draw_levels(canvas, frame, body)
        else:
            self._draw_look_up(canvas, body)
        canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
        draw_bar(canvas, frame, self, game="Honeymoon bridge", detail="Tables")
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _draw_levels(self, canvas: Canvas, frame: Frame, box: Box) -> None:
        x, y, width, height = box
        strains = strains_of(self.strain)
        lines = lines_of(self.tables, strains)
        if width >= _NARROW:
            table = (x + 12, y, width - _SIDE - _GAP - 12, height)
            draw_levels(canvas, self.targets, table, lines, self.level, self.choose_level)
            self._draw_side(canvas, (x + width - _SIDE, y, _SIDE, height), lines)
            folder = canvas.fitted(self.tables.folder, "label", table[2])
            canvas.text((x, y + height - 4), folder, "label", canvas.theme.colour.text3)
            return
        foot = 2 * PILL + 24.0
        draw_choices(canvas, self.targets, "strain", (x, y), width, _STRAINS, self.strain, self.choose_strain)
        view = (x, y + PILL + 8, width, height - PILL - 8 - foot)
        tall = max(view[3], least_height())
        top = self.rows.fit(view, tall)
        seen = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect(view))
        table = (x + 12, top, width - 24 - (12 if tall > view[3] else 0), tall)
        draw_levels(canvas, self.targets, table, lines, self.level, self.choose_level, view)
        canvas.surface.set_clip(seen)
        self.rows.draw(canvas)
        self._draw_foot(canvas, (x, y + height - foot + 8, width, foot), lines)

    def _draw_side(self, canvas: Canvas, box: Box, lines: list[Line]) -> None:
        """What is chosen, the room it takes, and what can be done."""
        colour = canvas.theme.colour
        x, y, width, height = box
        canvas.panel(box, colour.panel, radius=12, edge=colour.line)
        x, width, y = x + 24, width - 48, y + 24
        heading(canvas, (x, y + 8), "Strains")
        y += 28
        y += draw_choices(
            canvas, self.targets, "strain", (x, y), width, _STRAINS, self.strain, self.choose_strain
        )
        y += 20
        heading(canvas, (x, y + 8), "Levels by disk space")
        y += 28
        words = [self._preset_words(lines, level) for level in _PRESETS]
        chosen = _PRESETS.index(self.level) if self.level in _PRESETS else None
        y += draw_choices(
            canvas, self.targets, "preset", (x, y), width, words, chosen,
            lambda number: self.choose_level(_PRESETS[number]),
        )  # fmt: skip
        y += 24
        y = self._draw_room(canvas, (x, y, width, 0.0), lines)
        self._draw_acts(canvas, (x, box[1] + height - 2 * PILL - 36, width, 0.0), lines)

    def _preset_words(self, lines: list[Line], level: int) -> str:
        size = _size(lines[:level])
        return f"1–{level}" if size is None else f"1–{level}, {size_words(size)}"

    def _draw_room(self, canvas: Canvas, box: Box, lines: list[Line]) -> float:
        """How much of the free space the chosen levels take."""
        colour = canvas.theme.colour
        x, y, width, _ = box
        heading(canvas, (x, y + 8), "Disk")
        y += 36
        free = self.tables.free()
        missing = _size([line for line in lines[: self.level] if not line.whole])
        facts = [("Free", size_words(free)), ("Still to be written", size_words(missing or 0))]
        if missing is None:
            facts[1] = ("Still to be written", "not known yet")
        for label, said in facts:
            canvas.text((x, y), label, "label", colour.text3)
            canvas.text((x + width, y), said, "body", colour.text, "right")
            y += 28
        canvas.panel((x, y - 4, width, 6), colour.line2, radius=3)
        if missing and free:
            canvas.panel((x, y - 4, max(6.0, width * min(1.0, missing / free)), 6), colour.text, radius=3)
        return y + 20

    def _draw_acts(self, canvas: Canvas, box: Box, lines: list[Line]) -> None:
        x, y, width, _ = box
        said = canvas.fitted(self.tables.status, "label", width)
        canvas.text((x, y - 20), said, "label", canvas.theme.colour.text2)
        self._draw_build(canvas, (x, y, width, PILL), lines, f"Build levels 1 to {self.level}")
        self._draw_verify(canvas, (x, y + PILL + 12, width, PILL), lines, "Verify what is built")

    def _draw_build(self, canvas: Canvas, box: Box, lines: list[Line], words: str) -> None:
        """The button that builds or stops building; that all is built, where there is nothing to build."""
        task = self.tables.task
        if task == "build":
            button(canvas, self.targets, "build", box, "Stop building", self.build, key="B")
        elif self._whole(lines):
            said = canvas.fitted(self._built_words, "body", box[2])
            canvas.text((box[0], box[1] + box[3] / 2), said, "body", canvas.theme.colour.text)
        elif not task:
            button(canvas, self.targets, "build", box, words, self.build, key="B", primary=True)

    def _draw_verify(self, canvas: Canvas, box: Box, lines: list[Line], words: str) -> None:
        """The button that verifies or stops verifying, where there is something to verify."""
        task = self.tables.task
        if task == "verify":
            words = "Stop verifying"
        elif task or not any(line.built for line in lines):
            return
        button(canvas, self.targets, "verify", box, words, self.verify, key="V")

    def _draw_foot(self, canvas: Canvas, box: Box, lines: list[Line]) -> None:
        """The same in a narrow window."""
        colour = canvas.theme.colour
        x, y, width, _ = box
        missing = _size([line for line in lines[: self.level] if not line.whole])
        said = self.tables.status or f"{size_words(self.tables.free())} free"
        said += "" if self.tables.status or not missing else f", {size_words(missing)} still to be written"
        canvas.text((x, y + 10), canvas.fitted(said, "label", width), "label", colour.text3)
        half = (width - 16) / 2
        self._draw_build(canvas, (x, y + 28, half, PILL), lines, f"Build 1 to {self.level}")
        self._draw_verify(canvas, (x + half + 16, y + 28, half, PILL), lines, "Verify")

    def _draw_look_up(self, canvas: Canvas, box: Box) -> None:
        colour = canvas.theme.colour
        x, y, width, height = box
        wide = min(width, 860.0)
        x += (width - wide) / 2
        canvas.panel((x, y, wide, PILL), colour.well, radius=8, edge=colour.line2)
        self.line.place(canvas, (x + 2, y + 2, wide - 4, PILL - 4))
        if self._writes:
            self._writes = False
            self.line.write()
        if not self.line.text and not self.line.writing:
            self.line.hint = self._asked
        self.line.draw(canvas)
        said = (
            self.reason or "Two hands and a strain; the first hand leads. With ‘led’ a trick is in progress."
        )
        ink = colour.text if self.reason else colour.text3
        canvas.text((x, y + PILL + 16), canvas.fitted(said, "label", wide), "label", ink)
        if self.found is None:
            return
        view = (x - 8, y + PILL + 32, wide + 16, height - PILL - 32)
        top = self.scroll.fit(view, self._content)
        seen = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect(view))
        self._content = draw_found(canvas, (x, top, wide, 0.0), self.found) - top + 16
        canvas.surface.set_clip(seen)
        self.scroll.draw(canvas)


def _size(lines: list[Line]) -> int | None:
    """The bytes of these levels on disk, where they are known or can be told before."""
    sizes = [line.built if line.whole else line.expected for line in lines]
    known = [size for size in sizes if size is not None]
    return sum(known) if len(known) == len(sizes) else None


# The tables of the play stage: levels and their sizes, building and verifying, and any position looked up.

__all__ = ["TablesScene"]
