"""A stage of an opening book in real time, one queue after the other; the book judges each placement.

The game begins with the stage's board, hold and previews. A line that has ended, or left the book, gives way to the
next queue after a moment, in which it can be taken back.
"""

from __future__ import annotations

import random
from dataclasses import replace

from msgspec import structs

from game.chance import any_seed
from game.errors import BadInput, NotSaved
from game.guided import openers
from game.guided.openers import Asked, LiveLine
from game.tetris.guideline import PIECES, State
from game.tetris.guideline.bags import Queue
from game.tetris.guideline.openers.position import bag_after, cells_of
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES
from game.tetris.guideline.real_time import Replay
from gui.context import AppContext, Scene
from gui.play.engine_room import Event
from gui.play.live_plan import Plan, Player
from gui.play.panel import PanelColumn
from gui.scenes.books.best_play import BestPlay
from gui.scenes.books.book import own, shipped
from gui.scenes.books.walk import Bag, Step, ordered, possible, step_of
from gui.scenes.guided.book_lines import BookLines, Verdict
from gui.scenes.live.scene import LiveScene
from gui.ui.input import handling_of
from gui.ui.text import MINUS, chance_words

_SLICE = 0.006  # seconds of a frame in which chances are worked out
_REST, _LONG_REST = (
    0.8,
    2.5,
)  # seconds before the next queue: after a line that was right, and after a wrong one


class StageScene(LiveScene):
    """Free play from a stage of a book. `steps` are those of the line, `verdicts` the judgements on its placements."""

    def __init__(
        self,
        context: AppContext,
        back: Scene | None,
        book: str,
        stage: str = "",
        replay: Replay | None = None,
        created: str = "",
    ) -> None:
        """`replay` is a line that goes on. Raises `BadBook` or `BadInput`."""
        listed = next(
            (each for each in (*own(), *shipped()) if each.path.stem == book and not each.reason), None
        )
        if listed is None:
            raise BadInput(f"There is no opening book {book!r}.")
        self.lines = BookLines(listed, random.Random(any_seed()), context.reply, BestPlay(context.room))
        titles = [title for title, _ in self.lines.stages]
        if stage and stage not in titles:
            raise BadInput(f"{listed.title} has no stage {stage!r}.")
        self.stage = titles.index(stage) if stage else 0
        self.steps: list[Step] = []
        self.verdicts: list[Verdict | None] = []
        self.done = self.good = 0  # queues that were played to their end, and those without a wrong placement
        self._rest_left = 0.0
        self._is_counted = False  # whether the line was counted
        if replay is None:
            self.lines.book.graph.work()
        super().__init__(context, back, Plan("free", (Player(),), hints=False, book=book), replay, created)
        if replay is not None:
            self.steps = [step_of(self.lines.book.walk.reading, *self._start_of(replay))]

    # -- queues --

    @property
    def stage_words(self) -> str:
        """The title of the stage."""
        return self.lines.stages[self.stage][0]

    def _fresh(self) -> Replay:
        """The next queue of the stage."""
        self.lines.to_stage(self.stage)
        self.lines.deal()
        step = self.lines.book.here
        self.steps, self.verdicts, self._is_counted = [step], [], False
        listed = "".join(PIECES[each] for each in step.state.queue.listed)
        left = "".join(PIECES[each] for each in possible(step.bag, ordered(step.bag, step.seen)))
        behind = "" if len(left) == len(PIECES) else f"/{left}"
        rules = {
            "board": step.state.field.short,
            "hold": "-" if step.state.hold is None else PIECES[step.state.hold],
            "queue": f"list:{listed}+seven_bag:{any_seed()}{behind}",
        }
        self.plan = replace(self.plan, rules=rules)
        return Replay(self.plan.setup(handling_of(self.context.config)))

    def _start_of(self, replay: Replay) -> tuple[State, Bag]:
        """The start of a line as the book sees it, with the bag of the stage that has this board."""
        start = replay.setup.starts[0]
        stages = [position for _, position in self.lines.stages]
        both = [side for each in stages for side in (each, each.mirrored())]
        cells = cells_of(start.field)
        position = next((each for each in both if each.cells == cells), stages[0])
        return _seen(start), (position.bag, position.extra)

    def _begin(self, replay: Replay, created: str = "") -> None:
        super()._begin(replay, created)
        self._rest_left = 0.0
        self._remember(LiveLine(self.created, self.lines.name, self.stage_words))

    def _next_queue(self) -> None:
        """The next queue, at once: nobody waits for a countdown between two lines."""
        self.context.autosave.drop(self._record())
        self.button_input.clear()
        self._begin(self._fresh())
        self.match.phase = "playing"

    def restart(self) -> None:
        """Go on to the next queue; this one does not count."""
        self._next_queue()
        self.match.phase = "preparing"

    # -- the book judges --

    def _play(self, seconds: float) -> None:
        if self._rest_left > 0:
            self._rest_left -= seconds
            for well in self.wells:
                well.pass_time(seconds)
            if self._rest_left <= 0:
                self._rest_left = 0.0 if self.lines.ready else _REST
                if self.lines.ready:
                    self._next_queue()
            return
        super()._play(seconds)
        self._follow()

    @property
    def settled(self) -> bool:
        """False: a line that is over gives way to the next one, without a card."""
        return False

    def _finish(self) -> None:
        """A line is no game that is kept."""
        self.button_input.clear()
        self._rest()

    def _moved(self) -> None:
        super()._moved()
        self._rest_left = 0.0
        self._follow()

    def mode_words(self) -> str:
        return "Endless practice"

    def update(self, seconds: float) -> Scene | None:
        self.lines.book.graph.work(_SLICE)
        self._judge(seconds)
        return super().update(seconds)

    def _hear(self, event: Event) -> None:
        super()._hear(event)
        self.lines.best.take(event)

    def _follow(self) -> None:
        """Have a step for each piece that has locked, and none for those that were taken back."""
        replay = self.match.replay
        before = len(self.steps)
        del self.steps[replay.count + 1 :], self.verdicts[replay.count :]
        while len(self.steps) <= replay.count:
            state = replay.position(len(self.steps)).states[0]
            assert state.last is not None
            bag = bag_after(*self.steps[-1].bag, state.last.placement.piece)
            self.steps.append(step_of(self.lines.book.walk.reading, _seen(state), bag))
            self.verdicts.append(None)
        if len(self.steps) != before:
            self._judge(0.0)
            self._end_line()

    def _judge(self, seconds: float) -> None:
        """Judge the placements that were not judged yet, in their order, as soon as that can be."""
        if not self.lines.ready:
            return
        for number, verdict in enumerate(self.verdicts):
            if verdict is None:
                step = self.steps[number]
                self.lines.best.look(step, seconds, wanted=self.lines.values is None)
                self.verdicts[number] = self._verdict(number)
                if self.verdicts[number] is None:
                    return
        if self.lines.values is None:
            self.lines.best.look(self.steps[-1], seconds, wanted=self.match.running)

    def _verdict(self, number: int) -> Verdict | None:
        last = self.steps[number + 1].state.last
        assert last is not None
        verdict = self.lines.verdict(self.steps[number], last.placement)
        if verdict is not None and not verdict.right:
            self.context.reply(self._words(number, verdict))
        return verdict

    def _words(self, number: int, verdict: Verdict) -> str:
        """Sentence on a wrong placement."""
        name = self.ui.language.move_words(self.steps[number].state, str(verdict.move))
        if verdict.left > 0:
            return f"{name}, leaves {chance_words(verdict.left)} of {chance_words(verdict.best)}."
        best = chance_words(verdict.best)
        return f"The book has nothing behind {name}; {best} with the right placement. U takes it back."

    def _end_line(self) -> None:
        """Let the line end, if it has come to its end; the next queue comes after a moment."""
        made = len(self.steps) - 1
        if not made or not (self.match.game.over or self.lines.is_over(self.steps[-1], made, self.stage)):
            return
        right = all(each is None or each.right for each in self.verdicts)
        self._rest_left = _REST if right else _LONG_REST
        if not self._is_counted:
            self._is_counted = True
            self.done, self.good = self.done + 1, self.good + right
            asked = Asked(self.lines.name, self.stage_words, self.steps[0].seen, right)
            self._write(openers.read().with_asked(asked))

    def _remember(self, line: LiveLine) -> None:
        """Keep what this line is, so that it can be taken up again."""
        self._write(structs.replace(openers.read(), live=line))

    def _write(self, training: openers.Training) -> None:
        try:
            openers.write(training)
        except NotSaved as error:
            self.context.notify(str(error))

    # -- the picture --

    def _draw_column(self, column: PanelColumn) -> None:
        """The judgement of the book, and the queues so far."""
        colour = column.canvas.theme.colour
        column.heading(self.lines.listed.title, step=24)
        column.paragraph(self.stage_words, "label", colour.text3, lines=1, after=18)
        verdict = next((each for each in reversed(self.verdicts) if each is not None), None)
        if not self.lines.ready:
            share = f"{100 * self.lines.book.graph.share:.0f}\u00a0%"
            column.paragraph(f"Working out the chances … {share}", "body", colour.text3)
        elif None in self.verdicts:
            column.paragraph("Counting …", "body", colour.text3)
        elif verdict is None:
            column.paragraph("Place the pieces as the book does.", "body", colour.text3)
        elif verdict.right:
            column.line("Right", chance_words(verdict.best))
        else:
            column.line("Given away", f"{MINUS}{chance_words(verdict.cost)}", ink=colour.amber_text)
            column.line("Still there", chance_words(verdict.left))
        column.line("Queues without a fault", f"{self.good} of {self.done}" if self.done else "–")
        column.y += 12
        super()._draw_column(column)


def _seen(state: State) -> State:
    """The state with the six pieces that a book sees."""
    shown = VISIBLE_PIECES - (state.hold is not None)
    return replace(state, queue=Queue.of(state.queue.pieces(shown)))
