"""The plan of a run: who plays, by which rules, with which pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.chance import any_seed
from game.config import Config
from game.record import Record
from game.tetris.classic.pieces import Kind, Pieces, game_seed
from gui.ui.text import board_size, counted

MOST_RUNNERS = 4
RULE_WORDS = {"spawn": "spawn rules", "simplified": "simplified rules", "fahey": "Fahey rules"}


@dataclass(frozen=True)
class Plan:
    """A series of games for each of `controllers`, all with the same pieces.

    `rules` are those of its first game, as `State.open` reads them; `seed` is the series'.
    """

    controllers: tuple[str, ...]
    rules: Mapping[str, str]
    seed: int

    @classmethod
    def new(
        cls,
        controllers: tuple[str, ...],
        table: Mapping[str, str],
        seed: int = 0,
        generator: Kind = "uniform",
    ) -> Plan:
        """A series from its first game on; seed 0 draws one."""
        seed = seed or any_seed()
        return cls(controllers, start_of(table, seed, generator), seed)

    @property
    def pieces(self) -> Pieces:
        """The pieces of its first game."""
        return Pieces.parse(self.rules["pieces"])

    @property
    def generator(self) -> Kind:
        """Source of the pieces."""
        return self.pieces.kind

    @property
    def race(self) -> bool:
        """True if several play side by side."""
        return len(self.controllers) > 1

    def rules_of(self, game: int, placed: int) -> dict[str, str]:
        """The rules of game number `game`, before which `placed` pieces have been played in the series.

        The first game may begin with cells on its board, the others are as the rule set says. A generator
        other than ours goes on with its stream.
        """
        if game == 0:
            return dict(self.rules)
        uniform = self.generator == "uniform"
        after = Pieces("uniform", game_seed(self.seed, game)) if uniform else self.pieces.after(placed)
        return {key: value for key, value in self.rules.items() if key != "board"} | {"pieces": str(after)}


def start_of(table: Mapping[str, str], seed: int = 0, generator: Kind = "uniform") -> dict[str, str]:
    """The rules of a series' first game: those of `table` with the pieces of a seed; 0 draws one."""
    seed = seed or any_seed()
    pieces = Pieces("uniform", game_seed(seed, 0)) if generator == "uniform" else Pieces(generator, seed)
    return {**table, "pieces": str(pieces)}


def rules_of(config: Config) -> dict[str, str]:
    """The rules of a classic game as the settings have them, without its pieces."""
    chosen = config.classic
    return {
        "size": chosen.size,
        "rules": chosen.rules,
        "sliding": "on" if chosen.sliding and chosen.rules == "spawn" else "off",
        "next": "on" if chosen.next else "off",
    }


def title_of(record: Record) -> str:
    """The title of a run or a race that is saved: `Race: Tengstrand 1.1, DT-20, 120 pieces`."""
    names = ", ".join(seat.name for seat in record.players)
    pieces = max(each.length for each in (record, *record.race))
    return f"{'Race: ' if record.race else ''}{names}, {counted(pieces, 'piece')}"


def rule_words(rules: Mapping[str, str]) -> str:
    """The rules in a few words: `10 × 20, spawn rules, next piece`."""
    words = [board_size(rules.get("size", "10x20")), RULE_WORDS[rules.get("rules", "spawn")]]
    words += [
        text for key, text in (("next", "next piece"), ("sliding", "sliding")) if rules.get(key) == "on"
    ]
    return ", ".join(words)
