"""Contents of a wheel: the code and what it shows, all below the one package `kibitz`."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
CONTENT = ("ai", "assets", "bench", "books", "cli", "game", "gui", "config.yaml", "main.py")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.nb[ic]", ".*")
PACK = (
    ROOT / "kibitz" / "kernels.zst"
)  # made by packaging/kernels.py, for one Python on one kind of processor
PICTURES = os.environ.get(
    "KIBITZ_PICTURES", ""
)  # where `docs/` is published: an index shows no relative pictures


class BuildPackage(build_py):
    """Copies everything below `kibitz/`. An editable installation finds it in the checkout."""

    def run(self) -> None:
        shutil.rmtree(
            self._folder, ignore_errors=True
        )  # of an earlier build: nothing that is gone since may stay
        super().run()
        if self.editable_mode:
            return
        for name in CONTENT:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, self._folder / name, ignore=LEFT_OUT)
            else:
                shutil.copy(ROOT / name, self._folder / name)

    @property
    def _folder(self) -> Path:
        return Path(self.build_lib) / "kibitz"

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        return sorted({*super().get_outputs(include_bytecode), *map(str, self._copied())})

    def _copied(self) -> Iterator[Path]:
        return (path for path in self._folder.rglob("*") if path.is_file())


class ForOneMachine(Distribution):
    """With compiled kernels in it, a wheel is for one version of Python on one platform."""

    def has_ext_modules(self) -> bool:
        return PACK.exists()


def described() -> str:
    """The README, its pictures at the place where they are published, if there is one."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.sub(r"\]\((docs/)", rf"]({PICTURES.rstrip('/')}/\1", text) if PICTURES else text


setup(
    cmdclass={"build_py": BuildPackage},
    distclass=ForOneMachine,
    long_description=described(),
    long_description_content_type="text/markdown",
)
