"""What an engine is asked about a position of a game."""

from __future__ import annotations

from ai.engine import Limit
from ai.messages import Question
from game.position import opening_of
from game.session import Session


def question_at(session: Session, ply: int, engine: str, level: str, limit: Limit) -> Question:
    """The question about `ply`, for the seat to move there; `level` empty is full strength.

    The engine gets the moves that led there, or only the position where a game can start from it.
    """
    position = session.position_at(ply)
    here = opening_of(position)
    return Question(
        game=position.game,
        rules=position.rules if here is None else here,
        moves=tuple(move.text for move in session.moves[:ply]) if here is None else (),
        seat=position.to_move,
        engine=engine,
        level=level or None,
        limit=limit,
    )
