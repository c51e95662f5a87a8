import numpy as np
import pytest

from ai.tetris.classic.evaluators import evaluate
from ai.tetris.classic.play import Played, Player
from game.errors import BadInput
from game.tetris.classic import Pieces, Rules, State
from game.tetris.classic.run import decode

pytestmark = pytest.mark.kernel

GAMES = (
    {"size": "10x20", "pieces": "uniform:3@1000000007"},
    {"size": "10x20", "pieces": "uniform:18446744073709551615"},
    {"size": "8x8", "pieces": "tengstrand:4294967295"},
    {"size": "8x14", "sliding": "on", "pieces": "tengstrand:1"},
    {"size": "12x14", "next": "on", "pieces": "list:" + "TIOSZLJ" * 12},
    {"size": "9x12", "rules": "fahey", "pieces": "uniform:5", "board": "xxxx....."},
    {"size": "7x9", "rules": "simplified", "pieces": "uniform:6"},
)


def replayed(state: State, played: Played) -> State:
    """The state after what was played, by the rules alone; the marks are checked on the way."""
    tucks = played.tucks or bytes(len(played.columns))
    marks = []
    for column, tuck in zip(played.columns, tucks, strict=True):
        assert state.piece is not None
        state = state.put(decode(state.rules, state.board, state.piece, column, tuck))
        if state.placed % 256 == 0:
            marks.append(state.board.rows)
    height = state.rules.height
    assert np.frombuffer(played.marks, "<u4").reshape(-1, height).tolist() == [list(rows) for rows in marks]
    return state


@pytest.mark.parametrize("start", GAMES, ids=lambda start: start["pieces"][:20])
def test_a_game_is_one_by_the_rules(start: dict[str, str]) -> None:
    state = State.open(start)
    player = Player("tengstrand-1.2", state.rules)
    player.begin(state)
    for pieces in (0, 1, 40, 260):
        played = player.go(pieces)
        after = replayed(state, played)
        assert len(played.columns) == pieces or played.over
        assert (player.board, player.placed, player.cleared) == (after.board, after.placed, after.cleared)
        assert played.cleared == after.cleared - state.cleared
        assert str(player.pieces) == str(after.pieces)
        assert player.over == played.over == after.over
        assert (played.tucks != b"") <= state.rules.sliding
        state = after
    assert player.state == state


def test_sliding_reaches_what_no_drop_does() -> None:
    player = Player("tengstrand-1.1", Rules(sliding=True))
    tucks = player.go(4000).tucks
    first = next(number for number, tuck in enumerate(tucks) if tuck)  # deeper than it would have fallen
    player.begin(State.open({"sliding": "on"}))
    player.go(first - 1)
    before, played = player.state, player.go(3)
    assert played.tucks == tucks[first - 1 : first + 2]
    assert replayed(before, played).board == player.board


def test_a_small_game_is_that_of_the_plain_evaluator() -> None:
    state = State.open({"size": "5x12", "rules": "simplified", "pieces": "uniform:8"})
    player = Player("tengstrand-1.1", state.rules)
    player.begin(state)
    for _ in range(60):
        places = state.placements
        if not places or any(state.put(at).over or at.y < 4 for at in places):
            break  # from here on blocked starts count as well
        plain = min(places, key=lambda at: (round(evaluate(state.put(at).board), 9), at))
        state = replayed(state, player.go(1))
        assert state.last.placement == plain
    assert state.placed > 8


def test_a_game_that_is_over_goes_no_further() -> None:
    player = Player("dt-20", Rules("spawn", 4, 4))
    while not player.over:
        player.go(50)
    assert player.go(10) == Played(b"", b"", b"", 0, True)
    assert player.state.over


def test_the_same_pieces_give_the_same_game() -> None:
    games = [Player("tengstrand-1.4", Rules()) for _ in range(2)]
    for player in games:
        player.begin(State(player.rules, player.board, Pieces("uniform", 77)))
    assert games[0].go(5000) == games[1].go(5000)


def test_controllers_and_levels_that_do_not_exist() -> None:
    with pytest.raises(BadInput, match="there is no controller 'tetris'"):
        Player("tetris", Rules())
    with pytest.raises(BadInput, match="7 levels are not possible"):
        Player("bcts", Rules(), 7)
