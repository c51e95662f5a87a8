"""The settings: their types, ranges, defaults and what each is for. `config.yaml` is written from these.

A description is what the settings screen and the comments of `config.yaml` say. Sections are frozen; a
changed configuration is a new value (`with_value`).
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

Theme = Literal["dark", "light"]
Seat = Literal["white", "black"]
ZuniqLevel = Literal["beginner", "casual", "club", "expert", "full"]
Exploration = Literal["seed", "kibitz"]
ClassicRules = Literal["spawn", "simplified", "fahey"]
Controller = Literal[
    "tengstrand-1.1",
    "tengstrand-1.2",
    "tengstrand-1.3",
    "tengstrand-1.4",
    "dellacherie",
    "bcts",
    "dt-10",
    "dt-20",
    "kibitz",
]
Preset = Literal["guideline", "cold-clear", "cold-clear-fast", "tetr.io", "own"]
BridgeLead = Literal["loser", "winner", "declarer", "defender"]
BridgeLevel = Literal["beginner", "casual", "club", "expert", "full"]
BridgeScoring = Literal["duplicate", "tricks"]
TetrisMode = Literal["coach", "versus", "sprint", "ultra", "free", "sandbox", "watch"]
TetrisBoard = Literal["empty", "four-wide"]
TetrisLevel = Literal["beginner", "casual", "club", "expert", "full"]
Kicks = Literal["srs", "srs+180", "srs+"]
Randomizer = Literal["seven_bag", "fourteen_bag", "uniform"]
FourWidePlayer = Literal["hints", "alone", "best", "rule"]
FourWideCells = Literal["three", "six"]
FourWidePieces = Literal["random", "bag"]
FourWideTurns = Literal["srs", "srs+"]
Attack = Literal["cold-clear", "guideline", "tetr.io"]
_BOOKS = r"^(?:[a-z0-9][a-z0-9-]{0,39}(?:,[a-z0-9][a-z0-9-]{0,39}){0,8})?\Z"
_CONTROLLER = f"(?:{'|'.join(name.replace('.', '[.]') for name in get_args(Controller))})"


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
    patterns: Annotated[bool, Meta(description="cells of Tetris carry a pattern as well as a colour")] = False
    reduce_motion: Annotated[bool, Meta(description="show changes at once, without movement")] = False


class Play(Section, frozen=True):
    """What the kibitzer says, and how fast games run by themselves."""

    hints: Annotated[bool, Meta(description="show the engine's suggestions when a game begins")] = True
    blunder_check: Annotated[bool, Meta(description="tell you when a move has thrown the game away")] = True
    replay_speed: Annotated[float, Meta(ge=0.25, le=16.0, description="moves a second in replays")] = 1.0
    duel_seconds: Annotated[
        float, Meta(ge=0.0, le=60.0, description="least seconds a move when two engines play each other")
    ] = 1.0


class Sound(Section, frozen=True):
    """What is heard."""

    effects: Annotated[
        float, Meta(ge=0.0, le=1.0, description="how loud the sounds of games in real time are; 0 is silent")
    ] = 0.4


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


class Classic(Section, frozen=True):
    """Classic Tetris: new games, watching, hints."""

    size: Annotated[
        str,
        Meta(
            pattern=r"^(?:[4-9]|[12][0-9]|3[0-2])x(?:[4-9]|[123][0-9]|40)\Z",
            title="COLUMNSxROWS, from 4x4 to 32x40",
            description="the board of a new game",
        ),
    ] = "10x20"
    rules: Annotated[
        ClassicRules, Meta(description="where pieces appear, how they turn, and when a game is over")
    ] = "spawn"
    sliding: Annotated[bool, Meta(description="pieces may be slid and turned under overhangs")] = False
    next: Annotated[bool, Meta(description="the next piece is shown")] = False
    seed: Annotated[
        int, Meta(ge=0, le=999_999_999, description="the seed of new games; 0 draws another one each time")
    ] = 0
    controller: Annotated[Controller, Meta(description="who plays when you watch")] = "tengstrand-1.1"
    adviser: Annotated[Controller, Meta(description="whose suggestions you see while you play")] = (
        "tengstrand-1.1"
    )
    watch_speed: Annotated[
        float,
        Meta(ge=0.0, le=1000.0, description="pieces a second; 0 is as fast as the machine can"),
    ] = 4.0
    race: Annotated[
        str,
        Meta(
            pattern=rf"^{_CONTROLLER}(?: {_CONTROLLER}){{1,3}}\Z",
            title="two to four names of controllers with spaces between",
            description="who plays in a race on the same pieces",
        ),
    ] = "tengstrand-1.1 tengstrand-1.4 dt-20 kibitz"


class Tetris(Section, frozen=True):
    """Guideline Tetris: new games."""

    mode: Annotated[TetrisMode, Meta(description="what a new game begins with")] = "coach"
    board: Annotated[
        TetrisBoard,
        Meta(description="what a game with the coach, free play and the sandbox begin with"),
    ] = "empty"
    previews: Annotated[int, Meta(ge=1, le=6, description="pieces that are shown behind the current one")] = 5
    hold: Annotated[bool, Meta(description="a piece may be put aside")] = True
    kicks: Annotated[
        Kicks, Meta(description="how a turn gives way: SRS, SRS with half turns, or that of TETR.IO")
    ] = "srs"
    pieces: Annotated[Randomizer, Meta(description="how pieces are drawn")] = "seven_bag"
    attack: Annotated[Attack, Meta(description="what a clear sends")] = "cold-clear"
    cap: Annotated[int, Meta(ge=0, le=40, description="rows of garbage that may come up at once")] = 10
    messiness: Annotated[
        int, Meta(ge=0, le=100, description="chance in percent that the hole of a garbage row jumps")
    ] = 30
    level: Annotated[
        int, Meta(ge=0, le=20, description="speed of the fall, 1 to 20; 0 is that of a versus game")
    ] = 0
    opponent: Annotated[TetrisLevel, Meta(description="how strong your opponent is")] = "club"
    pace: Annotated[
        float, Meta(ge=0.0, le=10.0, description="its pieces a second at most; 0 is what its strength has")
    ] = 0.0
    book: Annotated[
        str,
        Meta(
            pattern=_BOOKS,
            title="names of opening books with commas between them, or nothing",
            description="the opening books that the coach looks into first",
        ),
    ] = ""
    opponent_book: Annotated[
        str,
        Meta(
            pattern=_BOOKS,
            title="names of opening books with commas between them, or nothing",
            description="the opening books that your opponent looks into first",
        ),
    ] = ""
    seed: Annotated[
        int, Meta(ge=0, le=999_999_999, description="the seed of new games; 0 draws another one each time")
    ] = 0


class FourWide(Section, frozen=True):
    """Four-wide: new games."""

    player: Annotated[
        FourWidePlayer, Meta(description="you with hints or alone, or the best player or a rule of thumb")
    ] = "hints"
    previews: Annotated[int, Meta(ge=0, le=6, description="pieces that are shown behind the current one")] = 5
    hold: Annotated[bool, Meta(description="a piece may be put aside")] = True
    cells: Annotated[FourWideCells, Meta(description="cells that lie in the well at the start")] = "three"
    turns: Annotated[FourWideTurns, Meta(description="how a turn gives way: SRS, or SRS with half turns")] = (
        "srs"
    )
    pieces: Annotated[FourWidePieces, Meta(description="any piece each time, or bags of seven")] = "bag"
    seed: Annotated[
        int, Meta(ge=0, le=999_999_999, description="the seed of new games; 0 draws another one each time")
    ] = 0


class Bridge(Section, frozen=True):
    """Honeymoon bridge: new games."""

    level: Annotated[BridgeLevel, Meta(description="how strong your opponent is")] = "club"
    match: Annotated[
        str,
        Meta(
            pattern=r"^[1-9][0-9]{0,3} (?:deals?|points)\Z",
            title="a number of deals or points, such as 4 deals",
            description="how long a match is",
        ),
    ] = "4 deals"
    lead: Annotated[
        BridgeLead, Meta(description="who leads to the play; loser and winner of the exchange’s last trick")
    ] = "loser"
    notrump: Annotated[bool, Meta(description="no trumps may be bid")] = True
    doubles: Annotated[bool, Meta(description="bids may be doubled and redoubled")] = False
    scoring: Annotated[BridgeScoring, Meta(description="points as in bridge, or ten for each trick more")] = (
        "duplicate"
    )
    seed: Annotated[
        int, Meta(ge=0, le=999_999_999, description="the seed of the deals; 0 draws another one each time")
    ] = 0


class Handling(Section, frozen=True):
    """Guideline Tetris in real time: how held keys move a piece. It holds from the next game on."""

    preset: Annotated[Preset, Meta(description="the numbers below as a known game has them, or your own")] = (
        "guideline"
    )
    das: Annotated[
        int, Meta(ge=0, le=1000, description="milliseconds that a direction is held until it repeats (DAS)")
    ] = 167
    arr: Annotated[
        int,
        Meta(
            ge=0, le=1000, description="milliseconds between two shifts then (ARR); 0 is straight to the wall"
        ),
    ] = 33
    soft_drop: Annotated[
        float,
        Meta(ge=1.0, le=41.0, description="times as fast as gravity; 41 is straight to the floor"),
    ] = 20.0
    cut: Annotated[
        int,
        Meta(
            ge=0, le=1000, description="milliseconds for which repeating pauses after a turn or a new piece"
        ),
    ] = 0
    initial: Annotated[
        bool, Meta(description="a turn or hold that is held down before a piece starts works as it starts")
    ] = True


def _button(what: str) -> Meta:
    """The keys of one button of the piece."""
    return Meta(
        pattern=r"^[a-z0-9]+(?: [a-z0-9]+){0,30}\Z", title="names of keys with “or” between", description=what
    )


class Keys(Section, frozen=True):
    """Guideline Tetris in real time: the keys and the buttons of a gamepad."""

    left: Annotated[str, _button("shift to the left")] = "left or pad left"
    right: Annotated[str, _button("shift to the right")] = "right or pad right"
    soft: Annotated[str, _button("let the piece fall faster")] = "down or pad down"
    hard: Annotated[str, _button("let it drop and lock at once")] = "space or pad up"
    cw: Annotated[str, _button("turn clockwise")] = "up or x or pad 1"
    ccw: Annotated[str, _button("turn counterclockwise")] = "z or left ctrl or pad 0"
    flip: Annotated[str, _button("half a turn, where the rules have it")] = "a or pad 3"
    hold: Annotated[str, _button("put the piece into hold and take the one that is there")] = (
        "c or left shift or pad 4 or pad 5"
    )
    restart: Annotated[str, _button("begin again at once")] = "r or pad 6"
    pause: Annotated[str, _button("pause, and go on")] = "p or pad 7"


def _program(what: str) -> Meta:
    """The command line of another program."""
    return Meta(pattern=r"^[ -~\u00a0-\uffff]{0,300}\Z", title="a command line", description=what)


class Bots(Section, frozen=True):
    """Other programs to play against: command lines of bots that speak the Tetris Bot Protocol."""

    first: Annotated[str, _program("the command of a bot of the Tetris Bot Protocol, or nothing")] = ""
    second: Annotated[str, _program("the command of another bot")] = ""
    third: Annotated[str, _program("the command of a third bot")] = ""


class Config(Section, frozen=True):
    """The whole configuration."""

    display: Display = Display()
    play: Play = Play()
    sound: Sound = Sound()
    engine: Engine = Engine()
    zuniq: Zuniq = Zuniq()
    classic: Classic = Classic()
    tetris: Tetris = Tetris()
    four_wide: FourWide = FourWide()
    handling: Handling = Handling()
    keys: Keys = Keys()
    bots: Bots = Bots()
    bridge: Bridge = Bridge()
