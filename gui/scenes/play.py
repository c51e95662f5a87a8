"""A game at the board: against an engine, between two people, or two engines that play each other."""

from __future__ import annotations

from collections.abc import Sequence

from game.advice import Advice, Choice
from game.position import Position
from game.review import Judgement
from game.session import Session
from game.tree import Node
from gui.context import AppContext, Scene
from gui.play.advice_feed import PREPARED, THINKING, WARMING, is_warming
from gui.play.controller import GameController, PlayStyle
from gui.play.game_ui import GameUI, PanelColumn, SeatLine, ValueCurve
from gui.play.move_list import draw_summary
from gui.play.players import adviser, adviser_options, book_of, why_hidden
from gui.play.playhead import Playhead
from gui.scenes.board_scene import BOARD, BoardScene
from gui.ui.commands import BOARDS, Command
from gui.ui.layout import BUTTON_STEP
from gui.ui.text import counted

# -- words --

_TAKEN_BACK_THE_CARDS = "Taken back. The unseen cards were reshuffled; Games has the deal as it was."
_SHOW_OR_HIDE_HINTS = "show or hide hints"
_UNDO_AND_REDO = "undo and redo"
_A_NEW_GAME = "a new game"
_SAVE_OPEN_COPY = "save, open, copy the moves"
_LOOK_BACK_AT_THE_GAME = "look back at the game"
_BACK_TO_CURRENT = "back to the current position"
_IS_TO_MOVE = "{} is to move."
_WAS_BETTER = "; {} was better"
_U_TAKES_IT_BACK = "U takes it back."
_LOOKING_BACK = "Looking back."
_TAKEN_BACK = "Taken back."
_PRESS_PLAY_TO_GO = "{} Press play to go on."
_OR_PRESS_PLAY = "{} {}, or press play to go on."
_COMPARE_BOTH_ROUNDS = "Compare both rounds"
_LOOK_BACK = "Look back at the game"
_NEW_GAME = "New game"
_BACK_TO_THE_GAME = "Back to the game"
_BACK = "Back"
_TAKE_BACK = "Take back"


class TablePlayhead(Playhead):
    """A place in a game that is being played: the table knows whether it goes on, and lets time pass."""

    def __init__(self, table: GameController) -> None:
        self.table = table

    @property
    def at(self) -> int:
        return self.table.session.cursor

    @property
    def begin(self) -> int:
        return self.table.session.begin

    @property
    def end(self) -> int:
        return self.table.session.length

    @property
    def playing(self) -> bool:
        return self.table.playing

    @playing.setter
    def playing(self, playing: bool) -> None:
        self.table.playing = playing

    @property
    def speed(self) -> float:
        return self.table.speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self.table.speed = speed

    @property
    def idle(self) -> bool:
        alone = [seat.kind for seat in self.table.session.seats] == ["human"]
        return self.table.live and (alone or self.table.over)

    def show(self, at: int) -> None:
        self.table.go_to(at)

    def toggle(self) -> None:
        if not self.idle:
            self.table.toggle()

    def update(self, seconds: float) -> None:
        """Nothing: time passes at the table."""


class PlayScene(BoardScene):
    """A live game. Everything that can be done here can be taken back."""

    name = "play"
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
        """`hints`: whether the game begins with hints, whatever was chosen in others; None: as the last one ended.

        `book` is the one that was chosen for this game; one that goes on has its own.
        """
        super().__init__(context, back, session)
        session.created = session.created or context.autosave.begin()
        config = context.config
        self._hints_given = hints is not None
        self.hints = context.hints(session.position.game) if hints is None else hints
        # the game's own book, until another is chosen in the settings
        self._book = book or book_of(config, session, session.cursor)
        self._coached_by = config.tetris.book
        self.table = GameController(session, context.room, self._play_style())
        self.head = TablePlayhead(self.table)

    # -- what the table does --

    def entered(self) -> None:
        super().entered()
        self.table.play_style = self._play_style()
        self.table.reopen()

    def left(self) -> None:
        self.table.close()
        self._save()

    def open_hand(self) -> bool:
        return self.table.open_hand

    def chosen(self, move: str) -> None:
        if self.ui.doubts(self.session, move):
            return
        if not self.table.live:
            self._forget_what_was_seen()
        marks = [command.mark for command in self.ui.commands(self.session.position) if self.open_hand()]
        if self.table.choose(move + "".join(marks)):
            if not self.targets.ring:
                self.targets.focus = BOARD  # a move chosen in the column leaves the keyboard on the board
            self._moved()

    def undo(self) -> None:
        """Take the last move back."""
        looking = self.table.looking
        if self.session.cursor == self.session.begin > 0:
            self.context.reply(self.session.secrecy.why)
        self.table.undo()
        if not looking:
            self._forget_what_was_seen()
        self._save()

    @property
    def _reads(self) -> bool:
        """Whether the game waits until a person has read something."""
        return self.table.live and self.ui.waits(self.session.position)

    def _forget_what_was_seen(self) -> None:
        """Whoever goes back behind something hidden goes on in a game where it lies elsewhere.

        That is another deal, not another line of the same game: what was played so far stays as a game of its own.
        """
        branch = self.ui.anew(self.session)
        if branch is not None:
            self.context.autosave.finish(self.table.standing().record())
            branch.created = self.context.autosave.begin()
            self.session = branch
            self.table.replace(branch)
            self.context.reply(_TAKEN_BACK_THE_CARDS)

    def redo(self) -> None:
        """Play it again."""
        self.table.redo()
        self.grow()
        self._save()

    def _moved(self) -> None:
        self.grow()
        self._save()

    def _save(self) -> None:
        session, autosave = self.table.standing(), self.context.autosave
        if session.length:
            over = session.position_at(session.length).over
            (autosave.finish if over else autosave.save)(session.record())

    def update(self, seconds: float) -> Scene | None:
        # each frame anew, since the adviser and its unit may have changed in the settings
        self.table.play_style = self._play_style()
        self.table.hold = self.context.warming is not None or self._reads
        self.table.update(seconds)
        for word in self.table.words:
            self.context.notify(word)
        self.table.words.clear()
        if self.table.moved:
            self._moved()
        return super().update(seconds)

    # -- keys --

    def commands(self) -> list[Command]:
        return [
            Command("H", self.toggle_hints, _SHOW_OR_HIDE_HINTS, scope=BOARDS),
            Command("U, R", (self.undo, self.redo), _UNDO_AND_REDO, scope=BOARDS),
            Command("N", self.new_game, _A_NEW_GAME),
            Command("S", self.save, _SAVE_OPEN_COPY),
            Command("L", self.review, _LOOK_BACK_AT_THE_GAME),
            Command("Backspace", self.undo, scope=BOARDS),
            *self._sheet(),
            *self.variation_commands(),
            Command("J", self.table.come_back, _BACK_TO_CURRENT),
            Command("Esc", self.table.come_back, enabled=self.table.looking),
            *super().commands(),
        ]

    def visit(self, node: Node, line: Sequence[Node] = ()) -> None:
        self.table.look_at(node, line)

    def may_walk(self) -> bool:
        return super().may_walk() and not why_hidden(self.table.standing(), self.ui)

    def variation_opened(self) -> None:
        self._save()

    def judged(self, node: Node) -> Judgement | None:
        found = super().judged(node)
        if found is None or node.parent is None or not self.ui.may_tell(node.parent.position):
            return None
        return found

    def _play_style(self) -> PlayStyle:
        chosen = self.context.config.tetris.book
        if chosen != self._coached_by:
            self._book = self._coached_by = chosen
        return _play_style(self.context, self.ui, self.session.position, self.hints, self._book)

    def toggle_hints(self) -> None:
        """Show or hide what the kibitzer says; the graph goes on either way."""
        self.hints = not self.hints
        if not self._hints_given:
            self.context.keep_hints(self.session.position.game, self.hints)
        self.table.play_style = self._play_style()

    def new_game(self) -> None:
        """Choose seats and level of another game; this one is kept. A match is left once N is pressed again."""
        key = self.context.keymap.key("play", "N")
        standing, question = self.table.standing(), f"Press {key} again to leave this match. Games keeps it."
        under_way = standing.length and not standing.position_at(standing.length).over
        if self.ui.has_deals and under_way and self.context.word() != question:
            self.context.reply(question)
            return
        self.go(self.context.router.new_game(self.back or self, self.session.position.game))

    def save(self) -> None:
        """To the saved games, with this one at hand."""
        self.go(self.context.router.games(self, self.table.standing()))

    def review(self) -> None:
        """Look back at the game with its mistakes, and with all cards open where some are hidden."""
        why = why_hidden(self.table.standing(), self.ui)
        if why:
            self.context.reply(why)
            return
        look = self.session.look()
        self.table.come_back()
        self.go(self.context.router.review(look, self))

    # -- the picture --

    def evaluator(self) -> str:
        return adviser(self.context.config, self.session.position.game) if self.hints else ""

    def advice(self) -> Advice | None:
        if not self.ui.may_tell(self.session.position):
            return None
        return super().advice()

    def shown_choices(self) -> tuple[Choice, ...]:
        advice = self.advice()
        return advice.choices if self.hints and advice is not None and not self.table.over else ()

    def draw_column(self, column: PanelColumn) -> None:
        position, note, buttons = self.session.position, self._note(), self._buttons()
        if self.moves_open:
            self._draw_moves(column, note, buttons)
            return
        if not self.table.over and not self._reads:
            opinion = self.opinion(self._waiting())
            with column.keeping(self._below(column, note, buttons)):
                column.best(opinion, self._choose, self.toggle_hints, self.toggle_moves)
                column.why(opinion)
        with column.keeping(column.foot(buttons)):
            column.game(self.ui, position, self._seats(), note)
            if self.table.over:
                draw_summary(column, self.ui, self.session, self.judgements(), self.head.seek)
        column.y = min(column.y, column.bottom - column.foot(buttons) + 2)
        column.buttons(buttons)

    def listed(self, column: PanelColumn) -> int:
        with column.keeping(self._below(column, self._note(), self._buttons())):
            return super().listed(column)

    def _draw_moves(self, column: PanelColumn, note: str, buttons: list[Command]) -> None:
        """The moves in place of the opinions."""
        lines = 1 if column.tight else 3
        said = min(24.0 * lines, column.note_height(note)) + 14 if note else 0.0
        column.moves_heading(self.toggle_moves)
        with column.keeping(column.foot(buttons) + said):
            self.draw_moves(column)
        with column.keeping(column.foot(buttons)):
            column.y += 14
            column.words(note, lines)
        column.y = column.bottom - column.foot(buttons) + 2
        column.buttons(buttons)

    def _below(self, column: PanelColumn, note: str, buttons: list[Command]) -> float:
        """The room that stays below the reasons; in a window that is not low they leave room for one button."""
        kept = column.foot(buttons) + column.note_height(note)
        return (
            kept
            if column.tight
            else max(0.0, kept - BUTTON_STEP - (28 if self.ui.choice_lines > 1 and note else 0))
        )

    def _choose(self, choice: Choice) -> None:
        """Pressing a move of the list plays it, where a person is to move."""
        if self.open_hand():
            self.chosen(choice.move.rstrip("!"))

    def _waiting(self) -> str:
        if self.table.hold:
            return PREPARED
        position = self.session.position
        if not self.ui.may_tell(position):
            return _IS_TO_MOVE.format(self.ui.names(position)[position.to_move])
        return WARMING if is_warming(self.context, self.table.adviser) else THINKING

    def _seats(self) -> list[SeatLine]:
        here, seats = self.session.cursor, len(self.session.seats)
        moves = [(here + seats - 1 - seat) // seats for seat in range(seats)]
        return [
            SeatLine(
                seat=i,
                name=f"{self.sides()[i]}, {_who(seat.kind, seat.level, seat.name)}",
                count=counted(moves[i], self.ui.move_word),
                seconds=self.table.seconds(i),
                to_move=self.session.position.to_move == i and not self.table.over,
            )
            for i, seat in enumerate(self.session.seats)
        ]

    def _note(self) -> str:
        if self.table.over:
            return self.ui.result(self.session.position) + "."
        head, why = self.crossing(self.session.cursor) if self.hints else ("", "")
        blunder = self.table.blunder() if self.context.config.play.blunder_check else None
        if blunder is not None:
            position = self.session.position_at(blunder.ply)
            better = self.ui.move_words(position, blunder.better, (blunder.move,)) if blunder.better else ""
            hint = _WAS_BETTER.format(better) if self.hints and better else ""
            left = f"{head}. " if head else ""
            why = self.reason_of(blunder).partition(". ")[0].rstrip(".") if hint else ""
            more = f"{why}." if why else _U_TAKES_IT_BACK
            return f"{left}{self.ui.loss_words(position, blunder)}{hint}. {more}"
        if head:
            return f"{head}: {why}."
        if not self.table.live:
            went = _LOOKING_BACK if self.table.looking else _TAKEN_BACK
            if not self.open_hand():
                return _PRESS_PLAY_TO_GO.format(went)
            return _OR_PRESS_PLAY.format(went, self.ui.invite(self.session.position))
        return ""

    def compare(self) -> None:
        """Compare what was made of each deal from both sides, where there is a sheet for that."""
        if self.ui.compares(self.session.position):
            self.go(self.context.router.duplicate(self.session, self))

    def _sheet(self) -> list[Command]:
        compared = self.ui.compares(self.session.position)
        return [Command("D", self.compare, label=_COMPARE_BOTH_ROUNDS, name="compare")] if compared else []

    def _buttons(self) -> list[Command]:
        """What stands at the foot of the column; there is always room for it."""
        look_back = Command("L", self.review, label=_LOOK_BACK, name="review")
        if self.table.over:
            return [*self._sheet(), look_back, Command("N", self.new_game, label=_NEW_GAME, name="new")]
        found = [*self._sheet(), *([] if self.session.secrecy.why else [look_back])] if self._reads else []
        if self.open_hand() or self._reads:
            found += self.ui.commands(self.session.position)
        if self.table.looking:
            back = Command("J", self.table.come_back, label=_BACK_TO_THE_GAME, short=_BACK, name="come back")
            found.append(back)
        elif self.session.cursor > self.session.begin and not self.table.duel:
            found.append(Command("U", self.undo, label=_TAKE_BACK, name="undo"))
        return found

    def judgements(self) -> tuple[Judgement | None, ...]:
        return self.table.judgements()

    def course(self) -> ValueCurve:
        return self.ui.course(self.session, self.judgements(), self.ui.longest(self.session.position))


def _who(kind: str, level: str, name: str) -> str:
    if kind == "human":
        return name.lower() if name == "You" else name
    return f"engine, {level}" if level not in ("", "full") else "engine"


def _play_style(context: AppContext, ui: GameUI, position: Position, hints: bool, book: str) -> PlayStyle:
    config = context.config
    return PlayStyle(
        kibitz=ui.may_tell(position) and (hints or config.play.blunder_check),
        adviser=adviser(config, position.game),
        judges=config.play.blunder_check,
        hint_seconds=config.engine.hint_seconds,
        duel_seconds=config.play.duel_seconds,
        replay_speed=config.play.replay_speed,
        reply_seconds=ui.reply_seconds,
        options=adviser_options(position.game, book),
    )
