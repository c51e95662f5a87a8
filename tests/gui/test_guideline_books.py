"""Knowledge in live play: a book's or a policy's move in front, what it rests on, and where it was left."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from game.advice import Advice, Choice, Source, Worth
from game.config import with_value
from game.facts import BookFacts, Evidence, KnownFacts, PolicyFacts, SearchFacts
from game.record import Seat
from game.review import judge
from game.session import Session
from game.tetris.guideline import State
from game.tetris.naming import name_of
from gui import destinations as to
from gui.games.guideline import book_status, words
from gui.games.guideline.render_state import marks_of
from gui.play.advice_feed import question_on, wants_judging
from gui.play.engine_room import Reported
from gui.play.live_plan import Plan, Player, _player_of
from gui.play.openings import has_best_play
from gui.play.players import player_name
from gui.play.sources import known_choices, known_stretches
from gui.scenes.home import HomeScene
from gui.scenes.live.scene import LiveScene
from gui.scenes.play import PlayScene
from gui.scenes.registry import choices_of
from gui.scenes.review import ReviewScene
from gui.scenes.sandbox.scene import SandboxScene
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

BOOK = BookFacts(
    book="bt-loop", title="BT Loop", stage="The next bag, with a T that clears three rows",
    value=0.7783, run="L T · Z O", shared=24.0, queues=360.0,
)  # fmt: skip
WELL = PolicyFacts(
    policy="Four-wide well", well="columns 4 to 7", clears=12.34, walls=17.0, chance=0.4567
)  # fmt: skip
LIKELY = Worth("chance", 0.7783)
TITLE = BookFacts(title="BT Loop")
SILENT = KnownFacts(
    silent="these six pieces are in no run; no well", book_silent="these six pieces are in no run"
)
START = State.open({"queue": "seven_bag:1"})
MOVES = START.legal_moves()


def said_of(state: State, source: Source, *facts: Evidence, known: int = 1, worth: Worth = LIKELY) -> Advice:
    """Three choices, the first `known` of them from a book or a policy."""
    moves = state.legal_moves()[:3]
    choices = tuple(
        Choice(move, Worth("order", 2.0 - rank), known=worth if rank < known else None)
        for rank, move in enumerate(moves)
    )
    return Advice(choices, source, choices[0].worth, True, (SearchFacts(nodes=50_000.0), *facts))


def game(*advice_list: Advice | None) -> Session:
    """A game in which the first legal move is placed again and again, with what was told by ply."""
    session = Session.new("tetris", {"queue": "seven_bag:1"}, (Seat("You"),))
    for ply, advice in enumerate(advice_list):
        state = session.position
        if advice is not None:
            moves = state.legal_moves()
            choices = tuple(
                replace(each, move=move) for move, each in zip(moves, advice.choices, strict=False)
            )
            assert session.note(ply, replace(advice, choices=choices))
        if ply < len(advice_list) - 1:
            session.play(state.legal_moves()[0])
    return session


KNOWN = said_of(START, "book", BOOK)
POLICY = said_of(START, "policy", WELL, known=2, worth=Worth("clears", 12.34))
SEARCHED = said_of(START, "search", TITLE, SILENT, known=0)
MEASURED = replace(SEARCHED, worth=Worth("attack", 8.5, 0.5))
OTHER_BOOK = said_of(
    START,
    "search",
    BookFacts(title="New DT Cannon"),
    KnownFacts(book_silent="this board is not in it"),
    known=0,
)


def at_the_table(window: WholeWindow, session: Session, size: tuple[int, int] = (1280, 720)) -> Window:
    return window(lambda context: PlayScene(context, HomeScene(context), session, hints=True), size=size)


def test_a_book_s_move_stands_in_front_with_its_chance_and_its_run(window: WholeWindow) -> None:
    messages = at_the_table(window, game(KNOWN)).texts
    assert {"Book", "77.8\u00a0%", "book · the next bag"} <= set(messages)
    assert not {"+1.0", "1.0 attack"} & set(messages), "no figure in another unit stands beside a book's"
    assert any(line.startswith("BT Loop") for line in messages)
    assert "The book has this move for 24 of 360 queues." in " ".join(messages), "as older games have it"
    assert any(line.startswith("search") or line.startswith("for a") for line in messages)


def test_only_what_is_known_is_filled() -> None:
    for advice in (KNOWN, POLICY, SEARCHED):
        marks = marks_of(advice.choices, known=known_choices(advice))
        assert [mark.proven for mark in marks] == [mark.rank <= known_choices(advice) for mark in marks]
    assert [known_choices(each) for each in (KNOWN, POLICY, SEARCHED, None)] == [1, 2, 0, 0]


def test_the_graph_has_attack_only_where_that_was_measured(window: WholeWindow) -> None:
    opened = at_the_table(window, game(KNOWN, MEASURED))
    assert isinstance(opened.scene, PlayScene)
    course = opened.scene.course()
    assert (course.values[:2], course.known) == ((None, 8.5), ((0, 1),))
    opened.scene.session.go_to(0)
    course = opened.scene.course()
    assert (course.label, course.figure) == ("Book’s chance", "77.8\u00a0%"), "the figure of the best move"


def test_the_graph_is_that_of_the_figure_beside_it(window: WholeWindow) -> None:
    opened = at_the_table(window, game(KNOWN, MEASURED))
    assert isinstance(opened.scene, PlayScene)
    course = opened.scene.course()
    assert (course.label, course.values[:2], course.axis.top) == ("Next two bags", (None, 8.5), 16.0)
    opened.scene.session.go_to(0)
    course = opened.scene.course()
    assert (course.label, course.figure) == ("Book’s chance", "77.8\u00a0%")
    assert (course.values[:2], course.axis.top) == ((0.7783, None), 1.0), "chances alone, on their own scale"


def test_nothing_is_a_mistake_that_is_recommended_and_all_else_has_to_be_judged() -> None:
    plain = game(SEARCHED)
    for advice, rank, known in ((POLICY, 1, True), (POLICY, 2, False), (KNOWN, 1, False), (KNOWN, 0, True)):
        session = Session.new("tetris", plain.position.setup, (Seat("You"),))
        assert session.note(0, advice)
        session.play(advice.choices[rank].move)
        (judged,) = judge(session)
        assert (judged is not None and judged.verdict == "best") == known
        assert wants_judging(session, session.line[1]) != known


def test_a_policy_says_how_long_it_goes_on_and_what_the_walls_feed(window: WholeWindow) -> None:
    messages = at_the_table(window, game(POLICY)).texts
    assert {"Policy", "12.3 clears"} <= set(messages)
    assert any(line.startswith("Four-wide well") for line in messages)
    assert "Best play makes 12.3 on average; the chance to reach the end is 46\u00a0%." in " ".join(messages)
    assert "walls for 17 more clears" in " ".join(book_status.purposes(POLICY))


@pytest.mark.parametrize(
    ("size", "figure", "below"),
    [((1280, 720), "1164 clears", "policy · walls for 17 more"), ((640, 480), "1164", "policy · clears")],
)
def test_the_name_of_a_move_is_whole_beside_a_long_figure(
    window: WholeWindow, size: tuple[int, int], figure: str, below: str
) -> None:
    advice = said_of(START, "policy", WELL, known=2, worth=Worth("clears", 1164.4))
    messages = at_the_table(window, game(advice), size).texts
    name = name_of(advice.choices[0].move)
    assert {figure, below} <= set(messages)
    assert {name, name.replace("columns ", "")} & set(messages)


def test_a_certain_clear_is_said_to_be_certain() -> None:
    sure = said_of(START, "book", replace(BOOK, clear_in=3.0), worth=Worth("chance", 1.0))
    assert book_status.purposes(sure) == ("perfect clear with piece 3",)
    certain = "This queue: a perfect clear is certain, whatever the bag gives."
    assert book_status.reasons(START, sure)[-1] == certain
    likely = said_of(START, "book", replace(BOOK, clear_chance=727 / 840))
    assert book_status.reasons(START, likely)[-1] == "This queue: 86.5\u00a0% for a perfect clear."
    row = said_of(START, "book", replace(BOOK, clear_chance=1.0, in_a_row=171.26))
    assert book_status.reasons(START, row)[-1] == "On average 171.3 perfect clears in a row."
    triple = said_of(START, "book", replace(BOOK, chance=0.65, aim="T-spin triple"))
    assert book_status.reasons(START, triple)[-1] == "This queue: 65.0\u00a0% for a T-spin triple."


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [
        (KNOWN, SEARCHED, ("Left BT Loop", "these six pieces are in no run")),
        (SEARCHED, KNOWN, ("Entered BT Loop", "the board and the pieces are in it")),
        (POLICY, SEARCHED, ("Left Four-wide well", "the well no longer stands")),
        (KNOWN, POLICY, ("Entered Four-wide well", "BT Loop has no move here")),
        (KNOWN, KNOWN, ("", "")),
        (None, KNOWN, ("", "")),
        (KNOWN, said_of(START, "search", known=0), ("", "")),  # nobody asked the book
        (KNOWN, OTHER_BOOK, ("Left BT Loop", "no book in use has a move here")),
    ],
)
def test_entering_and_leaving_is_told_with_why(
    before: Advice | None, now: Advice, words: tuple[str, str]
) -> None:
    assert book_status.crossing(before, now) == words


def test_it_is_told_at_the_table_and_in_the_review(window: WholeWindow) -> None:
    session = game(KNOWN, KNOWN, SEARCHED, KNOWN)
    session.go_to(2)
    text = " ".join(at_the_table(window, session).texts)
    assert "Left BT Loop: these six pieces are in no run." in text
    opened = window(lambda context: ReviewScene(context, HomeScene(context), session))
    opened.context.warming = None
    assert {"Left BT Loop", "these six pieces are in no run", "Entered BT Loop"} <= set(opened.texts)
    opened.click_on("crossing 3")
    assert opened.scene.session.cursor == 3
    assert known_stretches(session) == ((0, 2), (3, 4))


def test_a_book_that_cannot_be_read_is_said_once(window: WholeWindow) -> None:
    opened = at_the_table(window, Session.new("tetris", {"queue": "seven_bag:1"}, (Seat("You"),)))
    broken = said_of(START, "search", KnownFacts(trouble="x.kbook: not a complete book"), known=0)
    for _ in range(2):
        opened.room._events.append(Reported("kibitzer", opened.room._generation["kibitzer"], broken, 0.2))
        opened.frame()
    scene = opened.scene
    assert isinstance(scene, PlayScene)
    assert any("not a complete book" in line for line in opened.texts)
    assert scene.controller.words == []


def asked_of(window: WholeWindow, session: Session, book: str = "") -> list[object]:
    """The books that the adviser of a game is told to look into, question by question, with `book` in the settings."""
    opened, items = at_the_table(window, session), list[object]()
    opened.room.ask = lambda role, question: (
        items.append(question.options["book"]) or 1 if "book" in question.options else 1
    )  # type: ignore
    opened.context.config = with_value(opened.context.config, "tetris.book", book)
    opened.app.show(PlayScene(opened.context, None, session, hints=True))
    opened.frame()
    assert items
    return items


def test_the_book_of_a_game_is_looked_into_however_the_settings_are(window: WholeWindow) -> None:
    assert asked_of(window, game(KNOWN, None)) == ["bt-loop"]
    assert asked_of(window, game(KNOWN, SEARCHED, None), "okey-dpc") == ["bt-loop"]
    assert asked_of(window, game(KNOWN, None), "okey-dpc,bt-loop") == ["okey-dpc,bt-loop"]
    assert asked_of(window, game(SEARCHED, None), "okey-dpc") == [""], "begun without a book"


def test_another_book_chosen_in_the_settings_takes_its_place(window: WholeWindow) -> None:
    opened = at_the_table(window, game(KNOWN, None))
    scene = opened.scene
    assert isinstance(scene, PlayScene)
    assert scene.controller.play_style.options["book"] == "bt-loop"
    opened.context.config = with_value(opened.context.config, "tetris.book", "okey-dpc")
    opened.frame()
    assert scene.controller.play_style.options["book"] == "okey-dpc"
    assert scene.controller.play_style.options["in_a_row"] is False
    opened.context.config = with_value(opened.context.config, "tetris.clears", "row")
    opened.frame()
    assert scene.controller.play_style.options["in_a_row"] is True


def test_only_books_of_best_play_can_play_for_many_clears() -> None:
    names = ("perfect-clear", "bt-loop,perfect-clear", "bt-loop", "", "no-such-book")
    assert [has_best_play(name) for name in names] == [True, True, False, False, False]


def test_a_saved_opponent_comes_back_with_its_book() -> None:
    player = Player("Stacker", "stacker", "club", book="bt-loop")
    assert player.seat() == Seat("Stacker", "engine", "stacker", "club", book="bt-loop")
    assert player_name(player.seat()) == "Stacker with BT Loop"
    assert _player_of(player.seat(), ()) == player
    renamed = dataclasses.replace(player, name="Stacker with Okey DPC")
    assert _player_of(renamed.seat(), ()) == renamed, "its name decides nothing"
    gone = dataclasses.replace(player, book="an-own-opener")
    assert _player_of(gone.seat(), ()) == dataclasses.replace(player, book=""), "the book is gone"


def test_the_book_of_the_last_setup_advises_only_in_that_game(window: WholeWindow) -> None:
    opened = at_the_table(window, game(None))
    opened.context.config = with_value(opened.context.config, "tetris.book", "bt-loop")
    home = HomeScene(opened.context)
    state = State.open({"queue": "seven_bag:1"})
    assert question_on(opened.context.config, state).options["book"] == "", "a stranger's replay"
    assert SandboxScene(opened.context, home, state).adviser._options["book"] == ""
    free = opened.context.scene(to.Live(Plan("free", (Player(),), hints=True)), home)
    assert isinstance(free, LiveScene)
    assert free.coach is not None
    assert free.coach._options["book"] == ""
    choices = choices_of(opened.context.config, "tetris", None, "play")
    for mode in ("coach", "free", "sandbox"):
        choices.set("tetris.mode", mode)
        scene = choices.begin(opened.context, home)
        if isinstance(scene, PlayScene):
            assert scene.controller.play_style.options["book"] == "bt-loop"
        elif isinstance(scene, LiveScene):
            assert scene.coach is not None
            assert scene.coach._options["book"] == "bt-loop"
        else:
            assert isinstance(scene, SandboxScene)
            assert scene.adviser._options["book"] == "bt-loop"


@pytest.mark.parametrize(
    ("decided", "others", "text"),
    [
        (0.0, "", "The book has this move for every queue."),
        (2.0, "", "L and Z in hand decide this move, whatever follows."),
        (
            4.0,
            "JT",
            "L and Z in hand and then S and O decide this move. "
            "With J or T in place of O it is S flat, columns 2-4.",
        ),
        (6.0, "", "All six pieces in sight decide this move."),
    ],
)
def test_a_book_tells_which_pieces_decide(decided: float, others: str, text: str) -> None:
    facts = replace(BOOK, decided=decided, others=others, instead="S north 2 0 none" if others else "")
    state = State.open({"queue": "list:LZSOTJI"})
    reason = book_status.reasons(state, said_of(state, "book", facts))[0]
    assert reason.startswith(text.partition(". ")[0])
    assert all(sentence in reason for sentence in text.split(". "))


def test_a_book_shows_the_field_it_builds(window: WholeWindow) -> None:
    state = State.open({"queue": "list:OIILTJSZ", "board": "xx..xxxxxx/x........x"})
    picture = words.built(state, ("O north 2 0 none",))
    assert picture is not None
    assert [picture.paint.letter(x, 0) for x in (0, 2, 3, 9)] == ["#", "O", "O", "#"]
    assert picture.field.full_rows == (1,), "rows that the last piece fills are still there"
    opened = at_the_table(window, game(KNOWN))
    assert "Book" in opened.texts
