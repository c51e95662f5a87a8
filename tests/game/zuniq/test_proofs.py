"""Consequences of a proof are known at once, on every line, and nothing untrue is."""

from __future__ import annotations

import random

import pytest

from game.advice import Advice, Choice, Proof, Worth
from game.facts import ZuniqFacts
from game.record import Seat, format_record, parse_record
from game.review import judge, proved, values
from game.session import Session
from game.zuniq import Grid, State
from game.zuniq.proofs import Proofs

SEATS = (Seat("White"), Seat("Black"))


KNOWN: dict[tuple[Grid, frozenset[int]], bool] = {}


def wins(state: State) -> bool:
    """Return True if the side to move wins, by trying everything."""
    key = state.grid, state.drawn
    if key not in KNOWN:
        KNOWN[key] = any(not wins(state.draw(wall)) for wall in state.legal)
    return KNOWN[key]


def result(state: State) -> Proof:
    return "win" if wins(state) else "loss"


def game(dots: str, moves: str = "") -> Session:
    session = Session.new("zuniq", {"dots": dots}, SEATS)
    for move in moves.split():
        session.play(move)
    return session


def says(*choices: tuple[str, float, Proof | None]) -> Advice:
    results = tuple(Choice(move, Worth("win", score), proof=proof) for move, score, proof in choices)
    return Advice(results, "search", results[0].worth, True, (ZuniqFacts(iterations=100.0),))


@pytest.mark.parametrize(
    ("dots", "seed"), [(dots, seed) for dots in ("2x3", "2x4", "3x3") for seed in range(8)]
)
def test_all_that_is_known_is_true_and_all_that_follows_is_known(dots: str, seed: int) -> None:
    dice, proofs = random.Random(seed), Proofs()
    met = dict[frozenset[int], State]()
    reported = 0
    for _ in range(12):
        state = State.start(Grid.parse(dots))
        while True:
            met[state.drawn] = state
            touched = proofs.meet(state)
            if state.legal and dice.random() < 0.15:  # an engine proves something here
                reported += 1
                wall = dice.choice(state.legal)
                outcome: Proof = "loss" if wins(state.draw(wall)) else "win"
                touched |= proofs.learn(state, dice.choice((None, result(state))), {wall: outcome})
            assert touched <= met.keys()
            if not state.legal:
                break
            state = state.draw(dice.choice(state.legal))
    assert reported
    for state in met.values():
        own, walls = proofs.of(state), [proofs.of_wall(state, wall) for wall in state.legal]
        assert own in (None, result(state))
        for wall, proof in zip(state.legal, walls, strict=True):
            assert proof in (None, "loss" if wins(state.draw(wall)) else "win")
        assert (own == "win") or "win" not in walls
        assert (own == "loss") == (set(walls) <= {"loss"}), (
            "all walls are lost, and with a lost position all are"
        )
        assert own != "win" or walls.count(None) != 1 or "win" in walls


def test_a_game_of_proved_moves_is_proved_at_every_wall_however_fast_it_was_played() -> None:
    """Nothing was said behind wall 1: what follows from there is known all the same."""
    session = game("4x4", "A1h C3v C1h")
    session.note(0, says(("A1h", 0.0, "loss"), ("C1h", 0.0, "loss")))
    assert values(session)[:2] == (0.0, 0.0)
    session.note(1, says(("C3v", 1.0, "win"), ("A2h", 0.6, None)))
    assert values(session) == (0.0, 0.0, 0.0, 0.0)
    assert proved(session) == (True,) * 4
    session.note(3, says(("D1h", 0.6, None), ("D2h", 0.5, None)))
    assert values(session)[3] == 0.0, "an estimate changes nothing that is proved"
    assert session.opinions[3].worth == Worth("win", 1.0)
    assert session.opinions[3].choices[0].proof is None, "which wall wins is not known yet"
    session.play("A2h")
    assert proved(session)[4] is False, "whether this wall keeps the win is not known"


def test_a_board_that_another_line_came_to_is_proved_on_both() -> None:
    session = game("3x3", "A1h A2h B1h")
    session.note(3, says(("C1h", 0.0, "loss")))
    session.go_to(0)
    for move in ("B1h", "A2h", "A1h"):
        session.play(move)
    assert proved(session)[3]
    assert values(session)[2:] == (1.0, 1.0)


def test_the_last_open_wall_of_a_won_position_wins() -> None:
    session = game("2x2")
    first, *others = session.position.legal_moves()
    session.note(0, says((first, 0.5, None), *((move, 0.0, "loss") for move in others)))
    assert session.winning(session.node) is None
    session.play(others[0])
    session.go_to(0)
    proofs = Proofs()
    start = State.start(Grid(2, 2))
    proofs.meet(start)
    proofs.learn(start, "win", dict.fromkeys(start.legal[1:], "loss"))
    assert proofs.of_wall(start, start.legal[0]) == "win"


def test_the_move_that_lost_is_known_once_both_positions_are_proved() -> None:
    session = game("3x3", "A1h A2h")
    session.note(0, says(("B1h", 1.0, "win"), ("A1h", 0.9, None)))
    assert judge(session)[0] is None
    session.note(1, says(("A2h", 1.0, "win")))
    lost, won = judge(session)
    assert lost is not None
    assert (lost.verdict, lost.loss, lost.error, lost.better) == ("blunder", 1.0, 0.0, "B1h")
    assert won is not None
    assert (won.verdict, won.loss, won.better) == ("best", 0.0, "A2h")


def test_proofs_are_there_again_when_a_game_is_opened() -> None:
    session = game("3x3", "A1h A2h B1h")
    session.note(2, says(("B1h", 1.0, "win")))
    again = Session.resume(parse_record(format_record(session.record()), "game"))
    assert proved(again) == proved(session) == (False, False, True, True)
    branch = again.take_over(3, SEATS)
    assert proved(branch) == (False, False, True, True)
