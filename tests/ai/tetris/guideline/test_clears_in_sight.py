import pytest

from ai.tetris.guideline.kernels.layout import placement_of
from ai.tetris.guideline.perfect_clear import clears_in_sight
from ai.tetris.guideline.stacker.search import BeamSearch
from game.tetris.guideline import Field, State

pytestmark = pytest.mark.kernel

BOX = "xxx....xxx/xxx...xxxx/xxx..xxxxx/xxx...xxxx"
# letters, the hold, whether there is a way
CASES = [
    ("ITO", "-", True),
    ("ITO", "off", True),
    ("IOT", "-", True),
    ("IOT", "off", False),  # it takes a hold
    ("OT", "I", True),
    ("ZZZ", "-", False),
]


def opened(queue: str, hold: str) -> State:
    return State.open({"queue": queue, "hold": hold, "board": BOX})


@pytest.mark.parametrize(("letters", "hold", "expected"), CASES)
def test_every_way_can_be_played_and_leaves_nothing(letters: str, hold: str, expected: bool) -> None:
    state = opened(f"list:{letters}", hold)
    pieces = [*([] if state.hold is None else [state.hold]), *state.queue.pieces(8)]
    ways, looked = clears_in_sight(state.field, pieces, state.rules.hold, 10_000)
    assert looked > 0
    assert len({tuple(way) for way in ways}) == len(ways)
    for way in ways:
        played = state
        for word in way:
            at = next(each for each in played.placements if each[:4] == placement_of(word)[:4])
            played = played.put(at)
        assert played.tally.perfect == 1
        assert played.field == Field.empty()
    assert bool(ways) == expected


def test_it_gives_up_after_so_many_fields() -> None:
    state = opened("seven_bag:0", "-")
    pieces = list(state.queue.pieces(7))
    assert clears_in_sight(state.field, pieces, True, 10)[0] == []
    assert clears_in_sight(state.field, pieces, True, 10_000)[0]


def test_the_search_finds_what_it_would_have_missed() -> None:
    state = opened("seven_bag:0", "-").view(0)
    brain = BeamSearch()

    def perfect(clears: int) -> int:
        brain.look_at(state, clears=clears)
        brain.run(1_000)
        best = brain.moves()[0]
        after = state.put(best.at)
        for at in best.line:
            after = after.put(at)
        return after.tally.perfect

    assert (perfect(clears=0), perfect(clears=8_000)) == (0, 1)


def test_all_pieces_that_can_be_seen_may_be_needed_the_held_one_last() -> None:
    rules = {"queue": "list:OO+seven_bag:?", "hold": "O", "board": "......xxxx/......xxxx", "previews": "1"}
    brain = BeamSearch()
    brain.look_at(State.open(rules).view(0))
    assert brain.moves()[0].value > 10  # before the search has begun
