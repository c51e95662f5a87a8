"""Problems and decks: what a file holds comes back, what is damaged is named, and what is the same has one name."""

from pathlib import Path

import msgspec
import pytest

from game.advice import Worth
from game.bridge.endgame import Endgame
from game.bridge.state import rules_of
from game.errors import BadDeck
from game.games import open_position
from game.practice.deck import Deck, checked, deck_bytes, deck_of, read_deck, write_deck
from game.practice.problem import AnyTask, Best, Choose, Problem, Tricks, Win
from game.practice.sameness import identity
from game.tetris.guideline import State
from game.tetris.guideline.sandbox import mirrored

ENDING = Endgame.parse("AK.2.. .AK.2. N")


def problem(game: str, start: dict[str, str], task: AnyTask, *moves: str, **more: object) -> Problem:
    position = open_position(game, start)
    for move in moves:
        position = position.play(move)
    return msgspec.convert(
        {"id": identity(position, task), "game": game, "start": start, "moves": moves, "task": task, **more},
        Problem,
    )


def small_deck() -> Deck:
    first = problem("bridge", rules_of(ENDING), Tricks(2), answers=("SA", "SK"), theme="tricks")
    legal = open_position("zuniq", {"dots": "3x3"}).legal_moves()
    second = problem(
        "zuniq", {"dots": "3x3"}, Win(), answers=legal[:1], fine=legal[1:2], theme="one-wall",
        lines={legal[2]: legal[3:4]}, costs={legal[2]: Worth("win", 1.0)},
    )  # fmt: skip
    return Deck(name="small", title="Small", problems=(first, second), made="by hand")


def test_a_deck_comes_back_from_its_file(tmp_path: Path) -> None:
    deck = small_deck()
    write_deck(tmp_path / "small.deck", deck)
    assert checked(read_deck(tmp_path / "small.deck")) == deck


def test_every_damage_of_a_deck_is_named_and_the_rest_is_read() -> None:
    whole = deck_bytes(small_deck())
    for place in range(0, len(whole), 7):
        flipped = bytes([*whole[:place], whole[place] ^ 4, *whole[place + 1 :]])
        for damaged in (flipped, whole[:place]):
            try:
                read = deck_of(damaged, "small.deck")
            except BadDeck:
                continue
            assert "small.deck" in read.damage
            assert len(read.problems) < 2
            assert all(each in small_deck().problems for each in read.problems)


def test_a_problem_that_the_rules_refuse_is_named() -> None:
    good = small_deck().problems[1]
    for changes, reason in (
        ({"answers": ("Z9h",)}, "Z9h"),
        ({"start": {"dots": "77x77"}}, "77x77"),
        ({"lines": {good.answers[0]: good.answers}}, good.answers[0]),
        ({"theme": "nonsense"}, "nonsense"),
        ({"fine": good.answers}, "both"),
    ):
        with pytest.raises(BadDeck, match=reason):
            msgspec.structs.replace(good, **changes).check()


def test_a_newer_deck_is_refused_by_its_version() -> None:
    import zlib

    body = b'{"format":"kibitz-deck","version":2,"new":1}'
    with pytest.raises(BadDeck, match="newer"):
        deck_of(b"%08x %s\n" % (zlib.crc32(body), body), "x.deck")


def test_mirror_images_are_one_problem() -> None:
    for board, queue in (("xx......../xxx.......", "list:TLS"), ("x........x/xx.xxxxxxx", "list:JZOI")):
        state = State.open({"queue": queue, "hold": "L", "board": board})
        turned = mirrored(state)
        assert identity(state, Best()) == identity(turned, Best())
        first, second = state.legal_moves()[:2]
        assert identity(state, Choose((first, second))) != identity(state, Best())


def test_the_same_shape_at_another_place_is_one_problem() -> None:
    left = State.open({"queue": "list:T", "board": ".xx......./.xxx......"})
    right = State.open({"queue": "list:T", "board": "......xx../......xxx."})
    other = State.open({"queue": "list:T", "board": "......xx../.....xxxx."})
    assert identity(left, Best()) == identity(right, Best()) != identity(other, Best())


def test_zuniq_regions_may_lie_anywhere() -> None:
    start = open_position("zuniq", {"dots": "4x4"})
    assert identity(start.play("A1h"), Win()) == identity(start.play("C4v"), Win())
    assert identity(start.play("A1h"), Win()) != identity(start.play("A2h"), Win())


def test_suits_of_bridge_that_are_no_trumps_are_alike() -> None:
    def name(text: str) -> str:
        return identity(open_position("bridge", rules_of(Endgame.parse(text))), Tricks(2))

    assert name("AK.2.. .AK.2. N") == name(".53.4. ..T6.9 N")
    assert name("AK.2.. .AK.2. N") != name("AK.2.. .AK.2. H")
