"""The table of honeymoon bridge at home: it plays a match of two deals over and over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from game.chance.seeds import any_seed
from game.config import Config
from game.errors import KibitzError
from game.position import open_position
from game.record import Seat, read_record
from game.session import Session
from gui.salon import Doors
from gui.scene import Scene
from gui.scenes.home.tables import PLIES_A_SECOND, Moment, Way
from gui.scenes.new_game.bridge import BridgeChoices

_QUIET = Path(__file__).resolve().parents[3] / "assets" / "tables" / "bridge.kibitz"
_REST = 3.0  # seconds for which a finished match is looked at


class BridgeTable:
    """Plays the match that is kept for it, card by card."""

    game = "bridge"
    title = "Bridge"
    short = "Honeymoon, two players"

    def moment(self, clock: float, *, still: bool) -> Moment:
        session = quiet_match()
        if session is None:
            return Moment(open_position(self.game, {}), None)
        at = (clock * PLIES_A_SECOND) % (session.length + _REST * PLIES_A_SECOND)
        ply = session.length // 3 if still else min(session.length, int(at))
        return Moment(session.position_at(ply), session.opinions.get(ply))

    def ways(self, config: Config, doors: Doors, home: Scene) -> Sequence[Way]:
        def coach() -> Scene:
            return doors.play(BridgeChoices(config).session(), home, hints=True)

        def watch() -> Scene:
            rules = BridgeChoices(config).rules(any_seed())
            engine = Seat("Kibitz", "engine", "kibitz", "full")
            return doors.play(Session.new(self.game, rules, (engine, engine)), home, hints=True)

        return (
            Way("play", "Play", lambda: doors.new_game(home, self.game), "Choose opponent, match and rules"),
            Way("coach", "Coach", coach, "A match at once, with hints"),
            Way("watch", "Watch", watch, "Two engines with all cards open"),
            Way("tables", "Tables", lambda: doors.tables(home), "The play stage, solved and stored"),
        )


@cache
def quiet_match() -> Session | None:
    """The match that is kept for this table; None where it cannot be read."""
    try:
        return Session.resume(read_record(_QUIET))
    except (KibitzError, OSError):
        return None
