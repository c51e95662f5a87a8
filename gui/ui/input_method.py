"""The system's input method, which composes letters of several keys. It gets keys only while a person writes.

Fcitx takes a key before it becomes an event, on a board as well as in a line of text. So with Fcitx SDL's text input is
on only meanwhile. Without it, text input stays on: SDL needs it to tell which sign a key types with Shift.
"""

from __future__ import annotations

import os
import sys

import pygame

# with it, a key that gets through to us has ended the composition; elsewhere the input method still works on that key
LETS_KEYS_THROUGH = sys.platform == "linux"


def _takes_keys() -> bool:
    """Return True if SDL asks an input method about each key, decided as SDL does."""
    chosen = os.environ.get("SDL_IM_MODULE") or os.environ.get("XMODIFIERS", "").rpartition("@im=")[2]
    return sys.platform == "linux" and chosen.startswith("fcitx")


def rest() -> None:
    """Leave all keys to the scene."""
    if pygame.display.get_init() and _takes_keys():
        pygame.key.stop_text_input()


def begin() -> None:
    """Let the input method have the keys."""
    if pygame.display.get_init():
        pygame.key.start_text_input()


def stand_at(cursor: pygame.Rect) -> None:
    """Show candidates beside these pixels of the window."""
    if pygame.display.get_init():
        pygame.key.set_text_input_rect(cursor)
