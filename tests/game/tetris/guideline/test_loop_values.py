"""The values of clears in a row that come with the program."""

from pathlib import Path

import numpy as np
import pytest

from game.errors import BadInput
from game.tetris.guideline.loop_values import (
    LETTERS_LEFT,
    SOLVED,
    Leftover,
    LoopValues,
    chances_alone,
    loop_values,
    save_values,
    values_in,
)


def test_there_is_a_value_for_each_of_the_889_starts() -> None:
    values = loop_values()
    assert len(values.values) == len(values.numbers) == 889
    assert [len(each.starts) for each in values.clears] == [49, 245, 7, 245, 49, 147, 147]
    sizes = [{Leftover.parse(name).left.bit_count() for name in each.starts} for each in values.clears]
    assert sizes == [{size} for size in LETTERS_LEFT]


@pytest.mark.parametrize("see", SOLVED)
def test_the_values_solve_their_equations(see: int) -> None:
    """A clear in a row is the clear itself and what follows on where it leads to."""
    values = loop_values(see)
    assert values.see == see
    sides = values.transitions.sum(1) + values.transitions @ values.values
    assert np.abs(values.values - sides).max() < 1e-9


def test_no_start_is_cleared_more_often_than_play_for_it_alone_does() -> None:
    values = loop_values()
    for start, number in values.numbers.items():
        assert values.transitions[number].sum() <= chances_alone()[start] + 1e-12, str(start)


def test_who_sees_a_piece_less_makes_fewer_clears_in_a_row() -> None:
    five, six = map(loop_values, SOLVED)
    assert (five.values < six.values).all()
    assert (five.chances(1)[1] <= [chances_alone()[start] + 1e-12 for start in five.numbers]).all()


def test_more_clears_come_less_often_and_add_up_to_the_mean() -> None:
    values = loop_values(5)
    chances = values.chances(800)
    assert (np.diff(chances, axis=0) <= 1e-12).all()
    assert chances[1:].sum(0) == pytest.approx(values.values, rel=1e-6)
    assert values.first == pytest.approx(values.values[values.firsts].mean())


@pytest.mark.parametrize("text", ["T|IOS", "I|I", "Z|IOTLJSZ"])
def test_what_is_left_is_read_as_it_is_written(text: str) -> None:
    assert str(Leftover.parse(text)) == text


@pytest.mark.parametrize("text", ["", "T", "TT|I", "T|II", "X|I"])
def test_what_no_clear_leaves_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is not what a clear leaves"):
        Leftover.parse(text)


def test_a_file_of_values_is_read_as_it_was_written(tmp_path: Path) -> None:
    values = loop_values()
    save_values(tmp_path / "values.json", values.clears)
    again: LoopValues = values_in(tmp_path / "values.json")
    assert (again.values == values.values).all()
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(BadInput, match=r"other\.json has no values of clears in a row"):
        values_in(tmp_path / "other.json")
