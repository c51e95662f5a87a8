"""Opening books as an engine asks them in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from ai.book.book import Book, BookAnswer
from ai.book.chances import BookChances, ends_of
from ai.book.file import COMPLETE, part_files, path_of, stages_of
from ai.book.reader import BookReader, Entry
from ai.book.stages import Stages
from ai.engine import Advice
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.known.informed import known, known_move, silent
from ai.tetris.guideline.known.sight import KnownPieces, drawn, sight_of
from ai.tetris.guideline.loop_play import LoopChoice, loop_choices, pieces_to_clear
from ai.tetris.guideline.moves import placements
from game.advice import Worth
from game.errors import BadBook
from game.facts import BookFacts, KnownFacts
from game.tetris.guideline import PIECES, Field, Placement, Rules, State
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.chance import PERFECT_CLEAR, BookChance, Over, aim_of
from game.tetris.guideline.openers.position import (
    Position,
)
from game.tetris.guideline.openers.sequences import (
    VISIBLE_PIECES,
    letters_of,
    number,
    prefix_of,
    sequences,
)
from game.tetris.guideline.openers.sequences import Sequence as PieceSequence

# How a book goes on behind its move: what it will do whatever comes, and whether a perfect clear is certain.

_MOST_FUTURES = 210  # three pieces out of seven: a millisecond
_MOST_FUTURES_OF_A_CLEAR = 2_520  # five pieces out of seven: some milliseconds
_PIECES_OF_TWO_ROWS = 5  # so one of five numbers of pieces can empty a field


def line(book: Book, sight: KnownPieces, most: int = 5) -> tuple[Placement, ...]:
    """The book's move and those behind it that are the same whatever the bag gives, at most `most`."""
    moves: list[Placement] = []
    while len(moves) < most:
        missing = max(0, VISIBLE_PIECES - len(sight.pieces))
        futures = sight.futures(missing)
        if missing >= VISIBLE_PIECES - 1 or len(futures) > _MOST_FUTURES:
            break
        answers = {move_of(book, future) for future in futures}
        move = answers.pop()
        if answers or move is None:
            break
        moves.append(move)
        sight = sight.after(move)
        if not sight.field.height:
            break
    return tuple(moves)


class ClearChance(NamedTuple):
    """In how many of all futures, which are equally likely, the book empties the field with so many pieces at most."""

    pieces: int
    solved: int
    futures: int

    @property
    def certain(self) -> bool:
        """True if the field is empty then whatever comes."""
        return self.solved == self.futures


def clear_chance(book: Book, sight: KnownPieces) -> ClearChance | None:
    """Return the outcome of the pieces in sight when play follows the book.

    None where it empties the field in no future.

    Of two numbers of pieces, at most five and at most ten, the first with which it is certain, else the second.
    """
    filled = sum(row.bit_count() for row in sight.field.rows)
    fewest = next((n for n in range(1, _PIECES_OF_TWO_ROWS + 1) if (filled + 4 * n) % COLUMNS == 0), None)
    if fewest is None:  # an odd number of cells, with garbage among them: pieces of four never fill its rows
        return None
    position, result = sight.position, None
    for pieces in (fewest, fewest + _PIECES_OF_TWO_ROWS):
        futures = _futures(sight, pieces)
        if position is None or not len(futures):
            break
        solved = book.clears(position, futures, pieces)
        result = ClearChance(pieces, solved, len(futures)) if solved else result
        if result is not None and result.certain:
            break
    return result


def _futures(sight: KnownPieces, pieces: int) -> Words:
    """The letters of all futures as far as they matter for so many pieces; none where they are too many.

    One letter more than are placed can matter. What a book looks at behind them is any letters that can come.
    """
    futures = sight.futures(max(0, pieces + 1 - len(sight.pieces)))
    if len(futures) > _MOST_FUTURES_OF_A_CLEAR:
        futures = []
    rows = []
    for future in futures:
        letters, behind = list(future.pieces), future.left
        for piece in future.queue:
            behind = drawn(behind, piece)
        while len(letters) < pieces + VISIBLE_PIECES:
            lowest = (behind & -behind).bit_length() - 1
            letters.append(lowest)
            behind = drawn(behind, lowest)
        rows.append(letters[: pieces + VISIBLE_PIECES])
    return np.array(rows, np.int64)


def move_of(book: Book, sight: KnownPieces) -> Placement | None:
    """The book's move."""
    return book.answer(sight.field, sight.hold, sight.queue, sight.left).move


class _OpenedBook:
    """A book with what is known about it besides."""

    def __init__(self, name: str) -> None:
        self.book = Book(path_of(name))

    @cached_property
    def reading(self) -> BookReader:
        return BookReader(self.book.path)

    @cached_property
    def is_best_play(self) -> bool:
        """True if it plays a perfect clear as well as can be."""
        name = self.book.header.name
        return name.startswith(COMPLETE) or any(stage.optimum is not None for stage in stages_of(name))

    @cached_property
    def chances(self) -> BookChances | None:
        """The chances of its queues; None of best play, which is counted through, and where the ends are not known."""
        stages = stages_of(self.book.header.name)
        if self.is_best_play:
            return None
        book_chances = BookChances(self.reading, ends_of(stages) if stages else None)
        for _ in book_chances.worked():
            pass
        return book_chances if book_chances.known else None

    @cached_property
    def stages(self) -> Stages:
        return Stages(stages_of(self.book.header.name))


def _sound(parts: Iterable[Path]) -> Iterator[_OpenedBook]:
    """Return the parts of a complete book that are whole; damaged ones are built again with the next build."""
    for path in parts:
        with suppress(BadBook):
            yield _OpenedBook(str(path))


class _BookMove(NamedTuple):
    """A book's answer, and its move as the rules of the game have it."""

    opened: _OpenedBook
    answer: BookAnswer
    at: Placement


class Books:
    """Books in order: the first one that has a move is followed. One that cannot be read is left out and named.

    Facts where a book speaks: its name (`book`) and `title`; the `stage`, where the source says one; `value`, E(V)
    of the position; `run`, the sequences of the matching run in words; how many those are
    (`shared`) of all `queues` the position can have; how many pieces are `decided`, and what the move is `instead` with
    `others`; `clear_chance`, the chance that the very pieces in sight
    and the book make a perfect clear with the next ten pieces, where there is one; `clear_in`, the pieces to one that
    comes whatever the bag gives. Where all are silent: `book` and `title` of the first, and `silent`, why.
    Always: `trouble`.
    """

    def __init__(self, names: Iterable[str], *, explain: bool = True, in_a_row: bool = False) -> None:
        """`names` of shipped books, or paths; without `explain` only name, title and value are told, sooner.

        `in_a_row`: where best play of a perfect clear has few pieces to come, it is chosen by what is left over.
        """
        self._explain, self._in_a_row = explain, in_a_row
        self._shelf: list[_OpenedBook] = []
        self._parts: list[_OpenedBook] = []  # of a complete book: the one that answered last comes first
        self.troubles: list[str] = []
        for name in names:
            try:
                self._shelf.append(_OpenedBook(name))
            except BadBook as error:
                self.troubles.append(str(error))
                continue
            self._parts += _sound(part_files(name))

    def look(self, state: State) -> Advice:
        """The book's move, or why there is none."""
        facts = KnownFacts(trouble="; ".join(self.troubles))
        if not self._shelf:
            return silent("book", "", facts)
        sight = sight_of(state)
        result = sight if isinstance(sight, str) else self._ask(sight, state.rules)
        if self._in_a_row and not isinstance(sight, str):
            many = self._for_many(None if isinstance(result, str) else result, sight, state.rules)
            if many is not None:
                return _advice_for_many(*many, facts)
        if isinstance(sight, str) or isinstance(result, str):
            first = self._shelf[0].book.header
            asked = BookFacts(book=first.name, title=first.title)
            return silent("book", str(result), facts, asked)
        return _advice(result, sight, facts) if self._explain else _brief(result, facts)

    def warm_up(self) -> None:
        """Compile what asking needs."""
        for each in self._shelf:
            each.book.answer(Field.empty(), None, range(6))

    def _for_many(
        self, book_move: _BookMove | None, sight: KnownPieces, rules: Rules
    ) -> tuple[_OpenedBook, LoopChoice] | None:
        """The book of best play that speaks here, and the best placement for many perfect clears in a row.

        Once such a placement has left the book, what is left over still tells the next one. None where it is not known.
        """
        asked = self._shelf if book_move is None else [book_move.opened]
        opened = next((each for each in asked if each.is_best_play), None)
        pieces = None if opened is None else pieces_to_clear(sight)
        if opened is None or pieces is None:
            return None
        for choice in loop_choices(sight, pieces, rules.kicks):
            if (at := _allowed(rules, sight.field, choice.move)) is not None:
                return opened, replace(choice, move=at)
        return None

    def _ask(self, sight: KnownPieces, rules: Rules) -> _BookMove | str:
        """Return the move of the first book that has one; else why none has, as a short clause."""
        reason = "the board is not in the book"
        for each in (*self._parts[:1], *self._shelf, *self._parts[1:]):
            answer = each.book.answer(*sight)
            if answer.move is None:
                reason = "no move for these six pieces" if answer.in_book else reason
                continue
            at = _allowed(rules, sight.field, answer.move)
            if at is not None:
                if each in self._parts[1:]:
                    self._parts.remove(each)
                    self._parts.insert(0, each)
                return _BookMove(each, answer, at)
            reason = "the rules of this game do not allow its move"
        return reason


def _allowed(rules: Rules, field: Field, move: Placement) -> Placement | None:
    """A book's move with the spin that these rules give it: its own, or else the best; None if it is out of reach."""
    reached = placements(field, move.piece, rules.kicks, rules.start, rules.gravity, rules.spins)
    if move in reached:
        return move
    return max((at for at in reached if at[:4] == move[:4]), key=lambda at: at.spin, default=None)


def _advice_for_many(opened: _OpenedBook, choice: LoopChoice, facts: KnownFacts) -> Advice:
    """The move, its chance, and the clears in a row that it leads to."""
    header, clears = opened.book.header, round(choice.clears, 6)
    about = BookFacts(book=header.name, title=header.title, clear_chance=choice.chance, in_a_row=clears)
    return known("book", (known_move(str(choice.move), Worth("chance", choice.chance)),), facts, about)


def _brief(book_move: _BookMove, facts: KnownFacts) -> Advice:
    """The move, and which book it is from."""
    chance = Worth("chance", book_move.answer.value or 0.0)
    return known("book", (known_move(str(book_move.at), chance),), facts, _named(book_move))


def _advice(book_move: _BookMove, sight: KnownPieces, facts: KnownFacts) -> Advice:
    """The move with what follows it, and all there is to say about it."""
    book, clear = book_move.opened.book, clear_chance(book_move.opened.book, sight)
    about = _about(book_move, sight)
    sure = clear is not None and clear.certain
    if clear is not None:
        about = replace(
            about,
            clear_chance=clear.solved / clear.futures,
            clear_in=float(clear.pieces) if sure else None,
        )
    queue = _queue_chance(book_move.opened, sight, book_move.at, clear)
    if queue is not None:
        about = replace(about, chance=round(queue.value, 6), aim=queue.aim)
    behind = tuple(str(at) for at in line(book, sight)[1:])
    value = 1.0 if sure else (book_move.answer.value or 0.0) if queue is None else queue.value
    return known("book", (known_move(str(book_move.at), Worth("chance", value), behind),), facts, about)


def _queue_chance(
    opened: _OpenedBook, sight: KnownPieces, move: Placement, clear: ClearChance | None
) -> BookChance | None:
    """Return the chance of the end that a book plays for with all pieces in sight; None where it is not known.

    A book looks at six pieces. Where one is held seven are in sight, so the position after the book's move counts.
    """
    if opened.chances is None:
        return None if clear is None else BookChance(clear.solved / clear.futures, PERFECT_CLEAR, Over.QUEUE)
    if len(sight.pieces) > VISIBLE_PIECES:
        after = _chance_at(opened, opened.chances, sight.after(move))
        if after is not None:
            return after
    return _chance_at(opened, opened.chances, sight)


def _chance_at(opened: _OpenedBook, chances: BookChances, sight: KnownPieces) -> BookChance | None:
    position = sight.position
    entry = None if position is None else opened.reading.find(position)
    at = None if entry is None else _number_of(entry.position, sight)
    place = None if entry is None else opened.reading.number(entry.position)
    if entry is None or at is None or place is None:
        return None
    return BookChance(float(chances.of_queues(entry)[0][at]), aim_of(chances.aims(place)), Over.QUEUE)


def _number_of(position: Position, sight: KnownPieces) -> int | None:
    """The number of the sequence in sight."""
    (one, other), behind = sorted(sight.pieces[:2]), sight.pieces[2:VISIBLE_PIECES]
    sequence = PieceSequence(one, other, (behind[0], behind[1], behind[2], behind[3]))
    return number(position.bag, position.extra, sequence)


def _named(book_move: _BookMove) -> BookFacts:
    header = book_move.opened.book.header
    return BookFacts(book=header.name, title=header.title, value=book_move.answer.value or 0.0)


def _about(book_move: _BookMove, sight: KnownPieces) -> BookFacts:
    """The stage that a position belongs to, and the run that its sequence is found in."""
    opened, position, facts = book_move.opened, sight.position, _named(book_move)
    entry = None if position is None else opened.reading.find(position)
    if position is None or entry is None:
        return facts
    at = _number_of(position, sight)
    facts = replace(facts, stage=opened.stages.title(position))
    if at is None:
        return facts
    run = entry.run_of(at)
    first, end = entry.starts[run], entry.ends[run]
    words = str(prefix_of(position, first, end - 1))
    choice = _deciding(entry, at)
    return replace(
        facts, run=words, shared=float(end - first), queues=float(entry.total), decided=float(choice.pieces),
        others=choice.others, instead=choice.instead,
    )  # fmt: skip


class _Deciding(NamedTuple):
    """Number of pieces of a queue that decide its move.

    And the move with one of `others` in place of the last of them.
    """

    pieces: int
    others: str = ""
    instead: str = ""


def _deciding(entry: Entry, at: int) -> _Deciding:
    """Return the pieces that decide the move of the sequence number `at` of a position."""
    moves = [
        move
        for first, end, move in zip(entry.starts, entry.ends, entry.moves, strict=True)
        for _ in range(end - first)
    ]
    every = [*map(letters_of, sequences(entry.position.bag, entry.position.extra))]
    own, wider = every[at], list(range(len(every)))
    for pieces in (0, *range(2, VISIBLE_PIECES + 1)):
        alike = [n for n in wider if every[n][:pieces] == own[:pieces]]
        if all(moves[n] == moves[at] for n in alike):
            break
        wider = alike
    others = Counter(move for n in wider if (move := moves[n]) is not None and move != moves[at])
    if not pieces or not others:
        return _Deciding(pieces)
    ((instead, _),) = others.most_common(1)
    by_letter: dict[int, set[Placement | None]] = {}
    for n in wider:
        by_letter.setdefault(every[n][pieces - 1], set()).add(moves[n])
    letters = "".join(PIECES[letter] for letter, results in sorted(by_letter.items()) if results == {instead})
    return _Deciding(pieces, letters, str(instead)) if letters and pieces > 2 else _Deciding(pieces)
