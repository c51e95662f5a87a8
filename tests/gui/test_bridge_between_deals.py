"""Between two deals of bridge: the result is read first, and what is still hidden is not looked back at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.bridge import State
from game.bridge.cards import bit, cards_of, suit_of
from game.record import Seat, write_record
from game.session import Session
from gui import destinations as to
from gui.context import Scene
from gui.games.bridge.visible_state import bridge
from gui.play.saved_games import length_of, place_of
from gui.scenes.games import GamesScene
from gui.scenes.play import PlayScene
from gui.scenes.review import ReviewScene
from tests.gui.conftest import WholeWindow
from tests.gui.test_bridge import (
    NORTH,
    RULES,
    SOUTH,
    YOU,
    Sit,
    Table,
    ended,
    in_exchange,
    in_play,
    match,
    start,
)


@pytest.fixture
def sit(window: WholeWindow) -> Sit:
    def begin(until=start, **rules: str) -> Table:  # type: ignore[no-untyped-def]
        session = match(until, rules)
        return Table(
            window(lambda context: PlayScene(context, context.scene(to.Home()), session, hints=True))
        )

    return begin


def north_ends(state: State) -> bool:
    """North plays the last card of the deal, and deals the next one."""
    board = state.board
    return state.stage == "play" and board.left == 1 and board.led is not None and state.to_move == 0


def test_what_the_next_dealer_calls_waits_until_the_result_is_read(sit: Sit) -> None:
    table = sit(north_ends)
    table.window.wait(0.2)
    table.room.says("player-0", table.state.legal_moves()[0])
    table.window.wait(1.5)
    assert table.ui.board.waiting
    table.room.says("player-0", "1S")
    table.window.wait(3.0)
    assert table.ui.board.waiting
    assert table.state.board.moves == ()
    table.window.press("enter")
    table.window.wait(1.5)
    assert table.moves[-1] == "1S"


def test_the_pointer_may_rest_on_a_card_when_the_next_auction_begins(sit: Sit) -> None:
    table = sit(lambda state: in_play(state) and state.board.left == 1)
    card = table.state.legal_moves()[0]
    table.window.click(table.card(card))
    table.window.wait(0.3)
    table.room.says("player-0", table.state.legal_moves()[0])
    table.window.wait(1.5)
    assert table.ui.board.waiting
    table.window.press("enter")
    table.window.frame(2)
    assert table.state.stage == "auction"
    assert table.ui.board.input.pointed(focused=False) != card


def test_in_the_middle_of_a_deal_nobody_looks_back_at_hidden_cards(sit: Sit) -> None:
    table = sit(in_exchange)
    table.window.press("l")
    assert isinstance(table.window.scene, PlayScene)
    assert any("hidden until it is over" in words for words in table.window.texts)
    table.window.press("s", "l")
    assert not isinstance(table.window.scene, ReviewScene), "nor by way of the saved games"


def test_a_result_can_be_looked_back_at_before_the_next_deal(sit: Sit) -> None:
    table = sit(ended)
    table.window.press("l")
    review = table.window.scene
    assert isinstance(review, ReviewScene)
    table.window.frame(2)
    table.window.wait(0.5)
    asked = [len(moves) for role, moves in table.room.asked]
    assert asked
    assert max(asked) < review.session.length, "nobody looks at the cards of the next deal"
    assert not review.open_hand()


def test_after_the_next_deal_has_begun_the_last_one_is_not_looked_back_at(sit: Sit) -> None:
    table = sit(ended)
    table.window.press("enter", "l")
    assert isinstance(table.window.scene, PlayScene)


def test_a_match_is_told_by_deals_and_tricks() -> None:
    items = [(place_of(session), length_of(session)) for session in map(match, (start, in_exchange, in_play))]
    assert items == [
        ("deal 1, auction", "1 deal"),
        ("deal 1, exchange 11", "1 deal"),
        ("deal 1, trick 1", "1 deal"),
    ]
    first = match(ended)
    assert (place_of(first), length_of(first)) == ("deal 1, at its end", "1 deal")
    first.play("pass")
    assert (place_of(first), length_of(first)) == ("deal 2, auction", "2 deals")


def test_two_engines_hide_nothing_from_who_looks_on() -> None:
    session = match(in_exchange)
    assert session.secrecy.why
    engines = Session.new("bridge", RULES, (NORTH, Seat("South", "engine", "kibitz", "club")))
    assert not engines.secrecy.why


def in_auction(state: State) -> bool:
    return bool(state.board.moves)


def twin(session: Session) -> Session:
    """The same match to South, in which North holds another card that South has not seen yet."""
    deal = bridge(session.position_at(0)).board.deal
    now = bridge(session.position).view(SOUTH).board.deal
    assert deal.hands[0] is not None
    played = cards_of(0)
    for trick in bridge(session.position).board.tricks:
        played = (*played, trick.led, trick.reply)
    for place, card in enumerate(deal.stock):
        if now.stock[place] is not None or card is None:
            continue
        for own in cards_of(deal.hands[0]):
            if suit_of(own) == suit_of(card) and own not in played and card not in played:
                stock = (*deal.stock[:place], own, *deal.stock[place + 1 :])
                other = replace(
                    deal, hands=(deal.hands[0] ^ bit(own) | bit(card), deal.hands[1]), stock=stock
                )
                again = Session.new("bridge", {**RULES, "deals": f"list:{other}+random:5@1"}, (NORTH, YOU))
                for move in session.moves:
                    again.play(move.text)
                there, here = bridge(again.position), bridge(session.position)
                if (
                    there.view(SOUTH).board == here.view(SOUTH).board
                    and there.board.cards != here.board.cards
                ):
                    return again
    raise AssertionError("South has seen everything")


@pytest.mark.parametrize("until", [in_auction, in_exchange])
def test_the_preview_of_an_unfinished_deal_shows_nothing_hidden(window: WholeWindow, until) -> None:  # type: ignore[no-untyped-def]
    session = match(until)
    pictures = []
    for each in (session, twin(session)):
        each.created = "2026-11-22T09:00:00Z"
        games = window(lambda context, each=each: GamesScene(context, Scene(context), each))
        games.press("s")
        games.frame(2)
        pictures.append(pygame.image.tobytes(games.app.surface, "RGB"))
    assert pictures[0] == pictures[1]
    assert session.position != twin(session).position


def test_an_unfinished_deal_opens_at_the_table(window: WholeWindow, tmp_path: Path) -> None:
    write_record(tmp_path / "deal.kibitz", match(in_exchange).record())
    games = window(lambda context: GamesScene(context, Scene(context)))
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "deal.kibitz")))
    games.frame()
    assert isinstance(games.scene, PlayScene)
