"""A showcase being watched: chapters, captions, the stored opinions, any pace, from any point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from game.advice import Advice, Choice
from game.review import values
from game.session import Session
from game.showcase import Showcase, minutes
from gui.context import AppContext, Scene
from gui.play.chapters import ChapterPanel
from gui.play.game_ui import Axis, PanelColumn, RenderState, ValueCurve, certain, source_word
from gui.play.players import seats_for
from gui.play.playhead import OWN, SPEEDS, Scheduled, SessionPlayhead
from gui.scenes.board_scene import BoardScene
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Command
from gui.ui.controls import chip
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
    """What the chance is about, ever shorter: `to a perfect clear with these pieces`, `to a perfect clear`."""
    end = advice.facts.get("aim")
    named = isinstance(end, str) and end
    forms = (f"to a {end}", str(end)) if named else ("to the end of the line", "to the end")
    return f"{forms[0]} with these pieces", *forms


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

    def set_speed(self, speed: float) -> None:
        super().set_speed(speed)
        if self.shown.through != (speed == OWN):
            self.shown = replace(self.shown, through=speed == OWN)
            self.seconds = self.shown.when(self.at)

    @property
    def speed_tip(self) -> str:
        tip = super().speed_tip
        return f"{tip}, the video’s pace of {minutes(self.video)}  (V)" if self.video else tip

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
    def chapters(self) -> ChapterPanel:
        return ChapterPanel(self.head, [minutes(start) for start, _ in self.head.shown.chapter_times])

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
        if frame.board[2] >= _WIDE:
            left, width = frame.margin * 2, _CAPTION - frame.margin - 24
            y = self.chapters.draw_told(canvas, (left, frame.board[1], width, frame.board[3]))
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
        wide, over = column.frame.board[2] >= _WIDE, self.session.position.over
        column.heading("Chapters", step=37 if wide else 32)
        row = _ROW if wide and len(self.chapters.marks) <= _FEW else _LOW_ROW
        with column.keeping(_BUTTON):
            self.chapters.draw_list(column, 0 if wide else self._height_told(column), row)
            if wide:
                self._draw_facts(column)
            else:
                self._draw_told(column)
        column.y += 8
        if not over:
            column.button("play on", "Play on from here", "P", self.play_on)

    def _height_told(self, column: PanelColumn) -> float:
        """The height of the caption with what was thought, in a narrow column."""
        style, caption = column.canvas.theme.type["body"], self.chapters.told.caption
        lines = self.context.letters.wrap(caption, style, column.width, column.canvas.scale)
        return 24.0 * len(lines) + (68.0 if self.advice() is not None else 12.0)

    def _draw_told(self, column: PanelColumn) -> None:
        """The caption and what was thought, where there is no room for them beside the board."""
        column.y += 4
        column.paragraph(self.chapters.told.caption, after=20)
        if column.room >= 20:
            self._draw_source(column.canvas, (column.left, column.y), column.width, whole=False)
        column.y += 20

    def _draw_facts(self, column: PanelColumn) -> None:
        """What there is room for of the book, or of the game."""
        book = list(about_book(self.session))
        seats = zip(self.sides(), self.session.seats, strict=True)
        rows = book or [(side, seat.name) for side, seat in seats]
        rows.append((f"{self.ui.move_word.capitalize()}s", f"{self.session.cursor} of {self.session.length}"))
        room = int((column.room - 40) // 28)
        if room >= min(2, len(rows)):
            column.y += 18
            column.heading("The book" if book else "The game", step=29)
            for label, value in rows[:room] if book else rows[-room:]:
                column.line(label, value)

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
