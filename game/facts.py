"""The evidence for an opinion: one struct for each source of opinions.

An `Advice` carries the evidence of all that had a part in it, at most one struct of a kind. An engine gives structs, a
reader asks for the kind that it understands (`Advice.read`). A field is None or empty where nothing is known of it.
"""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec

Technique = Literal["entry", "unblock", "count", "tricks"]  # of the play stage of bridge


class Facts(
    msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True, tag_field="of"
):
    """The facts of one source."""


class Effort(Facts, frozen=True):
    """Amount of work behind an opinion: positions of a tree, or games played to the end, and how fast."""

    nodes: float | None = None
    nodes_per_second: float | None = None
    iterations: float | None = None
    iterations_per_second: float | None = None


class ZuniqFacts(Effort, frozen=True, tag="zuniq"):
    """Of the search and the solver of Zuniq. `winner` is the seat that wins a position that is decided."""

    depth: float | None = None
    memory_mb: float | None = None
    solved_nodes: float | None = None
    winner: int | None = None


class BridgeFacts(Effort, frozen=True, tag="bridge"):
    """Of bridge: deals looked at, or positions searched to the end.

    `makes` is the chance, 0 to 1, that the contract is made, or beaten by who defends; `hidden` counts the cards that
    are not known of the other hand, and `known` names those that are; `level` is the highest table in use; `tricks` are
    those that are expected in each strain, by its letter. In the play stage, of the first card: `replies` are all that
    are best when it is led, and `back` the card that brings the lead back in every best line; `techniques` name, by
    card that takes fewer tricks, what it gave away (`game.bridge.technique`), where that is more than a trick.
    """

    worlds: float | None = None
    worlds_per_second: float | None = None
    level: float | None = None
    makes: float | None = None
    hidden: float | None = None
    known: tuple[str, ...] = ()
    tricks: dict[str, float] = {}
    replies: tuple[str, ...] = ()
    back: str = ""
    techniques: dict[str, Technique] = {}


class ClassicFacts(Facts, frozen=True, tag="classic"):
    """Of classic Tetris: who rates, how many pieces ahead, and what a covered cell costs by that rule."""

    evaluator: str = ""
    levels: float | None = None
    hole: float | None = None


class SearchFacts(Effort, frozen=True, tag="search"):
    """Of a search of guideline Tetris, Kibitz's own or a bot's over TBP: pieces ahead, and the pace it keeps to."""

    depth: float | None = None
    pieces_per_second: float | None = None
    bot: str = ""


class KnownFacts(Facts, frozen=True, tag="known"):
    """Of what is known without a search.

    `simplified`: it is known of a simpler game, and an estimate for this one. `silent` is why nothing is known here, of
    the book or the policy alone in `book_silent` and `policy_silent`, a short clause; `preparing` what is being made,
    so that asking again may bring more; `trouble` which books cannot be used, and why.
    """

    simplified: bool = False
    silent: str = ""
    book_silent: str = ""
    policy_silent: str = ""
    preparing: str = ""
    trouble: str = ""


class BookFacts(Facts, frozen=True, tag="book"):
    """Of an opening book: `book` is its name, `title` what it is called, `stage` what is to be done here.

    `run` is the run of queues that the queue is in, which `shared` of `queues` share. The first `decided` pieces in
    sight decide the move, those to choose from first, whatever comes behind them; with one of the letters `others` in
    place of the last of these it is `instead`. `chance` is that of the queue in sight, of coming to an
    `aim` by the book; `value` the mean of best play with all queues that the position can have, `clear_chance` that of
    a perfect clear soon with the queue in sight, and `clear_in` the pieces to one that is certain. `in_a_row`: the mean
    of perfect clears in a row, where the move was chosen by that. A showcase has of
    the whole book `positions`, `runs`, `sequences` and `bytes`.
    """

    book: str = ""
    title: str = ""
    stage: str = ""
    run: str = ""
    shared: float | None = None
    queues: float | None = None
    decided: float | None = None
    others: str = ""
    instead: str = ""
    value: float | None = None
    clear_chance: float | None = None
    clear_in: float | None = None
    in_a_row: float | None = None
    chance: float | None = None
    aim: str = ""
    positions: float | None = None
    runs: float | None = None
    sequences: float | None = None
    bytes: float | None = None


class PolicyFacts(Facts, frozen=True, tag="policy"):
    """Of a solved game of four-wide: `previews` that its player sees, and the greatest `error` of its values.

    Between walls: the clears for which they last, and the `chance` to reach their end. In a well of guideline Tetris
    also the mean of `clears`, its columns, the residual cells, and the game that was solved.
    """

    policy: str = ""
    previews: float | None = None
    error: float | None = None
    walls: float | None = None
    chance: float | None = None
    clears: float | None = None
    well: str = ""
    residual: float | None = None
    model: str = ""


class SavedFacts(Facts, frozen=True, tag="saved"):
    """Of a perfect clear that can be made: the piece that is left over for the next one.

    `pieces` are, by first placement, the letters of those that can be left over; `chances`, by letter, that of the next
    clear with best play, where that is known.
    """

    pieces: dict[str, str] = {}
    chances: dict[str, float] = {}


class KeysFacts(Facts, frozen=True, tag="keys"):
    """Of finesse: the fewest keys to a placement, as `finesse.keys_to` names them."""

    keys: tuple[str, ...] = ()


class PathFacts(Facts, frozen=True, tag="path"):
    """Of the way of the best choice: the fewest inputs, as `movement.path` names them."""

    way: tuple[str, ...] = ()


Evidence = (
    ZuniqFacts
    | BridgeFacts
    | ClassicFacts
    | SearchFacts
    | KnownFacts
    | BookFacts
    | PolicyFacts
    | SavedFacts
    | KeysFacts
    | PathFacts
)
Kind = TypeVar("Kind", bound=Facts)


def read(evidence: tuple[Evidence, ...], kind: type[Kind]) -> Kind:
    """The facts of one kind, a base class too; without any where there are none."""
    return next((each for each in evidence if isinstance(each, kind)), kind())


def joined(*evidence: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """All facts, one struct of a kind: what a later one knows takes the place of what an earlier one does."""
    results: dict[type[Facts], Evidence] = {}
    for each in (fact for facts in evidence for fact in facts):
        before = results.get(type(each))
        results[type(each)] = each if before is None else _over(before, each)
    return tuple(results.values())


def without_speeds(evidence: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """The facts without what depends on the machine, for files that are made again."""
    speeds = ("nodes_per_second", "iterations_per_second", "worlds_per_second")
    return tuple(
        msgspec.structs.replace(each, **{name: None for name in speeds if name in each.__struct_fields__})
        for each in evidence
    )


def _over(before: Evidence, later: Evidence) -> Evidence:
    """The facts of both, those of `later` first."""
    plain = type(later)()
    known = {
        name: value
        for name in later.__struct_fields__
        if (value := getattr(later, name)) != getattr(plain, name)
    }
    return msgspec.structs.replace(before, **known)
