"""A deal as a whole: its timeline, its result with the mistakes, and taking back what showed a card.

Apart from `ui`: it looks at a session, `ui` at one position.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from game.bridge import State
from game.position import Position
from game.review import DEGREES, Judgement, values
from game.session import Session
from gui.games.bridge import words
from gui.games.bridge.view import DealMistake, Summary
from gui.games.bridge.visible_state import TRICKS, VisibleState, bridge, finished
from gui.games.bridge.words import move_words, tricks_words
from gui.play.timeline import ValueCurve
from gui.ui.graph import Axis
from gui.ui.text import MINUS, counted, grouped

_LEAST = 6.0  # tricks between the ends of the scale
_APART = 0.36  # of the scale's height, so that two of its figures do not touch


@dataclass(frozen=True)
class DealPlies:
    """The plies of a deal: its first call, its first card if there is one yet, and its end, known or not."""

    first: int
    cards: int | None
    last: int
    ended: bool
    play: int | None  # the ply at which the play stage begins
    size: int  # tricks of the play stage


def span_of(session: Session, ply: int) -> DealPlies:
    """The deal that is on the table at `ply`, which is shown until the next one's first call."""
    states = [bridge(position) for position in session.positions]
    deal = len(states[max(0, ply - 1) if finished(states[ply]) else ply].results)
    plies = [at for at, state in enumerate(states) if len(state.results) == deal]
    first, final = plies[0], plies[-1]
    ended = final + 1 < len(states) and finished(states[final + 1]) is not None
    cards = next((at for at in plies if states[at].board.auction.over), None)
    board = states[final].board
    play = None if cards is None else cards + 2 * board.exchanges
    known = first + 2 if play is None else play + 2 * board.deal.size
    last = final + 1 if ended else max(final, known)
    return DealPlies(first, cards, last, ended, play, board.deal.size)


def course_of(
    session: Session,
    values: Sequence[float | None],
    judged: Sequence[Judgement | None],
    me: int,
    tells: Callable[[Position], bool],
    name: str,
) -> ValueCurve:
    """Return the curve of the timeline; of a deal under way only what `tells` allows."""
    here, span = session.cursor, span_of(session, session.cursor)
    positions = session.positions

    def shown(ply: int) -> bool:
        return span.cards is not None and span.cards <= ply and (span.ended or tells(positions[ply]))

    if bridge(positions[here]).stage == "auction" and not span.ended:
        return _of_the_auction(session, span, tells(positions[here]))
    messages: list[float | None] = [None] * (len(positions))
    for ply in range(span.first, min(span.last, len(values) - 1) + 1):
        value = values[ply] if shown(ply) else None
        messages[ply] = value if value is None or me == 0 else 1.0 - value
    board = finished(bridge(positions[span.last])) if span.ended else None
    if board is not None:
        messages[span.last] = board.won[me] / TRICKS
    _fill(messages, span)
    now = messages[here]
    return ValueCurve(
        values=tuple(messages),
        axis=axis_of(messages, bridge(positions[here]), me),
        cursor=here,
        last=span.last,
        first=span.first,
        label="Your tricks" if name == "You" else f"{name}’s tricks",
        figure="–" if now is None else f"{tricks_words(now * TRICKS)} of {span.size}",
        word=_word(bridge(positions[here])),
        mistakes=tuple(
            each.ply + 1
            for each in judged
            if each is not None and span.first <= each.ply < span.last and each.grave and shown(each.ply)
        ),
        estimated_to=span.play if span.play is not None else span.last,
        stretches=_stretches(span),
    )


def _of_the_auction(session: Session, span: DealPlies, tells: bool) -> ValueCurve:
    """Before there is a contract: no tricks yet, only the points that the best call is worth."""
    advice = session.opinions.get(session.cursor) if tells else None
    return ValueCurve(
        values=(),
        axis=Axis(0.0, 1.0, ()),
        cursor=session.cursor,
        last=span.last,
        first=span.first,
        label="Points",
        figure=words.figure_of_call(advice.choices[0]) or "–" if advice is not None else "–",
        stretches=_stretches(span),
        voice=advice is not None,
    )


def _fill(messages: list[float | None], span: DealPlies) -> None:
    """Fill gaps with the value before them, where nothing is known or may be shown."""
    plies = range(span.first, min(len(messages), span.last + 1))
    known = next((ply for ply in plies if messages[ply] is not None), span.last)
    for ply in range(known, plies.stop):
        messages[ply] = messages[ply] if messages[ply] is not None else messages[ply - 1]


def _word(state: State) -> str:
    """The trick under way, or the last one of a deal that has ended."""
    board = finished(state) or state.board
    if board.stage == "exchange":
        return f"trick {len(board.tricks) + 1}"
    return f"trick {min(board.deal.size, len(board.play_tricks) + 1)}" if board.stage == "play" else ""


def _stretches(span: DealPlies) -> tuple[tuple[int, str], ...]:
    parts = [(span.first, "auction")] if span.cards is None or span.cards > span.first else []
    if span.cards is not None and span.play is not None:
        parts += [(span.cards, "exchange")] if span.play > span.cards else []
        parts += [(min(span.play, span.last), "play")]
    return tuple(parts)


def axis_of(messages: Sequence[float | None], state: State, me: int) -> Axis:
    """From a little below the fewest tricks to a little above the most, with those needed in between."""
    board = finished(state) or state.board
    needs = VisibleState(board, me, known=True).needs(me)
    tricks = [value * TRICKS for value in messages if value is not None] + ([] if needs is None else [needs])
    low, high = floor(min(tricks, default=4.0) - 1), ceil(max(tricks, default=9.0) + 1)
    while high - low < _LEAST:
        low, high = low - 1, high + 1
    low, high = max(0, low), min(board.deal.size, high)
    marks = [high, low]
    if needs is not None:  # of marks that would touch, what is needed stays
        marks = [needs, *(end for end in marks if abs(end - needs) / (high - low) >= _APART)]
    return Axis(low / TRICKS, high / TRICKS, tuple((mark / TRICKS, str(mark)) for mark in marks))


# What there is to say of a finished deal.


def summary_of(
    session: Session, judged: Sequence[Judgement | None], names: tuple[str, str], me: int
) -> Summary:
    """The deal that ended at the cursor, with the mistakes that are known."""
    state, span, other = bridge(session.position), span_of(session, session.cursor), 1 - me
    result, board = state.results[-1], state.previous
    mistakes = [each for each in judged if each is not None and each.grave]
    slips = [_slip(session, each, names) for each in mistakes if span.first <= each.ply < span.last]
    seen = VisibleState(board, me, known=True) if board is not None else None
    mine, theirs = (seen.needs(me), seen.needs(other)) if seen is not None else (None, None)
    return Summary(
        heading=words.made_words(result, names),
        points=words.score_words(result.points, names),
        names=(names[other], names[me]),
        tricks=(result.tricks[other], result.tricks[me]),
        needs=None if mine is None or theirs is None else (theirs, mine),
        slips=slips,
        luck=_luck(session, judged, span, names, me),
        match=(
            f"Match: {names[me]} {grouped(state.points[me])}, {names[other]} {grouped(state.points[other])}"
        ),
        next_words="" if state.over else "Next deal  (Enter)",
    )


def _luck(
    session: Session, judged: Sequence[Judgement | None], span: DealPlies, names: tuple[str, str], me: int
) -> tuple[str, ...]:
    """Return the effects of the players' choices and of the cards, apart from each other.

    Nothing until every card has been judged.

    A deal begins with the tricks that can be expected at the first card. Each mistake takes some away; the rest of
    the difference to what was taken came from cards that nobody could know.
    """
    result = bridge(session.positions[span.last]).results[-1]
    if span.cards is None or result.contract is None or span.last > len(judged):
        return ()
    plies = range(span.cards, span.last)
    cards = [judged[ply] for ply in plies if words.is_card(session.moves[ply].text)]
    begin = values(session)[span.cards]
    if begin is None or not cards or any(each is None or each.verdict == "unknown" for each in cards):
        return ()
    lost = [0.0, 0.0]
    for each in cards:
        if each is not None and each.verdict in DEGREES:
            lost[each.seat] += each.loss
    lost = [round(each, 1) for each in lost]
    hoped = round((begin if me == 0 else 1.0 - begin) * TRICKS, 1)
    luck = round(result.tricks[me] - hoped + lost[me] - lost[1 - me], 1)
    messages = [
        words.hoped_words(hoped, names[me]),
        words.lost_words(lost, names, me),
        words.luck_words(luck, names[me]),
    ]
    bid = next(
        (judged[ply] for ply in reversed(range(span.first, span.cards)) if _is_bid(session, ply)), None
    )
    if bid is not None and bid.verdict != "unknown":
        of_declarer = luck if result.contract.declarer == me else -luck
        messages.append(words.fate_words(result, of_declarer, names, sound=not bid.grave))
    return tuple(each for each in messages if each)


def _is_bid(session: Session, ply: int) -> bool:
    return words.is_bid(session.moves[ply].text)


def _slip(session: Session, judged: Judgement, names: tuple[str, str]) -> DealMistake:
    """A mistake with a card, a claim or a call, and what it has cost in tricks or points."""
    board = bridge(session.position_at(judged.ply)).board
    calls = board.stage == "auction"
    better = f", better {move_words(judged.better)}" if judged.better else ""
    place = "the auction" if calls else words.place_in_deal(board)
    cost = counted(round(judged.loss), "point") if judged.unit == "points" else tricks_words(judged.loss)
    text = f"{names[judged.seat]} {move_words(judged.move)} in {place}{better}"
    return DealMistake(text, f"{MINUS}{cost}")


# Taking back without a look into the stock: what nobody had seen yet is shuffled anew.
#
# Whoever takes back a trick of the exchange has seen the card that it brought. So the game goes on from there with the
# same hands and the same open card, and with the rest of the stock in another order.


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
    """Return True if a trick of this deal's exchange was finished after the cursor."""
    if here.board.stage not in ("auction", "exchange") or session.cursor == session.length:
        return False
    later = [bridge(each) for each in session.positions[session.cursor + 1 :]]
    same = [each.board for each in later if len(each.results) == len(here.results)]
    return any(len(board.tricks) > len(here.board.tricks) for board in same)
