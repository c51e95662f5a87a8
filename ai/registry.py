"""The engines by name, with their strength levels: the one list for the command line and for the settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ai.bridge.levels import STRENGTHS as BRIDGE
from ai.engine import Engine
from ai.practice.work import Answering, MistakeWork
from ai.tetris.classic.controllers import CONTROLLERS
from ai.tetris.guideline.clear_work import ClearWork
from ai.tetris.guideline.known.informed import Knowledge
from ai.tetris.guideline.stacker.levels import ALL
from ai.tetris.guideline.stacker.levels import STRENGTHS as STACKERS
from ai.work import Playing, Thinking, Work
from ai.zuniq.levels import STRENGTHS
from game.errors import BadInput

WORK: dict[str, type[Work[Any, Any]]] = {
    work.kind: work for work in (Thinking, Playing, ClearWork, Answering, MistakeWork)
}
REVIEWER = "reviewer"  # judges moves in every game; nobody plays against it


class Level(msgspec.Struct, frozen=True):
    """A strength for people: a name and a sentence that says what to expect."""

    name: str
    title: str
    about: str


class Entry(msgspec.Struct, frozen=True):
    """An engine as it is offered: `create(level, **options)` builds it and is all that loads numba.

    `books`: it takes the option `book`, opening books to look into first.
    """

    name: str
    game: str
    title: str
    levels: tuple[Level, ...]
    create: Callable[..., Engine]
    books: bool = False


def entries(game: str | None = None) -> tuple[Entry, ...]:
    """All engines, or those that play `game`."""
    return tuple(entry for entry in ENTRIES if game in (None, entry.game))


def find(name: str, game: str = "zuniq") -> Entry:
    """The engine called `name`. Raises `BadInput` with the names that are known."""
    known = entries(game)
    for entry in known:
        if entry.name == name:
            return entry
    names = ", ".join(entry.name for entry in known) or "none"
    raise BadInput(f"no engine called {name[:40]!r} plays {game}; known: {names}")


def create(name: str, level: str | None = None, game: str = "zuniq", **options: Any) -> Engine:
    """A new engine, at its highest level if none is named. Raises `BadInput` for names unknown here.

    `options` go to the engine: `seed` makes what is counted in iterations repeatable.
    """
    if name == REVIEWER:
        from ai.review.judge import Reviewer

        return Reviewer(game, **options)
    entry = find(name, game)
    names = [each.name for each in entry.levels]
    if level is not None and level not in names:
        raise BadInput(f"{name} has no level {level[:40]!r}; its levels: {', '.join(names)}")
    return entry.create(level or names[-1], **options)


def _kibitz(level: str, **options: Any) -> Engine:
    from ai.zuniq.engine import Kibitz, settings_of
    from ai.zuniq.levels import strength
    from game import config

    return Kibitz(strength(level), settings_of(config.load()[0].zuniq), **options)


def _playouts(level: str, **options: Any) -> Engine:
    from ai.zuniq.mcts.simple import FlatPlayouts

    return FlatPlayouts(**options)


def _random(level: str, **options: Any) -> Engine:
    from ai.zuniq.mcts.simple import RandomMover

    return RandomMover(**options)


def _controller(name: str) -> Callable[..., Engine]:
    def create(level: str, **options: Any) -> Engine:
        from ai.tetris.classic.engine import ControllerEngine

        return ControllerEngine(name, None if level == "full" else int(level), **options)

    return create


def _greedy(level: str, **options: Any) -> Engine:
    from ai.tetris.guideline.stacker.greedy import Greedy

    return Greedy(**options)


def _stacker(level: str, **options: Any) -> Engine:
    from ai.tetris.guideline.stacker.engine import Stacker
    from ai.tetris.guideline.stacker.levels import strength

    return Stacker(strength(level), **options)


def _measured(make: Callable[..., Engine]) -> Callable[..., Engine]:
    """The maker of an engine that, with the option `measure`, also says what its choices come to in attack."""

    def create(level: str, *, measure: bool = False, **options: Any) -> Engine:
        engine = make(level, **options)
        if not measure:
            return engine
        from ai.tetris.guideline.measured import Measured

        return Measured(engine)

    return create


def _informed(make: Callable[..., Engine], *, wells: bool = False) -> Callable[..., Engine]:
    """The maker of an engine that asks what is known before it searches.

    `book`: opening books, a name, a path, or several with commas between them. `well`: the solved game of four-wide,
    wherever such a well stands; `wells` says whether it is asked where nothing is said. With `compare` the search goes
    on behind a known move.
    """

    def create(
        level: str, *, book: str = "", well: bool = wells, compare: bool = False, **options: Any
    ) -> Engine:
        engine = make(level, **options)
        if not book and not well:
            return engine
        from ai.tetris.guideline.known.informed import KnowledgeEngine

        knowledge = [*_books(book, compare), *_wells(level, well)]
        return KnowledgeEngine(engine, *knowledge, compare=compare)

    return create


def _books(book: str, explain: bool) -> list[Knowledge]:
    """The opening books of a list of names; none where it is empty."""
    if not book:
        return []
    from ai.book.file import names_of
    from ai.tetris.guideline.known.books import Books

    return [Books(names_of(book), explain=explain)]


def _wells(level: str, asked: bool) -> list[Knowledge]:
    """The solved game of four-wide for a player who sees as many pieces as his level does."""
    if not asked:
        return []
    from ai.tetris.guideline.known.well import Well

    return [Well(next((each.known for each in STACKERS if each.name == level), ALL))]


def _outside(level: str, command: str = "", **options: Any) -> Engine:
    from ai.tetris.guideline.bots.outside import OutsideBot

    return OutsideBot(command, **options)


def _guided(make: Callable[..., Engine]) -> Callable[..., Engine]:
    """The maker of an engine that, with the option `way`, also says how its piece gets where it wants it."""

    def create(level: str, *, way: bool = False, **options: Any) -> Engine:
        engine = make(level, **options)
        if not way:
            return engine
        from ai.tetris.guideline.measured import Guided

        return Guided(engine)

    return create


def _four_wide(level: str, **options: Any) -> Engine:
    from ai.tetris.four_wide.engine import FourWide

    return FourWide(**options)


def _mobility(level: str, **options: Any) -> Engine:
    from ai.tetris.four_wide.engine import Mobility

    return Mobility(**options)


def _bridge(level: str, **options: Any) -> Engine:
    from ai.bridge.engine import Kibitz
    from ai.bridge.levels import strength

    return Kibitz(strength(level), **options)


def _bridge_by_rule(*, greedy: bool) -> Callable[..., Engine]:
    def create(level: str, **options: Any) -> Engine:
        from ai.bridge.engine import SimpleEngine

        return SimpleEngine(greedy=greedy, **options)

    return create


_ONE_LEVEL = (Level("full", "As it is", "Has one strength only"),)

_PLIES = (
    Level("3", "Three pieces", "Looks three pieces ahead, also at pieces not shown"),
    Level("2", "Two pieces", "Looks two pieces ahead, also at pieces not shown"),
    Level("full", "As it is", "Looks at the pieces that are shown"),
)


def _title(controller: str) -> str:
    """The name of a controller for people: `Tengstrand 1.1`, `DT-10`, `Kibitz`."""
    who, _, version = controller.partition("-")
    who = who.upper() if who in ("bcts", "dt") else who.capitalize()
    return f"{who} {version}".rstrip() if who == "Tengstrand" else f"{who}-{version}".rstrip("-")


ENTRIES = (
    Entry("kibitz", "zuniq", "Kibitz", tuple(Level(s.name, s.title, s.about) for s in STRENGTHS), _kibitz),
    Entry("playouts", "zuniq", "Random playouts", _ONE_LEVEL, _playouts),
    Entry("random", "zuniq", "Random mover", _ONE_LEVEL, _random),
    *(Entry(name, "classic", _title(name), _PLIES, _controller(name)) for name in CONTROLLERS),
    Entry(
        "stacker",
        "tetris",
        "Stacker",
        tuple(Level(s.name, s.title, s.about) for s in STACKERS),
        _guided(_informed(_measured(_stacker))),
        books=True,
    ),
    Entry(
        "four-wide",
        "tetris",
        "Four-wide",
        tuple(
            Level(s.name, s.title, f"The stacker, with perfect play in a four-wide well. {s.about}")
            for s in STACKERS
        ),
        _guided(_informed(_measured(_stacker), wells=True)),
        books=True,
    ),
    Entry("greedy", "tetris", "Greedy", _ONE_LEVEL, _guided(_informed(_greedy)), books=True),
    # option `command`: what starts it
    Entry("outside", "tetris", "Another bot", _ONE_LEVEL, _guided(_outside)),
    Entry("four-wide", "four-wide", "The solved game", _ONE_LEVEL, _four_wide),
    Entry("mobility", "four-wide", "Rule of thumb", _ONE_LEVEL, _mobility),
    Entry("kibitz", "bridge", "Kibitz", tuple(Level(s.name, s.title, s.about) for s in BRIDGE), _bridge),
    Entry("greedy", "bridge", "Greedy", _ONE_LEVEL, _bridge_by_rule(greedy=True)),
    Entry("random", "bridge", "Random exchange", _ONE_LEVEL, _bridge_by_rule(greedy=False)),
)
