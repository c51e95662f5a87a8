"""Which key does what: the bindings of the settings, and the hands that hold keys down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from game import config as configuration
from game.config import Config
from game.tetris.guideline.real_time import NAMES, Pad
from gui.input.names import OR, PAD, Stick, known, pressed, released, shown, split

SECTION = "keys"
DEEDS = ("restart", "pause")  # what is bound besides the buttons of the piece
ACTIONS = (*NAMES, *DEEDS)


@dataclass(frozen=True)
class Bindings:
    """What each name stands for; `troubles` are names in the settings that nothing has, as sentences."""

    actions: Mapping[str, str]
    troubles: tuple[str, ...] = ()

    @classmethod
    def of(cls, config: Config) -> Bindings:
        """The bindings of the settings. An action left without any key keeps those of the defaults."""
        texts = _texts(config)
        actions: dict[str, str] = {}
        troubles: list[str] = []
        for action in ACTIONS:
            names = [name for name in split(texts[action]) if known(name)]
            troubles += [
                f"{SECTION}.{action}: no key is called {name!r}."
                for name in split(texts[action])
                if name not in names
            ]
            for name in names or split(_texts(Config())[action]):
                actions.setdefault(name, action)
        return cls(actions, tuple(troubles))

    def action(self, name: str) -> str | None:
        """What a key does; None for one that does nothing here."""
        return self.actions.get(name)

    def words(self, action: str) -> str:
        """The keys of an action as a person reads them, the keyboard's: `Left`, `Up, X`."""
        own = [name for name, does in self.actions.items() if does == action]
        keyboard = [name for name in own if not name.startswith(PAD)]
        return ", ".join(map(shown, keyboard or own)) or "–"


def rebound(config: Config, action: str, name: str) -> dict[str, str]:
    """The settings to change so that `name` does `action` in place of what did it on the same device.

    Whatever it did before loses it, and gets the key that is free now where it would have none of its own.
    """
    texts = {each: split(text) for each, text in _texts(config).items()}
    pad = name.startswith(PAD)
    old = [each for each in texts[action] if each.startswith(PAD) == pad and each != name]
    rest = [each for each in texts[action] if each.startswith(PAD) != pad]
    changed: dict[str, list[str]] = {action: [*rest, name] if pad else [name, *rest]}
    for other, names in texts.items():
        if other != action and name in names:
            left = [each for each in names if each != name]
            spare = old[:1] if not any(each.startswith(PAD) == pad for each in left) else []
            changed[other] = [*left, *spare] or [split(_texts(Config())[other])[0]]
    return {f"{SECTION}.{each}": OR.join(names) for each, names in changed.items()}


def _texts(config: Config) -> dict[str, str]:
    """What the settings say, by action."""
    return {action: str(configuration.value(config, f"{SECTION}.{action}")) for action in ACTIONS}


class Fingers:
    """Keys and gamepads as the buttons of one pad. Several keys may hold the same button; repeats are no presses."""

    def __init__(self, bindings: Bindings) -> None:
        self.pad = Pad()
        self._bindings = bindings
        self._stick = Stick()
        self._down: set[str] = set()  # what is held, whether it is bound or not

    def rebind(self, bindings: Bindings) -> None:
        """Other bindings hold from now on; everything is let go."""
        self._bindings = bindings
        self.clear()

    def clear(self) -> None:
        """Let go of every button; what is still held down counts again only once it is pressed anew."""
        self.pad.clear()

    def means(self, event: pygame.event.Event) -> str | None:
        """The action of a key or button that an event presses, a held one that repeats included."""
        name = pressed(event)
        return None if name is None else self._bindings.action(name)

    def holds(self, event: pygame.event.Event) -> bool:
        """Whether an event presses what is down already: a held key that repeats."""
        return pressed(event) in self._down

    def handle(self, event: pygame.event.Event) -> list[str]:
        """Press and let go what an event says; returns the actions that it presses, those of the piece too."""
        down, up = self._stick.changes(event)
        down |= {name} if (name := pressed(event)) is not None else set()
        up |= {name} if (name := released(event)) is not None else set()
        if event.type == pygame.JOYDEVICEREMOVED:  # nobody lets go of its buttons any more
            up |= {name for name in self._down if name.startswith(PAD)}
        for name in up & self._down:
            self._release(name)
        fresh = down - self._down
        self._down |= down
        return [action for name in sorted(fresh) if (action := self._press(name)) is not None]

    def _press(self, name: str) -> str | None:
        action = self._bindings.action(name)
        if action in NAMES:
            self.pad.press(1 << NAMES.index(action))
        return action

    def _release(self, name: str) -> None:
        self._down.discard(name)
        action = self._bindings.action(name)
        if action in NAMES and not any(self._bindings.action(other) == action for other in self._down):
            self.pad.release(1 << NAMES.index(action))
