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
    sample = run("practice", "check", "perfect-clears", "--sample", "3", "--json")
    assert sample.document == {"checked": 3, "wrong": []}
    run("practice", "check", "nothing").assert_refused(1, "neither a file nor one of the decks", "t-spins")
    run("practice", "make", "nothing", "--seed", "1").assert_refused(1, "no deck 'nothing'", "t-spins")
    run("practice", "make", "t-spins").assert_refused(2, "--seed")
