import os
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from ai import memory
from ai.compiled import sources
from ai.tetris.four_wide import catalogue, lengths, policy
from ai.tetris.four_wide.layout import graph_of, lay_out
from ai.tetris.four_wide.solving import size, solve
from ai.tetris.four_wide.solving.size import FIELDS, bytes_to_solve, situations
from ai.tetris.four_wide.solving.solve import Solution
from game.errors import BadInput
from game.tetris.four_wide.model import Model

SMALL = Model(3, "bag", True, 1)
KILLED = """
import os, signal
from pathlib import Path
from ai.tetris.four_wide import catalogue
from ai.tetris.four_wide.solving import solve
from game.tetris.four_wide.model import Model

catalogue.folder = lambda: Path({folder!r})
solve.SAVED_EVERY = solve.SHARE = 0.0

def end(number, change):
    if number == 9:
        os.kill(os.getpid(), signal.SIGKILL)

catalogue.build(Model(3, "bag", True, 1), end)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for files, in which everything is kept at once."""
    monkeypatch.setattr(catalogue, "folder", lambda: tmp_path)
    monkeypatch.setattr(solve, "SAVED_EVERY", 0.0)
    monkeypatch.setattr(solve, "SHARE", 0.0)
    return tmp_path


class Stopped(Exception):
    """The wish to stop."""


def test_a_build_that_is_killed_goes_on_to_the_same_bytes(folder: Path) -> None:
    whole = catalogue.build(SMALL)[0].read_bytes()
    catalogue.file_of(SMALL).unlink()
    program = KILLED.format(folder=str(folder))
    ended = subprocess.run([sys.executable, "-c", program], cwd=sources.ROOT, env=os.environ, timeout=120)
    assert ended.returncode == -signal.SIGKILL
    assert not catalogue.file_of(SMALL).exists()
    counts: list[int] = []
    path, _ = catalogue.build(SMALL, lambda number, _: counts.append(number))
    assert counts[0] == 10, "sweeps before the end of the process are not made again"
    assert path.read_bytes() == whole
    assert [each.name for each in folder.iterdir()] == [path.name]


def test_counting_classes_goes_on_with_the_round_it_was_stopped_in() -> None:
    layout, items = lay_out(SMALL), list[int]()
    expected = catalogue.counted(layout)
    catalogue.finished(layout)

    def stop(count: int) -> None:
        items.append(count)
        if len(items) == 4:
            raise Stopped

    with pytest.raises(Stopped):
        catalogue.counted(layout, stop)
    assert catalogue.counted(layout, items.append) == expected
    assert items == sorted(items)
    assert items[3] < items[4], "the first rounds are not made again"
    rounds = len(items)
    assert catalogue.counted(layout, items.append) == expected, "what is proved is proved"
    assert len(items) == rounds


@pytest.mark.parametrize(
    "damage", [lambda whole: whole[:-40], lambda whole: whole[:200], lambda _: b"nonsense"]
)
def test_a_damaged_file_of_an_earlier_run_is_not_believed(
    damage: object, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(number: int, _: float) -> None:
        if number == 5:
            raise Stopped

    with pytest.raises(Stopped):
        catalogue.build(SMALL, stop)
    (left,) = folder.iterdir()
    monkeypatch.setattr(lengths, "file_of", lambda model: folder / f"{model.name}.lasting")
    assert lengths.begun(SMALL), "the window offers to go on"
    left.write_bytes(damage(left.read_bytes()))
    counts: list[int] = []
    catalogue.build(SMALL, lambda number, _: counts.append(number))
    assert counts[0] == 1
    assert not lengths.begun(SMALL)


def test_without_a_disk_to_write_on_it_is_solved_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = folder / "file"
    closed.write_text("no folder")
    monkeypatch.setattr(catalogue, "folder", lambda: closed)
    assert catalogue.solved(lay_out(SMALL)).error < 1e-6


def test_a_model_too_large_for_memory_is_refused_with_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size, "free_memory", lambda: bytes_to_solve(Model(3, "bag", True, 1)))
    with pytest.raises(BadInput, match=r"GB of memory.* 1 preview can be done"):
        catalogue.prepare(Model(3, "bag", True, 6))
    monkeypatch.setattr(size, "free_memory", lambda: 4_000_000)
    with pytest.raises(BadInput, match="nothing of this kind can be done"):
        catalogue.prepare(Model(6, "random", True, 2))


def test_the_limit_of_a_container_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = memory.free_memory()
    monkeypatch.setattr(memory, "_GROUP", tmp_path)
    (tmp_path / "memory.max").write_text("max\n")
    assert machine is not None
    (tmp_path / "memory.current").write_text("90000\n")
    (tmp_path / "memory.stat").write_text("anon 80000\ninactive_file 5000\n")
    assert memory._free_of_group() is None
    (tmp_path / "memory.max").write_text("100000\n")
    assert memory.free_memory() == 15_000


def test_the_number_of_situations_is_known_before_they_are_listed() -> None:
    for randomizer, hold, previews in product(("random", "bag"), (True, False), range(5)):
        model = Model(3, randomizer, hold, previews)
        assert len(lay_out(model).keys) <= situations(model)
        if previews > 2:
            assert situations(model) < 1.1 * len(lay_out(model).keys)


@pytest.mark.parametrize(("residual", "lines"), [(3, "any"), (5, "any"), (6, "one")])
def test_the_number_of_fields_is_that_of_the_graph(residual: int, lines: str) -> None:
    graph = graph_of(Model(residual).start, "hd", lines)
    assert len(graph.fields) == FIELDS[residual][lines == "any"]


def test_the_size_of_a_policy_is_known_without_writing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    _, solution = catalogue.build(SMALL)
    assert policy.size_of(solution) == len(policy.pack(solution))
    monkeypatch.setattr(policy, "MOST_KINDS", 10)
    assert policy.size_of(solution) == len(policy.pack(solution))


def test_values_are_numbered_in_their_order() -> None:
    _, solution = catalogue.build(SMALL)
    random = np.random.default_rng(4).permutation(solution.values)
    mixed: Solution = replace(solution, values=random)
    kinds = policy._kinds(mixed.values)
    numbers = policy._numbered(mixed.values, kinds)
    assert (np.abs(kinds[numbers] - random) <= 1e-7 * np.maximum(1.0, random)).all()
    assert (np.diff(numbers[np.argsort(random, kind="stable")].astype(int)) >= 0).all()
