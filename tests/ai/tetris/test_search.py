from dataclasses import replace
from typing import Any

import pytest

from ai.tetris.classic.kernels.search import UNKNOWN, UNLIMITED, deeper
from ai.tetris.classic.play import Player, RankedMove, judged_moves, ranked_moves
from game.errors import BadInput
from game.tetris.classic import Board, Pieces, Placement, Rules, State, parse_size, piece_of
from tests.ai.tetris.boards import chosen, ranked, some_boards
from tests.known import vectors

pytestmark = pytest.mark.kernel

KNOWN = vectors("classic")
BOARDS = {entry["name"]: entry for entry in KNOWN["boards"]}


def state_of(entry: dict[str, Any]) -> State:
    board = BOARDS[entry["board"]]
    width, height = parse_size(board["size"])
    letters = [entry["piece"], *([entry["next"]] if entry["next"] else [])]
    rules = Rules("spawn", width, height, entry.get("sliding", False), entry["next"] is not None)
    board = Board.parse("/".join(board["rows"]), (width, height))
    return State(rules, board, Pieces.of([piece_of(letter) for letter in letters]))


def assert_same(results: tuple[RankedMove, ...], known: list[list[float]]) -> None:
    """All moves with their equities, in their order; only moves of the same equity may stand otherwise."""
    places = {tuple(move[:3]): move[3:] for move in known}
    assert {move[:3] for move in results} == set(places)
    for move, (*_, equity) in zip(results, (move[:4] for move in known), strict=True):
        assert move.equity == pytest.approx(equity, abs=1e-9, rel=0)
        assert move.equity == pytest.approx(places[move[:3]][0], abs=1e-9, rel=0)
    assert list(results) == sorted(results, key=lambda move: (move.equity, move[:3]))


@pytest.mark.parametrize("entry", KNOWN["moves"], ids=lambda entry: entry["board"] + entry["piece"])
def test_moves_are_ranked_as_by_the_authors_programs(entry: dict[str, Any]) -> None:
    results = ranked_moves(state_of(entry), entry["evaluator"])
    assert_same(results, entry["moves"])
    assert {move[:3]: move.cleared for move in results} == {tuple(m[:3]): m[4] for m in entry["moves"]}


@pytest.mark.parametrize("entry", KNOWN["levels"], ids=lambda entry: entry["board"] + str(entry["levels"]))
def test_deeper_levels_are_worth_what_the_authors_programs_say(entry: dict[str, Any]) -> None:
    for name, moves in entry["moves"].items():
        assert_same(ranked_moves(state_of(entry), name, entry["levels"]), moves)


def test_equities_are_those_of_the_authors_program_to_the_last_digit() -> None:
    """He adds fractions; where moves are worth the same, their last digit decides what his program plays."""
    compared = 0
    for entry in KNOWN["moves"]:
        state = state_of(entry)
        known = {tuple(move[:3]): move[3] for move in entry["moves"]}
        for move in ranked_moves(state, entry["evaluator"]) if state.next is None else ():
            if move.y + move.cleared >= 2:  # no start is blocked
                assert move.equity == known[move[:3]]
                compared += 1
    assert compared > 150


def test_the_same_moves_come_one_by_one() -> None:
    state = State.open({"next": "on", "pieces": "tengstrand:7", "board": "xxx...xx../xxxx.xxxxx"})
    results = sorted(judged_moves(state, "tengstrand-1.4", 2), key=lambda move: (move.equity, move[:3]))
    assert tuple(results) == ranked_moves(state, "tengstrand-1.4", 2)


def test_thresholds_look_only_at_what_was_nearly_best() -> None:
    state = State.open({"pieces": "list:J", "board": ".xx......./xxxx.xx.../xxxxxxxx.x"})
    shallow, deep = (ranked_moves(state, "tengstrand-1.1", levels) for levels in (1, 2))
    results = ranked_moves(state, "tengstrand-1.1", 2, thresholds=True)
    near = {move[:3] for move in shallow if move.equity <= shallow[0].equity + 5.6}
    assert 1 < len(near) < len(shallow)
    assert {move[:3] for move in results[: len(near)]} == near
    assert set(results[: len(near)]) == {move for move in deep if move[:3] in near}
    assert results[len(near) :] == tuple(move for move in shallow if move[:3] not in near)


@pytest.mark.parametrize("name", ["tengstrand-1.1", "tengstrand-1.4", "dellacherie"])
def test_a_limit_changes_no_move_of_a_deeper_search(name: str) -> None:
    for number, (rules, board, piece) in enumerate(some_boards(24, seed=6)):
        levels, shown = 3 if rules.width < 6 else 2, number % 2 == 1
        if rules.width == 32 and not shown:
            continue
        rules, following = replace(rules, preview=shown), number % 7 if shown else UNKNOWN
        moves, _, buffers = ranked(name, rules, board, piece)
        if moves:
            values = [deeper(buffers, piece, i, following, levels, UNLIMITED) for i in range(len(moves))]
            best = rules.placements(board, piece)[values.index(min(values))]
            known = [piece, following] if shown else [piece]
            assert chosen(name, rules, board, known, levels) == board.place(piece, *best)[0]


def test_a_player_makes_the_move_that_is_ranked_first() -> None:
    for name in ("tengstrand-1.1", "tengstrand-1.3", "bcts"):
        others = (Rules("spawn", 8, 10, sliding=True), Rules("fahey", 9, 12))
        for rules in (Rules(), Rules(preview=True), *others):
            player = Player(name, rules)
            for _ in range(25):
                if player.over:
                    break
                state = player.state
                best = ranked_moves(state, name)[0]
                played = player.go(1)
                assert played.columns[0] == best.rotation * rules.width + best.x
                assert player.board == state.put(Placement(*best[:3])).board


def test_no_moves_where_the_game_is_over_or_the_pieces_have_ended() -> None:
    full = "/".join(["xxxxxxxxx."] * 20)
    assert ranked_moves(State.open({"board": full}), "tengstrand-1.1") == ()
    assert ranked_moves(State.open({"pieces": "list:"}), "bcts") == ()


@pytest.mark.parametrize("levels", [0, 5, -1])
def test_levels_that_do_not_exist(levels: int) -> None:
    with pytest.raises(BadInput, match=f"{levels} levels are not possible; there are 1 to 4"):
        ranked_moves(State.open({}), "tengstrand-1.1", levels)
