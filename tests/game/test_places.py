from pathlib import Path

import pytest

from game import places

FOLDERS = [places.data_dir, places.config_dir, places.cache_dir]


def test_one_variable_moves_all_below_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(places.HOME_VARIABLE, str(tmp_path))
    assert [folder() for folder in FOLDERS] == [tmp_path / "data", tmp_path / "config", tmp_path / "cache"]


def test_without_the_variable_the_platform_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    for nothing in (None, "", "  "):
        if nothing is None:
            monkeypatch.delenv(places.HOME_VARIABLE, raising=False)
        else:
            monkeypatch.setenv(places.HOME_VARIABLE, nothing)
        assert all(places.APPLICATION in folder().parts for folder in FOLDERS)


def test_a_relative_home_and_a_tilde_are_made_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(places.HOME_VARIABLE, "portable")
    assert places.data_dir() == tmp_path / "portable" / "data"
    monkeypatch.setenv(places.HOME_VARIABLE, "~/portable")
    assert places.data_dir().is_absolute()
    assert "~" not in places.data_dir().parts


def test_preparing_makes_the_folder_and_leaves_it_empty(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert places.prepare(folder) is None
    assert list(folder.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    reason = places.prepare(tmp_path / "file" / "below")
    assert reason == f"The folder {tmp_path / 'file' / 'below'} cannot be written: Not a directory."


def test_no_folder_called_tilde_is_ever_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    reason = places.prepare(Path("~/.local/share/kibitz"))
    assert places.HOME_VARIABLE in reason
    assert list(tmp_path.iterdir()) == []
