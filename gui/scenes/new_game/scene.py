"""A new game: what the game lets one choose, the board as it will be, and the way to begin."""

from __future__ import annotations

import pygame

from game.errors import KibitzError
from gui.context import AppContext, Scene
from gui.games.previews import draw_preview
from gui.games.registry import ui_of
from gui.scenes.new_game.choices import Choices
from gui.scenes.new_game.form import Form
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.ui.commands import Command
from gui.ui.controls import PILL, button
from gui.ui.layout import BAR, Frame
from gui.ui.scroll import Scroll

_CHOICES, _CARD, _GAP = 560.0, 320.0, 48.0
_FOOT, _TALL = 64.0, 560.0


class NewGameScene(Scene):
    """The choices of a new game on one quiet screen. They are remembered when the game begins."""

    name = "new_game"
    title = "New game"

    def __init__(self, context: AppContext, back: Scene | None, choices: Choices) -> None:
        super().__init__(context, back)
        self.choices = choices
        self.ui = ui_of(choices.game)
        self.scroll = Scroll()
        self.targets.focus = "start"
        self._reached = "start"
        self._content = 0.0
        self._origin = 0.0

    def start(self) -> None:
        """Begin the game, and remember what was chosen."""
        changes = self.choices.changes(self.context.config)
        if changes:
            self.context.change_all(changes)
        try:
            self.go(self.choices.begin(self.context, self.back or self))
        except KibitzError as error:
            self.context.reply(str(error))

    # -- events --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if self.scroll.handle(event, self.context.scale):
            return self.next
        return super().handle(event)

    def commands(self) -> list[Command]:
        extra = self.choices.extra()
        return [
            Command("S", self.start, "begin"),
            *(Command(keys, None, words) for keys, words in self.choices.keys()),
            Command("Enter", None, "choose, or begin"),
            Command(extra.keys, extra.run),
            *super().commands(),
        ]

    def key(self, event: pygame.event.Event) -> None:
        if not self.choices.key(event, self.targets.focus):
            super().key(event)

    def update(self, seconds: float) -> Scene | None:
        """Turn to the other game where that was chosen; scroll to what the keyboard has reached."""
        if self.choices.instead:
            scene = self.context.router.new_game(self.back or self, self.choices.instead)
            scene.targets.focus = self.targets.focus
            self.choices.instead = ""
            self.go(scene)
            return self.next
        if self.targets.focus != self._reached:
            self._reached = self.targets.focus
            found = next((each for each in self.targets.all() if each.name == self._reached), None)
            if found is not None and found.within is not None and self.targets.ring:
                self.scroll.show(found.box[1] - self._origin, found.box[3])
        return super().update(seconds)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self.context.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame, panel=False)
        margin = frame.margin
        if frame.width >= _CHOICES + _CARD + _GAP + 2 * margin:
            left = (frame.width - _CHOICES - _GAP - _CARD) / 2
            self._draw_choices(canvas, (left, BAR, _CHOICES, frame.height - BAR))
            self._draw_card(canvas, frame, left + _CHOICES + _GAP)
        else:
            room = (margin, BAR, frame.width - 2 * margin, frame.height - BAR - _FOOT)
            self._draw_choices(canvas, room)
            self._draw_foot(canvas, frame)
        canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
        draw_bar(canvas, frame, self, game=self.ui.title, detail=self.title)
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _draw_choices(self, canvas: Canvas, view: Box) -> None:
        """Everything that can be chosen, in a column that scrolls where it is too long."""
        x, _, width, _ = view
        reach = (x - 8, view[1], width + 16, view[3])
        air = min((view[3] - _TALL) / 2 - 24, view[3] - self._content)  # in line with the card's top
        self._origin = self.scroll.fit(reach, self._content) + max(0.0, air)
        seen = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect((x - 16, view[1], width + 32, view[3])))
        form = Form(canvas, self.targets, x, self._origin + 24, width, view=self.scroll.view)
        self.choices.fill(form)
        self._content = form.y + 16 - self._origin
        canvas.surface.set_clip(seen)
        self.scroll.draw(canvas)

    def _draw_card(self, canvas: Canvas, frame: Frame, x: float) -> None:
        """The board as it will be, what was chosen, and the way to begin."""
        colour = canvas.theme.colour
        height = min(_TALL, frame.height - BAR - 48)
        y = BAR + (frame.height - BAR - height) / 2
        canvas.panel((x, y, _CARD, height), colour.panel, radius=12, edge=colour.line)
        side = min(_CARD - 48, height - 240)
        if side >= 80:
            box = (x + (_CARD - side) / 2, y + 24, side, side)
            draw_preview(canvas, box, self.choices.position())
        y += height - 192
        self.choices.draw_summary(canvas, (x + 24, y, _CARD - 48, 84))
        self._draw_buttons(canvas, (x + 24, y + 88), (x + 24, y + 132), _CARD - 48)

    def _draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        """The buttons at the bottom, where there is no room for the card."""
        y = frame.height - _FOOT
        canvas.rule((0, y), (frame.width, y), canvas.theme.colour.line)
        half = min(240.0, (frame.width - 2 * frame.margin - 16) / 2)
        top = y + (_FOOT - PILL) / 2
        self._draw_buttons(canvas, (frame.margin, top), (frame.width - frame.margin - half, top), half)

    def _draw_buttons(self, canvas: Canvas, first: Point, second: Point, width: float) -> None:
        extra, words = self.choices.extra(), self.choices.start_words
        button(
            canvas, self.targets, extra.name, (*first, width, PILL), extra.label, extra.press, key=extra.keys
        )
        button(canvas, self.targets, "start", (*second, width, PILL), words, self.start, primary=True)
