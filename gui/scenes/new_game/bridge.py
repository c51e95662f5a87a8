"""A new match of honeymoon bridge: against whom, how long, by which rules, with which deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import pygame

from ai import registry
from game.bridge import duplicate
from game.bridge.rules import Lead, Scoring
from game.chance.seeds import any_seed
from game.config import Config, Value
from game.position import Position, open_position
from game.record import Seat
from game.session import Session
from gui.drawing.canvas import Box, Canvas
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.new_game.choices import Turn
from gui.scenes.new_game.form import Form
from gui.scenes.new_game.seed import SeedChoice

_SHOWN = 2026  # the deal on the card of the new game
LENGTHS = ("1 deal", "2 deals", "4 deals", "8 deals", "500 points", "1000 points")
_FOUR = 2  # the place of four deals
_LENGTH_WORDS = ("1 deal", "2 deals", "4 deals", "8 deals", "500 points", "1 000 points")
LEADS: tuple[Lead, ...] = get_args(Lead)
SCORINGS: tuple[Scoring, ...] = get_args(Scoring)
_LEAD_WORDS = ("Loser", "Winner", "Declarer", "Defender")
_LEAD_ABOUT = {
    "loser": "Whoever loses the last trick of the exchange leads to the play.",
    "winner": "Whoever wins the last trick of the exchange leads to the play.",
    "declarer": "The declarer leads to the play.",
    "defender": "The declarer’s opponent leads to the play.",
}
_SCORING_ABOUT = {
    "duplicate": "Tricks bid and made, bonuses for games and slams, 50 for each trick down.",
    "tricks": "Ten points for each trick more than the other has, whatever was bid.",
}
_DEALERS = ("north", "south")
_LEAST = 240.0  # units of width that a question needs beside another


class BridgeChoices:
    """An opponent, a match, rules, deals. The person sits South."""

    game = "bridge"
    instead = ""

    def __init__(self, config: Config) -> None:
        chosen = config.bridge
        entry = registry.find("kibitz", self.game)
        self.levels = entry.levels
        names = [level.name for level in self.levels]
        self.strength = names.index(chosen.level) if chosen.level in names else len(names) - 1
        self.match: str = "1 deal" if chosen.match == "1 deals" else chosen.match
        self.lead: Lead = chosen.lead
        self.notrump, self.doubles = chosen.notrump, chosen.doubles
        self.scoring: Scoring = chosen.scoring
        self.seed = SeedChoice(chosen.seed)
        self.dealer = 1
        self.twice = False
        self.by_hand = False

    # -- choosing --

    def strengthen(self, number: int) -> None:
        """Choose how strong the opponent is."""
        self.strength = number

    def last(self, number: int) -> None:
        """Choose the length of the match."""
        self.match = LENGTHS[number]
        self.twice = self.twice and bool(self._deals)

    @property
    def start_words(self) -> str:
        """What the button says that begins."""
        return "Deal by hand" if self.by_hand else "Deal the cards"

    def deal_by_hand(self, number: int) -> None:
        """Choose whether the cards are dealt by chance, or one deal by hand."""
        self.by_hand = bool(number)

    def deal_twice(self, number: int) -> None:
        """Choose whether every deal comes a second time from the other side; a match by points has no such half."""
        self.twice = bool(number)
        if self.twice and not self._deals:
            self.match = LENGTHS[_FOUR]

    @property
    def _deals(self) -> int:
        """How many deals the match has; 0 for one that ends by points."""
        count, _, unit = self.match.partition(" ")
        return int(count) if unit.startswith("deal") else 0

    def lead_by(self, number: int) -> None:
        """Choose who leads to the play."""
        self.lead = LEADS[number]

    def score_by(self, number: int) -> None:
        """Choose the scoring."""
        self.scoring = SCORINGS[number]

    def allow_notrump(self, on: int) -> None:
        """Let no trumps be bid, or not."""
        self.notrump = bool(on)

    def allow_doubles(self, on: int) -> None:
        """Let bids be doubled, or not."""
        self.doubles = bool(on)

    def deal_by(self, number: int) -> None:
        """Choose who deals first: the person or the opponent."""
        self.dealer = 1 - number

    # -- what the scene asks for --

    def rules(self, seed: int) -> dict[str, str]:
        """The rules of the match as its record has them."""
        chosen = {
            "deals": f"random:{seed}",
            "dealer": _DEALERS[self.dealer],
            "match": self.match,
            "lead": self.lead,
            "notrump": "on" if self.notrump else "off",
            "doubles": "on" if self.doubles else "off",
            "scoring": self.scoring,
        }
        return duplicate.rules(chosen, seed, self._deals) if self.twice else chosen

    def begin(self, salon: Salon, back: Scene) -> Scene:
        if self.by_hand:
            return salon.doors.deal_editor(back)
        return salon.doors.play(self.session(), back)

    def session(self) -> Session:
        """The match that begins."""
        seed = self.seed.value or any_seed()
        level = self.levels[self.strength].name
        north = Seat("Kibitz", "engine", "kibitz", level)
        return Session.new(self.game, self.rules(seed), (north, Seat("You")), seed)

    def changes(self, config: Config) -> Mapping[str, Value]:
        before = config.bridge
        found: dict[str, tuple[Value, Value]] = {
            "level": (self.levels[self.strength].name, before.level),
            "match": (self.match, before.match),
            "lead": (self.lead, before.lead),
            "notrump": (self.notrump, before.notrump),
            "doubles": (self.doubles, before.doubles),
            "scoring": (self.scoring, before.scoring),
        }
        return {f"bridge.{key}": now for key, (now, then) in found.items() if now != then}

    def position(self) -> Position:
        """A table to look at: the exchange of a deal that will not be dealt."""
        shown = {**self.rules(_SHOWN), "moves": "1H,pass", "match": "1 deal"}
        return open_position(self.game, shown)

    def turn(self) -> Turn:
        return self.seed.turn()

    def key(self, event: pygame.event.Event, focus: str) -> bool:
        if event.key != pygame.K_e:
            return self.seed.key(event)
        self.deal_by_hand(not self.by_hand)
        return True

    def keys(self) -> list[tuple[str, str]]:
        return [*self.seed.keys(), ("E", "deal by hand")]

    # -- the picture --

    def fill(self, form: Form) -> None:
        form.heading("Your opponent")
        titles = [level.title for level in self.levels]
        form.pills("level", titles, self.strength, self.strengthen)
        form.note(f"{self.levels[self.strength].about}.")
        form.apart()
        form.heading("Match")
        chosen = LENGTHS.index(self.match) if self.match in LENGTHS else None
        form.pills("match", _LENGTH_WORDS, chosen, self.last)
        form.pills("twice", ("Each deal once", "From both sides"), int(self.twice), self.deal_twice)
        if self.twice:
            form.note("Duplicate: all deals come once more, with the cards the other one had.")
        form.apart()
        form.heading("Who leads to the play")
        form.pills("lead", _LEAD_WORDS, LEADS.index(self.lead), self.lead_by)
        form.note(_LEAD_ABOUT[self.lead])
        form.apart()
        form.halves(self._fill_notrump, self._fill_doubles, _LEAST)
        form.apart()
        form.heading("Scoring")
        form.pills("scoring", ("Bridge", "Tricks"), SCORINGS.index(self.scoring), self.score_by)
        form.note(_SCORING_ABOUT[self.scoring])
        form.apart()
        form.halves(self._fill_dealer, self._fill_seed, _LEAST)
        self.seed.note(form, "deals")

    def _fill_notrump(self, form: Form) -> None:
        form.heading("No-trump bids")
        form.pills("notrump", ("Off", "On"), int(self.notrump), self.allow_notrump)

    def _fill_doubles(self, form: Form) -> None:
        form.heading("Doubles")
        form.pills("doubles", ("Off", "On"), int(self.doubles), self.allow_doubles)

    def _fill_dealer(self, form: Form) -> None:
        form.heading("First dealer")
        form.pills("dealer", ("You", "Kibitz"), 1 - self.dealer, self.deal_by)

    def _fill_seed(self, form: Form) -> None:
        form.heading("Deals")
        form.pills("by hand", ("By chance", "By hand"), int(self.by_hand), self.deal_by_hand)
        if self.by_hand:
            return
        self.seed.fill(form, none="any seed", wide=136)

    def draw_summary(self, canvas: Canvas, box: Box) -> None:
        x, y, width, _ = box
        colour = canvas.theme.colour
        length = _LENGTH_WORDS[LENGTHS.index(self.match)] if self.match in LENGTHS else self.match
        first = f"{length}, {'no-trump bids' if self.notrump else 'suit bids only'}"
        first += ", doubles" if self.doubles else ""
        first += ", duplicate" if self.twice else ""
        canvas.text((x, y), canvas.fitted(first, "label", width), "label", colour.text3)
        canvas.text((x, y + 32), "You, South", "body", colour.text)
        level = self.levels[self.strength].title.lower()
        canvas.text((x, y + 58), canvas.fitted(f"Kibitz, {level}", "body", width), "body", colour.text2)
