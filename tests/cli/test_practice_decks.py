"""The commands `practice make` and `practice check`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from game.practice.deck import read_deck, write_deck
from tests.cli.running import Run


def test_a_deck_is_made_and_proved_and_a_wrong_answer_in_it_is_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "some.deck"
    made = run(
        "practice", "make", "bridge-tricks", "--seed", "3", "--problems", "4", "-o", str(file), "--json"
    )
    assert set(made.document) == {"deck", "made", "refused", "cpu_seconds"}
    assert (made.document["deck"], made.document["made"]) == ("bridge-tricks", 4)
    assert run("practice", "check", str(file), "--json").document == {"checked": 4, "wrong": []}
    deck = read_deck(file)
    assert deck.made == "practice make bridge-tricks --seed 3 --problems 4"
    first, *others = deck.problems
    wrong = msgspec.structs.replace(first, answers=(next(iter(first.costs)),), costs={}, lines={})
    write_deck(file, msgspec.structs.replace(deck, problems=(wrong, *others)))
    checked = run("practice", "check", str(file), "--json")
    assert checked.status == 1
    assert checked.err.startswith("error: 1 problem")
    document = msgspec.json.decode(checked.out)
    assert [each["id"] for each in document["wrong"]] == [first.id]


def test_what_ships_is_checked_by_name_and_what_is_not_there_is_refused(run: Run) -> None:
    sample = run("practice", "check", "perfect-clears", "--sample", "2", "--json")
    assert sample.document == {"checked": 2, "wrong": []}
    # one only: the next is of four-wide, whose game would be solved for it
    assert run("practice", "check", "all", "--sample", "1", "--json").document == {"checked": 1, "wrong": []}
    run("practice", "check", "nothing").assert_refused(1, "nor one of the decks", "t-spins")
    run("practice", "make", "nothing", "--seed", "1").assert_refused(1, "no deck 'nothing'", "t-spins")
    run("practice", "make", "t-spins").assert_refused(2, "--seed")


def test_perfect_clears_of_a_board_and_a_pattern(run: Run, tmp_path: Path) -> None:
    file, board = tmp_path / "own.deck", "xxx....xxx/xxx....xxx/xxx....xxx"
    asked = ("practice", "make", "perfect-clears", "--seed", "1", "--board", board, "-o", str(file))
    made = run(*asked, "--pattern", "*p3", "--problems", "500", "--json").document
    assert made["deck"] == "perfect-clears-of-a-board"
    deck = read_deck(file)
    assert 0 < made["made"] == len(deck.problems) < 210  # orders of three of seven pieces
    assert all(problem.start["board"] == board for problem in deck.problems)
    assert run("practice", "check", str(file), "--json").document["wrong"] == []
    run(*asked, "--pattern", "*p3,Q").assert_refused(1, "'Q'")
    run(*asked, "--pattern", "SS").assert_refused(1, "none of 1 position makes a problem")
    run(*asked, "--pattern", "*!,*p3").assert_refused(1, "10 pieces cannot be seen")
    run(*asked).assert_refused(1, "a board needs a pattern")
    odd = ("practice", "make", "perfect-clears", "--seed", "1", "--board", "xxx.......", "--pattern", "*p5")
    run(*odd).assert_refused(1, "3 filled cells")


def test_the_problem_of_a_day_follows_from_the_date(run: Run) -> None:
    day = run("practice", "day", "2026-11-27", "--json").document
    assert set(day) == {"date", "deck", "id", "game", "theme", "task", "position", "answers"}
    assert run("practice", "day", "2026-11-27", "--json").document == day
    assert run("practice", "day", "2026-11-28", "--json").document["deck"] != day["deck"]
    run("practice", "day", "2026-13-01").assert_refused(1, "'2026-13-01' is not a date", "2026-11-27")
