"""Replay files of TETR.IO: `.ttr` (one player) and `.ttrm` (rounds of several), plain or packed with gzip or zip.

Read are container version 1 (gameplay version 19 and later) and the older one of gameplay version 15, also where it
lies inside an answer of the site's interface. A file comes from anywhere: bytes, events and ticks are bounded before
anything is played, what touches the game is checked, and what does not is never a reason to refuse a file.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

import msgspec

from game.errors import BadInput
from game.record import SUFFIX as RECORD
from game.saving import load, text_of
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
    play_on,
)
from game.tetris.tetrio.options import OLD_NAMES, Options

KNOWN_VERSIONS = (15, 19)  # of the gameplay; others are tried with a warning
CONTAINER = 1  # the version of the file around it
SUFFIXES = (".ttr", ".ttrm", ".ttr.gz", ".ttrm.gz")
NAMES = (*SUFFIXES, ".zip")  # how the names of all that can be opened end
MAX_BYTES = 12 << 20  # of JSON; a match of 40 rounds has some 5 MB
MAX_FRAMES = 216_000  # of a round, one hour
MAX_FRAMES_IN_ALL = 1_000_000
MAX_EVENTS = 150_000  # of a round
MAX_ROWS = 10_000  # of one packet
MAX_OBJECTS, MAX_LISTS = 700_000, 100_000  # in the JSON; each event is two to four objects
MAX_VALUE = 20_000  # bytes of one option, figure or board
MAX_FILES = 1_000  # in a zip
MAX_LOOKED_AT = 200  # objects of an answer in which a replay is looked for
OLD = 15
_GZIP, _ZIP, _ENCRYPTED = b"\x1f\x8b", b"PK\x03\x04", 1
_LINK = re.compile(  # a path makes one stroke of two
    r"https?://?(?:[\w-]+\.)*(?:tetr\.io|szy\.lol)\b|https?://?\S+\.ttrm?\b|(?<![\w/.-])tetr\.io/#\S",
    re.IGNORECASE,
)
_JSON = re.compile(rb"\s*(?:\[\s*)?\{\s*[\"}]")  # not a comment of PBN in braces
_OURS, _OURS_BYTES = b'"format":"kibitz"', 40  # how a record of ours begins
_HEAD_BYTES = 512  # that tell what a file is
# the reasons that follow from the game; others come from outside
_DYING = ("topout", "garbagesmash", "topout_clear")
# how a game alone ends that was neither lost nor left
_FINISHED = ("clear", "topout_clear", "retry_clear", "winner", "")
# of a view in mid game these are the values of that moment
_GROWING = ("g", "garbagemultiplier", "garbagecap")


class Player(msgspec.Struct):
    """One player's round in a file.

    `frames` are ticks to play; `stats` and `reason` what the file says, empty where it says nothing; `alive` whether
    the player was the last one, or has finished a game alone. `at_death`: these are the figures of that moment.
    """

    name: str
    options: Options
    events: list[Event]
    frames: int
    stats: dict[str, Any]
    figures: dict[str, Any]
    reason: str
    alive: bool
    board: list[int] | None = None  # at the end, where the file has it
    at_death: bool = False

    @property
    def ticks(self) -> int:
        """The ticks to be played: files count those up to a death or a goal with the last one, or without it."""
        goal = self.reason == "clear" and self.options.objective_type != "none"
        return self.frames + (goal or self.reason in _DYING)

    def play(self) -> Outcome:
        """Play the round again."""
        reason = self.reason
        if not reason or reason in _DYING:  # those follow from the game, if they are true
            reason = "winner" if self.alive else "lost"
        return play_on(self.start(), self.events, self.ticks, reason)

    def start(self) -> Engine:
        """The engine before the first tick."""
        return Engine(self.options, at_death=self.at_death)

    def differences(self, outcome: Outcome) -> list[str]:
        """The figures in which a round that was played again differs from the file's own, by name; none if equal."""
        results = _differences(outcome.stats, self.stats, "")
        if self.options.version <= OLD and not self.reason:  # a winner, whose last tick does not count there
            outcome = msgspec.structs.replace(outcome, ticks=outcome.ticks - 1)
        results += _differences(outcome.rates, self.figures, "aggregatestats.")
        if self.reason and outcome.reason != self.reason:
            results.append("reason")
        if self.board is not None and outcome.board != self.board:
            results.append("board")
        return results


class Match(msgspec.Struct):
    """A file: `rounds` of players in the file's order, the version of its gameplay, when it was played.

    `path` is where it was read, None where it came from elsewhere. Of a folder or a zip of files the rounds follow
    each other, and `files` says for each round which file it comes from; `problems` are sentences on those left out,
    `unread` the files of a folder that are still to be read.
    """

    version: int
    rounds: list[list[Player]]
    played: str = ""
    mode: str = ""
    path: Path | None = None
    files: list[str] = []
    container: int = CONTAINER
    problems: list[str] = []
    unread: list[Path] = []

    def read_on(self) -> str:
        """Read the next unread file of the folder; the reason why that cannot be done, empty where it was."""
        path = self.unread.pop(0)
        try:
            match = read(path)
        except BadInput as error:
            return str(error)
        self.version = max(self.version, match.version)
        self.rounds += match.rounds
        self.files += [path.name] * len(match.rounds)
        return ""

    @property
    def warning(self) -> str:
        """Warning about this match as it is played here; empty if nothing is known to be."""
        if self.problems:
            return "; ".join(self.problems)
        if self.container != CONTAINER:
            return f"file version {_number(self.container)} is not known here; compare the figures with the file's"
        if self.version not in KNOWN_VERSIONS:
            return f"gameplay version {_number(self.version)} is not known here; compare the figures with the file's"
        return ""


def is_replay(path: Path) -> bool:
    """Return True if a file is to be read as a replay, or as a zip of them: by its name, or else by how it begins."""
    if path.name.casefold().endswith(NAMES):
        return True
    if path.name.endswith(RECORD):
        return False
    try:
        with path.open("rb") as file:
            return may_be_replay(file.read(_HEAD_BYTES))
    except OSError:
        return False


def check_link(text: str) -> None:
    """Raise `BadInput` with what to do where a text is a link to TETR.IO, or to a file of it, not the replay itself."""
    if _LINK.search(text[:_HEAD_BYTES]):
        raise BadInput(
            "this is a link to a replay, not the replay itself: open it in a browser, download the replay there, and "
            "open the .ttr or .ttrm file"
        )


def read(path: Path) -> Match:
    """The match in a file, or the matches of a zip. Raises `BadInput` with the file's name and one sentence."""
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
        paths = sorted(path for path in folder.iterdir() if path.name.casefold().endswith(SUFFIXES))
    except OSError as error:
        raise BadInput(f"{folder}: {error.strerror or error}") from None
    if not paths:
        raise BadInput(f"{folder} holds no replay; their names end in .ttr, .ttrm, .ttr.gz or .ttrm.gz")
    return paths


def open_folder(folder: Path) -> tuple[Match, list[str]]:
    """The matches of a folder as one, with the first file that can be read; the others are `unread`.

    With a sentence for each file that cannot be read. Raises `BadInput` where none can be.
    """
    whole = Match(0, [], path=folder, unread=replays_in(folder))
    problems: list[str] = []
    while whole.unread and not whole.rounds:
        reason = whole.read_on()
        problems += [reason] if reason else []
    if not whole.rounds:
        raise BadInput(problems[0])
    return whole, problems


def read_folder(folder: Path) -> tuple[Match, list[str]]:
    """The matches of a folder as one, and a sentence for each file that cannot be read. Raises `BadInput`."""
    whole, problems = open_folder(folder)
    while whole.unread:
        reason = whole.read_on()
        problems += [reason] if reason else []
    return whole, problems


def _joined(results: Sequence[tuple[str, Match]]) -> Match:
    """The rounds of several files one after the other."""
    whole = Match(max(match.version for _, match in results), [])
    for name, match in results:
        whole.rounds += match.rounds
        whole.files += [name] * len(match.rounds)
    return whole


def may_be_replay(raw: bytes) -> bool:
    """Return True if bytes are to be read as a replay.

    Packed, a link, or JSON that does not begin as a record of ours.
    """
    if raw.startswith((_GZIP, _ZIP)):
        return True
    text = _plain(raw[:_HEAD_BYTES]).lstrip()
    if _JSON.match(text):
        return _OURS not in text[:_OURS_BYTES]
    return _LINK.search(text.decode(errors="replace")) is not None


def parse(raw: bytes) -> Match:
    """The match in the bytes of a file, or the matches of a zip. Raises `BadInput`."""
    if raw.startswith(_ZIP):
        return _unzipped(raw)
    if raw.startswith(_GZIP):
        raw = _unpacked(raw)
    if len(raw) > MAX_BYTES:
        raise BadInput(f"larger than {MAX_BYTES >> 20} MB, which no replay is")
    raw = _plain(raw)
    if not _JSON.match(raw):
        check_link(raw[:_HEAD_BYTES].decode(errors="replace"))
    if raw.count(b"{") > MAX_OBJECTS or raw.count(b"[") > MAX_LISTS:
        raise BadInput("not a TETR.IO replay: it has more parts than any replay")
    try:
        match = _match(_found_in(raw))
    except msgspec.ValidationError:
        raise BadInput("not a TETR.IO replay: it is built in another way") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"not a TETR.IO replay: {error}") from None
    except RecursionError:
        raise BadInput("not a TETR.IO replay: nested too deeply") from None
    if sum(player.frames for players in match.rounds for player in players) > MAX_FRAMES_IN_ALL:
        raise BadInput(f"more than {MAX_FRAMES_IN_ALL:,} ticks, which no match has")
    return match


def _unzipped(raw: bytes) -> Match:
    """The matches of a zip as one, with a sentence for each that cannot be read."""
    results: list[tuple[str, Match]] = []
    problems: list[str] = []
    for name, content in _members(raw):
        try:
            results.append((name, parse(content)))
        except BadInput as error:
            problems.append(f"{name}: {error}")
    if not results:
        raise BadInput(problems[0])
    whole = _joined(results)
    whole.problems = problems
    return whole


def _members(raw: bytes) -> Iterator[tuple[str, bytes]]:
    """The replays in a zip, by name, with their names."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            names = sorted(each for each in packed.namelist() if each.casefold().endswith(SUFFIXES))
            if not names:
                raise BadInput("the zip holds no replay; their names end in .ttr or .ttrm")
            if len(names) > MAX_FILES:
                raise BadInput(
                    f"the zip holds {len(names):,} replays; at most {MAX_FILES:,} are read at once"
                )
            left = MAX_BYTES
            for name in names:
                if packed.getinfo(name).flag_bits & _ENCRYPTED:
                    raise BadInput("the zip asks for a password")
                with packed.open(name) as file:
                    content = file.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise BadInput(f"the replays in the zip are larger than {MAX_BYTES >> 20} MB")
                yield PurePosixPath(name).name, content
    except (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError, ValueError):
        raise BadInput("packed with zip, but damaged, or in a way that is not read here") from None


def _plain(raw: bytes) -> bytes:
    """Text as UTF-8 without a byte order mark; what is no text stays as it is."""
    if _JSON.match(raw):
        return raw
    try:
        return text_of(raw, "it").encode(errors="replace")
    except BadInput:
        return raw


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
        or name in ("version", "seed", "handling", "hasgarbage")
    }
    results = {"stats": player.stats, "aggregatestats": player.figures, "gameoverreason": player.reason}
    packets = {event.cid: event for event in player.events if isinstance(event, Garbage)}
    sender = None if other is None else other.options.gameid
    events = [
        _event_of(number, event, player, sender, packets) for number, event in enumerate(player.events, 1)
    ]
    start: dict[str, Any] = {"frame": 0, "type": "start", "data": {}}
    shown: dict[str, Any] = {"stats": player.stats} if player.at_death else {}  # as of the moment of death
    end = {"frame": player.frames, "type": "end", "data": shown}
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

_Object = dict[str, msgspec.Raw]
_Json = msgspec.Raw | bytes
_Kind = TypeVar("_Kind")


def _begins(raw: _Json | None, mark: bytes) -> bool:
    return raw is not None and bytes(memoryview(raw)[:1]) == mark


def _object(raw: _Json | None) -> _Object:
    """An object of the file, its values not read yet; empty for anything else."""
    return msgspec.json.decode(raw, type=_Object) if raw is not None and _begins(raw, b"{") else {}


def _list(raw: _Json | None) -> list[msgspec.Raw]:
    return msgspec.json.decode(raw, type=list[msgspec.Raw]) if raw is not None and _begins(raw, b"[") else []


def _text(entries: _Object, *names: str) -> str:
    """The first of these values that is a text, or empty; of a name that is an object the `username` in it."""
    for name in names:
        raw = entries.get(name)
        if raw is not None and _begins(raw, b'"') and len(memoryview(raw)) <= MAX_VALUE:
            return msgspec.json.decode(raw, type=str)
        if _begins(raw, b"{") and (inner := _text(_object(raw), "username")):
            return inner
    return ""


def _found_in(raw: bytes) -> _Object:
    """The replay in a file: the file itself, or what an answer of the site's interface has inside."""
    waiting: deque[_Json] = deque([raw.strip()])
    named = refused = ""
    msgspec.json.decode(raw, type=msgspec.Raw)  # the whole of it is JSON
    for _ in range(MAX_LOOKED_AT):
        if not waiting:
            break
        one = waiting.popleft()
        if _begins(one, b'"') and b"{" in bytes(memoryview(one)[:9]):  # JSON as a text within JSON
            one = msgspec.json.decode(one, type=str).strip().encode()
        entries = _object(one)
        if _is_replay(entries):
            return entries
        if {"frames", "events"} <= entries.keys() or _list(entries.get("rounds")):
            return {"replay": msgspec.Raw(one)}
        named = named or _text(entries, "replayid")
        refused = refused or _text(_object(entries.get("error")), "msg") or _text(entries, "error")
        waiting.extend(entries.values() if entries else _list(one))
    if refused:
        raise BadInput(f"TETR.IO’s interface answered with an error, not with a replay: {refused[:200]}")
    if named:
        raise BadInput(
            f"TETR.IO’s interface answered with a record, and the replay {named[:40]} is not in it: download that"
        )
    raise BadInput("not a TETR.IO replay: it has neither `replay` nor `data`")


def _is_replay(entries: _Object) -> bool:
    replay, data = _object(entries.get("replay")), entries.get("data")
    if "rounds" in replay or "events" in replay:
        return True
    rounds = _list(data)
    return "events" in _object(data) or bool(rounds and "replays" in _object(rounds[0]))


class _Event(msgspec.Struct):
    """`data` is read by the type: only of the types that touch the game it has to have the right shape."""

    frame: int
    type: str
    data: msgspec.Raw = msgspec.Raw(b"{}")


class _KeyData(msgspec.Struct):
    key: str
    subframe: float | None = 0.0
    hoisted: bool | None = False


class _Ige(msgspec.Struct):
    """An event inside an event."""

    type: str | None = ""
    data: msgspec.Raw = msgspec.Raw(b"{}")
    id: int | None = None
    cid: int | None = None


class _Interaction(msgspec.Struct):
    type: str | None = ""
    amt: int = 0
    cid: int | None = None
    iid: int | None = 0
    ackiid: int | None = None
    column: int | None = None
    col: int | None = None  # so named in version 16


_Known = Callable[[msgspec.Raw | None], dict[str, Any]]


def _reader(name: str, names: Iterable[str]) -> _Known:
    """A function that reads these fields of an object; no others, and none that are longer than any game has."""
    fields = [(each, msgspec.Raw, msgspec.Raw()) for each in names]
    decoder = msgspec.json.Decoder(msgspec.defstruct(name, fields))

    def read(raw: msgspec.Raw | None) -> dict[str, Any]:
        if not raw or bytes(raw) == b"null":
            return {}
        result = _as(decoder, raw, "the options of a round are not an object")
        values = {each: getattr(result, each) for each, *_ in fields}
        return {
            each: msgspec.json.decode(value) for each, value in values.items() if 0 < len(value) <= MAX_VALUE
        }

    return read


_OLD_FIGURES = {"combopower": "currentcombopower", "btbpower": "currentbtbchainpower"}  # in version 15
_MORE_OPTIONS = (
    "objective", "username", "can_undo", "room_handling", "room_handling_arr", "room_handling_das", "room_handling_sdf",
)  # fmt: skip
_options = _reader("_Options", (*Options.__struct_fields__, *OLD_NAMES, *_MORE_OPTIONS))
_stats = _reader("_Stats", (*Engine(Options(levels=True)).stats, *_OLD_FIGURES.values()))
_rates = _reader("_Rates", RATES)
_EVENT = msgspec.json.Decoder(_Event)
_EVENTS = msgspec.json.Decoder(list[_Event])
_KEY = msgspec.json.Decoder(_KeyData)
_IGE = msgspec.json.Decoder(_Ige)
_INTERACTION = msgspec.json.Decoder(_Interaction)


def _as(decoder: msgspec.json.Decoder[_Kind], raw: _Json, what: str) -> _Kind:
    """A part of the file; raises `BadInput` with what it has to be."""
    try:
        return decoder.decode(raw)
    except msgspec.ValidationError:
        raise BadInput(f"not a TETR.IO replay: {what}") from None


def _match(head: _Object) -> Match:
    played, mode = _text(head, "ts"), _text(head, "gamemode", "gametype")
    if mode.startswith("zenith"):
        raise BadInput(f"a game by rules that are not known here: Quick Play ({mode[:20]})")
    replay, data = _object(head.get("replay")), head.get("data", b"")
    if "rounds" in replay:
        rounds = [_seats(_list(each)) for each in _list(replay["rounds"])]
    elif replay:
        users = [_object(each) for each in _list(head.get("users"))]
        rounds = [[_Seat(head["replay"], _text(users[0], "username") if users else "")]]
    elif _begins(data, b"["):
        rounds = [_old_seats(_object(each)) for each in _list(data)]
    else:
        rounds = [[_Seat(data, _text(head, "user"), version=OLD)]]
    rounds = [seats for seats in rounds if seats]
    if not rounds:
        raise BadInput("a TETR.IO replay without a round that was played")
    _name(rounds)
    played_rounds = [_players(number, seats, len(rounds)) for number, seats in enumerate(rounds, 1)]
    version = bytes(head.get("version", b""))
    container = int(version) if re.fullmatch(rb"\d{1,18}", version) else CONTAINER
    first = played_rounds[0][0].options.version
    return Match(first, played_rounds, played, mode, container=container)


class _Seat(msgspec.Struct):
    """A player's place in a round: the replay, and what is said of it around."""

    replay: _Json
    name: str = ""
    who: str = ""  # the same in every round
    alive: bool | None = None
    version: int = KNOWN_VERSIONS[-1]


def _seats(listed: Iterable[msgspec.Raw]) -> list[_Seat]:
    """Those of a round who have a replay."""
    results = [_object(each) for each in listed]
    return [
        _Seat(each["replay"], _text(each, "username", "user"), _text(each, "id"), _truth(each.get("alive")))
        for each in results
        if _object(each.get("replay"))
    ]


def _old_seats(one: _Object) -> list[_Seat]:
    board = [_object(each) for each in _list(one.get("board"))]
    replays = _list(one.get("replays"))
    board += [{}] * (len(replays) - len(board))
    return [
        _Seat(raw, _text(each, "user", "username"), "", _truth(each.get("success")), OLD)
        for each, raw in zip(board, replays, strict=False)
        if _object(raw)
    ]


def _truth(raw: msgspec.Raw | None) -> bool | None:
    """True or false, or None where the file has neither."""
    return {b"true": True, b"false": False}.get(bytes(raw)) if raw is not None else None


def _name(rounds: Sequence[Sequence[_Seat]]) -> None:
    """Give every player a name that no other has, the same in all rounds."""
    known: dict[tuple[str, str], str] = {}
    for seats in rounds:
        for seat in seats:
            seat.name = (
                seat.name or str(_options(_object(seat.replay).get("options")).get("username") or "")[:64]
            )
        keys = [(seat.name, seat.who or (str(at) if not seat.name else "")) for at, seat in enumerate(seats)]
        for at, (seat, (name, who)) in enumerate(zip(seats, keys, strict=True)):
            key = name, who + "*" * keys[:at].count((name, who))
            if key not in known:
                base = name or f"Player {at + 1}"
                same = sum(each == base or each.startswith(f"{base} (") for each in known.values())
                known[key] = f"{base} ({same + 1})" if same else base
            seat.name = known[key]


def _players(number: int, seats: Sequence[_Seat], rounds: int) -> list[Player]:
    players = []
    for seat in seats:
        try:
            players.append(_player(seat, several=len(seats) > 1))
        except BadInput as error:
            where = f"round {number}, {seat.name}: " if rounds > 1 else ""
            raise BadInput(f"{where}{error}") from None
    bonus = players[0].options.garbagetargetbonus
    if len(players) > 2 and bonus != "none":
        raise BadInput(f"a game by rules that are not known here: garbagetargetbonus {bonus[:20]}")
    won = any(player.reason == "winner" for player in players)
    reported = not all(seat.alive for seat in seats)  # not every one can be the last
    for player, seat in zip(players, seats, strict=True):
        if len(seats) == 1:
            player.alive = player.reason in _FINISHED
        elif seat.alive is not None and reported:
            player.alive = seat.alive
        else:
            player.alive = player.reason == "winner" if won else player.reason not in _DYING
    return players


def _takes_back(event: _Event) -> bool:
    return event.type == "keydown" and _as(_KEY, event.data, "a key has no name").key in ("undo", "redo")


def _player(seat: _Seat, *, several: bool) -> Player:
    replay = _object(seat.replay)
    events = _events_of(replay.get("events"))
    full: dict[str, Any] = {}
    end: dict[str, Any] = {}
    ended: _Object = {}
    for event in events:
        if not 0 <= event.frame <= MAX_FRAMES:
            raise BadInput(f"an event in tick {_number(event.frame)}, which no game has")
        if event.type == "full" and not full:
            full = _options(_object(event.data).get("options"))
            if event.frame > 0:
                full = {name: value for name, value in full.items() if name not in _GROWING}
        elif event.type == "end":
            ended = _object(event.data)
            ended = _object(ended.get("export")) or ended  # in older files
            end = {
                name: value for name, value in _options(ended.get("options")).items() if name not in _GROWING
            }
    frames = _frames(replay.get("frames"), events)
    parts = (end, full, _options(replay.get("options")))
    given = {name: value for part in parts for name, value in part.items() if value is not None}
    if several:
        given.setdefault("hasgarbage", True)
    if given.get("can_undo") is True and any(map(_takes_back, events)):
        raise BadInput("a game in which pieces were taken back, which is not played here: can_undo")
    options = Options.of(given, seat.version)
    results = _object(replay.get("results")) or ended
    game = _object(ended.get("game"))
    return Player(
        seat.name,
        options,
        _events(events, options),
        frames,
        _stats(_figures(results.get("stats"))),
        _rates(_figures(results.get("aggregatestats"))),
        _text(results, "gameoverreason"),
        True,
        _rows(game.get("board")),
        bool(_object(ended.get("stats"))),
    )


def _figures(raw: msgspec.Raw | None) -> msgspec.Raw | None:
    """An object of figures; None for anything else, as if there were none."""
    return raw if _begins(raw, b"{") else None


def _events_of(raw: msgspec.Raw | None) -> list[_Event]:
    if raw is None or not _begins(raw, b"["):
        raise BadInput("not a TETR.IO replay: a player has no list of events")
    try:
        events = _EVENTS.decode(raw)
    except msgspec.ValidationError:
        for number, each in enumerate(_list(raw), 1):
            _as(
                _EVENT,
                each,
                f"event {number:,} of a round needs a whole number as `frame` and a `type`",
            )
        raise
    if len(events) > MAX_EVENTS:
        raise BadInput(f"a round with {len(events):,} events, which no game has")
    return events


def _frames(raw: msgspec.Raw | None, events: Sequence[_Event]) -> int:
    """The ticks to be played; where the file does not say, up to its last event."""
    if raw is None or bytes(raw) == b"null":
        last = max((event.frame for event in events), default=0)
        return next((event.frame for event in events if event.type == "end"), last + 1)
    frames = msgspec.json.decode(raw)
    if isinstance(frames, bool) or not isinstance(frames, int | float) or frames != frames // 1:
        raise BadInput("not a TETR.IO replay: `frames` is not a whole number")
    if not 0 <= frames <= MAX_FRAMES:
        raise BadInput(f"a round of {_number(int(min(frames, 1 << 60)))} ticks, which no game has")
    return int(frames)


def _events(given: list[_Event], options: Options) -> list[Event]:
    """The events that touch the game, in order of time."""
    events: list[Event] = []
    seen: set[int] = set()
    for event in given:
        if event.type in ("keydown", "keyup"):
            data = _as(
                _KEY, event.data, f"the key of tick {event.frame} needs a name, and a number as `subframe`"
            )
            subframe = data.subframe or 0.0
            if data.key in KEYS:  # others do nothing in a match
                if not 0 <= subframe < 1:
                    raise BadInput(f"a key at {subframe} of tick {event.frame}; it has to be from 0 up to 1")
                down = event.type == "keydown"
                events.append(Key(event.frame, KEYS.index(data.key), down, subframe, bool(data.hoisted)))
        elif event.type == "ige":
            message = _as(_IGE, event.data, f"the message of tick {event.frame} is not one")
            if message.id is None or message.id not in seen:  # repeated ones do not count (sources)
                seen.add(-1 if message.id is None else message.id)
                events += _messages(event.frame, message, options)
    events.sort(key=lambda event: event.frame)
    return events


def _messages(frame: int, message: _Ige, options: Options) -> list[Event]:
    """Return the events of a message from the server: one event or none."""
    if message.type == "ige":  # versions 15 to 18 nest once more
        message = _as(_IGE, message.data, f"the message of tick {frame} is not one")
    if message.type == "kev":
        killer = _object(_object(message.data).get("killer")).get("gameid")
        own = killer is not None and str(msgspec.json.decode(killer)) == str(options.gameid)
        return [Kill(frame)] if own else []
    if message.type not in ("interaction", "interaction_confirm"):
        return []
    garbage = _as(_INTERACTION, message.data, f"the garbage of tick {frame} is not told in whole numbers")
    if garbage.type != "garbage":
        return []
    cid = garbage.cid if garbage.cid is not None else message.cid or 0
    if message.type == "interaction_confirm":
        return [Arrival(frame, cid)]
    if abs(garbage.amt) > MAX_ROWS:
        raise BadInput(f"garbage of {_number(garbage.amt)} rows, which no game has")
    column = garbage.col if garbage.column is None else garbage.column
    if column is not None and not 0 <= column < COLUMNS:
        raise BadInput(f"garbage with its hole in column {_number(column)}")
    return [Garbage(frame, cid, garbage.iid or 0, garbage.ackiid, garbage.amt, column)]


def _number(number: int) -> str:
    """A number from a file as words; one that is too long to be printed as that."""
    return f"{number:,}" if abs(number) < 1 << 60 else "more than 10^18"


def _rows(raw: msgspec.Raw | None) -> list[int] | None:
    """A board of rows from the top as rows from the bottom, bit x for column x, without empty ones above."""
    if raw is None or len(memoryview(raw)) > MAX_VALUE:
        return None
    try:
        board = msgspec.json.decode(raw, type=list[list[str | None]] | None)
    except msgspec.ValidationError:  # told in another way: nothing to compare with
        return None
    if board is None:
        return None
    rows = [sum(1 << x for x, cell in enumerate(row) if cell) for row in reversed(board)]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _differences(ours: dict[str, Any], theirs: dict[str, Any], within: str) -> list[str]:
    results: list[str] = []
    for name, value in ours.items():
        other = theirs.get(name, theirs.get(_OLD_FIGURES.get(name, "")))
        if other is None:
            continue
        if isinstance(value, dict):
            results += _differences(value, other if isinstance(other, dict) else {}, f"{within}{name}.")
        elif not isinstance(other, int | float) or abs(value - other) > 1e-6:
            results.append(f"{within}{name}")
    return results
