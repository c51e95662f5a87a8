"""Has every move of a game judged, as a review does, so that the pictures show what was really found."""

from __future__ import annotations

import msgspec

from ai import registry
from ai.engine import Limit
from ai.names import REVIEWER
from game.review import was_judged
from game.session import Session


def judge_moves(session: Session) -> None:
    """Keep what each move has cost with what was said of its position."""
    for ply, move in enumerate(session.moves):
        position = session.position_at(ply)
        reviewer = registry.create(REVIEWER, game=position.game, played=move.text, ply=ply)
        *_, last = reviewer.think(position.view(position.to_move), Limit())
        if not was_judged(last, move.text):
            continue
        advice = session.opinions.get(ply)
        if advice is None:
            advice = msgspec.structs.replace(last, choices=last.choices[:5], evidence=())
        worth = last.measured or advice.worth  # for the graph
        session.note(
            ply, msgspec.structs.replace(advice, worth=worth, judged={**advice.judged, **last.judged})
        )
