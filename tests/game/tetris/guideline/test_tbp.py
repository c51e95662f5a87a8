import json
from dataclasses import replace
from typing import Any

import pytest

from game.errors import BadInput
from game.tetris.guideline import Field, Placement, Queue, State
from game.tetris.guideline.tbp import rules_message, start_message, state_of
from tests.game.tetris.guideline.test_state import careful

EMPTY: list[list[str | None]] = [[None] * 10 for _ in range(40)]


def message_of(state: State) -> Any:
    """The start message as it comes out at the other end of a pipe."""
    return json.loads(json.dumps(start_message(state)))


def test_a_start_message_is_as_the_protocol_has_it() -> None:
    state = State.open({"board": "x........./xx.......x", "queue": "list:TIOSZL+seven_bag:3/J", "hold": "T"})
    message = message_of(state)
    assert message["board"][:3] == [["G", "G", *[None] * 7, "G"], ["G", *[None] * 9], [None] * 10]
    assert (len(message["board"]), {len(row) for row in message["board"]}) == (40, {10})
    del message["board"]
    assert message == {
        "type": "start",
        "hold": "T",
        "queue": ["T", "I", "O", "S", "Z", "L"],
        "combo": 0,
        "back_to_back": False,
        "randomizer": {"type": "seven_bag", "bag_state": ["J"]},
    }
    assert rules_message(state) == {"type": "rules", "randomizer": "seven_bag"}


@pytest.mark.parametrize("queue", ["seven_bag:1", "fourteen_bag:2", "general_bag:TTIOS:3", "uniform:4"])
def test_a_position_comes_back_as_the_player_sees_it(queue: str) -> None:
    for pieces in (0, 9, 23):
        state = careful(State.open({"queue": queue}), seed=pieces, most=pieces)
        seen, back = state.view(0), state_of(message_of(state))
        assert (back.field, back.hold, back.combo) == (seen.field, seen.hold, seen.combo)
        assert back.back_to_back == seen.back_to_back
        for part in ("listed", "left", "bag"):
            assert getattr(back.queue, part) == getattr(seen.queue, part)
        assert back.legal_moves() == state.legal_moves()
        assert message_of(back) == message_of(state)


def test_a_bot_follows_a_game_from_its_start_message() -> None:
    state = State.open({"queue": "seven_bag:8"})
    bot = state_of(message_of(state))
    for number in range(20):
        places = state.placements
        move = places[number * 7 % len(places)]
        after = state.put(move)
        bot = bot.put(Placement.from_tbp(json.loads(json.dumps(move.to_tbp()))))
        drawn = after.view(0).queue.listed
        for piece in drawn[len(bot.queue.listed) :]:
            bot = replace(bot, queue=bot.queue.with_piece(piece))
        state = after
        assert message_of(bot) == message_of(state)


def message(**changed: object) -> dict[str, Any]:
    start = {"type": "start", "hold": None, "queue": ["T"], "combo": 0, "back_to_back": False, "board": EMPTY}
    return {**start, **changed}


def test_what_is_not_said_is_taken_as_nothing() -> None:
    state = state_of({"board": EMPTY, "queue": [], "colour": "red"})
    assert (state.hold, state.combo, state.chain, state.piece) == (None, 0, 0, None)
    assert state.queue == Queue.seen("uniform", ())
    for randomizer in (None, "seven_bag", {}, {"type": "tgm"}, {"type": "unknown"}):
        assert state_of(message(randomizer=randomizer)).queue == Queue.parse("list:T+uniform:?")


def test_an_empty_bag_is_a_full_one() -> None:
    for randomizer in ({"type": "seven_bag", "bag_state": []}, {"type": "seven_bag"}):
        assert state_of(message(randomizer=randomizer)).queue == Queue.parse("list:T+seven_bag:?")
    bags = {"current_bag": {"T": 0}, "filled_bag": {"T": 2, "I": 1}}
    queue = state_of(message(randomizer={"type": "general_bag", **bags})).queue
    assert queue == Queue.parse("list:T+general_bag:ITT:?")


def test_cells_are_filled_by_letters_and_garbage_and_full_rows_are_gone() -> None:
    rows = [["G"] * 10, ["G", "T", *[None] * 8], *EMPTY[2:]]
    assert state_of(message(board=rows)).field == Field.of([3])


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"board": None}, '"board" is a list of 40 rows'),
        ({"board": EMPTY[1:]}, '"board" is a list of 40 rows'),
        ({"board": [[None] * 9, *EMPTY[1:]]}, 'row 0 of "board" is not a list of 10 cells'),
        ({"board": [*EMPTY[1:], [7, *[None] * 9]]}, 'row 39 of "board" has 7'),
        ({"board": [*EMPTY[1:], ["GG", *[None] * 9]]}, "row 39 of \"board\" has 'GG'"),
        ({"queue": None}, '"queue" is a list of pieces, not None'),
        ({"queue": "TIO"}, "\"queue\" is a list of pieces, not 'TIO'"),
        ({"queue": ["X"]}, "\"queue\" has 'X', which is not a piece"),
        ({"queue": [""]}, "\"queue\" has '', which is not a piece"),
        ({"queue": [["T"]]}, "which is not a piece"),
        ({"queue": ["T"] * 10_001}, "a list of 10,001 pieces is too long"),
        ({"hold": 3}, '"hold" has 3, which is not a piece'),
        ({"combo": "many"}, '"combo" is a number of clears'),
        ({"combo": -1}, '"combo" is a number of clears'),
        ({"combo": True}, '"combo" is a number of clears'),
        ({"back_to_back": 1}, '"back_to_back" is true or false'),
        ({"randomizer": {"type": "seven_bag", "bag_state": ["T", "T"]}}, "TT cannot be left of a bag"),
        ({"randomizer": {"type": "seven_bag", "bag_state": 7}}, '"bag_state" is a list of pieces'),
        ({"randomizer": {"type": "general_bag"}}, '"current_bag" gives a number for each piece'),
        (
            {"randomizer": {"type": "general_bag", "current_bag": {}, "filled_bag": {}}},
            '"filled_bag" is empty',
        ),
        (
            {"randomizer": {"type": "general_bag", "current_bag": {"T": -1}, "filled_bag": {"T": 1}}},
            "\"current_bag\" has -1 of 'T'",
        ),
        (
            {"randomizer": {"type": "general_bag", "current_bag": {}, "filled_bag": {"T": 10**9}}},
            '"filled_bag" has 1000000000',
        ),
    ],
)
def test_what_is_no_start_message(changed: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        state_of(message(**changed))
