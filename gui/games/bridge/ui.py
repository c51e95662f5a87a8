"""Bridge at the table: the bidding box, the hands, the trick; a click or Enter calls and plays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.advice import Proof
from game.bridge import State
from game.bridge.board import CLAIM
from game.bridge.cards import card_name, parse_card
from game.position import Position
from game.session import Session
from gui.games.bridge import review, words
from gui.games.bridge.language import BridgeLanguage
from gui.games.bridge.privacy import BridgePrivacy
from gui.games.bridge.view import Picture, PressAreas, draw_table
from gui.games.bridge.visible_state import (
    VisibleState,
    bridge,
    finished,
    in_order,
    read,
    step_suit,
)
from gui.games.bridge.words import is_card
from gui.play.game_ui import BoardUI, GameUI, RenderState
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Command
from gui.ui.targets import ARROWS, ENTER, inside

# A person's hand at the table: what is pointed at, by the mouse or by the keyboard, and what is chosen.

_CALLS = {"p": ("pass",), "x": ("double", "redouble")}


class BridgeInput:
    """The pointer, the cursor and a bid half typed. Moves are the rules' own text.

    What can be chosen is taken from the position by `see`; where it stands was drawn last (`drawn`).
    """

    def __init__(self) -> None:
        self.shown: str | None = None  # the move the panel points at
        self.claiming = False
        self.doubt: tuple[str, int] | None = (
            None  # a claim that was questioned, and the tricks that can be taken
        )
        self.drawn = PressAreas()
        self._point: Point = (-1.0, -1.0)  # the pointer
        self._cursor: str | None = None  # the keyboard's
        self._typed = ""
        self._state: State | None = None
        self._open = False

    def see(self, state: State | None, *, is_open: bool) -> None:
        """Take the position on the table, None for a result, and whether the person may move in it."""
        before, self._state, self._open = self._state, state, is_open
        if before is not state:
            self._typed, self.claiming, self.doubt = "", False, None
        if self._cursor not in self._moves():
            self._cursor = None

    @property
    def _under(self) -> str | None:
        """Target below the pointer."""
        return self._at(self._point)

    def pointed(self, focused: bool) -> str | None:
        """The move that stands out."""
        if self.shown is not None and self.shown in self._moves():
            return self.shown
        if focused and self._cursor is not None:
            return self._cursor
        return self._under

    @property
    def asked(self) -> str | None:
        """The legal move that a person points at on the table."""
        at = self._under if self._cursor is None else self._cursor
        return at if self._open and at in self._moves() else None

    @property
    def keyboard(self) -> bool:
        """True if the keyboard's cursor is on the table."""
        return self._cursor is not None and self.shown is None

    def claim(self) -> None:
        """Ask how many tricks are claimed, or leave that."""
        self.claiming = not self.claiming
        self._cursor = self.doubt = None

    # -- events --

    def follow(self, event: pygame.event.Event, scale: float) -> None:
        """Only look where the pointer is."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self._point = (event.pos[0] / scale, event.pos[1] / scale)

    def goes_on(self, event: pygame.event.Event, scale: float, focused: bool) -> bool:
        """Return True if this event presses the button of the result."""
        if event.type == pygame.KEYDOWN:
            return focused and event.key in ENTER
        self.follow(event, scale)
        return event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._under == "go on"

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        """The move that this event chooses; None if it chooses none."""
        self.follow(event, scale)
        if not self._open:
            return None
        if event.type == pygame.MOUSEMOTION:
            self._cursor = None
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._choose(self._under)
        elif event.type == pygame.KEYDOWN and (action := self._key(event, focused)) is not None:
            return action()
        return None

    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        """Return True if this key is for the table: arrows and Enter also while the other thinks."""
        return self._key(event, focused) is not None

    def _key(self, event: pygame.event.Event, focused: bool) -> Callable[[], str | None] | None:
        """Return the effect of a key at the table; None where it is another's."""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return None
        letter, claiming = event.unicode.lower(), self.claiming and self._open
        if claiming and event.key == pygame.K_ESCAPE:
            return self.claim
        if claiming and letter.isascii() and letter.isdigit():
            return partial(self._number, letter)
        if self._typing and self._open:
            if self._typed and event.key in (pygame.K_ESCAPE, pygame.K_BACKSPACE):
                return partial(self._type, "")
            if letter in tuple("1234567"):
                return partial(self._type, letter)
            if letter in tuple("cdhsn" if self._typed else ()):
                return partial(self._call, self._typed + letter.upper())
            if letter in _CALLS:
                return partial(self._call, *_CALLS[letter])
        if (focused or claiming) and event.key in ARROWS:
            return partial(self._step, *ARROWS[event.key])
        if (focused or claiming) and event.key in ENTER:
            return lambda: self._choose(self._cursor)
        return None

    @property
    def _typing(self) -> bool:
        """True if letters can name a call."""
        return self._state is not None and self._state.stage == "auction"

    def _type(self, level: str) -> None:
        """Begin to type a bid, or stop that."""
        self._typed = level
        if level:
            self._cursor = next((move for move in self._moves() if move.startswith(level)), self._cursor)

    def _call(self, *calls: str) -> str | None:
        """Make the first of these calls that is legal."""
        self._typed = ""
        return next(filter(None, map(self._choose, calls)), None)

    def _number(self, digit: str) -> None:
        """Point at as many tricks as were typed: 1 and 2 are twelve where so many are left, else two."""
        before = (self._cursor or "").removeprefix("claim ")
        wanted = (f"claim {before}{digit}", f"claim {digit}")
        self._cursor = next((move for move in wanted if move in self._moves()), self._cursor)

    # -- moves and places --

    def _moves(self) -> tuple[str, ...]:
        """The moves that can be chosen now: answers, calls, or cards as they stand from the left."""
        state = self._state
        if state is None:
            return ()
        if self.claiming:
            return state.claims()
        legal = state.legal_moves()
        if state.stage == "auction" or state.board.claimed is not None or not legal:
            return tuple(legal)
        contract = state.board.contract
        assert contract is not None, "cards are played once there is a contract"
        return tuple(map(card_name, in_order(map(parse_card, legal), contract.strain)))

    def _choose(self, move: str | None) -> str | None:
        return move if move is not None and move in self._moves() else None

    def _at(self, point: Point) -> str | None:
        """Return the target at a point: a move, legal or not, or the button that goes on."""
        drawn = self.drawn
        if drawn.button is not None:
            return "go on" if inside(point, drawn.button) else None
        if drawn.claim is not None and inside(point, drawn.claim.frame):
            return drawn.claim.at(point)
        if drawn.calls is not None:
            return drawn.calls.at(point)
        card = drawn.card_at(point)
        return None if card is None else self._choose(card_name(card))

    def _step(self, dx: int, dy: int) -> None:
        moves = self._moves()
        if not moves:
            return
        if self._cursor is None:
            self._cursor = self._choose(self._under) or moves[0]
        elif self._typing:
            calls = self.drawn.calls
            self._cursor = calls.step(self._cursor, (dx, dy), moves) if calls is not None else moves[0]
        elif dx:
            self._cursor = moves[(moves.index(self._cursor) + dx) % len(moves)]
        elif is_card(self._cursor):
            self._cursor = moves[step_suit(list(map(parse_card, moves)), moves.index(self._cursor), dy)]


class BridgeUI(GameUI):
    """Bridge in one scene."""

    board: BridgeBoard
    privacy: BridgePrivacy

    def __init__(self) -> None:
        privacy = BridgePrivacy()
        super().__init__(BridgeBoard(privacy), BridgeLanguage(privacy), privacy)


class BridgeBoard(BoardUI):
    """The table of one scene, seen from a person's seat."""

    marks_all = True
    reply_seconds = 0.7  # a trick is seen before the next card is led

    def __init__(self, privacy: BridgePrivacy) -> None:
        self.input = BridgeInput()
        self._privacy = privacy
        self._viewed: tuple[State, tuple[int, bool, bool], VisibleState] | None = None
        self._position: State | None = None
        self._now: VisibleState | None = None
        self._was: VisibleState | None = None  # the table before the last move

    def sound(self, before: Position, after: Position) -> str:
        was, now = bridge(before).board, bridge(after).board
        if was.stage == "auction" or was.claimed is not None or now.claimed is not None:
            return "call"
        return "card" if was.led is None else "trick"

    # -- drawing --

    def see(self, position: Position, *, open_hand: bool) -> None:
        state = bridge(position)
        ended, seen = self._privacy.ended(state), self._seen(state)
        if self._now is not None and seen != self._now:
            self._was = self._now
        self._position, self._now = state, seen
        self.input.see(None if ended else state, is_open=open_hand and not ended)

    def draw(self, canvas: Canvas, box: Box, look: RenderState) -> None:
        state, focused = bridge(look.position), look.focused
        ended = self._privacy.ended(state)
        legal, choices = ((), ()) if ended else (state.legal_moves(), look.choices)
        is_open, under = look.open_hand and not ended, self.input.pointed(focused)
        seen = self._seen(state)
        summary = None
        if ended and look.session is not None:
            me = self._privacy.seat(state)
            summary = review.summary_of(look.session, look.judged, self._privacy.names, me)
        picture = Picture(
            seen=seen,
            names=self._privacy.names,
            sits=self._privacy.sits,
            legal=legal,
            was=self._was,
            grown=look.grown,
            choices=choices,
            claims=state.claims() if self.input.claiming and is_open else (),
            doubt=self.input.doubt,
            note="" if ended else self._note(state, seen, under if is_open else None),
            summary=summary,
            open_hand=is_open,
            under=under,
            cursor=focused and self.input.keyboard,
            fault=None if ended else look.fault,
        )
        self.input.drawn = draw_table(canvas, box, picture)

    def _seen(self, state: State) -> VisibleState:
        """The table as it is drawn; what is seen is worked out once for each position."""
        me, board = self._privacy.seat(state), finished(state)
        if self._privacy.ended(state) and board is not None:
            return VisibleState(board, me, known=True)
        how = (me, self._privacy.hidden, self._privacy.known)
        if self._viewed is None or self._viewed[0] is not state or self._viewed[1] != how:
            self._viewed = (
                state,
                how,
                read(state, me, hidden=self._privacy.hidden, known=self._privacy.known),
            )
        return self._viewed[2]

    def _note(self, state: State, seen: VisibleState, under: str | None) -> str:
        """A sentence for the board: what is pointed at, or what has just happened."""
        board, names = state.board, self._privacy.names
        if board.refused:
            return f"{names[1 - board.turn]} refused the claim: play on."
        if board.stage == "exchange":
            return words.exchange_about(seen.board, names)
        if board.stage != "auction":
            return ""
        if under is not None and (words.is_bid(under) or under in words.OTHER_CALLS):
            return words.call_about(under)
        passed = not board.moves and state.results and state.results[-1].contract is None
        return "Both passed: a new deal." if passed else words.auction_about(board.auction.calls)

    # -- the hand --

    def doubts(self, session: Session, move: str) -> bool:
        """Ask when fewer tricks are claimed than can still be taken, as far as that is known."""
        state, advice = bridge(session.position), session.opinions.get(session.cursor)
        if not move.startswith(CLAIM) or advice is None or state.stage != "play":
            return False
        able = round(advice.choices[0].worth.value) - state.board.won[state.to_move]
        asked, self.input.doubt = self.input.doubt, (move, able)
        return int(move.removeprefix(CLAIM)) < able and asked != self.input.doubt

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        if self.waiting and self.input.goes_on(event, scale, focused):
            self._go_on()
            return None
        return self.input.handle(event, scale, focused)

    @property
    def waiting(self) -> bool:
        """True if the result of a deal is to be read."""
        return self._position is not None and self._privacy.waits(self._position)

    def _go_on(self) -> None:
        assert self._position is not None
        self._privacy.go_on(self._position)
        self._was = None

    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        if self.waiting:  # an arrow for a card that is played already leads to no button
            return focused and (event.key in ENTER or event.key in ARROWS)
        return self.input.takes(event, focused)

    def highlight(self, move: str | None) -> None:
        self.input.shown = move

    def commands(self, position: Position, proof: Proof | None = None) -> list[Command]:
        state = bridge(position)
        commands: list[Command] = []
        if self._privacy.waits(position):
            return [Command("Enter", self._go_on, label="Next deal", name="go on")]
        if state.claims():
            text = "Do not claim" if self.input.claiming else "Claim tricks"
            commands.append(Command("C", self.input.claim, label=text, name="claim"))
        if self._privacy.hidden and state.stage in ("exchange", "play"):
            text = "Hide known cards" if self._privacy.known else "Show known cards"
            commands.append(Command("V", self.toggle_known, label=text, name="known"))
        return commands

    def toggle_known(self) -> None:
        """Show the cards that are known to be in the other's hand, or let the person remember them."""
        self._privacy.known = not self._privacy.known

    @property
    def pointed(self) -> str | None:
        return self.input.asked

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("Left, Right", "choose a card; Up and Down go from suit to suit"),
            ("Enter", "play it, or make the call"),
            ("1 to 7, then C D H S N", "type a bid; P passes, X doubles and redoubles"),
            ("C, then a number", "claim some of the tricks left"),
            ("V", "show or hide what is known of the other’s hand"),
        ]
