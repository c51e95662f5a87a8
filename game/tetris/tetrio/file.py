"""Replay files of TETR.IO: `.ttr` (one player) and `.ttrm` (rounds of several), plain or packed with gzip.

Read are container version 1 (gameplay version 19 and later) and the older one of gameplay version 15. A file comes
from anywhere, so every type is checked, and bytes, events and ticks are bounded before anything is played.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from game.errors import BadInput
from game.saving import load
from game.tetris.tetrio.engine import (
    COLUMNS,
    KEYS,
    RATES,
    TICKS,
    Arrival,
    Engine,
    Event,
    Garbage,
    Key,
    Kill,
    Outcome,
    play,
)
from game.tetris.tetrio.options import Options

KNOWN_VERSIONS = (15, 19)  # of the gameplay; others are tried with a warning
CONTAINER = 1  # the version of the file around it
SUFFIXES = (".ttr", ".ttrm", ".ttr.gz", ".ttrm.gz")
MAX_BYTES = 12 << 20  # of JSON; a match of 40 rounds has some 5 MB
MAX_FRAMES = 216_000  # of a round, one hour
MAX_FRAMES_IN_ALL = 1_000_000
MAX_EVENTS = 150_000  # of a round
MAX_ROWS = 10_000  # of one packet
MAX_OBJECTS, MAX_LISTS = 700_000, 100_000  # in the JSON; each event is two to four objects
MAX_VALUE = 20_000  # bytes of one option, figure or board
OLD = 15
_GZIP, _JSON = b"\x1f\x8b", re.compile(rb"\s*\{\s*[\"}]")
_OURS, _HEAD_BYTES = b'"format":"kibitz"', 40  # how a record of ours begins
_DYING = ("topout", "garbagesmash")  # the reasons that follow from the game; others come from outside
# of a view in mid game these are the values of that moment
_GROWING = ("g", "garbagemultiplier", "garbagecap")


class Player(msgspec.Struct):
    """What a file holds of one player's round.

    `frames` are ticks to play; `stats` and `reason` what the file says, empty where it says nothing; `alive` whether
    the player was the last one; `seconds` of the file's own clock.
    """

    name: str
    options: Options
    events: list[Event]
    frames: int
    stats: dict[str, Any]
    figures: dict[str, Any]
    reason: str
    alive: bool
    board: list[int] | None = None  # at the end, where the file has it (version 15)

    def play(self) -> Outcome:
        """Play the round again."""
        reason = self.reason if self.reason and self.reason not in _DYING else "winner"
        return play(self.options, self.events, self.frames, reason)

    def start(self) -> Engine:
        """The engine before the first tick."""
        return Engine(self.options)

    def differences(self, outcome: Outcome) -> list[str]:
        """The figures in which a round that was played again differs from the file's own, by name; none if equal."""
        found = _differences(outcome.stats, self.stats, "")
        if self.options.version > OLD:
            found += _differences(outcome.rates, self.figures, "aggregatestats.")
        if self.reason and outcome.reason != self.reason:
            found.append("reason")
        if self.board is not None and outcome.board != self.board:
            found.append("board")
        return found


class Match(msgspec.Struct):
    """A file: `rounds` of players in the file's order, the version of its gameplay, when it was played.

    `path` is where it was read, None where it came from elsewhere. Of a folder of files the rounds follow each other,
    and `files` says for each round which file it comes from.
    """

    version: int
    rounds: list[list[Player]]
    played: str = ""
    mode: str = ""
    path: Path | None = None
    files: list[str] = []
    container: int = CONTAINER

    @property
    def warning(self) -> str:
        """What may be wrong with this match as it is played here; empty if nothing is known to be."""
        if self.container != CONTAINER:
            return (
                f"file version {_told(self.container)} is not known here; compare the figures with the file's"
            )
        if self.version not in KNOWN_VERSIONS:
            return f"gameplay version {_told(self.version)} is not known here; compare the figures with the file's"
        return ""


def read(path: Path) -> Match:
    """The match in a file. Raises `BadInput` with the file's name and one sentence."""
    raw = load(path, MAX_BYTES)
    try:
        match = parse(raw)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    match.path = path
    return match


def replays_in(folder: Path) -> list[Path]:
    """The replay files in a folder, by name. Raises `BadInput` where there is none."""
    try:
        found = sorted(path for path in folder.iterdir() if path.name.endswith(SUFFIXES))
    except OSError as error:
        raise BadInput(f"{folder}: {error.strerror or error}") from None
    if not found:
        raise BadInput(f"{folder} holds no replay; their names end in .ttr, .ttrm, .ttr.gz or .ttrm.gz")
    return found


def read_folder(folder: Path) -> tuple[Match, list[str]]:
    """The matches of a folder as one, and a sentence for each file that cannot be read. Raises `BadInput`."""
    whole: Match | None = None
    problems: list[str] = []
    for path in replays_in(folder):
        try:
            match = read(path)
        except BadInput as error:
            problems.append(str(error))
            continue
        whole = whole or Match(match.version, [], path=folder)
        whole.version = max(whole.version, match.version)
        whole.rounds += match.rounds
        whole.files += [path.name] * len(match.rounds)
    if whole is None:
        raise BadInput(problems[0])
    return whole, problems


def may_be_replay(raw: bytes) -> bool:
    """Whether bytes are to be read as a replay: they are packed, or JSON that does not begin as a record of ours."""
    return raw.startswith(_GZIP) or (_JSON.match(raw) is not None and _OURS not in raw[:_HEAD_BYTES])


def parse(raw: bytes) -> Match:
    """The match in the bytes of a file. Raises `BadInput`."""
    if raw.startswith(_GZIP):
        raw = _unpacked(raw)
    if len(raw) > MAX_BYTES:
        raise BadInput(f"larger than {MAX_BYTES >> 20} MB, which no replay is")
    if raw.count(b"{") > MAX_OBJECTS or raw.count(b"[") > MAX_LISTS:
        raise BadInput("not a TETR.IO replay: it has more parts than any replay")
    try:
        head = msgspec.json.decode(raw, type=_Head)
        match = _match(head)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"not a TETR.IO replay: {error}") from None
    except RecursionError:
        raise BadInput("not a TETR.IO replay: nested too deeply") from None
    if sum(player.frames for players in match.rounds for player in players) > MAX_FRAMES_IN_ALL:
        raise BadInput(f"more than {MAX_FRAMES_IN_ALL:,} ticks, which no match has")
    return match


def write(match: Match, *, several: bool = False) -> bytes:
    """A match as a .ttrm of container version 1, which reads back equal.

    A single player's round is a .ttr, unless a list of rounds is asked for by `several`.
    """
    users = list(dict.fromkeys(player.name for players in match.rounds for player in players))
    head: dict[str, Any] = {
        "id": None,
        "gamemode": match.mode or None,
        "ts": match.played,
        "users": [{"id": f"{number:024x}", "username": name} for number, name in enumerate(users, 1)],
        "version": 1,
    }
    if len(match.rounds) == 1 and len(match.rounds[0]) == 1 and not several:
        return msgspec.json.encode({**head, "replay": _written(match.rounds[0][0])})
    named = {user["username"]: user["id"] for user in head["users"]}
    wins = [player.name for players in match.rounds for player in players if player.alive]
    board = [{"id": named[name], "username": name, "wins": wins.count(name)} for name in users]
    rounds = [
        [
            {
                "id": named[player.name],
                "username": player.name,
                "active": True,
                "naturalorder": number,
                "alive": player.alive,
                "lifetime": round(1000 * player.frames / TICKS),
                "replay": _written(player, players[1 - number] if len(players) == 2 else None),
            }
            for number, player in enumerate(players)
        ]
        for players in match.rounds
    ]
    return msgspec.json.encode({**head, "replay": {"leaderboard": board, "rounds": rounds}})


def _written(player: Player, other: Player | None = None) -> dict[str, Any]:
    defaults = Options()
    given = {
        name: value
        for name in Options.__struct_fields__
        if (value := getattr(player.options, name)) != getattr(defaults, name)
        or name in ("version", "seed", "handling")
    }
    results = {"stats": player.stats, "aggregatestats": player.figures, "gameoverreason": player.reason}
    packets = {event.cid: event for event in player.events if isinstance(event, Garbage)}
    sender = None if other is None else other.options.gameid
    events = [
        _event_of(number, event, player, sender, packets) for number, event in enumerate(player.events, 1)
    ]
    start: dict[str, Any] = {"frame": 0, "type": "start", "data": {}}
    end = {"frame": player.frames, "type": "end", "data": {}}
    return {"frames": player.frames, "events": [start, *events, end], "options": given, "results": results}


def _event_of(
    number: int, event: Event, player: Player, sender: int | str | None, packets: Mapping[int, Garbage]
) -> dict[str, Any]:
    data: dict[str, Any]
    if isinstance(event, Key):
        data = {"key": KEYS[event.key], "subframe": event.subframe} | (
            {"hoisted": True} if event.hoisted else {}
        )
        return {"frame": event.frame, "type": "keydown" if event.down else "keyup", "data": data}
    if isinstance(event, Garbage | Arrival):
        kind = "interaction" if isinstance(event, Garbage) else "interaction_confirm"
        packet = packets.get(event.cid) if isinstance(event, Arrival) else event
        data = {"type": "garbage", "gameid": sender, "cid": event.cid}
        if packet is not None:
            data |= {"frame": packet.frame, "iid": packet.iid, "ackiid": packet.ackiid, "amt": packet.amount}
            data |= {"x": 4, "y": 20, "size": 1}  # where the sender's piece lay, which changes nothing
            data |= {} if packet.column is None else {"column": packet.column}
    else:
        kind, data = "kev", {"killer": {"gameid": player.options.gameid}}
    return {
        "frame": event.frame,
        "type": "ige",
        "data": {"id": number, "frame": event.frame, "type": kind, "data": data},
    }


def _unpacked(raw: bytes) -> bytes:
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(raw, MAX_BYTES + 1)
    except zlib.error:
        raise BadInput("packed with gzip, but damaged") from None


# The file as JSON. Fields that the game does not need are not read.


class _User(msgspec.Struct):
    username: str = ""


class _Head(msgspec.Struct):
    version: int | None = None
    gamemode: str | None = None
    gametype: str | None = None
    ts: str | None = None
    users: list[_User] = []
    user: _User = msgspec.field(default_factory=_User)
    replay: msgspec.Raw = msgspec.Raw()
    data: msgspec.Raw = msgspec.Raw()


class _Event(msgspec.Struct):
    """`data` is read by the type: only of the types that touch the game it has to have the right shape."""

    frame: int
    type: str
    data: msgspec.Raw = msgspec.Raw(b"{}")


class _KeyData(msgspec.Struct):
    key: str
    subframe: float = 0.0
    hoisted: bool = False


class _Ige(msgspec.Struct):
    """An event inside an event."""

    type: str = ""
    data: msgspec.Raw = msgspec.Raw(b"{}")
    id: int | None = None
    cid: int | None = None


class _Interaction(msgspec.Struct):
    type: str = ""
    amt: int = 0
    cid: int | None = None
    iid: int = 0
    ackiid: int | None = None
    column: int | None = None


class _Killer(msgspec.Struct):
    gameid: int | str | None = None


class _Kill(msgspec.Struct):
    killer: _Killer | None = None


class _Full(msgspec.Struct):
    options: msgspec.Raw = msgspec.Raw()


class _Board(msgspec.Struct):
    board: msgspec.Raw = msgspec.Raw()


class _End(msgspec.Struct):
    """What an `end` says, by itself (sources) or, in older files, in `export`."""

    export: _End | None = None
    options: msgspec.Raw = msgspec.Raw()
    stats: msgspec.Raw = msgspec.Raw()
    aggregatestats: msgspec.Raw = msgspec.Raw()
    gameoverreason: str | None = None
    game: _Board | None = None


class _Results(msgspec.Struct):
    stats: msgspec.Raw = msgspec.Raw()
    aggregatestats: msgspec.Raw = msgspec.Raw()
    gameoverreason: str | None = None


class _Replay(msgspec.Struct):
    frames: int
    events: list[_Event]
    options: msgspec.Raw = msgspec.Raw()
    results: _Results | None = None


class _Seat(msgspec.Struct):
    replay: msgspec.Raw
    username: str = ""
    alive: bool = False


class _Rounds(msgspec.Struct):
    rounds: list[list[_Seat]] | None = None


class _OldUser(msgspec.Struct):
    user: _User = msgspec.field(default_factory=_User)


class _OldRound(msgspec.Struct):
    replays: list[msgspec.Raw]
    board: list[_OldUser] = []


_Known = Callable[[msgspec.Raw], dict[str, Any]]


def _reader(name: str, names: Iterable[str]) -> _Known:
    """A function that reads these fields of an object; no others, and none that are longer than any game has."""
    fields = [(each, msgspec.Raw, msgspec.Raw()) for each in names]
    decode = msgspec.json.Decoder(msgspec.defstruct(name, fields) | None).decode

    def read(raw: msgspec.Raw) -> dict[str, Any]:
        found = decode(raw) if raw else None
        if found is None:
            return {}
        values = {each: getattr(found, each) for each, *_ in fields}
        return {
            each: msgspec.json.decode(value) for each, value in values.items() if 0 < len(value) <= MAX_VALUE
        }

    return read


_OLD_NAMES = {"combopower": "currentcombopower", "btbpower": "currentbtbchainpower"}  # in version 15
_options = _reader("_Options", (*Options.__struct_fields__, "infinitemovement", "username", "can_undo"))
_stats = _reader("_Stats", (*Engine(Options(levels=True)).stats, *_OLD_NAMES.values()))
_rates = _reader("_Rates", RATES)
_KEY = msgspec.json.Decoder(_KeyData).decode
_IGE = msgspec.json.Decoder(_Ige).decode
_INTERACTION = msgspec.json.Decoder(_Interaction).decode
_KILL = msgspec.json.Decoder(_Kill).decode
_FULL = msgspec.json.Decoder(_Full).decode
_END = msgspec.json.Decoder(_End).decode


def _match(head: _Head) -> Match:
    played, mode = head.ts or "", head.gamemode or head.gametype or ""
    if mode.startswith("zenith"):
        raise BadInput(f"a game by rules that are not known here: Quick Play ({mode[:20]})")
    if bytes(head.replay):
        shape = msgspec.json.decode(head.replay, type=_Rounds)
        if shape.rounds is None:
            name = head.users[0].username if head.users else ""
            rounds = [[_player(name, head.replay)]]
        else:
            rounds = [[_player(s.username, s.replay, alive=s.alive) for s in seats] for seats in shape.rounds]
    elif bytes(head.data).startswith(b"["):
        rounds = [_old_players(one) for one in msgspec.json.decode(head.data, type=list[_OldRound])]
    elif bytes(head.data):
        rounds = [[_player(head.user.username, head.data, version=OLD)]]
    else:
        raise BadInput("not a TETR.IO replay: it has neither `replay` nor `data`")
    if not all(rounds) or not rounds:
        raise BadInput("a TETR.IO replay without a round that was played")
    for players in rounds:
        bonus = players[0].options.garbagetargetbonus
        if len(players) > 2 and bonus != "none":
            raise BadInput(f"a game by rules that are not known here: garbagetargetbonus {bonus[:20]}")
    container = CONTAINER if head.version is None else head.version
    return Match(rounds[0][0].options.version, rounds, played, mode, container=container)


def _old_players(one: _OldRound) -> list[Player]:
    names = [seat.user.username for seat in one.board]
    names += [""] * (len(one.replays) - len(names))
    return [_player(name, raw, version=OLD) for name, raw in zip(names, one.replays, strict=False)]


def _takes_back(event: _Event) -> bool:
    return event.type == "keydown" and _KEY(event.data).key in ("undo", "redo")


def _player(
    name: str, raw: msgspec.Raw, *, alive: bool | None = None, version: int = KNOWN_VERSIONS[-1]
) -> Player:
    replay = msgspec.json.decode(raw, type=_Replay)
    if not 0 <= replay.frames <= MAX_FRAMES:
        raise BadInput(f"a round of {_told(replay.frames)} ticks, which no game has")
    if len(replay.events) > MAX_EVENTS:
        raise BadInput(f"a round with {len(replay.events):,} events, which no game has")
    full: dict[str, Any] = {}
    end: dict[str, Any] = {}
    results, board, frames = replay.results, None, replay.frames
    for event in replay.events:
        if not 0 <= event.frame <= MAX_FRAMES:
            raise BadInput(f"an event in tick {_told(event.frame)}, which no game has")
        if event.type == "full" and not full:
            full = _options(_FULL(event.data).options)
            if event.frame > 0:
                full = {name: value for name, value in full.items() if name not in _GROWING}
        elif event.type == "end":
            said = _END(event.data)
            said = said.export or said
            end = {name: value for name, value in _options(said.options).items() if name not in _GROWING}
            board = _rows(said.game.board) if said.game is not None else None
            if said.stats and results is None:
                results = _Results(said.stats, said.aggregatestats, said.gameoverreason)
    given = {**end, **full, **_options(replay.options)}
    if given.get("can_undo") is True and any(map(_takes_back, replay.events)):
        raise BadInput("a game in which pieces were taken back, which is not played here: can_undo")
    options = Options.of(given, version)
    if options.version <= OLD:  # these play the tick of their `end`
        frames = max((event.frame + 1 for event in replay.events if event.type == "end"), default=frames)
    results = results or _Results()
    reason = results.gameoverreason or ""
    name = name or str(given.get("username", ""))[:64]
    return Player(
        name,
        options,
        _events(replay.events, options),
        frames,
        _stats(results.stats),
        _rates(results.aggregatestats),
        reason,
        reason not in _DYING if alive is None else alive,
        board,
    )


def _events(given: list[_Event], options: Options) -> list[Event]:
    """The events that touch the game, in order of time."""
    events: list[Event] = []
    seen: set[int] = set()
    for event in given:
        if event.type in ("keydown", "keyup"):
            data = _KEY(event.data)
            if data.key in KEYS:  # others do nothing in a match
                if not 0 <= data.subframe < 1:
                    raise BadInput(f"a key at {data.subframe} of a tick")
                down = event.type == "keydown"
                events.append(Key(event.frame, KEYS.index(data.key), down, data.subframe, data.hoisted))
        elif event.type == "ige":
            message = _IGE(event.data)
            if message.id is None or message.id not in seen:  # repeated ones do not count (sources)
                seen.add(-1 if message.id is None else message.id)
                events += _messages(event.frame, message, options)
    events.sort(key=lambda event: event.frame)
    return events


def _messages(frame: int, message: _Ige, options: Options) -> list[Event]:
    """What a message from the server does to the game: one event or none."""
    if message.type == "ige":  # version 15 nests once more
        message = _IGE(message.data)
    if message.type == "kev":
        killer = _KILL(message.data).killer
        own = killer is not None and options.gameid is not None and killer.gameid == options.gameid
        return [Kill(frame)] if own else []
    if message.type not in ("interaction", "interaction_confirm"):
        return []
    garbage = _INTERACTION(message.data)
    if garbage.type != "garbage":
        return []
    cid = garbage.cid if garbage.cid is not None else message.cid or 0
    if message.type == "interaction_confirm":
        return [Arrival(frame, cid)]
    if abs(garbage.amt) > MAX_ROWS:
        raise BadInput(f"garbage of {_told(garbage.amt)} rows, which no game has")
    if garbage.column is not None and not 0 <= garbage.column < COLUMNS:
        raise BadInput(f"garbage with its hole in column {_told(garbage.column)}")
    return [Garbage(frame, cid, garbage.iid, garbage.ackiid, garbage.amt, garbage.column)]


def _told(number: int) -> str:
    """A number from a file as words; one that is too long to be printed as that."""
    return f"{number:,}" if abs(number) < 1 << 60 else "more than 10^18"


def _rows(raw: msgspec.Raw) -> list[int] | None:
    """A board of rows from the top as rows from the bottom, bit x for column x, without empty ones above."""
    if not raw or len(bytes(raw)) > MAX_VALUE:
        return None
    board = msgspec.json.decode(raw, type=list[list[str | None]] | None)
    if board is None:
        return None
    rows = [sum(1 << x for x, cell in enumerate(row) if cell) for row in reversed(board)]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _differences(ours: dict[str, Any], theirs: dict[str, Any], within: str) -> list[str]:
    found: list[str] = []
    for name, value in ours.items():
        other = theirs.get(name, theirs.get(_OLD_NAMES.get(name, "")))
        if other is None:
            continue
        if isinstance(value, dict):
            found += _differences(value, other if isinstance(other, dict) else {}, f"{within}{name}.")
        elif not isinstance(other, int | float) or abs(value - other) > 1e-6:
            found.append(f"{within}{name}")
    return found
