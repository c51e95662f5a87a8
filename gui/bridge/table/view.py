"""A frame of the table: everything that is drawn on the board, and where it can be pressed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.advice import Choice
from game.bridge.cards import parse_card
from gui.bridge.column import is_card
from gui.bridge.figures import figures_of
from gui.bridge.sight import Sight
from gui.bridge.table import middle, placing
from gui.bridge.table.bidding import BiddingBox, draw_bidding, draw_calls
from gui.bridge.table.claim import ClaimBox, draw_claim
from gui.bridge.table.figures import Figure, draw_figures
from gui.bridge.table.geometry import TableGeometry
from gui.bridge.table.result import Summary, draw_button, draw_result
from gui.drawing.canvas import Box, Canvas
from gui.drawing.letters import counted
from gui.frame.targets import inside


@dataclass(frozen=True)
class Picture:
    """Everything a frame of the table shows.

    `was` is the table before the last move, `grown` how far the cards have come from there. `legal` are the moves
    of the seat to move, `claims` those asked for, `claimed` what the other has claimed.
    """

    sight: Sight
    names: tuple[str, str]
    sits: str
    legal: Sequence[str] = ()
    was: Sight | None = None
    grown: float = 1.0
    choices: tuple[Choice, ...] = ()
    doubles: bool = False
    claims: Sequence[str] = ()
    claimed: int | None = None
    note: str = ""
    summary: Summary | None = None
    open_hand: bool = False

    @property
    def answers(self) -> Sequence[str]:
        """The answers of a question about a claim, if there is one on the table."""
        return self.claims or (self.legal if self.claimed is not None and self.open_hand else ())


@dataclass(frozen=True)
class Drawn:
    """Where things stand that can be pressed."""

    geometry: TableGeometry
    cards: Mapping[int, Box] = field(default_factory=dict)
    calls: BiddingBox | None = None
    claim: ClaimBox | None = None
    button: Box | None = None


def draw_table(canvas: Canvas, box: Box, picture: Picture, under: str | None, *, focused: bool) -> Drawn:
    """Draw the whole board; `under` is the move that is pointed at."""
    sight = picture.sight
    geometry = TableGeometry.fit(box, calling=sight.stage == "auction")
    if picture.summary is not None:
        return _draw_end(canvas, geometry, picture, under)
    if not (geometry.low and geometry.calling):
        middle.draw_names(canvas, geometry, sight, picture.names, picture.sits)
    if sight.stage == "auction":
        return _draw_auction(canvas, geometry, picture, under, focused=focused)
    drawn = _draw_tricks(canvas, geometry, picture, under, focused=focused)
    if not picture.answers:
        return drawn
    claim = ClaimBox.fit(geometry, picture.answers)
    best = picture.choices[0].move if picture.choices and picture.claimed is not None else None
    draw_claim(canvas, claim, _question(picture), under, best, cursor=focused)
    return Drawn(geometry, drawn.cards, None, claim)


def _question(picture: Picture) -> str:
    sight = picture.sight
    left = counted(sight.size - sum(sight.taken), "trick")
    if picture.claimed is not None:
        name = picture.names[1 - sight.me]
        return f"{name} claims {picture.claimed} of the {left} left."
    return f"How many of the {left} left are yours?"


def _draw_end(canvas: Canvas, geometry: TableGeometry, picture: Picture, under: str | None) -> Drawn:
    assert picture.summary is not None
    button, _ = draw_result(canvas, geometry, picture.summary)
    if button is not None:
        draw_button(canvas, button, picture.summary.next_words, lit=under == "go on")
    return Drawn(geometry, button=button)


def _draw_auction(
    canvas: Canvas, geometry: TableGeometry, picture: Picture, under: str | None, *, focused: bool
) -> Drawn:
    sight = picture.sight
    shown = placing.places(geometry, sight)
    if geometry.low:  # room for the box is worth more than cards face down
        shown = [each for each in shown if each.card is not None]
    placing.draw_places(canvas, shown)
    calls = BiddingBox.fit(geometry, doubles=picture.doubles)
    mine = sight.to_move == sight.me
    worth = {choice.move: Figure(choice.label, i == 0, False) for i, choice in enumerate(picture.choices[:3])}
    draw_bidding(
        canvas, calls, picture.legal, under if picture.open_hand else None, worth,
        cursor=focused, closed=not picture.open_hand,
    )  # fmt: skip
    draw_calls(canvas, calls, sight, picture.names, waiting=mine)
    _draw_note(canvas, geometry, picture.note)
    return Drawn(geometry, calls=calls)


def _draw_tricks(
    canvas: Canvas, geometry: TableGeometry, picture: Picture, under: str | None, *, focused: bool
) -> Drawn:
    sight, me = picture.sight, picture.sight.me
    middle.draw_contract(canvas, geometry, sight, picture.names)
    mover, figures, expected, proven = figures_of(sight, picture.choices)
    middle.draw_tricks(canvas, geometry, sight, picture.names, expected, proven=proven)
    middle.draw_places(canvas, geometry, sight, picture.names)
    raised = parse_card(under) if under is not None and is_card(under) else None
    was = picture.was if picture.was is not None and picture.was.stage in ("exchange", "play") else None
    if was is not None and picture.grown < 1.0:
        placing.draw_places(canvas, placing.between(geometry, was, sight, raised, picture.grown))
    else:
        placing.draw_places(canvas, placing.places(geometry, sight, raised))
    own = placing.hand_boxes(geometry, sight, me)
    if mover == me:
        draw_figures(canvas, geometry, own, figures, below=True)
    elif mover is not None:
        draw_figures(canvas, geometry, placing.hand_boxes(geometry, sight, mover), figures, below=False)
    trumps = [own[card] for card in sight.hands[me].cards if card // 13 == sight.strain]
    middle.draw_trumps_rule(canvas, geometry, trumps)
    taken = trumps[-1][0] + trumps[-1][2] + 24 if trumps and not geometry.low else geometry.box[0]
    if raised in own and focused and picture.open_hand:
        x, y, width, height = own[raised]
        ring = (x - 3, y - 11, width + 6, height + 6)
        canvas.panel(ring, None, radius=10, edge=canvas.theme.colour.focus, width=2)
    _draw_note(canvas, geometry, picture.note, taken)
    return Drawn(geometry, own)


def _draw_note(canvas: Canvas, geometry: TableGeometry, note: str, left: float = 0.0) -> None:
    """A sentence below one's own hand, right of what stands there already."""
    if not note:
        return
    y = geometry.own_top + geometry.card[1] + (23 if not geometry.low else 13)
    right = geometry.box[0] + geometry.box[2] - geometry.margin
    room = right - max(left, geometry.box[0] + geometry.margin)
    words = canvas.fitted(note, "label", room)
    canvas.text((right, y), words, "label", canvas.theme.colour.text2, "right")


def card_at(drawn: Drawn, point: tuple[float, float]) -> int | None:
    """The topmost card of one's own at a point."""
    found = [card for card, box in drawn.cards.items() if inside(point, box)]
    return max(found, key=lambda card: drawn.cards[card][0]) if found else None
