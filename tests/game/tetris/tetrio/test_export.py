"""Games of ours as replays of TETR.IO: written, read back and played again, they are the same game."""

import random
from itertools import cycle, pairwise

import pytest

from game.errors import BadInput
from game.record import Record, Seat
from game.tetris.guideline import Placement, Queue, State
from game.tetris.guideline.real_time import Game, Replay, Setup, TargetController
from game.tetris.guideline.spins import SPIN_RULES
from game.tetris.guideline.srs import SYSTEMS
from game.tetris.tetrio import parse, write
from game.tetris.tetrio.course import placement_of, session_of
from game.tetris.tetrio.export import exported
from game.tetris.tetrio.figures import replay_of
from game.tetris.tetrio.randomness import Queue as Bags
from game.transfer import replay_of as replay_of_game

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
    ("rules", "text"),
    [
        ({"queue": "seven_bag:5"}, "not drawn as TETR.IO"),
        ({"queue": "tetrio:5@3"}, "not drawn as TETR.IO"),
        ({"queue": "list:T+tetrio:5"}, "not drawn as TETR.IO"),
        ({"board": "xxxx......"}, "empty board"),
        ({"hold": "T"}, "empty board"),
        ({"chain": "3"}, "empty board"),
    ],
)
def test_what_tetrio_does_not_have_is_refused(rules: dict[str, str], text: str) -> None:
    with pytest.raises(BadInput, match=text):
        exported(game(5, rules, 3))


def test_garbage_is_refused() -> None:
    start = State.open({"queue": "tetrio:5"}).receive(2)
    states = [start]
    for _ in range(3):
        states.append(states[-1].put(states[-1].placements[0]))
    with pytest.raises(BadInput, match="garbage rose"):
        exported(states)


def _keen(state: State) -> int:
    return _rough(state) - (20 * state.last.attack if state.last is not None else 0)


VERSUS = {**LIKE_TETRIO, "change": "100", "messiness": "0", "opener": "14", "cap": "8", "multiplier": "1000"}


def duel(seed: int, timing: str, paces: tuple[float | None, float | None], **rules: str) -> Replay:
    """A game of two in real time, each piece where it looks good at a glance."""
    drawn = {"queue": f"tetrio:{seed}", "garbage": str(seed)}
    replay = Replay(Setup.of({**drawn, **VERSUS, **rules}, timing, ("engine", "guideline")))
    hands, dice = [TargetController(pace) for pace in paces], random.Random(seed)
    live = Game(replay.setup)
    while live.now < 400 and not live.over:
        buttons = []
        for seat, hand in zip(live.seats, hands, strict=True):
            if seat.piece is not None and hand.waits(seat):
                placements = seat.state.placements
                after = {at: seat.state.put(at) for at in dice.sample(placements, min(8, len(placements)))}
                hand.aim(seat, min(after, key=lambda at, after=after: _keen(after[at])))  # type: ignore[misc]
            buttons.append(hand.buttons(seat))
        live.tick(buttons)
        replay.tick(buttons)
    return replay


@pytest.mark.parametrize(
    ("timing", "paces", "rules"),
    [
        ("tetr.io", (5.0, 4.0), {}),
        ("cold-clear-fast", (9.0, 1.5), {"messiness": "30", "change": "60", "attack": "tetr.io"}),
        ("guideline", (5.0, 3.0), {"blocking": "off", "opener": "0"}),
    ],
)
def test_a_game_of_two_reads_back_equal(
    timing: str, paces: tuple[float | None, float | None], rules: dict[str, str]
) -> None:
    replay = duel(7, timing, paces, **rules)
    seats = (Seat("Ada"), Seat("Bob"))
    match = replay_of_game(Record(game="tetris-live", rules=replay.rules, seats=seats, live=replay))
    back = parse(write(match))
    assert back.rounds == match.rounds
    rounds = [replay_of(player) for player in back.rounds[0]]
    assert all(one.matches for one in rounds)
    assert sum(one.outcome.stats["garbage"]["received"] for one in rounds) > 0
    live = replay.at(replay.ticks)
    for number, (one, seat) in enumerate(zip(rounds, live.seats, strict=True)):
        tally, stats = seat.state.tally, one.outcome.stats
        assert stats["piecesplaced"] == tally.placed
        assert (stats["garbage"]["attack"], stats["garbage"]["sent"]) == (tally.attack, tally.sent)
        assert sum(len(placed.risen) for placed in one.outcome.placements) == tally.risen
        ticks = [lock.tick for lock in replay.locks if lock.seat == number]
        assert [placed.tick + 1 for placed in one.outcome.placements] == ticks


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ({"change": "-"}, "Messiness between attacks"),
        ({"attack": "guideline"}, "attack table"),
        ({"cancelling": "off"}, "cancels nothing"),
        ({"queue": "seven_bag:4"}, "not drawn as TETR.IO"),
        ({"garbage": "9"}, "with the seed of the pieces"),
    ],
)
def test_a_game_of_two_by_other_rules_is_refused(rules: dict[str, str], text: str) -> None:
    start = {"queue": "tetrio:4", "garbage": "4", **VERSUS, **rules}
    replay = Replay(Setup.of(start, "tetr.io", ("engine", "engine")))
    replay.tick([0, 0])
    record = Record(game="tetris-live", rules=replay.rules, seats=(Seat("Ada"), Seat("Bob")), live=replay)
    with pytest.raises(BadInput, match=f"no replay for TETR.IO: .*{text}"):
        replay_of_game(record)
