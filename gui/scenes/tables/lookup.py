"""A position looked up: its cards, its bits, its rank, its place in the table, its value.

Apart from `scene`: one page of it, with the arithmetic of a position.
"""

from __future__ import annotations

from dataclasses import dataclass

from ai.bridge.tables.index import Arithmetic, arithmetic, strings
from game.advice import Advice
from game.bridge.cards import NO_TRUMPS, parse_card
from game.bridge.endgame import Endgame
from gui.games.bridge.cards import card_words, draw_card
from gui.games.bridge.visible_state import TRICKS, in_order
from gui.ui.canvas import Box, Canvas
from gui.ui.controls import chip, heading
from gui.ui.text import SIGNS, counted, grouped

_BIT = 30.0
_LINE = 28.0


@dataclass(frozen=True)
class LookupResult:
    """What is known of a position: its arithmetic, its value and each card's, and where they come from."""

    endgame: Endgame
    steps: Arithmetic
    value: int | None = None
    cards: tuple[tuple[int, int], ...] = ()
    source: str = ""


def solved(endgame: Endgame, advice: Advice) -> LookupResult:
    """What an engine says of a position, told for its first hand as the tables tell it."""
    size = endgame.cards_left
    own = [(parse_card(each.move), round(each.score * TRICKS)) for each in advice.choices]
    if endgame.led is None:
        cards = tuple(own)
        value = max(tricks for _, tricks in cards)
    else:
        cards = tuple((card, size - tricks) for card, tricks in own)
        value = min(tricks for _, tricks in cards)
    return LookupResult(endgame, arithmetic(endgame), value, cards, "Solved")


def draw_found(canvas: Canvas, box: Box, found: LookupResult) -> float:
    """Everything from the hands to the value, below each other; returns the y below it."""
    x, y, width, _ = box
    y = _draw_hands(canvas, (x, y, width, 0.0), found)
    if found.endgame.led is not None:
        words = "A trick is in progress: what follows numbers the position before it."
        y += canvas.paragraph((x, y + 4, width, 0), words, "label", canvas.theme.colour.text2)
    y = _draw_bits(canvas, (x, y + 20, width, 0.0), found.steps)
    y = _draw_rank(canvas, (x, y + 16, width, 0.0), found.steps)
    y = _draw_place(canvas, (x, y + 16, width, 0.0), found.steps)
    return _draw_value(canvas, (x, y + 16, width, 0.0), found)


def _draw_hands(canvas: Canvas, box: Box, found: LookupResult) -> float:
    """The hand on lead and the other, as cards."""
    colour = canvas.theme.colour
    x, y, width, _ = box
    strain = found.endgame.strain
    trumps = "no trumps" if strain == NO_TRUMPS else f"{SIGNS[strain]} are trumps"
    beside = width >= 700
    each = (width - 24) / 2 if beside else width
    hands = ((found.endgame.first, f"on lead, {trumps}"), (found.endgame.second, "the other hand"))
    wide = 44.0
    for place, (hand, words) in enumerate(hands):
        left = x + place * (each + 24) if beside else x
        cards = in_order([card for card in range(52) if hand >> card & 1], strain)
        canvas.text((left, y + 10), words, "label", colour.text3)
        step = min(wide + 6, (each - wide) / max(1, len(cards) - 1))
        for number, card in enumerate(cards):
            draw_card(canvas, (left + number * step, y + 22, wide, wide * 1.4), card)
        y += 0.0 if beside and not place else 22 + wide * 1.4 + 8
    return y


def _draw_bits(canvas: Canvas, box: Box, steps: Arithmetic) -> float:
    """The string, suit by suit: 1 for each card of the hand on lead, 0 for each of the other."""
    colour = canvas.theme.colour
    x, y, width, _ = box
    heading(canvas, (x, y + 8), "1 · bits")
    said = "each suit from its highest card: 1 is the leader’s, 0 the other’s"
    canvas.text((x + 92, y + 8), canvas.fitted(said, "label", width - 92), "label", colour.text3)
    y += 28
    count, gaps = len(steps.bits), sum(1 for each in steps.segments if each.bits) - 1
    wide = min(_BIT, (width - 16 * max(0, gaps)) / count)
    at = x
    for segment in steps.segments:
        for rank, one in zip(segment.cards, segment.bits, strict=True):
            name = rank.replace("T", "10")
            words = f"{SIGNS['SHDC'.index(segment.suit)]}{name}" if wide >= 28 else name
            canvas.text((at + wide / 2, y + 8), words, "label", colour.text2, "middle")
            cell = (at + 1, y + 20, wide - 2, 28.0)
            canvas.panel(cell, colour.text if one == "1" else None, radius=4, edge=colour.line2, width=1.2)
            ink = colour.panel if one == "1" else colour.text2
            canvas.text((at + wide / 2, y + 34), one, "strong", ink, "middle")
            at += wide
        at += 16 if segment.bits else 0
    lengths = ", ".join(str(len(segment.bits)) for segment in steps.segments)
    said = f"{steps.bits} = {grouped(steps.string)},  lengths {lengths}"
    canvas.text((x, y + 66), canvas.fitted(said, "body", width), "body", colour.text)
    return y + 78


def _draw_rank(canvas: Canvas, box: Box, steps: Arithmetic) -> float:
    """The number of smaller strings, as a sum of binomials over the places of the ones."""
    colour = canvas.theme.colour
    x, y, width, _ = box
    heading(canvas, (x, y + 8), "2 · rank")
    said = "ones counted from the right: place p of the k-th one adds C(p, k)"
    canvas.text((x + 92, y + 8), canvas.fitted(said, "label", width - 92), "label", colour.text3)
    terms = " + ".join(f"C({term.place},{term.k})" for term in steps.terms)
    values = " + ".join(grouped(term.adds) for term in steps.terms)
    y += 22
    y += canvas.paragraph((x, y, width, 0), terms, "label", colour.text2)
    said = f"= {values} = {grouped(steps.spot.rank)} of {grouped(strings(steps.spot.level))}"
    return y + canvas.paragraph((x, y + 2, width, 0), said, "body", colour.text) + 2


def _draw_place(canvas: Canvas, box: Box, steps: Arithmetic) -> float:
    """The combination of lengths, and the offset in both orders."""
    colour, spot = canvas.theme.colour, steps.spot
    x, y, width, _ = box
    heading(canvas, (x, y + 8), "3 · place")
    size = grouped(strings(spot.level))
    rows = (
        ("combination", f"{spot.combination} of {steps.combinations}"),
        (
            "in the file",
            f"{spot.combination} × {size} + {grouped(spot.rank)} = {grouped(spot.suit_major)}",
        ),
        (
            "laid out flat",
            f"{grouped(spot.rank)} × {steps.combinations} + {spot.combination} = {grouped(spot.rank_major)}",
        ),
    )
    y += 30
    for label, said in rows:
        canvas.text((x, y + 4), label, "label", colour.text3)
        canvas.text((x + 104, y + 4), canvas.fitted(said, "body", width - 104), "body", colour.text)
        y += _LINE
    return y - 8


def _draw_value(canvas: Canvas, box: Box, found: LookupResult) -> float:
    """The tricks of the hand on lead, and those of every card."""
    colour = canvas.theme.colour
    x, y, width, _ = box
    heading(canvas, (x, y + 8), "4 · value")
    if found.value is None:
        canvas.text((x + 104, y + 8), found.source, "label", colour.text3)
        return y + 24
    y += 34
    used = chip(canvas, (x, y), found.source, proven=True)
    tricks = f"{counted(found.value, 'trick')} for the hand on lead"
    canvas.text((x + used + 12, y), tricks, "body", colour.text)
    y += 22
    by_worth: dict[int, list[int]] = {}
    for card, worth in found.cards:
        by_worth.setdefault(worth, []).append(card)
    for worth in sorted(by_worth, reverse=True):
        canvas.text((x + 8, y + 8), str(worth), "strong", colour.amber_text, "middle")
        said = " ".join(card_words(card) for card in in_order(by_worth[worth], found.endgame.strain))
        canvas.text((x + 32, y + 8), canvas.fitted(said, "body", width - 32), "body", colour.text)
        y += _LINE
    return y
