"""The keys of all commands, by scene: searched, changed, and put back. A change takes effect at once and is saved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial

import msgspec
import pygame

from game import places
from game.config import Shortcuts, field
from gui.context import AppContext, Scene
from gui.ui import icons
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command, Tip
from gui.ui.controls import button, heading
from gui.ui.input import MODIFIERS, Bindings, key_name, label, letter_there, name_of_letter
from gui.ui.keymap import RESERVED, SECTION, Keymap, Place, pressed_key, scope_of
from gui.ui.layout import BAR, Frame
from gui.ui.scroll import Scroll
from gui.ui.targets import ENTER
from gui.ui.text_entry import TextEntry
from gui.ui.theme import mix

# The commands of all scenes, for the scene in which their keys are changed, and what may be changed.
#
# Scenes know their commands only once they are open. So the list is a file, `assets/commands.json`. It is collected
# from all scenes by `python -m tests.gui.command_list`, and a test compares the two.

FILE = places.shipped("assets", "commands.json")


class ListedCommand(msgspec.Struct, frozen=True):
    """A command with its default keys. The keys of one that is `fixed` belong to the board, or to a list."""

    keys: tuple[str, ...]
    words: str = ""
    scope: str = ""
    fixed: bool = False


class SceneCommands(msgspec.Struct, frozen=True):
    """Commands of a scene."""

    name: str
    commands: tuple[ListedCommand, ...]

    def keys(self) -> Iterator[tuple[Place, ListedCommand]]:
        """Every key by its place, with its command."""
        for each in self.commands:
            for key in each.keys:
                yield (each.scope or scope_of(self.name), key), each


@cache
def load() -> tuple[SceneCommands, ...]:
    """The commands of all scenes."""
    return msgspec.json.decode(FILE.read_bytes(), type=tuple[SceneCommands, ...])


def title(scope: str) -> str:
    """Return the settings' name of a scope."""
    return field(f"{SECTION}.{scope}").label


def by_scope(scenes: Sequence[SceneCommands]) -> dict[str, list[ListedCommand]]:
    """The commands whose keys can be changed, by scope; one that several scenes share stands once."""
    results: dict[str, dict[tuple[str, ...], ListedCommand]] = {
        name: {} for name in Shortcuts.__struct_fields__
    }
    known: set[Place] = set()
    for scene in scenes:
        for each in scene.commands:
            scope = each.scope or scope_of(scene.name)
            keys = tuple(key for key in each.keys if key not in RESERVED and (scope, key) not in known)
            if keys and each.words and not each.fixed:
                known |= {(scope, key) for key in keys}
                results[scope][keys] = msgspec.structs.replace(each, keys=keys)
    return {scope: list(rows.values()) for scope, rows in results.items() if rows}


def changed(
    scenes: Sequence[SceneCommands], keymap: Keymap, place: Place, key: str
) -> tuple[Keymap | None, str]:
    """The keys once `key` is that of a place, and what was done in a sentence; None where that cannot be.

    Where a command of the same scope has that key already, the two exchange their keys.
    """
    if key in RESERVED:
        return None, f"{key} moves or chooses in every scene. Choose another key."
    old, new = keymap.key(*place), keymap.with_key(place, key)
    clash = _clash(scenes, new, place)
    if clash is None:
        return new, ""
    scene, other, command = clash
    words = f"{key} is taken in “{title(scope_of(scene.name))}”: {command.words or command.keys[0]}."
    if command.fixed or other[0] != place[0]:
        return None, words
    exchanged = new.with_key(other, old)
    if _clash(scenes, exchanged, other) is not None or _clash(scenes, exchanged, place) is not None:
        return None, words
    return exchanged, f"{key} was the key of: {command.words}. That is {old} now."


def _clash(
    scenes: Sequence[SceneCommands], keymap: Keymap, place: Place
) -> tuple[SceneCommands, Place, ListedCommand] | None:
    """A scene in which another command has the key of a place, and that command."""
    key = keymap.key(*place)
    for scene in scenes:
        listed = list(scene.keys())
        if place not in (at for at, _ in listed):
            continue
        for other, command in listed:
            now = other[1] if command.fixed else keymap.key(*other)
            if other != place and now == key and other[1] != place[1]:
                return scene, other, command
    return None


_WIDEST, _ROW, _CAP, _GAP, _HEAD, _LINE = 760.0, 44.0, 30.0, 6.0, 48.0, 20.0
# room for the sign that puts a row back; the least share of the width for the words
_RESET, _WORDS = (36.0, 0.46)


class KeyListScene(Scene):
    """One row a command, with a key that is pressed to change it. Conflicts are told in a line."""

    name = "key_list"
    title = "Keys"

    def __init__(self, context: AppContext, back: Scene | None) -> None:
        super().__init__(context, back)
        self.scenes = load()
        self.waits: Place | None = None  # whose next key is pressed now
        self.scroll = Scroll()
        self.search = TextEntry("Search  (F)", lambda _: None)
        self._begun_by: int | None = None  # a key that is still held from before is not what is meant
        self._before: Keymap | None = None  # what was there before everything was reset

    # -- what is shown --

    def rows(self) -> dict[str, list[ListedCommand]]:
        """The commands by scope that have all words that are searched for, in their words, scene or keys."""
        wanted, keymap = self.search.text.lower().split(), self.context.keymap
        listed_commands: dict[str, list[ListedCommand]] = {}
        for scope, rows in by_scope(self.scenes).items():
            for row in rows:
                keys = (keymap.key(scope, key) for key in row.keys)
                text = " ".join((row.words, title(scope), *keys)).lower()
                if all(word in text for word in wanted):
                    listed_commands.setdefault(scope, []).append(row)
        return listed_commands

    # -- what is done --

    def wait_for(self, place: Place, held: int | None = None) -> None:
        """The next key that is pressed is that of a place."""
        self.waits, self._begun_by = place, held

    def put(self, place: Place, key: str) -> None:
        """Give a place another key, and say what that has done."""
        piece = self._piece_key(place, key)
        if piece:
            self.context.reply(f"{key} is a key of the piece in real time: {piece}.")
            return
        keymap, text = changed(self.scenes, self.context.keymap, place, key)
        if keymap is not None:
            self._keep(keymap)
        if text:
            self.context.reply(text)

    def _piece_key(self, place: Place, key: str) -> str:
        """Return the effect of a key on the piece in real time, for a key that is named by its place.

        Empty where nothing.
        """
        live = next(each for each in self.scenes if each.name == "live")
        if place not in (at for at, _ in live.keys()):
            return ""
        bindings = Bindings.of(self.context.config)
        action = bindings.action(name_of_letter(key))
        return "" if action is None else label(action)

    def _keep(self, keymap: Keymap) -> None:
        self._before = None
        self.context.change_all(keymap.settings())

    def reset(self, scope: str, row: ListedCommand) -> None:
        """The default keys of a command, where no other has them now."""
        for default in row.keys:
            if self.context.keymap.key(scope, default) != default:
                self.put((scope, default), default)

    def reset_all(self) -> None:
        """Put all keys back to their defaults; pressed again, back to what they were."""
        before, now = self._before, self.context.keymap
        self._keep(before or Keymap())
        self._before = None if before is not None else now

    # -- events --

    def left(self) -> None:
        self.waits = None
        self.search.leave()

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if self.waits is not None and event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT):
            self._catch(event)
        elif self.search.handle(event):
            self.scroll.offset = 0.0 if event.type != pygame.MOUSEBUTTONDOWN else self.scroll.offset
        elif not self.scroll.handle(event, self.context.scale):
            if event.type == pygame.MOUSEBUTTONDOWN:
                self.waits = None
            if event.type == pygame.KEYDOWN and self._for_row(event):
                return self.next
            if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self.search.text:
                self.search.clear()
                return self.next
            return super().handle(event)
        return self.next

    def _catch(self, event: pygame.event.Event) -> None:
        """The key for the place that waits; Esc leaves it as it is."""
        if event.type == pygame.KEYUP and event.key == self._begun_by:
            self._begun_by = None
        if event.type != pygame.KEYDOWN or event.key == self._begun_by or event.key in MODIFIERS:
            return
        place, self.waits = self.waits, None
        if event.key == pygame.K_ESCAPE or place is None:
            return
        key = pressed_key(event)
        if key is None:
            self.context.reply(f"{key_name(event.key).capitalize()} cannot be the key of a command.")
        else:
            self.put(place, key)

    def _for_row(self, event: pygame.event.Event) -> bool:
        """Enter waits for a key, and Delete puts the default back, on the key that has the focus."""
        place = self.targets.focus_of("key")
        if place is None:
            return False
        scope, _, default = place.partition(" ")
        if event.key in ENTER:
            self.wait_for((scope, default), event.key)
        elif event.key in (pygame.K_DELETE, pygame.K_BACKSPACE):
            self.put((scope, default), default)
        else:
            return False
        return True

    def update(self, seconds: float) -> Scene | None:
        self.scroll.follow(self.targets)
        return super().update(seconds)

    def commands(self) -> list[Command]:
        return [
            Command("Enter", None, "change the key in focus"),
            Command("Delete", None, "its default key"),
            Command("F, Ctrl+F", self.search.write, "search"),
            Command("Page up, Page down", None, "turn the page"),
            *super().commands(),
        ]

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            width = min(_WIDEST, frame.width - 2 * frame.margin - 16)
            x = (frame.width - width) / 2
            self._draw_search(canvas, (x, BAR + 12, width, 36.0))
            self._draw_list(canvas, frame, x, width)
            canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
            draw_bar(canvas, frame, self, game=self.title)

    def _draw_search(self, canvas: Canvas, box: Box) -> None:
        x, y, width, height = box
        text = "Restore my keys" if self._before is not None else "Reset all keys"
        wide = 168.0
        place = (x, y, width - wide - 12, height)
        self.targets.add("search", place, self.search.write, radius=8)
        self.search.hint = f"Search  ({self.targets.key('F')})"
        self.search.draw(canvas, place)
        button(canvas, self.targets, "reset all", (x + width - wide, y, wide, height), text, self.reset_all)

    def _draw_list(self, canvas: Canvas, frame: Frame, x: float, width: float) -> None:
        top = BAR + 60
        view = (x - 8, top, width + 22, frame.height - top)
        origin = self.scroll.fit(view, self.scroll.content)
        y = origin + 4
        with canvas.clipped((0.0, top, frame.width, frame.height - top)):
            rows = self.rows()
            if not rows:
                canvas.text((x, y + 24), "No command matches.", "body", canvas.theme.colour.text2)
            for scope, listed in rows.items():
                heading(canvas, (x + 16, y + 28), title(scope))
                y += _HEAD
                lines = [self._lines(canvas, row, width, scope) for row in listed]
                heights = [
                    max(_ROW, 24 + _LINE * len(words), 14 + (_CAP + _GAP) * deep) for words, deep in lines
                ]
                if y < frame.height and y + sum(heights) > top:
                    canvas.panel((x, y, width, sum(heights)), canvas.theme.colour.panel, radius=12,
                        edge=canvas.theme.colour.line)  # fmt: skip
                for number, (row, (words, _), height) in enumerate(zip(listed, lines, heights, strict=True)):
                    if number:
                        canvas.rule((x + 16, y), (x + width - 16, y), canvas.theme.colour.line)
                    self._draw_row(canvas, (x, y, width, height), scope, row, words)
                    y += height
                y += 8
        self.scroll.content = y - origin + 24
        self.scroll.draw(canvas)

    def _lines(self, canvas: Canvas, row: ListedCommand, width: float, scope: str) -> tuple[list[str], int]:
        """The words of a row in lines, and how many lines its keys take."""
        caps = self._caps(canvas, row, scope, width)
        room = width - 32 - _RESET - max(x + wide for x, _, wide in caps) - 16
        words = canvas.renderer.wrap(row.words, canvas.theme.type["body"], room, canvas.scale)
        return words, 1 + int(max(line for _, line, _ in caps))

    def _caps(
        self, canvas: Canvas, row: ListedCommand, scope: str, width: float
    ) -> list[tuple[float, int, float]]:
        """The x, line and width of each key of a row, from the left end of the room for them."""
        room = (width - 32 - _RESET) * (1 - _WORDS)
        results: list[tuple[float, int, float]] = []
        x, line = 0.0, 0
        for default in row.keys:
            wide = max(_CAP, canvas.text_width(self._shown((scope, default)), "label") + 16)
            if x and x + wide > room:
                x, line = 0.0, line + 1
            results.append((x, line, wide))
            x += wide + _GAP
        return results

    def _shown(self, place: Place) -> str:
        if self.waits == place:
            return "Press a key …"
        key = self.context.keymap.key(*place)
        there = letter_there(key)
        return f"{key} ({there})" if there else key

    def _draw_row(self, canvas: Canvas, box: Box, scope: str, row: ListedCommand, words: list[str]) -> None:
        x, y, width, height = box
        colour, view, keymap = canvas.theme.colour, self.scroll.view, self.context.keymap
        caps = self._caps(canvas, row, scope, width)
        seen = y + height > view[1] and y < view[1] + view[3]
        if seen:
            for number, text in enumerate(words):
                canvas.text(
                    (x + 16, y + height / 2 + _LINE * (number - (len(words) - 1) / 2)),
                    text,
                    "body",
                    colour.text,
                )
        left = x + width - 16 - _RESET - max(at + wide for at, _, wide in caps)
        deep = 1 + max(line for _, line, _ in caps)
        top = y + (height - (_CAP + _GAP) * deep + _GAP) / 2
        for default, (at, line, wide) in zip(row.keys, caps, strict=True):
            place = (scope, default)
            cap = (left + at, top + line * (_CAP + _GAP), wide, _CAP)
            own = keymap.key(*place) != default
            about = f"{default} by default. Delete resets it." if own else ""
            lit = self.targets.add(f"key {scope} {default}", cap, partial(self.wait_for, place), radius=6,
                about=about, within=view)  # fmt: skip
            if not seen:
                continue
            waiting = self.waits == place
            ground = mix(colour.panel, colour.raised, 0.9) if lit or waiting or own else None
            canvas.panel(cap, ground, radius=6, edge=colour.focus if waiting else colour.line2, width=1.2)
            ink = colour.text if own or lit or waiting else colour.text2
            canvas.text((cap[0] + wide / 2, cap[1] + _CAP / 2), self._shown(place), "label", ink, "middle")
        if any(keymap.key(scope, key) != key for key in row.keys):
            sign = (x + width - 16 - 32, y + height / 2 - 16, 32.0, 32.0)
            lit = self.targets.add(f"reset {scope} {row.keys[0]}", sign, partial(self.reset, scope, row), radius=6,
                about=Tip("Reset to the default", "Delete"), within=view)  # fmt: skip
            if seen:
                icons.back_turn(canvas, (sign[0] + 16, sign[1] + 16), colour.text if lit else colour.text3)
