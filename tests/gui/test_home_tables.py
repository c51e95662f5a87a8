"""The tables that play by themselves at home."""

from __future__ import annotations

import pytest

from game import showcase
from gui.scenes.home.tables import Table, tables


@pytest.fixture(scope="module")
def playing() -> tuple[Table, ...]:
    return tables([showcase.load(name) for name in showcase.names()])


def test_every_table_shows_a_move_that_can_be_played(playing: tuple[Table, ...]) -> None:
    for table in playing:
        for clock in (0.0, 3.0, 20.0, 1000.0):
            position, advice = table.moment(clock, still=False)
            assert position.game == table.game
            if advice is not None and advice.choices:
                position.play(advice.choices[0].move)


def test_a_table_plays_what_it_has_shown(playing: tuple[Table, ...]) -> None:
    table = next(table for table in playing if table.game == "tetris")
    position, advice = table.moment(0.0, still=False)
    assert advice is not None
    after = position.play(advice.choices[0].move)
    clock = 0.0
    while (now := table.moment(clock, still=False).position).ply == 0:
        clock += 0.1
    assert now == after


def test_nothing_moves_where_nothing_may_move(playing: tuple[Table, ...]) -> None:
    for table in playing:
        assert table.moment(0.0, still=True) == table.moment(50.0, still=True)
