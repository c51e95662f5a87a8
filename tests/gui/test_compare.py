"""Disadvantages of a move against the best one: every number in the sentence is counted again here."""

from __future__ import annotations

import re
from random import Random

import pytest

from ai.bridge import engine as bridge_engine
from ai.bridge.levels import FULL
from ai.bridge.solver.solver import Solver
from game.advice import Advice, Choice, ClearShare, Source, Unit, Worth
from game.bridge import State as BridgeState
from game.bridge.cards import cards_of, mask_of, parse_card, suit_of
from game.bridge.endgame import Endgame
from game.bridge.state import rules_of
from game.errors import IllegalMove
from game.facts import BridgeFacts, ClassicFacts
from game.tetris.classic import State as ClassicState
from game.tetris.four_wide.state import State as FourWideState
from game.tetris.guideline import Placement, State
from game.tetris.naming import name_of
from game.zuniq import Grid
from game.zuniq import State as ZuniqState
from gui.games.bridge import words as bridge_words
from gui.games.bridge.cards import card_words
from gui.games.classic import words as classic_words
from gui.games.classic.equity import breakdown
from gui.games.four_wide.language import _takes
from gui.games.guideline import words
from gui.games.zuniq.language import compare
from tests.game.tetris.guideline.slow_count import count, some_state


def advised(*moves: str, source: Source = "search", unit: Unit = "order", evaluator: str = "") -> Advice:
    choices = tuple(Choice(move, Worth(unit, 1.0 - i / 4), 0.5) for i, move in enumerate(moves))
    evidence = (ClassicFacts(evaluator=evaluator),) if evaluator else ()
    return Advice(choices, source, choices[0].worth, True, evidence)


def test_guideline_sentences_are_counted() -> None:
    """Count every cell slowly, and compare with the sentences about two placements."""
    for seed in range(300):
        state = some_state(seed)
        best, other = Random(seed).sample(state.placements, 2)
        what_is_worse_is_counted(state, best, other)
        what_is_done_is_counted(state, best)


def what_is_worse_is_counted(state: State, best: Placement, other: Placement) -> None:
    text = words.compare(state, advised(str(best), str(other)), str(other))
    ours, theirs = count(state.field, best), count(state.field, other)
    if match := re.search(r"covers (\d+) cells? in columns? ([\d, and]+\d)", text):
        assert int(match[1]) == len(theirs.covered) - len(ours.covered) == theirs.left - ours.left
        assert numbers(match[2]) == {x + 1 for x, _ in theirs.covered}
    if match := re.search(r"leaves (\d+) more covered cells?", text):
        assert int(match[1]) == theirs.left - ours.left
    if match := re.search(r"stands (\d+) rows? higher", text):
        assert int(match[1]) == theirs.height - ours.height
    if match := re.search(r"sends (\d+) rows? less now", text):
        assert int(match[1]) == state.put(best).last.attack - state.put(other).last.attack
    assert text


def what_is_done_is_counted(state: State, best: Placement) -> None:
    text = " ".join(words.reasons(state, advised(str(best))))
    now, after = count(state.field, best), state.put(best)
    settled = state.field.landed(*best[:4]).cleared()
    assert ("No attack in sight" in text) == (not after.last.rows), (
        "a clear that sends nothing is one all the same"
    )
    if match := re.search(r"t covers (\d+) cells? in columns? ([\d, and]+\d)", text):
        assert (int(match[1]), numbers(match[2])) == (len(now.covered), {x + 1 for x, _ in now.covered})
    if "covers no cells" in text:
        assert not now.covered
    if match := re.search(r"t opens (\d+) covered cells?", text):
        assert int(match[1]) == len(now.opened)
    if match := re.search(r"t fills (\d+) covered cells?", text):
        assert int(match[1]) == len(now.filled)
    if match := re.search(r"lets in (\d+) rows? of garbage, up to a height of (\d+)", text):
        assert (int(match[1]), int(match[2])) == (len(after.last.up), after.field.height)
    if match := re.search(r"olumn (\d+) then waits for an I", text):
        column = int(match[1]) - 1
        sides = [settled.heights[x] for x in (column - 1, column + 1) if 0 <= x < 10]
        assert min(sides) - settled.heights[column] >= 3
    assert ("lets" in text) == bool(after.last.up)


def numbers(text: str) -> set[int]:
    """The columns that are named."""
    return set(map(int, re.findall(r"\d+", text)))


def test_a_clear_that_sends_nothing_is_not_called_no_attack_in_sight() -> None:
    state = State.open({"board": "..x......./xxxxxx....", "queue": "list:IOTLJSZ"})
    move = next(str(at) for at in state.placements if at.piece == 0 and state.put(at).last.rows)
    assert words.reasons(state, advised(move))[0].startswith("A single now sends no attack.")


def test_a_perfect_clear_in_sight_is_said_of_the_placement_that_keeps_it() -> None:
    state = State.open({"queue": "seven_bag:3"})
    moves = [str(at) for at in state.placements[:3]]
    clear_shares = [ClearShare(6, 7, 5), ClearShare(7, 7, 5), ClearShare(0, 7, 5)]

    def advice(*order: int) -> Advice:
        worth = Worth("order", 1.0)
        return Advice(
            tuple(Choice(moves[at], worth, clear=clear_shares[at]) for at in order), "search", worth, True
        )

    names = [name_of(move, moves) for move in moves]
    assert words.reasons(state, advice(1, 0, 2))[0].startswith("A perfect clear in 5 pieces is certain.")
    assert words.reasons(state, advice(0, 2))[0].startswith(
        "A perfect clear in 5 pieces follows with 6 of the 7 pieces that can come."
    )
    assert words.reasons(state, advice(0, 1))[0].startswith(
        f"{names[1]}, would make a perfect clear in 5 pieces certain."
    )
    assert "perfect clear" not in words.reasons(state, advice(2))[0]
    assert "keeps a perfect clear in 5 pieces with only 6 of the 7" in words.compare(
        state, advice(1, 0), moves[0]
    )
    assert "gives up a perfect clear in 5 pieces" in words.compare(state, advice(1, 2), moves[2])


def test_a_guideline_plan_is_named() -> None:
    board = "/".join(["xxxxxxxxx."] * 4)
    state = State.open({"board": board, "queue": "list:OIOTLJSZ"})
    flat = next(str(at) for at in state.placements if at.piece == 1 and at.x == 0)
    other = next(str(at) for at in state.placements if at.piece == 1 and at.x == 3)
    tall = next(str(at) for at in state.placements if at.piece == 0 and at.y < 4)
    best = Choice(flat, Worth("order", 3.0), 0.5, line=(tall,))
    text = words.compare(
        state,
        Advice((best, Choice(other, Worth("win", 1.0), 0.3)), "search", Worth("order", 3.0), True, ()),
        other,
    )
    assert "is for a Tetris with piece 2" in text


@pytest.mark.parametrize("seed", range(20))
def test_zuniq_sentences_are_counted(seed: int) -> None:
    random = Random(seed)
    state = ZuniqState.start(Grid(4, 4))
    for _ in range(6):
        state = state.play(random.choice(state.legal_moves()))
    best, other = random.sample(state.legal_moves(), 2)
    text = compare(state, advised(best, other, unit="win"), other)
    then, drawn = state.play(other), 0
    while quiet := [wall for wall in then.legal if not then.would_close(wall)]:
        then, drawn = then.draw(random.choice(quiet)), drawn + 1
    left = re.search(r"(\d+) safe walls? (?:is|are) left, and (White|Black) draws the last of them", text)
    assert (left is None) == (drawn == 0)
    if left is not None:
        assert int(left[1]) == drawn, "in whatever order safe walls are drawn"
        assert left[2] == ("White", "Black")[1 - then.to_move]
    zones = re.search(r"zones of (.+) are possible", text)
    if zones is not None:
        possible = {
            size
            for part in re.split(", | or ", zones[1])
            for size in range(int(part.split(" to ")[0]), int(part.split(" to ")[-1]) + 1)
        }
        while not then.over:
            wall = random.choice(then.legal)
            assert len(then.would_close(wall)) in possible
            then = then.draw(wall)


def test_what_was_said_behind_a_wall_counts_where_the_search_left_it_out() -> None:
    state = ZuniqState.start(Grid(3, 3))
    best, other, reply = state.legal_moves()[:3]
    behind = Advice((Choice(reply, Worth("win", 1.0), proof="win"),), "search", Worth("win", 1.0), True)
    first = Advice((Choice(best, Worth("win", 1.0), proof="win"),), "search", Worth("win", 1.0), True)
    assert f"loses: Black always draws the last wall with {reply}" in compare(state, first, other, behind)


def test_a_wall_that_loses_is_said_to_lose() -> None:
    state = ZuniqState.start(Grid(3, 3))
    best, other = state.legal_moves()[:2]
    choices = (
        Choice(best, Worth("win", 1.0), 0.5, proof="win"),
        Choice(other, Worth("win", 0.0), 0.1, proof="loss", line=("B2h",)),
    )
    text = compare(state, Advice(choices, "search", Worth("win", 1.0), True), other)
    assert "loses: Black always draws the last wall with B2h" in text


def test_classic_terms_are_those_of_the_account() -> None:
    state = ClassicState.open({"pieces": "list:OIT", "board": "xx......xx/xx.....xxx"})
    moves = state.legal_moves()
    for best, other in zip(moves, moves[3:], strict=False):
        text = classic_words.compare(
            state, advised(best, other, source="rule", unit="equity", evaluator="tengstrand-1.1"), other
        )
        boards = [classic_words.board_after(state, move) for move in (best, other)]
        assert all(boards)
        totals = [breakdown(board, "tengstrand-1.1") for board in boards if board is not None]
        for by, name in re.findall(r"(\d+\.\d+) more (\w+)", text):
            terms = [next(t.value for t in each.terms if t.name.lower() == name) for each in totals if each]
            assert float(by) == pytest.approx(terms[1] - terms[0], abs=0.006)
        if match := re.search(r"(\d+) more rows? (?:is|are) covered", text):
            covered = [
                sum(
                    any(not board.filled(x, y) and board.outline[x] < y for x in range(10)) for y in range(20)
                )
                for board in boards
                if board is not None
            ]
            assert int(match[1]) == covered[1] - covered[0]
        if match := re.search(r"area at columns? (\d+)(?:-(\d+))? costs (\d+\.\d+)", text):
            before, after = ([(a.x, a.width, a.value) for a in each.areas] for each in totals if each)
            place = (int(match[1]) - 1, int(match[2] or match[1]) - int(match[1]) + 1)
            assert float(match[3]) == pytest.approx(
                max(value for x, width, value in after if (x, width) == place), abs=0.006
            )
            items = {(x, width) for x, width, _ in before}
            assert all(
                value <= float(match[3]) + 0.006 for x, width, value in after if (x, width) not in items
            )


def test_the_pieces_that_a_four_wide_field_takes_are_tried_one_by_one() -> None:
    for first in "IOTLJSZ":
        base = FourWideState.open({"queue": f"list:{first}IOTLJSZ", "hold": "off"})
        for move in (move for move in base.legal_moves() if not base.play(move).broken):
            counted = ""
            for piece in "IOTLJSZ":
                after = FourWideState.open({"queue": f"list:{first}{piece}IOTLJSZ", "hold": "off"}).play(move)
                counted += piece if any(not after.play(each).broken for each in after.legal_moves()) else ""
            assert sorted(_takes(base, move)) == sorted(counted)


def test_bridge_says_what_a_card_gives_up() -> None:
    start = {"deals": "list:K3.A.. Q2.K.. -", "match": "1 deals", "scoring": "tricks"}
    state = BridgeState.open(start)
    while state.stage == "auction":
        state = state.play(state.legal_moves()[-1] if not state.board.auction.calls else "pass")
    assert state.stage == "play"
    cards = list(state.legal_moves())
    assert cards
    with pytest.raises(IllegalMove):
        state.play("ZZ")
    messages = [
        bridge_words.compare(state, advised(cards[0], card, unit="tricks"), card, ("North", "South"))
        for card in cards[1:]
    ]
    assert all(messages)


def test_what_a_card_neglects_is_so() -> None:
    chance, solver, seen = Random(3), Solver(table_bits=16), set[str]()
    for number in range(300):
        cards = chance.sample(range(52), 12)
        here = Endgame(mask_of(cards[:6]), mask_of(cards[6:]), chance.randrange(5))
        here = here.play(chance.choice(here.legal())) if number % 3 == 0 else here
        state = BridgeState.open(rules_of(here))
        advice = bridge_engine.advise(state, solver, FULL, chance)
        own, theirs = (cards_of(state.board.cards.hands[seat]) for seat in (state.to_move, 1 - state.to_move))
        for move in advice.read(BridgeFacts).techniques:
            text = bridge_words.compare(state, advice, move, ("North", "South"))
            card, better = parse_card(move), parse_card(advice.choices[0].move)
            if "has nothing above" in text:
                seen.add("count")
                assert not any(suit_of(each) == suit_of(better) and each > better for each in theirs)
            if "can ruff the" in text:
                seen.add("ruff")
                assert not any(suit_of(each) == suit_of(card) for each in theirs)
                assert any(suit_of(each) == here.strain for each in theirs)
            if "blocks the" in text:
                seen.add("unblock")
                assert suit_of(card) == suit_of(better)
                assert card < better
            if "last entry" in text:
                seen.add("entry")
                assert sum(suit_of(each) != suit_of(card) for each in own)
            if "have to be kept" in text:
                seen.add("kept")
                assert here.led is not None
                assert not {suit_of(card), suit_of(better)} & {suit_of(here.led)}
    assert seen == {"count", "ruff", "unblock", "entry", "kept"}


@pytest.mark.parametrize("seed", range(12))
def test_what_the_best_card_prepares_is_so(seed: int) -> None:
    random = Random(seed)
    state = BridgeState.open({"deals": f"random:{seed}", "match": "1 deals"})
    while not state.over:
        move = random.choice(state.legal_moves())
        if not bridge_words.is_card(move):
            state = state.play(move if move[0] in "12" else "pass")
            continue
        text = bridge_words.reason(state, advised(move, unit="tricks"), ("North", "South"))
        theirs = state.board.cards.hands[1 - state.to_move]
        unseen = set(range(52)) - set(
            cards_of(state.board.cards.hands[state.to_move] | state.board.cards.gone)
        )
        card = parse_card(move)
        higher = {each for each in unseen if suit_of(each) == suit_of(card) and each > card}
        if "It is the highest" in text:
            assert not higher
        if match := re.search(r"(North|South) holds the (\S+)\.", text):
            assert state.stage == "play", "of hidden cards nothing is told"
            assert match[2] == card_words(max(set(cards_of(theirs)) & higher))
        state = state.play(move)
