"""What a book says of its game in a showcase: the chance of the queue in sight, the run, and the book itself."""

from __future__ import annotations

from collections.abc import Iterator

from game.advice import Advice
from game.session import Session
from gui.drawing.canvas import Canvas, Point
from gui.drawing.letters import chance_words, grouped
from gui.face import Axis, certain, source_word
from gui.frame.controls import chip

CHANCES = Axis(0.0, 1.0, ((1.0, "100"), (0.5, "50"), (0.0, "0")))  # in per cent


def number(advice: Advice | None, key: str) -> float | None:
    """A fact that is a number; None where it was not told."""
    fact = None if advice is None else advice.facts.get(key)
    return float(fact) if isinstance(fact, float | int) else None


def chances(session: Session) -> tuple[float | None, ...] | None:
    """By ply the chance that a book gave the queue in sight; None where no book spoke in this game."""
    opinions = session.opinions
    found = tuple(number(opinions.get(ply), "chance") for ply in range(session.length + 1))
    return found if any(each is not None for each in found) else None


def aims(advice: Advice) -> tuple[str, ...]:
    """What the chance is about, at length and shorter: `to a perfect clear`, `perfect clear`."""
    end = advice.facts.get("aim")
    return (f"to a {end}", end) if isinstance(end, str) and end else ("to the end of the line", "to the end")


def matched(advice: Advice) -> list[str]:
    """The run that a queue belongs to and how many queues share it, a line each; or why the book is silent."""
    run, shared, queues = advice.facts.get("run"), number(advice, "shared"), number(advice, "queues")
    why = advice.facts.get("silent")
    lines = [f"The book: {why}"] if why else []
    lines += [f"Run {run}" if run != "any queue" else "One run for all queues"] if run else []
    if shared and queues:
        lines.append(f"{grouped(int(shared))} of {grouped(int(queues))} queues share it")
    return lines


def about_book(session: Session) -> Iterator[tuple[str, str]]:
    """The book that the game begins with, in a few figures; nothing for another game."""
    first = session.opinions.get(0)
    if first is None or first.source != "book":
        return
    names = (
        ("Positions", "positions"),
        ("Runs", "runs"),
        ("Queues that have a move", "sequences"),
        ("Size on disk", "bytes"),
    )
    for label, key in names:
        value = number(first, key)
        if value is not None:
            words = f"{value / 1000:,.0f} kB" if key == "bytes" else grouped(int(value))
            yield label, words


def draw_source(
    canvas: Canvas, at: Point, width: float, advice: Advice, words: tuple[str, str], *, whole: bool
) -> float:
    """Where an opinion comes from in a chip, its figure, and a few words; the height that takes.

    `words` are the figure and the move of what is no chance. `whole`: the run that matched, too.
    """
    colour = canvas.theme.colour
    x, y = at
    x += chip(canvas, at, source_word(advice), proven=certain(advice)) + 12
    chance = number(advice, "chance")
    told = words[0] if chance is None else chance_words(chance)
    forms = (f"with {words[1]}",) if chance is None else aims(advice)
    x += canvas.text((x, y), told, "strong", colour.amber_text) + 8
    room = at[0] + width - x
    fitting = (form for form in forms if canvas.text_width(form, "label") <= room)
    about = next(fitting, canvas.fitted(forms[-1], "label", room))
    canvas.text((x, y), about, "label", colour.text3)
    y += 30
    for line in matched(advice) if whole else ():
        canvas.text((at[0], y), canvas.fitted(line, "label", width), "label", colour.text3)
        y += 22
    return y - at[1]
