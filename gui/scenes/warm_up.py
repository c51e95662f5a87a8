"""The first start: kernels are compiled once, with progress, while a board draws itself."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from ai.compiled.warmup import Progress, start_warm_up
from game.zuniq import State
from gui.context import AppContext, Scene
from gui.games.zuniq.board_view import Geometry, Picture, draw_position
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import bar_of_progress, button
from gui.ui.layout import BAR

_PACE = 0.7  # seconds a wall
_REST = 2.5  # seconds the finished board stays
_SEED = 2021
_WIDEST, _TALLEST_BOARD = 480.0, 320.0


class WarmUpScene(Scene):
    """Progress of the compiling. It goes on beside the window when a person does not wait for it."""

    name = "warm_up"
    title = "First start"

    def __init__(self, context: AppContext, after: Scene) -> None:
        super().__init__(context)
        self.after = after
        self._chance = Random(_SEED)
        self._state = State.start()
        self._since = 0.0
        self._started = False
        self._progress = Progress()
        self.targets.focus = "go on"

    def entered(self) -> None:
        super().entered()
        if self.context.warming is None and not self._started:
            self.context.warming = start_warm_up()
        self._started = True

    def go_on(self) -> None:
        """Open Home now; the compiling goes on."""
        self.go(self.after)

    def commands(self) -> list[Command]:
        return [Command("Enter", None, "go on now"), Command("Esc", self.go_on), *super().commands()]

    def update(self, seconds: float) -> Scene | None:
        progress = self.context.compiling()
        if progress is None:
            self.go_on()
        else:
            self._progress = progress
        self._draw_itself(seconds)
        return super().update(seconds)

    def pulse(self) -> Hashable:
        return self._state.ply, min(self._since, self.context.theme.motion.long / 1000), self._progress

    def _draw_itself(self, seconds: float) -> None:
        """One more wall from time to time; a new game after the end of one."""
        self._since += seconds
        over = not self._state.legal
        if self._since < (_REST if over else _PACE):
            return
        self._since = 0.0
        if over:
            self._state = State.start()
        else:
            self._state = self._state.draw(self._chance.choice(self._state.legal))

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            low = frame.height < 520
            words = 172.0 if low else 232.0
            side = min(_TALLEST_BOARD, frame.height - BAR - words - (24 if low else 72))
            top = BAR + (frame.height - BAR - side - words) / 2
            box: Box = ((frame.width - side) / 2, top, side, side)
            motion = canvas.theme.motion.long / 1000
            grown = 1.0 if self.context.still else min(1.0, self._since / motion)
            picture = Picture(self._state, grown=1.0 - (1.0 - grown) ** 3)
            draw_position(canvas, Geometry.fit(self._state.grid, box, bare=True), picture)
            self._draw_words(canvas, top + side + (16 if low else 40), low)
            draw_bar(canvas, frame, self, game=self.title, compiling=False)

    def _draw_words(self, canvas: Canvas, y: float, low: bool) -> None:
        colour, progress, middle = canvas.theme.colour, self._progress, canvas.width / 2
        width = min(_WIDEST, canvas.width - 48)
        x = (canvas.width - width) / 2
        canvas.text((middle, y + 14), "Preparing the engines", "title", colour.text, "middle")
        text = "This happens only once. You can look around meanwhile."
        canvas.text((middle, y + 44), text, "body", colour.text2, "middle")
        y += 68 if low else 84
        share = progress.done / progress.total if progress.total else 0.0
        bar_of_progress(canvas, (x, y, width, 6), share)
        if progress.total:
            done = f"{progress.done} of {progress.total}"
            used = canvas.text((x + width, y + 22), done, "label", colour.text3, "right")
            name = canvas.fitted(progress.name, "label", width - used - 16)
            canvas.text((x, y + 22), name, "label", colour.text3)
        box = (middle - 88, y + (40 if low else 56), 176.0, 36.0)
        button(canvas, self.targets, "go on", box, "Go on now", self.go_on, primary=True)
