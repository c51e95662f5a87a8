import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bridge import Board, Deal, Holdings, State, consistent, observe
from game.bridge.cards import DECK, bit, cards_of, mask_of, parse_card, suit_mask
from game.errors import BadInput, IllegalMove
from tests.game.bridge.matches import states

few = settings(max_examples=40, deadline=None)


def reached(seed: int, share: float) -> State:
    """A position of a match by chance, that share of the way through it."""
    course = list(states(seed, match="1 deals"))
    return course[int(share * (len(course) - 1))]


def other_world(state: State, seat: int, dice: random.Random) -> State | None:
    """A state in which `seat` has seen the same, made without views: cards it has not seen change places."""
    board, deal = state.board, state.board.deal
    assert deal.hands[0] is not None
    assert deal.hands[1] is not None
    mine = deal.hands[seat] or 0
    seen = mine | board.cards.gone | (0 if board.upturned is None else bit(board.upturned))
    for trick in board.exchange_tricks:
        seen |= bit(trick.shown or 0)
        seen |= bit(trick.drawn or 0) if trick.winner != seat else 0
    order = [*cards_of(deal.hands[0]), *cards_of(deal.hands[1]), *(card or 0 for card in deal.stock)]
    free = [at for at, card in enumerate(order) if not seen & bit(card)]
    moved = [order[at] for at in free]
    dice.shuffle(moved)
    for at, card in zip(free, moved, strict=True):
        order[at] = card
    try:
        played = Board.dealt(board.rules, Deal.of(order), board.dealer, board.moves)
    except IllegalMove:
        return None  # the other has played what it would not hold there, or would have had to follow suit
    return replace(state, board=played, deals=replace(state.deals, listed=(), seed=dice.randrange(2**63)))


@few
@given(st.integers(0, 10_000), st.floats(0, 1), st.integers(0, 1), st.integers(0, 2**32))
def test_equal_observations_give_equal_views(seed: int, share: float, seat: int, chance: int) -> None:
    state = reached(seed, share)
    other = other_world(state, seat, random.Random(chance))
    if other is None:
        return
    one, two = state.view(seat), other.view(seat)
    assert one == two
    assert repr(one) == repr(two)
    assert one.here() == two.here()
    assert one.digest() == two.digest()
    assert one.setup == two.setup
    assert one.legal_moves() == two.legal_moves()
    assert observe(one) == observe(two)
    assert repr(vars(one.board)) == repr(vars(two.board))


def test_other_worlds_are_found_at_every_stage() -> None:
    dice, results = random.Random(3), {"auction": 0, "exchange": 0, "play": 0}
    for state in states(8, match="1 deals"):
        if state.over:
            break
        other = other_world(state, 0, dice)
        results[state.stage] += other is not None and other.board.cards != state.board.cards
    assert results["auction"] > 0
    assert results["exchange"] > 5


@few
@given(st.integers(0, 10_000), st.floats(0, 1), st.integers(0, 1))
def test_a_view_is_opened_again_by_its_own_rules(seed: int, share: float, seat: int) -> None:
    view = reached(seed, share).view(seat)
    again = State.open(view.here())
    assert again == view
    assert again.view(seat) == view
    assert again.digest() == view.digest()
    assert view.first is None


@pytest.mark.parametrize("seed", range(2))
def test_a_player_knows_his_own_cards_and_of_the_other_what_lay_open(seed: int) -> None:
    for state in states(seed, match="2 deals"):
        for seat in (0, 1):
            view, cards = state.view(seat), state.board.cards
            known = observe(view)
            assert known.own == cards.hands[seat]
            assert known.theirs & ~cards.hands[1 - seat] == 0
            hidden = cards.hands[1 - seat] & ~known.theirs
            assert hidden.bit_count() == known.hidden
            assert hidden & ~known.possible == 0
            assert known.possible & ~known.unseen == 0
            assert known.unseen.bit_count() == known.hidden + known.stock
            assert known.own | known.theirs | known.unseen | known.played | _upturned(state) == DECK
            for suits in range(16):
                cards_of_suits = sum(suit_mask(suit) for suit in range(4) if suits >> suit & 1)
                assert (hidden & cards_of_suits).bit_count() <= known.at_most[suits]
            assert consistent(view, state.board.deal)


def _upturned(state: State) -> int:
    return 0 if state.board.upturned is None else bit(state.board.upturned)


@pytest.mark.parametrize("seed", range(3))
def test_the_moves_of_the_mover_are_his_and_those_of_the_other_are_what_he_may_hold(seed: int) -> None:
    for state in states(seed, match="1 deals", doubles="on"):
        mover = state.to_move
        assert state.view(mover).legal_moves() == state.legal_moves()
        seen = state.view(1 - mover)
        assert set(state.legal_moves()) <= set(seen.legal_moves())
        assert seen.to_move == mover
        assert seen.claims() == state.claims()
        if state.stage != "exchange":
            assert seen.legal_moves() == state.legal_moves()


def test_the_play_stage_is_open_to_both() -> None:
    for state in states(21, match="1 deals"):
        if state.stage == "play":
            for seat in (0, 1):
                assert state.view(seat).board.endgame == state.board.endgame
                assert observe(state.view(seat)).hidden == 0


def test_a_suit_that_was_not_followed_is_not_held_but_may_be_drawn() -> None:
    stock = "".join(suit + rank for suit in "DC" for rank in "AKQJT98765432")
    deal = f"AKQJT98765432... .AKQJT98765432.. {stock}"
    state = State.open({"deals": f"list:{deal}", "moves": "1N,pass"})
    assert observe(state.view(0)).possible == DECK & ~suit_mask(0) & ~bit(25 + 13)
    failed = state.play("SA").play("H2")
    known = observe(failed.view(0))
    assert known.at_most[0b0001] == 1  # the one card drawn since might be a spade, were there any left
    assert known.at_most[0b0011] == 13
    assert known.hidden == 13
    assert len(state.play("SA").view(0).legal_moves()) == 38


def test_two_suits_that_were_not_followed_share_what_was_drawn_since() -> None:
    spade, diamond, hearts = parse_card("SA"), parse_card("DA"), (parse_card("H2"), parse_card("H3"))
    cards = Holdings.dealt((mask_of((spade, diamond)), None), 13)
    cards = cards.plays(1, hearts[0], spade).draws(1, None)
    assert [cards.at_most[1][suits] for suits in (0b0001, 0b0100, 0b0101, 0b1111)] == [1, 13, 13, 13]
    cards = cards.plays(1, hearts[1], diamond)
    assert [cards.at_most[1][suits] for suits in (0b0001, 0b0100, 0b0101, 0b1111)] == [1, 0, 1, 12]
    cards = cards.draws(1, None)
    assert [cards.at_most[1][suits] for suits in (0b0001, 0b0100, 0b0101, 0b1111)] == [2, 1, 2, 13]
    cards = cards.plays(1, parse_card("S2"), None)
    assert [cards.at_most[1][suits] for suits in (0b0001, 0b0100, 0b0101, 0b1111)] == [1, 1, 1, 12]


@pytest.mark.parametrize("seed", range(2))
def test_only_deals_that_agree_with_everything_seen_are_consistent(seed: int) -> None:
    dice = random.Random(seed)
    for state in list(states(seed, match="1 deals"))[::7]:
        view = state.view(1)
        other = other_world(state, 1, dice)
        if other is not None:
            assert consistent(view, other.board.deal)
        deal = state.board.deal
        assert deal.hands[1] is not None
        swapped = Deal((deal.hands[1], deal.hands[0]), deal.stock)
        assert not consistent(view, swapped)


def test_a_view_is_for_the_seat_it_belongs_to() -> None:
    view = State.open({}).view(0)
    with pytest.raises(BadInput, match="this is what North sees, and nobody else"):
        view.view(1)
    with pytest.raises(BadInput, match="take the view of a seat"):
        observe(State.open({}))
    with pytest.raises(BadInput, match="take the view of a seat"):
        consistent(State.open({}), Deal.random(1))


@pytest.mark.parametrize("seed", range(2))
def test_whatever_happens_next_was_possible_as_far_as_each_of_them_knew(seed: int) -> None:
    course = list(states(seed, match="1 deals"))
    for at in range(0, len(course), 9):
        for seat in (0, 1):
            view = course[at].view(seat)
            for later in course[at + 1 :]:
                if not later.board.moves:
                    break
                view = view.play(later.board.moves[-1])
            assert view.to_move == course[-1].to_move


def test_of_the_other_hand_nothing_is_told_before_the_first_card() -> None:
    state = State.open({"deals": "random:6"})
    view = state.view(0)
    theirs = state.board.cards.hands[1]
    names = str(view.here()) + repr(view) + view.digest()
    assert str(state.board.deal).split()[1] not in names
    assert str(theirs) not in names
    assert set(view.board.deal.stock) == {None}


def test_a_view_tells_nothing_of_other_deals() -> None:
    for state in states(77, match="2 deals"):
        for seat in (0, 1):
            here = state.view(seat).here()
            assert "77" not in here["deals"]
            assert here["deals"].endswith("+?")
            assert here["deals"].count("/") == 0
