"""Pieces of classic Tetris that the controllers place in a second.

Method: all kernels are compiled before a clock starts; times are CPU seconds of this process, one core. A figure is
the rate of `Player.go` on 10x20 under the rules `spawn`, without sliding unless said otherwise: pieces are drawn, all
placements found and judged, one is made, full rows go, and a byte a piece is written. Each run goes on in the game
of the run before; where a game ends, the next of a fixed series begins. A run lasts at least a second; a figure is
the median of five.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ai.tetris.classic.play import Player
from bench.row import Row, rate
from game.tetris.classic import Board, Pieces, Rules, State, game_seed

NAME = "classic-speed"
ABOUT = "pieces a CPU second that the controllers of classic Tetris place on 10x20"

SERIES = 2011
LEG, SHORT_LEG = 20_000, 1_000  # pieces between two looks at the clock; where a piece takes a search
ONE_PIECE = ("tengstrand-1.2", "tengstrand-1.3", "tengstrand-1.4", "dellacherie", "bcts", "dt-20", "kibitz")


def run(quick: bool) -> list[Row]:
    """The figures; with `quick` from shorter runs."""
    runs, seconds = (3, 0.2) if quick else (5, 1.0)
    note = f"median of {runs} runs of {seconds:g} CPU s"

    def measured(work: Callable[[], int]) -> float:
        return rate(work, seconds, runs)

    first = measured(_playing("tengstrand-1.1", Rules(), LEG))
    two = measured(_playing("tengstrand-1.1", Rules(preview=True), SHORT_LEG))
    return [
        Row("tengstrand-1.1, one piece", first, "pieces/s", aim=5e5, least=3.5e5, note=note),
        Row("tengstrand-1.1, two pieces known", two, "pieces/s", aim=1.6e4, least=8e3, note=note),
        *_others(measured, note),
    ]


def _others(measured: Callable[[Callable[[], int]], float], note: str) -> Iterator[Row]:
    sliding = measured(_playing("tengstrand-1.1", Rules(sliding=True), LEG))
    yield Row("tengstrand-1.1, one piece, sliding", sliding, "pieces/s", note=note)
    deeper = measured(_playing("tengstrand-1.1", Rules(), SHORT_LEG // 10, levels=2))
    yield Row("tengstrand-1.1, one piece and the mean of seven", deeper, "pieces/s", note=note)
    for name in ONE_PIECE:
        yield Row(f"{name}, one piece", measured(_playing(name, Rules(), LEG)), "pieces/s", note=note)


def _playing(controller: str, rules: Rules, leg: int, levels: int | None = None) -> Callable[[], int]:
    """Work that plays `leg` pieces of a series of games."""
    player, number = Player(controller, rules, levels), 0
    player.begin(_start(rules, number))

    def play() -> int:
        nonlocal number
        placed = 0
        while placed < leg:
            if player.over:
                number += 1
                player.begin(_start(rules, number))
            placed += len(player.go(leg - placed).columns)
        return placed

    return play


def _start(rules: Rules, number: int) -> State:
    return State(rules, Board.empty(rules.width, rules.height), Pieces("uniform", game_seed(SERIES, number)))
