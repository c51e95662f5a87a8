from io import StringIO
from random import Random

import pytest

from ai.zuniq.codecup import run
from ai.zuniq.engine import Kibitz
from game.zuniq import State

BUDGET = 20  # iterations a move: few enough to lose now and then


class Opponent(StringIO):
    """The referee's end of our input: answers each of our moves with a random one, claims at times, then quits."""

    def __init__(self, output: StringIO, first: str | None, seed: int, claims: bool) -> None:
        super().__init__()
        self._output = output
        self._chance = Random(seed)
        self._claims = claims
        self._lines = [first] if first else ["Start"]
        self.state = State.start() if first is None else State.after(first)

    def readline(self, size: int | None = -1, /) -> str:
        if self._lines:
            return self._lines.pop() + "\n"
        if self.state.winner is None:
            self.state = self.state.play(self._output.getvalue().split("\n")[-2])
        if self.state.winner is not None:
            return "Quit\n"
        move = self._chance.choice(self.state.legal_moves()) + ("!" if self._claims else "")
        self.state = self.state.play(move)
        return move + "\n"


def play(lines: str, seed: int = 1) -> tuple[int, list[str], str]:
    """The exit status, our moves, and what went to standard error."""
    output, troubles = StringIO(), StringIO()
    status = run(StringIO(lines), output, troubles, engine=Kibitz(seed=seed), iterations=BUDGET)
    return status, output.getvalue().splitlines(), troubles.getvalue()


@pytest.mark.parametrize("first", [None, "C3h"])
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_is_played_as_either_side(first: str | None, seed: int) -> None:
    output, troubles = StringIO(), StringIO()
    opponent = Opponent(output, first, seed, claims=seed % 2 == 1)
    assert run(opponent, output, troubles, engine=Kibitz(seed=1), iterations=BUDGET) == 0
    ours = output.getvalue().splitlines()
    assert opponent.state.winner is not None
    seat = 0 if first is None else 1
    assert [move.rstrip("!") for move in opponent.state.move_texts[seat::2]] == [m.rstrip("!") for m in ours]
    assert sum(move.endswith("!") for move in ours) <= 1
    assert troubles.getvalue() == ""


def test_moves_with_and_without_a_claim_are_the_same_moves() -> None:
    assert play("C3h\nQuit\n") == play("C3h!\nQuit\n")


def test_the_first_word_tells_the_side() -> None:
    status, moves, _ = play("Start\nQuit\n")
    assert (status, len(moves)) == (0, 1)
    status, moves, _ = play("B2v\nQuit\n")
    assert (status, len(moves)) == (0, 1)
    assert State.after(["B2v", *moves]).ply == 2


@pytest.mark.parametrize(
    "lines", ["", "Quit\n", "Quit", "Start\n", "Start", "Start\nQuit\nA1h\n", "C3h\r\nQuit\r\n"]
)
def test_quit_and_the_end_of_input_end_it_quietly(lines: str) -> None:
    status, moves, troubles = play(lines)
    assert (status, troubles) == (0, "")
    assert len(moves) == (not lines.startswith("Quit") and lines != "")


NO_MOVES = ("Z9h", "A6h", "F1v", "a1h", "A1", "A1hh", "A1h!!", "!", "hello", "start", "\0", "A1h B1h", "ä")


@pytest.mark.parametrize("line", [*NO_MOVES, "9" * 5_000])
def test_what_is_no_move_ends_it_with_one_line_of_error(line: str) -> None:
    status, moves, troubles = play(f"{line}\nQuit\n")
    assert (status, moves) == (1, [])
    assert troubles.startswith("error: ")
    assert troubles.count("\n") == 1
    assert len(troubles) < 300


def test_an_illegal_move_later_keeps_what_was_said_before() -> None:
    _, (reply,), _ = play("C3h\nQuit\n")
    for line in ("C3h", reply, "Start"):
        status, moves, troubles = play(f"C3h\n{line}\nQuit\n")
        assert (status, moves) == (1, [reply])
        assert troubles.count("\n") == 1


class Deaf(StringIO):
    def write(self, text: str, /) -> int:
        raise BrokenPipeError


def test_a_reader_that_has_gone_ends_it_quietly() -> None:
    troubles = StringIO()
    assert run(StringIO("Start\n"), Deaf(), troubles, engine=Kibitz(seed=1), iterations=BUDGET) == 0
    assert troubles.getvalue() == ""


def test_the_same_seed_plays_the_same_game() -> None:
    assert play("Start\nQuit\n", seed=5) == play("Start\nQuit\n", seed=5)
    assert len({play("Start\nQuit\n", seed)[1][0] for seed in range(6)}) > 1
