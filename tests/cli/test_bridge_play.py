from tests.cli.running import Run

MATCH = "bridge play greedy random --deals 2 --seed 1"


def test_a_match_is_one_document_and_repeats(run: Run) -> None:
    document = run(f"{MATCH} --json").document
    assert set(document) == {"points_a", "points_b", "tricks_a", "tricks_b", "deals"}
    assert [len(pair) for pair in document["deals"]] == [2, 2]
    hand = document["deals"][0][0]
    assert set(hand) == {"declarer", "contract", "tricks_a", "tricks_b", "points_a", "points_b"}
    assert run(f"{MATCH} --json").document == document


def test_a_person_reads_the_gain_with_its_interval(run: Run) -> None:
    text = run(f"{MATCH} --no-auction").out
    assert "tricks  +" in text
    assert " ± " in text


def test_an_unknown_player_is_named(run: Run) -> None:
    done = run("bridge play bob greedy --deals 1 --seed 1")
    assert done.status == 1
    assert "'bob'" in done.err
    assert "kibitz, greedy, random" in done.err
