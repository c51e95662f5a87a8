"""The system's clipboard, which may be missing: then nothing is copied, and nothing is there."""

from __future__ import annotations

import pygame

MOST = 1_000_000  # letters; nothing that is pasted here is longer


def put(text: str) -> bool:
    """Copy `text`; whether that was possible."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, AttributeError, ValueError):
        return False
    return True


def get() -> str:
    """The text on the clipboard; empty where there is none or no clipboard."""
    try:
        return str(pygame.scrap.get_text())[:MOST]
    except (pygame.error, AttributeError, UnicodeError):
        return ""
