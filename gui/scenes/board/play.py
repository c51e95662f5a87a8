"""A game at the board: against an engine, between two people, or two engines that play each other."""

from __future__ import annotations

import pygame

from game.advice import Advice, Choice
from game.position import Position
from game.session import Session
from gui.drawing.letters import counted
from gui.face import Dealt, Deed, Face
from gui.frame.panel import BUTTON_STEP, Column, Opinion, SeatLine
from gui.frame.timeline import Course
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.board.board_scene import BOARD, BoardScene
from gui.table.seating import adviser, adviser_options, book_of
from gui.table.secrets import NOT_YET, may_look_back
from gui.table.table import Manner, Table


class PlayScene(BoardScene):
    """A live game. Everything that can be done here can be taken back."""

    name = "play"
    hidden = True

    def __init__(
        self,
        salon: Salon,
        back: Scene | None,
        session: Session,
        *,
        hints: bool | None = None,
    ) -> None:
        """`hints`: whether the game begins with hints, whatever was chosen in others; None: as the last one ended."""
        super().__init__(salon, back, session)
        session.created = session.created or salon.autosave.begin()
        config = salon.config
        self._hints_given = hints is not None
        self.hints = salon.hints(session.position.game) if hints is None else hints
        # the game's own book, until another is chosen in the settings
        self._book = book_of(session, session.cursor)
        self._coached_by = config.tetris.book
        self.table = Table(session, salon.room, self._manner())

    # -- what the table does --

    def entered(self) -> None:
        super().entered()
        self.table.manner = self._manner()
        self.table.reopen()

    def left(self) -> None:
        self.table.close()
        self._save()

    @property
    def playing(self) -> bool:  # type: ignore[override]  # the table knows whether the game goes on
        return self.table.playing

    def toggle(self) -> None:
        if not self.idle():
            self.table.toggle()

    def idle(self) -> bool:
        alone = [seat.kind for seat in self.session.seats] == ["human"]
        return self.table.live and (alone or self.table.over)

    def seek(self, ply: int) -> None:
        self.table.go_to(ply)

    def open_hand(self) -> bool:
        return self.table.open_hand

    def chosen(self, move: str) -> None:
        if not self.table.live:
            self._forget_what_was_seen()
        marks = [deed.mark for deed in self.face.deeds(self.session.position) if self.open_hand()]
        if self.table.choose(move + "".join(marks)):
            if not self.targets.ring:
                self.targets.focus = BOARD  # a move chosen in the column leaves the keyboard on the board
            self._moved()

    def undo(self) -> None:
        """Take the last move back."""
        self.table.undo()
        self._forget_what_was_seen()
        self._save()

    @property
    def _reads(self) -> bool:
        """Whether the game waits until a person has read something."""
        return isinstance(self.face, Dealt) and self.table.live and self.face.waits(self.session.position)

    def _forget_what_was_seen(self) -> None:
        """Whoever goes back behind something hidden goes on in a game where it lies elsewhere."""
        branch = self.face.anew(self.session) if isinstance(self.face, Dealt) else None
        if branch is not None:
            self.session = self.table.session = branch
            self.table.reopen()
            self.salon.answer("Taken back. The cards that nobody had seen were shuffled anew.")

    def redo(self) -> None:
        """Play it again."""
        self.table.redo()
        self.grow()
        self._save()

    def _moved(self) -> None:
        self.grow()
        self._save()

    def _save(self) -> None:
        session, autosave = self.session, self.salon.autosave
        if session.length:
            over = session.position_at(session.length).over
            (autosave.finish if over else autosave.save)(session.record(), session.positions)

    def update(self, seconds: float) -> Scene | None:
        self.table.speed = self.speed
        self.table.manner = (
            self._manner()
        )  # the board learns its adviser, and with it the unit, as it is drawn
        self.table.hold = self.salon.warming is not None or self._reads
        self.table.update(seconds)
        for word in self.table.words:
            self.salon.say(word)
        self.table.words.clear()
        if self.table.moved:
            self._moved()
        return super().update(seconds)

    # -- keys --

    def key(self, event: pygame.event.Event) -> None:
        actions = {
            pygame.K_h: self.toggle_hints,
            pygame.K_u: self.undo,
            pygame.K_BACKSPACE: self.undo,
            pygame.K_r: self.redo,
            pygame.K_n: self.new_game,
            pygame.K_s: self.save,
            pygame.K_l: self.review,
            pygame.K_d: self.compare,
        }
        action = actions.get(event.key)
        if action is not None:
            action()
        else:
            super().key(event)

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("H", "show or hide hints"),
            ("U, R", "undo and redo"),
            ("N", "a new game"),
            ("S", "save, open, copy the moves"),
            ("L", "look back at the game"),
            *super().keys(),
        ]

    def _manner(self) -> Manner:
        if self.salon.config.tetris.book != self._coached_by:
            self._book = ""
        return _manner(self.salon, self.face, self.session.position, self.hints, self._book)

    def toggle_hints(self) -> None:
        """Show or hide what the kibitzer says; the graph goes on either way."""
        self.hints = not self.hints
        if not self._hints_given:
            self.salon.keep_hints(self.session.position.game, self.hints)
        self.table.manner = self._manner()

    def new_game(self) -> None:
        """Choose seats and level of another game; this one is kept."""
        self.go(self.salon.doors.new_game(self.back or self, self.session.position.game))

    def save(self) -> None:
        """To the saved games, with this one at hand."""
        self.go(self.salon.doors.games(self, self.session))

    def review(self) -> None:
        """Look back at the game with its mistakes, and with all cards open where some are hidden."""
        if may_look_back(self.session, self.face):
            self.go(self.salon.doors.review(self.session, self))
        else:
            self.salon.answer(NOT_YET)

    # -- the picture --

    def evaluator(self) -> str:
        return adviser(self.salon.config, self.session.position.game) if self.hints else ""

    def advice(self) -> Advice | None:
        if isinstance(self.face, Dealt) and not self.face.may_tell(self.session.position):
            return None
        return super().advice()

    def shown_choices(self) -> tuple[Choice, ...]:
        advice = self.advice()
        return advice.choices if self.hints and advice is not None and not self.table.over else ()

    def draw_column(self, column: Column) -> None:
        position, note, buttons = self.session.position, self._note(), self._buttons()
        if not self.table.over and not self._reads:
            opinion = Opinion(self.face, position, self.advice(), self.hints, self._waiting())
            with column.keeping(self._below(column, note, buttons)):
                column.best(opinion, self._choose, self.face.highlight, self.toggle_hints)
                column.why(opinion)
        else:
            self.face.highlight(None)
        with column.keeping(column.foot(buttons)):
            column.game(self.face, position, self._seats(), note)
        column.buttons(buttons)

    def _below(self, column: Column, note: str, buttons: list[Deed]) -> float:
        """The room that stays below the reasons; in a window that is not low they leave room for one button."""
        kept = column.foot(buttons) + column.note_height(note)
        return (
            kept
            if column.tight
            else max(0.0, kept - BUTTON_STEP - (28 if self.face.choice_lines > 1 and note else 0))
        )

    def _choose(self, choice: Choice) -> None:
        """Pressing a move of the list plays it, where a person is to move."""
        if self.open_hand():
            self.chosen(choice.move.rstrip("!"))

    def _waiting(self) -> str:
        if self.table.hold:
            return "The engines are being prepared …"
        position = self.session.position
        if isinstance(self.face, Dealt) and not self.face.may_tell(position):
            return f"{self.face.names[position.to_move]} is to move."
        state = self.salon.room.state(self.table.adviser)
        return "The engine is warming up …" if state in ("warming", "starting") else "Thinking …"

    def _seats(self) -> list[SeatLine]:
        here, seats = self.session.cursor, len(self.session.seats)
        moves = [(here + seats - 1 - seat) // seats for seat in range(seats)]
        return [
            SeatLine(
                seat=i,
                name=f"{self.sides()[i]}, {_who(seat.kind, seat.level, seat.name)}",
                count=counted(moves[i], self.face.move_word),
                seconds=self.table.seconds(i),
                to_move=self.session.position.to_move == i and not self.table.over,
            )
            for i, seat in enumerate(self.session.seats)
        ]

    def _note(self) -> str:
        if self.table.over:
            return self.face.result(self.session.position) + "."
        head, why = self.crossing(self.session.cursor) if self.hints else ("", "")
        blunder = self.table.blunder() if self.salon.config.play.blunder_check else None
        if blunder is not None:
            position = self.session.position_at(blunder.ply)
            better = self.face.move_words(position, blunder.better) if blunder.better else ""
            hint = f"; {better} was better" if self.hints and better else ""
            left = f"{head}. " if head else ""
            return f"{left}{self.face.loss_words(position, blunder)}{hint}. U takes it back."
        if head:
            return f"{head}, {why}."
        if not self.table.live:
            if not self.open_hand():
                return "Looking back. Press play to go on."
            return f"Looking back. {self.face.invitation}, or press play to go on."
        return ""

    def compare(self) -> None:
        """Compare what was made of each deal from both sides, where there is a sheet for that."""
        if isinstance(self.face, Dealt) and self.face.compares(self.session.position):
            self.go(self.salon.doors.duplicate(self.session, self))

    def _sheet(self) -> list[Deed]:
        compared = isinstance(self.face, Dealt) and self.face.compares(self.session.position)
        return [Deed("compare", "Compare both rounds", "D", self.compare)] if compared else []

    def _buttons(self) -> list[Deed]:
        """What stands at the foot of the column; there is always room for it."""
        look_back = Deed("review", "Look back at the game", "L", self.review)
        if self.table.over:
            return [*self._sheet(), look_back, Deed("new", "New game", "N", self.new_game)]
        found = [*self._sheet(), look_back] if self._reads else []
        if self.open_hand() or self._reads:
            found += self.face.deeds(self.session.position)
        if self.session.cursor and not self.table.duel:
            found.append(Deed("undo", "Take back", "U", self.undo))
        return found

    def course(self) -> Course:
        return self.graph(self.table.judgements(), self.face.longest(self.session.position))


def _who(kind: str, level: str, name: str) -> str:
    if kind == "human":
        return name.lower() if name == "You" else name
    return f"engine, {level}" if level not in ("", "full") else "engine"


def _manner(salon: Salon, face: Face, position: Position, hints: bool, book: str) -> Manner:
    config = salon.config
    tells = not isinstance(face, Dealt) or face.may_tell(position)
    return Manner(
        kibitz=tells and (hints or config.play.blunder_check),
        adviser=adviser(config, position.game),
        blunder_from=face.blunder_from,
        hint_seconds=config.engine.hint_seconds,
        duel_seconds=config.play.duel_seconds,
        replay_speed=config.play.replay_speed,
        reply_seconds=face.reply_seconds if isinstance(face, Dealt) else Manner.reply_seconds,
        options=adviser_options(config, position.game, book),
    )
