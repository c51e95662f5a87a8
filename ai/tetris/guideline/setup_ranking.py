"""All setups of a perfect clear: with how many orders of the pieces each can be built, and what follows on it.

A **setup** is a field with five to seven pieces placed, and which pieces these are. Those of the first clear use one
bag, each letter once. Orders that build it are counted forward from the start, by hold and with every placement that
can be reached; what can be held behind the clear comes back from its end, order by order. As six pieces are seen,
nothing that matters is hidden once five are placed: so the share of orders that lead on to the clear is what players
call the chance of a setup, and what best play makes of it, too.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import yaml
from numpy.typing import NDArray

from ai.compiled import sources
from ai.memory import free_memory
from ai.tetris.guideline.first_clears import box_of
from ai.tetris.guideline.kernels import later as later_kernels
from ai.tetris.guideline.kernels import setup_ranking as kernels
from ai.tetris.guideline.kernels.later import FULL
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.kernels.optimum import BOX, COLUMNS, FIRST_BAG, KINDS, WORD, Edges, Living, Marks
from ai.tetris.guideline.later_clears import (
    PIECES_OF_CLEAR,
    AllFields,
    Contexts,
    LaterSearch,
    Start,
    after_letter,
    choices,
)
from ai.tetris.guideline.loop_solver import contexts_of, ways_of
from ai.tetris.guideline.optimum import SLICE, ArrayFolder, Tell, firsts_of, placement_of_code, quiet
from game import places, saving
from game.errors import BadInput
from game.tetris.guideline.field import Field
from game.tetris.guideline.loop_values import LoopValues, loop_values
from game.tetris.guideline.openers.position import MIRRORED, mirrored_bag
from game.tetris.guideline.placement import Placement
from game.tetris.guideline.ranked_setups import (
    FIRST,
    ORDERS,
    Order,
    Row,
    SetupList,
    StartSetups,
    text_of_way,
    way_of,
)

LAST = 7  # the last level of setups, which have 5, 6 or 7 pieces
MOST_BYTES = 1 << 16  # of the file of names
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DIGIT = 2  # bits of how often a letter is placed
_TWICE = sum(2 << _DIGIT * piece for piece in range(KINDS))


def first_starts() -> list[Start]:
    """The starts that the empty board of a game is like: the first piece held, the others of its bag to come."""
    return [Start(held, FULL & ~(1 << held)) for held in range(KINDS)]


@dataclass(frozen=True)
class Setups:
    """All setups of so many pieces; arrays by setup, in order of field and pieces.

    `built`: the orders of the pieces that have come by then, of `dealt`, with which it can be built. `cleared`: the
    orders of all pieces, of `dealt` times `orders`, with which it is built and the clear follows. `worth`: the sum
    over these of the clears in a row, this one included. `keeps` [setup, piece]: the orders with which each piece can
    be held behind the clear. `states` [setup]: one with which most orders build it.
    """

    pieces: int
    dealt: int
    orders: int
    fields: Words
    placed: Words
    built: Words
    cleared: Words
    worth: NDArray[np.float64]
    keeps: Words
    states: Words

    @property
    def chance(self) -> NDArray[np.float64]:
        """The chance of the clear once a setup is built."""
        return self.cleared / (self.built * self.orders)

    @property
    def clears(self) -> NDArray[np.float64]:
        """The clears in a row from a setup on, the one that it is for included, where it is built."""
        return self.worth / (self.built * self.orders)

    def only(self, chosen: NDArray[np.bool_]) -> Setups:
        """Some of them."""
        arrays = {
            name: getattr(self, name)[chosen]
            for name in ("fields", "placed", "built", "cleared", "worth", "keeps", "states")
        }
        return replace(self, **arrays)

    def mirrors(self) -> Words:
        """By setup the number of its mirror image, -1 where none is there."""
        keys = _keys(self.fields, self.placed)
        wanted = _keys(mirrored_fields(self.fields), mirrored_pieces(self.placed))
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        result: Words = np.where(keys[at] == wanted, at, -1)
        return result


class _States(NamedTuple):
    """States of a level: their fields' numbers and contexts."""

    fields: Words
    contexts: Words


class SetupSearch:
    """The setups from some starts of the same clear; see the module."""

    def __init__(
        self,
        starts: Sequence[Start],
        values: LoopValues,
        tell: Tell = quiet,
        cells: int = 0,
        first: int = 0,
    ) -> None:
        """`values` say what follows on a clear. `cells` and level `first` begin inside a clear, for tests."""
        self.starts, self.first, self._tell = list(starts), first, tell
        self.is_first = len(self.starts) > 1
        self.levels, words, _ = LaterSearch(self.starts, cells, first).graph(tell)
        none = Contexts(*(np.zeros(0, np.int64),) * 4, {})
        self.contexts = [none] * first + contexts_of(self.starts, (FULL,) * (LAST + 1 - first))
        self.ways = ways_of(AllFields(self.levels, words))
        self.choices = [1] * first + choices(self.starts[0].left)[: PIECES_OF_CLEAR - first]
        masks = self._masks()
        self.reached = {level: Living(each, firsts_of(each)) for level, each in masks.items()}
        self._numbered, self._into = dict[int, _States](), dict[int, tuple[Words, Words]]()
        self._contexts_before = dict[int, dict[tuple[int, int], list[int]]]()
        self._best = self._worth_of_ends(values)
        self.counts = self._count_orders()

    def _masks(self) -> dict[int, Words]:
        """By level the contexts in which fields are reached, also those from which no clear is possible.

        Fields of the first clear need none of these before the seventh piece: the letters placed say what follows.
        """
        masks = {self.first: self.levels[self.first].sets}
        for level in range(self.first, LAST):
            if self.is_first and level < FIRST_BAG:
                masks[level + 1] = self.levels[level + 1].sets
                continue
            steps = self.contexts[level].steps
            masks[level + 1] = np.zeros((len(self.levels[level + 1].fields), steps.shape[2]), np.int64)
            later_kernels.spread_contexts(masks[level], steps, *self.edges(level), masks[level + 1])
        return masks

    def edges(self, level: int) -> Edges:
        """The placements from the fields of a level."""
        return self.levels[level].edges

    # -- orders that build --

    def _count_orders(self) -> dict[int, Words]:
        """By level and state the orders of what has come with which it is reached."""
        orders, packed = np.ones((self._states_count(self.first), 1), np.uint8), False
        counts = {self.first: np.ones(len(orders), np.int64)}
        for level in range(self.first, LAST):
            blocks, many = self._blocks(level)
            then = np.zeros((self._states_count(level + 1), many * orders.shape[1]), np.uint8)
            fields = len(self.reached[level].firsts)
            for begin in range(0, fields, SLICE):
                end = min(begin + SLICE, fields)
                kernels.spread_orders(
                    begin,
                    end,
                    self.reached[level],
                    self.edges(level),
                    self._arrays(level),
                    blocks,
                    self.reached[level + 1],
                    orders,
                    then,
                )
                self._tell(end, fields, f"orders of level {level + 1}")
            orders = then
            if not packed and orders.shape[1] % 8 == 0:
                orders, packed = np.packbits(orders, axis=1), True
            counts[level + 1] = np.bitwise_count(orders).sum(1, dtype=np.int64)
        return counts

    def _blocks(self, level: int) -> tuple[Words, int]:
        """By context and letter that comes: its rank among those of its bag that have come; how many these are."""
        contexts = self.contexts[level]
        ended = level - self.first >= self.starts[0].left.bit_count()
        came = [self._dealt(level, left)[ended] for left in contexts.lefts.tolist()]
        ranks = [[(bits & (1 << letter) - 1).bit_count() for letter in range(KINDS)] for bits in came]
        return np.array(ranks, np.int64), came[0].bit_count() + 1

    def _arrays(self, level: int) -> later_kernels.Contexts:
        contexts: Contexts = self.contexts[level]
        return contexts.arrays

    def _states_count(self, level: int) -> int:
        return int(np.bitwise_count(self.reached[level].masks.view(np.uint64)).sum())

    # -- what follows --

    def _worth_of_ends(self, values: LoopValues) -> NDArray[np.float64]:
        """By letters left behind the clear and pieces (bits) of which one can be held: the clears in a row."""
        worth = np.zeros((FULL + 1, KINDS))
        for start, number in values.numbers.items():
            worth[start.left, start.held] = 1 + values.values[number]
        best = np.zeros((FULL + 1, FULL + 1))
        for pieces in range(1, FULL + 1):
            best[:, pieces] = worth[:, [each for each in range(KINDS) if pieces >> each & 1]].max(1)
        return best

    def setups(self) -> Iterator[Setups]:
        """All setups, those of most pieces first."""
        saves = np.zeros((self._states_count(LAST), math.prod(self.choices[LAST:])), np.uint8)
        kernels.late_saves(self.reached[LAST], self.ways, self._arrays(LAST), saves)
        yield self._setups(LAST, saves)
        sixth = np.zeros((self._states_count(FIRST_BAG), math.prod(self.choices[FIRST_BAG:])), np.uint8)
        self._join(FIRST_BAG, 0, len(self.reached[FIRST_BAG].firsts), 0, saves, sixth)
        del saves
        yield self._setups(FIRST_BAG, sixth)
        yield self._setups(FIRST_BAG - 1, None, sixth)

    def _join(self, level: int, begin: int, end: int, origin: int, later: Marks, result: Marks) -> None:
        """Write the saves of fields begin to end out of those of the next level."""
        here, then = self.reached[level], self.reached[level + 1]
        later_kernels.join_states(
            begin,
            end,
            origin,
            here,
            self.edges(level),
            then,
            later,
            self._arrays(level),
            later_kernels.BITS,
            result,
        )

    def _setups(self, level: int, saves: Marks | None, later: Marks | None = None) -> Setups:
        """The setups of a level by the saves of its states, or of those of the next level."""
        reached, count = self.reached[level], self._states_count(level)
        solved, worth = np.zeros(count, np.int64), np.zeros(count)
        keeps, tally = np.zeros((count, KINDS), np.int64), np.zeros(FULL + 1, np.int64)
        ends = self._ends(level)
        bounds = np.append(reached.firsts, count)
        fields = len(reached.firsts)
        for begin in range(0, fields, SLICE):
            end = min(begin + SLICE, fields)
            first, last = int(bounds[begin]), int(bounds[end])
            if saves is not None:
                rows = saves[first:last]
            else:
                assert later is not None
                rows = np.zeros((last - first, self.choices[level] * later.shape[1]), np.uint8)
                self._join(level, begin, end, first, later, rows)
            kernels.weigh(begin, end, first, reached, ends, self._best, rows, tally, solved, worth, keeps)
            self._tell(end, fields, f"setups of {level} pieces")
        return self._grouped(level, solved, worth, keeps)

    def _ends(self, level: int) -> Marks:
        """The letters left of the bag behind the clear, by context of a level and order of the letters to come."""
        contexts = self.contexts[level]
        result = np.zeros((len(contexts.lefts), math.prod(self.choices[level:])), np.uint8)
        for number, left in enumerate(contexts.lefts.tolist()):
            lefts = [left]
            for _ in range(level, PIECES_OF_CLEAR):
                lefts = [
                    after_letter(each, letter)
                    for each in lefts
                    for letter in range(KINDS)
                    if each >> letter & 1
                ]
            result[number] = lefts
        return result

    def _grouped(self, level: int, solved: Words, worth: NDArray[np.float64], keeps: Words) -> Setups:
        """States of the same field and pieces are one setup; each weighs as many orders as lead there."""
        states, counts = self.states(level), self.counts[level]
        placed, ours = self._placed(level)
        chosen = ours[states.contexts]
        fields = self.levels[level].fields[states.fields]
        keys = _keys(fields, placed[states.contexts])
        _, at, group = np.unique(keys[chosen], return_index=True, return_inverse=True)
        chosen_states = np.flatnonzero(chosen)
        weight = counts[chosen]

        def summed(values: NDArray[np.int64]) -> Words:
            return np.bincount(group, values * weight, len(at)).astype(np.int64)  # below 2 ** 53: exact

        order = np.lexsort((chosen_states, -weight, group))
        best = chosen_states[order[np.unique(group[order], return_index=True)[1]]]
        whole = (
            self.choices[FIRST_BAG] if self.is_first and level > FIRST_BAG else 1
        )  # any next letter will do
        every = Setups(
            level,
            len(self.starts) * math.prod(self.choices[:level]) // whole,
            math.prod(self.choices[level:]) * whole,
            fields[chosen][at],
            placed[states.contexts][chosen][at],
            summed(np.ones(len(weight), np.int64)) // whole,
            summed(solved[chosen]),
            np.bincount(group, worth[chosen] * weight, len(at)).astype(np.float64),
            np.stack([summed(keeps[chosen, piece]) for piece in range(KINDS)], 1),
            best,
        )
        return every.only(every.cleared > 0)

    def _placed(self, level: int) -> tuple[Words, NDArray[np.bool_]]:
        """By context how often each letter has been placed, two bits a letter; whether it is of setups that count.

        Setups of the first clear are of one bag.
        """
        results = list[int]()
        contexts = self.contexts[level]
        for held, left in zip(contexts.held.tolist(), contexts.lefts.tolist(), strict=True):
            begun = 0 if self.is_first else _code(1 << self.starts[0].held)
            results.append(begun + sum(map(_code, self._dealt(level, left))) - _code(1 << held))
        placed = np.array(results, np.int64)
        return placed, placed & _TWICE == 0 if self.is_first else np.ones(len(placed), np.bool_)

    def _dealt(self, level: int, left: int) -> tuple[int, int]:
        """The letters (bits) that have come of the bag in which the clear starts, and of the next one."""
        whole = FULL if self.is_first else self.starts[0].left
        if level - self.first < self.starts[0].left.bit_count():
            return whole & ~left, 0
        return whole, FULL & ~left

    def states(self, level: int) -> _States:
        """The field and the context of each state."""
        if level not in self._numbered:
            self._numbered[level] = self._listed(level)
        return self._numbered[level]

    def _listed(self, level: int) -> _States:
        masks = self.reached[level].masks
        bits = (masks[:, :, None] >> np.arange(WORD) & 1).astype(np.bool_).reshape(len(masks), -1)
        fields, contexts = bits.nonzero()
        return _States(fields, contexts)

    # -- a way to a setup --

    def way_to(self, level: int, state: int) -> tuple[Placement, ...]:
        """Placements that lead to a state, of those before it always one with which most orders are left."""
        states, way = self.states(level), list[Placement]()
        field, context = int(states.fields[state]), int(states.contexts[state])
        for here in range(level - 1, self.first - 1, -1):
            edge, field, context = self._before(here, field, context)
            way.append(placement_of_code(int(self.edges(here).at[edge]), 0))
        return tuple(reversed(way))

    def _before(self, level: int, child: int, context: int) -> tuple[int, int, int]:
        """The edge, field and context of a level that lead to a state of the next one."""
        into, begins = self._backward(level)
        edges, leading = self.edges(level), self._leading(level)
        best = (-1, -1, -1, -1)
        for edge in into[begins[child] : begins[child + 1]].tolist():
            piece = int(edges.at[edge]) // (4 * COLUMNS * BOX)
            field = int(np.searchsorted(edges.starts, edge, "right")) - 1
            for before in leading.get((piece, context), ()):
                count = self._count(level, field, before)
                if count > best[0]:
                    best = (count, edge, field, before)
        return best[1:]

    def _leading(self, level: int) -> dict[tuple[int, int], list[int]]:
        """The contexts of a level that lead to a context of the next one where a piece is placed, by both."""
        if level not in self._contexts_before:
            contexts = self.contexts[level]
            results = defaultdict[tuple[int, int], list[int]](list)
            for before, held in enumerate(contexts.held.tolist()):
                for letter, turns in enumerate(contexts.after[before].tolist()):
                    for placed, then in zip((held, letter), turns, strict=True):
                        if then >= 0 and before not in results[placed, then]:
                            results[placed, then].append(before)
            self._contexts_before[level] = dict(results)
        return self._contexts_before[level]

    def _count(self, level: int, field: int, context: int) -> int:
        """The orders with which a state is reached, 0 for one that is not."""
        masks, firsts = self.reached[level]
        word, bit = divmod(context, WORD)
        words: list[int] = masks[field].tolist()
        if not words[word] >> bit & 1:
            return 0
        before = sum(map(int.bit_count, words[:word])) + (words[word] & (1 << bit) - 1).bit_count()
        return int(self.counts[level][int(firsts[field]) + before])

    def _backward(self, level: int) -> tuple[Words, Words]:
        """The edges of a level by the field that they lead to; where those of each begin."""
        if level not in self._into:
            to = self.edges(level).to
            into = np.argsort(to, kind="stable")
            begins = np.searchsorted(to[into], np.arange(len(self.levels[level + 1].fields) + 1))
            self._into[level] = into, begins
        return self._into[level]


# -- what is worth listing --

LISTED = {
    True: 450,
    False: 40,
}  # setups of a size by each order, of the first clear and from a start of the second
COMMON = 5  # starts of the second clear
MEMORY = 4_000_000_000  # bytes at most


def solve(parts: ArrayFolder, tell: Tell = quiet) -> list[StartSetups]:
    """The setups of the first clear, and of the second from its most common starts; `parts` keep what is done."""
    values = loop_values()
    questions = [(FIRST, 1.0, first_starts())]
    questions += [(str(start), share, [start]) for start, share in common_starts(values, COMMON)]
    return [_solved(parts, SetupQuestion(*each), values, tell) for each in questions]


class SetupQuestion(NamedTuple):
    """Some starts of the same clear, with the name and the share under which their setups are listed."""

    name: str
    share: float
    starts: list[Start]


def _solved(parts: ArrayFolder, question: SetupQuestion, values: LoopValues, tell: Tell) -> StartSetups:
    name, share, starts = question

    def made() -> list[NDArray[Any]]:
        search, known = SetupSearch(starts, values, tell), known_setups() if name == FIRST else []
        lists = [listed(search, each, LISTED[name == FIRST], known) for each in search.setups()]
        text = msgspec.json.encode(StartSetups(name, round(share, 6), tuple(lists)))
        return [np.frombuffer(text, np.uint8)]

    (text,) = parts.get("first" if name == FIRST else name.replace("|", "-"), made)
    return msgspec.json.decode(text.tobytes(), type=StartSetups)


def setups_folder() -> Path:
    """Return the folder of what is done, for this version of the sources that make it."""
    return places.cache_dir() / "setups" / sources.digest(Path(__file__))[:16]


def demand_memory() -> None:
    """Raises `BadInput` where memory does not suffice."""
    free = free_memory()
    if free is not None and free < MEMORY:
        raise BadInput(f"this needs {MEMORY / 1e9:.0f} GB of memory, {free / 1e9:.1f} GB are free")


class KnownSetup(NamedTuple):
    """A well-known setup of the first clear: its name, the field (bits) and its pieces (two bits a letter)."""

    name: str
    field: int
    placed: int


def listed(search: SetupSearch, setups: Setups, most: int, known: Sequence[KnownSetup] = ()) -> SetupList:
    """The first `most` setups by each order, and the known ones.

    Of mirror images the better one is listed where both belong to the same starts.
    """
    mirrors = setups.mirrors() if _is_mirrored(search.starts) else np.full(len(setups.fields), -1)
    numbers = np.arange(len(mirrors))
    better = (
        np.sign(setups.cleared - setups.cleared[mirrors]) + np.sign(setups.worth - setups.worth[mirrors]) / 2
    )
    alone = (mirrors < 0) | (better > 0) | (better == 0) & (numbers <= mirrors)
    counted = np.flatnonzero(alone)
    figures: dict[Order, NDArray[np.float64]] = {
        "chance": setups.chance,
        "both": setups.cleared.astype(np.float64),
        "clears": np.round(setups.clears, 6),
    }
    chosen, names = set[int](), dict[int, str]()
    for order in ORDERS:
        best = np.lexsort((counted, -setups.built[counted], -figures[order][counted]))[:most]
        chosen.update(counted[best].tolist())
    for each in known:
        number = _number_of(setups, each)
        if number is not None:
            number = number if alone[number] else int(mirrors[number])
            names[number] = each.name
    rows = list[Row]()
    for number in sorted(chosen | set(names)):
        share = int(setups.built[number]) * setups.orders
        ranks = [1 + int((figures[order][counted] > figures[order][number]).sum()) for order in ORDERS]
        rows.append(
            Row(
                text_of_way(search.way_to(setups.pieces, int(setups.states[number]))),
                int(setups.built[number]),
                int(setups.cleared[number]),
                round(float(setups.clears[number]), 3),
                tuple(((10_000 * setups.keeps[number] + share // 2) // share).tolist()),
                names.get(number, ""),
                tuple(ranks) if number in names else (),
            )
        )
    rows.sort(key=lambda row: (-row.cleared, row.way))
    return SetupList(setups.pieces, setups.dealt, setups.orders, len(counted), tuple(rows))


def _is_mirrored(starts: Sequence[Start]) -> bool:
    """Return True if the mirror image of each start is one of them."""
    mirrored = {Start(MIRRORED[held], mirrored_bag(left)) for held, left in starts}
    return mirrored == {*starts}


def _number_of(setups: Setups, known: KnownSetup) -> int | None:
    at = np.flatnonzero((setups.fields == known.field) & (setups.placed == known.placed))
    return int(at[0]) if len(at) else None


def known_setups() -> list[KnownSetup]:
    """The well-known setups of the first clear: names with pictures, as sources of books write them."""
    path, results = places.shipped("assets", "clears", "known-setups.yaml"), list[KnownSetup]()
    pictures_by_name: dict[str, list[str]] = yaml.load(saving.load(path, MOST_BYTES), _LOADER)
    for name, pictures in pictures_by_name.items():
        for picture in pictures:
            way = [at for each in picture.split() for at in way_of(each)]
            cells = Field.empty()
            for at in way:
                if not cells.fits(*at[:4]):
                    raise BadInput(f"{path.name}: the pieces of {name} overlap: {picture}")
                cells = cells.landed(*at[:4])
            placed = sum(1 << _DIGIT * at.piece for at in way)
            results.append(KnownSetup(name, box_of(cells.cleared()), placed))
    return results


def common_starts(values: LoopValues, count: int) -> list[tuple[Start, float]]:
    """The starts at which the second clear most often begins in play for many in a row, and how often it does.

    Of mirror images the one that comes first stands for both: its share is that of both together.
    """
    often = values.transitions[values.firsts].mean(0)
    shares = {Start(*left): float(often[number]) for left, number in values.numbers.items()}
    results = dict[Start, float]()
    for start in sorted(shares, key=lambda each: (-shares[each], each)):
        mirror = Start(MIRRORED[start.held], mirrored_bag(start.left))
        results.setdefault(min(start, mirror), sum(shares[each] for each in {start, mirror}))
    return [*results.items()][:count]


# -- numbers --


def _code(letters: int) -> int:
    """Letters (bits), each once, with two bits a letter."""
    return sum(1 << _DIGIT * piece for piece in range(KINDS) if letters >> piece & 1)


def _keys(fields: Words, placed: Words) -> Words:
    return fields << _DIGIT * KINDS | placed


def mirrored_fields(fields: Words) -> Words:
    """The fields (bits, as kernels have them) seen in a mirror."""
    result = np.zeros_like(fields)
    for x in range(COLUMNS):
        result |= (fields >> BOX * x & 15) << BOX * (COLUMNS - 1 - x)
    return result


def mirrored_pieces(placed: Words) -> Words:
    """The letters (two bits each) seen in a mirror."""
    result = np.zeros_like(placed)
    for piece, other in enumerate(MIRRORED):
        result |= (placed >> _DIGIT * piece & 3) << _DIGIT * other
    return result
