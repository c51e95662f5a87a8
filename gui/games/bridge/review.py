"""The timeline of a deal: the tricks to be expected through the exchange, dashed, and through the play, solid.

Apart from `ui`: what is said after a deal, not while it is played.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from game.bridge import State
from game.position import Position
from game.review import Judgement
from game.session import Session
from gui.games.bridge import words
from gui.games.bridge.panel import TRICKS, move_words, tricks_words
from gui.games.bridge.view import Slip, Summary
from gui.games.bridge.visible_state import bridge, finished
from gui.play.game_ui import Axis, ValueCurve
from gui.ui.text import MINUS, grouped

TRICKS_HEADING = 13
_LEAST = 6.0  # tricks between the ends of the scale
_APART = 0.36  # of the scale's height, so that two of its figures do not touch


@dataclass(frozen=True)
class Span:
    """The plies of a deal: its first call, its first card if there is one yet, and its end, known or not."""

    first: int
    cards: int | None
    last: int
    ended: bool
    play: int | None  # the ply at which the play stage begins
    size: int  # tricks of the play stage


def span_of(session: Session, ply: int) -> Span:
    """The deal that is on the table at `ply`, which is shown until the next one's first call."""
    positions = session.positions
    deal = _deal(positions[max(0, ply - 1)]) if _just_ended(positions[ply]) else _deal(positions[ply])
    plies = [at for at, each in enumerate(positions) if _deal(each) == deal]
    first, final = plies[0], plies[-1]
    ended = _just_ended(positions[min(final + 1, len(positions) - 1)]) and final + 1 < len(positions)
    cards = next((at for at in plies if bridge(positions[at]).board.auction.over), None)
    board = bridge(positions[final]).board
    play = None if cards is None else cards + 2 * board.exchanges
    if ended:
        last = final + 1
    elif cards is None:
        last = max(final, first + 2)
    else:
        last = max(final, cards + 2 * board.exchanges + 2 * board.deal.size)
    return Span(first, cards, last, ended, play, board.deal.size)


def _deal(position: Position) -> int:
    return len(bridge(position).results)


def _just_ended(position: Position) -> bool:
    return finished(bridge(position)) is not None


def course_of(
    session: Session,
    values: Sequence[float | None],
    judged: Sequence[Judgement | None],
    me: int,
    tells: Callable[[Position], bool],
    mistake_from: float,
    name: str,
) -> ValueCurve:
    """What the timeline shows; of a deal under way only what `tells` allows."""
    here, span = session.cursor, span_of(session, session.cursor)
    positions = session.positions

    def shown(ply: int) -> bool:
        return span.cards is not None and span.cards <= ply and (span.ended or tells(positions[ply]))

    said: list[float | None] = [None] * (len(positions))
    for ply in range(span.first, min(span.last, len(values) - 1) + 1):
        value = values[ply] if shown(ply) else None
        said[ply] = value if value is None or me == 0 else 1.0 - value
    if span.ended:
        said[span.last] = _taken(positions[span.last], me)
    if not span.ended:
        _fill(said, span)
    if bridge(positions[here]).stage == "auction" and not span.ended:
        return _of_the_auction(session, span, tells(positions[here]))
    now = said[here]
    return ValueCurve(
        values=tuple(said),
        axis=axis_of(said, bridge(positions[here]), me),
        cursor=here,
        last=span.last,
        first=span.first,
        label="Your tricks" if name == "You" else f"{name}’s tricks",
        figure="–" if now is None else f"{_tricks(now)} of {span.size}",
        word=_word(bridge(positions[here])),
        mistakes=tuple(
            each.ply + 1
            for each in judged
            if each is not None
            and span.first <= each.ply < span.last
            and each.loss >= mistake_from
            and shown(each.ply)
        ),
        estimated_to=span.play if span.play is not None else span.last,
        stretches=_stretches(span),
    )


def _of_the_auction(session: Session, span: Span, tells: bool) -> ValueCurve:
    """Before there is a contract: no tricks yet, only the points that the best call is worth."""
    advice = session.opinions.get(session.cursor) if tells else None
    return ValueCurve(
        values=(),
        axis=Axis(0.0, 1.0, ()),
        cursor=session.cursor,
        last=span.last,
        first=span.first,
        label="Points",
        figure=advice.choices[0].label if advice is not None else "–",
        stretches=_stretches(span),
        voice=advice is not None,
    )


def _fill(said: list[float | None], span: Span) -> None:
    """Where nothing may be shown the line stays as it was: before the other's cards, and after them."""
    known = [ply for ply in range(span.first, len(said)) if said[ply] is not None]
    for ply in range(known[0] if known else 0, len(said)):
        said[ply] = said[ply] if said[ply] is not None else said[ply - 1]


def _taken(position: Position, me: int) -> float | None:
    board = finished(bridge(position))
    return None if board is None else board.won[me] / TRICKS_HEADING


def _tricks(share: float) -> str:
    tricks = share * TRICKS_HEADING
    return f"{tricks:.0f}" if abs(tricks - round(tricks)) < 0.02 else f"{tricks:.1f}"


def _word(state: State) -> str:
    board = finished(state) or state.board
    if board.stage == "exchange":
        return f"trick {len(board.tricks) + 1}"
    return f"trick {min(board.deal.size, len(board.play_tricks) + 1)}" if board.stage == "play" else ""


def _stretches(span: Span) -> tuple[tuple[int, str], ...]:
    parts = [(span.first, "auction")] if span.cards is None or span.cards > span.first else []
    if span.cards is not None and span.play is not None:
        parts += [(span.cards, "exchange")] if span.play > span.cards else []
        parts += [(min(span.play, span.last), "play")]
    return tuple(parts)


def axis_of(said: Sequence[float | None], state: State, me: int) -> Axis:
    """From a little below the fewest tricks to a little above the most, with those needed in between."""
    board = finished(state) or state.board
    tricks = [value * TRICKS_HEADING for value in said if value is not None]
    contract = board.contract
    needs: float | None = None
    if contract is not None and board.deal.size == TRICKS_HEADING:
        needs = contract.needs if contract.declarer == me else 14 - contract.needs
        tricks.append(float(needs))
    low, high = floor(min(tricks, default=4.0) - 1), ceil(max(tricks, default=9.0) + 1)
    while high - low < _LEAST:
        low, high = low - 1, high + 1
    low, high = max(0, low), min(board.deal.size, high)
    marks = [high, low]
    if needs is not None:  # of marks that would touch, what is needed stays
        marks = [int(needs), *(end for end in marks if abs(end - needs) / (high - low) >= _APART)]
    return Axis(
        low / TRICKS_HEADING,
        high / TRICKS_HEADING,
        tuple((mark / TRICKS_HEADING, str(mark)) for mark in marks),
    )


# What there is to say of a finished deal.


def summary_of(
    session: Session,
    judged: Sequence[Judgement | None],
    span: Span,
    names: tuple[str, str],
    me: int,
    mistake_from: float,
) -> Summary:
    """The deal that ended at the cursor, with the mistakes that are known."""
    state = bridge(session.position)
    result, other = state.results[-1], 1 - me
    slips = [
        _slip(session, each, names)
        for each in judged
        if each is not None
        and span.first <= each.ply < span.last
        and each.loss >= mistake_from
        and bridge(session.position_at(each.ply)).stage != "auction"
    ]
    needs = None
    if result.contract is not None and sum(result.tricks) == TRICKS:
        both = result.contract.needs, TRICKS + 1 - result.contract.needs
        needs = both if result.contract.declarer == other else (both[1], both[0])
    match = f"Match: {names[me]} {grouped(state.points[me])}, {names[other]} {grouped(state.points[other])}"
    return Summary(
        heading=words.made_words(result, names),
        points=words.score_words(result.points, names),
        names=(names[other], names[me]),
        tricks=(result.tricks[other], result.tricks[me]),
        needs=needs,
        slips=slips,
        match=match,
        next_words="" if state.over else "Next deal  (Enter)",
    )


def _slip(session: Session, judged: Judgement, names: tuple[str, str]) -> Slip:
    board = bridge(session.position_at(judged.ply)).board
    played = len(board.play_tricks) + 1
    where = f"exchange {len(board.tricks) + 1}" if board.stage == "exchange" else f"trick {played}"
    better = f", better {move_words(judged.better)}" if judged.better else ""
    said = f"{names[judged.seat]} {move_words(judged.move)} in {where}{better}"
    return Slip(judged.ply, said, f"{MINUS}{tricks_words(judged.loss * TRICKS)}")


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
    """Whether a trick of this deal's exchange was finished after the cursor."""
    if here.board.stage not in ("auction", "exchange") or session.cursor == session.length:
        return False
    later = [bridge(each) for each in session.positions[session.cursor + 1 :]]
    same = [each.board for each in later if len(each.results) == len(here.results)]
    return any(len(board.tricks) > len(here.board.tricks) for board in same)
