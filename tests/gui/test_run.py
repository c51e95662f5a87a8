"""Watching a controller, racing several: at any pace, back and forth, and on from anywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from game import config, library
from game.advice import Advice, Choice, Worth
from game.record import read_record
from game.tetris.classic.series import Spread
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.play.engine_room import Reported
from gui.play.run_plan import Plan
from gui.scenes.new_game import NewGameScene
from gui.scenes.new_game.classic import ClassicChoices
from gui.scenes.play import PlayScene
from gui.scenes.run.playhead import NO_LIMIT
from gui.scenes.run.race import RaceScene
from gui.scenes.run.runners import Standing
from gui.scenes.run.scene import GRAPH, SCRUBBER, RunScene
from gui.scenes.run.watch import ADVISER, WatchScene
from gui.ui.text import mean_words
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.gui.playing import PlayingRoom

TABLE = {"size": "6x10", "rules": "spawn", "sliding": "off", "next": "off"}
RACERS = ("tengstrand-1.1", "dellacherie", "dt-20")
Sit = Callable[..., Window]


@pytest.fixture
def sit(window: WholeWindow) -> Sit:
    """Opens a run of one controller, or of several, in a room that plays by the slow rules."""

    def open_run(*controllers: str, speed: float = 4.0, **how: object) -> Window:
        def build(context: AppContext) -> Scene:
            context.room = PlayingRoom()  # type: ignore[assignment]
            scene = context.scene(
                to.Run(Plan.new(controllers or RACERS[:1], TABLE, 7)),
                context.scene(to.Home()),
            )
            assert isinstance(scene, RunScene)
            scene.head.speed = speed
            return scene

        return window(build, **how)

    return open_run


def scene_of(window: Window) -> WatchScene:
    assert isinstance(window.scene, WatchScene)
    return window.scene


def race_of(window: Window) -> RaceScene:
    assert isinstance(window.scene, RaceScene)
    return window.scene


def room_of(window: Window) -> PlayingRoom:
    room = window.context.room
    assert isinstance(room, PlayingRoom)
    return room


# -- pace --


def test_a_controller_plays_at_the_pace_that_is_asked_for(sit: Sit) -> None:
    opened = sit()
    opened.wait(3.0)
    assert 10 <= scene_of(opened).head.at <= 13
    opened.press("space")
    before = scene_of(opened).head.at
    opened.wait(2.0)
    assert scene_of(opened).head.at == before
    assert f"piece {before}" in opened.texts


def test_the_engine_is_only_a_little_ahead_of_what_is_shown(sit: Sit) -> None:
    opened = sit()
    opened.wait(5.0)
    scene = scene_of(opened)
    assert scene.head.at <= scene.runner.count <= scene.head.at + 8
    assert scene.head.end == scene.head.at, "what was not shown yet is not known to anybody"


def test_one_step_is_one_piece(sit: Sit) -> None:
    opened = sit()
    scene = scene_of(opened)
    opened.press("space")
    opened.frame(5)
    before = scene.head.at
    for number in range(1, 4):
        opened.press(".")
        opened.frame(3)
        assert scene.head.at == before + number
    opened.press(",", ",")
    assert scene.head.at == before + 1
    opened.click_on("on")
    opened.frame(3)
    assert scene.head.at == before + 2


def test_full_speed_shows_what_is_newest_and_stops_at_once(sit: Sit) -> None:
    opened = sit()
    scene = scene_of(opened)
    opened.press("m")
    opened.frame(20)
    assert scene.head.at == scene.runner.count > 500
    assert scene.runner.history.games > 3
    opened.press("space")
    opened.frame(3)
    count = scene.runner.count
    opened.frame(10)
    assert scene.runner.count == count, "nobody plays on"


def test_plus_and_minus_go_through_all_speeds(sit: Sit) -> None:
    opened = sit(speed=500.0)
    opened.press("+")
    assert "1K/s" in opened.texts
    opened.press("+")
    assert "max" in opened.texts
    opened.press("-", "-")
    assert "500/s" in opened.texts
    opened.press("+", "+")
    opened.click_on("speed")
    assert "1/s" in opened.texts


# -- back and forth --


@pytest.fixture
def long(sit: Sit) -> Window:
    """A run of many short games that stands still."""
    opened = sit()
    opened.press("m")
    opened.frame(20)
    opened.press("space")
    opened.frame(3)
    return opened


def test_everything_that_was_played_can_be_gone_through(long: Window) -> None:
    scene = scene_of(long)
    end = scene.head.end
    boards = {at: scene.runner.history.position(at).board for at in (0, 17, 300, end - 1, end)}
    long.press("home")
    assert (scene.head.at, scene.state().board) == (0, boards[0])
    for _ in range(17):
        long.press(".")
    assert (scene.head.at, scene.state().board) == (17, boards[17])
    long.press("end", ",")
    assert (scene.head.at, scene.state().board) == (end - 1, boards[end - 1])
    assert len(room_of(long).ordered) == 2, "nothing is played twice"


def test_the_whole_run_is_under_the_scrubber_and_its_neighbourhood_under_the_graph(long: Window) -> None:
    scene = scene_of(long)

    def at(name: str, share: float) -> tuple[float, float]:
        x, y, width, height = next(each.box for each in scene.targets.all() if each.name == name)
        return x + 8 + (width - 16) * share, y + height / 2

    long.click(at(SCRUBBER, 0.5))
    assert abs(scene.head.at - scene.head.end / 2) < scene.head.end / 100
    first, last = scene._window
    long.click(at(GRAPH, 60 / (last - first)))
    assert scene.head.at == first + 60
    long.drag(at(SCRUBBER, 0.1), at(SCRUBBER, 0.2), at(SCRUBBER, 0.0))
    assert scene.head.at == 0


def test_page_keys_go_from_game_to_game(long: Window) -> None:
    scene = scene_of(long)
    starts = scene.runner.history.starts(1, scene.head.end)
    scene.head.seek(starts[3] + 2)
    scene.page(1)
    assert scene.head.at == starts[4]
    assert scene.state().placed == 0
    scene.page(-1)
    scene.page(-1)
    assert scene.head.at == starts[2]


def test_play_goes_on_through_the_past_and_then_the_engine_plays_on(sit: Sit) -> None:
    opened = sit(speed=8.0)
    opened.wait(2.0)
    scene = scene_of(opened)
    known, orders = scene.runner.count, len(room_of(opened).ordered)
    opened.press("home", "space", "space")
    assert scene.head.playing
    opened.wait(0.8)
    assert 4 <= scene.head.at < known
    assert len(room_of(opened).ordered) == orders
    opened.wait(3.0)
    assert scene.head.at > known


def test_equities_are_worked_out_little_by_little(long: Window) -> None:
    scene = scene_of(long)
    scene.head.seek(scene.head.end - 120)
    for _ in range(400):
        long.frame()
        first, last = scene._window
        if len(scene.curve.points(first, last)) == min(last, scene.head.end) - first + 1:
            break
    else:
        raise AssertionError("the graph was never complete")
    assert f"{scene.curve.now(scene.head.at):.2f}" in long.texts


# -- opinions --


def ranked(window: Window) -> list[str]:
    """The adviser speaks: three placements of the position it was asked about, the highest first."""
    scene = scene_of(window)
    places = [str(at) for at in scene.state().placements[:3]]
    choices = tuple(Choice(each, Worth("equity", 10.0 + i), 1 / (1 + i)) for i, each in enumerate(places))
    advice, room = Advice(choices, "rule", Worth("equity", 10.0), True, ()), room_of(window)
    room._events.append(Reported(ADVISER, room._generation[ADVISER], advice, 0.0))
    window.frame(2)
    return places


def test_the_moves_of_what_is_shown_are_ranked(sit: Sit) -> None:
    opened = sit()
    opened.press("space")
    opened.frame(3)
    ranked(opened)
    assert {"10.00", "11.00", "12.00"} <= set(opened.texts)
    opened.press("h")
    assert "11.00" not in opened.texts
    opened.press("h")
    assert "11.00" in opened.texts


def test_at_full_speed_nothing_is_asked_and_games_are_plotted(sit: Sit) -> None:
    opened = sit(speed=NO_LIMIT)
    opened.frame(3)
    asked = len(room_of(opened).asked)
    opened.frame(30)
    assert len(room_of(opened).asked) == asked
    assert "Rows a game" in opened.texts
    assert "Best moves" not in opened.texts
    opened.press("d")
    assert "Best moves" in opened.texts
    opened.press("c")
    assert "100\u00a0%" in opened.texts, "the curve has shares at its side"


def test_the_terms_of_the_equity_are_shown_and_hidden_on_the_board(sit: Sit) -> None:
    opened = sit()
    opened.press("space")
    opened.wait(0.5)
    parts = scene_of(opened).ui.board.parts
    assert parts == {"height", "structure", "hollows"}
    opened.press("2")
    assert scene_of(opened).ui.board.parts == {"height", "hollows"}
    opened.click_on("term Structure")
    assert scene_of(opened).ui.board.parts == {"height", "structure", "hollows"}


# -- on from here --


def test_a_person_plays_on_from_any_piece(long: Window) -> None:
    scene = scene_of(long)
    scene.head.seek(5)
    here = scene.state()
    long.press("p")
    assert isinstance(long.scene, PlayScene)
    position = long.scene.session.position
    assert (position.board, position.piece) == (here.board, here.piece)  # type: ignore[attr-defined]
    long.press("escape")
    assert long.scene is scene
    assert scene.head.at == 5


def test_a_kept_game_opens_where_it_was_left(long: Window) -> None:
    scene = scene_of(long)
    start = scene.runner.history.start_of(2)
    scene.head.seek(start + 4)
    board = scene.state().board
    long.press("s")
    long.context.autosave.flush()
    saved = library.saved_games()
    record = read_record(Path(saved[0].path))
    stored = long.context.scene(to.OpenGame(record), scene)
    assert isinstance(stored, WatchScene)
    assert (stored.head.at, stored.state().board) == (4, board)
    assert stored.runner.count == scene.runner.history.start_of(3) - start
    long.app.show(stored)
    orders = len(room_of(long).ordered)
    long.press("space", "m")
    long.wait(1.0)
    assert (stored.head.at, stored.head.playing) == (stored.runner.count, False)
    assert len(room_of(long).ordered) == orders, "nobody plays"


def test_another_run_begins_with_the_choices_of_this_one(sit: Sit) -> None:
    opened = sit(*RACERS)
    opened.press("n")
    assert isinstance(opened.scene, NewGameScene)
    choices = opened.scene.choices
    assert isinstance(choices, ClassicChoices)
    assert (choices.play_style, choices.controllers, choices.rules) == ("race", RACERS, TABLE)
    opened.press("s")
    assert race_of(opened).plan.rules["pieces"] == Plan.new(RACERS, TABLE, 7).rules["pieces"], (
        "the same pieces"
    )
    assert config.load()[0].classic.seed == 0, "which is no setting"


def test_leaving_sends_every_worker_away(sit: Sit) -> None:
    opened = sit(*RACERS, speed=NO_LIMIT)
    opened.frame(3)
    assert len(room_of(opened).running) == 3
    opened.press("escape")
    assert room_of(opened).running == {}
    assert opened.scene.name == "home"


# -- a race --


@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_games_under_way_are_seen_before_any_has_ended(window: WholeWindow, size: tuple[int, int]) -> None:
    def build(context: AppContext) -> Scene:
        context.room = PlayingRoom(at_once=20)  # type: ignore[assignment]
        scene = context.scene(
            to.Run(Plan.new(RACERS, {**TABLE, "size": "5x30"}, 7)),
            context.scene(to.Home()),
        )
        assert isinstance(scene, RunScene)
        scene.head.speed = NO_LIMIT
        return scene

    opened = window(build, size=size)
    race = race_of(opened)
    opened.press("k")
    while race.standing().going_on < 2:
        opened.frame()
    assert race.standing().games == 0
    assert ("no game has ended" if size[0] == 1280 else "no end yet") in opened.texts
    assert f"{race.standing().going_on} rows so far" in opened.texts
    assert any(each.startswith("over ") for each in opened.texts)
    while not race.standing().games:
        opened.frame()
    standing = race.standing()
    assert standing.games == 1
    mean, low, high = standing.mean
    assert mean == standing.rows + standing.going_on
    assert high is not None
    assert f"{mean_words(low)} – {mean_words(high)}" in opened.texts


def test_all_play_the_same_pieces_side_by_side(sit: Sit) -> None:
    opened = sit(*RACERS, speed=8.0)
    opened.wait(3.0)
    race = race_of(opened)
    assert race.head.at >= 20
    states = [race.state(runner) for runner in range(3)]
    assert len({state.pieces for state in states if state.ply == states[0].ply}) == 1
    assert {order.rules["pieces"] for _, order in room_of(opened).ordered[:3]} == {race.plan.rules["pieces"]}
    assert all(runner.title in opened.texts for runner in race.runners)


def test_at_full_speed_nobody_runs_away(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.scenes.run.playhead._CHUNK", 1024)
    opened = sit(*RACERS, speed=NO_LIMIT)
    room_of(opened).at_once = 100
    for _ in range(13):
        opened.frame()
        counts = [runner.count for runner in race_of(opened).runners]
        assert max(counts) - min(counts) <= 1024
    assert race_of(opened).head.at == min(counts) > 1024


def test_a_runner_is_chosen_by_number_by_board_and_by_its_place(sit: Sit) -> None:
    opened = sit(*RACERS)
    race = race_of(opened)
    opened.press("2", "²")
    assert race.runner.controller == "dellacherie"
    opened.click_on("lane 3")
    assert race.runner.controller == "dt-20"
    opened.click_on("standing 1")
    assert race.runner.controller == "tengstrand-1.1"
    opened.press("9")
    assert race.chosen == 0


@pytest.mark.parametrize(("size", "scale"), [((640, 480), 1.0), ((1280, 720), 3.0), ((3840, 2160), 1.0)])
def test_every_window_shows_boards_and_figures(sit: Sit, size: tuple[int, int], scale: float) -> None:
    for controllers in (RACERS[:1], RACERS):
        opened = sit(*controllers, speed=NO_LIMIT, size=size, scale=scale)
        opened.frame(5)
        assert any(words.startswith(("piece ", "Equity", "Stack")) for words in opened.texts)
        if "drawer" in opened.scene.targets.names():
            opened.press("k")
        opened.frame(2)
        assert {"play on", "new run", "save"} <= set(opened.scene.targets.names())


# -- one state, one count --


def beside(messages: list[str], label: str) -> list[str]:
    """The figures that were written just before each `label`."""
    return [messages[at - 1] for at, each in enumerate(messages) if each == label]


def rows_so_far(messages: list[str]) -> set[str]:
    """The rows of games under way, wherever they are told."""
    generator = (re.search(r"(?:^|\+ |After )([\d\u2009]+) rows?( so far$|$|,)", each) for each in messages)
    return {match[1] for match in generator if match}


def moments(window: Window) -> Iterator[str]:
    """A run at an easy pace, at full speed, at rest again, and looked back at."""
    window.wait(2.3)
    yield "easy"
    window.press("m")
    for number in range(12):
        window.frame()
        yield f"full speed {number}"
    window.press("space")
    window.frame(3)
    yield "at rest"
    for place in (3, 40, 111):
        window.scene.head.seek(place)  # type: ignore[attr-defined]
        window.frame(2)
        yield f"looked back to {place}"


def test_a_race_counts_the_same_under_the_boards_and_in_the_panel(sit: Sit) -> None:
    opened = sit(*RACERS, speed=16.0)
    race, seen = race_of(opened), 0
    for moment in moments(opened):
        messages = opened.texts
        rows, means = beside(messages, "Rows"), beside(messages, "Mean rows")
        for number, runner in enumerate(race.runners):
            at = len(messages) - 1 - messages[::-1].index(runner.title)  # in the panel
            mean, (spread, games) = messages[at - 1], messages[at + 1 : at + 3]
            assert mean == means[number], moment
            if not race.state(number).over:
                seen += 1
                assert rows_so_far([spread, games]) == {rows[number]}, moment
            ended = int(games.split()[0]) if games[0].isdecimal() else 0
            assert ended == int(beside(messages, "Game")[number]) - (not race.state(number).over), moment
    assert seen > 20


def test_a_watched_run_counts_the_same_wherever_it_is_told(sit: Sit) -> None:
    opened, seen = sit(speed=16.0), 0
    opened.press("d", "d")  # the plot of games, at every speed
    for moment in moments(opened):
        messages, scene = opened.texts, scene_of(opened)
        rows = messages[messages.index("Rows") + 1]
        plotted = " ".join(messages[messages.index("Rows a game") : messages.index("Rows")])
        if scene.standing().games:
            assert messages[messages.index("Mean rows") + 1] in plotted, moment
        if not scene.standing().games and not scene.state().over:
            assert rows_so_far([plotted[plotted.index("After") :]]) == {rows}, moment
            seen += 1
        assert scene.standing().going_on in (scene.state().cleared, 0)
        assert messages[messages.index(f"Game {scene.standing().games + (not scene.state().over)}")]
    assert seen


def test_no_equity_stands_under_the_board_of_a_player_that_has_none(sit: Sit) -> None:
    opened = sit("dellacherie", "dt-20", "tengstrand-1.4")
    opened.wait(1.0)
    assert len(beside(opened.texts, "Equity")) == 1, "Tengstrand's own"
    assert "Stack, rows" in opened.texts, "the graph says of every board the same"


# -- nothing that was watched is lost --


def at_home(window: Window) -> Window:
    """The window at Home, once everything is written."""
    window.context.autosave.flush()
    window.app.show(window.context.scene(to.Home()))
    window.frame(3)
    return window


def test_a_run_that_is_left_can_be_continued(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.scenes.run.scene.any_seed", lambda: 7)  # of the games that follow
    opened = sit(speed=NO_LIMIT)
    room_of(opened).at_once = 7
    opened.frame(40)
    before = scene_of(opened)
    opened.press("escape")
    at_home(opened)
    state = before.state()
    assert not state.over
    assert f"Classic, 6 × 10, Tengstrand 1.1, piece {state.placed}" in opened.texts
    opened.press("c")
    after = scene_of(opened)
    assert (after.state().board, after.state().placed) == (state.board, state.placed)
    opened.press("m")
    opened.frame(30)
    assert after.runner.history.games > 1, "the controller has played on"
    opened.press("escape")
    at_home(opened)
    assert len(opened.autosaves()) == 1, "the game that was continued is over"
    assert [saved.head.length > state.placed for saved in library.saved_games() if saved.head] == [True]


@pytest.mark.parametrize("controllers", [("dellacherie",), RACERS], ids=["alone", "race"])
def test_the_results_of_earlier_games_are_there_when_a_run_is_continued(
    sit: Sit, controllers: tuple[str, ...]
) -> None:
    def results(scene: Scene | None) -> dict[str, tuple[Standing, Spread]]:
        assert isinstance(scene, RunScene)
        results = {}
        for runner in scene.runners:
            history = runner.history
            standing = history.standing(history.count, history.position(history.count))
            results[runner.controller] = standing, history.spread(standing)
        return results

    opened = sit(*controllers, speed=NO_LIMIT)
    room_of(opened).at_once = 7
    opened.frame(60)
    opened.press("space")
    opened.frame(4)
    before = results(opened.scene)
    assert min(standing.games for standing, _ in before.values()) > 1
    opened.press("escape")
    at_home(opened)
    opened.press("c")
    assert results(opened.scene) == before
    opened.press("m")
    opened.frame(40)
    orders = [order for _, order in room_of(opened).ordered[-len(controllers) :]]
    assert all(order.number >= before[order.engine][0].games for order in orders), "no game is played twice"
    for controller, (standing, spread) in results(opened.scene).items():
        assert standing.games > before[controller][0].games
        assert spread.games > before[controller][1].games


def test_a_window_that_is_closed_keeps_the_run_too(sit: Sit) -> None:
    opened = sit()
    opened.wait(2.0)
    scene = scene_of(opened)
    opened.press("?")
    opened.context.close()
    assert opened.autosaved().length == scene.runner.count > 4


def test_what_goes_on_after_a_game_that_was_kept_is_what_would_have_been_played(sit: Sit) -> None:
    opened = sit("dellacherie", speed=16.0)
    opened.wait(1.5)
    opened.press("escape")
    at_home(opened)
    opened.press("c")
    scene = scene_of(opened)
    first = scene.runner.history.copied(0)()
    opened.press("m")
    opened.frame(20)
    history = scene.runner.history
    ends = [*history.starts(0, history.count)]
    assert len(ends) > 3
    assert history.position(first.count).board == first.position(first.count).board
    assert history.position(ends[0]).placed == 0
    assert history.position(ends[0] - 1).placed == ends[0] - 1
    whole = history.copied(0)()
    assert whole.count == ends[0]
    whole.verify()
    assert history.standing(history.count, scene.state()).games >= len(ends)


def test_s_keeps_every_player_of_a_race(sit: Sit) -> None:
    opened = sit(*RACERS)
    opened.wait(2.0)
    opened.press("s")
    opened.context.autosave.flush()
    (saved,) = library.saved_games()
    assert saved.head is not None
    assert [seat.name for seat in saved.head.seats] == ["Tengstrand 1.1", "Dellacherie", "DT-20"]
    assert saved.head.title.startswith("Race: Tengstrand 1.1, Dellacherie, DT-20, ")
    race = read_record(saved.path)
    assert min(each.length for each in (race, *race.race)) >= 8
    opened.frame(2)
    assert f"The race is saved as {saved.path.name}. Games lists it." in opened.texts
    opened.wait(2.0)
    opened.press("s")
    opened.context.autosave.flush()
    assert len(library.saved_games()) == 1, "the race has gone on"


def test_a_race_in_games_is_one_row_that_opens_with_all_its_boards(sit: Sit) -> None:
    opened = sit(*RACERS)
    opened.wait(2.0)
    opened.press("space")
    shown = [race_of(opened).state(number) for number in range(3)]
    opened.press("s")
    opened.context.autosave.flush()
    home = opened.context.scene(to.Home())
    opened.app.show(opened.context.scene(to.Games(), home))
    opened.frame(2)
    opened.press("enter")
    race = race_of(opened)
    assert [race.state(number).board for number in range(3)] == [state.board for state in shown]
    assert [runner.controller for runner in race.runners] == [*RACERS]
    orders = len(room_of(opened).ordered)
    opened.press("right")
    opened.wait(1.0)
    assert len(room_of(opened).ordered) == orders, "nobody plays on"


def test_a_race_with_a_file_for_each_player_becomes_one(sit: Sit) -> None:
    opened = sit(*RACERS)
    opened.wait(2.0)
    opened.press("escape")
    opened.context.autosave.flush()
    (path,) = opened.autosaves()
    race = read_record(path)
    path.unlink()
    for second, run in enumerate((race, *race.race)):  # as it was saved before
        created = f"2026-11-01T10:00:0{second}Z"
        title = f"Race: {run.seats[0].name}"
        library.store(
            path.with_name(library.file_name("classic", created)),
            replace(run, race=(), created=created, title=title),
        )
    at_home(opened)
    opened.press("c")
    assert [runner.controller for runner in race_of(opened).runners] == [*RACERS]
    at_home(opened)
    (path,) = opened.autosaves()
    assert [seat.name for seat in read_record(path).players] == ["Tengstrand 1.1", "Dellacherie", "DT-20"]


def test_a_race_that_is_left_is_continued_as_a_race(sit: Sit) -> None:
    opened = sit(*RACERS)
    opened.wait(1.0)
    before = race_of(opened)
    opened.press("space")
    before.runners[1].drive(before.runners[1].count + 2)
    opened.frame(4)
    boards = {runner.controller: before.state(n).board for n, runner in enumerate(before.runners)}
    opened.press("escape")
    at_home(opened)
    opened.press("c")
    race = race_of(opened)
    assert {race.runners[n].controller: race.runners[n].position(10**9).board for n in range(3)} == {
        runner.controller: runner.position(10**9).board for runner in before.runners
    }
    assert boards == {runner.controller: race.state(n).board for n, runner in enumerate(race.runners)}
    assert [race.place(n) for n in range(3)] == [
        before.runners[n].history.game_at(before.head.at)[1] for n in range(3)
    ]
    at_home(opened)
    assert len(opened.autosaves()) == 1


def test_esc_at_the_choices_of_another_run_comes_back_to_this_one(sit: Sit) -> None:
    opened = sit()
    opened.wait(2.0)
    scene, played = scene_of(opened), scene_of(opened).runner.count
    opened.press("n", "escape")
    assert opened.scene is scene
    opened.wait(2.0)
    assert scene.runner.count > played, "the controller plays on"


def test_a_digit_leaves_one_runner_marked(sit: Sit) -> None:
    opened = sit(*RACERS)
    opened.walk_to("lane 3")
    opened.press("2")
    assert opened.scene.targets.focused("lane 2")


def test_two_versions_of_a_controller_are_told_apart_in_a_small_window(sit: Sit) -> None:
    opened = sit("tengstrand-1.1", "tengstrand-1.4", "dt-20", "kibitz", size=(640, 480))
    heads = [each for each in opened.texts if each.startswith("Teng")]
    assert {"1.1", "1.4"} <= {each.split()[-1] for each in heads[:2]}, heads
