from collections.abc import Iterator

import pytest

from ai.engine import RunOrder, Stretch, flaw_of_stretch
from ai.tetris.classic import games as runner
from ai.tetris.classic.games import Progress, Series, Tournament, stretches
from game.tetris.classic import Board, State, game_seed
from game.tetris.classic.run import decode
from tests.ai.tetris import plain_player
from tests.ai.tetris.plain_player import Burrower, PlainPlayer

SMALL = {"size": "6x6", "rules": "spawn", "pieces": f"uniform:{game_seed(5, 0)}"}


def order(rules: dict[str, str] = SMALL, **more: object) -> RunOrder:
    fields: dict[str, object] = {"game": "classic", "engine": "plain", "seed": 5, **more}
    return RunOrder(rules=rules, **fields)


def begun(asked: RunOrder, player: PlainPlayer | None = None) -> Iterator[Stretch]:
    so_far = {"number": asked.number, "placed": asked.placed, "cleared": asked.cleared}
    return stretches(Series(player or PlainPlayer(), State.open(asked.rules), asked.seed, **so_far), asked)


def games(heard: list[Stretch], asked: RunOrder) -> list[list[State]]:
    """Every position of every game, played again by the rules alone; the last game is under way."""
    bytes_of_all = [
        pair for one in heard for pair in zip(one.columns, one.tucks or bytes(len(one.columns)), strict=True)
    ]
    states = [[State.open(asked.rules)]]
    for column, tuck in bytes_of_all:
        state = states[-1][-1]
        assert state.piece is not None
        state = state.put(decode(state.rules, state.board, state.piece, column, tuck))
        states[-1].append(state)
        if state.over:
            pieces = f"uniform:{game_seed(asked.seed, asked.number + len(states))}"
            states.append([State.open({**asked.rules, "board": "", "pieces": pieces})])
    return states


def counts(game: list[State]) -> tuple[int, int]:
    return game[-1].placed, game[-1].cleared


def test_every_stretch_of_a_run_follows_on_the_one_before() -> None:
    left = asked = order(pieces=300)
    heard = list(begun(asked))
    for one in heard:
        assert flaw_of_stretch(one, left) is None
        left = left.after(one)
    assert [one.done for one in heard] == [False] * (len(heard) - 1) + [True]
    assert sum(len(one.columns) for one in heard) == 300
    assert left.pieces == 0


@pytest.mark.parametrize(("sliding", "player"), [("off", PlainPlayer()), ("on", Burrower())])
def test_the_games_of_a_run_can_be_played_again_by_the_rules(sliding: str, player: PlainPlayer) -> None:
    asked = order({**SMALL, "sliding": sliding}, pieces=120)
    heard = list(begun(asked, player))
    *finished, last = games(heard, asked)
    assert len(finished) > 2
    assert [each for one in heard for each in one.finished] == [counts(game) for game in finished]
    assert (heard[-1].placed, heard[-1].cleared) == counts(last)
    assert heard[-1].rules == last[-1].here()
    assert any(any(one.tucks) for one in heard) == (sliding == "on")


def test_a_run_that_is_taken_up_again_is_the_same_run() -> None:
    whole = list(begun(order(pieces=150)))
    left, parts = order(pieces=150), list[Stretch]()
    for pieces in (1, 1, 40, 108):
        for one in begun(
            order(left.rules, number=left.number, placed=left.placed, cleared=left.cleared, pieces=pieces)
        ):
            parts.append(one)
            left = left.after(one)
    for name in ("columns", "tucks"):
        assert b"".join(getattr(one, name) for one in parts) == b"".join(getattr(one, name) for one in whole)
    assert parts[-1].rules == whole[-1].rules
    assert sum((one.finished for one in parts), ()) == sum((one.finished for one in whole), ())


def test_boards_are_marked_every_so_many_pieces_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_player, "MARK_PIECES", 16)
    asked = order({**SMALL, "size": "8x7"}, pieces=100)
    heard = list(begun(asked))
    marks = b"".join(one.marks for one in heard)
    wanted = [state.board for game in games(heard, asked) for state in game[1:] if state.placed % 16 == 0]
    assert wanted
    size = 4 * 7
    assert len(marks) == size * len(wanted)
    for number, board in enumerate(wanted):
        rows = marks[size * number : size * (number + 1)]
        assert board == Board(
            8, 7, tuple(int.from_bytes(rows[y : y + 4], "little") for y in range(0, size, 4))
        )


def test_a_run_in_mid_game_counts_on() -> None:
    first = next(begun(order(pieces=7)))
    asked = order(first.rules, number=3, placed=1007, cleared=400, pieces=60)
    heard = list(begun(asked))
    finished, *_ = [each for one in heard for each in one.finished]
    game, *_ = games(heard, asked)
    assert finished == (1007 + game[-1].placed, 400 + game[-1].cleared)
    assert (heard[0].game, heard[0].first) == (3, 1007)


def test_a_list_of_pieces_is_one_game_and_ends_the_run() -> None:
    [heard] = list(begun(order({**SMALL, "pieces": "list:IO"})))
    assert heard.done
    assert heard.finished == ((2, 1),)
    assert len(heard.columns) == 2
    assert flaw_of_stretch(heard, order({**SMALL, "pieces": "list:IO"})) is None


def test_the_author_s_stream_of_pieces_goes_on_in_the_next_game() -> None:
    asked = order({**SMALL, "pieces": "tengstrand:1"}, pieces=100)
    heard = list(begun(asked))
    assert sum(len(one.finished) for one in heard) > 1
    assert State.open(heard[-1].rules).pieces == State.open(asked.rules).pieces.after(100)


def test_a_game_that_is_lost_at_the_start_counts_as_one() -> None:
    lost = order({**SMALL, "board": "/".join(["xxxxx."] * 6)}, pieces=1)
    [heard] = list(begun(lost))
    assert heard.finished == ((0, 0),)
    assert (heard.game, heard.placed) == (0, 1)


def test_nothing_at_all_can_be_asked_for() -> None:
    [heard] = list(begun(order(pieces=0)))
    assert (heard.columns, heard.done, heard.placed) == (b"", True, 0)


def test_no_stretch_is_longer_than_a_message_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "MOST_PIECES", 16)
    monkeypatch.setattr(runner, "STRETCH_SECONDS", 1000.0)
    heard = list(begun(order(pieces=40)))
    assert [len(one.columns) for one in heard] == [16, 16, 8]


def test_control_comes_back_soon_however_slow_the_play() -> None:
    pace, asked, cpu = Progress(0.01, 256), list[int](), 0.0
    for _ in range(8):
        asked.append(pace.pieces)
        cpu += pace.pieces / 512
        pace.note(pace.pieces, cpu)
    assert asked == [1, 2, 4, 5, 5, 5, 5, 5]
    for _ in range(12):
        cpu += pace.pieces * 1e-6
        pace.note(pace.pieces, cpu)
    assert pace.pieces == 256


# -- tournaments --


def tournament(games: int, most: int | None = None) -> Tournament:
    return Tournament(PlainPlayer(), State.open(SMALL), 5, games, most)


def test_a_tournament_counts_what_a_run_plays() -> None:
    contest = tournament(4)
    while contest.step():
        pass
    tally = contest.tally()
    asked = order(pieces=tally.pieces)
    wanted = [each for one in begun(asked) for each in one.finished]
    assert len(wanted) == tally.games == contest.done == 4
    assert (tally.pieces, tally.rows) == tuple(map(sum, zip(*wanted, strict=True)))
    assert (tally.min, tally.max) == (min(rows for _, rows in wanted), max(rows for _, rows in wanted))
    assert tally.rows_per_game.mean == tally.rows / 4
    assert tally.unfinished == 0


def test_games_are_cut_off_after_so_many_pieces() -> None:
    contest = tournament(5, most=6)
    while contest.step():
        pass
    tally = contest.tally()
    assert tally.games == 5
    assert 0 < tally.unfinished <= 5
    assert tally.pieces <= 30


def test_a_tournament_can_be_looked_at_before_it_is_over() -> None:
    contest = tournament(1000)
    assert contest.tally() is None
    while contest.done < 3 or contest.tally().unfinished == 0:
        contest.step()
    tally = contest.tally()
    assert (tally.games, tally.unfinished) == (contest.done + 1, 1)
    assert tally.pieces == contest.pieces
