from typing import get_args

import pytest

from ai import registry
from ai.engine import Advice, Limit, RunOrder
from ai.tetris.classic.controllers import CONTROLLERS
from ai.tetris.classic.engine import worth_of_a_hole
from ai.tetris.classic.play import ranked_moves
from game.advice import Worth
from game.config import Controller
from game.errors import BadInput
from game.facts import ClassicFacts
from game.referee import Referee
from game.tetris.classic import State

pytestmark = pytest.mark.kernel

START = State.open({"size": "6x8", "pieces": "uniform:3", "board": "x...../xx..x."})
KNOWN_NEXT = State.open({"size": "6x8", "pieces": "uniform:3", "next": "on"})
LOST = State.open({"size": "6x8", "board": "/".join(["xxxxx."] * 8)})


def advised(
    state: State, engine: str = "tengstrand-1.1", level: str | None = None, **limit: float
) -> list[Advice]:
    return list(registry.create(engine, level, "classic").think(state.view(0), Limit(**limit)))


def test_the_registry_the_settings_and_the_controllers_know_the_same_names() -> None:
    names = tuple(entry.name for entry in registry.entries("classic"))
    assert names == CONTROLLERS == get_args(Controller)
    assert registry.find("dt-10", "classic").title == "DT-10"
    assert registry.find("tengstrand-1.4", "classic").title == "Tengstrand 1.4"
    assert all(entry.levels[-1].name == "full" for entry in registry.entries("classic"))
    with pytest.raises(BadInput, match="dellacherie"):
        registry.find("hal", "classic")


@pytest.mark.parametrize("name", CONTROLLERS)
def test_every_controller_gives_sound_advice(name: str) -> None:
    [advice] = advised(START, name)
    assert advice.done
    assert Referee(START).flaw(advice) is None
    assert {choice.move for choice in advice.choices} == set(START.legal_moves())
    scores = [choice.worth.value for choice in advice.choices]
    assert scores == sorted(scores)
    assert advice.worth == Worth("equity", scores[0])
    facts = ClassicFacts(evaluator=name, levels=1.0, hole=worth_of_a_hole(name))
    assert (advice.source, advice.evidence) == ("rule", (facts,))


def test_a_next_piece_that_is_shown_is_looked_at() -> None:
    [advice] = advised(KNOWN_NEXT)
    wanted = ranked_moves(KNOWN_NEXT, "tengstrand-1.1", 2)
    assert [choice.worth.value for choice in advice.choices] == [move.equity for move in wanted]
    assert (advice.source, advice.read(ClassicFacts).levels) == ("search", 2.0)


@pytest.mark.parametrize("level", ["2", "3"])
def test_deeper_levels_come_after_what_is_known_at_once(level: str) -> None:
    first, *_, last = advised(START, level=level)
    assert not first.done
    assert last.done
    assert first.choices == advised(START)[0].choices
    wanted = ranked_moves(START, "tengstrand-1.1", int(level))
    assert [(choice.move, choice.worth.value) for choice in last.choices] == [
        (f"{move.rotation},{move.x},{move.y}", move.equity) for move in wanted
    ]
    assert Referee(START).flaw(last) is None


def test_an_engine_out_of_time_says_what_it_knows() -> None:
    *_, last = advised(START, level="3", seconds=0.0)
    assert last.done
    assert last.choices == advised(START)[0].choices


def test_nothing_can_be_advised_in_a_lost_game() -> None:
    [advice] = advised(LOST)
    assert advice == Advice((), "rule", None, done=True, evidence=(ClassicFacts(evaluator="tengstrand-1.1"),))
    assert Referee(LOST).flaw(advice) is None


def test_a_run_places_each_piece_where_the_advice_is_best() -> None:
    order = RunOrder(game="classic", rules=START.setup, engine="tengstrand-1.1", pieces=25)
    engine = registry.create("tengstrand-1.1", None, "classic")
    heard = list(engine.run(order))
    state, columns = START, b"".join(one.columns for one in heard)
    for column in columns:
        if state.over:
            break
        best = advised(state)[0].choices[0].move
        rotation, x, _ = map(int, best.split(","))
        assert column == rotation * 6 + x
        state = state.play(best)
    assert state.ply > 10


@pytest.mark.parametrize(
    ("rules", "game"),
    [({"size": "3x3"}, "classic"), ({"rules": "none"}, "classic"), ({"dots": "3x3"}, "zuniq")],
)
def test_an_order_that_cannot_be_followed_is_refused_at_once(rules: dict[str, str], game: str) -> None:
    engine = registry.create("bcts", None, "classic")
    with pytest.raises(BadInput):
        engine.run(RunOrder(game=game, rules=rules, engine="bcts"))
