"""The page of setups: which pieces fill the cells that are painted, as small boards, with what each is good for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ai.tetris.guideline.clear_search import placements_of
from ai.tetris.guideline.setup_work import MUST, BuiltSetup, Setups, SetupSearch, SetupWork
from game.errors import BadInput, KibitzError
from game.tetris.guideline import COLUMNS, PIECES, Field, State
from game.tetris.guideline.field import NO_PAINT
from game.tetris.guideline.openers.position import FULL_BAG, HEIGHT, NO_EXTRA, Position, cells_of
from game.tetris.guideline.openers.source import DrawnPiece, Line, Stage
from game.tetris.guideline.patterns import Pattern
from gui.games.guideline.cells import SeatGeometry, draw_piece, draw_stack
from gui.play.engine_room import EngineRoom, Event
from gui.play.job import RoomJob
from gui.scenes.form import Form
from gui.scenes.sandbox.analysis import SEARCH_REST_SECONDS, Step, steps_of
from gui.scenes.sandbox.analysis import cells_of as cells_of_way
from gui.scenes.sandbox.panel import Actions, draw_actions
from gui.ui.text import chance_words, counted, grouped
from gui.ui.text_entry import TextEntry

_ACROSS, _CAPTION, _ENTRY = 3, 22.0, 34.0


class SetupFinder(RoomJob[tuple[State, SetupSearch], Setups]):
    """The search for setups on the board that is painted, and the one that is shown."""

    def __init__(self, room: EngineRoom) -> None:
        super().__init__(room, "setups", lambda order: SetupWork(order[1]))
        self.pattern = "*p7"
        self.results: Setups | None = None
        self.chosen: int | None = None
        self.course: tuple[State, ...] = ()
        self._seen: State | None = None
        self._rested = 0.0

    def ask_pattern(self, text: str) -> None:
        """Search with the queues of another pattern. Raises `BadInput` for one that is none."""
        Pattern.parse(text)
        self.pattern, self.failure = text, ""

    def update(self, state: State, seconds: float, *, wanted: bool) -> None:
        """Search on `state` once it has rested; what is under way on another board ends at once."""
        if state is not self._seen:
            self._seen, self._rested = state, 0.0
            if state not in self.course:
                self.stop()
                self.results, self.chosen, self.course = None, None, ()
        self._rested += seconds
        if not wanted and self.busy:
            self.stop()
        if not wanted or self._rested < SEARCH_REST_SECONDS or self.failure or state in self.course:
            return
        order = (state, self._wanted(state))
        if self.order != order and not _without_target(state):
            self.results, self.chosen = None, None
            self.start(order)

    def _wanted(self, state: State) -> SetupSearch:
        hold = "" if state.hold is None else PIECES[state.hold]
        rules = state.rules
        return SetupSearch(
            board=state.paint.short(state.field),
            pattern=self.pattern,
            hold=hold if rules.hold else "",
            holding=rules.hold,
            kicks=rules.kicks,
        )

    def take(self, event: Event) -> None:
        """Take in what has been found."""
        heard = self.hear(event)
        if heard is not None:
            self.results = heard
            if heard.done and heard.setups:
                self.choose(0)

    def choose(self, number: int) -> None:
        """Show one of the setups, and lay its placements ready."""
        if self.results is None or self.order is None or not 0 <= number < len(self.results.setups):
            return
        way, state = self.results.setups[number].way, self.order[0]
        try:
            states = [self._start(state, way)]
            for at in placements_of(way):
                states.append(states[-1].put(at))
        except KibitzError as error:  # the rules have the last word
            self.failure = f"The engine’s setup is wrong: {error}"
            return
        self.chosen, self.course = number, (state, *states)

    def _start(self, state: State, way: str) -> State:
        """The board without the cells to be filled, with the pieces of a way in their order. Raises `KibitzError`."""
        assert self.results is not None
        letters = "".join(PIECES[at.piece] for at in placements_of(way))
        rules = {key: text for key, text in state.here().items() if key not in ("hold", "board", "paint")}
        return State.open({**rules, "board": self.results.start, "queue": f"list:{letters}", "garbage": "1"})

    def steps(self, state: State) -> tuple[Step, ...]:
        """The placements of the setup that is shown, on the board that was painted or on the way to it."""
        at = next((at for at, each in enumerate(self.course) if each is state), None)
        if at is None:
            return ()
        done = max(0, at - 1)
        return tuple(step._replace(number=step.number + done) for step in steps_of(self.course[max(at, 1) :]))

    def rest(self, state: State) -> tuple[State, ...]:
        """The positions that follow `state`."""
        at = next((at for at, each in enumerate(self.course) if each is state), None)
        return () if at is None else self.course[at + 1 :]

    @property
    def shown(self) -> BuiltSetup | None:
        """The setup that is shown."""
        if self.chosen is None or self.results is None:
            return None
        return self.results.setups[self.chosen]


def _without_target(state: State) -> bool:
    """True if no cell is painted in the colour of those that must be filled."""
    return MUST not in state.paint.short(state.field)


def source_of(field: Field, way: str) -> str:
    """A way as a stage of an opening book's source. Raises `BadInput` for a field that books do not hold."""
    from ai.book.finding.fillings import text_of

    cells = cells_of(field)
    if cells is None:
        raise BadInput(f"the board is {field.height} rows high; a book’s boards have {HEIGHT} at most")
    letters = [PIECES[at.piece] for at in placements_of(way)]
    for letter in letters:
        if letters.count(letter) > 1:
            raise BadInput(
                f"a stage of a book places each piece once, and this way has more than one {letter}"
            )
    pieces = list[DrawnPiece]()
    for piece, where in cells_of_way(way, field):
        columns = sum(1 << HEIGHT * x + HEIGHT - 1 - y for x, y in where)
        pieces.append(DrawnPiece(piece, columns, False))
    stage = Stage("A setup", Position(cells, FULL_BAG, NO_EXTRA), (Line(tuple(pieces), None),), None)
    return text_of("my-setup", ["Made in the sandbox."], [stage])


# -- the page --


def draw_setups(
    form: Form,
    finder: SetupFinder,
    entry: TextEntry,
    state: State,
    flaw: str,
    actions: Actions,
    ranked: Callable[[], object],
) -> None:
    """The question, its progress, and the setups; `actions` are for the one that is shown.

    `ranked` leads to the setups of perfect clears that the program has ranked.
    """
    form.question("Setups from the queues of")
    box = (form.left, form.y, form.width, _ENTRY)
    form.targets.add("pattern", box, entry.write, radius=8, within=form.view)
    entry.draw(form.canvas, box)
    form.y += _ENTRY + 8
    results = finder.results
    text = flaw or finder.failure or (results.reason if results is not None else "")
    if text:
        form.note(text)
    elif finder.warming:
        form.note(finder.warming)
    elif results is None and _without_target(state) and not finder.course:
        form.note(
            "Paint the cells to fill in the colour of I, and cells that may be filled in the colour of O. "
            "Everything else on the board is there already."
        )
        form.button("ranked setups", "Ranked setups of perfect clears", "", ranked)
    elif results is None or not results.done:
        count = results.count if results is not None else 0
        form.note(f"Looking … {counted(count, 'setup')} so far.")
    else:
        _draw_results(form, finder, results, actions)


def _draw_results(form: Form, finder: SetupFinder, results: Setups, actions: Actions) -> None:
    if not results.count:
        form.note("No set of pieces fills these cells.")
        return
    listed = f", the first {len(results.setups)} are listed" if results.count > len(results.setups) else ""
    share = chance_words(results.covered / results.queues)
    form.note(
        f"{counted(results.count, 'setup')}{listed}. {grouped(results.covered)} of {grouped(results.queues)} queues "
        f"({share}) can build one."
    )
    draw_actions(form, actions)
    field = Field.parse(results.start) if results.start else Field.empty()
    drawn = [cells_of_way(each.way, field) for each in results.setups]
    rows = max(field.height, *(y + 1 for pieces in drawn for _, cells in pieces for _, y in cells))
    gap, width = 8.0, (form.width - (_ACROSS - 1) * 8.0) / _ACROSS
    high = width * rows / COLUMNS
    for number, each in enumerate(results.setups):
        row, column = divmod(number, _ACROSS)
        place = (
            form.left + column * (width + gap),
            form.y + row * (high + _CAPTION + gap),
            width,
            high + _CAPTION,
        )
        _draw_board(form, finder, field, each, number, rows, place)
    form.y += -(-len(results.setups) // _ACROSS) * (high + _CAPTION + gap) + 10


def _draw_board(
    form: Form,
    finder: SetupFinder,
    field: Field,
    each: BuiltSetup,
    number: int,
    rows: int,
    box: tuple[float, float, float, float],
) -> None:
    assert finder.results is not None
    canvas, colour = form.canvas, form.canvas.theme.colour
    letters = "".join(PIECES[at.piece] for at in placements_of(each.way))
    cleared = f", clears {counted(each.cleared, 'row')}" if each.cleared else ""
    about = f"{letters}, {counted(each.queues, 'queue')}{cleared}"
    press = partial(finder.choose, number)
    lit = form.targets.add(f"setup {number}", box, press, radius=6, within=form.view, about=about)
    if not form.sees(box):
        return
    chosen = number == finder.chosen
    if lit or chosen:
        edge = (box[0] - 4, box[1] - 4, box[2] + 8, box[3] + 4)
        canvas.panel(edge, colour.raised, radius=6, edge=colour.focus if chosen else None, width=2)
    x, y, width, high = *box[:3], box[3] - _CAPTION
    geometry = SeatGeometry.bare((x, y, width, high), canvas.scale, rows=rows)
    canvas.panel((x - 1, y - 1, width + 2, high + 2), None, radius=2, edge=colour.line2, width=1)
    draw_stack(canvas, geometry, field, NO_PAINT)
    for piece, cells in cells_of_way(each.way, field):
        draw_piece(canvas, geometry, cells, PIECES[piece])
    share = chance_words(each.queues / finder.results.queues)
    canvas.text((x + width / 2, y + high + _CAPTION / 2), share, "label", colour.amber_text, "middle")
