import io
import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from statistics import mean

import pytest

from ai import registry
from ai.engine import Limit
from ai.tetris.four_wide import catalogue
from ai.tetris.four_wide.engine import advice_of
from ai.tetris.four_wide.layout import graph_of
from ai.tetris.guideline.bots.tbp import TbpBot
from ai.tetris.guideline.known.well import NAME, Well
from ai.tetris.guideline.moves import placements
from game.advice import Advice
from game.facts import KnownFacts, PolicyFacts
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.standing import HIGHEST, PLACES, flaw, standing, walled
from game.tetris.four_wide.state import State as Game
from game.tetris.four_wide.state import move_of
from game.tetris.four_wide.well import STARTS, Pose, Reach, cells_of, cleared, height_of
from game.tetris.guideline import Placement, State, System
from game.tetris.guideline.tbp import start_message

pytestmark = pytest.mark.kernel

CENTRE, START = 3, 0x7


def opened(walls: int, left: int = CENTRE, field: int = START, **rules: str) -> State:
    usual = {"queue": "seven_bag:5", "hold": "T", "previews": "2"}
    return State.open({**usual, "board": walled(left, field, walls).short, **rules})


@pytest.fixture(scope="module", autouse=True)
def _own_policies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Policies of this file alone: the usual game with two previews, and with one."""
    folder: Path = tmp_path_factory.mktemp("policies")
    patch = pytest.MonkeyPatch()
    patch.setattr(catalogue, "folder", lambda: folder)
    for previews in (1, 2):
        catalogue.MAKER.make(Model(previews=previews), walls=True)
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def asked_for(monkeypatch: pytest.MonkeyPatch) -> list[Model]:
    """No thread: what would be solved beside the game is listed."""
    asked: list[Model] = []

    def wanted(model: Model, walls: bool) -> str:
        asked.append(model)
        return "being solved"

    monkeypatch.setattr(catalogue.MAKER, "wanted", wanted)
    return asked


def said_of(game: Game, advice: Advice) -> dict[tuple[int, int], float]:
    """Return four-wide's advice on each piece and the field it leaves."""
    results = {}
    for choice in advice.choices:
        at = Placement.parse(choice.move)
        if choice.worth.value:
            cells = cells_of(at.piece, Pose(at.orientation, at.x, at.y)) or 0
            results[at.piece, cleared(game.field | cells)[0]] = round(choice.worth.value, 9)
    return results


def said_on(state: State, advice: Advice) -> dict[tuple[int, int], float]:
    """The same of a board."""
    well = standing(state.field)
    results = {}
    for choice in advice.choices:
        at = Placement.parse(choice.move)
        results[at.piece, cleared(well.field_with(at) or 0)[0]] = (
            round(choice.known.value, 9) if choice.known else 0.0
        )
    return results


@pytest.mark.parametrize(
    ("seed", "left", "walls", "combo"), [(1, 3, 36, 33), (20, 3, 36, 30), (13, 0, 19, 16), (19, 5, 17, 12)]
)
def test_a_combo_is_that_of_four_wide_piece_by_piece_until_the_walls_end(
    seed: int, left: int, walls: int, combo: int
) -> None:
    queue, well = f"seven_bag:{seed}", Well()
    rules = {"previews": "2", "hold": "T", "queue": queue, "walls": str(walls)}
    state, game = opened(walls, left, queue=queue), Game.open(rules)
    policy = catalogue.read(game.model)
    while (advice := well.look(state.view(0))).choices:
        best = advice_of(game.view(0), policy)
        assert said_on(state, advice) == said_of(game, best)
        assert (advice.read(PolicyFacts).clears, advice.read(PolicyFacts).walls) == (
            best.choices[0].worth.value,
            walls - state.combo,
        )
        assert {choice.move for choice in advice.choices} <= set(state.legal_moves())
        piece, state = Placement.parse(advice.choices[0].move).piece, state.play(advice.choices[0].move)
        after = standing(state.field)
        game = game.play(
            next(move_of(drop) for drop in game.useful if (drop.piece, drop.after) == (piece, after.field))
        )
        assert state.combo == game.combo == state.tally.placed
    assert state.combo == combo
    assert game.over or walls - combo == 3


def test_with_nothing_in_hold_a_combo_lasts_about_as_long_as_is_known() -> None:
    """A real start with two previews makes 13.41 of 17 clears; what is not seen yet makes a little less of it."""
    well, values = Well(), list[float]()
    for queue in permutations("IOTLJSZ", 3):
        rest = "".join(set("IOTLJSZ") - set(queue))
        state = opened(17, queue=f"list:{''.join(queue)}+seven_bag:?/{rest}", hold="-")
        advice = well.look(state)
        assert {Placement.parse(choice.move).piece for choice in advice.choices} <= set(state.choices)
        values.append(advice.read(PolicyFacts).clears or 0.0)
    assert 13.406960966 <= mean(values) < 13.406960966 * 1.01


@pytest.mark.parametrize(("system", "reach", "heights"), [("srs", "srs", (4, 19)), ("srs+", "srs+", (4,))])
def test_in_all_places_pieces_get_to_where_the_solved_game_has_them(
    system: System, reach: Reach, heights: tuple[int, ...]
) -> None:
    """Between the lowest walls that do, below the open sky, and where the walls reach to the start."""
    graph = graph_of(START, reach)
    for left, walls in ((left, walls) for left in PLACES for walls in heights):
        for number, field in enumerate(graph.fields):
            board = walled(left, field, walls)
            well = standing(board)
            assert (well.field, flaw(well)) == (field, "")
            for piece in range(7):
                whole = (well.field_with(at) for at in placements(board, piece, system))
                results = {cleared(each) for each in whole if each is not None}
                useful = {after for after, rows in results if rows == 1}
                assert useful == {graph.fields[after] for after in graph.follow[piece][number]}


def test_no_field_is_higher_than_said() -> None:
    for cells, start in STARTS.items():
        assert max(map(height_of, graph_of(start).fields)) == HIGHEST[cells]


def test_what_follows_is_said_with_the_pieces_that_are_shown() -> None:
    advice = Well().look(state := opened(17).view(0))
    first = advice.choices[0]
    assert len(first.line) >= 1
    for move in (first.move, *first.line):
        combo, state = state.combo, state.play(move)
        assert state.combo == combo + 1


def test_a_well_is_silent_with_the_reason() -> None:
    well = Well()
    assert not well.look(State.open({}).view(0)).read(KnownFacts).silent
    for reason, state in {
        "the walls are 3 rows high, 4 are needed": opened(3, field=0x13),
        "under 20 g the pieces do not get to where the solved game has them": opened(17, gravity="20g"),
        "the cells in the well lie as in no field of the solved game": opened(17, field=0x124),
        "no piece but the current one is known": opened(17, queue="list:T", hold="-"),
        "no piece at hand clears a row in the well": opened(17, field=0x25, hold="O"),
        "4 cells lie in the well; the solved game has one of 3, 5, 6": opened(17, field=0x17),
    }.items():
        advice = well.look(state.view(0))
        assert (advice.choices, advice.read(KnownFacts).silent) == ((), reason)


def test_nothing_waits_for_a_game_to_be_solved(asked_for: list[Model]) -> None:
    """Fewer previews have to do until then; with none, the well is silent."""
    well = Well()
    five = well.look(opened(17, previews="5").view(0))
    assert asked_for == [Model(previews=5)]
    assert (five.read(PolicyFacts).previews, five.read(KnownFacts).preparing) == (2.0, "being solved")
    assert five.choices
    without = well.look(opened(17, hold="off").view(0))
    assert (without.choices, without.read(KnownFacts).silent) == ((), "being solved")
    well.look(opened(17, previews="6", field=0x77).view(0))
    assert asked_for[1:] == [Model(hold=False, previews=2), Model(6, previews=2)]


def test_pieces_that_no_bag_deals_are_taken_as_random(asked_for: list[Model]) -> None:
    Well().look(opened(17, queue="list:TTTTT+seven_bag:?/I").view(0))
    assert asked_for == [Model(randomizer="random", previews=2)]


def test_a_beginner_sees_no_previews_in_a_well_either(asked_for: list[Model]) -> None:
    Well(pieces=1).look(opened(17).view(0))
    assert asked_for == [Model(previews=0)]


def test_the_engine_plays_the_well_and_searches_behind_it_where_that_is_compared() -> None:
    state, limit = opened(17).view(0), Limit(iterations=500)
    (alone,) = registry.create("four-wide", "club", "tetris", seed=1).think(state, limit)
    assert (alone.source, alone.done, alone.read(PolicyFacts).policy) == ("policy", True, NAME)
    *_, last = registry.create("stacker", None, "tetris", seed=1, well=True, compare=True).think(state, limit)
    known = last.known
    assert [choice.move for choice in last.choices[:known]] == [choice.move for choice in alone.choices]
    assert len(last.choices) == len(state.legal_moves())
    *_, plain = registry.create("stacker", None, "tetris", seed=1).think(state, limit)
    assert plain.source == "search"


def test_a_policy_that_comes_while_the_search_goes_on_is_heard(asked_for: list[Model]) -> None:
    state, engine = (
        opened(17, hold="off").view(0),
        registry.create("stacker", well=True, game="tetris", seed=1),
    )
    thoughts = engine.think(state, Limit(iterations=100_000))
    assert next(thoughts).source == "search"
    catalogue.MAKER.make(Model(hold=False, previews=0), walls=True)
    *_, last = thoughts
    assert (last.source, last.read(PolicyFacts).previews) == ("policy", 0.0)
    assert set(asked_for) == {Model(hold=False, previews=2)}


def test_over_the_bot_protocol_the_well_is_the_first_move_suggested() -> None:
    state, stdout = opened(17).view(0), io.StringIO()
    bot = TbpBot(registry.create("four-wide", "club", "tetris", seed=1), stdout, io.StringIO())
    for message in (start_message(state), {"type": "suggest"}):
        bot.hear(json.dumps(message).encode())
    bot.think()
    moves = json.loads(stdout.getvalue())["moves"]
    best = Well().look(state).choices[0].move
    assert str(Placement.from_tbp(moves[0])) == best
