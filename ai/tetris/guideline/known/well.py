"""What the solved game of four-wide says on a board of guideline Tetris, wherever a four-wide well stands."""

from __future__ import annotations

from dataclasses import replace

from ai.tetris.four_wide.engine import label_of
from ai.tetris.four_wide.graph import graph_of
from ai.tetris.four_wide.policy import Policy
from ai.tetris.four_wide.shelf import Shelf, words_of
from ai.tetris.guideline.known.knowledge import Facts, known, silent
from ai.tetris.guideline.moves import placements
from ai.tetris.guideline.stacker.levels import ALL
from game.advice import Advice, Choice, Source
from game.errors import BadInput, KibitzError
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.standing import Well as Standing
from game.tetris.four_wide.standing import flaw, game_in, standing
from game.tetris.four_wide.state import State as Game
from game.tetris.four_wide.well import cleared
from game.tetris.guideline import Placement, State

POLICY: Source = "policy"
NAME = "Four-wide well"
IN_HAND = 2  # pieces that are no previews: the current and the held one
LINES, LINE = 3, 6  # choices that come with what follows them, and its pieces at the most
Ranked = list[tuple[float, Placement]]


class Well:
    """The placements that keep the combo going, by the clears to come with best play between walls without an end.

    `pieces` are those it looks at, the current and the held one included, as a level of the stacker has it. Nothing
    waits: a game that is not solved yet is solved by a thread, and one with fewer previews has to do until then.
    """

    def __init__(self, pieces: int = ALL) -> None:
        self._previews = max(0, pieces - IN_HAND)
        self._shelf = Shelf()

    def look(self, state: State) -> Advice:
        """What the policy says; without a well that is worth the name, nothing, and without a reason."""
        well = standing(state.field)
        if well is None:
            return silent(POLICY, "")
        game = game_in(well, state) if not flaw(well) else None
        why = flaw(well) or _misfit(well, state, game)
        if why or game is None:
            return silent(POLICY, why)
        wanted = self._model(game)
        preparing = self._shelf.prepare(wanted)
        facts: Facts = {"preparing": preparing} if preparing else {}
        policy = self._shelf.nearest(wanted)
        if policy is None:
            return silent(POLICY, preparing, facts)
        ranked = _ranked(state, well, game, policy)
        if not ranked:
            return silent(POLICY, "no piece at hand clears a row in the well", facts)
        return known(POLICY, self._choices(state, ranked), {**facts, **_facts(well, policy, ranked[0][0])})

    def warm_up(self) -> None:
        """Solve the game of the usual rules, with a hold that is full and with an empty one, if it has to be."""
        for previews in (5, 4):
            try:
                self._shelf.make(Model(previews=min(previews, self._previews)))
            except KibitzError:
                return  # it is said where a well stands

    def _model(self, game: Game) -> Model:
        """The game with as many previews as are looked at, under a randomizer that can deal what is shown."""
        model = game.model
        if model.randomizer == "bag" and not _can_be_dealt(game):
            model = replace(model, randomizer="random")
        return replace(model, previews=min(model.previews, self._previews))

    def _choices(self, state: State, ranked: Ranked) -> tuple[Choice, ...]:
        return tuple(
            Choice(str(at), value, f"{label_of(value)} clears", line=self._line(state, at, number))
            for number, (value, at) in enumerate(ranked)
        )

    def _line(self, state: State, at: Placement, number: int) -> tuple[str, ...]:
        """What follows a placement with the pieces that are shown; only the first choices have it."""
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
        game = None if well is None or flaw(well) else game_in(well, state)
        policy = None if game is None else self._shelf.nearest(self._model(game))
        return [] if well is None or game is None or policy is None else _ranked(state, well, game, policy)


def _misfit(well: Standing, state: State, game: Game | None) -> str:
    """Why the solved game cannot be played by these rules, from this field, or with these pieces; empty if it can."""
    if state.table.gravity != "0g":
        return "under 20 g the pieces do not get to where the solved game has them"
    if game is None or game.piece is None:
        return "no piece but the current one is known"
    if well.field not in graph_of(game.model.start, game.model.reach, game.model.lines).fields:
        return "the cells in the well lie as in no field of the solved game"
    return ""


def _can_be_dealt(game: Game) -> bool:
    """Whether bags of seven can give the previews: where bags end follows from what is left of the last one."""
    shown, left = list(game.previews), game.bag_rest()
    while shown:
        count = 7 - left.bit_count()
        bag, shown = shown[-count:], shown[:-count]
        if len(set(bag)) < len(bag) or any(left >> piece & 1 for piece in bag):
            return False
        left = 0
    return True


def _ranked(state: State, well: Standing, game: Game, policy: Policy) -> Ranked:
    """The placements that can be reached on this board and that keep the combo, with their values, best first.

    Of equal ones a spin is first: it sends more.
    """
    previews, current = policy.model.previews, game.piece
    assert current is not None
    rest = game.bag_rest(previews) if policy.model.randomizer == "bag" else 0
    try:
        options = policy.options(game.field, current, game.hold, game.previews[:previews], rest)
    except BadInput:
        return []
    worth = {(option.piece, option.field): option.value for option in options}
    found: Ranked = []
    table = state.table
    for piece in state.choices:
        for at in placements(state.field, piece, table.kicks, table.start, table.gravity):
            whole = well.field_with(at)
            if whole is not None and (piece, cleared(whole)[0]) in worth:
                found.append((worth[piece, cleared(whole)[0]], at))
    return sorted(found, key=lambda each: (-each[0], -each[1].spin))


def _facts(well: Standing, policy: Policy, clears: float) -> Facts:
    """What a person may want to see; `walls` are the clears that the walls can feed at the most."""
    model = policy.model
    return {
        "policy": NAME,
        "clears": clears,
        "walls": float(well.walls),
        "well": well.columns,
        "residual": float(well.residual),
        "previews": float(model.previews),
        "model": words_of(model),
        "error": policy.error,
    }
