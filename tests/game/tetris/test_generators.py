from collections import Counter

import pytest

from game.chance import splitmix64
from game.errors import BadInput
from game.tetris.classic import Pieces, game_seed
from game.tetris.classic.pieces import MOST_LISTED, tengstrand_state, uniform_piece
from game.tetris.classic.run import drawn as drawn_at_once


def drawn(text: str, count: int) -> list[int | None]:
    pieces, results = Pieces.parse(text), []
    for _ in range(count):
        results.append(pieces.piece())
        pieces = pieces.after()
    return results


def test_splitmix64_is_the_published_generator() -> None:
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [splitmix64(1234567, number) for number in range(4)] == known
    assert splitmix64(0, 0) == 0xE220A8397B1DCDAF


@pytest.mark.parametrize(
    "text", ["uniform:1", "uniform:1@5", "uniform:18446744073709551615", "tengstrand:1", "list:TIOSZLJ"]
)
def test_a_stream_is_the_same_in_steps_and_at_once(text: str) -> None:
    pieces = Pieces.parse(text)
    assert str(pieces) == text
    assert drawn(text, 7) == [pieces.piece(n) for n in range(7)]
    for n in range(8):
        later = pieces.after(n)
        assert [later.piece(k) for k in range(7 - n)] == [pieces.piece(n + k) for k in range(7 - n)]
        assert Pieces.parse(str(later)) == later


@pytest.mark.parametrize(("seed", "first"), [(1, 0), ((1 << 64) - 1, 5), (7, (1 << 63) - 9)])
def test_many_pieces_at_once_are_those_that_are_drawn_one_by_one(seed: int, first: int) -> None:
    pieces = Pieces("uniform", seed, first)
    assert drawn_at_once(pieces, 40) == bytes(uniform_piece(seed, first + n) for n in range(40))


def test_the_place_in_a_uniform_stream_is_written_down() -> None:
    assert str(Pieces.parse("uniform:7").after(3).after(39)) == "uniform:7@42"
    assert Pieces.parse("uniform:7@42").piece() == Pieces.parse("uniform:7").piece(42) == uniform_piece(7, 42)
    assert Pieces.parse("uniform:7@0") == Pieces.parse("uniform:7")


def test_all_seven_pieces_are_equally_likely() -> None:
    for text in ("uniform:1", "tengstrand:1"):
        pieces = Pieces.parse(text)
        counts = Counter(pieces.piece(n) for n in range(14_000))
        assert set(counts) == set(range(7))
        assert all(abs(count - 2_000) < 5 * (14_000 * 6 / 49) ** 0.5 for count in counts.values())


def test_the_author_s_generator() -> None:
    state, pieces = 1, []
    for _ in range(50):
        state = (state * 1664525 + 1013904223) % 2**32
        pieces.append(state % 7)
    assert drawn("tengstrand:1", 50) == pieces
    assert tengstrand_state(1, 50) == state
    assert str(Pieces.parse("tengstrand:1").after(50)) == f"tengstrand:{state}"


def test_a_list_ends() -> None:
    assert drawn("list:TIOSZLJ", 9) == [5, 0, 6, 2, 1, 4, 3, None, None]
    assert drawn("list:tio", 4) == [5, 0, 6, None]
    assert str(Pieces.parse("list:T").after()) == "list:"
    assert Pieces.parse("list:").piece() is None


def test_games_of_a_series_have_seeds_of_their_own() -> None:
    seeds = [game_seed(1, number) for number in range(1_000)]
    assert len(set(seeds)) == 1_000
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert seeds[3] == splitmix64(1, 3) >> 1
    assert str(Pieces.parse(f"uniform:{seeds[0]}")) == f"uniform:{seeds[0]}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no pieces; write uniform:SEED"),
        ("uniform", "names no pieces"),
        ("uniform:", "names no pieces"),
        ("uniform:-1", "names no pieces"),
        ("uniform:1@", "names no pieces"),
        ("uniform:x", "names no pieces"),
        ("bag:1", "names no pieces"),
        ("tengstrand:1@4", "names no pieces"),
        ("uniform:18446744073709551616", "is too large a seed"),
        ("uniform:1@9223372036854775808", "is too large a number of a piece"),
        ("tengstrand:4294967296", "is too large a state"),
        ("list:TIX", "'X' is not a piece"),
        ("list:" + "T" * (MOST_LISTED + 1), "a list of 10,001 pieces is too long"),
    ],
)
def test_what_names_no_stream(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Pieces.parse(text)
