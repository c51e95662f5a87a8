"""The scenes of all destinations: one place knows all scenes, so that none needs to know another.

Scenes are imported when somebody goes there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ai.compiled import cache
from game import showcase as showcases
from game.record import Record, record_of
from game.session import Session
from game.tetris.guideline import State
from gui import destinations as to
from gui.context import AppContext, Destination, Help, Scene, Settings, Shared

Back = Scene | None


def build(context: AppContext, destination: Destination, back: Back = None) -> Scene:
    """The scene of a destination, which leads back to `back`. Raises what the destination says."""
    return BUILDERS[type(destination)](context, destination, back)


def entrance(context: AppContext, start: Destination | None) -> Scene:
    """The first scene of a window: the one that a command names, else home."""
    context.entered = True
    notice = cache.ensure().notice
    if notice:
        context.notify(notice)
    if context.autosave.another_window():
        context.notify("Another Kibitz window is open. Each window saves its own games.")
    if context.config.practice.folder:
        _watch_replays(context)
    home = context.scene(to.Home())
    scene = home if start is None else context.scene(start, home)
    return scene if cache.is_complete() else context.scene(to.WarmUp(scene))


def place_in(file: Path) -> tuple[Destination, Sequence[str]]:
    """The place where what a file or a folder holds is shown, and a sentence for each file in it that cannot be read.

    Raises `KibitzError`.
    """
    from game import transfer
    from game.ladder.folder import is_ladder
    from game.record import SUFFIX, read_played
    from game.tetris.tetrio import open_folder, read
    from game.tetris.tetrio.file import check_link, is_replay

    check_link(str(file))
    if is_ladder(file):
        return to.Ladder(file), ()
    if file.is_dir():
        match, problems = open_folder(file)
        return to.TetrioMatch(match), problems
    if is_replay(file):
        return to.TetrioMatch(read(file)), ()
    if file.name.endswith(SUFFIX):
        return to.OpenGame(read_played(file)), ()
    return to.ImportedGame(transfer.file_at(file)), ()


def _watch_replays(context: AppContext) -> None:
    """Have new replays in the folder of the settings become problems, beside whatever is done."""
    from game.practice.collection import Collection
    from gui.play.file_practice import FilePractice

    context.lasting(FilePractice, history=context.lasting(Collection.of_user).history)


def _prepare(context: AppContext, game: str) -> None:
    """A person has chosen `game`: its kernels are compiled next, and once they are, its other work begins."""
    from gui.scenes.registry import scenes_of

    context.compile_first(game)
    if context.entered and context.is_ready(game):
        scenes_of(game).at_first_use(context)


def _home(context: AppContext, where: to.Home, back: Back) -> Scene:
    from gui.scenes.home import HomeScene

    return HomeScene(context)


def _new_game(context: AppContext, where: to.NewGame, back: Back) -> Scene:
    from gui.scenes.new_game import NewGameScene
    from gui.scenes.registry import choices_of

    _prepare(context, where.game)
    choices = choices_of(context.config, where.game, where.like, where.play_style)
    return NewGameScene(context, back, choices, where.after)


def _play(context: AppContext, where: to.Play, back: Back) -> Scene:
    from gui.scenes.play import PlayScene
    from gui.scenes.registry import scenes_of

    game = where.session.position.game
    _prepare(context, game)
    scene = scenes_of(game).table(context, where, back)
    if where.takeover is not None and isinstance(scene, PlayScene):
        scene.compare_with(where.takeover)
    return scene


def _review(context: AppContext, where: to.Review, back: Back) -> Scene:
    from gui.scenes.review import ReviewScene

    session = where.session
    if session.secrecy.why:
        return context.scene(to.Play(session), back)
    context.compile_first(session.position.game)
    return ReviewScene(context, back, session, is_stored=where.is_stored, to_mistake=where.to_mistake)


def _guess(context: AppContext, where: to.Guess, back: Back) -> Scene:
    from gui.scenes.guided.guess import GuessScene

    context.compile_first(where.session.position.game)
    return GuessScene(context, back, where.session, where.seat, where.begin)


def _open_game(context: AppContext, where: to.OpenGame, back: Back) -> Scene:
    record = record_of(where.game)
    if record.live is not None:
        return context.scene(to.RealTimeReplay(record), back)
    if record.run is not None:
        return context.scene(to.RecordedRun(record), back)
    return context.scene(to.Review(Session.resume(where.game)), back)


def _continue(context: AppContext, where: to.Continue, back: Back) -> Scene:
    from game.guided import openers
    from game.guided.live_takeover import LiveTakeover
    from game.guided.takeover import Takeover
    from gui.play.live_plan import RETRIED, plan_of
    from gui.play.live_plan import Plan as LivePlan

    record = context.autosave.take(where.path)
    if record.run is not None:
        return _run_on(context, record, back)
    if record.live is None:
        takeover = Takeover.of_game(record.created)
        return context.scene(to.Play(Session.resume(record), takeover=takeover), back)
    line = openers.line_in_real_time(record.created)
    if line is not None:
        return context.scene(to.BookStage(line.book, line.stage, record.live, record.created), back)
    bots = context.config.bots
    plan = plan_of(record, (bots.first, bots.second, bots.third))
    in_real_time = LiveTakeover.of_game(record.created)
    if in_real_time is not None:
        plan = LivePlan("free", plan.players, hints=False)
        return context.scene(to.Live(plan, record.live, record.created, in_real_time), back)
    plan = replace(plan, retry=context.config.tetris.retry and plan.mode in RETRIED)
    return context.scene(to.Live(plan, record.live, record.created), back)


def _file(context: AppContext, where: to.File, back: Back) -> Scene:
    place, problems = place_in(where.path)
    for problem in problems:
        context.notify(problem)
    return context.scene(place, back)


def _imported_game(context: AppContext, where: to.ImportedGame, back: Back) -> Scene:
    imported = where.imported
    if imported.boards is not None:
        return context.scene(to.Deals(imported.boards), back)
    for note in imported.notes:
        context.notify(note)
    if imported.record is not None:
        return context.scene(to.OpenGame(imported.record), back)
    return context.scene(to.Review(imported.session), back)


def _games(context: AppContext, where: to.Games, back: Back) -> Scene:
    from gui.scenes.games import GamesScene

    return GamesScene(context, back, where.session)


def _ladder(context: AppContext, where: to.Ladder, back: Back) -> Scene:
    from gui.scenes.ladder import LadderScene

    return LadderScene(context, back, where.folder)


def _show(context: AppContext, where: to.Show, back: Back) -> Scene:
    from gui.play.playhead import Scheduled
    from gui.scenes.live_replay import ReplayScene
    from gui.scenes.run.watch import WatchScene
    from gui.scenes.showcase import ShowcaseScene

    shown = showcases.load(where.name) if isinstance(where.name, str) else where.name
    scene: ReplayScene | WatchScene | ShowcaseScene
    if shown.record.live is not None:
        scene = ReplayScene(context, back, shown)
    elif shown.record.run is not None:
        scene = WatchScene.saved(context, back, shown)
    else:
        scene = ShowcaseScene(context, back, shown)
    if where.at and isinstance(scene.head, Scheduled):
        scene.head.show_moment(where.at)
    return scene


def _run(context: AppContext, where: to.Run, back: Back) -> Scene:
    from gui.scenes.run.race import RaceScene
    from gui.scenes.run.watch import WatchScene

    context.compile_first("classic")
    return (RaceScene if where.plan.race else WatchScene).live(context, back, where.plan)


def _run_on(context: AppContext, record: Record, back: Back) -> Scene:
    """A run or a race that goes on where it was left. Raises `KibitzError`."""
    from gui.scenes.run.race import RaceScene
    from gui.scenes.run.watch import WatchScene

    context.compile_first(record.game)
    record = context.autosave.race_of(record)
    return (RaceScene if record.race else WatchScene).continued(context, back, record)


def _recorded_run(context: AppContext, where: to.RecordedRun, back: Back) -> Scene:
    from gui.scenes.run.race import RaceScene
    from gui.scenes.run.watch import WatchScene

    return (RaceScene if where.record.race else WatchScene).saved(context, back, where.record)


def _live(context: AppContext, where: to.Live, back: Back) -> Scene:
    from gui.scenes.live.scene import LiveScene

    context.compile_first("tetris")
    return LiveScene(context, back, where.plan, where.replay, where.created, where.takeover)


def _real_time_replay(context: AppContext, where: to.RealTimeReplay, back: Back) -> Scene:
    from gui.scenes.live_replay import ReplayScene

    return ReplayScene(context, back, where.record)


def _tetrio_match(context: AppContext, where: to.TetrioMatch, back: Back) -> Scene:
    from gui.scenes.tetrio.match import MatchScene

    return MatchScene(context, back, where.match)


def _tetrio_round(context: AppContext, where: to.TetrioRound, back: Back) -> Scene:
    from gui.scenes.tetrio.round import RoundScene

    scene = RoundScene(context, back, where.rounds, where.detail)
    scene.head.playing, scene.hints = where.film, scene.hints and not where.film
    return scene


def _sandbox(context: AppContext, where: to.Sandbox, back: Back) -> Scene:
    from gui.scenes.sandbox.scene import SandboxScene

    context.compile_first("tetris")
    saved = context.autosave.board() if where.state is None else None
    state = where.state or State.open(saved.rules if saved else {})
    return SandboxScene(context, back, state, where.book)


def _books(context: AppContext, where: to.Books, back: Back) -> Scene:
    from gui.scenes.books.scene import BooksScene

    scene = BooksScene(context, back, where.name)
    if where.setups:
        scene.open_view("Setups")
    return scene


def _openers(context: AppContext, where: to.Openers, back: Back) -> Scene:
    from gui.scenes.guided.opener import OpenerScene

    context.compile_first("tetris")
    return OpenerScene(context, back, where.name, drawn=where.drawn)


def _book_stage(context: AppContext, where: to.BookStage, back: Back) -> Scene:
    from gui.scenes.guided.stage import StageScene

    context.compile_first("tetris")
    return StageScene(context, back, where.book, where.stage, where.replay, where.created)


def _practice(context: AppContext, where: to.Practice, back: Back) -> Scene:
    from game.practice.collection import Collection
    from gui.scenes.practice.scene import PracticeScene

    return PracticeScene(context, back, context.lasting(Collection.of_user))


def _problem(context: AppContext, where: to.Problem, back: Back) -> Scene:
    from game.practice.problem import Recall
    from gui.scenes.practice.problem import ProblemScene
    from gui.scenes.practice.recall import RecallScene

    problem = where.run.item.problem
    context.compile_first(problem.game)
    kind = RecallScene if isinstance(problem.task, Recall) else ProblemScene
    return kind(context, back, where.run)


def _lessons(context: AppContext, where: to.Lessons, back: Back) -> Scene:
    from game.practice.collection import Collection
    from gui.scenes.lessons.scene import LessonsScene

    return LessonsScene(context, back, context.lasting(Collection.of_user), where.game)


def _lesson(context: AppContext, where: to.Lesson, back: Back) -> Scene:
    from game.lessons import source
    from game.practice.collection import Collection
    from gui.scenes.lessons.facts import check
    from gui.scenes.lessons.lesson import LessonScene

    lesson = source.lesson(where.name)
    check(lesson)
    context.compile_first(lesson.game)
    return LessonScene(context, back, lesson, context.lasting(Collection.of_user))


def _deal_editor(context: AppContext, where: to.DealEditor, back: Back) -> Scene:
    from gui.scenes.deal_editor import DealEditorScene

    return DealEditorScene(context, back, where.state)


def _deals(context: AppContext, where: to.Deals, back: Back) -> Scene:
    from gui.scenes.deal_list import DealListScene

    return DealListScene(context, back, where.file, where.choose)


def _duplicate(context: AppContext, where: to.Duplicate, back: Back) -> Scene:
    from gui.scenes.duplicate import DuplicateScene

    return DuplicateScene(context, back, where.session)


def _tables(context: AppContext, where: to.Tables, back: Back) -> Scene:
    from gui.scenes.tables import Tables, TablesScene

    return TablesScene(context, back, context.lasting(Tables), where.position)


def _combos(context: AppContext, where: to.Combos, back: Back) -> Scene:
    from gui.scenes.four_wide.combos import CombosScene
    from gui.scenes.four_wide.lengths import Lengths

    return CombosScene(context, back, where.model, context.lasting(Lengths, makes=context.entered))


def _foresight(context: AppContext, where: to.Foresight, back: Back) -> Scene:
    from gui.scenes.four_wide.comparison import ComparisonScene
    from gui.scenes.four_wide.lengths import Lengths

    return ComparisonScene(context, back, where.model, context.lasting(Lengths, makes=context.entered))


def _fields(context: AppContext, where: to.Fields, back: Back) -> Scene:
    from gui.scenes.four_wide.fields import FieldsScene

    return FieldsScene(context, back, where.state)


def _help(context: AppContext, where: Help, back: Back) -> Scene:
    from gui.scenes.help import HelpScene

    return HelpScene(context, back)


def _share(context: AppContext, where: Shared, back: Back) -> Scene:
    from gui.scenes.share import ShareScene

    return ShareScene(context, back, where)


def _settings(context: AppContext, where: Settings, back: Back) -> Scene:
    from gui.scenes.settings import SettingsScene

    return SettingsScene(context, back)


def _key_list(context: AppContext, where: to.KeyList, back: Back) -> Scene:
    from gui.scenes.key_list import KeyListScene

    return KeyListScene(context, back)


def _error(context: AppContext, where: to.Error, back: Back) -> Scene:
    from gui.scenes.error import ErrorScene

    return ErrorScene(context, where.report)


def _warm_up(context: AppContext, where: to.WarmUp, back: Back) -> Scene:
    from gui.scenes.warm_up import WarmUpScene

    return WarmUpScene(context, where.after)


BUILDERS: dict[type[Destination], Callable[[AppContext, Any, Back], Scene]] = {
    to.Home: _home,
    to.NewGame: _new_game,
    to.Play: _play,
    to.Review: _review,
    to.Guess: _guess,
    to.OpenGame: _open_game,
    to.Continue: _continue,
    to.File: _file,
    to.ImportedGame: _imported_game,
    to.Games: _games,
    to.Ladder: _ladder,
    to.Show: _show,
    to.Run: _run,
    to.RecordedRun: _recorded_run,
    to.Live: _live,
    to.RealTimeReplay: _real_time_replay,
    to.TetrioMatch: _tetrio_match,
    to.TetrioRound: _tetrio_round,
    to.Sandbox: _sandbox,
    to.Books: _books,
    to.Openers: _openers,
    to.BookStage: _book_stage,
    to.Practice: _practice,
    to.Problem: _problem,
    to.Lessons: _lessons,
    to.Lesson: _lesson,
    to.DealEditor: _deal_editor,
    to.Deals: _deals,
    to.Duplicate: _duplicate,
    to.Tables: _tables,
    to.Combos: _combos,
    to.Foresight: _foresight,
    to.Fields: _fields,
    Help: _help,
    Shared: _share,
    Settings: _settings,
    to.KeyList: _key_list,
    to.Error: _error,
    to.WarmUp: _warm_up,
}
