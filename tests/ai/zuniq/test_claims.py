from collections.abc import Iterator

import pytest

from ai.engine import Advice, Choice, Limit
from ai.zuniq.clock import chance, pays
from ai.zuniq.match import Player
from game.advice import Proof, Worth
from game.position import Position
from game.zuniq import State

PLIES = [(ply % 2 ^ 1, ply) for ply in range(1, 42)]  # White, seat 0, makes the odd ones
# From the rules of CodeCup 2021: the bonus of a claim by ply, and the chance above which it gains.
BREAK_EVEN = {
    (0, 19): 0.833, (1, 20): 0.833, (0, 21): 0.847, (1, 22): 0.847, (0, 23): 0.862, (1, 24): 0.862,
    (0, 25): 0.877, (1, 26): 0.877, (0, 27): 0.893, (1, 28): 0.893, (0, 29): 0.909, (1, 30): 0.909,
    (0, 31): 0.926, (1, 32): 0.926, (0, 33): 0.943, (1, 34): 0.943, (0, 35): 0.962, (1, 36): 0.962,
    (0, 37): 0.980, (1, 38): 0.980,
}  # fmt: skip
RATES = [rate / 1000 for rate in range(1001)]


@pytest.mark.parametrize(("seat", "ply"), PLIES)
def test_a_proven_win_is_claimed_while_there_is_a_bonus(seat: int, ply: int) -> None:
    assert pays(seat, ply, 1.0, "win") == (ply < (39, 40)[seat])


@pytest.mark.parametrize(("seat", "ply"), PLIES)
def test_a_proven_loss_is_never_claimed(seat: int, ply: int) -> None:
    assert not any(pays(seat, ply, rate, "loss") for rate in (0.0, 0.5, 0.9, 1.0))


@pytest.mark.parametrize(("seat", "ply"), list(BREAK_EVEN))
def test_without_a_proof_the_checked_chance_is_above_break_even(seat: int, ply: int) -> None:
    claimed = [rate for rate in RATES if pays(seat, ply, rate, None)]
    assert all(chance(seat, rate, ply) > BREAK_EVEN[seat, ply] for rate in claimed)
    assert claimed == [rate for rate in RATES if claimed and rate >= claimed[0]]


def test_the_later_the_surer_it_has_to_be() -> None:
    for seat in (0, 1):
        plies = [ply for side, ply in BREAK_EVEN if side == seat]
        needed = [
            min((chance(seat, r, ply) for r in RATES if pays(seat, ply, r, None)), default=1.0)
            for ply in plies
        ]
        assert needed == sorted(needed)
        assert needed[0] < 1.0


def test_before_the_bonus_begins_to_sink_only_proofs_are_claimed() -> None:
    for seat, ply in PLIES:
        if ply < 19:
            assert not any(pays(seat, ply, rate, None) for rate in RATES)


def test_the_checked_chance_grows_with_the_win_rate_and_stays_a_chance() -> None:
    for seat, ply in ((0, 1), (0, 19), (1, 30), (0, 41)):
        chances = [chance(seat, rate, ply) for rate in (-0.1, *RATES, 1.1)]
        assert chances == sorted(chances)
        assert 0 <= chances[0] < 0.5 < chances[-1] <= 1


class Sure:
    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        proof: Proof = "win"
        yield Advice(
            (Choice(view.legal_moves()[0], Worth("win", 1.0), 1.0, proof),), "search", Worth("win", 1.0), True
        )


def test_a_player_claims_once() -> None:
    player, state = Player(Sure(), iterations=1), State.start()
    texts = []
    for _ in range(3):
        texts.append(player.move(state))
        state = state.play(texts[-1])
        state = state.draw(state.legal[-1])
    assert [text.endswith("!") for text in texts] == [True, False, False]
