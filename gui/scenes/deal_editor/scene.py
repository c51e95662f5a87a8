"""The deal editor's screen: the cards, what is to be chosen beside them, and a line for a deal as text."""

from __future__ import annotations

import pygame

from ai import registry
from game import transfer
from game.bridge import State
from game.bridge.cards import NO_TRUMPS, STRAINS, card_name
from game.errors import KibitzError
from game.record import Seat
from game.saving import load
from game.session import Session
from gui.bridge.table.cards import card_words
from gui.drawing import suits
from gui.drawing.canvas import Box, Canvas
from gui.drawing.letters import counted
from gui.frame.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.frame.controls import button
from gui.frame.drawer import draw_drawer
from gui.frame.layout import BAR, Frame
from gui.frame.scroll import Scroll
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.deal_editor.cards import draw_table
from gui.scenes.deal_editor.desk import Desk
from gui.scenes.deal_editor.draft import NORTH, SOUTH, STARTS, STOCK, Draft
from gui.scenes.new_game.form import Form
from gui.widgets import clipboard
from gui.widgets.text_line import TextLine

_FOOT, _BUTTON, _PASTE = 64.0, 36.0, 112.0
_FIRST_WORDS = {"auction": "Dealer", "exchange": "Declarer", "play": "On lead"}
_STRAIN_WORDS = (*suits.SIGNS, "NT")


class DealEditorScene(Scene):
    """One deal, to be dealt by hand. Everything that is done to it can be undone."""

    name = "deal_editor"
    title = "Deal editor"

    def __init__(self, salon: Salon, back: Scene | None, start: State | None = None) -> None:
        super().__init__(salon, back)
        draft = Draft() if start is None else Draft.of(start)
        self.desk = Desk(draft, salon.answer)
        self.line = TextLine("A deal or a position as text or PBN", self._written)
        self.scroll = Scroll()
        self.panel_open = False  # where the window is narrow
        self.targets.focus = "card SA"
        self._reached = ""
        self._origin = self._content = 0.0

    @property
    def draft(self) -> Draft:
        """The deal as it is now."""
        return self.desk.draft

    # -- what can be done --

    def play(self) -> None:
        """Play the deal: the person sits South, the engine North."""
        chosen = self.salon.config.bridge
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
            self.salon.answer(f"{str(error).rstrip('.')}.")
            return
        self.go(self.salon.doors.play(session, self))

    def look_up(self) -> None:
        """Ask the tables what every card of the play stage is worth."""
        try:
            position = str(self.draft.endgame())
        except KibitzError as error:
            self.salon.answer(f"{str(error).rstrip('.')}.")
            return
        self.go(self.salon.doors.tables(self, position))

    def copy(self) -> None:
        """Put the deal on the clipboard as a line of text."""
        said = "Copied the deal." if clipboard.put(self.draft.text()) else "There is no clipboard here."
        self.salon.answer(said)

    def paste(self) -> None:
        """Take over the deal that is on the clipboard."""
        text = clipboard.get()
        if not text.strip():
            self.salon.answer("There is no deal on the clipboard.")
        else:
            self.desk.read(text)

    def drop(self, path: str) -> None:
        """Take over the deal in a file that was dropped on the window."""
        try:
            data = load(transfer.path_of(path), transfer.MOST_BYTES)
            text = data.decode("utf-8-sig")
        except KibitzError as error:
            self.salon.answer(str(error))
        except UnicodeDecodeError:
            self.salon.answer(f"{path} holds no deal.")
        else:
            self.desk.read(text)

    def _written(self, text: str) -> None:
        if text.strip() and self.desk.read(text):
            self.line.clear()

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.DROPFILE:
            self.drop(event.file)
            return self.next
        if self.line.handle(event) or self.scroll.handle(event, self.salon.scale):
            return self.next
        if event.type == pygame.KEYDOWN and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            redo = self.desk.redo if event.mod & pygame.KMOD_SHIFT else self.desk.undo
            actions = {
                pygame.K_c: self.copy,
                pygame.K_v: self.paste,
                pygame.K_z: redo,
                pygame.K_y: self.desk.redo,
            }
            if event.key in actions:
                actions[event.key]()
                return self.next
        return super().handle(event)

    def key(self, event: pygame.event.Event) -> None:
        actions = {
            pygame.K_n: lambda: self._hand_over(NORTH),
            pygame.K_s: lambda: self._hand_over(SOUTH),
            pygame.K_t: lambda: self._hand_over(STOCK),
            pygame.K_f: self.desk.fill,
            pygame.K_x: self.desk.swap,
            pygame.K_e: self.desk.empty,
            pygame.K_u: self.desk.undo,
            pygame.K_r: self.desk.redo,
            pygame.K_p: self.play,
            pygame.K_l: self._look_up_play,
            pygame.K_c: self.copy,
            pygame.K_v: self.paste,
            pygame.K_o: self.line.write,
            pygame.K_k: self._toggle_panel,
        }
        if event.key == pygame.K_ESCAPE and self.panel_open:
            self.panel_open = False
        elif event.key in actions and not event.mod & pygame.KMOD_ALT:
            actions[event.key]()
        else:
            super().key(event)

    def _look_up_play(self) -> None:
        if self.draft.start == "play":
            self.look_up()

    def _hand_over(self, to: int) -> None:
        """Choose who gets cards; the card under the keyboard's focus goes there at once."""
        self.desk.give_to(to)
        word, _, name = self.targets.focus.partition(" ")
        card = next((card for card in range(52) if card_name(card) == name), None)
        if word == "card" and card is not None and self.targets.ring and self.draft.holder(card) != to:
            self.desk.give(card)

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("N, S, T", "give cards to North, to South, to the stock; at once the one that is chosen"),
            ("Enter", "give the chosen card, or take it away again"),
            ("F, X, E", "fill both hands by chance, swap them, empty them"),
            ("U, R", "undo, redo"),
            ("C, V", "copy and paste the deal as text"),
            ("O", "write a deal"),
            ("P, L", "play it; what is played in the open can be looked up"),
        ]

    def _toggle_panel(self) -> None:
        self.panel_open = not self.panel_open

    def update(self, seconds: float) -> Scene | None:
        self.line.update(seconds)
        self.salon.room.poll()
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
        frame = self.salon.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame, panel=False)
        right = frame.width if frame.drawer else frame.column
        margin = frame.margin
        room = (margin, BAR + 8, right - 2 * margin, frame.height - BAR - _FOOT - 16)
        draw_table(canvas, self.targets, room, self.draft, self.desk.give, self.desk.take, self.desk.to)
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
        form = Form(canvas, self.targets, view, x, self._origin + 24, width)
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
        desk, draft = self.desk, self.draft
        form.heading("Give cards to")
        about = ("N", "S", "T: put on top of the stock")
        form.pills("to", ("North", "South", "Stock"), desk.to, desk.give_to, about)
        form.apart()
        form.heading("Begin with the")
        words = tuple(start.capitalize() for start in STARTS)
        form.pills("start", words, STARTS.index(draft.start), desk.begin_at)
        form.apart()
        form.heading(_FIRST_WORDS[draft.start])
        form.pills("first", ("North", "South"), draft.first, desk.seat_first)
        if draft.start != "auction":
            self._fill_contract(form)
        form.apart()
        form.heading("Cards")
        self._fill_deeds(form)
        form.note(draft.missing or self._stock_words())

    def _fill_contract(self, form: Form) -> None:
        form.apart()
        form.heading("Contract" if self.draft.start == "exchange" else "Trumps")
        if self.draft.start == "exchange":
            bid = f"{self.draft.level}{_STRAIN_WORDS[self.draft.strain]}"
            form.stepper("level", f"{bid}, {self.draft.contract.needs} tricks", self.desk.rise, 112)
        form.pills("strain", _STRAIN_WORDS, self.draft.strain, self.desk.choose_strain)
        assert len(_STRAIN_WORDS) == len(STRAINS) == NO_TRUMPS + 1

    def _fill_deeds(self, form: Form) -> None:
        desk = self.desk
        deeds = (
            ("fill", "Fill up", "F", desk.fill),
            ("swap", "Swap", "X", desk.swap),
            ("empty", "Empty", "E", desk.empty),
            ("undo", "Undo", "U", desk.undo),
        )
        half = (form.width - 8) / 2
        for number, (name, words, key, press) in enumerate(deeds):
            box: Box = (
                form.x + (number % 2) * (half + 8),
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
