"""Places in the window: values from which `gui.router` builds the scenes, so that no scene needs to know another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from game.bridge import State as Match
from game.bridge.pbn import BoardFile, FileBoard
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
from gui.context import Destination, Scene
from gui.play.live_plan import Plan as LivePlan
from gui.play.problem_run import ProblemRun
from gui.play.run_plan import Plan


@dataclass(frozen=True)
class Home(Destination):
    """The first scene: tables, showcases, the last game."""


@dataclass(frozen=True)
class NewGame(Destination):
    """The choices before a game.

    For Tetris `like` a run, or first to `play`, `watch`, `race`. The game that begins leads back to `after`, or to
    where the choices lead back.
    """

    game: str
    like: Plan | None = None
    play_style: str = "play"
    after: Scene | None = None


@dataclass(frozen=True)
class Play(Destination):
    """A game at the board; `hints` overrides the setting, `book` is the one chosen for this game.

    `takeover` is the game that it was played on from, with which it is compared.
    """

    session: Session
    hints: bool | None = None
    book: str = ""
    takeover: Takeover | None = None


@dataclass(frozen=True)
class Review(Destination):
    """A finished or saved game with its graph and mistakes. `session` stays where it stands.

    Variations are saved with it if `is_stored`. A game that hides something from a person in it is shown at the
    table, from that person's seat. With `to_mistake` the review begins at the first mistake.
    """

    session: Session
    is_stored: bool = True
    to_mistake: bool = False


@dataclass(frozen=True)
class Guess(Destination):
    """The moves of one side of a game, to be guessed one by one; `session` stays as it is.

    `seat` is by default the winner's. Guessing begins at ply `begin`, or goes on where it was left.
    """

    session: Session
    seat: int | None = None
    begin: int = 0


@dataclass(frozen=True)
class OpenGame(Destination):
    """A saved game as it wants to be looked at; at the table, where its cards are still hidden.

    Raises `KibitzError` for one that cannot be shown.
    """

    game: Record | Played


@dataclass(frozen=True)
class Continue(Destination):
    """An autosaved game where it was left. Raises `KibitzError`."""

    path: Path


@dataclass(frozen=True)
class File(Destination):
    """The game in a file, or the rounds of a TETR.IO replay or a folder of them. Raises `KibitzError`."""

    path: Path


@dataclass(frozen=True)
class ImportedGame(Destination):
    """A game out of a text or a file; of several deals of bridge, their list. What could not be used is said."""

    imported: Imported


@dataclass(frozen=True)
class Games(Destination):
    """Saved games: open, save, import, export. `session` is the one that may be saved."""

    session: Session | None = None


@dataclass(frozen=True)
class Show(Destination):
    """A showcase, or the one of this name, from the moment `at` seconds after its start on.

    `game.showcase.of_book` names that of a book. Raises `KibitzError` where there is none such.
    """

    name: str | Showcase
    at: float = 0.0


@dataclass(frozen=True)
class Run(Destination):
    """Controllers that play by themselves: one to watch, or several in a race."""

    plan: Plan


@dataclass(frozen=True)
class RecordedRun(Destination):
    """A long run or a race that was kept, at the piece where it was left. The record has a `run`."""

    record: Record


@dataclass(frozen=True)
class Live(Destination):
    """A game in real time; with `replay`, one that goes on. Raises `BadInput` for rules that cannot be."""

    plan: LivePlan
    replay: Replay | None = None
    created: str = ""


@dataclass(frozen=True)
class RealTimeReplay(Destination):
    """A game in real time looked at again, where it was left. The record is `live`."""

    record: Record


@dataclass(frozen=True)
class TetrioMatch(Destination):
    """The rounds of a TETR.IO replay."""

    match: ReplayMatch


@dataclass(frozen=True)
class TetrioRound(Destination):
    """A round of TETR.IO; for a `film` it plays, and no engine is asked."""

    rounds: list[Round]
    detail: str
    film: bool = False


@dataclass(frozen=True)
class Sandbox(Destination):
    """A board of guideline Tetris to draw on: a position, or else the board of last time."""

    state: State | None = None
    book: str = ""


@dataclass(frozen=True)
class Books(Destination):
    """The opening books to walk through; `name` is the one that is open first."""

    name: str = ""


@dataclass(frozen=True)
class Openers(Destination):
    """Opening books asked piece by piece; `name` is the book that is chosen first."""

    name: str = ""


@dataclass(frozen=True)
class BookStage(Destination):
    """A stage of an opening book in real time, queue after queue; with `replay`, a line that goes on.

    Without `stage` it is the whole book. Raises `KibitzError` where there is no such book or stage.
    """

    book: str
    stage: str = ""
    replay: Replay | None = None
    created: str = ""


@dataclass(frozen=True)
class Practice(Destination):
    """Today's problems, the decks, what improves."""


@dataclass(frozen=True)
class Problem(Destination):
    """The problem of a run that is its turn. Raises `KibitzError` for one that cannot be."""

    run: ProblemRun


@dataclass(frozen=True)
class DealEditor(Destination):
    """A deal of bridge to be dealt by hand: that of a match, or one with every card in the stock."""

    state: Match | None = None


@dataclass(frozen=True)
class Deals(Destination):
    """The deals of a file to choose from; without `choose` the one that is chosen is looked at."""

    file: BoardFile
    choose: Callable[[FileBoard], object] | None = None


@dataclass(frozen=True)
class Duplicate(Destination):
    """A match of bridge in which every deal is played from both sides, on one sheet."""

    session: Session


@dataclass(frozen=True)
class Tables(Destination):
    """The tables of bridge's play stage; `position` as on the command line is looked up."""

    position: str = ""


@dataclass(frozen=True)
class Combos(Destination):
    """Four-wide's combos so far, beside how long best play lasts."""

    model: Model


@dataclass(frozen=True)
class Foresight(Destination):
    """Four-wide's expectations by previews and randomizer."""

    model: Model


@dataclass(frozen=True)
class Fields(Destination):
    """Four-wide's graph of fields, that of a position lit."""

    state: FourWideState


@dataclass(frozen=True)
class KeyList(Destination):
    """The keys of all commands."""


@dataclass(frozen=True)
class Error(Destination):
    """The error, the place of the game, and the report to copy."""

    report: str


@dataclass(frozen=True)
class WarmUp(Destination):
    """The first start: kernels are being compiled, with progress; then on to `after`."""

    after: Scene
