"""The saved games as a list shows them: read beside the window, and said in a few words."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from game import library
from game.errors import KibitzError
from game.games import game_of
from game.library import Result, Saved, Summary
from game.record import Head, Record, Seat, play, read_played
from game.session import Session
from gui.games.registry import look_of, ui_of
from gui.play.autosave import Autosave
from gui.play.live_plan import mode_of as live_mode
from gui.play.live_plan import outcome, plan_of
from gui.play.players import player_name
from gui.ui.text import counted

_NOT_FINISHED = "not finished"

_MOST_READ = 4  # games, each with all its positions
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True)
class OpenedGame:
    """A game that was read to its end, or the reason why that cannot be done.

    `ending` is how it has ended, `summary` what lists say of it.
    """

    session: Session | None
    record: Record | None = None
    reason: str = ""
    ending: str = ""
    summary: Summary | None = None


def open_saved(saved: Saved) -> OpenedGame:
    """Read one game of the shelf, every move of it."""
    if saved.head is None:
        return OpenedGame(None, reason=saved.reason)
    try:
        played = play(saved.held) if saved.held is not None else read_played(saved.path)
        session, record = Session.resume(played), played.record
        if record.live is not None:
            ending = outcome(plan_of(record), record.live.game)
        else:
            last = session.position_at(session.length)
            ending = ui_of(last.game).language.result(last)
        return OpenedGame(session, record, ending=ending, summary=summary_of(session, record))
    except KibitzError as error:
        return OpenedGame(None, reason=f"{saved.path} cannot be opened: {error}")


@dataclass(frozen=True)
class Outcome:
    """Results of opening a game: its summary, or the reason why it cannot be opened."""

    summary: Summary | None
    reason: str = ""


class Facts(NamedTuple):
    """Values for filters, by the name of the filter, and all words that a search looks through, in small letters."""

    by_filter: dict[str, str]
    text: str


RESULTS: dict[Result, str] = {
    "won": "Won", "lost": "Lost", "drawn": "A draw", "over": "Over", "unfinished": "Not finished",
}  # fmt: skip
_outcomes: dict[tuple[Path, float], Outcome] = {}  # by file and its time, of all lists of this process
_PREPARED = 300  # games whose words are put together in one frame, before they are searched


class SavedGames:
    """The saved games, the one that began last first. The list is that of the index; a game is read when it is shown.

    While files are read that the index does not know, `unread` counts them and the list grows.
    """

    def __init__(self) -> None:
        self.games: tuple[Saved, ...] = ()
        self.unread = 0
        self.changes = 0  # counts whenever the list, or what is told of a game, has changed
        self._running: list[Saved] = []
        self._newer: dict[str, Record] = {}
        self._seen = -1  # the changes of the index that this list has
        self.by_name: dict[str, Saved] = {}  # by the path as text, in the order of the list
        self._facts: dict[str, Facts] = {}
        self._following: Iterator[Saved] = iter(())
        self._unprepared: Iterator[Saved] = iter(())  # what the search has not looked at yet
        self._reader: ThreadPoolExecutor | None = None
        self._reading: dict[str, Future[OpenedGame]] = {}
        self._unlearned: dict[str, Saved] = {}  # what is being opened, until lists say what is known of it
        self._wanted: dict[Path, Saved] = {}  # those that were shown since the last reading
        self._telling: dict[Path, tuple[Saved, Future[Outcome]]] = {}

    def look(self, autosave: Autosave, present: Session | None = None) -> None:
        """See what is there now: games kept by name, and those that can be continued, but not the one at hand.

        What was kept of such a game earlier on is left out, unless a person has named the file.
        """
        running = autosave.games()
        records = [record for each in running if (record := each.record) is not None]
        if present is not None:
            records.append(present.record())
            here = autosave.path(present.position.game, present.created)
            running = [each for each in running if each.path != here]
        self._running = running
        self._newer = {library.file_name(each.game, each.created): each for each in records}
        self._reading = {}
        library.index().look()
        self._take()

    def _take(self) -> None:
        """Take the list of the index as it is now."""
        index = library.index()
        self._seen = index.changes
        self.unread = index.unread
        saved_games: Iterable[Saved] = index.games
        if self._newer:
            saved_games = (each for each in saved_games if not _begins(each, self._newer.get(each.path.name)))
        self.show((*self._running, *saved_games))

    def show(self, games: Iterable[Saved]) -> None:
        """Show these games."""
        self.games = tuple(sorted(games, key=lambda each: -each.began))
        self.changes += 1
        before, self.by_name = self.by_name, {str(each.path): each for each in self.games}
        same = (name for name in self._facts if self.by_name.get(name) is before.get(name))
        self._facts = {name: self._facts[name] for name in same}
        self._unprepared = iter(self.games)
        self._following = iter(self.games)

    def grow(self) -> bool:
        """Let files that the index does not know be read beside the window; whether the list has become another one."""
        index = library.index()
        index.read_on()
        if index.changes == self._seen:
            return False
        self._take()
        return True

    def opened(self, saved: Saved, *, wait: bool = False) -> OpenedGame | None:
        """The game, once it has been read; with `wait`, at the price of a moment."""
        name = str(saved.path)
        if name not in self._reading:
            self._reading[name] = self._executor().submit(_open_and_tell, saved)
            self._unlearned[name] = saved
        reading = self._reading[name] = self._reading.pop(name)  # the last of them was asked for last
        while len(self._reading) > _MOST_READ:
            self._reading.pop(next(iter(self._reading))).cancel()
        return reading.result() if wait or reading.done() else None

    def outcome(self, saved: Saved) -> Outcome | None:
        """Return the results of opening a game, if it was opened before.

        None for another one, which `read_on` has opened then.
        """
        details = self._known(saved)
        if details is None:
            self._wanted[saved.path] = saved
        return details

    def summary(self, saved: Saved) -> Summary | None:
        """Return the line of a list for a game, once it has been read; None for one that cannot be opened, too."""
        details = self.outcome(saved)
        return details.summary if details is not None else None

    def known(self, saved: Saved) -> Summary | None:
        """The summary, where the game was read already."""
        details = self._known(saved)
        return details.summary if details is not None else None

    @staticmethod
    def _known(saved: Saved) -> Outcome | None:
        if saved.summary is not None or saved.reason:
            return Outcome(saved.summary, saved.reason)
        return _outcomes.get((saved.path, saved.changed))

    def facts(self, saved: Saved) -> Facts:
        """Return the values of a game for filters and the search."""
        name = str(saved.path)
        facts = self._facts.get(name)
        if facts is None:
            facts = self._facts[name] = facts_of(saved, self.known(saved))
        return facts

    def matches(self, words: Sequence[str], filters: Mapping[str, str]) -> list[str]:
        """The games, by name, that have all of these words and what the filters ask for."""
        results, asked, known = list(self.by_name), filters.items(), self._facts
        if asked or words:
            for name, saved in self.by_name.items():
                if name not in known:
                    self.facts(saved)
        for word in words:
            results = [name for name in results if word in known[name].text]
        return [name for name in results if asked <= known[name].by_filter.items()] if asked else results

    def read_on(self) -> bool:
        """Take what was read beside the window, and let games be read without a summary; whether there are any.

        First those that were asked for since the last call, then the next one of the list.
        """
        for path, (saved, reading) in list(self._telling.items()):
            if reading.done():
                del self._telling[path]
                self._learn(saved, reading.result())
        for name, saved in list(self._unlearned.items()):
            opening = self._reading.get(name)
            if opening is None or opening.done():
                del self._unlearned[name]
                if opening is not None and not opening.cancelled():
                    opened = opening.result()
                    self._learn(saved, Outcome(opened.summary, opened.reason))
        for each in islice(self._unprepared, _PREPARED):
            self.facts(each)
        for path in [path for path in self._telling if path not in self._wanted]:
            if self._telling[path][1].cancel():  # it is out of sight by now
                self._following = chain([self._telling.pop(path)[0]], self._following)
        wanted, self._wanted = self._wanted, {}
        if not wanted and not self._telling:
            wanted = {each.path: each for each in islice(filter(self._untold, self._following), 1)}
        for path, saved in wanted.items():
            if path not in self._telling and str(path) not in self._reading and self._untold(saved):
                self._telling[path] = (saved, self._executor().submit(_tell, saved))
        return bool(self._telling)

    def _untold(self, saved: Saved) -> bool:
        return self._known(saved) is None

    def _learn(self, saved: Saved, details: Outcome) -> None:
        """Let lists be made anew with what is known of a game now."""
        _outcomes[saved.path, saved.changed] = details
        self._facts.pop(str(saved.path), None)
        self.changes += 1

    def _executor(self) -> ThreadPoolExecutor:
        self._reader = self._reader or ThreadPoolExecutor(1, thread_name_prefix="shelf")
        return self._reader

    def pulse(self) -> Hashable:
        """Return how many games were found and read, see `Scene.pulse`."""
        reading = sum(each.done() for each in self._reading.values())
        return library.index().changes, self.changes, len(self.by_name), reading

    def close(self) -> None:
        """Read no more."""
        if self._reader is not None:
            self._reader.shutdown(wait=False, cancel_futures=True)
            self._reader = None
        done = {name: each for name, each in self._reading.items() if each.done() and not each.cancelled()}
        self._reading = done
        self._telling = {}
        self._following = iter(self.games)


def _open_and_tell(saved: Saved) -> OpenedGame:
    """Open a game, and let the index know what is to be told of it."""
    opened = open_saved(saved)
    if saved.summary is None and not saved.reason:
        library.index().tell(saved, opened.summary, opened.reason)
    return opened


def _tell(saved: Saved) -> Outcome:
    """Open a game for what is to be told of it alone."""
    opened = _open_and_tell(saved)
    return Outcome(opened.summary, opened.reason)


def _begins(saved: Saved, record: Record | None) -> bool:
    old = saved.record if record is not None else None
    return old is not None and record is not None and library.begins(old, record)


def facts_of(saved: Saved, summary: Summary | None) -> Facts:
    """Return the values of a game for filters and the search: of one whose file cannot be read its name and date."""
    head, facts = saved.head, dict[str, str]()
    if head is not None:
        facts = {
            "game": family_of(head),
            "mode": mode_of(head),
            "opponent": ", ".join(opponents_of(head)),
            "result": RESULTS[summary.result] if summary is not None else "",
        }
    more = () if head is None else (title_of(head), players_of(head))
    return Facts(facts, " ".join((saved.path.name, date_of(saved), *facts.values(), *more)).lower())


def who(seat: Seat) -> str:
    """A player in a few words: `You`, `Kibitz, club`."""
    strength = f", {seat.level}" if seat.kind == "engine" and seat.level not in ("", "full") else ""
    return f"{player_name(seat)}{strength}"


def title_of(head: Head) -> str:
    """The game's title, or who played whom."""
    return head.title or players_of(head)


def players_of(head: Head) -> str:
    """Return the players of a game: `You – Kibitz, club`."""
    return " – ".join(who(seat) for seat in head.seats)


def date_of(saved: Saved) -> str:
    """Return when the game began, as `20 Nov 2026, 09:30` in local time; of a file without a date, its own."""
    local = datetime.fromtimestamp(saved.began)
    return f"{local.day} {_MONTHS[local.month - 1]} {local.year}, {local.hour:02}:{local.minute:02}"


def summary_of(session: Session, record: Record) -> Summary:
    """Return the line of a list for a game that was read to its end."""
    extent = counted(record.length, record.unit)
    if record.run is not None:
        over = record.run_over
        return Summary(extent, "" if over else _NOT_FINISHED, "over" if over else "unfinished")
    if record.live is not None:
        game = record.live.game
        ending = outcome(plan_of(record), game, inside=True) or _NOT_FINISHED
        winner = game.winner if len(record.seats) > 1 else None
        return Summary(extent, ending, _result(record.seats, winner, over=game.over))
    last = session.position_at(session.length)
    return Summary(
        length_of(session), ending_of(session), _result(session.seats, last.winner, over=last.over)
    )


def _result(seats: Sequence[Seat], winner: int | None, *, over: bool) -> Result:
    """Return the result of a game for the only person in it."""
    person = person_in(seats)
    if not over:
        return "unfinished"
    if len(seats) > 1 and winner is None:
        return "drawn"
    if len(seats) == 1 or person is None:
        return "over"
    return "won" if winner == person else "lost"


def person_in(seats: Sequence[Seat]) -> int | None:
    """The seat of the only person; None where there is none, or more than one."""
    people = [number for number, seat in enumerate(seats) if seat.kind == "human"]
    return people[0] if len(people) == 1 else None


_LIVE = {
    "versus": "Versus",
    "free": "Free play",
    "sprint": "Sprint",
    "ultra": "Ultra",
    "dig": "Downstack race",
}


def mode_of(head: Head) -> str:
    """The kind of game in a word or two: `Sprint`, `Classic, watched`, `6×6 dots`, `4 deals`."""
    if head.course == "live":
        return _LIVE[live_mode(head)]
    return look_of(head.game).mode(head)


def family_of(head: Head) -> str:
    """The game as home names it: `Tetris`, `Zuniq` or `Bridge`."""
    return game_of(head.game).family


def name_of(head: Head) -> str:
    """The very game, as where it can be continued: `Classic, 32 × 40`; empty where only its position tells."""
    return mode_of(head) if head.course == "live" else look_of(head.game).name(head)


def opponents_of(head: Head) -> tuple[str, ...]:
    """Whom the person has played; of a game without one, nobody."""
    person = person_in(head.seats)
    if person is None:
        return ()
    return tuple(player_name(seat) for number, seat in enumerate(head.seats) if number != person)


def length_of(session: Session) -> str:
    """Return how much has been played, in the game's own words: `29 walls`, `2 deals`."""
    return ui_of(session.position.game).language.extent(session.position_at(session.length))


def place_of(session: Session) -> str:
    """Return the place of a game, in its own words: `wall 12`, `deal 2, trick 5`."""
    return ui_of(session.position.game).language.place(session.position)


def text_words(session: Session) -> str:
    """Return the contents of a game's text: `29 walls`, `the board`, `4 boards`."""
    from game import transfer

    boards = transfer.boards_in(session)
    if boards is not None:
        return counted(boards, "board")
    return "the board" if transfer.is_board(session) else length_of(session)


def ending_of(session: Session) -> str:
    """Return the winner, or that there is none yet: `you won`, `White won`, `not finished`."""
    last = session.position_at(session.length)
    if not last.over:
        return _NOT_FINISHED
    if last.winner is None:
        return "over" if len(session.seats) == 1 else "a draw"
    person = person_in(session.seats)
    if person is not None and len(session.seats) > 1:
        return "you won" if last.winner == person else "you lost"
    return f"{last.seats[last.winner].capitalize()} won"
