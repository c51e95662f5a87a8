"""A new combo is what was chosen, and the choice is remembered."""

from __future__ import annotations

import pytest

from game import config
from game.session import Session
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import State
from gui.context import AppContext, Scene
from gui.scenes.home import HomeScene
from gui.scenes.new_game import NewGameScene
from gui.scenes.new_game.four_wide import FourWideChoices
from gui.scenes.registry import choices_of
from tests.gui.conftest import WholeWindow


def choosing(context: AppContext) -> Scene:
    return NewGameScene(context, HomeScene(context), choices_of(context.config, "four-wide"))


def test_a_combo_is_what_was_chosen_and_the_choice_is_remembered(
    window: WholeWindow, begun: list[Session]
) -> None:
    page = window(choosing)
    for name in ("player 2", "previews less", "hold 0", "cells 1", "turns 1", "pieces 0"):
        page.click_on(name)
    page.press("4", "2")
    page.click_on("start")
    (session,) = begun
    state = session.position
    assert isinstance(state, State)
    assert state.model == Model(6, "random", False, 4, "srs+")
    assert state.queue.seed == 42
    assert session.seats[0].engine == "four-wide"
    four_wide = config.load()[0].four_wide
    chosen = (four_wide.player, four_wide.previews, four_wide.hold, four_wide.cells)
    assert chosen == ("best", 4, False, "six")
    assert (four_wide.turns, four_wide.pieces, four_wide.seed) == ("srs+", "random", 0)
    again = FourWideChoices(config.load()[0])
    again.sow(42)
    assert again.position() == state
    assert not again.changes(config.load()[0])


def test_no_start_that_is_drawn_is_over_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    dead = next(seed for seed in range(1, 500) if State.open({"queue": f"seven_bag:{seed}"}).over)
    live = next(seed for seed in range(1, 500) if not State.open({"queue": f"seven_bag:{seed}"}).over)
    drawn = iter((dead, dead, live))
    monkeypatch.setattr("gui.scenes.new_game.four_wide.any_seed", lambda: next(drawn))
    assert FourWideChoices(config.load()[0])._start()["queue"] == f"seven_bag:{live}"
