"""The kibitzer's column: the best moves, why, and the state of the game. It flows from top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from game.advice import Advice, Choice
from game.position import Position
from gui.drawing.canvas import Canvas
from gui.drawing.letters import as_figure, clock
from gui.face import Dealt, Deed, Face, Versed, certain, known_choices, source_word
from gui.frame.controls import badge, button, chip, heading, key_cap
from gui.frame.layout import Frame
from gui.frame.targets import Targets

_ROW, _TALL_ROW = 40.0, 60.0
_BUTTON = 42.0  # units that a button needs
BUTTON_STEP = 44.0  # from one button to the next
_LOW = 480.0  # units of height below which there are no headings over the reasons and the game
_REASONS = (100.0, 60.0)  # units that the shortest reasons need, with their heading and without
_STANDING = 130.0  # units that stay for the game below the reasons, a button included
_SEATS, _FACTS = 68.0, 40.0  # the same without a heading and a button: two seats, or a line of facts
_NARROW = 270.0  # units of width below which the name of a move needs the room of its figure's unit


@dataclass(frozen=True)
class Opinion:
    """What the kibitzer's part of the column shows: what is said of `position`, or why nothing is said yet."""

    face: Face
    position: Position
    advice: Advice | None
    shown: bool
    waiting: str = ""

    @property
    def spoken(self) -> Advice | None:
        """The advice, where there is one to be shown."""
        return self.advice if self.shown and self.advice is not None and self.advice.choices else None


@dataclass(frozen=True)
class SeatLine:
    """One seat in the game's part of the column; `seat` is its index."""

    seat: int
    name: str
    count: str
    seconds: float
    to_move: bool


class Column:
    """Draws the panel from top to bottom; `y` is where the next thing goes."""

    def __init__(self, canvas: Canvas, frame: Frame, targets: Targets) -> None:
        self.canvas = canvas
        self.frame = frame
        self.targets = targets
        self.left = frame.column + frame.margin
        self.right = frame.width - frame.margin
        self.top = self.y = frame.panel[1] + 31
        self.bottom = frame.foot
        self.tight = frame.panel[3] < _LOW

    @contextmanager
    def keeping(self, units: float) -> Iterator[None]:
        """Leave so much room free at the foot meanwhile, for what comes after."""
        self.bottom -= units
        yield
        self.bottom += units

    def note_height(self, note: str) -> float:
        """The room that a note takes, in three lines at most."""
        style = self.canvas.theme.type["body"]
        lines = self.canvas.letters.wrap(note, style, self.width, self.canvas.scale) if note else []
        return 24.0 * min(3, len(lines)) + 12 if lines else 0.0

    @property
    def width(self) -> float:
        return self.right - self.left

    def best(
        self,
        opinion: Opinion,
        choose: Callable[[Choice], object],
        point: Callable[[str | None], object],
        toggle: Callable[[], object],
    ) -> None:
        """The ranked moves; pressing one calls `choose`, pointing at one calls `point` with its move."""
        canvas, colour = self.canvas, self.canvas.theme.colour
        if isinstance(opinion.face, Versed):
            opinion.face.listen(opinion.advice)
        heading(canvas, (self.left, self.y), opinion.face.best_heading)
        hovered = self.targets.add(
            "hints", (self.right - 22, self.y - 11, 22, 22), toggle, about="Show or hide hints  (H)"
        )
        if hovered:
            canvas.panel((self.right - 22, self.y - 11, 22, 22), colour.raised, radius=4)
        key_cap(canvas, (self.right - 22, self.y - 11), "H")
        self.y += 37
        pointed: str | None = None
        if not opinion.shown:
            self.y += self.canvas.paragraph(
                (self.left, self.y - 18, self.width, 0),
                "Hints are hidden. The graph goes on below.",
                "body",
                colour.text3,
            )
        elif opinion.advice is None or not opinion.advice.choices:
            canvas.text((self.left, self.y - 6), opinion.waiting, "body", colour.text3)
            self.y += 24
        elif isinstance(opinion.face, Dealt):
            pointed = opinion.face.draw_list(self, opinion.position, opinion.advice, choose)
        else:
            most = self._rows(opinion.face.choice_lines)
            for rank, choice in enumerate(opinion.advice.choices[:most], 1):
                if self._row(rank, choice, opinion, choose):
                    pointed = choice.move
        point(pointed)

    def _rows(self, lines: int) -> int:
        """How many of the best moves there is room for."""
        height = self.bottom - self.frame.panel[1]
        if lines > 1:
            return 3 if height >= 480 else 2
        return 5 if height >= 548 else 4 if height >= 525 else 3 if height >= 400 else 2

    def _row(self, rank: int, choice: Choice, opinion: Opinion, choose: Callable[[Choice], object]) -> bool:
        canvas, colour = self.canvas, self.canvas.theme.colour
        name, inset = f"choice {rank}", 16.0 if self.frame.margin >= 24 else 10.0
        tall = opinion.face.choice_lines > 1
        high, step = (_TALL_ROW - 4, _TALL_ROW) if tall else (_ROW - 4, _ROW)
        self.y += (high - _ROW + 4) / 2
        box = (self.left - inset, self.y - high / 2, self.width + 2 * inset, high)
        hovered = self.targets.add(name, box, lambda: choose(choice), radius=8)
        if rank == 1 or hovered:
            canvas.panel(box, colour.raised, radius=8)
        badge(
            canvas,
            (self.left + 12, self.y),
            rank,
            proven=choice.proof is not None
            or rank <= known_choices(opinion.advice)
            or (rank == 1 and certain(opinion.advice)),
            firm=choice.share or 1 / rank,
        )
        label = as_figure(choice.label)
        figure, _, unit = label.partition(" ")
        if unit.isalpha() and self.width < _NARROW:
            label = figure
        figure_width = max(56.0, canvas.text_width(label, "strong"))
        room = (self.left + 40, self.y - high / 2, self.width - 48 - figure_width, high)
        opinion.face.draw_choice(canvas, room, opinion.position, choice)
        at = (self.right, self.y - (10 if tall else 0))
        canvas.text(at, label, "strong", colour.amber_text, "right")
        self.y += step - (high - _ROW + 4) / 2
        return hovered or self.targets.focused(name)

    def why(self, opinion: Opinion) -> None:
        """Where the opinion comes from and the reason for it."""
        canvas, colour, advice = self.canvas, self.canvas.theme.colour, opinion.spoken
        if advice is None or opinion.face.draw_why(self, opinion.position, advice):
            return
        needed, below = _REASONS[self.tight], _STANDING
        if self.tight:
            below = _FACTS if opinion.face.standing(opinion.position) else _SEATS
        if self.bottom - self.y < needed + below:
            return
        ground, reason = opinion.face.why(opinion.position, advice)
        self.y += 6 if self.tight else 15
        if not self.tight:
            heading(canvas, (self.left, self.y), "Why")
            self.y += 29
        wide = chip(canvas, (self.left, self.y), source_word(advice), proven=certain(advice))
        ground = canvas.brief(ground, "body", self.width - wide - 12)
        ground = "" if ground.endswith("…") else ground
        canvas.text((self.left + wide + 12, self.y), ground, "body", colour.text)
        self.y += 20
        lines = max(1, min(4, int((self.bottom - self.y - below + (0 if self.tight else -60)) / 24)))
        self.y += canvas.whole((self.left, self.y, self.width, 0), reason, "body", colour.text2, lines)
        self.y += 4 if self.tight else 12

    def game(self, face: Face, position: Position, seats: list[SeatLine], note: str = "") -> None:
        """How the game stands: its facts, or the seats with their signs and clocks; and a line of words.

        Whoever has buttons to follow keeps room for them.
        """
        canvas = self.canvas
        gap = 12 if self.tight else 30
        self.y += gap if self.y > self.top else 0
        if self.y + (12 if self.tight else 40) > self.bottom:
            self.y -= gap
            return
        if not self.tight:
            heading(canvas, (self.left, self.y), "Game")
            self.y += 28
        facts = face.standing(position)
        if not facts:
            self._seats(face, seats)
        self._note(note)  # before facts: where there is room for one of the two, words matter more
        if facts:
            self.facts(facts)

    def _note(self, note: str) -> None:
        lines = min(3, int((self.bottom - self.y + 12) / 24))
        if note and lines > 0:
            place = (self.left, self.y - 8, self.width, 0.0)
            self.y += self.canvas.paragraph(place, note, "body", self.canvas.theme.colour.text2, lines) + 12

    def facts(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Labels with their values, two beside each other where they fit."""
        canvas, colour = self.canvas, self.canvas.theme.colour
        half = self.width / 2 - 12
        widest = max(canvas.text_width(a, "label") + canvas.text_width(b, "body") for a, b in pairs)
        beside = 2 if widest + 12 <= half else 1
        wide = half if beside == 2 else self.width
        for i, (label, value) in enumerate(pairs):
            if self.y + 20 > self.bottom:
                return
            x = self.left + (half + 24) * (i % beside)
            canvas.text((x, self.y), label, "label", colour.text3)
            canvas.text((x + wide, self.y), value, "body", colour.text, "right")
            if i % beside == beside - 1 or i == len(pairs) - 1:
                self.y += 28

    def _seats(self, face: Face, seats: list[SeatLine]) -> None:
        canvas, colour = self.canvas, self.canvas.theme.colour
        for seat in seats:
            if self.y + 12 > self.bottom:
                return
            face.draw_tone(canvas, (self.left, self.y), seat.seat)
            ink = colour.text if seat.to_move else colour.text2
            time = canvas.text((self.right, self.y), clock(seat.seconds), "body", ink, "right")
            room = self.width - 40 - time - 16
            name = canvas.fitted(seat.name, "body", room)
            used = canvas.text((self.left + 40, self.y), name, "body", ink)
            count = canvas.text_width(seat.count, "label")
            if used + count + 24 < room:
                canvas.text((self.right - time - 24 - count, self.y), seat.count, "label", colour.text3)
            self.y += 28

    def foot(self, deeds: Sequence[Deed]) -> float:
        """The room that is kept for buttons: for all of them, in a low window for the first row."""
        return BUTTON_STEP * (min(1, len(deeds)) if self.tight else len(deeds))

    def buttons(self, deeds: Sequence[Deed]) -> None:
        """Buttons below each other; in a low window two beside each other where their words fit."""
        half, rest = (self.width - 8) / 2, list(deeds)
        while rest:
            pair = rest[:2]
            widest = max(self.canvas.text_width(deed.words, "body") for deed in pair)
            if not self.tight or len(pair) < 2 or widest > half - 12:
                deed = rest.pop(0)
                self.button(deed.name, deed.words, deed.key, deed.act)
                continue
            del rest[:2]
            if self.y + _BUTTON > self.bottom:
                return
            for deed, x in zip(pair, (self.left, self.left + half + 8), strict=True):
                about, box = f"{deed.words}  ({deed.key})", (x, self.y - 2, half, 36.0)
                button(self.canvas, self.targets, deed.name, box, deed.words, deed.act, about=about)
            self.y += BUTTON_STEP

    def button(
        self, name: str, words: str, key: str, press: Callable[[], object], *, primary: bool = False
    ) -> None:
        """A button as wide as the column, where there is still room for it."""
        if self.y + _BUTTON > self.bottom:
            return
        button(
            self.canvas, self.targets, name, (self.left, self.y - 2, self.width, 36.0), words, press,
            key=key, primary=primary,
        )  # fmt: skip
        self.y += BUTTON_STEP
