"""Films of showcases and saved games: drawn without a window, written as animated GIF or PNG, as MP4 or WebM."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt
import pygame
from PIL import GifImagePlugin, Image

from ai import child
from game import saving
from game.errors import BadInput, KibitzError
from game.record import Record
from game.showcase import Showcase
from gui.context import Film
from gui.play.filming import (
    ENDINGS,
    FILM_SIZE,
    REPORT_EVERY,
    FilmReport,
    FilmWork,
    ffmpeg,
    film_of,
    read_film,
)
from gui.play.playhead import Scheduled
from gui.scenes.live_replay import ReplayScene
from gui.scenes.run.watch import WatchScene
from gui.scenes.showcase import ShowcaseScene
from gui.scenes.tetrio.playback import Playback
from gui.scenes.tetrio.round import RoundScene
from gui.stage import headless, sheet, stage_context

# The colours of a film: one palette for all of its frames, so that what stands still never flickers.

Picture: TypeAlias = npt.NDArray[np.uint32]  # a picture, row by row; a pixel is red, green, blue in 24 bits

CLEAR = 255  # the index that lets the frame before show through
_ROUNDS = 6  # of improving the palette


def pixels(surface: pygame.Surface) -> Picture:
    """The colours of a sheet of `gui.stage`, whose pixels are made that way."""
    return pygame.surfarray.pixels2d(surface).T & np.uint32(0xFFFFFF)


class Palette:
    """Up to 255 colours and, for every colour there is, the index of the nearest one."""

    def __init__(self, palette: npt.NDArray[np.uint8]) -> None:
        """`palette` has a row of red, green, blue for each colour."""
        self.colours = palette
        self._index = np.full(1 << 24, -1, dtype=np.int16)

    @classmethod
    def of(cls, pictures: Iterable[Picture]) -> Palette:
        """The colours that serve these pictures best.

        A colour weighs as much as the root of the number of its pixels: a few amber figures must not lose
        to a room full of nearly equal shades.
        """
        results = [np.unique(picture, return_counts=True) for picture in pictures]
        colours, place = np.unique(np.concatenate([colours for colours, _ in results]), return_inverse=True)
        weights = np.sqrt(
            np.bincount(place, np.concatenate([counts for _, counts in results])), dtype=np.float64
        )
        return cls(_choose(colours, weights))

    def indexes(self, picture: Picture) -> npt.NDArray[np.uint8]:
        """The picture in these colours, without dithering."""
        result = self._index[picture]
        if (result < 0).any():
            missing = np.unique(picture[result < 0])
            self._index[missing] = _nearest(_split(missing), self.colours.astype(np.float32))
            result = self._index[picture]
        return result.astype(np.uint8)


def _split(colours: npt.NDArray[np.uint32]) -> npt.NDArray[np.float32]:
    """Rows of red, green, blue."""
    shifts = np.array([16, 8, 0], dtype=np.uint32)
    return ((colours[:, None] >> shifts) & np.uint32(255)).astype(np.float32)


def _nearest(colours: npt.NDArray[np.float32], palette: npt.NDArray[np.float32]) -> npt.NDArray[np.int16]:
    """The index of the palette's colour that is nearest to each one."""
    result = np.empty(len(colours), np.int16)
    squares = (palette * palette).sum(axis=1)
    for start in range(0, len(colours), 4096):
        part = colours[start : start + 4096]
        # the squared distance but for the square of the colour itself
        farther = squares - 2 * (part @ palette.T)
        result[start : start + 4096] = farther.argmin(axis=1)
    return result


def _choose(colours: npt.NDArray[np.uint32], weights: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    """At most 255 colours: a median cut of the weighted ones, moved to the middle of what they stand for."""
    if len(colours) <= CLEAR:
        return _split(colours).astype(np.uint8)
    exact = _split(colours)
    times = np.maximum(1, np.round(weights)).astype(np.int64)
    footer = np.repeat(exact.astype(np.uint8), times, axis=0)[None, :, :]
    cut = Image.fromarray(footer).quantize(CLEAR, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette = np.array(cut.getpalette() or [], np.float32)[: 3 * CLEAR].reshape(-1, 3)
    for _ in range(_ROUNDS):
        nearest = _nearest(exact, palette)
        total = np.bincount(nearest, weights, len(palette))
        used = total > 0
        for channel in range(3):
            sums = np.bincount(nearest, weights * exact[:, channel], len(palette))
            palette[used, channel] = sums[used] / total[used]
    return np.round(palette).astype(np.uint8)


# The two files a film can be: an animated GIF (89a) and an animated PNG (APNG 1.0).


@dataclass(frozen=True)
class Frame:
    """A rectangle of palette indexes at `left`, `top`, laid over what is there already.

    Where nothing changes, the index is `CLEAR`.
    """

    left: int
    top: int
    indexes: npt.NDArray[np.uint8]
    hundredths: int

    @classmethod
    def between(cls, before: Picture | None, after: Picture, palette: Palette, hundredths: int) -> Frame:
        """Return the difference that turns `before` into `after`; all of `after` where nothing was before."""
        if before is None:
            return cls(0, 0, palette.indexes(after), hundredths)
        changed = before != after
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        if not len(rows):
            return cls(0, 0, np.full((1, 1), CLEAR, np.uint8), hundredths)
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        indexes = np.where(changed[part], palette.indexes(after[part]), np.uint8(CLEAR))
        return cls(int(columns[0]), int(rows[0]), indexes, hundredths)


def _table(palette: Palette) -> bytes:
    """256 colours as they stand in both formats."""
    return palette.colours.tobytes().ljust(3 * 256, b"\0")


# -- GIF --


def gif(size: tuple[int, int], palette: Palette, frames: Iterator[Frame]) -> bytes:
    """The frames as a GIF that runs for ever."""
    parts = [
        b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + _table(palette),
        b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0",
    ]
    for frame in frames:
        parts += GifImagePlugin.getdata(
            Image.fromarray(frame.indexes),
            (frame.left, frame.top),
            duration=frame.hundredths * 10,
            disposal=1,
            transparency=CLEAR,
        )
    return b"".join(parts) + b";"


# -- PNG --


def apng(size: tuple[int, int], palette: Palette, frames: Iterator[Frame]) -> bytes:
    """The frames as an animated PNG that runs for ever; its first frame is also the still picture."""
    body: list[bytes] = []
    number = count = 0
    for frame in frames:
        height, width = frame.indexes.shape
        place = (width, height, frame.left, frame.top, frame.hundredths, 100, 0, 1)
        body.append(_chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, *place)))
        rows = np.pad(frame.indexes, ((0, 0), (1, 0)))  # each row begins with its filter: none
        packed = zlib.compress(rows.tobytes(), 9)
        number += 1
        if count == 0:
            body.append(_chunk(b"IDAT", packed))
        else:
            body.append(_chunk(b"fdAT", struct.pack(">I", number) + packed))
            number += 1
        count += 1
    head = [
        b"\x89PNG\r\n\x1a\n",
        _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)),
        _chunk(b"acTL", struct.pack(">II", count, 0)),
        _chunk(b"PLTE", _table(palette)),
        _chunk(b"tRNS", b"\xff" * CLEAR + b"\0"),
    ]
    return b"".join([*head, *body, _chunk(b"IEND", b"")])


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


# The camera: runs the showcase scene by its own schedule and takes a picture whenever it changes.

_REELS: dict[str, Callable[[tuple[int, int], Palette, Iterator[Frame]], bytes]] = {".gif": gif, ".png": apng}
_CODECS = {
    ".mp4": ("libx264", ["-crf", "18", "-movflags", "+faststart"]),
    ".webm": ("libvpx-vp9", ["-crf", "24", "-b:v", "0"]),
}
_TICK = 4  # hundredths of a second: what both formats can say, and often enough for a wall being drawn
_UNHURRIED = 3600.0  # seconds for the graph of one picture
_PROBES = 16  # pictures from all over the film, from which its colours are chosen

Progress = Callable[[int, int], object]


def record(
    shown: Showcase | Record | Film,
    file: Path | str,
    size: tuple[int, int] = FILM_SIZE,
    theme: str = "dark",
    progress: Progress | None = None,
    start: float = 0.0,
    end: float | None = None,
) -> None:
    """Film a showcase, any game or a round into a file: `.gif`, `.png` (an animated PNG), `.mp4` or `.webm`.

    From `start` to `end`, both in seconds of the whole film; to its end if that is None.
    `progress(done, total)` counts twenty-fifths of a second of the film. The same game gives the same
    bytes, but for videos, which another program compresses. Raises `BadInput` for another ending, a stretch that is
    not in the film or a size that no window can have, `BadConfig` for an unknown theme, `BadRecord` for a game that
    cannot be played, `NotSaved` where the file cannot be written. Whatever happens, the file is there whole or as it
    was before.
    """
    path = Path(file)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise BadInput(f"{path.name!r} should end in {' or '.join(ENDINGS)}")
    film = film_of(shown)
    last = film.seconds if end is None else min(end, film.seconds)
    if not 0 <= start < last:
        raise BadInput(
            f"a film from {start:g} s to {last:g} s is not possible; the whole film lasts "
            f"{film.seconds:.1f} s"
        )
    if ending in _CODECS:
        ffmpeg()
    with headless():
        surface = sheet(size)
        takes = _Camera(film, surface, theme).takes(progress, start, last)
        if ending in _CODECS:
            made = _video(size, ending, takes)
        else:
            palette = Palette.of(_Camera(film, surface, theme).probes(start, last))
            made = _REELS[ending](size, palette, _develop(takes, palette))
    saving.save(path, made)


class _Camera:
    """The scene of a film at its start, and the pictures that are taken of it."""

    def __init__(self, film: Film, surface: pygame.Surface, theme: str) -> None:
        scene = film.scene(stage_context(theme))
        assert isinstance(scene, ShowcaseScene | ReplayScene | WatchScene | RoundScene)
        head = scene.head
        assert isinstance(head, Scheduled | Playback)
        if isinstance(scene, ReplayScene):  # the graph of a long game is complete in every picture
            scene.history.work(_UNHURRIED)
        elif isinstance(scene, WatchScene):
            scene.patience = _UNHURRIED
        self.scene, self.head, self.surface = scene, head, surface

    def picture(self) -> Picture:
        """The scene as it looks now."""
        self.scene.draw(self.scene.context.canvas(self.surface))
        return pixels(self.surface)

    def state(self) -> tuple[object, ...]:
        """Return everything on which a picture of the scene at rest depends: one of a board shows the time, too."""
        head = self.head
        if isinstance(head, Playback):
            return head.at, head.playing
        return int(head.seconds), head.at, head.part.start, head.playing

    @property
    def moving(self) -> bool:
        """Return True if the picture changes with every moment."""
        return self.scene.moving or (isinstance(self.head, Scheduled) and self.head.part.pace == "slow")

    def probes(self, start: float, end: float) -> Iterator[Picture]:
        """Pictures from all over the film."""
        for number in range(_PROBES + 1):
            self.head.show_moment(start + (end - start) * number / _PROBES)
            self.scene.update(0.0)
            yield self.picture()

    def takes(self, progress: Progress | None, start: float, end: float) -> Iterator[tuple[Picture, int]]:
        """Every picture that differs from the one before, with the hundredths of a second that it stays."""
        if start > 0:
            self.head.show_moment(start)
            self.scene.update(0.0)
        total = round((end - start) * 100)
        picture, since, seen = self.picture(), 0, self.state()
        for now in range(_TICK, total, _TICK):
            moved = self.moving
            self.scene.update(_TICK / 100)
            if moved or self.moving or self.state() != seen:
                yield picture, now - since
                picture, since, seen = self.picture(), now, self.state()
            if progress is not None:
                progress(now // _TICK, total // _TICK)
        yield picture, max(_TICK, total - since)


def _develop(takes: Iterator[tuple[Picture, int]], palette: Palette) -> Iterator[Frame]:
    """Frames that hold only what has changed since the one before, cut to the smallest rectangle."""
    before: Picture | None = None
    for picture, hundredths in takes:
        yield Frame.between(before, picture, palette, hundredths)
        before = picture


# -- MP4 and WebM: another program compresses --


def _video(size: tuple[int, int], ending: str, takes: Iterator[tuple[Picture, int]]) -> bytes:
    """The pictures as a video of 25 frames a second."""
    codec, settings = _CODECS[ending]
    with TemporaryDirectory(prefix="kibitz-film-") as folder:
        path = Path(folder, f"film{ending}")
        writer = ffmpeg().write_frames(
            str(path),
            size,
            fps=100 / _TICK,
            codec=codec,
            quality=None,
            macro_block_size=2,
            output_params=settings,
        )
        writer.send(None)
        try:
            for picture, hundredths in takes:
                frame = _split(picture.ravel()).astype(np.uint8).tobytes()
                for _ in range(max(1, round(hundredths / _TICK))):
                    writer.send(frame)
        except OSError as error:
            raise BadInput(f"the video could not be written: {error}") from None
        finally:
            writer.close()
        return path.read_bytes()


# -- what the child of `gui.play.filming` does --


def make(order: str) -> None:
    """Do the work of the child process. `order` is a `FilmWork` as JSON."""
    work, made = msgspec.json.decode(order, type=FilmWork), FilmReport()
    if hasattr(os, "nice"):
        os.nice(10)  # the window comes first
    child.at_end_of_stdin()

    def tell(done: int, total: int) -> None:
        nonlocal made
        made = FilmReport(done, total)
        if done % REPORT_EVERY == 0:
            say(made)

    def say(report: FilmReport) -> None:
        print(msgspec.json.encode(report).decode(), flush=True)

    try:
        record(
            read_film(Path(work.game)),
            work.file,
            theme=work.theme,
            progress=tell,
            start=work.start,
            end=work.end,
        )
        say(msgspec.structs.replace(made, finished=True))
    except KibitzError as error:
        say(FilmReport(finished=True, error=str(error)))


__all__ = ["record"]
