from pathlib import Path

import pytest
from PIL import Image

from cli import commands, window
from game import showcase as showcases
from game.games import games
from gui import destinations as to
from gui.scenes.home import HomeScene, tiles_of
from gui.stage import stage_context
from tests.cli.running import NO_DISPLAY, Run


def test_every_scene_has_a_name_and_can_be_drawn(run: Run, tmp_path: Path) -> None:
    names = run("screenshot --list --json").document
    assert {"home", "play", "review", "showcase"} <= set(names)
    assert run("screenshot --list").out.split() == names
    file = tmp_path / "home.png"
    asked = f"screenshot home -o {file} --size 640x480 --theme light --scale 0.75 --json"
    assert run(asked, **NO_DISPLAY).document == {"scene": "home", "file": str(file)}
    picture = file.read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (640, 480)


def test_a_picture_that_cannot_be_is_refused_and_nothing_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "home.png"
    run(f"screenshot home -o {file} --scale 9").assert_refused(1, "between 75", "and 300")
    run(f"screenshot home -o {file} --size 9000x9000").assert_refused(1, "3840x2160")
    assert not file.exists()


def test_showcases_are_listed_with_title_game_and_length(run: Run) -> None:
    listed = run("showcase --list --json").document
    assert [set(one) for one in listed] == [{"name", "title", "game", "seconds"}] * len(listed)
    (duel,) = (one for one in listed if one["name"] == "zuniq-duel")
    assert duel["game"] == "zuniq"
    assert duel["seconds"] > 30


def test_the_list_has_the_lengths_and_titles_of_the_window(run: Run) -> None:
    lines = run("showcase --list").out.splitlines()
    shown, _ = showcases.load_all()
    tiles = {tile.title: tile.about for tile in tiles_of(shown, (), HomeScene(stage_context()))}
    assert len(lines) == len(tiles)
    assert all(f"{length}  {title} (" in " ".join(lines) for title, length in tiles.items())


def test_a_film_has_to_be_of_a_known_kind(run: Run, tmp_path: Path) -> None:
    run("showcase zuniq-duel --record", str(tmp_path / "film.avi")).assert_refused(1, ".gif or .png or .mp4")


def test_a_stretch_of_a_saved_game_is_filmed(run: Run, root: Path, tmp_path: Path) -> None:
    game = str(root / "assets" / "showcases" / "zuniq-duel.kibitz")
    film = tmp_path / "film.gif"
    document = run("replay --from 2 --to 4 --json --record", str(film), game).document
    assert document["bytes"] == film.stat().st_size > 0
    with Image.open(film) as picture:
        lasted = 0
        for number in range(picture.n_frames):
            picture.seek(number)
            lasted += picture.info["duration"]
    assert lasted == 2000
    run("replay --from 4 --to 2 --record", str(film), game).assert_refused(1, "from 4 s to 2 s")


def test_every_game_is_opened_by_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    monkeypatch.setattr(window, "_open", lambda start=None, file=None: opened.append(start) or 0)
    for game in games():
        assert commands.run(["play", game]) == 0
    assert opened == [to.NewGame(game) for game in games()]


def test_a_lesson_is_opened_by_its_name(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = run("lesson --list --json").document
    assert [set(one) for one in listed] == [{"name", "title", "game", "steps"}] * len(listed)
    assert {one["game"] for one in listed} == set(games())
    run("lesson chess").assert_refused(1, "no lesson 'chess'", "zuniq, ")
    opened: list[object] = []
    monkeypatch.setattr(window, "_open", lambda start=None, file=None: opened.append(start) or 0)
    assert commands.run(["lesson", "classic"]) == commands.run(["lesson"]) == 0
    assert opened == [to.Lesson("classic"), to.Lessons()]
