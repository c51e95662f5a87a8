"""Games of ours as replays of TETR.IO: written, read back and played again, they are the same game."""

import random
from itertools import cycle, pairwise

import pytest

from game.errors import BadInput
from game.tetris.guideline import Placement, Queue, State
from game.tetris.guideline.spins import SPIN_RULES
from game.tetris.guideline.srs import SYSTEMS
from game.tetris.tetrio import parse, write
from game.tetris.tetrio.course import placement_of, session_of
from game.tetris.tetrio.export import exported
from game.tetris.tetrio.figures import replay_of
from game.tetris.tetrio.randomness import Queue as Bags

LIKE_TETRIO = {"kicks": "srs+", "start": "21", "spins": "all-mini+", "attack": "tetr.io-2"}


def game(seed: int, rules: dict[str, str], pieces: int = 50) -> list[State]:
    """A game by chance, of placements that keep the stack low as well as they can at a glance."""
    dice, states = random.Random(seed), [State.open({"queue": f"tetrio:{seed}", **rules})]
    while len(states) <= pieces and not states[-1].over:
        here = states[-1]
        tried = dice.sample(here.placements, min(12, len(here.placements)))
        spins = [at for at in here.placements if at.spin][:1] if dice.random() < 0.3 else []
        states.append(min((here.put(at) for at in spins or tried), key=lambda each: _rough(each)))
    return states


def _rough(state: State) -> int:
    tops = [
        max((y + 1 for y in range(state.field.height) if state.field.filled(x, y)), default=0)
        for x in range(10)
    ]
    return sum(abs(a - b) for a, b in pairwise(tops)) + 4 * (sum(tops) - state.field.cells)


@pytest.mark.parametrize("seed", [1, 7, 2147483647, 2147483648, 987654321])
def test_the_queue_deals_as_tetrio_does(seed: int) -> None:
    queue, bags = Queue.parse(f"tetrio:{seed}"), Bags("7-bag", seed)
    assert list(queue.pieces(200)) == [bags[number] for number in range(200)]


def test_who_sees_the_pieces_cannot_tell_how_they_are_drawn() -> None:
    assert str(Queue.parse("tetrio:5").view(6)).startswith("list:")
    assert Queue.parse("tetrio:5").view(6).kind == "seven_bag"


@pytest.mark.parametrize(("kicks", "spins"), [*zip(cycle(SYSTEMS), SPIN_RULES, strict=False)])
def test_a_game_reads_back_equal(kicks: str, spins: str) -> None:
    states = game(hash_of(kicks, spins), {**LIKE_TETRIO, "kicks": kicks, "spins": spins})
    match = exported(states, "Ada", played="2026-11-24T08:00:00.000Z")
    for several in (False, True):
        back = parse(write(match, several=several))
        assert (back.rounds, back.played) == (match.rounds, match.played)
    one = replay_of(back.rounds[0][0])
    assert not one.differs
    placed = [placement_of(each).canonical() for each in one.outcome.placements]
    assert placed == [Placement(*after.last.placement).canonical() for after in states[1:] if after.last]
    if kicks == "srs+":
        attack = [each.attack for each in one.outcome.placements]
        assert attack == [after.last.attack for after in states[1:] if after.last]
        assert session_of(one).length == len(placed)


def hash_of(*texts: str) -> int:
    return random.Random("|".join(texts)).randrange(1, 1 << 40)


def test_pieces_are_locked_when_they_were() -> None:
    states = game(3, LIKE_TETRIO, 20)
    locks = [100 + 90 * number for number in range(20)]
    (one,) = exported(states, locks=locks).rounds[0]
    assert [each.tick for each in one.play().placements] == [tick - 1 for tick in locks]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"queue": "seven_bag:5"}, "not drawn as TETR.IO"),
        ({"queue": "tetrio:5@3"}, "not drawn as TETR.IO"),
        ({"queue": "list:T+tetrio:5"}, "not drawn as TETR.IO"),
        ({"board": "xxxx......"}, "empty board"),
        ({"hold": "T"}, "empty board"),
        ({"chain": "3"}, "empty board"),
    ],
)
def test_what_tetrio_does_not_have_is_refused(rules: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        exported(game(5, rules, 3))


def test_garbage_is_refused() -> None:
    start = State.open({"queue": "tetrio:5"}).receive(2)
    states = [start]
    for _ in range(3):
        states.append(states[-1].put(states[-1].placements[0]))
    with pytest.raises(BadInput, match="garbage rose"):
        exported(states)
