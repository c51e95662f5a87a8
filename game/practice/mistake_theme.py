"""Themes of mistakes in all games: what a move gave away above all, as far as the rules show it."""

from __future__ import annotations

from game.advice import Advice
from game.bridge import State as Bridge
from game.bridge.auction import is_bid
from game.bridge.cards import STRAINS, parse_card, suit_mask, suit_of
from game.facts import BridgeFacts
from game.position import Position
from game.tetris.classic import State as Classic
from game.tetris.guideline import State as Guideline
from game.tetris.guideline.features import OTHER, theme_of
from game.tetris.guideline.pieces import T
from game.tetris.guideline.placement import FULL, Placement
from game.zuniq import State as Zuniq

_FEW_WALLS = 12  # legal walls from which on a position is one of parity


def theme_of_mistake(
    position: Position, played: str, best: str, *, exact: bool = False, advice: Advice | None = None
) -> str:
    """The theme of a mistake, one of `game.practice.themes`.

    `advice`: an opinion on the position, which knows the technique of a card in bridge's play stage.
    """
    if isinstance(position, Guideline):
        return _tetris_theme(position, played, best)
    if isinstance(position, Zuniq):
        return _zuniq_theme(position, played, exact=exact)
    if isinstance(position, Bridge):
        return _bridge_theme(position, played, best, advice)
    if isinstance(position, Classic):
        return _classic_theme(position, played, best)
    return "combo"


def _tetris_theme(state: Guideline, played: str, best: str) -> str:
    theme = theme_of(state, played, best)
    ours, theirs = state.play(best).last, state.play(played).last
    if ours is None or theirs is None:
        return theme
    if ours.clear.perfect and not theirs.clear.perfect:
        return "missed-clear"
    at, other = Placement.parse(best), Placement.parse(played)
    spins = at.piece == T and at.spin == FULL and ours.clear.rows > 0
    if spins and other.piece != T and T in state.choices:
        return "late-t"
    if theme in ("height", "holes") and state.garbage.waiting and theme == "height":
        return "under-garbage"
    if at.piece != other.piece and theme in (OTHER, "bumps", "height", "wells"):
        return "hold"
    return theme


def _zuniq_theme(state: Zuniq, played: str, *, exact: bool) -> str:
    if state.would_close(state.grid.move(played).wall):
        return "size"
    if not exact:
        return "other"
    return "parity" if len(state.legal) <= _FEW_WALLS else "proof"


def _bridge_theme(state: Bridge, played: str, best: str, advice: Advice | None) -> str:
    """The theme of a call, or of a card."""
    if state.stage == "auction":
        return "bid-high" if _height(played) > _height(best) else "bid-low" if is_bid(best) else "bid"
    if not (is_card(played) and is_card(best)):
        return "count"  # a claim of too many or too few tricks
    if state.stage == "exchange":
        return "count" if _is_counted(state, played, best) else "exchange"
    return "tricks" if advice is None else advice.read(BridgeFacts).techniques.get(played, "tricks")


def is_card(move: str) -> bool:
    """Return True for a move that is a card, no claim and no answer to one."""
    return len(move) == 2


def _is_counted(state: Bridge, played: str, best: str) -> bool:
    """Return True if the mover knows of each card in the suits of both whether the other hand holds it."""
    seat = state.to_move
    unknown = state.view(seat).board.cards.possible(1 - seat)
    return not unknown & (suit_mask(suit_of(parse_card(played))) | suit_mask(suit_of(parse_card(best))))


def _height(call: str) -> int:
    """The rank of a bid; 0 for a call that is none."""
    return 5 * int(call[0]) + ("CDHSN".index(call[1]) if call[1] in STRAINS else 0) if is_bid(call) else 0


def _classic_theme(state: Classic, played: str, best: str) -> str:
    ours, theirs = state.play(best), state.play(played)
    if _covered(theirs) > _covered(ours):
        return "holes"
    if theirs.cleared < ours.cleared:
        return "rows"
    return "height" if theirs.board.top < ours.board.top else "bumps"


def _covered(state: Classic) -> int:
    """Empty cells with a filled one above them."""
    board = state.board
    return sum(
        not board.filled(x, y) for x in range(board.width) for y in range(board.outline[x], board.height)
    )
