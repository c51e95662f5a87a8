"""The sheet of a duplicate match: both rounds, deal by deal, and the way to it."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from game.bridge import State, duplicate
from game.record import Seat
from game.session import Session
from gui import destinations as to
from gui.scenes.duplicate import DuplicateScene, sheet_of, signed, total_words
from gui.scenes.new_game.bridge import BridgeChoices
from gui.scenes.review import ReviewScene
from gui.ui.text import MINUS
from tests.game.bridge.matches import by_chance
from tests.gui.driving import Window

NAMES = ("North", "You")


def match(deals: int, ended: int, seed: int = 3) -> Session:
    """A duplicate match by chance until so many deals have ended."""
    seats = (Seat("Kibitz", "engine", "kibitz", "full"), Seat("You"))
    session, dice = Session.new("bridge", duplicate.rules({}, seed, deals), seats), random.Random(seed)
    while len(_state(session).results) < ended:
        session.play(by_chance(_state(session), dice))
    return session


def _state(session: Session) -> State:
    assert isinstance(session.position, State)
    return session.position


def test_a_line_tells_both_halves_and_what_was_gained() -> None:
    state = _state(match(3, 6))
    sheet = sheet_of(state, 1, NAMES)
    assert sheet is not None
    assert (len(sheet.lines), sheet.settled) == (3, 3)
    for line in sheet.lines:
        assert line.first.points is not None
        assert line.second.points is not None
        assert line.gain == line.first.points + line.second.points
    assert sheet.total == state.points[1] - state.points[0]
    other = sheet_of(state, 0, NAMES)
    assert other is not None
    assert other.total == -sheet.total


def test_only_deals_that_both_have_played_are_counted() -> None:
    sheet = sheet_of(_state(match(3, 4)), 1, NAMES)
    assert sheet is not None
    assert sheet.settled == 1
    assert [line.gain is None for line in sheet.lines].count(True) == 2
    assert sheet_of(State.open({}), 1, NAMES) is None


@pytest.mark.parametrize(
    ("total", "settled", "words"),
    [
        (0, 0, "Each deal is played twice."),
        (0, 2, "Both of you have the same number of points."),
        (1140, 2, "You are 1 140 points ahead with the same cards."),
        (-50, 2, "North is 50 points ahead with the same cards."),
    ],
)
def test_how_it_stands_is_said_in_words(total: int, settled: int, words: str) -> None:
    sheet = sheet_of(_state(match(2, 0)), 1, NAMES)
    assert sheet is not None
    text = total_words(sheet._replace(total=total, settled=settled), NAMES, 1)
    assert text.replace("\u202f", " ").replace("\u2009", " ").replace("\xa0", " ").startswith(words)


def test_points_have_their_sign() -> None:
    assert [signed(points) for points in (140, 0, -50)] == ["+140", "0", f"{MINUS}50"]


def test_the_sheet_is_shown_and_leads_to_the_table(
    window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    session = match(2, 3)
    shown = window(lambda context: DuplicateScene(context, None, session))
    assert any("with the same cards" in line or "same number of points" in line for line in shown.texts)
    assert "at the table" in shown.texts
    shown.press("p")
    assert shown.scene.name == "play"
    shown.press("d")
    assert shown.scene.name == "duplicate"
    shown.press("p")
    assert shown.scene.name == "play"


def test_a_deal_of_the_sheet_is_looked_at(
    window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    session = match(2, 4)
    shown = window(lambda context: DuplicateScene(context, None, session))
    shown.click_on("deal 2")
    assert isinstance(shown.scene, ReviewScene)
    assert len(_state(shown.scene.session).results) == 2
    assert _state(shown.scene.session).previous is not None
    assert session.cursor == session.length, "the match stays where it stands"
    shown.press("escape")
    assert shown.scene.name == "duplicate"


def test_other_matches_have_no_sheet(
    window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    session = Session.new("bridge", {}, (Seat("Kibitz", "engine", "kibitz", "full"), Seat("You")))
    shown = window(lambda context: context.scene(to.Play(session), context.scene(to.Home())))
    shown.press("d")
    assert shown.scene.name == "play"


def test_a_new_match_can_be_a_duplicate(window: Callable[..., Window]) -> None:
    shown = window(lambda context: context.scene(to.NewGame("bridge"), context.scene(to.Home())))
    choices = shown.scene.choices  # type: ignore[attr-defined]
    assert isinstance(choices, BridgeChoices)
    shown.click_on("match 1")
    shown.click_on("twice 1")
    rules = choices.rules(7)
    assert rules["match"] == "4 deals"
    assert len(duplicate.pairs(State.open(rules))) == 2
    shown.click_on("match 4")
    assert "random:7" in choices.rules(7)["deals"]
    shown.click_on("twice 1")
    assert len(duplicate.pairs(State.open(choices.rules(7)))) == 4
