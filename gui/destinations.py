"""Places in the window: values from which `gui.router` builds the scenes, so that no scene needs to know another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.context import Destination

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.bridge import State as Match
    from game.bridge.pbn import BoardFile, FileBoard
    from game.guided.live_takeover import LiveTakeover
    from game.guided.takeover import Takeover
    from game.record import Played, Record
    from game.session import Session
    from game.showcase import Showcase
    from game.tetris.four_wide.model import Model
    from game.tetris.four_wide.state import State as FourWideState
    from game.tetris.guideline import State
    from game.tetris.guideline.real_time import Replay
    from game.tetris.tetrio import Match as ReplayMatch
    from game.tetris.tetrio import Round
    from game.transfer import Imported
    from gui.context import Scene
    from gui.play.live_plan import Plan as LivePlan
    from gui.play.problem_run import ProblemRun
    from gui.play.run_plan import Plan


class Home(Destination, frozen=True):
    """The first scene: tables, showcases, the last game."""


class NewGame(Destination, frozen=True):
    """The choices before a game.

    For Tetris `like` a run, or first to `play`, `watch`, `race`. The game that begins leads back to `after`, or to
    where the choices lead back.
    """

    game: str
    like: Plan | None = None
    play_style: str = "play"
    after: Scene | None = None


class Play(Destination, frozen=True):
    """A game at the board; `hints` overrides the setting, `book` is the one chosen for this game.

    `takeover` is the game that it was played on from, with which it is compared.
    """

    session: Session
    hints: bool | None = None
    book: str = ""
    takeover: Takeover | None = None


class Review(Destination, frozen=True):
    """A finished or saved game with its graph and mistakes. `session` stays where it stands.

    Variations are saved with it if `is_stored`. A game that hides something from a person in it is shown at the
    table, from that person's seat. With `to_mistake` the review begins at the first mistake.
    """

    session: Session
    is_stored: bool = True
    to_mistake: bool = False


class Guess(Destination, frozen=True):
    """The moves of one side of a game, to be guessed one by one; `session` stays as it is.

    `seat` is by default the winner's. Guessing begins at ply `begin`, or goes on where it was left.
    """

    session: Session
    seat: int | None = None
    begin: int = 0


class OpenGame(Destination, frozen=True):
    """A saved game as it wants to be looked at; at the table, where its cards are still hidden.

    Raises `KibitzError` for one that cannot be shown.
    """

    game: Record | Played


class Continue(Destination, frozen=True):
    """An autosaved game where it was left. Raises `KibitzError`."""

    path: Path


class File(Destination, frozen=True):
    """The game in a file, or the rounds of a TETR.IO replay or a folder of them. Raises `KibitzError`."""

    path: Path


class ImportedGame(Destination, frozen=True):
    """A game out of a text or a file; of several deals of bridge, their list. What could not be used is said."""

    imported: Imported


class Games(Destination, frozen=True):
    """Saved games: open, save, import, export. `session` is the one that may be saved."""

    session: Session | None = None


class Ladder(Destination, frozen=True):
    """A ladder: that of a folder, or the one that was played last. Raises `BadInput` for a folder without one."""

    folder: Path | None = None


class Show(Destination, frozen=True):
    """A showcase, or the one of this name, from the moment `at` seconds after its start on.

    `game.showcase.of_book` names that of a book. Raises `KibitzError` where there is none such.
    """

    name: str | Showcase
    at: float = 0.0


class Run(Destination, frozen=True):
    """Controllers that play by themselves: one to watch, or several in a race."""

    plan: Plan


class RecordedRun(Destination, frozen=True):
    """A long run or a race that was kept, at the piece where it was left. The record has a `run`."""

    record: Record


class Live(Destination, frozen=True):
    """A game in real time; with `replay`, one that goes on. Raises `BadInput` for rules that cannot be.

    `takeover` is the round that it is played on from, with which it is compared.
    """

    plan: LivePlan
    replay: Replay | None = None
    created: str = ""
    takeover: LiveTakeover | None = None


class RealTimeReplay(Destination, frozen=True):
    """A game in real time looked at again, where it was left. The record is `live`."""

    record: Record


class TetrioMatch(Destination, frozen=True):
    """The rounds of a TETR.IO replay."""

    match: ReplayMatch


class TetrioRound(Destination, frozen=True):
    """A round of TETR.IO; for a `film` it plays, and no engine is asked."""

    rounds: list[Round]
    detail: str
    film: bool = False


class Sandbox(Destination, frozen=True):
    """A board of guideline Tetris to draw on: a position, or else the board of last time."""

    state: State | None = None
    book: str = ""


class Books(Destination, frozen=True):
    """The opening books to walk through; `name` is the one that is open first. With `setups` first the ranked ones."""

    name: str = ""
    setups: bool = False


class Openers(Destination, frozen=True):
    """Opening books asked piece by piece; `name` is the book that is chosen first.

    `drawn` is a fumen, or a board as text, with an opener that becomes a book of the person's own.
    """

    name: str = ""
    drawn: str = ""


class BookStage(Destination, frozen=True):
    """A stage of an opening book in real time, queue after queue; with `replay`, a line that goes on.

    Without `stage` it is the whole book. Raises `KibitzError` where there is no such book or stage.
    """

    book: str
    stage: str = ""
    replay: Replay | None = None
    created: str = ""


class Practice(Destination, frozen=True):
    """Today's problems, the decks, what improves."""


class Problem(Destination, frozen=True):
    """The problem of a run that is its turn. Raises `KibitzError` for one that cannot be."""

    run: ProblemRun


class Lessons(Destination, frozen=True):
    """All lessons, and how far the person has come in each; first on one of a `game`."""

    game: str = ""


class Lesson(Destination, frozen=True):
    """The lesson of this name, where the person stopped. Raises `BadInput` for one that cannot be read."""

    name: str


class DealEditor(Destination, frozen=True):
    """A deal of bridge to be dealt by hand: that of a match, or one with every card in the stock."""

    state: Match | None = None


class Deals(Destination, frozen=True):
    """The deals of a file to choose from; without `choose` the one that is chosen is looked at."""

    file: BoardFile
    choose: Callable[[FileBoard], object] | None = None


class Duplicate(Destination, frozen=True):
    """A match of bridge in which every deal is played from both sides, on one sheet."""

    session: Session


class Tables(Destination, frozen=True):
    """The tables of bridge's play stage; `position` as on the command line is looked up."""

    position: str = ""


class Combos(Destination, frozen=True):
    """Four-wide's combos so far, beside how long best play lasts."""

    model: Model


class Foresight(Destination, frozen=True):
    """Four-wide's expectations by previews and randomizer."""

    model: Model


class Fields(Destination, frozen=True):
    """Four-wide's graph of fields, that of a position lit."""

    state: FourWideState


class KeyList(Destination, frozen=True):
    """The keys of all commands."""


class Error(Destination, frozen=True):
    """The error, the place of the game, and the report to copy."""

    report: str


class WarmUp(Destination, frozen=True):
    """The first start: kernels are being compiled, with progress; then on to `after`."""

    after: Scene
