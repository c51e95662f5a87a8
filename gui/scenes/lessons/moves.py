"""The position of a step, and which moves in it are right; what is replied to the others."""

from __future__ import annotations

from game.errors import BadInput, IllegalMove
from game.lessons.lesson import AskMove, Lesson
from game.position import Position, plain
from game.record import Seat
from game.session import Session
from gui.scenes.lessons.facts import Turn, holds


def session_of(lesson: Lesson, number: int, played: tuple[str, ...] | None = None) -> Session:
    """The game in which a step of a lesson stands, after these moves, or those of its file. Raises `BadInput`."""
    start, moves = lesson.begin(number)
    session, first = Session(start, [Seat("You")] * len(start.seats)), start
    try:
        for move in moves:
            first = first.play(move)
        for move in moves if played is None else played:
            session.play(move)
    except IllegalMove as error:
        raise BadInput(f"{lesson.name}, step {number + 1}: {error}") from None
    session.seats = tuple(  # the person keeps the seat that was to move first, whoever is to move now
        Seat("You") if seat == first.to_move else Seat("Kibitz", "engine", "kibitz", "full")
        for seat in range(len(start.seats))
    )
    return session


def is_right(ask: AskMove, turn: Turn) -> bool:
    """Return True if a move is one of those that a step asks for."""
    if ask.moves and plain(turn.before, turn.move) not in [plain(turn.before, each) for each in ask.moves]:
        return False
    return holds(ask.where, turn)


def reply_to(ask: AskMove, turn: Turn) -> str:
    """The text that answers a wrong move."""
    for each in ask.replies:
        named = not each.moves or plain(turn.before, turn.move) in [
            plain(turn.before, move) for move in each.moves
        ]
        if named and holds(each.where, turn):
            return each.text
    return ask.otherwise


def right_moves(ask: AskMove, position: Position) -> list[str]:
    """The moves of a position that a step asks for."""
    named = [move for move in ask.moves if plays(position, move)]  # one of them may announce something
    tried = [
        Turn(position, move, position.play(move)) for move in dict.fromkeys([*named, *position.legal_moves()])
    ]
    return [turn.move for turn in tried if is_right(ask, turn)]


def plays(position: Position, move: str) -> bool:
    """Return True if a move is possible here."""
    try:
        position.play(move)
    except IllegalMove:
        return False
    return True
