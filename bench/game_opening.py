"""Time for opening a long game with variations: reading its file, building its tree, and the first frame.

Method: CPU seconds of this process, one core, the median of several runs; imports are done before. The game is
made up first, which is not timed: 1,000 pieces of guideline Tetris, each placement the tidiest of all, with the advice
of three choices on every position, and five variations of 50 pieces that leave it at even distances. Opening it is
what the window does: read and check the file, resume the session, draw the review with the list of moves.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import pygame

from bench.guideline_ticks import untidiness
from bench.row import Row
from game.advice import Advice, Choice, Worth
from game.record import Seat, format_record, parse_record
from game.session import Session
from game.tetris.guideline import State
from gui.scenes.home import HomeScene
from gui.scenes.review import ReviewScene
from gui.stage import headless, nobodys_home, sheet, stage_context

NAME = "game-opening"
ABOUT = "how long a game of 1,000 pieces with five variations takes to open"

VARIATIONS, LONG = 5, 50
AIM = 1.0  # seconds


def run(quick: bool) -> list[Row]:
    """The figures; with `quick` of a game of 100 pieces."""
    pieces, runs = (100, 2) if quick else (1_000, 5)
    data = format_record(_game(pieces).record())
    with headless(), nobodys_home():
        seconds = [_seconds(step, runs) for step in (lambda: _read(data), lambda: _open(data))]
    return [
        Row("reading and checking the file", seconds[0], "CPU s", note=f"{len(data) / 1e6:.1f} MB"),
        Row("opening it in the review, first frame", seconds[1], "CPU s", aim=AIM, note=f"{pieces} pieces"),
    ]


def _seconds(work: Callable[[], object], runs: int) -> float:
    results = []
    for _ in range(runs):
        began = time.process_time()
        work()
        results.append(time.process_time() - began)
    return statistics.median(results)


def _read(data: bytes) -> Session:
    return Session.resume(parse_record(data, "game"))


def _open(data: bytes) -> None:
    context, surface = stage_context(), sheet((1280, 720))
    scene = ReviewScene(context, HomeScene(context), _read(data))
    scene.toggle_moves()
    scene.draw(context.canvas(surface))
    pygame.event.clear()


def _game(pieces: int) -> Session:
    session = Session(State.open({"queue": "seven_bag:8"}), (Seat("You"),))
    _play_on(session, pieces, 0)
    main = session.line
    for number in range(VARIATIONS):
        session.take(main, (number + 1) * pieces // (VARIATIONS + 1))
        _play_on(session, min(LONG, pieces // 4), 1)
    session.take(main, pieces)
    return session


def _play_on(session: Session, pieces: int, rank: int) -> None:
    """Place so many pieces, the first one as the choice of this rank."""
    for number in range(pieces):
        state = session.position
        assert isinstance(state, State)
        best = sorted(state.placements, key=lambda at: untidiness(state, at))[: 3 + rank]
        choices = tuple(Choice(str(at), Worth("order", -float(place))) for place, at in enumerate(best))
        session.note(session.cursor, Advice(choices, "search", None, True))
        session.play(str(best[rank if number == 0 else 0]))
