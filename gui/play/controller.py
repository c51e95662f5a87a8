"""A game at the table: who sits where, whose clock runs, which engine is asked, what the kibitzer says.

It draws nothing and knows no scene. Once a frame `update` lets time pass.

Apart from `play`: it is the model of a game in progress and draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ai.engine import Limit, Value
from ai.names import KIBITZ, REVIEWER
from ai.registry import engines_of
from ai.work import Thinking
from game.errors import IllegalMove
from game.facts import KnownFacts
from game.position import Position
from game.review import Judgement, by_rule, in_doubt, judge
from game.session import Session
from game.tree import Node
from gui.play.advice_feed import (
    JUDGE,
    KIBITZER,
    AdviceFeed,
    GameAdvice,
    JudgedAdvice,
    judging_of,
    question_at,
    wants_judging,
)
from gui.play.engine_room import EngineRoom, Event, Reported, WorkerFailure
from gui.play.job import RoomJob

_WITHOUT_CLOCK = 2.0  # seconds


def limit_for(position: Position, budget: float | None, used: float, level: str) -> Limit:
    """The limit for one move: levels below full know their own; `budget` and `used` are seconds a game."""
    if level not in ("", "full"):
        return Limit()
    if budget is None:
        return Limit(seconds=_WITHOUT_CLOCK)
    return Limit(seconds=engines_of(position.game).seconds_for(position, max(0.0, budget - used), budget))


@dataclass
class PlayStyle:
    """Behaviour of the controller: who advises, what is called out, and how fast engines play each other."""

    kibitz: bool = True
    adviser: str = KIBITZ
    judges: bool = True  # a person's moves are judged, and mistakes are called out at once
    hint_seconds: float = 20.0
    duel_seconds: float = 1.0
    replay_speed: float = 1.0
    reply_seconds: float = 0.35  # before an engine's reply, so that a person's own move is seen first
    options: Mapping[str, Value] = field(default_factory=dict)  # of the adviser


@dataclass
class GameController:
    """A game that is being played. `playing` is off after a move was taken back and while an earlier position is shown.

    To look back is not to take back: the game stays where it stands until a person plays a move somewhere else.
    """

    session: Session
    room: EngineRoom
    play_style: PlayStyle
    playing: bool = True
    speed: float = 1.0
    words: list[str] = field(default_factory=list)
    moved: bool = False  # whether the last update has played a move
    hold: bool = False  # engines wait: a person reads how a deal ended
    preparing: bool = False  # kernels are being compiled: who is not asked yet leaves the cores to who is
    also_hears: Callable[[Event], object] = field(default=lambda _: None)  # other work of the room
    _turn: float = 0.0  # seconds the seat to move has used on this move
    _thought: float = 0.0  # seconds the engine on the move says it has used: compiling does not count
    _prepared: bool = False
    _judge_called: bool = False  # whether the reviewer's process was started
    _ready: tuple[str, float] | None = None  # the engine's move and its seconds, waiting for its moment
    _settled: set[Node] = field(
        default_factory=set
    )  # where it is known what the move that led there has cost
    _trouble: str = ""  # a book that cannot be used, said once
    _stands: tuple[tuple[Node, ...], int] | None = (
        None  # line and ply of the game, while another place is shown
    )
    _judged: tuple[tuple[int, int], tuple[Judgement | None, ...]] | None = None

    def __post_init__(self) -> None:
        self._kibitzer = AdviceFeed(self.room, self._ask_kibitzer, store=GameAdvice(lambda: self.session))
        self._judge = AdviceFeed(
            self.room, self._ask_judge, role=JUDGE, store=JudgedAdvice(lambda: self.session)
        )
        roles = (_player(seat) for seat in range(len(self.session.seats)))
        self._players = [RoomJob(self.room, role, self._ask_player) for role in roles]

    # -- where we are --

    @property
    def position(self) -> Position:
        return self.session.position

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def live(self) -> bool:
        """True if the newest position of the game is on the board."""
        return self._stands is None and self.session.cursor == self.session.length

    @property
    def looking(self) -> bool:
        """True if somebody looks back: another place is shown than the one where the game stands."""
        return self._stands is not None

    @property
    def duel(self) -> bool:
        """True if two engines play each other."""
        return all(seat.kind == "engine" for seat in self.session.seats)

    @property
    def open_hand(self) -> bool:
        """True if a person may choose a move now."""
        return self.session.seat.kind == "human" and not self.over

    def seconds(self, seat: int) -> float:
        """The time a seat has used, its present move included."""
        used = self.session.used(seat) / 1000
        if seat != self.position.to_move or self.over or not self.live:
            return used
        return used + (self._turn if self.session.seat.kind == "human" else self._thought)

    def judgements(self) -> tuple[Judgement | None, ...]:
        """By move what it has cost, as far as is known."""
        if self._judged is None or self._judged[0] != self.session.version:
            self._judged = (self.session.version, judge(self.session))
        return self._judged[1]

    # -- what happens --

    def update(self, seconds: float) -> None:
        """Let time pass: hear the engines, ask them, play the move that is due."""
        self.moved = False
        for event in self.room.poll():
            self._hear(event)
            self.also_hears(event)
        if self.playing and self.live and not self.over:
            if not self.hold:  # what was asked as the deal ended may be answered by now
                self._turn += seconds
                self._play_when_due()
        elif self.playing and not self.live:
            self._turn += seconds
            if self._turn * self.speed * self.play_style.replay_speed >= 1.0:
                self._replay_step()
        self._ask()

    def choose(self, move: str) -> bool:
        """A person plays `move`, and the game goes on from there; False, with a word, where that is not possible."""
        if not self.open_hand:
            return False
        try:
            self.session.play(move, round(self._turn * 1000))
        except IllegalMove as error:
            self.words.append(str(error))
            return False
        self._stands = None
        self._after_move()
        self.playing = True
        return True

    def undo(self) -> None:
        """Take back to the person's own turn before; between two engines, one move. One looks back further by it."""
        if self.looking:
            self.go_to(self.session.cursor - 1)
        else:
            self._step_back(self._person())

    def redo(self) -> None:
        """Play again what was taken back."""
        if self.looking:
            self.go_to(self.session.cursor + 1)
            return
        self.playing = False
        if self.session.redo(self._person()) or self.session.redo():
            self._after_move()

    def go_to(self, ply: int) -> None:
        """Look at another ply; the game waits where it stands, and goes on once a person is back there."""
        self.look_at(self.session.line[max(self.session.begin, min(ply, self.session.length))])

    def look_at(self, node: Node, line: Sequence[Node] = ()) -> None:
        """The same for any place in the tree of the game, on a `line` through it."""
        if node is not self.session.node or line:
            self._stands = self._stands or (self.session.line, self.session.cursor)
            self.session.visit(node, line)
            self._arrive()
            self._after_move()
        self.playing = self.live and not self.duel

    def _arrive(self) -> None:
        """Look back no longer where the game stands, or where it stood before moves were taken back."""
        if self._stands is not None:
            line, ply = self._stands
            if ply <= self.session.cursor < len(line) and line[self.session.cursor] is self.session.node:
                self.session.take(line, self.session.cursor)
                self._stands = None

    def come_back(self) -> None:
        """Show the game where it stands."""
        if self._stands is not None:
            self.session.take(*self._stands)
            self._stands = None
            self._after_move()
            self.playing = self.live and not self.duel

    def replace(self, session: Session) -> None:
        """Go on with another game."""
        self.session, self._stands = session, None
        self.reopen()

    def standing(self) -> Session:
        """The game where it stands, for its record."""
        if self._stands is None:
            return self.session
        session = self.session.look()
        session.take(*self._stands)
        return session

    def toggle(self) -> None:
        """Let the game go on, or hold it."""
        self.playing = not self.playing
        self._turn = 0.0 if not self.live else self._turn

    def _prepare(self) -> None:
        """Have the engines' processes ready before their first move is due; one that thinks already goes on."""
        self._prepared = True
        for number, seat in enumerate(self.session.seats):
            if seat.kind == "engine" and not self.over and not self._players[number].busy:
                question = question_at(self.session.node, seat.engine, seat.level, Limit(iterations=1))
                self.room.begin(_player(number), Thinking(question, self.position))

    def close(self) -> None:
        """Nobody needs to think any more."""
        for role in (KIBITZER, JUDGE, *map(_player, range(len(self._players)))):
            self.room.stop(role)
        self._kibitzer.stop()
        self._judge.stop()
        for job in self._players:
            job.stop()
        self._ready = None

    def reopen(self) -> None:
        """Back at the table: what was seen elsewhere is known here, and a game in the past waits."""
        self._judged = None
        self.playing = self.playing and self.live

    # -- inside --

    def _person(self) -> int | None:
        people = [i for i, seat in enumerate(self.session.seats) if seat.kind == "human"]
        return people[0] if len(people) == 1 else None

    def _step_back(self, seat: int | None) -> None:
        self.playing = False
        if self.session.undo(seat) or self.session.undo():
            self._after_move()

    def _replay_step(self) -> None:
        self.playing = self.session.redo()
        self._arrive()
        self._after_move()
        self.moved = True

    def _after_move(self) -> None:
        self._turn = self._thought = 0.0
        self._ready = None

    def _hear(self, event: Event) -> None:
        if isinstance(event, WorkerFailure):
            self.words.append(event.sentence)
            if event.final and event.role != KIBITZER:
                self.playing = False
        elif isinstance(event, Reported):
            self._think_along(event)

    def _think_along(self, thought: Reported) -> None:
        mover = self._players[self.position.to_move]
        if thought.role == KIBITZER:
            known = self._kibitzer.order is not None
            self._kibitzer.take(thought)
        elif thought.role == JUDGE:
            known = False
            self._judge.take(thought)
        else:
            known = mover.hear(thought) is not None
            if known and self.session.seat.level in ("", "full"):
                self.session.note(self.session.cursor, thought.report)
        if not known:
            return
        trouble = thought.report.read(KnownFacts).trouble
        if trouble and trouble != self._trouble:
            self._trouble = trouble
            self.words.append(f"{trouble}; the game goes on without it.")
        if thought.role != KIBITZER:
            self._thought = thought.seconds
            if thought.report.done and thought.report.choices:
                move = engines_of(self.position.game).move_of(self.position, thought.report.choices[0])
                self._ready = (move, thought.seconds)

    def _play_when_due(self) -> None:
        if self._ready is None or self._turn < self._least():
            return
        move, seconds = self._ready
        try:
            self.session.play(move, round(seconds * 1000))
        except IllegalMove as error:
            self.words.append(f"The engine’s move was refused: {error}")
            self.playing = False
            return
        self._after_move()
        self.moved = True

    def _least(self) -> float:
        return self.play_style.duel_seconds / self.speed if self.duel else self.play_style.reply_seconds

    def _ask(self) -> None:
        if self.hold:
            return
        if not (self._prepared or self.preparing):
            self._prepare()
        thinking = self._wants_move()
        about = (
            self.session.node,
            self.position.digest(),
            self.session.seat.engine,
            self.session.seat.level,
        )
        for seat, job in enumerate(self._players):
            if not thinking or seat != self.position.to_move:
                job.stop()
            elif job.order != about:
                job.start(about)
        if self._wants_kibitzer(thinking):
            style, at = self.play_style, self._to_advise()
            items = (at.position.digest(), style.adviser, *style.options.items())
            self._kibitzer.look(at, depends_on=items, more=True)
        else:
            self._kibitzer.stop()
        if not self.play_style.judges:
            return
        played = self._to_judge()
        if played is not None:
            self._judge_called = True
            self._judge.look(played)
        elif not self._judge_called and self.session.node in self.session.opinions_by_node:
            self._call_judge()

    def _to_advise(self) -> Node:
        """The place that the adviser looks at.

        That is this one; but once something is said here, those come first where a rule has to tell what a person's
        move has cost, and has not said anything yet.
        """
        here = self.session.node
        if not by_rule(self.position.game) or not (self.over or here in self.session.opinions_by_node):
            return here
        missed = (
            node.parent for node in self._moves_to_judge() if node.parent not in self.session.opinions_by_node
        )
        return next(filter(None, missed), here)

    def _to_judge(self) -> Node | None:
        """The move whose cost is wanted: one of which nothing is said yet, the newest first; then a second look.

        What is being judged for the first time is not left for a newer move, so that each gets its verdict soon.
        """
        wanted = [node for node in self._moves_to_judge() if wants_judging(self.session, node)]
        first = [node for node in wanted if not self._has_verdict(node)]
        if self._judge.busy and self._judge.order in first:
            return self._judge.order
        return next(iter(first or wanted), None)

    def _moves_to_judge(self) -> list[Node]:
        """Return the nodes after those moves of this line whose cost is not known for certain, the newest first.

        As long as the game goes on they are a person's, or of an engine that may have thrown a proven win away.
        """
        session, rule = self.session, by_rule(self.position.game)
        nodes = list[Node]()
        for node in reversed(session.line[1 : None if self.over else session.cursor + 1]):
            if node in self._settled or node.parent is None:
                continue
            persons = session.seats[node.parent.position.to_move].kind == "human"
            if not (persons or self.over or in_doubt(session, node)):
                continue
            if node.parent not in session.opinions_by_node if rule else wants_judging(session, node):
                nodes.append(node)
            else:
                self._settled.add(node)
        return nodes

    def _has_verdict(self, node: Node) -> bool:
        advice = None if node.parent is None else self.session.opinions_by_node.get(node.parent)
        return advice is not None and node.text in advice.judged

    def _call_judge(self) -> None:
        """Have the reviewer's process ready before a person's first move has to be judged."""
        self._judge_called = True
        if by_rule(self.position.game) or not any(seat.kind == "human" for seat in self.session.seats):
            return
        options: dict[str, Value] = {"played": self.position.legal_moves()[0]}
        question = question_at(self.session.node, REVIEWER, "", Limit(iterations=1), options)
        self.room.begin(JUDGE, Thinking(question, self.position))

    def _ask_judge(self, node: Node) -> Thinking:
        assert node.parent is not None
        return judging_of(node, self.session.opinions_by_node.get(node.parent))

    def _ask_player(self, about: object) -> Thinking:
        """Have the engine on the move think, within its time."""
        seat, chair = self.position.to_move, self.session.seat
        budget = chair.seconds / (self.speed if self.duel else 1.0) if chair.seconds else None
        limit = limit_for(self.position, budget, self.session.used(seat) / 1000, chair.level)
        question = question_at(self.session.node, chair.engine, chair.level, limit)
        return Thinking(question, self.position)

    def _ask_kibitzer(self, node: Node) -> Thinking:
        style = self.play_style
        limit = Limit(seconds=style.hint_seconds, every=True)
        question = question_at(node, style.adviser, "full", limit, style.options)
        return Thinking(question, node.position)

    def _wants_move(self) -> bool:
        return (
            self.playing
            and self.live
            and not self.over
            and self.session.seat.kind == "engine"
            and self._ready is None
        )

    def _wants_kibitzer(self, thinking: bool) -> bool:
        if not self.play_style.kibitz:
            return False
        if self.over:
            return self._to_advise() is not self.session.node
        if thinking and self.session.seat.level in ("", "full"):
            return False  # a full engine on the move says its own opinion
        advice = self.session.opinions.get(self.session.cursor)
        return advice is None or not (
            advice.proven and advice.done
        )  # what follows from elsewhere may be proved before

    @property
    def adviser(self) -> str:
        """The role whose opinion on this position is shown: a full engine on the move says its own."""
        seat = self.position.to_move
        return (
            KIBITZER
            if self._kibitzer.order is not None or self._players[seat].order is None
            else _player(seat)
        )

    @property
    def judging(self) -> bool:
        """True if a move is being judged."""
        return self._judge.busy

    def last_judged(self) -> Judgement | None:
        """Return the judgement on the last move of a person, which is the one that `undo` takes back."""
        ply = self.last_of_a_person()
        return None if ply is None else self.judgements()[ply]

    def last_of_a_person(self) -> int | None:
        """The ply of the last move before the cursor that a person made."""
        plies = range(self.session.cursor - 1, -1, -1)
        seats, at = self.session.seats, self.session.position_at
        return next((ply for ply in plies if seats[at(ply).to_move].kind == "human"), None)


def _player(seat: int) -> str:
    """The role of the engine on a seat."""
    return f"player-{seat}"
