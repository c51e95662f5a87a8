"""`tetris pc-setups`: the setups that come with the program, chosen, ranked and written."""

import csv
import io

import pytest

from game.tetris.guideline import Field, fumen
from tests.cli.running import Run


def test_well_known_setups_stand_where_they_are_known_to_stand(run: Run) -> None:
    document = run("tetris pc-setups --named --by chance --json").document
    by_name: dict[str, list[dict[str, object]]] = {}
    for each in document["setups"]:
        by_name.setdefault(each["name"], []).append(each)
    solved = {name: {(each["solved"], each["queues"]) for each in some} for name, some in by_name.items()}
    assert solved["PCO"] == {(514, 840)}
    assert solved["PCO, I held"] == {(711, 840)}
    assert solved["Grace System, T held"] == {(744, 840)}
    chances = [each["chance"] for each in document["setups"]]
    assert chances == sorted(chances, reverse=True)
    assert {each["ranks"]["chance"] for each in by_name["Grace System, T held"]} == {1}


def test_setups_are_chosen_and_come_with_a_board_that_can_be_read(run: Run) -> None:
    document = run("tetris pc-setups --pieces 5 --with TI --by clears --limit 7 --json").document
    assert len(document["setups"]) == 7 <= document["listed"]
    for each in document["setups"]:
        assert len(each["pieces"]) == 5
        assert {*"TI"} <= {*each["pieces"]}
        drawn = fumen.read(each["fumen"])[0].drawing.cleared().field
        assert drawn == Field.parse(each["board"])
    clears = [each["clears"] for each in document["setups"]]
    assert clears == sorted(clears, reverse=True)


def test_the_list_is_written_as_text_and_csv(run: Run) -> None:
    ended = run("tetris pc-setups --named --limit 30")
    assert (ended.status, ended.err) == (0, "")
    assert "Jigsaw Jaws" in ended.out
    table = [*csv.DictReader(io.StringIO(run("tetris pc-setups --named --limit 30 --format csv").out))]
    assert {each["name"] for each in table} >= {"Jigsaw PCO", "Grace System, T held"}


def test_setups_of_the_second_clear_begin_with_what_is_left(run: Run) -> None:
    document = run("tetris pc-setups --start I|OSZ --limit 3 --json").document
    assert document["start"] == "I|OSZ"
    assert all(0 < each["built"] <= 1 and each["chance"] <= 1 for each in document["setups"])


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("--start T|SZ", "there are no setups from 'T|SZ'; there are those from I|OSZ"),
        ("--start what", "'what' is not what a clear leaves"),
        ("--fresh", "--fresh is for what is solved"),
        ("--with Q", "Q"),
    ],
)
def test_a_question_that_has_no_answer_is_refused(run: Run, asked: str, words: str) -> None:
    ended = run(f"tetris pc-setups {asked}")
    assert ended.status == 1
    assert words in ended.err
