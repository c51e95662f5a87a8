import pytest

from game.advice import Advice, Choice, Proof
from game.record import Seat
from game.review import judge, losses, mistakes, values
from game.session import Session

MOVES = ("A1h", "A2h", "B1h", "B2h")


def played(moves: tuple[str, ...] = MOVES, dots: str = "3x3") -> Session:
    session = Session.new("zuniq", {"dots": dots}, (Seat("a"), Seat("b")))
    for move in moves:
        session.play(move)
    return session


def choice(move: str, score: float, proof: Proof | None = None) -> Choice:
    return Choice(move, score, "", proof=proof)


def advice(*choices: Choice, value: float | None = None) -> Advice:
    return Advice(choices, "search", choices[0].score if value is None else value)


def test_without_opinions_nothing_is_said() -> None:
    session = played()
    assert values(session) == (None,) * 5
    assert losses(session) == (None,) * 4
    assert mistakes(session) == ()


def test_chances_are_the_first_seats() -> None:
    session = played()
    session.note(0, advice(choice("A1h", 0.6)))
    session.note(1, advice(choice("A2h", 0.3)))
    session.note(2, advice(choice("B1h", 0.9), value=0.8))
    assert values(session) == (0.6, 0.7, 0.8, None, None)


def test_proofs_and_the_end_are_certain() -> None:
    session = played(("A1h", "A1v", "A2v", "B1h"), "2x2")
    session.note(2, advice(choice("A2v", 0.4, "loss")))
    session.note(3, advice(choice("B1h", 0.7, "win")))
    assert values(session) == (None, None, 0.0, 0.0, 0.0)  # the last of four walls is Black's


@pytest.mark.parametrize(
    ("opinions", "loss"),
    [
        # two opinions tell what the move between them cost, and a gain is no loss
        ((advice(choice("C1h", 0.75)), advice(choice("C1h", 0.5))), 0.25),
        ((advice(choice("C1h", 0.25)), advice(choice("C1h", 0.25))), 0.0),
        # one that knows the move goes before two
        ((advice(choice("C1h", 0.75), choice("A1h", 0.5), value=0.7), advice(choice("C1h", 0.9))), 0.25),
        # the best move costs nothing, even if the next opinion is lower
        ((advice(choice("A1h", 0.75), value=0.8), advice(choice("C1h", 0.5))), 0.0),
        # a choice proven lost needs no second opinion
        ((advice(choice("C1h", 1.0, "win"), choice("A1h", 0.4, "loss")),), 1.0),
    ],
)
def test_opinions_tell_what_a_move_has_cost(opinions: tuple[Advice, ...], loss: float) -> None:
    session = played()
    for ply, said in enumerate(opinions):
        session.note(ply, said)
    assert losses(session) == (loss, None, None, None)


def test_a_judgement_names_chances_and_the_better_move() -> None:
    session = played()
    session.note(0, advice(choice("C1h", 0.75)))
    session.note(1, advice(choice("C1h", 0.5)))
    judged = judge(session)[0]
    found = (judged.before, judged.after, judged.loss, judged.seat, judged.better)
    assert found == (0.75, 0.5, 0.25, 0, "C1h")


def test_a_proven_win_thrown_away_is_a_mistake_of_full_size() -> None:
    session = played()
    session.note(1, advice(choice("C1h", 0.6, "win"), choice("A2h", 0.55)))
    session.note(2, advice(choice("C1h", 0.6, "win")))
    (found,) = mistakes(session, 1.0)
    assert (found.ply, found.seat, found.move, found.better, found.loss) == (1, 1, "A2h", "C1h", 1.0)


def test_the_move_before_the_end_is_judged_by_the_end() -> None:
    session = played(("A1h", "A1v", "A2v", "B1h"), "2x2")
    session.note(3, advice(choice("B1h", 0.5)))
    assert losses(session)[3] == 0.0
    assert judge(session)[3] is not None


@pytest.mark.parametrize(("threshold", "plies"), [(0.05, [0, 1, 2]), (0.1, [0, 2]), (0.3, [2]), (0.6, [])])
def test_mistakes_are_listed_in_order_from_a_threshold_on(threshold: float, plies: list[int]) -> None:
    session = played()
    for ply, cost in enumerate((0.25, 0.0625, 0.5)):
        session.note(ply, advice(choice("C1h", 0.75), choice(MOVES[ply], 0.75 - cost)))
    assert [found.ply for found in mistakes(session, threshold)] == plies


def test_undone_moves_are_judged_too() -> None:
    session = played()
    session.note(3, advice(choice("C1h", 0.9), choice("B2h", 0.1)))
    session.go_to(0)
    assert [found.ply for found in mistakes(session)] == [3]


@pytest.mark.parametrize(("share", "loss"), [(0.5, 0.1), (0.001, 0.4)])
def test_a_move_hardly_looked_at_is_judged_by_what_came_of_it(share: float, loss: float) -> None:
    session = played(("A1h",))
    looked = {"iterations": 1000.0}
    choices = (Choice("B1h", 0.6, "60 %", 1 - share), Choice("A1h", 0.5, "50 %", share))
    session.note(0, Advice(choices, "search", 0.6, True, looked))
    session.note(1, Advice((Choice("C1h", 0.8, "80 %", 1.0),), "search", 0.8, True, looked))
    assert losses(session)[0] == pytest.approx(loss)
