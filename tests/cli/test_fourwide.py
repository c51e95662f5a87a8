import pytest

from game.tetris.guideline import TABLES
from tests.cli.running import Run

GAME = "fourwide value --residual 3 --randomizer random --hold --preview 0"


def test_value_between_walls_says_what_endless_play_loses_and_the_chance_of_the_end(run: Run) -> None:
    document = run(f"{GAME} --walls 20 --empty-hold --json").document
    assert (document["walls"], document["attack"], document["iterations"]) == (20, None, 20)
    assert document["value"] == pytest.approx(8.65543051593, rel=1e-10)
    assert document["empty_hold"] == pytest.approx(7.59236876062, rel=1e-10)
    assert document["per_field"]["0x7"] == document["value"]
    assert document["chance_of_the_end"]["value"] == pytest.approx(0.152176956862, rel=1e-10)
    assert document["infinite_policy"]["value"] == pytest.approx(8.6519700212, rel=1e-10)
    assert document["loss"]["value"] == pytest.approx(0.00346049473, rel=1e-6)
    assert document["loss"]["fresh"] is None
    assert document["error"] < 1e-11


def test_rows_sent_between_walls_are_for_people_too(run: Run) -> None:
    text = run(f"{GAME} --walls 10 --attack cold-clear").out
    assert "value        10.194186380" in text
    assert "loss         value 0.031454812" in text


@pytest.mark.parametrize(
    ("asked", "name", "value"),
    [
        ("guideline", "classic-guideline", 12.7822448098),
        ("modern-guideline", "modern-guideline", 10.9022034311),
        ("tetrio", "tetr.io", 6.33149155157),
    ],
)
def test_a_table_is_found_by_the_name_it_once_had_in_this_command(
    run: Run, asked: str, name: str, value: float
) -> None:
    for word in (asked, name):
        document = run(f"{GAME} --walls 10 --attack {word} --json").document
        assert (document["attack"], document["value"]) == (name, pytest.approx(value, rel=1e-10))


def test_the_help_names_every_table(run: Run) -> None:
    text = "".join(run("fourwide value --help").out.split())  # a name may be broken behind a hyphen
    assert text.endswith(",".join([*TABLES][:-1]) + "or" + [*TABLES][-1])


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--walls 0", "walls have 1 to 40 rows, not 0"),
        ("--walls 41", "walls have 1 to 40 rows, not 41"),
        ("--attack tetrio", "name --walls H"),
        ("--walls 20 --attack jstris", "unknown attack table 'jstris'"),
        ("--residual 6 --lines any --walls 9 --attack tetrio", "leave --lines any out"),
    ],
)
def test_what_cannot_be_asked_between_walls_is_refused(run: Run, words: str, reason: str) -> None:
    run(f"{GAME} {words} --json").assert_refused(1, reason)
