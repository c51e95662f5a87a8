import subprocess
from collections.abc import Iterator

import pytest

from ai import child
from ai.tetris.four_wide import catalogue, lengths
from ai.tetris.four_wide.chain import lengths_of
from ai.tetris.four_wide.layout import lay_out
from ai.tetris.four_wide.lengths import ComboLengths
from ai.tetris.four_wide.policy import Policy
from ai.tetris.four_wide.solving.solve import figures_of, solve
from game.tetris.four_wide.model import Model

pytestmark = pytest.mark.kernel


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("policies")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "folder", lambda: folder)
        patch.setattr(lengths, "file_of", lambda model: catalogue.folder() / f"{model.name}.lasting")
        yield


@pytest.mark.parametrize(
    "model", [Model(3, "random", False, 0), Model(3, "random", True, 1), Model(3, "bag", True, 0)]
)
def test_the_chances_add_up_to_the_value(model: Model) -> None:
    path, solution = catalogue.build(model)
    figures = figures_of(solution)
    combo_lengths = lengths_of(Policy.read(path))
    assert combo_lengths.mean == pytest.approx(
        figures.value if figures.fresh is None else figures.fresh, rel=1e-8
    )
    total = sum(combo_lengths.chance(length) for length in range(1, 20 * int(combo_lengths.mean) + 500))
    assert total == pytest.approx(combo_lengths.mean, rel=1e-8), "the tail too"


def test_without_previews_the_first_chances_are_those_of_the_graph() -> None:
    model = Model(3, "random", False, 0)
    combo_lengths = lengths_of(Policy.read(catalogue.build(model)[0]))
    assert combo_lengths.survival[1] == pytest.approx(5 / 7), "five of seven pieces continue ###."
    layout = lay_out(model)
    assert solve(layout).value(model.start, None, (), 0) == pytest.approx(12380957 / 5052445)


def test_chances_fall_and_shares_are_their_inverse() -> None:
    combo_lengths = ComboLengths([1.0, 0.8, 0.6, 0.48], 2, 0.6, 3.0)
    chances = [combo_lengths.chance(length) for length in range(40)]
    assert chances == sorted(chances, reverse=True)
    assert chances[4] == pytest.approx(0.36)
    assert chances[5] == pytest.approx(0.288)
    for share in (0.9, 0.5, 0.1, 0.001):
        length = combo_lengths.reached(share)
        assert combo_lengths.chance(length) >= share > combo_lengths.chance(length + 1)
    assert combo_lengths.below(2) == pytest.approx(1 - (0.6 + 0.48) / 2)


def test_what_was_kept_is_read_again_and_a_damaged_file_is_nothing() -> None:
    model, combo_lengths = Model(3, "bag", True, 0), ComboLengths([1.0, 0.5], 1, 0.5, 1.0)
    lengths.keep(model, combo_lengths)
    assert lengths.read(model) == combo_lengths
    whole = lengths.file_of(model).read_bytes()
    for length in range(len(whole)):
        lengths.file_of(model).write_bytes(whole[:length])
        assert lengths.read(model) is None


@pytest.mark.parametrize(
    ("program", "error"),
    [
        ('print(\'{"doing": "solve", "steps": 3}\')', "the process that worked on it was ended"),
        ("print('a word of a library'); print('{\"doing\": \"done\"}')", ""),
        ('print(\'{"doing": "done", "error": "no memory"}\')', "no memory"),
    ],
)
def test_a_job_says_how_it_has_ended(monkeypatch: pytest.MonkeyPatch, program: str, error: str) -> None:
    monkeypatch.setattr(lengths, "_PROGRAM", program)
    begun = lengths.Job(Model(3, "bag", True, 0))
    begun.start()
    assert begun.wait(30.0) == lengths.LengthProgress("done", error=error)


def test_a_job_ends_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "_PROGRAM", "import sys; sys.stdin.read()")
    begun = lengths.Job(Model(3, "bag", True, 0))
    begun.start()
    begun.stop()
    assert begun.wait(30.0).doing == "done"


def test_a_process_that_does_not_leave_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    stubborn = """import time; print('{"doing": "solve", "steps": 3}', flush=True); time.sleep(600)"""
    monkeypatch.setattr(lengths, "_PROGRAM", stubborn)
    monkeypatch.setattr(lengths.Job, "patience", 0.1)
    begun = lengths.Job(Model(3, "bag", True, 0))
    begun.start()
    while begun.poll().steps != 3:
        assert not begun.wait(0.02).finished
    begun.stop()
    assert begun.wait(60.0) == lengths.LengthProgress("done", error=child.ENDED)


def test_a_process_that_cannot_be_started_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: str) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(child, "start", fails)
    begun = lengths.Job(Model(3, "bag", True, 0))
    begun.start()
    assert begun.wait(30.0).error == "no process could be started: Cannot allocate memory"


def test_a_job_that_is_stopped_while_its_process_starts_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "_PROGRAM", "import sys; sys.stdin.read()")
    begun, start = lengths.Job(Model(3, "bag", True, 0)), child.start

    def stopped(program: str, order: str) -> subprocess.Popen[str]:
        process = start(program, order)
        begun.stop()
        return process

    monkeypatch.setattr(child, "start", stopped)
    begun.start()
    assert begun.wait(30.0).finished
