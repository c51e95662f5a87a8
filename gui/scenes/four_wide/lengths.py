"""The chance of every length under best play, as the scenes ask for it: from its file, or made beside the window."""

from __future__ import annotations

from collections.abc import Hashable

from ai.tetris.four_wide import lengths
from ai.tetris.four_wide.lengths import ComboLengths, LengthProgress
from ai.tetris.four_wide.solving.size import QUICK, bytes_to_work_out, demand_memory, states
from game.errors import BadInput
from game.tetris import streaks
from game.tetris.four_wide.model import Model
from game.tetris.streaks import Streaks
from gui.play.job import ProcessJob
from gui.ui.text import grouped


class Lengths:
    """The lengths on this machine's disk, and the job that makes those that are not there yet."""

    def __init__(self, *, makes: bool = True) -> None:
        """`makes`: whether a process may be started."""
        self._makes = makes
        self._job: ProcessJob[Model, LengthProgress] = ProcessJob(lengths.Job)
        self._known: dict[Model, ComboLengths | None] = {}
        self._failed: dict[Model, str] = {}

    def of(self, model: Model) -> ComboLengths | None:
        """The lengths under best play, where they are known by now."""
        if model not in self._known:
            self._known[model] = lengths.read(model)
        return self._known[model]

    def want(self, model: Model, *, large: bool = False) -> None:
        """Have them made, if that is possible and nothing else is under way; `large`: also if it takes minutes."""
        if not self._makes or self._job.busy or self.of(model) is not None:
            return
        if model in self._failed or not (large or quick(model)):
            return
        try:
            demand_memory(model, bytes_to_work_out)
        except BadInput as error:
            self._failed[model] = f"{error}."
            return
        self._job.start(model)
        if self._job.failure:
            self._failed[model] = self._job.failure

    def status(self, model: Model) -> str:
        """Return the state of the work for this model, or why it failed, in a few words; empty where neither is."""
        word = self._word(model)
        if word is None:
            return self._failed.get(model, "")
        if word.doing == "solve":
            return f"Solving this game, sweep {word.steps} …" if word.steps else "Getting ready …"
        return f"Following best play, piece {word.steps} …"

    def share(self, model: Model) -> float | None:
        """Return the share of the work that is done, 0 to 1; None where nothing is being done."""
        word = self._word(model)
        return None if word is None else word.share if word.doing == "solve" else 1.0

    def failed(self, model: Model) -> bool:
        """Return True if they could not be made."""
        return model in self._failed

    def begun(self, model: Model) -> bool:
        """Return True if they were begun before: making them continues there."""
        return lengths.begun(model)

    def again(self, model: Model) -> None:
        """Forget that they could not be made."""
        self._failed.pop(model, None)

    def stop(self) -> None:
        """End what is under way; what is finished stays."""
        self._job.stop()

    def streaks(self) -> Streaks:
        """The combos that were kept. Raises `BadInput`."""
        return streaks.read()

    def _word(self, model: Model) -> LengthProgress | None:
        """Return the job's report, if it works on this model."""
        return self._job.report if self._job.busy and self._job.order == model else None

    def pulse(self) -> Hashable:
        """Return the visible part of its state, see `Scene.pulse`."""
        return self._job.pulse(), len(self._known), len(self._failed)

    def poll(self) -> None:
        """Take in what the job has come to; scenes call it before each frame."""
        if self._job.poll() is None or (model := self._job.order) is None:
            return
        self._known.pop(model, None)
        if self._job.failure:
            self._failed[model] = f"It could not be worked out: {self._job.failure}."


def quick(model: Model) -> bool:
    """Return True if this takes seconds: few cells, and not everything in sight."""
    return model.previews <= QUICK[model.residual]


def need_words(model: Model) -> str:
    """Return what solving a game takes, in a few words."""
    count = states(model)
    shown = f"{count / 1e6:.0f} million" if count >= 9.95e6 else f"{count / 1e6:.1f} million"
    return f"{shown if count >= 50_000 else grouped(count)} states, {memory_words(model)}"


def memory_words(model: Model) -> str:
    """The memory that working a game out takes, at the most."""
    size = bytes_to_work_out(model)
    shown = f"{size / 1e9:.1f} GB" if size >= 0.995e9 else f"{size / 1e6:.0f} MB"
    return f"up to {shown} of memory"


def saved_streaks(lengths: Lengths) -> tuple[Streaks, str]:
    """The combos that were kept, and what is wrong where they cannot be read."""
    try:
        return lengths.streaks(), ""
    except BadInput as error:
        return Streaks(), str(error)
