import random
from dataclasses import replace
from pathlib import Path

import pytest

from game.errors import BadInput, IllegalMove
from game.games import games, open_position
from game.position import Position
from game.record import Record, Seat, read_record, write_record
from game.session import Session
from game.tetris.guideline import Clear, Field, Garbage, Landing, Placement, Queue, State, Tally, piece_of
from game.tetris.guideline.rules import DEFAULTS

DOUBLE = "xxx......./xx...xxxxx/xxx.xxxxxx"
I, O, T, L, J, S, Z = range(7)  # noqa: E741


def careful(state: State, seed: int, most: int = 60, tries: int = 6) -> State:
    """The state after moves that are the best of a few by chance, until it is over or `most` pieces lie."""
    dice = random.Random(seed)
    while not state.over and state.ply < most:
        places = state.placements
        tried = [state.put(places[int(dice.random() * len(places))]) for _ in range(tries)]
        state = min(tried, key=lambda each: _roughness(each.field))
    return state


def _roughness(field: Field) -> int:
    return sum(height**2 for height in field.heights) + 20 * (sum(field.heights) - field.cells)


def opened(**rules: str) -> State:
    return State.open(rules)


def landing(state: State) -> Landing:
    assert state.last is not None
    return state.last


# -- a position like that of any game --


def test_it_is_a_position_like_that_of_any_game() -> None:
    assert "tetris" in games()
    position: Position = open_position("tetris", {})
    assert (position.game, position.seats, position.to_move) == ("tetris", ("player",), 0)
    assert (position.ply, position.over, position.winner) == (0, False, None)
    later = ("spins", "multiplier", "change", "opener", "cheese", "wave", "every", "dig")
    old = {key: text for key, text in DEFAULTS.items() if key not in later}  # of records before those
    assert position.setup == old | {"queue": "seven_bag:1"}
    other = open_position("tetris", {"spins": "none", "multiplier": "50"}).setup
    assert (other["spins"], other["multiplier"]) == ("none", "50")
    assert open_position("tetris", position.setup) == position
    after = position.play(position.legal_moves()[0])
    assert after.ply == 1
    assert after.setup == position.setup
    assert after.digest() != position.digest()


def test_a_session_plays_it_takes_back_and_is_saved(tmp_path: Path) -> None:
    session = Session.new("tetris", {"queue": "list:TIOS"}, [Seat("You")])
    for move in ("T north 4 0 none", "O north 8 0 none", "I north 1 1 none"):
        session.play(move)
    assert session.undo()
    record: Record = session.record("2026-11-20T09:30:00Z")
    write_record(tmp_path / "game.kibitz", record)
    assert read_record(tmp_path / "game.kibitz") == record


@pytest.mark.parametrize("seed", range(4))
def test_no_cell_is_lost(seed: int) -> None:
    start = opened(queue=f"seven_bag:{seed}", garbage=f"{seed}", cap="2")
    state = start
    for round_ in range(8):
        state = careful(state.receive(round_), seed, most=state.ply + 5)
    tally = state.tally
    assert state.field.cells == 4 * tally.placed - 10 * tally.cleared + 9 * tally.risen
    assert tally.risen > 5
    assert not state.field.full_rows
    assert state.setup == start.setup


def test_games_end_in_block_out() -> None:
    state = careful(opened(queue="uniform:3"), seed=1, most=400, tries=1)
    assert state.over
    assert state.ending in ("block out", "lock out")
    assert state.winner is None
    assert state.legal_moves() == ()
    with pytest.raises(IllegalMove, match="The game is over: "):
        state.play("T north 4 0")


def test_the_middle_of_a_game_opens_as_a_start() -> None:
    state = careful(opened(queue="seven_bag:9", goal="30").receive(3), seed=2, most=25)
    state = state.receive(2, due=40)
    again = State.open(state.here())
    assert again == replace(state, tally=Tally(cleared=state.tally.cleared))
    assert again.legal_moves() == state.legal_moves()
    assert again.here() == again.setup == state.here()
    assert state.setup == opened(queue="seven_bag:9", goal="30").setup


# -- the piece to place, and the hold --


def test_a_hold_follows_from_the_piece() -> None:
    start = opened(queue="list:TIOS")
    assert set(start.choices) == {T, I}
    plain = start.play("T north 4 0")
    assert (plain.hold, plain.piece, landing(plain).held) == (None, I, False)
    held = start.play("I north 4 0")  # the first hold takes the next piece of the queue too
    assert (held.hold, held.piece, landing(held).held) == (T, O, True)
    assert set(held.choices) == {O, T}
    swapped = held.play("T north 1 0")
    assert (swapped.hold, swapped.piece, swapped.tally.holds) == (O, S, 2)
    assert start.tally.holds == 0


def test_the_current_piece_is_placed_where_hold_or_next_are_the_same() -> None:
    twin = opened(queue="list:TTO").play("T north 4 0")
    assert (twin.hold, twin.piece) == (None, T)
    same = opened(queue="list:TIO", hold="T").play("T north 4 0")
    assert (same.hold, same.piece) == (T, I)


def test_without_a_hold_there_is_only_the_current_piece() -> None:
    state = opened(queue="list:TIO", hold="off")
    assert set(state.choices) == {T}
    with pytest.raises(IllegalMove, match="I is not the piece to place; it is T"):
        state.play("I north 4 0")


def test_the_held_piece_is_placed_when_the_queue_has_ended() -> None:
    state = opened(queue="list:O", hold="T").play("O north 0 0")
    assert (state.piece, state.hold, state.over) == (None, T, False)
    state = state.play("T north 4 0")
    assert (state.hold, state.ending, state.winner) == (None, "no pieces", None)
    with pytest.raises(IllegalMove, match="The game is over: no piece is left"):
        state.play("T north 4 0")


def test_the_pieces_shown_behind_the_current_one() -> None:
    for previews in range(1, 7):
        state = opened(queue="list:TIOSZLJTT", previews=str(previews))
        assert state.previews == state.queue.pieces(7)[1 : 1 + previews]
        assert state.view(0).queue == Queue.of(state.queue.pieces(1 + previews))


# -- clears --


def test_a_double_by_a_spin_begins_a_chain() -> None:
    state = opened(board=DOUBLE, queue="list:TTTO").play("T south 3 1 full")
    last = landing(state)
    assert (last.rows, last.attack, last.sent, last.clear) == ((0, 1), 4, 4, Clear(2, 2))
    assert (state.combo, state.chain, state.back_to_back) == (1, 1, True)
    assert state.tally == Tally(1, 2, 4, 4, 0, 1200, 0, 1, 0, 0, 0, 1, 1)
    assert state.field.short == "xxx......."
    assert last.field.short == DOUBLE


def test_a_chain_outlives_placements_without_rows_and_a_combo_does_not() -> None:
    tetris = "/".join(["xxxxxxxxx."] * 8)
    state = opened(board=tetris, queue="list:IOII").play("I east 9 2")
    assert (state.combo, state.chain) == (1, 1)
    assert landing(state).attack == 4
    state = state.play("O north 0 4")
    assert (state.combo, state.chain) == (0, 1)
    state = state.play("I east 9 2")
    assert landing(state).attack == 5
    assert landing(state).clear == Clear(4, 0, chain=1)
    assert (state.combo, state.chain, state.tally.tetrises) == (1, 2, 2)


def test_an_easy_clear_ends_a_chain() -> None:
    state = opened(board="xxxxxx....", queue="list:IO", chain="4", combo="6").play("I north 7 0")
    assert (state.chain, state.combo, state.back_to_back) == (0, 7, False)


def test_a_perfect_clear() -> None:
    state = opened(board="xxxxxx..../xxxxxx....", queue="list:OO").play("O north 6 0").play("O north 8 0")
    assert landing(state).clear == Clear(2, perfect=True)
    assert (state.tally.attack, state.tally.perfect, state.tally.points) == (10, 1, 300 + 1200)
    assert state.field == Field.empty()
    assert not landing(opened(queue="list:O").play("O north 0 0")).clear.perfect


def test_points_grow_with_the_level() -> None:
    state = opened(board="xxxxxx....", queue="list:I", level="5").play("I north 7 0")
    assert state.tally.points == 5 * (100 + 800)


def test_a_goal_is_a_game_that_can_be_won() -> None:
    state = opened(board="xxxxxx..../xxxxxx....", queue="list:IIT", goal="2").play("I north 7 0")
    assert (state.over, state.winner) == (False, None)
    state = state.play("I north 7 0")
    assert (state.over, state.ending, state.winner) == (True, "goal", 0)
    with pytest.raises(IllegalMove, match="its rows are cleared"):
        state.play("T north 4 0")


# -- garbage --


def test_two_seats_exchange_their_attacks() -> None:
    one = opened(board=DOUBLE, queue="list:TO").play("T south 3 1 full")
    other = opened(queue="list:OTIO", garbage="5/3").receive(landing(one).sent)
    assert other.garbage.waiting == 4
    other = other.play("O north 0 0")
    assert other.garbage.waiting == 0
    assert other.field.height == 6
    assert other.field.rows[4:6] == (3, 3)
    assert (other.tally.risen, len(landing(other).up)) == (4, 4)


def test_own_attack_cancels_what_waits_and_clears_hold_it_back() -> None:
    state = opened(board=DOUBLE, queue="list:TOO", garbage="1+6").play("T south 3 1 full")
    assert (state.tally.attack, state.tally.sent, state.garbage.waiting, state.tally.risen) == (4, 0, 2, 0)
    state = state.play("O north 8 0")
    assert (state.garbage.waiting, state.tally.risen) == (0, 2)


def test_garbage_that_is_due_later_comes_with_that_piece() -> None:
    state = opened(queue="list:OOO").receive(2, due=2)
    state = state.play("O north 0 0")
    assert state.tally.risen == 0
    assert state.play("O north 2 0").tally.risen == 2


def test_garbage_may_push_the_stack_out_at_the_top() -> None:
    tower = "/".join(["x........."] * 38)
    state = opened(board=tower, queue="list:OOO", garbage="1+4").play("O north 4 0")
    assert (state.over, state.ending) == (True, "garbage")
    with pytest.raises(IllegalMove, match="garbage has pushed the stack out at the top"):
        state.play("O north 6 0")


# -- ends --


def test_block_out_is_a_current_piece_that_cannot_start() -> None:
    """The hold does not save it."""
    board = "/".join(["......x..."] * 22)
    assert opened(board=board, queue="list:TI").over is False
    blocked = opened(board=board, queue="list:IT")
    assert (blocked.ending, blocked.legal_moves()) == ("block out", ())
    high = opened(board=board, queue="list:IT", start="21")
    assert high.ending == "block out"


def test_lock_out_is_a_piece_that_can_only_lock_out_of_sight() -> None:
    board = "/".join(["...xxxx..."] * 20)
    state = opened(board=board, queue="list:OO")
    assert state.over is False  # beside the tower there is room
    closed = opened(board="/".join(["x.xxxxxxxx", ".xxxxxxxxx"] * 10), queue="list:OO")
    assert (closed.ending, closed.placements) == ("lock out", ())
    saved = opened(board="/".join([".xxxxxxxxx"] * 20), queue="list:OI")
    assert saved.ending is None
    assert {at.piece for at in saved.placements} == {I}


# -- refusals --


SLOT = {"board": DOUBLE, "queue": "list:TO"}


@pytest.mark.parametrize(
    ("rules", "move", "words"),
    [
        (SLOT, "T", "is not a placement; write piece"),
        (SLOT, "J north 4 0", "J is not the piece to place; it is T, or by the hold O"),
        (SLOT, "T north 0 0", "T at north 0 0 would lie beyond the border of the field"),
        (SLOT, "T north 4 39", "would lie beyond the border"),
        (SLOT, "T north 1 0", "would lie on filled cells"),
        (SLOT, "T north 4 9", "T at north 4 9 would hang in the air; it falls to y = 2"),
        (SLOT, "T south 3 1 none", "is not reached with the spin 'none' but with 'full'"),
        (SLOT, "T south 3 1 mini", "is not reached with the spin 'mini' but with 'full'"),
        (SLOT, "T north 4 2 full", "is not reached with the spin 'full' but with 'none'"),
        (
            {"board": "xxxxxxxxx./.........x"},
            "I north 1 0",
            "I at north 1 0 cannot be reached from the start",
        ),
        ({"board": "/".join(["x........."] * 20)}, "I east 0 22", "would lock above the visible rows"),
    ],
)
def test_why_a_move_is_refused(rules: dict[str, str], move: str, words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        opened(**{"queue": "list:I", **rules}).play(move)


def test_no_placement_is_so_strange_that_it_is_not_refused() -> None:
    """A bot may send any numbers."""
    state = opened(board=DOUBLE, queue="list:TIO")
    legal = {at.canonical() for at in state.placements}
    for piece in range(7):
        for orientation in range(4):
            for x in (-4, -1, 0, 9, 10, 99):
                for y in (-4, -1, 0, 1, 39, 40, 99):
                    at = Placement(piece, orientation, x, y, (x + y) % 3)
                    assert (state.why_not(at) is None) == (at.canonical() in legal)


def test_equal_forms_are_one_move() -> None:
    start = opened(queue="list:ITO")
    north, south = start.play("I north 4 0"), start.play("I south 5 0")
    assert north == south
    assert north.last != south.last


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"size": "10x20"}, "Tetris has no rule 'size'; its rules are previews, hold"),
        ({"previews": "7"}, "7 is not possible as previews; it goes from 1 to 6"),
        ({"previews": "x"}, "the rule 'previews' is a number from 1 to 6, not 'x'"),
        ({"hold": "Q"}, "'Q' is not a piece"),
        ({"kicks": "ars"}, "unknown kicks"),
        ({"start": "18"}, "unknown start row"),
        ({"gravity": "2g"}, "unknown gravity"),
        ({"attack": "jstris"}, "unknown attack table"),
        ({"cap": "50"}, "50 is not possible as cap"),
        ({"messiness": "0.3"}, "the rule 'messiness' is a number from 0 to 100"),
        ({"blocking": "yes"}, "the rule 'blocking' is 'on' or 'off', not 'yes'"),
        ({"goal": "-1"}, "the rule 'goal' is a number"),
        ({"level": "0"}, "0 is not possible as level"),
        ({"queue": "bag:1"}, "names no queue"),
        ({"board": "xxx"}, "row 1 of the board has 3 cells"),
        ({"combo": "x"}, "the rule 'combo' is a number"),
        ({"chain": "٤"}, "the rule 'chain' is a number"),
        ({"garbage": "x"}, "is not garbage"),
        ({"cleared": ""}, "the rule 'cleared' is a number"),
    ],
)
def test_what_is_no_start(rules: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        State.open(rules)


# -- what is known --


def test_only_what_may_be_known_is_seen() -> None:
    state = careful(opened(queue="seven_bag:77123", garbage="88123+3", previews="4"), seed=4, most=9)
    seen = state.view(0)
    assert (seen.field, seen.hold, seen.previews) == (state.field, state.hold, state.previews)
    assert (seen.legal_moves(), seen.ply, seen.tally) == (state.legal_moves(), state.ply, state.tally)
    assert seen.queue.pieces(40) == state.queue.pieces(5)
    assert "77123" not in repr(seen) + str(seen.setup)
    assert "88123" not in repr(seen) + str(seen.setup)
    assert seen.view(0) == seen
    again = State.open(seen.here())
    assert again == replace(seen, tally=Tally())
    assert again.legal_moves() == state.legal_moves()


def test_the_last_move_is_remembered_for_display() -> None:
    start = opened(queue="list:TIO")
    after = start.put(Placement(T, 0, 4, 0))
    assert start.last is None
    assert (after.last.field, after.last.placement) == (start.field, Placement(T, 0, 4, 0))
    assert after == replace(after, last=None, first=None)  # how it came about is no part of it


def test_a_state_can_be_edited() -> None:
    state = replace(State(), hold=piece_of("T"), garbage=Garbage.parse("1+4"), field=Field.of([1]))
    assert State.open(state.here()) == state
