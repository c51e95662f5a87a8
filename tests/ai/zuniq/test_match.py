import shlex
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

import ai.program as program_module
from ai.zuniq import match
from ai.zuniq.match import MatchGame, MatchResult, play_match
from game.errors import BadInput
from game.zuniq import State
from game.zuniq.state import points
from tests.lives import Lives

Command = Callable[[str], str]

HONEST = """
    sys.path.insert(0, sys.argv[1])
    from game.zuniq import State
    state = State.start()
    for line in sys.stdin:
        if line.strip() == "Quit":
            break
        state = state if line.strip() == "Start" else state.play(line.strip())
        if state.winner is None:
            move = state.legal_moves()[0] + CLAIM
            state = state.play(move)
            print(move, flush=True)
"""
MAD = {
    "ends at once": ("raise SystemExit(3)", "ended with status 3"),
    "raises": ("raise RuntimeError('no')", "ended with status 1"),
    "kills itself": ("os.kill(os.getpid(), 9)", "signal 9"),
    "talks nonsense": ("input(); print('hello', flush=True); input()", "illegal move"),
    "says nothing": ("input(); print(flush=True); input()", "illegal move"),
    "writes bytes": ("input(); os.write(1, bytes(range(128, 255)) + b'\\n'); input()", "illegal move"),
    "writes no line end": ("input(); os.write(1, b'x' * 1_000_000); input()", "illegal move"),
    "floods": ("[print('A1h', flush=True) for _ in range(100_000)]; input()", "illegal move"),
    "repeats itself": ("[print('A1h', flush=True) for _ in sys.stdin]", "illegal move"),
    "closes its output": ("input(); os.close(1); time.sleep(600)", "closed its input or output"),
    "hangs": ("signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)", "no answer within"),
}


@pytest.fixture
def program(tmp_path: Path) -> Command:
    """Return a command line that runs these lines of Python."""

    def write(lines: str) -> str:
        script = tmp_path / "player.py"
        script.write_text("import os, signal, subprocess, sys, time\n" + textwrap.dedent(lines), "utf-8")
        root = Path(__file__).resolve().parents[3]
        return shlex.join([sys.executable, "-S", str(script), str(root)])

    return write


def assert_adds_up(result: MatchResult) -> None:
    """The sums are those of the games, and games played out are what the rules say of their moves."""
    games = result.games
    assert (result.wins_a, result.wins_b) == tuple(sum(g.winner == name for g in games) for name in "ab")
    assert result.wins_a + result.wins_b == len(games)
    assert result.points_a == sum(game.points_a for game in games)
    assert result.points_b == sum(game.points_b for game in games)
    assert [game.white for game in games] == ["ab"[number % 2] for number in range(len(games))]
    for game in games:
        assert_by_the_rules(game)


def assert_by_the_rules(game: MatchGame) -> None:
    state = State.after(list(game.moves))
    assert state.move_texts == game.moves
    if game.reason is None:
        assert state.winner is not None
        assert game.winner == (game.white if state.winner == 0 else "ab".replace(game.white, ""))
        earned = points(state)
        assert earned == (
            (game.points_a, game.points_b) if game.white == "a" else (game.points_b, game.points_a)
        )


def test_a_match_of_own_engines_adds_up_and_repeats() -> None:
    seen: list[tuple[int, MatchGame]] = []
    result = play_match("kibitz", "playouts", 4, 7, iterations=300, progress=lambda *game: seen.append(game))
    assert_adds_up(result)
    assert all(game.reason is None for game in result.games)
    assert seen == list(enumerate(result.games, 1))
    assert play_match("kibitz", "playouts", 4, 7, iterations=300) == result
    assert play_match("kibitz", "playouts", 4, 8, iterations=300).games != result.games


def test_games_of_one_match_differ() -> None:
    result = play_match("random", "random", 6, 1, iterations=1)
    assert_adds_up(result)
    assert len({game.moves for game in result.games}) == 6


def test_kibitz_beats_random_moves() -> None:
    assert play_match("kibitz", "random", 8, 3, iterations=1_000).wins_a >= 7


@pytest.mark.parametrize("claim", ["", "!"])
def test_an_honest_program_plays_whole_games(program: Command, claim: str) -> None:
    result = play_match(program(HONEST.replace("CLAIM", repr(claim))), "random", 2, 5, iterations=1)
    assert_adds_up(result)
    assert [game.reason for game in result.games] == [None, None]
    theirs = [game.points_a for game in result.games]
    assert set(theirs) <= ({110.0, 0.0} if claim else {100.0, 50.0})


@pytest.mark.parametrize("kind", list(MAD))
def test_a_mad_program_loses_its_game(kind: str, program: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "START_UP", 120.0 if kind != "hangs" else 0.2)
    monkeypatch.setattr(program_module, "GOODBYE", 0.2)
    lines, reason = MAD[kind]
    result = play_match("random", program(lines), 2, 5, iterations=1, seconds=0.2 if kind == "hangs" else 120)
    assert_adds_up(result)
    assert (result.wins_a, result.points_b) == (2, 0.0)
    for game in result.games:
        assert game.reason.startswith("b: ")
        assert reason in game.reason
        assert len(game.reason) < 200
        assert game.reason.isprintable()


def test_nothing_that_a_program_started_outlives_its_game(
    program: Command, lives: Lives, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_module, "GOODBYE", 0.2)
    lines = f"""
        alive = os.open({str(lives.path)!r}, os.O_WRONLY)
        os.write(alive, b"up")
        child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"], pass_fds=[alive])
        input()
        print("no move", flush=True)
        time.sleep(600)
    """
    result = play_match(program(lines), "random", 1, 1, iterations=1)
    assert result.games[0].winner == "b"
    assert (lives.word(), lives.word()) == (b"up", b"")


@pytest.mark.parametrize("command", ["", "   ", "'unfinished", "./no-such-program --fast", "\0"])
def test_a_player_that_cannot_be_had_is_refused_before_a_game_begins(command: str) -> None:
    with pytest.raises(BadInput):
        play_match("random", command, 2, 1, iterations=1)


def test_a_claim_made_before_the_other_side_broke_down_still_pays(program: Command) -> None:
    lines = HONEST.replace("CLAIM", "'!'")
    mad = "input(); print('C3h', flush=True); input(); raise SystemExit(1)"
    first = program(lines)
    folder = Path(shlex.split(first)[2]).parent
    other = folder / "other.py"
    other.write_text(mad, "utf-8")
    result = play_match(first, shlex.join([sys.executable, "-S", str(other)]), 2, 1)
    assert [game.winner for game in result.games] == ["a", "a"]
    assert [game.points_a for game in result.games] == [110.0, 110.0]
