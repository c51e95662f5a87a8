"""A player's round piece by piece, by the rules of our own game: to be reviewed, played on, taken to the sandbox.

Pieces, holds, garbage and holes are those of the round. Two things may end a course before the round: a placement
that our rules do not know (a piece locked above the visible rows), and more than one hole in a row of garbage.
"""

from __future__ import annotations

from game.errors import IllegalMove
from game.record import Seat
from game.session import Session
from game.tetris.guideline import State
from game.tetris.guideline.attack import MOST_MULTIPLIER, TETR_IO, TETR_IO_2
from game.tetris.guideline.field import FULL_ROW, Field
from game.tetris.guideline.garbage import MOST_OPENER, Garbage, RecordedGarbage
from game.tetris.guideline.pieces import PIECES
from game.tetris.guideline.placement import Placement
from game.tetris.guideline.spins import SPIN_RULES
from game.tetris.tetrio.engine import SHAPES, Placed, centre
from game.tetris.tetrio.figures import Round
from game.tetris.tetrio.randomness import Queue

_BAG = 7
_AHEAD = 50 * _BAG  # at least so many pieces of the round's own queue behind the last one, to play on with


def session_of(one: Round, title: str = "", most: int | None = None) -> Session:
    """The round as a game of ours, at its end, or its first `most` pieces. `title` names it in lists."""
    placements = one.outcome.placements[:most]
    options = one.player.options
    queue = Queue(options.bagtype, options.seed, no_szo=options.no_szo)
    drawn = placements[-1].drawn if placements else 0
    length = -(-drawn // _BAG) * _BAG + _AHEAD  # whole bags, so that what is left in one can be told
    dealt = one.outcome.queue  # which in some games is not what the seed alone gives
    listed = "".join(PIECES[dealt[at] if at < len(dealt) else queue[at]] for at in range(length))
    lifted = [placed.lifted for placed in placements] + [()]
    garbage = [
        RecordedGarbage(placed.waiting, tuple(map(_hole, placed.risen + later)))
        for placed, later in zip(placements, lifted[1:], strict=True)
    ]
    start = State.open(
        {
            "board": Field.of(lifted[0][::-1]).short,
            "queue": f"list:{listed}+seven_bag:{options.seed}",
            "kicks": "srs+",
            "start": "21",
            "spins": _spins(options.spinbonuses),
            "attack": (TETR_IO_2 if options.b2bcharging else TETR_IO).name,
            "multiplier": str(_percent(options.garbagemultiplier, MOST_MULTIPLIER)),
            "cap": str(max(0, min(40, int(options.garbagecap)))),
            "messiness": str(_percent(options.messiness_inner)),
            "change": str(_percent(options.messiness_change)),
            "opener": str(max(0, min(MOST_OPENER, int(options.openerphase)))),
            "garbage": str(Garbage.of_game(garbage)),
        }
    )
    session = Session(start, (Seat(one.player.name or "Player"),), title=title)
    for placed in placements:
        try:
            session.play(str(placement_of(placed)))
        except IllegalMove:
            break
    return session


def placement_of(placed: Placed) -> Placement:
    """Return the placement of a locked piece, in the words of this program."""
    x0, y0 = min(cell % 10 for cell in placed.cells), min(cell // 10 for cell in placed.cells)
    shape = SHAPES[placed.piece][placed.orientation]
    x, y = x0 - min(dx for dx, _ in shape), y0 - min(dy for _, dy in shape)
    dx, dy = centre(placed.piece, placed.orientation)
    return Placement(placed.piece, placed.orientation, x + dx, y + dy, placed.spin)


def _spins(named: str) -> str:
    """The rule for spins in our words; those that we do not have are as without it."""
    rule = named.lower()
    return rule if rule in SPIN_RULES else "t-spins"


def _percent(share: float, most: int = 100) -> int:
    return max(0, min(most, round(100 * share)))


def _hole(row: int) -> int:
    return (FULL_ROW ^ row).bit_length() - 1
