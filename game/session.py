"""A game that is played or looked at: its positions, the place in them, and what was said about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Self

import msgspec

from game.advice import CERTAIN, Advice, AdviceStore, Choice, Proof, Worth
from game.errors import BadInput
from game.games import open_position
from game.position import Position
from game.record import DEFAULT_PACE, Chapter, Move, Note, Played, Record, Seat, Variation, play, record_of
from game.referee import Referee
from game.secrecy import Secrecy
from game.tree import Node, lines
from game.zuniq.proofs import Proofs, Walls
from game.zuniq.state import State


class LineAdvice(Mapping[int, Advice]):
    """Advice on the positions of one line, by ply."""

    def __init__(self, line: Sequence[Node], advice_store: AdviceStore[Node]) -> None:
        self._line, self._advice = line, advice_store

    def __getitem__(self, ply: int) -> Advice:
        if not 0 <= ply < len(self._line):
            raise KeyError(ply)
        return self._advice[self._line[ply]]

    def __iter__(self) -> Iterator[int]:
        return (ply for ply, node in enumerate(self._line) if node in self._advice)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Session:
    """A game with unlimited undo and redo. It reads no clock, starts no thread and draws nothing.

    All that was played is a tree, and nothing in it is ever lost: another move in the past opens a variation. A session
    is a place in the tree: a line from the start to an end, and a cursor on it. Plies count along this line. Several
    sessions may share a tree, so that one can look back at a game and leave it where it stands. The cursor never stands
    where the people in the game may not look (`secrecy`).
    """

    def __init__(
        self, start: Position, seats: Sequence[Seat], seed: int = 0, title: str = "", *, public: bool = False
    ) -> None:
        """A new game from `start`. Raises `BadInput` if the number of `seats` is not the game's.

        `created` is when it began, as in a record; empty until the game is saved for the first time. `public`: nothing
        is kept from anybody, as in a game that was read from a text that names its cards.
        """
        if len(seats) != len(start.seats):
            raise BadInput(f"{start.game} has {len(start.seats)} seats, not {len(seats)}")
        self.seats = tuple(seats)
        self.seed = seed
        self.title = title
        self.pace = DEFAULT_PACE
        self.created = ""
        self.public = public
        self._game: Session | None = None  # the one that was left to look back
        self._secrecy: Secrecy | None = None
        self._tree = _Tree(Node(start))
        self._take([self._tree.root], 0)

    @classmethod
    def new(cls, game: str, rules: Mapping[str, str], seats: Sequence[Seat], seed: int = 0) -> Self:
        """A new game by name. Raises `BadInput` for a game, rules or seats that are not possible."""
        return cls(open_position(game, rules), seats, seed)

    @classmethod
    def resume(cls, game: Record | Played) -> Self:
        """The game of a record, at its cursor. Raises `BadRecord` for an illegal move.

        Of a run it is a game of its own, that starts where the run was looked at; so it is of a game in real time,
        whose left seat then goes on piece by piece.
        """
        record = record_of(game)
        if record.live is not None:
            here = record.live.position(record.cursor).live.seats[0].by_pieces()
            return cls.new(here.game, here.here(), record.seats[:1], record.seed)
        if record.run is not None:
            return cls(record.run.branch(record.cursor), record.seats, record.seed, record.title)
        states = (game if isinstance(game, Played) else play(game)).lines
        session = cls(states[0][0], record.seats, record.seed, record.title, public=record.public)
        session.pace, session.created = record.pace, record.created
        tree = session._tree
        nodes, ends = [tree.root], list[Node]()
        whole = Variation(0, record.moves, record.notes)
        for number, (variation, course) in enumerate(zip((whole, *record.variations), states, strict=True)):
            at = parent = nodes[variation.node]
            for position, move in zip(course[0 if number else 1 :], variation.moves, strict=True):
                node = Node(position, move, at)
                node.aside = number > 0 and at is parent and at.next is None
                at.children.append(node)
                tree.meet(node)
                nodes.append(node)
                at = node
            own = nodes[-len(variation.moves) :] if number else nodes
            for note in variation.notes:
                tree.keep(own[note.ply - own[0].ply], note.advice)
            ends.append(at)
        tree.chapters = [(nodes[each.ply], each) for each in record.chapters]
        session._take(ends[record.line].path(), record.cursor)
        return session

    def look(self) -> Session:
        """Return a second cursor in the same game, at first at the same place; moving it does not move this one.

        Moves played there are variations of the game, even behind its last move.
        """
        session = Session(self._tree.root.position, self.seats, self.seed, self.title, public=self.public)
        session.pace, session.created, session._game = self.pace, self.created, self._game or self
        session._tree = self._tree
        session._take(self._line, self._cursor)
        return session

    @property
    def game(self) -> Session:
        """The game itself, where it stands, for a session that looks back at one; else this session."""
        return self._game or self

    # -- where we are --

    def _take(self, line: Sequence[Node], cursor: int) -> None:
        """Stand on a line, at a ply of it."""
        self._line = tuple(line)
        self._positions = tuple(node.position for node in line)
        self._moves = tuple(node.move for node in line if node.move is not None)
        self.opinions = LineAdvice(self._line, self._tree.opinions_by_node)
        self._tree.changes += 1
        self._begin: int | None = None
        self.go_to(cursor)

    @property
    def position(self) -> Position:
        """The position at the cursor."""
        return self._positions[self._cursor]

    @property
    def node(self) -> Node:
        """The place in the tree at the cursor."""
        return self._line[self._cursor]

    @property
    def secrecy(self) -> Secrecy:
        """The part of the game so far that the people in it may see."""
        end = self.game._positions[-1]
        if self._secrecy is None or self._secrecy.end is not end:
            self._secrecy = Secrecy(() if self.public else self.seats, end)
        return self._secrecy

    @property
    def begin(self) -> int:
        """The first ply of this line from which on all may be looked at; usually 0."""
        if not self.secrecy.comes_again:
            return 0
        if self._begin is None:
            hidden = (
                ply for ply in range(self.length, -1, -1) if not self.secrecy.shows(self._positions[ply])
            )
            self._begin = min(self.length, next(hidden, -1) + 1)
        return self._begin

    @property
    def root(self) -> Node:
        """The start of the tree."""
        return self._tree.root

    @property
    def line(self) -> tuple[Node, ...]:
        """The nodes of the line, by ply."""
        return self._line

    @property
    def opinions_by_node(self) -> Mapping[Node, Advice]:
        """The best founded opinion on each position of the tree."""
        return self._tree.opinions_by_node

    def proof(self, node: Node) -> Proof | None:
        """The result for the seat to move at a place in the tree, where it is proved; only where one of two wins."""
        return self._tree.proof(node)

    def winning(self, node: Node) -> str | None:
        """A move that is proved to win at a place in the tree, the best one that is known; None if none is."""
        return self._tree.winning(node)

    @property
    def cursor(self) -> int:
        """The ply of the position that is looked at."""
        return self._cursor

    @property
    def length(self) -> int:
        """The number of moves, those undone included."""
        return len(self._moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, those undone included."""
        return self._moves

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters of this line, in the order of their plies."""
        return self._with_chapters(self._line)

    def _with_chapters(self, line: Sequence[Node]) -> tuple[Chapter, ...]:
        known = self._tree.chapters
        return tuple(each for node, each in known if node.ply < len(line) and line[node.ply] is node)

    @property
    def seat(self) -> Seat:
        """Seat to move at the cursor."""
        return self.seats[self.position.to_move]

    def position_at(self, ply: int) -> Position:
        """The position at `ply`, 0 to `length`. Raises `BadInput` for another ply."""
        if not 0 <= ply <= self.length:
            raise BadInput(f"this game has no ply {ply}; it goes from 0 to {self.length}")
        return self._positions[ply]

    def used(self, seat: int) -> int:
        """The milliseconds that `seat` has used for its moves up to the cursor."""
        before = zip(self._positions, self._moves[: self._cursor], strict=False)
        return sum(move.ms for position, move in before if position.to_move == seat)

    @property
    def version(self) -> tuple[int, int]:
        """Changes with each move that is played, each line that is chosen, and each opinion that is kept."""
        return self._tree.changes, self._tree.opinions_by_node.version

    # -- playing --

    def play(self, move: str, ms: int = 0) -> Position:
        """The position after `move`, which took its player `ms` milliseconds. Raises `IllegalMove`.

        The moves undone stay if `move` is the first of them. Another move opens a variation, and theirs stays, too.
        """
        here, game = self.node, self._game
        node = here.child(move)
        if node is None:
            node = here.add(Move(move, ms), aside=game is not None and here is game._line[-1])
            self._tree.meet(node)
        elif game is None:
            node.move = Move(move, ms)
            if node.aside and here.next is None:  # tried out before; now it is played
                node.promote()
        if self._cursor < self.length and self._line[self._cursor + 1] is node:
            self._take(self._line, self._cursor + 1)
        else:
            self._take(node.line(), self._cursor + 1)
        return self.position

    def undo(self, seat: int | None = None) -> bool:
        """Go back one move, or until `seat` is to move; False, with nothing done, where that cannot be."""
        return self._step(range(self._cursor - 1, self.begin - 1, -1), seat)

    def redo(self, seat: int | None = None) -> bool:
        """Go forward one move, or until `seat` is to move; False, with nothing done, where that cannot be."""
        return self._step(range(self._cursor + 1, self.length + 1), seat)

    def _step(self, plies: Sequence[int], seat: int | None) -> bool:
        for ply in plies:
            if seat is None or self._positions[ply].to_move == seat:
                self._cursor = ply
                return True
        return False

    def go_to(self, ply: int) -> int:
        """The ply reached on this line: `ply` itself, or the nearest one that it has and that may be looked at."""
        self._cursor = max(self.begin, min(ply, self.length))
        return self._cursor

    # -- variations --

    def visit(self, node: Node, line: Sequence[Node] = ()) -> None:
        """Go to a place in the tree: on this `line` through it, else on the present one if it is there.

        Nothing is done where that place may not be looked at.
        """
        if not self.secrecy.shows(node.position):
            return
        if line:
            self.take(line, node.ply)
        elif node.ply <= self.length and self._line[node.ply] is node:
            self._cursor = node.ply
        else:
            self._take(node.line(), node.ply)

    def take(self, line: Sequence[Node], cursor: int) -> None:
        """Stand where another session of this tree stood: on its `line`, at a ply of it or the nearest that it has."""
        if tuple(line) != self._line:
            self._take(line, cursor)
        self.go_to(cursor)

    def enter(self) -> bool:
        """Go into the next variation: another move in place of the last one, or the next that leaves this line.

        False, with nothing done, where there is none.
        """
        here = self.node
        if here.parent is not None and len(here.parent.children) > 1:
            siblings = here.parent.children
            self.visit(siblings[(siblings.index(here) + 1) % len(siblings)])
            return True
        for node, following in zip(
            self._line[self._cursor :], [*self._line[self._cursor + 1 :], None], strict=True
        ):
            other = next((each for each in node.children if each is not following), None)
            if other is not None:
                self.visit(other)
                return True
        return False

    def leave(self) -> bool:
        """Go back to where this line left the one before it; False, with nothing done, on the main line."""
        left = next((node for node in reversed(self._line[: self._cursor + 1]) if node.variation), None)
        if left is None or left.parent is None or not self.secrecy.shows(left.parent.position):
            return False
        self._take(left.parent.line(), left.parent.ply)
        return True

    def promote(self) -> bool:
        """Make this line the main one up to the cursor; False, with nothing done, where it is that already."""
        nodes = [node for node in self._line[: self._cursor + 1] if node.variation]
        for node in nodes:
            node.promote()
        if nodes:
            self._take(self.node.line(), self._cursor)
        return bool(nodes)

    def take_over(self, ply: int, seats: Sequence[Seat]) -> Session:
        """A new game that goes on from `ply` with other `seats`; this one stays. Raises `BadInput`."""
        self.position_at(ply)
        branch = Session(self._positions[0], seats, self.seed)
        at = branch.root
        for node in self._line[: ply + 1]:
            if node.move is not None:
                at.children.append(Node(node.position, node.move, at))
                at = at.children[0]
                branch._tree.meet(at)
            if node in self._tree.opinions_by_node:
                branch._tree.keep(at, self._tree.opinions_by_node[node])
        branch._take(at.path(), ply)
        return branch

    # -- what is said --

    def note(self, ply: int, advice: Advice) -> bool:
        """Keep `advice` for `ply` unless a better founded one is kept already; True if it was kept.

        Advice that names an illegal move, or comes late for a ply that is gone, is passed over.
        """
        return 0 <= ply <= self.length and self.note_at(self._line[ply], advice)

    def note_at(self, node: Node, advice: Advice) -> bool:
        """The same for a place in the tree, whatever line it is on."""
        if not advice.choices or Referee(node.position).flaw(advice):
            return False
        return self._tree.keep(node, advice)

    def tell(self, chapter: Chapter) -> None:
        """Add a chapter, for a showcase. Raises `BadInput` for a ply that the game does not have."""
        self.position_at(chapter.ply)
        items = [*self._tree.chapters, (self._line[chapter.ply], chapter)]
        self._tree.chapters = sorted(items, key=lambda each: each[1].ply)

    # -- keeping --

    def record(self, created: str = "") -> Record:
        """The whole game as a record; `created` is UTC as `2026-11-20T09:30:00Z`, by default the game's own."""
        return self.played(created).record

    def played(self, created: str = "") -> Played:
        """The same with its positions, which need not be played again when it is written."""
        start, advice_store = self._tree.root.position, self._tree.opinions_by_node
        numbers: dict[Node, int] = {}
        variations, chosen = list[Variation](), 0
        parts = list(lines(self._tree.root))
        for own in parts:
            first = own[0]
            chosen = len(variations) if own[-1] is self._line[-1] else chosen
            for node in own:
                numbers[node] = len(numbers)
            variations.append(
                Variation(
                    0 if first.parent is None else numbers[first.parent],
                    tuple(node.move for node in own if node.move is not None),
                    tuple(Note(node.ply, advice_store[node]) for node in own if node in advice_store),
                )
            )
        record = Record(
            game=start.game,
            rules=start.setup,
            seats=self.seats,
            moves=variations[0].moves,
            variations=tuple(variations[1:]),
            line=chosen,
            cursor=self._cursor,
            notes=variations[0].notes,
            chapters=self._with_chapters(parts[0]),
            seed=self.seed,
            title=self.title,
            created=created or self.created,
            pace=self.pace,
            public=self.public,
        )
        return Played.of(record, [[node.position for node in own] for own in parts])

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions of the line, from the start to the last move kept."""
        return self._positions


class _Tree:
    """State that sessions share: the tree from its `root`, the `opinions_by_node`, its chapters by place.

    A record holds the chapters of the main line. `changes` counts what is played.

    What an engine proves tells of other positions too (`game.zuniq.proofs`). All that is said of a position agrees with
    what is proved of it, whatever an engine says later: that is seen to here, and nowhere else.
    """

    def __init__(self, root: Node) -> None:
        self.root = root
        self.opinions_by_node = AdviceStore[Node]()
        self.chapters: list[tuple[Node, Chapter]] = []
        self.changes = 0
        self._proofs = Proofs()
        self.meet(root)

    def meet(self, node: Node) -> None:
        """Take in a new place of the tree."""
        if isinstance(node.position, State):
            self._agree(self._proofs.meet(node.position))

    def proof(self, node: Node) -> Proof | None:
        """The result for the seat to move."""
        return self._proofs.of(node.position) if isinstance(node.position, State) else None

    def winning(self, node: Node) -> str | None:
        """A move that is proved to win, if there is one: the first of those that an engine has named."""
        state = node.position
        if not isinstance(state, State):
            return None
        advice = self.opinions_by_node.get(node)
        named = [] if advice is None else [_wall(state, choice) for choice in advice.choices]
        won = (wall for wall in (*named, *state.legal) if self._proofs.of_wall(state, wall) == "win")
        return next((state.grid.names[wall] for wall in won), None)

    def keep(self, node: Node, advice: Advice) -> bool:
        """Keep `advice` on a position and what it proves; True if it was better founded than what was known."""
        state = node.position
        if isinstance(state, State):
            walls = {_wall(state, each): each.proof for each in advice.choices if each.proof is not None}
            own = advice.choices[0].proof if advice.choices else None
            self._agree(self._proofs.learn(state, own, walls))
        if not self.opinions_by_node.keep(node, self._proved(node, advice)):
            return False
        agreed = agreeing(self.opinions_by_node[node])
        if agreed is not self.opinions_by_node[node]:
            self.opinions_by_node.keep(node, agreed)
        return True

    def _agree(self, touched: set[Walls]) -> None:
        """Correct what was said of positions of which more is proved now."""
        if not touched:
            return
        self.changes += 1
        for node in [each for each in self.opinions_by_node if _drawn(each) in touched]:
            better = self._proved(node, self.opinions_by_node[node])
            if better is not self.opinions_by_node[node]:
                self.opinions_by_node.keep(node, better)

    def _proved(self, node: Node, advice: Advice) -> Advice:
        """The advice with what is proved of the position and its moves; the same object where that changes nothing."""
        state = node.position
        if not isinstance(state, State):
            return advice
        choices = [_proved(each, self._proofs.of_wall(state, _wall(state, each))) for each in advice.choices]
        lost = [each for each in choices if each.proof == "loss"]
        own = self._proofs.of(state)
        if own is None and len(lost) == len(choices):
            return advice  # the moves that are not listed may still win
        won = [each for each in choices if each.proof == "win"]
        ordered = (*won, *(each for each in choices if each.proof is None), *lost)
        worth = advice.worth
        if own is not None:
            worth = CERTAIN[own]
        elif ordered != advice.choices:
            worth = ordered[0].worth
        if (ordered, worth) == (advice.choices, advice.worth):
            return advice
        return msgspec.structs.replace(advice, choices=ordered, worth=worth)


def _wall(state: State, choice: Choice) -> int:
    """The wall of a choice, which may claim the win."""
    return state.grid.move(choice.move).wall


def _drawn(node: Node) -> Walls:
    return node.position.drawn if isinstance(node.position, State) else frozenset()


# -- opinions --
#
# A judgement compares two moves on equal terms and is better founded than a search's own figures, so a move that was
# judged to be worse never stands before the better one.

_FAULTS = ("inaccuracy", "mistake", "blunder")


def _proved(choice: Choice, proof: Proof | None) -> Choice:
    if proof is None or choice.proof is not None:
        return choice
    return msgspec.structs.replace(choice, proof=proof, worth=CERTAIN[proof])


def agreeing(advice: Advice) -> Advice:
    """The advice with every move behind the better one that was found when it was judged; the same if it is so."""
    choices = list(advice.choices)
    for move, best, cost in _faults(advice):
        moves = [each.move for each in choices]
        if move == best or move not in moves or best not in moves:
            continue
        worse, better = choices[moves.index(move)], choices[moves.index(best)]
        if cost.unit == "attack":
            # no choice is ordered by attack: what was judged stands where what was measured leaves it
            own = _less(advice, better)
            choices.remove(worse)
            at = choices.index(better) + 1
            while (
                at < len(choices)
                and (less := _less(advice, choices[at])) is not None
                and less - (own or 0.0) < cost.value
            ):
                at += 1
            at = at if moves.index(move) < moves.index(best) else max(at, moves.index(move))
            choices.insert(at, worse)
            continue
        if not worse.worth.unit == better.worth.unit == cost.unit:
            continue
        worth = better.worth.less(cost.value)
        if worse.proof is not None or better.proof is not None or worse.worth.gain(worth) <= 1e-9:
            continue
        choices.remove(worse)
        at = choices.index(better) + 1
        while at < len(choices) and choices[at].worth.better_than(worth):
            at += 1
        choices.insert(at, msgspec.structs.replace(worse, worth=worth))
    if tuple(choices) == advice.choices:
        return advice
    if choices[0].move == advice.choices[0].move:
        return msgspec.structs.replace(advice, choices=tuple(choices))
    return _led_by_first(advice, choices)


def _led_by_first(advice: Advice, choices: list[Choice]) -> Advice:
    """The advice with these choices: what was measured is told from another first one."""
    first, attack = choices[0], advice.measured
    if attack is None:
        return msgspec.structs.replace(advice, choices=tuple(choices), worth=first.worth)
    if first.less is None:
        return msgspec.structs.replace(advice, choices=tuple(choices))
    items = [msgspec.structs.replace(first, less=None)]
    for choice in choices[1:]:
        less = _less(advice, choice)
        other = None if less is None else Worth("attack", less - first.less.value, first.less.error)
        items.append(msgspec.structs.replace(choice, less=other))
    worth = msgspec.structs.replace(attack, value=attack.value - first.less.value)
    return msgspec.structs.replace(advice, choices=tuple(items), worth=worth)


def _less(advice: Advice, choice: Choice) -> float | None:
    """By how much less attack a choice was measured to come to than the first one."""
    if choice.move == advice.choices[0].move:
        return 0.0
    return None if choice.less is None else choice.less.value


def _faults(advice: Advice) -> Iterator[tuple[str, str, Worth]]:
    """The moves that were judged to be worse: move, the better one, cost."""
    for move, judged in advice.judged.items():
        if judged.verdict in _FAULTS and judged.best and not judged.looking:
            yield move, judged.best, judged.cost
