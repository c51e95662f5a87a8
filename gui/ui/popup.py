"""A list that opens over a scene: one entry is chosen, or Esc closes it.

Apart from `games`: a control that any scene may open, with a file dialog made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path

import pygame

from game import places, transfer
from game.errors import KibitzError
from gui.ui.canvas import Box, Canvas
from gui.ui.controls import button
from gui.ui.scroll import Scroll
from gui.ui.targets import Targets, inside
from gui.ui.widgets import TextLine

_WIDTH, _ROW, _HEAD, _FOOT, _INSET = 440.0, 40.0, 56.0, 60.0, 16.0


class Popup:
    """The list of `options` while it `is_open`. Its targets are called `pick 0` and so on."""

    def __init__(self) -> None:
        self.is_open = False
        self.title = ""
        self.options: Sequence[str] = ()
        self.chosen: int | None = None
        self.scroll = Scroll()
        self._choose: Callable[[int], object] = lambda _: None
        self._box: Box = (0.0, 0.0, 0.0, 0.0)

    def ask(
        self, title: str, options: Sequence[str], chosen: int | None, choose: Callable[[int], object]
    ) -> None:
        """Open with these options; `choose` is called with the number of the one that is taken."""
        self.is_open, self.title, self.options, self.chosen = True, title, tuple(options), chosen
        self._choose = choose
        self.scroll = Scroll()

    def close(self) -> None:
        """Choose nothing."""
        self.is_open = False

    def pick(self, number: int) -> None:
        """Take an option."""
        self.close()
        self._choose(number)

    def handle(self, event: pygame.event.Event, scale: float) -> bool:
        """Esc and a press outside close it; the wheel turns it. Whether the event was used."""
        if not self.is_open:
            return False
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.close()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            at = (event.pos[0] / scale, event.pos[1] / scale)
            if not inside(at, self._box):
                self.close()
                return True
        return self.scroll.handle(event, scale)

    def update(self, targets: Targets) -> None:
        """Keep what the keyboard has reached in sight."""
        if self.is_open:
            self.scroll.follow(targets)

    def draw(self, canvas: Canvas, targets: Targets) -> None:
        """Draw the list in the middle, over everything that was drawn before."""
        if not self.is_open:
            return
        colour = canvas.theme.colour
        width = min(_WIDTH, canvas.width - 32)
        rows = _ROW * len(self.options)
        height = min(_HEAD + rows + _FOOT, canvas.height - 32)
        x, y = (canvas.width - width) / 2, (canvas.height - height) / 2
        self._box = (x, y, width, height)
        canvas.veil((0, 0, canvas.width, canvas.height), colour.room, 0.6)
        targets.covered()
        canvas.panel(self._box, colour.panel, radius=12, edge=colour.line2)
        title = canvas.fitted(self.title, "body", width - 2 * _INSET)
        canvas.text((x + _INSET, y + _HEAD / 2), title, "body", colour.text)
        view = (x + 8, y + _HEAD - 8, width - 16, height - _HEAD - _FOOT + 8)
        with targets.dialog():
            self._draw_rows(canvas, targets, view)
            box = (x + width - _INSET - 96, y + height - _FOOT / 2 - 18, 96.0, 36.0)
            button(canvas, targets, "pick nothing", box, "Cancel", self.close)

    def _draw_rows(self, canvas: Canvas, targets: Targets, view: Box) -> None:
        colour = canvas.theme.colour
        top = self.scroll.fit(view, _ROW * len(self.options) + 8)
        order = list(range(len(self.options)))
        with canvas.clipped(view):
            for number in order:
                box = (view[0] + 4, top + 4 + number * _ROW, view[2] - 16, _ROW - 4)
                lit = targets.add(f"pick {number}", box, partial(self.pick, number), radius=8, within=view)
                if box[1] + box[3] < view[1] or box[1] > view[1] + view[3]:
                    continue
                if lit or number == self.chosen:
                    canvas.panel(box, colour.raised, radius=8)
                words = canvas.fitted(self.options[number], "body", box[2] - 2 * _INSET)
                canvas.text((box[0] + _INSET, box[1] + box[3] / 2), words, "body", colour.text)
        self.scroll.draw(canvas)


_ABOVE, _AT_HOME = "Folder above  (Backspace)", "Your home folder"


def _home() -> Path:
    """A person's own folder, or where the program was started."""
    try:
        return Path.home().resolve()
    except RuntimeError:
        return Path.cwd()


class FileDialog(Popup):
    """Asks for a file: folders and the files with the right endings. `done` is called with the path of one.

    It opens where it was left. That of pygame_gui cannot be used by keyboard, keeps its size at every scale, and
    deletes files for good.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path()
        self._suffixes: Collection[str] = ()
        self._done: Callable[[Path], object] = lambda _: None

    def ask_file(self, folder: Path, suffixes: Collection[str], done: Callable[[Path], object]) -> None:
        """Open where it was left, at first on a folder, or, where there is none such, on the first above it."""
        self._suffixes, self._done = suffixes, done
        if self.folder != Path():
            folder = self.folder
        self._show(next((each for each in (folder, *folder.parents) if each.is_dir()), _home()))

    def _show(self, folder: Path) -> None:
        self.folder = folder.resolve()
        try:
            found = sorted(self.folder.iterdir(), key=lambda each: each.name.lower())
        except OSError:
            found = []
        seen = [each for each in found if not each.name.startswith(".")]
        folders = [f"{each.name}/" for each in seen if each.is_dir()]
        endings = tuple(self._suffixes)
        files = [each.name for each in seen if each.name.lower().endswith(endings) and each.is_file()]
        above = [_ABOVE] if self.folder.parent != self.folder else []
        home = [_AT_HOME] if self.folder != _home() else []
        self.ask(places.shown(self.folder), [*above, *home, *folders, *files], None, self._take)

    def _take(self, number: int) -> None:
        name = self.options[number]
        if name in (_ABOVE, _AT_HOME):
            self._show(self.folder.parent if name == _ABOVE else _home())
        elif name.endswith("/"):
            self._show(self.folder / name)
        else:
            self._done(self.folder / name)

    def handle(self, event: pygame.event.Event, scale: float) -> bool:
        """As any list; Backspace goes to the folder above."""
        if self.is_open and event.type == pygame.KEYDOWN and event.key == pygame.K_BACKSPACE:
            self._show(self.folder.parent)
            return True
        return super().handle(event, scale)


# A line for the path of a file: it opens what is written there, or saves there once that was asked for.


class PathLine(TextLine):
    """Enter calls `open_path` with the text, or while `saving` `save_to` with a path that `suffix` ends by default.

    A path is taken from `folder`. A file that is there is replaced by a second Enter. `reply` says what was done; both
    calls may raise `KibitzError`.
    """

    def __init__(
        self,
        hint: str,
        open_path: Callable[[str], object],
        save_to: Callable[[Path], object],
        reply: Callable[[str], object],
        folder: Callable[[], Path],
        suffix: str = transfer.TEXT_SUFFIX,
    ) -> None:
        super().__init__(hint, self._entered)
        self.saving = False
        self._open_path, self._save_to, self._reply = open_path, save_to, reply
        self._folder, self._suffix = folder, suffix
        self._replaces: Path | None = None  # the file that a second Enter replaces
        self._in_folder = False  # whether several files are saved in a folder

    @property
    def label(self) -> str:
        """What the line does."""
        return "Save as" if self.saving else "Open"

    def ask_save(self, path: Path, *, folder: bool = False) -> None:
        """Ask where to save, or for the `folder` to save in; `path` stands there at first."""
        self.saving, self._replaces, self._in_folder = True, None, folder
        self.write(str(path))

    def clear(self) -> None:
        self.saving, self._replaces = False, None
        super().clear()

    def _entered(self, text: str) -> None:
        try:
            if self.saving:
                self._save(text)
            else:
                self._open_path(text)
        except (KibitzError, OSError, ValueError) as error:
            self.correct()
            self._reply(str(error))

    def _save(self, text: str) -> None:
        path = self._folder() / transfer.path_of(text)  # a whole path stays as it is
        if not path.suffix and not self._in_folder:
            path = path.with_name(path.name + self._suffix)
        if path.exists() and path != self._replaces and not (self._in_folder and path.is_dir()):
            self._replaces = path
            self.write()
            self._reply(f"{path.name} already exists. Press Enter again to replace it.")
            return
        self._save_to(path)
        self.clear()
        self._reply(f"Saved as {path}.")
