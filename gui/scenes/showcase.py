"""A showcase being watched: chapters, captions, the stored opinions, any pace, from any point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from game.advice import Advice, Choice
from game.record import Chapter
from game.review import values
from game.session import Session
from game.showcase import Showcase, minutes
from gui.context import AppContext, Scene
from gui.play.game_ui import Axis, PanelColumn, RenderState, ValueCurve, certain, source_word
from gui.play.players import seats_for
from gui.play.playhead import OWN, SPEEDS, Scheduled, SessionPlayhead
from gui.scenes.board_scene import BoardScene
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Command
from gui.ui.controls import chip, heading
from gui.ui.layout import Frame
from gui.ui.text import chance_words, grouped

# What a book says of its game in a showcase: the chance of the queue in sight, the run, and the book itself.

CHANCES = Axis(0.0, 1.0, ((1.0, "100"), (0.5, "50"), (0.0, "0")))  # in per cent


def number(advice: Advice | None, key: str) -> float | None:
    """A fact that is a number; None where it was not told."""
    fact = None if advice is None else advice.facts.get(key)
    return float(fact) if isinstance(fact, float | int) else None


def chances(session: Session) -> tuple[float | None, ...] | None:
    """By ply the chance that a book gave the queue in sight; None where no book spoke in this game."""
    opinions = session.opinions
    found = tuple(number(opinions.get(ply), "chance") for ply in range(session.length + 1))
    return found if any(each is not None for each in found) else None


def aims(advice: Advice) -> tuple[str, ...]:
    """What the chance is about, at length and shorter: `to a perfect clear`, `perfect clear`."""
    end = advice.facts.get("aim")
    return (f"to a {end}", end) if isinstance(end, str) and end else ("to the end of the line", "to the end")


def matched(advice: Advice) -> list[str]:
    """The run that a queue belongs to and how many queues share it, a line each; or why the book is silent."""
    run, shared, queues = advice.facts.get("run"), number(advice, "shared"), number(advice, "queues")
    why = advice.facts.get("silent")
    lines = [f"The book: {why}"] if why else []
    lines += [f"Run {run}" if run != "any queue" else "One run for all queues"] if run else []
    if shared and queues:
        lines.append(f"{grouped(int(shared))} of {grouped(int(queues))} queues share it")
    return lines


def about_book(session: Session) -> Iterator[tuple[str, str]]:
    """The book that the game begins with, in a few figures; nothing for another game."""
    first = session.opinions.get(0)
    if first is None or first.source != "book":
        return
    names = (
        ("Positions", "positions"),
        ("Runs", "runs"),
        ("Queues that have a move", "sequences"),
        ("Size on disk", "bytes"),
    )
    for label, key in names:
        value = number(first, key)
        if value is not None:
            words = f"{value / 1000:,.0f} kB" if key == "bytes" else grouped(int(value))
            yield label, words


def draw_source(
    canvas: Canvas, at: Point, width: float, advice: Advice, words: tuple[str, str], *, whole: bool
) -> float:
    """Where an opinion comes from in a chip, its figure, and a few words; the height that takes.

    `words` are the figure and the move of what is no chance. `whole`: the run that matched, too.
    """
    colour = canvas.theme.colour
    x, y = at
    x += chip(canvas, at, source_word(advice), proven=certain(advice)) + 12
    chance = number(advice, "chance")
    told = words[0] if chance is None else chance_words(chance)
    forms = (f"with {words[1]}",) if chance is None else aims(advice)
    x += canvas.text((x, y), told, "strong", colour.amber_text) + 8
    room = at[0] + width - x
    fitting = (form for form in forms if canvas.text_width(form, "label") <= room)
    about = next(fitting, canvas.fitted(forms[-1], "label", room))
    canvas.text((x, y), about, "label", colour.text3)
    y += 30
    for line in matched(advice) if whole else ():
        canvas.text((at[0], y), canvas.fitted(line, "label", width), "label", colour.text3)
        y += 22
    return y - at[1]


_CAPTION = 304.0  # the width of the caption's column where there is room beside the board
_WIDE = 800.0  # units of a board beside which there is
_ROW, _LOW_ROW = 40.0, 34.0  # of a chapter in the list; where there are many
_FEW = 7
_BUTTON = 60.0  # for the button below it all
_STRETCHED = 2.6  # how much longer than a plain fall the longest way takes
_MOVING, _BRIEFEST = 0.45, 0.01  # of a piece's time, at most; seconds


class ShowcasePlayhead(Scheduled, SessionPlayhead):
    """Follows the showcase's own schedule, at any speed, or the pace of the video that it tells again."""

    def __init__(self, session: Session, shown: Showcase) -> None:
        super().__init__(session)
        self.shown = shown
        self.video = shown.record.video
        self.speeds = (*SPEEDS, OWN) if self.video else SPEEDS
        self.speed = OWN if shown.through else 1.0
        self.speed_tip = (
            f"Speed  (+ and −), the video’s pace of {minutes(self.video)}  (V)"
            if self.video
            else self.speed_tip
        )

    def set_speed(self, speed: float) -> None:
        super().set_speed(speed)
        if self.shown.through != (speed == OWN):
            self.shown = replace(self.shown, through=speed == OWN)
            self.seconds = self.shown.when(self.at)

    @property
    def speed_words(self) -> str:
        return "Video" if self.speed == OWN else super().speed_words

    def commands(self, play: str = "play and pause") -> list[Command]:
        to_video = partial(self.set_speed, 1.0 if self.speed == OWN else OWN)
        video = [Command("V", to_video, "the pace of the video, and back")] if self.video else []
        return [*video, *super().commands(play)]


class ShowcaseScene(BoardScene):
    """Plays a record by the showcase's own schedule; no engine thinks meanwhile."""

    head: ShowcasePlayhead

    name = "showcase"

    def __init__(self, context: AppContext, back: Scene | None, shown: Showcase) -> None:
        super().__init__(context, back, Session.resume(shown.record))
        self.head = ShowcasePlayhead(self.session, shown)

    @property
    def shown(self) -> Showcase:
        return self.head.shown

    @property
    def seconds(self) -> float:
        return self.head.seconds

    @property
    def playing(self) -> bool:
        return self.head.playing

    def at(self, seconds: float) -> None:
        self.head.show_moment(seconds)

    def bar_detail(self) -> str:
        return f"Showcase · {self.head.shown.title}"

    def pace_words(self) -> str:
        return ""

    def motion_seconds(self) -> float:
        """Of the last move: longer where its way is, and not longer than it is shown."""
        long = super().motion_seconds()
        turns = sum(0.3 if each == "down" else 1.0 for each in self._way(self.session.cursor - 1))
        step = self.head.when(self.session.cursor) - self.head.when(self.session.cursor - 1)
        wanted = long * min(_STRETCHED, 1 + turns / 5) / max(1.0, self.head.rate)
        return max(_BRIEFEST, min(wanted, _MOVING * step / self.head.rate))

    def play_on(self) -> None:
        """Take the seat of the side to move, against the engine; the showcase waits here."""
        if self.session.position.over:
            self.context.reply("The game is over here. Go back a move to play on.")
            return
        self.head.playing = False
        seats = seats_for(self.context.config, self.session.position)
        branch = self.session.take_over(self.session.cursor, seats)
        self.go(self.context.router.play(branch, self))

    def commands(self) -> list[Command]:
        return [Command("P", self.play_on, "play on from here"), *super().commands()]

    # -- the picture --

    def board_box(self, frame: Frame) -> Box:
        x, y, width, height = frame.board
        if width < _WIDE:
            return frame.board
        return (x + _CAPTION - 24, y, width - _CAPTION + 24, height)

    def draw_beside(self, canvas: Canvas, frame: Frame) -> None:
        chapter = self.head.chapter
        if chapter is None or frame.board[2] < _WIDE:
            return
        colour = canvas.theme.colour
        number = self.session.chapters.index(chapter) + 1
        left, width = frame.margin * 2, _CAPTION - frame.margin - 24
        wrapped = self.context.letters.wrap(chapter.caption, canvas.theme.type["body"], width, canvas.scale)
        y = frame.board[1] + max(24.0, (frame.board[3] - 110 - 24 * len(wrapped)) / 2)
        canvas.text((left, y), f"Chapter {number} of {len(self.session.chapters)}", "label", colour.text3)
        y += 20
        for line in self.context.letters.wrap(
            chapter.title, canvas.theme.type["figure"], width, canvas.scale
        ):
            canvas.text((left, y + 14), line, "figure", colour.text)
            y += 34
        y += 12 + canvas.paragraph((left, y + 8, width, 0), chapter.caption, "body", colour.text2)
        self._draw_source(canvas, (left, y + 28), width)

    def _draw_source(
        self, canvas: Canvas, at: tuple[float, float], width: float, *, whole: bool = True
    ) -> float:
        """What was thought of the position, in a chip, a figure and a few words; the height that takes."""
        advice = self.advice()
        if advice is None or not advice.choices:
            return 0.0
        best = advice.choices[0]
        figure = best.proof or self.ui.figure(best.score)
        move = self.ui.move_words(self.session.position, best.move)
        return draw_source(canvas, at, width, advice, (figure, move), whole=whole)

    def _look(self) -> RenderState:
        """With the way of the piece: the last one's as long as it moves, else that of the best choice."""
        here = self.session.cursor
        return replace(super()._look(), way=self._way(here - 1 if self.moving else here))

    def _way(self, ply: int) -> tuple[str, ...]:
        """The inputs of the move that was chosen at a ply; none where they were not told."""
        advice = self.session.opinions.get(ply)
        way = advice.facts.get("way") if advice is not None else None
        return tuple(way.split()) if isinstance(way, str) else ()

    def shown_choices(self) -> tuple[Choice, ...]:
        advice = self.advice()
        return advice.choices[:3] if advice is not None and not self.session.position.over else ()

    def draw_column(self, column: PanelColumn) -> None:
        canvas = column.canvas
        heading(canvas, (column.left, column.y), "Chapters")
        now, wide = self.head.chapter, column.frame.board[2] >= _WIDE
        column.y += 37 if wide else 32
        told = 0.0 if wide or now is None else self._height_of(column, now)
        self._chapter_rows(column, now, column.bottom - _BUTTON - told)
        if wide:
            self._facts(column)
        elif now is not None:
            self._told_below(column, now)
        column.y = max(column.y + 8, 0)
        if not self.session.position.over:
            column.button("play on", "Play on from here", "P", self.play_on)

    def _chapter_rows(self, column: PanelColumn, now: Chapter | None, bottom: float) -> None:
        """The chapters; where there is not room for all, those around the one of the moment."""
        times = self.head.shown.chapter_times
        wide = column.frame.board[2] >= _WIDE
        row = _ROW if wide and len(times) <= _FEW else _LOW_ROW
        most = max(1, min(len(times), int((bottom - column.y + row / 2) // row)))
        here = next((place for place, (_, each) in enumerate(times) if each == now), 0)
        first = max(0, min(here - most // 2, len(times) - most))
        for number, (start, chapter) in list(enumerate(times, 1))[first : first + most]:
            self._chapter_row(column, number, start, chapter, chapter == now, row)

    def _height_of(self, column: PanelColumn, chapter: Chapter) -> float:
        """The height of a caption with what was thought, in a narrow column."""
        canvas = column.canvas
        style = canvas.theme.type["body"]
        lines = self.context.letters.wrap(chapter.caption, style, column.width, canvas.scale)
        return 24.0 * len(lines) + (68.0 if self.advice() is not None else 12.0)

    def _told_below(self, column: PanelColumn, chapter: Chapter) -> None:
        """The caption and what was thought, where there is no room for them beside the board."""
        canvas, colour = column.canvas, column.canvas.theme.colour
        column.y += 4
        room = max(1, int((column.bottom - column.y - _BUTTON) / 24))
        place = (column.left, column.y, column.width, 0.0)
        column.y += canvas.paragraph(place, chapter.caption, "body", colour.text2, room) + 20
        if column.bottom - column.y >= _BUTTON + 20:
            self._draw_source(canvas, (column.left, column.y), column.width, whole=False)
        column.y += 20

    def _chapter_row(
        self, column: PanelColumn, number: int, start: float, chapter: Chapter, now: bool, height: float
    ) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        inset = 16.0 if column.frame.margin >= 24 else 10.0
        box = (column.left - inset, column.y - height / 2, column.width + 2 * inset, height)
        hovered = self.targets.add(
            f"chapter {number}", box, partial(self.head.to_chapter, number - 1), radius=8
        )
        if now or hovered:
            canvas.panel(box, colour.raised, radius=8)
        ink, style = (colour.text, "strong") if now else (colour.text2, "body")
        canvas.text((column.left + 12, column.y), str(number), "label", colour.text3, "middle")
        time = ink if now else colour.text3
        used = canvas.text((column.right, column.y), minutes(start), "label", time, "right")
        title = canvas.fitted(chapter.title, style, column.width - 52 - used)
        canvas.text((column.left + 40, column.y), title, style, ink)
        column.y += height

    def _facts(self, column: PanelColumn) -> None:
        """What there is room for of the book, or of the game."""
        canvas, colour = column.canvas, column.canvas.theme.colour
        rows = list(about_book(self.session))
        title = "The book" if rows else "The game"
        if not rows:
            pairs = zip(self.sides(), self.session.seats, strict=True)
            rows = [(side, seat.name) for side, seat in pairs]
        rows.append((f"{self.ui.move_word.capitalize()}s", f"{self.session.cursor} of {self.session.length}"))
        room = int((column.bottom - column.y - _BUTTON - 40) // 28)
        if room < min(2, len(rows)):
            return
        column.y += 18
        heading(canvas, (column.left, column.y), title)
        column.y += 29
        for label, value in rows[-room:] if title == "The game" else rows[:room]:
            canvas.text((column.left, column.y), label, "label", colour.text3)
            canvas.text((column.right, column.y), value, "body", colour.text, "right")
            column.y += 28

    def course(self) -> ValueCurve:
        promised = chances(self.session)
        said = values(self.session) if promised is None else promised
        return ValueCurve(
            values=said,
            axis=self.ui.axis(said) if promised is None else CHANCES,
            cursor=self.session.cursor,
            last=max(1, self.session.length),
            label=f"Time, of {minutes(self.head.shown.seconds)}",
            figure=minutes(self.head.seconds),
            marks=tuple((chapter.ply, chapter.title) for chapter in self.session.chapters),
            opinion=False,
            drawn_to=self.session.cursor,
        )
