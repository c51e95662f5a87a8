"""The command `tetris slips`: how often people slip, how fast they play and what they send, counted in replays."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cli.grammar import Groups, command
from cli.terminal import Bar, announce_kernels, interruptible, note, say, show, warn
from game.errors import BadInput
from game.words import counted

if TYPE_CHECKING:
    from ai.tetris.guideline.partner.fitting import Played
    from game.tetris.guideline.habits import Figure, Habits


def add_slips(below: Groups) -> None:
    """Add the command to those of `tetris`."""
    about = "count in TETR.IO replays how often people slip, how fast they play and what they send"
    count = command(below, "slips", about, slips)
    count.add_argument(
        "files",
        metavar="FOLDER|FILE",
        nargs="+",
        help="a folder of replays, or a replay; several are counted together",
    )
    count.add_argument(
        "-o", dest="output", metavar="FILE", help="save the figures as the sparring partner reads them"
    )


def slips(arguments: argparse.Namespace) -> int:
    """All figures together. A bad file is named on stderr and left out; the status is 1 then."""
    from game.tetris.guideline import habits

    paths = [path for name in arguments.files for path in _replays(name)]
    announce_kernels()
    rounds, files = interruptible(lambda: _rounds(paths))
    from ai.tetris.guideline.partner.calibrating import calibrated
    from ai.tetris.guideline.partner.fitting import fit

    results = fit(rounds, files)
    if arguments.output:
        results = interruptible(lambda: calibrated(results), "calibrating")
        habits.write(results, Path(arguments.output))
        note(f"saved as {arguments.output}")
    show(arguments.json, habits.plain(results), _lines(results))
    return 0 if files == len(paths) else 1


def _replays(name: str) -> list[Path]:
    """The replays in a folder, or the file itself. Raises `BadInput`."""
    from game.tetris.tetrio import replays_in
    from game.tetris.tetrio.file import check_link

    check_link(name)
    where = Path(name)
    return replays_in(where) if where.is_dir() else [where]


def _rounds(paths: list[Path]) -> tuple[list[Played], int]:
    """All rounds of these files, judged, and the number of files that could be read."""
    from ai.tetris.guideline.partner.fitting import rounds_of
    from ai.tetris.guideline.partner.judging import SlipJudge
    from game.tetris.tetrio import read, replay

    judge, files = SlipJudge(), 0
    rounds: list[Played] = []
    with Bar("judging", "files") as bar:
        for number, path in enumerate(paths, 1):
            try:
                match = read(path)
            except BadInput as error:
                if len(paths) == 1:
                    raise
                say("error", str(error))
                continue
            warn(match.warning and f"{path.name}: {match.warning}")
            files += 1
            for players in replay(match):
                rounds += rounds_of(players, judge)
            bar.at(number, len(paths))
    return rounds, files


def _lines(habits: Habits) -> Iterator[str]:
    source = habits.source
    yield (
        f"{counted(source.files, 'file')}, {counted(source.rounds, 'round')} of a player, "
        f"{counted(source.pieces, 'piece')}; intervals of 95 %"
    )
    yield (
        f"a slip costs {source.clear:g} rows of attack or more, by {source.nodes:,} nodes with {source.sight} pieces "
        "in sight"
    )
    yield ""
    yield "pieces/s      rounds  pieces  slips in %           seconds a piece      rows sent a minute"
    for band in habits.bands:
        figures = _figure(band.slipping, 100, 1), _figure(band.seconds, 1, 2), _figure(band.rows, 1, 1)
        counts = f"{band.low:.2f} to {band.high:.2f} {band.rounds:>7,} {band.pieces:>7,}"
        yield f"{counts}  {figures[0]:<20} {figures[1]:<20} {figures[2]}"
    yield ""
    yield "slips in % of the positions in which one is possible"
    kinds = list(habits.slips)
    yield "pieces/s      " + "".join(f"{kind:<21}" for kind in kinds).rstrip()
    for band in habits.bands:
        shares = "".join(f"{_figure(band.slips[kind].share, 100, 1):<21}" for kind in kinds)
        yield f"{band.low:.2f} to {band.high:.2f}  {shares}".rstrip()
    yield ""
    effects = habits.effects
    yield "a piece takes longer by the factor"
    for words, figure in (
        ("held", effects.hold),
        ("spun", effects.spin),
        ("above a high stack", effects.danger),
        ("with garbage waiting", effects.waiting),
    ):
        yield f"  {words:<22} {_figure(figure, 1, 2)}"
    yield f"scatter of its logarithm {_figure(habits.scatter, 1, 2)}"
    yield f"time before the first key {_figure(habits.keys.first, 100, 0)} % of a piece's"
    yield f"the hole moves from packet to packet in {_figure(habits.sent.moves, 100, 0)} %"
    sizes = "  ".join(f"{size}: {count:,}" for size, count in enumerate(habits.sent.sizes, 1) if count)
    yield f"packets of garbage by rows  {sizes}"


def _figure(figure: Figure, times: float, digits: int) -> str:
    value, low, high = (f"{times * each:.{digits}f}" for each in (figure.value, figure.low, figure.high))
    return f"{value} ({low} to {high})"
