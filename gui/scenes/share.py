"""Sharing: a picture of the scene it was asked from, a film of any stretch of its game, and the game as text."""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pygame

from game import config as configuration
from game import places
from game.config import Config
from game.errors import KibitzError
from game.saving import save
from game.showcase import minutes
from game.tetris.guideline import fumen
from gui.context import AppContext, Scene, Shared
from gui.games.registry import ui_of
from gui.play.filming import ENDINGS, FILM_SIZE, Filming, FilmOrder, FilmReport, GameFilm, can_film, film_of
from gui.play.job import ProcessJob
from gui.play.playhead import Scheduled
from gui.scenes.tetrio.playback import Playback
from gui.ui import clipboard
from gui.ui.canvas import Box, Canvas, Point, as_png
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import bar_of_progress, button, draw_choices, heading
from gui.ui.layout import BAR, Flow
from gui.ui.scroll import Scroll
from gui.ui.text import counted, grouped

_COPY = "Copy"
_FILM = "Film"

LINK = "https://fumen.zui.jp/?"  # the editor of fumens; a fumen behind it is a link that shows the board
_KINDS = tuple(ending[1:] for ending in ENDINGS)
_KIND_WORDS = {"gif": "GIF", "png": "Animated PNG", "mp4": "MP4", "webm": "WebM"}
_STRETCHES = ("The whole game", "Up to here", "From here on", "The last ten seconds up to here")
_ENDS = ("film from", "film to")  # the lines on which a film's ends are pulled
_LAST = 10.0  # seconds
_WIDEST, _BUTTON, _GAP, _FOOT = 720.0, 36.0, 16.0, 64.0
_PREVIEW, _MOST_SHOWN = 232.0, 200  # units: the width of a preview; letters of the text that are shown
_MOST_KEPT = 24  # previews
_Preview = tuple[tuple[object, ...], tuple[int, int]]  # what it shows, and its size in pixels


class ShareScene(Scene):
    """The things that can be shared of the scene behind it; a film is made by a process of its own."""

    name = "share"
    at_once = False  # whether all previews are made at once, as for a picture, or one a frame
    title = "Share"

    def __init__(self, context: AppContext, back: Scene | None, shared: Shared) -> None:
        super().__init__(context, back)
        self.subject = shared
        self.kind = _KINDS[0]
        self.stretch: int | None = 0
        self._cut: tuple[int, int] | None = (
            None  # the places that were chosen in place of a stretch with a name
        )
        self.job: ProcessJob[FilmOrder, FilmReport] = ProcessJob(Filming)
        self.message = ""
        self.scroll = Scroll()
        self.targets.focus = "picture"
        self._film = film_of(shared.record) if shared.record is not None else None
        self._shot: tuple[tuple[float, ...], bytes] | None = (
            None  # the picture, and the size and scale it was made at
        )
        self._previews: dict[_Preview, pygame.Surface] = {}
        self._in_sight: dict[_Preview, Callable[[], pygame.Surface]] = {}  # as they lay in the last frame
        self._text: str | KibitzError | None = None  # None: not asked for yet

    def left(self) -> None:
        self.job.stop()

    # -- a picture --

    def picture(self) -> bytes:
        """The scene behind this one as it looked when it was left, as PNG."""
        made_at = (*self.context.size, self.context.scale)
        if self._shot is None or self._shot[0] != made_at:
            self._shot = made_at, self._picture()
        return self._shot[1]

    def _picture(self) -> bytes:
        width, height = (max(1, round(side * self.context.scale)) for side in self.context.size)
        surface = pygame.Surface((width, height))
        assert self.back is not None
        for _ in range(2):  # the first time it learns its size
            self.back.draw_shared(self.context.canvas(surface))
        return as_png(surface)

    def save_picture(self) -> None:
        """Put the picture into a file."""
        self._save(self._new_file("png"), self.picture())

    def copy_picture(self) -> None:
        """Put the picture on the clipboard."""
        copied = clipboard.put_picture(self.picture())
        self.say(
            "Copied the picture."
            if copied
            else "The picture could not be copied. Save it as a file, or install wl-copy or xclip."
        )

    # -- a film --

    def seconds(self) -> tuple[float, float]:
        """The start and the end of the film, in seconds of the whole game's."""
        assert self._film is not None
        end, here = self._film.seconds, self._film.when(self.subject.place)
        if self._cut is not None:
            begins, ends = self._cut
            return self._film.when(begins), end if ends == self.last_place else self._film.when(ends)
        whole, before, after = (0.0, end), (0.0, here), (here, end)
        first, last = (whole, before, after, (max(0.0, here - _LAST), here))[self.stretch or 0]
        return (first, last) if last - first >= 0.1 else whole

    def places(self) -> tuple[int, int]:
        """The first and the last place of the game that the film shows."""
        assert self._film is not None
        first, last = (self._film.place_at(seconds) for seconds in self.seconds())
        return first, last

    @property
    def last_place(self) -> int:
        """The last place of the game."""
        assert self._film is not None
        return self._film.place_at(self._film.seconds)

    def set_end(self, end: int, place: int) -> None:
        """Begin (`end` 0) or end (1) the film at a place of the game; the other end gives way."""
        first, last = self.places()
        if end:
            last = min(max(place, 1), self.last_place)
            first = min(first, last - 1)
        else:
            first = max(0, min(place, self.last_place - 1))
            last = max(last, first + 1)
        if (first, last) != self.places():
            self._cut, self.stretch = (first, last), None

    def frame(self, seconds: float) -> pygame.Surface:
        """A frame of the film, as the film will have it, whatever the settings are; no engine is asked."""
        assert self._film is not None
        scene = self._film.scene(self.context)
        head = getattr(scene, "head", None)
        assert isinstance(head, Scheduled | Playback), "what is filmed can show any moment"
        head.show_moment(seconds)
        theme = self.context.config.display.theme
        config = configuration.with_value(Config(), "display.theme", theme)
        scene.context = stage = replace(
            self.context, config=config, scale=1.0, warming=None, _look=None, _dropped=False
        )
        surface = pygame.Surface(FILM_SIZE)
        for _ in range(2):  # the first time it learns its size
            scene.draw(stage.canvas(surface))
        return surface

    def make_film(self) -> None:
        """Begin, or stop what is under way."""
        if self.job.busy:
            self.job.stop()
            self.say("The film was stopped. Nothing was saved.")
        elif self._film is not None:
            problem = can_film(self.kind)
            if problem:
                self.say(problem)
                return
            theme = self.context.config.display.theme
            file = self._new_file(self.kind)
            self.job.start(FilmOrder(self._film, file, *self.seconds(), theme))
            self.say(self.job.failure)

    def set_kind(self, number: int) -> None:
        """Film into another kind of file."""
        self.kind = _KINDS[number]

    def set_stretch(self, number: int) -> None:
        """Film another part of the game."""
        self.stretch, self._cut = number, None

    def handle(self, event: pygame.event.Event) -> Scene | None:
        by = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key, 0) if event.type == pygame.KEYDOWN else 0
        if by and self.targets.focus in _ENDS:
            end = _ENDS.index(self.targets.focus)
            self.set_end(end, self.places()[end] + by)
            self.targets.ring = True
            return self.next
        return super().handle(event)

    def update(self, seconds: float) -> Scene | None:
        film_report = self.job.poll()
        if film_report is not None and self.job.order is not None:
            failed = f"The film could not be made: {self.job.failure}."
            self.say(failed if self.job.failure else _saved(self.job.order.file))
        self.refresh()
        return super().update(seconds)

    def pulse(self) -> Hashable:
        return self.job.pulse(), len(self._previews)

    def refresh(self) -> None:
        """Make what is in sight and was not made yet, one at a time, so that the page opens and scrolls at once."""
        for preview in [each for each in self._in_sight if each not in self._previews]:
            while len(self._previews) >= _MOST_KEPT:  # the oldest of those that were pulled past
                del self._previews[next(iter(self._previews))]
            self._previews[preview] = pygame.transform.smoothscale(self._in_sight[preview](), preview[1])
            if not self.at_once:
                return

    # -- text --

    def text(self) -> str:
        """The text of the game; a fumen as a link. Raises `KibitzError`."""
        if self._text is None:
            try:
                text = self.subject.text()
                self._text = LINK + text if fumen.is_fumen(text) else text
            except KibitzError as error:
                self._text = error
        if isinstance(self._text, KibitzError):
            raise self._text
        return self._text

    def copy_text(self) -> None:
        """Put the text on the clipboard."""
        try:
            text = self.text()
        except KibitzError as error:
            self.say(str(error))
            return
        what = "the link" if text.startswith(LINK) else "the game as text"
        self.say(f"Copied {what}." if clipboard.put(text) else "There is no clipboard here.")

    def save_text(self) -> None:
        """Put the text into a file."""
        try:
            self._save(self._new_file("txt"), f"{self.text()}\n".encode())
        except KibitzError as error:
            self.say(str(error))

    # -- files and words --

    def say(self, sentence: str) -> None:
        """The last thing done, as long as nothing else is done."""
        self.message = sentence

    def _new_file(self, ending: str) -> Path:
        """A file that is not there yet."""
        folder, stem = places.data_dir() / "shared", datetime.now(UTC).strftime("kibitz-%Y%m%d-%H%M%S")
        path, number = folder / f"{stem}.{ending}", 2
        while path.exists():
            path, number = folder / f"{stem}-{number}.{ending}", number + 1
        return path

    def _save(self, path: Path, content: bytes) -> None:
        reason = places.prepare(path.parent)
        try:
            if reason is None:
                save(path, content)
            self.say(reason or _saved(path))
        except KibitzError as error:
            self.say(str(error))

    def commands(self) -> list[Command]:
        return [
            Command("P", self.save_picture, "save the picture"),
            Command("C", self.copy_picture, "copy the picture"),
            Command("F", self.make_film, "make the film, or stop", enabled=self._film is not None),
            Command("T", self.copy_text, "copy the game as a link or as text"),
            *super().commands(),
        ]

    # -- the look of it --

    def draw(self, canvas: Canvas) -> None:
        self._in_sight = {}
        with page(canvas, self, panel=False) as frame:
            width = min(_WIDEST, frame.width - 2 * frame.margin)
            foot = _FOOT if self.message else 0.0
            view = ((frame.width - width) / 2 - 8, BAR, width + 16, frame.height - BAR - foot)
            with Flow.scrolling(canvas, self.targets, self.scroll, view) as flow:
                flow.width -= 8
                top = flow.y
                self._draw_picture(canvas, flow)
                self._draw_film(canvas, flow)
                self._draw_text(canvas, flow)
                self.scroll.content = flow.y - top + 40
            self.scroll.draw(canvas)
            if self.message:
                colour, y = canvas.theme.colour, frame.height - foot
                canvas.rule((0, y), (frame.width, y), colour.line)
                canvas.paragraph((flow.left, y + 10, flow.width, 0.0), self.message, "body", colour.text, 2)
            draw_bar(canvas, frame, self, game=self.title)

    def _heading(self, canvas: Canvas, flow: Flow, words: str, about: str) -> None:
        heading(canvas, (flow.left, flow.y + 8), words)
        if about:
            used = canvas.text_width(words.upper(), "label") + 56
            canvas.text(
                (flow.right, flow.y + 8),
                canvas.brief(about, "label", flow.width - used),
                "label",
                canvas.theme.colour.text3,
                "right",
            )
        flow.y += 32

    def _draw_picture(self, canvas: Canvas, flow: Flow) -> None:
        width, height = (round(side * self.context.scale) for side in self.context.size)
        picture = self.picture()
        self._heading(canvas, flow, "Picture", f"PNG, {width} × {height}, {weight(len(picture))}")
        wide = min(_PREVIEW, flow.width * 0.4)
        box = (flow.left, flow.y, wide, wide * height / width)
        self._draw_preview(canvas, flow, box, ("picture", picture), lambda: _loaded(picture))
        left, room = flow.left + wide + _GAP, flow.width - wide - _GAP
        within = flow.view
        y = flow.y + max(0.0, (box[3] - 2 * _BUTTON - 8) / 2)
        button(canvas, self.targets, "picture", (left, y, room, _BUTTON), "Save as PNG", self.save_picture,
            key="P", within=within)  # fmt: skip
        button(canvas, self.targets, "copy", (left, y + _BUTTON + 8, room, _BUTTON), _COPY, self.copy_picture,
            key="C", within=within)  # fmt: skip
        flow.y += max(box[3], 2 * _BUTTON + 8) + 28

    def _draw_preview(
        self,
        canvas: Canvas,
        flow: Flow,
        box: Box,
        key: tuple[object, ...],
        make: Callable[[], pygame.Surface],
    ) -> None:
        """A small picture with an edge, where it can be seen; `key` says what it shows, and `make` paints that."""
        if not flow.sees(box):
            return
        rect = canvas.rect(box)
        preview = key, rect.size
        self._in_sight[preview] = make
        if preview in self._previews:
            canvas.surface.blit(self._previews[preview], rect)
        canvas.panel(box, None, edge=canvas.theme.colour.line2)

    def _draw_film(self, canvas: Canvas, flow: Flow) -> None:
        if self._film is None:
            self._heading(canvas, flow, _FILM, "")
            place = (flow.left, flow.y, flow.width, 0.0)
            flow.y += canvas.paragraph(place, self.subject.why, "body", canvas.theme.colour.text2, 2) + 24
            return
        first, last = self.seconds()
        size = " × ".join(map(str, FILM_SIZE))
        about = f"{_KIND_WORDS[self.kind]}, {size}, {last - first:.1f} s"
        self._heading(canvas, flow, _FILM, about)
        kinds = [_KIND_WORDS[kind] for kind in _KINDS]
        choose = partial(draw_choices, canvas, self.targets, within=flow.view)
        at = (flow.left, flow.y)
        flow.y += choose("kind", at, flow.width, kinds, _KINDS.index(self.kind), self.set_kind) + 12
        at = (flow.left, flow.y)
        flow.y += choose("stretch", at, flow.width, _STRETCHES, self.stretch, self.set_stretch) + 12
        self._draw_ends(canvas, flow, first, last)
        (box,) = flow.split(1, _BUTTON, _GAP)
        words = "Stop" if self.job.busy else "Make the film"
        button(canvas, self.targets, "film", box, words, self.make_film, key="F", within=flow.view)
        report = self.job.report
        if self.job.busy and report is not None:
            share = report.done / report.total if report.total else 0.0
            text = (
                f"Frame {grouped(report.done)} of {grouped(report.total)}" if report.total else "Preparing …"
            )
            used = canvas.text((flow.right, flow.y + 8), text, "label", canvas.theme.colour.text3, "right")
            bar_of_progress(canvas, (flow.left, flow.y + 5, flow.width - used - 16, 6), share)
        flow.y += 28

    def _draw_ends(self, canvas: Canvas, flow: Flow, first: float, last: float) -> None:
        """The frames with which the film begins and ends, and where in the game they are."""
        assert self._film is not None
        wide = min(_PREVIEW, (flow.width - _GAP) / 2)
        high = wide * FILM_SIZE[1] / FILM_SIZE[0]
        game = self._film.shown if isinstance(self._film, GameFilm) else None  # a round of TETR.IO has none
        by_piece = game is None or game.record.live is not None
        unit = "piece" if by_piece or game is None else ui_of(game.game).language.move_word
        x, below = flow.left, flow.y + high
        for end, (seconds, place, word) in enumerate(
            zip((first, last), self.places(), ("From", "To"), strict=True)
        ):
            box = (x, flow.y, wide, high)
            self._draw_preview(canvas, flow, box, ("frame", seconds), partial(self.frame, seconds))
            text = f"{word} {unit} {grouped(place)}, {minutes(seconds)}"
            self._draw_end(canvas, flow, (x + 8, below + 6, wide - 16, 24.0), end)
            text = canvas.fitted(text, "label", wide)
            canvas.text((x, below + 40), text, "label", canvas.theme.colour.text3)
            x += wide + _GAP
        flow.y += high + 60

    def _draw_end(self, canvas: Canvas, flow: Flow, box: Box, end: int) -> None:
        """A line of all places, with a knob at the first or the last one of the film; it can be pulled."""
        colour, (x, y, width, height) = canvas.theme.colour, box
        most = self.last_place
        if most < 2:
            return

        def pull(at: Point) -> None:
            self.set_end(end, round((at[0] - x) / width * most))

        place = (x - 8, y, width + 16, height)
        lit = self.targets.add_slider(_ENDS[end], place, pull, within=flow.view)
        at, middle = x + width * self.places()[end] / most, y + height / 2
        canvas.panel((x, middle - 2, width, 4), colour.line2, radius=2)
        stored = (at, x + width) if end == 0 else (x, at)
        canvas.panel((stored[0], middle - 2, max(0.0, stored[1] - stored[0]), 4), colour.text3, radius=2)
        canvas.disc((at, middle), 7.0, colour.text if lit else colour.text2)

    def _draw_text(self, canvas: Canvas, flow: Flow) -> None:
        try:
            text, message = self.text(), ""
        except KibitzError as error:
            text, message = "", str(error)
        length = counted(len(text), "character")
        about = f"link to a fumen, {length}" if text.startswith(LINK) else length
        self._heading(canvas, flow, "Text", about if text else "")
        if not text:
            place = (flow.left, flow.y, flow.width, 0.0)
            flow.y += canvas.paragraph(place, message, "body", canvas.theme.colour.text2, 2) + 12
            return
        line = canvas.fitted(" ".join(text[:_MOST_SHOWN].split()), "label", flow.width)
        canvas.text((flow.left, flow.y + 4), line, "label", canvas.theme.colour.text2)
        flow.y += 24
        boxes = flow.split(2, _BUTTON, _GAP)
        button(canvas, self.targets, "copy text", boxes[0], _COPY, self.copy_text, key="T", within=flow.view)
        button(
            canvas, self.targets, "save text", boxes[1], "Save as a file", self.save_text, within=flow.view
        )
        flow.y += 12


def _loaded(png: bytes) -> pygame.Surface:
    return pygame.image.load(io.BytesIO(png), "picture.png")


def weight(size: int) -> str:
    """The bytes of a file in words."""
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} kB"


def _saved(path: Path) -> str:
    """The place of a file and its size."""
    return f"Saved as {places.shown(path)}, {weight(path.stat().st_size)}."
