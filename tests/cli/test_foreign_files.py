import json
import os
from pathlib import Path

import pytest

from cli.terminal import MOST_LETTERS, printable
from game.record import seal
from tests.cli.running import Run

READERS = {
    "tetris equity": "pipe",
    "tetris pc --queue IOTLJSZ": "pipe",
    "book info": "pipe.kbook",
    "book build": "pipe.txt",
    "book lookup bt-loop --queue IOTLJSZ": "pipe",
    "replay --verify": "pipe",
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
def test_a_pipe_with_a_name_is_refused_by_whoever_reads_a_file(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "pipe.kbook").symlink_to("pipe")
    (tmp_path / "pipe.txt").symlink_to("pipe")
    for command, name in READERS.items():
        run(command, name).assert_refused(1, name, "not an ordinary file")
    assert "not an ordinary file" in run("config check pipe").err
    run("tetris equity .").assert_refused(1, "not an ordinary file")


def test_texts_of_files_are_printed_without_escape_sequences(run: Run, tmp_path: Path) -> None:
    header = {"format": "kibitz", "version": 1, "game": "zuniq", "\x1b]0;owned\x07\x1b[31mred\x9b1m\u202e": 1}
    (tmp_path / "escapes.kibitz").write_bytes(seal([json.dumps(header).encode(), b"{}"]))
    done = run("replay escapes.kibitz --verify")
    done.assert_refused(1, "escapes.kibitz, line 1", "red")
    assert done.err.strip().isprintable()
    assert "owned" not in done.err


def test_no_line_on_stderr_is_longer_than_can_be_read(run: Run, tmp_path: Path) -> None:
    header = {"format": "kibitz", "version": 1, "x" * 200_000: 1}
    (tmp_path / "long.kibitz").write_bytes(seal([json.dumps(header).encode(), b"{}"]))
    for command in ("replay long.kibitz --verify", "tetris perft --queue I " + "9" * 50_000):
        done = run(command)
        assert done.status != 0
        assert done.err.startswith("error: ")
        assert done.err.count("\n") == 1
        assert len(done.err) < MOST_LETTERS + 20


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;http://x\x1b\\link", "link"),
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x9b2Jgone\x9d0;t\x9c", "gone"),
        ("\x1bcreset\r\x00\x7f", "reset"),
        ("two\nlines\t…", "two\nlines\t…"),
    ],
)
def test_what_a_terminal_would_obey_is_left_out(text: str, left: str) -> None:
    assert printable(text) == left
