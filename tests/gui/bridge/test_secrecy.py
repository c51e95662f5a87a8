"""In a duplicate match the cards of the first round are the other's in the second: no way leads back to them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pygame
import pytest

from game import library, transfer
from game.bridge import Deal, State
from game.errors import BadInput
from game.record import Record, write_record
from game.session import Session
from gui import destinations as to
from gui.context import Scene
from gui.play.filming import film_of
from gui.play.saved_games import open_saved
from gui.scenes.duplicate import DuplicateScene
from gui.scenes.games import GamesScene
from gui.scenes.play import PlayScene
from gui.scenes.review import ReviewScene
from tests.gui.bridge.test_duplicate_sheet import match
from tests.gui.driving import Window

TWICE = "is played twice"


def second_round(ended: int = 2) -> Session:
    """A match of two deals, twice, after so many results; the person has seen North's cards in the first round."""
    session = match(2, ended)
    for call in ("1H", "pass"):
        session.play(call)
    session.created = "2026-11-26T09:00:00Z"
    return session


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))


def is_shown(scene: Scene, results: int = 2) -> bool:
    """Return True if a scene is the table, at the deal under way."""
    assert isinstance(scene, PlayScene)
    position = scene.session.position
    assert isinstance(position, State)
    return len(position.results) == results


def test_no_key_at_the_table_leads_back_to_the_first_round(window: Callable[..., Window]) -> None:
    session = second_round()
    shown = window(lambda context: PlayScene(context, context.scene(to.Home()), session, hints=True))
    begin = session.length - 2
    for keys in (["home"], [","] * 9, ["u"] * 5, ["Y"], ["y"], ["l"], ["w"]):
        shown.press(*keys)
        shown.frame(2)
        assert is_shown(shown.scene)
        assert shown.scene.session.cursor >= begin  # type: ignore[attr-defined]
        if keys in (["u"] * 5, ["l"]):
            assert any("twice" in line for line in shown.texts)
    scene = shown.scene
    assert isinstance(scene, PlayScene)
    scene.head.seek(0)
    scene.controller.go_to(3)
    scene.visit(session.root)
    scene.visit(session.line[5], session.line)
    assert scene.session.cursor >= begin


def test_the_list_of_moves_begins_with_the_deal_under_way(window: Callable[..., Window]) -> None:
    session = second_round()
    shown = window(lambda context: PlayScene(context, context.scene(to.Home()), session, hints=False))
    shown.press("o")
    shown.frame(2)
    assert any(line.startswith("Deal 3") for line in shown.texts)
    assert not any(line.startswith(("Deal 1", "Deal 2")) for line in shown.texts)


@pytest.mark.parametrize("ended", [1, 2, 3])
def test_the_result_of_a_deal_that_comes_again_is_not_looked_back_at(
    window: Callable[..., Window], ended: int
) -> None:
    session = match(2, ended)
    for keys in (["l"], ["home"], ["u"], ["d", "l"]):
        shown = window(lambda context: PlayScene(context, context.scene(to.Home()), session, hints=True))
        shown.press(*keys)
        shown.frame()
        assert not isinstance(shown.scene, ReviewScene)
        assert session.cursor == session.length


def test_the_sheet_opens_no_deal_before_the_match_is_over(window: Callable[..., Window]) -> None:
    shown = window(lambda context: DuplicateScene(context, None, second_round(3)))
    shown.click_on("deal 1")
    assert isinstance(shown.scene, DuplicateScene)
    shown.frame()
    assert any(TWICE in line for line in shown.texts)


def test_the_saved_games_neither_open_nor_share_nor_copy_it(window: Callable[..., Window]) -> None:
    path = library.keep(second_round().record())
    shown = window(lambda context: GamesScene(context, Scene(context)))
    scene = shown.scene
    assert isinstance(scene, GamesScene)
    scene.chosen = str(path)
    for key in ("l", "c"):
        shown.press(key)
        shown.frame()
        assert isinstance(shown.scene, GamesScene)
        assert any("twice" in line for line in shown.texts)
    scene.share()
    assert isinstance(scene.next, GamesScene)
    with pytest.raises(BadInput, match="twice"):
        transfer.as_text(second_round())


def test_a_record_that_was_left_in_the_first_round_opens_in_the_second(
    window: Callable[..., Window], tmp_path: Path
) -> None:
    left = msgspec.structs.replace(second_round().record(), cursor=5)
    path = tmp_path / "left.kibitz"
    write_record(path, left)
    shown = window(lambda context: GamesScene(context, Scene(context)))
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    shown.frame()
    assert is_shown(shown.scene)
    preview = open_saved(library.Saved.of(path, left)).session
    assert preview is not None
    assert preview.cursor >= preview.length - 2


def test_no_film_is_made_of_it() -> None:
    record = second_round().record()
    with pytest.raises(BadInput, match="A film shows all cards"):
        film_of(record)


def test_once_it_is_over_all_of_it_is_shown(window: Callable[..., Window]) -> None:
    session = match(2, 4)
    assert (session.begin, session.secrecy.why) == (0, "")
    shown = window(lambda context: context.scene(to.Review(session), context.scene(to.Home())))
    assert isinstance(shown.scene, ReviewScene)
    shown.press("home")
    assert shown.scene.session.cursor == 0
    assert isinstance(film_of(session.record()).when(3), float)


def test_hands_that_were_typed_are_open_to_whoever_typed_them(tmp_path: Path) -> None:
    deal = Deal.random(4)
    session = transfer.from_text(str(deal))
    assert session.secrecy.why == ""
    path = tmp_path / "typed.kibitz"
    write_record(path, session.record("2026-11-26T09:00:00Z"))
    again, record = transfer.open_file(path)
    assert isinstance(record, Record)
    assert again.secrecy.why == ""
