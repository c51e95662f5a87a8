"""Looking back: how a game went, what each move has cost, and where the mistakes were.

Two kinds of games are told apart by their seats. With two, a worth is the mover's, and a graph shows its share. With
one, it is in the game's own unit: at classic Tetris equity, lower is better; at guideline Tetris the attack of the next
two bags, as measured by playing on. There a search's own order of placements is told nowhere.

What a move has cost is known in two ways. Where all is proved (`Session.proof`), or one rule scores all moves, no
comparison is needed. Everywhere else it has been judged: the move was compared with the best one on equal terms
(`ai/review`), and the advice carries the result. A move that was not judged is no mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import msgspec

from game.advice import CERTAIN, SCALES, Advice, Choice, JudgedMove, Source, Unit, Verdict, Worth
from game.facts import ClassicFacts
from game.games import GAMES
from game.session import Session
from game.tree import Node

DEGREES: tuple[Verdict, ...] = ("inaccuracy", "mistake", "blunder")
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
_UNTOLD: tuple[Unit, ...] = ("order", "chance")  # of which the worth of a position is not told
AHEAD = 14  # pieces: two bags, over which attack is measured


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
    def in_advice(self) -> dict[str, JudgedMove]:
        """Return the parts of this that an advice on the position carries."""
        return self.judged_moves(looking=False)

    def judged_moves(self, *, looking: bool) -> dict[str, JudgedMove]:
        """The same; `looking` where a second look is still to come."""
        return {
            self.played: JudgedMove(self.best, Worth(self.unit, self.cost, self.error), self.verdict, looking)
        }


@dataclass(frozen=True)
class Judgement:
    """Effect of a move: the value of the best one `before` it and of what was played, `after`.

    Both are in `unit`, and so is `loss`, what the move gave away (1.0 where a proven win became a proven loss), with
    its standard error. `ply` is that of the position in which it was played; `better` is the move advised there.
    `looking`: a second look is still to come.
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
    looking: bool = False

    @property
    def grave(self) -> bool:
        """True if it is a mistake or a blunder."""
        return self.verdict in DEGREES[1:]

    @property
    def share(self) -> float:
        """The loss on a scale on which those of different units can be compared."""
        return self.loss / SCALES.get(self.unit, 1.0)


def values(session: Session) -> tuple[float | None, ...]:
    """By ply, 0 to the last: the first seat's chance of winning, or the cost; None where nothing was said."""
    if _alone(session):
        return tuple(value_of(session.opinions_by_node.get(node)) for node in session.line)
    chances = ((node.position.to_move, _chance(session, node)) for node in session.line)
    return tuple(chance if chance is None or mover == 0 else 1.0 - chance for mover, chance in chances)


def proved(session: Session) -> tuple[bool, ...]:
    """By ply, whether it is proved who wins."""
    return tuple(session.proof(node) is not None for node in session.line)


def value_of(advice: Advice | None) -> float | None:
    """Return the value of a position for the seat to move, in the unit of the game; None if unknown."""
    if advice is None or advice.worth is None or advice.worth.unit in _UNTOLD:
        return None
    return advice.worth.value if advice.worth.unit != "attack" or advice.measured is not None else None


def attack_of(advice: Advice, choice: Choice) -> Worth | None:
    """The attack of the next two bags behind a choice at guideline Tetris; None where that was not measured."""
    best, first = advice.measured, advice.choices[0].move
    if best is None or choice.move == first:
        return best
    judged_move = advice.judged.get(choice.move)
    less = choice.less
    if judged_move is not None and judged_move.best == first and judged_move.cost.unit == "attack":
        less = judged_move.cost
    return None if less is None else best.less(less.value)


def judge(session: Session) -> tuple[Judgement | None, ...]:
    """By move of the line: what it has cost; None where that is not known."""
    return tuple(judged(session, node) for node in session.line[1:])


def mistakes(session: Session) -> tuple[Judgement, ...]:
    """The mistakes and blunders, in the order of play."""
    return tuple(judged for judged in judge(session) if judged and judged.grave)


def was_judged(advice: Advice | None, move: str) -> bool:
    """Return True if an advice carries what `move` has cost, as the last word on it."""
    judged_move = None if advice is None else advice.judged.get(move)
    return judged_move is not None and not judged_move.looking


def was_compared(advice: Advice) -> bool:
    """Return True if the first choice was played on beside others, often enough to be sure of it."""
    return advice.measured is not None and not advice.looking


def by_rule(game: str) -> bool:
    """Return True if one advice tells what each move costs, so that no move has to be judged."""
    return GAMES[game].by_rule


def recommends(advice: Advice | None, move: str) -> bool:
    """Return True if a book, a table or a policy recommends `move`: then nothing else is asked about it."""
    if advice is None or advice.source not in ("book", "policy"):
        return False
    return move in [each.move for each in advice.choices[: advice.known]]


def ranks(advice: Advice) -> tuple[int, ...]:
    """The rank of each choice, from 1. Those that are as good, or too close to call, share one.

    What is certain is never as good as an estimate.
    """
    results: list[int] = []
    for at, choice in enumerate(advice.choices):
        before = results[-1] if results else 1
        results.append(before if at == 0 or _level(advice, choice, advice.choices[at - 1]) else at + 1)
    return tuple(results)


def _level(advice: Advice, choice: Choice, better: Choice) -> bool:
    """Return True if two choices that follow each other cannot be told apart."""
    if (choice.known is None) != (better.known is None):
        return False
    if choice.proof is not None or better.proof is not None:
        return choice.proof == better.proof and abs(choice.worth.gain(better.worth)) < 1e-9
    if better is advice.choices[0]:
        judged_move = advice.judged.get(choice.move)
        if judged_move is not None and judged_move.best == better.move:
            return judged_move.verdict == "close"
        if choice.less is not None and choice.less.error and advice.source == "search":
            return not choice.less.is_certain
    attack, more = attack_of(advice, choice), attack_of(advice, better)
    if attack is not None and more is not None:
        return attack.as_good_as(more)
    if choice.known is not None and better.known is not None:
        return choice.known.as_good_as(better.known)
    return choice.worth.as_good_as(better.worth)


def judged(session: Session, node: Node) -> Judgement | None:
    """Return the judgement on the move that led to `node`, by the known values of the positions of its tree.

    None if unknown.
    """
    before, move = node.parent, node.text
    if before is None:
        return None
    advice, game = session.opinions_by_node.get(before), GAMES[before.position.game]
    if advice is not None and game.unit == "attack" and recommends(advice, move):
        return Judgement(before.ply, 0, move, 0.0, 0.0, move, 0.0, 0.0, "attack", "best")
    proven = _judge_proved(session, node)
    if proven is not None:
        return proven
    judged_move = None if advice is None else advice.judged.get(move)
    if advice is not None and judged_move is not None:
        return _judgement(before, move, advice, judged_move)
    if game.by_rule:
        return _judge_alone(before, advice, move)
    return _judge_shares(node, advice) if _by_shares(session) else None


def in_doubt(session: Session, node: Node) -> bool:
    """Return True if the move that led to `node` may have lost a position that is proved to be won."""
    before = node.parent
    return before is not None and session.proof(before) == "win" and session.proof(node) is None


def _judgement(before: Node, move: str, advice: Advice, judged_move: JudgedMove) -> Judgement:
    """Return the judgement that a review has stored."""
    cost, best, seat = judged_move.cost, judged_move.best or move, before.position.to_move
    worth = advice.worth
    value = worth.value if worth is not None and worth.unit == cost.unit else 0.0
    return Judgement(
        before.ply, seat, move, value, value - cost.value, best, cost.value, cost.error, cost.unit,
        judged_move.verdict, judged_move.looking,
    )  # fmt: skip


def _judge_alone(before: Node, advice: Advice | None, move: str) -> Judgement | None:
    """One advice scores all moves, so the one that was played is compared with the best of the same advice."""
    played = None if advice is None else advice.choice(move)
    if advice is None or played is None:
        return None
    best = advice.choices[0]
    loss, unit = best.worth.gain(played.worth), best.worth.unit
    of = best.worth.value if unit == "clears" else advice.read(ClassicFacts).hole or 10.0
    verdict = verdict_of(loss / max(of, 1e-9), unit)
    return Judgement(
        before.ply, 0, move, best.worth.value, played.worth.value, best.move, loss, 0.0, unit, verdict
    )


def verdict_of(cost: float, unit: Unit) -> Verdict:
    """Return the verdict on a cost that is known exactly."""
    if cost <= 0:
        return "best"
    return ("fine", *DEGREES)[sum(cost >= each for each in THRESHOLDS[unit])]


def _judge_proved(session: Session, node: Node) -> Judgement | None:
    """By what is proved of the positions before and after the move."""
    before = node.parent
    assert before is not None
    own, then = session.proof(before), session.proof(node)
    if own is None or then is None:
        return None
    seat, move = before.position.to_move, node.text
    worth = CERTAIN[own].value
    after = CERTAIN[then].value if node.position.to_move == seat else 1.0 - CERTAIN[then].value
    loss = worth - after
    better = session.winning(before) if loss else move
    return Judgement(before.ply, seat, move, worth, after, better, loss, 0.0, "win", verdict_of(loss, "win"))


def _judge_shares(node: Node, advice: Advice | None) -> Judgement | None:
    """By the exact shares of the tricks that the move and the best one bring."""
    before, move = node.parent, node.text
    assert before is not None
    if advice is None or not advice.proven:
        return None
    played, best = advice.choice(move), advice.choices[0]
    if played is None or played.proof is None:
        return None
    loss = best.worth.gain(played.worth)
    return Judgement(
        before.ply, before.position.to_move, move, best.worth.value, played.worth.value, best.move, loss, 0.0,
        best.worth.unit, verdict_of(loss, best.worth.unit),
    )  # fmt: skip


def _alone(session: Session) -> bool:
    return len(session.seats) == 1


def _by_shares(session: Session) -> bool:
    """Return True if a worth is a share of the tricks: a proof says that it is exact, not that it is all."""
    return GAMES[session.position.game].unit == "tricks"


def _chance(session: Session, node: Node) -> float | None:
    """The chance of the seat to move at `node`; None if nothing is known."""
    position, proof = node.position, session.proof(node)
    if proof is not None:
        return CERTAIN[proof].value
    if not node.children and position.winner is not None:  # at an end no engine says anything
        return None if _by_shares(session) else float(position.winner == position.to_move)
    advice = session.opinions_by_node.get(node)
    if advice is None:
        return None
    worth = advice.choices[0].worth if advice.proven else advice.worth
    return None if worth is None or worth.unit == "order" else worth.share


# -- how a game went --


@dataclass(frozen=True)
class Tally:
    """One seat's moves: how many were judged, how many of each degree, and how many were as good as the best."""

    judged: int
    blunders: int
    mistakes: int
    inaccuracies: int
    good: int

    @property
    def accuracy(self) -> float | None:
        """The share of the judged moves that were as good as the best, 0 to 1; None where none was judged."""
        return self.good / self.judged if self.judged else None


def tally(judgements: Sequence[Judgement | None], seat: int) -> Tally:
    """Return the tally of a seat's moves. Those too close to call count as good: nothing better is known."""
    own = [each.verdict for each in judgements if each is not None and each.seat == seat]
    blunders, mistakes, slips = (own.count(each) for each in reversed(DEGREES))
    known = len(own) - own.count("unknown")
    return Tally(known, blunders, mistakes, slips, known - blunders - mistakes - slips)


def turning_point(session: Session, judgements: Sequence[Judgement | None]) -> Judgement | None:
    """The move with which a game was decided; None where no mistake is known.

    With two seats it is the last mistake by which the better chance went over to the other side for good. Where it
    never did, and with one seat, it is the mistake that cost most.
    """
    results = [each for each in judgements if each is not None and each.grave]
    chances = values(session)
    if not _alone(session) and not _by_shares(session):
        known = [(ply, chance) for ply, chance in enumerate(chances) if chance is not None and chance != 0.5]
        turns = [ply for (_, before), (ply, after) in pairwise(known) if (before > 0.5) != (after > 0.5)]
        turned = [each for each in results if turns and each.ply == turns[-1] - 1]
        if turned:
            return turned[0]
    return max(results, key=lambda each: each.share, default=None)
