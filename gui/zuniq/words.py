"""What the window says about a Zuniq position: whose turn, how it ended, why a wall is best."""

from __future__ import annotations

from game.advice import Advice, Choice
from game.errors import IllegalMove
from game.zuniq import State
from game.zuniq.score import points
from gui.drawing.letters import counted, grouped, percent

NAMES = ("White", "Black")


def detail(state: State) -> str:
    """`White to draw wall 29`, or who has won."""
    if state.winner is not None:
        return f"{NAMES[state.winner]} drew the last wall and wins"
    return f"{NAMES[state.to_move]} to draw wall {state.ply + 1}"


def result(state: State) -> str:
    """The end of a finished game with its points; empty while it goes on."""
    score = points(state)
    if score is None or state.winner is None:
        return ""
    high, low = score[state.winner], score[1 - state.winner]
    return f"{NAMES[state.winner]} wins with wall {state.ply}: {high:g} points to {low:g}"


def ended_or_claimed(state: State) -> str:
    """The end of a finished game, and who has claimed the win with which wall; empty where nothing of this is so."""
    claims = [
        f"{name} claimed the win with wall {ply}."
        for name, ply in zip(NAMES, state.claims, strict=True)
        if ply is not None
    ]
    ended = result(state)
    return " ".join([f"{ended}.", *claims] if ended and claims else [ended, *claims]).strip()


def effect(state: State, wall: int) -> str:
    """What drawing a legal wall does now, as the end of a sentence."""
    size = len(state.would_close(wall))
    return f"closes a zone of {size}" if size else "closes nothing"


def says_why(state: State, advice: Advice) -> tuple[str, str]:
    """The kibitzer's ground in a few words, and its reason in a sentence or two."""
    best = advice.choices[0]
    if best.proof is not None:
        return _ground_of_proof(state, advice), _proof_reason(state, advice, best)
    return _ground_of_search(advice), _search_reason(state, best)


def _ground_of_proof(state: State, advice: Advice) -> str:
    best = advice.choices[0]
    winner = state.to_move if best.proof == "win" else 1 - state.to_move
    nodes = advice.facts.get("solved_nodes")
    counted = f", {grouped(int(nodes))} nodes" if isinstance(nodes, float | int) and nodes else ""
    return f"{NAMES[winner]} wins{counted}"


def _ground_of_search(advice: Advice) -> str:
    iterations = advice.facts.get("iterations")
    if not isinstance(iterations, float | int):
        return ""
    return f"{counted(int(iterations), 'game')} looked at"


def _proof_reason(state: State, advice: Advice, best: Choice) -> str:
    mover, other = NAMES[state.to_move], NAMES[1 - state.to_move]
    end = _end_of_line(state, best)
    last = f" at wall {end}" if end else ""
    if best.proof == "loss":
        return f"Every wall loses: {other} can always draw the last one. {best.move} holds out longest."
    then = f"After {best.move} {mover} always draws the last wall{last}."
    rivals = [choice for choice in advice.choices if choice.proof == "win"]
    if len(rivals) > 1:
        more = len(rivals) - 1
        return f"{then} {more} other wall{'s win' if more > 1 else ' wins'} too."
    if len(advice.choices) > 1 and all(choice.proof == "loss" for choice in advice.choices[1:]):
        return f"{then} Any other wall lets {other} draw it."
    return f"{then} It {_effect_of(state, best)}."


def _search_reason(state: State, best: Choice) -> str:
    line = " ".join(best.line[:4])
    then = f" Then {line}." if line else ""
    return (
        f"{best.move} {_effect_of(state, best)} and wins {percent(best.score)} of the games looked at.{then}"
    )


def _effect_of(state: State, best: Choice) -> str:
    return effect(state, state.grid.wall(best.move.rstrip("!")))


def _end_of_line(state: State, best: Choice) -> int | None:
    """The number of the last wall where the line of a proof goes to the end."""
    try:
        for move in (best.move, *best.line):
            state = state.play(move)
    except IllegalMove:
        return None
    return state.ply if state.winner is not None else None
