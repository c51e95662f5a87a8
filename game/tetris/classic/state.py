"""A game of classic Tetris: the board, the pieces to come, what has been placed and cleared.

Moves travel as `rotation,x,y`: the bounding box's top left where the piece comes to rest, row 0 at the top.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from game.errors import BadInput, IllegalMove
from game.tetris.classic.board import Board, parse_size
from game.tetris.classic.pieces import Pieces, letter
from game.tetris.classic.rules import RULE_NAMES, Placement, Rules

DEFAULTS = {
    "size": "10x20",
    "rules": "spawn",
    "sliding": "off",
    "next": "off",
    "pieces": "uniform:1",
    "board": "",
}


class Landing(NamedTuple):
    """The move that led to a position: the board before it, the piece, where it went, the rows that were full."""

    board: Board
    piece: int
    placement: Placement
    rows: tuple[int, ...]


@dataclass(frozen=True)
class State:
    """A position: the rules, the board, the stream of pieces from the current one on, and the counts so far.

    `placed` pieces have cleared `cleared` rows since the start, whose board and pieces are `first`. `last` is the
    move that led here, None at a start.
    """

    rules: Rules
    board: Board
    pieces: Pieces
    placed: int = 0
    cleared: int = 0
    first: tuple[Board, Pieces] | None = field(default=None, compare=False)
    last: Landing | None = field(default=None, compare=False)

    @classmethod
    def open(cls, rules: Mapping[str, str]) -> State:
        """The start that `rules` describe; what is not named is as in `DEFAULTS`. Raises `BadInput`."""
        for key in rules:
            if key not in DEFAULTS:
                raise BadInput(f"classic Tetris has no rule {key!r}; its rules are {', '.join(DEFAULTS)}")
        asked = {**DEFAULTS, **rules}
        width, height = parse_size(asked["size"])
        name = next((known for known in RULE_NAMES if known == asked["rules"]), None)
        if name is None:
            raise BadInput(f"unknown rules {asked['rules'][:40]!r}; known: {', '.join(RULE_NAMES)}")
        table = Rules(name, width, height, _switch(asked, "sliding"), _switch(asked, "next"))
        return cls(table, Board.parse(asked["board"], (width, height)), Pieces.parse(asked["pieces"]))

    # -- the shared face of every game (game.position.Position) --

    @property
    def game(self) -> str:
        return "classic"

    @property
    def seats(self) -> tuple[str, ...]:
        return ("player",)

    @property
    def setup(self) -> dict[str, str]:
        """The rules of the start of this game."""
        board, pieces = self.first or (self.board, self.pieces)
        return self._describe(board, pieces)

    @property
    def ply(self) -> int:
        return self.placed

    @property
    def to_move(self) -> int:
        return 0

    @property
    def winner(self) -> int | None:
        """None: nobody wins, a game only ends."""
        return None

    @cached_property
    def over(self) -> bool:
        """True if no piece can be placed any more: the game is lost, or the list of pieces has ended."""
        return self.piece is None or not self.rules.can_start(self.board, self.piece)

    def legal_moves(self) -> tuple[str, ...]:
        return tuple(str(at) for at in self.placements)

    def play(self, move: str) -> State:
        """The state after the current piece was placed at `rotation,x,y`. Raises `IllegalMove`."""
        try:
            return self.put(Placement.parse(move))
        except BadInput as error:
            raise IllegalMove(f"{error}.") from None

    def view(self, seat: int) -> State:
        """Return the state as the player may know it.

        Of the pieces, the current one, and the next where the rules show it.
        """
        known = [piece for piece in (self.piece, self.next) if piece is not None]
        return replace(self, pieces=Pieces.of(known), first=None)

    def digest(self) -> str:
        """16 hex digits of rules, board, pieces to come and counts."""
        text = f"{sorted(self.here().items())}|{self.placed}|{self.cleared}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    # -- classic Tetris' own --

    @property
    def piece(self) -> int | None:
        """The piece to place, 0 to 6; None where the list has ended."""
        return self.pieces.piece()

    @property
    def next(self) -> int | None:
        """The piece after the current one, 0 to 6; None unless the rules show it."""
        return self.pieces.piece(1) if self.rules.preview else None

    @property
    def lost(self) -> bool:
        """True if there is a piece, and no way to go on with it."""
        return self.over and self.piece is not None

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """Everywhere the current piece can come to rest, sorted."""
        return () if self.piece is None else self.rules.placements(self.board, self.piece)

    def put(self, at: Placement) -> State:
        """The state after the current piece was placed at `at`. Raises `IllegalMove`."""
        piece = self.piece
        if piece is None:
            raise IllegalMove("The list of pieces has ended.")
        if self.over:
            raise IllegalMove(f"The game is over: {letter(piece)} cannot start.")
        reason = self.rules.why_not(self.board, piece, at)
        if reason:
            raise IllegalMove(reason)
        landed = self.board.landed(piece, *at)
        return replace(
            self,
            board=landed.cleared(),
            pieces=self.pieces.after(),
            placed=self.placed + 1,
            cleared=self.cleared + len(landed.full_rows),
            first=self.first or (self.board, self.pieces),
            last=Landing(self.board, piece, at, landed.full_rows),
        )

    def cleared_by(self, move: str) -> int:
        """The number of rows that `move` would clear. Raises `IllegalMove`."""
        return self.play(move).cleared - self.cleared

    def here(self) -> dict[str, str]:
        """The rules that open this very position as a start: its board and its place in the pieces."""
        return self._describe(self.board, self.pieces)

    def _describe(self, board: Board, pieces: Pieces) -> dict[str, str]:
        rules = {
            "size": self.rules.size,
            "rules": self.rules.name,
            "sliding": "on" if self.rules.sliding else "off",
            "next": "on" if self.rules.preview else "off",
            "pieces": str(pieces),
        }
        return rules | ({"board": board.short} if board.short else {})


def _switch(rules: Mapping[str, str], key: str) -> bool:
    if rules[key] not in ("on", "off"):
        raise BadInput(f"the rule {key!r} is 'on' or 'off', not {rules[key][:20]!r}")
    return rules[key] == "on"
