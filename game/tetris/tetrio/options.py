"""The options of a round of TETR.IO, and a player's handling.

A replay lists only what differs from the engine's defaults, so what is missing means the default here and not the
rule of Tetra League. Versions wrote the same thing in different ways (`7bag` and `7-bag`, `passthrough` false and
`zero`, no limit as false and as 0), so a value is read by what it means. Defaults marked "sources" follow from public
sources only; all others, and what each option does, are confirmed by real games that come out equal (see
docs/tetrio.md).
"""

from __future__ import annotations

import contextlib
from math import ceil
from typing import Any

import msgspec

from game.errors import BadInput
from game.tetris.guideline.attack import TETR_IO, TETR_IO_2
from game.tetris.tetrio.randomness import BAGS

INFINITE_SDF = 41  # soft drop factor that stands for "to the floor at once"
_LEAST_HEIGHT, _MOST_HEIGHT = 4, 200  # rows that are seen, and rows above them

SPIN_RULES = ("none", "T-spins", "T-spins+", "all", "all+", "all-mini", "all-mini+", "mini-only", "stupid")

_ROOM_HANDLING = {
    "arr": 2.0,
    "das": 10.0,
    "sdf": 6.0,
}  # what a room asks of everybody if it does not say otherwise

OLD_NAMES = {"infinitemovement": "infinite_movement", "gbase": "levelgbase", "gspeed": "levelgspeed"}

# What a choice can be, as it is written today, and what false and true stood for where an older version had a switch.
_CHOICES: dict[str, tuple[str, ...]] = {
    "bagtype": BAGS,
    "kickset": ("SRS+", "SRS", "SRS-X", "TETRA-X", "NRS", "ARS", "ASC", "none"),
    "spinbonuses": (*SPIN_RULES, "handheld"),
    "combotable": ("multiplier", "classic guideline", "modern guideline", "none"),
    "garbageblocking": ("combo blocking", "limited blocking", "none"),
    "passthrough": ("zero", "limited", "consistent", "full"),
    "roundmode": ("down", "rng"),
    "garbageentry": ("instant", "delayed", "continuous"),
    "garbagetargetbonus": ("none", "offensive", "defensive"),
    "survivalmode": ("none", "timer", "layer"),
    "objective_type": ("none", "lines", "timed", "garbage"),
    "irs": ("off", "tap", "hold"),
    "ihs": ("off", "tap", "hold"),
}
_SWITCHED: dict[str, tuple[str, str]] = {
    "spinbonuses": ("none", "T-spins"),
    "combotable": ("none", "multiplier"),
    "garbageblocking": ("none", "combo blocking"),
    "passthrough": ("zero", "full"),
    "roundmode": ("down", "rng"),
    "irs": ("off", "tap"),
    "ihs": ("off", "tap"),
}
_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0", "none", "")


SEASONS: dict[str, dict[str, Any]] = {  # the options that stand for an attack table, by its name
    TETR_IO.name: {"b2bchaining": True},
    TETR_IO_2.name: {
        "b2bcharging": True, "b2bcharge_base": TETR_IO_2.surge_base, "allclear_garbage": float(TETR_IO_2.perfect),
        "allclear_b2b": 1, "allclear_b2b_sends": True, "allclear_b2b_dupes": False,
    },
}  # fmt: skip


class Handling(msgspec.Struct, frozen=True):
    """Handling of keys, in ticks of 1/60 s. The defaults are from sources only: every file spells them out.

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
    hasgarbage: bool = False
    handling: Handling = Handling()
    boardwidth: int = 10
    boardheight: int = 20
    boardbuffer: int = 20
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
    receivemultiplier: float = 1.0
    cancelmultiplier: float = 1.0
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
    topoutisclear: bool = False
    are: float = 0.0
    lineclear_are: float = 0.0
    garbageentry: str = "instant"
    usebombs: bool = False
    garbagephase: float = 0.0
    garbagequeue: bool = False
    garbagefavor: float = 0.0
    garbagetargetbonus: str = "none"
    objective_type: str = "none"
    objective_count: float = 0
    objective_time: float = 0  # ms
    stock: int = 0
    infinite_stock: bool = False
    survivalmode: str = "none"
    survival_messiness: float = 0
    survival_timer_itv: float = 1
    survival_cap: float = 0
    map: str = ""
    inverted: bool = False
    void_holes: float = 0.0
    zenith: bool = False
    no_szo: bool = False

    @classmethod
    def of(cls, given: dict[str, Any], version: int = 19) -> Options:
        """The options that a file gives, over the defaults. Raises `BadInput` for values that mean nothing."""
        known: dict[str, Any] = {"version": version}
        for name, value in given.items():
            name = OLD_NAMES.get(name, name)
            if name == "objective" and isinstance(value, dict):  # so told in version 15
                known |= _values(cls, {f"objective_{each}": value[each] for each in value})
            elif name == "handling":
                if not isinstance(value, dict | None):
                    raise BadInput(
                        f"the option handling is {_shown(value)}, and has to be an object with arr and das"
                    )
                known[name] = Handling(**_values(Handling, value or {}))
            elif name == "gameid":
                known[name] = value if isinstance(value, int) or value is None else str(value)
            elif name in cls.__struct_fields__:
                known |= _values(cls, {name: value})
        if "room_handling" in given and _switch("room_handling", given["room_handling"] or False):
            enforced = {
                each: given.get(f"room_handling_{each}", value) for each, value in _ROOM_HANDLING.items()
            }
            own = known.get("handling", Handling())
            known["handling"] = msgspec.structs.replace(own, **_values(Handling, enforced))
        options = cls(**known)
        options.check()
        return options

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
            or not _LEAST_HEIGHT <= self.boardheight <= _MOST_HEIGHT
            or not _LEAST_HEIGHT <= self.boardbuffer <= _MOST_HEIGHT
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
        """Rules that are not known well enough to be played; empty where all is."""
        wrong = {
            "boardwidth": (10,), "kickset": ("SRS+",), "usebombs": (False,),
            "bagtype": BAGS,
            "garbageentry": ("instant",), "are": (0.0,), "lineclear_are": (0.0,),
            "passthrough": ("zero", "consistent", "limited", "full"),
            "garbageblocking": ("combo blocking", "limited blocking", "none"),
            "spinbonuses": SPIN_RULES,
            "combotable": ("multiplier", "classic guideline", "modern guideline", "none"),
            "roundmode": ("down", "rng"),
            "receivemultiplier": (1.0,), "cancelmultiplier": (1.0,), "garbagephase": (0.0,),
            "garbagequeue": (False,), "garbagefavor": (0.0,), "masterlevels": (False,), "stock": (0,),
            "infinite_stock": (False,), "survivalmode": ("none", "timer"), "map": ("",), "zenith": (False,),
            "inverted": (False,), "void_holes": (0.0,),
        }  # fmt: skip
        return next(
            (f"{key} {getattr(self, key)}" for key, fine in wrong.items() if getattr(self, key) not in fine),
            "",
        )


def _values(kind: type[msgspec.Struct], given: dict[str, Any]) -> dict[str, Any]:
    """The values of an object of the file for the fields of `kind`, those that are null or empty left out."""
    results: dict[str, Any] = {}
    for name, value in given.items():
        if value is None or value == "" or name not in kind.__struct_fields__:
            continue  # as if it were missing
        read = {"bool": _switch, "int": _whole, "float": _number}.get(kind.__annotations__[name], _choice)
        if value is False and read is _choice and name not in _SWITCHED:
            continue  # none of it, which is what such options are without a word
        results[name] = read(name, value)
    return results


def _switch(name: str, value: object) -> bool:
    if isinstance(value, bool | int | float):
        return bool(value)
    plain = value.casefold() if isinstance(value, str) else None
    if plain not in (*_TRUE, *_FALSE):
        raise BadInput(f"the option {name} is {_shown(value)}, which is neither true nor false")
    return plain in _TRUE


def _number(name: str, value: object) -> float:
    """A number; false stands for 0, that is for no limit or for never."""
    if isinstance(value, str):
        with contextlib.suppress(ValueError):
            value = float(value)
    if value is False or (isinstance(value, str) and value.casefold() in _FALSE):
        return 0.0
    if value is True or not isinstance(value, int | float):
        raise BadInput(f"the option {name} is {_shown(value)}, which is not a number")
    return value


def _whole(name: str, value: object) -> int:
    number = _number(name, value)
    if not abs(number) < 1e18 or number != int(number):
        raise BadInput(f"the option {name} is {_shown(value)}, which is not a whole number")
    return int(number)


def _choice(name: str, value: object) -> str:
    """A choice as it is written today; one that is not known stays as it is, and is told when it matters."""
    if name in _SWITCHED and value in (0, 1):  # false and true are among these
        return _SWITCHED[name][bool(value)]
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise BadInput(f"the option {name} is {_shown(value)}, which is not one of its choices")
    spelt = {_bare(each): each for each in _CHOICES.get(name, ())}
    return spelt.get(_bare(str(value)), str(value))


def _bare(text: str) -> str:
    """A choice without what versions spell in different ways: capitals, blanks and hyphens."""
    return "".join(letter for letter in text.casefold() if letter not in " -_")


def _shown(value: object) -> str:
    """A value of a file as a message has it."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 40 else f"{text[:37]}..."
