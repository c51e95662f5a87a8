"""Bots as processes at live front ends: the Triangle adapter, and the Tetris Bot Protocol with quirks."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.engine import Limit
from ai.tetris.guideline.bots.bot import landed
from ai.tetris.guideline.stacker.greedy import Greedy
from game.tetris.guideline import PIECES, Placement, State
from game.tetris.guideline.movement import Reached, fall, spawn, step
from game.tetris.guideline.placement import NO_SPIN
from game.tetris.guideline.tbp import start_message
from game.tetris.guideline.triangle import (
    LEAGUE,
    config_message,
    keys_of,
    letters_of,
    play_message,
    state_message,
)
from tests.cli.running import Run

Message = dict[str, Any]
BAG = "tioszlj"
CONFIG = config_message(State(LEAGUE)) | {"queue": list(BAG)}
PLAY: Message = {"type": "play", "garbageMultiplier": 1, "garbageCap": 8, "data": None}


class Peer:
    """A bot as a process, spoken to line by line."""

    def __init__(self, root: Path, command: str, folder: Path) -> None:
        self.trouble = folder / "trouble"
        with self.trouble.open("wb") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, str(root / "main.py"), *command.split()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            )

    def say(self, *messages: Message | str) -> None:
        assert self.process.stdin is not None
        for message in messages:
            self.process.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
        self.process.stdin.flush()

    def hear(self) -> Message:
        assert self.process.stdout is not None
        message: Message = json.loads(self.process.stdout.readline())
        return message


@contextmanager
def peer(root: Path, command: str, folder: Path) -> Iterator[Peer]:
    one = Peer(root, command, folder)
    try:
        yield one
    finally:
        one.process.kill()
        one.process.wait()
        for stream in (one.process.stdin, one.process.stdout):
            with suppress(OSError):
                assert stream is not None
                stream.close()


ACTIONS: dict[str, Any] = {
    "moveLeft": "left", "moveRight": "right", "dasLeft": "left", "dasRight": "right",
    "rotateCW": "cw", "rotateCCW": "ccw", "rotate180": "flip", "softDrop": "down",
}  # fmt: skip


def pressed(state: State, keys: list[str]) -> Placement:
    """The placement to which keys lead, step by step by the rules."""
    *keys, last = keys
    assert last == "hardDrop"
    piece = state.piece
    if keys[:1] == ["hold"]:
        piece, keys = state.exchange, keys[1:]
    assert piece is not None
    pose = spawn(state.field, piece, state.rules.start)
    assert pose is not None
    at = Reached(pose, NO_SPIN)
    for key in keys:
        for _ in range(40 if key in ("dasLeft", "dasRight", "softDrop") else 1):
            moved = step(state.field, piece, at.pose, ACTIONS[key], state.rules.kicks, state.rules.spins)
            if moved is None:
                break
            at = Reached(moved.pose, moved.spin)
    pose, spin = fall(state.field, piece, at)
    return Placement(piece, *pose, spin)


def greedy_move(state: State) -> Placement:
    """The placement that the simplest engine chooses among those that the adapter's keys reach."""
    *_, advice = Greedy().think(state.view(0), Limit())
    places = (Placement.parse(choice.move) for choice in advice.choices)
    return next(at for at in places if keys_of(state, at) is not None)


def adapters_config(state: State, length: int = 13) -> Message:
    """The message of the real adapter: its queue begins behind the current piece and shows far more than five."""
    return config_message(state) | {"queue": letters_of(state.queue.pieces(1 + length)[1:])}


# -- the Triangle adapter --


@pytest.mark.parametrize("seed", [5, 6])
def test_whole_games_are_played_by_keys_on_the_bot_s_own_board(root: Path, tmp_path: Path, seed: int) -> None:
    state = State(LEAGUE, queue=State.open({"queue": f"tetrio:{seed}"}).queue)
    known, rows = 14, 0  # pieces that the bot was told of, and rows cleared
    with peer(root, "tetris triangle --engine greedy", tmp_path) as bot:
        assert set(bot.hear()) >= {"type", "name", "version", "author"}
        bot.say(adapters_config(state))
        for number in range(60):
            left = known - state.queue.number
            if number % 9 == 8:  # garbage has come up, and more of it waits
                field, _ = state.field.add_garbage((0b1111011111, 0b1111011111))
                garbage = state.garbage.received(3)
                state = replace(state, field=field, garbage=garbage)
                bot.say(state_message(state) | {"queue": letters_of(state.queue.pieces(left)[1:])})
            bot.say(play_message(state))
            move = bot.hear()
            assert move["type"] == "move"
            at = pressed(state, move["keys"])
            assert state.why_not(at) is None
            assert at.canonical() == greedy_move(state).canonical()
            rows += len(state.field.landed(*at[:4]).full_rows)
            state = landed(state, at)
            if left < 8:
                bot.say({"type": "pieces", "pieces": letters_of(state.queue.pieces(left + 6)[left - 1 :])})
                known += 7
        assert rows > 10
        bot.process.send_signal(signal.SIGINT)
        assert bot.process.wait(30) == 0
        assert bot.trouble.read_text() == ""


def talk(run: Run, *lines: Message | str, status: int = 0) -> tuple[list[Message], str]:
    """All that a bot says to these lines, and on stderr."""
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    ended = run("tetris triangle --engine greedy", stdin=text.encode())
    assert ended.status == status
    return [json.loads(line) for line in ended.out.splitlines()], ended.err


def test_a_plain_queue_begins_with_the_current_piece_and_letters_may_be_small(run: Run) -> None:
    (_, first, second), trouble = talk(run, CONFIG, PLAY, {"type": "pieces", "pieces": list(BAG)}, PLAY)
    state = State(LEAGUE, queue=State.open({"queue": "list:TIOSZLJ"}).queue)
    at = pressed(state, first["keys"])
    assert at == greedy_move(state)
    assert second["keys"][-1] == "hardDrop"
    assert trouble == ""


def test_the_piece_that_the_first_bag_lacks_is_the_current_one(run: Run) -> None:
    (_, move), _ = talk(run, CONFIG | {"queue": list("ioszlj" + "tioszlj")}, PLAY)
    state = State(LEAGUE, queue=State.open({"queue": "list:TIOSZL"}).queue)
    assert pressed(state, move["keys"]).piece in state.choices


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kicks": "NRS"}, ["NRS", "SRS+", "SRS"]),
        ({"spins": "stupid"}, ["stupid", "all-mini+", "T-spins"]),
        ({"spins": {"t": 1}}, ["spins", "T-spins"]),
        ({"comboTable": "ocarina"}, ["ocarina", "multiplier", "classic guideline"]),
        ({"boardWidth": 4}, ["4x20", "10x20"]),
        ({"garbageMultiplier": "much"}, ["garbageMultiplier", "from 0 to 10"]),
    ],
)
def test_rules_that_are_not_known_are_one_line_that_says_what_is(
    run: Run, changes: Message, words: list[str]
) -> None:
    messages, trouble = talk(run, CONFIG | changes, PLAY, status=1)
    assert [each["type"] for each in messages] == ["info"]
    assert trouble.startswith("error: ")
    assert trouble.count("\n") == 1
    assert all(word in trouble for word in words)


def test_what_makes_no_sense_or_comes_too_early_is_named_and_ignored(run: Run) -> None:
    board = state_message(State(LEAGUE)) | {"current": "t"}
    nonsense: list[Message | str] = [
        PLAY,
        {"type": "pieces", "pieces": ["i"]},
        "hello",
        "[1]",
        {"type": "state"},
        board | {"board": [[None] * 4] * 20},
        board | {"combo": -7},
        board | {"garbage": "much"},
        board | {"current": "q"},
    ]
    messages, trouble = talk(run, "\ufeff" + json.dumps({"type": "weather"}), *nonsense, CONFIG, PLAY)
    assert [each["type"] for each in messages] == ["info", "move"]
    assert trouble.count("\n") == len(nonsense)
    assert all("ignored" in line for line in trouble.splitlines())


def test_a_state_is_believed_and_a_lost_game_is_answered(run: Run) -> None:
    full = [["gb"] * 9 + [None]] * 24 + [[None] * 10] * 16
    lost = state_message(State(LEAGUE)) | {"board": full, "current": "o"}
    (_, move), trouble = talk(run, CONFIG, lost, PLAY)
    assert move["keys"] == ["hardDrop"]
    assert trouble == ""


def test_the_cap_of_config_is_not_believed_and_that_of_play_is(run: Run) -> None:
    (_, move), trouble = talk(
        run, CONFIG | {"garbageCap": 1.25}, PLAY | {"garbageCap": 12, "garbageMultiplier": 1.008}
    )
    assert move["type"] == "move"
    assert trouble == ""


def test_the_open_input_gets_its_answer_at_once_and_the_closed_one_ends(
    root: Path, tmp_path: Path, run: Run
) -> None:
    with peer(root, "tetris triangle --engine greedy", tmp_path) as bot:
        bot.say(CONFIG, PLAY)
        assert [bot.hear()["type"], bot.hear()["type"]] == ["info", "move"]
        assert bot.process.stdin is not None
        bot.process.stdin.close()
        assert bot.process.wait(30) == 0
        assert bot.trouble.read_text() == ""
    ended = run("tetris triangle --engine greedy", stdin=None)
    assert (ended.status, ended.err) == (0, "")


# -- front ends of the Tetris Bot Protocol --


def test_a_front_end_that_takes_the_last_move_and_starts_anew_for_garbage(root: Path, tmp_path: Path) -> None:
    """So Universal-Shaktris-Stadium does, which adds opponents and says no randomizer."""
    opponents = [{"board": [[None] * 10] * 40, "combo": 0, "back_to_back": False, "meter": 3, "queue": ["T"]}]
    state = State.open({"queue": "seven_bag:3"})
    with peer(root, "tetris tbp --engine greedy", tmp_path) as bot:
        assert bot.hear()["type"] == "info"
        bot.say({"type": "rules"})
        assert bot.hear()["type"] == "ready"
        bot.say(start_message(state) | {"opponents": opponents})
        for number in range(40):
            bot.say({"type": "suggest"})
            answer = bot.hear()
            assert len(json.dumps(answer)) < 4096
            at = Placement.from_tbp(answer["moves"][-1])
            *_, advice = Greedy().think(state.view(0), Limit())
            assert str(at) == advice.choices[0].move
            before, state = state.view(0).put(at).queue.listed, state.put(at)
            if number % 7 == 6:
                field, _ = state.field.add_garbage((0b1111111110,) * 2)
                state = replace(state, field=field)
                bot.say(start_message(state) | {"opponents": opponents})
                continue
            new = state.view(0).queue.listed[len(before) :]
            bot.say({"type": "play", "move": at.to_tbp(), "opponents": opponents})
            bot.say(*({"type": "new_piece", "piece": PIECES[piece]} for piece in new))
        bot.say({"type": "quit"})
        assert bot.process.wait(30) == 0
        assert bot.trouble.read_text() == ""
