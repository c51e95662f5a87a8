"""Honeymoon bridge at the table: calls and cards by mouse and by keyboard, and nothing seen that is not known."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pygame
import pytest

from ai.engine import Limit
from game import library
from game.advice import Advice, Choice, Verdict, Worth
from game.bridge import Contract, Result, State
from game.bridge.cards import card_name, cards_of, parse_card
from game.record import Seat
from game.review import Judged, judge
from game.session import Session
from gui import destinations as to
from gui.games.bridge import words
from gui.games.bridge.cards import TableGeometry, draw_card, hand_boxes
from gui.games.bridge.review import anew, summary_of
from gui.games.bridge.ui import BridgeUI
from gui.games.bridge.visible_state import bridge, in_order, read
from gui.play.advice_feed import question_at
from gui.scenes.play import PlayScene
from gui.scenes.review import ReviewScene
from gui.stage import stage_context
from gui.ui.canvas import Point
from gui.ui.text import MINUS
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

NORTH, YOU = Seat("Kibitz", "engine", "kibitz", "club"), Seat("You")
RULES = {"deals": "random:5", "dealer": "south", "doubles": "on", "match": "2 deals"}
SOUTH = 1


def match(until: Callable[[State], bool], rules: dict[str, str] | None = None, seed: int = 2) -> Session:
    """A match by chance, from North's 1C and South's 1H on, up to a position."""
    chance = random.Random(seed)
    session = Session.new("bridge", {**RULES, **(rules or {})}, (NORTH, YOU))
    while not until(bridge(session.position)):
        state = bridge(session.position)
        wanted = ["1C", "1H", "pass"][len(state.board.moves)] if state.stage == "auction" else ""
        session.play(wanted or chance.choice(state.legal_moves()))
    return session


def start(state: State) -> bool:
    return True


def in_exchange(state: State) -> bool:
    """South leads to a trick of the exchange, and North has taken cards openly and unseen."""
    board = state.board
    return (
        state.stage == "exchange" and len(board.tricks) >= 4 and state.to_move == SOUTH and board.led is None
    )


def in_play(state: State) -> bool:
    return state.stage == "play" and state.to_move == SOUTH and state.board.led is None


def ended(state: State) -> bool:
    return state.previous is not None


class Table:
    """A window on a match."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.room = window.room

    @property
    def scene(self) -> PlayScene:
        assert isinstance(self.window.scene, PlayScene)
        return self.window.scene

    @property
    def state(self) -> State:
        return bridge(self.scene.session.position)

    @property
    def ui(self) -> BridgeUI:
        assert isinstance(self.scene.ui, BridgeUI)
        return self.scene.ui

    @property
    def moves(self) -> list[str]:
        return [move.text for move in self.scene.session.moves[: self.scene.session.cursor]]

    def card(self, name: str) -> Point:
        """Return a point of one of South's cards that no other card covers, at its left edge."""
        frame = self.window.context.frame(self.window.context.canvas(self.window.app.surface))
        geometry = TableGeometry.fit(self.scene.board_box(frame))
        sight = read(self.state, SOUTH, hidden=True, known=True)
        x, y, _, height = hand_boxes(geometry, sight, SOUTH)[parse_card(name)]
        return x + 6, y + height / 2

    def call(self, name: str) -> Point:
        """Return the place of a call in the bidding box."""
        drawn = self.ui.board.input.drawn
        assert drawn.calls is not None
        x, y, width, height = drawn.calls.boxes[name]
        return x + width / 2, y + height / 2


Sit = Callable[..., Table]


@pytest.fixture
def sit(window: WholeWindow) -> Sit:
    def begin(until: Callable[[State], bool] = start, **rules: str) -> Table:
        session = match(until, rules)
        return Table(
            window(lambda context: PlayScene(context, context.scene(to.Home()), session, hints=True))
        )

    return begin


# -- the auction --


def test_a_click_on_the_bidding_box_calls(sit: Sit) -> None:
    table = sit()
    table.window.click(table.call("2H"))
    assert table.moves == ["2H"]


def test_a_bid_is_typed_as_it_is_written(sit: Sit) -> None:
    table = sit()
    table.window.press("1", "s")
    assert table.moves == ["1S"]


def test_a_call_that_is_too_low_is_not_made(sit: Sit) -> None:
    table = sit(lambda state: len(state.board.moves) == 2)  # 1C by South, 1H by North
    table.window.click(table.call("1D"))
    table.window.press("1", "c")
    assert table.moves == ["1C", "1H"]


def test_arrows_walk_over_the_calls_that_are_possible(sit: Sit) -> None:
    table = sit()
    table.window.press("up", "up", "up")
    assert table.ui.board.input.keyboard
    table.window.press("enter")
    assert len(table.moves) == 1


def test_p_passes_and_x_doubles(sit: Sit) -> None:
    table = sit(lambda state: len(state.board.moves) == 2)
    table.window.press("x")
    assert table.moves == ["1C", "1H", "double"]


def test_the_points_to_expect_are_an_opinion_and_go_with_the_hints(sit: Sit) -> None:
    table = sit()
    table.room.says("kibitzer", "1H", "pass", value=53.0, unit="points")
    table.window.frame(2)
    assert table.scene.course().voice
    assert table.scene.course().figure == "+53"
    assert [choice.move for choice in table.scene.shown_choices()] == ["1H", "pass"]
    table.window.press("h")
    assert table.scene.shown_choices() == ()


# -- cards --


def test_a_card_is_played_by_a_click(sit: Sit) -> None:
    table = sit(in_exchange)
    card = table.state.legal_moves()[0]
    before = len(table.moves)
    table.window.click(table.card(card))
    assert table.moves[before:] == [card]


def test_a_card_is_played_by_arrows_and_enter(sit: Sit) -> None:
    table = sit(in_play)
    before, state = len(table.moves), table.state
    order = in_order(cards_of(state.board.cards.hands[SOUTH]), state.board.contract.strain)  # type: ignore[union-attr]
    table.window.press("right", "right", "enter")
    assert table.moves[before:] == [card_name(order[1])]


def test_who_has_the_suit_that_was_led_follows_it(sit: Sit) -> None:
    def must_follow(state: State) -> bool:
        held = state.board.cards.hands[SOUTH].bit_count()
        return state.stage == "play" and state.to_move == SOUTH and 1 < len(state.legal_moves()) < held

    table = sit(must_follow)
    hand = {card_name(card) for card in cards_of(table.state.board.cards.hands[SOUTH])}
    barred = sorted(hand - set(table.state.legal_moves()))
    before = list(table.moves)
    table.window.click(table.card(barred[0]))
    assert table.moves == before


def test_arrows_stay_on_the_table_while_the_other_thinks(sit: Sit) -> None:
    table = sit(lambda state: state.stage == "exchange" and state.to_move == 0)
    table.window.press("right", "enter")
    assert table.scene.targets.focused("board")


# -- what nobody may see --


def test_of_the_others_hand_only_what_was_openly_taken_is_seen() -> None:
    state = bridge(match(in_exchange).position)
    seen = read(state, SOUTH, hidden=True, known=True).hands[0]
    taken = {trick.shown for trick in state.board.tricks if trick.winner == 0}
    assert set(seen.cards) <= taken
    assert len(seen.cards) + seen.hidden == 13
    assert read(state, SOUTH, hidden=True, known=False).hands[0].cards == ()


def test_an_engine_is_asked_about_what_its_seat_sees() -> None:
    session = match(in_exchange)
    question = question_at(session.node, "kibitz", "full", Limit())
    assert question.moves == ()
    assert question.rules["seat"] == "south"
    north = question.rules["deals"].removeprefix("list:").split()[0]
    assert north == "?"


def test_nobody_advises_on_cards_that_the_person_does_not_see(sit: Sit) -> None:
    table = sit(lambda state: state.stage == "exchange" and state.to_move == 0)
    table.window.wait(0.3)
    assert {role for role, _ in table.room.asked} - {"reviewer"} == {"player-0"}
    table.room.says("player-0", table.state.legal_moves()[0], value=7.0, unit="tricks", done=False)
    table.window.frame(2)
    assert table.scene.advice() is None
    assert table.scene.course().figure == "–"


def test_in_the_play_everything_is_known_and_said(sit: Sit) -> None:
    table = sit(lambda state: state.stage == "play" and state.to_move == 0)
    table.window.wait(0.3)
    assert "kibitzer" in {role for role, _ in table.room.asked}


def test_what_is_known_can_be_hidden_to_be_remembered(sit: Sit) -> None:
    table = sit(in_play)
    table.window.press("v")
    assert not table.ui.privacy.known
    assert read(table.state, SOUTH, hidden=True, known=False).hands[0].hidden == 13
    table.window.press("v")
    assert table.ui.privacy.known


# -- taking back --


def test_a_trick_of_the_exchange_taken_back_lets_the_unseen_cards_lie_elsewhere() -> None:
    session = match(in_exchange)
    deeper = len(bridge(session.position).board.tricks)
    session.go_to(session.cursor - 2)
    before = bridge(session.position)
    assert len(before.board.tricks) < deeper
    branch = anew(session, random.Random(4))
    assert branch is not None
    after = bridge(branch.position)
    assert after.view(SOUTH) == before.view(SOUTH)
    assert after.view(0) == before.view(0)
    assert after.board.deal.stock != before.board.deal.stock


def test_where_nothing_hidden_was_seen_the_game_stays_as_it_is() -> None:
    session = match(in_play)
    session.play(session.position.legal_moves()[0])
    session.undo()
    assert anew(session) is None


def test_u_takes_the_trick_back_and_says_what_was_done(sit: Sit) -> None:
    table = sit(in_exchange)
    before = table.state.view(SOUTH)
    table.window.click(table.card(table.state.legal_moves()[0]))
    table.room.says("player-0", table.state.legal_moves()[0])
    table.window.wait(1.0)
    assert len(table.state.board.tricks) > len(before.board.tricks)
    table.window.press("u")
    assert table.state.view(SOUTH) == before
    assert table.scene.session.length == table.scene.session.cursor
    assert any("reshuffled" in words for words in table.window.texts)
    table.window.context.autosave.flush()
    [saved] = library.saved_games()
    assert saved.record is not None
    assert saved.record.created != table.scene.session.created, "the deal as it was is a game of its own"
    assert len(saved.record.moves) > table.scene.session.length


# -- claims and results --


def test_tricks_are_claimed_and_the_answer_is_asked_of_the_other(sit: Sit) -> None:
    table = sit(in_play)
    left = table.state.board.left
    table.window.press("c")
    assert f"How many of the {left} tricks left are yours?" in table.window.texts
    table.window.press("right", "right", "right", "enter")
    assert table.moves[-1] == "claim 2"
    assert table.state.to_move == 0
    table.room.says("kibitzer", "refuse", "accept", value=5.2, unit="tricks")
    table.window.frame(2)
    assert {"Refuse", "Accept"} <= set(table.window.texts), "each has its row"
    table.room.says("player-0", "refuse", value=5.2, unit="tricks")
    table.window.wait(1.0)
    assert "North refused the claim: play on." in table.window.texts
    card = table.state.legal_moves()[0]
    table.window.click(table.card(card))
    assert table.moves[-3:] == ["claim 2", "refuse", card]
    assert table.state.board.left == left, "of a trick to which one card is played both are still to come"


def test_a_claim_of_too_few_tricks_is_questioned_once(sit: Sit) -> None:
    table = sit(in_play)
    state = table.state
    sure = state.board.won[SOUTH] + 5
    card = state.legal_moves()[0]
    table.scene.session.note(
        table.scene.session.cursor,
        Advice((Choice(card, Worth("tricks", sure)),), "search", Worth("tricks", sure), True),
    )
    table.window.press("c", "3", "enter")
    table.window.frame(2)
    assert table.state is state, "nothing is claimed yet"
    assert "You can still take 5. Choose 3 again to claim only 3." in table.window.texts
    table.window.press("4", "enter")
    assert table.state is state, "another number is another question"
    table.window.press("enter")
    assert table.moves[-1] == "claim 4"


def test_a_claim_of_all_that_can_be_taken_is_not_questioned(sit: Sit) -> None:
    table = sit(in_play)
    card = table.state.legal_moves()[0]
    table.scene.session.note(
        table.scene.session.cursor,
        Advice((Choice(card, Worth("tricks", 5)),), "search", Worth("tricks", 5), True),
    )
    table.window.press("c", "5", "enter")
    assert table.moves[-1] == "claim 5"


def test_escape_leaves_the_claim_and_not_the_game(sit: Sit) -> None:
    table = sit(in_play)
    table.window.press("c", "escape")
    assert isinstance(table.window.scene, PlayScene)
    assert not table.ui.board.input.claiming


def test_the_next_deal_waits_until_the_result_is_read(sit: Sit) -> None:
    table = sit(ended)
    assert table.ui.board.waiting
    asked = len(table.room.asked)
    table.window.wait(1.5)
    assert len(table.room.asked) == asked, "nobody bids before the result is read"
    table.window.press("enter")
    assert table.state.stage == "auction"
    assert not table.ui.privacy.waits(table.state)


def test_arrows_stay_on_the_cards_once_the_last_one_is_played(sit: Sit) -> None:
    table = sit(ended)
    table.window.press("right")
    assert table.scene.targets.focused("board")
    played = table.moves
    table.window.press("enter")
    assert table.moves[: len(played)] == played, "the trick was not taken back"
    assert table.state.stage == "auction"


def test_a_match_is_left_only_once_that_is_confirmed(sit: Sit) -> None:
    table = sit(in_play)
    scene = table.scene
    table.window.press("n")
    assert table.window.scene is scene
    assert "Press N again to leave this match. Games keeps it." in table.window.texts
    table.window.context.dismiss()
    table.window.press("n")
    assert table.window.scene is scene, "it was long ago that the question was seen"
    table.window.press("n")
    assert table.window.scene.name == "new_game"


def test_a_claim_is_typed_wherever_the_focus_was(sit: Sit) -> None:
    table = sit(in_play)
    table.scene.targets.focus = "hints"
    table.window.press("c", "1", "2", "enter")
    assert table.moves[-1] == "claim 12"


def test_a_mistake_of_the_play_is_told_with_the_result(sit: Sit, window: WholeWindow) -> None:
    session = match(ended)
    ply = next(ply for ply in range(session.length) if _choice_of_two(session, ply))
    played = session.moves[ply].text
    state = bridge(session.position_at(ply))
    better = next(move for move in state.legal_moves() if move != played)
    choices = (
        Choice(better, Worth("tricks", 8), proof="win"),
        Choice(played, Worth("tricks", 6), proof="loss"),
    )
    session.note(ply, Advice(choices, "table", Worth("tricks", 8), True))
    table = Table(window(lambda context: PlayScene(context, context.scene(to.Home()), session, hints=True)))
    summary = summary_of(session, judge(session), ("North", "You"), SOUTH)
    assert [slip.cost for slip in summary.slips] == ["–2"]
    assert "–2" in table.window.texts


def test_a_call_is_among_the_mistakes_of_the_result(window: WholeWindow) -> None:
    session = match(ended)
    assert session.moves[0].text == "1C"
    judged = Judged(
        ply=0, mover="south", played="1C", best="1S", cost=1014.0, unit="points", error=30.0, verdict="blunder",
        source="search",
    )  # fmt: skip
    session.note(
        0,
        Advice(
            (Choice("1S", Worth("points", 0.0)),),
            "search",
            Worth("points", 0.0),
            True,
            judged=judged.in_advice,
        ),
    )
    table = Table(window(lambda context: PlayScene(context, context.scene(to.Home()), session, hints=True)))
    (slip,) = summary_of(session, judge(session), ("North", "You"), SOUTH).slips
    assert slip.words == "You 1♣ in the auction, better 1♠"
    assert slip.cost.startswith(f"{MINUS}1")
    assert slip.cost.endswith("014 points")
    assert slip.cost in table.window.texts


def test_the_graph_of_a_finished_deal_has_no_gaps(window: WholeWindow) -> None:
    """Nobody was asked on North's turns, nor in the auction."""
    session = match(ended)
    first = next(ply for ply in range(session.length) if words.is_card(session.moves[ply].text))
    for ply in range(first, session.length):
        state = bridge(session.position_at(ply))
        if state.to_move == SOUTH:
            session.note(
                ply,
                Advice(
                    (Choice(state.legal_moves()[0], Worth("tricks", 6.5)),),
                    "search",
                    Worth("tricks", 6.5),
                    True,
                ),
            )
    table = Table(window(lambda context: PlayScene(context, context.scene(to.Home()), session, hints=True)))
    drawn = table.scene.course().values
    known = [ply for ply, value in enumerate(drawn) if value is not None]
    assert known[-1] == session.length
    assert known == list(range(known[0], session.length + 1))


def test_a_result_tells_mistakes_from_luck(window: WholeWindow) -> None:
    session = match(ended)
    cards = [ply for ply in range(session.length) if words.is_card(session.moves[ply].text)]
    states = [bridge(session.position_at(ply)) for ply in cards]
    mine = next(at for at, state in enumerate(states) if state.to_move == SOUTH)
    theirs = next(at for at, state in enumerate(states) if state.to_move != SOUTH)
    for at, ply in enumerate(cards):
        assert not summary_of(session, judge(session), ("North", "You"), SOUTH).luck, "not all is judged yet"
        played, cost = session.moves[ply].text, {mine: 1.5, theirs: 0.5}.get(at, 0.0)
        verdict: Verdict = "blunder" if at == mine else "mistake" if at == theirs else "best"
        judged = Judged(
            ply=ply, mover=("north", "south")[states[at].to_move], played=played, best=played, cost=cost,
            unit="tricks", error=0.1, verdict=verdict, source="search",
        )  # fmt: skip
        session.note(
            ply,
            Advice(
                (Choice(played, Worth("tricks", 7)),),
                "search",
                Worth("tricks", 7),
                True,
                judged=judged.in_advice,
            ),
        )
    taken = bridge(session.position).results[-1].tricks[SOUTH]
    hoped = 7.0 if states[0].to_move == SOUTH else 6.0
    luck = taken - hoped + 1.5 - 0.5
    table = Table(window(lambda context: PlayScene(context, context.scene(to.Home()), session, hints=True)))
    summary = summary_of(session, judge(session), ("North", "You"), SOUTH)
    assert summary.luck[:2] == (
        f"You could expect {hoped:.1f} tricks at the first card.",
        "Mistakes cost you 1.5 and North 0.5.",
    )
    assert summary.luck[2] == words.luck_words(luck, "You")
    for sentence in summary.luck:
        assert sentence in table.window.texts


def test_a_bid_is_told_apart_from_its_outcome() -> None:
    bid, names = Contract(level=4, strain=0, declarer=1), ("North", "You")
    down, made = Result(0, bid, (4, 9), (50, 0)), Result(0, bid, (3, 10), (0, 420))
    unlucky = "4♠ was right with what you knew; the cards were unlucky."
    assert words.fate_words(down, -1.2, names, sound=True) == unlucky
    lucky = "4♠ was wrong with what you knew; the cards were lucky."
    assert words.fate_words(made, 1.2, names, sound=False) == lucky
    assert not words.fate_words(down, 1.2, names, sound=True), "lost by play, not by luck"
    assert not words.fate_words(made, -1.2, names, sound=True)
    assert not words.fate_words(down, -0.2, names, sound=True)


def _choice_of_two(session: Session, ply: int) -> bool:
    state = bridge(session.position_at(ply))
    return state.stage == "play" and len(state.legal_moves()) >= 2 and state.to_move == SOUTH


# -- looking back --


def test_the_review_shows_all_cards(window: WholeWindow) -> None:
    session = match(in_exchange)
    shown = window(lambda context: ReviewScene(context, context.scene(to.Home()), session))
    ui = shown.scene.ui  # type: ignore[attr-defined]
    assert ui.board._now is not None
    assert [held.hidden for held in ui.board._now.hands] == [0, 0]


def test_a_table_is_named_by_the_level_that_is_read() -> None:
    state = bridge(match(in_play).position)
    for _ in range(2):  # the card that is led is looked up after its trick too: thirteen cards in twelves
        advice = Advice(
            (Choice(state.legal_moves()[0], Worth("tricks", 6.5), 0.0, "win"),), "table", Worth("tricks", 6.5)
        )
        assert words.ground(state, advice).startswith("level 12, ")
        state = bridge(state.play(state.legal_moves()[0]))


def test_a_deal_of_few_cards_is_told_by_its_tricks() -> None:
    bid = Contract(level=1, strain=0, declarer=1)
    few = Result(1, bid, (1, 7), (0, 80))
    assert words.made_words(few, ("North", "You")) == "You took 7 of 8 tricks"
    whole = Result(1, bid, (6, 7), (0, 80))
    assert words.made_words(whole, ("North", "You")) == "You made 1♠ exactly"


def test_the_timeline_is_that_of_the_deal_on_the_table(sit: Sit) -> None:
    table = sit(lambda state: len(state.results) == 1 and state.stage == "exchange")
    course = table.scene.course()
    positions = table.scene.session.positions
    first = next(ply for ply, position in enumerate(positions) if bridge(position).results)
    assert course.first == first
    assert [words for _, words in course.stretches] == ["auction", "exchange", "play"]


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (2560, 1440)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 3.0])
def test_every_card_lies_on_the_table(window: WholeWindow, size: tuple[int, int], scale: float) -> None:
    session = match(in_exchange)
    shown = window(
        lambda context: PlayScene(context, context.scene(to.Home()), session),
        size=size,
        scale=scale,
    )
    frame = shown.context.frame(shown.context.canvas(shown.app.surface))
    x, y, width, height = frame.board
    geometry = TableGeometry.fit(frame.board)
    sight = read(bridge(session.position), SOUTH, hidden=True, known=True)
    for seat in (0, 1):
        boxes = list(hand_boxes(geometry, sight, seat).values())
        assert all(x <= box[0] and box[0] + box[2] <= x + width for box in boxes)
        assert all(y <= box[1] and box[1] + box[3] <= y + height for box in boxes)
        apart = [b[0] - a[0] for a, b in pairwise(boxes)]
        assert all(step >= 17 for step in apart), "the rank of every card can be read"


def test_a_suit_in_a_line_of_text_is_a_shape_in_its_own_colour(window: WholeWindow) -> None:
    shown = window(lambda context: context.scene(to.Home()))
    canvas = shown.context.canvas(shown.app.surface)
    canvas.fill((0, 0, 400, 60), (0, 0, 0))
    used = canvas.text((10, 20), "3♥", "body", (255, 255, 255))
    assert used == pytest.approx(canvas.text_width("3♥", "body"))
    assert used > canvas.text_width("3", "body") + 8
    spots = {tuple(canvas.surface.get_at((x, y)))[:3] for x in range(10, 40) for y in range(8, 32)}
    assert canvas.theme.colour.suit_red in spots
    pygame.event.clear()


@pytest.mark.parametrize("width", [10, 14, 20, 25, 30, 36, 60])
def test_a_card_of_any_size_shows_its_rank_and_its_suit(dummy: None, width: int) -> None:
    def drawn(card: int) -> bytes:
        sheet = pygame.Surface((width + 2, int(width * 1.4) + 6))
        draw_card(stage_context().canvas(sheet), (0, 0, width, width * 1.4), card)
        return bytes(pygame.image.tobytes(sheet, "RGB"))

    assert len({drawn(card) for card in range(52)}) == 52
