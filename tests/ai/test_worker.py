import multiprocessing
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.engine import Advice, Choice, Limit, Stretch
from ai.messages import (
    MESSAGE_BYTES,
    Do,
    Failed,
    FromWorker,
    Heartbeat,
    Quit,
    Stop,
    WorkerReport,
    pack,
    read_order,
    read_report,
    unpack,
)
from ai.work import LastGame, Question
from ai.worker import Compiler, Stopwatch, describe, serve
from game.advice import Worth
from game.errors import BadInput, IllegalMove
from game.facts import ZuniqFacts
from game.zuniq import State
from tests.ai.unruly import asked_of, number_of
from tests.patience import SECONDS


class Client:
    """The other end of a worker's pipe."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=serve, args=(theirs, "unruly:create"), daemon=True
        )
        self.process.start()
        theirs.close()

    def ask(self, generation: int, engine: str, moves: str = "", **more: object) -> None:
        question = Question(
            game="zuniq",
            rules={"dots": "6x6"},
            moves=tuple(moves.split()),
            engine=engine,
            **{"seat": 0, **more},
        )
        self.pipe.send_bytes(pack(Do(generation, "think", msgspec.msgpack.encode(question))))

    def until(self, wanted: Callable[[FromWorker], bool]) -> list[FromWorker]:
        """Everything up to the first report that is `wanted`."""
        deadline, heard = time.monotonic() + SECONDS, list[FromWorker]()
        while not heard or not wanted(heard[-1]):
            assert self.pipe.poll(deadline - time.monotonic()), f"nothing more after {heard[-3:]}"
            heard.append(read_report(self.pipe.recv_bytes(MESSAGE_BYTES)))
        return heard


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    client = Client()
    yield client
    client.process.kill()
    client.process.join()
    client.pipe.close()


def answers(heard: list[FromWorker]) -> list[WorkerReport]:
    return [message for message in heard if isinstance(message, WorkerReport)]


def advice(details: WorkerReport) -> Advice:
    return unpack(details.report, Advice)


def is_done(message: FromWorker) -> bool:
    return isinstance(message, WorkerReport) and advice(message).done


def is_answer(message: FromWorker) -> bool:
    return isinstance(message, WorkerReport)


def test_advice_comes_in_order_and_ends_with_the_last_word(client: Client) -> None:
    client.ask(7, "counts")
    heard = answers(client.until(is_done))
    assert [number_of(advice(answer)) for answer in heard] == [1, 2, 3, 4, 5]
    assert {answer.generation for answer in heard} == {7}
    seconds = [answer.seconds for answer in heard]
    assert seconds == sorted(seconds)


def test_the_engine_is_shown_the_position_after_the_moves(client: Client) -> None:
    client.ask(1, "counts", "A1h A2h A3h")
    [*_, last] = answers(client.until(is_done))
    assert advice(last).choices[0].move == State.after("A1h A2h A3h").legal_moves()[0]


def test_an_engine_is_kept_with_what_it_has_learnt_until_another_is_asked(client: Client) -> None:
    asked = []
    for generation, level in enumerate(["full", "full", "club", "full"]):
        client.ask(generation, "counts", level=level)
        asked.append(asked_of(advice(answers(client.until(is_done))[-1])))
    assert asked == [1, 2, 1, 1]


def test_the_next_position_of_a_game_takes_one_move_to_find(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    play = State.play
    monkeypatch.setattr(State, "play", lambda state, move: (played.append(move), play(state, move))[1])

    def view(moves: str, dots: str = "6x6") -> State:
        asked = Question(
            game="zuniq", rules={"dots": dots}, moves=tuple(moves.split()), seat=0, engine="counts"
        )
        played.clear()
        position = sheet.view(asked)
        return cast(State, position)

    sheet = LastGame()
    for moves, dots, wanted in (
        ("A1h A2h", "6x6", ["A1h", "A2h"]),
        ("A1h A2h A3h", "6x6", ["A3h"]),
        ("A1h A2h A3h", "6x6", []),
        ("A1h", "6x6", []),
        ("A1h B2h A3h", "6x6", ["B2h", "A3h"]),
        ("", "6x6", []),
        ("A1h", "3x3", ["A1h"]),
        ("A1h B2h A3h", "6x6", ["A1h", "B2h", "A3h"]),
    ):
        result = view(moves, dots)
        assert played == wanted
        assert result.move_texts == tuple(moves.split())
    with pytest.raises(IllegalMove):
        view("A1h B2h B2h")
    assert view("A1h B2h A4h").move_texts == ("A1h", "B2h", "A4h")
    assert played == ["A4h"]


def test_a_newer_question_ends_the_thoughts_about_the_older(client: Client) -> None:
    client.ask(1, "endless")
    client.until(is_answer)
    client.ask(2, "counts")
    heard = answers(client.until(is_done))
    generations = [answer.generation for answer in heard]
    assert generations == sorted(generations)
    assert generations.count(2) == 5


def test_a_stopped_worker_rests_and_can_be_asked_again(client: Client) -> None:
    client.ask(1, "endless")
    client.until(is_answer)
    client.pipe.send_bytes(pack(Stop()))
    client.until(lambda report: isinstance(report, Heartbeat) and report.activity == "idle")
    client.ask(2, "counts")
    assert {answer.generation for answer in answers(client.until(is_done))} == {2}


def test_the_beats_count_slices_so_that_a_hanging_engine_shows(client: Client) -> None:
    def beats(generation: int, engine: str) -> list[int]:
        client.ask(generation, engine)
        client.until(lambda report: isinstance(report, WorkerReport) and report.generation == generation)
        heard = [client.until(lambda report: isinstance(report, Heartbeat))[-1] for _ in range(4)]
        _under_way, *later = [beat.steps for beat in heard if isinstance(beat, Heartbeat)]
        return later

    thinking, hanging = beats(1, "endless"), beats(2, "spins")
    assert thinking[0] < thinking[1] < thinking[2]
    assert hanging[0] == hanging[1] == hanging[2]


def test_an_engine_that_forgets_its_limit_is_taken_at_its_word(client: Client) -> None:
    client.ask(1, "endless", limit=Limit(seconds=0.01))
    [*_, last] = answers(client.until(is_done))
    assert advice(last).choices


@pytest.mark.parametrize(
    ("question", "reason", "hopeless"),
    [
        ({"engine": "raises"}, "ValueError: the tree has no root", False),
        ({"engine": "quits-python"}, "SystemExit: enough", False),
        ({"engine": "is-silent"}, "it stopped without an answer", False),
        ({"engine": "no-memory"}, "MemoryError: no room for the table", False),
        ({"engine": "rambles"}, f"{MESSAGE_BYTES:,} are allowed", False),
        # what no worker could answer is hopeless
        ({"engine": "nobody"}, "unknown engine 'nobody'", True),
        ({"engine": "no-book"}, "opening.book: checksum is wrong", True),
        ({"engine": "counts", "moves": "A1h A1h"}, "A1h", True),
        ({"engine": "counts", "seat": 2}, "seat 2 of 2", True),
    ],
)
def test_an_engine_that_fails_is_reported_in_one_line(
    client: Client, question: dict[str, object], reason: str, hopeless: bool
) -> None:
    client.ask(1, **question)
    failed = client.until(lambda report: isinstance(report, Failed))[-1]
    assert reason in failed.reason
    assert failed.hopeless is hopeless


@pytest.mark.parametrize("how", [lambda pipe: pipe.send_bytes(pack(Quit())), Connection.close])
def test_a_worker_ends_in_the_middle_of_a_thought(client: Client, how: Callable[[Connection], None]) -> None:
    client.ask(1, "spins")
    client.until(is_answer)
    how(client.pipe)
    client.process.join(SECONDS)
    assert client.process.exitcode is not None


# -- messages --


GUESS = Choice("A1h", Worth("win", 0.5), line=("B2v", "C3h!"))
RUN = {"game": 2, "first": 7, "placed": 1, "cleared": 0, "rules": {"size": "10x20"}, "cpu": 0.5}
MESSAGES = (
    WorkerReport(
        3,
        0,
        msgspec.msgpack.encode(
            Advice((GUESS,), "search", Worth("win", 0.5), evidence=(ZuniqFacts(nodes=12.0),))
        ),
        0.1,
    ),
    Heartbeat(3, "thinking", 17),
    WorkerReport(
        3, 1, msgspec.msgpack.encode(Stretch(columns=b"\x00\x1f", tucks=b"", finished=((8, 3),), **RUN)), 0.0
    ),
    Failed(3, "no book", hopeless=True),
)


@pytest.mark.parametrize("message", MESSAGES)
def test_a_report_survives_the_pipe_and_no_part_of_it_does(message: FromWorker) -> None:
    packed = pack(message)
    assert read_report(packed) == message
    for length in range(len(packed)):
        with pytest.raises(BadInput):
            read_report(packed[:length])


@given(st.binary(max_size=200))
def test_junk_in_a_pipe_is_bad_input_and_nothing_else(junk: bytes) -> None:
    for read in (read_order, read_report):
        with pytest.raises(BadInput):
            read(junk)


def test_a_bomb_of_nested_brackets_is_bad_input() -> None:
    with pytest.raises(BadInput):
        read_report(b"\x91" * MESSAGE_BYTES)


def test_errors_are_told_in_one_line() -> None:
    class Shy(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert describe(IllegalMove("A1h is drawn already")) == "A1h is drawn already"
    assert describe(KeyError("a\nb\tc")) == r"KeyError: 'a\nb\tc'"
    assert describe(ValueError("two\n  lines")) == "ValueError: two lines"
    assert describe(MemoryError()) == "MemoryError"
    assert describe(Shy()) == "Shy"
    assert len(describe(ValueError("x" * 10_000))) <= 300


# -- compiling --


def test_compiling_is_announced_and_not_counted_as_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 11.0, 15.0, 17.0])
    monkeypatch.setattr("ai.worker.time.perf_counter", lambda: next(clock))
    items: list[bool] = []
    compiler = Compiler(lambda: items.append(compiler.running))
    stopwatch = Stopwatch(compiler)  # at 10
    compiler.begin()  # at 11
    compiler.begin()
    compiler.end()
    compiler.end()  # at 15
    assert items == [True, False]
    assert stopwatch.seconds() == 3.0  # at 17


def test_the_compiler_is_heard() -> None:
    from numba import njit
    from numba.core.compiler_lock import global_compiler_lock

    items: list[bool] = []
    compiler = Compiler(lambda: items.append(compiler.running))
    compiler.watch()

    twice = njit(lambda number: 2 * number)
    assert twice(4) == 8
    assert items == [True, False] * (len(items) // 2)
    assert compiler.seconds() > 0
    with global_compiler_lock:  # numba takes it to load a kernel, too
        assert items[-1]
    assert not items[-1]
