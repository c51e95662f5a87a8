from functools import cache

import msgspec
import pytest
import yaml

from ai.tetris.classic.evaluators import explain
from assets.showcases import marathon
from game import showcase
from game.record import Record, format_record
from game.showcase import FOLDER
from game.tetris.classic.run import STRETCH, Run
from tests.sweep import ALL

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


def test_every_piece_that_is_shipped_lies_where_the_controller_puts_it(shipped: Record) -> None:
    """To look through all positions again takes minutes of Python; to play them takes seconds."""
    whole = run_of(shipped).stretches()
    if ALL:
        assert marathon.play(source(), source().pieces).stretches() == whole
    beginning = marathon.play(source(), 20 * STRETCH).stretches()
    assert beginning == whole[: len(beginning)]


def test_it_lives_as_long_as_its_title_says_and_ends(shipped: Record) -> None:
    assert shipped.title == f"{shipped.length:,} pieces".replace(",", "\u2009")
    assert run_of(shipped).position(shipped.length).lost
    assert 4 * shipped.length - 10 * run_of(shipped).position(shipped.length).cleared <= 200


def test_at_every_chapter_the_controller_has_spoken(shipped: Record) -> None:
    notes = {note.ply: note.advice for note in shipped.notes}
    for chapter in shipped.chapters[:-1]:
        best = notes[chapter.ply].choices[0]
        assert best.move == str(run_of(shipped).placement(chapter.ply))
        assert notes[chapter.ply].worth == best.worth


def test_moments_are_the_first_and_the_most_of_their_kind() -> None:
    run = run_of(short())
    course = marathon.measure(run)
    assert course.stacks[10] == 20 - run.position(10).board.top
    assert course.equities[SHORT] == explain(run.position(SHORT).board).equity
    assert sum(course.rows) == run.position(SHORT).cleared
    climb, highest, down, well = (
        marathon.MOMENTS[name](course) or 0 for name in ("climb", "highest", "down again", "deepest well")
    )
    assert climb < highest < down
    assert max(course.stacks[climb:down]) == course.stacks[highest]
    facts = marathon.position_facts(run.position(well))
    column = int(str(facts["well_column"])) - 1  # columns are counted from 1
    outline = run.position(well).board.outline
    beside = [outline[x] for x in (column - 1, column + 1) if 0 <= x < 10]
    assert outline[column] - max(beside) == facts["well_depth"] == max(course.wells)
