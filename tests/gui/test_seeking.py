"""Searches for perfect clears in the engine room: they come in, are checked, and give way to newer ones."""

from collections.abc import Iterator

import pytest

from ai.tetris.guideline.clear_search import ClearSearch
from gui.play.engine_room import EngineRoom, Event, SearchFound, WorkerFailure
from tests.gui.asking import until

pytestmark = pytest.mark.kernel
SLOT = {"board": "xxxxxx..../xxxxxx....", "queue": "list:OOI"}


def is_done(event: Event) -> bool:
    return isinstance(event, SearchFound) and event.clears.done


@pytest.fixture
def searching() -> Iterator[EngineRoom]:
    with EngineRoom() as room:
        yield room


def test_what_is_found_comes_in_until_the_last_word(searching: EngineRoom) -> None:
    generation = searching.seek("solver", ClearSearch(rules=SLOT))
    last = until(searching, is_done)[-1]
    assert isinstance(last, SearchFound)
    assert (last.generation, last.clears.orders > 0) == (generation, True)
    searching.seek("solver", ClearSearch(rules={}))  # millions of fields: stopped by what comes next
    generation = searching.seek("solver", ClearSearch(rules={"board": "x.........", "queue": "list:I"}))
    events = until(searching, is_done)
    assert {event.generation for event in events if isinstance(event, SearchFound)} == {generation}
    assert not [event for event in events if isinstance(event, WorkerFailure)]
    assert isinstance(events[-1], SearchFound)
    assert "odd number" in events[-1].clears.reason
