import random
from itertools import pairwise, takewhile
from typing import Any

import pytest

from game.errors import IllegalMove
from game.zuniq import Grid, State
from game.zuniq.grid import OUTSIDE
from tests.known import vectors

REFERENCE = vectors("zuniq_positions")
POSITIONS = [pytest.param(each, id=each["name"]) for each in REFERENCE["positions"]]
GAMES = [pytest.param(each, id=each["name"]) for each in REFERENCE["games"]]
SIZES = [Grid(rows, columns) for rows in range(2, 7) for columns in range(2, 7)]


def perft(state: State, depth: int) -> int:
    if depth == 1:
        return len(state.legal)
    return sum(perft(state.draw(wall), depth - 1) for wall in state.legal)


def random_game(grid: Grid, seed: int) -> list[State]:
    dice = random.Random(seed)
    states = [State.start(grid)]
    while states[-1].legal:
        states.append(states[-1].draw(dice.choice(states[-1].legal)))
    return states


def cycles(state: State) -> int:
    """The independent cycles of undrawn walls inside the closed zones, counted zone by zone."""
    inside = 0
    for zone in state.zones:
        links = [w for w, (a, b) in enumerate(state.grid.sides) if {a, b} <= zone and w not in state.drawn]
        inside += len(links) - (len(zone) - 1)
    return inside


@pytest.mark.parametrize("case", POSITIONS)
def test_a_known_position_has_its_legal_walls_its_zones_and_its_mover(case: dict[str, Any]) -> None:
    state = State.after(case["moves"], Grid.parse(case["dots"]))
    assert set(state.legal_moves()) == set(case["legal"].split())
    assert list(state.sizes) == case["zones"]
    assert state.ply == case["ply"]
    assert state.seats[state.to_move] == case["to_move"]


@pytest.mark.parametrize("case", POSITIONS)
def test_a_known_position_has_its_number_of_sequences(case: dict[str, Any]) -> None:
    state = State.after(case["moves"], Grid.parse(case["dots"]))
    counts = list(pairwise([1, *case["perft"]]))
    for depth, (_, nodes) in enumerate(takewhile(lambda pair: pair[0] <= 700, counts), 1):
        assert perft(state, depth) == nodes


@pytest.mark.parametrize("case", GAMES)
def test_an_archived_game_ends_as_it_ended(case: dict[str, Any]) -> None:
    names = case["moves"].split()
    claims = case["claims_at_ply"]
    state = State.after(name + "!" * (ply in claims) for ply, name in enumerate(names, 1))
    assert state.ply == case["plies"]
    assert state.legal == ()
    assert state.winner is not None
    assert state.seats[state.winner] == case["winner"]
    assert list(state.sizes) == case["zones"]
    assert sorted(ply for ply in state.claims if ply) == claims


@pytest.mark.parametrize("case", GAMES)
def test_nobody_has_won_before_the_last_move(case: dict[str, Any]) -> None:
    assert State.after(case["moves"].split()[:-1]).winner is None


@pytest.mark.parametrize("grid", SIZES, ids=str)
def test_the_length_of_a_game_follows_from_its_zones(grid: Grid) -> None:
    end = random_game(grid, seed=grid.walls)[-1]
    assert end.ply == grid.walls - grid.cells + len(end.zones) - cycles(end)
    assert end.winner == 1 - end.ply % 2


@pytest.mark.parametrize("case", GAMES)
def test_the_length_of_an_archived_game_follows_from_its_zones(case: dict[str, Any]) -> None:
    end = State.after(case["moves"])
    assert end.ply == 35 + len(end.zones) - cycles(end)


@pytest.mark.parametrize("seed", range(3))
def test_along_a_random_game_zones_differ_and_hold_no_new_wall(seed: int) -> None:
    states = random_game(Grid(), seed)
    for before, after in pairwise(states):
        drawn = after.moves[-1]
        assert len(set(after.sizes)) == len(after.zones)
        assert len(after.zones) - len(before.zones) in (0, 1)
        assert before.zone_of(drawn) is None
        assert after.zones[: len(before.zones)] == before.zones


@pytest.mark.parametrize("seed", range(3))
def test_what_a_wall_would_close_is_what_it_closes(seed: int) -> None:
    for state in random_game(Grid(), seed)[20:35:3]:
        for wall in state.legal:
            closed = state.would_close(wall)
            assert state.draw(wall).zones[len(state.zones) :] == ((closed,) if closed else ())


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_forbidden_before_ply_7(seed: int) -> None:
    for state in random_game(Grid(), seed)[:7]:
        assert len(state.legal) == 60 - state.ply


def test_a_wall_may_be_forbidden_for_a_while() -> None:
    game = next(each for each in REFERENCE["games"] if each["name"] == "temporary_exclusion")
    moves = game["moves"].split()
    legal_at = [ply for ply in range(len(moves)) if "C3v" in State.after(moves[:ply]).legal_moves()]
    assert legal_at == [*range(31), 35]  # lost with move 31 (C6v), back with move 35 (D1h), played as move 36
    assert (moves[30], moves[34], moves[35]) == ("C6v", "D1h", "C3v")
    with pytest.raises(IllegalMove, match="C3v would close a zone of"):
        State.after(moves[:31]).play("C3v")


@pytest.mark.parametrize(
    ("moves", "sizes"),
    [
        ("C3h D3h C3v C4v B2h B3h B4h E2h E3h E4h B2v C2v D2v B5v C5v D5v", (1, 8)),  # a ring
        ("B1h A2v", ()),  # a zone that reaches the border needs the border drawn
        ("B1h A2v A1h", ()),
        ("B1h A2v A1h A1v", (1,)),
        ("A1h A2h A1v A3v B1h B2h", (2,)),
    ],
)
def test_a_zone_counts_its_own_cells_once_it_is_closed(moves: str, sizes: tuple[int, ...]) -> None:
    assert tuple(len(zone) for zone in State.after(moves).zones) == sizes


@pytest.mark.parametrize(
    ("moves", "wall", "reason"),
    [
        ("A1h A1v B1h A2v A5h A6v B5h", "A5v", r"^A5v would close a zone of 1, and 1 is taken\.$"),
        ("C3h", "C3h", r"^C3h is drawn already\.$"),
        ("A1h A2h A1v A3v B1h B2h", "A2v", r"^A2v lies inside the closed zone of 2\.$"),
    ],
)
def test_a_wall_that_cannot_be_drawn_is_refused_with_the_reason(moves: str, wall: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        State.after(moves).play(wall)


@pytest.mark.parametrize("seed", range(3))
def test_each_wall_is_legal_or_there_is_a_reason(seed: int) -> None:
    for state in random_game(Grid(4, 5), seed):
        for wall, name in enumerate(state.grid.names):
            reason = state.why_illegal(wall)
            assert (reason is None) == (name in state.legal_moves())
            if reason:
                assert reason.startswith(name)
                with pytest.raises(IllegalMove) as caught:
                    state.play(name)
                assert str(caught.value) == reason


def test_a_refused_list_names_the_move() -> None:
    with pytest.raises(IllegalMove, match=r"^move 3: A1h is drawn already\.$"):
        State.after("A1h B1h A1h")


@pytest.mark.parametrize("seat", [0, 1])
def test_both_seats_see_the_whole_board(seat: int) -> None:
    for state in random_game(Grid(3, 4), 1):
        assert state.view(seat) == state


def test_a_digest_names_the_board_and_not_the_order_of_play() -> None:
    one, other = State.after("A1h C3v E5h"), State.after("E5h C3v A1h")
    assert one.digest() == other.digest()
    assert one.digest() != State.after("A1h C3v E4h").digest()
    assert one.digest() != State.after("A1h C3v").digest()
    assert one.digest() != State.after("A1h! C3v E5h").digest()
    assert State.start(Grid(2, 3)).digest() != State.start(Grid(3, 2)).digest()


@pytest.mark.parametrize("grid", SIZES, ids=str)
def test_each_wall_parts_two_different_places_and_each_cell_has_four_walls(grid: Grid) -> None:
    assert len(grid.names) == len(grid.sides) == grid.walls
    assert all(first != second for first, second in grid.sides)
    assert all(len(walls) == 4 for walls in grid.cell_walls)
    outer = [wall for wall, pair in enumerate(grid.sides) if OUTSIDE in pair]
    assert len(outer) == 2 * (grid.rows - 1) + 2 * (grid.columns - 1)
