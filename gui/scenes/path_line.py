"""A line for the path of a file: it opens what is written there, or saves there once that was asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game import transfer
from game.errors import KibitzError
from gui.ui.widgets import TextLine


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

    @property
    def label(self) -> str:
        """What the line does."""
        return "Save as" if self.saving else "Open"

    def ask_save(self, path: Path) -> None:
        """Ask where to save; `path` stands there at first."""
        self.saving, self._replaces = True, None
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
            self._reply(str(error))

    def _save(self, text: str) -> None:
        path = self._folder() / transfer.path_of(text)  # a whole path stays as it is
        path = path if path.suffix else path.with_name(path.name + self._suffix)
        if path.exists() and path != self._replaces:
            self._replaces = path
            self.write()
            self._reply(f"{path.name} is there already. Enter once more replaces it.")
            return
        self._save_to(path)
        self.clear()
        self._reply(f"Saved as {path}.")
