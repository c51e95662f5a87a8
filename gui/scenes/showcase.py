"""A showcase being watched: chapters, captions, the stored opinions, any pace, from any point."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import inf
from typing import Literal

import pygame

from game.advice import Advice, Choice
from game.facts import BookFacts, KnownFacts, PathFacts
from game.record import Chapter
from game.review import value_of, values
from game.session import Session
from game.showcase import Showcase, minutes
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games.guideline.book_status import queue_words
from gui.play.chapters import ChapterPanel, Placing, draw_ways, next_showcase
from gui.play.game_ui import RenderState
from gui.play.panel import PanelColumn
from gui.play.playhead import OWN, SPEEDS, Scheduled, SessionPlayhead
from gui.play.sources import certain, source_word
from gui.play.timeline import ValueCurve
from gui.scenes.board_scene import BoardScene
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Command, Tip
from gui.ui.controls import chip
from gui.ui.graph import Axis
from gui.ui.layout import Frame
from gui.ui.text import chance_words, grouped

CHANCES = Axis(0.0, 1.0, ((1.0, "100"), (0.5, "50"), (0.0, "0")))  # in per cent
_CAPTION = 304.0  # the width of the caption's column where there is room beside the board
_WIDE = 800.0  # units of a board beside which there is
_ROW, _LOW_ROW = 40.0, 34.0  # of a chapter in the list; where there are many
_FEW = 7
_LEAST = 210.0  # units of a panel for the chapters and the buttons, at least
_SOURCE, _AIR = 52.0, 12.0  # for what was thought, in two lines; between list and words
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
        self.places = self._places()  # of each ply on the timeline

    def set_speed(self, speed: float) -> None:
        super().set_speed(speed)
        if self.shown.through != (speed == OWN):
            self.shown = replace(self.shown, through=speed == OWN)
            self.seconds = self.shown.when(self.at)
            self.places = self._places()

    def _places(self) -> tuple[int, ...]:
        return tuple(int(10 * self.shown.when(ply)) for ply in range(self.session.length + 1))

    @property
    def speed_tip(self) -> Tip:
        tip = super().speed_tip
        if not self.video:
            return tip
        return Tip(f"{tip.words}, or the video’s pace of {minutes(self.video)}", f"{tip.key}, V")

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
    keys_title = "Showcases"

    def __init__(self, context: AppContext, back: Scene | None, shown: Showcase) -> None:
        super().__init__(context, back, Session.resume(shown.record))
        self.head = ShowcasePlayhead(self.session, shown)
        self.chapters = ChapterPanel(self.head)
        first = self.session.opinions.get(0)
        self.book = "" if first is None else first.read(BookFacts).book

    def bar_detail(self) -> str:
        return f"Showcase · {self.head.shown.title}"

    def pace_words(self) -> str:
        return ""

    def motion_seconds(self) -> float:
        """Of the last move: longer where its way is, and not longer than it is shown."""
        long = super().motion_seconds()
        turns = sum(0.3 if each == "down" else 1.0 for each in self._way(self.session.cursor - 1))
        step = self.head.shown.when(self.session.cursor) - self.head.shown.when(self.session.cursor - 1)
        wanted = long * min(_STRETCHED, 1 + turns / 5) / max(1.0, self.head.rate)
        return max(_BRIEFEST, min(wanted, _MOVING * step / self.head.rate))

    def _sound(self) -> None:
        if not self.slow:  # then it sounds when it has come to its end
            super()._sound()

    def update(self, seconds: float) -> Scene | None:
        slow, here = self.slow, self.head.at
        scene = super().update(seconds)
        if slow and not self.slow and self.head.at == here:
            self._sound()
        return scene

    def refresh(self) -> None:
        super().refresh()
        self.chapters.follow(self.targets)

    def _mouse_event(self, event: pygame.event.Event) -> None:
        if not self.chapters.scroll.handle_mouse(event, self.context.scale, self.targets):
            super()._mouse_event(event)

    def play_on(self) -> None:
        """Take the seat of the side to move, against the engine; the showcase waits here."""
        if self.session.position.over:
            self.context.reply("The game is over here. Go back a move to play on.")
            return
        self.head.playing = False
        super().play_on()

    def guess(self) -> None:
        """Guess the moves that follow; at the end, those of the whole game."""
        self.head.playing = False
        self.go(
            to.Guess(self.session, begin=0 if self.session.position.over or self.head.ended else self.head.at)
        )

    def open_book(self) -> None:
        """Walk through the book that plays here, to come back to this place."""
        self.head.playing = False
        self.go(to.Books(self.book))

    def take_side(self) -> None:
        """Take the seat of the side to move where the last chapter begins that is not over yet."""
        self.head.seek(self._open_chapter().ply)
        self.play_on()

    def _open_chapter(self) -> Chapter:
        """The last chapter at whose beginning a move can be made."""
        open_at = (each for each in self.chapters.chapters if not self.session.position_at(each.ply).over)
        return list(open_at)[-1]

    @property
    def ended(self) -> bool:
        """True if it is over."""
        return self.head.ended and not self.head.playing

    def ways(self) -> list[Command]:
        """Return the commands that lead to other scenes; once it is over also to another showcase."""
        over = self.session.position.over
        ways = next_showcase(self, self.head) if self.ended else []
        if self.book:
            about = "open the book that plays here"
            ways.append(Command("B", self.open_book, about, "Open this book", "book", short="Book"))
        about, words = "guess the moves from here", "Guess the moves"
        ways.append(Command("F", self.guess, about, words, "guess", short="Guess"))
        if not over:
            about, words = "play on from here", "Play on from here"
            ways.append(Command("P", self.play_on, about, words, "play on", short="Play on"))
        elif self.ended:
            chapter = self._open_chapter()
            side = self.sides()[self.session.position_at(chapter.ply).to_move]
            words = f"Take {side}’s side"
            ways.append(Command("T", self.take_side, "take a side in the last chapter", words, "take side"))
        return ways

    def commands(self) -> list[Command]:
        ways = [each for each in self.ways() if each.help]
        refused = Command("P", self.play_on)  # which says why where the game is over
        return [*ways, refused, *super().commands()]

    # -- the picture --

    def board_box(self, frame: Frame) -> Box:
        x, y, width, height = frame.board
        if self._beside(frame) == "small":
            return self._placing(frame).board
        if width < _WIDE:
            return super().board_box(frame)
        return (x + _CAPTION - 24, y, width - _CAPTION + 24, height)

    def _beside(self, frame: Frame) -> Literal["large", "panel", "small"]:
        """Return the place of the words: beside the board, in the panel if that has room, or in small letters."""
        if frame.board[2] >= _WIDE:
            return "large"
        words = self.chapters.height(self.context, frame.panel_width - 2 * frame.margin) + _SOURCE + _AIR
        return "small" if frame.drawer or words + _LEAST > frame.panel[3] else "panel"

    def _placing(self, frame: Frame) -> Placing:
        """The words and the board where they share the room."""
        box = super().board_box(frame)
        return self.chapters.place(self.context, frame.margin, box, self.ui.board.aspect, _SOURCE)

    def draw_beside(self, canvas: Canvas, frame: Frame) -> None:
        where = self._beside(frame)
        if where == "small":
            placing = self._placing(frame)
            x, y, width, _ = placing.words
            if frame.drawer and self.ended:
                draw_ways(canvas, self.targets, (x, y + 12, width, 0.0), self.ways())
                return
            bottom = y + placing.words[3]
            y = self.chapters.draw_small(canvas, placing)
            if y + 28 <= bottom:
                self._draw_source(canvas, (x, y + 16), width, whole=False, bottom=bottom)
        elif where == "large":
            left, width = frame.margin * 2, _CAPTION - frame.margin - 24
            y = self.chapters.draw_current(canvas, (left, frame.board[1], width, frame.board[3]))
            self._draw_source(canvas, (left, y + 28), width, bottom=frame.foot - 8)

    def _draw_source(
        self, canvas: Canvas, at: Point, width: float, *, whole: bool = True, bottom: float = inf
    ) -> None:
        """Draw the source of the opinion on the position; the `whole` of it, or a chip, a figure and a few words."""
        ply = self.head.shown.spoken(self.head.seconds)
        advice, colour, (x, y) = self.session.opinions.get(ply), canvas.theme.colour, at
        if advice is None or not advice.choices:
            return
        best, book, language = advice.choices[0], advice.read(BookFacts), self.ui.language
        items = list[str]()
        if book.chance is None:
            value, position = value_of(advice), self.session.position_at(ply)
            figure, words = str(best.proof or ""), f"with {language.move_words(position, best.move)}"
            if value is not None and not figure:
                figure = f"{language.figure(value)} {language.cost_unit}".rstrip()
                words = f"{language.reading(position, seat=position.to_move)}, {words}"
        else:
            figure, words = chance_words(book.chance), "for this queue"
            items = [queue_words(advice)]
        x += chip(canvas, at, source_word(advice), proven=certain(advice)) + 12
        x += canvas.text((x, y), figure, "strong", colour.amber_text) + 8 if figure else 0
        below = (*items, *matched(advice)) if whole else ()
        if canvas.text_width(words, "label") <= at[0] + width - x:
            canvas.text((x, y), words, "label", colour.text3)
        else:
            below = (words, *below)
        y += 18
        for line in below:
            if (
                y + 20 * len(canvas.renderer.wrap(line, canvas.theme.type["label"], width, canvas.scale))
                > bottom
            ):
                return
            y += canvas.paragraph((at[0], y, width, 0), line, "label", colour.text3) + 2

    @property
    def slow(self) -> bool:
        """True if the last move is shown slowly: as far as the schedule has come with it."""
        return self.head.part.pace == "slow"

    def _look(self) -> RenderState:
        """With the way of the piece: the last one's as long as it moves, else that of the best choice."""
        here, look = self.session.cursor, super()._look()
        if self.slow:
            grown = self.head.part.share(self.head.seconds)
            return replace(look, way=self._way(here - 1), grown=grown, slow=True)
        return replace(look, way=self._way(here - 1 if self.moving else here))

    def _way(self, ply: int) -> tuple[str, ...]:
        """The inputs of the move that was chosen at a ply; none where they were not told."""
        advice = self.session.opinions.get(ply)
        return () if advice is None else advice.read(PathFacts).way

    def shown_choices(self) -> tuple[Choice, ...]:
        if self.slow or (self.head.playing and self.head.part.pace == "rest"):
            return ()  # a chapter's event, or its result, is looked at
        advice = self.advice()
        return advice.choices[:3] if advice is not None and not self.session.position.over else ()

    def draw_column(self, column: PanelColumn) -> None:
        where, ways = self._beside(column.frame), self.ways()
        wide, words = where == "large", where == "panel" and not self.ended
        column.heading("Chapters", step=37 if wide else 32)
        row = _ROW if wide and len(self.chapters.chapters) <= _FEW else _LOW_ROW
        if self.ended:
            column.buttons_at_foot(ways)
        elif ways:
            column.at_foot(ways)
        with column.keeping(8):
            below = self.chapters.height(self.context, column.width) + _SOURCE + _AIR if words else 0.0
            self.chapters.draw_list(column, max(2 * row, column.room - below), row)
            if words:
                column.y += 4 - row / 2 + _AIR
                self.chapters.draw_words(column, self.context)
                self._draw_source(column.canvas, (column.left, column.y + 20), column.width, whole=False)
            elif not self.ended:
                self._draw_facts(column)

    def _draw_facts(self, column: PanelColumn) -> None:
        """Draw the facts of the book, or of the game, that fit."""
        book = about_book(self.session)
        seats = zip(self.sides(), self.session.seats, strict=True)
        rows = book or [(side, seat.name) for side, seat in seats]
        rows.append(
            (f"{self.ui.language.move_word.capitalize()}s", f"{self.session.cursor} of {self.session.length}")
        )
        room = int((column.room - 40) // 28)
        if room >= min(2, len(rows)):
            column.y += 18
            column.heading("The book" if book else "The game", step=29)
            for label, value in rows[:room] if book else rows[-room:]:
                column.line(label, value)

    def _chances(self) -> tuple[float | None, ...]:
        """By ply the chance that a book gave the queue in sight; empty where no book spoke in this game."""
        advice_list = [self.session.opinions.get(ply) for ply in range(self.session.length + 1)]
        results = tuple(None if each is None else each.read(BookFacts).chance for each in advice_list)
        return () if all(each is None for each in results) else results

    def course(self) -> ValueCurve:
        messages, shown = self._chances() or values(self.session), self.head.shown
        return ValueCurve(
            values=messages,
            axis=CHANCES if self._chances() else self.ui.language.axis(messages),
            cursor=self.head.tenths,
            last=int(10 * shown.seconds),
            label=f"Time, of {minutes(shown.seconds)}",
            figure=minutes(self.head.seconds),
            marks=tuple((int(10 * seconds), chapter.title) for seconds, chapter in shown.chapter_times),
            opinion=False,
            drawn_to=self.head.tenths,
            places=self.head.places,
        )

    def seek(self, place: int) -> None:
        self.head.show_tenths(place)


# What a book says of its game: for how many queues it has a move, and the book itself.


def matched(advice: Advice) -> list[str]:
    """For how many queues the book has its move, and for which; or why it is silent."""
    facts, why = advice.read(BookFacts), advice.read(KnownFacts).silent
    run, shared, queues = facts.run, facts.shared, facts.queues
    lines = [f"{why[:1].upper()}{why[1:]}."] if why else []
    if shared and queues:
        every = grouped(int(queues))
        which = (
            f"all {every} queues" if shared == queues else f"{grouped(int(shared))} of {every} queues: {run}"
        )
        lines.append(f"The book has this move for {which}.")
    return lines


def about_book(session: Session) -> list[tuple[str, str]]:
    """The book that the game begins with, in a few figures; nothing for another game."""
    first = session.opinions.get(0)
    if first is None or first.source != "book":
        return []
    details = first.read(BookFacts)
    facts = (
        ("Positions", details.positions),
        ("Queues that have a move", details.sequences),
    )
    lines = [(label, grouped(int(value))) for label, value in facts if value is not None]
    return lines if details.bytes is None else [*lines, ("Size on disk", f"{details.bytes / 1000:,.0f} kB")]
