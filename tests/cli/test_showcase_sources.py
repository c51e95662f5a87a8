"""A showcase's source or file that is wrong gets one line, with the file and the place."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from assets.showcases import make
from game.errors import BadInput, BadRecord
from game.record import parse_record, seal
from game.showcase import FOLDER

ROOT = FOLDER.parent.parent
GAME = """title: Two walls
game: zuniq
rules: {dots: 2x2}
pace: 900
created: "2026-11-20T12:30:00Z"
seats: [{name: a}, {name: b}]
moves: A1h B1h
"""
BOOK = """title: A book
game: tetris
book: nonsense
seed: 1
pieces: 10
clears: 0
video: 0
nodes: 100
pace: 800
created: "2026-11-20T12:30:00Z"
seats: [{name: Stacker, kind: engine, engine: stacker, level: full}]
chapters: []
"""


def answer(*arguments: str) -> str:
    """Return the message of a command that fails: one line and no traceback."""
    command = [sys.executable, *arguments]
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy"}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 1, ended.stderr
    assert ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    assert not any(word in line for word in ("Error", "msgspec", "yaml.", "Traceback"))
    return line


def made(folder: Path, text: str) -> str:
    """Return the message about a source instead of a showcase."""
    source = folder / "small.yaml"
    source.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        make.build(source, 10)
    assert not (folder / "small.kibitz").exists(), "nothing is written"
    return str(caught.value)


@pytest.mark.parametrize(
    ("chapters", "text"),
    [
        (
            'chapters: [{at: 0, title: Start, remarks: [{text: "There are {wals} walls."}]}]',
            "small.yaml, chapter 1 ('Start'): there is no fact 'wals' here; known: all_zones, closed, fewest, ",
        ),
        (
            'chapters: [{at: 0, title: Start, caption: "Two walls, {wall} of them drawn."}]',
            "small.yaml, chapter 1 ('Start'): there is no fact 'wall' here; known: all_zones, fewest, grid_walls, ",
        ),
        (
            "chapters: [{at: 0, title: Start}, {at: 3, title: Beyond}]",
            "small.yaml, chapter 2 ('Beyond'): it is about ply 3, and the game ends at ply 2",
        ),
        (
            "chapters: [{at: 0, title: Start, remarks: [{at: 3, text: Late.}]}]",
            "small.yaml, chapter 1 ('Start'): a remark would be on ply 3; those of a chapter ascend, here from 0 to 2",
        ),
        (
            'chapters: [{at: 0, title: Start, caption: "It has 2 walls."}]',
            "small.yaml, chapter 1 ('Start'): 'It has 2 walls.' has a figure; write the fact that it is: all_zones, ",
        ),
        (
            'chapters: [{at: 0, title: Start, caption: "A brace { too many."}]',
            "small.yaml, chapter 1 ('Start'): 'A brace { too many.': ",
        ),
        ("chapters: [{at: 0}]", "small.yaml, chapters[0]: there is no title"),
        ("chapters: [{at: 0, title: Start, colour: red}]", "small.yaml, chapters[0]: "),
        ("chapters: [{at: 0, title: Start]", "small.yaml, line 8: "),
    ],
)
def test_a_source_that_is_wrong_is_named_with_its_place(tmp_path: Path, chapters: str, text: str) -> None:
    assert made(tmp_path, GAME + chapters).startswith(text)


def test_an_unknown_book_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    text = made(tmp_path, BOOK)
    assert text.startswith("small.yaml, book: there is no book 'nonsense'; known: bt-loop, hachispin-dpc, ")


def test_the_command_says_it_in_one_line(tmp_path: Path) -> None:
    source = tmp_path / "small.yaml"
    source.write_text(GAME + 'chapters: [{at: 0, title: Start, caption: "{wals} walls."}]', encoding="utf-8")
    text = answer("assets/showcases/make.py", str(source), "--iterations", "10")
    assert text.startswith("small.yaml, chapter 1 ('Start'): there is no fact 'wals' here; known: ")
    missing = answer("assets/showcases/make.py", "nothing-here")
    assert missing == "nothing-here.yaml cannot be read: No such file or directory"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"ply": 41}, "a chapter begins at ply 41, and the game ends at ply 40"),
        (
            {"remarks": [{"ply": 13, "text": "Late."}]},
            "a remark is on ply 13, and its chapter has the plies 33 to 40",
        ),
        (
            {"remarks": [{"ply": 34, "text": "One."}, {"ply": 34, "text": "Two."}]},
            "the remarks of a chapter have ascending plies",
        ),
    ],
)
def test_a_file_with_a_chapter_out_of_place_is_named_with_its_line(
    change: dict[str, object], text: str
) -> None:
    lines = (FOLDER / "zuniq-duel.kibitz").read_bytes().splitlines()[:-1]
    at = max(number for number, line in enumerate(lines) if line.startswith(b'{"line":"chapter"'))
    lines[at] = json.dumps(json.loads(lines[at]) | {"event": None} | change).encode()
    with pytest.raises(BadRecord, match=re.escape(f"late.kibitz, line {at + 1}: {text}.")):
        parse_record(seal(lines), "late.kibitz")


def test_a_damaged_file_is_named_by_the_command(tmp_path: Path) -> None:
    file = tmp_path / "damaged.kibitz"
    data = (FOLDER / "new-dt.kibitz").read_bytes()
    file.write_bytes(data.replace(b"Two rows", b"Six rows", 1))
    text = answer("main.py", "replay", str(file), "--verify")
    assert "damaged.kibitz, line" in text
    assert "the checksum does not fit" in text
