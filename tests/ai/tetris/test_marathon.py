import re
from functools import cache

import msgspec
import pytest
import yaml

from ai.tetris.classic.evaluators import explain
from ai.tetris.classic.play import Player
from assets.showcases import marathon
from game import showcase
from game.record import Record, format_record
from game.showcase import FOLDER
from game.tetris.classic.run import STRETCH, Run, column_byte

SHORT = STRETCH + 200


def source() -> marathon.Source:
    text = (FOLDER / "marathon.yaml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.safe_load(text), marathon.Source)


@cache
def short() -> Record:
    return marathon.build(source(), SHORT)


@pytest.fixture(scope="module")
def shipped() -> Record:
    return showcase.load("marathon").record


def run_of(record: Record) -> Run:
    assert record.run is not None
    return record.run


def test_made_again_it_is_the_same_to_the_byte() -> None:
    assert format_record(marathon.build(source(), SHORT)) == format_record(short())


def test_what_is_shipped_begins_with_what_is_made(shipped: Record) -> None:
    assert run_of(shipped).stretches()[0] == run_of(short()).stretches()[0]
    assert (shipped.rules, shipped.seats, shipped.pace) == (short().rules, short().seats, short().pace)
    assert shipped.chapters[0] == short().chapters[0]


@pytest.mark.parametrize("ply", [675_000, 1_800_000 - 150])
def test_in_the_middle_too_every_piece_lies_where_the_controller_puts_it(shipped: Record, ply: int) -> None:
    run = run_of(shipped)
    player = Player(run.controller, run.start.table)
    player.begin(run.position(ply))
    columns = bytes(column_byte(run.placement(ply + n), run.start.table.width) for n in range(150))
    assert player.go(150).columns == columns


def test_it_lives_as_long_as_its_title_says_and_ends(shipped: Record) -> None:
    assert shipped.title == "1.8 million pieces"
    assert shipped.length >= 1_800_000
    assert run_of(shipped).position(shipped.length).lost
    assert 4 * shipped.length - 10 * run_of(shipped).position(shipped.length).cleared <= 200


def test_every_chapter_names_figures_of_its_own_position(shipped: Record) -> None:
    plies = {chapter.ply: chapter for chapter in shipped.chapters}
    assert {0, 675_000, 1_800_000, shipped.length} <= set(plies)
    told = {chapter.title for chapter in shipped.chapters}
    assert len(told) == len(source().chapters)
    for ply, chapter in plies.items():
        position = run_of(shipped).position(ply)
        seen = explain(position.board)
        counts = (f"{count:,}".replace(",", "\u2009") for count in (position.cleared, ply))
        figures = (f"{seen.equity:.2f}", *counts)
        assert any(figure in chapter.caption for figure in figures)
        assert not re.search(r"[{}]|nan|None", chapter.title + chapter.caption)


def test_at_every_chapter_the_controller_has_spoken(shipped: Record) -> None:
    notes = {note.ply: note.advice for note in shipped.notes}
    for chapter in shipped.chapters[:-1]:
        best = notes[chapter.ply].choices[0]
        assert best.move == str(run_of(shipped).placement(chapter.ply))
        assert notes[chapter.ply].value == best.score


def test_moments_are_the_first_and_the_most_of_their_kind() -> None:
    run = run_of(short())
    course = marathon.measure(run)
    assert course.stacks[10] == 20 - run.position(10).board.top
    assert course.equities[SHORT] == explain(run.position(SHORT).board).equity
    assert sum(course.rows) == run.position(SHORT).cleared
    highest = marathon.MOMENTS["highest"](course)
    down = marathon.MOMENTS["down again"](course)
    climb = marathon.MOMENTS["climb"](course)
    assert climb.ply < highest.ply < down.ply
    assert max(course.stacks[climb.ply : down.ply]) == course.stacks[highest.ply]
    well = marathon.MOMENTS["deepest well"](course)
    outline = run.position(well.ply).board.outline
    beside = [
        outline[x] for x in (int(well.facts["column"]) - 1, int(well.facts["column"]) + 1) if 0 <= x < 10
    ]
    assert outline[int(well.facts["column"])] - max(beside) == well.facts["depth"] == max(course.wells)
