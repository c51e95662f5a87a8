"""Strength of Kibitz at Zuniq: games against simpler players of Kibitz, and against another program.

Method: pairs of games with the colours swapped, 100 games a pairing. Seeds are fixed and budgets are counted
in iterations, so that every run on every machine plays the same games. "playouts" gives each legal move the
same number of random games: ten times as many of them in all as Kibitz has iterations, and, in games of their
own, a tenth. In its endgames Kibitz uses its exact solver as always, a fixed number of positions after each
slice of iterations. A share p of 100 games has a standard error of 10 sqrt(p (1 - p)) percent.

Where the environment variable KIBITZ_PEER_ZUNIQ names a command that speaks the protocol of CodeCup, Kibitz
plays it too, 30 seconds of wall time a game and side: such a match is different on every run, and unfair where
other programs use the same cores.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from ai import registry
from ai.zuniq.match import Player, play_match
from bench.row import Row
from game.zuniq import State
from game.zuniq.state import WHITE

NAME = "zuniq-strength"
ABOUT = "games Kibitz wins at Zuniq: against random moves, playouts, and the program in KIBITZ_PEER_ZUNIQ"

GAMES, QUICK_GAMES = 100, 4
PEER_GAMES, PEER_SECONDS = 10, 30.0
QUICK_PEER_SECONDS = 3.0
AGAINST_RANDOM = 1_000  # iterations a move
AGAINST_PLAYOUTS = 10_000, 4_000  # when the other player may do ten times as much, and a tenth
FACTOR = 10
PEER = "KIBITZ_PEER_ZUNIQ"
SEED = 2021


def run(quick: bool) -> list[Row]:
    """The figures; with `quick` from a handful of games, which say little about strength."""
    games = QUICK_GAMES if quick else GAMES
    hard, easy = AGAINST_PLAYOUTS
    rows = [
        _row("random", games, AGAINST_RANDOM, 1, aim=99.0, note=f"{AGAINST_RANDOM:,} iterations a move"),
        _row("playouts", games, hard, hard * FACTOR, aim=90.0, note=_odds(hard, hard * FACTOR)),
        _row("playouts", games, easy, easy // FACTOR, aim=90.0, note=_odds(easy, easy // FACTOR)),
    ]
    return rows + list(_peer_rows(os.environ.get(PEER, ""), quick))


def _row(other: str, games: int, ours: int, theirs: int, aim: float, note: str) -> Row:
    won = [_wins(other, number, ours, theirs) for number in range(games)]
    whites = sum(won[0::2])
    note = f"{games} games, {note}; {whites} won as White, {sum(won) - whites} as Black"
    return Row(f"games won against {other}", 100 * sum(won) / games, "%", aim=aim, note=note)


def _odds(ours: int, theirs: int) -> str:
    return f"{ours:,} iterations a move to {theirs:,} playouts"


def _wins(other: str, number: int, ours: int, theirs: int) -> bool:
    """Return True if Kibitz wins game `number`; it is White in the even ones."""
    seat = number % 2
    seed = SEED + number // 2
    players = [
        Player(registry.create("kibitz", seed=seed), iterations=ours),
        Player(registry.create(other, seed=seed), iterations=theirs),
    ]
    if seat != WHITE:
        players.reverse()
    state = State.start()
    while state.winner is None:
        state = state.play(players[state.to_move].move(state))
    return state.winner == seat


def _peer_rows(command: str, quick: bool) -> Iterator[Row]:
    if not command:
        return
    games, seconds = (2, QUICK_PEER_SECONDS) if quick else (PEER_GAMES, PEER_SECONDS)
    match = play_match("kibitz", command, games, SEED, seconds=seconds)
    note = f"{games} games, {seconds:g} s a game and side, wall time"
    peer = os.path.basename(command.split()[0])
    yield Row("games won", float(match.wins_a), "games", peer=peer, peer_value=float(match.wins_b), note=note)
    yield Row("points", match.points_a, "points", peer=peer, peer_value=match.points_b, note=note)
