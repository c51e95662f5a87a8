"""The saved games as a list shows them: read beside the window, and said in a few words."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime

from game import library, transfer
from game.errors import KibitzError
from game.library import Saved
from game.record import Record, Seat, read_record, replayed
from game.session import Session
from gui.games.registry import ui_of
from gui.play.autosave import Autosave
from gui.play.live_plan import outcome, plan_of
from gui.ui.text import counted

_MOST_READ = 16  # games, each with all its positions: more than a list shows at once
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True)
class OpenedGame:
    """A game that was read to its end, or the reason why that cannot be done; `ending` is how it has ended."""

    session: Session | None
    record: Record | None = None
    reason: str = ""
    ending: str = ""


def open_saved(saved: Saved) -> OpenedGame:
    """Read one game of the shelf, every move of it."""
    if saved.record is None:
        return OpenedGame(None, reason=saved.reason)
    try:
        record = saved.record if replayed(saved.record) else read_record(saved.path)
        session = Session.resume(record)
        if record.live is not None:
            return OpenedGame(session, record, ending=outcome(plan_of(record), record.live.game))
        last = session.position_at(session.length)
        return OpenedGame(session, record, ending=ui_of(last.game).result(last))
    except KibitzError as error:
        return OpenedGame(None, reason=f"{saved.path} cannot be opened: {error}")


class SavedGames:
    """The saved games, the one that began last first. A game is read when it is first asked for."""

    def __init__(self) -> None:
        self.games: tuple[Saved, ...] = ()
        self._reader: ThreadPoolExecutor | None = None
        self._reading: dict[str, Future[OpenedGame]] = {}

    def look(self, autosave: Autosave, present: Session | None = None) -> None:
        """See what is there now: games kept by name, and those that can be continued, but not the one at hand.

        What was kept of such a game earlier on is left out, unless a person has named the file.
        """
        running = autosave.games()
        records = [each.record for each in running if each.record is not None]
        if present is not None:
            records.append(present.record())
            here = autosave.path(present.position.game, present.created)
            running = [each for each in running if each.path != here]
        newer = {library.file_name(each.game, each.created): each for each in records}
        kept = [each for each in library.saved_games() if not _begins(each, newer.get(each.path.name))]
        self.games = tuple(sorted([*running, *kept], key=lambda each: -each.began))
        self._reading = {}

    def opened(self, saved: Saved, *, wait: bool = False) -> OpenedGame | None:
        """The game, once it has been read; with `wait`, at the price of a moment."""
        name = str(saved.path)
        if name not in self._reading:
            self._reader = self._reader or ThreadPoolExecutor(1, thread_name_prefix="shelf")
            self._reading[name] = self._reader.submit(open_saved, saved)
        reading = self._reading[name] = self._reading.pop(name)  # the last of them was asked for last
        while len(self._reading) > _MOST_READ:
            self._reading.pop(next(iter(self._reading))).cancel()
        return reading.result() if wait or reading.done() else None

    def close(self) -> None:
        """Read no more."""
        if self._reader is not None:
            self._reader.shutdown(wait=False, cancel_futures=True)
            self._reader = None
        done = {name: each for name, each in self._reading.items() if each.done() and not each.cancelled()}
        self._reading = done


def _begins(saved: Saved, record: Record | None) -> bool:
    return saved.record is not None and record is not None and library.begins(saved.record, record)


# -- words --


def who(seat: Seat) -> str:
    """A player in a few words: `You`, `Kibitz, club`."""
    strength = f", {seat.level}" if seat.kind == "engine" and seat.level not in ("", "full") else ""
    return f"{seat.name}{strength}"


def title_of(record: Record) -> str:
    """The game's title, or who played whom."""
    if record.title:
        return record.title
    return " – ".join(who(seat) for seat in record.seats)


def date_of(saved: Saved) -> str:
    """When the game began, as `20 Nov 2026, 09:30` in local time; of a file without a date, its own."""
    local = datetime.fromtimestamp(saved.began, UTC).astimezone()
    return f"{local.day} {_MONTHS[local.month - 1]} {local.year}, {local:%H:%M}"


def course_of(record: Record, opened: OpenedGame | None) -> str:
    """How far the game went and how it ended, as far as that is known yet."""
    extent = record.extent.replace(",", "\u2009")
    if record.run is not None or opened is None or opened.session is None:
        return extent
    if record.live is not None:
        return f"{opened.ending or 'Not finished'}, {extent}"
    return f"{length_of(opened.session)}, {ending_of(opened.session)}"


def length_of(session: Session) -> str:
    """How much has been played, in the game's own words: `29 walls`, `2 deals`."""
    return ui_of(session.position.game).extent(session.position_at(session.length))


def place_of(session: Session) -> str:
    """Where a game stands, in its own words: `wall 12`, `deal 2, trick 5`."""
    return ui_of(session.position.game).place(session.position)


def text_words(session: Session) -> str:
    """What the text of a game holds: `29 walls`, `the board`, `4 boards`."""
    boards = transfer.boards_in(session)
    if boards is not None:
        return counted(boards, "board")
    return "the board" if transfer.is_board(session) else length_of(session)


def ending_of(session: Session) -> str:
    """Who has won, or that nobody has yet."""
    last = session.position_at(session.length)
    if not last.over:
        return "not finished"
    if last.winner is None:
        return "over"
    return f"{last.seats[last.winner].capitalize()} won"
