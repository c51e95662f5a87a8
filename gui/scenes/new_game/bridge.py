"""A new match of honeymoon bridge: against whom, how long, by which rules, with which deals."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from ai import registry
from ai.names import KIBITZ
from game.bridge import duplicate
from game.bridge.rules import GERMAN_WHIST
from game.chance import any_seed
from game.config import Bridge, Config, field
from game.games import open_position
from game.position import Position
from game.record import Seat
from game.session import Session
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.play.players import engine_seat
from gui.scenes.form import Form, Question
from gui.scenes.new_game.choices import Choices

_DEAL = "1 deal"
_YOU = "You"

_SHOWN = 2026  # the deal on the card of the new game
LENGTHS = ("1 deal", "2 deals", "4 deals", "8 deals", "500 points", "1000 points")
_DEALERS = ("north", "south")


def rules_chosen(chosen: Bridge) -> dict[str, str]:
    """The rules of the settings as a record has them."""
    return {
        "lead": chosen.lead,
        "notrump": "on" if chosen.notrump else "off",
        "doubles": "on" if chosen.doubles else "off",
        "scoring": chosen.scoring,
        "vulnerable": "both" if chosen.vulnerable and chosen.scoring == "laws" else "none",
    }


class BridgeChoices(Choices):
    """An opponent, a match, rules, deals. The person sits South."""

    game = section = "bridge"
    seeded = "deals"

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        if config.bridge.match == "1 deals":
            self.set("bridge.match", _DEAL)
        self.dealer = 1
        self.twice = False
        self.by_hand = False

    # -- choosing --

    def choose_length(self, number: int) -> None:
        self.set("bridge.match", LENGTHS[number])
        self.twice = self.twice and bool(self._deals)

    def deal_by_hand(self, number: int) -> None:
        """Choose whether the cards are dealt by chance, or one deal by hand."""
        self.by_hand = bool(number)

    def deal_twice(self, number: int) -> None:
        """Choose whether every deal comes a second time from the other side; a match by points has no such half."""
        self.twice = bool(number)
        if self.twice and not self._deals:
            self.set("bridge.match", "4 deals")

    def choose_dealer(self, number: int) -> None:
        """Choose who deals first: the person or the opponent."""
        self.dealer = 1 - number

    @property
    def _german(self) -> bool:
        """True if German Whist is chosen."""
        return self.draft.bridge.game == "german-whist"

    @property
    def _deals(self) -> int:
        """Number of deals in the match. 0 for one that ends by points."""
        count, _, unit = self.draft.bridge.match.partition(" ")
        return int(count) if unit.startswith("deal") else 0

    # -- what the scene asks for --

    @property
    def start_words(self) -> str:
        return "Deal by hand" if self.by_hand and not self._german else "Deal the cards"

    def rules(self, seed: int) -> dict[str, str]:
        """The rules of the match as its record has them."""
        rules = {
            "deals": f"random:{seed}",
            "dealer": _DEALERS[self.dealer],
            "match": self.draft.bridge.match,
            **(GERMAN_WHIST if self._german else rules_chosen(self.draft.bridge)),
        }
        return duplicate.rules(rules, seed, self._deals) if self.twice else rules

    def begin(self, context: AppContext, back: Scene) -> Scene:
        if self.by_hand and not self._german:
            return context.scene(to.DealEditor(), back)
        return context.scene(to.Play(self.session()), back)

    def session(self) -> Session:
        """The match that begins."""
        seed = self.seed or any_seed()
        north = engine_seat(self.draft.bridge.level, None)
        return Session.new(self.game, self.rules(seed), (north, Seat(_YOU)), seed)

    def position(self) -> Position:
        """A table to look at: the exchange of a deal that will not be dealt."""
        shown = {**self.rules(_SHOWN), "match": _DEAL}
        if not self._german:
            shown["moves"] = "1H,pass"
        return open_position(self.game, shown)

    def key(self, event: pygame.event.Event) -> bool:
        if event.key != pygame.K_e:
            return super().key(event)
        self.deal_by_hand(not self.by_hand)
        return True

    def keys(self) -> list[tuple[str, str]]:
        return [*super().keys(), ("E", "deal by hand")]

    # -- the picture --

    def questions(self) -> Sequence[Question]:
        rules: list[Question] = ["bridge.lead", ("bridge.notrump", "bridge.doubles"), "bridge.scoring"]
        if self.draft.bridge.scoring == "laws":
            rules.append("bridge.vulnerable")
        return [
            self._fill_level,
            "bridge.game",
            self._fill_match,
            *([] if self._german else rules),
            self._fill_dealer if self._german else (self._fill_dealer, self._fill_deals),
            *([] if self.by_hand and not self._german else [self.fill_seed]),
        ]

    def _fill_level(self, form: Form) -> None:
        levels = registry.find(KIBITZ, self.game).levels
        form.setting(self, "bridge.level", means={each.name: f"{each.about}." for each in levels})

    def _fill_match(self, form: Form) -> None:
        match, setting = self.draft.bridge.match, field("bridge.match")
        now = LENGTHS.index(match) if match in LENGTHS else None
        form.one_of(setting.label, "match", [setting.show(each) for each in LENGTHS], now, self.choose_length)
        form.pills("twice", ("Each deal once", "From both sides"), int(self.twice), self.deal_twice)
        if self.twice:
            form.note("Duplicate: each deal is played again with the hands exchanged.")

    def _fill_dealer(self, form: Form) -> None:
        form.one_of("First dealer", "dealer", (_YOU, "Kibitz"), 1 - self.dealer, self.choose_dealer)

    def _fill_deals(self, form: Form) -> None:
        form.one_of("Deals", "by hand", ("Random", "By hand"), int(self.by_hand), self.deal_by_hand)

    def summary(self) -> tuple[str, str, str]:
        chosen = self.draft.bridge
        rules = [self.label("bridge.match")]
        if self._german:
            rules.append(self.label("bridge.game"))
        else:
            rules += [
                "no-trump bids" if chosen.notrump else "suit bids only",
                *(["doubles"] if chosen.doubles else []),
            ]
        rules += ["duplicate"] if self.twice else []
        return ", ".join(rules), "You, South", f"against Kibitz, {self.label('bridge.level').lower()}"
