"""The bar at the top, the grounds of the areas, and the word of the moment: the same in every scene."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import hypot
from random import Random
from typing import TYPE_CHECKING

import pygame

from gui.context import Scene
from gui.ui import icons, picture_cache
from gui.ui.canvas import Canvas
from gui.ui.commands import Tip
from gui.ui.layout import BAR, Frame
from gui.ui.theme import Rgb

if TYPE_CHECKING:
    from ai.compiled.warmup import Progress

_SHARE = "Share"

# The room behind everything: a soft pool of light that fades into the dark, dithered against bands.
#
# A few levels of colour span the whole window, so light is reckoned in eighths of a level until the grain is in it. All
# of it is blending of surfaces, so that the first frame does not wait for numpy.

_EIGHTHS = 8  # of a level of a channel
_LIGHT = (96, 54)  # pixels of the light before it is scaled up to the window
_REACH = 0.95  # of the height of the window, where the light ends
_GRAIN = 256  # pixels of a side of the grain, which is laid out in tiles


def draw_backdrop(canvas: Canvas, centre: tuple[float, float]) -> None:
    """Fill the canvas with the room; `centre` is where the light falls, in shares of the window."""
    colour = canvas.theme.colour
    look = (canvas.surface.get_size(), colour.room, colour.glow, centre)
    picture = picture_cache.pictures.get(("room", look), lambda: _paint(*look).convert(canvas.surface))
    canvas.surface.blit(picture, (0, 0))


def _paint(size: tuple[int, int], room: Rgb, glow: Rgb, centre: tuple[float, float]) -> pygame.Surface:
    (width, height), (across, down) = size, _LIGHT
    brighter = [_EIGHTHS * (bright - dark) for dark, bright in zip(room, glow, strict=True)]
    light = bytearray()
    for row in range(down):
        y = (row + 0.5) / down - centre[1]
        for column in range(across):
            x = ((column + 0.5) / across - centre[0]) * width / height
            near = max(0.0, 1 - hypot(x, y) / _REACH) ** 1.5
            light += bytes([round(near * channel) for channel in brighter])
    small = pygame.image.frombuffer(bytes(light), _LIGHT, "RGB").convert(32)
    picture = pygame.transform.smoothscale(small, size)
    grain = _grain()
    for left in range(0, width, _GRAIN):
        for top in range(0, height, _GRAIN):
            picture.blit(grain, (left, top), special_flags=pygame.BLEND_RGB_ADD)
    part = 256 // _EIGHTHS  # multiplying divides by 256 and rounds up, so that a level too much is there
    picture.fill((part, part, part), special_flags=pygame.BLEND_RGB_MULT)
    picture.fill([max(0, channel - 1) for channel in room], special_flags=pygame.BLEND_RGB_ADD)
    return picture


def _grain() -> pygame.Surface:
    """One to eight eighths of a level, by chance."""
    grain = pygame.image.frombuffer(Random(1).randbytes(_GRAIN * _GRAIN), (_GRAIN, _GRAIN), "P")
    grain.set_palette([(value * _EIGHTHS // 256 + 1,) * 3 for value in range(256)])
    return grain.convert(32)


_WORD_LINE, _MOST_LINES = 18.0, 5  # units from line to line of the sentence of the moment
_BAR_LINES, _WORD_GAP = 2, 20.0  # lines that the bar holds, and the distance from what it says


@contextmanager
def page(
    canvas: Canvas, scene: Scene, *, panel: bool = True, board: str = "", frame: Frame | None = None
) -> Iterator[Frame]:
    """Draw the parts around a scene: the grounds before it, the word of the moment, the focus and the hint after it.

    The bar is the scene's own to draw. `board` is a target that shows by itself that it has the focus.
    """
    frame = frame or scene.context.frame(canvas)
    scene.targets.begin(scene.context.keymap.shown(scene.commands(), scene.name, scene.taken()))
    draw_grounds(canvas, frame, panel=panel)
    yield frame
    draw_word(canvas, frame, scene)
    if not board or not scene.targets.focused(board):
        scene.targets.draw_focus(canvas)
    draw_hint(canvas, frame, scene)


def draw_grounds(canvas: Canvas, frame: Frame, *, panel: bool = True) -> None:
    """The room, and where the scene has them, the panel's column and the hairlines between the areas."""
    colour = canvas.theme.colour
    share = (frame.board[2] / 2 / frame.width, 0.46)
    draw_backdrop(canvas, share if panel else (0.5, 0.4))
    if not panel:
        return
    if not frame.drawer:
        canvas.fill((frame.column, 0, frame.panel_width, frame.height), colour.panel)
        canvas.rule((frame.column, 0), (frame.column, frame.height), colour.line)
    canvas.rule((0, BAR), (frame.width, BAR), colour.line)
    canvas.veil(
        (0, frame.foot, frame.column if not frame.drawer else frame.width, frame.timeline_height),
        colour.room,
        0.45,
    )
    canvas.rule((0, frame.foot), (frame.width, frame.foot), colour.line)


def draw_bar(
    canvas: Canvas,
    frame: Frame,
    scene: Scene,
    game: str = "",
    detail: str = "",
    engine: str = "",
    *,
    compiling: bool = True,
) -> None:
    """The brand, the game, what is going on, the engine's pace, and the signs for help and settings.

    What is being compiled beside the play is shown in place of the pace, unless `compiling` is false.
    """
    colour, margin, targets = canvas.theme.colour, frame.margin, scene.targets
    x = margin
    home = (x - 8, 8.0, 96.0, 32.0)
    if scene.back is not None:
        targets.add("home", home, scene.go_back, about=Tip("Back", "Esc"))
    icons.brand(canvas, (x + 9, BAR / 2), colour.text, colour.room)
    x += 28 + canvas.text((x + 28, BAR / 2), "Kibitz", "brand", colour.text)
    room = frame.bar[2] - (0 if not frame.drawer else _signs(scene)) - margin
    game, detail = _beside_word(canvas, frame, scene, x, (game, detail))
    if scene.context.word():
        engine = ""
    if game:
        canvas.rule((x + 20, BAR / 2 - 8), (x + 20, BAR / 2 + 8), colour.line2)
        x += 40 + canvas.text((x + 40, BAR / 2), game, "body", colour.text)
    progress = scene.context.compiling() if compiling else None
    if progress is not None:
        engine, room = "", room - _draw_compiling(canvas, room, x + 12, progress)
    pace = canvas.text_width(engine, "label") if engine else 0.0
    answer = canvas.text_width(detail, "body") + 24 if detail else 0.0
    if engine and not frame.drawer and x + 12 + answer + pace <= room:
        canvas.text((room, BAR / 2), engine, "label", colour.text3, "right")
        room -= pace + 16
    if detail and room - x > 60:
        words = canvas.brief(detail, "body", room - x - 12)
        x += 12 + canvas.text((x + 12, BAR / 2), words, "body", colour.text3)
    scene.bar_end = x
    if scene.shares:
        _draw_share(canvas, frame, scene)
    _sign(
        canvas,
        scene,
        "help",
        (frame.width - margin - 50, BAR / 2),
        icons.question,
        scene.open_help,
        Tip("Keys and help", "?"),
    )
    _sign(
        canvas,
        scene,
        "settings",
        (frame.width - margin - 12, BAR / 2),
        icons.gear,
        scene.open_settings,
        "Settings",
    )


def _signs(scene: Scene) -> float:
    """The room that the signs take where the column is a drawer."""
    return 158.0 if scene.shares else 120.0


def _draw_share(canvas: Canvas, frame: Frame, scene: Scene) -> None:
    """The sign that opens what can be shared; with its word where there is room."""
    x, about = (
        frame.width - frame.margin - (126 if frame.drawer else 88),
        Tip("Share a picture, a film, a link", "Ctrl+E"),
    )
    if frame.drawer:
        _sign(canvas, scene, "share", (x, BAR / 2), icons.share, scene.share, about)
        return
    colour = canvas.theme.colour
    wide = canvas.text_width(_SHARE, "body") + 42
    hovered = scene.targets.add("share", (x + 16 - wide, 8, wide, 32), scene.share, radius=6, about=about)
    ink = colour.text if hovered else colour.text2
    icons.share(canvas, (x + 16 - wide + 16, BAR / 2), ink)
    canvas.text((x + 16 - wide + 32, BAR / 2), _SHARE, "body", ink)


def _draw_compiling(canvas: Canvas, right: float, left: float, progress: Progress) -> float:
    """A thin bar in the top bar while kernels are compiled beside the play; returns the room it takes."""
    colour = canvas.theme.colour
    words = progress.words
    wide = canvas.text_width(words, "label") + 12 + 72
    if right - left < 88:
        return 0.0
    canvas.panel((right - 72, BAR / 2 - 2, 72, 4), colour.line2, radius=2)
    share = progress.share
    if share > 0:
        canvas.panel((right - 72, BAR / 2 - 2, max(4.0, 72 * share), 4), colour.text2, radius=2)
    if right - left < wide + 16:
        return 88.0
    canvas.text((right - 84, BAR / 2), words, "label", colour.text3, "right")
    return wide + 16


def _sign(
    canvas: Canvas,
    scene: Scene,
    name: str,
    at: tuple[float, float],
    icon: Callable[..., None],
    press: Callable[[], object],
    about: str | Tip,
) -> None:
    colour = canvas.theme.colour
    hovered = scene.targets.add(name, (at[0] - 16, at[1] - 16, 32, 32), press, radius=6, about=about)
    icon(canvas, at, colour.text if hovered else colour.text2)


def _beside_word(
    canvas: Canvas, frame: Frame, scene: Scene, x: float, texts: tuple[str, str]
) -> tuple[str, str]:
    """Of what the bar says from `x` on, the game and a detail, what has room beside the sentence of the moment."""
    word, (game, detail) = scene.context.word(), texts
    if not word:
        return texts
    taken = 40 + canvas.text_width(game, "body") if game else 0.0
    for shown in ((game, detail), (game, "")):
        end = x + taken + (12 + canvas.text_width(shown[1], "body") if shown[1] else 0)
        if len(_word_lines(canvas, scene, word, _word_room(frame, scene, end))[1]) <= _BAR_LINES:
            return shown
    return "", ""


def _word_room(frame: Frame, scene: Scene, end: float) -> float:
    """The width of the sentence of the moment where the bar says something up to `end`."""
    return frame.bar[2] - end - _WORD_GAP - (frame.margin if not frame.drawer else _signs(scene))


def _word_lines(canvas: Canvas, scene: Scene, word: str, width: float) -> tuple[str, list[str]]:
    """The style and the lines of the sentence of the moment in so much width."""
    renderer, kinds = scene.context.renderer, canvas.theme.type
    for style in ("body", "label"):
        lines = renderer.wrap(word, kinds[style], max(1.0, width - 32), canvas.scale)
        if len(lines) == 1:
            break
    return style, lines


def draw_word(canvas: Canvas, frame: Frame, scene: Scene) -> None:
    """The sentence of the moment in the bar, so that it hides nothing that is played with; a click puts it away.

    A long one may cover the signs at the right as well.
    """
    word = scene.context.word()
    if not word:
        return
    colour, left = canvas.theme.colour, scene.bar_end + _WORD_GAP
    width = _word_room(frame, scene, scene.bar_end)
    style, lines = _word_lines(canvas, scene, word, width)
    if len(lines) > _BAR_LINES:
        width = frame.width - left - 4
        style, lines = _word_lines(canvas, scene, word, width)
    else:
        width = min(width, max(canvas.text_width(line, style) for line in lines) + 32)
    lines = lines[:_MOST_LINES]
    box = (left, 4.0, width, max(BAR - 8, _WORD_LINE * len(lines) + 4))
    canvas.panel(box, colour.raised, radius=8, edge=colour.line2)
    for i, line in enumerate(lines):
        y = box[1] + box[3] / 2 + _WORD_LINE * (i - (len(lines) - 1) / 2)
        canvas.text((box[0] + 16, y), line, style, colour.text)
    scene.targets.add("word", box, scene.context.dismiss, radius=8)


def draw_hint(canvas: Canvas, frame: Frame, scene: Scene) -> None:
    """Draw the effect of the target under the pointer, in a small box beside it."""
    target = scene.targets.under_pointer
    if target is None or not target.about:
        return
    colour = canvas.theme.colour
    width = canvas.text_width(target.about, "label") + 20
    x = min(max(4.0, target.middle[0] - width / 2), frame.width - width - 4)
    below = target.box[1] + target.box[3] + 6
    y = below if below + 28 < frame.height else target.box[1] - 34
    canvas.panel((x, y, width, 28), colour.raised, radius=6, edge=colour.line2)
    canvas.text((x + 10, y + 14), target.about, "label", colour.text)
