"""Reaction to opening books, bridge tables, policies and runs with right checksums and wrong numbers.

Method: of a good file some numbers are changed, by a chance with a seed, and the checksums made right again; then a
process of its own reads it as the program does and asks it as much as it can: every position of a book, positions of
bridge in tables and search, placements of four-wide, a run at several pieces with an engine's opinion. A file may
end in results or in one refusal. Counted are also errors that nobody expected, and processes that were ended by a file,
or by the clock after `PATIENCE` CPU seconds.
"""

from __future__ import annotations

import hashlib
import json
import random
import signal
import subprocess
import sys
import tempfile
import zlib
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import zstandard
from numpy.typing import NDArray

from ai import mapped
from ai.book import file as books
from ai.book.book import Book
from ai.book.file import BUCKETS, COLUMNS_HALF, HALF, WIDTHS
from ai.book.kernels import look_up_all
from ai.book.reader import BookReader
from ai.bridge.solver.solver import Solver
from ai.bridge.tables.build import build
from ai.bridge.tables.folder import Folder
from ai.bridge.tables.index import STRAINS, strings
from ai.bridge.tables.level_file import DIGEST, HEADER, LevelFile, header_of, paired
from ai.compiled.sources import ROOT
from ai.tetris.classic.play import ranked_moves
from ai.tetris.four_wide import policy as policy_file
from ai.tetris.four_wide import walls as walls_file
from ai.tetris.four_wide.chain import lengths_of
from ai.tetris.four_wide.layout import lay_out
from ai.tetris.four_wide.policy import Policy
from ai.tetris.four_wide.solving.solve import solve
from ai.tetris.four_wide.solving.walls import Profiles, profiles_of
from ai.tetris.four_wide.walls import Walls
from ai.tetris.guideline.known.books import Books
from bench.row import Row
from game import record as lines
from game.bridge.endgame import Endgame
from game.errors import KibitzError
from game.games import open_position
from game.record import glance, parse_record, read_record, verify
from game.tetris.classic import State
from game.tetris.classic.run import STRETCH, Run, Stretch, column_byte
from game.tetris.four_wide.model import Model
from game.tetris.guideline import State as GuidelineState
from game.tetris.guideline.openers.sequences import count, sequences

NAME = "crafted-files"
ABOUT = "files with right checksums and wrong numbers: how many end in a result, a refusal, a crash"
WHOLE, QUICK = 10_000, 100
PATIENCE = 20.0  # CPU seconds
RESULT, REFUSED, ERROR, CRASH = "result", "refused", "error", "crash"

Chance = random.Random
Words = NDArray[np.int64]


def run(quick: bool) -> list[Row]:
    """Of each kind of file how many ended in what."""
    counts = crafted(QUICK if quick else WHOLE)
    return [
        Row(f"{kind}: {what}", counts[kind, what], "files", note=counts_note)
        for kind in KINDS
        for what, counts_note in ((RESULT, ""), (REFUSED, ""), (ERROR, "aim 0"), (CRASH, "aim 0"))
    ]


def crafted(size: int, say: Callable[[str], object] = print) -> Counter[tuple[str, str]]:
    """Read so many files of each kind; how many ended in what. `say` hears of each error and crash."""
    results: Counter[tuple[str, str]] = Counter()
    orders = [(kind, number) for kind in KINDS for number in range(size)]
    while orders:
        first, after = orders[0], 0
        process = subprocess.Popen(
            [sys.executable, "-m", "bench.crafted_files", str(size), *map(str, first)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            for after, line in enumerate(process.stdout or (), 1):
                kind, number = orders[after - 1]
                word, _, why = line.strip().partition(" ")
                results[kind, word] += 1
                if word == ERROR:
                    say(f"{kind} {number}: {why}")
        orders = orders[after:]
        if process.returncode == 1:
            raise RuntimeError("no file could be crafted")
        if orders:
            kind, number = orders.pop(0)
            results[kind, CRASH] += 1
            say(f"{kind} {number}: the process ended with status {process.returncode}")
    return results


def main(size: int, kind: str, number: int) -> None:
    """Read the files from this one on, with a word a line for each."""
    with tempfile.TemporaryDirectory() as folder:
        for each in list(KINDS)[list(KINDS).index(kind) :]:
            _clock(0.0)
            read, warm = KINDS[each](Path(folder)), False
            for seed in range(number, size):
                _clock(PATIENCE if warm else 10 * PATIENCE)  # kernels may have to be compiled
                print(_outcome(read, Chance(f"{each} {seed}")), flush=True)
                warm = seed > number + 2
            number = 0


def _clock(seconds: float) -> None:
    """End the process after so many CPU seconds, inside a kernel too; 0 stops the clock."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _outcome(read: Callable[[Chance], None], chance: Chance) -> str:
    try:
        read(chance)
    except KibitzError:
        return REFUSED
    except Exception as error:
        return f"{ERROR} {type(error).__name__} {' '.join(str(error).split())[:200]}"
    return RESULT


def _changed(words: NDArray[Any], chance: Chance) -> None:
    """Put another number into some place: a random one, one of few bits, nearly the same, or that of another place."""
    if not len(words):
        return
    bits, at = 8 * words.itemsize, chance.randrange(len(words))
    before = int(words[at])
    after = chance.choice(
        [
            chance.getrandbits(bits),
            chance.getrandbits(chance.randrange(1, bits)),
            before ^ 1 << chance.randrange(bits),
            before + chance.choice((-2, -1, 1, 2)),
            0,
            -1,
            1 << bits - 1,
            int(words[chance.randrange(len(words))]),
            int(words[chance.randrange(len(words))]),
        ]
    )
    words[at] = np.array(after & (1 << bits) - 1, f"u{words.itemsize}").view(words.dtype)


# -- opening books --


def _books(folder: Path) -> Callable[[Chance], None]:
    path, good = folder / "crafted.kbook", books.read(books.path_of("bt-loop"))
    bounds = [0, *good.body[BUCKETS:WIDTHS].tolist(), len(good.body)]
    asked = np.array(
        [
            [
                each.cells & COLUMNS_HALF,
                each.cells >> HALF,
                each.bag,
                each.extra,
                _letters(each.bag, each.extra),
            ]
            for place in BookReader(books.path_of("bt-loop")).places
            for each in (place.position, place.position.mirrored())
        ],
        np.int64,
    )
    answers = np.zeros(len(asked), np.int64)
    opening = GuidelineState.open({})

    def read(chance: Chance) -> None:
        header, body = good.header, good.body.copy()
        for _ in range(chance.choice((1, 1, 2, 5, 50))):
            section = chance.randrange(len(bounds) - 1)
            part = body[bounds[section] : bounds[section + 1]]
            _changed(part.view(chance.choice(("<i8", "<u4", "<u2"))), chance)
        if chance.random() < 0.1:
            body = body[: 2 * chance.randrange(len(body) // 2)]
        if chance.random() < 0.1:
            numbers = {"value": chance.choice((float("nan"), -1.0, 1e300)), "runs": -1, "name": "../../x"}
            name = chance.choice(list(numbers))
            header = msgspec.structs.replace(header, **{name: numbers[name]})
        path.write_bytes(books.framed(header, body))
        book = Book(path)
        look_up_all(book.body, asked, answers)
        reading = BookReader(path)
        for number in {0, *(chance.randrange(len(reading)) for _ in range(20))} if len(reading) else ():
            reading.entry(number).mirrored()
            reading.find(reading.places[number].position)
        Books([str(path)]).look(opening)

    return read


@cache
def _letters(bag: int, extra: int) -> int:
    """Some sequence that a position can have, as a lookup takes it."""
    one = sequences(bag, extra)[count(bag, extra) // 2]
    return sum(piece << 3 * place for place, piece in enumerate((one.first, one.second, *one.behind)))


# -- tables of bridge --

_HIGHEST = 4
_ENDGAMES = (
    "AK.T..Q Q.KJ.4. S",
    "AK3.T..Q Q4.KJ.4. N",
    "K3.T..Q Q4.KJ.4. H led SA",
    "AK3.T2.. Q4.KJ.4. D",
    "A.K.Q.J2 K.A.J.Q3 N",
)


def _tables(folder: Path) -> Callable[[Chance], None]:
    tables = Folder(folder / "tables")
    deque(build(tables, [_HIGHEST], STRAINS), 0)
    endgames = [Endgame.parse(text) for text in _ENDGAMES]

    def read(chance: Chance) -> None:
        level, strain = chance.randint(1, _HIGHEST), chance.choice(STRAINS)
        path = tables.path_of(level, strain)
        good = path.read_bytes()
        path.write_bytes(_table(good, LevelFile(path, level, strain), chance))
        try:
            folder = Folder(tables.path)
            solver = Solver(folder.memory(_HIGHEST), 10)
            for endgame in endgames:
                solver.cards(endgame)
            for endgame in endgames:
                folder.probe(endgame)
        finally:
            path.write_bytes(good)

    return read


def _table(good: bytes, file: LevelFile, chance: Chance) -> bytes:
    """A level with some numbers changed."""
    entries = file.entries().copy().reshape(-1, strings(file.level))
    for _ in range(chance.choice((0, 1, 1, 2, 50))):
        _changed(entries.reshape(-1), chance)
    encoder = zstandard.ZstdCompressor(write_content_size=chance.random() < 0.5)
    blocks = [encoder.compress(block.tobytes()) for each in entries for block in paired(file.level, each)]
    for _ in range(chance.choice((0, 0, 1))):
        block = np.frombuffer(chance.choice(blocks), np.uint8).copy()
        _changed(block[: chance.choice((12, len(block)))], chance)
        blocks[chance.randrange(len(blocks))] = block.tobytes()
    sizes = np.array([[len(each) for each in blocks], [zlib.crc32(each) for each in blocks]], "<u4")
    for _ in range(chance.choice((0, 0, 1))):
        _changed(sizes[0], chance)
    head = header_of(file.level, file.strain, sum(map(len, blocks)), file.histogram, sizes.tobytes())
    if chance.random() < 0.3:
        numbers = np.frombuffer(head[: HEADER.size], np.uint8).copy()
        _changed(numbers, chance)
        body = numbers.tobytes() + head[HEADER.size : -DIGEST]
        head = body + hashlib.blake2b(body, digest_size=DIGEST).digest()
    return head + b"".join(blocks)


# -- policies of four-wide --


def _policies(folder: Path) -> Callable[[Chance], None]:
    path, model = folder / "crafted.policy", Model(3, "bag", True, 1)
    solution = solve(lay_out(model))
    policy_file.write(path, solution)
    good = policy_file.read(path)
    header = policy_file.Header(model, len(good.keys), len(good.kinds), len(good.states), good.error)
    fields = Policy.read(path).graph.fields

    def read(chance: Chance) -> None:
        parts: list[NDArray[Any]] = [good.keys.copy(), good.kinds.copy(), good.states.copy()]
        details = header
        for _ in range(chance.choice((1, 1, 2, 5, 50))):
            part = chance.choice(parts)
            _changed(part.view(f"u{part.itemsize}"), chance)
        if chance.random() < 0.3:
            some = ("situations", "kinds", "states")
            changes: dict[str, Any] = {chance.choice(some): chance.choice((0, -1, 1 << 62, 10))}
            changes |= chance.choice(({}, {"error": float("nan")}, {"model": _model(chance)}))
            details = msgspec.structs.replace(details, **changes)
        if chance.random() < 0.2:
            at = chance.randrange(3)
            parts[at] = parts[at][: chance.randrange(len(parts[at]))]
            details = msgspec.structs.replace(
                details, **{("situations", "kinds", "states")[at]: len(parts[at])}
            )
        body = [each.view(np.uint8).data for each in parts]
        path.write_bytes(b"".join(mapped.parts_of(policy_file.FORM, details, body)))
        policy = Policy.read(path)
        for _ in range(20):
            field, bag = chance.choice(fields), chance.randrange(128)
            pieces = [chance.randrange(7) for _ in range(3)]
            policy.best(field, pieces[0], pieces[1], pieces[2:], bag)
            try:
                policy.options(field, pieces[0], pieces[1], pieces[2:], bag)
            except KibitzError:
                continue  # such pieces cannot come
        if chance.random() < 0.05:
            lengths_of(policy)

    return read


def _walls(folder: Path) -> Callable[[Chance], None]:
    path, model = folder / "crafted.walls", Model(3, "random", True, 1)
    layout = lay_out(model)
    good = profiles_of(layout, np.zeros(layout.states, np.int32))

    def read(chance: Chance) -> None:
        parts: list[NDArray[Any]] = [good.states.copy(), good.gains.copy(), good.gaps.copy()]
        for _ in range(chance.choice((1, 1, 2, 5, 50))):
            part = chance.choice(parts)
            _changed(part.reshape(-1).view(f"u{part.itemsize}"), chance)
        walls_file.write(path, model, Profiles(*parts))
        walls = Walls.read(path)
        for _ in range(20):
            state, rows = chance.randrange(len(walls.states)), chance.randrange(41)
            if not (0.0 <= walls.clears(state, rows) <= rows and 0.0 <= walls.chance(state, rows) <= 1.0):
                raise AssertionError("no value that a state can have")

    return read


def _model(chance: Chance) -> Model:
    return Model(chance.choice((3, 5, 6)), chance.choice(("random", "bag")), chance.random() < 0.5, 1)


# -- runs in records --


def _records(folder: Path) -> Callable[[Chance], None]:
    path, whole = folder / "crafted.kibitz", read_record(ROOT / "assets" / "showcases" / "marathon.kibitz")
    assert whole.run is not None
    width = whole.run.start.rules.width
    short = Run(whole.run.start, whole.run.controller)
    short.append(bytes(column_byte(whole.run.placement(ply), width) for ply in range(STRETCH + 300)))
    header = msgspec.to_builtins(lines.header(whole))
    stretches = msgspec.to_builtins(short.stretches())

    def read(chance: Chance) -> None:
        head, some = json.loads(json.dumps([header, stretches]))
        for _ in range(chance.choice((1, 1, 2, 5))):
            _change_run(head, some, chance)
        content = _record(head, some)
        path.write_bytes(content)
        run = glance(path).run
        record = parse_record(content, "crafted")
        assert run is not None
        assert record.run is not None
        for _ in range(6):
            state = record.run.branch(chance.randrange(run.count + 1))
            if isinstance(state, State):
                ranked_moves(state, "dellacherie", 1)
        verify(content, "crafted")

    return read


def _change_run(header: dict[str, Any], stretches: list[dict[str, Any]], chance: Chance) -> None:
    """Change one thing of a record with a run."""
    one = chance.choice(stretches)
    what = chance.choice(("columns", "columns", "columns", "board", "tucks", "count", "ply", "rules"))
    if what in ("columns", "board"):
        letters = list(one[what])
        signs = ".x/" if what == "board" else "".join(map(chr, range(33, 127)))
        for _ in range(chance.choice((1, 3, 100))):
            if letters:
                letters[chance.randrange(len(letters))] = chance.choice(signs)
        one[what] = "".join(
            letters[: chance.choice((len(letters), len(letters), chance.randrange(1 + len(letters))))]
        )
    elif what == "tucks":
        pairs = [[chance.randrange(STRETCH), chance.randrange(1, 40)] for _ in range(chance.randrange(1, 4))]
        one["tucks"] = sorted(pairs) if chance.random() < 0.8 else pairs
    elif what == "count":
        one["count"] = chance.choice((1, STRETCH, chance.randrange(1, STRETCH + 1)))
    elif what == "ply":
        one["ply"] = chance.choice((0, STRETCH, 10**8))
    else:
        rules = header["rules"]
        rules[chance.choice(list(rules))] = chance.choice(
            (
                "4x4",
                "32x40",
                "10x20",
                "spawn",
                "simplified",
                "fahey",
                "yes",
                "no",
                "tengstrand:7",
                "list:IOT",
                "-1",
                "",
            )
        )


def _record(header: dict[str, Any], stretches: list[dict[str, Any]]) -> bytes:
    """The file of a run with the digests that it has, as far as it can be played."""
    last = sum(each["count"] for each in stretches)
    digests = ["0" * 16, "0" * 16]
    with suppress(KibitzError, msgspec.MsgspecError, LookupError):
        start = open_position("classic", header["rules"])
        assert isinstance(start, State)
        run = Run.packed(start, msgspec.convert(stretches, tuple[Stretch, ...]))
        digests = [run.position(0).digest(), run.position(last).digest()]
    rest: list[dict[str, Any]] = [{"line": "digest", "ply": 0, "state": digests[0]}, *stretches]
    rest += [{"line": "digest", "ply": last, "state": digests[1]}, {"line": "cursor", "ply": 0}]
    return lines.seal(json.dumps(each, separators=(",", ":")).encode() for each in (header, *rest))


KINDS: dict[str, Callable[[Path], Callable[[Chance], None]]] = {
    "opening book": _books,
    "bridge table": _tables,
    "four-wide policy": _policies,
    "four-wide walls": _walls,
    "run in a record": _records,
}


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
