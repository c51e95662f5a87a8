"""The pages of the sandbox's panel: perfect clears, and the pieces. The moves are drawn as at every table.

Apart from `scene`: views of the editor and the solver, which know nothing of the scene.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

from ai.tetris.guideline.clear_search import Clears, placements_of
from game.config import field
from game.tetris.guideline import PIECES, sandbox
from game.tetris.guideline.bags import Kind
from game.tetris.guideline.field import GARBAGE
from gui.games.guideline.cells import draw_icon
from gui.games.sprites import piece_sprite, stone_sprite
from gui.scenes.form import Form
from gui.scenes.sandbox.analysis import PIECES_OF, Solver
from gui.scenes.sandbox.editor import HOLD, TOOLS, EditorModel, Tool
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Command
from gui.ui.controls import GAP, badge, bar_of_share, draw_choices, heading, pill, row_height
from gui.ui.targets import Targets
from gui.ui.text import counted, grouped, percent

# The tools beside the board: what the hand does, the colours, and what can be done with whole rows.

WIDTH = 164.0  # of the column
ROOMY = 740.0  # the width of the board's box from which there is room for it
_SWATCH = 42.0
_FOOTER = 34.0
_PITCH = 4.0
_ROW = 34.0
_WORDS: dict[Tool, str] = {"paint": "Paint", "place": "Place", "queue": "Queue"}
_ABOUT: dict[Tool, str] = {
    "paint": "Paint cells, erase with the right button  (B)",
    "place": "Place the piece, as in a game  (D)",
    "queue": "Write hold and queue with letters  (Q)",
}
_NAMES = {GARBAGE: "Garbage", sandbox.ERASER: "Eraser"}


def commands_of(editor: EditorModel) -> tuple[Command, ...]:
    """What can be done with whole rows."""
    return (
        Command("Ctrl+Up", partial(editor.shift, "up"), "all cells one row up", "Up", "up"),
        Command("Ctrl+Down", partial(editor.shift, "down"), "all cells one row down", "Down", "down"),
        Command("Ctrl+Left", partial(editor.shift, "left"), "all cells to the left", "Left", "left"),
        Command("Ctrl+Right", partial(editor.shift, "right"), "all cells to the right", "Right", "right"),
        Command("M", editor.mirror, "left and right, pieces to come included", "Mirror", "mirror"),
        Command(
            "G", editor.add_garbage, "a row from below, open in the cursor’s column", "Garbage", "garbage"
        ),
        Command("F", editor.clear_full_rows, "let full rows go", "Lines", "full rows"),
        Command("Ctrl+Backspace", editor.clear, "empty the board", "Empty", "clear"),
    )


def draw_column(
    canvas: Canvas,
    targets: Targets,
    at: Point,
    height: float,
    editor: EditorModel,
    choose: Callable[[Tool], object],
) -> None:
    """The tools one below the other, from `at`; the rows last, where there is room for them."""
    x, y = at
    heading(canvas, (x, y + 10), "Tool")
    y += 28
    for tool in TOOLS:
        pill(canvas, targets, f"tool {tool}", (x, y, WIDTH, _ROW), _WORDS[tool], tool == editor.tool,
              partial(choose, tool), _ABOUT[tool])  # fmt: skip
        y += _ROW + _PITCH
    y += 12
    heading(canvas, (x, y + 10), "Piece" if editor.tool == "queue" else "Colour")
    y += 28
    step = (WIDTH - _SWATCH) / 2
    for number, brush in enumerate(sandbox.BRUSHES):
        box = (x + number % 3 * step, y + number // 3 * (_SWATCH + _PITCH), _SWATCH, _SWATCH)
        draw_swatch(canvas, targets, box, editor, brush)
    y += 3 * (_SWATCH + _PITCH) + 12
    if y + 28 + 4 * (_ROW + _PITCH) > at[1] + height:
        return
    heading(canvas, (x, y + 10), "Rows")
    draw_commands(canvas, targets, (x, y + 28), WIDTH, commands_of(editor))


def draw_commands(
    canvas: Canvas, targets: Targets, at: Point, width: float, commands: Sequence[Command]
) -> float:
    """Two buttons beside each other in each row; returns the height used."""
    each = (width - 6) / 2
    for number, command in enumerate(commands):
        box = (at[0] + number % 2 * (each + 6), at[1] + number // 2 * (_ROW + _PITCH), each, _ROW)
        pill(canvas, targets, command.name, box, command.label, False, command.press, command.tip)
    return (len(commands) + 1) // 2 * (_ROW + _PITCH)


def footer_height(canvas: Canvas, width: float) -> float:
    """What `draw_footer` takes from the top of a narrow board."""
    words = [_WORDS[tool] for tool in TOOLS]
    pills = row_height(canvas, words, width)
    beside = sum(canvas.text_width(word, "body") + 40 for word in words) + 9 * _FOOTER <= width
    return pills + (12 if beside else 12 + _FOOTER + 4)


def draw_footer(
    canvas: Canvas,
    targets: Targets,
    at: Point,
    width: float,
    editor: EditorModel,
    choose: Callable[[Tool], object],
) -> None:
    """Tools and colours in a row, or in two, over a narrow board; the rows are in the panel then."""
    words = [_WORDS[tool] for tool in TOOLS]
    used = draw_choices(
        canvas, targets, "tool", at, width, words, TOOLS.index(editor.tool),
        lambda number: choose(TOOLS[number]), about=[_ABOUT[tool] for tool in TOOLS],
    )  # fmt: skip
    taken = sum(canvas.text_width(word, "body") + 40 for word in words)
    beside = taken + 9 * _FOOTER <= width
    x, y = (at[0] + width - 9 * _FOOTER, at[1] + 2) if beside else (at[0], at[1] + used + GAP)
    for number, brush in enumerate(sandbox.BRUSHES):
        draw_swatch(canvas, targets, (x + number * _FOOTER, y, _FOOTER - 6, _FOOTER - 6), editor, brush)


def draw_swatch(canvas: Canvas, targets: Targets, box: Box, editor: EditorModel, brush: str) -> None:
    """One colour: the piece's cell with its letter, grey, or the eraser."""
    colour, number = canvas.theme.colour, sandbox.BRUSHES.index(brush) + 1
    about = f"{_NAMES.get(brush, brush)}  ({number}{f' or {brush}' if editor.tool == 'queue' and number < 8 else ''})"
    hovered = targets.add(f"brush {brush}", box, partial(use_brush, editor, brush), radius=8, about=about)
    chosen = editor.tool == "paint" and brush == editor.brush
    if chosen or hovered:
        edge = colour.text if chosen else colour.line2
        canvas.panel(box, colour.raised, radius=8, edge=edge, width=2 if chosen else 1.2)
    inset = box[2] / 7
    cell = canvas.rect((box[0] + inset, box[1] + inset, box[2] - 2 * inset, box[3] - 2 * inset))
    if brush == sandbox.ERASER:
        x, y, side = box[0] + inset, box[1] + inset, box[2] - 2 * inset
        canvas.panel((x, y, side, side), colour.well, radius=4, edge=colour.text3, width=1.2)
        canvas.stroke([(x + 5, y + 5), (x + side - 5, y + side - 5)], colour.text2, 1.5)
        return
    if brush == GARBAGE or box[2] < 40:
        name = brush if brush != GARBAGE else "garbage"
        canvas.surface.blit(piece_sprite(canvas, cell.width, name), cell)
        return
    ink = canvas.theme.pieces[brush]
    canvas.surface.blit(
        stone_sprite(canvas, cell.width, ink.fill, ink.edge), cell
    )  # its letter, not its pattern
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    canvas.text(middle, brush, "label", ink.ink, "middle")


def use_brush(editor: EditorModel, brush: str) -> None:
    """Take a colour; while the queue is written, write that piece, or with the eraser take one out."""
    if editor.tool != "queue":
        editor.tool, editor.brush = "paint", brush
    elif brush == sandbox.ERASER:
        editor.take_piece(back=False)
    elif brush != GARBAGE:
        editor.put_piece(sandbox.BRUSHES.index(brush))


_KINDS: tuple[Kind, ...] = ("seven_bag", "fourteen_bag", "uniform", "list")
_KIND_WORDS = (*map(field("tetris.pieces").show, _KINDS[:3]), "None")
_KIND_ABOUT = (
    "One of each in random order, then the next bag",
    "Two of each in random order",
    "Each piece by itself",
    "The queue ends with its written pieces",
)
_PIECES_WORDS = ("Queue", "Any bag", "Bag left")
_PIECES_ABOUT = (
    "With the pieces in hold and queue, in their order",
    "For how many orders of a new bag there is one",
    "For how many orders of the letters left in the bag there is one",
)
_SLOT, _SLOT_HIGH, _A_ROW = 40.0, 36.0, 7
_MOST_SLOTS = 35
_WAY = 36.0
_PILL, _STEPPER = 34.0, 152.0
_MOST_ROWS = 12


def draw_pieces(form: Form, editor: EditorModel, *, with_rows: bool) -> None:
    """Hold, queue, what follows, the bag, and the counts; first the rows of the board where these are not beside it."""
    if with_rows:
        form.question("Rows")
        form.y += (
            draw_commands(form.canvas, form.targets, (form.left, form.y), form.width, commands_of(editor)) + 8
        )
    form.question("Hold")
    _slot(form, editor, HOLD, form.left, form.y)
    form.y += _SLOT_HIGH + 14
    form.question("Queue")
    _queue(form, editor)
    form.question("Behind it")
    kind = editor.state.queue.kind
    chosen = _KINDS.index(kind) if kind in _KINDS else None
    _row(form, "kind", _KIND_WORDS, (chosen,), lambda n: editor.deal_by(_KINDS[n]), _KIND_ABOUT)
    if editor.state.queue.bag:
        form.y += 4
        form.question("Left in the bag")
        left = [piece for piece in range(len(PIECES)) if piece in editor.state.queue.left]
        _row(form, "bag", tuple(PIECES), left, editor.toggle_left)
    form.y += 4
    _counts(form, editor)
    _row(form, "anew", ("Deal a new queue",), (), lambda _: editor.deal_anew())


def _row(
    form: Form,
    name: str,
    words: Sequence[str],
    chosen: Collection[int | None],
    press: Callable[[int], object],
    about: Sequence[str] = (),
) -> None:
    """Pills of equal width in one row."""
    each = (form.width - 6 * (len(words) - 1)) / len(words)
    for number, word in enumerate(words):
        box = (form.left + number * (each + 6), form.y, each, _PILL)
        said = about[number] if about else ""
        pill(
            form.canvas, form.targets, f"{name} {number}", box, word, number in chosen, partial(press, number),
            said, within=form.view,
        )  # fmt: skip
    form.y += _PILL + 10


def _queue(form: Form, editor: EditorModel) -> None:
    """The slots of the queue, seven a row: written pieces full, dealt ones faint, and one more to write into."""
    shown = min(_MOST_SLOTS, max(2 * _A_ROW, len(editor.state.queue.listed) + 1))
    shown = min(shown, len(editor.state.queue.pieces(shown)) + 1)
    step = min(_SLOT, form.width / _A_ROW)
    for slot in range(shown):
        _slot(form, editor, slot, form.left + slot % _A_ROW * step, form.y + slot // _A_ROW * _SLOT_HIGH)
    form.y += (shown + _A_ROW - 1) // _A_ROW * _SLOT_HIGH + 14


def _slot(form: Form, editor: EditorModel, slot: int, x: float, y: float) -> None:
    canvas, colour = form.canvas, form.canvas.theme.colour
    box = (x, y, min(_SLOT, form.width / _A_ROW) - 4, _SLOT_HIGH - 4)
    name = "page hold" if slot == HOLD else f"page slot {slot}"
    lit = form.targets.add(name, box, partial(write_at, editor, slot), radius=6, within=form.view)
    here = editor.tool == "queue" and editor.slot == slot
    if lit or here:
        canvas.panel(box, colour.raised, radius=6, edge=colour.focus if here else None, width=2)
    piece = editor.state.hold if slot == HOLD else editor.state.queue.piece(slot)
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    if piece is None:
        canvas.panel((middle[0] - 7, middle[1] - 7, 14, 14), None, radius=4, edge=colour.line2)
        return
    written = slot == HOLD or slot < len(editor.state.queue.listed)
    draw_icon(canvas, middle, piece, 7.0, fade=0.0 if written else 0.45)


def write_at(editor: EditorModel, slot: int) -> None:
    """Go on writing at a slot."""
    editor.tool, editor.slot = "queue", slot


def _counts(form: Form, editor: EditorModel) -> None:
    state = editor.state

    def combo(half: Form) -> None:
        half.heading("Combo")
        half.stepper("combo", str(state.combo), lambda by: editor.count(state.combo + by, state.chain), 40.0)

    def chain(half: Form) -> None:
        half.heading("Back-to-back")
        words = str(state.chain) if state.chain else "off"
        half.stepper("chain", words, lambda by: editor.count(state.combo, state.chain + by), 40.0)

    form.halves(combo, chain, 128.0)
    form.y += 4


# -- perfect clears --


def draw_clears(form: Form, solver: Solver, flaw: str, walk: Callable[[], object]) -> None:
    """What is searched, how far it has come, and what was found."""
    form.question("Perfect clears with")
    chosen = (PIECES_OF.index(solver.pieces),)
    _row(form, "pieces", _PIECES_WORDS, chosen, lambda n: solver.ask_for(PIECES_OF[n]), _PIECES_ABOUT)
    form.canvas.text((form.left, form.y + 18), "Rows", "label", form.canvas.theme.colour.text3)
    beside = replace(form, left=form.right - _STEPPER, width=_STEPPER)
    words = str(solver.rows) if solver.rows else "fewest"
    beside.stepper("rows", words, lambda by: solver.ask_for(rows=min(max(solver.rows + by, 0), _MOST_ROWS)))
    form.y = beside.y + 4
    clears = solver.clears
    said = flaw or solver.failed or (clears.reason if clears is not None else "")
    if said:
        form.note(said)
    elif clears is None:
        form.note("Looking …" if solver.searching else "")
    elif solver.pieces == "queue":
        _draw_ways(form, solver, clears, walk)
    else:
        _draw_coverage(form, clears)


def _draw_coverage(form: Form, clears: Clears) -> None:
    canvas, colour = form.canvas, form.canvas.theme.colour
    share = clears.solved / clears.tried if clears.tried else 0.0
    figure = percent(share) if clears.tried else "…"
    canvas.text((form.left, form.y + 16), figure, "figure", colour.amber_text)
    words = f"{grouped(clears.solved)} of {grouped(clears.tried)} queues" if clears.tried else "Looking …"
    canvas.text((form.left + form.width, form.y + 18), words, "body", colour.text, "right")
    form.y += 42
    bar_of_share(canvas, (form.left, form.y, form.width, 6), share)
    form.y += 22
    if clears.tried and not clears.done:
        form.note(f"{grouped(clears.tried)} of {grouped(clears.queues)} queues tried so far.")
    form.note(_looked(clears))
    if clears.missed:
        form.question("Without one, for example")
        form.note(", ".join(clears.missed))


def _draw_ways(form: Form, solver: Solver, clears: Clears, walk: Callable[[], object]) -> None:
    if clears.done and not clears.orders:
        form.note(f"There is none. {_looked(clears)}")
        return
    if not clears.orders:
        form.note(_looked(clears))
        return
    pictures, orders = grouped(len(clears.ways)), grouped(clears.orders)
    form.note(f"{pictures} different ones, {orders} orders in all. {_looked(clears)}")
    form.pills("walk", ("Walk through it  (W)",), None, lambda _: walk())
    for number in range(len(clears.ways)):
        _draw_way(form, solver, clears, number)
        form.y += _WAY


def _draw_way(form: Form, solver: Solver, clears: Clears, number: int) -> None:
    box = (form.left - 8, form.y, form.width + 16, _WAY)
    canvas, colour = form.canvas, form.canvas.theme.colour
    lit = form.targets.add(f"way {number}", box, partial(solver.choose, number), radius=8, within=form.view)
    if not form.sees(box):
        return
    if lit or number == solver.chosen:
        canvas.panel(box, colour.raised, radius=8)
    middle = form.y + _WAY / 2
    badge(canvas, (form.left + 12, middle), number + 1, proven=True)
    score = canvas.text(
        (form.left + form.width, middle), f"+{clears.attack[number]}", "strong", colour.amber_text, "right"
    )
    _draw_row_of_pieces(canvas, form.left + 36, middle, form.width - 48 - score, clears.ways[number])


def _draw_row_of_pieces(canvas: Canvas, x: float, middle: float, room: float, way: str) -> None:
    placed = placements_of(way)
    step = min(30.0, room / len(placed))
    for at in placed:
        draw_icon(canvas, (x + step / 2, middle), at.piece, min(5.0, (step - 4) / 4))
        x += step


def _looked(clears: Clears) -> str:
    ready = f"{counted(clears.rows, 'row')}, {counted(clears.pieces, 'piece')}." if clears.rows else ""
    was = "was" if clears.looked == 1 else "were"
    verb = f"{was} looked at" if clears.done else "looked at so far"
    return f"{ready} {counted(clears.looked, 'board')} {verb}.".strip()


def arrows_through_ways(solver: Solver, targets: Targets, by: int) -> bool:
    """Up and down go through the list of ways, also those out of sight; whether the focus is on it."""
    name, _, number = targets.focus.partition(" ")
    if name != "way" or solver.clears is None:
        return False
    to = int(number) + by
    if not 0 <= to < len(solver.clears.ways):
        return False
    solver.choose(to)
    targets.focus, targets.ring = f"way {to}", True
    return True
