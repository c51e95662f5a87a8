"""The pieces in a comment: `#Q=[hold](current)queue`, and what follows after a `;`.

Whoever reads a fumen takes the piece that a page locks out of the quiz, and the rest is the next page's comment if
that has none of its own. What is done with a hold follows from the piece.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from game.tetris.guideline.pieces import PIECES, piece_of, pieces_of

Pieces = tuple[int, ...]
_FORM = re.compile(r"#Q=\[([IOTLJSZ]?)\]\(([IOTLJSZ]?)\)([IOTLJSZ]*)(?:;(.*))?", re.IGNORECASE | re.DOTALL)


class Quiz(NamedTuple):
    """The piece in hold, the current one (None for none), those behind it, and the text that goes with them."""

    hold: int | None
    current: int | None
    queue: Pieces = ()
    text: str = ""

    @classmethod
    def parse(cls, comment: str) -> Quiz | None:
        """The quiz of a comment; None for any other comment."""
        match = _FORM.fullmatch(comment)
        if not match:
            return None
        hold, current, queue, text = match.groups(default="")
        return cls(_piece(hold), _piece(current), pieces_of(queue), text)

    def __str__(self) -> str:
        pieces = f"#Q=[{_letter(self.hold)}]({_letter(self.current)}){''.join(map(_letter, self.queue))}"
        return f"{pieces};{self.text}" if self.text else pieces

    @property
    def empty(self) -> bool:
        """Whether no piece is left; then the text is the comment, and may be a quiz of its own."""
        return self.hold is None and self.current is None and not self.queue

    @property
    def pieces(self) -> Pieces:
        """The current piece and those behind it."""
        return self.queue if self.current is None else (self.current, *self.queue)

    def settled(self) -> Quiz:
        """The same pieces with a current one as long as any is left: the first of the queue, or the one in hold."""
        if self.current is not None or self.empty:
            return self
        if self.hold is not None:
            return self._replace(hold=None, current=self.hold)
        return self._replace(current=self.queue[0], queue=self.queue[1:])

    def after(self, piece: int) -> Quiz:
        """The quiz once `piece` has been placed; the same one where it could not come."""
        ahead = self.queue[0] if self.queue else None
        if piece == self.current:
            return self._replace(current=ahead, queue=self.queue[1:])
        if piece == self.hold:
            return self._replace(hold=self.current, current=ahead, queue=self.queue[1:])
        if piece != ahead or None not in (self.hold, self.current):
            return self
        following = self.queue[1] if len(self.queue) > 1 else None
        hold = self.current if self.hold is None else self.hold
        return self._replace(hold=hold, current=following, queue=self.queue[2:])


def carried(comment: str, piece: int | None) -> str:
    """The comment of the page after one that has `comment` and locks `piece`, if that says nothing itself."""
    quiz = Quiz.parse(comment)
    if quiz is None:
        return comment
    if quiz.empty:
        return carried(quiz.text, piece)
    quiz = (quiz if piece is None else quiz.after(piece)).settled()
    return quiz.text if quiz.empty else str(quiz)


def _piece(letter: str) -> int | None:
    return piece_of(letter) if letter else None


def _letter(piece: int | None) -> str:
    return "" if piece is None else PIECES[piece]
