"""A list in the middle of the window, the file dialog that is made of it, and a line for the path of a file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path

import pygame

from game import places
from game.errors import KibitzError
from gui.ui.canvas import Canvas
from gui.ui.controls import button
from gui.ui.menu import Menu
from gui.ui.targets import Targets
from gui.ui.text_entry import LONGEST_PASTED, TextEntry

_WIDTH, _HEAD, _FOOT, _INSET = 440.0, 56.0, 60.0, 16.0


class Popup(Menu):
    """A list in the middle of the window, with a title and a button that closes it."""

    row = 40.0

    def __init__(self, targets: Targets) -> None:
        super().__init__(targets)
        self.title = ""

    def ask(
        self, title: str, options: Sequence[str], chosen: int | None, choose: Callable[[int], object]
    ) -> None:
        """Open with these options; `choose` is called with the number of the one that is taken."""
        self.title = title
        self.open(options, chosen, choose)

    def draw_over(self, canvas: Canvas) -> None:
        """Draw the list in the middle, over everything that was drawn before."""
        if not self.is_open:
            return
        colour = canvas.theme.colour
        width = min(_WIDTH, canvas.width - 32)
        height = min(_HEAD + self.row * len(self.options) + _FOOT, canvas.height - 32)
        x, y = (canvas.width - width) / 2, (canvas.height - height) / 2
        self._box = (x, y, width, height)
        canvas.veil((0, 0, canvas.width, canvas.height), colour.room, 0.6)
        self._targets.covered()
        canvas.panel(self._box, colour.panel, radius=12, edge=colour.line2)
        title = canvas.fitted(self.title, "body", width - 2 * _INSET)
        canvas.text((x + _INSET, y + _HEAD / 2), title, "body", colour.text)
        with self._targets.dialog(self.first):
            self.draw_options(canvas, (x + 8, y + _HEAD - 8, width - 16, height - _HEAD - _FOOT + 8))
            box = (x + width - _INSET - 96, y + height - _FOOT / 2 - 18, 96.0, 36.0)
            button(canvas, self._targets, "pick nothing", box, "Cancel", self.close)


def _home() -> Path:
    """A person's own folder, or where the program was started."""
    try:
        return Path.home().resolve()
    except RuntimeError:
        return Path.cwd()


class FileDialog(Popup):
    """Asks for a file: folders and the files with the right endings. `done` is called with the path of one.

    It opens where it was left.
    """

    def __init__(self, targets: Targets) -> None:
        super().__init__(targets)
        self.folder = Path()
        self._suffixes: Collection[str] = ()
        self._done: Callable[[Path], object] = lambda _: None
        self._takes_folder = False

    def ask_file(
        self,
        folder: Path,
        suffixes: Collection[str],
        done: Callable[[Path], object],
        *,
        takes_folder: bool = False,
    ) -> None:
        """Open where it was left, at first on a folder, or, where there is none such, on the first above it.

        With `takes_folder` the folder itself is chosen, and its files are only shown.
        """
        self._suffixes, self._done, self._takes_folder = suffixes, done, takes_folder
        if self.folder != Path():
            folder = self.folder
        self._show(next((each for each in (folder, *folder.parents) if each.is_dir()), _home()))

    def _show(self, folder: Path) -> None:
        self.folder = folder.resolve()
        try:
            paths = sorted(self.folder.iterdir(), key=lambda each: each.name.lower())
        except OSError:
            paths = []
        seen = [each for each in paths if not each.name.startswith(".")]
        folders = [each for each in seen if each.is_dir()]
        endings = tuple(self._suffixes)
        files = [each for each in seen if each.name.lower().endswith(endings) and each.is_file()]
        choices: list[tuple[str, Callable[[], object]]] = []
        if self._takes_folder:
            choices.append(("Take this folder", partial(self._done, self.folder)))
        if self.folder.parent != self.folder:
            choices.append(("Folder above  (Backspace)", partial(self._show, self.folder.parent)))
        if self.folder != _home():
            choices.append(("Your home folder", partial(self._show, _home())))
        choices += [(f"{each.name}/", partial(self._show, each)) for each in folders]
        for each in files:
            taken = self.folder if self._takes_folder else each
            choices.append((each.name, partial(self._done, taken)))
        words = [each for each, _ in choices]
        self.ask(places.shown(self.folder), words, None, lambda number: choices[number][1]())

    def handle(self, event: pygame.event.Event, scale: float) -> bool:
        """As any list; Backspace goes to the folder above."""
        if self.is_open and event.type == pygame.KEYDOWN and event.key == pygame.K_BACKSPACE:
            self._show(self.folder.parent)
            return True
        return super().handle(event, scale)


# A line for the path of a file: it opens what is written there, or saves there once that was asked for.


class PathLine(TextEntry):
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
        suffix: str = ".txt",
    ) -> None:
        super().__init__(hint, self._entered, longest=LONGEST_PASTED)
        self.saving = False
        self._open_path, self._save_to, self._reply = open_path, save_to, reply
        self._folder, self._suffix = folder, suffix
        self._replaces: Path | None = None  # the file that a second Enter replaces
        self._in_folder = False  # whether several files are saved in a folder

    @property
    def label(self) -> str:
        """Label of the line."""
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
        from game import transfer

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
