"""Places of files: what comes with Kibitz, and a user's own saved games, configuration, log and cache.

The user's places are those of the platform. The environment variable `KIBITZ_HOME` moves all four below one
folder, for a portable installation and for tests.
"""

from __future__ import annotations

import importlib.resources
import os
import tempfile
from pathlib import Path

import platformdirs

HOME_VARIABLE = "KIBITZ_HOME"
APPLICATION = "kibitz"
_BLOCK = 4096  # bytes: what a disk hands out at the least


def shipped(*names: str) -> Path:
    """A file or folder that comes with Kibitz, by its path beside `game`: in a checkout or an installed package."""
    return Path(str(importlib.resources.files("game"))).resolve().parent.joinpath(*names)


def data_dir() -> Path:
    """The folder for what a user would miss: saved games. It may not exist yet."""
    return _below_home("data") or platformdirs.user_data_path(APPLICATION, appauthor=False)


def config_dir() -> Path:
    """The folder for the user's `config.yaml`. It may not exist yet."""
    return _below_home("config") or platformdirs.user_config_path(APPLICATION, appauthor=False)


def state_dir() -> Path:
    """The folder for what tells of the past and nobody would miss: the log. It may not exist yet."""
    return _below_home("state") or platformdirs.user_state_path(APPLICATION, appauthor=False)


def cache_dir() -> Path:
    """The folder for what can be made again: compiled kernels, the index of the saved games. It may not exist yet."""
    return _below_home("cache") or platformdirs.user_cache_path(APPLICATION, appauthor=False)


def shown(path: Path) -> str:
    """A path as people write it, `~` for their home."""
    try:
        return (Path("~") / path.relative_to(Path.home())).as_posix()
    except (ValueError, RuntimeError):
        return str(path)


def _below_home(name: str) -> Path | None:
    home = os.environ.get(HOME_VARIABLE, "").strip()
    return Path(os.path.expanduser(home)).absolute() / name if home else None


def prepare(folder: Path) -> str | None:
    """None once `folder` exists and a file can be written in it; otherwise the reason, as a sentence.

    Nothing is left behind in the folder. Permission bits alone do not tell (root, network drives, full
    disks), so a block is really written to a file without a name.
    """
    if not folder.is_absolute():  # the platform knows no home: never make a folder called "~" somewhere
        return f"No home folder is known; set {HOME_VARIABLE} to a folder that can be written."
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            file.write(bytes(_BLOCK))
            return None
    except OSError as error:
        return f"The folder {folder} cannot be written: {error.strerror or error}."
