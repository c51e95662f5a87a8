import json
import shlex
import sys
from pathlib import Path

import pytest

from ai.compiled import cache, child, warmup
from bench import library
from bench.peer import beside
from bench.row import Row
from cli import maintenance
from game import config, log
from game.errors import BadInput
from main import main
from tests.cli.running import Run, python
from tests.sweep import drawn


def test_warmup_says_what_it_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if cache.is_complete():  # then one group of kernels says as much as all
        monkeypatch.setattr(warmup, "groups", lambda: child.groups()[-1:])
    assert main(["warmup", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert set(document) == {"kernels", "seconds", "bytes", "folder"}
    held = sum(path.stat().st_size for path in Path(document["folder"]).rglob("*.nb[ic]"))
    assert document["bytes"] == held > 0
    assert document["kernels"] > 0


@pytest.mark.parametrize("game", drawn(["bridge", "classic"], 1))
def test_the_first_figure_of_a_game_is_waited_for_in_the_real_window(tmp_path: Path, game: str) -> None:
    """With the kernels of these tests, so that it takes no minute."""
    program = f"from bench import cold_start; cold_start.tell(cold_start.first_figure({game!r}))"
    screen = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "KIBITZ_HOME": str(tmp_path)}
    result = json.loads(python(program, **screen).out)
    assert result["seconds"] > 0
    written = "".join(path.read_text() for path in tmp_path.rglob("*.log"))
    assert [f"shown {name}" in written for name in ("home", "play")] == [True, True]


def test_the_library_is_measured_in_a_home_of_its_own() -> None:
    ((games, each),) = library.measured((12,)).items()
    assert games == 12
    assert min(each.home_seconds, each.list_seconds, each.letter_seconds, each.first_seconds) > 0
    assert each.megabytes is None or each.megabytes > 10


def test_what_a_window_takes_at_rest_is_measured_by_scene(tmp_path: Path) -> None:
    program = (
        "from main import main; from gui import screenshot; "
        "screenshot.scenes = lambda: ['settings', 'error']; main(['bench', 'at-rest', '--quick', '--json'])"
    )
    screen = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "KIBITZ_HOME": str(tmp_path)}
    result = json.loads(python(program, **screen).out)
    assert list(result) == ["settings", "error"]
    assert all(0 < percent < 100 for percent in result.values())


def test_doctor_finds_the_kernels_and_nothing_wrong(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not cache.is_complete():
        assert run("warmup").status == 0
    result = run("doctor --json").document
    assert (result["ok"], result["problems"]) == (True, [])
    assert {"python", "numba", "pygame-ce", "display", "sound", "kernels", "engine"} <= set(result["facts"])
    assert str(cache.ensure().folder) in result["facts"]["kernels"]
    assert ", complete)" in result["facts"]["kernels"]
    monkeypatch.setattr(maintenance, "examine", lambda: maintenance.Findings(**result))
    assert main(["doctor"]) == 0
    assert "nothing is wrong" in capsys.readouterr().out


def test_doctor_names_what_is_wrong(run: Run, tmp_path: Path) -> None:
    (tmp_path / "home" / "config").mkdir(parents=True)
    (tmp_path / "home" / "config" / "config.yaml").write_text("display: {scale: 9}\n")
    (tmp_path / "home" / "data").write_text("a file stands here")
    ended = run("doctor", KIBITZ_HOME=str(tmp_path / "home"))
    assert ended.status == 1
    assert "display.scale is 9" in ended.out
    assert "data" in ended.out.partition("wrong:")[2]


def test_both_kinds_of_pygame_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "version_of", lambda library: "2.6.1")
    assert any("pygame-ce are both installed" in (problem or "") for _, _, problem in maintenance._versions())
    monkeypatch.setattr(log, "version_of", lambda library: None)
    assert sum(problem is not None for _, _, problem in maintenance._versions()) == len(log.LIBRARIES)


def test_an_engine_that_does_not_start_is_one_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "ENGINE", "raise RuntimeError('no luck')")
    assert list(maintenance._engine()) == [
        ("engine", "does not start", "the engine does not start (RuntimeError: no luck)")
    ]


def test_bench_lists_what_it_can_measure_without_loading_it(run: Run) -> None:
    listed = run("bench --json").document
    assert all(set(one) == {"name", "about"} and one["about"] for one in listed)
    assert [one["name"] for one in listed] == sorted({one["name"] for one in listed})
    assert {one["name"] for one in listed} >= {"engine-room"}


def test_a_table_shows_a_figure_beside_its_peer_s_and_its_aim() -> None:
    rows = [Row("playouts", 1_234_567.0, "a second", aim=1e6, least=7e5, peer="winner", peer_value=236_000.0)]
    table = "\n".join(maintenance.table(maintenance.Report("x", "about", rows)))
    assert "1,234,567 a second   winner: 236,000" in table
    assert "aim 1,000,000; never below 700,000" in table


def test_a_peer_s_figure_is_what_it_prints_or_its_cpu_time() -> None:
    rows = [Row("list", 300.0, "a CPU second"), Row("count 5", 4e6, "a CPU second", work=3e6, note="exact")]
    prints = f'{shlex.quote(sys.executable)} -c \'print(7, "nodes"); print("rate 1,500.5 a second"); print("done")\''
    first, second = beside(rows, prints)
    assert (first.peer_value, second) == (1500.5, rows[1])
    assert first.ratio == pytest.approx(300 / 1500.5)
    table = "\n".join(maintenance.table(maintenance.Report("x", "about", [first])))
    assert "1,500" in table
    assert "ratio 0.2" in table
    assert "the last number that it prints" in table
    works = f"{shlex.quote(sys.executable)} -c 'sum(range(3_000_000))'"
    for command, timed in ((works, False), (prints, True)):
        row = beside(rows, command, "count", timed=timed)[1]
        assert row.peer_value is not None
        assert "exact; peer:" in row.note
        assert "CPU s of its process" in row.note
        assert 3e4 < row.peer_value < 3e8


@pytest.mark.parametrize(
    ("command", "what", "reason"),
    [
        ("no-such-program-here 7", None, "cannot be started: no-such-program-here"),
        ("false", None, "ended with status 1"),
        ("true", None, "has to print its own"),
        ("echo 0", None, "more than 0"),
        ("echo 5", "lost", "there are: list"),
        ("'", None, "No closing quotation"),
        ("", None, "needs a command line"),
    ],
)
def test_a_peer_that_is_none_is_one_sentence(command: str, what: str | None, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        beside([Row("list", 300.0, "a CPU second")], command, what)


def test_options_of_a_peer_need_one(run: Run) -> None:
    assert run("bench zuniq-search --row count").err == "error: --row and --peer-time are for --peer\n"
    assert run("bench --peer true").err == "error: --peer needs the name of a measurement\n"


def test_config_path_is_where_the_user_s_file_is_read(run: Run, tmp_path: Path) -> None:
    shown = run("config path --json", KIBITZ_HOME=str(tmp_path)).document
    assert shown == {"path": str(tmp_path / "config" / "config.yaml"), "exists": False}
    assert run("config path").out == f"{config.user_file()}\n"
    checked = run("config check --json").document
    assert (checked["ok"], checked["problems"]) == (True, [])


def test_a_cache_that_cannot_be_kept_is_a_warning_and_no_more(run: Run, tmp_path: Path) -> None:
    (tmp_path / "kernels").write_text("a file stands here")
    (tmp_path / "temporary").mkdir()
    places = {"KIBITZ_KERNELS": str(tmp_path / "kernels"), "TMPDIR": str(tmp_path / "temporary")}
    ended = run("zuniq perft 2 --json", **places)
    assert (ended.status, ended.out) == (0, '{"depth":2,"nodes":3540}\n')
    assert ended.err.startswith("warning: The folder ")
    assert ended.err.count("\n") == 1


def test_bench_takes_one_measurement(run: Run) -> None:
    document = run("bench guideline-ticks --quick --json").document
    assert document["name"] == "guideline-ticks"
    assert all({"what", "value", "unit"} <= set(row) and row["value"] > 0 for row in document["rows"])
