"""Practice in the window: from Home to the tenth problem by keyboard alone and by mouse alone."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import ClassVar, cast

import pygame
import pytest

from ai.bridge.engine import advise
from ai.bridge.levels import FULL
from ai.bridge.solver.solver import Solver
from ai.practice.job import Looked, Progress
from ai.practice.orders import AnswerReport, MistakeReport
from game.advice import Advice, Choice, JudgedMove, Worth
from game.bridge import State
from game.bridge.cards import format_hand, mask_of
from game.bridge.endgame import Endgame
from game.bridge.state import rules_of
from game.config import Practice
from game.facts import BridgeFacts
from game.games import open_position
from game.practice import collection
from game.practice.attempt import Answer
from game.practice.collection import Collection, decks_dir
from game.practice.deck import Deck, write_deck
from game.practice.history import History, Reviewed
from game.practice.problem import AnyTask, Best, Problem
from game.practice.sameness import identity
from game.record import Seat
from game.review import judge
from game.session import Session
from game.tetris.tetrio import Match, write
from gui import destinations as to
from gui.play import file_practice
from gui.play.mistake_practice import remember
from gui.scenes.home import HomeScene
from gui.scenes.practice.problem import ProblemScene
from gui.scenes.practice.scene import PracticeScene
from gui.scenes.review import ReviewScene
from gui.stage import stage_context
from gui.ui import clipboard
from tests.game.tetris.tetrio.test_tetrio import PRIVATE, some_round
from tests.gui.conftest import WholeWindow
from tests.gui.driving import ENGINE, Window


def problem(
    game: str, start: dict[str, str], task: AnyTask, answers: tuple[str, ...], **more: object
) -> Problem:
    here = open_position(game, start)
    return Problem(
        id=identity(here, task), game=game, start=start, task=task, answers=answers, **more,  # type: ignore[arg-type]
    )  # fmt: skip


def zuniq(number: int) -> Problem:
    """A board on which one wall is called the answer; its refutation is one wall long."""
    start = {"dots": f"4x{number + 3}"}
    legal = open_position("zuniq", start).legal_moves()
    lines = {legal[1]: (legal[0],)}
    costs = dict.fromkeys(legal[1:], Worth("win", 1.0))
    return problem("zuniq", start, Best(), legal[:1], lines=lines, costs=costs, theme="parity")


def bridge(number: int) -> Problem:
    start = rules_of(Endgame.parse(f"AK.{number + 2}.. .AK.{number + 2}. N"))
    return problem("bridge", start, Best(), ("SA", "SK"), theme="tricks", worth=Worth("tricks", 2.0))


def tetris(number: int) -> Problem:
    start = {"queue": f"list:T{'IOLS'[number]}", "board": "xx........"}
    legal = open_position("tetris", start).legal_moves()
    flat = next(each for each in legal if each.startswith("T north 3 "))
    costs = {move: Worth("attack", 4.0, 0.5) for move in legal if move != flat}
    return problem("tetris", start, Best(), (flat,), theme="holes", proof="duel", nodes=160_000, costs=costs)


@pytest.fixture(autouse=True)
def _nothing_ships(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(collection, "shipped", lambda *_: tmp_path)


@pytest.fixture
def decks() -> None:
    for name, made in (("zuniq", zuniq), ("bridge", bridge), ("tetris", tetris)):
        problems = tuple(made(number) for number in range(4))
        write_deck(decks_dir() / f"{name}.deck", Deck(name=name, title=name.title(), problems=problems))


def opened(window: Window) -> PracticeScene:
    scene = window.scene
    assert isinstance(scene, PracticeScene)
    return scene


def trying(window: Window) -> ProblemScene:
    scene = window.scene
    assert isinstance(scene, ProblemScene)
    return scene


def amber(window: Window) -> int:
    """Pixels in one of the kibitzer's colours."""
    colour, surface = window.context.theme.colour, pygame.display.get_surface()
    assert surface is not None
    masks = (
        pygame.mask.from_threshold(surface, each, (2, 2, 2, 255))
        for each in (colour.amber, colour.amber_line, colour.amber_text)
    )
    return sum(mask.count() for mask in masks)


def answer_by_keys(window: Window, *, wrong: bool = False) -> None:
    scene = trying(window)
    if scene.problem.game == "zuniq":
        window.press(*(scene.session.position.legal_moves()[wrong].lower()))
    elif scene.problem.game == "bridge":
        window.press("right")
        while (scene.problem.grade(scene.ui.board.pointed or "SA") == "wrong") is not wrong:
            window.press("right")
        window.press("enter")
    else:
        window.press(*([] if wrong else ["left"]), "space")


@pytest.mark.usefixtures("decks")
def test_ten_problems_by_keyboard_alone(window: WholeWindow) -> None:
    opened_window = window(HomeScene)
    opened_window.press("p")
    assert "10 problems for today." in opened_window.texts
    opened_window.press("enter")
    seen = set()
    for number in range(10):
        scene = trying(opened_window)
        seen.add(scene.problem.game)
        assert f"Today · {number + 1} of 10" in opened_window.texts
        assert amber(opened_window) == 0
        answer_by_keys(opened_window)
        opened_window.wait(0.5)
        assert "Right." in opened_window.texts
        opened_window.press("enter")
    assert seen == {"zuniq", "bridge", "tetris"}
    assert isinstance(opened_window.scene, PracticeScene)
    assert "Done for today: 10 of 10 right." in opened_window.texts
    assert [each.outcome for each in History().attempts] == ["right"] * 10


@pytest.mark.usefixtures("decks")
def test_ten_problems_by_mouse_alone(window: WholeWindow) -> None:
    opened_window = window(HomeScene)
    opened_window.click_on("practice")
    opened_window.click_on("start")
    for _ in range(10):
        opened_window.click_on("hint")
        assert "Hints" in [each.capitalize() for each in opened_window.texts]
        opened_window.click_on("show")
        opened_window.wait(0.3)
        assert amber(opened_window) > 50
        opened_window.click_on("next")
    assert isinstance(opened_window.scene, PracticeScene)
    assert {(each.outcome, each.hints) for each in History().attempts} == {("shown", 1)}


@pytest.mark.usefixtures("decks")
@pytest.mark.parametrize("game", ["zuniq", "bridge", "tetris"])
def test_a_wrong_move_is_told_and_can_be_tried_again(window: WholeWindow, game: str) -> None:
    opened_window = window(HomeScene)
    opened_window.press("p")
    opened_window.click_on(f"deck {game}")
    scene = trying(opened_window)
    start = scene.session.position
    answer_by_keys(opened_window, wrong=True)
    opened_window.wait(0.3)
    assert {"You played", "Right", "Try again"} <= set(opened_window.texts)
    assert amber(opened_window) > 50
    assert scene.session.position is start
    opened_window.press("t")
    assert amber(opened_window) == 0
    answer_by_keys(opened_window)
    opened_window.wait(0.3)
    assert "Right." in opened_window.texts
    assert [each.outcome for each in History().attempts] == ["wrong"]
    assert "Comes back in 1 day" in opened_window.texts


@pytest.mark.usefixtures("decks")
def test_the_refutation_is_played_through_on_the_board(window: WholeWindow) -> None:
    opened_window = window(HomeScene)
    opened_window.press("p")
    opened_window.click_on("deck zuniq")
    scene = trying(opened_window)
    answer_by_keys(opened_window, wrong=True)
    start, wrong = scene.session.position, scene.trial.move
    opened_window.press("v")
    assert scene.session.position == start.play(wrong)
    opened_window.press("v")
    assert scene.session.position == start.play(wrong).play(scene.problem.lines[wrong][0])
    opened_window.press("v")
    assert scene.session.position is start
    opened_window.press("v", "escape")
    assert scene.session.position is start
    opened_window.press("escape")
    assert isinstance(opened_window.scene, PracticeScene)


def test_practice_without_a_deck_says_what_to_do(window: WholeWindow) -> None:
    opened_window = window(HomeScene)
    opened_window.press("p")
    assert "No problems yet." in opened_window.texts
    opened_window.press("enter")
    assert isinstance(opened_window.scene, PracticeScene)
    assert "no more problems" in opened_window.context.word()


@pytest.mark.usefixtures("decks")
def test_a_damaged_deck_is_named_and_the_rest_goes_on(window: WholeWindow) -> None:
    file = decks_dir() / "zuniq.deck"
    file.write_bytes(file.read_bytes()[:-300])
    opened_window = window(HomeScene)
    opened_window.press("p")
    opened_window.frame()
    assert "zuniq.deck is damaged" in opened_window.context.word()
    assert "Zuniq" in opened_window.texts


def judged_game() -> tuple[Session, Problem]:
    """A lost game in which one wall of the person was judged a blunder, and the problem of that wall."""
    session = Session.new("zuniq", {"dots": "4x4"}, (Seat("You"), ENGINE))
    session.created = "2026-11-20T09:30:00Z"
    chance = Random(3)
    while not session.position.over:
        session.play(chance.choice(session.position.legal_moves()))
    here, played = session.position_at(4), session.moves[4].text
    better = next(move for move in here.legal_moves() if move != played)
    judged = {played: JudgedMove(better, Worth("win", 0.4, 0.01), "blunder")}
    session.note(
        4, Advice((Choice(better, Worth("win", 0.9)),), "search", Worth("win", 0.9), True, judged=judged)
    )
    made = Problem(
        id=identity(here, Best()), game="zuniq", start=here.setup, moves=tuple(each.text for each in session.moves[:4]),
        task=Best(), answers=(better,), theme="parity", played=played, costs={played: Worth("win", 0.4, 0.01)},
        proof="duel", nodes=160_000,
    )  # fmt: skip
    return session, made


def test_one_button_in_a_review_practises_its_mistakes(window: WholeWindow) -> None:
    session, made = judged_game()
    review = window(lambda context: context.scene(to.Review(session), context.scene(to.Home())))
    assert "Practise this one" in review.texts
    review.press("g")
    assert review.room.orders["mistakes"].mistakes == ((4, made.answers[0]),)
    review.room.reports("mistakes", MistakeReport(looked=1, problems=(made,), done=True))
    review.frame(3)
    assert trying(review).problem == made
    assert History().problems == (made,)
    review.press("escape")
    assert isinstance(review.scene, ReviewScene)


def test_a_mistake_that_gives_no_problem_is_told_in_a_line(window: WholeWindow) -> None:
    session, _ = judged_game()
    review = window(lambda context: context.scene(to.Review(session), context.scene(to.Home())))
    review.click_on("practise")
    review.room.reports(
        "mistakes", MistakeReport(looked=1, refused=("another move may be as good",), done=True)
    )
    review.frame(3)
    assert isinstance(review.scene, ReviewScene)
    assert "another move may be as good" in review.context.word()


def test_a_move_that_nobody_measured_is_judged_by_a_worker(window: WholeWindow) -> None:
    session, made = judged_game()
    review = window(lambda context: context.scene(to.Review(session), context.scene(to.Home())))
    review.press("g")
    review.room.reports("mistakes", MistakeReport(looked=1, problems=(made,), done=True))
    review.frame(3)
    scene = trying(review)
    legal = scene.session.position.legal_moves()
    other = next(move for move in legal if move not in (*made.answers, made.played))
    assert review.room.orders["answer"].played == made.answers[:1]  # so that the engine is ready by now
    review.room.reports("answer", AnswerReport(answer=Answer(grade="right", better=made.answers)))
    review.frame(3)
    assert scene.trial.open
    scene.chosen(other)
    assert review.room.orders["answer"].played == (other,)
    review.room.reports("answer", AnswerReport(answer=Answer(grade="fine", better=made.answers)))
    review.frame(3)
    assert "Also fine." in review.texts
    assert [each.outcome for each in History().attempts] == ["fine"]


class StubJob:
    """A job that was ordered and has made one problem of one game."""

    orders: ClassVar[list[tuple[tuple[Path, ...], str]]] = []

    def __init__(self, paths: Sequence[Path], player: str, history: Path) -> None:
        assert history == History().file
        self.orders.append((tuple(paths), player))

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def poll(self) -> Progress:
        _, made = judged_game()
        game = Reviewed(key="0123456789abcdef", game="tetris", at=1.8e9, moves=60, themes={"holes": 2})
        return Progress(looked=(Looked(reviewed=game, problems=(made,), refused=1),), finished=True)


def test_a_folder_is_watched_and_who_is_you_is_asked_once(
    window: WholeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_practice, "FileJob", StubJob)
    monkeypatch.setattr(StubJob, "orders", [])
    folder = tmp_path / "replays"
    folder.mkdir()
    first, second, third = (folder / f"{number}.ttrm" for number in (1, 2, 3))
    players = [some_round(seed, PRIVATE, 400) for seed in (1, 2)]
    players[0].name, players[1].name = "anna", "bert"
    first.write_bytes(write(Match(19, [players]), several=True))
    opened_window = window(lambda context: context.scene(to.Practice(), context.scene(to.Home())))
    scene = opened_window.scene
    assert isinstance(scene, PracticeScene)
    monkeypatch.setattr(Path, "home", lambda: folder)
    opened_window.press("f")
    assert "Take this folder" in opened_window.texts
    opened_window.press("enter")
    assert {"Which player are you?", "anna", "bert"} <= set(opened_window.texts)
    opened_window.press("down", "enter")
    opened_window.frame(3)
    assert StubJob.orders == [((first,), "bert")]
    assert opened_window.context.config.practice == Practice(folder=str(folder), player="bert")
    assert "1 problem of 1 game" in opened_window.texts
    second.write_bytes(first.read_bytes())
    opened_window.context.now = lambda: 1000.0
    opened_window.frame(3)
    assert StubJob.orders[1:] == [((second,), "bert")]
    third.write_text("nonsense")
    opened_window.press("f", "enter")
    opened_window.frame(3)
    assert "Which player are you?" not in opened_window.texts
    assert StubJob.orders[2][1] == "bert"


def test_a_copied_fumen_becomes_a_problem(window: WholeWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    opened_window = window(lambda context: context.scene(to.Practice(), context.scene(to.Home())))
    monkeypatch.setattr(clipboard, "get", lambda: "no fumen at all")
    opened_window.click_on("add fumen")
    assert "no format that Kibitz knows" in opened_window.context.word()
    monkeypatch.setattr(clipboard, "get", lambda: "SZZT......\nJSTT.L..OO\nJJJT.L..OO")
    opened_window.press("v", ctrl=True)
    assert opened_window.room.orders["clears"].setup["board"] == "xxxx....../xxxx.x..xx/xxxx.x..xx"
    opened_window.room.reports("clears", MistakeReport(looked=1, refused=("no perfect clear",), done=True))
    opened_window.frame(2)
    assert "no perfect clear" in opened_window.context.word()
    opened_window.press("v", ctrl=True)
    made = tetris(0)
    opened_window.room.reports("clears", MistakeReport(looked=1, problems=(made,), done=True))
    opened_window.frame(3)
    assert trying(opened_window).problem == made
    assert History().problems == (made,)


@pytest.fixture
def ships(tmp_path: Path) -> None:
    """One deck that ships, with one problem."""
    write_deck(
        tmp_path / "zuniq-endings.deck",
        Deck(name="zuniq-endings", title="Zuniq endings", problems=(zuniq(0),)),
    )


@pytest.mark.usefixtures("ships")
@pytest.mark.parametrize("way", ["keys", "mouse"])
def test_the_problem_of_the_day_gives_three_lines_to_paste(
    window: WholeWindow, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(clipboard, "put", lambda text: copied.append(text) or True)
    opened_window = window(HomeScene)
    opened_window.press("p")
    assert "Problem of the day" in opened_window.texts
    if way == "keys":
        opened_window.press("d")
    else:
        opened_window.click_on("problem of the day")
    scene = trying(opened_window)
    scene.copy_result()
    assert copied == []  # there is no result yet
    answer_by_keys(opened_window, wrong=True)
    opened_window.wait(0.3)
    opened_window.press("t")
    answer_by_keys(opened_window)
    opened_window.wait(0.3)
    if way == "keys":
        opened_window.press("c", ctrl=True)
    else:
        opened_window.click_on("copy")
    first, second, third = copied[0].split("\n")
    assert first.startswith("Kibitz, problem of ")
    assert second == "Zuniq endings: Find the wall that wins."
    assert third.startswith("Wrong at the first try, ")
    assert scene.problem.answers[0] not in copied[0]
    opened_window.press("n")
    assert isinstance(opened_window.scene, PracticeScene)
    assert {"Problem of the day", "wrong at first"} <= set(opened_window.texts)
    assert len(History().attempts) == 1


def test_what_cards_of_the_play_gave_away_counts_once_the_game_is_left() -> None:
    context, solver, chance = stage_context(), Solver(table_bits=16), Random(4)
    cards = chance.sample(range(52), 26)
    hands = " ".join(format_hand(mask_of(each)) for each in (cards[:13], cards[13:]))
    deal = {"deals": f"list:{hands} -", "match": "1 deals"}
    session = Session.new("bridge", deal, (Seat("You", "human"), Seat("North", "engine", ENGINE)))
    session.created = "2026-01-02T03:04:05"
    for call in ("1N", "pass"):
        fine = {call: JudgedMove(call, Worth("points", 0.0, 9.0), "best")}
        opinion = Advice((Choice(call, Worth("points", 0.0)),), "search", done=True, judged=fine)
        session.note(session.length, opinion)
        session.play(call)
    neglected = Counter[str]()
    while not session.position.over:
        state = cast(State, session.position)
        advice = advise(state, solver, FULL, chance)
        session.note(session.length, advice)
        techniques = {} if state.to_move else advice.read(BridgeFacts).techniques
        neglected.update([*techniques.values()][:1])
        session.play(next(iter(techniques), advice.choices[0].move))
    remember(context, session, judge(session))
    (game,) = context.lasting(Collection.of_user).history.reviewed
    assert game.themes == neglected
    assert len(neglected) > 1
