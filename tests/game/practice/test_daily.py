"""The problem of the day: it follows from the date and the decks that ship, whatever a person has."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from game.errors import BadInput
from game.practice.collection import SHIPPED, Collection
from game.practice.daily import day_of, problem_of
from game.practice.deck import Deck, read_deck, write_deck
from game.practice.history import History

SHIPS = Path(__file__).parents[3] / "assets" / "practice"
DAY = date(2026, 11, 27)


def test_every_day_has_one_and_all_decks_take_turns(tmp_path: Path) -> None:
    collection = Collection(History(tmp_path / "history.sqlite"))
    items = [problem_of(collection, DAY + timedelta(days=each)) for each in range(90)]
    decks = [item.deck for item in items if item is not None]
    ships = [name for name in SHIPPED if (SHIPS / f"{name}.deck").exists()]
    assert len(decks) == 90
    assert set(decks) == set(ships)
    assert decks[: len(ships)] == decks[len(ships) : 2 * len(ships)]
    assert len({item.problem.id for item in items if item is not None}) > 80
    for item in items:
        assert item is not None
        item.problem.check()


def test_it_is_the_same_for_everybody(tmp_path: Path) -> None:
    """Own mistakes, own decks and a problem more in a deck change nothing of a day."""
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    problems = read_deck(SHIPS / "zuniq-endings.deck").problems[:40]
    for folder, count in ((mine, 39), (theirs, 40)):
        deck = Deck(name="zuniq-endings", title="Zuniq endings", problems=problems[:count])
        write_deck(folder / "zuniq-endings.deck", deck)
    own = Deck(name="own", title="Own", problems=problems[:2])
    write_deck(tmp_path / "decks" / "own.deck", own)
    one = Collection(History(tmp_path / "one.sqlite"), (mine, tmp_path / "decks"))
    other = Collection(History(tmp_path / "other.sqlite"), (theirs, tmp_path / "none"))
    days = [DAY + timedelta(days=each) for each in range(60)]
    differ = [day for day in days if problem_of(one, day) != problem_of(other, day)]
    assert len(differ) < 10
    assert all((item := problem_of(other, day)) and item.problem == problems[39] for day in differ)


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-02-30", "27.11.2026"])
def test_a_date_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is not a date; write it as 2026-11-27"):
        day_of(text)
