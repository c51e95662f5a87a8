"""Lines of a game at the table and in the review: opened, listed, walked, saved, and never lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import library
from game.advice import Advice, Choice, Unit, Verdict, Worth
from game.record import Record, Seat, read_record
from game.review import Judged
from game.session import Session
from gui import destinations as to
from gui.games.registry import ui_of
from gui.play.move_list import rows_of
from gui.scenes.play import PlayScene
from gui.scenes.review import ReviewScene
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window, sample_game
from tests.gui.test_play import ENGINE, PERSON, Table

Sit = Callable[..., Table]
ROOT = Path(__file__).resolve().parents[2]
WALLS = "A1h B1h C1h D1h"


@pytest.fixture
def sit(window: WholeWindow) -> Sit:
    def begin(*seats: Seat, moves: str = WALLS, dots: str = "4x4") -> Table:
        session = Session.new("zuniq", {"dots": dots}, seats or (PERSON, PERSON))
        for move in moves.split():
            session.play(move)
        return Table(
            window(lambda context: PlayScene(context, context.scene(to.Home()), session, hints=True))
        )

    return begin


@pytest.fixture
def review(window: WholeWindow) -> Callable[[Session], Window]:
    return lambda session: window(lambda context: ReviewScene(context, context.scene(to.Home()), session))


def line_of(table: Table) -> list[str]:
    return [move.text for move in table.scene.session.moves]


def texts(record: Record) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The main line of a record, and its variations with the position that each leaves."""
    variations = [(each.node, [move.text for move in each.moves]) for each in record.variations]
    return [move.text for move in record.moves], variations


def scene_of(window: Window) -> ReviewScene:
    assert isinstance(window.scene, ReviewScene)
    return window.scene


# -- the rows of the list --


def listed(session: Session) -> list[tuple[int, int, str]]:
    """Depth, number and moves of each row."""
    rows = rows_of(session.root, ui_of(session.position.game))
    return [
        (row.depth, row.number, " ".join(node.text if node else "-" for node in row.cells)) for row in rows
    ]


def test_moves_stand_in_pairs_and_variations_below_the_move_they_replace() -> None:
    session = Session.new("zuniq", {"dots": "4x4"}, (PERSON, PERSON))
    for ply, moves in ((0, WALLS), (1, "B2h C2h D2h"), (2, "A3h"), (3, "D3h"), (0, "A2h")):
        session.visit(session.root.line()[ply])
        session.take(session.root.line(), ply)
        for move in moves.split():
            session.play(move)
    assert listed(session) == [
        (0, 1, "A1h -"),
        (1, 1, "A2h -"),
        (0, 2, "- B1h"),
        (1, 2, "- B2h"),
        (1, 3, "C2h D2h"),
        (0, 3, "C1h -"),
        (1, 3, "A3h -"),
        (0, 4, "- D1h"),
        (1, 4, "- D3h"),
    ]


def test_what_was_tried_out_behind_the_end_is_a_variation() -> None:
    session = Session.new("zuniq", {"dots": "4x4"}, (PERSON, PERSON))
    look = session.look()
    look.play("A1h")
    look.go_to(0)
    look.play("A2h")
    assert listed(session) == [(1, 1, "A1h -"), (1, 1, "A2h -")]
    session.play("A3h")
    look.take(session.line, 1)
    look.play("B1h")
    assert listed(session) == [(0, 1, "A3h -"), (1, 1, "A1h -"), (1, 1, "A2h -"), (1, 2, "- B1h")]


def test_every_move_of_a_tree_is_in_the_list_once_however_deep_it_is() -> None:
    session = Session.new("zuniq", {"dots": "6x6"}, (PERSON, PERSON))
    for _ in range(30):
        first, second, *_ = session.position.legal_moves()
        session.play(first)
        session.undo()
        session.play(second)
    rows = rows_of(session.root, ui_of("zuniq"))
    nodes = [node for row in rows for node in row.cells if node is not None]
    assert len(nodes) == len(set(nodes)) == 60


# -- at the table --


def test_another_wall_in_the_past_opens_a_variation_that_is_saved(sit: Sit) -> None:
    table = sit()
    table.window.press("u", "u")
    table.window.click(table.place("D2h"))
    assert line_of(table) == ["A1h", "B1h", "D2h"]
    table.window.press("escape")
    assert texts(table.window.autosaved()) == (WALLS.split(), [(2, ["D2h"])])
    table.window.press("c")
    assert table.moves == ["A1h", "B1h", "D2h"], "the game goes on where it was left"
    table.window.press("y")
    assert table.moves == ["A1h", "B1h", "C1h"], "and the old line is there"


def test_the_list_is_opened_by_a_key_and_leads_to_every_move(sit: Sit) -> None:
    table = sit()
    table.window.press("u", "u")
    table.window.click(table.place("D2h"))
    table.window.press("o")
    assert {"A1h", "B1h", "C1h", "D1h", "D2h"} <= set(table.window.texts)
    table.window.click_on("move 4")
    assert (table.moves, table.scene.controller.looking) == (WALLS.split(), True)
    table.window.click_on("move 1")
    assert table.moves == ["A1h"]
    table.window.click_on("move 5")
    assert (table.moves, table.scene.controller.looking) == (["A1h", "B1h", "D2h"], False)
    table.window.click_on("moves")
    assert not table.scene.moves_open


def test_keys_go_into_a_variation_and_out_of_it(sit: Sit) -> None:
    table = sit()
    table.window.press("u", "u")
    table.window.click(table.place("D2h"))
    table.window.click(table.place("D3h"))
    table.window.press("y", shift=True)
    assert (table.moves, line_of(table)) == (["A1h", "B1h"], WALLS.split())
    table.window.press("y")
    assert table.moves == ["A1h", "B1h", "D2h"]
    table.window.press("y")
    assert table.moves == ["A1h", "B1h", "C1h"]
    table.window.press("y", shift=True)
    assert any("main line" in words for words in table.window.texts)


def test_a_line_is_made_the_main_one(sit: Sit) -> None:
    table = sit()
    table.window.press("u", "u")
    table.window.click(table.place("D2h"))
    table.window.press("o", shift=True)
    table.window.press("escape")
    assert texts(table.window.autosaved()) == (["A1h", "B1h", "D2h"], [(2, ["C1h", "D1h"])])


@pytest.mark.parametrize("key", ["j", "escape"])
def test_whoever_looks_back_leaves_the_game_where_it_stands(sit: Sit, key: str) -> None:
    table = sit(PERSON, ENGINE)
    table.window.press("home", ".")
    assert (table.moves, table.scene.controller.looking) == (["A1h"], True)
    table.window.press(key)
    assert (table.moves, table.scene.controller.looking) == (WALLS.split(), False)
    assert table.scene.controller.playing, "and it goes on"


def test_a_game_that_is_left_while_one_looks_back_is_saved_where_it_stands(sit: Sit) -> None:
    table = sit(PERSON, ENGINE)
    table.window.press("home")
    table.scene.go_back()
    table.window.frame(2)
    assert table.window.autosaved().cursor == 4


def test_the_engine_does_not_play_while_one_looks_at_another_line(sit: Sit) -> None:
    table = sit(PERSON, ENGINE, moves="A1h B1h C1h")
    table.scene.controller.go_to(2)
    table.window.click(table.place("D2h"))
    assert line_of(table) == ["A1h", "B1h", "D2h"]
    table.window.press("o")
    table.window.click_on("move 3")
    asked = [each for each in table.room.asked if each[0] == "player-1"]
    table.window.wait(1.0)
    assert [each for each in table.room.asked if each[0] == "player-1"] == asked
    assert table.scene.controller.looking
    table.window.press("j")
    table.window.frame(2)
    assert table.scene.controller.playing


def test_leaving_the_review_returns_to_the_game_where_it_stood(sit: Sit) -> None:
    table = sit(PERSON, ENGINE)
    table.window.press("l", "home", ".")
    assert scene_of(table.window).session.cursor == 1
    table.window.press("escape")
    assert (table.moves, table.scene.controller.live, table.scene.controller.playing) == (
        WALLS.split(),
        True,
        True,
    )


def test_the_plan_of_the_coach_is_walked_as_a_variation(sit: Sit) -> None:
    table = sit()
    line = ("D3h", "C2h", "A1h", "B2h")  # A1h is drawn already: there the plan ends
    advice = Advice((Choice("D2h", Worth("win", 0.6), 1.0, line=line),), "search", Worth("win", 0.6), True)
    table.scene.session.note(4, advice)
    table.window.press("w")
    assert line_of(table) == [*WALLS.split(), "D2h", "D3h", "C2h"]
    assert table.moves == [*WALLS.split(), "D2h"]
    assert table.scene.controller.looking
    table.window.press("escape")
    assert table.moves == WALLS.split()
    assert table.scene.controller.live, "the game has not gone on"


# -- in the review --


def judged(
    session: Session, ply: int, better: str, verdict: Verdict, cost: float, unit: Unit = "win"
) -> None:
    move = session.moves[ply].text
    result = Judged(
        ply=ply, mover="white", played=move, best=better, cost=cost, unit=unit, error=0.0, verdict=verdict,
        source="search",
    )  # fmt: skip
    advice = Advice(
        (Choice(better, Worth("win", 0.8), 1.0),), "search", Worth("win", 0.8), True, judged=result.in_advice
    )
    assert session.note(ply, advice)


def reviewed() -> Session:
    """A game with three mistakes, the second one the worst."""
    session = Session.new("zuniq", {"dots": "4x4"}, (PERSON, PERSON))
    for move in f"{WALLS} A2h B2h".split():
        session.play(move)
    judged(session, 0, "D3h", "mistake", 0.15)
    judged(session, 2, "D3h", "blunder", 0.4)
    judged(session, 5, "D3h", "blunder", 0.3)
    return session


def rows(window: Window) -> list[str]:
    return [name for name in window.scene.targets.names() if name.startswith("mistake ")]


def test_mistakes_are_listed_by_size_or_in_order(review: Callable[[Session], Window]) -> None:
    opened = review(reviewed())
    assert rows(opened) == ["mistake 2", "mistake 5", "mistake 0"]
    opened.press("q")
    opened.frame()
    assert rows(opened) == ["mistake 0", "mistake 2", "mistake 5"]
    opened.click_on("order 0")
    opened.frame()
    assert rows(opened) == ["mistake 2", "mistake 5", "mistake 0"]
    assert "blunder, better D3h" in opened.texts


def test_the_summary_leads_to_the_turning_point(review: Callable[[Session], Window]) -> None:
    opened = review(reviewed())
    assert {"1 blunder, 1 mistake", "1 blunder", "Turning point"} <= set(opened.texts)
    opened.click_on("turning point")
    assert scene_of(opened).session.cursor == 2


def test_a_move_in_the_review_is_a_variation_and_leaves_the_game_alone(
    review: Callable[[Session], Window],
) -> None:
    session = reviewed()
    opened = review(session)
    scene = scene_of(opened)
    opened.press("m")
    opened.press("d", "2", "h")
    assert [move.text for move in scene.session.moves] == ["D2h"]
    assert [move.text for move in session.moves] == f"{WALLS} A2h B2h".split()
    assert [[move.text for move in each.moves] for each in session.record().variations] == [["D2h"]]
    opened.press("y", shift=True)
    assert (scene.session.cursor, scene.session.length) == (0, 6)


def test_a_variation_of_a_kept_game_is_saved_with_it(review: Callable[[Session], Window]) -> None:
    session = Session.new("zuniq", {"dots": "2x2"}, (PERSON, PERSON))
    session.created = "2026-11-20T09:30:00Z"
    for move in ("A1h", "A1v", "A2v", "B1h"):
        session.play(move)
    opened = review(session)
    opened.press("home", "b", "1", "h", "escape")
    opened.context.autosave.flush()
    [saved] = library.saved_games()
    assert texts(read_record(saved.path)) == (["A1h", "A1v", "A2v", "B1h"], [(0, ["B1h"])])


def test_a_mistake_is_tried_again_with_the_answer_hidden_until_asked_for(
    review: Callable[[Session], Window],
) -> None:
    opened = review(reviewed())
    scene = scene_of(opened)
    opened.press("m")
    assert scene.session.cursor == 0
    opened.press("m", "t")
    opened.move((10, 10))
    assert scene.session.cursor == 2
    assert scene.shown_choices() == ()
    assert not any("D3h" in words for words in opened.texts)
    opened.press("d", "2", "h")
    opened.frame(2)
    assert scene.session.cursor == 2, "the next one is tried from the same place"
    assert "being judged …" in opened.texts
    assert opened.room.asked[-1][0] in ("reviewer", "kibitzer")
    opened.press("d", "3", "h")
    opened.frame()
    assert "right" in opened.texts
    opened.press("h")
    opened.frame()
    assert "Better: D3h." in opened.texts
    assert [choice.move for choice in scene.shown_choices()] == ["D3h"]
    opened.press("t")
    assert scene.retry is None
    assert [move.text for move in scene.session.moves] == f"{WALLS} A2h B2h".split()


def test_what_was_tried_is_judged_like_any_move(review: Callable[[Session], Window]) -> None:
    session = reviewed()
    opened = review(session)
    opened.press("m", "m", "t", "d", "2", "h")
    scene = scene_of(opened)
    assert scene.retry is not None
    [tried] = scene.retry.tries
    assert tried.parent is not None
    result = Judged(
        ply=2, mover="white", played="D2h", best="D3h", cost=0.12, unit="win", error=0.0, verdict="mistake",
        source="search",
    )  # fmt: skip
    advice = Advice(
        (Choice("D3h", Worth("win", 0.8), 1.0),), "search", Worth("win", 0.8), True, judged=result.in_advice
    )
    assert session.note_at(tried.parent, advice)
    opened.frame(2)
    assert [words for words in opened.texts if words.startswith("mistake, ") and "12" in words], opened.texts
    assert len(scene.mistakes()) == 3, "what was judged of the move that was played stays"


# -- a long game --


def test_a_long_list_shows_the_one_that_is_current(review: Callable[[Session], Window]) -> None:
    session = Session.resume(read_record(ROOT / "assets" / "tables" / "guideline.kibitz"))
    assert session.length > 200
    opened = review(session)
    opened.press("o")
    opened.frame(2)
    for key, number in (("end", session.length), ("home", 1)):
        opened.press(key)
        opened.frame(2)
        shown = [each for each in opened.scene.targets.all() if each.name.startswith("move ")]
        assert len(shown) < 30, "only what can be seen is drawn"
        assert f"move {number}" in [each.name for each in shown]
    scroll = scene_of(opened).moves.scroll
    opened.move((scroll.view[0] + 50, scroll.view[1] + 50))
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=-3, x=0))
    opened.frame(2)
    assert scroll.offset > 0


# -- the end of a game --


def test_at_the_end_all_moves_are_judged_and_the_game_is_summed_up(sit: Sit) -> None:
    table = sit(dots="2x2", moves="A1h A1v A2v")
    table.window.press("b", "1", "h")
    table.window.frame(2)
    assert table.scene.controller.over
    session = table.scene.session
    for ply, verdict in ((2, "fine"), (3, "best"), (1, "mistake"), (0, "fine")):
        table.window.frame(2)
        before = tuple(move.text for move in session.moves[:ply])
        asked = ("reviewer", before) in table.room.asked
        assert asked == (ply < 3), "what was being judged, then from the end; the last wall wins"
        others = [move for move in session.position_at(ply).legal_moves() if move != session.moves[ply].text]
        judged(session, ply, others[0] if others else "B1h", verdict, 0.15 if verdict == "mistake" else 0.0)
    table.window.frame(2)
    assert {"accuracy 100\u00a0%", "accuracy 50\u00a0%", "1 mistake", "Turning point"} <= set(
        table.window.texts
    )
    table.window.click_on("turning point")
    assert (session.cursor, table.scene.controller.looking) == (1, True)


def test_what_one_looks_at_in_a_review_is_asked_about_at_length_and_once(
    review: Callable[[Session], Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = review(sample_game())
    room, limits = opened.room, list[float | None]()
    ask = room.ask

    def noted(role: str, question: Any) -> int:
        if role == "kibitzer":
            limits.append(question.limit.seconds)
        return ask(role, question)

    monkeypatch.setattr(room, "ask", noted)
    opened.press("home")
    opened.frame(2)
    assert limits == [opened.context.config.engine.hint_seconds]
    moves = scene_of(opened).session.position.legal_moves()
    room.says("kibitzer", *moves[:3], value=0.7)
    opened.frame(2)
    opened.press(".")
    opened.frame(2)
    asked = len(limits)
    opened.press(",")
    opened.frame(3)
    assert len(limits) == asked, "the last word was said"


def test_the_move_that_was_a_mistake_is_drawn_beside_the_better_one(
    review: Callable[[Session], Window],
) -> None:
    opened = review(reviewed())
    scene = scene_of(opened)
    opened.press("m", "m")
    opened.frame()
    assert scene.session.cursor == 2
    fault = scene._look().fault
    assert fault is not None
    assert (fault.move, fault.mark) == (scene.session.line[3].text, "??")
    assert "??" in opened.texts
    opened.press("h")
    opened.frame()
    assert scene._look().fault is None, "no opinion is drawn while hints are hidden"
    opened.press("h", ".")
    opened.frame()
    assert scene._look().fault is None, "the next move was none"
