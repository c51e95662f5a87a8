import json
from pathlib import Path

import pytest

from ai.bridge.tables.build import build
from ai.bridge.tables.folder import Folder
from tests.ai.bridge.positions import known_positions, known_tables
from tests.cli.running import Run

EXAMPLE = "KQJT.A.K.JT A9..A.AKQ98 S"
KNOWN = known_positions()


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    list(build(Folder(folder), [7], ["trump"]))
    list(build(Folder(folder), [5], ["notrump"]))
    return folder


def test_build_prints_a_line_a_level(run: Run, tmp_path: Path) -> None:
    asked = "bridge build --levels 2-3 --dir tables --flat flat --json"
    done = run(asked)
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert (done.status, done.err) == (0, "")
    built = [f"{line['strain']} {line['level']}" for line in lines]
    assert built == ["trump 2", "trump 3", "notrump 2", "notrump 3"]
    for line in lines:
        assert set(line) == {"level", "strain", "positions", "bytes", "seconds", "histogram"}
        known = known_tables()[line["strain"]]
        assert line["positions"] == known["combinations_and_bytes"][line["level"] - 1][1]
        assert line["histogram"] == known["levels"][str(line["level"])]["histogram"]
        assert line["bytes"] == (tmp_path / f"tables/{line['strain']}-0{line['level']}.table").stat().st_size
        assert (tmp_path / f"flat/{line['strain']}-0{line['level']}.bin").stat().st_size == line["positions"]
    again = run(asked)
    assert all(json.loads(line)["seconds"] == 0 for line in again.out.splitlines())


def test_solve_needs_no_table_and_probe_finds_the_same(run: Run, tables: Path) -> None:
    solved = run("bridge solve", EXAMPLE, "--json").document
    assert (solved["tricks"], solved["source"]) == (4, "search")
    assert {one["card"]: one["tricks"] for one in solved["cards"]}["HA"] == 3
    assert {one["tricks"] for one in solved["cards"] if one["card"] != "HA"} == {4}
    probed = run("bridge probe", EXAMPLE, "--dir", str(tables), "--json").document
    assert (probed["cards"], probed["source"], probed["nodes"]) == (solved["cards"], "table", 0)
    assert run("bridge solve", EXAMPLE, "--dir", str(tables), "--json").document == probed


def test_a_batch_answers_line_by_line(run: Run) -> None:
    text = "\n\n".join(known["position"] for known in KNOWN)
    done = run("bridge solve - --json", stdin=text)
    documents = [json.loads(line) for line in done.out.splitlines()]
    assert (done.status, done.err) == (0, "")
    assert [document["tricks"] for document in documents] == [known["tricks"] for known in KNOWN]
    cards = [{one["card"]: one["tricks"] for one in document["cards"]} for document in documents]
    assert cards == [known["cards"] for known in KNOWN]


def test_a_bad_line_ends_a_batch_with_its_number(run: Run, tables: Path) -> None:
    done = run("bridge probe - --dir", str(tables), stdin=f"{EXAMPLE}\n\nA... K... X\n")
    assert (done.status, done.out.count("\n")) == (1, 1)
    assert done.err.startswith("error: line 3: 'X' is not a strain")
    assert done.err.count("\n") == 1


def test_bad_positions_and_missing_tables_are_one_line(run: Run, tables: Path) -> None:
    where = ("--dir", str(tables))
    run("bridge solve", "A... KQ... S").assert_refused(1, "1 and 2 cards")
    run("bridge solve", "A... A... S").assert_refused(1, "SA is in this position twice")
    run("bridge probe", "A2345678.... K... S", *where).assert_refused(1, "suits")
    long = "AKQJT98.765.432. ...AKQJT98765432 N"
    run("bridge probe", long, *where).assert_refused(1, "notrump-12.table is missing", "bridge build")
    run("bridge verify --dir nowhere").assert_refused(1, "there are no tables in nowhere")
    run("bridge build --levels 9-14").assert_refused(2, "'9-14'", "within 1-13")


def test_verify_names_what_is_damaged(run: Run, tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    list(build(folder, [3], ["trump"]))
    whole = run("bridge verify --dir", str(tmp_path), "--sample", "20", "--json").document
    assert whole == {"ok": True, "problems": []}
    folder.path_of(2, "trump").write_bytes(b"nothing")
    done = run("bridge verify --dir", str(tmp_path), "--json")
    document = json.loads(done.out)
    assert (done.status, document["ok"], len(document["problems"])) == (1, False, 1)
    assert "trump-02.table is damaged" in document["problems"][0]
    assert done.err.count("\n") == 1
