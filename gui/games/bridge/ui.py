"""Bridge at the table: the bidding box, the hands, the trick; a click or Enter calls and plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import pygame

from game.advice import Advice, Choice, Proof
from game.bridge import State, duplicate
from game.bridge.board import CLAIM
from game.bridge.cards import NO_TRUMPS, card_name, parse_card
from game.position import Position
from game.record import Seat
from game.review import Judgement, values
from game.session import Session
from gui.games.bridge import review, words
from gui.games.bridge.cards import card_words
from gui.games.bridge.rules import play_rules, score_rules
from gui.games.bridge.view import DIM, Picture, PressAreas, draw_table
from gui.games.bridge.visible_state import (
    SOUTH,
    VisibleState,
    bridge,
    finished,
    in_order,
    names_of,
    person_of,
    read,
    step_suit,
)
from gui.games.bridge.words import NEAR, is_card, move_words, tricks_words
from gui.play.game_ui import SOURCES, GameUI, Opinion, PanelColumn, RenderState
from gui.play.timeline import ValueCurve
from gui.ui import icons
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Command
from gui.ui.controls import chip
from gui.ui.graph import Axis
from gui.ui.targets import ARROWS, ENTER, inside
from gui.ui.theme import mix

_YOU = "You"
_WHY = "Why"

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
        if state.stage == "auction" or state.board.claimed is not None:
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
    """The table of one scene, seen from a person's seat."""

    title = "Honeymoon bridge"
    best_heading = "Best cards"
    move_word = "card"
    invitation = "Play another card here"
    choice_lines = 2
    has_deals = True
    marks_all = True
    reply_seconds = 0.7  # a trick is seen before the next card is led

    def __init__(self) -> None:
        self._viewed: tuple[State, tuple[int, bool, bool], VisibleState] | None = None
        self.known = True  # whether what is known of the other's hand is shown
        self.input = BridgeInput()
        self._me: int | None = SOUTH
        self._names = ("North", _YOU)
        self._sits = "engine"
        self._hidden = True
        self._position: State | None = None
        self._now: VisibleState | None = None
        self._was: VisibleState | None = None  # the table before the last move
        self._read = -1  # the number of deals whose result has been read

    def title_of(self, position: Position) -> str:
        return "German Whist" if bridge(position).rules.auction == "stock" else self.title

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

    def cost(self, judgement: Judgement) -> str:
        if judgement.unit == "points":
            around = f" ± {round(judgement.error)}" if judgement.error else ""
            return f"{round(judgement.loss)}{around} points"
        tricks, error = tricks_words(judgement.loss), tricks_words(judgement.error)
        around = f" ± {error}" if judgement.error >= NEAR else ""
        return f"{tricks}{around} trick{'' if tricks == '1' else 's'}"

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
        """Return True if the result of a deal is on the table."""
        if finished(state) is None:
            return False
        return state.over or not self._hidden or self._read != len(state.results)

    def compares(self, position: Position) -> bool:
        return bool(duplicate.pairs(bridge(position)))

    def sound(self, before: Position, after: Position) -> str:
        was, now = bridge(before).board, bridge(after).board
        if was.stage == "auction" or was.claimed is not None or now.claimed is not None:
            return "call"
        return "card" if was.led is None else "trick"

    def place(self, position: Position) -> str:
        return words.place(bridge(position))

    def number(self, position: Position) -> int:
        return len(bridge(position).board.moves) + 1

    def part(self, position: Position) -> str:
        return words.part(bridge(position), self._names)

    def beside(self, position: Position) -> bool:
        return bridge(position).board.stage != "auction"

    def extent(self, position: Position) -> str:
        return words.extent(bridge(position))

    def anew(self, session: Session) -> Session | None:
        return review.anew(session) if self._hidden else None

    # -- drawing --

    def see(self, position: Position, *, open_hand: bool) -> None:
        state = bridge(position)
        ended, seen = self._ended(state), self._seen(state)
        if self._now is not None and seen != self._now:
            self._was = self._now
        self._position, self._now = state, seen
        self.input.see(None if ended else state, is_open=open_hand and not ended)

    def draw(self, canvas: Canvas, box: Box, look: RenderState) -> None:
        state, focused = bridge(look.position), look.focused
        ended = self._ended(state)
        legal, choices = ((), ()) if ended else (state.legal_moves(), look.choices)
        is_open, under = look.open_hand and not ended, self.input.pointed(focused)
        seen = self._seen(state)
        summary = None
        if ended and look.session is not None:
            me = self._seat(state)
            summary = review.summary_of(look.session, look.judged, self._names, me)
        picture = Picture(
            seen=seen,
            names=self._names,
            sits=self._sits,
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
        me, board = self._seat(state), finished(state)
        if self._ended(state) and board is not None:
            return VisibleState(board, me, known=True)
        how = (me, self._hidden, self.known)
        if self._viewed is None or self._viewed[0] is not state or self._viewed[1] != how:
            self._viewed = (state, how, read(state, me, hidden=self._hidden, known=self.known))
        return self._viewed[2]

    def _note(self, state: State, seen: VisibleState, under: str | None) -> str:
        """A sentence for the board: what is pointed at, or what has just happened."""
        board, names = state.board, self._names
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

    def heading(self, position: Position) -> str:
        return "Best calls" if bridge(position).stage == "auction" else "Best cards"

    def invite(self, position: Position) -> str:
        return "Make another call here" if bridge(position).stage == "auction" else "Play another card here"

    @property
    def waiting(self) -> bool:
        """True if the result of a deal is to be read."""
        return self._position is not None and self.waits(self._position)

    def _go_on(self) -> None:
        assert self._position is not None
        self._read = len(self._position.results)
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
        if self.waits(position):
            return [Command("Enter", self._go_on, label="Next deal", name="go on")]
        if state.claims():
            text = "Do not claim" if self.input.claiming else "Claim tricks"
            commands.append(Command("C", self.input.claim, label=text, name="claim"))
        if self._hidden and state.stage in ("exchange", "play"):
            text = "Hide known cards" if self.known else "Show known cards"
            commands.append(Command("V", self.toggle_known, label=text, name="known"))
        return commands

    def toggle_known(self) -> None:
        """Show the cards that are known to be in the other's hand, or let the person remember them."""
        self.known = not self.known

    # -- the panel --

    def draw_choice(
        self, canvas: Canvas, box: Box, position: Position, choice: Choice, advice: Advice | None
    ) -> None:
        canvas.text((box[0], box[1] + box[3] / 2), move_words(choice.move), "body", canvas.theme.colour.text)

    def draw_list(
        self, column: PanelColumn, position: Position, advice: Advice, choose: Callable[[Choice], object]
    ) -> None:
        draw_list(column, bridge(position), advice, choose)

    def draw_why(self, column: PanelColumn, opinion: Opinion) -> bool:
        advice = opinion.spoken
        assert advice is not None, "there is something to explain"
        return draw_reasons(column, bridge(opinion.position), advice, self.reason(opinion))

    def compare(self, position: Position, advice: Advice, move: str, after: Advice | None = None) -> str:
        return words.compare(bridge(position), advice, move, self._names)

    @property
    def pointed(self) -> str | None:
        return self.input.asked

    # -- words --

    def detail(self, position: Position) -> str:
        state = bridge(position)
        return words.detail(state, self._names, ended=self._ended(state))

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        return words.ground(bridge(position), advice), words.reason(bridge(position), advice, self._names)

    def figure(self, value: float) -> str:
        tricks = tricks_words(value)
        return f"{tricks} trick{'' if tricks == '1' else 's'}"

    def axis(self, values: Sequence[float | None]) -> Axis:
        return Axis(0.0, 1.0, ((1.0, "13"), (0.0, "0")))

    def reading(self, position: Position, *, seat: int | None = 0) -> str:
        return "Tricks"

    def move_words(self, position: Position, move: str, among: Iterable[str] = ()) -> str:
        return move_words(move)

    def loss_words(self, position: Position, judgement: Judgement) -> str:
        certain = bridge(position).stage == "play"
        verb = "cost" if certain else "seems to have cost"
        return f"{move_words(judgement.move)} {verb} {self.cost(replace(judgement, error=0.0))}"

    def rules(self, position: Position) -> tuple[str, str]:
        table = bridge(position).rules
        return play_rules(table), score_rules(table)

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        state = bridge(position)
        return words.standing(state, self._names, self._seat(state))

    def result(self, position: Position) -> str:
        return words.result(bridge(position), self._names)

    def longest(self, position: Position) -> int:
        return position.ply + 1

    def course(self, session: Session, judged: Sequence[Judgement | None], last: int) -> ValueCurve:
        me = self._seat(bridge(session.position))
        messages, name = values(session), self._names[me]
        return review.course_of(session, messages, judged, me, self.may_tell, name)

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


# The kibitzer's column: cards of equal worth together, and why the best is best.

_ROW, _HIGH = 60.0, 56.0


class Group(NamedTuple):
    """Moves that are worth the same: the figure, the moves as they are read, a few words on them, and an error."""

    figure: str
    moves: str
    worth: str
    error: str
    choice: Choice


def groups(state: State, advice: Advice) -> list[Group]:
    """The moves by worth; of equal cards first the one that is advised, the others as they stand in the hand."""
    # each call by itself, cards of the same worth together
    results: dict[tuple[str, float], list[Choice]] = {}
    for choice in advice.choices:
        call = "" if words.is_card(choice.move) else choice.move
        results.setdefault((call, choice.worth.rounded), []).append(choice)
    contract = state.board.contract
    strain = NO_TRUMPS if contract is None else contract.strain
    made: list[Group] = []
    for choices in results.values():
        figure = words.figure_of(state, choices[0])
        moves = [choice.move for choice in choices]
        messages = [words.move_words(move) for move in moves]
        if all(map(words.is_card, moves)):
            first, *others = map(parse_card, moves)
            messages = [card_words(card) for card in (first, *in_order(others, strain))]
        worth, error = words.worth_about(state, advice, choices[0])
        made.append(Group(figure, " ".join(messages), worth, error, choices[0]))
    return made


def draw_list(column: PanelColumn, state: State, advice: Advice, choose: Callable[[Choice], object]) -> None:
    """The groups from the best on, as many as there is room for."""
    rows = 4 if column.frame.panel[3] >= 620 else 3 if column.frame.panel[3] >= 460 else 2
    column.y += 12
    for number, group in enumerate(groups(state, advice)[:rows]):
        if column.room < _HIGH / 2:
            break
        _draw_row(column, number, group, choose, proven=state.stage == "play")
    column.y -= 4


def _draw_row(
    column: PanelColumn, number: int, group: Group, choose: Callable[[Choice], object], *, proven: bool
) -> None:
    canvas, colour = column.canvas, column.canvas.theme.colour
    wide = max(28.0, canvas.text_width(group.figure, "strong") + 14)
    x = column.left + max(48.0, wide + 12)
    messages = canvas.renderer.wrap(group.moves, canvas.theme.type["body"], column.right - x, canvas.scale)
    if len(messages) > 2:
        messages = [messages[0], canvas.fitted(" ".join(messages[1:]), "body", column.right - x)]
    more = 22.0 * (len(messages) - 1)
    column.y += more / 2
    name, inset = f"choice {number + 1}", 16.0 if column.frame.margin >= 24 else 10.0
    press = partial(choose, group.choice)
    column.row(name, _HIGH + more, press, chosen=number == 0, inset=inset, move=group.choice.move)
    filled = proven and number == 0
    place = (column.left, column.y - 14, wide, 28.0)
    if filled:
        canvas.panel(place, colour.amber, radius=14)
    elif proven:
        canvas.panel(place, mix(colour.panel, colour.amber, DIM), radius=14)
    else:
        width, opacity = (2.0, 1.0) if number == 0 else (1.5, max(0.65, 0.85 - 0.1 * number))
        canvas.panel(place, None, radius=14, edge=colour.amber_line, width=width, opacity=opacity)
    ink, style = colour.amber_ink if filled else colour.amber_text, "strong" if number == 0 else "body"
    canvas.text((column.left + wide / 2, column.y), group.figure, style, ink, "middle")
    about = ", ".join(filter(None, (group.worth, group.error)))
    top = column.y - 10.0 * (len(messages) - (0 if about else 1))
    for at, line in enumerate(messages):
        canvas.text((x, top + 22 * at), line, "body", colour.text)
    if about:
        if group.error and canvas.text_width(about, "label") > column.right - x:
            about = group.error  # whole, where there is no room for both
        about = canvas.fitted(about, "label", column.right - x)
        canvas.text((x, top + 22 * len(messages)), about, "label", colour.text3)
    column.y += _ROW + more / 2


_ROOMY = 250.0  # units from which the reason has a heading


def draw_reasons(column: PanelColumn, state: State, advice: Advice, reason: str) -> bool:
    """Draw the source of the opinion, the reason, and the tricks that follow; always drawn, if there is room."""
    if column.room < 200:
        return True
    canvas, colour, proven = column.canvas, column.canvas.theme.colour, state.stage == "play"
    column.y += 10
    tight = column.room < _ROOMY
    if not tight:  # a line of the reason is worth more than its heading
        column.heading(_WHY, step=29)
    source = "Solved" if proven and advice.source == "search" else SOURCES[advice.source]
    wide = chip(canvas, (column.left, column.y), source, proven=proven)
    ground = canvas.brief(words.ground(state, advice), "body", column.width - wide - 12)
    canvas.text((column.left + wide + 12, column.y), ground, "body", colour.text)
    column.y += 20
    lines = int((column.room - (112 if tight else 160)) / 24)  # the facts and a button, or more of them
    column.paragraph(reason, lines=max(1, min(3, lines)), after=6)
    best = advice.choices[0]
    if proven and best.line and column.room > 150:
        column.y += 12
        _draw_line(column, state, (best.move, *best.line))
        column.y += 12
    return True


def _draw_line(column: PanelColumn, state: State, moves: tuple[str, ...]) -> None:
    """The cards that follow, trick by trick, as far as there is room."""
    canvas, colour = column.canvas, column.canvas.theme.colour
    cards = [words.move_words(move) for move in moves]
    first = 1 if state.board.led is not None else 2
    x = column.left
    for number, trick in enumerate((cards[:first], *(cards[i : i + 2] for i in range(first, len(cards), 2)))):
        text = " ".join(trick)
        wide = canvas.text_width(text, "label")
        if x + wide > column.right:
            return
        if number:
            icons.chevron(canvas, (x - 14, column.y), colour.text3)
        canvas.text((x, column.y), text, "label", colour.text)
        x += wide + 28
