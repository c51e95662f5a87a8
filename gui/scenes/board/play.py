"""A game at the board: against an engine, between two people, or two engines that play each other."""

from __future__ import annotations

import pygame

from game.advice import Choice
from game.review import chances
from game.session import Session
from gui.drawing.letters import percent
from gui.frame.panel import Column, Opinion, SeatLine
from gui.frame.timeline import Course
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.board.board_scene import BoardScene, readout
from gui.table.keeper import Keeper, now
from gui.table.table import Manner, Table


class PlayScene(BoardScene):
    """A live game. Everything that can be done here can be taken back."""

    name = "play"

    def __init__(
        self,
        salon: Salon,
        back: Scene | None,
        session: Session,
        *,
        hints: bool | None = None,
        created: str = "",
    ) -> None:
        """`created` is that of the record the game comes from; empty for a game that begins now."""
        super().__init__(salon, back, session)
        self._created = created or now()
        config = salon.config
        self.hints = config.play.hints if hints is None else hints
        self.table = Table(session, salon.room, _manner(salon, self.hints))
        self.keeper: Keeper | None = None

    # -- what the table does --

    def entered(self) -> None:
        super().entered()
        self.table.manner = _manner(self.salon, self.hints)
        self.table.reopen()
        self.keeper = Keeper(self._created)

    def left(self) -> None:
        self.table.close()
        if self.keeper is not None:
            self._save()
            reason = self.keeper.close()
            self.keeper = None
            if reason:
                self.salon.say(reason)

    @property
    def playing(self) -> bool:  # type: ignore[override]  # the table knows whether the game goes on
        return self.table.playing

    def toggle(self) -> None:
        self.table.toggle()

    def seek(self, ply: int) -> None:
        self.table.go_to(ply)

    def open_hand(self) -> bool:
        return self.table.open_hand

    def chosen(self, move: str) -> None:
        if self.table.choose(move):
            self._moved()

    def undo(self) -> None:
        """Take the last move back."""
        self.table.undo()
        self._save()

    def redo(self) -> None:
        """Play it again."""
        self.table.redo()
        self.grow()
        self._save()

    def _moved(self) -> None:
        self.grow()
        self._save()

    def _save(self) -> None:
        if self.keeper is not None and self.session.length:
            self.keeper.keep(self.session)

    def update(self, seconds: float) -> Scene | None:
        self.table.speed = self.speed
        self.table.hold = self.salon.warming is not None
        self.table.update(seconds)
        for word in self.table.words:
            self.salon.say(word)
        self.table.words.clear()
        if self.table.moved:
            self._moved()
        reason = self.keeper.poll() if self.keeper is not None else None
        if reason:
            self.salon.say(reason)
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

    def toggle_hints(self) -> None:
        """Show or hide what the kibitzer says; the graph goes on either way."""
        self.hints = not self.hints
        self.salon.change("play.hints", self.hints)
        self.table.manner = _manner(self.salon, self.hints)

    def new_game(self) -> None:
        """Choose seats and level of another game; this one is kept."""
        self.go(self.salon.doors.new_game(self.back or self, self.session.position.game))

    def save(self) -> None:
        """To the saved games, with this one at hand."""
        self.go(self.salon.doors.games(self, self.session))

    def review(self) -> None:
        """Look back at the game with its mistakes."""
        self.go(self.salon.doors.review(self.session, self))

    # -- the picture --

    def shown_choices(self) -> tuple[Choice, ...]:
        advice = self.advice()
        return advice.choices if self.hints and advice is not None and not self.table.over else ()

    def draw_column(self, column: Column) -> None:
        position, advice = self.session.position, self.advice()
        if not self.table.over:
            ground, reason = ("", "")
            if advice is not None and advice.choices and self.hints:
                ground, reason = self.face.why(position, advice)
            opinion = Opinion(self.face.best_heading, advice, self.hints, ground, reason, self._waiting())
            column.best(opinion, self._choose, self.face.highlight, self.toggle_hints)
            column.why(opinion)
        else:
            self.face.highlight(None)
        column.game(self.face, self._seats(), self._note())
        self._buttons(column)

    def _choose(self, choice: Choice) -> None:
        """Pressing a move of the list plays it, where a person is to move."""
        if self.open_hand():
            self.chosen(choice.move.rstrip("!"))

    def _waiting(self) -> str:
        if self.table.hold:
            return "The engines are being prepared …"
        state = self.salon.room.state(self.table.adviser)
        return "The engine is warming up …" if state in ("warming", "starting") else "Thinking …"

    def _seats(self) -> list[SeatLine]:
        moves = (self.session.cursor + 1) // 2, self.session.cursor // 2
        return [
            SeatLine(
                seat=i,
                name=f"{self.sides()[i]}, {_who(seat.kind, seat.level, seat.name)}",
                count=f"{moves[i]} {self.face.move_word}{'' if moves[i] == 1 else 's'}",
                seconds=self.table.seconds(i),
                to_move=self.session.position.to_move == i and not self.table.over,
            )
            for i, seat in enumerate(self.session.seats)
        ]

    def _note(self) -> str:
        if self.table.over:
            return self.face.result(self.session.position) + "."
        blunder = self.table.blunder() if self.salon.config.play.blunder_check else None
        if blunder is not None:
            better = f"; {blunder.better} was better" if self.hints and blunder.better else ""
            return f"{blunder.move} gave away {percent(blunder.loss)}{better}. U takes it back."
        if not self.table.live:
            return (
                "Looking back. Draw another wall here, or press play to go on."
                if self.open_hand()
                else "Looking back. Press play to go on."
            )
        return ""

    def _buttons(self, column: Column) -> None:
        if self.table.over:
            column.button("review", "Look back at the game", "L", self.review, primary=False)
            column.button("new", "New game", "N", self.new_game)
            return
        if self.open_hand():
            for deed in self.face.deeds(self.session.position):
                column.button(deed.name, deed.words, deed.key, deed.act)
        if self.session.cursor and not self.table.duel:
            column.button("undo", "Take back", "U", self.undo)

    def course(self) -> Course:
        values = chances(self.session)
        advice = self.advice()
        cursor = self.session.cursor
        proven = (advice is not None and advice.proven) or self.table.over
        label = f"{self.sides()[0]} wins"
        if proven and cursor < len(values) and values[cursor] == 0.0:
            label = f"{self.sides()[1]} wins"
        judged = self.table.judgements()
        return Course(
            values=values,
            cursor=cursor,
            last=self.face.longest(self.session.position),
            label=label,
            figure=readout(values, cursor, proven),
            word=f"{self.face.move_word} {cursor}" if cursor else "",
            mistakes=tuple(ply + 1 for ply, each in enumerate(judged) if each and each.loss >= 0.1),
        )


def _who(kind: str, level: str, name: str) -> str:
    if kind == "human":
        return name.lower() if name == "You" else name
    return f"engine, {level}" if level not in ("", "full") else "engine"


def _manner(salon: Salon, hints: bool) -> Manner:
    config = salon.config
    return Manner(
        kibitz=hints or config.play.blunder_check,
        hint_seconds=config.engine.hint_seconds,
        duel_seconds=config.play.duel_seconds,
        replay_speed=config.play.replay_speed,
    )
