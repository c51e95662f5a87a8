"""The words and figures of games in real time: titles, notices, statistics, endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from ai.practice.race import RaceReport
from game.advice import Advice
from game.tetris.bests import Best
from game.tetris.guideline.attack import Clear
from game.tetris.guideline.finesse import cost_of
from game.tetris.guideline.placement import FULL, NO_SPIN
from game.tetris.guideline.real_time import Game, Projection, Seat, Sprint, Statistics, room_of
from game.tetris.guideline.real_time.faults import Fault
from game.words import plural
from gui.games.guideline.words import keys_words, line_of, purpose, walk
from gui.play.live_plan import HAVE_LEVELS, LEVELS, SPRINT_ROWS, Mode, Plan, Player, stopwatch
from gui.play.openings import opening
from gui.ui.text import counted, grouped

MODE_WORDS: dict[Mode, str] = {
    "versus": "Versus",
    "free": "Free play",
    "sprint": f"Sprint, {SPRINT_ROWS} rows",
    "ultra": "Ultra, two minutes",
    "dig": "Downstack race",
}
UNITS: dict[Mode, str] = {
    "versus": "attack",
    "free": "attack",
    "sprint": "rows",
    "ultra": "points",
    "dig": "rows",
}
ENDINGS = {
    "goal": "All rows are cleared",
    "garbage": "Garbage has pushed the stack out at the top",
    "no pieces": "No piece is left",
    "block out": "The next piece had no room to start",
    "lock out": "A piece has locked above the well",
    "time": "Time is up",
}
_ROWS = ("", "Single", "Double", "Triple", "Tetris")
KINDS = (*_ROWS[1:], "T-spin mini", "T-spin single", "T-spin double", "T-spin triple", "Perfect clear")

MOUSE_KEYS = (
    ("Mouse", "the piece follows the pointer; a click drops, wheel and right button rotate"),
    ("Click on HOLD", "hold; the middle button does the same"),
)

NO_FILM = "No piece has locked yet."

Figures = list[tuple[str, tuple[str, ...]]]  # a label, and a value for each seat


def stopped_by(name: str, *, is_stored: bool) -> str:
    """The notice that a player could not go on."""
    return f"{name} cannot play on. The game ends here{' and is saved' if is_stored else ''}."


def rate_words(rate: float) -> str:
    """Nodes a second as `1.24 M`, `340 k`."""
    return f"{rate / 1e6:.2f} M" if rate >= 1e6 else f"{rate / 1e3:.0f} k"


def retry_words(retry: Fault) -> str:
    """Reason why a piece came back, such as `4 keys; 2 would do: left to the wall, turn clockwise.`."""
    fewest = cost_of(retry.fewest)
    does = f"{fewest} would do: {keys_words(retry.fewest)}" if fewest else "it only needs the drop"
    return f"{counted(retry.used, 'key')}; {does}."


def finesse_words(seat: Seat) -> str:
    """The keys that the last piece could have saved: `4 keys for the last piece; 2 would do.`; empty where nothing."""
    if seat.wasted is None:
        return ""
    used, needed = seat.wasted
    return f"{counted(used, 'key')} for the last piece; {needed or 'none'} would do."


# -- who plays what --


def mode_words(plan: Plan) -> str:
    """The mode in the bar; two engines are `Watch`."""
    return "Watch" if plan.person is None and plan.mode == "versus" else MODE_WORDS[plan.mode]


def player_words(player: Player) -> str:
    """The name of a player: `You`, `Stacker, club`, with a book `Stacker, club, BT Loop`."""
    level = (
        "" if player.person or player.engine not in HAVE_LEVELS else LEVELS.get(player.level, player.level)
    )
    book = opening(player.book).title if player.book else ""
    return ", ".join(filter(None, (player.name, level, book)))


def title_of(plan: Plan) -> str:
    """The title of a saved game; none for two players, whose names are its title."""
    if plan.mode == "versus":
        return ""
    who = "" if plan.players[0].person else f", {plan.players[0].name}"
    return MODE_WORDS[plan.mode] + who


# -- figures --


_FIGURES: Mapping[str, Callable[[Statistics], str]] = {
    "Pieces": lambda one: grouped(one.pieces),
    "Rows": lambda one: grouped(one.rows),
    "Garbage rows": lambda one: grouped(one.dug),
    "Pieces/row": lambda one: f"{one.pieces / one.dug:.2f}" if one.dug else "–",
    "Pieces/s": lambda one: f"{one.pieces_a_second:.2f}",
    "Attack/min": lambda one: f"{one.attack_a_minute:.1f}",
    "Attack/piece": lambda one: f"{one.attack_a_piece:.2f}",
    "Keys/piece": lambda one: f"{one.keys_a_piece:.2f}",
    "Finesse faults": lambda one: grouped(one.faults),
    "Points": lambda one: grouped(one.tally.points),
    "Rows sent": lambda one: grouped(one.tally.sent),
    "T-spins": lambda one: grouped(one.tally.spins + one.tally.minis),
    "Tetrises": lambda one: grouped(one.tally.tetrises),
    "Perfect clears": lambda one: grouped(one.tally.perfect),
    "Best combo": lambda one: str(max(0, one.tally.longest_combo - 1)),
    "Back-to-backs": lambda one: str(max(0, one.tally.longest_chain - 1)),
}
_DUG = ("Pieces", "Garbage rows", "Pieces/row", "Pieces/s", "Keys/piece", "Finesse faults", "Best combo")
_PLAYED = ("Pieces", "Rows", "Pieces/s", "Attack/min", "Attack/piece", "Keys/piece", "Finesse faults")
_BEST = ("Best combo", "Back-to-backs")


def figures(seats: Sequence[Seat], labels: Sequence[str] = ()) -> Figures:
    """The statistics of all seats with these labels; by default those of a game at its end, most important first.

    A race through garbage has its own: there attack counts nothing.
    """
    each = [Statistics.of(seat) for seat in seats]
    wanted = labels or (*_PLAYED, "Points" if len(each) == 1 else "Rows sent", *_BEST)
    if seats[0].state.rules.garbage.dig:
        wanted = _DUG
    return [(label, tuple(map(_FIGURES[label], each))) for label in wanted]


def kinds_of(clear: Clear) -> list[str]:
    """The kind of a clear in the statistics; none without rows. A perfect clear counts in addition."""
    if not clear.rows:
        return []
    rows = _ROWS[clear.rows]
    spun = f"T-spin {rows.lower()}" if clear.spin == FULL else "T-spin mini"
    kind = rows if clear.spin == NO_SPIN else spun
    return [kind, "Perfect clear"] if clear.perfect else [kind]


def clears(made: Sequence[Counter[str]]) -> Figures:
    """The number of clears of each kind, by seat; kinds that nobody made are left out."""
    return [
        (plural(kind), tuple(str(each[kind]) for each in made))
        for kind in KINDS
        if any(each[kind] for each in made)
    ]


def beside_well(plan: Plan, seat: Seat) -> tuple[tuple[str, str], ...]:
    """The figures beside a well."""
    one = Statistics.of(seat)
    figures = [("Pieces/s", f"{one.pieces_a_second:.2f}")]
    if len(plan.players) == 1 and plan.person is not None:  # keys too many for the last piece
        used, needed = seat.wasted or (0, 0)
        figures.append(("Finesse", f"+{used - needed}" if seat.wasted else "0"))
    if plan.mode == "sprint":
        return (("Rows left", str(max(0, SPRINT_ROWS - one.rows))), ("Pieces", str(one.pieces)), *figures)
    if plan.mode == "dig":
        return (
            ("Rows left", str(max(0, plan.dig - seat.state.dug))),
            ("Pieces", str(one.pieces)),
            *figures,
        )
    if plan.mode == "ultra":
        return (("Points", grouped(one.tally.points)), ("Rows", str(one.rows)), *figures)
    return (("Rows", str(one.rows)), ("Attack", str(one.tally.attack)), *figures)


# -- the kibitzer: how a game stands towards its aim --


def sprint_lines(sprint: Sprint) -> list[tuple[str, str]]:
    """The state of a sprint: when it will be over, the pieces still needed, and what is lost already."""
    finish = sprint.finish
    lines = [("Fewest pieces left", str(sprint.pieces))]
    if finish is not None and sprint.pieces:
        minutes, seconds = divmod(round(finish.value, 1), 60)
        lines.insert(0, ("Finish at this pace", f"{minutes:.0f}:{seconds:04.1f} ± {finish.error:.1f} s"))
    return [*lines, *_lost_lines(sprint)]


def _lost_lines(sprint: Sprint) -> list[tuple[str, str]]:
    return [
        (label, f"{count}, {seconds:.1f} s")
        for label, count, seconds in (
            ("Extra pieces", sprint.wasted, sprint.wasted_seconds),
            ("Extra keys", sprint.keys, sprint.keys_seconds),
        )
        if count
    ]


def lost_words(sprint: Sprint) -> str:
    """The time that a finished sprint has lost, as a sentence; where it lost nothing, that."""
    lost = [
        f"{counted(count, what)} took {seconds:.1f} s"
        for what, count, seconds in (
            ("extra piece", sprint.wasted, sprint.wasted_seconds),
            ("extra key", sprint.keys, sprint.keys_seconds),
        )
        if count
    ]
    return f"{', '.join(lost)}." if lost else "No extra pieces or keys."


def points_lines(points: Projection | None) -> list[tuple[str, str]]:
    """The points that a game against the clock comes to."""
    if points is None:
        return []
    digits = 10 ** max(0, len(f"{points.error:.0f}") - 2)  # two figures of the error are enough
    value, error = (round(each / digits) * digits for each in points)
    return [("Points at this pace", f"{grouped(value)} ± {grouped(error)}")]


def room_words(seat: Seat) -> str:
    """The distance to the end: `room for 12 rows, 4 waiting`."""
    room, waiting = room_of(seat), seat.garbage.waiting
    text = f"room for {counted(room, 'row')}" if room > 0 else "no room for another row"
    return text + (f", {waiting} waiting" if waiting else "")


def intent_words(seat: Seat, advice: Advice | None) -> str:
    """The plan of an engine and its distance to the end: `T-spin double with piece 3; room for 12 rows`."""
    number, name = 0, ""
    if advice is not None and advice.choices:
        number, name = purpose(walk(seat.view(), line_of(advice.choices[0])))
    does = f"{name} {'now' if number == 1 else f'with piece {number}'}" if number else ""
    text = "; ".join(filter(None, (does, room_words(seat))))
    return f"{text[:1].upper()}{text[1:]}."


# -- the end --


def reason(game: Game) -> str:
    """The reason why a game ended, as a sentence; empty while it goes on."""
    ended = [seat.ending for seat in game.seats if seat.ending is not None]
    return f"{ENDINGS.get(ended[0], ended[0])}." if ended else ""


def race_words(seat: Seat, report: RaceReport | None) -> str:
    """The pieces of a race that was dug to its end, beside those of the engine: `24 pieces; the engine needs 27.`."""
    own = counted(seat.state.tally.placed, "piece")
    pieces = None if report is None else report.pieces
    return f"{own}." if pieces is None else f"{own}; the engine needs {pieces}."


def result_words(plan: Plan, best: Best) -> str:
    """A result against the clock: `0:52.10`, `41 200 points`."""
    if plan.mode == "dig":
        return f"{stopwatch(best.ticks)}, {counted(best.pieces, 'piece')}"
    return stopwatch(best.ticks) if plan.mode == "sprint" else counted(best.points, "point")


def rank_words(plan: Plan, best: Best, rank: int | None) -> str:
    """A comparison of a result with the best so far; `rank` from 0, None where it is not among the best."""
    if rank == 0:
        return "Your best so far."
    text = f"your best is {result_words(plan, best)}."
    return text.capitalize() if rank is None else f"Number {rank + 1} of your results; {text}"
