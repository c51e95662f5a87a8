import re
import shlex
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from ai import registry
from ai.engine import Advice, Choice, Limit
from ai.tetris.guideline.bots import match
from ai.tetris.guideline.bots import outside as peer
from ai.tetris.guideline.bots.match import MatchGame, play_match
from ai.tetris.guideline.bots.outside import OutsideBot, news
from ai.tetris.guideline.stacker.greedy import Greedy
from game.advice import Worth
from game.errors import BadInput
from game.position import Position
from game.tetris.guideline import State
from tests.patience import BUSY

Command = Callable[[str], str]

HONEST = """
    sys.path.insert(0, sys.argv[1])
    from ai.child import stdin_for_a_thread
    from ai.tetris.guideline.bots.bot import run
    from ai.tetris.guideline.bots.tbp import TbpBot
    from ai.tetris.guideline.stacker.greedy import Greedy
    bot = TbpBot(Greedy(), sys.stdout, open(sys.argv[2] + "/trouble", "a"))
    run(bot, "1", stdin_for_a_thread())
"""
POLITE = """
    def say(line): print(line, flush=True)
    say('{"type": "info", "name": "x", "version": "1", "author": "x", "features": []}')
    input(); say('{"type": "ready"}')
    for line in sys.stdin:
        if "suggest" in line:
            SUGGEST
"""
MAD = {
    "ends at once": ("raise SystemExit(3)", "ended with status 3"),
    "kills itself": ("os.kill(os.getpid(), 9)", "signal 9"),
    "floods": ('[print(\'{"type": "hello"}\', flush=True) for _ in range(100_000)]', "ended|closed"),
    "writes junk": (
        "[print('x' * 9, flush=True) for _ in range(9)]; time.sleep(60)",
        "no 'info' within .* 9 lines",
    ),
    "hangs": ("signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)", "no 'info' within"),
    "says nothing": (POLITE.replace("SUGGEST", "pass"), "no 'suggestion' within"),
    "gives up": (POLITE.replace("SUGGEST", 'say(\'{"type": "suggestion", "moves": []}\')'), "gave up"),
    "moves elsewhere": (
        POLITE.replace("SUGGEST", 'say(\'{"type": "suggestion", "moves": [7, {}]}\')'),
        "no move that can be played: a move needs",
    ),
    "closes its output": (POLITE.replace("SUGGEST", "os.close(1); time.sleep(600)"), "closed"),
}


def worst(view: Position) -> Advice:
    highest = max(cast(State, view).placements, key=lambda at: (at.y, at))
    return Advice((Choice(str(highest), Worth("order", 0.0)),), "rule", Worth("order", 0.0), True)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Honest programs may be slow on a busy machine."""
    monkeypatch.setattr(peer, "START_UP", 120.0)
    monkeypatch.setattr(peer, "GRACE", 120.0)


@pytest.fixture
def program(tmp_path: Path, root: Path) -> Command:
    """Return a command line that runs these lines of Python."""

    def write(lines: str) -> str:
        script = tmp_path / "bot.py"
        script.write_text("import os, signal, sys, time\n" + textwrap.dedent(lines), "utf-8")
        return shlex.join([sys.executable, str(script), str(root), str(tmp_path)])

    return write


def assert_by_the_rules(game: MatchGame) -> None:
    """The moves of both seats, played out with what they send each other, give what the game says of itself."""
    states = [
        State.open({"queue": f"seven_bag:{game.seed}", "garbage": str(2 * game.seed + n)}) for n in (0, 1)
    ]
    for a, b in zip(game.a.moves, game.b.moves, strict=False):
        states = [states[0].play(a), states[1].play(b)]
        sent = [state.last.sent if state.last else 0 for state in states]
        states = [states[0].receive(sent[1]), states[1].receive(sent[0])]
    for state, side in zip(states, (game.a, game.b), strict=True):
        tally = state.tally
        assert (side.pieces, side.attack, side.risen) == (tally.placed, tally.attack, tally.risen)


def test_own_engines_play_by_the_rules_and_alike_for_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "MOST_ROUNDS", 20)
    first = play_match("greedy", "greedy", games=1, seed=5)
    assert first == play_match("greedy", "greedy", games=1, seed=5)
    (game,) = first.games
    assert (game.winner, game.reason) == (None, "nobody lost within 20 pieces")
    assert sum(side.risen for side in (game.a, game.b)) > 0
    assert_by_the_rules(game)


def test_a_field_that_is_full_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Greedy, "think", lambda engine, view, limit: iter([worst(view)]))
    (game,) = play_match("greedy", "greedy", games=1, seed=2).games
    assert game.winner is None
    assert re.fullmatch("a: (block|lock) out; b: (block|lock) out", game.reason)
    assert_by_the_rules(game)


def test_a_program_plays_as_the_engine_within_does(
    program: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "MOST_ROUNDS", 20)
    (inside,) = play_match("greedy", "greedy", games=1, seed=5).games
    (outside,) = play_match("greedy", program(HONEST), games=1, seed=5, seconds=0.001).games
    assert outside == inside
    assert (tmp_path / "trouble").read_text() == ""


@pytest.mark.parametrize("kind", MAD)
def test_a_mad_program_loses_its_game_and_nothing_else(
    kind: str, program: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines, reason = MAD[kind]
    for wait in ("START_UP", "GRACE"):
        if "within" in reason and ("info" in reason or wait == "GRACE"):
            monkeypatch.setattr(peer, wait, 0.5 * BUSY)
    result = play_match("greedy", program(lines), games=1, seed=1, seconds=0.001)
    assert (result.wins_a, result.wins_b) == (1, 0)
    assert result.games[0].reason.startswith("b: ")
    assert re.search(reason, result.games[0].reason)


def test_an_engine_that_was_ended_is_started_anew(program: Command) -> None:
    bot, state = registry.create("outside", game="tetris", command=program(HONEST)), State.open({})
    assert isinstance(bot, OutsideBot)
    for _ in range(2):
        *_, last = bot.think(state, Limit(seconds=0.001))
        assert last.done
        assert last.choices[0].move == next(iter(Greedy().think(state, Limit()))).choices[0].move
        bot.close()


def test_a_bot_is_told_what_was_played_and_what_is_new() -> None:
    before = State.open({"previews": "2"}).view(0)
    after = State.open({"previews": "2"}).play(State.open({}).legal_moves()[0])
    kinds = [message["type"] for message in news(before, after) or []]
    assert kinds == ["play", "new_piece"]
    assert news(before, after.receive(4).play(after.legal_moves()[0])) is None


def test_players_that_cannot_be_had_are_named() -> None:
    wrong = {"no-such-thing": "greedy", "'": "quotation", "greedy:master": "no level"}
    for text, words in (wrong | dict.fromkeys(("outside", ""), "not a program")).items():
        with pytest.raises(BadInput, match=words):
            play_match("greedy", text, games=1, seed=1)
