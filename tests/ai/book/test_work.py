import errno
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from ai.book import complete, processes
from ai.book.build import build
from ai.book.processes import Processes
from ai.book.units import Crew, Journal, alone, done, stamp, title_of, unit_of, unit_of_part
from ai.child import Answering
from ai.compiled import sources
from ai.tetris.guideline.later_clears import start_of
from game.errors import BadInput, KibitzError
from tests.known import opener

NAME = "opener"
FEW = 6  # units of a build that is interrupted


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))


@pytest.fixture(scope="module")
def content() -> bytes:
    return build(opener()).content


@pytest.fixture(scope="module")
def units() -> list[bytes]:
    return [unit_of(stage, "srs") for stage in opener().stages[1:5]]


class Counted:
    """A crew of this process alone that counts its units and, after some, is interrupted."""

    def __init__(self, most: int = 1000) -> None:
        self.most, self.units = most, 0

    def __call__(self, units: list[bytes]) -> Iterator[tuple[int, bytes]]:
        for given in alone(units):
            if self.units == self.most:
                raise KeyboardInterrupt
            self.units += 1
            yield given


def test_a_unit_can_be_a_part_of_the_complete_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(complete, "build_part", lambda start: str(start).encode())
    unit = unit_of_part(start_of("S|SZO"))
    assert title_of(unit) == "part S|OSZ"
    assert done(unit).decode() == "S|OSZ"
    with pytest.raises(BadInput, match="not a unit"):
        done(unit[:-1])


# -- what is kept --


def test_a_build_that_was_interrupted_goes_on_where_it_was(content: bytes) -> None:
    source = opener()
    first, second = Counted(FEW), Counted()
    with Journal(NAME, "srs") as journal, pytest.raises(KeyboardInterrupt):
        build(source, crew=journal.through(first))
    with Journal(NAME, "srs") as journal:
        assert journal.units == FEW
        built = build(source, crew=journal.through(second))
        journal.forget()
    assert not journal.path.exists()
    assert second.units == len(units_of_all()) - FEW
    assert built.content == content


def units_of_all() -> set[bytes]:
    seen: set[bytes] = set()

    def crew(units: list[bytes]) -> Iterator[tuple[int, bytes]]:
        seen.update(units)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(opener(), crew=crew)
    return seen


def test_what_is_kept_is_believed_only_as_far_as_it_is_whole(units: list[bytes]) -> None:
    with Journal(NAME, "srs") as journal:
        made = dict(journal.through(alone)(units))
    whole = journal.path.read_bytes()
    for damaged in (whole[:-1], whole[:-1] + bytes([whole[-1] ^ 1]), whole + b"more", whole[:-200]):
        journal.path.write_bytes(damaged)
        crew = Counted()
        with Journal(NAME, "srs") as journal:
            assert journal.units == len(units) - (damaged[:-4] != whole)
            assert dict(journal.through(crew)(units)) == made
        assert crew.units == (damaged[:-4] != whole)
        assert journal.path.read_bytes() == whole
    for foreign in (b"", b"KIBITZUN" + bytes(32) + whole[40:], b"\0" * 5000):
        journal.path.write_bytes(foreign)
        with Journal(NAME, "srs") as journal:
            assert journal.units == 0
    journal.path.write_bytes(whole)
    with Journal(NAME, "srs", fresh=True) as journal:
        assert journal.units == 0


def test_a_home_that_cannot_be_written_only_keeps_nothing(units: list[bytes], tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be")
    with Journal(NAME, "srs") as journal:
        assert "not kept" in (journal.notice or "")
        assert len(dict(journal.through(alone)(units))) == len(units)


def test_a_full_disk_only_keeps_no_more(units: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with Journal(NAME, "srs") as journal:
        monkeypatch.setattr("ai.book.units._write", full)
        assert dict(journal.through(alone)(units)) == dict(alone(units))
        assert "cannot be written: No space left" in (journal.notice or "")


# -- processes --


def test_a_lost_process_leaves_its_unit_to_another(
    units: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    start, started = Answering._started, []

    def one_that_is_killed_at_once(process: Answering) -> subprocess.Popen[bytes]:
        started.append(start(process))
        if len(started) == 1:
            started[0].kill()
        return started[-1]

    monkeypatch.setattr(Answering, "_started", one_that_is_killed_at_once)
    assert dict(Processes(1)(units)) == dict(alone(units))
    assert len(started) == 2
    assert all(process.poll() is not None for process in started)


def test_a_unit_that_loses_all_processes_is_named(
    units: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_PROGRAM", "import os; os.kill(os.getpid(), 9)")
    with pytest.raises(KibitzError, match=r"3 processes were lost over it, the last one by signal 9"):
        list(Processes(1)(units))
    with pytest.raises(BadInput, match="0 processes"):
        Processes(0)


def test_more_processes_start_once_they_pay(units: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    hired: list[tuple[int, int]] = []

    def crew_of(jobs: int) -> Crew:
        def crew(rest: list[bytes]) -> Iterator[tuple[int, bytes]]:
            hired.append((jobs, len(rest)))
            yield from reversed(list(alone(rest)))

        return crew

    monkeypatch.setattr(processes, "Processes", crew_of)
    monkeypatch.setattr(processes, "cores", lambda: 3)
    assert dict(processes.sensibly(units)) == dict(alone(units))
    assert hired == []
    monkeypatch.setattr(processes, "PATIENCE", 0.0)
    monkeypatch.setattr(processes, "STARTING", 0.0)
    assert dict(processes.sensibly(units)) == dict(alone(units))
    assert hired == [(3, len(units) - 1)]


def test_a_unit_that_is_none_is_told() -> None:
    with pytest.raises(BadInput, match="not a unit"):
        done(b"\xc1")


# -- a cluster --


@pytest.fixture
def scheduler() -> Iterator[str]:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed (extra `cluster`)")
    with distributed.LocalCluster(
        n_workers=0, host="127.0.0.1", scheduler_port=0, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


def worker(address: str, folder: Path) -> subprocess.Popen[bytes]:
    words = ["-m", "distributed.cli.dask_worker", address, "--no-nanny", "--nthreads=1", "--no-dashboard"]
    place = dict(os.environ, PYTHONPATH=str(sources.ROOT))
    return subprocess.Popen(
        [sys.executable, *words, "--local-directory", str(folder), "--host=127.0.0.1"],
        cwd=folder,
        env=place,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def test_a_cluster_without_a_worker_builds_the_same(scheduler: str, tmp_path: Path, content: bytes) -> None:
    from ai.book.processes import on_cluster

    workers = [worker(scheduler, tmp_path) for _ in range(2)]
    try:
        with on_cluster(scheduler) as cluster:
            cluster.wait_for(2)

            def crew(units: list[bytes]) -> Iterator[tuple[int, bytes]]:
                for count, given in enumerate(cluster(units)):
                    if count == 1:
                        workers[0].kill()
                    yield given

            built = build(opener(), crew=crew)
        assert workers[0].wait() == -9
        assert workers[1].poll() is None
    finally:
        for process in workers:
            process.kill()
            process.wait()
    assert built.content == content


def test_a_worker_with_another_version_of_the_program_is_told(units: list[bytes]) -> None:
    from ai.book.processes import do_unit

    assert do_unit(units[0], stamp()) == done(units[0])
    with pytest.raises(BadInput, match="another version of this program"):
        do_unit(units[0], stamp()[::-1])


def test_an_address_where_no_scheduler_answers_is_told_in_a_line() -> None:
    pytest.importorskip("distributed", reason="Dask is not installed (extra `cluster`)")
    from ai.cluster import Cluster, Task

    nothing = Task(lambda unit, wanted: unit, "", str)
    with pytest.raises(BadInput, match="not an address"):
        Cluster("foo::bar//", nothing)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for address in ("127.0.0.1:1", f"tcp://127.0.0.1:{silent.getsockname()[1]}"):
            with pytest.raises(BadInput, match="no Dask scheduler answers at"):
                Cluster(address, nothing, seconds=0.5)


def test_without_dask_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from ai.book.processes import on_cluster

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match=r"pip install -e \"\.\[cluster\]\""):
        on_cluster("tcp://127.0.0.1:8786")


class LosingClient:
    """A client whose scheduler loses the result of a unit so often, before or after it says that it is done."""

    def __init__(self, times: int, state: str) -> None:
        self.times, self.state, self.asked = times, state, 0

    def nthreads(self) -> dict[str, int]:
        return {"worker": 1}

    def submit(
        self, work: Callable[[bytes, str], bytes], unit: bytes, stamp: str, *, pure: bool
    ) -> Future[bytes]:
        self.asked += 1
        future: Future[bytes] = Future()
        if self.asked <= self.times:
            future.status = self.state  # type: ignore[attr-defined]
            future.cancel()
        else:
            future.status = "finished"  # type: ignore[attr-defined]
            future.set_result(work(unit, stamp))
        return future


@pytest.mark.parametrize("state", ["lost", "cancelled", "finished"])
@pytest.mark.parametrize(("times", "done"), [(0, True), (2, True), (9, False)])
def test_a_unit_whose_result_is_lost_is_done_again(
    state: str, times: int, done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ai import cluster

    client = LosingClient(times, state)
    monkeypatch.setattr(cluster, "_connected", lambda *_: client)
    task = cluster.Task(lambda unit, _: unit.upper(), "", lambda unit: f"unit {unit.decode()}")
    workers = cluster.Cluster("127.0.0.1:1", task)
    if done:
        assert list(workers([b"a"])) == [(0, b"A")]
        assert client.asked == times + 1
    else:
        with pytest.raises(KibitzError, match="unit a cannot be done on the cluster"):
            list(workers([b"a"]))
        assert client.asked == 1 + cluster.TRIES
