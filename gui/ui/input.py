"""Keys and gamepads: what they are called, what they are bound to, which of them are held."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache

import pygame

from game.config import Config, Value, field
from game.config import value as value_of
from game.tetris.guideline.real_time import HANDLINGS, INFINITE, NAMES, ButtonState, Handling
from gui.ui.keyboard import HERE, placed

# Names for everything that can be pressed: `x`, `left shift`, `keypad 4`, `pad up`, `pad 0`.
#
# Settings store these names. A key is named by its place: as a US keyboard calls the key there. People read what
# their own keyboard has at that place. All gamepads are one; their directions are those of the cross and of the left
# stick.

OR = " or "
PAD = "pad "
_UNICODE = 0x110000  # codes of keys below this are those of the letters that they type
KEY_REPEAT = 350, 45  # ms until a key that is held repeats, and from then on
STICK = 0.5  # how far a stick is pushed for a direction
_DIRECTIONS = ("left", "right", "up", "down")
MODIFIERS = {
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT,
    pygame.K_LGUI, pygame.K_RGUI, pygame.K_CAPSLOCK, pygame.K_NUMLOCK, pygame.K_MODE,
}  # fmt: skip
_WORDS = {
    "lshift": "left shift", "rshift": "right shift", "lctrl": "left ctrl", "rctrl": "right ctrl",
    "lalt": "left alt", "ralt": "right alt", "lgui": "left system", "rgui": "right system",
    "return": "enter", "pageup": "page up", "pagedown": "page down", "backquote": "backquote",
    "leftbracket": "left bracket", "rightbracket": "right bracket", "capslock": "caps lock",
}  # fmt: skip


@cache
def _named() -> dict[int, str]:
    """The names of the keys that have one, by their code."""
    results: dict[int, str] = {}
    for constant in sorted(name for name in dir(pygame) if name.startswith("K_")):
        plain = constant[2:].lower()
        if plain != "unknown":
            word = _WORDS.get(plain, plain.replace("kp_", "keypad ").replace("kp", "keypad "))
            results.setdefault(getattr(pygame, constant), word.replace("_", " "))
    return results


def key_name(code: int) -> str:
    """The name of a key of the keyboard."""
    return _named().get(code) or f"key {code}"


def known(name: str) -> bool:
    """Return True if this is the name of a key or button."""
    kind, _, rest = name.partition(" ")
    if f"{kind} " == PAD:
        return rest in _DIRECTIONS or (rest.isdecimal() and len(rest) <= 2)
    return name in _named().values() or (kind == "key" and rest.isdecimal() and len(rest) <= 10)


def pressed(event: pygame.event.Event) -> str | None:
    """The name of the key or button that an event presses, if any. `Stick` handles directions."""
    if event.type == pygame.KEYDOWN:
        return key_name(placed(event))
    return f"{PAD}{event.button}" if event.type == pygame.JOYBUTTONDOWN else None


def released(event: pygame.event.Event) -> str | None:
    """The name of the key or button that an event releases, if any."""
    if event.type == pygame.KEYUP:
        return key_name(placed(event))
    return f"{PAD}{event.button}" if event.type == pygame.JOYBUTTONUP else None


def _by_place(name: str) -> str:
    """The name of a key by its place; older settings have letters that no US keyboard has, such as `key 246`."""
    return key_name(HERE.us_for(_code(name))) if name.startswith("key ") else name


def label(action: str) -> str:
    """Return the settings' name of an action: `Rotate right`."""
    return field(f"{SECTION}.{action}").label


@cache
def _codes() -> dict[str, int]:
    """The codes of the keys that have a name."""
    return {name: code for code, name in _named().items()}


def shown(name: str) -> str:
    """A name as a person reads it on a key of this keyboard: `X`, `Left shift`, `Gamepad 0`."""
    if name.startswith(PAD):
        return f"Game{name}"
    code = _code(name)
    here = HERE.key(code)
    if here != code or name not in _codes():
        name = _named().get(here) or (chr(here).upper() if 32 < here < _UNICODE else key_name(here))
    return name[:1].upper() + name[1:]


def _code(name: str) -> int:
    """The code of the key with this name."""
    return _codes().get(name) or int(name.removeprefix("key "))


def keys_shown(text: str) -> str:
    """The keys that the settings name, as a person reads them: `Up, X, Gamepad 1`."""
    return ", ".join(map(shown, text.split(OR)))


def letter_there(key: str) -> str:
    """Return this keyboard's key at the place of a command's key, such as `Ctrl+C`, if it lacks the letter."""
    letter = key.rpartition("+")[2].lower()
    if len(letter) != 1 or not letter.isalnum() or not letter.isascii() or HERE.has(ord(letter)):
        return ""
    return shown(letter)


def name_of_letter(letter: str) -> str:
    """The name of the key that types a letter on this keyboard; other keys have the same name everywhere."""
    return key_name(HERE.us_for(ord(letter.lower()))) if len(letter) == 1 else letter.lower()


class Stick:
    """Turns gamepads' crosses and sticks into presses and releases of `pad left` to `pad down`."""

    def __init__(self) -> None:
        self._held: dict[tuple[int, str], str] = {}  # by gamepad and its part

    def changes(self, event: pygame.event.Event) -> tuple[set[str], set[str]]:
        """The names that this event presses, and those that it releases."""
        before = set(self._held.values())
        if event.type == pygame.JOYHATMOTION:
            self._put((event.instance_id, f"hat {event.hat} across"), event.value[0], "left", "right")
            self._put((event.instance_id, f"hat {event.hat} along"), -event.value[1], "up", "down")
        elif event.type == pygame.JOYAXISMOTION and event.axis in (0, 1):
            ends = ("left", "right") if event.axis == 0 else ("up", "down")
            self._put((event.instance_id, f"axis {event.axis}"), event.value, *ends)
        elif event.type == pygame.JOYDEVICEREMOVED:
            self._held = {at: name for at, name in self._held.items() if at[0] != event.instance_id}
        after = set(self._held.values())
        return after - before, before - after

    def _put(self, at: tuple[int, str], value: float, low: str, high: str) -> None:
        self._held.pop(at, None)
        if abs(value) >= STICK:
            self._held[at] = PAD + (low if value < 0 else high)


SECTION = "keys"
COMMANDS = ("restart", "pause")  # bound besides the buttons of the piece
ACTIONS = (*NAMES, *COMMANDS)


@dataclass(frozen=True)
class Bindings:
    """The action of each name; `troubles` are sentences about unknown names in the settings."""

    actions: Mapping[str, str]
    troubles: tuple[str, ...] = ()

    @classmethod
    def of(cls, config: Config) -> Bindings:
        """The bindings of the settings. An action without any key keeps its defaults."""
        actions: dict[str, str] = {}
        troubles: list[str] = []
        for action, asked in _names(config).items():
            names = [name for name in asked if known(name)]
            troubles += [
                f"{label(action)}: no key is called “{name}”." for name in asked if name not in names
            ]
            for name in names or _names(Config())[action]:
                actions.setdefault(_by_place(name), action)
        return cls(actions, tuple(troubles))

    def action(self, name: str) -> str | None:
        """Return the action of a key; None for one that does nothing here."""
        return self.actions.get(name)

    def keys(self, action: str) -> list[str]:
        """The keys of an action as a person reads them, the keyboard's before those of a gamepad: `Up`, `X`."""
        own = [name for name, does in self.actions.items() if does == action]
        keyboard = [name for name in own if not name.startswith(PAD)]
        return [*map(shown, keyboard or own)] or ["–"]

    def words(self, action: str) -> str:
        """These keys in a row: `Left`, `Up, X`."""
        return ", ".join(self.keys(action))


def rebound(config: Config, action: str, name: str) -> dict[str, str]:
    """The settings to change so that `name` replaces the key of `action` on the same device.

    The action that loses `name` gets the key that is free now, if it would have none.
    """
    bound, pad = _names(config), name.startswith(PAD)
    rest = [each for each in bound[action] if each.startswith(PAD) != pad]
    return _given(bound, action, [*rest, name] if pad else [name, *rest])


def _given(bound: dict[str, list[str]], action: str, names: list[str]) -> dict[str, str]:
    """The settings to change so that an action has these keys, and no other action has one of them.

    An action that loses its last key on a device gets one that is free now, else one of the defaults that is.
    """
    spare = [each for each in bound[action] if each not in names]
    after = {other: [each for each in theirs if each not in names] for other, theirs in bound.items()}
    after[action] = names
    for other in ACTIONS:
        for lost in bound[other] if other != action else ():
            device = lost.startswith(PAD)
            if lost in after[other] or any(each.startswith(PAD) == device for each in after[other]):
                continue
            free = next((each for each in spare if each.startswith(PAD) == device), None)
            if free is not None:
                spare.remove(free)
                after[other] = [*after[other], free]
        if not after[other]:
            taken = {each for theirs in after.values() for each in theirs}
            defaults = _names(Config())
            free = next(each for name in (other, *ACTIONS) for each in defaults[name] if each not in taken)
            after[other] = [free]
    return {f"{SECTION}.{each}": OR.join(after[each]) for each in ACTIONS if after[each] != bound[each]}


def _names(config: Config) -> dict[str, list[str]]:
    """Return the keys in the settings, such as `left or pad left`, by action."""
    return {action: str(value_of(config, f"{SECTION}.{action}")).split(OR) for action in ACTIONS}


class ButtonInput:
    """Keys and gamepads as the buttons of one player. Several keys may hold one button; repeats do not count."""

    def __init__(self, bindings: Bindings) -> None:
        self.state = ButtonState()
        self._bindings = bindings
        self._stick = Stick()
        self._down: set[str] = set()  # what is held, whether it is bound or not

    def rebind(self, bindings: Bindings) -> None:
        """Use other bindings and release everything."""
        self._bindings = bindings
        self.clear()

    def clear(self) -> None:
        """Release every button; keys that are down count again only after another press."""
        self.state.clear()

    def means(self, event: pygame.event.Event) -> str | None:
        """The action of the key or button that an event presses, repeats included."""
        name = pressed(event)
        return None if name is None else self._bindings.action(name)

    def holds(self, event: pygame.event.Event) -> bool:
        """Return True if an event is the repeat of a held key."""
        return pressed(event) in self._down

    def handle(self, event: pygame.event.Event) -> list[str]:
        """Follow an event; returns the actions that it presses, including those of the piece."""
        down, up = self._stick.changes(event)
        down |= {name} if (name := pressed(event)) is not None else set()
        up |= {name} if (name := released(event)) is not None else set()
        if event.type == pygame.JOYDEVICEREMOVED:  # its buttons send no more releases
            up |= {name for name in self._down if name.startswith(PAD)}
        for name in up & self._down:
            self._release(name)
        fresh = down - self._down
        self._down |= down
        return [action for name in sorted(fresh) if (action := self._press(name)) is not None]

    def _press(self, name: str) -> str | None:
        action = self._bindings.action(name)
        if action in NAMES:
            self.state.press(1 << NAMES.index(action))
        return action

    def _release(self, name: str) -> None:
        self._down.discard(name)
        action = self._bindings.action(name)
        if action in NAMES and not any(self._bindings.action(other) == action for other in self._down):
            self.state.release(1 << NAMES.index(action))


# Gamepads: all that are there are used. There may be none, or no support for them.


class Gamepads:
    """Keeps gamepads open, including those plugged in later. Their events come with all others."""

    def __init__(self) -> None:
        self._open: dict[int, pygame.joystick.JoystickType] = {}

    def start(self) -> None:
        """Open all gamepads, if the system supports them."""
        with suppress(pygame.error):
            pygame.joystick.init()
            for number in range(pygame.joystick.get_count()):
                self._take(number)

    def handle(self, event: pygame.event.Event) -> str | None:
        """Follow gamepads that are plugged in or out; returns a notice for the person, if any."""
        if event.type == pygame.JOYDEVICEADDED:
            return self._take(event.device_index)
        if event.type == pygame.JOYDEVICEREMOVED and event.instance_id in self._open:
            del self._open[event.instance_id]
            return "A gamepad was unplugged."
        return None

    def _take(self, number: int) -> str | None:
        with suppress(pygame.error):
            joystick = pygame.joystick.Joystick(number)
            joystick.init()
            if joystick.get_instance_id() not in self._open:
                self._open[joystick.get_instance_id()] = joystick
                return f"{joystick.get_name()[:60] or 'A gamepad'} can be used."
        return None

    def stop(self) -> None:
        """Forget all gamepads."""
        self._open.clear()


# Handling in the settings: a preset, or the person's own numbers.

OWN = "own"
_PRESET = "handling.preset"


@cache
def _straight_down() -> float:
    """The factor of the soft drop that goes to the floor at once: the greatest one of the settings."""
    high = field("handling.soft_drop").high
    assert high is not None
    return high


def handling_of(config: Config) -> Handling:
    """The handling of the settings: a preset, or the person's own numbers."""
    chosen = config.handling
    if chosen.preset != OWN:
        return HANDLINGS[chosen.preset]
    factor = INFINITE if chosen.soft_drop >= _straight_down() else round(chosen.soft_drop, 1)
    return Handling(chosen.das, chosen.arr, factor, chosen.cut, chosen.initial)


def changes(config: Config, path: str, new: Value) -> dict[str, Value]:
    """All changes of the settings when `path` becomes `new`.

    The preset and numbers of the handling go together, and no two actions have the same key.
    """
    section, _, action = path.partition(".")
    if section == SECTION:
        return dict(_given(_names(config), action, str(new).split(OR)))
    presets = {str(name): _numbers(HANDLINGS[str(name)]) for name in field(_PRESET).choices if name != OWN}
    if path == _PRESET:
        return {path: new, **presets.get(str(new), {})}
    if not path.startswith("handling."):
        return {path: new}
    after = {each: value_of(config, each) for each in _numbers(Handling())} | {path: new}
    return {path: new, _PRESET: next((name for name in presets if presets[name] == after), OWN)}


def _numbers(handling: Handling) -> dict[str, Value]:
    """A handling as the settings store it."""
    factor = _straight_down() if handling.soft_drop == INFINITE else float(handling.soft_drop)
    return {f"handling.{name}": number for name, number in (asdict(handling) | {"soft_drop": factor}).items()}
