"""Help: the rules of the game, what the marks mean, and every key, laid over the scene it was asked from."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pygame

from gui import destinations as to
from gui.context import AppContext, Scene
from gui.ui import commands, icons
from gui.ui.canvas import Canvas, Point
from gui.ui.controls import badge, bar_of_share, heading, key_cap
from gui.ui.scroll import Scroll
from gui.ui.targets import ENTER

Keys = list[tuple[str, str]]

EVERYWHERE: Keys = [
    ("Arrows, Tab", "move"),
    ("Enter", "choose"),
    ("Esc", "one step back; your game is saved"),
    ("F11", "full screen"),
    ("F12", "save a picture of the window"),
    ("?, F1", "keys and help"),
    ("Ctrl+Q", "quit; your game is saved"),
]
BOARDS: Keys = [
    ("H", "show or hide hints"),
    ("U, R", "undo and redo"),
    ("Space", "play and pause"),
    ("Comma, Period", "one move back or forward"),
    ("Home, End", "to the start, to the end"),
]

_ROW, _LINE, _HEAD, _GAP = 36.0, 20.0, 40.0, 24.0
_STEPS = {pygame.K_UP: -_ROW, pygame.K_DOWN: _ROW, pygame.K_HOME: -inf, pygame.K_END: inf}  # units to scroll
_WIDEST, _ONE_COLUMN, _KEYS = 880.0, 640.0, 172.0


def split_keys(keys: str) -> list[str]:
    """The keys of `Home, End`, each by itself."""
    return keys.split(", ")


def groups(scene: Scene) -> list[tuple[str, Keys]]:
    """The lists to show for a scene: its own keys, those of every board it has not named, and the rest.

    A board lists those of them that it has.
    """
    every = [each for each in scene.commands() if each.keys]
    named, bound = (
        {key for each in every if each.help or unnamed for key in _keys_of(each)} for unnamed in (False, True)
    )
    is_board = any(each.scope == commands.BOARDS for each in every)
    own = [(each.keys, each.help) for each in scene.bound() if each.keys and each.help]
    keymap = scene.context.keymap
    boards = [
        (keymap.keys(commands.BOARDS, keys), words)
        for keys, words in BOARDS
        if not named & set(split_keys(keys)) and (not is_board or bound & set(split_keys(keys)))
    ]
    rest = [(keymap.keys(commands.EVERYWHERE, keys), words) for keys, words in EVERYWHERE]
    results = [("Here", own), ("On every board", boards), ("Everywhere", rest)]
    return [(title, rows) for title, rows in results if rows]


def _keys_of(command: commands.Command) -> set[str]:
    """The keys of a command, each by itself."""
    return {key for part in split_keys(command.keys) for key in part.split(" or ")}


class HelpScene(Scene):
    """The overlay. Esc, `?`, Enter or a press anywhere closes it."""

    name = "help"
    title = "Keys"

    def __init__(self, context: AppContext, back: Scene | None) -> None:
        super().__init__(context, back)
        self.scroll = Scroll()

    def entered(self) -> None:
        super().entered()
        if self.back is not None:
            self.back.targets.pointer = (-1.0, -1.0)  # nothing below is pointed at

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if self.scroll.most > 0 and self.scroll.handle(event, self.context.scale):
            return self.next
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if event.type == pygame.MOUSEMOTION:
            self.targets.handle(event, self.context.scale)
        over = self.targets.under_pointer
        if (pressed and over is not None) or (event.type == pygame.KEYDOWN and self._learns(event)):
            self.learn()
        elif pressed or (event.type == pygame.KEYDOWN and self._closes(event)):
            self.go_back()
        elif event.type == pygame.KEYDOWN and event.key in _STEPS:
            self.scroll.offset += _STEPS[event.key]
        return self.next

    def _learns(self, event: pygame.event.Event) -> bool:
        return bool(event.unicode.lower() == "l" and self.back is not None and self.back.rule_sections())

    def learn(self) -> None:
        """Open the lessons in place of the rules."""
        if self.back is not None:
            self.go(to.Lessons(self.back.learns()), self.back)

    @staticmethod
    def _closes(event: pygame.event.Event) -> bool:
        keys = (*ENTER, pygame.K_ESCAPE, pygame.K_SPACE, pygame.K_F1)
        return event.key in keys or event.unicode == "?"

    def draw(self, canvas: Canvas) -> None:
        if self.back is not None:
            self.back.draw(canvas)
        colour = canvas.theme.colour
        self.targets.begin()
        canvas.veil((0, 0, canvas.width, canvas.height), colour.room, 0.72)
        columns = self._columns(canvas)
        width = min(_WIDEST if len(columns) > 1 else 480.0, canvas.width - 32)
        column = (width - 48 - 48 * (len(columns) - 1)) / len(columns)
        rules = self.back.rule_sections() if self.back is not None else []
        above = _rules_height(canvas, rules, width - 48) if rules else 0.0
        content = above + max(_height(canvas, results, column) for results in columns)
        height = min(content + 88, canvas.height - 32)
        x, y = (canvas.width - width) / 2, (canvas.height - height) / 2
        canvas.panel((x, y, width, height), colour.panel, radius=12, edge=colour.line2)
        title = "Rules and keys" if rules else "Keys"
        used = canvas.text((x + 24, y + 34), title, "title", colour.text)
        closing = canvas.text((x + width - 24, y + 34), "closes", "label", colour.text3, "right")
        key_cap(canvas, (x + width - 24 - closing - 48, y + 23), "Esc")
        if rules:
            self._draw_learn(canvas, (x + width - 24 - closing - 72, y + 34), x + 24 + used + 24)
        view = (x, y + 64, width - 8, height - 80)
        top = self.scroll.fit(view, content)
        with canvas.clipped(view):
            if rules:
                _draw_rules(canvas, (x + 24, top), width - 48, rules)
            for number, matches in enumerate(columns):
                _draw_groups(canvas, (x + 24 + number * (column + 48), top + above), column, matches)
        self.scroll.draw(canvas)

    def _draw_learn(self, canvas: Canvas, at: Point, left: float) -> None:
        """The way to the lessons with its key, its right end at a point; nothing where it does not fit."""
        words = "Learn this by playing"
        wide = canvas.text_width(words, "body") + 40
        if at[0] - wide < left:
            return
        box = (at[0] - wide - 8, at[1] - 17, wide + 16, 34.0)
        colour = canvas.theme.colour
        if self.targets.add("learn", box, self.learn, radius=8):
            canvas.panel(box, colour.raised, radius=8)
        key_cap(canvas, (at[0] - 22, at[1] - 11), "L")
        canvas.text((at[0] - 34, at[1]), words, "body", colour.text2, "right")

    def _columns(self, canvas: Canvas) -> list[list[tuple[str, Keys]]]:
        """The groups side by side where there is room, both sides as even as they can be."""
        results = groups(self.back or self)
        if canvas.width - 32 < _ONE_COLUMN or len(results) < 2:
            return [results]
        width = (min(_WIDEST, canvas.width - 32) - 96) / 2
        splits = [[results[:i], results[i:]] for i in range(1, len(results))]
        return min(splits, key=lambda split: max(_height(canvas, column, width) for column in split))


# Rules and legend, above the keys.

_MARK = 34.0  # units for a mark of the legend
_Draw = Callable[[Canvas, Point], object]  # a mark with its middle left at a point


def _outlined(canvas: Canvas, at: Point) -> None:
    badge(canvas, (at[0] + 12, at[1]), 2, proven=False)


def _diamond(canvas: Canvas, at: Point) -> None:
    icons.diamond(canvas, (at[0] + 12, at[1]), canvas.theme.colour.amber_line, 5)


def _dashes(canvas: Canvas, at: Point) -> None:
    for number in range(3):
        left = at[0] + 12 * number
        canvas.rule((left, at[1]), (left + 7, at[1]), canvas.theme.colour.amber_line, 1.75)


_LEGEND: tuple[tuple[_Draw, str], ...] = (
    (lambda canvas, at: badge(canvas, (at[0] + 12, at[1]), 1, proven=True),
     "Certain: proved, solved, or from a book or table"),
    (_outlined, "An estimate by search; fainter where it is less certain. Moves too close to call share a number"),
    (lambda canvas, at: bar_of_share(canvas, (at[0], at[1] - 3, _MARK, 6), 0.7),
     "How much of the search went into a move, or its chance"),
    (lambda canvas, at: canvas.text(at, "?!  ?  ??", "strong", canvas.theme.colour.text),
     "What was played, dotted on the board: an inaccuracy, a mistake, a blunder"),
    (_diamond, "A mistake in the graph"),
    (_dashes, "In the graph: not certain yet, or a projection"),
)  # fmt: skip
_WIDE_MARK = 76.0  # units for the widest of them


def _rules_height(canvas: Canvas, rules: list[tuple[str, str]], width: float) -> float:
    style, kind = canvas.theme.type["body"], canvas.theme.type["label"]
    lines = sum(len(canvas.renderer.wrap(words, style, width, canvas.scale)) for _, words in rules)
    more = sum(
        len(canvas.renderer.wrap(words, kind, width - _WIDE_MARK, canvas.scale)) - 1 for _, words in _LEGEND
    )
    return len(rules) * (_HEAD + 12) + lines * style.line + _HEAD + _ROW * len(_LEGEND) + _LINE * more + _GAP


def _draw_rules(canvas: Canvas, at: Point, width: float, rules: list[tuple[str, str]]) -> None:
    """Draw how to play, the score, and the meaning of filled and outlined marks and bars."""
    x, y = at
    colour, style, kind = canvas.theme.colour, canvas.theme.type["body"], canvas.theme.type["label"]
    for title, words in rules:
        heading(canvas, (x, y + 16), title)
        y += _HEAD
        lines = len(canvas.renderer.wrap(words, style, width, canvas.scale))
        canvas.paragraph((x, y - 6, width, 0), words, "body", colour.text)
        y += lines * style.line + 12
    heading(canvas, (x, y + 16), "What the kibitzer’s marks mean")
    y += _HEAD
    for draw, words in _LEGEND:
        draw(canvas, (x, y + 8))
        room = width - _WIDE_MARK
        canvas.paragraph((x + _WIDE_MARK, y + 8 - kind.line / 2, room, 0), words, "label", colour.text)
        y += _ROW + _LINE * (len(canvas.renderer.wrap(words, kind, room, canvas.scale)) - 1)


def _row_height(canvas: Canvas, row: tuple[str, str], width: float) -> float:
    kind = canvas.theme.type["label"]
    lines = len(canvas.renderer.wrap(row[1], kind, width - _KEYS, canvas.scale))
    return _ROW + _LINE * (lines - 1)


def _height(canvas: Canvas, results: list[tuple[str, Keys]], width: float) -> float:
    rows = sum(_row_height(canvas, row, width) for _, keys in results for row in keys)
    return rows + _HEAD * len(results) + _GAP * (len(results) - 1)


def _draw_groups(
    canvas: Canvas, at: tuple[float, float], width: float, results: list[tuple[str, Keys]]
) -> None:
    """One column: each group with its heading, keys at the left, what they do beside them."""
    colour = canvas.theme.colour
    x, y = at
    for title, keys in results:
        heading(canvas, (x, y + 16), title)
        y += _HEAD
        for row in keys:
            left = x
            for key in split_keys(row[0]):
                left += key_cap(canvas, (left, y), key) + 4
            canvas.paragraph((x + _KEYS, y + 1, width - _KEYS, 0), row[1], "label", colour.text)
            y += _row_height(canvas, row, width)
        y += _GAP
