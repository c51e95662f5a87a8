"""The words for known moves: from an opening book, or from the solved game of four-wide."""

from __future__ import annotations

from collections.abc import Sequence

from game.advice import Advice, Worth
from game.facts import BookFacts, KnownFacts, PolicyFacts
from game.tetris.guideline import State, letter
from game.tetris.guideline.openers.chance import PERFECT_CLEAR, BookChance, Over, aim_of
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES
from game.tetris.naming import name_of as name_of_placement
from gui.play.sources import known_choices
from gui.ui.text import chance_words, clears_words, counted, grouped


def name_of(advice: Advice) -> str:
    """The name of the book or policy; empty for other sources."""
    if advice.source == "policy":
        return advice.read(PolicyFacts).policy
    return advice.read(BookFacts).title if advice.source == "book" else ""


def knows(advice: Advice, move: str) -> bool:
    """Return True if a move is known."""
    return any(choice.move == move for choice in advice.choices[: known_choices(advice)])


def ground(advice: Advice) -> str:
    """The source of a known move: `BT Loop, the next bag`; `Four-wide well, columns 4 to 7`."""
    return ", ".join(filter(None, (name_of(advice), _place(advice))))


def reading(advice: Advice) -> str:
    """Return the meaning of a known best move's figure. empty where the best move is not known."""
    if not advice.choices or not knows(advice, advice.choices[0].move):
        return ""
    return "Book’s chance" if advice.source == "book" else "Clears to come"


def worth(advice: Advice) -> float | None:
    """Return the book's or policy's value of its best move: a chance, or clears; None if it has none."""
    known = advice.choices[0].known
    return None if known is None else known.value


def figure(advice: Advice) -> str:
    """Return the figure of the known best move, without its unit."""
    known = advice.choices[0].known
    return "" if known is None else figure_of(known)[0]


def figure_of(known: Worth) -> tuple[str, str]:
    """The figure of what is known of a move, and its unit: a chance has its own sign."""
    if known.unit == "clears":
        return clears_words(known.value), "clears"
    return chance_words(known.value), ""


def purposes(advice: Advice) -> tuple[str, ...]:
    """The aim of a known move, ever shorter: `perfect clear with piece 3`; a stage of a book; the walls of a well."""
    pieces, walls = advice.read(BookFacts).clear_in, advice.read(PolicyFacts).walls
    if pieces:
        return ("perfect clear now" if pieces == 1 else f"perfect clear with piece {pieces:.0f}",)
    if advice.source == "policy" and walls is not None:
        return (f"walls for {counted(round(walls), 'more clear')}", f"walls for {walls:.0f} more", "clears")
    place = _place(advice)
    return tuple(dict.fromkeys(filter(None, (place, place.partition(",")[0]))))


def reasons(state: State, advice: Advice) -> tuple[str, ...]:
    """The reason for a known move, ever shorter."""
    forms = _of_the_well(advice) if advice.source == "policy" else _of_the_book(state, advice)
    return tuple(dict.fromkeys(filter(None, forms))) or ("",)


def _of_the_book(state: State, advice: Advice) -> tuple[str, ...]:
    """Return the pieces in sight that decide the move, the change that another one would make, and the chance."""
    chance, facts = _chance(advice), advice.read(BookFacts)
    if facts.in_a_row is not None:
        row = f"On average {facts.in_a_row:.1f} perfect clears in a row."
        return f"{chance} {row}", row
    if facts.decided is None:  # in older games
        if not facts.run or facts.shared is None or facts.queues is None:
            return (chance,)
        text = f"The book has this move for {grouped(round(facts.shared))} of {counted(round(facts.queues), 'queue')}."
        return f"{text} {chance}", text, chance
    held = () if state.hold is None else (state.hold,)
    pieces = [letter(piece) for piece in (*held, *state.queue.pieces(VISIBLE_PIECES))][: round(facts.decided)]
    if not pieces:
        text = "The book has this move for every queue."
    elif len(pieces) == 2:
        text = f"{_listed(pieces)} in hand decide this move, whatever follows."
    elif len(pieces) == VISIBLE_PIECES:
        text = "All six pieces in sight decide this move."
    else:
        text = f"{_listed(pieces[:2])} in hand and then {_listed(pieces[2:])} decide this move."
    other = ""
    if facts.others and facts.instead and pieces:
        name = name_of_placement(facts.instead, (advice.choices[0].move,))
        other = f"With {_listed(tuple(facts.others), 'or')} in place of {pieces[-1]} it is {name}."
    return (
        f"{text} {chance} {other}".strip(),
        f"{text} {chance}",
        chance,  # else nothing says of what the figure is
        f"{text} {other}".strip(),
        text,
    )


def _listed(words: Sequence[str], last: str = "and") -> str:
    """`O`, `O and T`, `O, T and S`."""
    *before, end = words
    return f"{', '.join(before)} {last} {end}" if before else end


def _chance(advice: Advice) -> str:
    """The chance of what the book plays for with this queue; where only the mean of all queues is known, that."""
    facts = advice.read(BookFacts)
    if facts.clear_in == 1:
        return "A perfect clear."
    return queue_words(advice) or ("" if facts.value is None else of_all_queues(facts.value))


def queue_words(advice: Advice) -> str:
    """The chance of the queue that is seen, in a sentence; empty where it is not known."""
    chance = queue_chance(advice)
    return "" if chance is None else chance.sentence


def queue_chance(advice: Advice) -> BookChance | None:
    """The chance of the queue that is seen; None where it is not known, as in older games."""
    facts = advice.read(BookFacts)
    if facts.clear_in:
        return BookChance(1.0, PERFECT_CLEAR, Over.QUEUE)
    if facts.chance is not None:
        return BookChance(facts.chance, facts.aim or aim_of(()), Over.QUEUE)
    return None if facts.clear_chance is None else BookChance(facts.clear_chance, PERFECT_CLEAR, Over.QUEUE)


def of_all_queues(value: float) -> str:
    """E(V) of a position, in a sentence."""
    return f"Best play reaches the end with {chance_words(value)} of the queues that can come here."


def _of_the_well(advice: Advice) -> tuple[str, ...]:
    """The clears to come between the walls as they stand; opinions of older games did not know their end."""
    facts = advice.read(PolicyFacts)
    clears, walls, chance = facts.clears, facts.walls, facts.chance
    if clears is None or walls is None:
        return (advice.read(KnownFacts).preparing,)
    left = counted(round(walls), "more clear")
    if chance is None:
        return (f"The walls last for {left}.",)
    mean, end = f"{clears:.1f}", chance_words(chance, 0)
    return (
        f"The walls last for {left}. Best play makes {mean} on average; the chance to reach the end is {end}.",
        f"Best play makes {mean} of {left} on average; {end} to the end.",
        f"{mean} of {left}.",
    )


def crossing(before: Advice | None, now: Advice | None) -> tuple[str, str]:
    """Return the book or well that was entered or left between two opinions, and the reason; empty if none was."""
    if before is None or now is None:
        return "", ""
    old, new = name_of(before), name_of(now)
    if old == new:
        return "", ""
    if new:
        text = "the board and the pieces are in it" if now.source == "book" else "the well stands"
        return f"Entered {new}", f"{old} has no move here" if old else text
    facts, book = now.read(KnownFacts), before.source == "book"
    why = facts.book_silent if book else facts.policy_silent or "the well no longer stands"
    # the reason is that of another book: a showcase may follow one that the coach does not use
    if why and book and now.read(BookFacts).title not in ("", old):
        why = "no book in use has a move here"
    return (f"Left {old}", why) if why else ("", "")


def crossed(before: Advice | None, now: Advice | None) -> str:
    """The same in one line: `Left BT Loop: rows are waiting`."""
    return ": ".join(filter(None, crossing(before, now)))


def trouble(advice: Advice | None) -> str:
    """The books that cannot be used, and why; empty if all can."""
    return "" if advice is None else advice.read(KnownFacts).trouble


def _place(advice: Advice) -> str:
    """The stage of a book, or the columns of the well, as within a sentence."""
    place = advice.read(BookFacts).stage or advice.read(PolicyFacts).well
    return place if place[1:2] == "-" or place[1:2] == " " else place[:1].lower() + place[1:]
