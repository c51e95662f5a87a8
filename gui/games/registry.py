"""The games that can be shown, one row each, and small previews of their boards.

What plays and draws a game is imported where it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from game.advice import Advice, Choice
from game.bridge import State as Bridge
from game.config import Config
from game.errors import BadInput
from game.games import by_moves
from game.position import Position
from game.record import Head, Record
from game.tetris.classic import State as Classic
from game.tetris.classic import parse_size
from game.tetris.four_wide.state import State as FourWide
from game.tetris.guideline import VISIBLE
from game.tetris.guideline import State as Guideline
from game.zuniq import Grid
from game.zuniq import State as Zuniq
from gui.play.game_ui import GameUI
from gui.ui.canvas import Box, Canvas
from gui.ui.text import board_size

_SECONDS = 1.2  # of thinking in a review about a position that nobody has looked at


def _no_name(head: Head) -> str:
    return ""


def _no_clock(config: Config) -> tuple[str, float | None]:
    return "full", None


@dataclass(frozen=True)
class GameLook:
    """The look of a game outside its own scenes, and what people are told of it there.

    `title` is its name in lists, `ui` makes its game UI. `preview` draws a position with the best move of an advice, at
    bridge all cards, and `mark` a tiny sign of a game under its rules. `mode` is its kind in lists, in a word or two;
    `name` the very game, where it can be continued, and empty where only the position tells. `clock` is the level of
    the engine that a person goes on against, and the seconds that it has for a game, None for as many as it takes.
    `review_seconds` is how long an engine thinks in a review about a position that nobody has looked at.
    `open_above`: what is played in has no edge at the top.
    """

    title: str
    ui: Callable[[], GameUI]
    preview: Callable[[Canvas, Box, Position, Advice | None], None]
    mark: Callable[[Canvas, Box, Mapping[str, str]], None]
    mode: Callable[[Head], str]
    name: Callable[[Head], str] = _no_name
    clock: Callable[[Config], tuple[str, float | None]] = _no_clock
    review_seconds: float = _SECONDS
    open_above: bool = False


def look_of(game: str) -> GameLook:
    """The look of `game`. Raises `BadInput` where the window has none."""
    if game not in GAMES:
        raise BadInput(f"the window cannot show {game!r}")
    return GAMES[game]


def ui_of(game: str) -> GameUI:
    """A new game UI for `game`. Raises `BadInput` where the window has none."""
    return look_of(game).ui()


def draw_preview(canvas: Canvas, box: Box, position: Position, advice: Advice | None = None) -> None:
    """Draw `position` as large as it fits in `box`, with the best move of `advice`, at bridge all cards."""
    look_of(position.game).preview(canvas, box, position, advice)


def draw_mark(canvas: Canvas, box: Box, record: Record | Head) -> None:
    """Draw a tiny sign of a record's game: its board in outline, without labels."""
    look_of(by_moves(record.game)).mark(canvas, box, record.rules)


# Small boards without words: on home, in lists, beside choices.

_WHOLE_SEAT = 240.0  # units of height from which hold and queue are shown
_LOW_ROWS = 13  # of a small well, if the stack is low enough
_CORNER = ((0, 2), (1, 2), (1, 1), (3, 2), (3, 1), (3, 0))  # the cells of a classic mark, of four by three


def _best(advice: Advice | None) -> tuple[Choice, ...]:
    return advice.choices[:1] if advice is not None else ()


def _zuniq_preview(canvas: Canvas, box: Box, position: Position, advice: Advice | None) -> None:
    from gui.games.zuniq.board_view import Geometry, Picture, draw_position, draw_small_opinion

    assert isinstance(position, Zuniq)
    geometry = Geometry.fit(position.grid, box, bare=True)
    draw_position(canvas, geometry, Picture(state=position))
    for choice in _best(advice):
        draw_small_opinion(canvas, geometry, choice)


def _bridge_preview(canvas: Canvas, box: Box, position: Position, advice: Advice | None) -> None:
    from gui.games.bridge.view import draw_bare

    assert isinstance(position, Bridge)
    draw_bare(canvas, box, position, advice.choices if advice is not None else ())


def _classic_preview(canvas: Canvas, box: Box, position: Position, advice: Advice | None) -> None:
    from gui.games.classic import view as classic

    assert isinstance(position, Classic)
    classic.draw_bare(canvas, box, classic.Picture(state=position, choices=_best(advice)), margin=2.0)


def _four_wide_preview(canvas: Canvas, box: Box, position: Position, advice: Advice | None) -> None:
    from gui.games.four_wide.well_view import draw_small

    assert isinstance(position, FourWide)
    draw_small(canvas, box, position, _best(advice))


def _guideline_preview(canvas: Canvas, box: Box, position: Position, advice: Advice | None) -> None:
    from gui.games.guideline import render_state, seat_view

    assert isinstance(position, Guideline)
    marks = render_state.marks_of(_best(advice))
    picture = replace(render_state.SeatState.of(position), marks=marks)
    if box[3] >= _WHOLE_SEAT:
        seat_view.draw_seat(canvas, box, picture)
    else:
        rows = _LOW_ROWS if position.field.height <= _LOW_ROWS - 3 else VISIBLE
        seat_view.draw_bare(canvas, box, picture, 2.0, rows)


def _zuniq_mark(canvas: Canvas, box: Box, rules: Mapping[str, str]) -> None:
    """The border with the first walls."""
    grid = Grid.parse(rules.get("dots", "6x6"))
    x, y, width, _ = box
    colour, step = canvas.theme.colour.text3, width / 2
    canvas.panel((x, y, width, width), None, radius=2, edge=colour, width=1.2)
    canvas.rule((x + step, y), (x + step, y + width), colour, 1.0)
    if grid.rows > 2:
        canvas.rule((x, y + step), (x + width, y + step), colour, 1.0)


def _bridge_mark(canvas: Canvas, box: Box, rules: Mapping[str, str]) -> None:
    """Two cards, one a little behind the other."""
    x, y, side, _ = box
    colour = canvas.theme.colour
    width, height = side * 0.58, side * 0.8
    canvas.panel((x + side - width, y, width, height), None, radius=2, edge=colour.text3, width=1.2)
    front = (x, y + side - height, width, height)
    canvas.panel(front, colour.panel, radius=2, edge=colour.text3, width=1.2)
    canvas.suit((x + width / 2, y + side - height / 2), 0, width * 0.62, colour.text3)


def _well_mark(canvas: Canvas, box: Box, rules: Mapping[str, str]) -> None:
    """A well with the proportions of the board and a few cells."""
    try:
        columns, rows = parse_size(rules.get("size", "10x20"))
    except BadInput:
        columns, rows = 10, 20
    x, y, side, _ = box
    colour = canvas.theme.colour.text3
    width, height = side * min(1.0, max(0.6, columns / rows)), side * min(1.0, max(0.6, rows / columns))
    left, bottom = x + (side - width) / 2, y + (side + height) / 2
    cell = (width - 2.4) / 4
    canvas.rule((left, bottom - height), (left, bottom), colour, 1.2)
    canvas.rule((left + width - 1.2, bottom - height), (left + width - 1.2, bottom), colour, 1.2)
    canvas.rule((left, bottom - 1.2), (left + width, bottom - 1.2), colour, 1.2)
    for column, row in _CORNER:
        at = (left + 1.2 + column * cell, bottom - 1.2 - (3 - row) * cell)
        canvas.fill((at[0] + 0.5, at[1] + 0.5, cell - 0.8, cell - 0.8), colour)


# What lists say of a game.


def _dots(head: Head) -> str:
    return f"{head.rules.get('dots', '6x6').replace('x', '×')} dots"


def _match(head: Head) -> str:
    match = head.rules.get("match", "")
    return "1 deal" if match == "1 deals" else match or "Match"


def _classic_mode(head: Head) -> str:
    if head.course != "run":
        return "Classic"
    return "Classic, race" if len(head.seats) > 1 else "Classic, watched"


def _classic_name(head: Head) -> str:
    words = ["Classic", board_size(head.rules.get("size", "10x20"))]
    if head.course == "run":
        words.append(f"race of {len(head.seats)}" if len(head.seats) > 1 else head.seats[0].name)
    return ", ".join(words)


# What a person plays with.


def _zuniq_ui() -> GameUI:
    from gui.games.zuniq.ui import ZuniqUI

    return ZuniqUI()


def _bridge_ui() -> GameUI:
    from gui.games.bridge.ui import BridgeUI

    return BridgeUI()


def _guideline_ui() -> GameUI:
    from gui.games.guideline.ui import GuidelineUI

    return GuidelineUI()


def _four_wide_ui() -> GameUI:
    from gui.games.four_wide.ui import FourWideUI

    return FourWideUI()


def _classic_ui() -> GameUI:
    from gui.games.classic.ui import ClassicUI

    return ClassicUI()


GAMES: dict[str, GameLook] = {
    "zuniq": GameLook(
        title="Zuniq",
        ui=_zuniq_ui,
        preview=_zuniq_preview,
        mark=_zuniq_mark,
        mode=_dots,
        clock=lambda config: (config.zuniq.level, config.zuniq.game_seconds),
    ),
    "bridge": GameLook(
        title="Bridge",
        ui=_bridge_ui,
        preview=_bridge_preview,
        mark=_bridge_mark,
        mode=_match,
        clock=lambda config: (config.bridge.level, None),
    ),
    "tetris": GameLook(
        title="Tetris",
        ui=_guideline_ui,
        preview=_guideline_preview,
        mark=_well_mark,
        mode=lambda head: "Coach",
        name=lambda head: "Guideline Tetris",
        review_seconds=0.25,  # more would not say more
        open_above=True,
    ),
    "four-wide": GameLook(
        title="Four-wide",
        ui=_four_wide_ui,
        preview=_four_wide_preview,
        mark=_well_mark,
        mode=lambda head: "Four-wide",
        name=lambda head: "Four-wide",
        open_above=True,
    ),
    "classic": GameLook(
        title="Classic Tetris",
        ui=_classic_ui,
        preview=_classic_preview,
        mark=_well_mark,
        mode=_classic_mode,
        name=_classic_name,
        open_above=True,
    ),
}
