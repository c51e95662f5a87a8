"""A game's part of the window: a board that draws itself and chooses moves, a language, and what a seat may see.

The scenes know no game. They hold a game UI and a session, and the game UI knows no scene.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import pygame

from game.advice import Advice, Choice, Proof, Worth
from game.config import Config
from game.position import Position
from game.record import Seat
from game.review import Judgement, ranks, values
from game.session import Session
from game.tree import Node
from game.words import counted
from gui.play.panel import PanelColumn
from gui.play.sources import estimates, known_choices, known_stretches
from gui.play.timeline import ValueCurve
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Command
from gui.ui.graph import Axis


@dataclass(frozen=True)
class Opinion:
    """Content of the kibitzer's part of the panel: the advice on `position`, or the reason why there is none yet."""

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


class BoardUI(ABC):
    """A game's board of one scene: its picture, and the mouse and keys that choose a move on it.

    `marks_all`: it marks moves that the list of the panel has no room for. `reply_seconds` pass before an engine's
    reply, so that a person's own move is seen. `refusal`: why the last event chose no move although a person meant
    one, as a sentence; else empty. `played`: in this scene moves can be chosen at all, though it may be another side's
    turn. `aspect`: the width of the board with all that stands around it by its height.
    """

    marks_all = False
    reply_seconds = 0.35
    refusal = ""
    played = True
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

    @property
    def pointed(self) -> str | None:
        """The move on the board that a person points at, or has chosen with the keys but not played."""
        return None

    def doubts(self, session: Session, move: str) -> bool:
        """Return True if the board asks first if a person means `move`; the same move chosen again is played."""
        return False

    def commands(self, position: Position, proof: Proof | None = None) -> list[Command]:
        """Return the commands of the player to move besides moves.

        `proof` is the player's result where it may be told.
        """
        return []

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
    def sound(self, before: Position, after: Position) -> str:
        """The name of the sound of the move from `before` to `after`, as in `gui.ui.sounds`."""
        ...


class Language(ABC):
    """A game's language: the names of its moves, its figures and sentences, and its rows of the panel.

    Values and losses are in the game's own unit. `choice_lines` is how many lines a best move needs in the panel.
    `invitation` is said to a person who looks back and may play from there. `follows_books`: its engines know moves
    from books and policies. `cost_unit`: what a cost is counted in, where a figure does not say it.
    """

    title: str
    best_heading: str
    move_word: str
    invitation: str
    choice_lines: int
    follows_books = False
    cost_unit = ""

    def title_of(self, position: Position) -> str:
        """Return the name of the game under the rules of `position`."""
        return self.title

    def heading(self, position: Position) -> str:
        """Return the heading of the best moves in a position."""
        return self.best_heading

    def invite(self, position: Position) -> str:
        """Return the invitation to a person who looks back at a position and may play from there."""
        return self.invitation

    @abstractmethod
    def detail(self, position: Position) -> str:
        """Return whose turn it is, or how the game has ended."""
        ...

    @abstractmethod
    def reading(self, position: Position, *, seat: int | None = 0) -> str:
        """The words over the figure of the timeline: `White wins`, for the other `seat` `Black wins`; `Equity`.

        `seat` is None where there is no figure yet.
        """
        ...

    @abstractmethod
    def result(self, position: Position) -> str:
        """Return how a finished game has ended, with the points; empty while it goes on."""
        ...

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        """Facts on the game, label and value; none where the seats say it all."""
        return ()

    def compared(self, position: Position) -> tuple[tuple[str, str], ...]:
        """Facts on the game by which one is compared with another, label and value."""
        return self.standing(position)

    @abstractmethod
    def rules(self, position: Position) -> tuple[str, str]:
        """Return how the game is played, and how it is scored: a few sentences each, under the rules of `position`."""
        ...

    # -- moves and places in a game --

    def names(self, position: Position) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(name.capitalize() for name in position.seats)

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

    def number(self, position: Position) -> int:
        """The number of the next move, as a list counts them."""
        return position.ply + 1

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

    @abstractmethod
    def longest(self, position: Position) -> int:
        """The number of moves after which the game is over for certain: the timeline's right end."""
        ...

    # -- figures --

    @abstractmethod
    def figure(self, value: float) -> str:
        """A value as it is read: `58 %`, `12.43`."""
        ...

    def choice_figure(self, choice: Choice, advice: Advice | None) -> tuple[str, str]:
        """The figure beside a choice of an `advice`, and its unit, which goes where room is short.

        Both are empty where nothing is known that can be counted.
        """
        if choice.worth.unit == "order":
            return "", ""
        return choice.proof or self.figure(choice.worth.value), ""

    @abstractmethod
    def axis(self, values: Sequence[float | None]) -> Axis:
        """The scale on which a graph of `values` stands."""
        ...

    def cost(self, judgement: Judgement) -> str:
        """Return the cost of a mistake, in its unit, with its error where that is shown."""
        seen = Worth(judgement.unit, judgement.error).rounded > 0
        around = f" ± {self.figure(judgement.error)}" if seen else ""
        return f"{self.figure(judgement.loss)}{around} {self.cost_unit}".rstrip()

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
            estimates=estimates(session),
            mistakes=tuple(each.ply + 1 for each in judged if each is not None and each.grave),
        )

    # -- sentences --

    @abstractmethod
    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        """Return the source of the advice in a few words, and the reason for the best move in two sentences."""
        ...

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

    @abstractmethod
    def loss_words(self, position: Position, judgement: Judgement) -> str:
        """Return the effect of a bad move, as the first half of a sentence: `C3v gave away 15 %`."""
        ...

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

    def crossing(self, before: Advice | None, now: Advice | None) -> tuple[str, str]:
        """Return the book or well that was entered or left between two opinions that follow each other.

        Its name with the word, and why.

        Both are empty where nothing was.
        """
        return "", ""

    def ranks(self, position: Position, advice: Advice | None) -> tuple[int, ...]:
        """The ranks of all choices, the same on the board and in the list."""
        return () if advice is None else ranks(advice)

    # -- drawn in the panel --

    @abstractmethod
    def draw_choice(
        self, canvas: Canvas, box: Box, position: Position, choice: Choice, advice: Advice | None
    ) -> None:
        """Draw one of the best moves of an `advice` into `box`, the room between its rank and its score."""
        ...

    def draw_list(
        self, column: PanelColumn, position: Position, advice: Advice, choose: Callable[[Choice], object]
    ) -> bool:
        """Draw the best moves; False, with nothing drawn, where they are drawn as for every game."""
        return False

    def draw_why(self, column: PanelColumn, opinion: Opinion) -> bool:
        """Draw the reasons as a block of the panel; False, with nothing drawn, where `reason` says it in words."""
        return False

    @abstractmethod
    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        """Draw a short sign of a seat's colour, its left end at `at`, 28 units wide."""
        ...


class Privacy:
    """Rules for what a seat may see, and when; as they stand, those of a game that hides nothing.

    `has_deals`: the game is played deal by deal and hides cards, so that what an engine says may not be shown at any
    time.
    """

    has_deals = False

    def sit(self, seats: Sequence[Seat], *, hidden: bool) -> None:
        """See the board from a person's seat; `hidden` as the rules have it, or all open."""

    def may_tell(self, position: Position) -> bool:
        """Return True if what an engine says of `position` may be shown.

        Not where it has looked into the other's cards.
        """
        return True

    def waits(self, position: Position) -> bool:
        """Return True if the game waits until a person has read how a deal has ended."""
        return False

    def anew(self, session: Session) -> Session | None:
        """The same game up to the cursor, in which what nobody has seen there is dealt anew.

        None where nothing hidden was seen after the cursor: then the game can go on from there as it is.
        """
        return None

    def compares(self, position: Position) -> bool:
        """Return True if every deal of the match is played from both sides, and a sheet compares them."""
        return False


class GameUI:
    """A game's part of the window for one scene: its board, its language, and its privacy."""

    def __init__(self, board: BoardUI, language: Language, privacy: Privacy | None = None) -> None:
        self.board = board
        self.language = language
        self.privacy = privacy or Privacy()
