"""A game's part of the window: a board that draws itself, a hand that chooses moves, and its words.

The scenes know no game. They hold a game UI and a session, and the game UI knows no scene.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

import pygame

from game.advice import KNOWN_SOURCES, Advice, Choice, Proof, Worth
from game.config import Config
from game.facts import KnownFacts
from game.position import Position
from game.record import Seat
from game.review import Judgement, proved, ranks, values
from game.session import Session
from game.tree import Node
from game.words import counted
from gui.play.timeline import ValueCurve
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Command
from gui.ui.controls import badge, chip, heading, key_cap, key_width
from gui.ui.graph import Axis
from gui.ui.layout import Flow, Frame
from gui.ui.targets import Targets
from gui.ui.text import as_figure, clock

_WHY = "Why"

# The kibitzer's column: the best moves, why, and the state of the game. It flows from top to bottom.

_NOTE_LINES = 5
_ROW, _TALL_ROW = 40.0, 60.0
_LOW = 480.0  # units of height below which there are no headings over the reasons and the game
_REASONS = (100.0, 60.0)  # units that the shortest reasons need, with their heading and without
_STANDING = 130.0  # units that stay for the game below the reasons, a button included
_SEATS, _FACTS = 68.0, 40.0  # the same without a heading and a button: two seats, or a line of facts
_NARROW = 270.0  # units of width below which the name of a move needs the room of its figure's unit


@dataclass(frozen=True)
class Opinion:
    """Content of the kibitzer's part of the column: what is said of `position`, or why nothing is said yet."""

    ui: GameUI
    position: Position
    advice: Advice | None
    shown: bool
    waiting: str = ""
    about: str | None = None  # the move that is asked about: pointed at, or played
    node: Node | None = None  # the place in a game, where the advice behind a move counts as well
    advice_by_node: Mapping[Node, Advice] = field(default_factory=dict)
    hidden: str = "Hints are hidden. The graph continues below."  # in place of what is not shown

    @property
    def after(self) -> Advice | None:
        """Advice on the position behind the move that is asked about."""
        node = None if self.node is None or self.about is None else self.node.child(self.about)
        return None if node is None else self.advice_by_node.get(node)

    @property
    def looking(self) -> bool:
        """True if another choice may still come first."""
        advice = self.spoken
        return advice is not None and not known_choices(advice) and advice.looking

    @property
    def spoken(self) -> Advice | None:
        """The advice, where there is one to be shown."""
        return self.advice if self.shown and self.advice is not None and self.advice.choices else None


@dataclass(frozen=True)
class SeatLine:
    """One seat in the game's part of the column; `seat` is its index."""

    seat: int
    name: str
    count: str
    seconds: Callable[[], float]
    to_move: bool


def _time(seat: SeatLine) -> str:
    """The clock of a seat."""
    return clock(seat.seconds())


class PanelColumn(Flow):
    """The panel: what the kibitzer says, and how the game stands."""

    def __init__(self, canvas: Canvas, frame: Frame, targets: Targets) -> None:
        left, width = frame.column + frame.margin, frame.panel_width - 2 * frame.margin
        top, tight = frame.panel[1] + 31, frame.panel[3] < _LOW
        super().__init__(canvas, targets, left, top, width, frame.foot, tight=tight)
        self.frame, self.top = frame, top
        self.floor = self.bottom  # no row of the best moves goes below it, whatever else is kept free

    @property
    def inset(self) -> float:
        """Distance by which the background of a row reaches beyond the column."""
        return 16.0 if self.frame.margin >= 24 else 10.0

    def note_height(self, note: str) -> float:
        """The room that a note takes, in so many lines at most."""
        style = self.canvas.theme.type["body"]
        lines = self.canvas.renderer.wrap(note, style, self.width, self.canvas.scale) if note else []
        return 24.0 * min(_NOTE_LINES, len(lines)) + 12 if lines else 0.0

    def headed(self, words: str, *commands: Command, brief: str = "") -> None:
        """A heading with the keys of its commands at the right, which can be pressed, too; `brief` where it is long."""
        canvas, right = self.canvas, self.right
        for each in commands:
            key = self.targets.key(each.keys)
            wide = key_width(canvas, key)
            box = (right - wide, self.y - 11, wide, 22.0)
            if self.targets.add(each.name, box, each.press, about=each.tip):
                canvas.panel(box, canvas.theme.colour.raised, radius=4)
            key_cap(canvas, box[:2], key)
            right -= wide + 8
        room = right - self.left
        fits = not brief or canvas.text_width(words, "caps") <= room
        heading(canvas, (self.left, self.y), canvas.fitted(words if fits else brief, "caps", room))

    def best(
        self,
        opinion: Opinion,
        choose: Callable[[Choice], object],
        toggle: Callable[[], object],
        moves: Callable[[], object] | None = None,
    ) -> None:
        """The ranked moves; pressing one calls `choose`.

        `moves` shows the list of moves in their place.
        """
        canvas, colour = self.canvas, self.canvas.theme.colour
        words = opinion.ui.heading(opinion.position)
        keys = [Command("H", toggle, "show or hide hints", name="hints")]
        if moves is not None:
            keys.append(Command("O", moves, "show the moves of the game", name="moves"))
        if opinion.looking:
            self.headed(f"{words}, still looking", *keys, brief="Still looking")
        else:
            self.headed(words, *keys)
        self.y += 37
        if not opinion.shown:
            place = (self.left, self.y - 18, self.width, 0.0)
            self.y += canvas.paragraph(place, opinion.hidden, "body", colour.text3)
        elif opinion.advice is None or not opinion.advice.choices:
            canvas.text((self.left, self.y - 6), opinion.waiting, "body", colour.text3)
            self.y += 24
        else:
            opinion.ui.draw_list(self, opinion.position, opinion.advice, choose)

    def moves_heading(self, toggle: Callable[[], object]) -> None:
        """Draw the heading of the list of moves; `toggle` hides it."""
        self.headed("Moves", Command("O", toggle, "hide the moves", name="moves"))
        self.y += 24 if self.tight else 32

    def height_of_best(self, ui: GameUI) -> float:
        """The height of as many of the best moves as there is room for, with their heading."""
        return 37 + self.rows(ui) * (_TALL_ROW if ui.choice_lines > 1 else _ROW)

    def ranked(
        self, ui: GameUI, position: Position, advice: Advice, choose: Callable[[Choice], object]
    ) -> None:
        """As many of the best moves as there is room for, with their ranks."""
        opinion = Opinion(ui, position, advice, True)
        shown, numbers = advice.choices[: self.rows(ui)], ui.ranks(position, advice)
        high = _TALL_ROW if ui.choice_lines > 1 else _ROW
        for number, (rank, choice) in enumerate(zip(numbers, shown, strict=False), 1):
            if number == 1 or self.floor - self.y >= high - _ROW / 2:
                self._row(number, rank, choice, opinion, choose)

    def rows(self, ui: GameUI) -> int:
        """Return how many of the best moves fit."""
        height = self.bottom - self.frame.panel[1]
        if ui.choice_lines > 1:
            return 3 if height >= 480 else 2
        return 5 if height >= 548 else 4 if height >= 525 else 3 if height >= 400 else 2

    def _row(
        self, number: int, rank: int, choice: Choice, opinion: Opinion, choose: Callable[[Choice], object]
    ) -> None:
        canvas, colour = self.canvas, self.canvas.theme.colour
        name, inset = f"choice {number}", self.inset
        tall = opinion.ui.choice_lines > 1
        high, step = (_TALL_ROW - 4, _TALL_ROW) if tall else (_ROW - 4, _ROW)
        self.y += (high - _ROW + 4) / 2
        box = (self.left - inset, self.y - high / 2, self.width + 2 * inset, high)
        hovered = self.targets.add(name, box, lambda: choose(choice), radius=8, move=choice.move)
        if number == 1 or hovered:
            canvas.panel(box, colour.raised, radius=8)
        badge(
            canvas,
            (self.left + 12, self.y),
            rank,
            proven=choice.proof is not None
            or number <= known_choices(opinion.advice)
            or (number == 1 and certain(opinion.advice)),
            firm=choice.share or 1 / number,
        )
        figure, unit = opinion.ui.choice_figure(choice, opinion.advice)
        label = as_figure(f"{figure} {unit}" if unit and self.width >= _NARROW else figure)
        figure_width = max(56.0, canvas.text_width(label, "strong"))
        room = (self.left + 40, self.y - high / 2, self.width - 48 - figure_width, high)
        opinion.ui.draw_choice(canvas, room, opinion.position, choice, opinion.advice)
        at = (self.right, self.y - (10 if tall else 0))
        canvas.text(at, label, "strong", colour.amber_text, "right")
        self.y += step - (high - _ROW + 4) / 2

    def why(self, opinion: Opinion) -> None:
        """Draw the source of the opinion and the reason for it; of a move that is pointed at, what it does worse."""
        opinion = replace(opinion, about=opinion.about or self.targets.pointed or opinion.ui.pointed)
        canvas, colour, advice = self.canvas, self.canvas.theme.colour, opinion.spoken
        if advice is None or opinion.ui.draw_why(self, opinion):
            return
        needed, below = _REASONS[self.tight], _STANDING
        if self.tight:
            below = _FACTS if opinion.ui.standing(opinion.position) else _SEATS
        if self.tight and self.bottom - self.y < needed + below:
            below = 0.0  # the seats give way
        if self.bottom - self.y < needed + below:
            return
        ground, reason = opinion.ui.why(opinion.position, advice)[0], opinion.ui.reason(opinion)
        self.y += 6 if self.tight else 15
        if not self.tight:
            heading(canvas, (self.left, self.y), _WHY)
            self.y += 29
        wide = chip(canvas, (self.left, self.y), source_word(advice), proven=certain(advice))
        if canvas.text_width(ground, "body") > self.width - wide - 12:
            ground = ""
        canvas.text((self.left + wide + 12, self.y), ground, "body", colour.text)
        self.y += 20
        lines = max(1, min(4, int((self.bottom - self.y - below - (0 if self.tight else 30)) / 24)))
        place = (self.left, self.y, self.width, 0.0)
        self.y += canvas.sentences(place, reason, "body", colour.text2, lines)
        self.y += 4 if self.tight else 12

    def game(self, ui: GameUI, position: Position, seats: list[SeatLine], note: str = "") -> None:
        """Draw the state of the game: its facts, or the seats with their signs and clocks; and a line of words.

        Whoever has buttons to follow keeps room for them.
        """
        canvas = self.canvas
        gap = 12 if self.tight else 30
        self.y += gap if self.y > self.top else 0
        if self.y + (12 if self.tight else 40) > self.bottom:
            self.y -= gap
            return
        facts = ui.standing(position)
        rows = (len(facts) + 1) // 2 if facts else len(seats)
        if not self.tight and self.y + 28 * rows + 12 + self.note_height(note) <= self.bottom:
            heading(canvas, (self.left, self.y), "Game")
            self.y += 28
        if not facts and not (self.tight and self.y + 28 * rows + self.note_height(note) - 12 > self.bottom):
            self._seats(ui, seats)
        self.words(note)  # before facts: where there is room for one of the two, words matter more
        if facts:
            self.facts(facts)

    def words(self, note: str, most: int = _NOTE_LINES) -> None:
        """A few words on the last move, in so many lines at most: as many sentences as fit, at least a part of one."""
        lines = min(most, int((self.bottom - self.y + 12) / 24))
        if note and lines > 0:
            place, ink = (self.left, self.y - 8, self.width, 0.0), self.canvas.theme.colour.text2
            self.y += self.canvas.sentences(place, note, "body", ink, lines) + 12

    def _seats(self, ui: GameUI, seats: list[SeatLine]) -> None:
        canvas, colour = self.canvas, self.canvas.theme.colour
        for seat in seats:
            if self.y + 12 > self.bottom:
                return
            ui.draw_tone(canvas, (self.left, self.y), seat.seat)
            ink = colour.text if seat.to_move else colour.text2
            time = canvas.running_text((self.right, self.y), partial(_time, seat), "body", ink, "right")
            room = self.width - 40 - time - 16
            name = canvas.fitted(seat.name, "body", room)
            used = canvas.text((self.left + 40, self.y), name, "body", ink)
            count = canvas.text_width(seat.count, "label")
            if used + count + 24 < room:
                canvas.text((self.right - time - 24 - count, self.y), seat.count, "label", colour.text3)
            self.y += 28


SOURCES = {"book": "Book", "table": "Table", "policy": "Policy", "search": "Search", "rule": "Rule"}


def certain(advice: Advice | None) -> bool:
    """Return True if an opinion is known: it is proven, or from a book, a table or a policy of this game."""
    return advice is not None and (
        advice.proven or (advice.source in KNOWN_SOURCES and not advice.read(KnownFacts).simplified)
    )


def source_word(advice: Advice) -> str:
    """Return the source of an opinion, in a word."""
    return "Solved" if advice.proven and advice.source == "search" else SOURCES[advice.source]


def moves_of(advice: Advice | None) -> tuple[str, ...]:
    """The moves of all choices."""
    return () if advice is None else tuple(choice.move for choice in advice.choices)


def known_choices(advice: Advice | None) -> int:
    """Return how many of the choices in front are known: from a book, a table or a policy of this very game."""
    return 0 if advice is None or advice.read(KnownFacts).simplified else advice.known


def _estimates(session: Session) -> frozenset[int]:
    """The plies of a line that are not proved, behind one that is."""
    known = proved(session)
    first = known.index(True) if True in known else len(known)
    return frozenset(ply for ply in range(first, len(known)) if not known[ply])


def known_stretches(session: Session) -> tuple[tuple[int, int], ...]:
    """The stretches of a game, from a ply up to another, in which its moves came from a book or a policy."""
    results: list[tuple[int, int]] = []
    for ply in sorted(session.opinions):
        if not session.opinions[ply].known:
            continue
        if results and results[-1][1] == ply:
            results[-1] = (results[-1][0], ply + 1)
        else:
            results.append((ply, ply + 1))
    return tuple(results)


class Fault(NamedTuple):
    """A move that was played here and was a mistake, and its mark: `?!`, `?` or `??`."""

    move: str
    mark: str


@dataclass(frozen=True)
class RenderState:
    """Content of one frame of a board.

    `choices` are the opinions to draw, none where hints are hidden; `grown` is how far the last move's
    motion has come (0 to 1); `open_hand` whether a person may choose a move now; `focused` whether the
    keyboard is on the board; `evaluator` names the rule whose judgement is opened up on the board, none
    where empty. `known`: so many of the best come from a book, a table or a policy.
    `ranks`: theirs, from 1, the same where they are too close to call. `certain`: the best choice is known and
    not estimated. `way`: the inputs that bring a piece to the best choice or, as long as the last move is in motion,
    that brought it there; empty where they are not known. `slow`: that motion is to be looked at step by step.
    `session` and `judged`: the game so far, and by move what it has cost. `fault` is drawn beside the better moves.
    """

    position: Position
    choices: tuple[Choice, ...] = ()
    grown: float = 1.0
    open_hand: bool = False
    focused: bool = False
    evaluator: str = ""
    certain: bool = False
    known: int = 0
    ranks: tuple[int, ...] = ()
    way: tuple[str, ...] = ()
    slow: bool = False
    session: Session | None = None
    judged: Sequence[Judgement | None] = ()
    fault: Fault | None = None


class GameUI(ABC):
    """A game's board view and input for one scene. What most games have not is answered here.

    Values and losses are in the game's own unit. `choice_lines` is how many lines a best move needs in the panel.
    `invitation` is said to a person who looks back and may play from there. `follows_books`: its engines know moves
    from books and policies. `has_deals`: it is played deal by deal and hides cards, so that what an engine says may
    not be shown at any time. `marks_all`: the board marks moves that the list has no room for. `reply_seconds` pass
    before an engine's reply, so that a person's own move is seen. `refusal`: why the last event chose no move although
    a person meant one, as a sentence; else empty. `played`: in this scene moves can be chosen at all, though it may be
    another side's turn. `cost_unit`: what a cost is counted in, where a figure does not say it. `aspect`: the width of
    the board with all that stands around it by its height.
    """

    title: str
    best_heading: str
    move_word: str
    invitation: str
    choice_lines: int
    follows_books = False
    has_deals = False
    marks_all = False
    reply_seconds = 0.35
    refusal = ""
    played = True
    cost_unit = ""
    aspect = 1.0

    def see(self, position: Position, *, open_hand: bool) -> None:  # noqa: B027 (some games keep no position)
        """Take the position that is shown: what keys and clicks do until the next one follows from it."""

    @abstractmethod
    def draw(self, canvas: Canvas, box: Box, look: RenderState) -> None:
        """Draw the board into `box`."""
        ...

    @abstractmethod
    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        """The move that this event chooses, as text; None if it chooses none."""
        ...

    @abstractmethod
    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        """Return True if the board wants this key for itself.

        Arrows while `focused`, the rest of a move being typed.
        """
        ...

    @abstractmethod
    def highlight(self, move: str | None) -> None:
        """Show a move of the panel on the board, as if pointed at."""
        ...

    @abstractmethod
    def detail(self, position: Position) -> str:
        """Return whose turn it is, or how the game has ended."""
        ...

    @abstractmethod
    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        """Return the source of the advice in a few words, and the reason for the best move in two sentences."""
        ...

    @abstractmethod
    def draw_choice(
        self, canvas: Canvas, box: Box, position: Position, choice: Choice, advice: Advice | None
    ) -> None:
        """Draw one of the best moves of an `advice` into `box`, the room between its rank and its score."""
        ...

    def choice_figure(self, choice: Choice, advice: Advice | None) -> tuple[str, str]:
        """The figure beside a choice of an `advice`, and its unit, which goes where room is short.

        Both are empty where nothing is known that can be counted.
        """
        if choice.worth.unit == "order":
            return "", ""
        return choice.proof or self.figure(choice.worth.value), ""

    @property
    def pointed(self) -> str | None:
        """The move on the board that a person points at, or has chosen with the keys but not played."""
        return None

    def compare(self, position: Position, advice: Advice, move: str, after: Advice | None = None) -> str:
        """Return the disadvantages of a move against the best one, in a sentence or two; empty where nothing is known.

        `after` is what was said of the position behind it. Only facts are told that follow from the rules, or that
        an advice has proved.
        """
        return ""

    def reason(self, opinion: Opinion) -> str:
        """The reason for the best move; for another move that is asked about, what it does worse."""
        advice, move = opinion.spoken, opinion.about
        if advice is None:
            return ""
        if move is not None and move != advice.choices[0].move:
            text = self.compare(opinion.position, advice, move, opinion.after)
            if text:
                return text
        return self.why(opinion.position, advice)[1]

    def draw_why(self, column: PanelColumn, opinion: Opinion) -> bool:
        """Draw the reasons as a block of the panel; False, with nothing drawn, where `reason` says it in words."""
        return False

    @abstractmethod
    def figure(self, value: float) -> str:
        """A value as it is read: `58 %`, `12.43`."""
        ...

    def ranks(self, position: Position, advice: Advice | None) -> tuple[int, ...]:
        """The ranks of all choices, the same on the board and in the list."""
        return () if advice is None else ranks(advice)

    @abstractmethod
    def axis(self, values: Sequence[float | None]) -> Axis:
        """The scale on which a graph of `values` stands."""
        ...

    @abstractmethod
    def reading(self, position: Position, *, seat: int | None = 0) -> str:
        """The words over the figure of the timeline: `White wins`, for the other `seat` `Black wins`; `Equity`.

        `seat` is None where there is no figure yet.
        """
        ...

    @abstractmethod
    def move_words(self, position: Position, move: str, among: Iterable[str] = ()) -> str:
        """A move's short name in lists and sentences, different from those of the moves `among` which it stands."""
        ...

    def move_within(
        self,
        canvas: Canvas,
        position: Position,
        move: str,
        style: str,
        room: float,
        among: Iterable[str] = (),
    ) -> str:
        """The same where there is so much room."""
        return canvas.fitted(self.move_words(position, move, among), style, room)

    def verdict_words(self, position: Position, judgement: Judgement) -> str:
        """Return the words for the quality of a move: `O, columns 7-8: best`.

        `Mistake: C3v cost 15 % of the chance to win`.
        """
        if judgement.verdict in ("best", "fine") and judgement.loss <= judgement.error:
            good = "best" if judgement.verdict == "best" else "as good as the best"
            return f"{self.move_words(position, judgement.move)}: {good}"
        text = self.loss_words(position, judgement)
        if judgement.verdict == "close":
            return f"Too close to call: {text}"
        return f"{judgement.verdict.capitalize()}: {text}"

    @abstractmethod
    def loss_words(self, position: Position, judgement: Judgement) -> str:
        """Return the effect of a bad move, as the first half of a sentence: `C3v gave away 15 %`."""
        ...

    def heading(self, position: Position) -> str:
        """Return the heading of the best moves in a position."""
        return self.best_heading

    def invite(self, position: Position) -> str:
        """Return the invitation to a person who looks back at a position and may play from there."""
        return self.invitation

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        """Facts on the game, label and value; none where the seats say it all."""
        return ()

    def commands(self, position: Position, proof: Proof | None = None) -> list[Command]:
        """Return the commands of the player to move besides moves.

        `proof` is the player's result where it may be told.
        """
        return []

    @abstractmethod
    def result(self, position: Position) -> str:
        """Return how a finished game has ended, with the points; empty while it goes on."""
        ...

    @abstractmethod
    def longest(self, position: Position) -> int:
        """The number of moves after which the game is over for certain: the timeline's right end."""
        ...

    @abstractmethod
    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        """Draw a short sign of a seat's colour, its left end at `at`, 28 units wide."""
        ...

    def bind(self, config: Config) -> None:  # noqa: B027 (few boards have keys of their own)
        """Take the keys of the settings; called whenever a scene is entered."""

    @property
    def letters(self) -> str:
        """Letters that begin a move's name: a command behind one of them is reached with Shift."""
        return ""

    @property
    def naming(self) -> bool:
        """True if a move's name is being typed."""
        return False

    @abstractmethod
    def keys(self) -> list[tuple[str, str]]:
        """The board's own keys."""
        ...

    @abstractmethod
    def rules(self, position: Position) -> tuple[str, str]:
        """Return how the game is played, and how it is scored: a few sentences each, under the rules of `position`."""
        ...

    @abstractmethod
    def sound(self, before: Position, after: Position) -> str:
        """The name of the sound of the move from `before` to `after`, as in `gui.ui.sounds`."""
        ...

    # -- books --

    def crossing(self, before: Advice | None, now: Advice | None) -> tuple[str, str]:
        """Return the book or well that was entered or left between two opinions that follow each other.

        Its name with the word, and why.

        Both are empty where nothing was.
        """
        return "", ""

    # -- deals and hidden cards --

    def number(self, position: Position) -> int:
        """The number of the next move, as a list counts them."""
        return position.ply + 1

    def doubts(self, session: Session, move: str) -> bool:
        """Return True if the board asks first if a person means `move`; the same move chosen again is played."""
        return False

    def title_of(self, position: Position) -> str:
        """Return the name of the game under the rules of `position`."""
        return self.title

    def names(self, position: Position) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(name.capitalize() for name in position.seats)

    def cost(self, judgement: Judgement) -> str:
        """Return the cost of a mistake, in its unit, with its error where that is shown."""
        seen = Worth(judgement.unit, judgement.error).rounded > 0
        around = f" ± {self.figure(judgement.error)}" if seen else ""
        return f"{self.figure(judgement.loss)}{around} {self.cost_unit}".rstrip()

    def sit(self, seats: Sequence[Seat], *, hidden: bool) -> None:  # noqa: B027 (most games hide nothing)
        """See the board from a person's seat; `hidden` as the rules have it, or all open."""

    def may_tell(self, position: Position) -> bool:
        """Return True if what an engine says of `position` may be shown.

        Not where it has looked into the other's cards.
        """
        return True

    def waits(self, position: Position) -> bool:
        """Return True if the game waits until a person has read how a deal has ended."""
        return False

    def compares(self, position: Position) -> bool:
        """Return True if every deal of the match is played from both sides, and a sheet compares them."""
        return False

    def anew(self, session: Session) -> Session | None:
        """The same game up to the cursor, in which what nobody has seen there is dealt anew.

        None where nothing hidden was seen after the cursor: then the game can go on from there as it is.
        """
        return None

    def place(self, position: Position) -> str:
        """Return the place of a position in the game: `wall 12`, `deal 2, trick 5`."""
        return f"{self.move_word} {position.ply}"

    def part(self, position: Position) -> str:
        """The part of the game to which the next move belongs, for the list of moves; empty for most games."""
        return ""

    def beside(self, position: Position) -> bool:
        """Return True if the next move stands beside the one before it in that list, in any order of seats."""
        return False

    def extent(self, position: Position) -> str:
        """Return how much has been played up to a position: `29 walls`, `2 deals`."""
        return counted(position.ply, self.move_word)

    # -- timeline and list --

    def course(self, session: Session, judged: Sequence[Judgement | None], last: int) -> ValueCurve:
        """The timeline of a game with opinions, up to ply `last`: its values, its mistakes and the figure of now."""
        messages, cursor, advice = values(session), session.cursor, session.opinions.get(session.cursor)
        here = messages[cursor] if cursor < len(messages) else None
        proof = session.proof(session.node)
        proven = proof is not None or (advice is not None and advice.proven)
        seat = session.position.to_move if len(session.seats) > 1 and session.position.winner is None else 0
        # as the best move says it: of whoever is to move
        chance = here if here is None or not seat else 1.0 - here
        if proven and len(session.seats) > 1 and here is not None:
            seat = int(here == 0.0)
        figure = "–" if chance is None else ("proven" if proven else self.figure(chance))
        return ValueCurve(
            values=messages,
            axis=self.axis(messages),
            cursor=cursor,
            last=last,
            label=self.reading(session.position, seat=None if chance is None else seat),
            figure=figure,
            word=f"{self.move_word} {cursor}" if cursor else "",
            known=known_stretches(session) if self.follows_books else (),
            estimates=_estimates(session),
            mistakes=tuple(each.ply + 1 for each in judged if each is not None and each.grave),
        )

    def draw_list(
        self, column: PanelColumn, position: Position, advice: Advice, choose: Callable[[Choice], object]
    ) -> None:
        """Draw the best moves."""
        column.ranked(self, position, advice, choose)
