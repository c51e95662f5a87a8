"""The settings: their types, ranges, defaults and what each is for. `config.yaml` is written from these.

A description is what the settings screen and the comments of `config.yaml` say. Sections are frozen; a
changed configuration is a new value (`with_value`).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Theme = Literal["dark", "light"]
Seat = Literal["white", "black"]
ZuniqLevel = Literal["beginner", "casual", "club", "expert", "full"]
Exploration = Literal["seed", "kibitz"]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all sections."""


class Display(Section, frozen=True):
    """How the window looks."""

    theme: Annotated[Theme, Meta(description="the colours of the window")] = "dark"
    scale: Annotated[
        float,
        Meta(ge=0.75, le=3.0, description="size of text and controls; 1.0 is as drawn, 2.0 twice as large"),
    ] = 1.0
    fullscreen: Annotated[bool, Meta(description="start with the whole screen (F11 changes it)")] = False
    reduce_motion: Annotated[bool, Meta(description="show changes at once, without movement")] = False


class Play(Section, frozen=True):
    """What the kibitzer says, and how fast games run by themselves."""

    hints: Annotated[
        bool, Meta(description="show the engine's suggestions while you play (H changes it)")
    ] = True
    blunder_check: Annotated[bool, Meta(description="tell you when a move has thrown the game away")] = True
    replay_speed: Annotated[float, Meta(ge=0.25, le=16.0, description="moves a second in replays")] = 1.0
    duel_seconds: Annotated[
        float, Meta(ge=0.0, le=60.0, description="least seconds a move when two engines play each other")
    ] = 1.0


class Engine(Section, frozen=True):
    """How hard the engines work."""

    hint_seconds: Annotated[
        float, Meta(ge=1.0, le=600.0, description="how long suggestions go on improving in one position")
    ] = 20.0


class Zuniq(Section, frozen=True):
    """Zuniq: new games and the engine."""

    dots: Annotated[
        str,
        Meta(
            pattern=r"^[2-6]x[2-6]\Z",
            title="ROWSxCOLUMNS in dots, from 2x2 to 6x6",
            description="the board of a new game",
        ),
    ] = "6x6"
    seat: Annotated[Seat, Meta(description="your side in a new game; White moves first")] = "white"
    level: Annotated[ZuniqLevel, Meta(description="how strong your opponent is")] = "club"
    game_seconds: Annotated[
        float, Meta(ge=5.0, le=3600.0, description="the engine's clock for a whole game at full strength")
    ] = 30.0
    edges: Annotated[
        int, Meta(ge=100_000, le=9_000_000, description="moves the search tree can hold, 21 bytes each")
    ] = 6_000_000
    nodes: Annotated[
        int, Meta(ge=10_000, le=500_000, description="positions the search tree can hold, some 90 bytes each")
    ] = 250_000
    solver_bits: Annotated[
        int,
        Meta(ge=16, le=24, description="the endgame solver's table has 2 to this power entries of 8 bytes"),
    ] = 22
    exploration: Annotated[
        Exploration,
        Meta(description="how the search weighs new moves: as in Vaan Banaan's CodeCup program, or our own"),
    ] = "kibitz"
    border_from_white: Annotated[
        int,
        Meta(
            ge=0, le=40, description="as White the engine looks at border walls from this ply on; 0: always"
        ),
    ] = 0
    border_from_black: Annotated[
        int,
        Meta(
            ge=0, le=40, description="as Black the engine looks at border walls from this ply on; 0: always"
        ),
    ] = 0


class Config(Section, frozen=True):
    """The whole configuration."""

    display: Display = Display()
    play: Play = Play()
    engine: Engine = Engine()
    zuniq: Zuniq = Zuniq()
