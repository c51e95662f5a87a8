"""What a game in real time says: titles, times, the last clear, the figures of the players, how it has ended."""

from __future__ import annotations

from collections import Counter

from game.tetris.bests import Best
from game.tetris.guideline import Landing
from game.tetris.guideline.attack import title
from game.tetris.guideline.real_time import TICKS, Game, Seat, Statistics
from gui.play.openings import opening
from gui.scenes.live.match import KINDS, Match
from gui.scenes.live.plan import LEVELLED, SPRINT_ROWS, Mode, Plan, Player
from gui.ui.text import counted, grouped

MODE_WORDS: dict[Mode, str] = {
    "versus": "Versus",
    "free": "Free play",
    "sprint": f"Sprint, {SPRINT_ROWS} rows",
    "ultra": "Ultra, two minutes",
}
ENDINGS = {
    "goal": "All rows are cleared",
    "garbage": "Garbage has pushed the stack out at the top",
    "no pieces": "No piece is left",
    "block out": "The next piece had no room to start",
    "lock out": "A piece has locked above the well",
    "time": "Time is up",
}
LEVELS = {"full": "full strength"}
Figures = list[tuple[str, tuple[str, ...]]]  # a label, and a value for each seat


def stopwatch(ticks: int) -> str:
    """Ticks as `0:58.32`."""
    hundredths = round(ticks * 100 / TICKS)
    minutes, rest = divmod(hundredths, 6000)
    return f"{minutes}:{rest // 100:02d}.{rest % 100:02d}"


def mode_words(plan: Plan) -> str:
    """The mode in the bar; two engines are watched."""
    return "Watch" if plan.person is None and plan.mode == "versus" else MODE_WORDS[plan.mode]


def player_words(player: Player, *, pace: float | None = None) -> str:
    """Who plays: `You`, `Stacker, club`, with book and pace `Stacker, club, BT Loop, 1.5 a second`."""
    level = "" if player.person or player.engine not in LEVELLED else LEVELS.get(player.level, player.level)
    speed = f"{pace:g} a second" if pace else ""
    book = opening(player.book).title if player.book else ""
    return ", ".join(filter(None, (player.name, level, book, speed)))


def names_of(plan: Plan) -> tuple[str, ...]:
    """The players' names as short as they can be told apart."""
    names = [player.name for player in plan.players]
    if len(set(names)) == len(names):
        return tuple(names)
    levels = [LEVELS.get(player.level, player.level).capitalize() for player in plan.players]
    return tuple(levels) if len(set(levels)) == len(levels) else ("Left", "Right")


def title_of(plan: Plan) -> str:
    """What a saved game is called; a game of two is called by its players."""
    if plan.mode == "versus":
        return ""
    who = "" if plan.players[0].person else f", {plan.players[0].name}"
    return MODE_WORDS[plan.mode] + who


def clear_words(landing: Landing) -> tuple[str, ...]:
    """What the last piece did, in a few lines: `T-spin double`, `Back-to-back`, `Combo 3`, `4 rows sent`."""
    clear = landing.clear
    words = [title(clear)] if clear.rows or clear.spin else []
    if clear.perfect:
        words.insert(0, "Perfect clear")
    if clear.back_to_back:
        words.append("Back-to-back")
    if clear.rows and clear.combo:
        words.append(f"Combo {clear.combo}")
    if landing.attack:
        words.append(f"+{landing.attack}")
    return tuple(words)


def rate_words(rate: float) -> str:
    """Nodes a second as `1.24 M`, `340 k`."""
    return f"{rate / 1e6:.2f} M" if rate >= 1e6 else f"{rate / 1e3:.0f} k"


def figures(match: Match) -> Figures:
    """The statistics of all seats, the most telling first."""
    each = [Statistics.of(seat) for seat in match.seats]
    rows: Figures = [
        ("Pieces", tuple(grouped(one.pieces) for one in each)),
        ("Rows", tuple(grouped(one.rows) for one in each)),
        ("Pieces/s", tuple(f"{one.pieces_a_second:.2f}" for one in each)),
        ("Attack/min", tuple(f"{one.attack_a_minute:.1f}" for one in each)),
        ("Attack/piece", tuple(f"{one.attack_a_piece:.2f}" for one in each)),
        ("Keys/piece", tuple(f"{one.keys_a_piece:.2f}" for one in each)),
        ("Rows sent", tuple(grouped(one.tally.sent) for one in each)),
        ("Best combo", tuple(str(max(0, one.tally.longest_combo - 1)) for one in each)),
        ("Back-to-backs", tuple(str(max(0, one.tally.longest_chain - 1)) for one in each)),
    ]
    if len(match.seats) == 1:
        rows[6] = ("Points", tuple(grouped(one.tally.points) for one in each))
    return rows


def kinds(match: Match) -> Figures:
    """How often each kind of clear was made, those that were never made left out."""
    names = (*KINDS, "Perfect clear")
    return [
        (_plural(name), tuple(str(_count(each, name)) for each in match.past.kinds))
        for name in names
        if any(_count(each, name) for each in match.past.kinds)
    ]


def _count(kinds: Counter[str], name: str) -> int:
    return kinds[name]


def _plural(name: str) -> str:
    return f"{name}es" if name.endswith("s") else f"{name}s"


def beside_well(plan: Plan, seat: Seat, best: Best | None = None) -> tuple[tuple[str, str], ...]:
    """What stands beside a well while it is played."""
    one = Statistics.of(seat)
    speed = ("Pieces/s", f"{one.pieces_a_second:.2f}")
    if plan.mode == "sprint":
        return (("Rows left", str(max(0, SPRINT_ROWS - one.rows))), ("Pieces", str(one.pieces)), speed)
    if plan.mode == "ultra":
        return (("Points", grouped(one.tally.points)), ("Rows", str(one.rows)), speed)
    return (("Rows", str(one.rows)), ("Attack", str(one.tally.attack)), speed)


def headline(plan: Plan, match: Match) -> str:
    """How the game has ended, in a few words."""
    return "The game was stopped" if match.stopped else outcome(plan, match.game)


def outcome(plan: Plan, game: Game) -> str:
    """How a game has ended, in a few words; empty while it goes on."""
    if not game.over:
        return ""
    if len(game.seats) > 1:
        if game.winner is None:
            return "A draw"
        winner = plan.players[game.winner]
        return "You win" if winner.person else f"{names_of(plan)[game.winner]} wins"
    ending = game.seats[0].ending
    if plan.mode == "sprint" and ending == "goal":
        return stopwatch(game.now)
    if plan.mode == "ultra" and ending == "time":
        return counted(game.seats[0].state.tally.points, "point")
    return "Topped out" if ending in ("block out", "lock out", "garbage") else "The end"


def reason(match: Match) -> str:
    """Why it has ended, as a sentence."""
    if match.stopped:
        return match.stopped
    ended = [seat.ending for seat in match.seats if seat.ending is not None]
    return f"{ENDINGS.get(ended[0], ended[0])}." if ended else ""


def result_words(plan: Plan, best: Best) -> str:
    """A result against the clock: `0:52.10`, `41 200 points`."""
    return stopwatch(best.ticks) if plan.mode == "sprint" else counted(best.points, "point")


def best_words(plan: Plan, best: Best) -> str:
    """The best result so far: `your best is 0:52.10`."""
    return f"your best is {result_words(plan, best)}"
