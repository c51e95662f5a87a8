"""The kibitzer's part of the panel: the best moves, why, and the state of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from game.advice import Advice, Choice
from game.position import Position
from gui.play.game_ui import GameUI, Language, Opinion
from gui.play.panel import PanelColumn
from gui.play.sources import certain, known_choices, source_word
from gui.ui.commands import Command
from gui.ui.controls import badge, chip, heading
from gui.ui.text import as_figure, clock

_ROW, _TALL_ROW = 40.0, 60.0
_HEADED = 37.0  # units that the heading of the best moves takes
_REASONS = (100.0, 60.0)  # units that the shortest reasons need, with their heading and without
_STANDING = 130.0  # units that stay for the game below the reasons, a button included
_SEATS, _FACTS = 68.0, 40.0  # the same without a heading and a button: two seats, or a line of facts
_NARROW = 270.0  # units of width below which the name of a move needs the room of its figure's unit


# -- the best moves --


def draw_best(
    column: PanelColumn,
    language: Language,
    opinion: Opinion,
    choose: Callable[[Choice], object],
    toggle: Callable[[], object],
    moves: Callable[[], object] | None = None,
) -> None:
    """Draw the ranked moves; pressing one calls `choose`.

    `toggle` shows or hides hints, `moves` shows the list of moves in their place.
    """
    canvas, colour = column.canvas, column.canvas.theme.colour
    words = language.heading(opinion.position)
    keys = [Command("H", toggle, "show or hide hints", name="hints")]
    if moves is not None:
        keys.append(Command("O", moves, "show the moves of the game", name="moves"))
    if opinion.looking:
        column.headed(f"{words}, still looking", *keys, brief="Still looking")
    else:
        column.headed(words, *keys)
    column.y += _HEADED
    position, advice = opinion.position, opinion.advice
    if not opinion.shown:
        place = (column.left, column.y - 18, column.width, 0.0)
        column.y += canvas.paragraph(place, opinion.hidden, "body", colour.text3)
    elif advice is None or not advice.choices:
        canvas.text((column.left, column.y - 6), opinion.waiting, "body", colour.text3)
        column.y += 24
    elif not language.draw_list(column, position, advice, choose):
        _draw_ranked(column, language, position, advice, choose)


def height_of_best(column: PanelColumn, language: Language) -> float:
    """The height of as many of the best moves as there is room for, with their heading."""
    return _HEADED + listed(column, language) * _height_of_row(language)


def listed(column: PanelColumn, language: Language) -> int:
    """Return how many of the best moves fit into a column."""
    height = column.bottom - column.frame.panel[1]
    if language.choice_lines > 1:
        return 3 if height >= 480 else 2
    return 5 if height >= 548 else 4 if height >= 525 else 3 if height >= 400 else 2


def _height_of_row(language: Language) -> float:
    return _TALL_ROW if language.choice_lines > 1 else _ROW


def _draw_ranked(
    column: PanelColumn,
    language: Language,
    position: Position,
    advice: Advice,
    choose: Callable[[Choice], object],
) -> None:
    """As many of the best moves as there is room for, with their ranks."""
    numbers, high = language.ranks(position, advice), _height_of_row(language)
    shown = advice.choices[: listed(column, language)]
    for number, (rank, choice) in enumerate(zip(numbers, shown, strict=False), 1):
        if number == 1 or column.floor - column.y >= high - _ROW / 2:
            column.y += (high - _ROW) / 2
            _draw_row(column, language, position, advice, (number, rank, choice), choose)
            column.y += high - (high - _ROW) / 2


def _draw_row(
    column: PanelColumn,
    language: Language,
    position: Position,
    advice: Advice,
    ranked: tuple[int, int, Choice],
    choose: Callable[[Choice], object],
) -> None:
    """One of the best moves, its middle at `y`: `ranked` is its number in the list, its rank, and the choice."""
    canvas, colour, (number, rank, choice) = column.canvas, column.canvas.theme.colour, ranked
    high, inset = _height_of_row(language) - 4, column.inset
    box = (column.left - inset, column.y - high / 2, column.width + 2 * inset, high)
    hovered = column.targets.add(f"choice {number}", box, lambda: choose(choice), radius=8, move=choice.move)
    if number == 1 or hovered:
        canvas.panel(box, colour.raised, radius=8)
    known = number <= known_choices(advice) or (number == 1 and certain(advice))
    firm = choice.share or 1 / number
    badge(canvas, (column.left + 12, column.y), rank, proven=known or choice.proof is not None, firm=firm)
    figure, unit = language.choice_figure(choice, advice)
    label = as_figure(f"{figure} {unit}" if unit and column.width >= _NARROW else figure)
    figure_width = max(56.0, canvas.text_width(label, "strong"))
    room = (column.left + 40, column.y - high / 2, column.width - 48 - figure_width, high)
    language.draw_choice(canvas, room, position, choice, advice)
    at = (column.right, column.y - (10 if language.choice_lines > 1 else 0))
    canvas.text(at, label, "strong", colour.amber_text, "right")


# -- the reasons --


def draw_why(column: PanelColumn, ui: GameUI, opinion: Opinion) -> None:
    """Draw the source of the opinion and the reason for it; of a move that is pointed at, what it does worse."""
    opinion = replace(opinion, about=opinion.about or column.targets.pointed or ui.board.pointed)
    canvas, colour, advice = column.canvas, column.canvas.theme.colour, opinion.spoken
    language, tight = ui.language, column.tight
    if advice is None or language.draw_why(column, opinion):
        return
    needed, below = _REASONS[tight], _STANDING
    if tight:
        below = _FACTS if language.standing(opinion.position) else _SEATS
    if tight and column.bottom - column.y < needed + below:
        below = 0.0  # the seats give way
    if column.bottom - column.y < needed + below:
        return
    ground, reason = language.why(opinion.position, advice)[0], language.reason(opinion)
    column.y += 6 if tight else 15
    if not tight:
        heading(canvas, (column.left, column.y), "Why")
        column.y += 29
    wide = chip(canvas, (column.left, column.y), source_word(advice), proven=certain(advice))
    if canvas.text_width(ground, "body") > column.width - wide - 12:
        ground = ""
    canvas.text((column.left + wide + 12, column.y), ground, "body", colour.text)
    column.y += 20
    lines = max(1, min(4, int((column.bottom - column.y - below - (0 if tight else 30)) / 24)))
    place = (column.left, column.y, column.width, 0.0)
    column.y += canvas.sentences(place, reason, "body", colour.text2, lines)
    column.y += 4 if tight else 12


# -- the game --


@dataclass(frozen=True)
class SeatLine:
    """One seat in the game's part of the column; `seat` is its index."""

    seat: int
    name: str
    count: str
    seconds: Callable[[], float]
    to_move: bool


def draw_game(
    column: PanelColumn, language: Language, position: Position, seats: list[SeatLine], note: str = ""
) -> None:
    """Draw the state of the game: its facts, or the seats with their signs and clocks; and a line of words.

    A caller that draws buttons below it keeps room for them.
    """
    gap, tight = 12 if column.tight else 30, column.tight
    column.y += gap if column.y > column.top else 0
    if column.y + (12 if tight else 40) > column.bottom:
        column.y -= gap
        return
    facts = language.standing(position)
    rows = (len(facts) + 1) // 2 if facts else len(seats)
    if not tight and column.y + 28 * rows + 12 + column.note_height(note) <= column.bottom:
        heading(column.canvas, (column.left, column.y), "Game")
        column.y += 28
    if not facts and not (tight and column.y + 28 * rows + column.note_height(note) - 12 > column.bottom):
        _draw_seats(column, language, seats)
    column.words(note)  # before facts: where there is room for one of the two, words matter more
    if facts:
        column.facts(facts)


def _draw_seats(column: PanelColumn, language: Language, seats: list[SeatLine]) -> None:
    canvas, colour = column.canvas, column.canvas.theme.colour
    for seat in seats:
        if column.y + 12 > column.bottom:
            return
        language.draw_tone(canvas, (column.left, column.y), seat.seat)
        ink = colour.text if seat.to_move else colour.text2
        time = canvas.running_text((column.right, column.y), partial(_time, seat), "body", ink, "right")
        room = column.width - 40 - time - 16
        name = canvas.fitted(seat.name, "body", room)
        used = canvas.text((column.left + 40, column.y), name, "body", ink)
        count = canvas.text_width(seat.count, "label")
        if used + count + 24 < room:
            canvas.text((column.right - time - 24 - count, column.y), seat.count, "label", colour.text3)
        column.y += 28


def _time(seat: SeatLine) -> str:
    """The clock of a seat."""
    return clock(seat.seconds())
