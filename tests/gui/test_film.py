"""Films: what the window would show, as long as it would show it, in files that are there whole or not at all."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from game.errors import BadConfig, BadInput, KibitzError, NotSaved
from game.showcase import Showcase
from gui.film import Palette, pixels, record
from gui.scenes.home import HomeScene
from gui.scenes.showcase import ShowcaseScene
from gui.stage import headless, sheet, stage_context
from tests.gui.driving import sample_showcase

SIZE = (640, 480)
Pixels = npt.NDArray[np.int16]


@pytest.fixture(scope="module")
def short() -> Showcase:
    """A short game."""
    return Showcase("short", sample_showcase("3x3"))


@pytest.fixture(scope="module")
def reel(short: Showcase, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the film in both formats."""
    folder = tmp_path_factory.mktemp("films")
    for ending in ("gif", "png"):
        record(short, folder / f"film.{ending}", SIZE)
    return folder


def frames(file: Path) -> list[tuple[float, Pixels]]:
    """All pictures of a film with the seconds at which they begin."""
    results, now = [], 0.0
    with Image.open(file) as film:
        for number in range(film.n_frames):  # type: ignore[attr-defined]
            film.seek(number)
            results.append((now, np.asarray(film.convert("RGB")).astype(np.int16)))
            now += film.info["duration"] / 1000
    return results


def length(file: Path) -> float:
    """The seconds of a film."""
    with Image.open(file) as film:
        total = 0.0
        for number in range(film.n_frames):  # type: ignore[attr-defined]
            film.seek(number)
            total += film.info["duration"]
    return total / 1000


@pytest.mark.parametrize("name", ["film.gif", "film.png"])
def test_a_film_lasts_as_long_as_its_showcase_and_runs_for_ever(
    reel: Path, short: Showcase, name: str
) -> None:
    assert length(reel / name) == pytest.approx(short.seconds, abs=0.02)
    with Image.open(reel / name) as film:
        assert film.info["loop"] == 0
        assert film.size == SIZE


def test_both_formats_show_the_same(reel: Path) -> None:
    gif, png = frames(reel / "film.gif"), frames(reel / "film.png")
    assert len(gif) == len(png) > 20
    assert all(np.array_equal(one, other) for (_, one), (_, other) in zip(gif, png, strict=True))


def test_a_frame_is_what_the_scene_looks_like_then(reel: Path, short: Showcase) -> None:
    shots = frames(reel / "film.gif")
    with headless():
        context, surface = stage_context(), sheet(SIZE)
        scene = ShowcaseScene(context, HomeScene(context), short)
        for seconds in (0.5, short.when(4) + 0.5, short.seconds - 0.5):
            scene.head.seek(0)
            scene.head.show_moment(seconds)
            scene.update(0.0)
            scene.draw(context.canvas(surface))
            exact = pixels(surface)[..., None] >> np.array([16, 8, 0], np.uint32) & np.uint32(255)
            filmed = [shot for start, shot in shots if start <= seconds][-1]
            assert np.abs(filmed - exact.astype(np.int16)).mean() < 1.5
            assert np.abs(filmed - exact.astype(np.int16)).max() < 60


def test_what_stands_still_does_not_flicker(reel: Path) -> None:
    shots = [shot for _, shot in frames(reel / "film.gif")]
    assert all(np.array_equal(shot[:38, 430:], shots[0][:38, 430:]) for shot in shots)
    assert any(not np.array_equal(shot, shots[0]) for shot in shots)


def test_a_wall_is_seen_being_drawn(reel: Path, short: Showcase) -> None:
    start = short.when(2)
    moving = [shot for now, shot in frames(reel / "film.gif") if start <= now < start + 0.25]
    assert len(moving) >= 4


def test_a_film_is_made_the_same_way_each_time(reel: Path, short: Showcase, tmp_path: Path) -> None:
    record(short, tmp_path / "again.gif", SIZE)
    record(short, tmp_path / "light.gif", SIZE, theme="light")
    again = (tmp_path / "again.gif").read_bytes()
    assert again == (reel / "film.gif").read_bytes()
    assert again != (tmp_path / "light.gif").read_bytes()


def test_any_game_can_be_filmed(short: Showcase, tmp_path: Path) -> None:
    game = msgspec.structs.replace(short.record, chapters=(), title="", cursor=len(short.record.moves))
    record(game, tmp_path / "game.GIF", SIZE)
    assert length(tmp_path / "game.GIF") > 0.8 * len(game.moves)


def test_a_stretch_begins_and_ends_where_it_was_cut(reel: Path, short: Showcase, tmp_path: Path) -> None:
    record(short, tmp_path / "part.gif", SIZE, start=1.0, end=2.2)
    assert length(tmp_path / "part.gif") == pytest.approx(1.2)
    shown = [picture for when, picture in frames(reel / "film.gif") if when <= 1.0]
    _, first = frames(tmp_path / "part.gif")[0]
    assert np.abs(first - shown[-1]).mean() < 1  # only the palette may differ


@pytest.mark.parametrize("ending", ["mp4", "webm"])
def test_a_video_has_a_frame_each_twenty_fifth_of_a_second(
    short: Showcase, tmp_path: Path, ending: str
) -> None:
    library = pytest.importorskip("imageio_ffmpeg")
    file = tmp_path / f"film.{ending}"
    record(short, file, SIZE, end=1.0)
    count, seconds = library.count_frames_and_secs(str(file))
    assert (count, seconds) == (25, pytest.approx(1.0, abs=0.05))


def test_without_the_compressor_a_video_is_refused_and_says_what_to_install(
    short: Showcase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(BadInput, match="pip install imageio-ffmpeg"):
        record(short, tmp_path / "film.mp4", SIZE)
    assert list(tmp_path.iterdir()) == []


def test_the_progress_goes_up_to_the_end(short: Showcase, tmp_path: Path) -> None:
    items: list[tuple[int, int]] = []
    record(short, tmp_path / "film.gif", SIZE, progress=lambda done, total: items.append((done, total)))
    assert [done for done, _ in items] == sorted(done for done, _ in items)
    assert len({total for _, total in items}) == 1
    assert items[-1][1] - items[-1][0] <= 1


@pytest.mark.parametrize("ending", ["gif", "png"])
def test_a_film_that_is_broken_off_leaves_the_old_one(short: Showcase, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"film.{ending}"
    file.write_bytes(b"old")

    def stop(done: int, total: int) -> None:
        if done > total / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(short, file, SIZE, progress=stop)
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("how", "error", "words"),
    [
        ({"file": "film.avi"}, BadInput, r"'film.avi' should end in \.gif or \.png"),
        ({"size": (3, 3)}, BadInput, "a picture of 3x3 cannot be drawn"),
        ({"theme": "purple"}, BadConfig, "Dark or Light"),
        ({"file": "folder.gif"}, NotSaved, "not an ordinary file"),
    ],
)
def test_what_cannot_be_filmed_is_refused_with_a_reason(
    how: dict[str, object], error: type[KibitzError], words: str, short: Showcase, tmp_path: Path
) -> None:
    (tmp_path / "folder.gif").mkdir()
    file = tmp_path / str(how.pop("file", "film.gif"))
    with pytest.raises(error, match=words):
        record(short, file, **{"size": SIZE, **how})  # type: ignore[arg-type]


def test_few_colours_are_kept_exactly() -> None:
    picture = np.array([[0x000000, 0xF5B642], [0xFFFFFF, 0xF5B642]], np.uint32)
    palette = Palette.of([picture])
    assert [tuple(colour) for colour in palette.colours] == [(0, 0, 0), (245, 182, 66), (255, 255, 255)]
    assert palette.indexes(picture).tolist() == [[0, 1], [2, 1]]
