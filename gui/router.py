"""Scenes by name: one place knows all scenes, so that none needs to know another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ai.compiled import cache
from game import showcase as showcases
from game import transfer
from game.record import Played, Record, record_of
from game.session import Session
from game.showcase import Showcase
from game.tetris.guideline import State
from game.tetris.tetrio import Match as ReplayMatch
from game.tetris.tetrio import Round, open_folder
from game.tetris.tetrio import read as read_replay
from game.tetris.tetrio.file import is_replay
from gui.context import AppContext, Scene, Shared
from gui.play.playhead import Scheduled

if TYPE_CHECKING:
    from game.bridge import State as Match
    from game.bridge.pbn import BoardFile, FileBoard
    from game.tetris.four_wide.model import Model
    from game.tetris.four_wide.state import State as FourWide
    from game.tetris.guideline.real_time import Replay
    from gui.play.live_plan import Plan as LivePlan
    from gui.play.run_plan import Plan
    from gui.scenes.four_wide.lengths import Lengths


class SceneRouter:
    """Builds all scenes. Scenes are imported when their door is opened."""

    def __init__(self) -> None:
        self._context: AppContext | None = None

    def belong_to(self, context: AppContext) -> None:
        """Give the router its context, once, before the first is opened."""
        self._context = context

    @property
    def context(self) -> AppContext:
        assert self._context is not None
        return self._context

    def entrance(
        self,
        start: str | None,
        content: Record | Played | ReplayMatch | transfer.Imported | None,
        at: float = 0.0,
    ) -> Scene:
        """The scene a command begins with: home, `play GAME`, `showcase NAME` (`at` seconds), or what a file holds."""
        self.context.entered = True
        notice = cache.ensure().notice
        if notice:
            self.context.notify(notice)
        if self.context.autosave.another_window():
            self.context.notify("Another Kibitz window is open. Each window saves its own games.")
        door, _, name = (start or "").partition(" ")
        scene = home = self.home()
        if isinstance(content, ReplayMatch):
            scene = self.match(content, home)
        elif isinstance(content, Record | Played):
            scene = self.opened(content, home)
        elif content is not None:
            scene = self.imported(content, home)
        elif door == "play":
            scene = self.new_game(home, name)
        elif door == "showcase":
            scene = self.showcase(name, home, at)
        return scene if cache.is_complete() else self.warm_up(scene)

    def home(self) -> Scene:
        """The first scene: tables, showcases, the last game."""
        from gui.scenes.home import HomeScene

        return HomeScene(self.context)

    def play(self, session: Session, back: Scene, *, hints: bool | None = None, book: str = "") -> Scene:
        """A game at the board; `hints` overrides the setting, `book` is the one chosen for this game."""
        from gui.scenes.registry import scenes_of

        self._prepare(session.position.game)
        table = scenes_of(session.position.game).table
        return table(self.context, back, session, hints=hints, book=book)

    def review(
        self, session: Session, back: Scene, *, is_stored: bool = True, to_mistake: bool = False
    ) -> Scene:
        """A finished or saved game with its graph and mistakes. `session` stays where it stands.

        Variations are saved with it if `is_stored`. A game that hides something from a person in it is shown at the
        table, from that person's seat. With `to_mistake` the review begins at the first mistake.
        """
        from gui.scenes.review import ReviewScene

        if session.secrecy.why:
            return self.play(session, back)
        self.context.compile_first(session.position.game)
        return ReviewScene(self.context, back, session, is_stored=is_stored, to_mistake=to_mistake)

    def opened(self, game: Record | Played, back: Scene) -> Scene:
        """A saved game as it wants to be looked at; at the table, where its cards are still hidden.

        Raises `KibitzError` for one that cannot be shown.
        """
        record = record_of(game)
        if record.live is not None:
            return self.replay(record, back)
        if record.run is not None:
            return self.recorded(record, back)
        session = Session.resume(game)
        return self.review(session, back)

    def showcase(self, name: str | Showcase, back: Scene, at: float = 0.0) -> Scene:
        """A showcase, or the one of this name, from the moment `at` seconds after its start on.

        `game.showcase.of_book` names that of a book. Raises `KibitzError` where there is none such.
        """
        from gui.scenes.live_replay import ReplayScene
        from gui.scenes.run.watch import WatchScene
        from gui.scenes.showcase import ShowcaseScene

        shown = showcases.load(name) if isinstance(name, str) else name
        scene: ReplayScene | WatchScene | ShowcaseScene
        if shown.record.live is not None:
            scene = ReplayScene(self.context, back, shown)
        elif shown.record.run is not None:
            scene = WatchScene.saved(self.context, back, shown)
        else:
            scene = ShowcaseScene(self.context, back, shown)
        if at and isinstance(scene.head, Scheduled):
            scene.head.show_moment(at)
        return scene

    def run(self, plan: Plan, back: Scene) -> Scene:
        """Controllers that play by themselves: one to watch, or several in a race."""
        from gui.scenes.run.race import RaceScene
        from gui.scenes.run.watch import WatchScene

        self.context.compile_first("classic")
        return (RaceScene if plan.race else WatchScene).live(self.context, back, plan)

    def _run_on(self, record: Record, back: Scene) -> Scene:
        """A run or a race that goes on where it was left. Raises `KibitzError`."""
        from gui.scenes.run.race import RaceScene
        from gui.scenes.run.watch import WatchScene

        self.context.compile_first("classic")
        record = self.context.autosave.race_of(record)
        return (RaceScene if record.race else WatchScene).continued(self.context, back, record)

    def live(self, plan: LivePlan, back: Scene, replay: Replay | None = None, created: str = "") -> Scene:
        """A game in real time; with `replay`, one that goes on. Raises `BadInput` for rules that cannot be."""
        from gui.scenes.live.scene import LiveScene

        self.context.compile_first("tetris")
        return LiveScene(self.context, back, plan, replay, created)

    def continued(self, path: Path, back: Scene) -> Scene:
        """An autosaved game where it was left. Raises `KibitzError`."""
        from gui.play.live_plan import plan_of

        record = self.context.autosave.take(path)
        if record.run is not None:
            return self._run_on(record, back)
        if record.live is None:
            return self.play(Session.resume(record), back)
        bots = self.context.config.bots
        plan = plan_of(record, (bots.first, bots.second, bots.third))
        return self.live(plan, back, record.live, record.created)

    def replay(self, record: Record, back: Scene) -> Scene:
        """A game in real time looked at again, where it was left. The record is `live`."""
        from gui.scenes.live_replay import ReplayScene

        return ReplayScene(self.context, back, record)

    def file(self, path: Path, back: Scene) -> Scene:
        """The game in a file, or the rounds of a TETR.IO replay or a folder of them. Raises `KibitzError`."""
        if path.is_dir():
            match, problems = open_folder(path)
            for problem in problems:
                self.context.notify(problem)
            return self.match(match, back)
        if is_replay(path):
            return self.match(read_replay(path), back)
        return self.imported(transfer.file_at(path), back)

    def imported(self, imported: transfer.Imported, back: Scene) -> Scene:
        """A game out of a text or a file; of several deals of bridge, their list. What could not be used is said."""
        if imported.boards is not None:
            return self.deals(imported.boards, back)
        for note in imported.notes:
            self.context.notify(note)
        return (
            self.opened(imported.record, back)
            if imported.record is not None
            else self.review(imported.session, back)
        )

    def match(self, match: ReplayMatch, back: Scene) -> Scene:
        """The rounds of a TETR.IO replay."""
        from gui.scenes.tetrio.match import MatchScene

        return MatchScene(self.context, back, match)

    def round(self, rounds: list[Round], detail: str, back: Scene, *, film: bool = False) -> Scene:
        """A round of TETR.IO; for a `film` it plays, and no engine is asked."""
        from gui.scenes.tetrio.round import RoundScene

        scene = RoundScene(self.context, back, rounds, detail)
        scene.head.playing, scene.hints = film, scene.hints and not film
        return scene

    def recorded(self, record: Record, back: Scene) -> Scene:
        """A long run or a race that was kept, at the piece where it was left. The record has a `run`."""
        from gui.scenes.run.race import RaceScene
        from gui.scenes.run.watch import WatchScene

        return (RaceScene if record.race else WatchScene).saved(self.context, back, record)

    def sandbox(self, state: State | None, back: Scene, book: str = "") -> Scene:
        """A board of guideline Tetris to draw on: a position, or else the board of last time."""
        from gui.scenes.sandbox.scene import SandboxScene

        self.context.compile_first("tetris")
        saved = self.context.autosave.board() if state is None else None
        return SandboxScene(self.context, back, state or State.open(saved.rules if saved else {}), book)

    def books(self, back: Scene, name: str = "") -> Scene:
        """The opening books to walk through; `name` is the one that is open first."""
        from gui.scenes.books.scene import BooksScene

        return BooksScene(self.context, back, name)

    def deal_editor(self, back: Scene, state: Match | None = None) -> Scene:
        """A deal of bridge to be dealt by hand: that of a match, or one with every card in the stock."""
        from gui.scenes.deal_editor import DealEditorScene

        return DealEditorScene(self.context, back, state)

    def deals(
        self, file: BoardFile, back: Scene, choose: Callable[[FileBoard], object] | None = None
    ) -> Scene:
        """The deals of a file to choose from; without `choose` the one that is chosen is looked at."""
        from gui.scenes.deal_list import DealListScene

        return DealListScene(self.context, back, file, choose)

    def duplicate(self, session: Session, back: Scene) -> Scene:
        """A match of bridge in which every deal is played from both sides, on one sheet."""
        from gui.scenes.duplicate import DuplicateScene

        return DuplicateScene(self.context, back, session)

    def tables(self, back: Scene, position: str = "") -> Scene:
        """The tables of bridge's play stage; `position` as on the command line is looked up."""
        from gui.scenes.tables import Tables, TablesScene

        return TablesScene(self.context, back, self.context.lasting(Tables), position)

    def combos(self, model: Model, back: Scene) -> Scene:
        """Four-wide's combos so far, beside how long best play lasts."""
        from gui.scenes.four_wide.combos import CombosScene

        return CombosScene(self.context, back, model, self._lengths())

    def comparison(self, model: Model, back: Scene) -> Scene:
        """Four-wide's expectations by previews and randomizer."""
        from gui.scenes.four_wide.comparison import ComparisonScene

        return ComparisonScene(self.context, back, model, self._lengths())

    def fields(self, state: FourWide, back: Scene) -> Scene:
        """Four-wide's graph of fields, that of a position lit."""
        from gui.scenes.four_wide.fields import FieldsScene

        return FieldsScene(self.context, back, state)

    def _lengths(self) -> Lengths:
        from gui.scenes.four_wide.lengths import Lengths

        return self.context.lasting(Lengths, makes=self.context.entered)

    def _prepare(self, game: str) -> None:
        """A person has chosen `game`: its kernels are compiled next, and once they are, what it needs at its side."""
        from gui.scenes.registry import scenes_of

        self.context.compile_first(game)
        if self.context.entered and self.context.is_ready(game):
            scenes_of(game).at_first_use(self.context)

    def new_game(
        self,
        back: Scene,
        game: str,
        like: Plan | None = None,
        play_style: str = "play",
        *,
        after: Scene | None = None,
    ) -> Scene:
        """Return the scene with the choices before a game.

        For Tetris `like` a run, or first to `play`, `watch`, `race`. The game that begins leads back to `after`, or
        to `back`.
        """
        from gui.scenes.new_game import NewGameScene
        from gui.scenes.registry import choices_of

        self._prepare(game)
        return NewGameScene(
            self.context, back, choices_of(self.context.config, game, like, play_style), after
        )

    def games(self, back: Scene, session: Session | None = None) -> Scene:
        """Saved games: open, save, import, export. `session` is the one that may be saved."""
        from gui.scenes.games import GamesScene

        return GamesScene(self.context, back, session)

    def help(self, back: Scene) -> Scene:
        """The keys of a scene, laid over it."""
        from gui.scenes.help import HelpScene

        return HelpScene(self.context, back)

    def share(self, back: Scene, shared: Shared) -> Scene:
        """A picture of a scene, a film of its game, its text: to a file or the clipboard."""
        from gui.scenes.share import ShareScene

        return ShareScene(self.context, back, shared)

    def settings(self, back: Scene) -> Scene:
        """Everything a user may change."""
        from gui.scenes.settings import SettingsScene

        return SettingsScene(self.context, back)

    def key_list(self, back: Scene) -> Scene:
        """The keys of all commands."""
        from gui.scenes.key_list import KeyListScene

        return KeyListScene(self.context, back)

    def error(self, report: str) -> Scene:
        """Return the scene with the error, the place of the game, and the report to copy."""
        from gui.scenes.error import ErrorScene

        return ErrorScene(self.context, report)

    def warm_up(self, after: Scene) -> Scene:
        """The first start: kernels are being compiled, with progress; then on to `after`."""
        from gui.scenes.warm_up import WarmUpScene

        return WarmUpScene(self.context, after)
