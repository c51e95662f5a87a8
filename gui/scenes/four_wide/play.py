"""A combo at the table: what the last choice has cost is said at once, whether hints are shown or not."""

from __future__ import annotations

from game.review import Judgement
from gui.scenes.board.play import PlayScene
from gui.tetris.four_wide.face import LEAST


class FourWideScene(PlayScene):
    """The trainer, and the table at which an engine plays a combo."""

    name = "four-wide"

    def _note(self) -> str:
        if self.table.over or not self.table.live:
            return super()._note()
        judged = self._last_choice()
        if judged is None:
            return super()._note()
        said = self.face.loss_words(self.session.position, judged)
        if judged.before <= 0 or judged.loss / judged.before < LEAST:
            return f"{said}."
        better = self.face.move_words(self.session.position_at(judged.ply), judged.better or "")
        hint = f"; {better} was better" if self.hints and judged.better else ""
        return f"{said}{hint}. U takes it back."

    def _last_choice(self) -> Judgement | None:
        """What is known of the placement before, where a person has made it and was told by a policy."""
        ply = self.session.cursor - 1
        if ply < 0 or self.session.seats[0].kind != "human":
            return None
        advice = self.session.opinions.get(ply)
        return self.table.judgements()[ply] if advice is not None and advice.source == "policy" else None
