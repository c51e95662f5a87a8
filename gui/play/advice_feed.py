"""What an engine is asked about a position of a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ai.engine import Limit, Value
from ai.messages import Question
from game.position import open_position, opening_of
from game.record import Seat
from game.session import Session
from gui.context import AppContext
from gui.play.players import adviser, adviser_options

KIBITZER = "kibitzer"  # the role in the engine room of whoever advises


def wake(context: AppContext, game: str) -> None:
    """Have the kibitzer's process up before its first opinion on `game` is wanted."""
    if context.room.state(KIBITZER) == "absent":
        position = open_position(game, {})
        start = Session(position, [Seat("")] * len(position.seats))
        engine, options = adviser(context.config, game), adviser_options(context.config, game)
        question = question_at(start, 0, engine, "", Limit(iterations=1), options)
        context.room.ask(KIBITZER, question, position)


def question_at(
    session: Session,
    ply: int,
    engine: str,
    level: str,
    limit: Limit,
    options: Mapping[str, Value] = MappingProxyType({}),
) -> Question:
    """The question about `ply`, for the seat to move there; `level` empty is full strength.

    The engine gets the moves that led there, or only the position where a game can start from it: then as that seat
    sees it, so that nothing hidden leaves the window.
    """
    position = session.position_at(ply)
    here = opening_of(position.view(position.to_move))
    return Question(
        game=position.game,
        rules=position.rules if here is None else here,
        moves=tuple(move.text for move in session.moves[:ply]) if here is None else (),
        seat=position.to_move,
        engine=engine,
        level=level or None,
        limit=limit,
        options=dict(options),
    )
