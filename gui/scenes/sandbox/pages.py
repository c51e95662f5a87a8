"""The pages of the sandbox's panel: perfect clears, and the pieces. The moves are drawn as at every table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from ai.tetris.guideline.clear_search import Clears, placements_of
from game.config import field
from game.tetris.guideline import PIECES
from game.tetris.guideline.bags import Kind
from gui.drawing.canvas import Canvas
from gui.drawing.letters import counted, grouped, percent
from gui.frame.controls import badge, bar_of_share
from gui.frame.targets import Targets
from gui.scenes.new_game.form import Form
from gui.scenes.sandbox.desk import HOLD, Desk
from gui.scenes.sandbox.minds import PIECES_OF, Solver
from gui.scenes.sandbox.tools import deeds_of, draw_deeds, pill
from gui.tetris.guideline.cells import draw_icon

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


def draw_pieces(form: Form, desk: Desk, *, with_rows: bool) -> None:
    """Hold, queue, what follows, the bag, and the counts; first the rows of the board where these are not beside it."""
    if with_rows:
        form.heading("Rows")
        form.y += draw_deeds(form.canvas, form.targets, (form.x, form.y), form.width, deeds_of(desk)) + 8
    form.heading("Hold")
    _slot(form, desk, HOLD, form.x, form.y)
    form.y += _SLOT_HIGH + 14
    form.heading("Queue")
    _queue(form, desk)
    form.heading("Behind it")
    kind = desk.state.queue.kind
    chosen = _KINDS.index(kind) if kind in _KINDS else None
    _row(form, "kind", _KIND_WORDS, (chosen,), lambda n: desk.deal_by(_KINDS[n]), _KIND_ABOUT)
    if desk.state.queue.bag:
        form.y += 4
        form.heading("Left in the bag")
        left = [piece for piece in range(len(PIECES)) if piece in desk.state.queue.left]
        _row(form, "bag", tuple(PIECES), left, desk.toggle_left)
    form.y += 4
    _counts(form, desk)
    _row(form, "anew", ("Deal a new queue",), (), lambda _: desk.deal_anew())


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
        box = (form.x + number * (each + 6), form.y, each, _PILL)
        said = about[number] if about else ""
        pill(
            form.canvas, form.targets, f"{name} {number}", box, word, number in chosen, partial(press, number),
            said, within=form.view,
        )  # fmt: skip
    form.y += _PILL + 10


def _queue(form: Form, desk: Desk) -> None:
    """The slots of the queue, seven a row: written pieces full, dealt ones faint, and one more to write into."""
    shown = min(_MOST_SLOTS, max(2 * _A_ROW, len(desk.state.queue.listed) + 1))
    shown = min(shown, len(desk.state.queue.pieces(shown)) + 1)
    step = min(_SLOT, form.width / _A_ROW)
    for slot in range(shown):
        _slot(form, desk, slot, form.x + slot % _A_ROW * step, form.y + slot // _A_ROW * _SLOT_HIGH)
    form.y += (shown + _A_ROW - 1) // _A_ROW * _SLOT_HIGH + 14


def _slot(form: Form, desk: Desk, slot: int, x: float, y: float) -> None:
    canvas, colour = form.canvas, form.canvas.theme.colour
    box = (x, y, min(_SLOT, form.width / _A_ROW) - 4, _SLOT_HIGH - 4)
    name = "page hold" if slot == HOLD else f"page slot {slot}"
    lit = form.targets.add(name, box, partial(write_at, desk, slot), radius=6, within=form.view)
    here = desk.tool == "queue" and desk.slot == slot
    if lit or here:
        canvas.panel(box, colour.raised, radius=6, edge=colour.focus if here else None, width=2)
    piece = desk.state.hold if slot == HOLD else desk.state.queue.piece(slot)
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    if piece is None:
        canvas.panel((middle[0] - 7, middle[1] - 7, 14, 14), None, radius=4, edge=colour.line2)
        return
    written = slot == HOLD or slot < len(desk.state.queue.listed)
    draw_icon(canvas, middle, piece, 7.0, fade=0.0 if written else 0.45)


def write_at(desk: Desk, slot: int) -> None:
    """Go on writing at a slot."""
    desk.tool, desk.slot = "queue", slot


def _counts(form: Form, desk: Desk) -> None:
    state = desk.state

    def combo(half: Form) -> None:
        half.heading("Combo")
        half.stepper("combo", str(state.combo), lambda by: desk.count(state.combo + by, state.chain), 40.0)

    def chain(half: Form) -> None:
        half.heading("Back-to-back")
        words = str(state.chain) if state.chain else "off"
        half.stepper("chain", words, lambda by: desk.count(state.combo, state.chain + by), 40.0)

    form.halves(combo, chain, 128.0)
    form.y += 4


# -- perfect clears --


def draw_clears(form: Form, solver: Solver, flaw: str, walk: Callable[[], object]) -> None:
    """What is searched, how far it has come, and what was found."""
    form.heading("Perfect clears with")
    chosen = (PIECES_OF.index(solver.pieces),)
    _row(form, "pieces", _PIECES_WORDS, chosen, lambda n: solver.ask_for(PIECES_OF[n]), _PIECES_ABOUT)
    form.canvas.text((form.x, form.y + 18), "Rows", "label", form.canvas.theme.colour.text3)
    beside = Form(form.canvas, form.targets, form.view, form.x + form.width - _STEPPER, form.y, _STEPPER)
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
    canvas.text((form.x, form.y + 16), figure, "figure", colour.amber_text)
    words = f"{grouped(clears.solved)} of {grouped(clears.tried)} queues" if clears.tried else "Looking …"
    canvas.text((form.x + form.width, form.y + 18), words, "body", colour.text, "right")
    form.y += 42
    bar_of_share(canvas, (form.x, form.y, form.width, 6), share)
    form.y += 22
    if clears.tried and not clears.done:
        form.note(f"{grouped(clears.tried)} of {grouped(clears.queues)} queues tried so far.")
    form.note(_looked(clears))
    if clears.missed:
        form.heading("Without one, for example")
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
    box = (form.x - 8, form.y, form.width + 16, _WAY)
    canvas, colour = form.canvas, form.canvas.theme.colour
    lit = form.targets.add(f"way {number}", box, partial(solver.choose, number), radius=8, within=form.view)
    if box[1] + _WAY < form.view[1] or box[1] > form.view[1] + form.view[3]:
        return
    if lit or number == solver.chosen:
        canvas.panel(box, colour.raised, radius=8)
    middle = form.y + _WAY / 2
    badge(canvas, (form.x + 12, middle), number + 1, proven=True)
    score = canvas.text(
        (form.x + form.width, middle), f"+{clears.attack[number]}", "strong", colour.amber_text, "right"
    )
    _draw_row_of_pieces(canvas, form.x + 36, middle, form.width - 48 - score, clears.ways[number])


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
