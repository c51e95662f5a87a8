"""The keeper: the game is in its slot after every move, and no other game is lost for it."""

from __future__ import annotations

from game import library
from game.record import Seat
from game.session import Session
from gui.table.keeper import Keeper


def a_game(*moves: str) -> Session:
    session = Session.new("zuniq", {"dots": "3x3"}, (Seat("You"), Seat("Guest")))
    for move in moves:
        session.play(move)
    return session


def test_the_slot_holds_the_newest_state() -> None:
    keeper, session = Keeper("2026-11-20T09:00:00Z"), a_game()
    for move in ("A1h", "B1h", "C1h"):
        session.play(move)
        keeper.keep(session)
    assert keeper.close() is None
    record, reason = library.resume("zuniq")
    assert reason is None
    assert record == session.record("2026-11-20T09:00:00Z")


def test_a_new_game_puts_the_one_before_on_the_shelf() -> None:
    first = Keeper("2026-11-20T09:00:00Z")
    first.keep(a_game("A1h"))
    first.close()
    second = Keeper("2026-11-20T10:00:00Z")
    second.keep(a_game("B1h"))
    second.keep(a_game("B1h", "C1h"))
    second.close()
    shelf = library.saved_games()
    assert [saved.record.created for saved in shelf if saved.record] == ["2026-11-20T09:00:00Z"]
    record, _ = library.resume("zuniq")
    assert record is not None
    assert record.created == "2026-11-20T10:00:00Z"


def test_a_game_that_goes_on_is_not_put_on_the_shelf() -> None:
    for moves in (("A1h",), ("A1h", "B1h")):
        keeper = Keeper("2026-11-20T09:00:00Z")
        keeper.keep(a_game(*moves))
        keeper.close()
    assert library.saved_games() == ()
