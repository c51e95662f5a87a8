"""Has every move of a game judged, as a review does, so that the pictures show what was really found."""

from __future__ import annotations

import msgspec

from ai.engine import Limit
from ai.review.judge import Reviewer
from game.advice import JUDGED
from game.facts import MeasuredFacts
from game.review import was_judged
from game.session import Session


def judge_moves(session: Session) -> None:
    """Keep what each move has cost with what was said of its position."""
    for ply, move in enumerate(session.moves):
        position = session.position_at(ply)
        *_, last = Reviewer(position.game, move.text, ply).think(position.view(position.to_move), Limit())
        if not was_judged(last, move.text):
            continue
        judged = {name: fact for name, fact in last.facts.items() if name.startswith(JUDGED)}
        judged |= last.read(MeasuredFacts).told()  # what the position is worth, for the graph
        said = session.opinions.get(ply)
        if said is None:
            said = msgspec.structs.replace(last, choices=last.choices[:5], facts={})
        session.note(ply, msgspec.structs.replace(said, facts={**said.facts, **judged}))
