"""Advice in the play stage: the exact tricks of every card, and the best play behind the first ones."""

from __future__ import annotations

from random import Random

from ai.bridge.engines.levels import Strength, erring
from ai.bridge.solver.solver import Solved, Solver
from ai.engine import Advice, Choice, Proof
from game.bridge import Endgame, State
from game.bridge.board import ACCEPT, REFUSE
from game.bridge.cards import card_name

TRICKS = 13
LINES, LINE = 4, 8  # so many choices come with the play behind them, and so many cards of it


def advise(state: State, solver: Solver, level: Strength, taste: Random) -> Advice:
    """The final advice on a position of the play stage: a card, or the answer to a claim."""
    if state.board.claimed is not None:
        return _answer(state, solver)
    endgame = state.board.endgame
    assert endgame is not None, "both hands are known in the play stage"
    solved = _hardest_first(endgame, solver.cards(endgame), solver)
    own = [_own(endgame, each.tricks) for each in solved.cards]
    order = erring(range(len(own)), own, level.slips, taste)
    mover, taken = state.to_move, state.board.won[state.to_move]
    choices = tuple(
        Choice(
            move=card_name(solved.cards[at].card),
            score=(taken + own[at]) / TRICKS,
            label=str(taken + own[at]),
            proof=_proof(state, mover, taken + own[at]),
            line=_line(endgame, solved.cards[at].card, solver) if rank < LINES else (),
        )
        for rank, at in enumerate(order)
    )
    return Advice(choices, solved.source, (taken + max(own)) / TRICKS, True, _facts(solved, solver))


def _hardest_first(endgame: Endgame, solved: Solved, solver: Solver) -> Solved:
    """Of the best cards that one first after which the other, choosing by chance, would lose most."""
    best = [each for each in solved.cards if each.tricks == solved.tricks]
    rest = solved.cards[len(best) :]
    best.sort(key=lambda each: -_trap(endgame, each.card, solver))
    return Solved(solved.tricks, (*best, *rest), solved.source, solved.nodes)


def _trap(endgame: Endgame, card: int, solver: Solver) -> float:
    """The tricks that the other gives away by a card drawn by lot after `card`; 0 where he is not to play."""
    after = endgame.play(card)
    if not after.cards_left or endgame.takes(card):
        return 0.0
    solved = solver.cards(after)
    return sum(abs(each.tricks - solved.tricks) for each in solved.cards) / len(solved.cards)


def _own(endgame: Endgame, first_takes: int) -> int:
    """The tricks of the hand to play, from those of the first."""
    return first_takes if endgame.led is None else endgame.cards_left - first_takes


def _proof(state: State, seat: int, tricks: int) -> Proof | None:
    """Whether so many tricks make the contract, or beat it."""
    needs = state.needs
    return None if needs is None else "win" if tricks >= needs[seat] else "loss"


def _line(endgame: Endgame, card: int, solver: Solver) -> tuple[str, ...]:
    """The best play after `card`."""
    line: list[str] = []
    position = endgame.play(card)
    while position.cards_left and len(line) < LINE:
        card = solver.cards(position).cards[0].card
        line.append(card_name(card))
        position = position.play(card)
    return tuple(line)


def _answer(state: State, solver: Solver) -> Advice:
    """Accept a claim of as many tricks as the claimer takes in any case, or of fewer."""
    endgame, claimed = state.board.endgame, state.board.claimed
    assert endgame is not None, "both hands are known in the play stage"
    assert claimed is not None, "there is a claim to be answered"
    solved = solver.cards(endgame)
    mover = state.to_move
    left = state.board.won[mover] + state.board.left
    worths = {ACCEPT: left - claimed, REFUSE: left - _own(endgame, solved.tricks)}
    moves = sorted(worths, key=lambda move: -worths[move])
    choices = tuple(
        Choice(move, tricks / TRICKS, str(tricks), proof=_proof(state, mover, tricks))
        for move, tricks in sorted(worths.items(), key=lambda each: -each[1])
    )
    return Advice(choices, solved.source, worths[moves[0]] / TRICKS, True, _facts(solved, solver))


def _facts(solved: Solved, solver: Solver) -> dict[str, float | str]:
    facts: dict[str, float | str] = {"nodes": float(solved.nodes)}
    levels = [cards for cards in range(TRICKS + 1) if solver.levels.starts[0, cards] >= 0]
    if levels:
        facts["level"] = float(levels[-1])
    return facts
