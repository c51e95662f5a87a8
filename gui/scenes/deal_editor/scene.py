"""The deal editor's screen: the cards, what is to be chosen beside them, and a line for a deal as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from ai import registry
from game import transfer
from game.bridge import SEATS, State
from game.bridge.cards import DECK, NO_TRUMPS, STRAINS, card_name, cards_of, lengths
from game.errors import KibitzError
from game.record import Seat
from game.saving import load
from game.session import Session
from gui.context import AppContext, Scene
from gui.games.bridge.cards import card_words, draw_card, draw_place, ink_of, rank_of
from gui.scenes.deal_editor.model import IN_HAND, NORTH, SOUTH, STARTS, STOCK, DealEditor, Draft
from gui.scenes.form import Form
from gui.ui import text as suits
from gui.ui import widgets
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.ui.commands import Command
from gui.ui.controls import button
from gui.ui.layout import BAR, Frame, draw_drawer
from gui.ui.scroll import Scroll
from gui.ui.targets import Targets
from gui.ui.text import counted
from gui.ui.widgets import TextLine

# The cards on the table of the deal editor: North's hand, the pack with every card in its place, South's hand.

_COLUMNS, _PACK_ROWS = 13, 4
_GAP, _LABEL, _AIR = 6.0, 26.0, 18.0
_TALL, _WIDEST = 1.4, 68.0
_POINTS = (1, 2, 3, 4)  # high-card points of jack, queen, king, ace
_TAG, _TWO_LINES = 18.0, 44.0
_LOW = 1.1  # parts of its width: below this height a card is a strip


@dataclass(frozen=True)
class Layout:
    """Where cards lie in a box: all of one size, thirteen beside each other."""

    x: float
    top: float
    width: float
    height: float
    gap: float
    rows: tuple[float, ...]  # the y of North's hand, of the four suits, of South's hand

    @classmethod
    def of(cls, box: Box) -> Layout:
        """The layout in a box, the cards as large as it allows."""
        x, y, wide, high = box
        gap = _GAP if wide > 500 else 3.0
        between = min(_GAP, gap)
        width = min(_WIDEST, (wide - gap * (_COLUMNS - 1)) / _COLUMNS)
        room = high - 2 * _LABEL - 2 * _AIR - between * (_PACK_ROWS - 1)
        height = min(width * _TALL, room / (_PACK_ROWS + 2))
        used = 2 * _LABEL + 2 * _AIR + between * (_PACK_ROWS - 1) + height * (_PACK_ROWS + 2)
        top = y + max(0.0, (high - used) / 2)
        left = x + (wide - width * _COLUMNS - gap * (_COLUMNS - 1)) / 2
        pack = top + _LABEL + height + _AIR
        suits = [pack + row * (height + between) for row in range(_PACK_ROWS)]
        south = suits[-1] + height + _AIR + _LABEL
        return cls(left, top, width, height, gap, (top + _LABEL, *suits, south))

    def box(self, row: int, column: int) -> Box:
        """The place of a card."""
        return (self.x + column * (self.width + self.gap), self.rows[row], self.width, self.height)


def draw_table(
    canvas: Canvas,
    targets: Targets,
    box: Box,
    draft: Draft,
    give: Callable[[int], object],
    take: Callable[[int], object],
    to: int,
) -> None:
    """All cards. A press on one of the pack calls `give`, on one of a hand `take`."""
    layout = Layout.of(box)
    _draw_hand(canvas, targets, layout, draft, NORTH, take, chosen=to == NORTH)
    for card in cards_of(DECK):
        _draw_in_pack(canvas, targets, layout, draft, card, give)
    _draw_hand(canvas, targets, layout, draft, SOUTH, take, chosen=to == SOUTH)


def _draw_hand(
    canvas: Canvas,
    targets: Targets,
    layout: Layout,
    draft: Draft,
    seat: int,
    take: Callable[[int], object],
    *,
    chosen: bool,
) -> None:
    row = 0 if seat == NORTH else 1 + _PACK_ROWS
    cards = cards_of(draft.hands[seat])
    _draw_name(canvas, layout, draft, seat, row, chosen=chosen)
    for column in range(IN_HAND):
        place = layout.box(row, column)
        if column >= len(cards):
            draw_place(canvas, place)
            continue
        card = cards[column]
        about = f"Take {card_words(card)} away from {SEATS[seat]}"
        targets.add(f"{SEATS[seat]} {card_name(card)}", place, partial(take, card), radius=6, about=about)
        _draw_one(canvas, place, card, dim=card == draft.led)


def _draw_name(canvas: Canvas, layout: Layout, draft: Draft, seat: int, row: int, *, chosen: bool) -> None:
    """Whose hand it is, with its cards by suit and its high-card points."""
    colour, hand = canvas.theme.colour, draft.hands[seat]
    y = layout.rows[row] - _LABEL / 2 - 2
    x = layout.x + canvas.text((layout.x, y), SEATS[seat], "body", colour.text if chosen else colour.text2)
    shape = " ".join(map(str, lengths(hand)))
    held = f"{counted(hand.bit_count(), 'card')}   {shape}   {counted(points_of(hand), 'point')}"
    canvas.text((x + 16, y), held, "label", colour.text3)
    right = layout.x + _COLUMNS * (layout.width + layout.gap) - layout.gap
    if seat == draft.first:
        words = {"auction": "deals", "exchange": "declarer", "play": "on lead"}[draft.start]
        canvas.text((right, y), words, "label", colour.text2, "right")


def points_of(hand: int) -> int:
    """The high-card points of a hand: 4 for an ace, 3, 2, 1 for king, queen, jack."""
    return sum(_POINTS[card % 13 - 9] for card in cards_of(hand) if card % 13 >= 9)


def _draw_in_pack(
    canvas: Canvas,
    targets: Targets,
    layout: Layout,
    draft: Draft,
    card: int,
    give: Callable[[int], object],
) -> None:
    """A card in its place of the pack; one that is in a hand leaves a gap that says in which."""
    suit, rank = divmod(card, 13)
    place, holder = layout.box(1 + suit, 12 - rank), draft.holder(card)
    targets.add(f"card {card_name(card)}", place, partial(give, card), radius=6)
    if holder != STOCK:
        _draw_gap(canvas, place, card, SEATS[holder])
        return
    _draw_one(canvas, place, card)
    if draft.start != "play" and card == draft.stock[0] and place[3] >= 2 * _TAG:
        _draw_tag(canvas, place, "1")


def _draw_one(canvas: Canvas, place: Box, card: int, *, dim: bool = False) -> None:
    """A card; where the window leaves it no height, a strip with rank and suit beside each other."""
    x, y, width, height = place
    if height >= _LOW * width:
        draw_card(canvas, place, card, dim=dim)
        return
    canvas.panel(place, canvas.theme.colour.card, radius=3)
    ink = ink_of(canvas, card // 13)
    canvas.text((x + width * 0.34, y + height / 2), rank_of(card), "label", ink, "middle")
    canvas.suit((x + width * 0.72, y + height / 2), card // 13, min(height * 0.6, width * 0.4), ink)


def _draw_gap(canvas: Canvas, place: Box, card: int, holder: str) -> None:
    """The place of a card that is in a hand: its name, and whose hand it is."""
    x, y, width, height = place
    colour = canvas.theme.colour
    canvas.panel(place, None, radius=min(6.0, height / 5), edge=colour.line2)
    middle, sign = x + width / 2, holder if canvas.text_width(holder, "label") < width - 6 else holder[0]
    if height < _TWO_LINES:
        canvas.text(
            (middle, y + height / 2), f"{card_words(card)} {holder[0]}", "label", colour.text2, "middle"
        )
        return
    canvas.text((middle, y + height / 2 - 10), card_words(card), "label", colour.text2, "middle")
    canvas.text((middle, y + height / 2 + 11), sign, "label", colour.text3, "middle")


def _draw_tag(canvas: Canvas, place: Box, sign: str) -> None:
    colour = canvas.theme.colour
    x, y = place[0] + place[2] - _TAG - 2, place[1] + place[3] - _TAG - 2
    canvas.panel((x, y, _TAG, _TAG), colour.room, radius=4, edge=colour.line2)
    canvas.text((x + _TAG / 2, y + _TAG / 2), sign, "label", colour.text, "middle")


_FOOT, _BUTTON, _PASTE = 64.0, 36.0, 112.0
_FIRST_WORDS = {"auction": "Dealer", "exchange": "Declarer", "play": "On lead"}
_STRAIN_WORDS = (*suits.SIGNS, "NT")


class DealEditorScene(Scene):
    """One deal, to be dealt by hand. Everything that is done to it can be undone."""

    name = "deal_editor"
    title = "Deal editor"

    def __init__(self, context: AppContext, back: Scene | None, start: State | None = None) -> None:
        super().__init__(context, back)
        draft = Draft() if start is None else Draft.of(start)
        self.editor = DealEditor(draft, context.reply)
        self.line = TextLine("A deal or a position as text or PBN", self._written)
        self.scroll = Scroll()
        self.panel_open = False  # where the window is narrow
        self.targets.focus = "card SA"
        self._reached = ""
        self._origin = self._content = 0.0

    @property
    def draft(self) -> Draft:
        """The deal as it is now."""
        return self.editor.draft

    # -- what can be done --

    def play(self) -> None:
        """Play the deal: the person sits South, the engine North."""
        chosen = self.context.config.bridge
        rules = {
            "lead": chosen.lead,
            "notrump": "on" if chosen.notrump else "off",
            "doubles": "on" if chosen.doubles else "off",
            "scoring": chosen.scoring,
        }
        try:
            names = [level.name for level in registry.find("kibitz", "bridge").levels]
            level = chosen.level if chosen.level in names else names[-1]
            seats = (Seat("Kibitz", "engine", "kibitz", level), Seat("You"))
            session = Session.new("bridge", self.draft.rules(rules), seats)
        except KibitzError as error:
            self.context.reply(f"{str(error).rstrip('.')}.")
            return
        self.go(self.context.router.play(session, self))

    def look_up(self) -> None:
        """Ask the tables what every card of the play stage is worth."""
        try:
            position = str(self.draft.endgame())
        except KibitzError as error:
            self.context.reply(f"{str(error).rstrip('.')}.")
            return
        self.go(self.context.router.tables(self, position))

    def copy(self) -> None:
        """Put the deal on the clipboard as a line of text."""
        said = "Copied the deal." if widgets.put(self.draft.text()) else "There is no clipboard here."
        self.context.reply(said)

    def paste(self) -> None:
        """Take over the deal that is on the clipboard."""
        text = widgets.get()
        if not text.strip():
            self.context.reply("There is no deal on the clipboard.")
        else:
            self.editor.read(text)

    def drop(self, path: str) -> None:
        """Take over the deal in a file that was dropped on the window."""
        try:
            data = load(transfer.path_of(path), transfer.MOST_BYTES)
            text = data.decode("utf-8-sig")
        except KibitzError as error:
            self.context.reply(str(error))
        except UnicodeDecodeError:
            self.context.reply(f"{path} holds no deal.")
        else:
            self.editor.read(text)

    def _written(self, text: str) -> None:
        if text.strip() and self.editor.read(text):
            self.line.clear()

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.DROPFILE:
            self.drop(event.file)
            return self.next
        if self.line.handle(event) or self.scroll.handle(event, self.context.scale):
            return self.next
        if event.type == pygame.KEYDOWN and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            redo = self.editor.redo if event.mod & pygame.KMOD_SHIFT else self.editor.undo
            actions = {
                pygame.K_c: self.copy,
                pygame.K_v: self.paste,
                pygame.K_z: redo,
                pygame.K_y: self.editor.redo,
            }
            if event.key in actions:
                actions[event.key]()
                return self.next
        return super().handle(event)

    def commands(self) -> list[Command]:
        editor = self.editor
        return [
            Command(
                "N, S, T",
                tuple(partial(self._hand_over, to) for to in (NORTH, SOUTH, STOCK)),
                "give cards to North, to South, to the stock; at once the one that is chosen",
            ),
            Command("Enter", None, "give the chosen card, or take it away again"),
            Command(
                "F, X, E",
                (editor.fill, editor.swap, editor.empty),
                "fill both hands by chance, swap them, empty them",
            ),
            Command("U, R", (editor.undo, editor.redo), "undo, redo"),
            Command("C, V", (self.copy, self.paste), "copy and paste the deal as text"),
            Command("O", self.line.write, "write a deal"),
            Command(
                "P, L",
                (self.play, self._look_up_play),
                "play it; what is played in the open can be looked up",
            ),
            Command("K", self._toggle_panel),
            Command("Esc", self._toggle_panel, enabled=self.panel_open),
            *super().commands(),
        ]

    def _look_up_play(self) -> None:
        if self.draft.start == "play":
            self.look_up()

    def _hand_over(self, to: int) -> None:
        """Choose who gets cards; the card under the keyboard's focus goes there at once."""
        self.editor.give_to(to)
        word, _, name = self.targets.focus.partition(" ")
        card = next((card for card in range(52) if card_name(card) == name), None)
        if word == "card" and card is not None and self.targets.ring and self.draft.holder(card) != to:
            self.editor.give(card)

    def _toggle_panel(self) -> None:
        self.panel_open = not self.panel_open

    def update(self, seconds: float) -> Scene | None:
        self.line.update(seconds)
        self.context.room.poll()
        if self.targets.focus != self._reached:
            self._reached = self.targets.focus
            found = next((each for each in self.targets.all() if each.name == self._reached), None)
            if found is not None and found.within is not None and self.targets.ring:
                self.scroll.show(found.box[1] - self._origin, found.box[3])
        return super().update(seconds)

    def left(self) -> None:
        self.line.leave()

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self.context.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame, panel=False)
        right = frame.width if frame.drawer else frame.column
        margin = frame.margin
        room = (margin, BAR + 8, right - 2 * margin, frame.height - BAR - _FOOT - 16)
        draw_table(canvas, self.targets, room, self.draft, self.editor.give, self.editor.take, self.editor.to)
        self._draw_foot(canvas, frame, right)
        if not frame.drawer:
            self._draw_panel(canvas, frame, 0.0)
        canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
        draw_bar(canvas, frame, self, game="Honeymoon bridge", detail=self.title)
        shown = draw_drawer(canvas, frame, self.targets, self._toggle_panel, is_open=self.panel_open)
        if frame.drawer and shown:
            self._draw_panel(canvas, frame, BAR)
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _draw_foot(self, canvas: Canvas, frame: Frame, right: float) -> None:
        """The line for a deal as text, and the clipboard."""
        y = frame.height - _FOOT
        canvas.rule((0, y), (right, y), canvas.theme.colour.line)
        box = (frame.margin, y + 14, right - 2 * frame.margin - 2 * (_PASTE + 8), _BUTTON)
        self.targets.add("text", box, self.line.write, radius=8, about="Write a deal  (O)")
        self.line.place(canvas, box)
        self.line.draw(canvas)
        for number, (name, words, key, press) in enumerate(
            (("copy", "Copy", "C", self.copy), ("paste", "Paste", "V", self.paste))
        ):
            x = right - frame.margin - (2 - number) * _PASTE - (1 - number) * 8
            button(canvas, self.targets, name, (x, y + 14, _PASTE, _BUTTON), words, press, key=key)

    def _draw_panel(self, canvas: Canvas, frame: Frame, top: float) -> None:
        """What is chosen beside the cards, and the way to play."""
        colour = canvas.theme.colour
        ground = (frame.column, top, frame.panel_width, frame.height - top)
        canvas.fill(ground, colour.panel)
        canvas.rule((frame.column, top), (frame.column, frame.height), colour.line)
        if frame.drawer:
            self.targets.add("ground", ground, lambda: None)
        x, width = frame.column + frame.margin, frame.panel_width - 2 * frame.margin
        foot = frame.height - _FOOT
        view = (x - 8, BAR, width + 16, foot - BAR)
        self._origin = self.scroll.fit(view, self._content)
        seen = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect((frame.column, BAR, frame.panel_width, foot - BAR)))
        form = Form(canvas, self.targets, x, self._origin + 24, width, view=view)
        self._fill(form)
        self._content = form.y + 16 - self._origin
        canvas.surface.set_clip(seen)
        self.scroll.draw(canvas)
        canvas.rule((frame.column, foot), (frame.width, foot), colour.line)
        ready, half = not self.draft.missing, (width - 8) / 2
        wide = half if self.draft.start == "play" else width
        box = (x + width - wide, foot + 14, wide, _BUTTON)
        button(canvas, self.targets, "play", box, "Play it", self.play, key="P", primary=ready)
        if self.draft.start == "play":
            box = (x, foot + 14, half, _BUTTON)
            button(canvas, self.targets, "look up", box, "Look up", self.look_up, key="L")

    def _fill(self, form: Form) -> None:
        """The questions, from top to bottom."""
        editor, draft = self.editor, self.draft
        form.question("Give cards to")
        about = ("N", "S", "T: put on top of the stock")
        form.pills("to", ("North", "South", "Stock"), editor.to, editor.give_to, about)
        form.apart()
        form.question("Begin with the")
        words = tuple(start.capitalize() for start in STARTS)
        form.pills("start", words, STARTS.index(draft.start), editor.begin_at)
        form.apart()
        form.question(_FIRST_WORDS[draft.start])
        form.pills("first", ("North", "South"), draft.first, editor.seat_first)
        if draft.start != "auction":
            self._fill_contract(form)
        form.apart()
        form.question("Cards")
        self._fill_commands(form)
        form.note(draft.missing or self._stock_words())

    def _fill_contract(self, form: Form) -> None:
        form.apart()
        form.question("Contract" if self.draft.start == "exchange" else "Trumps")
        if self.draft.start == "exchange":
            bid = f"{self.draft.level}{_STRAIN_WORDS[self.draft.strain]}"
            form.stepper("level", f"{bid}, {self.draft.contract.needs} tricks", self.editor.change_level, 112)
        form.pills("strain", _STRAIN_WORDS, self.draft.strain, self.editor.choose_strain)
        assert len(_STRAIN_WORDS) == len(STRAINS) == NO_TRUMPS + 1

    def _fill_commands(self, form: Form) -> None:
        editor = self.editor
        commands = (
            ("fill", "Fill up", "F", editor.fill),
            ("swap", "Swap", "X", editor.swap),
            ("empty", "Empty", "E", editor.empty),
            ("undo", "Undo", "U", editor.undo),
        )
        half = (form.width - 8) / 2
        for number, (name, words, key, press) in enumerate(commands):
            box: Box = (
                form.left + (number % 2) * (half + 8),
                form.y + (number // 2) * (_BUTTON + 8),
                half,
                _BUTTON,
            )
            button(form.canvas, self.targets, name, box, words, press, key=key, within=form.view)
        form.y += 2 * (_BUTTON + 8) + 8

    def _stock_words(self) -> str:
        """How the stock lies, from the top."""
        if self.draft.start == "play":
            led = f" {card_words(self.draft.led)} was led." if self.draft.led is not None else ""
            tricks = self.draft.hands[0].bit_count()
            return f"{counted(tricks, 'trick')} {'is' if tricks == 1 else 'are'} played in the open.{led}"
        return "The stock from the top: " + " ".join(map(card_words, self.draft.stock))


# The deal editor: give every card to North, to South or to the stock, and play or look up what comes of it.

__all__ = ["DealEditorScene"]
