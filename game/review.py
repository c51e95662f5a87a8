"""Looking back: how a game went, what each move has cost, and where the mistakes were.

Two kinds of games are told apart by their seats. With two, a score is the mover's chance of winning, 0 to 1.
With one, it is in the game's own unit: at classic Tetris a cost, lower is better; at guideline Tetris the search's
score, higher is better.

What a move has cost is known in two ways. Where all is certain, or one rule scores all moves, from the advice on the
position. Everywhere else it has been judged: the move was compared with the best one on equal terms (`ai/review`), and
the advice carries the result. A move that was not judged is no mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast, get_args

import msgspec

from game.advice import JUDGED, Advice, Choice, Source
from game.session import Session

Unit = Literal["win", "tricks", "points", "clears", "attack", "equity"]
Verdict = Literal["best", "fine", "inaccuracy", "mistake", "blunder", "close", "unknown"]
DEGREES: tuple[Verdict, ...] = ("inaccuracy", "mistake", "blunder")
SCALES: dict[Unit, float] = {"tricks": 13.0, "points": 4_000.0}  # of a unit that make a score of 1
_GAINS = ("tetris", "four-wide")  # games with one seat whose scores are better the higher they are
CERTAIN = {"win": 1.0, "loss": 0.0}
_SHARES = (
    "bridge",
)  # games whose score is a share of the tricks: a proof says that it is exact, not that it is all
_BY_RULE = ("classic", "four-wide")  # games in which one advice scores all moves by the same rule
# What a move must cost at least to be an inaccuracy, a mistake, a blunder. Clears are weighed as a share of those that
# were to come, equity against what the rule takes for a covered cell.
THRESHOLDS: dict[Unit, tuple[float, float, float]] = {
    "win": (0.05, 0.10, 0.20),
    "tricks": (0.25, 0.50, 1.00),
    "points": (20.0, 50.0, 150.0),
    "clears": (0.02, 0.05, 0.20),
    "attack": (1.0, 2.5, 5.0),
    "equity": (0.3, 0.6, 1.2),
}
SHARES: tuple[Unit, ...] = ("clears", "equity")
HOLE = "hole"  # the fact that says what a rule takes for a covered cell


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """One move of a game. `cost` is at least 0 and in `unit`; `error` is its standard error, 0 where exact.

    `mover` is the seat that played; `best` the move that was found better, or `played` itself.
    """

    ply: int
    mover: str
    played: str
    best: str
    cost: float
    unit: Unit
    error: float
    verdict: Verdict
    source: Source | Literal["exact"]

    @property
    def facts(self) -> dict[str, float | str]:
        """What an advice on the position carries of this."""
        return {
            f"{JUDGED}move": self.played, f"{JUDGED}best": self.best, f"{JUDGED}cost": self.cost,
            f"{JUDGED}error": self.error, f"{JUDGED}unit": self.unit, f"{JUDGED}verdict": self.verdict,
        }  # fmt: skip


@dataclass(frozen=True)
class Judgement:
    """What a move did: the value of the best one `before` it and of what was played, `after`.

    Both are the player's chance of winning, 0 to 1, or in a game with one seat its own scores. `loss` is what the move
    gave away: 1.0 where a proven win became a proven loss, and `error` its standard error. `ply` is that of the
    position in which it was played; `better` is the move advised there.
    """

    ply: int
    seat: int
    move: str
    before: float
    after: float
    better: str | None
    loss: float
    error: float = 0.0
    unit: Unit = "win"
    verdict: Verdict = "unknown"

    @property
    def grave(self) -> bool:
        """Whether it is a mistake or a blunder."""
        return self.verdict in DEGREES[1:]


def values(session: Session) -> tuple[float | None, ...]:
    """By ply, 0 to the last: the first seat's chance of winning, or the cost; None where nothing was said."""
    opinions = session.opinions
    if _alone(session):
        said = (opinions.get(ply) for ply in range(session.length + 1))
        return tuple(None if advice is None else advice.value for advice in said)
    movers = [position.to_move for position in session.positions]
    mine = [_result(session, ply, opinions) for ply in range(session.length + 1)]
    if not _by_shares(session):  # whoever has played a move that is proved to win had won before it
        for ply in range(session.length - 1, -1, -1):
            after, certain = mine[ply + 1]
            if certain and after == float(movers[ply] == movers[ply + 1]):
                mine[ply] = (1.0, True)
    return tuple(
        chance if chance is None or mover == 0 else 1.0 - chance
        for mover, (chance, _) in zip(movers, mine, strict=True)
    )


def judge(session: Session) -> tuple[Judgement | None, ...]:
    """By move: what it has cost; None where that is not known."""
    return tuple(_judge(session, ply, move.text) for ply, move in enumerate(session.moves))


def mistakes(session: Session) -> tuple[Judgement, ...]:
    """The mistakes and blunders, in the order of play."""
    return tuple(judged for judged in judge(session) if judged and judged.grave)


def was_judged(advice: Advice | None, move: str) -> bool:
    """Whether an advice carries what `move` has cost."""
    return advice is not None and advice.facts.get(f"{JUDGED}move") == move


def by_rule(game: str) -> bool:
    """Whether one advice tells what each move costs, so that no move has to be judged."""
    return game in _BY_RULE


def recommends(advice: Advice | None, move: str) -> bool:
    """Whether a book, a table or a policy recommends `move`: then nothing else is asked about it."""
    if advice is None or advice.source not in ("book", "policy"):
        return False
    known = int(_number(advice.facts.get("known"))) or len(advice.choices)
    return move in [each.move for each in advice.choices[:known]]


def _judge(session: Session, ply: int, move: str) -> Judgement | None:
    advice = session.opinions.get(ply)
    if advice is not None and session.position.game == "tetris" and recommends(advice, move):
        value = advice.value
        return Judgement(ply, 0, move, value, value, move, 0.0, 0.0, "attack", "best")
    if advice is not None and was_judged(advice, move):
        return _told(session, ply, move, advice)
    if by_rule(session.position.game):
        return _judge_alone(session, ply, advice, move)
    return _judge_certain(session, ply, advice, move)


def _told(session: Session, ply: int, move: str, advice: Advice) -> Judgement:
    """What a review has found."""
    facts = advice.facts
    unit, verdict = facts.get(f"{JUDGED}unit"), facts.get(f"{JUDGED}verdict")
    unit = cast(Unit, unit if unit in get_args(Unit) else "win")
    verdict = cast(Verdict, verdict if verdict in get_args(Verdict) else "unknown")
    cost, error = (
        _number(facts.get(f"{JUDGED}{name}")) / SCALES.get(unit, 1.0) for name in ("cost", "error")
    )
    best, seat = str(facts.get(f"{JUDGED}best", move)), session.position_at(ply).to_move
    before = advice.value
    return Judgement(ply, seat, move, before, before - cost, best, cost, error, unit, verdict)


def _number(fact: float | str | None) -> float:
    return float(fact) if isinstance(fact, float | int) else 0.0


def _judge_alone(session: Session, ply: int, advice: Advice | None, move: str) -> Judgement | None:
    """One advice scores all moves, so the one that was played is compared with the best of the same advice."""
    played = next((each for each in advice.choices if each.move == move), None) if advice else None
    if advice is None or played is None:
        return None
    game, best = session.position_at(ply).game, advice.choices[0]
    loss = played.score - best.score
    if game in _GAINS:
        loss = -loss
    of = best.score if game == "four-wide" else _number(advice.facts.get(HOLE)) or 10.0
    share = loss / max(of, 1e-9)
    unit: Unit = "clears" if game == "four-wide" else "equity"
    verdict = verdict_of(share, unit)
    return Judgement(ply, 0, move, best.score, played.score, best.move, loss, 0.0, unit, verdict)


def verdict_of(cost: float, unit: Unit) -> Verdict:
    """What a cost that is known exactly is called."""
    if cost <= 0:
        return "best"
    return ("fine", *DEGREES)[sum(cost >= each for each in THRESHOLDS[unit])]


def _judge_certain(session: Session, ply: int, advice: Advice | None, move: str) -> Judgement | None:
    """By what is proved of the move and of the best one."""
    seat, choices = session.position_at(ply).to_move, advice.choices if advice else ()
    best, played = (
        (choices[0] if choices else None),
        next((each for each in choices if each.move == move), None),
    )
    if best is None or best.proof is None:
        return None
    shares = _by_shares(session)
    if shares:
        if played is None or played.proof is None:
            return None
        before, after = best.score, played.score
        loss = before - after
        verdict = verdict_of(loss * SCALES["tricks"], "tricks")
        return Judgement(ply, seat, move, before, after, best.move, loss, 0.0, "tricks", verdict)
    before = CERTAIN[best.proof]
    if played is not None and played.proof is not None:
        after = CERTAIN[played.proof]
    else:
        known, certain = _result(session, ply + 1, session.opinions)
        if known is None or not certain:
            return None
        after = known if session.position_at(ply + 1).to_move == seat else 1.0 - known
    return Judgement(
        ply,
        seat,
        move,
        before,
        after,
        best.move,
        before - after,
        0.0,
        "win",
        verdict_of(before - after, "win"),
    )


def _alone(session: Session) -> bool:
    return len(session.seats) == 1


def _by_shares(session: Session) -> bool:
    return session.position.game in _SHARES


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
