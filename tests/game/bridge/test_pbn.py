import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game import transfer
from game.bridge import Deal, pbn
from game.bridge.cards import DECK, format_hand, parse_hand
from game.errors import BadInput, IllegalMove, KibitzError
from game.record import Seat
from game.session import Session
from tests.game.bridge.matches import states

NORTH, SOUTH = "AK32.K32.Q32.J32", "QJT9.A54.AK4.A54"


def one(**tags: str) -> str:
    """A game of these tags; `Auction`, `Exchange` and `Play` bring their lines after a `|`."""
    asked = {"Deal": f"N:{NORTH} - {SOUTH} -"} | tags
    return "\n".join(
        f'[{name} "{value}"]\n{lines}'
        for name, (value, _, lines) in ((name, text.partition("|")) for name, text in asked.items())
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_finished_match_is_read_as_it_was_written(seed: int) -> None:
    course = list(
        states(seed, doubles="on", lead=("loser", "winner")[seed % 2], dealer=("north", "south")[seed // 3])
    )
    text = pbn.write(pbn.finished(course), ('Ada "A" \\ Lovelace', "B"))
    opening = pbn.read(text)
    again = [opening.start]
    for move in opening.moves:
        again.append(again[-1].play(move))
    assert again[-1].over
    assert again[-1].points == course[-1].points
    assert again[-1].results == course[-1].results
    assert opening.names == ('Ada "A" \\ Lovelace', "B")
    assert pbn.write(pbn.finished(again), opening.names) == text


def test_only_boards_that_have_ended_are_told() -> None:
    course = list(states(3, match="2 deals"))
    second = next(at for at, state in enumerate(course) if state.number == 2)
    assert pbn.finished(course[:second]) == ()
    assert len(pbn.finished(course[: second + 1])) == 1
    assert len(pbn.finished(course)) == 2
    session = Session(course[0], (Seat("A"), Seat("B")))
    with pytest.raises(BadInput, match="No deal of this match has ended yet"):
        transfer.as_text(session)


def test_a_deal_alone_is_a_match_that_waits_to_be_played() -> None:
    session = transfer.from_text(one())
    state = session.position
    assert (session.length, state.stage, state.to_move) == (0, "auction", 0)
    assert [format_hand(hand) for hand in state.board.cards.hands] == [NORTH, SOUTH]
    assert state.board.deal.open
    assert [seat.name for seat in session.seats] == ["North", "South"]


def test_the_hands_of_east_and_west_become_the_stock_and_always_in_the_same_order() -> None:
    rest = Deal.parse(str(pbn.read(one()).start.board.deal))
    west = format_hand(parse_hand(".QJT9.JT98.KQT98"))
    east = format_hand(DECK & ~parse_hand(NORTH) & ~parse_hand(SOUTH) & ~parse_hand(west))
    four = pbn.read(one(Deal=f"W:{west} {NORTH} {east} {SOUTH}")).start.board.deal
    assert four == rest


def test_a_game_written_by_another_program_is_played_again() -> None:
    text = one(
        Event="?",
        Dealer="S",
        North="Ada",
        Auction="S|Pass $3 Pass 1S! =1= Pass\n2NT Pass {a comment} AP ; and another",
    )
    session = transfer.from_text("% PBN 2.1\n" + text)
    assert [move.text for move in session.moves] == ["pass", "1S", "2N", "pass"]
    assert session.position.to_move == 1
    assert session.seats[0].name == "Ada"


def test_a_game_that_is_not_finished_goes_on_where_it_stopped() -> None:
    text = one(Stock=_stock(), Auction="N|1S Pass Pass Pass", Exchange="N|S2 - S9 -\n+")
    session = transfer.from_text(text)
    assert [move.text for move in session.moves] == ["1S", "pass", "S2", "S9"]
    state = session.position
    assert state.to_move == 1
    assert state.board.left == 13


def _stock() -> str:
    cards = DECK & ~parse_hand(NORTH) & ~parse_hand(SOUTH)
    suits = zip("SHDC", format_hand(cards).split("."), strict=True)
    return "".join(suit + rank for suit, ranks in suits for rank in ranks)


@pytest.mark.parametrize(
    ("tags", "reason"),
    [
        ({"Deal": ""}, "board 1: '' is not a deal; write N: and four hands"),
        ({"Deal": f"X:{NORTH} - {SOUTH} -"}, "is not a deal; write N: and four hands"),
        ({"Deal": f"N:{NORTH} - {SOUTH}"}, "is not a deal; write N: and four hands"),
        ({"Deal": f"E:{NORTH} - {SOUTH} -"}, "board 1: North's hand is not known; North and South are"),
        ({"Deal": f"N:{NORTH} - {NORTH} -"}, "SA is in this deal twice"),
        ({"Deal": f"N:A - {SOUTH} -"}, "'A' has 1 suits"),
        ({"Deal": f"N:A... - {SOUTH} -"}, "North has 1 cards"),
        ({"Stock": "SA"}, "the stock has 1 cards"),
        ({"Stock": "S"}, "'S' is not a card"),
        ({"Rules": "lead west"}, "the rule 'lead' is one of loser, winner"),
        ({"Auction": "Q|1S"}, "board 1: the section Auction begins with N, E, S or W, not 'Q'"),
        ({"Auction": "N|1S 2H Pass Pass"}, "board 1: East calls 2H; only North and South play"),
        ({"Auction": "S|1S Pass Pass Pass", "Dealer": "S"}, ""),
        ({"Auction": "N|1S Pass 1H Pass"}, "board 1: 1H is not higher than 1 spade"),
        (
            {"Auction": "N|1S Pass Pass Pass", "Exchange": "S|SQ - SA -"},
            "N leads to the first trick of Exchange, not S",
        ),
        (
            {"Auction": "N|1S", "Exchange": "N|S2 - S9 -"},
            "the section Exchange comes before the auction has ended",
        ),
        (
            {"Auction": "N|1S Pass Pass Pass", "Exchange": "N|S2 - H4 -"},
            "board 1: H4 does not follow suit; S2 was led",
        ),
        ({"Auction": "N|1S Pass Pass Pass", "Exchange": "N|SQ - SA -"}, "board 1: North does not hold SQ"),
        ({"Auction": "N|1S Pass Pass Pass", "Exchange": "N|S2 - S10 -"}, "board 1: 'S10' is not a card"),
    ],
)
def test_what_cannot_be_read_is_told_with_the_board(tags: dict[str, str], reason: str) -> None:
    if not reason:
        assert pbn.read(one(**tags)).moves == ("1S", "pass")
        return
    with pytest.raises((BadInput, IllegalMove)) as caught:
        pbn.read(one(**tags))
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_dealer_alternates_in_what_was_played() -> None:
    first = one(Board="1", Dealer="N", Auction="N|Pass Pass Pass Pass")
    second = one(Board="2", Dealer="N", Auction="N|1S Pass Pass Pass")
    with pytest.raises(BadInput, match="board 2: the two take turns as dealers, so the other one deals here"):
        pbn.read(f"{first}\n{second}")
    assert pbn.read(f"{first}\n{one(Board='2')}").moves == ("pass", "pass")


def test_a_text_without_a_deal_is_told_so() -> None:
    with pytest.raises(BadInput, match="there is no deal here"):
        transfer.from_text('[Event "Bridge"]')
    with pytest.raises(BadInput, match="is too long"):
        pbn.read("[" * 1_000_001)


@pytest.mark.parametrize(
    "text",
    [
        "%" * 5000,
        "% " * 5000 + "\n" + "[",
        "[a " + "{" * 100_000,
        '[a "' * 50_000,
        "[" + "a" * 100_000,
        "[" * 100_000,
        "[ " * 50_000,
        "." * 10_000,
        "A..." * 5_000,
        ". " * 5_000,
        "[Deal " + "\\" * 50_000,
    ],
    ids=range(11),
)
def test_a_text_made_to_be_slow_is_refused_all_the_same(text: str) -> None:
    with pytest.raises(KibitzError):
        transfer.from_text(text)


WHOLE = pbn.write(pbn.finished(states(7, match="1 deals", doubles="on")))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(WHOLE)), st.integers(0, len(WHOLE)), st.text(max_size=6))
@example(0, 0, "")
def test_a_damaged_text_is_a_match_or_a_sentence(start: int, end: int, put: str) -> None:
    try:
        session = transfer.from_text(WHOLE[: min(start, end)] + put + WHOLE[max(start, end) :])
    except KibitzError as error:
        message = str(error)
    else:
        message = session.position.game
    assert message


def test_every_beginning_of_a_text_is_a_match_or_a_sentence() -> None:
    for length in range(0, len(WHOLE), 7):
        try:
            transfer.from_text(WHOLE[:length])
        except KibitzError as error:
            assert "\n" not in str(error)  # noqa: PT017
