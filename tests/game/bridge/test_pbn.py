import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game import transfer
from game.bridge import Deal, pbn
from game.bridge.cards import DECK, format_hand, parse_hand
from game.errors import BadInput, KibitzError
from game.record import Seat
from game.session import Session
from tests.game.bridge.matches import states

NORTH, SOUTH = "AK32.K32.Q32.J32", "QJT9.A54.AK4.A54"


def one(**tags: str) -> str:
    """A game of these tags; `Auction`, `Exchange` and `Play` bring their lines after a `|`."""
    asked = {"Deal": f"N:{NORTH} - {SOUTH} -"} | tags
    return "\n".join(
        f'[{name} "{value}"]' + (f"\n{lines}" if lines else "")
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
        ({"Deal": "N:... - - ..."}, "board 1: its hands are empty"),
        (
            {"Deal": f"N:{NORTH} - {NORTH} -"},
            "the ace of spades and 12 more cards are in both North's and South's hand",
        ),
        ({"Deal": f"N:A - {SOUTH} -"}, "North has 1 card, not 13"),
        ({"Deal": f"N:AK32.K32.Q32.J3Z - {SOUTH} -"}, "North's hand: 'Z' in"),
        ({"Stock": "SA"}, "the stock has 1 cards"),
        ({"Stock": "S"}, "'S' is not a card"),
        ({"Rules": "lead west"}, "the rule 'lead' is one of loser, winner"),
    ],
)
def test_a_board_that_cannot_be_played_is_told(tags: dict[str, str], reason: str) -> None:
    with pytest.raises(BadInput) as caught:
        pbn.read(one(**tags))
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


BEGUN = "N|1S Pass Pass Pass"


@pytest.mark.parametrize(
    ("tags", "moves", "note"),
    [
        ({"Auction": "Q|1S"}, 0, "Board 1: the section Auction begins with N, E, S or W, not 'Q'"),
        (
            {"Auction": "N|1S 2H Pass Pass"},
            0,
            "Board 1: the auction and the play of four players are left out.",
        ),
        ({"Stock": "?", "Auction": "N|1S 2H Pass Pass"}, 0, "East calls 2H; only North and South play"),
        ({"Auction": "S|1S Pass Pass Pass", "Dealer": "S"}, 2, ""),
        (
            {"Auction": "N|1S Pass 1H Pass"},
            1,
            "Board 1: 1H is not higher than 1 spade; nothing is read from there on",
        ),
        ({"Auction": BEGUN, "Exchange": "S|SQ - SA -"}, 2, "N leads to the first trick of Exchange, not S"),
        ({"Auction": "N|1S", "Exchange": "N|S2 - S9 -"}, 1, "Exchange comes before the auction has ended"),
        ({"Auction": BEGUN, "Exchange": "N|S2 - H4 -"}, 3, "H4 does not follow suit; S2 was led"),
        ({"Auction": BEGUN, "Exchange": "N|SQ - SA -"}, 2, "Board 1: North does not hold SQ"),
        ({"Auction": BEGUN, "Exchange": "N|S2 - S10 -"}, 3, "Board 1: 'S10' is not a card"),
    ],
)
def test_what_was_played_is_read_up_to_the_first_fault(tags: dict[str, str], moves: int, note: str) -> None:
    opening = pbn.read(one(**{**tags, **({"Stock": _stock()} if "Stock" in tags else {})}))
    assert len(opening.moves) == moves
    [*items] = pbn.sentences(opening.notes)
    assert len(items) == bool(note)
    assert note in "".join(items)


def test_the_dealer_alternates_in_what_was_played() -> None:
    first = one(Board="1", Dealer="N", Auction="N|Pass Pass Pass Pass")
    opening = pbn.read(f"{first}\n{one(Board='2', Dealer='N', Auction='N|1S Pass Pass Pass')}")
    assert opening.moves == ("pass", "pass")
    assert "board 2" in pbn.sentences(opening.notes)[0].lower()
    assert "the other one deals here" in pbn.sentences(opening.notes)[0]
    assert pbn.read(f"{first}\n{one(Board='2')}").moves == ("pass", "pass")


# -- files of other programs --

WEST, EAST = ".QJT9.JT98.KQT98", "87654.876.765.76"
FOUR = f"N:{NORTH} {EAST} {SOUTH} {WEST}"
LIN = "pn|Sid,Wes,Nan,Eve|st||md|3SQJT9HA54DAK4CA54,SHQJT9DJT98CKQT98,SAK32HK32DQ32CJ32,|rh||ah|Board 7|sv|o|"


def hands(text: str) -> list[str]:
    """North's and South's hand on the first board of a text."""
    return [format_hand(hand or 0) for hand in pbn.read(text).start.board.deal.hands]


@pytest.mark.parametrize(
    "text",
    [
        one(Deal=FOUR),
        f'; by a club\n[Board "1"]\n[Deal "{FOUR}"]',
        f'Club evening\n\nMinimum : 33.6\n{{ more }}\n[Board "1"]\n[Deal "{FOUR}"]\n',
        f'% PBN\r\n% more\r\n[Board "1"]\r\n[Deal "{FOUR}"]\r\n',
        f'[Event "a; b {{ c"]\n[Site "C:\\deals\\"]\n[Date "the "big" one"]\n[Deal "{FOUR}"]',
        f"[Board “1”] [Deal “{FOUR}”]",
        f'[Event "x"]\n\n[Board "1"]\n\n[Deal "{FOUR}"]\n\n[Scoring ""]\n\n[Declarer "N"]\n',
        one(Deal=FOUR.lower()),
        one(Deal=FOUR.replace(" ", "\n", 1)),
        one(Deal=FOUR.replace("T", "10")),
        one(Deal=FOUR.replace(" .", " -.")),
        one(Deal=f"E:{EAST} {SOUTH} {WEST} {NORTH}"),
        one(Deal=f"S:{SOUTH} {WEST} {NORTH} {EAST}"),
        one(Deal=f"N:- {EAST} {SOUTH} {WEST}"),
        one(Deal=f"N:{NORTH} {EAST} ... {WEST}"),
        one(Deal=FOUR, OptimumResultTable="Declarer;Denomination\\2R;Result\\2R|N NT 9\nN S 8"),
        f"N:{NORTH} {EAST} {SOUTH} {WEST}\nN:{SOUTH} {EAST} {NORTH} {WEST}",
        f"deal 1: n {NORTH} e {EAST} s {SOUTH} w {WEST}",
        LIN,
        LIN.lower(),
        LIN.replace("|", "%7C").replace(",", "%2C"),
        f"https://www.bridgebase.com/tools/handviewer.html?bbo=y&lin={LIN.replace('|', '%7C')}",
        LIN.replace("SHQJT9DJT98CKQT98", ""),
        f"vg|Final|rs||\nqx|o1|{LIN}mb|1S|mb|p|pc|SA|pg||\nqx|c1|{LIN}pg||",
        "https://www.bridgebase.com/tools/handviewer.html?n=sak32hk32dq32cj32&s=sqjt9ha54dak4ca54&d=n&a=1sppp",
    ],
)  # fmt: skip
def test_deals_are_read_as_other_programs_write_them(text: str) -> None:
    assert hands(text) == [NORTH, SOUTH]
    assert transfer.from_text(text).position.game == "bridge"


def test_names_number_and_dealer_are_those_of_the_file() -> None:
    [board] = pbn.boards_in(LIN).boards
    assert (board.label, board.names, board.dealer) == ("7", ("Nan", "Sid"), "north")
    cards = LIN[LIN.index("md|") :]
    boards = pbn.boards_in(
        f"vg|Final|pn|a,b,c,d,e,f,g,h|qx|o1|{cards}pg||\nqx|c1|{cards}pg||\nqx|o2|{cards}"
    ).boards
    assert [board.names for board in boards] == [("c", "a"), ("g", "e"), ("c", "a")]
    [board] = pbn.boards_in(one(Deal=FOUR, Board="12", Dealer="S", North="-", South="Åsa")).boards
    assert (board.label, board.names, board.dealer) == ("12", ("", "Åsa"), "south")


@pytest.mark.parametrize(
    "course",
    [
        {"Auction": "N|1C 1S 2H 4S\n5H AP"},
        {"Auction": "N|1C Pass 1H Pass\n2H AP", "Play": "E|SQ S2 S3 S8"},
        {"Auction": "W|Pass Pass 1C 2NT\nPass Pass Pass", "Play": "W|ca C6 c8 S5"},
    ],
)
def test_of_a_game_of_four_only_the_deal_is_taken(course: dict[str, str]) -> None:
    opening = pbn.read(one(Board="1", Deal=FOUR, **course))
    assert opening.moves == ()
    assert pbn.sentences(opening.notes) == ["Board 1: the auction and the play of four players are left out."]


@pytest.mark.parametrize(
    ("deal", "note"),
    [
        (
            f"N:{NORTH} {NORTH} {SOUTH} {WEST}",
            "the ace of spades and 12 more cards are in both North's and East's hand",
        ),
        (f"N:{NORTH} {EAST} {SOUTH} {WEST[:-1]}", "West has 12 cards, not 13"),
        (f"N:{NORTH} {EAST} {SOUTH} .QJT9.JT98", "West has 8 cards, not 13"),
        (
            f"N:{NORTH} {EAST} {SOUTH} AQJT9.JT98.KQT9.",
            "the ace of spades and 1 more card are in both North's and West's hand",
        ),
    ],
)
def test_impossible_hands_of_east_and_west_are_told(deal: str, note: str) -> None:
    [text] = pbn.sentences(pbn.read(one(Board="4", Deal=deal)).notes)
    assert text.startswith("Board 4: ")
    assert note in text


def test_what_can_be_read_of_many_boards_is_read_and_the_rest_is_told() -> None:
    games = [one(Board=str(number), Deal=FOUR) for number in range(1, 501)]
    games[1] = one(Board="2", Deal="N:... ... ... ...")
    games[2] = one(Board="3", Deal=f"N:{NORTH} - {NORTH} -")
    games[3] = one(Board="4", Deal="#")
    games[5] = one(Board="6", Deal="N:... - ... -")
    file = pbn.boards_in("\n".join(games))
    assert [board.label for board in file.boards][:5] == ["1", "5", "7", "8", "9"]
    assert len(file.boards) == 496
    assert file.to_choose
    assert [format_hand(hand) for hand in file.boards[-1].opening().start.board.deal.hands] == [NORTH, SOUTH]
    items = pbn.sentences(file.opening().notes)
    assert items[0] == "Boards 2 and 6: its hands are empty."
    assert items[1].startswith(
        "Boards 3 and 4: the ace of spades and 12 more cards are in both North's and South's hand"
    )
    assert items[2] == "Boards 105, 106, 107 and 393 more: a match has at most 100 deals."


def test_a_value_is_inherited_as_the_standard_says() -> None:
    games = [
        one(Board="1", Deal=FOUR, North="##Ada"),
        '[Board "2"]\n[Deal "#"]',
        '[Board "3"]\n[Deal "#"]\n[North "B"]',
    ]
    boards = pbn.boards_in("\n\n".join(games)).boards
    assert [board.names[0] for board in boards] == ["Ada", "Ada", "B"]
    assert len({str(board.deal) for board in boards}) == 1


def test_a_text_without_a_deal_is_told_so() -> None:
    with pytest.raises(BadInput, match="there is no deal here"):
        transfer.from_text('[Event "Bridge"]')
    with pytest.raises(BadInput, match="has 8,000,001 characters"):
        pbn.read("[" * 8_000_001)


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
