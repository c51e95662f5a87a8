import random

import pytest

from game.advice import Advice, Choice, Worth
from game.errors import BadInput, BadRecord, IllegalMove
from game.facts import ZuniqFacts
from game.record import Chapter, Move, Record, Seat, format_record, parse_record
from game.session import Session
from game.tree import Node
from game.zuniq import Grid, State

SEATS = (Seat("Ada"), Seat("Kibitz", "engine", engine="kibitz"))
OTHERS = (Seat("Bob"), Seat("Cleo"))


def new(dots: str = "3x3") -> Session:
    return Session.new("zuniq", {"dots": dots}, SEATS)


def says(move: str, score: float = 0.5, *, iterations: float = 0.0, proven: bool = False) -> Advice:
    choice = Choice(move, Worth("win", score), proof="win" if proven else None)
    return Advice((choice,), "search", Worth("win", score), evidence=(ZuniqFacts(iterations=iterations),))


def played(session: Session) -> list[str]:
    return [move.text for move in session.moves]


def test_a_new_game_starts_empty() -> None:
    session = new()
    assert session.position == State.start(Grid(3, 3))
    assert (session.cursor, session.length, session.seat) == (0, 0, SEATS[0])
    assert not session.undo()
    assert not session.redo()


@pytest.mark.parametrize(
    ("game", "rules", "seats"),
    [("chess", {}, SEATS), ("zuniq", {"dots": "1x1"}, SEATS), ("zuniq", {}, SEATS[:1]), ("zuniq", {}, ())],
)
def test_an_impossible_game_is_refused(game: str, rules: dict[str, str], seats: tuple[Seat, ...]) -> None:
    with pytest.raises(BadInput):
        Session.new(game, rules, seats)


def test_an_illegal_move_changes_nothing() -> None:
    session = new()
    session.play("A1h")
    session.play("A2h")
    session.undo()
    for move in ("A1h", "Z9h", ""):
        with pytest.raises(IllegalMove):
            session.play(move)
    assert (played(session), session.cursor) == (["A1h", "A2h"], 1)


def test_the_same_move_again_keeps_what_was_undone_but_not_with_a_claim() -> None:
    session = new()
    for move in ("A1h", "A2h", "B1h"):
        session.play(move)
    session.go_to(0)
    session.play("A1h", ms=9)
    assert (played(session), session.cursor) == (["A1h", "A2h", "B1h"], 1)
    assert session.moves[0] == Move("A1h", 9)
    session.go_to(0)
    session.play("A1h!")
    assert played(session) == ["A1h!"]


def test_another_move_opens_a_variation_and_the_old_line_stays() -> None:
    session = new()
    for ply, move in enumerate(("A1h", "A2h", "B1h")):
        session.note(ply, says(move))
        session.play(move)
    session.tell(Chapter(0, "start"))
    session.tell(Chapter(3, "end"))
    old = session.line
    session.go_to(1)
    session.play("C1h")
    assert (played(session), session.cursor) == (["A1h", "C1h"], 2)
    assert set(session.opinions) == {0, 1}
    assert [chapter.ply for chapter in session.chapters] == [0]
    session.visit(old[3])
    assert (played(session), session.cursor) == (["A1h", "A2h", "B1h"], 3)
    assert set(session.opinions) == {0, 1, 2}
    assert [chapter.ply for chapter in session.chapters] == [0, 3]


def tree_of(session: Session) -> object:
    """All that was played, as nested lists of moves in their order."""

    def below(node: Node) -> object:
        return [(each.text, each.aside, below(each)) for each in node.children]

    return below(session.root)


def branched() -> Session:
    """A1h A2h B1h; C1h instead of A2h, followed by B2h; B2h instead of B1h; A1v instead of A1h."""
    session = new()
    for ply, moves in ((0, "A1h A2h B1h"), (1, "C1h B2h"), (0, "A1h A2h B2h"), (0, "A1v")):
        session.go_to(ply)
        for move in moves.split():
            session.play(move)
    return session


def test_what_was_played_before_is_played_again_and_not_doubled() -> None:
    session = branched()
    before = tree_of(session)
    session.go_to(0)
    for move in ("A1h", "C1h", "B2h"):
        session.play(move)
    assert tree_of(session) == before
    assert played(session) == ["A1h", "C1h", "B2h"]


def test_a_variation_is_entered_and_left_by_steps() -> None:
    session = branched()
    session.visit(session.root)
    assert session.leave() is False
    session.take(session.root.line(), 0)
    assert played(session) == ["A1h", "A2h", "B1h"]
    assert session.enter()
    assert (played(session), session.cursor) == (["A1v"], 1)
    assert session.enter(), "the other one again"
    assert (played(session)[0], session.cursor) == ("A1h", 1)
    session.go_to(1)
    session.visit(session.root.line()[2])
    assert session.enter()
    assert (played(session), session.cursor) == (["A1h", "C1h", "B2h"], 2)
    session.redo()
    assert session.leave()
    assert (played(session), session.cursor) == (["A1h", "A2h", "B1h"], 1)
    session.go_to(3)
    assert session.enter()
    assert played(session) == ["A1h", "A2h", "B2h"]


def test_a_line_can_be_made_the_main_one() -> None:
    session = branched()
    session.visit(session.root.children[0].children[1])
    assert session.promote()
    assert [node.text for node in session.root.line()] == ["", "A1h", "C1h", "B2h"]
    assert not session.promote()
    assert session.record().moves == (Move("A1h"), Move("C1h"), Move("B2h"))


def test_a_look_back_has_a_place_of_its_own_and_is_never_in_the_way() -> None:
    session = new()
    for move in ("A1h", "A2h"):
        session.play(move)
    look = session.look()
    look.play("B1h")
    look.go_to(1)
    look.play("C1h")
    assert (played(session), session.cursor) == (["A1h", "A2h"], 2)
    assert [node.text for node in session.root.line()] == ["", "A1h", "A2h"], "the game has not gone on"
    assert len(session.record().variations) == 2
    again = Session.resume(parse_record(format_record(session.record()), "game"))
    assert (played(again), again.cursor, tree_of(again)) == (["A1h", "A2h"], 2, tree_of(session))
    session.play("B2h")
    assert [node.text for node in session.root.line()] == ["", "A1h", "A2h", "B2h"]
    session.undo()
    session.play("B1h")
    assert [node.text for node in session.root.line()] == ["", "A1h", "A2h", "B2h"], (
        "that stays the main line"
    )
    again.play("B1h")
    assert [node.text for node in again.root.line()] == ["", "A1h", "A2h", "B1h"], "tried out, then played"


@pytest.mark.parametrize("seed", range(30))
def test_any_tree_is_read_as_it_was_written(seed: int) -> None:
    dice, session = random.Random(seed), new("3x4")
    sessions = [session, session.look()]
    for _ in range(60):
        one = dice.choice(sessions)
        one.go_to(dice.randrange(-3, one.length + 3))
        for _ in range(dice.randrange(4)):
            legal = one.position.legal_moves()
            if legal:
                one.play(dice.choice(legal[:4]), dice.randrange(9))
        if not one.position.over:
            one.note(one.cursor, says(dice.choice(one.position.legal_moves()), dice.random()))
        dice.choice([one.enter, one.leave, one.undo, bool])()
    for one in sessions:
        data = format_record(one.record())
        record = parse_record(data, "game")
        again = Session.resume(record)
        assert record == one.record()
        assert again.record() == record
        assert format_record(record) == data
        assert tree_of(again) == tree_of(one)
        assert again.cursor == one.cursor
        assert played(again)[: one.length] == played(one), "the game may have gone on behind a look back"
        assert one is not session or (again.length == one.length and again.opinions == one.opinions)
        assert len(again.opinions_by_node) == len(one.opinions_by_node) > 0
        plain = Record(game="zuniq", rules={"dots": "3x4"}, seats=SEATS, moves=record.moves)
        assert Session.resume(plain).positions == tuple(node.position for node in again.root.line())


def test_undo_and_redo_may_look_for_a_seat() -> None:
    session = new()
    for move in ("A1h", "A2h", "B1h", "B2h", "C1h"):
        session.play(move)
    assert session.undo(seat=0)
    assert session.cursor == 4
    assert session.undo(seat=0)
    assert session.cursor == 2
    assert session.redo(seat=1)
    assert session.cursor == 3
    session.go_to(0)
    assert not session.undo(seat=0)
    session.go_to(5)
    assert not session.redo(seat=1)
    assert session.cursor == 5


@pytest.mark.parametrize(("asked", "reached"), [(-5, 0), (0, 0), (1, 1), (2, 2), (99, 2)])
def test_going_beyond_the_ends_goes_to_the_ends(asked: int, reached: int) -> None:
    session = new()
    session.play("A1h")
    session.play("A2h")
    assert session.go_to(asked) == session.cursor == reached


def test_time_is_counted_by_seat_up_to_the_cursor() -> None:
    session = new()
    for ms, move in enumerate(("A1h", "A2h", "B1h", "B2h"), 1):
        session.play(move, ms)
    assert (session.used(0), session.used(1)) == (4, 6)
    session.undo()
    assert (session.used(0), session.used(1)) == (4, 2)


def test_a_proof_stays_against_estimates_and_more_work_against_less() -> None:
    session = new()
    small, large = says("A1h", iterations=10), says("A2h", iterations=1000)
    newer, proof = says("B1h", iterations=1000), says("B2h", 1.0, proven=True)
    assert session.note(0, small)
    assert session.note(0, large)
    assert not session.note(0, small)
    assert session.note(0, newer)
    assert session.opinions[0] == newer
    assert session.note(0, proof)
    assert not session.note(0, large)
    assert session.opinions[0] == proof


def test_advice_that_cannot_belong_here_is_passed_over() -> None:
    session = new()
    session.play("A1h")
    assert not session.note(1, says("A1h"))
    assert not session.note(0, says("F5h"))
    assert not session.note(2, says("A2h"))
    assert not session.note(-1, says("A2h"))
    assert not session.note(0, Advice((), "search", None))
    assert not session.note(0, says("A1h", float("nan")))
    assert not session.note(0, says("A1h", iterations=float("inf")))
    assert session.note(1, says("A2h!"))
    assert set(session.opinions) == {1}


def test_a_branch_takes_the_past_and_leaves_the_rest() -> None:
    session = new()
    for ply, move in enumerate(("A1h", "A2h", "B1h")):
        session.note(ply, says(move))
        session.play(move, ms=5)
    branch = session.take_over(2, OTHERS)
    assert (played(branch), branch.cursor, branch.seats) == (["A1h", "A2h"], 2, OTHERS)
    assert set(branch.opinions) == {0, 1, 2}
    branch.play("C2h")
    branch.go_to(0)
    assert (played(session), session.cursor, session.seats) == (["A1h", "A2h", "B1h"], 3, SEATS)
    for ply in (-1, 4):
        with pytest.raises(BadInput):
            session.take_over(ply, OTHERS)


def test_a_chapter_needs_a_ply() -> None:
    with pytest.raises(BadInput):
        new().tell(Chapter(1, "too far"))


def test_a_session_resumes_where_its_record_was_left(session: Session, record: Record) -> None:
    again = Session.resume(parse_record(format_record(record), "game"))
    assert (again.cursor, again.position, again.seats) == (session.cursor, session.position, session.seats)
    assert again.chapters == session.chapters
    assert again.opinions == session.opinions
    assert again.positions == session.positions
    assert again.record(record.created) == record
    assert again.redo()
    assert again.cursor == 6


def test_a_record_that_is_no_game_cannot_be_resumed() -> None:
    bad = Record(game="zuniq", rules={"dots": "2x2"}, seats=SEATS, moves=(Move("A1h"), Move("A1h")))
    with pytest.raises(BadRecord):
        Session.resume(bad)


class Naive:
    """The same behaviour in the simplest words: for every beginning what was played then, a line and a place in it."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, ...], list[str]] = {}
        self.moves: list[str] = []
        self.at = 0

    def state(self) -> State:
        return State.after(self.moves[: self.at], Grid(3, 3))

    def play(self, move: str) -> None:
        line = (*self.moves[: self.at], move)
        items = self.known.setdefault(line[:-1], [])
        if move not in items:
            items.append(move)
        if tuple(self.moves[: self.at + 1]) != line:
            while line in self.known:
                line = (*line, self.known[line][0])
            self.moves = list(line)
        self.at += 1


@pytest.mark.parametrize("seed", range(8))
def test_any_walk_agrees_with_a_naive_one(seed: int) -> None:
    dice, session, naive = random.Random(seed), new(), Naive()
    for _ in range(150):
        step = dice.choice(["play", "play", "play", "undo", "redo", "go", "keep", "branch"])
        legal = session.position.legal_moves()
        if step == "play" and legal:
            redo = naive.moves[naive.at : naive.at + 1]
            move = redo[0] if redo and dice.random() < 0.3 else dice.choice(legal)
            session.play(move)
            naive.play(move)
        elif step == "undo":
            assert session.undo() == (naive.at > 0)
            naive.at = max(0, naive.at - 1)
        elif step == "redo":
            assert session.redo() == (naive.at < len(naive.moves))
            naive.at = min(len(naive.moves), naive.at + 1)
        elif step == "go":
            naive.at = session.go_to(dice.randrange(-1, 15))
        elif step == "keep":
            session = Session.resume(parse_record(format_record(session.record()), "game"))
        elif step == "branch" and dice.random() < 0.2:
            session = session.take_over(naive.at, OTHERS)
            naive.moves = naive.moves[: naive.at]
            begins = range(len(naive.moves))
            naive.known = {tuple(naive.moves[:ply]): [naive.moves[ply]] for ply in begins}
        assert played(session) == naive.moves
        assert session.cursor == naive.at
        assert session.position == naive.state()
