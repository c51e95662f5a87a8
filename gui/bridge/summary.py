"""What there is to say of a finished deal."""

from __future__ import annotations

from collections.abc import Sequence

from game.review import Judgement
from game.session import Session
from gui.bridge import words
from gui.bridge.column import TRICKS, move_words, tricks_words
from gui.bridge.course import Span
from gui.bridge.reading import bridge
from gui.bridge.table.result import Slip, Summary
from gui.drawing.letters import MINUS, grouped


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
