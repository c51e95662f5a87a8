"""The language of guideline Tetris piece by piece, and its rows of the panel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from game.advice import Advice, Choice
from game.errors import BadInput
from game.position import Position
from game.review import Judgement, attack_of
from game.session import Session
from game.tetris.guideline import CELLS, Placement, State
from game.tetris.guideline.field import COLUMNS
from game.tetris.naming import name_of
from gui.games.guideline import book_status, words
from gui.games.guideline.cells import draw_icon
from gui.games.guideline.seat_view import draw_bare
from gui.games.piece_ui import PieceLanguage, doubled
from gui.games.well import extent
from gui.play.game_ui import Opinion
from gui.play.panel import PanelColumn
from gui.play.sources import certain, moves_of, source_word
from gui.play.timeline import ValueCurve
from gui.ui import icons
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.controls import chip
from gui.ui.graph import Axis
from gui.ui.text import as_figure, grouped, percent

_LEAST_TOP = 8.0  # rows of attack that the graph shows at least
_SHARES = Axis(0.0, 1.0, ((1.0, percent(1.0)), (0.5, percent(0.5)), (0.0, percent(0.0))))  # of chances

# the rows of the panel, in units
_CELL, _LONGEST = 10.0, 30.0  # a cell of a small piece, and the longest piece
_ICON, _SCORE = 44.0, 56.0  # units from the left of a row to its words, and those of the score above them
_PLAN_CELL, _PLAN_GAP = 7.5, 20.0
_LINE = 24.0
_LEAST_BUILT, _MOST_BUILT = 5, 9.0  # rows of the picture of a field, and units of its cells
_HEADS = 96.0  # heading, chip and plan
_STANDING = 114.0  # heading of the game, one line and a button
_BELOW, _SOME_FACTS = 154.0, 72.0  # three lines of facts and a button; at least one line


class GuidelineLanguage(PieceLanguage):
    """Names, figures and sentences of guideline Tetris."""

    choice_lines = 2
    cost_unit = "attack"
    follows_books = True

    # -- the panel --

    def move_within(
        self,
        canvas: Canvas,
        position: Position,
        move: str,
        style: str,
        room: float,
        among: Iterable[str] = (),
    ) -> str:
        return words.brief_name(canvas, move, style, room, among)

    def draw_choice(
        self, canvas: Canvas, box: Box, position: Position, choice: Choice, advice: Advice | None
    ) -> None:
        """The piece as it lies, its name, and what the move does if there is room."""
        x, middle, colour = box[0], box[1] + box[3] / 2, canvas.theme.colour
        try:
            at = Placement.parse(choice.move)
        except BadInput:
            return
        longer = max(extent(CELLS[at.piece][at.orientation]))
        cell = min(_CELL, _LONGEST / longer, (box[3] - 8) / longer)
        draw_icon(canvas, (x + 16, middle), at.piece, cell, orientation=at.orientation)
        low, room = box[3] < 44, box[2] - _ICON
        place = (x + _ICON, middle - (0 if low else 10))
        name = words.brief_name(canvas, choice.move, "body", room, moves_of(advice))
        canvas.text(place, name, "body", colour.text)
        if low:
            return
        forms = words.short(guideline(position), choice, advice)
        fitting = (form for form in forms if canvas.text_width(form, "label") <= room + _SCORE)
        about = next(fitting, canvas.fitted(forms[-1], "label", room + _SCORE))
        canvas.text((x + _ICON, middle + 12), about, "label", colour.text3)

    def draw_why(self, column: PanelColumn, opinion: Opinion) -> bool:
        """The source of the opinion, the reason, and the line as pieces."""
        canvas, colour, room = column.canvas, column.canvas.theme.colour, column.room
        position, advice = opinion.position, opinion.spoken
        assert advice is not None, "there is something to explain"
        if room < _HEADS + _LINE + _SOME_FACTS:
            return False
        column.y += 15
        column.heading("Why", step=29)
        wide = chip(canvas, (column.left, column.y), source_word(advice), proven=certain(advice))
        ground = canvas.brief(words.ground(advice), "body", column.width - wide - 12)
        canvas.text((column.left + wide + 12, column.y), ground, "body", colour.text)
        column.y += 20
        standing, below = min(_STANDING, column.below), min(_BELOW, column.below)
        least = max(1, min(2, int((room - _HEADS - standing) / _LINE)))
        lines = max(least, min(3, int((room - _HEADS - below) / _LINE)))
        style, forms = canvas.theme.type["body"], words.reasons(guideline(position), advice)
        width = column.width
        if advice.source == "book" and lines > 1:
            width -= _draw_built(column, guideline(position), advice.choices[0], lines * style.line)
        wrapped = ((form, canvas.renderer.wrap(form, style, width, canvas.scale)) for form in forms)
        reason, high = next(
            ((form, len(messages)) for form, messages in wrapped if len(messages) <= lines),
            (forms[-1], lines),
        )
        high = max(high, least)
        about = opinion.about
        other = ""
        if about is not None and about != advice.choices[0].move:
            other = self.compare(position, advice, about)
        place = (column.left, column.y, width, 0.0)
        high = lines if width < column.width else high  # beside a picture
        if not other:
            used = canvas.sentences(place, reason, "body", colour.text2, lines)
            column.y += used if width == column.width else high * style.line
        else:  # what is below stays where it is while the pointer goes over the list
            canvas.sentences(place, other, "body", colour.text2, high)
            column.y += high * style.line
        column.y += 24
        _draw_plan(column, guideline(position), advice.choices[0])
        column.y += 8
        return True

    def crossing(self, before: Advice | None, now: Advice | None) -> tuple[str, str]:
        return book_status.crossing(before, now)

    # -- words --

    def detail(self, position: Position) -> str:
        return words.detail(guideline(position))

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        return words.ground(advice), words.reasons(guideline(position), advice)[0]

    def compare(self, position: Position, advice: Advice, move: str, after: Advice | None = None) -> str:
        return words.compare(guideline(position), advice, move)

    def figure(self, value: float) -> str:
        return as_figure(f"{value:z.1f}")

    def axis(self, values: Sequence[float | None]) -> Axis:
        messages = [value for value in values if value is not None]
        top = doubled(_LEAST_TOP, max(map(abs, messages), default=0.0))
        bottom = -top if min(messages, default=0.0) < 0 else 0.0  # below 0, so that 0 is the middle
        middle = (top + bottom) / 2
        marks = tuple((value, as_figure(f"{value:g}")) for value in (top, middle, bottom))
        return Axis(bottom, top, marks)

    def reading(self, position: Position, *, seat: int | None = 0) -> str:
        return "Next two bags"

    def choice_figure(self, choice: Choice, advice: Advice | None) -> tuple[str, str]:
        """Return the figure of a book or a policy for its move.

        Else the attack of the next two bags, once that is measured.
        """
        if choice.known is not None and (advice is None or book_status.knows(advice, choice.move)):
            return book_status.figure_of(choice.known)
        attack = None if advice is None else attack_of(advice, choice)
        return ("", "") if attack is None else (f"{attack.value:z.1f}", "attack")

    def course(self, session: Session, judged: Sequence[Judgement | None], last: int) -> ValueCurve:
        """As for every game, with the error; but where a book or a policy has the best move, what that says of it.

        Then the graph shows the same figure wherever the same one speaks: no curve of another unit stands under it.
        """
        course, advice = super().course(session, judged, last), session.opinions.get(session.cursor)
        if advice is None:
            return course
        reading = book_status.reading(advice)
        if reading and reading != course.label:  # the four-wide game has its curve in clears
            spoken = (session.opinions_by_node.get(node) for node in session.line)
            messages = tuple(
                book_status.worth(each) if each and book_status.reading(each) == reading else None
                for each in spoken
            )
            axis = _SHARES if advice.source == "book" else self.axis(messages)
            figure = book_status.figure(advice)
            return replace(course, values=messages, axis=axis, label=reading, figure=figure, voice=True)
        attack = advice.measured
        if course.figure == "–" or attack is None:
            return course
        return replace(course, figure=f"{course.figure} ± {attack.error:.1f}")

    def move_words(self, position: Position, move: str, among: Iterable[str] = ()) -> str:
        return name_of(move, among)

    def loss_words(self, position: Position, judgement: Judgement) -> str:
        name = name_of(judgement.move, filter(None, (judgement.better,)))
        return f"{name}, cost {judgement.loss:.1f} ± {judgement.error:.1f} attack in two bags"

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        tally = guideline(position).tally
        each = f"{tally.attack / tally.placed:.2f}" if tally.placed else "0"
        return (
            ("Pieces", grouped(tally.placed)),
            ("Lines", grouped(tally.cleared)),
            ("Attack", grouped(tally.attack)),
            ("Per piece", each),
            ("T-spins", grouped(tally.spins + tally.minis)),
            ("Perfect clears", grouped(tally.perfect)),
        )

    def compared(self, position: Position) -> tuple[tuple[str, str], ...]:
        facts = [each for each in self.standing(position) if each[0] != "Per piece"]
        return (*facts, ("Height", str(guideline(position).field.height)))

    def result(self, position: Position) -> str:
        return words.result(guideline(position))

    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        draw_icon(canvas, (at[0] + 14, at[1]), 2, 8)

    def rules(self, position: Position) -> tuple[str, str]:
        table = guideline(position).rules
        hold = " Once per piece you can swap it with the one in hold." if table.hold else ""
        goal = f" The game is won when {table.goal} rows are cleared." if table.goal else ""
        play = (
            "Pieces come in random order, each of the seven once in a bag. Move and rotate a "
            f"piece, then drop it; full rows disappear.{hold} The game is over when a piece "
            f"cannot start.{goal}"
        )
        own = table.attack
        rows = f"{own.plain[1]}, {own.plain[2]}, {own.plain[3]} and {own.plain[4]} rows"
        opener = table.garbage.opener
        early = (
            (f" During the first {opener} pieces, attack cancels twice as much garbage while you are behind.")
            if opener
            else ""
        )
        score = (
            f"A clear sends rows to the other side: one to four rows at once send {rows}, "
            f"T-spins {own.full[1]}, {own.full[2]} and {own.full[3]}, a perfect clear "
            f"{own.perfect}. Difficult clears in a row and combos send more.{early} Figures "
            "are rows of attack in the next two bags, this piece included, as measured by "
            "playing on."
        )
        return play, score


def _draw_built(column: PanelColumn, state: State, best: Choice, high: float) -> float:
    """The field that the book builds from here, whatever comes, at the right; returns the width that it takes."""
    picture = words.built(state, words.line_of(best))
    if picture is None:
        return 0.0
    rows = max(_LEAST_BUILT, picture.field.height)
    wide = min(_MOST_BUILT, high / rows) * COLUMNS
    draw_bare(column.canvas, (column.right - wide, column.y, wide, high), picture, rows=rows)
    return wide + 16


def _draw_plan(column: PanelColumn, state: State, best: Choice) -> None:
    """The line of the best move as pieces, up to its best clear, and the name of that."""
    canvas, colour = column.canvas, column.canvas.theme.colour
    line = words.walk(state, words.line_of(best))
    number, name = words.purpose(line)
    if number == 1:
        name = ""  # the reason says that already; show how the line continues
    shown = line[:number] if name else line
    pieces = [landing.placement.piece for landing in shown]
    tag = canvas.text_width(name, "label") + 16 if name else 0.0
    room, x = column.width - tag, column.left
    skipped = False
    while len(pieces) > 1 and _wide(pieces) + (_PLAN_GAP if skipped else 0) > room:
        del pieces[-2]  # keep the last one, which clears
        skipped = True
    for place, piece in enumerate(pieces):
        if place:
            if skipped and place == len(pieces) - 1:
                canvas.text((x - _PLAN_GAP / 2, column.y), "…", "label", colour.text3, "middle")
                x += _PLAN_GAP
            icons.chevron(canvas, (x - _PLAN_GAP / 2, column.y), colour.text3)
        wide = _PLAN_CELL * extent(CELLS[piece][0])[0]
        draw_icon(canvas, (x + wide / 2, column.y), piece, _PLAN_CELL)
        x += wide + _PLAN_GAP
    if name:
        canvas.text((column.right, column.y), name, "label", colour.text3, "right")


def _wide(pieces: Sequence[int]) -> float:
    """The width of pieces and the gaps between them."""
    return sum(_PLAN_CELL * extent(CELLS[piece][0])[0] + _PLAN_GAP for piece in pieces) - _PLAN_GAP


def guideline(position: Position) -> State:
    """The position. Raises `BadInput` for that of another game."""
    if not isinstance(position, State):
        raise BadInput(f"{position.game} is not guideline Tetris")
    return position
