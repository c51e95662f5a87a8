"""The deal editor: every card goes to North, South or the stock; what comes of it is played."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.bridge import Deal, State
from game.bridge.cards import DECK, cards_of, format_hand, mask_of, parse_card, parse_hand
from game.errors import BadInput
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.router import BUILDERS
from gui.scenes.deal_editor import NORTH, SOUTH, STOCK, DealEditorScene, Draft
from gui.ui import clipboard
from tests.gui.driving import Window

Bench = Callable[..., tuple[Window, DealEditorScene]]
RULES = {"lead": "winner", "notrump": "off", "doubles": "on", "scoring": "duplicate"}


@pytest.fixture
def bench(window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A window with a deal editor, and a home of its own."""
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))

    def open_one(rules: dict[str, str] | None = None, **how: object) -> tuple[Window, DealEditorScene]:
        start = None if rules is None else State.open(rules)
        shown = window(lambda context: DealEditorScene(context, None, start), **how)
        assert isinstance(shown.scene, DealEditorScene)
        return shown, shown.scene

    return open_one


def card(name: str) -> int:
    return parse_card(name)


# -- the draft --


def test_a_card_is_always_in_one_place() -> None:
    dice, draft = random.Random(2), Draft()
    for _ in range(300):
        try:
            draft = draft.given(dice.randrange(52), dice.randrange(3))
        except BadInput as error:
            assert "has 13 cards; take one away first" in str(error)  # noqa: PT017
        north, south = draft.hands
        assert north & south == 0
        assert north | south | mask_of(draft.stock) == DECK
        assert len(draft.stock) == 52 - north.bit_count() - south.bit_count()


def test_a_card_goes_on_top_of_the_stock_or_back_below_it() -> None:
    draft = Draft().given(card("H5"), SOUTH)
    assert draft.holder(card("H5")) == SOUTH
    assert draft.given(card("H5"), SOUTH).stock[-1] == card("H5")
    assert draft.given(card("H5"), STOCK).stock[0] == card("H5")
    assert draft.given(card("C2"), STOCK).stock[0] == card("C2")
    assert draft.given(card("H5"), NORTH).holder(card("H5")) == NORTH


def test_filling_up_keeps_what_was_given() -> None:
    draft = Draft().given(card("SA"), NORTH).given(card("SK"), SOUTH).filled(random.Random(1))
    assert draft.holder(card("SA")) == NORTH
    assert draft.holder(card("SK")) == SOUTH
    assert draft.deal().open


def test_a_deal_is_played_by_the_rules_that_were_chosen() -> None:
    draft = Draft().filled(random.Random(4))
    auction = State.open(draft.rules(RULES))
    assert auction.board.deal == draft.deal()
    assert (auction.stage, auction.to_move, auction.rules.lead) == ("auction", SOUTH, "winner")
    exchange = State.open(_at(draft, "exchange", level=3, strain=4).rules(RULES))
    assert (exchange.stage, str(exchange.board.contract)) == ("exchange", "3N")
    play = State.open(_at(draft, "play", strain=1, first=NORTH).rules(RULES))
    assert play.stage == "play"
    assert str(play.board.endgame) == f"{format_hand(draft.hands[0])} {format_hand(draft.hands[1])} H"


def _at(draft: Draft, start: str, **fields: object) -> Draft:
    from dataclasses import replace

    return replace(draft, start=start, **fields)  # type: ignore[arg-type]


def test_what_is_missing_is_said() -> None:
    draft = Draft().given(card("SA"), NORTH)
    assert draft.missing == "North has 1 card of 13."
    assert _at(draft, "play").missing == "South has 0 cards, North 1."
    assert _at(Draft(), "play").missing == "Give North and South the same number of cards, 1 to 13."
    assert _at(draft.given(card("S2"), SOUTH), "play").missing == ""
    with pytest.raises(BadInput, match="North has 1 card of 13"):
        draft.rules(RULES)


DEAL = str(Deal.random(3))


@pytest.mark.parametrize(
    "text",
    [
        DEAL,
        "AKQJ... T987... N",
        "T..63. Q7.Q.8. H led C2",
        "AKQJT98765432... .AKQJT98765432..",
        '[Deal "N:AK32.K32.Q32.J32 - QJT9.A54.AK4.A54 -"]',
        "N:AK32.K32.Q32.J32 - QJT9.A54.AK4.A54 -",
        "e: 8765.QJT.JT9.QT9 QJT9.A54.AK4.A54\n4.9876.8765.K876 AK32.K32.Q32.J32\n",
    ],
)
def test_a_text_is_read_and_written_again(text: str) -> None:
    draft = Draft.read(text, Draft())
    assert not draft.missing
    assert Draft.read(draft.text(), Draft()).hands == draft.hands
    assert Draft.read(draft.text(), Draft(first=draft.first)).rules(RULES) == draft.rules(RULES)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "is not a deal"),
        ("AK... A...", "the ace of spades is in both hands"),
        ("AK... QX..", "has 3 suits"),
        ("AK... Q... S", "the hands have 2 and 1 cards"),
        (DEAL[:-2], "the stock has 25 cards"),
        ('[Deal "N:AK - QJ -"]', "board 1: North has 2 cards, not 13"),
    ],
)
def test_a_text_that_is_no_deal_says_why(text: str, reason: str) -> None:
    with pytest.raises(BadInput) as caught:
        Draft.read(text, Draft())
    assert reason in str(caught.value)


def test_one_hand_alone_can_be_written() -> None:
    draft = Draft.read("AK... ...", Draft())
    assert draft.hands == (parse_hand("AK..."), 0)


# -- the window --


def test_a_click_gives_a_card_and_a_click_on_it_takes_it_away(bench: Bench) -> None:
    shown, scene = bench()
    shown.click_on("card HQ")
    assert scene.draft.holder(card("HQ")) == SOUTH
    shown.click_on("to 0")
    shown.click_on("card HQ")
    assert scene.draft.holder(card("HQ")) == NORTH
    shown.click_on("North HQ")
    assert scene.draft.holder(card("HQ")) == STOCK
    shown.press("u")
    assert scene.draft.holder(card("HQ")) == NORTH
    shown.press("r")
    assert scene.draft.holder(card("HQ")) == STOCK


def test_everything_can_be_done_by_the_keyboard(bench: Bench) -> None:
    shown, scene = bench()
    shown.press("right", "down")
    assert scene.targets.focus == "card HK"
    shown.press("n")
    assert scene.draft.holder(card("HK")) == NORTH
    shown.press("right", "enter")
    assert scene.draft.holder(card("HQ")) == NORTH
    shown.press("s")
    assert scene.draft.holder(card("HQ")) == SOUTH
    shown.press("t")
    assert scene.draft.stock[0] == card("HQ")
    met = set()
    for _ in range(35):  # backwards from the first cards: bar, panel
        shown.press("tab", shift=True)
        met.add(scene.targets.focus)
    assert {"play", "start 1", "fill"} <= met
    shown.press("o")
    assert scene.line.writing


def test_a_full_hand_takes_no_more(bench: Bench) -> None:
    shown, scene = bench()
    for name in cards_of(DECK)[:13]:
        scene.editor.give(name)
    shown.click_on("card HA")
    assert scene.draft.holder(card("HA")) == STOCK
    assert any("South has 13 cards; take one away first." in line for line in shown.texts)


def test_a_deal_is_played_from_here(bench: Bench) -> None:
    shown, scene = bench()
    shown.press("p")
    assert shown.scene is scene
    assert any("North has 0 cards of 13." in line for line in shown.texts)
    shown.press("f")
    deal = scene.draft.deal()
    shown.click_on("start 1")
    shown.click_on("strain 2")
    shown.click_on("level more")
    shown.press("p")
    assert shown.scene.name == "play"
    position = shown.scene.session.position  # type: ignore[attr-defined]
    assert isinstance(position, State)
    assert position.board.deal == deal
    assert str(position.board.contract) == "2D"
    shown.press("escape")
    assert shown.scene is scene


def test_a_text_that_is_refused_can_be_corrected_at_once(bench: Bench) -> None:
    shown, scene = bench({"deals": "random:8"})
    before = scene.draft.hands
    shown.press("o")
    shown.press(*"no", "enter", *"feast")
    assert scene.line.writing
    assert scene.line.text == "nofeast"
    assert scene.draft.hands == before, "no letter has filled or emptied a hand"
    shown.press("escape", "e")
    assert scene.draft.hands == (0, 0)


def test_a_deal_travels_by_the_clipboard(bench: Bench) -> None:
    shown, scene = bench({"deals": "random:8"})
    items: list[str] = []
    monkey = pytest.MonkeyPatch()
    monkey.setattr(clipboard, "put", lambda text: not items.append(text))
    monkey.setattr(clipboard, "get", lambda: items[-1] if items else "")
    try:
        shown.press("v")
        assert any("There is no deal on the clipboard." in line for line in shown.texts)
        shown.press("c", "e", ctrl=False)
        assert scene.draft.hands == (0, 0)
        shown.press("v", ctrl=True)
        assert scene.draft.deal() == Deal.random(8)
        items.append("no deal at all")
        shown.press("v")
        assert scene.draft.deal() == Deal.random(8)
    finally:
        monkey.undo()


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (2560, 1440)])
@pytest.mark.parametrize("scale", [0.75, 3.0])
def test_every_card_has_its_place_in_every_window(bench: Bench, size: tuple[int, int], scale: float) -> None:
    shown, scene = bench({"deals": "random:8"}, size=size, scale=scale)
    if "drawer" in scene.targets.names():
        shown.press("k")
        assert "play" in scene.targets.names()
        shown.press("escape")
    boxes = [target.box for target in scene.targets.all() if target.name.startswith("card ")]
    width, height = size[0] / shown.context.scale, size[1] / shown.context.scale
    assert len(boxes) == 52
    for x, y, across, down in boxes:
        assert x >= 0
        assert x + across <= width
        assert y >= 40
        assert y + down <= height - 60
        assert across >= 14
        assert down >= 10


def test_a_file_is_dropped_on_the_window(bench: Bench, tmp_path: Path) -> None:
    shown, scene = bench()
    file = tmp_path / "deal.pbn"
    for data, text in (
        (b'[Deal "N:AK32.K32.Q32.J32 - QJT9.A54.AK4.A54 -"]', ""),
        (b"\x89PNG\x00\x00", "deal.pbn is no deal: one is PBN, LIN, or two hands"),
        (b"", "is not a deal"),
    ):
        file.write_bytes(data)
        scene.handle(pygame.event.Event(pygame.DROPFILE, file=str(file)))
        shown.frame()
        assert text in shown.context.word()
    scene.handle(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "none.pbn")))
    shown.frame()
    assert "cannot be read" in shown.context.word()
    assert format_hand(scene.draft.hands[0]) == "AK32.K32.Q32.J32"


FOUR = "N:AK32.K32.Q32.J32 87654.876.765.76 QJT9.A54.AK4.A54 .QJT9.JT98.KQT98"


def test_deals_of_other_programs_are_taken_and_what_is_wrong_is_said(bench: Bench, tmp_path: Path) -> None:
    shown, scene = bench()
    file = tmp_path / "deal.pbn"
    texts = {
        f'; Büro\n[Deal "{FOUR}"]\n[Auction "N"]\n1C 1S AP': "the auction and the play of four players are left out",
        f'[Deal "{FOUR[:-4]}"]': "West has 9 cards, not 13",
        "md|3SQJT9HA54DAK4CA54,,SAK32HK32DQ32CJ32,|": "",
    }
    for text, message in texts.items():
        scene.editor.empty()
        file.write_bytes(text.encode("latin-1"))
        scene.handle(pygame.event.Event(pygame.DROPFILE, file=str(file)))
        shown.frame()
        assert [format_hand(hand) for hand in scene.draft.hands] == ["AK32.K32.Q32.J32", "QJT9.A54.AK4.A54"]
        assert message in shown.context.word()
        shown.context.dismiss()


def test_one_of_several_deals_is_chosen(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, scene = bench()
    deals = [Deal.random(number) for number in range(3)]
    lines = ["N:{} - {} -".format(*str(deal).split()[:2]) for deal in deals]
    monkeypatch.setattr(clipboard, "get", lambda: "\n".join(lines))
    shown.press("v")
    shown.press("down")
    shown.press("enter")
    shown.frame()
    assert shown.scene is scene
    assert scene.draft.hands == deals[1].hands


def test_what_is_played_in_the_open_is_looked_up(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, scene = bench()
    asked: list[str] = []

    def tables(context: AppContext, where: to.Tables, back: Scene) -> Scene:
        asked.append(where.position)
        return back

    monkeypatch.setitem(BUILDERS, to.Tables, tables)
    shown.press("l")
    assert not asked
    scene.editor.read("T..63. Q7.Q.8. H led C2")
    shown.press("l")
    assert asked == ["T..63. Q7.Q.8. H led C2"]
    shown.click_on("empty")
    shown.click_on("look up")
    assert len(asked) == 1
    assert any("Give North and South the same number of cards" in line for line in shown.texts)


def test_a_new_match_can_be_dealt_by_hand(
    window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    shown = window(lambda context: context.scene(to.NewGame("bridge"), context.scene(to.Home())))
    shown.press("e", "s")
    assert shown.scene.name == "deal_editor"
    shown.press("escape")
    assert shown.scene.name == "home"
