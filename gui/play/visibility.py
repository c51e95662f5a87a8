"""What a person at the table may not see yet: the cards of a deal that is still being played."""

from __future__ import annotations

from game.position import Position
from game.session import Session
from gui.games.registry import ui_of
from gui.play.game_ui import GameUI

NOT_YET = "The cards of this deal are hidden until it is over. Then you can look back at it."


def may_look_back(session: Session, ui: GameUI | None = None) -> bool:
    """Whether a look back at the whole game shows nothing that is hidden from a person in it.

    `ui` is that of the table, which knows whether the result of the last deal has been read; without one, nobody
    has gone on to the next deal yet.
    """
    if not _has_people(session):
        return True
    seen = ui if ui is not None else _at_the_table(session)
    end = session.position_at(session.length)
    return not seen.has_deals or end.over or seen.waits(end)


def seen_by_person(session: Session) -> Position:
    """The position at the cursor as a person in the game may see it; of two people, whoever is to move."""
    here = session.position
    if may_look_back(session):
        return here
    people = [number for number, seat in enumerate(session.seats) if seat.kind == "human"]
    return here.view(people[0] if len(people) == 1 else here.to_move)


def ends_between_deals(session: Session) -> bool:
    """Whether the game's last position is a result that is followed by a deal nobody has called in."""
    ui, end = _at_the_table(session), session.position_at(session.length)
    return _has_people(session) and ui.waits(end)


def _has_people(session: Session) -> bool:
    return any(seat.kind == "human" for seat in session.seats)


def _at_the_table(session: Session) -> GameUI:
    """A game UI that sees what the players see, and has read no result."""
    ui = ui_of(session.position.game)
    ui.sit(session.seats, hidden=True)
    return ui
