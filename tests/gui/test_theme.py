"""The palette keeps what it says of itself, and amber belongs to opinions alone."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from gui.ui.text import as_figure
from gui.ui.theme import Rgb, ThemeName, theme

THEMES: tuple[ThemeName, ...] = ("dark", "light")
TEXTS = ("text", "text2", "text3", "amber_text")
GROUNDS = ("room", "panel", "raised")
MARKS = ("focus", "amber_line", "dot", "wall_white_edge", "wall_black_edge")


def luminance(colour: Rgb) -> float:
    """The relative luminance of WCAG 2."""
    parts = [c / 255 for c in colour]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Rgb, second: Rgb) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colour(name: ThemeName, key: str) -> Rgb:
    result: Rgb = getattr(theme(name).colour, key)
    return result


def claims(name: ThemeName, root: Path) -> list[tuple[str, str, float]]:
    """Return the claims in the comments of the palette: colour, ground, ratio."""
    text = (root / "assets" / "palette.yaml").read_text(encoding="utf-8")
    part = re.search(rf"^{name}:\n(.*?)(?=^\w)", text, re.M | re.S)
    assert part
    results = []
    for line in part[1].splitlines():
        entry = re.match(r"  (\w+): \"#\w+\" *# (.*)", line)
        if entry:
            key, words = entry.groups()
            results += [(key, ground, float(ratio)) for ground, ratio in re.findall(r"(\w+) (\d+\.\d)", words)
                      if ground != "on"]  # fmt: skip
            results += [
                (key, ground, float(ratio)) for ratio, ground in re.findall(r"(\d+\.\d) on (\w+)", words)
            ]
    return results


@pytest.mark.parametrize("name", THEMES)
def test_every_contrast_that_the_palette_claims_is_so(name: ThemeName, root: Path) -> None:
    results = claims(name, root)
    assert len(results) >= 15
    wrong = [
        f"{key} on {ground}: {contrast(colour(name, key), colour(name, ground)):.2f}, not {ratio}"
        for key, ground, ratio in results
        if abs(contrast(colour(name, key), colour(name, ground)) - ratio) > 0.06
    ]
    assert not wrong


@pytest.mark.parametrize("name", THEMES)
def test_all_text_can_be_read_on_every_ground(name: ThemeName) -> None:
    pairs = [*product(TEXTS, GROUNDS), ("amber_ink", "amber"), ("zone_text", "zone")]
    assert [pair for pair in pairs if contrast(*(colour(name, key) for key in pair)) < 4.5] == []


@pytest.mark.parametrize("name", THEMES)
def test_every_mark_that_means_something_can_be_seen(name: ThemeName) -> None:
    assert [key for key in MARKS if contrast(colour(name, key), colour(name, "room")) < 3] == []


@pytest.mark.parametrize("name", THEMES)
def test_no_text_is_smaller_than_can_be_read(name: ThemeName) -> None:
    assert {style: kind.size for style, kind in theme(name).type.items() if kind.size < 14} == {}


def test_no_colour_is_named_outside_the_palette(root: Path) -> None:
    named = {
        str(path.relative_to(root)): results
        for path in (root / "gui").rglob("*.py")
        if (results := re.findall(r"[\"']#[0-9A-Fa-f]{6}[\"']|Color\(", path.read_text(encoding="utf-8")))
    }
    assert named == {}


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("-0.0", "0.0"),
        ("+0.0", "0.0"),
        ("-0.04", "–0.04"),
        ("-0.00 rows", "0.00 rows"),
        ("+1.5", "+1.5"),
        ("-0", "0"),
    ],
)
def test_what_is_rounded_to_nothing_has_no_sign(written: str, shown: str) -> None:
    assert as_figure(written) == shown


@pytest.mark.parametrize("skin", ["kibitz", "guideline", "grey"])
@pytest.mark.parametrize("name", ["dark", "light"])
def test_every_skin_can_be_seen_and_told_from_garbage(name: ThemeName, skin: str) -> None:
    result = theme(name, skin=skin)
    fills = [result.pieces[letter].fill for letter in "IOTLJSZ"]
    assert len(set(fills)) == 7
    assert result.pieces["garbage"].fill not in fills
    assert {result.pieces[letter].pattern for letter in "IOTLJSZ"} == {
        theme(name).pieces[letter].pattern for letter in "IOTLJSZ"
    }


@pytest.mark.parametrize("skin", ["kibitz", "guideline", "grey"])
def test_every_piece_stands_out_from_the_well_of_both_themes(skin: str) -> None:
    dark, light = theme("dark", skin=skin), theme("light", skin=skin)
    for letter in "IOTLJSZ":
        assert contrast(dark.pieces[letter].fill, dark.colour.well) >= 3.0
        assert contrast(light.pieces[letter].edge, light.colour.well) >= 3.0


@pytest.mark.parametrize("name", ["dark", "light"])
def test_four_colours_can_be_read_on_cards_and_in_text(name: ThemeName) -> None:
    result, usual = theme(name, four_colours=True), theme(name)
    assert len(set(result.card_suits)) == 4
    assert len(set(usual.card_suits)) == 2
    for ink in result.card_suits:
        assert contrast(ink, result.colour.card) >= 4.5
    for sign in result.suit_signs:
        assert sign is None or contrast(sign, result.colour.panel) >= 4.5
