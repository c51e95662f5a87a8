"""A new game: one screen for all games, and what each game has to choose."""

from __future__ import annotations

import pygame

from game.errors import KibitzError
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games.registry import draw_preview, ui_of
from gui.scenes.form import Form
from gui.scenes.new_game.choices import Choices
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import PILL, button
from gui.ui.layout import BAR, Frame
from gui.ui.scroll import Scroll

_CHOICES, _CARD, _GAP = 560.0, 320.0, 48.0
_FOOT, _TALL = 64.0, 560.0
_ROOMY = 712.0  # units of height from which there is room below the card
_LEARN = "Learn this by playing"


class NewGameScene(Scene):
    """The choices of a new game on one quiet screen. They are remembered when the game begins."""

    name = "new_game"
    title = "New game"

    def __init__(
        self, context: AppContext, back: Scene | None, choices: Choices, after: Scene | None = None
    ) -> None:
        """`after` is where the game that begins leads back to; None: to where one came from, as Esc here."""
        super().__init__(context, back)
        self.after = after or back or self
        self.choices = choices
        choices.reply = context.reply
        self.ui = ui_of(choices.game)
        self.scroll = Scroll()
        self.targets.focus = "start"

    def start(self) -> None:
        """Begin the game, and remember what was chosen."""
        changes = self.choices.changes(self.context.config)
        if changes:
            self.context.change_all(changes)
        try:
            self.go(self.choices.begin(self.context, self.after))
        except KibitzError as error:
            self.context.reply(str(error))

    def learn(self) -> None:
        """Open the lessons, at those of this game."""
        self.go(to.Lessons(self.choices.game))

    def rules(self) -> tuple[str, str] | None:
        try:
            return self.ui.language.rules(self.choices.position())
        except KibitzError:  # what is chosen does not make a game; the button says so
            return None

    def learns(self) -> str:
        return self.choices.game

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
            *self.choices.commands(),
            Command("L", self.learn, "learn this game by playing"),
            *super().commands(),
        ]

    def key(self, event: pygame.event.Event) -> None:
        if not self.choices.key(event):
            super().key(event)

    def update(self, seconds: float) -> Scene | None:
        """Turn to the other game where that was chosen; scroll to what the keyboard has reached."""
        if self.choices.instead:
            scene = self.context.scene(to.NewGame(self.choices.instead, after=self.after), self.back or self)
            scene.targets.focus = self.targets.focus
            self.choices.instead = ""
            self.go(scene)
            return self.next
        self.scroll.follow(self.targets)
        return super().update(seconds)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            margin = frame.margin
            if self._has_card(frame.width):
                left = (frame.width - _CHOICES - _GAP - _CARD) / 2
                self._draw_choices(canvas, (left, BAR, _CHOICES, frame.height - BAR))
                self._draw_card(canvas, frame, left + _CHOICES + _GAP)
            else:
                self._draw_choices(
                    canvas, (margin, BAR, frame.width - 2 * margin, frame.height - BAR - _FOOT)
                )
                self._draw_foot(canvas, frame)
            canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
            game = self.ui.language.title_of(self.choices.position())
            draw_bar(canvas, frame, self, game=game, detail=self.title)

    @staticmethod
    def _has_card(width: float) -> bool:
        """Return True if a window is wide enough for the card beside the choices."""
        return width >= _CHOICES + _CARD + _GAP + 2 * Frame.of(width, 0).margin

    def _draw_choices(self, canvas: Canvas, place: Box) -> None:
        """Everything that can be chosen, in a column that scrolls where it is too long."""
        x, y, width, height = place
        down = max(0.0, min((height - _TALL) / 2 - 24, height - self.scroll.content))  # in line with the card
        view = (x - 8, y, width + 16, height)
        with Form.scrolling(canvas, self.targets, self.scroll, view, down=down) as form:
            self.choices.fill(form)
            if not (self._has_card(canvas.width) and canvas.height >= _ROOMY):
                form.button("learn", _LEARN, "L", self.learn)

    def _draw_card(self, canvas: Canvas, frame: Frame, x: float) -> None:
        """The board as it will be, what was chosen, and the way to begin."""
        colour = canvas.theme.colour
        height = min(_TALL, frame.height - BAR - 48)
        y = BAR + (frame.height - BAR - height) / 2
        canvas.panel((x, y, _CARD, height), colour.panel, radius=12, edge=colour.line)
        teaches = frame.height >= _ROOMY
        below = 236 if teaches else 192
        side = min(_CARD - 48, height - below - 48)
        if side >= 80:
            box = (x + (_CARD - side) / 2, y + 24, side, side)
            draw_preview(canvas, box, self.choices.position())
        x, y, width = x + 24, y + height - below, _CARD - 48
        styles = (("label", colour.text3, 0), ("body", colour.text, 32), ("label", colour.text2, 58))
        for words, (style, ink, down) in zip(self.choices.summary(), styles, strict=True):
            canvas.text((x, y + down), canvas.fitted(words, style, width), style, ink)
        self._draw_buttons(canvas, (x, y + 88, width, PILL), (x, y + 132, width, PILL))
        if teaches:
            button(canvas, self.targets, "learn", (x, y + 176, width, PILL), _LEARN, self.learn, key="L")

    def _draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        """The buttons at the bottom, where there is no room for the card."""
        y = frame.height - _FOOT
        canvas.rule((0, y), (frame.width, y), canvas.theme.colour.line)
        half = min(240.0, (frame.width - 2 * frame.margin - 16) / 2)
        top = y + (_FOOT - PILL) / 2
        right = frame.width - frame.margin - half
        self._draw_buttons(canvas, (frame.margin, top, half, PILL), (right, top, half, PILL))

    def _draw_buttons(self, canvas: Canvas, first: Box, second: Box) -> None:
        extra, words = self.choices.extra(), self.choices.start_words
        button(canvas, self.targets, extra.name, first, extra.label, extra.press, key=extra.keys)
        button(canvas, self.targets, "start", second, words, self.start, primary=True)
