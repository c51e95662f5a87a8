"""Lessons: all that ship played by keys and mouse, wrong answers tried, taken up again, damaged files refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai.practice.answer import answer
from ai.practice.orders import AnswerReport
from game.bridge.cards import parse_card
from game.errors import BadInput
from game.lessons import source
from game.lessons.lesson import AskMove, AskNumber, AskPlay
from game.practice.history import Learned
from game.tetris.guideline import Placement, path
from game.zuniq import State as Zuniq
from gui import destinations as to
from gui.games.bridge.ui import BridgeBoard
from gui.games.classic.ui import ClassicBoard
from gui.games.classic.view import cells_of
from gui.games.four_wide.ui import FourWideBoard
from gui.games.four_wide.well_view import move_on_board
from gui.games.guideline.ui import GuidelineBoard
from gui.games.zuniq.ui import ZuniqBoard
from gui.scenes.lessons import facts
from gui.scenes.lessons.lesson import ANSWER, LessonScene
from gui.scenes.lessons.moves import reply_to, right_moves
from gui.scenes.lessons.scene import LessonsScene
from gui.scenes.new_game import NewGameScene
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.sweep import drawn

KEYS = {"left": "left", "right": "right", "cw": "up", "ccw": "z", "down": "down", "drop": "space"}
Player = Callable[[Window, LessonScene, str], None]


def at_lesson(window: Window) -> LessonScene:
    scene = window.scene
    assert isinstance(scene, LessonScene), scene
    return scene


def lesson_in(window: WholeWindow, name: str) -> tuple[Window, LessonScene]:
    """A window on a lesson, with a history of its own."""
    opened = window(lambda context: context.scene(to.Lesson(name), context.scene(to.Home())))
    return opened, at_lesson(opened)


# -- a person's hand --


def by_keys(window: Window, scene: LessonScene, move: str) -> None:
    """Play a move with the keyboard alone."""
    window.walk_to("board")
    window.frame(2)
    board = scene.ui.board
    if isinstance(board, ZuniqBoard):
        window.press(*(["!"] if move.endswith("!") else []), *move.lower().removesuffix("!"))
    elif isinstance(board, BridgeBoard):
        if scene.session.position.legal_moves()[0] == "pass":
            window.press(*(["p"] if move == "pass" else move.lower()))
        else:
            for _ in range(14):
                if board.pointed == move:
                    break
                window.press("right")
            assert board.pointed == move
            window.press("enter")
    elif isinstance(board, ClassicBoard):
        wanted = [int(part) for part in move.split(",")]
        assert board._control is not None
        for key, at in (("up", 0), ("right", 1)):
            for _ in range(12):
                if board._control.at[at] == wanted[at]:  # type: ignore[index]
                    break
                left = at == 1 and board._control.at[1] > wanted[1]  # type: ignore[index]
                window.press("left" if left else key)
        window.press("space")
    else:
        assert isinstance(board, GuidelineBoard)
        control = board._control
        assert control is not None
        placement = Placement.parse(move_on_board(move) if isinstance(board, FourWideBoard) else move)
        state = control.state
        if placement.piece != control.piece:
            window.press("c")
        way = path(state.field, placement, state.rules.kicks, state.rules.start, spins=state.rules.spins)
        assert way is not None
        window.press(*(KEYS[each] for each in way))


def by_mouse(window: Window, scene: LessonScene, move: str) -> None:
    """Play a move with the mouse alone."""
    window.frame(2)
    board = scene.ui.board
    if isinstance(board, ZuniqBoard):
        if move.endswith("!"):
            window.click_on("claim")
        assert board._geometry is not None
        window.click(board._geometry.middle(board._geometry.grid.wall(move.removesuffix("!"))))
    elif isinstance(board, BridgeBoard):
        drawn = board.input.drawn
        box = drawn.calls.boxes[move] if drawn.calls is not None else drawn.cards[parse_card(move)]
        window.click((box[0] + 6, box[1] + box[3] / 2))
    elif isinstance(board, ClassicBoard):
        geometry, position = board._geometry, scene.session.position
        assert geometry is not None
        piece = position.piece  # type: ignore[attr-defined]
        points = [geometry.middle(x, y) for x, y in cells_of(piece, move)]
        point_and_turn(window, board, points, move)
    else:
        assert isinstance(board, GuidelineBoard)
        assert board._geometry is not None
        placement = Placement.parse(move_on_board(move) if isinstance(board, FourWideBoard) else move)
        assert board._control is not None
        if placement.piece != board._control.piece:
            x, y, wide, high = board._geometry.hold_sign
            window.click((x + wide / 2, y + high / 2))
        points = [board._geometry.middle(x, y) for x, y in placement.cells]
        point_and_turn(window, board, points, str(placement.canonical()))


def point_and_turn(window: Window, board: Any, points: list[tuple[float, float]], move: str) -> None:
    """Point at the cells of a placement and turn the wheel until it is aimed at; then click."""
    for point in points:
        window.move(point)
        for _ in range(4):
            aimed = board._control.move
            if aimed == move or (
                isinstance(board, FourWideBoard) and aimed and aimed.split()[:4] == move.split()[:4]
            ):
                window.click(point)
                return
            pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
            window.frame()
    raise AssertionError(f"the mouse never aimed at {move}")


def press_key(window: Window, name: str) -> None:
    window.walk_to(name)
    window.press("enter")


def press_mouse(window: Window, name: str) -> None:
    window.click_on(name)


# -- a person who takes a lesson --


def finish_motion(window: Window) -> None:
    """Let moves be drawn and the other side reply."""
    window.frame(30, 0.1)


def try_wrong(window: Window, scene: LessonScene) -> None:
    """Try wrong answers of each kind that a step replies to; all of them are explained and taken back."""
    step, ask = scene.step, scene.step.asks
    number, start = scene.number, scene.session.position
    if isinstance(ask, AskMove):
        right = right_moves(ask, start)
        wrong = [move for move in start.legal_moves() if move not in right]
        texts = [each.text for each in ask.replies] + ([ask.otherwise] if wrong else [])
        heard: dict[str, str] = {}
        for move in wrong:
            heard.setdefault(reply_to(ask, facts.Turn(start, move, start.play(move))), move)
        assert right, "a step that nobody can do"
        assert set(heard) <= set(texts)
        assert {each.text for each in ask.replies if not each.where.get("claims")} <= set(heard), (
            "a reply never heard"
        )
        for text, move in heard.items():
            refuse(window, scene, move, text)
    elif isinstance(ask, AskPlay):
        wrong = [move for move in start.legal_moves() if move not in ask.moves]
        for move in wrong[:1]:
            refuse(window, scene, move, ask.wrong)
    elif isinstance(ask, AskNumber):
        fact = facts.Facts(start)[ask.fact]
        assert isinstance(fact, int)
        beyond = fact + ask.within + 1
        for wrong_number, text in ((0, ask.low), (beyond, ask.high)):
            if abs(wrong_number - fact) <= ask.within:
                continue
            window.press(*str(wrong_number), "enter")
            assert scene.reply == facts.filled(text, start)
            assert not scene.done
    elif ask is not None:
        for place, option in enumerate(ask):
            if not option.right:
                press_key(window, f"option {place}")
                assert scene.reply == facts.filled(option.reply, start)
                assert not scene.done
    assert (scene.number, scene.session.position) == (number, start), "what was wrong is taken back"
    assert step is scene.step


def refuse(window: Window, scene: LessonScene, move: str, text: str) -> None:
    """Play a wrong move, read why, and take it back."""
    before = scene.session.position
    scene.chosen(move)
    judge(window, scene)
    window.frame(2)
    assert scene.wrong, move
    assert scene.reply == facts.filled(text, scene.session.position, scene.turn)
    assert scene.reply.split()[0] in " ".join(window.texts)
    assert "again" in scene.targets.names()
    window.press("enter")
    assert scene.session.position == before


def judge(window: Window, scene: LessonScene) -> None:
    """Let the worker judge, where it is asked: here the judge itself, in this process."""
    if scene.job.busy:
        order = window.room.orders[ANSWER]
        window.room.reports(ANSWER, AnswerReport(answer=answer(order.problem, order.played)))
        window.frame()


def do_step(window: Window, scene: LessonScene, play: Player, press: Callable[[Window, str], None]) -> None:
    """Do what a step asks for."""
    ask = scene.step.asks
    if isinstance(ask, AskMove):
        play(window, scene, right_moves(ask, scene.session.position)[0])
    elif isinstance(ask, AskPlay):
        play(window, scene, ask.moves[0])
        for _ in range(40):
            judge(window, scene)
            finish_motion(window)
            if scene.done:
                break
            play(window, scene, holding(scene))
    elif isinstance(ask, AskNumber):
        fact = str(facts.Facts(scene.session.position)[ask.fact])
        if press is press_key:
            window.press(*fact)
        else:
            for digit in fact:
                press(window, f"digit {digit}")
        press(window, "check")
    elif ask is not None:
        press(window, f"option {next(place for place, each in enumerate(ask) if each.right)}")
    assert scene.done, (scene.lesson.name, scene.number + 1)


def holding(scene: LessonScene) -> str:
    """A move that still holds, in a task that is played to its end."""
    ask = scene.step.play
    assert ask is not None
    session = scene.session
    problem = facts_problem(scene, ask)
    played = [each.text for each in session.moves[scene.begin : session.cursor]]
    for move in session.position.legal_moves():
        if answer(problem, (*played, move)).grade != "wrong":
            return move
    raise AssertionError("no move holds")


def facts_problem(scene: LessonScene, ask: AskPlay) -> Any:
    from game.lessons.lesson import problem_of

    start = scene.session.position_at(0).setup
    moves = [each.text for each in scene.session.moves[: scene.begin]]
    return problem_of(scene.lesson.game, start, moves, ask)


def take(
    window: Window, scene: LessonScene, play: Player, press: Callable[[Window, str], None], wrong: bool
) -> None:
    """Take a lesson from its first step to its last."""
    work = facts.prepare(type(scene.session.position))
    if work is not None:
        work.work()
    last = len(scene.lesson.steps) - 1
    for number in range(last + 1):
        finish_motion(window)
        assert scene.number == number
        if wrong:
            try_wrong(window, scene)
        do_step(window, scene, play, press)
        if number == last:
            break
        if scene.number == number:
            if isinstance(scene.step.asks, AskMove) and not scene.step.asks.right:
                finish_motion(window)
            else:
                press(window, "next")
    window.frame(2)
    assert scene.ended


@pytest.mark.parametrize("name", source.names())
def test_every_lesson_is_played_with_keys_and_explains_what_is_wrong(
    name: str, window: WholeWindow, home: Path
) -> None:
    opened, scene = lesson_in(window, name)
    take(opened, scene, by_keys, press_key, wrong=True)
    learned = scene.collection.history.learned(name)
    assert learned is not None
    assert learned.done
    assert [f"follow {number}" in scene.targets.names() for number in range(len(scene.lesson.follows))].count(
        False
    ) == 0


@pytest.mark.parametrize("name", drawn(source.names(), 5))
def test_lessons_are_played_with_the_mouse(name: str, window: WholeWindow, home: Path) -> None:
    opened, scene = lesson_in(window, name)
    take(opened, scene, by_mouse, press_mouse, wrong=False)


# -- left and taken up --


def test_a_lesson_goes_on_where_it_was_left(window: WholeWindow, home: Path) -> None:
    opened, scene = lesson_in(window, "zuniq")
    for number in range(3):
        do_step(opened, scene, by_keys, press_key)
        finish_motion(opened)
        press_key(opened, "next")
        assert scene.number == number + 1
    drawn = scene.session.position
    opened.press("escape")

    again, later = lesson_in(window, "zuniq")
    assert later.number == 3
    assert later.session.position == drawn, "what was drawn in the step before is there"
    press_mouse(again, "step 2")
    assert later.number == 1
    again.press(",")
    assert later.number == 0
    again.press(".")
    assert later.number == 1


def test_the_other_hand_stays_hidden_where_a_lesson_is_taken_up_again(
    window: WholeWindow, home: Path
) -> None:
    opened, scene = lesson_in(window, "bridge-exchange")
    seat = scene.ui.privacy.seat(scene.session.position)
    while scene.number < 4:
        opened.press("s")
        finish_motion(opened)
        opened.press("n")
    assert scene.session.position.to_move != seat
    assert scene.ui.privacy.seat(scene.session.position) == seat
    opened.press("escape")
    opened, scene = lesson_in(window, "bridge-exchange")
    assert scene.number == 4
    assert scene.ui.privacy.seat(scene.session.position) == seat


def test_the_list_and_the_end_of_a_lesson_lead_to_the_same_one(window: WholeWindow, home: Path) -> None:
    """The one behind the lesson that was finished last; a lesson that was only opened was not begun."""
    opened, scene = lesson_in(window, "attack")
    learn = scene.collection.history.learn
    for at, name in enumerate(("zuniq", "attack")):
        learn(Learned(key=name, step=0, at=float(at), done=True))
    learn(Learned(key="four-wide", step=0, at=5.0))
    opened, scene = lesson_in(window, "attack")
    scene.to_step(len(scene.lesson.steps) - 1)
    opened.press("s")
    assert scene.ended
    title = source.lesson("four-wide").title
    opened.frame(2)
    assert f"Next: {title}" in opened.texts
    opened.begin(lambda context: context.scene(to.Lessons(), context.scene(to.Home())))
    assert isinstance(opened.scene, LessonsScene)
    assert opened.scene.following is not None
    assert opened.scene.following.title == title
    assert "Start" in opened.texts
    assert "Go on" not in opened.texts
    opened.scene.collection.history.learn(Learned(key="runs", step=2, at=6.0))
    opened.frame(2)
    assert opened.scene.following.name == "runs"
    assert "Go on" in opened.texts


def test_what_cannot_be_gone_on_with_begins_anew(window: WholeWindow, home: Path) -> None:
    _opened, scene = lesson_in(window, "zuniq")
    scene.collection.history.learn(Learned(key="zuniq", step=3, at=1.0, moves=("A1h", "A1h")))
    _, later = lesson_in(window, "zuniq")
    assert later.number == 0


def test_hints_end_with_the_answer_and_show_me_gives_it(window: WholeWindow, home: Path) -> None:
    opened, scene = lesson_in(window, "zuniq")
    scene.to_step(0)
    do_step(opened, scene, by_keys, press_key)
    press_key(opened, "next")
    opened.press("h")
    assert scene.hint_texts == ["Play B3v."]
    assert scene._fault() is not None, "it is outlined on the board"
    opened.press("s")
    assert scene.done
    press_key(opened, "next")
    opened.press("s")
    assert scene.done, "a question is answered, too"


# -- reached --


def test_lessons_are_one_press_from_home_and_lead_on(window: WholeWindow, home: Path) -> None:
    opened = window(lambda context: context.scene(to.Home()))
    opened.press("l")
    scene = opened.scene
    assert isinstance(scene, LessonsScene)
    assert [each.name for each in scene.lessons] == source.names()
    opened.press("enter")
    assert at_lesson(opened).lesson.name == source.names()[0]
    opened.press("escape")
    opened.move(opened.target("lesson zuniq"))  # the wheel turns the list below the pointer
    opened.click_on("lesson equity")
    assert at_lesson(opened).lesson.name == "equity"


@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_new_game_and_its_rules_lead_to_its_lessons(
    by_mouse: bool, window: WholeWindow, home: Path
) -> None:
    opened = window(lambda context: context.scene(to.NewGame("classic"), context.scene(to.Home())))
    for asked in ([], ["?"]):  # from the choices, and from the rules over them
        opened.press(*asked)
        if by_mouse:
            opened.click_on("learn")
        else:
            opened.press("l")
        assert isinstance(opened.scene, LessonsScene)
        assert opened.scene.targets.focus == "lesson classic"
        opened.press("escape")
        assert isinstance(opened.scene, NewGameScene)


@pytest.mark.parametrize("name", source.names())
def test_what_follows_a_lesson_is_there(name: str, window: WholeWindow, home: Path) -> None:
    _opened, scene = lesson_in(window, name)
    for number in range(len(scene.lesson.follows)):
        scene.follow(number)
        assert scene.next is not scene, scene.lesson.follows[number]
        scene.next = scene


@pytest.mark.parametrize("size", [(640, 480), (1280, 720)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_texts_are_there_in_small_windows(
    size: tuple[int, int], scale: float, window: WholeWindow, home: Path
) -> None:
    opened = window(
        lambda context: context.scene(to.Lesson("zuniq"), context.scene(to.Home())), size=size, scale=scale
    )
    scene = at_lesson(opened)
    opened.frame()
    assert "Draw any wall" in " ".join(opened.texts)
    assert {"board", "show"} <= set(scene.targets.names())


# -- figures --


def test_facts_are_what_slow_rules_say() -> None:
    edges = position_of("bridge-edges", 0)
    assert isinstance(edges, Zuniq)
    closing = [wall for wall in edges.legal if len(edges.draw(wall).zones) > len(edges.zones)]
    assert facts.Facts(edges)["bridges"] == len(closing)
    card = facts.Facts(position_of("card-numbers", 4))
    in_order = sorted(number for number in range(1 << 6) if number.bit_count() == 3)
    assert card["rank"] == in_order.index(int(str(card["bits"]), 2))
    assert facts.Facts(position_of("runs", 0))["queues"] == 7 * 6 // 2 * 5 * 4 * 3 * 2
    graph = facts.prepare(type(position_of("minimise", 0)))
    assert graph is not None
    graph.work()
    wide = facts.Facts(position_of("minimise", 0))
    assert wide["plain_states"] == 1_105_440  # docs/four-wide.md
    assert wide["field_classes"] == len(futures(graph))


def futures(graph: Any) -> set[object]:
    """The continuations of each residue, as trees of so many pieces that no more are told apart."""
    trees: dict[int, object] = dict.fromkeys(graph.fields, 0)
    for _ in range(len(graph.fields)):
        trees = {
            field: tuple(frozenset(trees[each] for each in graph.after(field, piece)) for piece in range(7))
            for field in graph.fields
        }
        names = {tree: number for number, tree in enumerate(dict.fromkeys(trees.values()))}
        trees = {field: names[tree] for field, tree in trees.items()}
    return set(trees.values())


def position_of(name: str, number: int) -> Any:
    lesson = source.lesson(name)
    position, moves = lesson.begin(number)
    for move in moves:
        position = position.play(move)
    return position


def test_no_lesson_types_a_figure_and_all_facts_are_known() -> None:
    for name in source.names():
        lesson = source.lesson(name)
        facts.check(lesson)
        assert len(lesson.steps) >= 5
        assert lesson.follows
        doing = [step for step in lesson.steps if step.asks is not None]
        assert len(doing) == len(lesson.steps), "something to do in every step"


# -- damaged files --


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.replace("group: rules", "group: rulez"), "damaged.yaml, line 5"),
        (lambda text: text.replace("moves: [B3v]", "moves: [B9v]", 1), "B9v"),
        (lambda text: text.replace("    move:", "    moove:", 1), "'moove' means nothing here"),
        (lambda text: text.replace("steps:", "steps: ["), "damaged.yaml, line"),
        (
            lambda text: text.replace("right: true", "right: false"),
            "exactly one of the answers to choose is right",
        ),
        (lambda text: text[: len(text) // 2], "damaged.yaml"),
        (lambda text: "", "has no title, game and steps"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(
    change: Callable[[str], str], reason: str, tmp_path: Path
) -> None:
    text = (source.FOLDER / "zuniq.yaml").read_text(encoding="utf-8")
    (tmp_path / "damaged.yaml").write_text(change(text), encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        source.lesson("damaged", tmp_path)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
    lessons, problems = source.lessons(tmp_path)
    assert (lessons, problems) == ([], [str(refused.value)])


def test_a_fact_that_there_is_not_is_named(tmp_path: Path) -> None:
    text = (source.FOLDER / "zuniq.yaml").read_text(encoding="utf-8")
    (tmp_path / "zuniq.yaml").write_text(text.replace("{size:word}", "{sise:word}", 1), encoding="utf-8")
    with pytest.raises(BadInput, match="step 2 names the fact 'sise'"):
        facts.check(source.lesson("zuniq", tmp_path))


def test_where_the_text_covers_the_table_one_turns_to_it(window: WholeWindow, home: Path) -> None:
    opened = window(
        lambda context: context.scene(to.Lesson("bridge-auction"), context.scene(to.Home())),
        size=(640, 480),
        scale=2.0,
    )
    scene = at_lesson(opened)
    opened.frame(2)
    scene.begin_anew()
    opened.frame(2)
    assert scene.targets.focus == "table"
    opened.press("enter")
    assert "panel" not in scene.targets.names()
    opened.press("2", "s")
    finish_motion(opened)
    assert scene.wrong
    assert "panel" in scene.targets.names(), "what is said to it is seen"
    opened.press("enter")
    opened.press("k")
    opened.press("1", "s")
    assert scene.done
