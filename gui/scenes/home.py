"""Home: the tables that play by themselves, the showcases, and the way back to the last game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game import library
from game import showcase as showcases
from game.advice import Advice
from game.errors import KibitzError
from game.library import Saved
from game.position import Position, open_position
from game.record import read_record
from game.session import Session
from game.showcase import Showcase
from gui.drawing import icons
from gui.drawing.canvas import Box, Canvas
from gui.faces import face_of
from gui.frame.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.frame.controls import button, heading
from gui.frame.layout import BAR, Frame
from gui.previews import draw_mark, draw_preview
from gui.salon import Salon
from gui.scene import Scene
from gui.table.seating import new_seats

_FOOT = 64.0
_LOW_TABLE = 310.0  # the height of a table below which its words get shorter
_GAMES = (
    ("zuniq", "36 dots, 60 walls", "Draw walls, never close two zones of one size, and draw the last."),
)


class HomeScene(Scene):
    """The first scene. The table plays the showcase of its game over and over."""

    name = "home"

    def __init__(self, salon: Salon) -> None:
        super().__init__(salon)
        self.targets.focus = "zuniq play"
        self._shown, problems = showcases.load_all()
        for problem in problems:
            salon.say(problem)
        self._sessions: dict[str, Session] = {}
        self._clock = 0.0
        self._last: Session | None = None
        self._last_created = ""
        self._saved: Sequence[Saved] = ()

    def entered(self) -> None:
        super().entered()
        self.offer(self._find_last(), library.saved_games())

    def offer(self, last: Session | None, saved: Sequence[Saved]) -> None:
        """Show the way back into the `last` game, where there is one, and into the games kept."""
        self._last = last
        self._saved = saved

    def _find_last(self) -> Session | None:
        """The game that was being played when the window was closed."""
        record, reason = library.resume("zuniq")
        if reason:
            self.salon.say(reason)
        if record is None or not record.moves:
            return None
        try:
            self._last_created = record.created
            return Session.resume(record)
        except KibitzError as error:
            self.salon.say(str(error))
            return None

    def update(self, seconds: float) -> Scene | None:
        self._clock += seconds
        self.salon.room.poll()
        return self.next

    # -- where one can go --

    def _play(self, game: str) -> None:
        self.go(self.salon.doors.new_game(self, game))

    def _coach(self, game: str) -> None:
        """A game against the engine with hints, at once, as the settings have it."""
        config = self.salon.config.zuniq
        seats = new_seats(0 if config.seat == "white" else 1, config.level, config.game_seconds)
        session = Session.new(game, {"dots": config.dots}, seats)
        self.go(self.salon.doors.play(session, self, hints=True))

    def _watch(self, game: str) -> None:
        """Two engines at full strength."""
        config = self.salon.config.zuniq
        seats = new_seats(None, "full", config.game_seconds)
        self.go(self.salon.doors.play(Session.new(game, {"dots": config.dots}, seats), self, hints=True))

    def _continue(self) -> None:
        if self._last is not None:
            self.go(self.salon.doors.play(self._last, self, created=self._last_created))

    def _open_showcase(self, name: str) -> None:
        try:
            self.go(self.salon.doors.showcase(name, self))
        except KibitzError as error:
            self.salon.say(str(error))

    def key(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_c and self._last is not None:
            self._continue()
        elif event.key == pygame.K_q and event.mod & pygame.KMOD_CTRL:
            self.go(None)
        else:
            super().key(event)

    def keys(self) -> list[tuple[str, str]]:
        return [("C", "go on with the last game"), ("Ctrl Q", "close the window")]

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self.salon.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame, panel=False)
        draw_bar(canvas, frame, self)
        top = self._draw_greeting(canvas, frame)
        self._draw_tables(canvas, frame, top)
        self._draw_foot(canvas, frame)
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _draw_greeting(self, canvas: Canvas, frame: Frame) -> float:
        colour = canvas.theme.colour
        if frame.height < 460:
            return BAR + 8
        small = frame.height < 640 or frame.width < 900
        canvas.text(
            (frame.margin, BAR + (28 if small else 46)),
            "A table is playing.",
            "figure" if small else "display",
            colour.text,
        )
        canvas.text(
            (frame.margin, BAR + (58 if small else 86)),
            "Watch, take a seat, or ask for advice.",
            "body" if small else "lead",
            colour.text3,
        )
        return BAR + (80 if small else 128)

    def _draw_tables(self, canvas: Canvas, frame: Frame, top: float) -> None:
        bottom = frame.height - _FOOT - 24
        beside = frame.width >= 820
        width = frame.width - 2 * frame.margin
        table = width * 0.66 - 8 if beside else width
        shows = 0.0 if beside else (72.0 if frame.height >= 460 else 0.0)
        box = (frame.margin, top, table, bottom - top - shows)
        self._draw_table(canvas, box, *_GAMES[0])
        if beside:
            left = frame.margin + table + 16
            self._draw_aside(canvas, (left, top, frame.width - frame.margin - left, bottom - top))
        elif shows:
            self._draw_showcases(canvas, (frame.margin, bottom - shows + 12, width, shows - 12))

    def _draw_table(self, canvas: Canvas, box: Box, game: str, short: str, about: str) -> None:
        colour = canvas.theme.colour
        x, y, width, height = box
        canvas.panel(box, colour.panel, radius=12, edge=colour.line)
        beside = (520.0 if height < _LOW_TABLE else 560.0) <= width and height <= width
        if beside:
            shown = height if height < _LOW_TABLE else min(width * 0.56, height * 1.4)
            picture = (x + 1, y + 1, shown, height - 2)
        else:
            picture = (x + 1, y + 1, width - 2, height - 116)
        canvas.panel(picture, colour.well, radius=12)
        position, advice = self._moment(game)
        inner = (picture[0] + 16, picture[1] + 16, picture[2] - 32, picture[3] - 32)
        draw_preview(canvas, inner, position, advice)
        if beside:
            words = (x + shown + 32, y, min(width - shown - 56, 400.0), height)
            self._draw_table_words(canvas, words, game, short, about)
        else:
            self._draw_table_line(canvas, (x + 16, y + height - 112, width - 32, 104), game, short)

    def _draw_table_words(self, canvas: Canvas, box: Box, game: str, short: str, about: str) -> None:
        colour, title = canvas.theme.colour, face_of(game).title
        x, y, width, height = box
        low = height < _LOW_TABLE
        y += max(16.0, height / 2 - 58) if low else max(24.0, height / 2 - 120)
        canvas.text((x, y + 14), title, "figure", colour.text)
        canvas.text((x, y + 44), short, "label", colour.text3)
        if low:
            self._draw_ways(canvas, (x, y + 72, width, 36.0), game, across=True)
        else:
            y += 80 + canvas.paragraph((x, y + 64, width, 0), about, "body", colour.text2, 3)
            self._draw_ways(canvas, (x, y, width, 36.0), game, across=False)

    def _draw_table_line(self, canvas: Canvas, box: Box, game: str, short: str) -> None:
        colour, title = canvas.theme.colour, face_of(game).title
        x, y, width, _ = box
        used = canvas.text((x, y + 22), title, "title", colour.text)
        if used + canvas.text_width(short, "label") + 24 < width:
            canvas.text((x + width, y + 22), short, "label", colour.text3, "right")
        self._draw_ways(canvas, (x, y + 52, width, 36.0), game, across=True)

    def _draw_ways(self, canvas: Canvas, box: Box, game: str, *, across: bool) -> None:
        """The buttons of a table, side by side in `box` or one below the other from there."""
        x, y, width, height = box
        each = (width - 16) / 3 if across else width
        for i, (name, words, press, about) in enumerate(self._ways(game)):
            place = (x + i * (each + 8), y, each, height) if across else (x, y + 44 * i, each, height)
            button(canvas, self.targets, f"{game} {name}", place, words, press, primary=i == 0, about=about)

    def _ways(self, game: str) -> tuple[tuple[str, str, Callable[[], None], str], ...]:
        return (
            ("play", "Play", lambda: self._play(game), "Choose seats, level and board"),
            ("coach", "Coach", lambda: self._coach(game), "A game at once, with hints"),
            ("watch", "Watch", lambda: self._watch(game), "Two engines at full strength"),
        )

    def _moment(self, game: str) -> tuple[Position, Advice | None]:
        """What the table shows now: the showcase of its game, over and over."""
        shown = next((each for each in self._shown if each.game == game), None)
        if shown is None:
            return open_position(game, {}), None
        session = self._session_of(shown)
        ply = (
            shown.at((self._clock * 1.5) % (shown.seconds + 2.0)).ply
            if not self.salon.still
            else session.length
        )
        position = session.position_at(ply)
        return position, session.opinions.get(ply)

    def _session_of(self, shown: Showcase) -> Session:
        if shown.name not in self._sessions:
            self._sessions[shown.name] = Session.resume(shown.record)
        return self._sessions[shown.name]

    def _draw_aside(self, canvas: Canvas, box: Box) -> None:
        """The showcases, and below them the last games."""
        x, y, width, height = box
        used = self._draw_showcases(canvas, box)
        rows = [saved for saved in self._saved if saved.record is not None]
        if not rows or height - used < 120:
            return
        heading(canvas, (x, y + used + 26), "Last games")
        y += used + 48
        for saved in rows[: int((box[1] + height - y + 8) // 64)]:
            self._draw_saved(canvas, (x, y, width, 56.0), saved)
            y += 64

    def _draw_showcases(self, canvas: Canvas, box: Box) -> float:
        """The showcases as rows; returns the height used."""
        x, y, width, height = box
        if height >= 120:
            heading(canvas, (x, y + 10), "Showcases")
            y += 32
        for shown in self._shown:
            if y + 56 > box[1] + height + 4:
                break
            words = (shown.title, f"{int(shown.seconds) // 60}:{int(shown.seconds) % 60:02d}")
            self._draw_row(
                canvas, (x, y, width, 56.0), f"showcase {shown.name}", words, self._to_showcase(shown)
            )
            icons.play(canvas, (x + 24, y + 28), canvas.theme.colour.text2, 0.8)
            y += 64
        return y - box[1]

    def _to_showcase(self, shown: Showcase) -> Callable[[], None]:
        return lambda: self._open_showcase(shown.name)

    def _draw_saved(self, canvas: Canvas, box: Box, saved: Saved) -> None:
        record = saved.record
        if record is None:
            return
        names = " – ".join(seat.name for seat in record.seats)
        words = (record.title or names, record.created[:10])
        self._draw_row(canvas, box, f"saved {saved.path.name}", words, lambda: self._open_saved(saved))
        draw_mark(canvas, (box[0] + 14, box[1] + 18, 20, 20), record)

    def _open_saved(self, saved: Saved) -> None:
        try:
            session = Session.resume(read_record(saved.path))
        except KibitzError as error:
            self.salon.say(str(error))
            return
        self.go(self.salon.doors.review(session, self))

    def _draw_row(
        self, canvas: Canvas, box: Box, name: str, words: tuple[str, str], press: Callable[[], None]
    ) -> None:
        """A row with a title and, at its right end, a time."""
        colour = canvas.theme.colour
        x, y, width, height = box
        hovered = self.targets.add(name, box, press, radius=12)
        canvas.panel(box, colour.raised if hovered else colour.panel, radius=12, edge=colour.line)
        used = canvas.text((x + width - 16, y + height / 2), words[1], "label", colour.text3, "right")
        title = canvas.fitted(words[0], "body", width - 76 - used)
        canvas.text((x + 48, y + height / 2), title, "body", colour.text)

    def _draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        colour = canvas.theme.colour
        y = frame.height - _FOOT
        canvas.rule((0, y), (frame.width, y), colour.line)
        middle, x = y + _FOOT / 2, frame.margin
        if self._last is not None:
            face = face_of(self._last.position.game)
            what = f"{face.title}, {face.move_word} {self._last.cursor}"
            wide = canvas.text_width("Continue", "body") + canvas.text_width(what, "body") + 12
            hovered = self.targets.add(
                "continue", (x - 8, middle - 20, wide + 16, 40), self._continue, radius=8
            )
            x += canvas.text((x, middle), "Continue", "body", colour.text2 if hovered else colour.text3) + 12
            canvas.text((x, middle), what, "body", colour.text)
        right = frame.width - frame.margin
        for name, press in (
            ("Settings", self.open_settings),
            ("Games", lambda: self.go(self.salon.doors.games(self))),
        ):
            wide = canvas.text_width(name, "body")
            hovered = self.targets.add(
                f"foot {name}", (right - wide - 8, middle - 20, wide + 16, 40), press, radius=8
            )
            canvas.text((right, middle), name, "body", colour.text if hovered else colour.text2, "right")
            right -= wide + 40
