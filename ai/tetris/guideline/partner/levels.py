"""Levels of the partner: speeds, and what people do at them."""

from __future__ import annotations

import msgspec

from game.tetris.guideline.habits import Habit, shipped


class PartnerLevel(msgspec.Struct, frozen=True):
    """A level: `pace` in pieces a second."""

    name: str
    title: str
    pace: float

    @property
    def habit(self) -> Habit:
        """The habits of people at this speed. Raises `BadInput` where the shipped figures cannot be read."""
        return shipped().at(self.pace)


LEVELS = (
    PartnerLevel("novice", "Novice", 0.5),
    PartnerLevel("beginner", "Beginner", 0.8),
    PartnerLevel("casual", "Casual", 1.15),
    PartnerLevel("club", "Club", 1.5),
    PartnerLevel("expert", "Expert", 2.0),
    PartnerLevel("master", "Master", 2.8),
)


def level(name: str) -> PartnerLevel:
    """The level called `name`. Raises `KeyError` for others; `ai.registry` checks before it asks."""
    return {each.name: each for each in LEVELS}[name]
