"""The fonts that come with the program have every sign that it draws."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pygame
import pytest

from gui.ui.keyboard import US
from gui.ui.text import SIGNS, font_file

ROOT = Path(__file__).resolve().parents[2]
DRAWN = ("game", "ai", "gui", "cli")
# into files only: names of another program's columns, and marks of pages that a browser shows
WRITTEN = {ROOT / "cli" / name for name in ("solution_files.py", "setups.py", "drawn_pages.py")}
NO_SIGNS = "\ufeff\u200d\ufe0e\ufe0f"  # they are read or left out, never drawn
GREEK, CYRILLIC = range(0x386, 0x3CF), range(0x400, 0x460)
LATIN = range(0xA1, 0x180)


@cache
def font(weight: str) -> pygame.font.Font:
    pygame.font.init()
    return pygame.font.Font(font_file(weight), 40)


def looks(weight: str, sign: str) -> tuple[tuple[int, int], bytes]:
    picture = font(weight).render(f"a{sign}a", True, (255, 255, 255), (0, 0, 0))
    return picture.get_size(), pygame.image.tobytes(picture, "RGB")


def lacks(weight: str, sign: str) -> bool:
    """Return True if a font has only its box for a sign that it does not know."""
    return looks(weight, sign) == looks(weight, "\U000f0000")


@cache
def signs_in_the_program() -> set[str]:
    """Every sign of every text in the sources."""
    results: set[str] = set()
    for file in (file for name in DRAWN for file in (ROOT / name).rglob("*.py") if file not in WRITTEN):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                results.update(node.value)
    return results


@pytest.mark.parametrize("weight", ["regular", "bold"])
def test_every_sign_that_is_drawn_is_in_the_font(weight: str) -> None:
    assert lacks(weight, "\U000f0001")
    assert not lacks(weight, "a")
    letters = {chr(code) for each in (LATIN, GREEK, CYRILLIC) for code in each if chr(code).isalpha()}
    keys = {chr(code) for code in US.values() if 32 < code < 127}
    drawn = (signs_in_the_program() | letters | keys) - set(SIGNS) - set(NO_SIGNS)
    assert not sorted(sign for sign in drawn if ord(sign) >= 32 and lacks(weight, sign))


@pytest.mark.parametrize("weight", ["regular", "bold"])
def test_all_figures_are_equally_wide(weight: str) -> None:
    assert len({font(weight).size(figure)[0] for figure in "0123456789"}) == 1


def test_their_licence_lies_beside_them() -> None:
    licence = (Path(font_file("bold")).parent / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL Open Font License, Version 1.1" in licence
