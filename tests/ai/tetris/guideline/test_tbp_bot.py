import io
import json
import os
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from ai.engine import Advice, Choice, Limit
from ai.tetris.guideline.bots.bot import run
from ai.tetris.guideline.bots.tbp import TbpBot
from ai.tetris.guideline.stacker.greedy import Greedy
from game.advice import Worth
from game.position import Position
from game.tetris.guideline import Placement, State
from game.tetris.guideline.tbp import start_message
from tests.tbp import START

Line = dict[str, Any] | str | bytes
SUGGEST, QUIT = {"type": "suggest"}, {"type": "quit"}
RULES = {"type": "rules", "randomizer": "seven_bag"}


def talk(*lines: Line) -> tuple[list[dict[str, Any]], str]:
    """Everything the bot says to these lines, and what it says on stderr."""
    stdout, stderr = io.StringIO(), io.StringIO()
    stdin = io.BytesIO(b"".join(map(encoded, lines)))
    assert run(TbpBot(Greedy(), stdout, stderr), "1.2", stdin) == 0
    return [json.loads(line) for line in stdout.getvalue().splitlines()], stderr.getvalue()


def encoded(line: Line) -> bytes:
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line)).encode() + b"\n"


def start(queue: str, **changes: object) -> dict[str, Any]:
    bag = {"type": "seven_bag", "bag_state": list("IOTLJSZ")}
    return START | {"queue": list(queue), "randomizer": bag} | changes


def play(kind: str, orientation: str, x: int, y: int, spin: str = "none") -> dict[str, Any]:
    location = {"type": kind, "orientation": orientation, "x": x, "y": y}
    return {"type": "play", "move": {"location": location, "spin": spin}}


def pieces(message: dict[str, Any]) -> set[str]:
    return {move["location"]["type"] for move in message["moves"]}


def suggestions(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message for message in messages if message["type"] == "suggestion"]


def test_info_comes_unasked_and_ready_answers_the_rules() -> None:
    messages, trouble = talk(RULES, {"type": "rules"}, {"type": "rules", "randomizer": 7}, QUIT)
    assert messages[0]["type"] == "info"
    assert {"name", "version", "author", "features"} < set(messages[0])
    assert messages[1:] == [{"type": "ready"}] * 3
    assert trouble == ""


def test_every_move_it_suggests_is_a_move_of_the_rules() -> None:
    state = State.open({"queue": "list:TIOSZLJ", "board": "x..xxxxxxx/x...xxxxxx/xx.xxxxxxx", "hold": "S"})
    (answer,) = suggestions(talk(start_message(state), SUGGEST, QUIT)[0])
    assert {str(Placement.from_tbp(move)) for move in answer["moves"]} < set(state.legal_moves())
    assert pieces(answer) == {"T", "S"}
    assert answer["move_info"]["nodes"] == len(state.legal_moves())


def test_a_front_end_may_take_the_last_of_all_moves_and_have_room_for_4096_bytes() -> None:
    state = State.open({"queue": "list:TIOSZLJ", "board": "x..xxxxxxx/x...xxxxxx/xx.xxxxxxx", "hold": "L"})
    (answer,) = suggestions(talk(start_message(state), SUGGEST, QUIT)[0])
    assert answer["moves"][0] == answer["moves"][-1]
    assert len(json.dumps(answer)) < 4096
    assert len(state.legal_moves()) > len(answer["moves"]) > 30


def test_a_game_goes_on_by_moves_and_new_pieces() -> None:
    messages, trouble = talk(
        start("TI"), SUGGEST, play("I", "north", 1, 0), {"type": "new_piece", "piece": "O"}, SUGGEST, QUIT
    )
    first, second = suggestions(messages)
    assert (pieces(first), pieces(second), trouble) == ({"T", "I"}, {"O", "T"}, "")


@pytest.mark.parametrize(
    "move",
    [play("I", "south", 2, 0), play("S", "west", 5, 1), play("Z", "south", 5, 1), play("O", "west", 5, 0)],
)
def test_equal_forms_of_a_move_are_understood(move: dict[str, Any]) -> None:
    kind = move["move"]["location"]["type"]
    messages, trouble = talk(start(kind + "T"), move, SUGGEST, QUIT)
    assert pieces(suggestions(messages)[0]) == {"T"}
    assert trouble == ""


def test_a_front_end_may_have_ways_of_its_own() -> None:
    roof = [[None] * 10] + [["G"] * 9 + [None]] * 3 + [[None] * 10] * 36
    messages, trouble = talk(start("IT", board=roof), play("I", "north", 4, 0), SUGGEST, QUIT)
    assert pieces(suggestions(messages)[0]) == {"T"}
    assert trouble == ""


def test_an_empty_queue_waits_for_a_piece() -> None:
    messages, _ = talk(start("", hold="T"), SUGGEST, {"type": "new_piece", "piece": "L"}, QUIT)
    assert pieces(suggestions(messages)[0]) == {"T", "L"}


def test_a_letter_that_the_bag_does_not_have_is_believed() -> None:
    bag = {"type": "seven_bag", "bag_state": ["I"]}
    messages, trouble = talk(start("", randomizer=bag), {"type": "new_piece", "piece": "L"}, SUGGEST, QUIT)
    assert pieces(suggestions(messages)[0]) == {"L"}
    assert trouble == ""


@pytest.mark.parametrize(
    "randomizer",
    [
        {"type": "seven_bag", "bag_state": []},
        {"type": "uniform"},
        {"type": "general_bag", "current_bag": {"T": 1}, "filled_bag": {"T": 2, "I": 1}},
        {"type": "from_the_moon"},
        None,
    ],
)
def test_every_randomizer_will_do(randomizer: object) -> None:
    messages, trouble = talk(start("T", randomizer=randomizer), SUGGEST, QUIT)
    assert pieces(suggestions(messages)[0]) == {"T"}
    assert trouble == ""


def test_a_second_start_needs_no_stop_and_stop_ends_suggesting() -> None:
    messages, _ = talk(
        SUGGEST, start("T"), start("I"), SUGGEST, {"type": "stop"}, SUGGEST, start("O"), SUGGEST
    )
    assert [pieces(each) for each in suggestions(messages)] == [{"I"}, {"O"}]


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "[]",
        "7",
        "[" * 100_000,
        b"\xff\xfe\n",
        b'{"type": "' + b"x" * 2_000_000 + b'"}\n',
        {"type": "play"},
        {"type": "play", "move": {"location": {"type": "T", "x": "4"}, "spin": 1}},
        play("Z", "north", 4, 0),
        play("T", "north", 4, 9),
        play("T", "north", 99, 0),
        {"type": "new_piece", "piece": "Q"},
        {"type": "new_piece"},
    ],
)
def test_lines_without_sense_are_ignored_and_named_on_stderr(line: Line) -> None:
    messages, trouble = talk(start("TI"), line, SUGGEST, QUIT)
    assert pieces(suggestions(messages)[0]) == {"T", "I"}
    assert trouble.count("\n") == 1
    assert "ignored" in trouble
    assert len(trouble) < 400


@pytest.mark.parametrize("changes", [{"board": []}, {"queue": "T"}, {"combo": -1}, {"hold": "X"}])
def test_a_start_that_is_none_leaves_nothing_to_suggest(changes: dict[str, object]) -> None:
    messages, trouble = talk(start("T"), start("I") | changes, SUGGEST, QUIT)
    assert suggestions(messages) == []
    assert "'start' is ignored" in trouble


def test_unknown_messages_and_the_end_of_input_are_nothing_special() -> None:
    messages, trouble = talk(
        {"type": "weather"}, {"type": 7}, {"no": "type"}, start("T", weather="fine"), SUGGEST
    )
    assert len(suggestions(messages)) == 1
    assert trouble == ""


def test_after_the_last_placement_it_gives_up() -> None:
    full = [["G"] * 9 + [None]] * 22 + [[None] * 10] * 18
    messages, _ = talk(start("T", board=full), SUGGEST, QUIT)
    assert suggestions(messages)[0]["moves"] == []


class Endless:
    """An engine that thinks until it is stopped."""

    def __init__(self) -> None:
        self.slices, self.goes_on, self.is_closed = 0, threading.Event(), threading.Event()

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        try:
            while True:
                self.slices += 1
                if self.slices > 3:
                    self.goes_on.set()
                yield Advice((Choice(view.legal_moves()[0], Worth("order", 0.0)),), "search")
        finally:
            self.is_closed.set()


def test_it_thinks_on_while_the_front_end_says_nothing_until_it_is_stopped() -> None:
    engine = Endless()
    reading, writing = os.pipe()
    bot = TbpBot(engine, io.StringIO(), io.StringIO())
    with open(reading, "rb") as stdin, open(writing, "wb", buffering=0) as front_end:
        thread = threading.Thread(target=run, args=(bot, "1.2", stdin))
        thread.start()
        front_end.write(encoded(start("TI")) + encoded(SUGGEST))
        assert engine.goes_on.wait(20)
        front_end.write(encoded({"type": "stop"}))
        assert engine.is_closed.wait(20)
        assert bot.idle
        front_end.write(encoded(QUIT))
        thread.join(20)
    assert not thread.is_alive()
