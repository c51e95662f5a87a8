"""One opinion on a position, whatever it comes from: an engine, a proof of what follows, or a judgement.

A proof reaches back: whoever can go to a lost position of the other side has won. That is carried where two seats play
and one of them wins; bridge counts shares of tricks, and games with one seat have no winner. A judgement compares two
moves on equal terms and is better founded than a search's own figures, so a move that was judged to be worse never
stands before the better one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from game.advice import JUDGED, Advice, AdviceStore, Choice, Proof
from game.facts import VerdictFacts
from game.tree import Node

CERTAIN: dict[Proof, float] = {"win": 1.0, "loss": 0.0}
SCALES: dict[str, float] = {"tricks": 13.0, "points": 4_000.0}  # of a unit that make a score of 1
_FAULTS = ("inaccuracy", "mistake", "blunder")
_EVEN = 0.5  # the score of no points
_OTHER: dict[Proof, Proof] = {"win": "loss", "loss": "win"}


def keep(said: AdviceStore[Node], node: Node, advice: Advice) -> bool:
    """Keep `advice` on a position with what is proved behind it, and correct the positions before; True if kept."""
    proves = node.position.game == "zuniq"
    if not said.keep(node, corrected(node, advice, said) if proves else advice):
        return False
    agreed = agreeing(said[node])
    if agreed is not said[node]:
        said.keep(node, agreed)
    if not proves:
        return True
    at = node.parent
    while at is not None and at in said:
        better = corrected(at, said[at], said)
        if better is said[at] or not said.keep(at, better):
            break
        at = at.parent
    return True


def corrected(node: Node, advice: Advice, said: Mapping[Node, Advice]) -> Advice:
    """The advice with the results that are proved behind its choices; the same object where that changes nothing."""
    known = {
        child.text.rstrip("!"): proof for child in node.children if (proof := _behind(child, node, said))
    }
    if not any(known.get(each.move.rstrip("!"), each.proof) != each.proof for each in advice.choices):
        return advice
    choices = [_proved(each, known.get(each.move.rstrip("!"))) for each in advice.choices]
    won = [each for each in choices if each.proof == "win"]
    lost = [each for each in choices if each.proof == "loss"]
    ordered = [*won, *(each for each in choices if each.proof is None), *lost]
    if len(lost) == len(choices) and len(choices) < _moves(node):
        return advice  # the moves that are not listed may still win
    best = ordered[0]
    value = best.score if best.proof is None else CERTAIN[best.proof]
    return msgspec.structs.replace(advice, choices=tuple(ordered), value=value)


def _moves(node: Node) -> int:
    """How many moves there are, with and without a claim counted once."""
    return len({move.rstrip("!") for move in node.position.legal_moves()})


def _behind(child: Node, node: Node, said: Mapping[Node, Advice]) -> Proof | None:
    """What is proved of the move that led to `child`, for whoever made it at `node`."""
    position, mover = child.position, node.position.to_move
    if position.winner is not None:
        return "win" if position.winner == mover else "loss"
    advice = said.get(child)
    if advice is None or not advice.proven:
        return None
    proof = advice.choices[0].proof
    assert proof is not None
    return proof if position.to_move == mover else _OTHER[proof]


def _proved(choice: Choice, proof: Proof | None) -> Choice:
    if proof is None or choice.proof is not None:
        return choice
    return msgspec.structs.replace(choice, proof=proof, score=CERTAIN[proof], label=proof)


def agreeing(advice: Advice) -> Advice:
    """The advice with every move behind the better one that was found when it was judged; the same if it is so."""
    choices = list(advice.choices)
    for move, best, cost, unit in _faults(advice):
        moves = [each.move for each in choices]
        if move == best or move not in moves or best not in moves:
            continue
        worse, better = choices[moves.index(move)], choices[moves.index(best)]
        score = better.score - cost / SCALES.get(unit, 1.0)
        if worse.proof is not None or better.proof is not None or worse.score <= score + 1e-9:
            continue
        choices.remove(worse)
        at = choices.index(better) + 1
        while at < len(choices) and choices[at].score > score:
            at += 1
        choices.insert(at, msgspec.structs.replace(worse, score=score, label=_label(score, unit)))
    if tuple(choices) == advice.choices:
        return advice
    value = advice.value if choices[0].move == advice.choices[0].move else choices[0].score
    return msgspec.structs.replace(advice, choices=tuple(choices), value=value)


def _faults(advice: Advice) -> Iterator[tuple[str, str, float, str]]:
    """The moves that were judged to be worse: move, the better one, cost, unit."""
    for name, verdict in advice.facts.items():
        if not (name.startswith(JUDGED) and name.endswith(" verdict") and verdict in _FAULTS):
            continue
        about = name.removesuffix("verdict")
        told = advice.read(VerdictFacts, about)
        if told.best and told.cost is not None and told.unit:
            move = told.move if about == JUDGED else about.removeprefix(JUDGED).rstrip()  # the first at first
            yield move, told.best, told.cost, told.unit


def _label(score: float, unit: str) -> str:
    """What stands beside a choice of this score, as engines write it."""
    if unit == "win":
        return f"{100 * max(0.0, min(1.0, score)):.0f} %"
    if unit == "tricks":
        return f"{SCALES[unit] * score:.1f}"
    if unit == "points":
        return f"{SCALES[unit] * (score - _EVEN):+.0f}"
    return f"{score:+z.1f}"
