"""Games of a run among the saved ones: written beside the window's thread, since they may be long."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from game import library
from game.errors import KibitzError
from game.record import Record, Seat
from gui.drawing.letters import counted
from gui.scenes.run.lanes.tape import Tape
from gui.table.keeper import now


def record_of(tape: Tape, at: int) -> Callable[[], Record]:
    """What makes the record of the whole game that is shown after `at` pieces, opened there."""
    game, ply = tape.game_at(at)
    copied, created = tape.copied(game), now()
    seat = Seat(tape.controller, "engine", engine=tape.controller, level="full")

    def build() -> Record:
        run = copied()
        title = f"{tape.controller}, {counted(run.count, 'piece')}"
        return Record(
            game="classic", rules=run.rules, seats=(seat,), run=run, cursor=ply, title=title, created=created
        )

    return build


class Keeping:
    """Saves games one after the other, and says what has become of them."""

    def __init__(self) -> None:
        self._writer: ThreadPoolExecutor | None = None
        self._writing: list[Future[str]] = []

    def keep(self, record: Callable[[], Record]) -> None:
        """Save the game that `record` makes; `poll` tells once it is done."""
        self._writer = self._writer or ThreadPoolExecutor(1, thread_name_prefix="keeping")
        self._writing.append(self._writer.submit(_keep, record))

    def poll(self) -> list[str]:
        """A sentence for each game that has been saved or could not be since the last call."""
        done = [each for each in self._writing if each.done()]
        self._writing = [each for each in self._writing if not each.done()]
        return [each.result() for each in done]

    def close(self) -> list[str]:
        """Wait for what is being written; returns what is still to be said."""
        if self._writer is not None:
            self._writer.shutdown(wait=True)
            self._writer = None
        return self.poll()


def _keep(record: Callable[[], Record]) -> str:
    try:
        path = library.keep(record())
    except KibitzError as error:
        return str(error)
    return f"The game is saved as {path.name}. Games lists it."
