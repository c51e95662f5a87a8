import pytest

from game.tetris.guideline.loop_values import Leftover, loop_values
from tests.cli.running import Run


def test_the_loop_is_told_with_chances_and_every_start(run: Run) -> None:
    document = run("tetris pc-optimum --loop --classes --clears 3 --json").document
    values = loop_values()
    assert document["value"] == pytest.approx(values.first, abs=1e-8)
    assert len(document["chances"]) == 3
    assert document["chances"][0] <= 2_051_229 / 2_116_800  # what the first clear alone comes to
    assert [each["letters"] for each in document["clears"]] == [6, 3, 7, 4, 1, 5, 2]
    starts = {each["start"]: each for each in document["starts"]}
    assert len(starts) == 889
    assert starts["T|IOS"]["value"] == pytest.approx(values.value(Leftover.parse("T|IOS")), abs=1e-8)
    for each in document["clears"]:
        best, worst = each["best"], each["worst"]
        assert starts[best["start"]]["value"] == best["value"] >= each["mean"] >= worst["value"]


def test_the_loop_is_told_in_words(run: Run) -> None:
    ended = run("tetris pc-optimum --loop")
    assert (ended.status, ended.err) == (0, "")
    assert f"clears in a row {loop_values().first:.6f}, from the empty board" in ended.out.splitlines()
    five = run("tetris pc-optimum --loop --see 5").out.splitlines()
    assert f"clears in a row {loop_values(5).first:.6f}, from the empty board" in five


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("--loop --see 7", "the loop is solved with 5 or 6 pieces seen, not 7"),
        ("--loop --first", "--first is for the first clear alone"),
        ("--loop --fresh", "--fresh is for what is solved"),
        ("--clears 5", "--clears is for --loop"),
        ("--solve x.json", "--solve is for --loop"),
    ],
)
def test_what_does_not_go_together_is_refused(run: Run, asked: str, words: str) -> None:
    ended = run(f"tetris pc-optimum {asked}")
    assert ended.status == 1
    assert words in ended.err
