"""Replays of TETR.IO: the engine against rules worked out by hand, files written and read, and files that lie.

Real matches lie where the reference is; the test that plays them skips elsewhere.
"""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game import places
from game.errors import BadInput
from game.tetris.guideline.attack import Clear, table_of
from game.tetris.guideline.finesse import fewest_keys
from game.tetris.guideline.garbage import Garbage as Waiting
from game.tetris.guideline.garbage import GarbageRules
from game.tetris.guideline.pieces import PIECES
from game.tetris.tetrio import (
    Engine,
    Handling,
    Match,
    Options,
    Player,
    by_player,
    parse,
    play,
    read,
    read_folder,
    replay,
    replay_of,
    replays_in,
    write,
)
from game.tetris.tetrio.course import session_of
from game.tetris.tetrio.engine import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    HARD_DROP,
    HOLD,
    KICKS,
    LEFT,
    RIGHT,
    SOFT_DROP,
    Arrival,
    Event,
    Garbage,
    Key,
    Kill,
    Packet,
    Placed,
)
from game.tetris.tetrio.file import MAX_BYTES
from game.tetris.tetrio.randomness import BAGS, Queue

REFERENCE = Path(__file__).parents[5] / "shared" / "reference" / "tetrio"
PRIVATE = Options(
    seed=7, gameid=1, hasgarbage=True, allow180=True, b2bchaining=True, b2bcharge_base=3, allclear_b2b_sends=True,
    allclear_b2b_dupes=False, nolockout=True, gmargin=7200, gincrease=0.0035, garbagemargin=10800,
    garbageincrease=0.008, handling=Handling(sdf=20),
)  # fmt: skip
SEASON_2 = msgspec.structs.replace(
    PRIVATE, b2bchaining=False, b2bcharging=True, spinbonuses="all-mini+", allclear_garbage=5, allclear_b2b=1,
    openerphase=14, garbagespecialbonus=True,
)  # fmt: skip


def some_round(seed: int, options: Options, frames: int = 3000) -> Player:
    """A player who presses keys at random and gets garbage now and then; the file's figures are our own."""
    random = Random(seed)
    events: list[Event] = []
    down: set[int] = set()
    for frame in range(frames):
        at = 0.0
        while random.random() < 0.25 and at < 0.9:
            at = round(min(0.9, at + random.randint(0, 4) / 10), 1)
            key = random.choice(
                (LEFT, RIGHT, LEFT, RIGHT, CLOCKWISE, COUNTERCLOCKWISE, SOFT_DROP, HARD_DROP, HOLD)
            )
            events.append(Key(frame, key, key not in down, at))
            down ^= {key}
        if random.random() < 0.004:
            cid = len(events)
            events.append(Garbage(frame, cid, cid, random.choice((0, 1, 2, 10_000)), random.randint(1, 6)))
            events.append(Arrival(frame, cid))
        if random.random() < 0.001 and options.gameid is not None:
            events.append(Kill(frame))
    player = Player("p1", options, events, frames, {}, {}, "", alive=True)
    outcome = player.play()
    return msgspec.structs.replace(
        player, stats=outcome.stats, reason=outcome.reason, alive=outcome.reason == "winner"
    )


def keys(engine: Engine, *pressed: int) -> None:
    """Tap keys in one tick."""
    engine.tick([Key(engine.counter, key, down) for key in pressed for down in (True, False)])


def with_board(rows: list[str], piece: str, options: Options = PRIVATE) -> Engine:
    """An engine with these rows, the highest first, and this piece in play."""
    engine = Engine(options)
    for y, row in enumerate(reversed(rows)):
        engine.board[y] = sum(1 << x for x, cell in enumerate(row) if cell != ".")
    engine._spawn(PIECES.index(piece))
    return engine


# -- real matches --


@pytest.mark.skipif(not REFERENCE.is_dir(), reason="the reference with real matches is not here")
def test_real_matches_come_out_equal() -> None:
    expected = json.loads((REFERENCE / "expected.json").read_bytes())["files"]
    equal = rounds = 0
    for name, known in expected.items():
        match = read(REFERENCE / name)
        for players, figures in zip(match.rounds, known["rounds"], strict=True):
            for player, wanted in zip(players, figures, strict=True):
                one = replay_of(player)
                results = one.document(placements=True)
                assert one.matches, (name, one.differs)
                assert results["name"] == wanted["player"]
                assert {key: results[key] for key in ("stats", "reason", "board", "sha256")} == {
                    key: wanted[key] for key in ("stats", "reason", "board", "sha256")
                }, (name, player.name)
                assert results["placements"][: len(wanted["placements"])] == wanted["placements"]
                rounds += 1
                equal += one.matches
    assert equal == rounds > 0


REPORTS = REFERENCE.parent / "reports" / "tetrio"


@pytest.mark.skipif(not REPORTS.is_dir(), reason="the reports with real matches are not here")
@pytest.mark.parametrize("path", sorted(REPORTS.glob("*.gz")), ids=lambda path: path.name.partition(".")[0])
def test_real_games_of_other_versions_and_rules_come_out_equal(path: Path) -> None:
    # league of versions 15 and 19, custom games and solo modes of version 15
    match = read(path)
    rounds = replay(match)
    for players in rounds:
        for one in players:
            assert one.matches, (one.player.name, one.differs)
            assert one.outcome.reason == one.player.reason or not one.player.reason
        if len(players) > 1:
            assert [one.player.alive for one in players].count(True) == 1
            assert all(one.player.alive == (one.outcome.reason == "winner") for one in players)
    sums = by_player(rounds).values()
    if len(match.rounds[0]) > 1:
        assert sum(each.wins for each in sums) == len(rounds)
    else:
        assert [(each.wins, each.alone, each.finished) for each in sums] == [(0, 1, 1)]
        game = session_of(rounds[0][0])  # rows that rise by time are in the game of ours as well
        assert (
            game.length >= len(rounds[0][0].outcome.placements) - 1
            or match.rounds[0][0].options.boardheight > 40
        )


# -- rules --


def test_the_match_that_comes_along_comes_out_equal() -> None:
    match = read(places.shipped("assets", "replays", "kibitz.ttrm.gz"))
    assert all(replay_of(player).matches for players in match.rounds for player in players)


@pytest.mark.parametrize(("seed", "pieces"), [(1, "OJILSTZTOLJSIZLISOTZJ"), (42, "OTILJSZIJZLOST")])
def test_bags_are_those_of_the_seed(seed: int, pieces: str) -> None:
    queue = Queue("7-bag", seed)
    assert "".join(PIECES[queue[at]] for at in range(len(pieces))) == pieces


@pytest.mark.parametrize("kind", BAGS)
def test_every_bag_goes_on_for_ever(kind: str) -> None:
    queue = Queue(kind, 3)
    assert {queue[at] for at in range(500)} == set(range(7))


def test_solo_modes_do_not_begin_with_s_z_or_o() -> None:
    for seed in range(1, 60):
        queue, plain = Queue("7-bag", seed, no_szo=True), Queue("7-bag", seed)
        assert PIECES[queue[0]] not in "SZO"
        assert sorted(queue[at] for at in range(7)) == sorted(plain[at] for at in range(7))
        assert [queue[at] for at in range(7, 30)] == [plain[at] for at in range(7, 30)]


def test_a_turn_first_tries_its_place() -> None:
    assert all(shifts[0] == (0, 0) for kicks in KICKS for shifts in kicks.values())


def test_a_piece_appears_in_row_21_and_falls_with_the_gravity() -> None:
    engine = Engine(PRIVATE)
    row = 39 - -(-engine.u // 1)
    assert row == 21
    for _ in range(3):  # 0.04 to the next row, 0.02 a tick
        engine.tick([])
    assert 39 - -(-engine.u // 1) == 20


@pytest.mark.parametrize(
    ("piece", "fewest"), [("O", {0: 1, 1: 2, 3: 1, 4: 0, 5: 1}), ("T", {0: 1, 1: 2, 2: 1, 3: 0, 4: 1})]
)
def test_the_fewest_keys_of_flat_placements(piece: str, fewest: dict[int, int]) -> None:
    # by the left column: taps from the spawn, and a held key to each wall
    shape = {"O": ((0, 0), (1, 0), (0, 1), (1, 1)), "T": ((0, 0), (1, 0), (2, 0), (1, 1))}[piece]
    results = fewest_keys(PIECES.index(piece))
    for column, number in fewest.items():
        assert results[frozenset((x + column, y) for x, y in shape)] == number, column


@pytest.mark.parametrize(("chain", "attack"), [(1, 4), (2, 5), (3, 5), (4, 6)])
def test_back_to_back_quads_send_more(chain: int, attack: int) -> None:
    # 1 + floor(ln(1 + 0.8 c)) and a third of the fraction, from the second link on
    engine = with_board(["x........."] + ["xxxxxxxxx."] * 4, "I")
    engine.btb = chain - 1
    keys(engine, CLOCKWISE, *[RIGHT] * 5, HARD_DROP)
    assert engine.placements[-1].cleared == 4
    assert engine.placements[-1].attack == attack


@pytest.mark.parametrize(("options", "name"), [(PRIVATE, "tetr.io"), (SEASON_2, "tetr.io-2")])
def test_attacks_are_those_of_our_own_table(options: Options, name: str) -> None:
    table = table_of(name)
    for chain in range(12):
        for combo in range(12):
            for rows in range(1, 5):
                for spin in range(3 if rows < 4 else 1):
                    if spin == 1 and rows == 3:
                        continue  # no T does that
                    engine = Engine(options)
                    engine.combo, engine.btb = combo, chain
                    engine._fight(engine._reckon(rows, spin, with_garbage=False, all_clear=False))
                    assert engine.attack == table.attack(Clear(rows, spin, chain, combo)), (
                        chain,
                        combo,
                        rows,
                        spin,
                    )


@pytest.mark.parametrize("seed", range(12))
def test_garbage_of_our_own_rules_is_that_of_the_engine(seed: int) -> None:
    # packets, cancelling, the opener, and the holes of the same seed
    random = Random(seed)
    change, inner, opener = random.choice((0, 40, 100)), random.choice((0, 30)), random.choice((0, 14, 25))
    options = msgspec.structs.replace(
        PRIVATE, seed=seed, messiness_change=change / 100, messiness_inner=inner / 100, openerphase=opener
    )
    engine = Engine(options)
    rules = GarbageRules(cap=8, messiness=inner, change=change, opener=opener)
    garbage = Waiting(seed=seed)
    landed = Placed(0, 0, 0, (), 0, 0, hard=True, held=None, drawn=1)
    for _ in range(60):
        while random.random() < 0.5:
            rows = random.randint(1, 5)
            engine.packets.append(Packet(rows, None, active=True))
            garbage = garbage.received(rows)
        engine.placements.append(landed)
        engine._risen, sent = [], engine.sent
        fights = [random.randint(1, 6) for _ in range(random.choice((0, 1, 1, 2, 4)))]
        for fight in fights:
            engine._fight(fight)
        if not fights:
            engine._rise()
        settled = garbage.settled(rules, len(fights), fights)
        garbage = settled.garbage
        assert settled.up == tuple(engine._risen)
        assert settled.sent == engine.sent - sent
        assert garbage.waiting == engine.waiting
        engine.board = [0] * len(engine.board)


def test_a_surge_sends_what_a_long_chain_has_charged() -> None:
    engine = with_board(["x.........", "xxxxxxxxx."], "I", SEASON_2)
    engine.btb = 5
    keys(engine, CLOCKWISE, *[RIGHT] * 5, HARD_DROP)
    assert (engine.placements[-1].cleared, engine.placements[-1].attack, engine.btb) == (1, 4, 0)


def test_an_all_clear_fights_apart() -> None:
    engine = with_board(["xxxxxxxxx."] * 4, "I")
    keys(engine, CLOCKWISE, *[RIGHT] * 5, HARD_DROP)
    assert engine.board == [0] * 40
    assert engine.placements[-1].attack == 4 + 10
    assert [rows for _, rows in engine.ledger] == [4, 10]


def holding(**handling: Any) -> Engine:
    """An engine whose player keeps a turn and the hold down while pieces come."""
    handling = {"dcd": 0.0, **handling}
    return Engine(msgspec.structs.replace(PRIVATE, handling=Handling(**handling)))


def test_a_held_turn_turns_a_new_piece_where_the_handling_says_so() -> None:
    for irs, turned in (("hold", 1), ("tap", 0), ("off", 0)):
        engine = holding(irs=irs)
        engine.tick([Key(0, CLOCKWISE, True), Key(0, HARD_DROP, True)])
        assert engine.orientation == turned
    engine.tick([Key(1, CLOCKWISE, False), Key(1, HARD_DROP, True)])
    assert engine.orientation == 0


def test_a_held_hold_exchanges_a_new_piece_where_the_handling_says_so() -> None:
    for ihs, holds in (("hold", 2), ("tap", 1)):
        engine = holding(ihs=ihs)
        second = engine.queue[1]
        engine.tick([Key(0, HOLD, True), Key(0, HARD_DROP, True)])
        assert engine.holds == holds
        assert engine.placements[0].piece == second
        assert engine.piece == (engine.queue[0] if ihs == "hold" else engine.queue[2])
        assert not (ihs == "hold" and engine.may_hold)


def test_dcd_takes_charge_at_a_wall_only() -> None:
    engine = holding(dcd=4.0)
    engine.tick([Key(0, LEFT, True)])
    while not engine.at_wall:
        engine.tick([])
    engine.tick([Key(engine.counter, HARD_DROP, True)])
    assert engine.das[0] < 10  # the new piece waits once more
    free = holding(dcd=4.0)
    for _ in range(4):
        free.tick([Key(0, LEFT, True)] if not free.counter else [])
    before = free.das[0]
    free.tick([Key(free.counter, HARD_DROP, True)])
    assert free.das[0] == before + 1


def test_hold_and_hard_drop_can_be_off_and_hold_without_end() -> None:
    engine = Engine(msgspec.structs.replace(PRIVATE, display_hold=False, allow_harddrop=False))
    keys(engine, HOLD, HARD_DROP)
    assert (engine.holds, len(engine.placements), engine.inputs) == (0, 0, 1)
    engine = Engine(msgspec.structs.replace(PRIVATE, infinite_hold=True))
    keys(engine, HOLD, HOLD, HOLD)
    assert engine.holds == 3


def test_levels_quicken_the_fall() -> None:
    blitz = msgspec.structs.replace(PRIVATE, levels=True, levelspeed=0.42, levelgbase=0.65, gincrease=0.0)
    assert [blitz.lines_at(level) for level in range(1, 6)] == [3, 5, 7, 9, 11]
    assert blitz.gravity_at(1) == pytest.approx(1 / 60)
    assert blitz.gravity_at(3) == pytest.approx(1 / 60 / 0.636**2)
    engine = with_board(["#########."] * 4, "I", blitz)
    keys(engine, CLOCKWISE, *[RIGHT] * 6, HARD_DROP)
    assert engine.lines == 4
    assert (engine.level, engine.level_lines) == (2, 1)
    assert engine.gravity == blitz.gravity_at(2)
    assert engine.stats["level"] == 2


@pytest.mark.parametrize(("tick", "risen"), [(19, 0), (20, 3)])
def test_garbage_rises_twenty_ticks_after_its_confirmation(tick: int, risen: int) -> None:
    engine = Engine(PRIVATE)
    engine.tick([Garbage(0, 1, 1, 0, 3), Arrival(0, 1)])
    while engine.counter < tick:
        engine.tick([])
    keys(engine, HARD_DROP)
    assert len(engine.placements[-1].risen) == risen
    assert sum(engine.dirty) == risen


def test_a_clear_holds_garbage_back_and_cancels() -> None:
    engine = with_board(["x........."] + ["xxxxxxxxx."] * 4, "I")
    for _ in range(30):
        engine.tick([Garbage(0, 1, 1, 0, 6), Arrival(0, 1)] if engine.counter == 0 else [])
    keys(engine, CLOCKWISE, *[RIGHT] * 5, HARD_DROP)
    assert engine.placements[-1][9:12] == (4, 0, ())
    assert [packet.amount for packet in engine.packets] == [2]
    keys(engine, HARD_DROP)
    assert len(engine.placements[-1].risen) == 2


def test_own_attacks_under_way_are_taken_off() -> None:
    engine = with_board(["x........."] + ["xxxxxxxxx."] * 4, "I")
    keys(engine, CLOCKWISE, *[RIGHT] * 5, HARD_DROP)
    assert engine.ledger == [[1, 4]]
    engine.tick([Garbage(1, 1, 1, 0, 3)])
    assert (engine.ledger, engine.packets) == ([[1, 1]], [])
    engine.tick([Garbage(2, 2, 2, 1, 3)])
    assert (engine.ledger, [packet.amount for packet in engine.packets]) == ([], [3])


@pytest.mark.parametrize(
    ("rule", "spin"),
    [("T-spins", 0), ("T-spins+", 0), ("all-mini", 1), ("all-mini+", 1), ("all", 2), ("none", 0)],
)
def test_a_piece_that_cannot_move_is_a_spin_by_some_rules(rule: str, spin: int) -> None:
    # a J turned under an overhang, where it can move nowhere
    engine = with_board(
        ["xx........", "x...xxxxxx", "xxx.xxxxxx"], "J", msgspec.structs.replace(PRIVATE, spinbonuses=rule)
    )
    engine.x, engine.u, engine.orientation = 2, 37.5, 2
    assert engine._immobile()
    assert engine._judge(0, 1) == spin


# -- files --


@pytest.mark.parametrize("options", [PRIVATE, SEASON_2, Options(seed=5), Options(seed=6, version=15)])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_written_reads_back_equal(seed: int, options: Options) -> None:
    first, second = some_round(seed, options), some_round(seed + 50, options)
    second.name = "p2"
    for match in (
        Match(options.version, [[first, second], [second, first]]),
        Match(options.version, [[first]]),
    ):
        raw = write(match)
        for given in (raw, gzip.compress(raw)):
            again = parse(given)
            assert again == match
            for players in again.rounds:
                for player in players:
                    assert replay_of(player).matches


def test_what_a_file_claims_is_compared() -> None:
    player = some_round(3, PRIVATE)
    player.stats = {**player.stats, "lines": 99, "garbage": {**player.stats["garbage"], "sent": -1}}
    player.reason = "forfeit"
    result = replay_of(player)
    assert result.differs[:2] == ["lines", "garbage.sent"]
    assert not result.matches


def test_the_same_keys_give_the_same_round() -> None:
    player = some_round(11, PRIVATE)
    assert player.play() == player.play()
    assert len(player.play().placements) > 5
    other = msgspec.structs.replace(PRIVATE, seed=8)
    assert play(other, player.events, player.frames) != player.play()


def nested(depth: int) -> bytes:
    return b'{"replay": ' + b"[" * depth + b"]" * depth + b"}"


def changed(change: Callable[[Any], None]) -> bytes:
    """A file with something wrong in it."""
    document = json.loads(write(Match(19, [[some_round(1, PRIVATE, 300), some_round(2, PRIVATE, 300)]])))
    change(document["replay"]["rounds"][0][0]["replay"])
    return json.dumps(document).encode()


def with_event(**data: Any) -> bytes:
    return changed(lambda replay: replay["events"].insert(0, {"frame": 0, "type": "keydown", "data": data}))


def with_message(**data: Any) -> bytes:
    message = {"id": 1, "type": "interaction", "data": {"type": "garbage", **data}}
    return changed(lambda replay: replay["events"].insert(0, {"frame": 0, "type": "ige", "data": message}))


HOSTILE = {
    "nothing": lambda: b"",
    "another format": lambda: b'{"events": []}',
    "a list": lambda: b"[1, 2]",
    "no rounds": lambda: b'{"replay": {"rounds": []}}',
    "an empty round": lambda: b'{"replay": {"rounds": [[]]}}',
    "nested": lambda: nested(100_000),
    "nested options": lambda: changed(lambda r: None).replace(
        b'"handling": {', b'"x": ' + b"[" * 50_000 + b"{"
    ),
    "not utf-8": lambda: b'{"replay": "\xff"}',
    "a packed bomb": lambda: gzip.compress(b" " * (MAX_BYTES + 1)),
    "damaged packing": lambda: gzip.compress(b"{}" * 5000)[:30] + b"x" * 40,
    "too many bytes": lambda: b'{"replay":' + b" " * MAX_BYTES,
    "frames beyond reason": lambda: changed(lambda r: r.update(frames=10**12)),
    "frames below zero": lambda: changed(lambda r: r.update(frames=-1)),
    "frames as text": lambda: changed(lambda r: r.update(frames="12")),
    "an event beyond reason": lambda: changed(lambda r: r["events"][3].update(frame=10**15)),
    "a huge number": lambda: changed(lambda r: None).replace(b'"frames": 300', b'"frames": 1e999'),
    "subframe NaN": lambda: with_event(key="hold", subframe=float("nan")),
    "subframe too large": lambda: with_event(key="hold", subframe=1e9),
    "subframe below zero": lambda: with_event(key="hold", subframe=-0.5),
    "garbage beyond reason": lambda: with_message(amt=10**9),
    "a hole beyond the wall": lambda: with_message(amt=1, column=77),
    "a seed that is no number": lambda: changed(lambda r: r["options"].update(seed="x")),
    "handling of a wrong type": lambda: changed(lambda r: r["options"].update(handling=[1])),
    "arr beyond reason": lambda: changed(lambda r: r["options"]["handling"].update(arr=1e300)),
    "options that are a list": lambda: changed(lambda r: r.update(options=[])),
    "holes as wide as the field": lambda: changed(lambda r: r["options"].update(garbageholesize=10)),
    "unknown bag": lambda: changed(lambda r: r["options"].update(bagtype="mine")),
    "an endless number": lambda: changed(lambda r: r["events"][3].update(frame=10**4000)),
    "too many parts": lambda: changed(lambda r: r["options"].update(extra=[[]] * 110_000)),
    "wrong board": lambda: changed(lambda r: r["options"].update(boardwidth=4)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_lies_is_one_sentence(name: str, tmp_path: Path) -> None:
    path = tmp_path / "evil.ttrm"
    path.write_bytes(HOSTILE[name]())
    with pytest.raises(BadInput) as caught:
        read(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)
    assert not any(word in str(caught.value) for word in ("Expected", "`int`", "`str`", "float", "$."))


def test_a_file_cut_anywhere_is_one_sentence() -> None:
    raw = write(Match(19, [[some_round(1, PRIVATE, 120)]]))
    for end in range(0, len(raw) - 1, 7):
        with pytest.raises(BadInput):
            parse(raw[:end])
    packed = gzip.compress(raw)
    for end in range(len(packed) - 9):  # the last eight bytes are a sum that nobody has to read
        with pytest.raises(BadInput):
            parse(packed[:end])


@pytest.mark.parametrize("seed", range(300))
def test_strange_numbers_end_in_a_round_or_in_one_sentence(seed: int) -> None:
    random = Random(seed)
    strange = (0, -1, 1, 3, 0.5, 1e9, -1e8, 40, 1000, True, None, "x", [], {})

    def spoil(replay: Any) -> None:
        options, handling = replay["options"], replay["options"]["handling"]
        for _ in range(3):
            where = random.choice((options, handling, random.choice(replay["events"])["data"]))
            names = Options.__struct_fields__ if where is options else tuple(where) or ("key",)
            where[random.choice(names)] = random.choice(strange)

    try:
        match = parse(changed(spoil))
    except BadInput:
        return
    for players in match.rounds:
        for player in players:
            player.play()


def test_a_flood_of_garbage_does_not_slow_the_ticks_down() -> None:
    # each packet is looked at when it comes, when it becomes active and when it rises, never in between
    events: list[Event] = []
    for number in range(20_000):
        events += [Garbage(number, number, number, 0, 1), Arrival(number, number)]
    outcome = play(msgspec.structs.replace(PRIVATE, g=0.0, gincrease=0.0), events, 40_000)
    assert outcome.stats["garbage"]["received"] == 20_000


# What versions wrote for the same thing: the option, its value in the file, and what that means.
SAME_THING: tuple[tuple[str, object, str, object], ...] = (
    ("bagtype", "7bag", "bagtype", "7-bag"),
    ("bagtype", "Total Mayhem", "bagtype", "total mayhem"),
    ("bagtype", None, "bagtype", "7-bag"),
    ("passthrough", False, "passthrough", "zero"),
    ("passthrough", True, "passthrough", "full"),
    ("passthrough", 0, "passthrough", "zero"),
    ("garbageblocking", False, "garbageblocking", "none"),
    ("garbageblocking", "combo-blocking", "garbageblocking", "combo blocking"),
    ("spinbonuses", False, "spinbonuses", "none"),
    ("spinbonuses", "tspins+", "spinbonuses", "T-spins+"),
    ("combotable", "none", "combotable", "none"),
    ("garbagetargetbonus", False, "garbagetargetbonus", "none"),
    ("garbageentry", None, "garbageentry", "instant"),
    ("survivalmode", "", "survivalmode", "none"),
    ("map", False, "map", ""),
    ("garbageabsolutecap", False, "garbageabsolutecap", 0),
    ("garbageattackcap", None, "garbageattackcap", 0),
    ("garbagephase", False, "garbagephase", 0),
    ("garbagequeue", 0, "garbagequeue", False),
    ("garbagecap", "12", "garbagecap", 12),
    ("stock", False, "stock", 0),
    ("infinite_stock", None, "infinite_stock", False),
    ("lockresets", 12.0, "lockresets", 12),
    ("nolockout", 1, "nolockout", True),
    ("clutch", "false", "clutch", False),
    ("b2bcharge_at", 4.0, "b2bcharge_at", 4),
    ("infinitemovement", True, "infinite_movement", True),
    ("gbase", 0.65, "levelgbase", 0.65),
    ("gspeed", 0.002, "levelgspeed", 0.002),
    ("seed", "7", "seed", 7),
)


@pytest.mark.parametrize(("name", "value", "today", "meant"), SAME_THING)
def test_an_option_is_read_however_a_version_wrote_it(
    name: str, value: object, today: str, meant: object
) -> None:
    match = parse(changed(lambda replay: replay["options"].update({name: value})))
    assert getattr(match.rounds[0][0].options, today) == meant


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("garbageabsolutecap", True, "the option garbageabsolutecap is true, which is not a number"),
        ("lockresets", "many", 'the option lockresets is "many", which is not a number'),
        ("b2bcharge_at", 4.5, "the option b2bcharge_at is 4.5, which is not a whole number"),
        ("clutch", "perhaps", 'the option clutch is "perhaps", which is neither true nor false'),
        ("kickset", ["SRS+"], 'the option kickset is ["SRS+"], which is not one of its choices'),
    ],
)
def test_an_option_that_means_nothing_is_told_with_its_name(name: str, value: object, text: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(changed(lambda replay: replay["options"].update({name: value})))
    assert str(caught.value).endswith(text)


def test_fields_that_do_not_matter_may_be_anything() -> None:
    document = json.loads(changed(lambda replay: None))
    document |= {"ts": 12, "users": None, "gamemode": ["x"], "id": {}, "version": "1", "league": []}
    for seat in document["replay"]["rounds"][0]:
        seat |= {"username": None, "alive": None, "stats": "?", "naturalorder": []}
        seat["replay"]["events"].append({"frame": 1, "type": "novelty", "data": None, "more": [1]})
        seat["replay"]["results"]["aggregatestats"] = None
    match = parse(json.dumps(document).encode())
    assert [player.name for player in match.rounds[0]] == ["Player 1", "Player 2"]
    assert all(replay_of(player).matches for player in match.rounds[0])


def test_the_file_says_who_has_won() -> None:
    players = [some_round(1, PRIVATE, 300), some_round(2, PRIVATE, 300)]
    players[0].name, players[1].name = "a", "b"
    players[0].alive, players[1].alive = True, False
    players[1].reason = "forfeit"
    (rounds,) = replay(parse(write(Match(19, [players]))))
    assert [one.player.alive for one in rounds] == [True, False]
    assert [figures.wins for figures in by_player([rounds]).values()] == [1, 0]


def test_where_a_file_calls_everybody_alive_the_reason_says_who_has_won() -> None:
    players = [some_round(1, PRIVATE, 300), some_round(2, PRIVATE, 300)]
    players[0].name, players[0].alive, players[0].reason = "a", True, "topout"
    players[1].name, players[1].alive, players[1].reason = "b", True, "winner"
    (again,) = parse(write(Match(19, [players]))).rounds
    assert [player.alive for player in again] == [False, True]


def test_a_loser_who_is_not_dead_yet_plays_one_tick_more() -> None:
    options = msgspec.structs.replace(PRIVATE, g=0.0, gincrease=0.0, clutch=False)
    drops: list[Event] = [Key(10 * number, HARD_DROP, True) for number in range(40)]
    whole = play(options, drops, 1_000)
    assert whole.reason == "topout"
    last = whole.placements[-1].tick
    for frames in (last, last + 1):  # as files of the league count, and as those of private rooms do
        player = Player("a", options, drops, frames, {}, {}, "topout", alive=False)
        assert player.play().placements == whole.placements
    assert play(options, drops, last).reason == "winner"


def test_a_game_alone_ends_with_its_goal() -> None:
    options = msgspec.structs.replace(PRIVATE, objective_type="lines", objective_count=4)
    engine = with_board(["xxxxxxxxx."] * 4, "I", options)
    keys(engine, CLOCKWISE, *[RIGHT] * 5, HARD_DROP)
    assert (engine.over, engine.lines) == ("clear", 4)
    timed = Options.of({"objective": {"type": "timed", "time": 1_000}})
    for frames in (60, 59):  # with the last tick, or without it
        player = Player("a", timed, [], frames, {}, {}, "clear", alive=True)
        outcome = player.play()
        assert (outcome.reason, outcome.stats["finaltime"], outcome.ticks) == ("clear", 1_000, 60)


def test_a_hold_that_ends_the_game_counts_as_the_file_counts_it() -> None:
    options = msgspec.structs.replace(PRIVATE, g=0.0, gincrease=0.0, clutch=False)
    drops: list[Event] = [Key(10 * number, HARD_DROP, True) for number in range(40)]
    last = play(options, drops, 1_000).placements[-2].tick
    events = [*(event for event in drops if event.frame <= last), Key(last + 5, HOLD, True)]
    player = Player("a", options, events, last + 9, {}, {}, "topout", alive=False)
    moved = player.start()
    for tick in range(last + 5):
        moved.tick([event for event in events if event.frame == tick])
    assert not moved.over
    for row in range(18, 24):
        moved.board[row] |= 0b1111111110
    moved.x, moved.u = 0, 3.0  # out of the way, with no room for another piece
    later = moved.copy()
    later.at_death = True
    for engine, holds in ((moved, 1), (later, 0)):
        engine.tick([events[-1]])
        assert (engine.over, engine.holds) == ("topout", holds)


@pytest.mark.parametrize(("given", "attack"), [(True, 14), (False, 0)])
def test_attack_counts_only_where_there_is_garbage(given: bool, attack: int) -> None:
    engine = with_board(["xxxxxxxxx."] * 4, "I", msgspec.structs.replace(PRIVATE, hasgarbage=given))
    keys(engine, CLOCKWISE, *[RIGHT] * 5, HARD_DROP)
    assert engine.lines == 4
    assert engine.stats["garbage"]["attack"] == engine.stats["garbage"]["sent"] == attack


def test_a_surge_is_no_part_of_the_spike_without_multiplier() -> None:
    engine = with_board(["x.........", "xxxxxxxxx."], "I", SEASON_2)
    engine.btb = 5
    keys(engine, CLOCKWISE, *[RIGHT] * 5, HARD_DROP)
    garbage = engine.stats["garbage"]
    assert (garbage["sent_nomult"], garbage["maxspike"], garbage["maxspike_nomult"]) == (4, 4, 0)


# -- files as they come --


def a_match(number: int) -> bytes:
    first, second = some_round(number, PRIVATE, 200), some_round(number + 50, PRIVATE, 200)
    second.name = "p2"
    return write(Match(19, [[first, second]]))


def test_a_folder_and_a_zip_are_read_whatever_the_names(tmp_path: Path) -> None:
    for number, name in enumerate(("b.TTRM", "a.ttrm", "c.TtRm.GZ")):
        raw = a_match(number)
        (tmp_path / name).write_bytes(gzip.compress(raw) if name.endswith("GZ") else raw)
    assert [path.name for path in replays_in(tmp_path)] == ["a.ttrm", "b.TTRM", "c.TtRm.GZ"]
    whole, problems = read_folder(tmp_path)
    assert (len(whole.rounds), problems) == (3, [])
    packed = tmp_path / "All.ZIP"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("read me.txt", "not a replay")
        for path in replays_in(tmp_path):
            file.write(path, f"deep/er/{path.name}")
    again = read(packed)
    assert (again.rounds, again.files) == (whole.rounds, ["a.ttrm", "b.TTRM", "c.TtRm.GZ"])


def test_a_zip_is_read_but_for_what_is_bad_in_it() -> None:
    match = parse(zipped(a_ttrm=a_match(1), b_ttrm=b"{}"))
    assert match.files == ["a.ttrm"]
    assert match.warning == "b.ttrm: not a TETR.IO replay: it has neither `replay` nor `data`"


def test_the_handling_that_a_room_enforces_is_that_of_the_player() -> None:
    room = {"room_handling": True, "room_handling_arr": 1, "room_handling_das": 7}
    match = parse(changed(lambda replay: replay["options"].update(room)))
    handling = match.rounds[0][0].options.handling
    assert (handling.arr, handling.das, handling.sdf, handling.dcd) == (1, 7, 6, 2)


def zipped(**members: bytes) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name.replace("_", "."), content)
    return output.getvalue()


@pytest.mark.parametrize(
    "wrap",
    [
        lambda raw: raw,
        lambda raw: b"\xef\xbb\xbf" + raw,
        lambda raw: raw.decode().encode("utf-16"),
        lambda raw: b"[ " + raw + b"]",
        lambda raw: b'[{"from": "https://tetr.io/#R:63a1", "replay": null}, ' + raw + b"]",
        lambda raw: b'{"success": true, "data": ' + raw + b"}",
        lambda raw: (
            b'{"success": true, "cache": {}, "game": {"record": {"replayid": "x"}, "replay": ' + raw + b"}}"
        ),
        lambda raw: json.dumps({"success": True, "data": raw.decode()}).encode(),
        lambda raw: json.dumps(json.loads(raw)["replay"]).encode(),
    ],
)
def test_a_replay_is_found_inside_what_it_comes_in(wrap: Callable[[bytes], bytes]) -> None:
    raw = a_match(3)
    assert parse(wrap(raw)).rounds == parse(raw).rounds


EXPLAINED: dict[str, tuple[bytes, str]] = {
    "a link": (b"https://tetr.io/#R:63a1b2c3d4e5", "link to a replay.*download the replay"),
    "a link in brackets": (b"<https://tetr.io/#r:63a1b2c3d4e5>\n", "link to a replay"),
    "a link without its scheme": (b"look at tetr.io/#R:63a1b2c3d4e5", "link to a replay"),
    "a link to a file": (b"https://cdn.example.org/a/b/MATCH.TTRM?ex=1", "link to a replay"),
    "a link of the interface": (b"https://inoue.szy.lol/api/replay/63a1b2c3d4e5", "link to a replay"),
    "a link as a file": (
        b"[InternetShortcut]\r\nURL=https://tetr.io/#R:63a1b2c3d4e5\r\n",
        "link to a replay",
    ),
    "a record": (
        b'{"success": true, "data": {"replayid": "63a1b2c3d4e5"}}',
        "replay 63a1b2c3d4e5 is not in it",
    ),
    "an error": (b'{"success": false, "error": {"msg": "No such user!"}}', "an error.*No such user!"),
    "an empty zip": (zipped(readme_txt=b"x"), "the zip holds no replay"),
    "a zip with a bad one": (zipped(a_ttrm=b"{}"), "a.ttrm: not a TETR.IO replay"),
    "a damaged zip": (zipped(a_ttrm=b"{}" * 90)[:60], "damaged"),
    "a zip too large": (zipped(a_ttrm=b" " * (MAX_BYTES + 1)), "larger than"),
}


@pytest.mark.parametrize("name", EXPLAINED)
def test_what_is_no_replay_is_told_for_what_it_is(name: str, tmp_path: Path) -> None:
    content, text = EXPLAINED[name]
    path = tmp_path / "found.ttrm"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=text):
        read(path)


UNKNOWN_RULES: dict[str, object] = {
    "garbagephase": 20, "garbagequeue": True, "garbagefavor": 33, "usebombs": True, "garbageentry": "delayed",
    "are": 5, "kickset": "SRS-X", "boardwidth": 12, "spinbonuses": "handheld", "stock": 2, "zenith": True,
    "survivalmode": "layer", "map": "x", "masterlevels": True,
}  # fmt: skip


@pytest.mark.parametrize("name", UNKNOWN_RULES)
def test_a_rule_that_is_not_known_is_refused_by_its_name(name: str) -> None:
    raw = changed(lambda replay: replay["options"].update({name: UNKNOWN_RULES[name]}))
    with pytest.raises(BadInput, match=rf"\b{name} "):
        parse(raw)


def test_pieces_taken_back_are_refused() -> None:
    def undo(replay: Any) -> None:
        replay["options"]["can_undo"] = True
        replay["events"].insert(9, {"frame": 9, "type": "keydown", "data": {"key": "undo"}})

    with pytest.raises(BadInput, match="taken back"):
        parse(changed(undo))


def test_options_in_an_end_lie_below_those_of_the_replay() -> None:
    def move(replay: Any) -> None:
        answers = {
            "seed": 1,
            "b2bchaining": replay["options"].pop("b2bchaining"),
            "g": 3.0,
            "garbagemultiplier": 7,
        }
        stats = replay.pop("results")["stats"]
        replay["events"][-1]["data"] = {"options": answers, "stats": stats, "gameoverreason": "winner"}

    (player, _), *_ = parse(changed(move)).rounds
    assert player.options == some_round(1, PRIVATE, 300).options
    assert player.stats
    assert replay_of(player).matches


def test_a_file_without_figures_is_not_said_to_match() -> None:
    (player, _), *_ = parse(changed(lambda replay: replay.pop("results"))).rounds
    one = replay_of(player)
    assert not one.compared
    assert not one.matches
    assert one.differs == []


def test_rates_are_compared_too() -> None:
    def lie(replay: Any) -> None:
        replay["results"]["aggregatestats"] = {"apm": 123.0}

    (player, _), *_ = parse(changed(lie)).rounds
    assert replay_of(player).differs == ["aggregatestats.apm"]


def test_a_newer_file_is_tried_with_a_warning() -> None:
    raw = json.loads(write(Match(19, [[some_round(1, PRIVATE, 60)]])))
    assert parse(json.dumps(raw).encode()).warning == ""
    raw["version"] = 2
    assert "file version 2" in parse(json.dumps(raw).encode()).warning


def test_a_newer_version_is_tried_with_a_warning() -> None:
    match = parse(changed(lambda replay: replay["options"].update(version=23)))
    assert "23" in match.warning
    assert replay_of(match.rounds[0][0]).outcome.stats["piecesplaced"] > 0


def test_version_15_nests_once_more_and_says_the_options_in_an_event() -> None:
    message = {
        "type": "ige",
        "data": {"type": "interaction", "cid": 4, "data": {"type": "garbage", "amt": 2, "column": 3}},
    }
    confirmed = {
        "type": "ige",
        "data": {"type": "interaction_confirm", "cid": 4, "data": {"type": "garbage", "amt": 2}},
    }
    events = [
        {"frame": 0, "type": "start", "data": {}},
        {
            "frame": 0,
            "type": "full",
            "data": {"options": {"version": 15, "seed": 9, "handling": {"arr": 0, "sdf": 41}}},
        },
        {"frame": 0, "type": "targets", "data": {"id": "x", "data": ["y"]}},
        {"frame": 1, "type": "ige", "data": message},
        {"frame": 2, "type": "ige", "data": confirmed},
        {"frame": 30, "type": "keydown", "data": {"key": "hardDrop", "subframe": 0.5}},
        {"frame": 39, "type": "end", "data": {"export": {"stats": {"lines": 0}, "gameoverreason": "winner"}}},
    ]
    round_ = {"board": [{"user": {"username": "old"}}], "replays": [{"frames": 40, "events": events}]}
    match = parse(json.dumps({"ismulti": True, "data": [round_]}).encode())
    player = match.rounds[0][0]
    assert (match.version, player.name, player.frames, player.reason) == (15, "old", 40, "winner")
    assert player.play().placements[0].risen == (0b1111110111,) * 2
