import random

import py_fumen_py as peer
import pytest

from game.errors import BadInput
from game.tetris.guideline import Field, Placement, State, can_reach, reachable
from game.tetris.guideline.fumen import Drawing, Page, opening_of, page_of, pages_of, read, write
from game.tetris.guideline.fumen.text import MOST_PAGES
from tests.game.tetris.guideline.heaps import heaps

TWO_FOR_A_T = "...x....../xxx...xxxx/xxxx.xxxxx"  # a T can only be turned in
LEDGE = "........x."  # a T can be let fall behind it, or be turned in
DOUBLE = "T south 4 1 full"


def by_chance(seed: int, rules: dict[str, str], most: int) -> list[State]:
    """The states of a game by chance that stays low and likes spins."""
    dice, states = random.Random(seed), [State.open(rules)]
    while len(states) <= most and not states[-1].over:
        places = states[-1].placements
        tried = [places[int(dice.random() * len(places))] for _ in range(6)]
        states.append(states[-1].put(min(tried, key=lambda at: (-at.spin, max(y for _, y in at.cells)))))
    return states


def played(rules: dict[str, str], *moves: str) -> list[State]:
    states = [State.open(rules)]
    for move in moves:
        states.append(states[-1].play(move))
    return states


@pytest.mark.parametrize(
    ("seed", "rules"),
    [
        (1, {"queue": "seven_bag:1"}),
        (2, {"queue": "uniform:2", "previews": "1"}),
        (3, {"queue": "list:TIOSZLJTIOSZLJTIOSZLJ", "hold": "T", "previews": "6"}),
        (4, {"queue": "seven_bag:4", "hold": "off", "board": "x.xxxxxxxx/x..xxxxxxx/xx.xxxxxxx"}),
        (5, {"queue": "list:T", "hold": "S"}),
    ],
)
def test_a_whole_game_goes_there_and_back(seed: int, rules: dict[str, str]) -> None:
    states = by_chance(seed, rules, 60)
    text = write(pages_of(states))
    opening = opening_of(read(text))
    moves = [state.last.placement for state in states if state.last]
    assert opening.note == ""
    assert list(opening.placements) == moves
    state = opening.start
    for before, at in zip(states, moves, strict=False):
        assert (state.field, state.hold, state.piece) == (before.field, before.hold, before.piece)
        assert state.queue.pieces(1 + before.rules.previews)[1:] == before.previews
        state = state.put(at)
    assert (state.field, state.hold) == (states[-1].field, states[-1].hold)
    assert write(pages_of(states)) == text


def test_a_game_has_one_page_a_placement_with_what_was_seen_and_done() -> None:
    rules = {"queue": "list:JTOI", "board": TWO_FOR_A_T, "previews": "2"}
    pages = pages_of(played(rules, "J north 8 2", DOUBLE, "O north 0 0"))
    assert [page.comment for page in pages] == ["#Q=[](J)TO", "#Q=[](T)OI;T-spin double", "#Q=[](O)I"]
    placed = [str(page.placement) for page in pages]
    assert placed == ["J north 8 2 none", "T south 4 1 none", "O north 0 0 none"]


def test_colours_stay_until_their_rows_go() -> None:
    rules = {"queue": "list:JTO", "board": TWO_FOR_A_T}
    pages = pages_of(played(rules, "J north 8 2", DOUBLE, "O north 0 0"))
    assert str(pages[1].drawing) == "_______J__\n___X___JJJ\nXXX___XXXX\nXXXX_XXXXX"
    assert str(pages[2].drawing) == "_______J__\n___X___JJJ"
    assert str(pages[2].after) == "OO_____J__\nOO_X___JJJ"


def test_garbage_pushes_the_colours_up() -> None:
    start = State.open({"queue": "list:JOIT", "messiness": "0"}).receive(2)
    first = start.play("J north 1 0")
    assert first.field.height == 4
    pages = pages_of([start, first, first.play("O north 8 2")])
    hole = next(x for x in range(10) if not first.field.filled(x, 0))
    grey = "".join("_" if x == hole else "X" for x in range(10))
    assert str(pages[1].drawing) == f"J_________\nJJJ_______\n{grey}\n{grey}"


def test_another_program_sees_the_same_game() -> None:
    states = by_chance(6, {"queue": "seven_bag:6"}, 30)
    seen = peer.decode(write(pages_of(states)))
    for state, page in zip(states, seen, strict=False):
        rows = [sum(1 << x for x, cell in enumerate(row) if cell) for row in page.field[0:23]]
        assert Field.of(rows) == state.field
    cells = [sorted(tuple(cell) for cell in page.operation.shape()) for page in seen]
    assert cells == [list(state.last.placement.cells) for state in states if state.last]


def test_a_position_is_a_page_with_its_pieces() -> None:
    state = State.open({"queue": "list:TIOSZLJTT", "hold": "S", "board": "x........x", "previews": "3"})
    (page,) = pages_of([state])
    assert page == page_of(state) == Page(Drawing.parse("X________X"), comment="#Q=[S](T)IOS")
    start = opening_of([page]).start
    assert (start.field, start.hold, start.queue.listed) == (state.field, state.hold, (2, 0, 1, 5))


def test_a_board_alone_is_played_on_with_a_bag() -> None:
    opening = opening_of(read(write([Page(Drawing.parse("XX_XXXXXXX JJJJJJJJJJ"), comment="see here")])))
    assert (opening.start.field, opening.placements, opening.note) == (Field.parse("xx.xxxxxxx"), (), "")
    assert opening.start.queue.kind == "seven_bag"


@pytest.mark.parametrize(
    ("text", "spin"),
    [
        ("", "mini"),
        ("TSM", "mini"),
        ("T-spin mini", "mini"),
        ("T-spin", "mini"),
        ("no spin", "none"),
        ("#Q=[](T);no spin", "none"),
    ],
)
def test_a_t_that_can_be_turned_in_has_been_unless_the_comment_says_no(text: str, spin: str) -> None:
    page = Page(Drawing.of(Field.parse(LEDGE)), Placement.parse("T west 9 1"), text)
    assert [str(at) for at in opening_of([page]).placements] == [f"T west 9 1 {spin}"]


@pytest.mark.parametrize(("spin", "text"), [("none", "no spin"), ("mini", "T-spin mini")])
def test_how_a_t_came_there_is_said_where_it_could_be_otherwise(spin: str, text: str) -> None:
    (page,) = pages_of(played({"queue": "list:T", "board": LEDGE}, f"T west 9 1 {spin}"))
    assert page.comment == f"#Q=[](T);{text}"
    (page,) = pages_of(played({"queue": "list:T"}, "T west 9 1 none"))
    assert page.comment == "#Q=[](T)"


def test_a_row_cleared_without_the_turn_that_could_have_been_is_told_apart() -> None:
    for spin, text in (("none", "no spin, single"), ("mini", "T-spin mini single")):
        states = played({"queue": "list:T", "board": "xxxxxxxxx."}, f"T west 9 1 {spin}")
        (page,) = pages_of(states)
        assert page.comment == f"#Q=[](T);{text}"
        assert opening_of([page]).placements == (states[-1].last.placement,)


def test_kicks_of_another_system_are_tried_where_those_of_srs_do_not_lead_there() -> None:
    field, at = next(
        (field, at)
        for field in heaps(200, 1)
        for at in reachable(field, 2, "srs+180")
        if not any(can_reach(field, at._replace(spin=spin)) for spin in range(3))
    )
    opening = opening_of([Page(Drawing.of(field), at)])
    assert (opening.placements, opening.note, opening.start.rules.kicks) == ((at,), "", "srs+180")


def test_without_a_quiz_the_pieces_are_those_placed() -> None:
    first = Page(Drawing(), Placement.parse("I north 1 0"), "first")
    second = Page(first.after, Placement.parse("O north 4 0"))
    opening = opening_of([first, second, Page(second.after)])
    assert (str(opening.start.queue), len(opening.placements), opening.note) == ("list:IO", 2, "")


def test_a_quiz_that_does_not_fit_is_passed_over() -> None:
    first = Page(Drawing(), Placement.parse("I north 1 0"), "#Q=[](T)SZ")
    assert [str(at) for at in opening_of([first]).placements] == ["I north 1 0 none"]


def test_of_several_games_the_longest_is_taken_and_the_pages_are_named() -> None:
    states = by_chance(7, {"queue": "seven_bag:7"}, 5)
    look, last = Page(Drawing.parse("XX________"), comment="look"), Page(Drawing.parse("S_________"))
    opening = opening_of((look, *pages_of(states), last))
    assert len(opening.placements) == 5
    assert opening.note == "pages 2 to 6 of 7"


def test_a_game_ends_where_the_rules_do() -> None:
    first = Page(Drawing(), Placement.parse("I north 1 0"))
    hanging = Page(first.after, Placement.parse("O north 4 5"))
    opening = opening_of([first, hanging])
    assert opening.note == "pages 1 to 2 of 2: O at north 4 5 would hang in the air; it falls to y = 0"
    assert len(opening.placements) == 1
    full = Page(Drawing.parse("XXXXXXXXXX"), Placement.parse("I north 1 1"))
    assert opening_of([full]).note == "pages 1 to 1 of 1: I is placed among full rows"


def test_pages_that_lock_nothing_are_passed_over() -> None:
    at = Placement.parse("I north 1 0")
    pages = [Page(Drawing(), comment="watch"), Page(Drawing(), at, lock=False), Page(Drawing(), at)]
    assert opening_of(pages).placements == (at,)


def test_what_a_page_cannot_show_is_refused() -> None:
    tower = State.open({"board": "/".join(["x........."] * 24)})
    with pytest.raises(BadInput, match="24 rows high; a page of a fumen shows 23"):
        page_of(tower)
    state = State.open({})
    with pytest.raises(BadInput, match="too long"):
        pages_of([state] * (MOST_PAGES + 2))
    with pytest.raises(BadInput, match="nothing is known of placement 1"):
        pages_of([state, state])
    with pytest.raises(BadInput, match="at least one page"):
        opening_of([])
