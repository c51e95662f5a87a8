"""Scenes of each game for screenshots: scenes at a moment that says something.

Apart from `screenshot`: what is shown, not how a picture is made.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from itertools import combinations

import msgspec

from ai.bridge.tables.index import Strain, estimate
from ai.ladder.playing import place_of
from ai.names import STACKER
from ai.tetris.classic.evaluators import evaluate
from ai.tetris.four_wide.lengths import ComboLengths
from game import places
from game import showcase as showcases
from game.advice import Advice, Choice, Worth
from game.bridge import Deal, Endgame
from game.bridge import State as BridgeState
from game.bridge.cards import format_hand
from game.bridge.pbn import boards_in
from game.facts import ClassicFacts
from game.guided.guesses import Guess, Mark
from game.guided.takeover import Takeover
from game.ladder.folder import Ladder, LadderGame, Order, ladders_dir
from game.ladder.pool import Player as LadderPlayer
from game.ladder.rating import chance
from game.lessons import source
from game.position import Position
from game.practice import progress
from game.practice.attempt import Answer
from game.practice.collection import Collection, Item
from game.practice.history import DAY, Attempt, History, Learned, Reviewed
from game.record import SUFFIX, Note, Record, Seat, read_record
from game.session import Session
from game.showcase import FOLDER, Showcase
from game.tetris.classic import State as ClassicState
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import State as FourWideState
from game.tetris.guideline import Placement, State
from game.tetris.guideline import State as GuidelineState
from game.tetris.guideline.real_time import HANDLINGS, Replay, Setup, TargetController, Timing
from game.tetris.guideline.real_time.handling import CW
from game.tetris.streaks import Streaks
from game.tetris.tetrio import read
from game.tetris.tetrio.mistakes import Mistakes
from gui.context import AppContext, Scene
from gui.games.bridge.visible_state import SOUTH, bridge
from gui.play.board_input import BOARD
from gui.play.live_plan import PERSON, SPRINT_ROWS, Player, plan_of
from gui.play.live_plan import Plan as MatchPlan
from gui.play.players import engine_seat
from gui.play.playhead import Scheduled
from gui.play.problem_run import ProblemRun
from gui.play.sources import known_stretches
from gui.scenes.books.scene import BooksScene
from gui.scenes.deal_editor import DealEditorScene
from gui.scenes.deal_list import DealListScene
from gui.scenes.four_wide.combos import CombosScene
from gui.scenes.four_wide.comparison import ComparisonScene
from gui.scenes.four_wide.fields import FieldsScene, graph_of
from gui.scenes.four_wide.lengths import Lengths
from gui.scenes.four_wide.play import FourWideScene
from gui.scenes.guided.book_lines import Verdict
from gui.scenes.guided.guess import GuessScene
from gui.scenes.guided.opener import OpenerScene
from gui.scenes.home import HomeScene, quiet_game, quiet_match
from gui.scenes.ladder import LadderScene
from gui.scenes.lessons.lesson import LessonScene
from gui.scenes.lessons.scene import LessonsScene
from gui.scenes.live.scene import SETTLING, LiveScene
from gui.scenes.live_replay import ReplayScene
from gui.scenes.new_game import NewGameScene
from gui.scenes.play import PlayScene
from gui.scenes.practice.problem import ProblemScene
from gui.scenes.practice.recall import RecallScene
from gui.scenes.practice.scene import PracticeScene
from gui.scenes.registry import choices_of
from gui.scenes.review import ReviewScene
from gui.scenes.run.playhead import RunPlayhead
from gui.scenes.run.race import RaceScene
from gui.scenes.run.runners import Race, RunHistory, Runner, read_race
from gui.scenes.run.scene import RunScene, resumed
from gui.scenes.run.watch import WatchScene
from gui.scenes.sandbox.scene import SandboxScene
from gui.scenes.showcase import ShowcaseScene
from gui.scenes.tables import LevelState, PositionValue, Tables, TablesScene
from gui.scenes.tetrio.match import TABS, MatchScene
from gui.scenes.tetrio.round import RoundScene

# What is worth a picture in the book explorer: the beginning of a book, a place deep in it, its map and its size.

_BOOK, _SEED = "bt-loop", 8  # what is dealt is the same in each picture
_DEEP, _MOVES = 21, 60  # pieces; at most so many moves of the book until a queue without one comes


def books(context: AppContext, _: Showcase) -> Scene:
    """The empty board of a book with its runs."""
    return _open(context)


def books_deep(context: AppContext, _: Showcase) -> Scene:
    """A place far into the book, where the book itself has played."""
    return _walked(context)


def books_map(context: AppContext, _: Showcase) -> Scene:
    """The map of all positions, that place lit."""
    scene = _walked(context)
    scene.open_view("Map")
    return scene


def books_sizes(context: AppContext, _: Showcase) -> Scene:
    """Return the scene with the size of the book in other forms."""
    scene = _open(context)
    scene.open_view("Sizes")
    return scene


def books_shelf(context: AppContext, _: Showcase) -> Scene:
    """The books to choose from."""
    scene = _open(context)
    scene.open_view("Books")
    return scene


def books_setups(context: AppContext, _: Showcase) -> Scene:
    """The setups of the first perfect clear, ranked."""
    scene = _open(context)
    scene.open_view("Setups")
    return scene


def books_compare(context: AppContext, _: Showcase) -> Scene:
    """All books on one queue."""
    scene = _open(context)
    scene.open_view("Compare")
    scene.comparison.work(scene.listed_books, float("inf"))
    return scene


def _open(context: AppContext) -> BooksScene:
    scene = BooksScene(context, HomeScene(context), _BOOK, _SEED)
    assert scene.book is not None
    scene.book.graph.work()
    return scene


def _walked(context: AppContext) -> BooksScene:
    """The explorer some bags on; where the book is silent, with another queue."""
    scene = _open(context)
    book = scene.book
    assert book is not None
    for _ in range(_MOVES):
        if book.at >= _DEEP:
            break
        if not book.follow():
            book.deal()
    scene.update(1.0)
    return scene


# What is worth a picture in honeymoon bridge: moments of the match that is played at home, and the tables.

_SEATS = (engine_seat("club", None), Seat("You"))
_BUILT, _FREE = 10, 100 * 2**30  # the levels that the picture of the tables has, and its disk


def auction(context: AppContext, _: Showcase) -> Scene:
    """A call to be made, with the points to be expected."""
    return _at(context, lambda state, _: state.stage == "auction" and len(state.board.moves) >= 2)


def exchange(context: AppContext, _: Showcase) -> Scene:
    """A card to be played to a trick of the exchange, something of the other's hand being known."""

    def telling(state: BridgeState, session: Session) -> bool:
        board = state.board
        return state.stage == "exchange" and len(board.tricks) >= 5 and len(state.legal_moves()) > 1

    return _at(context, telling)


def play(context: AppContext, _: Showcase) -> Scene:
    """A card to be played where not every card is worth the same."""
    return _at(context, _bridge_advice)


def result(context: AppContext, _: Showcase) -> Scene:
    """The result of the first deal."""
    session = _match()
    end = next(
        ply for ply in range(session.length + 1) if bridge(session.position_at(ply)).previous is not None
    )
    return PlayScene(context, HomeScene(context), session.take_over(end, _SEATS), hints=True)


def review(context: AppContext, _: Showcase) -> Scene:
    """Looking back at the match with all cards open."""
    session = _match()
    scene = ReviewScene(context, HomeScene(context), session)
    scene.head.seek(
        next(
            ply for ply in range(session.length) if _bridge_advice(bridge(session.position_at(ply)), session)
        )
    )
    return scene


def bridge_moves(context: AppContext, _: Showcase) -> Scene:
    """The calls and cards of a deal, with what else might have been played."""
    session = _match()
    look = session.look()
    for ply in (3, 40):
        look.take(session.line, ply)
        look.play(next(each for each in look.position.legal_moves() if each != session.moves[ply].text))
    session.go_to(40)
    scene = ReviewScene(context, HomeScene(context), session)
    scene.toggle_moves()
    return scene


def new_game(context: AppContext, _: Showcase) -> Scene:
    """The choices before a match."""
    return NewGameScene(context, HomeScene(context), choices_of(context.config, "bridge"))


def tables(context: AppContext, _: Showcase) -> Scene:
    """The levels, ten of them built."""
    return TablesScene(context, HomeScene(context), _Disk())


def look_up(context: AppContext, _: Showcase) -> Scene:
    """A position with its arithmetic."""
    scene = tables(context, _)
    assert isinstance(scene, TablesScene)
    scene.turn(1)
    return scene


def _bridge_advice(state: BridgeState, session: Session) -> bool:
    """Return True if a trick of the play is in progress whose best card matters."""
    advice = session.opinions.get(state.ply)
    if state.stage != "play" or state.board.led is None or state.to_move != SOUTH or advice is None:
        return False
    return len(advice.choices) >= 4 and len({choice.worth.rounded for choice in advice.choices}) >= 2


def _at(context: AppContext, wanted: Callable[[BridgeState, Session], bool]) -> Scene:
    """The match at its first position of South's like this, as it is played."""
    session = _match()
    states = [bridge(position) for position in session.positions]
    fitting = [ply for ply, state in enumerate(states) if state.to_move == SOUTH and wanted(state, session)]
    return PlayScene(context, HomeScene(context), session.take_over(fitting[0], _SEATS), hints=True)


def _match() -> Session:
    session = quiet_match()
    assert session is not None, "the match at home comes with the program"
    return session.take_over(session.length, _SEATS)


class _Disk(Tables):
    """A disk with the first levels on it, as large as they are when they are built."""

    folder = "~/.cache/kibitz/bridge"

    def standing(self, level: int, strain: Strain) -> LevelState:
        built = level <= _BUILT
        return LevelState(estimate(level, strain) if built else 0, built)

    def free(self) -> int:
        return _FREE

    def worth(self, endgame: Endgame) -> PositionValue | None:
        return _minimax(endgame)


@cache
def _minimax(endgame: Endgame) -> PositionValue:
    """A position worked out by the plain rules."""
    cards = tuple((card, endgame.worth(card)) for card in endgame.legal())
    return PositionValue(endgame.value, tuple(sorted(cards, key=lambda each: -each[1])), "Table")


# What is worth a picture in classic Tetris: moments of the marathon, and of a race that was played before.

MARATHON = "marathon"
AUTHORS = "tengstrand-1.1"
_RACE = places.shipped("assets", "races", "four.race")
_PLAYED = 12  # pieces a person has placed in the picture of a game
_UNHURRIED = 60.0  # seconds for the graph of a picture


def classic_play(context: AppContext, _: Showcase) -> Scene:
    """A person's game, in which the kibitzer has just looked at the board."""
    return PlayScene(context, HomeScene(context), _played(), hints=True)


def classic_blunder(context: AppContext, _: Showcase) -> Scene:
    """The same game after the worst move there was, which is called out."""
    session = _played()
    session.play(session.opinions[session.cursor].choices[-1].move)
    session.note(session.cursor, _judged(session.position))
    return PlayScene(context, HomeScene(context), session, hints=True)


def _played() -> Session:
    """A game of a few pieces, with the opinion on its last board."""
    record, note = _telling()
    assert record.run is not None
    begun = max(0, note.ply - _PLAYED)
    session = Session.new("classic", record.run.position(begun).here(), (Seat("You"),))
    for ply in range(begun, note.ply):
        session.play(str(record.run.placement(ply)))
    session.note(session.cursor, note.advice)
    return session


def _judged(position: Position) -> Advice:
    """Return Tengstrand 1.1's advice on a position, by its plain evaluator."""
    assert isinstance(position, ClassicState)
    worth = sorted((evaluate(position.put(at).board, AUTHORS), at) for at in position.placements)
    choices = tuple(Choice(str(at), Worth("equity", value)) for value, at in worth)
    return Advice(choices, "rule", choices[0].worth, True, (ClassicFacts(evaluator=AUTHORS),))


def classic_watch(context: AppContext, _: Showcase) -> Scene:
    """A controller being watched, four pieces a second."""
    record, note = _telling()
    plan, runner = resumed(context, record, live=False)
    scene = WatchScene(context, HomeScene(context), plan, RunPlayhead([runner], 4.0))
    scene.feed.store.keep(note.ply, note.advice)
    return _shown(scene, note.ply)


def classic_race(context: AppContext, _: Showcase) -> Scene:
    """Four controllers in the middle of their games, many of them over."""
    race = _race()
    runners = []
    for number, course in enumerate(race.courses):
        history = RunHistory(race.plan, course.controller)
        history.take(course.played)
        runners.append(Runner(context.room, f"run-{number}", race.plan, history, live=False))
    scene = RaceScene(context, HomeScene(context), race.plan, RunPlayhead(runners, 4.0))
    return _shown(scene, scene.head.known - 4)


def marathon(context: AppContext, _: Showcase) -> Scene:
    """The tour through the long game, where its last event is about to come."""
    shown = showcases.load(MARATHON)
    scene = WatchScene.saved(context, HomeScene(context), shown)
    chapters = shown.record.chapters
    eventful = [chapter for chapter in chapters if chapter.event is not None]
    return _shown(scene, (eventful or chapters)[-1].ply)


def new_game_classic(context: AppContext, _: Showcase) -> Scene:
    """The choices before a race."""
    return NewGameScene(context, HomeScene(context), choices_of(context.config, "classic", None, "race"))


def _shown(scene: RunScene, at: int) -> Scene:
    """A run as it looks once the graph is complete."""
    scene.head.seek(at)
    scene.head.playing = True
    scene.settle(_UNHURRIED)
    return scene


def _telling() -> tuple[Record, Note]:
    """The marathon, and what was said where its second chapter tells what an equity is made of."""
    record = showcases.load(MARATHON).record
    reported = record.chapters[1].ply
    return record, min(record.notes, key=lambda note: abs(note.ply - reported))


@cache
def _race() -> Race:
    return read_race(_RACE)


# What is worth a picture of dealing by hand.

_IN_FILE = 9  # deals of the file in the picture of their list
_EXCHANGE = 1  # the place of the exchange among what a deal can begin with


def deal_editor(context: AppContext, _: Showcase) -> Scene:
    """A deal of which everything is told, to begin with the exchange."""
    scene = DealEditorScene(
        context, HomeScene(context), BridgeState.open({"deals": "random:5", "dealer": "south"})
    )
    scene.editor.begin_at(_EXCHANGE)
    return scene


def deal_list(context: AppContext, _: Showcase) -> Scene:
    """The deals of a file: one without its cards, and one of four players."""
    deals = [Deal.random(number) for number in range(_IN_FILE)]
    hands = [[format_hand(hand or 0) for hand in deal.hands] for deal in deals]
    games = [
        f'[Board "{number}"]\n[Deal "N:{north} - {south} -"]'
        for number, (north, south) in enumerate(hands, 1)
    ]
    games[1] = '[Board "2"]\n[Deal "N:... ... ... ..."]'
    games[0] += '\n[Auction "N"]\n1C 1S 2H AP'
    return DealListScene(context, HomeScene(context), boards_in("\n\n".join(games)))


# What is worth a picture in four-wide: moments of a combo that was kept, so that nothing has to think.

_FOUR_WIDE_GAME = places.shipped("assets", "tables", "four-wide.kibitz")
_COMBOS = _FOUR_WIDE_GAME.with_name("four-wide-combos.json")
_TELLING = 26  # pieces: just after the second best was taken


def four_wide(context: AppContext, _: Showcase) -> Scene:
    """A person's combo with what every placement is worth, and what the last one has cost."""
    return FourWideScene(
        context, HomeScene(context), _four_wide_played(_TELLING), _saved_lengths(), hints=True
    )


def four_wide_alone(context: AppContext, _: Showcase) -> Scene:
    """The same with hints hidden."""
    return FourWideScene(
        context, HomeScene(context), _four_wide_played(_TELLING), _saved_lengths(), hints=False
    )


def four_wide_end(context: AppContext, _: Showcase) -> Scene:
    """The end of the combo: what it was against the optimum."""
    whole = Session.resume(read_record(_FOUR_WIDE_GAME))
    return FourWideScene(
        context, HomeScene(context), _four_wide_played(whole.length), _saved_lengths(), hints=True
    )


def four_wide_combos(context: AppContext, _: Showcase) -> Scene:
    """Combos so far beside how long best play lasts."""
    scene = CombosScene(context, HomeScene(context), Model(previews=3), _saved_lengths())
    scene.entered()
    return scene


def four_wide_comparison(context: AppContext, _: Showcase) -> Scene:
    """Return the scene about the value of foresight, as far as it was worked out."""
    return ComparisonScene(context, HomeScene(context), Model(previews=3), _saved_lengths())


def four_wide_fields(context: AppContext, _: Showcase) -> Scene:
    """The graph of fields from where the combo stands."""
    position = _four_wide_played(_TELLING).position
    assert isinstance(position, FourWideState)
    return FieldsScene(context, HomeScene(context), position)


def four_wide_mosaic(context: AppContext, _: Showcase) -> Scene:
    """The graph of all fields of six cells at once."""
    start = FourWideState.open({"residual": "6", "previews": "3", "queue": "list:TIOSZJL", "hold": "I"})
    graph_of(start.model).work()
    return FieldsScene(context, HomeScene(context), start)


def four_wide_review(context: AppContext, _: Showcase) -> Scene:
    """The combo looked back at."""
    scene = ReviewScene(context, HomeScene(context), Session.resume(read_record(_FOUR_WIDE_GAME)))
    scene.next_mistake()
    return scene


def tetrio_match(context: AppContext, _: Showcase) -> Scene:
    """The rounds of the replay that comes along."""
    scene = MatchScene(
        context, HomeScene(context), read(places.shipped("assets", "replays", "kibitz.ttrm.gz"))
    )
    scene.rounds.finish()
    scene.step(3)
    return scene


def tetrio_mistakes(context: AppContext, shown: Showcase) -> Scene:
    """The same with the mistakes that were found in three rounds."""
    scene = tetrio_match(context, shown)
    assert isinstance(scene, MatchScene)
    scene.show_tab(TABS.index("Mistakes"))
    outcome = (
        Mistakes(
            pieces=62, inaccuracies=3, mistakes=2, blunders=1, cost=14.5, themes={"holes": 4, "attack": 2}
        ),
        Mistakes(pieces=58, inaccuracies=1, mistakes=1, cost=4.5, themes={"slots": 1, "other": 1}),
        Mistakes(
            pieces=71, inaccuracies=5, mistakes=4, blunders=2, cost=31.0, themes={"holes": 7, "chain": 4}
        ),
    )
    scene.judge.results |= {
        (number, side): outcome[(number + side) % 3] for number in range(3) for side in (0, 1)
    }
    return scene


def tetrio_round(context: AppContext, shown: Showcase) -> Scene:
    """Both wells in the middle of a round."""
    match = tetrio_match(context, shown)
    assert isinstance(match, MatchScene)
    scene = RoundScene(context, match, match.rounds.round(3), "round 4 of 5")
    scene.hints = False
    scene.head.seek(1500)
    return scene


def new_game_four_wide(context: AppContext, _: Showcase) -> Scene:
    """The choices before a combo."""
    return NewGameScene(context, HomeScene(context), choices_of(context.config, "four-wide"))


def _saved_lengths() -> SavedLengths:
    """Lengths and combos as they were when the picture was prepared."""
    combos = msgspec.json.decode(_COMBOS.read_bytes(), type=_Combos)
    return SavedLengths(combos.lasting, combos.streaks)


class SavedLengths(Lengths):
    """Lengths by the names of models, and combos, as they are; nothing is made."""

    def __init__(self, lasting: dict[str, ComboLengths], streaks: Streaks) -> None:
        super().__init__(makes=False)
        self._lasting, self._streaks = lasting, streaks

    def of(self, model: Model) -> ComboLengths | None:
        return self._lasting.get(model.name)

    def begun(self, model: Model) -> bool:
        return False

    def streaks(self) -> Streaks:
        return self._streaks


class _Combos(msgspec.Struct):
    lasting: dict[str, ComboLengths]
    streaks: Streaks


def _four_wide_played(ply: int) -> Session:
    """The combo up to a piece, as a person's."""
    return Session.resume(read_record(_FOUR_WIDE_GAME)).take_over(ply, (Seat("You"),))


# What is worth a picture in guideline Tetris piece by piece: moments of the game that the table at home plays.

_GUIDELINE_ADVICE = 113  # pieces: a spin to be had, with a stack to be read
_SLIP = 82  # the piece that is placed badly
_IN_THE_WELL = 4  # pieces: several placements keep the combo
_IN_THE_BOOK = 12  # pieces: the second bag, with a slot for a T
_TABLES = places.shipped("assets", "tables")
_WELL, _PLAY_BOOK = _TABLES / "four-wide-well.kibitz", _TABLES / "bt-loop.kibitz"


def tetris_coach(context: AppContext, _: Showcase) -> Scene:
    """A person's game with the best three placements on the board."""
    return PlayScene(context, HomeScene(context), _guideline_played(_GUIDELINE_ADVICE), hints=True)


def tetris_blunder(context: AppContext, _: Showcase) -> Scene:
    """The same game just after a bad placement, which is called out."""
    return PlayScene(context, HomeScene(context), _guideline_played(_SLIP + 1), hints=True)


def tetris_review(context: AppContext, _: Showcase) -> Scene:
    """The game looked back at, before its mistake."""
    scene = ReviewScene(
        context, HomeScene(context), quiet_game().take_over(_GUIDELINE_ADVICE, (Seat("You"),))
    )
    scene.next_mistake()
    return scene


def tetris_four_wide(context: AppContext, _: Showcase) -> Scene:
    """A four-wide well on a board: the coach knows the solved game, and how far the walls reach."""
    session = Session.resume(read_record(_WELL))
    return PlayScene(context, HomeScene(context), session.take_over(_IN_THE_WELL, (Seat("You"),)), hints=True)


def tetris_book(context: AppContext, _: Showcase) -> Scene:
    """A book's move filled on the board, before those that were searched, with its chance and its run."""
    return PlayScene(context, HomeScene(context), _by_the_book(_IN_THE_BOOK), hints=True)


def tetris_book_left(context: AppContext, _: Showcase) -> Scene:
    """A game looked back at where its book was left, and why."""
    session = _by_the_book(None)
    session.go_to(max(end for _, end in known_stretches(session)))
    return ReviewScene(context, HomeScene(context), session)


def new_game_tetris(context: AppContext, _: Showcase) -> Scene:
    """The choices before a match."""
    return NewGameScene(context, HomeScene(context), choices_of(context.config, "tetris", None, "versus"))


def _by_the_book(ply: int | None) -> Session:
    """The coach's game with BT Loop up to a piece, or the whole of it, as a person's."""
    session = Session.resume(read_record(_PLAY_BOOK))
    return session.take_over(session.length if ply is None else ply, (Seat("You"),))


def _guideline_played(ply: int) -> Session:
    """The game up to a piece, as a person's."""
    return quiet_game().take_over(ply, (Seat("You"),))


# What is worth a picture in real time: a duel half played and at its end, and a game alone with the coach.

_DUEL = "stacker-duel"
_PLACE = 0.62  # of the duel
_MATCH_ADVICE = 113  # pieces of the game that the table at home plays
_FALLEN = 200  # ticks
_SPRINTED = 60  # pieces
_PLAN = MatchPlan("versus", (PERSON, Player("Stacker", STACKER, "expert")))


def versus(context: AppContext, _: Showcase) -> Scene:
    """A match in its middle, with rows on their way."""
    played = _duel().live
    assert played is not None
    scene = LiveScene(context, HomeScene(context), _PLAN, played.cut(round(_PLACE * played.ticks)))
    scene.match.phase = "playing"
    return scene


def ended(context: AppContext, _: Showcase) -> Scene:
    """The end of that match."""
    played = _duel().live
    assert played is not None
    scene = LiveScene(context, HomeScene(context), _PLAN, played.cut(played.ticks))
    scene.match.since = SETTLING
    return scene


def sprint(context: AppContext, _: Showcase) -> Scene:
    """A sprint in its middle, with what the kibitzer says of its time; a key in vain now and then."""
    played = _sprinted()
    played = played.cut(played.ticks)
    scene = LiveScene(context, HomeScene(context), MatchPlan("sprint", (PERSON,), hints=True), played)
    scene.match.phase = "playing"
    return scene


@cache
def _sprinted() -> Replay:
    game = quiet_game()
    rules = {"queue": game.position_at(0).setup["queue"], "goal": str(SPRINT_ROWS)}
    hand, placed = TargetController(2.0), [Placement.parse(move.text) for move in game.moves[:_SPRINTED]]
    played = Replay(Setup(Timing.parse("guideline"), (GuidelineState.open(rules),), (HANDLINGS["engine"],)))
    while played.count < len(placed):
        seat = played.game.seats[0]
        if hand.waits(seat):
            hand.aim(seat, placed[played.count])
        turned = seat.piece is not None and played.ticks % 97 == 0
        played.tick((CW if turned and not seat.before else hand.buttons(seat),))
    return played


def watch(context: AppContext, _: Showcase) -> Scene:
    """Two engines in the middle of a match, with what both are up to."""
    record = _duel()
    assert record.live is not None
    played = record.live.cut(round(_PLACE * record.live.ticks))
    scene = LiveScene(context, HomeScene(context), plan_of(record), played)
    scene.hints, scene.match.phase = True, "playing"
    for at, engine in scene.match.engines.items():
        seat = played.game.seats[at]
        best = min(seat.view().placements, key=lambda each: (each.y, each.x))
        engine.advice, engine.about = (
            Advice((Choice(str(best), Worth("order", 0.0)),), "search", None, True),
            seat.state.tally.placed,
        )
    return scene


def free(context: AppContext, _: Showcase) -> Scene:
    """A game alone with the coach, while a piece falls."""
    game = quiet_game()
    state = game.position_at(_MATCH_ADVICE)
    assert isinstance(state, GuidelineState)
    played = Replay(
        Setup(Timing.parse("guideline"), (GuidelineState.open(state.here()),), (HANDLINGS["guideline"],))
    )
    for _tick in range(_FALLEN):
        played.tick((0,))
    scene = LiveScene(context, HomeScene(context), MatchPlan("free", (PERSON,), hints=True), played)
    scene.match.phase = "playing"
    assert scene.coach is not None
    scene.coach.remember(state, game.opinions[_MATCH_ADVICE])
    return scene


@cache
def _duel() -> Record:
    return read_record(FOLDER / f"{_DUEL}{SUFFIX}")


# What is worth a picture beside the games themselves: the sandbox, a book's showcase, a duel looked at again.

DUEL = "stacker-duel"
LOOP = "bt-loop"
_SPUN = re.compile(r"^T (east|west) .* full$")  # into a shaft, which takes three rows
_REPLAY_ADVICE = 113  # pieces of the game that the table at home plays
_REPLAY_PLACE = 0.55  # of the duel


def sandbox(context: AppContext, _: Showcase) -> Scene:
    """A position of that game, with what the engine said of it."""
    game = quiet_game()
    state = game.position_at(_REPLAY_ADVICE)
    assert isinstance(state, State)
    scene = SandboxScene(context, HomeScene(context), state)
    scene.adviser.store.keep(state, game.opinions[_REPLAY_ADVICE])
    return scene


def sandbox_queue(context: AppContext, shown: Showcase) -> Scene:
    """The same, while its queue is written."""
    scene = sandbox(context, shown)
    assert isinstance(scene, SandboxScene)
    scene.choose_tool("queue")
    return scene


def replay(context: AppContext, _: Showcase) -> Scene:
    """A duel looked at again, with its figures."""
    scene = ReplayScene(context, HomeScene(context), _replayed_duel())
    scene.hints = False
    scene.history.work(_UNHURRIED)
    scene.head.seek(round(_REPLAY_PLACE * scene.replay.ticks))
    return scene


def duel(context: AppContext, _: Showcase) -> Scene:
    """The same duel as a showcase, where a chapter is told."""
    shown = Showcase(DUEL, _replayed_duel())
    scene = ReplayScene(context, HomeScene(context), shown)
    scene.history.work(_UNHURRIED)
    assert isinstance(scene.head, Scheduled)
    scene.head.show_moment(_REPLAY_PLACE * shown.seconds)
    return scene


def opening(context: AppContext, _: Showcase) -> Scene:
    """The showcase of a book, where a T is about to be turned in."""
    scene = ShowcaseScene(
        context, HomeScene(context), Showcase(LOOP, read_record(FOLDER / f"{LOOP}{SUFFIX}"))
    )
    scene.head.seek(next(ply for ply, move in enumerate(scene.session.moves) if _SPUN.search(move.text)))
    return scene


@cache
def _replayed_duel() -> Record:
    return read_record(FOLDER / f"{DUEL}{SUFFIX}")


# What is worth a picture in practice: the decks after five weeks of it, and a problem after a wrong answer.

_PRACTISED = 1_795_003_200.0  # the moment at which it is looked at
_RARER = {
    "holes": (5.1, 4.8, 4.9, 3.0, 2.2),
    "slots": (2.2, 2.5, 2.0, 1.8, 1.7),
    "hold": (3.0, 2.4, 2.4, 2.1, 1.1),
}
_PRACTICE_DAYS = (3, 4, 5, 8, 9, 10, 11, 13, 15, 17, 18, 19, 21, 22, 23, 24, 25, 26)


def practice(context: AppContext, _: Showcase) -> Scene:
    """Today's problems, some of which come back, and what has become rarer."""
    collection = _practised()
    return PracticeScene(context, HomeScene(context), collection, lambda: _PRACTISED)


def practice_problem(context: AppContext, _: Showcase) -> Scene:
    """A board of Zuniq on which a wall was drawn that loses."""
    collection = _practised()
    deck = collection.deck("zuniq-endings")
    items = tuple(Item(deck.name, problem) for problem in deck.problems[:10])
    run = ProblemRun(collection, "Today", items, ["right", "right", "wrong", *[None] * 7], at=3)
    scene = ProblemScene(context, practice(context, _), run)
    position, answers = scene.session.position, scene.problem.answers
    wrong = next(move for move in position.legal_moves() if move not in answers)
    scene.trial.move, scene.trial.answer = (
        wrong,
        Answer(grade="wrong", cost=Worth("win", 1.0), better=answers),
    )
    scene.targets.focus = "next"
    return scene


def practice_recall(context: AppContext, _: Showcase) -> Scene:
    """The cards that went by are asked for: two are marked, and one hint was taken."""
    collection = _practised()
    deck = collection.deck("recall")
    item = next(Item(deck.name, each) for each in deck.problems if len(each.answers) == 5)
    scene = RecallScene(context, practice(context, _), ProblemRun(collection, deck.title, (item,)))
    while not scene.asked:
        scene.step()
    scene.hint()
    for name in scene.problem.answers[:2]:
        scene.mark(name)
    return scene


def _practised() -> Collection:
    """The decks that ship, with five weeks of practice."""
    collection = Collection(History())
    problems = [problem for deck in collection.decks for problem in deck.problems[:9]]
    attempts = [
        Attempt(
            key=f"{number:016x}", problem=problem.id, deck="zuniq-endings", game=problem.game, theme=problem.theme,
            at=_PRACTISED - DAY * (progress.DAYS - _PRACTICE_DAYS[number % len(_PRACTICE_DAYS)]),
            outcome="right" if number % 3 else "wrong", seconds=20.0,
        )
        for number, problem in enumerate(problems)
    ]  # fmt: skip
    reviewed = [
        Reviewed(
            key=f"{week:016x}", game="tetris", at=_PRACTISED - progress.WEEK * (4.5 - week), moves=1000,
            themes={theme: round(10 * values[week]) for theme, values in _RARER.items()},
        )
        for week in range(5)
    ]  # fmt: skip
    return Collection(History(known=[*attempts, *reviewed]))


def lessons(context: AppContext, _: Showcase) -> Scene:
    """The lessons, some of which are done."""
    return LessonsScene(context, HomeScene(context), _learned())


def lesson(context: AppContext, _: Showcase) -> Scene:
    """A wrong wall in the lesson on the rules of Zuniq, and why it is wrong."""
    scene = LessonScene(context, lessons(context, _), source.lesson("zuniq"), _learned())
    scene.chosen("C1h")
    return scene


def lesson_number(context: AppContext, _: Showcase) -> Scene:
    """A number to guess, with the graph of cells opened up on the board."""
    last = source.lesson("bridge-edges").steps[-1]
    at_last = Learned(key="bridge-edges", step=4, at=_PRACTISED, moves=last.moves)
    scene = LessonScene(
        context, lessons(context, _), source.lesson("bridge-edges"), Collection(History(known=[at_last]), ())
    )
    scene.write("2")
    return scene


def _learned() -> Collection:
    """No decks, and lessons of which some are done and some are begun."""
    known = [
        Learned(key="classic", step=0, at=_PRACTISED, done=True),
        Learned(
            key="bridge-edges", step=2, at=_PRACTISED + 1, moves=source.lesson("bridge-edges").steps[2].moves
        ),
        Learned(key="zuniq", step=1, at=_PRACTISED + 2, moves=source.lesson("zuniq").steps[1].moves),
    ]
    return Collection(History(known=known), ())


# What is worth a picture of a ladder: some players far apart, two that are close, and a game lost by a fault.

_LADDER_PLAYERS = {"full": 160, "expert": 130, "club": 30, "casual": -90, "guest": -120, "beginner": -260}


def ladder(context: AppContext, _: Showcase) -> Scene:
    """A ladder in which every pair has met ten times."""
    luck, games = random.Random(_SEED), list[LadderGame]()
    players = tuple(LadderPlayer(name, "kibitz", nodes=2_000) for name in _LADDER_PLAYERS)
    strengths = list(_LADDER_PLAYERS.values())
    for number in range(10 * len(list(combinations(players, 2)))):
        place = place_of(number, len(players), sides=True)
        won = luck.random() < chance(strengths[place.a] - strengths[place.b])
        scores = (float(luck.randint(101, 115)), 0.0) if won else (0.0, float(luck.randint(101, 115)))
        name = f"{number + 1:06}{SUFFIX}"
        games.append(LadderGame(number, place.a, place.b, float(won), (name,), scores=scores))
    fault = msgspec.structs.replace(
        games[-6], points=1.0, scores=None, reason="guest: the program ended with status 1", fault=True
    )
    order = Order(game="zuniq", seed=1, nodes=2_000, players=players, group=2)
    scene = LadderScene(context, HomeScene(context))
    scene.show(Ladder(order, (*games[:-6], fault, *games[-5:])), ladders_dir() / "levels")
    scene.targets.focus = "player club"
    return scene


# What is worth a picture of guided play: a guess that was judged, a try beside what happened, a placement that costs.

_GUESSED, _OVER_FROM = 14, 20  # plies


def guess(context: AppContext, shown: Showcase) -> Scene:
    """A wall that was guessed, and the better one that was drawn."""
    session = Session.resume(shown.record)
    seat = session.position_at(_GUESSED).to_move
    scene = GuessScene(context, HomeScene(context), session, seat, _GUESSED)
    position, played = session.position_at(_GUESSED), session.moves[_GUESSED].text
    other = next(move for move in position.legal_moves() if move != played)
    marks = Mark("inaccuracy", Worth("win", 0.07, 0.01), played), Mark("best", Worth("win", 0.0))
    scene.shown = Guess(_GUESSED, other, False, *marks)
    scene.guesses = scene.guesses.with_guess(scene.shown)
    scene.head.reached = _GUESSED + 1
    scene.session.go_to(_GUESSED + 1)
    scene.targets.focus = "next"
    return scene


def played_on(context: AppContext, _: Showcase) -> Scene:
    """Pieces placed in other places than they were, with the figures of both games."""
    session = quiet_game()
    begin = max(0, session.length - _OVER_FROM)
    branch = session.take_over(begin, (Seat("You"),))
    while branch.length < begin + 3:
        branch.play(branch.position.legal_moves()[0])
    scene = PlayScene(context, HomeScene(context), branch, hints=False)
    scene.takeover = Takeover.of(session, begin)
    return scene


def opener(context: AppContext, _: Showcase) -> Scene:
    """A piece that was placed where the book has nothing, after four that were right."""
    scene = OpenerScene(context, HomeScene(context), "okey-dpc", random.Random(_SEED))
    assert scene.book is not None
    scene.book.graph.work()
    walk = scene.book.walk
    walk.deal()
    scene.pieces, scene.phase, scene.results = walk.here.seen, "ask", [True, True, False, True]
    while walk.at < len(scene.results):
        assert walk.here.move is not None
        walk.place(walk.here.move)
    assert scene.lines is not None
    values = scene.lines.values
    assert values is not None
    assert walk.here.position is not None
    step, best = walk.here, values.of_queue(walk.here.position, walk.here.seen)
    moves = [Placement.parse(each) for each in step.state.legal_moves()]
    wrong = next(each for each in moves if values.costs(step, each) > 0)
    scene.verdict = Verdict(wrong, values.costs(step, wrong), best)
    scene.targets.focus = BOARD
    return scene
