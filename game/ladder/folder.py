"""The folder of a ladder: `ladder.json` says who plays and how every game ended, `games/` has the records.

The file is written anew, whole, after every game, and after the records of that game; so a process that ends at any
moment loses the games under way and nothing else. What it holds depends on the order alone: a ladder that was
interrupted and went on has the same bytes as one that ran through.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from game.errors import BadInput
from game.games import game_of, games
from game.ladder.pool import Player, checked
from game.ladder.rating import Hypotheses, Score, Verdict, ratings, sequential
from game.places import data_dir
from game.saving import load, save
from game.words import counted

FILE, GAMES, PAGE = "ladder.json", "games", "index.html"
FORMAT, VERSION = "kibitz-ladder", 1
MOST_BYTES = 256 << 20
MOST_GAMES = 1_000_000

Share = Annotated[float, Meta(ge=0, le=1)]
Text = Annotated[str, Meta(max_length=400)]


class Order(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Order for a ladder: all that its games depend on.

    `nodes` a move or `seconds` are for players without a budget of their own. `sprt` are the differences of two
    hypotheses and the rates of error. `group` games of a pair belong together: two where the sides are exchanged.
    """

    game: str
    rules: dict[str, str] = {}
    seed: Annotated[int, Meta(ge=0, lt=1 << 40)] = 1
    nodes: int | None = None
    seconds: float | None = None
    players: tuple[Player, ...]
    sprt: tuple[float, float, float, float] | None = None
    group: Annotated[int, Meta(ge=1, le=2)] = 1

    @property
    def budget(self) -> str:
        """The budget of those who have none of their own, as a sentence; empty where nothing is counted."""
        if game_of(self.game).by_rule or all(player.budget for player in self.players):
            return ""
        given = f"{self.seconds:g} s" if self.nodes is None else counted(self.nodes, "node")
        if not any(player.budget for player in self.players):
            return f"{given} each." if self.nodes is None else f"{given} a move."
        return f"{given} for players without a budget of their own."

    @property
    def hypotheses(self) -> Hypotheses | None:
        """The two hypotheses of its test; None without a test."""
        return None if self.sprt is None else Hypotheses(*self.sprt)


class LadderGame(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game that was played: `a` and `b` are numbers of players, `points` those of `a`; None where nobody is to blame.

    `reason` says how it ended where that needs a word; with `fault` a player lost since it gave no usable move.
    `scores` are what the game itself counts. `replay` is its file as a match of TETR.IO, if there is one.
    """

    number: Annotated[int, Meta(ge=0, le=MOST_GAMES)]
    a: Annotated[int, Meta(ge=0)]
    b: Annotated[int, Meta(ge=0)]
    points: Share | None
    records: Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=4)] = ()
    reason: Text = ""
    fault: bool = False
    replay: Annotated[str, Meta(max_length=60)] = ""
    scores: tuple[float, float] | None = None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag=FORMAT):
    version: int
    order: Order
    games: tuple[LadderGame, ...]


class Standing(msgspec.Struct, frozen=True):
    """A row of the table; without a rating as long as not all players have met."""

    name: str
    games: int
    points: float
    rating: float | None
    low95: float | None
    high95: float | None


class Ladder(msgspec.Struct, frozen=True):
    """A ladder as far as it was played; `games` by number."""

    order: Order
    games: tuple[LadderGame, ...] = ()

    def standings(self) -> list[Standing]:
        """The table, best first."""
        players = self.order.players
        scores = [Score(game.a, game.b, game.points) for game in self.games if game.points is not None]
        rated = ratings(len(players), scores)
        counts, points = [0] * len(players), [0.0] * len(players)
        for a, b, earned in scores:
            for each, own in ((a, earned), (b, 1 - earned)):
                counts[each] += 1
                points[each] += own
        rows = [
            Standing(
                player.name,
                counts[at],
                points[at],
                *(round(each, 1) + 0.0 for each in rated[at]) if rated else (None, None, None),
            )
            for at, player in enumerate(players)
        ]
        return sorted(rows, key=lambda row: (-(row.rating or 0.0), -row.points))

    def between(self, a: int, b: int) -> tuple[float, int]:
        """The points of one player against another, and their games."""
        own = [game.points for game in self.games if (game.a, game.b) == (a, b) and game.points is not None]
        other = [
            1 - game.points for game in self.games if (game.b, game.a) == (a, b) and game.points is not None
        ]
        return sum(own) + sum(other), len(own) + len(other)

    def verdict(self) -> tuple[Verdict, int] | None:
        """The state of its test, and the number of games after which it is over; None for a ladder without one.

        Only games before the first one that is missing count.
        """
        stated = self.order.hypotheses
        if stated is None:
            return None
        points = [
            0.5 if game.points is None else game.points
            for at, game in enumerate(self.games)
            if game.number == at
        ]
        return sequential(points, stated, self.order.group)


def read_ladder(folder: Path) -> Ladder:
    """The ladder of a folder. Raises `BadInput` where there is none, or one that cannot be believed."""
    path = folder / FILE
    data = load(path, MOST_BYTES)
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadInput(f"{path} is not a ladder: {str(error).splitlines()[0][:120]}") from None
    if file.version != VERSION:
        raise BadInput(f"{path} has version {file.version} of its format; version {VERSION} is known here")
    players = len(checked(file.order.players))
    if file.order.game not in games():
        raise BadInput(f"{path} is a ladder of {file.order.game[:40]!r}; known: {', '.join(games())}")
    last = -1
    for game in file.games:
        names = [name for name in (*game.records, game.replay) if name != Path(name).name]
        if game.number <= last or max(game.a, game.b) >= players or game.a == game.b or names:
            raise BadInput(f"{path}: game {game.number} does not fit into this ladder")
        last = game.number
    return Ladder(file.order, file.games)


def write_ladder(folder: Path, ladder: Ladder) -> None:
    """Put the file of a ladder into its folder, in one step. Raises `NotSaved`."""
    data = msgspec.json.encode(_File(VERSION, ladder.order, ladder.games), order="deterministic")
    save(folder / FILE, msgspec.json.format(data, indent=1) + b"\n")


def write_records(folder: Path, names: tuple[str, ...], records: tuple[bytes, ...]) -> None:
    """Put the records of a game into the folder of a ladder. Raises `NotSaved`."""
    for name, data in zip(names, records, strict=True):
        save(folder / GAMES / name, data)


def remove_records(folder: Path, game: LadderGame) -> None:
    """Remove the records of a game that does not count."""
    for name in filter(None, (*game.records, game.replay)):
        with contextlib.suppress(OSError):
            (folder / GAMES / name).unlink()


def record_path(folder: Path, game: LadderGame, which: int = 0) -> Path:
    """The file of a record of a game."""
    return folder / GAMES / game.records[which]


def ladders_dir() -> Path:
    """The folder of the ladders that were not put elsewhere, each in one of its own. It may not exist yet."""
    return data_dir() / "ladders"


def known_ladders() -> list[Path]:
    """The folders of these ladders, the one that was played last first."""
    with contextlib.suppress(OSError):
        changed = {path.parent: path.stat().st_mtime_ns for path in ladders_dir().glob(f"*/{FILE}")}
        return sorted(changed, key=lambda folder: (-changed[folder], folder.name))
    return []


def is_ladder(path: Path) -> bool:
    """True if this is the folder of a ladder, or the file in it."""
    return (path / FILE).is_file() or (path.name == FILE and path.is_file())
