"""Taking back without a look into the stock: what nobody had seen yet is shuffled anew.

Whoever takes back a trick of the exchange has seen the card that it brought. So the game goes on from there with the
same hands and the same open card, and with the rest of the stock in another order.
"""

from __future__ import annotations

import random

from game.bridge import State
from game.session import Session
from gui.bridge.reading import bridge


def anew(session: Session, chance: random.Random | None = None) -> Session | None:
    """The same game up to the cursor over a stock shuffled anew; None where nothing hidden was seen after it."""
    here = bridge(session.position)
    if not _seen_more(session, here):
        return None
    seed = (chance or random.Random()).randrange(1 << 62)
    branch = Session.new("bridge", here.anew(seed), session.seats, session.seed)
    branch.title, branch.pace, branch.created = session.title, session.pace, session.created
    for move in session.moves[: session.cursor]:
        branch.play(move.text, move.ms)
    for ply, advice in session.opinions.items():
        if ply <= session.cursor:
            branch.note(ply, advice)
    return branch


def _seen_more(session: Session, here: State) -> bool:
    """Whether a trick of this deal's exchange was finished after the cursor."""
    if here.board.stage not in ("auction", "exchange") or session.cursor == session.length:
        return False
    later = [bridge(each) for each in session.positions[session.cursor + 1 :]]
    same = [each.board for each in later if len(each.results) == len(here.results)]
    return any(len(board.tricks) > len(here.board.tricks) for board in same)
