"""A match in real time against the partner who errs like a person, in a driven window."""

from __future__ import annotations

from itertools import pairwise

from ai.registry import create
from ai.work import Question
from game.tetris.guideline import State
from game.tetris.guideline.real_time import PersonHand
from gui.play.engine_room import Reported
from gui.play.live_plan import PERSON, Plan, Player, plan_of, record_of
from gui.scenes.live.match import hand_of
from tests.gui.driving import Window
from tests.gui.live_playing import DroppingRoom, count_down, play_on, sit_down

PARTNER = Player("Partner", "partner", "club")
PACE = 1.5


class PartnerRoom(DroppingRoom):
    """A room in which the engine itself answers."""

    def ask(self, role: str, question: Question) -> int:
        generation = super(DroppingRoom, self).ask(role, question)
        engine = create(question.engine, question.level, question.game, seed=generation, **question.options)
        *_, advice = engine.think(State.open(question.rules), question.limit)
        self._events.append(Reported(role, generation, advice, 0.01))
        return generation


def test_the_partner_plays_at_its_own_uneven_pace(table: Window) -> None:
    scene = sit_down(table, Plan("versus", (PERSON, PARTNER), seed=3), PartnerRoom())
    count_down(table, scene)
    assert isinstance(scene.match.engines[1].hand, PersonHand)
    play_on(scene, 20)
    locks = [lock.tick for lock in scene.match.replay.locks if lock.seat == 1]
    assert 0.6 * PACE < len(locks) / 20 < 1.5 * PACE
    assert len({after - before for before, after in pairwise(locks)}) > len(locks) / 2
    assert not scene.match.engines[1].hand.lost
    table.frame()
    assert "Partner, club" in table.texts


def test_the_partner_of_a_saved_game_comes_back(table: Window) -> None:
    plan = Plan("versus", (PERSON, PARTNER), seed=3)
    scene = sit_down(table, plan, PartnerRoom())
    count_down(table, scene)
    play_on(scene, 3)
    record = record_of(scene.match.replay, tuple(each.seat() for each in plan.players))
    assert plan_of(record).players == plan.players
    stranger = Player("Partner", "partner", "no such level")
    assert not isinstance(hand_of(stranger), PersonHand)
