"""Moves the piece of a guideline game without a clock by keys and pointer; all its moves are legal.

Apart from `ui`, as the input of classic Tetris is: it knows the rules and nothing of the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from game.tetris.guideline import Placement, Pose, State, spawn, step
from game.tetris.guideline.movement import Action, locks_out
from game.tetris.guideline.pieces import letter
from game.tetris.guideline.placement import NO_SPIN
from gui.games.piece_ui import PieceInput


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
        """Where the piece is now."""
        if self.piece is None or self.pose is None:
            return None
        return Placement(self.piece, *self.pose, self._spin)

    @property
    def target(self) -> Placement | None:
        """Where the piece would lock if it were dropped now; None if it may not."""
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
        table = self.state.table
        if action == "flip" and table.kicks == "srs":
            return False
        found = step(self.state.field, self.piece, self.pose, action, table.kicks, table.spins)
        if found is None:
            return False
        self._stand(found.pose, found.spin)
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
        pose = spawn(self.state.field, self.piece, self.state.table.start)
        if pose is not None:
            self._stand(pose)

    def _stand(self, pose: Pose, spin: int = NO_SPIN) -> None:
        """Put the piece at a pose; at 20g it falls from there at once."""
        assert self.piece is not None
        if self.state.table.gravity == "20g":
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
        start = spawn(self.state.field, aim.piece, self.state.table.start)
        if start is None:
            return
        above = (Pose(aim.orientation, aim.x, y) for y in (start.y, start.y + 1))
        fits = (pose for pose in above if self.state.field.fits(aim.piece, *pose))
        self.pose, self._spin = next(fits, start), NO_SPIN
