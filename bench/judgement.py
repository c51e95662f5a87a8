"""Reliability of reviews: how often it blames the engine itself, whether its flags stand, what it finds.

Three shares a game, all of moves judged with the normal budget:
`self_blame`: of the moves that the engine at full strength chooses with eight times that budget, in its own games and
in half of the positions of weaker play, those called a mistake or a blunder;
`stands`: of the mistakes and blunders in weaker play, those that are still faults (an inaccuracy or worse) when they
are judged again with eight times the budget and other random numbers;
`found`: of planted faults, those called a mistake or a blunder. A planted fault is a legal move that is worse by an
amount known exactly (Zuniq and bridge: by the solvers; four-wide and classic: by the policy and the rule), at guideline
Tetris one that eight times the budget calls a blunder.

`first_choice`: of the moves that stand first in the coach's list after 0.3 s, after 2 s and after the full time for
hints, all in CPU seconds of the engine, those called a mistake or a blunder; half of the positions are of weaker play,
half of the engine's own games. With each share its 95 % interval is told (Wilson's).

Besides it is told by how much costs move from the normal budget to eight times that with other random numbers, and what
their standard errors let expect, both as root mean squares over moves of weaker play that were not the engine's.

Weaker play is that of a level for people; with `--replays` it is of people: placements by lot from a folder of games.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, zip_longest
from pathlib import Path
from statistics import fmean
from typing import cast

import msgspec

from ai import registry
from ai.engine import Engine, Limit
from ai.registry import engines_of
from ai.review.game import turns_of, turns_of_round
from ai.review.judge import Turn, judge_move
from ai.review.verdict import Comparison, Judge, degree
from bench.row import Row
from game import config, transfer
from game.errors import BadInput, BadRecord
from game.games import open_position
from game.position import Position, plain
from game.review import DEGREES, Judged, recommends
from game.tetris.tetrio import parse, replay
from gui.play.players import adviser, adviser_options

NAME = "judgement"
ABOUT = "shares of blame that a review puts on the engine, of flags that stand, and of faults that are found"
GAMES = ("zuniq", "bridge", "tetris", "four-wide", "classic")
GRAVE = DEGREES[1:]
LONG = 8  # times the budget: for strong play, for a second opinion, and for what is planted
SECOND = 500_000_009  # added to the ply where other random numbers are wanted
SELF_BLAME, STANDS, RECALL = 0.01, 0.95, 0.90  # what they should reach
_MOVES = {"bridge": 1_000, "four-wide": 1_000, "classic": 1_000}  # where judging is quick
POSITIONS = 500  # in which the coach's first choice is looked at
MARKS = (0.3, 2.0)  # CPU seconds after which that is done, besides the full time
_REPORT_EACH = 25  # positions after which it is told how far it has come
_SEVERAL = 3  # of a game's own moves each of which one is looked at
_TWO_SIDES = 1.96  # standard errors to either side of an interval of 95 %
_MOVED = 60  # moves whose costs are compared between budgets


class FirstChoice(msgspec.Struct, frozen=True):
    """Of the coach's first choices those that a review blames: shares from 0 to 1 by the seconds of thinking.

    `blamed` tells of each when it was first, where, and the cost.
    """

    shares: dict[str, float]
    intervals: dict[str, tuple[float, float]]
    positions: int
    blamed: tuple[str, ...] = ()


class Calibration(msgspec.Struct, frozen=True):
    """Shares from 0 to 1; `positions` were judged in all, and `first_choice_positions` for the first choices.

    `share_found` is None where no fault was planted.
    """

    self_blame: float
    stands: float
    share_found: float | None = msgspec.field(name="found")
    positions: int
    first_choice: dict[str, float]
    first_choice_interval: dict[str, tuple[float, float]]
    first_choice_positions: int


def run(quick: bool) -> list[Row]:
    """All games."""
    rows: list[Row] = []
    for game, calibration in measured(GAMES, quick=quick).items():
        note = f"{calibration.positions} positions"
        rows += [
            Row(f"{game}: own moves blamed", calibration.self_blame, "", aim=SELF_BLAME, note=note),
            Row(f"{game}: flags that stand", calibration.stands, "", aim=STANDS),
        ]
        if calibration.share_found is not None:
            rows.append(Row(f"{game}: faults found", calibration.share_found, "", aim=RECALL))
        for seconds, share in calibration.first_choice.items():
            low, high = calibration.first_choice_interval[seconds]
            note = f"{calibration.first_choice_positions} positions, 95 % interval {low:.3f} to {high:.3f}"
            rows.append(
                Row(f"{game}: first choices blamed, {after(seconds)}", share, "", aim=SELF_BLAME, note=note)
            )
    return rows


def measured(
    games: tuple[str, ...],
    *,
    quick: bool = False,
    moves: int | None = None,
    replays: Path | None = None,
    positions: int | None = None,
    report: Callable[[str], object] = lambda _: None,
) -> dict[str, Calibration]:
    """The shares of each game; `report` hears of how many moves each is. `replays`: a folder of people's games of it.

    `moves`: of weaker play, and of the engine's own, in place of the usual number; `positions`: those whose first
    choice is looked at, with 0 of none. Raises `BadInput` for a game that is
    not measured, and for a folder without games of it.
    """
    for game in games:
        if game not in GAMES:
            raise BadInput(f"{game[:40]!r} is not measured; known: {', '.join(GAMES)}")
    usual = {game: 30 if quick else _MOVES.get(game, 240) for game in games}
    looked_at = (20 if quick else POSITIONS) if positions is None else positions
    return {game: _measure(game, moves or usual[game], replays, looked_at, report) for game in games}


def _measure(
    game: str, moves: int, replays: Path | None, positions: int, report: Callable[[str], object]
) -> Calibration:
    judge, budget = engines_of(game).judge(), engines_of(game).normal
    if replays is None:
        weak = list(islice(_play(game, judge, _WEAK[game], slips=True), moves))
    else:
        weak = people(game, replays, moves)
    own = list(islice(_play(game, judge, None, slips=False), moves // 2))
    for turn in weak[::2]:
        choices = judge.advise(turn.position, LONG * budget, seed=8_000 + turn.ply).choices
        own += [turn._replace(move=choices[0].move)] if choices else []
    blamed = sum(judge_move(judge, turn, budget).verdict in GRAVE for turn in own)
    report(f"{game}: {blamed} of {len(own)} of the engine's own moves blamed")
    flagged = [turn for turn in weak if judge_move(judge, turn, budget).verdict in GRAVE]
    stand = sum(_again(judge, turn, LONG * budget) in DEGREES for turn in flagged)
    report(f"{game}: {stand} of {len(flagged)} flags on {len(weak)} weaker moves stand")
    _tell_movement(game, judge, weak, report)
    faults = list(islice(planted(game, judge, weak), max(10, moves // 6)))
    result = sum(judge_move(judge, turn, budget).verdict in GRAVE for turn in faults)
    if faults:
        report(f"{game}: {result} of {len(faults)} planted faults found")
    else:
        report(f"{game}: no fault planted, for none is known exactly in {len(weak)} positions of weaker play")
    first = first_choices(game, positions_of(game, positions, replays), report=report)
    return Calibration(
        self_blame=blamed / len(own),
        stands=stand / len(flagged) if flagged else 1.0,
        share_found=result / len(faults) if faults else None,
        positions=len(own) + len(weak) + len(faults),
        first_choice=first.shares,
        first_choice_interval=first.intervals,
        first_choice_positions=first.positions,
    )


def positions_of(game: str, count: int, replays: Path | None) -> list[Turn]:
    """So many positions: half of weaker play, or of people's games in a folder, and half of the engine's own."""
    judge, half = engines_of(game).judge(), count - count // 2
    if replays is not None:
        weak = people(game, replays, half)
    else:
        weak = list(islice(_play(game, judge, _WEAK[game], slips=True), 0, _SEVERAL * half, _SEVERAL))
    own = list(islice(_play(game, judge, None, slips=False), 0, _SEVERAL * (count // 2), _SEVERAL))
    mixed = (turn for pair in zip_longest(weak, own) for turn in pair)  # a part of them is a sample, too
    return [turn for turn in mixed if turn is not None and not turn.position.over]


def first_choices(
    game: str,
    turns: Sequence[Turn],
    full: float | None = None,
    report: Callable[[str], object] = lambda _: None,
) -> FirstChoice:
    """Return the first choices of the coach with the review's verdicts.

    `full`: the time for hints, None for that of the settings.
    """
    settings = config.Config()
    judge, seconds = engines_of(game).judge(), settings.engine.hint_seconds if full is None else full
    coach = registry.create(adviser(settings, game), "full", game, **adviser_options(settings, game))
    marks = {f"{mark:g}": mark for mark in MARKS} | {"full": seconds}
    counts, blamed, many = dict.fromkeys(marks, 0), list[str](), 0
    try:
        for number, turn in enumerate(turns):
            if number and number % _REPORT_EACH == 0:
                report(f"{game}: {number} of {len(turns)} first choices looked at")
            firsts, verdicts, faults = _firsts(coach, turn, marks), dict[str, Judged](), dict[str, str]()
            for mark, (move, known) in firsts.items():
                if known:
                    continue  # a book or a policy has it, and that is not judged
                if move not in verdicts:
                    verdicts[move] = judge_move(judge, turn._replace(move=move), engines_of(game).normal)
                judged = verdicts[move]
                if judged.verdict in GRAVE:
                    faults[mark] = (
                        f"{number}, ply {turn.ply}, {after(mark)}: {move} {judged.cost:.2f} ± {judged.error:.2f} "
                        f"{judged.unit} behind {judged.best}"
                    )
                    report(f"{game}: {faults[mark]}")
            many += 1
            blamed += faults.values()
            for mark in faults:
                counts[mark] += 1
    finally:  # also where it was stopped
        for mark, count in counts.items():
            low, high = interval(count, many)
            report(f"{game}: {count} of {many} first choices {after(mark)} blamed ({low:.3f} to {high:.3f})")
    return FirstChoice(
        {mark: count / many if many else 0.0 for mark, count in counts.items()},
        {mark: interval(count, many) for mark, count in counts.items()},
        many,
        tuple(blamed),
    )


def after(mark: str) -> str:
    """The words for a mark: `after 0.3 s`, `after the full time`."""
    return "after the full time" if mark == "full" else f"after {mark} s"


def _firsts(coach: Engine, turn: Turn, marks: dict[str, float]) -> dict[str, tuple[str, bool]]:
    """The first choice at each mark of CPU time, and whether it is known; what is said first counts for all."""
    view, results, begun = (
        turn.position.view(turn.position.to_move),
        dict[str, tuple[str, bool]](),
        time.process_time(),
    )
    thoughts = coach.think(view, Limit(every=True))
    for advice in thoughts:
        spent = time.process_time() - begun
        for mark, seconds in marks.items():
            if advice.choices and (mark not in results or spent <= seconds):
                move = advice.choices[0].move
                results[mark] = move, recommends(advice, move)
        if spent > max(marks.values()):
            break
    close = getattr(thoughts, "close", None)
    if close is not None:
        close()
    return results


def interval(count: int, of: int) -> tuple[float, float]:
    """The interval of 95 % for a share, by Wilson's score; everything where nothing was counted."""
    if not of:
        return 0.0, 1.0
    share, square = count / of, _TWO_SIDES**2 / of
    middle = share + square / 2
    half = _TWO_SIDES * ((share * (1 - share) + square / 4) / of) ** 0.5
    return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))


def _again(judge: Judge, turn: Turn, budget: int) -> str:
    return judge_move(judge, turn._replace(ply=turn.ply + SECOND), budget).verdict


def _tell_movement(game: str, judge: Judge, turns: list[Turn], report: Callable[[str], object]) -> None:
    """Tell by how much the costs of moves move between budgets, by unit; nothing of what is exact."""
    budget, pairs = engines_of(game).normal, dict[str, list[tuple[Comparison, Comparison]]]()
    for turn in turns:
        advice = judge.advise(turn.position, budget, seed=2 * turn.ply + 1)
        if not advice.choices or plain(turn.position, advice.choices[0].move) == plain(
            turn.position, turn.move
        ):
            continue
        moves = advice.choices[0].move, turn.move
        one = _compared(judge, turn.position, *moves, budget, seed=9_003)
        two = _compared(judge, turn.position, *moves, LONG * budget, seed=9_004)
        if one is not None and two is not None and not one.exact and not two.exact:
            pairs.setdefault(judge.unit(turn.position), []).append((one, two))
            if sum(map(len, pairs.values())) == _MOVED:
                break
    for unit, results in pairs.items():
        moved = fmean((one.cost - two.cost) ** 2 for one, two in results) ** 0.5
        expected = fmean(one.error**2 + two.error**2 for one, two in results) ** 0.5
        report(
            f"{game}: {len(results)} costs in {unit} move by {moved:.3g}; their errors let expect {expected:.3g}"
        )


def people(game: str, folder: Path, moves: int) -> list[Turn]:
    """So many moves of the games in a folder, by lot, as many of each file. Raises `BadInput` where there are none."""
    files = sorted(each for each in folder.iterdir() if each.is_file()) if folder.is_dir() else []
    results = [turns for file in files if (turns := _turns_in(game, file))]
    if not results:
        raise BadInput(f"there are no games of {game} in {folder}")
    chance, share = random.Random(11), -(-moves // len(results))
    chosen = [chance.sample(turns, min(share, len(turns))) for turns in results]
    return [turn for turns in chosen for turn in turns][:moves]


def _turns_in(game: str, file: Path) -> list[Turn]:
    """The moves in a file; none where it is no game of this kind that can be read."""
    try:
        if ".ttr" in file.name:
            rounds = replay(parse(file.read_bytes())) if game == "tetris" else []
            return [turn for players in rounds for turn in turns_of_round(players)]
        session, record = transfer.game_in(file.read_bytes(), str(file))
        record = record or session.record()
        return list(turns_of(record)) if record.game.removesuffix("-live") == game else []
    except (BadInput, BadRecord):
        return []


# Games to judge: strong ones by the adviser of the review itself, weak ones by a level for people.

_WEAK = {"zuniq": "casual", "bridge": "casual", "tetris": "casual", "four-wide": None, "classic": None}
_RULES: dict[str, Callable[[int], dict[str, str]]] = {
    "zuniq": lambda number: {"dots": "6x6"},
    "bridge": lambda number: {"deals": f"random:{number + 1}", "match": "1 deals"},
    "tetris": lambda number: {"queue": f"seven_bag:{number + 1}"},
    "four-wide": lambda number: {"queue": f"seven_bag:{number + 1}"},
    "classic": lambda number: {"pieces": f"uniform:{number + 1}"},
}
_OPENING = {"zuniq": 4}  # plies by lot, so that games differ


def _play(game: str, judge: Judge, level: str | None, *, slips: bool) -> Iterator[Turn]:
    """The moves of game after game; `level` None: by the judge's own adviser, at full strength."""
    for number in range(1000):
        chance, position = random.Random(number), open_position(game, _RULES[game](number))
        name = "stacker" if game == "tetris" else "kibitz"
        weak = registry.create(name, level, game, seed=number) if level is not None else None
        ply = 0
        while not position.over and ply < 200:
            if ply < _OPENING.get(game, 0):
                move = chance.choice(position.legal_moves())
            else:
                view = position.view(position.to_move)
                if weak is not None:
                    *_, advice = weak.think(view, Limit(iterations=engines_of(game).normal))
                else:
                    advice = judge.advise(position, LONG * engines_of(game).normal, seed=7_000 + number)
                move = advice.choices[0].move
                if _WEAK[game] is None and slips and chance.random() < 0.1:
                    move = chance.choice(advice.choices).move  # of an exact policy: a slip now and then
                yield Turn(ply, position.seats[position.to_move], position, move)
            position, ply = position.play(move), ply + 1


# Faults that are known.


def planted(game: str, judge: Judge, turns: list[Turn]) -> Iterator[Turn]:
    """Moves that are worse than the best by an amount that is known."""
    chance = random.Random(1)
    for turn in turns:
        moves = list(turn.position.legal_moves())
        chance.shuffle(moves)
        best = _best(game, judge, turn.position)
        for move in moves[:3]:
            if move != best and _is_fault(game, judge, turn.position, best, move):
                yield turn._replace(move=move)
                break


def _best(game: str, judge: Judge, position: Position) -> str:
    """Return the choice of a long search; nothing where that is not asked."""
    choices = (
        () if game == "zuniq" else judge.advise(position, LONG * engines_of(game).normal, seed=9_001).choices
    )
    return choices[0].move if choices else ""


def _is_fault(game: str, judge: Judge, position: Position, best: str, move: str) -> bool:
    if game == "zuniq":
        return _loses(position, move)
    if not best:
        return False
    if game == "tetris":
        comparison = _compared(judge, position, best, move, LONG * engines_of(game).normal, 9_002)
        return comparison is not None and degree(comparison, judge.unit(position)) == "blunder"
    comparison = _compared(judge, position, best, move, 1, 9_002)
    return comparison is not None and comparison.exact and degree(comparison, judge.unit(position)) in GRAVE


def _compared(
    judge: Judge, position: Position, better: str, move: str, budget: int, seed: int
) -> Comparison | None:
    slices = judge.compare(position, better, move, budget, seed)
    while True:
        try:
            next(slices)
        except StopIteration as ended:
            return cast("Comparison | None", ended.value)


def _loses(position: Position, move: str) -> bool:
    """Return True if a wall throws a won position away; only asked where that is soon solved."""
    from ai.zuniq.solver import Solver
    from game.zuniq import State

    assert isinstance(position, State)
    if len(position.legal_moves()) > 26:
        return False
    solver, after = Solver(position.grid, 20), position.play(move)
    return solver.wins(position) and (
        after.winner == 1 - position.to_move or (not after.over and solver.wins(after))
    )
