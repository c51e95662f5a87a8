"""A combo at the table: what the last choice has cost is said at once, and in the end what the combo was worth."""

from __future__ import annotations

from collections.abc import Hashable

from ai.names import FOUR_WIDE, MOBILITY
from game.errors import BadInput, NotSaved
from game.facts import PolicyFacts
from game.session import Session
from game.tetris import streaks
from game.tetris.streaks import Player, Streak
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games.four_wide.language import LEAST, four_wide, share_words
from gui.play.panel import PanelColumn
from gui.scenes.four_wide.lengths import Lengths, saved_streaks
from gui.scenes.play import PlayScene
from gui.ui.commands import Command
from gui.ui.text import chance_words, grouped, percent

_PLAYERS: dict[str, Player] = {FOUR_WIDE: "policy", MOBILITY: "rule"}


class FourWideScene(PlayScene):
    """The trainer, and the table at which an engine plays a combo."""

    name = "four-wide"
    keys_title = "Four-wide"

    def __init__(
        self,
        context: AppContext,
        back: Scene | None,
        session: Session,
        lengths: Lengths,
        *,
        hints: bool | None = None,
    ) -> None:
        super().__init__(context, back, session, hints=hints)
        self.lengths = lengths
        self._taken_back = False
        self._counted = session.position.over
        self._mean = (0, 0.0)  # of the player's combos in this game: how many, and their mean

    # -- what the table does --

    def entered(self) -> None:
        super().entered()
        self._remember()

    def update(self, seconds: float) -> Scene | None:
        self.lengths.poll()
        return super().update(seconds)

    def pulse(self) -> Hashable:
        return super().pulse(), self.lengths.pulse()

    def undo(self) -> None:
        self._taken_back = True
        super().undo()

    def chosen(self, move: str) -> None:
        self._taken_back = self._taken_back or not self.controller.live
        super().chosen(move)

    def _moved(self) -> None:
        super()._moved()
        if self.controller.over and not self._counted:
            self._counted = True
            if four_wide(self.session.position).walls is None:
                self.lengths.want(four_wide(self.session.position).model)
            if not self._taken_back:
                self._count()

    def _count(self) -> None:
        """Keep the combo with all others."""
        try:
            streaks.add(streak_of(self.session, self.hints))
        except (BadInput, NotSaved) as error:
            self.context.notify(str(error))
        self._remember()

    def _remember(self) -> None:
        name = four_wide(self.session.position).name
        lengths = [each.length for each in saved_streaks(self.lengths)[0].of(name, player_of(self.session))]
        self._mean = (len(lengths), sum(lengths) / len(lengths) if lengths else 0.0)

    def combos(self) -> None:
        """The combos so far beside the lengths under best play."""
        self.go(to.Combos(four_wide(self.session.position).model))

    def fields(self) -> None:
        """The graph of fields, this one lit."""
        self.go(to.Fields(four_wide(self.session.position)))

    def _own(self) -> list[Command]:
        graph = Command("G", self.fields, "the graph of fields", "Graph of fields", "fields")
        if four_wide(self.session.position).walls is not None:
            return [graph]  # the lengths of combos are known between walls without an end
        more = "combos so far, and how long best play lasts"
        return [Command("P", self.combos, more, "Combos so far", "combos"), graph]

    def commands(self) -> list[Command]:
        return [*self._own(), *super().commands()]

    # -- the column --

    def draw_worth(self, column: PanelColumn) -> None:
        summary = [each for each in self.summary() if not (each[2] and self.silent)]
        if summary and column.tight:
            column.y += 4
        elif summary and column.room > 80:
            column.y += 24
            column.heading("This combo")
        else:
            return
        for label, value, opinion in summary:
            column.line(label, value, ink=column.canvas.theme.colour.amber_text if opinion else None)
        column.y += 0 if column.tight else 8

    def summary(self) -> list[tuple[str, str, bool]]:
        """The combo against the optimum (which is an opinion), and against the others of the same player."""
        streak = streak_of(self.session, self.hints)
        messages: list[tuple[str, str, bool]] = []
        if streak.expected:
            messages.append(("Expected at the start", self.ui.language.figure(streak.expected), True))
        state = four_wide(self.session.position)
        first = self.session.opinions.get(0)
        chance = None if first is None or not streak.expected else first.read(PolicyFacts).chance
        if chance is not None:
            messages.append(("To the end of the walls", chance_words(chance, 0), True))
        reported = streak.length > 0 and state.walls is None  # nothing is shorter than no combo
        lasting = self.lengths.of(state.model) if reported else None
        if lasting is not None:
            messages.append(("Best combos outlasted", percent(lasting.below(streak.length)), True))
        if streak.expected:
            given = share_words(streak.given) if streak.given > LEAST else "nothing"
            messages.append(("Given away by choices", given, True))
        count, mean = self._mean
        if count:
            whose = "Your mean" if player_of(self.session) == "you" else "Its mean"
            messages.append((f"{whose} over {grouped(count)}", self.ui.language.figure(mean), False))
        return messages

    def _buttons(self) -> list[Command]:
        return [*super()._buttons(), *self._own()]


def player_of(session: Session) -> Player:
    """Return the player of a seat: a person, the solved game, or the rule of thumb."""
    seat = session.seats[0]
    return "you" if seat.kind == "human" else _PLAYERS.get(seat.engine, "rule")


def streak_of(session: Session, hints: bool) -> Streak:
    """The combo of a session as it is kept: what every choice left of the expectation, multiplied."""
    position, left = four_wide(session.position), 1.0
    opinions = session.opinions
    for ply, move in enumerate(session.moves[: session.cursor]):
        advice = opinions.get(ply)
        if advice is None or advice.source != "policy" or advice.choices[0].worth.value <= 0:
            continue
        played = next((each.worth.value for each in advice.choices if each.move == move.text), None)
        if played is not None:
            left *= min(1.0, max(0.0, played / advice.choices[0].worth.value))
    first = opinions.get(0)
    seen = position.model.previews
    known = first is not None and first.source == "policy" and first.read(PolicyFacts).previews == seen
    expected = first.worth.value if known and first is not None and first.worth is not None else 0.0
    return Streak(position.name, player_of(session), position.combo, max(0.0, expected), 1.0 - left, hints)
