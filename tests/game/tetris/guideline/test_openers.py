from pathlib import Path

import pytest

from game.errors import BadBook
from game.tetris.guideline import Field, Placement
from game.tetris.guideline.openers.position import (
    FULL_BAG,
    NO_EXTRA,
    START,
    Position,
    bag_after,
    cells_of,
    field_of,
    mirrored_cells,
    placement_at,
    position_bag,
)
from game.tetris.guideline.openers.sequences import count, number, sequences
from game.tetris.guideline.openers.source import parse, read
from game.tetris.guideline.pieces import PIECES, I, L, O, T, Z, cells_at

HEAD = "name: test\nstage: one\nbag: all\n"
SLOT = "XX......../XX...XXXXX/XXX.XXXXXX"


def bag(letters: str) -> int:
    return sum(1 << PIECES.index(letter) for letter in letters)


# -- positions --


def test_cells_are_a_field_in_columns() -> None:
    field = Field.parse(SLOT)
    cells = cells_of(field)
    assert cells is not None
    assert field_of(cells) == field
    assert field_of(mirrored_cells(cells)) == field.mirrored()
    assert cells_of(Field.parse("X........./" + "/".join([".........X"] * 10))) is None


def test_a_placement_changes_the_field_as_the_rules_do() -> None:
    field, at = Field.parse(SLOT), Placement(T, 2, 3, 1)
    cells = cells_of(field)
    assert cells is not None
    covered = cells_of(Field.empty().landed(*at[:4]))
    assert covered is not None
    assert placement_at(T, covered) == at
    after = Position(cells, FULL_BAG).after(T, covered)
    assert field_of(after.cells) == field.place(*at[:4])[0]
    assert sorted(cells_at(*at[:4])) == sorted(at.cells)


def test_a_letter_left_alone_joins_the_next_bag() -> None:
    assert bag_after(FULL_BAG, NO_EXTRA, T) == (FULL_BAG & ~(1 << T), NO_EXTRA)
    assert bag_after(bag("TZ"), NO_EXTRA, T) == (FULL_BAG, Z)
    assert bag_after(FULL_BAG, Z, Z) == (FULL_BAG, NO_EXTRA)
    assert bag_after(FULL_BAG, Z, T) == (FULL_BAG & ~(1 << T), Z)


def test_the_bag_of_a_game_has_the_piece_in_hold() -> None:
    assert position_bag(FULL_BAG, None) == (FULL_BAG, NO_EXTRA)
    assert position_bag(bag("IOT"), L) == (bag("IOTL"), NO_EXTRA)
    assert position_bag(bag("IOT"), I) == (bag("IOT"), I)
    assert position_bag(bag("Z"), None) == (FULL_BAG, Z)


# -- sequences --


def test_the_empty_board_with_a_full_bag_has_2520_sequences() -> None:
    assert count(*START[1:]) == len(sequences(*START[1:])) == 21 * 120


@pytest.mark.parametrize(
    ("letters", "extra"), [("IOTLJSZ", NO_EXTRA), ("IOTLJSZ", T), ("TZ", NO_EXTRA), ("OTZ", T), ("T", T)]
)
def test_sequences_are_numbered_in_order(letters: str, extra: int) -> None:
    every = sequences(bag(letters), extra)
    assert list(every) == sorted(set(every))
    assert [number(bag(letters), extra, one) for one in every] == list(range(count(bag(letters), extra)))


def test_a_sequence_that_cannot_come_has_no_number() -> None:
    first = sequences(bag("IOT"), NO_EXTRA)[0]
    assert number(bag("IOT"), NO_EXTRA, first._replace(second=Z)) is None
    assert number(bag("IOT"), NO_EXTRA, first._replace(second=first.first)) is None
    assert number(bag("IOT"), NO_EXTRA, first._replace(behind=(Z, I, O, L))) is None


# -- sources --


def test_every_source_can_be_read(root: Path) -> None:
    sources = {path.stem: read(path) for path in sorted((root / "books").glob("*.txt"))}
    assert {"bt-loop", "hachispin-dpc", "new-dt", "okey-dpc", "perfect-clear"} <= set(sources)
    assert sources["okey-dpc"].stages[-1] == sources["dpc"].stages[-1]
    assert all(source.name == stem for stem, source in sources.items())


def test_letters_in_a_drawing_are_pieces_to_be_placed() -> None:
    (stage,) = parse(HEAD + "|XX....ZZ..|\n|XXIIII.ZZ.|\n", "book").stages
    (line,) = stage.lines
    assert [(PIECES[one.piece], one.tucked) for one in line.pieces] == [("I", False), ("Z", False)]
    with_roof = parse(HEAD + "|XXIIII....|\n|XX...OO...|\n|XXXXXOOXX.|\n", "book").stages[0].lines[0]
    assert {PIECES[one.piece]: one.tucked for one in with_roof.pieces} == {"I": False, "O": True}


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("stage: one\n", "1:1", "name"),
        ("name: test\n", "1:1", "no stage"),
        (HEAD + "|XX....|\nplace: Ie02\n", "4:1", "6 cells"),
        (HEAD + "|XX......q.|\nplace: Ie02\n", "4:10", "'q' is not a cell"),
        (HEAD + "|XXXXXXXXXX|\nplace: Ie02\n", "4:1", "full"),
        (HEAD + "|TT........|\n|TT........|\n", "5:2", "not one T"),
        (HEAD + "|X.........|\nplace: Ie02\n", "5:8", "filled already"),
        (HEAD + "place: Ie02 Ie12\n", "4:13", "cannot come"),
        (HEAD + "place: Ie02 Qe12\n", "4:13", "not a placement"),
        (HEAD + "place: In00\n", "4:8", "within"),
        (HEAD + "place: Ie02 = 2\n", "4:15", "not a value"),
        (HEAD + "clear: 4\n", "4:8", "full rows"),
        (HEAD + "clear: many\n", "4:8", "pieces"),
        (HEAD + "clear: 5 with the carried piece\n", "4:8", "carried"),
        ("name: test\nstage: one\nbag: ITI\n", "3:8", "twice"),
        ("name: test\nstage: one\nplace: Ie02\n", "2:1", "bag"),
        (HEAD, "2:1", "says nothing"),
        ("name: test\nstage: one\nbag: all\noptimum: 3 of 2\n", "4:10", "not a share"),
        ("name: test\nstage: one\nbag: IOT\noptimum: 1 of 2\n", "4:1", "full bag"),
        (
            "name: test\nstage: one\nbag: all\noptimum: 1 of 2\nstage: two\nbag: all\nclear: 10\n",
            "4:1",
            "beside",
        ),
        ("name: test\nbag: all\n", "2:1", "no stage"),
        ("name: test\nwhat: now\n", "2:1", "does not start a line"),
        ("name: test\nname: again\n", "2:7", "is given twice"),
        ("name: test\nthen: test\n", "2:7", "itself"),
    ],
)
def test_what_is_wrong_in_a_source_is_said_with_its_place(text: str, place: str, words: str) -> None:
    with pytest.raises(BadBook, match=rf"^book:{place}: .*{words}"):
        parse(text, "book")


def test_files_that_follow_each_other_in_a_circle_are_refused(tmp_path: Path) -> None:
    for name, then in (("one", "two"), ("two", "one")):
        (tmp_path / f"{name}.txt").write_text(f"name: {name}\nthen: {then}\n")
    with pytest.raises(BadBook, match="back to itself"):
        read(tmp_path / "one.txt")
    with pytest.raises(BadBook, match="cannot be read"):
        read(tmp_path / "none.txt")
