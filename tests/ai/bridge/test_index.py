from random import Random

import pytest

from ai.bridge.tables.build import endgame_at
from ai.bridge.tables.index import (
    LEVELS,
    STRAINS,
    Strain,
    combinations,
    estimate,
    location_at,
    location_of,
    numbering,
    positions,
    rank,
    string,
    strings,
)
from game.bridge.endgame import Endgame
from tests.ai.bridge.positions import known_tables, random_position

EXAMPLE = Endgame.parse("KQJT.A.K.JT A9..A.AKQ98 S")


@pytest.mark.parametrize("strain", STRAINS)
def test_every_level_has_the_known_size(strain: Strain) -> None:
    results = [[len(combinations(level, strain)), positions(level, strain)] for level in range(1, LEVELS + 1)]
    assert results == known_tables()[strain]["combinations_and_bytes"]


def test_level_1_has_its_combinations_in_their_order() -> None:
    assert combinations(1, "trump") == ((2, 0, 0, 0), (1, 0, 0, 1), (0, 0, 0, 2), (0, 0, 1, 1))
    assert combinations(1, "notrump") == ((0, 0, 0, 2), (0, 0, 1, 1))


@pytest.mark.parametrize("level", range(1, 6))
def test_ranks_number_the_strings_without_a_gap(level: int) -> None:
    ordered = [word for word in range(1 << 2 * level) if word.bit_count() == level]
    assert [rank(word) for word in ordered] == list(range(strings(level)))
    assert [string(level, number) for number in range(strings(level))] == ordered


def test_with_the_other_player_on_lead_the_rank_counts_from_the_other_end() -> None:
    chance = Random(1)
    for level in (3, 8, 13):
        word = string(level, chance.randrange(strings(level)))
        assert rank(word ^ (1 << 2 * level) - 1) == strings(level) - 1 - rank(word)


def test_the_known_example_is_numbered_step_by_step() -> None:
    result = numbering(EXAMPLE)
    assert [segment.bits for segment in result.segments] == ["011110", "1", "01", "0001100"]
    cards = [segment.suit + segment.cards for segment in result.segments]
    assert cards == ["SAKQJT9", "HA", "DAK", "CAKQJT98"]
    assert result.string == 31372
    assert result.location.rank == sum(term.adds for term in result.terms) == 6271
    assert (result.location.combination, result.combinations) == (89, 193)
    assert result.location.rank_major == 1_210_392
    assert result.location.suit_major == 89 * 12_870 + 6271


def test_a_card_led_belongs_to_the_hand_that_led_it() -> None:
    assert numbering(EXAMPLE.play(EXAMPLE.legal()[0])) == numbering(EXAMPLE)


def test_every_position_has_its_entry_and_every_entry_a_position() -> None:
    chance = Random(2)
    for _ in range(300):
        position = random_position(chance.randint(1, 13), chance)
        location = location_of(position)
        assert location == numbering(position).location
        assert location_at(location.level, location.strain, location.suit_major) == location
        again = location_of(endgame_at(location))
        assert (again.combination, again.rank) == (location.combination, location.rank)


def test_an_estimate_grows_with_the_level() -> None:
    for strain in STRAINS:
        sizes = [estimate(level, strain) for level in range(2, LEVELS + 1)]
        assert sizes == sorted(sizes)
