"""Searches for perfect clears in the engine room: they come in, are checked, and give way to newer ones."""

from collections.abc import Iterator

import pytest

from ai.tetris.guideline.clear_search import ClearSearch
from ai.tetris.guideline.clear_work import ClearWork
from gui.play.engine_room import EngineRoom, Event, Reported, WorkerFailure
from tests.gui.asking import until

SLOT = {"board": "xxxxxx..../xxxxxx....", "queue": "list:OOI"}


def is_done(event: Event) -> bool:
    return isinstance(event, Reported) and event.report.done


@pytest.fixture
def searching() -> Iterator[EngineRoom]:
    with EngineRoom() as room:
        yield room


def test_what_is_found_comes_in_until_the_last_word(searching: EngineRoom) -> None:
    generation = searching.begin("solver", ClearWork(ClearSearch(rules=SLOT)))
    last = until(searching, is_done)[-1]
    assert isinstance(last, Reported)
    assert (last.generation, last.report.orders > 0) == (generation, True)
    searching.begin("solver", ClearWork(ClearSearch(rules={})))  # millions of fields: the next order stops it
    generation = searching.begin(
        "solver", ClearWork(ClearSearch(rules={"board": "x.........", "queue": "list:I"}))
    )
    events = until(searching, is_done)
    assert {event.generation for event in events if isinstance(event, Reported)} == {generation}
    assert not [event for event in events if isinstance(event, WorkerFailure)]
    assert isinstance(events[-1], Reported)
    assert "odd number" in events[-1].report.reason
