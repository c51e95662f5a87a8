"""A frame of the table: everything that is drawn on the board, and where it can be pressed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from game.advice import Choice
from game.bridge import State
from game.bridge.cards import NO_TRUMPS, parse_card, suit_of
from gui.games.bridge import words
from gui.games.bridge.bidding import Figure, MoveBoxes, draw_bidding, draw_calls, draw_claim, draw_ring
from gui.games.bridge.cards import (
    TableGeometry,
    between,
    draw_place,
    draw_placed,
    hand_boxes,
    places,
)
from gui.games.bridge.visible_state import SOUTH, TRICKS, VisibleState, finished, read
from gui.play.game_ui import Fault
from gui.ui import icons
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.controls import PILL, heading
from gui.ui.targets import inside
from gui.ui.text import counted
from gui.ui.theme import TypeStyle, mix


class DealMistake(NamedTuple):
    """A mistake: who made it and when, and what it has cost."""

    words: str
    cost: str


class Summary(NamedTuple):
    """Summary of a finished deal. `tricks` and `needs` are of both sides, in the order of `names`.

    `luck` are sentences about what the players did and what the cards did.
    """

    heading: str
    points: str
    names: tuple[str, str]
    tricks: tuple[int, int]
    needs: tuple[int, int] | None
    slips: Sequence[DealMistake]
    luck: Sequence[str]
    match: str
    next_words: str


@dataclass(frozen=True)
class Picture:
    """Everything a frame of the table shows.

    `was` is the table before the last move, `grown` how far the cards have come from there. `legal` are the moves
    of the seat to move, `claims` those asked for, `doubt` the one that is questioned and how many tricks can be taken.
    `under` is the move that is pointed at, `cursor` whether by the keyboard.
    """

    seen: VisibleState
    names: tuple[str, str]
    sits: str
    legal: Sequence[str] = ()
    was: VisibleState | None = None
    grown: float = 1.0
    choices: tuple[Choice, ...] = ()
    claims: Sequence[str] = ()
    doubt: tuple[str, int] | None = None
    note: str = ""
    summary: Summary | None = None
    open_hand: bool = False
    under: str | None = None
    cursor: bool = False
    fault: Fault | None = None

    @property
    def answers(self) -> Sequence[str]:
        """The answers of a question about a claim, if there is one on the table."""
        asked = self.seen.board.claimed is not None and self.open_hand
        return self.claims or (self.legal if asked else ())


@dataclass(frozen=True)
class PressAreas:
    """Areas that can be pressed."""

    cards: Mapping[int, Box] = field(default_factory=dict)
    calls: MoveBoxes | None = None
    claim: MoveBoxes | None = None
    button: Box | None = None

    def card_at(self, point: Point) -> int | None:
        """The topmost card of one's own at a point."""
        results = [card for card, box in self.cards.items() if inside(point, box)]
        return max(results, key=lambda card: self.cards[card][0]) if results else None


def draw_table(canvas: Canvas, box: Box, picture: Picture) -> PressAreas:
    """Draw the whole board; returns where things stand."""
    auction = picture.seen.stage == "auction"
    geometry = TableGeometry.fit(box, calling=auction)
    if picture.summary is not None:
        return PressAreas(
            button=_draw_result(canvas, geometry.box, picture.summary, lit=picture.under == "go on")
        )
    if not (geometry.low and geometry.calling):
        _draw_names(canvas, geometry, picture)
    drawn = _draw_auction(canvas, geometry, picture) if auction else _draw_tricks(canvas, geometry, picture)
    if auction or not picture.answers:
        return drawn
    claim = MoveBoxes.of_claim(geometry, picture.answers)
    claimed = picture.seen.board.claimed is not None
    best = picture.choices[0].move if picture.choices and claimed else None
    draw_claim(canvas, claim, _question(picture), picture.under, best, cursor=picture.cursor)
    return replace(drawn, claim=claim)


def _question(picture: Picture) -> str:
    seen, claimed = picture.seen, picture.seen.board.claimed
    left = counted(seen.size - sum(seen.taken), "trick")
    if claimed is not None:
        return f"{picture.names[1 - seen.me]} claims {claimed} of the {left} left."
    if picture.doubt is not None:
        claim, able = picture.doubt
        number = claim.split(" ")[-1]
        return f"You can still take {able}. Choose {number} again to claim only {number}."
    return f"How many of the {left} left are yours?"


def _draw_names(canvas: Canvas, geometry: TableGeometry, picture: Picture) -> None:
    """The name of the player above, and who it is."""
    colour, seen = canvas.theme.colour, picture.seen
    (x, y), name = geometry.label(), picture.names[1 - seen.me]
    ink = colour.text if seen.to_move != seen.me else colour.text2
    if geometry.roomy:
        canvas.text((x, y - 10), name, "body", ink)
        canvas.text((x, y + 12), canvas.fitted(picture.sits, "label", 88), "label", colour.text3)
    else:
        canvas.text((x, y), canvas.fitted(name, "label", 56), "label", ink)


def _draw_auction(canvas: Canvas, geometry: TableGeometry, picture: Picture) -> PressAreas:
    seen = picture.seen
    shown = places(geometry, seen)
    if geometry.low:  # room for the box is worth more than cards face down
        shown = [each for each in shown if each.card is not None]
    draw_placed(canvas, shown)
    calls = MoveBoxes.of_calls(geometry, doubles=seen.board.rules.doubles)
    figures = {
        each.move: Figure(words.figure_of_call(each), i == 0, False)
        for i, each in enumerate(picture.choices[:3])
    }
    fault = picture.fault
    if fault is not None:
        known = next((words.figure_of_call(each) for each in picture.choices if each.move == fault.move), "")
        figures[fault.move] = Figure(f"{known} {fault.mark}".strip(), False, False)
    legal, under = (picture.legal, picture.under) if picture.open_hand else ((), None)
    draw_bidding(canvas, calls, legal, under, figures, cursor=picture.cursor)
    draw_calls(canvas, calls.frame, seen, picture.names, waiting=seen.to_move == seen.me)
    _draw_note(canvas, geometry, picture.note)
    return PressAreas(calls=calls)


def _draw_tricks(canvas: Canvas, geometry: TableGeometry, picture: Picture) -> PressAreas:
    seen, me, under = picture.seen, picture.seen.me, picture.under
    _draw_contract(canvas, geometry, picture)
    figures = _figures_of(seen, picture.choices)
    fault = picture.fault
    if fault is not None and words.is_card(fault.move):
        card = parse_card(fault.move)
        known = figures.get(card, Figure("", False, False))
        figures[card] = known._replace(words=f"{known.words} {fault.mark}".strip(), best=False)
    _draw_sides(canvas, geometry, picture)
    _draw_empty_places(canvas, geometry, picture)
    raised = parse_card(under) if under is not None and words.is_card(under) else None
    was = picture.was
    if was is not None and was.stage in ("exchange", "play") and picture.grown < 1.0:
        draw_placed(canvas, between(geometry, was, seen, raised, picture.grown))
    else:
        draw_placed(canvas, places(geometry, seen, raised))
    own = hand_boxes(geometry, seen, me)
    if figures:
        boxes = own if seen.to_move == me else hand_boxes(geometry, seen, seen.to_move)
        _draw_figures(canvas, geometry, boxes, figures, below=seen.to_move == me)
    trumps = [own[card] for card in seen.hands[me].cards if suit_of(card) == seen.strain]
    if trumps and not geometry.low:
        end = trumps[-1][0] + trumps[-1][2] + 24
        if not picture.note or canvas.text_width(picture.note, "label") <= _note_end(geometry) - end:
            _draw_trumps_rule(canvas, geometry, trumps)
    if raised in own and picture.cursor and picture.open_hand:
        x, y, width, height = own[raised]
        draw_ring(canvas, (x, y - 8, width, height), 10)
    _draw_note(canvas, geometry, picture.note)
    return PressAreas(own)


def _note_end(geometry: TableGeometry) -> float:
    """The x at which the sentence below one's own hand ends."""
    return geometry.box[0] + geometry.box[2] - geometry.margin


def _draw_note(canvas: Canvas, geometry: TableGeometry, note: str) -> None:
    """A sentence below one's own hand; the name of the trumps stands beside it only where there is room for both."""
    if note:
        y = geometry.own_top + geometry.card[1] + (23 if not geometry.low else 13)
        right = _note_end(geometry)
        text = canvas.fitted(note, "label", right - geometry.box[0] - geometry.margin)
        canvas.text((right, y), text, "label", canvas.theme.colour.text2, "right")


# -- the kibitzer's figures on the cards --

_LARGE, _SMALL = 14.0, 11.0  # radii of a badge
DIM = 0.22  # of amber in the ground of what is certain, but not the best
_NEAR = 0.05  # tricks: estimates this close are both called the best


def _figures_of(seen: VisibleState, choices: Sequence[Choice]) -> dict[int, Figure]:
    """Return the figures in `choices` for the cards of the seat to move."""
    cards = [each for each in choices if words.is_card(each.move)]
    if not cards:
        return {}
    best, worst = cards[0].worth, cards[-1].worth
    proven = seen.stage == "play"  # solved to the end
    return {
        parse_card(each.move): Figure(
            words.tricks_figure(each, exact=proven),
            best.gain(each.worth) <= _NEAR,
            proven,
            each.worth.gain(worst) / best.gain(worst) if best.gain(worst) else 1.0,
        )
        for each in cards
    }


def _draw_figures(
    canvas: Canvas,
    geometry: TableGeometry,
    boxes: Mapping[int, Box],
    figures: Mapping[int, Figure],
    *,
    below: bool,
) -> None:
    """The figures above one's own cards, or below the other's."""
    order = sorted(boxes, key=lambda card: boxes[card][0])
    for number, card in enumerate(order):
        if card not in figures:
            continue
        x, y, width, height = boxes[card]
        following = boxes[order[number + 1]][0] - x if number + 1 < len(order) else width + 8
        before = x - boxes[order[number - 1]][0] if number else width + 8
        at = (x + min(width, following) / 2, geometry.figures if below else y + height + 18)
        _draw_figure(canvas, at, figures[card], min(following, before) - 2)


def _draw_figure(canvas: Canvas, at: Point, figure: Figure, room: float) -> None:
    """A badge: filled where it is certain, brightly for the best, a ring for an estimate; a pill for long words."""
    colour = canvas.theme.colour
    style = ("strong" if figure.best else "body") if room >= 30 else "small"
    radius = _LARGE if room >= 30 else _SMALL
    wide = max(2 * radius, canvas.text_width(figure.words, style) + 12)
    if wide > room + 2:  # too close for rings: the figure alone
        canvas.text(at, figure.words, "small", colour.amber_text, "middle")
        return
    box = (at[0] - wide / 2, at[1] - radius, wide, 2 * radius)
    if figure.best and figure.proven:
        canvas.panel(box, colour.amber, radius=radius)
        canvas.text(at, figure.words, style, colour.amber_ink, "middle")
        return
    width, opacity = (2.0, 1.0) if figure.best else (1.5, 0.65 + 0.2 * figure.firm)
    if figure.proven:
        canvas.panel(box, mix(colour.room, colour.amber, DIM), radius=radius)
    else:
        canvas.panel(box, None, radius=radius, edge=colour.amber_line, width=width, opacity=opacity)
    canvas.text(at, figure.words, style, colour.amber_text, "middle")


# -- what stands around the trick --

_DISC, _SMALL_DISC = 32.0, 18.0
_LOW = 150.0  # units of height between the hands, below which some words are left out
_CELL, _STEP, _TALL = 12.0, 16.0, 20.0  # a trick in the strip


def _draw_trumps_rule(canvas: Canvas, geometry: TableGeometry, boxes: Sequence[Box]) -> None:
    """Below one's own trumps: what they are."""
    colour, left, right = canvas.theme.colour, boxes[0][0], boxes[-1][0] + boxes[-1][2]
    y, middle = geometry.own_top + geometry.card[1] + 23, (left + right) / 2
    half = canvas.text_width("trumps", "label") / 2 + 12
    canvas.text((middle, y), "trumps", "label", colour.text3, "middle")
    if right - left > 2 * half + 16:
        canvas.rule((left, y), (middle - half, y), colour.line2)
        canvas.rule((middle + half, y), (right, y), colour.line2)


def _draw_contract(canvas: Canvas, geometry: TableGeometry, picture: Picture) -> None:
    """The trumps as a sign, and who is to make how many tricks."""
    contract, names = picture.seen.contract, picture.names
    if contract is None:
        return
    colour, level = canvas.theme.colour, geometry.level
    x, _, width, height = geometry.left_zone
    trumps, text = words.trumps(contract.strain), words.by_whom(contract, names, picture.seen.size)
    wide = max(canvas.text_width(trumps, "body"), canvas.text_width(text, "label"))
    if geometry.roomy and wide <= width - 2 * _DISC - 16:
        _draw_trump_sign(canvas, (x + _DISC, level), _DISC, contract.strain)
        x += 2 * _DISC + 16
        canvas.text((x, level - 12), trumps, "body", colour.text)
        canvas.text((x, level + 12), text, "label", colour.text2)
        return
    tall = height >= _LOW
    at = (x + _SMALL_DISC, level - (22 if tall else 8))
    _draw_trump_sign(canvas, at, _SMALL_DISC, contract.strain)
    canvas.text((x, level + (14 if tall else 20)), words.bid(contract), "label", colour.text)
    if tall:
        text = canvas.fitted(words.bidder(contract, names), "label", max(40.0, width))
        canvas.text((x, level + 34), text, "label", colour.text2)


def _draw_trump_sign(canvas: Canvas, at: Point, radius: float, strain: int) -> None:
    colour = canvas.theme.colour
    canvas.disc(at, radius, colour.room, edge=colour.line2, width=1.5)
    if strain == NO_TRUMPS:
        style = TypeStyle(size=radius * 0.62, weight="bold", line=radius)
        canvas.text(at, "NT", style, colour.text, "middle")
    else:
        ink = canvas.theme.suit_signs[strain] or colour.text
        canvas.suit(at, strain, radius * 0.94, ink)


def _draw_sides(canvas: Canvas, geometry: TableGeometry, picture: Picture) -> None:
    """The tricks of both sides: taken, still to come as the kibitzer has it, and needed."""
    colour, seen = canvas.theme.colour, picture.seen
    cards = [each for each in picture.choices if words.is_card(each.move) and each.worth.unit == "tricks"]
    best = cards[0].worth.value if cards else 0.0
    x, _, width, height = geometry.right_zone
    apart = 64.0 if height >= _LOW else 50.0
    for line, seat in enumerate((1 - seen.me, seen.me)):
        y = geometry.level - apart / 2 + apart * line - 10
        name, text = picture.names[seat], words.tally(seen, seat)
        canvas.text((x, y - 6), name, "body" if geometry.roomy else "label", colour.text)
        room = width - canvas.text_width(name, "body") - 12
        short = text if canvas.text_width(text, "label") <= room else text.partition(",")[0]
        if canvas.text_width(short, "label") <= room:
            canvas.text((x + width, y - 6), short, "label", colour.text3, "right")
        still = (best if seat == seen.to_move else seen.size - best) - seen.taken[seat] if cards else 0.0
        tricks = Tricks(seen.taken[seat], seen.needs(seat), seen.size, still, seen.stage == "play")
        draw_strip(canvas, (x, y + 10), width, tricks)


class Tricks(NamedTuple):
    """The tricks of one side: taken, needed, how many there are in all, and still to come, proven or estimated."""

    taken: int
    needs: int | None
    size: int = TRICKS
    still: float = 0.0
    proven: bool = True


def draw_strip(canvas: Canvas, at: Point, width: float, tricks: Tricks) -> None:
    """Taken tricks bright, those still to come amber, and a stroke behind what is needed.

    Those still to come are filled where proven; where estimated, outlined and rounded down.
    """
    colour, (x, y) = canvas.theme.colour, at
    step = min(_STEP, width / TRICKS)
    cell = step * _CELL / _STEP
    for number in range(tricks.size):
        place = (x + number * step, y, cell, _TALL)
        if number < tricks.taken:
            canvas.panel(place, colour.text, radius=3)
        elif number >= tricks.taken + int(max(0.0, tricks.still) + 1e-9):
            canvas.panel(place, None, radius=3, edge=colour.line2, width=1.2)
        elif tricks.proven:
            canvas.panel(place, colour.amber, radius=3, edge=colour.amber_line)
        else:
            canvas.panel(place, None, radius=3, edge=colour.amber_line, width=1.5)
    if tricks.needs is not None:
        end = x + tricks.needs * step - (step - cell) / 2 - 1
        canvas.fill((end, y - 3, 2, _TALL + 6), colour.text2)


def _draw_empty_places(canvas: Canvas, geometry: TableGeometry, picture: Picture) -> None:
    """Draw the place of the next card of the trick."""
    seen = picture.seen
    if seen.stage not in ("exchange", "play") or (seen.last and not seen.trick):
        return
    laid = {each.seat for each in seen.trick}
    for seat in (1 - seen.me, seen.me):
        if seat not in laid and (seat == seen.to_move or seen.trick):
            box = geometry.trick(seat == seen.me, apart=seen.stage == "exchange")
            draw_place(canvas, box, words.whom(picture.names[seat]))


# -- how a deal has ended: the contract, the tricks, the points, and what was given away on the way --

_WIDTH, _ROW = 520.0, 28.0
_WIDE, _RESULT = 600.0, 264.0  # of the card with its list at the right, and what is left of the list
_STRIP = 204.0
_LUCK = 24.0  # of a sentence about luck


def _draw_result(canvas: Canvas, place: Box, summary: Summary, *, lit: bool) -> Box | None:
    """The card over the table; returns the place of its button, if it has one."""
    colour = canvas.theme.colour
    x, y, width, height = place
    wide = min(_WIDTH, width - 32)
    fixed = 24 + 32 + 28 + 96 + (PILL + 24 if summary.next_words else 16)
    luck = summary.luck if height >= 24 + fixed + 40 + _ROW * (1 + len(summary.luck)) else ()
    fixed += int(_LUCK * len(luck))
    rows = max(0, min(len(summary.slips), int((height - 24 - fixed - 40) / _ROW)))
    beside = (
        not rows and bool(summary.slips) and width - 32 >= _WIDE
    )  # too low for the list: it stands at the right
    wide = _WIDE if beside else wide
    tall = min(fixed + ((40 + rows * _ROW) if rows or not summary.slips else 0), height - 16)
    box = (x + (width - wide) / 2, y + (height - tall) / 2, wide, tall)
    canvas.panel(box, colour.panel, radius=12, edge=colour.line2)
    left, right, at = box[0] + 24, box[0] + wide - 24, box[1] + 36
    end = right
    if beside:
        right = left + _RESULT
        fitting = int((tall - 36 - (PILL + 24)) / _ROW)
        _draw_slips(canvas, summary.slips[:fitting], (right + 32, at - 4), end)
    canvas.text((left, at), canvas.fitted(summary.heading, "title", right - left), "title", colour.text)
    used = canvas.text((left, at + 30), summary.points, "body", colour.text2)
    if used + 16 + canvas.text_width(summary.match, "label") <= right - left:
        canvas.text((right, at + 30), summary.match, "label", colour.text3, "right")
    at += 66
    for number, name in enumerate(summary.names):
        canvas.text((left, at), name, "body", colour.text)
        needs = summary.needs[number] if summary.needs is not None else None
        tricks = Tricks(summary.tricks[number], needs, sum(summary.tricks))
        draw_strip(canvas, (left + 72, at - 10), min(_STRIP, right - left - 96), tricks)
        canvas.text((right, at), str(tricks.taken), "strong", colour.text, "right")
        at += 34
    for sentence in luck:
        canvas.text((left, at), canvas.fitted(sentence, "body", right - left), "body", colour.text2)
        at += _LUCK
    if tall > fixed and not beside:
        _draw_slips(canvas, summary.slips[:rows], (left, at + 8), right)
    if not summary.next_words:
        return None
    button = (end - 176, box[1] + tall - PILL - 20, 176.0, PILL)
    canvas.panel(button, colour.text2 if lit else colour.text, radius=8)
    middle = (button[0] + button[2] / 2, button[1] + PILL / 2)
    canvas.text(middle, summary.next_words, "body", colour.panel, "middle")
    return button


def _draw_slips(canvas: Canvas, slips: Sequence[DealMistake], at: Point, right: float) -> None:
    colour, (x, y) = canvas.theme.colour, at
    heading(canvas, (x, y + 4), "Mistakes")
    y += 32
    if not slips:
        canvas.text((x, y), "No mistake that cost a trick was found.", "body", colour.text2)
    for slip in slips:
        icons.diamond(canvas, (x + 6, y), colour.amber_line, 5)
        cost = canvas.text((right, y), slip.cost, "strong", colour.amber_text, "right")
        room = right - x - cost - 36
        style = "body" if canvas.text_width(slip.words, "body") <= room else "label"
        canvas.text((x + 24, y), canvas.fitted(slip.words, style, room), style, colour.text)
        y += _ROW


# -- a small table without words: both hands and the trick --


def draw_bare(canvas: Canvas, box: Box, state: State, choices: Sequence[Choice]) -> None:
    """A hand open, above each card of the choices an amber sign, and the other's hand face down.

    The open hand is South's, or that of the player whose view this is.
    """
    geometry, board = TableGeometry.small_board(box), finished(state)
    if board is not None:
        seen = VisibleState(board, SOUTH, known=True, idle=True)
    else:
        me = SOUTH if state.seat is None else state.seat
        seen = replace(read(state, me, hidden=True, known=False), idle=True)
    draw_placed(canvas, places(geometry, seen))
    boxes = hand_boxes(geometry, seen, state.to_move)
    for card, figure in _figures_of(seen, choices).items():
        if card in boxes:
            x, y, width, _ = boxes[card]
            following = min((box[0] - x for box in boxes.values() if box[0] > x), default=width)
            _draw_sign(canvas, (x + min(width, following) / 2, y - 10), figure)


def _draw_sign(canvas: Canvas, at: Point, figure: Figure) -> None:
    """A figure without its words: a disc for the best where that is certain, a thick ring for an estimate."""
    colour = canvas.theme.colour
    if figure.best and figure.proven:
        canvas.disc(at, 4.5, colour.amber)
    else:
        canvas.disc(at, 4.5, None, edge=colour.amber_line, width=3.0 if figure.best else 1.5)
