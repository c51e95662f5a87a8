"""Features of a field, and differences between two placements.

By example, and against a slow count on random fields.
"""

from __future__ import annotations

from random import Random

import pytest

from game.tetris.guideline import Field, State
from game.tetris.guideline.features import OTHER, Features, differences, effect_of, theme_of
from tests.game.tetris.guideline.slow_count import count, some_state


def seen(*rows: str) -> Features:
    return Features.of(Field.parse("\n".join(rows)))


def test_covered_cells_and_what_lies_over_them() -> None:
    features = seen("x.........", "xx........", "x.xxxxxxxx")
    assert features.holes == {(1, 0)}
    assert features.cover == 1
    features = seen("xxxx......", ".xxx......", ".xxx......")
    assert features.holes == {(0, 0), (0, 1)}
    assert features.cover == 1


@pytest.mark.parametrize(
    ("rows", "wells"),
    [
        (("x.xxxxxxxx",) * 3, (1,)),
        (("x.xxxxxxxx",) * 2, ()),
        (("xxxxxxxxx.",) * 4, (9,)),
        ((".xxxxxxxx.",) * 3, (0, 9)),
    ],
)
def test_columns_that_wait_for_an_i(rows: tuple[str, ...], wells: tuple[int, ...]) -> None:
    assert seen(*rows).wells == wells


@pytest.mark.parametrize(
    ("rows", "slots"),
    [
        (("xx........", "x...xxxxxx", "xx.xxxxxxx"), {(2, 1)}),
        (("...x......", "x...xxxxxx", "xx.xxxxxxx"), {(2, 1)}),
        (("x...xxxxxx", "xx.xxxxxxx"), set()),  # no overhang
        (("xx.x......", "x...xxxxxx", "xx.xxxxxxx"), set()),  # overhangs on both sides: no T gets in
        (("xxxxxx....", "x...xxxxxx", "xx.xxxxxxx"), set()),  # covered
    ],
)
def test_slots_for_t_spins(rows: tuple[str, ...], slots: set[tuple[int, int]]) -> None:
    assert seen(*rows).slots == slots
    mirrored = Features.of(Field.parse("\n".join(rows)).mirrored())
    assert mirrored.slots == {(9 - x, y) for x, y in slots}


def test_a_t_spin_can_be_made_in_every_slot() -> None:
    rows = ("xx........", "x...xxxxxx", "xx.xxxxxxx")
    state = State.open({"board": "/".join(rows), "queue": "list:TIOLJSZ"})
    spins = [at for at in state.placements if at.piece == 2 and at.spin == 2]
    assert any((at.x, at.y) in seen(*rows).slots for at in spins)


@pytest.mark.parametrize("seed", range(40))
def test_a_slow_count_agrees_on_random_fields(seed: int) -> None:
    random = Random(seed)
    rows = [random.getrandbits(10) & random.getrandbits(10) | random.getrandbits(10) for _ in range(8)]
    field = Field.of([row if row != 1023 else 1022 for row in rows])
    features = Features.of(field)
    holes = {
        (x, y)
        for x in range(10)
        for y in range(40)
        if not field.filled(x, y) and any(field.filled(x, above) for above in range(y + 1, 40))
    }
    assert features.holes == holes
    over = {(x, above) for x, y in holes for above in range(y + 1, 40) if field.filled(x, above)}
    assert features.cover == len(over)
    mirror = Features.of(field.mirrored())
    assert (mirror.cover, mirror.bumps, mirror.height) == (features.cover, features.bumps, features.height)
    assert mirror.wells == tuple(sorted(9 - x for x in features.wells))


def test_what_a_placement_covers_opens_and_fills_agrees_with_a_slow_count() -> None:
    kinds = [0, 0, 0]
    for seed in range(500):
        state = some_state(seed)
        for at in Random(seed).sample(state.placements, 2):
            effect, slow = effect_of(state, str(at)), count(state.field, at)
            assert effect is not None
            assert (effect.covered, effect.opened, effect.filled) == slow[:3]
            assert (len(effect.after.holes), effect.after.height) == slow[3:]
            assert effect.new_holes == len(slow.covered) - len(slow.opened) - len(slow.filled)
            kinds = [n + bool(cells) for n, cells in zip(kinds, slow, strict=False)]
    assert min(kinds) >= 10, "all three occur"


def test_a_tuck_fills_covered_cells_and_opens_none() -> None:
    state = State.open({"board": "xxx......./........../xxxxxxxxx.", "queue": "list:IOTLJSZ"})
    effect = effect_of(state, "I north 1 1 none")
    assert effect is not None
    assert effect.filled == {(0, 1), (1, 1), (2, 1)}
    assert not effect.opened
    assert effect.new_holes == -3


def test_differences_name_what_is_worse() -> None:
    board = "/".join(["xxxxxxxxx."] * 4)
    state = State.open({"board": board, "queue": "list:IOTLJSZ", "chain": "1"})
    moves = {str(at): effect_of(state, str(at)) for at in state.placements if at.piece == 0}
    best = next(each for each in moves.values() if each is not None and each.landing.clear.rows == 4)
    flat = next(each for each in moves.values() if each is not None and each.landing.clear.rows == 0)
    names = [each.name for each in differences(flat, best)]
    assert names[0] == "attack"
    assert "height" in names
    assert differences(best, best) == []


def test_ending_the_back_to_back_is_named() -> None:
    state = State.open({"board": "xxxxxxxx../xxxxxxxxx.", "queue": "list:IJOTLSZ", "chain": "2"})
    single = next(
        effect
        for at in state.placements
        if (effect := effect_of(state, str(at))) and effect.landing.clear.rows == 1
    )
    quiet = next(
        effect
        for at in state.placements
        if (effect := effect_of(state, str(at))) and not effect.landing.clear.rows
    )
    assert single.breaks_chain
    assert not quiet.breaks_chain
    assert "chain" in [each.name for each in differences(single, quiet)]


def test_a_t_and_an_i_are_used_up_unless_they_clear_what_one_keeps_them_for() -> None:
    board = "/".join(["xxxxxxxxx."] * 4)
    state = State.open({"board": board, "queue": "list:IOTLJSZ", "hold": "O"})
    effects = [effect for at in state.placements if (effect := effect_of(state, str(at)))]
    for effect in effects:
        is_i, tetris = effect.landing.placement.piece == 0, effect.landing.clear.rows == 4
        assert effect.spends == ("i" if is_i and not tetris else "")
    flat_i = next(each for each in effects if each.spends)
    flat_o = next(each for each in effects if each.landing.placement.piece == 1)
    assert "i" in [each.name for each in differences(flat_i, flat_o)]
    assert "i" not in [each.name for each in differences(flat_o, flat_i)]


def test_the_theme_is_the_gravest_difference() -> None:
    board = "/".join(["xxxxxxxxx."] * 4)
    state = State.open({"board": board, "queue": "list:IOTLJSZ"})
    tetris = next(str(at) for at in state.placements if state.lock(at, held=False).tally.cleared == 4)
    flat = next(str(at) for at in state.placements if at.piece == 0 and at.orientation == 0)
    assert theme_of(state, flat, tetris) == "attack"
    assert theme_of(state, tetris, tetris) == OTHER
    assert theme_of(state, "nonsense", tetris) == OTHER


def test_what_cannot_be_placed_has_no_effect() -> None:
    state = State.open({"queue": "list:IJOTLSZ"})
    for move in ("nonsense", "Z north 4 0 none", "I north 4 7 none", "I north 0 0 none"):
        assert effect_of(state, move) is None
