"""Games played by a book as showcases: from a seed, looked through, and told.

The book answers as it does in every game, and an engine goes on where it is silent. To what the book says are added
the chance of this very queue, by the book's own source, and the way of the piece. Chapters belong to moments that are
looked for in the game; what is told there has the facts of its position (`telling.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from ai import registry
from ai.book.book import Book
from ai.book.build import source_of
from ai.book.building.lines import Lines, lines_of
from ai.book.building.solve import Solution
from ai.book.building.steps import GOES_ON
from ai.book.file import names, path_of, read
from ai.engine import Limit
from ai.tetris.guideline.known.books import Books, clear_chance
from ai.tetris.guideline.known.informed import KnowledgeEngine
from ai.tetris.guideline.known.sight import sight_of
from ai.tetris.guideline.moves import shortest_path
from assets.showcases.guideline import facts_of, whole_facts
from assets.showcases.telling import Facts, ToldChapter, tell
from game.advice import Advice, Worth
from game.errors import BadInput
from game.facts import BookFacts, Evidence, PathFacts, SearchFacts, joined, without_speeds
from game.record import Chapter, Record, Seat
from game.session import Session
from game.showcase import compose
from game.tetris.guideline import Landing, Placement, State
from game.tetris.guideline.attack import title
from game.tetris.guideline.openers.position import cells_at
from game.tetris.guideline.openers.sequences import Sequence as Sixfold
from game.tetris.guideline.openers.sequences import number
from gui.ui.filling import Chance

MOST_SEEDS = 2_000


class Source(msgspec.Struct, forbid_unknown_fields=True):
    """A source: the book, a seed, how many pieces, the player behind the book, and the chapters.

    `clears`: the perfect clears that the game has to have. `video`: the seconds of the video's chapter.
    Moments of chapters: `start`, `end`, `stage TITLE` (the first piece of a stage of the book), a clear (`T-spin
    double`, `perfect clear`), `left` and `entered` (the first piece without the book, and with it again).
    """

    title: str
    game: str
    book: str
    seed: int
    pieces: int
    clears: int
    nodes: int
    pace: int
    video: float
    created: str
    seats: list[Seat]
    chapters: list[ToldChapter]


class Placed(NamedTuple):
    """A piece of the game: the state before it, what was said there, and what it did."""

    before: State
    advice: Advice
    landing: Landing


def build(source: Source) -> Record:
    """The showcase of a source. Raises `BadInput` for an unknown book, and where game or chapters do not come out."""
    if source.book not in names():
        raise BadInput(f"book: there is no book {source.book!r}; known: {', '.join(names())}")
    placed = _played(source, source.seed)
    _check(source, placed)
    session = Session.new("tetris", _rules(source.seed), source.seats, source.seed)
    for ply, each in enumerate(placed):
        session.note(ply, _complete(source, placed, ply))
        session.play(str(each.landing.placement))
    session.go_to(0)
    return compose(
        session, source.title, chapters(source, session), source.created, source.pace, source.video
    )


def seek(source: Source) -> int:
    """The first seed, from the source's own on, whose game and chapters come out. Raises `BadInput`."""
    for seed in range(source.seed, source.seed + MOST_SEEDS):
        try:
            placed = _played(source, seed)
            _check(source, placed)
            for details in source.chapters:
                _moment(details, [(each.advice, each.landing) for each in placed])
        except BadInput:
            continue
        return seed
    raise BadInput(f"no seed from {source.seed} on gives a game for {source.title}")


# -- the game --


def _rules(seed: int) -> dict[str, str]:
    return {"queue": f"seven_bag:{seed}"}


def _played(source: Source, seed: int) -> list[Placed]:
    """The game of a seed, as far as it is worth looking at."""
    books = Books([source.book])
    engine = registry.create(source.seats[0].engine, source.seats[0].level or None, "tetris", seed=seed)
    player = KnowledgeEngine(engine, books)
    state, placed = State.open(_rules(seed)), list[Placed]()
    while len(placed) < source.pieces and not state.over:
        *_, advice = player.think(state.view(0), Limit(iterations=source.nodes))
        after = state.put(Placement.parse(advice.choices[0].move))
        assert after.last is not None
        placed.append(Placed(state, advice, after.last))
        state = after
        if not _promising(source, placed):
            break
    return placed


def _promising(source: Source, placed: Sequence[Placed]) -> bool:
    """Return True if a game may still come out: one that never leaves the book, or clears perfectly again and again."""
    if placed[-1].advice.source == "book":
        return True
    per_clear = source.pieces // source.clears
    return _clears(placed) >= len(placed) // per_clear


def _clears(placed: Sequence[Placed]) -> int:
    return sum(each.landing.clear.perfect for each in placed)


def _check(source: Source, placed: Sequence[Placed]) -> None:
    if len(placed) < source.pieces or _clears(placed) < source.clears:
        raise BadInput(f"seed {source.seed} of {source.title} ends after {len(placed)} pieces; seek another")


# -- what is said of each piece --


def _complete(source: Source, placed: Sequence[Placed], ply: int) -> Advice:
    """Return the advice on a piece with its way, a search's score of a known move, and the chance of this queue."""
    state, advice, landing = placed[ply]
    evidence = advice.evidence
    if advice.source == "book":
        advice = _scored(source, state)
        facts = _book_facts(source.book) if ply == 0 else BookFacts()
        chance, aim = _chance(source.book, state, landing.placement), _aim(source.book, placed, ply)
        evidence = joined(evidence, (msgspec.structs.replace(facts, chance=chance, aim=aim),))
    way = shortest_path(state.field, landing.placement, state.rules.kicks, state.rules.start)
    evidence = joined(evidence, (PathFacts(way=tuple(way or ())),))
    best = advice.choices[0]
    best = msgspec.structs.replace(best, worth=_rounded(best.worth))
    worth = _rounded(advice.worth or best.worth)
    return msgspec.structs.replace(advice, choices=(best,), worth=worth, evidence=_stable(evidence))


def _rounded(worth: Worth) -> Worth:
    return msgspec.structs.replace(worth, value=round(worth.value, 3))


def _stable(evidence: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """The facts without those of the machine, or of the search behind a known move."""
    return tuple(
        msgspec.structs.replace(each, depth=None) if isinstance(each, SearchFacts) else each
        for each in without_speeds(evidence)
    )


def _scored(source: Source, state: State) -> Advice:
    """The book's advice with the score that the search gives its move: the game's graph has one unit."""
    engine = registry.create(
        source.seats[0].engine, source.seats[0].level or None, "tetris", seed=source.seed
    )
    *_, advice = KnowledgeEngine(engine, Books([source.book]), compare=True).think(
        state.view(0), Limit(iterations=source.nodes)
    )
    return advice


@cache
def _solution(book: str) -> Solution | None:
    """The book solved again; None of best play, whose file says all."""
    source, lines = source_of(book), Lines()
    if source.optimum is not None:
        return None
    for _, _, result in lines_of(source, "srs"):
        lines = result
    solution = Solution(lines)
    for _ in solution.solved():
        pass
    return solution


def _book_facts(name: str) -> BookFacts:
    """Return the facts about the book, for the first piece."""
    header, _, size = read(path_of(name))
    return BookFacts(
        positions=float(header.positions),
        runs=float(header.runs),
        sequences=float(header.combinations),
        bytes=float(size),
    )


def _edge(book: str, state: State, at: Placement) -> tuple[float, bool]:
    """Return the value of a move of the book with the six pieces it looks at, and True if the line ends with it."""
    sight = sight_of(state)
    assert not isinstance(sight, str)
    assert sight.position is not None
    solution, position = _solution(book), sight.position
    if solution is None:
        clear = clear_chance(Book(path_of(book)), sight)
        assert clear is not None
        return clear.solved / clear.futures, not state.put(at).field.height
    choices = solution.choices(position)
    edge = at.piece, cells_at(*at[:4]) or 0
    a, b, *behind = sight.pieces[:6]
    low, high = sorted((a, b))
    place = number(position.bag, position.extra, Sixfold(low, high, (*behind,)))  # type: ignore[arg-type]
    value = float(choices.value[choices.edges.index(edge), place])
    return value, solution.lines.edges[position][edge] != GOES_ON


def _chance(book: str, state: State, at: Placement) -> float:
    """The chance of the end of the line with all pieces in sight.

    Where a piece is held there are seven of them, one more than the book looks at. So its move is sure, and the chance
    is that of its next one, with the six pieces that are left.
    """
    value, ends = _edge(book, state, at)
    if not ends and state.hold is not None and _solution(book) is not None:
        after = state.put(at)
        advice = Books([book]).look(after)
        value = _edge(book, after, Placement.parse(advice.choices[0].move))[0] if advice.choices else 0.0
    return round(value, 6)


def _aim(book: str, placed: Sequence[Placed], ply: int) -> str:
    """Return the goal that the present line reached; empty where the book was left before its end."""
    for each in placed[ply:]:
        if each.advice.source != "book":
            return ""
        if _edge(book, each.before, each.landing.placement)[1]:
            return "perfect clear" if each.landing.clear.perfect else title(each.landing.clear)
    return ""


# -- what is told --

Ply = tuple[Advice, Landing]  # what was said of a piece, and what it did


def chapters(source: Source, session: Session) -> list[Chapter]:
    """The chapters of a game that was looked through. Raises `BadInput` for a moment there is not, and as `tell`."""
    states = [session.position_at(ply) for ply in range(session.length + 1)]
    assert all(isinstance(state, State) for state in states)
    course = [(session.opinions[ply], states[ply + 1].last) for ply in range(session.length)]  # type: ignore[attr-defined]
    promised: Facts = {"promised": _promise(course, 0), "promised_again": _promise(course, len(course) // 2)}
    return tell(
        source.chapters,
        lambda details: _moment(details, course),
        lambda ply: facts_of(session, ply) | _facts(session, ply),
        whole_facts(session) | promised | _shares(course),
        session.length,
    )


def _moment(details: ToldChapter, course: Sequence[Ply]) -> int:
    """The ply that a chapter is about: of a clear the one behind it. Raises `BadInput` if there is none."""
    name = str(details.at)
    plies = {"start": [0], "end": [len(course)]}.get(name)
    if plies is None:
        plies = [ply for ply in range(len(course)) if _is(name, course, ply)]
    if len(plies) < details.nth:
        raise BadInput(f"there is no {name} number {details.nth} in this game; seek another seed")
    clear = name not in ("start", "end", "left", "entered") and not name.startswith("stage ")
    return plies[details.nth - 1] + clear


def _is(name: str, course: Sequence[Ply], ply: int) -> bool:
    advice, landing = course[ply]
    before = course[ply - 1][0] if ply else None
    if name.startswith("stage "):
        stage = name.removeprefix("stage ")
        return advice.read(BookFacts).stage == stage != (before.read(BookFacts).stage if before else None)
    if name == "left":
        return before is not None and before.source == "book" != advice.source
    if name == "entered":
        return before is not None and before.source != "book" == advice.source
    if name == "perfect clear":
        return landing.clear.perfect
    return title(landing.clear) == name


def _facts(session: Session, ply: int) -> Facts:
    """Return the book's facts about the position at `ply`; empty where it has no move."""
    advice = session.opinions.get(ply)
    if advice is None or advice.source != "book":
        return {}
    facts = advice.read(BookFacts)
    if facts.value is None or facts.chance is None:
        return {}
    return {
        "chance": Chance(facts.chance),
        "mean": Chance(facts.value),
        "run": facts.run,
        "shared": round(facts.shared or 0),
        "queues": round(facts.queues or 0),
    }


def _promise(course: Sequence[Ply], ply: int) -> Chance:
    """The chance of the queue in sight at `ply`."""
    return Chance(course[ply][0].read(BookFacts).chance or 0.0)


def _shares(course: Sequence[Ply]) -> Facts:
    """Return the shares of the book and of the search behind it in the whole game."""
    sources = [advice.source == "book" for advice, landing in course if landing.clear.perfect]
    return {
        "by_book": sum(sources),
        "by_search": len(sources) - sum(sources),
        "searched": sum(advice.source != "book" for advice, _ in course),
    }
