"""A room whose controllers play by the slow rules: what the window makes of long runs, without a worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from struct import pack

from msgspec.structs import replace

from ai.engine import RunOrder, Stretch
from ai.tetris.classic.evaluators import evaluate
from game.advice import Advice, Choice, Worth
from game.facts import ClassicFacts
from game.record import Chapter, Note, Record, Seat
from game.showcase import with_chapters
from game.tetris.classic import Pieces, Placement, State, game_seed
from game.tetris.classic.run import Run, encode
from gui.play.engine_room import Event, Reported
from tests.gui.driving import QuietRoom

MARK = 256
AT_ONCE = 48  # pieces a poll, as fast as this room can


CHAPTERS = (
    Chapter(0, "An empty board", "Nothing weighs anything yet."),
    Chapter(
        9, "The first walls", "An area between two of them has a width and a height, and both have a price."
    ),
    Chapter(40, "A covered row", "What is filled above weighs more the fuller it is."),
)
LONG = {"size": "10x20", "rules": "spawn", "sliding": "off", "next": "off", "pieces": "uniform:11"}
PIECES, NOTED = 60, 33


@cache
def long_game() -> Record:
    """A game of sixty pieces by Tengstrand's first evaluator, worked out the plain way, in three chapters."""
    state, columns, notes = State.open(LONG), bytearray(), []
    run = Run(state, "tengstrand-1.1")
    for ply in range(PIECES):
        ranked = ranked_plainly(state)
        if ply == NOTED:
            notes.append(Note(ply, opinion(ranked)))
        columns.append(encode(state.rules, state.board, state.piece or 0, ranked[0][1])[0])
        state = state.put(ranked[0][1])
    run.append(bytes(columns))
    seat = Seat("tengstrand-1.1", "engine", engine="tengstrand-1.1", level="full")
    record = Record(
        game="classic", rules=LONG, seats=(seat,), run=run, notes=tuple(notes), created="2026-11-20T14:00:00Z"
    )
    return with_chapters(record, "Sixty pieces", CHAPTERS, pace=200)


def ranked_plainly(state: State) -> list[tuple[float, Placement]]:
    """Every placement with its equity, the best first."""
    assert state.piece is not None
    boards = [(at, state.board.place(state.piece, *at)[0]) for at in state.placements]
    return sorted((evaluate(board), at) for at, board in boards)


def opinion(ranked: Sequence[tuple[float, Placement]]) -> Advice:
    """The same as an engine says it."""
    choices = tuple(
        Choice(str(at), Worth("equity", equity), 1 / (2 + i)) for i, (equity, at) in enumerate(ranked)
    )
    return Advice(choices, "rule", choices[0].worth, True, (ClassicFacts(evaluator="tengstrand-1.1"),))


def favourite(state: State) -> Placement:
    """Return where this room's controllers put a piece: as low as they can."""
    return max(state.placements, key=lambda at: (at.y, -at.x, -at.rotation))


def play(order: RunOrder, pieces: int) -> Stretch:
    """The next stretch of a run, of at most that many pieces."""
    state = State.open(order.rules)
    placed, cleared, number = order.placed, order.cleared, order.number
    columns, tucks, marks, finished = bytearray(), bytearray(), b"", []
    over = state.over and state.piece is None
    while len(columns) < pieces and not over:
        if state.over:
            finished.append((placed, cleared))
            number, placed, cleared = number + 1, 0, 0
            seed = Pieces("uniform", game_seed(order.seed, number))
            state = State.open({**order.rules, "board": "", "pieces": str(seed)})
            continue
        at = favourite(state)
        column, tuck = encode(state.rules, state.board, state.piece or 0, at)
        columns.append(column)
        tucks.append(tuck)
        after = state.put(at)
        placed, cleared = placed + 1, cleared + after.cleared - state.cleared
        state = after
        if placed % MARK == 0:
            marks += pack(f"<{len(state.board.rows)}I", *state.board.rows)
        over = state.piece is None
    return Stretch(
        game=order.number, first=order.placed, columns=bytes(columns), marks=marks,
        tucks=bytes(tucks) if any(tucks) else b"", finished=tuple(finished), placed=placed, cleared=cleared,
        rules=state.here(), cpu=0.001, done=over or len(columns) == order.pieces,
    )  # fmt: skip


@dataclass
class PlayingRoom(QuietRoom):
    """A quiet room that also follows long runs, a little in every poll. `ordered` is what each role was told."""

    at_once: int = AT_ONCE
    ordered: list[tuple[str, RunOrder]] = field(default_factory=list)
    running: dict[str, tuple[int, RunOrder]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()
        self._runs = 10_000

    def run(self, role: str, order: RunOrder) -> int:
        self._runs += 1
        self.ordered.append((role, order))
        self.running[role] = (self._runs, order)
        return self._runs

    def stop(self, role: str) -> None:
        self.running.pop(role, None)

    def dismiss(self, role: str) -> None:
        self.running.pop(role, None)

    def poll(self) -> list[Event]:
        events = super().poll()
        for role, (generation, order) in list(self.running.items()):
            most = self.at_once if order.pieces is None else min(self.at_once, order.pieces)
            stretch = play(order, most)
            left = None if order.pieces is None else order.pieces - len(stretch.columns)
            self.running[role] = (generation, replace(order.after(stretch), pieces=left))
            if stretch.done:
                del self.running[role]
            events.append(Reported(role, generation, stretch))
        return events
