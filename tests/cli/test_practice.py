"""The commands of practice, as their user runs them: problems of one's own game, due days, export and import."""

import random
import time
from functools import cache
from pathlib import Path

import pytest

from game.practice.deck import Deck, read_deck, write_deck
from game.practice.finesse import OWN_DECK
from game.practice.history import DAY, Attempt, History, new_key
from game.practice.problem import Best, Problem
from game.practice.sameness import identity
from game.record import Move, Record, Seat, write_record
from game.zuniq import Grid, State
from tests.cli.running import Run
from tests.gui.test_finesse_practice import clumsy

SEATS = (Seat("You"), Seat("Kibitz", "engine", "kibitz", "full"))


@cache
def wins(state: State) -> bool:
    """Return True if the side to move wins, by trying everything."""
    return any(not wins(state.draw(wall)) for wall in state.legal)


@cache
def lost_game() -> tuple[State, State, tuple[str, ...]]:
    """A whole game on a small board in which White throws a won game away: its end, where, and what was right."""
    for seed in range(1000):
        chance = random.Random(seed)
        state = State.start(Grid(3, 4))
        while len(state.legal) > 7:
            state = state.draw(chance.choice(state.legal))
        good = [wall for wall in state.legal if not wins(state.draw(wall))]
        bad = [wall for wall in state.legal if wall not in good]
        if state.to_move == 0 and len(good) == 1 and bad:
            break
    thrown, state = state, state.draw(bad[0])
    while state.legal:
        state = state.draw(next((wall for wall in state.legal if not wins(state.draw(wall))), state.legal[0]))
    return state, thrown, tuple(thrown.grid.names[wall] for wall in good)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    end, _, _ = lost_game()
    file = tmp_path / "lost.kibitz"
    moves = tuple(Move(text) for text in end.move_texts)
    write_record(
        file, Record(game="zuniq", rules=end.setup, seats=SEATS, moves=moves, created="2026-11-20T09:30:00Z")
    )
    return file


def test_a_lost_win_becomes_a_problem_with_all_that_wins(run: Run, game: Path, tmp_path: Path) -> None:
    _, thrown, right = lost_game()
    deck = tmp_path / "mine.deck"
    made = run("practice", "from", str(game), "-o", str(deck), "--json").document
    first = next(each for each in made if each["source"]["move"] == thrown.ply + 1)
    assert set(first["answers"]) == set(right)
    assert (first["proof"], first["cost"], first["error"]) == ("proved", 1.0, 0.0)
    assert first["source"]["title"] == "Your game against Kibitz"
    problems = read_deck(deck).problems
    assert [each.id for each in problems] == [each["id"] for each in made]
    for each in problems:
        each.check()
    assert History().problems == ()
    assert run("practice", "from", str(game), "--json").document == made
    assert [each.id for each in History().problems] == [each.id for each in problems]
    assert History().reviewed[0].themes
    again = run("practice", "from", str(game))
    assert "0 new problems in the deck mistakes; 1 game judged before." in again.err
    assert all(each["id"] in again.out for each in made)
    decks = run("practice", "list", "--json").document
    assert {"deck": "mistakes", "game": "zuniq", "problems": len(made), "due": 0} in decks


def test_what_is_due_is_told_and_goes_to_another_machine(run: Run, tmp_path: Path) -> None:
    problem = small_problem()
    history = History()
    history.add((problem,))
    history.record(
        Attempt(
            key=new_key(), problem=problem.id, deck="mistakes", game="zuniq", theme="parity",
            at=time.time() - 3 * DAY, outcome="wrong",
        )
    )  # fmt: skip
    due = {"deck": "mistakes", "game": "zuniq", "problems": 1, "due": 1}
    assert run("practice", "due", "--json").document == [due]
    file = tmp_path / "all.practice"
    counts = {"problems": 1, "attempts": 1}
    assert run("practice", "export", str(file), "--json").document == counts
    history.file.unlink()
    assert run("practice", "due", "--json").document == []
    assert run("practice", "import", str(file), "--json").document == counts
    assert run("practice", "due", "--json").document == [due]
    assert run("practice", "import", str(file), "--json").document == {"problems": 0, "attempts": 0}


def small_problem() -> Problem:
    start = State.start(Grid(3, 4))
    return Problem(
        id=identity(start, Best()),
        game="zuniq",
        start=start.setup,
        task=Best(),
        answers=("A1h",),
        theme="parity",
    )


def test_what_cannot_be_used_is_one_line(run: Run, tmp_path: Path) -> None:
    empty, junk, deck = tmp_path / "empty", tmp_path / "junk.kibitz", tmp_path / "bad.deck"
    empty.mkdir()
    junk.write_text("nonsense")
    write_deck(deck, Deck(name="bad", title="Bad", problems=(small_problem(),)))
    deck.write_bytes(deck.read_bytes()[:-20])
    run("practice", "from", str(empty)).assert_refused(1, "holds no games")
    run("practice", "from", str(tmp_path / "nothing.kibitz")).assert_refused(1, "nothing.kibitz")
    run("practice", "import", str(deck)).assert_refused(1, "bad.deck is damaged")
    run("practice", "import", str(junk)).assert_refused(1, "junk.kibitz is not a deck")
    run("practice", "from").assert_refused(2, "FILE|FOLDER")


def test_faults_become_a_deck_on_the_command_line(run: Run, tmp_path: Path) -> None:
    game, deck = tmp_path / "clumsy.kibitz", tmp_path / "mine.deck"
    write_record(game, clumsy())
    made = run("practice", "from", str(game), "--finesse", "--json", "-o", str(deck)).document
    assert [each["id"] for each in made] == [each.id for each in read_deck(deck).problems]
    assert all(each["theme"] == "finesse" for each in made)
    assert run("practice", "check", str(deck), "--json").document == {"checked": len(made), "wrong": []}
    run("practice", "from", str(game), "--finesse")
    rows = run("practice", "list", "--json").document
    assert {"deck": OWN_DECK, "game": "tetris", "problems": len(made), "due": 0} in rows
    junk = tmp_path / "junk.kibitz"
    junk.write_text("nonsense")
    run("practice", "from", str(junk), "--finesse").assert_refused(1, "junk.kibitz")
