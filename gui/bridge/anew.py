"""Taking back without a look into the stock: what nobody had seen yet is shuffled anew.

Whoever takes back a trick of the exchange has seen the card that it brought. So the game goes on from there with the
same hands and the same open card, and with the rest of the stock in another order.
"""

from __future__ import annotations

import random
from dataclasses import replace

from game.bridge import State
from game.bridge.deal import Deal
from game.session import Session
from gui.bridge.reading import bridge


def anew(session: Session, chance: random.Random | None = None) -> Session | None:
    """The same game up to the cursor over a stock shuffled anew; None where nothing hidden was seen after it."""
    here = bridge(session.position)
    if not _seen_more(session, here):
        return None
    start = bridge(session.positions[0])
    number = len(here.results)
    listed, rest = [], start.deals
    for _ in range(number + 1):
        deal = rest.first()
        assert deal is not None, "the deal on the table was dealt"
        listed.append(deal)
        rest = rest.after()
    listed[number] = _shuffled(listed[number], here, chance or random.Random())
    deals = replace(rest, listed=(*listed, *rest.listed))
    branch = Session.new("bridge", {**start.here(), "deals": str(deals)}, session.seats, session.seed)
    branch.title, branch.pace = session.title, session.pace
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


def _shuffled(deal: Deal, here: State, chance: random.Random) -> Deal:
    """The deal with the cards in another order that lie face down in the stock."""
    done = 2 * len(here.board.tricks) + (1 if here.board.stage == "exchange" else 0)
    down = list(deal.stock[done:])
    chance.shuffle(down)
    return Deal(deal.hands, (*deal.stock[:done], *down))
