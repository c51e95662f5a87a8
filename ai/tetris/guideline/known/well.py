"""Advice of the solved game of four-wide on a board of guideline Tetris, wherever a four-wide well stands."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

from ai.tetris.four_wide.catalogue import PolicyCatalogue, words_of
from ai.tetris.four_wide.layout import graph_of
from ai.tetris.four_wide.policy import Policy
from ai.tetris.guideline.known.informed import known, known_move, silent
from ai.tetris.guideline.moves import placements
from ai.tetris.guideline.stacker.levels import ALL
from game.advice import Advice, Choice, Worth
from game.errors import KibitzError
from game.facts import KnownFacts, PolicyFacts
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.standing import Well as Standing
from game.tetris.four_wide.standing import flaw, games_in, standing
from game.tetris.four_wide.state import State as Game
from game.tetris.four_wide.well import cleared
from game.tetris.guideline import Placement, Rules, State

POLICY: Final = "policy"
NAME = "Four-wide well"
IN_HAND = 2  # pieces that are no previews: the current and the held one
LINES, LINE = 3, 6  # choices that come with what follows them, and its pieces at the most


class WellValue(NamedTuple):
    """The clears to come with best play, and the greatest possible chance to reach the end of the walls."""

    clears: float
    chance: float


Ranked = list[tuple[WellValue, Placement]]


class Well:
    """The placements that keep the combo going, by the clears to come with best play between the walls as they stand.

    `pieces` are those it looks at, the current and the held one included, as a level of the stacker has it. Nothing
    waits: a game that is not solved yet is solved by a thread, and one with fewer previews has to do until then.
    """

    def __init__(self, pieces: int = ALL) -> None:
        self._previews = max(0, pieces - IN_HAND)
        self._shelf = PolicyCatalogue()

    def look(self, state: State) -> Advice:
        """Return the policy's advice; without a well that is worth the name, nothing, and without a reason."""
        well = standing(state.field)
        if well is None:
            return silent(POLICY, "")
        games = () if flaw(well) else games_in(well, state)
        why = flaw(well) or _misfit(well, state, games)
        if why:
            return silent(POLICY, why)
        wanted = self._model(games[0])
        preparing = self._shelf.prepare(wanted, walls=True)
        facts = KnownFacts(preparing=preparing)
        policy = self._shelf.nearest(wanted, walls=True)
        if policy is None:
            return silent(POLICY, preparing, facts)
        ranked = _ranked(state, well, games, policy)
        if not ranked:
            return silent(POLICY, "no piece at hand clears a row in the well", facts)
        if policy.model != games[0].model:
            facts = KnownFacts(preparing=preparing, simplified=True)  # an estimate for the game on the board
        return known(POLICY, self._choices(state, ranked), facts, _facts(well, policy, ranked[0][0]))

    def warm_up(self) -> None:
        """Solve the game of the usual rules, if it has to be."""
        with suppress(KibitzError):  # it is said where a well stands
            self._shelf.make(Model(previews=min(Rules().previews, self._previews)))

    def _model(self, game: Game) -> Model:
        """The game with as many previews as are looked at, under a randomizer that can deal what is shown."""
        model = game.model
        if model.randomizer == "bag" and not _can_be_dealt(game):
            model = replace(model, randomizer="random")
        return replace(model, previews=min(model.previews, self._previews))

    def _choices(self, state: State, ranked: Ranked) -> tuple[Choice, ...]:
        return tuple(
            known_move(str(at), Worth("clears", worth.clears), self._line(state, at, number))
            for number, (worth, at) in enumerate(ranked)
        )

    def _line(self, state: State, at: Placement, number: int) -> tuple[str, ...]:
        """Return the line that follows a placement with the pieces that are shown; only the first choices have it."""
        line = list[str]()
        while number < LINES and len(line) < LINE:
            state = state.lock(at, held=at.piece != state.piece)
            ranked = self._best(state)
            if not ranked:
                break
            at = ranked[0][1]
            line.append(str(at))
        return tuple(line)

    def _best(self, state: State) -> Ranked:
        """The ranked placements of a position in thought."""
        well = standing(state.field)
        games = () if well is None or flaw(well) else games_in(well, state)
        policy = self._shelf.nearest(self._model(games[0]), walls=True) if games else None
        return [] if well is None or policy is None else _ranked(state, well, games, policy)


def _misfit(well: Standing, state: State, games: tuple[Game, ...]) -> str:
    """Return why the solved game cannot be played by these rules, from this field, or with these pieces.

    Empty if it can.
    """
    if state.rules.gravity != "0g":
        return "under 20 g the pieces do not get to where the solved game has them"
    if not games:
        return "no piece but the current one is known"
    model = games[0].model
    if well.field not in graph_of(model.start, model.reach, model.lines).fields:
        return "the cells in the well lie as in no field of the solved game"
    return ""


def _can_be_dealt(game: Game) -> bool:
    """Return True if bags of seven can give the previews: where bags end follows from what is left of the last one."""
    shown, left = list(game.previews), game.bag_rest()
    while shown:
        count = 7 - left.bit_count()
        bag, shown = shown[-count:], shown[:-count]
        if len(set(bag)) < len(bag) or any(left >> piece & 1 for piece in bag):
            return False
        left = 0
    return True


def _ranked(state: State, well: Standing, games: tuple[Game, ...], policy: Policy) -> Ranked:
    """The placements that can be reached on this board and that keep the combo, with their values, best first.

    Of equal ones a spin is first: it sends more.
    """
    worth, results, table = _worth(games, policy), Ranked(), state.rules
    for piece in state.choices:
        for at in placements(state.field, piece, table.kicks, table.start, table.gravity, table.spins):
            whole = well.field_with(at)
            if whole is not None and (piece, cleared(whole)[0]) in worth:
                results.append((worth[piece, cleared(whole)[0]], at))
    return sorted(results, key=lambda each: (-each[0].clears, -each[0].chance, -each[1].spin))


def _worth(games: tuple[Game, ...], policy: Policy) -> dict[tuple[int, int], WellValue]:
    """The worth of each piece and the field that it leaves: the mean over games, which are equally likely."""
    previews, bags = policy.model.previews, policy.model.randomizer == "bag"
    if previews < games[0].model.previews:
        games = games[:1]  # they differ in the last preview only
    worth: dict[tuple[int, int], WellValue] = {}
    for game in games:
        assert game.piece is not None
        queue, rest = game.previews[:previews], game.bag_rest(previews) if bags else 0
        for each in policy.options(game.field, game.piece, game.hold, queue, rest, game.walls):
            clears, chance = worth.get((each.piece, each.field), WellValue(0.0, 0.0))
            more = WellValue(clears + each.value / len(games), chance + each.chance / len(games))
            worth[each.piece, each.field] = more
    return worth


def _facts(well: Standing, policy: Policy, worth: WellValue) -> PolicyFacts:
    """Return the facts of a policy that a person may want to see.

    `walls` are the clears that the walls can feed at the most.
    """
    return PolicyFacts(
        policy=NAME,
        clears=worth.clears,
        chance=worth.chance,
        walls=float(well.walls),
        well=well.columns,
        residual=float(well.residual),
        previews=float(policy.model.previews),
        model=words_of(policy.model),
        error=policy.error,
    )
