import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.advice import Advice, Choice, Worth
from game.errors import BadRecord
from game.record import (
    MAX_BYTES,
    MAX_LINE,
    Record,
    Seat,
    format_record,
    glance,
    parse_record,
    read_record,
    seal,
    verify,
)
from game.session import Session
from game.zuniq import Grid, State
from tests.known import damaged

HEADER: dict[str, Any] = {
    "format": "kibitz",
    "version": 1,
    "game": "zuniq",
    "rules": {"dots": "2x2"},
    "seats": [{"name": "a"}, {"name": "b"}],
    "seed": 0,
    "title": "",
    "created": "",
    "pace": 800,
}
CHOICE: dict[str, Any] = {"move": "A1h", "score": 0.5, "label": "50 %"}
LINES: list[dict[str, Any]] = [
    HEADER,
    {"line": "digest", "ply": 0, "state": "0d6a1a4db4bd8b5a"},
    {"line": "chapter", "ply": 0, "title": "t", "caption": "c"},
    {"line": "advice", "ply": 0, "advice": {"choices": [CHOICE], "source": "search", "value": 0.5}},
    {"line": "move", "text": "A1h", "ms": 5},
    {"line": "digest", "ply": 1, "state": "d2d7e6be2a7d2b8b"},
    {"line": "cursor", "ply": 1},
]
Change = Callable[[list[dict[str, Any]]], object]


def file_of(lines: list[dict[str, Any]]) -> bytes:
    return seal(json.dumps(line).encode() for line in lines)


def changed(change: Change) -> bytes:
    lines = json.loads(json.dumps(LINES))
    change(lines)
    return file_of(lines)


def refusal(data: bytes) -> str:
    with pytest.raises(BadRecord) as caught:
        parse_record(data, "game.kibitz")
    return str(caught.value)


@pytest.fixture(scope="module", autouse=True)
def _right_digests() -> None:
    """The digests of the small game, so that nothing below is refused for them alone."""
    from game.zuniq import Grid, State

    LINES[1]["state"] = State.start(Grid(2, 2)).digest()
    LINES[5]["state"] = State.after("A1h", Grid(2, 2)).digest()


def test_the_small_file_is_good_before_it_is_changed() -> None:
    assert parse_record(file_of(LINES), "game.kibitz").moves[0].text == "A1h"


def test_every_truncation_and_every_flipped_bit_is_refused(record: Record) -> None:
    for data in damaged(format_record(record)):
        with pytest.raises(BadRecord):
            parse_record(data, "game")


def test_whatever_follows_the_end_is_refused(record: Record) -> None:
    data = format_record(record)
    for tail in (b"\n", b" ", b"x", b"\0", b'{"line":"cursor","ply":0}\n'):
        assert "something follows its end" in refusal(data + tail)
    assert "something follows its end" in refusal(data + data)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "game.kibitz is empty."),
        (b"\n", "game.kibitz, line 1: this is not a Kibitz record."),
        (b"hello", "game.kibitz, line 1: this is not a Kibitz record."),
        (b"\xff\xfe\x00", "game.kibitz, line 1: this is not a Kibitz record."),
        (b"[" * 200_000, "game.kibitz, line 1: this is not a Kibitz record."),
        (b'{"a":' * 50_000, "game.kibitz, line 1: this is not a Kibitz record."),
        (b'{"format":"png","version":1}\n', "game.kibitz, line 1: this is not a Kibitz record."),
        (b"x" * (MAX_LINE + 1), "game.kibitz, line 1: the line is longer than 262,144 bytes."),
        (b"x" * (MAX_BYTES + 1), "game.kibitz is larger than 8,388,608 bytes."),
        (
            b'{"format":"kibitz","version":8,"clef":"g"}\n',
            "game.kibitz, line 1: the record has version 8; this program reads 1 to 7.",
        ),
    ],
)
def test_what_is_no_record_is_told_so(data: bytes, reason: str) -> None:
    assert refusal(data) == reason


def put(place: int, **values: Any) -> Change:
    return lambda lines: lines[place].update(values)


def put_choice(**values: Any) -> Change:
    return lambda lines: lines[3]["advice"]["choices"][0].update(values)


CHANGES: list[tuple[Change, int, str]] = [
    (put(0, clef="g"), 1, "unknown field `clef`"),
    (put(0, game="chess"), 1, "unknown game 'chess'"),
    (put(0, rules={"dots": "1x1"}), 1, "a board of 1x1 dots is not possible"),
    (put(0, rules={"dots": "2x2", "komi": "7"}), 1, "the rules of this zuniq are"),
    (put(0, rules=[]), 1, "Expected `object`, got `array`"),
    (put(0, seats=[{"name": "a"}]), 1, "zuniq has 2 seats, not 1"),
    (put(0, seats=[{"name": "a"}, {"name": "b", "kind": "cat"}]), 1, "Invalid enum value 'cat'"),
    (put(0, seats=[{"name": "a"}, {"name": "b", "seconds": -1}]), 1, "`float` >= 0"),
    (
        put(0, seats=[{"name": "a"}, {"name": "b", "kind": "engine", "book": "bt-loop"}]),
        1,
        "in a record of version 1 no engine has a book of its own",
    ),
    (put(0, seed=-1), 1, "`int` >= 0"),
    (put(0, seed=2**70), 1, "line cannot be read"),
    (put(0, pace=5), 1, "`int` >= 20"),
    (put(0, title=5), 1, "Expected `str`, got `int`"),
    (put(0, created="today"), 1, "'today' is not a date"),
    (put(0, earlier=[[3, 1]]), 1, "a record of version 1 has no earlier games"),
    (
        lambda lines: (put(0, version=5, earlier=[[3, 1]])(lines), lines.pop(3)),
        1,
        "only a run has earlier games",
    ),
    (put(0, version=5, earlier=[[3, 0]]), 1, "`int` >= 1"),
    (put(1, state="0" * 16), 2, "the position at ply 0 is not the one that was saved"),
    (put(1, ply=1), 2, "missing, doubled or out of its order"),
    (lambda lines: lines.pop(1), 2, "missing, doubled or out of its order"),
    (lambda lines: lines.insert(1, lines[1]), 3, "missing, doubled or out of its order"),
    (lambda lines: lines.insert(3, lines.pop(4)), 4, "missing, doubled or out of its order"),
    (put(2, ply=2), 3, "a chapter begins at ply 2, and the game ends at ply 1"),
    (put(2, ply=-1), 3, "`int` >= 0"),
    (put(2, caption="x" * 5000), 3, "length <= 4000"),
    (put(2, line="verse"), 3, "Invalid value 'verse'"),
    (lambda lines: lines[2].pop("line"), 3, "missing required field `line`"),
    (lambda lines: lines[2].pop("title"), 3, "missing required field `title`"),
    (lambda lines: lines.insert(4, lines[3]), 5, "ply 0 has advice twice"),
    (put(3, advice=None), 4, "got `null`"),
    (put_choice(move="C5h"), 4, "the advice proposed an illegal move ('C5h' names no wall"),
    (put_choice(share=2.0), 4, "the advice gave the move A1h the impossible share 2"),
    (put_choice(score="much"), 4, "Expected `float`, got `str`"),
    (put_choice(proof="maybe"), 4, "Invalid enum value 'maybe'"),
    (put_choice(clef="g"), 4, "unknown field `clef`"),
    (put(4, text="Z9h"), 5, "move 1 is illegal: 'Z9h' names no wall"),
    (put(4, text=""), 5, "length >= 1"),
    (put(4, text="A" * 41), 5, "length <= 40"),
    (put(4, ms=-1), 5, "`int` >= 0"),
    (put(4, ms=1.5), 5, "Expected `int`, got `float`"),
    (lambda lines: lines.insert(5, lines[4]), 7, "missing, doubled or out of its order"),
    (put(5, state="0" * 16), 6, "the position at ply 1 is not the one that was saved"),
    (put(6, ply=2), 7, "must be a cursor within the game"),
    (lambda lines: lines.pop(6), 6, "must be a cursor within the game"),
    (lambda lines: lines.append(lines[6]), 8, "missing, doubled or out of its order"),
    (lambda lines: lines.append(lines[2]), 8, "must be a cursor within the game"),
]


@pytest.mark.parametrize(("change", "line", "reason"), CHANGES)
def test_a_wrong_line_is_named_with_its_reason(change: Change, line: int, reason: str) -> None:
    text = refusal(changed(change))
    assert text.startswith(f"game.kibitz, line {line}: ")
    assert reason in text
    assert text.endswith(".")
    assert "\n" not in text


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"line":"chapter","ply":0,"title":"\xff"}', "the line is not UTF-8 text"),
        (b'{"line":"chapter","ply":0,"title":"\\ud800"}', "the line cannot be read"),
        (b'{"line":"chapter","ply":0,"title":"","a":' + b"[" * 100_000, "unknown field `a`"),
        (b'{"a":' * 50_000, "the line is nested too deeply"),
        (b'{"line":"cursor","ply":1e999}', "the line cannot be read"),
        (b'{"line":"cursor","ply":NaN}', "the line cannot be read"),
        (b'{"line":"cursor","ply":0} {}', "the line cannot be read"),
        (b"", "the line cannot be read"),
        (b"7", "the line cannot be read"),
        (b'{"line":"end","sha256":""}', "Invalid value 'end'"),
    ],
)
def test_a_line_that_is_no_text_of_ours_is_refused(line: bytes, reason: str) -> None:
    text = refusal(seal([json.dumps(HEADER).encode(), line, b'{"line":"cursor","ply":0}']))
    assert text.startswith("game.kibitz, line 2: ")
    assert reason in text


def test_a_header_alone_is_no_record() -> None:
    assert "must be a cursor within the game" in refusal(seal([json.dumps(HEADER).encode()]))


# -- variations --


def varied() -> list[dict[str, Any]]:
    """The lines of a small game of version 2: a variation behind the first move, and one that leaves the first."""
    session = Session.new("zuniq", {"dots": "2x2"}, (Seat("a"), Seat("b")))
    for move in ("A1h", "A1v"):
        session.play(move)
    for ply, move in ((1, "B1h"), (1, "A2v"), (0, "A1v")):
        session.go_to(ply)
        session.play(move)
    session.go_to(0)
    session.play("A1h")
    session.play("B1h")
    session.play("A2v")
    session.note(3, Advice((Choice("A1v", Worth("win", 0.5)),), "search", Worth("win", 0.5)))
    return [json.loads(line) for line in format_record(session.record()).splitlines()[:-1]]


def test_the_varied_file_is_good_before_it_is_changed() -> None:
    lines = varied()
    assert [line.get("line", line.get("format")) for line in lines] == [
        "kibitz", "digest", "move", "move", "digest", "variation", "move", "digest",
        "variation", "move", "move", "digest", "advice", "variation", "move", "digest", "cursor",
    ]  # fmt: skip
    record = parse_record(file_of(lines), "game.kibitz")
    assert [(each.node, [move.text for move in each.moves]) for each in record.variations] == [
        (0, ["A1v"]), (1, ["B1h", "A2v"]), (1, ["A2v"])
    ]  # fmt: skip
    assert (record.line, record.cursor) == (2, 3)


VARIATIONS: list[tuple[Change, int, str]] = [
    (lambda lines: (lines[0].update(version=1), lines.pop(12)), 6, "a record of version 1 has no variations"),
    (put(5, node=1), 6, "begins with a move that was played there already"),
    (put(5, node=2), 9, "leaves a position that does not come before it in order"),
    (put(5, node=9), 6, "leaves a position that does not come before it"),
    (put(5, node=-1), 6, "`int` >= 0"),
    (put(5, node=None), 6, "Expected `int`, got `null`"),
    (put(8, node=4), 9, "leaves a position that does not come before it"),
    (put(13, node=0), 14, "leaves a position that does not come before it in order"),
    (put(6, text="A1h"), 6, "begins with a move that was played there already"),
    (put(6, text="Z9h"), 7, "move 1 is illegal: 'Z9h' names no wall"),
    (put(9, text="A1h"), 10, "move 2 is illegal: A1h is drawn already"),
    (put(10, text="A1h"), 11, "move 3 is illegal: A1h is drawn already"),
    (put(7, state="0" * 16), 8, "the position at ply 1 is not the one that was saved"),
    (put(11, state="0" * 16), 12, "the position at ply 3 is not the one that was saved"),
    (put(11, ply=2), 12, "missing, doubled or out of its order"),
    (put(12, ply=1), 13, "missing, doubled or out of its order"),
    (put(12, ply=4), 13, "missing, doubled or out of its order"),
    (lambda lines: lines[12]["advice"]["choices"][0].update(move="A1h"), 13, "the advice proposed an illegal move"),
    (lambda lines: lines.insert(12, lines[12]), 14, "ply 3 has advice twice"),
    (lambda lines: lines.pop(6), 6, "a variation has no moves"),
    (lambda lines: lines.pop(7), 8, "missing, doubled or out of its order"),
    (lambda lines: lines.insert(6, {"line": "chapter", "ply": 0, "title": "t"}), 7, "moves, digests and advice only"),
    (
        lambda lines: lines.insert(7, {"line": "stretch", "ply": 0, "count": 1, "board": "", "columns": ""}),
        8,
        "moves, digests and advice only",
    ),
    (put(16, variation=4), 17, "must be a cursor within the game"),
    (put(16, ply=4), 17, "must be a cursor within the game"),
    (put(16, variation=1), 17, "must be a cursor within the game"),
    (put(16, variation=-1), 17, "`int` >= 0"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "line", "reason"), VARIATIONS)
def test_a_wrong_variation_is_named_with_its_reason(change: Change, line: int, reason: str) -> None:
    lines = varied()
    change(lines)
    text = refusal(file_of(lines))
    assert text.startswith(f"game.kibitz, line {line}: "), text
    assert reason in text
    assert "\n" not in text


def test_every_truncation_and_every_flipped_bit_of_a_varied_game_is_refused() -> None:
    for data in damaged(file_of(varied())):
        with pytest.raises(BadRecord):
            parse_record(data, "game")


def test_variations_hang_as_deep_as_a_file_can_have_them() -> None:
    """Each is one move long and leaves the one before it."""
    start = State.start(Grid(6, 6))
    names = start.legal_moves()[:25]
    lines: list[dict[str, Any]] = [
        HEADER | {"version": 2, "rules": {"dots": "6x6"}},
        {"line": "digest", "ply": 0, "state": start.digest()},
    ]
    count, state = 1, start
    for ply, name in enumerate(names, 1):
        state = state.play(name)
        for variation in (name,):
            lines += [
                {"line": "variation", "node": count - 1},
                {"line": "move", "text": variation},
                {"line": "digest", "ply": ply, "state": state.digest()},
            ]
            count += 1
    record = parse_record(file_of([*lines, {"line": "cursor", "ply": 25, "variation": 25}]), "game.kibitz")
    session = Session.resume(record)
    assert [move.text for move in session.moves] == list(names)
    assert session.record().moves == (), "the main line has none"


def test_verifying_refuses_what_reading_refuses_except_for_the_moves() -> None:
    for change, line, reason in CHANGES:
        data = changed(change)
        if line == 1 or "illegal" in reason or "not the one that was saved" in reason:
            with suppress(BadRecord):
                assert not verify(data, "game").ok
        else:
            with pytest.raises(BadRecord):
                verify(data, "game")


def test_a_place_that_is_no_file_is_told_so(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.kibitz", Path("a\0b"), Path(os.devnull)):
        with pytest.raises(BadRecord, match=r"cannot be read: |is not a valid file name"):
            read_record(path)
        with pytest.raises(BadRecord):
            glance(path)


def test_a_file_too_large_is_not_even_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.kibitz"
    with open(path, "wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(BadRecord, match=r"game.kibitz is larger than 8,388,608 bytes\."):
        read_record(path)


fuzz = settings(max_examples=200, deadline=None, derandomize=True)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@fuzz
@given(st.binary(max_size=300))
def test_any_bytes_are_a_record_or_a_sentence(data: bytes) -> None:
    with pytest.raises(BadRecord):
        parse_record(data, "game")


@fuzz
@given(st.lists(st.one_of(st.sampled_from(range(len(LINES))), values), max_size=9))
def test_any_sealed_lines_are_a_record_or_a_sentence(picked: list[Any]) -> None:
    lines = [LINES[each] if type(each) is int and each in range(len(LINES)) else each for each in picked]
    data = seal(json.dumps(line).encode() for line in [HEADER, *lines])
    with suppress(BadRecord):
        record = parse_record(data, "game")
        assert parse_record(format_record(record), "game") == record


@fuzz
@given(st.lists(st.one_of(st.sampled_from(range(16)), values), max_size=20))
def test_any_sealed_lines_with_variations_are_a_record_or_a_sentence(picked: list[Any]) -> None:
    known = varied()
    lines = [known[each + 1] if type(each) is int and each in range(16) else each for each in picked]
    data = file_of([known[0], *known[1:3], *lines])
    with suppress(BadRecord):
        record = parse_record(data, "game")
        assert parse_record(format_record(record), "game") == record


@fuzz
@given(st.integers(0, 16), st.data())
def test_any_value_in_any_place_of_a_varied_game_is_taken_or_refused(place: int, data: st.DataObject) -> None:
    lines = varied()
    key = data.draw(st.sampled_from(sorted(lines[place])))
    lines[place][key] = data.draw(values)
    with suppress(BadRecord):
        record = parse_record(file_of(lines), "game")
        assert parse_record(format_record(record), "game") == record


@fuzz
@given(st.integers(0, 6), st.data())
def test_any_value_in_any_place_is_taken_or_refused(place: int, data: st.DataObject) -> None:
    lines = json.loads(json.dumps(LINES))
    key = data.draw(st.sampled_from(sorted(lines[place])))
    lines[place][key] = data.draw(values)
    with suppress(BadRecord):
        record = parse_record(file_of(lines), "game")
        assert parse_record(format_record(record), "game") == record
