from dataclasses import replace

import pytest

from ai.tetris.guideline.known.books import Books
from game import showcase as showcases
from game.facts import BookFacts, PathFacts
from game.session import Session
from game.showcase import LAST_LOOK
from game.tetris.guideline.movement import path

# its chapters, in seconds
THE_VIDEO = {"hachispin-dpc": 47.0, "okey-dpc": 41.0, "new-dt": 51.0, "bt-loop": 54.0}
NAMES = [*THE_VIDEO, "perfect-clear"]


@pytest.mark.parametrize("name", NAMES)
def test_every_move_of_a_showcase_is_the_shipped_books_own(name: str) -> None:
    session = Session.resume(showcases.load(name).record)
    books, known = Books([name]), 0
    for ply, move in enumerate(session.moves):
        state, advice = session.position_at(ply), session.opinions[ply]
        answer = books.look(state.view(0))
        assert [choice.move for choice in answer.choices] == ([move.text] if advice.source == "book" else [])
        assert advice.choices[0].move == move.text
        if advice.source == "book":
            facts, own = advice.read(BookFacts), answer.read(BookFacts)
            assert (facts.value, facts.shared, facts.queues) == (own.value, own.shared, own.queues)
            known += 1
    assert known == (20 if name == "perfect-clear" else session.length)


@pytest.mark.parametrize("name", NAMES)
def test_a_showcase_of_a_book_keeps_what_it_promises(name: str) -> None:
    session = Session.resume(showcases.load(name).record)
    state = session.position_at(session.length)
    assert not state.field.height, "it ends with an empty board"
    assert state.tally.perfect == {"bt-loop": 2, "new-dt": 2, "perfect-clear": 8}.get(name, 4)
    for ply, advice in session.opinions.items():
        chance = advice.read(BookFacts).chance
        assert chance is None or 0 < chance <= 1
        following = session.opinions.get(ply + 1)
        if chance in (None, 1.0) and following is not None:
            then = following.read(BookFacts)
            assert then.stage == "The first bag" or then.chance != 0.0, "what is certain stays possible"


@pytest.mark.parametrize("name", NAMES)
def test_the_way_of_a_piece_is_as_short_as_the_rules_have_it(name: str) -> None:
    session = Session.resume(showcases.load(name).record)
    for ply in range(0, session.length, 9):
        state, after = session.position_at(ply), session.position_at(ply + 1)
        way = session.opinions[ply].read(PathFacts).way
        assert len(way) == len(path(state.field, after.last.placement) or ())


@pytest.mark.parametrize("name", THE_VIDEO)
def test_a_showcase_can_take_as_long_as_the_chapter_of_the_video(name: str) -> None:
    video = replace(showcases.load(name), through=True)
    assert video.seconds == pytest.approx(THE_VIDEO[name])


def test_the_last_one_has_as_many_pieces_a_second_as_the_loop() -> None:
    paces = []
    for name in ("bt-loop", "perfect-clear"):
        record = showcases.load(name).record
        paces.append(record.length / (record.video - LAST_LOOK))
    assert paces[0] == pytest.approx(paces[1], rel=0.01)
