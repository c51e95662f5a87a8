"""The options of a round of TETR.IO, and a player's handling.

A replay lists only what differs from the engine's defaults, so what is missing means the default here and not the
rule of Tetra League. Defaults marked "sources" follow from public sources only; all others, and what each option
does, are confirmed by real games of gameplay version 19 that come out equal (see docs/tetrio.md).
"""

from __future__ import annotations

from math import ceil
from typing import Any

import msgspec

from game.errors import BadInput
from game.tetris.tetrio.randomness import BAGS

INFINITE_SDF = 41  # soft drop factor that stands for "to the floor at once"


SPIN_RULES = ("none", "T-spins", "T-spins+", "all", "all+", "all-mini", "all-mini+", "mini-only", "stupid")


SEASONS: dict[str, dict[str, Any]] = {  # the rules of attack in our words, and the options that stand for them
    "tetr.io": {"b2bchaining": True},
    "tetr.io-2": {
        "b2bcharging": True, "b2bcharge_base": 3, "allclear_garbage": 5.0, "allclear_b2b": 1,
        "allclear_b2b_sends": True, "allclear_b2b_dupes": False,
    },
}  # fmt: skip


class Handling(msgspec.Struct, frozen=True):
    """How keys act, in ticks of 1/60 s. The defaults are from sources only: every file spells them out.

    `das`, `arr`, `dcd` may have tenths; `sdf` is a factor, 41 for infinite. `safelock` keeps a hard drop from locking
    the piece that came after one locked by itself; `cancel`: releasing one direction discharges the other. `irs`,
    `ihs`: whether a new piece comes turned or is held at once while these keys are down (`hold`); `tap` does so only
    while no piece is there, which needs an ARE.
    """

    arr: float = 2.0
    das: float = 10.0
    dcd: float = 2.0
    sdf: float = 6.0
    safelock: bool = True
    cancel: bool = False
    may20g: bool = True
    irs: str = "tap"
    ihs: str = "tap"


class Options(msgspec.Struct, frozen=True):
    """The rules of a round. Times are in ticks, rows and lines in rows, gravity in rows a tick."""

    version: int = 19
    seed: int = 0
    gameid: int | str | None = None
    handling: Handling = Handling()
    boardwidth: int = 10
    boardheight: int = 20
    bagtype: str = "7-bag"
    kickset: str = "SRS+"
    spinbonuses: str = "T-spins"
    allow_harddrop: bool = True
    display_hold: bool = True
    infinite_hold: bool = False
    levels: bool = False
    masterlevels: bool = False
    startinglevel: int = 1
    levelspeed: float = 1.0
    levelstatic: bool = False
    levelstaticspeed: float = 10.0
    levelgbase: float = 0.8
    levelgspeed: float = 0.007
    g: float = 0.02
    gincrease: float = 0.0
    gmargin: float = 0.0
    gravitymay20g: bool = True
    locktime: float = 30.0
    lockresets: float = 15
    infinite_movement: bool = False
    allow180: bool = False
    b2bchaining: bool = False
    b2bcharging: bool = False
    b2bextras: bool = False
    b2bcharge_at: int = 4
    b2bcharge_base: int = 0
    combotable: str = "multiplier"
    roundmode: str = "down"
    allclears: bool = True
    allclear_garbage: float = 10.0
    allclear_b2b: int = 0
    allclear_b2b_sends: bool = False
    allclear_b2b_dupes: bool = True
    allclear_charges: bool = False
    garbagemultiplier: float = 1.0
    garbageincrease: float = 0.0
    garbagemargin: float = 0.0
    garbagespeed: float = 20
    garbagecap: float = 8.0
    garbagecapincrease: float = 0.0
    garbagecapmargin: float = 0.0
    garbagecapmax: float = 40.0
    garbageabsolutecap: float = 0
    garbageattackcap: float = 0.0
    garbageblocking: str = "combo blocking"
    garbagespecialbonus: bool = False
    passthrough: str = "zero"
    messiness_change: float = 1.0
    messiness_inner: float = 0.0
    messiness_nosame: bool = False
    messiness_timeout: float = 0.0
    messiness_center: bool = False
    garbageholesize: int = 1
    openerphase: float = 0
    clutch: bool = True
    nolockout: bool = False
    are: float = 0.0
    lineclear_are: float = 0.0
    garbageentry: str = "instant"
    usebombs: bool = False
    garbagephase: float = 0.0
    garbagequeue: bool = False
    garbagefavor: float = 0.0
    garbagetargetbonus: str = "none"
    stock: int = 0
    infinite_stock: bool = False
    survivalmode: str = "none"
    map: str = ""
    inverted: bool = False
    void_holes: float = 0.0
    zenith: bool = False
    no_szo: bool = False

    @classmethod
    def of(cls, given: dict[str, Any], version: int = 19) -> Options:
        """The options that a file gives, over the defaults. Raises `BadInput` for values of a wrong type."""
        known = {
            key: value for key, value in given.items() if value is not None and key in cls.__struct_fields__
        }
        if "infinitemovement" in given:  # so named in version 15
            known["infinite_movement"] = given["infinitemovement"]
        try:
            found = msgspec.convert({"version": version, **known}, cls, strict=True)
        except msgspec.ValidationError as error:
            raise BadInput(f"the options of a round are wrong: {error}") from None
        found.check()
        return found

    def check(self) -> None:
        """Raise `BadInput` for numbers that no game has."""
        numbers = [
            *(getattr(self.handling, name) for name in ("arr", "das", "dcd", "sdf")),
            *(
                getattr(self, name)
                for name, kind in Options.__annotations__.items()
                if kind in ("int", "float")
            ),
        ]
        if not all(-1e9 < number < 1e10 for number in numbers):
            raise BadInput("the options of a round have a number that no game has")
        if (
            not 1 <= self.garbageholesize <= 9
            or self.garbagespeed < 0
            or self.lockresets < 0
            or self.startinglevel < 1
        ):
            raise BadInput("the options of a round have a number that no game has")
        if self.not_played:
            raise BadInput(f"a game by rules that are not known here: {self.not_played}")

    def gravity_at(self, level: int) -> float:
        """Rows a tick at a level, of games that have levels (sources)."""
        base = min(max(1e-9, self.levelgbase - (level - 1) * self.levelgspeed), 1e9)
        steps = max(0, min(level - 1, 30))  # at 30 far more than the height of the field
        return 1 / 60 / base**steps

    def lines_at(self, level: int) -> float:
        """The rows to be cleared at a level before the next one begins (sources)."""
        return max(1.0, self.levelstaticspeed if self.levelstatic else ceil(5 * self.levelspeed * level))

    @property
    def not_played(self) -> str:
        """What of these rules is not known well enough to be played; empty where all is."""
        wrong = {
            "boardwidth": (10,), "boardheight": (20,), "kickset": ("SRS+",), "usebombs": (False,),
            "bagtype": BAGS,
            "garbageentry": ("instant",), "are": (0.0,), "lineclear_are": (0.0,),
            "passthrough": ("zero", "consistent", "limited", "full"),
            "garbageblocking": ("combo blocking", "limited blocking", "none"),
            "spinbonuses": SPIN_RULES,
            "combotable": ("multiplier", "classic guideline", "modern guideline", "none"),
            "roundmode": ("down", "rng"),
            "garbagephase": (0.0,), "garbagequeue": (False,), "garbagefavor": (0.0,), "masterlevels": (False,),
            "stock": (0,), "infinite_stock": (False,), "survivalmode": ("none", ""), "map": ("",), "zenith": (False,),
            "inverted": (False,), "void_holes": (0.0,),
        }  # fmt: skip
        return next(
            (f"{key} {getattr(self, key)}" for key, fine in wrong.items() if getattr(self, key) not in fine),
            "",
        )
