"""The language of four-wide: the combo still to be expected, before a piece is placed and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from game.advice import Advice, Choice
from game.errors import BadInput, IllegalMove
from game.facts import KnownFacts, PolicyFacts
from game.position import Position
from game.review import Judgement
from game.session import Session
from game.tetris.four_wide.state import State
from game.tetris.four_wide.well import continuations
from game.tetris.guideline import Placement, letter
from game.tetris.naming import name_of
from gui.games.guideline import words
from gui.games.guideline.cells import draw_icon
from gui.games.guideline.language import GuidelineLanguage
from gui.play.game_ui import Opinion
from gui.play.panel import PanelColumn
from gui.play.sources import moves_of
from gui.play.timeline import ValueCurve
from gui.ui.canvas import Box, Canvas
from gui.ui.graph import Axis
from gui.ui.text import chance_words, clears_words, counted, grouped

_LEAST_TOP = 8.0  # clears that the graph shows at least
LEAST = 0.0005  # a share that is worth a word
_ICON = 16.0


class FourWideLanguage(GuidelineLanguage):
    """Names, figures and sentences of four-wide."""

    title = "Four-wide"
    best_heading = "Expected combo"
    cost_unit = "clears"
    invitation = "Place another piece here"

    # -- the panel --

    def draw_choice(
        self, canvas: Canvas, box: Box, position: Position, choice: Choice, advice: Advice | None
    ) -> None:
        x, middle, colour = box[0], box[1] + box[3] / 2, canvas.theme.colour
        at = Placement.parse(choice.move)
        draw_icon(canvas, (x + _ICON, middle), at.piece, 8.0, orientation=at.orientation)
        room, tall = box[2] - 44, box[3] >= 44
        name = words.brief_name(canvas, choice.move, "body", room, moves_of(advice))
        canvas.text((x + 44, middle - (10 if tall else 0)), name, "body", colour.text)
        if tall:
            *longer, shortest = _about(four_wide(position), choice, advice)
            fitting = (each for each in longer if canvas.text_width(each, "label") <= room + 56)
            about = canvas.brief(next(fitting, shortest), "label", room + 56)
            canvas.text((x + 44, middle + 12), about, "label", colour.text3)

    def draw_why(self, column: PanelColumn, opinion: Opinion) -> bool:
        return False

    def compare(self, position: Position, advice: Advice, move: str, after: Advice | None = None) -> str:
        state, best = four_wide(position), advice.choices[0]
        choice = next((each for each in advice.choices if each.move == move), None)
        name = name_of(move, (best.move,))
        if choice is None or advice.source != "policy":
            return ""
        if choice.worth.value <= 0:
            return f"{name}, ends the combo."
        share = share_words(1 - choice.worth.value / best.worth.value)
        stored, most = _takes(state, move), _takes(state, best.move)
        return (
            f"After {name}, {_pieces(stored)} can clear; after {name_of(best.move, (move,))}, {_pieces(most)} can. "
            f"It gives away {share} of the clears to come."
        )

    # -- words --

    def detail(self, position: Position) -> str:
        state = four_wide(position)
        model, walls = state.model, (state.first or state).walls
        seen = "no previews" if not model.previews else counted(model.previews, "preview")
        pieces = ["random"] if model.randomizer == "random" else []
        high = [] if walls is None else [f"walls of {counted(walls, 'row')}"]
        return ", ".join([*pieces, seen, model.reach.upper(), *high])

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        state = four_wide(position)
        if advice.source != "policy":
            text = "Until this game is solved, a rule of thumb counts the pieces that can follow."
            return "without a table", text
        reported = advice.read(PolicyFacts).previews
        seen = state.model.previews if reported is None else round(reported)
        ground = f"of a player who sees {seen}" if advice.read(KnownFacts).simplified else "for this game"
        return ground, self._reason(state, advice)

    def _reason(self, state: State, advice: Advice) -> str:
        """The clears left after the best placement, the pieces that can clear, and the cost of the next best one."""
        best = advice.choices[0].worth.value
        value = self.figure(best)
        useful = [choice for choice in advice.choices if choice.worth.value > 0]
        facts = advice.read(PolicyFacts)
        walls, chance = facts.walls, facts.chance
        more = f"{value} more clears"
        if walls is not None and chance is not None:
            end = chance_words(chance, 0)
            more = f"{value} of the {counted(round(walls), 'clear')} that the walls allow; {end} to the end"
        text = f"Best play can expect {more}."
        takes = f"Then {_pieces(_takes(state, advice.choices[0].move))} can clear."
        if advice.read(KnownFacts).simplified:
            text = f"An estimate: a player who sees less of the queue can expect {more}."
        worse = next((choice for choice in useful if choice.worth.value < best * 0.995), None)
        if worse is not None:
            share = share_words(1 - worse.worth.value / best)
            return (
                f"{text} {takes} {name_of(worse.move, (advice.choices[0].move,))}, gives away "
                f"{share} of the clears."
            )
        only = "It is the only placement that clears a line. " if len(useful) == 1 else ""
        return f"{text} {only}{takes}" if best > 0 else text

    def choice_figure(self, choice: Choice, advice: Advice | None) -> tuple[str, str]:
        if advice is not None and _is_passing(advice):
            return "", ""
        if advice is not None and advice.source == "rule":
            return f"{choice.worth.value:.0f} in sight", ""
        return self.figure(choice.worth.value), ""

    def course(self, session: Session, judged: Sequence[Judgement | None], last: int) -> ValueCurve:
        """As for every game, without what is said only until this very game is solved."""
        course = super().course(session, judged, last)
        passing = {ply for ply, advice in session.opinions.items() if _is_passing(advice)}
        if not passing:
            return course
        messages = tuple(None if ply in passing else value for ply, value in enumerate(course.values))
        figure = "–" if course.cursor in passing else course.figure
        return replace(course, values=messages, axis=self.axis(messages), figure=figure)

    def figure(self, value: float) -> str:
        return clears_words(value)

    def axis(self, values: Sequence[float | None]) -> Axis:
        top = _LEAST_TOP
        while top < max((value for value in values if value is not None), default=0.0):
            top *= 2
        return Axis(0.0, top, tuple((value, f"{value:g}") for value in (top, top / 2, 0.0)))

    def reading(self, position: Position, *, seat: int | None = 0) -> str:
        return "Clears to come"

    def loss_words(self, position: Position, judgement: Judgement) -> str:
        name = name_of(judgement.move, filter(None, (judgement.better,)))
        if judgement.after <= 0:
            return f"{name}, ended the combo; {self.figure(judgement.before)} clears were to come"
        if judgement.before <= 0 or judgement.loss / judgement.before < LEAST:
            return f"{name}, gave nothing away"
        share = share_words(judgement.loss / judgement.before)
        return f"{name}, gave away {share} of the {self.figure(judgement.before)} clears to come"

    def rules(self, position: Position) -> tuple[str, str]:
        state = four_wide(position)
        each = "exactly one row" if state.model.lines == "one" else "a row"
        play = (
            f"A well of four columns with {counted(state.model.residual, 'cell')} in it. "
            f"Every piece has to clear {each}; the first one that does not ends the combo."
        )
        score = (
            "The figures are the average number of clears still to come with best play, and "
            "the chance of reaching the end of the walls."
        )
        return play, score

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        state = four_wide(position)
        return (
            ("Combo", grouped(state.combo)),
            ("Pieces", grouped(state.placed)),
            ("Cells left", str(state.field.bit_count())),
            *([] if state.walls is None else [("Walls left", counted(state.walls, "row"))]),
        )

    def result(self, position: Position) -> str:
        state = four_wide(position)
        if not state.over:
            return ""
        if state.walls == 0:
            return f"The end of the walls. {_combo(state)}"
        at_hand = " or ".join(letter(piece) for piece in (state.piece, state.hold) if piece is not None)
        why = "That cleared no line" if state.broken else f"No line can be cleared with {at_hand}"
        return f"{why}. {_combo(state)}"


@lru_cache(maxsize=256)  # asked in every frame
def _takes(state: State, move: str) -> str:
    """The pieces that keep the combo right after a placement."""
    try:
        after = state.play(move)
    except IllegalMove:
        return ""
    model = state.model
    return "".join(
        letter(piece) for piece in range(7) if continuations(after.field, piece, model.reach, model.lines)
    )


def _pieces(letters: str) -> str:
    return "every piece" if len(letters) == 7 else ", ".join(letters) or "no piece"


def _combo(state: State) -> str:
    return f"A combo of {grouped(state.combo)}" if state.combo else "No combo"


def _about(state: State, choice: Choice, advice: Advice | None) -> tuple[str, ...]:
    """The unit of a number, ever shorter; of the best placement also the chance to reach the end of the walls."""
    at = Placement.parse(choice.move)
    held = "" if at.piece == state.piece else ", by hold"
    if choice.worth.value <= 0:
        return (f"ends the combo{held}",)
    if advice is not None and _is_passing(advice):
        return (f"clears being counted{held}",)
    if advice is not None and advice.source == "rule":  # a player without a table sees no further
        return (f"clears in sight{held}",)
    chance = None if advice is None else advice.read(PolicyFacts).chance
    if advice is None or chance is None or choice.move != advice.choices[0].move:
        return (f"clears to come{held}",)
    end = f"{chance_words(chance, 0)} to the end"
    return f"clears to come, {end}{held}", f"{end}{held}"


def _is_passing(advice: Advice) -> bool:
    """Return True if an advice stands only until this game is solved: its numbers are another player's."""
    return not advice.done and (advice.source != "policy" or advice.read(KnownFacts).simplified)


def share_words(share: float) -> str:
    """A share of what was to come, as it is said."""
    if share > 0.99:
        return "nearly all"
    return f"{100 * share:.{0 if share >= 0.01 else 1}f}\u00a0%"


def four_wide(position: Position) -> State:
    """The position. Raises `BadInput` for that of another game."""
    if not isinstance(position, State):
        raise BadInput(f"{position.game} is not four-wide")
    return position
