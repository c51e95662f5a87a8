"""Bridge at the table: the bidding box, the hands, the trick; a click or Enter calls and plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.advice import Advice, Choice
from game.bridge import Board, State, duplicate
from game.position import Position
from game.record import Seat
from game.review import Judgement, values
from game.session import Session
from gui.games.bridge import panel, review, words
from gui.games.bridge.input import BridgeInput
from gui.games.bridge.panel import TRICKS, move_words, tricks_words
from gui.games.bridge.review import course_of, span_of, summary_of
from gui.games.bridge.view import Picture, Summary, draw_table
from gui.games.bridge.visible_state import (
    SOUTH,
    VisibleState,
    bridge,
    finished,
    names_of,
    person_of,
    read_board,
)
from gui.play.game_ui import Axis, GameUI, PanelColumn, RenderState, ValueCurve
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Command
from gui.ui.text import counted

POINTS = 4000  # of the auction's scale: a score of 0.5 is none


class BridgeUI(GameUI):
    """The table of one scene, seen from a person's seat."""

    title = "Honeymoon bridge"
    best_heading = "Best cards"
    move_word = "card"
    invitation = "Play another card here"
    mistake_from = 0.45 / TRICKS  # half a trick: a whole one in the play, where all is certain
    blunder_from = 0.95 / TRICKS
    choice_lines = 2
    has_deals = True
    reply_seconds = 0.7  # a trick is seen before the next card is led

    def __init__(self) -> None:
        self.known = True  # whether what is known of the other's hand is shown
        self.hand = BridgeInput()
        self._me: int | None = SOUTH
        self._names = ("North", "You")
        self._sits = "engine"
        self._hidden = True
        self._position: State | None = None
        self._sight: VisibleState | None = None
        self._was: VisibleState | None = None
        self._summary: Summary | None = None
        self._read = -1  # the number of deals whose result has been read
        self._open = False
        self._viewed: tuple[State, int, Board] | None = None
        self._board: Board | None = None  # what is on the table, as it is seen

    # -- who sits where --

    def sit(self, seats: Sequence[Seat], *, hidden: bool) -> None:
        person = person_of(seats)
        alone = any(seat.kind == "human" for seat in seats)
        self._me = person if person is not None else (None if alone else SOUTH)
        self._names = names_of(seats)
        other = seats[1 - (person if person is not None else SOUTH)]
        self._sits = "engine" if other.kind == "engine" else other.name
        self._hidden = hidden and alone

    def names(self, position: Position) -> tuple[str, ...]:
        return self._names

    def cost(self, position: Position, loss: float) -> str:
        if bridge(position).stage == "auction":
            return counted(round(loss * POINTS), "point")
        return super().cost(position, loss)

    def _seat(self, state: State) -> int:
        """The seat below: the person's, or of two people that of the one to move."""
        return state.to_move if self._me is None else self._me

    def may_tell(self, position: Position) -> bool:
        state = bridge(position)
        if self._hidden and self._ended(state) and not state.over:
            return False  # the next deal has not begun for the person
        return not self._hidden or state.stage == "play" or state.to_move == self._seat(state)

    def waits(self, position: Position) -> bool:
        return self._hidden and self._ended(bridge(position)) and not position.over

    def _ended(self, state: State) -> bool:
        """Whether the result of a deal is on the table."""
        if finished(state) is None:
            return False
        return state.over or not self._hidden or self._read != len(state.results)

    def compares(self, position: Position) -> bool:
        return bool(duplicate.pairs(bridge(position)))

    def place(self, position: Position) -> str:
        return words.place(bridge(position))

    def extent(self, position: Position) -> str:
        return words.extent(bridge(position))

    def anew(self, session: Session) -> Session | None:
        return review.anew(session) if self._hidden else None

    # -- drawing --

    def draw(self, canvas: Canvas, box: Box, look: RenderState) -> None:
        state = bridge(look.position)
        sight = self._seen(state)
        if self._sight is not None and sight != self._sight:
            self._was = self._sight
        self._position, self._sight = state, sight
        self._open = look.open_hand and not self._ended(state)
        self.best_heading = "Best calls" if state.stage == "auction" else "Best cards"
        self.move_word = "call" if state.stage == "auction" else "card"
        self.invitation = f"{'Make' if state.stage == 'auction' else 'Play'} another {self.move_word} here"
        picture = Picture(
            sight=sight,
            names=self._names,
            sits=self._sits,
            legal=state.legal_moves() if not self._ended(state) else (),
            was=self._was,
            grown=look.grown,
            choices=look.choices if not self._ended(state) else (),
            doubles=state.table.doubles,
            claims=state.claims() if self.hand.claiming and self._open else (),
            claimed=state.board.claimed,
            note=self._note(state, self.hand.pointed(look.focused)),
            summary=self._summary if self._ended(state) else None,
            open_hand=self._open,
        )
        under = self.hand.pointed(look.focused)
        keyboard = look.focused and self.hand.keyboard
        self.hand.take(draw_table(canvas, box, picture, under, focused=keyboard), picture)

    def _seen(self, state: State) -> VisibleState:
        """The table as it is drawn; a view is worked out once for each position."""
        me = self._seat(state)
        board = finished(state)
        if self._ended(state) and board is not None:
            self._board = board
            return read_board(board, me, known=True)
        if self._viewed is None or self._viewed[0] is not state or self._viewed[1] != me:
            view = state.view(me) if self._hidden and state.seat is None else state
            self._viewed = (state, me, view.board)
        self._board = self._viewed[2]
        return read_board(self._board, me, known=self.known or not self._hidden)

    def _note(self, state: State, under: str | None) -> str:
        """A sentence for the board: what is pointed at, or what has just happened."""
        board, names = state.board, self._names
        if self._ended(state):
            return ""
        if board.refused:
            return f"{names[1 - board.turn]} refused the claim: play on."
        if board.stage == "auction":
            if under is not None and self._open and words.is_call(under):
                return words.call_about(under)
            passed = not board.moves and state.results and state.results[-1].contract is None
            return "Both passed: a new deal." if passed else words.auction_about(board.auction.calls)
        if board.stage == "exchange" and self._sight is not None:
            return words.exchange_about(self._board or board, self._sight.me, names)
        return ""

    # -- the hand --

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        if self.waiting and self.hand.goes_on(event, scale, focused):
            self._go_on()
            return None
        if not self._open:
            self.hand.follow(event, scale)
            return None
        return self.hand.handle(event, scale, focused)

    @property
    def waiting(self) -> bool:
        """Whether the result of a deal is to be read."""
        return self._position is not None and self.waits(self._position)

    def _go_on(self) -> None:
        assert self._position is not None
        self._read = len(self._position.results)
        self._was = None

    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        if self.waiting:
            return focused and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        return self.hand.takes(event, focused, is_open=self._open)

    def highlight(self, move: str | None) -> None:
        self.hand.shown = move

    def commands(self, position: Position) -> list[Command]:
        state = bridge(position)
        found: list[Command] = []
        if self.waiting:
            return [Command("Enter", self._go_on, label="Next deal", name="go on")]
        if state.claims():
            said = "Do not claim" if self.hand.claiming else "Claim tricks"
            found.append(Command("C", self.hand.claim, label=said, name="claim"))
        if self._hidden and state.stage in ("exchange", "play"):
            said = "Hide known cards" if self.known else "Show known cards"
            found.append(Command("V", self.toggle_known, label=said, name="known"))
        return found

    def toggle_known(self) -> None:
        """Show the cards that are known to be in the other's hand, or let the person remember them."""
        self.known = not self.known

    # -- the panel --

    def draw_choice(self, canvas: Canvas, box: Box, position: Position, choice: Choice) -> None:
        canvas.text((box[0], box[1] + box[3] / 2), move_words(choice.move), "body", canvas.theme.colour.text)

    def draw_list(
        self, column_: PanelColumn, position: Position, advice: Advice, choose: Callable[[Choice], object]
    ) -> str | None:
        return panel.draw_list(column_, bridge(position), advice, choose)

    def draw_why(self, column_: PanelColumn, position: Position, advice: Advice) -> bool:
        state = bridge(position)
        return panel.draw_why(column_, state, advice, words.reason(state, advice, self._names))

    # -- words --

    def detail(self, position: Position) -> str:
        state = bridge(position)
        return words.detail(state, self._names, ended=self._ended(state))

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        return words.ground(bridge(position), advice), words.reason(bridge(position), advice, self._names)

    def figure(self, value: float) -> str:
        tricks = tricks_words(value * TRICKS)
        return f"{tricks} trick{'' if tricks == '1' else 's'}"

    def axis(self, values: Sequence[float | None]) -> Axis:
        return Axis(0.0, 1.0, ((1.0, "13"), (0.0, "0")))

    def reading(self, position: Position, *, seat: int = 0) -> str:
        return "Tricks"

    def move_words(self, position: Position, move: str) -> str:
        return move_words(move)

    def loss_words(self, position: Position, judgement: Judgement) -> str:
        certain = bridge(position).stage == "play"
        verb = "cost" if certain else "seems to have cost"
        return f"{move_words(judgement.move)} {verb} {self.cost(position, judgement.loss)}"

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        state = bridge(position)
        return words.standing(state, self._names, self._seat(state))

    def result(self, position: Position) -> str:
        return words.result(bridge(position), self._names)

    def longest(self, position: Position) -> int:
        return position.ply + 1

    def course(self, session: Session, judged: Sequence[Judgement | None], last: int) -> ValueCurve:
        state = bridge(session.position)
        me, span = self._seat(state), span_of(session, session.cursor)
        if self._ended(state):
            self._summary = summary_of(session, judged, span, self._names, me, self.mistake_from)
        name = self._names[me]
        return course_of(session, values(session), judged, me, self.may_tell, self.mistake_from, name)

    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        colour = canvas.theme.colour
        fill = colour.card if seat == self._me else colour.back
        canvas.panel((at[0] + 7, at[1] - 9, 13, 18), fill, radius=2, edge=colour.back_line)

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("Left, Right", "choose a card; Up and Down go from suit to suit"),
            ("Enter", "play it, or make the call"),
            ("1 to 7, then C D H S N", "type a bid; P passes, X doubles and redoubles"),
            ("C, then a number", "claim some of the tricks left"),
            ("V", "show or hide what is known of the other’s hand"),
        ]
