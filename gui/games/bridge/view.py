"""A frame of the table: everything that is drawn on the board, and where it can be pressed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from game.advice import Choice
from game.bridge import State
from game.bridge.cards import parse_card
from gui.games.bridge import cards, words
from gui.games.bridge import cards as placing
from gui.games.bridge.bidding import (
    BiddingBox,
    ClaimBox,
    Figure,
    draw_bidding,
    draw_calls,
    draw_claim,
    draw_figures,
    draw_footer,
    still_to_come,
)
from gui.games.bridge.cards import TableGeometry, draw_place
from gui.games.bridge.panel import TRICKS, is_card
from gui.games.bridge.visible_state import NO_TRUMPS, SOUTH, VisibleState, finished, read, read_board
from gui.ui import icons, text
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.controls import PILL, heading
from gui.ui.targets import inside
from gui.ui.text import counted
from gui.ui.theme import Rgb, TypeStyle

# The kibitzer's choices as figures on the cards.

_NEAR = 0.05 / TRICKS  # estimates this close are both called the best


class Figures(NamedTuple):
    """Whose cards they are on, the figures by card, the tricks both sides can expect, and whether that is certain."""

    mover: int | None
    by_card: dict[int, Figure]
    expected: tuple[float, float] | None
    proven: bool


def figures_of(sight: VisibleState, choices: Sequence[Choice]) -> Figures:
    """What `choices` say of the cards of the seat to move."""
    cards = [each for each in choices if is_card(each.move)]
    if not cards:
        return Figures(None, {}, None, False)
    best, worst = cards[0].score, cards[-1].score
    proven = sight.stage == "play"  # solved to the end
    near = 0.001 if proven else _NEAR
    by_card = {
        parse_card(each.move): Figure(
            f"{each.score * TRICKS:.{0 if proven else 1}f}",
            best - each.score <= near,
            proven,
            1.0 if best == worst else (each.score - worst) / (best - worst),
        )
        for each in cards
    }
    mine = best * TRICKS
    rest = sight.size - mine
    expected = (mine, rest) if sight.to_move == 0 else (rest, mine)
    return Figures(sight.to_move, by_card, expected, proven)


# What stands around the trick: whose cards lie above, the trumps and the contract, the tricks of both sides.

_DISC, _SMALL_DISC = 32.0, 18.0
_LOW = 150.0  # units of height between the hands, below which some words are left out


def draw_names(
    canvas: Canvas, geometry: TableGeometry, sight: VisibleState, names: Sequence[str], sits: str
) -> None:
    """The name of the player above, and who it is."""
    colour = canvas.theme.colour
    x, y = geometry.label()
    ink = colour.text if sight.to_move != sight.me else colour.text2
    if geometry.roomy:
        canvas.text((x, y - 10), names[1 - sight.me], "body", ink)
        canvas.text((x, y + 12), canvas.fitted(sits, "label", 88), "label", colour.text3)
    else:
        canvas.text((x, y), canvas.fitted(names[1 - sight.me], "label", 56), "label", ink)


def draw_trumps_rule(canvas: Canvas, geometry: TableGeometry, boxes: Sequence[Box]) -> None:
    """Below one's own trumps: what they are."""
    if not boxes or geometry.low:
        return
    colour = canvas.theme.colour
    left = boxes[0][0]
    right = boxes[-1][0] + boxes[-1][2]
    y = geometry.own_top + geometry.card[1] + 23
    half = canvas.text_width("trumps", "label") / 2 + 12
    middle = (left + right) / 2
    canvas.text((middle, y), "trumps", "label", colour.text3, "middle")
    if right - left > 2 * half + 16:
        canvas.rule((left, y), (middle - half, y), colour.line2)
        canvas.rule((middle + half, y), (right, y), colour.line2)


def draw_contract(canvas: Canvas, geometry: TableGeometry, sight: VisibleState, names: Sequence[str]) -> None:
    """The trumps as a sign, and who is to make how many tricks."""
    contract = sight.contract
    if contract is None:
        return
    colour = canvas.theme.colour
    x, _, width, height = geometry.left_zone
    trumps, said = words.trumps(contract.strain), words.by_whom(contract, names, sight.size)
    wide = max(canvas.text_width(trumps, "body"), canvas.text_width(said, "label"))
    if geometry.roomy and wide <= width - 2 * _DISC - 16:
        _trump_sign(canvas, (x + _DISC, geometry.level), _DISC, contract.strain)
        x += 2 * _DISC + 16
        canvas.text((x, geometry.level - 12), trumps, "body", colour.text)
        canvas.text((x, geometry.level + 12), said, "label", colour.text2)
        return
    tall = height >= _LOW
    _trump_sign(canvas, (x + _SMALL_DISC, geometry.level - (22 if tall else 8)), _SMALL_DISC, contract.strain)
    bid = words.bid(contract)
    canvas.text((x, geometry.level + (14 if tall else 20)), bid, "label", colour.text)
    if tall:
        said = canvas.fitted(f"by {words.whom(names[contract.declarer])}", "label", max(40.0, width))
        canvas.text((x, geometry.level + 34), said, "label", colour.text2)


def _trump_sign(canvas: Canvas, at: Point, radius: float, strain: int) -> None:
    colour = canvas.theme.colour
    canvas.disc(at, radius, colour.room, edge=colour.line2, width=1.5)
    if strain == NO_TRUMPS:
        style = TypeStyle(size=radius * 0.62, weight="bold", line=radius)
        canvas.text(at, "NT", style, colour.text, "middle")
    else:
        ink = colour.suit_red if strain in text.RED else colour.text
        canvas.suit(at, strain, radius * 0.94, ink)


def draw_tricks(
    canvas: Canvas,
    geometry: TableGeometry,
    sight: VisibleState,
    names: Sequence[str],
    expected: tuple[float, float] | None,
    *,
    proven: bool,
) -> None:
    """The tricks of both sides: taken, still to come as the kibitzer has it, and needed."""
    colour, contract = canvas.theme.colour, sight.contract
    x, _, width, height = geometry.right_zone
    apart = 64.0 if height >= _LOW else 50.0
    for line, seat in enumerate((1 - sight.me, sight.me)):
        y = geometry.level - apart / 2 + apart * line - 10
        needs = contract.needs(seat) if contract is not None and contract.fits(sight.size) else None
        name = names[seat]
        canvas.text((x, y - 6), name, "body" if geometry.roomy else "label", colour.text)
        said = words.tally(sight, seat)
        room = width - canvas.text_width(name, "body") - 12
        short = said if canvas.text_width(said, "label") <= room else said.partition(",")[0]
        if canvas.text_width(short, "label") <= room:
            canvas.text((x + width, y - 6), short, "label", colour.text3, "right")
        still = still_to_come(sight, seat, expected[seat]) if expected is not None else 0.0
        draw_footer(
            canvas, (x, y + 10, width, 20), sight.taken[seat], still, needs, proven=proven, size=sight.size
        )


def draw_places(canvas: Canvas, geometry: TableGeometry, sight: VisibleState, names: Sequence[str]) -> None:
    """Where the next card of the trick will lie."""
    if sight.stage not in ("exchange", "play"):
        return
    apart = sight.stage == "exchange"
    laid = {each.seat for each in sight.trick}
    if not sight.trick and sight.last:
        return
    for seat in (1 - sight.me, sight.me):
        if seat not in laid and (seat == sight.to_move or sight.trick):
            box = geometry.trick(seat == sight.me, apart=apart)
            draw_place(canvas, box, words.whom(names[seat]))


# How a deal has ended: the contract, the tricks, the points, and what was given away on the way.

_WIDTH, _ROW = 520.0, 28.0
_FOOTER = 204.0


class Slip(NamedTuple):
    """A mistake: its ply, who made it and when, and what it has cost."""

    ply: int
    words: str
    cost: str


class Summary(NamedTuple):
    """What is said of a deal. `tricks` and `needs` are of both sides, in the order of `names`."""

    heading: str
    points: str
    names: tuple[str, str]
    tricks: tuple[int, int]
    needs: tuple[int, int] | None
    slips: Sequence[Slip]
    match: str
    next_words: str


def draw_result(canvas: Canvas, geometry: TableGeometry, summary: Summary) -> tuple[Box | None, list[Box]]:
    """The card over the table; returns the place of its button, if it has one, and of each mistake."""
    colour = canvas.theme.colour
    x, y, width, height = geometry.box
    wide = min(_WIDTH, width - 32)
    fixed = 24 + 32 + 28 + 96 + (PILL + 24 if summary.next_words else 16)
    rows = max(0, min(len(summary.slips), int((height - 24 - fixed - 40) / _ROW)))
    tall = fixed + ((40 + rows * _ROW) if rows or not summary.slips else 0)
    tall = min(tall, height - 16)
    box = (x + (width - wide) / 2, y + (height - tall) / 2, wide, tall)
    canvas.panel(box, colour.panel, radius=12, edge=colour.line2)
    left, right, at = box[0] + 24, box[0] + wide - 24, box[1] + 36
    canvas.text((left, at), canvas.fitted(summary.heading, "title", wide - 48), "title", colour.text)
    at += 30
    canvas.text((left, at), summary.points, "body", colour.text2)
    canvas.text((right, at), summary.match, "label", colour.text3, "right")
    at += 36
    at = _draw_result_tricks(canvas, summary, left, right, at)
    places = _draw_slips(canvas, summary, rows, (left, at, right - left, 0.0)) if tall > fixed else []
    if not summary.next_words:
        return None, places
    button = (right - 176, box[1] + tall - PILL - 20, 176.0, PILL)
    return button, places


def _draw_result_tricks(canvas: Canvas, summary: Summary, left: float, right: float, at: float) -> float:
    """A strip for each side, below each other."""
    colour = canvas.theme.colour
    footer = min(_FOOTER, right - left - 96)
    for number, name in enumerate(summary.names):
        tricks = summary.tricks[number]
        needs = summary.needs[number] if summary.needs is not None else None
        canvas.text((left, at), name, "body", colour.text)
        draw_footer(
            canvas,
            (left + 72, at - 10, footer, 20),
            tricks,
            0.0,
            needs,
            proven=True,
            size=sum(summary.tricks),
        )
        canvas.text((right, at), str(tricks), "strong", colour.text, "right")
        at += 34
    return at + 8


def _draw_slips(canvas: Canvas, summary: Summary, rows: int, box: Box) -> list[Box]:
    colour = canvas.theme.colour
    x, y, width, _ = box
    heading(canvas, (x, y + 4), "Mistakes")
    y += 32
    if not summary.slips:
        canvas.text((x, y), "None that cost a trick, as far as was looked at.", "body", colour.text2)
        return []
    places: list[Box] = []
    for slip in summary.slips[:rows]:
        icons.diamond(canvas, (x + 6, y), colour.amber_line, 5)
        cost = canvas.text((x + width, y), slip.cost, "strong", colour.amber_text, "right")
        said = canvas.fitted(slip.words, "body", width - cost - 36)
        canvas.text((x + 24, y), said, "body", colour.text)
        places.append((x - 8, y - _ROW / 2, width + 16, _ROW))
        y += _ROW
    return places


def draw_button(canvas: Canvas, box: Box, words: str, *, lit: bool) -> None:
    """The button that goes on; the game UI presses it."""
    colour = canvas.theme.colour
    fill: Rgb = colour.text2 if lit else colour.text
    canvas.panel(box, fill, radius=8)
    canvas.text((box[0] + box[2] / 2, box[1] + box[3] / 2), words, "body", colour.panel, "middle")


@dataclass(frozen=True)
class Picture:
    """Everything a frame of the table shows.

    `was` is the table before the last move, `grown` how far the cards have come from there. `legal` are the moves
    of the seat to move, `claims` those asked for, `claimed` what the other has claimed.
    """

    sight: VisibleState
    names: tuple[str, str]
    sits: str
    legal: Sequence[str] = ()
    was: VisibleState | None = None
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
        draw_names(canvas, geometry, sight, picture.names, picture.sits)
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
    draw_contract(canvas, geometry, sight, picture.names)
    mover, figures, expected, proven = figures_of(sight, picture.choices)
    draw_tricks(canvas, geometry, sight, picture.names, expected, proven=proven)
    draw_places(canvas, geometry, sight, picture.names)
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
    draw_trumps_rule(canvas, geometry, trumps)
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


# A small table without words: both hands and the trick.


def draw_bare(canvas: Canvas, box: Box, state: State, choices: Sequence[Choice]) -> None:
    """Both hands as far as they are dealt open; the best card has an amber outline.

    During the auction South's hand alone is seen; of a player's view, no more than that player may see.
    """
    geometry = TableGeometry.small_board(box)
    board = finished(state)
    if board is not None:
        sight = read_board(board, SOUTH, known=True)
    else:
        me = SOUTH if state.seat is None else state.seat
        sight = read(state, me, hidden=state.stage == "auction", known=True)
    sight = replace(sight, playable=frozenset())  # nobody chooses here: no card is dim
    cards.draw_places(canvas, cards.places(geometry, sight))
    best = choices[0].move if choices else ""
    if not is_card(best):
        return
    boxes = cards.hand_boxes(geometry, sight, state.to_move)
    place = boxes.get(parse_card(best))
    if place is not None:
        x, y, width, height = place
        right = min((box[0] for box in boxes.values() if box[0] > x), default=x + width)
        width = min(width, right - x)
        outline = (x - 1.5, y - 1.5, width + 3, height + 3)
        canvas.panel(outline, None, radius=6, edge=canvas.theme.colour.amber_line, width=2.0)
