"""The command `ladder`: players of a pool against each other, game after game, and what that says of their strength."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from cli.grammar import Groups, command, seconds, whole_number
from cli.terminal import Bar, note, show, status_of, warn
from game.errors import BadInput
from game.words import counted

if TYPE_CHECKING:
    from ai.cluster import Cluster
    from game.ladder.folder import Ladder, LadderGame, Order
    from game.ladder.pool import Player

MOST_GAMES = 100_000  # for each pair
RATE = 0.05  # of either error of a test
MOST_FAULTS = 20  # games lost by a fault that are listed


def add_commands(commands: Groups) -> None:
    """Add `ladder`."""
    from game.games import games

    about = "let a pool of players play each other, and rate them"
    ladder = command(commands, "ladder", about, run)
    ladder.add_argument("game", choices=games(), metavar="GAME", help=", ".join(games()))
    ladder.add_argument(
        "--players",
        metavar="A,B,…",
        help="engines: NAME, NAME:LEVEL, NAME:LEVEL/NODES, NAME/0.5s (every level of every engine)",
    )
    ladder.add_argument("--pool", metavar="FILE", help="a YAML file with players, among them programs")
    ladder.add_argument(
        "--games",
        type=whole_number(1, MOST_GAMES),
        metavar="N",
        help="games for each pair; with --sprt at most",
    )
    ladder.add_argument(
        "--sprt",
        type=_two_numbers,
        metavar="LOW,HIGH",
        help="test two differences of rating until one is accepted",
    )
    ladder.add_argument(
        "--alpha", type=_rate, default=RATE, metavar="P", help=f"the rate of a false HIGH ({RATE})"
    )
    ladder.add_argument(
        "--beta", type=_rate, default=RATE, metavar="P", help=f"the rate of a false LOW ({RATE})"
    )
    budget = ladder.add_mutually_exclusive_group()
    budget.add_argument(
        "--nodes", type=whole_number(1, 10**9), metavar="N", help="nodes a move, for our engines"
    )
    budget.add_argument(
        "--seconds", type=seconds, metavar="T", help="seconds a move; at Zuniq those of a game"
    )
    ladder.add_argument(
        "--seed",
        type=whole_number(0, (1 << 40) - 1),
        metavar="S",
        help="counted in nodes, the same seed gives the same games",
    )
    ladder.add_argument("--dir", metavar="DIR", help="the folder of the ladder; one that is there goes on")
    crew = ladder.add_mutually_exclusive_group()
    crew.add_argument(
        "--jobs", type=whole_number(1, 256), default=1, metavar="N", help="games side by side (1)"
    )
    crew.add_argument(
        "--dask", metavar="ADDRESS", help="a Dask cluster that plays the games, such as tcp://10.0.0.1:8786"
    )


def _two_numbers(text: str) -> tuple[float, float]:
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low = high = 0.0
    if not -2000 <= low < high <= 2000:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is not two differences of rating, the lower one first: 0,30"
        )
    return low, high


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 0 < rate < 0.5:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a rate of error above 0 and below 0.5")
    return rate


def run(arguments: argparse.Namespace) -> int:
    """Play on until all is played or the test is over; Ctrl-C shows what was played, and the next call goes on."""
    from game.ladder.folder import FILE, read_ladder

    if arguments.games is None and arguments.sprt is None and not arguments.dir:
        raise BadInput("say how many games each pair plays by --games, or what to test by --sprt LOW,HIGH")
    before = (
        read_ladder(Path(arguments.dir)) if arguments.dir and (Path(arguments.dir) / FILE).exists() else None
    )
    order = _order(arguments, before)
    folder = Path(arguments.dir) if arguments.dir else _folder_for(order)
    games = arguments.games or _games_so_far(before) if order.sprt is None else arguments.games or MOST_GAMES
    if not games:
        raise BadInput("say how many games each pair plays by --games")
    from ai.compiled import cache
    from ai.ladder import playing

    warn(cache.ensure().notice)
    ladder = playing.opened(folder, order)
    pairs = len(order.players) * (len(order.players) - 1) // 2
    status = 0
    latest = [ladder]
    with _cluster(arguments) as cluster, Bar("playing", "games") as bar:

        def tell(now: Ladder, game: LadderGame) -> None:
            latest[0] = now
            bar.at(len(now.games), games * pairs, _words_of(order, game))

        try:
            latest[0] = playing.play(folder, ladder, games, arguments.jobs, tell, cluster)
        except KeyboardInterrupt as error:
            status = status_of(error)
    return _finish(arguments, folder, latest[0], games * pairs, status)


def _cluster(arguments: argparse.Namespace) -> AbstractContextManager[Cluster | None]:
    from ai.ladder.playing import cluster_for

    return nullcontext() if arguments.dask is None else cluster_for(arguments.game, arguments.dask)


def _finish(arguments: argparse.Namespace, folder: Path, ladder: Ladder, total: int, status: int) -> int:
    from game.ladder.page import write_page
    from game.places import shown

    if status:
        note(
            f"stopped after {len(ladder.games):,} of {counted(total, 'game')}; the same command goes on from there"
        )
    if status and not ladder.games:
        return status
    page = write_page(folder, ladder)
    show(arguments.json, _document(folder, ladder), _lines(ladder, shown(page)))
    return status


def _folder_for(order: Order) -> Path:
    """The folder in which this ladder is among those of the user, or that of a new one."""
    from game.ladder.folder import FILE, ladders_dir, read_ladder

    for number in count(1):
        folder = ladders_dir() / f"{order.game}-{order.seed}{f'-{number}' if number > 1 else ''}"
        with suppress(BadInput):  # one that cannot be read is another one
            if not (folder / FILE).exists() or read_ladder(folder).order == order:
                return folder
    raise AssertionError("numbers do not end")


def _games_so_far(before: Ladder | None) -> int:
    """The games of each pair that were asked for until now, as far as they show."""
    if before is None:
        return 0
    pairs = len(before.order.players) * (len(before.order.players) - 1) // 2
    return -(-len(before.games) // pairs)


def _order(arguments: argparse.Namespace, before: Ladder | None) -> Order:
    """The order of the arguments; what they leave open is as in the folder that goes on."""
    from ai.ladder.contests import contest_of
    from ai.registry import engines_of
    from game.ladder.folder import Order
    from game.ladder.pool import Pool, checked, player_of, read_pool

    if arguments.players and arguments.pool:
        raise BadInput("players come by --players or from a --pool, not both")
    pool: Pool | None = None
    if arguments.pool:
        pool = read_pool(Path(arguments.pool))
    elif arguments.players:
        pool = Pool(checked([player_of(word) for word in arguments.players.split(",")]), {})
    elif before is None:
        pool = Pool(checked(_everybody(arguments.game)), {})
    sprt = None if arguments.sprt is None else (*arguments.sprt, arguments.alpha, arguments.beta)
    nodes = arguments.nodes
    if before is not None:
        old = before.order
        if old.game != arguments.game:
            raise BadInput(f"{arguments.dir} has a ladder of {old.game}, not of {arguments.game}")
        players, rules = pool or Pool(old.players, old.rules)
        same = arguments.nodes is None and arguments.seconds is None
        order = Order(
            game=old.game,
            rules=rules,
            seed=old.seed if arguments.seed is None else arguments.seed,
            nodes=old.nodes if same else nodes,
            seconds=old.seconds if same else arguments.seconds,
            players=players,
            sprt=sprt or old.sprt,
            group=old.group,
        )
    else:
        assert pool is not None
        if nodes is None and arguments.seconds is None:
            nodes = engines_of(arguments.game).normal
        order = Order(
            game=arguments.game,
            rules=pool.rules,
            seed=1 if arguments.seed is None else arguments.seed,
            nodes=nodes,
            seconds=arguments.seconds,
            players=pool.players,
            sprt=sprt,
            group=2 if contest_of(arguments.game).sides else 1,
        )
    if order.sprt is not None and len(order.players) != 2:
        raise BadInput(f"--sprt is a test between two players, not {len(order.players)}")
    return order


def _everybody(game: str) -> list[Player]:
    """Every level of every engine of ours."""
    from ai.names import OUTSIDE
    from ai.registry import entries
    from game.ladder.pool import Player

    return [
        Player(entry.name if len(entry.levels) == 1 else f"{entry.name}:{level.name}", entry.name, level.name)
        for entry in entries(game)
        if entry.name != OUTSIDE
        for level in entry.levels
    ]


def _words_of(order: Order, game: LadderGame) -> str:
    a, b = (order.players[each].name for each in (game.a, game.b))
    return f"{a} - {b}"


def _document(folder: Path, ladder: Ladder) -> dict[str, object]:
    from game.ladder.folder import GAMES

    order, result = ladder.order, ladder.verdict()
    names = [player.name for player in order.players]
    return {
        "game": order.game,
        "budget": {"nodes": order.nodes, "seconds": order.seconds},
        "seed": order.seed,
        "dir": str(folder),
        "players": ladder.standings(),
        "games": [
            {
                "a": names[game.a],
                "b": names[game.b],
                "result": game.points,
                "record": f"{GAMES}/{game.records[0]}" if game.records else None,
                "records": [f"{GAMES}/{name}" for name in game.records],
                "replay": f"{GAMES}/{game.replay}" if game.replay else None,
                "reason": game.reason,
                "fault": game.fault,
                "scores": game.scores,
            }
            for game in ladder.games
        ],
        "sprt": None
        if result is None or order.hypotheses is None
        else {
            **order.hypotheses._asdict(),
            "ratio": round(result[0].ratio, 4),
            "bounds": [round(result[0].lower, 4), round(result[0].upper, 4)],
            "accepted": result[0].accepted,
            "games": result[1],
        },
    }


def _lines(ladder: Ladder, page: str) -> Iterator[str]:
    from game.ladder.page import interval_words, signed, verdict_words

    order = ladder.order
    yield f"{counted(len(ladder.games), 'game')}. {order.budget}".strip()
    yield ""
    wide = max(len(player.name) for player in order.players)
    yield f"{'player':<{wide}}  games  points  rating  95 % interval"
    for row in ladder.standings():
        rated = f"{signed(row.rating) or '-':>6}  {interval_words(row)}".rstrip()
        yield f"{row.name:<{wide}}  {row.games:>5}  {row.points:>6g}  {rated}"
    if test := verdict_words(ladder):
        yield ""
        yield test
    faults = [game for game in ladder.games if game.fault]
    for game in faults[:MOST_FAULTS]:
        yield f"game {game.number + 1}: {game.reason}"
    if len(faults) > MOST_FAULTS:
        yield f"and {counted(len(faults) - MOST_FAULTS, 'game')} more that a player lost so"
    yield ""
    yield f"page  {page}"
