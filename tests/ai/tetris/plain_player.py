"""A controller written to be read: it looks at every placement by the rules and takes the best."""

from typing import NamedTuple

from ai.engine import MARK_PIECES
from ai.tetris.classic.evaluators import evaluate
from game.tetris.classic import Board, Pieces, Placement, State
from game.tetris.classic.run import encode


class Leg(NamedTuple):
    columns: bytes
    tucks: bytes
    marks: bytes
    cleared: int
    over: bool


class PlainPlayer:
    """Places each piece where `tengstrand-1.1` judges the board best, blocked starts not counted."""

    def begin(self, state: State) -> None:
        self.state = state

    def go(self, limit: int) -> Leg:
        columns, tucks, marks, before = bytearray(), bytearray(), bytearray(), self.state.cleared
        while len(columns) < limit and not self.state.over:
            state, table = self.state, self.state.rules
            assert state.piece is not None
            best = self.choose(state)
            column, tuck = encode(table, state.board, state.piece, best)
            columns.append(column)
            tucks.append(tuck)
            self.state = state.put(best)
            if self.state.placed % MARK_PIECES == 0:
                marks += b"".join(row.to_bytes(4, "little") for row in self.board.rows)
        return Leg(bytes(columns), bytes(tucks), bytes(marks), self.state.cleared - before, self.state.over)

    def choose(self, state: State) -> Placement:
        return min(state.placements, key=lambda at: (evaluate(state.put(at).board), at))

    @property
    def board(self) -> Board:
        return self.state.board

    @property
    def pieces(self) -> Pieces:
        return self.state.pieces


class Burrower(PlainPlayer):
    """Places each piece as deep as it can, also under overhangs."""

    def choose(self, state: State) -> Placement:
        return max(state.placements, key=lambda at: (at.y, at))
