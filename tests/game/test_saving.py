import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from game.errors import BadInput, NotSaved
from game.saving import load, save, text_of

OLD, NEW = b"the old game", b"the new game, which is longer"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that holds the old game, alone in its folder."""
    place = tmp_path / "game.kibitz"
    place.write_bytes(OLD)
    return place


def test_the_new_file_takes_the_place_of_the_old_one(path: Path) -> None:
    save(path, NEW)
    assert path.read_bytes() == NEW
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_a_disk_that_fails_leaves_the_old_file_and_nothing_else(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str, code: int
) -> None:
    def fail(*_: object) -> NoReturn:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(NotSaved) as caught:
        save(path, NEW)
    assert str(caught.value) == f"{path} cannot be written: {os.strerror(code)}."
    assert path.read_bytes() == OLD
    assert list(path.parent.iterdir()) == [path]


def test_a_disk_that_is_full_halfway_leaves_the_old_file_and_nothing_else(path: Path) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(NEW) // 2, hard))  # no file may grow beyond half of it
    try:
        with pytest.raises(NotSaved):
            save(path, NEW)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_bytes() == OLD
    assert list(path.parent.iterdir()) == [path]


def test_a_read_only_folder_keeps_its_file(path: Path) -> None:
    path.parent.chmod(0o555)
    try:
        if os.access(path.parent, os.W_OK):
            pytest.skip("nothing is read-only for this user")
        with pytest.raises(NotSaved):
            save(path, NEW)
        assert path.read_bytes() == OLD
    finally:
        path.parent.chmod(0o755)


def test_an_interruption_leaves_nothing_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        save(path, NEW)
    assert path.read_bytes() == OLD
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("target", [".", os.devnull, "a\0b", "game.kibitz/below"])
def test_only_a_file_can_be_saved(path: Path, monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    monkeypatch.chdir(path.parent)
    with pytest.raises(NotSaved):
        save(Path(target), NEW)
    assert not Path(os.devnull).is_file()
    assert list(path.parent.iterdir()) == [path]


KILLED = """
import os, signal, sys
from pathlib import Path
from game import saving
with saving.writing(Path(sys.argv[1])) as file:
    file.write(b"half of it")
    file.flush()
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
"""
SAVED = "import sys, pathlib, game.saving as saving; saving.save(pathlib.Path(sys.argv[1]), b'whole')"


def test_what_a_killed_process_left_is_cleared_later(path: Path, root: Path) -> None:
    def started(program: str, name: str) -> None:
        command = [sys.executable, "-c", program, str(path.with_name(name))]
        subprocess.run(command, cwd=root, check=False)

    started(KILLED, "one.kibitz")
    left = next(each for each in path.parent.iterdir() if each != path)
    started(SAVED, "two.kibitz")
    assert left.exists()  # its writer may still be at it
    os.utime(left, (0, 0))
    foreign = path.with_name(".somebody.tmp")
    foreign.touch()
    os.utime(foreign, (0, 0))
    started(SAVED, "two.kibitz")
    assert {each.name for each in path.parent.iterdir()} == {path.name, "two.kibitz", foreign.name}


def test_a_link_stays_a_link(path: Path) -> None:
    link = path.with_name("link.kibitz")
    link.symlink_to(path)
    save(link, NEW)
    assert link.is_symlink()
    assert path.read_bytes() == NEW


def test_a_file_is_loaded_up_to_its_limit(path: Path) -> None:
    assert load(path, len(OLD)) == OLD
    with pytest.raises(BadInput, match=r"is larger than 11 bytes\."):
        load(path, len(OLD) - 1)


@pytest.mark.parametrize("target", [".", os.devnull, "none", "a\0b"])
def test_only_a_file_can_be_loaded(path: Path, monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    monkeypatch.chdir(path.parent)
    with pytest.raises(BadInput):
        load(Path(target), 100)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("é\r\nb".encode(), "é\nb"),
        (b"\xef\xbb\xbfa\rb\x1a", "a\nb\n"),
        ("é".encode("latin-1"), "é"),
        ("aé".encode("utf-16"), "aé"),
        ("aé".encode("utf-16-be"), "aé"),
        (b"", ""),
    ],
)
def test_bytes_are_text_in_the_encodings_of_other_programs(data: bytes, text: str) -> None:
    assert text_of(data, "a file") == text


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0\0", b"PK\x03\x04", b"\xff\xfe", b"\x1f\x8b\x08"])
def test_what_is_not_text_is_told_so(data: bytes) -> None:
    with pytest.raises(BadInput, match=r"a file is not UTF-8, UTF-16 or Latin-1 text."):
        text_of(data, "a file")
