"""A person's hand at the piece of a guideline game without a clock: keys step it, the pointer aims it, hold swaps it.

Both go only where the rules let them, and what is dropped is always a placement that `State.play` takes.
"""

from __future__ import annotations

from math import floor

from game.tetris.guideline import ORIENTATIONS, Placement, Pose, State, spawn, step
from game.tetris.guideline.movement import Action
from game.tetris.guideline.placement import NO_SPIN
from gui.ui.canvas import Point

_TURNS = len(ORIENTATIONS)


class GuidelineInput:
    """Where the piece of one position is held, and where the pointer aims.

    `pose` is where keys have brought it, None where nothing can be held; `held`: the hold is used. The pointer names
    a cell and a turn, and the aim is the nearest placement there is; keys go on from above the aim.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.held = False
        self.pose: Pose | None = None
        self.aim: Placement | None = None
        self._spin = NO_SPIN
        self._turn = 0
        self._pointer: Point | None = None
        self._start()

    @property
    def piece(self) -> int | None:
        """The piece in hand: the current one, or the one that the hold has brought."""
        return self.state.exchange if self.held else self.state.piece

    @property
    def at(self) -> Placement | None:
        """Where the piece is held now."""
        return (
            None if self.piece is None or self.pose is None else Placement(self.piece, *self.pose, self._spin)
        )

    @property
    def target(self) -> Placement | None:
        """Where the piece would lock if it were dropped now; None where it may not."""
        if self.aim is not None:
            return self.aim
        if self.piece is None or self.pose is None:
            return None
        orientation, x, y = self.pose
        rest = self.state.field.drop(self.piece, *self.pose)
        below = Placement(self.piece, orientation, x, rest, self._spin if rest == y else NO_SPIN)
        return below if self.state.why_not(below) is None else None

    # -- keys --

    def step(self, action: Action) -> bool:
        """Move or turn the piece one step; whether the rules let it."""
        if self.piece is None or self.pose is None:
            return False
        self.release()
        table = self.state.table
        if action == "flip" and table.kicks == "srs":
            return False
        found = step(self.state.field, self.piece, self.pose, action, table.kicks)
        if found is None:
            return False
        self._stand(found.pose, found.spin)
        return True

    def sink(self) -> bool:
        """Bring the piece to the floor without letting it lock; whether it was above it."""
        if self.piece is None or self.pose is None:
            return False
        self.release()
        orientation, x, y = self.pose
        rest = self.state.field.drop(self.piece, *self.pose)
        if rest == y:
            return False
        self._stand(Pose(orientation, x, rest))
        return True

    def swap(self) -> bool:
        """Use the hold, or take that back; whether there is one with another piece."""
        other = self.state.exchange
        if self.state.over or other is None or other == self.state.piece:
            return False
        self.held = not self.held
        self._start()
        self._take_aim()
        return True

    # -- the pointer --

    def point(self, pointer: Point) -> None:
        """Aim at the placement nearest to `pointer`, in cells from the lower left of the well."""
        self._pointer = pointer
        self._take_aim()

    def turn(self, by: int) -> None:
        """Aim with the next orientation (the one before for `by` = -1) in which the piece can be placed."""
        possible = {at.orientation for at in self._possible()}
        if not possible:
            return
        turned = ((self._turn + by * i) % _TURNS for i in range(1, _TURNS + 1))
        self._turn = next(orientation for orientation in turned if orientation in possible)
        self._take_aim()

    def release(self) -> None:
        """The pointer has left: what is held counts again."""
        self.aim = self._pointer = None

    # -- inside --

    def _start(self) -> None:
        """The piece in hand appears."""
        self._spin, self._turn, self.pose, self.aim = NO_SPIN, 0, None, None
        if self.piece is None or self.state.over:
            return
        pose = spawn(self.state.field, self.piece, self.state.table.start)
        if pose is not None:
            self._stand(pose)

    def _stand(self, pose: Pose, spin: int = NO_SPIN) -> None:
        """The piece comes to a pose; at 20g it falls from there at once."""
        assert self.piece is not None
        if self.state.table.gravity == "20g":
            rest = self.state.field.drop(self.piece, *pose)
            spin = spin if rest == pose.y else NO_SPIN
            pose = pose._replace(y=rest)
        self.pose, self._spin, self._turn = pose, spin, pose.orientation

    def _possible(self) -> list[Placement]:
        return [at for at in self.state.placements if at.piece == self.piece]

    def _take_aim(self) -> None:
        """What covers the cell pointed at comes first, then the nearest column, then the nearest row, then a spin."""
        possible = self._possible()
        if self._pointer is None or not possible:
            return
        x, y = self._pointer

        def distance(each: Placement) -> tuple[bool, float, float, int]:
            cells = each.cells
            across, along = sum(cx for cx, _ in cells) / 4 + 0.5, sum(cy for _, cy in cells) / 4 + 0.5
            return (floor(x), floor(y)) not in cells, round(abs(across - x), 1), abs(along - y), -each.spin

        turned = [each for each in possible if each.orientation == self._turn]
        aim = min(turned or possible, key=distance)
        if aim != self.aim:
            self.aim, self._turn = aim, aim.orientation
            self._carry(aim)

    def _carry(self, aim: Placement) -> None:
        """Hold the piece above where it is to go; at the start where there is no way up there."""
        start = spawn(self.state.field, aim.piece, self.state.table.start)
        if start is None:
            return
        for y in (start.y, start.y + 1):
            pose = Pose(aim.orientation, aim.x, y)
            if self.state.field.fits(aim.piece, *pose):
                self.pose, self._spin = pose, NO_SPIN
                return
        self.pose, self._spin = start, NO_SPIN
