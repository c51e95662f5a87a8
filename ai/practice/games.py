"""Problems from files: the games of a person out of records and replays, judged, the gravest mistakes made problems.

The moves are judged quickly at first, since a mistake becomes a problem only if a longer duel still finds it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple, cast

import msgspec

from ai.practice.job import Event, Judging, Looked, Unread
from ai.practice.mistake_themes import theme_of
from ai.practice.mistakes import Mistake, Refused, making
from ai.registry import engines_of
from ai.review.game import turns_of
from ai.review.judge import Turn, judge_move
from ai.review.verdict import Judge
from game import transfer
from game.errors import BadInput, KibitzError, beside
from game.position import plain
from game.practice.finesse import faults_of_game, faults_of_round, problems_of
from game.practice.history import Reviewed
from game.practice.problem import Problem, Source
from game.record import SUFFIX, Record
from game.review import DEGREES, Judged
from game.saving import load
from game.tetris.tetrio import Match, parse, replay, replays_in
from game.tetris.tetrio.course import session_of
from game.tetris.tetrio.file import SUFFIXES

GRAVEST = 3  # mistakes of a game that become problems at the most
FIRST = 10  # problems that a person should have soon: until then a game may give more
MOST_BYTES = 12 << 20


class PlayedGame(NamedTuple):
    """A game with the moves of the person in it; `key` tells it from any other, `at` is seconds since 1970."""

    key: str
    game: str
    title: str
    at: float
    date: str
    player: str
    kind: Literal["game", "replay"]
    turns: Sequence[Turn]

    def source(self, move: int = 0) -> Source:
        """The origin of a problem that is made of a move of it."""
        return Source(
            kind=self.kind, title=self.title[:200], date=self.date[:40], move=move, player=self.player[:200]
        )

    def has(self, problem: Problem) -> bool:
        """Return True if a problem was made of it."""
        return problem.source == self.source(problem.source.move)


def files_of(path: Path) -> list[Path]:
    """The file itself, or the games and replays in a folder by name. Raises `BadInput` where there is none."""
    if not path.is_dir():
        return [path]
    records = sorted(each for each in path.iterdir() if each.name.endswith(SUFFIX))
    try:
        return [*records, *replays_in(path)]
    except BadInput:
        if records:
            return records
        raise BadInput(
            f"{path} holds no games; their names end in {', '.join((SUFFIX, *SUFFIXES))}"
        ) from None


def names_in(paths: Sequence[Path]) -> tuple[str, ...]:
    """The players of replays, those in most files first; empty without a replay."""
    counts: Counter[str] = Counter()
    for path in paths:
        if _is_replay(path):
            try:
                match = parse(load(path, MOST_BYTES))
            except KibitzError:
                continue
            counts.update({player.name for players in match.rounds for player in players if player.name})
    return tuple(name for name, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0])))


def player_in(paths: Sequence[Path], asked: str = "") -> str:
    """The name of the person in replays: as `asked`, or the only one that is in all of several files.

    Raises `BadInput` with the names to choose from. Empty where there is no replay.
    """
    names = names_in(paths)
    if not names:
        return asked
    if asked:
        known = next((name for name in names if name.casefold() == asked.casefold()), None)
        if known is None:
            raise BadInput(f"no player is called {asked!r}; the players are {', '.join(names[:8])}")
        return known
    counts = [sum(name in names_in([path]) for path in paths) for name in names[:2]] if len(paths) > 1 else []
    if len(names) == 1 or (len(counts) == 2 and counts[0] > counts[1]):
        return names[0]
    raise BadInput(f"which player are you? Name one of {', '.join(names[:8])}")


def games_of(path: Path, player: str) -> Iterator[PlayedGame]:
    """The games in a file in which the person plays. Raises `KibitzError` for one that cannot be read."""
    if _is_replay(path):
        yield from _rounds(parse(load(path, MOST_BYTES)), player)
        return
    imported = transfer.file_at(path)
    if imported.session.secrecy.why:
        raise BadInput(f"{path.name}: {imported.session.secrecy.why}")
    game = of_record(imported.record or imported.session.record(), player)
    if game is not None:
        yield game


def of_record(record: Record, player: str = "") -> PlayedGame | None:
    """A saved game with a person's moves: those in the seats of people, or of a seat with this name."""
    if record.run is not None:
        return None
    seats = [seat.name for seat in record.seats]
    people = [number for number, seat in enumerate(record.seats) if seat.kind == "human"]
    named = [number for number, name in enumerate(seats) if player and name.casefold() == player.casefold()]
    mine = named or people
    if not mine:
        return None
    turns = list(turns_of(record))
    names = turns[0].position.seats if turns else ()
    if record.live is not None:
        own = [turn for turn in turns if turn.seat in {record.live.position(0).seats[each] for each in mine}]
    else:
        own = [turn for turn in turns if names.index(turn.seat) in mine]
    other = next((name for number, name in enumerate(seats) if number not in mine), "")
    title = record.title or (f"Your game against {other}" if other else "Your game")
    identity = (record.game, record.rules, record.created, [turn.move for turn in own])
    digest = hashlib.sha256(msgspec.json.encode(identity, order="deterministic")).hexdigest()[:16]
    at = _seconds(record.created)
    return PlayedGame(digest, record.game, title, at, record.created, seats[mine[0]], "game", own)


def _rounds(match: Match, player: str) -> Iterator[PlayedGame]:
    rounds = replay(match)
    for number, players in enumerate(rounds, 1):
        mine = next((one for one in players if one.player.name == player), None)
        if mine is None:
            continue
        other = next((one.player.name for one in players if one is not mine), "")
        title = f"Your round {number} against {other}" if other else "Your run on TETR.IO"
        if len(rounds) == 1 and other:
            title = f"Your round against {other}"
        session = session_of(mine)
        turns = [
            Turn(node.parent.ply, "player", node.parent.position, node.text)
            for node in session.line[1:]
            if node.parent is not None
        ]
        key = hashlib.sha256(f"{match.played}|{number}|{mine.outcome.digest}".encode()).hexdigest()[:16]
        yield PlayedGame(key, "tetris", title, _seconds(match.played), match.played, player, "replay", turns)


def look_at(game: PlayedGame, most: int = GRAVEST) -> Iterator[Event]:
    """Judge a game and make problems of its gravest mistakes, `most` of them at the most."""
    judge = engines_of(game.game).judge()
    engines = engines_of(game.game)
    budget = engines.quick or engines.normal
    order = list(enumerate(game.turns))
    if judge.from_the_end:
        order.reverse()
        judge.prepare(len(order), budget, None)
    themes: Counter[str] = Counter()
    grave: list[tuple[float, Turn, Judged]] = []
    moves = 0
    for done, (_, turn) in enumerate(order, 1):
        if turn.position.over or len(turn.position.legal_moves()) < 2:
            continue
        judged = judge_move(judge, turn, budget)
        moves += judged.verdict != "unknown"
        if judged.verdict in DEGREES[1:]:
            exact = judged.source == "exact"
            themes[theme_of(turn.position, _plain(turn), judged.best, exact=exact)] += 1
            grave.append((judged.cost, turn, judged))
        yield Judging(title=game.title, done=done, moves=len(order))
    problems: list[Problem] = []
    refused = 0
    for _, turn, judged in sorted(grave, key=lambda each: -each[0]):
        if len(problems) == most:
            break
        made = yield from _problem(game, turn, judged, judge)
        if isinstance(made, Refused):
            refused += 1
        else:
            problems.append(made)
    reviewed = Reviewed(
        key=game.key, game=game.game, at=game.at, moves=moves, themes=dict(themes), title=game.title[:200]
    )
    yield Looked(reviewed=reviewed, problems=tuple(problems), refused=refused)


def _problem(
    game: PlayedGame, turn: Turn, judged: Judged, judge: Judge
) -> Generator[Event, None, Problem | Refused]:
    """Make a problem, with a sign of life for each step."""
    steps = making(Mistake(turn, judged.best, game.source(turn.ply + 1)), judge)
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            return cast("Problem | Refused", ended.value)
        yield Judging(title=game.title, done=len(game.turns), moves=len(game.turns))


def faults_from(path: Path, player: str) -> list[Problem]:
    """Problems of finesse in a file: the pieces of the person that took too many keys. Raises `KibitzError`."""
    if _is_replay(path):
        match = parse(load(path, MOST_BYTES))
        source = Source(kind="replay", title=path.stem[:200], date=match.played[:40], player=player[:200])
        mine = [one for players in replay(match) for one in players if one.player.name == player]
        return [each for one in mine for each in problems_of(faults_of_round(one), source)]
    record = transfer.file_at(path).record
    if record is None or record.live is None:
        raise BadInput(f"{path.name}: keys are known of games in real time only")
    people = [number for number, seat in enumerate(record.seats) if seat.kind == "human"]
    source = Source(kind="game", title=(record.title or path.stem)[:200], date=record.created[:40])
    live = record.live
    return [each for number in people for each in problems_of(faults_of_game(live, number), source)]


def problems_from(
    paths: Sequence[Path],
    player: str,
    known: Callable[[PlayedGame], bool] = lambda _: False,
    made: int = 0,
) -> Iterator[Event]:
    """Look at all games of these files that are not `known`, one after the other.

    `made` is the number of problems that the person has.
    """
    for path in paths:
        try:
            for game in games_of(path, player):
                if known(game):
                    continue
                for event in look_at(game, max(GRAVEST, FIRST - made)):
                    made += len(event.problems) if isinstance(event, Looked) else 0
                    yield event
        except KibitzError as error:
            yield Unread(reason=f"{path.name}: {beside(path, str(error))}")


def _plain(turn: Turn) -> str:
    return plain(turn.position, turn.move)


def _is_replay(path: Path) -> bool:
    return path.name.casefold().endswith(SUFFIXES)


def _seconds(date: str) -> float:
    """A date of a file in seconds since 1970; now where it says none."""
    try:
        moment = datetime.fromisoformat(date.replace("Z", "+00:00"))
    except ValueError:
        return datetime.now(UTC).timestamp()
    return max(0.0, (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).timestamp())
