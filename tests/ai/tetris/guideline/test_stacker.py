from collections.abc import Iterator
from statistics import mean

import pytest

from ai import registry
from ai.engine import Advice, Engine, Limit
from ai.tetris.guideline.stacker import search
from ai.tetris.guideline.stacker.engine import Stacker
from ai.tetris.guideline.stacker.greedy import features_of, reward_of, value_of
from ai.tetris.guideline.stacker.levels import STRENGTHS, strength
from ai.tetris.guideline.stacker.search import BeamSearch
from ai.tetris.guideline.stacker.weights import DEFAULT
from game.facts import SearchFacts
from game.referee import Referee
from game.tetris.guideline import Placement, State
from game.tetris.guideline.pieces import T

pytestmark = pytest.mark.kernel

SLOT = "xx......../x...xxxxxx/xx.xxxxxxx"
TWO_ROWS = "......xxxx/......xxxx"


def opened(queue: str, **rules: str) -> State:
    return State.open({"queue": queue, **rules})


def advice(state: State, nodes: int = 3_000, engine: Engine | None = None) -> Advice:
    *_, last = (engine or Stacker(seed=1)).think(state.view(0), Limit(iterations=nodes))
    assert last.done
    assert Referee(state).flaw(last) is None
    return last


def game(engine: Engine, state: State, pieces: int) -> Iterator[Advice]:
    """Its advice for each of the next pieces."""
    for _ in range(pieces):
        yield (result := advice(state, engine=engine))
        state = state.play(result.choices[0].move)


def played(state: State, result: Advice) -> list[State]:
    states = [state]
    for move in (result.choices[0].move, *result.choices[0].line):
        states.append(states[-1].play(move))
    return states[1:]


def test_a_t_spin_double_is_taken_and_waited_for() -> None:
    assert advice(opened("list:TSZ", board=SLOT)).choices[0].move == "T south 2 1 full"
    lines = played(state := opened("list:SZOT", board=SLOT), advice(state))
    assert max(line.tally.spins for line in lines) == 1


@pytest.mark.parametrize("queue", ["list:IOI", "list:OII", "list:TIIO"])
def test_a_perfect_clear_of_known_pieces_is_found(queue: str) -> None:
    state = opened(queue, board=TWO_ROWS)
    assert any(line.tally.perfect for line in played(state, advice(state)))


def test_lines_are_moves_of_the_rules_whatever_is_held() -> None:
    for hold in ("-", "off", "I", "T"):
        state = opened("list:TIOSZLJ", hold=hold, previews="6", board=SLOT)
        result = advice(state)
        lines = played(state, result)
        assert len(lines) == int(result.read(SearchFacts).depth or 0) >= 6
        assert {choice.move for choice in result.choices} == set(state.legal_moves())


def test_pieces_behind_the_previews_are_looked_at_letter_by_letter() -> None:
    state = opened("list:S+seven_bag:?/IJ", hold="off", board=SLOT)
    brain = BeamSearch()
    brain.look_at(state)
    assert not brain.run(1_000_000)
    assert all(root_move.depth == 2 for root_move in brain.moves())
    for result in brain.moves()[:3]:
        letters = [opened(f"list:S{letter}", hold="off", board=SLOT).put(result.at) for letter in "IJ"]
        expected = mean(max(worth(after, letter) for letter in after.placements) for after in letters)
        at = result.at
        assert result.value == pytest.approx(
            reward_of(state.field, at, letters[0].last.clear, letters[0].last.attack, DEFAULT) + expected
        )


def worth(state: State, at: object) -> float:
    after = state.play(str(at))
    reward = reward_of(state.field, after.last.placement, after.last.clear, after.last.attack, DEFAULT)
    return reward + value_of(features_of(after.field), DEFAULT, after.chain, t_known=after.hold == T)


@pytest.mark.parametrize(
    "rules",
    [
        {"garbage": "?/4+3+2"},
        {"garbage": "?/4+6+2", "blocking": "off", "opener": "14"},
        {"garbage": "?/4+6+2!3.8", "blocking": "off", "opener": "14"},
        {"garbage": "?/4+6+2!3.9", "blocking": "off", "opener": "14"},
        {"garbage": "?/4+6+2!0", "blocking": "off", "opener": "14"},
        {"garbage": "?/4+6+2", "blocking": "off", "opener": "14", "cancelling": "off"},
    ],
)
def test_garbage_comes_up_as_it_will_where_nothing_is_cleared(rules: dict[str, str]) -> None:
    state = opened("list:T", board=SLOT, cap="4", **rules)
    brain = BeamSearch()
    brain.look_at(state)
    brain.run(1_000)
    for root_move in brain.moves():
        assert root_move.value == pytest.approx(worth(state, root_move.at))


@pytest.mark.parametrize("garbage", ["?/4+9!1", "?/4+9!2", "?/4+9!2.1"])
def test_the_opener_is_over_after_its_last_piece_in_thought_too(garbage: str) -> None:
    state = opened("list:TIZ", board=SLOT, garbage=garbage, cap="4", blocking="off", opener="14")
    brain = BeamSearch()
    brain.look_at(state)
    brain.run(30_000)
    for root_move in brain.moves()[:20]:
        rewards, after = 0.0, state
        for at in (root_move.at, *root_move.line):
            before, after = after, after.put(at)
            assert after.last is not None
            rewards += reward_of(before.field, at, after.last.clear, after.last.attack, DEFAULT)
        value = value_of(features_of(after.field), DEFAULT, after.chain, t_known=after.hold == T)
        assert root_move.value == pytest.approx(rewards + value)


def test_nodes_repeat_to_the_bit_and_seconds_are_kept() -> None:
    state = opened("seven_bag:3")
    assert advice(state).choices == advice(state).choices
    games = [[each.choices for each in game(Stacker(seed=1), state, 6)] for _ in range(2)]
    assert games[0] == games[1]
    assert advice(state).effort >= 3_000
    *_, last = Stacker().think(state.view(0), Limit(seconds=0.05))
    assert last.done
    assert last.choices


def test_sixty_pieces_alone_attack_and_stay_low() -> None:
    engine, state = Stacker(seed=1), opened("seven_bag:11", previews="6")
    while state.tally.placed < 60:
        *_, last = engine.think(state.view(0), Limit(iterations=3_000))
        state = state.play(last.choices[0].move)
    assert not state.over
    assert state.field.height < 14
    assert state.tally.attack > 20


def test_every_level_plays_and_the_weak_ones_err() -> None:
    state = opened("list:TSZOILJ", board=SLOT)
    for level in STRENGTHS:
        result = advice(state, engine=registry.create("stacker", level.name, "tetris", seed=4))
        assert result.read(SearchFacts).pieces_per_second == level.pace
    state = opened("seven_bag:3", hold="T")
    taken = {
        advice(state, engine=Stacker(strength("beginner"), seed=seed)).choices[0].move for seed in range(9)
    }
    assert len(taken) > 2
    assert {move[0] for move in taken} == {"I"}  # a beginner does not think of the hold


def test_where_all_is_lost_there_is_still_a_move_and_after_the_end_none() -> None:
    heap = "/".join(["xxx...xxxx"] * 19)
    assert advice(opened("list:SZ", board=heap)).choices
    over = opened("list:OO", board="/".join(["xxxxxxxxx."] * 22))
    assert over.over
    assert advice(over).choices == ()


def test_a_first_opinion_does_not_wait_for_the_search_for_perfect_clears(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[int] = []
    monkeypatch.setattr(search, "clears_in_sight", lambda *_: ([], looked.append(1)))
    thoughts = Stacker(seed=1).think(opened("seven_bag:11").view(0), Limit(seconds=0.05))
    assert next(thoughts).choices
    assert looked == []
    assert next(thoughts).choices
    assert looked


SEASON_2 = {"attack": "tetr.io-2", "spins": "all-mini+", "blocking": "off", "opener": "14", "garbage": "?/4"}


@pytest.mark.parametrize("rules", [{"garbage": "?/4"}, SEASON_2])
def test_what_was_searched_is_kept_behind_a_placement_and_is_still_right(rules: dict[str, str]) -> None:
    brain, state, known = BeamSearch(DEFAULT), opened("seven_bag:5", **rules), list[bool]()
    for number in range(16):
        view = state.view(0)
        brain.look_at(view, clears=0, keep_on=True)
        known.append(bool(brain.moves()))
        for nodes in (0, 2_000):
            brain.run(nodes)
            for root_move in brain.moves():
                if root_move.depth == 1 + len(root_move.line):  # no letters behind the last piece
                    line = (root_move.at, *root_move.line)
                    assert root_move.value == pytest.approx(value_of_line(view, line))
        assert {each.at[:4] for each in brain.moves()} == {at[:4] for at in view.placements}
        state = state.put(brain.moves()[0].at)
        if number % 5 == 4:
            state = state.receive(2)  # which nothing that was searched has reckoned with
    assert known == [number % 5 > 0 for number in range(16)]


def value_of_line(state: State, line: tuple[Placement, ...]) -> float:
    rewards = 0.0
    for at in line:
        before, state = state, state.put(at)
        assert state.last is not None
        rewards += reward_of(before.field, at, state.last.clear, state.last.attack, DEFAULT)
    t_known = T in (state.hold, *state.queue.pieces(9))
    return rewards + value_of(features_of(state.field), DEFAULT, state.chain, t_known=t_known)
