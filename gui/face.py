"""What a game brings to the window: a board that draws itself, a hand that chooses moves, and its words.

The scenes know no game. They hold a face and a session, and the face knows no scene.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import pygame

from game.advice import Advice, Choice
from game.position import Position
from game.record import Seat
from game.review import Judgement
from game.session import Session
from gui.drawing.canvas import Box, Canvas, Point

if TYPE_CHECKING:
    from gui.frame.panel import Column
    from gui.frame.timeline import Course


_KNOWN = ("book", "table", "policy")  # sources that do not estimate
SIMPLIFIED = (
    "simplified"  # the fact that what is known is known of a simpler game, and an estimate for this one
)
SOURCES = {"book": "Book", "table": "Table", "policy": "Policy", "search": "Search", "rule": "Rule"}


def certain(advice: Advice | None) -> bool:
    """Whether an opinion is known and not estimated: it is proven, or from a book, a table or a policy of this game."""
    return advice is not None and (
        advice.proven or (advice.source in _KNOWN and SIMPLIFIED not in advice.facts)
    )


def source_word(advice: Advice) -> str:
    """What an opinion rests on, in a word."""
    return "Solved" if advice.proven and advice.source == "search" else SOURCES[advice.source]


def known_choices(advice: Advice | None) -> int:
    """How many of the choices in front are known: from a book, a table or a policy of this very game."""
    return 0 if advice is None or SIMPLIFIED in advice.facts else _led(advice)


def _led(advice: Advice) -> int:
    """How many of the choices in front are from a book, a table or a policy; those behind them were searched for."""
    if advice.source not in _KNOWN:
        return 0
    count = advice.facts.get("known", float(len(advice.choices)))
    return int(count) if isinstance(count, float | int) else 0


def known_stretches(session: Session) -> tuple[tuple[int, int], ...]:
    """The stretches of a game, from a ply up to another, in which its moves came from a book or a policy."""
    found: list[tuple[int, int]] = []
    for ply in sorted(session.opinions):
        if not _led(session.opinions[ply]):
            continue
        if found and found[-1][1] == ply:
            found[-1] = (found[-1][0], ply + 1)
        else:
            found.append((ply, ply + 1))
    return tuple(found)


@dataclass(frozen=True)
class Look:
    """What one frame of a board shows.

    `choices` are the opinions to draw, none where hints are hidden; `grown` is how far the last move's
    motion has come (0 to 1); `open_hand` whether a person may choose a move now; `focused` whether the
    keyboard is on the board; `evaluator` names the rule whose judgement is opened up on the board, none
    where empty. `known`: so many of the best come from a book, a table or a policy.
    `certain`: the best choice is known and not estimated. `way`: the inputs that bring a piece to the best
    choice or, as long as the last move is in motion, that brought it there; empty where they are not known.
    """

    position: Position
    choices: tuple[Choice, ...] = ()
    grown: float = 1.0
    open_hand: bool = False
    focused: bool = False
    evaluator: str = ""
    certain: bool = False
    known: int = 0
    way: tuple[str, ...] = ()


@dataclass(frozen=True)
class Deed:
    """Something more that a player may do now: a button in the panel with its key.

    `mark` is what the next move carries behind its name while this is on, however the move is chosen.
    """

    name: str
    words: str
    key: str
    act: Callable[[], None]
    mark: str = ""


@dataclass(frozen=True)
class Axis:
    """The scale of a graph of values: its lower and upper end, and the values that are named, as text."""

    bottom: float
    top: float
    marks: tuple[tuple[float, str], ...]

    def share(self, value: float) -> float:
        """Where `value` stands between the ends, 0 to 1; what lies outside stands at the end."""
        return max(0.0, min(1.0, (value - self.bottom) / (self.top - self.bottom)))


class Face(Protocol):
    """A game's board view and controller for one scene.

    Values and losses are in the game's own unit; a move that loses `mistake_from` is marked, one that loses
    `blunder_from` is called out. `choice_lines` is how many lines a best move needs in the panel, 1 or 2.
    `invitation` is said to a person who looks back and may play from there.
    """

    title: str
    best_heading: str
    move_word: str
    invitation: str
    mistake_from: float
    blunder_from: float
    choice_lines: int

    def draw(self, canvas: Canvas, box: Box, look: Look) -> None:
        """Draw the board into `box`."""
        ...

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        """The move that this event chooses, as text; None if it chooses none."""
        ...

    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        """Whether the board wants this key for itself: arrows while `focused`, the rest of a move being typed."""
        ...

    def highlight(self, move: str | None) -> None:
        """Show a move of the panel on the board, as if pointed at."""
        ...

    def detail(self, position: Position) -> str:
        """Whose turn it is, or how the game has ended."""
        ...

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        """What the advice rests on in a few words, and the reason for the best move in two sentences."""
        ...

    def draw_choice(self, canvas: Canvas, box: Box, position: Position, choice: Choice) -> None:
        """Draw one of the best moves into `box`, the room between its rank and its score."""
        ...

    def draw_why(self, column: Column, position: Position, advice: Advice) -> bool:
        """Draw the reasons as a block of the panel; False, with nothing drawn, where `why` says it in words."""
        ...

    def figure(self, value: float) -> str:
        """A value as it is read: `58 %`, `12.43`."""
        ...

    def axis(self, values: Sequence[float | None]) -> Axis:
        """The scale on which a graph of `values` stands."""
        ...

    def reading(self, position: Position, *, seat: int = 0) -> str:
        """What the figure of the timeline says: `White wins`, for the other `seat` `Black wins`; `Equity`."""
        ...

    def move_words(self, position: Position, move: str) -> str:
        """A move's short name in lists and sentences."""
        ...

    def loss_words(self, position: Position, judgement: Judgement) -> str:
        """What a bad move has done, as the first half of a sentence: `C3v gave away 15 %`."""
        ...

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        """Facts on the game, label and value; none where the seats say it all."""
        ...

    def deeds(self, position: Position) -> list[Deed]:
        """What the player to move may do besides a move."""
        ...

    def result(self, position: Position) -> str:
        """How a finished game has ended, with the points; empty while it goes on."""
        ...

    def longest(self, position: Position) -> int:
        """The number of moves after which the game is over for certain: the timeline's right end."""
        ...

    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        """Draw a short sign of a seat's colour, its left end at `at`, 28 units wide."""
        ...

    def keys(self) -> list[tuple[str, str]]:
        """The board's own keys."""
        ...


@runtime_checkable
class Versed(Protocol):
    """What a face has besides, whose engines know moves from books and policies."""

    def listen(self, advice: Advice | None) -> None:
        """Hear the opinion whose choices are drawn next."""
        ...

    def crossing(self, before: Advice | None, now: Advice | None) -> tuple[str, str]:
        """What was entered or left between two opinions that follow each other: its name with the word, and why.

        Both are empty where nothing was.
        """
        ...


@runtime_checkable
class Dealt(Protocol):
    """What a face has besides, whose game hides something from its players, and is played deal by deal."""

    reply_seconds: float  # before an engine's reply: how long what lies on the table is looked at

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, as a person at the table calls them."""
        ...

    def cost(self, position: Position, loss: float) -> str:
        """What a mistake in `position` has cost, in the unit of its stage."""
        ...

    def sit(self, seats: Sequence[Seat], *, hidden: bool) -> None:
        """Take to the table: the board is seen from a person's seat; `hidden` as the rules have it, or all open."""
        ...

    def may_tell(self, position: Position) -> bool:
        """Whether what an engine says of `position` may be shown: not where it has looked into the other's cards."""
        ...

    def waits(self, position: Position) -> bool:
        """Whether the game waits until a person has read how a deal has ended."""
        ...

    def compares(self, position: Position) -> bool:
        """Whether every deal of the match is played from both sides, so that there is a sheet to compare them on."""
        ...

    def anew(self, session: Session) -> Session | None:
        """The same game up to the cursor, in which what nobody has seen there is dealt anew.

        None where nothing hidden was seen after the cursor: then the game can go on from there as it is.
        """
        ...

    def place(self, position: Position) -> str:
        """Where in the match a position stands: `deal 2, trick 5`."""
        ...

    def extent(self, position: Position) -> str:
        """How much of the match has been begun: `2 deals`."""
        ...

    def course(
        self, session: Session, values: Sequence[float | None], judged: Sequence[Judgement | None]
    ) -> Course:
        """The timeline of the deal on the board; `values` are the first seat's, by ply of the whole match."""
        ...

    def draw_list(
        self,
        column: Column,
        position: Position,
        advice: Advice,
        choose: Callable[[Choice], object],
    ) -> str | None:
        """Draw the best moves in the game's own way; returns the one that is pointed at."""
        ...
