"""A fault of the program: what happened, where the game is, and the report to copy."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from game import log
from game.errors import KibitzError
from game.places import data_dir, prepare
from game.saving import save
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.ui import clipboard
from gui.ui.canvas import Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import button
from gui.ui.layout import BAR, Flow

_WIDEST, _BUTTON = 640.0, 36.0


class ErrorScene(Scene):
    """The scene after a fault: the game, a report, and a way back to the first scene."""

    name = "error"
    title = "Something went wrong"
    keys_title = "Errors"

    def __init__(self, context: AppContext, report: str) -> None:
        super().__init__(context)
        self.report = log.report(report)
        self.fault = (report.strip().splitlines() or ["no reason was given"])[-1]
        self.file: Path | None = None
        self.copied = False
        self.targets.focus = "go on"
        self._copy = ""
        self._game: Path | None = None

    def entered(self) -> None:
        super().entered()
        self._game = next((each.path for each in self.context.autosave.games()), None)
        if not self._copy:
            self._copy = self._keep()

    def _keep(self) -> str:
        """Put the report into a file; where it is, or why it is nowhere, as a sentence."""
        folder = data_dir() / "reports"
        path = folder / datetime.now(UTC).strftime("kibitz-%Y%m%d-%H%M%S.txt")
        try:
            reason = prepare(folder)
            if reason is None:
                save(path, self.report.encode("utf-8", "replace"))
                self.file = path
        except KibitzError as error:
            reason = str(error)
        return f"A report is in {path}." if reason is None else f"The report could not be saved. {reason}"

    @property
    def sentences(self) -> list[str]:
        """The words for a person: the fault, the game, the report."""
        game = f"Your game is safe in {self._game}." if self._game else "No game was open."
        return [f"Something went wrong in Kibitz: {self.fault}", game, self._copy]

    def copy(self) -> None:
        """Put the report on the clipboard."""
        self.copied = clipboard.put(self.report)
        if not self.copied:
            self.context.reply("There is no clipboard here; the report is in its file.")

    def go_on(self) -> None:
        """Back to the first scene, where the game can be taken up again."""
        self.go(to.Home())

    def leave(self) -> None:
        self.go(None)

    def commands(self) -> list[Command]:
        return [
            Command("C", self.copy, "copy the report"),
            Command("Esc", self.go_on, "go on at Home"),
            Command("Q", self.leave, "quit"),
            Command("Ctrl+C", self.copy),
            *super().commands(),
        ]

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            colour, low = canvas.theme.colour, frame.height < 480
            width = min(_WIDEST, frame.width - 2 * frame.margin)
            top = BAR + (16 if low else max(24.0, (frame.height - BAR) * 0.22))
            flow = Flow(canvas, self.targets, (frame.width - width) / 2, top, width)
            if not low:
                canvas.text((flow.left, top + 14), self.title, "title", colour.text)
                flow.y += 44
            for number, sentence in enumerate(self.sentences):
                place, ink = (flow.left, flow.y, width, 0.0), colour.text2 if number else colour.text
                flow.y += canvas.paragraph(place, sentence, "body", ink, 3) + 12
            flow.y += 12
            boxes = flow.split(3, _BUTTON, 16)
            copy = "Copied" if self.copied else "Copy the report" if boxes[0][2] > 170 else "Copy"
            button(canvas, self.targets, "go on", boxes[0], "Go on", self.go_on, primary=True)
            button(canvas, self.targets, "copy", boxes[1], copy, self.copy, key="C")
            button(canvas, self.targets, "quit", boxes[2], "Quit", self.leave, key="Q")
            draw_bar(canvas, frame, self, game=self.title if low else "")
