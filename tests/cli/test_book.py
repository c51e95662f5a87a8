from pathlib import Path

import pytest

from ai.book import complete
from ai.book.file import framed, path_of, read
from ai.tetris.guideline.later_clears import start_of
from ai.tetris.guideline.moves import placements
from game.tetris.guideline import Field, Placement
from tests.ai.book.test_complete import small_part
from tests.cli.running import Run

EMPTY = ".........."
VECTORS = Path(__file__).parent.parent / "vectors"


def test_info_and_build_agree(run: Run, tmp_path: Path) -> None:
    list_alone = str(VECTORS / "opener.txt")
    built = run("book build", list_alone, "-o", str(tmp_path / "one.kbook"), "--fresh", "--json").document
    assert built.pop("seconds") >= 0
    assert run("book info", str(tmp_path / "one.kbook"), "--json").document == built
    assert (built["name"], built["positions"], built["runs"]) == ("opener", 565, 22_600)
    assert built["bytes"] == (tmp_path / "one.kbook").stat().st_size


def test_a_book_is_asked_and_answers(run: Run) -> None:
    ask = "book lookup bt-loop - --queue"
    result = run(f"{ask} IOTLJSZ --json", stdin=EMPTY).document
    assert result["position_found"]
    assert result["move"]["type"] in ("I", "O")
    assert result["value"] == pytest.approx(0.9695, abs=1e-4)
    held = run(f"{ask} OTLJS --hold I --bag OTLJSZ --json", stdin=EMPTY).document
    assert held == result
    short = run(f"{ask} IOTLJ --json", stdin=EMPTY).document
    assert short == {"move": None, "value": None, "run": None, "position_found": True}
    assert "looks at 6 pieces" in run(f"{ask} IOTLJ", stdin=EMPTY).out
    assert "cannot come" in run(f"{ask} IITLJS", stdin=EMPTY).out
    assert "not in the book" in run(f"{ask} IOTLJS", stdin="X.X.X.X.X.").out


def test_the_parts_of_a_book_are_asked_by_its_name_and_a_damaged_one_is_named(
    run: Run, tmp_path: Path
) -> None:
    ask = "book lookup perfect-clear - --queue OZSTLJ --hold S --bag OSZ --json"
    part, content = (
        tmp_path / "cache" / "perfect-clear-book" / complete.path_of(start_of("S|SZO")).name,
        small_part(),
    )
    part.parent.mkdir(parents=True)
    part.write_bytes(content)
    result = run(ask, stdin=EMPTY, KIBITZ_HOME=str(tmp_path)).document
    assert (result["move"]["type"], result["move"]["x"], result["position_found"]) == ("O", 0, True)
    part.write_bytes(content[:-8])
    ended = run(ask, stdin=EMPTY, KIBITZ_HOME=str(tmp_path))
    assert (ended.status, '"position_found":false' in ended.out) == (0, True)
    assert part.name in ended.err
    assert "--complete" in ended.err


def test_setups_are_found_on_a_board(run: Run, tmp_path: Path) -> None:
    goal = "XXXXX....X\nXXXXXX...X\nXXXXXXX..X\nXXXXXX...X"
    (tmp_path / "goal.txt").write_text(goal)
    result = run("book setups - --to", str(tmp_path / "goal.txt"), "--json", stdin=EMPTY).document
    assert (result["found"], len(result["setups"])) == (2, 2)
    assert [round(one["built"], 4) for one in result["setups"]] == [0.5722, 0.5111]
    clears = run("book setups - --rows 4 --json", stdin=goal).document["setups"]
    assert [one["value"] for one in clears] == sorted((one["value"] for one in clears), reverse=True)
    assert all(one["value"] <= one["built"] + 1e-6 for one in clears)


def test_setups_that_clear_a_row_on_the_way_are_found_in_the_order_to_play_them(run: Run) -> None:
    goal = Field.parse("XX......../X......XX./XX.XXXXXXX")
    result = run(f"book setups - --to {goal.short} --json", stdin="").document
    best = result["setups"][0]
    assert (result["found"], best["cleared"]) == (7, 1)
    field, used = Field.empty(), ""
    for word in best["pieces"].split():
        piece, orientation = "IOTLJSZ".index(word[0]), "nesw".index(word[1])
        at = Placement(piece, orientation, int(word[2]), int(word[3]))
        assert at in placements(field, piece)
        field, used = field.place(*at[:4])[0], used + word[0]
    assert (field, sorted(used)) == (goal, sorted("IOLJSZ"))


def test_setups_are_refused_in_a_line(run: Run) -> None:
    ask = "book setups - --rows 4"
    run(ask, stdin=EMPTY).assert_refused(1, "--first")
    run(f"{ask} --bag II", stdin=EMPTY).assert_refused(1, "each once")
    run(f"{ask} --first Q", stdin=EMPTY).assert_refused(1, "not a placement")
    run(ask, stdin="\n".join(["X........."] * 5)).assert_refused(1, "5 rows high")
    run("book setups - --to -", stdin=EMPTY).assert_refused(1, "more")
    run("book improve new-dt --least 2").assert_refused(1, "share")


def test_a_shipped_book_is_all_well(run: Run) -> None:
    assert run("book verify new-dt --json").document == {"ok": True, "problems": []}


def test_what_cannot_be_is_refused_in_a_line(run: Run, tmp_path: Path) -> None:
    run("book info nothing").assert_refused(1, "bt-loop")
    run("book build nothing").assert_refused(1, "bt-loop")
    run("book build").assert_refused(2, "NAME")
    run("book build new-dt --jobs 0").assert_refused(1, "1 to 256")
    run("book build new-dt --jobs 2 --dask a:1").assert_refused(2, "not allowed with")
    run("book build new-dt -o", str(tmp_path)).assert_refused(1, "is a folder")
    (tmp_path / "empty.kbook").write_bytes(b"")
    beneath = str(tmp_path / "empty.kbook" / "new.kbook")
    run("book build new-dt -o", beneath).assert_refused(1, "empty.kbook is not a folder")
    run("book improve new-dt -o", beneath).assert_refused(1, "empty.kbook is not a folder")
    run("book verify", str(tmp_path / "empty.kbook")).assert_refused(1, "empty.kbook")
    (tmp_path / "wrong.txt").write_text("name: wrong\nstage: one\nbag: all\nplace: Ie02 Ie12\n")
    run("book build", str(tmp_path / "wrong.txt")).assert_refused(1, "wrong.txt:4:13", "cannot come")
    run("book lookup bt-loop - --queue IOX", stdin=EMPTY).assert_refused(1, "not a piece")
    run("book lookup bt-loop - --queue I --bag II", stdin=EMPTY).assert_refused(1, "once")


def test_the_speed_of_a_book_is_measured(run: Run) -> None:
    speed = run("bench book-lookup new-dt --quick --json").document
    assert (speed["name"], speed["book"]) == ("book-lookup", "new-dt")
    assert speed["lookups"] >= 1_000_000
    assert speed["ns_per_lookup"] == pytest.approx(1e9 * speed["seconds"] / speed["lookups"], rel=0.01)
    assert set(speed) == {"name", "book", "lookups", "seconds", "ns_per_lookup", "us_per_call", "load_ms"}
    run("bench book-lookup nothing").assert_refused(1, "bt-loop")
    run("bench guideline-movement bt-loop").assert_refused(1, "book-lookup")


def test_a_book_that_leads_out_of_its_file_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    good = read(path_of("bt-loop"))
    (tmp_path / "board.txt").write_text("..........")
    for section in range(8):
        body = good.body.copy()
        body[section] = 1 << 40
        (tmp_path / "sealed.kbook").write_bytes(framed(good.header, body))
        run("book lookup sealed.kbook board.txt --queue TIOSZLJ").assert_refused(1, "sealed.kbook")
    run("book info sealed.kbook").assert_refused(1, "sealed.kbook")


def test_what_the_complete_book_cannot_do_is_refused_in_a_line(run: Run, tmp_path: Path) -> None:
    build = "book build perfect-clear --complete"
    run("book build perfect-clear --jobs 2").assert_refused(1, "one process")
    run("book build bt-loop --complete").assert_refused(1, "perfect-clear")
    run(f"{build} -o", str(tmp_path / "a.kbook")).assert_refused(1, "leave out the rest")
    run("book build perfect-clear --starts S|SZO").assert_refused(1, "--complete")
    run(build, "--starts", "clear 9").assert_refused(1, "is not a start")
    run(f"{build} --starts S|SZO --jobs 0").assert_refused(1, "1 to 256")


def test_a_part_that_is_there_is_not_built_again(run: Run, tmp_path: Path) -> None:
    start, home = start_of("S|SZO"), tmp_path / "home"
    part = home / "cache" / "perfect-clear-book" / complete.path_of(start).name
    part.parent.mkdir(parents=True)
    part.write_bytes(small_part())
    ended = run("book build perfect-clear --complete --jobs 2 --starts S|SZO", KIBITZ_HOME=str(home))
    assert (ended.status, ended.out) == (0, "")
    assert "already there: 1 part" in ended.err
