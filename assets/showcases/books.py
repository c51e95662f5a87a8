"""Games played by a book as showcases: from a seed, looked through, and told.

The book answers as it does in every game, and an engine goes on where it is silent. To what the book says are added
the chance of this very queue, by the book's own source, and the way of the piece. A caption belongs to a moment that is
looked for in the game, and the numbers in it are measured there.
"""

from __future__ import annotations

import re
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
from ai.book.file import path_of, read
from ai.engine import Limit
from ai.tetris.guideline.known.books import Books, clear_chance, percent, sight_of
from ai.tetris.guideline.known.informed import KnowledgeEngine
from ai.tetris.guideline.moves import shortest_path
from game.advice import Advice
from game.errors import BadInput
from game.facts import BookFacts, KnownFacts, PathFacts
from game.record import Chapter, ChapterEvent, Record, Seat
from game.session import Session
from game.showcase import compose
from game.tetris.guideline import Landing, Placement, State
from game.tetris.guideline.attack import title
from game.tetris.guideline.openers.position import cells_at
from game.tetris.guideline.openers.sequences import Sequence as Sixfold
from game.tetris.guideline.openers.sequences import number
from game.tetris.guideline.pieces import letter

_UNSTABLE_FACTS = (
    "nodes_per_second",
    "depth",
    "known",
)  # of the machine, or of the search behind a known move
MOST_SEEDS = 2_000
_WHITE = re.compile("[ \\n]+")  # where a source has lines


class Told(msgspec.Struct, forbid_unknown_fields=True):
    """A chapter of the source. `at` names a moment; the `nth` of its kind, `lead` pieces before it.

    A clear is the event of its chapter, shown in `slow` milliseconds, or in those of the source where that is 0.

    Moments: `start`, `end`, `stage TITLE` (the first piece of a stage of the book), a clear (`T-spin double`, `perfect
    clear`), `left` and `entered` (the first piece without the book, and with it again).
    """

    at: str
    title: str
    caption: str
    nth: int = 1
    lead: int = 0
    slow: int = 0


class Source(msgspec.Struct, forbid_unknown_fields=True):
    """What a person writes down: the book, a seed, how many pieces, the player behind the book, and the chapters.

    `clears`: the perfect clears that the game has to have. `video`: the seconds of the video's chapter. `pace`, `slow`
    and `rest` are the milliseconds of a move, of an event, and of its result.
    """

    title: str
    game: str
    book: str
    seed: int
    pieces: int
    clears: int
    nodes: int
    pace: int
    slow: int
    rest: int
    video: float
    created: str
    seats: list[Seat]
    chapters: list[Told]


class Placed(NamedTuple):
    """A piece of the game: the state before it, what was said there, and what it did."""

    before: State
    advice: Advice
    landing: Landing


def build(source: Source) -> Record:
    """The showcase of a source. Raises `BadInput` where its game or its chapters do not come out."""
    placed = _played(source, source.seed)
    _check(source, placed)
    session = Session.new("tetris", _rules(source.seed), source.seats, source.seed)
    for ply, each in enumerate(placed):
        session.note(ply, _complete(source, placed, ply))
        session.play(str(each.landing.placement))
    session.go_to(0)
    return compose(
        session, source.title, _chapters(source, placed), source.created, source.pace, source.video
    )


def seek(source: Source) -> int:
    """The first seed, from the source's own on, whose game and chapters come out. Raises `BadInput`."""
    for seed in range(source.seed, source.seed + MOST_SEEDS):
        try:
            placed = _played(source, seed)
            _check(source, placed)
            _chapters(source, placed)
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
    """Whether a game may still come out: one that never leaves the book, or clears perfectly again and again."""
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
    """What was said of a piece with its way, a search's score of a known move, and the chance of this queue."""
    state, advice, landing = placed[ply]
    facts = dict(advice.facts)
    if advice.source == "book":
        advice = _scored(source, state)
        facts |= {"chance": _chance(source.book, state, landing.placement)}
        facts |= _book_facts(source.book) if ply == 0 else {}
        facts |= {"aim": aim} if (aim := _aim(source.book, placed, ply)) else {}
    way = shortest_path(state.field, landing.placement, state.table.kicks, state.table.start)
    facts |= PathFacts(way=" ".join(way or ())).told()
    facts = {key: value for key, value in facts.items() if key not in _UNSTABLE_FACTS}
    best = advice.choices[0]
    best = msgspec.structs.replace(best, score=round(best.score, 3))
    return msgspec.structs.replace(advice, choices=(best,), value=round(advice.value, 3), facts=facts)


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
    for _, _, found in lines_of(source, "srs"):
        lines = found
    solution = Solution(lines)
    for _ in solution.solved():
        pass
    return solution


def _book_facts(name: str) -> dict[str, float | str]:
    """What the book is, for the first piece."""
    header, _, size = read(path_of(name))
    return {
        "positions": float(header.positions),
        "runs": float(header.runs),
        "sequences": float(header.combinations),
        "bytes": float(size),
    }


def _edge(book: str, state: State, at: Placement) -> tuple[float, bool]:
    """What a move of the book is worth with the pieces in sight, and whether the line ends with it."""
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
    return round(_edge(book, state, at)[0], 6)


def _aim(book: str, placed: Sequence[Placed], ply: int) -> str:
    """What the line that is being followed ended with; empty where the book was left before its end."""
    for each in placed[ply:]:
        if each.advice.source != "book":
            return ""
        if _edge(book, each.before, each.landing.placement)[1]:
            return "perfect clear" if each.landing.clear.perfect else title(each.landing.clear)
    return ""


# -- what is told --


def _chapters(source: Source, placed: Sequence[Placed]) -> list[Chapter]:
    """The chapters at their plies, with their numbers filled in. Raises `BadInput` for a moment there is not."""
    chapters = list[Chapter]()
    for each in source.chapters:
        moment, slow = _moment(each, placed), each.slow or source.slow
        ply = max(0, moment - each.lead)
        event = ChapterEvent(moment - 1, slow=slow, rest=source.rest) if _clear(each) and each.lead else None
        if chapters and ply <= chapters[-1].ply:
            raise BadInput(f"{each.title!r} does not follow on the chapter before it; seek another seed")
        facts = _numbers(source, placed, ply)
        chapters.append(
            Chapter(
                ply,
                each.title.format(**facts),
                _WHITE.sub(" ", each.caption.format(**facts)).strip(),
                event=event,
            )
        )
    return chapters


def _moment(told: Told, placed: Sequence[Placed]) -> int:
    """The ply at which a chapter begins: of a clear the one behind it."""
    plies = {"start": [0], "end": [len(placed)]}.get(told.at)
    if plies is None:
        plies = [ply for ply in range(len(placed)) if _is(told.at, placed, ply)]
    if len(plies) < told.nth:
        raise BadInput(f"there is no {told.at} number {told.nth} in this game; seek another seed")
    return plies[told.nth - 1] + _clear(told)


def _clear(told: Told) -> bool:
    """Whether a chapter is about a clear."""
    return told.at not in ("start", "end", "left", "entered") and not told.at.startswith("stage ")


def _is(name: str, placed: Sequence[Placed], ply: int) -> bool:
    here = placed[ply]
    before = placed[ply - 1].advice.source if ply else ""
    if name.startswith("stage "):
        stage = name.removeprefix("stage ")
        earlier = placed[ply - 1].advice.read(BookFacts).stage if ply else None
        return here.advice.read(BookFacts).stage == stage != earlier
    if name == "left":
        return before == "book" != here.advice.source
    if name == "entered":
        return ply > 0 and before != "book" == here.advice.source
    if name == "perfect clear":
        return here.landing.clear.perfect
    return title(here.landing.clear) == name


def _numbers(source: Source, placed: Sequence[Placed], ply: int) -> dict[str, object]:
    """The numbers that captions may have, as they are when a chapter begins."""
    done = placed[:ply]
    here = placed[min(ply, len(placed) - 1)]
    facts = here.advice.read(BookFacts)
    return {
        "piece": ply,
        "pieces": len(placed),
        "chance": _promised(source, placed, ply),
        "mean": _whole(percent(facts.value or 0.0)),
        "run": " to ".join(map(_whole, facts.run.split(" to "))),
        "shared": _grouped(facts.shared or 0),
        "queues": _grouped(facts.queues or 0),
        "silent": here.advice.read(KnownFacts).silent,
        "hold": "nothing" if here.before.hold is None else letter(here.before.hold),
        "attack": sum(each.landing.attack for each in done),
        "clears": _clears(done),
        "again": _promised(source, placed, len(placed) // 2),
        "by_book": sum(each.landing.clear.perfect and each.advice.source == "book" for each in placed),
        "searched": sum(each.landing.clear.perfect and each.advice.source != "book" for each in placed),
        "promised": _promised(source, placed, 0),
        "all_clears": _clears(placed),
        "all_attack": sum(each.landing.attack for each in placed),
        "by_search": sum(each.advice.source != "book" for each in placed),
    }


def _promised(source: Source, placed: Sequence[Placed], ply: int) -> str:
    """The chance of the queue in sight; empty where the book says nothing."""
    if ply >= len(placed) or placed[ply].advice.source != "book":
        return ""
    return _whole(percent(_chance(source.book, placed[ply].before, placed[ply].landing.placement)))


def _grouped(number: float | str) -> str:
    """A number with a thin gap at the thousands, as the window writes it."""
    return f"{int(float(number)):,}".replace(",", "\u202f")


def _whole(words: str) -> str:
    """Words between which no line ends."""
    return words.replace(" ", "\u00a0")
