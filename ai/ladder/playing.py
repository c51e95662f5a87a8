"""Playing a ladder: which game comes next, processes that play side by side, and the folder that grows by each game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import msgspec

from ai.child import Answering, ProcessLost
from ai.cluster import Cluster, Task
from ai.compiled import cache
from ai.ladder import worker
from ai.ladder.contests import GameOrder, Outcome, contest_of
from ai.ladder.players import check
from game.errors import BadInput, KibitzError
from game.ladder.folder import (
    FILE,
    Ladder,
    LadderGame,
    Order,
    read_ladder,
    remove_records,
    write_ladder,
    write_records,
)
from game.record import SUFFIX
from game.saving import lock

LOCK, REPLAY = ".lock", ".ttrm"
MOST_LOSSES = 2  # of processes over one game; then it is taken as not played
Tell = Callable[[Ladder, LadderGame], None]


class Place(NamedTuple):
    """A game of the schedule: its number, the players, its start, and whether the seats are exchanged."""

    number: int
    a: int
    b: int
    opening: int
    swapped: bool


def place_of(number: int, players: int, *, sides: bool) -> Place:
    """The place of a game: round after round in which each pair meets once, the seats exchanged in every second one."""
    pairs = list(combinations(range(players), 2))
    turn, at = divmod(number, len(pairs))
    a, b = pairs[at]
    return Place(number, a, b, turn // 2 if sides else turn, sides and turn % 2 == 1)


def opened(folder: Path, order: Order) -> Ladder:
    """The ladder of a folder, or a new one there. Raises `BadInput` where the folder has another one."""
    contest = contest_of(order.game)
    for player in order.players:
        check(player, order.game, contest.protocols)
    if not (folder / FILE).exists():
        ladder = Ladder(order)
        write_ladder(folder, ladder)
        return ladder
    ladder = read_ladder(folder)
    if ladder.order != order:
        differs = [
            name for name in Order.__struct_fields__ if getattr(ladder.order, name) != getattr(order, name)
        ]
        raise BadInput(
            f"{folder} has another ladder, with other {' and '.join(differs)}; name another folder by --dir"
        )
    return ladder


def cluster_for(game: str, address: str) -> Cluster:
    """The workers of a Dask cluster that play games. Raises `BadInput` where Dask or the cluster is not there."""
    return Cluster(address, Task(worker.play_on_cluster, worker.stamp(game), worker.title_of))


def play(
    folder: Path, ladder: Ladder, games: int, jobs: int, tell: Tell, cluster: Cluster | None = None
) -> Ladder:
    """Play a ladder on, up to `games` games for each pair, or until its test is over; the whole of it.

    `jobs` games are played side by side here, or as many as the cluster has workers there. `tell` is called after each
    game. Raises `BadInput` where another process does so, and `KibitzError` for a game that
    cannot be played at all.
    """
    locked = lock(folder / LOCK)
    if locked is None:
        raise BadInput(
            f"{folder} is being played by another process; wait for it, or name another folder by --dir"
        )
    with locked:
        conductor = _Conductor(folder, ladder, games, tell)
        return conductor.run(jobs) if cluster is None else conductor.run_on(cluster)


LOST = "not played out, since its process was ended"


class _Given(NamedTuple):
    """Result of a game: its end, or the reason why it has none, or an error that ends the ladder."""

    place: Place
    outcome: Outcome | None
    reason: str = LOST
    error: str = ""


def _given(place: Place, answer: worker.Answer) -> _Given:
    """The result of a game, by what its process says."""
    if isinstance(answer, worker.Refused):
        return _Given(place, None, error=answer.reason)
    if isinstance(answer, worker.Failed):
        return _Given(place, None, answer.reason)
    return _Given(place, answer.outcome)


class _Conductor:
    def __init__(self, folder: Path, ladder: Ladder, games: int, tell: Tell) -> None:
        self._folder, self._ladder, self._tell = folder, ladder, tell
        sides = contest_of(ladder.order.game).sides
        players = len(ladder.order.players)
        self._total = games * players * (players - 1) // 2
        played = {game.number for game in ladder.games}
        self._waiting = (
            place_of(number, players, sides=sides) for number in range(self._total) if number not in played
        )
        self._lock = threading.Lock()
        self._results: SimpleQueue[_Given] = SimpleQueue()

    def run(self, jobs: int) -> Ladder:
        """Play all that is waiting."""
        self._cut()
        if self._over():
            return self._ladder
        cache.ensure()  # the processes find the compiled kernels where this one has them
        crew = [_Worker(self) for _ in range(jobs)]
        for each in crew:
            each.start()
        going = len(crew)
        try:
            while going and not self._over():
                given = self._results.get()
                if given.error:
                    raise KibitzError(given.error)
                if given.place.number < 0:  # a worker that has nothing more to do
                    going -= 1
                    continue
                self._take(given)
        finally:
            for each in crew:
                each.stop()
        return self._ladder

    def run_on(self, cluster: Cluster) -> Ladder:
        """Let a cluster play all that is waiting."""
        self._cut()
        places = list(self._waiting)
        answers = cluster([worker.encode(self.order_for(place)) for place in places])
        while not self._over() and (answer := next(answers, None)) is not None:
            number, message = answer
            given = _given(places[number], worker.decode(message))
            if given.error:
                raise KibitzError(given.error)
            self._take(given)
        return self._ladder

    def next(self) -> Place | None:
        """The next game that nobody plays yet."""
        with self._lock:
            return next(self._waiting, None)

    def order_for(self, place: Place) -> GameOrder:
        order = self._ladder.order
        return GameOrder(
            order.game,
            order.rules,
            order.seed,
            place.number,
            place.opening,
            place.swapped,
            (order.players[place.a], order.players[place.b]),
            order.nodes,
            order.seconds,
        )

    def give(self, given: _Given) -> None:
        self._results.put(given)

    def _take(self, given: _Given) -> None:
        """Keep a game: its records first, then the file that names them."""
        place, outcome = given.place, given.outcome
        records = () if outcome is None else outcome.records
        names = tuple(_names(place.number, len(records)))
        replay = f"{place.number + 1:06}{REPLAY}" if outcome is not None and outcome.replay else ""
        game = LadderGame(
            place.number,
            place.a,
            place.b,
            None if outcome is None else outcome.points,
            names,
            (given.reason if outcome is None else outcome.reason)[:400],
            outcome is not None and outcome.fault,
            replay,
            None if outcome is None else outcome.scores,
        )
        write_records(self._folder, names, records)
        if outcome is not None and replay:
            write_records(self._folder, (replay,), (outcome.replay,))
        games = tuple(sorted((*self._ladder.games, game), key=lambda each: each.number))
        self._ladder = msgspec.structs.replace(self._ladder, games=games)
        if not self._cut():
            write_ladder(self._folder, self._ladder)
        self._tell(self._ladder, game)

    def _over(self) -> bool:
        result = self._ladder.verdict()
        return result is not None and result[0].accepted is not None

    def _cut(self) -> bool:
        """Take out the games behind the one that has ended a test: who played faster changes nothing."""
        result = self._ladder.verdict()
        if result is None or result[0].accepted is None:
            return False
        games = self._ladder.games
        rest = [game for game in games if game.number >= result[1]]
        self._ladder = msgspec.structs.replace(
            self._ladder, games=tuple(game for game in games if game.number < result[1])
        )
        write_ladder(self._folder, self._ladder)
        for game in rest:
            remove_records(self._folder, game)
        return True


def _names(number: int, records: int) -> Iterator[str]:
    for which in range(records):
        yield f"{number + 1:06}{'abcd'[which] if records > 1 else ''}{SUFFIX}"


class _Worker(threading.Thread):
    """One process at a time, and the games that it plays."""

    def __init__(self, conductor: _Conductor) -> None:
        super().__init__(daemon=True)
        self._conductor, self._stopped = conductor, False
        self._process = Answering(worker.PROGRAM)

    def run(self) -> None:
        while not self._stopped and (place := self._conductor.next()) is not None:
            self._play(place)
        self._process.end()
        self._conductor.give(_Given(Place(-1, 0, 0, 0, False), None))

    def stop(self) -> None:
        """End the process, also in the middle of a game."""
        self._stopped = True
        self._process.end()

    def _play(self, place: Place) -> None:
        message = worker.encode(self._conductor.order_for(place))
        for _ in range(MOST_LOSSES):
            try:
                answer = worker.decode(self._process.ask(message))
            except OSError as error:
                reason = f"no process can be started: {error.strerror or error}"
                self._conductor.give(_Given(place, None, error=reason))
                return
            except ProcessLost:
                if self._stopped:
                    return
                continue
            self._conductor.give(_given(place, answer))
            return
        self._conductor.give(_Given(place, None))
