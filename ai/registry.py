"""The games and their engines, one row each: the one list for the window, the command line and the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from ai.bridge.levels import STRENGTHS as BRIDGE
from ai.engine import Choice, Engine, Value
from ai.names import (
    FOUR_WIDE,
    GREEDY,
    KIBITZ,
    MOBILITY,
    OUTSIDE,
    PARTNER,
    PLAYOUTS,
    RANDOM,
    REVIEWER,
    STACKER,
)
from ai.review.verdict import Judge
from ai.tetris.classic.controllers import CONTROLLERS
from ai.tetris.guideline.known.informed import Knowledge
from ai.tetris.guideline.partner.levels import LEVELS as PARTNERS
from ai.tetris.guideline.stacker.levels import ALL
from ai.tetris.guideline.stacker.levels import STRENGTHS as STACKERS
from ai.zuniq.levels import STRENGTHS
from game.config import Config
from game.config import field as setting
from game.errors import BadInput
from game.games import by_moves
from game.position import Position

_SHARE = 0.12  # of what is left on the clock for one move, where a game has no schedule of its own
_LEAST = 0.05  # seconds


class Level(msgspec.Struct, frozen=True):
    """A strength for people: a name and a sentence that says what to expect."""

    name: str
    title: str
    about: str


class Entry(msgspec.Struct, frozen=True):
    """An engine as it is offered: `create(level, **options)` builds it and is all that loads numba.

    `books`: it takes the option `book`, opening books to look into first. `habits`: it plays by the habits of people,
    with levels and paces of its own.
    """

    name: str
    title: str
    levels: tuple[Level, ...]
    create: Callable[..., Engine]
    books: bool = False
    habits: bool = False


def _kibitz_advises(config: Config) -> str:
    return KIBITZ


def _share_of_clock(position: Position, left: float, budget: float) -> float:
    return max(_LEAST, left * _SHARE)


def _as_advised(position: Position, choice: Choice) -> str:
    return choice.move


@dataclass(frozen=True)
class GameEngines:
    """All that has an opinion on a game.

    `judge` makes the judge of its moves; with `normal` nodes, iterations or worlds it takes some tenths of a second for
    a move, with `in_a_second` about a second on average; `quick` are those for many games, None for `normal`.
    `package` is where its kernels are, whose `warm.py` names them; empty where it has none. `adviser` is the engine
    that advises at the table, by the settings, and `asked` the options that it gets. `seconds_for` says how long an
    engine thinks about a position with so many seconds left of those for a game; `move_of` is the text of the move that
    it plays for its choice, with what it announces.
    """

    engines: tuple[Entry, ...]
    judge: Callable[[], Judge]
    normal: int
    in_a_second: int
    package: str = ""
    quick: int | None = None
    adviser: Callable[[Config], str] = _kibitz_advises
    asked: Mapping[str, Value] = field(default_factory=dict)
    seconds_for: Callable[[Position, float, float], float] = _share_of_clock
    move_of: Callable[[Position, Choice], str] = _as_advised

    def budget(self, seconds: float | None = None) -> int:
        """Nodes, iterations or worlds a judged move: the normal number, or about what `seconds` allow."""
        return self.normal if seconds is None else max(1, int(self.in_a_second * seconds))


def engines_of(game: str) -> GameEngines:
    """The engines of a game; of one in real time, those of the game that it is move by move. Raises `BadInput`."""
    row = GAMES.get(by_moves(game))
    if row is None:
        raise BadInput(f"there are no engines for {game!r}")
    return row


def entries(game: str | None = None) -> tuple[Entry, ...]:
    """All engines, or those that play `game`."""
    rows = GAMES.values() if game is None else [GAMES[game]] if game in GAMES else []
    return tuple(entry for row in rows for entry in row.engines)


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

        return Reviewer(_kept_judge(game), engines_of(game).normal, **options)
    entry = find(name, game)
    names = [each.name for each in entry.levels]
    if level is not None and level not in names:
        raise BadInput(f"{name} has no level {level[:40]!r}; its levels: {', '.join(names)}")
    return entry.create(level or names[-1], **options)


@lru_cache(maxsize=1)
def _kept_judge(game: str) -> Judge:
    """The judge of one reviewer after the other: what it has proved of a game helps with the next move of it."""
    return engines_of(game).judge()


def _zuniq_judge() -> Judge:
    from ai.zuniq.engine import ZuniqJudge

    return ZuniqJudge()


def _bridge_judge() -> Judge:
    from ai.bridge.engine import BridgeJudge

    return BridgeJudge()


def _guideline_judge() -> Judge:
    from ai.tetris.guideline.stacker.engine import GuidelineJudge

    return GuidelineJudge()


def _classic_judge() -> Judge:
    from ai.tetris.classic.engine import ClassicJudge

    return ClassicJudge()


def _four_wide_judge() -> Judge:
    from ai.tetris.four_wide.engine import FourWideJudge

    return FourWideJudge()


def _zuniq_seconds(position: Position, left: float, budget: float) -> float:
    from ai.zuniq.clock import seconds_for_move
    from game.zuniq import Grid

    longest = Grid.parse(position.setup["dots"]).longest
    return seconds_for_move(position.ply + 1, left, game=budget, longest=longest)


def _zuniq_move(position: Position, choice: Choice) -> str:
    """The wall, with a claim where that pays."""
    from ai.zuniq.clock import pays
    from game.zuniq import State, WallMove

    assert isinstance(position, State)
    seat, grid = position.to_move, position.grid
    unclaimed = position.claims[seat] is None
    claims = unclaimed and pays(seat, position.ply + 1, choice.worth.value, choice.proof)
    return grid.text(WallMove(grid.move(choice.move).wall, claims))


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

        return Measured(engine, GAMES["tetris"].normal)

    return create


def _informed(make: Callable[..., Engine], *, wells: bool = False) -> Callable[..., Engine]:
    """The maker of an engine that asks what is known before it searches.

    `book`: opening books, a name, a path, or several with commas between them. `well`: the solved game of four-wide,
    wherever such a well stands; `wells` says whether it is asked where nothing is said. With `compare` the search goes
    on behind a known move. `in_a_row`: a book of perfect clears plays for many of them, not for the next one alone.
    """

    def create(
        level: str,
        *,
        book: str = "",
        in_a_row: bool = False,
        well: bool = wells,
        compare: bool = False,
        **options: Any,
    ) -> Engine:
        engine = make(level, **options)
        if not book and not well:
            return engine
        from ai.tetris.guideline.known.informed import KnowledgeEngine

        knowledge = [*_books(book, compare, in_a_row), *_wells(level, well)]
        return KnowledgeEngine(engine, *knowledge, compare=compare)

    return create


def _books(book: str, explain: bool, in_a_row: bool) -> list[Knowledge]:
    """The opening books of a list of names; none where it is empty."""
    if not book:
        return []
    from ai.book.file import names_of
    from ai.tetris.guideline.known.books import Books

    return [Books(names_of(book), explain=explain, in_a_row=in_a_row)]


def _wells(level: str, asked: bool) -> list[Knowledge]:
    """The solved game of four-wide for a player who sees as many pieces as his level does."""
    if not asked:
        return []
    from ai.tetris.guideline.known.well import Well

    return [Well(next((each.known for each in STACKERS if each.name == level), ALL))]


def _partner(level: str, **options: Any) -> Engine:
    from ai.tetris.guideline.partner import levels
    from ai.tetris.guideline.partner.engine import Partner

    return Partner(levels.level(level).habit, **options)


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


GAMES: dict[str, GameEngines] = {
    "zuniq": GameEngines(
        engines=(
            Entry(KIBITZ, "Kibitz", tuple(Level(s.name, s.title, s.about) for s in STRENGTHS), _kibitz),
            Entry(PLAYOUTS, "Random playouts", _ONE_LEVEL, _playouts),
            Entry(RANDOM, "Random mover", _ONE_LEVEL, _random),
        ),
        judge=_zuniq_judge,
        normal=20_000,
        in_a_second=100_000,
        package="ai.zuniq",
        seconds_for=_zuniq_seconds,
        move_of=_zuniq_move,
    ),
    "bridge": GameEngines(
        engines=(
            Entry(KIBITZ, "Kibitz", tuple(Level(s.name, s.title, s.about) for s in BRIDGE), _bridge),
            Entry(GREEDY, "Greedy", _ONE_LEVEL, _bridge_by_rule(greedy=True)),
            Entry(RANDOM, "Random exchange", _ONE_LEVEL, _bridge_by_rule(greedy=False)),
        ),
        judge=_bridge_judge,
        normal=240,
        in_a_second=2_000,
        package="ai.bridge",
    ),
    "classic": GameEngines(
        engines=tuple(
            Entry(name, setting("classic.adviser").show(name), _PLIES, _controller(name))
            for name in CONTROLLERS
        ),
        judge=_classic_judge,
        normal=1,
        in_a_second=1,
        package="ai.tetris.classic",
        adviser=lambda config: config.classic.adviser,
    ),
    "tetris": GameEngines(
        engines=(
            Entry(
                STACKER,
                "Stacker",
                tuple(Level(s.name, s.title, s.about) for s in STACKERS),
                _guided(_informed(_measured(_stacker))),
                books=True,
            ),
            Entry(
                FOUR_WIDE,
                "Four-wide",
                tuple(
                    Level(s.name, s.title, f"The stacker, with perfect play in a four-wide well. {s.about}")
                    for s in STACKERS
                ),
                _guided(_informed(_measured(_stacker), wells=True)),
                books=True,
            ),
            Entry(
                PARTNER,
                "Sparring partner",
                tuple(
                    Level(each.name, each.title, f"Slips as people do; {each.pace:g} pieces a second")
                    for each in PARTNERS
                ),
                _guided(_partner),
                habits=True,
            ),
            Entry(GREEDY, "Greedy", _ONE_LEVEL, _guided(_informed(_greedy)), books=True),
            # option `command`: what starts it
            Entry(OUTSIDE, "Another bot", _ONE_LEVEL, _guided(_outside)),
        ),
        judge=_guideline_judge,
        normal=20_000,
        in_a_second=40_000,
        quick=8_000,
        package="ai.tetris.guideline",
        adviser=lambda config: STACKER,
        # look into wells, search all the same, and say what a placement comes to in attack
        asked={"well": True, "compare": True, "measure": True},
    ),
    "four-wide": GameEngines(
        engines=(
            Entry(FOUR_WIDE, "The solved game", _ONE_LEVEL, _four_wide),
            Entry(MOBILITY, "Rule of thumb", _ONE_LEVEL, _mobility),
        ),
        judge=_four_wide_judge,
        normal=1,
        in_a_second=1,
        package="ai.tetris.four_wide",
        adviser=lambda config: FOUR_WIDE,
    ),
}
