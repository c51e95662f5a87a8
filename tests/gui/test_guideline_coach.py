"""The coach at the table: what it says of a placement, what a mistake has cost, and looking back at any game."""

from __future__ import annotations

import time

import msgspec
import pytest
from msgspec.structs import replace

from game import transfer
from game.advice import Advice, Choice, Source, Worth
from game.errors import BadInput
from game.facts import SearchFacts
from game.games import open_position
from game.session import Session
from game.tetris.guideline import State, fumen
from gui import destinations as to
from gui.context import AppContext
from gui.games.guideline import ui, words
from gui.games.guideline.cells import SeatGeometry
from gui.games.guideline.render_state import SeatState
from gui.games.guideline.seat_view import draw_seat
from gui.games.registry import ui_of
from gui.play.engine_room import EngineRoom, Reported
from gui.scenes.help import groups
from gui.scenes.play import PlayScene
from gui.scenes.review import ReviewScene
from gui.ui.canvas import Box, Canvas
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.gui.guideline_seats import SLOT, session, state, table
from tests.judging import blame

DOUBLE = "T south 2 1 full"


def advice(*choices: tuple[str, float], line: tuple[str, ...] = (), done: bool = True) -> Advice:
    """Return an engine's advice: placements with their rows of attack, the best first; `line` follows the best."""
    results = tuple(
        Choice(move, Worth("order", score), line=line if not rank else ())
        for rank, (move, score) in enumerate(choices)
    )
    facts = SearchFacts(nodes=123_456.0, nodes_per_second=4_240_000.0, depth=3.0)
    return Advice(results, "search", results[0].worth, done, (facts,))


def coached(
    window: WholeWindow, game: Session, answer: Advice | None = None, *, hints: bool = True
) -> Window:
    """A window on the coach's table, where the engine has said this."""
    opened = window(lambda context: table(context, game, hints=hints))
    if answer is not None:
        room = opened.room
        room._events.append(Reported("kibitzer", room._generation["kibitzer"], answer, 0.2))
        opened.frame(2)
    return opened


ADVICE = advice(
    (DOUBLE, 4.2), ("I north 4 2 none", 3.9), ("T north 8 2 none", -3.0), line=("I east 9 2 none",)
)


def test_the_best_three_are_told_with_what_they_do(window: WholeWindow) -> None:
    messages = coached(window, session("TIOSZ", board=SLOT), ADVICE).texts
    assert {"T 2-4 down spin", "I flat, columns 4-7", "T flat, columns 8-10"} <= set(messages)
    assert not {"+4.2", "4.2 attack", "+3.9", "–3.0"} & set(messages), "a search's own score is shown nowhere"
    assert "search · a T-spin double now" in messages
    assert "search · by hold" in messages


def test_one_figure_is_told_in_the_list_at_the_graph_and_why(window: WholeWindow) -> None:
    first, second, third = ADVICE.choices
    choices = (first, replace(second, less=Worth("attack", 1.5, 0.4)), third)
    measured = replace(ADVICE, choices=choices, worth=Worth("attack", 9.5, 0.6))
    opened = coached(window, session("TIOSZ", board=SLOT), measured)
    assert {"9.5 attack", "8.0 attack", "Next two bags", "9.5 ± 0.6"} <= set(opened.texts)
    assert "The next two bags make 9.5 ± 0.6 attack." in " ".join(opened.texts)
    assert isinstance(opened.scene, PlayScene)
    assert opened.scene.course().values[0] == 9.5


def test_a_list_that_is_not_sure_says_so(window: WholeWindow) -> None:
    looking = replace(ADVICE, looking=True, done=False)
    opened = coached(window, session("TIOSZ", board=SLOT), looking)
    assert any("still looking" in each.lower() for each in opened.texts)
    opened.room._events.append(Reported("kibitzer", opened.room._generation["kibitzer"], ADVICE, 0.2))
    opened.frame(2)
    assert not any("still looking" in each.lower() for each in opened.texts)


def test_why_names_what_the_line_sends_and_what_is_behind(window: WholeWindow) -> None:
    messages = coached(window, session("TIOSZ", board=SLOT), ADVICE).texts
    assert {"Search", "3 pieces ahead, 0.12\u00a0M nodes"} <= set(messages)
    whole = " ".join(messages)
    assert "4 rows of attack in 2 pieces: a T-spin double now." in whole


def test_the_facts_of_the_game_are_told(window: WholeWindow) -> None:
    messages = coached(window, session("TIOSZ", DOUBLE, board=SLOT)).texts
    for label, value in (
        ("Pieces", "1"),
        ("Lines", "2"),
        ("Attack", "4"),
        ("Per piece", "4.00"),
        ("T-spins", "1"),
    ):
        assert messages[messages.index(label) + 1] == value
    assert {"T-spin double", "4 attack"} <= set(messages)


def test_space_places_the_piece_and_undo_and_redo_take_it_back(window: WholeWindow) -> None:
    opened = coached(window, session("TIOSZ"))
    scene = opened.scene
    assert isinstance(scene, PlayScene)
    opened.press("left", "space")
    assert [move.text for move in scene.session.moves] == ["T north 3 0 none"]
    opened.press("u")
    assert scene.session.cursor == 0
    opened.press("r")
    assert scene.session.cursor == 1


def test_what_cannot_be_played_has_no_play_button_and_space_has_one_meaning(window: WholeWindow) -> None:
    opened = coached(window, session("TIOSZ"))
    assert "play" not in opened.scene.targets.names()
    opened.walk_to("speed")
    opened.press("space")
    assert len(opened.scene.session.moves) == 1  # type: ignore[attr-defined]
    meanings = [text for _, rows in groups(opened.scene) for keys, text in rows if "Space" in keys]
    assert meanings == ["drop it"]
    opened.press("home")
    opened.frame()
    assert "play" in opened.scene.targets.names(), "there is a game to be played again"


def test_what_is_pointed_at_may_be_gone_from_the_next_opinion(window: WholeWindow) -> None:
    opened = coached(window, session("TIOSZ", board=SLOT), replace(ADVICE, done=False))
    opened.move(opened.target("choice 3"))
    opened.frame(2)
    room, other = opened.room, advice((DOUBLE, 4.2), ("I north 4 2 none", 3.9))
    room._events.append(Reported("kibitzer", room._generation["kibitzer"], other, 0.3))
    opened.frame(2)
    assert isinstance(opened.scene, PlayScene)
    assert "T flat, columns 8-10" not in opened.texts


def test_pressing_a_best_move_places_it(window: WholeWindow) -> None:
    opened = coached(window, session("TIOSZ", board=SLOT), ADVICE)
    opened.click_on("choice 2")
    assert isinstance(opened.scene, PlayScene)
    assert opened.scene.session.moves[0].text == "I north 4 2 none"


def blunder(window: WholeWindow) -> Window:
    """A window on the coach's table, where the third choice was played and judged."""
    opened = coached(window, session("TIOSZ", board=SLOT), ADVICE)
    opened.click_on("choice 3")
    assert isinstance(opened.scene, PlayScene)
    assert "reviewer" in opened.room._generation, "what a person plays is judged"
    blame(opened.scene.session, 0, 7.2, DOUBLE, "attack", error=0.5)
    opened.frame(30)
    return opened


def test_a_bad_placement_is_called_out_in_attack_with_its_error(window: WholeWindow) -> None:
    whole = " ".join(blunder(window).texts)
    assert "Blunder: T flat, columns 8-10, cost 7.2 ± 0.5 attack in two bags; " in whole
    assert "U takes it back." in whole
    assert "; better: T flat, columns 2-4, tip down, spin. " in whole
    assert "rows less now and leaves 1 more covered cell." in whole, "and why"


def test_beside_all_words_on_a_bad_placement_there_is_a_button_that_takes_it_back(
    window: WholeWindow,
) -> None:
    opened = blunder(window)
    room, scene = opened.room, opened.scene
    assert isinstance(scene, PlayScene)
    here = scene.session.position
    assert isinstance(here, State)
    answer = advice(*((str(move), -3.0) for move in here.placements[:3]))
    room._events.append(Reported("kibitzer", room._generation["kibitzer"], answer, 0.2))
    opened.frame(2)
    whole = " ".join(opened.texts)
    assert "; better: " in whole
    assert "Search" in whole
    opened.click_on("undo")
    assert scene.session.cursor == 0


def test_the_engines_say_what_a_bad_placement_has_cost_and_the_moves_have_its_mark(
    window: WholeWindow,
) -> None:
    """With real engines in their processes: a T that throws a T-spin double away and covers the slot."""
    with EngineRoom() as engines:

        def sit(context: AppContext) -> PlayScene:
            context.room = engines
            return table(context, session("TIOSZLJTIOSZLJTIOSZLJTIOSZLJ", board=SLOT), hints=True)

        opened = window(sit)
        scene = opened.scene
        assert isinstance(scene, PlayScene)
        scene.chosen("T north 8 2 none")
        until = time.monotonic() + 600  # a hang; some seconds on a machine that has nothing else to do
        while (last := scene.controller.last_judged()) is None:
            assert time.monotonic() < until, "nothing is said"
            opened.frame()
            time.sleep(0.2)
        assert last.grave
        opened.press("o")
        whole = " ".join(opened.texts)
        assert f"{last.verdict.capitalize()}: T flat, columns 8-10, cost " in whole
        assert "attack in two bags; " in whole
        # where the name of the better move is long, there is room for the button only
        assert "U takes it back." in whole or "Take back" in opened.texts
        assert {"?", "??"} & set(opened.texts), "its mark in the list of moves"
        assert scene.course().mistakes == (1,)


def test_a_placement_as_good_is_not_called_out(window: WholeWindow) -> None:
    opened = coached(window, session("TIOSZ", board=SLOT), ADVICE)
    opened.click_on("choice 2")
    opened.frame(30)
    assert "gave away" not in " ".join(opened.texts)


def test_hidden_hints_say_nothing(window: WholeWindow) -> None:
    messages = coached(window, session("TIOSZ", board=SLOT), ADVICE, hints=False).texts
    assert "T flat, columns 2-4" not in messages


@pytest.mark.parametrize("size", [(640, 480), (1024, 600), (1280, 720), (2560, 1440)])
def test_the_table_fits_every_window(window: WholeWindow, size: tuple[int, int]) -> None:
    opened = window(lambda context: table(context, session("TIOSZ", DOUBLE, board=SLOT)), size=size)
    opened.press("k")
    assert "Hold" in opened.texts
    assert "Next" in opened.texts


def test_the_end_of_a_game_is_told(window: WholeWindow) -> None:
    messages = coached(window, session("T", "T north 4 0 none")).texts
    whole = " ".join(messages)
    assert "All pieces are placed. 1 piece, 0 rows, 0 attack." in whole


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (state("TO", board="/".join(["...xxxx..."] * 21)), "T cannot start"),
        (state("I", board="xxxxxx....", goal="1").play("I north 7 0"), "The rows are cleared"),
    ],
)
def test_how_a_game_ended_is_said(position: State, why: str) -> None:
    assert words.result(position).startswith(f"{why}. ")


# -- looking back --


def test_a_pasted_fumen_is_looked_back_at(window: WholeWindow) -> None:
    game = session("TIOSZ", DOUBLE, "I north 4 0 none", board=SLOT)
    pasted = transfer.from_text(fumen.write(fumen.pages_of(list(_states(game)))))
    opened = window(lambda context: ReviewScene(context, context.scene(to.Home()), pasted))
    opened.press("home")
    opened.frame(3)
    assert isinstance(opened.scene, ReviewScene)
    assert opened.scene.session.length == 2
    assert "Guideline" in " ".join(opened.texts)


def _states(game: Session) -> tuple[State, ...]:
    return tuple(each for each in game.positions if isinstance(each, State))


def test_mistakes_are_what_was_judged_to_be_one(window: WholeWindow) -> None:
    game = session("TIOSZ", board=SLOT)
    game.note(0, ADVICE)
    game.play("T north 8 2 none")
    game.note(1, advice(("I north 1 3 none", 2.0)))
    blame(game, 0, 7.2, DOUBLE, "attack")
    opened = window(lambda context: ReviewScene(context, context.scene(to.Home()), game))
    opened.frame(2)
    scene = opened.scene
    assert isinstance(scene, ReviewScene)
    assert [(each.ply, round(each.loss, 1), each.better) for each in scene.mistakes()] == [(0, 7.2, DOUBLE)]
    assert "1 blunder" in opened.texts


def test_a_ui_takes_its_own_game_only() -> None:
    with pytest.raises(BadInput):
        ui_of("tetris").language.detail(open_position("classic", {}))


# -- words --


def test_what_was_done_is_said_as_players_say_it() -> None:
    after = state("TT", board=SLOT).play(DOUBLE)
    assert words.names_of(after.last) == ("T-spin double", "4 attack")
    clear = state("I", board="xxxxxx....").play("I north 7 0 none")
    assert words.names_of(clear.last) == ("Perfect clear", "Single", "10 attack")
    assert words.names_of(state().last) == ()


def test_rules_that_differ_are_named() -> None:
    assert words.detail(state()) == "Guideline"
    rules = state(goal="40", hold="off", gravity="20g", kicks="srs+")
    assert words.detail(rules) == "Guideline, 40 rows, no hold, 20g, SRS+"


def test_a_line_ends_where_it_cannot_be_played() -> None:
    line = words.walk(state("TO"), ("T north 4 0 none", "O north 0 0", "I north 4 0 none"))
    assert [landing.placement.piece for landing in line] == [2, 1]
    assert words.walk(state("TO"), ("Z north 4 0",)) == ()


@pytest.mark.parametrize(("source", "filled"), [("search", False), ("book", True), ("policy", True)])
def test_what_a_book_knows_is_filled_on_the_board(
    window: WholeWindow, source: Source, filled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[SeatState] = []

    def seen(canvas: Canvas, box: Box, look: SeatState) -> SeatGeometry:
        drawn.append(look)
        return draw_seat(canvas, box, look)

    monkeypatch.setattr(ui, "draw_seat", seen)
    first, *others = ADVICE.choices  # what follows the known one is searched
    if source != "search":
        first = msgspec.structs.replace(first, known=Worth("chance", 0.8))
    answer = msgspec.structs.replace(ADVICE, source=source, choices=(first, *others))
    coached(window, session("TIOSZ", board=SLOT), answer)
    assert [mark.proven for mark in drawn[-1].marks] == [filled, False, False]
