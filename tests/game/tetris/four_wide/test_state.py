from dataclasses import replace
from random import Random

import pytest

from game.errors import BadInput, IllegalMove
from game.tetris.four_wide.state import State, move_of
from game.tetris.four_wide.well import REACHES, Pose
from game.tetris.guideline.pieces import PIECES
from game.tetris.guideline.placement import Placement


def played_by_chance(rules: dict[str, str], seed: int) -> list[State]:
    """A game in which every piece keeps the combo as long as one can."""
    random, states = Random(seed), [State.open(rules)]
    while not states[-1].over:
        states.append(states[-1].play(move_of(random.choice(states[-1].useful))))
    return states


@pytest.mark.parametrize("reach", REACHES)
@pytest.mark.parametrize("residual", ["3", "6"])
def test_a_combo_counts_its_lines_and_ends_where_no_piece_clears_one(reach: str, residual: str) -> None:
    for seed in range(5):
        rules = {"reach": reach, "residual": residual, "queue": f"seven_bag:{seed}"}
        states = played_by_chance(rules, seed)
        assert [state.combo for state in states] == list(range(len(states)))
        assert [state.ply for state in states] == list(range(len(states)))
        assert not states[-1].useful
        assert states[-1].legal_moves() == ()
        assert {state.field.bit_count() for state in states} == {int(residual)}


def test_a_piece_that_clears_no_line_ends_the_combo() -> None:
    state = State.open({"queue": "list:IOTLJSZ"})
    wrong = next(drop for drop in state.placements if drop.lines == 0)
    after = state.play(move_of(wrong))
    assert after.over
    assert after.combo == 0
    with pytest.raises(IllegalMove, match="ended"):
        after.play("I north 1 0")


def test_the_held_piece_is_exchanged_by_placing_it() -> None:
    state = State.open({"queue": "list:TIOSZLJ", "hold": "I"})
    drop = next(drop for drop in state.useful if PIECES[drop.piece] == "I")
    after = state.play(move_of(drop))
    assert after.hold is not None
    assert (PIECES[after.hold], after.queue.pieces(2)) == ("T", (PIECES.index("I"), PIECES.index("O")))


def test_a_start_here_is_the_same_position() -> None:
    for seed in range(5):
        for state in played_by_chance({"queue": f"seven_bag:{seed}", "previews": "2"}, seed)[:-1]:
            again = State.open(state.here())
            assert (again.here(), again.legal_moves()) == (state.here(), state.legal_moves())


def test_the_view_hides_what_comes_after_the_previews() -> None:
    for kind in ("seven_bag", "uniform"):
        randomizer = "bag" if kind == "seven_bag" else "random"
        for seed in range(4):
            rules = {"queue": f"{kind}:{seed}", "previews": "2", "randomizer": randomizer, "hold": "T"}
            seen = State.open(rules).view(0)
            assert f"{kind}:?" in seen.here()["queue"]
            assert seen.queue.pieces(10) == State.open(rules).queue.pieces(3)
            assert State.open(seen.here()).here() == seen.here()
            assert seen.bag_rest() == State.open(rules).bag_rest()


def test_the_rest_of_the_bag_is_what_has_not_been_seen_of_it() -> None:
    state = State.open({"queue": "list:TIO+seven_bag:?/LJSZ", "previews": "2", "hold": "T"})
    assert state.bag_rest() == sum(1 << PIECES.index(name) for name in "LJSZ")
    whole = State.open({"queue": "list:TIOLJSZ+seven_bag:?", "previews": "6", "hold": "T"})
    assert whole.bag_rest() == 0


@pytest.mark.parametrize("previews", range(7))
def test_who_sees_less_knows_more_pieces_to_be_in_the_bag(previews: int) -> None:
    """With every number drawn from one stream, the bag after `previews` is what that game would say itself."""
    for seed in range(3):
        for drawn in range(9):
            queue = f"seven_bag:{seed}@{drawn}" if drawn else f"seven_bag:{seed}"
            whole = State.open({"queue": queue, "previews": "6"})
            less = State.open({"queue": queue, "previews": str(previews)})
            assert whole.view(0).bag_rest(previews) == less.bag_rest() == less.view(0).bag_rest()


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"colour": "red"}, "no rule 'colour'"),
        ({"previews": "-1"}, "previews has to be"),
        ({"previews": "8"}, "previews 8"),
        ({"residual": "4"}, "residual cells 4"),
        ({"hold": "Q"}, "Q"),
        ({"queue": "dice:1"}, "dice"),
        ({"randomizer": "dice"}, "randomizer 'dice'"),
        ({"field": "0xzz"}, "0xzz"),
    ],
)
def test_rules_that_cannot_be_are_refused(rules: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        State.open(rules)


@pytest.mark.parametrize(
    "move", ["", "T", "T south", "Q north 1 1", "O north 9 9", "Z north 1 30", "T up 1 1"]
)
def test_moves_that_cannot_be_are_refused_with_a_reason(move: str) -> None:
    with pytest.raises(IllegalMove):
        State.open({"queue": "list:TOT", "hold": "O"}).play(move)


def test_moves_are_read_as_they_are_written() -> None:
    for drop in State.open({}).placements:
        at = Placement.parse(move_of(drop))
        assert (at.piece, Pose(at.orientation, at.x, at.y)) == (drop.piece, drop.pose)


def test_cells_keep_the_letter_of_the_piece_they_came_from() -> None:
    state = State.open({"queue": "list:IOTSZJL", "hold": "off"})
    drop = next(drop for drop in state.useful if drop.after & ~state.field)
    after = state.play(move_of(drop))
    assert after.colours[0] == ""
    known = {after.colours[1][place] for place in range(len(after.colours[1])) if after.field >> place & 1}
    assert known == {"I"}
    assert after == replace(after, colours=("", "")), "what it looks like is no part of the position"


def test_walls_get_lower_with_each_clear_and_their_end_ends_the_combo() -> None:
    state = State.open({"queue": "seven_bag:3", "walls": "3", "hold": "on"})
    while not state.over:
        assert state.walls == 3 - state.combo
        state = state.play(move_of(state.useful[0]))
    assert (state.walls, state.combo, state.legal_moves()) == (0, 3, ())
    assert state.setup["walls"] == "3"
    assert State.open(state.setup).digest() == State.open({"queue": "seven_bag:3", "walls": "3"}).digest()
    assert "walls" not in State.open({}).setup


@pytest.mark.parametrize("walls", ["0", "41", "-1", "many", ""])
def test_walls_that_there_are_not_are_refused(walls: str) -> None:
    with pytest.raises(BadInput, match="walls"):
        State.open({"walls": walls})
