"""The settings: one schema, the files that hold them, and how the window shows and reads each value.

The sections below are the schema: type, limits, default, label and help text of every setting stand beside each
other. `config.yaml`, the command line, the Settings scene and the New game scene are made from it. A choice has one
label, which is used everywhere.

Values come from the defaults, then `config.yaml` beside `main.py`, then the user's own file, which holds only what
differs. A bad entry never stops the program: one message names file, line, key, what was found and what is allowed,
and the value of the layer below is used.
"""

# Annotations are values here, not strings: those of the sections are the schema, which every start reads.

import difflib
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import msgspec
import yaml
from msgspec import Meta

from game import places, saving
from game.errors import BadConfig, BadInput
from game.saving import opened

Value = bool | int | float | str
Labels = Mapping[Value, str]
Kind = Literal["bool", "int", "float", "choice", "text"]

# -- the schema --
# A table, read by rows.
# fmt: off

Theme = Literal["dark", "light"]
Color = Literal["white", "black"]
Skin = Literal["kibitz", "guideline", "grey"]
Cells = Literal["rounded", "flat", "bevelled"]
Ghost = Literal["faint", "usual", "strong"]
Strength = Literal["beginner", "casual", "club", "expert", "full"]
Sparring = Literal["novice", "beginner", "casual", "club", "expert", "master"]
Rival = Literal["stacker", "four-wide", "partner", "greedy", "first", "second", "third"]
Racer = Literal["nobody", "stacker", "four-wide", "partner", "greedy", "first", "second", "third"]
Exploration = Literal["seed", "kibitz"]
Hints = Literal["none", "graph", "all"]
ClassicRules = Literal["spawn", "simplified", "fahey"]
Controller = Literal["tengstrand-1.1", "tengstrand-1.2", "tengstrand-1.3", "tengstrand-1.4", "dellacherie", "bcts",
    "dt-10", "dt-20", "kibitz"]
Preset = Literal["guideline", "cold-clear", "cold-clear-fast", "tetr.io", "own"]
BridgeGame = Literal["honeymoon", "german-whist"]
BridgeLead = Literal["loser", "winner", "declarer", "defender"]
BridgeScoring = Literal["laws", "duplicate", "tricks"]
TetrisMode = Literal["coach", "versus", "sprint", "ultra", "dig", "free", "sandbox", "watch"]
TetrisBoard = Literal["empty", "four-wide"]
Kicks = Literal["srs", "srs+180", "srs+"]
Randomizer = Literal["tetrio", "seven_bag", "fourteen_bag", "uniform"]
Attack = Literal["cold-clear", "classic-guideline", "modern-guideline", "modern-guideline-late", "tetr.io", "tetr.io-2"]
Spins = Literal["none", "t-spins", "t-spins+", "all-mini", "all-mini+", "all", "all+", "mini-only"]
PerfectClears = Literal["one", "row"]
FourWidePlayer = Literal["hints", "alone", "best", "rule"]
FourWideCells = Literal["three", "six"]
FourWidePieces = Literal["random", "bag"]
FourWideTurns = Literal["srs", "srs+"]
FourWideWalls = Literal["endless", "10", "20", "30", "40"]

# What a choice is called where its own name in the file with a capital letter would not do.
_BAGS: Labels = {"tetrio": "7-bag (TETR.IO)", "seven_bag": "7-bag", "bag": "7-bag", "fourteen_bag": "14-bag",
    "uniform": "Random", "random": "Random"}
_CONTROLLERS: Labels = {"tengstrand-1.1": "Tengstrand 1.1", "tengstrand-1.2": "Tengstrand 1.2",
    "tengstrand-1.3": "Tengstrand 1.3", "tengstrand-1.4": "Tengstrand 1.4", "bcts": "BCTS", "dt-10": "DT-10",
    "dt-20": "DT-20"}
_NEW_EACH_TIME: Labels = {0: "New each time"}
_TABLE_SIZES: Labels = {bits: f"{2 ** (bits - 17):g} MB" for bits in range(16, 25)}  # 2^bits entries of 8 bytes
_RIVALS: Labels = {"partner": "Sparring partner", "first": "First bot", "second": "Second bot",
    "third": "Third bot"}
_SILENT: Labels = {0.0: "Off"}
_VOLUMES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
_CONTROLLER = f"(?:{'|'.join(name.replace('.', '[.]') for name in get_args(Controller))})"


def _about(
    label: str,
    help: str,
    low: float | None = None,
    high: float | None = None,
    *,
    unit: str = "",
    stops: tuple[float, ...] = (),
    labels: Labels | None = None,
    notes: Labels | None = None,
    form: str = "",
    pattern: str | None = None,
) -> Meta:
    """A setting: label and help, then limits of a number, `form` and `pattern` of a text.

    `unit` follows a number on the screen; `stops` are what a slider stops at. `labels` are for single values,
    `notes` say what a choice means.
    """
    extra = {"unit": unit, "stops": stops, "labels": labels or {}, "notes": notes or {}, "form": form}
    limits: dict[str, Any] = {"pattern": pattern} if pattern else {"ge": low, "le": high}
    meta: Meta = Meta(title=label, description=help, extra=extra, **limits)
    return meta


Level = Annotated[Strength, _about("Opponent", "How strong your opponent is.", labels={"full": "Full strength"})]
Seed = Annotated[int, _about("Seed", "The same seed brings the same game.", 0, 999_999_999, labels=_NEW_EACH_TIME)]
Previews = _about("Previews", "How many pieces are shown after the current one.", 1, 6)
Hold = Annotated[bool, _about("Hold", "You can put a piece aside.")]
Millis = (0, 8, 17, 25, 33, 42, 50, 67, 83, 100, 117, 133, 150, 167, 183, 200, 250, 300, 400)


def _book(label: str, help: str) -> Meta:
    one = "[a-z0-9][a-z0-9-]{0,39}"
    form = "names of opening books with commas between them, or nothing"
    return _about(label, help, pattern=rf"^(?:{one}(?:,{one}){{0,8}})?\Z", form=form)


def _key(label: str, help: str) -> Meta:
    return _about(
        label, help, pattern=r"^[a-z0-9]+(?: [a-z0-9]+){0,30}\Z", form="names of keys with “or” between them"
    )


def _command(label: str, help: str) -> Meta:
    return _about(label, help, pattern=r"^[ -~\u00a0-\uffff]{0,300}\Z", form="a command line")


SCOPES = places.shipped("assets", "scopes.json")
# The key of a command: `H`, `Page up`, `Ctrl+Shift+F5`. Comma, plus, minus and the equals sign are called by name.
SHORTCUT = r"(?:(?:Ctrl|Alt|Shift)\+)*(?:[A-Z][a-z]+(?: [a-z0-9]+)?|F[0-9]{1,2}|[^\s,=])"


def _shortcuts(scene: str) -> Meta:
    one = rf"{SHORTCUT} = {SHORTCUT}"
    return _about(scene, "Other keys for its commands.", pattern=rf"^(?:{one}(?:, {one}){{0,40}})?\Z",
        form="changed keys such as M = N, T = Ctrl+F5, or nothing")


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all sections. The first sentence of a section's docstring is its name on the screen."""


class Display(Section, frozen=True):
    """Display. How the window looks."""

    theme: Annotated[Theme, _about("Theme", "Colours of the window.")] = "dark"
    scale: Annotated[float, _about("Scale", "Size of text and controls.", 0.75, 3.0, unit="%", stops=(0.75, 0.9, 1.0,
        1.1, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75, 3.0))] = 1.0
    fullscreen: Annotated[bool, _about("Full screen", "Start in full screen. F11 switches at any time.")] = False
    patterns: Annotated[bool, _about("Patterns", "Mark Tetris pieces with a pattern as well as a colour.")] = False
    cells: Annotated[Cells, _about("Cells", "How the cells of Tetris pieces are drawn.",
        labels={"rounded": "Rounded", "flat": "Flat", "bevelled": "Bevelled"},
        notes={"rounded": "Soft corners, a little light above and shade below.",
        "flat": "Plain squares.",
        "bevelled": "Raised blocks, lit from the upper left."})] = "rounded"
    skin: Annotated[Skin, _about("Colours of pieces", "How Tetris pieces are coloured.",
        labels={"kibitz": "Kibitz", "guideline": "As in most games", "grey": "Grey"},
        notes={"kibitz": "Any two of them can be told apart with every kind of colour vision.",
        "guideline": "The bright colours of most games today.",
        "grey": "Shades of grey: only the shape counts."})] = "kibitz"
    ghost: Annotated[Ghost, _about("Ghost", "How clearly you see where a piece would land.",
        labels={"faint": "Faint", "usual": "Usual", "strong": "Strong"})] = "usual"
    lock_bar: Annotated[bool, _about("Lock delay", "Show below the well how long a landed piece can be moved.")] = False
    four_colours: Annotated[bool, _about("Four-colour suits", "Clubs are green and diamonds blue.")] = False
    reduce_motion: Annotated[bool, _about("Reduce motion", "Show changes at once, without animation.")] = False


class Play(Section, frozen=True):
    """Play. Hints, and how fast games run by themselves."""

    hints: Annotated[Hints, _about("Hints", "What the engine tells you while you play. H switches.",
        labels={"none": "None", "graph": "Graph", "all": "All"},
        notes={"none": "No best moves, no graph and no verdict on your moves.",
        "graph": "The graph, and what your last move cost.",
        "all": "The best moves too, and why they are best."})] = "all"
    blunder_check: Annotated[bool, _about("Warn of mistakes", "Tell you when a move loses the game.")] = True
    replay_speed: Annotated[float, _about("Replay speed", "Moves a second in replays.", 0.25, 16.0, unit="×",
        stops=(0.25, 0.5, 1, 2, 4, 8, 16))] = 1.0
    duel_seconds: Annotated[float, _about("Pace of engine games",
        "Shortest time for a move when two engines play each other.", 0.0, 60.0, unit="s", stops=(0, 0.25, 0.5, 1, 2,
        3, 5, 10, 20, 30, 60))] = 1.0


class Sound(Section, frozen=True):
    """Sound. What you hear."""

    effects: Annotated[float, _about("Real-time games", "Volume of pieces, clears and the countdown.", 0.0, 1.0,
        unit="%", labels=_SILENT, stops=_VOLUMES)] = 0.4
    moves: Annotated[float, _about("Moves", "Volume of walls, cards, and pieces placed without a clock.", 0.0, 1.0,
        unit="%", labels=_SILENT, stops=_VOLUMES)] = 0.4


class Engine(Section, frozen=True):
    """Engines. How long engines think."""

    hint_seconds: Annotated[float, _about("Time for hints", "How long hints improve while you look at one position.",
        1.0, 600.0, unit="s", stops=(1, 2, 5, 10, 20, 30, 60, 120, 300, 600))] = 20.0


class Zuniq(Section, frozen=True):
    """Zuniq. New games, and the engine."""

    dots: Annotated[str, _about("Board", "Rows and columns of dots in a new game.", pattern=r"^[2-9]x[2-9]\Z",
        form="ROWSxCOLUMNS in dots, from 2x2 to 9x9")] = "6x6"
    seat: Annotated[Color, _about("Your side", "White moves first.")] = "white"
    level: Level = "club"
    game_seconds: Annotated[float, _about("Engine clock", "Time for a whole game at full strength.", 5.0, 3600.0,
        unit="s", stops=(5, 10, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600))] = 30.0
    edges: Annotated[int, _about("Moves in the tree", "Memory for the search: 21 bytes a move.", 100_000, 9_000_000,
        stops=(100_000, 200_000, 500_000, 1_000_000, 2_000_000, 3_000_000, 6_000_000, 9_000_000))] = 6_000_000
    nodes: Annotated[int, _about("Positions in the tree", "Memory for the search: about 90 bytes a position.", 10_000,
        500_000, stops=(10_000, 20_000, 50_000, 100_000, 250_000, 500_000))] = 250_000
    solver_bits: Annotated[int, _about("Endgame table", "Memory for solved endgames.", 16, 24,
        labels=_TABLE_SIZES)] = 22
    threads: Annotated[int, _about("Threads", "Walls that are proved side by side near the end, each on a core.",
        1, 16)] = 1
    exploration: Annotated[Exploration, _about("Exploration", "How the search weighs new moves.",
        labels={"seed": "Vaan Banaan"})] = "kibitz"
    border_from_white: Annotated[int, _about("Border walls as White", "First ply at which the engine considers them.",
        0, 40, labels={0: "Always"})] = 0
    border_from_black: Annotated[int, _about("Border walls as Black", "First ply at which the engine considers them.",
        0, 40, labels={0: "Always"})] = 0


class Classic(Section, frozen=True):
    """Classic Tetris. New games, watching and hints."""

    size: Annotated[str, _about("Board", "Columns and rows in a new game.",
        pattern=r"^(?:[4-9]|[12][0-9]|3[0-2])x(?:[4-9]|[123][0-9]|40)\Z",
        form="COLUMNSxROWS, from 4x4 to 32x40")] = "10x20"
    rules: Annotated[ClassicRules, _about("Rules", "Where pieces appear, how they rotate, and when a game is over.",
        notes={"spawn": "Joakim Tengstrand’s rules: pieces appear in the top row, and move and rotate there.",
        "simplified": "The rules of most papers: any rotation in any column, dropped from above the stack.",
        "fahey": "Colin Fahey’s Standard Tetris: a piece moves and rotates one row below the top."})] = "spawn"
    sliding: Annotated[bool, _about("Sliding", "Pieces can slide and rotate under overhangs (Spawn rules).")] = False
    next: Annotated[bool, _about("Next piece", "The next piece is shown.")] = False
    seed: Seed = 0
    controller: Annotated[Controller, _about("Player to watch", "Who plays when you watch.",
        labels=_CONTROLLERS)] = "tengstrand-1.1"
    adviser: Annotated[Controller, _about("Adviser", "Whose hints you see while you play.",
        labels=_CONTROLLERS)] = "tengstrand-1.1"
    watch_speed: Annotated[float, _about("Pieces a second", "Speed when you watch.", 0.0, 1000.0,
        labels={0.0: "No limit"}, stops=(0, 0.5, 1, 2, 4, 8, 16, 30, 60, 125, 250, 500, 1000))] = 4.0
    race: Annotated[str, _about("Players in a race", "Two to four controllers.",
        labels=_CONTROLLERS, pattern=rf"^{_CONTROLLER}(?: {_CONTROLLER}){{1,3}}\Z",
        form="names of controllers with spaces between them")] = "tengstrand-1.1 tengstrand-1.4 dt-20 kibitz"


class Tetris(Section, frozen=True):
    """Guideline Tetris. New games."""

    mode: Annotated[TetrisMode, _about("Mode", "What a new game starts with.", labels={"free": "Free play",
        "dig": "Downstack race"},
        notes={"coach": "Piece by piece, without a clock. The coach shows what is best and why.",
        "versus": "In real time against an engine or another program. Lines you clear send garbage.",
        "sprint": "Clear 40 rows as fast as you can.", "ultra": "Score as many points as you can in two minutes.",
        "dig": "Clear rows of garbage with few pieces, or fast. Alone, or against an engine.",
        "free": "In real time and alone, with the coach on the board.",
        "sandbox": "Draw a board, set queue and hold, then ask for advice or play on.",
        "watch": "Two engines against each other in real time, or one alone."})] = "coach"
    board: Annotated[TetrisBoard, _about("Starting board", "For games with the coach, free play and the sandbox.",
        labels={"four-wide": "Four-wide well"},
        notes={"four-wide": "Walls up to the top, a well four columns wide and three cells in it."})] = "empty"
    previews: Annotated[int, Previews] = 5
    hold: Hold = True
    kicks: Annotated[Kicks, _about("Kick table", "Where a piece moves when a rotation is blocked.",
        labels={"srs": "SRS", "srs+180": "SRS + half turns", "srs+": "SRS+ (TETR.IO)"},
        notes={"srs": "The Super Rotation System with its five kicks.",
        "srs+180": "SRS, with half turns and kicks for them.",
        "srs+": "The table of TETR.IO: other kicks for the I, and half turns."})] = "srs"
    spins: Annotated[Spins, _about("Spins", "Which rotations count as a spin.",
        labels={"t-spins": "T-spins", "t-spins+": "T-spins+"},
        notes={"t-spins": "A T with three filled corners, mini or full.",
        "t-spins+": "As T-spins, and a T that cannot move is a mini.",
        "all-mini": "As T-spins, and other pieces that cannot move are minis.",
        "all-mini+": "TETR.IO season 2: T-spins, and any piece that cannot move is a mini.",
        "all": "As T-spins, and other pieces that cannot move are full spins.",
        "all+": "As All, and a T that cannot move is a mini.",
        "mini-only": "Any spin is a mini.", "none": "No spins."})] = "t-spins"
    pieces: Annotated[Randomizer, _about("Randomizer", "How pieces are drawn.", labels=_BAGS,
        notes={"tetrio": "The pieces that TETR.IO deals for a seed. Games you play alone can be saved as its replays."}
    )] = "tetrio"
    attack: Annotated[Attack, _about("Attack table", "How much garbage a clear sends.",
        labels={"cold-clear": "Puyo Puyo Tetris", "classic-guideline": "Classic guideline",
        "modern-guideline": "Modern guideline", "modern-guideline-late": "Modern, late combos",
        "tetr.io": "TETR.IO", "tetr.io-2": "TETR.IO season 2"},
        notes={"cold-clear": "Combos send from the third clear on. A perfect clear sends 10 rows in all.",
        "classic-guideline": "Combos send from the second clear on, up to 5 rows.",
        "modern-guideline": "Combos send from the second clear on, up to 4 rows.",
        "modern-guideline-late": "As Modern guideline, but combos send from the third clear on.",
        "tetr.io": "Combos multiply what a clear sends. Back-to-back sends more the longer it lasts.",
        "tetr.io-2": "Combos multiply what a clear sends. Back-to-back is saved up and sent when it ends."}
    )] = "cold-clear"
    multiplier: Annotated[int, _about("Attack multiplier", "Multiplies the attack of every clear.", 0, 1000,
        unit="%", stops=(0, 25, 50, 75, 100, 125, 150, 175, 200, 250, 300, 400, 500, 750, 1000))] = 100
    cap: Annotated[int, _about("Garbage cap", "The most rows of garbage that come up at once.", 0, 40,
        labels={0: "None"})] = 10
    messiness: Annotated[int, _about("Messiness of garbage", "How often the hole changes its column.", 0, 100,
        unit="%", stops=tuple(range(0, 101, 10)))] = 30
    change: Annotated[int, _about("Messiness between attacks", "How often the hole moves when an attack ends. "
        "TETR.IO: 100 %, and a messiness of 0 %.", 0, 100, unit="%", labels={0: "The same"},
        stops=tuple(range(0, 101, 10)))] = 0
    opener: Annotated[int, _about("Opener phase", "During the first pieces, attack cancels twice as much garbage "
        "while you are behind. TETR.IO season 2: 14.", 0, 100, labels={0: "Off"}, unit="pieces",
        stops=(0, 7, 14, 21, 28, 35, 50, 100))] = 0
    level: Annotated[int, _about("Gravity level", "How fast pieces fall. 20 is the fastest.", 0, 20,
        labels={0: "As in versus"})] = 0
    against: Annotated[Rival, _about("Who plays against you", "Your opponent in versus.", labels=_RIVALS)] = "stacker"
    racer: Annotated[Racer, _about("Who races against you", "Your opponent in a downstack race.",
        labels=_RIVALS)] = "nobody"
    opponent: Level = "club"
    sparring: Annotated[Sparring, _about("Sparring partner", "How fast the sparring partner plays, and how often it "
        "slips.")] = "casual"
    pace: Annotated[float, _about("Speed limit", "The most pieces that your opponent places a second.", 0.0, 10.0,
        unit="pieces/s", labels={0.0: "Its own speed"}, stops=(0, 0.5, 1, 1.5, 2, 3, 5, 10))] = 0.0
    cheese: Annotated[int, _about("Garbage at the start", "Rows of garbage that free play begins with.", 0, 18,
        labels={0: "None"}, unit="rows")] = 0
    stays: Annotated[int, _about("Garbage that stays", "So many rows stay below your stack: new ones come up for those "
        "you clear.", 0, 18, labels={0: "None"}, unit="rows")] = 0
    wave: Annotated[int, _about("Attack", "Rows of garbage that come by themselves in free play.", 0, 20,
        labels={0: "None"}, unit="rows")] = 0
    every: Annotated[int, _about("Attack every", "Pieces from one attack to the next.", 1, 100, unit="pieces",
        stops=(1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 21, 28, 35, 50, 100))] = 7
    dig: Annotated[int, _about("Rows to dig", "Rows of garbage in a downstack race.", 1, 100, unit="rows",
        stops=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 20, 30, 40, 50, 100))] = 10
    holes: Annotated[int, _about("Messiness of the rows", "How often the hole changes its column in free play and "
        "downstack races.", 0, 100, unit="%", stops=tuple(range(0, 101, 10)))] = 100
    retry: Annotated[bool, _about("Retry a piece", "A piece that took more keys than needed comes back, in sprint and "
        "free play. Such a sprint does not count among your best.")] = False
    book: Annotated[str, _book("Opening book", "The coach follows it first.")] = ""
    clears: Annotated[PerfectClears, _about("Perfect clears", "What a book of perfect clears plays for.",
        labels={"one": "The next one", "row": "Many in a row"},
        notes={"one": "The chance of the next perfect clear alone.",
        "row": "From the fifth piece on it also counts what is left over for those that follow."})] = "one"
    opponent_book: Annotated[str, _book("Opponent’s opening book", "Your opponent follows it first.")] = ""
    seed: Seed = 0


class FourWide(Section, frozen=True):
    """Four-wide. New games."""

    player: Annotated[FourWidePlayer, _about("Player", "Who plays.", labels={"hints": "You, with hints",
        "alone": "You, without hints", "best": "The solved game", "rule": "Rule of thumb"},
        notes={"hints": "Every placement shows how long the combo will last on average.",
        "alone": "After each move you see what it cost. H shows the hints.",
        "best": "Watch the solved game play. Nobody lasts longer on average.",
        "rule": "Watch a player without a table. It plans only with the pieces it sees."})] = "hints"
    previews: Annotated[int, _about("Previews", "How many pieces are shown after the current one.", 0, 6,
        labels={0: "None"})] = 5
    hold: Hold = True
    cells: Annotated[FourWideCells, _about("Starting cells", "How many cells the well starts with.")] = "three"
    turns: Annotated[FourWideTurns, _about("Kick table", "Where a piece moves when a rotation is blocked.",
        labels={"srs": "SRS", "srs+": "SRS + half turns"})] = "srs"
    pieces: Annotated[FourWidePieces, _about("Randomizer", "How pieces are drawn.", labels=_BAGS)] = "bag"
    walls: Annotated[FourWideWalls, _about("Walls",
        "How many rows the walls have. Each clear removes one.",
        labels={rows: f"{rows} rows" for rows in ("10", "20", "30", "40")})] = "endless"
    seed: Seed = 0


class Handling(Section, frozen=True):
    """Tetris: handling. How held keys move a piece in real time. Takes effect in the next game."""

    preset: Annotated[Preset, _about("Preset",
        "Sets the values below as in a known game. Takes effect in the next game.",
        labels={"cold-clear": "Cold Clear", "cold-clear-fast": "Cold Clear, fast",
        "tetr.io": "TETR.IO", "own": "Your own"})] = "guideline"
    das: Annotated[int, _about("Auto-shift delay (DAS)", "How long you hold a direction until it repeats.", 0, 1000,
        unit="ms", stops=Millis)] = 167
    arr: Annotated[int, _about("Auto-repeat rate (ARR)",
        "Time between two repeats. 0 moves the piece to the wall at once.", 0, 1000, unit="ms",
        stops=Millis[: -4])] = 33
    soft_drop: Annotated[float, _about("Soft drop", "How much faster than gravity a piece falls.", 1.0, 41.0,
        unit="×", labels={41.0: "To the floor"}, stops=(1, 2, 5, 6, 10, 15, 20, 22.5, 30, 40, 41))] = 20.0
    cut: Annotated[int, _about("DAS cut delay (DCD)", "How long auto-repeat pauses after a rotation or a new piece.", 0,
        1000, unit="ms", stops=Millis[: -4])] = 0
    initial: Annotated[bool, _about("Initial rotation and hold",
        "A key held before a piece appears takes effect as it appears.")] = True


class Keys(Section, frozen=True):
    """Tetris: keys. Keys and gamepad buttons for real-time games."""

    left: Annotated[str, _key("Left", "Move left.")] = "left or pad left"
    right: Annotated[str, _key("Right", "Move right.")] = "right or pad right"
    soft: Annotated[str, _key("Soft drop", "Make the piece fall faster.")] = "down or pad down"
    hard: Annotated[str, _key("Hard drop", "Drop and lock the piece at once.")] = "space or pad up"
    cw: Annotated[str, _key("Rotate right", "Rotate clockwise.")] = "up or x or pad 1"
    ccw: Annotated[str, _key("Rotate left", "Rotate counterclockwise.")] = "z or left ctrl or pad 0"
    flip: Annotated[str, _key("Half turn", "Rotate by 180 degrees, if the kick table allows it.")] = "a or pad 3"
    hold: Annotated[str, _key("Hold",
        "Put the piece aside and take the one from hold.")] = "c or left shift or pad 4 or pad 5"
    restart: Annotated[str, _key("Restart", "Start the game again.")] = "r or pad 6"
    pause: Annotated[str, _key("Pause", "Pause or continue.")] = "p or pad 7"


def _scopes() -> dict[str, str]:
    """The scopes of commands, as the scenes call theirs: `python -m tests.gui.command_list` writes the file."""
    return msgspec.json.decode(SCOPES.read_bytes(), type=dict[str, str])


if TYPE_CHECKING:

    class Shortcuts(Section, frozen=True):
        """A text for each scope."""

else:
    Shortcuts = msgspec.defstruct("Shortcuts",
        [(scope, Annotated[str, _shortcuts(words)], "") for scope, words in _scopes().items()],
        bases=(Section,), module=__name__, frozen=True, forbid_unknown_fields=True, namespace={
            "__doc__": "Keys of commands. Other keys than the default ones. `?` shows the keys of each scene."
        })


class Bots(Section, frozen=True):
    """Tetris: other bots. Programs to play against. They must speak the Tetris Bot Protocol."""

    first: Annotated[str, _command("First bot", "The command that starts it, or nothing.")] = ""
    second: Annotated[str, _command("Second bot", "The command that starts it, or nothing.")] = ""
    third: Annotated[str, _command("Third bot", "The command that starts it, or nothing.")] = ""


class Bridge(Section, frozen=True):
    """Honeymoon bridge. New matches."""

    level: Level = "club"
    game: Annotated[BridgeGame, _about("Game", "Which of the two games is played.",
        labels={"honeymoon": "Honeymoon bridge", "german-whist": "German Whist"},
        notes={"honeymoon": "An auction, thirteen tricks to exchange cards, thirteen that count.",
        "german-whist": "No auction: the first card of the stock names trumps. Most of the last tricks win."},
        )] = "honeymoon"
    match: Annotated[str, _about("Match length", "A number of deals or points, such as 4 deals.",
        pattern=r"^[1-9][0-9]{0,3} (?:deals?|points)\Z",
        form="a number of deals or points, such as 4 deals")] = "4 deals"
    lead: Annotated[BridgeLead, _about("Opening lead", "Who leads to the first trick that counts.",
        notes={"loser": "The player who lost the last trick of the exchange leads.",
        "winner": "The player who won the last trick of the exchange leads.", "declarer": "The declarer leads.",
        "defender": "The declarer’s opponent leads."})] = "loser"
    notrump: Annotated[bool, _about("No-trump bids", "Bids in no trumps are allowed.")] = True
    doubles: Annotated[bool, _about("Doubles", "Bids can be doubled and redoubled.")] = False
    scoring: Annotated[BridgeScoring, _about("Scoring", "How points are counted.",
        labels={"laws": "Duplicate", "duplicate": "Original program", "tricks": "By tricks"},
        notes={"laws": "By the laws of duplicate bridge.",
        "duplicate": "As in duplicate, but each doubled undertrick after the first costs 200; never vulnerable.",
        "tricks": "Ten points for each trick more than your opponent, whatever was bid."})] = "laws"
    vulnerable: Annotated[bool, _about("Vulnerable",
        "Both players are vulnerable: games, slams and undertricks count more. Only in duplicate scoring.")] = False
    seed: Seed = 0


class Practice(Section, frozen=True):
    """Practice. TETR.IO replays in a folder become problems, in the background."""

    folder: Annotated[str, _about("Replay folder", "The folder that is watched for new replays, or nothing.",
        pattern=r"^[^\x00-\x1f]{0,300}\Z", form="a folder, or nothing")] = ""
    player: Annotated[str, _about("Your name in replays", "Your name on TETR.IO. It is asked for once.",
        pattern=r"^[^\x00-\x1f]{0,80}\Z", form="a name, or nothing")] = ""


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
    shortcuts: Shortcuts = Shortcuts()
    bots: Bots = Bots()
    bridge: Bridge = Bridge()
    practice: Practice = Practice()



# fmt: on

# -- one setting --

_SPACE = "\u2009"
_UNITS = {"s": {"s": 1.0, "min": 60.0, "h": 3600.0}, "×": {"×": 1.0, "x": 1.0}}  # others have one name
_NUMBER = r"[-+]?(0|[1-9][0-9_]*)"
# Choices that files of earlier versions have as true and false.
_ONCE_A_SWITCH: dict[str, dict[Value, str]] = {"play.hints": {True: "all", False: "none"}}
# Choices that had another name.
_ONCE_CALLED: dict[str, dict[Value, str]] = {"tetris.attack": {"guideline": "modern-guideline-late"}}
_FILE_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Field(msgspec.Struct, frozen=True):
    """One setting of the schema. `choices` are the values of a menu or a switch; numbers have `low` and `high`."""

    path: str
    type: Any
    kind: Kind
    default: Value
    label: str
    help: str
    low: float
    high: float
    choices: tuple[Value, ...]
    unit: str
    stops: tuple[float, ...]
    labels: Labels
    notes: Labels
    form: str

    @property
    def section(self) -> str:
        return self.path.partition(".")[0]

    @property
    def short(self) -> bool:
        """True for a text of a few letters, such as `6x6`."""
        return self.kind == "text" and 0 < len(str(self.default)) < 10

    @property
    def allowed(self) -> str:
        """The values that a file may hold, as the end of a sentence."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "choice":
            return _any_of([str(choice) for choice in self.choices])
        if self.kind == "text":
            return self.form
        return f"{'a whole number' if self.kind == 'int' else 'a number'} from {self.low:.12g} to {self.high:.12g}"

    @property
    def refusal(self) -> str:
        """The sentence for a person who has entered something else."""
        allowed = self.form
        if self.choices:
            allowed = _any_of([self.show(choice) for choice in self.choices])
        elif self.kind != "text":
            allowed = f"between {self._number(self.low)} and {self._number(self.high)}"
        return f"{self.label} must be {allowed}.".replace(_SPACE, " ")

    def show(self, value: Value) -> str:
        """A value as the window shows it: `100 %`, `2 min`, `7-bag`. `read` takes it back."""
        if isinstance(value, bool):
            return "On" if value else "Off"
        if self.kind == "choice" or value in self.labels:
            return self.labels.get(value) or str(value).capitalize()
        if not isinstance(value, str):
            return self._number(value)
        if self.section == "keys":
            names = (re.sub(r"^pad ", "gamepad ", name) for name in value.split(" or "))
            return ", ".join(name[:1].upper() + name[1:] for name in names)
        if self.labels:
            return ", ".join(self.labels.get(each) or each.capitalize() for each in value.split())
        value = re.sub(r"^([0-9]+)x([0-9]+)$", r"\1 × \2", value)
        return re.sub(r"^1 (deal|point)s$", r"1 \1", value)

    def _number(self, value: float) -> str:
        amount = value * self._factor
        if self.unit == "s":
            for seconds, unit in ((3600.0, "h"), (60.0, "min")):
                if value >= seconds and value % seconds == 0:
                    return f"{value / seconds:g}{_SPACE}{unit}"
        plain = f"{round(amount):,}".replace(",", _SPACE) if self.kind == "int" else f"{amount:.6g}"
        return plain + (self.unit if self.unit == "×" else f"{_SPACE}{self.unit}" if self.unit else "")

    @property
    def _factor(self) -> float:
        return 100.0 if self.unit == "%" and self.kind == "float" else 1.0

    def read(self, text: str) -> Value:
        """The value that a person has entered; a number with or without its unit. Raises `BadInput`."""
        wanted = _folded(text)
        if self.path in _ONCE_A_SWITCH and wanted in _FILE_WORDS:
            return checked(self, _FILE_WORDS[wanted])
        if wanted in (once := _ONCE_CALLED.get(self.path, {})):
            return once[wanted]
        for value in (*self.choices, *self.labels):
            if self.kind != "text" and wanted in (_folded(self.show(value)), _folded(str(value))):
                return value
        try:
            if self.kind == "text":
                return checked(self, self._written(text.strip()))
            match = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{0,6})?)([a-z%×/]*)", wanted.replace(",", "."))
            units = {"": 1.0, **_UNITS.get(self.unit, {self.unit: 1.0})}
            if match is None or match[2] not in units:
                raise BadInput(self.refusal)
            number = round(float(match[1]) * units[match[2]] / self._factor, 6)
            return checked(self, int(number) if self.kind == "int" and number.is_integer() else number)
        except BadConfig:
            raise BadInput(self.refusal) from None

    def _written(self, text: str) -> str:
        """A text as the file holds it."""
        if self.section in ("bots", "practice"):
            return text
        if self.section == "shortcuts":
            return re.sub(r"\s*=\s*", " = ", re.sub(r"\s*,\s*", ", ", text))
        text = re.sub(r"\s*[x×]\s*(?=[0-9])", "x", re.sub(r"(?<=[0-9])\s(?=[0-9])", "", text.lower()))
        if self.section == "keys":
            return " or ".join(re.sub(r"^gamepad ", "pad ", name.strip()) for name in text.split(","))
        if self.labels:
            names = {_folded(label): str(value) for value, label in self.labels.items()}
            parts = text.split(",") if "," in text else text.split()
            return " ".join(names.get(_folded(part), _folded(part)) for part in parts)
        return re.sub(r"^1 (deal|point)$", r"1 \1s", text)

    def step(self, value: Value, by: int) -> Value:
        """The next value on that side: the next stop of a number, the next choice of a menu."""
        if self.kind == "bool":
            return by > 0
        if self.kind == "choice":
            return self.choices[(self.choices.index(value) + by) % len(self.choices)]
        if isinstance(value, str):
            return value
        if not self.stops:
            return int(min(self.high, max(self.low, value + by)))
        beyond = [stop for stop in self.stops if (stop > value if by > 0 else stop < value)]
        return self.of_kind((beyond[0] if by > 0 else beyond[-1]) if beyond else value)

    def of_kind(self, number: float) -> Value:
        """A number of the kind that the setting has."""
        return round(number) if self.kind == "int" else float(number)


def _any_of(words: list[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1]))


def _folded(text: str) -> str:
    return re.sub(r"\s", "", text).lower()


@cache
def fields(section: str = "") -> tuple[Field, ...]:
    """Every setting in the order of the file, or those of one section."""
    names = (section,) if section else Config.__struct_fields__
    return tuple(_field(name, each) for name in names for each in _section(name).__struct_fields__)


def title(section: str) -> str:
    """The name of a section on the screen."""
    return (_section(section).__doc__ or "").partition(".")[0]


def _section(name: str) -> type[Section]:
    result: type[Section] = Config.__annotations__[name]
    return result


def _field(section: str, name: str) -> Field:
    hint = _section(section).__annotations__[name]
    base, meta = get_args(hint)
    kinds: dict[object, Kind] = {bool: "bool", int: "int", float: "float", str: "text"}
    kind = kinds.get(base, "choice")
    low, high = meta.ge or 0.0, meta.le or 0.0
    stops = meta.extra["stops"] or (range(int(low), int(high) + 1) if kind == "int" and high <= 40 else ())
    extra = {**meta.extra, "stops": tuple(sorted({low, high, *map(float, stops)})) if stops else ()}
    choices = {"choice": get_args(base), "bool": (False, True)}.get(kind, ())
    default = getattr(getattr(Config(), section), name)
    own = (hint, kind, default, meta.title, meta.description, low, high, choices)
    return Field(f"{section}.{name}", *own, **extra)


@cache
def _by_path() -> dict[str, Field]:
    return {each.path: each for each in fields()}


@cache
def field(path: str) -> Field:
    """The setting at a dotted path such as `display.scale`. Raises `BadConfig` with the nearest name."""
    known_field = _by_path().get(path)
    if known_field is not None:
        return known_field
    paths = list(_by_path())
    section, _, name = path.partition(".")
    known = section in Config.__struct_fields__
    names = ", ".join(_section(section).__struct_fields__ if known else Config.__struct_fields__)
    if known and not name:
        raise BadConfig(f"{path} is a section; its settings are {names}")
    near = difflib.get_close_matches(path, paths, 1)
    meant = f"{section} has {names}" if known else f"the sections are {names}"
    raise BadConfig(f"{path} is not a setting; {f'did you mean {near[0]}?' if near else meant}")


# -- values --


def checked(field: Field, value: Value) -> Value:
    """`value`, if type and limits of `field` allow it. Raises `BadConfig` with a sentence for a person."""
    if isinstance(value, bool):
        value = _ONCE_A_SWITCH.get(field.path, {}).get(value, value)
    value = _ONCE_CALLED.get(field.path, {}).get(value, value)
    try:
        allowed: Value = msgspec.convert(value, field.type)
    except msgspec.ValidationError:
        raise BadConfig(field.refusal) from None
    return allowed


def value(config: Config, path: str) -> Value:
    """The value at a dotted path such as `display.scale`. Raises `BadConfig` for an unknown path."""
    section, _, name = field(path).path.partition(".")
    result: Value = getattr(getattr(config, section), name)
    return result


def with_value(config: Config, path: str, new: Value) -> Config:
    """`config` with another value at `path`. Raises `BadConfig` where the value is not allowed."""
    section, _, name = path.partition(".")
    allowed = checked(field(path), new)
    changed = msgspec.structs.replace(getattr(config, section), **{name: allowed})
    return msgspec.structs.replace(config, **{section: changed})


def text_of(value: Value) -> str:
    """A value as a file holds it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value_of(entry: "_Entry") -> Value:
    """The value of an entry of a file. Raises `BadConfig`.

    `012` and `12:30:00` are not numbers here, since YAML and people read different numbers from them.
    """
    known, text = field(entry.path), entry.text
    result: Value | None = None
    plain = text if text is not None and len(text) <= 40 and not entry.quoted else ""
    if entry.path in _ONCE_A_SWITCH and plain.lower() in _FILE_WORDS:
        result = _FILE_WORDS[plain.lower()]
    elif known.kind in ("choice", "text"):
        result = text
    elif known.kind == "bool":
        result = _FILE_WORDS.get(plain.lower())
    elif re.fullmatch(_NUMBER, plain):
        result = int(plain) if known.kind == "int" else float(plain)
    elif known.kind == "float" and re.fullmatch(_NUMBER + r"(\.[0-9]*)?([eE][-+]?[0-9]{1,3})?", plain):
        result = float(plain)
    try:
        return checked(known, result)  # type: ignore[arg-type]  # None is refused like any other
    except BadConfig:
        raise BadConfig(f"{entry.path} is {entry}; allowed: {known.allowed}") from None


# -- files --

SHIPPED = places.shipped("config.yaml")
HEADING = "# Kibitz: your changes. `main.py config show` lists every key and what it may be.\n"
MOST_MESSAGES = 20  # of one file; a file of junk has thousands
MAX_BYTES = 64 * 1024
MAX_NESTING = 8  # of a list or mapping in the place of a value, which is refused anyway
Problem = tuple[int | None, str]  # a line, or None for the whole file, and what is wrong with it


class _Entry(msgspec.Struct, frozen=True):
    """A value as a file has it: its place, and its text; None for a list or a mapping."""

    path: str
    text: str | None
    quoted: bool
    line: int
    start: int
    end: int

    def __str__(self) -> str:
        if not self.text:
            return "a list or a mapping" if self.text is None else "empty"
        short = self.text if len(self.text) <= 40 else self.text[:40] + "…"
        return repr(short) if self.quoted or not short.isprintable() else short


class _Refused(yaml.MarkedYAMLError):
    """YAML that settings do not need."""

    def __init__(self, problem: str, mark: Any) -> None:
        super().__init__(problem=problem, problem_mark=mark)


# These read text and nothing else, so that no rule of YAML turns `no` or `1e3` into something else. libyaml takes a
# tenth of the time; what is wrong with a file, and in which line, the slow one tells better.
_SLOW: Any = yaml.BaseLoader
_FAST: Any = getattr(yaml, "CBaseLoader", _SLOW)


def _refuse_dangers(text: str, loader: Any) -> None:
    """Raise `_Refused` for all that makes YAML dangerous or slow, before it costs anything."""
    depth = 0
    for event in yaml.parse(text, Loader=loader):
        if isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if not isinstance(event, yaml.NodeEvent):
            continue
        if event.anchor:  # an alias has one too
            raise _Refused("anchors and aliases (& and *) are not allowed", event.start_mark)
        if getattr(event, "tag", None) not in (None, "!"):
            raise _Refused("tags (!) are not allowed", event.start_mark)
        if depth == MAX_NESTING:
            raise _Refused("nested too deep; allowed are sections with keys", event.start_mark)
        depth += isinstance(event, yaml.CollectionStartEvent)


@lru_cache(maxsize=4)  # of the shipped file and the user's, which each change of a setting reads some times
def _parse(text: str, loader: Any = _FAST) -> tuple[tuple[_Entry, ...], tuple[Problem, ...]]:
    """The entries of a text and what is wrong with it. After an error of syntax there are no entries."""
    entries: dict[str, _Entry] = {}
    problems: list[Problem] = []
    seen: set[str] = set()

    def walk(node: yaml.Node, path: str) -> None:
        for key, below in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise _Refused("a list or mapping stands where a key should be", key.start_mark)
            name = key.value if 0 < len(key.value) <= 40 and key.value.isprintable() else repr(key.value[:40])
            here = f"{path}.{name}" if path else name
            if here in seen:
                text = f"{here} stands twice; write it once (the first value counts)"
                problems.append((key.start_mark.line + 1, text))
            seen.add(here)
            if isinstance(below, yaml.MappingNode) and not path:
                walk(below, here)
                continue
            result = below.value if isinstance(below, yaml.ScalarNode) else None
            if path or result != "":  # an empty section does no harm
                begin, end, quoted = below.start_mark, below.end_mark, bool(getattr(below, "style", ""))
                entries.setdefault(here, _Entry(here, result, quoted, begin.line + 1, begin.index, end.index))

    try:
        _refuse_dangers(text, loader)
        root = yaml.compose(text, Loader=loader)
        if isinstance(root, yaml.MappingNode):
            walk(root, "")
        elif root is not None and root.value:
            result = "a list" if isinstance(root, yaml.SequenceNode) else repr(root.value[:40])
            raise _Refused(f"{result}; allowed are sections with keys", root.start_mark)
    except yaml.MarkedYAMLError as error:
        if loader is not _SLOW:
            return _parse(text, _SLOW)
        mark = error.problem_mark or error.context_mark
        reason = ", ".join(filter(None, (error.context, error.problem))) or "it cannot be read"
        message = reason if isinstance(error, _Refused) else f"is not YAML: {reason}"
        return (), ((mark.line + 1 if mark else None, message),)
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError) as error:
        if loader is not _SLOW:
            return _parse(text, _SLOW)
        return (), ((None, f"is not YAML ({(str(error).splitlines() or ['it cannot be read'])[0][:120]})"),)
    return tuple(entries.values()), tuple(problems)


def _text(path: Path) -> str:
    """The text of a file, empty where there is none. Raises `BadConfig`."""
    try:
        with opened(path) as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        raise BadConfig(f"cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if len(raw) > MAX_BYTES:
        raise BadConfig(f"is larger than {MAX_BYTES // 1024} KB; settings need far less")
    return raw.decode("utf-8-sig")


def _read(path: Path) -> tuple[dict[str, Value], list[str]]:
    """The good values of a file by path, and one message about each of the others."""
    values: dict[str, Value] = {}
    entries: tuple[_Entry, ...] = ()
    problems: list[Problem] = []
    try:
        entries, wrong = _parse(_text(path))
        problems += wrong
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        problems = [(line, "is not UTF-8 text; save the file as UTF-8")]
    except BadConfig as error:
        problems = [(None, str(error))]
    for entry in entries:
        try:
            values[entry.path] = _value_of(entry)
        except BadConfig as error:
            problems.append((entry.line, str(error)))
    problems.sort(key=lambda problem: problem[0] or 0)
    messages = [f"{path}, line {line}: {text}" if line else f"{path} {text}" for line, text in problems]
    if (more := len(messages) - MOST_MESSAGES) > 0:
        messages[MOST_MESSAGES:] = [f"{path} has {more} more entries that cannot be used"]
    return values, messages


def user_file() -> Path:
    """Return the path of the user's own file, even if there is none yet."""
    return places.config_dir() / "config.yaml"


def check(path: Path) -> list[str]:
    """Return the errors in a configuration file, one message each; empty if nothing is."""
    return _read(path)[1]


def _merged(*files: Path) -> tuple[Config, list[str]]:
    config, messages = Config(), []
    for values, problems in map(_read, files):
        messages += problems
        for path, result in values.items():
            config = with_value(config, path, result)
    return config, messages


def load() -> tuple[Config, list[str]]:
    """The configuration in force, and one message for each entry that could not be used."""
    return _merged(SHIPPED, user_file())


def save(changes: Mapping[str, Value]) -> list[str]:
    """Put `changes` into the user's file, which keeps its other entries and comments and holds only what differs.

    Returns what a person should know: where a file that held mistakes was kept before it was written anew.
    Raises `BadConfig` where a value is not allowed or the file cannot be written.
    """
    base, file = _merged(SHIPPED)[0], user_file()
    wanted = {path: checked(field(path), new) for path, new in changes.items()}
    edits = {path: None if new == value(base, path) else text_of(new) for path, new in wanted.items()}
    try:
        stored, problems = _read(file)
        notices = [_keep_broken(file)] if problems else []
        text = None if problems or not file.exists() else _edited(_text(file), edits)
        if text is None:
            texts = {**{path: text_of(old) for path, old in stored.items()}, **edits}
            text = HEADING + "".join(_lines({path: new for path, new in texts.items() if new is not None}))
        saving.write(file, text.encode())
    except OSError as error:
        raise BadConfig(f"{file} cannot be written ({error.strerror or error})") from None
    return notices


def _keep_broken(file: Path) -> str:
    """Copy a file with mistakes beside itself under a new name, and say so."""
    number = 1
    while (copy := file.with_name(f"{file.stem}-broken-{number}{file.suffix}")).exists():
        number += 1
    saving.write(copy, file.read_bytes())
    return f"{file} had entries that could not be used. It was saved as {copy.name} and replaced."


def _edited(text: str, edits: Mapping[str, str | None]) -> str | None:
    """`text` with these values set, or their lines removed where None. None where that cannot be done in place."""
    wanted = {entry.path: entry.text for entry in _parse(text)[0]}
    for path, new in edits.items():
        section, _, name = path.partition(".")
        there = _parse(text)[0] if path in wanted else ()
        old = next((entry for entry in there if entry.path == path), None)
        wanted[path] = new
        if old is not None and new is not None:
            text = text[: old.start] + _quoted(new) + text[old.end :]
        elif old is not None:
            lines = text.splitlines(keepends=True)
            text = "".join(lines[: old.line - 1] + lines[old.line :])
        elif new is not None:
            text = text if text.endswith("\n") or not text else text + "\n"
            head = re.search(rf"^{section}[ \t]*:[ \t]*(?:#.*)?\n", text, re.MULTILINE)
            indent = re.match(r"(?:[ \t]*(?:#.*)?\n)*( *)", text[head.end() :]) if head else None
            line = f"{(indent and indent[1]) or '  '}{name}: {_quoted(new)}\n"
            text = text[: head.end()] + line + text[head.end() :] if head else f"{text}{section}:\n{line}"
    entries, problems = _parse(text)
    left = {path: new for path, new in wanted.items() if new is not None}
    return text if {entry.path: entry.text for entry in entries} == left and not problems else None


def _quoted(value: str) -> str:
    """A value as YAML that reads as just that text: plain where that can be, else in quotes."""
    plain = re.fullmatch(r"[\w./][\w ./+-]*(?<! )", value, re.ASCII)
    return value if plain else "'" + value.replace("'", "''") + "'"


def _lines(texts: Mapping[str, str], *, comments: bool = False) -> Iterator[str]:
    """The lines of a file with these values by path."""
    section = ""
    for each in fields():
        if each.path not in texts:
            continue
        if each.section != section:
            section = each.section
            yield f"\n# {_section(section).__doc__}\n{section}:\n" if comments else f"{section}:\n"
        if comments:
            yield f"  # {each.label}. {each.help} ({each.allowed})\n"
        yield f"  {each.path.partition('.')[2]}: {_quoted(texts[each.path])}\n"


def template() -> str:
    """The text of the `config.yaml` that belongs to this program: every key, commented, with its default."""
    heading = """# Kibitz: every setting with its default, as game/config.py has them.
# Put your changes into your own file. It needs only what differs:
# `python main.py config path` says where it is, `config check` whether it is right.
"""
    return heading + "".join(_lines({each.path: text_of(each.default) for each in fields()}, comments=True))
