"""How a game went in a few lines: accuracy and degrees of each side, and the move that decided it.

Apart from `game_ui`: the review and the end of a game both show it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.review import Judgement, Tally, tally, turning_point
from game.session import Session
from gui.play.game_ui import GameUI
from gui.ui.layout import Flow
from gui.ui.text import counted, percent

# -- words --

_NO_MISTAKES = "no mistakes"
_ACCURACY = "Accuracy"
_GO_TO_THE_TURNING = "Go to the turning point"
_TURNING_POINT = "Turning point"

_LINE, _BELOW = 26.0, 22.0


def degrees(found: Tally) -> str:
    """How many moves were worse than the best, by degree: `1 blunder, 2 mistakes`."""
    slips = found.inaccuracies
    words = [
        *([counted(found.blunders, "blunder")] if found.blunders else []),
        *([counted(found.mistakes, "mistake")] if found.mistakes else []),
        *([f"{slips} {'inaccuracy' if slips == 1 else 'inaccuracies'}"] if slips else []),
    ]
    return ", ".join(words) or _NO_MISTAKES


def draw_summary(
    flow: Flow,
    ui: GameUI,
    session: Session,
    judgements: Sequence[Judgement | None],
    seek: Callable[[int], object],
) -> None:
    """The summary, as far as the moves are judged and there is room; pressing the turning point calls `seek`."""
    canvas, colour = flow.canvas, flow.canvas.theme.colour
    names = ui.names(session.position)
    for seat, name in enumerate(names):
        found = tally(judgements, seat)
        if found.accuracy is None or flow.room < _LINE + _BELOW:
            continue
        share = percent(found.accuracy)
        label, value = (name, f"accuracy {share}") if len(names) > 1 else (_ACCURACY, share)
        used = canvas.text((flow.right, flow.y), value, "body", colour.amber_text, "right")
        canvas.text(
            (flow.left, flow.y), canvas.fitted(label, "body", flow.width - used - 8), "body", colour.text
        )
        flow.y += _BELOW
        canvas.text(
            (flow.left, flow.y), canvas.fitted(degrees(found), "label", flow.width), "label", colour.text2
        )
        flow.y += _LINE
    turn = turning_point(session, judgements)
    if turn is None or flow.room < _LINE:
        return
    press = partial(seek, turn.ply)
    flow.row("turning point", _LINE, press, radius=6, about=_GO_TO_THE_TURNING)
    used = canvas.text((flow.left, flow.y), _TURNING_POINT, "label", colour.text3)
    number = f"{turn.ply + 1}  "
    room = flow.width - used - 12 - canvas.text_width(number, "body")
    name = ui.move_within(canvas, session.position_at(turn.ply), turn.move, "body", room)
    canvas.text((flow.right, flow.y), f"{number}{name}", "body", colour.text, "right")
    flow.y += _LINE
