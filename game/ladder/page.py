"""The page of a ladder: one HTML file without scripts, with the plot as a drawing in it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import combinations
from pathlib import Path

from game.games import game_of
from game.ladder.folder import GAMES, PAGE, Ladder, LadderGame, Standing
from game.ladder.pool import words_of
from game.saving import save
from game.words import counted

MOST_GAMES = 1_000  # that the page lists; the latest ones
_WIDTH, _ROW, _LEFT, _RIGHT, _TOP = 720, 30, 190, 60, 34
_STYLE = """
:root { color-scheme: light dark; --ground: #f6f5f1; --ink: #22252a; --soft: #6c7078; --line: #d9d7d0; --mark: #b36b00 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181c; --ink: #e6e4df; --soft: #979ba3; --line: #33373e; --mark: #f0a830 }
}
body { margin: 3rem auto; max-width: 46rem; padding: 0 1rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums }
h1 { font-size: 1.6rem; margin: 0 } h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem }
p { color: var(--soft); margin: .3rem 0 } svg { width: 100%; height: auto; display: block }
.table { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap }
th { color: var(--soft); font-weight: normal } th:first-child, td:first-child, .words { text-align: left }
td.words { white-space: normal } a { color: inherit }
text { fill: var(--ink); font: 13px system-ui, sans-serif } .soft { fill: var(--soft) }
"""


def write_page(folder: Path, ladder: Ladder) -> Path:
    """Write the page of a ladder into its folder; its path. Raises `NotSaved`."""
    path = folder / PAGE
    save(path, page_of(ladder).encode())
    return path


def page_of(ladder: Ladder) -> str:
    """The page as text; the same ladder has the same page."""
    title = f"{game_of(ladder.order.game).title} ladder"
    body = "\n".join((*_head(ladder), *_table(ladder), *_plot(ladder), *_pairs(ladder), *_games(ladder)))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
{body}
</body>
</html>
"""


def verdict_words(ladder: Ladder) -> str:
    """Return the state of a ladder's test as a sentence; empty where there is none."""
    result, stated = ladder.verdict(), ladder.order.hypotheses
    if result is None or stated is None:
        return ""
    verdict, games = result
    test = f"{stated.low:+g} against {stated.high:+g}, rates of error {stated.alpha:g} and {stated.beta:g}"
    if verdict.accepted is None:
        bounds = f"{verdict.ratio:+.2f} between {verdict.lower:.2f} and {verdict.upper:.2f}"
        return f"Test of {test}: still open after {counted(games, 'game')}, log ratio {bounds}."
    return f"Test of {test}: {verdict.accepted:+g} accepted after {counted(games, 'game')}."


def _head(ladder: Ladder) -> Iterator[str]:
    order = ladder.order
    rules = f" Rules: {words_of(order.rules)}." if order.rules else ""
    yield f"<p>{counted(len(ladder.games), 'game')}, seed {order.seed}. {order.budget}{escape(rules)}</p>"
    if test := verdict_words(ladder):
        yield f"<p>{escape(test)}</p>"


def _table(ladder: Ladder) -> Iterator[str]:
    budgets = {player.name: player.budget for player in ladder.order.players}
    yield '<h2>Table</h2>\n<div class="table"><table>'
    yield "<tr><th>Player</th><th>Rating</th><th>95 % interval</th><th>Points</th><th>Games</th><th>Budget</th></tr>"
    for row in ladder.standings():
        yield (
            f"<tr><td>{escape(row.name)}</td><td>{signed(row.rating)}</td><td>{interval_words(row)}</td><td>{row.points:g}</td>"
            f"<td>{row.games}</td><td>{escape(budgets[row.name])}</td></tr>"
        )
    yield "</table></div>"
    yield (
        "<p>Ratings are the likeliest ones by the model of Bradley and Terry on Elo's scale, with half a win and half "
        "a loss added for each pair. Their mean is 0.</p>"
    )


def _plot(ladder: Ladder) -> Iterator[str]:
    """Each rating as a point on the line of its interval."""
    rows = [row for row in ladder.standings() if row.rating is not None]
    if not rows:
        return
    low = min(row.low95 or 0.0 for row in rows)
    high = max(row.high95 or 0.0 for row in rows)
    step = next(step for step in (10, 25, 50, 100, 250, 500, 1000, 10**9) if high - low <= 8 * step)
    first, last = step * int(low // step), step * -int(-high // step)
    height = _TOP + _ROW * len(rows) + 12

    def x(value: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (value - first) / max(1, last - first)

    yield f'<h2>Ratings</h2>\n<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="Ratings with 95 % intervals">'
    for mark in range(first, last + 1, step):
        yield (
            f'<line x1="{x(mark):.1f}" y1="{_TOP - 8}" x2="{x(mark):.1f}" y2="{height - 8}" stroke="var(--line)"/>'
            f'<text class="soft" x="{x(mark):.1f}" y="18" text-anchor="middle">{signed(mark)}</text>'
        )
    for at, row in enumerate(rows):
        y = _TOP + _ROW * at + _ROW / 2
        yield (
            f'<text x="{_LEFT - 14}" y="{y + 4:.1f}" text-anchor="end">{escape(_short(row.name))}</text>'
            f'<line x1="{x(row.low95 or 0):.1f}" y1="{y:.1f}" x2="{x(row.high95 or 0):.1f}" y2="{y:.1f}" '
            f'stroke="var(--mark)" stroke-width="2"/>'
            f'<circle cx="{x(row.rating or 0):.1f}" cy="{y:.1f}" r="5" fill="var(--mark)"/>'
        )
    yield "</svg>"


def signed(value: float | None) -> str:
    """A rating with its sign, which zero has none of; empty for none."""
    whole = round(value or 0.0)
    return "" if value is None else f"{whole:+d}" if whole else "0"


def interval_words(row: Standing) -> str:
    """The interval of a rating; empty where there is none."""
    return "" if row.low95 is None else f"{signed(row.low95)} to {signed(row.high95)}"


def _short(name: str) -> str:
    return name if len(name) <= 24 else f"{name[:23]}…"


def _pairs(ladder: Ladder) -> Iterator[str]:
    players = ladder.order.players
    if len(players) < 3:
        return
    yield '<h2>Pairs</h2>\n<div class="table"><table><tr><th>Players</th><th>Points</th><th>Games</th></tr>'
    for a, b in combinations(range(len(players)), 2):
        points, games = ladder.between(a, b)
        yield (
            f"<tr><td>{escape(players[a].name)} and {escape(players[b].name)}</td>"
            f"<td>{points:g} to {games - points:g}</td><td>{games}</td></tr>"
        )
    yield "</table></div>"


def _games(ladder: Ladder) -> Iterator[str]:
    listed = ladder.games[-MOST_GAMES:]
    yield "<h2>Games</h2>"
    if len(listed) < len(ladder.games):
        yield f"<p>The latest {len(listed):,} of {len(ladder.games):,}.</p>"
    yield '<div class="table"><table><tr><th>Game</th><th class="words">Players</th><th>Result</th><th>Score</th>'
    yield '<th class="words">Records</th><th class="words">Remark</th></tr>'
    for game in listed:
        yield _game_row(ladder, game)
    yield "</table></div>"


def _game_row(ladder: Ladder, game: LadderGame) -> str:
    a, b = (escape(ladder.order.players[each].name) for each in (game.a, game.b))
    links = " ".join(
        f'<a href="{GAMES}/{escape(name)}">{escape(name)}</a>'
        for name in (*game.records, game.replay)
        if name
    )
    scores = "" if game.scores is None else f"{game.scores[0]:g} to {game.scores[1]:g}"
    return (
        f'<tr><td>{game.number + 1}</td><td class="words">{a} and {b}</td><td>{result_words(game.points)}</td>'
        f'<td>{scores}</td><td class="words">{links}</td><td class="words">{escape(game.reason)}</td></tr>'
    )


def result_words(points: float | None) -> str:
    """The result of a game as it stands in a table: `1-0`, `½-½`."""
    if points is None:
        return "not counted"
    return {1.0: "1-0", 0.0: "0-1"}.get(points, "½-½")
