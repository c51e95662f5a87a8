"""Rates of slips, pace and garbage of people, counted in rounds of TETR.IO that are played again key by key.

Pieces of one round are alike: who slips once is tired or in trouble. So every interval is reckoned by rounds, not by
pieces: the variance of a ratio over rounds, which for a share says how many independent pieces these are worth.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline.partner.judging import NODES, SIGHT, Judged, SlipJudge
from game.errors import BadInput
from game.tetris.guideline import Placement, State
from game.tetris.guideline.habits import (
    FALLS,
    PART,
    VERSION,
    Band,
    Circumstance,
    Count,
    Effects,
    Figure,
    Habits,
    Keys,
    Line,
    Odds,
    Sent,
    Situation,
    Slips,
    Source,
    circumstances_of,
)
from game.tetris.guideline.slips import CLEAR, KINDS, Kind
from game.tetris.tetrio import Round
from game.tetris.tetrio.course import session_of
from game.tetris.tetrio.engine import HARD_DROP, TICKS, Garbage, Key

Floats = NDArray[np.float64]
Link = Callable[[Floats], tuple[Floats, Floats]]
Counts = Sequence[tuple[float, float]]  # by round: how many, of how many
# pieces a second between the bands; a band with too little in it goes to the one beside it
EDGES = (0.0, 0.6, 0.8, 1.0, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2.1, 2.5, 3.0, 4.0, math.inf)
LEAST_ROUNDS = 30  # of a band
_TWO = 2  # players who send each other garbage
_SHORT = 10  # pieces: shorter rounds say nothing of a speed
_RIDGE = 0.1  # of a slope: as if it had been seen to be 0 with a standard error of 3
_TERMS = 6  # of odds
_STEPS = 100
_SPREADS = (0.05, 100.0)  # rows of attack
AWAY = 5.0  # seconds for a piece
_PARTS = 4  # of a round in which garbage is counted by itself; the last goes on to the end
_FASTEST = 1 / TICKS  # seconds
CIRCUMSTANCES: tuple[Circumstance, ...] = ("hold", "spin", "danger", "waiting")


class Piece(msgspec.Struct, frozen=True):
    """A placement with its judgement: the kind of slip, None for a fine one, and the slips that were possible there.

    `costs` are those by the plan of all placements of this kind, its own first. `seconds` since the piece before
    locked; `first` the share of them before the first key, None where none was pressed; `gaps` the seconds between
    keys.
    """

    kind: Kind | None
    costs: tuple[float, ...]
    chances: dict[Kind, Situation]
    seconds: float
    circumstances: tuple[Circumstance, ...] = ()
    first: float | None = None
    gaps: tuple[float, ...] = ()


class Played(msgspec.Struct, frozen=True):
    """A round: its seconds and pieces, the packets of garbage that were sent to it, and the holes of rows that rose.

    `sent` are the seconds of the packets.
    `unjudged` pieces are not in `pieces`: of these the search has met no placement to compare with.
    """

    seconds: float
    pieces: tuple[Piece, ...]
    packets: tuple[int, ...] = ()
    sent: tuple[float, ...] = ()
    rises: tuple[tuple[int, ...], ...] = ()
    unjudged: int = 0
    rival: float = 0.0  # pieces a second of whoever sent the garbage

    @property
    def pace(self) -> float:
        """Pieces a second; a piece that took longer than `AWAY` does not count, since nobody was there."""
        there = [piece.seconds for piece in self.pieces if piece.seconds <= AWAY]
        return len(there) / sum(there) if sum(there) else 0.0


def piece_of(
    judged: Judged,
    state: State,
    at: Placement,
    seconds: float,
    first: float | None = None,
    gaps: tuple[float, ...] = (),
) -> Piece | None:
    """One placement as it is counted; None where it was not judged."""
    if at not in judged.costs:
        return None
    kind = judged.kinds.get(at)
    alike = [at, *(each for each in judged.of_kind(kind) if each != at)]
    return Piece(
        kind,
        tuple(judged.planned(alike)),
        judged.situations(state),
        seconds,
        circumstances_of(state, at),
        first,
        gaps,
    )


def rounds_of(players: Sequence[Round], judge: SlipJudge) -> list[Played]:
    """The rounds of all players of one round of a match, judged; those of a few pieces are left out."""
    rounds = [_played(one, judge) for one in players]
    paces = [each.pace for each in rounds]
    if len(rounds) == _TWO:
        rounds = [
            msgspec.structs.replace(each, rival=pace) for each, pace in zip(rounds, paces[::-1], strict=True)
        ]
    return [each for each in rounds if len(each.pieces) >= _SHORT]


def _played(one: Round, judge: SlipJudge) -> Played:
    pieces, unjudged, before = list[Piece](), 0, 0
    pressed = [event for event in one.player.events if isinstance(event, Key) and event.down]
    moments = [event.frame + event.subframe for event in pressed]
    at = 0
    line = session_of(one).line
    for placed, node in zip(one.outcome.placements, line[1:], strict=False):
        assert node.parent is not None
        state = node.parent.position
        assert isinstance(state, State)
        end = at
        while end < len(moments) and moments[end] < placed.tick + 1:
            end += 1
            if pressed[end - 1].key == HARD_DROP and moments[end - 1] >= placed.tick:
                break
        mine, at = [max(0.0, each - before) for each in moments[at:end]], end
        ticks = placed.tick - before
        piece = piece_of(
            judge.judge(state),
            state,
            Placement.parse(node.text).canonical(),
            ticks / TICKS,
            min(1.0, mine[0] / ticks) if mine and ticks and placed.hard else None,
            tuple((after - earlier) / TICKS for earlier, after in pairwise(mine)),
        )
        if piece is None:
            unjudged += 1
        else:
            pieces.append(piece)
        before = placed.tick
    came = [event for event in one.player.events if isinstance(event, Garbage)]
    packets, sent = tuple(event.amount for event in came), tuple(event.frame / TICKS for event in came)
    rises = tuple(tuple(map(_hole, placed.risen)) for placed in one.outcome.placements if placed.risen)
    return Played(one.outcome.ticks / TICKS, tuple(pieces), packets, sent, rises, unjudged)


def _hole(row: int) -> int:
    return (~row & (row + 1)).bit_length() - 1


# -- from rounds to figures --


def fit(rounds: Sequence[Played], files: int) -> Habits:
    """All figures. Raises `BadInput` where there is too little to count."""
    rounds = [each for each in rounds if each.pace]
    if len(rounds) < LEAST_ROUNDS:
        raise BadInput(
            f"it takes {LEAST_ROUNDS} rounds of {_SHORT} pieces or more to count slips; here are {len(rounds)}"
        )
    pieces = [piece for each in rounds for piece in each.pieces]
    effects = _effects(rounds)
    scatter = _scatter(rounds, effects)
    lengthened = sum(effects.factor(*piece.circumstances) for piece in pieces) / len(pieces)
    paces = [each.pace for each in rounds]
    sending = [each for each in rounds if each.rival]
    return Habits(
        VERSION,
        Source(files, len(rounds), len(pieces), SIGHT, NODES, CLEAR),
        tuple(_band(part, low, high, sending, effects) for low, high, part in _bands(rounds)),
        {
            kind: Slips(
                rate := _line(_logistic, paces, _slips(rounds, kind)),
                _odds(rounds, kind),
                rate,
                spread_of([each.costs for each in pieces if each.kind == kind]),
            )
            for kind in KINDS
        },
        _line(_logistic, paces, _slipping(rounds)),
        effects,
        scatter,
        lengthened * math.exp(scatter.value**2 / 2),
        _keys(rounds),
        _line(_exponential, [each.rival for each in sending], _rows(sending)),
        _sent(rounds),
    )


def _bands(rounds: Sequence[Played]) -> list[tuple[float, float, list[Played]]]:
    """Rounds by their speed; a band with too few of them goes to the next one, the last to the one before."""
    results: list[tuple[float, float, list[Played]]] = []
    low, part = EDGES[0], list[Played]()
    for least, high in pairwise(EDGES):
        part += [each for each in rounds if least <= each.pace < high]
        if len(part) >= LEAST_ROUNDS:
            results.append((low, high, part))
            low, part = high, []
    if part:
        low, _, before = results.pop()
        results.append((low, EDGES[-1], before + part))
    return results


def _band(
    part: Sequence[Played], low: float, high: float, sending: Sequence[Played], effects: Effects
) -> Band:
    """The counts of `part`; `sending` are all rounds to which a player of known speed sent garbage."""
    paces = [each.pace for each in part]
    logs = [[_usual(piece, effects) for piece in each.pieces] for each in part]
    median = _ratio([(sum(each), len(each)) for each in logs])
    return Band(
        min(paces),
        max(paces),
        _centre(paces, [len(each.pieces) for each in part]),
        len(part),
        sum(len(each.pieces) for each in part),
        {kind: _count(_slips(part, kind)) for kind in KINDS},
        _share(_slipping(part)),
        Figure(*map(math.exp, msgspec.structs.astuple(median))),
        _ratio(_rows([each for each in sending if low <= each.rival < high])),
    )


def _slips(rounds: Sequence[Played], kind: Kind) -> Counts:
    """By round the slips of a kind, and the positions in which one was possible."""
    return [
        (
            sum(piece.kind == kind for piece in each.pieces),
            sum(kind in piece.chances for piece in each.pieces),
        )
        for each in rounds
    ]


def _slipping(rounds: Sequence[Played]) -> Counts:
    """By round the slips of any kind, and all pieces."""
    return [(sum(piece.kind is not None for piece in each.pieces), len(each.pieces)) for each in rounds]


def _rows(rounds: Sequence[Played]) -> Counts:
    """By round the rows that were sent to it, and its minutes."""
    return [(sum(each.packets), each.seconds / 60) for each in rounds]


def _usual(piece: Piece, effects: Effects) -> float:
    """The logarithm of a piece's seconds as they would be without its circumstances."""
    return math.log(max(_FASTEST, piece.seconds) / effects.factor(*piece.circumstances))


# -- shares and means, with intervals by round --


def _count(counts: Counts) -> Count:
    return Count(_share(counts), int(sum(of for _, of in counts)))


def _share(counts: Counts) -> Figure:
    """A share that was counted by round; the interval is as for as many cases as these are worth."""
    count, of = (sum(each) for each in zip(*counts, strict=True))
    if not of:
        return Figure.share(0, 0)
    share = count / of
    variance = _ratio_error(counts, share) ** 2
    much = share * (1 - share) / variance if variance > 0 else of
    return Figure.share(count, of, min(of, much))


def _ratio(pairs: Counts) -> Figure:
    """The sum of the first figures by that of the second ones, with the interval that its spread over rounds gives."""
    top, below = (sum(each) for each in zip(*pairs, strict=True)) if pairs else (0.0, 0.0)
    if not below:
        return Figure(0.0, 0.0, 0.0)
    return Figure.of(top / below, _ratio_error(pairs, top / below))


def _ratio_error(pairs: Counts, ratio: float) -> float:
    below, many = sum(of for _, of in pairs), len(pairs)
    if many < 2:
        return 0.0
    squares = sum((count - ratio * of) ** 2 for count, of in pairs)
    return math.sqrt(squares * many / (many - 1)) / below


# -- lines over the logarithm of speed --


def _logistic(heights: Floats) -> tuple[Floats, Floats]:
    """The share at these log-odds, and its slope."""
    shares = 1 / (1 + np.exp(-heights))
    return shares, shares * (1 - shares)


def _exponential(heights: Floats) -> tuple[Floats, Floats]:
    """The amount at these logarithms, and its slope."""
    amounts = np.exp(heights)
    return amounts, amounts


def _line(link: Link, paces: Sequence[float], counts: Counts) -> Line:
    """The line through counts by round."""
    weights = [of for _, of in counts]
    centre = _centre(paces, weights)
    x = np.array([[1.0, math.log(pace / centre)] for pace in paces]).reshape(-1, 2)
    terms, spread = _regression(link, x, np.array(counts, float).reshape(-1, 2), np.arange(len(paces)))
    return Line(
        centre,
        float(terms[0]),
        float(terms[1]),
        (float(spread[0, 0]), float(spread[1, 1]), float(spread[0, 1])),
    )


def _odds(rounds: Sequence[Played], kind: Kind) -> Odds:
    """The odds of slips of a kind, over all positions in which one is possible."""
    chances = [
        (number, each.pace, piece)
        for number, each in enumerate(rounds)
        for piece in each.pieces
        if kind in piece.chances
    ]
    centre = _centre([pace for _, pace, _ in chances], [1.0] * len(chances))
    odds = Odds(centre, (), ())
    x = np.array([odds.factors(pace, piece.chances[kind]) for _, pace, piece in chances]).reshape(-1, _TERMS)
    counts = np.array([(piece.kind == kind, 1.0) for _, _, piece in chances], float).reshape(-1, 2)
    terms, spread = _regression(
        _logistic, x, counts, np.array([number for number, _, _ in chances], np.int64)
    )
    return Odds(centre, tuple(terms.tolist()), tuple(map(tuple, spread.tolist())))


def _centre(paces: Sequence[float], weights: Sequence[float]) -> float:
    """The geometric mean of speeds."""
    whole = sum(weights)
    logs = sum(math.log(pace) * weight for pace, weight in zip(paces, weights, strict=True))
    return math.exp(logs / whole) if whole else 1.0


def _regression(link: Link, x: Floats, counts: Floats, groups: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """The terms of the greatest likelihood, and their covariance by groups.

    `counts` [n, 2] are how many, of how many. Newton's method; all terms but the first are held back a little, so that
    counts of nothing do not send them to infinity.
    """
    count, of = counts[:, 0], counts[:, 1]
    ridge = np.diag([1e-6] + [_RIDGE] * (x.shape[1] - 1))
    terms = np.zeros(x.shape[1])
    terms[0] = _link_of(link, (count.sum() + 0.5) / (of.sum() + 1.0))
    for _ in range(_STEPS):
        value, slope = link(x @ terms)
        bend = x.T @ (x * (of * slope)[:, None]) + ridge
        step = np.linalg.solve(bend, x.T @ (count - of * value) - ridge @ terms)
        terms = terms + step / max(1.0, float(np.abs(step).max()))  # a long step leads astray
        if np.abs(step).max() < 1e-9:
            break
    value, slope = link(x @ terms)
    inverse = np.linalg.inv(x.T @ (x * (of * slope)[:, None]) + ridge)
    many = int(groups.max(initial=0)) + 1
    scores = np.zeros((many, x.shape[1]))
    np.add.at(scores, groups, x * (count - of * value)[:, None])
    return terms, inverse @ scores.T @ scores @ inverse * many / max(1, many - x.shape[1])


def _link_of(link: Link, value: float) -> float:
    """The height at which a link has this value."""
    return math.log(value / (1 - value)) if link is _logistic else math.log(value)


def spread_of(taken: Sequence[tuple[float, ...]]) -> float:
    """The spread of slips (`Slips.weight`) that makes what was taken likeliest.

    Each entry has the costs of all that could have been taken, the first of them was.
    """
    if not taken:
        return 1.0
    firsts = np.concatenate([[0], np.cumsum([len(each) for each in taken])[:-1]])
    costs = np.concatenate([np.array(each) - min(each) for each in taken])

    def likelihood(logarithm: float) -> float:
        weights = (1 + costs / math.exp(logarithm)) ** FALLS
        return float(np.log(weights[firsts]).sum() - np.log(np.add.reduceat(weights, firsts)).sum())

    low, high = map(math.log, _SPREADS)
    for _ in range(_STEPS):  # halving by thirds: it has one maximum
        third = (high - low) / 3
        if likelihood(low + third) < likelihood(high - third):
            low += third
        else:
            high -= third
    return math.exp((low + high) / 2)


# -- pace, keys, garbage --


def _effects(rounds: Sequence[Played]) -> Effects:
    """Least squares of the logarithm of a piece's time, with a mean for each round; errors by round."""
    rows, logs, groups = list[list[float]](), list[float](), list[int]()
    for number, each in enumerate(rounds):
        times = np.array([math.log(max(_FASTEST, piece.seconds)) for piece in each.pieces])
        table = np.array(
            [[name in piece.circumstances for name in CIRCUMSTANCES] for piece in each.pieces], float
        )
        rows += (table - table.mean(axis=0)).tolist()
        logs += (times - times.mean()).tolist()
        groups += [number] * len(times)
    x, y = np.array(rows), np.array(logs)
    inverse = np.linalg.pinv(x.T @ x)
    slopes = inverse @ x.T @ y
    scores = np.zeros((len(rounds), len(CIRCUMSTANCES)))
    np.add.at(scores, np.array(groups), x * (y - x @ slopes)[:, None])
    errors = np.sqrt(np.diag(inverse @ scores.T @ scores @ inverse))
    figures = [Figure.of(float(slope), float(error)) for slope, error in zip(slopes, errors, strict=True)]
    return Effects(*(Figure(*map(math.exp, msgspec.structs.astuple(each))) for each in figures))


def _scatter(rounds: Sequence[Played], effects: Effects) -> Figure:
    """The deviation of the logarithm of a piece's time from the mean of its round."""
    logs = [np.array([_usual(piece, effects) for piece in each.pieces]) for each in rounds]
    variance = _ratio(
        [(float(((each - each.mean()) ** 2).sum()), len(each) - 1) for each in logs if len(each) > 1]
    )
    return Figure(*(math.sqrt(max(0.0, each)) for each in msgspec.structs.astuple(variance)))


def _keys(rounds: Sequence[Played]) -> Keys:
    firsts = [[piece.first for piece in each.pieces if piece.first is not None] for each in rounds]
    shares = [one for each in firsts for one in each] or [0.5]
    logs = [
        math.log(max(1 / TICKS, gap)) for each in rounds for piece in each.pieces for gap in piece.gaps
    ] or [0.0]
    return Keys(
        _ratio([(sum(each), len(each)) for each in firsts]), float(np.std(shares)), float(np.std(logs))
    )


def _sent(rounds: Sequence[Played]) -> Sent:
    sizes = Counter(size for each in rounds for size in each.packets if size > 0)
    between = [[(one[-1], two[0]) for one, two in pairwise(each.rises)] for each in rounds]
    within = [[pair for rise in each.rises for pair in pairwise(rise)] for each in rounds]
    return Sent(
        tuple(sizes[size] for size in range(1, max(sizes, default=0) + 1)),
        _moves(between),
        _moves(within),
        _course(rounds),
    )


def _course(rounds: Sequence[Played]) -> tuple[float, ...]:
    """The rows a second in each part of the rounds, by those a second in all of them."""
    rows, seconds = [0.0] * _PARTS, [0.0] * _PARTS
    for each in rounds:
        for at, size in zip(each.sent, each.packets, strict=True):
            rows[min(int(at / PART), _PARTS - 1)] += size
        for part in range(_PARTS):
            end = PART * (part + 1) if part < _PARTS - 1 else each.seconds
            seconds[part] += max(0.0, min(end, each.seconds) - PART * part)
    mean = sum(rows) / sum(seconds)
    if not mean:
        return (1.0,)
    return tuple(count / time / mean if time else 1.0 for count, time in zip(rows, seconds, strict=True))


def _moves(pairs: Iterable[Sequence[tuple[int, int]]]) -> Figure:
    return _share([(sum(one != two for one, two in each), len(each)) for each in pairs])
