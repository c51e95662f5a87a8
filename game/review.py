"""Looking back: how a game went, what each move has cost, and where the mistakes were.

Two kinds of games are told apart by their seats. With two, a score is the mover's chance of winning, 0 to 1.
With one, it is in the game's own unit: at classic Tetris a cost, lower is better; at guideline Tetris rows of attack,
higher is better. There an opinion scores every move there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.advice import Advice, Choice
from game.session import Session

MISTAKE_FROM = 0.1
_GAINS = ("tetris", "four-wide")  # games with one seat whose scores are better the higher they are
_ENOUGH = 0.1  # of the looks a reply has had, so many make a choice of the advice before as good
CERTAIN = {"win": 1.0, "loss": 0.0}
_SHARES = (
    "bridge",
)  # games whose score is a share of the tricks: a proof says that it is exact, not that it is all


@dataclass(frozen=True)
class Judgement:
    """What a move did: the value of the best one `before` it and of what was played, `after`.

    Both are the player's chance of winning, 0 to 1, or in a game with one seat its own scores. `loss` is what the move
    gave away: 1.0 where a proven win became a proven loss, below 0 for a gain. `ply` is that of the position
    in which it was played; `better` is the move advised there.
    """

    ply: int
    seat: int
    move: str
    before: float
    after: float
    better: str | None
    loss: float


def values(session: Session) -> tuple[float | None, ...]:
    """By ply, 0 to the last: the first seat's chance of winning, or the cost; None where nothing was said."""
    opinions = session.opinions
    if _alone(session):
        said = (opinions.get(ply) for ply in range(session.length + 1))
        return tuple(None if advice is None else advice.value for advice in said)
    movers = (position.to_move for position in session.positions)
    mine = (_result(session, ply, opinions) for ply in range(session.length + 1))
    return tuple(
        chance if chance is None or mover == 0 else 1.0 - chance
        for mover, (chance, _) in zip(movers, mine, strict=True)
    )


def losses(session: Session) -> tuple[float | None, ...]:
    """By move: what it cost its player, not below 0; None where too little was said to tell."""
    return tuple(None if judged is None else max(0.0, judged.loss) for judged in judge(session))


def mistakes(session: Session, threshold: float = MISTAKE_FROM) -> tuple[Judgement, ...]:
    """The moves that cost their player at least `threshold` (above 0), in the order of play."""
    return tuple(judged for judged in judge(session) if judged and judged.loss >= threshold)


def judge(session: Session) -> tuple[Judgement | None, ...]:
    """By move: what it has cost; None where too little was said to tell."""
    opinions = session.opinions
    weigh = _judge_alone if _alone(session) else _judge_share if _by_shares(session) else _judge
    return tuple(weigh(session, ply, opinions) for ply in range(session.length))


def _alone(session: Session) -> bool:
    return len(session.seats) == 1


def _judge_alone(session: Session, ply: int, opinions: Mapping[int, Advice]) -> Judgement | None:
    """One advice scores all moves, so the one that was played is compared with the best of the same advice."""
    advice, move = opinions.get(ply), session.moves[ply].text
    played = next((each for each in advice.choices if each.move == move), None) if advice else None
    if advice is None or played is None:
        return None
    best = advice.choices[0]
    loss = played.score - best.score
    if session.position_at(ply).game in _GAINS:
        loss = -loss
    if played in advice.choices[: _known(advice)]:
        loss = 0.0  # scores are the search's, and it is not asked about what a book or a policy recommends
    return Judgement(ply, 0, move, best.score, played.score, best.move, loss)


def _known(advice: Advice) -> int:
    """How many of the first choices a book or a policy recommends beside what was searched."""
    count = advice.facts.get("known", 0.0)
    return int(count) if isinstance(count, float | int) else 0


def _by_shares(session: Session) -> bool:
    return session.position.game in _SHARES


def _judge_share(session: Session, ply: int, opinions: Mapping[int, Advice]) -> Judgement | None:
    """Both scores are those of one advice: what comes after the move is luck, too, where cards are drawn."""
    advice, move = opinions.get(ply), session.moves[ply].text
    played = next((each for each in advice.choices if each.move == move), None) if advice else None
    if advice is None or played is None:
        return None
    best = max(advice.choices, key=lambda each: each.score)
    before, after = _within(best.score), _within(played.score)
    seat = session.position_at(ply).to_move
    return Judgement(ply, seat, move, before, after, best.move, before - after)


def _judge(session: Session, ply: int, opinions: Mapping[int, Advice]) -> Judgement | None:
    """What is certain after the move counts most; then the better founded opinion on it.

    Two searches differ by chance alone, so two scores of one advice are compared where it has looked at the
    move well; a move it has hardly looked at is judged by the opinion on the position after it.
    """
    move, seat = session.moves[ply].text, session.position_at(ply).to_move
    advice = opinions.get(ply)
    choices = advice.choices if advice else ()
    before, _ = _result(session, ply, opinions)
    after, certain = _result(session, ply + 1, opinions)
    if after is not None and session.position_at(ply + 1).to_move != seat:
        after = 1.0 - after
    played = next((choice for choice in choices if choice.move == move), None)
    if (
        advice is not None
        and played is not None
        and not certain
        and (after is None or played is choices[0] or _well_founded(advice, played, opinions.get(ply + 1)))
    ):
        before, after = _score(session, choices[0]), _score(session, played)
    if before is None or after is None:
        return None
    return Judgement(ply, seat, move, before, after, choices[0].move if choices else None, before - after)


def _well_founded(advice: Advice, played: Choice, reply: Advice | None) -> bool:
    """Whether an advice knows one of its choices about as well as `reply` knows the position after it."""
    if played.proof is not None or reply is None:
        return True
    looks = [_iterations(each) for each in (advice, reply)]
    if looks[0] is None or looks[1] is None:
        return True  # nothing to weigh them by
    return played.share * looks[0] >= _ENOUGH * looks[1]


def _iterations(advice: Advice) -> float | None:
    count = advice.facts.get("iterations")
    return float(count) if isinstance(count, float | int) else None


def _result(session: Session, ply: int, opinions: Mapping[int, Advice]) -> tuple[float | None, bool]:
    """The chance of the seat to move at `ply`, None if unknown; and whether it is certain."""
    position = session.position_at(ply)
    ended = ply == session.length and position.winner is not None  # only the last position can be an end
    if ended and _by_shares(session):
        return None, False
    if ended:
        return float(position.winner == position.to_move), True
    advice = opinions.get(ply)
    if advice is None:
        return None, False
    if advice.proven:
        return _score(session, advice.choices[0]), True
    return _within(advice.value), False


def _score(session: Session, choice: Choice) -> float:
    if choice.proof is None or _by_shares(session):
        return _within(choice.score)
    return CERTAIN[choice.proof]


def _within(chance: float) -> float:
    return max(0.0, min(1.0, chance))
