from pathlib import Path

import pytest

from game.tetris.guideline import Field, Placement, fumen, reachable
from game.tetris.guideline.loop_values import Leftover, loop_values
from game.tetris.guideline.pieces import PIECES, piece_of
from tests.cli.running import Run

DOUBLE = "xx-.......\nxx...xxxxx\nxxx.xxxxxx\n"
SLOT = "xxx.......\nxx...xxxxx\nxxx.xxxxxx\n"
OPENER = "XXXXX....X\nXXXXXX...X\nXXXXXXX..X\nXXXXXX...X\n"


def named(text: str, piece: str) -> list[dict[str, object]]:
    return [dict(at.named()) for at in reachable(Field.parse(text), piece_of(piece))]


# -- placements --


@pytest.mark.parametrize(("text", "piece"), [(SLOT, "T"), (DOUBLE, "S")])
def test_placements_are_those_of_the_rules(run: Run, text: str, piece: str) -> None:
    listed = run("tetris placements - --piece", piece, "--json", stdin=text).document
    assert listed == named(text, piece)
    assert listed


def test_a_spin_is_printed_by_name(run: Run, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(SLOT)
    ended = run("tetris placements board.txt --piece t")
    assert (ended.status, ended.err) == (0, "")
    assert "T south 3 1 full" in ended.out.splitlines()


def test_a_piece_that_cannot_start_has_no_placements(run: Run) -> None:
    assert run("tetris placements - --piece O --json", stdin="....x.....\n" * 22).document == []


# -- perft --


@pytest.mark.parametrize(
    ("queue", "depth", "nodes"),
    [("IOLJSZT", 4, 188_374), ("IO --hold -", 1, 17 + 9), ("IO --hold T", 1, 17 + 34)],
)
def test_the_published_counts_with_and_without_a_hold(run: Run, queue: str, depth: int, nodes: int) -> None:
    document = run(f"tetris perft --queue {queue} {depth} --json").document
    assert document.pop("cpu_seconds") >= 0
    assert document == {"depth": depth, "nodes": nodes}


def test_sequences_may_begin_on_a_board(run: Run) -> None:
    ended = run("tetris perft --queue T 1 -", stdin=SLOT)
    cells = {at[:4] for at in reachable(Field.parse(SLOT), 2)}
    assert ended.out == f"{len(cells)} sequences of 1 placement\n"


# -- perfect clears --


def test_the_coverage_of_the_opener(run: Run) -> None:
    document = run("tetris pc - --coverage IOTLJSZ --rows 4 --json", stdin=OPENER).document
    assert document == {"queues": 840, "solved": 514}


def test_a_perfect_clear_can_be_played(run: Run) -> None:
    document = run("tetris pc - --queue LJI --hold T --json", stdin=OPENER).document
    assert document["solved"] is True
    field = Field.parse(OPENER)
    for each in document["placements"]:
        at = Placement.parse("{type} {orientation} {x} {y} {spin}".format_map(each))
        assert at in reachable(field, at.piece)
        field, _ = field.place(*at[:4])
    assert field == Field.empty()
    assert len(document["placements"]) == 3


def test_there_may_be_none(run: Run) -> None:
    asked = "tetris pc - --queue OOO --rows 4"
    assert run(f"{asked} --json", stdin=OPENER).document == {"solved": False, "placements": []}
    assert run(asked, stdin=OPENER).out == "no perfect clear\n"


def test_a_pattern_tells_what_can_be_kept(run: Run) -> None:
    asked = "tetris pc - --pattern *p4 --saves T||(I&&L),S --json"
    document = run(asked, stdin=OPENER).document
    assert (document["queues"], document["solved"]) == (840, 514)
    assert document["saves"] == {"I": 66, "O": 148, "T": 64, "L": 78, "J": 138, "S": 144, "Z": 114}
    first, second = document["wishes"]
    assert first["queues"] == first["first"] == 80
    assert second["queues"] == document["saves"]["S"]
    assert document["wanted"] == first["first"] + second["first"] < 80 + 144


def test_saves_are_weighed_by_the_clears_in_a_row_that_follow(run: Run) -> None:
    """With a single queue it is the value of what is left; of many the mean, each with its best piece."""
    values = loop_values()
    one = run("tetris pc - --pattern LJIT --loop --json", stdin=OPENER).document
    left = sum(1 << piece for piece in range(7) if PIECES[piece] not in "LJIT")
    worth = {held: 1 + values.value(Leftover(PIECES.index(held), left)) for held in one["loop"]["pieces"]}
    assert one["loop"]["pieces"] == pytest.approx(worth, abs=1e-5)
    assert one["loop"]["clears"] == pytest.approx(max(worth.values()), abs=1e-5)
    many = run("tetris pc - --pattern *p4 --saves S --loop --json", stdin=OPENER).document
    assert 0 < many["loop"]["wanted"] < many["loop"]["clears"] < 1 + values.values.max()
    assert set(many["loop"]["pieces"]) == {piece for piece, queues in many["saves"].items() if queues}
    assert "clears in a row" in run("tetris pc - --pattern *p4 --loop", stdin=OPENER).out


def test_solutions_are_fumens_with_the_queues_that_make_them(run: Run) -> None:
    document = run("tetris pc - --path --pattern *p4 --json", stdin=OPENER).document
    assert document["unique"] == len(document["solutions"]) == len(fumen.read(document["fumen"]))
    assert document["minimal"] == sum(each["minimal"] for each in document["solutions"])
    for each in document["solutions"]:
        (page,) = fumen.read(each["fumen"])
        assert not page.after.field.cells
        assert each["queues"] == sum(each["saves"].values())


def test_there_may_be_no_solution(run: Run) -> None:
    document = run("tetris pc - --path --pattern OOO --json", stdin=OPENER).document
    assert (document["solved"], document["unique"], document["minimal"], document["fumen"]) == (0, 0, 0, None)
    assert run("tetris pc - --path --pattern OOO --format fumen", stdin=OPENER).out == ""
    assert "0 solutions" in run("tetris pc - --path --pattern OOO", stdin=OPENER).out


MANUAL = "v115@BhF8CeG8BeH8CeG8JeAgWDAqedBA"  # the field of solution-finder's manual, with what it prints


@pytest.mark.parametrize(
    ("key", "columns", "first", "row"),
    [
        (
            "solution",
            "テト譜,使用ミノ,対応ツモ数 (対地形&パターン)",
            1,
            ["JSZ", "2", "2", "48", "ZJS;ZSJ", "ZJS;ZSJ"],
        ),
        (
            "use",
            "使用ミノ,対応地形数,対応ツモ数 (対パターン),テト譜,ツモ (対パターン)",
            0,
            ["TIL", "2", "88"],
        ),
        ("pattern", "ツモ,対応地形数,使用ミノ,未使用ミノ,テト譜", 0, ["TJSI", "4", "TIJ;TJS", "S;I"]),
    ],
)
def test_tables_are_those_of_solution_finder(
    run: Run, key: str, columns: str, first: int, row: list[str]
) -> None:
    table = run(f"tetris pc {MANUAL} --path --pattern *p4 --format csv --key {key}").out.splitlines()
    assert table[0].startswith(columns)
    assert row in [line.split(",")[first : first + len(row)] for line in table]


def test_solutions_are_drawn_by_the_piece_that_they_keep(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "solutions.html"
    assert run(f"tetris pc {MANUAL} --path --pattern *p4 --format html -o {file}").out.endswith(
        "18 solutions\n"
    )
    page = file.read_text(encoding="utf-8")
    assert page.count("<svg") == page.count("fumen.zui.jp") >= 18
    assert "<h2>keeps O: 148 queues (17.62%)</h2>" in page


def test_a_cover_counts_the_queues_of_drawn_pieces(run: Run) -> None:
    fumens = "v115@vhFRQJUGJKJJvMJTNJGBJ v115@vhFRQJPGJKJJGMJTNJ0BJ"
    document = run(f"tetris pc --cover {fumens} --pattern *p7 --json").document
    assert [each["covered"] for each in document["fumens"]] == [1_680, 2_240]
    assert (document["queues"], document["covered"], document["all"]) == (5_040, 3_108, 812)


def test_no_hold_at_all_solves_fewer_queues(run: Run) -> None:
    document = run("tetris pc - --pattern *p4 --hold avoid --json", stdin=OPENER).document
    assert document["solved"] == 144
    assert not any(document["saves"].values())


def test_the_help_translates_the_words_of_solution_finder(run: Run) -> None:
    text = run("tetris pc --help").out
    for word in ("percent", "path", "cover", "-H avoid", "tetris setup, tetris spin, tetris ren", "T || S"):
        assert word in text


# -- what pieces can build --

FOUR_BY_FOUR = "v115@9gTpFeTpFeTpFezhPeAgH"
SLOPE = "v115@zgD8FeF8DeG8CeH8BeI8KeAgH"


def test_setups_fill_marked_cells(run: Run) -> None:
    asked = f"tetris setup {FOUR_BY_FOUR} --pattern *! --fill I --margin O"
    document = run(asked, "--json").document
    assert (document["setups"], document["queues"], len(document["solutions"])) == (38, 5_040, 38)
    bar = next(each for each in document["solutions"] if each["pieces"] == "I")
    assert (bar["queues"], bar["orders"], bar["after"]) == (1_440, 1, "xxxx......")
    drawn = {page.drawing.field.short for page in fumen.read(document["fumen"])}
    assert drawn == {each["after"] for each in document["solutions"]}
    table = run(f"{asked} --format csv").out.splitlines()
    assert table[0] == "地形,使用ミノ,手順数"
    assert len(table) == 39
    rows = "*_________\n*_________\n*_______**\n*_______**\n"
    assert run("tetris setup - --pattern *p3 --json", stdin=rows).document["covered"] == 30


def test_setups_across_cleared_rows_and_without_holes(run: Run) -> None:
    board = "_______***\nXXXXXXX***\nXXXXXXX**.\nXXXXXXX...\n"
    counts = [
        run(f"tetris setup - --pattern [ILJO]! --combination --json {more}", stdin=board).document["setups"]
        for more in ("", "--across", "--exclude holes")
    ]
    assert counts[1] > counts[0] >= counts[2] > 0


def test_holes_are_looked_for_behind_operations(run: Run) -> None:
    """A T that hangs over an empty cell leaves a hole, unless the row of it is filled and gone before."""
    asked = "tetris setup - --pattern T --json --exclude holes"
    overhang = "***_______\n_*________\n"
    assert run(asked, stdin=overhang).document["setups"] == 0
    assert run(asked, "--operate", "row(0)", stdin=overhang).document["setups"] == 1
    assert run(asked, "--operate", "row(0)", "T-0(8,2)", "clear()", stdin=overhang).document["setups"] == 0


def test_spins_that_cannot_be_played_are_listed_when_asked(run: Run) -> None:
    asked = "tetris spin v115@HhB8AeH8BeI8AeG8JeAgH --pattern *! --roof no --json"
    assert run(asked).document["ways"] == 0
    (way,) = run(f"{asked} --filter ignore-t").document["solutions"]
    assert (way["mark"], way["orders"], way["pieces"]) == ("X", 0, "T")


def test_spins_name_what_the_t_clears(run: Run, tmp_path: Path) -> None:
    asked = f"tetris spin {SLOPE} --pattern TSLI --fill-top 5"
    document = run(asked, "--json").document
    assert document["ways"] == len(document["solutions"]) == 5
    assert all(each["cleared"] >= 2 and each["place"]["spin"] == "full" for each in document["solutions"])
    table = run(f"{asked} --format csv").out.splitlines()
    assert table[0].startswith("テト譜,有効マーク,使用ミノ,使用ミノ数,T-Spinライン数,MINI,")
    file = tmp_path / "spins.html"
    run(f"{asked} --format html -o {file}")
    assert file.read_text(encoding="utf-8").count("<svg") == 5


def test_a_combo_lasts_as_long_as_it_can(run: Run) -> None:
    board = "....xxxxxx\n" * 6 + "xxx.xxxxxx\n"
    document = run("tetris ren - --queue TIJLOS --json", stdin=board).document
    assert document["combo"] == document["clears"] - 1 > 1
    assert len(document["solutions"]) == document["ways"]
    first = document["solutions"][0]
    assert len(fumen.read(first["fumen"])) == len(first["pieces"]) == document["clears"]
    assert "clears no row" in run("tetris ren - --queue T", stdin="x.........\n").out


# -- bad input --


@pytest.mark.parametrize(
    ("command", "board", "words"),
    [
        ("placements - --piece Q", SLOT, ["'Q'", "not a piece"]),
        ("placements - --piece T", "xxx\n", ["row 1", "3 cells", "10"]),
        ("placements - --piece T", "xxxxxxxxxx\n", ["row 1", "full"]),
        ("placements missing.txt --piece T", "", ["missing.txt"]),
        ("perft --queue T1 2", "", ["'1'", "not a piece"]),
        ("perft --queue T --hold= 2", "", ["not a piece"]),
        ("pc - --queue T --rows 4", OPENER, ["3 pieces"]),
        ("pc - --coverage T --rows 3", OPENER, ["4 rows high"]),
        ("pc - --queue T --rows 5", OPENER, ["22 empty cells"]),
        ("pc - --coverage IOTLJSZ", "x.........\n", ["odd"]),
        ("pc - --pattern *p9", OPENER, ["*p9", "9 of 7"]),
        ("pc - --pattern *p2", OPENER, ["3 pieces", "have 2"]),
        ("pc - --pattern *p4 --saves X", OPENER, ["'X'", "not a piece"]),
        ("pc - --pattern *p4 --loop 4", OPENER, ["clear 4 ends", "4 of its 6 letters"]),
        (
            "pc - --pattern T,T,*p2 --loop",
            OPENER,
            ["clear 1 ends with 4 letters", "say with --loop which clear"],
        ),
        ("pc - --pattern [IOT]p3 --loop", OPENER, ["nothing is kept", "one letter more"]),
        ("pc - --queue LJI --loop", OPENER, ["--loop is for --pattern"]),
        ("pc - --queue TIL --path", OPENER, ["--path", "--pattern"]),
        ("pc - --pattern *p4 --format csv", OPENER, ["--format", "--path"]),
        ("pc --pattern *p4 --cover v115@vhAAgH", "", ["places no piece"]),
        ("pc - --pattern *p7,*p7", OPENER, ["25,401,600 queues"]),
        ("pc - --pattern -", OPENER, ["both be on stdin"]),
        ("setup - --pattern *p4", OPENER, ["no cell to fill", "--fill"]),
        ("setup - --pattern *p4", "*_Q_______", ["'Q'", "column 3"]),
        ("setup - --pattern *p4 --fill X", OPENER, ["--fill", "'X'"]),
        (
            "setup - --pattern T --exclude holes --operate T-up(1,1)",
            "***_______",
            ["'T-up(1,1)'", "T-reverse(4,1)"],
        ),
        ("spin - --pattern *p4 --fill-bottom 4 --fill-top 3", OPENER, ["--fill-top 3", "--fill-bottom 4"]),
        ("spin - --pattern -", OPENER, ["both be on stdin"]),
        ("ren - --queue TX", OPENER, ["'X'"]),
    ],
)
def test_bad_input_gets_one_line(run: Run, command: str, board: str, words: list[str]) -> None:
    run(f"tetris {command}", stdin=board).assert_refused(1, *words)


@pytest.mark.parametrize(
    "command",
    [
        "placements -",
        "perft 2",
        "perft --queue T -1",
        "pc -",
        "pc - --queue T --coverage T",
        "pc - --queue T --rows 0",
    ],
)
def test_wrong_usage(run: Run, command: str) -> None:
    run(f"tetris {command}").assert_refused(2)
