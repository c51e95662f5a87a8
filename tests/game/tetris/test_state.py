import random

import pytest

from game.errors import BadInput, IllegalMove
from game.games import open_position
from game.position import Position
from game.record import Seat
from game.session import Session
from game.tetris.classic import RULE_NAMES, Board, Pieces, Placement, State, piece_of

RULE_SETS = [*({"rules": name} for name in RULE_NAMES), {"rules": "spawn", "sliding": "on"}]
each_set = pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: "-".join(rules.values()))


def by_chance(state: State, seed: int, most: int = 400) -> State:
    """The state after random moves, until the game is over or `most` pieces lie."""
    dice = random.Random(seed)
    while not state.over and state.placed < most:
        moves = state.legal_moves()
        state = state.play(moves[int(dice.random() * len(moves))])
    return state


def test_it_is_a_position_like_that_of_any_game() -> None:
    position: Position = open_position("classic", {})
    assert (position.game, position.seats, position.to_move) == ("classic", ("player",), 0)
    assert (position.ply, position.over, position.winner) == (0, False, None)
    usual = {"size": "10x20", "rules": "spawn", "sliding": "off", "next": "off", "pieces": "uniform:1"}
    assert position.setup == usual
    assert open_position("classic", position.setup) == position
    after = position.play(position.legal_moves()[0])
    assert after.ply == 1
    assert after.setup == position.setup
    assert after.digest() != position.digest()


def test_a_session_plays_it_and_takes_back() -> None:
    session = Session.new("classic", {"pieces": "list:TI", "size": "6x8"}, [Seat("You")])
    session.play("2,0,6")
    session.play(session.position.legal_moves()[0])
    assert session.position.over
    assert session.undo()
    assert not session.position.over
    assert session.position.ply == 1


@each_set
@pytest.mark.parametrize("size", ["4x4", "5x9", "10x20", "32x40"])
def test_no_cell_is_lost_and_every_game_ends(rules: dict[str, str], size: str) -> None:
    width = int(size.split("x")[0])
    state = by_chance(State.open({**rules, "size": size, "pieces": "uniform:5"}), seed=1, most=400 // width)
    assert state.board.cells == 4 * state.placed - width * state.cleared
    assert not state.board.full_rows
    if state.over:
        assert state.lost
        assert state.legal_moves() == ()
        with pytest.raises(IllegalMove, match=r"The game is over: [A-Z] cannot start"):
            state.play("0,0,0")


@each_set
def test_games_of_chance_are_lost_on_small_boards(rules: dict[str, str]) -> None:
    for seed in range(5):
        state = by_chance(State.open({**rules, "size": "5x6", "pieces": f"uniform:{seed}"}), seed)
        assert state.lost


@each_set
def test_the_middle_of_a_game_opens_as_a_start(rules: dict[str, str]) -> None:
    state = by_chance(
        State.open({**rules, "size": "6x8", "pieces": "uniform:9", "next": "on"}), seed=2, most=5
    )
    again = State.open(state.here())
    assert (again.board, again.pieces, again.rules) == (state.board, state.pieces, state.rules)
    assert again.legal_moves() == state.legal_moves()
    assert (again.placed, again.cleared) == (0, 0)
    assert (again.piece, again.next) == (state.piece, state.next)
    assert again.here() == again.setup == state.here()
    assert state.setup["pieces"] == "uniform:9"
    assert "board" not in state.setup


def test_a_start_may_have_a_board() -> None:
    state = State.open({"size": "6x8", "board": "x...../xx.xxx", "pieces": "list:T"})
    assert state.board == Board.parse("x.....\nxx.xxx", (6, 8))
    assert state.setup["board"] == "x...../xx.xxx"
    assert state.cleared_by("0,1,6") == 1
    after = state.play("0,1,6")
    assert (after.board.short, after.cleared, after.placed) == ("xxxx..", 1, 1)
    assert after.setup == state.setup


def test_the_last_move_is_remembered_for_display() -> None:
    state = State.open({"size": "6x8", "board": "x...../xx.xxx", "pieces": "list:TT"})
    assert state.last is None
    after = state.put(Placement(0, 1, 6))
    assert after.last == (state.board, piece_of("T"), Placement(0, 1, 6), (7,))
    assert after == State(after.rules, after.board, after.pieces, 1, 1)  # how it came about is no part of it


def test_only_what_may_be_known_is_seen() -> None:
    hidden, shown = ({"pieces": "uniform:3", "next": each} for each in ("off", "on"))
    for rules, known in ((hidden, 1), (shown, 2)):
        state = State.open(rules)
        state = state.play(state.legal_moves()[3])
        seen = state.view(0)
        assert seen.pieces == Pieces.of(
            [piece for n in range(known) if (piece := state.pieces.piece(n)) is not None]
        )
        assert (seen.piece, seen.next) == (state.piece, state.next)
        assert (seen.board, seen.legal_moves(), seen.ply) == (state.board, state.legal_moves(), state.ply)
        assert "uniform" not in str(seen.setup)
    assert State.open(hidden).next is None
    assert State.open(shown).next is not None


def test_a_list_of_pieces_ends_the_game_without_losing_it() -> None:
    state = State.open({"pieces": "list:O"}).play("0,0,18")
    assert (state.piece, state.over, state.lost, state.winner) == (None, True, False, None)
    assert state.legal_moves() == ()
    with pytest.raises(IllegalMove, match="The list of pieces has ended"):
        state.play("0,2,18")
    assert State.open(state.here()).over


def test_a_game_is_lost_where_the_next_piece_cannot_start() -> None:
    state = State.open({"size": "4x4", "board": ".x../.x..", "pieces": "list:IO"})
    assert state.legal_moves() == ("0,0,1",)
    state = state.play("0,0,1")  # the row that it fills is gone, and counts
    assert (state.cleared, state.over) == (1, False)
    high = State.open({"size": "4x4", "board": "xx../.x../.x../.x..", "pieces": "list:O"})
    assert (high.over, high.lost, high.legal_moves()) == (True, True, ())


def test_under_simplified_rules_the_row_that_would_save_a_piece_does_not_count() -> None:
    rules = {"size": "4x4", "board": ".xxx/.xxx/.xxx/xxx.", "pieces": "list:I"}
    assert State.open({**rules, "rules": "simplified"}).lost
    assert State.open({**rules, "rules": "spawn"}).lost


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("", "is not a placement; write rotation,x,y"),
        ("A1h", "is not a placement"),
        ("0,0,7", "hang in the air; it falls to y = 18"),
        ("9,0,18", "there is no rotation 9"),
        ("0,9,18", "beyond the border"),
        ("0,0,19", "below the floor"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(move: str, words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        State.open({"pieces": "list:T"}).play(move)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"dots": "6x6"}, "has no rule 'dots'"),
        ({"size": "3x3"}, "sizes go from 4x4 to 32x40"),
        ({"rules": "guideline"}, "unknown rules 'guideline'; known: spawn, simplified, fahey"),
        ({"sliding": "yes"}, "the rule 'sliding' is 'on' or 'off', not 'yes'"),
        ({"next": ""}, "the rule 'next' is 'on' or 'off'"),
        ({"pieces": "bag:1"}, "names no pieces"),
        ({"board": "xx"}, "row 1 of the board has 2 cells; it needs 10"),
        ({"board": "xxxxxxxxxx"}, "row 1 of the board is full"),
        ({"rules": "fahey", "sliding": "on"}, "no sliding under the rules 'fahey'"),
    ],
)
def test_what_opens_no_game(rules: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        open_position("classic", rules)


def test_digests_tell_positions_apart_and_equal_ones_not() -> None:
    start = State.open({"pieces": "list:OO"})
    one = start.play("0,0,18").play("0,2,18")
    two = start.play("0,2,18").play("0,0,18")
    assert one == two
    assert one.digest() == two.digest()
    others = [start, State.open({"pieces": "list:OT"}), State.open({"pieces": "list:OO", "next": "on"}), one]
    assert len({each.digest() for each in others}) == len(others)
    assert start.digest() == "93683934e06ab245"
