"""The controller: whose move it is, whose clock runs, which engine is asked, and what taking back does."""

from __future__ import annotations

import pytest

from ai.engine import Advice, Choice
from ai.names import REVIEWER
from ai.work import Question, Thinking
from game.advice import Worth
from game.record import Seat
from game.review import Judged
from game.session import Session
from gui.play.advice_feed import JUDGE, KIBITZER
from gui.play.controller import GameController, PlayStyle
from gui.play.engine_room import Event, Reported, WorkerFailure
from tests.judging import blame

ENGINE = Seat("Kibitz", "engine", "kibitz", "club", 30.0)
PERSON = Seat("You")


class QuietRoom:
    """A room whose engines say what the test tells them to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Question]] = []
        self.generations: dict[str, int] = {}
        self.stopped: list[str] = []
        self.events: list[Event] = []

    def begin(self, role: str, work: Thinking) -> int:
        self.asked.append((role, work.order))
        self.generations[role] = len(self.asked)
        return len(self.asked)

    def poll(self) -> list[Event]:
        events, self.events = self.events, []
        return events

    def stop(self, role: str) -> None:
        self.stopped.append(role)

    def says(self, role: str, move: str, value: float = 0.5, *, done: bool = True) -> None:
        choice = Choice(move, Worth("win", value))
        advice = Advice((choice,), "search", Worth("win", value), done)
        self.events.append(Reported(role, self.generations[role], advice, 0.5))


@pytest.fixture
def room() -> QuietRoom:
    return QuietRoom()


def table(room: QuietRoom, *seats: Seat, kibitz: bool = True, judges: bool = False) -> GameController:
    session = Session.new("zuniq", {"dots": "3x3"}, seats)
    style = PlayStyle(kibitz=kibitz, judges=judges, duel_seconds=1.0)
    return GameController(session, room, style)  # type: ignore[arg-type]


def test_the_engine_is_asked_once_when_it_is_on_the_move_and_its_reply_is_played(room: QuietRoom) -> None:
    game = table(room, PERSON, ENGINE, kibitz=False)
    game.update(0.1)
    assert [(role, q.limit.iterations) for role, q in room.asked] == [("player-1", 1)], (
        "its process is started"
    )
    assert game.choose("A1h")
    game.update(0.1)
    game.update(0.1)
    assert [(role, q.moves, q.level) for role, q in room.asked[1:]] == [("player-1", ("A1h",), "club")]
    room.says("player-1", "B1h")
    game.update(0.1)
    game.update(0.4)
    assert game.moved
    assert [move.text for move in game.session.moves] == ["A1h", "B1h"]
    assert game.session.moves[1].ms == 500, "the engine's clock is the time it says it has used"


def test_nobody_is_asked_while_the_engines_are_being_compiled(room: QuietRoom) -> None:
    game = table(room, ENGINE, PERSON)
    game.hold = True
    game.update(5.0)
    assert room.asked == []
    assert game.seconds(0) == 0.0
    game.hold = False
    game.update(0.1)
    assert {role for role, _ in room.asked} == {"player-0", KIBITZER}


def test_an_engine_that_thinks_goes_on_when_all_are_compiled(room: QuietRoom) -> None:
    """A person may play before that; the engine's reply must come all the same."""
    game = table(room, PERSON, ENGINE, kibitz=False)
    game.preparing = True
    assert game.choose("A1h")
    game.update(0.1)
    game.preparing = False
    game.update(0.1)
    assert [(role, q.moves) for role, q in room.asked] == [("player-1", ("A1h",))]
    room.says("player-1", "B1h")
    game.update(0.1)
    game.update(0.5)
    assert [move.text for move in game.session.moves] == ["A1h", "B1h"]


def test_a_person_cannot_move_for_the_engine_nor_against_the_rules(room: QuietRoom) -> None:
    game = table(room, PERSON, ENGINE)
    assert not game.choose("Z9h")
    assert game.words.pop().startswith("'Z9h'")
    assert game.choose("A1h")
    assert not game.choose("A2h"), "it is the engine's turn"


def test_taking_back_returns_to_the_persons_own_turn_and_waits_there(room: QuietRoom) -> None:
    game = table(room, PERSON, ENGINE, kibitz=False)
    game.choose("A1h")
    game.update(0.1)
    room.says("player-1", "B1h")
    game.update(0.5)
    game.update(0.5)
    assert game.session.cursor == 2
    game.undo()
    assert game.session.cursor == 0
    for _ in range(40):
        game.update(0.1)
    assert game.session.cursor == 0, "what was taken back is not played again by itself"
    game.redo()
    assert game.session.cursor == 2


def test_a_new_move_after_taking_back_is_answered(room: QuietRoom) -> None:
    game = table(room, PERSON, ENGINE, kibitz=False)
    game.choose("A1h")
    game.update(0.1)
    room.says("player-1", "B1h")
    game.update(0.5)
    game.update(0.5)
    game.undo()
    game.choose("C1h")
    game.update(0.1)
    assert room.asked[-1][1].moves == ("C1h",)
    assert game.session.length == 1


def test_a_late_answer_for_another_ply_is_passed_over(room: QuietRoom) -> None:
    game = table(room, PERSON, ENGINE, kibitz=False)
    game.choose("A1h")
    game.update(0.1)
    game.undo()
    room.says("player-1", "B1h")
    game.update(1.0)
    game.update(1.0)
    assert game.session.cursor == 0


def test_the_kibitzer_looks_at_the_position_on_the_board_and_keeps_its_opinion(room: QuietRoom) -> None:
    game = table(room, PERSON, PERSON)
    game.update(0.1)
    assert [role for role, _ in room.asked] == [KIBITZER]
    room.says(KIBITZER, "A1h", 0.7, done=False)
    game.update(0.1)
    assert game.session.opinions[0].worth == Worth("win", 0.7)
    game.choose("A1h")
    game.update(0.1)
    assert room.asked[-1][1].moves == ("A1h",)


def test_a_person_s_move_is_judged_and_called_out_if_it_was_a_mistake(room: QuietRoom) -> None:
    game = table(room, PERSON, PERSON, kibitz=False, judges=True)
    game.update(0.1)
    assert room.asked == []
    game.choose("A1h")
    game.update(0.1)
    assert game.last_judged() is None
    ((role, question),) = room.asked
    assert (role, question.engine, question.moves) == (JUDGE, REVIEWER, ())
    assert question.options == {"played": "A1h", "ply": 0}
    judged = Judged(
        ply=0, mover="white", played="A1h", best="B1h", cost=0.7, unit="win", error=0.1, verdict="blunder",
        source="search",
    )  # fmt: skip
    advice = Advice(
        (Choice("B1h", Worth("win", 0.9)),), "search", Worth("win", 0.9), True, judged=judged.in_advice
    )
    room.events.append(Reported(JUDGE, room.generations[JUDGE], advice, 0.5))
    game.update(0.1)
    blunder = game.last_judged()
    assert blunder is not None
    assert (blunder.move, blunder.better, blunder.loss) == ("A1h", "B1h", 0.7)
    game.update(0.1)
    assert len(room.asked) == 1, "a move is judged once"


def verdict_of(room: QuietRoom, move: str, *, looking: bool = False) -> None:
    """The reviewer says what it was asked about."""
    judged = Judged(
        ply=0, mover="white", played=move, best="C1h", cost=0.3, unit="win", error=0.05, verdict="mistake",
        source="search",
    )  # fmt: skip
    advice = Advice(
        (Choice("C1h", Worth("win", 0.9)),),
        "search",
        Worth("win", 0.9),
        not looking,
        judged=judged.judged_moves(looking=looking),
    )
    room.events.append(Reported(JUDGE, room.generations[JUDGE], advice, 0.5))


def test_every_move_of_a_person_is_judged_also_those_played_before_the_engines_were_ready(
    room: QuietRoom,
) -> None:
    game = table(room, PERSON, PERSON, kibitz=False, judges=True)
    game.hold = True
    for move in ("A1h", "B1h", "A1v"):
        assert game.choose(move)
        game.update(0.1)
    assert room.asked == []
    game.hold = False
    for move in ("A1v", "B1h", "A1h"):
        game.update(0.1)
        assert room.asked[-1][1].options["played"] == move, "the newest first"
        verdict_of(room, move)
        game.update(0.1)
    assert [each is not None and each.grave for each in game.judgements()] == [True, True, True]


def test_a_first_verdict_is_told_at_once_and_a_newer_move_comes_before_the_second_look(
    room: QuietRoom,
) -> None:
    game = table(room, PERSON, PERSON, kibitz=False, judges=True)
    game.choose("A1h")
    game.update(0.1)
    game.choose("B1h")
    game.update(0.1)
    assert room.asked[-1][1].options["played"] == "A1h", "what is judged for the first time is not left"
    verdict_of(room, "A1h", looking=True)
    game.update(0.1)
    first = game.judgements()[0]
    assert first is not None
    assert (first.verdict, first.looking) == ("mistake", True)
    assert room.asked[-1][1].options["played"] == "B1h"
    verdict_of(room, "B1h")
    game.update(0.1)
    game.update(0.1)
    assert room.asked[-1][1].options["played"] == "A1h", (
        "the second look comes when nothing else is to be judged"
    )


def test_where_a_rule_judges_the_places_that_were_missed_are_looked_at(room: QuietRoom) -> None:
    session = Session.new("classic", {"pieces": "uniform:3"}, [PERSON])
    game = GameController(session, room, PlayStyle(adviser="kibitz"))  # type: ignore[arg-type]
    first = session.position.legal_moves()[0]
    game.choose(first)
    game.update(0.1)
    room.says(KIBITZER, session.position.legal_moves()[0], done=False)
    game.update(0.1)
    game.update(0.1)
    room.says(KIBITZER, first)
    game.update(0.1)
    assert game.last_judged() is not None


def test_an_engine_s_move_is_not_judged_in_play(room: QuietRoom) -> None:
    game = table(room, ENGINE, PERSON, kibitz=False, judges=True)
    game.session.play("A1h")
    game.update(0.1)
    assert JUDGE not in [role for role, _ in room.asked]


def test_the_warning_is_of_the_move_that_would_be_taken_back(room: QuietRoom) -> None:
    game = table(room, PERSON, PERSON)
    game.choose("A1h")
    blame(game.session, 0, 0.7, "B1h")
    game.choose("A1v")
    assert game.last_judged() is None, "the mistake is two moves ago: U does not take it back"
    game.undo()
    blunder = game.last_judged()
    assert blunder is not None
    assert blunder.move == "A1h"
    game.undo()
    assert game.session.cursor == 0


def test_the_warning_stays_while_the_engine_replies(room: QuietRoom) -> None:
    game = table(room, PERSON, ENGINE)
    game.choose("A1h")
    blame(game.session, 0, 0.7, "B1h")
    game.session.play("A1v")
    blunder = game.last_judged()
    assert blunder is not None
    assert blunder.move == "A1h"
    game.undo()
    assert game.session.cursor == 0


def test_an_engine_claims_a_win_that_is_proven(room: QuietRoom) -> None:
    game = table(room, ENGINE, PERSON, kibitz=False)
    game.update(0.1)
    choice = Choice("A1h", Worth("win", 1.0), proof="win")
    advice = Advice((choice,), "search", Worth("win", 1.0), True)
    room.events.append(Reported("player-0", room.generations["player-0"], advice, 0.5))
    game.update(0.5)
    game.update(0.5)
    assert game.session.moves[0].text == "A1h!"


def test_engines_that_play_each_other_wait_for_the_chosen_pace(room: QuietRoom) -> None:
    game = table(room, ENGINE, ENGINE, kibitz=False)
    game.update(0.1)
    room.says("player-0", "A1h")
    game.update(0.1)
    game.update(0.5)
    assert game.session.cursor == 0
    game.update(0.5)
    assert game.session.cursor == 1


def test_an_engine_that_is_given_up_stops_the_game_and_not_the_program(room: QuietRoom) -> None:
    game = table(room, ENGINE, PERSON, kibitz=False)
    game.update(0.1)
    room.events.append(WorkerFailure("player-0", 1, "gave up.", final=True))
    game.update(0.1)
    assert game.words == ["The engine gave up."]
    assert not game.playing


def test_clocks_count_only_for_the_side_to_move_and_only_while_the_game_goes_on(room: QuietRoom) -> None:
    game = table(room, PERSON, PERSON, kibitz=False)
    game.update(2.0)
    assert (game.seconds(0), game.seconds(1)) == (2.0, 0.0)
    game.choose("A1h")
    game.update(1.0)
    assert (game.seconds(0), game.seconds(1)) == (2.0, 1.0)
    game.toggle()
    game.update(5.0)
    assert game.seconds(1) == 1.0
