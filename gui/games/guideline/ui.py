"""The UI of guideline Tetris piece by piece: the seat, its input, its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import floor

import pygame

from game.advice import Advice, Choice
from game.errors import BadInput
from game.position import Position
from game.review import Judgement, attack_of
from game.session import Session
from game.tetris.guideline import CELLS, Placement, Pose, State, spawn, step
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.movement import Action, locks_out
from game.tetris.guideline.pieces import letter
from game.tetris.guideline.placement import NO_SPIN
from game.tetris.naming import name_of
from gui.games.guideline import book_status, words
from gui.games.guideline.cells import SeatGeometry, draw_icon
from gui.games.guideline.render_state import SeatState, marks_of, rows_above, way_of
from gui.games.guideline.seat_view import draw_bare, draw_seat
from gui.games.piece_ui import PieceInput, PieceUI, doubled
from gui.games.well import extent
from gui.play.game_ui import Opinion, PanelColumn, RenderState, certain, moves_of, source_word
from gui.play.timeline import ValueCurve
from gui.ui import icons
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.controls import chip
from gui.ui.graph import Axis
from gui.ui.sounds import sound_of
from gui.ui.targets import inside
from gui.ui.text import as_figure, grouped, percent

_WHY = "Why"


# Moves the piece of a guideline game without a clock by keys and pointer; all its moves are legal.


class GuidelineInput(PieceInput[State, Placement]):
    """`pose` is where the piece is now, None if there is none; `held`: it comes from the hold.

    The pointer is measured from the lower left.
    """

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.held = False
        self.pose: Pose | None = None
        self._spin = NO_SPIN
        self._start()

    @property
    def piece(self) -> int | None:
        """The piece that is placed: the current one, or the one from the hold."""
        return self.state.exchange if self.held else self.state.piece

    @property
    def at(self) -> Placement | None:
        """Place of the piece now."""
        if self.piece is None or self.pose is None:
            return None
        return Placement(self.piece, *self.pose, self._spin)

    @property
    def target(self) -> Placement | None:
        """Place where the piece would lock if it were dropped now; None if it may not."""
        at = self.at
        if self.aim is not None or at is None:
            return self.aim
        rest = self.state.field.drop(*at[:4])
        below = at._replace(y=rest, spin=self._spin if rest == at.y else NO_SPIN)
        return below if self.state.why_not(below) is None else None

    @property
    def move(self) -> str | None:
        return None if self.target is None else str(self.target.canonical())

    def refusal(self) -> str:
        if self.piece is None or self.pose is None:
            return ""
        rest = Placement(self.piece, *self.pose._replace(y=self.state.field.drop(self.piece, *self.pose)))
        if not locks_out(rest):
            return ""
        name = letter(self.piece)
        return f"{name} would lock above the visible rows, which ends the game. Place it lower, or take back."

    # -- keys --

    def step(self, action: Action) -> bool:
        if self.piece is None or self.pose is None:
            return False
        self.release()
        table = self.state.rules
        if action == "flip" and table.kicks == "srs":
            return False
        result = step(self.state.field, self.piece, self.pose, action, table.kicks, table.spins)
        if result is None:
            return False
        self._stand(result.pose, result.spin)
        return True

    def sink(self) -> bool:
        """Move the piece to the floor without locking it; whether it was above it."""
        if self.piece is None or self.pose is None:
            return False
        self.release()
        rest = self.state.field.drop(self.piece, *self.pose)
        if rest == self.pose.y:
            return False
        self._stand(self.pose._replace(y=rest))
        return True

    def swap(self) -> bool:
        """Use the hold, or take that back; whether it has another piece."""
        other = self.state.exchange
        if self.state.over or other is None or other == self.state.piece:
            return False
        self.held = not self.held
        self._start()
        self._take_aim()
        return True

    # -- inside --

    def _start(self) -> None:
        """Start the piece."""
        self._spin, self._turn, self.pose, self.aim = NO_SPIN, 0, None, None
        if self.piece is None or self.state.over:
            return
        pose = spawn(self.state.field, self.piece, self.state.rules.start)
        if pose is not None:
            self._stand(pose)

    def _stand(self, pose: Pose, spin: int = NO_SPIN) -> None:
        """Put the piece at a pose; at 20g it falls from there at once."""
        assert self.piece is not None
        if self.state.rules.gravity == "20g":
            rest = self.state.field.drop(self.piece, *pose)
            spin = spin if rest == pose.y else NO_SPIN
            pose = pose._replace(y=rest)
        self.pose, self._spin, self._turn = pose, spin, pose.orientation

    def _possible(self) -> Sequence[Placement]:
        return [at for at in self.state.placements if at.piece == self.piece]

    def _turn_of(self, place: Placement) -> int:
        return place.orientation

    def _distance(self, place: Placement, x: float, y: float) -> tuple[float, ...]:
        """Placements that cover the cell come first, then the nearest column, the nearest row, and spins."""
        cells = place.cells
        across, along = sum(cx for cx, _ in cells) / 4 + 0.5, sum(cy for _, cy in cells) / 4 + 0.5
        return (floor(x), floor(y)) not in cells, round(abs(across - x), 1), abs(along - y), -place.spin

    def _carry(self, aim: Placement) -> None:
        """Hold the piece above `aim`, or at its start if it does not fit there."""
        start = spawn(self.state.field, aim.piece, self.state.rules.start)
        if start is None:
            return
        above = (Pose(aim.orientation, aim.x, y) for y in (start.y, start.y + 1))
        fits = (pose for pose in above if self.state.field.fits(aim.piece, *pose))
        self.pose, self._spin = next(fits, start), NO_SPIN


_STEPS = {
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "cw",
    pygame.K_x: "cw",
    pygame.K_z: "ccw",
    pygame.K_a: "flip",
    pygame.K_DOWN: "down",
    pygame.K_c: "hold",
}
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


class GuidelineUI(PieceUI[State, GuidelineInput]):
    """The board of one scene. C, the middle button and a click on the hold use the hold."""

    choice_lines = 2
    cost_unit = "attack"
    aspect = 1.1
    follows_books = True
    steps = _STEPS

    def __init__(self) -> None:
        super().__init__()
        self._geometry: SeatGeometry | None = None

    # -- drawing --

    def draw(self, canvas: Canvas, box: Box, look: RenderState) -> None:
        state = self._board(look.position)
        seat = self._seat_look(state, look)
        self._geometry = draw_seat(canvas, box, replace(seat, above=rows_above(state.rules.start)))

    def _seat_look(self, state: State, look: RenderState) -> SeatState:
        """The seat in motion, at rest, or with the piece that a person moves."""
        seat = replace(SeatState.of(state, look.grown), texts=words.names_of(state.last))
        if seat.landing is not None:
            landing = seat.landing
            way = way_of(landing.field, landing.placement, look.way, state.rules, slow=look.slow)
            seat = replace(seat, way=way, slow=look.slow)
            return replace(seat, texts=words.tests(way, seat.dropped)) if look.slow else seat
        if self._open and self._control is not None:
            seat = in_hand(seat, state, self._control)
        if look.choices and not state.over:
            pointed = next((choice for choice in look.choices if choice.move == self._shown), None)
            fault = look.fault
            hidden = next(
                (at for at, each in enumerate(look.choices) if fault and each.move == fault.move), None
            )
            beside, numbers = list(look.choices), list(look.ranks)
            if hidden is not None and len(beside) > 1:
                del beside[hidden], numbers[hidden : hidden + 1]
            marks = marks_of(beside, self._shown, known=look.known, ranks=numbers)
            best = marks[0].placement
            way = way_of(state.field, best, look.way, state.rules)
            seat = replace(seat, marks=marks, plan=_plan(state, pointed), way=way)
            if fault is not None:
                seat = replace(seat, fault=(Placement.parse(fault.move), fault.mark))
            if way and best.piece != state.piece:
                seat = replace(_exchanged(seat, state), falling=way[0].at)
        return seat

    def sound(self, before: Position, after: Position) -> str:
        landing = _guideline(after).last
        if landing is None:
            return sound_of(0)
        clear = landing.clear
        return sound_of(clear.rows, difficult=clear.difficult, perfect=clear.perfect)

    # -- input --

    def _board(self, position: Position) -> State:
        return _guideline(position)

    def _take(self, state: State) -> GuidelineInput:
        return GuidelineInput(state)

    def _place(self, point: Point) -> Point | None:
        if self._geometry is None:
            return None
        x, y = self._geometry.place(point)
        return (x, y) if -1 <= x <= 11 and -1 <= y <= 22 else None

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        control, clicked = self._control, event.type == pygame.MOUSEBUTTONDOWN and self._open
        at = (event.pos[0] / scale, event.pos[1] / scale) if clicked else (-1.0, -1.0)
        if control is not None and self._geometry is not None and inside(at, self._geometry.hold_sign):
            control.swap()
            return None
        return super().handle(event, scale, focused)

    def _press(self, control: GuidelineInput, button: int) -> str | None:
        if button == 2:
            control.swap()
        return super()._press(control, button)

    def _key(self, control: GuidelineInput, event: pygame.event.Event) -> str | None:
        code = self.code(event)
        if code == pygame.K_c:
            control.touched = control.swap() or control.touched
        elif code == pygame.K_DOWN and event.mod & pygame.KMOD_SHIFT:
            self._pointer = None
            control.touched = control.sink() or control.touched
        else:
            return super()._key(control, event)
        return None

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
        forms = words.short(_guideline(position), choice, advice)
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
        column.heading(_WHY, step=29)
        wide = chip(canvas, (column.left, column.y), source_word(advice), proven=certain(advice))
        ground = canvas.brief(words.ground(advice), "body", column.width - wide - 12)
        canvas.text((column.left + wide + 12, column.y), ground, "body", colour.text)
        column.y += 20
        least = max(1, min(2, int((room - _HEADS - _STANDING) / _LINE)))
        lines = max(least, min(3, int((room - _HEADS - _BELOW) / _LINE)))
        style, forms = canvas.theme.type["body"], words.reasons(_guideline(position), advice)
        width = column.width
        if advice.source == "book" and lines > 1:
            width -= _draw_built(column, _guideline(position), advice.choices[0], lines * style.line)
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
        _draw_plan(column, _guideline(position), advice.choices[0])
        column.y += 8
        return True

    def crossing(self, before: Advice | None, now: Advice | None) -> tuple[str, str]:
        return book_status.crossing(before, now)

    # -- words --

    def detail(self, position: Position) -> str:
        return words.detail(_guideline(position))

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        return words.ground(advice), words.reasons(_guideline(position), advice)[0]

    def compare(self, position: Position, advice: Advice, move: str, after: Advice | None = None) -> str:
        return words.compare(_guideline(position), advice, move)

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
        return f"{name} cost {judgement.loss:.1f} ± {judgement.error:.1f} attack in two bags"

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        tally = _guideline(position).tally
        each = f"{tally.attack / tally.placed:.2f}" if tally.placed else "0"
        return (
            ("Pieces", grouped(tally.placed)),
            ("Lines", grouped(tally.cleared)),
            ("Attack", grouped(tally.attack)),
            ("Per piece", each),
            ("T-spins", grouped(tally.spins + tally.minis)),
            ("Perfect clears", grouped(tally.perfect)),
        )

    def result(self, position: Position) -> str:
        return words.result(_guideline(position))

    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        draw_icon(canvas, (at[0] + 14, at[1]), 2, 8)

    def rules(self, position: Position) -> tuple[str, str]:
        table = _guideline(position).rules
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

    def keys(self) -> list[tuple[str, str]]:
        return [
            (self.named("left", "right", standard="Left, Right"), "move the piece"),
            (
                self.named("cw", "ccw", "flip", standard="Up or X, Z, A"),
                "rotate it clockwise, counterclockwise, or by 180° where the rules allow it",
            ),
            (self.named("soft", standard="Down"), "one row down, with Shift to the floor"),
            (self.named("hard", standard="Space or Enter"), "drop it"),
            (self.named("hold", standard="C"), "hold, and take that back"),
            ("Mouse", "choose the place, rotate with the wheel or the right button, drop with a click"),
            ("Click on HOLD", "hold, and take that back; the middle button does the same"),
        ]


def _exchanged(seat: SeatState, state: State) -> SeatState:
    """The seat with hold and queue as they are while the piece from the hold falls."""
    after = state.taken(held=True)
    previews = after.queue.pieces(state.rules.previews)
    return replace(seat, hold=after.hold, previews=previews, hold_free=False)


def in_hand(seat: SeatState, state: State, control: GuidelineInput) -> SeatState:
    """The seat with the piece where a person has moved it, and with the hold and queue of that moment."""
    seat = _exchanged(seat, state) if control.held else seat
    return replace(seat, falling=control.at, ghost=control.target)


def _plan(state: State, choice: Choice | None) -> tuple[Placement, ...]:
    """Return the placements that follow a choice on this very field, up to the first clear."""
    plan: list[Placement] = []
    for landing in words.walk(state, words.line_of(choice)) if choice is not None else ():
        plan.append(landing.placement)
        if landing.rows or landing.up:
            break
    return tuple(plan[1:])


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


def _guideline(position: Position) -> State:
    if not isinstance(position, State):
        raise BadInput(f"{position.game} is not guideline Tetris")
    return position
