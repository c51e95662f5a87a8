from math import log
from typing import get_args

import pytest

from game.config import Attack
from game.errors import BadInput
from game.games import open_position
from game.record import format_record, parse_record, positions
from game.tetris.guideline import TABLES, AttackTable, Clear, State
from game.tetris.guideline.attack import EARLIER_NAMES_OF_FOUR_WIDE, points, table_of, title
from game.tetris.guideline.placement import FULL, MINI, NO_SPIN

COLD_CLEAR, LATE, TETR_IO = (TABLES[name] for name in ("cold-clear", "modern-guideline-late", "tetr.io"))

# five O fill two rows and empty the board: 1 row and 10; written when the table was called `guideline`
OLD_RECORD = b"""\
{"format":"kibitz","version":1,"game":"tetris","rules":{"attack":"guideline","blocking":"on","cancelling":"on",\
"cap":"8","goal":"0","gravity":"0g","hold":"off","kicks":"srs","level":"1","messiness":"30","previews":"5",\
"queue":"list:OOOOOOOOOO","start":"19"},"seats":[{"name":"player"}],"seed":0,"title":"","created":"","pace":800}
{"line":"digest","ply":0,"state":"257889cf24d867a7"}
{"line":"move","text":"O north 0 0 none"}
{"line":"move","text":"O north 2 0 none"}
{"line":"move","text":"O north 4 0 none"}
{"line":"move","text":"O north 6 0 none"}
{"line":"move","text":"O north 8 0 none"}
{"line":"digest","ply":5,"state":"5d6406c4ea7563c1"}
{"line":"cursor","ply":5}
{"line":"end","sha256":"fb591d57f0b35dfbfa1cc51bc7dfb527dacbcb0aa658cbc382e42942c933ce84"}
"""


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_single_clears_send_the_same_everywhere(table: AttackTable) -> None:
    assert [table.attack(Clear(rows)) for rows in range(5)] == [0, 0, 1, 2, 4]
    assert [table.attack(Clear(rows, FULL)) for rows in range(4)] == [0, 2, 4, 6]
    assert [table.attack(Clear(rows, MINI)) for rows in range(3)] == [0, 0, 1]
    assert table.attack(Clear(4, chain=1)) == 5
    assert table.attack(Clear(2, FULL, chain=1)) == 5
    surge = 4 if table.surge_at else 0  # elsewhere an easy clear gets nothing from the chain that it ends
    assert table.attack(Clear(2, chain=5)) == 1 + surge


def test_combos_of_cold_clear() -> None:
    added = [COLD_CLEAR.attack(Clear(1, combo=combo)) for combo in range(15)]
    assert added == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5]
    assert COLD_CLEAR.attack(Clear(2, FULL, chain=3, combo=4)) == 4 + 1 + 2


def test_the_newer_combos_grow_more_slowly() -> None:
    added = [LATE.attack(Clear(1, combo=combo)) for combo in range(16)]
    assert added == [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4]


def test_combos_of_the_guideline_send_from_the_second_clear_on() -> None:
    sent = {
        name: [TABLES[f"{name}-guideline"].attack(Clear(1, combo=combo)) for combo in range(13)]
        for name in ("classic", "modern")
    }
    assert sent["classic"] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5]
    assert sent["modern"] == [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4]


def test_a_perfect_clear() -> None:
    tetris = Clear(4, NO_SPIN, chain=1, combo=3, perfect=True)
    assert COLD_CLEAR.attack(tetris) == 10
    assert LATE.attack(tetris) == 4 + 1 + 1 + 10
    assert TETR_IO.attack(tetris) == int((4 + 1) * 1.75) + 10
    assert COLD_CLEAR.attack(Clear(1, perfect=True)) == 10


def test_combos_of_tetr_io_multiply() -> None:
    assert [TETR_IO.attack(Clear(4, combo=combo)) for combo in range(6)] == [4, 5, 6, 7, 8, 9]
    assert [TETR_IO.attack(Clear(2, combo=combo)) for combo in range(6)] == [1, 1, 1, 1, 2, 2]
    singles = [TETR_IO.attack(Clear(1, combo=combo)) for combo in range(20)]
    assert singles == [0, 0, *(int(log(1 + 1.25 * combo)) for combo in range(2, 20))]
    assert singles[2] == 1
    assert singles[-1] == 3


def test_chains_of_tetr_io_grow_by_a_logarithm() -> None:
    extra = [TETR_IO.attack(Clear(4, chain=chain, combo=4)) for chain in range(9)]
    bonus = [0, 1.0, 1.652, 2.408, 2.478, 2.537, 2.586, 2.629, 3.334]  # as tables for players have it
    assert extra == [int((4 + more) * 2) for more in bonus]


def test_what_counts_as_difficult() -> None:
    for clear in (Clear(4), Clear(1, MINI), Clear(1, FULL), Clear(3, FULL)):
        assert clear.difficult
        assert not clear.back_to_back
        assert clear._replace(chain=1).back_to_back
        assert clear.next_chain == 1
        assert clear._replace(chain=7).next_chain == 8
    for clear in (Clear(1), Clear(2), Clear(3)):
        assert not clear.difficult
        assert clear._replace(chain=7).next_chain == 0
    for clear in (Clear(0), Clear(0, MINI), Clear(0, FULL)):
        assert clear._replace(chain=7).next_chain == 7
        assert clear.next_chain == 0
        assert clear._replace(combo=3).next_combo == 0
        assert not clear._replace(chain=7).back_to_back
    assert Clear(1, combo=3).next_combo == 4


def test_points_of_the_guideline() -> None:
    assert [points(Clear(rows)) for rows in range(5)] == [0, 100, 300, 500, 800]
    assert [points(Clear(rows, FULL)) for rows in range(4)] == [400, 800, 1200, 1600]
    assert [points(Clear(rows, MINI)) for rows in range(3)] == [100, 200, 400]
    assert points(Clear(4, chain=1)) == 1200
    assert points(Clear(2, FULL, chain=1)) == 1800
    assert points(Clear(0, FULL, chain=1)) == 400
    assert points(Clear(1, combo=3)) == 100 + 150
    assert points(Clear(4, chain=2, combo=3), level=7) == 7 * (1200 + 150)
    more = [points(Clear(rows, perfect=True)) - points(Clear(rows)) for rows in range(1, 5)]
    assert more == [800, 1200, 1800, 2000]


def test_names_of_clears() -> None:
    assert [title(Clear(rows)) for rows in range(5)] == ["", "Single", "Double", "Triple", "Tetris"]
    assert [title(Clear(rows, FULL)) for rows in range(3)] == ["T-spin", "T-spin single", "T-spin double"]
    assert [title(Clear(rows, MINI)) for rows in range(2)] == ["T-spin mini", "T-spin mini single"]


def test_a_name_is_one_table_and_earlier_names_are_still_understood() -> None:
    assert table_of("tetr.io") is table_of("tetrio") is TETR_IO
    assert table_of("guideline") is LATE
    assert table_of("guideline", EARLIER_NAMES_OF_FOUR_WIDE) is TABLES["classic-guideline"]
    assert "guideline" not in TABLES
    with pytest.raises(BadInput, match=r"table 'jstris'; known: cold-clear, classic-guideline, .* tetr\.io"):
        table_of("jstris")


def test_every_table_is_a_setting() -> None:
    assert get_args(Attack) == tuple(TABLES)


def test_a_record_with_an_earlier_name_is_read_and_written_again() -> None:
    record = parse_record(OLD_RECORD, "old.kibitz")
    last = positions(record)[-1]
    assert isinstance(last, State)
    assert (last.rules.attack, last.tally.attack) == (LATE, 11)
    assert format_record(record) == OLD_RECORD


def test_a_game_is_the_same_under_the_earlier_name_and_the_new_one() -> None:
    old, new = (open_position("tetris", {"attack": name}) for name in ("guideline", LATE.name))
    assert (old, old.digest(), old.setup) == (new, new.digest(), new.setup)
