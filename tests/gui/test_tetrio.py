"""Replays of TETR.IO in the window: the rounds of a file, a round in time, and what leads away from it."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from PIL import Image

from ai.book.stages import BookProgress
from game import places
from game.advice import Advice, Choice, Verdict, Worth
from game.facts import SearchFacts
from game.review import Judged
from game.tetris.guideline import VISIBLE, State, fumen
from game.tetris.tetrio import read, replay
from game.tetris.tetrio.course import placement_of, session_of
from game.tetris.tetrio.mistakes import Mistakes
from gui.film import record
from gui.games.guideline.cells import SeatGeometry
from gui.play.advice_feed import JUDGE, question_on
from gui.play.engine_room import Reported
from gui.play.filming import RoundFilm, film_of, read_film
from gui.scenes.games import GamesScene
from gui.scenes.home import HomeScene
from gui.scenes.live.scene import LiveScene
from gui.scenes.live.wells import boxes, frame_of
from gui.scenes.review import ReviewScene
from gui.scenes.sandbox.scene import SandboxScene
from gui.scenes.share import ShareScene
from gui.scenes.tetrio.match import MatchScene
from gui.scenes.tetrio.playback import Playback, Well
from gui.scenes.tetrio.round import RoundScene
from gui.scenes.tetrio.words import brief_files
from gui.ui import clipboard
from tests.game.tetris.tetrio import sample
from tests.gui.asking import DEADLINE
from tests.gui.driving import QuietRoom, Window

SAMPLE = places.shipped("assets", "replays", "kibitz.ttrm.gz")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Path(shutil.copy(SAMPLE, tmp_path / "kibitz.ttrm.gz"))


@pytest.fixture
def match(window: Callable[..., Window], file: Path) -> Window:
    shown = window(lambda context: MatchScene(context, HomeScene(context), read(file)))
    shown.frame(40)
    return shown


@pytest.fixture
def round_(match: Window) -> Window:
    for _ in range(3):
        match.press("down")
        match.frame()
    match.press("w")
    match.frame(2)
    assert isinstance(match.scene, RoundScene)
    assert match.scene.detail == "round 4 of 5"
    match.scene.hints = False
    return match


def test_the_match_that_comes_along_can_be_made_again() -> None:
    first = sample.round_of(11)
    known = read(SAMPLE).rounds[0]
    for made, player in zip(first, known, strict=True):
        assert (made.name, made.options, made.events, made.stats) == (
            player.name, player.options, player.events, player.stats
        )  # fmt: skip


def test_the_rounds_are_a_list_with_both_players_figures(match: Window) -> None:
    scene = match.scene
    assert isinstance(scene, MatchScene)
    assert not scene.rounds.loading
    assert any(words.startswith("5 rounds, 1 : 4") for words in match.texts)
    assert sum("topped out" in words for words in match.texts) == 5
    assert not any("differ" in words for words in match.texts)
    for label in ("APM", "PPS", "VS"):
        assert label in match.texts


def test_a_file_can_be_dropped_at_home(window: Callable[..., Window], file: Path) -> None:
    shown = window(HomeScene)
    shown.frame()
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    shown.frame(2)
    assert isinstance(shown.scene, MatchScene)
    (file.parent / "bad.ttrm").write_bytes(b"{}")
    shown.press("escape")
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file.parent / "bad.ttrm")))
    shown.frame(2)
    assert isinstance(shown.scene, HomeScene)
    assert "not a TETR.IO replay" in " ".join(shown.texts)  # a long path breaks the line anywhere


@pytest.mark.parametrize("way", ["key", "button"])
def test_a_replay_is_opened_at_home(
    window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "Downloads").mkdir()
    (tmp_path / "Downloads" / "MATCH.TTRM").write_bytes(gzip.decompress(SAMPLE.read_bytes()))
    (tmp_path / "Downloads" / "letter.txt").touch()
    shown = window(HomeScene)
    shown.frame()
    if way == "key":
        shown.press("o")
    else:
        shown.click_on("foot Open a replay")
    shown.frame()
    home = shown.scene
    assert isinstance(home, HomeScene)
    assert "letter.txt" not in home.files.options
    shown.click_on(f"pick {home.files.options.index('MATCH.TTRM')}")
    shown.frame(2)
    assert isinstance(shown.scene, MatchScene)


def test_replays_are_opened_however_they_come(window: Callable[..., Window], file: Path) -> None:
    raw = gzip.decompress(file.read_bytes())
    answer, packed = file.parent / "answer.json", file.parent / "two.zip"
    answer.write_bytes(b'{"success": true, "data": ' + raw + b"}")
    with zipfile.ZipFile(packed, "w") as together:
        together.writestr("one.ttrm", raw)
        together.writestr("two.ttrm", raw)
    for path, rounds in ((answer, 5), (packed, 10)):
        shown = window(HomeScene)
        shown.frame()
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
        shown.frame(60)
        assert isinstance(shown.scene, MatchScene)
        assert len(shown.scene.match.rounds) == rounds
        shown.press("v")
        shown.frame()
        assert len(list(csv.DictReader(path.with_suffix(".csv").open()))) == 2 * rounds


def test_a_link_to_a_replay_is_told_for_what_it_is(
    window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = window(lambda context: GamesScene(context, HomeScene(context), None))
    for link in ("https://tetr.io/#R:63a1b2c3d4e5f6", "My game: <https://tetr.io/#r:63a1b2c3d4e5f6>."):
        monkeypatch.setattr(clipboard, "get", lambda most, link=link: link)
        shown.press("v")
        shown.frame()
        assert any("link to a replay" in words for words in shown.texts)
    scene = shown.scene
    assert isinstance(scene, GamesScene)
    scene.open_path("https://tetr.io/#R:63a1b2c3d4e5f6")
    shown.frame()
    assert any("link to a replay" in words for words in shown.texts)


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_no_piece_above_the_well_is_cut_by_the_title_bar(window: Callable[..., Window], scale: float) -> None:
    rounds = replay(read(SAMPLE))[0]
    shown = window(lambda context: RoundScene(context, HomeScene(context), rounds, "round 1"), scale=scale)
    shown.frame()
    scene = shown.scene
    assert isinstance(scene, RoundScene)
    frame = frame_of(scene.context, 2)
    for number, box in enumerate(boxes(frame.board, 2)):
        look = scene._look(number, 3)
        assert look.falling is not None
        geometry = SeatGeometry.fit(box, scene.context.scale, above=look.above, named=True)
        assert max(y for _, y in look.falling.cells) >= VISIBLE + 1
        assert all(geometry.corner(x, y)[1] >= box[1] for x, y in look.falling.cells)


def test_figures_have_room_in_a_low_window(window: Callable[..., Window], file: Path) -> None:
    match = window(lambda context: MatchScene(context, HomeScene(context), read(file)), scale=1.5)
    match.frame(40)
    assert {"APM", "PPS", "VS", "Attack/piece", "Keys/piece", "Fewest keys"} <= set(match.texts)
    match.click_on("review 0")
    match.frame()
    assert isinstance(match.scene, ReviewScene)


def test_the_first_rounds_of_a_large_folder_are_there_at_once_and_the_rest_comes_beside(
    window: Callable[..., Window], file: Path
) -> None:
    for number in range(4):
        shutil.copy(file, file.with_name(f"copy-{number:02}.ttrm.gz"))
    file.with_name("copy-02.ttrm.gz").write_bytes(b"{}")
    shown = window(HomeScene)
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file.parent)))
    shown.frame(2)
    scene = shown.scene
    assert isinstance(scene, MatchScene)
    assert any("5 rounds, 1 of 5 files read" in words for words in shown.texts)
    assert any("Being played again" in words for words in shown.texts)
    until(shown, lambda: len(scene.rounds.results) >= 5)
    assert len(scene.rounds.names) < 4 * 5
    until(shown, lambda: len(scene.rounds.results) > 6)
    assert len(scene.rounds.names) == 4 * 5
    assert scene.rounds.loading
    whole = " ".join(shown.texts)
    assert "copy-02" in whole
    assert "not a TETR.IO replay" in whole
    assert sum(name.startswith("round ") for name in scene.targets.names()) < 20
    shown.press("w")  # the others go on when the list is back
    shown.frame(2)
    assert isinstance(shown.scene, RoundScene)
    shown.press("escape")
    until(shown, lambda: not scene.rounds.loading)
    assert sorted(scene.rounds.results) == list(range(4 * 5))
    assert sum(figures.rounds for figures in scene.rounds.sums.values()) == 2 * 4 * 5
    shown.press(*["down"] * 15)
    shown.frame(2)
    assert "round 15" in scene.targets.names()
    file.with_name("copy-03.ttrm.gz").unlink()
    scene.chosen = 3 * 5 - 1
    shown.press("w")
    shown.frame(2)
    assert shown.scene is scene
    assert "copy-03.ttrm.gz" in " ".join(shown.texts)


def until(shown: Window, condition: Callable[[], bool]) -> None:
    """Draw frames until a child process has come so far."""
    ends = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.01)
        shown.frame()


def test_a_folder_is_one_list_of_rounds(window: Callable[..., Window], file: Path) -> None:
    shutil.copy(file, file.parent / "again.ttrm.gz")
    (file.parent / "bad.ttrm").write_bytes(b"{}")
    shown = window(HomeScene)
    shown.frame()
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file.parent)))
    shown.frame(2)
    scene = shown.scene
    assert isinstance(scene, MatchScene)
    until(shown, lambda: not scene.rounds.loading)
    shown.frame()
    assert any(words.startswith("10 rounds, 2 : 8") for words in shown.texts)
    assert {"again.ttrm.gz", "again", "kibitz"} <= set(shown.texts)
    shown.press("v")
    assert len(list(csv.DictReader((file.parent / "figures.csv").open()))) == 20


def test_figures_are_saved_as_csv_and_json(match: Window, file: Path) -> None:
    match.press("v", "j")
    match.frame()
    rows = list(csv.DictReader((file.parent / "kibitz.csv").open()))
    listed = json.loads((file.parent / "kibitz.json").read_bytes())
    assert len(rows) == len(listed) == 10
    assert [row["name"] for row in rows] == [each["name"] for each in listed]
    assert sum(int(row["pieces"]) for row in rows) == sum(each["pieces"] for each in listed)


def test_figures_of_the_match_that_comes_along_are_saved_at_home(window: Callable[..., Window]) -> None:
    match = window(lambda context: MatchScene(context, HomeScene(context), read(SAMPLE)))
    match.frame(40)
    match.press("v")
    match.frame()
    assert (places.data_dir() / "figures" / "kibitz.csv").is_file()
    assert not SAMPLE.with_name("kibitz.csv").exists()


def test_the_bars_show_any_figure_of_the_tab(match: Window) -> None:
    scene = match.scene
    assert isinstance(scene, MatchScene)
    best = max(one.figures.pps for players in scene.rounds.results.values() for one in players)
    match.press("g")
    match.frame()
    assert {"PPS", f"up to {best:.2f}"} <= set(match.texts)
    match.click_on("plot")
    match.frame()
    assert "VS" in match.texts
    scene.show_tab(1)
    match.frame()
    assert "Singles" in match.texts


def test_the_book_that_a_player_followed_is_told_and_saved(match: Window, file: Path) -> None:
    scene = match.scene
    assert isinstance(scene, MatchScene)
    scene.show_tab(1)
    match.frame()
    assert "Nobody followed one of the books" in " ".join(match.texts)
    scene.rounds.openings[0, "Ada"] = BookProgress(
        "perfect-clear", 9, "The first perfect clear", "O north 3 0 none", "I north 3 0 none"
    )
    match.frame()
    text = " ".join(match.texts)
    assert "Ada followed Perfect Clear for 9 pieces" in text
    assert "Left with piece 10: O, columns" in text
    match.press("v")
    rows = list(csv.DictReader((file.parent / "kibitz.csv").open()))
    followed = [(row["book"], row["book_pieces"], row["book_left"]) for row in rows if row["book"]]
    assert followed == [("perfect-clear", "9", "O north 3 0 none")]


def test_the_wheel_turns_the_list_under_the_pointer(match: Window) -> None:
    scene = match.scene
    assert isinstance(scene, MatchScene)
    for scroll in (scene.table, scene.scroll):
        x, y, width, height = scroll.view
        scene.targets.pointer = (x + width / 2, y + height / 2)
        before = (scene.table.offset, scene.scroll.offset)
        scene.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=-1))
        after = (scene.table.offset, scene.scroll.offset)
        moved = [old != new for old, new in zip(before, after, strict=True)]
        assert moved == [
            scroll is scene.table and scroll.most > 0,
            scroll is scene.scroll and scroll.most > 0,
        ]


def test_files_are_told_apart_by_what_differs() -> None:
    names = ["room-01.ttrm.gz", "room-02.ttrm.gz", "room-02.ttrm.gz"]
    assert brief_files(names) == {"room-01.ttrm.gz": "1", "room-02.ttrm.gz": "2"}
    assert brief_files(["solo.ttr"]) == {"solo.ttr": "solo"}
    assert brief_files([]) == {}


def test_figures_that_cannot_be_saved_are_told(match: Window, file: Path) -> None:
    (file.parent / "kibitz.csv").mkdir()
    match.press("v")
    match.frame()
    assert any("kibitz.csv" in words for words in match.texts)


def test_a_player_is_reviewed(match: Window) -> None:
    match.click_on("review 1")
    match.frame(2)
    assert isinstance(match.scene, ReviewScene)


def test_both_wells_play_in_time(round_: Window) -> None:
    scene = round_.scene
    assert isinstance(scene, RoundScene)
    round_.press("space")
    round_.wait(3.0)
    round_.press("space")
    assert scene.head.at == pytest.approx(180, abs=4)
    before = [well.count for well in scene.head.wells]
    round_.press(".")
    assert sum(well.count for well in scene.head.wells) == sum(before) + 1
    round_.press("end")
    assert [well.count for well in scene.head.wells] == [len(one.outcome.placements) for one in scene.rounds]
    round_.frame()
    assert any("topped out" in words for words in round_.texts)


def test_any_tick_shows_what_playing_up_to_it_shows() -> None:
    rounds = replay(read(SAMPLE))[3]
    jumping, walking = Playback(rounds), Playback(rounds)
    for tick in (2000, 10, 1500, 601, 600, 599, 2400, 0, 1799):
        jumping.seek(tick)
        walking.wells = [Well(one) for one in rounds]
        for well in walking.wells:
            for at in range(tick + 1):
                well.show(at)
        for one, other in zip(jumping.wells, walking.wells, strict=True):
            assert one.look() == other.look(), tick
            assert one.engine.stats == other.engine.stats


def test_the_paint_covers_what_is_filled() -> None:
    for one in replay(read(SAMPLE))[4]:
        well = Well(one)
        for tick in range(0, one.player.frames, 97):
            well.show(tick)
            look = well.look()
            letters = [[look.paint.letter(x, y) for x in range(10)] for y in range(30)]
            for y in range(30):
                for x in range(10):
                    filled = bool(look.field.rows[y] >> x & 1)
                    assert filled == (letters[y][x] != "x"), (tick, x, y)


def test_a_round_is_played_on_and_taken_to_the_sandbox(round_: Window) -> None:
    scene = round_.scene
    assert isinstance(scene, RoundScene)
    scene.head.seek(1200)
    state = scene.state()
    assert state is not None
    round_.press("p")
    round_.frame(2)
    assert isinstance(round_.scene, LiveScene)
    position = round_.scene.match.seats[0].state
    assert (position.field, position.hold, position.piece) == (state.field, state.hold, state.piece)
    scene.to_sandbox()
    assert isinstance(scene.next, SandboxScene)


def test_a_round_is_copied_as_a_fumen(round_: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    board: list[str] = []
    monkeypatch.setattr(clipboard, "put", lambda text: bool(board.append(text) or True))
    round_.press("c")
    scene = round_.scene
    assert isinstance(scene, RoundScene)
    assert len(fumen.read(board[0])) == scene.session().length


def test_the_engine_is_asked_about_the_piece_in_hand(round_: Window) -> None:
    scene, room = round_.scene, round_.scene.context.room
    assert isinstance(scene, RoundScene)
    assert isinstance(room, QuietRoom)
    round_.press("h")
    scene.hints = True
    round_.wait(1.0)
    assert room.asked
    state = scene.state()
    assert state is not None
    question = question_on(scene.context.config, state.view(0))
    assert "garbage" not in question.rules or "=" not in question.rules["garbage"], (
        "nobody knows what will come"
    )
    assert question.rules["kicks"] == "srs+"


# -- our own game with the round's garbage --


@pytest.mark.parametrize("number", range(5))
def test_a_round_is_a_game_of_ours(number: int) -> None:
    for one in replay(read(SAMPLE))[number]:
        session = session_of(one)
        placements = one.outcome.placements
        assert session.length >= len(placements) - 1, "only what is locked above the visible rows is missing"
        for move, placed in zip(session.moves, placements, strict=False):
            assert move.text == str(placement_of(placed))
        for ply, placed in enumerate(placements[: session.length], 1):
            state = session.position_at(ply)
            assert isinstance(state, State)
            assert state.last is not None
            assert state.last.up == placed.risen


def judging(match: Window, monkeypatch: pytest.MonkeyPatch) -> Callable[[Verdict], None]:
    """Lets the reviewer judge the piece that it was asked about last."""
    room, questions = match.room, list[Any]()
    ask = room.ask

    def noted(role: str, question: Any) -> int:
        questions.append(question)
        return ask(role, question)

    monkeypatch.setattr(room, "ask", noted)

    def say(verdict: Verdict) -> None:
        played, ply = str(questions[-1].options["played"]), int(questions[-1].options["ply"])
        cost = {"blunder": 6.0}.get(verdict, 0.0)
        judged = Judged(
            ply=ply, mover="Ada", played=played, best=played, cost=cost, unit="attack", error=0.5, verdict=verdict,
            source="search",
        )  # fmt: skip
        advice = Advice(
            (Choice(played, Worth("order", 1.0)),),
            "search",
            Worth("order", 1.0),
            True,
            judged=judged.in_advice,
        )
        room._events.append(Reported(JUDGE, room._generation[JUDGE], advice, 0.1))
        match.frame()

    return say


def test_mistakes_are_found_round_by_round_and_stay_known_in_the_review(
    match: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    say = judging(match, monkeypatch)
    match.press("m")
    match.frame(2)
    scene = match.scene
    assert isinstance(scene, MatchScene)
    pieces = session_of(scene.rounds.round(0)[0]).length
    for piece in range(pieces):
        assert (0, 0) not in scene.judge.results
        assert scene.judge.judged == piece
        say("blunder" if piece == 2 else "fine")
    mistakes = scene.judge.results[0, 0]
    assert (mistakes.pieces, mistakes.blunders, mistakes.flagged, mistakes.cost) == (pieces, 1, 1, 6.0)
    say("fine")
    match.press("m")  # pause, and go on with the piece that was being judged
    match.frame()
    assert "Go on" in match.texts
    assert any("1 blunder   0 mistakes" in words for words in match.texts)
    judged = scene.judge.judged
    match.press("m")
    match.frame()
    assert (scene.judge.judged, scene.judge.running) == (judged, True)
    for _ in range(4):
        match.press("up")
    match.press("1")
    match.frame(2)
    review = match.scene
    assert isinstance(review, ReviewScene)
    judgements = review.judgements()
    assert [each.verdict for each in judgements if each].count("blunder") == 1
    assert all(each is not None for each in judgements)


def test_a_review_changes_what_is_known_of_the_match(match: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    say = judging(match, monkeypatch)
    match.press("m")
    match.frame(2)
    scene = match.scene
    assert isinstance(scene, MatchScene)
    while (0, 0) not in scene.judge.results:
        say("fine")
    scene.chosen = 0
    scene.review(0)
    match.frame()
    review = match.scene
    assert isinstance(review, ReviewScene)
    node = review.session.line[1]
    graver = Judged(
        ply=0, mover="Ada", played=node.text, best=node.text, cost=3.0, unit="attack", error=0.5, verdict="mistake",
        source="search",
    )  # fmt: skip
    advice = Advice(
        (Choice(node.text, Worth("order", 1.0)),),
        "search",
        Worth("order", 1.0),
        True,
        (SearchFacts(nodes=1e9),),
        graver.in_advice,
    )
    assert review.session.note_at(review.session.line[0], advice)
    match.press("escape")
    match.frame(2)
    assert match.scene is scene
    assert scene.judge.results[0, 0].mistakes == 1


def test_a_copied_replay_or_its_path_is_pasted_among_the_games(
    window: Callable[..., Window], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spaced = file.rename(file.with_name("my replay.ttrm.gz"))
    for text in (gzip.decompress(spaced.read_bytes()).decode(), str(spaced), spaced.as_uri()):
        shown = window(lambda context: GamesScene(context, HomeScene(context)))
        monkeypatch.setattr(clipboard, "get", lambda most=0, text=text: text)
        shown.press("v")
        shown.frame(2)
        assert isinstance(shown.scene, MatchScene), text[:40]
        assert len(shown.scene.match.rounds) == 5
    shown = window(lambda context: GamesScene(context, HomeScene(context)))
    monkeypatch.setattr(clipboard, "get", lambda most=0: '{"no": "replay"}')
    shown.press("v")
    shown.frame(2)
    assert any("This replay cannot be read" in words for words in shown.texts)


def test_mistakes_are_saved_with_the_figures(match: Window) -> None:
    scene = match.scene
    assert isinstance(scene, MatchScene)
    scene.judge.results[1, 0] = Mistakes(pieces=40, blunders=2, cost=11.5, themes={"holes": 2})
    scene.export(".csv")
    scene.export(".json")
    folder = scene.path.parent
    rows = list(csv.DictReader((folder / "kibitz.csv").read_text().splitlines()))
    assert [row["blunders"] for row in rows] == ["", "", "2"] + [""] * 7
    assert rows[2]["worse_holes"] == "2"
    details = json.loads((folder / "kibitz.json").read_text())
    assert (details[2]["blunders"], details[2]["cost"]) == (2, 11.5)
    assert "blunders" not in details[0]


def test_a_round_can_be_filmed_from_any_moment(round_: Window, tmp_path: Path) -> None:
    scene = round_.scene
    assert isinstance(scene, RoundScene)
    scene.head.seek(600)
    shared = scene.shared()
    film = film_of(shared.record) if shared.record is not None else None
    assert isinstance(film, RoundFilm)
    assert shared.place == film.place_at(10.0)
    assert film.when(shared.place) <= 10.0 < film.when(shared.place + 1)
    assert film.seconds == pytest.approx(scene.head.end / 60)
    again = read_film(film.write(tmp_path))
    assert isinstance(again, RoundFilm)
    assert [one.outcome.digest for one in again.rounds] == [one.outcome.digest for one in scene.rounds]
    assert again.detail == "round 4 of 5"
    file = tmp_path / "round.gif"
    record(again, file, (640, 480), start=9.0, end=11.0)
    with Image.open(file) as made:
        assert made.n_frames > 5  # type: ignore[attr-defined]
        assert sum(_durations(made)) == pytest.approx(2000, abs=50)


def _durations(film: Image.Image) -> list[int]:
    results = []
    for number in range(film.n_frames):  # type: ignore[attr-defined]
        film.seek(number)
        results.append(film.info["duration"])
    return results


def test_the_share_page_shows_the_ends_of_the_film_of_a_round(round_: Window) -> None:
    round_.press("e", ctrl=True)
    round_.frame(3)
    assert isinstance(round_.scene, ShareScene)
    assert any(words.startswith("GIF") for words in round_.texts)
    assert any(words.startswith("To piece") for words in round_.texts)
