"""The deal editor's screen: the cards, what is to be chosen beside them, and a line for a deal as text."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, get_args

import pygame

from ai import registry
from ai.names import KIBITZ
from game import transfer
from game.bridge import SEATS, Contract, Deal, Deals, Endgame, State, pbn, rules_of
from game.bridge.cards import (
    DECK,
    NO_TRUMPS,
    RANKS,
    STRAINS,
    SUITS,
    bit,
    card_in_words,
    card_name,
    cards_of,
    format_hand,
    lengths,
    parse_hand,
    rank_of,
    suit_of,
)
from game.bridge.pbn import FileBoard
from game.errors import BadInput, KibitzError
from game.record import Seat
from game.saving import load, text_of
from game.session import Session
from gui import destinations
from gui.context import AppContext, Scene
from gui.games.bridge.cards import PROPORTION, card_words, draw_card, draw_place, ink_of, rank_words
from gui.play.players import engine_seat
from gui.scenes.form import Form
from gui.scenes.new_game.bridge import rules_chosen
from gui.ui import clipboard
from gui.ui import text as suits
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import BOARDS, Command, Tip
from gui.ui.controls import button
from gui.ui.layout import BAR, Flow, Frame, draw_drawer
from gui.ui.scroll import Scroll
from gui.ui.targets import Targets
from gui.ui.text import counted
from gui.ui.text_entry import LONGEST_PASTED, TextEntry

# A deal as it is edited: who holds what, how the stock lies, and where the play is to begin.

Start = Literal["auction", "exchange", "play"]
STARTS: tuple[Start, ...] = get_args(Start)
NORTH, SOUTH, STOCK = range(3)
IN_HAND = len(RANKS)
_TWO_HANDS = re.compile(r"\s*(\S+)\s+(\S+)\s*")


@dataclass(frozen=True)
class Draft:
    """Two hands as masks, and all other cards in the order of the stock, the first to be turned up first.

    `first` is the seat that deals, has the contract, or leads, as `start` says. The contract counts from the
    exchange on; in the play only its strain does.
    """

    hands: tuple[int, int] = (0, 0)
    stock: tuple[int, ...] = cards_of(DECK)
    start: Start = "auction"
    first: int = SOUTH
    level: int = 1
    strain: int = 0
    led: int | None = None

    @classmethod
    def of(cls, state: State) -> Draft:
        """The deal on the board of a match, as it was dealt. Raises `BadInput` for one that is not known."""
        return cls().with_deal(state.board.deal, state.board.dealer)

    @classmethod
    def read(cls, text: str, before: Draft) -> Draft:
        """The draft of the first deal in PBN or LIN, of two hands, maybe with their stock, or of a position.

        What the text does not say is as it was `before`. Raises `BadInput`.
        """
        if pbn.is_deals(text):
            return before.with_board(pbn.boards_in(text).boards[0])
        two = _TWO_HANDS.fullmatch(text)
        if two:
            return before._with_hands(parse_hand(two[1]), parse_hand(two[2]))
        words = text.split()
        if len(words) > 2 and words[2].upper() in tuple(STRAINS):
            return before.with_position(Endgame.parse(text))
        return before.with_deal(Deal.parse(text), before.first)

    def with_board(self, board: FileBoard) -> Draft:
        """The draft of a board of a file."""
        return self.with_deal(board.deal, SEATS.index(board.dealer.capitalize()))

    def with_deal(self, deal: Deal, dealer: int) -> Draft:
        """The draft of a deal that `dealer` has dealt; one without a stock is for the play."""
        north, south = deal.hands
        stock = tuple(card for card in deal.stock if card is not None)
        if north is None or south is None or len(stock) != len(deal.stock):
            raise BadInput("not every card of this deal is known")
        if not stock:
            return replace(self._with_hands(north, south), start="play", first=dealer)
        start = self.start if self.start != "play" else "auction"
        return replace(self, hands=(north, south), stock=stock, start=start, first=dealer, led=None)

    def with_position(self, here: Endgame) -> Draft:
        """The draft of a position of the play stage: South is on lead, or has led."""
        led = 0 if here.led is None else bit(here.led)
        drawn = self._with_hands(here.second, here.first | led)
        return replace(drawn, start="play", first=SOUTH, strain=here.strain, led=here.led)

    def _with_hands(self, north: int, south: int) -> Draft:
        """The draft with other hands; every other card is in the stock, in the order of before."""
        twice = cards_of(north & south)
        if twice:
            raise BadInput(f"{card_in_words(twice[0])} is in both hands")
        rest = [card for card in self.stock if not (north | south) & bit(card)]
        rest += [card for card in cards_of(DECK & ~north & ~south) if card not in rest]
        return replace(self, hands=(north, south), stock=tuple(rest), led=None)

    # -- giving --

    def holder(self, card: int) -> int:
        """Return the holder of a card: `NORTH`, `SOUTH` or `STOCK`."""
        return next((seat for seat in (NORTH, SOUTH) if self.hands[seat] & bit(card)), STOCK)

    def given(self, card: int, to: int) -> Draft:
        """The draft once a card is given to a hand, or put on top of the stock.

        A card that the hand has already goes back below the stock. Raises `BadInput` where the hand is full.
        """
        here = self.holder(card)
        back = to == here != STOCK
        if to != STOCK and not back and self.hands[to].bit_count() == IN_HAND:
            raise BadInput(f"{SEATS[to]} has {IN_HAND} cards; take one away first")
        hands = [hand & ~bit(card) for hand in self.hands]
        rest = tuple(each for each in self.stock if each != card)
        if back:
            rest = (*rest, card)
        elif to == STOCK:
            rest = (card, *rest)
        else:
            hands[to] |= bit(card)
        return replace(self, hands=(hands[0], hands[1]), stock=rest, led=None)

    def filled(self, chance: random.Random) -> Draft:
        """The draft with both hands filled by chance, and the rest of the stock shuffled."""
        rest = list(self.stock)
        chance.shuffle(rest)
        hands = list(self.hands)
        for seat in (NORTH, SOUTH):
            while hands[seat].bit_count() < self.size:
                hands[seat] |= bit(rest.pop())
        return replace(self, hands=(hands[0], hands[1]), stock=tuple(rest), led=None)

    @property
    def size(self) -> int:
        """Number of cards that the hands are to have.

        13, in the play as many as the larger one, and 13 if both are empty.
        """
        sizes = [hand.bit_count() for hand in self.hands]
        return (max(sizes) or IN_HAND) if self.start == "play" and sizes[0] != sizes[1] else IN_HAND

    def emptied(self) -> Draft:
        """The draft with every card in the stock."""
        return replace(self, hands=(0, 0), stock=cards_of(DECK), led=None)

    def exchanged(self) -> Draft:
        """The draft with both hands in the other seat."""
        return replace(self, hands=(self.hands[1], self.hands[0]), led=None)

    # -- what comes of it --

    @property
    def missing(self) -> str:
        """Step that is still missing before this can be played, as a sentence; empty where nothing is."""
        sizes = [hand.bit_count() for hand in self.hands]
        if self.start == "play":
            if sizes[0] == sizes[1]:
                return "" if sizes[0] else "Give North and South the same number of cards, 1 to 13."
            short = sizes.index(min(sizes))
            return (
                f"{SEATS[short]} has {counted(sizes[short], 'card')}, {SEATS[1 - short]} {sizes[1 - short]}."
            )
        if min(sizes) == IN_HAND:
            return ""
        short = NORTH if sizes[NORTH] < IN_HAND else SOUTH
        return f"{SEATS[short]} has {counted(sizes[short], 'card')} of {IN_HAND}."

    def deal(self) -> Deal:
        """The deal. Raises `BadInput` where cards are missing."""
        self._check_complete()
        return Deal(self.hands, () if self.start == "play" else self.stock)

    def endgame(self) -> Endgame:
        """The position of the play stage. Raises `BadInput` where cards are missing."""
        self._check_complete()
        hands = self.hands[self.first], self.hands[1 - self.first]
        led = 0 if self.led is None else bit(self.led)
        return Endgame(hands[0] & ~led, hands[1], self.strain, self.led)

    @property
    def contract(self) -> Contract:
        """Contract where the auction is left out."""
        return Contract(self.level, self.strain, self.first)

    def rules(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The rules of a match of this deal alone, where nothing else is said as in `chosen`. Raises `BadInput`."""
        if self.start == "play":
            return rules_of(self.endgame(), self.first)
        rules = {
            **chosen,
            "deals": str(Deals((self.deal(),), None, 0, False)),
            "dealer": SEATS[self.first].lower(),
            "match": "1 deals",
        }
        if self.start == "exchange":
            rules["moves"] = f"{self.level}{STRAINS[self.strain]},pass"
            if self.strain == NO_TRUMPS:
                rules["notrump"] = "on"
        return rules

    def text(self) -> str:
        """The deal on one line, as `read` takes it; only the hands where it is not complete."""
        if self.missing:
            return f"{format_hand(self.hands[0])} {format_hand(self.hands[1])}"
        return str(self.endgame()) if self.start == "play" else str(self.deal())

    def _check_complete(self) -> None:
        if self.missing:
            raise BadInput(self.missing.rstrip("."))


# The draft that is worked on, with every step taken back and forth, and the seat that is given cards.

_MOST_STEPS = 500
_LEVELS = 7


class DealEditor:
    """Changes the draft step by step; `say` is told why something cannot be done."""

    def __init__(self, draft: Draft, say: Callable[[str], object]) -> None:
        self.draft = draft
        self.to = SOUTH
        self.chance = random.Random()
        self._say = say
        self._before: list[Draft] = []
        self._after: list[Draft] = []

    def change(self, draft: Draft) -> None:
        if draft != self.draft:
            self._before = [*self._before[-_MOST_STEPS:], self.draft]
            self._after.clear()
            self.draft = draft

    def undo(self) -> None:
        if self._before:
            self._after.append(self.draft)
            self.draft = self._before.pop()

    def redo(self) -> None:
        if self._after:
            self._before.append(self.draft)
            self.draft = self._after.pop()

    def give_to(self, seat: int) -> None:
        """Choose who is given the next cards: North, South or the stock."""
        self.to = seat

    def give(self, card: int, to: int | None = None) -> None:
        """Give a card to the chosen holder."""
        self.attempt(lambda: self.draft.given(card, self.to if to is None else to))

    def take(self, card: int) -> None:
        """Put a card of a hand below the stock."""
        holder = self.draft.holder(card)
        if holder != STOCK:
            self.give(card, holder)

    def read(self, text: str) -> bool:
        """Take over a deal that was written or pasted; False where it cannot be read."""
        return self.attempt(lambda: Draft.read(text, self.draft))

    def attempt(self, build: Callable[[], Draft]) -> bool:
        """Change to what `build` gives; where it cannot, the reason is said."""
        try:
            self.change(build())
        except KibitzError as error:
            self.refuse(error)
            return False
        return True

    def refuse(self, error: KibitzError) -> None:
        """Say why something cannot be done."""
        self._say(f"{str(error).rstrip('.')}.")

    # -- one thing after the other --

    def fill(self) -> None:
        self.change(self.draft.filled(self.chance))

    def empty(self) -> None:
        self.change(self.draft.emptied())

    def swap(self) -> None:
        self.change(self.draft.exchanged())

    def begin_at(self, number: int) -> None:
        self.change(replace(self.draft, start=STARTS[number], led=None))

    def seat_first(self, seat: int) -> None:
        self.change(replace(self.draft, first=seat, led=None))

    def change_level(self, by: int) -> None:
        self.change(replace(self.draft, level=min(_LEVELS, max(1, self.draft.level + by))))

    def choose_strain(self, strain: int) -> None:
        """Choose trumps, or none."""
        assert 0 <= strain <= NO_TRUMPS
        self.change(replace(self.draft, strain=strain))


_GAP, _LABEL, _AIR = 6.0, 26.0, 18.0
_WIDEST = 68.0
_POINTS = (1, 2, 3, 4)  # high-card points of jack, queen, king, ace
_JACK = 9  # its rank
_TAG, _TWO_LINES = 18.0, 44.0
_LOW = 1.1  # parts of its width: below this height a card is a strip
_FOOT, _BUTTON, _PASTE = 64.0, 36.0, 112.0
_FIRST_QUESTION = {"auction": "Dealer", "exchange": "Declarer", "play": "On lead"}
_FIRST_WORDS = {"auction": "deals", "exchange": "declarer", "play": "on lead"}
_STRAIN_WORDS = (*suits.SIGNS, "NT")


def points_of(hand: int) -> int:
    """The high-card points of a hand: 4 for an ace, 3, 2, 1 for king, queen, jack."""
    return sum(_POINTS[rank_of(card) - _JACK] for card in cards_of(hand) if rank_of(card) >= _JACK)


@dataclass(frozen=True)
class CardTable:
    """North's hand, the pack with every card in its place, and South's hand; all cards of one size.

    `rows` has the y of North's hand, of the four suits, of South's hand.
    """

    canvas: Canvas
    targets: Targets
    editor: DealEditor
    left: float
    gap: float
    size: tuple[float, float]
    rows: tuple[float, ...]

    @classmethod
    def fit(cls, canvas: Canvas, targets: Targets, editor: DealEditor, box: Box) -> CardTable:
        """The table in a box, the cards as large as it allows."""
        x, y, wide, high = box
        gap = _GAP if wide > 500 else 3.0
        width = min(_WIDEST, (wide - gap * (IN_HAND - 1)) / IN_HAND)
        between = 2 * _LABEL + 2 * _AIR + gap * (len(SUITS) - 1)
        height = min(width * PROPORTION, (high - between) / (len(SUITS) + 2))
        top = y + max(0.0, (high - between - height * (len(SUITS) + 2)) / 2) + _LABEL
        pack = [top + height + _AIR + row * (height + gap) for row in range(len(SUITS))]
        rows = (top, *pack, pack[-1] + height + _AIR + _LABEL)
        left = x + (wide - width * IN_HAND - gap * (IN_HAND - 1)) / 2
        return cls(canvas, targets, editor, left, gap, (width, height), rows)

    @property
    def draft(self) -> Draft:
        return self.editor.draft

    def place(self, row: int, column: int) -> Box:
        """The place of a card."""
        width, height = self.size
        return (self.left + column * (width + self.gap), self.rows[row], width, height)

    def draw(self) -> None:
        """All cards. A press on one of the pack gives it, on one of a hand takes it away."""
        self._draw_hand(NORTH, 0)
        for card in cards_of(DECK):
            self._draw_in_pack(card)
        self._draw_hand(SOUTH, len(self.rows) - 1)

    def _draw_hand(self, seat: int, row: int) -> None:
        cards = cards_of(self.draft.hands[seat])
        self._draw_name(seat, self.rows[row] - _LABEL / 2 - 2)
        for column in range(IN_HAND):
            place = self.place(row, column)
            if column >= len(cards):
                draw_place(self.canvas, place)
                continue
            card = cards[column]
            about = f"Take {card_words(card)} away from {SEATS[seat]}"
            name, take = f"{SEATS[seat]} {card_name(card)}", partial(self.editor.take, card)
            self.targets.add(name, place, take, radius=6, about=about)
            self._draw_one(place, card, dim=card == self.draft.led)

    def _draw_name(self, seat: int, y: float) -> None:
        """Draw the name of a hand, with its cards by suit and its high-card points."""
        canvas, colour, hand = self.canvas, self.canvas.theme.colour, self.draft.hands[seat]
        ink = colour.text if seat == self.editor.to else colour.text2
        x = self.left + canvas.text((self.left, y), SEATS[seat], "body", ink)
        shape = " ".join(map(str, lengths(hand)))
        held = f"{counted(hand.bit_count(), 'card')}   {shape}   {counted(points_of(hand), 'point')}"
        canvas.text((x + 16, y), held, "label", colour.text3)
        if seat == self.draft.first:
            last = self.place(0, IN_HAND - 1)
            right = last[0] + last[2]
            canvas.text((right, y), _FIRST_WORDS[self.draft.start], "label", colour.text2, "right")

    def _draw_in_pack(self, card: int) -> None:
        """A card in its place of the pack; one that is in a hand leaves a gap that says in which."""
        place, holder = self.place(1 + suit_of(card), 12 - rank_of(card)), self.draft.holder(card)
        self.targets.add(f"card {card_name(card)}", place, partial(self.editor.give, card), radius=6)
        if holder != STOCK:
            self._draw_gap(place, card, SEATS[holder])
            return
        self._draw_one(place, card)
        if self.draft.start != "play" and card == self.draft.stock[0] and place[3] >= 2 * _TAG:
            self._draw_tag(place, "1")

    def _draw_one(self, place: Box, card: int, *, dim: bool = False) -> None:
        """A card; where the window leaves it no height, a strip with rank and suit beside each other."""
        x, y, width, height = place
        if height >= _LOW * width:
            draw_card(self.canvas, place, card, dim=dim)
            return
        self.canvas.panel(place, self.canvas.theme.colour.card, radius=3)
        ink, middle = ink_of(self.canvas, suit_of(card)), y + height / 2
        self.canvas.text((x + width * 0.34, middle), rank_words(card), "label", ink, "middle")
        self.canvas.suit((x + width * 0.72, middle), suit_of(card), min(height * 0.6, width * 0.4), ink)

    def _draw_gap(self, place: Box, card: int, holder: str) -> None:
        """The place of a card that is in a hand: its name, and whose hand it is."""
        canvas, colour = self.canvas, self.canvas.theme.colour
        x, y, width, height = place
        canvas.panel(place, None, radius=min(6.0, height / 5), edge=colour.line2)
        at, name = (x + width / 2, y + height / 2), card_words(card)
        if height < _TWO_LINES:
            canvas.text(at, f"{name} {holder[0]}", "label", colour.text2, "middle")
            return
        sign = holder if canvas.text_width(holder, "label") < width - 6 else holder[0]
        canvas.text((at[0], at[1] - 10), name, "label", colour.text2, "middle")
        canvas.text((at[0], at[1] + 11), sign, "label", colour.text3, "middle")

    def _draw_tag(self, place: Box, sign: str) -> None:
        colour = self.canvas.theme.colour
        x, y = place[0] + place[2] - _TAG - 2, place[1] + place[3] - _TAG - 2
        self.canvas.panel((x, y, _TAG, _TAG), colour.room, radius=4, edge=colour.line2)
        self.canvas.text((x + _TAG / 2, y + _TAG / 2), sign, "label", colour.text, "middle")


class DealEditorScene(Scene):
    """One deal, to be dealt by hand. Everything that is done to it can be undone."""

    name = "deal_editor"
    title = "Deal editor"

    def __init__(self, context: AppContext, back: Scene | None, start: State | None = None) -> None:
        super().__init__(context, back)
        draft = Draft() if start is None else Draft.of(start)
        self.editor = DealEditor(draft, context.reply)
        self.line = TextEntry(
            "A deal or a position as text, PBN or LIN", self._written, longest=LONGEST_PASTED, lines=True
        )
        self.scroll = Scroll()
        self.panel_open = False  # where the window is narrow
        self.targets.focus = "card SA"

    @property
    def draft(self) -> Draft:
        return self.editor.draft

    # -- what can be done --

    def play(self) -> None:
        """Play the deal: the person sits South, the engine North."""
        chosen = self.context.config.bridge
        try:
            names = [level.name for level in registry.find(KIBITZ, "bridge").levels]
            level = chosen.level if chosen.level in names else names[-1]
            seats = (engine_seat(level, None), Seat("You"))
            session = Session.new("bridge", self.draft.rules(rules_chosen(chosen)), seats)
        except KibitzError as error:
            self.editor.refuse(error)
            return
        self.go(destinations.Play(session))

    def look_up(self) -> None:
        """Ask the tables what every card of the play stage is worth."""
        try:
            position = str(self.draft.endgame())
        except KibitzError as error:
            self.editor.refuse(error)
            return
        self.go(destinations.Tables(position))

    def copy(self) -> None:
        """Put the deal on the clipboard as a line of text."""
        text = "Copied the deal." if clipboard.put(self.draft.text()) else "There is no clipboard here."
        self.context.reply(text)

    def paste(self) -> None:
        """Take over the deal that is on the clipboard."""
        text = clipboard.get()
        if not text.strip():
            self.context.reply("There is no deal on the clipboard.")
        else:
            self.take(text)

    def take(self, text: str) -> bool:
        """Take over the deal in a text; of several, let one be chosen. Whether it could be read."""
        try:
            file = pbn.boards_in(text) if pbn.is_deals(text) else None
        except KibitzError as error:
            self.editor.refuse(error)
            return False
        if file is None:
            return self.editor.read(text)
        if len(file.boards) > 1:
            self.go(destinations.Deals(file, self._choose))
            return True
        self._choose(file.boards[0])
        notes = [*file.left_out, *(pbn.Note(file.boards[0].label, text) for text in file.boards[0].notes)]
        for sentence in pbn.sentences(notes):
            self.context.notify(sentence)
        return True

    def _choose(self, board: FileBoard) -> None:
        self.editor.attempt(lambda: self.draft.with_board(board))

    def drop(self, path: str) -> None:
        """Take over the deal in a file that was dropped on the window."""
        try:
            file = transfer.path_of(path)
            data = load(file, transfer.MOST_BYTES)
        except KibitzError as error:
            self.context.reply(str(error))
            return
        try:
            text = text_of(data, path)
        except BadInput:
            self.context.reply(
                f"{file.name} is no deal: one is PBN, LIN, or two hands with or without the stock."
            )
        else:
            self.take(text)

    def _written(self, text: str) -> None:
        if text.strip() and not self.take(text):
            self.line.correct()
        elif text.strip():
            self.line.clear()

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.DROPFILE:
            self.drop(event.file)
        elif not self.line.handle(event) and not self.scroll.handle(event, self.context.scale):
            return super().handle(event)
        return self.next

    def commands(self) -> list[Command]:
        editor = self.editor
        return [
            Command(
                "N, S, T",
                tuple(partial(self._hand_over, to) for to in (NORTH, SOUTH, STOCK)),
                "give cards to North, South or the stock, the chosen card at once",
            ),
            Command("Enter", None, "give the chosen card, or take it away again"),
            Command("F", editor.fill, "deal the cards that are left at random", label="Fill up", name="fill"),
            Command("X", editor.swap, "swap the hands", label="Swap", name="swap"),
            Command("E", editor.empty, "empty both hands", label="Empty", name="empty"),
            Command("U", editor.undo, "undo", label="Undo", name="undo", scope=BOARDS),
            Command("R", editor.redo, "redo", scope=BOARDS),
            Command("C, V", (self.copy, self.paste), "copy and paste the deal as text"),
            Command("O", self.line.write, "write a deal"),
            Command("P", self.play, "play it"),
            Command("L", self.look_up, "look up the position in the tables", enabled=self._open_play),
            Command("K", self.toggle_panel, scope=BOARDS),
            Command("Ctrl+Shift+Z, Ctrl+Y", editor.redo),
            Command("Ctrl+Z", editor.undo),
            Command("Ctrl+C, Ctrl+V", (self.copy, self.paste)),
            Command("Esc", self.toggle_panel, enabled=self.panel_open),
            *super().commands(),
        ]

    @property
    def _open_play(self) -> bool:
        return self.draft.start == "play"

    def _hand_over(self, to: int) -> None:
        """Choose who gets cards; the card under the keyboard's focus goes there at once."""
        self.editor.give_to(to)
        name = self.targets.focus_of("card")
        card = next((card for card in cards_of(DECK) if card_name(card) == name), None)
        if card is not None and self.targets.ring and self.draft.holder(card) != to:
            self.editor.give(card)

    def update(self, seconds: float) -> Scene | None:
        self.context.room.poll()
        self.scroll.follow(self.targets)
        return super().update(seconds)

    def left(self) -> None:
        self.line.leave()

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            right, margin = frame.width if frame.drawer else frame.column, frame.margin
            room = (margin, BAR + 8, right - 2 * margin, frame.height - BAR - _FOOT - 16)
            CardTable.fit(canvas, self.targets, self.editor, room).draw()
            self._draw_foot(canvas, frame, right)
            if not frame.drawer:
                self._draw_panel(canvas, frame, 0.0)
            canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
            draw_bar(canvas, frame, self, game="Honeymoon bridge", detail=self.title)
            shown = draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open)
            if frame.drawer and shown:
                self._draw_panel(canvas, frame, BAR)

    def _draw_foot(self, canvas: Canvas, frame: Frame, right: float) -> None:
        """The line for a deal as text, and the clipboard."""
        y = frame.height - _FOOT
        canvas.rule((0, y), (right, y), canvas.theme.colour.line)
        box = (frame.margin, y + 14, right - 2 * frame.margin - 2 * (_PASTE + 8), _BUTTON)
        self.targets.add("text", box, self.line.write, radius=8, about=Tip("Write a deal", "O"))
        self.line.draw(canvas, box)
        copy, paste = Flow(canvas, self.targets, box[0] + box[2] + 8, y + 14, 2 * _PASTE + 8).split(
            2, _BUTTON
        )
        button(canvas, self.targets, "copy", copy, "Copy", self.copy, key="C")
        button(canvas, self.targets, "paste", paste, "Paste", self.paste, key="V")

    def _draw_panel(self, canvas: Canvas, frame: Frame, top: float) -> None:
        """Draw the choices beside the cards, and the command that plays the deal."""
        colour = canvas.theme.colour
        ground = (frame.column, top, frame.panel_width, frame.height - top)
        canvas.fill(ground, colour.panel)
        canvas.rule((frame.column, top), (frame.column, frame.height), colour.line)
        if frame.drawer:
            self.targets.add("ground", ground, lambda: None)
        x, width = frame.column + frame.margin, frame.panel_width - 2 * frame.margin
        foot = frame.height - _FOOT
        view = (x - 8, BAR, width + 16, foot - BAR)
        with Form.scrolling(canvas, self.targets, self.scroll, view) as form:
            self._fill(form)
        canvas.rule((frame.column, foot), (frame.width, foot), colour.line)
        boxes = Flow(canvas, self.targets, x, foot + 14, width).split(1 + self._open_play, _BUTTON)
        ready = not self.draft.missing
        button(canvas, self.targets, "play", boxes[-1], "Play it", self.play, key="P", primary=ready)
        if self._open_play:
            button(canvas, self.targets, "look up", boxes[0], "Look up", self.look_up, key="L")

    def _fill(self, form: Form) -> None:
        editor, draft, sides = self.editor, self.draft, ("North", "South")
        form.question("Give cards to")
        about = ("N", "S", "T: put on top of the stock")
        form.pills("to", (*sides, "Stock"), editor.to, editor.give_to, about)
        form.apart()
        starts = [start.capitalize() for start in STARTS]
        form.one_of("Begin with", "start", starts, STARTS.index(draft.start), editor.begin_at)
        form.apart()
        form.one_of(_FIRST_QUESTION[draft.start], "first", sides, draft.first, editor.seat_first)
        form.apart()
        if draft.start == "exchange":
            form.question("Contract")
            bid = f"{draft.level}{_STRAIN_WORDS[draft.strain]}, {draft.contract.needs} tricks"
            form.stepper("level", bid, editor.change_level, 112)
        elif draft.start == "play":
            form.question("Trumps")
        if draft.start != "auction":
            form.pills("strain", _STRAIN_WORDS, draft.strain, editor.choose_strain)
            form.apart()
        form.question("Cards")
        form.pairs([each for each in self.commands() if each.label])
        form.note(draft.missing or self._stock_words())

    def _stock_words(self) -> str:
        """Return the order of the stock, from the top."""
        if self._open_play:
            led = f" {card_words(self.draft.led)} was led." if self.draft.led is not None else ""
            tricks = self.draft.hands[0].bit_count()
            return f"{counted(tricks, 'trick')} {'is' if tricks == 1 else 'are'} played in the open.{led}"
        return "The stock from the top: " + " ".join(map(card_words, self.draft.stock))
