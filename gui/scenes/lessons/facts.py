"""The facts of a position and of a move that the texts of lessons name, and by which lessons tell moves apart.

Each is worked out where it is asked for, by the functions that the panels use; what none of them needs costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from ai.bridge.tables.index import Numbering, numbering, positions, string, strings
from ai.tetris.classic.evaluators import Explanation, explain
from ai.tetris.four_wide.solving.size import situations, states
from game.advice import Worth
from game.bridge import Contract
from game.bridge import State as Bridge
from game.bridge.auction import call_words, is_bid, scale_of, score
from game.bridge.cards import STRAINS, SUIT_WORDS, SUITS, card_in_words, parse_card, rank_of, suit_of
from game.errors import BadInput
from game.lessons.lesson import AskNumber, Lesson, Where
from game.position import Position
from game.tetris.classic import State as Classic
from game.tetris.classic import letter as classic_letter
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import State as FourWide
from game.tetris.four_wide.state import move_of
from game.tetris.guideline import Placement, letter
from game.tetris.guideline import State as Guideline
from game.tetris.guideline.features import Features, effect_of
from game.tetris.guideline.placement import SPINS
from game.zuniq import State as Zuniq
from game.zuniq import solved
from game.zuniq.state import claim_bonus, largest_zone, safe_walls
from gui.scenes.books import book as books
from gui.scenes.books.walk import Step, numbered
from gui.scenes.four_wide.fields import Graph, graph_of
from gui.ui.filling import fill, names_in

Fact = Callable[[Any], object]
MoveFact = Callable[[Any, str, Any], object]  # the position before a move, the move, the position behind it
WAITING = "…"  # in place of a fact that is still being worked out
EVALUATOR = "tengstrand-1.1"
BOOK = "bt-loop"


class Turn(NamedTuple):
    """A move, with the positions before and behind it."""

    before: Position
    move: str
    after: Position


class Facts(Mapping[str, object]):
    """The facts of a position by their names, and those of the move that led there, where there is one."""

    def __init__(self, position: Position, turn: Turn | None = None) -> None:
        self._position, self._turn = position, turn
        self._of_position = OF_POSITION[type(position)]
        self._of_move = OF_MOVE[type(position)] if turn is not None else {}

    def __getitem__(self, name: str) -> object:
        if self._turn is not None and name in self._of_move:
            return self._of_move[name](*self._turn)
        return self._of_position[name](self._position)

    def __contains__(self, name: object) -> bool:
        return name in self._of_position or name in self._of_move  # without working it out

    def __iter__(self) -> Iterator[str]:
        return iter({**self._of_position, **self._of_move})

    def __len__(self) -> int:
        return len({**self._of_position, **self._of_move})


def filled(text: str, position: Position, turn: Turn | None = None) -> str:
    """A text of a lesson with its figures. Raises `BadInput`."""
    return fill(text, Facts(position, turn)) if text else ""


def holds(where: Where, turn: Turn) -> bool:
    """Return True if a move has all facts of `where`: each is one of the values that are wanted."""
    facts = OF_MOVE[type(turn.before)]
    return all(_value(facts[name](*turn)) in wanted for name, wanted in where.items())


def _value(fact: object) -> str:
    """A fact as a lesson's file writes it."""
    return {True: "yes", False: "no"}[fact] if isinstance(fact, bool) else str(fact)


def worth_of(position: Position, move: str) -> Worth:
    """The worth with which a lesson marks a move: at bridge the tricks of a card, else nothing but its place."""
    here = position.board.endgame if isinstance(position, Bridge) else None
    card = _card(move)
    if here is None or card is None or not isinstance(position, Bridge):
        return Worth("order", 1.0)
    tricks = here.worth(card) if here.led is None else here.cards_left - here.worth(card)
    return Worth("tricks", float(position.board.won[position.to_move] + tricks))


def check(lesson: Lesson) -> None:
    """Check that all facts in a lesson's texts are there. Raises `BadInput`, which names the step."""
    kind = type(lesson.begin(0)[0])
    known, of_moves = OF_POSITION[kind], OF_MOVE[kind]
    for number, step in enumerate(lesson.steps, 1):
        wheres = [step.move.where, *(each.where for each in step.move.replies)] if step.move else []
        moves = {name for where in wheres for name in where}
        texts = {name for text in step.texts() for name in names_in(text)}
        asked = {step.asks.fact} if isinstance(step.asks, AskNumber) else set()
        missing = sorted(
            (texts - set(known) - set(of_moves)) | (moves - set(of_moves)) | (asked - set(known))
        )
        if missing:
            raise BadInput(
                f"{lesson.name}: step {number} names the fact {missing[0]!r}; known: "
                f"{', '.join(sorted({*known, *of_moves}))}"
            )


# -- Zuniq --


def _open(state: Zuniq) -> list[int]:
    """The walls that are not drawn and lie in no closed zone."""
    return [wall for wall in range(state.grid.walls) if wall not in state.drawn and not state.zone_of(wall)]


def _bridges(state: Zuniq) -> list[int]:
    """The open walls that would close a zone: the bridges of the graph of cells."""
    return [wall for wall in _open(state) if state.would_close(wall)]


def _solved(state: Zuniq) -> solved.SolvedBoard | None:
    return solved.solved(state.grid)


def _closed(before: Zuniq, move: str, after: Zuniq) -> int:
    return len(after.zones[-1]) if len(after.zones) > len(before.zones) else 0


_ZUNIQ: dict[str, Fact] = {
    "cells": lambda s: s.grid.cells,
    "walls": lambda s: s.grid.walls,
    "drawn": lambda s: s.ply,
    "open": lambda s: len(_open(s)),
    "legal": lambda s: len(s.legal),
    "forbidden": lambda s: len(_open(s)) - len(s.legal),
    "zones": lambda s: len(s.zones),
    "size": lambda s: len(s.zones[-1]) if s.zones else 0,
    "sizes": lambda s: " and ".join(map(str, s.sizes)) or "none",
    "safe": safe_walls,
    "largest": largest_zone,
    "bridges": lambda s: len(_bridges(s)),
    "sizes_behind": lambda s: ", ".join(str(len(s.would_close(wall))) for wall in _bridges(s)),
    "corners": lambda s: s.grid.cells + 1,
    "longest": lambda s: s.grid.longest,
    "fewest": lambda s: s.grid.walls - s.grid.cells,
    "bonus": lambda s: claim_bonus(s.to_move, s.ply + 1),
    "last_bonus": lambda s: claim_bonus(1 - s.to_move, s.ply),
    "winners": lambda s: len(board.winning_moves) if (board := _solved(s)) else 0,
    "solved_positions": lambda s: board.nodes if (board := _solved(s)) else 0,
}
_ZUNIQ_MOVES: dict[str, MoveFact] = {
    "wall": lambda before, move, after: before.plain(move),
    "closed": _closed,
    "claims": lambda before, move, after: after.claims != before.claims,
    "cost": lambda before, move, after: len(before.legal) - len(after.legal),
    "ends": lambda before, move, after: after.winner is not None,
    "even": lambda before, move, after: len(after.legal) % 2 == 0,
}


# -- classic Tetris --


def _explained(state: Classic) -> Explanation:
    return explain(state.board, EVALUATOR)


def _covered(state: Classic) -> int:
    board = state.board
    return sum(
        not board.filled(x, y) for x in range(board.width) for y in range(board.outline[x], board.height)
    )


@cache
def _equities(state: Classic) -> tuple[float, ...]:
    """The equities behind all placements, the best first."""
    return tuple(sorted(explain(state.put(at).board, EVALUATOR).equity for at in state.placements))


_CLASSIC: dict[str, Fact] = {
    "piece": lambda s: "" if s.piece is None else classic_letter(s.piece),
    "places": lambda s: len(s.placements),
    "columns": lambda s: s.rules.width,
    "height": lambda s: s.rules.height,
    "cleared": lambda s: s.cleared,
    "placed": lambda s: s.placed,
    "holes": _covered,
    "equity": lambda s: _explained(s).equity,
    "hollows": lambda s: _explained(s).hollows,
    "structure": lambda s: _explained(s).structure,
    "contour": lambda s: _explained(s).height,
    "areas": lambda s: len(_explained(s).areas),
    "covered_rows": lambda s: len(_explained(s).covered),
    "dearest": lambda s: max((each.value for each in _explained(s).areas), default=0.0),
    "best": lambda s: _equities(s)[0] if s.placements else 0.0,
    "worst": lambda s: _equities(s)[-1] if s.placements else 0.0,
}
_CLASSIC_MOVES: dict[str, MoveFact] = {
    "rows": lambda before, move, after: after.cleared - before.cleared,
    "clears": lambda before, move, after: after.cleared > before.cleared,
    "new_holes": lambda before, move, after: _covered(after) - _covered(before),
    "covers": lambda before, move, after: _covered(after) > _covered(before),
    "is_best": lambda before, move, after: _explained(after).equity <= _equities(before)[0] + 1e-9,
    "was": lambda before, move, after: _explained(before).equity,
    "best_was": lambda before, move, after: _equities(before)[0],
    "loss": lambda before, move, after: _explained(after).equity - _equities(before)[0],
}


# -- guideline Tetris --


@cache
def _book() -> books.ListedBook:
    """The book whose runs are looked at. Raises `BadInput` where it does not come with this installation."""
    listed = next((each for each in books.shipped() if each.path.stem == BOOK), None)
    if listed is None:
        raise BadInput(f"the book {BOOK!r} does not come with this installation")
    return listed


def step_of(state: Guideline) -> Step:
    """A position as the book explorer has it: its letters, and what the book knows of it."""
    from game.tetris.guideline.openers.position import FULL_BAG, Position, bit, position_bag

    letters = state.queue.bag_left()
    bag = position_bag(sum(1 << piece for piece in letters) if letters else FULL_BAG, state.hold)
    cells = sum(bit(x, y) for y in range(10) for x in range(10) if state.field.filled(x, y))
    position = Position(cells, *bag)
    return Step(state, bag, position, _book().reading.find(position))


def _row(state: Guideline) -> books.Row:
    step = step_of(state)
    if step.entry is None or numbered(step.bag, step.seen) is None:
        raise BadInput("the book does not know this position")
    return books.rows(step.entry)[step.run or 0]


def _prefix(state: Guideline) -> str:
    from game.tetris.guideline.openers.sequences import prefix_of

    step, row = step_of(state), _row(state)
    assert step.position is not None
    return str(prefix_of(step.position, row.first, row.last))


def _entry_count(state: Guideline, count: Callable[[Any], int]) -> int:
    entry = step_of(state).entry
    return 0 if entry is None else count(entry)


def _landing(state: Guideline, read: Callable[[Any], object], default: object = 0) -> object:
    return default if state.last is None else read(state.last)


def _holes(state: Guideline) -> int:
    return len(Features.of(state.field).holes)


_GUIDELINE: dict[str, Fact] = {
    "piece": lambda s: "" if s.piece is None else letter(s.piece),
    "held": lambda s: "nothing" if s.hold is None else letter(s.hold),
    "next": lambda s: letter(s.previews[0]) if s.previews else "",
    "previews": lambda s: len(s.previews),
    "places": lambda s: len(s.placements),
    "holes": _holes,
    "cells": lambda s: s.field.cells,
    "missing": lambda s: (-s.field.cells) % 40 // 4,
    "combo": lambda s: s.combo,
    "chain": lambda s: s.chain,
    "placed": lambda s: s.tally.placed,
    "cleared": lambda s: s.tally.cleared,
    "attack": lambda s: _landing(s, lambda last: last.attack),
    "attack_so_far": lambda s: s.tally.attack,
    "last_rows": lambda s: _landing(s, lambda last: last.clear.rows),
    "quad": lambda s: s.rules.attack.plain[4],
    "triple": lambda s: s.rules.attack.plain[3],
    "double": lambda s: s.rules.attack.plain[2],
    "spin_double": lambda s: s.rules.attack.full[2],
    "spin_triple": lambda s: s.rules.attack.full[3],
    "perfect": lambda s: s.rules.attack.perfect,
    "chained": lambda s: s.rules.attack.back_to_back,
    # a book
    "queues": lambda s: _entry_count(s, lambda entry: entry.total),
    "runs": lambda s: _entry_count(s, lambda entry: len(entry.starts)),
    "moves": lambda s: _entry_count(s, lambda entry: len({each for each in entry.moves if each})),
    "run": _prefix,
    "run_queues": lambda s: _row(s).queues,
    "seen": lambda s: str(step_of(s).seen and _written(s)),
    "book_positions": lambda s: _book().reading.header.positions,
    "book_runs": lambda s: _book().reading.header.runs,
    "book_queues": lambda s: _book().reading.header.combinations,
    "book_bytes": lambda s: _book().bytes,
    "map_bytes": lambda s: books.forms(_book().reading)[0].bytes,
    "run_bytes": lambda s: books.forms(_book().reading)[2].bytes,
    "times_smaller": lambda s: books.forms(_book().reading)[0].bytes // _book().bytes,
    "halves": lambda s: len(_book().reading),
}


def _written(state: Guideline) -> str:
    from game.tetris.guideline.openers.sequences import written

    return written(tuple(step_of(state).seen))


def book_move(state: Guideline) -> str:
    """The book's move with the pieces in sight; empty where it has none."""
    move = step_of(state).move
    return "" if move is None else str(move)


_GUIDELINE_MOVES: dict[str, MoveFact] = {
    "by_book": lambda before, move, after: str(Placement.parse(move).canonical()) == book_move(before),
    "rows": lambda before, move, after: after.last.clear.rows,
    "spin": lambda before, move, after: SPINS[after.last.clear.spin],
    "uses_hold": lambda before, move, after: after.last.held,
    "is_perfect": lambda before, move, after: after.last.clear.perfect,
    "in_chain": lambda before, move, after: after.last.clear.back_to_back,
    "breaks_chain": lambda before, move, after: before.chain > 0 and after.chain == 0,
    "is_difficult": lambda before, move, after: after.last.clear.difficult,
    "new_holes": lambda before, move, after: _holes(after) - _holes(before),
    "covers": lambda before, move, after: _holes(after) > _holes(before),
    "placed_piece": lambda before, move, after: move[:1],
    "tucks": lambda before, move, after: bool((effect := effect_of(before, move)) and effect.filled),
}


# -- four-wide --


def _graph() -> Graph:
    """The graph of fields with three residual cells, as far as it is found by now (`prepare`)."""
    return graph_of(Model(3, "random", hold=False, previews=0))


def prepare(game: type[Position]) -> Graph | None:
    """The work that some facts of a game need and a frame has no time for; None where there is none."""
    return _graph() if game is FourWide else None


def _when_found(fact: Callable[[Graph], object]) -> Fact:
    return lambda state: fact(_graph()) if _graph().done else WAITING


@cache
def classes(graph: Graph) -> int:
    """The number of fields that differ in what can still be done with them: the coarsest stable partition.

    At first only fields differ on which other pieces clear a line. Then two differ if a piece leads from one to a class
    to which it does not lead from the other, until nothing changes.
    """
    kind = dict.fromkeys(graph.fields, 0)
    while True:
        signs = {
            field: (kind[field], *(frozenset(kind[each] for each in graph.after(field, piece)) for piece in range(7)))
            for field in graph.fields
        }  # fmt: skip
        numbers = {sign: number for number, sign in enumerate(dict.fromkeys(signs.values()))}
        refined = {field: numbers[signs[field]] for field in graph.fields}
        if len(numbers) == len(set(kind.values())):
            return len(numbers)
        kind = refined


def _pairs(graph: Graph) -> int:
    """The number of pairs of a field and its mirror image, a field that is its own image by itself."""
    from game.tetris.four_wide.well import mirrored

    return len({min(field, mirrored(field)) for field in graph.fields})


_SHOWN = Model(3, "bag", hold=True, previews=3)
_FOUR_WIDE: dict[str, Fact] = {
    "piece": lambda s: "" if s.piece is None else letter(s.piece),
    "held": lambda s: "nothing" if s.hold is None else letter(s.hold),
    "next": lambda s: letter(s.previews[0]) if s.previews else "",
    "combo": lambda s: s.combo,
    "residual": lambda s: s.model.residual,
    "previews": lambda s: s.model.previews,
    "ways": lambda s: len(s.useful),
    "continued": lambda s: _graph().continued(s.field),
    "lost": lambda s: ", ".join(letter(piece) for piece in _graph().lost(s.field)) or "none",
    "fields": _when_found(lambda graph: len(graph.fields)),
    "mirrored_fields": _when_found(_pairs),
    "field_classes": _when_found(classes),
    "queues": lambda s: _SHOWN.sequences,
    "holds": lambda s: _SHOWN.holds,
    "plain_states": _when_found(lambda graph: _SHOWN.sequences * _SHOWN.holds * len(graph.fields)),
    "situations": lambda s: situations(_SHOWN),
    "states": lambda s: states(_SHOWN),
    "fold": _when_found(lambda graph: _SHOWN.sequences * _SHOWN.holds * len(graph.fields) / states(_SHOWN)),
}
_FOUR_WIDE_MOVES: dict[str, MoveFact] = {
    "clears": lambda before, move, after: not after.broken,
    "uses_hold": lambda before, move, after: (
        move[:1] != ("" if before.piece is None else letter(before.piece))
    ),
    "goes_on": lambda before, move, after: not after.broken and bool(after.useful),
    "is_best": lambda before, move, after: (
        not after.broken
        and _graph().continued(after.field)
        == max(_graph().continued(before.play(move_of(drop)).field) for drop in before.useful)
    ),
}


# -- bridge --


def _numbering(state: Bridge) -> Numbering:
    here = state.board.endgame
    if here is None:
        raise BadInput("only positions of the play stage have a number")
    return numbering(here)


def _contract(state: Bridge) -> Contract | None:
    board = state.board if state.board.contract is not None else state.previous
    return None if board is None else board.contract


def _suit(state: Bridge) -> str:
    led = state.board.led
    return "" if led is None else SUIT_WORDS[suit_of(led)]


def _result(state: Bridge, read: Callable[[Any], object]) -> object:
    return read(state.results[-1]) if state.results else 0


def _needs(state: Bridge) -> int:
    contract = _contract(state)
    return 0 if contract is None else contract.needs


def _worth(call: str) -> int:
    """The points of a contract that is just made, by the laws of duplicate bridge."""
    from game.bridge.rules import Rules

    contract = Contract(int(call[0]), STRAINS.index(call[1]), 0)
    return score(scale_of(Rules(scoring="laws")), contract, contract.needs)


_BRIDGE: dict[str, Fact] = {
    "cards": lambda s: s.board.left if s.stage == "play" else s.board.deal.size,
    "stock": lambda s: s.board.stock,
    "led_suit": _suit,
    "upturned": lambda s: "" if s.board.upturned is None else card_in_words(s.board.upturned),
    "mine": lambda s: s.board.won[s.to_move],
    "north_tricks": lambda s: s.board.won[0],
    "south_tricks": lambda s: s.board.won[1],
    "tricks_to_come": lambda s: 0 if s.board.endgame is None else s.board.endgame.value,
    "level": lambda s: 0 if _contract(s) is None else _contract(s).level,  # type: ignore[union-attr]
    "needs": _needs,
    "defence": lambda s: 14 - _needs(s),
    "last_call": lambda s: call_words(s.board.auction.calls[-1]) if s.board.auction.calls else "",
    "points": lambda s: _result(s, lambda each: max(each.points)),
    "north_points": lambda s: _result(s, lambda each: each.points[0]),
    "south_points": lambda s: _result(s, lambda each: each.points[1]),
    "tricks_made": lambda s: _result(
        s, lambda each: each.tricks[each.contract.declarer if each.contract else 0]
    ),
    "part_score": lambda s: _worth("2H"),
    "game_score": lambda s: _worth("4H"),
    "slam_score": lambda s: _worth("6H"),
    "down_one": lambda s: -score(scale_of(s.rules), Contract(2, 1, 0), 7),
    # a position as a number
    "bits": lambda s: _numbering(s).bits,
    "rank": lambda s: _numbering(s).location.rank,
    "as_number": lambda s: _numbering(s).string,
    "strings": lambda s: _strings(s),
    "lengths": lambda s: ", ".join(str(len(each.cards)) for each in _numbering(s).segments),
    "combination": lambda s: _numbering(s).location.combination,
    "combinations": lambda s: _numbering(s).combinations,
    "entry": lambda s: _numbering(s).location.suit_major,
    "entries": lambda s: positions(_numbering(s).location.level, _numbering(s).location.strain),
    "all_entries": lambda s: sum(positions(level, "trump") for level in range(1, 14)),
    "terms": lambda s: " + ".join(str(each.adds) for each in _numbering(s).terms),
    "ones": lambda s: ", ".join(str(each.place) for each in _numbering(s).terms),
    "bits_other": lambda s: "".join("10"[int(each)] for each in _numbering(s).bits),
    "bits_turned": lambda s: _numbering(s).bits[::-1],
    "all_strings": lambda s: ", ".join(_all_strings(s)),
}


def _strings(state: Bridge) -> int:
    return strings(_numbering(state).location.level)


def _all_strings(state: Bridge) -> list[str]:
    """All strings of so many bits in their order; of few cards, or there are too many to be read."""
    level = _numbering(state).location.level
    return [f"{string(level, rank):0{2 * level}b}" for rank in range(strings(level))]


def _card(move: str) -> int | None:
    return parse_card(move) if len(move) == 2 and move[0] in SUITS else None


def _follows(before: Bridge, move: str, after: Bridge) -> bool:
    card, led = _card(move), before.board.led
    return card is not None and led is not None and suit_of(card) == suit_of(led)


def _takes(before: Bridge, move: str, after: Bridge) -> bool:
    tricks = (
        after.board if len(after.results) == len(before.results) else after.previous or after.board
    ).tricks
    return len(tricks) > len(before.board.tricks) and tricks[-1].winner == before.to_move


def _keeps(before: Bridge, move: str, after: Bridge) -> bool:
    """Return True if a card of the play stage loses no trick."""
    here, card = before.board.endgame, _card(move)
    if here is None or card is None:
        return False
    worth = {each: here.worth(each) for each in here.legal()}
    best = max(worth.values()) if here.led is None else min(worth.values())
    return worth[card] == best


def _is_trump(before: Bridge, move: str, after: Bridge) -> bool:
    card, contract = _card(move), before.board.contract
    return card is not None and contract is not None and suit_of(card) == contract.strain


_BRIDGE_MOVES: dict[str, MoveFact] = {
    "follows": _follows,
    "takes": _takes,
    "keeps": _keeps,
    "is_trump": _is_trump,
    "suit": lambda before, move, after: "" if _card(move) is None else SUIT_WORDS[suit_of(parse_card(move))],
    "rank_of_card": lambda before, move, after: 0 if _card(move) is None else rank_of(parse_card(move)) + 2,
    "is_bid": lambda before, move, after: is_bid(move),
    "bid_level": lambda before, move, after: int(move[0]) if is_bid(move) else 0,
    "bid_suit": lambda before, move, after: SUIT_WORDS[STRAINS.index(move[1])] if is_bid(move) else "",
    "call": lambda before, move, after: call_words(move),
}

OF_POSITION: dict[type, Mapping[str, Fact]] = {
    Zuniq: _ZUNIQ,
    Classic: _CLASSIC,
    Guideline: _GUIDELINE,
    FourWide: _FOUR_WIDE,
    Bridge: _BRIDGE,
}
OF_MOVE: dict[type, Mapping[str, MoveFact]] = {
    Zuniq: _ZUNIQ_MOVES,
    Classic: _CLASSIC_MOVES,
    Guideline: _GUIDELINE_MOVES,
    FourWide: _FOUR_WIDE_MOVES,
    Bridge: _BRIDGE_MOVES,
}
