"""What opinions rest on: one struct of facts for each source of opinions.

An `Advice` carries the facts of all who had a part in it as one flat map of names to numbers and texts; so records and
messages have had them since the first version. The names are written here and nowhere else. Who has an opinion gives
structs (`told`), who reads it asks for the struct that is understood (`Advice.read`): a field is None or empty where
nothing was said of it. A fact on a move or a strain has its name around that of the field: `less T north 3 0 none`.
"""

from __future__ import annotations

import msgspec

Told = dict[str, float | str]


class Facts(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The facts of one source."""

    def told(self, before: str = "", behind: str = "") -> Told:
        """As an advice carries them: what is known, by name, with `before` and `behind` around each name."""
        pairs = zip(self.__struct_fields__, self.__struct_encode_fields__, strict=True)
        values = ((name, getattr(self, field)) for field, name in pairs)
        return {f"{before}{name}{behind}": value for name, value in values if value not in (None, "")}


class Effort(Facts, frozen=True):
    """How much was looked at: positions of a tree, or games played to the end, and how fast."""

    nodes: float | None = None
    nodes_per_second: float | None = None
    iterations: float | None = None
    iterations_per_second: float | None = None


class ZuniqFacts(Effort, frozen=True):
    """Of the search and the solver of Zuniq. `result` is a sentence on a position that is decided."""

    depth: float | None = None
    memory_mb: float | None = None
    solved_nodes: float | None = None
    result: str = ""


class BridgeFacts(Facts, frozen=True):
    """Of bridge: deals looked at, or positions searched to the end.

    `makes` is the chance, 0 to 1, that the contract is made, or beaten by who defends; `error` the standard error of
    what the best call or card brings, in points or tricks; `hidden` counts the cards that are not known of the other
    hand, and `known` names those that are; `level` is the highest table in use. In the play stage, of the first card:
    `replies` are all that are best when it is led, and `back` the card that brings the lead back in every best line.
    """

    worlds: float | None = None
    worlds_per_second: float | None = None
    nodes: float | None = None
    level: float | None = None
    makes: float | None = None
    error: float | None = None
    hidden: float | None = None
    known: str = ""
    replies: str = ""
    back: str = ""


class ErrorFacts(Facts, frozen=True):
    """Of one call or card, which stands behind: the standard error of what it brings, in points or tricks."""

    error: float | None = None


class StrainFacts(Facts, frozen=True):
    """Of one strain, whose letter stands behind: the tricks that are expected."""

    tricks: float | None = None


class ClassicFacts(Facts, frozen=True):
    """Of classic Tetris: who rates, how many pieces ahead, and what a covered cell costs by that rule."""

    evaluator: str = ""
    levels: float | None = None
    hole: float | None = None


class SearchFacts(Effort, frozen=True):
    """Of a search of guideline Tetris, Kibitz's own or a bot's over TBP: pieces ahead, and the pace it keeps to."""

    depth: float | None = None
    pieces_per_second: float | None = None
    bot: str = ""


class MeasuredFacts(Facts, frozen=True):
    """Of games that were played on behind the best choice: rows of attack in two bags, with the standard error."""

    attack: float | None = None
    attack_error: float | None = None


class LessFacts(Facts, frozen=True):
    """Of another choice, whose move stands behind: by how many rows that has less, with the standard error."""

    less: float | None = None
    less_error: float | None = None


class LookingFacts(Facts, frozen=True):
    """Of an opinion that is not sure yet: `looking` is 1 as long as its first choice has not been compared enough."""

    looking: float | None = None


class ClearFacts(Facts, frozen=True):
    """Of a choice, whose move stands behind, where a perfect clear can be in sight.

    With `clears` of the `futures`, the pieces that can come behind those seen (1 where all that matter are seen), best
    play makes a perfect clear in so many `pieces`, this one included.
    """

    clears: float | None = None
    futures: float | None = None
    pieces: float | None = None


class KnownFacts(Facts, frozen=True):
    """Of what is known without a search.

    `known` counts the choices in front that are; those behind them are estimates. `simplified` is 1 where it is known
    of a simpler game, and an estimate for this one. `silent` is why nothing is known here, of the book or the policy
    alone where it stands behind those, a short clause; `preparing` what is being made, so that asking again may bring
    more; `trouble` which books cannot be used, and why.
    """

    known: float | None = None
    simplified: float | None = None
    silent: str = ""
    book_silent: str = msgspec.field(default="", name="book silent")
    policy_silent: str = msgspec.field(default="", name="policy silent")
    preparing: str = ""
    trouble: str = ""


class WorthFacts(Facts, frozen=True):
    """Of a known choice, whose move stands behind: what it is worth by itself, a chance or clears to come."""

    worth: float | None = None


class BookFacts(Facts, frozen=True):
    """Of an opening book: `book` is its name, `title` what it is called, `stage` what is to be done here.

    `run` is the run of queues that the queue is in, which `shared` of `queues` share. The first `decided` pieces in
    sight decide the move, those to choose from first, whatever comes behind them; with one of the letters `others` in
    place of the last of these it is `instead`. `chance` is that of the queue in sight, of coming to an
    `aim` by the book; `value` the mean of best play with all queues that the position can have, `clear_chance` that of
    a perfect clear soon with the queue in sight, and `clear_in` the pieces to one that is certain. A showcase has of
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
    chance: float | None = None
    aim: str = ""
    positions: float | None = None
    runs: float | None = None
    sequences: float | None = None
    bytes: float | None = None


class PolicyFacts(Facts, frozen=True):
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


class PathFacts(Facts, frozen=True):
    """Of the way of the best choice: the fewest inputs, as `movement.path` names them, with spaces between."""

    way: str = ""


class VerdictFacts(Facts, frozen=True):
    """Of a move that was judged, which stands in front: see `game.review`; `move` only in the first files.

    `looking` is 1 as long as a second look is still to come.
    """

    move: str = ""
    best: str = ""
    cost: float | None = None
    error: float | None = None
    unit: str = ""
    verdict: str = ""
    looking: float | None = None
