"""The sides of the sandbox's board: the tools, and the pages of the panel but for the moves.

Apart from `scene`: views of the editor and the solver, which know nothing of the scene.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ai.tetris.guideline.clear_search import Clears, placements_of
from game.config import field
from game.tetris.guideline import COLUMNS, PIECES, State, sandbox
from game.tetris.guideline.bags import Kind
from game.tetris.guideline.field import GARBAGE, NO_PAINT
from gui.games.guideline.cells import SeatGeometry, draw_icon, draw_piece, draw_stack
from gui.games.guideline.words import brief_name
from gui.games.sprites import piece_sprite, stone_sprite
from gui.scenes.form import Form
from gui.scenes.sandbox.analysis import PIECES_OF, Solver, cells_of
from gui.scenes.sandbox.editor import HOLD, TOOLS, EditorModel, Tool
from gui.ui.canvas import Box, Canvas
from gui.ui.commands import Command, Tip
from gui.ui.controls import badge, bar_of_share, pill
from gui.ui.layout import Flow
from gui.ui.targets import Targets
from gui.ui.text import chance_words, counted, grouped, percent
from gui.ui.text_entry import TextEntry

_ROWS = "Rows"
_LOOKING = "Looking …"

WIDTH = 164.0  # of the tools in a column
ROOMY = 740.0  # the width of the board's box from which there is room for it
_SWATCH, _SMALL_SWATCH = 42.0, 34.0
_GAP, _PITCH, _ROW = 6.0, 4.0, 34.0
_WORDS: dict[Tool, str] = {"paint": "Paint", "place": "Place", "queue": "Queue"}
_ABOUT: dict[Tool, Tip] = {
    "paint": Tip("Paint cells, erase with the right button", "B"),
    "place": Tip("Place the piece, as in a game", "D"),
    "queue": Tip("Write hold and queue with letters", "Q"),
}
_NAMES = {GARBAGE: "Garbage", sandbox.ERASER: "Eraser"}


def commands_of(editor: EditorModel) -> tuple[Command, ...]:
    """Commands for whole rows."""
    return (
        Command("Ctrl+Up", partial(editor.shift, "up"), "move all cells up a row", "Up", "up"),
        Command("Ctrl+Down", partial(editor.shift, "down"), "move all cells down a row", "Down", "down"),
        Command("Ctrl+Left", partial(editor.shift, "left"), "move all cells to the left", "Left", "left"),
        Command(
            "Ctrl+Right", partial(editor.shift, "right"), "move all cells to the right", "Right", "right"
        ),
        Command("M", editor.mirror, "mirror the board and the queue", "Mirror", "mirror"),
        Command(
            "G",
            editor.add_garbage,
            "add a row of garbage, with its hole in the cursor’s column",
            "Garbage",
            "garbage",
        ),
        Command("F", editor.clear_full_rows, "clear the full rows", "Lines", "full rows"),
        Command("Ctrl+Backspace", editor.clear, "empty the board", "Empty", "clear"),
    )


# -- the tools --


@dataclass(frozen=True)
class Tools:
    """The tools, the colours, and the commands for whole rows."""

    canvas: Canvas
    targets: Targets
    editor: EditorModel
    choose: Callable[[Tool], object]

    def draw_column(self, box: Box) -> None:
        """The tools one below the other; the rows last, where there is room for them."""
        flow = Flow(self.canvas, self.targets, box[0], box[1] + 10, WIDTH)
        flow.heading("Tool", step=18)
        for tool in TOOLS:
            (place,) = flow.split(1, _ROW, _PITCH)
            name, on, choose = f"tool {tool}", tool == self.editor.tool, partial(self.choose, tool)
            pill(self.canvas, self.targets, name, place, _WORDS[tool], on, choose, _ABOUT[tool])
        flow.y += 22
        flow.heading("Piece" if self.editor.tool == "queue" else "Colour", step=18)
        step = (WIDTH - _SWATCH) / 2
        for number, brush in enumerate(sandbox.BRUSHES):
            row, column = divmod(number, 3)
            place = (flow.left + column * step, flow.y + row * (_SWATCH + _PITCH), _SWATCH, _SWATCH)
            self._draw_swatch(place, brush)
        flow.y += 3 * (_SWATCH + _PITCH) + 22
        commands = commands_of(self.editor)
        if flow.y + 18 + len(commands) // 2 * (_ROW + _PITCH) <= box[1] + box[3]:
            flow.heading(_ROWS, step=18)
            draw_commands(flow, commands)

    def draw_footer(self, flow: Flow) -> None:
        """Tools and colours in a row, or in two, over a narrow board; the rows are in the panel then."""
        words, top, number = list(_WORDS.values()), flow.y, len(sandbox.BRUSHES)
        about = [_ABOUT[tool] for tool in TOOLS]
        flow.pills("tool", words, TOOLS.index(self.editor.tool), lambda at: self.choose(TOOLS[at]), about)
        taken = sum(self.canvas.text_width(word, "body") + 40 for word in words)
        beside = taken + number * _SMALL_SWATCH <= flow.width
        x, y = (flow.right - number * _SMALL_SWATCH, top + 2) if beside else (flow.left, flow.y)
        side = _SMALL_SWATCH - 6
        for at, brush in enumerate(sandbox.BRUSHES):
            self._draw_swatch((x + at * _SMALL_SWATCH, y, side, side), brush)
        flow.y += 4 if beside else 8 + _SMALL_SWATCH

    def _draw_swatch(self, box: Box, brush: str) -> None:
        """One colour: the piece's cell with its letter, grey, or the eraser."""
        canvas, colour, editor = self.canvas, self.canvas.theme.colour, self.editor
        number = sandbox.BRUSHES.index(brush) + 1
        letter = f" or {brush}" if editor.tool == "queue" and brush in PIECES else ""
        about = Tip(_NAMES.get(brush, brush), f"{number}{letter}")
        name, use = f"brush {brush}", partial(use_brush, editor, brush)
        hovered = self.targets.add(name, box, use, radius=8, about=about)
        chosen = editor.tool == "paint" and brush == editor.brush
        if chosen or hovered:
            edge, width = (colour.text, 2.0) if chosen else (colour.line2, 1.2)
            canvas.panel(box, colour.raised, radius=8, edge=edge, width=width)
        inset = box[2] / 7
        x, y, side = box[0] + inset, box[1] + inset, box[2] - 2 * inset
        cell = canvas.rect((x, y, side, side))
        if brush == sandbox.ERASER:
            canvas.panel((x, y, side, side), colour.well, radius=4, edge=colour.text3, width=1.2)
            canvas.stroke([(x + 5, y + 5), (x + side - 5, y + side - 5)], colour.text2, 1.5)
        elif brush == GARBAGE or box[2] < 40:
            sprite = piece_sprite(canvas, cell.width, "garbage" if brush == GARBAGE else brush)
            canvas.surface.blit(sprite, cell)
        else:  # its letter, not its pattern
            ink = canvas.theme.pieces[brush]
            canvas.surface.blit(stone_sprite(canvas, cell.width, ink.fill, ink.edge), cell)
            canvas.text((box[0] + box[2] / 2, box[1] + box[3] / 2), brush, "label", ink.ink, "middle")


def draw_commands(flow: Flow, commands: Sequence[Command]) -> None:
    """Two buttons beside each other in each row."""
    for at in range(0, len(commands), 2):
        for box, each in zip(flow.split(2, _ROW, _GAP), commands[at : at + 2], strict=True):
            how = (each.name, box, each.label, False, each.press, each.tip)
            pill(flow.canvas, flow.targets, *how, within=flow.view)
        flow.y += _PITCH - _GAP


def use_brush(editor: EditorModel, brush: str) -> None:
    """Take a colour; while the queue is written, write that piece, or with the eraser take one out."""
    if editor.tool != "queue":
        editor.tool, editor.brush = "paint", brush
    elif brush == sandbox.ERASER:
        editor.take_piece(back=False)
    elif brush != GARBAGE:
        editor.put_piece(sandbox.BRUSHES.index(brush))


# -- the pieces --

_KINDS: tuple[Kind, ...] = ("seven_bag", "fourteen_bag", "uniform", "list")
_KIND_WORDS = (*map(field("tetris.pieces").show, _KINDS[:3]), "None")
_KIND_ABOUT = (
    "One of each in random order, then the next bag",
    "Two of each in random order",
    "Each piece by itself",
    "The queue ends with its written pieces",
)
_SLOT, _SLOT_HIGH, _A_ROW = 40.0, 36.0, 7
_MOST_SLOTS = 35


def draw_pieces(form: Form, editor: EditorModel, *, with_rows: bool) -> None:
    """Hold, queue, what follows, the bag, and the counts; first the rows of the board where these are not beside it."""
    state = editor.state
    if with_rows:
        form.question(_ROWS)
        draw_commands(form, commands_of(editor))
        form.y += 8
    form.question("Hold")
    _slot(form, editor, HOLD, form.left, form.y)
    form.y += _SLOT_HIGH + 14
    form.question("Queue")
    _queue(form, editor)
    form.question("After the queue")
    chosen = _KINDS.index(state.queue.kind) if state.queue.kind in _KINDS else None
    draw_row(form, "kind", _KIND_WORDS, (chosen,), lambda n: editor.deal_by(_KINDS[n]), _KIND_ABOUT)
    if state.queue.bag:
        form.y += 4
        form.question("Left in the bag")
        left = [piece for piece in range(len(PIECES)) if piece in state.queue.left]
        draw_row(form, "bag", tuple(PIECES), left, editor.toggle_left)
    form.y += 4

    def combo(half: Form) -> None:
        half.question("Combo")
        half.stepper("combo", str(state.combo), lambda by: editor.count(state.combo + by, state.chain), 40)

    def chain(half: Form) -> None:
        half.question("Back-to-back")
        words = str(state.chain) if state.chain else "off"
        half.stepper("chain", words, lambda by: editor.count(state.combo, state.chain + by), 40)

    form.halves(combo, chain, 128)
    form.y += 4
    draw_row(form, "anew", ("Deal a new queue",), (), lambda _: editor.deal_anew())


def draw_row(
    flow: Flow,
    name: str,
    words: Sequence[str],
    chosen: Collection[int | None],
    press: Callable[[int], object],
    about: Sequence[str | Tip] = (),
) -> None:
    """Pills of equal width in one row, or in two where their words do not fit."""
    each = (flow.width + _GAP) / len(words) - _GAP
    fits = all(flow.canvas.text_width(word, "label") <= each - 8 for word in words)
    across = len(words) if fits else -(-len(words) // 2)
    for first in range(0, len(words), across):
        for number, box in enumerate(flow.split(across, _ROW, _GAP)[: len(words) - first], first):
            text = about[number] if about else ""
            pill(
                flow.canvas, flow.targets, f"{name} {number}", box, words[number], number in chosen,
                partial(press, number), text, within=flow.view,
            )  # fmt: skip
    flow.y += _PITCH


def _queue(form: Form, editor: EditorModel) -> None:
    """The slots of the queue, seven a row: written pieces full, dealt ones faint, and one more to write into."""
    shown = min(_MOST_SLOTS, max(2 * _A_ROW, len(editor.state.queue.listed) + 1))
    shown = min(shown, len(editor.state.queue.pieces(shown)) + 1)
    step = min(_SLOT, form.width / _A_ROW)
    for slot in range(shown):
        row, column = divmod(slot, _A_ROW)
        _slot(form, editor, slot, form.left + column * step, form.y + row * _SLOT_HIGH)
    form.y += -(-shown // _A_ROW) * _SLOT_HIGH + 14


def _slot(form: Form, editor: EditorModel, slot: int, x: float, y: float) -> None:
    canvas, colour = form.canvas, form.canvas.theme.colour
    box = (x, y, min(_SLOT, form.width / _A_ROW) - 4, _SLOT_HIGH - 4)
    name = "page hold" if slot == HOLD else f"page slot {slot}"
    lit = form.targets.add(name, box, partial(editor.write_at, slot), radius=6, within=form.view)
    here = editor.tool == "queue" and editor.slot == slot
    if lit or here:
        canvas.panel(box, colour.raised, radius=6, edge=colour.focus if here else None, width=2)
    middle, piece = (box[0] + box[2] / 2, box[1] + box[3] / 2), editor.piece_at(slot)
    if piece is None:
        canvas.panel((middle[0] - 7, middle[1] - 7, 14, 14), None, radius=4, edge=colour.line2)
        return
    written = slot == HOLD or slot < len(editor.state.queue.listed)
    draw_icon(canvas, middle, piece, 7.0, fade=0.0 if written else 0.45)


# -- perfect clears --

_PIECES_WORDS = ("Queue", "Any bag", "Bag left", "Pattern")
_PIECES_ABOUT = (
    "With the pieces in hold and queue, in their order",
    "How many orders of a new bag have one",
    "How many orders of the pieces left in the bag have one",
    "How many queues of a pattern have one, such as *p7 or [IOT]p2,*p4",
)
_WAY, _STEPPER, _ENTRY = 36.0, 152.0, 34.0
_ACROSS, _CAPTION = 3, 22.0  # small boards in a row, and the height of what is said below one
_MOST_LISTED = 5  # placements with their chances


Actions = Sequence[
    tuple[str, Callable[[], object]]
]  # for the way that is chosen, by the words on their buttons


def draw_clears(
    form: Form, solver: Solver, entry: TextEntry, state: State, flaw: str, actions: Actions
) -> None:
    """The search, its progress, and its results; the `entry` is the line for a pattern."""
    form.question("Perfect clears with")
    chosen = (PIECES_OF.index(solver.pieces),)
    draw_row(form, "pieces", _PIECES_WORDS, chosen, lambda n: solver.ask_for(PIECES_OF[n]), _PIECES_ABOUT)
    if solver.pieces == "pattern":
        _draw_pattern(form, entry)
    form.canvas.text((form.left, form.y + 18), _ROWS, "label", form.canvas.theme.colour.text3)
    beside = replace(form, left=form.right - _STEPPER, width=_STEPPER)
    rows = solver.rows_on(state)
    beside.stepper("rows", str(rows) if rows else "fewest", partial(solver.step_rows, state))
    form.y = beside.y + 4
    clears = solver.clears
    text = flaw or solver.failure or (clears.reason if clears is not None else "")
    if clears is not None and clears.futures and solver.pieces == "queue":
        _draw_chances(form, clears)
    elif solver.warming:
        form.note(solver.warming)
    elif clears is not None and clears.progress and solver.busy:
        what = "Best play for" if solver.pieces == "queue" else "Preparing"
        form.note(f"{what} the first perfect clear: {percent(clears.progress)} done.")
    if clears is not None and solver.pieces == "queue":
        _draw_loop(form, clears)
    if text:
        form.note(text)
    elif clears is None:
        form.note(_LOOKING if solver.busy else "")
    elif solver.pieces == "queue":
        _draw_ways(form, solver, clears, actions)
    else:
        _draw_coverage(form, clears)
        _draw_solutions(form, solver, clears, state, actions)
        _draw_missed(form, clears)


def _draw_pattern(form: Form, entry: TextEntry) -> None:
    """The line for the pattern; what is held comes before it."""
    box = (form.left, form.y, form.width, _ENTRY)
    form.targets.add("pattern", box, entry.write, radius=8, within=form.view)
    entry.draw(form.canvas, box)
    form.y += _ENTRY + 8


def _draw_chances(form: Form, clears: Clears) -> None:
    """The chance of the first perfect clear with what is seen, and the placements that keep most of it."""
    canvas, colour = form.canvas, form.canvas.theme.colour
    form.question("Best play")
    figure = "certain" if clears.chance == 1 else chance_words(clears.chance)
    solved = clears.successes[0] if clears.successes else 0
    words = f"{grouped(solved)} of {counted(clears.futures, 'order')} of what is not seen"
    _draw_figure(form, figure, "Every piece is seen." if clears.futures == 1 else words)
    placed = zip(clears.best, clears.successes, strict=True)
    for text, successes in [each for each in placed if each[1]][:_MOST_LISTED]:
        share = chance_words(successes / clears.futures)
        used = canvas.text((form.right, form.y + 10), share, "strong", colour.amber_text, "right")
        name = brief_name(canvas, text, "body", form.width - used - 12, clears.best)
        canvas.text((form.left, form.y + 10), name, "body", colour.text)
        form.y += 24
    form.y += 8


def _draw_loop(form: Form, clears: Clears) -> None:
    """The placements for many perfect clears in a row, or on an empty board how many there are on average."""
    canvas, colour = form.canvas, form.canvas.theme.colour
    if not clears.loop and not clears.in_a_row:
        return
    form.question("Many in a row")
    mean = clears.in_a_row or clears.loop[0].clears
    _draw_figure(form, f"{mean:.1f}", "perfect clears on average")
    moves = [each.move for each in clears.loop]
    for each in clears.loop[:_MOST_LISTED]:
        chance = "" if each.chance == 1 else f"{chance_words(each.chance)}, "
        worth = f"{chance}{each.clears:.1f}"
        used = canvas.text((form.right, form.y + 10), worth, "strong", colour.amber_text, "right")
        name = brief_name(canvas, each.move, "body", form.width - used - 12, moves)
        canvas.text((form.left, form.y + 10), name, "body", colour.text)
        form.y += 24
    form.y += 8


def _draw_figure(form: Form, figure: str, words: str) -> None:
    """A large figure, and what it is beside it or below it."""
    canvas, colour = form.canvas, form.canvas.theme.colour
    used = canvas.text((form.left, form.y + 16), figure, "figure", colour.amber_text)
    if used + 12 + canvas.text_width(words, "body") <= form.width:
        canvas.text((form.right, form.y + 18), words, "body", colour.text, "right")
        form.y += 44
    else:
        form.y += 40
        form.note(words)


def _draw_coverage(form: Form, clears: Clears) -> None:
    share = clears.solved / clears.queues if clears.queues else 0.0
    figure = chance_words(share) if clears.queues else "…"
    words = f"{grouped(clears.solved)} of {grouped(clears.queues)} queues" if clears.queues else _LOOKING
    _draw_figure(form, figure, words)
    bar_of_share(form.canvas, (form.left, form.y - 2, form.width, 6), share)
    form.y += 20
    form.note(_looked(clears))


def _draw_missed(form: Form, clears: Clears) -> None:
    if clears.missed:
        form.question("Without one, for example")
        form.note(", ".join(clears.missed))


def _draw_solutions(form: Form, solver: Solver, clears: Clears, state: State, actions: Actions) -> None:
    """The solutions as small boards, grouped by the piece that they keep."""
    if not clears.solutions:
        if clears.solved:
            form.note("There are too many solutions to list." if clears.done else "Listing the solutions …")
        return
    needed, listed = sum(each.needed for each in clears.solutions), len(clears.solutions)
    first = f", the first {grouped(listed)} are listed" if clears.pictures > listed else ""
    form.note(
        f"{counted(clears.pictures, 'solution')}{first}. The {grouped(needed)} with an edge are enough."
    )
    draw_actions(form, actions)
    for piece in sorted(range(len(PIECES)), key=lambda one: -clears.saves[one] if clears.saves else 0):
        some = [at for at, each in enumerate(clears.solutions) if each.saves and each.saves[piece]]
        if some:
            share = chance_words(clears.saves[piece] / clears.queues)
            form.question(f"Keeps {PIECES[piece]}: {counted(clears.saves[piece], 'queue')}, {share}")
            some.sort(key=lambda at: -clears.solutions[at].saves[piece])
            _draw_boards(form, solver, clears, state, PIECES[piece], some)
    rest = [at for at, each in enumerate(clears.solutions) if not each.saves]
    if rest:
        _draw_boards(form, solver, clears, state, "", rest)


def draw_actions(form: Form, actions: Actions) -> None:
    """Buttons for the way that is shown."""
    words, about, press = zip(*actions, strict=True)
    draw_row(form, "act", words, (), lambda number: press[number](), about)
    form.y += 6


def _draw_boards(
    form: Form, solver: Solver, clears: Clears, state: State, keeps: str, some: Sequence[int]
) -> None:
    """Small boards in rows, each with the share of the queues that it solves, keeping a piece or none."""
    gap, width = 8.0, (form.width - (_ACROSS - 1) * 8.0) / _ACROSS
    high = width * clears.rows / COLUMNS
    step = high + _CAPTION + gap
    for number, at in enumerate(some):
        row, column = divmod(number, _ACROSS)
        box = (form.left + column * (width + gap), form.y + row * step, width, high + _CAPTION)
        _draw_board(form, solver, clears, state, keeps, at, box)
    form.y += -(-len(some) // _ACROSS) * step + 10


def _draw_board(
    form: Form, solver: Solver, clears: Clears, state: State, keeps: str, at: int, box: Box
) -> None:
    canvas, colour, each = form.canvas, form.canvas.theme.colour, clears.solutions[at]
    queues = each.saves[PIECES.index(keeps)] if keeps else each.queues
    letters = "".join(PIECES[placed.piece] for placed in placements_of(each.way))
    about = f"{letters}, {counted(each.queues, 'queue')}"
    press = partial(solver.choose, at)
    lit = form.targets.add(f"solution {keeps}{at}", box, press, radius=6, within=form.view, about=about)
    if not form.sees(box):
        return
    chosen = at == solver.chosen
    if lit or chosen:
        edge = (box[0] - 4, box[1] - 4, box[2] + 8, box[3] + 4)
        canvas.panel(edge, colour.raised, radius=6, edge=colour.focus if chosen else None, width=2)
    x, y, width, high = *box[:3], box[3] - _CAPTION
    geometry = SeatGeometry.bare((x, y, width, high), canvas.scale, rows=clears.rows)
    draw_stack(canvas, geometry, state.field, NO_PAINT)
    for piece, cells in cells_of(each.way, state.field):
        draw_piece(canvas, geometry, cells, PIECES[piece])
    if each.needed:
        canvas.panel((x - 1, y - 1, width + 2, high + 2), None, radius=2, edge=colour.amber_text, width=1)
    share = chance_words(queues / clears.queues)
    canvas.text((x + width / 2, y + high + _CAPTION / 2), share, "label", colour.amber_text, "middle")


def _draw_ways(form: Form, solver: Solver, clears: Clears, actions: Actions) -> None:
    if not clears.orders:
        form.note(f"There is none. {_looked(clears)}" if clears.done else _looked(clears))
        return
    pictures, orders = counted(len(clears.ways), "solution"), counted(clears.orders, "order")
    form.note(f"{pictures}, placed in {orders}. {_looked(clears)}")
    draw_actions(form, actions)
    for number in range(len(clears.ways)):
        _draw_way(form, solver, clears, number)
        form.y += _WAY


def _draw_way(form: Form, solver: Solver, clears: Clears, number: int) -> None:
    canvas, colour, middle = form.canvas, form.canvas.theme.colour, form.y + _WAY / 2
    row = replace(form, y=middle)
    box, _ = row.row(
        f"way {number}", _WAY, partial(solver.choose, number), chosen=number == solver.chosen, inset=8
    )
    if not form.sees(box):
        return
    badge(canvas, (form.left + 12, middle), number + 1, proven=True)
    score = canvas.text(
        (form.right, middle), f"+{clears.attack[number]}", "strong", colour.amber_text, "right"
    )
    placed = placements_of(clears.ways[number])
    step = min(30.0, (form.width - 48 - score) / len(placed))
    for at, each in enumerate(placed):
        draw_icon(canvas, (form.left + 36 + (at + 0.5) * step, middle), each.piece, min(5.0, (step - 4) / 4))


def _looked(clears: Clears) -> str:
    ready = f"{counted(clears.rows, 'row')}, {counted(clears.pieces, 'piece')}." if clears.rows else ""
    was = "was" if clears.looked == 1 else "were"
    verb = f"{was} looked at" if clears.done else "looked at so far"
    return f"{ready} {counted(clears.looked, 'board')} {verb}.".strip()


def arrows_through_ways(solver: Solver, targets: Targets, by: int) -> bool:
    """Up and down go through the list of ways, also those out of sight; whether the focus is on it."""
    number = targets.focus_of("way")
    if number is None or solver.clears is None or not 0 <= int(number) + by < len(solver.clears.ways):
        return False
    to = int(number) + by
    solver.choose(to)
    targets.focus, targets.ring = f"way {to}", True
    return True
