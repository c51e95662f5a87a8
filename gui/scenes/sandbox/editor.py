"""State of the editor: every version of the position, the tool in hand, and where it is. Nothing here draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from game.chance import any_seed
from game.errors import KibitzError
from game.tetris.guideline import COLUMNS, ROWS, VISIBLE, Placement, State, sandbox
from game.tetris.guideline.bags import MOST_LISTED, Kind
from game.tetris.guideline.sandbox import History, Shift, flaw_of_board
from game.words import sentence

Tool = Literal["paint", "place", "queue"]
TOOLS: tuple[Tool, ...] = ("paint", "place", "queue")
TOP = VISIBLE + 2  # rows that the cursor can reach
HOLD = -1  # the slot of the hold; 0 is the current piece, 1 the first preview
Cell = tuple[int, int]
Edit = Callable[[State], State]


class EditorModel:
    """The document and the tools. What cannot be done is refused with a sentence through `say`, and changes nothing."""

    def __init__(self, start: State, say: Callable[[str], object]) -> None:
        self.history = History.of(start)
        self.tool: Tool = "paint"
        self.brush = "T"
        self.cursor: Cell = (4, 0)
        self.slot = 0
        self._say = say
        self._strokes = 0
        self._erasing = False

    @property
    def state(self) -> State:
        return self.history.present

    @property
    def shown(self) -> int:
        """The pieces of the queue that are seen, the current one included."""
        return 1 + self.state.rules.previews

    @property
    def flaw(self) -> str:
        """Reason why no piece can be placed and no engine asked, as a sentence; empty if there is none."""
        return flaw_of_board(self.state)

    # -- changes --

    def edit(self, change: Edit, stroke: str = "") -> bool:
        """Make a change; whether it could be made."""
        try:
            after = change(self.state)
        except KibitzError as error:
            self._say(sentence(error))
            return False
        self.history = self.history.put(after, stroke)
        return True

    def undo(self) -> None:
        self.go_to(self.history.at - 1)

    def redo(self) -> None:
        self.go_to(self.history.at + 1)

    def go_to(self, at: int) -> None:
        """See another version."""
        self.history = self.history.go_to(at)

    def replace(self, states: Iterable[State]) -> None:
        """Let other positions follow the present one, and see the first of them."""
        at = self.history.at + 1
        for state in states:
            self.history = self.history.put(state)
        self.go_to(min(at, self.history.last))

    # -- the board --

    def press(self, cell: Cell, *, erase: bool = False) -> None:
        """Begin a stroke: a cell in the brush's colour already is erased, and so is what follows."""
        self._strokes += 1
        self._erasing = erase or self.brush == sandbox.ERASER or self._letter(cell) == self.brush
        self.draw_to((cell,))

    def draw_to(self, cells: Iterable[Cell]) -> None:
        """Go on with the stroke."""
        brush = sandbox.ERASER if self._erasing else self.brush
        self.edit(lambda state: sandbox.painted(state, cells, brush), f"stroke {self._strokes}")

    def let_go(self) -> None:
        """End the stroke."""
        self.history = self.history.settled()

    def move_cursor(self, dx: int, dy: int) -> None:
        """Move the keyboard's cell, within what is seen."""
        x, y = self.cursor[0] + dx, self.cursor[1] + dy
        self.cursor = (min(max(x, 0), COLUMNS - 1), min(max(y, 0), min(TOP, ROWS) - 1))

    def shift(self, way: Shift) -> None:
        self.edit(lambda state: sandbox.shifted(state, way))

    def mirror(self) -> None:
        self.edit(sandbox.mirrored)

    def clear(self) -> None:
        self.edit(sandbox.cleared)

    def clear_full_rows(self) -> None:
        """Let full rows go."""
        if self.state.field.full_rows:
            self.edit(sandbox.without_full_rows)
        else:
            self._say("No row is full.")

    def add_garbage(self) -> None:
        """Push everything up by a row of garbage with its hole in the cursor's column."""
        self.edit(lambda state: sandbox.with_garbage(state, self.cursor[0]))

    def _letter(self, cell: Cell) -> str:
        x, y = cell
        return self.state.paint.letter(x, y) if self.state.field.filled(x, y) else sandbox.ERASER

    # -- the queue --

    @property
    def last_slot(self) -> int:
        """The slot behind all pieces that are written or seen."""
        return len(self.state.queue.pieces(max(self.shown, len(self.state.queue.listed))))

    def piece_at(self, slot: int) -> int | None:
        """The piece in a slot; None where there is none."""
        return self.state.hold if slot == HOLD else self.state.queue.piece(slot)

    def write_at(self, slot: int) -> None:
        """Go on writing at a slot."""
        self.tool, self.slot = "queue", slot

    def move_slot(self, by: int) -> None:
        """Go to a slot beside the present one."""
        self.slot = min(max(self.slot + by, HOLD), self.last_slot)

    def put_piece(self, piece: int) -> None:
        """Write a piece into the slot and go on to the next one; in the hold the same piece again empties it."""
        if self.slot == HOLD:
            held = None if self.state.hold == piece else piece
            self.edit(lambda state: sandbox.with_hold(state, held))
        elif self.edit(lambda state: sandbox.with_piece_at(self._written(state), self.slot, piece)):
            self.slot = min(self.slot + 1, MOST_LISTED)

    def take_piece(self, *, back: bool) -> None:
        """Take the piece of the slot out, or with `back` the one before it."""
        if back and self.slot > 0:
            self.slot -= 1
        elif back and self.slot == 0:
            self.slot = HOLD
            return
        if self.slot == HOLD:
            self.edit(lambda state: sandbox.with_hold(state, None))
        elif self.slot < self.last_slot:
            self.edit(lambda state: sandbox.without_piece(self._written(state), self.slot))

    def carry_piece(self, by: int) -> None:
        """Move the piece of the slot along the queue."""
        to = self.slot + by
        if self.slot >= 0 and 0 <= to < self.last_slot:
            self.carry_to(self.slot, to)

    def carry_to(self, source: int, to: int) -> None:
        """Move a piece to another slot; between hold and queue two pieces are exchanged."""
        if source == to:
            return
        change = _exchanged if HOLD in (source, to) else sandbox.with_piece_moved
        if self.edit(lambda state: change(self._written(state), source, to)):
            self.slot = to

    def deal_by(self, kind: Kind) -> None:
        """Let other bags, or none, deal what follows the written pieces; the same again deals anew."""
        self.edit(lambda state: sandbox.with_kind(state, kind, any_seed()))

    def deal_anew(self) -> None:
        """Forget the written pieces, and let the bags deal new ones."""
        kind = self.state.queue.kind if self.state.queue.kind != "list" else "seven_bag"
        seed = any_seed()
        self.edit(lambda state: sandbox.with_kind(sandbox.without_queue(state), kind, seed))

    def toggle_left(self, piece: int) -> None:
        """Put a letter into the bag behind the written queue, or take it out."""
        left = self.state.queue.left
        if piece in left:
            self.edit(lambda state: sandbox.without_left(state, piece))
        else:
            self.edit(lambda state: sandbox.with_left(state, (*left, piece)))

    def count(self, combo: int, chain: int) -> None:
        """Set the combo and the difficult clears in a row."""
        self.edit(lambda state: sandbox.with_counts(state, combo, chain))

    def _written(self, state: State) -> State:
        """Return the state of the editor in writing: so it stays while something before it changes."""
        return sandbox.written(state, self.shown)

    # -- placing --

    def put(self, at: Placement) -> bool:
        """Place a piece; whether it could be."""
        if self.flaw:
            self._say(self.flaw)
            return False
        return self.edit(lambda state: state.put(at))


def _exchanged(state: State, source: int, to: int) -> State:
    """The position with the hold and a piece of the queue exchanged."""
    slot = max(source, to)
    at, held = state.queue.piece(slot), state.hold
    after = sandbox.without_piece(state, slot) if held is None else sandbox.with_piece_at(state, slot, held)
    return sandbox.with_hold(after, at)
