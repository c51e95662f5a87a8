"""The first start of an installation: an empty folder of kernels, and what a person waits for the first advice."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from tempfile import TemporaryDirectory

import msgspec

from bench.row import Row
from game import places
from game.errors import BadInput

NAME = "cold-start"
ABOUT = "seconds from an empty folder of kernels to the first advice, by game, and until all is compiled"

GAMES = ("zuniq", "bridge", "classic", "tetris", "four-wide")
ADVICE_SECONDS = 10.0  # what the first advice may take on two quiet cores
BROUGHT_SECONDS = 3.0  # and where a wheel has brought its kernels along
WHOLE_SECONDS = 45.0  # and the whole warm-up
_LONGEST = 600.0
_FRAME = 1 / 60


class ColdStart(msgspec.Struct, frozen=True):
    """Until the first advice in a game: seconds by the clock on the wall, and CPU seconds of the engine's process.

    `cpu_seconds` is None where the system does not tell it. `brought`: the installation had its kernels with it.
    """

    seconds: float
    cpu_seconds: float | None
    brought: bool = False


def run(quick: bool) -> list[Row]:
    """The figures; of Zuniq alone where it has to be quick."""
    rows = []
    for game, found in measured(GAMES[:1] if quick else GAMES).items():
        cpu = (
            "" if found.cpu_seconds is None else f"; the engine's process used {found.cpu_seconds:.1f} CPU s"
        )
        how = "kernels were brought along" if found.brought else "the others are being compiled beside it"
        aim = BROUGHT_SECONDS if found.brought else ADVICE_SECONDS
        rows.append(Row(f"first advice at {game}", found.seconds, "s", aim=aim, note=how + cpu))
    if not quick:
        seconds, spent = whole_warm_up()
        note = f"{spent:.1f} CPU s" if spent is not None else ""
        rows.append(Row("every kernel compiled or loaded", seconds, "s", aim=WHOLE_SECONDS, note=note))
    return rows


def measured(games: tuple[str, ...]) -> dict[str, ColdStart]:
    """For each game a first start of its own, in which that game is chosen at once."""
    return {
        game: msgspec.json.decode(_in_empty_folder(f"first_advice({game!r})"), type=ColdStart)
        for game in games
    }


def whole_warm_up() -> tuple[float, float | None]:
    """Seconds and CPU seconds until every kernel is compiled, while no engine is asked."""
    return msgspec.json.decode(_in_empty_folder("everything()"), type=tuple[float, float | None])


def _in_empty_folder(call: str) -> bytes:
    """What a function of this module returns as JSON, called in a process that finds no kernels.

    Raises `BadInput` where that takes too long.
    """
    with TemporaryDirectory(prefix="kibitz-cold-") as folder:
        program = f"from bench import cold_start; cold_start.tell(cold_start.{call})"
        try:
            return subprocess.run(
                [sys.executable, "-c", program],
                cwd=places.shipped(),
                env=os.environ | {"KIBITZ_KERNELS": folder},
                stdout=subprocess.PIPE,
                check=True,
                timeout=_LONGEST,
            ).stdout
        except subprocess.TimeoutExpired:
            raise BadInput(
                f"not done after {_LONGEST:.0f} s: this computer is too busy to measure it"
            ) from None


def tell(found: object) -> None:
    """Print `found` for the process that has started this one."""
    sys.stdout.buffer.write(msgspec.json.encode(found))


def first_advice(game: str) -> ColdStart:
    """Choose `game` at once, ask for advice on its first position, and wait as the window does."""
    from ai.compiled import cache
    from ai.compiled.warmup import start_warm_up
    from game import config
    from game.position import open_position
    from game.record import Seat
    from game.session import Session
    from gui.play.advice_feed import KIBITZER, question_at
    from gui.play.engine_room import EngineRoom, Thought, WorkerFailure
    from gui.play.players import adviser, adviser_options

    settings, _ = config.load()
    position = open_position(game, {})
    session = Session(position, [Seat("")] * len(position.seats))
    begun = time.perf_counter()
    warming = None if cache.is_complete() else start_warm_up()
    before = _cpu_of_children()
    try:
        with EngineRoom() as room:
            from ai.engine import Limit

            question = question_at(session.root, adviser(settings, game), "", Limit(), adviser_options(game))
            if warming is not None:
                warming.prefer(game)
            room.ask(KIBITZER, question, position)
            while True:
                for event in room.poll():
                    if isinstance(event, WorkerFailure) and event.final:
                        raise RuntimeError(event.sentence)
                    if isinstance(event, Thought) and event.advice.choices:
                        seconds = time.perf_counter() - begun
                        room.close()
                        after = _cpu_of_children()
                        cpu = None if before is None or after is None else round(after - before, 2)
                        return ColdStart(round(seconds, 2), cpu, warming is None)
                time.sleep(_FRAME)
    finally:
        if warming is not None:
            warming.stop()


def everything() -> tuple[float, float | None]:
    """Compile every kernel."""
    from ai.compiled.warmup import warm_up

    begun, before = time.perf_counter(), _cpu_of_children()
    warm_up()
    seconds, after = time.perf_counter() - begun, _cpu_of_children()
    return round(seconds, 1), None if before is None or after is None else round(after - before, 1)


def _cpu_of_children() -> float | None:
    """CPU seconds of the children that have ended; those still at work are not counted."""
    if sys.platform == "win32":
        return None
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
