"""The command `bridge play`: a match with every deal played twice."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cli.grammar import Groups, command, whole_number
from cli.terminal import Bar, show, warn
from game.words import counted

if TYPE_CHECKING:
    from ai.bridge.match.games import Interval, MatchResult

MOST_DEALS, MOST_WORLDS = 100_000, 10_000


def add_commands(below: Groups) -> None:
    """Add `play`."""
    contest = command(below, "play", "let two players bid and exchange, every deal twice", play)
    contest.add_argument("a", metavar="A", help="kibitz, greedy or random; all play the play stage perfectly")
    contest.add_argument("b", metavar="B", help="the same")
    contest.add_argument(
        "--deals", type=whole_number(1, MOST_DEALS), required=True, metavar="N", help="how many deals"
    )
    contest.add_argument(
        "--seed", type=whole_number(0), required=True, metavar="S", help="which deals; makes it repeatable"
    )
    contest.add_argument(
        "--no-auction",
        action="store_true",
        help="the dealer is declarer at level 1 in his longest suit",
    )
    contest.add_argument(
        "--worlds",
        type=whole_number(1, MOST_WORLDS),
        metavar="N",
        help="deals that kibitz samples for a decision (400)",
    )


def play(arguments: argparse.Namespace) -> int:
    """The match, with a bar on a terminal."""
    from ai.compiled import cache

    warn(cache.ensure().notice)
    from ai.bridge.match.games import play_match

    with Bar("playing", "deals") as bar:
        result = play_match(
            arguments.a,
            arguments.b,
            deals=arguments.deals,
            seed=arguments.seed,
            auction=not arguments.no_auction,
            worlds=arguments.worlds,
            progress=lambda done: bar.at(done, arguments.deals),
        )
    show(arguments.json, result, _lines(arguments, result))
    return 0


def _lines(arguments: argparse.Namespace, result: MatchResult) -> list[str]:
    from ai.bridge.match.games import gain_in_points, gain_in_tricks

    passed = sum(hand.contract is None for pair in result.deals for hand in pair)
    lines = [
        f"{arguments.a}: {counted(result.points_a, 'point')}, {counted(result.tricks_a, 'trick')}",
        f"{arguments.b}: {counted(result.points_b, 'point')}, {counted(result.tricks_b, 'trick')}",
        "",
        f"a hand, {arguments.a} against {arguments.b}, 95 of 100 sure",
        f"tricks  {_interval(gain_in_tricks(result), 2)}",
        f"points  {_interval(gain_in_points(result), 1)}",
    ]
    return [*lines, f"passed out: {passed} of {2 * len(result.deals)} hands"] if passed else lines


def _interval(gain: Interval, digits: int) -> str:
    return f"{gain.mean:+.{digits}f} ± {gain.margin:.{digits}f}"
