"""The system's clipboard, which may be missing: then nothing is copied, and nothing is there."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pygame

from gui.ui import x11_clipboard

MOST = 1_000_000  # letters; but for replays, nothing that is pasted here is longer


def put(text: str) -> bool:
    """Copy `text`; whether that was possible."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, AttributeError, ValueError):
        return False
    return True


_PICTURE_SECONDS = 5.0
_MAC = "on run given\nset the clipboard to (read (POSIX file (item 1 of given)) as «class PNGf»)\nend run"
_WINDOWS = (
    "Add-Type -AssemblyName System.Windows.Forms, System.Drawing; "
    "$picture = [Drawing.Image]::FromFile($env:KIBITZ_PICTURE); "
    "[Windows.Forms.Clipboard]::SetImage($picture); $picture.Dispose()"
)


def put_picture(png: bytes) -> bool:
    """Copy a picture; whether that was possible.

    SDL copies text only, so a program of the system does it: `wl-copy` or `xclip` where one is installed, `osascript`,
    or PowerShell.
    """
    with tempfile.TemporaryDirectory(prefix="kibitz-picture-") as folder:
        file = Path(folder, "picture.png")
        file.write_bytes(png)
        for command in _picture_commands(file):
            if shutil.which(command[0]) is None:
                continue
            with contextlib.suppress(OSError, subprocess.TimeoutExpired), file.open("rb") as content:
                done = subprocess.run(
                    command,
                    stdin=content,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=os.environ | {"KIBITZ_PICTURE": str(file)},
                    timeout=_PICTURE_SECONDS,
                    check=False,
                )
                if done.returncode == 0:
                    return True
    return False


def _picture_commands(file: Path) -> list[list[str]]:
    """The programs that may copy a picture here, the best first."""
    if sys.platform == "darwin":
        return [["osascript", "-e", _MAC, str(file)]]
    if sys.platform == "win32":
        return [["powershell", "-NoProfile", "-STA", "-Command", _WINDOWS]]
    wayland = [["wl-copy", "--type", "image/png"]] if os.environ.get("WAYLAND_DISPLAY") else []
    return [*wayland, ["xclip", "-selection", "clipboard", "-t", "image/png", "-i"]]


def get(most: int = MOST) -> str:
    """The text on the clipboard, so many letters at most; empty where there is none or no clipboard."""
    try:
        text = str(pygame.scrap.get_text())
    except (pygame.error, AttributeError, UnicodeError):
        text = ""
    if not text and pygame.display.get_init() and pygame.display.get_driver() == "x11":
        text = x11_clipboard.text(most)
    return text[:most]
