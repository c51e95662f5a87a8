"""What a proof says of the positions before it: whoever can go to a lost position of the other side has won.

Two seats, one of which wins. Bridge counts shares of tricks, and games with one seat have no winner: nothing is
carried there.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from game.advice import Advice, AdviceStore, Choice, Proof
from game.tree import Node

CERTAIN: dict[Proof, float] = {"win": 1.0, "loss": 0.0}
_OTHER: dict[Proof, Proof] = {"win": "loss", "loss": "win"}


def keep(said: AdviceStore[Node], node: Node, advice: Advice) -> bool:
    """Keep `advice` on a position with what is proved behind it, and correct the positions before; True if kept."""
    if node.position.game != "zuniq":
        return said.keep(node, advice)
    if not said.keep(node, corrected(node, advice, said)):
        return False
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
