"""The words for a guideline game: its rules, its moves, its end, why a move is best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from game.advice import Advice, Choice
from game.errors import BadInput
from game.facts import KeysFacts, SavedFacts, SearchFacts
from game.tetris.guideline import Landing, Placement, State, letter
from game.tetris.guideline.attack import title
from game.tetris.guideline.features import Cell, Difference, Effect, differences, effect_of
from game.tetris.guideline.field import COLUMNS, GARBAGE, Paint
from game.tetris.guideline.spins import SpinRule
from game.tetris.naming import forms_of, name_of
from gui.games.guideline import book_status
from gui.games.guideline.render_state import FallingPiece, SeatState, tests_on_the_way
from gui.ui.canvas import Canvas
from gui.ui.text import as_figure, chance_words, counted, grouped

_ENDINGS = {
    "goal": "The rows are cleared",
    "garbage": "Garbage has pushed the stack out",
    "no pieces": "All pieces are placed",
    "block out": "{piece} cannot start",
    "lock out": "No placement is within the visible rows",
}
_SPIN_RULES: dict[SpinRule, str] = {
    "none": "no spins",
    "t-spins+": "T-spins+",
    "all-mini": "all-mini",
    "all-mini+": "all-mini+",
    "all": "all spins",
    "all+": "all spins+",
    "mini-only": "minis only",
}
_NOTICED = 0.05


def detail(state: State) -> str:
    """`Guideline`, and what else makes these rules."""
    table = state.rules
    more = [counted(table.goal, "row")] if table.goal else []
    more += [] if table.hold else ["no hold"]
    more += ["20g"] if table.gravity == "20g" else []
    more += {"srs": [], "srs+180": ["half turns"], "srs+": ["SRS+"]}[table.kicks]
    more += [] if table.spins == "t-spins" else [_SPIN_RULES[table.spins]]
    return ", ".join(["Guideline", *more])


def result(state: State) -> str:
    """The end of a finished game; empty while it goes on."""
    if state.ending is None:
        return ""
    piece = "The next piece" if state.piece is None else letter(state.piece)
    why = _ENDINGS[state.ending].format(piece=piece)
    tally = state.tally
    return f"{why}. {counted(tally.placed, 'piece')}, {counted(tally.cleared, 'row')}, {tally.attack} attack"


def brief_name(canvas: Canvas, move: str, style: str, room: float, among: Iterable[str] = ()) -> str:
    """The name of a placement in the longest form for which there is room."""
    forms = forms_of(move, among)
    fitting = (form for form in forms if canvas.text_width(form, style) <= room)
    return next(fitting, canvas.fitted(forms[-1], style, room))


def names_of(landing: Landing | None) -> tuple[str, ...]:
    """The last move in a few words, one below the other: what it was, back-to-back, combo, what it sent.

    The first and the last are the most important.
    """
    if landing is None:
        return ()
    clear = landing.clear
    name = title(clear, landing.placement.piece)
    words = ["Perfect clear"] if clear.perfect else []
    if name:
        words.append(name)
    if clear.back_to_back:
        words.append("Back-to-back")
    if clear.rows and clear.combo > 0:
        words.append(f"Combo {clear.combo}")
    if landing.attack:
        words.append(f"{landing.attack} attack")
    return tuple(words)


def tests(way: Sequence[FallingPiece], share: float) -> tuple[str, ...]:
    """The tests of the last turn that was kicked, one below the other, after a share (0 to 1) of a way."""
    tried = tests_on_the_way(way, share)
    lines = tuple(f"{each.test} {'blocked' if each.blocked else 'fits'}" for each in tried)
    return ("Tests", *lines) if lines else ()


@lru_cache(maxsize=64)
def walk(state: State, moves: tuple[str, ...]) -> tuple[Landing, ...]:
    """The effects of the placements of a line one after the other, as far as they can be played.

    A placement has to fit and to rest. Ways there are not sought: that takes long.
    """
    landings: list[Landing] = []
    for move in moves:
        try:
            at = Placement.parse(move)
        except BadInput:
            break
        if state.halted or at.piece not in state.choices:
            break
        if not state.field.fits(*at[:4]) or state.field.drop(*at[:4]) != at.y:
            break
        state = state.lock(at, held=at.piece != state.piece)
        assert state.last is not None
        landings.append(state.last)
    return tuple(landings)


def built(state: State, moves: tuple[str, ...]) -> SeatState | None:
    """The field that a line builds, its own pieces in their colours and all else in grey; rows that it fills last stay.

    None where nothing can be placed.
    """
    landings = walk(state, moves)
    field, paint = state.field, Paint(tuple(GARBAGE * COLUMNS for _ in range(state.field.height)))
    for number, landing in enumerate(landings, 1):
        at = landing.placement
        field, paint = field.landed(*at[:4]), paint.with_cells(at.cells, letter(at.piece))
        if number < len(landings):
            field, paint = field.cleared(), paint.without(landing.rows)
    return SeatState(field, paint, metered=False) if landings else None


def line_of(choice: Choice) -> tuple[str, ...]:
    """A choice's move and what follows it."""
    return (choice.move, *choice.line)


def purpose(line: Sequence[Landing]) -> tuple[int, str]:
    """The number, from 1, and the name of the best clear of a line; 0 and empty if nothing is cleared."""
    clearing = [(landing.attack, -number) for number, landing in enumerate(line, 1) if landing.rows]
    if not clearing:
        return 0, ""
    number = -max(clearing)[1]
    landing = line[number - 1]
    clear = landing.clear
    return number, "Perfect clear" if clear.perfect else title(clear, landing.placement.piece)


def short(state: State, choice: Choice, advice: Advice | None) -> tuple[str, ...]:
    """The effect of a choice, said at length and ever shorter: `search · for a T-spin double, by hold`, … `by hold`.

    Of a move that is known it is what it is for: `book · the next bag, by hold`.
    """
    line = walk(state, line_of(choice))
    hold = "by hold" if line and line[0].held else ""
    if advice is not None and book_status.knows(advice, choice.move):
        messages = [", ".join(filter(None, (each, hold))) for each in (*book_status.purposes(advice), "")]
        long = [f"{advice.source} · {each}" for each in messages if each]
        return (*long, f"{advice.source} · {hold}" if hold else advice.source)
    source = "search" if advice is None or book_status.name_of(advice) else advice.source
    number, name = purpose(line)
    does = f"{_article(name)} now" if number == 1 else f"for {_article(name)}" if number else ""
    items = [*dict.fromkeys(filter(None, (", ".join(filter(None, (does, hold))), does, hold)))]
    return (f"{source} · {items[0]}", *items) if items else (source,)


def ground(advice: Advice) -> str:
    """The source of an advice: `9 pieces ahead, 1.2 M nodes`; the book and its stage."""
    if book_status.name_of(advice):
        return book_status.ground(advice)
    facts = advice.read(SearchFacts)
    depth, nodes = facts.depth or 0.0, facts.nodes or 0.0
    ahead = f"{counted(int(depth), 'piece')} ahead" if depth > 0 else ""
    return ", ".join(filter(None, (ahead, f"{_count(nodes)} nodes" if nodes > 1 else "")))


def _count(number: float) -> str:
    if number < 100_000:
        return grouped(round(number))
    return f"{number / 1_000_000:.{1 if number >= 1_000_000 else 2}f}\u00a0M"


def reasons(state: State, advice: Advice) -> tuple[str, ...]:
    """The reason for the best move, ever shorter: what its line sends, and how far the second one is behind.

    Of a move that is known: the run it was found in, and what it is worth.
    """
    if book_status.name_of(advice):
        return book_status.reasons(state, advice)
    if keys := advice.read(KeysFacts).keys:
        return (_sentence(keys_words(keys)),)
    best = advice.choices[0].move
    line = walk(state, line_of(advice.choices[0]))
    number, name = purpose(line)
    when = "now" if number == 1 else f"with piece {number}"
    does, brief = _does(state, best), ""
    sent = f"No attack in sight; {does[0] if does else 'nothing is cleared yet'}." if line else ""
    if number:
        attack = sum(landing.attack for landing in line)
        sent = (
            f"{counted(attack, 'row')} of attack in {counted(len(line), 'piece')}: {_article(name)} {when}."
        )
        if not attack:
            sent = _sentence(f"{_article(name)} {when} sends no attack")
        brief = f"{name} {when}."
    fact = "".join(f"{_sentence(each)} " for each in (does[:1] if number else does[1:2]))
    rest = _expected(advice)
    clear, left_over = _clear_in_sight(advice), _left_over(advice)
    if left_over:
        return f"{sent} {left_over}", left_over
    forms = (f"{sent} {fact}{rest}", f"{sent} {rest}" if rest else f"{sent} {fact}", sent, brief)
    if clear:
        forms = (f"{clear} {sent} {rest}", f"{clear} {rest}", f"{clear} {sent}", clear)
    return tuple(dict.fromkeys(filter(None, map(str.strip, forms)))) or ("",)


_KEYS = {
    "left wall": "left to the wall", "right wall": "right to the wall", "cw": "turn clockwise",
    "ccw": "turn counterclockwise", "flip": "half turn", "down": "down a row", "floor": "down to the floor",
}  # fmt: skip


def keys_words(keys: Iterable[str]) -> str:
    """Keys of a piece in words: `left to the wall, turn clockwise`."""
    return ", ".join(_KEYS.get(key, key) for key in keys)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _does(state: State, move: str) -> list[str]:
    """The effects of a placement on the field, as the ends of sentences, the gravest first."""
    effect = effect_of(state, move)
    if effect is None:
        return []
    before, after, landing = effect.before, effect.after, effect.landing
    waiting, up = state.garbage.waiting, len(landing.up)
    results = []
    if up:
        results.append(f"it lets in {counted(up, 'row')} of garbage, up to a height of {after.height + up}")
    elif waiting and landing.attack:
        results.append(f"it cancels {min(waiting, landing.attack)} of {counted(waiting, 'row')} of garbage")
    elif waiting and landing.rows:
        results.append(f"it holds back {counted(waiting, 'row')} of garbage")
    if effect.breaks_chain:
        results.append("it ends the back-to-back")
    elif landing.clear.back_to_back:
        results.append("it keeps the back-to-back")
    if effect.covered:
        results.append(f"it covers {counted(len(effect.covered), 'cell')}{_in_columns(effect.covered)}")
    if effect.new_slots > 0:
        results.append("it builds a slot for a T-spin")
    if effect.opened:
        results.append(f"it opens {counted(len(effect.opened), 'covered cell')}")
    if effect.filled:
        results.append(f"it fills {counted(len(effect.filled), 'covered cell')}")
    if effect.new_wells < 0:
        results.append("it fills a column that waited for an I")
    if effect.new_wells > 0:
        results.append(f"column {1 + min(set(after.wells) - set(before.wells))} then waits for an I")
    if after.bumps < before.bumps:
        results.append("it levels the surface")
    if not effect.covered:
        results.append("it covers no cells")
    return results


_MOST_DIFFERENCES = 2
_SLIGHT = ("height", "bumps")  # differences that say less than what the better placement is for


def compare(state: State, advice: Advice, move: str) -> str:
    """The faults of a placement: `O, columns 3-4, covers 2 cells more and ends the back-to-back`."""
    best = advice.choices[0]
    other, first = effect_of(state, move), effect_of(state, best.move)
    if other is None or first is None:
        return ""
    worse = differences(other, first)[:_MOST_DIFFERENCES]
    results = [_difference(each, other, first) for each in worse]
    if lost := _clear_lost(advice, move):
        results = [lost, *results][:_MOST_DIFFERENCES]
    messages = [f"{name_of(move, (best.move,))}, {' and '.join(results)}."] if results else []
    number, name = purpose(walk(state, line_of(best)))
    choice = next((each for each in advice.choices if each.move == move), None)
    own = purpose(walk(state, line_of(choice))) if choice is not None else (0, "")
    if number > 1 and own[1] != name:
        plan = f"{name_of(best.move, (move,))}, is for {_article(name)} with piece {number}."
        messages.insert(0 if all(each.name in _SLIGHT for each in worse) else 1, plan)
    less = _less(advice, move)
    if less:
        messages.append(less)
    elif not messages and choice is not None:
        messages.append("There is no difference that can be counted.")
    return " ".join(messages)


def _difference(one: Difference, other: Effect, best: Effect) -> str:
    """A difference as the end of a sentence about the worse placement."""
    number = one.number
    wells = [x + 1 for x in other.after.wells if x not in other.before.wells]
    holes = f"leaves {counted(number, 'more covered cell')}"
    if not best.covered and len(other.covered) == number:
        holes = f"covers {counted(number, 'cell')}{_in_columns(other.covered)}"
    return {
        "attack": f"sends {counted(number, 'row')} less now",
        "chain": "ends the back-to-back",
        "holes": holes,
        "rises": f"lets in {counted(number, 'row')} of garbage",
        "t": f"uses the T without {'clearing a row' if other.landing.clear.spin else 'a T-spin'}",
        "i": "uses the I without a Tetris",
        "slots": "gives up a slot for a T-spin",
        "wells": f"leaves column {wells[0]} for an I"
        if len(wells) == 1
        else f"leaves {counted(number, 'more column')} for an I",
        "height": f"stands {counted(number, 'row')} higher",
        "bumps": "leaves a less even surface",
    }[one.name]


def _in_columns(cells: Iterable[Cell]) -> str:
    """The columns of cells: ` in column 4`, ` in columns 4 and 5`."""
    columns = [str(x + 1) for x in sorted({x for x, _ in cells})]
    if len(columns) == 1:
        return f" in column {columns[0]}"
    return f" in columns {', '.join(columns[:-1])} and {columns[-1]}"


def _article(name: str) -> str:
    """A clear within a sentence, with its article: `a T-spin double`, `an S-spin mini`."""
    within = _within(name)
    return f"{'an' if within[0] in 'aeiouAEFHILMNORSX' and within[1] == '-' else 'a'} {within}"


def _within(name: str) -> str:
    """The name of a clear within a sentence."""
    return name if name.startswith(("T-", "Tetris")) else name.lower()


def _left_over(advice: Advice) -> str:
    """The piece that a perfect clear leaves for the next one, with its chance; empty where none is left."""
    facts = advice.read(SavedFacts)
    letters = facts.pieces.get(advice.choices[0].move, "")
    if not letters:
        return ""
    first, *others = [_with_chance(each, facts.chances.get(each)) for each in letters]
    more = "".join(f", or {each}" for each in others)
    return f"Left over for the next clear: {first}{more}."


def _with_chance(piece: str, chance: float | None) -> str:
    return piece if chance is None else f"{piece}, with which {chance_words(chance)} of queues succeed"


def _clear_in_sight(advice: Advice) -> str:
    """The perfect clear in sight that the best choice makes, or the one that keeps it; empty where there is none."""
    here = advice.choices[0].clear
    if here is None:
        return ""
    what = f"perfect clear in {counted(here.pieces, 'piece')}"
    if here.clears == here.futures:
        return f"A {what} is certain." if here.pieces > 1 else ""
    items = [(each.move, each.clear) for each in advice.choices]
    sure = next((move for move, clear in items if clear is not None and clear.clears == clear.futures), None)
    if sure is not None:
        return (
            f"{name_of(sure, [move for move, _ in items])}, would make a {what} certain."
            if here.pieces > 1
            else ""
        )
    if not here.clears:
        return ""
    return f"A {what} follows with {here.clears} of the {here.futures} pieces that can come."


def _clear_lost(advice: Advice, move: str) -> str:
    """The loss of another placement from the chance of a perfect clear, as the end of a sentence; empty for nothing."""
    choice, best = advice.choice(move), advice.choices[0].clear
    other = None if choice is None else choice.clear
    if best is None or other is None or not best.clears > other.clears:
        return ""
    what = f"a perfect clear in {counted(best.pieces, 'piece')}"
    if not other.clears:
        return f"gives up {what}"
    return f"keeps {what} with only {other.clears} of the {other.futures} pieces that can come"


def _expected(advice: Advice) -> str:
    """The attack of the best choice; empty where that was not measured."""
    attack = advice.measured
    if attack is None:
        return ""
    return f"The next two bags make {as_figure(f'{attack.value:.1f}')} ± {attack.error:.1f} attack."


def _less(advice: Advice, move: str) -> str:
    """By how much less attack another choice comes to, where that was judged or measured."""
    if advice.source != "search":
        return ""
    judged, choice = advice.judged.get(move), advice.choice(move)
    less = judged.cost if judged is not None else None if choice is None else choice.less
    if less is None:
        return ""
    if not less.is_certain or abs(less.value) < _NOTICED:
        return "The next two bags make about as much attack."
    figure = f"{abs(less.value):.1f} ± {less.error:.1f}"
    return f"The next two bags make {figure} {'less' if less.value > 0 else 'more'} attack."
