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
from gui.ui.controls import chip
from gui.ui.layout import LINE, Flow
from gui.ui.text import SIGNS, counted, grouped

_BIT, _CARD = 30.0, 44.0  # units: the most for a bit, and the width of a card


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


def draw_found(flow: Flow, found: LookupResult) -> None:
    """Everything from the hands to the value, below each other."""
    colour, steps = flow.canvas.theme.colour, found.steps
    _draw_hands(flow, found)
    if found.endgame.led is not None:
        flow.y += 4
        words = "A trick is in progress. The steps below number the position before it."
        flow.paragraph(words, "label", colour.text2, after=-4)
    flow.y += 28
    _step(flow, "1 · bits", "each suit from its highest card: 1 is the leader’s, 0 the other’s")
    _draw_bits(flow, steps)
    flow.y += 36
    _step(flow, "2 · rank", "ones counted from the right: place p of the k-th one adds C(p, k)")
    _draw_rank(flow, steps)
    flow.y += 24
    _step(flow, "3 · place")
    _draw_place(flow, steps)
    flow.y += 12
    _step(flow, "4 · value", "" if found.value is not None else found.source, 104)
    if found.value is not None:
        _draw_value(flow, found)


def _step(flow: Flow, words: str, about: str = "", at: float = 92) -> None:
    """The name of a step, and what is done in it."""
    y, said = flow.y, flow.canvas.fitted(about, "label", flow.width - at)
    flow.canvas.text((flow.left + at, y), said, "label", flow.canvas.theme.colour.text3)
    flow.heading(words)


def _draw_hands(flow: Flow, found: LookupResult) -> None:
    """The hand on lead and the other, as cards: beside each other where there is room."""
    canvas, strain = flow.canvas, found.endgame.strain
    trumps = "no trumps" if strain == NO_TRUMPS else f"{SIGNS[strain]} are trumps"
    hands = ((found.endgame.first, f"on lead, {trumps}"), (found.endgame.second, "the other hand"))
    columns = 2 if flow.width >= 700 else 1
    for place, (hand, words) in enumerate(hands):
        if place % columns == 0:
            boxes = flow.split(columns, 22 + _CARD * 1.4, 8 if columns == 1 else 24)
        x, y, each, _ = boxes[place % columns]
        cards = in_order([card for card in range(52) if hand >> card & 1], strain)
        canvas.text((x, y + 10), words, "label", canvas.theme.colour.text3)
        step = min(_CARD + 6, (each - _CARD) / max(1, len(cards) - 1))
        for number, card in enumerate(cards):
            draw_card(canvas, (x + number * step, y + 22, _CARD, _CARD * 1.4), card)
    flow.y -= 0 if columns == 1 else 16


def _draw_bits(flow: Flow, steps: Arithmetic) -> None:
    """The string, suit by suit: 1 for each card of the hand on lead, 0 for each of the other."""
    canvas, colour, y = flow.canvas, flow.canvas.theme.colour, flow.y
    gaps = sum(1 for each in steps.segments if each.bits) - 1
    wide = min(_BIT, (flow.width - 16 * max(0, gaps)) / len(steps.bits))
    at = flow.left
    for segment in steps.segments:
        for rank, one in zip(segment.cards, segment.bits, strict=True):
            name = rank.replace("T", "10")
            words = f"{SIGNS['SHDC'.index(segment.suit)]}{name}" if wide >= 28 else name
            canvas.text((at + wide / 2, y), words, "label", colour.text2, "middle")
            cell, filled = (at + 1, y + 12, wide - 2, 28.0), one == "1"
            canvas.panel(cell, colour.text if filled else None, radius=4, edge=colour.line2, width=1.2)
            ink = colour.panel if filled else colour.text2
            canvas.text((at + wide / 2, y + 26), one, "strong", ink, "middle")
            at += wide
        at += 16 if segment.bits else 0
    lengths = ", ".join(str(len(segment.bits)) for segment in steps.segments)
    said = f"{steps.bits} = {grouped(steps.string)},  lengths {lengths}"
    canvas.text((flow.left, y + 58), canvas.fitted(said, "body", flow.width), "body", colour.text)
    flow.y += 58


def _draw_rank(flow: Flow, steps: Arithmetic) -> None:
    """The number of smaller strings, as a sum of binomials over the places of the ones."""
    colour = flow.canvas.theme.colour
    terms = " + ".join(f"C({term.place},{term.k})" for term in steps.terms)
    values = " + ".join(grouped(term.adds) for term in steps.terms)
    flow.y -= 14
    flow.paragraph(terms, "label", colour.text2, after=2)
    said = f"= {values} = {grouped(steps.spot.rank)} of {grouped(strings(steps.spot.level))}"
    flow.paragraph(said, "body", colour.text, after=0)


def _draw_place(flow: Flow, steps: Arithmetic) -> None:
    """The combination of lengths, and the offset in both orders."""
    canvas, colour, spot = flow.canvas, flow.canvas.theme.colour, steps.spot
    rank, size, combinations = grouped(spot.rank), grouped(strings(spot.level)), steps.combinations
    rows = (
        ("combination", f"{spot.combination} of {combinations}"),
        ("in the file", f"{spot.combination} × {size} + {rank} = {grouped(spot.suit_major)}"),
        ("laid out flat", f"{rank} × {combinations} + {spot.combination} = {grouped(spot.rank_major)}"),
    )
    flow.y -= 2
    for label, said in rows:
        canvas.text((flow.left, flow.y), label, "label", colour.text3)
        said = canvas.fitted(said, "body", flow.width - 104)
        canvas.text((flow.left + 104, flow.y), said, "body", colour.text)
        flow.y += LINE


def _draw_value(flow: Flow, found: LookupResult) -> None:
    """The tricks of the hand on lead, and those of every card."""
    canvas, colour, x = flow.canvas, flow.canvas.theme.colour, flow.left
    flow.y -= 2
    used = chip(canvas, (x, flow.y), found.source, proven=True)
    tricks = f"{counted(found.value or 0, 'trick')} for the hand on lead"
    canvas.text((x + used + 12, flow.y), tricks, "body", colour.text)
    flow.y += 30
    by_worth: dict[int, list[int]] = {}
    for card, worth in found.cards:
        by_worth.setdefault(worth, []).append(card)
    for worth in sorted(by_worth, reverse=True):
        canvas.text((x + 8, flow.y), str(worth), "strong", colour.amber_text, "middle")
        said = " ".join(card_words(card) for card in in_order(by_worth[worth], found.endgame.strain))
        canvas.text((x + 32, flow.y), canvas.fitted(said, "body", flow.width - 32), "body", colour.text)
        flow.y += LINE
