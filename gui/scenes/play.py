"""A game at the board: against an engine, between two people, or two engines that play each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from game.advice import Advice, Choice
from game.config import Hints
from game.errors import NotSaved
from game.guided.takeover import Takeover
from game.position import Position, plain
from game.review import DEGREES, Judgement
from game.session import Session
from game.tree import Node
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.play.advice_feed import waiting_words
from gui.play.board_input import BOARD
from gui.play.compared import compared_height, draw_compared, summary
from gui.play.controller import GameController, PlayStyle
from gui.play.game_ui import GameUI
from gui.play.kibitzer import SeatLine, draw_best, draw_game, draw_why
from gui.play.mistake_practice import MistakePractice, mistakes_of_person, remember
from gui.play.move_list import draw_summary
from gui.play.panel import PanelColumn
from gui.play.players import adviser, adviser_options, book_of, why_hidden
from gui.play.playhead import Playhead
from gui.play.timeline import ValueCurve
from gui.scenes.board_scene import BoardScene
from gui.ui.canvas import first_sentence
from gui.ui.commands import BOARDS, Command
from gui.ui.layout import BUTTON_STEP
from gui.ui.text import counted

_NEXT: dict[Hints, Hints] = {"all": "graph", "graph": "none", "none": "all"}


class TablePlayhead(Playhead):
    """A place in a game that is being played: the table knows whether it goes on, and lets time pass."""

    def __init__(self, table: GameController) -> None:
        self.controller = table

    @property
    def at(self) -> int:
        return self.controller.session.cursor

    @property
    def begin(self) -> int:
        return self.controller.session.begin

    @property
    def end(self) -> int:
        return self.controller.session.length

    @property
    def playing(self) -> bool:
        return self.controller.playing

    @playing.setter
    def playing(self, playing: bool) -> None:
        self.controller.playing = playing

    @property
    def speed(self) -> float:
        return self.controller.speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self.controller.speed = speed

    @property
    def idle(self) -> bool:
        alone = [seat.kind for seat in self.controller.session.seats] == ["human"]
        return self.controller.live and (alone or self.controller.over)

    def show(self, at: int) -> None:
        self.controller.go_to(at)

    def toggle(self) -> None:
        if not self.idle:
            self.controller.toggle()

    def update(self, seconds: float) -> None:
        """Nothing: time passes at the table."""


class PlayScene(BoardScene):
    """A live game. Everything that can be done here can be taken back."""

    name = "play"
    keys_title = "Playing"
    hidden = True

    def __init__(
        self,
        context: AppContext,
        back: Scene | None,
        session: Session,
        *,
        hints: bool | None = None,
        book: str = "",
    ) -> None:
        """`hints`: whether the game begins with all hints or with the graph alone; None: as the last one ended.

        `book` is the one that was chosen for this game; one that goes on has its own.
        """
        super().__init__(context, back, session)
        session.created = session.created or context.autosave.begin()
        config = context.config
        self._hints_given = hints is not None
        self.telling = context.hints(session.position.game)
        if hints is not None:
            self.telling = "all" if hints else "graph"
        # the game's own book, until another is chosen in the settings
        self._book = book or book_of(config, session, session.cursor)
        self._coached_by = config.tetris.book
        self.controller = GameController(session, context.room, self._play_style())
        self.takeover: Takeover | None = (
            None  # the game that it is measured by, where it was played on from one
        )
        self.practice = MistakePractice(context)
        self.controller.also_hears = self.practice.hear
        self.head = TablePlayhead(self.controller)

    # -- what the table does --

    def entered(self) -> None:
        super().entered()
        self.controller.play_style = self._play_style()
        self.controller.reopen()

    def compare_with(self, takeover: Takeover) -> None:
        """Measure this game by the one that it was played on from."""
        self.takeover = takeover
        self._remember_try()

    def _remember_try(self) -> None:
        """Keep the game of this try, and the try itself if it is the best."""
        if self.takeover is None:
            return
        session = self.controller.standing()
        try:
            self.takeover.begun(session.created)
            self.takeover.take(session)
        except NotSaved as error:
            self.context.notify(str(error))

    def left(self) -> None:
        self.controller.close()
        self._remember_try()
        if self.controller.over:
            remember(self.context, self.controller.standing(), self.controller.judgements())
        self._save()

    def open_hand(self) -> bool:
        return self.controller.open_hand

    def chosen(self, move: str) -> None:
        if self.ui.board.doubts(self.session, move):
            return
        if not self.controller.live:
            self._forget_what_was_seen()
        marks = [command.mark for command in self.own_commands()]
        if self.controller.choose(move + "".join(marks)):
            if not self.targets.ring:
                self.targets.focus = BOARD  # a move chosen in the column leaves the keyboard on the board
            self._moved()

    def undo(self) -> None:
        """Take the last move back."""
        looking = self.controller.looking
        if self.session.cursor == self.session.begin > 0:
            self.context.reply(self.session.secrecy.why)
        self.controller.undo()
        if not looking:
            self._forget_what_was_seen()
        self._save()

    @property
    def _reads(self) -> bool:
        """True if the game waits until a person has read something."""
        return self.controller.live and self.ui.privacy.waits(self.session.position)

    def _forget_what_was_seen(self) -> None:
        """Shuffle hidden cards again: going back behind something hidden leads to a game where it lies elsewhere.

        That is another deal, not another line of the same game: what was played so far stays as a game of its own.
        """
        branch = self.ui.privacy.anew(self.session)
        if branch is not None:
            self.context.autosave.finish(self.controller.standing().played())
            branch.created = self.context.autosave.begin()
            self.session = branch
            self.controller.replace(branch)
            self.context.reply("Taken back. The unseen cards were reshuffled; Games has the deal as it was.")

    def redo(self) -> None:
        """Play it again."""
        self.controller.redo()
        self.grow()
        self._save()

    def _moved(self) -> None:
        self.grow()
        self._save()
        takeover = self.takeover
        if takeover is not None and (self.session.cursor == takeover.end or self.controller.over):
            words = summary(self.ui.language, self.session.position, takeover)
            self._remember_try()
            if words:
                self.context.notify(f"{words} {self.context.keymap.key('play', 'T')} tries again.")

    def try_again(self) -> None:
        """Play on once more from the place where this game was taken over; the best try is kept."""
        takeover, session = self.takeover, self.controller.standing()
        if takeover is None:
            return
        self._remember_try()
        branch = session.take_over(takeover.past.ply, session.seats)
        over = session.position_at(session.length).over
        branch.created = self.context.autosave.begin() if over else session.created
        self.session = branch
        self.controller.replace(branch)
        self._remember_try()
        self.grow()

    def _save(self) -> None:
        session, autosave = self.controller.standing(), self.context.autosave
        if session.length:
            over = session.position_at(session.length).over
            (autosave.finish if over else autosave.save)(session.played())

    def update(self, seconds: float) -> Scene | None:
        # each frame anew, since the adviser and its unit may have changed in the settings
        self.controller.play_style = self._play_style()
        self.controller.hold = self._reads
        self.controller.preparing = not self.context.is_ready(self.session.position.game)
        self.controller.update(seconds)
        for word in self.controller.words:
            self.context.notify(word)
        self.controller.words.clear()
        if self.controller.moved:
            self._moved()
        if self.practice.ready and self.practice.run is not None:
            self.practice.ready = False
            self.go(to.Problem(self.practice.run))
        return super().update(seconds)

    # -- keys --

    def commands(self) -> list[Command]:
        return [
            Command("H", self.toggle_hints, "show or hide hints", scope=BOARDS),
            Command("U, R", (self.undo, self.redo), "undo and redo", scope=BOARDS),
            Command("N", self.new_game, "a new game"),
            Command("S", self.save, "save, open, copy the moves"),
            Command("L", self.review, "look back at the game"),
            *self._again(),
            Command("M", self.practise, "practise the mistakes of a game that is over"),
            Command("Backspace", self.undo, scope=BOARDS),
            *self._sheet(),
            *self.variation_commands(),
            Command("J", self.controller.come_back, "back to the current position"),
            Command("Esc", self.controller.come_back, enabled=self.controller.looking),
            *super().commands(),
        ]

    def visit(self, node: Node, line: Sequence[Node] = ()) -> None:
        self.controller.look_at(node, line)

    def may_walk(self) -> bool:
        return super().may_walk() and not why_hidden(self.controller.standing(), self.ui)

    def variation_opened(self) -> None:
        self._save()

    def judged(self, node: Node) -> Judgement | None:
        judgement = None if self.silent else super().judged(node)
        if judgement is None or node.parent is None or not self.ui.privacy.may_tell(node.parent.position):
            return None
        return judgement

    def _play_style(self) -> PlayStyle:
        chosen = self.context.config.tetris.book
        if chosen != self._coached_by:
            self._book = self._coached_by = chosen
        return _play_style(self.context, self.ui, self.session.position, self.telling, self._book)

    @property
    def hints(self) -> bool:  # type: ignore[override]
        """True if the best moves are shown."""
        return self.telling == "all"

    @property
    def silent(self) -> bool:
        """True if nothing is told that an engine knows: no best moves, no graph, no verdict."""
        return self.telling == "none"

    def toggle_hints(self) -> None:
        """From all hints to the graph and the cost of the last move alone, then to none, then to all again."""
        self.telling = _NEXT[self.telling]
        if not self._hints_given:
            self.context.keep_hints(self.session.position.game, self.telling)
        self.controller.play_style = self._play_style()

    def new_game(self) -> None:
        """Choose seats and level of another game; Esc there comes back. A contest is left once N is pressed again."""
        key, standing = self.context.keymap.key("play", "N"), self.controller.standing()
        under_way = standing.length and not standing.position_at(standing.length).over
        people = [seat for seat in self.session.seats if seat.kind == "human"]
        contest = people and len(self.session.seats) > 1
        game = "match" if self.ui.privacy.has_deals else "game"
        question = f"Press {key} again to leave this {game}. Games keeps it."
        if not (under_way and contest) or self.context.confirmed(question):
            self.go(to.NewGame(self.session.position.game, after=self.back))

    def practise(self) -> None:
        """Make problems of the mistakes in a game that is over, and practise them."""
        mistakes = self._own_mistakes()
        if mistakes and not self.practice.busy:
            self.practice.start(self.session, mistakes)

    def _own_mistakes(self) -> list[Judgement]:
        """The mistakes of the person in a game that is over, as far as they are known and may be told."""
        if not self.controller.over or self.silent:
            return []
        grave = [each for each in self.controller.judgements() if each is not None and each.grave]
        return mistakes_of_person(self.session, grave)

    def save(self) -> None:
        """To the saved games, with this one at hand."""
        self.go(to.Games(self.controller.standing()))

    def review(self) -> None:
        """Look back at the game with its mistakes, and with all cards open where some are hidden."""
        why = why_hidden(self.controller.standing(), self.ui)
        if why:
            self.context.reply(why)
            return
        look = self.session.look()
        self.controller.come_back()
        self.go(to.Review(look))

    # -- the picture --

    def evaluator(self) -> str:
        return adviser(self.context.config, self.session.position.game) if self.hints else ""

    def advice(self) -> Advice | None:
        if self.silent or not self.ui.privacy.may_tell(self.session.position):
            return None
        return super().advice()

    def own_commands(self) -> list[Command]:
        if not (self.open_hand() or self._reads):
            return []
        proof = None if self.silent else self.session.proof(self.session.node)
        return self.ui.board.commands(self.session.position, proof)

    def shown_choices(self) -> tuple[Choice, ...]:
        advice = self.advice()
        return advice.choices if self.hints and advice is not None and not self.controller.over else ()

    def draw_column(self, column: PanelColumn) -> None:
        note, buttons = self._note(), self._buttons()
        if self.moves_open:
            self._draw_moves(column, note, buttons)
            return
        if not self.controller.over and not self._reads:
            opinion = self.opinion(self._waiting())
            if self.silent:
                opinion = replace(opinion, hidden="Hints, graph and verdicts are off.")
            with column.keeping(self._below(column, note, buttons)):
                draw_best(
                    column, self.ui.language, opinion, self._choose, self.toggle_hints, self.toggle_moves
                )
                draw_why(column, self.ui, opinion)
        with column.keeping(column.foot(buttons)):
            if self.controller.over:
                self.draw_end(column, note)
            else:
                self._draw_game(column, note)
        column.y = min(column.y, column.bottom - column.foot(buttons) + 2)
        column.buttons(buttons)

    def _draw_game(self, column: PanelColumn, note: str) -> None:
        """Draw the state of the game, beside what happened where it was played on from another one."""
        language, position = self.ui.language, self.session.position
        if self.takeover is None or (len(position.seats) > 1 and not self.controller.over):
            draw_game(column, language, position, self._seats(), note)
            return
        draw_compared(column, language, position, self.takeover)
        column.y += 8
        column.words(note)

    def draw_end(self, column: PanelColumn, note: str) -> None:
        """Draw how the game has ended and what it was worth; in a low window that comes before clocks and facts."""
        position, seats = self.session.position, self._seats()
        if column.tight:
            column.words(note)
            self.draw_worth(column)
            draw_game(column, self.ui.language, position, seats)
        else:
            self._draw_game(column, note)
            self.draw_worth(column)

    def draw_worth(self, column: PanelColumn) -> None:
        """Draw what the game was worth, as far as that may be told."""
        if not self.silent:
            draw_summary(column, self.ui, self.session, self.judgements(), self.head.seek)

    def listed(self, column: PanelColumn) -> int:
        with column.keeping(self._below(column, self._note(), self._buttons())):
            return super().listed(column)

    def _draw_moves(self, column: PanelColumn, note: str, buttons: list[Command]) -> None:
        """The moves in place of the opinions."""
        lines = 1 if column.tight else 3
        answer = min(24.0 * lines, column.note_height(note)) + 14 if note else 0.0
        column.moves_heading(self.toggle_moves)
        with column.keeping(column.foot(buttons) + answer):
            self.draw_moves(column)
        with column.keeping(column.foot(buttons)):
            column.y += 14
            column.words(note, lines)
        column.y = column.bottom - column.foot(buttons) + 2
        column.buttons(buttons)

    def _below(self, column: PanelColumn, note: str, buttons: list[Command]) -> float:
        """The room that stays below the reasons; in a window that is not low they leave room for one button."""
        stored = column.foot(buttons) + column.note_height(note)
        if self.takeover is not None and not column.tight:
            return stored + compared_height(self.ui.language, self.session.position)
        return (
            stored
            if column.tight
            else max(0.0, stored - BUTTON_STEP - (28 if self.ui.language.choice_lines > 1 and note else 0))
        )

    def _choose(self, choice: Choice) -> None:
        """Pressing a move of the list plays it, where a person is to move."""
        if self.open_hand():
            self.chosen(plain(self.session.position, choice.move))

    def _waiting(self) -> str:
        position = self.session.position
        if not self.ui.privacy.may_tell(position):
            return f"{self.ui.language.names(position)[position.to_move]} is to move."
        return waiting_words(self.context, position.game, self.controller.adviser)

    def _seats(self) -> list[SeatLine]:
        here, seats = self.session.cursor, len(self.session.seats)
        moves = [(here + seats - 1 - seat) // seats for seat in range(seats)]
        return [
            SeatLine(
                seat=i,
                name=f"{self.sides()[i]}, {_who(seat.kind, seat.level, seat.name)}",
                count=counted(moves[i], self.ui.language.move_word),
                seconds=partial(self.controller.seconds, i),
                to_move=self.session.position.to_move == i and not self.controller.over,
            )
            for i, seat in enumerate(self.session.seats)
        ]

    def _note(self) -> str:
        if self.controller.over:
            return self.ui.language.result(self.session.position) + "."
        head, why = self.crossing(self.session.cursor) if self.hints else ("", "")
        warned = self.context.config.play.blunder_check and not self.silent
        text = self._verdict_on_last() if warned else ""
        if head:
            return f"{head}: {why}. {text}".rstrip()
        if not self.controller.live:
            went = "Looking back." if self.controller.looking else "Taken back."
            if not self.open_hand():
                went = f"{went} Press play to go on."
            else:
                went = f"{went} {self.ui.language.invite(self.session.position)}, or press play to go on."
            return f"{text} {went}".lstrip()
        return text

    def _verdict_on_last(self) -> str:
        """Return the judgement on the last move of a person: how good it was, its cost, what was better, and why."""
        ply = self.controller.last_of_a_person()
        if ply is None:
            return ""
        position, move = self.session.position_at(ply), self.session.moves[ply].text
        last = self.controller.last_judged()
        if last is None or last.verdict == "unknown":
            judging = last is None and self.controller.judging
            return f"Judging {self.ui.language.move_words(position, move)} …" if judging else ""
        looking = " Still looking." if last.looking else ""
        text = f"{self.ui.language.verdict_words(position, last)}"
        if last.verdict not in DEGREES:
            return f"{text}.{looking}"
        better = (
            self.ui.language.move_words(position, last.better, (move,)) if self.hints and last.better else ""
        )
        if not better:
            return f"{text}.{looking} U takes it back."
        why = first_sentence(self.reason_of(last))
        return " ".join(filter(None, (f"{text}; better: {better}.{looking}", "U takes it back.", why)))

    def compare(self) -> None:
        """Compare what was made of each deal from both sides, where there is a sheet for that."""
        if self.ui.privacy.compares(self.session.position):
            self.go(to.Duplicate(self.session))

    def _sheet(self) -> list[Command]:
        compared = self.ui.privacy.compares(self.session.position)
        return [Command("D", self.compare, label="Compare both rounds", name="compare")] if compared else []

    def _again(self) -> list[Command]:
        """Trying again, where this game is measured by another one."""
        if self.takeover is None or self.controller.standing().length <= self.takeover.past.ply:
            return []
        about = "play on once more from where you took over"
        return [Command("T", self.try_again, about, label="Try again", name="try again")]

    def _buttons(self) -> list[Command]:
        """Return the commands at the foot of the column; there is always room for it."""
        look_back = Command("L", self.review, label="Look back at the game", name="review")
        if self.controller.over:
            mistakes = self._own_mistakes()
            label = self.practice.label(mistakes)
            practise = Command("M", self.practise, label=label, short="Practise", name="practise")
            new = Command("N", self.new_game, label="New game", name="new")
            return [*self._again(), *self._sheet(), *([practise] if mistakes else []), look_back, new]
        commands = [*self._sheet(), *([] if self.session.secrecy.why else [look_back])] if self._reads else []
        commands += self.own_commands()
        if self.controller.looking:
            back = Command(
                "J", self.controller.come_back, label="Back to the game", short="Back", name="come back"
            )
            commands.append(back)
        elif self.session.cursor > self.session.begin and not self.controller.duel:
            commands.append(Command("U", self.undo, label="Take back", name="undo"))
        return [*self._again(), *commands]

    def judgements(self) -> tuple[Judgement | None, ...]:
        return () if self.silent else self.controller.judgements()

    def course(self) -> ValueCurve:
        if self.silent:
            last = self.ui.language.longest(self.session.position)
            return replace(super().course(), last=last, label=self.ui.language.move_word.capitalize())
        return self.ui.language.course(
            self.session, self.judgements(), self.ui.language.longest(self.session.position)
        )


def _who(kind: str, level: str, name: str) -> str:
    if kind == "human":
        return name.lower() if name == "You" else name
    return f"engine, {level}" if level not in ("", "full") else "engine"


def _play_style(context: AppContext, ui: GameUI, position: Position, hints: Hints, book: str) -> PlayStyle:
    config = context.config
    return PlayStyle(
        kibitz=ui.privacy.may_tell(position) and hints != "none",
        adviser=adviser(config, position.game),
        judges=config.play.blunder_check and hints != "none",
        hint_seconds=config.engine.hint_seconds,
        duel_seconds=config.play.duel_seconds,
        replay_speed=config.play.replay_speed,
        reply_seconds=ui.board.reply_seconds,
        options=adviser_options(config, position.game, book),
    )
